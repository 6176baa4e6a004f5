"""Room text read: every dialect and field of our own hands, and names that try to break it."""

from __future__ import annotations

import doctest
import importlib
import re
import zoneinfo
from datetime import UTC, datetime, timedelta

import history_hands
import pytest
import room_hands as own
from room_hands import read

import omaha_fast as of
from omaha_fast.engine import FixedLimit, NoLimit, PotLimit
from omaha_fast.history import (
    Action,
    Bounty,
    Posted,
    Record,
    RecordedPot,
    Shown,
    Tournament,
    replay,
)
from omaha_fast.history.room_header import eastern, is_header, parse_header, parse_time
from omaha_fast.history.room_text import parse_room_text, read_room_text
from omaha_fast.history.room_words import described

MODULES = "room_header room_lines room_patterns room_text room_held room_words room_write"
samples = pytest.mark.skipif(history_hands.SAMPLES is None, reason="OMAHA_FAST_HANDS is not set")


def cards(text):
    return tuple(of.parse_cards(text))


@pytest.mark.parametrize("name", MODULES.split())
def test_examples(name):
    """Every docstring's example is true."""
    module = importlib.import_module(f"omaha_fast.history.{name}")
    assert doctest.testmod(module).failed == 0


# -- what is read ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", own.ALL, ids=own.IDS)
def test_hands_worked_out_by_hand_are_exact(text):
    """Pots, rakes and shares of these hands were worked out on paper, and the rules agree."""
    verdict = replay(parse_room_text(text))
    assert (verdict.verdict, verdict.reason) == ("exact", "")
    assert {"posts", "actions", "all_in", "pots", "winners", "shares"} <= {*verdict.checked}


def test_a_cash_game_field_by_field():
    """Everything that the hand says, in cents."""
    record = parse_room_text(own.CASH)
    assert (record.id, record.site, record.game, record.currency) == (
        "101",
        "PokerStars",
        "omaha8",
        "EUR",
    )
    assert record.stakes == PotLimit(50, 100)
    assert (record.table, record.table_size, record.button) == ("Aludra's II", 6, 6)
    assert record.time == datetime(2014, 1, 6, 11, 54, 48, tzinfo=UTC)
    assert [(player.seat, player.name, player.stack) for player in record.players] == [
        (1, "Ann", 600),
        (2, "Bob", 5025),
        (4, "Cid", 4000),
        (5, "Dan", 9990),
        (6, "Eve", 3000),
    ]
    assert [player.seat for player in record.players if player.sitting_out] == [5]
    assert record.posts == (
        Posted(1, "small_blind", 50, False),
        Posted(4, "big_blind", 100, False),
        Posted(2, "extra_blind", 100, False),
        Posted(2, "dead_blind", 50, False),
    )
    assert (record.hero, record.dealt) == (6, ((6, cards("KsKh9c9d")),))
    assert [street.name for street in record.streets] == ["preflop", "flop", "turn", "river"]
    assert record.streets[0].actions[:2] == (
        Action(6, "raise", 400, None, False),
        Action(1, "call", 350, None, False),
    )
    assert record.streets[1].actions[0] == Action(1, "bet", 200, None, True)
    assert record.streets[1].actions[2] == Action(6, "raise", 800, None, False)
    assert record.boards == (cards("7s8dKdQc2h"),)
    assert record.uncalled == ((6, 1000),)
    assert record.shown == (Shown(6, cards("KsKh9c9d")), Shown(1, cards("As3cJhTd")))
    assert record.pots == (
        RecordedPot(1950, ((1, 945), (6, 945)), 60),
        RecordedPot(1200, ((6, 1160),), 40),
    )
    assert (record.decimals, record.flags, record.tournament) == (2, (), None)


def test_a_tournament_field_by_field():
    """Whole chips; buy-in, bounties and prizes in cents."""
    record = parse_room_text(own.TOURNEY)
    info = record.tournament
    assert info is not None
    assert (info.number, info.buy_in, info.bounty, info.fee) == ("77", 100, 50, 10)
    assert (info.level, info.currency, record.decimals) == ("III", "USD", 0)
    assert info.bounties == (Bounty(4, 75, 2),)
    assert [player.bounty for player in record.players] == [50, 75, 50]
    assert record.stakes == NoLimit(50, 100, 10)
    assert record.button == 3
    assert record.streets[0].actions[0] == Action(2, "call", 75, None, True)
    assert record.time == datetime(2018, 4, 24, 21, tzinfo=UTC)
    # Who mucked is known from the summary.
    assert record.shown[1] == Shown(1, cards("4s4h5c5d"), mucked=True)


