"""The record of a hand that was played here, ready to be written."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from .. import errors
from ..cards import Card
from ..engine import Hand
from .record import STREETS, Action, Player, Posted, Record, RecordedPot, Shown, Street

__all__ = ["record_hand"]

VERBS = {"folded": "fold", "checked": "check", "called": "call", "bet": "bet", "raised": "raise"}


def record_hand(
    hand: Hand,
    id: str,
    *,
    names: Mapping[int, str] | None = None,
    cards_of: Collection[int] | None = None,
    **about: Any,
) -> Record:
    """The record of a finished hand. Seat numbers count from 1.

    id: as text, the one of the hand in its file.
    names: of the players by seat of the hand; without one it is "Seat 1" and so on.
    cards_of: seats whose hole cards are recorded as dealt; all that are known by default. Shown ones always are.
    about: further fields of Record, such as site, time, currency, hero (a seat number of the record); players replaces
    the ones made here. decimals is 2 where a currency is named, its cents being the chips, else 0.
    Raises ValueError for a hand that is not finished, is void, or has several boards: no record holds those.

    >>> import omaha_fast as of
    >>> hand = of.engine.Hand(of.engine.PotLimit(5, 10), [1000, 900])
    >>> hand.raise_to(30); hand.fold()
    >>> record_hand(hand, "7", names={0: "Ann"}).pots
    (RecordedPot(amount=20, wins=((2, 20),), rake=0, jackpot=0),)
    """
    if not isinstance(hand, Hand):
        raise TypeError(f"a {type(hand).__name__}: expected a Hand, such as Table.hand")
    for seat in cards_of or ():
        if seat not in hand.seats:
            raise ValueError(f"cards of seat {errors.shown(seat)}: expected seats of {hand.seats}")
    if not hand.finished or hand.void:
        raise ValueError("a hand that is not finished, or void: expected one that was played")
    if not isinstance(id, str):
        raise TypeError(f"id {errors.shown(id)}: expected text")
    if names is not None and not isinstance(names, Mapping):
        raise TypeError(
            f"names of type {type(names).__name__}: expected a mapping of seats to names"
        )
    for seat in names or ():
        if seat not in hand.seats:
            raise ValueError(
                f"a name for seat {errors.shown(seat)}: expected seats of {hand.seats}"
            )
    if hand.rules.boards > 1:
        raise ValueError(f"a hand with {hand.rules.boards} boards: expected one")
    posts: list[Posted] = []
    shown: list[Shown] = []
    uncalled: list[tuple[int, int]] = []
    actions: dict[str, list[Action]] = {"preflop": []}
    street = "preflop"
    for event in hand.events():
        name, fields = event.name, event.fields
        if name == "posted":
            posts.append(
                Posted(fields["seat"] + 1, fields["kind"], fields["amount"], fields["all_in"])
            )
        elif kind := VERBS.get(name):
            added = fields.get("amount", 0)
            actions[street].append(
                Action(fields["seat"] + 1, kind, added, None, fields.get("all_in"))
            )
        elif name == "board_dealt":
            street = fields["street"]
            actions.setdefault(street, [])
        elif name == "uncalled_returned":
            uncalled.append((fields["seat"] + 1, fields["amount"]))
        elif name == "shown":
            shown.append(Shown(fields["seat"] + 1, _cards(fields["cards"])))
        elif name == "mucked":
            shown.append(Shown(fields["seat"] + 1, (), mucked=True))
    settlement = hand.settlement
    called = names or {}
    wins: list[dict[int, int]] = [{} for _ in settlement.pots]
    for award in settlement.awards:
        won = wins[award.pot]
        won[award.seat + 1] = won.get(award.seat + 1, 0) + award.amount
    seats = hand.seats if cards_of is None else [seat for seat in hand.seats if seat in cards_of]
    made: dict[str, Any] = {
        "decimals": 2 if about.get("currency") else 0,
        "players": tuple(
            Player(
                seat + 1,
                called.get(seat, f"Seat {seat + 1}"),
                hand.starting_stacks[seat] or 0,
                hand.stacks[seat],
            )
            for seat in hand.seats
        ),
        "posts": tuple(posts),
        "streets": tuple(Street(name, tuple(actions[name])) for name in STREETS if name in actions),
        "boards": tuple(board for board in hand.boards if board),
        "dealt": tuple(
            (seat + 1, hand.hole_cards[seat]) for seat in seats if hand.hole_cards[seat]
        ),
        "shown": tuple(shown),
        "pots": tuple(
            RecordedPot(pot.amount, tuple(sorted(won.items())), rake)
            for pot, won, rake in zip(settlement.pots, wins, settlement.rakes, strict=True)
        ),
        "uncalled": tuple(uncalled),
    }
    return Record(
        id=id, game=hand.game.name, stakes=hand.stakes, button=hand.button + 1, **(made | about)
    )


def _cards(names: list[str] | None) -> tuple[Card, ...]:
    return tuple(Card(name) for name in names or ())
