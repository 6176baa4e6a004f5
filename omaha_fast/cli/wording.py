"""Numbers and cards as the commands print them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from omaha_fast.equity import EquityResult


def card_names(cards: Iterable[object]) -> str:
    """AsKh from two cards."""
    return "".join(map(str, cards))


def percent(part: float) -> str:
    """62.51 from 0.62514."""
    return f"{100 * part:.2f}"


def share(part: Fraction) -> str:
    """A share of the pot: all, 3/4, or - for none of it."""
    return "-" if part == 0 else "all" if part == 1 else str(part)


def heading(game: str, board: Sequence[object], dead: Sequence[object] = ()) -> str:
    """What was asked: omaha8, board Ac8d7s, 2 cards to come."""
    words = [game, f"board {card_names(board)}" if board else "no board"]
    if 0 < len(board) < 5:
        words.append(f"{5 - len(board)} card{'s' * (len(board) < 4)} to come")
    if dead:
        words.append(f"dead {card_names(dead)}")
    return ", ".join(words)


def boards_counted(result: EquityResult) -> str:
    """How an equity was found: exact, over 1,086,008 boards."""
    how = "exact" if result.exact else result.method
    return f"{how}, over {result.boards:,} board{'s' * (result.boards != 1)}"
