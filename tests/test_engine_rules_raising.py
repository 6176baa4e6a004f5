"""Unit evidence: who may raise after short all-ins, and when nobody may (rules, section 3)."""

import pytest
from engine_driver import (
    FIFTH,
    FIRST,
    FOURTH,
    SECOND,
    THIRD,
    after,
    bounds,
    deal,
    fl,
    nl,
    on_flop,
    only_bounds,
    only_call_or_fold,
    pl,
    play,
    played,
    refuses,
)

from omaha_fast.engine import HouseRules

DOUBLE = HouseRules(reopen="double")
no_and_pot_limit = pytest.mark.parametrize(
    "stakes", [nl(10, 20), pl(10, 20)], ids=lambda stakes: stakes.kind
)


@no_and_pot_limit
@pytest.mark.parametrize(("all_in", "may"), [(73, False), (99, False), (100, True)])
def test_a_bettor_may_raise_when_it_faces_a_full_bet(stakes, all_in, may):
    hand = on_flop(stakes, [2000, all_in, 2000], f"r50 r{all_in}ai c")
    if may:
        assert hand.actor == FIRST
        assert bounds(hand)[0] == 150
    else:
        only_call_or_fold(hand, FIRST, all_in - 50)


@no_and_pot_limit
def test_who_has_not_acted_may_raise_a_short_all_in(stakes):
    hand = on_flop(stakes, [2000, 73, 2000], "r50 r73ai")
    assert hand.actor == THIRD
    assert bounds(hand)[0] == 123


@no_and_pot_limit
def test_a_caller_may_not_raise_a_short_all_in(stakes):
    hand = on_flop(stakes, [2000, 2000, 73, 2000], "r50 c r73ai c")
    only_call_or_fold(hand, FIRST, 23)
    only_call_or_fold(play(hand, "c"), SECOND, 23)


@no_and_pot_limit
def test_short_all_ins_add_up(stakes):
    """50, 80, 110: two raises of 30 over 50 are more than 50 to the bettor."""
    hand = on_flop(stakes, [2000, 80, 110, 2000], "r50 r80ai r110ai c")
    assert hand.actor == FIRST
    assert bounds(hand)[0] == 160


@no_and_pot_limit
def test_short_all_ins_add_up_for_each_player_from_what_it_has_in(stakes):
    hand = on_flop(stakes, [2000, 80, 2000, 110, 2000], "r50 r80ai c r110ai c")
    assert hand.actor == FIRST
    assert hand.to_call == 60
    assert bounds(hand)[0] == 160
    only_call_or_fold(play(hand, "c"), THIRD, 30)


@no_and_pot_limit
def test_a_raise_after_the_short_all_in_opens_it_for_all(stakes):
    hand = on_flop(stakes, [2000, 73, 2000], "r50 r73ai r123")
    assert hand.actor == FIRST
    assert bounds(hand)[0] == 173


@no_and_pot_limit
def test_a_checker_may_not_raise_an_all_in_below_the_big_blind(stakes):
    hand = on_flop(stakes, [2000, 14, 2000], "x r14ai c")
    only_call_or_fold(hand, FIRST, 14)


@no_and_pot_limit
def test_a_checker_may_raise_a_bet_of_the_big_blind(stakes):
    hand = on_flop(stakes, [2000, 20, 2000], "x r20ai c")
    assert hand.actor == FIRST
    assert bounds(hand)[0] == 40


@no_and_pot_limit
def test_all_ins_below_the_big_blind_add_up_for_a_checker(stakes):
    hand = on_flop(stakes, [2000, 14, 25, 2000], "x r14ai r25ai c")
    assert hand.actor == FIRST
    assert bounds(hand)[0] == 45


@no_and_pot_limit
def test_the_big_blind_is_the_first_full_bet_before_the_flop(stakes):
    short = played(stakes, [2000, 2000, 2000, 39], "c r39ai f c")
    only_call_or_fold(short, THIRD, 19)
    full = played(stakes, [2000, 2000, 2000, 40], "c r40ai f c")
    assert full.actor == THIRD
    assert bounds(full)[0] == 60


@no_and_pot_limit
def test_the_big_blind_that_has_not_acted_may_raise_a_short_all_in(stakes):
    hand = played(stakes, [2000, 2000, 2000, 30], "c r30ai c")
    assert hand.actor == SECOND
    assert bounds(hand)[0] == 50


def test_the_right_to_raise_is_lost_to_an_all_in_too():
    """A player whose stack ends between the call and the closed raise may not go all in."""
    hand = on_flop(nl(10, 20), [90, 73, 2000], "r50 r73ai c")
    only_call_or_fold(hand, FIRST, 23)
    assert not hand.can_all_in()
    refuses(hand, "ai")


