"""What a replay finds: exact, explained by one option of the house rules, or a contradiction with its first place."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["OPTIONS", "Difference", "Verdict"]

# The closed list: one option of HouseRules that a site may have otherwise, in the order in which they are offered.
# What cannot change a payout, a legal amount or a pot (burns, the order of showing by itself) is not in it.
OPTIONS: tuple[tuple[str, object], ...] = (
    ("odd_chip", "first_shown"),
    ("odd_chip", "high_card_suit"),
    ("reopen", "double"),
    ("max_bets", 5),
    ("max_bets", None),
    ("cap_lifted", "turn_river_heads_up"),
    ("cap_lifted", "round_starts_heads_up"),
    ("cap_lifted", "any_heads_up"),
    ("cap_lifted", "event_heads_up"),
    ("pot_limit_full_blinds", False),
    ("pot_limit_antes", "all"),
    ("pot_limit_antes", "none"),
    ("big_blind_ante_first", True),
    ("all_in_show", False),
)


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where a record and the rules part.

    street: "preflop" to "river", or "showdown".   seat: in the record's numbers, None where it is about no player.
    action: what is recorded there ("raise", "pot", "winner", ...).   recorded, expected: the chips of both, what is
    added for an action; None where the difference is none of amounts.   reason: in words and units.

    >>> str(Difference("flop", 3, "call", 40, 50, "call 40: expected 50"))
    'flop, seat 3, call: call 40: expected 50'
    """

    street: str
    seat: int | None
    action: str
    recorded: int | None
    expected: int | None
    reason: str

    def __str__(self) -> str:
        who = "" if self.seat is None else f", seat {self.seat}"
        return f"{self.street}{who}, {self.action}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say about a record.

    verdict: "exact", "explained" or "contradiction".   id, site, game: the record's.
    pot, rake: by the rules, in units; pot is None where the hand could not be played to its end.
    payouts: seat of the record to chips won, by the rules; empty where unknown cards leave it open.
    rule: the option that explains it, such as "odd_chip=first_shown", or None.
    difference: where a contradiction is, else None.
    checked: which statements of the record were compared with the rules: "posts", "actions", "all_in" (flags), "board",
    "pot", "pots" (each by itself), "rake" (by a schedule that was given), "uncalled", "winners" (who may win: all that
    is left where cards are unknown), "shares" (who won how much), "stacks". Where there is a contradiction, those
    before it.

    >>> Verdict("7", "Club", "omaha", "exact", pot=30).reason
    ''
    """

    id: str
    site: str
    game: str
    verdict: str
    pot: int | None = None
    rake: int = 0
    payouts: dict[int, int] = field(default_factory=dict)
    rule: str | None = None
    difference: Difference | None = None
    checked: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """The difference in words, "" where there is none."""
        return "" if self.difference is None else str(self.difference)
