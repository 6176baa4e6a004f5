"""Unit evidence: hands worked out by people. The rows are those of the rule pages the project
follows, and hands made to show one rule each; every expected value was written by hand."""

import pytest
import slow_model as model

import omaha_fast as of

C = of.HandCategory

# hole, board, category, in words, ranks in order of play, low or None
WORKED = [
    ("AsAhAc2s", "AdKdTd2d8d", C.THREE_OF_A_KIND, "three of a kind, aces, K T", "AAAKT", None),
    ("2s4s6cTd", "9sTsJdQdKc", C.PAIR, "pair of tens, K Q 6", "TTKQ6", None),
    ("AdTsJcKd", "2c8d9cQcAs", C.STRAIGHT, "straight, queen high", "QJT98", None),
    ("AcAdKs2h", "AhKd4c8c6d", C.THREE_OF_A_KIND, "three of a kind, aces, K 8", "AAAK8", "8642A"),
    ("QsAs4sTc", "KsTsJs", C.ROYAL_FLUSH, "royal flush", "AKQJT", None),
    ("9h7h6s4d", "JhTh8h", C.STRAIGHT_FLUSH, "straight flush, jack high", "JT987", None),
    ("AcAh9dQh", "Ad8hAs", C.FOUR_OF_A_KIND, "four of a kind, aces, 8", "AAAA8", None),
    ("2cJcTs3h", "JsJd2h", C.FULL_HOUSE, "full house, jacks full of twos", "JJJ22", None),
    ("Tc5cQh2h", "4c2cKc", C.FLUSH, "flush, K T 5 4 2", "KT542", None),
    ("7cTsAh6c", "9d8d6h", C.STRAIGHT, "straight, ten high", "T9876", None),
    ("8s8d5h3c", "Qc8h2c", C.THREE_OF_A_KIND, "three of a kind, eights, Q 2", "888Q2", None),
    ("QsQc8h3c", "9hTd9c", C.TWO_PAIR, "two pair, queens and nines, T", "QQ99T", None),
    ("Jd7s4c4d", "Jh3hAs", C.PAIR, "pair of jacks, A 7 3", "JJA73", None),
    ("Jc9d7d6c", "Kh3h4c", C.HIGH_CARD, "high card, K J 9 4 3", "KJ943", None),
    ("2h4cJd9d", "KsKdKhQsQd", C.THREE_OF_A_KIND, "three of a kind, kings, J 9", "KKKJ9", None),
    ("3s3h9d9c", "7s7d7h7c3d", C.FULL_HOUSE, "full house, sevens full of nines", "77799", None),
    ("2s4cKcQh", "3d6dTdJdAd", C.STRAIGHT, "straight, ace high", "AKQJT", "6432A"),
    ("AsKdQhJc", "9s8s4s2s3d", C.HIGH_CARD, "high card, A K 9 8 4", "AK984", None),
    ("7h5h9c2c", "4d8s4h7d8c", C.TWO_PAIR, "two pair, eights and sevens, 9", "88779", "87542"),
    ("AdKc2d9h", "3d4d5d6c9s", C.STRAIGHT_FLUSH, "straight flush, five high", "5432A", "5432A"),
    ("2s2d3h3c", "4s5d8cKsQs", C.PAIR, "pair of threes, K Q 8", "33KQ8", "85432"),
    ("5h4dKcKd", "8s7d6cQsQh", C.STRAIGHT, "straight, eight high", "87654", "87654"),
    ("AsAh2c3d", "4h5s6dKhQc", C.STRAIGHT, "straight, six high", "65432", "6542A"),
    ("As2sKdKh", "3s4s5s9hTd", C.STRAIGHT_FLUSH, "straight flush, five high", "5432A", "5432A"),
    ("2h9dAcKd", "3s4d9cKsQs", C.TWO_PAIR, "two pair, kings and nines, Q", "KK99Q", None),
    ("2hKdQcJd", "3s4d5cKsTs", C.PAIR, "pair of kings, Q T 5", "KKQT5", None),
    ("As2h4d5c", "2s3h7c8dJs", C.PAIR, "pair of twos, A J 8", "22AJ8", "7432A"),
]

