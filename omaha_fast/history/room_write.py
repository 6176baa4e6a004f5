"""Records written as room text, in the words and the order of the most widely imported room.

What is written is read again before it is handed out: what the format cannot hold is refused, naming the field. Held:

==================== ===================================================================================================
id, site, network    yes: "SITE Hand #ID: {NETWORK} ..."; site without "#" and ":", id without "#" and ":" too
time                 yes, whole seconds: in UTC, and in Eastern time in brackets
game, stakes         yes; blinds of fixed limit and antes that the posts do not tell are added: "- Ante $0.10"
table, table_size    yes
button               yes
currency, decimals   yes: a code of three letters with 2 decimals; "" with 2 or 0
players              yes: names without control characters, each another one; seat, stack, sitting_out, bounty
final_stack          no: left out where it follows from the hand, else refused
posts, actions       yes; all_in is filled in where the record leaves it open; none of a fold or a check
Action.to            no: left out where it follows from added, else refused
streets, boards      yes: cards for every street; up to eight runs
dealt, hero          yes; a hero is who alone has cards dealt face up
shown                yes: once for a seat
uncalled             yes; filled in where the record leaves it open
pots                 yes: amount, wins, rake; a rake that the pots do not tell, only from the main pot, as the jackpot.
                     The wins of several runs are summed up by seat
flags                Fast, Play_Money; left out where they follow: Observed without a hero, Run_It_Twice
tournament           number; level; bounties; currency, buy_in, fee, bounty, or else the name. The record's currency is
                     the tournament's
==================== ===================================================================================================
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC
from itertools import zip_longest

from ..engine.stakes import FixedLimit
from ..errors import HistoryError, shown
from ..games import GAMES
from .record import BOARD_LENGTH, Action, Cards, Record, Tournament
from .room_header import SYMBOLS, Money, eastern
from .room_held import as_held, first_round, refuse
from .room_patterns import RUNS
from .room_text import parse_room_text
from .room_words import described, won_by_run
from .source import Target, not_held, write_hands

__all__ = ["enclosed_room_text", "room_text", "write_room_text"]

GAME_WORDS = {
    name: {4: "", 5: "5 Card ", 6: "6 Card "}[game.cards] + "Omaha" + " Hi/Lo" * game.hilo
    for name, game in GAMES.items()
}
LIMIT_WORDS = {"pot_limit": "Pot Limit", "no_limit": "No Limit", "fixed_limit": "Limit"}
ANTE_WORDS = {"uniform": "Ante", "big_blind": "Big Blind Ante", "button": "Button Ante"}
POST_WORDS = {
    "ante": "the ante",
    "small_blind": "small blind",
    "big_blind": "big blind",
    "straddle": "straddle",
    "extra_blind": "big blind",
    "dead_blind": "small blind",
}
VERBS = {"call": "calls", "bet": "bets", "fold": "folds", "check": "checks"}
TIMES = {2: "twice", 3: "three times", 4: "four times"}


def write_room_text(records: Iterable[Record], target: Target) -> int:
    """Write the hands to a file in UTF-8, two blank lines between two; returns how many.

    target: a path, or a file open for text. Raises HistoryError for a hand that the format cannot hold: a
    file that was open has those before it then, one at a path is what it was.

    >>> import io
    >>> write_room_text([], io.StringIO())
    0
    """
    return write_hands(records, target, room_text, enclosed_room_text, "utf-8")


def enclosed_room_text(number: int, text: str) -> str:
    """A hand in a file: two blank lines before all but the first."""
    return "\n\n" * bool(number) + text


def room_text(record: Record) -> str:
    """The hand in room text, with its last line end; parse_room_text reads the same record from it.

    Raises HistoryError for a record that the format cannot hold, naming the field.

    >>> from omaha_fast.engine import PotLimit
    >>> from omaha_fast.history import Action, Player, Posted, Record, RecordedPot, Street
    >>> record = Record(
    ...     id="1", site="PokerStars", game="omaha", stakes=PotLimit(5, 10), currency="USD", button=1,
    ...     players=(Player(1, "Ann", 1000), Player(2, "Bob", 900)),
    ...     posts=(Posted(1, "small_blind", 5), Posted(2, "big_blind", 10)),
    ...     streets=(Street("preflop", (Action(1, "raise", 25), Action(2, "fold", 0))),),
    ...     pots=(RecordedPot(20, ((1, 20),)),))
    >>> print(*room_text(record).splitlines()[7:13], sep=chr(10))
    Ann: raises $0.20 to $0.30
    Bob: folds
    Uncalled bet ($0.20) returned to Ann
    Ann collected $0.20 from pot
    Ann: doesn't show hand
    *** SUMMARY ***
    """
    name = f"hand {shown(record.id)}"
    try:
        held = as_held(record)
        back: Record | HistoryError = HistoryError("nothing was written")
        for explicit in (False, True):
            # The posts usually tell the ante and the blinds of fixed limit; where they do not, the first line has to.
            text = _Writer(held, explicit).text()
            try:
                back = parse_room_text(text)
            except HistoryError as error:
                back = error
            if back == held:
                return text
    except ValueError as error:
        raise HistoryError(f"{name}: {error}") from None
    raise not_held(held, back)


# -- the lines ---------------------------------------------------------------------------------------------------------


class _Writer:
    """One record on its way out. explicit: the first line has the ante and the blinds, whatever the posts tell."""

    def __init__(self, record: Record, explicit: bool) -> None:
        self.record = record
        self.explicit = explicit
        symbol = "" if record.tournament else SYMBOLS.get(record.currency, "")
        self.money = Money(symbol, record.decimals)
        self.names = {player.seat: player.name for player in record.players}
        self.lines: list[str] = []
        acts = [action for street in record.streets for action in street.actions]
        acted = {post.seat for post in record.posts} | {action.seat for action in acts}
        self.playing = [
            player.seat
            for player in record.players
            if player.seat in acted or not player.sitting_out
        ]
        # The street on which a seat folded.
        self.folded = {
            action.seat: street.name
            for street in record.streets
            for action in street.actions
            if action.kind == "fold"
        }
        self.paid = {item.seat for item in record.posts}
        self.paid.update(action.seat for action in acts if action.added)
        self.by_run = won_by_run(record)

    def put(self, line: str) -> None:
        self.lines.append(line)

    def text(self) -> str:
        record = self.record
        self.put(self.header())
        size = "" if record.table_size is None else f" {record.table_size}-max"
        play = " (Play Money)" if "Play_Money" in record.flags else ""
        self.put(f"Table '{record.table}'{size}{play} Seat #{record.button} is the button")
        for player in record.players:
            bounty = "" if player.bounty is None else f", {self.prize(player.bounty)} bounty"
            out = " is sitting out" if player.sitting_out else ""
            stack = self.money.text(player.stack)
            self.put(f"Seat {player.seat}: {player.name} ({stack} in chips{bounty}){out}")
        self.posts()
        self.streets()
        self.showdown()
        self.bounties()
        self.summary()
        return "\n".join(self.lines) + "\n"

    def prize(self, units: int) -> str:
        """Money of the tournament."""
        info = self.record.tournament
        code = info.currency if info else self.record.currency
        return Money(SYMBOLS.get(code, ""), 2).text(units, cents=True)

    def header(self) -> str:
        """The first line."""
        record, stakes = self.record, self.record.stakes
        low, high = stakes.small_blind, stakes.big_blind
        if isinstance(stakes, FixedLimit):
            low, high = stakes.small_bet, stakes.big_bet
        cents = bool(self.money.decimals and (low % 100 or high % 100))
        numbers = f"{self.money.text(low, cents=cents)}/{self.money.text(high, cents=cents)}"
        if self.explicit:
            if isinstance(stakes, FixedLimit):
                blinds = (stakes.small_blind, stakes.big_blind)
                numbers += f" - Blinds {'/'.join(map(self.money.text, blinds))}"
            numbers += f" - {ANTE_WORDS[stakes.ante_kind]} {self.money.text(stakes.ante)}"
        game = f"{GAME_WORDS[record.game]} {LIMIT_WORDS[stakes.kind]}"
        words = f"{record.site} " if record.site else ""
        words += ("Zoom " if "Fast" in record.flags else "") + f"Hand #{record.id}: "
        if record.network:
            words += f"{{{record.network}}} "
        info = record.tournament
        if info is None:
            code = f" {record.currency}" if record.currency else ""
            words += f"{game} ({numbers}{code})"
        else:
            level = (
                f"Level {info.level} " if info.level and "Level " not in info.level else info.level
            )
            level = f"- {level.rstrip()} " if level else ""
            words += f"Tournament #{info.number}, {self.buy_in(info)}{game} {level}({numbers})"
        if record.time is not None:
            moment = record.time.astimezone(UTC)
            local = eastern(moment)
            words += f" - {moment:%Y/%m/%d %H:%M:%S} UTC"
            words += f" [{local:%Y/%m/%d} {local.hour}:{local:%M:%S} ET]"
        return words

    def buy_in(self, info: Tournament) -> str:
        """$1.00+$0.10 USD, with the bounty between the two; or the name."""
        if info.name:
            return f"{info.name} "
        if info.buy_in == 0 and info.fee is info.bounty is None:
            return f"Freeroll {info.currency} " if info.currency else "Freeroll "
        parts = [part for part in (info.buy_in, info.bounty, info.fee) if part is not None]
        amounts = "+".join(map(self.prize, parts))
        return " ".join(filter(None, (amounts, info.currency))) + " " if amounts else ""

    def posts(self) -> None:
        """Blinds, antes and straddles; both blinds of one who comes back in one line."""
        posts = self.record.posts
        both = (self.record.stakes.big_blind, "extra_blind", "dead_blind")
        seen: set[str] = set()
        skip = False
        for post, after in zip_longest(posts, posts[1:]):
            if skip:
                skip = False
                continue
            kind, amount, all_in = POST_WORDS[post.kind], post.amount, post.all_in
            if after is not None and after.seat == post.seat:
                skip = (post.amount, post.kind, after.kind) == both and after.amount > 0
            if skip and after is not None:
                kind, amount, all_in = "small & big blinds", amount + after.amount, after.all_in
            elif post.kind in ("extra_blind", "dead_blind"):
                # As a second big or small blind it would be read as the first one.
                first = "big_blind" if post.kind == "extra_blind" else "small_blind"
                kind = kind if first in seen else post.kind.replace("_", " ")
            seen.add(post.kind)
            self.put(
                f"{self.names[post.seat]}: posts {kind} {self.money.text(amount)}"
                + " and is all-in" * bool(all_in)
            )

    def streets(self) -> None:
        """Cards, actions, and what was not called, street by street and run by run."""
        record = self.record
        committed = first_round(record.posts)
        shared = record.shared_board()
        board = record.boards[0] if record.boards else ()
        last = max((at for at, street in enumerate(record.streets) if street.actions), default=0)
        for at, street in enumerate(record.streets):
            length = BOARD_LENGTH[street.name]
            if length > len(board):
                refuse("boards", len(board), f"{length} cards on the {street.name}")
            if not length:
                self.put("*** HOLE CARDS ***")
                for seat, cards in record.dealt:
                    self.put(f"Dealt to {self.names[seat]} {_cards(cards)}")
            elif length <= shared:
                self.put(_street(street.name, board, ""))
            level = record.stakes.big_blind if not length else 0
            for action in street.actions:
                self.act(action, committed, level)
            committed = {}
            if at == last:
                self.uncalled()
        if not record.streets:
            self.uncalled()
        for run, board in zip(RUNS, record.boards, strict=False):
            for street in record.streets:
                if BOARD_LENGTH[street.name] > shared:
                    self.put(_street(street.name, board, f"{run} "))

    def uncalled(self) -> None:
        """What went back, after the last action."""
        for seat, chips in self.record.uncalled:
            self.put(f"Uncalled bet ({self.money.text(chips)}) returned to {self.names[seat]}")

    def act(self, action: Action, committed: dict[int, int], level: int) -> None:
        """One action; a raise says by how much it raises the bet, and to how much."""
        own, added = committed.get(action.seat, 0), action.added or 0
        if action.kind == "raise":
            level = max(level, *committed.values(), 0)
            total = own + added
            words = f"raises {self.money.text(max(total - level, 0))} to {self.money.text(total)}"
        else:
            words = VERBS[action.kind]
            if action.kind in ("call", "bet"):
                words += f" {self.money.text(added)}"
        committed[action.seat] = own + added
        self.put(f"{self.names[action.seat]}: {words}" + " and is all-in" * bool(action.all_in))

    @property
    def contested(self) -> bool:
        """Whether more than one was left at the end."""
        return sum(seat not in self.folded for seat in self.playing) > 1

    def showdown(self) -> None:
        """Who shows what, and who collects how much, for each run."""
        record = self.record
        runs = len(self.by_run)
        if not self.contested:
            for run in range(runs):
                self.collected(run)
            self.shows(record.boards[0] if record.boards else ())
            for seat in record.payouts:
                if seat not in {show.seat for show in record.shown}:
                    self.put(f"{self.names[seat]}: doesn't show hand")
            return
        for run in range(runs):
            self.put(f"*** {RUNS[run] + ' ' if runs > 1 else ''}SHOW DOWN ***")
            board = record.boards[run] if record.boards else ()
            self.shows(board)
            self.collected(run)
            if GAMES[record.game].hilo and len(board) == 5:
                words = [described(show.cards, board, record.game) for show in record.shown]
                if not any("LO:" in word for word in words):
                    self.put("No low hand qualified")

    def shows(self, board: Cards) -> None:
        """What everybody shows."""
        for show in self.record.shown:
            if show.mucked:
                self.put(f"{self.names[show.seat]}: mucks hand")
                continue
            if not show.cards:
                refuse("shown", show.cards, f"the cards of seat {show.seat}")
            words = described(show.cards, board, self.record.game)
            self.put(
                f"{self.names[show.seat]}: shows {_cards(show.cards)}" + f" ({words})" * bool(words)
            )

    def collected(self, run: int) -> None:
        """Who takes what from which pot, the last side pot first."""
        pots = self.record.pots
        for number in range(len(pots) - 1, -1, -1):
            name = "pot"
            if len(pots) > 1:
                name = (
                    "main pot" if not number else f"side pot{f'-{number}' if len(pots) > 2 else ''}"
                )
            wins: Iterable[tuple[int, int]] = pots[number].wins
            if len(self.by_run) > 1:
                wins = self.by_run[run][number].items()
            for seat, chips in wins:
                self.put(f"{self.names[seat]} collected {self.money.text(chips)} from {name}")

    def bounties(self) -> None:
        """Who was eliminated by whom."""
        info = self.record.tournament
        for bounty in info.bounties if info else ():
            assert bounty.defeated is not None
            self.put(
                f"{self.names[bounty.seat]} wins the {self.prize(bounty.amount)} bounty"
                f" for eliminating {self.names[bounty.defeated]}"
            )

    # -- summary -------------------------------------------------------------------------------------------------------

    def summary(self) -> None:
        """Pots, boards, and a line for everybody who took part."""
        record, pots = self.record, self.record.pots
        self.put("*** SUMMARY ***")
        line = f"Total pot {self.money.text(record.pot)}"
        if len(pots) > 1:
            for number, pot in enumerate(pots):
                net = pot.amount - pot.rake - pot.jackpot
                if net < 0:
                    refuse("pots", pot.amount, "at least the rake")
                name = f"Side pot{f'-{number}' if len(pots) > 2 else ''}" if number else "Main pot"
                line += f" {name} {self.money.text(net)}."
        jackpot = sum(pot.jackpot for pot in pots)
        line += f" | Rake {self.money.text(record.rake - jackpot)}"
        self.put(line + f" | Jackpot {self.money.text(jackpot)}" * bool(jackpot))
        runs = len(record.boards)
        if runs > 1:
            self.put(f"Hand was run {TIMES.get(runs, f'{runs} times')}")
        for run, board in zip(RUNS, record.boards, strict=False):
            self.put(f"{f'{run} ' if runs > 1 else ''}Board {_cards(board)}")
        posted = {(post.kind, post.seat) for post in record.posts}
        for player in record.players:
            seat = player.seat
            if seat in self.playing:
                place = " (button)" * (seat == record.button)
                place += " (small blind)" * (("small_blind", seat) in posted)
                place += " (big blind)" * (("big_blind", seat) in posted)
                self.put(f"Seat {seat}: {player.name}{place} {self.outcome(seat)}")

    def outcome(self, seat: int) -> str:
        """How the hand ended for a seat."""
        won = self.record.payouts.get(seat)
        collected = f"collected ({self.money.text(won)})" if won else ""
        show = next((show for show in self.record.shown if show.seat == seat), None)
        if show is not None and show.mucked and show.cards:
            return f"mucked {_cards(show.cards)}" + f" and {collected}" * bool(won)
        if seat in self.folded:
            street = self.folded[seat]
            if won:
                return collected
            where = "before Flop" if street == "preflop" else f"on the {street.title()}"
            return f"folded {where}" + " (didn't bet)" * (seat not in self.paid)
        if show is None or not show.cards or not self.contested:
            return collected or "mucked"
        parts = []
        for run, pots in enumerate(self.by_run):
            chips = sum(pot.get(seat, 0) for pot in pots)
            board = self.record.boards[run] if self.record.boards else ()
            words = described(show.cards, board, self.record.game)
            result = f"won ({self.money.text(chips)})" if chips else "lost"
            parts.append(f"and {result}" + f" with {words}" * bool(words))
        return f"showed {_cards(show.cards)} {', '.join(parts)}"


def _cards(cards: Cards) -> str:
    return f"[{' '.join(map(str, cards))}]"


def _street(name: str, board: Cards, run: str) -> str:
    """*** TURN *** [4d 6d 4c] [8h]"""
    length = BOARD_LENGTH[name]
    before = 0 if name == "flop" else length - 1
    dealt = f"{_cards(board[:before])} " if before else ""
    return f"*** {run}{name.upper()} *** {dealt}{_cards(board[before:length])}"
