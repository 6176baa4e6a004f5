"""Unit evidence: pots, refunds, shares and showdowns that public engines got wrong.

The numbers are those of the rule texts and of arithmetic done by hand; none came from the engine.
"""

from fractions import Fraction

import engine_model as model
import pytest
from engine_driver import (
    ACES,
    BOARD,
    FIRST,
    FOURTH,
    KINGS,
    QUEENS,
    SECOND,
    THIRD,
    TIED,
    TIED_BOARD,
    after,
    checked_down,
    deal,
    events,
    nl,
    play,
    played,
    to_street,
    won,
)

from omaha_fast.engine import HouseRules, Rake, pots, rake, uncalled

# ------------------------------------------------------------------------------------ pots, refunds


def test_case_18_three_equal_hands_share_the_blinds():
    hand = played(
        nl(100, 200),
        [10000] * 5,
        "ai c c f f",
        hole_cards=["", "", *TIED[:3]],
        board=TIED_BOARD,
    )
    assert [tuple(pot) for pot in hand.settlement.pots] == [(30300, (2, 3, 4))]
    assert won(hand) == {2: 10100, 3: 10100, 4: 10100}


def test_case_19_the_biggest_stack_gets_its_excess_back():
    hand = played(
        nl(100, 200),
        [89820, 89820, 120360, 89820],
        "ai ai ai f",
        hole_cards=[KINGS, "", ACES, QUEENS],
        board=BOARD,
    )
    assert hand.refunds == (0, 0, 30540, 0)
    assert [tuple(pot) for pot in hand.settlement.pots] == [(269660, (0, 2, 3))]
    assert won(hand) == {THIRD: 269660}
    assert hand.net[THIRD] == 179840
    assert hand.stacks == (0, 89620, 120360 + 179840, 0)


def test_case_20_folded_chips_match_and_join_the_last_live_pot():
    contributions, folded = [30, 60, 60, 40], {1, 2}
    assert uncalled(contributions, folded) is None
    assert [tuple(pot) for pot in pots(contributions, folded)] == [(120, (0, 3)), (70, (3,))]
    paid = [(0, 30, False), (1, 60, True), (2, 60, True), (3, 40, False)]
    assert model.refund(paid) == (None, 0)
    assert model.pots(paid) == [(120, {0, 3}), (70, {3})]


def test_case_21_a_side_pot_bet_on_the_flop():
    hand = played(
        nl(25, 50),
        [1000, 1000, 100],
        "r100ai c c r200 c x x x x",
        hole_cards=[KINGS, QUEENS, ACES],
        board=BOARD,
    )
    assert [tuple(pot) for pot in hand.settlement.pots] == [(300, (0, 1, 2)), (400, (0, 1))]
    assert won(hand) == {THIRD: 300, FIRST: 400}


def test_case_22_a_refund_is_not_won():
    hand = played(nl(5, 10), [1000] * 3, "r500 f f")
    assert hand.refunds == (0, 0, 490)
    assert won(hand) == {THIRD: 25}
    assert [pot.amount for pot in hand.settlement.pots] == [25]
    assert hand.net == (-5, -10, 15)


def test_case_23_rake_is_floored_per_pot():
    made = pots([424, 424, 387], dead=2)
    assert [pot.amount for pot in made] == [1163, 74]
    assert list(rake(made, Rake(5))) == [58, 3]
    assert model.rakes([1163, 74], Fraction(5, 100)) == [58, 3]


def test_case_23_in_a_hand():
    hand = played(
        nl(1, 2, ante=2, ante_kind="big_blind"),
        [424, 426, 387],
        "ai ai c",
        hole_cards=[KINGS, QUEENS, ACES],
        board=BOARD,
        rules=HouseRules(rake=Rake(5)),
    )
    assert hand.contributions == (424, 424, 387)
    assert hand.dead == 2
    assert [pot.amount for pot in hand.settlement.pots] == [1163, 74]
    assert list(hand.settlement.rakes) == [58, 3]
    assert hand.rake == 61
    assert won(hand) == {THIRD: 1163 - 58, FIRST: 74 - 3}


# ------------------------------------------------------------------------------------------- shares


def test_case_24_high_and_low_in_three_pots():
    hand = played(
        nl(1, 2),
        [41, 100, 100, 21],
        "ai ai ai ai",
        game="omaha8",
        hole_cards=["AcAdJcJd", "2c3c9dTd", "KcKd6h7h", "2h3h4d4c"],
        board="As5s8dKh9c",
    )
    sizes = [(84, (0, 1, 2, 3)), (60, (0, 1, 2)), (118, (1, 2))]
    assert [tuple(pot) for pot in hand.settlement.pots] == sizes
    shares = {(a.pot, a.half, a.seat): a.amount for a in hand.settlement.awards}
    assert shares == {
        (0, "high", THIRD): 42,
        (0, "low", SECOND): 21,
        (0, "low", FOURTH): 21,
        (1, "high", THIRD): 30,
        (1, "low", SECOND): 30,
        (2, "high", THIRD): 59,
        (2, "low", SECOND): 59,
    }
    assert hand.payouts == (0, 110, 131, 21)


