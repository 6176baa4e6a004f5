"""The log of a table: what happened, its own events and those of its hands, and what of it one seat may know."""

from __future__ import annotations

import pickle
from bisect import bisect_right
from collections.abc import Callable
from typing import Any

from .betting import CALL, CHECK, FOLD, RAISE, RETURNED, ROUND
from .events import BOARD, COLLECTED, MUCKED, SETTLED, SHOWN, TABLED, Event, hidden, narrate
from .hand import Hand

__all__ = ["Log"]

# What the log of a hand holds that follows from the deck and from what the players do.
FOLLOWS = frozenset((RETURNED, ROUND, COLLECTED, TABLED, BOARD, SETTLED))

# Where a hand stands: the length of its log; the number of its events, None once it is finished. A finished hand can
# only have cards shown, one entry and one event each, so its events need not be counted.
Mark = tuple[int, int | None]


def _mark(hand: Hand) -> Mark:
    return len(hand._betting.log), None if hand.finished else len(narrate(hand))


def _place(mark: Mark, hand: Hand, total: int) -> int:
    length, count = mark
    return total - (len(hand._betting.log) - length) if count is None else count


def _packed(hand: Hand) -> tuple[Any, ...] | None:
    """A finished hand in a tenth of its memory; None where more was asked for than actions and the showdown.

    A table keeps thousands of hands, of which the log is hardly ever read.
    """
    moves: list[int] = []
    for entry in hand._betting.log:
        kind = entry[0]
        if kind <= RAISE:
            moves += entry[:3:2]  # kind and chips
        elif (kind == SHOWN and not entry[4] and entry[2] == entry[3]) or kind == MUCKED:
            moves += (kind, 0)
        elif kind not in FOLLOWS:
            return None
    dealing = hand._dealing
    assert dealing.deck is not None
    return (
        hand.stakes,
        hand.starting_stacks,
        hand.button,
        hand.game.name,
        hand.rules,
        bytes(dealing.deck),
        dealing.deterministic,
        hand.posts,
        "ask" if hand._asking else "auto",
        tuple(moves),
    )


def _unpacked(packed: tuple[Any, ...]) -> Hand:
    stakes, stacks, button, game, rules, deck, deterministic, posts, showdown, moves = packed
    hand = Hand(
        stakes,
        stacks,
        button=button,
        game=game,
        rules=rules,
        deck=list(deck),
        posts=posts,
        showdown=showdown,
    )
    hand._dealing.deterministic = deterministic
    actions: dict[int, Callable[[], None]] = {FOLD: hand.fold, CHECK: hand.check, CALL: hand.call}
    actions |= {SHOWN: hand.show, MUCKED: hand.muck}
    for kind, chips in zip(moves[::2], moves[1::2], strict=True):
        if kind in actions:
            actions[kind]()
        else:
            betting = hand._betting
            hand.raise_to(betting.bet[betting.actor] + chips)
    return hand


class Stretch:
    """Events of one hand that follow each other in the log of the table.

    They are worked out of the hand when asked for: of the hand itself, or once it cannot change any more of the packed
    one; and then kept, as their number and the pickle of their names and fields.
    first, last: where the stretch begins and ends; None for the whole hand, or for all so far.
    serial: the number of the deal.
    """

    __slots__ = ("first", "hand", "kept", "last", "packed", "serial")

    def __init__(self, hand: Hand | None, serial: int, first: Mark | None) -> None:
        self.hand = hand
        self.serial = serial
        self.first = first
        self.last: Mark | None = None
        self.packed: tuple[Any, ...] | None = None
        self.kept: tuple[int, bytes] | None = None

    def close(self, hand: Hand, mark: Mark) -> None:
        """Whatever follows in the hand belongs to another stretch, and what came before is not taken back."""
        self.last = mark
        hand._floor = mark[0]
        if mark[1] is not None:
            return
        if mark == self.first:
            self._keep([])
        elif self.first is None:
            self.packed = _packed(hand)
            if self.packed is not None:
                self.hand = None

    def _keep(self, events: list[Event]) -> None:
        data = [(event.name, event.fields) for event in events]
        self.kept = len(events), pickle.dumps(data, protocol=4)
        self.hand = self.packed = None

    def count(self) -> int | None:
        """How many events there are, None where that may change."""
        if self.kept is None:
            if self.hand is not None and (self.last is None or not self.hand.finished):
                return None
            self.events()
        assert self.kept is not None
        return self.kept[0]

    def events(self) -> list[Event]:
        """Its events so far; nobody else has them."""
        if self.kept is not None:
            return [Event(name, fields) for name, fields in pickle.loads(self.kept[1])]
        hand = self.hand
        if hand is None:
            assert self.packed is not None
            told = narrate(_unpacked(self.packed))
            self._keep(told)
            return told
        told = narrate(hand)
        first = 0 if self.first is None else _place(self.first, hand, len(told))
        last = len(told) if self.last is None else _place(self.last, hand, len(told))
        told = told[first:last]
        if self.last is not None and hand.finished:
            self._keep(told)
        return told

    def copy(self, hand: Hand | None, other: Hand | None) -> Stretch:
        """An independent copy, of the other hand if it is of the first one."""
        made = Stretch(other if self.hand is hand else self.hand, self.serial, self.first)
        made.last, made.packed, made.kept = self.last, self.packed, self.kept
        return made


