"""Exact equity of known hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .._core import AgainstAny, card_numbers, cards_mask, count_equity, count_known
from .._slices import Watch, run_to_end
from ..cards import card_name
from ..errors import CardError, cards_in_words, kind, shown, shown_cards
from ..games import ALIASES, GAMES, parse_game
from .result import EquityResult, Question, Tally

if TYPE_CHECKING:
    from .._core import CardsLike
    from .._slices import Progress

__all__ = ["count", "count_part", "equity", "parse_question"]

BOARD_SIZES = (0, 3, 4, 5)
MOST_PLAYERS = 10
ANY = "*"  # in the place of a hand: every hand of as many cards


def _claim(cards: int, taken: dict[str, int], name: str) -> None:
    """Give the cards of a mask to `name`, unless someone holds one of them already."""
    for owner, held in taken.items():
        if cards & held:
            card = card_name((cards & held).bit_length() - 1)
            raise CardError(
                f"duplicate card {card!r} in {owner} and in {name}: expected different cards", card
            )
    taken[name] = cards


def parse_question(
    hands: Sequence[CardsLike],
    board: CardsLike = "",
    dead: CardsLike = "",
    game: str | None = None,
) -> Question:
    """The question as plain data, every card checked. Raises CardError, ValueError (game) or TypeError."""
    if isinstance(hands, str | bytes | int) or not hasattr(type(hands), "__iter__"):
        raise TypeError(
            f"hands {shown(hands)} is {kind(hands)}: expected a sequence of two or more hands"
        )
    players = list(hands)
    if not 2 <= len(players) <= MOST_PLAYERS:
        count = f"{len(players)} hand{'s' * (len(players) != 1)}"
        raise CardError(f"{count}: expected 2 to {MOST_PLAYERS}", len(players))
    unknown = [isinstance(hand, str) and hand.strip() == ANY for hand in players]
    if any(unknown) and (len(players) != 2 or all(unknown)):
        raise CardError(f"hand {ANY!r}: expected one known hand beside it, and no other", ANY)
    taken: dict[str, int] = {}
    held: list[tuple[int, ...]] = []
    size = 0
    for number, hand in enumerate(players, 1):
        if unknown[number - 1]:
            held.append(())
            continue
        cards = card_numbers(hand, f"hand {number}")
        if not 4 <= len(cards) <= 6 or (size and len(cards) != size):
            expected = f"{size} as the first hand" if size else "4, 5 or 6"
            raise CardError(
                f"hand {number} {shown_cards(hand)}: {cards_in_words(len(cards))}, expected {expected}",
                hand,
            )
        size = len(cards)
        if len(players) * size + 5 > 52:
            most = (52 - 5) // size
            raise CardError(
                f"{len(players)} hands of {size} cards: expected at most {most}, what fits the deck",
                len(players),
            )
        _claim(cards_mask(cards), taken, f"hand {number}")
        held.append(cards)
    on_board = card_numbers(board, "board")
    if len(on_board) not in BOARD_SIZES:
        raise CardError(
            f"board {shown_cards(board)}: {cards_in_words(len(on_board))}, expected 0, 3, 4 or 5",
            board,
        )
    _claim(cards_mask(on_board), taken, "the board")
    gone = card_numbers(dead, "dead cards")
    _claim(cards_mask(gone), taken, "the dead cards")
    left = 52 - len(players) * size - len(on_board) - len(gone)
    missing = 5 - len(on_board)
    if left < missing:
        raise CardError(
            f"{cards_in_words(left)} {'is' if left == 1 else 'are'} left for the {missing} that "
            "the board still needs",
            dead,
        )
    return Question(tuple(held), on_board, gone, parse_game(game, size).name)


def count(
    question: Question,
    *,
    enumerated: bool = False,
    progress: Progress | None = None,
    timeout: float | None = None,
) -> EquityResult:
    """Count every board, by the fastest way there is, or by walking them (the oracle of the others)."""
    hands, board, dead, game = question.content
    if 0 in hands:
        return _count_against_any(question, progress, timeout)
    watch = Watch(question.boards, progress, timeout)
    method, boards, tallies = count_equity(hands, board, dead, GAMES[game].hilo, enumerated)
    watch.look(watch.total)
    return EquityResult(question, method, boards, tuple(Tally(*tally) for tally in tallies))


def _count_against_any(
    question: Question, progress: Progress | None, timeout: float | None
) -> EquityResult:
    """One known hand against every hand: grouped by ranks before the flop, hand by hand later."""
    hands, board, dead, game = question.content
    known = max(hands)
    search = AgainstAny(known, board, dead, GAMES[game].hilo)
    run_to_end(search, progress, timeout)
    boards, tallies = search.result()
    if hands[0] != known:
        tallies = tallies[::-1]
    method = "hand by hand" if board else "rank-space"
    return EquityResult(question, method, boards, tuple(Tally(*tally) for tally in tallies))


def _count_known(
    hands: object, board: object, dead: object, game: str | None
) -> EquityResult | None:
    """The usual question, read and counted by the core in one go; None for any other, and for one that is wrong."""
    size, hilo = 0, False
    if game is not None:
        known = GAMES.get(ALIASES.get(game, game)) if isinstance(game, str) else None
        if known is None:
            return None
        _, size, hilo = known
    counted = count_known(hands, board, dead, size, hilo)
    return None if counted is None else EquityResult.of_known(counted, game)


def count_part(question: Question, part: int, parts: int) -> EquityResult:
    """Count one of `parts` parts of the boards, by walking them. Known hands only."""
    hands, board, dead, game = question.content
    if 0 in hands:
        raise ValueError(f"a part of the boards against {ANY!r}: expected known hands")
    method, boards, tallies = count_equity(hands, board, dead, GAMES[game].hilo, True, part, parts)
    return EquityResult(
        question,
        method,
        boards,
        tuple(Tally(*tally) for tally in tallies),
        frozenset((part,)),
        parts,
    )


def equity(
    hands: Sequence[CardsLike],
    board: CardsLike = "",
    dead: CardsLike = "",
    game: str | None = None,
    *,
    progress: Progress | None = None,
    timeout: float | None = None,
) -> EquityResult:
    """The exact share of the pot of two to ten known hands, or of one against any hand, over every board to come.

    hands: two to ten hands of four, five or six cards each, all of one size; or one such hand and "*", any hand.
    board: no, three, four or five cards that lie already.   dead: cards that can't come, such as folded ones.
    game: "omaha", "omaha8", "omaha5", "omaha5-8", "omaha6", "omaha6-8" or an alias ("plo8", "bigo" ...); None takes
    the high game of as many cards.
    progress: called in the calling thread with (done, all) from time to time and at the end: the hands behind "*", or
    the boards of known hands.   timeout: seconds after which TimeoutError is raised, None for no limit. Known hands are
    counted in microseconds; a hand against "*" in milliseconds to seconds, in which progress, timeout and an interrupt
    are looked at every few milliseconds.
    Returns an EquityResult. Raises CardError for unknown, repeated, too few or too many cards, ValueError for a game
    that is unknown or not played with so many cards.

    >>> import omaha_fast as of
    >>> result = of.equity(["As2s3dKh", "Ad2d4c5c"], game="omaha8")
    >>> [str(player.fraction) for player in result.players]
    ['303929/543004', '239075/543004']
    >>> round(of.equity(["AhKsQhJd", "*"]).players[0].equity, 8)        # against each of 194,580 hands
    0.58102417
    """
    result = _count_known(hands, board, dead, game)
    if result is None:
        question = parse_question(hands, board, dead, game)
        return count(question, progress=progress, timeout=timeout)
    if progress is not None or timeout is not None:
        Watch(result.boards, progress, timeout).look(result.boards)
    return result
