"""Tables drawn by rich, for those who have it and sit at a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from omaha_fast.cli.terminal import is_terminal, line_width
from omaha_fast.equity.display import rich_table

__all__ = ["print_pretty"]


def print_pretty(
    title: str, headers: Sequence[str], rows: Sequence[Sequence[str]], foot: str
) -> bool:
    """Print the table with rich; False, and nothing, without rich, without a terminal, or where it is too narrow."""
    if not is_terminal(sys.stdout) or os.environ.get("TERM") == "dumb" or not find_spec("rich"):
        return False
    from rich.console import Console

    console = Console(file=sys.stdout, width=line_width(sys.stdout), highlight=False)
    table = rich_table(title, headers, rows, foot)
    try:
        "╭─│".encode(console.encoding)
    except UnicodeEncodeError:
        return False
    # A table that does not fit would be cut: the plain one breaks into lines instead.
    unbounded = console.options.update(width=1000)
    if console.measure(table, options=unbounded).maximum > console.width:
        return False
    console.print(table)
    return True
