"""The formats of hand histories by name: found by what a file holds, read, written, turned into one another."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import IO, Any, NamedTuple

from ..errors import HistoryError, shown
from .ohh import read_ohh
from .ohh_write import ohh_text, write_ohh
from .phh import read_phh
from .phh_write import phh_text, write_phh
from .record import Record
from .room_text import read_room_text
from .room_write import room_text, write_room_text
from .source import MAX_RECORD, Source, Target, name_of

__all__ = ["FORMATS", "Format", "format_of", "read_history", "write_history"]

# A comment, a table or a key of TOML.
PHH_START = re.compile(r"#|\[|[A-Za-z_]\w*\s*=")
# So many blank lines at the beginning of a file are kept to be read again.
MOST_BLANKS = 1000


class Format(NamedTuple):
    """How a format is read and written. suffixes: what its files are called; text: of one hand."""

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[Source], Iterator[Record | HistoryError]]
    text: Callable[[Record], str]
    write: Callable[[Iterable[Record], Target], int]


FORMATS = {
    each.name: each
    for each in (
        Format("ohh", (".ohh", ".json", ".jsonl"), read_ohh, ohh_text, write_ohh),
        Format("phh", (".phh", ".phhs"), read_phh, phh_text, write_phh),
        Format("room", (".txt",), read_room_text, room_text, write_room_text),
    )
}


def known(name: str) -> Format:
    """The format of a name. Raises ValueError for another one.

    >>> known("phh").suffixes
    ('.phh', '.phhs')
    """
    if name not in FORMATS:
        raise ValueError(f"format {shown(name)}: expected one of {', '.join(FORMATS)}")
    return FORMATS[name]


def format_of(path: str | os.PathLike[str]) -> Format | None:
    """The format that a file name tells by its suffix, or None.

    >>> format_of("today.phhs").name, format_of("today")
    ('phh', None)
    """
    suffix = os.path.splitext(os.fspath(path))[1].lower()
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
    Raises HistoryError for a hand that the format cannot hold, naming what it cannot, after those before it have been
    written; ValueError for an unknown format.

    >>> import io
    >>> write_history([], io.StringIO(), "phh")
    0
    """
    if format is not None:
        return known(format).write(records, target)
    told = format_of(target) if isinstance(target, str | os.PathLike) else None
    if told is None:
        raise ValueError(f"no format for {shown(name_of(target))}: expected {', '.join(FORMATS)}")
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
    first: Any = []
    resumed: Any
    if hasattr(source, "readline"):
        while line := source.readline(MAX_RECORD + 1):
            first.append(line)
            if line.strip() or len(first) == MOST_BLANKS:
                break
        resumed = _Resumed(first, source)  # type: ignore[arg-type]  # a file, as it has lines to read
    else:
        lines = iter(source)
        for text in lines:
            first.append(text)
            if text.strip() or len(first) == MOST_BLANKS:
                break
        resumed = chain(first, lines)
    yield from _looks_like(first[-1] if first else "").read(resumed)


def _looks_like(line: bytes | str) -> Format:
    text = line if isinstance(line, str) else line.decode("utf-8", "replace")
    text = text.lstrip("\ufeff \t")
    if text.startswith("{"):
        return FORMATS["ohh"]
    return FORMATS["phh" if PHH_START.match(text) else "room"]
