"""`omaha-fast eval`: what the hands make, best first."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from omaha_fast.cli.arguments import CARDS_HELP, Parser, add_shared_options
from omaha_fast.cli.comparison import Comparison, Entry, Made, compare
from omaha_fast.cli.lines import answer_lines
from omaha_fast.cli.question import Question
from omaha_fast.cli.table import Cell, Column, print_table
from omaha_fast.cli.terminal import is_terminal
from omaha_fast.cli.wording import boards_counted, card_names, heading, percent, share

COMMAND = "omaha-fast eval"
SCHEMA = "omaha-fast/eval/1"

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

    def answer(question: Question) -> None:
        for hand in question.hands:
            if hand.text == "*":
                message = "a hand that is not known makes nothing; omaha-fast equity takes '*'"
                raise question.fault(message, hand.start)
        comparison = compare(question, arguments.game)
        if arguments.json:
            print(json.dumps(as_json(question, comparison)))
        else:
            print_text(question, comparison)

    if arguments.hands:
        if arguments.file is not None:
            parser().error("give hands or --file, not both")
        answer(Question.of_arguments(arguments.hands, arguments.board))
        return 0
    if arguments.file is None and (sys.stdin is None or is_terminal(sys.stdin)):
        parser().error("no hand given")
    asked, bad = answer_lines(arguments.file or "-", arguments.board, COMMAND, answer)
    if not asked and arguments.file is None:
        parser().error("no hand given, and nothing on standard input")
    return 2 if bad else 0


# --- For people -----------------------------------------------------------------------------------


def print_text(question: Question, comparison: Comparison) -> None:
    """A heading, the table and how the equities were found; a blank line after a line of a file."""
    if question.number is not None:
        print(f"line {question.number}: ", end="")
    print(heading(comparison.game.name, comparison.board))
    print_table(
        [
            Column("hand"),
            Column("pot" if comparison.decided else "equity %", right=True),
            Column(""),
            Column(""),
            Column("makes"),
            Column("plays"),
        ],
        [row for entry in comparison.entries for row in rows_of(entry, comparison)],
    )
    if comparison.equity and not comparison.decided:
        print(boards_counted(comparison.equity))
    if question.number is not None:
        print()


def rows_of(entry: Entry, comparison: Comparison) -> list[list[Cell]]:
    """The row of the high hand and, in hi/lo games, that of the low."""
    pot = Cell("")
    if entry.pot and comparison.decided:
        pot = Cell(share(entry.pot.fraction), "good" if entry.pot.fraction else "")
    elif entry.pot:
        pot = Cell(percent(entry.pot.equity))
    split = comparison.game.hilo and entry.high is not None
    high = made_cells("high" if split else "", entry.high, comparison)
    low = made_cells("low", entry.low, comparison)
    return [[Cell(entry.name, "cards"), pot, *high]] + [[Cell(""), Cell(""), *low]] * split


def made_cells(label: str, made: Made | None, comparison: Comparison) -> list[Cell]:
    """high | wins | straight flush, five high | As2s + 3s4s5s."""
    if made is None:
        return [Cell(label), Cell(""), Cell("no low" if label else ""), Cell("")]
    leads = ("wins", "ties") if comparison.decided else ("ahead", "level")
    return [
        Cell(label),
        Cell(leads[made.tied] if made.best and comparison.equity else "", "good"),
        Cell(made.hand.describe()),
        Cell(f"{card_names(made.hand.hole)} + {card_names(made.hand.board)}", "cards"),
    ]


# --- For machines ---------------------------------------------------------------------------------


def as_json(question: Question, comparison: Comparison) -> dict[str, Any]:
    """The same answer in the keys that --help documents."""
    equity = comparison.equity
    return {
        "schema": SCHEMA,
        "line": question.number,
        "game": comparison.game.name,
        "board": card_names(comparison.board),
        "exact": equity.exact if equity else None,
        "boards": equity.boards if equity else None,
        "hands": [
            {
                "index": entry.index,
                "hand": entry.name,
                "equity": entry.pot.equity if entry.pot else None,
                "high": made_json(entry.high),
                "low": made_json(entry.low),
            }
            for entry in comparison.entries
        ],
    }


def made_json(made: Made | None) -> dict[str, Any] | None:
    """One high or low hand; None stays None."""
    if made is None:
        return None
    return {
        "strength": made.hand.strength,
        "category": made.hand.category.label,
        "description": made.hand.describe(),
        "cards": card_names(made.hand.cards),
        "hole": card_names(made.hand.hole),
        "board": card_names(made.hand.board),
        "best": made.best,
        "tied": made.tied,
    }
