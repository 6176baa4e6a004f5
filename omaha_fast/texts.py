"""Columns of texts, out of files and tables, to arrays of card numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

from ._core import TextColumn, arrow_columns
from .arrays import require_numpy
from .errors import CardError, kind, shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    # A list or tuple of str, an array of numpy's U or S, a Series of polars or pandas, an Arrow array.
    TextColumnLike: TypeAlias = Any

__all__ = ["parse_hands"]

COLUMN = "a list of texts, or a column of strings of numpy, polars, Arrow or pandas"


@overload
def parse_hands(
    column: TextColumnLike, cards: int | None = None, errors: Literal["raise"] = "raise"
) -> NDArray[np.uint8]: ...
@overload
def parse_hands(
    column: TextColumnLike, cards: int | None = None, *, errors: Literal["null"]
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]: ...
def parse_hands(
    column: TextColumnLike, cards: int | None = None, errors: str = "raise"
) -> NDArray[np.uint8] | tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """A column of texts as card numbers, a hand (or a board) a row: what the batch functions take.

    column: a list or tuple of str, a numpy array of str or bytes, a polars Series, an Arrow array (string,
    large_string, string_view, in chunks too), a pandas Series; whatever has Arrow's C interface is read where it is.
    Each text is read as parse_cards reads it: two letters a card, as in "AsKh", are the fast way, but blanks, "10h" and
    suit symbols work.
    cards: how many cards each text has, 1 to 52; None for as many as the first one.
    errors: "raise", or "null" for going on after texts that can't be read.
    Returns uint8 (n, cards); with errors="null" a pair of that and a bool array (n,), which is True for the rows that
    are null or can't be read. Their cards are 255, which no batch function takes for a card.
    Raises CardError naming the first row that is null or whose text is not that many different cards, with the text;
    TypeError for a row that is no text and for a column of anything else; ValueError where there is no row to count the
    cards of.

    >>> import omaha_fast as of
    >>> of.parse_hands(["AsAhKsKh", "Jd Ts 9s 8h"])
    array([[51, 50, 47, 46],
           [37, 35, 31, 26]], dtype=uint8)
    >>> hands, bad = of.parse_hands(["AsAhKsKh", "AsAhKsXx", None], errors="null")
    >>> bad.tolist(), of.evaluate_batch(hands[~bad], "QsJsTs2d3c").tolist()
    ([False, True, True], [7462])
    """
    numpy = require_numpy("parse_hands")
    if errors not in ("raise", "null"):
        raise ValueError(f"errors {shown(errors)}: expected 'raise' or 'null'")
    if cards is not None and (not isinstance(cards, int) or isinstance(cards, bool)):
        raise TypeError(f"cards {shown(cards)} is {kind(cards)}: expected an int or None")
    if cards is not None and not 1 <= cards <= 52:
        raise ValueError(f"cards {shown(cards)}: expected 1 to 52")
    tolerant = errors == "null"
    pieces = _pieces(column)
    width = _width(pieces, tolerant) if cards is None else cards
    rows = sum(map(len, pieces))
    hands = numpy.empty((rows, width), numpy.uint8)
    bad = numpy.zeros(rows, numpy.uint8)
    first = 0
    for piece in pieces:
        part = slice(first, first + len(piece))
        piece.read(hands[part], bad[part] if tolerant else None, first)
        first = part.stop
    return (hands, bad.view(bool)) if tolerant else hands


def _width(pieces: list[TextColumn], tolerant: bool) -> int:
    """How many cards the first text has, of those that can be read where others are tolerated."""
    first = 0
    for piece in pieces:
        for row in range(len(piece)):
            try:
                return piece.count(row, first)
            except (CardError, TypeError):
                if not tolerant:
                    raise
        first += len(piece)
    raise ValueError(
        "the column has no text to count the cards of: expected cards=, how many each text has"
    )


def _pieces(column: TextColumnLike) -> list[TextColumn]:
    numpy = require_numpy("parse_hands")
    if isinstance(column, list | tuple):
        return [TextColumn(tuple(column))]
    if type(column).__module__.partition(".")[0] == "pandas":
        dtype = getattr(column, "dtype", None)
        if getattr(dtype, "storage", "") == "pyarrow" or hasattr(dtype, "pyarrow_dtype"):
            column = column.array.__arrow_array__()
        else:
            column = numpy.asarray(column)
    if isinstance(column, numpy.ndarray):
        return [_of_numpy(column)]
    if hasattr(column, "__arrow_c_stream__") or hasattr(column, "__arrow_c_array__"):
        return arrow_columns(column)
    if isinstance(column, str):
        raise TypeError(
            f"column {shown(column)} is one text: expected {COLUMN}; of.parse_cards reads one"
        )
    raise TypeError(f"column {shown(column)} is {kind(column)}: expected {COLUMN}")


def _of_numpy(column: NDArray[Any]) -> TextColumn:
    numpy = require_numpy("parse_hands")
    if column.ndim != 1:
        raise ValueError(f"column has shape {column.shape}: expected one axis, a text a row")
    if column.dtype.kind in "OT" or isinstance(column, numpy.ma.MaskedArray):
        return TextColumn(tuple(column.tolist()))
    if column.dtype.kind not in "SU":
        raise TypeError(f"column has dtype {column.dtype}: expected {COLUMN}")
    item = numpy.uint8 if column.dtype.kind == "S" else numpy.uint32
    if not column.dtype.itemsize:  # nothing but empty texts
        column = column.astype(f"{column.dtype.kind}1")
    column = numpy.require(column, column.dtype.newbyteorder("="), ["C", "A"])
    characters = column.dtype.itemsize // item().itemsize
    return TextColumn(column.view(item).reshape(len(column), characters))
