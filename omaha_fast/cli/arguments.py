"""The parsers of the commands, and the options that several commands share."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from typing import Any, NoReturn

from omaha_fast.cli.terminal import visible

GAME_HELP = "omaha8 (plo8, o8), omaha5-8 (bigo) or omaha6-8 for hi/lo; without it, high only"

CARDS_HELP = """\
cards:
  A rank (A K Q J T 9 8 7 6 5 4 3 2, or 10) and a suit (s h d c, or
  a symbol): As, 10d. Write a hand without blanks, or in quotes:
  AsAhKsKh or 'As Ah Ks Kh'. The order does not matter.
"""


class Parser(argparse.ArgumentParser):
    """argparse that keeps the layout of the help and escapes control characters in its errors."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **options
        )

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {visible(message)}\n")


class Version(argparse.Action):
    """--version; the package is asked only when the option is there."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        import omaha_fast

        print(f"omaha-fast {omaha_fast.__version__}")
        parser.exit(0)


def general_parser(commands: Mapping[str, str]) -> Parser:
    """The parser of `omaha-fast` without a command."""
    width = max(map(len, commands))
    parser = Parser(
        prog="omaha-fast",
        usage="omaha-fast [-h] [--version] COMMAND ...",
        description="Omaha poker, high and hi/lo, with four, five or six hole cards.",
        epilog="commands:\n"
        + "".join(f"  {name:{width}}  {summary}\n" for name, summary in commands.items())
        + "\n'omaha-fast COMMAND --help' has the options and examples of a command.\n"
        "\n"
        "The exit status is 0; 1 where replay finds a contradiction, or bench\n"
        "--compare other answers than before; 2 after bad input, or where the\n"
        "input or the output fails.",
    )
    parser.add_argument("--version", action=Version, nargs=0, help="print the version and exit")
    parser.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    return parser


def add_shared_options(parser: argparse.ArgumentParser) -> None:
    """--board, --game and --json mean the same in every command that has them."""
    parser.add_argument(
        "--board", metavar="CARDS", default="", help="none, three, four or five board cards"
    )
    parser.add_argument("--game", type=game_name, help=GAME_HELP)
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")


def add_threads_option(parser: argparse.ArgumentParser) -> None:
    """--threads, by default as many as the process may use cores."""
    parser.add_argument("--threads", metavar="N", type=positive, help="by default, all cores")
    parser.set_defaults(threads=available_cores())


def available_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def positive(text: str) -> int:
    """A number from 1 on; argparse reports the others."""
    if not text.isdecimal() or not text.isascii() or len(text) > 4 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 1 to 9999")
    return int(text)


def game_name(text: str) -> str:
    """A name that the package knows; argparse reports the others."""
    from omaha_fast.games import parse_game

    try:
        parse_game(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text
