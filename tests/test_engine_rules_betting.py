"""Unit evidence: order, sizes and structures of betting, one rule a test (rules, section 3)."""

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
    events,
    fl,
    nl,
    on_flop,
    only_bounds,
    only_call_or_fold,
    pl,
    play,
    played,
    refuses,
    to_street,
)

from omaha_fast.engine import FixedLimit

STRUCTURES = [nl(5, 10), pl(5, 10), fl(10, 20)]
everywhere = pytest.mark.parametrize("stakes", STRUCTURES, ids=lambda stakes: stakes.kind)


# ---------------------------------------------------------------------------------- order of action


@everywhere
def test_before_the_flop_from_the_left_of_the_big_blind_who_has_the_option(stakes):
    hand = deal(stakes, 5)
    for seat in (THIRD, FOURTH, FIFTH, FIRST):
        assert hand.actor == seat
        play(hand, "c")
    assert hand.actor == SECOND
    assert hand.legal_actions.check
    only_bounds(hand, 20, bounds(hand)[1])
    assert after(hand, "x").street == "flop"
    assert after(hand, "r20").actor == THIRD


@everywhere
def test_after_the_flop_from_the_first_live_player_left_of_the_button(stakes):
    hand = played(stakes, 5, "c c c f x")
    assert hand.street == "flop"
    for seat in (SECOND, THIRD, FOURTH, FIFTH):
        assert hand.actor == seat
        play(hand, "x")
    assert hand.street == "turn"
    assert hand.actor == SECOND


def test_an_all_in_player_is_passed_over():
    hand = on_flop(nl(5, 10), [30, 1000, 1000, 1000], "r30ai c c c")
    assert hand.street == "turn"
    assert hand.actor == SECOND


@everywhere
def test_check_only_while_nothing_is_to_call(stakes):
    hand = deal(stakes, 3)
    refuses(hand, "x", 10)
    hand = to_street(hand, "flop")
    refuses(hand, "c")
    play(hand, "x b10")
    refuses(hand, "x", 10)
    refuses(hand, "b20")


@everywhere
@pytest.mark.parametrize("reply", ["c", "r20", "f"])
def test_who_checked_may_call_raise_or_fold(stakes, reply):
    hand = on_flop(stakes, 3, "x b10 f")
    assert hand.actor == FIRST
    play(hand, reply)
    assert hand.finished == (reply == "f")


@everywhere
def test_fold_is_always_legal(stakes):
    hand = on_flop(stakes, 3)
    assert hand.legal_actions.fold
    assert hand.to_call == 0
    play(hand, "f")
    assert hand.folded == (FIRST,)
    assert hand.live == (SECOND, THIRD)


def test_a_fold_is_final():
    hand = on_flop(nl(5, 10), 3, "f b10 r50 c")
    assert hand.street == "turn"
    assert FIRST not in {hand.actor, *hand.live}


@everywhere
def test_a_round_ends_when_all_have_acted_and_matched(stakes):
    hand = on_flop(stakes, 3, "x b10 r20 c")
    assert hand.street == "flop", "the third has raised, the first and second are to match"
    hand = play(hand, "c")
    assert hand.street == "turn"
    assert hand.committed == (0, 0, 0)


@everywhere
def test_all_chips_are_in_the_pot_the_moment_they_are_bet(stakes):
    hand = deal(stakes, 3)
    assert hand.pot == 15
    for token, pot in (("c", 25), ("c", 30), ("x", 30), ("b10", 40), ("r20", 60)):
        play(hand, token)
        assert hand.pot == pot


@everywhere
def test_bets_are_swept_in_at_the_end_of_the_round(stakes):
    hand = played(stakes, 3, "c c")
    assert events(hand, "bets_collected") == []
    play(hand, "x")
    (swept,) = events(hand, "bets_collected")
    assert (swept.street, swept.pots) == ("preflop", [30])


def test_amounts_are_totals_of_the_round():
    hand = played(nl(5, 10), 3, "r30")
    assert hand.committed == (5, 10, 30)
    play(hand, "r70")
    assert hand.committed == (70, 10, 30)
    (first, second) = events(hand, "raised")
    assert (first.to, first.amount, second.to, second.amount) == (30, 30, 70, 65)


# -------------------------------------------------------------------------------------- fixed limit


@pytest.mark.parametrize("bets", [(10, 20, 5), (2, 4, 1), (15, 30, 10)])
def test_fixed_limit_four_bets_a_round_the_big_blind_the_first(bets):
    small, big, _ = bets
    for street, unit, first in (("preflop", small, 2), ("flop", small, 1), ("turn", big, 1)):
        hand = to_street(deal(FixedLimit(*bets), 3), street)
        for number in range(first, 5):
            only_bounds(hand, number * unit, number * unit)
            play(hand, f"r{number * unit}")
        assert bounds(hand) == (None, None)
        refuses(hand, f"r{5 * unit}")


