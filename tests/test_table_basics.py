"""Unit evidence: how a table keeps its decks, its log and its players' secrets. The rules are tested elsewhere."""

import random
from hashlib import sha256

import pytest
from engine_driver import ACES, nl
from slow_model import DECK
from table_driver import check_down, fold_out, stacked, stacks, table_of

import omaha_fast as of
from omaha_fast.engine import FixedLimit, Hand, HouseRules, NoLimit, PotLimit, Table
from omaha_fast.engine.positions import COMES, PLAYS, WAITS, Places, next_hand
from omaha_fast.engine.table_log import _packed, _unpacked


def names(events):
    return [event.name for event in events]


def at_random(hand, dice):
    while not hand.finished:
        legal = hand.legal_actions
        if legal is None:
            hand.muck() if hand.can_muck() else hand.show()
        elif legal.min_raise_to is not None and dice.random() < 0.2:
            hand.raise_to(dice.randint(legal.min_raise_to, legal.max_raise_to))
        elif legal.check:
            hand.check()
        else:
            hand.call() if dice.random() < 0.7 else hand.fold()


def showing(hand, seat):
    """The seat shows, unless its cards lie open already."""
    if hand.can_show(seat):
        hand.show(seat)


# ------------------------------------------------------------------------------------------ decks


def seeded(text):
    """The deck of a text, by the words of Table's documentation."""
    return of.Deck(seed=int.from_bytes(sha256(text.encode("ascii")).digest(), "big")).deal(52)


def deck_of(table):
    started = next(event for event in table.hand.events() if event.name == "hand_started")
    return started.deck


def test_decks_come_from_the_seed_and_the_number_of_the_hand():
    table = table_of(1000, seed=7)
    table.deal()
    draw = table.events()[5]
    assert draw.cards == [
        [seat, str(seeded("omaha_fast.table:7:button")[seat])] for seat in range(4)
    ]
    for number in (1, 2, 3):
        assert deck_of(table) == list(map(str, seeded(f"omaha_fast.table:7:{number}")))
        fold_out(table.hand)
        table.deal()


def test_a_misdealt_hand_is_dealt_again_from_another_deck():
    """The players have seen cards of the first one."""
    table = table_of(1000, seed=7)
    table.deal().misdeal()
    table.deal().misdeal()
    table.deal()
    assert table.number == 1
    assert deck_of(table) == list(map(str, seeded("omaha_fast.table:7:1:2")))
    fold_out(table.hand)
    table.deal()
    assert deck_of(table) == list(map(str, seeded("omaha_fast.table:7:2")))


# -------------------------------------------------------------------------------------------- log


def test_a_packed_hand_is_the_same_hand():
    dice = random.Random(5)
    for seed in range(60):
        stakes = dice.choice([FixedLimit(10, 20, 5, ante=2), PotLimit(5, 10), NoLimit(5, 10)])
        deck = of.Deck(seed=seed) if seed % 2 else of.Deck()
        chips = [dice.randint(1, 300) for _ in range(4)]
        hand = Hand(
            stakes,
            [*chips, None],
            deck=deck,
            game=dice.choice(["omaha", "omaha5-8"]),
            showdown=dice.choice(["auto", "ask"]),
        )
        at_random(hand, dice)
        assert _unpacked(_packed(hand)) == hand


def test_a_hand_with_other_decisions_is_kept_as_it_is():
    hand = Hand(nl(5, 10), [100, 100], deck=stacked([0, 1], {0: "2c3d7h8s", 1: ACES}), button=1)
    check_down(hand)
    assert _packed(hand) is not None
    (mucked,) = hand.mucked
    hand.show(mucked)
    assert _packed(hand) is None


def test_the_log_is_the_same_whenever_it_is_asked_for():
    """Hands are packed, kept and narrated at different times, and told the same."""
    eager, late = (table_of(10**13, stakes=PotLimit(5, 10), seed=3) for _ in range(2))
    seen = []
    for number in range(12):
        for table in (eager, late):
            table.deal()
            if number % 3 == 0:
                table.hand.fold()
                table.sit_out(3)
            dice = random.Random(number)
            at_random(table.hand, dice)
            if number % 4 == 1:
                showing(table.hand, table.hand.seats[0])
            if number % 3 == 0:
                table.sit_in(3)
                table.add_chips(0, 5)
                showing(table.hand, table.hand.seats[-1])
                table.add_chips(1, 5)
        seen += eager.events(len(seen))
        assert eager.events() == tuple(seen)
    assert late.events() == eager.events()
    for since in range(0, len(seen), 7):
        assert late.events(since) == tuple(seen[since:])


