"""A table: seats, stacks, button and blinds, hand after hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from ..cards import Card, Deck, parse_cards
from ..errors import CardError, IllegalActionError, shown
from ..games import parse_game
from .events import Event
from .hand import Hand
from .positions import Places, Positions, between
from .posting import is_seat, standard_posts
from .rules import HouseRules
from .schedule import Level, Schedule
from .seating import Seat
from .serialize import NAMES, dump, load
from .sitting import Sitting
from .stakes import Stakes
from .table_events import TABLE_SCHEMA, build, hand_dealt, last_hand, state
from .table_log import Log

__all__ = ["Table"]

KINDS = ("cash", "tournament")
NEWCOMERS = ("wait", "post")
MOST_SEATS = 10
# Verbs of act(): what they take of it, and what the method of the Hand calls that.
SEAT = {"seat": "seat"}
TOTAL = SEAT | {"amount": "amount"}
VERBS: dict[str, dict[str, str]] = {
    "fold": SEAT,
    "check": SEAT,
    "call": SEAT,
    "all_in": SEAT,
    "bet": TOTAL,
    "raise_to": TOTAL,
    "agree_runs": {"amount": "runs"},
    "expose_card": SEAT | {"amount": "index"},
    "show": SEAT | {"cards": "cards"},
    "muck": SEAT,
    "misdeal": {},
}


class Table(Sitting):
    """A cash game or a tournament table, hand after hand.

    Players sit down, deal() deals the next hand to who plays, act() plays it, or its own methods. Once it is finished
    the table takes over stacks, rake and busts when it is asked anything but its `hand`. Every refused call leaves the
    table as it was. While a hand is played nobody sits down, leaves or buys chips: the caller has to queue that.

    The big blind moves on to the next player who plays or wants to, so that nobody posts it twice in a row or escapes
    it; the small blind is due where the big blind was in the hand before, the button where the small blind was. The
    dead button stands there, whoever has left. The moving one stands there or at the nearest player counterclockwise
    who was in the game before: when a blind leaves it may stay for a hand, lest it overtake the others.

    `hand.undo()` takes back what was done in the hand, but not what the table has settled, nor what came before another
    event of the table such as sat_out. It makes events() shorter: a server that appends them to a log must not use it.
    In a tournament it does not get past who is absent: that one acts again as soon as the table is asked anything.

    Deck number n of a seed is Deck(seed=s) where s is the SHA-256, as a big-endian number, of the text
    "omaha_fast.table:SEED:N"; after the k-th misdeal of that hand of "omaha_fast.table:SEED:N:K"; for the draw of the
    button of "omaha_fast.table:SEED:button".

    >>> from omaha_fast.engine import PotLimit
    >>> table = Table(PotLimit(5, 10), seed=7)
    >>> table.sit("Ann", 1000), table.sit("Bob", 1000), table.sit("Cid", 1000)
    (0, 1, 2)
    >>> hand = table.deal()
    >>> table.button, table.small_blind_seat, table.big_blind_seat, hand.actor
    (2, 0, 1, 2)
    >>> table.act("raise_to", 35); table.act("fold"); table.act("fold")
    >>> [player.stack for player in table.players if player], table.number
    ([995, 990, 1015], 1)
    """

    __slots__ = ("_replaying", "_seed", "_showdown")

    def __init__(
        self,
        stakes: Stakes | Schedule,
        *,
        seats: int = 6,
        game: str = "omaha",
        rules: HouseRules | None = None,
        kind: str = "cash",
        newcomers: str = "wait",
        showdown: str = "auto",
        seed: int | None = None,
    ) -> None:
        """An empty table.

        stakes: stakes, or a Schedule of them.   seats: 2 to 10.   game: where the level names none.
        rules: by default the preset of the kind, "cash" or "tournament"; a tournament has no rake.
        newcomers: they "wait" for the big blind or "post" it, where sit() and sit_in() do not say (cash).
        showdown: as Hand.   seed: for a session that is the same every time; None: decks from the secure source.
        Raises ValueError, TypeError naming the value and what was expected.
        """
        if kind not in KINDS:
            raise ValueError(f"kind {shown(kind)}: expected one of {', '.join(KINDS)}")
        if newcomers not in NEWCOMERS:
            raise ValueError(f"newcomers {shown(newcomers)}: expected 'wait' or 'post'")
        if showdown not in ("auto", "ask"):
            raise ValueError(f"showdown {shown(showdown)}: expected 'auto' or 'ask'")
        if not is_seat(seats) or not 2 <= seats <= MOST_SEATS:
            raise ValueError(f"seats {shown(seats)}: expected 2 to {MOST_SEATS}")
        if seed is not None and (not is_seat(seed) or not 0 <= seed < 1 << 64):
            raise ValueError(f"seed {shown(seed)}: expected None or a whole number below 2**64")
        if rules is None:
            rules = HouseRules.preset(kind)
        if not isinstance(rules, HouseRules):
            raise TypeError(f"rules {shown(rules)}: expected HouseRules")
        if kind == "tournament" and rules.rake is not None:
            raise ValueError(f"rake of {rules.rake.percent} percent in a tournament: expected none")
        if game is None:
            raise ValueError("game None: expected a name such as 'omaha'")
        self._game = parse_game(game)
        self._schedule = stakes if isinstance(stakes, Schedule) else Schedule([Level(stakes)])
        for level in self._schedule.levels:
            cards, boards = self._game_of(level).cards, rules.boards
            shared = 5 * boards + (3 if rules.burn else 0)
            needed = seats * cards + shared
            if needed > 52:
                raise ValueError(
                    f"{seats} seats with {cards} hole cards, {boards} board{'s' * (boards > 1)}"
                    f"{' and 3 burns' if rules.burn else ''} take {needed} cards: expected at most "
                    f"52, enough for {(52 - shared) // cards} seats"
                )
        self._kind, self._newcomers, self._showdown = kind, newcomers, showdown
        self._rules, self._seed = rules, seed
        self._places: list[Seat | None] = [None] * seats
        self._level = self._level_hands = self._number = self._voided = self._rake = 0
        # Who drew the button; the places of the last hand that counted.
        self._drawn: int | None = None
        self._last: Places | None = None
        self._busted: list[tuple[str, int]] = []
        self._hand: Hand | None = None
        self._positions: Positions | None = None
        self._wanted: dict[int, tuple[bool, bool]] = {}
        self._void: Positions | None = None
        self._void_left: tuple[int, ...] = ()
        self._replaying = False
        self._log = Log()
        self._log.add(state(self))

    # -- the deal ----------------------------------------------------------------------------------------------

    def _deck(self, what: str) -> Deck:
        """A new deck, by the seed if there is one."""
        if self._seed is None:
            return Deck()
        text = f"omaha_fast.table:{self._seed}:{what}"
        return Deck(seed=int.from_bytes(sha256(text.encode()).digest(), "big"))

    def _draw(self, deck: Deck | Sequence[int | str] | str | None) -> dict[int, Card]:
        """The cards that the players are dealt for the button, clockwise from seat 0."""
        seats = self.ready
        if not seats:
            raise ValueError("no button is drawn: expected two players or more")
        if deck is None:
            deck = self._deck("button")
        cards = deck.deal(len(seats)) if isinstance(deck, Deck) else parse_cards(deck)
        if len(cards) < len(seats):
            raise CardError(f"{len(cards)} cards for {len(seats)} players: expected one each")
        return dict(zip(seats, cards, strict=False))

    def draw_button(self, deck: Deck | Sequence[int | str] | str | None = None) -> dict[int, Card]:
        """A card face up to each player; who has the highest gets the button. Ace high, suits c < d < h < s.

        Once, before the first hand; deal() does it by itself. Returns the card of each seat. Raises ValueError.
        """
        self._between()
        if self._drawn is not None or self._last is not None:
            raise ValueError("the button is drawn already")
        cards = self._draw(deck)
        self._take_button(cards)
        return cards

    def _take_button(self, cards: dict[int, Card]) -> None:
        self._drawn = max(cards, key=cards.__getitem__)
        told = [[seat, NAMES[card]] for seat, card in cards.items()]
        self._tell("button_drawn", cards=told, seat=self._drawn)

    def deal(
        self, deck: Deck | Sequence[int | str] | str | None = None, *, straddles: int = 0
    ) -> Hand:
        """The next hand; the button is drawn before the first. In a tournament who is absent acts at once.

        deck: as Hand's, else a new one.   straddles: so many, by the players after the big blind.
        After a misdeal the same hand is dealt again: to the same players, with the same button, blinds, posts and level
        (TDA 35-C). Where one of them has left or sits out it is dealt to the others alone; fewer than two: to all.
        Raises ValueError while the hand before is played, with fewer than two players, for a straddle by who is absent
        and in a tournament that is over; and what Hand does.
        """
        self._between()
        self._not_over()
        draw = None
        drawn = self._drawn
        if drawn is None and self._last is None and self.ready:
            draw = self._draw(None)
            drawn = max(draw, key=draw.__getitem__)
        positions = self._next(drawn or 0)
        if positions is None:
            raise ValueError("no hand is dealt: expected two players or more who play")
        level = self._schedule.levels[self._level]
        if deck is None:
            again = f":{self._voided}" if self._voided else ""
            deck = self._deck(f"{self._number + 1}{again}")
        hand = self._hand_of(positions, level, deck, straddles)
        if draw is not None:
            self._take_button(draw)
        self._hand, self._positions = hand, positions
        self._log.deal(hand_dealt(self, positions.places), hand)
        if not self._replaying:  # from_events() has yet to say whether the deck was a seeded one
            self._settle()
        return hand

    def _hand_of(
        self,
        positions: Positions,
        level: Level,
        deck: Deck | Sequence[int | str] | str,
        straddles: int,
    ) -> Hand:
        """The hand as it is dealt."""
        (button, small, big, _), dealt, posting = positions
        places = self._places
        stacks: list[int | None] = [None] * len(places)
        for seat in dealt:
            stacks[seat] = places[seat].stack  # type: ignore[union-attr]
        blinds = (small, big)
        posts = None
        if posting and self._kind == "cash":
            stakes, rules = level.stakes, self._rules
            posts = [
                *standard_posts(stakes, dealt, button, rules, blinds=blinds, straddles=straddles)
            ]
            for seat in posting:
                posts += self._at(seat).owed(seat, stakes)
        hand = Hand(
            level.stakes,
            stacks,
            button=button,
            game=level.game or self._game.name,
            rules=self._rules,
            deck=deck,
            blinds=blinds if posts is None else None,
            straddles=straddles if posts is None else 0,
            posts=posts,
            showdown=self._showdown,
        )
        for post in hand.posts if straddles else ():
            if post.kind == "straddle" and self._at(post.seat).out:
                raise ValueError(f"straddle by seat {post.seat}, which is absent: expected none")
        return hand

    def act(
        self,
        verb: str,
        amount: int | None = None,
        *,
        seat: int | None = None,
        cards: Any = None,
    ) -> None:
        """The method of that name of the hand; then those who are absent from a tournament act.

        amount: the total of a bet or raise, the number of runs, the index of an exposed card.
        cards: to show. Of a finished hand its players show, as long as they keep their seats.
        Raises IllegalActionError; CardError for cards that cannot be, TypeError for what are no cards. All is then as
        it was.
        """
        self._settle()
        takes = VERBS.get(verb) if isinstance(verb, str) else None
        if takes is None:
            raise IllegalActionError(f"verb {shown(verb)}: expected one of {', '.join(VERBS)}")
        hand = self._hand
        if hand is None:
            raise IllegalActionError(f"{verb}: no hand has been dealt")
        given = {"amount": amount, "seat": seat, "cards": cards}
        for what, value in given.items():
            if value is not None and what not in takes:
                raise IllegalActionError(f"{verb} with {what} {shown(value)}: expected none")
        if "amount" in takes and amount is None:
            raise IllegalActionError(f"{verb} without an amount: expected one")
        if verb == "show" and hand.finished and is_seat(seat) and seat in hand.seats:
            place = self._places[seat]
            if place is None or (place.new and not hand.void):
                raise IllegalActionError(f"seat {seat} shows: its player was not in the hand")
        getattr(hand, verb)(**{name: given[what] for what, name in takes.items()})
        self._play_absent()

    def play_absent(self) -> None:
        """Who is absent from a tournament acts, if it is its turn: it checks, or folds; it shows what it has to.

        Only needed after actions of the hand itself; everything that is asked of the table does it first.
        """
        self._settle()

    # -- when a hand is over -----------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Play those who are absent; take over what came of a finished hand. Everything begins with it."""
        positions, hand = self._positions, self._hand
        if positions is None or hand is None:
            return
        self._play_absent()
        if not hand.finished:
            return
        # What is settled is not taken back.
        hand._floor = len(hand._betting.log)
        self._positions = None
        if hand.void:
            self._voided += 1
            self._void, self._void_left = positions, ()
        else:
            self._take_over(positions, hand)
        for seat, (out, post) in self._wanted.items():
            place = self._at(seat)
            place.out, place.post = out, post
        self._wanted = {}
        if self._kind == "tournament" and not hand.void:
            self._bust(hand)

    def _play_absent(self) -> None:
        positions, hand = self._positions, self._hand
        if self._kind == "cash" or self._replaying or positions is None or hand is None:
            return
        absent = [seat for seat in positions.dealt if self._wants(seat, self._at(seat))[0]]
        while absent:
            legal = hand.legal_actions
            if legal is not None and legal.seat in absent:
                if legal.check:
                    hand.check()
                else:
                    hand.fold()
            elif hand.to_show in absent:
                if hand.can_muck():
                    hand.muck()
                else:
                    hand.show()
            else:
                return

    def _take_over(self, positions: Positions, hand: Hand) -> None:
        last, places, dealt = self._last, positions.places, positions.dealt
        self._last, self._drawn = places, None
        self._number += 1
        self._voided, self._void, self._void_left = 0, None, ()
        self._rake += hand.rake
        posts = self._kind == "tournament" or self._newcomers == "post"
        stacks = hand._betting.stack
        for seat, place in enumerate(self._places):
            if place is None:
                continue
            if seat in dealt:
                place.stack = stacks[seat]
                place.new = place.owes_big = place.owes_small = False
                place.post = posts
            elif last is not None and not place.new:
                # The turn of the small blind has gone on to the seat of the last big blind.
                if seat == last.big or between(last.turn, seat, last.big):
                    place.owes_small = True
                if between(last.big, seat, places.big):
                    place.owes_big = True
        self._level_hands += 1
        lasts = self._schedule.levels[self._level].hands
        if lasts is not None and self._level_hands >= lasts:
            after = self._schedule.after(self._level)
            if after is not None:
                self._level, self._level_hands = after, 0

    def _bust(self, hand: Hand) -> None:
        """Free the seats of those who lost their last chips; who began the hand with more comes before."""
        start = hand.starting_stacks
        out = [seat for seat in hand.seats if not hand._betting.stack[seat]]
        left = sum(place is not None for place in self._places) - len(out)
        for seat in sorted(out, key=lambda seat: start[seat] or 0):
            ahead = sum((start[other] or 0) > (start[seat] or 0) for other in out)
            name = self._at(seat).name
            place = left + 1 + ahead
            self._places[seat] = None
            self._busted.append((name, place))
            self._tell("busted", seat=seat, name=name, place=place)

    # -- copies, events, JSON ----------------------------------------------------------------------------------

    def events(self, since: int = 0) -> tuple[Event, ...]:
        """All that happened from event number `since` on, secrets included: the log of who runs the game."""
        self._settle()
        return tuple(self._log.events(_number(since)))

    def events_for(self, seat: int | None, since: int = 0) -> tuple[Event, ...]:
        """What the player of a seat (None: a spectator) may know of it: no seed, no deck, no cards of others.

        Of the hands before it sat down it knows what everybody does. Raises ValueError for an empty seat.
        """
        self._settle()
        joined = 0 if seat is None else self._at(seat).joined
        return tuple(self._log.events(_number(since), seat, joined))

    def _snapshot(self) -> list[Event]:
        """The events that make the table what it is now, and no others."""
        self._settle()
        hand = self._hand
        if hand is None:
            return [state(self)]
        if self._positions is None:
            return [state(self), last_hand(hand)]
        dealt = hand_dealt(self, self._positions.places)
        return [state(self), dealt, *hand.events(), *self._changes()]

    def forget(self) -> None:
        """Drop what happened so far: the events begin anew with the state of the table and its last hand.

        Their numbers begin at 0 again, and of the last hand, once it is over, the players see what spectators do.
        For sessions of days: it bounds the memory, and the time that events() and events_for() take, which work out the
        hands of the log that nobody has asked for yet.
        """
        self._settle()
        hand = self._hand
        self._log = Log()
        for place in self._places:
            if place is not None:
                place.joined = 0
        self._log.add(state(self))
        if hand is None:
            return
        if self._positions is None:
            self._log.resume(last_hand(hand), hand)
            return
        self._log.deal(hand_dealt(self, self._positions.places), hand)
        for event in self._changes():
            self._log.add(event)

    @classmethod
    def from_events(cls, events: Iterable[Event]) -> Table:
        """The table that its events, all or the first of them, tell of; it goes on as that one did.

        Raises ValueError where they contradict the rules.
        """
        return build(cls, events)

    def to_json(self) -> str:
        """The table as it is now as JSON text, secrets included, without what happened before."""
        return dump((event.to_dict() for event in self._snapshot()), TABLE_SCHEMA)

    @classmethod
    def from_json(cls, text: str | bytes) -> Table:
        """The inverse of to_json. Raises ValueError for anything else."""
        return build(cls, [Event.from_dict(data) for data in load(text, TABLE_SCHEMA)])

    def copy(self) -> Table:
        """An independent copy, its hand included."""
        self._settle()
        other = type(self).__new__(type(self))
        for slots in (Sitting.__slots__, Table.__slots__):
            for name in slots:
                setattr(other, name, getattr(self, name))
        other._places = [None if place is None else place.copy() for place in self._places]
        other._busted, other._wanted = self._busted[:], dict(self._wanted)
        other._hand = None if self._hand is None else self._hand.copy()
        other._log = self._log.copy(self._hand, other._hand)
        return other

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        """Whether both are in the same state, however they came to it."""
        if not isinstance(other, Table):
            return NotImplemented
        return self._snapshot() == other._snapshot()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        # Never the seed: a log line must not give the decks away.
        players = sum(place is not None for place in self._places)
        doing = "playing" if self.playing else "after"
        return (
            f"<Table {self._kind}, {self.stakes!r}, {players} players, {doing} hand {self.number}>"
        )


def _number(since: object) -> int:
    if not is_seat(since) or since < 0:
        raise ValueError(f"events since {shown(since)}: expected 0 or more")
    return since
