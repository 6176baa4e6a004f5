"""Omaha poker: the evaluator, exact equities, high and hi/lo, four to six hole cards.

>>> import omaha_fast as of
>>> of.evaluate("AsAhKsKh", "QsJsTs2d3c")       # 1..7462, greater is stronger
7462
>>> of.best_hand("AcAdKs2h", "AhKd4c8c6d").describe()
'three of a kind, aces, K 8'
"""

from .cards import Card, CardSet, Deck, card_name, parse_card, parse_cards
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
    from . import engine, interop
    from ._core import build_info
    from .batches import category_batch, evaluate_batch, evaluate_hilo_batch, evaluate_low_batch
    from .canonical import (
        canonical,
        canonical_batch,
        hole_from_index,
        hole_from_index_batch,
        hole_index,
        hole_index_batch,
    )
    from .equity import EquityResult, PlayerEquity, equity

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
}
# Public modules, loaded likewise.
_MODULES = ("engine", "interop")
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
    "best_hand",
    "best_low_hand",
    "build_info",
    "canonical",
    "canonical_batch",
    "card_name",
    "category_batch",
    "engine",
    "equity",
    "evaluate",
    "evaluate_batch",
    "evaluate_hilo",
    "evaluate_hilo_batch",
    "evaluate_low",
    "evaluate_low_batch",
    "hole_from_index",
    "hole_from_index_batch",
    "hole_index",
    "hole_index_batch",
    "interop",
    "parse_card",
    "parse_cards",
]


def __getattr__(name: str) -> object:
    """Load a lazy name and keep it (PEP 562)."""
    from importlib import import_module

    if name in _MODULES:
        return import_module(f".{name}", __name__)
    if name not in _LAZY:
        raise AttributeError(f"module 'omaha_fast' has no attribute {name!r}")
    value: object = getattr(import_module(f".{_LAZY[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY, *_MODULES})
