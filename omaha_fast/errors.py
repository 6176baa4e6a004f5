"""The errors of the package. All are ValueErrors; a value of the wrong type is a TypeError."""

from __future__ import annotations

__all__ = ["CardError", "HistoryError", "IllegalActionError", "RangeError", "shown"]


def shown(value: object, depth: int = 2) -> str:
    """A value as a message repeats it: its repr, cut where it is long, never made whole of a huge one.

    >>> shown("As"), shown("A" * 5000)
    ("'As'", "'AAAAAAAAAAAAAAAAAAAA' ... (5000 characters)")
    """
    if isinstance(value, int) and value.bit_length() > 400:
        return f"an int of {value.bit_length()} bits"
    if type(value) in (list, tuple) and depth:
        items = ", ".join(shown(item, depth - 1) for item in value[:8])  # type: ignore[index]
        more = f", ... ({len(value)} items)" if len(value) > 8 else ""  # type: ignore[arg-type]
        return f"[{items}{more}]"
    if isinstance(value, str | bytes | bytearray | list | tuple) and len(value) > 60:
        unit = "characters" if isinstance(value, str) else "items"
        return f"{repr(value[:20])[:100]} ... ({len(value)} {unit})"
    text = repr(value)
    return text if len(text) <= 130 else text[:120] + " ..."


class CardError(ValueError):
    """Cards that cannot be: unknown, repeated, too few or too many.

    value: the offending part of the input (a text or a number), or None.
    position: its offset in the text that was read, or None where there was no text.

    >>> import omaha_fast as of
    >>> try:
    ...     of.parse_cards("AsXh")
    ... except of.CardError as error:
    ...     print(error.value, error.position)
    Xh 2
    """

    def __init__(self, message: str, value: object = None, position: int | None = None) -> None:
        super().__init__(message)
        self.value = value
        self.position = position


class RangeError(ValueError):
    """A hand range that cannot be read, or that holds no hand."""


class IllegalActionError(ValueError):
    """An action that the rules do not allow now."""


class HistoryError(ValueError):
    """A hand history that cannot be read."""
