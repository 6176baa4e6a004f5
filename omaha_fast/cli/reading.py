"""Hand histories that a command was given: file by file, what cannot be read reported."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from errno import EBADF
from stat import S_ISREG
from typing import NamedTuple

from omaha_fast.cli.faults import Fault, report
from omaha_fast.cli.progress import Progress
from omaha_fast.errors import HistoryError
from omaha_fast.history import Record, read_history

# Hands between two looks at how far the file is read.
STEP = 50


class Tag(NamedTuple):
    """What of a record goes with its verdict. said: pot, rake and payouts as recorded; record: for --show."""

    file: str
    decimals: int = 0
    currency: str = ""
    said: tuple[int, int, dict[int, int]] = (0, 0, {})
    record: Record | None = None


class Reading:
    """The records of some files, one after the other, with their tags.

    keep: the id of hands whose records the tags keep.   command: who reports what cannot be read.
    """

    def __init__(
        self,
        files: list[str],
        format: str | None,
        command: str,
        *,
        keep: str | None = None,
    ) -> None:
        self.files = files
        self.format = format
        self.keep = keep
        self.command = command
        self.failed = False
        self.progress: Progress | None = None

    def fail(self, what: str) -> None:
        """Report a file that holds nothing to be read; the others go on."""
        report(Fault(what), self.command)
        self.failed = True

    def records(self) -> Iterator[tuple[Tag, Record | HistoryError]]:
        """Tag and record; a file that cannot be read is reported, and the others go on."""
        sizes = [size_of(path) for path in self.files]
        before, whole = 0, sum(sizes)
        for path, size in zip(self.files, sizes, strict=True):
            try:
                if path == "-" and sys.stdin is None:
                    raise OSError(EBADF, "standard input is closed")
                with nullcontext(sys.stdin.buffer) if path == "-" else open(path, "rb") as file:
                    found = 0
                    for item in read_history(file, self.format):
                        found += 1
                        if self.progress is not None and size and found % STEP == 0:
                            self.progress(before + file.tell(), whole)
                        yield self.tag("stdin" if path == "-" else path, item), item
            except (OSError, ValueError) as error:  # ValueError: a null character in the name
                reason = error.strerror if isinstance(error, OSError) else error
                self.fail(f"cannot read {path!r}: {reason}")
            else:
                if not found:
                    self.fail(f"{path!r} holds no hand")
            before += size

    def tag(self, file: str, item: Record | HistoryError) -> Tag:
        """What of a record is kept."""
        if isinstance(item, HistoryError):
            return Tag(file)
        said = item.pot, item.rake, item.payouts
        kept = item if item.id == self.keep else None
        return Tag(file, item.decimals, item.currency, said, kept)


def size_of(path: str) -> int:
    """Bytes of the file, 0 where that cannot be told."""
    try:
        found = os.stat(path) if path != "-" else None
    except (OSError, ValueError):
        return 0
    return found.st_size if found is not None and S_ISREG(found.st_mode) else 0
