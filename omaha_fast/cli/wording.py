"""Numbers and cards as the commands print them."""

from __future__ import annotations

from fractions import Fraction

from omaha_fast.equity.display import card_names, heading, percent
from omaha_fast.equity.display import footing as boards_counted

__all__ = ["boards_counted", "card_names", "heading", "percent", "share"]


def share(part: Fraction) -> str:
    """A share of the pot: all, 3/4, or - for none of it."""
    return "-" if part == 0 else "all" if part == 1 else str(part)
