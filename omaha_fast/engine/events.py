"""What happened in a hand, event by event: told from its log, hidden for one seat, turned back into a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import shown
from .betting import BET, CALL, CHECK, FOLD, RAISE, RETURNED
from .dealing import STREETS
from .pots import layers
from .serialize import (
    NAMES,
    VERSION,
    plain_cards,
    plain_rules,
    plain_stakes,
    rules_from,
    stakes_from,
)

if TYPE_CHECKING:
    from .hand import Hand

__all__ = ["Event", "apply", "hidden", "narrate", "rebuild"]

# Log entries of the hand, beyond those of the betting.
COLLECTED, TABLED, BOARD, RUNS, HOLE, EXPOSED, MISDEALT, SHOWN, MUCKED, SETTLED = range(20, 30)


class Event:
    """One thing that happened. name: what; fields: plain values by name, also as attributes.

    Cards are lists of two-letter texts. Two events are equal when name and fields are.

    >>> event = Event("called", {"seat": 2, "amount": 10, "to": 10, "all_in": False})
    >>> event.seat, event.to_dict()["event"], Event.from_dict(event.to_dict()) == event
    (2, 'called', True)
    """

    __slots__ = ("fields", "name")

    name: str
    fields: dict[str, Any]

    def __init__(self, name: str, fields: Mapping[str, Any]) -> None:
        self.name = name
        self.fields = dict(fields)

    def __getattr__(self, name: str) -> Any:
        fields = object.__getattribute__(self, "fields")
        if name in fields:
            return fields[name]
        raise AttributeError(f"event {self.name!r} has no field {name!r}")

    def to_dict(self) -> dict[str, Any]:
        """The event as a dict: its name under "event", then its fields."""
        return {"event": self.name, **self.fields}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Event:
        """The inverse of to_dict. Raises ValueError where there is no name."""
        fields = dict(data)
        name = fields.pop("event", None)
        if not isinstance(name, str):
            raise ValueError(f"event without a name: {sorted(map(str, fields))}")
        return cls(name, fields)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return self.name == other.name and self.fields == other.fields

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Event], tuple[str, dict[str, Any]]]:
        return type(self), (self.name, self.fields)

    def __repr__(self) -> str:
        return f"Event({self.name!r}, {self.fields!r})"


def _started(hand: Hand) -> Event:
    dealing = hand._dealing
    given = dealing.given
    return Event(
        "hand_started",
        {
            "version": VERSION,
            "game": hand.game.name,
            "stakes": plain_stakes(hand.stakes),
            "rules": plain_rules(hand.rules),
            "stacks": list(hand.starting_stacks),
            "button": hand.button,
            "posts": [list(post) for post in hand._posts],
            "showdown": "ask" if hand._asking else "auto",
            "deck": None if dealing.deck is None else plain_cards(dealing.deck),
            "board": None if given is None else [plain_cards(row) for row in given],
            "deterministic": dealing.deterministic,
        },
    )


def narrate(hand: Hand) -> list[Event]:
    """Everything that happened in the hand, secrets included, in order.

    >>> from omaha_fast.engine import Hand, NoLimit
    >>> hand = Hand(NoLimit(1, 2), [200, 200])
    >>> [event.name for event in narrate(hand)]
    ['hand_started', 'posted', 'posted', 'hole_dealt', 'hole_dealt']
    """
    events = [_started(hand)]

    def tell(name: str, **fields: Any) -> None:
        events.append(Event(name, fields))

    stack = [chips or 0 for chips in hand.starting_stacks]
    bet = [0] * len(stack)
    total = [0] * len(stack)
    dead = 0
    for seat, kind, amount, is_live, is_dead in hand._paid():
        stack[seat] -= amount
        bet[seat] += amount if is_live else 0
        if is_dead:
            dead += amount
        else:
            total[seat] += amount
        tell("posted", seat=seat, kind=kind, amount=amount, all_in=not stack[seat])
    count = hand.game.cards
    for seat in hand._order_dealt:
        tell("hole_dealt", seat=seat, count=count, cards=_cards(hand._initial[seat]))
    street = 0
    live = list(hand.seats)
    log = hand._betting.log
    number = 0
    while number < len(log):
        entry = log[number]
        number += 1
        kind = entry[0]
        if kind <= RAISE:
            seat, chips = entry[1], entry[2]
            stack[seat] -= chips
            bet[seat] += chips
            total[seat] += chips
            if kind == FOLD:
                live.remove(seat)
                tell("folded", seat=seat)
            elif kind == CHECK:
                tell("checked", seat=seat)
            else:
                name = {CALL: "called", BET: "bet", RAISE: "raised"}[kind]
                tell(name, seat=seat, amount=chips, to=bet[seat], all_in=not stack[seat])
        elif kind == RETURNED:
            _, seat, chips, _ = entry
            stack[seat] += chips
            total[seat] -= chips
            tell("uncalled_returned", seat=seat, amount=chips)
        elif kind == COLLECTED:
            bet = [0] * len(stack)
            # Who can still bet takes part in every pot; when one alone could, the betting is over.
            able = [seat for seat in live if stack[seat]]
            parts = layers(total, live, dead, able if len(able) > 1 else ())
            tell("bets_collected", street=STREETS[street], pots=[pot.amount for pot in parts])
            street += 1
        elif kind == TABLED:
            # Hands that were unknown then and shown right afterwards stand in the order of the showdown.
            _, order, hands = entry
            lying = dict(hands)
            while number < len(log) and log[number][0] == SHOWN:
                lying[log[number][1]] = log[number][2]
                number += 1
            for seat in order:
                if seat in lying:
                    tell("shown", seat=seat, cards=_cards(lying[seat]), voluntary=False)
        elif kind == SHOWN:
            _, seat, cards, _, voluntary, _ = entry
            tell("shown", seat=seat, cards=_cards(cards), voluntary=voluntary)
        elif kind == MUCKED:
            tell("mucked", seat=entry[1])
        elif kind == SETTLED:
            for seat, shows in hand._auto_shows():
                if shows:
                    cards = _cards(hand._dealing.holes[seat])
                    tell("shown", seat=seat, cards=cards, voluntary=False)
                else:
                    tell("mucked", seat=seat)
            _tell_settlement(hand, tell)
        else:
            _tell_dealing(entry, count, tell)
    return events


def _tell_settlement(hand: Hand, tell: Callable[..., None]) -> None:
    _, rakes, shares = hand._shares()
    for pot, chips in enumerate(rakes):
        if chips:
            tell("rake_taken", pot=pot, amount=chips)
    for run, board, (pot, half, seat, amount, odd, _) in shares:
        tell(
            "pot_awarded",
            pot=pot,
            run=run,
            board=board,
            half=half,
            seat=seat,
            amount=amount,
            odd=odd,
        )
    tell("hand_finished", stacks=list(hand.stacks), payouts=list(hand.payouts), rake=sum(rakes))


def _tell_dealing(entry: tuple[Any, ...], count: int, tell: Callable[..., None]) -> None:
    kind = entry[0]
    if kind == BOARD:
        _, street, run, board, cards, _, burn, card = entry
        if burn:
            tell(
                "burned",
                street=STREETS[street],
                run=run,
                card=None if card is None else NAMES[card],
            )
        tell("board_dealt", street=STREETS[street], run=run, board=board, cards=plain_cards(cards))
    elif kind == RUNS:
        tell("runs_agreed", runs=entry[1])
    elif kind == HOLE:
        tell("hole_dealt", seat=entry[1], count=count, cards=_cards(entry[2]))
    elif kind == EXPOSED:
        _, seat, index, card, replacement, _ = entry
        tell(
            "card_exposed",
            seat=seat,
            index=index,
            card=NAMES[card],
            replacement=None if replacement is None else NAMES[replacement],
        )
    elif kind == MISDEALT:
        tell("misdealt", reason=entry[1])


def _cards(cards: Iterable[int]) -> list[str] | None:
    return plain_cards(cards) or None


def hidden(events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """The events as one seat may know them (None: a spectator): no deck, no burned card, no hole card of others.

    >>> hidden([Event("burned", {"street": "flop", "run": 0, "card": "As"})], 0)[0].card is None
    True
    """
    result = []
    dealt: set[int] = set()
    for event in events:
        secret: dict[str, Any] = {}
        if event.name == "hand_started":
            secret = {"deck": None, "board": None}
        elif event.name == "burned":
            secret = {"card": None}
        elif event.name == "hole_dealt" and event.fields["seat"] != seat:
            if event.fields["seat"] in dealt:
                continue  # the operator learned of cards: nothing that a player sees
            dealt.add(event.fields["seat"])
            secret = {"cards": None}
        elif event.name == "card_exposed" and event.fields["seat"] != seat:
            secret = {"replacement": None}
        result.append(Event(event.name, event.fields | secret) if secret else event)
    return tuple(result)


# -- back to a hand ----------------------------------------------------------------------------------------------


def rebuild(
    make: Callable[..., Hand], events: Iterable[Event], *, known_good: bool = False
) -> Hand:
    """The hand that the events tell of, all of them or the first ones. make: the class Hand.

    known_good: they come from a hand, and need no comparing with what the rules give.
    Raises ValueError where they tell of no hand, or of something that the rules do not give.

    >>> from omaha_fast.engine import Hand, NoLimit
    >>> hand = Hand(NoLimit(1, 2), [200, 200])
    >>> rebuild(Hand, hand.events()) == hand
    True
    """
    told = tuple(events)
    for event in told:
        if not isinstance(event, Event):
            raise ValueError(f"{shown(event)} is no Event")
    if not told or told[0].name != "hand_started":
        raise ValueError("events of a hand: expected hand_started first")
    number = 0
    try:
        hand, first = _start(make, told)
        for number in range(first, len(told)):
            apply(hand, told[number])
    except ValueError as error:
        raise ValueError(f"event {number}, {told[number].name}: {error}") from error
    except (AttributeError, KeyError, IndexError, TypeError) as error:
        raise ValueError(
            f"event {number}, {told[number].name}, cannot be read: {shown(error)}"
        ) from error
    if known_good:
        return hand
    happened = hand.events()
    for number, event in enumerate(told):
        if number >= len(happened):
            if event.name == "burned":
                continue  # the burn of a street whose cards did not come any more
            raise ValueError(f"event {number}, {event.name}: the rules give nothing here")
        if event != happened[number]:
            raise ValueError(
                f"event {number}, {shown(event)}: the rules give {shown(happened[number])}"
            )
    return hand


def _start(make: Callable[..., Hand], told: Sequence[Event]) -> tuple[Hand, int]:
    """The hand as it was dealt, and the number of the first event after that."""
    header = told[0].fields
    if header["version"] != VERSION:
        raise ValueError(f"version {shown(header['version'])}: expected {VERSION}")
    number = 1
    while number < len(told) and told[number].name == "posted":
        number += 1
    holes: dict[int, list[str]] = {}
    while (
        number < len(told)
        and told[number].name == "hole_dealt"
        and told[number].fields["seat"] not in holes
    ):
        holes[told[number].fields["seat"]] = told[number].fields["cards"] or []
        number += 1
    deck = header["deck"]
    hand = make(
        stakes_from(header["stakes"]),
        header["stacks"],
        button=header["button"],
        game=header["game"],
        rules=rules_from(header["rules"]),
        deck=deck,
        posts=header["posts"],
        hole_cards=None if deck is not None else holes,
        board=header["board"],
        showdown=header["showdown"],
    )
    if not isinstance(header["deterministic"], bool):
        raise ValueError(f"deterministic {shown(header['deterministic'])}: expected true or false")
    hand._dealing.deterministic = header["deterministic"]
    return hand, number


def apply(hand: Hand, event: Event) -> None:
    """Do what the event tells of, unless it follows by itself from what was done before."""
    name, fields = event.name, event.fields
    seat = fields.get("seat")
    if name == "folded":
        hand.fold(seat=seat)
    elif name == "checked":
        hand.check(seat=seat)
    elif name == "called":
        hand.call(seat=seat)
    elif name == "bet":
        hand.bet(fields["to"], seat=seat)
    elif name == "raised":
        hand.raise_to(fields["to"], seat=seat)
    elif name == "hole_dealt":
        hand.deal_hole(fields["seat"], fields["cards"])
    elif name == "card_exposed":
        given = (None, None)
        if hand._dealing.deck is None:
            given = (fields["card"], fields["replacement"])
        hand.expose_card(fields["seat"], fields["index"], *given)
    elif name == "misdealt":
        if not hand.void:
            hand.misdeal(fields["reason"])
    elif name == "runs_agreed":
        hand.agree_runs(fields["runs"])
    elif name == "board_dealt":
        if hand.awaiting == "board":
            hand.deal_board(fields["cards"])
    elif name == "shown":
        if fields["voluntary"] or seat not in hand.shown:
            hand.show(seat, fields["cards"])
    elif name == "mucked" and seat not in hand.mucked:
        hand.muck(seat)
