"""Unit evidence: situations that public engines got wrong. The right to raise, sizes, blinds.

The numbers are those of the rule texts and of arithmetic done by hand; none came from the engine.
"""

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
from slow_model import DECK

from omaha_fast.engine import HouseRules

# ------------------------------------------------------------------------------- the right to raise


def test_case_1_a_limper_may_not_raise_a_short_all_in():
    hand = played(nl(2000, 4000), [40000, 60000, 40000, 40000, 7500], "c f r7500ai f")
    assert hand.actor == SECOND
    only_bounds(hand, 11500, 60000)
    only_call_or_fold(after(hand, "c"), THIRD, 3500)


def test_case_1_a_limper_may_raise_a_full_raise():
    hand = played(nl(2000, 4000), [40000, 60000, 40000, 40000, 7500], "c f r7500ai f r11500")
    assert hand.actor == THIRD
    only_bounds(hand, 15500, 40000)


def test_case_2_short_all_ins_add_up_to_a_full_raise():
    hand = on_flop(nl(50, 100), [5000, 125, 5000, 200, 5000], "r100 r125ai c r200ai c")
    assert hand.actor == FIRST
    assert hand.to_call == 100
    only_bounds(hand, 300, 5000)
    only_call_or_fold(after(hand, "c"), THIRD, 75)


@pytest.mark.parametrize(("all_in", "third_at_least"), [(73, 123), (99, 149)])
def test_case_3_a_bettor_may_not_raise_an_all_in_below_double(all_in, third_at_least):
    hand = on_flop(nl(10, 20), [2000, all_in, 2000], f"r50 r{all_in}ai")
    assert hand.actor == THIRD
    only_bounds(hand, third_at_least, 2000)
    only_call_or_fold(after(hand, "c"), FIRST, all_in - 50)


def test_case_3_a_bettor_may_raise_an_all_in_of_double():
    hand = on_flop(nl(10, 20), [2000, 100, 2000], "r50 r100ai")
    only_bounds(hand, 150, 2000)
    play(hand, "c")
    assert hand.actor == FIRST
    only_bounds(hand, 150, 2000)


def test_case_4_a_checker_may_not_raise_an_all_in_below_the_big_blind():
    hand = on_flop(nl(5, 10), [1000, 4, 1000], "x r4ai")
    assert hand.actor == THIRD
    assert hand.to_call == 4
    only_bounds(hand, 14, 1000)
    only_call_or_fold(after(hand, "c"), FIRST, 4)


def test_case_5_a_raise_against_a_stack_that_is_nearly_all_in():
    hand = played(nl(10, 20), [200, 1000], "r100 r180")
    assert hand.actor == SECOND
    only_bounds(hand, 260, 1000)
    play(hand, "r260")
    assert hand.actor == FIRST
    assert hand.to_call == 20
    only_call_or_fold(hand, FIRST, 20)
    play(hand, "c")
    assert sum(hand.payouts) == 400
    assert hand.refunds == (0, 60)
    assert [pot.amount for pot in hand.settlement.pots] == [400]


def test_case_6_between_a_call_and_the_minimum_only_all_in():
    hand = played(nl(10, 20), [2000, 2000, 2000, 85], "r60")
    legal = hand.legal_actions
    assert (legal.seat, legal.fold, legal.check, legal.call) == (FOURTH, True, False, 60)
    assert (legal.min_raise_to, legal.max_raise_to, legal.short_all_in) == (85, 85, True)
    for amount in range(61, 85):
        refuses(hand, f"r{amount}", 85)
    refuses(hand, "r86", 85)
    assert hand.can_fold()
    assert hand.can_call()
    assert hand.can_all_in()
    play(hand, "ai f")
    assert hand.actor == SECOND
    only_bounds(hand, 125, 2000)
    only_call_or_fold(after(hand, "c"), THIRD, 25)


# ---------------------------------------------------------------------------------- pot-limit sizes


