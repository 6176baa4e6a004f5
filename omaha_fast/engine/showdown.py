"""The showdown: in which order hands are shown, which may be mucked, who wins which half of which pot, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ..evaluation import MadeHand
from .posting import clockwise
from .pots import Pot

__all__ = ["Award", "Settlement", "Share", "beaten", "first_to_show", "settle", "showdown_order"]

SEAT: Callable[[int], str] = "seat {}".format


class Share(NamedTuple):
    """What one player gets of one pot on one board.

    half: "whole", "high" or "low".   odd: the odd chips in the amount.   contested: by another hand, shown or mucked.

    >>> settle([(25, (0, 1))], {0: 700, 1: 700}, order=(1, 0))[0]
    Share(pot=0, half='whole', seat=1, amount=13, odd=1, contested=True)
    """

    pot: int
    half: str
    seat: int
    amount: int
    odd: int
    contested: bool


class Award(NamedTuple):
    """Why a player gets chips.

    pot: number, 0 the main pot.   run, board: 0 where there is one.   half: "whole", "high" or "low" of that part.
    seat, amount: who gets how many chips, `odd` of them odd ones.
    made: the hand that won it, None where nobody contested it.   low: its low hand, where it won the whole with both.

    >>> from omaha_fast.engine import Hand, NoLimit
    >>> hand = Hand(NoLimit(5, 10), [10, 10], hole_cards=["AsAhKsKh", "JdTs9s8h"], board="AdKd7c7s2c")
    >>> hand.call()
    >>> print(hand.settlement.awards[0])
    main pot: seat 0 gets 20, full house, aces full of sevens (AsAh Ad7c7s)
    """

    pot: int
    run: int
    board: int
    half: str
    seat: int
    amount: int
    odd: int
    made: MadeHand | None
    low: MadeHand | None

    def __str__(self) -> str:
        return self.words()

    def words(self, who: Callable[[int], str] = SEAT, chips: Callable[[int], str] = str) -> str:
        """The award in words. who, chips: how seats and amounts are told."""
        where = "main pot" if not self.pot else f"side pot {self.pot}"
        where += f", run {self.run + 1}" * bool(self.run) + f", board {self.board + 1}" * bool(
            self.board
        )
        half = "" if self.half == "whole" else f" for the {self.half}"
        text = f"{where}: {who(self.seat)} gets {chips(self.amount)}{half}"
        for hand in (self.made, self.low):
            if hand is not None:
                cards = " ".join("".join(map(str, part)) for part in (hand.hole, hand.board))
                text += f", {hand.describe()} ({cards})"
        if self.made is None:
            text += ", nobody else claims it"
        return text + (f", with {chips(self.odd)} odd" if self.odd else "")


class Settlement(NamedTuple):
    """Where every chip of a finished hand went.

    pots: as they were played for.   rakes: chips the house took of each.   refunds: uncalled chips returned, per seat.
    awards: who got what, and why.   payouts: chips won, per seat.
    sum(payouts) + sum(rakes) is the sum of the pots.

    >>> from omaha_fast.engine import Hand, NoLimit
    >>> hand = Hand(NoLimit(5, 10), [500, 500, 500])
    >>> hand.raise_to(300); hand.fold(); hand.fold()
    >>> print(hand.settlement)
    seat 2 takes back 290 uncalled
    main pot: seat 2 gets 25, nobody else claims it
    """

    pots: tuple[Pot, ...]
    rakes: tuple[int, ...]
    refunds: tuple[int, ...]
    awards: tuple[Award, ...]
    payouts: tuple[int, ...]

    def lines(self) -> tuple[str, ...]:
        """The settlement in words: refunds, rake, then a line for each award."""
        refunds = [
            f"seat {seat} takes back {chips} uncalled"
            for seat, chips in enumerate(self.refunds)
            if chips
        ]
        rakes = [f"rake {chips} of pot {pot}" for pot, chips in enumerate(self.rakes) if chips]
        return (*refunds, *rakes, *map(str, self.awards))

    def __str__(self) -> str:
        return "\n".join(self.lines())


def settle(
    pots: Iterable[tuple[int, Sequence[int]]],
    highs: Mapping[int, int],
    lows: Mapping[int, int] | None = None,
    *,
    order: Sequence[int],
    odd_chip: str = "left_of_button",
    show_order: Sequence[int] = (),
    holes: Mapping[int, Sequence[int]] | Sequence[Sequence[int]] | None = None,
) -> list[Share]:
    """Who gets how much of each pot, on one board.

    pots: (amount, seats) pairs, after rake.   highs: the strength of each seat that claims a share (not who mucked), 0
    for one that shows no hand because nobody else claims anything.
    lows: strengths of the low hands, 0 where none qualifies; None in a high-only game.
    order: the seats clockwise from the left of the button.   odd_chip: as HouseRules, which needs show_order for
    "first_shown" and holes, the hole cards, for "high_card_suit".
    A pot that nobody claims raises ValueError; a pot of 0 chips is left out.

    >>> [(s.seat, s.half, s.amount) for s in settle([(5, (1, 2))], {1: 9, 2: 7}, {1: 0, 2: 3}, order=(1, 2))]
    [(1, 'high', 3), (2, 'low', 2)]
    """
    result: list[Share] = []
    for pot, (amount, seats) in enumerate(pots):
        if not amount:
            continue
        claims = [seat for seat in seats if seat in highs]
        if len(claims) == 1:
            # Who beat hands that were mucked is told by its own; who plays for a pot alone needs none.
            contested = len(seats) > 1 and highs[claims[0]] > 0
            result.append(Share(pot, "whole", claims[0], amount, 0, contested))
            continue
        if not claims:
            raise ValueError(f"pot {pot}: none of the seats {tuple(seats)} claims it")
        best = max([highs[seat] for seat in claims])
        high = [seat for seat in claims if highs[seat] == best]
        if lows is None and len(high) == 1:
            result.append(Share(pot, "whole", high[0], amount, 0, True))
            continue
        low: list[int] = []
        if lows is not None:
            best = max([lows[seat] for seat in claims])
            low = [seat for seat in claims if lows[seat] == best] if best else []
        # Where the same players tie for both halves the whole pot is split (WSOP 73): no odd chip twice.
        if not low or low == high:
            halves = [("whole", amount, high)]
        else:
            halves = [("high", amount - amount // 2, high), ("low", amount // 2, low)]
        for half, part, winners in halves:
            if len(winners) == 1:
                if part:
                    result.append(Share(pot, half, winners[0], part, 0, True))
                continue
            share, odd = divmod(part, len(winners))
            ranked = sorted(winners, key=order.index)
            favoured = dict.fromkeys(ranked[:odd], 1)
            if odd and odd_chip == "first_shown":
                favoured = {min(winners, key=show_order.index): odd}
            elif odd and odd_chip == "high_card_suit" and holes is not None:
                favoured = {max(winners, key=lambda seat: max(holes[seat])): odd}
            for seat in ranked:
                extra = favoured.get(seat, 0)
                if share + extra:
                    result.append(Share(pot, half, seat, share + extra, extra, True))
    return result


def beaten(
    seat: int,
    pots: Iterable[tuple[int, Sequence[int]]],
    shown: Sequence[int],
    highs: Sequence[Mapping[int, int]],
    lows: Sequence[Mapping[int, int]] | None = None,
) -> bool:
    """Whether hands already shown beat the seat's hand in every pot, both halves, it plays for, on every board.

    highs, lows: a mapping of strengths for each board; a tie is not beaten; a low that does not qualify wins nothing.

    >>> beaten(0, [(50, (0, 1))], [1], [{0: 70, 1: 90}])
    True
    """
    for _, seats in pots:
        if seat not in seats:
            continue
        rivals = [other for other in shown if other in seats and other != seat]
        if not rivals:
            return False
        for number, high in enumerate(highs):
            if max([high[other] for other in rivals]) <= high[seat]:
                return False
            low = None if lows is None else lows[number]
            if low and low[seat] and max([low[other] for other in rivals]) <= low[seat]:
                return False
    return True


def first_to_show(
    rounds: Sequence[Sequence[tuple[str, int]]], rule: str = "last_round"
) -> int | None:
    """Who has to show first, by what was done; None: the first live player left of the button.

    rounds: the betting rounds, each a sequence of (verb, seat) with the verbs "bet", "raise", "check" and others.
    rule: HouseRules.show_order. The seat may have folded since under "any_round": then it is as None.

    >>> first_to_show([[("check", 0), ("bet", 1), ("raise", 2), ("call", 1)]])
    2
    """
    considered = rounds if rule == "any_round" else rounds[-1:]
    for actions in reversed(considered):
        for verb, seat in reversed(actions):
            if verb in ("bet", "raise"):
                return seat
    if rule == "last_checker":
        for verb, seat in reversed(rounds[-1] if rounds else ()):
            if verb == "check":
                return seat
    return None


def showdown_order(live: Sequence[int], button: int, first: int | None = None) -> tuple[int, ...]:
    """The order in which hands are shown: clockwise from `first`, or from the left of the button.

    >>> showdown_order([0, 2, 3], button=1, first=3), showdown_order([0, 2, 3], button=1, first=1)
    ((3, 0, 2), (2, 3, 0))
    """
    if first is not None and first in live:
        return tuple(clockwise(live, first - 1))
    return tuple(clockwise(live, button))
