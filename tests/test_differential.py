"""Differential evidence: random deals against the slow model, which shares no code and no table
with the package, and against phevaluator where that is installed."""

import random
from itertools import product

import pytest
import slow_model as model

import omaha_fast as of
from omaha_fast import _core

FIVE_RANKS = 92  # the column of a row that holds the strength of the board's own five ranks
SIZES = list(product((4, 5, 6), (3, 4, 5)))  # hole cards, board cards
WHOLE_DECK = model.DECK
TWO_SUITS = [
    card for card in model.DECK if card[1] in "ch"
]  # flushes and straight flushes in most deals
LOW_CARDS = [card for card in model.DECK if card[0] in model.LOW_RANKS]
FEW_RANKS = [card for card in model.DECK if card[0] in "2345A"]  # full houses, quadruplets, wheels
DECKS = {
    "whole deck": WHOLE_DECK,
    "two suits": TWO_SUITS,
    "low cards": LOW_CARDS,
    "few ranks": FEW_RANKS,
}


def deals(seed, deck, hole, board, count):
    """Random (hole, board), the same for the same seed on every machine."""
    rng = random.Random(seed)
    for _ in range(count):
        dealt = rng.sample(deck, hole + board)
        yield dealt[:hole], dealt[hole:]


def check_against_model(some_deals):
    for hole, board in some_deals:
        high, low = model.omaha_high(hole, board), model.omaha_low(hole, board)
        hole, board = "".join(hole), "".join(board)
        assert of.evaluate(hole, board) == high, f"{hole} on {board}"
        assert of.evaluate_low(hole, board) == low, f"{hole} on {board}"
        assert of.evaluate_hilo(hole, board) == (high, low), f"{hole} on {board}"


def check_best_hands(some_deals):
    """The five cards shown: two of the hole, three of the board, as strong as claimed, in words."""
    for hole, board in some_deals:
        where = f"{hole} on {board}"
        hands = (
            of.best_hand("".join(hole), "".join(board)),
            of.best_low_hand("".join(hole), "".join(board)),
        )
        highest, lowest = model.omaha_high(hole, board), model.omaha_low(hole, board)
        for hand, low in zip(hands, (False, True), strict=True):
            if low and not lowest:
                assert hand is None, where
                continue
            assert hand.strength == (lowest if low else highest), where
            shown = [str(card) for card in hand.cards]
            assert sorted(shown) == sorted(str(card) for card in (*hand.hole, *hand.board)), where
            assert (len(hand.hole), len(hand.board)) == (2, 3), where
            assert set(map(str, hand.hole)) <= set(hole), where
            assert set(map(str, hand.board)) <= set(board), where
            ranks = "".join(card[0] for card in shown)
            if low:
                assert model.low_strength(shown) == lowest, where
                assert ranks == model.low_order(shown), where
                assert hand.category == of.HandCategory.LOW, where
                assert hand.describe() == "-".join(ranks) + " low", where
            else:
                assert model.strength(shown) == highest, where
                assert "".join(dict.fromkeys(ranks)) == model.order_of_play(shown), where
                assert [ranks.count(rank) for rank in ranks] == sorted(map(ranks.count, ranks))[
                    ::-1
                ], where
                assert hand.category == model.category(shown), where
                assert hand.describe() == model.describe(shown), where


def check_against_phevaluator(some_deals):
    phevaluator = pytest.importorskip("phevaluator")
    for hole, board in some_deals:
        rank = phevaluator.evaluate_omaha_cards(*board, *hole)  # 1 is the royal flush
        assert of.evaluate("".join(hole), "".join(board)) == 7463 - rank, f"{hole} on {board}"


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_strengths_are_those_of_the_slow_model(deck, hole, board):
    check_against_model(deals(f"model {hole} {board}", DECKS[deck], hole, board, count=1000))


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_the_five_cards_shown_make_the_strength(deck, hole, board):
    check_best_hands(deals(f"best {hole} {board}", DECKS[deck], hole, board, count=200))


@pytest.mark.parametrize("deck", DECKS)
def test_strengths_are_those_of_phevaluator(deck):
    check_against_phevaluator(deals("phevaluator", DECKS[deck], 4, 5, count=20_000))


@pytest.mark.slow
@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_many_more_strengths_are_those_of_the_slow_model(deck, hole, board):
    check_against_model(deals(f"many {hole} {board}", DECKS[deck], hole, board, count=20_000))


# ------------------------------------------------------------------------------ the checks do check


def plain_deal(deck, hole, board, category):
    """The first random deal whose best hand is of this category, and which five cards make it."""
    for two, three in deals("plant", deck, hole, board, count=1_000_000):
        best = max(model.omaha_hands(two, three), key=model.strength)
        if model.category(best) == category:
            return two, three, best
    raise AssertionError(f"no deal of category {category}")


@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_wrong_strength_in_a_row_is_found(planted, hole, board):
    two, three, best = plain_deal(WHOLE_DECK, hole, board, model.TWO_PAIR)
    low, high = sorted(model.RANKS.index(card[0]) for card in best if card in two)
    slot = _core._probe.slot([model.RANKS.index(card[0]) for card in three])
    column = high * (high + 1) // 2 + low
    with planted("rows", slot, column, value=model.strength(best) + 1):
        with pytest.raises(AssertionError):
            check_against_model([(two, three)])
        if (hole, board) == (4, 5):
            with pytest.raises(AssertionError):
                check_against_phevaluator([(two, three)])
    check_against_model([(two, three)])


@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_wrong_strength_of_five_ranks_is_found(planted, hole, board):
    """The hand shown is put together from five-card strengths, not from the rows of boards."""
    two, three, best = plain_deal(WHOLE_DECK, hole, board, model.TWO_PAIR)
    slot = _core._probe.slot([model.RANKS.index(card[0]) for card in best])
    with (
        planted("rows", slot, FIVE_RANKS, value=model.strength(best) + 1),
        pytest.raises(AssertionError),
    ):
        check_best_hands([(two, three)])
    check_best_hands([(two, three)])


@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_wrong_flush_is_found(planted, hole, board):
    two, three, best = plain_deal(TWO_SUITS, hole, board, model.FLUSH)
    mask = sum(1 << model.RANKS.index(card[0]) for card in best)
    with planted("flush", mask, value=model.strength(best) - 1), pytest.raises(AssertionError):
        check_against_model([(two, three)])
    check_against_model([(two, three)])


@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_wrong_low_is_found(planted, hole, board):
    two, three = next(
        d for d in deals("low", LOW_CARDS, hole, board, count=1_000) if model.omaha_low(*d)
    )
    masks = [
        sum(1 << i for i, r in enumerate(model.LOW_RANKS) if r in {c[0] for c in cs})
        for cs in (two, three)
    ]
    with (
        planted("low", *masks, value=model.omaha_low(two, three) - 1),
        pytest.raises(AssertionError),
    ):
        check_against_model([(two, three)])
    check_against_model([(two, three)])
