"""Unit evidence: blinds, antes, straddles and dealing, one rule a test (rules, section 2)."""

from fractions import Fraction

import pytest
from engine_driver import (
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
    texts,
    to_street,
    won,
)
from slow_model import DECK

import omaha_fast as of
from omaha_fast.engine import FixedLimit, HouseRules, small_blind_from

TDA = HouseRules(exposed_card="tda")


def posts(hand):
    """(seat, kind, amount) of everything posted, in order."""
    return [(event.seat, event.kind, event.amount) for event in events(hand, "posted")]


# ------------------------------------------------------------------------------------------- blinds


def test_small_blind_left_of_the_button_big_blind_next():
    hand = deal(nl(5, 10), [1000] * 6, button=4)
    assert (hand.small_blind_seat, hand.big_blind_seat) == (5, 0)
    assert posts(hand) == [(5, "small_blind", 5), (0, "big_blind", 10)]
    assert hand.actor == 1


def test_a_moving_button_skips_empty_seats():
    hand = deal(nl(5, 10), [1000, None, 1000, None, 1000], button=0)
    assert (hand.small_blind_seat, hand.big_blind_seat, hand.actor) == (2, 4, 0)
    assert hand.seats == (0, 2, 4)


@pytest.mark.parametrize("button", [0, 1])
def test_heads_up_the_button_posts_the_small_blind(button):
    hand = deal(nl(5, 10), 2, button=button)
    assert posts(hand) == [(button, "small_blind", 5), (1 - button, "big_blind", 10)]
    assert hand.actor == button


def test_heads_up_among_empty_seats():
    hand = deal(nl(5, 10), [None, 1000, None, None, 1000, None], button=1)
    assert (hand.small_blind_seat, hand.big_blind_seat) == (1, 4)
    assert play(hand, "c x").actor == 4


@pytest.mark.parametrize(
    ("small_bet", "big_bet", "small_blind", "big_blind"),
    [(10, 20, 5, 10), (2, 4, 1, 2), (15, 30, 10, 15)],
)
def test_fixed_limit_names_the_bets_and_the_big_blind_is_the_small_one(
    small_bet, big_bet, small_blind, big_blind
):
    stakes = FixedLimit(small_bet, big_bet, small_blind)
    assert stakes.big_blind == big_blind == small_bet
    hand = deal(stakes, 3)
    assert hand.committed == (small_blind, big_blind, 0)
    only_bounds(hand, 2 * small_bet, 2 * small_bet)
    only_bounds(to_street(hand, "turn"), big_bet, big_bet)


@pytest.mark.parametrize(
    ("big_blind", "ratio", "unit", "small_blind"),
    [
        (10, "1/2", 1, 5),
        (30, "1/3", 1, 10),
        (15, "2/3", 1, 10),
        (15, "2/3", 5, 10),
        (15, Fraction(2, 3), 5, 10),
        (25, "1/2", 5, 10),
        (10, "1/3", 1, 3),
    ],
)
def test_the_small_blind_from_a_ratio_and_a_chip(big_blind, ratio, unit, small_blind):
    assert small_blind_from(big_blind, ratio, unit) == small_blind


def test_blinds_are_posted_before_any_card_is_dealt():
    for stakes in (nl(5, 10), pl(5, 10, ante=1), fl(10, 20)):
        names = [event.name for event in deal(stakes, 4).events()]
        last_post = max(place for place, name in enumerate(names) if name == "posted")
        assert names.index("hole_dealt") > last_post
        assert names[0] == "hand_started"


def test_everybody_owes_the_full_big_blind_when_it_is_short():
    hand = deal(nl(5, 10), [1000, 3, 1000, 1000])
    for _ in range(2):
        assert hand.to_call == 10
        play(hand, "c")
    assert hand.actor == FIRST
    assert hand.to_call == 5
    play(hand, "c")
    assert hand.street == "flop"
    assert [tuple(pot) for pot in hand.pots] == [(12, (0, 1, 2, 3)), (21, (0, 2, 3))]