def test_fixed_limit_has_its_bets_in_the_first_line_and_its_blinds_in_the_posts():
    """15/30 plays 10 and 15; play money is whole chips."""
    record = parse_room_text(own.LIMIT)
    assert record.stakes == FixedLimit(15, 30, 10, 15)
    assert (record.game, record.decimals, record.currency) == ("omaha6-8", 0, "")
    assert record.flags == ("Play_Money",)
    assert record.shown == (Shown(3, cards("As")),)
    short = own.LIMIT.replace("blind 15", "blind 12 and is all-in")
    items = read(short)
    assert not isinstance(items[0], Record) or items[0].stakes == FixedLimit(15, 30, 10, 15)


def test_all_in_that_no_line_tells():
    """Some rooms do not flag it: then nothing is said, and nothing is contradicted."""
    record = parse_room_text(own.CASH.replace(" and is all-in", ""))
    assert record.streets[1].actions[0] == Action(1, "bet", 200, None, None)
    assert record.streets[1].actions[1].all_in is False
    assert replay(record).verdict == "exact"


def test_runs_and_a_straddle():
    """The board of each run is complete, the winnings of both are one."""
    record = parse_room_text(own.TWICE)
    assert record.boards == (cards("KsQd4c2h7s"), cards("KsQd4c9cAd"))
    assert record.posts[2] == Posted(4, "straddle", 400, False)
    assert record.pots == (
        RecordedPot(6100, ((3, 2975), (4, 2975)), 150),
        RecordedPot(16000, ((1, 7800), (3, 7800)), 400),
    )
    assert (record.site, record.flags) == ("PokerStars", ("Fast",))
    assert [street.name for street in record.streets] == ["preflop", "flop", "turn", "river"]


def test_who_owes_the_ante():
    """All of them; the big blind, also where the ante took its stack; the button."""
    antes = "Ann: posts the ante 10\nBob: posts the ante 10\nCid: posts the ante 10\n"
    for ante, kind in (
        (antes, "uniform"),
        ("Ann: posts the ante 10\n", "big_blind"),
        ("Bob: posts the ante 10\n", "uniform"),
    ):
        assert parse_room_text(own.TOURNEY.replace(antes, ante)).stakes.ante_kind == kind
    taken = own.TOURNEY.replace(antes, "Bob: posts the ante 10\n").replace(
        "Ann: posts big blind 100\n", ""
    )
    taken = taken.replace("Cid: calls 50", "Cid: calls 25")
    assert parse_room_text(taken).stakes.ante_kind == ("big_blind")
    button = own.LIMIT.replace("Bob: posts small", "Ann: posts the ante 5\nBob: posts small")
    assert parse_room_text(button).stakes == FixedLimit(15, 30, 10, 15, 5, "button")


def test_what_else_is_taken_from_the_pot_is_its_jackpot():
    """One room lists its rake, jackpot and taxes; cards of nobody are no cards."""
    record = parse_room_text(own.CLUB)
    assert record.pots == (RecordedPot(60, ((4, 55),), 3, 2),)
    assert (record.site, record.id, record.currency) == ("Poker", "OM22", "USD")
    assert (record.hero, record.dealt) == (4, ((4, cards("6h6c5s9d")),))
    assert record.time == datetime(2023, 11, 1, 17, 53, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "game", "kind"),
    [
        ("Omaha Pot Limit", "omaha", "pot_limit"),
        ("Omaha Hi/Lo No Limit", "omaha8", "no_limit"),
        ("5 Card Omaha Pot Limit", "omaha5", "pot_limit"),
        ("5 Card Omaha Hi/Lo Pot Limit", "omaha5-8", "pot_limit"),
        ("6 Card Omaha Pot Limit", "omaha6", "pot_limit"),
        ("Omaha Hi-Lo Pot Limit", "omaha8", "pot_limit"),
        ("PLO", "omaha", "pot_limit"),
        ("PLO-5", "omaha5", "pot_limit"),
        ("PLO8", "omaha8", "pot_limit"),
        ("NLO6", "omaha6", "no_limit"),
        ("{A club, with #} Omaha Pot Limit", "omaha", "pot_limit"),
    ],
)
def test_words_for_games(words, game, kind):
    """Several rooms, several words."""
    folds = "Bob collected $0.1 from pot\n*** SUMMARY ***\nTotal pot $0.1 | Rake $0\nSeat 1: Ann"
    text = own.CLUB[: own.CLUB.index("Ann: calls")] + f"Ann: folds\n{folds} folded before Flop\n"
    text = text.replace("PLO", words).replace("Dealt to Bob [6h 6c 5s 9d]\n", "")
    record = parse_room_text(text + "Seat 4: Bob collected ($0.1)")
    assert (record.game, record.stakes.kind) == (game, kind)


