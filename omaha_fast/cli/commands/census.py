"""`omaha-fast census`: how often each category comes."""

from __future__ import annotations

import argparse
import json
from typing import Any

from omaha_fast.analysis import CensusResult, census
from omaha_fast.cli.arguments import Parser, add_threads_option
from omaha_fast.cli.progress import progress_shown
from omaha_fast.cli.question import Question
from omaha_fast.cli.table import Column, print_table
from omaha_fast.cli.wording import card_names, percent

COMMAND = "omaha-fast census"
SCHEMA = "omaha-fast/census/1"

EPILOG = f"""\
examples:
  $ omaha-fast census --board As5s8dKh9c
  hands of 4 cards on As5s8dKh9c
  makes             hands      %
  royal flush           0   0.00
  straight flush        0   0.00
  four of a kind        0   0.00
  full house            0   0.00
  flush                 0   0.00
  straight         13,796   7.73
  three of a kind  14,080   7.89
  two pair         52,245  29.29
  pair             84,164  47.19
  high card        14,080   7.89
  low 5                 0   0.00
  low 6                 0   0.00
  low 7                 0   0.00
  low 8            91,240  51.15
  no low           87,125  48.85
  178,365 hands

  omaha-fast census            all 463,563,500,400 deals of four cards:
                               seconds, or a minute and a half without
                               wide vectors
  omaha-fast census --cards 5  all 3,986,646,103,440 of five: minutes

Every deal of a hand and a board of five cards counts once, by the
best high hand that it makes and by the highest card of its best
eight-or-better low.

JSON, in integers:
  schema ("{SCHEMA}"), cards, board (null for all), deals,
  categories, strongest first, lows (of the highest card, 5 to 8), and
  no_low.
"""


def parser() -> Parser:
    """The options of the command."""
    result = Parser(
        prog=COMMAND,
        usage=f"{COMMAND} [--cards 4|5|6] [--board CARDS] [--threads N] [--json]",
        description="How often each category and each low comes, over every deal there is.",
        epilog=EPILOG,
    )
    result.add_argument(
        "--cards",
        type=int,
        choices=(4, 5, 6),
        default=4,
        help="hole cards (4 by default); 6 needs --board",
    )
    result.add_argument("--board", metavar="CARDS", help="five cards: this board only")
    add_threads_option(result)
    result.add_argument("--json", action="store_true", help="print JSON")
    return result


def run(arguments: argparse.Namespace) -> int:
    """Count and print."""
    cards: int = arguments.cards
    if arguments.board is None:
        if cards == 6:
            parser().error("--cards 6 needs --board: all deals are counted of 4 or 5 cards only")
        with progress_shown() as progress:
            result = census(cards, threads=arguments.threads, progress=progress)
        board = None
    else:
        question = Question.of_arguments((), arguments.board)
        board = card_names(question.cards(question.board))
        with question.pointing():
            result = census(cards, arguments.board)
    if arguments.json:
        print(json.dumps(as_json(result, board)))
    else:
        where = f"hands of {cards} cards on {board}" if board else f"all deals of {cards} cards"
        print(where)
        print_counts(result, "hands" if board else "deals")
    return 0


def print_counts(result: CensusResult, unit: str) -> None:
    """The table, the rarest and strongest first."""
    counts = [(kind.label, count) for kind, count in reversed(result.categories.items())]
    counts += [(f"low {rank}", count) for rank, count in reversed(result.lows.items())]
    counts.append(("no low", result.no_low))
    print_table(
        [Column("makes"), Column(unit, right=True), Column("%", right=True)],
        [[name, f"{n:,}", percent(n / result.deals)] for name, n in counts],
    )
    print(f"{result.deals:,} {unit}")


def as_json(result: CensusResult, board: str | None) -> dict[str, Any]:
    """The keys that --help documents."""
    return {
        "schema": SCHEMA,
        "cards": result.cards,
        "board": board,
        "deals": result.deals,
        "categories": {kind.label: count for kind, count in reversed(result.categories.items())},
        "lows": {str(rank): count for rank, count in reversed(result.lows.items())},
        "no_low": result.no_low,
    }
