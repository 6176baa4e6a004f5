"""The errors of the package. All are ValueErrors; a value of the wrong type is a TypeError."""

from __future__ import annotations

__all__ = [
    "CardError",
    "HistoryError",
    "IllegalActionError",
    "RangeError",
    "cards_in_words",
    "kind",
    "shown",
    "shown_cards",
]


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
    if "\n" in text:  # a column or an array of another library: a drawing of many lines
        try:
            return f"{kind(value)} of {len(value)} items"  # type: ignore[arg-type]
        except TypeError:
            text = " ".join(text.split())
    return text if len(text) <= 130 else text[:120] + " ..."


def kind(value: object) -> str:
    """The type of a value with its article, for messages: 'an int', 'a NoneType'.

    >>> kind(1), kind("As")
    ('an int', 'a str')
    """
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in tuple('aeio') else 'a'} {name}"


def shown_cards(cards: object) -> str:
    """What a caller gave for cards, as a message repeats it: an int by itself was read as a mask.

    >>> shown_cards("As"), shown_cards(51)
    ("'As'", '51 (a lone int is a mask; one card is [number] or a Card)')
    """
    note = " (a lone int is a mask; one card is [number] or a Card)" if type(cards) is int else ""
    return shown(cards) + note


def cards_in_words(count: int) -> str:
    """How many cards, for messages: '1 card', '2 cards'."""
    return f"{count} card{'s' * (count != 1)}"


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
