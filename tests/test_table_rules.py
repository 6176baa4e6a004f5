"""Unit evidence: button, blinds, newcomers and who comes back, RULES section 2 and case 17."""

from itertools import pairwise, permutations

import pytest
from engine_driver import ACES, BOARD, JUNK, play
from slow_model import DECK
from table_driver import (
    fold_out,
    places,
    play_hand,
    posts,
    sitting_out,
    stacked,
    table_of,
)

from omaha_fast.engine import HouseRules

both_rules = pytest.mark.parametrize("rule", ["moving", "dead"])
D, T, U, X = 1, 2, 3, 0  # the players of case 17, the button first


# ------------------------------------------------------------------------------- the first button


def test_the_first_button_goes_to_the_highest_card():
    table = table_of(100)
    drawn = table.draw_button(deck=["Kd", "2c", "Ah", "Qs"])
    assert {seat: str(card) for seat, card in drawn.items()} == dict(
        enumerate(["Kd", "2c", "Ah", "Qs"])
    )
    assert table.button == 2
    assert play_hand(table) == (2, 3, 0)


@pytest.mark.parametrize("suits", list(permutations("cdhs")), ids="".join)
def test_suits_break_ties_for_the_button_clubs_diamonds_hearts_spades(suits):
    table = table_of(100)
    table.draw_button(deck=["A" + suit for suit in suits])
    assert table.button == suits.index("s")


def test_the_suit_decides_after_the_rank():
    table = table_of([100, 100])
    table.draw_button(deck=["3c", "2s"])
    assert table.button == 0


def test_the_button_is_drawn_among_those_who_play():
    table = table_of([100, None, 100, 100, None, 100])
    table.sit_out(2)
    assert sorted(table.draw_button(deck=["2c", "3c", "Ac"])) == [0, 3, 5]
    assert table.button == 5


def test_the_button_is_drawn_once():
    table = table_of(100, button=3)
    with pytest.raises(ValueError, match="button"):
        table.draw_button()
    play_hand(table)
    with pytest.raises(ValueError, match="button"):
        table.draw_button()


def test_the_first_deal_draws_for_the_button_by_itself():
    buttons = set()
    for seed in range(40):
        table = table_of(100, seed=seed)
        table.deal()
        drawn = [event for event in table.events() if event.name == "button_drawn"]
        assert len(drawn) == 1
        assert drawn[0].seat == table.button == table.hand.button
        cards = dict(drawn[0].cards)
        assert sorted(cards) == [0, 1, 2, 3]
        order = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
        assert max(cards, key=lambda seat: order.index(cards[seat])) == table.button
        buttons.add(table.button)
    assert buttons == {0, 1, 2, 3}


# ----------------------------------------------------------------------------- the button moves on


@both_rules
def test_the_button_moves_clockwise_after_every_hand(rule):
    table = table_of(1000, button=2, rules=HouseRules(button=rule))
    assert [play_hand(table) for _ in range(5)] == [
        (2, 3, 0),
        (3, 0, 1),
        (0, 1, 2),
        (1, 2, 3),
        (2, 3, 0),
    ]


@both_rules
def test_heads_up_the_button_posts_the_small_blind_and_acts_first_before_the_flop(rule):
    table = table_of([100, None, 100], button=2, rules=HouseRules(button=rule))
    hand = table.deal(DECK)
    assert places(hand) == (2, 2, 0)
    assert hand.actor == 2
    play(hand, "c x")
    assert hand.actor == 0
    fold_out(hand)
    assert play_hand(table) == (0, 0, 2)
    assert play_hand(table) == (2, 2, 0)


@both_rules
@pytest.mark.parametrize(
    ("leaver", "expected"),
    [(0, (2, 2, 1)), (1, (2, 2, 0)), (2, (1, 1, 0))],
    ids=["the next big blind", "the small blind", "the big blind"],
)
def test_becoming_heads_up_nobody_posts_the_big_blind_twice_in_a_row(rule, leaver, expected):
    """Seat 0 would be the next big blind; the button is put where that goes on."""
    table = table_of([1000, 1000, 1000], button=0, rules=HouseRules(button=rule))
    assert play_hand(table) == (0, 1, 2)
    table.leave(leaver)
    assert play_hand(table) == expected


