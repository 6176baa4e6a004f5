"""Unit evidence: all-in, pots, refunds, rake, runs and boards (rules, section 4)."""

from fractions import Fraction

import pytest
from engine_driver import (
    ACES,
    BOARD,
    FIRST,
    FOURTH,
    JUNK,
    KINGS,
    QUEENS,
    SECOND,
    THIRD,
    TIED,
    TIED_BOARD,
    checked_down,
    deal,
    events,
    nl,
    on_flop,
    play,
    played,
    texts,
    won,
)

from omaha_fast.engine import HouseRules, Rake, pots, rake, uncalled


def sizes(hand):
    return [tuple(pot) for pot in hand.settlement.pots]


# --------------------------------------------------------------------------------------- pots


def test_all_in_for_less_keeps_the_player_in_for_what_it_paid():
    hand = on_flop(nl(5, 10), [1000, 30, 1000], "r100 c c")
    assert SECOND in hand.live
    assert [tuple(pot) for pot in hand.pots] == [(30 + 90, (0, 1, 2)), (140, (0, 2))]


@pytest.mark.parametrize(
    ("best", "payouts"),
    [
        (0, {0: 200}),
        (1, {1: 350}),
        (2, {2: 550}),
        (3, {3: 550}),
    ],
)
def test_stacks_50_100_200_300_all_in(best, payouts):
    """100 back; main pot 200, side pots 150 and 200: what the best hand takes."""
    holes = [KINGS, QUEENS, JUNK]
    holes.insert(best, ACES)
    hand = deal(nl(5, 10), [50, 100, 200, 300], hole_cards=holes, board=BOARD)
    play(hand, "ai ai ai ai")
    assert hand.refunds == (0, 0, 0, 100)
    assert sizes(hand) == [(200, (0, 1, 2, 3)), (150, (1, 2, 3)), (200, (2, 3))]
    assert won(hand)[best] == payouts[best]
    assert sum(hand.payouts) == 550


def test_folded_chips_stay_in_the_pots_they_were_paid_into():
    hand = on_flop(nl(5, 10), [1000, 30, 1000, 1000], "r100 c c c")
    play(hand, "r200 c f")
    assert [tuple(pot) for pot in hand.pots] == [(160, (0, 1, 2)), (610, (0, 2))]


def test_a_layer_whose_contributors_have_folded_joins_the_last_live_pot_below():
    made = pots([30, 60, 60, 40], folded={1, 2})
    assert [tuple(pot) for pot in made] == [(120, (0, 3)), (70, (3,))]
    made = pots([50, 50, 100, 100, 100], folded={2, 3, 4})
    assert [tuple(pot) for pot in made] == [(400, (0, 1))]


def test_a_folded_small_stack_makes_no_pot():
    assert [tuple(pot) for pot in pots([10, 50, 50], folded={0})] == [(110, (1, 2))]


def test_dead_chips_are_in_the_main_pot_and_nobodys_contribution():
    assert [tuple(pot) for pot in pots([30, 100, 100], dead=7)] == [(97, (0, 1, 2)), (140, (1, 2))]
    assert uncalled([100, 100], ()) is None


@pytest.mark.parametrize("kind", ["big_blind", "button"])
def test_a_dead_ante_is_never_matched_or_refunded(kind):
    hand = played(nl(5, 10, ante=8, ante_kind=kind), 3, "f f")
    assert hand.refunds == (0, 5, 0)
    assert won(hand) == {SECOND: 5 + 5 + 8}
    dead_from = SECOND if kind == "big_blind" else THIRD
    assert hand.net == tuple(
        (-5, 5, 0)[seat] + (8 if seat == SECOND else 0) - (8 if seat == dead_from else 0)
        for seat in range(3)
    )


def test_who_has_only_a_dead_ante_in_plays_for_the_dead_chips():
    """The button has 6 chips, all for its ante: it can win these, but no bet of the others."""
    hand = deal(
        nl(5, 10, ante=6, ante_kind="button"),
        [100, 100, 6],
        hole_cards=[KINGS, QUEENS, ACES],
        board=BOARD,
    )
    assert hand.all_in_seats == (THIRD,)
    play(hand, "c")
    checked_down(hand)
    assert sizes(hand) == [(6, (0, 1, 2)), (20, (0, 1))]
    assert won(hand) == {THIRD: 6, FIRST: 20}


def test_a_uniform_ante_is_a_contribution():
    """Antes 10, one stack of 6, two others all-in for 100 in all: main 18, side 188."""
    hand = played(nl(5, 10, ante=10), [6, 100, 100], "ai c")
    assert sizes(hand) == [(18, (0, 1, 2)), (188, (1, 2))]


def test_the_unmatched_part_of_a_short_ante_comes_back():
    hand = deal(nl(5, 10, ante=10), [4, 1000])
    assert hand.finished
    assert hand.refunds == (0, 6 + 5)
    assert sizes(hand) == [(8, (0, 1))]


