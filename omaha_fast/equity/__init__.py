"""Equities: how much of the pot each hand wins on the average of all boards."""

from .._callable import make_callable
from .batch import equity_batch
from .exact import equity
from .result import EquityResult, PlayerEquity

__all__ = ["EquityResult", "PlayerEquity", "equity", "equity_batch"]

make_callable(__name__)
