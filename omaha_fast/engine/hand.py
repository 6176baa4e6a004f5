"""One deal, from posting to payout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..cards import Deck
from ..errors import IllegalActionError, shown
from ..games import GAMES, Game, parse_game
from .betting import RAISE, RETURNED, STRUCTURES, VOID, Betting
from .dealing import STREETS, Cards, Dealing
from .events import (
    BOARD,
    COLLECTED,
    EXPOSED,
    HOLE,
    MISDEALT,
    MUCKED,
    RUNS,
    SHOWN,
    TABLED,
    Event,
    hidden,
    narrate,
    rebuild,
)
from .given import Given
from .posting import Paid, Post, clockwise, is_seat, paid, standard_posts, verified_posts
from .pots import unmatched
from .rules import PRESETS, HouseRules
from .serialize import dump, load
from .showing import Showing
from .stakes import MAX_CHIPS, Stakes, chips

if TYPE_CHECKING:
    from .._core import CardsLike

__all__ = ["Hand"]

DEFAULT = PRESETS["default"]
ROUND_OVER = (COLLECTED,)
STAGE_WORDS = {
    "action": "a player is to act",
    "board": "its next board cards have to be dealt",
    "runs": "the number of runs has to be agreed",
    "show": "a hand has to be shown or mucked",
    None: "it is finished",
}


class Hand(Given):
    """One deal: posts, cards, betting, boards, showdown, payout, by the house rules.

    It deals by itself from `deck`; without one the caller gives the cards, and unknown hole cards do not stop it. What
    happens next is said by `awaiting` ("action", "board", "runs", "show", None), who acts by `actor`, what is legal by
    `legal_actions`. Seats are numbered clockwise from 0; chips are ints; every refused call leaves the hand as it was.

    >>> import omaha_fast as of
    >>> hand = of.engine.Hand(of.engine.PotLimit(5, 10), [1000, 1000, 1000], hole_cards=["AsAhKsKh", "", "QdJd9s8s"])
    >>> hand.raise_to(35); hand.call(); hand.fold()
    >>> hand.pot, hand.awaiting
    (80, 'board')
    >>> hand.deal_board("AdTd2c"); hand.check(); hand.bet(80); hand.fold()
    >>> hand.payouts, hand.stacks
    ((0, 0, 80), (965, 990, 1045))
    """

    __slots__ = (
        "_floor",
        "_initial",
        "_posts",
        "_stakes",
        "_starting",
    )

    def __init__(
        self,
        stakes: Stakes,
        stacks: Sequence[int | None],
        *,
        button: int | None = None,
        game: str = "omaha",
        rules: HouseRules = DEFAULT,
        deck: Deck | Sequence[int | str] | str | None = None,
        blinds: Sequence[int | None] | None = None,
        straddles: int = 0,
        posts: Iterable[Sequence[object]] | None = None,
        hole_cards: Mapping[int, CardsLike | None] | Sequence[CardsLike | None] | None = None,
        board: CardsLike | Sequence[CardsLike] | None = None,
        showdown: str = "auto",
    ) -> None:
        """Post and deal.

        stacks: chips of each seat before the posts, None for an empty seat; 2 to 10 players.
        button: its seat; the last player's by default, so that seat 0 posts the small blind.
        blinds: seats of the small blind (None: nobody posts it) and the big blind, where they are not the next players.
        straddles: so many, by the players after the big blind.
        posts: (seat, kind, amount) instead of all standard posts, see Post.
        deck: a Deck, which then belongs to the hand, or cards in dealing order. Else hole_cards, by seat, and board, in
        dealing order (for several boards or runs a list of them), are known in advance, as far as they are.
        showdown: "auto", who need not show mucks; "ask", the hand waits for show() and muck().
        Raises ValueError (CardError for cards) naming the value and what was expected.
        """
        if type(stakes) not in STRUCTURES:
            raise TypeError(f"stakes {shown(stakes)}: expected FixedLimit, PotLimit or NoLimit")
        if not isinstance(rules, HouseRules):
            raise TypeError(f"rules {shown(rules)}: expected HouseRules")
        if showdown not in ("auto", "ask"):
            raise ValueError(f"showdown {shown(showdown)}: expected 'auto' or 'ask'")
        if game is None:
            raise ValueError("game None: expected a name such as 'omaha'")
        self._game = GAMES.get(game) or parse_game(game)
        self._stakes = stakes
        self._rules = rules
        self._starting, self._seats = starting, seats = _verified_stacks(stacks)
        self._button = button = self._verified_button(button)
        if posts is None:
            self._posts = standard_posts(
                stakes, seats, button, rules, blinds=blinds, straddles=straddles
            )
        elif blinds is not None or straddles:
            raise ValueError("posts besides blinds or straddles: expected one of them")
        else:
            self._posts = verified_posts(posts, stakes, starting, button, rules)
        self._betting = Betting(stakes, rules, starting, self._paid(), button, self.big_blind_seat)
        self._order_dealt = order = clockwise(seats, button)
        self._dealing = Dealing(
            self._game.cards,
            order,
            len(starting),
            rules.boards,
            rules.burn,
            deck,
            hole_cards,
            board,
            rules.runs,
        )
        self._initial = tuple(self._dealing.holes)
        self._asking = showdown == "ask"
        self._shown: list[int] = []
        self._mucked: list[int] = []
        self._due: list[tuple[int, int, int]] = []
        self._payouts = [0] * len(starting)
        self._rakes = ()
        self._runs = 0
        self._done = self._lazy = self._tabled = self._void = False
        if self._betting.actor < 0:
            self._end_round()
        self._floor = len(self._betting.log)

    def _verified_button(self, button: int | None) -> int:
        seats = self._seats
        if button is None:
            return seats[-1]
        top = len(self._starting) - 1
        if not is_seat(button) or not 0 <= button <= top:
            raise ValueError(f"button at seat {shown(button)}: expected 0 to {top}")
        if button not in seats and self._rules.button == "moving":
            raise ValueError(
                f"button at the empty seat {button}: expected one of {list(seats)}, as it is moving"
            )
        return int(button)

    def _paid(self) -> list[Paid]:
        return paid(self._posts, self._starting, self._stakes)

    # -- the setup ---------------------------------------------------------------------------------------------

    @property
    def stakes(self) -> Stakes:
        """The stakes the hand is played for."""
        return self._stakes

    @property
    def rules(self) -> HouseRules:
        """The house rules it is played by."""
        return self._rules

    @property
    def game(self) -> Game:
        """The game: name, number of hole cards, whether the low plays."""
        return self._game

    @property
    def button(self) -> int:
        """The seat of the button; under the dead-button rule it may be empty."""
        return self._button

    @property
    def small_blind_seat(self) -> int | None:
        """The seat that owed the small blind, None where nobody did."""
        return next((post.seat for post in self._posts if post.kind == "small_blind"), None)

    @property
    def big_blind_seat(self) -> int:
        """The seat that owed the big blind."""
        return next(post.seat for post in self._posts if post.kind == "big_blind")

    @property
    def posts(self) -> tuple[Post, ...]:
        """What was owed before the deal, in the order of posting."""
        return self._posts

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that were dealt in, ascending."""
        return self._seats

    @property
    def starting_stacks(self) -> tuple[int | None, ...]:
        """Stacks before the posts, None for an empty seat."""
        return self._starting

    # -- where it stands ---------------------------------------------------------------------------------------

    @property
    def awaiting(self) -> str | None:
        """What the hand waits for: "action", "board", "runs" (agree_runs), "show"; None when it is finished."""
        if self._done:
            return None
        betting = self._betting
        if betting.actor >= 0:
            return "action"
        if not self._due:
            return "show"
        if self._rules.runs > 1 and not self._runs and not betting.able & (betting.able - 1):
            return "runs"
        return "board"

    def _nobody_acts(self) -> str:
        return "the hand was misdealt" if self._void else STAGE_WORDS[self.awaiting]

    @property
    def finished(self) -> bool:
        """Whether the chips are paid out, or given back after a misdeal."""
        return self._done

    @property
    def void(self) -> bool:
        """Whether the hand was a misdeal."""
        return self._void

    @property
    def street(self) -> str:
        """The last street dealt: "preflop", "flop", "turn", "river"."""
        return STREETS[max(0, len(self._dealing.boards[0]) - 2)]

    @property
    def hole_cards(self) -> tuple[Cards, ...]:
        """The known hole cards of each seat."""
        return tuple(self._dealing.holes)

    @property
    def board(self) -> Cards:
        """The (first) board."""
        return self._dealing.boards[0]

    @property
    def boards(self) -> tuple[Cards, ...]:
        """All boards, run by run; the runs share what lay before."""
        return tuple(self._dealing.boards)

    @property
    def burns(self) -> Cards:
        """The burned cards that are known."""
        return tuple(card for card in self._dealing.burns if card is not None)

    @property
    def runs(self) -> int:
        """How many times the rest of the board is dealt."""
        return max(self._runs, 1)

    @property
    def refunds(self) -> tuple[int, ...]:
        """Chips returned to each seat because nobody called them."""
        returned = [0] * len(self._starting)
        for entry in self._betting.log:
            if entry[0] == RETURNED:
                returned[entry[1]] += entry[2]
        return tuple(returned)

    # -- from round to round -----------------------------------------------------------------------------------

    def _end_round(self) -> None:
        """Return what nobody called, then go on: the next street, the run-out, the showdown, or the end."""
        betting = self._betting
        live, able, street = betting.live, betting.able, betting.street
        if able & (able - 1):
            betting.log.append(ROUND_OVER)
            if street < 3:
                # One board is the rule, and every round comes by here.
                self._due = (
                    [(street + 1, 0, 0)]
                    if self._rules.boards == 1
                    else self._to_come(street + 1, street + 1, 1)
                )
            elif live != able and self._rules.all_in_show:
                self._table()
            self._deal()
            return
        folded = [seat for seat in self._seats if not live >> seat & 1]
        unpaid = unmatched(betting.total, folded)
        if unpaid is not None:
            betting.return_uncalled(*unpaid)
        betting.log.append(ROUND_OVER)
        if not live & (live - 1):
            self._settle()
            return
        if self._rules.all_in_show:
            self._table()
        self._due = self._to_come(street + 1, 3, 1)
        if not self._due or self._rules.runs == 1:
            self._deal()

    def _table(self) -> None:
        """A player is all-in and the others have nothing left to do: all live hands are tabled (TDA 16)."""
        order = self._order()
        known = tuple((seat, self._dealing.holes[seat]) for seat in order if self._known(seat))
        self._betting.log.append((TABLED, order, known))
        self._tabled = True
        self._shown = [seat for seat, _ in known]

    def _deal(self) -> None:
        """Deal what is due as far as the cards are at hand, then open the round or go to the showdown."""
        dealing = self._dealing
        while self._due:
            street, run, board = self._due[-1]
            if dealing.deck is None and not dealing.can_deal(
                run * self._rules.boards + board, street
            ):
                return
            self._lay(None)
        betting = self._betting
        if betting.street < 3 and betting.able & (betting.able - 1):
            betting.open_round()
        else:
            self._showdown()

    def _lay(self, cards: Cards | None) -> None:
        """Burn and deal the next of what is due."""
        dealing, log = self._dealing, self._betting.log
        street, run, board = self._due.pop()
        # An exposed card is the first burn: then none other is burned before the flop.
        burn = (
            not board and self._rules.burn and not (street == 1 and not run and bool(dealing.burns))
        )
        laid = dealing.lay(run * self._rules.boards + board, street, cards, burn)
        burned = dealing.burns[-1] if burn else None
        log.append((BOARD, street, run, board, laid, cards is None, burn, burned))

    # -- taking back -------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take back the last decision (an action, given cards, runs, a show or muck, a misdeal) and what followed.

        Raises IllegalActionError where none is left.
        """
        log = self._betting.log
        if len(log) <= self._floor:
            raise IllegalActionError("nothing is left to take back")
        while not self._take_back(log.pop()):
            pass

    def _take_back(self, entry: tuple[Any, ...]) -> bool:
        """Undo one entry; whether it was a decision and did not follow from one."""
        kind = entry[0]
        dealing = self._dealing
        if kind <= VOID:
            self._betting.take_back(entry)
            return bool(kind <= RAISE)
        if kind == COLLECTED:
            self._due = []
        elif kind == TABLED:
            self._tabled = False
            self._shown = []
        elif kind == BOARD:
            _, street, run, board, _, follows, burn, _ = entry
            dealing.take_up(run * self._rules.boards + board, street, burn)
            self._due.append((street, run, board))
            return not follows
        elif kind == RUNS:
            self._due = entry[2][:]
            self._runs = 0
            dealing.boards = dealing.boards[: self._rules.boards]
            return True
        elif kind == HOLE:
            dealing.holes[entry[1]] = entry[3]
            return True
        elif kind == EXPOSED:
            dealing.burns.pop()
            if dealing.deck is not None and entry[4] is not None:
                dealing.top -= 1
            dealing.holes[entry[1]] = entry[5]
            return True
        elif kind == MISDEALT:
            self._void = self._done = False
            self._due = entry[3][:]
            return not entry[2]
        elif kind == SHOWN:
            _, seat, _, before, voluntary, follows = entry
            dealing.holes[seat] = before
            if not voluntary:
                self._shown.remove(seat)
            return not follows
        elif kind == MUCKED:
            self._mucked.remove(entry[1])
            return not entry[2]
        else:
            for seat, amount in enumerate(entry[1]):
                self._betting.stack[seat] -= amount
            self._payouts = [0] * len(self._starting)
            self._rakes = ()
            self._done = self._lazy = False
        return False

    # -- copies, events, JSON ----------------------------------------------------------------------------------

    def copy(self) -> Hand:
        """An independent copy, its deck included."""
        other = type(self).__new__(type(self))
        for slots in (Showing.__slots__, Given.__slots__, Hand.__slots__):
            for name in slots:
                setattr(other, name, getattr(self, name))
        other._betting = self._betting.copy()
        other._dealing = self._dealing.copy()
        other._shown, other._mucked = self._shown[:], self._mucked[:]
        other._due = self._due[:]
        return other

    __copy__ = copy

    def _identity(self) -> tuple[object, ...]:
        """All that makes the hand what it is; the rest follows from it."""
        dealing = self._dealing
        return (
            self._stakes,
            self._starting,
            self._button,
            self._game,
            self._rules,
            self._posts,
            self._asking,
            self._initial,
            dealing.deck,
            dealing.given,
            dealing.deterministic,
            self._betting.log,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        # Never a hole card, a burn or the deck: a log line must not give them away.
        where = self.awaiting or ("misdealt" if self._void else "finished")
        return (
            f"<Hand {self._game.name}, {self._stakes!r}, {len(self._seats)} players, "
            f"{self.street}, pot {self.pot}, {where}>"
        )

    def events(self) -> tuple[Event, ...]:
        """All that happened, secrets included: the log of who runs the game."""
        return tuple(narrate(self))

    def events_for(self, seat: int | None) -> tuple[Event, ...]:
        """What the player of a seat (None: a spectator) may know of it. Raises ValueError for an empty seat."""
        if seat is not None and (not is_seat(seat) or seat not in self._seats):
            raise ValueError(
                f"view of seat {shown(seat)}: expected one of {list(self._seats)} or None"
            )
        return hidden(narrate(self), seat)

    def view(self, seat: int | None) -> Hand:
        """The hand as the player of a seat (None: a spectator) sees it: no deck, burned or foreign card is in it."""
        return rebuild(type(self), self.events_for(seat), known_good=True)

    @classmethod
    def from_events(cls, events: Iterable[Event]) -> Hand:
        """The hand that its events, all or the first of them, tell of. Raises ValueError where they do not fit."""
        return rebuild(cls, events)

    def to_json(self) -> str:
        """The whole hand as JSON text, secrets included; of a view what the view knows."""
        return dump(event.to_dict() for event in narrate(self))

    @classmethod
    def from_json(cls, text: str | bytes) -> Hand:
        """The inverse of to_json. Raises ValueError for anything else."""
        return rebuild(cls, [Event.from_dict(data) for data in load(text)])


def _verified_stacks(
    stacks: Sequence[int | None],
) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    """The stacks as a tuple, and the seats of the players."""
    listed = type(stacks) in (list, tuple) or (
        isinstance(stacks, Sequence) and not isinstance(stacks, str | bytes)
    )
    if not listed or len(stacks) > 100:
        raise ValueError(
            f"stacks {shown(stacks)}: expected chips for each seat, None for an empty one"
        )
    seats = []
    for seat, stack in enumerate(stacks):
        if stack is not None:
            seats.append(seat)
            if type(stack) is not int or not 0 < stack <= MAX_CHIPS:
                chips(stack, f"stack of seat {seat}", 1)
    if not 2 <= len(seats) <= 10:
        raise ValueError(f"{len(seats)} players: expected 2 to 10")
    return tuple(stacks), tuple(seats)
