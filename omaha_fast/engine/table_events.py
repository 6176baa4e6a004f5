"""A table as its first event tells of it, and back from its events to the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ..errors import shown
from .events import Event, apply
from .hand import Hand
from .positions import Places, Positions
from .posting import is_seat
from .schedule import plain_schedule, schedule_from
from .seating import player_name, seat_from
from .serialize import VERSION, plain_rules, rules_from
from .stakes import MAX_CHIPS, chips
from .table_log import Log

if TYPE_CHECKING:
    from .table import Table

__all__ = ["TABLE_SCHEMA", "build", "hand_dealt", "last_hand", "state"]

TABLE_SCHEMA = "omaha_fast.table"
# What a hand does by itself as soon as it is dealt.
BY_ITSELF = ("hand_started", "posted", "hole_dealt")
PLACES = ("button", "small_blind_seat", "big_blind_seat", "small_blind_turn")


# -- the state of a table ----------------------------------------------------------------------------------------


def state(table: Table) -> Event:
    """All that a table is between two hands, as its first event; while a hand is played, as it was before the deal.

    >>> from omaha_fast.engine import NoLimit, Table
    >>> state(Table(NoLimit(1, 2))).seats
    6
    """
    last, void = table._last, table._void
    return Event(
        "table_state",
        {
            "version": VERSION,
            "kind": table._kind,
            "seats": len(table._places),
            "game": table._game.name,
            "rules": plain_rules(table._rules),
            "schedule": plain_schedule(table._schedule),
            "newcomers": table._newcomers,
            "showdown": table._showdown,
            "seed": table._seed,
            "level": table._level,
            "level_hands": table._level_hands,
            "number": table._number,
            "voided": table._voided,
            "button": table._drawn if last is None else last.button,
            "small_blind_seat": None if last is None else last.small,
            "big_blind_seat": None if last is None else last.big,
            "small_blind_turn": None if last is None else last.turn,
            "void_hand": None if void is None else _plain_void(void, table._void_left),
            "players": [
                place.plain(seat) for seat, place in enumerate(table._places) if place is not None
            ],
            "rake": table._rake,
            "busted": [list(pair) for pair in table._busted],
        },
    )


def _plain_void(void: Positions, left: tuple[int, ...]) -> dict[str, Any]:
    return {
        "button": void.places.button,
        "small_blind_seat": void.places.small,
        "big_blind_seat": void.places.big,
        "small_blind_turn": void.places.turn,
        "dealt": list(void.dealt),
        "posting": list(void.posting),
        "left": list(left),
    }


def hand_dealt(table: Table, places: Places) -> Event:
    """The event that announces the hand with these places."""
    fields = {
        "number": table._number + 1,
        "level": table._level,
        "button": places.button,
        "small_blind_seat": places.small,
        "big_blind_seat": places.big,
    }
    return Event("hand_dealt", fields)


def last_hand(hand: Hand) -> Event:
    """The hand that is over, as an event after the state of the table."""
    return Event("last_hand", {"events": [event.to_dict() for event in hand.events()]})


def _from_state(make: Callable[..., Table], fields: Mapping[str, Any]) -> Table:
    """A table in that state. Raises ValueError for what is none; KeyError where something is missing."""
    if fields["version"] != VERSION:
        raise ValueError(f"version {shown(fields['version'])}: expected {VERSION}")
    table = make(
        schedule_from(fields["schedule"]),
        seats=fields["seats"],
        game=fields["game"],
        rules=rules_from(fields["rules"]),
        kind=fields["kind"],
        newcomers=fields["newcomers"],
        showdown=fields["showdown"],
        seed=fields["seed"],
    )
    table._level = _whole(fields["level"], "level", len(table._schedule.levels) - 1)
    table._level_hands = _whole(fields["level_hands"], "hands of the level", MAX_CHIPS)
    table._number = _whole(fields["number"], "number of hands", MAX_CHIPS)
    table._voided = _whole(fields["voided"], "number of void deals", MAX_CHIPS)
    table._rake = chips(fields["rake"], "rake")
    button, small, big, turn = (_seat(fields[name], name, len(table._places)) for name in PLACES)
    if big is None:
        if small is not None or turn is not None or table._number:
            raise ValueError(f"big blind of hand {table._number} at no seat: expected one")
        table._drawn = button
    else:
        if button is None or turn is None or big in (button, small, turn) or not table._number:
            raise ValueError(f"button at {button}, blinds at {small} and {big}: expected otherwise")
        table._last = Places(button, small, big, turn)
    for data in fields["players"]:
        seat = _seat(data["seat"], "player", len(table._places))
        if seat is None:
            raise ValueError("player at no seat: expected one")
        made = seat_from(data)
        table._verify_newcomer(made.name, made.stack, seat)
        if table._kind == "tournament" and not made.stack:
            raise ValueError(f"player {made.name!r} without chips in a tournament")
        table._places[seat] = made
    for name, place in fields["busted"]:
        table._busted.append((player_name(name), _whole(place, "place", MAX_CHIPS)))
    if fields["void_hand"] is not None:
        table._void, table._void_left = _void_from(table, fields["void_hand"])
    if (table._void is None) != (not table._voided):
        raise ValueError(f"{table._voided} void deals: expected the last one of them, if any")
    table._log = Log()
    table._log.add(state(table))
    return table


def _void_from(table: Table, data: Mapping[str, Any]) -> tuple[Positions, tuple[int, ...]]:
    """The inverse of _plain_void. Raises ValueError where that hand could not be dealt again; KeyError."""
    count = len(table._places)
    button, small, big, turn = (_seat(data[name], name, count) for name in PLACES)
    dealt, posting, left = (
        tuple(_whole(seat, name, count - 1) for seat in data[name])
        for name in ("dealt", "posting", "left")
    )
    here = {seat for seat in range(count) if table._places[seat] is not None} | set(left)
    if len(dealt) < 2 or list(dealt) != sorted(set(dealt)) or not here.issuperset(dealt):
        raise ValueError(f"players {list(dealt)} of the void hand: expected two or more in order")
    if button is None or turn is None or big not in dealt or big in (button, small):
        raise ValueError(f"void hand with the button at {button}, the big blind at {big}")
    if small not in (None, *dealt) or (table._rules.button == "moving" and button not in dealt):
        raise ValueError(f"void hand with the button at {button}, the small blind at {small}")
    if len(dealt) == 2 and button not in dealt:
        raise ValueError(f"void hand of two with the button at {button}")
    if set(posting) - set(dealt) or {big, small} & set(posting) or set(left) - set(dealt):
        raise ValueError(f"void hand: {list(posting)} come in, {list(left)} left: expected others")
    return Positions(Places(button, small, big, turn), dealt, posting), left


def _whole(value: object, what: str, most: int) -> int:
    if not is_seat(value) or not 0 <= value <= most:
        raise ValueError(f"{what} {shown(value)}: expected 0 to {most}")
    return value


def _seat(value: object, what: str, seats: int) -> int | None:
    return None if value is None else _whole(value, f"{what} at seat", seats - 1)


# -- back to a table ---------------------------------------------------------------------------------------------


def build(make: Callable[..., Table], events: Iterable[Event]) -> Table:
    """The table that the events tell of, all of them or the first ones. make: the class Table.

    Raises ValueError where they tell of no table, or of something that the rules do not give.

    >>> from omaha_fast.engine import NoLimit, Table
    >>> table = Table(NoLimit(1, 2))
    >>> build(Table, table.events()) == table
    True
    """
    told = list(events)
    for event in told:
        if not isinstance(event, Event):
            raise ValueError(f"{shown(event)} is no Event: Event.from_dict makes one of a dict")
    if not told or told[0].name != "table_state":
        raise ValueError("events of a table: expected table_state first")
    if told[-1].name == "hand_dealt":
        told.pop()  # of a hand of which nothing else is known: it is dealt again
    number = 0
    try:
        table = _from_state(make, told[0].fields)
        table._replaying = True
        for number in range(1, len(told)):
            event = told[number]
            if event.name == "hand_dealt":
                _deal(table, told[number + 1])
            elif event.name in APPLY:
                APPLY[event.name](table, event)
            elif event.name not in BY_ITSELF:
                _in_hand(table, event)
        table._replaying = False
    except ValueError as error:
        raise ValueError(f"event {number}, {told[number].name}: {error}") from error
    except (AttributeError, KeyError, IndexError, TypeError) as error:
        raise ValueError(
            f"event {number}, {told[number].name}, cannot be read: {shown(error)}"
        ) from error
    happened = table.events()
    for number, event in enumerate(told):
        if number >= len(happened):
            raise ValueError(f"event {number}, {event.name}: the rules give nothing here")
        if event != happened[number]:
            raise ValueError(
                f"event {number}, {shown(event)}: the rules give {shown(happened[number])}"
            )
    return table


def _deal(table: Table, started: Event) -> None:
    """Deal the hand that begins with the event."""
    if started.name != "hand_started":
        raise ValueError(f"followed by {started.name}: expected hand_started")
    fields = started.fields
    if not isinstance(fields["deck"], list):
        raise ValueError(f"deck {shown(fields['deck'])}: expected its cards")
    if not isinstance(fields["deterministic"], bool):
        raise ValueError(f"deterministic {shown(fields['deterministic'])}: expected true or false")
    straddles = sum(post[1] == "straddle" for post in fields["posts"])
    hand = table.deal(fields["deck"], straddles=straddles)
    hand._dealing.deterministic = fields["deterministic"]


def _in_hand(table: Table, event: Event) -> None:
    if table._hand is None:
        raise ValueError("no hand is dealt")
    apply(table._hand, event)


def _resume(table: Table, event: Event) -> None:
    """The hand that was over last: hands can still be shown."""
    if table._hand is not None or (table._last is None and not table._voided):
        raise ValueError("the last hand: expected after the state of a table with one")
    hand = Hand.from_events(map(Event.from_dict, event.events))
    if not hand.finished or len(hand.starting_stacks) != len(table._places):
        raise ValueError(f"the last hand, {hand!r}: expected a finished one of this table")
    if hand._dealing.deck is None:
        raise ValueError("the last hand without its deck")
    hand._floor = len(hand._betting.log)
    table._hand = hand
    table._log.resume(last_hand(hand), hand)


def _draw(table: Table, event: Event) -> None:
    if [seat for seat, _ in event.cards] != list(table.ready):
        raise ValueError(f"cards {shown(event.cards)}: expected one of each player")
    table.draw_button([card for _, card in event.cards])


APPLY: dict[str, Callable[[Any, Event], object]] = {
    "seated": lambda table, event: table.sit(
        event.fields["name"], event.chips, event.seat, event.post
    ),
    "left": lambda table, event: table.leave(event.seat),
    "chips_added": lambda table, event: table.add_chips(event.seat, event.amount),
    "sat_out": lambda table, event: table.sit_out(event.seat),
    "sat_in": lambda table, event: table.sit_in(event.seat, event.post),
    "level_raised": lambda table, event: table.next_level(),
    "button_drawn": _draw,
    "last_hand": _resume,
    # It follows from the hand, but comes when the table takes that over; a hand may be shown before that or after.
    "busted": lambda table, event: table._settle(),
}
