"""`omaha-fast play`: a table in the terminal."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING

from omaha_fast.cli.arguments import GAME_HELP, Parser, game_name, positive
from omaha_fast.cli.bots import BOTS
from omaha_fast.cli.faults import Fault
from omaha_fast.cli.hand_text import Telling, payout
from omaha_fast.cli.progress import progress_shown
from omaha_fast.cli.session import Quit, Session
from omaha_fast.cli.stakes_text import STAKES_HELP, parse_stakes, schedule_of, stakes_words
from omaha_fast.cli.terminal import colour_wanted, is_terminal, paint, visible
from omaha_fast.cli.wording import card_names
from omaha_fast.engine import PRESETS, HouseRules, Rake, Table
from omaha_fast.errors import HistoryError, IllegalActionError
from omaha_fast.history import FORMATS, Record
from omaha_fast.history.formats import Format, format_of

if TYPE_CHECKING:
    from omaha_fast.engine import Hand, LegalActions

COMMAND = "omaha-fast play"
SIMULATED = 1000
# An answer has a few characters.
LONGEST = 100
SEAT = re.compile(r"\bseat (\d)\b")
BIG_BLINDS = 100

ANSWERS = """\
  f          fold            a          all-in
  c          call, or check  min, max   the smallest, the greatest bet
  x          check           q          leave the table
  r 60, 60   bet 60, or raise to 60: the total of the round"""

EPILOG = f"""\
examples:
  omaha-fast play
  omaha-fast play --game omaha8 --stakes 'limit 10/20' --seats 4
  omaha-fast play --preset tournament --stakes 'no 25/50' --stack 3000
  omaha-fast play --bots-only --hands 10000 --bots random --seed 1
  omaha-fast play --write session.ohh

  $ echo c | omaha-fast play --seats 2 --seed 6 --bots caller | head -11 | tail -10
  hand 1, omaha pot 5/10
    seat 1  Hero         1000
    seat 2  Bot 2        1000 button
    your cards 2cKc6c5d
    Bot 2 posts 5, small blind
    Hero posts 10, big blind
  preflop, pot 15
    Bot 2 calls 5
    still in: Hero 990 (bet 10), Bot 2 990 (bet 10)
    your cards 2cKc6c5d, pot 20

{STAKES_HELP}
your answers:
{ANSWERS}

You are Hero, in seat 1. Answers are read from standard input, a line each, so a
script can play; at its end you leave. A hand that you leave is not
written. In a cash game who has lost all buys in again; in a tournament
the stakes rise, and it ends with one player left, or with you out.

