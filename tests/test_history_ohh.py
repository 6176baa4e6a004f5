"""Open Hand History read and written: every field of our own hands, round trips, and bad input of any kind."""

from __future__ import annotations

import io
import json
import random
import time
from dataclasses import replace
from datetime import datetime
from decimal import Decimal

import history_hands as own
import pytest

import omaha_fast as of
from omaha_fast.engine import FixedLimit, NoLimit, PotLimit
from omaha_fast.history import (
    Action,
    Posted,
    Shown,
    amount_text,
    ohh_text,
    parse_amount,
    parse_ohh,
    read_ohh,
    record_hand,
    write_ohh,
)
from omaha_fast.history.source import MAX_RECORD

MARK = b"\xef\xbb\xbf"


def names(items):
    """The ids of records, the errors as they are."""
    return [item if isinstance(item, of.HistoryError) else item.id for item in items]


def read(data):
    """What a file of these bytes or this text holds."""
    return list(read_ohh(io.BytesIO(data) if isinstance(data, bytes) else io.StringIO(data)))


def changed(hand, **fields):
    """A copy of the object with other fields."""
    return json.loads(json.dumps(hand)) | fields


# -- what is read ------------------------------------------------------------------------------------------------------


def test_a_hand_is_read_field_by_field():
    """Everything the hand says, in units of a cent."""
    record = parse_ohh(own.text(own.SHOWDOWN))
    assert (record.id, record.site, record.table, record.currency) == (
        "high",
        "Own",
        "Table Ä",
        "EUR",
    )
    assert record.time is not None
    assert record.time.isoformat() == "2024-02-29T23:59:59+00:00"
    assert record.stakes == PotLimit(5, 10)
    assert (record.button, record.hero, record.table_size) == (1, 4, 6)
    assert [(player.seat, player.stack) for player in record.players] == [
        (1, 1000),
        (3, 1200),
        (4, 850),
    ]
    assert record.posts == (Posted(3, "small_blind", 5), Posted(4, "big_blind", 10))
    assert record.streets[0].actions[:2] == (Action(1, "raise", 35), Action(3, "fold", 0))
    assert [street.name for street in record.streets] == ["preflop", "flop", "turn", "river"]
    assert record.boards == (tuple(of.parse_cards("Kh7d2c3s9h")),)
    assert record.dealt == ((4, tuple(of.parse_cards("KdQc9d4s"))),)
    assert record.shown[1] == Shown(1, tuple(of.parse_cards("AsAcJdTd")))
    assert (record.pot, record.rake, record.payouts) == (375, 15, {4: 360})
    assert record.tournament is None


def test_structures():
    """Pot, no and fixed limit; the big bet is twice the big blind."""
    assert parse_ohh(own.text(own.NO_LIMIT)).stakes == NoLimit(50, 100)
    assert parse_ohh(own.text(own.FIXED)).stakes == FixedLimit(100, 200, 50, 100)


def test_games():
    """Omaha and hi/lo; five cards are told from the cards."""
    assert parse_ohh(own.text(own.SPLIT)).game == "omaha8"
    assert parse_ohh(own.text(own.FIVE)).game == "omaha5"


def test_all_kinds_of_posts():
    """Straddle, live extra blind, dead blind, ante for all and for the table."""
    kinds = [post.kind for post in parse_ohh(own.text(own.DEAD)).posts]
    assert kinds == ["small_blind", "big_blind", "extra_blind", "dead_blind"]
    assert parse_ohh(own.text(own.STRADDLE)).posts[2] == Posted(4, "straddle", 40)
    assert parse_ohh(own.text(own.TOURNAMENT)).stakes == NoLimit(100, 200, 25)
    assert parse_ohh(own.text(own.BIG_BLIND_ANTE)).stakes == PotLimit(100, 200, 200, "big_blind")


def test_a_second_big_blind_is_an_extra_blind():
    """Some writers have no other word for who comes back into the game."""
    hand = json.loads(own.text(own.DEAD).replace("Post Extra Blind", "Post BB"))
    kinds = [post.kind for post in parse_ohh(json.dumps(hand)).posts]
    assert kinds == ["small_blind", "big_blind", "extra_blind", "dead_blind"]


def test_two_runs_are_two_boards():
    """A street that comes again is the next run of the board."""
    record = parse_ohh(own.text(own.TWICE))
    assert [" ".join(map(str, board)) for board in record.boards] == [
        "Ks Qd 4c 2h 7s",
        "Ks Qd 4c 9c Ad",
    ]
    assert record.shared_board() == 3
    assert [street.name for street in record.streets] == ["preflop", "flop", "turn", "river"]


def test_a_tournament_has_whole_chips_and_money_in_cents():
    """Chips are the unit, buy-ins and bounties are money."""
    record = parse_ohh(own.text(own.TOURNAMENT))
    info = record.tournament
    assert info is not None
    assert (record.decimals, record.players[0].stack) == (0, 1500)
    assert (info.number, info.buy_in, info.fee, info.bounty) == ("T-77", 1000, 125, 500)
    assert (info.initial_stack, info.speed, info.round_time) == (3000, "Turbo", 300)
    assert [(won.seat, won.amount, won.defeated) for won in info.bounties] == [(3, 250, 1)]
    assert record.players[0].bounty == 500
    assert record.players[3].sitting_out
    assert record.players[1].final_stack == 2875


def test_a_cash_game_may_say_that_it_is_none():
    """Some writers fill in every field of the format."""
    empty = {"tournament": False, "tournament_info": None, "tournament_bounties": []}
    assert parse_ohh(own.text(own.SPLIT | empty)) == parse_ohh(own.text(own.SPLIT))
    assert parse_ohh(own.text(own.SPLIT | {"tournament_info": None})).tournament is None
    info = own.TOURNAMENT | {"tournament": None}
    assert parse_ohh(own.text(info)) == parse_ohh(own.text(own.TOURNAMENT))


def test_ids_may_be_texts_and_cards_may_be_unknown():
    """Player ids are any number or text; a card that is not known is an empty place."""
    source = json.dumps({"ohh": own.SHOWDOWN})
    for seat in (1, 3, 4):
        source = source.replace(f'"player_id": {100 + seat}', f'"player_id": "p{seat}"').replace(
            f'"id": {100 + seat}', f'"id": "p{seat}"'
        )
    hand = json.loads(source)
    hand["ohh"]["hero_player_id"] = "p4"
    hand["ohh"]["rounds"][-1]["actions"][1]["cards"] = ["As", None, "", "Td"]
    record = parse_ohh(json.dumps(hand))
    assert record.hero == 4
    assert record.shown[1].cards == tuple(of.parse_cards("AsTd"))


# -- round trips -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", own.OWN, ids=lambda hand: hand["game_number"])
def test_what_is_written_is_read_again(hand):
    """The record of every hand of ours comes back, by itself and from a file."""
    record = parse_ohh(own.text(hand))
    assert parse_ohh(ohh_text(record)) == record
    file = io.StringIO()
    assert write_ohh([record, record], file) == 2
    assert read(file.getvalue()) == [record, record]


def test_random_hands_of_the_engine_come_back():
    """Every game, structure, ante, rake, several runs: 300 hands."""
    rng = random.Random(20240229)
    records = [record_hand(own.random_hand(rng), str(number)) for number in range(300)]
    assert sum(len(record.boards) > 1 for record in records) > 5
    file = io.StringIO()
    write_ohh(records, file)
    assert read(file.getvalue()) == records


def test_writing_to_a_path(tmp_path):
    """A file with a blank line between two hands, in ASCII."""
    records = [parse_ohh(own.text(hand)) for hand in own.OWN]
    path = tmp_path / "hands.ohh"
    assert write_ohh(records, path) == len(own.OWN)
    assert path.read_bytes().isascii()
    assert path.read_text().count("\n\n") == len(own.OWN) - 1
    assert list(read_ohh(path)) == records
    assert list(read_ohh(str(path))) == records


def test_amounts_are_exact():
    """0.1 + 0.2 is no float here: what is printed is what is meant, whatever the format of the number."""
    assert [parse_amount(text) for text in ("0.29", "1e2", "12.50", "0.070")] == [
        29,
        10000,
        1250,
        7,
    ]
    assert amount_text(1234567890123, 2) == "12345678901.23"
    for units in (0, 1, 29, 57, 999999999999999):
        assert parse_amount(amount_text(units)) == units
        assert parse_amount(Decimal(units).scaleb(-2)) == units


ABSURD = [
    *("0.125", "-1", "1e15", "1e2000000", "1e-2000000", "NaN", "Infinity", "", "ten", "1" * 41),
    *(10**5000, 1.5, None, True, "1." + "0" * 35 + "1", 10**13),
]


