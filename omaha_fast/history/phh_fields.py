"""The fields of one hand in Poker Hand History, and the record they make. What our own ones mean: see phh.py."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from itertools import chain
from typing import Any

from ..engine.stakes import ANTE_KINDS, FixedLimit, NoLimit, PotLimit, Stakes
from ..errors import shown
from ..games import GAMES
from .ohh_fields import Fields
from .phh_actions import KINDS, Played, Told, known_cards, player_at
from .phh_betting import Forced, Walk, forced, owed_posts, single_pot
from .phh_time import moment
from .record import (
    ACTIONS,
    POSTS,
    Bounty,
    Cards,
    Player,
    Posted,
    Record,
    RecordedPot,
    Shown,
    Tournament,
    parse_amount,
)

__all__ = [
    "ALL_IN",
    "MAX_ACTIONS",
    "OURS",
    "SHOWN",
    "STANDARD",
    "VARIANTS",
    "guessed_decimals",
    "record_of",
]

# What our own fields begin with.
OURS = "_omaha_fast_"
MAX_PLAYERS = 99
MAX_ACTIONS = 3000

STRUCTURES = {"P": "pot_limit", "N": "no_limit", "F": "fixed_limit"}
# The variants of the standard; the codes of the others follow its grammar: limit, game, cards, eight or better.
STANDARD = ("PO", "FO/8")
VARIANTS = {
    f"{letter}O{game.cards if game.cards > 4 else ''}{'/8' if game.hilo else ''}": (structure, name)
    for letter, structure in STRUCTURES.items()
    for name, game in GAMES.items()
}
ALL_IN = {"": None, "yes": True, "no": False}
OWN = (
    *("variant", "decimals", "stakes", "posts", "posts_all_in", "all_in", "kinds", "added", "to"),
    *("out_of_turn", "unplayed", "dealt", "shown", "further_boards", "pots", "uncalled", "button"),
    *("order", "absent", "finishing_stacks", "bounties", "sitting_out", "hero", "network"),
    *("flags", "currency", "local_time", "tournament"),
)
SHOWN = {"shows": False, "mucks": True}
AMOUNTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
LEASTS = ("min_bet", "small_bet", "big_bet")


def guessed_decimals(tournament: bool, currency: bool, whole: bool) -> int:
    """The decimals of a file that does not tell them: 2, but 0 where all amounts are whole and chips, not money.

    The chips of a tournament are no money, nor are chips without a currency.

    >>> guessed_decimals(False, True, True), guessed_decimals(False, False, True), guessed_decimals(True, True, True)
    (2, 0, 0)
    """
    return 0 if whole and (tournament or not currency) else 2


def record_of(data: object) -> Record:
    """The record of a hand's fields. Raises ValueError naming the field.

    >>> record_of({"variant": "NT"})
    Traceback (most recent call last):
    ValueError: variant 'NT': expected PO or FO/8 (outside the standard also PO/8, NO5 and the like)
    """
    return _Hand(Fields(data, "")).record()


class _Hand:
    """What the parts of one hand have in common while it is read."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        data = fields.data
        if "variant" in data and OURS + "variant" in data:
            raise fields.wrong(OURS + "variant", "none beside variant")
        variant = data.get("variant", data.get(OURS + "variant"))
        if not isinstance(variant, str) or variant not in VARIANTS:
            given = "missing" if variant is None else shown(variant)
            raise ValueError(
                f"variant {given}: expected PO or FO/8 (outside the standard also PO/8, NO5 and the like)"
            )
        self.structure, self.game = VARIANTS[variant]
        for key in data:
            if key.startswith(OURS) and key.removeprefix(OURS) not in OWN:
                raise ValueError(f"{shown(key)}: expected a field of ours: {', '.join(OWN)}")
        self.tournament = OURS + "tournament" in data or data.get("level") is not None
        self.actions = self.items("actions", MAX_ACTIONS)
        for at, action in enumerate(self.actions):
            if not isinstance(action, str):
                raise ValueError(f"actions[{at}] {shown(action)}: expected a text")
        decimals = fields.whole(OURS + "decimals", required=False)
        self.decimals = self.guess() if decimals is None else decimals
        if not 0 <= self.decimals <= 8:
            raise fields.wrong(OURS + "decimals", "0 to 8")
        stacks = self.items("starting_stacks", MAX_PLAYERS)
        self.count = len(stacks)
        self.seats: list[int] = list(range(1, self.count + 1))
        if "seats" in data:
            self.seats = self.each("seats")
            if any(type(seat) is not int for seat in self.seats):
                raise fields.wrong("seats", "a list of whole numbers")

    # -- lists and amounts ---------------------------------------------------------------------------------------------

    def items(self, key: str, most: int) -> list[Any]:
        """A list that has to be there."""
        if key not in self.fields.data:
            raise self.fields.wrong(key, "a list")
        return self.fields.items(key, most)

    def each(self, key: str, count: int | None = None) -> list[Any]:
        """A list with an item for each player, or with another count."""
        count = self.count if count is None else count
        values = self.items(key, MAX_ACTIONS)
        if len(values) != count:
            raise self.fields.wrong(key, f"a list of {count}, not {len(values)}")
        return values

    def amount(self, value: Any, where: str, decimals: int | None = None) -> int:
        """An amount in units."""
        try:
            return parse_amount(value, self.decimals if decimals is None else decimals)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None

    def amounts(self, key: str) -> list[int]:
        """An amount for each player; a forced bet may be negative."""
        result = []
        for at, value in enumerate(self.each(key)):
            minus = key == "blinds_or_straddles" and type(value) in (int, Decimal) and value < 0
            amount = self.amount(-value if minus else value, f"{key}[{at}]")
            result.append(-amount if minus else amount)
        return result

    def maybe_amounts(
        self, key: str, *, decimals: int | None = None, count: int | None = None
    ) -> list[int | None] | None:
        """An amount in each place, or "" where it is not said. None without the field."""
        if key not in self.fields.data:
            return None
        return [
            None if value == "" else self.amount(value, f"{key}[{at}]", decimals)
            for at, value in enumerate(self.each(key, count))
        ]

    def choices(self, key: str, words: Sequence[str], count: int) -> list[str] | None:
        """One of some words in each place. None without the field."""
        if key not in self.fields.data:
            return None
        values = self.each(key, count)
        for at, value in enumerate(values):
            if not isinstance(value, str) or value not in words:
                raise ValueError(f"{key}[{at}] {shown(value)}: expected one of {', '.join(words)}")
        return values

    def least(self, key: str) -> int:
        """A bet that has to be there."""
        amount = self.fields.amount(key, self.decimals)
        if amount is None:
            raise self.fields.wrong(key, "an amount")
        return amount

    def named(self, fields: Fields, key: str, words: int) -> list[tuple[int, list[str]]]:
        """A list of texts that begin with a player: its seat, and the other words, some of which may be missing."""
        result = []
        for at, text in enumerate(fields.texts(key)):
            parts = text.split()
            if not 1 <= len(parts) <= words:
                raise ValueError(f"{key}[{at}] {shown(text)}: expected {words} words")
            try:
                seat = self.seats[player_at(parts[0], self.count)]
            except ValueError as error:
                raise ValueError(f"{key}[{at}] {error}") from None
            result.append((seat, [*parts[1:], *[""] * (words - len(parts))]))
        return result

    # -- forced bets ---------------------------------------------------------------------------------------------------

    def stakes(self, said: Forced) -> Stakes:
        """What the hand cost, where our own field does not say otherwise."""
        name = OURS + "stakes"
        own = Fields(self.fields.data.get(name, {}), name)

        def amount(key: str, told: int) -> int:
            value = own.amount(key, self.decimals)
            return told if value is None else value

        kind: Any = own.text("ante_kind") or said.ante_kind
        if kind not in ANTE_KINDS:
            raise own.wrong("ante_kind", ", ".join(ANTE_KINDS))
        small, big = amount("small_blind", said.small_blind), amount("big_blind", said.big_blind)
        ante = amount("ante", said.ante)
        if self.structure == "fixed_limit":
            return FixedLimit(
                self.least("small_bet"), self.least("big_bet"), small, big, ante, kind
            )
        return (PotLimit if self.structure == "pot_limit" else NoLimit)(small, big, ante, kind)

    def posts(self, said: Forced, stakes: Stakes, stacks: list[int]) -> tuple[Posted, ...]:
        """The posts: what the arrays tell, or our own list of them."""
        name = OURS + "posts"
        if name in self.fields.data:
            listed = []
            for seat, (kind, amount) in self.named(self.fields, name, 3):
                if kind not in POSTS:
                    raise ValueError(f"{name} {shown(kind)}: expected one of {', '.join(POSTS)}")
                listed.append((seat, kind, self.amount(amount, name)))
        else:
            paid = owed_posts(said.posts, stakes, stacks)
            listed = [(self.seats[at], kind, amount) for at, kind, amount in paid]
        words = self.choices(name + "_all_in", tuple(ALL_IN), len(listed))
        flags = [None] * len(listed) if words is None else [ALL_IN[word] for word in words]
        return tuple([Posted(*post, flag) for post, flag in zip(listed, flags, strict=True)])

    # -- actions -------------------------------------------------------------------------------------------------------

    def play(self, walk: Walk) -> Played:
        """All actions, walked."""
        spoken = [action.partition("#")[0].split() for action in self.actions]
        bets = sum(len(words) > 1 and words[1] in KINDS and words[0] != "d" for words in spoken)
        flags = self.choices(OURS + "all_in", tuple(ALL_IN), bets)
        told = Told(
            self.choices(OURS + "kinds", ACTIONS, bets),
            self.maybe_amounts(OURS + "added", count=bets),
            self.maybe_amounts(OURS + "to", count=bets),
            None if flags is None else [ALL_IN[flag] for flag in flags],
        )
        played = Played(
            walk,
            self.seats,
            lambda text: parse_amount(text, self.decimals),
            told,
            strict=not self.fields.flag(OURS + "out_of_turn"),
        )
        for at, words in enumerate(spoken):
            if words:
                try:
                    played.take(words)
                except ValueError as error:
                    raise ValueError(f"actions[{at}] {shown(self.actions[at])}: {error}") from None
        return played

    # -- the record ----------------------------------------------------------------------------------------------------

    def record(self) -> Record:
        """The record."""
        fields, seats = self.fields, self.seats
        least = self.least("small_bet" if self.structure == "fixed_limit" else "min_bet")
        said = forced(self.amounts("antes"), self.amounts("blinds_or_straddles"), least)
        stakes = self.stakes(said)
        stacks = self.amounts("starting_stacks")
        posts = self.posts(said, stakes, stacks)
        walk = Walk(stacks, stakes)
        index = {seat: at for at, seat in enumerate(seats)}
        for post in posts:
            walk.post(index[post.seat], post.kind, post.amount)
        played = self.play(walk)
        button = fields.whole(OURS + "button", required=False)
        if button is None:
            if not seats:
                raise fields.wrong("starting_stacks", "stacks")
            button = seats[-1]
        return Record(
            id=fields.text("hand"),
            game=self.game,
            stakes=stakes,
            button=button,
            players=self.players(stacks),
            posts=posts,
            streets=() if fields.flag(OURS + "unplayed") else played.recorded(),
            boards=self.boards(played),
            dealt=self.dealt(played),
            shown=self.shown(played),
            pots=self.pots(walk),
            uncalled=tuple(
                [
                    (seat, self.amount(amount, OURS + "uncalled"))
                    for seat, (amount,) in self.named(fields, OURS + "uncalled", 2)
                ]
            ),
            site=fields.text("venue") or ("" if self.tournament else fields.text("event")),
            network=fields.text(OURS + "network"),
            time=moment(fields, naive=bool(fields.flag(OURS + "local_time"))),
            table=fields.text("table"),
            table_size=fields.whole("seat_count", required=False),
            currency=fields.text("currency")
            or fields.text(OURS + "currency")
            or fields.text("currency_symbol"),
            decimals=self.decimals,
            hero=fields.whole(OURS + "hero", required=False),
            flags=fields.texts(OURS + "flags"),
            tournament=self.tournament_info() if self.tournament else None,
        )

    def guess(self) -> int:
        """The decimals of the amounts, where nothing is said."""
        data = self.fields.data
        lists = [data[key] for key in AMOUNTS if isinstance(data.get(key), list)]
        whole = not any(type(value) is Decimal for value in chain(*lists, map(data.get, LEASTS)))
        whole = whole and not any("." in action.partition("#")[0] for action in self.actions)
        currency = any(data.get(key) for key in ("currency", "currency_symbol"))
        return guessed_decimals(self.tournament, currency, whole)

    def players(self, stacks: list[int]) -> tuple[Player, ...]:
        """The players by seat, with those who are not dealt in, which are in a field of ours."""
        fields = self.fields
        empty: list[int | None] = [None] * self.count
        names = self.each("players") if "players" in fields.data else [""] * self.count
        if any(not isinstance(name, str) or len(name) > 1000 for name in names):
            raise fields.wrong("players", "texts of at most 1000 characters")
        own = self.maybe_amounts(OURS + "finishing_stacks")
        finals = own or self.maybe_amounts("finishing_stacks") or empty
        bounties = self.maybe_amounts(OURS + "bounties", decimals=2) or empty
        out = fields.items(OURS + "sitting_out", MAX_PLAYERS)
        players = [
            Player(seat, names[at], stacks[at], finals[at], seat in out, bounties[at])
            for at, seat in enumerate(self.seats)
        ]
        for at, item in enumerate(fields.items(OURS + "absent", MAX_PLAYERS)):
            one = Fields(item, f"{OURS}absent[{at}]")
            number, stack = one.whole("seat"), one.amount("stack", self.decimals)
            assert number is not None
            if stack is None:
                raise one.wrong("stack", "an amount")
            final, bounty = one.amount("final_stack", self.decimals), one.amount("bounty", 2)
            sits_out = bool(one.flag("sitting_out"))
            players.append(Player(number, one.text("name"), stack, final, sits_out, bounty))
        players.sort(key=lambda player: player.seat)
        if order := fields.items(OURS + "order", 2 * MAX_PLAYERS):
            by_seat: dict[Any, Player] = {player.seat: player for player in players}
            if any(type(seat) is not int for seat in order) or sorted(order) != sorted(by_seat):
                raise fields.wrong(OURS + "order", "the seats of the players")
            players = [by_seat[seat] for seat in order]
        return tuple(players)

    def boards(self, played: Played) -> tuple[Cards, ...]:
        """The board of the actions, and those of further runs."""
        name = OURS + "further_boards"
        boards = (played.known_board(), *map(known_cards, self.fields.texts(name)))
        return boards if any(boards) else ()

    def dealt(self, played: Played) -> tuple[tuple[int, Cards], ...]:
        """The hole cards that are known, by seat, where our own list does not say more."""
        name = OURS + "dealt"
        if name in self.fields.data:
            return tuple(
                [(seat, known_cards(cards)) for seat, (cards,) in self.named(self.fields, name, 2)]
            )
        return tuple(
            [(seat, cards) for seat in sorted(played.holes) if (cards := played.dealt(seat))]
        )

    def shown(self, played: Played) -> tuple[Shown, ...]:
        """The cards shown and mucked: those of the actions, or our own list of them."""
        name = OURS + "shown"
        if name not in self.fields.data:
            return tuple(played.shown)
        listed = []
        for seat, (word, cards) in self.named(self.fields, name, 3):
            if word not in SHOWN:
                raise ValueError(f"{name} {shown(word)}: expected shows or mucks")
            listed.append(Shown(seat, known_cards(cards), SHOWN[word]))
        return tuple(listed)

    def pots(self, walk: Walk) -> tuple[RecordedPot, ...]:
        """The pots: those of our own field, or one that winnings or final stacks tell."""
        name = OURS + "pots"
        data = self.fields.data
        if name not in data:
            winnings, finals = (
                self.amounts(key) if key in data else None
                for key in ("winnings", "finishing_stacks")
            )
            return single_pot(walk, self.seats, winnings, finals)
        pots = []
        for at, item in enumerate(self.fields.items(name, 100)):
            pot = Fields(item, f"{name}[{at}]")
            amount, rake, jackpot = (
                pot.amount(key, self.decimals) for key in ("amount", "rake", "jackpot")
            )
            if amount is None:
                raise pot.wrong("amount", "an amount")
            wins = [
                (seat, self.amount(chips, pot.where))
                for seat, (chips,) in self.named(pot, "wins", 2)
            ]
            pots.append(RecordedPot(amount, tuple(wins), rake or 0, jackpot or 0))
        return tuple(pots)

    def tournament_info(self) -> Tournament:
        """The tournament. Its money has two decimals, whatever the chips have."""
        key = OURS + "tournament"
        info = Fields(self.fields.data.get(key, {}), key)
        start = info.data.get("start")
        if start is not None and not isinstance(start, datetime):
            raise info.wrong("start", "a date and time")
        bounties = []
        for at, item in enumerate(info.items("bounties", 100)):
            won = Fields(item, f"{key}.bounties[{at}]")
            seat, amount = won.whole("seat"), won.amount("amount", 2)
            assert seat is not None
            if amount is None:
                raise won.wrong("amount", "an amount")
            bounties.append(Bounty(seat, amount, won.whole("defeated", required=False)))
        try:
            start = start if start is None or start.tzinfo is None else start.astimezone(UTC)
        except OverflowError:
            raise info.wrong("start", "a year from 1 to 9999") from None
        return Tournament(
            info.text("number"),
            self.fields.text("event"),
            start,
            info.text("currency"),
            info.amount("buy_in", 2),
            info.amount("fee", 2),
            info.amount("bounty", 2),
            info.amount("initial_stack", self.decimals),
            info.text("kind"),
            info.texts("flags"),
            info.text("speed"),
            info.whole("round_time", required=False),
            info.text("level") or self.fields.text("level"),
            tuple(bounties),
        )
