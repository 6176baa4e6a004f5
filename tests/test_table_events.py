"""Unit and property evidence: the log of a table, and what one seat may know of it.

Two proofs that no secret gets out. A grep: each card that a seat is told is one that it may know,
and the seed is nowhere. And ignorance: two sessions that differ only in what the seat may not know
give the same events, byte for byte.
"""

import json
import pickle
import random
import re
from itertools import pairwise

import pytest
from engine_driver import ACES, BOARD, KINGS, QUEENS, nl, play, texts
from slow_model import DECK
from table_driver import check_down, fold_out, high_card_at, stacked, table_of
from table_sessions import Session, apply, random_table

from omaha_fast.engine import BuyIn, Event, HouseRules, Level, Schedule, Table

CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")
SEED = 987654321987654321


def names(table, since=0):
    return [event.name for event in table.events()[since:]]


def fields(event):
    return event.to_dict()


# ----------------------------------------------------------------------------------------- the log


def test_a_log_begins_with_all_that_a_table_is():
    table = Table(nl(5, 10), seats=3, game="omaha8", seed=SEED, newcomers="post")
    (state,) = table.events()
    assert state.name == "table_state"
    assert (state.seats, state.game, state.kind, state.seed) == (3, "omaha8", "cash", SEED)
    assert (state.newcomers, state.number, state.level) == ("post", 0, 0)
    assert (state.button, state.small_blind_seat, state.big_blind_seat) == (None, None, None)
    assert (state.rake, state.busted) == (0, [])
    assert state.version == 1


def test_each_call_between_hands_is_one_event():
    schedule = Schedule([nl(5, 10), nl(10, 20)])
    table = Table(schedule, seats=4, rules=HouseRules(buy_in=BuyIn(100, 1000)), seed=1)
    table.sit("Ann", 500)
    table.sit("Bob", 600, seat=3, post=True)
    table.add_chips(0, 100)
    table.sit_out(3)
    table.sit_in(3, post=False)
    table.next_level()
    table.draw_button(deck=high_card_at(1))
    table.leave(0)
    assert [fields(event) for event in table.events()[1:]] == [
        {"event": "seated", "seat": 0, "name": "Ann", "chips": 500, "post": False},
        {"event": "seated", "seat": 3, "name": "Bob", "chips": 600, "post": True},
        {"event": "chips_added", "seat": 0, "amount": 100},
        {"event": "sat_out", "seat": 3},
        {"event": "sat_in", "seat": 3, "post": False},
        {"event": "level_raised", "level": 1},
        {"event": "button_drawn", "cards": [[0, "2c"], [3, "As"]], "seat": 3},
        {"event": "left", "seat": 0, "name": "Ann", "chips": 600, "place": None},
    ]


def test_a_hand_is_announced_then_told_as_it_is():
    table = table_of(1000, button=3)
    since = len(table.events())
    hand = table.deal(DECK)
    dealt = table.events()[since]
    assert fields(dealt) == {
        "event": "hand_dealt",
        "number": 1,
        "level": 0,
        "button": 3,
        "small_blind_seat": 0,
        "big_blind_seat": 1,
    }
    assert table.events()[since + 1 :] == hand.events()
    fold_out(hand)
    assert table.events()[since + 1 :] == hand.events()
    assert names(table)[-1] == "hand_finished"
    table.deal(DECK)
    assert [event.number for event in table.events() if event.name == "hand_dealt"] == [1, 2]


def test_a_dead_small_blind_is_told():
    table = table_of(1000, button=0, rules=HouseRules(button="dead"))
    fold_out(table.deal(DECK))
    table.leave(2)
    hand = table.deal(DECK)
    assert hand.small_blind_seat is None
    dealt = [event for event in table.events() if event.name == "hand_dealt"][-1]
    assert (dealt.button, dealt.big_blind_seat) == (1, 3)
    assert not [event for event in hand.events() if event.fields.get("kind") == "small_blind"]


def test_who_busts_is_told_after_the_hand():
    table = table_of([500, 1000, 700], kind="tournament", button=0)
    hand = table.deal(stacked([1, 2, 0], {0: QUEENS, 1: ACES, 2: KINGS}, BOARD))
    play(hand, "ai ai ai") if hand.can_all_in() else None
    assert hand.finished
    told = [fields(event) for event in table.events() if event.name == "busted"]
    assert told == [
        {"event": "busted", "seat": 2, "name": "c", "place": 2},
        {"event": "busted", "seat": 0, "name": "a", "place": 3},
    ] or told == [
        {"event": "busted", "seat": 0, "name": "a", "place": 3},
        {"event": "busted", "seat": 2, "name": "c", "place": 2},
    ]
    order = names(table)
    assert order.index("busted") > order.index("hand_finished")


