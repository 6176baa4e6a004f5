"""Tables: aligned columns where they fit, a few lines a row where the terminal is narrow."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from omaha_fast.cli.terminal import colour_wanted, line_width, paint

GAP = "  "
INDENT = "    "


class Cell(NamedTuple):
    """A text and its style, one of terminal.STYLES, "cards" or none."""

    text: str
    style: str = ""


class Column(NamedTuple):
    header: str
    right: bool = False


Row = Sequence[Cell]


def print_table(columns: Sequence[Column], rows: Sequence[Row]) -> None:
    """Print a table in the width and with the colours that suit stdout."""
    print(table(columns, rows, colour=colour_wanted(sys.stdout), width=line_width(sys.stdout)))


def table(
    columns: Sequence[Column], rows: Sequence[Row], *, colour: bool, width: int | None
) -> str:
    """The rows under the headers, without columns that are empty in every row.

    Where that is wider than `width`, each row is a paragraph of headers and values instead: the
    first cell heads it, and a row whose first cell is empty continues the paragraph above.
    """
    used = [i for i in range(len(columns)) if any(row[i].text for row in rows)]
    widths = {i: max(len(columns[i].header), *(len(row[i].text) for row in rows)) for i in used}
    if width is not None and sum(widths.values()) + len(GAP) * (len(used) - 1) > width:
        return "\n".join(line for row in rows for line in paragraph(columns, row, colour, width))

    def padded(cell: Cell, i: int) -> str:
        blanks = " " * (widths[i] - len(cell.text))
        text = painted(cell, colour)
        return blanks + text if columns[i].right else text + blanks

    head = [Cell(column.header, "head") for column in columns]
    lines = (GAP.join(padded(row[i], i) for i in used) for row in [head, *rows])
    return "\n".join(line.rstrip() for line in lines)


def paragraph(columns: Sequence[Column], row: Row, colour: bool, width: int) -> Iterator[str]:
    """The row as lines: its first cell, then "header value" pieces, as many on a line as fit."""
    line, used = painted(row[0], colour) or INDENT, len(row[0].text) or len(INDENT)
    gap = GAP if row[0].text else ""
    for column, cell in zip(columns[1:], row[1:], strict=True):
        if not cell.text:
            continue
        label = f"{column.header} " if column.header else ""
        size = len(label) + len(cell.text)
        if used + len(gap) + size > width:
            yield line
            line, used, gap = INDENT, len(INDENT), ""
        line += gap + label + painted(cell, colour)
        used += len(gap) + size
        gap = GAP
    yield line


def painted(cell: Cell, colour: bool) -> str:
    return paint(cell.text, cell.style) if colour else cell.text