def test_case_7_pot_limit_before_the_flop():
    hand = deal(pl(5, 10), 5)
    only_bounds(hand, 20, 35)
    play(hand, "c")
    only_bounds(hand, 20, 45)
    play(hand, "r45")
    assert hand.actor == FIFTH
    only_bounds(hand, 80, 160)
    play(hand, "f")
    assert hand.actor == FIRST
    only_bounds(hand, 80, 155)


def test_case_7_pot_limit_heads_up():
    hand = deal(pl(5, 10), 2)
    assert hand.actor == SECOND
    only_bounds(hand, 20, 30)
    play(hand, "c")
    assert hand.actor == FIRST
    only_bounds(hand, 20, 30)


@pytest.mark.parametrize(
    ("big_blind", "pot", "script", "least", "most"),
    [
        (25, 100, "r50 c c", 100, 350),
        (25, 100, "r100", 200, 400),
        (25, 100, "r50", 100, 250),
        (50, 200, "r150 c", 300, 800),
    ],
)
def test_case_8_pot_limit_counts_the_call(big_blind, pot, script, least, most):
    hand = on_flop(pl(10, big_blind), 4)
    assert hand.pot == pot
    play(hand, script)
    assert hand.committed[hand.actor] == 0
    only_bounds(hand, least, most)


def test_case_9_a_missing_small_blind_counts_as_full():
    stacks = [None, 20000, 20000, 20000]
    hand = deal(pl(100, 200), stacks, button=3, blinds=(None, 1))
    assert hand.pot == 200
    assert hand.actor == THIRD
    assert hand.to_call == 200
    only_bounds(hand, 400, 700)


def test_case_9_a_short_big_blind_counts_as_full():
    hand = deal(pl(100, 200), [20000, 100, 20000, 20000])
    assert hand.pot == 200
    assert hand.actor == THIRD
    assert hand.to_call == 200
    only_bounds(hand, 400, 700)


