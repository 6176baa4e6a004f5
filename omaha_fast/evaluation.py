"""What a hand is worth: its strength, its category, the five cards that play, and its name in words."""

from __future__ import annotations

from bisect import bisect_left
from enum import IntEnum

from ._core import choose_cards, evaluate, evaluate_hilo, evaluate_low
from .cards import ALL_CARDS, RANKS, Card

TYPE_CHECKING = False  # see cards.py
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._core import CardsLike

__all__ = [
    "HandCategory",
    "MadeHand",
    "best_hand",
    "best_low_hand",
    "evaluate",
    "evaluate_hilo",
    "evaluate_low",
]


class HandCategory(IntEnum):
    """The kinds of hands, weakest first; LOW, an eight-or-better low, stands outside that order.

    >>> import omaha_fast as of
    >>> of.HandCategory.FLUSH > of.HandCategory.STRAIGHT
    True
    >>> f"{of.HandCategory.FLUSH} is {of.HandCategory.FLUSH:d}"
    'flush is 6'
    """

    HIGH_CARD = 1
    PAIR = 2
    TWO_PAIR = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    ROYAL_FLUSH = 10
    LOW = 11

    @property
    def label(self) -> str:
        """The name in lower case: 'three of a kind'."""
        return self.name.lower().replace("_", " ")

    def __str__(self) -> str:
        return self.label

    def __format__(self, spec: str) -> str:
        # As Card: an integer format stays what it is for ints; anything else formats the name.
        number = spec[-1:] in tuple("bcdoxXneEfFgG%")
        return int.__format__(self, spec) if number else format(self.label, spec)


# The strongest hand of each category, high card first: the classes of each category, added up.
STRONGEST = (1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7461, 7462)
CATEGORIES = tuple(HandCategory)
SINGULAR = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
ACE = 12
WHEEL = [ACE, 3, 2, 1, 0]


def category_of(strength: int) -> HandCategory:
    """The category of a high strength from 1 to 7462.

    >>> category_of(7462)
    <HandCategory.ROYAL_FLUSH: 10>
    """
    if not 1 <= strength <= STRONGEST[-1]:
        raise ValueError(f"strength {strength!r}: expected 1 to {STRONGEST[-1]}")
    return CATEGORIES[bisect_left(STRONGEST, strength)]


def _plural(rank: int) -> str:
    return SINGULAR[rank] + ("es" if SINGULAR[rank] == "six" else "s")


