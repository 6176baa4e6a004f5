"""Property evidence: random sessions. No chip is lost, and a session can be taken up anywhere.

The blinds of every hand are compared with the slow model, too (table_sessions, table_model).
"""

import copy
import json
import pickle
from dataclasses import replace
from itertools import pairwise

import pytest
from engine_driver import ACES, BOARD, JUNK, play
from table_driver import fold_out, places, posts, stacked, stacks, table_of
from table_sessions import Session, apply

import omaha_fast as of
import omaha_fast.history as history
from omaha_fast.engine import Hand, HouseRules, Table


@pytest.mark.parametrize("block", range(4))
def test_no_chip_is_lost(block):
    """Chips at the table, rake and pocket money are constant after every single call."""
    for seed in range(block * 7, block * 7 + 7):
        session = Session(seed).play(40)
        table = session.table
        assert sum(event.name == "hand_dealt" for event in table.events()) >= table.number


@pytest.mark.slow
def test_no_chip_is_lost_in_thousands_of_hands():
    for seed in range(10**6, 10**6 + 500):
        Session(seed).play(100)


def test_the_sessions_hold_everything():
    """The random sessions have all that can happen at a table in them."""
    seen = {}
    for seed in range(14):
        table = Session(seed).play(40).table
        for event in table.events():
            seen[event.name] = seen.get(event.name, 0) + 1
        dealt = [event for event in table.events() if event.name == "hand_started"]
        for event in dealt:
            for _, kind, _ in event.posts:
                seen[kind] = seen.get(kind, 0) + 1
            seen[table.kind, table.rules.button] = True
    wanted = {"seated", "left", "chips_added", "sat_out", "sat_in", "level_raised", "button_drawn"}
    wanted |= {
        "mucked",
        "straddle",
        "busted",
        "misdealt",
        "card_exposed",
        "runs_agreed",
        "rake_taken",
        "shown",
    }
    wanted |= {"ante", "small_blind", "big_blind", "extra_blind", "dead_blind"}
    wanted |= {(kind, rule) for kind in ("cash", "tournament") for rule in ("moving", "dead")}
    assert wanted <= set(seen)


# ------------------------------------------------------------------------- killed and taken up again


class Recorded(Session):
    """A session that keeps what the table was after every call, and how many events there were."""

    def __init__(self, seed, table=None):
        self.moments = []
        super().__init__(seed, table)

    def call(self, name, *args, **named):
        if not self.moments:
            self.moments.append((len(self.table.events()), self.table.copy()))
        result = super().call(name, *args, **named)
        self.moments.append((len(self.table.events()), self.table.copy()))
        return result


def taken_up(table, session, moment):
    """The table rebuilt in the middle of a call goes on to the end as the session did."""
    before, after = session.moments[moment - 1][1], session.moments[moment][1]
    if table == before:
        apply(table, session.calls[moment - 1])
    elif table != after:
        table.play_absent()  # the call ended with what absent players do
    assert table == after
    assert table.events() == after.events()


def goes_on(table, session, moment, calls=None):
    """The calls after the moment have the same effect as before, the decks are the same."""
    rest = session.calls[moment:][:calls]
    for call in rest:
        apply(table, call)
    after = session.moments[moment + len(rest)][1]
    assert table == after
    assert table.events() == after.events()
    assert table.to_json() == after.to_json()


@pytest.mark.parametrize("seed", range(5))
def test_a_session_killed_after_any_event_and_rebuilt_goes_on_identically(seed):
    session = Recorded(seed).play(4)
    events = session.table.events()
    assert session.moments[0][0] == 1, "a log begins with one event"
    moment = 0
    for count in range(1, len(events) + 1):
        while session.moments[moment][0] < count:
            moment += 1
        table = Table.from_events(events[:count])
        if session.moments[moment][0] > count:
            taken_up(table, session, moment)
        assert table == session.moments[moment][1]
        assert table.events() == session.moments[moment][1].events()
        goes_on(table, session, moment, calls=None if count % 9 == 0 else 4)


