"""Unit evidence: places in a tournament, who comes late, who leaves, and its end."""

import pytest
from engine_driver import ACES, BOARD, JUNK, KINGS, nl
from slow_model import DECK
from table_driver import REFUSED, fold_out, play_hand, stacked, stacks, table_of

from omaha_fast.engine import HouseRules, Rake, Table


def tournament(chips, **about):
    return table_of(chips, kind="tournament", button=0, **about)


def bust_out(table, loser, winner):
    """The loser is all-in by its blind or by a call, the winner goes along, all others fold."""
    order = sorted(table.ready, key=lambda seat: (seat - 1 - (table.button or 0)) % table.seats)
    deck = stacked(order, {winner: ACES, loser: JUNK}, BOARD)
    hand = table.deal(deck)
    while not hand.finished:
        seat = hand.actor
        if seat in (loser, winner):
            hand.call() if hand.to_call else hand.check()
        else:
            hand.fold()


def heads_up_end():
    table = tournament([1000, 10])
    hand = table.deal(stacked([1, 0], {0: ACES, 1: KINGS}, BOARD))
    hand.call()
    assert hand.finished
    assert table.over
    return table


def test_a_tournament_that_is_over_is_over():
    table = heads_up_end()
    before = table.to_json()
    for call in (
        lambda: table.sit("z", 1000),
        lambda: table.add_chips(0, 100),
        lambda: table.sit_in(0),
        lambda: table.deal(),
    ):
        with pytest.raises(ValueError, match="the tournament is over"):
            call()
        assert table.to_json() == before
    twin = Table.from_json(before)
    with pytest.raises(ValueError, match="the tournament is over"):
        twin.sit("z", 1000)


def test_the_winner_may_leave_with_it():
    table = heads_up_end()
    assert table.leave(0) == 1010
    assert table.over
    assert table.busted == (("b", 2),)
    with pytest.raises(ValueError, match="over"):
        table.sit("z", 1000)
    assert Table.from_events(table.events()) == table


def test_who_leaves_a_tournament_is_placed_behind_those_who_are_left():
    table = tournament([1000] * 4)
    play_hand(table)
    assert table.leave(2) == 1005
    assert table.busted == (("c", 4),)
    assert table.events()[-1].place == 4
    play_hand(table)
    table.leave(0)
    assert table.busted == (("c", 4), ("a", 3))
    table.leave(3)
    assert table.busted == (("c", 4), ("a", 3), ("d", 2))
    assert table.over
    for twin in (Table.from_json(table.to_json()), Table.from_events(table.events())):
        assert twin == table
        assert twin.busted == table.busted


def test_who_leaves_before_the_first_hand_has_no_place():
    table = tournament([1000] * 4)
    table.leave(2)
    assert table.busted == ()
    assert table.events()[-1].place is None
    play_hand(table)
    table.leave(0)
    assert table.busted == (("a", 3),)


def test_who_leaves_a_cash_game_has_no_place():
    table = table_of([1000] * 3, button=0)
    play_hand(table)
    table.leave(2)
    assert table.busted == ()
    assert not table.over
    table.leave(1)
    assert not table.over
    table.sit("z", 1000)


def test_places_count_those_who_come_late():
    """Three, one is out as the third; a fourth comes: now it is the fourth."""
    table = tournament([1000, 1000, 10, None])
    bust_out(table, 2, 1)
    assert table.busted == (("c", 3),)
    table.sit("late", 1000, seat=3)
    assert table.busted == (("c", 4),)
    assert [event.place for event in table.events() if event.name == "busted"] == [3]
    for twin in (Table.from_json(table.to_json()), Table.from_events(table.events())):
        assert twin == table
        assert twin.busted == (("c", 4),)
    play_hand(table)
    table.leave(0)
    assert table.busted == (("c", 4), ("a", 3))
    table.sit("c", 1000)
    assert table.busted == (("c", 5), ("a", 4))


def test_all_places_are_given_once():
    """Whoever busts, leaves or comes late: at the end the places are 2 to the number of entries."""
    table = tournament([1000, 1000, 10, 1000, None])
    bust_out(table, 2, 1)
    table.sit("e", 10, seat=4)
    table.sit("f", 1000, seat=2)
    entries = 6
    while not table.over:
        play_hand(table)
        taken = [player.seat for player in table.players if player]
        if len(taken) > 1:
            table.leave(taken[-1])
    assert sorted(place for _, place in table.busted) == list(range(2, entries + 1))
    assert sum(stack is not None for stack in stacks(table)) == 1


def test_a_tournament_has_no_rake():
    for rake in (Rake(5), Rake("2.5", no_flop_no_drop=True)):
        rules = HouseRules.preset("tournament", rake=rake)
        with pytest.raises(REFUSED, match=r"rake of .* percent in a tournament: expected none"):
            Table(nl(5, 10), kind="tournament", rules=rules)
        Table(nl(5, 10), rules=rules)


def test_a_misdeal_is_no_first_hand():
    table = tournament([1000] * 3)
    table.deal(DECK)
    table.act("misdeal")
    table.leave(0)
    assert table.busted == ()
    assert not table.over
    fold_out(table.deal(DECK))
    table.leave(1)
    assert table.busted == (("b", 2),)
