"""The errors of the package. All are ValueErrors; a value of the wrong type is a TypeError."""

from __future__ import annotations

__all__ = ["CardError", "HistoryError", "IllegalActionError", "RangeError"]


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
