"""Exact equity of known hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .._core import cards_mask, count_equity
from ..cards import CardSet
from ..errors import CardError, shown
from ..games import GAMES, parse_game
from .result import EquityResult, Question, Tally

if TYPE_CHECKING:
    from .._core import CardsLike

__all__ = ["count", "count_part", "equity", "parse_question"]

BOARD_SIZES = (0, 3, 4, 5)
MOST_PLAYERS = 10


def _claim(cards: int, taken: dict[str, int], name: str) -> None:
    """Give the cards of a mask to `name`, unless someone holds one of them already."""
    for owner, held in taken.items():
        if cards & held:
            card = next(iter(CardSet(cards & held)))
            raise CardError(
                f"duplicate card {str(card)!r} in {owner} and in {name}: expected different cards",
                str(card),
            )
    taken[name] = cards


def parse_question(
    hands: Sequence[CardsLike],
    board: CardsLike = "",
    dead: CardsLike = "",
    game: str | None = None,
) -> Question:
    """The question as plain data, every card checked. Raises CardError, ValueError (game) or TypeError."""
    if isinstance(hands, str | bytes | int):
        raise TypeError(
            f"hands {shown(hands)}: a {type(hands).__name__}, expected a sequence of two or more hands"
        )
    players = list(hands)
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise CardError(f"{len(players)} hands: expected 2 to {MOST_PLAYERS}", len(players))
    taken: dict[str, int] = {}
    masks = []
    size = 0
    for number, hand in enumerate(players, 1):
        mask = cards_mask(hand, f"hand {number}")
        count = mask.bit_count()
        if not 4 <= count <= 6:
            raise CardError(f"hand {number} {shown(hand)}: {count} cards, expected 4, 5 or 6", hand)
        if size and count != size:
            raise CardError(
                f"hand {number} {shown(hand)}: {count} cards, expected {size} as the first hand",
                hand,
            )
        size = count
        if len(players) * size + 5 > 52:
            most = (52 - 5) // size
            raise CardError(
                f"{len(players)} hands of {size} cards: expected at most {most}, what fits the deck",
                len(players),
            )
        _claim(mask, taken, f"hand {number}")
        masks.append(mask)
    board_mask = cards_mask(board, "board")
    if board_mask.bit_count() not in BOARD_SIZES:
        raise CardError(
            f"board {shown(board)}: {board_mask.bit_count()} cards, expected 0, 3, 4 or 5", board
        )
    _claim(board_mask, taken, "the board")
    dead_mask = cards_mask(dead, "dead cards")
    _claim(dead_mask, taken, "the dead cards")
    left = 52 - sum(held.bit_count() for held in taken.values())
    missing = 5 - board_mask.bit_count()
    if left < missing:
        raise CardError(f"{left} cards are left for the {missing} that the board still needs", dead)
    return Question(tuple(masks), board_mask, dead_mask, parse_game(game, size).name)


def count(question: Question, *, enumerated: bool = False) -> EquityResult:
    """Count every board, by the fastest way there is, or by walking them (the oracle of the others)."""
    hands, board, dead, game = question
    method, boards, tallies = count_equity(hands, board, dead, GAMES[game].hilo, enumerated)
    return EquityResult(question, method, boards, tuple(Tally(*tally) for tally in tallies))


def count_part(question: Question, part: int, parts: int) -> EquityResult:
    """Count one of `parts` parts of the boards, by walking them."""
    hands, board, dead, game = question
    method, boards, tallies = count_equity(hands, board, dead, GAMES[game].hilo, True, part, parts)
    return EquityResult(
        question, method, boards, tuple(Tally(*tally) for tally in tallies), frozenset((part,)), parts
    )


def equity(
    hands: Sequence[CardsLike],
    board: CardsLike = "",
    dead: CardsLike = "",
    game: str | None = None,
) -> EquityResult:
    """The exact share of the pot of two to ten known hands, over every board that may still come.

    hands: two to ten hands of four, five or six cards each, all of one size.
    board: no, three, four or five cards that lie already.   dead: cards that can't come, such as folded ones.
    game: "omaha", "omaha8", "omaha5", "omaha5-8", "omaha6", "omaha6-8" or an alias ("plo8", "bigo" ...); None takes
    the high game of as many cards.
    Returns an EquityResult. Raises CardError for unknown, repeated, too few or too many cards, ValueError for a game
    that is unknown or not played with so many cards.

    >>> import omaha_fast as of
    >>> result = of.equity(["As2s3dKh", "Ad2d4c5c"], game="omaha8")
    >>> [str(player.fraction) for player in result.players]
    ['303929/543004', '239075/543004']
    """
    return count(parse_question(hands, board, dead, game))
