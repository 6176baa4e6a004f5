"""How far long work has come: on stderr, for a person at a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from omaha_fast.cli.terminal import is_terminal

Progress = Callable[[int, int], None]


@contextmanager
def progress_shown() -> Iterator[Progress | None]:
    """A callback (done, all) that shows both on one line, which goes away at the end; None without a terminal."""
    if not is_terminal(sys.stderr):
        yield None
        return
    began, shown = monotonic(), ""

    def show(done: int, whole: int) -> None:
        nonlocal shown
        left = (monotonic() - began) * (whole - done) / max(done, 1)
        line = f"{100 * done // whole} %, {left:.0f} s left"
        if line != shown:
            print(f"\r{line:<{len(shown)}}", end="", file=sys.stderr, flush=True)
            shown = line

    try:
        yield show
    finally:
        if shown:
            print(f"\r{'':{len(shown)}}\r", end="", file=sys.stderr, flush=True)
