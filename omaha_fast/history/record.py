"""The record of a hand: what a hand history says, whatever the format. Plain data; nothing here knows the rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from decimal import Context, Decimal
from typing import TypeAlias

from ..cards import Card
from ..engine.stakes import MAX_CHIPS, Stakes
from ..errors import shown
from ..games import GAMES

__all__ = [
    "ACTIONS",
    "POSTS",
    "STREETS",
    "Action",
    "Bounty",
    "Cards",
    "Player",
    "Posted",
    "Record",
    "RecordedPot",
    "Shown",
    "Street",
    "Tournament",
    "amount_text",
    "parse_amount",
]

STREETS = ("preflop", "flop", "turn", "river")
POSTS = ("ante", "small_blind", "big_blind", "extra_blind", "dead_blind", "straddle")
ACTIONS = ("fold", "check", "call", "bet", "raise")

# How many board cards lie once a street is dealt.
BOARD_LENGTH = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}

NUMBER = re.compile(r"[0-9]{1,30}(?:\.[0-9]{1,30})?(?:[eE][+-]?[0-9]{1,9})?")
# Whatever the caller's context is; 60 digits are more than any amount that is accepted has.
CONTEXT = Context(prec=60)
# Room for a currency with eight decimals; what a table of ten needs is far less.
MAX_DECIMALS = 8
MAX_SEAT = 99

Cards: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits where, with what.

    seat: its number in the record.   stack: before the posts.   final_stack: after the hand, where the record says so.
    sitting_out: has a seat and is not dealt in.   bounty: on its head, in 1/100 of the tournament's currency.
    """

    seat: int
    name: str
    stack: int
    final_stack: int | None = None
    sitting_out: bool = False
    bounty: int | None = None


@dataclass(frozen=True, slots=True)
class Posted:
    """A blind, ante or straddle: kind is one of POSTS, the names of omaha_fast.engine.Post.

    An "extra_blind" is live, a "dead_blind" is not. all_in is None where the record does not say.
    """

    seat: int
    kind: str
    amount: int
    all_in: bool | None = None


@dataclass(frozen=True, slots=True)
class Action:
    """What a player did: kind is one of ACTIONS.

    added: chips put in with it.   to: its total of the round. Each is None where the record does not say.
    """

    seat: int
    kind: str
    added: int | None = None
    to: int | None = None
    all_in: bool | None = None


@dataclass(frozen=True, slots=True)
class Street:
    """The actions of a street, one of STREETS. The cards are in Record.boards."""

    name: str
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards shown after the betting; mucked: not shown (some records name the cards all the same)."""

    seat: int
    cards: Cards
    mucked: bool = False


@dataclass(frozen=True, slots=True)
class RecordedPot:
    """A pot with what was taken from it, and who won how much of the rest: ((seat, chips), ...)."""

    amount: int
    wins: tuple[tuple[int, int], ...]
    rake: int = 0
    jackpot: int = 0


@dataclass(frozen=True, slots=True)
class Bounty:
    """A bounty won: amount in 1/100 of the tournament's currency."""

    seat: int
    amount: int
    defeated: int | None = None


