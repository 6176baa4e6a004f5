"""Unit evidence: undo, copies, equality, pickle, JSON and events of one hand."""

import copy
import json
import pickle

import pytest
from engine_driver import (
    ACES,
    BOARD,
    FIRST,
    KINGS,
    QUEENS,
    deal,
    fl,
    nl,
    pl,
    play,
    played,
    to_street,
)

import omaha_fast as of
from omaha_fast.engine import Event, Hand, HouseRules

# Each kind of decision: a hand that waits for it, and the decision.
DECISIONS = {
    "fold": (lambda: deal(nl(5, 10), 3), Hand.fold),
    "the last fold": (lambda: played(nl(5, 10), 3, "f"), Hand.fold),
    "check": (lambda: played(nl(5, 10), 3, "c c"), Hand.check),
    "call": (lambda: deal(pl(5, 10), 3), Hand.call),
    "bet": (lambda: played(nl(5, 10), 3, "c c x"), lambda hand: hand.bet(10)),
    "raise": (lambda: deal(fl(10, 20), 3), lambda hand: hand.raise_to(20)),
    "all in": (lambda: deal(nl(5, 10), 3), Hand.all_in),
    "the call that ends a round": (lambda: played(nl(5, 10), 3, "c c x b10 c"), Hand.call),
    "the last all-in": (lambda: played(nl(5, 10), 3, "ai ai"), Hand.call),
    "the last check": (
        lambda: play(to_street(deal(nl(5, 10), 2), "river"), "x"),
        Hand.check,
    ),
    "hole cards": (
        lambda: deal(nl(5, 10), 2, hole_cards=["", KINGS]),
        lambda hand: hand.deal_hole(FIRST, ACES),
    ),
    "a flop": (
        lambda: played(nl(5, 10), 2, "c x", hole_cards=[ACES, KINGS]),
        lambda hand: hand.deal_board("2d3d4d"),
    ),
    "a turn": (
        lambda: played(nl(5, 10), 2, "c x x x", hole_cards=[ACES, KINGS], board=BOARD[:6]),
        lambda hand: hand.deal_board("2d"),
    ),
    "an exposed card": (lambda: deal(nl(5, 10), 3), lambda hand: hand.expose_card(1, 2)),
    "a misdeal": (lambda: played(nl(5, 10), 3, "c"), lambda hand: hand.misdeal("a joker")),
    "runs": (
        lambda: played(nl(5, 10), 3, "ai ai f", rules=HouseRules(runs=2)),
        lambda hand: hand.agree_runs(2),
    ),
    "show": (lambda: showdown(""), Hand.show),
    "muck": (lambda: showdown("show"), Hand.muck),
}


def showdown(script):
    """Aces, kings and queens have checked the river; then some have shown."""
    hand = deal(nl(5, 10), 3, hole_cards=[ACES, KINGS, QUEENS], board=BOARD, showdown="ask")
    play(to_street(hand, "river"), "x x x")
    for _ in script.split():
        hand.show()
    return hand


@pytest.mark.parametrize("name", DECISIONS)
def test_undo_of_each_decision(name):
    make, decide = DECISIONS[name]
    hand = make()
    before, events, legal = hand.copy(), hand.events(), hand.legal_actions
    decide(hand)
    assert hand != before
    after, after_events = hand.copy(), hand.events()
    hand.undo()
    assert hand == before == make()
    assert hand.events() == events
    assert hand.legal_actions == legal
    decide(hand)
    assert hand == after
    assert hand.events() == after_events


def snapshot(hand):
    """Everything that can be seen of a hand."""
    names = [
        name
        for name in dir(Hand)
        if not name.startswith("_") and not callable(getattr(Hand, name)) and name != "settlement"
    ]
    assert "stacks" in names
    return {name: getattr(hand, name) for name in names}, hand.events(), hand.to_json()


@pytest.mark.parametrize("name", DECISIONS)
def test_a_copy_is_not_touched_by_undo(name):
    make, decide = DECISIONS[name]
    hand = make()
    decide(hand)
    twin = hand.copy()
    seen = snapshot(twin)
    hand.undo()
    assert snapshot(twin) == seen
    assert twin == Hand.from_events(twin.events())
    twin.undo()
    assert snapshot(twin) == snapshot(make())


@pytest.mark.parametrize("name", DECISIONS)
def test_a_hand_is_not_touched_by_its_copy(name):
    make, decide = DECISIONS[name]
    hand = make()
    seen = snapshot(hand)
    decide(hand.copy())
    assert snapshot(hand) == seen


