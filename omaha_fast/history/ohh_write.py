"""Records written as Open Hand History. Fields outside the standard are written only where it has no place for them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from ..engine.stakes import FixedLimit
from ..errors import HistoryError, shown
from ..games import GAMES
from .ohh import parse_ohh
from .ohh_fields import ACTION_NAMES, GAME_NAMES, POST_NAMES, STRUCTURE_NAMES
from .record import BOARD_LENGTH, CONTEXT, Action, Record, RecordedPot
from .source import Target, verified, write_hands

__all__ = ["enclosed_ohh", "ohh_text", "write_ohh"]

VERSION = "1.4.6"
GAME_WORDS = {hilo: word for word, hilo in GAME_NAMES.items()}
STRUCTURE_WORDS = {structure: word for word, structure in STRUCTURE_NAMES.items()}
POST_WORDS = {kind: word for word, kind in POST_NAMES.items()}
ACTION_WORDS = {kind: word for word, kind in ACTION_NAMES.items()}


def write_ohh(records: Iterable[Record], target: Target) -> int:
    """Write the hands to a file, a blank line between two; returns how many.

    target: a path, or a file open for text. Raises HistoryError for a hand that the format cannot hold: a
    file that was open has those before it then, one at a path is what it was.

    >>> import io
    >>> write_ohh([], io.StringIO())
    0
    """
    return write_hands(records, target, ohh_text, enclosed_ohh, "ascii")


def enclosed_ohh(number: int, text: str) -> str:
    """A hand in a file: a blank line before all but the first."""
    return "\n" * bool(number) + text + "\n"


def ohh_text(record: Record) -> str:
    """The hand as one line of JSON, in ASCII; parse_ohh reads the same record from it.

    Amounts are written as exact decimals. What is written is read again first: raises HistoryError for a record that
    the format cannot hold, naming the field (an action whose added chips are unknown, a time without a zone).

    >>> from omaha_fast.history import parse_ohh, ohh_text, Record, Player
    >>> from omaha_fast.engine import PotLimit
    >>> record = Record(id="7", game="omaha5", stakes=PotLimit(5, 10), button=1,
    ...                 players=(Player(1, "Ann", 1000), Player(4, "Zoë", 950)))
    >>> parse_ohh(ohh_text(record)) == record
    True
    """
    return verified(record, _json({"ohh": _Writer(record).hand()}), parse_ohh)


def _json(value: object) -> str:
    """JSON with Decimals as numbers, which the json module cannot write."""
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{json.dumps(key)}: {_json(item)}" for key, item in value.items())
            + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_json, value)) + "]"
    return format(value, "f") if isinstance(value, Decimal) else json.dumps(value)


def _said(**fields: object) -> dict[str, object]:
    """The fields that say something."""
    return {key: value for key, value in fields.items() if value not in (None, "", (), [])}


class _Writer:
    """One record on its way out."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.ids = {player.seat: number for number, player in enumerate(record.players)}

    def amount(self, units: int | None, decimals: int | None = None) -> Decimal | None:
        if units is None:
            return None
        places = self.record.decimals if decimals is None else decimals
        return Decimal(units).scaleb(-places, CONTEXT)

    def hand(self) -> dict[str, object]:
        record, stakes = self.record, self.record.stakes
        game, tournament = GAMES[record.game], record.tournament
        limit: dict[str, object] = {"bet_type": STRUCTURE_WORDS[stakes.kind]}
        if isinstance(stakes, FixedLimit):
            if stakes.small_bet != stakes.big_blind:
                limit["small_bet"] = self.amount(stakes.small_bet)
            if stakes.big_bet != 2 * stakes.small_bet:
                limit["big_bet"] = self.amount(stakes.big_bet)
        fields: dict[str, object] = {
            "spec_version": VERSION,
            "site_name": record.site,
            "network_name": record.network,
            "internal_version": "1.0.0",
        }
        if tournament is not None:
            fields |= {"tournament": True, "tournament_info": self.tournament()}
        fields |= {
            "game_number": record.id,
            "start_date_utc": _moment(record.time),
            "table_name": record.table,
            "game_type": GAME_WORDS[game.hilo],
            "bet_limit": limit,
            "table_size": record.table_size,
            "currency": record.currency,
            "dealer_seat": record.button,
            "small_blind_amount": self.amount(stakes.small_blind),
            "big_blind_amount": self.amount(stakes.big_blind),
            "ante_amount": self.amount(stakes.ante),
            "hero_player_id": None if record.hero is None else self.ids[record.hero],
            "flags": record.flags,
            "players": [self.player(number) for number in range(len(record.players))],
            "rounds": self.rounds(),
            "pots": [self.pot(number, pot) for number, pot in enumerate(record.pots)],
        }
        if tournament is not None and tournament.bounties:
            fields["tournament_bounties"] = [
                {
                    "player_id": self.ids[bounty.seat],
                    "bounty_won": self.amount(bounty.amount, 2),
                    "defeated_player_id": None
                    if bounty.defeated is None
                    else self.ids[bounty.defeated],
                }
                for bounty in tournament.bounties
            ]
        # Outside the standard, and only where it leaves something open.
        if game.cards != 4:
            fields["hole_cards"] = game.cards
        if stakes.ante_kind != "uniform" or sum(post.kind == "ante" for post in record.posts) == 1:
            fields["ante_kind"] = stakes.ante_kind
        if record.decimals != (2 if tournament is None else 0):
            fields["decimals"] = record.decimals
        if record.uncalled:
            fields["uncalled"] = [
                {"player_id": self.ids[seat], "amount": self.amount(chips)}
                for seat, chips in record.uncalled
            ]
        return fields

    def tournament(self) -> dict[str, object]:
        info = self.record.tournament
        assert info is not None
        return _said(
            tournament_number=info.number,
            name=info.name,
            start_date_utc=_moment(info.start),
            currency=info.currency,
            buyin_amount=self.amount(info.buy_in, 2),
            fee_amount=self.amount(info.fee, 2),
            bounty_fee_amount=self.amount(info.bounty, 2),
            initial_stack=self.amount(info.initial_stack),
            type=info.kind,
            flags=info.flags,
            speed=_said(type=info.speed, round_time=info.round_time) or None,
            level=info.level,
        )

    def player(self, number: int) -> dict[str, object]:
        player = self.record.players[number]
        return {
            "id": number,
            "seat": player.seat,
            "name": player.name,
            "starting_stack": self.amount(player.stack),
        } | _said(
            final_stack=self.amount(player.final_stack),
            is_sitting_out=player.sitting_out or None,
            player_bounty=self.amount(player.bounty, 2),
        )

    def action(self, number: int, seat: int, word: str, **fields: object) -> dict[str, object]:
        return {"action_number": number, "player_id": self.ids[seat], "action": word} | _said(
            **fields
        )

    def played(self, number: int, action: Action) -> dict[str, object]:
        if action.added is None:
            raise HistoryError(
                f"hand {shown(self.record.id)}: {action.kind} of seat {action.seat} without the chips added:"
                " expected them, as this format has nothing else"
            )
        return self.action(
            number,
            action.seat,
            ACTION_WORDS[action.kind],
            amount=self.amount(action.added),
            amount_to=self.amount(action.to),
            is_allin=action.all_in,
        )

    def rounds(self) -> list[dict[str, object]]:
        record = self.record
        rounds: list[dict[str, object]] = []

        def add(street: str, actions: list[dict[str, object]], **cards: Any) -> None:
            rounds.append(
                {"id": len(rounds), "street": street.title(), **cards, "actions": actions}
            )

        board = record.boards[0] if record.boards else ()
        for street in record.streets:
            actions: list[dict[str, object]] = []
            if street.name == "preflop":
                for seat, cards in record.dealt:
                    actions.append(
                        self.action(len(actions), seat, "Dealt Cards", cards=list(map(str, cards)))
                    )
                for post in record.posts:
                    actions.append(
                        self.action(
                            len(actions),
                            post.seat,
                            POST_WORDS[post.kind],
                            amount=self.amount(post.amount),
                            is_allin=post.all_in,
                        )
                    )
            for action in street.actions:
                actions.append(self.played(len(actions), action))
            add(street.name, actions, cards=_dealt(board, street.name))
        for board in record.boards[1:]:
            for street in record.streets:
                if BOARD_LENGTH[street.name] > record.shared_board():
                    add(street.name, [], cards=_dealt(board, street.name))
        if record.shown:
            words = ("Shows Cards", "Mucks Cards")
            shows = [
                self.action(number, show.seat, words[show.mucked], cards=list(map(str, show.cards)))
                for number, show in enumerate(record.shown)
            ]
            add("showdown", shows)
        return rounds

    def pot(self, number: int, pot: RecordedPot) -> dict[str, object]:
        return {
            "number": number,
            "amount": self.amount(pot.amount),
            "rake": self.amount(pot.rake),
            **_said(jackpot=self.amount(pot.jackpot or None)),
            "player_wins": [
                {"player_id": self.ids[seat], "win_amount": self.amount(chips)}
                for seat, chips in pot.wins
            ],
        }


def _moment(time: Any) -> str | None:
    return None if time is None else time.isoformat().replace("+00:00", "Z")


def _dealt(board: tuple[Any, ...], street: str) -> list[str]:
    length = BOARD_LENGTH[street]
    return (
        [str(card) for card in board[0 if street == "flop" else length - 1 : length]]
        if length
        else []
    )
