"""Files of hand histories as numbered lines: any line end, a byte-order mark, bounded memory, no line lost silently."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import IO, TypeAlias

from ..errors import HistoryError

__all__ = ["MAX_RECORD", "Source", "lines_of", "name_of", "place"]

# A hand takes two to ten thousand characters; a hundred times that is no hand.
MAX_RECORD = 1 << 20

Source: TypeAlias = "str | os.PathLike[str] | IO[bytes] | IO[str] | Iterable[str]"

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
