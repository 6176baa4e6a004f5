"""Unit evidence: what a batch takes without copying and fills in place, what it refuses, and by which error."""

import array
import ctypes

import pytest
from test_batches import random_rows

import omaha_fast as of
from omaha_fast.arrays import as_buffer, card_rows
from omaha_fast.errors import CardError

np = pytest.importorskip("numpy")

ROWS = 5000
BOARD = "QsJsTs2d3c"


@pytest.fixture(scope="module")
def rows():
    return random_rows(ROWS)


@pytest.fixture(scope="module")
def expected(rows):
    return of.evaluate_hilo_batch(*rows)


def check(expected, holes, boards, **options):
    got = of.evaluate_hilo_batch(holes, boards, **options)
    assert all((one == other).all() for one, other in zip(expected, got, strict=True))


# ---------------------------------------------------------------------------------- memory as it lies


def gapped(rows):
    wide = np.full((2 * len(rows), rows.shape[1] + 3), 99, np.uint8)
    view = wide[::2, 2 : 2 + rows.shape[1]]
    view[:] = rows
    return view


def by_columns(rows):
    wide = np.full((len(rows), 2 * rows.shape[1]), 99, np.uint8)
    view = wide[:, ::2]
    view[:] = rows
    return view


def backwards(rows):
    return rows[::-1, ::-1].copy()[::-1, ::-1]


def read_only(rows):
    rows = rows.copy()
    rows.flags.writeable = False
    return rows


def shared_row(rows):
    """One row in memory for all rows."""
    return np.broadcast_to(rows[0], rows.shape)


def memory(rows):
    return memoryview(rows.tobytes()).cast("B", rows.shape)


FORMS = [gapped, by_columns, backwards, np.asfortranarray, read_only, memory]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("other", FORMS)
def test_inputs_of_any_layout(rows, expected, form, other):
    holes, boards = rows
    check(expected, form(holes), other(boards))
    check(expected, form(holes), other(boards), validate=False, threads=2)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("cards", [4, 5, 6])
def test_hands_of_any_layout_on_one_board(form, cards):
    holes, boards = random_rows(ROWS, cards)
    holes = holes[~np.isin(holes, boards[0]).any(axis=1)]
    check(of.evaluate_hilo_batch(holes, boards[0]), form(holes), boards[0])


def test_a_row_that_is_repeated_without_memory_of_its_own(rows):
    holes, boards = rows
    high = of.evaluate_batch(shared_row(holes), shared_row(boards))
    assert (high == of.evaluate(holes[0].tolist(), boards[0].tolist())).all()


@pytest.mark.parametrize(
    "form",
    [
        lambda board: board,
        lambda board: board[::-1].copy()[::-1],
        lambda board: board.tolist(),
        lambda board: tuple(map(of.Card, board.tolist())),
        lambda board: of.CardSet(board.tolist()),
        lambda board: of.CardSet(board.tolist()).mask,
        lambda board: str(of.CardSet(board.tolist())),
        lambda board: bytes(board),
        lambda board: bytearray(board),
        lambda board: memoryview(bytes(board)),
        lambda board: array.array("B", board.tolist()),
    ],
)
def test_one_board_in_any_form(form):
    holes, boards = random_rows(ROWS)
    holes = holes[~np.isin(holes, boards[0]).any(axis=1)]
    for board in (boards[0], boards[0][:4], boards[0][:3]):
        each = np.tile(board, (len(holes), 1))
        check(of.evaluate_hilo_batch(holes, each), holes, form(board))


def address(buffer):
    return np.asarray(buffer).__array_interface__["data"][0]


def test_polars_without_a_copy(rows, expected):
    polars = pytest.importorskip("polars")
    series = [polars.Series(part, dtype=polars.Array(polars.UInt8, part.shape[1])) for part in rows]
    for one in series:
        inside = one.reshape((-1,)).to_numpy(allow_copy=False)
        assert address(as_buffer(one, "holes")) == address(inside)
    check(expected, *series)
    tail = [part[7:].copy() for part in rows]
    check(of.evaluate_hilo_batch(*tail), *(one[7:] for one in series))
    chunks = polars.concat([series[0], series[0]], rechunk=False)
    assert (
        len(of.evaluate_batch(chunks.rechunk(), rows[1].repeat(2, axis=0), validate=False))
        == 2 * ROWS
    )