--write makes a new hand history: .ohh Open Hand History, .phhs PHH, .txt
the text of a room.
"""


def parser() -> Parser:
    """The options of the command."""
    result = Parser(
        prog=COMMAND,
        usage=f"{COMMAND} [--game G] [--stakes S] [--seats N] [--stack N] [--preset P]\n"
        "                       [--rake PERCENT] [--bots KIND] [--seed N] [--hands N]\n"
        "                       [--switch N] [--write FILE] [--format F] [--bots-only]",
        description="A table of Omaha in the terminal, against simple players.",
        epilog=EPILOG,
    )
    result.add_argument("--game", type=game_name, default="omaha", help=GAME_HELP)
    result.add_argument("--stakes", default="pot 5/10", help="see below; by default pot 5/10")
    result.add_argument("--seats", metavar="N", type=positive, default=6, help="2 to 10, default 6")
    result.add_argument(
        "--stack", metavar="N", type=chips, help=f"chips to begin with; {BIG_BLINDS} big blinds"
    )
    result.add_argument(
        "--preset",
        choices=PRESETS,
        default="cash",
        help="house rules; tournament plays one; H, C, R, F and I are those of five rule pages",
    )
    result.add_argument("--rake", metavar="PERCENT", type=percent, help="of each pot")
    result.add_argument("--bots", choices=BOTS, default="thinker", help="how the others play")
    result.add_argument("--seed", metavar="N", type=seed, help="the same cards and bots each time")
    result.add_argument("--hands", metavar="N", type=count, help="stop after so many")
    result.add_argument(
        "--switch",
        metavar="N",
        type=positive,
        default=8,
        help="hands until a mixed game changes or a tournament's stakes rise, default 8",
    )
    result.add_argument("--write", metavar="FILE", help="write the session; see below")
    result.add_argument("--format", choices=FORMATS, help="of FILE, instead of what its name tells")
    result.add_argument(
        "--bots-only",
        action="store_true",
        help=f"nobody is asked: {SIMULATED:,} hands, or --hands, as fast as it goes",
    )
    return result


def chips(text: str) -> int:
    """A number of chips; argparse reports the others."""
    if not text.isdecimal() or not text.isascii() or len(text) > 12 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected 1 to 999999999999 chips")
    return int(text)


def count(text: str) -> int:
    """A number of hands."""
    if not text.isdecimal() or not text.isascii() or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number of hands, 1 or more")
    return int(text)


def seed(text: str) -> int:
    """A seed."""
    if not text.isdecimal() or not text.isascii() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number of up to 18 digits")
    return int(text)


def percent(text: str) -> Rake:
    """A rake."""
    try:
        return Rake(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r}: expected a percentage from 0 to 100 such as 4.5"
        ) from None


def run(arguments: argparse.Namespace) -> int:
    """Play."""
    session = session_of(arguments)
    to = writer_of(arguments)
    hands = arguments.hands or (SIMULATED if arguments.bots_only else None)
    began = perf_counter()
    if arguments.bots_only:
        with progress_shown() as progress:

            def played() -> Iterator[Record]:
                for number, hand in enumerate(session.hands(), 1):
                    if to is not None:
                        yield session.record(hand)
                    if progress is not None and number % 50 == 0:
                        progress(number, hands or number)
                    if number == hands:
                        return

            written = write(played(), arguments.write, to)
        took = perf_counter() - began
        report(session, took, written, arguments.write)
        return 0
    if arguments.format and arguments.write is None:
        parser().error("--format is of the file that --write names")
    screen = Screen(session)

    def shown() -> Iterator[Record]:
        try:
            for number, hand in enumerate(session.hands(screen.decide, screen.watch), 1):
                screen.end(hand)
                for name in session.bought:
                    say(f"  {name} buys in again for {session.stack}")
                if to is not None:
                    yield session.record(hand)
                if number == hands:
                    return
        except Quit:
            print("you leave the table; this hand does not count")

    try:
        written = write(shown(), arguments.write, to)
    except KeyboardInterrupt:
        screen.farewell(None, None)
        raise
    screen.farewell(written, arguments.write)
    return 0


def session_of(arguments: argparse.Namespace) -> Session:
    """The table with its players, as the options say. Raises Fault."""
    tournament = arguments.preset == "tournament"
    try:
        stakes = parse_stakes(arguments.stakes)
        stack = arguments.stack or BIG_BLINDS * max(each.big_blind for each in stakes)
        rules = HouseRules.preset(arguments.preset, rake=arguments.rake, buy_in=None)
        table = Table(
            schedule_of(stakes, arguments.switch, tournament),
            seats=arguments.seats,
            game=arguments.game,
            rules=rules,
            kind="tournament" if tournament else "cash",
            seed=arguments.seed,
        )
        return Session(
            table,
            BOTS[arguments.bots],
            stack,
            person=None if arguments.bots_only else "Hero",
            seed=arguments.seed,
        )
    except ValueError as error:
        raise Fault(str(error)) from None


def writer_of(arguments: argparse.Namespace) -> Format | None:
    """The format of --write, None without. Raises Fault."""
    if arguments.write is None:
        return None
    if arguments.write.lower().endswith(".phh"):
        raise Fault(
            f"{arguments.write!r}: a .phh holds one hand; expected a name that ends in .phhs"
        )
    to = FORMATS[arguments.format] if arguments.format else format_of(arguments.write)
    if to is None:
        raise Fault(
            f"the name {arguments.write!r} tells no format: add --format {', '.join(FORMATS)}"
        )
    return to


def write(records: Iterator[Record], path: str | None, to: Format | None) -> int:
    """Play all hands and write them where that is wanted; returns how many were written."""
    if path is None or to is None:
        return sum(1 for _ in records)
    try:
        # A new file only: another session is not lost to a name that was typed twice.
        # By lines, so that a closed window loses no hand that was played.
        with open(path, "x", encoding=to.encoding, newline="\n", buffering=1) as file:
            return to.write(records, file)
    except BrokenPipeError:
        raise  # of the output, not of the file
    except OSError as error:
        raise Fault(f"cannot write {path!r}: {error.strerror}") from None
    except HistoryError as error:
        raise Fault(f"cannot write {path!r}: {error}") from None


def report(session: Session, took: float, written: int, path: str | None) -> None:
    """What a session of bots came to."""
    table = session.table
    hands = table.number
    print(f"{hands:,} hands in {took:.1f} s, {hands / took:,.0f} a second")
    print(f"every chip accounted for after each hand; rake {table.rake:,}")
    for name, won in session.results().items():
        print(f"  {name:<8} {won:>+15,}")
    for name, place in table.busted:
        print(f"  {name} is out, place {place}")
    if path is not None:
        print(f"{written:,} hands written to {visible(path)}")


class Screen:
    """What a person at the table sees."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.hand: Hand | None = None
        self.seen = 0
        self.telling: Telling | None = None

    def who(self, seat: int) -> str:
        """The name at a seat."""
        return self.session.names[seat]

    def watch(self, hand: Hand) -> None:
        """Print what has happened since the last look, as seat 1 may see it."""
        if hand is not self.hand:
            self.begin(hand)
        assert self.telling is not None
        events = hand.events_for(0)
        for event in events[self.seen :]:
            for line in self.telling.lines(event):
                say(line)
        self.seen = len(events)

    def begin(self, hand: Hand) -> None:
        """The head of a hand: stakes, stacks, the button, your cards."""
        self.hand, self.seen = hand, 0
        self.telling = Telling(hand, self.who, str)
        table = self.session.table
        say(f"\nhand {table.number}, {hand.game.name} {stakes_words(hand.stakes)}", "head")
        for seat in hand.seats:
            button = " button" * (seat == hand.button)
            say(f"  seat {seat + 1:<2} {self.who(seat):<7} {hand.starting_stacks[seat]:>9}{button}")
        if 0 in hand.seats:
            say(f"  your cards {card_names(hand.hole_cards[0])}")

    def decide(self, hand: Hand) -> tuple[str, int | None] | None:
        """Ask until the answer is legal; None where the person leaves."""
        legal = hand.legal_actions
        assert legal is not None
        board = card_names(hand.board)
        while True:
            say("  still in: " + ", ".join(self.still_in(hand)))
            say(
                f"  your cards {card_names(hand.hole_cards[0])}"
                + f", board {board}" * bool(board)
                + f", {pots_of(hand)}"
            )
            print(f"{choices(legal)} > ", end="", flush=True)
            line = answer_line()
            if not is_terminal(sys.stdin):
                print()  # nobody has pressed Enter
            if not line or line.split() in (["q"], ["quit"]):
                return None
            try:
                choice = choice_of(line.split(), legal)
                if choice is None:
                    print(f"  {visible(line.strip()[:40])!r} is no answer; these are:\n{ANSWERS}")
                    continue
                verb, amount = choice
                getattr(hand, f"verify_{verb}")(*(() if amount is None else (amount,)))
            except IllegalActionError as error:
                text = SEAT.sub(lambda found: self.who(int(found[1])), str(error))
                print(f"  {visible(text)}")
                continue
            return choice

    def still_in(self, hand: Hand) -> Iterator[str]:
        """Who has not folded, what each has left, and what it has bet in this round."""
        for seat in hand.live:
            left = f"{hand.stacks[seat]}" if hand.stacks[seat] else "all-in"
            bet = f" (bet {hand.committed[seat]})" if hand.committed[seat] else ""
            yield f"{self.who(seat)} {left}{bet}"

    def end(self, hand: Hand) -> None:
        """Why each chip went where."""
        settlement = hand.settlement
        say("payout")
        for line in payout(settlement.awards, settlement.rakes, self.who, str):
            say(line)

    def farewell(self, written: int | None, path: str | None) -> None:
        """How it went."""
        results = self.session.results()
        table = self.session.table
        print()
        for name, won in results.items():
            print(f"  {name:<8} {won:>+12,}")
        for name, place in table.busted:
            print(f"  {name} is out, place {place}")
        if path is not None and written is not None:
            print(f"{written:,} hands written to {visible(path)}")