@pytest.mark.slow
def test_many_sessions_killed_after_any_event():
    for seed in range(100, 160):
        test_a_session_killed_after_any_event_and_rebuilt_goes_on_identically(seed)


TWINS = {
    "json": lambda table: Table.from_json(table.to_json()),
    "pickle": lambda table: pickle.loads(pickle.dumps(table)),
    "copy": Table.copy,
    "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "events": lambda table: Table.from_events(table.events()),
}


def seen_of(table):
    """Everything that can be seen of a table but its log."""
    names = ("seats", "players", "kind", "rules", "game", "schedule", "level", "stakes", "number")
    names += ("button", "small_blind_seat", "big_blind_seat", "playing", "ready", "chips", "rake")
    names += ("busted", "over")
    return {name: getattr(table, name) for name in names}, table.to_json()


@pytest.mark.parametrize("way", TWINS)
def test_a_table_written_down_at_any_moment_goes_on_identically(way):
    for seed in range(20, 22):
        session = Recorded(seed).play(4)
        for moment, (_, table) in enumerate(session.moments):
            seen = seen_of(table)
            twin = TWINS[way](table)
            assert twin == table
            assert seen_of(twin) == seen
            rest = session.calls[moment : moment + 8]
            for call in rest:
                apply(twin, call)
            later = session.moments[moment + len(rest)][1]
            assert seen_of(twin) == seen_of(later)
            assert seen_of(table) == seen, "the twin shares nothing"


def test_a_table_with_another_past_is_another():
    session = Recorded(3).play(3)
    tables = [table for _, table in session.moments]
    for one, two in pairwise(tables):
        assert one != two
    assert tables[0] != "a table"
    with pytest.raises(TypeError):
        hash(tables[0])


def test_the_next_decks_of_a_seeded_table_come_from_seed_and_number():
    table = table_of(1000, button=1, seed=11)
    fold_out(table.deal())
    twin = Table.from_json(table.to_json())
    for _ in range(5):
        one, two = table.deal(), twin.deal()
        assert one.hole_cards == two.hole_cards
        fold_out(one)
        while not two.finished:  # whatever was played before
            two.call() if two.to_call else two.check()


def test_the_snapshot_does_not_grow_with_the_hands():
    table = table_of([10**9] * 4, button=0)
    sizes = []
    for _ in range(60):
        fold_out(table.deal())
        assert not table.playing
        sizes.append(len(table.to_json()))
    assert max(sizes[1:]) <= sizes[0] + 40
    data = json.loads(table.to_json())
    assert (data["schema"], data["version"]) == ("omaha_fast.table", 1)


def test_a_log_that_was_forgotten_begins_anew():
    table = table_of([10**6] * 4, button=0)
    for _ in range(10):
        fold_out(table.deal())
    before, seen = len(table.events()), seen_of(table)
    table.forget()
    assert len(table.events()) < before
    assert table.events()[0].name == "table_state"
    assert seen_of(table) == seen
    twin = Table.from_events(table.events())
    assert seen_of(twin) == seen
    for one in (table, twin):
        fold_out(one.deal())
    assert seen_of(table) == seen_of(twin)
    assert table.events() == twin.events()


def test_events_since():
    table = table_of([10**6] * 3, button=0)
    fold_out(table.deal())
    everything = table.events()
    for since in (0, 1, 5, len(everything)):
        assert table.events(since) == everything[since:]


def test_acting_on_the_hand_itself_is_as_good():
    one, two = (table_of(1000, button=0) for _ in range(2))
    one.deal(), two.deal()
    one.act("raise_to", 20)
    two.hand.raise_to(20)
    for _ in range(3):
        one.act("fold")
        two.hand.fold()
    assert one == two
    assert one.events() == two.events()
    assert stacks(one) == stacks(two)


