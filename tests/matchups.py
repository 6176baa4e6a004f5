"""Random known hands, and their counts by every variant of the kernels: what the tests of exact equity share.

Run as a program with two file names it answers the pickled questions of the first into the second, by the kernels of
the variant that OMAHA_FAST_VARIANT names.
"""

import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

from omaha_fast import _core

CARDS = (4, 5, 6)
PLAYERS = (2, 3, 4, 6)
SIZES = {"preflop": 0, "flop": 3, "turn": 4}


def mask(cards):
    return sum(1 << card for card in cards)


def question(rng, cards, players, board, hilo, dead):
    """(hole masks, board, dead, hilo): one random deal as the core takes it.

    Every fourth has its hands from two suits as far as those go, so that flushes and straight flushes meet. dead: with
    one to eight dead cards, in one question of five with so many that hardly a board is left.
    """
    deck = rng.sample(range(52), 52)
    if rng.randrange(4) == 0:
        suits = rng.sample(range(4), 2)
        deck.sort(key=lambda card: card & 3 not in suits)
    held = rng.sample(deck[: cards * players], cards * players)
    rest = deck[cards * players :]
    if rng.randrange(2):
        rng.shuffle(rest)
    spare = len(rest) - 5
    gone = 0
    if dead and spare:
        gone = spare - rng.randrange(min(8, spare)) if rng.randrange(5) == 0 else rng.randint(1, 8)
        gone = min(gone, spare)
    hands = tuple(mask(held[i * cards : (i + 1) * cards]) for i in range(players))
    return hands, mask(rest[:board]), mask(rest[board : board + gone]), hilo


def questions(seed, count, cards, players, board, hilo, dead):
    rng = random.Random(f"{seed} {cards} {players} {board} {hilo} {dead}")
    return [question(rng, cards, players, board, hilo, dead) for _ in range(count)]


def walked(asked):
    """(boards, tallies) of each question by walking every board, the oracle."""
    return [_core.count_equity(*each, enumerated=True)[1:] for each in asked]


def counted(asked):
    """The same by the kernels."""
    answers = []
    for each in asked:
        method, *answer = _core.count_equity(*each)
        assert method == "rank-space"
        answers.append(tuple(answer))
    return answers


def counted_by(variant, asked, folder):
    """The answers of one variant, from a process of its own."""
    given, taken = Path(folder) / "questions", Path(folder) / f"answers-{variant}"
    given.write_bytes(pickle.dumps(asked))
    environment = {**os.environ, "OMAHA_FAST_VARIANT": variant}
    # -P: without it the package would come from the folder of this file, were there one.
    command = [sys.executable, "-P", __file__, str(given), str(taken)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    name, answers = pickle.loads(taken.read_bytes())
    assert name == variant
    return answers


def differing(asked, answers, expected):
    """The questions whose answers differ, cards by name, for the message of a test."""
    return [
        (each, answer, right)
        for each, answer, right in zip(asked, answers, expected, strict=True)
        if answer != right
    ]


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    result = _core.build_info()["variant"], counted(pickle.loads(source.read_bytes()))
    target.write_bytes(pickle.dumps(result))
