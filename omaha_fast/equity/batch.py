"""Exact equities of many matchups: arrays in, an array out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .._core import MatchupBatch
from .._slices import check_threads, run_slices
from ..arrays import card_rows, one_for_all, require_numpy
from ..games import parse_game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .._core import CardsLike
    from .._slices import Progress
    from ..arrays import ArrayLike

__all__ = ["equity_batch"]

# Matchups that are worth a thread of their own: before the flop one takes microseconds, later a fraction of one.
THREAD_ROWS = {True: 16, False: 256}


def equity_batch(
    hands: ArrayLike,
    boards: ArrayLike | CardsLike | None = None,
    game: str | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    timeout: float | None = None,
) -> NDArray[np.float64]:
    """The exact share of the pot of every hand of many matchups: equity of every row.

    hands: card numbers (m, players, 4), (m, players, 5) or (m, players, 6), two to ten players.
    boards: card numbers (m, 3), (m, 4) or (m, 5), a board a row; or one board for all, as an array (3|4|5,), a text or
    a mask; None (or an empty text) before the flop.
    Both are arrays of uint8, which are not copied, numpy's, polars', Arrow's or whatever has the buffer protocol; or of
    any other integers, or lists (tuples) of lists of ints, which are copied once, to uint8.
    game: as for equity; None takes the high game of as many cards.
    threads: how many threads share the work; the result is the same for any number.
    progress, timeout: as for equity, in matchups.
    Returns float64 (m, players), each row adding up to 1. Raises CardError naming the first row with an unknown or
    repeated card, before anything is counted, or later should another thread write such a row meanwhile: when its turn
    comes, a row is copied once, and the copy is checked once more and counted. Raises TypeError or ValueError for an
    array of another type or shape, and ValueError for a game that is unknown or not played with that many cards.

    >>> import numpy as np, omaha_fast as of
    >>> hands = np.array([[[51, 50, 47, 46], [37, 35, 31, 26]]], np.uint8)      # AsAhKsKh and JdTs9s8h
    >>> of.equity_batch(hands).round(6).tolist()
    [[0.672734, 0.327266]]
    """
    numpy = require_numpy("equity_batch")
    check_threads(threads)
    hands, shape = card_rows(hands, "hands", axes=3)
    if boards is not None:
        boards = _boards(boards, shape)
    # An array of another shape gets no further than MatchupBatch, which knows what to say.
    cards = shape[2] if len(shape) == 3 and shape[2] in (4, 5, 6) else None
    hilo = game is not None and parse_game(game, cards).hilo
    out = numpy.empty(shape[:2] if cards else (0, 0), numpy.float64)
    batch = MatchupBatch(hands, boards, hilo, out)
    worth = THREAD_ROWS[boards is None]
    run_slices(batch.check, batch.rows, 64 * worth, threads)
    run_slices(batch.run, batch.rows, worth, threads, progress, timeout)
    return out  # type: ignore[no-any-return]


def _boards(boards: ArrayLike | CardsLike, shape: tuple[int, ...]) -> ArrayLike | None:
    """The boards of matchups of that shape; None for an empty one."""
    boards, on = card_rows(boards, "boards")
    if len(on) > 1 or len(shape) != 3:
        return boards
    if isinstance(boards, str) and not boards.strip():
        return None
    return one_for_all(boards, "board", (3, 4, 5), shape[0])