def test_the_four_bets_are_those_of_the_round_not_of_each_player():
    hand = on_flop(fl(10, 20), 4, "r10 r20 r30 r40")
    for seat, faces in ((FIRST, 30), (SECOND, 20), (THIRD, 10)):
        only_call_or_fold(hand, seat, faces)
        play(hand, "c")
    assert hand.street == "turn"
    only_bounds(hand, 20, 20)


def test_the_cap_stands_heads_up():
    hand = on_flop(fl(10, 20), 2, "r10 r20 r30 r40")
    assert bounds(hand) == (None, None)
    hand = to_street(on_flop(fl(10, 20), 2), "river")
    assert bounds(play(hand, "r20 r40 r60 r80")) == (None, None)


def test_a_short_all_in_is_none_of_the_four():
    hand = on_flop(fl(10, 20), [1000, 13, 1000, 1000], "r10 r13ai")
    for level in (20, 30, 40):
        only_bounds(hand, level, level)
        play(hand, f"r{level}")
    assert bounds(hand) == (None, None)


def test_the_completion_is_one_of_the_four():
    hand = on_flop(fl(10, 20), [1000, 33, 1000, 1000], "r10 c r20 r30 f r33ai")
    assert hand.actor == THIRD
    only_bounds(hand, 40, 40)
    play(hand, "r40")
    assert hand.actor == FOURTH
    assert bounds(hand) == (None, None)


def test_half_a_bet_all_in_is_one_of_the_four():
    hand = on_flop(fl(10, 20), [1000, 35, 1000, 1000], "r10 c r20 r30 f r35ai")
    assert hand.actor == THIRD
    assert bounds(hand) == (None, None), "10, 20, 30 and 35 were four"


def test_short_all_ins_add_up_to_half_a_bet():
    hand = on_flop(fl(10, 20), [1000, 13, 16, 1000, 1000], "r10 r13ai r16ai")
    only_bounds(hand, 26, 26)
    play(hand, "c c")
    assert hand.actor == FIRST
    only_bounds(hand, 26, 26)


@pytest.mark.parametrize(("all_in", "raise_to"), [(5, 15), (9, 19), (4, 10), (1, 10)])
def test_fixed_limit_opening_all_in(all_in, raise_to):
    hand = on_flop(fl(10, 20), [all_in, 1000, 1000], f"r{all_in}ai")
    only_bounds(hand, raise_to, raise_to)


def test_an_odd_bet_is_halved_exactly():
    """Half of 15 is 7.5: 7 over the bet is less, 8 more."""
    assert bounds(on_flop(fl(15, 30, 10), [900, 22, 900], "r15 r22ai")) == (30, 30)
    assert bounds(on_flop(fl(15, 30, 10), [900, 23, 900], "r15 r23ai")) == (38, 38)


def test_fixed_limit_raise_below_the_bet_only_all_in():
    hand = on_flop(fl(10, 20), [1000, 17, 1000], "r10")
    only_bounds(hand, 17, 17)
    assert hand.legal_actions.short_all_in


# ---------------------------------------------------------------------------------------- pot limit


def test_pot_limit_minimum_bet_is_the_big_blind():
    assert bounds(on_flop(pl(10, 20), 3)) == (20, 60)


@pytest.mark.parametrize(
    ("stakes", "script", "least"),
    [
        (pl(10, 20), "r20", 40),
        (pl(1, 2), "r5", 10),
        (pl(2, 4), "r5", 10),
        (pl(10, 20), "r20 r50", 80),
        (pl(10, 20), "r20 r50 r80", 110),
        (nl(2, 4), "r5", 10),
        (nl(10, 20), "r20 r50 r150", 250),
    ],
)
def test_minimum_raise_is_the_largest_bet_or_raise_of_the_round(stakes, script, least):
    assert bounds(on_flop(stakes, 4, script))[0] == least


@pytest.mark.parametrize("stakes", [pl(1, 2), pl(2, 4), nl(1, 2)])
def test_minimum_raise_before_the_flop_is_the_big_blind(stakes):
    assert bounds(deal(stakes, 3))[0] == 2 * stakes.big_blind


