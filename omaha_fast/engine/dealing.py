"""The cards of one hand: a deck or cards that the caller gives, hole cards, burns, boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..cards import Card, Deck, parse_cards
from ..errors import CardError, shown
from .posting import is_seat

if TYPE_CHECKING:
    from .._core import CardsLike

__all__ = ["BOARD_CARDS", "STREETS", "Dealing"]

STREETS = ("preflop", "flop", "turn", "river")
# Board cards that each street adds, and how many lie before it.
BOARD_CARDS = (0, 3, 1, 1)
BEFORE = (0, 0, 3, 4)

Cards = tuple[Card, ...]


class Dealing:
    """Where the cards of one hand are. It deals what it is told to and knows no rule of betting.

    deck: the cards in dealing order, or None: the caller gives cards.   top: how many of them are dealt.
    given: boards that the caller gave in advance, or None.
    holes: known hole cards of each seat, in dealing order.   boards: run by run, board by board.
    burns: burned cards, None for an unknown one.
    """

    __slots__ = (
        "boards",
        "burns",
        "cards",
        "deck",
        "deterministic",
        "given",
        "holes",
        "players",
        "top",
    )

    def __init__(
        self,
        cards: int,
        order: Sequence[int],
        seats: int,
        boards: int,
        burn: bool,
        deck: Deck | Sequence[int | str] | None,
        holes: Mapping[int, CardsLike | None] | Sequence[CardsLike | None] | None,
        given: CardsLike | Sequence[CardsLike] | None,
        runs: int,
    ) -> None:
        """cards: hole cards each.   order: the seats in dealing order.   Raises ValueError, CardError."""
        needed = len(order) * cards + 5 * boards + (3 if burn else 0)
        if needed > 52:
            raise ValueError(
                f"{len(order)} players with {cards} hole cards, {boards} boards"
                f"{' and 3 burns' if burn else ''} take {needed} cards: expected at most 52"
            )
        self.cards = cards
        self.players = len(order)
        self.top = 0
        self.boards: list[Cards] = [()] * boards
        self.burns: list[Card | None] = []
        self.holes: list[Cards] = [()] * seats
        self.deck: Cards | None = None
        self.deterministic = False
        self.given: list[Cards] | None = None
        if deck is not None:
            if holes is not None or given is not None:
                raise ValueError("a deck and cards given by the caller: expected one of them")
            self._take_deck(deck, needed)
            players = self.players
            shuffled = self.deck
            assert shuffled is not None
            self.top = players * cards
            for place, seat in enumerate(order):
                self.holes[seat] = shuffled[place : self.top : players]
            return
        if given is not None:
            self.given = _boards(given, boards, runs)
        if holes is not None:
            self._take_holes(holes, order, seats)

    def _take_deck(self, deck: Deck | Sequence[int | str], needed: int) -> None:
        if isinstance(deck, Deck):
            # The deck of a hand belongs to it: whoever passed it can no longer deal from it.
            if len(deck) < needed:
                raise ValueError(f"deck of {len(deck)} cards: expected at least {needed}")
            self.deterministic = deck.deterministic
            self.deck = deck.deal(len(deck))
            return
        cards = parse_cards(deck)
        if len(cards) < needed:
            raise ValueError(f"deck of {len(cards)} cards: expected at least {needed}")
        self.deck = cards

    def _take_holes(
        self,
        holes: Mapping[int, CardsLike | None] | Sequence[CardsLike | None],
        order: Sequence[int],
        seats: int,
    ) -> None:
        if isinstance(holes, str) or not isinstance(holes, Mapping | Sequence):
            raise ValueError(
                f"hole cards {shown(holes)}: expected a mapping or a sequence, by seat"
            )
        if isinstance(holes, Mapping):
            items = list(holes.items())
        else:
            if len(holes) != seats:
                raise ValueError(f"hole cards for {len(holes)} seats: expected {seats}")
            items = [(seat, cards) for seat, cards in enumerate(holes) if cards not in (None, "")]
        for seat, cards in items:
            if not is_seat(seat) or seat not in order:
                raise ValueError(f"hole cards for seat {shown(seat)}: expected a player's seat")
            if cards is not None:
                hole = self.hole_of(seat, cards)
                self.verify_new(hole, f"hole cards of seat {seat}", seat)
                self.holes[seat] = hole

    # -- given cards -------------------------------------------------------------------------------------------

    def hole_of(self, seat: int, cards: CardsLike) -> Cards:
        """The hole cards of a seat from what the caller gives: at most its number, the known ones among them."""
        hole = parse_cards(cards)
        if len(hole) > self.cards:
            raise CardError(
                f"{len(hole)} hole cards for seat {seat}: expected at most {self.cards}", cards
            )
        if not set(self.holes[seat]) <= set(hole):
            # The known cards are not named: the message may go to another player.
            raise CardError(
                f"hole cards {_text(hole)} for seat {seat}: expected the known ones among them",
                cards,
            )
        return hole

    def verify_new(self, cards: Sequence[Card], what: str, seat: int | None = None) -> None:
        """Raises CardError where one of the cards lies elsewhere already (in the hand of `seat` it may)."""
        boards = [*(self.given or ()), *self.boards]
        places = [
            ("hand of another seat", [c for s, h in enumerate(self.holes) if s != seat for c in h])
        ]
        places.append(("board", [card for board in boards for card in board]))
        places.append(("burned cards", [card for card in self.burns if card is not None]))
        for place, known in places:
            for card in cards:
                if card in known:
                    raise CardError(
                        f"{card} in {what} {_text(cards)} lies in the {place}", str(card)
                    )

    def verify_runs(self, runs: int, boards: int, streets: int, burn: bool) -> None:
        """Raises ValueError where the deck, or the boards given in advance, cannot do for so many runs.

        boards: of each run.   streets: still to come.
        """
        laid = len(self.boards[0])
        each = boards * (5 - laid) + (streets if burn else 0)
        if self.deck is not None:
            left = len(self.deck) - self.top
        else:
            left = 52 - self.cards * self.players - boards * laid - len(self.burns)
        if runs * each > left:
            raise ValueError(f"{runs} runs take {runs * each} cards: expected at most {left}")
        if self.given is None:
            return
        seen = [card for board in self.boards for card in board]
        for number, row in enumerate(self.given[: runs * boards]):
            if row[:laid] != self.boards[number % boards][: len(row)]:
                raise CardError(f"board {_text(row)} of a run: expected the cards that lie already")
            for card in row[laid:]:
                if card in seen:
                    raise CardError(f"{card} on board {_text(row)} lies on another", str(card))
                seen.append(card)

    # -- dealing -----------------------------------------------------------------------------------------------

    def can_deal(self, board: int, street: int) -> bool:
        """Whether the cards of that board and street were given in advance."""
        before = BEFORE[street]
        return (
            self.given is not None
            and board < len(self.given)
            and len(self.given[board]) >= before + BOARD_CARDS[street]
        )

    def lay(self, board: int, street: int, cards: Cards | None, burn: bool) -> Cards:
        """Burn a card if asked to, then put a street's cards on a board: the given ones, or the next."""
        deck, count = self.deck, BOARD_CARDS[street]
        if deck is not None:
            top = self.top
            if burn:
                self.burns.append(deck[top])
                top += 1
            self.top = top + count
            cards = deck[top : top + count]
        else:
            if burn:
                self.burns.append(None)  # nobody knows it
            if cards is None:
                assert self.given is not None
                before = BEFORE[street]
                cards = self.given[board][before : before + count]
        self.boards[board] += cards
        return cards

    def take_up(self, board: int, street: int, burn: bool) -> None:
        """Undo lay()."""
        count = BOARD_CARDS[street]
        self.boards[board] = self.boards[board][:-count]
        if burn:
            self.burns.pop()
        if self.deck is not None:
            self.top -= count + burn

    def copy(self) -> Dealing:
        """An independent copy."""
        other = Dealing.__new__(Dealing)
        for name in Dealing.__slots__:
            setattr(other, name, getattr(self, name))
        other.boards = self.boards[:]
        other.burns = self.burns[:]
        other.holes = self.holes[:]
        return other


def _boards(given: CardsLike | Sequence[CardsLike], boards: int, runs: int) -> list[Cards]:
    """The boards that the caller gives in advance, run by run; shorter or missing where not all is known."""
    rows: list[CardsLike] = [given]  # type: ignore[list-item]
    if isinstance(given, list | tuple) and any(
        isinstance(row, list | tuple) or (isinstance(row, str) and len(row) > 3) for row in given
    ):
        rows = list(given)  # several boards, not the cards of one
    if len(rows) > boards * runs:
        raise ValueError(f"{len(rows)} boards: expected at most {boards * runs}")
    result = []
    for row in rows:
        cards = parse_cards(row)
        if len(cards) > 5:
            raise CardError(f"board of {len(cards)} cards: expected at most 5", row)
        result.append(cards)
    seen: list[Card] = []
    for cards in result[:boards]:
        for card in cards:
            if card in seen:
                raise CardError(f"{card} lies on two boards", str(card))
            seen.append(card)
    return result


def _text(cards: Sequence[int]) -> str:
    return "".join(map(str, cards))
