"""Omaha poker: the evaluator, exact equities, high and hi/lo, four to six hole cards.

>>> import omaha_fast as of
>>> of.evaluate("AsAhKsKh", "QsJsTs2d3c")       # 1..7462, greater is stronger
7462
>>> of.best_hand("AcAdKs2h", "AhKd4c8c6d").describe()
'three of a kind, aces, K 8'
"""

try:
    from .cards import Card, CardSet, Deck, card_name, parse_card, parse_cards
except ModuleNotFoundError as error:
    if error.name != f"{__name__}._core":
        raise
    raise ImportError(
        f"{__path__[0]} is the source tree of omaha_fast, whose native core is not built here: run "
        "`pip install .` in it, then start Python from another folder (or with -P)"
    ) from None
except ImportError as error:
    from .cli import end_command

    end_command(error)
    raise
from .errors import CardError, HistoryError, IllegalActionError, RangeError
from .evaluation import (
    HandCategory,
    MadeHand,
    best_hand,
    best_low_hand,
    evaluate,
    evaluate_hilo,
    evaluate_low,
)

TYPE_CHECKING = False  # see cards.py
if TYPE_CHECKING:
    from . import analysis, engine, interop
    from ._core import build_info, get_include
    from .batches import category_batch, evaluate_batch, evaluate_hilo_batch, evaluate_low_batch
    from .canonical import (
        canonical,
        canonical_batch,
        hole_from_index,
        hole_from_index_batch,
        hole_index,
        hole_index_batch,
    )
    from .equity import EquityResult, PlayerEquity, equity, equity_batch
    from .texts import parse_hands

__version__ = "0.1.0"

# Public names of the modules that are loaded when first asked for: ranking one hand pays for nothing else.
_LAZY = {
    "category_batch": "batches",
    "evaluate_batch": "batches",
    "evaluate_hilo_batch": "batches",
    "evaluate_low_batch": "batches",
    "build_info": "_core",
    "canonical": "canonical",
    "canonical_batch": "canonical",
    "hole_from_index": "canonical",
    "hole_from_index_batch": "canonical",
    "hole_index": "canonical",
    "hole_index_batch": "canonical",
    "EquityResult": "equity",
    "PlayerEquity": "equity",
    "equity": "equity",
    "equity_batch": "equity",
    "get_include": "_core",
    "parse_hands": "texts",
}
# Functions that are named like the module they live in.
_TWINS = tuple(name for name, module in _LAZY.items() if name == module)
# Public modules, loaded likewise.
_MODULES = ("analysis", "engine", "interop")
__all__ = [
    "Card",
    "CardError",
    "CardSet",
    "Deck",
    "EquityResult",
    "HandCategory",
    "HistoryError",
    "IllegalActionError",
    "MadeHand",
    "PlayerEquity",
    "RangeError",
    "analysis",
    "best_hand",
    "best_low_hand",
    "build_info",
    "canonical",
    "canonical_batch",
    "card_name",
    "category_batch",
    "engine",
    "equity",
    "equity_batch",
    "evaluate",
    "evaluate_batch",
    "evaluate_hilo",
    "evaluate_hilo_batch",
    "evaluate_low",
    "evaluate_low_batch",
    "get_include",
    "hole_from_index",
    "hole_from_index_batch",
    "hole_index",
    "hole_index_batch",
    "interop",
    "parse_card",
    "parse_cards",
    "parse_hands",
]


def __getattr__(name: str) -> object:
    """Load a lazy name and keep it (PEP 562)."""
    import sys
    from importlib import import_module

    if name not in _LAZY and name not in _MODULES:
        raise AttributeError(f"module 'omaha_fast' has no attribute {name!r}")
    fresh = [twin for twin in _TWINS if f"{__name__}.{twin}" not in sys.modules]
    module = import_module(f".{_LAZY.get(name, name)}", __name__)
    # Loading a module binds it to its name here. Who did not import it himself, by its path, gets the function.
    for twin in fresh:
        if loaded := sys.modules.get(f"{__name__}.{twin}"):
            globals()[twin] = getattr(loaded, twin)
    if name in _MODULES:
        return module
    value: object = getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY, *_MODULES})
