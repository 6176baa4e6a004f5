"""Hands on one board, best first: what each makes, which are best, and how the pot is shared.

compare answers a line of a file in a few microseconds, and says that a question is wrong. Where in its text, explain
finds out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import omaha_fast as of
from omaha_fast._core import POT_UNITS, showdown
from omaha_fast.evaluation import made_hand
from omaha_fast.games import Game, parse_game

if TYPE_CHECKING:
    from omaha_fast._core import MadeRow
    from omaha_fast.cli.question import Question


class Comparison(NamedTuple):
    """The answer to one question.

    rows: the hands, best first, as showdown has them.   boards: how many were counted, 0 for a single hand, which has
    nobody to share with; the parts of all hands add up to total.
    """

    game: Game
    board: str
    rows: list[tuple[int, str, MadeRow | None, MadeRow | None, int, int]]
    boards: int
    total: int


def compare(hands: Sequence[str], board: str, game_name: str | None) -> Comparison:
    """Evaluate hands on a board. Raises ValueError where something is wrong with them: explain says what."""
    hilo = game_name is not None and game_of(game_name).hilo
    cards, on, boards, rows = showdown(hands, board, hilo)
    return Comparison(game_of(game_name, cards), on, rows, boards, boards * POT_UNITS)


game_of = cache(parse_game)


def explain(question: Question, game_name: str | None, error: ValueError) -> NoReturn:
    """Raise the Fault of a question that compare refuses with that error."""
    for part in (*question.hands, question.board):
        question.cards(part)
    game = question.game(game_name)
    alone = len(question.hands) == 1
    if alone and not question.board.text:
        raise question.fault("one hand and no board: add three to five board cards or another hand")
    with question.pointing():
        if alone:
            of.best_hand(question.hands[0].text, question.board.text)
        else:
            of.equity(question.texts(), question.board.text, game=game.name)
    raise question.fault(str(error))


def words_of(made: MadeRow, *, low: bool) -> tuple[str, str]:
    """What the category of a hand is called, and the hand."""
    key = -made[0] if low else made[0]
    known = _WORDS.get(key)
    if known is None:
        strength, cards, *_ = made
        hand = made_hand(strength, cards[:2], cards[2:], low=low)
        known = _WORDS[key] = hand.category.label, hand.describe()
    return known


# By strength, which is all that they depend on; lows below 0.
_WORDS: dict[int, tuple[str, str]] = {}
