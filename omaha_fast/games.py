"""The games by name: how many hole cards, and whether the low hand plays."""

from __future__ import annotations

from typing import NamedTuple

from .errors import kind, shown

__all__ = ["GAMES", "Game", "parse_game"]


class Game(NamedTuple):
    """One game: its name, the number of hole cards, and whether the pot is split with the low (eight or better)."""

    name: str
    cards: int
    hilo: bool


GAMES = {
    game.name: game
    for game in (
        Game("omaha", 4, False),
        Game("omaha8", 4, True),
        Game("omaha5", 5, False),
        Game("omaha5-8", 5, True),
        Game("omaha6", 6, False),
        Game("omaha6-8", 6, True),
    )
}
ALIASES = {
    "plo": "omaha",
    "plo4": "omaha",
    "omaha4": "omaha",
    "plo8": "omaha8",
    "o8": "omaha8",
    "plo5": "omaha5",
    "plo5-8": "omaha5-8",
    "bigo": "omaha5-8",
    "bigo8": "omaha5-8",
    "plo6": "omaha6",
    "plo6-8": "omaha6-8",
}


def parse_game(name: str | None, cards: int | None = None) -> Game:
    """The game of a name or alias; None takes the high game of as many hole cards.

    Raises ValueError for an unknown name, and when the game is played with another number of cards than `cards`.

    >>> parse_game("plo8")
    Game(name='omaha8', cards=4, hilo=True)
    >>> parse_game(None, 5).name
    'omaha5'
    """
    if name is None:
        for high_game in GAMES.values():
            if high_game.cards == cards and not high_game.hilo:
                return high_game
        raise ValueError(f"{cards!r} hole cards: expected 4, 5 or 6, or the name of a game")
    if not isinstance(name, str):
        raise TypeError(f"game {shown(name)} is {kind(name)}: expected a name such as 'omaha8'")
    key = name.strip().lower()
    game = GAMES.get(ALIASES.get(key, key))
    if game is None:
        names = ", ".join([*GAMES, *ALIASES])
        raise ValueError(f"unknown game {shown(name)}: expected one of {names}")
    if cards is not None and cards != game.cards:
        raise ValueError(
            f"game {name!r} is played with {game.cards} hole cards: the hands hold {cards}"
        )
    return game
