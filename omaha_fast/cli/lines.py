"""Questions from a file or from standard input, one a line; a bad line does not stop the others."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from io import TextIOWrapper
from typing import TextIO

from omaha_fast.cli.faults import Fault, report
from omaha_fast.cli.question import Question

# Far more than ten hands and a board need; bounds the memory for a file without line ends.
LONGEST_LINE = 1000


def answer_lines(
    path: str, board: str, command: str, answer: Callable[[Question], None]
) -> tuple[int, int]:
    """Answer every line and report the bad ones on stderr.

    Returns how many lines held a question, and how many of them were bad.
    """
    asked = bad = 0
    name = "stdin" if path == "-" else path
    with nullcontext(standard_input()) if path == "-" else opened(path) as stream:
        for number, line in numbered_lines(stream):
            asked += 1
            where = f"{name}:{number}: "
            try:
                if line is None:
                    raise Fault(f"the line has more than {LONGEST_LINE} characters", where=where)
                answer(Question.of_line(line, board, where, number))
            except Fault as fault:
                bad += 1
                report(fault, command)
            # A program that writes a line and waits for its answer must get it now.
            print(end="", flush=True)
    return asked, bad


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
