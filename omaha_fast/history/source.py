"""Files of hand histories: read as numbered lines, any line end, bounded memory, no line lost silently; and written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from typing import IO, TypeAlias

from ..errors import HistoryError, shown
from .record import Record

__all__ = [
    "MAX_RECORD",
    "Source",
    "Target",
    "lines_of",
    "name_of",
    "not_held",
    "only_hand",
    "place",
    "write_texts",
]

# A hand takes two to ten thousand characters; a hundred times that is no hand.
MAX_RECORD = 1 << 20

Source: TypeAlias = "str | os.PathLike[str] | IO[bytes] | IO[str] | Iterable[str]"
Target: TypeAlias = "str | os.PathLike[str] | IO[str]"

WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


def name_of(source: Source) -> str:
    """What messages call a source: its path, or "<input>".

    >>> name_of("hands/today.ohh")
    'hands/today.ohh'
    """
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else "<input>"


def place(source: Source, line: int, message: object) -> HistoryError:
    """The error for what is wrong at a line: "file:line: message".

    >>> str(place("today.ohh", 3, "no hand"))
    'today.ohh:3: no hand'
    """
    return HistoryError(f"{name_of(source)}:{line}: {message}")


def lines_of(source: Source) -> Iterator[tuple[int, str | HistoryError]]:
    """(number, line) of a file, a path or lines of text; an error in place of a line that cannot be read.

    Lines come without their end. One that is longer than MAX_RECORD, or is no UTF-8, is an error and the next one goes
    on; a file in UTF-16 is one error. Raises OSError where a path cannot be opened.

    >>> list(lines_of(["one\\r\\n", "", "three"]))
    [(1, 'one'), (2, ''), (3, 'three')]
    """
    if isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            yield from _lines(file, source)
    elif hasattr(source, "readline"):
        yield from _lines(source, source)  # type: ignore[arg-type]  # a file, as it has lines to read
    else:
        for number, line in enumerate(source, 1):
            yield number, _decoded(line, source, number)


def _lines(file: IO[bytes] | IO[str], source: Source) -> Iterator[tuple[int, str | HistoryError]]:
    number = 0
    while line := file.readline(MAX_RECORD + 1):
        number += 1
        if number == 1 and line[:2] in WIDE_MARKS:
            yield 1, place(source, 1, "a file in UTF-16: expected UTF-8")
            return
        if len(line) > MAX_RECORD:
            while line and line[-1:] not in (b"\n", "\n"):
                line = file.readline(MAX_RECORD)
            yield number, place(source, number, f"a line of more than {MAX_RECORD} bytes")
            continue
        yield number, _decoded(line, source, number)


def _decoded(line: bytes | str, source: Source, number: int) -> str | HistoryError:
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
    except UnicodeDecodeError as error:
        return place(source, number, f"byte {error.start}: expected text in UTF-8")
    if number == 1:
        text = text.removeprefix("\ufeff")
    return text.rstrip("\r\n")


def only_hand(text: str, read: Callable[[str], Iterable[Record | str | HistoryError]]) -> Record:
    """The one hand of a text. read: its hands, with what is wrong in place of one that cannot be read.

    Raises HistoryError for no hand, several, or one that cannot be read.

    >>> only_hand("", lambda text: ["no hand"])
    Traceback (most recent call last):
    omaha_fast.errors.HistoryError: no hand
    """
    if not isinstance(text, str):
        raise TypeError(f"a hand {shown(text)}: expected text")
    if len(text) > MAX_RECORD:
        raise HistoryError(f"a hand of {len(text)} characters: expected at most {MAX_RECORD}")
    found = list(read(text))
    if len(found) != 1:
        raise HistoryError(f"{len(found)} hands: expected one")
    if isinstance(found[0], Record):
        return found[0]
    raise HistoryError(str(found[0]))


def not_held(record: Record, back: Record | HistoryError) -> HistoryError:
    """The error for a record that would be read again as another one, or not at all; it names the first field.

    >>> from dataclasses import replace
    >>> from omaha_fast.engine import PotLimit
    >>> from omaha_fast.history import Player, Record
    >>> made = Record(id="7", game="omaha", stakes=PotLimit(5, 10), button=1, table="Mine",
    ...               players=(Player(1, "Ann", 1000), Player(4, "Zoë", 950)))
    >>> str(not_held(made, replace(made, table="")))
    "hand '7': table 'Mine': expected what this format can hold; it would be read as ''"
    """
    name = f"hand {shown(record.id)}"
    if isinstance(back, HistoryError):
        return HistoryError(
            f"{name}: expected what this format can hold; it would not be read: {back}"
        )
    for field in fields(Record):
        given, read = getattr(record, field.name), getattr(back, field.name)
        if given != read:
            return HistoryError(
                f"{name}: {field.name} {shown(given)}: expected what this format can hold; it would be"
                f" read as {shown(read)}"
            )
    raise ValueError(f"{name} is read as it was: expected a difference")


def write_texts(texts: Iterable[str], target: Target, encoding: str) -> int:
    """Write the texts of hands one after the other; returns how many. target: a path, or a file open for text.

    >>> import io
    >>> write_texts(["one", "two"], io.StringIO(), "ascii")
    2
    """
    if isinstance(target, str | os.PathLike):
        with open(target, "w", encoding=encoding, newline="\n") as file:
            return write_texts(texts, file, encoding)
    count = 0
    for text in texts:
        target.write(text)
        count += 1
    return count