def refused(call, error, *parts):
    """A short message of one line that has all the parts."""
    with pytest.raises(error) as caught:
        call()
    message = str(caught.value)
    assert all(part in message for part in parts), message
    assert message.isprintable()
    assert len(message) < 300


BOTH = pytest.mark.parametrize(
    ("name", "call"),
    [
        ("holes", lambda source: of.evaluate_batch(source, BOARD)),
        ("holes", lambda source: of.evaluate_low_batch(source, BOARD)),
        ("holes", lambda source: of.evaluate_hilo_batch(source, BOARD)),
        (
            "boards",
            lambda source: of.evaluate_batch(np.array([[0, 1, 2, 3]] * 2, np.uint8), source),
        ),
    ],
)


@BOTH
def test_polars_that_is_no_series_of_arrays(name, call):
    polars = pytest.importorskip("polars")
    arrays, rows = polars.Array(polars.UInt8, 4), [[4, 5, 6, 7], [8, 9, 10, 11]]
    expected = "polars Series of fixed-size arrays of integers, one chunk, no nulls"
    frame = polars.DataFrame({"text": ["As"], "hand": [[1, 2, 3, 4]]})
    for source in (
        frame,
        polars.DataFrame(np.array(rows, np.uint8)),
        frame.lazy(),
        polars.col("a"),
    ):
        kind = type(source).__name__
        refused(
            lambda source=source: call(source), TypeError, f"{name} is a polars {kind}:", expected
        )
    for kind in (polars.List(polars.UInt8), polars.List(polars.Int64)):
        series = polars.Series(rows, dtype=kind)
        refused(lambda series=series: call(series), TypeError, name, str(kind), expected)
    refused(lambda: call(polars.Series(["As", "Ah"])), TypeError, name, "String", expected)
    for broken in ([rows[0], None], [rows[0], [8, 9, None, 11]]):
        series = polars.Series(broken, dtype=arrays)
        refused(
            lambda series=series: call(series), ValueError, name, "UInt8", "has nulls", expected
        )
    chunks = polars.concat([polars.Series(rows[:1], dtype=arrays)] * 2, rechunk=False)
    refused(lambda: call(chunks), ValueError, name, "2 chunks", ".rechunk()")


@BOTH
def test_arrow_that_is_no_array_of_lists(name, call):
    arrow = pytest.importorskip("pyarrow")
    lists, rows = arrow.list_(arrow.uint8(), 4), [[4, 5, 6, 7], [8, 9, 10, 11]]
    expected = "Arrow array of fixed-size lists of integers, one chunk, no nulls"
    good = arrow.array(rows, lists)
    for source in (arrow.table({"hand": good}), arrow.record_batch({"hand": good}), good[0], lists):
        kind = type(source).__name__
        refused(
            lambda source=source: call(source), TypeError, f"{name} is a pyarrow {kind}:", expected
        )
    for kind in (
        arrow.list_(arrow.uint8()),
        arrow.large_list(arrow.uint8()),
        arrow.list_(arrow.float32(), 4),
        arrow.list_(arrow.float64(), 4),
    ):
        array = arrow.array(rows, kind)
        refused(lambda array=array: call(array), TypeError, name, str(kind), expected)
    nested = arrow.array([[row] for row in rows], arrow.list_(arrow.list_(arrow.uint8()), 1))
    refused(lambda: call(nested), TypeError, name, "list<item: uint8>", expected)
    for other in (arrow.array(["As"]), arrow.array([{"a": 1}]), arrow.nulls(3)):
        refused(lambda other=other: call(other), TypeError, name, str(other.type), expected)
    tensor = arrow.FixedShapeTensorArray.from_numpy_ndarray(np.array(rows, np.uint8)).type
    for broken in ([rows[0], None], [rows[0], [8, 9, None, 11]]):
        array = arrow.array(broken, lists)
        refused(lambda array=array: call(array), ValueError, name, "has nulls", expected)
        array = arrow.ExtensionArray.from_storage(tensor, array)
        refused(lambda array=array: call(array), ValueError, name, "has nulls", expected)
    for count in (0, 2):
        chunks = arrow.chunked_array([good] * count, lists)
        refused(
            lambda chunks=chunks: call(chunks),
            ValueError,
            name,
            f"{count} chunks",
            "combine_chunks()",
        )