@pytest.mark.parametrize("amount", ABSURD, ids=range(len(ABSURD)))
def test_absurd_amounts(amount):
    """No rounding, no long arithmetic: refused at once."""
    start = time.perf_counter()
    with pytest.raises(ValueError, match="amount"):
        parse_amount(amount)
    assert time.perf_counter() - start < 0.5


# -- files -------------------------------------------------------------------------------------------------------------

THREE = [own.SHOWDOWN, own.SPLIT, own.TWICE]
IDS = ["high", "split", "twice"]


@pytest.mark.parametrize("between", ["\n", "\n\n", "\r\n", "\r\n\r\n", "\n \n\n", "", "\r"])
@pytest.mark.parametrize("mark", [b"", MARK])
def test_line_ends_blank_lines_and_a_byte_order_mark(between, mark):
    """One hand a line, blank lines or not, Windows line ends, even no line end at all."""
    data = between.join(json.dumps({"ohh": hand}) for hand in THREE)
    assert names(read(mark + data.encode())) == IDS
    assert names(read(mark + (data + between).encode())) == IDS


@pytest.mark.parametrize("indent", [0, 2, "\t"])
def test_hands_over_several_lines(indent):
    """Between blank lines a hand may take many lines; without them a new start ends it."""
    hands = [json.dumps({"ohh": hand}, indent=indent) for hand in THREE]
    assert names(read("\n\n".join(hands))) == IDS
    assert names(read("\n".join(hands))) == IDS
    items = read(hands[0][:700] + "\n" + hands[1])
    assert names(items)[1:] == ["split"]
    assert isinstance(items[0], of.HistoryError)


LONG = ["0e2000000", "1e2000000", "1e-2000000", "0." + "1" * 100000, "-0.0"]


@pytest.mark.parametrize("number", LONG, ids=range(len(LONG)))
@pytest.mark.parametrize("field", ["dealer_seat", "table_size", "big_blind_amount", "ante_amount"])
def test_numbers_that_take_long_to_compute(number, field):
    """A hand or an error at once."""
    line = json.dumps({"ohh": changed(own.SPLIT, **{field: "X"})}).replace('"X"', number)
    start = time.perf_counter()
    assert len(read(line)) == 1
    assert time.perf_counter() - start < 0.5


def test_an_empty_file():
    """No hands, no errors."""
    assert read(b"") == read(MARK) == read(b"\r\n\n \n") == read("") == []


def test_a_broken_hand_is_told_with_its_place_and_the_rest_is_read(tmp_path):
    """File, line, and what was expected."""
    lines = [json.dumps({"ohh": hand}) for hand in THREE]
    lines[1] = lines[1][:-40]
    path = tmp_path / "day.ohh"
    path.write_text("\n".join(lines))
    first, broken, last = read_ohh(path)
    assert (first.id, last.id) == ("high", "twice")
    assert isinstance(broken, of.HistoryError)
    assert str(broken).startswith(f"{path}:2: no JSON object, at character ")


def test_other_games_are_refused_and_the_next_hand_goes_on():
    """A clear message, with the hand's number."""
    other = changed(own.SHOWDOWN, game_type="Holdem")
    items = read(own.text(own.SPLIT, other, own.TWICE))
    assert names(items)[::2] == ["split", "twice"]
    assert str(items[1]) == "<input>:3: hand 'high': game 'Holdem': expected Omaha or OmahaHiLo"


def test_another_encoding():
    """UTF-16 is one error; a line that is no UTF-8 is one, too, and the others are read."""
    source = own.text(*THREE)
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        items = read(source.encode(encoding))
        assert all(isinstance(item, of.HistoryError) for item in items)
        assert 1 <= len(items) <= 2 * source.count("\n") + 1
    latin = source.encode().replace(b"\\u00c4", b"\xc4", 1)
    items = read(latin)
    assert names(items)[1:] == IDS[1:]
    assert "expected text in UTF-8" in str(items[0])


def test_each_error_has_its_line():
    """Two hands that are cut off and one that is not, without blank lines."""
    good, bad = json.dumps({"ohh": own.SPLIT}, indent=1), json.dumps({"ohh": own.FIVE})[:-9]
    items = read("\n".join([good, bad, bad, good]))
    lines = good.count("\n") + 2
    assert names(items)[::3] == ["split", "split"]
    assert [str(item).split(":")[1] for item in items[1:3]] == [str(lines), str(lines + 1)]