# -------------------------------------------------------------------------------------- fixed limit


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
@pytest.mark.parametrize(
    ("street", "levels"),
    [
        ("preflop", [20, 30, 40]),
        ("flop", [10, 20, 30, 40]),
        ("turn", [20, 40, 60, 80]),
        ("river", [20, 40, 60, 80]),
    ],
)
def test_case_10_fixed_limit_totals(game, street, levels):
    hand = to_street(deal(fl(10, 20), 4, game=game), street)
    assert hand.to_call == (10 if street == "preflop" else 0)
    for level in levels:
        only_bounds(hand, level, level)
        for other in (levels[0] // 2, level - 5, level + 5, level + 10, 2 * level):
            if other != level:
                refuses(hand, f"r{other}")
        play(hand, f"r{level}")
    only_call_or_fold(hand, hand.actor, levels[-1] - hand.committed[hand.actor])


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_case_11_less_than_half_a_bet_may_be_completed_and_opens_nothing(game):
    hand = on_flop(fl(10, 20), [1000, 1000, 13, 1000], "r10 c r13ai", game=game)
    legal = hand.legal_actions
    assert (legal.seat, legal.fold, legal.check, legal.call) == (FOURTH, True, False, 13)
    only_bounds(hand, 20, 20)
    play(hand, "c")
    only_call_or_fold(hand, FIRST, 3)
    only_call_or_fold(after(hand, "c"), SECOND, 3)
    only_call_or_fold(after(hand, "f"), SECOND, 3)


@pytest.mark.parametrize(("all_in", "raise_to"), [(15, 25), (17, 27)])
def test_case_11_half_a_bet_counts_as_a_full_one(all_in, raise_to):
    hand = on_flop(fl(10, 20), [1000, 1000, all_in, 1000], f"r10 c r{all_in}ai")
    only_bounds(hand, raise_to, raise_to)
    play(hand, "c")
    assert hand.actor == FIRST
    only_bounds(hand, raise_to, raise_to)
    play(hand, "c")
    assert hand.actor == SECOND
    only_bounds(hand, raise_to, raise_to)


def test_case_11_an_opening_all_in_of_more_than_half_a_bet_is_a_bet():
    hand = to_street(on_flop(fl(10, 20), [15, 1000, 1000, 1000]), "turn")
    play(hand, "r15ai")
    only_bounds(hand, 35, 35)


# ---------------------------------------------------------------------------- blinds, antes, button


def test_case_12_an_ante_is_no_part_of_the_bet():
    hand = deal(nl(5, 10, ante=5), [100, 100, 100])
    assert hand.actor == THIRD
    assert hand.pot == 15 + 15
    assert hand.to_call == 10
    play(hand, "r20")
    assert hand.committed == (5, 10, 20)
    assert hand.pot == 15 + 15 + 20
    assert hand.stacks[THIRD] == 75


def test_case_13_heads_up_the_button_posts_the_small_blind():
    hand = deal(nl(10, 20), 2, deck=DECK)
    assert (hand.button, hand.small_blind_seat, hand.big_blind_seat) == (1, 1, 0)
    assert hand.committed == (20, 10)
    assert hand.actor == SECOND, "the button acts first before the flop"
    assert [str(card) for card in hand.hole_cards[FIRST]] == DECK[0:8:2]
    assert [str(card) for card in hand.hole_cards[SECOND]] == DECK[1:8:2], "and gets the last card"
    play(hand, "c x")
    for street in ("flop", "turn", "river"):
        assert hand.street == street
        assert hand.actor == FIRST, "and last after it"
        play(hand, "x x")


def test_case_14_the_big_blind_has_the_option():
    hand = played(nl(10, 20), 4, "f f c")
    legal = hand.legal_actions
    assert (legal.seat, legal.check, legal.call) == (SECOND, True, 0)
    only_bounds(hand, 40, 2000)
    assert after(hand, "x").street == "flop"


def test_case_15_a_short_big_blind_is_called_in_full():
    hand = deal(nl(5, 10), [1000, 7, 1000, 1000])
    assert hand.actor == THIRD
    assert hand.to_call == 10
    only_bounds(hand, 20, 1000)
    refuses(hand, "r7")
    play(hand, "c c c")
    assert hand.street == "flop"
    assert [tuple(pot) for pot in hand.pots] == [(28, (0, 1, 2, 3)), (9, (0, 2, 3))]


@pytest.mark.parametrize(("stack", "blind", "ante"), [(15, 10, 5), (6, 6, 0), (20, 10, 10)])
def test_case_16_the_blind_goes_before_the_big_blind_ante(stack, blind, ante):
    hand = deal(nl(5, 10, ante=10, ante_kind="big_blind"), [1000, stack, 1000])
    assert hand.committed == (5, blind, 0)
    assert hand.dead == ante
    assert hand.pot == 5 + blind + ante
    posted = {event.kind: event.amount for event in events(hand, "posted") if event.seat == SECOND}
    assert posted.get("big_blind") == blind
    assert posted.get("ante", 0) == ante


# X, D, T, U of the case.
X, D, T, U = range(4)


def dead_button_hand(busted, button, blinds=None):
    stacks = [1000] * 4
    stacks[busted] = None
    return deal(nl(5, 10), stacks, button=button, blinds=blinds, rules=HouseRules(button="dead"))


def test_case_17_a_busted_big_blind_leaves_no_small_blind():
    hand = dead_button_hand(busted=T, button=D, blinds=(None, U))
    assert (hand.button, hand.small_blind_seat, hand.big_blind_seat) == (D, None, U)
    assert [(event.seat, event.kind) for event in events(hand, "posted")] == [(U, "big_blind")]
    assert hand.actor == X
    assert bounds(hand) == (20, 1000)


def test_case_17_then_a_dead_button():
    hand = dead_button_hand(busted=T, button=T)
    assert (hand.button, hand.small_blind_seat, hand.big_blind_seat) == (T, U, X)
    assert hand.actor == D
    assert play(hand, "c c x").actor == U, "first after the flop: the left of the dead button"


def test_case_17_a_busted_small_blind_leaves_a_dead_button():
    hand = dead_button_hand(busted=D, button=D)
    assert (hand.button, hand.small_blind_seat, hand.big_blind_seat) == (D, T, U)
    assert hand.actor == X
    assert hand.committed == (0, 0, 5, 10)
