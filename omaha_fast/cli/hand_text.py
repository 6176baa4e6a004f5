"""A hand told street by street: who did what, the pots, the equities of known hands, and why each chip went where."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import omaha_fast as of
from omaha_fast.cli.wording import percent
from omaha_fast.equity.display import card_names

if TYPE_CHECKING:
    from omaha_fast.engine import Award, Event, Hand

    Who = Callable[[int], str]
    Chips = Callable[[int], str]

POSTS = {
    "ante": "ante",
    "small_blind": "small blind",
    "big_blind": "big blind",
    "extra_blind": "extra blind, live",
    "dead_blind": "dead blind",
    "straddle": "straddle",
}
ACTIONS = {
    "folded": "folds",
    "checked": "checks",
    "called": "calls",
    "bet": "bets",
    "raised": "raises to",
}
DEALT_BEFORE = {"flop": 0, "turn": 3, "river": 4}


def told(event: Event, who: Who, chips: Chips) -> str | None:
    """One event in words, None for one that needs none."""
    name, fields = event.name, event.fields
    if name == "posted":
        text = f"{who(event.seat)} posts {chips(event.amount)}, {POSTS[event.kind]}"
    elif name in ACTIONS:
        amount = fields.get("to") if name == "raised" else fields.get("amount")
        text = f"{who(event.seat)} {ACTIONS[name]}" + (f" {chips(amount)}" if amount else "")
    elif name == "uncalled_returned":
        text = f"{chips(event.amount)} uncalled goes back to {who(event.seat)}"
    elif name == "runs_agreed" and event.runs > 1:
        text = f"the rest is run {event.runs} times"
    elif name == "shown":
        text = f"{who(event.seat)} shows {''.join(event.cards or ())}"
    elif name == "mucked":
        text = f"{who(event.seat)} mucks"
    elif name == "card_exposed":
        text = f"{event.card} of {who(event.seat)} is exposed and replaced"
    elif name == "misdealt":
        text = "misdeal: all chips go back" + (f", {event.reason}" if event.reason else "")
    else:
        return None
    return text + ", all-in" * bool(fields.get("all_in"))


class Telling:
    """A hand told event by event, in lines.

    who, chips: how seats and amounts are told.   known: hole cards by seat, for equities; none are told without.
    """

    def __init__(
        self, hand: Hand, who: Who, chips: Chips, known: Mapping[int, Sequence[int]] | None = None
    ) -> None:
        self.hand = hand
        self.who = who
        self.chips = chips
        self.known = known
        self.live = set(hand.seats)
        self.pot = 0
        self.boards: dict[tuple[int, int], list[str]] = {}  # by run and board
        self.started = self.agreed = False

    def lines(self, event: Event) -> Iterator[str]:
        """The lines that an event adds; the events come in their order."""
        name = event.name
        if not self.started and (name in ACTIONS or name in ("hole_dealt", "board_dealt")):
            self.started = True
            yield from self.street("preflop", "")
        if name == "posted" or name in ACTIONS:
            self.pot += event.fields.get("amount") or 0
        if name == "folded":
            self.live.discard(event.seat)
        elif name == "uncalled_returned":
            self.pot -= event.amount
        elif name == "runs_agreed":
            self.agreed = event.runs > 1
        elif name == "board_dealt":
            at = event.run, event.board
            if at not in self.boards:
                # A further run begins with the cards that all runs share.
                shared = DEALT_BEFORE[event.street] if event.run else 0
                self.boards[at] = self.boards.get((0, event.board), [])[:shared]
            self.boards[at] += event.cards
            title = event.street + f", run {event.run + 1}" * self.agreed
            several = self.hand.rules.boards > 1
            title += f", board {event.board + 1}" * several
            yield from self.street(title, "".join(self.boards[at]), several or event.run)
        line = told(event, self.who, self.chips)
        if line is not None:
            yield f"  {line}"

    def street(self, title: str, board: str, several: bool = False) -> Iterator[str]:
        """How a street begins: board, pot, and the equities where there is one board."""
        yield f"{title} {board}".rstrip() + f", pot {self.chips(self.pot)}"
        if self.known is None or several:
            return
        shares = equities_of(self.hand.game.name, board, self.live, self.known)
        if shares:
            yield "  equity: " + ", ".join(
                f"{self.who(seat)} {text} %" + " with any hand" * (seat not in self.known)
                for seat, text in shares
            )


def street_by_street(hand: Hand, who: Who, chips: Chips) -> Iterator[str]:
    """The lines of a hand up to its last event, with equities where the cards are known."""
    full = hand.game.cards
    known = {seat: cards for seat, cards in enumerate(hand.hole_cards) if len(cards) == full}
    telling = Telling(hand, who, chips, known)
    for event in hand.events():
        yield from telling.lines(event)


def equities_of(
    game: str, board: str, live: Collection[int], known: Mapping[int, Sequence[int]]
) -> list[tuple[int, str]]:
    """Seat and equity in percent of the live hands, where all are known, or one of two; else nothing.

    Known cards of who folded are dead. A hand that is not known is any hand.
    """
    seats = sorted(live)
    unknown = [seat for seat in seats if seat not in known]
    if len(seats) < 2 or len(unknown) > (len(seats) == 2):
        return []
    hands = [card_names(known[seat]) if seat in known else "*" for seat in seats]
    dead = "".join(card_names(cards) for seat, cards in known.items() if seat not in live)
    result = of.equity(hands, board, dead, game=game)
    return [
        (seat, percent(player.equity)) for seat, player in zip(seats, result.players, strict=True)
    ]


def payout(awards: Iterable[Award], rakes: Iterable[int], who: Who, chips: Chips) -> Iterator[str]:
    """Who got what of which pot, and by which cards."""
    for number, rake in enumerate(rakes):
        if rake:
            pot = f"side pot {number}" if number else "main pot"
            yield f"  rake {chips(rake)} of the {pot}"
    for award in awards:
        yield f"  {award.words(who, chips)}"
