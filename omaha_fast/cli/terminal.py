"""Colour and width of the terminal, and foreign text made harmless for it."""

from __future__ import annotations

import os
import re
import shutil
import unicodedata
from typing import TextIO

RESET = "\x1b[0m"
STYLES = {"good": "\x1b[1;32m", "head": "\x1b[1m"}
SUITS = {"c": "\x1b[32m", "d": "\x1b[94m", "h": "\x1b[31m", "s": ""}

CARD = re.compile(r"[2-9TJQKA]([cdhs])")


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person reads (or types) this stream."""
    return stream is not None and not stream.closed and stream.isatty()


def colour_wanted(stream: TextIO) -> bool:
    """Only on a terminal that can show it, and never against NO_COLOR (https://no-color.org)."""
    return (
        is_terminal(stream)
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
        # The old Windows console prints the codes.
        and (os.name != "nt" or "WT_SESSION" in os.environ)
    )


def line_width(stream: TextIO) -> int | None:
    """Columns of the terminal; None for a file or a pipe, where lines may have any length."""
    return shutil.get_terminal_size().columns if is_terminal(stream) else None


def paint(text: str, style: str) -> str:
    """The text in a style of STYLES; "cards" gives each suit its colour, "" changes nothing. A dash stays plain."""
    if style == "cards":
        return CARD.sub(lambda card: coloured(card[0], SUITS[card[1]]), text)
    return coloured(text, STYLES[style] if style and text != "-" else "")


def coloured(text: str, code: str) -> str:
    """The text between a code and its end."""
    return f"{code}{text}{RESET}" if code and text else text


def visible(text: str) -> str:
    """The text with control characters, invisible ones and broken bytes written as escapes.

    >>> print(visible("As\\x1b[2J\\tKs"))
    As\\x1b[2J\\tKs
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def columns_of(text: str) -> int:
    """Terminal columns of a text: two for a wide character, none for a mark on another."""

    def columns(character: str) -> int:
        if unicodedata.category(character) in ("Mn", "Me"):
            return 0
        return 2 if unicodedata.east_asian_width(character) in "WF" else 1

    return sum(map(columns, text))
