"""Records replayed by the rules: each action made in a Hand, and what the record says compared with what comes out.

Nothing that is compared is taken from the record: pots, winners, shares and stacks are the engine's. Where no rake
schedule is given, the rake of each pot is the record's (no rule says it); where the record merges the pots, it is tried
from the main pot first and in proportion, and what lies between is not held against it. Who gets the rest is never the
record's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Generic, TypeVar

from ..engine import Hand, HouseRules
from ..errors import HistoryError, shown
from .comparing import compare
from .playing import DEFAULT, Parting, Playing
from .record import Record
from .verdict import OPTIONS, Verdict

__all__ = ["hand_of", "played", "replay", "replay_all", "replay_tagged"]

Tag = TypeVar("Tag")


def replay(record: Record, rules: HouseRules = DEFAULT) -> Verdict:
    """The verdict on one record: "exact" or "contradiction".

    Whether an option explains it, only the other hands of the site can tell: see replay_all.
    rules: the house rules it was played by; their rake, where they have one, is checked too.

    >>> from omaha_fast.engine import PotLimit
    >>> from omaha_fast.history import Action, Player, Posted, Record, RecordedPot, Street, replay
    >>> record = Record(
    ...     id="1", game="omaha", stakes=PotLimit(5, 10), button=1,
    ...     players=(Player(1, "Ann", 1000), Player(2, "Bob", 900)),
    ...     posts=(Posted(1, "small_blind", 5), Posted(2, "big_blind", 10)),
    ...     streets=(Street("preflop", (Action(1, "raise", 25), Action(2, "fold", 0))),),
    ...     pots=(RecordedPot(20, ((1, 20),)),))
    >>> verdict = replay(record)
    >>> verdict.verdict, verdict.pot, verdict.payouts
    ('exact', 20, {1: 20})
    """
    if not isinstance(record, Record):
        raise TypeError(f"a {type(record).__name__}: expected a Record")
    return _verdict(Playing(record, _rules(rules), None))


def replay_all(
    records: Iterable[Record | HistoryError], rules: HouseRules = DEFAULT
) -> Iterator[Verdict | HistoryError]:
    """The verdicts on many records, such as read_ohh yields; its errors pass through.

    A hand that one option of the closed list OPTIONS makes exact is "explained" when the same option makes every hand
    of its site in the run exact. Such a hand is kept back until that is known, at the latest until the end, so verdicts
    do not come in the order of the records; of a hand kept back only its verdicts stay in memory.

    >>> list(replay_all([]))
    []
    """
    for _, verdict in replay_tagged(((None, record) for record in records), rules):
        yield verdict


def replay_tagged(
    records: Iterable[tuple[Tag, Record | HistoryError]], rules: HouseRules = DEFAULT
) -> Iterator[tuple[Tag, Verdict | HistoryError]]:
    """replay_all for records that each come with a tag (of their file, say), which comes back with the verdict.

    >>> list(replay_tagged([("today.ohh", HistoryError("today.ohh:1: no hand"))]))
    [('today.ohh', HistoryError('today.ohh:1: no hand'))]
    """
    sites: dict[str, _Site[Tag]] = {}
    _rules(rules)
    for tag, record in records:
        if isinstance(record, HistoryError):
            yield tag, record
            continue
        site = sites.get(record.site)
        if site is None:
            site = sites[record.site] = _Site(rules)
        yield from site.verdicts(tag, record)
    for site in sites.values():
        yield from site.rest()


def _rules(rules: HouseRules) -> HouseRules:
    if not isinstance(rules, HouseRules):
        raise TypeError(
            f"rules {shown(rules)}: expected HouseRules, such as HouseRules.preset('H')"
        )
    return rules


class _Site(Generic[Tag]):
    """The hands of one site: which options still make every one of them exact, and the verdicts that wait for that."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self.options = [option for option in OPTIONS if getattr(rules, option[0]) != option[1]]
        self.waiting: list[tuple[Tag, Verdict, dict[tuple[str, object], Verdict]]] = []

    def verdicts(self, tag: Tag, record: Record) -> Iterator[tuple[Tag, Verdict]]:
        """The verdicts that this hand settles."""
        played = Playing(record, self.rules, None)
        verdict = _verdict(played)
        exact = verdict.verdict == "exact"
        others: dict[tuple[str, object], Verdict] = {}
        for option in self.options:
            if not exact or _depends(played, option[0]):
                others[option] = _verdict(Playing(record, self.rules, option))
        broken = [option for option, other in others.items() if other.verdict != "exact"]
        self.options = [option for option in self.options if option not in broken]
        if exact:
            yield tag, verdict
        else:
            kept = {option: other for option, other in others.items() if other.verdict == "exact"}
            self.waiting.append((tag, verdict, kept))
        if not self.options:
            yield from self.rest()

    def rest(self) -> Iterator[tuple[Tag, Verdict]]:
        """What waits, settled by the first option that is left."""
        waiting, self.waiting = self.waiting, []
        for tag, verdict, others in waiting:
            if self.options:
                name, value = option = self.options[0]
                yield tag, replace(others[option], verdict="explained", rule=f"{name}={value}")
            else:
                yield tag, verdict


