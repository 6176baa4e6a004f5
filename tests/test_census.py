"""The census: one board against the slow model, the classes of boards, and (slow) every deal there is against counts
from outside."""

import random
import threading
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from itertools import combinations, pairwise
from math import comb

import pytest
import slow_model as model

import omaha_fast as of
from omaha_fast import _core
from omaha_fast.analysis import CensusResult, census
from omaha_fast.evaluation import HandCategory

np = pytest.importorskip("numpy")
# The module, not the function of the same name.
module = import_module("omaha_fast.analysis.census")

# DATA.md: every (hand, board) pair, weakest category first; then lows of 8, 7, 6, 5; then those without.
DEALS = {
    4: (
        [
            13_851_662_832, 122_655_542_152, 170_775_844_104, 40_712_657_408, 52_289_648_688,
            31_216_782_384, 29_424_798_576, 2_225_270_496, 368_486_160, 42_807_600,
        ],
        [76_415_359_104, 51_687_563_904, 25_832_342_400, 7_439_717_760],
        302_188_517_232,
    ),
    5: (
        [
            31_049_187_840, 664_484_779_176, 1_499_524_587_864, 385_060_493_256, 607_873_573_392,
            382_907_839_304, 381_206_810_304, 28_693_457_712, 5_231_798_992, 613_575_600,
        ],
        [747_147_913_344, 561_493_484_160, 309_419_864_960, 97_559_876_992],
        2_271_024_963_984,
    ),
}  # fmt: skip


# -------------------------------------------------------------------------------- one board, slow and obvious


def model_counts(cards, board):
    """Deals by category and by low: the best hand is that of the best pair, which takes the best of ten triples."""
    live = [card for card in model.DECK if card not in board]
    pairs = {
        pair: (model.omaha_high(pair, board), model.omaha_low(pair, board))
        for pair in combinations(live, 2)
    }
    highs, lows = Counter(), Counter()
    for hand in combinations(live, cards):
        both = [pairs[pair] for pair in combinations(hand, 2)]
        highs[max(high for high, _ in both)] += 1
        lows[max(low for _, low in both)] += 1
    categories, highest = Counter(), Counter()
    for (ranks, suited), strength in model.STRENGTHS.items():
        five = model.in_suits(ranks, "sssss" if suited else "cdhsc")
        categories[model.category(five)] += highs[strength]
    for ranks, strength in model.LOWS.items():
        highest[int(ranks[0])] += lows[strength]
    return categories, highest, lows[0]


def check_board(cards, board):
    result = census(cards, board)
    categories, lows, no_low = model_counts(cards, model.cards(board))
    assert result.deals == comb(47, cards)
    assert result.categories == {HandCategory(kind): categories[kind] for kind in range(1, 11)}
    assert result.lows == {rank: lows[rank] for rank in (8, 7, 6, 5)}
    assert result.no_low == no_low


BOARDS = ["QsJsTs2d3c", "2c3c4c5d8d", "7h7d7c8s8d", "KcQd9h7s4c", "As5s8dKh9c"]


@pytest.mark.parametrize("board", BOARDS)
def test_all_hands_on_a_board_are_those_of_the_slow_model(board):
    check_board(4, board)


@pytest.mark.slow
@pytest.mark.parametrize("board", BOARDS)
def test_all_hands_of_five_cards_on_a_board_are_those_of_the_slow_model(board):
    check_board(5, board)


@pytest.mark.parametrize("cards", [4, 5])
def test_every_hand_of_a_board_goes_through_the_kernel_once(cards):
    """Counts above any bounds, inside what the board allows and outside, against the batch of all its hands."""
    rng = random.Random(cards)
    for board in ("As2s3s4s9d", "KcKdKhKs2c", "8d7d6c3h2s"):
        live = [card for card in range(52) if card not in of.parse_cards(board)]
        flat = np.fromiter((c for hand in combinations(live, cards) for c in hand), np.uint8)
        high, low = of.evaluate_hilo_batch(flat.reshape(-1, cards), board)
        high_bounds = [0, 7462, *sorted(rng.sample(range(7463), 14))]
        low_bounds = [56, *rng.sample(range(56), 10), 0]
        counting = _core.HandsOnBoard(board, cards, tuple(high_bounds), tuple(low_bounds))
        sofar = [counting.run() for _ in range(3)]
        assert sofar == [comb(cards + n, cards) for n in range(3)]
        assert counting.run(52) == counting.total
        hands, above, above_low = counting.result()
        assert hands == len(high) == comb(47, cards)
        assert list(above) == [int((high > bound).sum()) for bound in high_bounds]
        assert list(above_low) == [int((low > bound).sum()) for bound in low_bounds]


def test_six_cards_on_a_board():
    result = census(6, "QsJsTs2d3c")
    assert result.deals == comb(47, 6) == sum(result.categories.values())
    # AsKs with any four of the other 45.
    assert result.categories[HandCategory.ROYAL_FLUSH] == comb(45, 4)


# ------------------------------------------------------------------------------------- classes of boards


def test_the_classes_stand_for_every_board():
    weights = [module.board_weight(_core.class_cards(i, 5)) for i in range(module.CLASSES)]
    assert sum(weights) == comb(52, 5) == 2_598_960
    with pytest.raises(ValueError, match="134458"):
        _core.class_cards(module.CLASSES, 5)


