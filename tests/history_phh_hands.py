"""Hands and helpers for the tests of Poker Hand History."""

from __future__ import annotations

import io
from datetime import datetime, timedelta, timezone

import history_hands as own

import omaha_fast as of
from omaha_fast.history import (
    Action,
    Bounty,
    Player,
    Posted,
    RecordedPot,
    Shown,
    Street,
    Tournament,
    parse_ohh,
)
from omaha_fast.history.phh import read_phh
from omaha_fast.history.phh_write import write_phh

# Two blinds, a pot-sized raise, a bet that nobody calls; comments, blanks and commentaries wherever they may be.
POT_LIMIT = """\
# A hand with everything that is allowed between fields.
variant = "PO"

antes = [0, 0, 0]
blinds_or_straddles = [0.50, 1, 0]
min_bet = 1
starting_stacks = [
  120.25,  # the small blind
  80,
  99.5,
]
actions = [
  # Before the flop
  "d dh p1 ????????",
  "d dh p2 AsAdKsQh",
  "d dh p3 ??????Kc",

  "  p3   cbr 3.5  # pot",
  "p1 f",
  "# somebody sneezes",
  "p2 cc",
  "",
  "d db Jc3d5c",
  "p2 cbr 2.25",
  "p3 f # 2.25 is too much",
]
author = "Somebody"
event = "Own Game"
city = "Budapest"
players = ["Ann", "Bob", ""]
currency = "EUR"
time_limit = inf
_colour = {of = "the felt", is = "green"}
"""
# Heads-up the arrays are reversed: p1 has the big blind and its ante, p2 the button and the small blind.
HEADS_UP = """\
variant = "FO/8"
antes = [0, 3]
blinds_or_straddles = [5, 10]
small_bet = 10
big_bet = 20
starting_stacks = [300, 200]
actions = [
  "d dh p1 As2d9c9h", "d dh p2 QsQdJcJh",
  "p2 cbr 20", "p1 cc",
  "d db Kd5c3h", "p1 cbr 10", "p2 cc",
  "d db Qc", "p1 cc", "p2 cbr 20", "p1 cc",
  "d db 7d", "p1 cc", "p2 cc",
  "p1 sm -", "p2 sm QsQdJcJh",
]
"""


def names(items):
    """The ids of records, the errors as they are."""
    return [item if isinstance(item, of.HistoryError) else item.id for item in items]


def read(data):
    """What a file of these bytes or this text holds."""
    return list(read_phh(io.BytesIO(data) if isinstance(data, bytes) else io.StringIO(data)))


def written(*records):
    """The records as a file of the format."""
    file = io.StringIO()
    assert write_phh(records, file) == len(records)
    return file.getvalue()


def changed(text, *pairs):
    """The text with other parts."""
    for before, after in pairs:
        assert before in text, before
        text = text.replace(before, after)
    return text


def cards(text):
    """A row of cards."""
    return tuple(of.parse_cards(text))


RECORDS = [parse_ohh(own.text(hand)) for hand in own.OWN]
SHOWDOWN, SPLIT, TWICE = RECORDS[0], RECORDS[1], RECORDS[6]
IDS = ["high", "split", "twice"]
LONE = Player(8, "Sitting Bull", 0, 0, sitting_out=True)
FEATURES = {
    "id": "a \"b\" 'c' \\ \n\t\x7f Ä 🂡 # [1]",
    "button": 2,
    "players": (
        Player(4, "Ann", 850, 850, bounty=0),
        Player(1, "", 1000, sitting_out=True),
        LONE,
        Player(3, "=", 1200, bounty=12345),
        Player(0, "Zoë", 77, None, True, 5),
    ),
    "posts": (
        Posted(4, "big_blind", 10, False),
        Posted(3, "small_blind", 5, None),
        Posted(1, "extra_blind", 10, True),
        Posted(1, "dead_blind", 5),
        Posted(3, "straddle", 999),
        Posted(3, "ante", 1),
        Posted(3, "ante", 1),
    ),
    "streets": (
        Street(
            "preflop",
            (
                Action(4, "bet", 35, None, None),
                Action(4, "call", None, 40, True),
                Action(1, "check", 7, None, False),
                Action(3, "call", 0),
                Action(3, "raise", None, 90),
                Action(3, "raise", 5, 3),
                Action(1, "raise", 10, 60),
                Action(1, "bet", None, 3),
                Action(3, "fold", 1, 1, True),
            ),
        ),
        Street("flop"),
    ),
    "boards": (cards("Kh7d2c"), cards("5s6s8s")),
    "dealt": ((4, cards("KdQc9d4s")), (1, ()), (4, cards("Kd")), (3, cards("2d3d"))),
    "shown": (
        Shown(4, cards("KdQc"), mucked=True),
        Shown(1, ()),
        Shown(3, (), mucked=True),
        Shown(4, cards("KdQc9d4s")),
    ),
    "pots": (
        RecordedPot(375, ((4, 300), (1, 0), (4, 60)), 10, 5),
        RecordedPot(0, ()),
        RecordedPot(9, ()),
    ),
    "uncalled": ((4, 5), (1, 0), (4, 5)),
    "site": "Röom",
    "network": "Net",
    "time": datetime(1, 1, 1, 0, 0, 0, 1),
    "table": '"',
    "table_size": 0,
    "currency": "€",
    "decimals": 5,
    "hero": 0,
    "flags": ("a", "", "c"),
    "tournament": Tournament(
        *(
            "7",
            "Main",
            datetime(2024, 1, 1, tzinfo=timezone(timedelta(hours=5))),
            "EUR",
            0,
            1,
            2,
            3,
        ),
        *("MTT", ("x",), "Turbo", 0, "07", (Bounty(4, 5), Bounty(3, 0, 1))),
    ),
}
