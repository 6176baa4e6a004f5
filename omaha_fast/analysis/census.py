"""How often each category and each low comes, over every hand of a size on every board, or on one board.

Boards that differ by a relabelling of the suits make the same of all hands together: one board of each of the 134,459
classes is counted, as often as there are boards in its class. The hands go through the kernel of evaluate_batch.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from .._core import HandsOnBoard, class_cards
from .._slices import run_to_end, slices
from ..errors import shown
from ..evaluation import STRONGEST, HandCategory

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .._core import CardsLike
    from .._slices import Progress

__all__ = ["CLASSES", "CensusResult", "board_weight", "census", "count_classes"]

# Boards up to suits; they are numbered like hands of five cards.
CLASSES = 134_459
# Board classes that are worth a thread of their own.
THREAD_CLASSES = 8

# The strongest low hand with each highest card, by the strength as evaluate_low gives it.
STRONGEST_LOWS = {8: 35, 7: 50, 6: 55, 5: 56}
HIGH_BOUNDS = (0, *STRONGEST[:-1])
LOW_BOUNDS = (0, *tuple(STRONGEST_LOWS.values())[:-1])

RANKS_OF_A_SUIT = 0x1111111111111
# By how many of the six pairs of suits are equal: 1 is a pair of suits, 2 are two pairs, 3 three suits, 6 all four.
WEIGHTS = {0: 24, 1: 12, 2: 6, 3: 4, 6: 1}

# Deals, then those above each of HIGH_BOUNDS, then those above each of LOW_BOUNDS.
Counts = tuple[int, ...]


@dataclass(frozen=True)
class CensusResult:
    """How many deals make what. A deal is a hand with a board of five cards.

    cards: hole cards a hand.   deals: how many there are.
    categories: deals by the HandCategory of their best hand, weakest first; a royal flush is no straight flush here.
    lows: deals by the highest card of their best low, 8 to 5.   no_low: deals without a qualifying low.
    """

    cards: int
    deals: int
    categories: dict[HandCategory, int]
    lows: dict[int, int]
    no_low: int


def board_weight(board: int) -> int:
    """How many boards a relabelling of the suits makes of one: 24, divided by the ways to exchange equal suits.

    >>> import omaha_fast as of
    >>> board_weight(of.CardSet("AsKsQsJsTs").mask), board_weight(of.CardSet("AsAhKsKh2c").mask)
    (4, 12)
    """
    c, d, h, s = (board >> suit & RANKS_OF_A_SUIT for suit in range(4))
    return WEIGHTS[(c == d) + (c == h) + (c == s) + (d == h) + (d == s) + (h == s)]


def count_classes(cards: int, first: int, stop: int) -> Counts:
    """Deals of the board classes from first to stop: how many, and how many exceed each of the bounds.

    A pure function of plain data, for any executor; sums of parts are those of the whole.
    """
    sums = [0] * (1 + len(HIGH_BOUNDS) + len(LOW_BOUNDS))
    for number in range(first, stop):
        board = class_cards(number, 5)
        counting = HandsOnBoard(board, cards, HIGH_BOUNDS, LOW_BOUNDS)
        counting.run(counting.total)
        weight = board_weight(board)
        sums = [
            total + weight * count for total, count in zip(sums, counts_of(counting), strict=True)
        ]
    return tuple(sums)


def counts_of(counting: HandsOnBoard) -> Counts:
    """The numbers of one board in one tuple."""
    hands, above, above_low = counting.result()
    return hands, *above, *above_low


def census(
    cards: int = 4,
    board: CardsLike | None = None,
    threads: int = 1,
    progress: Progress | None = None,
    executor: Executor | None = None,
    timeout: float | None = None,
) -> CensusResult:
    """Count every deal of `cards` (4 or 5) hole cards and a board, by category and by low.

    board: five cards, to count the hands on that board only; then cards may be 6, too.
    threads: how many share the work.   executor: any concurrent.futures.Executor to do it instead.
    progress: called in the calling thread with (done, all), board classes or hands on the board, from time to time and
    at the end.   timeout: seconds after which TimeoutError is raised, None for no limit.
    The result is exact and the same however the work is shared. All four-card deals take seconds to a minute and a
    half, all five-card deals minutes; an interrupt ends the work and its threads at once. Raises ValueError for another
    number of cards, CardError for a wrong board.

    >>> from omaha_fast.analysis import census
    >>> result = census(4, "AsKsQs2h2d")
    >>> result.deals, result.categories[HandCategory.ROYAL_FLUSH], result.no_low
    (178365, 990, 178365)
    """
    if board is not None:
        counting = HandsOnBoard(board, cards, HIGH_BOUNDS, LOW_BOUNDS)
        run_to_end(counting, progress, timeout)
        return _result(cards, counts_of(counting))
    if cards not in (4, 5):
        raise ValueError(f"cards {shown(cards)}: expected 4 or 5; 6 needs a board")
    sums: list[int] = [0] * (1 + len(HIGH_BOUNDS) + len(LOW_BOUNDS))
    counted = slices(
        partial(count_classes, cards),
        CLASSES,
        THREAD_CLASSES,
        threads=threads,
        executor=executor,
        progress=progress,
        timeout=timeout,
    )
    with closing(counted):
        for counts in counted:
            sums = [one + other for one, other in zip(sums, counts, strict=True)]
    return _result(cards, tuple(sums))


def _result(cards: int, counts: Counts) -> CensusResult:
    """Counts above bounds to counts between them."""
    deals, above = counts[0], [*counts[1 : 1 + len(HIGH_BOUNDS)], 0]
    above_low = [*counts[1 + len(HIGH_BOUNDS) :], 0]
    between = [more - fewer for more, fewer in pairwise(above)]
    lows = [more - fewer for more, fewer in pairwise(above_low)]
    categories = [category for category in HandCategory if category is not HandCategory.LOW]
    return CensusResult(
        cards,
        deals,
        dict(zip(categories, between, strict=True)),
        dict(zip(STRONGEST_LOWS, lows, strict=True)),
        deals - above_low[0],
    )