@both_rules
def test_a_heads_up_table_grows(rule):
    """The newcomer sits where the next big blind is due, and pays it."""
    table = table_of([1000, None, 1000, None], button=0, rules=HouseRules(button=rule))
    assert play_hand(table) == (0, 0, 2)
    table.sit("d", 1000, seat=3)
    assert play_hand(table) == (0, 2, 3)
    assert play_hand(table) == (2, 3, 0)


@both_rules
def test_a_newcomer_between_button_and_big_blind_of_a_heads_up_table_waits(rule):
    table = table_of([1000, None, 1000, None], button=0, rules=HouseRules(button=rule))
    assert play_hand(table) == (0, 0, 2)
    table.sit("b", 1000, seat=1, post=True)
    assert play_hand(table) == (2, 2, 0)
    assert play_hand(table) == (2, 0, 1)


# ------------------------------------------------------------------------------------- case 17


def case_17(loser):
    """X has the button; D and T are all-in against each other, and one busts."""
    chips = {X: 1000, U: 1000, D: 1000, T: 1000, loser: 10}
    table = table_of([chips[seat] for seat in range(4)], button=X, kind="tournament")
    winner = D if loser == T else T
    hand = table.deal(stacked([D, T, U, X], {winner: ACES, loser: JUNK}, BOARD))
    assert places(hand) == (X, D, T)
    play(hand, "f f")
    hand.call()
    while not hand.finished:
        hand.check()
    assert table.players[loser] is None
    assert table.busted == (("abcd"[loser], 4),)
    return table


def test_case_17_the_big_blind_busts():
    table = case_17(T)
    hand = table.deal(DECK)
    assert places(hand) == (D, None, U), "nobody posts the small blind"
    assert posts(hand) == {U: {"big_blind": 10}}
    fold_out(hand)
    hand = table.deal(DECK)
    assert places(hand) == (T, U, X), "a dead button at the empty seat"
    assert table.button == T


def test_case_17_the_small_blind_busts():
    table = case_17(D)
    hand = table.deal(DECK)
    assert places(hand) == (D, T, U), "a dead button at the empty seat"
    assert table.button == D
    fold_out(hand)
    assert play_hand(table) == (T, U, X)


def test_case_17_by_leaving_a_cash_game():
    for loser, expected in ((T, [(D, None, U), (T, U, X)]), (D, [(D, T, U), (T, U, X)])):
        table = table_of(1000, button=X, rules=HouseRules(button="dead"))
        play_hand(table)
        table.leave(loser)
        assert [play_hand(table) for _ in range(2)] == expected


def test_a_dead_button_acts_last_by_its_place():
    """After the flop the first left of the empty seat is first, whoever had the button is last."""
    table = case_17(D)
    hand = table.deal(DECK)
    assert hand.actor == X
    play(hand, "c c x")
    assert (hand.street, hand.actor) == ("flop", T)
    play(hand, "x x")
    assert hand.actor == X


def test_a_moving_button_is_never_at_an_empty_seat():
    """The small blind leaves: the big blind of before pays it, the button stays where it is."""
    table = table_of(1000, button=X)
    play_hand(table)
    table.leave(D)
    assert [play_hand(table) for _ in range(3)] == [(X, T, U), (T, U, X), (U, X, T)]


def test_a_moving_button_when_the_big_blind_leaves():
    """Nobody posts the small blind once; then the button waits for it to come back."""
    table = table_of(1000, button=X)
    play_hand(table)
    table.leave(T)
    assert [play_hand(table) for _ in range(3)] == [(D, None, U), (D, U, X), (U, X, D)]


@both_rules
def test_the_small_blind_comes_back_whoever_leaves(rule):
    """A full table never plays on without a small blind."""
    for leavers in ((0,), (1,), (2,), (3,), (4,), (1, 2), (0, 1), (2, 3), (0, 2)):
        table = table_of([1000] * 5, button=0, rules=HouseRules(button=rule))
        play_hand(table)
        for seat in leavers:
            table.leave(seat)
        hands = [play_hand(table) for _ in range(8)]
        for before, (_, small, _) in pairwise(hands):
            assert small == before[2], (leavers, hands)


# -------------------------------------------------------------------------------------- newcomers


