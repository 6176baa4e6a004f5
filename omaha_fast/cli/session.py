"""A session at a table: bots and perhaps a person, hand after hand, with every chip accounted for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from omaha_fast.engine import Table
from omaha_fast.history import Record, Tournament, record_hand

if TYPE_CHECKING:
    from omaha_fast.cli.bots import Bot
    from omaha_fast.engine import Hand

    Decide = Callable[[Hand], tuple[str, int | None] | None]

__all__ = ["Quit", "Session"]

# Seeded sessions are the same every time, with their times: a hand a minute from here on.
FIRST = datetime(2026, 1, 1, tzinfo=UTC)


class Quit(Exception):
    """The person leaves in the middle of a hand."""


class Session:
    """Hands at a table.

    table: empty.   stack: what each player buys, again whenever it has lost all (not in a tournament).
    person: the name of the player of seat 0 for whom `decide` acts, None where all are bots.
    seed: of the bots and of the times; None: another session every time.
    """

    def __init__(
        self, table: Table, bot: Bot, stack: int, *, person: str | None = None, seed: int | None
    ) -> None:
        self.table = table
        self.bot = bot
        self.stack = stack
        self.person = person
        self.seeded = seed is not None
        self.rng = random.Random(seed)
        # Of the hand being played or just finished.
        self.names: dict[int, str] = {}
        self.level = 0
        # Who has just bought in again.
        self.bought: list[str] = []
        self.pockets: dict[str, int] = {}
        for seat in range(table.seats):
            name = person if person is not None and not seat else f"Bot {seat + 1}"
            self.pockets[name] = -stack
            table.sit(name, stack, seat)

    def hands(
        self, decide: Decide | None = None, watch: Callable[[Hand], None] | None = None
    ) -> Iterator[Hand]:
        """The finished hands. decide: the person's choice; None is Quit.   watch: called before each action.

        Ends when fewer than two can play, in a tournament also when the person is out.
        """
        table = self.table
        while not table.over:
            self.names = {player.seat: player.name for player in table.players if player}
            if len(table.ready) < 2 or (self.person and self.person not in self.names.values()):
                return
            self.level = table.level
            hand = table.deal()
            while not hand.finished:
                if watch is not None:
                    watch(hand)
                seat = hand.actor
                if hand.awaiting == "runs":
                    table.act("agree_runs", 1)
                elif seat is not None and self.names[seat] == self.person and decide is not None:
                    choice = decide(hand)
                    if choice is None:
                        raise Quit
                    table.act(choice[0], choice[1], seat=seat)
                else:
                    table.act(*self.bot(hand, self.rng))
            if watch is not None:
                watch(hand)
            self.account()
            yield hand

    def account(self) -> None:
        """Check that no chip came or went, then let who has lost all buy in again. Raises AssertionError."""
        table = self.table
        bought = -sum(self.pockets.values())
        if table.chips + table.rake != bought:
            raise AssertionError(
                f"hand {table.number}: {table.chips} chips at the table and {table.rake} rake:"
                f" expected {bought} in all"
            )
        self.bought = []
        if table.kind == "cash":
            for player in table.players:
                if player is not None and not player.stack:
                    self.bought.append(player.name)
                    table.add_chips(player.seat, self.stack)
                    self.pockets[player.name] -= self.stack

    def record(self, hand: Hand) -> Record:
        """The record of the hand just finished: of the person's cards alone, or of all where all are bots."""
        number = self.table.number
        about: dict[str, Any] = {"decimals": 0}
        if self.table.kind == "tournament":
            about["tournament"] = Tournament(number="1", level=str(self.level + 1))
        moment = FIRST + timedelta(minutes=number) if self.seeded else datetime.now(UTC)
        return record_hand(
            hand,
            str(number),
            names={seat: self.names[seat] for seat in hand.seats},
            cards_of=None if self.person is None else {0},
            hero=None if self.person is None else 1,
            site="omaha-fast",
            table="Play",
            table_size=self.table.seats,
            time=moment.replace(microsecond=0),
            **about,
        )

    def results(self) -> Mapping[str, int]:
        """What each player has won or lost, in chips, up to the last finished hand."""
        table = self.table
        stacks = {player.name: player.stack for player in table.players if player is not None}
        if table.playing and table.hand is not None:
            begun = table.hand.starting_stacks
            stacks |= {self.names[seat]: begun[seat] or 0 for seat in table.hand.seats}
        return {name: stacks.get(name, 0) + spent for name, spent in self.pockets.items()}
