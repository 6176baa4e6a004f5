"""Differential evidence: pots, rake, shares and the order of showing, each used alone, without a
hand, against the model that pays chip by chip."""

from fractions import Fraction

import engine_betting_model as betting
import engine_model as model
import pytest
from engine_driver import nl
from hypothesis import given
from hypothesis import strategies as st

from omaha_fast.engine import (
    HouseRules,
    Rake,
    beaten,
    cut,
    first_to_show,
    pots,
    rake,
    settle,
    showdown_order,
    standard_posts,
    uncalled,
)

amounts = st.lists(st.integers(0, 60), min_size=2, max_size=10)


@st.composite
def payments(draw):
    """(contributions, folded seats, dead chips); somebody is live."""
    paid = draw(amounts)
    seats = st.integers(0, len(paid) - 1)
    folded = draw(st.sets(seats, max_size=len(paid) - 1))
    return paid, folded, draw(st.integers(0, 20))


def rows(paid, folded):
    return [(seat, amount, seat in folded) for seat, amount in enumerate(paid)]


@given(payments())
def test_uncalled(payment):
    paid, folded, _ = payment
    seat, chips = model.refund(rows(paid, folded))
    assert uncalled(paid, folded) == (None if seat is None else (seat, chips))


@given(payments(), st.data())
def test_pots(payment, data):
    paid, folded, dead = payment
    live = [seat for seat in range(len(paid)) if seat not in folded]
    still_betting = data.draw(st.sets(st.sampled_from(live)))
    made = pots(paid, folded, dead, open=still_betting)
    expected = model.pots(rows(paid, folded), dead, still_betting)
    assert [(pot.amount, set(pot.seats)) for pot in made] == expected
    assert sum(pot.amount for pot in made) == sum(paid) + dead
    assert all(pot.seats == tuple(sorted(pot.seats)) for pot in made)


def test_pots_that_nobody_can_win():
    with pytest.raises(ValueError, match=r"nobody|live|folded"):
        pots([10, 10], folded={0, 1})


@given(
    payments(),
    st.fractions(0, 100, max_denominator=7),
    st.none() | st.integers(0, 50),
    st.integers(1, 6),
    st.booleans(),
    st.booleans(),
)
def test_rake(payment, percent, cap, unit, no_flop_no_drop, flop):
    made = pots(*payment)
    taken = rake(made, Rake(percent, cap, unit, no_flop_no_drop), flop=flop)
    expected = model.rakes([pot.amount for pot in made], Fraction(percent) / 100, cap, unit)
    if no_flop_no_drop and not flop:
        expected = [0] * len(made)
    assert list(taken) == expected
    assert list(rake(made, None)) == [0] * len(made)


@given(st.integers(0, 10**6), st.integers(1, 12))
def test_cut(amount, parts):
    assert sum(cut(amount, parts)) == amount
    if amount < 2000:
        assert list(cut(amount, parts)) == model.cut(amount, parts)


@given(st.data())
def test_settle(data):
    """Few strengths, so that hands tie often."""
    players = data.draw(st.integers(1, 6))
    order = data.draw(st.permutations(range(players)))
    strengths = st.lists(st.integers(1, 3), min_size=players, max_size=players)
    highs = dict(enumerate(data.draw(strengths)))
    lows = data.draw(st.none() | strengths.map(lambda low: {s: v - 1 for s, v in enumerate(low)}))
    some = st.sets(st.integers(0, players - 1), min_size=1).map(lambda s: tuple(sorted(s)))
    made = data.draw(st.lists(st.tuples(st.integers(0, 40), some), min_size=1, max_size=4))
    rule = data.draw(st.sampled_from(["left_of_button", "first_shown", "high_card_suit"]))
    shown = data.draw(st.permutations(range(players)))
    top = data.draw(st.permutations(range(players)))  # the best card of each seat
    shares = settle(
        made,
        highs,
        lows,
        order=order,
        odd_chip=rule,
        show_order=shown,
        holes={seat: [card] for seat, card in enumerate(top)},
    )
    by_card = sorted(range(players), key=lambda seat: top[seat], reverse=True)
    odd_order, split = {
        "left_of_button": (order, model.around),
        "first_shown": (shown, model.remainder_to),
        "high_card_suit": (by_card, model.remainder_to),
    }[rule]
    strengths = {seat: (highs[seat], lows[seat] if lows else 0) for seat in highs}
    expected = model.settle(made, [strengths], odd_order, lows is not None, split)
    won = dict.fromkeys(range(players), 0)
    for share in shares:
        won[share.seat] += share.amount
        assert share.seat in made[share.pot][1]
    assert won == expected