def test_arrow_without_a_copy(rows, expected):
    arrow = pytest.importorskip("pyarrow")
    lists = [
        arrow.FixedSizeListArray.from_arrays(arrow.array(part.ravel()), part.shape[1])
        for part in rows
    ]
    for one in lists:
        assert address(as_buffer(one, "holes")) == one.values.buffers()[1].address
    check(expected, *lists)
    tail = [part[7:].copy() for part in rows]
    check(of.evaluate_hilo_batch(*tail), *(one[7:] for one in lists))
    column = arrow.table({"holes": lists[0]})["holes"]
    assert address(as_buffer(column, "holes")) == lists[0].values.buffers()[1].address
    check(expected, column, arrow.chunked_array([lists[1]]))
    tensor = arrow.FixedShapeTensorArray.from_numpy_ndarray(rows[0])
    assert address(as_buffer(tensor, "holes")) == tensor.storage.values.buffers()[1].address
    check(expected, tensor, arrow.Tensor.from_numpy(rows[1]))
    assert (as_buffer(tensor[3:], "holes") == rows[0][3:]).all()


# ------------------------------------------------------------------------- other integers, and lists

KINDS = ["i1", "i2", "i4", "i8", "u2", "u4", "u8", ">i2", ">i4", ">i8", ">u2", ">u4", ">u8"]


def nested(rows):
    return rows.tolist()


def tuples(rows):
    return tuple(map(tuple, rows.tolist()))


def cards(rows):
    return [tuple(map(of.Card, row)) for row in rows.tolist()]


def mixed(rows):
    """Lists, tuples, arrays, ints of Python and of numpy."""
    forms = (list, tuple, lambda row: np.array(row, np.int16), lambda row: [*map(np.uint64, row)])
    return [forms[place % 4](row) for place, row in enumerate(rows.tolist())]


def frame(rows):
    return pytest.importorskip("pandas").DataFrame(rows.astype(np.int64))


def polars_wide(rows):
    polars = pytest.importorskip("polars")
    return polars.Series(rows.astype(np.int64), dtype=polars.Array(polars.Int64, rows.shape[1]))


def arrow_wide(rows):
    arrow = pytest.importorskip("pyarrow")
    numbers = arrow.array(rows.ravel().astype(np.uint32))
    return arrow.FixedSizeListArray.from_arrays(numbers, rows.shape[1])


def foreign_memory(rows):
    return memoryview(rows.astype(">u2"))


COPIED = [nested, tuples, cards, mixed, frame, polars_wide, arrow_wide, foreign_memory]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", FORMS[:-1])
def test_integers_of_any_type(rows, expected, kind, form):
    holes, boards = (form(part).astype(kind) for part in rows)
    check(expected, holes, boards)
    check(expected, rows[0], boards[::-1][::-1], threads=2, validate=False)
    assert (of.hole_index_batch(holes) == of.hole_index_batch(rows[0])).all()
    assert (of.canonical_batch(holes) == of.canonical_batch(rows[0])).all()


@pytest.mark.parametrize("form", COPIED)
def test_lists_and_other_libraries(rows, expected, form):
    holes, boards = map(form, rows)
    check(expected, holes, boards)
    check(expected, holes, rows[1])
    check(expected, rows[0], boards)
    assert (of.hole_index_batch(holes) == of.hole_index_batch(rows[0])).all()
    assert (of.canonical_batch(holes) == of.canonical_batch(rows[0])).all()


