"""One hand at a time: in a loop of C, and called from Python, beside the naive loop and phevaluator."""

import subprocess
import sys

import pytest
from workloads import ROWS, deals

import omaha_fast as of
from omaha_fast import _core

CARDS = [4, 5, 6]


@pytest.mark.parametrize("cards", CARDS)
def test_core_loop(benchmark, native, cards):
    benchmark.group = f"{ROWS} hands of {cards} cards, high, in C"
    benchmark(native.sum_strengths, *deals(cards))


@pytest.mark.parametrize("cards", CARDS)
def test_core_loop_high_and_low(benchmark, native, cards):
    benchmark.group = f"{ROWS} hands of {cards} cards, high, in C"
    benchmark(native.sum_hilo_strengths, *deals(cards))


@pytest.mark.parametrize("cards", CARDS)
def test_naive_loop(benchmark, cards):
    """Every two hole cards with every three board cards through the five-card ranking."""
    benchmark.group = f"{ROWS} hands of {cards} cards, high, in C"
    benchmark(_core._probe.Rows(*deals(cards)).strengths, enumerated=True)


def as_numbers(hand):
    return tuple(hand)


def as_mask(hand):
    return sum(1 << card for card in hand)


def as_text(hand):
    return "".join(map(of.card_name, hand))


def every(function, rows):
    for hole, board in rows:
        function(hole, board)


@pytest.mark.parametrize("form", [as_numbers, as_mask, as_text])
@pytest.mark.parametrize("function", [of.evaluate, of.evaluate_hilo])
def test_call_from_python(benchmark, form, function):
    benchmark.group = f"{ROWS} calls from Python, four cards"
    holes, boards = deals(4)
    rows = [(form(h), form(b)) for h, b in zip(holes.tolist(), boards.tolist(), strict=True)]
    benchmark(every, function, rows)


@pytest.mark.parametrize("text", [False, True], ids=["as_numbers", "as_text"])
def test_call_phevaluator(benchmark, text):
    phevaluator = pytest.importorskip("phevaluator")
    benchmark.group = f"{ROWS} calls from Python, four cards"
    holes, boards = deals(4)
    form = (lambda hand: [of.card_name(card) for card in hand]) if text else list
    rows = [(*form(b), *form(h)) for h, b in zip(holes.tolist(), boards.tolist(), strict=True)]

    def every_row():
        for row in rows:
            phevaluator.evaluate_omaha_cards(*row)

    benchmark.pedantic(every_row, rounds=3)


@pytest.mark.parametrize("code", ["pass", "import omaha_fast", "import phevaluator"])
def test_import(benchmark, code):
    """A new interpreter each time; the first line is Python alone."""
    if "phevaluator" in code:
        pytest.importorskip("phevaluator")
    benchmark.group = "a new interpreter"

    def start():
        # -P: without it the checkout would be found first, where nothing is built.
        subprocess.run([sys.executable, "-P", "-c", code], check=True)

    benchmark.pedantic(start, rounds=15, warmup_rounds=2)
