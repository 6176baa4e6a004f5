"""Unit evidence: what may still be shown of a hand that is over, and who changes its mind while one is played."""

import pytest
from engine_driver import ACES, BOARD, JUNK
from table_driver import fold_out, stacked, table_of

import omaha_fast as of
from omaha_fast.engine import HouseRules, Table


def test_who_takes_a_seat_does_not_show_the_cards_of_who_left_it():
    table = table_of([1000] * 3, seed=3)
    fold_out(table.deal())
    table.leave(0)
    before = table.events()
    for who in ("nobody", "Eve"):
        if who == "Eve":
            table.sit("Eve", 1000, seat=0)
            before = table.events()
        with pytest.raises(of.IllegalActionError, match="seat 0 shows: its player was not in the"):
            table.act("show", seat=0)
        assert table.events() == before
    table.act("show", seat=1)
    fold_out(table.deal())
    table.act("show", seat=1)
    table.sit_out(1)
    table.sit_in(1)
    fold_out(table.deal())
    table.act("show", seat=1)


def test_cards_that_lie_open_are_not_shown_again():
    """Else the log of a hand would grow without end."""
    table = table_of([1000] * 3, seed=3, button=0)
    fold_out(table.deal())
    held = table.hand.hole_cards[1]
    table.act("show", seat=1, cards=held[:2])
    table.act("show", seat=1, cards=held[1:3])
    for cards in (held[:1], held[:3], held[2::-1]):
        with pytest.raises(of.IllegalActionError, match="seat 1 shows: these cards lie open"):
            table.act("show", seat=1, cards=cards)
    table.act("show", seat=1)
    assert not table.hand.can_show(1)
    table.act("show", seat=2)
    assert not table.hand.can_show(2, table.hand.hole_cards[2][0:1])
    for twin in (Table.from_json(table.to_json()), Table.from_events(table.events())):
        assert not twin.hand.can_show(1)
    table.hand.undo()
    assert table.hand.can_show(2)


@pytest.mark.parametrize("showdown", ["auto", "ask"])
def test_who_showed_at_the_showdown_does_not_show_again(showdown):
    table = table_of([1000, 1000], seed=3, showdown=showdown)
    table.draw_button(deck=["2c", "As"])
    hand = table.deal(stacked([0, 1], {0: ACES, 1: JUNK}, BOARD))
    while hand.awaiting == "action":
        hand.call() if hand.to_call else hand.check()
    while hand.to_show is not None:
        hand.muck() if hand.can_muck() else hand.show()
    assert (table.hand.shown, table.hand.mucked) == ((0,), (1,))
    assert not table.hand.can_show(0)
    assert not table.hand.can_show(0, ACES[:2])
    table.act("show", seat=1)
    assert not table.hand.can_show(1)


def test_the_seat_of_a_busted_player_shows_nothing():
    table = table_of([1000, 1000, 10, 1000], kind="tournament", button=0)
    hand = table.deal(stacked([1, 2, 3, 0], {1: ACES, 2: JUNK}, BOARD))
    hand.fold()
    hand.fold()
    hand.call()
    assert hand.finished
    assert table.busted == (("c", 4),)
    for _ in range(2):
        with pytest.raises(of.IllegalActionError, match="not in the hand"):
            table.act("show", seat=2)
        if table.players[2] is None:
            table.sit("Eve", 1000, seat=2)
    table.act("show", seat=0)


# ------------------------------------------------------------------------- out and in, in a hand


def changes(table):
    return [event for event in table._snapshot() if event.name in ("sat_out", "sat_in")]


def test_what_was_wanted_in_a_hand_counts_not_the_way_to_it():
    """Neither in comparisons nor in snapshots."""
    one, two = (table_of(1000, seed=3, button=0) for _ in range(2))
    one.deal(), two.deal()
    for _ in range(50):
        one.sit_out(0)
        assert one != two
        one.sit_in(0)
        assert one == two
    assert changes(one) == []
    for seat in (1, 3):
        one.sit_out(seat)
    for seat in (3, 1):
        two.sit_out(seat)
    assert one == two
    assert [event.name for event in changes(one)] == ["sat_out"] * 2
    one.forget()
    assert one == two
    for table in (one, two):
        twin = Table.from_json(table.to_json())
        assert twin == table
        fold_out(table.hand)
        fold_out(twin.hand)
        assert twin == table
        assert table.ready == (0, 2)


@pytest.mark.parametrize("waits", [True, False])
def test_every_wish_is_in_the_snapshot(waits):
    """Of who plays, who waits, who sits out; who comes back, who thinks better of it."""
    table = table_of([1000] * 4 + [None] * 2, seed=3, button=0, rules=HouseRules(button="dead"))
    table.sit_out(3)
    fold_out(table.deal())
    fold_out(table.deal())
    table.sit("new", 1000, seat=5)
    table.sit("old", 1000, seat=4)
    table.sit_out(4)
    table.deal()
    start = table.copy()
    for steps in (
        [("sit_in", 3)],
        [("sit_in", 3, not waits)],
        [("sit_in", 4, not waits), ("sit_out", 4)],
        [("sit_in", 5, not waits)],
        [("sit_in", 5, not waits), ("sit_out", 5)],
        [("sit_out", 0), ("sit_in", 0, not waits)],
        [("sit_out", 5), ("sit_out", 1), ("sit_in", 5, not waits)],
    ):
        table = start.copy()
        for name, *args in steps:
            getattr(table, name)(*args)
        twin = Table.from_json(table.to_json())
        other = Table.from_events(table.events())
        assert twin == table == other
        assert len(changes(table)) <= 4
        for one in (table, twin, other):
            fold_out(one.hand)
        assert twin == table == other
        assert twin.players == table.players
        for one in (table, twin, other):
            one.deal()
        assert twin == table == other
