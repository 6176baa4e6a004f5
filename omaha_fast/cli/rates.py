"""How long each kernel takes here, beside the naive loop in the same run."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from functools import partial
from math import comb, inf
from time import perf_counter
from typing import Any, NamedTuple

import omaha_fast as of
from omaha_fast._core import Batch, _probe
from omaha_fast.analysis import census
from omaha_fast.analysis.signature import Deals, deals, each_row, rows_of_cards

# For each measurement: the best of what fits in, and of three at least.
SECONDS = 0.1


class Rate(NamedTuple):
    """One measurement: what was done, hole cards a hand, of what the time is, and how it compares."""

    work: str
    cards: int
    unit: str
    nanoseconds: float
    naive: float | None  # how long the naive loop takes, in the same unit

    @property
    def times_naive(self) -> float | None:
        """How many times as fast as the naive loop."""
        return None if self.naive is None else self.naive / self.nanoseconds


class Work(NamedTuple):
    """What is timed: a call that does `units` of something."""

    name: str
    units: int
    call: Callable[[], object]
    unit: str = "hand"


def rates() -> Iterator[Rate]:
    """Every measurement, one after the other."""
    for cards in (4, 5, 6):
        given = deals(cards)
        naive = measured(naive_loop(given), cards)
        yield naive
        for work in (one_by_one(given), *rows(given), *one_board(given, cards)):
            yield measured(work, cards, naive.nanoseconds)
    for work in (*calls(deals(4)), *equities()):
        yield measured(work, 4)


def measured(work: Work, cards: int, naive: float | None = None) -> Rate:
    """The fastest of several calls."""
    best, spent, calls = inf, 0.0, 0
    while calls < 3 or spent < SECONDS:
        began = perf_counter()
        work.call()
        taken = perf_counter() - began
        best, spent, calls = min(best, taken), spent + taken, calls + 1
    return Rate(work.name, cards, work.unit, best / work.units * 1e9, naive)


# --- What is measured -----------------------------------------------------------------------------


def naive_loop(given: Deals) -> Work:
    """Every two hole cards with every three board cards through the ranking of five cards."""
    call = partial(_probe.Rows(*given).strengths, enumerated=True)
    return Work("naive loop", len(given.holes), call)


def one_by_one(given: Deals) -> Work:
    return Work("one hand, in a loop of C", len(given.holes), _probe.Rows(*given).strengths)


def rows(given: Deals) -> Iterator[Work]:
    count = len(given.holes)
    high, low = array("H", bytes(2 * count)), bytearray(count)

    def batch(low: bytearray | None = None, *, check: bool = False) -> None:
        Batch(*given, high, low, checked=check).run(0, count)

    yield Work("rows", count, batch)
    yield Work("rows, validated", count, partial(batch, check=True))
    yield Work("rows, high and low", count, partial(batch, low))


def one_board(given: Deals, cards: int) -> Iterator[Work]:
    """Sixteen boards, each with all hands. That some hands share a card with the board costs no time."""
    count, boards = len(given.holes), each_row(given.boards)[:16]
    high, low = array("H", bytes(2 * count)), bytearray(count)

    def every_board(low: bytearray | None = None) -> None:
        for board in boards:
            Batch(given.holes, board, high, low).run(0, count)

    yield Work("one board", count * len(boards), every_board)
    yield Work("one board, high and low", count * len(boards), partial(every_board, low))
    if cards < 6:
        yield Work("census of a board", comb(47, cards), partial(census, cards, boards[0]))


def calls(given: Deals) -> Iterator[Work]:
    """The functions as Python calls them, a hand at a time."""
    pairs = list(zip(each_row(given.holes), each_row(given.boards), strict=True))

    def every(function: Callable[[Any, Any], object], form: Callable[[bytes], object]) -> Work:
        given = [(form(hole), form(board)) for hole, board in pairs]

        def call() -> None:
            for hole, board in given:
                function(hole, board)

        return Work(f"{function.__name__}, {form.__name__}", len(given), call, "call")

    def numbers(cards: bytes) -> tuple[int, ...]:
        return tuple(cards)

    def mask(cards: bytes) -> int:
        return sum(1 << card for card in cards)

    def text(cards: bytes) -> str:
        return "".join(map(of.card_name, cards))

    yield from (every(of.evaluate, form) for form in (numbers, mask, text))
    yield every(of.evaluate_hilo, text)


def equities() -> Iterator[Work]:
    """Exact equities of random hands, no matchup twice."""
    dealt = rows_of_cards(1, range(52), 17, 32)
    deals = [dealt[i : i + 17] for i in range(0, len(dealt), 17)]

    def every(game: str, players: int, board: int) -> None:
        for cards in deals:
            hands = [cards[4 * n :][:4] for n in range(players)]
            of.equity(hands, cards[12 : 12 + board], game=game)

    for players, board in ((2, 0), (3, 3)):
        street = "flop" if board else "before the flop"
        for game in ("omaha", "omaha8"):
            call = partial(every, game, players, board)
            yield Work(f"equity, {game}, {players} players, {street}", len(deals), call, "call")
