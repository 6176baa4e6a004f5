"""`omaha-fast convert`: hand histories from one format into another."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from omaha_fast.cli.arguments import Parser
from omaha_fast.cli.faults import Fault, report
from omaha_fast.cli.progress import progress_shown
from omaha_fast.cli.reading import Reading
from omaha_fast.errors import HistoryError
from omaha_fast.history import FORMATS
from omaha_fast.history.formats import format_of
from omaha_fast.history.source import write_texts

if TYPE_CHECKING:
    from omaha_fast.history import Format

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
.json or .jsonl Open Hand History, .phhs PHH (.phh a single hand), .txt the
text of a room. "-" is standard input or output.

A hand that cannot be read, or that the new format cannot hold, is
reported with the reason; the others are written, and the exit status is
2. What of a hand is left out only because it follows from the rest, and
what no record keeps, docs/histories.md says. OUT is in its place once all
is written, and not before.
"""


def parser() -> Parser:
    """The options of the command."""
    result = Parser(
        prog=COMMAND,
        usage=f"{COMMAND} IN OUT [--from F] [--to F] [--force]",
        description="Turn a hand history into another format.",
        epilog=EPILOG,
    )
    result.add_argument("source", metavar="IN", help="a hand history, or - for stdin")
    result.add_argument("target", metavar="OUT", help="the new file, or - for stdout")
    result.add_argument("--from", dest="origin", choices=FORMATS, help="the format of IN")
    result.add_argument("--to", choices=FORMATS, help="the format of OUT")
    result.add_argument(
        "--force", action="store_true", help="replace OUT where it is there already"
    )
    return result


def run(arguments: argparse.Namespace) -> int:
    """Convert."""
    source, target = arguments.source, arguments.target
    to = FORMATS[arguments.to] if arguments.to else format_of(target)
    if to is None:
        raise Fault(f"the name {target!r} tells no format: add --to {', '.join(FORMATS)}")
    if target != "-" and os.path.exists(target):
        if source != "-" and os.path.exists(source) and os.path.samefile(source, target):
            # What cannot be read would be gone.
            raise Fault(f"{target!r} is IN itself: expected another file")
        if os.path.isfile(target) and not arguments.force:
            raise Fault(f"{target!r} is there already: expected a new file, or --force")
    conversion = Conversion(Reading([source], arguments.origin, COMMAND), to)
    with progress_shown() as progress:
        conversion.reading.progress = progress
        written = conversion.write(target)
    if conversion.lost or target != "-":
        print(f"{COMMAND}: {written:,} written, {conversion.lost:,} not", file=sys.stderr)
    return 2 if conversion.lost or conversion.reading.failed else 0


class Conversion:
    """The hands on their way. lost: how many could not be read or written."""

    def __init__(self, reading: Reading, to: Format) -> None:
        self.reading = reading
        self.to = to
        self.lost = 0

    def write(self, target: str) -> int:
        """Write what can be; returns how many hands. Without any the target is left alone."""
        texts = self.texts()
        if target == "-" and sys.stdout is None:
            raise Fault("standard output is closed")
        if target == "-":
            return write_texts(texts, sys.stdout, self.to.encoding)
        first = next(texts, None)
        if first is None:
            return 0
        try:
            return write_texts(chain([first], texts), target, self.to.encoding)
        except OSError as error:
            raise Fault(f"cannot write {target!r}: {error.strerror}") from None

    def texts(self) -> Iterator[str]:
        """What stands in the file, hand by hand; what cannot is reported."""
        written = 0
        for tag, record in self.reading.records():
            if isinstance(record, HistoryError):
                self.lose(str(record))
                continue
            try:
                text = self.to.enclosed(written, self.to.text(record))
            except HistoryError as error:
                self.lose(f"{tag.file}: {error}")
            else:
                written += 1
                yield text

    def lose(self, why: str) -> None:
        """Report a hand that is not written."""
        self.lost += 1
        report(Fault(why), COMMAND)
