"""Unit evidence: tables, cards, stakes and options that cannot be are refused before the hand."""

from fractions import Fraction

import pytest
from engine_driver import ACES, BOARD, KINGS, THIRD, deal, nl
from slow_model import DECK

import omaha_fast as of
from omaha_fast.engine import (
    BuyIn,
    FixedLimit,
    Hand,
    HouseRules,
    NoLimit,
    PotLimit,
    Rake,
    small_blind_from,
)

# -------------------------------------------------------------------------------------------- cards


@pytest.mark.parametrize(
    ("cards", "word"),
    [
        ({"hole_cards": ["AsAsKdQd", ""]}, "As"),
        ({"hole_cards": ["AsXxKdQd", ""]}, "Xx"),
        ({"hole_cards": ["AsKsQsJsTs", ""]}, "4"),
        ({"hole_cards": [ACES, KINGS], "board": "AcKsQs"}, "Ac"),
        ({"hole_cards": [ACES, KINGS], "board": "2s2s3s"}, "2s"),
        ({"hole_cards": ["", ""], "board": "2s3s4s5s6s7s"}, "5"),
        ({"hole_cards": [ACES]}, "1"),
        ({"hole_cards": {5: ACES}}, "5"),
        ({"deck": DECK[:12]}, "12"),
        ({"deck": [*DECK[:20], DECK[0]]}, "2c"),
        ({"deck": of.Deck(seed=1), "hole_cards": [ACES, KINGS]}, "deck"),
        ({"deck": of.Deck(seed=1), "board": BOARD}, "deck"),
    ],
)
def test_cards_that_cannot_be(cards, word):
    with pytest.raises(ValueError, match=word):
        deal(nl(5, 10), 2, **cards)


@pytest.mark.parametrize(
    ("game", "most", "boards", "burn"),
    [
        ("omaha", 10, 1, True),
        ("omaha5", 8, 1, True),
        ("omaha6", 7, 1, True),
        ("omaha5-8", 9, 1, False),
        ("omaha6-8", 7, 1, False),
        ("omaha", 9, 2, True),
    ],
)
def test_too_many_players_for_the_deck(game, most, boards, burn):
    rules = HouseRules(boards=boards, burn=burn)
    hand = deal(nl(5, 10), most, game=game, rules=rules)
    for _ in range(most):
        hand.call() if hand.to_call else hand.check()
    while hand.actor is not None:
        hand.check()
    assert hand.finished
    with pytest.raises(ValueError, match=f"^{most + 1} players"):
        deal(nl(5, 10), most + 1, game=game, rules=rules)


# ------------------------------------------------------------------------------------------- tables


@pytest.mark.parametrize(
    ("stacks", "word"),
    [
        ([1000], "1"),
        ([], "0"),
        ([None, 1000], "1"),
        ([1000] * 11, "11"),
        ([1000, 0], "0"),
        ([1000, -5], "-5"),
        ([1000, True], "True"),
        ([1000, 10.0], "10.0"),
        ([1000, Fraction(21, 2)], "21"),
        ([1000, "1000"], "1000"),
        ([1000, 10**15], str(10**15)),
    ],
)
def test_stacks_that_cannot_post(stacks, word):
    with pytest.raises(ValueError, match=word):
        Hand(nl(5, 10), stacks)


@pytest.mark.parametrize(
    "table",
    [
        {"button": 3},
        {"button": -1},
        {"button": True},
        {"button": 1.0},
        {"blinds": (0, 0)},
        {"blinds": (0, None)},
        {"blinds": (0, 3)},
        {"blinds": (0,)},
        {"straddles": 1},
        {"straddles": -1},
        {"straddles": True},
        {"game": "holdem"},
        {"game": 4},
        {"showdown": "never"},
        {"rules": 5},
        {"stakes": 5},
        {"posts": []},
        {"posts": [(0, "small_blind")]},
        {"posts": [(0, "big_blind"), (1, "big_blind")]},
        {"posts": [(0, "small_blind", 4), (1, "big_blind")]},
        {"posts": [(1, "big_blind", 9)]},
        {"posts": [(0, "big_blind"), (1, "bring_in")]},
        {"posts": [(0, "big_blind"), (1, "dead_blind", 11)]},
        {"posts": [(0, "big_blind"), (1, "dead_blind", -1)]},
        {"posts": [(0, "big_blind"), (1, "extra_blind", 11)]},
        {"posts": [(0, "big_blind"), (5, "extra_blind")]},
        {"posts": [(1, "big_blind")], "blinds": (0, 1)},
        {"posts": [(1, "big_blind")], "straddles": 1},
    ],
    ids=repr,
)
def test_tables_that_cannot_be(table):
    table = {"stakes": nl(5, 10), "stacks": [1000] * 3} | table
    with pytest.raises((ValueError, TypeError)):
        Hand(**table)


