"""Arrays of other libraries: where their numbers lie in memory, without a copy."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from .errors import shown

if TYPE_CHECKING:
    from types import ModuleType

    # numpy, polars, Arrow, array.array, memoryview: whatever exposes its memory.
    ArrayLike: TypeAlias = Any

__all__ = ["as_buffer", "first_place", "require_numpy", "shape_of"]

POLARS = "a polars Series of fixed-size arrays of uint8, one chunk, no nulls"
ARROW = "an Arrow array of fixed-size lists of uint8, one chunk, no nulls"
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

    polars: a Series of dtype Array(UInt8, width).   Arrow (pyarrow): a FixedSizeListArray or FixedShapeTensorArray of
    uint8, or a ChunkedArray of one such chunk.
    Raises TypeError for one that holds anything else, ValueError for one with nulls or of several chunks, which can't
    be seen without a copy.
    """
    library = type(source).__module__.partition(".")[0]
    if library == "polars":
        return _polars(source, name)
    if library == "pyarrow":
        return _arrow(source, name)
    return source


def shape_of(array: ArrayLike) -> tuple[int, ...]:
    """The shape of what has the buffer protocol, () for anything else.

    >>> shape_of(bytes(3)), shape_of(None)
    ((3,), ())
    """
    try:
        return memoryview(array).shape or ()
    except (TypeError, ValueError, BufferError):
        return ()


def first_place(wrong: Any) -> tuple[tuple[int, ...], str]:
    """Where the first True of a numpy array is: its index, and how a message names that.

    >>> import numpy as np
    >>> first_place(np.array([False, True])), first_place(np.array([[False, True]]))
    (((1,), ' at index 1'), ((0, 1), ' at index (0, 1)'))
    """
    numpy = require_numpy("an array")
    first = tuple(int(axis) for axis in numpy.unravel_index(int(wrong.argmax()), wrong.shape))
    return first, f" at index {first[0] if len(first) == 1 else first}" if first else ""


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
    if item != polars.UInt8:
        raise TypeError(f"{given} holds something else: expected {POLARS}")
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
    if values.type != arrow.uint8():
        raise TypeError(f"{given} holds something else: expected {ARROW}")
    if has_nulls:
        raise ValueError(f"{given} has nulls: expected {ARROW}")
    if tensor is not None:
        return tensor.to_numpy_ndarray()
    return require_numpy("an Arrow array").reshape(values.to_numpy(zero_copy_only=True), shape)
