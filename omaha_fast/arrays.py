"""Arrays of other libraries: where their numbers lie in memory, without a copy; and card numbers out of lists and
other integers, copied once."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from ._core import card_numbers
from .errors import CardError, cards_in_words, kind, shown, shown_cards

if TYPE_CHECKING:
    from types import ModuleType

    from ._core import CardsLike

    # numpy, polars, Arrow, array.array, memoryview: whatever exposes its memory.
    ArrayLike: TypeAlias = Any

__all__ = ["as_buffer", "card_rows", "first_place", "one_for_all", "require_numpy"]

POLARS = "a polars Series of fixed-size arrays of integers, one chunk, no nulls"
ARROW = "an Arrow array of fixed-size lists of integers, one chunk, no nulls"
LAST_CARD = 51
CARD_NUMBERS = "card numbers from 0 (2c) to 51 (As)"
PARSED = "as omaha_fast.parse_hands makes of a column of texts"
ONE_CHUNK = "they would have to be copied, expected one"


def require_numpy(name: str) -> ModuleType:
    """numpy, which only the functions on arrays need, or an ImportError that says how to install it."""
    try:
        import numpy
    except ImportError:
        raise ImportError(f"{name} needs numpy: pip install numpy") from None
    return numpy


def as_buffer(source: ArrayLike, name: str) -> ArrayLike:
    """The same numbers as something with the buffer protocol, never copied; what is no array of theirs comes back.

    polars: a Series of dtype Array(UInt8, width), or of other integers.   Arrow (pyarrow): a FixedSizeListArray or
    FixedShapeTensorArray of integers, or a ChunkedArray of one such chunk.
    Raises TypeError for one that holds anything else, ValueError for one with nulls or of several chunks, which can't
    be seen without a copy.
    """
    library = type(source).__module__.partition(".")[0]
    if library == "polars":
        return _polars(source, name)
    if library == "pyarrow":
        return _arrow(source, name)
    return source


def card_rows(source: ArrayLike, name: str, axes: int = 2) -> tuple[ArrayLike, tuple[int, ...]]:
    """Rows of card numbers as a buffer of uint8 with `axes` axes, and its shape: the same memory, or a copy.

    source: whatever as_buffer takes, integers of any size and byte order; arrays of other libraries that numpy can
    read; lists (or tuples) of lists of ints. Anything else is returned as it is, with the shape () where it has none: a
    hand by itself, say, or what the core has a complaint about.
    Raises CardError naming the first number that is no card with its row where one is outside of uint8 (others are
    left to the core), ValueError for lists of different lengths, TypeError for lists that hold other things.
    """
    if isinstance(source, str):
        return source, ()
    view = _view(source)
    if view is not None and view.format == "B":
        return source, view.shape or ()
    source = as_buffer(source, name)
    if isinstance(source, list | tuple):
        source = _of_lists(source, name, axes)
    elif view is not None or hasattr(type(source), "__array__"):
        numpy = require_numpy("a batch function")
        given = numpy.asarray(source)
        if given.dtype.kind in "OSTU" and given.size:
            _refuse_text(given.flat[0], name)
        if given.dtype.kind in "iu":
            # One hand or one board is read number by number.
            copied = given.ndim == axes and given.dtype != numpy.uint8
            source = _as_uint8(given, name) if copied else given
    view = _view(source)
    return source, () if view is None else view.shape or ()


def one_for_all(source: CardsLike, name: str, sizes: tuple[int, ...], rows: int) -> ArrayLike:
    """One hand or one board repeated as a number of equal rows, without copying.

    sizes: how many cards it may hold. Raises CardError, or TypeError for what is no cards.
    """
    numpy = require_numpy("a batch function")
    cards = card_numbers(source, name)
    if len(cards) not in sizes:
        expected = f"{', '.join(map(str, sizes[:-1]))} or {sizes[-1]}"
        raise CardError(
            f"{name} {shown_cards(source)}: {cards_in_words(len(cards))}, expected {expected}",
            source,
        )
    return numpy.broadcast_to(numpy.array(cards, numpy.uint8), (rows, len(cards)))


def first_place(wrong: Any) -> tuple[tuple[int, ...], str]:
    """Where the first True of a numpy array is: its index, and how a message names that.

    >>> import numpy as np
    >>> first_place(np.array([False, True])), first_place(np.array([[False, True]]))
    (((1,), ' at index 1'), ((0, 1), ' at index (0, 1)'))
    """
    numpy = require_numpy("an array")
    first = tuple(int(axis) for axis in numpy.unravel_index(int(wrong.argmax()), wrong.shape))
    return first, f" at index {first[0] if len(first) == 1 else first}" if first else ""


def _view(source: object) -> memoryview | None:
    """Its memory, None for what shows none."""
    try:
        return memoryview(source)  # type: ignore[arg-type]
    except (TypeError, ValueError, BufferError):
        return None


def _as_uint8(given: Any, name: str) -> ArrayLike:
    """Integers of another type as uint8, none of them wrapped."""
    numpy = require_numpy("a batch function")
    cards = given.astype(numpy.uint8)
    if (cards != given).any():
        first, _ = first_place((given < 0) | (given > LAST_CARD))
        raise _unknown(given[first], name, first[:-1])
    return cards


def _of_lists(given: list[Any] | tuple[Any, ...], name: str, axes: int) -> ArrayLike:
    """Lists of lists of ints as an array; a list of anything else comes back."""
    numpy = require_numpy("a batch function")
    if not given:
        return numpy.empty((0, 2, 4)[:: 1 if axes == 3 else 2], numpy.uint8)
    if not _is_list(given[0]):
        _refuse_text(given[0], name)
        return given  # one hand or one board
    items, shape = given, [len(given)]
    for _ in range(axes - 1):
        shape.append(_width(items, name, shape))
        items = list(chain.from_iterable(items))
    strange = {
        found
        for found in {*map(type, items)}
        if found is bool or not issubclass(found, int | numpy.integer)
    }
    if strange:
        place = next(place for place, item in enumerate(items) if type(item) in strange)
        where = _where(name, _index(place, shape)[:-1])
        raise TypeError(
            f"{shown(items[place])} {where} is {kind(items[place])}: expected {CARD_NUMBERS}"
        )
    try:
        return numpy.frombuffer(bytes(items), numpy.uint8).reshape(shape)
    except (ValueError, OverflowError):
        place = next(place for place, card in enumerate(items) if not 0 <= card <= LAST_CARD)
        raise _unknown(items[place], name, _index(place, shape)[:-1]) from None


def _refuse_text(item: object, name: str) -> None:
    """Raise TypeError for the first item of a column of texts: one of six letters or more, which is no single card."""
    if isinstance(item, str | bytes) and sum(map(len, item.split())) >= 6:
        raise TypeError(
            f"{name} is a column of texts such as {shown(item)}: expected {CARD_NUMBERS}, {PARSED}"
        )


def _width(lists: Sequence[Any], name: str, shape: list[int]) -> int:
    """How many items each of the lists holds."""
    if not lists:
        return 0
    if {*map(type, lists)} <= {list, tuple} and len({*map(len, lists)}) == 1:
        return len(lists[0])
    for place, one in enumerate(lists):
        if not _is_list(one):
            where = _where(name, _index(place, shape))
            raise TypeError(f"{shown(one)} {where} is {kind(one)}: expected a list of card numbers")
        if len(one) != len(lists[0]):
            where = _where(name, _index(place, shape))
            raise ValueError(f"{len(one)} items {where}: expected {len(lists[0])}, as in the first")
    return len(lists[0])


def _is_list(part: object) -> bool:
    """Does it hold items: a list, a tuple, or a row of an array?"""
    return isinstance(part, list | tuple) or getattr(part, "ndim", 0) > 0


def _index(place: int, shape: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(int, require_numpy("a batch function").unravel_index(place, shape)))


def _where(name: str, row: tuple[int, ...]) -> str:
    """How the core names a row, or a hand of a matchup."""
    return f"in row {row[0]} of {name}" if len(row) == 1 else f"of hand {row[1]} in row {row[0]}"


def _unknown(card: object, name: str, row: tuple[int, ...]) -> CardError:
    return CardError(
        f"unknown card {card} {_where(name, row)}: expected {CARD_NUMBERS}", card, row[0]
    )


def _polars(series: Any, name: str) -> ArrayLike:
    polars = import_module("polars")
    if not isinstance(series, polars.Series):
        kind = type(series).__name__
        raise TypeError(f"{name} is a polars {kind}: expected {POLARS}")
    try:
        return series.to_numpy(allow_copy=False)
    except (RuntimeError, TypeError, ValueError):
        pass
    given = f"{name}, a polars Series of {shown(str(series.dtype))},"
    item = series.dtype
    while isinstance(item, polars.Array):
        item = item.inner
    if not item.is_integer():
        parsed = f", {PARSED}" * (item == polars.String)
        raise TypeError(f"{given} holds something else: expected {POLARS}{parsed}")
    if (chunks := series.n_chunks()) != 1:
        raise ValueError(f"{given} has {chunks} chunks: {ONE_CHUNK}, as .rechunk() makes")
    reason = "has nulls" if series.reshape((-1,)).null_count() else "would have to be copied"
    raise ValueError(f"{given} {reason}: expected {POLARS}")


def _arrow(array: Any, name: str) -> ArrayLike:
    arrow = import_module("pyarrow")
    if not isinstance(array, arrow.Array | arrow.ChunkedArray):
        try:
            memoryview(array)
        except TypeError:
            kind = type(array).__name__
            raise TypeError(f"{name} is a pyarrow {kind}: expected {ARROW}") from None
        return array  # a Buffer or a Tensor
    given = f"{name}, an Arrow array of {shown(str(array.type))},"
    item = array.type
    if isinstance(item, arrow.FixedShapeTensorType):
        item = item.storage_type
    while getattr(item, "list_size", None) is not None:
        item = item.value_type
    if not arrow.types.is_integer(item):
        parsed = f", {PARSED}" * ("string" in str(item))
        raise TypeError(f"{given} holds something else: expected {ARROW}{parsed}")
    if isinstance(array, arrow.ChunkedArray):  # as every column of a table is
        if array.num_chunks != 1:
            chunks = array.num_chunks
            raise ValueError(f"{given} has {chunks} chunks: {ONE_CHUNK}, as combine_chunks() makes")
        array = array.chunk(0)
    tensor = array if isinstance(array, arrow.FixedShapeTensorArray) else None
    values = array if tensor is None else tensor.storage
    shape, has_nulls = [len(values)], values.null_count > 0
    while (width := getattr(values.type, "list_size", None)) is not None:
        shape.append(width)
        values = values.flatten()  # which respects the offset of a slice, and leaves out null lists
        has_nulls = has_nulls or values.null_count > 0
    if has_nulls:
        raise ValueError(f"{given} has nulls: expected {ARROW}")
    if tensor is not None:
        return tensor.to_numpy_ndarray()
    return require_numpy("an Arrow array").reshape(values.to_numpy(zero_copy_only=True), shape)
