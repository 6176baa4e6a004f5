"""Cards and strengths in the terms of phevaluator, treys, eval7 and pokerkit, and back.

>>> import omaha_fast as of
>>> of.interop.to_phevaluator(of.evaluate("AsAhKsKh", "QsJsTs2d3c"))
1

Only cards_to_eval7 needs the other library installed: it makes Card objects of eval7's.

| library     | a card is                                                      | a high hand is                      |
| ----------- | -------------------------------------------------------------- | ----------------------------------- |
| phevaluator | 4 * rank + suit, as here                                       | 7463 - strength: 1 is a royal flush |
| treys       | 32 bits: rank bit, suit bit, rank and prime                    | 7463 - strength: 1 is a royal flush |
| eval7       | a Card whose mask has bit 13 * suit + rank                     | an int of its own, greater stronger |
| pokerkit    | a Card of a rank and a suit, text wherever it takes cards      | an object, greater stronger         |

Here ranks 2..A are 0..12 and suits c, d, h, s are 0..3. Strengths are not converted for eval7 and pokerkit, whose
values of a hand are their own; convert the cards.

What goes there may be anything that omaha_fast.parse_cards reads. What comes back may be a text, as all four write a
card "As", or an iterable of their cards, one card an item; a lone int is refused, since it would be a mask here and a
card there. Both ways keep the order, and raise CardError for an unknown or repeated card and TypeError for a value of
the wrong type.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from operator import attrgetter, index
from typing import TYPE_CHECKING, Any, NamedTuple

from .arrays import first_place
from .cards import RANKS, SUITS, Card, parse_card, parse_cards
from .errors import CardError, shown

if TYPE_CHECKING:
    from typing import TypeVar

    import numpy as np
    from numpy.typing import NDArray

    from ._core import CardsLike

    Strengths = TypeVar(
        "Strengths", int, np.integer[Any], NDArray[np.uint16], NDArray[np.integer[Any]]
    )

__all__ = [
    "cards_from_eval7",
    "cards_from_phevaluator",
    "cards_from_pokerkit",
    "cards_from_treys",
    "cards_to_eval7",
    "cards_to_phevaluator",
    "cards_to_pokerkit",
    "cards_to_treys",
    "from_phevaluator",
    "from_treys",
    "to_phevaluator",
    "to_treys",
]

# ------------------------------------------------------------------------------------------ strengths

ROYAL_FLUSH = 7462  # the strongest of the classes of five cards, and their number


def _mirrored(value: Any, name: str, expected: str) -> Any:
    """7463 - value. Both scales number the same 7462 classes, from opposite ends, so one rule serves both ways."""
    numpy = sys.modules.get("numpy")  # whoever holds an array has imported it
    if numpy is None or not isinstance(value, numpy.ndarray | numpy.generic):
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            kind = type(value).__name__
            raise TypeError(
                f"{name} {shown(value)} is a {kind}: expected an int or a numpy array of ints"
            )
        number = index(value)
        if not 1 <= number <= ROYAL_FLUSH:
            raise ValueError(f"{name} {shown(number)}: expected {expected}")
        return ROYAL_FLUSH + 1 - number
    if value.dtype.kind not in "iu":
        raise TypeError(f"{name} has dtype {value.dtype}: expected an int or a numpy array of ints")
    wrong = (value < 1) | (value > ROYAL_FLUSH)
    if wrong.any():
        first, place = first_place(wrong)
        raise ValueError(f"{name} {value[first]}{place}: expected {expected}")
    # Of one unsigned type that holds 7463, whatever came: 7463 - uint8 would be an error or a wrong number.
    return numpy.uint16(ROYAL_FLUSH + 1) - value.astype(numpy.uint16)


def _to_rank(strength: Strengths) -> Strengths:
    expected = "1 (7-5-4-3-2) to 7462 (royal flush), 0 being no hand at all"
    return _mirrored(strength, "strength", expected)  # type: ignore[no-any-return]


def _to_strength(rank: Strengths, library: str) -> Strengths:
    expected = "1 (royal flush) to 7462 (7-5-4-3-2)"
    return _mirrored(rank, f"{library} rank", expected)  # type: ignore[no-any-return]


def to_phevaluator(strength: Strengths) -> Strengths:
    """The rank that phevaluator's evaluate_cards and evaluate_omaha_cards give a hand of this high strength: 7463 - it.

    strength: an int, or a numpy array of any integer type and shape, which gives a uint16 array of that shape (a numpy
    integer gives a uint16).
    Raises ValueError outside 1..7462, with the place in an array. That refuses 0, no hand, for which phevaluator has no
    rank. Lows have none either: their strengths 1..56 can't be told from the weakest highs, so don't convert them.
    Source: phevaluator's README, a rank is 1 (strongest) to 7462 (weakest).

    >>> from omaha_fast import interop
    >>> interop.to_phevaluator(7462), interop.to_phevaluator(1)
    (1, 7462)
    """
    return _to_rank(strength)


def from_phevaluator(rank: Strengths) -> Strengths:
    """The strength of a hand that phevaluator ranks so: the inverse of to_phevaluator, with the same types and errors.

    >>> from omaha_fast import interop
    >>> interop.from_phevaluator(1)
    7462
    """
    return _to_strength(rank, "phevaluator")


def to_treys(strength: Strengths) -> Strengths:
    """The rank that treys' Evaluator.evaluate gives a hand of this high strength: 7463 - it.

    The scale is phevaluator's, and so are types and errors. Source: treys/lookup.py, after Kevin Suffecool's evaluator,
    http://suffe.cool/poker/evaluator.html.

    >>> from omaha_fast import interop
    >>> interop.to_treys(7462), interop.to_treys(1)
    (1, 7462)
    """
    return _to_rank(strength)


def from_treys(rank: Strengths) -> Strengths:
    """The strength of a hand that treys ranks so: the inverse of to_treys, with the same types and errors.

    >>> from omaha_fast import interop
    >>> interop.from_treys(1)
    7462
    """
    return _to_strength(rank, "treys")


# ---------------------------------------------------------------------------------------------- cards

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)


def _treys(rank: int, suit: int) -> int:
    """| xxxbbbbb bbbbbbbb cdhsrrrr xxpppppp |: b and cdhs have one bit set, r is the rank, p is the rank's prime."""
    return 1 << rank + 16 | 8 >> suit << 12 | rank << 8 | PRIMES[rank]


