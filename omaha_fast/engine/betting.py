"""The chips of one hand while it is bet: whose turn it is, what it may do, what that does. It sees no card.

Sets of seats are ints, bit = seat. Every change is one tuple in `log`, from which it can be taken back.

    live     not folded             todo     still has to act in this round
    able     live, chips left       acted    has acted since the last full bet or raise

Amounts are totals of the round. `level` is the total to match, `base` the total of the last full bet or raise, `full`
the size that a raise must have; a short all-in moves the level alone:

    BB 10, raise to 30, all-in 45:   level 45, base 30, full 20: whoever raises, raises to 65 at least
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..errors import IllegalActionError, shown
from .legal import LegalActions, seats_of
from .posting import Paid
from .rules import HouseRules
from .stakes import FixedLimit, NoLimit, PotLimit, Stakes

__all__ = ["Betting"]

STRUCTURES = {FixedLimit: 0, PotLimit: 1, NoLimit: 2}
_tuple: Callable[..., LegalActions] = tuple.__new__

# What a log entry is about: its first field. Further kinds belong to the hand.
FOLD, CHECK, CALL, BET, RAISE, RETURNED, ROUND, VOID = range(8)


class Betting:
    """The chips of one hand, from the blinds to the last bet. Used by Hand, and usable alone.

    After the posts somebody is to act (`actor`, -1 when the round is over). The caller then returns what nobody
    matched, opens the next round, or stops. Everything is an int or a list with an entry per seat.

    >>> from omaha_fast.engine import HouseRules, NoLimit, standard_posts
    >>> from omaha_fast.engine.posting import paid
    >>> stakes, rules, stacks = NoLimit(5, 10), HouseRules(), [500, 500, 500]
    >>> posts = paid(standard_posts(stakes, [0, 1, 2], 2, rules), stacks, stakes)
    >>> betting = Betting(stakes, rules, stacks, posts, button=2, big_blind_seat=1)
    >>> betting.raise_to(30); betting.fold(); betting.fold()
    >>> betting.actor, betting.total, betting.pot
    (-1, [5, 10, 30], 45)
    """

    __slots__ = (
        "able",
        "acted",
        "actor",
        "base",
        "bet",
        "button",
        "capped",
        "count",
        "dead",
        "dealt",
        "fold_unbet",
        "full",
        "legal",
        "level",
        "live",
        "log",
        "pot",
        "pot_correction",
        "round_live",
        "rules",
        "short_blind",
        "stack",
        "stakes",
        "start",
        "step",
        "street",
        "structure",
        "todo",
        "total",
    )

    def __init__(
        self,
        stakes: Stakes,
        rules: HouseRules,
        stacks: Sequence[int | None],
        posts: Iterable[Paid],
        button: int,
        big_blind_seat: int,
    ) -> None:
        """stacks: before the posts, None for an empty seat; the posts are taken from them here."""
        self.stakes = stakes
        self.rules = rules
        self.button = button
        # 0 fixed limit, 1 pot limit, 2 no limit: asked at every decision.
        self.structure = structure = STRUCTURES[type(stakes)]
        self.start = start = [chips or 0 for chips in stacks]
        self.stack = stack = start[:]
        self.bet = bet = [0] * len(start)
        self.total = total = bet[:]
        live = 0
        bit = 1
        for chips in start:
            if chips:
                live |= bit
            bit += bit
        able = live
        dead = pot = uncounted = posted = posted_big = 0
        big_blind = level = stakes.big_blind
        last_blind = big_blind_seat
        counted = rules.pot_limit_antes
        for seat, kind, amount, is_live, is_dead in posts:
            stack[seat] -= amount
            if not stack[seat]:
                able &= ~(1 << seat)
            pot += amount
            if is_dead:
                dead += amount
            else:
                total[seat] += amount
            if is_live:
                bet[seat] += amount
                if kind == "big_blind":
                    posted_big = amount
                elif kind == "small_blind":
                    posted = amount
                elif kind == "straddle":
                    level, last_blind = amount, seat
            elif kind == "ante" and counted != "all" and (is_dead or counted == "none"):
                uncounted += amount
        self.dead = dead
        self.pot = pot
        self.live = self.dealt = self.round_live = live
        self.able = self.todo = able
        # What the pot counts for before the flop in pot limit: missing and short blinds as full (TDA 54-B).
        if rules.pot_limit_full_blinds:
            uncounted -= stakes.small_blind - posted + big_blind - posted_big
        self.pot_correction = -uncounted
        self.short_blind = 1 << big_blind_seat if posted_big < big_blind else 0
        self.street = self.acted = 0
        self.level = self.base = self.full = level
        self.capped = False
        self.count = 1
        self.step = 0
        if not structure:
            self._start_fixed_limit()
        self.log: list[tuple[Any, ...]] = []
        # What the actor may do, None while it is not worked out.
        self.legal: LegalActions | None = None
        self.fold_unbet = rules.fold_unbet
        self.actor = -1
        self._pass_turn(last_blind)

    def _start_fixed_limit(self) -> None:
        assert isinstance(self.stakes, FixedLimit)
        self.step = self.stakes.small_bet
        # The big blind is the first of the bets of the round; a straddle counts as the bets it amounts to.
        self.count = max(1, self.level // self.step)
        cap = self.rules.max_bets
        self.capped = cap is not None and self.count >= cap and self.live.bit_count() > 2

    # -- whose turn --------------------------------------------------------------------------------------------

    def _pass_turn(self, seat: int) -> None:
        """Give the turn to the next player after `seat` that has to act, or to nobody: the round is over."""
        todo = self.todo
        self.legal = None
        able = self.able
        if todo and not able & (able - 1):
            # The last one with chips is not asked when it covers every all-in.
            bet = self.bet
            last = todo.bit_length() - 1
            most = max(
                (bet[other] for other in seats_of(self.live & ~todo)),
                default=bet[last],
            )
            if bet[last] >= most:
                self.todo = todo = 0
        if not todo:
            self.actor = -1
            return
        left = todo >> (seat + 1)
        if left:
            self.actor = seat + (left & -left).bit_length()
        else:
            self.actor = (todo & -todo).bit_length() - 1

    # -- what is legal -----------------------------------------------------------------------------------------

    def legal_actions(self) -> LegalActions | None:
        """What the actor may do, None when nobody is to act. Worked out once a decision."""
        legal = self.legal
        if legal is None and self.actor >= 0:
            legal = self.find_legal()
        return legal

    def find_legal(self) -> LegalActions:
        """Work out what the actor, who exists, may do."""
        seat = self.actor
        bit = 1 << seat
        own = self.bet[seat]
        stack = self.stack[seat]
        level = self.level
        call = level - own
        if self.short_blind:
            call = self._short_blind_call(seat, call)
        if call > stack:
            call = stack
        most = own + stack
        short = False
        least: int | None = None
        maximum: int | None = None
        # Nobody raises into players who are all all-in, nor, having acted, without a full raise since.
        if (
            most > level
            and self.able != bit
            and (not self.acted & bit or self._reopened(own))
            and (self.structure or self._uncapped())
        ):
            if self.structure:
                least = level + self.full
                if self.structure == 1:
                    limit = level + level + self.pot - own
                    if not self.street:
                        limit += self.pot_correction
                    # Never below the minimum: the call and the pot hold the last full bet twice.
                    if most > limit:
                        most = limit
            else:
                least = self.base + self.step
                if most > least:
                    most = least
            maximum = most
            if most < least:
                short = True
                least = most
        # The hottest place there is: tuple.__new__ saves the detour through NamedTuple's own constructor.
        fold = self.fold_unbet or call > 0
        self.legal = legal = _tuple(
            LegalActions,
            (seat, fold, not call, call, least, maximum, not level, short, 0 < call == stack),
        )
        return legal

    def _short_blind_call(self, seat: int, call: int) -> int:
        """Everybody owes the full big blind, but when a short one is the last opponent only what matches it."""
        others = self.live & ~(1 << seat)
        if self.street or others != self.short_blind:
            return call
        return max(self.bet[others.bit_length() - 1] - self.bet[seat], 0)

    def _reopened(self, own: int) -> bool:
        """Whether a player who has acted since the last full bet may raise again: short all-ins add up (TDA 47)."""
        if not self.structure:
            # In fixed limit half a bet is a full bet, and after a full bet nobody has acted.
            return False
        faces = self.level - own
        # By H's wording the whole of the last full bet once more, not what it added: the same for an opening bet.
        return faces >= (self.base if self.base and self.rules.reopen == "double" else self.full)

    def _uncapped(self) -> bool:
        """Whether fixed limit has another bet in this round; all-in players count among the two left."""
        cap = self.rules.max_bets
        if cap is None or self.count < cap:
            return True
        rule = self.rules.cap_lifted
        left = self.live.bit_count() == 2
        if rule == "turn_river_heads_up":
            return left and self.street >= 2
        if rule == "round_starts_heads_up":
            return self.round_live.bit_count() == 2
        if rule == "any_heads_up":
            return left and not self.capped
        return rule == "event_heads_up" and self.dealt.bit_count() == 2

    def _legal(self) -> LegalActions:
        """What is legal; raises IllegalActionError when nobody is to act."""
        legal = self.legal_actions()
        if legal is None:
            raise IllegalActionError("nobody is to act")
        return legal

    def verify_fold(self) -> None:
        """Raises IllegalActionError where the house lets nobody fold who could check."""
        if not self._legal().fold:
            raise IllegalActionError(f"seat {self.actor} folds with nothing to call: check or bet")

    def verify_check(self) -> None:
        """Raises IllegalActionError where there is something to call."""
        call = self._legal().call
        if call:
            raise IllegalActionError(f"seat {self.actor} checks: {call} is to call")

    def verify_call(self) -> None:
        """Raises IllegalActionError where there is nothing to call."""
        if not self._legal().call:
            raise IllegalActionError(f"seat {self.actor} calls: nothing is to call, it may check")

    def verify_bet(self, amount: int) -> None:
        """Raises IllegalActionError, with both bounds, unless that bet may open the betting of the round."""
        if not self._legal().opens:
            raise IllegalActionError(
                f"seat {self.actor} bets {shown(amount)}: {self.level} is bet already, raise to a total"
            )
        self.verify_raise_to(amount)

    def verify_raise_to(self, amount: int) -> None:
        """Raises IllegalActionError, with both bounds, unless the actor may bet or raise to that total."""
        legal = self._legal()
        whole = isinstance(amount, int) and not isinstance(amount, bool)
        if whole and legal.allows_raise_to(amount):
            return
        seat = self.actor
        what = f"seat {seat} {'bets' if legal.opens else 'raises to'} {shown(amount)}"
        least, most = legal.min_raise_to, legal.max_raise_to
        own, stack = self.bet[seat], self.stack[seat]
        if least is not None and most is not None:
            bounds = f"expected {least} to {most}" if least < most else f"expected exactly {most}"
            if not whole:
                bounds += ", in whole chips"
            elif legal.short_all_in:
                bounds += ", all-in: the stack is below the minimum"
            elif self.structure == 1 and amount > most < own + stack:
                bounds += f", the pot-limit maximum (call {legal.call}, pot {self.pot})"
            raise IllegalActionError(f"{what}: {bounds}")
        if own + stack <= self.level:
            reason = f"its stack of {stack} is no more than a call"
        elif self.able == 1 << seat:
            reason = "every other player is all-in"
        elif self.acted >> seat & 1 and not self._reopened(own):
            reason = "it has acted, and no full raise has come since"
        else:
            reason = f"the betting is capped at {self.count} bets"
        choice = f"it may call {legal.call} or fold" if legal.call else "it may check"
        raise IllegalActionError(f"{what}: it may not raise, {reason}; {choice}")

    def all_in_total(self) -> int:
        """The total of the round that all chips of the actor come to."""
        return self.bet[self.actor] + self.stack[self.actor]

    def verify_all_in(self) -> None:
        """Raises IllegalActionError where putting in all chips is neither a call nor a legal bet or raise."""
        if not self._legal().call_all_in:
            self.verify_raise_to(self.all_in_total())

    # -- actions -----------------------------------------------------------------------------------------------

    def fold(self) -> None:
        """The actor gives up its hand."""
        legal = self.legal
        if legal is None or not legal[1]:
            self.verify_fold()
        seat = self.actor
        live, able, todo, acted = self.live, self.able, self.todo, self.acted
        self.log.append((FOLD, seat, 0, todo, able, acted, live))
        stays = ~(1 << seat)
        self.live = live = live & stays
        self.able = able & stays
        self.todo = todo & stays if live & (live - 1) else 0
        self._pass_turn(seat)

    def check(self) -> None:
        """The actor bets nothing."""
        legal = self.legal
        if legal is None or legal[3]:
            self.verify_check()
        seat = self.actor
        todo, acted = self.todo, self.acted
        self.log.append((CHECK, seat, 0, todo, self.able, acted, self.live))
        self.acted = acted | 1 << seat
        self.todo = todo & ~(1 << seat)
        self._pass_turn(seat)

    def call(self) -> None:
        """The actor matches the bet, or goes all-in for less."""
        legal = self.legal
        if legal is None or not legal[3]:
            self.verify_call()
            legal = self._legal()
        seat = self.actor
        chips = legal[3]
        bit = 1 << seat
        todo, able, acted = self.todo, self.able, self.acted
        self.log.append((CALL, seat, chips, todo, able, acted, self.live))
        self.bet[seat] += chips
        self.total[seat] += chips
        self.pot += chips
        self.stack[seat] = left = self.stack[seat] - chips
        if not left:
            self.able = able & ~bit
        self.acted = acted | bit
        self.todo = todo & ~bit
        self._pass_turn(seat)

    def raise_to(self, amount: int) -> None:
        """The actor bets or raises to a total of the round."""
        legal = self.legal
        # A plain int within the bounds needs no more looking at; all else is for verify_raise_to.
        if (
            legal is None
            or legal[4] is None
            or type(amount) is not int
            or not legal[4] <= amount <= legal[5]  # type: ignore[operator]
        ):
            self.verify_raise_to(amount)
            amount = int(amount)
        seat = self.actor
        bit = 1 << seat
        chips = amount - self.bet[seat]
        level, full, base, able, acted = self.level, self.full, self.base, self.able, self.acted
        count = self.count
        before = (level, full, base, count, self.capped)
        kind = RAISE if level else BET
        self.log.append((kind, seat, chips, self.todo, able, acted, self.live, before))
        self.bet[seat] = amount
        self.total[seat] += chips
        self.pot += chips
        self.stack[seat] = left = self.stack[seat] - chips
        if not left:
            self.able = able = able & ~bit
        self.level = amount
        reopens = False
        if not self.structure:
            # Half a bet or more over the last full bet is a full bet; less may be completed to one.
            if 2 * (amount - base) >= self.step:
                reopens = True
                self.count = count + 1
                if count + 1 == self.rules.max_bets and self.live.bit_count() > 2:
                    self.capped = True
        elif amount - level >= full:
            self.full = amount - level
            # By the other wording an all-in must double the last full bet to re-open it.
            reopens = bool(left) or amount >= 2 * base or self.rules.reopen == "tda"
        if reopens:
            self.base = amount
            self.acted = bit
        else:
            self.acted = acted | bit
        self.todo = able & ~bit
        self._pass_turn(seat)

    # -- between the rounds ------------------------------------------------------------------------------------

    def return_uncalled(self, seat: int, chips: int) -> None:
        """Give back the part of the last bet that nobody matched."""
        self.log.append((RETURNED, seat, chips, self.able))
        self._move(seat, -chips)
        self.able |= 1 << seat

    def open_round(self) -> None:
        """Begin the next round: nothing bet, the first live player left of the button to act."""
        before = (self.level, self.full, self.base, self.count, self.capped)
        self.log.append((ROUND, self.bet, self.acted, self.round_live, before))
        self.bet = [0] * len(self.bet)
        self.street += 1
        self.level = self.base = self.acted = self.count = 0
        self.full = self.stakes.big_blind
        self.capped = False
        self.round_live = self.live
        if not self.structure and self.street == 2:
            self.step = self.stakes.big_bet  # type: ignore[union-attr]
        self.todo = self.able
        self._pass_turn(self.button)

    def void(self) -> None:
        """Everything goes back to where it came from: the hand does not count."""
        self.log.append(
            (VOID, self.stack, self.bet, self.total, self.pot, self.dead, self.todo, self.actor)
        )
        self.stack = self.start[:]
        self.bet = [0] * len(self.bet)
        self.total = self.bet[:]
        self.pot = self.dead = self.todo = 0
        self.legal = None
        self.actor = -1

    def _move(self, seat: int, chips: int) -> None:
        """Move chips from a stack into the round's bets, or back."""
        self.stack[seat] -= chips
        self.bet[seat] += chips
        self.total[seat] += chips
        self.pot += chips

    def take_back(self, entry: tuple[Any, ...]) -> None:
        """Undo one entry of the log, the last that is not taken back yet."""
        self.legal = None
        kind = entry[0]
        if kind <= RAISE:
            _, seat, chips, self.todo, self.able, self.acted, self.live = entry[:7]
            self._move(seat, -chips)
            self.actor = seat
            if kind >= BET:
                self.level, self.full, self.base, self.count, self.capped = entry[7]
        elif kind == RETURNED:
            _, seat, chips, self.able = entry
            self._move(seat, chips)
        elif kind == VOID:
            _, stack, bet, total, self.pot, self.dead, self.todo, self.actor = entry
            # Copies of the hand hold the same entries: what is changed again is never a list of theirs.
            self.stack, self.bet, self.total = stack[:], bet[:], total[:]
        else:
            _, bet, self.acted, self.round_live, before = entry
            self.level, self.full, self.base, self.count, self.capped = before
            self.bet = bet[:]
            self.street -= 1
            if not self.structure and self.street == 1:
                self.step = self.stakes.small_bet  # type: ignore[union-attr]
            self.todo = 0
            self.actor = -1

    def copy(self) -> Betting:
        """An independent copy, with its own log."""
        other = Betting.__new__(Betting)
        for name in Betting.__slots__:
            setattr(other, name, getattr(self, name))
        other.stack, other.bet, other.total = self.stack[:], self.bet[:], self.total[:]
        other.log = self.log[:]
        return other