# winner, loser, board, the two hands in words: what decides is the last difference
TIE_BREAKS = [
    (
        "JhQhQs7h",
        "5sAh6s6c",
        "Kc8s8d8h9c",
        "full house, eights full of queens",
        "full house, eights full of sixes",
    ),
    (
        "Ac6sQd2h",
        "5cTcAs2c",
        "Jd9hJh3hJc",
        "three of a kind, jacks, A Q",
        "three of a kind, jacks, A T",
    ),
    (
        "3s5dKcQh",
        "6h9dJdQc",
        "QsTs3c2cTh",
        "two pair, queens and tens, K",
        "two pair, queens and tens, J",
    ),
    ("5d3hJs7h", "5s4c7s6s", "7c8dKsThAd", "pair of sevens, A K J", "pair of sevens, A K 6"),
    ("5c4dAc3h", "4hAs2d3d", "9hTc7s8cKs", "high card, A K T 9 5", "high card, A K T 9 4"),
]

EVERY_ROW = pytest.mark.parametrize(
    ("hole", "board", "category", "words", "ranks", "low"),
    WORKED,
    ids=[f"{row[0]} on {row[1]}" for row in WORKED],
)
EVERY_TIE_BREAK = pytest.mark.parametrize(
    ("winner", "loser", "board", "better", "worse"), TIE_BREAKS
)


@EVERY_ROW
def test_high_hand(hole, board, category, words, ranks, low):
    hand = of.best_hand(hole, board)
    assert hand.category is category
    assert hand.describe() == words
    assert "".join(str(card)[0] for card in hand.cards) == ranks
    assert hand.strength == of.evaluate(hole, board)


@EVERY_ROW
def test_low_hand(hole, board, category, words, ranks, low):
    hand = of.best_low_hand(hole, board)
    if low is None:
        assert hand is None
        assert of.evaluate_low(hole, board) == 0
    else:
        assert hand.category is C.LOW
        assert hand.describe() == f"{'-'.join(low)} low"
        assert "".join(str(card)[0] for card in hand.cards) == low
        assert hand.strength == of.evaluate_low(hole, board)


@EVERY_ROW
def test_exactly_two_hole_and_three_board_cards_make_the_hand(
    hole, board, category, words, ranks, low
):
    for hand in (of.best_hand(hole, board), of.best_low_hand(hole, board)):
        if hand:
            assert len(hand.hole) == 2
            assert set(map(str, hand.hole)) <= set(model.cards(hole))
            assert len(hand.board) == 3
            assert set(map(str, hand.board)) <= set(model.cards(board))
            assert len(hand.cards) == 5
            assert set(hand.cards) == {*hand.hole, *hand.board}


@EVERY_ROW
def test_the_slow_model_agrees(hole, board, category, words, ranks, low):
    """The oracle against the hand-written rows."""
    best = max(model.omaha_hands(model.cards(hole), model.cards(board)), key=model.strength)
    assert model.category(best) == category
    assert model.describe(best) == words
    assert sorted(card[0] for card in best) == sorted(ranks)
    assert model.omaha_low(model.cards(hole), model.cards(board)) == (model.LOWS[low] if low else 0)


@EVERY_TIE_BREAK
def test_kickers_decide(winner, loser, board, better, worse):
    first, second = of.best_hand(winner, board), of.best_hand(loser, board)
    assert (first.describe(), second.describe()) == (better, worse)
    assert first > second
    assert second < first
    assert first >= second
    assert second <= first
    assert first != second
    assert of.evaluate(winner, board) > of.evaluate(loser, board)


@EVERY_TIE_BREAK
def test_the_slow_model_agrees_about_kickers(winner, loser, board, better, worse):
    """The oracle against the hand-written rows."""
    highs = [model.omaha_high(model.cards(hole), model.cards(board)) for hole in (winner, loser)]
    assert highs[0] > highs[1]


