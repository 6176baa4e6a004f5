"""The betting side of a hand as its users see it: what is legal, the actions, the chips."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import IllegalActionError, shown
from .betting import Betting
from .legal import LegalActions, seats_of
from .posting import is_seat
from .pots import Pot, layers

__all__ = ["Acting"]


class Acting:
    """What a Hand does with chips. Hand adds the cards; the rules of betting are in Betting.

    Every action comes three times: verify_x raises IllegalActionError with the reason, can_x asks verify_x, x begins
    with it, so a refused action changes nothing. Amounts are totals of the round. seat: who is meant to act; anybody
    else than the actor is refused.
    """

    __slots__ = ("_betting",)

    _betting: Betting

    # What the hand adds.

    def _end_round(self) -> None:
        raise NotImplementedError

    def _nobody_acts(self) -> str:
        raise NotImplementedError

    @property
    def starting_stacks(self) -> tuple[int | None, ...]:
        """Stacks before the posts, None for an empty seat."""
        raise NotImplementedError

    def _turn(self, seat: int | None) -> None:
        """Raises IllegalActionError unless somebody, and that seat, is to act."""
        actor = self._betting.actor
        if actor < 0:
            raise IllegalActionError(f"no action is asked for: {self._nobody_acts()}")
        if seat is not None and (seat != actor or not is_seat(seat)):
            raise IllegalActionError(f"seat {shown(seat)} acts out of turn: seat {actor} is to act")

    # -- actions -----------------------------------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """The seat that is to act, None when no action is asked for."""
        actor = self._betting.actor
        return actor if actor >= 0 else None

    @property
    def legal_actions(self) -> LegalActions | None:
        """What the actor may do, None when no action is asked for."""
        betting = self._betting
        legal = betting.legal
        return betting.find_legal() if legal is None and betting.actor >= 0 else legal

    @property
    def to_call(self) -> int:
        """Chips the actor has to add to call, at most its stack; 0 when nothing is to call or nobody is to act."""
        legal = self._betting.legal_actions()
        return 0 if legal is None else legal.call

    def verify_fold(self, *, seat: int | None = None) -> None:
        """Raises IllegalActionError unless the actor may fold."""
        self._turn(seat)
        self._betting.verify_fold()

    def can_fold(self, *, seat: int | None = None) -> bool:
        """Whether verify_fold passes."""
        return passes(self.verify_fold, seat=seat)

    def fold(self, *, seat: int | None = None) -> None:
        """The actor folds. Raises IllegalActionError."""
        betting = self._betting
        if seat is not None or betting.actor < 0:
            self._turn(seat)
        betting.fold()
        if betting.actor < 0:
            self._end_round()

    def verify_check(self, *, seat: int | None = None) -> None:
        """Raises IllegalActionError unless the actor may check."""
        self._turn(seat)
        self._betting.verify_check()

    def can_check(self, *, seat: int | None = None) -> bool:
        """Whether verify_check passes."""
        return passes(self.verify_check, seat=seat)

    def check(self, *, seat: int | None = None) -> None:
        """The actor checks. Raises IllegalActionError."""
        betting = self._betting
        if seat is not None or betting.actor < 0:
            self._turn(seat)
        betting.check()
        if betting.actor < 0:
            self._end_round()

    def verify_call(self, *, seat: int | None = None) -> None:
        """Raises IllegalActionError unless the actor may call."""
        self._turn(seat)
        self._betting.verify_call()

    def can_call(self, *, seat: int | None = None) -> bool:
        """Whether verify_call passes."""
        return passes(self.verify_call, seat=seat)

    def call(self, *, seat: int | None = None) -> None:
        """The actor calls, all-in where its stack is no more. Raises IllegalActionError."""
        betting = self._betting
        if seat is not None or betting.actor < 0:
            self._turn(seat)
        betting.call()
        if betting.actor < 0:
            self._end_round()

    def verify_bet(self, amount: int, *, seat: int | None = None) -> None:
        """Raises IllegalActionError, with both bounds, unless the actor may open the round with that bet."""
        self._turn(seat)
        self._betting.verify_bet(amount)

    def can_bet(self, amount: int, *, seat: int | None = None) -> bool:
        """Whether verify_bet passes."""
        return passes(self.verify_bet, amount, seat=seat)

    def bet(self, amount: int, *, seat: int | None = None) -> None:
        """The actor opens the betting of the round. Raises IllegalActionError."""
        self.verify_bet(amount, seat=seat)
        self._betting.raise_to(amount)
        if self._betting.actor < 0:
            self._end_round()

    def verify_raise_to(self, amount: int, *, seat: int | None = None) -> None:
        """Raises IllegalActionError, with both bounds, unless the actor may bet or raise to that total of the round."""
        self._turn(seat)
        self._betting.verify_raise_to(amount)

    def can_raise_to(self, amount: int, *, seat: int | None = None) -> bool:
        """Whether verify_raise_to passes."""
        return passes(self.verify_raise_to, amount, seat=seat)

    def raise_to(self, amount: int, *, seat: int | None = None) -> None:
        """The actor raises to a total of the round, or bets it where nothing is bet. Raises IllegalActionError."""
        betting = self._betting
        if seat is not None or betting.actor < 0:
            self._turn(seat)
        betting.raise_to(amount)
        if betting.actor < 0:
            self._end_round()

    def verify_all_in(self, *, seat: int | None = None) -> None:
        """Raises IllegalActionError unless the rules let the actor put in all its chips."""
        self._turn(seat)
        self._betting.verify_all_in()

    def can_all_in(self, *, seat: int | None = None) -> bool:
        """Whether verify_all_in passes."""
        return passes(self.verify_all_in, seat=seat)

    def all_in(self, *, seat: int | None = None) -> None:
        """The actor puts in all its chips: a call, a bet or a raise. Raises IllegalActionError."""
        self.verify_all_in(seat=seat)
        betting = self._betting
        legal = betting.legal_actions()
        if legal is not None and legal.call_all_in:
            betting.call()
        else:
            betting.raise_to(betting.all_in_total())
        if betting.actor < 0:
            self._end_round()

    # -- chips -------------------------------------------------------------------------------------------------

    @property
    def stacks(self) -> tuple[int | None, ...]:
        """Chips in front of each player now, None for an empty seat."""
        start = self.starting_stacks
        return tuple(
            None if start[seat] is None else chips for seat, chips in enumerate(self._betting.stack)
        )

    @property
    def committed(self) -> tuple[int, ...]:
        """Live chips of this round: blinds, straddles, bets, calls; not antes nor dead blinds."""
        return tuple(self._betting.bet)

    @property
    def contributions(self) -> tuple[int, ...]:
        """Chips of the whole hand that count for a player in the pots: live chips and uniform antes."""
        return tuple(self._betting.total)

    @property
    def dead(self) -> int:
        """Chips in the main pot that are nobody's contribution: dead blinds, big-blind and button antes."""
        return self._betting.dead

    @property
    def pot(self) -> int:
        """All chips put in, the current bets among them; of a finished hand what was played for (0 after a misdeal)."""
        return self._betting.pot

    @property
    def pots(self) -> tuple[Pot, ...]:
        """Main pot and side pots of all chips put in, cut where a live player is all-in; at the end, as played for."""
        betting = self._betting
        if not betting.pot:
            return ()
        able = betting.able
        open_seats = seats_of(able) if betting.actor >= 0 or able & (able - 1) else ()
        return layers(betting.total, seats_of(betting.live), betting.dead, open_seats)

    @property
    def bet_level(self) -> int:
        """The total of the round to match: before the flop at least the big blind, 0 where nothing is bet."""
        return self._betting.level

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that have not folded."""
        return seats_of(self._betting.live)

    @property
    def folded(self) -> tuple[int, ...]:
        """The seats that have folded."""
        return seats_of(self._betting.dealt & ~self._betting.live)

    @property
    def all_in_seats(self) -> tuple[int, ...]:
        """The seats that have not folded and have no chips left."""
        return seats_of(self._betting.live & ~self._betting.able)


def passes(verify: Callable[..., None], *args: object, **kwargs: object) -> bool:
    """Whether a verify_x lets that through.

    >>> passes(lambda: None)
    True
    """
    try:
        verify(*args, **kwargs)
    except ValueError:
        return False
    return True
