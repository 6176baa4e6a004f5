"""`omaha-fast eval --file` beside the loop over the public functions that one writes in Python."""

import sys

import pytest
from workloads import deals

import omaha_fast as of
from omaha_fast.cli import main

LINES = 2000


def questions(board):
    """Two hands and a board a line."""
    hands, boards = deals(8, max(board, 1), LINES)
    for cards, on in zip(hands.tolist(), boards.tolist(), strict=True):
        names = "".join(map(of.card_name, cards))
        yield names[:8], names[8:], "".join(map(of.card_name, on)) if board else ""


@pytest.mark.parametrize("json", [False, True], ids=["text", "json"])
@pytest.mark.parametrize("board", [0, 3, 4, 5])
def test_eval(benchmark, tmp_path, monkeypatch, board, json):
    benchmark.group = f"{LINES} lines, {board} board cards"
    path = tmp_path / "hands.txt"
    path.write_text("".join(f"{one} {two} | {on}\n" for one, two, on in questions(board)))
    words = ["eval", "--file", str(path), *["--json"] * json]

    def run():
        with open(tmp_path / "answers.txt", "w", encoding="utf-8") as answers:
            monkeypatch.setattr(sys, "stdout", answers)
            assert main(words) == 0

    benchmark.pedantic(run, rounds=7, warmup_rounds=1)
    assert (tmp_path / "answers.txt").stat().st_size > 100 * LINES


@pytest.mark.parametrize("board", [0, 3, 4, 5])
def test_public_functions(benchmark, board):
    benchmark.group = f"{LINES} lines, {board} board cards"
    lines = list(questions(board))

    def run():
        for *hands, on in lines:
            players = of.equity(hands, on).players
            made = [of.best_hand(hand, on).describe() for hand in hands] if board else [""] * 2
            for hand, player, words in zip(hands, players, made, strict=True):
                f"{hand} {100 * player.equity:.2f} {words}"

    benchmark.pedantic(run, rounds=5)