def test_bytes_by_another_name_are_not_copied(rows, expected):
    """ctypes writes '<B' for uint8."""
    block = (len(rows[0]) * 4 * ctypes.c_uint8)(*rows[0].ravel().tolist())
    holes = (4 * ctypes.c_uint8 * len(rows[0])).from_buffer(block)
    assert address(card_rows(holes, "holes")[0]) == ctypes.addressof(block)
    check(expected, holes, rows[1])


def test_lists_of_nothing():
    assert of.evaluate_batch([], BOARD).shape == (0,)
    assert of.evaluate_batch([], []).shape == (0,)
    assert of.evaluate_batch("AsAhKsKh", []).shape == (0,)
    with pytest.raises(ValueError, match="0 columns"):
        of.evaluate_batch([[], []], BOARD)


@pytest.mark.parametrize("validate", [True, False])
@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("i1", -1), ("i2", -1), ("i2", 300), ("i8", -1), ("i8", 256), ("i8", 2**40 + 4), ("u2", 300),
        ("u8", 2**64 - 1), (">i4", -(2**31)), (">u2", 256 + 4), ("i8", -(2**63)),
    ],
)  # fmt: skip
def test_numbers_that_would_be_wrapped_are_named_with_their_row(rows, kind, wrong, validate):
    """Most of them are a good card in their lowest byte."""
    high, low = np.full(ROWS, 9999, np.uint16), np.full(ROWS, 99, np.uint8)
    for name, place in (("holes", 0), ("holes", 17), ("boards", ROWS - 2)):
        given = {"holes": rows[0].astype(kind), "boards": rows[1].astype(kind)}
        given[name][place, 1] = given[name][ROWS - 1, 0] = wrong
        lists = {part: array.tolist() for part, array in given.items()}
        for arrays in (given, lists):
            with pytest.raises(
                CardError, match=f"^unknown card {wrong} in row {place} of {name}: "
            ) as caught:
                of.evaluate_hilo_batch(**arrays, out=(high, low), validate=validate)
            assert (caught.value.value, caught.value.position) == (wrong, place)
    assert (high == 9999).all()
    assert (low == 99).all()


def test_a_number_of_many_digits_in_a_list():
    for wrong in (2**70, -(2**70)):
        with pytest.raises(CardError, match=f"unknown card {wrong} in row 1 of holes"):
            of.evaluate_batch([[0, 1, 2, 3], [4, 5, wrong, 7]], "AsKsQs")


def test_numbers_of_uint8_that_are_no_card_are_the_cores_business(rows):
    for kind in ("i2", "u8"):
        holes = rows[0].astype(kind)
        holes[40, 2] = 52
        with pytest.raises(CardError, match="unknown card 52 in row 40 of holes"):
            of.evaluate_batch(holes, rows[1])
        with pytest.raises(CardError, match="unknown card 52 in row 40 of holes"):
            of.evaluate_batch(holes.tolist(), rows[1])
        holes[50, 2] = 300 if kind == "i2" else 2**60
        for given in (holes, holes.tolist()):
            with pytest.raises(CardError, match="unknown card 52 in row 40 of holes"):
                of.evaluate_batch(given, rows[1])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (True, "True in row 1 of holes is a bool"),
        (2.0, "2.0 in row 1 of holes is a float"),
        (None, "None in row 1 of holes is a NoneType"),
        ("As", "'As' in row 1 of holes is a str"),
        (np.float64(2), r"2.0\)? in row 1 of holes is a float64"),
        (np.bool_(True), "row 1 of holes is a bool"),
        ([4], r"\[4\] in row 1 of holes is a list"),
    ],
)
def test_lists_of_other_things(wrong, message):
    with pytest.raises(TypeError, match=message):
        of.evaluate_batch([[0, 1, 2, 3], [4, 5, wrong, 7]], "AsKsQs")


# --------------------------------------------------------------------------- one hand on many boards