def test_a_newcomer_waits_for_the_big_blind():
    table = table_of([1000, None, 1000, 1000, None], button=0)
    assert play_hand(table) == (0, 2, 3)
    table.sit("e", 1000, seat=4)
    table.sit("b", 1000, seat=1)
    assert table.players[1].waiting
    hand = table.deal(DECK)
    assert hand.seats == (0, 2, 3, 4), "seat 4 is the big blind at once"
    assert places(hand) == (2, 3, 4)
    fold_out(hand)
    hand = table.deal(DECK)
    assert hand.seats == (0, 2, 3, 4)
    assert places(hand) == (3, 4, 0)
    fold_out(hand)
    hand = table.deal(DECK)
    assert hand.seats == (0, 1, 2, 3, 4)
    assert places(hand) == (4, 0, 1)
    assert posts(hand)[1] == {"big_blind": 10}
    assert not table.players[1].waiting


def test_a_newcomer_may_post_a_live_blind_instead():
    """It counts as its bet: it checks where nobody raises."""
    table = table_of([1000, 1000, 1000, 1000, None, None], button=0)
    assert play_hand(table) == (0, 1, 2)
    table.sit("f", 1000, seat=5, post=True)
    hand = table.deal(DECK)
    assert places(hand) == (1, 2, 3)
    assert posts(hand) == {2: {"small_blind": 5}, 3: {"big_blind": 10}, 5: {"extra_blind": 10}}
    assert hand.actor == 5
    assert (hand.to_call, hand.legal_actions.check) == (0, True)


def test_a_newcomer_posts_once():
    table = table_of([1000, 1000, 1000, 1000, None, None], button=0)
    play_hand(table)
    table.sit("f", 1000, seat=5, post=True)
    play_hand(table)
    hand = table.deal(DECK)
    assert places(hand) == (2, 3, 5)
    assert posts(hand) == {3: {"small_blind": 5}, 5: {"big_blind": 10}}


@both_rules
def test_a_newcomer_does_not_come_in_between_button_and_big_blind(rule):
    """Nor on the place of a dead button."""
    table = table_of(1000, button=0, rules=HouseRules(button=rule))
    assert play_hand(table) == (0, 1, 2)
    table.leave(2)
    table.leave(1)
    table.sit("e", 1000, seat=1, post=True)
    table.sit("f", 1000, seat=2, post=True)
    hand = table.deal(DECK)
    assert hand.seats == (0, 3)
    assert places(hand) == (0, 0, 3)


def test_newcomers_of_the_house_that_posts():
    table = table_of([1000, 1000, 1000, None, None], button=0, newcomers="post")
    play_hand(table)
    table.sit("d", 1000, seat=3)
    table.sit("e", 1000, seat=4)
    hand = table.deal(DECK)
    assert hand.seats == (0, 1, 2, 3, 4)
    assert posts(hand) == {2: {"small_blind": 5}, 3: {"big_blind": 10}, 4: {"extra_blind": 10}}
    fold_out(hand)
    table.leave(1)
    table.sit("f", 1000, seat=1, post=False)
    assert 1 not in table.deal(DECK).seats


def test_nobody_owes_anything_in_the_first_hand():
    for newcomers in ("wait", "post"):
        hand = table_of(1000, button=0, newcomers=newcomers).deal(DECK)
        assert hand.seats == (0, 1, 2, 3)
        assert posts(hand) == {1: {"small_blind": 5}, 2: {"big_blind": 10}}


def test_if_all_are_new_the_game_begins_anew():
    """Fewer than two could be dealt in: all are, and owe nothing."""
    table = table_of([1000, 1000, None, None], button=0)
    play_hand(table)
    table.leave(0)
    table.leave(1)
    for seat in (0, 2, 3):
        table.sit(f"new {seat}", 1000, seat=seat)
    hand = table.deal(DECK)
    assert hand.seats == (0, 2, 3)
    assert {kind for paid in posts(hand).values() for kind in paid} <= {"small_blind", "big_blind"}


def test_tournament_newcomers_are_dealt_in_at_once_and_owe_nothing():
    table = table_of([1000, 1000, 1000, None, None], button=0, kind="tournament")
    play_hand(table)
    table.sit("d", 1000, seat=3)
    table.sit("e", 1000, seat=4)
    hand = table.deal(DECK)
    assert hand.seats == (0, 1, 2, 3, 4)
    assert posts(hand) == {2: {"small_blind": 5}, 3: {"big_blind": 10}}