def test_a_class_has_as_many_boards_as_there_are_relabellings():
    for number in random.Random(3).sample(range(module.CLASSES), 500):
        board = of.hole_from_index(number, 5)
        cards = [str(card) for card in board]
        others = {frozenset(model.relabel(cards, suits)) for suits in model.RELABELLINGS}
        assert module.board_weight(board.mask) == len(others)


def test_relabelled_boards_make_the_same():
    assert census(4, "As2s3s4s9d").categories == census(4, "Ah2h3h4h9c").categories


# ------------------------------------------------------------------------------------------ sharing work


@pytest.fixture
def few_classes(monkeypatch):
    """A world of 700 boards, from the middle of the numbering."""
    monkeypatch.setattr(module, "CLASSES", 700)
    return census(4)


def test_the_result_does_not_depend_on_who_counts(few_classes):
    for threads in (1, 2, 7):
        assert census(4, threads=threads) == few_classes
    with ThreadPoolExecutor(3) as pool:
        assert census(4, executor=pool) == few_classes


@pytest.mark.filterwarnings(
    "ignore::DeprecationWarning"
)  # forking where another test left a thread
def test_processes_count_the_same(few_classes):
    with ProcessPoolExecutor(2) as pool:
        assert census(4, executor=pool) == few_classes


def test_parts_add_up():
    whole = module.count_classes(4, 1000, 1100)
    borders = [1000, 1001, 1040, 1040, 1100]
    parts = [module.count_classes(4, *part) for part in pairwise(borders)]
    assert whole == tuple(map(sum, zip(*parts, strict=True)))


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_told_in_this_thread(few_classes, threads):
    told = []
    census(
        4, threads=threads, progress=lambda *now: told.append((threading.current_thread(), *now))
    )
    here = threading.current_thread()
    assert {thread for thread, _, _ in told} == {here}
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)
    assert told[-1] == (here, 700, 700)
    assert len(told) > 3


@pytest.mark.parametrize("threads", [1, 2])
def test_an_interrupt_ends_it(monkeypatch, threads):
    """What is in the queue does not go on behind the caller's back."""
    counted = []
    count_classes = module.count_classes
    monkeypatch.setattr(
        module, "count_classes", lambda *part: (counted.append(part), count_classes(*part))[1]
    )

    def interrupt(done, whole):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        census(4, threads=threads, progress=interrupt)
    assert len(counted) < 20
    assert not [thread for thread in threading.enumerate() if "ThreadPool" in thread.name]


@pytest.mark.parametrize("cards", [3, 6, 7, 4.5, "4", None])
def test_a_wrong_number_of_cards(cards):
    with pytest.raises(ValueError, match="expected 4 or 5"):
        census(cards)


@pytest.mark.parametrize(
    ("board", "error"),
    [("2c3c4c", "expected 5"), ("2c3c4c5c2c", "2c"), ("2c3c4c5c6x", "6x"), ("", "expected 5")],
)
def test_a_wrong_board(board, error):
    with pytest.raises(of.CardError, match=error):
        census(4, board)


def test_a_result_is_plain_data():
    import pickle

    result = census(4, "QsJsTs2d3c")
    assert isinstance(result, CensusResult)
    assert pickle.loads(pickle.dumps(result)) == result
    with pytest.raises(AttributeError):
        result.deals = 1


# ---------------------------------------------------------------------------------------- every deal


def check_census(cards, progress=None):
    result = census(cards, threads=2, progress=progress)
    categories, lows, no_low = DEALS[cards]
    assert list(result.categories.values()) == categories
    assert list(result.lows.values()) == lows
    assert result.no_low == no_low
    assert result.deals == sum(categories) == comb(52, 5) * comb(47, cards)


@pytest.mark.parametrize("cards", [4, 5])
def test_the_counts_from_outside_are_complete(cards):
    categories, lows, no_low = DEALS[cards]
    assert sum(categories) == sum(lows) + no_low == comb(52, 5) * comb(47, cards)


@pytest.mark.slow
@pytest.mark.parametrize("cards", [4, 5])
def test_the_census_of_every_deal(cards):
    check_census(cards)


@pytest.mark.slow
def test_one_wrong_entry_changes_the_census(planted):
    """One hole pair on one set of board ranks, taken for a full house instead of a pair."""
    slot, column = _core._probe.slot([0, 2, 5, 8, 11]), 12 * 13 // 2 + 5
    with planted("rows", slot, column, value=7200), pytest.raises(AssertionError):
        check_census(4)


@pytest.mark.parametrize("strength", [1, 7200])
def test_one_wrong_entry_changes_the_census_of_a_board(planted, strength):
    ranks = [model.RANKS.index(card[0]) for card in model.cards(BOARDS[3])]
    column = 12 * 13 // 2 + 12  # a pair of aces
    with (
        planted("rows", _core._probe.slot(ranks), column, value=strength),
        pytest.raises(AssertionError),
    ):
        check_board(4, BOARDS[3])


def test_one_wrong_low_changes_the_census_of_a_board(planted):
    with planted("low", 0b11, 0b10011100, value=0), pytest.raises(AssertionError):
        check_board(4, "3c4d5h8sKc")
