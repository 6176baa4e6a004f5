"""Unit evidence: what newcomers get wrong is answered with what is expected, and never silently misread."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import omaha_fast as of

BOARD = "QsJsTs2d3c"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: of.equity(None),
            TypeError,
            "hands None is a NoneType: expected a sequence of two",
        ),
        (lambda: of.equity(7), TypeError, "hands 7 is an int: expected a sequence of two or more"),
        (lambda: of.equity("AsAhKsKh"), TypeError, "hands 'AsAhKsKh' is a str: expected a seq"),
        (lambda: of.equity(["AsAhKsKh"]), of.CardError, "1 hand: expected 2 to 10"),
        (lambda: of.equity(["As", "Kh"]), of.CardError, "hand 1 'As': 1 card, expected 4, 5 or 6"),
        (lambda: of.equity([7, 8]), of.CardError, r"hand 1 7 \(a lone int is a mask"),
        (lambda: of.equity(["AsAhKsKh", "JdTs9s8h"], "2c"), of.CardError, "'2c': 1 card, exp"),
        (lambda: of.equity(["AsAhKsKh", "JdTs9s8h"], "2c3c"), of.CardError, "2 cards, expected 0"),
        (lambda: of.equity(["AsAhKsKh", "JdTs9s8h7c"]), of.CardError, "5 cards, expected 4 as the"),
        (lambda: of.equity(["AsAhKsKh", None]), TypeError, "hand 2 None: a NoneType, expected"),
        (lambda: of.Card(52), of.CardError, "^unknown card 52: expected a card number from 0"),
        (lambda: of.Card(-1), of.CardError, "^unknown card -1: expected a card number from 0"),
        (lambda: of.card_name(52), of.CardError, "^unknown card 52: expected a card number"),
        (lambda: of.Card(1.5), TypeError, "^1.5 is a float: expected a card number or a text"),
        (lambda: of.Card(None), TypeError, "^None is a NoneType: expected a card number"),
        (lambda: of.Card("AsKs"), of.CardError, "'AsKs': 2 cards, expected one"),
        (lambda: of.parse_card(51), TypeError, "51 is an int: expected a text such as 'As'"),
        (lambda: of.Deck(seed="x"), TypeError, "seed 'x' is a str: expected an int"),
    ],
)
def test_messages(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_numbers_of_other_libraries_are_card_numbers():
    assert of.Card(np.uint8(51)) == of.Card("As")
    assert of.card_name(np.int64(0)) == "2c"
    with pytest.raises(TypeError, match="is a ndarray"):
        of.Card(np.array([51]))


# --- Sets of cards and texts ----------------------------------------------------------------------

CARDS = of.CardSet("AsKh")


def test_in_reads_a_text_of_one_card():
    assert "As" in CARDS
    assert "10h" not in CARDS
    assert "2c" not in CARDS
    assert 51 in CARDS
    assert 99 not in CARDS
    for text in ("Xs", "", "AsKh"):
        with pytest.raises(of.CardError):
            text in CARDS  # noqa: B015


def test_isdisjoint_reads_texts_of_one_card():
    assert not CARDS.isdisjoint(["2c", "as"])
    assert CARDS.isdisjoint({"2c", "3c"})
    with pytest.raises(of.CardError):
        CARDS.isdisjoint("AsKh")  # its items are letters


def test_comparisons_read_texts_of_one_card():
    # ruff: noqa: SIM300
    assert CARDS <= {"As", "Kh", "2c"}
    assert CARDS < {"As", "Kh", "2c"}
    assert CARDS >= {"As"}
    assert CARDS > {"Kh"}
    assert {"As"} <= CARDS
    assert not CARDS < {"As", "Kh"}
    assert CARDS <= {51, 46}
    assert not CARDS <= {51, 45}
    assert CARDS | {"2c"} == of.CardSet("AsKh2c")
    with pytest.raises(of.CardError):
        CARDS <= {"Xs"}  # noqa: B015
    with pytest.raises(TypeError):
        CARDS <= "As"  # noqa: B015


def test_equality_with_a_set_of_texts_is_refused():
    """What is equal must have the same hash, and {"As"} has another than {Card("As")}."""
    for other in ({"As", "Kh"}, frozenset({"As"}), {"As": 1}.keys()):
        for compare in (lambda other: CARDS == other, lambda other: CARDS != other):
            with pytest.raises(TypeError, match=r"a set of texts.*of\.Card"):
                compare(other)
    assert CARDS == {51, 46} == {of.Card("As"), of.Card("Kh")}
    assert hash(CARDS) == hash(frozenset({51, 46}))
    assert CARDS != "AsKh"
    assert CARDS != ["As", "Kh"]


def test_categories_read_as_words():
    flush = of.HandCategory.FLUSH
    assert (str(flush), f"{flush}", f"{flush:>7}", f"{flush:d}", int(flush)) == (
        "flush", "flush", "  flush", "6", 6,
    )  # fmt: skip
    assert flush == 6
    assert repr(flush) == "<HandCategory.FLUSH: 6>"
    assert {str(category) for category in of.HandCategory} >= {"pair", "three of a kind", "low"}


# --- Names and imports ----------------------------------------------------------------------------


def fresh(code):
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize(
    "first",
    [
        "from omaha_fast import EquityResult, equity, canonical",
        "from omaha_fast import equity_batch, equity, canonical",
        "import omaha_fast as of; of.hole_index('AsAhKsKh'); from omaha_fast import equity, canonical",
        "import omaha_fast as of; of.interop; of.engine; from omaha_fast import equity, canonical",
        "from omaha_fast import hole_index, PlayerEquity, equity, canonical",
    ],
)
def test_functions_are_functions_whatever_was_loaded_first(first):
    assert fresh(f"{first}\nprint(type(equity).__name__, type(canonical).__name__)") == [
        "function",
        "function",
    ]


def test_only_an_import_by_path_shows_the_module():
    assert fresh(
        "import omaha_fast.equity, omaha_fast as of; of.hole_index; of.EquityResult\n"
        "print(type(omaha_fast.equity).__name__, omaha_fast.equity.EquityResult.__name__)"
    ) == ["CallableModule", "EquityResult"]


def test_help_lists_the_functions():
    text = subprocess.check_output(
        [sys.executable, "-P", "-c", "import omaha_fast; help(omaha_fast)"], text=True
    )
    for name in ("equity(", "equity_batch(", "canonical(", "evaluate("):
        assert f"\n    {name}" in text, name


@pytest.mark.parametrize(
    ("alias", "name", "cards"),
    [
        ("omaha4", "omaha", 4), ("plo4", "omaha", 4), ("plo5-8", "omaha5-8", 5),
        ("bigo8", "omaha5-8", 5), ("plo6-8", "omaha6-8", 6), ("PLO8", "omaha8", 4),
    ],
)  # fmt: skip
def test_other_names_of_games(alias, name, cards):
    hands = ["AsAhKsKhQsQh"[: 2 * cards], "JdTs9s8h7c6c"[: 2 * cards]]
    assert of.equity(hands, "2c3c4d", game=alias).game == name


def test_the_source_tree_says_what_it_is(tmp_path):
    """Whoever starts Python in a checkout gets the package without its native core."""
    package = tmp_path / "omaha_fast"
    shutil.copytree(
        Path(of.__file__).parent, package, ignore=shutil.ignore_patterns("_core.*so", "_core.*pyd")
    )
    done = subprocess.run(
        [sys.executable, "-c", "import omaha_fast"],
        cwd=tmp_path, env={**os.environ, "PYTHONSAFEPATH": ""}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert str(package) in last
    assert "source tree" in last
    assert "pip install ." in last