@pytest.mark.parametrize("cards", [4, 5, 6])
@pytest.mark.parametrize("board_cards", [3, 4, 5])
@pytest.mark.parametrize(
    "form",
    [
        lambda hole: "".join(map(of.card_name, hole)),
        lambda hole: of.CardSet(hole.tolist()).mask,
        lambda hole: hole,
        lambda hole: hole.astype(">i4"),
        lambda hole: memoryview(hole.astype(">i4")),
        lambda hole: hole.tolist(),
        lambda hole: tuple(map(of.Card, hole.tolist())),
        lambda hole: of.CardSet(hole.tolist()),
        lambda hole: bytes(hole),
        lambda hole: [of.card_name(card) for card in hole],
    ],
)
def test_one_hand_on_many_boards(cards, board_cards, form):
    hole, boards = random_rows(1, cards)[0][0], random_rows(ROWS, 4, board_cards, seed=2)[1]
    boards = boards[~np.isin(boards, hole).any(axis=1)]
    high, low = of.evaluate_hilo_batch(np.tile(hole, (len(boards), 1)), boards)
    check((high, low), form(hole), boards)
    check((high, low), form(hole), boards.tolist(), threads=2, validate=False)
    assert (of.evaluate_batch(form(hole), boards) == high).all()
    assert (of.evaluate_low_batch(form(hole), boards) == low).all()


def test_one_hand_that_cannot_be():
    boards = np.array([[4, 8, 12, 16, 20], [24, 28, 32, 36, 40]], np.uint8)
    for hole, error, message in (
        ("AsAhKs", CardError, "hole cards 'AsAhKs': 3 cards, expected 4, 5 or 6"),
        ("AsAhKsAs", CardError, "duplicate card 'As' in hole cards"),
        ([51, 50, 47, 52], CardError, "unknown card 52 in hole cards"),
        (np.array([51, 50, 47, 300]), CardError, "unknown card .*300.* in hole cards"),
        (np.zeros(4), TypeError, "hole cards"),
        (7, CardError, r"hole cards 7 \(a lone int is a mask.*3 cards"),
        (None, TypeError, "hole cards None: a NoneType"),
        ("2c2d2hAs", None, ""),
        ("2c2d2h8c", CardError, "duplicate card '8c' in row 1 of holes and on its board"),
    ):
        if error is None:
            assert of.evaluate_batch(hole, boards[1:]).shape == (1,)
            continue
        with pytest.raises(error, match=message):
            of.evaluate_batch(hole, boards)


def test_one_hand_on_one_board_is_for_evaluate():
    for hole in ("AsAhKsKh", np.array([51, 50, 47, 46], np.uint8), None, 2.5):
        for board in (BOARD, np.array([43, 39, 35, 1, 4], np.uint8), None):
            with pytest.raises(TypeError, match=r"^holes .* and one board: .*of\.evaluate"):
                of.evaluate_batch(hole, board)


# ------------------------------------------------------------------------------------------- outputs


def test_the_output_given_is_the_one_returned(rows, expected):
    high, low = np.empty(ROWS, np.uint16), np.empty(ROWS, np.uint8)
    assert of.evaluate_batch(*rows, out=high) is high
    assert of.evaluate_low_batch(*rows, out=low) is low
    assert (high == expected[0]).all()
    assert (low == expected[1]).all()
    out = of.evaluate_hilo_batch(*rows, out=(high, low))
    assert out[0] is high
    assert out[1] is low


def test_outputs_of_any_layout(rows, expected):
    high = np.full(3 * ROWS, 9999, np.uint16)
    low = np.full(2 * ROWS, 99, np.uint8)
    check(expected, *rows, out=(high[::3], low[::2]))
    assert (high.reshape(-1, 3)[:, 1:] == 9999).all()
    assert (low.reshape(-1, 2)[:, 1] == 99).all()
    check(expected, *rows, out=(high[:ROWS][::-1], low[:ROWS][::-1]))
    check(expected, *rows, out=[high[:ROWS], low[:ROWS]])


def test_outputs_of_the_standard_library(rows, expected):
    high, low = array.array("H", bytes(2 * ROWS)), bytearray(ROWS)
    assert of.evaluate_batch(*rows, out=high) is high
    assert high.tolist() == expected[0].tolist()
    of.evaluate_low_batch(*rows, out=low)
    assert list(low) == expected[1].tolist()
    of.evaluate_batch(*rows, out=memoryview(bytearray(2 * ROWS)).cast("H"))