def test_a_straight_shared_by_both_is_a_tie():
    first, second = (of.best_hand(hole, "5s6s9s7c4s") for hole in ("Ah8h9cQs", "8s2d6c3h"))
    assert first.describe() == second.describe() == "straight, nine high"
    assert first == second
    assert (first != second) is False
    assert hash(first) == hash(second)
    assert first <= second
    assert first >= second
    assert not first < second
    assert not first > second


def test_suits_never_break_a_tie():
    hands = [of.best_hand(hole, "Js9h8d7c4s") for hole in ("AcKc2d3h", "AsKs2h3c", "AdKh2c3s")]
    assert len({hand.strength for hand in hands}) == 1
    assert hands[0] == hands[1] == hands[2]


def test_two_hole_cards_must_play():
    """Four spades on the board and one in hand is no flush; neither is the whole board."""
    assert of.best_hand("AsKdQhJc", "9s8s4s2s3d").category is C.HIGH_CARD
    assert of.best_hand("2c3cKhKd", "9s8s4s2s7s").category is C.PAIR


def test_three_board_cards_must_play():
    """Four aces in hand are a pair."""
    assert of.best_hand("AsAhAdAc", "KsQh9d4c2s").describe() == "pair of aces, K Q 9"


def test_the_wheel_is_the_lowest_straight():
    wheel, six_high = of.best_hand("Ac2dKhKs", "3h4s5cJdJh"), of.best_hand("2d6cKhKs", "3h4s5cJdJh")
    assert wheel.describe() == "straight, five high"
    assert six_high.describe() == "straight, six high"
    assert wheel < six_high
    assert wheel.strength == 5854


def test_a_straight_does_not_turn_the_corner():
    assert of.best_hand("KcAd7h7s", "2h3s4cJdJh").describe() == "two pair, jacks and sevens, 4"


def test_the_steel_wheel_is_the_lowest_straight_flush():
    assert of.best_hand("As2sKdKh", "3s4s5s9hTd").strength == 7453


def test_the_ends_of_the_strengths():
    assert of.evaluate("AsAhKsKh", "QsJsTs2d3c") == 7462
    assert of.evaluate_low("As2sKdKh", "3s4s5s9hTd") == 56
    assert of.evaluate_low("5h4dKcKd", "8s7d6cQsQh") == 1
    assert of.evaluate_low("5h4dKcKd", "9s7d6cQsQh") == 0


def test_the_low_of_the_five_cards_is_another_hand_than_the_high():
    high, low = of.best_hand("AcAdKs2h", "AhKd4c8c6d"), of.best_low_hand("AcAdKs2h", "AhKd4c8c6d")
    assert high.category is C.THREE_OF_A_KIND
    assert low.category is C.LOW
    assert set(high.cards) != set(low.cards)


def test_a_lower_low_is_stronger():
    board = "3s4d8cKsQs"
    assert of.best_low_hand("Ac2dKhKd", board) > of.best_low_hand("Ac5dJhJd", board)
    assert of.evaluate_low("Ac2dKhKd", board) > of.evaluate_low("Ac5dJhJd", board)


def test_high_and_low_do_not_compare():
    high, low = of.best_hand("As2sKdKh", "3s4s5s9hTd"), of.best_low_hand("As2sKdKh", "3s4s5s9hTd")
    for question in (
        lambda: high < low,
        lambda: high <= low,
        lambda: high > low,
        lambda: high >= low,
        lambda: low < high,
        lambda: max(high, low),
        lambda: high < 5,
    ):
        with pytest.raises(TypeError):
            question()
    assert high != low
    assert (high == low) is False
    assert high != high.strength


def test_categories_are_numbered_by_strength():
    assert [category.name for category in C] == [
        "HIGH_CARD",
        "PAIR",
        "TWO_PAIR",
        "THREE_OF_A_KIND",
        "STRAIGHT",
        "FLUSH",
        "FULL_HOUSE",
        "FOUR_OF_A_KIND",
        "STRAIGHT_FLUSH",
        "ROYAL_FLUSH",
        "LOW",
    ]
    assert [int(category) for category in C] == list(range(1, 12))
