"""Work on the rows of arrays, shared among threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from .errors import shown

TYPE_CHECKING = False  # see cards.py
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["check_threads", "in_parts"]


def check_threads(threads: int) -> None:
    """Raise ValueError unless threads is an int of at least 1."""
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise ValueError(f"threads {shown(threads)}: expected an int of at least 1")


def in_parts(work: Callable[[int, int], None], rows: int, threads: int, worth: int) -> None:
    """Call work(first, stop) on equal parts of the rows; the first complaint in the order of the rows is raised.

    worth: how many rows are worth a thread of their own.
    """
    parts = min(threads, max(1, rows // worth))
    if parts == 1:
        work(0, rows)
        return
    borders = [rows * part // parts for part in range(parts + 1)]
    with ThreadPoolExecutor(parts) as pool:
        # Exceptions come out in order, and the pool waits for every part.
        list(pool.map(work, borders[:-1], borders[1:]))