@pytest.mark.parametrize("way", TWINS)
def test_what_a_misdeal_leaves_behind_is_kept(way):
    """The next cards are other ones, and the same for the twin; who posts, posts again."""
    table = table_of([1000] * 4 + [None] * 2, button=0)
    fold_out(table.deal())
    table.sit("f", 1000, seat=5, post=True)
    for _ in range(3):
        twin = TWINS[way](table)
        one, two = table.deal(), twin.deal()
        assert (one.hole_cards, posts(one)) == (two.hole_cards, posts(two))
        assert posts(one)[5] == {"extra_blind": 10}
        table.act("misdeal")


@pytest.mark.parametrize("way", TWINS)
@pytest.mark.parametrize("leaver", [1, 2])
def test_the_empty_places_of_button_and_blind_are_kept(way, leaver):
    """Case 17, with the table written down between any two hands."""
    table = table_of([1000] * 4, button=0, rules=HouseRules(button="dead"))
    fold_out(table.deal())
    table.leave(leaver)
    expected = {1: [(1, 2, 3), (2, 3, 0)], 2: [(1, None, 3), (2, 3, 0)]}[leaver]
    for where in expected:
        table = TWINS[way](table)
        hand = table.deal()
        assert places(hand) == where
        fold_out(hand)


def test_a_table_without_a_seed_killed_in_a_hand_goes_on_with_its_cards():
    table = table_of(1000, button=0, seed=None)
    table.deal()
    twins = [make(table) for make in TWINS.values()]
    while table.playing:
        verb = "call" if table.hand.to_call else "check"
        for one in (table, *twins):
            one.act(verb)
    for twin in twins:
        assert twin == table
        assert twin.hand.board == table.hand.board
        assert stacks(twin) == stacks(table)


@pytest.mark.parametrize("kind", ["cash", "tournament"])
def test_a_hand_may_be_taken_back_while_it_is_played(kind):
    """Back to the last thing that the table itself has logged: what came before that stands there."""
    table = table_of(1000, button=0, kind=kind)
    hand = table.deal()
    hand.call()
    hand.call()
    hand.undo()
    table.sit_out(2)
    with pytest.raises(of.IllegalActionError):
        hand.undo()
    hand.call()
    hand.undo()
    assert [event.name for event in table.events()][-2:] == ["called", "sat_out"]
    hand.raise_to(30)
    hand.fold()
    for _ in range(2):
        for make in TWINS.values():
            assert make(table) == table
        assert Table.from_events(table.events()).events() == table.events()
        fold_out(hand)
    assert table.players[2].sitting_out


@pytest.mark.parametrize("showdown", ["auto", "ask"])
def test_a_hand_that_ends_in_its_deal_and_busts_a_player_is_in_the_log(showdown):
    """The blinds put the short stacks all-in; the deck is a seeded one."""
    busts = 0
    for seed in range(8):
        about = {"kind": "tournament", "seed": seed, "showdown": showdown}
        table = table_of([1000, 3], button=0, **about)
        fold_out(table.deal())
        for _ in range(3):
            assert Table.from_events(table.events()) == table
            if len(table.ready) < 2:
                break
            fold_out(table.deal())
        busts += table.over
        assert Table.from_events(table.events()).events() == table.events()
    assert busts > 3


def test_a_settled_hand_is_not_taken_back():
    table = table_of(1000, button=0)
    hand = table.deal()
    fold_out(hand)
    seen = seen_of(table)
    with pytest.raises(of.IllegalActionError):
        hand.undo()
    assert seen_of(table) == seen


def test_cards_shown_after_the_hand_are_in_the_log():
    table = table_of(1000, button=0)
    hand = table.deal()
    fold_out(hand)
    held = stacks(table)
    table.act("show", seat=2)
    hand.show(1)
    assert [event.seat for event in table.events() if event.name == "shown"] == [2, 1]
    assert stacks(table) == held
    for make in TWINS.values():
        assert make(table) == table
    log = table.events()
    table.deal()
    hand.show(3)  # too late: the next hand has begun
    assert table.events()[: len(log)] == log
    assert Table.from_events(table.events()) == table