def test_an_all_in_call_is_allowed_where_no_raise_is():
    hand = on_flop(nl(10, 20), [60, 73, 2000], "r50 r73ai c")
    assert hand.actor == FIRST
    assert hand.to_call == 10
    assert hand.legal_actions.call_all_in
    assert hand.can_all_in()
    assert after(hand, "ai").all_in_seats == after(hand, "c").all_in_seats == (FIRST, SECOND)


# -------------------------------------------------------------------------------- Hungarian: double


@pytest.mark.parametrize(("all_in", "may"), [(73, False), (99, False), (100, True)])
def test_double_is_the_same_for_an_opening_bet(all_in, may):
    hand = on_flop(nl(10, 20), [2000, all_in, 2000], f"r50 r{all_in}ai c", rules=DOUBLE)
    assert hand.actor == FIRST
    assert bounds(hand)[0] == (150 if may else None)


@pytest.mark.parametrize(
    ("all_in", "tda", "double"),
    [
        (99, False, False),
        (100, True, False),
        (110, True, False),
        (119, True, False),
        (120, True, True),
    ],
)
def test_double_differs_for_a_raise(all_in, tda, double):
    """Big blind 20, raise to 60: TDA opens it from 100, the Hungarian page from 120."""
    for rules, may in ((HouseRules(), tda), (DOUBLE, double)):
        hand = deal(nl(10, 20), [2000, 2000, 2000, all_in], rules=rules)
        play(hand, f"r60 r{all_in}ai f c")
        assert hand.actor == THIRD
        assert hand.legal_actions.call == all_in - 60
        assert (bounds(hand)[0] is not None) == may


def test_double_asks_only_an_all_in_raise_to_be_double():
    hand = played(nl(10, 20), 4, "r60 r110 f c", rules=DOUBLE)
    assert hand.actor == THIRD
    assert bounds(hand)[0] == 160


def test_double_who_has_not_acted_may_raise():
    hand = played(nl(10, 20), [2000, 2000, 2000, 110], "r60 r110ai", rules=DOUBLE)
    assert hand.actor == FIRST
    assert bounds(hand)[0] == 160


def test_double_counts_from_the_raise_when_all_ins_add_up():
    """60, all-in 110, all-in 130: more than double for the raiser, not for who called the 110."""
    hand = deal(nl(10, 20), [2000, 2000, 2000, 110, 2000, 130], rules=DOUBLE)
    play(hand, "r60 r110ai c r130ai f f")
    assert hand.actor == THIRD
    assert bounds(hand)[0] == 180
    only_call_or_fold(play(hand, "c"), FIFTH, 20)


# --------------------------------------------------------------------- nobody left to raise against


def test_nobody_may_raise_when_every_other_live_player_is_all_in():
    hand = on_flop(nl(10, 20), [1000, 200], "r50 r200ai")
    only_call_or_fold(hand, FIRST, 150)
    hand = on_flop(nl(10, 20), [100, 200, 1000], "r100ai r200ai")
    only_call_or_fold(hand, THIRD, 200)


def test_nobody_may_raise_against_blinds_that_are_all_in():
    hand = deal(nl(10, 20), [6, 20, 1000])
    only_call_or_fold(hand, THIRD, 20)


def test_fixed_limit_nobody_may_complete_against_all_ins():
    hand = on_flop(fl(10, 20), [1000, 13], "r10 r13ai")
    only_call_or_fold(hand, FIRST, 3)


def test_a_raise_is_allowed_while_one_other_has_chips():
    hand = on_flop(nl(10, 20), [100, 1000, 1000], "r100ai")
    assert hand.actor == SECOND
    only_bounds(hand, 200, 1000)


def test_a_last_player_who_covers_every_all_in_is_not_asked():
    hand = on_flop(nl(10, 20), [1000, 30, 1000], "r50 c f")
    assert hand.actor is None
    assert hand.refunds[FIRST] == 20
    hand = played(nl(10, 20), [15, 1000, 1000], "f c")
    assert hand.actor is None, "the big blind covers the small blind's 15"
    assert hand.refunds[SECOND] == 5


def test_a_last_player_is_not_asked_on_later_streets():
    hand = played(nl(10, 20), [1000, 300, 200], "r200ai c c")
    assert hand.street == "flop"
    assert hand.actor == FIRST
    play(hand, "f")
    assert hand.actor is None
    assert hand.finished


def test_a_last_player_who_does_not_cover_is_asked():
    hand = on_flop(nl(10, 20), [1000, 30, 60], "x r30ai r60ai")
    only_call_or_fold(hand, FIRST, 60)


def test_five_handed_the_round_goes_on_past_all_ins():
    hand = on_flop(nl(10, 20), [1000, 30, 1000, 45, 1000], "r20 r30ai c r45ai")
    assert hand.actor == FIFTH
    assert bounds(hand)[0] == 65
    play(hand, "f")
    assert hand.actor == FIRST
    assert hand.to_call == 25
    assert bounds(hand)[0] == 65
    play(hand, "r65")
    assert hand.actor == THIRD
    assert FOURTH in hand.all_in_seats
