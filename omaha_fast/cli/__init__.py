"""The command `omaha-fast`: finds the subcommand, loads it, turns failures into an exit status.

A subcommand is a module of `omaha_fast.cli.commands` with the same name and two functions,
`parser()` and `run(arguments)`, and a line in COMMANDS.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

__all__ = ["end_command", "main"]

# In the order of the help.
COMMANDS = {
    "eval": "what each hand makes, best first, and which one wins",
    "equity": "the share of the pot that each hand wins on average",
    "play": "a table in the terminal, or a session of bots",
    "replay": "do the hands of a history add up by the rules?",
    "convert": "hand histories from one format into another",
    "census": "how often each category comes, over every deal there is",
    "bench": "how fast everything is here, and whether it still gives the same",
}

OK = 0
BAD_INPUT = 2
INTERRUPTED = 130  # 128 + SIGINT, as a shell reports it


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 fine, 1 a contradiction, 2 bad input or a failed stream."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        try:
            status = run(words)
        except SystemExit as stop:  # argparse: --help, --version, a wrong option
            status = stop.code if isinstance(stop.code, int) else BAD_INPUT
        print(end="", flush=True)  # while a failure is still ours to handle
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        drop_output()
        return OK  # the reader has all it wanted, as in `omaha-fast ... | head`
    except OSError as error:
        drop_output()
        print(f"omaha-fast: input or output failed: {error.strerror}", file=sys.stderr)
        return BAD_INPUT


def run(words: list[str]) -> int:
    """The command that the words name; without one, the general options."""
    if not words or words[0] not in COMMANDS:
        return general(words)

    from omaha_fast.cli.faults import Fault, report

    command = import_module(f"omaha_fast.cli.commands.{words[0]}")
    # Intermixed: `eval HAND --game omaha8 HAND` is what people type.
    arguments = command.parser().parse_intermixed_args(words[1:])
    try:
        status: int = command.run(arguments)
    except Fault as fault:
        report(fault, f"omaha-fast {words[0]}")
        return BAD_INPUT
    return status


def general(words: list[str]) -> int:
    """--help and --version, or the complaint that no known command was named."""
    from omaha_fast.cli.arguments import general_parser

    parser = general_parser(COMMANDS)
    if not words:
        parser.print_help(sys.stderr)
        return BAD_INPUT
    unknown = parser.parse_args(words).command
    if unknown is None:
        parser.error("a command is missing")

    from difflib import get_close_matches

    close = get_close_matches(unknown, COMMANDS, n=1)
    known = f"did you mean {close[0]!r}?" if close else f"the commands are {', '.join(COMMANDS)}"
    parser.error(f"unknown command {unknown!r}; {known}")


def end_command(error: ImportError) -> None:
    """End this process with one line, if it is the command and `error` blames its environment; else return.

    The package is loaded before main() is: a variable that it refuses would greet whoever types `omaha-fast --help`
    with a traceback. Python programs get the ImportError.
    """
    if "OMAHA_FAST_VARIANT" not in str(error) or not is_command(sys.argv, sys.orig_argv):
        return
    print(f"omaha-fast: {error}", file=sys.stderr)
    raise SystemExit(BAD_INPUT)


def is_command(argv: list[str], orig_argv: list[str]) -> bool:
    """Whether Python runs the script `omaha-fast`, or -m omaha_fast (argv[0] is then -m until the module is found)."""
    if argv[:1] == ["-m"]:
        return orig_argv[-len(argv)] in ("omaha_fast", "-momaha_fast")
    return bool(argv) and os.path.basename(argv[0]).lower() in ("omaha-fast", "omaha-fast.exe")


def drop_output() -> None:
    """Send nowhere what is still buffered, or the interpreter fails on it once more at its exit."""
    try:
        stdout = sys.stdout.fileno()
    except (OSError, ValueError):  # replaced by an object without a file
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stdout)
    os.close(nowhere)
