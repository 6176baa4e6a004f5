"""Files of hand histories: read as numbered lines, in bounded memory, no line lost silently; and written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from tempfile import NamedTemporaryFile
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
    "verified",
    "write_hands",
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

    Lines end in "\\n" or "\\r\\n" and come without it. One that is longer than MAX_RECORD, or is no UTF-8, is an
    error and the next one goes on; a file in UTF-16 is one error. Raises OSError where a path cannot be opened.

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
    if len(line) > MAX_RECORD:
        return place(source, number, f"a line of more than {MAX_RECORD} bytes")
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


def verified(record: Record, text: str, parse: Callable[[str], Record]) -> str:
    """The text of a record, which has been read again. Raises HistoryError where that gives another record."""
    try:
        back: Record | HistoryError = parse(text)
    except HistoryError as error:
        back = error
    if back != record:
        raise not_held(record, back)
    return text


def write_hands(
    records: Iterable[Record],
    target: Target,
    text: Callable[[Record], str],
    enclosed: Callable[[int, str], str],
    encoding: str,
) -> int:
    """Write records to a file; returns how many.

    text: of a record.   enclosed: the text with what stands around it in a file; the first one has number 0.
    """
    if isinstance(records, Record) or not isinstance(records, Iterable):
        raise TypeError(f"a {type(records).__name__}: expected an iterable of Records")
    texts = (enclosed(number, text(_record(item))) for number, item in enumerate(records))
    return write_texts(texts, target, encoding)


def _record(item: object) -> Record:
    if isinstance(item, HistoryError):
        raise item  # as read_history gives it for a hand that cannot be read
    if not isinstance(item, Record):
        raise TypeError(f"a {type(item).__name__}: expected a Record")
    return item


def write_texts(texts: Iterable[str], target: Target, encoding: str) -> int:
    """Write texts one after the other; returns how many.

    target: a file open for text, or a path. What is at the path stays there until all is written, and for good where
    the texts raise an error.

    >>> import io
    >>> write_texts(["one", "two"], io.StringIO(), "ascii")
    2
    """
    if not isinstance(target, str | os.PathLike):
        count = 0
        for text in texts:
            target.write(text)
            count += 1
        return count
    if os.path.exists(target) and not os.path.isfile(target):  # a device or a pipe
        with open(target, "w", encoding=encoding, newline="\n") as file:
            return write_texts(texts, file, encoding)
    path = os.path.realpath(target)
    folder, name = os.path.split(path)
    # In the same folder, so that it can be put in place in one step.
    with NamedTemporaryFile(
        "w", dir=folder, prefix=f".{name[:60]}.", encoding=encoding, newline="\n", delete=False
    ) as aside:
        try:
            count = write_texts(texts, aside, encoding)
            aside.close()
            os.chmod(aside.name, os.stat(path).st_mode if os.path.exists(path) else _new_mode())
            os.replace(aside.name, path)
        finally:
            if os.path.exists(aside.name):
                os.remove(aside.name)
    return count


def _new_mode() -> int:
    """The mode of a new file, by the process's umask, which can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask
