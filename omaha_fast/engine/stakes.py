"""What a game costs: the betting structure with its blinds, bets and antes, in chips."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, TypeAlias

from ..errors import shown

__all__ = [
    "MAX_CHIPS",
    "AnteKind",
    "FixedLimit",
    "NoLimit",
    "PotLimit",
    "Stakes",
    "chips",
    "small_blind_from",
]

# The largest amount anybody may name: 15 digits, as for every amount that comes from outside.
MAX_CHIPS = 10**15 - 1

AnteKind: TypeAlias = Literal["uniform", "big_blind", "button"]
ANTE_KINDS = ("uniform", "big_blind", "button")


def chips(value: object, what: str, least: int = 0) -> int:
    """value as a number of chips. Raises ValueError unless it is an int from least to MAX_CHIPS (a bool is none).

    >>> chips(25, "stack of seat 0")
    25
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MAX_CHIPS:
        raise ValueError(
            f"{what} {shown(value)}: expected a whole number of chips, {least} to {MAX_CHIPS}"
        )
    return int(value)


def _check(stakes: FixedLimit | PotLimit | NoLimit) -> None:
    chips(stakes.big_blind, "big blind", 1)
    chips(stakes.small_blind, "small blind")
    chips(stakes.ante, "ante")
    if stakes.small_blind > stakes.big_blind:
        raise ValueError(
            f"small blind {stakes.small_blind}: expected at most the big blind {stakes.big_blind}"
        )
    if stakes.ante_kind not in ANTE_KINDS:
        raise ValueError(
            f"ante kind {shown(stakes.ante_kind)}: expected one of {', '.join(ANTE_KINDS)}"
        )


@dataclass(frozen=True, slots=True)
class FixedLimit:
    """Fixed limit: bets and raises of small_bet before and on the flop, of big_bet on turn and river.

    big_blind: the small bet where it is left out (as in 10/20, which posts 5 and 10, or 15/30, which posts 10 and 15).
    ante, ante_kind: as PotLimit. Raises ValueError for amounts that are no stakes.

    >>> FixedLimit(15, 30, small_blind=10).big_blind
    15
    """

    small_bet: int
    big_bet: int
    small_blind: int
    big_blind: int = None  # type: ignore[assignment]  # None only until it is set below
    ante: int = 0
    ante_kind: AnteKind = "uniform"
    kind: ClassVar[str] = "fixed_limit"

    def __post_init__(self) -> None:
        chips(self.small_bet, "small bet", 1)
        chips(self.big_bet, "big bet", 1)
        if self.big_blind is None:
            object.__setattr__(self, "big_blind", self.small_bet)
        _check(self)
        if self.big_bet < self.small_bet:
            raise ValueError(
                f"big bet {self.big_bet}: expected at least the small bet {self.small_bet}"
            )
        if self.big_blind > self.small_bet:
            raise ValueError(
                f"big blind {self.big_blind}: expected at most the small bet {self.small_bet}"
            )


@dataclass(frozen=True, slots=True)
class PotLimit:
    """Pot limit: a bet or raise of at most the pot.

    small_blind, big_blind: chips; a small blind of 0 is posted by nobody.
    ante: chips; ante_kind: "uniform", everybody posts it and it counts as a contribution to the pots; "big_blind" or
    "button", that player posts it for the table, and it is dead.
    Raises ValueError for amounts that are no stakes.

    >>> PotLimit(5, 10)
    PotLimit(small_blind=5, big_blind=10, ante=0, ante_kind='uniform')
    """

    small_blind: int
    big_blind: int
    ante: int = 0
    ante_kind: AnteKind = "uniform"
    kind: ClassVar[str] = "pot_limit"

    def __post_init__(self) -> None:
        _check(self)


@dataclass(frozen=True, slots=True)
class NoLimit:
    """No limit: a bet or raise of any amount above the minimum. Arguments and errors as PotLimit.

    >>> NoLimit(1, 2, ante=2, ante_kind="big_blind").ante
    2
    """

    small_blind: int
    big_blind: int
    ante: int = 0
    ante_kind: AnteKind = "uniform"
    kind: ClassVar[str] = "no_limit"

    def __post_init__(self) -> None:
        _check(self)


Stakes: TypeAlias = FixedLimit | PotLimit | NoLimit


def small_blind_from(big_blind: int, ratio: Fraction | str, unit: int = 1) -> int:
    """The small blind as a fraction of the big blind, rounded down to the chip unit, at least one unit.

    ratio: 1/2, 1/3 or 2/3 as players have it, or any other fraction from 0 to 1; a Fraction or a text.
    Raises ValueError, also where one unit is more than the big blind.

    >>> small_blind_from(15, "2/3", 5), small_blind_from(25, "1/2", 5), small_blind_from(100, "1/3", 25)
    (10, 10, 25)
    """
    chips(big_blind, "big blind", 1)
    chips(unit, "chip unit", 1)
    try:
        share = (
            Fraction(ratio) if isinstance(ratio, str | Fraction) and len(str(ratio)) < 40 else None
        )
    except (ValueError, ZeroDivisionError):
        share = None
    if share is None or not 0 < share <= 1:
        raise ValueError(f"ratio {shown(ratio)}: expected a fraction from 0 to 1 such as '1/2'")
    if unit > big_blind:
        raise ValueError(f"chip unit {unit}: expected at most the big blind {big_blind}")
    return max(int(big_blind * share) // unit * unit, unit)
