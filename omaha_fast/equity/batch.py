"""Exact equities of many matchups: arrays in, an array out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core import MatchupBatch
from .._threads import check_threads, in_parts
from ..arrays import as_buffer, require_numpy
from ..games import parse_game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..arrays import ArrayLike

__all__ = ["equity_batch"]

# Matchups that are worth a thread of their own: before the flop one takes microseconds, later a fraction of one.
THREAD_ROWS = {True: 16, False: 256}


def equity_batch(
    hands: ArrayLike,
    boards: ArrayLike | None = None,
    game: str | None = None,
    threads: int = 1,
) -> NDArray[np.float64]:
    """The exact share of the pot of every hand of many matchups: equity of every row.

    hands: uint8 (m, players, 4), (m, players, 5) or (m, players, 6), card numbers, two to ten players.
    boards: uint8 (m, 3), (m, 4) or (m, 5), a board a row; None before the flop.
    game: as for equity; None takes the high game of as many cards.
    threads: how many threads share the work; the result is the same for any number.
    Arrays are numpy's, polars' or Arrow's, or whatever has the buffer protocol; they are not copied.
    Returns float64 (m, players), each row adding up to 1. Raises CardError naming the first row with an unknown or
    repeated card, before anything is counted; TypeError or ValueError for an array of another type or shape, and
    ValueError for a game that is unknown or not played with so many cards.

    >>> import numpy as np, omaha_fast as of
    >>> hands = np.array([[[51, 50, 47, 46], [37, 35, 31, 26]]], np.uint8)      # AsAhKsKh and JdTs9s8h
    >>> of.equity_batch(hands).round(6).tolist()
    [[0.672734, 0.327266]]
    """
    numpy = require_numpy("equity_batch")
    check_threads(threads)
    hands = as_buffer(hands, "hands")
    boards = None if boards is None else as_buffer(boards, "boards")
    shape = _shape(hands)
    # An array of another shape gets no further than MatchupBatch, which knows what to say.
    cards = shape[2] if len(shape) == 3 and shape[2] in (4, 5, 6) else None
    hilo = game is not None and parse_game(game, cards).hilo
    out = numpy.empty(shape[:2] if cards else (0, 0), numpy.float64)
    batch = MatchupBatch(hands, boards, hilo, out)
    worth = THREAD_ROWS[boards is None]
    in_parts(batch.check, batch.rows, threads, 64 * worth)
    in_parts(batch.run, batch.rows, threads, worth)
    return out  # type: ignore[no-any-return]


def _shape(array: ArrayLike) -> tuple[int, ...]:
    try:
        return memoryview(array).shape or ()
    except (TypeError, ValueError, BufferError):
        return ()