def test_a_table_event_in_a_hand_stands_where_it_happened():
    table = table_of(1000, seed=3, button=0)
    table.deal()
    table.act("call")
    table.sit_out(2)
    table.sit_out(3)
    table.act("fold")
    told = names(table.events())[-4:]
    assert told == ["called", "sat_out", "sat_out", "folded"]
    assert Table.from_events(table.events()) == table


def test_what_is_shown_after_the_next_deal_is_not_told_any_more():
    """Else the numbers of later events would change."""
    table = table_of(1000, seed=3)
    hand = table.deal()
    fold_out(hand)
    table.deal()
    before = table.events()
    hand.show(hand.seats[0])
    assert table.events() == before


def test_a_settled_hand_is_not_taken_back():
    table = table_of(1000, seed=3)
    hand = table.deal()
    fold_out(hand)
    hand.undo()
    assert table.playing
    hand.fold()
    assert not table.playing
    with pytest.raises(of.IllegalActionError):
        hand.undo()
    hand.show(0)
    hand.undo()
    assert hand.finished


def test_a_show_after_the_hand_is_not_taken_back_behind_the_log():
    """What the table has told later stands after it."""
    table = table_of(1000, seed=3)
    hand = table.deal()
    fold_out(hand)
    table.act("show", seat=0)
    table.sit_out(1)
    with pytest.raises(of.IllegalActionError):
        hand.undo()
    hand.show(2)
    hand.undo()
    assert hand.shown == (0,)
    hand.show(2)
    table.forget()
    with pytest.raises(of.IllegalActionError):
        hand.undo()
    assert hand.shown == (0, 2)
    assert Table.from_events(table.events()) == table


def test_an_absent_player_acts_again_however_often_it_is_taken_back():
    table = table_of([1000] * 3, seed=3, kind="tournament", button=0)
    table.sit_out(1)
    hand = table.deal()
    hand.call()
    assert table.hand.folded == (1,)
    hand.undo()
    assert hand.folded == ()
    assert table.hand.folded == (1,)


def test_a_hand_acted_by_the_table_may_be_taken_back_before_it_is_settled():
    table = table_of([1000, 1000], seed=3)
    table.deal()
    table.act("fold")
    assert table.hand.finished
    table.hand.undo()
    assert table.playing
    assert table.chips == 2000


@pytest.mark.parametrize("showdown", ["auto", "ask"])
def test_the_log_of_many_hands_takes_little_memory(showdown):
    """A tenth of the hands themselves, which hold each other's cards and stacks."""
    import tracemalloc

    table = table_of(10**13, stakes=PotLimit(5, 10), seed=3, showdown=showdown)
    dice = random.Random(1)
    tracemalloc.start()
    try:
        for number in range(150):
            if number == 50:
                before = tracemalloc.get_traced_memory()[0]
            at_random(table.deal(), dice)
        used = (tracemalloc.get_traced_memory()[0] - before) / 100
        assert used < 3000
        table.forget()
        assert len(table.events()) < 60
    finally:
        tracemalloc.stop()


# ---------------------------------------------------------------------------------------- secrets


def holes(events, seat):
    return [event.cards for event in events if event.name == "hole_dealt" and event.seat == seat]


def test_who_takes_a_seat_does_not_see_the_cards_of_who_left_it():
    table = table_of(1000, seed=3)
    fold_out(table.deal())
    assert holes(table.events_for(1), 1)[0] is not None
    table.leave(1)
    with pytest.raises(ValueError, match="seat 1 is empty"):
        table.events_for(1)
    table.sit("new", 1000, seat=1)
    assert holes(table.events_for(1), 1) == [None]
    assert table.events_for(1) == table.events_for(None)
    for _ in range(5):
        fold_out(table.deal())
    assert holes(table.events_for(1), 1)[0] is None
    assert holes(table.events_for(1), 1)[-1] is not None


@pytest.mark.parametrize("finished", [True, False])
def test_a_log_begun_anew_hides_what_the_old_one_hid(finished):
    table = table_of(1000, seed=3)
    hand = table.deal()
    if finished:
        fold_out(hand)
        assert not table.playing
        table.leave(1)
        table.sit("new", 1000, seat=1)
    table.forget()
    assert {event.name for event in table.events()} >= {"table_state"}
    seen = repr(table.events_for(None))
    for seat in (0, 1):
        assert repr([str(card) for card in hand.hole_cards[seat]]) not in seen
    if finished:
        assert table.events_for(1) == table.events_for(None)
        hand.show(0)
        assert table.events_for(1)[-1].name == "shown"
    else:
        assert holes(table.events_for(1), 1)[0] is not None
        assert holes(table.events_for(1), 0) == [None]


# -------------------------------------------------------------------------------------- positions


