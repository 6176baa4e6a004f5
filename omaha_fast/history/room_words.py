"""Words of room text for what hands are worth, and for who won how much of which run."""

from __future__ import annotations

from ..evaluation import SINGULAR, HandCategory, best_hand, best_low_hand
from ..games import GAMES
from .record import Cards, Record
from .replay import played

__all__ = ["described", "won_by_run"]

LOW_RANKS = "23456789TJQKA"


def _name(rank: int) -> str:
    return SINGULAR[rank].title()


def _plural(rank: int) -> str:
    # Rooms know no twos.
    return "Deuces" if rank == 0 else _name(rank) + ("es" if SINGULAR[rank] == "six" else "s")


def described(hole: Cards, board: Cards, game: str) -> str:
    """What a hand makes, in the words of rooms; "" where that cannot be said yet.

    >>> from omaha_fast import parse_cards
    >>> described(tuple(parse_cards("As2c6s5c")), tuple(parse_cards("Qd7dAd7sAh")), "omaha8")
    'HI: three of a kind, Aces'
    """
    rules = GAMES[game]
    if len(hole) != rules.cards or len(board) < 3:
        return ""
    hand = best_hand(hole, board)
    ranks = [card.rank for card in hand.cards]
    first, last = ranks[0], ranks[4]
    match hand.category:
        case HandCategory.HIGH_CARD:
            words = f"high card {_name(first)}"
        case HandCategory.PAIR:
            words = f"a pair of {_plural(first)}"
        case HandCategory.TWO_PAIR:
            words = f"two pair, {_plural(first)} and {_plural(ranks[2])}"
        case HandCategory.THREE_OF_A_KIND:
            words = f"three of a kind, {_plural(first)}"
        case HandCategory.STRAIGHT:
            words = f"a straight, {_name(last)} to {_name(first)}"
        case HandCategory.FLUSH:
            words = f"a flush, {_name(first)} high"
        case HandCategory.FULL_HOUSE:
            words = f"a full house, {_plural(first)} full of {_plural(last)}"
        case HandCategory.FOUR_OF_A_KIND:
            words = f"four of a kind, {_plural(first)}"
        case HandCategory.STRAIGHT_FLUSH:
            words = f"a straight flush, {_name(last)} to {_name(first)}"
        case _:
            words = "a Royal Flush"
    if not rules.hilo:
        return words
    low = best_low_hand(hole, board)
    if low is None:
        return f"HI: {words}"
    return f"HI: {words}; LO: {','.join(LOW_RANKS[card.rank] for card in low.cards)}"


def won_by_run(record: Record) -> list[list[dict[int, int]]]:
    """For each run and each pot of a record: seat to chips. The sums over the runs are the record's.

    A record does not say which run was won by whom. The rules do, where they can play it; a share is cut as theirs is,
    the odd chips to the earlier runs. Where they cannot, all is of the first run.
    """
    runs = max(len(record.boards), 1)
    result: list[list[dict[int, int]]] = [[{} for _ in record.pots] for _ in range(runs)]
    shares = _shares(record) if runs > 1 else {}
    for number, pot in enumerate(record.pots):
        total: dict[int, int] = {}
        for seat, chips in sorted(pot.wins):
            total[seat] = total.get(seat, 0) + chips
        for seat, chips in total.items():
            share = shares.get((number, seat), [1] + [0] * (runs - 1))
            parts = [chips * part // sum(share) for part in share]
            for run, part in enumerate(share):
                # The rest is less than the number of parts that are not 0.
                if part and sum(parts) < chips:
                    parts[run] += 1
                if parts[run] or (not chips and not run):
                    result[run][number][seat] = parts[run]
    return result


def _shares(record: Record) -> dict[tuple[int, int], list[int]]:
    """(pot, seat) to chips in each run, as the rules have it; those of all pots where the record merges them."""
    result = played(record)
    hand, runs = result.hand, len(record.boards)
    if hand is None or not hand.finished or hand.runs != runs:
        return {}
    shares: dict[tuple[int, int], list[int]] = {}
    for award in hand.settlement.awards:
        pot = award.pot if len(hand.pots) == len(record.pots) else 0
        share = shares.setdefault((pot, result.seats[award.seat]), [0] * runs)
        share[award.run] += award.amount
    return {key: share for key, share in shares.items() if sum(share)}
