"""A record played in a Hand: each post and action as it is recorded, refused where the rules refuse it."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Any, NoReturn

from ..engine import PRESETS, Hand, HouseRules, Post, Rake
from ..engine.posting import clockwise, paid, verified_posts
from ..engine.showdown import Award
from ..games import GAMES
from .record import Action, Record
from .verdict import Difference

__all__ = ["DEFAULT", "Parting", "Playing", "part"]

DEFAULT = PRESETS["default"]
SEAT = re.compile(r"\bseat (\d{1,3})\b")
# Of these the engine knows the amount; each further straddle is twice the one before.
STANDARD = ("ante", "small_blind", "big_blind")


class Parting(Exception):
    """The place where record and rules part."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.reason)
        self.difference = difference


def part(
    street: str,
    seat: int | None,
    action: str,
    reason: object,
    recorded: int | None = None,
    expected: int | None = None,
) -> NoReturn:
    """Raise Parting; arguments as Difference."""
    raise Parting(Difference(street, seat, action, recorded, expected, str(reason)))


@lru_cache(maxsize=1024)
def house(
    base: HouseRules, straddles: int, runs: int, rake: int, option: tuple[str, object] | None
) -> HouseRules:
    """The base rules with what the hand needs.

    A button at an empty seat is what the record says, so it is allowed. Nothing is burned: no record has burns, and
    without them as many cards are there as any site can deal.
    """
    changes: dict[str, Any] = {"button": "dead", "burn": False}
    if straddles > base.straddles:
        changes["straddles"] = straddles
    if runs != base.runs:
        changes["runs"] = runs
    if rake and base.rake is None:
        # All of the main pot until the amount is reached, then the side pots: main pot first.
        changes["rake"] = Rake(100, cap=rake)
    if option is not None:
        changes[option[0]] = option[1]
    return replace(base, **changes)


