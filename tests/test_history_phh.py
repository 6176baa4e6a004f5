"""Poker Hand History: what is read of the standard's fields, and round trips of whatever a record holds."""

from __future__ import annotations

import copy
import doctest
import importlib
import io
import json
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import history_hands as own
import pytest
from history_phh_hands import (
    FEATURES,
    HEADS_UP,
    POT_LIMIT,
    RECORDS,
    SHOWDOWN,
    SPLIT,
    TWICE,
    cards,
    changed,
    read,
    written,
)

import omaha_fast as of
from omaha_fast.engine import FixedLimit, NoLimit, PotLimit
from omaha_fast.history import (
    Action,
    Bounty,
    Player,
    Posted,
    Record,
    RecordedPot,
    Shown,
    Street,
    Tournament,
    read_ohh,
    record_hand,
    replay,
)
from omaha_fast.history.phh import parse_phh, read_phh
from omaha_fast.history.phh_write import phh_text, write_phh

MODULES = "actions betting fields time write"


@pytest.mark.parametrize("name", ["phh", *(f"phh_{part}" for part in MODULES.split())])
def test_examples(name):
    """Every docstring's example is true."""
    module = importlib.import_module(f"omaha_fast.history.{name}")
    result = doctest.testmod(module)
    assert result.failed == 0 < result.attempted


# -- what is read ------------------------------------------------------------------------------------------------------


def test_a_hand_is_read_field_by_field():
    """Positions become seats, amounts become cents, "to" becomes the chips added."""
    record = parse_phh(POT_LIMIT)
    assert (record.game, record.stakes, record.decimals) == ("omaha", PotLimit(50, 100), 2)
    assert record.players == (Player(1, "Ann", 12025), Player(2, "Bob", 8000), Player(3, "", 9950))
    assert record.button == 3
    assert record.posts == (Posted(1, "small_blind", 50), Posted(2, "big_blind", 100))
    assert record.streets == (
        Street("preflop", (Action(3, "raise", 350), Action(1, "fold", 0), Action(2, "call", 250))),
        Street("flop", (Action(2, "bet", 225), Action(3, "fold", 0))),
    )
    assert record.boards == (cards("Jc3d5c"),)
    assert record.dealt == ((2, cards("AsAdKsQh")), (3, cards("Kc")))
    assert (record.shown, record.pots, record.uncalled) == ((), (), ())
    assert (record.site, record.currency, record.id) == ("Own Game", "EUR", "")
    assert (record.time, record.tournament, record.hero) == (None, None, None)
    assert replay(record).verdict == "exact"


def test_heads_up_the_forced_bets_are_reversed():
    """The button posts the small blind and acts first before the flop."""
    record = parse_phh(HEADS_UP)
    assert (record.game, record.decimals) == ("omaha8", 0)
    assert record.stakes == FixedLimit(10, 20, 5, 10, 3, "big_blind")
    assert record.button == 2
    assert record.posts == (
        Posted(2, "small_blind", 5),
        Posted(1, "big_blind", 10),
        Posted(1, "ante", 3),
    )
    assert record.streets[0].actions == (Action(2, "raise", 15), Action(1, "call", 10))
    assert [action.kind for action in record.streets[2].actions] == ["check", "bet", "call"]
    assert record.shown == (Shown(1, cards("As2d9c9h")), Shown(2, cards("QsQdJcJh")))
    assert replay(record).payouts == {1: 51, 2: 52}


@pytest.mark.parametrize(
    ("antes", "blinds", "stakes", "posts"),
    [
        ("[0, 0, 0, 0]", "[1, 2, 0, 0]", PotLimit(1, 2), "1s1 2b2"),
        ("[0, 0, 0, 0]", "[1, 2, 4, 8]", PotLimit(1, 2), "1s1 2b2 3S4 4S8"),
        ("[0, 0, 0, 0]", "[1, 2, 0, 4]", PotLimit(1, 2), "1s1 2b2 4S4"),
        ("[0, 0, 0, 0]", "[1, 2, -2, 2]", PotLimit(1, 2), "1s1 2b2 3e2 4e2"),
        ("[0, 0, 0, 0]", "[2, 0, 0, 0]", PotLimit(0, 2), "1b2"),
        ("[0, 0, 0, 0]", "[-2, 2, 0, 0]", PotLimit(0, 2), "2b2 1e2"),
        ("[1, 1, 1, 1]", "[1, 2, 0, 0]", PotLimit(1, 2, 1), "1a1 2a1 3a1 4a1 1s1 2b2"),
        ("[0, 2, 0, 0]", "[1, 2, 0, 0]", PotLimit(1, 2, 2, "big_blind"), "1s1 2b2 2a2"),
        ("[0, 0, 0, 3]", "[1, 2, 0, 0]", PotLimit(1, 2, 3, "button"), "4a3 1s1 2b2"),
        ("[0, 0, 1, 0]", "[1, 2, -2, 0]", PotLimit(1, 2), "1s1 2b2 3e2 3d1"),
        ("[9, 9, 9, 9]", "[1, 2, 0, 0]", PotLimit(1, 2, 9), "1a9 2a9 3a9 4a9 1s1 2b1"),
    ],
    ids=range(11),
)
def test_forced_bets(antes, blinds, stakes, posts):
    """Antes of all, of one, dead blinds; blinds, straddles, live posts; short stacks post what they have."""
    kinds = dict(zip("absedS", ("ante", "big_blind", "small_blind", "extra_blind"), strict=False))
    kinds |= {"d": "dead_blind", "S": "straddle"}
    text = (
        f'variant = "PO"\nantes = {antes}\nblinds_or_straddles = {blinds}\nmin_bet = 2\n'
        "starting_stacks = [90, 10, 90, 90]\nactions = []\n"
    )
    record = parse_phh(text)
    assert record.stakes == stakes
    assert record.posts == tuple(
        Posted(int(post[0]), kinds[post[1]], int(post[2:])) for post in posts.split()
    )


