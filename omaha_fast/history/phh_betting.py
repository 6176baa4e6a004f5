"""What the numbers of Poker Hand History mean: positions, forced bets, and chips walked action by action.

Players are numbered by position here, from 0: the first left of the button, ... the button last. Reader and writer both
use these, so that the writer knows what a reader takes from the standard's fields, and says the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from ..engine import Post
from ..engine.posting import clockwise, in_order
from ..engine.stakes import AnteKind, Stakes
from .playing import DEFAULT
from .record import RecordedPot

__all__ = ["Forced", "Walk", "flipped", "forced", "owed_posts", "positions", "single_pot"]

# A post by position, its kind, its chips.
Owed: TypeAlias = "tuple[int, str, int]"


class Forced(NamedTuple):
    """Forced bets as the standard's arrays tell them: the stakes, and who owes what."""

    small_blind: int
    big_blind: int
    ante: int
    ante_kind: AnteKind
    posts: list[Owed]


def positions(seats: Iterable[int], button: int) -> list[int]:
    """The seats in the order of the standard, which begins left of the button.

    >>> positions([1, 4, 6], 4)
    [6, 1, 4]
    """
    ordered = sorted(seats)
    return clockwise(ordered, button) if ordered else []


def flipped(amounts: Sequence[int]) -> list[int]:
    """Forced bets as the standard writes them, by position: for two players they are reversed, and back.

    >>> flipped([10, 5]), flipped([5, 10, 0])
    ([5, 10], [5, 10, 0])
    """
    return list(amounts) if len(amounts) != 2 else [amounts[1], amounts[0]]


def forced(antes: Sequence[int], blinds: Sequence[int], least: int) -> Forced:
    """What the arrays antes and blinds_or_straddles of a file say. least: the big blind where nobody posts one.

    The first two entries are the blinds (the first alone: a big blind without a small one). Of the others a negative
    one, or one that is no more than the big blind, is live and posted by who comes into the game; more is a straddle.
    An ante of all is uniform; one by the big blind or by the button alone is that; other antes are dead blinds.

    >>> forced([0, 0, 0, 5], [5, 10, 20, -10], 10).posts
    [(0, 'small_blind', 5), (1, 'big_blind', 10), (2, 'straddle', 20), (3, 'extra_blind', 10), (3, 'ante', 5)]
    """
    two = len(blinds) == 2
    places = [1 - index if two else index for index in range(len(blinds))]
    first, second = [*blinds[:2], 0, 0][:2]
    has_small = first > 0 and second > 0
    big_index = 1 if second > 0 else 0
    big = blinds[big_index] if first > 0 or second > 0 else least
    posts: list[Owed] = []
    for index, amount in enumerate(blinds):
        if index == big_index and amount > 0:
            kind = "big_blind"
        elif index == 0 and has_small:
            kind = "small_blind"
        else:
            kind = "extra_blind" if amount <= big else "straddle"
        if amount:
            posts.append((places[index], kind, abs(amount)))
    small = first if has_small else 0
    payers = [index for index, amount in enumerate(antes) if amount]
    ante, ante_kind = min(antes, default=0), "uniform"
    if len(payers) == 1 < len(antes):
        if payers[0] == big_index:
            ante, ante_kind = antes[payers[0]], "big_blind"
        elif places[payers[0]] == len(antes) - 1:
            ante, ante_kind = antes[payers[0]], "button"
    for index in payers:
        if ante:
            posts.append((places[index], "ante", ante))
        if antes[index] > ante:
            posts.append((places[index], "dead_blind", antes[index] - ante))
    return Forced(small, big, ante, ante_kind, posts)  # type: ignore[arg-type]  # one of the three kinds


def owed_posts(posts: Iterable[Owed], stakes: Stakes, stacks: Sequence[int]) -> list[Owed]:
    """What is posted of what is owed, in the order of posting: no more than the stack has, and nothing of 0 chips.

    >>> from omaha_fast.engine import PotLimit
    >>> owed_posts([(1, "big_blind", 10), (0, "small_blind", 5)], PotLimit(5, 10), [90, 7])
    [(0, 'small_blind', 5), (1, 'big_blind', 7)]
    """
    left = list(stacks)
    paid = []
    for at, kind, owed in in_order((Post(*post) for post in posts), stakes, DEFAULT):
        amount = min(owed or 0, left[at])
        if amount:
            left[at] -= amount
            paid.append((at, kind, amount))
    return paid