@pytest.mark.parametrize(
    ("stakes", "expected"),
    [
        ("($0.05/$0.10 USD)", ("USD", 2, 5)),
        ("(€0.05/€0.10 EUR)", ("EUR", 2, 5)),
        ("(£0.05/£0.1 GBP)", ("GBP", 2, 5)),
        ("(¥0.05/¥0.10 CNY)", ("CNY", 2, 5)),
        ("(¥0.05/¥0.10)", ("CNY", 2, 5)),
        ("(0.05/0.10 SEK)", ("SEK", 2, 5)),
        ("(0.05/0.10)", ("", 2, 5)),
        ("($0.05/$0.10 - Ante $0.02 USD)", ("USD", 2, 5)),
    ],
)
def test_currencies(stakes, expected):
    """The symbol, the code, or neither."""
    symbol = stakes[1] if stakes[1] in "$€£¥" else ""
    record = parse_room_text(own.CLUB.replace("($0.05/$0.1)", stakes).replace("$", symbol))
    assert (record.currency, record.decimals, record.stakes.small_blind) == expected
    assert record.stakes.ante == (2 if "Ante" in stakes else 0)


HEADERS = [
    (
        "PokerStars Game #5:  HORSE (Omaha Hi/Lo Limit, $2/$4 USD)",
        {"game": "omaha8", "structure": "fixed_limit", "small": 200, "big": 400},
    ),
    (
        "PokerStars Home Game Hand #5: {The club}  Omaha Pot Limit (10/20)",
        {"site": "PokerStars Home Game", "network": "The club", "small": 10},
    ),
    (
        "PokerStars Hand #5: Tournament #9, Freeroll  Omaha No Limit - Level I (10/20)",
        {"tournament": Tournament("9", buy_in=0, level="I"), "structure": "no_limit"},
    ),
    (
        "PokerStars Hand #5: Tournament #9, €0.91+€0.09 EUR Omaha Pot Limit - Match Round I, Level II (10/20)",
        {
            "tournament": Tournament(
                "9", buy_in=91, fee=9, currency="EUR", level="Match Round I, Level II"
            ),
            "currency": "EUR",
        },
    ),
    (
        "Poker Hand #TM5: Tournament #9, Weekly PLO Level5(100/200(25)) - 2024/01/01 10:00:00",
        {"tournament": Tournament("9", name="Weekly", level="Level5"), "ante": 25},
    ),
    (
        "Poker Hand #TM5: Tournament #9, $5+$0.50 PLO Level5(100/200(25)) - 2024/01/01 10:00:00",
        {"ante": 25, "small": 100, "big": 200, "structure": "pot_limit", "game": "omaha"},
    ),
    ("Hand #5: Omaha Pot Limit (1,000/2,000)", {"site": "", "small": 1000, "big": 2000}),
    (
        "X Hand #5: Omaha Limit ($10/$20 - Blinds $3/$10 - Big Blind Ante $1 USD)",
        {"blinds": (300, 1000), "ante": 100, "ante_kind": "big_blind"},
    ),
]


@pytest.mark.parametrize(("line", "expected"), HEADERS, ids=range(len(HEADERS)))
def test_first_lines(line, expected):
    """Mixed games, home games, tournaments, antes in parentheses."""
    assert is_header(line)
    header = parse_header(line)
    assert {name: getattr(header, name) for name in expected} == expected


ZONES = {"ET": "America/New_York", "CET": "Europe/Berlin", "WET": "Europe/Lisbon"}


@pytest.mark.parametrize("zone", [*ZONES, "EET"])
def test_times_are_those_of_the_time_zone_database(zone):
    """Differential: every day since 2001, against the standard library's zones; and back for the eastern USA."""
    try:
        there = zoneinfo.ZoneInfo(ZONES.get(zone, "Europe/Helsinki"))
    except zoneinfo.ZoneInfoNotFoundError:
        pytest.skip("no time zone database")
    moment = datetime(2001, 1, 1, 0, 30)
    while moment.year < 2027:
        local = moment.replace(tzinfo=there)
        found = parse_time(f"{moment:%Y/%m/%d %H:%M:%S}", zone, None, None)
        if local.astimezone(UTC).astimezone(there) == local:
            assert found == local.astimezone(UTC)
        utc = moment.replace(tzinfo=UTC)
        if zone == "ET":
            assert f"{eastern(utc):%d %H}" == f"{utc.astimezone(there):%d %H}"
        moment += timedelta(hours=19)


def test_the_time_in_brackets():
    """A zone that is not known may be there when the eastern time stands behind it."""
    text = own.CASH.replace("6:54:48 ET", "12:54:48 XYZ [2014/01/06 6:54:48 ET]")
    assert parse_room_text(text).time == datetime(2014, 1, 6, 11, 54, 48, tzinfo=UTC)
    (item,) = read(own.CASH.replace("6:54:48 ET", "6:54:48 XYZ"))
    assert "time zone 'XYZ': expected UTC" in str(item)