@pytest.mark.parametrize("boards", [BOARD, np.empty((0, 5), np.uint8), np.empty((0, 3), np.uint8)])
@pytest.mark.parametrize("cards", [4, 5, 6])
def test_no_rows_are_an_empty_answer(boards, cards):
    holes = np.empty((0, cards), np.uint8)
    for threads in (1, 2):
        assert of.evaluate_batch(holes, boards, threads=threads).shape == (0,)
        assert of.evaluate_low_batch(holes, boards, threads=threads).shape == (0,)
        assert [part.shape for part in of.evaluate_hilo_batch(holes, boards)] == [(0,), (0,)]


# -------------------------------------------------------------------------------------- what is refused

CALLS = [of.evaluate_batch, of.evaluate_low_batch, of.evaluate_hilo_batch]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("holes", "error"),
    [
        (np.zeros((3, 4), float), TypeError),
        (np.zeros((3, 4), bool), TypeError),
        (np.zeros((3, 4), object), (TypeError, ValueError)),
        (np.zeros(4, np.uint8), TypeError),
        (np.zeros((3, 4, 1), np.uint8), TypeError),
        (np.zeros((3, 3), np.uint8), ValueError),
        (np.zeros((3, 7), np.uint8), ValueError),
        ([0, 4, 8, 12], TypeError),
        ([[0.0, 4.0, 8.0, 12.0]], TypeError),
        ("AsAhKsKh", TypeError),
        (bytearray(12), TypeError),
        (None, TypeError),
        (7, TypeError),
        (2.5, TypeError),
        (iter([b"0123"]), TypeError),
        (np.array(7, np.uint8), TypeError),
    ],
)
def test_wrong_hands(call, holes, error):
    with pytest.raises(error, match=r"holes.*expected (an integer array|integers|card numbers)"):
        call(holes, BOARD)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("boards", "error", "named"),
    [
        (np.zeros((3, 5), float), TypeError, "boards"),
        (np.zeros((3, 5), bool), TypeError, "boards"),
        ([[4, 8, 12, 16, 20]] * 2 + [[True, 8, 12, 16, 20]], TypeError, "True in row 2 of boards"),
        ([[4, 8, 12, 16, 20]] * 2 + [None], TypeError, "None in row 2 of boards"),
        ([[4, 8, 12, 16, 20]] * 2 + [[4, 8, 12]], ValueError, "3 items in row 2 of boards"),
        ([[4, 8, 12, 16, 20]] * 2, ValueError, "n = 3"),
        (np.zeros((3, 5, 1), np.uint8), TypeError, "boards"),
        (np.zeros((3, 2), np.uint8), ValueError, "boards"),
        (np.zeros((3, 6), np.uint8), ValueError, "boards"),
        (np.zeros((2, 5), np.uint8), ValueError, "n = 3"),
        (np.zeros((4, 5), np.uint8), ValueError, "n = 3"),
        (np.array([4, 8], np.uint8), CardError, "expected 3, 4 or 5"),
        ("2c3c", CardError, "expected 3, 4 or 5"),
        ("2c3c4c5c6c7c", CardError, "expected 3, 4 or 5"),
        ("2c3c2c", CardError, "2c"),
        ([4, 8, 52], CardError, "52"),
        (None, TypeError, "board"),
        (2.5, TypeError, "board"),
    ],
)
def test_wrong_boards(call, boards, error, named):
    holes = np.array([[0, 1, 2, 3]] * 3, np.uint8)
    with pytest.raises(error, match=named):
        call(holes, boards)


def wrong_outs(kind, other):
    frozen = np.zeros(3, kind)
    frozen.flags.writeable = False
    return [
        np.zeros(3, other),
        np.zeros(3, float),
        np.zeros((3, 1), kind),
        np.zeros(2, kind),
        np.zeros(4, kind),
        frozen,
        bytes(6),
        [0, 0, 0],
        3,
    ]


