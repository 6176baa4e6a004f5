"""The actions of Poker Hand History read: "d dh p1 AsKdQh9c", "d db Jc3d5c", "p1 cbr 30", "p2 cc", "p3 f", "p1 sm"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..cards import Card
from ..errors import shown
from .ohh_fields import CARDS
from .phh_betting import Walk
from .record import Action, Cards, Shown, Street

__all__ = ["KINDS", "Played", "Told", "known_cards", "player_at"]

PLAYER = re.compile(r"p([1-9][0-9]?)", re.ASCII)
# What our records call an action of the standard.
KINDS = {"f": ("fold",), "cc": ("check", "call"), "cbr": ("bet", "raise")}
EXPECTED = "expected an action such as 'p1 cbr 30', 'p1 cc', 'p1 f', 'p1 sm' or 'd db Jc3d5c'"


def player_at(name: str, count: int) -> int:
    """The position, from 0, of a player named p1, p2 and so on. Raises ValueError.

    >>> player_at("p3", 6)
    2
    """
    found = PLAYER.fullmatch(name)
    if found is None or int(found[1]) > count:
        raise ValueError(f"{shown(name)}: expected a player p1 to p{count}")
    return int(found[1]) - 1


def parsed_cards(text: str) -> list[Card | None]:
    """Cards in a row; None for one that is not known, as a whole or in part. Raises ValueError.

    >>> parsed_cards("As??K?")
    [Card('As'), None, None]
    """
    if len(text) > 20 or len(text) % 2:
        raise ValueError(f"cards {shown(text)}: expected cards such as AsKd????")
    names = [text[at : at + 2] for at in range(0, len(text), 2)]
    for name in names:
        if name not in CARDS and "?" not in name:
            raise ValueError(f"card {shown(name)}: expected cards such as AsKd????")
    return [CARDS.get(name) for name in names]


def known_cards(text: str) -> Cards:
    """The cards in a row that are known. Raises ValueError.

    >>> known_cards("As??Kd??")
    (Card('As'), Card('Kd'))
    """
    return tuple([card for card in parsed_cards(text) if card is not None])


class Told(NamedTuple):
    """What our own fields say about each betting action in turn; None where there is no such field."""

    kinds: Sequence[str] | None = None
    added: Sequence[int | None] | None = None
    to: Sequence[int | None] | None = None
    all_in: Sequence[bool | None] | None = None


class Played:
    """What the actions of a hand tell, taken one by one.

    seats: by position.   amount: reads one.   told: by our own fields.   strict: refuse an action out of turn.
    """

    def __init__(
        self,
        walk: Walk,
        seats: Sequence[int],
        amount: Callable[[str], int],
        told: Told,
        *,
        strict: bool,
    ) -> None:
        self.walk = walk
        self.seats = seats
        self.amount = amount
        self.told = told
        self.strict = strict
        self.taken = 0
        self.streets: list[tuple[str, list[Action]]] = [("preflop", [])]
        self.board: list[Card | None] = []
        self.holes: dict[int, list[Card | None]] = {}
        self.shown: list[Shown] = []
        walk.start("preflop")

    def take(self, words: Sequence[str]) -> None:
        """One action, in words. Raises ValueError saying what was expected."""
        match words:
            case ["d", "db", cards]:
                self.deal(parsed_cards(cards))
            case ["d", "dh", player, cards]:
                at = player_at(player, len(self.seats))
                self.holes.setdefault(self.seats[at], []).extend(parsed_cards(cards))
            case [player, "f" | "cc" as word]:
                self.bet(player_at(player, len(self.seats)), word, None)
            case [player, "cbr", amount]:
                self.bet(player_at(player, len(self.seats)), "cbr", self.amount(amount))
            case [player, "sm", *cards] if len(cards) < 2:
                self.show(self.seats[player_at(player, len(self.seats))], *cards)
            case _:
                raise ValueError(EXPECTED)

    def deal(self, cards: Sequence[Card | None]) -> None:
        """Board cards: each street begins with its first one."""
        for card in cards:
            street = {0: "flop", 3: "turn", 4: "river"}.get(len(self.board))
            if street is not None:
                self.walk.start(street)
                self.streets.append((street, []))
            self.board.append(card)
        if len(self.board) > 5:
            raise ValueError(f"{len(self.board)} board cards: expected 5 at most")

    def bet(self, at: int, word: str, amount: int | None) -> None:
        """A fold, check, call, bet or raise."""
        if len(self.board) in (1, 2):
            raise ValueError(f"{len(self.board)} board cards: expected 3 on the flop")
        walk, seat = self.walk, self.seats[at]
        turn = walk.pending[0] if walk.pending else None
        if self.strict and at != turn:
            expected = "none, as the betting is over" if turn is None else f"p{turn + 1}"
            raise ValueError(f"out of turn: expected {expected}")
        kind, chips = walk.meant(at, word, amount)
        told, number = self.told, self.taken
        if told.kinds is not None:
            kind = told.kinds[number]
            if kind not in KINDS[word]:
                raise ValueError(f"{kind}: expected {' or '.join(KINDS[word])}")
        added = chips if told.added is None else told.added[number]
        if added is not None and added < 0:
            raise ValueError(f"to {amount} units: expected {walk.own[at]} or more")
        walk.do(at, kind, max(chips, 0) if added is None else added)
        to = None if told.to is None else told.to[number]
        all_in = None if told.all_in is None else told.all_in[number]
        self.streets[-1][1].append(Action(seat, kind, added, to, all_in))
        self.taken += 1

    def show(self, seat: int, cards: str | None = None) -> None:
        """Cards shown; mucked without cards; "-" are the ones that were dealt."""
        if cards is None:
            self.shown.append(Shown(seat, (), mucked=True))
        elif cards == "-":
            self.shown.append(Shown(seat, self.dealt(seat)))
        else:
            self.shown.append(Shown(seat, known_cards(cards)))

    def dealt(self, seat: int) -> Cards:
        """The hole cards of a seat that are known."""
        return tuple([card for card in self.holes.get(seat, ()) if card is not None])

    def known_board(self) -> Cards:
        """The board as far as it is known. Raises ValueError for a flop of other than three cards."""
        known = [card for card in self.board if card is not None]
        if len(self.board) in (1, 2) or len(known) in (1, 2) or known != self.board[: len(known)]:
            names = "".join("??" if card is None else str(card) for card in self.board)
            raise ValueError(f"board {names}: expected 3, 4 or 5 cards, the known ones first")
        return tuple(known)

    def recorded(self) -> tuple[Street, ...]:
        """The streets with their actions."""
        return tuple([Street(name, tuple(actions)) for name, actions in self.streets])
