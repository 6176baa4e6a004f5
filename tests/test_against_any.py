"""One known hand against any hand: golden values, the grouped way against each hand by itself."""

import random
from fractions import Fraction

import pytest

import omaha_fast as of
from omaha_fast import _core

# Numerators of 2 win + tie (high) and of quarter pots (hi/lo), computed by two other methods.
BEFORE_THE_FLOP = {
    "AsAhKsKh": (298707364884, 495383069142),
    "AdAcKhQs": (268066263502, 446754023548),
    "AsKdTh8c": (226448687141, 435904968487),
    "2c2d2h2s": (39268278144, 67761455616),
    "7c2d8h3s": (151423159334, 371867000262),
    "AsAhAdAc": (219243849600, 389177435976),
    "KsQsJhTh": (249364555021, 402300675566),
}
ALL_PAIRS = 422_630_873_280
ON_THE_FLOP = {
    ("AsAhKsKh", "Js8h3d"): (158875821, 244968525),
    ("JdJc8d8c", "Js8h3d"): (210622458, 315980806),
    ("Ah2h4c5d", "8s3s2d"): (125073377, 362535209),
}
FLOP_PAIRS = 244_351_800


@pytest.mark.parametrize("hand", BEFORE_THE_FLOP)
@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_golden_values_before_the_flop(hand, game):
    result = of.equity([hand, "*"], game=game)
    hilo = game == "omaha8"
    assert result.players[0].fraction == Fraction(
        BEFORE_THE_FLOP[hand][hilo], ALL_PAIRS * (1 + hilo)
    )
    assert (result.boards * 2, result.method, result.exact) == (ALL_PAIRS, "rank-space", True)
    assert sum(result.shares) == result.total


@pytest.mark.parametrize(("hand", "board"), ON_THE_FLOP)
@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_golden_values_on_the_flop(hand, board, game):
    result = of.equity([hand, "*"], board, game=game)
    hilo = game == "omaha8"
    numerator = ON_THE_FLOP[hand, board][hilo]
    assert result.players[0].fraction == Fraction(numerator, FLOP_PAIRS * (1 + hilo))
    assert result.method == "hand by hand"


@pytest.mark.parametrize(
    ("hand", "equity"),
    [("AhKsQhJd", 0.58102417), ("AsAhKdKc", 0.65045847), ("AcTd7h2s", 0.46166702)],
)
def test_three_more_hands(hand, equity):
    assert round(of.equity([hand, "*"]).players[0].equity, 8) == equity


def test_the_unknown_hand_may_come_first():
    one, other = of.equity(["AsAhKsKh", "*"]), of.equity(["*", "AsAhKsKh"])
    assert one.shares == other.shares[::-1]
    assert str(other).index("*") < str(other).index("AsAhKsKh")


def test_every_hand_beats_itself_half_of_the_time_over_all():
    """On a river the equity of a hand against any is how many live hands it beats, ties half."""
    hand, board = "AsAhKsKh", "Qs9d4c3h2s"
    mine = of.evaluate(hand, board)
    rng = random.Random(4)
    live = [c for c in range(52) if c not in {*of.parse_cards(hand), *of.parse_cards(board)}]
    result = of.equity([hand, "*"], board)
    assert result.boards == 123_410
    sample = [rng.sample(live, 4) for _ in range(4000)]
    won = sum((mine > (s := of.evaluate(h, board))) + (mine == s) / 2 for h in sample) / len(sample)
    assert abs(won - result.players[0].equity) < 0.04


@pytest.mark.slow
@pytest.mark.parametrize("dead", [0, 1, 4, 9])
@pytest.mark.parametrize("hilo", [False, True])
def test_groups_equal_every_hand_by_itself(dead, hilo):
    rng = random.Random(dead)
    cards = rng.sample(range(52), 4 + dead)
    hole, gone = (sum(1 << c for c in part) for part in (cards[:4], cards[4:]))
    grouped, one_by_one = (_core.AgainstAny(hole, 0, gone, hilo, way) for way in (False, True))
    for search in (grouped, one_by_one):
        while search.run() < search.total:
            pass
    assert grouped.result() == one_by_one.result()


@pytest.mark.parametrize(
    "hands", [["*", "*"], ["AsAhKsKh", "*", "QdJdTd9d"], ["AsAhKsKh", "*", "*"]]
)
def test_one_known_hand_and_one_unknown(hands):
    with pytest.raises(of.CardError, match=r"'\*'.*expected one known hand"):
        of.equity(hands)