class _Format(NamedTuple):
    """What stands for a card in a library, and how to read that off an object of its Card class."""

    library: str
    values: tuple[int | str, ...]  # by card number
    value_of: Callable[[Any], object]
    expected: str


def _every(value: Callable[[int, int], int | str]) -> tuple[int | str, ...]:
    return tuple(value(rank, suit) for rank in range(13) for suit in range(4))


_PHEVALUATOR = _Format(
    "phevaluator",
    _every(lambda rank, suit: 4 * rank + suit),
    attrgetter("id_"),
    "an id from 0 (2c) to 51 (As), a phevaluator.Card",
)
_TREYS = _Format("treys", _every(_treys), index, "an int as treys.Card.new makes it")
_EVAL7 = _Format(
    "eval7",
    _every(lambda rank, suit: 1 << 13 * suit + rank),
    attrgetter("mask"),
    "an eval7.Card, its mask",
)
_POKERKIT = _Format(
    "pokerkit",
    _every(lambda rank, suit: RANKS[rank] + SUITS[suit]),
    lambda card: card.rank + card.suit,
    "a known pokerkit.Card",
)


def _to(form: _Format, cards: CardsLike) -> list[Any]:
    return [form.values[card] for card in parse_cards(cards)]


def _from(form: _Format, cards: str | Iterable[Any]) -> tuple[Card, ...]:
    if isinstance(cards, str):
        return parse_cards(cards.replace(",", " "))  # pokerkit writes "As, Kh", too
    try:
        items = iter(cards)
    except TypeError:
        raise TypeError(
            f"cards {shown(cards)}: a {type(cards).__name__}, "
            f"expected a text or a sequence of {form.library} cards"
        ) from None
    return parse_cards([_one(form, item) for item in items])


