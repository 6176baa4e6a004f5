"""`omaha-fast equity`: how the pot is shared on average."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

import omaha_fast as of
from omaha_fast.cli.arguments import CARDS_HELP, Parser, add_shared_options
from omaha_fast.cli.pretty import print_pretty
from omaha_fast.cli.progress import progress_shown
from omaha_fast.cli.question import Question
from omaha_fast.cli.table import Column, print_table
from omaha_fast.cli.wording import boards_counted, card_names, heading, percent
from omaha_fast.equity import display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from omaha_fast.equity import EquityResult

COMMAND = "omaha-fast equity"

# The streets, and how many board cards lie on each.
STREETS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
SHOWN_OF_A_STREET = ("board", "exact", "method", "boards", "total", "hands")

EPILOG = f"""\
examples:
  $ omaha-fast equity AsAhKsKh JdTs9s8h
  omaha, no board
  hand      equity %    win   tie
  AsAhKsKh     67.27  67.27  0.01
  JdTs9s8h     32.73  32.72  0.01
  exact, over 1,086,008 boards

  $ omaha-fast equity As2s3dKh Ad2d4c5c --board 4s7dQs --game omaha8

  $ omaha-fast equity AsAhKsKh JdTs9s8h --board Ac8d7sQh --by-street
  omaha, board Ac8d7sQh, 1 card to come
  hand      preflop %  flop Ac8d7s    +/-  turn Qh    +/-
  AsAhKsKh      67.27        57.44  -9.83    62.50  +5.06
  JdTs9s8h      32.73        42.56  +9.83    37.50  -5.06
  exact, over 1,086,008 boards, then 820, then 40

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

--by-street takes the board as dealt: three cards of the flop, then
turn and river; +/- is what a street changed.

JSON, from 0 to 1 where the table has percent:
  schema ("{display.SCHEMA}"), game, board, dead, exact, method,
  boards, trials and seed (null), total, and hands, in the order
  given, each with hand, share (of total, in integers), equity, win,
  tie, scoop, high, low, quartered, three_quartered (the last five are
  null in high games), and counts, the integers behind them.
  With --by-street also streets, from the preflop on, each with street,
  board, exact, method, boards, total and hands as above.
"""


def parser() -> Parser:
    """The options of the command."""
    result = Parser(
        prog=COMMAND,
        usage=f"{COMMAND} HAND HAND ... [--board CARDS] [--dead CARDS]\n"
        "                         [--game GAME] [--by-street] [--json]",
        description="The share of the pot that each hand wins on average over all boards to come.",
        epilog=EPILOG,
    )
    result.add_argument(
        "hands", metavar="HAND", nargs="+", help="two to ten hands; or one and '*', any hand"
    )
    add_shared_options(result)
    result.add_argument("--dead", metavar="CARDS", default="", help="cards that cannot come")
    result.add_argument(
        "--by-street", action="store_true", help="how the equities moved from street to street"
    )
    return result


def run(arguments: argparse.Namespace) -> int:
    """Answer the hands of the command line."""
    question = Question.of_arguments(arguments.hands, arguments.board, arguments.dead)
    if len(question.hands) < 2:
        raise question.fault("an equity needs two or more hands")
    for part in question.parts():
        question.cards(part)  # a complaint about one points at its place
    game = question.game(arguments.game)
    board = card_names(question.cards(question.board))
    if arguments.by_street and len(board) < 2 * STREETS["flop"]:
        place = question.board.start, max(1, len(question.board.text))
        raise question.fault("--by-street needs three to five board cards", *place)

    def answer(on: str) -> EquityResult:
        hands, dead = question.texts(), question.dead.text
        with question.pointing(), progress_shown() as progress:
            shown = progress if "*" in hands else None
            return of.equity(hands, on, dead, game=game.name, progress=shown)

    result = answer(question.board.text)
    streets = {}
    if arguments.by_street:
        for street, count in STREETS.items():
            if 2 * count <= len(board):
                streets[street] = answer(board[: 2 * count])
    if arguments.json:
        print(json.dumps({**result.to_dict(), **streets_dict(streets)}))
    elif streets:
        print_streets(streets)
    else:
        print_result(result)
    return 0


def print_result(result: EquityResult) -> None:
    """The table of one result, hands in the order they were given."""
    print_named_table(*display.parts(result))


def print_streets(streets: dict[str, EquityResult]) -> None:
    """The equity of each hand on each street, and what the street changed."""
    results = list(streets.values())
    last = results[-1]
    headers = ["hand"]
    rows = [[name] for name in last.hand_names]
    for number, (street, result) in enumerate(streets.items()):
        dealt = card_names(result.board[len(results[number - 1].board) if number else 0 :])
        headers += [f"{street} {dealt}", "+/-"] if number else [f"{street} %"]
        for place, (row, player) in enumerate(zip(rows, result.players, strict=True)):
            row.append(percent(player.equity))
            if number:
                # Of the numbers shown, so that they add up.
                before = round(100 * results[number - 1].players[place].equity, 2)
                row.append(f"{round(100 * player.equity, 2) - before:+.2f}")
    boards = ", then ".join(f"{result.boards:,}" for result in results[1:])
    foot = f"{boards_counted(results[0])}, then {boards}"
    print_named_table(heading(last.game, last.board, last.dead_names), headers, rows, foot)


def print_named_table(
    title: str, headers: Sequence[str], rows: Sequence[Sequence[str]], foot: str
) -> None:
    """With rich where it can be, else in plain text."""
    if print_pretty(title, headers, rows, foot):
        return
    print(title)
    styles = {0: "cards", 1: "good"}
    columns = [
        Column(header, place > 0, styles.get(place, "")) for place, header in enumerate(headers)
    ]
    print_table(columns, rows)
    print(foot)


def streets_dict(streets: dict[str, EquityResult]) -> dict[str, object]:
    """The key that --by-street adds to the JSON."""
    if not streets:
        return {}
    answers = {street: result.to_dict() for street, result in streets.items()}
    return {
        "streets": [
            {"street": street, **{key: answer[key] for key in SHOWN_OF_A_STREET}}
            for street, answer in answers.items()
        ]
    }
