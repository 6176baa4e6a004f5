"""Simple players for `omaha-fast play`. They see what a player in their seat sees, and no more.

Of the generator they use random() alone, and of floats + - * /: the same seed is the same game on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import omaha_fast as of

if TYPE_CHECKING:
    from omaha_fast.engine import Hand

    Choice = tuple[str, int | None]
    Bot = Callable[[Hand, random.Random], Choice]

__all__ = ["BOTS"]

# Imagined opponents and boards behind one decision: enough to tell good hands from bad ones.
IMAGINED = 40
BOARD_CARDS = 5


def caller(hand: Hand, rng: random.Random) -> Choice:
    """Never folds and never raises."""
    return ("check", None) if hand.to_call == 0 else ("call", None)


def random_player(hand: Hand, rng: random.Random) -> Choice:
    """Anything that is legal, without looking at its cards; folds seldom enough that there are showdowns."""
    legal = hand.legal_actions
    assert legal is not None
    draw = rng.random()
    if draw < 0.15 and legal.min_raise_to is not None and legal.max_raise_to is not None:
        # Mostly small, so that stacks last.
        part = rng.random() * rng.random() * rng.random()
        return "raise_to", between(legal.min_raise_to, legal.max_raise_to, part)
    if legal.check:
        return "check", None
    return ("fold", None) if draw > 0.75 else ("call", None)


def thinker(hand: Hand, rng: random.Random) -> Choice:
    """Plays its cards: folds what is not worth the price, bets what is likely best, bluffs now and then."""
    legal, seat = hand.legal_actions, hand.actor
    assert legal is not None
    assert seat is not None
    rivals = len(hand.live) - 1
    chance = beats_one(hand, seat, rng)
    for _ in range(rivals - 1):
        # To be the best of several is harder than to beat one.
        chance *= 0.5 + 0.5 * chance
    price = hand.to_call / (hand.pot + hand.to_call)
    wants = chance + 0.16 * (rng.random() - 0.5)
    if legal.min_raise_to is not None and legal.max_raise_to is not None:
        bluffs = rng.random() < 0.03
        if wants > 0.62 or bluffs:
            part = min(1.0, max(0.0, 2 * wants - 1))
            return "raise_to", between(legal.min_raise_to, legal.max_raise_to, part)
    if legal.check:
        return "check", None
    return ("call", None) if wants > price else ("fold", None)


def between(least: int, most: int, part: float) -> int:
    """A whole number of chips between two."""
    return least + int((most - least) * part)


def beats_one(hand: Hand, seat: int, rng: random.Random) -> float:
    """The share of the pot that the seat's hand has against one unknown hand, over some imagined deals."""
    own, board = hand.hole_cards[seat], hand.board
    size, hilo = len(own), hand.game.hilo
    taken = {*own, *board}
    deck = [card for card in range(52) if card not in taken]
    share = 0.0
    for _ in range(IMAGINED):
        needed = size + BOARD_CARDS - len(board)
        for at in range(needed):
            other_at = at + int(rng.random() * (len(deck) - at))
            deck[at], deck[other_at] = deck[other_at], deck[at]
        drawn = deck[:needed]
        full = (*board, *drawn[size:])
        other = drawn[:size]
        high = _split(of.evaluate(own, full), of.evaluate(other, full))
        if not hilo:
            share += high
            continue
        lows = of.evaluate_low(own, full), of.evaluate_low(other, full)
        share += high if lows == (0, 0) else (high + _split(*lows)) / 2
    return share / IMAGINED


def _split(own: int, other: int) -> float:
    return 0.5 if own == other else float(own > other)


BOTS: dict[str, Bot] = {"thinker": thinker, "random": random_player, "caller": caller}
