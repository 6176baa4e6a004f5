"""Exhaustive evidence: every five-card hand and every table entry against the slow model, and the
proof that each check fails when one entry is wrong."""

from collections import Counter
from itertools import chain, combinations, combinations_with_replacement

import pytest
import slow_model as model

from omaha_fast import _core

np = pytest.importorskip("numpy")

# Five-card hands of each category, weakest first: the counts of every book of poker odds.
FREQUENCIES = [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4]

PAIRS = [(high, low) for high in range(13) for low in range(high + 1)]
LOW_MASK, FIVE_RANKS = 91, 92  # the two columns after those of the pairs


@pytest.fixture(scope="module")
def five_card_hands():
    """All 2,598,960 hands as card numbers, the cards of each in an order of no meaning."""
    flat = chain.from_iterable(combinations(range(52), 5))
    hands = np.fromiter(flat, dtype=np.uint8, count=5 * 2_598_960).reshape(-1, 5)
    return np.random.default_rng(5).permuted(hands, axis=1)


def model_strengths(hands):
    """The slow model's answer for each (ranks, suited), looked up for all hands at once."""
    table = np.zeros(2 * 13**5, dtype=np.int64)
    for (ranks, suited), strength in model.STRENGTHS.items():
        digits = [model.RANKS.index(rank) for rank in ranks]
        table[sum(d * 13**i for i, d in enumerate(digits)) + suited * 13**5] = strength
    ranks = np.sort(hands // 4, axis=1).astype(np.int64)
    suits = hands % 4
    suited = (suits == suits[:, :1]).all(axis=1)
    return table[ranks @ 13 ** np.arange(5) + suited * 13**5]


# ---------------------------------------------------------------------- the checks, each a function


def check_five_card_hands(hands):
    got = np.asarray(_core._probe.five_card_strengths(hands))
    expected = model_strengths(hands)
    wrong = np.flatnonzero(got != expected)
    assert not len(wrong), (
        f"{len(wrong)} hands, first {[model.DECK[n] for n in hands[wrong[0]]]}: "
        f"{got[wrong[0]]}, not {expected[wrong[0]]}"
    )


def best_without_flush():
    """{three ranks: the strength with each hole rank pair, 0 where that is five of a kind}."""
    best = {}
    for three in combinations_with_replacement(range(13), 3):
        five = ["".join(model.RANKS[r] for r in sorted((*three, *pair))) for pair in PAIRS]
        best[three] = [model.STRENGTHS.get((ranks, False), 0) for ranks in five]
    return best


def boards_by_rank(sizes=(3, 4, 5)):
    for size in sizes:
        for ranks in model.rank_multisets(size):
            yield [model.RANKS.index(rank) for rank in ranks]


def check_rows(boards, triples):
    """Every hole rank pair that the deck allows beside the board."""
    rows = np.asarray(_core._probe.tables()["rows"])
    for board in boards:
        row = rows[_core._probe.slot(board)].tolist()
        columns = zip(*(triples[three] for three in combinations(board, 3)), strict=True)
        for column, (pair, strengths) in enumerate(zip(PAIRS, columns, strict=True)):
            if all(board.count(rank) + pair.count(rank) <= 4 for rank in pair):
                assert row[column] == max(strengths), f"board {board}, pair {pair}"


def check_low_masks_of_rows(boards):
    rows = np.asarray(_core._probe.tables()["rows"])
    for board in boards:
        names = {model.RANKS[rank] for rank in board}
        mask = sum(1 << bit for bit, name in enumerate(model.LOW_RANKS) if name in names)
        assert rows[_core._probe.slot(board), LOW_MASK] == mask, f"board {board}"


def check_five_ranks_of_rows():
    rows = np.asarray(_core._probe.tables()["rows"])
    for board in boards_by_rank([5]):
        ranks = "".join(model.RANKS[rank] for rank in board)
        assert rows[_core._probe.slot(board), FIVE_RANKS] == model.STRENGTHS[ranks, False], (
            f"board {board}"
        )


def check_flush_table():
    flush = np.asarray(_core._probe.tables()["flush"])
    for five in combinations(range(13), 5):
        ranks = "".join(model.RANKS[rank] for rank in five)
        assert flush[sum(1 << rank for rank in five)] == model.STRENGTHS[ranks, True], ranks


def check_low_table():
    """Two low ranks of the hand, three others of the board, all five different."""
    low = np.asarray(_core._probe.tables()["low"]).tolist()
    strength = {frozenset(ranks): value for ranks, value in model.LOWS.items()}
    names = [
        [name for bit, name in enumerate(model.LOW_RANKS) if mask >> bit & 1] for mask in range(256)
    ]
    twos = [[frozenset(two) for two in combinations(ranks, 2)] for ranks in names]
    threes = [[frozenset(three) for three in combinations(ranks, 3)] for ranks in names]
    best_with = [{} for _ in range(256)]  # of a board mask: its best low with each two hole ranks
    for board in range(256):
        for two in twos[255]:
            lows = [strength.get(two | three, 0) for three in threes[board]]
            best_with[board][two] = max(lows, default=0)
    for hole in range(256):
        for board in range(256):
            expected = max((best_with[board][two] for two in twos[hole]), default=0)
            assert low[hole][board] == expected, f"hole {names[hole]}, board {names[board]}"


# ---------------------------------------------------------------------------------------- the tests


def test_every_five_card_hand_has_its_strength(five_card_hands):
    check_five_card_hands(five_card_hands)


def test_frequencies_of_all_categories(five_card_hands):
    """Exhaustive, against counts from outside: how often the package gives out the strengths of
    each category."""
    category = {}
    for (ranks, suited), strength in model.STRENGTHS.items():
        category[strength] = model.category(model.in_suits(ranks, "sssss" if suited else "cdhsc"))
    strengths = np.asarray(_core._probe.five_card_strengths(five_card_hands))
    how_often = np.bincount(strengths)
    assert how_often[0] == 0
    assert len(how_often) == 7463
    assert how_often[1:].all()
    counts = Counter()
    for strength, name in category.items():
        counts[name] += int(how_often[strength])
    assert [counts[name] for name in range(1, 11)] == FREQUENCIES


def test_the_model_numbers_all_classes():
    """The oracle itself: 7,462 classes, each category as large as the literature has it."""
    assert set(model.STRENGTHS.values()) == set(range(1, 7463))
    assert sorted(model.LOWS.values()) == list(range(1, 57))
    first = {}
    for (ranks, suited), strength in sorted(model.STRENGTHS.items(), key=lambda item: item[1]):
        first.setdefault(
            model.category(model.in_suits(ranks, "sssss" if suited else "cdhsc")), strength
        )
    sizes = [1277, 2860, 858, 858, 10, 1277, 156, 156, 9, 1]
    assert [first[category] for category in range(1, 11)] == [1 + sum(sizes[:i]) for i in range(10)]


def test_every_row_has_the_best_strength_for_every_pair():
    check_rows(boards_by_rank(), best_without_flush())


def test_every_board_has_a_slot_of_its_own():
    boards = list(boards_by_rank())
    assert len(boards) == 455 + 1820 + 6175
    assert len({_core._probe.slot(board) for board in boards}) == len(boards)


def test_the_slot_does_not_depend_on_the_order_of_the_board():
    rng = np.random.default_rng(6)
    for board in boards_by_rank():
        assert _core._probe.slot(rng.permutation(board).tolist()) == _core._probe.slot(board)


def test_every_row_has_the_low_mask_of_its_board():
    check_low_masks_of_rows(boards_by_rank())


def test_every_row_of_five_ranks_has_their_own_strength():
    check_five_ranks_of_rows()


def test_every_flush():
    check_flush_table()


def test_every_pair_of_low_masks():
    check_low_table()


def test_tables_are_read_only():
    for name, table in _core._probe.tables().items():
        assert table.readonly, name
        with pytest.raises(TypeError):
            table[(0,) * table.ndim] = 0


# ------------------------------------------------------------------------------ the checks do check


def test_wrong_strength_of_five_ranks_is_found(planted, five_card_hands):
    slot = _core._probe.slot([0, 2, 5, 8, 11])
    with planted("rows", slot, FIVE_RANKS, value=1):
        with pytest.raises(AssertionError):
            check_five_ranks_of_rows()
        with pytest.raises(AssertionError):
            check_five_card_hands(five_card_hands)
    check_five_card_hands(five_card_hands)


@pytest.mark.parametrize("board", [[12, 11, 10], [3, 3, 7, 9], [0, 0, 0, 0, 1], [2, 4, 6, 8, 10]])
def test_wrong_strength_in_a_row_is_found(planted, board):
    slot, column = _core._probe.slot(board), PAIRS.index((12, 5))
    right = int(np.asarray(_core._probe.tables()["rows"])[slot, column])
    with planted("rows", slot, column, value=right + 1), pytest.raises(AssertionError):
        check_rows(boards_by_rank(), best_without_flush())


@pytest.mark.parametrize("board", [[12, 11, 10], [3, 3, 7, 9], [0, 0, 0, 0, 1], [2, 4, 6, 8, 10]])
def test_wrong_low_mask_in_a_row_is_found(planted, board):
    slot = _core._probe.slot(board)
    right = int(np.asarray(_core._probe.tables()["rows"])[slot, LOW_MASK])
    with planted("rows", slot, LOW_MASK, value=right ^ 128), pytest.raises(AssertionError):
        check_low_masks_of_rows(boards_by_rank())


@pytest.mark.parametrize(
    "mask", [0b0000000011111, 0b1000000001111, 0b1111100000000, 0b1010101010000]
)
def test_wrong_flush_is_found(planted, five_card_hands, mask):
    right = int(np.asarray(_core._probe.tables()["flush"])[mask])
    with planted("flush", mask, value=right - 1):
        with pytest.raises(AssertionError):
            check_flush_table()
        with pytest.raises(AssertionError):
            check_five_card_hands(five_card_hands)


@pytest.mark.parametrize(
    ("hole", "board"), [(0, 255), (0b11, 0b11100), (255, 255), (0b11000000, 0b111)]
)
def test_wrong_low_is_found(planted, hole, board):
    right = int(np.asarray(_core._probe.tables()["low"])[hole, board])
    with planted("low", hole, board, value=right ^ 1), pytest.raises(AssertionError):
        check_low_table()
