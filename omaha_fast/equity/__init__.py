"""Equities: how much of the pot each hand wins on the average of all boards.

The package shares its name with its main function. Importing the package by name would hide the function, so the
package can be called as well: omaha_fast.equity(hands, ...) is right either way.
"""

import sys
from types import ModuleType

from .exact import equity
from .result import EquityResult, PlayerEquity

__all__ = ["EquityResult", "PlayerEquity", "equity"]


class _CallablePackage(ModuleType):
    __call__ = staticmethod(equity)


sys.modules[__name__].__class__ = _CallablePackage