def test_an_endless_line_is_one_error():
    """A line longer than any hand is skipped, in bounded memory."""
    good = json.dumps({"ohh": own.SPLIT})
    items = read(("{" * (MAX_RECORD + 10) + "\n" + good).encode())
    assert names(items)[1:] == ["split"]
    items = read("[" + "1,\n" * (MAX_RECORD // 2) + "\n" + good)
    assert names(items)[-1] == "split"
    assert all(isinstance(item, of.HistoryError) for item in items[:-1])


RUBBISH = [
    *(
        '{"ohh": {"game_type": "Omaha", "decimals": 1e-999999999999}}',
        "9" * 9999 + ".5",
        "-1e99999",
    ),
    *("[" * 100000, '{"ohh":' * 20000, '{"ohh": ' + "9" * 100000 + "}", '{"ohh": NaN}', "null"),
    *(
        "7",
        '"text"',
        "{}",
        '{"ohh": []}',
        '{"ohh": {}}',
        '{"ohh": {"game_type": ["Omaha"]}}',
        "\x00",
    ),
]


@pytest.mark.parametrize("bad", RUBBISH, ids=range(len(RUBBISH)))
def test_rubbish(bad):
    """No crash, no hang: an error, and the next hand."""
    start = time.perf_counter()
    items = read(bad + "\n" + own.text(own.SPLIT))
    assert names(items)[-1] == "split"
    assert len(items) > 1
    assert all(isinstance(item, of.HistoryError) for item in items[:-1])
    assert time.perf_counter() - start < 5


def broken(what):
    """SHOWDOWN with one thing wrong."""
    hand = changed(own.SHOWDOWN)
    actions = hand["rounds"][0]["actions"]
    if what == "three decimals":
        actions[1]["amount"] = 0.055
    elif what == "an unknown player":
        actions[2]["player_id"] = 999
    elif what == "a card twice":
        hand["rounds"][1]["cards"][1] = "Kh"
    elif what == "a card in two hands":
        hand["rounds"][-1]["actions"][1]["cards"][0] = "Kd"
    elif what == "other cards shown than dealt":
        hand["rounds"][-1]["actions"][0]["cards"][0] = "Ks"
    elif what == "no card":
        hand["rounds"][1]["cards"][1] = "1x"
    elif what == "two cards on the turn":
        hand["rounds"][2]["cards"] = ["3s", "4c"]
    elif what == "an absurd number":
        actions[1]["amount"] = 10**16
    elif what == "a huge number":
        hand["players"][0]["starting_stack"] = 10**400
    elif what == "no players":
        hand["players"] = []
    elif what == "one seat for two":
        hand["players"][1]["seat"] = 1
    elif what == "one id for two":
        hand["players"][1]["id"] = 101
    elif what == "streets out of order":
        hand["rounds"].insert(0, hand["rounds"].pop(2))
    elif what == "an unknown action":
        actions[3]["action"] = "Dances"
    elif what == "chips from nobody":
        actions[3] = {"action": "Add to Pot", "amount": 5}
    elif what == "a bet on the second run":
        hand["rounds"].insert(4, changed(hand["rounds"][3], cards=["9c"]))
    elif what == "no limit of any kind":
        hand["bet_limit"] = {"bet_type": "XL"}
    elif what == "a seat beyond the room":
        hand["dealer_seat"] = 10**9
    elif what == "a time that is none":
        hand["start_date_utc"] = "yesterday"
    elif what == "stakes that are none":
        hand["big_blind_amount"] = 0
    else:
        raise AssertionError(what)
    return hand


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("three decimals", r"rounds\[0\]\.actions\[1\]\.amount: amount '0\.055': .* 2 decimals"),
        ("an unknown player", r"actions\[2\]\.player_id 999: expected the id of a player"),
        ("a card twice", "card Kh twice: expected each card once"),
        ("a card in two hands", "card Kd twice"),
        ("other cards shown than dealt", "cards of seat 4"),
        ("no card", r"rounds\[1\]\.cards .*expected cards such as 'As'"),
        ("two cards on the turn", "expected 1 cards on the turn"),
        ("an absurd number", "15 digits"),
        ("a huge number", "15 digits"),
        ("no players", "id of a player|0 players: expected 2"),
        ("one seat for two", "a seat for each player"),
        ("one id for two", "no other player has"),
        ("streets out of order", "in order|no post on the turn"),
        ("an unknown action", "'Dances': expected one of Fold"),
        ("chips from nobody", "'Add to Pot': expected one of"),
        ("a bet on the second run", "further run of the street"),
        ("no limit of any kind", "bet_limit.bet_type 'XL': expected PL, NL or FL"),
        ("a seat beyond the room", "seat 1000000000: expected 0 to 99"),
        ("a time that is none", "start_date_utc 'yesterday': expected a time"),
        ("stakes that are none", "big blind 0"),
    ],
)
def test_bad_records(what, told):
    """Each is a HistoryError that says where and what was expected; the hands around it are read."""
    items = read(own.text(own.SPLIT, broken(what), own.TWICE))
    assert names(items)[::2] == ["split", "twice"]
    with pytest.raises(of.HistoryError, match=told):
        raise items[1]
    assert str(items[1]).startswith("<input>:3: hand 'high': ")