@pytest.mark.parametrize(
    ("hole", "board", "words"),
    [
        ("2c2dKhQs", "3h5s9cJd7h", "a pair of Deuces"),
        ("6c6dKhKs", "3h5s9cJdQh", "a pair of Kings"),
        ("6c6d2hKs", "6h5s9cJdJh", "a full house, Sixes full of Jacks"),
        ("Ac2dKhQs", "3h4s5cJd9h", "a straight, Ace to Five"),
        ("Ts9dKhQs", "8h7s6cJd2h", "a straight, Seven to Jack"),
        ("AsKsQdQh", "QsJsTs2d3c", "a Royal Flush"),
        ("6s7s2d2h", "8s9sTs2c3c", "a straight flush, Six to Ten"),
        ("AsKdQhJh", "9s8d4c", "high card Ace"),
        ("As4sQhJh", "9s8s2s", "a flush, Ace high"),
        ("AsKsQhJh", "", ""),
        ("As", "9s8d4c", ""),
    ],
)
def test_words_for_hands(hole, board, words):
    """The words of the room, from the ranks that play."""
    assert described(cards(hole), cards(board) if board else (), "omaha") == words


# -- names -------------------------------------------------------------------------------------------------------------

EVIL = [
    "Ann: calls €1",
    "Ann",
    "Ann: folds",
    "Cid collected €5 from pot",
    "Seat 1: Bob (€5 in chips)",
    "(button) (small blind) folded before Flop",
    "*** SUMMARY ***",
    "*** FLOP *** [7s 8d Kd]",
    "Uncalled bet (€1) returned to Ann",
    "Dealt to Bob [As Ah]",
    "Total pot €5 | Rake €0",
    "[As Kh]",
    'said, "x',
    "Ann said, ",
    "  two  blanks  ",
    "Zoë ✓ 李雷",
    "wins the €1 bounty for eliminating Ann",
    "PokerStars Hand #1: Omaha Pot Limit (€1/€2) - 2014/01/06 6:54:48 ET",
    "x leaves the table",
    "a" * 1000,
    ")",
    ": ",
    "posts big blind €1",
    "Hand cancelled",
    "Ann: shows [4c] (x",
    "No low hand qualified",
]


@pytest.mark.parametrize("evil", EVIL, ids=range(len(EVIL)))
@pytest.mark.parametrize("who", ["Ann", "Cid", "Eve"])
def test_names_that_try_to_break_the_lines(evil, who):
    """The same hand with another name, whatever that says; also where the others' names are part of it."""
    plain = parse_room_text(own.CASH)
    if any(player.name == evil and evil != who for player in plain.players):
        pytest.skip("a name that another player has")
    text = re.sub(rf"\b{who}\b(?!')", lambda _: evil, own.CASH)
    record = parse_room_text(text)
    seat = next(player.seat for player in plain.players if player.name == who)
    assert record.player(seat).name == evil
    for name in ("posts", "streets", "shown", "pots", "uncalled", "dealt"):
        assert getattr(record, name) == getattr(plain, name), name


def test_a_name_that_is_the_beginning_of_another():
    """The longest name that fits is meant."""
    text = own.CASH.replace("Ann", "Eve: x").replace("Cid", "Eve: x: folds")
    plain = parse_room_text(own.CASH)
    assert parse_room_text(text).streets == plain.streets


# -- real hands --------------------------------------------------------------------------------------------------------


@samples
def test_each_sample_gets_a_verdict():
    """24 real hands: one was cancelled; in one more the rake is not what is missing from the pot, by its own totals."""
    items = list(read_room_text(history_hands.SAMPLES / "room-text.txt"))
    assert len(items) == 24
    errors = [str(item) for item in items if isinstance(item, of.HistoryError)]
    assert len(errors) == 1
    assert "hand '110222853693': the hand was cancelled" in errors[0]
    verdicts = [replay(item) for item in items if isinstance(item, Record)]
    wrong = [(v.id, v.reason) for v in verdicts if v.verdict != "exact"]
    assert wrong == [
        (
            "886664460000891",
            "showdown, winner: 330 won in all: expected 324, the pot less the rake",
        )
    ]
    assert all("shares" in v.checked for v in verdicts if v.verdict == "exact")


@samples
def test_a_winner_whose_line_was_damaged_is_told_by_the_summary():
    """In two samples "Player2 $2.50 from pot" is of the one whose seat has that name in the summary."""
    items = [
        item
        for item in read_room_text(history_hands.SAMPLES / "room-text.txt")
        if isinstance(item, Record) and item.id == "109716666902"
    ]
    assert [item.payouts for item in items] == [{1: 250}, {1: 250}]
