"""Columns of texts to card numbers, beside the loop that one writes in Python."""

import numpy as np
import pytest
from workloads import ROWS, deals

import omaha_fast as of

NUMBERS = {of.card_name(card): card for card in range(52)}


def polars(texts):
    return pytest.importorskip("polars").Series(texts)


def arrow(texts):
    return pytest.importorskip("pyarrow").array(texts)


def pandas(texts):
    return pytest.importorskip("pandas").Series(texts)


FORMS = {"list": list, "numpy U": np.array, "numpy S": lambda texts: np.array(texts, "S"),
         "polars": polars, "Arrow": arrow, "pandas": pandas}  # fmt: skip


def texts(blank=""):
    return [blank.join(map(of.card_name, hand)) for hand in deals(4)[0]]


def naive(column):
    return np.array(
        [[NUMBERS[text[at : at + 2]] for at in (0, 2, 4, 6)] for text in column], np.uint8
    )


@pytest.mark.parametrize("form", FORMS)
def test_parse_hands(benchmark, form):
    benchmark.group = f"{ROWS} texts of four cards"
    column = FORMS[form](texts())
    assert (of.parse_hands(column) == deals(4)[0]).all()
    benchmark(of.parse_hands, column)


def test_with_blanks(benchmark):
    benchmark.group = f"{ROWS} texts of four cards"
    benchmark(of.parse_hands, texts(" "))


def test_naive_loop(benchmark):
    """Without a check of the cards."""
    benchmark.group = f"{ROWS} texts of four cards"
    benchmark.pedantic(naive, (texts(),), rounds=5)


def test_parse_cards(benchmark):
    benchmark.group = f"{ROWS} texts of four cards"
    column = texts()
    benchmark.pedantic(lambda: np.array([of.parse_cards(text) for text in column]), rounds=5)
