"""Unit and property evidence: logs and texts that are no table's are refused, in bounded time."""

import json
import random

import pytest
from table_driver import REFUSED, playing_table
from table_sessions import Session

from omaha_fast.engine import Event, Hand, NoLimit, Table

# ------------------------------------------------------------------------------------ logs and texts


def place(log, name):
    return next(index for index, event in enumerate(log) if event.name == name)


def without(log, name):
    """The log without the first event of the name."""
    at = place(log, name)
    return log[:at] + log[at + 1 :]


def changed(log, event_name, **fields):
    """The log with other fields in the first event of the name."""
    at = place(log, event_name)
    event = type(log[at]).from_dict(log[at].to_dict() | fields)
    return (*log[:at], event, *log[at + 1 :])


BROKEN = {
    "empty": lambda log: (),
    "no beginning": lambda log: log[1:],
    "nobody sat down": lambda log: without(log, "seated"),
    "seated twice": lambda log: changed(log, "seated", seat=2),
    "seated nowhere": lambda log: changed(log, "seated", seat=9),
    "seated with no chips": lambda log: changed(log, "seated", chips=0),
    "seated with too many chips": lambda log: changed(log, "seated", chips=5000),
    "seated nameless": lambda log: changed(log, "seated", name=""),
    "the draw of another": lambda log: changed(log, "button_drawn", seat=3),
    "a draw of no cards": lambda log: changed(log, "button_drawn", cards=[[0, "xx"]]),
    "no hand dealt": lambda log: without(log, "hand_dealt"),
    "another number": lambda log: changed(log, "hand_dealt", number=7),
    "another button": lambda log: changed(log, "hand_dealt", button=3),
    "another big blind": lambda log: changed(log, "hand_dealt", big_blind_seat=0),
    "no start of the hand": lambda log: without(log, "hand_started"),
    "another button in the hand": lambda log: changed(log, "hand_started", button=3),
    "other stacks": lambda log: changed(log, "hand_started", stacks=[600, None, 600, 700, None]),
    "other posts": lambda log: changed(log, "hand_started", posts=[[2, "big_blind", 10]]),
    "other stakes": lambda log: changed(log, "hand_started", stakes={"kind": "no_limit"}),
    "a beginning in the middle": lambda log: log + log[:1],
    "a future version": lambda log: changed(log, "table_state", version=99),
    "a table with no seats": lambda log: changed(log, "table_state", seats=0),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_log_that_contradicts_the_rules(name):
    table = playing_table()
    table.act("call")
    log = table.events()
    assert Table.from_events(log) == table
    with pytest.raises(ValueError):  # noqa: PT011
        Table.from_events(BROKEN[name](log))


def test_events_as_dicts_are_refused_with_the_way_out():
    data = [event.to_dict() for event in playing_table().events()]
    with pytest.raises(ValueError, match=r"Event\.from_dict"):
        Table.from_events(data)


@pytest.mark.parametrize("name", ["button", "small_blind_seat", "big_blind_seat", "dealt", "left"])
def test_a_void_hand_that_cannot_be_dealt_again_is_refused_or_dealt(name):
    """A snapshot may claim anything of it."""
    table = playing_table()
    table.act("misdeal")
    text = table.to_json()
    assert Table.from_json(text) == table
    refused_ones = 0
    for value in (
        None,
        -1,
        0,
        1,
        2,
        3,
        4,
        9,
        True,
        "x",
        [],
        [0],
        [0, 2],
        [0, 1, 2],
        [2, 0, 3],
        [9],
    ):
        data = json.loads(text)
        data["events"][0]["void_hand"][name] = value
        try:
            other = Table.from_json(json.dumps(data))
        except ValueError:
            refused_ones += 1
            continue
        assert Table.from_json(other.to_json()) == other
        other.deal()
    assert refused_ones > 10
    for field, value in (("void_hand", None), ("voided", 0)):
        data = json.loads(text)
        data["events"][0][field] = value
        with pytest.raises(ValueError, match="void"):
            Table.from_json(json.dumps(data))


def test_no_log_at_all():
    for value in (None, 5, "events", [1, 2], [None]):
        with pytest.raises(REFUSED):
            Table.from_events(value)


TEXTS = {
    "nothing": "",
    "no json": "{",
    "a number": "5",
    "a list": "[]",
    "an empty object": "{}",
    "another schema": '{"schema": "omaha_fast.hand", "version": 1, "events": []}',
    "no events": '{"schema": "omaha_fast.table", "version": 1, "events": []}',
    "a future version": '{"schema": "omaha_fast.table", "version": 2, "events": []}',
    "deep nesting": "[" * 100_000,
    "a huge number": '{"schema": "omaha_fast.table", "version": ' + "9" * 10_000 + "}",
    "events of nothing": '{"schema": "omaha_fast.table", "version": 1, "events": [null, 5]}',
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_that_is_no_table(name):
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        Table.from_json(TEXTS[name])
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("text", [None, 5, b"{}", []], ids=repr)
def test_what_is_no_text_is_no_table(text):
    with pytest.raises(REFUSED):
        Table.from_json(text)


def fields_of(data, path=()):
    """Every place in nested JSON data."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        if isinstance(value, dict | list):
            yield from fields_of(value, (*path, key))
        else:
            yield (*path, key)


@pytest.mark.parametrize("value", [None, -1, "x", [], {}, 10**18, 1.5, True], ids=repr)
def test_a_snapshot_with_one_field_broken_is_refused_or_makes_a_sound_table(value):
    """No other error than ValueError, and no table that cannot be written down again."""
    table = playing_table()
    table.act("call")
    text = table.to_json()
    made = 0
    for path in fields_of(json.loads(text)):
        if not path:
            continue
        data = json.loads(text)
        inner = data
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        try:
            other = Table.from_json(json.dumps(data))
        except ValueError:
            continue
        made += 1
        assert Table.from_json(other.to_json()) == other
        assert other.chips >= 0
        assert all(player is None or player.stack >= 0 for player in other.players)
    assert made < 60


BROKEN_VALUES = [None, -1, 0, 1, 3, "x", "As", [], {}, [[0, 1]], 10**18, 1.5, True, float("nan")]


def spoiled(log, dice):
    """The log with one event lost, doubled or moved, or one field of one event changed."""
    data = [event.to_dict() for event in log]
    at, other = dice.randrange(len(data)), dice.randrange(len(data))
    how = dice.choice(["lost", "doubled", "moved", "field", "field", "field"])
    if how == "lost":
        del data[at]
    elif how == "doubled":
        data.insert(other, data[at])
    elif how == "moved":
        data[at], data[other] = data[other], data[at]
    else:
        *path, last = dice.choice([path for path in fields_of(data[at]) if path])
        inner = data[at]
        for key in path:
            inner = inner[key]
        inner[last] = dice.choice(BROKEN_VALUES)
    return data


@pytest.mark.parametrize("seed", range(12))
def test_a_spoiled_log_is_refused_or_makes_a_sound_table(seed):
    """No other error than ValueError; where the log is still one, it is a table like any other."""
    log = Session(seed).play(2).table.events()
    dice = random.Random(seed)
    refused_ones = 0
    for _ in range(30):
        data = spoiled(log, dice)
        try:
            table = Table.from_events([Event.from_dict(event) for event in data])
        except ValueError:
            refused_ones += 1
            continue
        assert Table.from_events(table.events()) == table
        assert Table.from_json(table.to_json()) == table
        if not table.playing and len(table.ready) > 1:
            table.deal()
    assert refused_ones > 15


def test_a_hand_is_no_table():
    hand = Hand(NoLimit(5, 10), [100, 100])
    with pytest.raises(ValueError):  # noqa: PT011
        Table.from_json(hand.to_json())
    with pytest.raises(ValueError):  # noqa: PT011
        Table.from_events(hand.events())
