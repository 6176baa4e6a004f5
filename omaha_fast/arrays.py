"""Arrays of other libraries: where their numbers lie in memory, without a copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from .errors import shown

if TYPE_CHECKING:
    from types import ModuleType

    # numpy, polars, Arrow, array.array, memoryview: whatever exposes its memory.
    ArrayLike: TypeAlias = Any

__all__ = ["as_buffer", "require_numpy"]


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
    uint8. Raises ValueError for one that can't be seen without a copy (nulls, several chunks) and names it.
    """
    library = type(source).__module__.partition(".")[0]
    if library == "polars":
        return _polars(source, name)
    if library == "pyarrow" and not hasattr(source, "__buffer__") and hasattr(source, "type"):
        return _arrow(source, name)
    return source


def _polars(series: Any, name: str) -> ArrayLike:
    try:
        return series.to_numpy(allow_copy=False)
    except (AttributeError, TypeError):
        kind = type(series).__name__
        raise TypeError(f"{name} is a polars {kind}: expected a Series of UInt8 arrays") from None
    except (RuntimeError, ValueError) as error:
        raise ValueError(
            f"{name}, a polars Series of {series.dtype}, would have to be copied ({error}): "
            "expected one chunk of UInt8 arrays of fixed width without nulls"
        ) from None


def _arrow(array: Any, name: str) -> ArrayLike:
    numpy = require_numpy("an Arrow array")
    if hasattr(array, "to_numpy_ndarray"):  # a FixedShapeTensorArray
        return array.to_numpy_ndarray()
    shape = [len(array)]
    values = array
    while (width := getattr(values.type, "list_size", None)) is not None:
        if values.null_count or hasattr(values, "chunks"):
            break
        shape.append(width)
        values = values.flatten()  # which respects the offset of a slice
    if values.null_count or hasattr(values, "chunks") or width or values.type.bit_width != 8:
        raise ValueError(
            f"{name}, an Arrow array of {shown(str(array.type))}, would have to be copied: "
            "expected one chunk of fixed-size lists of uint8 without nulls"
        )
    return numpy.reshape(values.to_numpy(zero_copy_only=True), shape)
