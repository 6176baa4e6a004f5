"""Every batch function, over and over, while a thread keeps changing some of its rows. A program, because it may crash:
test_writing_thread.py and others run it.

    python writing_thread.py SECONDS SEED       prints "clean", the variant, and how many calls did what

The thread writes in C, without the GIL: any bytes, or cards that repeat in the ways the core could trip over. A call
may answer those rows or refuse them, but its answers for the other rows are right. Half of the time the thread only
takes one card of each of its rows away and puts it back: no other deal is ever in the array, so that an equity batch
has to be right in every row or refuse.
"""

import ctypes
import itertools
import sys
import threading
import time
from functools import partial

import numpy as np

import omaha_fast as of
from omaha_fast.games import GAMES

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.malloc.argtypes = [ctypes.c_size_t]

BURST = 300  # contents that one call of the thread writes, one after another


def array(content):
    """A copy in a block of its own, as large as needed to the byte, so that AddressSanitizer sees one byte too many."""
    size = content.nbytes
    block = (ctypes.c_uint8 * size).from_address(libc.malloc(size))
    copy = np.ctypeslib.as_array(block).view(content.dtype).reshape(content.shape)
    copy[...] = content
    return copy


def deals(rng, rows, cards, gone=()):
    live = np.setdiff1d(np.arange(52, dtype=np.uint8), gone)
    return live[np.argsort(rng.random((rows, len(live))), axis=1)[:, :cards]]


def touched(rows):
    """The rows that the thread writes to: the middle third, of the array and of its reverse."""
    third = len(rows) // 3
    return rows[third : len(rows) - third]


def noise(rng, shape):
    """What the thread writes, of one kind each time."""
    kind = rng.integers(6)
    if kind == 0:  # one rank: five of a kind
        return 4 * rng.integers(13) + rng.integers(0, 4, shape)
    if kind == 1:  # one suit of few ranks
        return 4 * rng.integers(0, rng.integers(1, 14), shape) + rng.integers(4)
    if kind == 2:  # one card
        return np.full(shape, rng.integers(52))
    return rng.integers(0, (52, 64, 256)[kind - 3], shape)


class Writer(threading.Thread):
    """Changes the middle rows of some arrays until told to stop, and leaves them as they were."""

    def __init__(self, arrays, seed, any_bytes):
        super().__init__()
        self.arrays, self.rng, self.any_bytes = arrays, np.random.default_rng(seed), any_bytes
        self.done = threading.Event()

    def run(self):
        middles = [(touched(rows), touched(rows).copy()) for rows in self.arrays]
        while not self.done.is_set():
            for rows, right in middles:
                time.sleep(self.rng.choice([0, 1e-5, 1e-4]))
                change = self.burst if self.any_bytes else self.toggle
                change(rows.reshape(-1).view(np.uint8), right.reshape(-1).view(np.uint8), rows)
                rows[...] = right

    def burst(self, rows, right, _):
        contents = noise(self.rng, (BURST, rows.size)).astype(np.uint8)
        np.lib.stride_tricks.as_strided(rows, contents.shape, (0, 1))[...] = contents

    def toggle(self, rows, right, shaped):
        wrong = right.copy()
        width = shaped[0].nbytes
        wrong[self.rng.integers(width) :: width] = 255
        for _ in range(self.rng.integers(1, 20)):
            ctypes.memmove(rows.ctypes.data, wrong.ctypes.data, wrong.size)
            ctypes.memmove(rows.ctypes.data, right.ctypes.data, wrong.size)

    def __enter__(self):
        self.start()

    def __exit__(self, *error):
        self.done.set()
        self.join()


def evaluations(rng):
    """(call, its arrays); fewer and more rows than those for which the GIL is kept."""
    functions = (of.evaluate_batch, of.evaluate_low_batch, of.evaluate_hilo_batch)
    for cards, board_cards, rows in itertools.product((4, 5, 6), (3, 4, 5), (300, 3000)):
        both = deals(rng, rows, cards + board_cards)
        holes, boards = array(both[:, :cards]), array(both[:, cards:])
        text = "2c3d4h5s6c"[: 2 * board_cards]
        beside = array(deals(rng, rows, cards, of.parse_cards(text)))
        for function, validate, threads in itertools.product(functions, (True, False), (1, 2)):
            call = partial(function, validate=validate, threads=threads)
            yield partial(call, holes, boards), (holes, boards)
            yield partial(call, holes[::-1], boards[::-1]), (holes, boards)
            yield partial(call, beside, text), (beside,)


def equities(rng):
    for cards, players in ((4, 2), (4, 6), (4, 7), (4, 10), (5, 2), (5, 8), (6, 3), (6, 7)):
        for board_cards in (0, 3, 4, 5):
            many = 300 if board_cards > 3 else 30
            rows = many if players < 7 or board_cards else 3
            both = deals(rng, rows, cards * players + board_cards)
            arrays = [array(both[:, : cards * players].reshape(rows, players, cards))]
            if board_cards:
                arrays.append(array(both[:, cards * players :]))
            for game in GAMES.values():
                if game.cards == cards:
                    yield partial(of.equity_batch, *arrays, game=game.name), arrays


def others(rng):
    indices = array(rng.integers(0, 16432, 20000))
    for cards in (4, 5, 6):
        holes = array(deals(rng, 20000, cards))
        yield partial(of.canonical_batch, holes), (holes,)
        yield partial(of.hole_index_batch, holes), (holes,)
        yield partial(of.hole_from_index_batch, indices, cards), (indices,)
    strengths = array(rng.integers(0, 7463, 20000).astype(np.uint16))
    yield partial(of.category_batch, strengths), (strengths,)


def texts(rng):
    for cards, rows in ((4, 300), (4, 3000), (5, 3000)):
        hands = ["".join(map(of.card_name, hand)) for hand in deals(rng, rows, cards)]
        for kind in ("U", "S", "U30", "S30"):
            column = array(np.array(hands, kind))
            yield partial(of.parse_hands, column, cards, errors="null"), (column,)
            yield partial(of.parse_hands, column[::-1], cards), (column,)


def main(seconds, seed):
    rng = np.random.default_rng(seed)
    groups = [list(group(rng)) for group in (evaluations, equities, others, texts)]
    sys.setswitchinterval(1e-6)
    answered = refused = 0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        group = groups[rng.choice(4, p=(0.35, 0.45, 0.1, 0.1))]
        call, arrays = group[rng.integers(len(group))]
        any_bytes = bool(rng.integers(2))
        right = call()
        rows = np.arange(len(arrays[0]))
        if any_bytes or call.func is not of.equity_batch:
            rows = np.delete(rows, touched(rows))
        end = time.monotonic() + 0.02
        with Writer(arrays, rng.integers(2**32), any_bytes):
            while time.monotonic() < end:
                try:
                    found = call()
                except ValueError:  # CardError is one; indices and strengths get a plain one
                    refused += 1
                    continue
                answered += 1
                pairs = zip(found, right, strict=True) if type(right) is tuple else [(found, right)]
                for some, expected in pairs:
                    if not np.array_equal(some[rows], expected[rows]):
                        shapes = [getattr(given, "shape", given) for given in call.args]
                        name = f"{call.func.__name__} {shapes} {call.keywords}"
                        sys.exit(f"wrong: {name}, any_bytes={any_bytes}")
    if not (answered and refused):
        sys.exit(f"{answered} calls answered, {refused} refused: expected some of each")
    print(f"clean {of.build_info()['variant']}: {answered} calls answered, {refused} refused")


if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]))
