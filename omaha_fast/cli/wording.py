"""Numbers and cards as the commands print them."""

from __future__ import annotations

from functools import cache
from math import gcd

from omaha_fast.equity.display import card_names, heading, over_boards, percent
from omaha_fast.equity.display import footing as boards_counted

__all__ = ["boards_counted", "card_names", "heading", "over_boards", "percent", "share"]


@cache
def share(part: int, total: int) -> str:
    """A share of the pot: all, 3/4, or - for none of it."""
    divisor = gcd(part, total)
    fraction = f"{part // divisor}/{total // divisor}"
    return {"0/1": "-", "1/1": "all"}.get(fraction, fraction)