def test_levels_raised_by_hands_are_told_by_the_hands():
    """Every hand tells its level; a level_raised there is the caller's clock."""
    table = table_of(1000, stakes=Schedule([Level(nl(5, 10), hands=2), nl(10, 20)]), button=0)
    for _ in range(4):
        fold_out(table.deal(DECK))
    dealt = [event for event in table.events() if event.name == "hand_dealt"]
    assert [event.level for event in dealt] == [0, 0, 1, 1]


def test_sitting_out_in_a_hand_is_told_where_it_happened():
    table = table_of(1000, button=0)
    table.deal(DECK).call()
    table.sit_out(1)
    table.hand.fold()
    assert [name for name in names(table) if name in ("called", "sat_out", "folded")] == [
        "called",
        "sat_out",
        "folded",
    ]


def test_events_are_plain_data_there_and_back():
    for seed in range(4):
        table = Session(seed).play(6).table
        for event in table.events():
            text = json.dumps(event.to_dict())
            assert Event.from_dict(json.loads(text)) == event
        read = [Event.from_dict(json.loads(json.dumps(e.to_dict()))) for e in table.events()]
        assert Table.from_events(read) == table


def test_the_log_of_one_moment_begins_with_that_of_every_earlier_one():
    session = Session(5)
    logs = [session.table.events()]
    session.play(10, after_each=lambda: logs.append(session.table.events()))
    for one, two in pairwise(logs):
        assert two[: len(one)] == one


@pytest.mark.parametrize("seed", range(10))
def test_the_log_is_the_same_however_often_it_is_read(seed):
    """Read after every call, only at the end, or never before it is made again."""
    session = Session(seed)
    session.play(12, after_each=lambda: session.table.events_for(None))
    often, seats = session.table.events(), [p.seat for p in session.table.players if p]
    read_once = random_table(random.Random(seed))
    for call in session.calls:
        apply(read_once, call)
    assert read_once.events() == often
    for seat in (*seats, None):
        assert read_once.events_for(seat) == session.table.events_for(seat)
    for since in range(0, len(often), 7):
        assert read_once.events(since) == often[since:]


def test_the_log_cannot_be_changed_from_outside():
    table = table_of(1000, button=0)
    fold_out(table.deal(DECK))
    before = json.dumps([event.to_dict() for event in table.events()])
    for event in table.events():
        for value in event.fields.values():
            if isinstance(value, list | dict):
                value.clear()
    assert json.dumps([event.to_dict() for event in table.events()]) == before


# -------------------------------------------------------------------------------------- the secrets


def told(table, seat):
    """What a seat is told, written down in every way there is."""
    events = table.events_for(seat)
    return {
        "json": json.dumps([event.to_dict() for event in events]),
        "repr": repr(events),
        "pickle": repr(pickle.loads(pickle.dumps(events))),
        "bytes": pickle.dumps(events, protocol=0).decode("latin-1"),
    }


def known_to(table, seat):
    """For each hand of the log in turn: the cards that the seat may know; the draw is for all.

    Who took over a seat does not know the cards of who sat there before.
    """
    hands, public = [set()], hands_drawn(table)
    log = table.events()
    came = [at for at, event in enumerate(log) if event.name == "seated" and event.seat == seat]
    for at, event in enumerate(log):
        if event.name == "hand_started":
            hands.append(set())
        elif event.name == "hole_dealt" and event.seat == seat and at > came[-1]:
            hands[-1] |= set(event.cards)
        elif event.name == "card_exposed":
            hands[-1].add(event.card)
            if event.seat == seat and at > came[-1]:
                hands[-1].add(event.replacement)
        elif event.name in ("board_dealt", "shown"):
            hands[-1] |= set(event.cards)
    hands[0] = public
    return hands


def hands_drawn(table):
    return {
        card for event in table.events() if event.name == "button_drawn" for _, card in event.cards
    }


def check_secrets(table):
    seed = str(next(e for e in table.events() if e.name == "table_state").seed)
    taken = [player.seat for player in table.players if player]
    for seat in (*taken, None):
        known = known_to(table, seat)
        events = table.events_for(seat)
        parts = [[]]
        for event in events:
            if event.name == "hand_started":
                parts.append([])
            parts[-1].append(event)
        assert len(parts) == len(known)
        for part, cards in zip(parts, known, strict=True):
            text = json.dumps([event.to_dict() for event in part])
            assert set(CARD.findall(text)) <= cards, (seat, text)
        for form, text in told(table, seat).items():
            assert seed not in text, (form, seat)
            assert set(CARD.findall(text)) <= set().union(*known) or form == "bytes", (form, seat)
        for event in events:
            for name in ("seed", "deck"):
                assert event.fields.get(name) is None, (seat, event)
            if event.name == "burned":
                assert event.card is None


