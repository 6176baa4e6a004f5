"""Unit evidence: `omaha-fast census`, through main() and as a user runs it."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib import import_module
from itertools import pairwise
from math import comb

import pytest

from omaha_fast.analysis import census
from omaha_fast.cli import main
from omaha_fast.cli.arguments import available_cores
from omaha_fast.cli.progress import progress_shown

BOARD = "As5s8dKh9c"


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def call(capsys):
    def call(*words):
        status = main(["census", *words])
        return status, *capsys.readouterr()

    return call


@pytest.fixture
def few_classes(monkeypatch):
    """Every deal on 700 boards stands for every deal."""
    module = import_module("omaha_fast.analysis.census")
    monkeypatch.setattr(module, "CLASSES", 700)
    return module.census(4)


def test_the_table_of_a_board(call):
    status, out, err = call("--board", BOARD)
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[0] == f"hands of 4 cards on {BOARD}"
    assert lines[1].split() == ["makes", "hands", "%"]
    assert [line.rsplit(maxsplit=2)[0] for line in lines[2:-1]] == [
        *("royal flush", "straight flush", "four of a kind", "full house", "flush", "straight"),
        *("three of a kind", "two pair", "pair", "high card"),
        *("low 5", "low 6", "low 7", "low 8", "no low"),
    ]
    counts = [int(line.split()[-2].replace(",", "")) for line in lines[2:-1]]
    assert sum(counts[:10]) == sum(counts[10:]) == comb(47, 4)
    assert lines[-1] == "178,365 hands"


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_the_json_of_a_board(call, cards):
    status, out, _ = call("--board", BOARD, "--cards", str(cards), "--json")
    answer = json.loads(out)
    assert status == 0
    assert list(answer) == ["schema", "cards", "board", "deals", "categories", "lows", "no_low"]
    assert (answer["schema"], answer["cards"]) == ("omaha-fast/census/1", cards)
    assert (answer["board"], answer["deals"]) == (BOARD, comb(47, cards))
    assert sum(answer["categories"].values()) == comb(47, cards)
    assert sum(answer["lows"].values()) + answer["no_low"] == comb(47, cards)
    assert next(iter(answer["categories"])) == "royal flush"
    assert list(answer["lows"]) == ["5", "6", "7", "8"]


@pytest.mark.parametrize("threads", [(), ("--threads", "1"), ("--threads", "3")])
def test_all_deals(call, few_classes, threads):
    status, out, err = call("--json", *threads)
    answer = json.loads(out)
    assert (status, err, answer["board"]) == (0, "", None)
    assert answer["deals"] == few_classes.deals
    assert list(answer["categories"].values()) == list(few_classes.categories.values())[::-1]
    assert call(*threads)[1].startswith("all deals of 4 cards\nmakes ")


def test_progress_is_shown_on_a_terminal_only(call, few_classes, monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert call("--json")[0] == 0
    shown = terminal.getvalue()
    assert " %, " in shown
    assert "s left" in shown
    assert shown.endswith("\r")  # and gone at the end
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress_shown() as progress:
        assert progress is None


def test_a_line_of_progress_covers_the_one_before(monkeypatch):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with progress_shown() as progress:
        for done in (1, 1, 99, 100):
            progress(done, 100)
    lines = terminal.getvalue().split("\r")
    assert [line.split(" %")[0] for line in lines[1:4]] == ["1", "99", "100"]
    for before, line in pairwise(lines[:-1]):
        assert len(line) >= len(before.rstrip())
    assert lines[-2].strip() == lines[-1] == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--cards", "6"], "--cards 6 needs --board"),
        (["--cards", "3"], "invalid choice"),
        (["--threads", "0"], "'0': expected a number from 1 to 9999"),
        (["--threads", "10000"], "expected a number from 1 to 9999"),
        (["--threads", "-1"], "expected"),
        (["--threads", "\u0663"], "expected a number from 1 to 9999"),
        (["--board", "As5s8d"], "expected 5"),
        (["--board", "As5s8dKhAs"], "duplicate card 'As'"),
        (["--board", "As5s8dKh9x"], "unknown card '9x'"),
        (["--board", ""], "expected 5"),
        (["AsAhKsKh"], "unrecognized arguments"),
    ],
)
def test_bad_input(call, words, message):
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert message in err


def test_the_help_says_one_thing_about_the_cards(call):
    status, out, _ = call("--help")
    assert status == 0
    assert "[--cards 4|5|6]" in out
    assert re.search(r"--cards \{4,5,6\} +hole cards \(4 by default\); 6 needs --board\n", out)


def test_the_function_says_that_six_cards_need_a_board():
    with pytest.raises(ValueError, match=r"^cards 6: expected 4 or 5; 6 needs a board$"):
        census(6)
    assert census(6, BOARD).deals == comb(47, 6)


def test_the_caret_stands_under_the_place(call):
    *_, line, carets = call("--board", "As5s8dKh9x")[2].splitlines()
    assert line[carets.index("^") : carets.rindex("^") + 1] == "9x"


def test_all_cores_by_default():
    assert 1 <= available_cores() <= (os.cpu_count() or 1)


@pytest.mark.skipif(os.name == "nt", reason="sends a signal")
@pytest.mark.parametrize("threads", ["1", "2"])
def test_an_interrupt_ends_it_promptly(threads):
    command = [sys.executable, "-P", "-m", "omaha_fast", "census", "--cards", "5"]
    process = subprocess.Popen(
        [*command, "--threads", threads],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A shell starts what runs in the background with interrupts ignored, and so would its children be.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        time.sleep(1.5)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert time.monotonic() - began < 10  # a tenth of a second on a machine with nothing else to do
    assert (process.returncode, out, err) == (130, b"", b"")