class Log:
    """The events of a table in order: its own, and stretches of those of its hands.

    >>> log = Log()
    >>> log.add(Event("sat_out", {"seat": 1}))
    >>> log.events(0)[0].seat
    1
    """

    __slots__ = ("_items", "_starts", "deals")

    def __init__(self) -> None:
        self._items: list[Event | Stretch] = []
        # Number of the first event of each item, of those before which nothing changes any more.
        self._starts = [0]
        self.deals = 0

    def add(self, event: Event) -> None:
        """Append an event of the table; in the middle of a hand too."""
        items = self._items
        stretch = items[-1] if items else None
        if not isinstance(stretch, Stretch):
            items.append(event)
            return
        hand = stretch.hand
        assert hand is not None
        mark = _mark(hand)
        stretch.close(hand, mark)
        items += [event, Stretch(hand, self.deals, mark)]

    def deal(self, event: Event, hand: Hand) -> None:
        """Append the events of a new hand, which come by themselves. What happens in the old one is no more told."""
        items = self._items
        stretch = items[-1]
        if isinstance(stretch, Stretch) and stretch.hand is not None:
            stretch.close(stretch.hand, _mark(stretch.hand))
        self.deals += 1
        items += [event, Stretch(hand, self.deals, None)]

    def resume(self, event: Event, hand: Hand) -> None:
        """Append the event that tells of a hand that is over, then what may still be shown of it."""
        mark = _mark(hand)
        hand._floor = mark[0]
        self._items += [event, Stretch(hand, 0, mark)]

    def copy(self, hand: Hand | None, other: Hand | None) -> Log:
        """An independent copy in which the hand that is being played is the other one."""
        made = Log()
        made.deals, made._starts = self.deals, self._starts[:]
        made._items = [
            item.copy(hand, other) if isinstance(item, Stretch) else item for item in self._items
        ]
        return made

    def _count(self) -> None:
        starts, items = self._starts, self._items
        # The last item may still grow.
        for item in items[len(starts) - 1 : len(items) - 1]:
            count = 1 if isinstance(item, Event) else item.count()
            if count is None:
                return
            starts.append(starts[-1] + count)

    def events(self, since: int, seat: int | None = None, joined: int | None = None) -> list[Event]:
        """The events from that number on.

        joined: None for all of them; else what the player of a seat (None: a spectator) may know who came after so many
        deals.
        """
        self._count()
        place = bisect_right(self._starts, since) - 1
        skip = since - self._starts[place]
        result: list[Event] = []
        for item in self._items[place:]:
            if isinstance(item, Event):
                event = Event.from_dict(_fresh(item.to_dict()))
                result.append(event if joined is None else _hide(event))
            elif joined is None:
                result += item.events()
            else:
                result += hidden(item.events(), seat if item.serial > joined else None)
        return result[skip:]


def _hide(event: Event) -> Event:
    """The event as every player may see it."""
    if event.name == "table_state":
        return Event(event.name, event.fields | {"seed": None})
    if event.name == "last_hand":
        told = hidden(map(Event.from_dict, event.events), None)
        return Event(event.name, {"events": [each.to_dict() for each in told]})
    return event


def _fresh(value: Any) -> Any:
    """A copy of plain data, so that nobody changes the log from outside."""
    if isinstance(value, list):
        return [_fresh(item) for item in value]
    if isinstance(value, dict):
        return {name: _fresh(item) for name, item in value.items()}
    return value