def test_a_short_big_blind_that_is_the_last_opponent_is_matched():
    hand = deal(nl(5, 10), [1000, 7, 1000])
    assert hand.to_call == 10
    play(hand, "f")
    only_call_or_fold(hand, FIRST, 2)
    play(hand, "c")
    assert hand.finished
    assert hand.refunds == (0, 0, 0)
    assert sum(hand.payouts) == 14


def test_a_small_blind_that_covers_the_last_short_big_blind_is_not_asked():
    hand = played(nl(5, 10), [1000, 3, 1000], "f")
    assert hand.actor is None
    assert hand.refunds == (2, 0, 0)
    assert sum(hand.payouts) == 6


def test_heads_up_a_short_big_blind_is_matched():
    hand = deal(nl(5, 10), [8, 1000])
    only_call_or_fold(hand, SECOND, 3)
    assert after(hand, "f").net == (5, -5)


def test_a_short_small_blind_is_an_all_in():
    hand = deal(nl(5, 10), [3, 1000, 1000])
    assert hand.committed == (3, 10, 0)
    assert hand.all_in_seats == (0,)
    assert hand.to_call == 10
    play(hand, "c")
    assert hand.actor == SECOND
    assert [tuple(pot) for pot in play(hand, "x").pots] == [(9, (0, 1, 2)), (14, (1, 2))]


# -------------------------------------------------------------------------------------------- antes


def test_a_uniform_ante_is_posted_by_all_before_the_blinds():
    hand = deal(nl(5, 10, ante=2), 3)
    antes = [(seat, "ante", 2) for seat in range(3)]
    assert posts(hand) == [*antes, (0, "small_blind", 5), (1, "big_blind", 10)]
    assert hand.contributions == (7, 12, 2)
    assert (hand.dead, hand.pot) == (0, 21)


def test_a_button_ante_is_posted_before_the_blinds_and_dead():
    hand = deal(nl(5, 10, ante=10, ante_kind="button"), 3)
    assert posts(hand) == [(2, "ante", 10), (0, "small_blind", 5), (1, "big_blind", 10)]
    assert hand.contributions == (5, 10, 0)
    assert (hand.dead, hand.pot) == (10, 25)


def test_heads_up_the_button_ante_goes_before_its_small_blind():
    hand = deal(nl(5, 10, ante=10, ante_kind="button"), [1000, 12])
    assert posts(hand) == [(1, "ante", 10), (1, "small_blind", 2), (0, "big_blind", 10)]


def test_a_big_blind_ante_is_posted_after_the_blind_and_dead():
    hand = deal(nl(5, 10, ante=10, ante_kind="big_blind"), 3)
    assert posts(hand) == [(0, "small_blind", 5), (1, "big_blind", 10), (1, "ante", 10)]
    assert hand.contributions == (5, 10, 0)
    assert (hand.dead, hand.pot) == (10, 25)


@pytest.mark.parametrize(("stack", "ante", "blind"), [(6, 6, 0), (10, 10, 0), (13, 10, 3)])
def test_a_short_uniform_ante_is_an_all_in(stack, ante, blind):
    hand = deal(nl(5, 10, ante=10), [1000, stack, 1000])
    assert hand.contributions == (15, ante + blind, 10)
    assert hand.all_in_seats == (1,)
    assert hand.to_call == 10


# ---------------------------------------------------------------------------------------- straddles


def straddled(stakes, players=5, straddles=1, **setup):
    return deal(stakes, players, straddles=straddles, rules=HouseRules(straddles=3), **setup)


def test_a_straddle_is_twice_the_big_blind_and_each_further_one_doubles():
    hand = straddled(nl(5, 10), straddles=2)
    assert posts(hand)[2:] == [(2, "straddle", 20), (3, "straddle", 40)]
    assert hand.committed == (5, 10, 20, 40, 0)
    assert hand.actor == 4
    assert hand.to_call == 40


def test_a_straddle_is_posted_before_the_deal():
    names = [event.name for event in straddled(nl(5, 10)).events()]
    assert names[1:5] == ["posted", "posted", "posted", "hole_dealt"]


def test_a_straddle_is_the_bet_to_call_and_its_poster_has_the_option():
    hand = straddled(nl(5, 10))
    assert (hand.actor, hand.to_call) == (FOURTH, 20)
    for to_call in (20, 20, 15, 10):
        assert hand.to_call == to_call
        play(hand, "c")
    assert hand.actor == THIRD
    assert hand.legal_actions.check
    only_bounds(hand, 40, 1000)
    assert after(hand, "x").street == "flop"