def _one(form: _Format, item: Any) -> Card:
    if isinstance(item, str):
        return parse_card(item)
    expected = f"expected {form.expected} or a text such as 'As'"
    try:
        if isinstance(item, bool):
            raise TypeError
        value = index(item) if hasattr(item, "__index__") else form.value_of(item)
    except (AttributeError, TypeError):
        kind = type(item).__name__
        raise TypeError(f"{shown(item)} is a {kind}, no {form.library} card: {expected}") from None
    if value not in form.values:
        raise CardError(f"unknown {form.library} card {shown(item)}: {expected}", item)
    return Card(form.values.index(value))


def cards_to_phevaluator(cards: CardsLike) -> list[int]:
    """Ids for phevaluator's functions, which take them as arguments: evaluate_omaha_cards(*board, *hole).

    A phevaluator id is 4 * rank + suit, the card number. Source: phevaluator/card.py.

    >>> from omaha_fast import interop
    >>> interop.cards_to_phevaluator("AsKh2c")
    [51, 46, 0]
    """
    return _to(_PHEVALUATOR, cards)


def cards_from_phevaluator(cards: str | Iterable[Any]) -> tuple[Card, ...]:
    """The cards of phevaluator ids, Card objects or texts.

    >>> from omaha_fast import interop
    >>> interop.cards_from_phevaluator([51, 46, "2C"])
    (Card('As'), Card('Kh'), Card('2c'))
    """
    return _from(_PHEVALUATOR, cards)


def cards_to_treys(cards: CardsLike) -> list[int]:
    """Cards as treys' Card.new makes them, in the list that its Evaluator.evaluate takes.

    Such a card has its rank's bit in bits 16 to 28, one of bits 12 (spades) to 15 (clubs), its rank, 0 to 12, in bits 8
    to 11 and the rank's prime, 2 to 41, below. Source: treys/card.py, after http://suffe.cool/poker/evaluator.html.

    >>> from omaha_fast import interop
    >>> [hex(card) for card in interop.cards_to_treys("As2c")]
    ['0x10001c29', '0x18002']
    """
    return _to(_TREYS, cards)


def cards_from_treys(cards: str | Iterable[Any]) -> tuple[Card, ...]:
    """The cards of treys' ints.

    >>> from omaha_fast import interop
    >>> interop.cards_from_treys([0x10001C29, 0x18002])
    (Card('As'), Card('2c'))
    """
    return _from(_TREYS, cards)


def cards_to_eval7(cards: CardsLike) -> list[Any]:
    """New eval7.Card objects, all that eval7's functions take. Raises ImportError where eval7 is not installed.

    Source: eval7/cards.pyx.

    >>> from omaha_fast import interop
    >>> interop.cards_to_eval7("As2c")                      # doctest: +SKIP
    [Card("As"), Card("2c")]
    """
    names = map(str, parse_cards(cards))
    try:
        make = import_module("eval7").Card
    except ImportError:
        raise ImportError("cards_to_eval7 needs eval7: pip install eval7") from None
    # Made anew every time: the mask of an eval7.Card can be written to.
    return [make(name) for name in names]


def cards_from_eval7(cards: str | Iterable[Any]) -> tuple[Card, ...]:
    """The cards of eval7.Card objects, or of their masks: a card's mask has one bit set, 13 * suit + rank.

    >>> from omaha_fast import interop
    >>> interop.cards_from_eval7([1 << 51, 1 << 0])
    (Card('As'), Card('2c'))
    """
    return _from(_EVAL7, cards)


def cards_to_pokerkit(cards: CardsLike) -> str:
    """The cards as one text, which pokerkit takes wherever it takes cards, in betting, dealing and hands.

    Source: Card.parse and CardsLike in pokerkit/utilities.py.

    >>> from omaha_fast import interop
    >>> interop.cards_to_pokerkit([51, "10h", 0])
    'AsTh2c'
    """
    return "".join(_to(_POKERKIT, cards))


def cards_from_pokerkit(cards: str | Iterable[Any]) -> tuple[Card, ...]:
    """The cards of a text of pokerkit's or of its Card objects. Its unknown card, ??, is a CardError.

    >>> from omaha_fast import interop
    >>> interop.cards_from_pokerkit("As, Th")
    (Card('As'), Card('Th'))
    """
    return _from(_POKERKIT, cards)
