"""Unit evidence: hands dealt by people, whose cards are told to the engine as they become known;
and the order of events inside one step."""

import pytest
from engine_driver import (
    ACES,
    BOARD,
    FIRST,
    KINGS,
    QUEENS,
    SECOND,
    THIRD,
    checked_down,
    deal,
    events,
    nl,
    play,
    played,
    texts,
    to_street,
    won,
)
from slow_model import DECK, cards

import omaha_fast as of
from omaha_fast.engine import Hand, HouseRules, Rake


def test_a_hand_waits_for_each_street():
    hand = Hand(nl(5, 10), [1000, 1000])
    assert hand.hole_cards == ((), ())
    play(hand, "c x")
    for street, due, board in (("flop", 3, "As5s8d"), ("turn", 1, "Kh"), ("river", 1, "2c")):
        assert (hand.awaiting, hand.cards_due, hand.actor) == ("board", due, None)
        assert hand.street != street
        hand.deal_board(board)
        assert (hand.street, hand.awaiting, hand.cards_due) == (street, "action", 0)
        play(hand, "x x")
    assert texts(hand.board) == cards(BOARD)
    assert (hand.awaiting, hand.to_show) == ("show", FIRST)
    hand.show(cards=KINGS)
    hand.show(cards=ACES)
    assert won(hand) == {SECOND: 20}
    assert hand.burns == (), "nobody has seen them"


def test_a_board_that_is_known_in_part_is_dealt_as_far_as_it_goes():
    hand = to_street(deal(nl(5, 10), 2, hole_cards=[ACES, KINGS], board=BOARD[:8]), "turn")
    play(hand, "x x")
    assert hand.awaiting == "board"
    hand.deal_board("2c")
    assert won(checked_down(hand)) == {FIRST: 20}


def test_several_boards_are_told_one_after_the_other():
    hand = deal(nl(5, 10), 2, hole_cards=[ACES, KINGS], rules=HouseRules(boards=2))
    play(hand, "c x")
    hand.deal_board("As5s8d")
    assert (hand.awaiting, hand.cards_due, hand.actor) == ("board", 3, None)
    hand.deal_board("Kh2c2d")
    assert (hand.awaiting, hand.street) == ("action", "flop")
    assert [texts(board) for board in hand.boards] == [cards("As5s8d"), cards("Kh2c2d")]


def test_runs_are_told_one_after_the_other():
    rules = HouseRules(runs=2)
    hand = deal(nl(5, 10), [100, 100], hole_cards=[ACES, KINGS], rules=rules)
    play(hand, "c x")
    hand.deal_board("As5s8d")
    play(hand, "ai c")
    hand.agree_runs(2)
    for dealt in ("Kh", "2c", "Ks", "2d"):
        assert (hand.awaiting, hand.cards_due) == ("board", 1)
        hand.deal_board(dealt)
    assert [texts(board) for board in hand.boards] == [cards("As5s8dKh2c"), cards("As5s8dKs2d")]
    assert won(hand) == {FIRST: 200}


def test_an_exposed_card_and_its_replacement_are_told():
    hand = deal(nl(5, 10), 2, hole_cards=[ACES, KINGS])
    hand.expose_card(0, 2, card="Jc", replacement="2h")
    assert texts(hand.hole_cards[0]) == ["Ac", "Ad", "2h", "Jd"]
    assert texts(hand.burns) == ["Jc"]
    (event,) = events(hand, "card_exposed")
    assert (event.seat, event.index, event.card, event.replacement) == (0, 2, "Jc", "2h")
    with pytest.raises(of.CardError, match="Jc"):
        play(hand, "c x").deal_board("Jc2d3d")


def test_tabled_hands_may_be_told_in_any_order():
    hand = Hand(nl(5, 10), [100, 100, 100])
    play(hand, "ai ai ai")
    hand.show(SECOND, cards=KINGS)
    hand.deal_board("As5s8d")
    hand.show(FIRST, cards=QUEENS)
    hand.deal_board("Kh")
    hand.deal_board("2c")
    assert hand.awaiting == "show"
    hand.show(THIRD, cards=ACES)
    assert won(hand) == {THIRD: 300}


def test_after_the_river_too_beside_an_all_in_hand_and_none_is_mucked():
    hand = deal(nl(5, 10), [1000, 1000, 10], hole_cards=["", KINGS, ""], board=BOARD)
    play(hand, "c c x x x x x x b20 c")
    assert (hand.awaiting, hand.tabled, hand.shown) == ("show", True, (SECOND,))
    assert not hand.can_muck()
    hand.show(FIRST, cards=QUEENS)
    assert not hand.can_muck()
    hand.show(cards=ACES)
    assert won(hand) == {THIRD: 30, SECOND: 40}
    assert [event.seat for event in events(hand, "shown")] == [SECOND, THIRD, FIRST]
    assert Hand.from_events(hand.events()).events() == hand.events()


def test_a_deck_is_used_up_by_the_hand():
    deck = of.Deck(seed=3)
    hand = deal(nl(5, 10), 2, deck=deck)
    assert len(deck) == 0
    assert to_street(hand, "river").events()[0].deterministic
    assert not deal(nl(5, 10), 2, deck=of.Deck()).events()[0].deterministic


def test_the_same_seed_deals_the_same_hand():
    hands = [played(nl(5, 10), 3, "ai ai ai", deck=of.Deck(seed=9)) for _ in range(2)]
    assert hands[0] == hands[1]
    assert hands[0].events() == hands[1].events()


# ---------------------------------------------------------------------------- the order of events


def names_from(hand, first):
    names = [event.name for event in hand.events()]
    return names[names.index(first) :]


def test_events_of_the_deal():
    hand = deal(nl(5, 10), 2, deck=DECK)
    posts_and_cards = ["posted", "posted", "hole_dealt", "hole_dealt"]
    assert [event.name for event in hand.events()] == ["hand_started", *posts_and_cards]


def test_events_of_the_end_of_a_round():
    hand = played(nl(5, 10), 2, "c x", deck=DECK)
    assert names_from(hand, "called") == [
        "called",
        "checked",
        "bets_collected",
        "burned",
        "board_dealt",
    ]


def test_events_of_an_all_in():
    rules = HouseRules(rake=Rake(5))
    hand = played(nl(5, 10), [500, 100], "ai c", deck=DECK, rules=rules, button=0)
    assert names_from(hand, "raised") == [
        "raised",
        "called",
        "uncalled_returned",
        "bets_collected",
        "shown",
        "shown",
        *["burned", "board_dealt"] * 3,
        "rake_taken",
        *["pot_awarded"] * len(hand.settlement.awards),
        "hand_finished",
    ]


def test_events_of_a_fold():
    hand = played(nl(5, 10), 3, "r20 f f", deck=DECK)
    assert names_from(hand, "raised") == [
        "raised",
        "folded",
        "folded",
        "uncalled_returned",
        "bets_collected",
        "pot_awarded",
        "hand_finished",
    ]
    last = hand.events()[-1]
    assert (last.stacks, last.payouts, last.rake) == ([995, 990, 1015], [0, 0, 25], 0)