@pytest.mark.parametrize("seed", range(6))
def test_no_seat_is_told_a_secret(seed):
    """Every seat and a spectator, after every call of a session."""
    table = random_table(random.Random(seed), seed=SEED + seed)
    Session(seed, table).play(2, after_each=lambda: check_secrets(table))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_no_seat_is_told_a_secret_in_longer_sessions(seed):
    table = random_table(random.Random(seed), seed=SEED + seed)
    Session(seed, table).play(8, after_each=lambda: check_secrets(table))


def test_a_newcomer_is_not_told_the_cards_of_who_sat_there_before():
    table = table_of(1000, button=0)
    hand = table.deal()
    secret = set(texts(hand.hole_cards[2]))
    fold_out(hand)
    assert secret <= set(CARD.findall(told(table, 2)["json"]))
    table.leave(2)
    table.sit("new", 1000, seat=2)
    for twin in (table, table.copy(), pickle.loads(pickle.dumps(table))):
        assert not set(CARD.findall(told(twin, 2)["json"])) & secret


@pytest.mark.parametrize("seed", range(4))
def test_the_view_of_the_hand_knows_no_more(seed):
    table = random_table(random.Random(seed), seed=SEED + seed)
    session = Session(seed, table)

    def look():
        hand = table.hand
        if hand is None:
            return
        for seat in (*hand.seats, None):
            view = hand.view(seat)
            allowed = known_to(table, seat)[-1]
            for text in (view.to_json(), repr(pickle.loads(pickle.dumps(view)).events())):
                assert set(CARD.findall(text)) <= allowed
                assert str(SEED + seed) not in text

    session.play(3, after_each=look)


def test_what_a_seat_is_told_does_not_depend_on_any_secret():
    """Two tables with other seeds, other foreign cards, other burns and undealt cards."""
    deck = list(DECK)
    random.Random(3).shuffle(deck)
    for seat in (0, 1, 2, None):
        own = (
            {card for turn in range(4) for card in [deck[turn * 3 + (seat + 2) % 3]]}
            if seat is not None
            else set()
        )
        public = set(deck[13:16]) | {deck[17], deck[19]}
        rest = [card for card in deck if card not in own | public]
        random.Random(4).shuffle(rest)
        mixed = iter(rest)
        other = [card if card in own | public else next(mixed) for card in deck]
        assert other != deck
        one, two = (
            session_of(table_of([1000] * 3, button=0, seed=s), d)
            for s, d in ((SEED, deck), (7, other))
        )
        assert one.events() != two.events()
        assert one.events_for(seat) == two.events_for(seat)
        assert pickle.dumps(one.events_for(seat)) == pickle.dumps(two.events_for(seat))
        assert told(one, seat) == told(two, seat)


def session_of(table, deck):
    """One hand that is given up on the river, and one that is not yet over."""
    hand = table.deal(deck)
    play(hand, "c c x x x x x x x x b20 f f")
    assert hand.finished
    assert not hand.shown
    return table


def test_a_seat_is_told_its_own_cards_and_all_that_is_public():
    table = table_of(1000, button=0)
    hand = table.deal(DECK)
    check_down(hand)
    fold_out(table.deal())
    for seat in range(4):
        events = table.events_for(seat)
        dealt = [event for event in events if event.name == "hole_dealt" and event.seat == seat]
        assert [event.cards for event in dealt] == [
            texts(hand.hole_cards[seat]),
            texts(table.hand.hole_cards[seat]),
        ]
        public = ("seated", "hand_dealt", "called", "checked", "folded", "board_dealt", "shown")
        public += ("pot_awarded", "hand_finished", "button_drawn", "posted")
        assert [event for event in events if event.name in public] == [
            event for event in table.events() if event.name in public
        ]


@pytest.mark.parametrize("way", ["forget", "snapshot"])
def test_the_last_hand_is_kept_without_its_secrets(way):
    """What a log begins with after forget(), or in a snapshot, holds a whole hand."""
    table = table_of([1000] * 3, button=0, seed=SEED)
    hand = table.deal()
    play(hand, "c c x x x x x b20 f f")
    hand.show(1)
    if way == "forget":
        table.forget()
    else:
        table = Table.from_json(table.to_json())
    assert table.hand.hole_cards == hand.hole_cards
    public = set(texts(hand.board)) | set(texts(hand.hole_cards[1]))
    for seat in (0, 1, 2, None):
        for form, text in told(table, seat).items():
            assert str(SEED) not in text
            assert form == "bytes" or set(CARD.findall(text)) <= public


@pytest.mark.parametrize("seat", [9, -1, True, "0", 2.0], ids=repr)
def test_no_such_seat_is_told_anything(seat):
    table = table_of(1000, button=0)
    table.deal()
    with pytest.raises((ValueError, TypeError)):
        table.events_for(seat)


def test_the_repr_of_a_table_tells_no_secret():
    table = table_of(1000, button=0, seed=SEED)
    table.deal()
    for text in (repr(table), str(table), repr(table.players)):
        assert str(SEED) not in text
        assert not CARD.findall(text)
