"""Unit evidence: what is refused, with which words, and that nothing changes by it."""

from decimal import Decimal
from fractions import Fraction

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
    deal,
    fl,
    nl,
    on_flop,
    pl,
    play,
    played,
    refuses,
    to_street,
)

import omaha_fast as of
from omaha_fast.engine import (
    HouseRules,
)

NOT_AMOUNTS = [
    20.0,
    20.5,
    Fraction(41, 2),
    Fraction(40, 1),
    Decimal(40),
    True,
    -1,
    -40,
    0,
    10**15,
    10**30,
    float("nan"),
    float("inf"),
]
NO_AMOUNTS_AT_ALL = ["40", None, [40], {}, 1j]
ACTIONS = ["fold", "check", "call", "all_in"]
everywhere = pytest.mark.parametrize(
    "stakes", [nl(5, 10), pl(5, 10), fl(10, 20)], ids=lambda stakes: stakes.kind
)


def unchanged(hand, error, call, *words):
    """The call is refused with all the words in its message, and the hand stays as it was."""
    before, events, legal = hand.copy(), hand.events(), hand.legal_actions
    with pytest.raises(error) as caught:
        call()
    for word in words:
        assert str(word) in str(caught.value), f"{word!r} is missing in: {caught.value}"
    assert hand == before
    assert hand.events() == events
    assert hand.legal_actions == legal


# ---------------------------------------------------------------------------------------- amounts


@everywhere
@pytest.mark.parametrize("amount", NOT_AMOUNTS, ids=repr)
def test_amounts_that_are_none(stakes, amount):
    raising, betting = on_flop(stakes, 3, "b10"), on_flop(stakes, 3)
    low, high = raising.legal_actions[4:6]
    words = [repr(amount), low, high]
    unchanged(raising, of.IllegalActionError, lambda: raising.raise_to(amount), *words)
    assert not raising.can_raise_to(amount)
    low, high = betting.legal_actions[4:6]
    unchanged(betting, of.IllegalActionError, lambda: betting.bet(amount), repr(amount), low, high)
    assert not betting.can_bet(amount)


@pytest.mark.parametrize("amount", NO_AMOUNTS_AT_ALL, ids=repr)
def test_amounts_that_are_not_numbers(amount):
    hand = on_flop(nl(5, 10), 3, "b10")
    unchanged(hand, (ValueError, TypeError), lambda: hand.raise_to(amount), repr(amount))


@everywhere
def test_below_and_above_the_bounds(stakes):
    hand = on_flop(stakes, 3, "b10")
    low, high = hand.legal_actions.min_raise_to, hand.legal_actions.max_raise_to
    for amount in (low - 1, high + 1, 10**14):
        refuses(hand, f"r{amount}", amount, low, high)


def test_a_raise_where_none_is_allowed_says_why():
    hand = on_flop(nl(5, 10), [1000, 200], "r50 r200ai")
    unchanged(hand, of.IllegalActionError, lambda: hand.raise_to(400), "400", "all-in")
    capped = on_flop(fl(10, 20), 2, "r10 r20 r30 r40")
    unchanged(capped, of.IllegalActionError, lambda: capped.raise_to(50), "50", "4")


# ------------------------------------------------------------------------------------ out of turn


@everywhere
def test_out_of_turn(stakes):
    hand = deal(stakes, 4)
    assert hand.actor == THIRD
    for seat in (FIRST, SECOND, FOURTH):
        for name in ACTIONS:
            action = getattr(hand, name)
            unchanged(hand, of.IllegalActionError, lambda act=action, s=seat: act(seat=s), seat, 2)
        for name in ("bet", "raise_to"):
            action = getattr(hand, name)
            unchanged(hand, of.IllegalActionError, lambda act=action, s=seat: act(20, seat=s), seat)
    assert hand.can_raise_to(20, seat=THIRD)
    assert not hand.can_raise_to(20, seat=FOURTH)


@pytest.mark.parametrize("seat", [4, 99, -1, True, 2.0, "2", 10**30], ids=repr)
def test_no_such_seat(seat):
    hand = deal(nl(5, 10), 4)
    for name in ACTIONS:
        action = getattr(hand, name)
        unchanged(hand, (ValueError, TypeError), lambda act=action: act(seat=seat), repr(seat))


def test_a_bool_is_no_seat():
    hand = deal(nl(5, 10), 2)
    assert hand.actor == SECOND == True  # noqa: E712
    unchanged(hand, (ValueError, TypeError), lambda: hand.call(seat=True), "True")


def test_a_folded_and_an_all_in_player_do_not_act():
    hand = played(nl(5, 10), [1000, 1000, 100, 1000, 1000], "r100ai f")
    for seat in (THIRD, FOURTH):
        unchanged(hand, of.IllegalActionError, lambda s=seat: hand.call(seat=s), seat)


@pytest.mark.parametrize("script", ["f f", "c c x x x x x x x x x x"])
def test_nothing_on_a_finished_hand(script):
    hand = played(nl(5, 10), 3, script)
    while hand.actor is not None:
        hand.check()
    assert hand.finished
    for name in ACTIONS:
        unchanged(hand, of.IllegalActionError, getattr(hand, name), "finished")
    for name in ("bet", "raise_to"):
        unchanged(hand, of.IllegalActionError, lambda n=name: getattr(hand, n)(20), "finished")
    for call in (
        lambda: hand.deal_board("2c3c4c"),
        lambda: hand.agree_runs(1),
        lambda: hand.muck(),
        lambda: hand.misdeal(),
        lambda: hand.expose_card(0, 0),
    ):
        unchanged(hand, ValueError, call)