@dataclass(frozen=True, slots=True)
class Tournament:
    """What a record says about the tournament. Money in 1/100 of the currency; stacks and speed as they are there."""

    number: str = ""
    name: str = ""
    start: datetime | None = None
    currency: str = ""
    buy_in: int | None = None
    fee: int | None = None
    bounty: int | None = None
    initial_stack: int | None = None
    kind: str = ""
    flags: tuple[str, ...] = ()
    speed: str = ""
    round_time: int | None = None
    level: str = ""
    bounties: tuple[Bounty, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One hand as recorded. Chips are ints: 10 ** decimals of them are one of the currency, or one tournament chip.

    id: of the hand.   game: a name of omaha_fast.games.GAMES.   stakes: with the structure, of omaha_fast.engine.
    button: a seat number, that of an empty seat under the dead-button rule.
    boards: complete for each run, all with the shared cards; one board when the board was run once.
    dealt: hole cards the record says were dealt, ((seat, cards), ...): usually the hero's.
    uncalled: what went back to whom, empty where the record does not say.
    Raises ValueError for a record that contradicts itself before any rule of the game is looked at: unknown seats, a
    card twice, amounts beyond 15 digits, streets out of order.

    >>> from omaha_fast.engine import PotLimit
    >>> Record(id="1", game="omaha", stakes=PotLimit(5, 10), button=1,
    ...        players=(Player(1, "Ann", 1000), Player(2, "Bob", 900))).decimals
    2
    """

    id: str
    game: str
    stakes: Stakes
    button: int
    players: tuple[Player, ...]
    posts: tuple[Posted, ...] = ()
    streets: tuple[Street, ...] = ()
    boards: tuple[Cards, ...] = ()
    dealt: tuple[tuple[int, Cards], ...] = ()
    shown: tuple[Shown, ...] = ()
    pots: tuple[RecordedPot, ...] = ()
    uncalled: tuple[tuple[int, int], ...] = ()
    site: str = ""
    network: str = ""
    time: datetime | None = None
    table: str = ""
    table_size: int | None = None
    currency: str = ""
    decimals: int = 2
    hero: int | None = None
    flags: tuple[str, ...] = ()
    tournament: Tournament | None = None

    def __post_init__(self) -> None:
        """Refuse what no rule could mend."""
        if self.game not in GAMES:
            raise ValueError(f"game {shown(self.game)}: expected one of {', '.join(GAMES)}")
        if not isinstance(self.id, str):
            raise TypeError(f"id {shown(self.id)}: expected text")
        for name in ("site", "network", "table", "currency"):
            if not isinstance(getattr(self, name), str):
                raise TypeError(f"{name} {shown(getattr(self, name))}: expected text")
        for player in self.players:
            if not isinstance(player.name, str):
                raise TypeError(f"name {shown(player.name)}: expected text")
        if type(self.decimals) is not int:
            raise TypeError(f"decimals {shown(self.decimals)}: expected a whole number")
        if self.time is not None and not isinstance(self.time, datetime):
            raise TypeError(f"time {shown(self.time)}: expected a datetime")
        if not 0 <= self.decimals <= MAX_DECIMALS:
            raise ValueError(f"decimals {shown(self.decimals)}: expected 0 to {MAX_DECIMALS}")
        self._check_players()
        self._check_seats()
        self._check_streets()
        self._check_cards()
        self._check_amounts()

    def _check_players(self) -> None:
        seats = [player.seat for player in self.players]
        if not 2 <= len(seats) <= MAX_SEAT:
            raise ValueError(f"{len(seats)} players: expected 2 or more")
        for seat in (*seats, self.button):
            if not 0 <= seat <= MAX_SEAT:
                raise ValueError(f"seat {shown(seat)}: expected 0 to {MAX_SEAT}")
        if len(set(seats)) != len(seats):
            raise ValueError(f"seats {shown(seats)}: expected a seat for each player")

    def _check_seats(self) -> None:
        named = {post.seat for post in self.posts}
        named.update(action.seat for street in self.streets for action in street.actions)
        named.update(seat for seat, _ in (*self.dealt, *self.uncalled))
        named.update(show.seat for show in self.shown)
        named.update(seat for pot in self.pots for seat, _ in pot.wins)
        if self.hero is not None:
            named.add(self.hero)
        if self.tournament is not None:
            named.update(won.seat for won in self.tournament.bounties)
            named.update(
                won.defeated for won in self.tournament.bounties if won.defeated is not None
            )
        unknown = named.difference(player.seat for player in self.players)
        if unknown:
            raise ValueError(f"seat {shown(min(unknown))}: expected the seat of a player")

    def _check_streets(self) -> None:
        names = [street.name for street in self.streets]
        if names != list(STREETS[: len(names)]):
            raise ValueError(f"streets {shown(names)}: expected {', '.join(STREETS)}, in order")
        for post in self.posts:
            if post.kind not in POSTS:
                raise ValueError(f"post {shown(post.kind)}: expected one of {', '.join(POSTS)}")
        for street in self.streets:
            for action in street.actions:
                if action.kind not in ACTIONS:
                    raise ValueError(
                        f"action {shown(action.kind)}: expected one of {', '.join(ACTIONS)}"
                    )

    def _check_cards(self) -> None:
        size = GAMES[self.game].cards
        seen: list[int] = []
        for seat, cards in self.hole_cards().items():
            if len(cards) > size:
                raise ValueError(f"{len(cards)} cards at seat {seat}: {self.game} has {size}")
            seen += cards
        for board in self.boards:
            if len(board) not in (3, 4, 5):
                raise ValueError(f"a board of {len(board)} cards: expected 3, 4 or 5")
            if len(board) != len(self.boards[0]):
                raise ValueError("boards of different lengths: expected complete boards")
            if not self.streets or len(board) > BOARD_LENGTH[self.streets[-1].name]:
                raise ValueError(
                    f"a board of {len(board)} cards: expected no more than the streets"
                )
        if len(self.boards) == 1:
            seen += self.boards[0]
        elif self.boards:
            shared = self.shared_board()
            if shared == len(self.boards[0]):
                raise ValueError(
                    f"{len(self.boards)} runs with the same board: expected other cards"
                )
            seen += self.boards[0][:shared]
            for board in self.boards:
                seen += board[shared:]
        if len(set(seen)) != len(seen):
            twice = next(card for card in seen if seen.count(card) > 1)
            raise ValueError(f"card {Card(twice)} twice: expected each card once")

    def _check_amounts(self) -> None:
        amounts: list[int | None] = [player.stack for player in self.players]
        amounts += [player.final_stack for player in self.players]
        amounts += [post.amount for post in self.posts]
        for street in self.streets:
            for action in street.actions:
                amounts += (action.added, action.to)
        for pot in self.pots:
            amounts += (pot.amount, pot.rake, pot.jackpot)
            amounts += [chips for _, chips in pot.wins]
        amounts += [chips for _, chips in self.uncalled]
        amounts += [player.bounty for player in self.players]
        if self.tournament is not None:
            info = self.tournament
            amounts += (info.buy_in, info.fee, info.bounty, info.initial_stack)
            amounts += [won.amount for won in info.bounties]
        for amount in amounts:
            if amount is not None and not 0 <= amount <= MAX_CHIPS:
                raise ValueError(f"amount {shown(amount)}: expected 0 to {MAX_CHIPS} units")

    def shared_board(self) -> int:
        """How many board cards all runs share: 0, 3 or 4, or all of a board that was run once.

        Found from the cards: two runs of one deck have no later street in common.
        """
        first = self.boards[0] if self.boards else ()
        for length in (5, 4, 3):
            if length <= len(first) and all(
                board[:length] == first[:length] for board in self.boards
            ):
                return length
        return 0

    def hole_cards(self) -> dict[int, Cards]:
        """Seat to hole cards, as far as the record names them, whether dealt or shown.

        Raises ValueError where it names different ones for a seat.
        """
        known: dict[int, Cards] = {}
        for seat, cards in (*self.dealt, *((show.seat, show.cards) for show in self.shown)):
            before = known.get(seat, ())
            long, short = (cards, before) if len(cards) > len(before) else (before, cards)
            if not set(short) <= set(long):
                raise ValueError(
                    f"cards of seat {seat} {' '.join(map(str, short))}: expected them among"
                    f" {' '.join(map(str, long))}"
                )
            if long:
                known[seat] = long
        return known

    def player(self, seat: int) -> Player:
        """The player at a seat. Raises ValueError where nobody sits."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise ValueError(f"seat {shown(seat)}: expected the seat of a player")

    @property
    def pot(self) -> int:
        """All pots together, before rake."""
        return sum(pot.amount for pot in self.pots)

    @property
    def rake(self) -> int:
        """All that was taken from the pots, for a jackpot too."""
        return sum(pot.rake + pot.jackpot for pot in self.pots)

    @property
    def payouts(self) -> dict[int, int]:
        """Seat to chips won from all pots, winners only."""
        won: dict[int, int] = {}
        for pot in self.pots:
            for seat, chips in pot.wins:
                if chips:
                    won[seat] = won.get(seat, 0) + chips
        return won


def parse_amount(value: Decimal | int | str, decimals: int = 2) -> int:
    """An amount as recorded, in whole units: 10 ** decimals of them make one of the currency.

    Exact: nothing is rounded. Raises ValueError for anything else than 0 to 15 digits with at most so many decimals.

    >>> parse_amount("0.85"), parse_amount(Decimal("12.50"), 2), parse_amount(1500, 0)
    (85, 1250, 1500)
    """
    if type(value) is str and NUMBER.fullmatch(value):
        value = Decimal(value)
    if type(value) is int:
        value = Decimal(value) if value.bit_length() <= 64 else Decimal("Infinity")
    if type(value) is not Decimal:
        raise ValueError(f"amount {shown(value)}: expected a number")
    # Before any arithmetic: int(Decimal("1e2000000")) takes minutes.
    if not value.is_finite() or (value and not -30 < value.adjusted() < 15):
        raise ValueError(f"amount {shown(str(value))}: expected at most 15 digits")
    whole = int(value.scaleb(decimals, CONTEXT))
    # Compared exactly: what scaleb rounds is not equal any more.
    if Decimal(whole).scaleb(-decimals, CONTEXT) != value:
        raise ValueError(f"amount {shown(str(value))}: expected at most {decimals} decimals")
    if not 0 <= whole <= MAX_CHIPS:
        raise ValueError(f"amount {shown(str(value))}: expected 0 to 15 digits of units")
    return whole


def amount_text(units: int, decimals: int = 2) -> str:
    """An amount in the currency: parse_amount's inverse.

    >>> amount_text(85), amount_text(1250), amount_text(1500, 0)
    ('0.85', '12.50', '1500')
    """
    if not decimals:
        return str(units)
    whole, rest = divmod(units, 10**decimals)
    return f"{whole}.{rest:0{decimals}d}"
