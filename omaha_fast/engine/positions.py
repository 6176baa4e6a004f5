"""Who gets the button and the blinds of the next hand, and who is dealt in: pure functions of seats.

The big blind moves on to the next player who wants to play, so that nobody escapes it and nobody posts it twice in a
row. The turn of the small blind follows it, one hand behind: where the big blind was in the hand before, whether
somebody plays there or not; the turn of the button follows that:

    turns of hand k     big blind b(k), small blind b(k - 1), button b(k - 2)
    dead button         stands where its turn is, though nobody plays there (TDA 32)
    moving button       goes to the nearest player counterclockwise from there

Nobody posts a small blind whose turn is at a seat where nobody plays. Of two players one has the big blind, the other
the button with the small blind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

__all__ = ["COMES", "PLAYS", "WAITS", "Places", "Positions", "between", "first_hand", "next_hand"]

# What a player wants who does not sit out: it plays, in any position; it comes in wherever that is fair, and pays what
# it owes for it; it waits for the big blind.
PLAYS, COMES, WAITS = "plays", "comes", "waits"


class Places(NamedTuple):
    """Where the button and the blinds of a hand are.

    small: who posts the small blind, None: nobody; heads-up the button.   turn: the seat whose turn it was.
    """

    button: int
    small: int | None
    big: int
    turn: int


class Positions(NamedTuple):
    """The next hand: its places, who is dealt in (ascending), and who of them comes in outside the blinds and pays."""

    places: Places
    dealt: tuple[int, ...]
    posting: tuple[int, ...]


def between(start: int, seat: int, end: int) -> bool:
    """Whether the seat lies strictly between two others, clockwise from the first.

    >>> between(4, 0, 1), between(1, 0, 4)
    (True, False)
    """
    return start < seat < end if start < end else seat > start or seat < end


def _after(seats: Sequence[int], seat: int) -> int:
    """The next of the seats (ascending) clockwise."""
    for each in seats:
        if each > seat:
            return each
    return seats[0]


def _before(seats: Sequence[int], seat: int) -> int:
    """The next of the seats (ascending) counterclockwise."""
    for each in reversed(seats):
        if each < seat:
            return each
    return seats[-1]


def first_hand(seats: Sequence[int], drawn: int) -> Positions:
    """The positions of the first hand. seats: two or more, ascending.   drawn: the seat that drew the button.

    >>> first_hand([0, 2, 5], 2).places
    Places(button=2, small=5, big=0, turn=5)
    """
    # Who drew the button may have left before the first hand.
    button = drawn if drawn in seats else _after(seats, drawn)
    small = button if len(seats) == 2 else _after(seats, button)
    return Positions(Places(button, small, _after(seats, small), small), tuple(seats), ())


def next_hand(wishes: Mapping[int, str], last: Places, dead_button: bool) -> Positions:
    """The positions of the next hand.

    wishes: PLAYS, COMES or WAITS of each seat that does not sit out, two or more.   last: places of the hand before.

    >>> next_hand({0: PLAYS, 1: PLAYS, 3: PLAYS}, Places(0, 1, 2, 1), True).places
    Places(button=1, small=None, big=3, turn=2)
    >>> next_hand({0: PLAYS, 1: PLAYS, 2: COMES, 3: PLAYS}, Places(0, 1, 3, 1), False).dealt
    (0, 1, 3)
    """
    seats = sorted(wishes)
    big = _after(seats, last.big)
    button = _button(wishes, big, last, dead_button)
    dealt = [seat for seat in seats if wishes[seat] == PLAYS or seat == big]
    posting: list[int] = []
    if len(dealt) < len(seats) and button is not None:
        # Nobody comes in between button and big blind, where it would get by without them, nor at the place of a dead
        # button, which others have paid for.
        posting = [
            seat
            for seat in seats
            if wishes[seat] == COMES
            and seat != big
            and not between(button, seat, big)
            and not (dead_button and seat == button)
        ]
        dealt = sorted(dealt + posting)
    # Nobody to play with: all start anew.
    anew = len(dealt) < 2
    if anew:
        dealt, posting = seats, []
    small: int | None = last.big
    if len(dealt) == 2:
        small = button = dealt[0] if dealt[1] == big else dealt[1]
        posting = []
    elif anew or button is None:
        small = _before(dealt, big)
        button = _before(dealt, small)
    elif small not in dealt:
        small = None
    return Positions(Places(button, small, big, last.big), tuple(dealt), tuple(posting))


def _button(wishes: Mapping[int, str], big: int, last: Places, dead_button: bool) -> int | None:
    """Where three or more have the button; None where only two play, since the big blind has overtaken its turn."""
    turn = last.turn
    if not between(big, turn, last.big):
        return None
    if dead_button or wishes.get(turn) == PLAYS:
        return turn
    # Who plays comes before who comes in, clockwise from behind the big blind to the turn of the button.
    for wish in (PLAYS, COMES):
        seats = [seat for seat in sorted(wishes) if wishes[seat] == wish]
        behind = [seat for seat in seats if seat == turn or between(big, seat, turn)]
        if behind:
            return _before(behind, turn + 1)
    return None
