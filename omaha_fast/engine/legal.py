"""What a player may do, as the betting tells it; and sets of seats."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

__all__ = ["LegalActions", "seats_of"]


class LegalActions(NamedTuple):
    """What the player to act may do.

    seat: whose turn it is.   fold, check: whether it may.   call: chips to add, 0 where nothing is to call.
    min_raise_to, max_raise_to: totals of the round for a bet or raise, both None where it may not.
    opens: it would be a bet, not a raise.   short_all_in: the one raise is an all-in below the minimum.
    call_all_in: the call takes the whole stack.
    """

    seat: int
    fold: bool
    check: bool
    call: int
    min_raise_to: int | None
    max_raise_to: int | None
    opens: bool
    short_all_in: bool
    call_all_in: bool

    def allows_raise_to(self, amount: int) -> bool:
        """Whether the player may bet or raise to that total of the round.

        >>> LegalActions(0, True, True, 0, 10, 35, True, False, False).allows_raise_to(36)
        False
        """
        least, most = self.min_raise_to, self.max_raise_to
        return least is not None and most is not None and least <= amount <= most


@lru_cache(maxsize=1024)
def seats_of(mask: int) -> tuple[int, ...]:
    """The seats of a set, ascending.

    >>> seats_of(0b1010)
    (1, 3)
    """
    seats = []
    while mask:
        seat = (mask & -mask).bit_length() - 1
        seats.append(seat)
        mask &= mask - 1
    return tuple(seats)
