"""Differential evidence: equity_batch gives what equity gives, row by row; and what it refuses."""

import random

import numpy as np
import pytest

import omaha_fast as of
from omaha_fast.equity import batch

GAMES = {4: ("omaha", "omaha8"), 5: ("omaha5", "omaha5-8"), 6: ("omaha6", "omaha6-8")}


def deals(rows, players, cards, board=0, seed=1):
    """Random rows: uint8 (rows, players, cards), and (rows, board) or None."""
    rng = np.random.default_rng([seed, players, cards, board])
    deck = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (rows, 1)), axis=1)
    held = players * cards
    hands = deck[:, :held].reshape(rows, players, cards).copy()
    return hands, deck[:, held : held + board].copy() if board else None


def row_by_row(hands, boards, game):
    return [
        [
            player.equity
            for player in of.equity(list(row), () if boards is None else board, game=game).players
        ]
        for row, board in zip(hands, hands if boards is None else boards, strict=True)
    ]


@pytest.mark.parametrize("cards", [4, 5, 6])
@pytest.mark.parametrize("board", [0, 3, 4, 5])
def test_each_row_is_what_equity_says(cards, board):
    """From two players to as many as the deck allows; where boards are walked before the flop, fewer rows."""
    for players in range(2, min(10, (52 - 5) // cards) + 1):
        rows = 20 if board or players <= 6 else 2
        hands, boards = deals(rows, players, cards, board)
        for game in GAMES[cards]:
            result = of.equity_batch(hands, boards, game=game)
            assert (result.shape, result.dtype) == ((rows, players), np.float64)
            assert result == pytest.approx(np.array(row_by_row(hands, boards, game)), abs=1e-15)
            assert result.sum(axis=1) == pytest.approx(np.ones(rows), abs=1e-15)
        assert (
            of.equity_batch(hands, boards) == of.equity_batch(hands, boards, GAMES[cards][0])
        ).all()


def test_known_figures():
    hands = np.array([of.parse_cards("As2s3dKh"), of.parse_cards("Ad2d4c5c")], np.uint8)[None]
    assert of.equity_batch(hands)[0].tolist() == [
        66_849_180 / 130_320_960,
        63_471_780 / 130_320_960,
    ]
    assert of.equity_batch(hands, game="plo8")[0, 0] == 72_942_960 / 130_320_960


@pytest.mark.parametrize("board", [0, 3])
@pytest.mark.parametrize("threads", [1, 2, 7])
def test_any_number_of_threads(board, threads, monkeypatch):
    monkeypatch.setattr(batch, "THREAD_ROWS", {True: 3, False: 3})
    hands, boards = deals(100, 3, 4, board)
    alone = of.equity_batch(hands, boards, "omaha8")
    assert (of.equity_batch(hands, boards, "omaha8", threads=threads) == alone).all()


def test_arrays_as_they_lie_in_memory():
    hands, boards = deals(12, 2, 5, 3)
    expected = of.equity_batch(hands, boards)
    frozen = hands.copy(), boards.copy()
    for array in frozen:
        array.setflags(write=False)
    wide = np.zeros((24, 4, 10), np.uint8)
    wide[::2, 1::2, ::-2] = hands
    columns = np.asfortranarray(boards)
    for given, on in (
        frozen,
        (wide[::2, 1::2, ::-2], columns),
        (memoryview(hands), memoryview(boards)),
        (hands[::-1][::-1], boards),
    ):
        assert (of.equity_batch(given, on) == expected).all()
    assert (of.equity_batch(hands[::-1], boards[::-1]) == expected[::-1]).all()
    assert (of.equity_batch(np.asfortranarray(hands), boards) == expected).all()


def test_arrow_and_polars():
    hands, boards = deals(9, 3, 4, 4)
    expected = of.equity_batch(hands, boards)
    pyarrow = pytest.importorskip("pyarrow")
    lists = pyarrow.FixedSizeListArray.from_arrays
    cards = pyarrow.array(hands.reshape(-1))
    nested = lists(lists(cards, 4), 3)
    assert (of.equity_batch(nested, lists(pyarrow.array(boards.reshape(-1)), 4)) == expected).all()
    assert (of.equity_batch(nested[2:7], boards[2:7]) == expected[2:7]).all()
    tensor = pyarrow.FixedShapeTensorArray.from_numpy_ndarray(hands)
    assert (of.equity_batch(tensor, boards) == expected).all()
    with pytest.raises(ValueError, match=r"hands, an Arrow array .* would have to be copied"):
        of.equity_batch(pyarrow.chunked_array([nested, nested]), np.tile(boards, (2, 1)))
    polars = pytest.importorskip("polars")
    series = polars.Series(hands, dtype=polars.Array(polars.UInt8, (3, 4)))
    assert (of.equity_batch(series, boards) == expected).all()


@pytest.mark.parametrize("kind", ["i1", "i8", "u2", ">i4", ">u8"])
def test_integers_of_any_type_and_lists(kind):
    hands, boards = deals(9, 3, 4, 4)
    expected = of.equity_batch(hands, boards)
    tuples = tuple(tuple(map(tuple, row)) for row in hands.tolist())
    for given in (
        hands.astype(kind),
        hands.tolist(),
        tuples,
        list(hands),
        list(hands.astype(kind)),
    ):
        for on in (boards.astype(kind), boards.tolist(), boards):
            assert (of.equity_batch(given, on) == expected).all()
    assert of.equity_batch([]).shape == (0, 2)


@pytest.mark.parametrize("wrong", [-1, 256 + 7, 2**40])
def test_numbers_that_would_be_wrapped(wrong):
    hands, boards = (array.astype(np.int64) for array in deals(9, 3, 4, 4))
    on = boards.copy()
    on[5, 3] = wrong
    hands[7, 2, 1] = wrong
    for given, board, place in (
        (hands, boards, "of hand 2 in row 7"),
        (hands.tolist(), None, "of hand 2 in row 7"),
        (hands[:6], on[:6], "in row 5 of boards"),
        (hands[:6], on[:6].tolist(), "in row 5 of boards"),
    ):
        with pytest.raises(of.CardError, match=f"^unknown card {wrong} {place}: expected"):
            of.equity_batch(given, board)


@pytest.mark.parametrize("cards", [0, 3, 4, 5])
def test_one_board_for_all_matchups(cards):
    """Text, numbers, a set, a mask, an array: the same as that board in every row."""
    hands, _ = deals(300, 2, 4)
    board = np.array(of.parse_cards("Ac8d7sQh2c")[:cards], np.uint8)
    hands = hands[~np.isin(hands, board).any(axis=(1, 2))][:6]
    text = "".join(map(of.card_name, board))
    for game in GAMES[4]:
        every = np.tile(board, (len(hands), 1)) if cards else None
        expected = of.equity_batch(hands, every, game)
        assert (of.equity_batch(hands, text, game) == expected).all()
        for form in (list, of.CardSet, lambda b: b, lambda b: b.astype(">u2"), bytes) * (cards > 0):
            assert (of.equity_batch(hands, form(board), game) == expected).all()


def test_no_row_is_no_result():
    for board in (0, 3):
        hands, boards = deals(0, 4, 4, board)
        assert of.equity_batch(hands, boards).shape == (0, 4)


def test_nothing_is_changed():
    hands, boards = deals(5, 2, 4, 3)
    before = hands.copy(), boards.copy()
    of.equity_batch(hands, boards)
    assert (hands == before[0]).all()
    assert (boards == before[1]).all()


# --- Bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("where", "card", "message"),
    [
        (
            ("hands", 70, 2, 1),
            52,
            r"unknown card 52 of hand 2 in row 70: expected card numbers from",
        ),
        (("hands", 70, 0, 3), 255, r"unknown card 255 of hand 0 in row 70"),
        (("boards", 70, 2), 60, r"unknown card 60 of the board in row 70"),
        (
            ("hands", 70, 2, 1),
            None,
            r"duplicate card '\w\w' of hand 2 in row 70: expected different",
        ),
        (("boards", 70, 0), None, r"duplicate card '\w\w' of the board in row 70"),
    ],
)
def test_cards_that_cannot_be(where, card, message, threads, monkeypatch):
    """The first bad row is named, whatever the threads; None stands for a card of the first hand."""
    monkeypatch.setattr(batch, "THREAD_ROWS", {True: 1, False: 1})
    arrays = dict(zip(("hands", "boards"), deals(200, 3, 4, 3), strict=True))
    name, row, *place = where
    for at in (row, row + 50):
        arrays[name][(at, *place)] = arrays["hands"][at, 0, 0] if card is None else card
    with pytest.raises(of.CardError, match=message) as caught:
        of.equity_batch(arrays["hands"], arrays["boards"], threads=threads)
    assert caught.value.position == row


HANDS, BOARDS = deals(4, 2, 4, 3)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((None,), TypeError, "hands is a NoneType: expected an integer array"),
        (([[1, 2, 3, 4], [5, 6, 7, 8]],), TypeError, "1 of hand 0 in row 0 is an int: expected a list"),
        (([[[1, 2, 3, 4], [5, 6, 7]]],), ValueError, "3 items of hand 1 in row 0: expected 4"),
        (([*HANDS.tolist(), HANDS[0, :1]],), ValueError, "1 items in row 4 of hands: expected 2"),
        (([[[1, 2, 3, 4], [5, 6, 7, 2.5]]],), TypeError, "2.5 of hand 1 in row 0 is a float"),
        ((HANDS.astype(float),), TypeError, "hands has format 'd' and shape"),
        ((HANDS[0],), TypeError, r"hands has .*shape \(2, 4\): expected an integer array"),
        ((HANDS[:, :1],), ValueError, r"shape \(4, 1, 4\): expected .* two to ten players"),
        ((HANDS[:, :, :3],), ValueError, r"shape \(4, 2, 3\): expected"),
        ((np.zeros((1, 11, 4), np.uint8),), ValueError, r"shape \(1, 11, 4\): expected"),
        ((np.zeros((1, 8, 6), np.uint8),), ValueError, "8 hands of 6 cards: expected at most 7"),
        ((HANDS, BOARDS[:3]), ValueError, r"boards has .*shape \(3, 3\): expected .*m = 4"),
        ((HANDS, BOARDS[:, :2]), ValueError, r"boards has .*shape \(4, 2\): expected"),
        ((HANDS, "2c3c"), of.CardError, "board '2c3c': 2 cards, expected 3, 4 or 5"),
        ((HANDS, [1, 2, 52]), of.CardError, "unknown card 52 in board"),
        ((HANDS, 2.5), TypeError, "board 2.5: a float"),
        ((HANDS, HANDS[0, 0, :3]), of.CardError, "duplicate card .* of the board in row 0"),
        ((HANDS, BOARDS, "stud"), ValueError, "unknown game 'stud'"),
        ((HANDS, BOARDS, "plo5"), ValueError, "played with 5 hole cards: the hands hold 4"),
        ((HANDS, BOARDS, 8), TypeError, "game 8 is an int: expected a name"),
        ((HANDS, BOARDS, None, 0), ValueError, "threads 0: expected an int of at least 1"),
        ((HANDS, BOARDS, None, 1.5), ValueError, "threads 1.5"),
        ((HANDS, BOARDS, None, True), ValueError, "threads True"),
    ],
)  # fmt: skip
def test_what_is_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        of.equity_batch(*arguments)


def test_random_bytes_never_crash():
    """Rows of any bytes are refused or counted, never more."""
    rng = random.Random(8)
    for _ in range(200):
        cards, players = rng.choice([4, 5, 6]), rng.randint(2, 7)
        hands = np.frombuffer(rng.randbytes(3 * players * cards), np.uint8)
        hands = hands.reshape(3, players, cards) % np.uint8(rng.choice([52, 64, 255]))
        with pytest.raises(of.CardError):
            of.equity_batch(np.concatenate([hands, np.full_like(hands, 7)]))