# ---------------------------------------------------------------------------------------- refunds


def test_the_unmatched_part_is_returned_before_pots_and_rake():
    rules = HouseRules(rake=Rake(10))
    hand = played(nl(5, 10), [1000, 1000, 1000], "r500 f f", rules=rules)
    assert hand.refunds == (0, 0, 490)
    assert hand.rake == 2
    assert won(hand) == {THIRD: 23}
    names = [event.name for event in hand.events()]
    assert names.index("uncalled_returned") < names.index("rake_taken")


def test_folded_chips_match_a_bet():
    hand = on_flop(nl(5, 10), 3, "r100 r300 c r700 f f")
    assert hand.refunds == (400, 0, 0)
    assert won(hand) == {FIRST: 930}


def test_a_refund_on_an_early_street():
    hand = on_flop(nl(5, 10), [1000, 40, 1000], "x r40ai r100 f")
    assert hand.finished
    assert hand.refunds == (0, 0, 60)
    assert sizes(hand) == [(110, (1, 2))]


def test_a_walk_wins_the_small_blind():
    hand = played(nl(5, 10), 3, "f f")
    assert hand.refunds == (0, 5, 0)
    assert hand.net == (-5, 5, 0)


# ------------------------------------------------------------------------------------- the end


def test_all_in_the_hands_are_tabled_at_once_and_the_board_is_run_out():
    for stacks, script in (([500, 500, 500], "ai ai ai"), ([100, 100, 1000], "r500 ai ai")):
        hand = played(nl(5, 10), stacks, script)
        assert hand.tabled
        assert hand.finished
        assert len(hand.board) == 5


def test_when_all_but_one_fold_the_hand_ends_and_no_more_cards_are_dealt():
    hand = on_flop(nl(5, 10), 3, "r50 f f")
    assert hand.finished
    assert len(hand.board) == 3
    assert won(hand) == {FIRST: 30}
    assert hand.shown == ()
    assert hand.showdown_order == ()


def test_who_wins_without_a_showdown_may_show():
    hand = played(nl(5, 10), 3, "f f")
    assert hand.shown == ()
    assert hand.can_show(SECOND)
    hand.show(SECOND)
    (shown,) = events(hand, "shown")
    assert (shown.seat, shown.voluntary) == (SECOND, True)
    assert shown.cards == texts(hand.hole_cards[SECOND])


def test_odd_chips_are_per_pot():
    """140 among three and 3 among two: both odd chips go to the first left of the button."""
    hand = deal(
        nl(5, 10),
        [1000, 35, 200, 200],
        hole_cards=["", TIED[0], TIED[1], TIED[2]],
        board=TIED_BOARD,
    )
    play(hand, "c r36 c c c f")
    checked_down(hand)
    assert sizes(hand) == [(140, (1, 2, 3)), (3, (2, 3))]
    assert won(hand) == {SECOND: 47, THIRD: 47 + 2, FOURTH: 46 + 1}


# ------------------------------------------------------------------------------------------- rake


@pytest.mark.parametrize(
    ("the_rake", "taken"),
    [
        (Rake(5), [58, 3]),
        (Rake("4.5"), [52, 3]),
        (Rake(Fraction(5)), [58, 3]),
        (Rake(Fraction(10, 3)), [38, 2]),
        (Rake(5, cap=60), [58, 2]),
        (Rake(5, cap=40), [40, 0]),
        (Rake(5, unit=10), [50, 0]),
        (Rake(5, unit=5), [55, 0]),
        (Rake(0), [0, 0]),
        (Rake(100), [1163, 74]),
    ],
)
def test_rake_is_floored_per_pot_and_capped_main_pot_first(the_rake, taken):
    assert list(rake(pots([424, 424, 387], dead=2), the_rake)) == taken


def test_no_flop_no_drop():
    for no_drop, taken in ((False, 2), (True, 0)):
        rules = HouseRules(rake=Rake(10, no_flop_no_drop=no_drop))
        assert played(nl(5, 10), 3, "r30 f f", rules=rules).rake == taken
        assert on_flop(nl(5, 10), 3, "r30 f f", rules=rules).rake == 3
        assert played(nl(5, 10), [100, 100], "ai ai", rules=rules).rake == 20


def test_rake_comes_out_of_each_pot():
    hand = deal(
        nl(5, 10),
        [50, 100, 200, 300],
        hole_cards=[ACES, KINGS, QUEENS, JUNK],
        board=BOARD,
        rules=HouseRules(rake=Rake(5, cap=20)),
    )
    play(hand, "ai ai ai ai")
    assert list(hand.settlement.rakes) == [10, 7, 3]
    assert hand.payouts == (190, 143, 197, 0)
    assert hand.rake == 20
    assert [(event.pot, event.amount) for event in events(hand, "rake_taken")] == [
        (0, 10),
        (1, 7),
        (2, 3),
    ]