def test_what_the_format_cannot_hold_is_refused():
    """An action without the chips added."""
    record = parse_ohh(own.text(own.NO_LIMIT))
    street = record.streets[0]
    vague = type(street)("preflop", (Action(2, "raise", None, 5000), *street.actions[1:]))
    bare = type(record)(
        **{name: getattr(record, name) for name in record.__slots__} | {"streets": (vague,)}
    )
    with pytest.raises(of.HistoryError, match="without the chips added"):
        ohh_text(bare)


def mutated(rng, data):
    """The bytes with a few changes: flipped, cut out, doubled, put in, cut off."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data))
        end = min(len(data), at + rng.choice([1, 1, 2, 10, 100]))
        match rng.randrange(5):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                del data[at:end]
            case 2:
                data[at:at] = data[at:end]
            case 3:
                data[at:at] = rng.choice(
                    [b"9" * 30, b'"', b"\n", b"\n\n", b"{", b"}", b"[", b"-", b"e9"]
                )
            case 4:
                del data[at + 1 :]
    return bytes(data)


def test_mutated_hands_never_take_others_with_them():
    """2,000 files with one hand changed at random: no crash, no hang, and the hands around it are read as they were."""
    rng = random.Random(7)
    lines = [json.dumps({"ohh": hand}).encode() for hand in own.OWN]
    records = [parse_ohh(line.decode()) for line in lines]
    errors = 0
    for _ in range(2000):
        at = rng.randrange(len(lines))
        ends = rng.choice([b"\n", b"\n\n", b"\r\n"])
        changed_line = mutated(rng, lines[at])
        file = ends.join([*lines[:at], changed_line, *lines[at + 1 :]])
        items = read(file)
        assert items[:at] == records[:at]
        after = len(records) - at - 1
        assert after == 0 or items[-after:] == records[at + 1 :]
        assert len(items) > at + after or not changed_line.strip()
        errors += any(isinstance(item, of.HistoryError) for item in items)
    assert errors > 1000


def test_truncated_files():
    """A file cut off anywhere loses the hand that is cut, and says so."""
    data = own.text(*THREE).encode()
    records = read(data)
    for end in range(0, len(data), 53):
        items = read(data[:end])
        whole = [item for item in items if not isinstance(item, of.HistoryError)]
        assert whole == records[: len(whole)]
        assert len(items) - len(whole) <= 1


@pytest.mark.skipif(own.SAMPLES is None, reason="OMAHA_FAST_HANDS is not set")
def test_the_samples_are_read_and_come_back():
    """290 real hands, no error, all equal after writing."""
    records = list(read_ohh(own.SAMPLES / "home-games.ohh.jsonl"))
    assert len(records) == 290
    for record in records:
        assert parse_ohh(ohh_text(record)) == record


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"time": datetime(2024, 5, 1, 20)}, "time"),
        ({"table": "x" * 1001}, "table_name"),
        ({"site": "x" * 1001}, "site_name"),
    ],
)
def test_what_would_be_read_otherwise_is_refused(change, field):
    """A time without a zone would come back in UTC, a longer text not at all."""
    record = replace(parse_ohh(own.text(own.SPLIT)), **change)
    with pytest.raises(of.HistoryError, match=f"hand 'split': .*{field}"):
        ohh_text(record)