def test_settle_a_pot_that_nobody_claims():
    with pytest.raises(ValueError, match="pot"):
        settle([(10, (0, 1))], {2: 5}, order=(0, 1, 2))


# ----------------------------------------------------------------------------------------- showing


@pytest.mark.parametrize(
    ("acts", "rule", "first"),
    [
        ("bet 1, raise 2, call 1", "last_round", 2),
        ("check 0, bet 1, call 2", "last_round", 1),
        ("check 0, check 1", "last_round", None),
        ("check 0, check 1", "last_checker", 1),
        ("check 0, bet 1, call 0", "last_checker", 1),
        ("bet 1, call 0; check 0, check 1", "last_round", None),
        ("bet 1, call 0; check 0, check 1", "last_checker", 1),
        ("bet 0, call 1; check 0, check 1", "any_round", 0),
        ("raise 2, call 0; check 0, bet 1, fold 2, call 0", "any_round", 1),
        ("", "last_round", None),
    ],
)
def test_first_to_show(acts, rule, first):
    rounds = [
        [(act.split()[0], int(act.split()[1])) for act in acts_of_round.split(", ") if act]
        for acts_of_round in acts.split("; ")
    ]
    assert first_to_show(rounds, rule) == first


@given(st.sets(st.integers(0, 9), min_size=2), st.integers(0, 9), st.data())
def test_showdown_order(live, button, data):
    first = data.draw(st.none() | st.sampled_from(sorted(live)))
    order = model.clockwise(live, button)
    start = 0 if first is None else order.index(first)
    assert list(showdown_order(sorted(live), button, first)) == order[start:] + order[:start]


@pytest.mark.parametrize(
    ("highs", "lows", "shown", "expected"),
    [
        ({0: 5, 1: 9}, None, [1], True),
        ({0: 9, 1: 9}, None, [1], False),
        ({0: 9, 1: 5}, None, [1], False),
        ({0: 5, 1: 9}, None, [], False),
        ({0: 5, 1: 9}, {0: 0, 1: 0}, [1], True),
        ({0: 5, 1: 9}, {0: 3, 1: 0}, [1], False),
        ({0: 5, 1: 9}, {0: 3, 1: 3}, [1], False),
        ({0: 5, 1: 9}, {0: 3, 1: 4}, [1], True),
        ({0: 5, 1: 9, 2: 1}, {0: 3, 1: 0, 2: 4}, [1, 2], True),
        ({0: 5, 1: 9, 2: 1}, {0: 3, 1: 0, 2: 4}, [1], False),
    ],
)
def test_beaten(highs, lows, shown, expected):
    made = [(50, tuple(highs))]
    assert beaten(0, made, shown, [highs], None if lows is None else [lows]) == expected


def test_beaten_in_every_pot_and_on_every_board():
    highs = {0: 5, 1: 9, 2: 3}
    assert not beaten(0, [(50, (0, 1, 2)), (20, (0, 2))], [1, 2], [highs])
    assert beaten(0, [(50, (0, 1, 2)), (20, (0, 1))], [1, 2], [highs])
    assert not beaten(0, [(50, (0, 1))], [1], [{0: 5, 1: 9}, {0: 7, 1: 6}])


def test_betting_knows_of_the_last_bettor_what_the_model_knows():
    """The model's own order of showing, on a hand small enough to check by eye."""
    game = betting.Game(betting.NL, 5, 10)
    hand = betting.Betting(game, {0: 100, 1: 100, 2: 100}, 2, 0, 1)
    hand.raise_to(20)
    hand.check_or_call()
    hand.check_or_call()
    for _ in range(3):
        hand.check_or_call()
    hand.check_or_call()
    hand.raise_to(10)
    hand.check_or_call()
    hand.fold()
    assert (hand.street, hand.rounds[2]) == (
        3,
        [("check", 0), ("raise", 1), ("call", 2), ("fold", 0)],
    )
    hand.check_or_call()
    hand.check_or_call()
    assert hand.over
    assert hand.showdown_order("last_round") == [1, 2]
    assert hand.showdown_order("last_checker") == [2, 1]
    assert hand.showdown_order("any_round") == [1, 2]


def test_standard_posts():
    posts = standard_posts(nl(5, 10, ante=1), [0, 2, 3], 3, HouseRules(straddles=1), straddles=1)
    assert [tuple(post) for post in posts] == [
        (0, "ante", 1),
        (2, "ante", 1),
        (3, "ante", 1),
        (0, "small_blind", 5),
        (2, "big_blind", 10),
        (3, "straddle", 20),
    ]
