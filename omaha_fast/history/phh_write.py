"""Records written as Poker Hand History. Fields of our own only where the standard leaves something open."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, time
from decimal import Decimal

from ..engine.stakes import FixedLimit
from ..errors import HistoryError, shown
from ..games import GAMES
from .phh import MAX_DOTS, parse_phh
from .phh_actions import KINDS
from .phh_betting import Walk, flipped, forced, owed_posts, positions, single_pot
from .phh_fields import ALL_IN, MAX_ACTIONS, OURS, SHOWN, STANDARD, VARIANTS, guessed_decimals
from .record import BOARD_LENGTH, CONTEXT, Action, Cards, Posted, Record, RecordedPot
from .source import MAX_RECORD, Target, verified, write_hands

__all__ = ["enclosed_phh", "phh_text", "write_phh"]

CODES = {what: code for code, what in VARIANTS.items()}
WORDS = {kind: word for word, kinds in KINDS.items() for kind in kinds}
SHOWS = {mucked: word for word, mucked in SHOWN.items()}
FLAGS = {flag: word for word, flag in ALL_IN.items()}
CURRENCY = re.compile(r"[A-Z]{3}", re.ASCII)
MAX_TEXT = 1000
MAX_ITEMS = 100
# Our own fields with an item for each betting action; longer lists than the others.
BETTING = ("kinds", "added", "to", "all_in")
BY_ACTION = ("actions", *(OURS + key for key in BETTING))


def write_phh(records: Iterable[Record], target: Target) -> int:
    """Write the hands to a file, each under its table [1], [2] and so on (a .phhs); returns how many.

    target: a path, or a file open for text. Raises HistoryError for a hand that the format cannot hold: a
    file that was open has those before it then, one at a path is what it was.

    >>> import io
    >>> write_phh([], io.StringIO())
    0
    """
    return write_hands(records, target, phh_text, enclosed_phh, "ascii")


def enclosed_phh(number: int, text: str) -> str:
    """A hand in a file: under its table [1], [2] and so on."""
    return "\n" * bool(number) + f"[{number + 1}]\n{text}"


def phh_text(record: Record) -> str:
    """The hand as lines of TOML, in ASCII; parse_phh reads the same record from it.

    The actions come last, so that a file that is cut off does not look like a hand. Amounts are exact decimals. Raises
    HistoryError naming the field that the format cannot hold: a raise without any amount, texts of more than 1000
    characters.

    >>> from omaha_fast.engine import PotLimit
    >>> from omaha_fast.history import Player
    >>> record = Record(id="7", game="omaha5", stakes=PotLimit(5, 10), button=1,
    ...                 players=(Player(1, "Ann", 1000), Player(4, "Zoë", 950)))
    >>> print(phh_text(record).splitlines()[0])
    _omaha_fast_variant = "PO5"  # outside the standard
    >>> from omaha_fast.history.phh import parse_phh
    >>> parse_phh(phh_text(record)) == record
    True
    """
    writer = _Writer(record)
    lines = []
    for key, value in writer.hand().items():
        try:
            note = "  # outside the standard" if key == OURS + "variant" else ""
            most = MAX_ACTIONS if key in BY_ACTION else MAX_ITEMS
            lines.append(f"{key} = {_toml(value, most)}{note}\n")
        except ValueError as error:
            raise writer.refused(f"{key} {error}") from None
    text = "".join(lines)
    if len(text) > MAX_RECORD or text.count(".") > MAX_DOTS:
        raise writer.refused(
            f"{len(text)} characters with {text.count('.')} dots:"
            f" expected at most {MAX_RECORD} with {MAX_DOTS}"
        )
    return verified(record, text, parse_phh)


def _toml(value: object, most: int = MAX_ITEMS) -> str:
    """A value in TOML, in ASCII. Raises ValueError for what a reader refuses: long texts and lists, half characters."""
    match value:
        case bool():
            return "true" if value else "false"
        case Decimal():
            return format(value, "f")
        case str():
            if len(value) > MAX_TEXT:
                raise ValueError(f"{shown(value)}: expected at most {MAX_TEXT} characters")
            return '"' + "".join(map(_character, value)) + '"'
        case datetime() | time():
            return value.isoformat()
        case dict():
            return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}"
        case int() if abs(value) >= 10**15:
            raise ValueError(f"{shown(value)}: expected at most 15 digits")
        case list() | tuple():
            if len(value) > most:
                raise ValueError(f"a list of {len(value)}: expected at most {most}")
            return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value)


def _character(sign: str) -> str:
    number = ord(sign)
    if 0xD800 <= number < 0xE000:
        raise ValueError(f"{sign!r}: expected a text without surrogates")
    if sign in '"\\':
        return "\\" + sign
    if 0x20 <= number < 0x7F:
        return sign
    return f"\\u{number:04X}" if number < 0x10000 else f"\\U{number:08X}"


def _said(**fields: object) -> dict[str, object]:
    """The fields that say something."""
    return {
        key: value for key, value in fields.items() if value not in (None, "", (), [], {}, False)
    }


class _Betting:
    """What is said about the betting actions beyond their texts, and which of it has to be."""

    def __init__(self) -> None:
        self.said: dict[str, list[object]] = {key: [] for key in BETTING}
        self.open: set[str] = set()
        self.out_of_turn = False

    def add(self, key: str, value: object, is_open: bool) -> None:
        """One more action."""
        self.said[key].append(value)
        if is_open:
            self.open.add(key)


class _Writer:
    """One record on its way out. seats: of those who are dealt in, by position."""

    def __init__(self, record: Record) -> None:
        self.record = record
        named = {post.seat for post in record.posts}
        named.update(action.seat for street in record.streets for action in street.actions)
        named.update(seat for seat, _ in (*record.dealt, *record.uncalled))
        named.update(show.seat for show in record.shown)
        named.update(seat for pot in record.pots for seat, _ in pot.wins)
        present = [
            player.seat
            for player in record.players
            if player.seat in named or (player.stack and not player.sitting_out)
        ]
        self.seats = positions(present, record.button)
        self.index = {seat: at for at, seat in enumerate(self.seats)}
        self.players = [record.player(seat) for seat in self.seats]
        self.stacks = [player.stack for player in self.players]
        self.walk = Walk(self.stacks, record.stakes)

    def in_utc(self, what: str, moment: datetime) -> datetime:
        try:
            return moment.astimezone(UTC)
        except OverflowError:
            raise self.refused(f"{what} {moment.isoformat()}: expected a day of this era") from None

    def refused(self, what: str) -> HistoryError:
        """The error for what the format cannot hold."""
        return HistoryError(f"hand {shown(self.record.id)}: {what}")

    def amount(self, units: int, decimals: int | None = None) -> Decimal:
        if abs(units) >= 10**15:
            raise self.refused(f"amount {shown(units)}: expected at most 15 digits of units")
        places = self.record.decimals if decimals is None else decimals
        return Decimal(units).scaleb(-places, CONTEXT)

    def one(self, units: int | None, decimals: int | None = None) -> Decimal | str:
        """An amount in a list, "" for one that is not recorded."""
        return "" if units is None else self.amount(units, decimals)

    def amounts(self, units: Iterable[int | None], decimals: int | None = None) -> list[object]:
        return [self.one(value, decimals) for value in units]

    def maybe(self, units: int | None, decimals: int | None = None) -> Decimal | None:
        return None if units is None else self.amount(units, decimals)

    def name(self, seat: int) -> str:
        return f"p{self.index[seat] + 1}"

    def chips(self, seat: int, units: int) -> str:
        return f"{self.name(seat)} {_toml(self.amount(units))}"

    # -- the hand ------------------------------------------------------------------------------------------------------

    def hand(self) -> dict[str, object]:
        """The fields in order."""
        record, stakes = self.record, self.record.stakes
        code = CODES[stakes.kind, record.game]
        ours: dict[str, object] = {}
        fields: dict[str, object] = {
            "variant" if code in STANDARD else OURS + "variant": code,
            **self.forced_bets(ours),
        }
        if isinstance(stakes, FixedLimit):
            fields["small_bet"] = self.amount(stakes.small_bet)
            fields["big_bet"] = self.amount(stakes.big_bet)
        else:
            fields["min_bet"] = self.amount(stakes.big_blind)
        fields["starting_stacks"] = self.amounts(self.stacks)
        fields |= self.about(ours)
        actions = self.actions(ours)
        fields |= self.results(ours)
        fields |= {OURS + key: value for key, value in ours.items()}
        fields["actions"] = actions
        return fields

    def forced_bets(self, ours: dict[str, object]) -> dict[str, object]:
        """Antes, blinds and straddles, and what the arrays do not tell about them."""
        record, stakes = self.record, self.record.stakes
        count = len(self.seats)
        antes, blinds, live = [0] * count, [0] * count, [0] * count
        left = list(self.stacks)
        owed = {
            "ante": stakes.ante,
            "small_blind": stakes.small_blind,
            "big_blind": stakes.big_blind,
        }
        for post in record.posts:
            at = self.index[post.seat]
            due = owed.get(post.kind, post.amount)
            # The arrays have what is owed, also where the stack is short of it. But a reader takes antes before blinds,
            # so of one that comes after a blind they have what was left for it.
            late = post.kind == "ante" and left[at] < self.stacks[at]
            amount = due if post.amount == min(due, left[at]) and not late else post.amount
            left[at] = max(left[at] - post.amount, 0)
            self.walk.post(at, post.kind, post.amount)
            if post.kind in ("ante", "dead_blind"):
                antes[at] += amount
            else:
                blinds[at] += amount
                live[at] += amount if post.kind != "extra_blind" else 0
        blinds = [amount if live[at] else -amount for at, amount in enumerate(blinds)]
        # Where nobody posts the big blind a reader takes the least bet for it.
        least = stakes.small_bet if isinstance(stakes, FixedLimit) else stakes.big_blind
        said = forced(flipped(antes), flipped(blinds), least)
        told = {
            key: stakes.ante_kind if key == "ante_kind" else self.amount(getattr(stakes, key))
            for key in ("small_blind", "big_blind", "ante", "ante_kind")
            if getattr(said, key) != getattr(stakes, key)
        }
        if told:
            ours["stakes"] = told
        paid = [
            (self.seats[at], kind, amount)
            for at, kind, amount in owed_posts(said.posts, stakes, self.stacks)
        ]
        if paid != [(post.seat, post.kind, post.amount) for post in record.posts]:
            ours["posts"] = [self.posted(post) for post in record.posts]
        if any(post.all_in is not None for post in record.posts):
            ours["posts_all_in"] = [FLAGS[post.all_in] for post in record.posts]
        trimmed = stakes.ante_kind == "uniform" and any(antes)
        trimmed = trimmed and all(post.kind != "dead_blind" for post in record.posts)
        return {
            **_said(ante_trimming_status=trimmed),
            "antes": self.amounts(flipped(antes)),
            "blinds_or_straddles": self.amounts(flipped(blinds)),
        }

    def posted(self, post: Posted) -> str:
        return f"{self.name(post.seat)} {post.kind} {_toml(self.amount(post.amount))}"

    def about(self, ours: dict[str, object]) -> dict[str, object]:
        """Where, when, who."""
        record, info = self.record, self.record.tournament
        moment, currency = record.time, record.currency
        fields = _said(event=info.name if info else "", venue=record.site)
        if moment is not None:
            if moment.tzinfo is not None:
                moment = self.in_utc("time", moment)
            else:
                ours["local_time"] = True
            fields |= {
                "time": moment.time(),
                **({"time_zone": "UTC"} if moment.tzinfo else {}),
                "day": moment.day,
                "month": moment.month,
                "year": moment.year,
            }
        level = info.level if info else ""
        numbered = (
            len(level) < 10 and level.isascii() and level.isdecimal() and level == str(int(level))
        )
        standard = CURRENCY.fullmatch(currency) is not None
        fields |= _said(hand=record.id) | ({"level": int(level)} if numbered else {})
        fields["seats"] = self.seats
        fields |= {} if record.table_size is None else {"seat_count": record.table_size}
        fields |= _said(table=record.table)
        fields["players"] = [player.name for player in self.players]
        fields |= _said(currency=currency if standard else "")
        ours |= _said(
            currency="" if standard else currency, network=record.network, flags=record.flags
        )
        guess = guessed_decimals(info is not None, standard, not record.decimals)
        if record.decimals != guess:
            ours["decimals"] = record.decimals
        if record.button != (self.seats[-1] if self.seats else None):
            ours["button"] = record.button
        if record.hero is not None:
            ours["hero"] = record.hero
        if info is not None:
            ours["tournament"] = self.tournament(numbered)
        self.rest_of_players(ours)
        return fields

    def rest_of_players(self, ours: dict[str, object]) -> None:
        """Players who are not dealt in, and what the standard does not know of those who are."""
        record = self.record
        absent = [player for player in record.players if player.seat not in self.index]
        seats = [player.seat for player in record.players]
        if seats != sorted(seats):
            ours["order"] = seats
        ours |= _said(
            sitting_out=[player.seat for player in self.players if player.sitting_out],
            absent=[
                {"seat": player.seat, "name": player.name, "stack": self.amount(player.stack)}
                | ({"sitting_out": True} if player.sitting_out else {})
                | _given(
                    final_stack=self.maybe(player.final_stack), bounty=self.maybe(player.bounty, 2)
                )
                for player in absent
            ],
        )
        if any(player.bounty is not None for player in self.players):
            ours["bounties"] = self.amounts([player.bounty for player in self.players], 2)

    def tournament(self, numbered: bool) -> dict[str, object]:
        info = self.record.tournament
        assert info is not None
        start = info.start
        if start is not None and start.tzinfo is not None:
            start = self.in_utc("start", start)
        return _said(
            number=info.number,
            start=start,
            currency=info.currency,
            kind=info.kind,
            flags=info.flags,
            speed=info.speed,
            level="" if numbered else info.level,
            bounties=[
                {"seat": won.seat, "amount": self.amount(won.amount, 2)}
                | _given(defeated=won.defeated)
                for won in info.bounties
            ],
        ) | _given(
            buy_in=self.maybe(info.buy_in, 2),
            fee=self.maybe(info.fee, 2),
            bounty=self.maybe(info.bounty, 2),
            initial_stack=self.maybe(info.initial_stack),
            round_time=info.round_time,
        )

    # -- actions -------------------------------------------------------------------------------------------------------

    def actions(self, ours: dict[str, object]) -> list[str]:
        """The texts of the actions, and what they leave open."""
        record = self.record
        size = GAMES[record.game].cards
        known: dict[int, Cards] = {}
        for seat, cards in record.dealt:
            if len(cards) > len(known.get(seat, ())):
                known[seat] = cards
        texts = [f"d dh {self.name(seat)} {_row(known.get(seat, ()), size)}" for seat in self.seats]
        shows = self.shows(size, ours)
        if record.dealt != tuple(sorted((seat, cards) for seat, cards in known.items() if cards)):
            ours["dealt"] = [f"{self.name(seat)} {_row(cards)}" for seat, cards in record.dealt]
        # Who is all-in shows before the rest of the board comes.
        last = max((at for at, street in enumerate(record.streets) if street.actions), default=0)
        board = record.boards[0] if record.boards else ()
        betting = _Betting()
        self.walk.start("preflop")
        for at, street in enumerate(record.streets):
            if at:
                self.walk.start(street.name)
                length = BOARD_LENGTH[street.name]
                before = BOARD_LENGTH[record.streets[at - 1].name]
                texts.append("d db " + _row(board[before:length], length - before))
            texts += [self.bet(action, betting) for action in street.actions]
            if at == last:
                texts += shows
        if not record.streets:
            ours["unplayed"] = True
            texts += shows
        ours |= _said(out_of_turn=betting.out_of_turn)
        ours |= {key: betting.said[key] for key in BETTING if key in betting.open}
        if len(record.boards) > 1:
            ours["further_boards"] = [_row(board) for board in record.boards[1:]]
        return texts

    def shows(self, size: int, ours: dict[str, object]) -> list[str]:
        """The texts of what was shown and mucked: once by each player who has not folded."""
        record = self.record
        silent = {
            action.seat
            for street in record.streets
            for action in street.actions
            if action.kind == "fold"
        }
        texts = []
        whole = True
        for show in record.shown:
            name = self.name(show.seat)
            if show.seat in silent or (show.mucked and show.cards):
                whole = False
            if show.seat not in silent:
                silent.add(show.seat)
                texts.append(f"{name} sm" + ("" if show.mucked else f" {_row(show.cards, size)}"))
        if not whole:
            ours["shown"] = [
                f"{self.name(show.seat)} {SHOWS[show.mucked]} {_row(show.cards)}".rstrip()
                for show in record.shown
            ]
        return texts

    def bet(self, action: Action, betting: _Betting) -> str:
        """The text of one betting action; what it leaves open is collected."""
        walk, at = self.walk, self.index[action.seat]
        word = WORDS[action.kind]
        to = None
        if word == "cbr":
            if action.added is None and action.to is None:
                raise self.refused(
                    f"added: {action.kind} of {self.name(action.seat)} without an amount: expected one"
                )
            to = action.to if action.added is None else walk.own[at] + action.added
        text = f"{self.name(action.seat)} {word}"
        if to is not None:
            # Fifteen digits are all that a reader takes.
            if to >= 10**15:
                raise self.refused(f"added {action.added}: expected at most 15 digits in a round")
            text += f" {_toml(self.amount(to))}"
        kind, added = walk.meant(at, word, to)
        betting.add("kinds", action.kind, action.kind != kind)
        betting.add("added", self.one(action.added), action.added != added)
        betting.add("to", self.one(action.to), action.to is not None)
        betting.add("all_in", FLAGS[action.all_in], action.all_in is not None)
        if not walk.pending or walk.pending[0] != at:
            betting.out_of_turn = True
        walk.do(at, action.kind, max(added, 0) if action.added is None else action.added)
        return text

    # -- results -------------------------------------------------------------------------------------------------------

    def results(self, ours: dict[str, object]) -> dict[str, object]:
        """Stacks, winnings and pots after the hand."""
        record = self.record
        finals = [player.final_stack for player in self.players]
        whole = [final for final in finals if final is not None]
        fields: dict[str, object] = {}
        finishing = winnings = None
        if whole and len(whole) == len(finals):
            finishing = whole
            fields["finishing_stacks"] = self.amounts(whole)
        elif whole:
            ours["finishing_stacks"] = self.amounts(finals)
        if record.pots:
            paid = record.payouts
            winnings = [paid.get(seat, 0) for seat in self.seats]
            fields["winnings"] = self.amounts(winnings)
        if single_pot(self.walk, self.seats, winnings, finishing) != record.pots:
            ours["pots"] = [self.pot(pot) for pot in record.pots]
        if record.uncalled:
            ours["uncalled"] = [self.chips(seat, chips) for seat, chips in record.uncalled]
        return fields

    def pot(self, pot: RecordedPot) -> dict[str, object]:
        return {
            "amount": self.amount(pot.amount),
            "wins": [self.chips(seat, chips) for seat, chips in pot.wins],
        } | _given(rake=self.maybe(pot.rake or None), jackpot=self.maybe(pot.jackpot or None))


def _given(**fields: object) -> dict[str, object]:
    return {key: value for key, value in fields.items() if value is not None}


def _row(cards: Cards, size: int = 0) -> str:
    """Cards in a row, filled up with unknown ones."""
    return "".join(map(str, cards)) + "??" * (size - len(cards))