@pytest.mark.parametrize(
    ("button", "script", "first"),
    [
        # The blinds, seats 8 and 1, fold their 15.
        (7, "r80 f f c f f f f", 2),
        # Seat 5 is the big blind; seat 6 limps with 10 and folds, the small blind folds 5.
        (3, "c f f f r80 f f c f", 5),
    ],
)
def test_case_25_the_odd_chip_goes_to_the_first_left_of_the_button(button, script, first):
    # Seats 2 and 5 of the case are our 1 and 4; each has paid 80.
    holes = {1: TIED[0], 4: TIED[1]}
    hand = deal(nl(5, 10), 8, button=button - 1, hole_cards=holes, board=TIED_BOARD)
    checked_down(play(hand, script))
    assert [tuple(pot) for pot in hand.settlement.pots] == [(175, (1, 4))]
    assert won(hand) == {1: 88 if first == 2 else 87, 4: 88 if first == 5 else 87}


def split_pot(game, stakes, players, script, holes, board):
    """What the last players of the table win; holes are theirs."""
    hole_cards = [""] * (players - len(holes)) + holes
    hand = played(stakes, players, script, game=game, hole_cards=hole_cards, board=board)
    return checked_down(hand).payouts[-len(holes) :]


def test_case_26_the_odd_chip_between_the_halves_is_the_high_half_s():
    holes = ["2c3cTdTh", "KcKd6h7h"]
    assert split_pot("omaha8", nl(1, 2), 3, "c f x", holes, "As5s8dKh9c") == (2, 3)


def test_case_26_the_odd_chip_inside_the_low_half_goes_left_of_the_button():
    holes = ["2c3c9dTd", "2h3h6d7d"]
    assert split_pot("omaha8", nl(3, 6), 3, "r20 f c", holes, "Ah4s5d8cKs") == (11, 32)


def test_case_27_the_same_players_tied_for_both_halves_split_the_whole():
    holes = ["Ac2c9dTs", "Ah2h9cTc"]
    assert split_pot("omaha8", nl(2, 4), 3, "r12 f c", holes, "3s4s5dKcKs") == (13, 13)


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_case_28_three_tied_players_9_9_8(game):
    holes = ["Ac2c9dTd", "Ah2h9cTc", "Ad2d9hTh"]
    assert split_pot(game, nl(2, 4), 4, "r8 c f c", holes, "3s4s5cKcKs") == (9, 9, 8)


# ----------------------------------------------------------------------------------------- showdown


def river_of_three(script, **setup):
    """Four players, the second has folded; the river is played by the script."""
    hand = played(nl(5, 10), 4, "r20 c c f", **setup)
    to_street(hand, "river")
    return play(hand, script)


def test_case_29_who_bet_last_shows_first():
    hand = river_of_three("x r50 c c", rules=HouseRules(muck="never"))
    assert hand.showdown_order == (THIRD, FOURTH, FIRST)
    assert hand.shown == (THIRD, FOURTH, FIRST)


def test_case_29_all_checked_shows_from_the_left_of_the_button():
    hand = river_of_three("x x x", rules=HouseRules(muck="never"))
    assert hand.showdown_order == (FIRST, THIRD, FOURTH)
    assert hand.shown == (FIRST, THIRD, FOURTH)


def names_after_betting(hand):
    """The names of the events that follow the last action."""
    names = [event.name for event in hand.events()]
    actions = {"folded", "checked", "called", "bet", "raised"}
    last = max(place for place, name in enumerate(names) if name in actions)
    return names[last + 1 :]


def test_case_30_all_hands_are_shown_before_the_rest_of_the_board_and_nobody_mucks():
    hand = played(nl(5, 10), [500, 400, 300], "ai ai ai")
    assert hand.tabled
    names = names_after_betting(hand)
    assert names.index("board_dealt") > max(p for p, name in enumerate(names) if name == "shown")
    assert sorted(hand.shown) == [FIRST, SECOND, THIRD]
    assert hand.mucked == ()
    assert not events(hand, "mucked")


def test_case_30_with_two_stacks_left_not_before_they_are_done():
    hand = played(nl(5, 10), [500, 500, 50], "r50ai c c")
    assert hand.street == "flop"
    assert not hand.tabled
    assert hand.shown == ()
    play(hand, "x x")
    assert hand.shown == ()
    finished = after(hand, "r450ai c")
    assert finished.tabled
    assert sorted(finished.shown) == [FIRST, SECOND, THIRD]
    assert finished.mucked == ()
    # Once they are done, with chips left to both, nobody mucks either.
    for script in ("x x x x", "x x b90 c"):
        finished = after(hand, script)
        assert finished.tabled
        assert sorted(finished.shown) == [FIRST, SECOND, THIRD]
        assert finished.mucked == ()