def _verdict(playing: Playing) -> Verdict:
    """Play it and compare."""
    record = playing.record
    try:
        hand = playing.play()
        compare(playing, hand)
    except Parting as parting:
        playing.parted = parting.difference
    played, parted = playing.hand, playing.parted
    done = played is not None and played.finished
    return Verdict(
        record.id,
        record.site,
        record.game,
        "exact" if parted is None else "contradiction",
        played.pot if played is not None and (done or parted is None) else None,
        played.rake if played is not None and done else 0,
        # Where cards that would decide are unknown, the shares are known only when the record's are the same.
        playing.due if done and (not playing.unknown or "shares" in playing.checked) else {},
        None,
        parted,
        tuple(playing.checked),
    )


def _depends(playing: Playing, option: str) -> bool:
    """Whether another value of an option could change an exact hand: where this says no, it could not."""
    hand, base, stakes = playing.hand, playing.base, playing.record.stakes
    assert hand is not None
    if option in ("max_bets", "cap_lifted"):
        # By the default rules only what was refused can become legal.
        lax = base.max_bets == DEFAULT.max_bets and base.cap_lifted == DEFAULT.cap_lifted
        return stakes.kind == "fixed_limit" and not lax
    if option == "reopen":
        # It only decides who may raise again over an all-in; without such a raise nobody did.
        return playing.raised_all_in
    if option == "odd_chip":
        return any(award.odd for award in playing.awards)
    if option == "all_in_show":
        return hand.tabled and (bool(playing.unknown) or base.odd_chip != DEFAULT.odd_chip)
    if option == "pot_limit_full_blinds":
        return stakes.kind == "pot_limit" and playing.short_blinds
    if option == "pot_limit_antes":
        return stakes.kind == "pot_limit" and stakes.ante > 0
    return stakes.ante_kind == "big_blind"


def hand_of(record: Record, rules: HouseRules = DEFAULT) -> Hand:
    """The Hand of a record, as far as the rules follow it: to its end, or to the first place where they part.

    Its seats are the record's dealt-in players (and an empty button seat) in order, from 0.
    Raises ValueError where the hand cannot even begin.

    >>> from omaha_fast.engine import PotLimit
    >>> from omaha_fast.history import Player, Posted, Record
    >>> hand_of(Record(id="1", game="omaha", stakes=PotLimit(5, 10), button=1,
    ...     players=(Player(1, "Ann", 1000), Player(2, "Bob", 900)),
    ...     posts=(Posted(1, "small_blind", 5), Posted(2, "big_blind", 10)))).actor
    0
    """
    result = played(record, rules)
    if result.hand is None:
        raise ValueError(f"hand {record.id!r} cannot begin: {result.parted}")
    return result.hand


def played(
    record: Record, rules: HouseRules = DEFAULT, option: tuple[str, object] | None = None
) -> Playing:
    """The record played and compared: .hand, where it could begin, and .parted, where record and rules part.

    option: of OPTIONS, by which it is played.
    """
    result = Playing(record, rules, option)
    _verdict(result)
    return result
