"""The shapes of the lines of room text: a closed list, each of them linear in what it reads."""

from __future__ import annotations

import re

from ..cards import Card

__all__ = ["COLLECTED", "RUNS", "pot_number"]

# The words for the runs of the board; no file can ask for more.
RUNS = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH")

AMOUNT = r"[^\s\[\](){}]{1,60}"
ACTION = re.compile(
    rf"(calls|bets|raises|posts [a-z &]{{3,24}}|straddles?) (?:({AMOUNT}) to )?({AMOUNT})"
    r"(,? and is all-in)?"
)
POST_WORDS = {
    "small blind": "small_blind",
    "big blind": "big_blind",
    "ante": "ante",
    "straddle": "straddle",
    "dead blind": "dead_blind",
    "missed blind": "dead_blind",
    "extra blind": "extra_blind",
    "small & big blinds": "both",
}
VERBS = {"calls": "call", "bets": "bet", "raises": "raise"}
CARDS = {str(card): card for card in map(Card, range(52))}
SHOWS = re.compile(r"(?:shows|mucks|folds) \[([^\[\]]{0,40})\](?: \(.*\))?")
SECTION = re.compile(
    rf"\*\*\* (?:({'|'.join(RUNS)}) )?(HOLE CARDS|FLOP|TURN|RIVER|SHOW ?DOWN|SUMMARY) \*\*\*"
    r"((?: \[[^\[\]]{0,40}\]){0,2})(?: \{[^{}]{0,40}\})?"
)
BOARD = re.compile(rf"(?:({'|'.join(RUNS)}) )?Board \[([^\[\]]{{0,40}})\]")
COLLECTED = re.compile(r" from (?:(main|side) )?pot(?:-([0-9]{1,2}))?(?: \([^()]*\))?$", re.I)
WON = re.compile(rf"\b(?:won|collected) \(({AMOUNT})\)")
WON_START = re.compile(r"\b(?:won|collected) \(")
POSITION = re.compile(r"(?: \((?:button|small blind|big blind|button blind)\)){0,3}")
BOUNTY = re.compile(rf" wins (?:the )?({AMOUNT})(?: bounty)? for eliminating ")
INCREASE = re.compile(rf" and their own bounty increases by {AMOUNT} to {AMOUNT}$|$")
SEAT_END = re.compile(
    rf" \(({AMOUNT}) in chips(?:, ({AMOUNT}) bounty)?\)( is sitting out| out of hand \([^()]*\))?$"
)
TABLE_END = re.compile(
    r"(?: ([0-9]{1,3})-max)?( \(Play Money\))?(?: Seat #([0-9]{1,3}) is the button)?"
)

# What happens at the table and is no part of the hand. A closed list of what lines end with: all else is an error.
ASIDE = re.compile(
    r"(?: joins the table at seat #[0-9]{1,2}| leaves the table|:? is sitting out|:? sits out"
    r"| sits down| stands up| is disconnected| is connected| has timed out"
    r"| has timed out while (?:being )?disconnected| has returned| has reconnected"
    r"| was removed from the table for failing to post| will be allowed to play after the button"
    rf"| has [0-9]{{1,4}} seconds? left to (?:act|reconnect)| adds {AMOUNT}(?: chips)?"
    rf"| re-buys and receives {AMOUNT} chips for {AMOUNT}"
    rf"| takes the add-on and receives {AMOUNT} chips for {AMOUNT}"
    rf"|:? cashed out the hand for {AMOUNT}(?: \| Cash Out Fee {AMOUNT})?"
    rf"| finished the tournament in [0-9]{{1,6}}(?:st|nd|rd|th) place(?: and received {AMOUNT}\.?)?"
    rf"| wins the tournament(?: and receives {AMOUNT} - congratulations!)?"
    rf"| split the {AMOUNT} bounty for eliminating [^\n]{{1,200}}"
    rf"|: chooses to EV cashout|: pays cashout (?:risk|fee) \({AMOUNT}\)|: receives cashout \({AMOUNT}\)"
    r"|: shows hand)$",
    re.I,
)
OUTCOMES = ("folded ", "collected (", "won (", "lost", "didn't", "(didn't")
SUMMARY_ASIDE = ("Hand was run ", "Hand ended at ", "Game ended")


def pot_number(found: re.Match[str]) -> int:
    """The number of the pot that COLLECTED has found: 0 is the main pot.

    >>> [pot_number(COLLECTED.search(text)) for text in ("$1 from pot", "$1 from side pot", "$1 from side pot-2")]
    [0, 1, 2]
    """
    return int(found[2] or 1) if (found[1] or "").lower() == "side" else 0
