"""Differential evidence: batches against the scalar evaluator for every kernel variant, and against the slow model;
threads, the GIL, categories."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import slow_model as model
import variant_checks
from test_differential import DECKS, SIZES, deals

import omaha_fast as of
from omaha_fast.evaluation import STRONGEST, category_of

np = pytest.importorskip("numpy")

VARIANTS = of.build_info()["variants"]


def as_array(hands):
    return np.array([[model.DECK.index(card) for card in hand] for hand in hands], np.uint8)


def random_rows(rows, hole_cards=4, board_cards=5, seed=1):
    holes, boards = variant_checks.deals(seed, rows, (0, 1, 2, 3))
    return holes[:, :hole_cards].copy(), boards[:, :board_cards].copy()


# ---------------------------------------------------------------------------------------- strengths


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_ranks_like_the_scalar_evaluator(variant):
    """Millions of rows of 4, 5, 6 cards on boards of 3, 4, 5, of the whole deck and of two suits, high and low, as
    rows and on one board, in every number around the borders of blocks."""
    checks = Path(variant_checks.__file__)
    done = subprocess.run(
        [sys.executable, "-P", checks, "100000"],
        env={**os.environ, "OMAHA_FAST_VARIANT": variant},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    name, compared = done.stdout.split()
    assert name == variant
    assert int(compared) > 10_000_000


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_many_more_rows_rank_like_the_scalar_evaluator(variant):
    checks = Path(variant_checks.__file__)
    environment = {**os.environ, "OMAHA_FAST_VARIANT": variant}
    subprocess.run([sys.executable, "-P", checks, "2000000"], env=environment, check=True)


def test_the_comparison_finds_a_wrong_strength():
    holes, boards = random_rows(100)
    high, low = of.evaluate_hilo_batch(holes, boards)
    variant_checks.check(holes, boards, high, low)
    for wrong_high, wrong_low in ((high.copy(), low), (high, low.copy())):
        wrong = wrong_high if wrong_low is low else wrong_low
        wrong[99] ^= 1
        with pytest.raises(AssertionError, match="row 99"):
            variant_checks.check(holes, boards, wrong_high, wrong_low)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_batches_are_those_of_the_slow_model(deck, hole, board):
    dealt = list(deals(f"batch {hole} {board}", DECKS[deck], hole, board, count=150))
    holes, boards = as_array([h for h, _ in dealt]), as_array([b for _, b in dealt])
    highs = [model.omaha_high(h, b) for h, b in dealt]
    lows = [model.omaha_low(h, b) for h, b in dealt]
    assert of.evaluate_batch(holes, boards).tolist() == highs
    assert of.evaluate_low_batch(holes, boards).tolist() == lows
    both = of.evaluate_hilo_batch(holes, boards)
    assert [part.tolist() for part in both] == [highs, lows]


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("hole", [4, 5, 6])
def test_hands_on_one_board_are_those_of_the_slow_model(deck, hole):
    for board_size in (3, 4, 5):
        _, board = next(deals(f"one board {hole}", DECKS[deck], hole, board_size, count=1))
        rest = [card for card in DECKS[deck] if card not in board]
        hands = [hand for hand, _ in deals(f"hands {hole}", rest, hole, 0, count=60)]
        high, low = of.evaluate_hilo_batch(as_array(hands), "".join(board))
        assert high.tolist() == [model.omaha_high(hand, board) for hand in hands]
        assert low.tolist() == [model.omaha_low(hand, board) for hand in hands]


def test_types_and_shapes_of_the_answers():
    holes, boards = random_rows(3)
    high, low = of.evaluate_hilo_batch(holes, boards)
    assert (high.dtype, high.shape, low.dtype, low.shape) == (np.uint16, (3,), np.uint8, (3,))


# --------------------------------------------------------------------------------------- categories


def test_every_strength_has_its_category():
    strengths = np.arange(1, STRONGEST[-1] + 1, dtype=np.uint16)
    categories = of.category_batch(strengths)
    assert categories.dtype == np.uint8
    assert categories.tolist() == [category_of(strength) for strength in strengths.tolist()]


def test_categories_have_the_shape_of_the_strengths():
    assert of.category_batch([[0, 1], [7462, 7461]]).tolist() == [[0, 1], [10, 9]]
    assert of.category_batch(7462).shape == ()
    assert of.category_batch([]).shape == (0,)


@pytest.mark.parametrize("kind", ["u2", "i2", "i4", "u8", "i8", ">u2", "<i4"])
def test_strengths_of_any_integer_type_and_layout(kind):
    strengths = np.arange(STRONGEST[-1] + 1).astype(kind)
    expected = [0, *map(category_of, range(1, STRONGEST[-1] + 1))]
    assert of.category_batch(strengths).tolist() == expected
    assert of.category_batch(strengths[::-3]).tolist() == expected[::-3]


def test_the_names_of_categories():
    """As the README has it: AsAhKsKh and Th9h8h7h, a board each."""
    holes = np.array([[51, 50, 47, 46], [34, 30, 26, 22]], np.uint8)
    boards = np.array([[43, 39, 35, 1, 4], [42, 38, 4, 1, 8]], np.uint8)
    found = of.category_batch(of.evaluate_batch(holes, boards))
    assert [of.HandCategory(number).name for number in found] == ["ROYAL_FLUSH", "HIGH_CARD"]


def test_categories_cost_no_more_than_the_evaluation():
    """A look-up: beside a search, in the same run."""
    strengths = np.random.default_rng(1).integers(0, 7463, 300_000).astype(np.uint16)
    times = {of.category_batch: [], lambda given: np.searchsorted((0, *STRONGEST), given): []}
    for _ in range(7):
        for call, spent in times.items():
            began = time.process_time()
            call(strengths)
            spent.append(time.process_time() - began)
    looked_up, searched = map(min, times.values())
    assert looked_up < searched / 3


@pytest.mark.parametrize(
    ("strengths", "error", "named"),
    [
        ([1, 7463, -1], ValueError, "strength 7463 at index 1: expected 0 to 7462"),
        ([1, 5, -1, 9999], ValueError, "strength -1 at index 2:"),
        ([[1, 2], [3, 65535]], ValueError, r"strength 65535 at index \(1, 1\):"),
        (7463, ValueError, "strength 7463:"),
        (np.array([7, 2**63], np.uint64), ValueError, f"strength {2**63} at index 1:"),
        (np.array([-(2**63)]), ValueError, f"strength -{2**63} at index 0:"),
        ([1.5], TypeError, "dtype float64: expected integers, 0 to 7462"),
        (
            [1.0, np.nan, 2.0],
            TypeError,
            "nan at index 1: expected integers, 0 to 7462, and no null",
        ),
        ([1, None, 7462], TypeError, "None at index 1: expected integers"),
        ([7, 2**70], TypeError, f"{2**70} at index 1: expected integers"),
        ([[1], [1, 2]], TypeError, r"\[\[1\], \[1, 2\]\] are no array"),
        (None, TypeError, "None: expected integers"),
        ("As", TypeError, "dtype <U2: expected integers"),
        ([True], TypeError, "dtype bool: expected integers"),
    ],
)
def test_what_is_no_strength_has_no_category(strengths, error, named):
    with pytest.raises(error, match=named):
        of.category_batch(strengths)


def test_strengths_of_other_libraries():
    polars, arrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    for good in (polars.Series([1, 7462]), arrow.array([1, 7462], arrow.uint16())):
        assert of.category_batch(good).tolist() == [1, 10]
    chunks = arrow.chunked_array([[1], [None, 7462]])
    for bad in (polars.Series([1, None, 7462]), arrow.array([1, None, 7462]), chunks):
        with pytest.raises(
            TypeError, match="at index 1: expected integers, 0 to 7462, and no null"
        ):
            of.category_batch(bad)
    with pytest.raises(TypeError, match="dtype object"):
        of.category_batch(polars.LazyFrame({"strength": [1]}))


# ------------------------------------------------------------------------------- threads and the GIL


@pytest.mark.parametrize("one_board", [False, True])
@pytest.mark.parametrize("validate", [False, True])
def test_threads_change_nothing(one_board, validate):
    holes, boards = random_rows(150_001)
    if one_board:
        boards = boards[0]
        holes = holes[~np.isin(holes, boards).any(axis=1)]
    alone = of.evaluate_hilo_batch(holes, boards, validate=validate)
    for threads in (1, 2, 7):
        shared = of.evaluate_hilo_batch(holes, boards, threads=threads, validate=validate)
        assert all((one == other).all() for one, other in zip(alone, shared, strict=True))


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", None, True])
def test_a_wrong_number_of_threads(threads):
    with pytest.raises(ValueError, match="threads"):
        of.evaluate_batch(*random_rows(2), threads=threads)


@pytest.fixture
def advance():
    """advance(): how far another thread has come, which runs only while this one has given up the GIL."""
    if not getattr(sys, "_is_gil_enabled", lambda: True)():
        pytest.skip("there is no GIL here")
    interval = sys.getswitchinterval()
    steps, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            steps[0] += 1
            time.sleep(0)  # gives the GIL back

    other = threading.Thread(target=count)
    sys.setswitchinterval(1000)  # nobody has to give it up
    other.start()
    try:
        yield lambda: steps[0]
    finally:
        stop.set()
        sys.setswitchinterval(interval)
        other.join()


@pytest.mark.parametrize("one_board", [False, True])
@pytest.mark.parametrize("validate", [False, True])
def test_other_threads_run_during_a_large_batch_and_not_during_a_small_one(
    advance, one_board, validate
):
    holes, boards = random_rows(500_000)
    if one_board:
        boards = boards[0]
        holes = holes[~np.isin(holes, boards).any(axis=1)]
    small = holes[:200].copy(), boards if one_board else boards[:200].copy()
    out = np.empty(len(holes), np.uint16)
    of.evaluate_batch(*small, out=out[:200], validate=validate)

    before = advance()
    of.evaluate_batch(*small, out=out[:200], validate=validate)
    assert advance() == before
    for _ in range(100):
        of.evaluate_batch(holes, boards, out=out, validate=validate)
        if advance() > before:
            break
    assert advance() > before
