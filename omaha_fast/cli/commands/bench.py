"""`omaha-fast bench`: how fast everything is here, and whether it still gives the same answers."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

import omaha_fast as of
from omaha_fast.analysis.signature import WORKLOAD, signature
from omaha_fast.cli.arguments import Parser
from omaha_fast.cli.faults import Fault
from omaha_fast.cli.rates import Rate, rates
from omaha_fast.cli.table import Column, print_table

COMMAND = "omaha-fast bench"
SCHEMA = "omaha-fast/bench/1"
SIGNATURE_SCHEMA = "omaha-fast/bench-signature/1"
CONTRADICTION = 1
# Characters of an earlier report that are read; they have about five thousand.
LONGEST_REPORT = 1_000_000

EPILOG = f"""\
examples:
  $ omaha-fast bench --signature
  dfc73f24bf58f4c4e23539789f6516493384c0cac0213311639424d4f573f3fb

  omaha-fast bench --json > before.json
  omaha-fast bench --compare before.json

Each line is one thread over random deals, the best of several runs.
x naive says how many times as fast it is as ranking every two hole
cards with every three board cards, measured in the same run.
The environment variable OMAHA_FAST_VARIANT forces a variant of the
kernels; on this machine: {", ".join(of.build_info()["variants"])}.

The signature is a checksum of all answers on a fixed workload: the
same on every machine and for every variant. With --compare another
one is a contradiction, and the exit status is 1.

JSON:
  schema ("{SCHEMA}"), version, machine (system, machine,
  processor, cores, python), build (variant, variants, compiler,
  cython), workload, signature, and rates, each with work, cards, unit,
  nanoseconds, times_naive (null where there is no naive loop); with
  --compare also before and ratio (before / now; null for a new one).
  With --signature: schema ("{SIGNATURE_SCHEMA}"),
  workload, and signature.
"""


def parser() -> Parser:
    """The options of the command."""
    result = Parser(
        prog=COMMAND,
        usage=f"{COMMAND} [--json] [--compare FILE]\n       {COMMAND} --signature [--json]",
        description="How fast every kernel is here, and whether it gives the same answers as ever.",
        epilog=EPILOG,
    )
    result.add_argument("--json", action="store_true", help="print JSON")
    result.add_argument("--compare", metavar="FILE", help="an earlier output of --json")
    result.add_argument("--signature", action="store_true", help="print the signature only")
    return result


def run(arguments: argparse.Namespace) -> int:
    """Measure, print, and compare."""
    if arguments.signature:
        if arguments.compare is not None:
            parser().error("--compare compares the signature, too: leave out --signature")
        print_signature(as_json=arguments.json)
        return 0
    before = None if arguments.compare is None else read_report(arguments.compare)
    report = {
        "schema": SCHEMA,
        "version": of.__version__,
        "machine": machine(),
        "build": of.build_info(),
        "workload": WORKLOAD,
        "signature": signature(),
        "rates": [as_json(rate, before) for rate in rates()],
    }
    if arguments.json:
        print(json.dumps(report))
    else:
        print_report(report, compared=before is not None)
    return 0 if before is None else compare_signatures(before, report)


def print_signature(*, as_json: bool) -> None:
    """The signature alone."""
    if as_json:
        content = {"schema": SIGNATURE_SCHEMA, "workload": WORKLOAD, "signature": signature()}
        print(json.dumps(content))
    else:
        print(signature())


def as_json(rate: Rate, before: dict[str, Any] | None) -> dict[str, Any]:
    """One measurement, beside the earlier one of the same work."""
    result = {
        "work": rate.work,
        "cards": rate.cards,
        "unit": rate.unit,
        "nanoseconds": round(rate.nanoseconds, 3),
        "times_naive": None if rate.times_naive is None else round(rate.times_naive, 2),
    }
    if before is not None:
        same = [
            entry["nanoseconds"]
            for entry in before["rates"]
            if (entry["work"], entry["cards"]) == (rate.work, rate.cards)
        ]
        result["before"] = same[0] if same else None
        result["ratio"] = round(same[0] / rate.nanoseconds, 3) if same else None
    return result


def read_report(path: str) -> dict[str, Any]:
    """An earlier report. Raises Fault for what is none."""
    try:
        with open(path, encoding="utf-8") as stream:
            report = json.loads(stream.read(LONGEST_REPORT))
    except OSError as error:
        raise Fault(f"cannot read {path!r}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise Fault(f"{path!r} is no JSON: expected what {COMMAND} --json printed") from None
    if not is_report(report):
        raise Fault(f"{path!r} is no report: expected what {COMMAND} --json printed ({SCHEMA})")
    result: dict[str, Any] = report
    return result


def is_report(report: Any) -> bool:
    """Whether it has all that a comparison reads."""
    if not isinstance(report, dict) or report.get("schema") != SCHEMA:
        return False
    rates = report.get("rates")
    return (
        isinstance(report.get("workload"), int)
        and isinstance(report.get("signature"), str)
        and isinstance(rates, list)
        and all(isinstance(rate, dict) and {"work", "cards"} <= set(rate) for rate in rates)
        and all(isinstance(rate.get("nanoseconds"), int | float) for rate in rates)
    )


def machine() -> dict[str, str | int]:
    """What the figures were measured on."""
    return {
        "system": platform.system(),
        "machine": platform.machine(),
        "processor": processor(),
        "cores": os.cpu_count() or 1,
        "python": platform.python_version(),
    }


def processor() -> str:
    """The name of the processor as far as the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def print_report(report: dict[str, Any], *, compared: bool) -> None:
    """For people."""
    about, build = report["machine"], report["build"]
    print(f"omaha-fast {report['version']}, {build['variant']} kernels, {build['compiler']}")
    print(f"{about['processor']}, {about['system']} {about['machine']}, Python {about['python']}")
    columns = [Column("work"), Column("cards", right=True), Column("ns", right=True), Column("a")]
    columns += [Column("x naive", right=True)]
    columns += [Column("before", right=True), Column("x before", right=True)] * compared
    print_table(columns, [row_of(rate) for rate in report["rates"]])
    print(f"signature {report['signature']} (workload {report['workload']})")


def row_of(rate: dict[str, Any]) -> list[str]:
    """One line of the table."""
    figures = [rate["times_naive"]]
    if "ratio" in rate:
        figures += [rate["before"], rate["ratio"]]
    cells = [rate["work"], str(rate["cards"]), significant(rate["nanoseconds"]), rate["unit"]]
    return [*cells, *map(significant, figures)]


def significant(number: float | None) -> str:
    """Three digits of a number, or all before the point: 0.241, 12.3, 14,200."""
    if number is None:
        return ""
    decimals = 3 if number < 1 else 2 if number < 10 else 1 if number < 100 else 0
    return f"{number:,.{decimals}f}"


def compare_signatures(before: dict[str, Any], now: dict[str, Any]) -> int:
    """The exit status; a different answer is said loudly."""
    if before["workload"] != now["workload"]:
        print(
            f"{COMMAND}: the earlier report is of workload {before['workload']}, this one of "
            f"{now['workload']}: their signatures can't be compared",
            file=sys.stderr,
        )
        return 0
    if before["signature"] == now["signature"]:
        return 0
    print(
        f"{COMMAND}: THE ANSWERS DIFFER. The signature was\n  {before['signature']}\nand is\n"
        f"  {now['signature']}\nSome result of the fixed workload is not what it was.",
        file=sys.stderr,
    )
    return CONTRADICTION