def test_minimum_raises_count_the_straddle():
    hand = straddled(nl(5, 10))
    only_bounds(hand, 40, 1000)
    only_bounds(straddled(nl(5, 10), straddles=2), 80, 1000)
    play(hand, "r50")
    assert bounds(hand)[0] == 80


def test_pot_limit_counts_the_straddle():
    hand = straddled(pl(5, 10))
    only_bounds(hand, 40, 20 + 35 + 20)
    only_bounds(straddled(pl(5, 10), straddles=2), 80, 40 + 75 + 40)


def test_fixed_limit_counts_the_straddle_as_the_second_bet():
    hand = straddled(fl(10, 20))
    only_bounds(hand, 30, 30)
    play(hand, "r30")
    only_bounds(hand, 40, 40)
    play(hand, "r40")
    assert bounds(hand) == (None, None)


def test_after_a_straddle_the_later_streets_go_by_the_big_blind():
    hand = to_street(straddled(nl(5, 10)), "flop")
    assert bounds(hand)[0] == 10


def test_a_straddle_is_a_full_bet_for_the_right_to_raise():
    hand = straddled(nl(5, 10), [1000, 1000, 1000, 1000, 35])
    play(hand, "c r35ai f f c")
    only_call_or_fold(hand, FOURTH, 15)


# ------------------------------------------------------------------------ players who missed blinds

RETURN = [(0, "small_blind"), (1, "big_blind"), (3, "extra_blind"), (3, "dead_blind")]


def test_a_returning_player_posts_the_big_blind_live_and_the_small_blind_dead():
    hand = deal(nl(5, 10), 4, posts=RETURN)
    assert posts(hand)[2:] == [(3, "extra_blind", 10), (3, "dead_blind", 5)]
    assert hand.committed == (5, 10, 0, 10)
    assert (hand.dead, hand.pot, hand.stacks[3]) == (5, 30, 985)
    play(hand, "c")
    assert hand.actor == FOURTH
    assert hand.legal_actions.check
    only_bounds(hand, 20, 995)


def test_posts_are_put_in_order_whatever_order_they_are_given_in():
    hand = deal(nl(5, 10), 4, posts=RETURN[::-1])
    assert posts(hand) == posts(deal(nl(5, 10), 4, posts=RETURN))


def test_a_dead_blind_is_won_and_never_refunded():
    hand = played(nl(5, 10), 4, "f f f", posts=RETURN)
    assert hand.refunds == (0, 0, 0, 0)
    assert won(hand) == {SECOND: 30}


def test_a_dead_blind_counts_in_the_pot_limit_maximum():
    only_bounds(deal(pl(5, 10), 4, posts=RETURN), 20, 10 + 30 + 10)


# ---------------------------------------------------------------------------------- the dead button


def test_a_dead_button_may_stand_at_an_empty_seat():
    stacks = [1000, 1000, None, 1000]
    hand = deal(nl(5, 10), stacks, button=2, rules=HouseRules(button="dead"))
    assert (hand.small_blind_seat, hand.big_blind_seat) == (3, 0)
    assert [event.seat for event in events(hand, "hole_dealt")] == [3, 0, 1]
    assert play(hand, "c c x").actor == 3
    with pytest.raises(ValueError, match="2"):
        deal(nl(5, 10), stacks, button=2)


# ------------------------------------------------------------------------------------------ dealing


def test_one_card_at_a_time_from_the_left_of_the_button_the_last_to_the_button():
    hand = deal(nl(5, 10), [1000] * 4, button=1, deck=DECK)
    for place, seat in enumerate((2, 3, 0, 1)):
        assert texts(hand.hole_cards[seat]) == DECK[place:16:4]
    assert [event.seat for event in events(hand, "hole_dealt")] == [2, 3, 0, 1]


@pytest.mark.parametrize(("game", "cards"), [("omaha5", 5), ("omaha6-8", 6)])
def test_five_and_six_cards(game, cards):
    hand = deal(nl(5, 10), 3, deck=DECK, game=game)
    assert texts(hand.hole_cards[0]) == DECK[0 : 3 * cards : 3]
    assert texts(to_street(hand, "flop").board) == DECK[3 * cards + 1 : 3 * cards + 4]


