"""What is played for, hand after hand: levels of stakes, for tournaments and mixed games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import shown
from ..games import parse_game
from .betting import STRUCTURES
from .serialize import plain_stakes, stakes_from
from .stakes import MAX_CHIPS, Stakes

__all__ = ["Level", "Schedule", "alternate", "plain_schedule", "schedule_from"]

# More levels than any tournament has, few enough to be read from any text.
MOST_LEVELS = 1000


@dataclass(frozen=True, slots=True)
class Level:
    """Stakes for a time.

    hands: how many hands it lasts, None: until Table.next_level().   game: a name of the games, None: the table's.
    Raises ValueError, TypeError for stakes that are none.

    >>> from omaha_fast.engine import PotLimit
    >>> Level(PotLimit(5, 10), hands=8, game="plo8").game
    'omaha8'
    """

    stakes: Stakes
    hands: int | None = None
    game: str | None = None

    def __post_init__(self) -> None:
        if type(self.stakes) not in STRUCTURES:
            raise TypeError(
                f"stakes {shown(self.stakes)}: expected FixedLimit, PotLimit or NoLimit"
            )
        hands = self.hands
        if hands is not None and (type(hands) is not int or not 1 <= hands <= MAX_CHIPS):
            raise ValueError(f"level of {shown(hands)} hands: expected None or at least 1")
        if self.game is not None:
            object.__setattr__(self, "game", parse_game(self.game).name)


@dataclass(frozen=True, slots=True)
class Schedule:
    """The levels of a table in their order.

    levels: each a Level, or stakes alone.   repeat: after the last comes the first again; else the last one stays.
    Raises ValueError, TypeError for what is no level.

    >>> from omaha_fast.engine import NoLimit
    >>> Schedule([Level(NoLimit(25, 50), hands=10), NoLimit(50, 100)]).levels[1].stakes.big_blind
    100
    """

    levels: tuple[Level, ...]
    repeat: bool = False

    def __init__(self, levels: Sequence[Level | Stakes], repeat: bool = False) -> None:
        if isinstance(levels, str) or not isinstance(levels, Sequence):
            raise TypeError(f"levels {shown(levels)}: expected a sequence of Level or stakes")
        if not 1 <= len(levels) <= MOST_LEVELS:
            raise ValueError(f"{len(levels)} levels: expected 1 to {MOST_LEVELS}")
        if not isinstance(repeat, bool):
            raise ValueError(f"repeat {shown(repeat)}: expected True or False")
        made = [level if isinstance(level, Level) else Level(level) for level in levels]
        object.__setattr__(self, "levels", tuple(made))
        object.__setattr__(self, "repeat", repeat)

    def after(self, level: int) -> int | None:
        """The number of the level after that one, None after the last.

        >>> from omaha_fast.engine import NoLimit
        >>> Schedule([NoLimit(1, 2), NoLimit(2, 4)], repeat=True).after(1)
        0
        """
        if level + 1 < len(self.levels):
            return level + 1
        return 0 if self.repeat else None


def alternate(*stakes: Stakes, hands: int = 8) -> Schedule:
    """A mixed game: each of the stakes for so many hands, over and over.

    So that the stakes stay comparable the limit game has the larger blinds.

    >>> from omaha_fast.engine import FixedLimit, PotLimit
    >>> alternate(FixedLimit(20, 40, 10), PotLimit(5, 10)).levels[0].hands
    8
    """
    return Schedule([Level(each, hands) for each in stakes], repeat=True)


def plain_schedule(schedule: Schedule) -> dict[str, Any]:
    """A schedule as data that JSON can hold.

    >>> from omaha_fast.engine import PotLimit
    >>> plain_schedule(alternate(PotLimit(5, 10)))["levels"][0]["hands"]
    8
    """
    levels = [
        {"stakes": plain_stakes(level.stakes), "hands": level.hands, "game": level.game}
        for level in schedule.levels
    ]
    return {"levels": levels, "repeat": schedule.repeat}


def schedule_from(data: Mapping[str, Any]) -> Schedule:
    """The inverse of plain_schedule. Raises ValueError for anything else.

    >>> from omaha_fast.engine import PotLimit
    >>> schedule_from(plain_schedule(alternate(PotLimit(5, 10)))) == alternate(PotLimit(5, 10))
    True
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("levels"), list):
        raise ValueError(f"schedule {shown(data)}: expected its levels")
    levels = data["levels"]
    if len(levels) > MOST_LEVELS:
        raise ValueError(f"{len(levels)} levels: expected 1 to {MOST_LEVELS}")
    made = []
    for level in levels:
        if not isinstance(level, Mapping) or not isinstance(level.get("stakes"), Mapping):
            raise ValueError(f"level {shown(level)}: expected its stakes")
        made.append(Level(stakes_from(level["stakes"]), level.get("hands"), level.get("game")))
    return Schedule(made, data.get("repeat", False))