class Walk:
    """The chips of one hand on their way in, by position.

    left: of each stack.   own: in this round.   total: in the pot, without dead chips.   dead: nobody's contribution.
    level: the bet to call.   pending: who may have to act, in turn.
    """

    def __init__(self, stacks: Sequence[int], stakes: Stakes) -> None:
        count = len(stacks)
        self.stakes = stakes
        self.left = list(stacks)
        self.own = [0] * count
        self.total = [0] * count
        self.dead = 0
        self.level = 0
        self.folded: set[int] = set()
        self.pending: list[int] = []
        self.big_at: int | None = None
        # Before the flop the first to act sits behind the last of the big blind and the straddles.
        self.last = 0
        self.preflop = False

    def post(self, at: int, kind: str, amount: int) -> None:
        """A forced bet."""
        self.left[at] -= amount
        if kind == "ante" and self.stakes.ante_kind == "uniform":
            self.total[at] += amount
        elif kind in ("ante", "dead_blind"):
            self.dead += amount
        else:
            self.total[at] += amount
            self.own[at] += amount
            if kind in ("big_blind", "straddle"):
                self.last = at
            if kind == "big_blind":
                self.big_at = at

    def start(self, street: str) -> None:
        """A new street: who acts, and in which order."""
        count = len(self.left)
        self.preflop = street == "preflop"
        if self.preflop:
            # A short big blind is owed in full all the same.
            self.level = max([self.stakes.big_blind, *self.own])
            # Where nobody posts a blind it is the first left of the button.
            first = self.last + 1 if any(self.own) else 0
        else:
            self.own = [0] * count
            self.level = first = 0
        self.pending = [at % count for at in range(first, first + count) if self.acts(at % count)]

    def acts(self, at: int) -> bool:
        """Whether a player is still in and has chips."""
        return at not in self.folded and self.left[at] > 0

    def meant(self, at: int, word: str, to: int | None = None) -> tuple[str, int]:
        """(kind, chips added) that an action of the standard means here: f, cc, or cbr to an amount.

        A call adds what is owed, or what is left. The chips of a cbr come out negative where it is to less than before.
        """
        if word == "f":
            return "fold", 0
        if word == "cbr":
            return ("raise" if self.level else "bet"), (to or 0) - self.own[at]
        owed = self.level - self.own[at]
        others = [other for other in range(len(self.left)) if other not in self.folded | {at}]
        big = self.big_at
        if (
            self.preflop
            and big is not None
            and others == [big]
            and self.own[big] < self.stakes.big_blind
        ):
            # When a short big blind is the last opponent, only what matches it.
            owed = self.own[big] - self.own[at]
        return ("call", min(owed, max(self.left[at], 0))) if owed > 0 else ("check", 0)

    def do(self, at: int, kind: str, added: int) -> None:
        """An action, whosever turn it is."""
        self.left[at] -= added
        self.own[at] += added
        self.total[at] += added
        if kind == "fold":
            self.folded.add(at)
        if kind in ("bet", "raise"):
            count = len(self.left)
            after = [other % count for other in range(at + 1, at + count)]
            self.pending = [other for other in after if self.acts(other)]
        elif at in self.pending:
            self.pending.remove(at)
        self.level = max(self.level, self.own[at])

    @property
    def unmatched(self) -> int:
        """The part of the highest bet that nobody matched."""
        top = sorted(self.total, reverse=True)
        return top[0] - top[1] if len(top) > 1 else 0

    @property
    def pot(self) -> int:
        """All chips put in, without the unmatched ones."""
        return sum(self.total) + self.dead - self.unmatched

    def won(self, finishing: Sequence[int]) -> list[int]:
        """Chips won by each player, from the stacks after the hand."""
        most = max(self.total)
        back = [self.unmatched if total == most else 0 for total in self.total]
        return [
            after - left - returned
            for after, left, returned in zip(finishing, self.left, back, strict=True)
        ]


def single_pot(
    walk: Walk,
    seats: Sequence[int],
    winnings: Sequence[int] | None,
    finishing: Sequence[int] | None,
) -> tuple[RecordedPot, ...]:
    """The one pot that winnings, or else the stacks after the hand, tell; none where they tell no winner.

    What was put in and is not won is rake.
    """
    won = winnings if winnings is not None else walk.won(finishing) if finishing is not None else []
    pot, paid = walk.pot, sum(won)
    if winnings is not None and pot and not paid:
        return (RecordedPot(pot, ()),)
    if not paid or min(won) < 0 or (winnings is None and paid > pot):
        return ()
    wins = sorted((seat, chips) for seat, chips in zip(seats, won, strict=True) if chips)
    return (RecordedPot(max(pot, paid), tuple(wins), max(pot - paid, 0)),)
