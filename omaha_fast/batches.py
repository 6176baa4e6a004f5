"""Many hands at once, for services: arrays in, arrays out.

Arrays of uint8 are read where they lie, read-only and strided ones too: numpy's and whatever else has the buffer
protocol (array.array, bytearray, memoryview), polars Series and Arrow arrays of fixed-size lists (or arrays), one chunk
and no nulls. Integers of any other type, and lists of lists of ints, are copied to uint8 once; a number that is no card
is an error that names it and its row, never another card.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ._core import Batch
from ._slices import check_threads, run_slices
from .arrays import card_rows, first_place, one_for_all, require_numpy
from .errors import shown
from .evaluation import STRONGEST, HandCategory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._core import CardsLike
    from .arrays import ArrayLike

__all__ = ["category_batch", "evaluate_batch", "evaluate_hilo_batch", "evaluate_low_batch"]

# Rows that are worth a thread of their own: a few tens of microseconds of work.
THREAD_ROWS = 16384
INTEGERS = f"expected integers, 0 to {STRONGEST[-1]}, and no nulls"


def evaluate_batch(
    holes: ArrayLike | CardsLike,
    boards: ArrayLike | CardsLike,
    out: ArrayLike | None = None,
    threads: int = 1,
    validate: bool = True,
) -> NDArray[np.uint16]:
    """High strength of many hands: evaluate of every row.

    holes: card numbers (n, 4), (n, 5) or (n, 6); or one hand for all boards, as an array (4|5|6,), a text or a mask.
    boards: card numbers (n, 3), (n, 4) or (n, 5), a board a row; or one board for all hands, likewise.
    Both are arrays of uint8, which are not copied, or of any other integers, or lists (tuples) of lists of ints, which
    are: once, to uint8.
    out: a writable uint16 array (n,) to fill and return, None for a new one. It may not overlap the input.
    threads: how many threads share the work; the result is the same for any number.
    validate: False skips the check of the cards. Rows that are no deal then give some number; nothing is read or
    written outside the arrays whatever they hold. Otherwise each row is copied once, and the copy is checked and
    ranked: whatever another thread writes meanwhile, a strength is that of a deal. out is filled after the last check.
    Returns uint16 (n,): 1 to 7462, greater is stronger. Raises CardError naming the first row with an unknown or
    repeated card (nothing has been written then), TypeError or ValueError for an array of another type or shape, and
    TypeError for one hand on one board, which is evaluate's.

    >>> import numpy as np, omaha_fast as of
    >>> holes = np.array([[51, 50, 47, 46], [34, 30, 26, 22]], np.uint8)
    >>> of.evaluate_batch(holes, "QsJsTs2d3c")
    array([7462, 5861], dtype=uint16)
    >>> of.evaluate_batch("AsAhKsKh", [[42, 38, 34, 1, 4], [41, 37, 33, 1, 4]])     # QhJhTh2d3c, QdJdTd2d3c
    array([7462, 5863], dtype=uint16)
    """
    holes, boards, shape = _inputs(holes, boards)
    high = _output(shape, out, "uint16")
    _run(holes, boards, high, None, threads, validate, out is not None)
    return high  # type: ignore[no-any-return]


def evaluate_low_batch(
    holes: ArrayLike | CardsLike,
    boards: ArrayLike | CardsLike,
    out: ArrayLike | None = None,
    threads: int = 1,
    validate: bool = True,
) -> NDArray[np.uint8]:
    """Low strength (eight or better) of many hands: evaluate_low of every row; arguments as evaluate_batch.

    out: a writable uint8 array (n,). Returns uint8 (n,): 1 to 56, greater is better, 0 for no qualifying low.

    >>> import numpy as np, omaha_fast as of
    >>> of.evaluate_low_batch(np.array([[51, 3, 47, 46]], np.uint8), "3s4s5s9hTd")
    array([56], dtype=uint8)
    """
    holes, boards, shape = _inputs(holes, boards)
    low = _output(shape, out, "uint8")
    _run(holes, boards, None, low, threads, validate, out is not None)
    return low  # type: ignore[no-any-return]


def evaluate_hilo_batch(
    holes: ArrayLike | CardsLike,
    boards: ArrayLike | CardsLike,
    out: tuple[ArrayLike, ArrayLike] | None = None,
    threads: int = 1,
    validate: bool = True,
) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """High and low strengths of many hands together: evaluate_hilo of every row; arguments as evaluate_batch.

    out: a pair of writable arrays, uint16 (n,) and uint8 (n,). Returns such a pair.

    >>> import numpy as np, omaha_fast as of
    >>> of.evaluate_hilo_batch(np.array([[51, 3, 47, 46]], np.uint8), "3s4s5s9hTd")
    (array([7453], dtype=uint16), array([56], dtype=uint8))
    """
    if out is not None and (not isinstance(out, tuple | list) or len(out) != 2):
        raise TypeError(f"out is {shown(out)}: expected a pair of arrays, uint16 and uint8")
    holes, boards, shape = _inputs(holes, boards)
    high = _output(shape, None if out is None else out[0], "uint16")
    low = _output(shape, None if out is None else out[1], "uint8")
    _run(holes, boards, high, low, threads, validate, out is not None)
    return high, low


def category_batch(strengths: ArrayLike) -> NDArray[np.uint8]:
    """The HandCategory of many high strengths, as evaluate_batch returns them.

    strengths: integers 0 to 7462, an array of any shape. Low strengths can't be told from the weakest highs, and would
    be categories of those. Returns uint8 of the same shape; 0 where the strength is 0, no hand.
    Raises ValueError outside 0 to 7462 and TypeError for nulls, with the first one and its index, and TypeError for
    whatever else is no integer.

    >>> import omaha_fast as of
    >>> [of.HandCategory(number).name for number in of.category_batch([7462, 5863, 1])]
    ['ROYAL_FLUSH', 'STRAIGHT', 'HIGH_CARD']
    """
    numpy = require_numpy("category_batch")
    try:
        given = numpy.asarray(strengths)
    except (TypeError, ValueError) as error:  # rows of different lengths
        raise TypeError(
            f"strengths {shown(strengths)} are no array ({error}): {INTEGERS}"
        ) from None
    if given.dtype.kind not in "iu" and given.size:
        _refuse_others(given)
    # Two passes that cost next to nothing: only a wrong strength is worth looking for.
    if given.size and (given.min() < 0 or given.max() > STRONGEST[-1]):
        first, place = first_place((given < 0) | (given > STRONGEST[-1]))
        raise ValueError(f"strength {given[first]}{place}: expected 0 to {STRONGEST[-1]}")
    found = _categories().take(given.astype(numpy.intp, copy=False), mode="clip")
    return found  # type: ignore[no-any-return]


def _refuse_others(given: NDArray[Any]) -> None:
    """Other libraries hand over a null as NaN or None among numbers: then that is what is wrong, and where."""
    numpy = require_numpy("category_batch")
    if given.dtype.kind == "O":
        ints = int | numpy.integer
        known = [isinstance(value, ints) and 0 <= value <= STRONGEST[-1] for value in given.flat]
        wrong = ~numpy.array(known).reshape(given.shape)
    else:
        wrong = given != given  # NaN
    found = ""
    if wrong.any():
        first, place = first_place(wrong)
        found = f", {shown(given.item(first))}{place}"
    raise TypeError(f"strengths have dtype {given.dtype}{found}: {INTEGERS}")


@cache
def _categories() -> NDArray[np.uint8]:
    """The category by strength, from 0, no hand, to 7462."""
    numpy = require_numpy("category_batch")
    kinds = [kind for kind in HandCategory if kind is not HandCategory.LOW]
    bounds = numpy.diff((-1, 0, *STRONGEST))
    return numpy.repeat(numpy.array((0, *kinds), numpy.uint8), bounds)  # type: ignore[no-any-return]


def _inputs(
    holes: ArrayLike | CardsLike, boards: ArrayLike | CardsLike
) -> tuple[ArrayLike, ArrayLike | CardsLike, tuple[int, ...]]:
    """Hands and boards as Batch takes them, and the shape of an output; one hand is a row that every board has."""
    holes, shape = card_rows(holes, "holes")
    boards, on = card_rows(boards, "boards")
    if len(shape) < 2:
        if len(on) < 2:
            raise TypeError(
                f"holes {shown(holes)} and one board: expected integers of shape (n, 4), (n, 5) or (n, 6), "
                "or many boards; of.evaluate ranks one hand on one board"
            )
        holes, shape = one_for_all(holes, "hole cards", (4, 5, 6), on[0]), on
    return holes, boards, shape[:1]


def _output(shape: tuple[int, ...], out: ArrayLike | None, kind: str) -> ArrayLike:
    """The array to fill: the caller's, or a new one."""
    return require_numpy("a batch function").empty(shape, kind) if out is None else out


def _run(
    holes: ArrayLike,
    boards: ArrayLike | CardsLike,
    high: object,
    low: object,
    threads: int,
    validate: bool,
    given: bool,
) -> None:
    """given: are high and low the caller's, who finds them as they were after a bad row?"""
    check_threads(threads)
    batch = Batch(holes, boards, high, low, checked=validate, held=validate and given)
    run_slices(batch.run, batch.rows, THREAD_ROWS, threads)
    batch.finish()