@pytest.mark.parametrize("twin_of", [copy.copy, copy.deepcopy, Hand.copy])
@pytest.mark.parametrize("name", DECISIONS)
def test_copies_and_round_trips_play_on_alike(name, twin_of):
    make, decide = DECISIONS[name]
    hand = make()
    twins = [
        twin_of(hand),
        pickle.loads(pickle.dumps(hand)),
        Hand.from_json(hand.to_json()),
        Hand.from_events(hand.events()),
    ]
    decide(hand)
    for twin in twins:
        assert twin != hand
        decide(twin)
        assert snapshot(twin) == snapshot(hand)
        assert twin == hand


def test_everything_can_be_taken_back_to_the_deal():
    script = "r20 c c x b40 c r120 f c x r200 c x x"
    hand = deal(nl(5, 10), 3)
    hands = [hand.copy()]
    for token in script.split():
        hands.append(play(hand, token).copy())
    assert hand.finished
    for before in reversed(hands[:-1]):
        hand.undo()
        assert snapshot(hand) == snapshot(before)
    with pytest.raises(of.IllegalActionError):
        hand.undo()


def test_a_voluntary_show_can_be_taken_back():
    hand = played(nl(5, 10), 3, "f f")
    before = hand.copy()
    hand.show(1)
    hand.undo()
    assert hand == before


@pytest.mark.parametrize(
    "other",
    [
        lambda: deal(nl(5, 10), 2),
        lambda: deal(pl(5, 10), 3),
        lambda: deal(nl(5, 10), [1000, 1000, 999]),
        lambda: deal(nl(5, 10), 3, button=1),
        lambda: deal(nl(5, 10), 3, game="omaha8"),
        lambda: deal(nl(5, 10), 3, deck=of.Deck(seed=2)),
        lambda: deal(nl(5, 10), 3, rules=HouseRules(burn=False)),
        lambda: deal(nl(5, 10), 3, showdown="ask"),
        lambda: played(nl(5, 10), 3, "c"),
        lambda: 5,
    ],
)
def test_hands_that_differ(other):
    assert deal(nl(5, 10), 3) == deal(nl(5, 10), 3)
    assert deal(nl(5, 10), 3) != other()


def test_a_hand_has_no_hash():
    with pytest.raises(TypeError):
        hash(deal(nl(5, 10), 2))


# ------------------------------------------------------------------------------------- events, JSON


def test_every_prefix_of_the_events_is_a_hand():
    events = played(nl(5, 10), 3, "r20 c c x x b10 c f x x x x").events()
    assert events[-1].name == "hand_finished"
    for length in range(1, len(events) + 1):
        hand = Hand.from_events(events[:length])
        assert hand.events()[: length - 1] == events[: length - 1]


def test_no_event_is_no_hand():
    with pytest.raises(ValueError, match="event"):
        Hand.from_events([])


def test_json_is_plain_and_versioned():
    text = played(nl(5, 10), 3, "f f").to_json()
    data = json.loads(text)
    assert (data["schema"], data["version"]) == ("omaha_fast.hand", 1)
    assert data["events"][0]["event"] == "hand_started"


def test_events_are_plain_fields():
    event = played(nl(5, 10), 3, "r20").events()[-1]
    assert event.name == "raised"
    assert event.fields == {"seat": 2, "amount": 20, "to": 20, "all_in": False}
    assert (event.seat, event.to) == (2, 20)
    assert event.to_dict() == {"event": "raised", **event.fields}
    assert Event.from_dict(event.to_dict()) == event
    with pytest.raises(AttributeError):
        event.colour  # noqa: B018


def test_events_that_contradict_the_rules():
    events = list(played(nl(5, 10), 3, "r20 c c").events())
    raised = next(place for place, event in enumerate(events) if event.name == "raised")

    def changed(**fields):
        return Event.from_dict({**events[raised].to_dict(), **fields})

    wrong = [
        changed(to=15, amount=15),
        changed(seat=0),
        changed(amount=19),
        changed(to=10**16, amount=10**16),
        changed(to=True),
        changed(to="20"),
        changed(event="risen"),
    ]
    for event in wrong:
        with pytest.raises(ValueError):  # noqa: PT011 (many reasons)
            Hand.from_events([*events[:raised], event])
    with pytest.raises(ValueError, match="hand_started"):
        Hand.from_events(events[1:])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "5",
        "not json",
        '{"schema": "omaha_fast.hand", "version": 2, "events": []}',
        '{"schema": "omaha_fast.hand", "version": 1, "events": []}',
        '{"schema": "omaha_fast.hand", "version": 1, "events": [{"event": "hand_started"}]}',
        '{"schema": "omaha_fast.table", "version": 1, "events": []}',
        "[" * 100000,
        '{"schema": "omaha_fast.hand", "version": 1, "events": [' + "9" * 10000 + "]}",
    ],
    ids=range(11),
)
def test_json_that_is_no_hand(text):
    with pytest.raises(ValueError):  # noqa: PT011 (many reasons)
        Hand.from_json(text)