def test_a_short_big_blind_is_owed_in_full_by_all_but_the_last():
    """Three players call 10 of a big blind of 4; the small blind alone calls what matches it."""
    text = (
        'variant = "PO"\nantes = [0, 0, 0]\nblinds_or_straddles = [2, 10, 0]\nmin_bet = 10\n'
        'starting_stacks = [90, 4, 90]\nactions = ["p3 ACT", "p1 cc"]\n'
    )
    calls = parse_phh(text.replace("ACT", "cc")).streets[0].actions
    assert calls == (Action(3, "call", 10), Action(1, "call", 8))
    last = parse_phh(text.replace("ACT", "f")).streets[0].actions
    assert last == (Action(3, "fold", 0), Action(1, "call", 2))
    # An ante that takes the whole stack leaves no blind; the player behind is the first to act all the same.
    none = text.replace("antes = [0, 0, 0]", "antes = [4, 4, 4]").replace("ACT", "cc")
    assert parse_phh(none).streets[0].actions == calls
    # Without any blind it is the first left of the button.
    bare = none.replace("[2, 10, 0]", "[0, 0, 0]").replace('"p3 cc", ', "")
    assert parse_phh(bare).streets[0].actions == (Action(1, "call", 10),)


def test_seats_names_and_times():
    """The fields that the standard has for them."""
    text = POT_LIMIT + (
        'seats = [4, 6, 9]\nseat_count = 9\ntable = 7\nhand = 123\nvenue = "Room"\n'
        "time = 20:15:30\nday = 1\nmonth = 7\nyear = 2024\n"
    )
    record = parse_phh(text)
    assert [player.seat for player in record.players] == [4, 6, 9]
    assert (record.button, record.table_size, record.table, record.id) == (9, 9, "7", "123")
    assert (record.site, record.time) == ("Room", datetime(2024, 7, 1, 20, 15, 30, tzinfo=UTC))
    hours = {
        'time_zone_abbreviation = "EDT"': 4,
        'time_zone_abbreviation = "CET"': -1,
        'time_zone = "America/New_York"': 4,
        'time_zone_abbreviation = "ET"': 4,
    }
    for zone, later in hours.items():
        moment = parse_phh(text + zone).time
        assert moment == datetime(2024, 7, 1, 20, 15, 30, tzinfo=UTC) + timedelta(hours=later)
    unknown = ['time_zone = "Mars/Base"', 'time_zone = "../etc"', 'time_zone_abbreviation = "XXX"']
    for zone in [*unknown, 'time_zone = "America"', 'region = "B"\ncountry = "Hungary"']:
        assert parse_phh(text + zone).time is None


@pytest.mark.parametrize(
    ("more", "decimals"),
    [
        ("", 0),
        ('currency = "EUR"', 2),
        ('currency_symbol = "$"', 2),
        ('currency = "EUR"\nlevel = 3', 0),
        ("finishing_stacks = [290.5, 209.5]", 2),
        ('currency = "EUR"\n_omaha_fast_decimals = 3', 3),
    ],
)
def test_decimals_are_guessed(more, decimals):
    """Whole chips without a currency, or of a tournament, are chips; the rest has cents."""
    record = parse_phh(HEADS_UP + more)
    assert record.decimals == decimals
    assert record.players[0].stack == 300 * 10**decimals


def test_a_level_is_a_tournament():
    """The standard has no other field that tells."""
    record = parse_phh(HEADS_UP + 'level = 12\nevent = "Friday"\n')
    assert record.tournament == Tournament(name="Friday", level="12")
    assert record.site == ""


