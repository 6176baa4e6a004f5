"""`omaha-fast eval`: what the hands make, best first."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import omaha_fast as of
from omaha_fast.cli.arguments import CARDS_HELP, Parser, add_shared_options
from omaha_fast.cli.comparison import Comparison, compare, explain, words_of
from omaha_fast.cli.lines import answer_lines
from omaha_fast.cli.question import Question
from omaha_fast.cli.table import Column, Layout
from omaha_fast.cli.terminal import colour_wanted, is_terminal, line_width
from omaha_fast.cli.wording import heading, over_boards, percent, share
from omaha_fast.evaluation import order_of_play

if TYPE_CHECKING:
    from omaha_fast._core import MadeRow

COMMAND = "omaha-fast eval"
SCHEMA = "omaha-fast/eval/1"
NAMES = tuple(map(of.card_name, range(52)))

EPILOG = f"""\
examples:
  $ omaha-fast eval AsAhKsKh JdTs9s8h --board Ac8d7sQh
  omaha, board Ac8d7sQh, 1 card to come
  hand      equity %         makes                       plays
  AsAhKsKh     62.50  ahead  three of a kind, aces, Q 8  AsAh + Ac8dQh
  JdTs9s8h     37.50         pair of eights, A Q J       Jd8h + Ac8dQh
  exact, over 40 boards

  $ omaha-fast eval 'As 2s Kd Kh' Ah2hQcJc --board 3s4s5s9hTd --game omaha8
  omaha8, board 3s4s5s9hTd
  hand      pot              makes                      plays
  As2sKdKh  3/4  high  wins  straight flush, five high  As2s + 3s4s5s
                 low   ties  5-4-3-2-A low              As2s + 3s4s5s
  Ah2hQcJc  1/4  high        straight, five high        Ah2h + 3s4s5s
                 low   ties  5-4-3-2-A low              Ah2h + 3s4s5s

  $ echo '2c3c9dTd QcQdTh9h | As5s8d' | omaha-fast eval --json

{CARDS_HELP}
the table, best hand first:
  equity %  the share of the pot on average of the cards to come
  pot       the share of the pot when the board is complete
  wins      the best hand; ties: one of the best; ahead and level: the
            same while cards are to come
  plays     the two cards from the hand + the three from the board
With fewer than three board cards there are only equities.

files:
  A line is HAND HAND ... [| BOARD]; blank lines and lines that begin
  with # are skipped. A bad line is reported on stderr, the others
  are answered, and the exit status is 2. --board is the board of
  lines without one.

JSON, one object for each question:
  schema ("{SCHEMA}"), line (number in the file, or null),
  game, board, exact and boards (null for one hand), and hands, best
  first, each with index (place in the question, from 0), hand,
  equity (0 to 1; null for one hand), high and low (null where there
  is none): strength, category, description, cards, hole, board,
  best (no other hand is better), tied (another is as good).
"""


def parser() -> Parser:
    """The options of the command."""
    result = Parser(
        prog=COMMAND,
        usage=f"{COMMAND} HAND ... [--board CARDS] [--game GAME] [--json]\n"
        f"       {COMMAND} [--file FILE] [--board CARDS] [--game GAME] [--json]",
        description="What each hand makes, best first, and which one wins.",
        epilog=EPILOG,
    )
    result.add_argument("hands", metavar="HAND", nargs="*", help="four, five or six hole cards")
    result.add_argument("--file", metavar="FILE", help="read lines of hands; - is standard input")
    add_shared_options(result)
    return result


def run(arguments: argparse.Namespace) -> int:
    """Answer the hands of the command line, or the lines of a file or of standard input."""
    shown: Callable[[Comparison, int | None], str] = as_json
    if not arguments.json:
        colour, width = colour_wanted(sys.stdout), line_width(sys.stdout)
        shown = partial(as_text, colour=colour, width=width)

    def answer(
        hands: Sequence[str], board: str, number: int | None, question: Callable[[], Question]
    ) -> str:
        try:
            return shown(compare(hands, board, arguments.game), number)
        except ValueError as error:
            return refuse(question(), arguments.game, error)

    if arguments.hands:
        if arguments.file is not None:
            parser().error("give hands or --file, not both")
        question = Question.of_arguments(arguments.hands, arguments.board)
        print(answer(arguments.hands, arguments.board, None, lambda: question))
        return 0
    if arguments.file is None and (sys.stdin is None or is_terminal(sys.stdin)):
        parser().error("no hand given")
    asked, bad = answer_lines(arguments.file or "-", arguments.board, COMMAND, answer)
    if not asked and arguments.file is None:
        parser().error("no hand given, and nothing on standard input")
    return 2 if bad else 0


def refuse(question: Question, game: str | None, error: ValueError) -> NoReturn:
    """Raise the Fault of a question that can't be answered."""
    for hand in question.hands:
        if hand.text == "*":
            message = "a hand that is not known makes nothing; omaha-fast equity takes '*'"
            raise question.fault(message, hand.start)
    explain(question, game, error)


