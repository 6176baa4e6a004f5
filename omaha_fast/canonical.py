"""Hands and boards up to suits.

Two hands that differ by a relabelling of the suits only are worth the same before the flop. Such a class has a
canonical member and a number. The canonical member holds its fullest suit in spades, the next in hearts, diamonds and
clubs; among suits with equally many cards the one with the colexicographically higher rank set comes first.

The numbers 0..16431 (four cards), 0..134458 (five), 0..962987 (six) order the classes by

1. shape, the numbers of cards in the four suits: 4, 3-1, 2-2, 2-1-1, 1-1-1-1 for four cards, and in the same
   descending order for five and six;
2. within a shape, run by run of suits with equally many cards, fullest first: the colexicographic number of the run's
   rank sets as a multiset, where a rank set counts as its own colexicographic number (2 = 0 .. A = 12).

So 0 is 2-3-4-5 of one suit and 16431 is four aces. The numbers are part of the interface.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._callable import make_callable
from ._core import canonical_rows, canonical_set, class_cards, class_rows, hole_index, index_rows
from .arrays import card_rows, require_numpy
from .cards import CardSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike as NumpyArrayLike
    from numpy.typing import NDArray

    from ._core import CardsLike
    from .arrays import ArrayLike

__all__ = [
    "canonical",
    "canonical_batch",
    "hole_from_index",
    "hole_from_index_batch",
    "hole_index",
    "hole_index_batch",
]


def canonical(cards: CardsLike) -> CardSet:
    """The canonical member of the class of one to seven cards up to a relabelling of the suits.

    >>> import omaha_fast as of
    >>> of.canonical("AhAdKdKh")
    CardSet('AsAhKsKh')
    """
    return CardSet(canonical_set(cards))


def hole_from_index(index: int, cards: int = 4) -> CardSet:
    """The canonical hand of a class: the inverse of hole_index. Raises ValueError outside the classes.

    >>> import omaha_fast as of
    >>> of.hole_from_index(16431)
    CardSet('AsAhAdAc')
    """
    return CardSet(class_cards(index, cards))


def canonical_batch(holes: ArrayLike) -> NDArray[np.uint8]:
    """canonical of every row: card numbers (n, 4|5|6) -> uint8 of that shape, each row from the highest card down.

    holes: as evaluate_batch takes them; other integers than uint8, and lists, are copied once.
    Raises CardError naming the first row with an unknown or repeated card.

    >>> import numpy as np, omaha_fast as of
    >>> of.canonical_batch(np.array([[50, 49, 45, 46]], np.uint8)).tolist()     # AhAdKdKh
    [[51, 50, 47, 46]]
    """
    numpy = require_numpy("canonical_batch")
    holes, shape = card_rows(holes, "holes")
    out = numpy.empty(shape, numpy.uint8)
    canonical_rows(holes, out)
    return out  # type: ignore[no-any-return]


def hole_index_batch(holes: ArrayLike) -> NDArray[np.uint32]:
    """hole_index of every row: card numbers (n, 4|5|6) -> uint32 (n,); holes as canonical_batch takes them.

    Raises CardError naming the first row with an unknown or repeated card.

    >>> import numpy as np, omaha_fast as of
    >>> of.hole_index_batch(np.array([[51, 50, 49, 48], [0, 4, 8, 12]], np.uint8)).tolist()
    [16431, 0]
    """
    numpy = require_numpy("hole_index_batch")
    holes, shape = card_rows(holes, "holes")
    out = numpy.empty(shape[:1], numpy.uint32)
    index_rows(holes, out)
    return out  # type: ignore[no-any-return]


def hole_from_index_batch(indices: NumpyArrayLike, cards: int = 4) -> NDArray[np.uint8]:
    """hole_from_index of every element: integers (n,) -> uint8 (n, cards), each row from the highest card down.

    Raises ValueError naming the first element outside the classes.

    >>> import omaha_fast as of
    >>> of.hole_from_index_batch([16431, 0]).tolist()
    [[51, 50, 49, 48], [15, 11, 7, 3]]
    """
    numpy = require_numpy("hole_from_index_batch")
    given = numpy.asarray(indices)
    if given.ndim != 1 or (given.dtype.kind not in "iu" and given.size):
        raise TypeError(
            f"indices have dtype {given.dtype} and shape {given.shape}: expected integers (n,)"
        )
    if given.dtype == numpy.uint64 and given.size and given.max() > numpy.iinfo(numpy.int64).max:
        raise ValueError(f"index {given.max()}: expected the number of a class")
    class_cards(0, cards)  # refuses a wrong number of cards
    out = numpy.empty((len(given), cards), numpy.uint8)
    class_rows(given.astype(numpy.int64), out)
    return out  # type: ignore[no-any-return]


make_callable(__name__)
