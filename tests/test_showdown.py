"""Differential evidence: what `omaha-fast eval` asks of the core is what the public functions give, hand by hand."""

import random

import pytest

import omaha_fast as of
from omaha_fast._core import POT_UNITS, showdown

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
GAMES = {4: ("omaha", "omaha8"), 5: ("omaha5", "omaha5-8"), 6: ("omaha6", "omaha6-8")}


def slow(hands, board, game):
    """The rows of showdown, each hand by itself."""
    hilo = game.endswith("8")
    played = bool(board)
    highs = [of.best_hand(hand, board) if played else None for hand in hands]
    lows = [of.best_low_hand(hand, board) if played and hilo else None for hand in hands]
    parts = [(0, 0)] * len(hands)
    if len(hands) > 1:
        counts = [player.counts for player in of.equity(hands, board, game=game).players]
        parts = [(count["high"], count["low"]) for count in counts]

    def made(hand, of_all):
        if hand is None:
            return None
        strengths = [other.strength for other in of_all if other]
        best, tied = hand.strength == max(strengths), strengths.count(hand.strength) > 1
        cards = tuple(map(int, hand.hole + hand.board))
        names = "".join(map(str, hand.hole)), "".join(map(str, hand.board))
        return hand.strength, cards, *names, best, tied

    rows = [
        (place, "".join(map(str, of.parse_cards(hand))), made(high, highs), made(low, lows), *part)
        for place, (hand, high, low, part) in enumerate(zip(hands, highs, lows, parts, strict=True))
    ]

    def goodness(row):
        _, _, high, low, first, second = row
        return (
            first + second if len(board) in (0, 10) else 0,
            high is not None and high[4],
            low is not None and low[4],
            high[0] if high else 0,
            low[0] if low else 0,
        )

    return sorted(rows, key=goodness, reverse=True)


def deals(count, cards, players, dealt, ranks=13, seed=1):
    rng = random.Random(f"{cards} {players} {dealt} {ranks} {seed}")
    for _ in range(count):
        deck = rng.sample(DECK[-4 * ranks :], players * cards + dealt)
        hands = ["".join(deck[place : place + cards]) for place in range(0, players * cards, cards)]
        yield hands, "".join(deck[players * cards :])


@pytest.mark.parametrize("dealt", [0, 3, 4, 5])
@pytest.mark.parametrize("cards", [4, 5, 6])
def test_it_is_what_the_public_functions_give(cards, dealt):
    """Few ranks, too: many ties, and many lows."""
    for players in range(1 if dealt else 2, min(10, 47 // cards) + 1):
        if dealt == 0 and players > 6:
            continue
        for ranks in (13, 8):
            if players * cards + 5 > 4 * ranks:
                continue
            for hands, board in deals(4 if dealt < 4 else 15, cards, players, dealt, ranks):
                for game in GAMES[cards]:
                    size, on, boards, rows = showdown(hands, board, game.endswith("8"))
                    assert rows == slow(hands, board, game)
                    assert (size, on) == (cards, board)
                    assert sum(row[4] + row[5] for row in rows) == boards * POT_UNITS
                    assert boards == (of.equity(hands, board).boards if players > 1 else 0)


def test_the_comparison_finds_a_wrong_order():
    """The straight wins the pot; the set would be first where nothing is decided yet."""
    hands, board = ["AsAh2c2d", "JdTs9s8h"], "Ac8d7s6h"
    assert showdown(hands, board, False)[3] == slow(hands, board, "omaha")
    assert showdown(hands, board, False)[3] != slow(hands[::-1], board, "omaha")
    assert showdown(hands, board, True)[3] != slow(hands, board, "omaha")


def test_equal_hands_stay_in_the_order_given():
    hands = ["Ac2c7h8h", "As2s7d8d", "Ad2d7c8c", "AhKh3c4h"]
    assert [row[0] for row in showdown(hands, "KsQdJc5h5s", False)[3]] == [3, 0, 1, 2]


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        ([], "2c3c4c"),
        (["AsAhKsKh"], ""),
        (["AsAhKs"], "2c3c4c"),
        (["AsAhKsKhQsQhJs"], "2c3c4c"),
        (["AsAhKsKh", "JdTs9s8h7d"], "2c3c4c"),
        (["AsAhKsKh", "JdTs9sAh"], "2c3c4c"),
        (["AsAhKsKh", "JdTs9s8h"], "2c3cAh"),
        (["AsAhKsKh", "JdTs9s8h"], "2c3c"),
        (["AsAhKsKh", "JdTs9s8h"], "2c3c4c5c6c7c"),
        (["AsAhKsKs", "JdTs9s8h"], "2c3c4c"),
        (["AsAhKsKh", "*"], "2c3c4c"),
        (["AsAhKsKh", "JdTs9s8h"], "2c3c4c | 5c"),
        (["".join(DECK[at : at + 4]) for at in range(0, 44, 4)], "AsAhAdAcKs"),
        (["".join(DECK[at : at + 6]) for at in range(0, 48, 6)], "AsAhAd"),
        (["".join(DECK[at : at + 4]) for at in range(0, 44, 4)] * 1000, ""),
    ],
)
def test_what_is_no_deal(hands, board):
    for hilo in (False, True):
        with pytest.raises(of.CardError) as caught:
            showdown(hands, board, hilo)
        assert len(str(caught.value)) < 800