# --- For people -----------------------------------------------------------------------------------

LAYOUTS = {
    decided: Layout(
        [
            Column("hand", style="cards"),
            Column("pot", right=True, style="good") if decided else Column("equity %", right=True),
            Column(""),
            Column("", style="good"),
            Column("makes"),
            Column("plays", style="cards"),
        ]
    )
    for decided in (False, True)
}
NOTHING = ("", "", "")
NO_LOW = ("", "no low", "")


def as_text(comparison: Comparison, number: int | None, *, colour: bool, width: int | None) -> str:
    """A heading, the table and how the equities were found; a blank line after a line of a file."""
    game, board, hands, boards, total = comparison
    decided = len(board) == 10
    leads = ("", "") if not boards else ("wins", "ties") if decided else ("ahead", "level")
    rows = []
    for _, name, high, low, of_high, of_low in hands:
        pot = ""
        if boards:
            parts = of_high + of_low
            pot = share(parts, total) if decided else percent(of_high / total + of_low / total)
        split = game.hilo and high is not None
        cells = cells_of(high, leads) if high else NOTHING
        rows.append((name, pot, "high" if split else "", *cells))
        if split:
            rows.append(("", "", "low", *(cells_of(low, leads, low=True) if low else NO_LOW)))
    lines = [heading(game.name, board), LAYOUTS[decided].table(rows, colour=colour, width=width)]
    if boards and not decided:
        lines.append(over_boards("exact", boards))
    if number is None:
        return "\n".join(lines)
    return f"line {number}: " + "\n".join(lines) + "\n"


def cells_of(made: MadeRow, leads: tuple[str, str], *, low: bool = False) -> tuple[str, str, str]:
    """wins | straight flush, five high | As2s + 3s4s5s."""
    _, _, hole, board, best, tied = made
    return leads[tied] if best else "", words_of(made, low=low)[1], f"{hole} + {board}"


# --- For machines ---------------------------------------------------------------------------------


def as_json(comparison: Comparison, number: int | None) -> str:
    """The same answer in the keys that --help documents."""
    game, board, rows, boards, total = comparison
    answer = {
        "schema": SCHEMA,
        "line": number,
        "game": game.name,
        "board": board,
        "exact": True if boards else None,
        "boards": boards or None,
        "hands": [
            {
                "index": place,
                "hand": name,
                "equity": of_high / total + of_low / total if boards else None,
                "high": made_json(high),
                "low": made_json(low, low=True),
            }
            for place, name, high, low, of_high, of_low in rows
        ],
    }
    return json.dumps(answer)


def made_json(made: MadeRow | None, *, low: bool = False) -> dict[str, Any] | None:
    """One high or low hand; None stays None."""
    if made is None:
        return None
    strength, cards, hole, board, best, tied = made
    category, description = words_of(made, low=low)
    return {
        "strength": strength,
        "category": category,
        "description": description,
        "cards": "".join([NAMES[card] for card in order_of_play(cards, low=low)]),
        "hole": hole,
        "board": board,
        "best": best,
        "tied": tied,
    }
