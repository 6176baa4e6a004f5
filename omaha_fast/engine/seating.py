"""Who sits at a table: one seat with its chips and what it owes, and what the world may see of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..errors import shown
from .positions import COMES, PLAYS, WAITS
from .posting import Post
from .stakes import Stakes, chips

__all__ = ["Player", "Seat", "player_name", "seat_from"]

LONGEST_NAME = 40


class Player(NamedTuple):
    """A player as everybody sees it.

    stack: chips in front of it now, during a hand too.
    sitting_out: it is not dealt in, because it asked for it or has no chips; in a tournament: it is absent, dealt in,
    and its hands are folded.
    owes_big, owes_small: blinds that it missed while it sat out.   waiting: for the big blind, to come in.
    new: it has not been dealt in yet.

    >>> Player(0, "Ann", 500).sitting_out
    False
    """

    seat: int
    name: str
    stack: int
    sitting_out: bool = False
    owes_big: bool = False
    owes_small: bool = False
    waiting: bool = False
    new: bool = False


class Seat:
    """What the table keeps of a player between hands; it changes when a hand is over.

    post: it comes in by posting what it owes, else it waits for the big blind.
    joined: how many deals there were when it came; what happened before is none of its business.
    """

    __slots__ = ("joined", "name", "new", "out", "owes_big", "owes_small", "post", "stack")

    def __init__(self, name: str, stack: int, post: bool) -> None:
        self.name = name
        self.stack = stack
        self.post = post
        self.out = self.owes_big = self.owes_small = False
        self.new = True
        self.joined = 0

    def copy(self) -> Seat:
        """An independent copy."""
        other = Seat(self.name, self.stack, self.post)
        other.out, other.new, other.joined = self.out, self.new, self.joined
        other.owes_big, other.owes_small = self.owes_big, self.owes_small
        return other

    def wish(self, tournament: bool) -> str | None:
        """What it wants of the next hand, see positions; None: it is not dealt in.

        >>> Seat("Ann", 500, post=False).wish(tournament=False)
        'waits'
        """
        if tournament:
            return COMES if self.new else PLAYS
        if self.out or not self.stack:
            return None
        if self.new or self.owes_big or self.owes_small:
            return COMES if self.post else WAITS
        return PLAYS

    def owed(self, seat: int, stakes: Stakes) -> list[Post]:
        """What it posts to come in outside the blinds: the big blind live, a missed small one dead.

        >>> from omaha_fast.engine import NoLimit
        >>> Seat("Ann", 500, post=True).owed(3, NoLimit(5, 10))
        [Post(seat=3, kind='extra_blind', amount=None)]
        """
        posts = []
        if self.new or self.owes_big:
            posts.append(Post(seat, "extra_blind"))
        if self.owes_small and stakes.small_blind:
            posts.append(Post(seat, "dead_blind"))
        return posts

    def plain(self, seat: int) -> dict[str, Any]:
        """All of it as data that JSON can hold."""
        return {
            "seat": seat,
            "name": self.name,
            "chips": self.stack,
            "sitting_out": self.out,
            "post": self.post,
            "owes_big": self.owes_big,
            "owes_small": self.owes_small,
            "new": self.new,
        }


def seat_from(data: Mapping[str, Any]) -> Seat:
    """The inverse of Seat.plain, its number aside. Raises ValueError for anything else.

    >>> seat_from(Seat("Ann", 500, post=False).plain(0)).stack
    500
    """
    flags = ("sitting_out", "post", "owes_big", "owes_small", "new")
    for name in flags:
        if not isinstance(data.get(name), bool):
            raise ValueError(f"{name} {shown(data.get(name))} of a player: expected true or false")
    stack = chips(data.get("chips"), "chips of a player")
    made = Seat(player_name(data.get("name")), stack, data["post"])
    made.out, made.new = data["sitting_out"], data["new"]
    made.owes_big, made.owes_small = data["owes_big"], data["owes_small"]
    return made


def player_name(name: object) -> str:
    """The name, if it is one. Raises ValueError.

    >>> player_name("Ann")
    'Ann'
    """
    if not isinstance(name, str) or not 1 <= len(name) <= LONGEST_NAME:
        raise ValueError(f"name {shown(name)}: expected a text of 1 to {LONGEST_NAME} characters")
    # One that moves the cursor, or looks like another, would forge lines of a log or of a terminal.
    if not name.isprintable() or name != name.strip():
        raise ValueError(f"name {shown(name)}: expected printable characters, no space at its ends")
    return name
