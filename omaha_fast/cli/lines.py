"""Questions from a file or from standard input, one a line; a bad line does not stop the others."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from io import TextIOWrapper
from stat import S_ISREG
from typing import TextIO

from omaha_fast.cli.faults import Fault, report
from omaha_fast.cli.question import Question

# Far more than ten hands and a board need; bounds the memory for a file without line ends.
LONGEST_LINE = 1000


# Hands, a board, the number of the line, and how to make the Question of them, for a Fault: the answer to print.
Answer = Callable[[Sequence[str], str, int, Callable[[], Question]], str]


def answer_lines(path: str, board: str, command: str, answer: Answer) -> tuple[int, int]:
    """Answer every line and report the bad ones on stderr.

    Returns how many lines held a question, and how many of them were bad.
    """
    asked = bad = 0
    name = "stdin" if path == "-" else path
    with nullcontext(standard_input()) if path == "-" else opened(path) as stream:
        # A program that writes a line and waits for its answer must get it now. A file does not wait.
        waited_for = not is_file(stream)
        for number, line in numbered_lines(stream):
            asked += 1
            where = f"{name}:{number}: "
            try:
                if line is None:
                    raise Fault(f"the line has more than {LONGEST_LINE} characters", where=where)
                before, bar, after = line.partition("|")
                on = after.strip() if bar else board
                question = partial(Question.of_line, line, board, where, number)
                print(answer(before.split(), on, number, question), flush=waited_for)
            except Fault as fault:
                bad += 1
                print(end="", flush=True)
                report(fault, command)
    return asked, bad


def is_file(stream: TextIO) -> bool:
    """Whether it is a file on a disk."""
    try:
        return S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (OSError, ValueError):  # an object without a file
        return False


def numbered_lines(stream: TextIO) -> Iterator[tuple[int, str | None]]:
    """Line numbers and the lines that ask something; None in place of a line that is too long."""
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        too_long = len(line) > LONGEST_LINE and not line.endswith("\n")
        while too_long and line and not line.endswith("\n"):
            line = stream.readline(LONGEST_LINE + 1)
        text = line.strip()
        if too_long:
            yield number, None
        elif text and not text.startswith("#"):
            yield number, line.rstrip()


def opened(path: str) -> TextIO:
    """The file as text; bytes that are no UTF-8 become characters that errors can show."""
    try:
        return open(path, encoding="utf-8-sig", errors="surrogateescape")
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Fault(f"cannot read {path!r}: {reason}") from None


def standard_input() -> TextIO:
    """stdin read like the files: UTF-8, a byte order mark or not, other bytes as escapes."""
    if sys.stdin is None:
        raise Fault("standard input is closed")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape")
    return sys.stdin
