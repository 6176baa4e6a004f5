"""What room text can hold of a record, and what it says of every hand: the record as it will be read again."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from typing import NoReturn

from ..engine.pots import unmatched
from ..errors import shown
from .record import Action, Posted, Record, RecordedPot, Tournament

__all__ = ["as_held", "first_round", "refuse"]

HELD_FLAGS = ("Fast", "Play_Money")


def refuse(name: str, value: object, expected: str) -> NoReturn:
    """Raise ValueError for a field that the format cannot hold.

    >>> refuse("decimals", 3, "2")
    Traceback (most recent call last):
    ValueError: decimals 3: expected 2
    """
    raise ValueError(f"{name} {shown(value)}: expected {expected}")


def as_held(record: Record) -> Record:
    """The record as it will be read again. Raises ValueError for a field that the format cannot hold.

    >>> from omaha_fast.engine import PotLimit
    >>> from omaha_fast.history import Player, Posted, Record, RecordedPot
    >>> as_held(Record(id="1", game="omaha", stakes=PotLimit(5, 10), button=1, pots=(RecordedPot(0, ()),),
    ...     players=(Player(1, "Ann", 8), Player(2, "Bob", 9)), posts=(Posted(2, "big_blind", 9),))).uncalled
    ((2, 9),)
    """
    _check_texts(record)
    if record.decimals not in (0, 2) or (
        record.decimals == 0 and record.currency and not record.tournament
    ):
        refuse("decimals", record.decimals, "2, or 0 for chips without a currency")
    code = record.currency
    if code and not (len(code) == 3 and code.isascii() and code.isalpha() and code.isupper()):
        refuse("currency", code, "the three letters of its code, or none")
    if record.time is not None and (
        record.time.tzinfo is None or record.time.microsecond or not 1 < record.time.year < 9999
    ):
        refuse("time", record.time.isoformat(), "whole seconds and a time zone, year 2 to 9998")
    if record.tournament is not None:
        _check_tournament(record.tournament, record.currency)
    follow = {"Observed": record.hero is None, "Run_It_Twice": len(record.boards) > 1}
    flags = tuple(flag for flag in record.flags if not follow.get(flag))
    if [flag for flag in HELD_FLAGS if flag in flags] != [*flags]:
        refuse("flags", record.flags, f"{', '.join(HELD_FLAGS)} in this order")
    hero = record.hero
    if len(record.dealt) == 1 and hero is None:
        hero = record.dealt[0][0]
    if hero is not None and [seat for seat, _ in record.dealt] != [hero]:
        refuse("hero", hero, "who alone has cards dealt")
    if not record.pots:
        refuse("pots", [], "at least one")
    return replace(
        _filled(record),
        flags=flags,
        hero=hero,
        players=tuple([replace(player, final_stack=None) for player in record.players]),
    )


def _check_texts(record: Record) -> None:
    """Refuse what would break a line, or could not be told from the words around it."""
    texts = {"id": record.id, "site": record.site, "network": record.network, "table": record.table}
    for name, text in texts.items():
        if any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text):
            refuse(name, text, "no control characters")
    names = [player.name for player in record.players]
    for text in names:
        if not text or any(unicodedata.category(sign) in ("Cc", "Cs") for sign in text):
            refuse("player", text, "a name without control characters")
        if names.count(text) > 1:
            refuse("player", text, "a name that no other player has")


def _check_tournament(info: Tournament, currency: str) -> None:
    """Refuse what the first line has no place for."""
    if currency != info.currency:
        refuse("currency", currency, f"the tournament's, {shown(info.currency)}")
    for name in ("start", "initial_stack", "kind", "flags", "speed", "round_time"):
        if getattr(info, name):
            refuse(
                f"tournament.{name}",
                getattr(info, name),
                "nothing; this format has no place for it",
            )
    for bounty in info.bounties:
        if bounty.defeated is None:
            refuse("tournament.bounties", bounty.amount, "who was defeated")


def _filled(record: Record) -> Record:
    """The record with what the format always says: who is all-in, what was not called.

    Raises ValueError where what it never says, totals of the round and final stacks, does not follow from the rest.
    """
    left = {player.seat: player.stack for player in record.players}
    posts = []
    paid = dict.fromkeys(left, 0)
    for post in record.posts:
        left[post.seat] -= post.amount
        all_in = left[post.seat] <= 0 if post.all_in is None else post.all_in
        posts.append(replace(post, all_in=all_in))
        if post.kind != "dead_blind" and (
            post.kind != "ante" or record.stakes.ante_kind == "uniform"
        ):
            paid[post.seat] += post.amount
    committed = first_round(record.posts)
    streets = []
    folded = set()
    for street in record.streets:
        actions = []
        for action in street.actions:
            actions.append(_action(action, left, committed))
            paid[action.seat] += actions[-1].added or 0
            if action.kind == "fold":
                folded.add(action.seat)
        streets.append(replace(street, actions=tuple(actions)))
        committed = {}
    uncalled = record.uncalled
    seats = [*paid]
    if not uncalled:
        rest = unmatched([*paid.values()], {at for at, seat in enumerate(seats) if seat in folded})
        uncalled = ((seats[rest[0]], rest[1]),) if rest else ()
    for seat, chips in (*uncalled, *record.payouts.items()):
        left[seat] += chips
    for player in record.players:
        if player.final_stack not in (None, left[player.seat]):
            refuse(
                "final_stack", player.final_stack, f"{left[player.seat]}, by the actions and pots"
            )
    pots = record.pots
    if len(record.boards) > 1:
        pots = tuple([replace(pot, wins=_summed(pot)) for pot in pots])
    return replace(record, posts=tuple(posts), streets=tuple(streets), uncalled=uncalled, pots=pots)


def _summed(pot: RecordedPot) -> tuple[tuple[int, int], ...]:
    won: dict[int, int] = {}
    for seat, chips in sorted(pot.wins):
        won[seat] = won.get(seat, 0) + chips
    return tuple(won.items())


def first_round(posts: Iterable[Posted]) -> dict[int, int]:
    """What the posts count for in the first round, by seat: antes and dead blinds count for nothing.

    >>> first_round([Posted(1, "ante", 5), Posted(1, "small_blind", 10)])
    {1: 10}
    """
    committed: dict[int, int] = {}
    for post in posts:
        if post.kind not in ("ante", "dead_blind"):
            committed[post.seat] = committed.get(post.seat, 0) + post.amount
    return committed


def _action(action: Action, left: dict[int, int], committed: dict[int, int]) -> Action:
    """An action as it is read again; stacks and the round move on."""
    name = f"{action.kind} of seat {action.seat}"
    idle = action.kind in ("fold", "check")
    added = 0 if idle and action.added is None else action.added
    if added is None or (idle and (added or action.all_in)):
        refuse(name, action.added, "the chips added")
    left[action.seat] -= added
    committed[action.seat] = committed.get(action.seat, 0) + added
    if action.to not in (None, committed[action.seat]):
        refuse(f"{name} to", action.to, f"{committed[action.seat]}, by what it adds")
    all_in = action.all_in
    if idle:
        all_in = None
    elif all_in is None:
        all_in = left[action.seat] <= 0
    return replace(action, added=added, to=None, all_in=all_in)
