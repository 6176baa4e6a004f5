"""Random hands by the million: `python tests/engine_soak.py N [--first SEED]`.

Every hand is played by the engine and by the slow models side by side (engine_shadow) and compared
after every step. One decision in --care is looked at closely: every amount tried, undone, made
again, round trips. Hand number i is a function of i and --care alone: `... 1 --first i` plays it
again. To rank the hands of a showdown the package's evaluator is used, which has its own proof;
--slow ranks by the slow model.
"""

import argparse
import sys
import time
import traceback
from collections import Counter

import engine_model as model
from engine_shadow import Shadow
from engine_tables import Dice, random_setup

import omaha_fast as of


def fast_strengths(holes, board, hilo=False):
    """engine_model.strengths, from the package's evaluator."""
    evaluate = of.evaluate_hilo if hilo else lambda hole, board: (of.evaluate(hole, board), 0)
    board = "".join(board)
    return {seat: evaluate("".join(hole), board) for seat, hole in holes.items()}


def play_one(seed, strengths=model.strengths, care=8):
    """The finished hand number seed, compared at every step; what is wrong names the hand."""
    dice = Dice(seed)
    setup = random_setup(dice)
    try:
        shadow = Shadow(setup, strengths, care)
        shadow.play(dice)
    except Exception as error:
        error.add_note(f"hand {seed}: {setup}")
        raise
    return shadow


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("hands", type=int)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--slow", action="store_true", help="rank hands by the slow model")
    parser.add_argument("--care", type=int, default=64, help="one decision in so many closely")
    parser.add_argument("--keep-going", action="store_true", help="count failures, do not stop")
    options = parser.parse_args(arguments)
    strengths = model.strengths if options.slow else fast_strengths
    counts, failures, began = Counter(), [], time.process_time()
    for seed in range(options.first, options.first + options.hands):
        try:
            shadow = play_one(seed, strengths, options.care)
        except Exception as error:
            if not options.keep_going:
                raise
            failures.append(seed)
            where = traceback.extract_tb(error.__traceback__)[-1]
            print(f"hand {seed}: {error!r} in line {where.lineno}: {where.line}", flush=True)
            continue
        counts[shadow.setup.structure] += 1
        counts["void"] += shadow.hand.void
        if shadow.hand.void:
            continue
        counts["showdown"] += len(shadow.betting.live()) > 1
        counts["several pots"] += len(shadow.hand.settlement.pots) > 1
        counts["several runs"] += shadow.hand.runs > 1
        if sum(counts[key] for key in ("fixed limit", "pot limit", "no limit")) % 10000 == 0:
            print(f"{seed + 1 - options.first} hands", file=sys.stderr, flush=True)
    print(f"{options.hands} hands, {len(failures)} wrong, {time.process_time() - began:.0f} s")
    print(", ".join(f"{key} {count}" for key, count in sorted(counts.items())))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
