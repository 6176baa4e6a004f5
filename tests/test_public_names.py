"""Unit evidence: a public name means the same thing whatever was imported or touched before it."""

import pickle
import subprocess
import sys

import pytest

import omaha_fast

FUNCTIONS = [
    "parse_card", "parse_cards", "card_name", "evaluate", "evaluate_low", "evaluate_hilo",
    "best_hand", "best_low_hand", "canonical", "hole_index", "hole_from_index", "canonical_batch",
    "hole_index_batch", "hole_from_index_batch", "equity",
]  # fmt: skip
CLASSES = ["Card", "CardSet", "Deck", "MadeHand", "HandCategory", "EquityResult"]
TOUCHES = [f"import omaha_fast; omaha_fast.{name}" for name in FUNCTIONS + CLASSES]
IMPORTS = [
    "import omaha_fast.canonical",
    "import omaha_fast.equity",
    "from omaha_fast.equity import EquityResult",
    "from omaha_fast.canonical import hole_index",
    "import omaha_fast.cards, omaha_fast.errors, omaha_fast.evaluation",
]


def in_a_new_interpreter(code):
    """What it prints; -P keeps the checkout, if the tests are run from there, off its path."""
    run = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize("first", TOUCHES + IMPORTS)
def test_names_do_not_depend_on_what_came_first(first):
    """The functions canonical and equity are named like the modules they live in."""
    wrong = in_a_new_interpreter(f"""{first}
import omaha_fast as of
print([name for name in {FUNCTIONS} if not callable(getattr(of, name))])
print([name for name in {CLASSES} if not isinstance(getattr(of, name), type)])
""")
    assert wrong.splitlines() == ["[]", "[]"]


def test_importing_loads_little():
    """`import omaha_fast` loads errors, _core, cards and evaluation, and no numpy."""
    loaded = in_a_new_interpreter("""
import sys
before = set(sys.modules)
import omaha_fast
print(*set(sys.modules) - before)
""").split()
    ours = {name for name in loaded if name.startswith("omaha_fast.")}
    assert ours <= {f"omaha_fast.{name}" for name in ("errors", "_core", "cards", "evaluation")}
    assert "numpy" not in loaded


@pytest.mark.parametrize("name", FUNCTIONS + CLASSES)
def test_names_pickle(name):
    """A process pool sends a function by its name, and must get back the function."""
    value = getattr(omaha_fast, name)
    assert pickle.loads(pickle.dumps(value)) is value