def test_winnings_and_final_stacks_tell_the_pot():
    """One pot, as in other formats that merge them; what nobody wins is rake."""
    pots = (RecordedPot(103, ((1, 51), (2, 52))),)
    assert parse_phh(HEADS_UP + "winnings = [51, 52]").pots == pots
    assert parse_phh(HEADS_UP + "finishing_stacks = [298, 202]").pots == pots
    raked = parse_phh(HEADS_UP + "winnings = [50, 50]\nfinishing_stacks = [297, 200]")
    assert raked.pots == (RecordedPot(103, ((1, 50), (2, 50)), 3),)
    assert [player.final_stack for player in raked.players] == [297, 200]
    # The bet of 2.25 went back; nothing is won while the hand goes on.
    won = parse_phh(POT_LIMIT + "winnings = [0, 7.5, 0]")
    assert won.pots == (RecordedPot(750, ((2, 750),)),)
    assert parse_phh(POT_LIMIT + "finishing_stacks = [119.75, 84, 96]").pots == won.pots
    assert parse_phh(POT_LIMIT + "finishing_stacks = [119.75, 74.25, 96]").pots == ()
    assert replay(won).verdict == "exact"


def test_cards_one_by_one():
    """Boards and hole cards may come in parts, or all at once."""
    text = changed(HEADS_UP, ('"d dh p1 As2d9c9h"', '"d dh p1 As2d", "d dh p1 9c??"'))
    text = changed(text, ('"d db Kd5c3h"', '"d db Kd", "d db 5c3h"'), ('"p1 sm -"', '"p1 sm"'))
    record = parse_phh(text)
    assert record.dealt[0] == (1, cards("As2d9c"))
    assert record.boards == (cards("Kd5c3hQc7d"),)
    assert record.shown[0] == Shown(1, (), mucked=True)
    unknown = parse_phh(changed(HEADS_UP, ("d db Qc", "d db ??"), ("d db 7d", "d db ??")))
    assert unknown.boards == (cards("Kd5c3h"),)
    assert len(unknown.streets) == 4


# -- round trips -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_what_is_written_is_read_again(record):
    """The record of every hand of ours comes back, by itself and from a file."""
    text = phh_text(record)
    assert text.isascii()
    assert text.splitlines()[-1].startswith("actions = ")
    assert parse_phh(text) == record
    assert parse_phh("[1]\n" + text) == record
    assert read(written(record, record)) == [record, record]


def test_random_hands_of_the_engine_come_back():
    """Every game, structure, ante, rake, several runs: 200 hands, in chips and in cents; replayed they are exact."""
    rng = random.Random(20240229)
    records = [
        record_hand(own.random_hand(rng), str(number), decimals=rng.choice([0, 2, 3]))
        for number in range(200)
    ]
    assert sum(len(record.boards) > 1 for record in records) > 5
    back = read(written(*records))
    assert back == records
    assert all(replay(record).verdict == "exact" for record in back[:50])


def test_the_variants_of_the_standard_and_the_others():
    """PO and FO/8 are the standard's; the others stand in a field of ours, marked, and the standard's stays away."""
    hands = {PotLimit(5, 10): "P", NoLimit(5, 10): "N", FixedLimit(10, 20, 5): "F"}
    codes = {}
    for stakes, letter in hands.items():
        for game in of.games.GAMES:
            record = Record(
                id="", game=game, stakes=stakes, button=1, players=SHOWDOWN.players, decimals=0
            )
            first = phh_text(record).splitlines()[0]
            size, low = {"5": "5", "6": "6"}.get(game[5:6], ""), "/8" if game.endswith("8") else ""
            code = f"{letter}O{size}{low}"
            codes[code] = first
            assert parse_phh(phh_text(record)) == record
    assert len(codes) == 18
    for code, line in codes.items():
        if code in ("PO", "FO/8"):
            assert line == f'variant = "{code}"'
        else:
            assert line == f'_omaha_fast_variant = "{code}"  # outside the standard'


@pytest.mark.parametrize("field", FEATURES)
def test_every_field_of_a_record_comes_back(field):
    """Each field with what no other format would write, alone and with others."""
    base = replace(SHOWDOWN, streets=SHOWDOWN.streets[:2], boards=(), dealt=(), shown=(), pots=())
    base = replace(base, hero=None)
    if field in ("button", "hero"):
        base = replace(base, players=FEATURES["players"])
    record = replace(base, **{field: FEATURES[field]})
    assert parse_phh(phh_text(record)) == record
    assert read(written(base, record, base)) == [base, record, base]


def test_all_of_that_at_once():
    """Contradictions and all: a record says what it says."""
    record = replace(SHOWDOWN, **FEATURES)
    assert parse_phh(phh_text(record)) == record
    assert parse_phh(phh_text(replace(record, streets=(), boards=()))).streets == ()


