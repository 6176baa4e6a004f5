"""Bad input: what is wrong, and where in the text a person gave us."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from omaha_fast.cli.terminal import columns_of, line_width, visible


@dataclass(eq=False)  # an exception is equal to itself only
class Fault(Exception):
    """Input that cannot be answered.

    line: the text that was given, or "" where none needs to be shown.
    start, length: the place in it. where: the file and line number, or "".
    """

    message: str
    line: str = ""
    start: int = 0
    length: int = 1
    where: str = ""


def report(fault: Fault, command: str) -> None:
    """Print it on stderr, the place marked with a caret."""
    print(f"{command}: {fault.where}{visible(fault.message)}", file=sys.stderr)
    if fault.line:
        print(marked(fault, line_width(sys.stderr) or 80), file=sys.stderr)


def marked(fault: Fault, width: int) -> str:
    """Two lines of about `width` columns: the text around the place, and carets under the place."""
    line, start = fault.line, fault.start
    room = max(20, width - len("  ......"))
    end = start + min(max(1, fault.length), room // 2)
    begin = max(0, start - (room - (end - start)) * 2 // 3)
    stop = begin + room

    before = "..." * (begin > 0) + visible(line[begin:start])
    place = visible(line[start:end])
    after = visible(line[end:stop]) + "..." * (stop < len(line))
    carets = " " * columns_of(before) + "^" * max(1, columns_of(place))
    return f"  {before}{place}{after}\n  {carets}"
