"""The showdown of a hand as its users see it: who shows, who mucks, what it pays, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..cards import parse_cards
from ..errors import CardError, IllegalActionError, shown
from ..evaluation import MadeHand, best_hand, best_low_hand, evaluate, evaluate_hilo
from ..games import Game
from .acting import Acting, passes
from .betting import BET, CHECK, RAISE, ROUND
from .dealing import Cards, Dealing
from .events import MUCKED, SETTLED, SHOWN, TABLED
from .legal import seats_of
from .posting import is_seat
from .pots import Pot, layers, rake
from .rules import HouseRules
from .showdown import Award, Settlement, Share, beaten, first_to_show, settle, showdown_order

if TYPE_CHECKING:
    from .._core import CardsLike

__all__ = ["Showing"]

# The verbs that decide who shows first, by their log entries.
VERBS = {CHECK: "check", BET: "bet", RAISE: "raise"}


class Showing(Acting):
    """What a Hand does from the end of the betting on. The rules of the showdown are in the module showdown."""

    __slots__ = (
        "_asking",
        "_button",
        "_dealing",
        "_done",
        "_game",
        "_lazy",
        "_mucked",
        "_order_dealt",
        "_payouts",
        "_rakes",
        "_rules",
        "_runs",
        "_seats",
        "_shown",
        "_tabled",
        "_void",
    )

    _asking: bool
    _button: int
    _dealing: Dealing
    _done: bool
    _game: Game
    _lazy: bool
    _mucked: list[int]
    _order_dealt: list[int]
    _payouts: list[int]
    _rakes: tuple[int, ...]
    _rules: HouseRules
    _runs: int
    _seats: tuple[int, ...]
    _shown: list[int]
    _tabled: bool
    _void: bool

    @property
    def awaiting(self) -> str | None:
        """What the hand waits for: "action", "board", "runs", "show"; None when it is finished."""
        raise NotImplementedError

    # -- who shows ---------------------------------------------------------------------------------------------

    @property
    def showdown_order(self) -> tuple[int, ...]:
        """The seats in the order in which they show, () while there is betting to come or where one is left."""
        live = self._betting.live
        if not live & (live - 1) or not (self._done or self._tabled or self.awaiting == "show"):
            return ()
        return self._order()

    def _order(self) -> tuple[int, ...]:
        rounds: list[list[tuple[str, int]]] = [[]]
        for entry in self._betting.log:
            if entry[0] == ROUND:
                rounds.append([])
            elif entry[0] in VERBS:
                rounds[-1].append((VERBS[entry[0]], entry[1]))
        first = first_to_show(rounds, self._rules.show_order)
        return showdown_order(seats_of(self._betting.live), self._button, first)

    @property
    def to_show(self) -> int | None:
        """The seat that has to show or muck next, None where nobody has to."""
        return self._next_to_show() if self.awaiting == "show" else None

    def _next_to_show(self) -> int | None:
        for seat in self._order():
            if seat not in self._shown and seat not in self._mucked:
                return seat
        return None

    @property
    def tabled(self) -> bool:
        """Whether all hands lie open because a player is all-in and the betting of the others is over."""
        return self._tabled

    @property
    def shown(self) -> tuple[int, ...]:
        """The seats that showed their hands, in that order."""
        free = [entry[1] for entry in self._betting.log if entry[0] == SHOWN and entry[4]]
        auto = [seat for seat, shows in self._auto_shows() if shows]
        return tuple(dict.fromkeys([*self._shown, *auto, *free]))

    @property
    def mucked(self) -> tuple[int, ...]:
        """The seats that did not show at the showdown, in that order."""
        return (*self._mucked, *(seat for seat, shows in self._auto_shows() if not shows))

    def _auto_shows(self) -> list[tuple[int, bool]]:
        """Who showed (True) and who mucked of a showdown that was settled at once, in order."""
        if not self._lazy:
            return []
        result: list[tuple[int, bool]] = []
        lying = list(self._shown)
        highs, lows = self._strengths()
        pots = self._played()
        for seat in self._order():
            if seat in lying:
                continue
            shows = (
                self._tabled
                or self._rules.muck == "never"
                or not beaten(seat, pots, lying, highs, lows)
            )
            result.append((seat, shows))
            if shows:
                lying.append(seat)
        return result

    def _known(self, seat: int) -> bool:
        return len(self._dealing.holes[seat]) == self._game.cards

    def _beaten(self, seat: int) -> bool:
        highs, lows = self._strengths()
        return beaten(seat, self._played(), self._shown, highs, lows)

    # -- show and muck -----------------------------------------------------------------------------------------

    def _showing(self, seat: int | None, cards: CardsLike | None) -> tuple[int, Cards, Cards, bool]:
        """What show() comes to: the seat, the cards it shows, its hole cards, whether it is free to."""
        stage = self.awaiting
        if stage is None:
            if self._void:
                raise IllegalActionError("no hand is shown after a misdeal")
            if not is_seat(seat) or seat not in self._seats:
                raise IllegalActionError(f"seat {shown(seat)} shows: expected a player's seat")
        else:
            seat = self._shows_next(seat, stage)
        dealing = self._dealing
        hole = lying = dealing.holes[seat]
        if cards is not None:
            lying = parse_cards(cards)
            if stage is not None:
                # Not just some of the known ones: all that are known, and perhaps more.
                hole = lying = dealing.hole_of(seat, lying)
            elif not set(lying) <= set(hole):
                # Some of them at will: of those that were not known some may be now.
                hole = dealing.hole_of(seat, (*hole, *[card for card in lying if card not in hole]))
            if len(hole) > len(dealing.holes[seat]):
                if dealing.deck is not None:
                    raise CardError(f"seat {seat} was dealt other cards", cards)
                dealing.verify_new(hole, f"hole cards of seat {seat}", seat)
        if stage is not None and len(hole) < self._game.cards:
            raise CardError(
                f"{len(hole)} hole cards of seat {seat} are known: all are needed to show"
            )
        if not lying:
            raise CardError(f"no hole card of seat {seat} is known: expected them")
        if stage is None and self._lies_open(seat, lying):
            raise IllegalActionError(f"seat {seat} shows: these cards lie open already")
        return seat, lying, hole, stage is None

    def _lies_open(self, seat: int, cards: Cards) -> bool:
        """Whether everybody has seen all these hole cards of a seat. Of a finished hand."""
        if seat in self._shown or (seat, True) in self._auto_shows():
            return True
        log = self._betting.log
        seen = {
            card for entry in log if entry[0] == SHOWN and entry[1] == seat for card in entry[2]
        }
        return seen.issuperset(cards)

    def _shows_next(self, seat: int | None, stage: str) -> int:
        """The seat that shows now; any of the unknown ones where all are tabled."""
        if stage != "show" and not self._tabled:
            raise IllegalActionError(f"no hand is shown: the hand awaits {stage}")
        left = [s for s in self._order() if s not in self._shown and s not in self._mucked]
        if not left:
            raise IllegalActionError("no hand is shown: all are")
        if seat is None:
            return left[0]
        if not is_seat(seat) or seat not in (left if self._tabled else left[:1]):
            raise IllegalActionError(
                f"seat {shown(seat)} shows out of turn: expected seat {left[0]}"
            )
        return seat

    def verify_show(self, seat: int | None = None, cards: CardsLike | None = None) -> None:
        """Raises IllegalActionError or CardError unless show() is possible."""
        self._showing(seat, cards)

    def can_show(self, seat: int | None = None, cards: CardsLike | None = None) -> bool:
        """Whether verify_show passes."""
        return passes(self.verify_show, seat, cards)

    def show(self, seat: int | None = None, cards: CardsLike | None = None) -> None:
        """The next to show tables its hand; once the hand is finished, any player shows what it held, or some of it.

        seat: needed in a finished hand.   cards: needed where they are unknown.
        Raises IllegalActionError out of turn, CardError for cards that cannot be.
        """
        seat, lying, hole, voluntary = self._showing(seat, cards)
        dealing = self._dealing
        self._betting.log.append((SHOWN, seat, lying, dealing.holes[seat], voluntary, False))
        dealing.holes[seat] = hole
        if not voluntary:
            self._shown.append(seat)
            if self._tabled:
                self._sort_tabled()
            if self.awaiting == "show":
                self._go_on()

    def _sort_tabled(self) -> None:
        """Hands that become known right after all were tabled stand in the order of the showdown with the others."""
        kinds = [entry[0] for entry in self._betting.log]
        after = kinds[len(kinds) - kinds[::-1].index(TABLED) :]
        if all(kind == SHOWN for kind in after):
            self._shown.sort(key=self._order().index)

    def verify_muck(self, seat: int | None = None) -> None:
        """Raises IllegalActionError unless the next to show may muck its hand."""
        if self.awaiting != "show":
            raise IllegalActionError(
                f"no hand is mucked: the hand awaits {self.awaiting or 'nothing'}"
            )
        due = self._next_to_show()
        assert due is not None
        if seat is not None and (seat != due or not is_seat(seat)):
            raise IllegalActionError(f"seat {shown(seat)} mucks out of turn: expected seat {due}")
        if self._tabled:
            raise IllegalActionError(f"seat {due} mucks: hands tabled all-in are shown")
        if self._rules.muck == "never":
            raise IllegalActionError(f"seat {due} mucks: in this house everybody shows")
        for number, pot in enumerate(self._played()):
            if due in pot.seats and not any(
                other != due and other not in self._mucked for other in pot.seats
            ):
                raise IllegalActionError(f"seat {due} mucks: nobody else claims pot {number}")
        if self._known(due) and not self._beaten(due):
            raise IllegalActionError(
                f"seat {due} mucks: no hand shown beats it in all it plays for"
            )

    def can_muck(self, seat: int | None = None) -> bool:
        """Whether verify_muck passes."""
        return passes(self.verify_muck, seat)

    def muck(self, seat: int | None = None) -> None:
        """The next to show mucks its hand: beaten, or unknown and taken to be. Raises IllegalActionError."""
        self.verify_muck(seat)
        due = self._next_to_show()
        assert due is not None
        self._mucked.append(due)
        self._betting.log.append((MUCKED, due, False))
        self._go_on()

    def _showdown(self) -> None:
        """The betting is over and the boards are complete."""
        asks = self._asking and not self._tabled
        if not asks and (self._dealing.deck is not None or self._all_known()):
            # Nothing to ask: who shows and who mucks follows from the cards, and is worked out when asked for.
            self._lazy = True
            self._settle()
        else:
            self._go_on()

    def _all_known(self) -> bool:
        return all(map(self._known, seats_of(self._betting.live)))

    def _go_on(self) -> None:
        """Show and muck as far as nobody has to be asked, then settle."""
        log = self._betting.log
        while True:
            claims = [s for s in seats_of(self._betting.live) if s not in self._mucked]
            seat = self._next_to_show() if len(claims) > 1 else None
            if seat is None:
                self._settle()
                return
            if not self._known(seat) or (self._asking and not self._tabled):
                return
            hole = self._dealing.holes[seat]
            if self._tabled or self._rules.muck == "never" or not self._beaten(seat):
                self._shown.append(seat)
                log.append((SHOWN, seat, hole, hole, False, True))
            else:
                self._mucked.append(seat)
                log.append((MUCKED, seat, True))

    # -- what it pays ------------------------------------------------------------------------------------------

    def _played(self) -> tuple[Pot, ...]:
        betting = self._betting
        if betting.live == betting.able:
            # Nobody left is all-in: all have paid the same.
            return (Pot(betting.pot, seats_of(betting.live)),)
        return layers(betting.total, seats_of(betting.live), betting.dead)

    def _strengths(self) -> tuple[list[dict[int, int]], list[dict[int, int]] | None]:
        """Strengths of the hands that are known, on each board: the high hands, the low hands (None: high only)."""
        holes = self._dealing.holes
        seats: Sequence[int] = seats_of(self._betting.live)
        if self._dealing.deck is None:
            seats = [seat for seat in seats if self._known(seat)]
        highs: list[dict[int, int]] = []
        if not self._game.hilo:
            for board in self._dealing.boards:
                highs.append({seat: evaluate(holes[seat], board) for seat in seats})
            return highs, None
        lows: list[dict[int, int]] = []
        for board in self._dealing.boards:
            both = [evaluate_hilo(holes[seat], board) for seat in seats]
            highs.append({seat: high for seat, (high, _) in zip(seats, both, strict=True)})
            lows.append({seat: low for seat, (_, low) in zip(seats, both, strict=True)})
        return highs, lows

    def _shares(self) -> tuple[tuple[Pot, ...], tuple[int, ...], list[tuple[int, int, Share]]]:
        """The pots, the rake of each, and who gets what: (run, board, share)."""
        played = self._played()
        rakes = rake(played, self._rules.rake, flop=bool(self._dealing.boards[0]))
        claims: Sequence[int] = seats_of(self._betting.live)
        if self._mucked:
            claims = [seat for seat in claims if seat not in self._mucked]
        amounts = [pot.amount for pot in played]
        if any(rakes):
            amounts = [amount - taken for amount, taken in zip(amounts, rakes, strict=True)]
        if len(claims) == 1 and claims[0] not in self._shown:
            alone = {claims[0]: 0}
            paid = [(amount, claims) for amount in amounts]
            return played, rakes, [(0, 0, share) for share in settle(paid, alone, order=claims)]
        highs, lows = self._strengths()
        if self._mucked:
            highs = [{s: high for s, high in row.items() if s in claims} for row in highs]
        odd_chip = self._rules.odd_chip
        show_order = self._order() if odd_chip == "first_shown" else ()
        holes = self._dealing.holes
        runs = max(self._runs, 1)
        boards = len(highs) // runs
        result = []
        for number, high in enumerate(highs):
            run, board = divmod(number, boards)
            parts = [(amount, pot.seats) for amount, pot in zip(amounts, played, strict=True)]
            if len(highs) > 1:
                parts = [(_part(_part(a, runs, run), boards, board), seats) for a, seats in parts]
            low = None if lows is None else lows[number]
            shares = settle(
                parts,
                high,
                low,
                order=self._order_dealt,
                odd_chip=odd_chip,
                show_order=show_order,
                holes=holes,
            )
            result += [(run, board, share) for share in shares]
        return played, rakes, result

    def _settle(self) -> None:
        """Pay the pots out; the hand is finished."""
        betting = self._betting
        stack = betting.stack
        payouts = [0] * len(stack)
        _, self._rakes, shares = self._shares()
        for _, _, (_, _, seat, chips, _, _) in shares:
            payouts[seat] += chips
            stack[seat] += chips
        self._payouts = payouts
        self._done = True
        betting.log.append((SETTLED, tuple(payouts), self._rakes, self._lazy))

    @property
    def payouts(self) -> tuple[int, ...]:
        """Chips won from the pots by each seat; what nobody called is not won. Zeros until the hand is finished."""
        return tuple(self._payouts)

    @property
    def rake(self) -> int:
        """Chips that the house took; 0 until the hand is finished."""
        return sum(self._rakes)

    @property
    def net(self) -> tuple[int, ...]:
        """Stack of each seat less what it started with."""
        pairs = zip(self._betting.stack, self._betting.start, strict=True)
        return tuple(now - before for now, before in pairs)

    @property
    def settlement(self) -> Settlement:
        """Where every chip went, and why: pots, rake, refunds, awards. Raises ValueError before the end."""
        if not self._done or self._void:
            raise ValueError("no settlement: the hand is not played to its end")
        played, rakes, shares = self._shares()
        awards = [self._award(run, board, share) for run, board, share in shares]
        return Settlement(played, rakes, self.refunds, tuple(awards), self.payouts)

    @property
    def refunds(self) -> tuple[int, ...]:
        """Chips returned to each seat because nobody called them."""
        raise NotImplementedError

    def _award(self, run: int, board: int, share: Share) -> Award:
        made: MadeHand | None = None
        low: MadeHand | None = None
        if share.contested:
            boards = self._dealing.boards
            lying = boards[run * (len(boards) // max(self._runs, 1)) + board]
            hole = self._dealing.holes[share.seat]
            if share.half == "low":
                made = best_low_hand(hole, lying)
            else:
                made = best_hand(hole, lying)
                if share.half == "whole" and self._game.hilo:
                    low = best_low_hand(hole, lying)
        return Award(
            share.pot,
            run,
            board,
            share.half,
            share.seat,
            share.amount,
            share.odd,
            made,
            low,
        )


def _part(amount: int, parts: int, number: int) -> int:
    """One of the equal parts of an amount, odd chips to the first ones.

    >>> [_part(5, 2, number) for number in (0, 1)]
    [3, 2]
    """
    share, odd = divmod(amount, parts)
    return share + (number < odd)