def test_a_straddle_that_cannot_be_paid():
    rules = HouseRules(straddles=1)
    with pytest.raises(ValueError, match="19"):
        deal(nl(5, 10), [1000, 1000, 19, 1000], straddles=1, rules=rules)
    assert deal(nl(5, 10), [1000, 1000, 20, 1000], straddles=1, rules=rules).all_in_seats == (
        THIRD,
    )


def test_more_straddles_than_the_rules_or_the_table_allow():
    with pytest.raises(ValueError, match="3"):
        deal(nl(5, 10), 6, straddles=3, rules=HouseRules(straddles=2))
    with pytest.raises(ValueError, match="1"):
        deal(nl(5, 10), 2, straddles=1, rules=HouseRules(straddles=2))


# ------------------------------------------------------------------------------- stakes and options


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: NoLimit(5, 0), "0"),
        (lambda: NoLimit(11, 10), "11"),
        (lambda: NoLimit(-1, 10), "-1"),
        (lambda: NoLimit(5, 10.0), "10.0"),
        (lambda: NoLimit(5, True), "True"),
        (lambda: PotLimit(5, 10, ante=-1), "-1"),
        (lambda: PotLimit(5, 10, ante=1.5), "1.5"),
        (lambda: PotLimit(5, 10, ante=1, ante_kind="each"), "each"),
        (lambda: PotLimit(5, 10**15), str(10**15)),
        (lambda: FixedLimit(10, 9, 5), "9"),
        (lambda: FixedLimit(10, 20, 5, big_blind=11), "11"),
        (lambda: FixedLimit(0, 20, 0), "0"),
        (lambda: small_blind_from(10, "3/2"), "3/2"),
        (lambda: small_blind_from(10, 0.5), "0.5"),
        (lambda: small_blind_from(10, "half"), "half"),
        (lambda: small_blind_from(10, "1/2", 0), "0"),
        (lambda: Rake(4.5), "4.5"),
        (lambda: Rake(-1), "-1"),
        (lambda: Rake(101), "101"),
        (lambda: Rake("much"), "much"),
        (lambda: Rake(5, cap=-1), "-1"),
        (lambda: Rake(5, unit=0), "0"),
        (lambda: Rake(5, unit=True), "True"),
        (lambda: BuyIn(10, 5), "10"),
        (lambda: BuyIn(-1, 5), "-1"),
        (lambda: HouseRules(buy_in=BuyIn(200, 1000)).verify_buy_in(199), "199.*200.*1000"),
        (lambda: HouseRules(buy_in=BuyIn(200, 1000)).verify_buy_in(1001), "1001.*200.*1000"),
        (lambda: HouseRules(buy_in=BuyIn(200, 1000)).verify_buy_in(True), "True"),
        (lambda: HouseRules.preset("X"), "X"),
    ],
)
def test_stakes_that_cannot_be(make, word):
    with pytest.raises(ValueError, match=word):
        make()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("button", "fixed"),
        ("exposed_card", "keep"),
        ("burn", "yes"),
        ("burn", 1),
        ("fold_unbet", None),
        ("reopen", "always"),
        ("max_bets", 0),
        ("max_bets", True),
        ("max_bets", 4.0),
        ("cap_lifted", "sometimes"),
        ("pot_limit_full_blinds", "no"),
        ("pot_limit_antes", "some"),
        ("show_order", "any"),
        ("muck", "always"),
        ("all_in_show", 0),
        ("odd_chip", "house"),
        ("big_blind_ante_first", "yes"),
        ("straddles", -1),
        ("straddles", True),
        ("runs", 0),
        ("runs", 1.0),
        ("boards", 0),
        ("boards", "2"),
        ("rake", 5),
        ("buy_in", [1, 2]),
    ],
)
def test_options_that_cannot_be(field, value):
    with pytest.raises(ValueError, match=field) as caught:
        HouseRules(**{field: value})
    assert repr(value) in str(caught.value)


def test_an_option_that_does_not_exist():
    with pytest.raises(TypeError, match="colour"):
        HouseRules(colour="red")
