"""The behaviour signature: one checksum of all that this package answers on a fixed workload.

It is the same for every variant of the kernels, every build and every platform. Whoever makes something faster sees
that it is still the same; whoever changes an answer sees that, too.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from hashlib import sha256
from typing import NamedTuple

from .._core import Batch, HandsOnBoard, _probe, index_rows
from ..equity import equity
from ..games import GAMES
from .census import HIGH_BOUNDS, LOW_BOUNDS

__all__ = ["WORKLOAD", "Deals", "deals", "each_row", "rows_of_cards", "signature"]

# Counts up with every change of what the signature covers: only signatures of one workload can be compared.
WORKLOAD = 1

ROWS = 16_384
HOLE_CARDS, BOARD_CARDS = 6, 5
# Players, cards a hand, cards on the board.
MATCHUPS = ((2, 4, 0), (2, 5, 0), (2, 6, 0), (3, 4, 0), (6, 4, 3), (3, 4, 4), (2, 5, 5))


class Deals(NamedTuple):
    """Rows of a hand and a board, card numbers, as the batches take them."""

    holes: memoryview  # uint8 (rows, 4 to 6)
    boards: memoryview  # uint8 (rows, 3 to 5)


def words(seed: int) -> Iterator[int]:
    """splitmix64 (Steele, Lea, Flood 2014), a generator of 64-bit integers that is written down in a few lines.

    >>> [next(words(1234567)), next(words(0))]
    [6457827717110365317, 16294208416658607535]
    """
    mask = (1 << 64) - 1
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        word = ((seed ^ seed >> 30) * 0xBF58476D1CE4E5B9) & mask
        word = ((word ^ word >> 27) * 0x94D049BB133111EB) & mask
        yield word ^ word >> 31


@cache
def rows_of_cards(seed: int, deck: range, count: int, rows: int) -> bytes:
    """`rows` times `count` different cards of a deck, by Fisher and Yates; the upper half of a word draws a card."""
    draw = words(seed)
    result = bytearray()
    cards = list(deck)
    for _ in range(rows):
        for i in range(count):
            j = i + ((next(draw) >> 32) * (len(cards) - i) >> 32)
            cards[i], cards[j] = cards[j], cards[i]
        result += bytes(cards[:count])
    return bytes(result)


def deals(cards: int, board_cards: int = 5, rows: int = ROWS, two_suits: bool = False) -> Deals:
    """Random deals, the same everywhere; of two suits they are full of flushes and straight flushes."""
    width = HOLE_CARDS + BOARD_CARDS
    flat = rows_of_cards(rows + two_suits, range(0, 52, 1 + two_suits), width, rows)
    dealt = [flat[i : i + width] for i in range(0, len(flat), width)]
    return Deals(
        as_rows(b"".join(row[:cards] for row in dealt), cards),
        as_rows(b"".join(row[HOLE_CARDS:][:board_cards] for row in dealt), board_cards),
    )


def as_rows(flat: bytes, width: int) -> memoryview:
    """An array of rows of `width` cards."""
    return memoryview(flat).cast("B", (len(flat) // width, width))


def each_row(rows: memoryview) -> list[bytes]:
    """The rows of an array one by one."""
    flat, width = rows.tobytes(), rows.nbytes // len(rows)
    return [flat[i : i + width] for i in range(0, len(flat), width)]


def signature() -> str:
    """The checksum, sha256 in hexadecimal digits: every kernel there is, about a second.

    >>> from omaha_fast.analysis.signature import signature
    >>> len(signature())
    64
    """
    digest = sha256()
    for answer in answers():
        digest.update(answer)
    return digest.hexdigest()


def answers() -> Iterator[bytes]:
    """All that goes into the signature, in order."""
    for two_suits, rows in ((False, ROWS), (True, ROWS // 4)):
        for cards in (4, 5, 6):
            for board_cards in (3, 4, 5):
                yield from answers_to_rows(deals(cards, board_cards, rows, two_suits))
            yield from answers_on_boards(deals(cards, 5, rows // 8, two_suits))
    yield from equities()


def answers_to_rows(given: Deals) -> Iterator[bytes]:
    """One by one, and as batches: high, low, and both at once, which are kernels of their own."""
    for want_low in (False, True):
        yield little(array("H", _probe.Rows(*given).strengths(want_low)))
    for want_high, want_low in ((True, True), (True, False), (False, True)):
        yield from answers_of_batch(*given, want_high, want_low)
    classes = array("I", bytes(array("I").itemsize * len(given.holes)))
    index_rows(given.holes, classes)
    yield little(classes)


def answers_on_boards(given: Deals) -> Iterator[bytes]:
    """One board with many hands, and with all of four cards."""
    for board in each_row(given.boards)[:8]:
        free = [hand for hand in each_row(given.holes) if not set(hand) & set(board)]
        yield from answers_of_batch(as_rows(b"".join(free), len(free[0])), board, True, True)
        counting = HandsOnBoard(board, 4, HIGH_BOUNDS, LOW_BOUNDS)
        counting.run(counting.total)
        yield repr(counting.result()).encode()


def answers_of_batch(
    holes: memoryview, boards: memoryview | bytes, want_high: bool, want_low: bool
) -> Iterator[bytes]:
    high = array("H", bytes(2 * len(holes))) if want_high else None
    low = bytearray(len(holes)) if want_low else None
    batch = Batch(holes, boards, high, low, checked=True)
    batch.run(0, batch.rows)
    yield little(high) if high else b""
    yield bytes(low) if low else b""


def equities() -> Iterator[bytes]:
    """Exact shares of known hands, as fractions of the pot."""
    flat = rows_of_cards(3, range(52), 29, 16)
    for i in range(0, len(flat), 29):
        for players, size, board_cards in MATCHUPS:
            board, cards = flat[i : i + board_cards], flat[i + 5 : i + 29]
            hands = [cards[size * n :][:size] for n in range(players)]
            for game in GAMES.values():
                if game.cards == size:
                    result = equity(hands, board, game=game.name)
                    shares = [str(Fraction(share, result.total)) for share in result.shares]
                    yield f"{game.name} {result.boards} {shares}".encode()


def little(numbers: array[int]) -> bytes:
    """The numbers as bytes, the lower byte first on every platform."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()