def pots_of(hand: Hand) -> str:
    """The pot, or the main pot and the side pots."""
    amounts = [pot.amount for pot in hand.pots]
    if len(amounts) < 2:
        return f"pot {hand.pot}"
    sides = "".join(f", side pot {amount}" for amount in amounts[1:])
    return f"main pot {amounts[0]}{sides}"


def answer_line() -> str:
    """A line of the standard input, "" at its end; of one that is too long all is read."""
    if sys.stdin is None:
        return ""
    line = sys.stdin.readline(LONGEST)
    while line and not line.endswith("\n") and (more := sys.stdin.readline(LONGEST)):
        line = line[:LONGEST] + more[-1:]  # too long to be an answer, whatever comes
    return line


def choices(legal: LegalActions) -> str:
    """What is legal, with its amounts."""
    words = ["fold"] * legal.fold + ["check"] * legal.check
    if legal.call:
        words.append(f"call {legal.call}" + " all-in" * legal.call_all_in)
    least, most = legal.min_raise_to, legal.max_raise_to
    if least is not None:
        verb = "bet" if legal.opens else "raise to"
        words.append(f"{verb} {least}" + (f" to {most}" if most != least else ""))
    return ", ".join(words)


def choice_of(words: list[str], legal: LegalActions) -> tuple[str, int | None] | None:
    """The answer as an action; None where help is wanted or nothing understood. Raises IllegalActionError."""
    answer = words[0].lower() if words else ""
    if len(words) > 1 + (answer in ("b", "bet", "r", "raise")):
        return None
    least, most = legal.min_raise_to, legal.max_raise_to
    if answer in ("f", "fold"):
        return "fold", None
    if answer in ("x", "k", "check"):
        return "check", None
    if answer in ("c", "call"):
        return ("call" if legal.call else "check"), None
    if answer in ("a", "all-in", "allin"):
        return "all_in", None
    if answer in ("min", "max", "pot"):
        amount = least if answer == "min" else most
        if amount is None:
            raise IllegalActionError(f"no bet or raise is legal: expected {choices(legal)}")
        return "raise_to", amount
    number = words[-1] if answer in ("b", "bet", "r", "raise") else answer
    if number.isdecimal() and number.isascii() and len(number) <= 15:
        return "raise_to", int(number)
    return None


def say(line: str, style: str = "cards") -> None:
    """A line, with colours where there are some."""
    print(paint(visible_lines(line), style) if colour_wanted(sys.stdout) else visible_lines(line))


def visible_lines(text: str) -> str:
    """The text made harmless, its line ends kept."""
    return "\n".join(map(visible, text.split("\n")))
