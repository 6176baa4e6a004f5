"""Tables: aligned columns where they fit, a few lines a row where the terminal is narrow."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from omaha_fast.cli.terminal import colour_wanted, line_width, paint

GAP = "  "
INDENT = "    "


class Column(NamedTuple):
    """The header, the side on which its texts stand, and their style: one of terminal.STYLES, "cards" or none."""

    header: str
    right: bool = False
    style: str = ""


Row = tuple[str, ...]


def print_table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """Print a table in the width and with the colours that suit stdout."""
    layout = Layout(columns)
    colour, width = colour_wanted(sys.stdout), line_width(sys.stdout)
    print(layout.table([tuple(row) for row in rows], colour=colour, width=width))


class Layout:
    """The columns of a table. For many tables of the same columns, it is made once."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self.columns = columns
        self.headers = tuple(column.header for column in columns)
        self.rights = tuple(column.right for column in columns)
        self.least = tuple(map(len, self.headers))
        self.none = (0,) * len(columns)

    def table(self, rows: Sequence[Row], *, colour: bool, width: int | None) -> str:
        """The rows under the headers, without columns that are empty in every row.

        Where that is wider than `width`, each row is a paragraph of headers and values instead: the first cell heads
        it, and a row whose first cell is empty continues the paragraph above.
        """
        longest = map(max, self.none, *[map(len, row) for row in rows])
        widths = tuple(
            [most and max(most, least) for most, least in zip(longest, self.least, strict=True)]
        )
        if width is not None and sum(wide + len(GAP) for wide in widths if wide) - len(GAP) > width:
            lines = [line for row in rows for line in self.paragraph(row, colour, width)]
        elif colour:
            heads = [Column(header, right, "head") for header, right, _ in self.columns]
            lines = [painted(self.headers, heads, widths)]
            lines += [painted(row, self.columns, widths) for row in rows]
        else:
            head, line = aligned(self.headers, self.rights, widths)
            lines = [head, *[(line % row).rstrip() for row in rows]]
        return "\n".join(lines)

    def paragraph(self, row: Row, colour: bool, width: int) -> Iterator[str]:
        """The row as lines: its first cell, then "header value" pieces, as many on a line as fit."""
        line = paint(row[0], self.columns[0].style) if colour else row[0]
        used, gap = len(row[0]), GAP
        if not line:
            line, used, gap = INDENT, len(INDENT), ""
        for column, text in zip(self.columns[1:], row[1:], strict=True):
            if not text:
                continue
            label = f"{column.header} " if column.header else ""
            size = len(label) + len(text)
            if used + len(gap) + size > width:
                yield line
                line, used, gap = INDENT, len(INDENT), ""
            line += gap + label + (paint(text, column.style) if colour else text)
            used += len(gap) + size
            gap = GAP
        yield line


@lru_cache(1000)
def aligned(headers: Row, rights: tuple[bool, ...], widths: tuple[int, ...]) -> tuple[str, str]:
    """The line of the headers, and what formats a row: each text on one side of its width, nothing where that is 0."""
    sides = zip(rights, widths, strict=True)
    cells = [f"%{wide if right else -wide}s{GAP}" if wide else "%.0s" for right, wide in sides]
    line = "".join(cells)
    return (line % headers).rstrip(), line


def painted(row: Row, columns: Sequence[Column], widths: Sequence[int]) -> str:
    """The row in colours, which take no room."""
    cells = []
    for text, (_, right, style), wide in zip(row, columns, widths, strict=True):
        if wide:
            blanks, shown = " " * (wide - len(text)), paint(text, style)
            cells.append(blanks + shown if right else shown + blanks)
    return GAP.join(cells).rstrip()