class Playing:
    """One record on its way through a Hand.

    option: a further option of the house rules, (name, value), or None.
    seats: the record's seat numbers by seat of the Hand; index: the other way round.
    due: seat of the record to chips won by the rules, once the hand is finished.
    awards, rakes: how that came, by seat of the Hand, and what each pot was raked.
    unknown: the seats of the record whose cards are unknown where they would have decided.
    """

    def __init__(
        self, record: Record, rules: HouseRules, option: tuple[str, object] | None
    ) -> None:
        self.record = record
        self.option = option
        self.base = rules
        self.checked: list[str] = []
        self.hand: Hand | None = None
        self.parted: Difference | None = None
        self.unknown: list[int] = []
        self.all_in_on = ""
        self.raised_all_in = False
        self.due: dict[int, int] = {}
        self.awards: tuple[Award, ...] = ()
        self.rakes: tuple[int, ...] = ()
        acting = {post.seat for post in record.posts}
        acting.update(action.seat for street in record.streets for action in street.actions)
        self.players = [
            player
            for player in record.players
            if player.stack and (not player.sitting_out or player.seat in acting)
        ]
        self.seats = sorted({record.button, *[player.seat for player in self.players]})
        self.index = {seat: at for at, seat in enumerate(self.seats)}
        straddles = sum(post.kind == "straddle" for post in record.posts)
        self.rules = house(rules, straddles, len(record.boards) or 1, record.rake, option)

    @property
    def vague(self) -> set[int]:
        """The record's seats at a showdown whose cards are not known, where that had to be asked."""
        hand, size = self.hand, GAMES[self.record.game].cards
        if hand is None or not self.unknown:
            return set()
        return {self.seats[at] for at in hand.live if len(hand.hole_cards[at]) < size}

    def words(self, error: ValueError) -> str:
        """What the engine says, with the record's seat numbers."""

        def renamed(found: re.Match[str]) -> str:
            at = int(found[1])
            return f"seat {self.seats[at] if at < len(self.seats) else at}"

        return SEAT.sub(renamed, str(error))

    def play(self) -> Hand:
        """The hand, played as far as cards are known. Raises Parting where the rules refuse what is recorded."""
        hand = self.hand = self.begin()
        self.act(hand)
        if hand.awaiting == "show" and hand.tabled and len(hand.live) > len(hand.all_in_seats) + 1:
            # By TDA 16 all these hands are shown, but rooms let a player with chips left muck after the river.
            hand = self.hand = self.untabled()
        self.finish(hand)
        return hand

    def untabled(self) -> Hand:
        """The hand up to the showdown, in a house where who is beaten by an all-in hand may muck."""
        other = Playing(self.record, replace(self.base, all_in_show=False), self.option)
        hand = other.begin()
        other.act(hand)
        return hand

    @property
    def short_blinds(self) -> bool:
        """Whether a blind is missing, short or dead, so that the pot is not what full blinds make it."""
        stakes = self.record.stakes
        owed = {"small_blind": stakes.small_blind, "big_blind": stakes.big_blind}
        posts = self.record.posts
        full = sum(owed.get(post.kind) == post.amount for post in posts)
        return full < 2 or any(post.kind == "dead_blind" for post in posts)

    def begin(self) -> Hand:
        """The hand with its posts, which are checked."""
        record, index = self.record, self.index
        stacks: list[int | None] = [None] * len(self.seats)
        for player in self.players:
            stacks[index[player.seat]] = player.stack
        posts = []
        for post in record.posts:
            if post.seat not in index or stacks[index[post.seat]] is None:
                part("preflop", post.seat, post.kind, "a post by who has no chips", post.amount)
            amount = None if post.kind in STANDARD else post.amount
            posts.append(Post(index[post.seat], post.kind, amount))
        if not any(post.kind == "big_blind" for post in posts):
            posts += self.unpaid_big_blind(stacks)
        holes = {index[seat]: cards for seat, cards in record.hole_cards().items() if seat in index}
        boards = record.boards
        try:
            hand = Hand(
                record.stakes,
                stacks,
                button=index[record.button],
                game=record.game,
                rules=self.rules,
                posts=posts,
                hole_cards=holes,
                board=boards[0] if len(boards) == 1 else list(boards) or None,
            )
            self.verify_posts(posts, stacks)
        except ValueError as error:
            part("preflop", None, "posts", self.words(error))
        self.checked.append("posts")
        return hand

    def unpaid_big_blind(self, stacks: list[int | None]) -> list[Post]:
        """The post of 0 chips that no record names: of a big blind whose ante has taken its stack."""
        dealt = [at for at, stack in enumerate(stacks) if stack]
        if len(dealt) < 2:
            return []
        order = clockwise(dealt, self.index[self.record.button])
        small = [self.index[post.seat] for post in self.record.posts if post.kind == "small_blind"]
        if small and small[0] in order:
            places = [order[(order.index(small[0]) + 1) % len(order)]]
        elif len(order) == 2 and stacks[self.index[self.record.button]]:
            places = order[:1]
        else:
            places = [order[1], order[0]]  # without a small blind, dead or not, it may be the first
        antes = [post for post in self.record.posts if post.kind == "ante"]
        for at in places:
            if any(self.index[post.seat] == at and post.amount == stacks[at] for post in antes):
                return [Post(at, "big_blind", None)]
        return []

    def verify_posts(self, posts: list[Post], stacks: list[int | None]) -> None:
        """The recorded posts: who owes them, and their amounts against what is owed, or is left of the stack."""
        stakes, button = self.record.stakes, self.index[self.record.button]
        self.verify_places(stacks, button)
        owed = {
            "ante": stakes.ante,
            "small_blind": stakes.small_blind,
            "big_blind": stakes.big_blind,
        }
        if all(owed.get(post.kind) == post.amount for post in self.record.posts):
            return
        verified = verified_posts(posts, stakes, stacks, button, self.rules)
        due: dict[tuple[int, str], list[int]] = {}
        for at, kind, amount, _, _ in paid(verified, stacks, stakes):
            due.setdefault((at, kind), []).append(amount)
        for recorded in self.record.posts:
            amounts = due.get((self.index[recorded.seat], recorded.kind))
            expected = amounts.pop(0) if amounts else 0
            if recorded.amount != expected:
                part(
                    "preflop",
                    recorded.seat,
                    recorded.kind,
                    f"posts {recorded.amount}: expected {expected}",
                    recorded.amount,
                    expected,
                )

    def verify_places(self, stacks: list[int | None], button: int) -> None:
        """That everybody antes where all do, and that the small blind comes before the big one, on the button heads-up.

        Who posts the blinds is the record's to say otherwise: seats may have been passed over, or wait.
        """
        stakes, posted = self.record.stakes, {"ante": set[int](), "small_blind": set[int]()}
        big = -1
        for post in self.record.posts:
            if post.kind == "big_blind":
                big = self.index[post.seat]
            elif post.kind in posted:
                posted[post.kind].add(self.index[post.seat])
        dealt = [at for at, stack in enumerate(stacks) if stack]
        if stakes.ante and stakes.ante_kind == "uniform":
            for at in dealt:
                if at not in posted["ante"]:
                    reason = f"no ante: expected {stakes.ante}"
                    part("preflop", self.seats[at], "ante", reason, 0, stakes.ante)
        order = clockwise(dealt, button)
        if big not in order:
            return
        for at in posted["small_blind"]:
            late = order.index(at) > order.index(big)
            if stacks[button] and (at != order[-1] if len(order) == 2 else late):
                reason = "the small blind: expected it before the big blind, heads-up on the button"
                part("preflop", self.seats[at], "small_blind", reason)

    def act(self, hand: Hand) -> None:
        """All actions, street by street."""
        flags = False
        for street in self.record.streets:
            name = street.name
            for action in street.actions:
                if hand.awaiting == "runs":
                    self.agree(hand)
                if hand.awaiting != "action":
                    what = (
                        "board cards are missing"
                        if hand.awaiting == "board"
                        else "the betting is over"
                    )
                    part(name, action.seat, action.kind, what, action.added)
                if hand.street != name:
                    part(
                        name,
                        action.seat,
                        action.kind,
                        f"the {hand.street} is not over",
                        action.added,
                    )
                self.do(hand, name, action)
                flags = flags or action.all_in is not None
        self.checked.append("actions")
        if flags:
            self.checked.append("all_in")

    def do(self, hand: Hand, street: str, action: Action) -> None:
        """One action: whose turn it is, whether it is legal, and its amounts."""
        at, kind = self.index.get(action.seat), action.kind
        recorded = action.added if action.added is not None else action.to
        if at is None or at != hand.actor:
            actor = self.seats[hand.actor] if hand.actor is not None else None
            part(street, action.seat, kind, f"out of turn: expected seat {actor}", recorded)
        own, stack = hand.committed[at], hand.stacks[at] or 0
        most = self.most(hand, at) if action.all_in and action.added != stack else 0
        if kind == "call":
            added = hand.to_call
        elif kind in ("fold", "check"):
            added = 0
        elif action.added is not None:
            added = action.added
        elif action.to is not None:
            added = action.to - own
        else:
            part(street, action.seat, kind, "no amount: expected one")
        for said, due in ((action.added, added), (action.to, own + added)):
            if said is not None and said != due:
                part(street, action.seat, kind, f"{kind} {said}: expected {due}", said, due)
        if kind in ("bet", "raise") and 0 < added == hand.to_call:
            what = f"{kind} {added}: expected a call, as no more than that is to call"
            part(street, action.seat, kind, what, recorded, added)
        try:
            if kind == "fold":
                hand.fold()
            elif kind == "check":
                hand.check()
            elif kind == "call":
                hand.call()
            elif kind == "bet" and street != "preflop":
                hand.bet(own + added)
            else:
                hand.raise_to(own + added)
        except ValueError as error:
            legal = hand.legal_actions
            bound = None
            if kind in ("bet", "raise") and legal is not None and legal.min_raise_to is not None:
                least, greatest = legal.min_raise_to, legal.max_raise_to
                assert greatest is not None
                bound = (least if own + added < least else greatest) - own
            said = 0 if recorded is None and kind in ("fold", "check") else recorded
            part(street, action.seat, kind, self.words(error), said, bound)
        if kind in ("bet", "raise"):
            if self.all_in_on == street:
                self.raised_all_in = True
            if added == stack:
                self.all_in_on = street
        flag = action.all_in
        if flag is not None and flag != (added == stack) and not (flag and own + added >= most):
            reason = f"{'' if flag else 'not '}all-in: expected {stack - added} left"
            part(street, action.seat, kind, reason, added, stack)

    def most(self, hand: Hand, at: int) -> int:
        """What the richest opponent has in this round: a bet of that much puts all all-in, and some records flag it."""
        stacks, committed = hand.stacks, hand.committed
        return max(
            ((stacks[seat] or 0) + committed[seat] for seat in hand.live if seat != at), default=0
        )

    def agree(self, hand: Hand) -> None:
        """As many runs as the record has boards, from where they part."""
        runs = len(self.record.boards) or 1
        shared = self.record.shared_board()
        if runs > 1 and shared != len(hand.board):
            part(
                hand.street,
                None,
                "runs",
                f"{runs} runs after {shared} cards: expected {len(hand.board)}",
            )
        try:
            hand.agree_runs(runs)
        except ValueError as error:
            part(hand.street, None, "runs", self.words(error))

    def finish(self, hand: Hand) -> None:
        """From the last action to the payout: runs, boards, who shows and who mucks."""
        size = GAMES[self.record.game].cards
        while (awaiting := hand.awaiting) is not None:
            if awaiting == "runs":
                self.agree(hand)
            elif awaiting == "board":
                part(hand.street, None, "board", f"{hand.cards_due} board cards are missing")
            elif awaiting == "action":
                assert hand.actor is not None
                seat = self.seats[hand.actor]
                part(hand.street, seat, "action", "none: expected one, as the betting goes on")
            else:
                at = hand.to_show
                assert at is not None
                if len(hand.hole_cards[at]) == size:
                    hand.show()
                    continue
                self.unknown.append(self.seats[at])
                if not hand.can_muck():
                    break
                hand.muck()
        dealt = len(hand.boards[0]) if hand.boards else 0
        recorded = len(self.record.boards[0]) if self.record.boards else 0
        if recorded > dealt:
            part(hand.street, None, "board", f"{recorded} board cards: expected {dealt}")
        runs = max(hand.runs, 1)
        if len(self.record.boards) > runs:
            part(hand.street, None, "runs", f"{len(self.record.boards)} runs: expected {runs}")
        if recorded:
            self.checked.append("board")
