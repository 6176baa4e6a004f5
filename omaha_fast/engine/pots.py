"""The pots of a hand: a function of what each player put in, who has folded, and the dead chips."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from ..errors import shown
from .rules import Rake
from .stakes import chips

__all__ = ["Pot", "cut", "pots", "rake", "uncalled"]


class Pot(NamedTuple):
    """One pot. amount: chips.   seats: who can win it, ascending.

    >>> Pot(120, (0, 3)).amount
    120
    """

    amount: int
    seats: tuple[int, ...]


def pots(
    contributions: Sequence[int],
    folded: Collection[int] = (),
    dead: int = 0,
    *,
    open: Collection[int] = (),
) -> tuple[Pot, ...]:
    """The main pot and the side pots.

    contributions: chips of each seat that count for it (0 for an empty seat, which then has to be in `folded`).
    folded: the seats that can win nothing; their chips stay in the pots they were paid into.
    dead: chips that are nobody's contribution; they go to the main pot.
    open: seats that may still put chips in and so take part in every pot, whatever they have put in so far.
    A layer that only folded players paid joins the last pot below. Raises ValueError where nobody is left to win.

    >>> pots([30, 60, 60, 40], folded={1, 2})
    (Pot(amount=120, seats=(0, 3)), Pot(amount=70, seats=(3,)))
    """
    _check(contributions, folded)
    chips(dead, "dead chips")
    live = [seat for seat in range(len(contributions)) if seat not in folded]
    if not live:
        raise ValueError("everybody has folded: expected somebody to win the pots")
    return layers(contributions, live, dead, open)


def layers(
    contributions: Sequence[int], live: Sequence[int], dead: int, open: Collection[int] = ()
) -> tuple[Pot, ...]:
    """pots() for arguments that are known to be good. live: the seats that have not folded, ascending.

    >>> layers([5, 5], [0, 1], 0)
    (Pot(amount=10, seats=(0, 1)),)
    """
    levels = {contributions[seat] for seat in live if seat not in open}
    if len(levels) <= 1 and not (levels and open):
        # All players left have paid the same: one pot, and every chip is in it.
        return (Pot(sum(contributions) + dead, tuple(live)),)
    tops = sorted(levels)
    if open:
        tops.append(max(contributions))
    result: list[Pot] = []
    # The dead chips lie under the first layer: even who paid no contribution at all plays for them.
    amount, floor = dead, 0
    for number, top in enumerate(tops, 1):
        if number == len(tops):
            top = max(contributions)
        amount += sum(min(paid, top) - floor for paid in contributions if paid > floor)
        seats = tuple(
            seat for seat in live if seat in open or contributions[seat] >= tops[number - 1]
        )
        floor = top
        if seats and amount:
            if result and result[-1].seats == seats:
                amount += result.pop().amount
            result.append(Pot(amount, seats))
            amount = 0
    return tuple(result)


def uncalled(contributions: Sequence[int], folded: Collection[int] = ()) -> tuple[int, int] | None:
    """The seat and the chips of the part of a bet that nobody matched, None where there is none.

    It goes back before pots are made. What a player paid that has folded since matches too.

    >>> uncalled([120360, 89820, 89820, 200], folded={3})
    (0, 30540)
    """
    _check(contributions, folded)
    return unmatched(contributions, folded)


def unmatched(contributions: Sequence[int], folded: Collection[int]) -> tuple[int, int] | None:
    """uncalled() for arguments that are known to be good.

    >>> unmatched([5, 10], ())
    (1, 5)
    """
    most = max(contributions)
    seat = contributions.index(most)
    second = max((paid for other, paid in enumerate(contributions) if other != seat), default=0)
    return (seat, most - second) if most > second and seat not in folded else None


def rake(pots: Sequence[Pot], rule: Rake | None, *, flop: bool = True) -> tuple[int, ...]:
    """The chips that the house takes from each pot, floored to the unit, the main pot first, until the cap.

    pots: after what nobody called went back.   flop: whether the hand saw one.

    >>> rake(pots([424, 424, 387], dead=2), Rake(5))
    (58, 3)
    """
    if rule is None or (rule.no_flop_no_drop and not flop):
        return (0,) * len(pots)
    amounts = [pot.amount for pot in pots]
    left = sum(amounts) if rule.cap is None else rule.cap // rule.unit * rule.unit
    percent, parts = rule.percent.numerator, 100 * rule.percent.denominator
    taken = []
    for amount in amounts:
        share = min(amount * percent // parts // rule.unit * rule.unit, left)
        left -= share
        taken.append(share)
    return tuple(taken)


def cut(amount: int, parts: int) -> tuple[int, ...]:
    """The amount in equal parts, the odd chips to the first ones.

    >>> cut(26, 3)
    (9, 9, 8)
    """
    chips(amount, "amount")
    chips(parts, "parts", 1)
    share, odd = divmod(amount, parts)
    return (share + 1,) * odd + (share,) * (parts - odd)


def _check(contributions: Sequence[int], folded: Collection[int]) -> None:
    if not contributions:
        raise ValueError("no contributions: expected an amount for each seat")
    for seat, paid in enumerate(contributions):
        chips(paid, f"contribution of seat {seat}")
    for seat in folded:
        if (
            isinstance(seat, bool)
            or not isinstance(seat, int)
            or not 0 <= seat < len(contributions)
        ):
            raise ValueError(f"folded seat {shown(seat)}: expected 0 to {len(contributions) - 1}")
