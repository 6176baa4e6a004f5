"""`omaha-fast convert`: hand histories from one format into another."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from tempfile import NamedTemporaryFile
from typing import IO

from omaha_fast.cli.arguments import Parser
from omaha_fast.cli.commands.replay import Reading
from omaha_fast.cli.faults import Fault, report
from omaha_fast.errors import HistoryError
from omaha_fast.history import FORMATS, Record
from omaha_fast.history.formats import Format, format_of

COMMAND = "omaha-fast convert"

EPILOG = """\
examples:
  $ omaha-fast play --bots-only --hands 3 --seed 2 --write s.ohh | head -0
  $ omaha-fast convert s.ohh - --to phh | head -6
  [1]
  variant = "PO"
  antes = [0, 0, 0, 0, 0, 0]
  blinds_or_straddles = [5, 10, 0, 0, 0, 0]
  min_bet = 10
  starting_stacks = [1000, 1000, 1000, 1000, 1000, 1000]

  omaha-fast convert hands.txt hands.ohh
  omaha-fast convert hands.ohh hands.phhs
  omaha-fast convert hands.ohh - --to room | less

The format of IN is told by its first line, that of OUT by its name: .ohh,
.json or .jsonl Open Hand History, .phh or .phhs PHH, .txt the text of a
room. "-" is standard input or output.

A hand that cannot be read, or that the new format cannot hold, is
reported with the reason; the others are written, and the exit status is
2. Nothing of a hand is ever left out silently. OUT is in its place once
all is written, and not before.
"""


def parser() -> Parser:
    """The options of the command."""
    result = Parser(
        prog=COMMAND,
        usage=f"{COMMAND} IN OUT [--from F] [--to F]",
        description="Turn a hand history into another format.",
        epilog=EPILOG,
    )
    result.add_argument("source", metavar="IN", help="a hand history, or - for stdin")
    result.add_argument("target", metavar="OUT", help="the new file, or - for stdout")
    result.add_argument("--from", dest="origin", choices=FORMATS, help="the format of IN")
    result.add_argument("--to", choices=FORMATS, help="the format of OUT")
    return result


def run(arguments: argparse.Namespace) -> int:
    """Convert."""
    target: str = arguments.target
    to = FORMATS[arguments.to] if arguments.to else format_of(target)
    if to is None:
        raise Fault(f"the name {target!r} tells no format: add --to {', '.join(FORMATS)}")
    conversion = Conversion(Reading([arguments.source], arguments.origin), to)
    if target == "-":
        written = conversion.write(sys.stdout)
    else:
        try:
            written = write_aside(target, conversion)
        except OSError as error:
            raise Fault(f"cannot write {target!r}: {error.strerror}") from None
    lost = conversion.lost
    if lost or target != "-":
        print(f"{COMMAND}: {written:,} written, {lost:,} not", file=sys.stderr)
    return 2 if lost or conversion.reading.failed else 0


def write_aside(target: str, conversion: Conversion) -> int:
    """Write to a file beside the target, which it replaces once all is written; without a hand it is left alone."""
    folder, name = os.path.split(os.path.abspath(target))
    # In the same folder, so that it can be put in place in one step.
    with NamedTemporaryFile(
        "w", dir=folder, prefix=f".{name}.", encoding="utf-8", newline="\n", delete=False
    ) as file:
        try:
            written = conversion.write(file)
            file.close()
            if written:
                os.chmod(file.name, 0o666 & ~umask())
                os.replace(file.name, target)
        finally:
            if os.path.exists(file.name):
                os.remove(file.name)
    return written


def umask() -> int:
    """The process's; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


class Conversion:
    """The hands on their way. lost: how many could not be read or written."""

    def __init__(self, reading: Reading, to: Format) -> None:
        self.reading = reading
        self.to = to
        self.lost = 0

    def write(self, file: IO[str]) -> int:
        """Write what can be; returns how many hands."""
        return self.to.write(self.good(), file)

    def good(self) -> Iterator[Record]:
        """The records that the format can hold; the others are reported."""
        for tag, record in self.reading.records():
            if isinstance(record, HistoryError):
                self.lose(str(record))
                continue
            try:
                self.to.text(record)
            except HistoryError as error:
                self.lose(f"{tag.file}: {error}")
            else:
                yield record

    def lose(self, why: str) -> None:
        """Report a hand that is not written."""
        self.lost += 1
        report(Fault(why), COMMAND)
