"""The formats of hand histories by name: found by what a file holds, read, written, turned into one another."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import IO, Any, NamedTuple

from ..errors import HistoryError, shown
from .ohh import read_ohh
from .ohh_write import enclosed_ohh, ohh_text
from .phh import read_phh
from .phh_write import enclosed_phh, phh_text
from .record import Record
from .room_text import read_room_text
from .room_write import enclosed_room_text, room_text
from .source import MAX_RECORD, Source, Target, name_of, write_hands

__all__ = ["FORMATS", "Format", "format_of", "read_history", "write_history"]

# A comment, a table or a key of TOML.
PHH_START = re.compile(r"#|\[\s*[\w\"']|[A-Za-z_]\w*\s*=")
# So many blank lines at the beginning of a file are kept to be read again, in all no longer than one line may be.
MOST_BLANKS = 1000


class Format(NamedTuple):
    """How a format is read and written.

    suffixes: what its files are called.   text: of one hand.   enclosed: its number in a file, from 0, and its text, to
    what stands in the file.
    """

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[Source], Iterator[Record | HistoryError]]
    text: Callable[[Record], str]
    enclosed: Callable[[int, str], str]
    encoding: str

    def write(self, records: Iterable[Record], target: Target) -> int:
        """Write the records as write_history does."""
        return write_hands(records, target, self.text, self.enclosed, self.encoding)


FORMATS = {
    each.name: each
    for each in (
        Format("ohh", (".ohh", ".json", ".jsonl"), read_ohh, ohh_text, enclosed_ohh, "ascii"),
        Format("phh", (".phh", ".phhs"), read_phh, phh_text, enclosed_phh, "ascii"),
        Format("room", (".txt",), read_room_text, room_text, enclosed_room_text, "utf-8"),
    )
}


def _alone(number: int, text: str) -> str:
    if number:
        raise HistoryError(
            "a file .phh holds one hand: expected a name that ends in .phhs for more"
        )
    return text


# What a file .phh holds, without the header of a table, which other programs do not expect there.
ALONE = FORMATS["phh"]._replace(enclosed=_alone)


def known(name: str) -> Format:
    """The format of a name. Raises ValueError for another one.

    >>> known("phh").suffixes
    ('.phh', '.phhs')
    """
    if name not in FORMATS:
        raise ValueError(f"format {shown(name)}: expected one of {', '.join(FORMATS)}")
    return FORMATS[name]


def format_of(path: str | os.PathLike[str]) -> Format | None:
    """The format that a file name tells by its suffix, or None. Of a .phh it is one for a single hand.

    >>> format_of("today.phhs").name, format_of("today")
    ('phh', None)
    """
    suffix = os.path.splitext(os.fspath(path))[1].lower()
    if suffix == ".phh":
        return ALONE
    return next((each for each in FORMATS.values() if suffix in each.suffixes), None)


def read_history(source: Source, format: str | None = None) -> Iterator[Record | HistoryError]:
    """The hands of a file in any format: a Record each, a HistoryError where one cannot be read.

    source: a path, an open file or lines.   format: a name of FORMATS; without it, what the first line looks like: "{"
    begins Open Hand History, a key or a table in TOML PHH, anything else is the text of a room.
    Raises ValueError for an unknown format, OSError where the path cannot be opened.

    >>> from omaha_fast.history import read_history
    >>> [str(item) for item in read_history(['{"ohh": {"game_number": "7", "game_type": "Holdem"}}'])]
    ["<input>:1: hand '7': game 'Holdem': expected Omaha or OmahaHiLo"]
    """
    return known(format).read(source) if format is not None else _read(source)


def write_history(records: Iterable[Record], target: Target, format: str | None = None) -> int:
    """Write the hands to a file; returns how many.

    target: a path, or a file open for text.   format: a name of FORMATS; without it, what the suffix of the path tells.
    records: HistoryErrors among them, as read_history gives them, are raised.
    What is at the path is replaced once all is written. Raises HistoryError for a hand that the format cannot hold,
    naming what it cannot: then a path is what it was; ValueError for an unknown format.

    >>> import io
    >>> write_history([], io.StringIO(), "phh")
    0
    """
    if format is not None:
        return known(format).write(records, target)
    told = format_of(target) if isinstance(target, str | os.PathLike) else None
    if told is None:
        raise ValueError(
            f"no format for a file without a name that tells it: expected {', '.join(FORMATS)}"
        )
    return told.write(records, target)


class _Resumed:
    """A file some of whose lines have been read already: they come again, then the rest."""

    def __init__(self, first: list[bytes] | list[str], file: IO[bytes] | IO[str]) -> None:
        self.first = first
        self.file = file
        self.name = name_of(file)

    def readline(self, limit: int) -> bytes | str:
        """As a file's; no line that comes again is longer than MAX_RECORD + 1."""
        return self.first.pop(0) if self.first else self.file.readline(limit)


def _read(source: Source) -> Iterator[Record | HistoryError]:
    """The hands of a file whose format its first line with anything in it tells."""
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            yield from _read(file)
        return
    lines: Any
    if hasattr(source, "readline"):
        stream: Any = source
        lines = iter(lambda: stream.readline(MAX_RECORD + 1), type(stream.read(0))())
    else:
        lines = iter(source)
    first: Any = []
    size = 0
    for line in lines:
        first.append(line)
        size += len(line)
        if line.strip() or len(first) == MOST_BLANKS or size > MAX_RECORD:
            break
    resumed: Any = _Resumed(first, source) if hasattr(source, "readline") else chain(first, lines)  # type: ignore[arg-type]
    yield from _looks_like(first[-1] if first else "").read(resumed)


def _looks_like(line: bytes | str) -> Format:
    text = line if isinstance(line, str) else line.decode("utf-8", "replace")
    text = text.lstrip("\ufeff \t")
    if text.startswith("{") or (text.startswith("[") and not PHH_START.match(text)):
        return FORMATS["ohh"]
    return FORMATS["phh" if PHH_START.match(text) else "room"]