@pytest.mark.parametrize("which", range(9))
def test_wrong_outputs(which):
    holes = np.array([[0, 1, 2, 3]] * 3, np.uint8)
    high, low = wrong_outs(np.uint16, np.uint8)[which], wrong_outs(np.uint8, np.uint16)[which]
    for call, out in ((of.evaluate_batch, high), (of.evaluate_low_batch, low)):
        with pytest.raises((TypeError, ValueError), match=r"out .*expected a writable uint"):
            call(holes, BOARD, out=out)
    good = np.zeros(3, np.uint16), np.zeros(3, np.uint8)
    with pytest.raises((TypeError, ValueError), match=r"out\[0\] .*expected a writable uint16"):
        of.evaluate_hilo_batch(holes, BOARD, out=(high, good[1]))
    with pytest.raises((TypeError, ValueError), match=r"out\[1\] .*expected a writable uint8"):
        of.evaluate_hilo_batch(holes, BOARD, out=(good[0], low))


def unaligned(kind, *shape):
    """Zeros that begin one byte too late."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    return np.zeros(size + 1, np.uint8)[1:].view(kind).reshape(shape)


@pytest.mark.parametrize(
    "high", [unaligned(np.uint16, 3), np.ndarray(3, np.uint16, bytearray(8), 0, 3)]
)
def test_outputs_out_of_line(high):
    """Written through pointers to uint16, they would be undefined behaviour, and a fault on some machines."""
    holes = np.array([[0, 2, 3, 5]] * 3, np.uint8)
    for call, out in (
        (of.evaluate_batch, high),
        (of.evaluate_hilo_batch, (high, np.zeros(3, np.uint8))),
    ):
        with pytest.raises(ValueError, match=r"out.* not aligned in memory.*expected a writable"):
            call(holes, BOARD, out=out)
    assert not high.any()
    one = of.evaluate_batch(holes[:1], BOARD, out=np.ndarray(1, np.uint16, bytearray(4), 0, 3))
    assert one.tolist() == of.evaluate_batch(holes[:1], BOARD).tolist()
    assert of.evaluate_batch(holes[:0], BOARD, out=high[:0]).shape == (0,)


def test_shares_out_of_line():
    hands = np.array([[[51, 50, 47, 46], [37, 35, 31, 26]]], np.uint8)
    with pytest.raises(ValueError, match=r"out .*not aligned in memory"):
        of._core.MatchupBatch(hands, None, False, unaligned(np.float64, 1, 2))


@pytest.mark.parametrize("out", [np.zeros(3, np.uint16), (np.zeros(3, np.uint16),), 5, "ab"])
def test_high_and_low_want_a_pair(out):
    with pytest.raises(TypeError, match="a pair of arrays"):
        of.evaluate_hilo_batch(np.array([[0, 1, 2, 3]] * 3, np.uint8), BOARD, out=out)


def test_an_output_over_an_input(rows):
    memory = np.zeros(9 * 64, np.uint8)
    holes, boards = memory[: 4 * 64].reshape(64, 4), memory[4 * 64 :].reshape(64, 5)
    holes[:], boards[:] = rows[0][:64], rows[1][:64]
    before = memory.copy()
    for out in (holes.ravel()[:128].view(np.uint16)[:64], memory[192:320].view(np.uint16)):
        with pytest.raises(ValueError, match="out overlaps holes"):
            of.evaluate_batch(holes, boards, out=out)
    with pytest.raises(ValueError, match="out overlaps boards"):
        of.evaluate_low_batch(holes, boards, out=boards[:, 2])
    with pytest.raises(ValueError, match="out overlaps holes"):
        of.evaluate_low_batch(holes[::-1], boards, out=holes[:, 3])
    pair = np.zeros(128, np.uint8)
    with pytest.raises(ValueError, match=r"out\[0\] overlaps out\[1\]"):
        of.evaluate_hilo_batch(holes, boards, out=(pair.view(np.uint16), pair[64:]))
    assert (memory == before).all()


def test_an_output_beside_an_input(rows):
    memory = np.zeros(64 * 4 + 2 * 64, np.uint8)
    holes = memory[: 4 * 64].reshape(64, 4)
    holes[:] = rows[0][:64]
    high = of.evaluate_batch(holes, rows[1][:64], out=memory[4 * 64 :].view(np.uint16))
    assert (high == of.evaluate_batch(*(part[:64].copy() for part in rows))).all()


# ------------------------------------------------------------------------------------------- bad rows

PLACES = [0, 1, 15, 16, 17, 31, 32, 33, 63, 64, 65, 2047, 2048, 2049, ROWS - 2]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("form", [np.ascontiguousarray, np.asfortranarray])
@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda hole, board: hole.__setitem__(2, 52), "unknown card 52"),
        (lambda hole, board: hole.__setitem__(0, 255), "unknown card 255"),
        (lambda hole, board: board.__setitem__(4, 64), "unknown card 64"),
        (lambda hole, board: board.__setitem__(0, 128), "unknown card 128"),
        (lambda hole, board: hole.__setitem__(3, hole[0]), "duplicate card"),
        (lambda hole, board: board.__setitem__(3, board[2]), "duplicate card"),
        (lambda hole, board: board.__setitem__(1, hole[3]), "duplicate card"),
    ],
)
def test_the_first_bad_row_is_named_and_nothing_written(rows, spoil, named, form, threads):
    for place in PLACES:
        holes, boards = rows[0].copy(), rows[1].copy()
        for row in (place, ROWS - 1):
            spoil(holes[row], boards[row])
        high, low = np.full(ROWS, 9999, np.uint16), np.full(ROWS, 99, np.uint8)
        with pytest.raises(CardError, match=rf"{named} .*row {place} of ") as caught:
            of.evaluate_hilo_batch(form(holes), form(boards), out=(high, low), threads=threads)
        assert caught.value.position == place
        assert (high == 9999).all()
        assert (low == 99).all()


def test_the_repeated_card_is_named():
    holes, boards = random_rows(100)
    holes[40], boards[40] = [51, 50, 47, 46], [4, 8, 46, 12, 16]
    with pytest.raises(
        CardError, match="duplicate card 'Kh' in row 40 of holes and on its board"
    ) as caught:
        of.evaluate_batch(holes, boards)
    assert caught.value.value == "Kh"


@pytest.mark.parametrize("cards", [4, 5, 6])
@pytest.mark.parametrize("place", PLACES)
def test_a_card_of_the_one_board_in_a_hand(cards, place):
    holes, boards = random_rows(ROWS, cards)
    live = np.array([card for card in range(52) if card not in boards[0]], np.uint8)
    holes = live[np.argsort(np.random.default_rng(3).random((ROWS, 47)), axis=1)[:, :cards]]
    assert len(of.evaluate_batch(holes, boards[0])) == ROWS
    holes[place, cards - 1] = boards[0, 3]
    name = of.card_name(boards[0, 3])
    with pytest.raises(CardError, match=f"duplicate card '{name}' in row {place} of holes"):
        of.evaluate_batch(holes, boards[0])


def test_many_threads_name_the_first_of_many_bad_rows():
    holes, boards = random_rows(200_000)
    holes[150_000:, 0] = 52
    holes[120_001, 0] = 53
    for threads in (1, 2, 7):
        with pytest.raises(CardError, match="unknown card 53 in row 120001"):
            of.evaluate_batch(holes, boards, threads=threads)


def test_unchecked_rows_of_any_bytes_give_some_answer():
    """That nothing outside is read or written is proven in test_sanitizer.py."""
    rng = np.random.default_rng(8)
    for cards in (4, 5, 6):
        for board_cards in (3, 4, 5):
            holes = rng.integers(0, 256, (3000, cards), np.uint8)
            boards = rng.integers(0, 256, (3000, board_cards), np.uint8)
            high, low = of.evaluate_hilo_batch(holes, boards, validate=False)
            assert high.max() <= 7462
            assert low.max() <= 56
            of.evaluate_hilo_batch(holes, BOARD, validate=False)