class MadeHand:
    """The best hand that hole cards make with a board: which five cards play, and how strong they are.

    strength: as evaluate or evaluate_low give it.   category: a HandCategory.
    cards: the five cards in the order they count (trips before kickers, a wheel from the five down to the ace).
    hole, board: the two of them from the hand, the three from the board.
    Hands compare by strength: == is a tie. A high and a low hand are never equal, and ordering them is a TypeError.

    >>> import omaha_fast as of
    >>> hand = of.best_hand("3s3h9d9c", "7s7d7h7c3d")
    >>> hand
    MadeHand('7s7h7d9d9c', full house, sevens full of nines)
    >>> hand.hole, hand == of.best_hand("9h9sKdQc", "7s7d7h7c3d")
    ((Card('9d'), Card('9c')), True)
    """

    __slots__ = ("board", "category", "hole", "strength")

    strength: int
    category: HandCategory
    hole: tuple[Card, ...]
    board: tuple[Card, ...]

    def __init__(
        self,
        strength: int,
        category: HandCategory,
        hole: tuple[Card, ...],
        board: tuple[Card, ...],
    ) -> None:
        put = object.__setattr__
        put(self, "strength", strength)
        put(self, "category", category)
        put(self, "hole", hole)
        put(self, "board", board)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The five cards in the order they count."""
        low = self.category is HandCategory.LOW
        return tuple(order_of_play(self.hole + self.board, low=low))  # type: ignore[arg-type]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a MadeHand does not change: {name} can't be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a MadeHand does not change: {name} can't be deleted")

    def describe(self) -> str:
        """The hand in words: 'two pair, queens and nines, T'; '8-6-4-2-A low'."""
        ranks = [card >> 2 for card in self.cards]
        first = ranks[0]
        last = ranks[4]

        def kickers(start: int) -> str:
            return " ".join(RANKS[rank] for rank in ranks[start:])

        match self.category:
            case HandCategory.LOW:
                return "-".join(RANKS[rank] for rank in ranks) + " low"
            case HandCategory.ROYAL_FLUSH:
                return "royal flush"
            case HandCategory.STRAIGHT | HandCategory.STRAIGHT_FLUSH:
                detail = f"{SINGULAR[first]} high"
            case HandCategory.FOUR_OF_A_KIND:
                detail = f"{_plural(first)}, {RANKS[last]}"
            case HandCategory.FULL_HOUSE:
                detail = f"{_plural(first)} full of {_plural(last)}"
            case HandCategory.THREE_OF_A_KIND:
                detail = f"{_plural(first)}, {kickers(3)}"
            case HandCategory.TWO_PAIR:
                detail = f"{_plural(first)} and {_plural(ranks[2])}, {RANKS[last]}"
            case HandCategory.PAIR:
                return f"pair of {_plural(first)}, {kickers(2)}"
            case _:
                detail = kickers(0)
        return f"{self.category.label}, {detail}"

    def _other(self, other: object) -> MadeHand | None:
        """The other hand where the two can be ordered, None where it is no hand at all."""
        if not isinstance(other, MadeHand):
            return None
        if (self.category is HandCategory.LOW) != (other.category is HandCategory.LOW):
            raise TypeError(f"{self!r} and {other!r}: a high hand and a low hand have no order")
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MadeHand):
            return NotImplemented
        return self.strength == other.strength and (self.category is HandCategory.LOW) == (
            other.category is HandCategory.LOW
        )

    def __hash__(self) -> int:
        return hash((self.strength, self.category is HandCategory.LOW))

    def __lt__(self, other: object) -> bool:
        hand = self._other(other)
        return NotImplemented if hand is None else self.strength < hand.strength

    def __le__(self, other: object) -> bool:
        hand = self._other(other)
        return NotImplemented if hand is None else self.strength <= hand.strength

    def __gt__(self, other: object) -> bool:
        hand = self._other(other)
        return NotImplemented if hand is None else self.strength > hand.strength

    def __ge__(self, other: object) -> bool:
        hand = self._other(other)
        return NotImplemented if hand is None else self.strength >= hand.strength

    def __reduce__(self) -> tuple[type[MadeHand], tuple[object, ...]]:
        return type(self), (self.strength, self.category, self.hole, self.board)

    def __str__(self) -> str:
        return self.describe()

    def __repr__(self) -> str:
        return f"MadeHand({''.join(map(str, self.cards))!r}, {self.describe()})"


def order_of_play(cards: Sequence[int], *, low: bool = False) -> list[int]:
    """Five cards as they count: the most frequent rank first, then the higher; an ace that plays low comes last."""
    ranks = [card >> 2 for card in cards]
    ordered = sorted(cards, key=lambda card: ranks.count(card >> 2) << 6 | card, reverse=True)
    if (low or [card >> 2 for card in ordered] == WHEEL) and ordered[0] >> 2 == ACE:
        ordered.append(ordered.pop(0))
    return ordered


def made_hand(
    strength: int, hole: tuple[int, ...], board: tuple[int, ...], *, low: bool
) -> MadeHand:
    """The hand that choose_cards found."""
    category = HandCategory.LOW if low else category_of(strength)
    of_hole = tuple([ALL_CARDS[card] for card in hole])
    return MadeHand(strength, category, of_hole, tuple([ALL_CARDS[card] for card in board]))


def best_hand(hole: CardsLike, board: CardsLike) -> MadeHand:
    """The best high hand; arguments and errors as evaluate.

    Where several choices of cards are equally strong, the one with the earliest hole cards, then the earliest board
    cards, in the order given.

    >>> import omaha_fast as of
    >>> of.best_hand("2h4cJd9d", "KsKdKhQsQd").describe()
    'three of a kind, kings, J 9'
    """
    return made_hand(*choose_cards(hole, board, False), low=False)


def best_low_hand(hole: CardsLike, board: CardsLike) -> MadeHand | None:
    """The best eight-or-better low, None where no low qualifies; arguments and errors as evaluate.

    >>> import omaha_fast as of
    >>> of.best_low_hand("AcAdKs2h", "AhKd4c8c6d").describe()
    '8-6-4-2-A low'
    """
    strength, two, three = choose_cards(hole, board, True)
    return made_hand(strength, two, three, low=True) if strength else None
