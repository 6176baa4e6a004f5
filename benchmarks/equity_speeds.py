"""Exact equity for every variant here: processor time a matchup, and its ratio to the walk in the same run.

    python benchmarks/equity_speeds.py                    each variant in a process of its own, one after the other
    python benchmarks/equity_speeds.py --instructions     instructions a matchup, counted by callgrind (valgrind)

valgrind knows no AVX-512: that variant is left out there. Instructions are the difference between two runs that differ
in the number of matchups only, so that what Python does at its start does not count.
"""

import argparse
import os
import re
import subprocess
import sys
import time

from workloads_equity import PEER_GAMES, WORKLOADS, batch, questions, texts

from omaha_fast import _core

ROUNDS = 7


def per_matchup(work, prepare, rows):
    """The best of some rounds in microseconds of the processor; every round has matchups of its own."""
    spent = []
    for seed in range(1, ROUNDS + 1):
        ready = prepare(rows, seed)
        start = time.process_time()
        work(ready)
        spent.append((time.process_time() - start) / rows * 1e6)
    return min(spent)


def kernel(name):
    workload = WORKLOADS[name]

    def prepare(rows, seed):
        return batch(workload, rows, seed)

    return per_matchup(lambda ready: ready.run(0, ready.rows), prepare, workload.rows)


def walk(name):
    def work(asked):
        for question in asked:
            _core.count_equity(*question, enumerated=True)

    workload = WORKLOADS[name]
    return per_matchup(work, lambda rows, seed: questions(workload, rows, seed), workload.walked)


def peer(name):
    """poker-equity, once, or None."""
    workload = WORKLOADS[name]
    try:
        import poker_equity
    except ImportError:
        return None
    if not workload.peer:
        return None
    asked = texts(workload, workload.peer, 1)
    start = time.process_time()
    for hands, board in asked:
        poker_equity.exact_from_text(PEER_GAMES[workload.cards, workload.hilo], hands, board)
    return (time.process_time() - start) / len(asked) * 1e6


def of_variant(variant, *arguments, before=()):
    """The output of this program in a process with one variant."""
    # A fixed hash seed: otherwise no two starts of Python take the same number of instructions.
    environment = {**os.environ, "OMAHA_FAST_VARIANT": variant, "PYTHONHASHSEED": "0"}
    command = [*before, sys.executable, __file__, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout + done.stderr


def show_speeds(only):
    head = (
        f"{'microseconds a matchup':40}{'walk':>10}{'kernel':>10}{'ratio':>8}{'poker-equity':>14}"
    )
    for variant in _core.variants():
        print(f"\n{variant}\n{head}")
        print(of_variant(variant, "--here", "--only", only), end="", flush=True)


def show_speeds_here(only):
    for name in chosen(only):
        slow, fast, other = walk(name), kernel(name), peer(name)
        row = f"{name:40}{slow:10.1f}{fast:10.2f}{slow / fast:8.0f}"
        print(row + (f"{other:14.0f}" if other else f"{'-':>14}"))


def show_instructions(only):
    """Both runs take the same matchups first; the second takes as many more."""
    print(f"{'thousand instructions a matchup':40}" + "".join(f"{v:>10}" for v in countable()))
    before = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
    for name in chosen(only):
        rows = WORKLOADS[name].rows
        row = f"{name:40}"
        for variant in countable():
            some, more = (
                int(re.search(r"Collected : (\d+)", output)[1])
                for output in (
                    of_variant(variant, "--run", name, str(times), before=before)
                    for times in (1, 2)
                )
            )
            row += f"{(more - some) / rows / 1000:10.1f}"
        print(row, flush=True)


def chosen(only):
    return [name for name in WORKLOADS if only in name]


def countable():
    return [variant for variant in _core.variants() if variant != "avx512"]


def run(name, times):
    """What callgrind watches: the workload, once or twice."""
    rows = WORKLOADS[name].rows
    ready = batch(WORKLOADS[name], 2 * rows, 1)
    ready.run(0, int(times) * rows)


def main():
    parser = argparse.ArgumentParser(description="Speed of exact equity, by variant.")
    parser.add_argument("--instructions", action="store_true", help="count them with callgrind")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="workloads with this in the name"
    )
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--run", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.run:
        run(*arguments.run)
    elif arguments.here:
        show_speeds_here(arguments.only)
    elif arguments.instructions:
        show_instructions(arguments.only)
    else:
        show_speeds(arguments.only)


if __name__ == "__main__":
    main()
