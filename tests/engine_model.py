"""The money of one hand, slow and obvious: pots, refunds, rake and shares, paid chip by chip.

Written from the rules, sections 4 and 5; it shares nothing with the engine and imports nothing of
the package. Chips of a seat are numbered 1, 2, 3, ... in the order in which they were paid, and
every chip goes through the loops below on its own. Seats are names of any kind.
"""

import slow_model

# --------------------------------------------------------------------------------------------- pots


def refund(paid):
    """(seat, chips): the part of the greatest payment that nobody matched, or (None, 0).

    paid: (seat, amount, folded) of everybody who paid. What folded players paid still matches, and
    does not come back.
    """
    seats = sorted(paid, key=lambda payment: payment[1], reverse=True)
    (seat, greatest, folded), (_, next_greatest, _) = seats[0], seats[1]
    return (None, 0) if folded or greatest == next_greatest else (seat, greatest - next_greatest)


def without(paid, seat, chips):
    """The payments after a refund of chips to seat."""
    return [(s, amount - chips if s == seat else amount, folded) for s, amount, folded in paid]


def pots(paid, dead=0, still_betting=()):
    """[(chips, seats that may win them)], main pot first.

    Chip number k of anybody is played for by the live seats that paid at least k chips. When all
    who paid so many have folded, it joins the last live pot below. Dead chips are nobody's: all
    live seats play for them. There is always a main pot, were it empty. Who is still betting may
    put in as much as anybody, and so plays for all chips.
    """
    most = max(amount for _, amount, _ in paid)
    live = {
        seat: most if seat in still_betting else amount
        for seat, amount, folded in paid
        if not folded
    }
    piles = {frozenset(live): dead}
    for _, amount, _ in paid:
        for chip in range(1, amount + 1):
            number = min(chip, max(live.values()))
            may_win = frozenset(seat for seat, most in live.items() if most >= number)
            piles[may_win] = piles.get(may_win, 0) + 1
    if len(piles) > 1 and not piles[frozenset(live)]:
        del piles[frozenset(live)]  # somebody live has paid nothing, and there are no dead chips
    return sorted(((c, seats) for seats, c in piles.items()), key=lambda p: len(p[1]), reverse=True)


def rakes(sizes, rate, cap=None, unit=1):
    """What the house takes from each pot, main pot first: whole units as long as they are neither
    more than the rate (a Fraction) of the pot nor, in all, than the cap of the hand."""
    taken = []
    for size in sizes:
        rake = 0
        while rake + unit <= size * rate and (cap is None or sum(taken) + rake + unit <= cap):
            rake += unit
        taken.append(rake)
    return taken


# ------------------------------------------------------------------------------------------- shares


def around(chips, order):
    """{seat: chips}, dealt one by one around the order: the first ones get the odd chips."""
    shares = dict.fromkeys(order, 0)
    for chip in range(chips):
        shares[order[chip % len(order)]] += 1
    return shares


def remainder_to(chips, order):
    """{seat: chips}: equal shares, and the whole remainder to the first of the order."""
    shares = {seat: chips // len(order) for seat in order}
    shares[order[0]] += chips % len(order)
    return shares


def cut(chips, parts):
    """A pot cut in equal parts, the odd chips to the earlier ones."""
    return list(around(chips, list(range(parts))).values())


def best(strengths, seats):
    """Those of the seats who hold the greatest strength; nobody when that is 0 (no low)."""
    top = max(strengths[seat] for seat in seats)
    return {seat for seat in seats if strengths[seat] == top and top > 0}


def share_out(chips, seats, highs, lows, order, split=around):
    """{seat: chips} of one pot, or one part of it, on one board.

    highs and lows: strengths by seat; lows is None in a high game. order: all seats, first to get
    an odd chip first. The odd chip between the halves is the high half's; the same players tied
    for both halves split the whole.
    """

    def among(chips, winners):
        return split(chips, [seat for seat in order if seat in winners])

    high_winners = best(highs, seats)
    low_winners = best(lows, seats) if lows else set()
    if not low_winners or low_winners == high_winners:
        return among(chips, high_winners)
    high_half, low_half = cut(chips, 2)
    shares = among(high_half, high_winners)
    for seat, low_share in among(low_half, low_winners).items():
        shares[seat] = shares.get(seat, 0) + low_share
    return shares


def settle(sizes, boards, order, hilo=False, split=around):
    """{seat: chips} won from the pots.

    sizes: (chips, seats that may win) after refund and rake. boards: a list of {seat: (high, low)},
    one for each part the pots are cut in.
    """
    won = dict.fromkeys(order, 0)
    for chips, seats in sizes:
        for part, strengths in zip(cut(chips, len(boards)), boards, strict=True):
            if len(seats) == 1:  # nobody to beat: no cards are needed
                won[next(iter(seats))] += part
                continue
            highs = {seat: strengths[seat][0] for seat in seats}
            lows = {seat: strengths[seat][1] for seat in seats} if hilo else None
            for seat, share in share_out(part, seats, highs, lows, order, split).items():
                won[seat] += share
    return won


def strengths(holes, board, hilo=False):
    """{seat: (high, low)} of the hole cards, two-letter names, on a board of five."""
    return {
        seat: (
            slow_model.omaha_high(hole, board),
            slow_model.omaha_low(hole, board) if hilo else 0,
        )
        for seat, hole in holes.items()
    }


def clockwise(seats, button):
    """The seats in order from the left of the button; the button's own, if any, last."""
    seats = sorted(seats)
    return [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