def test_nothing_but_what_is_awaited():
    """Cards, runs or a showdown: no betting."""
    board = deal(nl(5, 10), 2, hole_cards=[ACES, KINGS])
    play(board, "c x")
    runs = played(nl(5, 10), 2, "ai ai", rules=HouseRules(runs=2))
    show = deal(nl(5, 10), 2, hole_cards=[ACES, KINGS], board=BOARD, showdown="ask")
    play(to_street(show, "river"), "x x")
    for hand, awaited in ((board, "board"), (runs, "runs"), (show, "show")):
        assert hand.awaiting == awaited
        assert hand.actor is None
        for name in ACTIONS:
            unchanged(hand, of.IllegalActionError, getattr(hand, name))
        unchanged(hand, of.IllegalActionError, lambda h=hand: h.raise_to(20))
        if awaited != "board":
            unchanged(hand, ValueError, lambda h=hand: h.deal_board("3c4c5c"))
        if awaited != "runs":
            unchanged(hand, of.IllegalActionError, lambda h=hand: h.agree_runs(1))
        if awaited != "show":
            unchanged(hand, of.IllegalActionError, hand.show)
            unchanged(hand, of.IllegalActionError, hand.muck)


def test_show_and_muck_out_of_turn():
    hand = deal(nl(5, 10), 3, hole_cards=[ACES, KINGS, QUEENS], board=BOARD, showdown="ask")
    play(to_street(hand, "river"), "x x x").show()
    assert hand.to_show == SECOND
    for seat in (FIRST, THIRD, 3, True):
        unchanged(hand, (ValueError, TypeError), lambda s=seat: hand.show(s))
        unchanged(hand, (ValueError, TypeError), lambda s=seat: hand.muck(s))


def test_undo_of_nothing():
    hand = deal(nl(5, 10), 2)
    unchanged(hand, of.IllegalActionError, hand.undo)


@pytest.mark.parametrize("runs", [0, -1, 4, 10**30, True, 2.0, "2", None], ids=repr)
def test_runs_that_cannot_be(runs):
    hand = played(nl(5, 10), 2, "ai ai", rules=HouseRules(runs=3))
    unchanged(hand, (ValueError, TypeError), lambda: hand.agree_runs(runs), repr(runs))


def test_more_runs_than_the_deck_holds():
    hand = played(nl(5, 10), 10, "ai " + "c " * 9, rules=HouseRules(runs=3))
    unchanged(hand, ValueError, lambda: hand.agree_runs(2), 2)
    hand.agree_runs(1)
    assert hand.finished


# ------------------------------------------------------------------------------------------- cards


def test_two_players_with_one_card():
    with pytest.raises(of.CardError, match="Kd"):
        deal(nl(5, 10), 2, hole_cards=[KINGS, "KdQc2s3s"])
    hand = deal(nl(5, 10), 2, hole_cards=[KINGS, ""])
    unchanged(hand, of.CardError, lambda: hand.deal_hole(SECOND, "KdQc2s3s"), "Kd")


@pytest.mark.parametrize("cards", ["", "2c", "2c3c", "2c3c4c5c", "2c2c3c", "AcTs9s", "xx", None, 5])
def test_a_flop_that_cannot_be(cards):
    hand = deal(nl(5, 10), 2, hole_cards=[ACES, KINGS])
    play(hand, "c x")
    assert hand.cards_due == 3
    unchanged(hand, (ValueError, TypeError), lambda: hand.deal_board(cards))


def test_cards_given_to_a_hand_that_deals_by_itself():
    hand = deal(nl(5, 10), 2)
    unchanged(hand, ValueError, lambda: hand.deal_hole(FIRST, ACES))
    unchanged(hand, ValueError, lambda: hand.deal_board("2c3c4c"))


def test_known_cards_are_not_replaced():
    hand = deal(nl(5, 10), 2, hole_cards=["AcAd", ""])
    unchanged(hand, ValueError, lambda: hand.deal_hole(FIRST, QUEENS))
    unchanged(hand, ValueError, lambda: hand.deal_hole(2, QUEENS))
    hand.deal_hole(FIRST, ACES)
    unchanged(hand, ValueError, lambda: hand.deal_hole(FIRST, QUEENS))


@pytest.mark.parametrize(("seat", "index"), [(3, 0), (0, 4), (0, -1), (0, True), (None, 0)])
def test_an_exposed_card_that_is_none(seat, index):
    hand = deal(nl(5, 10), 3)
    unchanged(hand, (ValueError, TypeError), lambda: hand.expose_card(seat, index))


def test_no_card_is_left_to_replace_an_exposed_one():
    """Seven players, six cards, two boards and no burns take all 52."""
    rules = HouseRules(boards=2, burn=False)
    hand = deal(nl(5, 10), 7, game="omaha6", rules=rules)
    assert not hand.can_expose_card(0, 0)
    unchanged(hand, ValueError, lambda: hand.expose_card(0, 0))


def test_a_card_cannot_be_shown_for_another():
    hand = deal(nl(5, 10), 2, hole_cards=["", ACES], board=BOARD, showdown="ask")
    play(to_street(hand, "river"), "x x")
    unchanged(hand, ValueError, hand.show)
    for cards in ("AcAdJcJd", "As5s8dKh", "2d", "2d2h3d3h4d"):
        unchanged(hand, ValueError, lambda c=cards: hand.show(cards=c))
