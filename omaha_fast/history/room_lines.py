"""The lines of a hand in room text, one by one, and the record they make.

Players are found by the names that the Seat lines give them, the longest first, so a name may be any text.
"""

from __future__ import annotations

import re

from ..cards import Card
from ..errors import shown
from .record import BOARD_LENGTH, POSTS, STREETS, Action, Bounty, Cards, Player, Posted, Shown
from .room_header import Header
from .room_patterns import (
    ACTION,
    ASIDE,
    BOARD,
    BOUNTY,
    CARDS,
    COLLECTED,
    INCREASE,
    OUTCOMES,
    POSITION,
    POST_WORDS,
    RUNS,
    SEAT_END,
    SECTION,
    SHOWS,
    SUMMARY_ASIDE,
    TABLE_END,
    VERBS,
    WON,
    WON_START,
    pot_number,
)

__all__ = ["Lines"]


class Lines:
    """One hand while it is read. line() takes its lines after the first; done() checks that none is missing."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.money = header.money
        self.stage = "table"
        self.table = ""
        self.table_size: int | None = None
        self.button: int | None = None
        self.play_money = False
        self.players: list[Player] = []
        self.seats: dict[str, int] = {}
        self.names: list[str] = []
        self.left: dict[int, int] = {}
        self.committed: dict[int, int] = {}
        self.posts: list[Posted] = []
        self.streets: list[tuple[str, list[Action]]] = []
        self.common: list[Card] = []
        self.runs: list[list[Card]] = []
        self.dealt: list[tuple[int, Cards]] = []
        self.shown: dict[int, Shown] = {}
        self.uncalled: list[tuple[int, int]] = []
        # By the number of the pot: who collected how much from it. And what nobody known did.
        self.wins: dict[int, list[tuple[int, int]]] = {}
        self.strangers: list[tuple[str, int, int]] = []
        self.bounties: list[Bounty] = []
        self.cancelled = False
        # The summary: the pots, amounts by seat, and lines for which seats; names that are not the seat's.
        self.total: int | None = None
        self.nets: list[int] = []
        self.rake = self.jackpot = 0
        self.said: dict[int, int] = {}
        self.told: set[int] = set()
        self.aliases: list[tuple[int, str, int]] = []
        self.boards = 0

    # -- players -------------------------------------------------------------------------------------------------------

    def seat(self, name: str) -> int:
        """The seat of a name at the end of a line, where editors cut blanks off."""
        seat = self.seats.get(name)
        if seat is None:
            alike = [at for known, at in self.seats.items() if known.rstrip() == name.rstrip()]
            if len(alike) != 1:
                raise ValueError(f"player {shown(name)}: expected a name of the Seat lines")
            seat = alike[0]
        return seat

    def cards(self, text: str) -> Cards:
        """Cards between brackets."""
        try:
            return tuple([CARDS[name] for name in text.split()])
        except KeyError:
            raise ValueError(f"cards {shown(text)}: expected cards such as 'As Kh'") from None

    # -- dispatch ------------------------------------------------------------------------------------------------------

    def line(self, raw: str) -> None:
        """Take a line. Raises ValueError for one that says nothing known."""
        text = raw.rstrip()
        if self.stage == "table":
            self.table_line(text)
        elif self.stage == "seats" and (found := self.seat_line(text)):
            self.player(*found)
        elif self.stage == "summary":
            self.summary(text)
        else:
            if self.stage == "seats":
                self.names = sorted(self.seats, key=len, reverse=True)
                self.stage = "play"
            self.play(raw, text)

    def table_line(self, text: str) -> None:
        """Table 'Aludra II' 6-max Seat #4 is the button"""
        end = text.rfind("'")
        tail = (
            TABLE_END.fullmatch(text, end + 1) if text.startswith("Table '") and end > 6 else None
        )
        if tail is None or tail[3] is None:
            raise ValueError(
                f"line {shown(text)}: expected Table '...' 6-max Seat #1 is the button"
            )
        self.table = text[7:end]
        self.table_size = int(tail[1]) if tail[1] else None
        self.play_money = bool(tail[2])
        self.button = int(tail[3])
        self.stage = "seats"

    def seat_line(self, text: str) -> tuple[int, str, re.Match[str]] | None:
        """Seat 3: Ann ($10.50 in chips)"""
        number, colon, rest = text.partition(": ")
        digits = number.removeprefix("Seat ")
        if not colon or not (number.startswith("Seat ") and digits.isdecimal() and len(digits) < 4):
            return None
        at = rest.rfind(" in chips")
        at = rest.rfind(" (", 0, max(at, 0))
        end = SEAT_END.fullmatch(rest, at) if at >= 0 else None
        return (int(digits), rest[:at], end) if end else None

    def player(self, seat: int, name: str, end: re.Match[str]) -> None:
        """A player with a seat."""
        if not name or name in self.seats:
            raise ValueError(f"player {shown(name)}: expected a name that no other player has")
        if seat in self.left:
            raise ValueError(f"seat {seat}: expected a seat that no other player has")
        stack = self.money.units(end[1])
        bounty = self.header.prize.units(end[2]) if end[2] else None
        self.players.append(Player(seat, name, stack, None, bool(end[3]), bounty))
        self.seats[name] = seat
        self.left[seat] = stack

    def play(self, raw: str, text: str) -> None:
        """A line from the posts to the end of the showdown."""
        # Chat may say anything; no other line ends like that.
        if text.endswith('"') and ' said, "' in text:
            return
        for name in self.names:
            if raw.startswith(name):
                after = raw[len(name) :].rstrip()
                if after.startswith(": ") and self.act(self.seats[name], after[2:]):
                    return
        collected = COLLECTED.search(text)
        if collected and self.collected(raw[: collected.start()], collected):
            return
        if found := SECTION.fullmatch(text):
            self.section(found[1], found[2].replace(" ", ""), found[3])
        elif text.startswith("Dealt to "):
            self.dealt_to(raw[9:])
        elif text.startswith("Uncalled bet ("):
            amount, returned, name = raw[14:].partition(") returned to ")
            if not returned:
                raise ValueError(f"line {shown(text)}: expected Uncalled bet ($1) returned to ...")
            self.uncalled.append((self.seat(name), self.money.units(amount)))
        elif text == "Hand cancelled":
            self.cancelled = True
        elif found := BOUNTY.search(text):
            self.bounty(text, found)
        elif collected:
            self.stranger_collected(raw[: collected.start()], collected)
        elif text != "No low hand qualified" and not ASIDE.search(text):
            raise ValueError(
                f"line {shown(text)}: expected an action of a player of the Seat lines,"
                " a street, cards dealt or a pot collected"
            )

    def bounty(self, text: str, found: re.Match[str]) -> None:
        """Ann wins the $2.50 bounty for eliminating Bob"""
        name = text[found.end() :]
        end = INCREASE.search(name)
        assert end is not None  # it matches the end of any text
        self.bounties.append(
            Bounty(
                self.seat(text[: found.start()]),
                self.header.prize.units(found[1]),
                self.seat(name[: end.start()]),
            )
        )

    # -- actions -------------------------------------------------------------------------------------------------------

    def act(self, seat: int, text: str) -> bool:
        """What a player does; False where these are not the words for it, as with a name inside another."""
        if text in ("checks", "folds", "mucks hand", "doesn't show hand"):
            if text == "mucks hand":
                self.show(seat, (), mucked=True)
            elif text[0] != "d":
                self.betting().append(Action(seat, text[:-1], 0))
            return True
        if found := SHOWS.fullmatch(text):
            if text.startswith("folds"):
                self.betting().append(Action(seat, "fold", 0))
            self.show(seat, self.cards(found[1]), mucked=text.startswith("mucks"))
            return True
        found = ACTION.fullmatch(text)
        if found is None:
            return False
        verb, by, amount, all_in = found.groups()
        if verb in VERBS:
            self.bet(seat, VERBS[verb], by, amount, bool(all_in))
        else:
            self.post(seat, verb.removeprefix("posts "), amount, bool(all_in))
        return True

    def betting(self) -> list[Action]:
        """The actions of the street."""
        if self.stage == "showdown":
            raise ValueError("an action after the showdown: expected none")
        if not self.streets:
            self.streets.append(("preflop", []))
        return self.streets[-1][1]

    def bet(self, seat: int, kind: str, by: str | None, amount: str, all_in: bool) -> None:
        """A call, bet or raise: "calls $2", "bets $2", "raises $4 to $6"."""
        added = self.money.units(amount)
        if (by is not None) != (kind == "raise"):
            raise ValueError(f"{kind} {shown(amount)}: expected calls $1, bets $1, raises $1 to $2")
        actions = self.betting()
        if kind == "raise":
            assert by is not None
            total, raised = added, self.money.units(by)
            level = max(self.committed.values(), default=0)
            # A short big blind is called, and raised, as if it were whole.
            full = max(level, self.header.big_blind if len(self.streets) == 1 else 0)
            own = self.committed.get(seat, 0)
            if total < level:
                raise ValueError(f"raises to {amount}: expected more than {self.money.text(level)}")
            if raised not in (total - level, total - full):
                raise ValueError(
                    f"raises {by} to {amount}: expected {self.money.text(total - level)} to"
                    f" {amount}, over a bet of {self.money.text(level)}"
                )
            added = total - own
        actions.append(Action(seat, kind, added, None, self.pay(seat, added, all_in)))
        self.committed[seat] = self.committed.get(seat, 0) + added

    def pay(self, seat: int, added: int, all_in: bool) -> bool | None:
        """Whether it is all-in: None where nothing says so and yet it takes the stack."""
        self.left[seat] -= added
        return True if all_in else None if self.left[seat] <= 0 else False

    def post(self, seat: int, words: str, amount: str, all_in: bool) -> None:
        """A blind, ante or straddle. A second big blind is of one who comes in, live; a second small blind is dead."""
        words = "straddle" if words.startswith("straddle") else words
        kind = POST_WORDS.get(words.removeprefix("the ").removeprefix("a "))
        if kind is None:
            raise ValueError(f"posts {shown(words)}: expected one of {', '.join(POST_WORDS)}")
        if len(self.streets) > 1 or (self.streets and self.streets[0][1] and kind != "straddle"):
            raise ValueError(f"posts {words}: expected posts before the actions")
        units = self.money.units(amount)
        posted = {post.kind for post in self.posts}
        if kind == "both":
            # The big blind is live, what is more is a dead small blind.
            live = min(units, self.header.big_blind)
            self.add_post(seat, "extra_blind", live, all_in and live == units)
            if units > live:
                self.add_post(seat, "dead_blind", units - live, all_in)
            return
        if kind in posted and kind in ("big_blind", "small_blind"):
            kind = "extra_blind" if kind == "big_blind" else "dead_blind"
        self.add_post(seat, kind, units, all_in)

    def add_post(self, seat: int, kind: str, units: int, all_in: bool) -> None:
        assert kind in POSTS
        self.posts.append(Posted(seat, kind, units, self.pay(seat, units, all_in)))
        if kind not in ("ante", "dead_blind"):
            self.committed[seat] = self.committed.get(seat, 0) + units

    def dealt_to(self, text: str) -> None:
        """Dealt to Ann [As Kh Qd Jc]; some rooms print a line without cards for each of the others."""
        stripped = text.rstrip()
        if not stripped.endswith("]"):
            self.seat(text.removesuffix(" ") if text not in self.seats else text)
            return
        at = stripped.rfind(" [")
        cards = self.cards(stripped[at + 2 : -1])
        seat = self.seat(stripped[: max(at, 0)])
        if cards:
            self.dealt.append((seat, cards))

    # -- streets -------------------------------------------------------------------------------------------------------

    def section(self, run: str | None, name: str, brackets: str) -> None:
        """*** TURN *** [4d 6d 4c] [8h], *** SECOND RIVER *** ..., *** SHOW DOWN ***"""
        if name in ("SUMMARY", "SHOWDOWN"):
            self.stage = "summary" if name == "SUMMARY" else "showdown"
            return
        if self.stage == "showdown":
            raise ValueError(f"*** {name} ***: expected no street after the showdown")
        if name == "HOLECARDS":
            if self.streets:
                raise ValueError("*** HOLE CARDS ***: expected them before any action")
            self.streets.append(("preflop", []))
            return
        street = name.lower()
        if run is None:
            board = self.common
            if self.runs:
                raise ValueError(f"*** {name} ***: expected which run it is of")
        else:
            number = RUNS.index(run)
            if number > len(self.runs):
                raise ValueError(f"*** {run} {name} ***: expected the runs in order")
            if number == len(self.runs):
                self.runs.append([*self.common])
            board = self.runs[number]
        before = STREETS[STREETS.index(street) - 1]
        if len(board) != BOARD_LENGTH[before]:
            raise ValueError(
                f"*** {name} *** after {len(board)} board cards: expected the {before}"
            )
        parts = [
            self.cards(part) for part in brackets.removeprefix(" [").removesuffix("]").split("] [")
        ]
        if [*parts[0]] != board and (street != "flop" or len(parts) != 1):
            raise ValueError(
                f"board {' '.join(map(str, parts[0]))}: expected {' '.join(map(str, board))}"
            )
        due = BOARD_LENGTH[street] - len(board)
        if len(parts) != (1 if street == "flop" else 2) or len(parts[-1]) != due:
            raise ValueError(f"*** {name} ***{brackets}: expected {due} new cards in brackets")
        board += parts[-1]
        if not self.streets:
            self.streets.append(("preflop", []))
        if street not in [known for known, _ in self.streets]:
            self.streets.append((street, []))
            self.committed = {}

    # -- pots ----------------------------------------------------------------------------------------------------------

    def collected(self, text: str, found: re.Match[str]) -> bool:
        """Ann collected $10 from main pot; from side pot-2. False where nobody has that name."""
        name, _, amount = text.rpartition(" ")
        seat = self.seats.get(name.removesuffix(" collected"))
        if seat is None or not name.endswith(" collected"):
            return False
        self.wins.setdefault(pot_number(found), []).append((seat, self.money.units(amount)))
        return True

    def stranger_collected(self, text: str, found: re.Match[str]) -> None:
        """Player2 $2.50 from pot: in some files a name has swallowed the verb; who that is, the summary tells."""
        name, _, amount = text.rpartition(" ")
        if name.endswith(" collected"):
            name = name.removesuffix(" collected")
            raise ValueError(f"player {shown(name)}: expected a name of the Seat lines")
        self.strangers.append((name, self.money.units(amount), pot_number(found)))

    def summary(self, text: str) -> None:
        """A line of the summary."""
        if text.startswith("Total pot "):
            self.total_line(text)
        elif found := BOARD.fullmatch(text):
            number = RUNS.index(found[1]) if found[1] else self.boards
            runs = self.runs or [self.common]
            board = runs[number] if number < len(runs) else []
            if [*self.cards(found[2])] != board:
                due = " ".join(map(str, board)) or "none"
                raise ValueError(f"board {shown(found[2])}: expected {due}, as dealt")
            self.boards += 1
        elif text.startswith("Seat "):
            self.outcome(text)
        elif not text.startswith(SUMMARY_ASIDE):
            raise ValueError(f"line {shown(text)}: expected a line of the summary")

    def total_line(self, text: str) -> None:
        """Total pot $9480 Main pot $5275. Side pot $4200. | Rake $5 | Jackpot $0"""
        if self.total is not None:
            raise ValueError("a second line of the total pot: expected one")
        pots, *taken = text.split(" | ", 9)
        words = pots.removeprefix("Total pot ").split(" ", 80)
        self.total = self.money.units(words[0])
        rest = words[1:]
        while rest:
            if (
                len(rest) < 3
                or rest[0] != ("Side" if self.nets else "Main")
                or rest[1][:3] != "pot"
            ):
                raise ValueError(f"pots {shown(pots)}: expected Main pot $2. Side pot $1.")
            self.nets.append(self.money.units(rest[2].removesuffix(".")))
            rest = rest[3:]
        rakes = []
        for item in taken:
            word, _, amount = item.partition(" ")
            if word == "Rake":
                rakes.append(self.money.units(amount))
            elif word in ("Jackpot", "Bingo", "Fortune", "Tax"):
                self.jackpot += self.money.units(amount)
            else:
                raise ValueError(f"{shown(item)}: expected Rake or Jackpot with an amount")
        if len(rakes) != 1:
            raise ValueError(f"line {shown(text)}: expected one Rake")
        self.rake = rakes[0]

    def outcome(self, text: str) -> None:
        """Seat 4: Ann (button) (small blind) showed [As Kh Qd Jc] and won ($10) with a pair of Aces"""
        number, _, rest = text.partition(": ")
        seat = int(number[5:]) if number[5:].isdecimal() and len(number) < 9 else -1
        name = next((player.name for player in self.players if player.seat == seat), None)
        if name is None or seat in self.told:
            raise ValueError(f"line {shown(text)}: expected each player's seat once")
        self.told.add(seat)
        known = rest.startswith((name, name.rstrip() + " "))
        after = rest[len(name) :] if known else ""
        after = POSITION.sub("", after, count=1).strip()
        if after.startswith(("showed [", "mucked [")):
            end = after.find("]")
            if end < 0:
                raise ValueError(f"line {shown(text)}: expected ] after the cards")
            self.show(seat, self.cards(after[8:end]), mucked=after.startswith("mucked"))
            after = after[end + 1 :]
        elif not known:
            after = self.stranger(seat, name, rest)
        elif not after.startswith(OUTCOMES) and after not in ("mucked", "is sitting out"):
            raise ValueError(f"outcome {shown(after)}: expected folded, showed, mucked, ...")
        amounts = WON.findall(after)
        if len(amounts) != len(WON_START.findall(after)):
            raise ValueError(f"line {shown(text)}: expected ) after the amount")
        if amounts:
            self.said[seat] = sum(map(self.money.units, amounts))

    def show(self, seat: int, cards: Cards, *, mucked: bool) -> None:
        """Cards shown, or not: each run repeats them, the summary too, and it names those of who did not show."""
        before = self.shown.get(seat)
        if before is None:
            self.shown[seat] = Shown(seat, cards, mucked)
        elif len({*before.cards, *cards}) > max(len(before.cards), len(cards)):
            raise ValueError(
                f"cards {' '.join(map(str, cards))}: expected {' '.join(map(str, before.cards))}"
            )
        elif len(cards) > len(before.cards):
            self.shown[seat] = Shown(seat, cards, before.mucked)

    def stranger(self, seat: int, name: str, text: str) -> str:
        """Lines of files whose names were replaced: "Player2 ($2.50) with ..." where "Ann collected" became a name."""
        other, _, rest = text.partition(" (")
        if rest.startswith("didn't bet)"):
            return ""
        amount, end, more = rest.partition(")")
        if not end or not (not more or more.startswith(" with ")):
            raise ValueError(f"player {shown(text)}: expected {name} at seat {seat}")
        self.aliases.append((seat, other, self.money.units(amount)))
        return f"won ({amount})"
