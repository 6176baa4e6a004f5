"""`omaha-fast equity`: how the pot is shared on average."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

import omaha_fast as of
from omaha_fast.cli.arguments import CARDS_HELP, Parser, add_shared_options
from omaha_fast.cli.question import Question
from omaha_fast.cli.table import Cell, Column, print_table
from omaha_fast.cli.wording import boards_counted, card_names, heading, percent

if TYPE_CHECKING:
    from omaha_fast.equity import EquityResult

COMMAND = "omaha-fast equity"
SCHEMA = "omaha-fast/equity/1"

# The attributes of a player in an EquityResult and the headers of their columns.
ALWAYS = {"win": "win", "tie": "tie"}
HILO = {
    "scoop": "scoop",
    "high": "high",
    "low": "low",
    "quartered": "1/4 pot",
    "three_quartered": "3/4 pot",
}

EPILOG = f"""\
examples:
  $ omaha-fast equity AsAhKsKh JdTs9s8h
  omaha, no board
  hand      equity %    win   tie
  AsAhKsKh     67.27  67.27  0.01
  JdTs9s8h     32.73  32.72  0.01
  exact, over 1,086,008 boards

  $ omaha-fast equity As2s3dKh Ad2d4c5c --board 4s7dQs --game omaha8

{CARDS_HELP}
columns, all in percent:
  equity   the share of the pot
  win      alone the best high hand
  tie      the best high hand together with others
  scoop    the whole pot
  high     the part of the equity that the high hand brings
  low      the part that the low hand brings; high + low = equity
  1/4 pot  exactly a quarter of the pot (quartered)
  3/4 pot  exactly three quarters of the pot
The last five are shown in hi/lo games. Without a qualifying low the
whole pot is high.

JSON, from 0 to 1 where the table has percent:
  schema ("{SCHEMA}"), game, board, dead, exact, boards,
  total, and hands, in the order given, each with hand, share (of
  total, in integers), equity, win, tie, scoop, high, low, quartered,
  three_quartered. The last five are null in high games.
"""


def parser() -> Parser:
    """The options of the command."""
    result = Parser(
        prog=COMMAND,
        usage=f"{COMMAND} HAND HAND ... [--board CARDS] [--dead CARDS]\n"
        "                         [--game GAME] [--json]",
        description="The share of the pot that each hand wins on average over all boards to come.",
        epilog=EPILOG,
    )
    result.add_argument("hands", metavar="HAND", nargs="+", help="two to ten hands")
    add_shared_options(result)
    result.add_argument("--dead", metavar="CARDS", default="", help="cards that cannot come")
    return result


def run(arguments: argparse.Namespace) -> int:
    """Answer the hands of the command line."""
    question = Question.of_arguments(arguments.hands, arguments.board, arguments.dead)
    if len(question.hands) < 2:
        raise question.fault("an equity needs two or more hands")
    names = [card_names(question.cards(hand)) for hand in question.hands]
    board, dead = question.cards(question.board), question.cards(question.dead)
    game = question.game(arguments.game)
    with question.pointing():
        result = of.equity(
            question.texts(), question.board.text, question.dead.text, game=game.name
        )
    if arguments.json:
        about = {"game": game.name, "board": card_names(board), "dead": card_names(dead)}
        print(json.dumps({"schema": SCHEMA, **about, **as_json(names, game.hilo, result)}))
    else:
        print(heading(game.name, board, dead))
        print_players(names, game.hilo, result)
        print(boards_counted(result))
    return 0


def print_players(names: list[str], hilo: bool, result: EquityResult) -> None:
    """The table, hands in the order they were given."""
    parts = {**ALWAYS, **(HILO if hilo else {})}
    columns = [Column("hand"), Column("equity %", right=True)]
    columns += [Column(header, right=True) for header in parts.values()]
    rows = [
        [
            Cell(name, "cards"),
            Cell(percent(player.equity), "good"),
            *(Cell(percent(getattr(player, part))) for part in parts),
        ]
        for name, player in zip(names, result.players, strict=True)
    ]
    print_table(columns, rows)


def as_json(names: list[str], hilo: bool, result: EquityResult) -> dict[str, Any]:
    """The keys that --help documents; those of hi/lo games are null in the others."""
    return {
        "exact": result.exact,
        "boards": result.boards,
        "total": result.total,
        "hands": [
            {
                "hand": name,
                "share": share,
                "equity": player.equity,
                **{part: getattr(player, part) for part in ALWAYS},
                **{part: getattr(player, part) if hilo else None for part in HILO},
            }
            for name, share, player in zip(names, result.shares, result.players, strict=True)
        ],
    }