# ---------------------------------------------------------------------------- out and back again


def test_who_sits_out_is_not_dealt_in():
    table = sitting_out(0)
    assert table.players[1].sitting_out
    assert table.ready == (0, 2, 3, 4)
    assert table.deal(DECK).seats == (0, 2, 3, 4)


def test_who_missed_nothing_is_dealt_in_at_once():
    table = sitting_out(2)
    table.sit_in(1)
    hand = table.deal(DECK)
    assert 1 in hand.seats
    assert set(posts(hand).get(1, {})) <= {"big_blind"}


def test_missed_blinds_the_big_one_live_and_the_small_one_dead():
    """The big blind went from 2 to 3, 4, 0 and over the seat 1 to 2 and 3."""
    table = sitting_out(5)
    assert table.big_blind_seat == 3
    assert table.players[1].owes_big
    assert table.players[1].owes_small
    table.sit_in(1, post=True)
    before = table.chips
    hand = table.deal(DECK)
    assert posts(hand)[1] == {"extra_blind": 10, "dead_blind": 5}
    assert hand.committed[1] == 10
    assert hand.dead == 5
    assert table.chips == before
    fold_out(hand)
    assert not table.players[1].owes_big
    assert not table.players[1].owes_small
    assert set(posts(table.deal(DECK)).get(1, {})) == set()


def test_who_missed_only_the_small_blind_posts_it_dead():
    """Seat 2 was the big blind, and sits out when it is due for the small one."""
    table = sitting_out(1, seats=(2,))
    assert table.big_blind_seat == 3
    assert not table.players[2].owes_big
    assert table.players[2].owes_small
    table.sit_in(2, post=True)
    play_hand(table)  # its seat has the button's place: it comes in after that
    hand = table.deal(DECK)
    assert posts(hand).get(2) == {"dead_blind": 5}
    assert hand.committed[2] == 0


def test_who_comes_back_without_posting_waits_for_the_big_blind_and_owes_no_more():
    table = sitting_out(5)
    table.sit_in(1)
    seen = []
    for _ in range(5):
        hand = table.deal(DECK)
        seen.append((1 in hand.seats, posts(hand).get(1)))
        fold_out(hand)
        if 1 in hand.seats:
            break
    assert seen[-1] == (True, {"big_blind": 10})
    assert {dealt for dealt, _ in seen[:-1]} == {False}
    assert not table.players[1].owes_small


def test_who_waits_may_think_better_of_it_and_post():
    table = sitting_out(5)
    table.sit_in(1)
    play_hand(table)
    table.sit_in(1, post=True)
    assert posts(table.deal(DECK))[1] == {"extra_blind": 10, "dead_blind": 5}


def test_who_posts_where_the_big_blind_is_due_posts_just_that():
    table = table_of([1000] * 4, button=0)
    play_hand(table)
    table.sit_out(3)
    for _ in range(3):
        play_hand(table)
    assert table.big_blind_seat == 2
    table.sit_in(3, post=True)
    hand = table.deal(DECK)
    assert posts(hand)[3] == {"big_blind": 10}


def test_sitting_out_in_the_middle_of_a_hand_begins_with_the_next():
    table = table_of(1000, button=0)
    hand = table.deal(DECK)
    table.sit_out(3)
    assert hand.seats == (0, 1, 2, 3)
    assert hand.actor == 3
    hand.call()
    fold_out(hand)
    assert table.deal(DECK).seats == (0, 1, 2)
    table.sit_in(3)
    assert table.hand.seats == (0, 1, 2)


def test_out_and_in_between_two_hands_changes_nothing():
    table, other = table_of(1000, button=0), table_of(1000, button=0)
    play_hand(table)
    play_hand(other)
    table.sit_out(3)
    table.sit_in(3)
    assert places(table.deal(DECK)) == places(other.deal(DECK))
    assert posts(table.hand) == posts(other.hand)


def test_a_post_that_the_stack_cannot_pay_is_all_in():
    table = table_of([1000, 1000, 1000, 1000, None, None], button=0)
    play_hand(table)
    table.sit("f", 7, seat=5, post=True)
    hand = table.deal(DECK)
    assert posts(hand)[5] == {"extra_blind": 7}
    assert hand.all_in_seats == (5,)
