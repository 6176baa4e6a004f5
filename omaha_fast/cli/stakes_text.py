"""Stakes as players write them: "pot 5/10", "limit 15/30 blinds 10/15", "no 50/100 ante 100 big-blind"."""

from __future__ import annotations

import re

from omaha_fast.engine import FixedLimit, Level, NoLimit, PotLimit, Schedule, alternate
from omaha_fast.engine.stakes import Stakes

__all__ = ["STAKES_HELP", "parse_stakes", "rising", "schedule_of", "stakes_words"]

STAKES_HELP = """\
stakes:
  pot 5/10                     pot limit, blinds 5 and 10 (or pl)
  no 50/100 ante 10            no limit, everybody antes 10 (or nl)
  no 50/100 ante 100 big-blind the big blind antes 100 for all; or button
  limit 10/20                  bets of 10 and 20, blinds 5 and 10 (or fl)
  limit 15/30 blinds 10/15
  limit 10/20, pot 5/10        a mixed game: it changes every few hands
"""
STRUCTURES = {
    **dict.fromkeys(("pot", "pl"), "pot"),
    **dict.fromkeys(("no", "nl"), "no"),
    **dict.fromkeys(("limit", "fixed", "fl"), "limit"),
}
PATTERN = re.compile(
    r"(?P<structure>[a-z]+) +(?P<low>\d{1,15})/(?P<high>\d{1,15})"
    r"(?: +blinds +(?P<small>\d{1,15})/(?P<big>\d{1,15}))?"
    r"(?: +ante +(?P<ante>\d{1,15})(?: +(?P<kind>big-blind|button))?)?"
)
# How the stakes of a tournament rise: times those of the first level.
STEPS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)


def parse_stakes(text: str) -> list[Stakes]:
    """One structure, or the several of a mixed game. Raises ValueError naming the part that is none.

    >>> parse_stakes("limit 15/30 blinds 10/15, pl 5/10")[1].big_blind
    10
    """
    result: list[Stakes] = []
    for part in text.lower().split(","):
        found = PATTERN.fullmatch(part.strip())
        structure = STRUCTURES.get(found["structure"]) if found else None
        if found is None or structure is None:
            raise ValueError(
                f"stakes {part.strip()!r}: expected such as 'pot 5/10' or 'limit 10/20'"
            )
        low, high = int(found["low"]), int(found["high"])
        ante = int(found["ante"] or 0)
        kind = {"big-blind": "big_blind", "button": "button"}.get(found["kind"], "uniform")
        if structure == "limit":
            if low % 2 and not found["small"]:
                example = f"limit {low}/{high} blinds {2 * low // 3}/{low}"
                raise ValueError(
                    f"stakes {part.strip()!r}: expected the blinds too, such as {example!r}"
                )
            small = int(found["small"]) if found["small"] else low // 2
            big = int(found["big"]) if found["big"] else low
            result.append(FixedLimit(low, high, small, big, ante, kind))  # type: ignore[arg-type]
            continue
        if found["small"]:
            raise ValueError(f"stakes {part.strip()!r}: expected blinds as the two numbers")
        made = PotLimit if structure == "pot" else NoLimit
        result.append(made(low, high, ante, kind))  # type: ignore[arg-type]
    return result


def stakes_words(stakes: Stakes) -> str:
    """The stakes as parse_stakes reads them.

    >>> stakes_words(parse_stakes("pl 5/10 ante 1")[0])
    'pot 5/10 ante 1'
    """
    if isinstance(stakes, FixedLimit):
        text = f"limit {stakes.small_bet}/{stakes.big_bet}"
        text += f" blinds {stakes.small_blind}/{stakes.big_blind}"
    else:
        word = "pot" if isinstance(stakes, PotLimit) else "no"
        text = f"{word} {stakes.small_blind}/{stakes.big_blind}"
    if stakes.ante:
        kind = "" if stakes.ante_kind == "uniform" else f" {stakes.ante_kind.replace('_', '-')}"
        text += f" ante {stakes.ante}{kind}"
    return text


def schedule_of(stakes: list[Stakes], hands: int, tournament: bool) -> Schedule:
    """The stakes of a session.

    stakes: of parse_stakes.   hands: after so many a mixed game changes, and a tournament's level rises.
    """
    if not tournament:
        return alternate(*stakes, hands=hands) if len(stakes) > 1 else Schedule([stakes[0]])
    levels = [
        Level(rising(stakes[at % len(stakes)], step), hands=hands) for at, step in enumerate(STEPS)
    ]
    return Schedule(levels)


def rising(stakes: Stakes, step: int) -> Stakes:
    """The stakes, so many times as high.

    >>> rising(PotLimit(5, 10, ante=2), 3)
    PotLimit(small_blind=15, big_blind=30, ante=6, ante_kind='uniform')
    """
    small, big, ante = stakes.small_blind * step, stakes.big_blind * step, stakes.ante * step
    if isinstance(stakes, FixedLimit):
        bets = stakes.small_bet * step, stakes.big_bet * step
        return FixedLimit(*bets, small, big, ante, stakes.ante_kind)
    return type(stakes)(small, big, ante, stakes.ante_kind)
