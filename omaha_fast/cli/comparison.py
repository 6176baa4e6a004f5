"""Hands on one board, best first: what each makes, which are best, and how the pot is shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import omaha_fast as of
from omaha_fast.cli.wording import card_names

if TYPE_CHECKING:
    from omaha_fast.cli.question import Cards, Question
    from omaha_fast.equity import EquityResult, PlayerEquity
    from omaha_fast.games import Game

FEWEST_BOARD_CARDS = 3


@dataclass(frozen=True)
class Made:
    """A high or a low hand; best: no other is better; tied: another is as good."""

    hand: of.MadeHand
    best: bool
    tied: bool


@dataclass(frozen=True)
class Entry:
    """One hand. high is None while there are too few board cards, low where no low is made, pot
    for a single hand, which has nobody to share with. index: its place in the question.
    """

    index: int
    name: str
    high: Made | None
    low: Made | None
    pot: PlayerEquity | None


@dataclass(frozen=True)
class Comparison:
    """The answer to one question; equity is None for a single hand."""

    game: Game
    board: Cards
    entries: tuple[Entry, ...]
    equity: EquityResult | None

    @property
    def decided(self) -> bool:
        """No card is to come."""
        return len(self.board) == 5


def compare(question: Question, game_name: str | None) -> Comparison:
    """Evaluate the hands of a question; a Fault where something is wrong with it."""
    names = [card_names(question.cards(hand)) for hand in question.hands]
    board = question.cards(question.board)
    game = question.game(game_name)
    alone = len(names) == 1
    if alone and not board:
        raise question.fault("one hand and no board: add three to five board cards or another hand")
    ranked = alone or len(board) >= FEWEST_BOARD_CARDS
    holes, on = question.texts(), question.board.text
    with question.pointing():
        equity = None if alone else of.equity(holes, on, game=game.name)
        highs = [of.best_hand(hole, on) if ranked else None for hole in holes]
        lows = [of.best_low_hand(hole, on) if ranked and game.hilo else None for hole in holes]
    pots = equity.players if equity else [None]
    columns = zip(names, with_marks(highs), with_marks(lows), pots, strict=True)
    entries = [Entry(index, *row) for index, row in enumerate(columns)]
    # What is won goes first once it is decided, and while there is nothing else to go by.
    by_pot = len(board) == 5 or not ranked
    entries.sort(key=lambda entry: goodness(entry, by_pot), reverse=True)
    return Comparison(game, board, tuple(entries), equity)


def with_marks(hands: Sequence[of.MadeHand | None]) -> list[Made | None]:
    """The same hands, each marked as best or tied among them."""
    strengths = [hand.strength for hand in hands if hand]
    best = max(strengths, default=0)
    return [
        Made(hand, hand.strength == best, strengths.count(hand.strength) > 1) if hand else None
        for hand in hands
    ]


def goodness(entry: Entry, by_pot: bool) -> tuple[Any, ...]:
    """The order of the hands, greater is better."""
    return (
        entry.pot.fraction if by_pot and entry.pot else 0,
        entry.high is not None and entry.high.best,
        entry.low is not None and entry.low.best,
        entry.high.hand.strength if entry.high else 0,
        entry.low.hand.strength if entry.low else 0,
    )