def test_any_places_give_a_hand_that_can_be_dealt():
    """Also places that no hand before can have had, as an untrusted snapshot may claim."""
    dice = random.Random(11)
    for _ in range(4000):
        seats = dice.randint(2, 7)
        taken = sorted(dice.sample(range(seats), dice.randint(2, seats)))
        wishes = {seat: dice.choice([PLAYS, PLAYS, COMES, WAITS]) for seat in taken}
        button, small, big, turn = (dice.randrange(seats) for _ in range(4))
        if big in (button, small, turn):
            continue
        dead = dice.random() < 0.5
        rules = HouseRules(button="dead" if dead else "moving")
        (button, small, big, _), dealt, posting = next_hand(
            wishes, Places(button, small, big, turn), dead
        )
        assert set(posting) <= {seat for seat in dealt if wishes[seat] == COMES} - {big}
        assert {seat for seat in taken if wishes[seat] == PLAYS} <= set(dealt)
        chips = [100 if seat in dealt else None for seat in range(seats)]
        hand = Hand(nl(5, 10), chips, button=button, blinds=(small, big), rules=rules, deck=DECK)
        assert (hand.big_blind_seat, hand.small_blind_seat) == (big, small)
        assert big not in (button, small)


def test_straddles_of_a_table():
    table = table_of(1000, seed=3, button=0, rules=HouseRules(straddles=1))
    hand = table.deal(straddles=1)
    assert (hand.bet_level, hand.actor) == (20, 0)
    assert Table.from_events(table.events()) == table
    fold_out(hand)
    with pytest.raises(ValueError, match="straddles"):
        table.deal(straddles=2)
    assert not table.playing
    assert stacks(table) == list(table.hand.stacks)


def test_who_is_absent_does_not_straddle():
    """It is voluntary."""
    about = {"kind": "tournament", "button": 0, "rules": HouseRules(straddles=2)}
    table = table_of([1000] * 5, seed=3, **about)
    table.sit_out(4)
    before = table.to_json()
    with pytest.raises(ValueError, match="straddle by seat 4"):
        table.deal(straddles=2)
    assert table.to_json() == before
    assert not table.playing
    hand = table.deal(straddles=1)
    assert (hand.bet_level, hand.folded) == (20, (4,))


# ----------------------------------------------------------------------------------- out and in


def broke(posts=None, **about):
    """Seat 3 has lost everything in the first hand and sits there without chips for a round."""
    table = table_of([1000, 1000, 1000, None], seed=3, **about)
    table.sit("d", 10, seat=3, post=posts)
    table.draw_button(deck="As2c3c4c")
    board, hole = "As5s8dKh2c", "9c9hTcTd"
    hand = table.deal(stacked([1, 2, 3, 0], {1: "AcAdJhJs", 3: hole}, board))
    hand.call()
    fold_to_showdown(hand)
    assert table.players[3].stack == 0
    for _ in range(4):
        fold_out(table.deal())
    return table


def fold_to_showdown(hand):
    hand.fold()
    while not hand.finished:
        hand.call() if hand.to_call else hand.check()


def test_who_has_no_chips_sits_out():
    table = broke()
    player = table.players[3]
    assert player.sitting_out
    assert player.owes_big
    assert not player.waiting
    assert table.ready == (0, 1, 2)
    table.add_chips(3, 500)
    assert not table.players[3].sitting_out
    assert table.players[3].waiting


@pytest.mark.parametrize("newcomers", ["wait", "post"])
def test_who_buys_in_again_does_what_the_house_does_with_newcomers(newcomers):
    """Whatever it wished when it came for the first time."""
    table = broke(newcomers=newcomers, posts=newcomers == "wait")
    table.add_chips(3, 500)
    assert table.players[3].waiting == (newcomers == "wait")


def test_a_missed_small_blind_of_nothing_is_not_posted():
    table = table_of([1000] * 5, stakes=NoLimit(0, 10), seed=3, button=0)
    fold_out(table.deal())
    table.sit_out(1)
    for _ in range(5):
        fold_out(table.deal())
    assert table.players[1].owes_small
    table.sit_in(1, post=True)
    hand = table.deal()
    assert [post for post in hand.posts if post.seat == 1] == [(1, "extra_blind", 10)]
    assert Table.from_events(table.events()) == table


def test_a_settled_hand_out_of_a_snapshot_is_not_taken_back():
    table = table_of(1000, seed=3)
    fold_out(table.deal())
    twin = Table.from_json(table.to_json())
    with pytest.raises(of.IllegalActionError):
        twin.hand.undo()
    twin.act("show", seat=0)
    assert twin.events()[-1].name == "shown"