def test_random_records_come_back():
    """700 hands with fields set, dropped, doubled, shuffled: what another format reads, this one holds."""
    rng = random.Random(5)
    values = [None, 0, 1, 5, 0.01, 100, 3, True, False, [], "", "As", "Turn", "Raise", "Post Dead"]
    count = 0
    for _ in range(700):
        hand = copy.deepcopy(rng.choice(own.OWN))
        for _ in range(rng.randint(1, 3)):
            container, key = rng.choice([*places(hand)])
            match rng.randrange(5) if isinstance(container, list) else rng.randrange(3):
                case 0 | 1:
                    container[key] = rng.choice(values)
                case 2:
                    del container[key]
                case 3:
                    container.insert(key, copy.deepcopy(rng.choice(container)))
                case 4:
                    rng.shuffle(container)
        (item,) = read_ohh([json.dumps({"ohh": hand})])
        if not isinstance(item, of.HistoryError):
            assert parse_phh(phh_text(item)) == item
            count += 1
    assert count > 120


def places(value):
    """Every (container, key) in a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        yield value, key
        if isinstance(item, dict | list):
            yield from places(item)


def test_writing_to_a_path(tmp_path):
    """Numbered tables, a blank line between two, in ASCII."""
    path = tmp_path / "hands.phhs"
    assert write_phh(RECORDS, path) == len(RECORDS)
    assert path.read_bytes().isascii()
    headers = [line for line in path.read_text().splitlines() if line.startswith("[")]
    assert headers == [f"[{number}]" for number in range(1, len(RECORDS) + 1)]
    assert path.read_text().count("\n\n") == len(RECORDS) - 1
    assert list(read_phh(path)) == list(read_phh(str(path))) == RECORDS


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"streets": (Street("preflop", (Action(1, "raise"),)),)}, "added: raise of p3 without"),
        ({"table": "x" * 1001}, "table .*expected at most 1000 characters"),
        ({"site": "\ud800"}, "venue .*surrogates"),
        ({"flags": ("x",) * 101}, "flags a list of 101: expected at most 100"),
        (
            {"streets": (Street("preflop", (Action(1, "fold", 0),) * 3001),)},
            "actions a list of 300[0-9]: expected at most 3000",
        ),
        (
            {"pots": (RecordedPot(0, ((1, 10**15 - 1), (1, 1))),)},
            "amount 10+: expected at most 15 digits",
        ),
        ({"tournament": Tournament(speed="." * 900, kind="." * 900, number="." * 900)}, None),
        (
            {"players": tuple(Player(seat, "." * 900, 5) for seat in range(9))},
            "dots: expected at most",
        ),
        ({"table_size": 10**15}, "seat_count .* 15 digits"),
        ({"tournament": Tournament(bounties=(Bounty(1, 1),) * 101)}, "list of 101"),
    ],
    ids=range(10),
)
def test_what_the_format_cannot_hold_is_refused(changes, told):
    """Named, never left out."""
    changes = {
        "posts": (),
        "dealt": (),
        "shown": (),
        "pots": (),
        "boards": (),
        "hero": None,
    } | changes
    record = replace(SHOWDOWN, **({"streets": ()} | changes))
    if told is None:
        assert parse_phh(phh_text(record)) == record
        return
    with pytest.raises(of.HistoryError, match=told) as error:
        phh_text(record)
    assert str(error.value).startswith("hand 'high': ")
    file = io.StringIO()
    with pytest.raises(of.HistoryError):
        write_phh([SPLIT, record], file)
    assert read(file.getvalue()) == [SPLIT]


def test_hands_that_are_all_in_are_shown_before_the_board_is_run_out():
    """As in the standard's own example."""
    text = phh_text(TWICE)
    assert text.index("p2 cc") < text.index("p1 sm") < text.index("p2 sm") < text.index("d db 2h")
    text = phh_text(SHOWDOWN)
    assert text.index("d db 9h") < text.index("p2 sm")


def test_who_has_folded_shows_no_hand():
    """Cards that are shown after a fold are no action of the standard: they stand in a field of ours."""
    folded = Shown(3, cards("2c3c4c5c"))
    record = replace(SHOWDOWN, boards=(cards("Kh7d2s3s9h"),), shown=(*SHOWDOWN.shown, folded))
    text = phh_text(record)
    assert "p1 sm" not in text
    assert 'shown = ["p2 shows KdQc9d4s", "p3 shows AsAcJdTd", "p1 shows 2c3c4c5c"]' in text
    assert parse_phh(text) == record


@pytest.mark.skipif(own.SAMPLES is None, reason="OMAHA_FAST_HANDS is not set")
def test_the_samples_come_back():
    """290 real hands written as one file and read again: the same records."""
    records = list(read_ohh(own.SAMPLES / "home-games.ohh.jsonl"))
    assert len(records) == 290
    assert read(written(*records)) == records