@pytest.mark.parametrize("stakes", [pl(5, 10), nl(5, 10)], ids=lambda stakes: stakes.kind)
def test_a_short_all_in_moves_the_bet_not_the_yardstick(stakes):
    assert bounds(on_flop(stakes, [4, 1000, 1000], "r4ai"))[0] == 14
    assert bounds(on_flop(stakes, [1000, 34, 1000], "r20 r34ai"))[0] == 54


def test_pot_limit_maximum_is_the_pot_after_calling():
    hand = on_flop(pl(10, 25), 4)
    only_bounds(hand, 25, 100)
    only_bounds(after(hand, "r50 c c"), 100, 350)
    only_bounds(after(hand, "r100"), 200, 400)


def test_pot_limit_maximum_with_chips_in_already():
    """bet + pot with all bets + (bet - own)."""
    hand = on_flop(pl(5, 10), [2000] * 3, "b10 r40 r140")
    # pot 30 + 10 + 40 + 140 = 220; the first faces 130.
    only_bounds(hand, 240, 140 + 220 + 130)


def test_pot_limit_first_in_and_after_one_limper():
    hand = deal(pl(5, 10), 6)
    only_bounds(hand, 20, 35)
    only_bounds(play(hand, "c"), 20, 45)


@pytest.mark.parametrize("stakes", [pl(5, 10), nl(5, 10)], ids=lambda stakes: stakes.kind)
def test_pot_limit_and_no_limit_have_no_cap(stakes):
    hand = on_flop(stakes, 3)
    for number in range(1, 30):
        play(hand, f"r{10 * number}")
    assert bounds(hand)[0] == 300


def test_pot_limit_a_missing_small_blind_counts_as_full():
    hand = deal(pl(5, 10), [None, 1000, 1000, 1000], button=3, blinds=(None, 1))
    only_bounds(hand, 20, 35)
    only_bounds(play(hand, "c"), 20, 45)


@pytest.mark.parametrize("stacks", [[2, 1000, 1000], [1000, 3, 1000], [2, 3, 1000]])
def test_pot_limit_a_short_blind_counts_as_full(stacks):
    hand = deal(pl(5, 10), [*stacks, 1000])
    only_bounds(hand, 20, 35)
    only_bounds(play(hand, "c"), 20, 45)


def test_pot_limit_blinds_count_as_full_before_the_flop_only():
    hand = played(pl(5, 10), [1000, 3, 1000, 1000], "c c c")
    assert hand.pot == 33
    only_bounds(hand, 10, 33)


@pytest.mark.parametrize(
    ("kind", "ante", "before", "after_flop"),
    [
        ("uniform", 2, 10 + 23 + 10, 48),
        ("big_blind", 8, 10 + 15 + 10, 48),
        ("button", 8, 10 + 15 + 10, 48),
    ],
)
def test_pot_limit_antes(kind, ante, before, after_flop):
    hand = deal(pl(5, 10, ante=ante, ante_kind=kind), 4)
    only_bounds(hand, 20, before)
    only_bounds(to_street(hand, "flop"), 10, after_flop)


# ----------------------------------------------------------------------------------------- no limit


def test_no_limit_minimum_bet_is_the_big_blind_and_the_maximum_all_chips():
    hand = on_flop(nl(5, 10), [700, 1000, 1000])
    only_bounds(hand, 10, 700)
    hand = deal(nl(5, 10), [1000, 1000, 300])
    only_bounds(hand, 20, 300)


# -------------------------------------------------------------------------------- out of the bounds


@pytest.mark.parametrize("stakes", [nl(10, 20), pl(10, 20)], ids=lambda stakes: stakes.kind)
def test_below_the_minimum_only_all_in(stakes):
    hand = deal(stakes, [2000, 2000, 35])
    assert bounds(hand) == (35, 35)
    assert hand.legal_actions.short_all_in
    for amount in (20, 21, 34, 36, 40):
        refuses(hand, f"r{amount}", 35)
    assert after(hand, "r35").all_in_seats == (THIRD,)
    assert after(hand, "ai").committed[THIRD] == 35


@everywhere
def test_an_amount_outside_the_bounds_is_refused_with_both_and_nothing_is_rounded(stakes):
    hand = on_flop(stakes, 3, "r10")
    least, most = bounds(hand)
    assert least == 20
    for amount in (0, 1, 10, 11, 19, most + 1, 10**9):
        refuses(hand, f"r{amount}", least, most)
    opened = on_flop(stakes, 3)
    for amount in (0, 1, 9, bounds(opened)[1] + 1):
        refuses(opened, f"b{amount}", *bounds(opened))


def test_all_in_is_refused_above_the_pot_limit():
    hand = deal(pl(5, 10), 3)
    assert not hand.can_all_in()
    refuses(hand, "ai", 35)
