"""Long work, in slices between which it can be stopped.

An interrupt reaches Python between two of its own steps, so what the core counts without them comes in slices of some
hundredths of a second. After each the deadline is looked at and the progress reported: by a Watch, for all long work.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from itertools import pairwise
from math import isnan
from time import monotonic

from .errors import kind, shown

TYPE_CHECKING = False  # see cards.py
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from concurrent.futures import Executor, Future
    from typing import Protocol, TypeVar

    T = TypeVar("T")
    Progress = Callable[[int, int], object]

    class Counting(Protocol):
        """What counts `total` of something; `run` counts a slice more and returns how many there are so far."""

        @property
        def total(self) -> int: ...
        def run(self) -> int: ...


__all__ = ["Watch", "check_threads", "run_slices", "run_to_end", "slices"]

SLICE = 0.02  # seconds a slice, about
PATIENCE = 0.05  # seconds: how long other threads are waited for at a time; on Windows nothing interrupts a wait


def check_threads(threads: int) -> None:
    """Raise ValueError unless threads is an int of at least 1."""
    if not isinstance(threads, int) or isinstance(threads, bool) or threads < 1:
        raise ValueError(f"threads {shown(threads)}: expected an int of at least 1")


class Watch:
    """Looks after long work in the thread that asked for it.

    progress: called with (done, total) from time to time, and with (total, total) at the end.   timeout: seconds from
    now until TimeoutError, None for no limit. Raises TypeError and ValueError for what is neither.
    """

    def __init__(
        self, total: int, progress: Progress | None = None, timeout: float | None = None
    ) -> None:
        if progress is not None and not callable(progress):
            raise TypeError(f"progress {shown(progress)} is {kind(progress)}: expected a function")
        if timeout is not None:
            if not isinstance(timeout, int | float) or isinstance(timeout, bool):
                raise TypeError(f"timeout {shown(timeout)} is {kind(timeout)}: expected seconds")
            if timeout < 0 or isnan(timeout):
                raise ValueError(f"timeout {shown(timeout)}: expected seconds, at least 0")
        self.total = total
        self.progress = progress
        self.timeout = timeout
        self.deadline = None if timeout is None else monotonic() + timeout

    def look(self, done: int) -> None:
        """After a slice: how much is done. What is done in full is never too late."""
        if done < self.total:
            self.look_at_time(done)
        if self.progress is not None:
            self.progress(done, self.total)

    def look_at_time(self, done: int) -> None:
        """Raise TimeoutError once the time is over."""
        if self.deadline is not None and monotonic() > self.deadline:
            part = f"{100 * done // self.total} % of it" if self.total else "none of it"
            raise TimeoutError(f"not done after {self.timeout} seconds: {part}")


def slices(
    work: Callable[[int, int], T],
    rows: int,
    least: int,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
    timeout: float | None = None,
) -> Generator[T, None, None]:
    """The results of work(first, stop) for one slice of the rows after the other, in their order.

    least: rows that are worth a thread of their own, far less than a slice. How many a slice has is found out by the
    first. threads: how many share the slices; executor: who takes them instead.
    A caller that stops early must close this generator: queued slices are cancelled, running ones are waited for. An
    exception in `work` is raised in the order of the rows.
    """
    check_threads(threads)
    return _slices(work, rows, least, threads, executor, Watch(rows, progress, timeout))


def run_slices(
    work: Callable[[int, int], object],
    rows: int,
    least: int,
    threads: int = 1,
    progress: Progress | None = None,
    timeout: float | None = None,
) -> None:
    """Call work(first, stop) for all slices, for what it does; the rest as for slices."""
    results = slices(work, rows, least, threads=threads, progress=progress, timeout=timeout)
    if rows <= least and progress is None:
        work(0, rows)  # so short that the above would be most of it
        return
    with closing(results):
        deque(results, 0)


def run_to_end(counting: Counting, progress: Progress | None, timeout: float | None) -> None:
    """Have a counting of the core count its slices; progress and timeout as for a Watch."""
    watch, done = Watch(counting.total, progress, timeout), 0
    while done < counting.total:
        done = counting.run()
        watch.look(done)


def _slices(
    work: Callable[[int, int], T],
    rows: int,
    least: int,
    threads: int,
    executor: Executor | None,
    watch: Watch,
) -> Generator[T, None, None]:
    done = min(rows, max(1, least // 8))
    began = monotonic()
    result = work(0, done)
    fit = int(done * SLICE / max(monotonic() - began, 1e-6))
    yield result
    watch.look(done)
    if done == rows:
        return
    parts = min(threads, max(1, (rows - done) // least))
    step = max(1, min(fit, -(-(rows - done) // parts)))
    borders = [*range(done, rows, step), rows]
    if executor is not None:
        results = _submitted(executor, work, borders, watch)
    elif parts > 1:
        results = _in_threads(parts, work, borders, watch)
    else:
        results = (work(*pair) for pair in pairwise(borders))
    with closing(results):
        for stop, result in zip(borders[1:], results, strict=True):
            yield result
            watch.look(stop)


def _in_threads(
    threads: int, work: Callable[[int, int], T], borders: Sequence[int], watch: Watch
) -> Generator[T, None, None]:
    with ThreadPoolExecutor(threads) as pool:
        yield from _submitted(pool, work, borders, watch, 4 * threads)


def _submitted(
    pool: Executor,
    work: Callable[[int, int], T],
    borders: Sequence[int],
    watch: Watch,
    most: int = 500,
) -> Generator[T, None, None]:
    """The slices between the borders, at most `most` of them in the queue at a time."""
    queue: deque[tuple[int, Future[T]]] = deque()
    try:
        for pair in pairwise(borders):
            queue.append((pair[0], pool.submit(work, *pair)))
            if len(queue) == most:
                yield _result(*queue[0], watch)
                queue.popleft()
        while queue:
            yield _result(*queue[0], watch)
            queue.popleft()
    finally:
        for _, future in queue:
            future.cancel()


def _result(first: int, future: Future[T], watch: Watch) -> T:
    """The result of the slice that begins at `first`; TimeoutError if the time is over first."""
    while not wait((future,), PATIENCE).done:
        watch.look_at_time(first)
    return future.result()
