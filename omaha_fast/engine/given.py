"""What comes into a hand from outside besides actions: given cards, the number of runs, exposed cards, misdeals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cards import Card, parse_cards
from ..errors import CardError, IllegalActionError, shown
from .acting import passes
from .betting import CALL, RAISE
from .dealing import BOARD_CARDS, Cards
from .events import EXPOSED, HOLE, MISDEALT, RUNS
from .posting import is_seat
from .showing import Showing

if TYPE_CHECKING:
    from .._core import CardsLike

__all__ = ["Given"]


class Given(Showing):
    """What a Hand is told about its cards. Where they lie is in Dealing.

    _due holds (street, run, board) of what is still to be dealt, the next one last.
    """

    __slots__ = ("_due",)

    _due: list[tuple[int, int, int]]

    # What the hand adds.

    def _lay(self, cards: Cards | None) -> None:
        raise NotImplementedError

    def _deal(self) -> None:
        raise NotImplementedError

    def _to_come(self, first: int, last: int, runs: int) -> list[tuple[int, int, int]]:
        """(street, run, board) of what is to be dealt, the next one last."""
        items = [
            (street, run, board)
            for run in range(runs)
            for street in range(first, last + 1)
            for board in range(self._rules.boards)
        ]
        return items[::-1]

    @property
    def cards_due(self) -> int:
        """How many board cards deal_board takes next, 0 when none are awaited."""
        return BOARD_CARDS[self._due[-1][0]] if self.awaiting == "board" else 0

    def _player(self, seat: object, what: str) -> None:
        if not is_seat(seat) or seat not in self._seats:
            raise IllegalActionError(f"{what} of seat {shown(seat)}: expected a player's seat")

    # -- cards that the caller gives ---------------------------------------------------------------------------

    def deal_hole(self, seat: int, cards: CardsLike) -> None:
        """Make hole cards of a seat known, the known ones among them. Raises IllegalActionError, CardError."""
        dealing = self._dealing
        if dealing.deck is not None:
            raise IllegalActionError("hole cards given: the hand deals from its deck")
        if self._done:
            raise IllegalActionError("hole cards given: the hand is finished, show them")
        self._player(seat, "hole cards")
        hole = dealing.hole_of(seat, cards)
        dealing.verify_new(hole, f"hole cards of seat {seat}", seat)
        asked = self.awaiting == "show"
        self._betting.log.append((HOLE, seat, hole, dealing.holes[seat]))
        dealing.holes[seat] = hole
        if asked:
            self._go_on()

    def deal_board(self, cards: CardsLike) -> None:
        """Lay the cards of the street on the board, or on the next board. Raises IllegalActionError, CardError."""
        if self.awaiting != "board":
            raise IllegalActionError(f"no board cards are due: {self._nobody_acts()}")
        laid = parse_cards(cards)
        if len(laid) != self.cards_due:
            raise CardError(f"{len(laid)} board cards: expected {self.cards_due}", cards)
        self._dealing.verify_new(laid, "board cards")
        self._lay(laid)
        self._deal()

    # -- runs --------------------------------------------------------------------------------------------------

    def verify_agree_runs(self, runs: int) -> None:
        """Raises IllegalActionError or ValueError unless agree_runs(runs) is possible now."""
        if self.awaiting != "runs":
            raise IllegalActionError(
                f"{shown(runs)} runs: expected when nobody can act, cards are to come, and the house allows it"
            )
        most = self._rules.runs
        if not isinstance(runs, int) or isinstance(runs, bool) or not 1 <= runs <= most:
            raise IllegalActionError(f"{shown(runs)} runs: expected 1 to {most}")
        streets = len({street for street, _, _ in self._due})
        self._dealing.verify_runs(runs, self._rules.boards, streets, self._rules.burn)

    def can_agree_runs(self, runs: int) -> bool:
        """Whether verify_agree_runs passes."""
        return passes(self.verify_agree_runs, runs)

    def agree_runs(self, runs: int) -> None:
        """Deal the rest of the board so many times. Raises IllegalActionError, ValueError."""
        self.verify_agree_runs(runs)
        self._betting.log.append((RUNS, runs, self._due))
        self._due = self._to_come(self._due[-1][0], 3, runs)
        self._runs = runs
        self._dealing.boards *= runs
        self._deal()

    # -- misdeals ----------------------------------------------------------------------------------------------

    def verify_misdeal(self, reason: str = "") -> None:
        """Raises IllegalActionError once the hand counts: after substantial action, or when board cards lie."""
        if not isinstance(reason, str) or len(reason) > 200:
            raise ValueError("reason of a misdeal: expected a text of at most 200 characters")
        if self._done or self._dealing.boards[0]:
            raise IllegalActionError("no misdeal: the hand has gone on")
        actions = [entry for entry in self._betting.log if entry[0] <= RAISE]
        # Substantial action: any two actions of which one puts chips in, or any three (TDA 36).
        with_chips = any(entry[0] >= CALL for entry in actions)
        if len(actions) >= 3 or (len(actions) == 2 and with_chips):
            raise IllegalActionError("no misdeal after substantial action: the hand goes on")

    def can_misdeal(self, reason: str = "") -> bool:
        """Whether verify_misdeal passes."""
        return passes(self.verify_misdeal, reason)

    def misdeal(self, reason: str = "") -> None:
        """The hand does not count: all chips back. Raises IllegalActionError after substantial action."""
        self.verify_misdeal(reason)
        self._misdeal(reason, False)

    def _misdeal(self, reason: str, follows: bool) -> None:
        self._betting.log.append((MISDEALT, reason, follows, self._due))
        self._betting.void()
        self._due = []
        self._void = self._done = True

    def _exposed(
        self, seat: int, index: int, card: CardsLike | None, replacement: CardsLike | None
    ) -> tuple[Card, Card | None, str]:
        """The exposed card, the one that replaces it where known, and why it is a misdeal, or "".

        Raises what expose_card does.
        """
        self.verify_misdeal()
        if self._tabled:
            raise IllegalActionError("no card is exposed: all hands lie open")
        if not is_seat(seat) or seat not in self.live:
            raise IllegalActionError(
                f"exposed card of seat {shown(seat)}: expected one of {self.live}"
            )
        if not is_seat(index) or not 0 <= index < self._game.cards:
            raise IllegalActionError(
                f"exposed card {shown(index)} of seat {seat}: expected 0 to {self._game.cards - 1}"
            )
        dealing, rules = self._dealing, self._rules
        reason = "two exposed cards" if dealing.burns else ""
        number = index * len(self._seats) + self._order_dealt.index(seat)
        if rules.exposed_card == "tda" and number < 2:
            reason = reason or "one of the first two cards exposed"
        # The exposed card is the first burn: two more are burned before the boards are complete.
        cards = 52 if dealing.deck is None else len(dealing.deck)
        to_come = 5 * rules.boards + (2 if rules.burn else 0)
        if not reason and cards <= len(self._seats) * self._game.cards + to_come:
            raise IllegalActionError("no card is left to replace an exposed one")
        hole = dealing.holes[seat]
        dealt = hole[index : index + 1] if self._known(seat) else ()
        if dealing.deck is not None:
            if card is not None or replacement is not None:
                raise IllegalActionError("exposed cards given: the hand deals from its deck")
            return dealt[0], None if reason else dealing.deck[dealing.top], reason
        given = dealt if card is None else parse_cards(card)
        if len(given) != 1 or (dealt and given != dealt):
            raise CardError(
                f"exposed card {shown(card)} of seat {seat}: expected the card dealt", card
            )
        dealing.verify_new(given, "exposed cards", seat)
        fresh = () if replacement is None else parse_cards(replacement)
        if len(fresh) > 1 or fresh == given:
            raise CardError(f"replacement {shown(replacement)}: expected one new card", replacement)
        dealing.verify_new(fresh, "replacements")
        return given[0], fresh[0] if fresh and not reason else None, reason

    def verify_expose_card(
        self,
        seat: int,
        index: int,
        card: CardsLike | None = None,
        replacement: CardsLike | None = None,
    ) -> None:
        """Raises IllegalActionError or CardError unless expose_card is possible."""
        self._exposed(seat, index, card, replacement)

    def can_expose_card(
        self,
        seat: int,
        index: int,
        card: CardsLike | None = None,
        replacement: CardsLike | None = None,
    ) -> bool:
        """Whether verify_expose_card passes."""
        return passes(self.verify_expose_card, seat, index, card, replacement)

    def expose_card(
        self,
        seat: int,
        index: int,
        card: CardsLike | None = None,
        replacement: CardsLike | None = None,
    ) -> None:
        """A hole card showed while it was dealt: it is replaced and becomes the first burn, or it is a misdeal.

        index: which of the seat's cards, 0 the first dealt.   card, replacement: only where the caller gives cards.
        Raises IllegalActionError after substantial action, CardError.
        """
        lying, fresh, reason = self._exposed(seat, index, card, replacement)
        dealing = self._dealing
        hole = dealing.holes[seat]
        self._betting.log.append((EXPOSED, seat, index, lying, fresh, hole))
        dealing.burns.append(lying)
        if reason:
            self._misdeal(reason, True)
            return
        if dealing.deck is not None:
            dealing.top += 1
        new = () if fresh is None else (fresh,)
        if lying in hole:
            place = hole.index(lying)
            dealing.holes[seat] = hole[:place] + new + hole[place + 1 :]
        else:
            dealing.holes[seat] = hole + new
