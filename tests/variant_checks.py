"""What every kernel variant must pass. Run in a process of its own, as the variant is chosen at import:

    OMAHA_FAST_VARIANT=avx2 python -P tests/variant_checks.py ROWS

The batches are compared with the scalar evaluator, which test_differential.py compares with the slow model.
"""

import sys
from itertools import product

import numpy as np

import omaha_fast as of
from omaha_fast import _core

SIZES = list(product((4, 5, 6), (3, 4, 5)))  # hole cards, board cards
BORDERS = (0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 2047, 2048, 2049)
BOARDS = [
    "AsKsQs", "2c7d9h", "AcAdAh", "As2s3s4s", "9h9dTcTs", "QsJsTs2d3c", "AhKhQhJhTh", "2c2d2h2s3c",
    "As2d3h4c8s", "7h7d7c8s8d", "3s4s5s9hTd", "KcQd9h7s4c", "6d6h7d8dKd",
]  # fmt: skip
SPARE = 8  # elements behind the end of an output that must stay as they were
UNTOUCHED = 0xA5


def deals(seed, rows, suits):
    """Random rows of six and five cards of the deck with these suits: uint8 (rows, 6) and (rows, 5)."""
    deck = np.array([card for card in range(52) if card % 4 in suits], np.uint8)
    cards = np.random.default_rng(seed).permuted(np.tile(deck, (rows, 1)), axis=1)
    return cards[:, :6].copy(), cards[:, 6:11].copy()


def scalar(holes, boards, low):
    return np.asarray(_core._probe.Rows(holes, boards).strengths(low))


def batches(holes, boards, **options):
    """High and low, each alone and both together, with a look at what lies behind the outputs."""
    outs = {}
    for wanted in ("high", "low", "both"):
        high = np.full(len(holes) + SPARE, UNTOUCHED, np.uint16)
        low = np.full(len(holes) + SPARE, UNTOUCHED, np.uint8)
        views = high[: len(holes)], low[: len(holes)]
        if wanted == "high":
            of.evaluate_batch(holes, boards, out=views[0], **options)
        elif wanted == "low":
            of.evaluate_low_batch(holes, boards, out=views[1], **options)
        else:
            of.evaluate_hilo_batch(holes, boards, out=views, **options)
        assert (high[len(holes) :] == UNTOUCHED).all()
        assert (low[len(holes) :] == UNTOUCHED).all()
        outs[wanted] = views
    return outs


def check(holes, boards, expected_high, expected_low, **options):
    outs = batches(holes, boards, **options)
    for wanted, expected in (("high", expected_high), ("low", expected_low)):
        place = wanted == "low"
        for name in (wanted, "both"):
            wrong = np.flatnonzero(outs[name][place] != expected)
            assert not len(wrong), (
                f"{of.build_info()['variant']}, {wanted} of {name}, row {wrong[0]}: "
                f"{holes[wrong[0]]} gives {outs[name][place][wrong[0]]}, not {expected[wrong[0]]}"
            )
    return 4 * len(holes)


def check_rows(holes, boards):
    """All rows, then every number of rows around the borders of blocks, from changing starts."""
    high, low = scalar(holes, boards, False), scalar(holes, boards, True)
    compared = check(holes, boards, high, low)
    compared += check(holes, boards, high, low, threads=3, validate=False)
    for start, count in enumerate(BORDERS):
        part = slice(start, start + count)
        compared += check(holes[part], boards[part], high[part], low[part])
    return compared


def check_one_board(holes, board):
    """The hands that have no card of the board."""
    numbers = np.array(of.parse_cards(board), np.uint8)
    free = holes[~np.isin(holes, numbers).any(axis=1)]
    boards = np.tile(numbers, (len(free), 1))
    high, low = scalar(free, boards, False), scalar(free, boards, True)
    compared = check(free, board, high, low)
    for start, count in enumerate(BORDERS):
        part = slice(start, start + count)
        compared += check(free[part], board, high[part], low[part])
    return compared


def check_everything(rows):
    """How many answers were compared."""
    compared = 0
    for suits, share in (((0, 1, 2, 3), 1), ((0, 2), 2), ((1, 3), 4)):
        holes, boards = deals(len(suits) + rows, rows // share, suits)
        for hole_cards, board_cards in SIZES:
            hands = np.ascontiguousarray(holes[:, :hole_cards])
            compared += check_rows(hands, np.ascontiguousarray(boards[:, :board_cards]))
        for hole_cards, board in product((4, 5, 6), BOARDS):
            hands = np.ascontiguousarray(holes[: rows // share // 5, :hole_cards])
            compared += check_one_board(hands, board)
    return compared


if __name__ == "__main__":
    print(of.build_info()["variant"], check_everything(int(sys.argv[1])))