@pytest.mark.parametrize("settled", [True, False])
@pytest.mark.parametrize("shower", [0, 3])
def test_cards_shown_after_a_player_busted_are_in_the_log(settled, shower):
    table = table_of([1000, 1000, 10, 1000], kind="tournament", button=0)
    hand = table.deal(stacked([1, 2, 3, 0], {1: ACES, 2: JUNK}, BOARD))
    play(hand, "f f c")
    if settled:
        assert table.busted == (("c", 4),)
    hand.show(shower)
    for _ in range(2):
        assert table.busted == (("c", 4),)
        for make in TWINS.values():
            assert make(table) == table
        assert Table.from_events(table.events()).events() == table.events()
        fold_out(table.deal())


# ------------------------------------------------------------------------------------ hand histories

FORMATS = {
    "open hand history": ("ohh_text", "parse_ohh"),
    "poker hand history": ("phh_text", "parse_phh"),
    "room text": ("room_text", "parse_room_text"),
}


def written_and_read(form):
    """What goes through the text of a format and comes back; skips where it is not there."""
    write, parse = (getattr(history, name, None) for name in FORMATS[form])
    if write is None or parse is None:
        pytest.skip(f"{form} is not written yet")
    return lambda record: parse(write(record))


def replay_sessions(form, seeds):
    """How many hands of random sessions were written in the format, and replayed as exact."""
    through = written_and_read(form)
    replayed = 0
    for seed in seeds:
        table = Session(seed).play(15).table
        for number, (hand, names) in enumerate(hands_of(table)):
            record = through(recorded(hand, names, number))
            verdict = history.replay(record, replace(hand.rules, rake=None))
            assert verdict.verdict == "exact", (seed, number, verdict)
            replayed += 1
    return replayed


@pytest.mark.parametrize("form", FORMATS)
def test_sessions_written_as_histories_replay_as_exact(form):
    assert replay_sessions(form, range(40, 48)) > 60


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS)
def test_many_sessions_written_as_histories_replay_as_exact(form):
    assert replay_sessions(form, range(1000, 1100)) > 1000


@pytest.mark.parametrize("form", FORMATS)
def test_a_walk_without_a_small_blind_replays_as_exact(form):
    """Nobody posted a small blind, all fold to the big one: its bet comes back, the pot is empty."""
    through = written_and_read(form)
    table = table_of([1000] * 4, button=0, rules=HouseRules(button="dead"))
    fold_out(table.deal())
    table.leave(2)
    hand = table.deal()
    assert hand.small_blind_seat is None
    fold_out(hand)
    record = through(recorded(hand, dict(enumerate("abcd")), 1))
    assert history.replay(record, hand.rules).verdict == "exact"


def recorded(hand, names, number):
    players = tuple(
        history.Player(seat + 1, names[seat], hand.starting_stacks[seat], hand.stacks[seat])
        for seat in hand.seats
    )
    return history.record_hand(hand, str(number), players=players)


# What of a log is the table's; the rest are the events of the hands.
TABLE_EVENTS = {"table_state", "seated", "left", "chips_added", "sat_out", "sat_in", "level_raised"}
TABLE_EVENTS |= {"button_drawn", "hand_dealt", "busted"}


def hands_of(table):
    """(hand, {seat: name}) of every hand that was played to its end, out of the log alone."""
    names, current, found = {}, [], []
    for event in table.events():
        if event.name == "seated":
            names[event.seat] = event.fields["name"]
        elif event.name == "hand_started":
            current = [event]
        elif event.name not in TABLE_EVENTS:
            current.append(event)
        if event.name == "hand_finished":
            hand = Hand.from_events(current)
            if not hand.void and hand.runs == 1:
                found.append((hand, dict(names)))
    return found


def test_the_log_holds_the_events_of_each_hand_as_they_are():
    table = table_of([1000] * 3, button=0, rules=HouseRules())
    hand = table.deal()
    fold_out(hand)
    log = table.events()
    begin = [event.name for event in log].index("hand_started")
    assert log[begin : begin + len(hand.events())] == hand.events()