def test_one_card_is_burned_before_flop_turn_and_river():
    hand = to_street(deal(nl(5, 10), 3, deck=DECK), "river")
    assert texts(hand.board) == [*DECK[13:16], DECK[17], DECK[19]]
    assert texts(hand.burns) == [DECK[12], DECK[16], DECK[18]]
    assert [event.street for event in events(hand, "burned")] == ["flop", "turn", "river"]


def test_the_deck_is_shuffled_for_every_hand():
    hands = {deal(nl(5, 10), 2, deck=of.Deck()).hole_cards for _ in range(5)}
    assert len(hands) == 5


# ----------------------------------------------------------------------- exposed cards and misdeals


def test_an_exposed_card_is_replaced_and_becomes_the_first_burn():
    hand = deal(nl(5, 10), 3, deck=DECK)
    hand.expose_card(0, 1)  # the fourth card dealt
    assert texts(hand.hole_cards[0]) == [DECK[0], DECK[12], DECK[6], DECK[9]]
    assert texts(hand.burns) == [DECK[3]]
    to_street(hand, "turn")
    assert texts(hand.board) == [*DECK[13:16], DECK[17]], "none other is burned before the flop"
    assert texts(hand.burns) == [DECK[3], DECK[16]]


def test_two_exposed_cards_are_a_misdeal():
    hand = deal(nl(5, 10), 3)
    hand.expose_card(0, 0)
    assert not hand.void
    hand.expose_card(2, 3)
    assert hand.void
    assert hand.finished


@pytest.mark.parametrize(("seat", "index", "void"), [(0, 0, True), (1, 0, True), (2, 0, False)])
def test_tda_one_of_the_first_two_cards_exposed_is_a_misdeal(seat, index, void):
    hand = deal(nl(5, 10), 3, rules=TDA)
    hand.expose_card(seat, index)
    assert hand.void == void
    if not void:
        hand.expose_card(1, 2)
        assert hand.void, "any other two"


def test_a_misdeal_is_void_and_all_chips_go_back():
    stacks = [1000, 7, 1000, 400]
    hand = deal(nl(5, 10, ante=3), stacks)
    hand.misdeal("a boxed card")
    assert (hand.void, hand.finished, hand.actor) == (True, True, None)
    assert hand.stacks == tuple(stacks)
    assert hand.net == (0, 0, 0, 0)
    assert sum(hand.payouts) == 0
    assert (hand.button, hand.small_blind_seat, hand.big_blind_seat) == (3, 0, 1)
    for token in ("f", "c", "r20", "ai"):
        refuses(hand, token)


@pytest.mark.parametrize("script", ["", "c", "r20", "f", "f f"])
def test_a_misdeal_before_substantial_action(script):
    hand = played(nl(5, 10), 5, script)
    assert hand.can_misdeal()
    hand.misdeal()
    assert hand.stacks == (1000,) * 5


@pytest.mark.parametrize("script", ["c c", "r20 c", "c f", "f c", "c f r20", "f f f"])
def test_no_misdeal_after_substantial_action(script):
    """TDA 36: two actions, at least one of them with chips, or any three."""
    hand = played(nl(5, 10), 5, script)
    assert not hand.can_misdeal()
    assert not hand.can_expose_card(0, 0)
    before = hand.copy()
    with pytest.raises(of.IllegalActionError):
        hand.misdeal()
    with pytest.raises(of.IllegalActionError):
        hand.expose_card(0, 0)
    assert hand == before


def test_no_card_is_exposed_while_dealing_once_the_board_lies():
    hand = played(nl(5, 10), 2, "c x")
    assert not hand.can_expose_card(0, 0)


def test_blinds_are_no_substantial_action():
    hand = deal(nl(5, 10), [1000, 1000, 1000], straddles=1, rules=HouseRules(straddles=1))
    assert hand.can_misdeal()


def test_the_flop_is_bet_from_the_first_live_player_left_of_the_button():
    assert on_flop(nl(5, 10), 4).actor == FIRST
