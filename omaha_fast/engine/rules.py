"""The options of the house: every rule on which the rule pages, or the rooms, differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from ..errors import shown
from .stakes import chips

__all__ = ["PRESETS", "BuyIn", "HouseRules", "Rake"]

CHOICES = {
    "button": ("moving", "dead"),
    "exposed_card": ("replace", "tda"),
    "reopen": ("tda", "double"),
    "cap_lifted": (
        "never",
        "turn_river_heads_up",
        "round_starts_heads_up",
        "any_heads_up",
        "event_heads_up",
    ),
    "pot_limit_antes": ("uniform", "all", "none"),
    "show_order": ("last_round", "last_checker", "any_round"),
    "muck": ("beaten", "never"),
    "odd_chip": ("left_of_button", "first_shown", "high_card_suit"),
}
SWITCHES = ("burn", "fold_unbet", "pot_limit_full_blinds", "all_in_show", "big_blind_ante_first")


@dataclass(frozen=True, slots=True, init=False)
class Rake:
    """What the house takes: a percentage of each pot, rounded down to the unit, the main pot first.

    percent: 0 to 100, exact: an int, a Fraction or a text such as "4.5" or "9/2"; kept as a Fraction.
    cap: most chips of one hand, None for no cap.   unit: chips.
    no_flop_no_drop: no rake from a hand that sees no flop.

    >>> Rake("4.5", cap=300).percent
    Fraction(9, 2)
    """

    percent: Fraction
    cap: int | None = None
    unit: int = 1
    no_flop_no_drop: bool = False

    def __init__(
        self,
        percent: Fraction | int | str,
        cap: int | None = None,
        unit: int = 1,
        no_flop_no_drop: bool = False,
    ) -> None:
        exact: Fraction | None = None
        # A text of bounded length, without an exponent: Fraction("1e999999") would take minutes.
        text = isinstance(percent, str) and len(percent) <= 40 and "e" not in percent.lower()
        if text or (isinstance(percent, int | Fraction) and not isinstance(percent, bool)):
            try:
                exact = Fraction(percent)
            except (ValueError, ZeroDivisionError):
                exact = None
        if exact is None or not 0 <= exact <= 100 or exact.denominator > 10**6:
            raise ValueError(
                f"rake of {shown(percent)} percent: expected an exact number from 0 to 100"
            )
        put = object.__setattr__
        put(self, "percent", exact)
        put(self, "cap", None if cap is None else chips(cap, "rake cap"))
        put(self, "unit", chips(unit, "rake unit", 1))
        if not isinstance(no_flop_no_drop, bool):
            raise ValueError(f"no_flop_no_drop {shown(no_flop_no_drop)}: expected True or False")
        put(self, "no_flop_no_drop", no_flop_no_drop)


@dataclass(frozen=True, slots=True)
class BuyIn:
    """The least and the most chips to come to the table with.

    >>> BuyIn(400, 1000).maximum
    1000
    """

    minimum: int
    maximum: int

    def __post_init__(self) -> None:
        chips(self.minimum, "minimum buy-in", 1)
        chips(self.maximum, "maximum buy-in", self.minimum)


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """Every option of the rules, by its default; immutable.

    button: "moving" to the next player, or "dead": it may stand, with the small blind, at an empty seat (TDA 32). The
    blinds come first: when one of them leaves a moving button may stay, at a player, so that it overtakes nobody; see
    Table.
    exposed_card: "replace" the one hole card that shows while dealing, two are a misdeal; "tda": so is one of the first
    two cards dealt (TDA 35).
    burn: a card before flop, turn and river.
    fold_unbet: a player may fold where it could check.
    reopen: a short all-in gives the right to raise again from a full raise on ("tda", TDA 47) or from twice the raise
    on ("double").
    max_bets: bets of a round in fixed limit, None for no cap.
    cap_lifted: when fixed limit has no cap: "never", "turn_river_heads_up" (from the moment two are left),
    "round_starts_heads_up", "any_heads_up" (unless capped before), "event_heads_up" (two were dealt in).
    pot_limit_full_blinds: a missing or short blind counts as full for the maximum before the flop (TDA 54-B).
    pot_limit_antes: the antes that count for that maximum: "uniform" ones, "all", "none".
    show_order: first to show is the last to bet or raise in the last round ("last_round"; nobody: the first left of the
    button), "last_checker": where nobody bet in it, the last to check; "any_round": the last to bet or raise in any.
    muck: a "beaten" hand may be mucked, or "never".
    all_in_show: once a player is all-in and the betting of the others is over, all hands are tabled and none is mucked,
    be it after the river (TDA 16).
    odd_chip: one each from the "left_of_button", or all to the tied hand that was "first_shown", or to the one with the
    highest hole card ("high_card_suit").
    big_blind_ante_first: a short big blind posts the ante before the blind.
    straddles, runs: the most of them in a hand.   boards: how many are dealt.
    rake: a Rake or None.   buy_in: a BuyIn or None.
    Raises ValueError naming the option and its values.

    >>> HouseRules.preset("H").cap_lifted
    'turn_river_heads_up'
    """

    button: str = "moving"
    exposed_card: str = "replace"
    burn: bool = True
    fold_unbet: bool = True
    reopen: str = "tda"
    max_bets: int | None = 4
    cap_lifted: str = "never"
    pot_limit_full_blinds: bool = True
    pot_limit_antes: str = "uniform"
    show_order: str = "last_round"
    muck: str = "beaten"
    all_in_show: bool = True
    odd_chip: str = "left_of_button"
    big_blind_ante_first: bool = False
    straddles: int = 0
    runs: int = 1
    boards: int = 1
    rake: Rake | None = None
    buy_in: BuyIn | None = None

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                raise ValueError(f"{name} {shown(value)}: expected one of {', '.join(allowed)}")
        for name in SWITCHES:
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} {shown(getattr(self, name))}: expected True or False")
        if self.max_bets is not None:
            _count(self.max_bets, "max_bets", 1, 1000)
        _count(self.straddles, "straddles", 0, 8)
        _count(self.runs, "runs", 1, 9)
        _count(self.boards, "boards", 1, 8)
        if self.rake is not None and not isinstance(self.rake, Rake):
            raise ValueError(f"rake {shown(self.rake)}: expected a Rake or None")
        if self.buy_in is not None and not isinstance(self.buy_in, BuyIn):
            raise ValueError(f"buy_in {shown(self.buy_in)}: expected a BuyIn or None")

    @classmethod
    def preset(cls, name: str, **changes: Any) -> HouseRules:
        """A preset of PRESETS by its name, with some options changed. Raises ValueError for an unknown name.

        >>> HouseRules.preset("tournament", burn=False).button
        'dead'
        """
        if name not in PRESETS:
            raise ValueError(f"unknown preset {shown(name)}: expected one of {', '.join(PRESETS)}")
        unknown = sorted(set(changes) - {field.name for field in fields(cls)})
        if unknown:
            raise ValueError(f"unknown option {shown(unknown[0])} of the house rules")
        return replace(PRESETS[name], **changes)

    def verify_buy_in(self, amount: int) -> None:
        """Raises ValueError where the house does not take a buy-in of that many chips.

        >>> HouseRules(buy_in=BuyIn(400, 1000)).verify_buy_in(500)
        """
        chips(amount, "buy-in", 1)
        bounds = self.buy_in
        if bounds is not None and not bounds.minimum <= amount <= bounds.maximum:
            raise ValueError(f"buy-in {amount}: expected {bounds.minimum} to {bounds.maximum}")


def _count(value: object, name: str, least: int, most: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(f"{name} {shown(value)}: expected a whole number from {least} to {most}")


_DEFAULT = HouseRules()
PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {
        "default": _DEFAULT,
        "cash": _DEFAULT,
        "tournament": HouseRules(button="dead", exposed_card="tda", cap_lifted="event_heads_up"),
        "H": HouseRules(
            fold_unbet=False, reopen="double", cap_lifted="turn_river_heads_up", muck="never"
        ),
        "C": HouseRules(muck="never"),
        "R": HouseRules(show_order="last_checker", odd_chip="first_shown"),
        "F": HouseRules(muck="never"),
        "I": _DEFAULT,
    }
)
