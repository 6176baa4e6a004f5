"""The fields of an Open Hand History object, checked one by one, and the record they make."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from ..cards import Card
from ..engine.stakes import AnteKind, FixedLimit, NoLimit, PotLimit, Stakes
from ..errors import shown
from ..games import GAMES
from .record import (
    BOARD_LENGTH,
    STREETS,
    Action,
    Bounty,
    Cards,
    Player,
    Posted,
    Record,
    RecordedPot,
    Shown,
    Street,
    Tournament,
    parse_amount,
)

__all__ = ["ACTION_NAMES", "GAME_NAMES", "POST_NAMES", "STRUCTURE_NAMES", "Fields", "record_of"]

# The words of the format and ours.
GAME_NAMES = {"Omaha": False, "OmahaHiLo": True}
STRUCTURE_NAMES = {"PL": "pot_limit", "NL": "no_limit", "FL": "fixed_limit"}
POST_NAMES = {
    "Post Ante": "ante",
    "Post SB": "small_blind",
    "Post BB": "big_blind",
    "Post Extra Blind": "extra_blind",
    "Post Dead": "dead_blind",
    "Straddle": "straddle",
}
ACTION_NAMES = {"Fold": "fold", "Check": "check", "Call": "call", "Bet": "bet", "Raise": "raise"}
SHOWN_NAMES = {"Shows Cards": False, "Mucks Cards": True}
# What happens at the table and is no part of the hand.
ASIDE = frozenset({"Added Chips", "Sits Down", "Stands Up", "Player Adjustment"})
# Several runs, at most what one deck could hold; a file cannot ask for more.
MAX_RUNS = 9


class Fields:
    """A JSON object whose fields are taken one by one; every mistake names its place. where: "rounds[0]", say.

    >>> Fields({"seat": 3}, "players[0]").whole("seat")
    3
    """

    __slots__ = ("data", "where")

    def __init__(self, data: object, where: str) -> None:
        if not isinstance(data, dict):
            raise ValueError(f"{where} {shown(data)}: expected an object")
        self.data: dict[str, Any] = data
        self.where = where

    def wrong(self, key: str, expected: str) -> ValueError:
        """The error for a field."""
        name = f"{self.where}.{key}" if self.where else key
        value = self.data.get(key)
        given = shown(str(value) if isinstance(value, Decimal) else value)
        return ValueError(f"{name} {given if key in self.data else 'missing'}: expected {expected}")

    def text(self, key: str) -> str:
        """A text, "" where there is none."""
        value = self.data.get(key)
        if value is None:
            return ""
        if type(value) is int:
            return str(value)
        if not isinstance(value, str) or len(value) > 1000:
            raise self.wrong(key, "a text of at most 1000 characters")
        return value

    def whole(self, key: str, *, required: bool = True) -> int | None:
        """A whole number."""
        value = self.data.get(key)
        if value is None and not required:
            return None
        if type(value) is Decimal and value.adjusted() < 15 and value == int(value):
            return int(value)
        if type(value) is not int or not -(10**15) < value < 10**15:
            raise self.wrong(key, "a whole number")
        return value

    def amount(self, key: str, decimals: int) -> int | None:
        """An amount in units, None where there is none."""
        value = self.data.get(key)
        if value is None:
            return None
        try:
            return parse_amount(value, decimals)
        except ValueError as error:
            name = f"{self.where}.{key}" if self.where else key
            raise ValueError(f"{name}: {error}") from None

    def flag(self, key: str) -> bool | None:
        """True, False, or None where nothing is said."""
        value = self.data.get(key)
        if value is None or type(value) is bool:
            return value
        raise self.wrong(key, "true or false")

    def time(self, key: str) -> datetime | None:
        """A time in UTC; None where there is none."""
        value = self.data.get(key)
        if value is None or value == "":
            return None
        try:
            moment = datetime.fromisoformat(value)
            return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
        except (TypeError, ValueError, OverflowError):
            raise self.wrong(key, "a time such as 2024-05-01T20:00:00Z") from None

    def items(self, key: str, most: int) -> list[Any]:
        """A list, empty where there is none."""
        value = self.data.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or len(value) > most:
            raise self.wrong(key, f"a list of at most {most}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        values = self.items(key, 100)
        if not all(isinstance(value, str) and len(value) <= 1000 for value in values):
            raise self.wrong(key, "a list of texts")
        return tuple(values)

    def cards(self, key: str) -> Cards:
        """The cards of a list, without the empty places of those that are not known."""
        values = self.data.get(key)
        if not values:
            return ()
        names = [name for name in self.items(key, 20) if name]
        try:
            return tuple([CARDS[name] for name in names])
        except (KeyError, TypeError):
            raise self.wrong(key, "cards such as 'As'") from None


CARDS = {str(card): card for card in map(Card, range(52))}


def record_of(fields: Fields) -> Record:
    """The record of the object. Raises ValueError naming the field.

    >>> record_of(Fields({"game_type": "Stud"}, ""))
    Traceback (most recent call last):
    ValueError: game 'Stud': expected Omaha or OmahaHiLo
    """
    if fields.data.get("game_type") not in tuple(GAME_NAMES):
        raise ValueError(f"game {shown(fields.data.get('game_type'))}: expected Omaha or OmahaHiLo")
    return _Hand(fields).record()


class _Hand:
    """What the parts of one hand have in common while it is read: who has which id, and what was collected."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        said = fields.flag("tournament")
        self.tournament = bool(fields.data.get("tournament_info")) if said is None else said
        decimals = fields.whole("decimals", required=False)
        self.decimals = decimals if decimals is not None else 0 if self.tournament else 2
        if not 0 <= self.decimals <= 8:
            raise fields.wrong("decimals", "0 to 8")
        self.seats: dict[object, int] = {}
        self.posts: list[Posted] = []
        self.streets: list[tuple[str, list[Action]]] = []
        self.cards: dict[str, list[Cards]] = {name: [] for name in STREETS}
        self.dealt: list[tuple[int, Cards]] = []
        self.shown: list[Shown] = []

    def seat(self, fields: Fields, key: str = "player_id") -> int:
        """The seat of the player that a field names."""
        value = fields.data.get(key)
        if type(value) not in (int, str) or value not in self.seats:
            raise fields.wrong(key, "the id of a player")
        return self.seats[value]

    def owed(self, fields: Fields, key: str, decimals: int | None = None) -> int:
        """An amount that has to be there."""
        amount = fields.amount(key, self.decimals if decimals is None else decimals)
        if amount is None:
            raise fields.wrong(key, "an amount")
        return amount

    def player(self, fields: Fields) -> Player:
        """A player; its id is known from here on."""
        name, seat = fields.data.get("id"), fields.whole("seat")
        assert seat is not None
        if type(name) not in (int, str) or name in self.seats:
            raise fields.wrong("id", "a number or text that no other player has")
        self.seats[name] = seat
        return Player(
            seat,
            fields.text("name"),
            self.owed(fields, "starting_stack"),
            fields.amount("final_stack", self.decimals),
            bool(fields.flag("is_sitting_out")),
            fields.amount("player_bounty", 2),
        )

    def round(self, fields: Fields) -> None:
        """A round: a street with its cards and actions, a further run of it, or the showdown."""
        name = fields.text("street").lower()
        if name not in (*STREETS, "showdown"):
            raise fields.wrong("street", "Preflop, Flop, Turn, River or Showdown")
        actions: list[Action] = []
        for number, item in enumerate(fields.items("actions", 500)):
            self.action(Fields(item, f"{fields.where}.actions[{number}]"), name, actions)
        if name == "showdown":
            if actions:
                raise fields.wrong("street", "no betting at the showdown")
            return
        cards = fields.cards("cards")
        if cards:
            due = BOARD_LENGTH[name] and (3 if name == "flop" else 1)
            if len(cards) != due:
                raise fields.wrong("cards", f"{due} cards on the {name}")
            self.cards[name].append(cards)
        if name not in (street for street, _ in self.streets):
            self.streets.append((name, actions))
        elif actions:
            raise fields.wrong("actions", "none, as this is a further run of the street")

    def action(self, fields: Fields, street: str, actions: list[Action]) -> None:
        """One action, post or show."""
        data = fields.data
        word = data.get("action")
        if type(word) is not str:
            raise fields.wrong("action", "the name of an action")
        if kind_ := ACTION_NAMES.get(word):
            added = fields.amount("amount", self.decimals)
            if added is None:
                if kind_ not in ("fold", "check"):
                    raise fields.wrong("amount", "an amount")
                added = 0
            to = fields.amount("amount_to", self.decimals) if "amount_to" in data else None
            actions.append(Action(self.seat(fields), kind_, added, to, fields.flag("is_allin")))
        elif post := POST_NAMES.get(word):
            if street != "preflop":
                raise fields.wrong("action", f"no post on the {street}")
            self.post(fields, post)
        elif word == "Dealt Cards":
            if cards := fields.cards("cards"):
                self.dealt.append((self.seat(fields), cards))
        elif word in SHOWN_NAMES:
            show = Shown(self.seat(fields), fields.cards("cards"), SHOWN_NAMES[word])
            self.shown.append(show)
        elif word not in ASIDE:
            names = ", ".join([*ACTION_NAMES, *POST_NAMES, *SHOWN_NAMES, "Dealt Cards"])
            raise fields.wrong("action", f"one of {names}")

    def post(self, fields: Fields, kind: str) -> None:
        """A post. A second big blind is one that comes (back) into the game, live; a second small blind is dead."""
        seat = self.seat(fields)
        if kind in ("big_blind", "small_blind") and any(post.kind == kind for post in self.posts):
            kind = "extra_blind" if kind == "big_blind" else "dead_blind"
        self.posts.append(Posted(seat, kind, self.owed(fields, "amount"), fields.flag("is_allin")))

    def boards(self) -> tuple[Cards, ...]:
        """Complete boards, one for each run."""
        dealt = [self.cards[name] for name in STREETS[1:]]
        while dealt and not dealt[-1]:
            dealt.pop()
        runs = max(map(len, dealt), default=0)
        counts = [len(cards) for cards in dealt]
        if (
            runs > MAX_RUNS
            or any(count not in (1, runs) for count in counts)
            or counts != sorted(counts)
        ):
            raise ValueError(
                f"{counts} boards on flop, turn, river: expected each street once, or once a run"
            )
        return tuple(
            tuple(card for cards in dealt for card in cards[min(run, len(cards) - 1)])
            for run in range(runs)
        )

    def stakes(self, button: int) -> Stakes:
        """What the hand cost."""
        fields = self.fields
        limit = Fields(fields.data.get("bet_limit"), "bet_limit")
        structure = STRUCTURE_NAMES.get(limit.text("bet_type"))
        if structure is None:
            raise limit.wrong("bet_type", "PL, NL or FL")
        if limit.amount("bet_cap", self.decimals):
            raise limit.wrong("bet_cap", "none: cap games are not read")
        small, big = self.owed(fields, "small_blind_amount"), self.owed(fields, "big_blind_amount")
        antes = [post for post in self.posts if post.kind == "ante"]
        ante = fields.amount("ante_amount", self.decimals) or max(
            (post.amount for post in antes), default=0
        )
        ante_kind = self.ante_kind(antes, button)
        if structure == "fixed_limit":
            small_bet = limit.amount("small_bet", self.decimals) or big
            big_bet = limit.amount("big_bet", self.decimals) or 2 * small_bet
            return FixedLimit(small_bet, big_bet, small, big, ante, ante_kind)
        return (PotLimit if structure == "pot_limit" else NoLimit)(small, big, ante, ante_kind)

    def ante_kind(self, antes: list[Posted], button: int) -> AnteKind:
        """Who owes the ante: one player for the table, where one alone posts it, or everybody."""
        if "ante_kind" in self.fields.data:
            return self.fields.data["ante_kind"]  # type: ignore[no-any-return]  # the stakes check it
        if len(antes) == 1:
            big = next((post.seat for post in self.posts if post.kind == "big_blind"), None)
            if antes[0].seat == big:
                return "big_blind"
            if antes[0].seat == button:
                return "button"
        return "uniform"

    def game(self) -> str:
        """The name of the game: the number of cards where it is said, or as many as anybody is known to have."""
        most = max((len(cards) for _, cards in self.dealt), default=0)
        most = max(most, max((len(show.cards) for show in self.shown), default=0))
        size = self.fields.whole("hole_cards", required=False) or max(most, 4)
        for name, game in GAMES.items():
            if game.cards == size and game.hilo == GAME_NAMES[self.fields.data["game_type"]]:
                return name
        raise self.fields.wrong("hole_cards", f"4, 5 or 6 hole cards, not {size}")

    def pot(self, fields: Fields) -> RecordedPot:
        """A pot with its winners."""
        wins = []
        for number, item in enumerate(fields.items("player_wins", 100)):
            win = Fields(item, f"{fields.where}.player_wins[{number}]")
            wins.append((self.seat(win), self.owed(win, "win_amount")))
        rake, jackpot = (fields.amount(key, self.decimals) or 0 for key in ("rake", "jackpot"))
        return RecordedPot(self.owed(fields, "amount"), tuple(wins), rake, jackpot)

    def record(self) -> Record:
        """The record."""
        fields = self.fields

        def each(key: str, most: int) -> list[Fields]:
            return [Fields(item, f"{key}[{at}]") for at, item in enumerate(fields.items(key, most))]

        players = tuple([self.player(item) for item in each("players", 100)])
        for item in each("rounds", 100):
            self.round(item)
        button = fields.whole("dealer_seat")
        assert button is not None
        hero = (
            None
            if fields.data.get("hero_player_id") is None
            else self.seat(fields, "hero_player_id")
        )
        return Record(
            id=fields.text("game_number"),
            game=self.game(),
            stakes=self.stakes(button),
            button=button,
            players=players,
            posts=tuple(self.posts),
            streets=tuple([Street(name, tuple(actions)) for name, actions in self.streets]),
            boards=self.boards(),
            dealt=tuple(self.dealt),
            shown=tuple(self.shown),
            pots=tuple([self.pot(item) for item in each("pots", 100)]),
            uncalled=tuple(
                [(self.seat(item), self.owed(item, "amount")) for item in each("uncalled", 100)]
            ),
            site=fields.text("site_name"),
            network=fields.text("network_name"),
            time=fields.time("start_date_utc"),
            table=fields.text("table_name"),
            table_size=fields.whole("table_size", required=False),
            currency=fields.text("currency"),
            decimals=self.decimals,
            hero=hero,
            flags=fields.texts("flags"),
            tournament=self.tournament_info(each("tournament_bounties", 100)),
        )

    def tournament_info(self, bounties: list[Fields]) -> Tournament | None:
        """The tournament, None in a cash game. Its money has two decimals, whatever the chips have."""
        if not self.tournament:
            return None
        data = self.fields.data.get("tournament_info")
        info = Fields({} if data is None else data, "tournament_info")
        pace = info.data.get("speed")
        speed = Fields({} if pace is None else pace, "tournament_info.speed")
        won = [
            Bounty(
                self.seat(item),
                self.owed(item, "bounty_won", 2),
                None
                if item.data.get("defeated_player_id") is None
                else self.seat(item, "defeated_player_id"),
            )
            for item in bounties
        ]
        return Tournament(
            info.text("tournament_number"),
            info.text("name"),
            info.time("start_date_utc"),
            info.text("currency"),
            info.amount("buyin_amount", 2),
            info.amount("fee_amount", 2),
            info.amount("bounty_fee_amount", 2),
            info.amount("initial_stack", self.decimals),
            info.text("type"),
            info.texts("flags"),
            speed.text("type"),
            speed.whole("round_time", required=False),
            info.text("level"),
            tuple(won),
        )
