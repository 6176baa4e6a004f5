"""Room text that is wrong: bad hands, files of any kind, mutated and hostile text; the other hands are always read."""

from __future__ import annotations

import random
import re
import time
import tracemalloc
from collections import Counter
from decimal import Decimal

import pytest
import room_hands as own
from room_hands import names, read

import omaha_fast as of
from omaha_fast.history import Record, replay
from omaha_fast.history.room_text import parse_room_text, read_room_text
from omaha_fast.history.room_write import room_text
from omaha_fast.history.source import MAX_RECORD

# -- bad input ---------------------------------------------------------------------------------------------------------

BAD = [
    ("Hi/Lo Pot", "Hi/Lo Spread", "game .*: expected Omaha"),
    ("Omaha Hi/Lo Pot Limit", "Hold'em No Limit", "game .*Hold'em No Limit.*: expected Omaha"),
    ("(€0.50/€1.00 EUR)", "(€0.50 EUR)", "first line|stakes '€0.50'"),
    ("(€0.50/€1.00 EUR)", "(€0.50/€1.00 - €20 Cap - EUR)", "cap games are not read"),
    ("6-max Seat #6 is the button", "6-max", "expected Table"),
    ("Seat 2: Bob", "Seat 1: Bob", "seat 1: expected a seat that no other player has"),
    ("Seat 2: Bob", "Seat 2: Ann", "player 'Ann': expected a name that no other player has"),
    ("(€6 in chips)", "(€6.125 in chips)", "expected at most 2 decimals"),
    ("(€6 in chips)", "(€1e5 in chips)", "amount '€1e5': expected one such as €10"),
    ("(€6 in chips)", "($6 in chips)", "amount .*: expected one such as €10"),
    ("(€6 in chips)", "(€" + "9" * 30 + " in chips)", "15 digits"),
    ("Ann: calls €3.50", "Ann: calls", "expected an action"),
    ("Ann: calls €3.50", "Zoe: calls €3.50", "'Zoe: calls €3.50': expected an action of a player"),
    ("Ann: calls €3.50", "Ann: dances", "expected an action"),
    ("Ann: calls €3.50", "Ann: calls €-3.50", "expected one such as"),
    ("raises €3 to €4", "raises €2.99 to €4", "expected €3 to €4, over a bet of €1"),
    ("raises €3 to €4", "bets €3 to €4", "expected calls"),
    ("Cid: posts big blind", "Cid: posts huge blind", "posts 'huge blind': expected one of"),
    ("*** FLOP *** [7s 8d Kd]", "*** FLOP *** [7s 8d]", "expected 3 new cards"),
    ("*** FLOP *** [7s 8d Kd]", "*** FLOP *** [7s 8d Xd]", "expected cards such as"),
    ("*** TURN *** [7s 8d Kd]", "*** TURN *** [7s 8d Kc]", "board 7s 8d Kc: expected 7s 8d Kd"),
    ("*** TURN ***", "*** RIVER ***", "after 3 board cards: expected the turn"),
    ("*** RIVER ***", "*** SECOND RIVER ***", "expected the runs in order"),
    ("Board [7s 8d Kd Qc 2h]", "Board [7s 8d Kd Qc 3h]", "expected 7s 8d Kd Qc 2h, as dealt"),
    ("Board [7s 8d Kd Qc 2h]\n", "", "expected a line with the board"),
    ("[Ks Kh 9c 9d]", "[Ks Kd 9c 9d]", "card Kd twice"),
    ("Eve: shows [Ks Kh", "Eve: shows [Ks Ac", "cards .*: expected"),
    ("returned to Eve", "returned to Zoe", "player 'Zoe': expected a name of the Seat lines"),
    ("Eve collected €11.60", "Zoe collected €11.60", "player 'Zoe': expected a name"),
    ("Ann collected €9.45", "Ann collected €9.44", "won €9.45: expected €9.44, as collected"),
    ("and won (€9.45)", "and won (€9.4", r"expected \) after the amount|expected one such"),
    ("Main pot €18.90.", "Main pot €18.89.", "pots of .*: expected the total pot €31.50"),
    ("Side pot €11.60.", "Slide pot €11.60.", "expected Main pot"),
    ("| Rake €1", "", "expected one Rake"),
    ("| Rake €1", "| Rate €1", "expected Rake or Jackpot"),
    ("*** SUMMARY ***", "*** SUMMARY", "expected an action"),
    ("Seat 2: Bob folded before Flop\n", "", "expected a line for seat 2"),
    ("Seat 2: Bob folded", "Seat 2: Bob danced", "outcome 'danced before Flop': expected"),
    ("Seat 2: Bob folded", "Seat 2: Rob folded", "player .*: expected Bob at seat 2"),
    ("Total pot", "Grand total", "line 'Grand|no hand|expected"),
    ("2014/01/06", "2014/13/06", "expected a date"),
]


@pytest.mark.parametrize(("old", "new", "told"), BAD, ids=range(len(BAD)))
def test_bad_hands(old, new, told):
    """Each is told with file, line, hand and what was expected; the hands around it are read."""
    assert old in own.CASH
    bad = own.CASH.replace(old, new)
    items = read("\n\n".join([own.CLUB, bad, own.TWICE]))
    assert names(items)[0] == "OM22"
    assert names(items)[-1] == "106"
    broken = items[1:-1]
    assert all(isinstance(item, of.HistoryError) for item in broken)
    first = own.CLUB.count("\n") + 3
    for item in broken:
        found = re.match(r"<input>:(\d+): ", str(item))
        assert found
        assert first <= int(found[1]) <= first + bad.count("\n")
    assert str(broken[0]).split(": ", 1)[1].startswith("hand '101': ")
    with pytest.raises(of.HistoryError, match=told):
        raise broken[0]


def test_a_first_line_that_is_damaged():
    """Without blank lines, too, the hand before it is read, and the hand after it."""
    items = read(own.CLUB + own.CASH.replace("PokerStars Hand #101", "PokerStars H") + own.TWICE)
    assert names(items)[::2] == ["OM22", "106"]
    line = own.CLUB.count("\n") + 1
    assert str(items[1]).startswith(f"<input>:{line}: line 'PokerStars H")


def test_the_line_of_an_error():
    """It is the line that is wrong, not the first one of the hand."""
    (item,) = read(own.CASH.replace("Cid: calls €3", "Cid: calls €3.001"))
    at = own.CASH.split("\n").index("Cid: calls €3") + 1
    assert str(item).startswith(f"<input>:{at}: hand '101': amount '3.001': expected at most 2")


def test_a_cancelled_hand():
    """Nobody played; there is nothing to replay."""
    text = (
        own.CASH.split("Cid: posts")[0] + "Hand cancelled\n*** SUMMARY ***\nSeat 1: Ann (button)\n"
    )
    (item,) = read(text.replace("(button)", "collected (€0)"))
    assert "hand '101': the hand was cancelled: expected one that was played" in str(item)


def test_other_games_go_by():
    """Hold'em, stud and what nobody knows: each refused with its number, the next hand goes on."""
    other = own.CASH.replace("Omaha Hi/Lo Pot Limit", "Hold'em No Limit")
    stud = own.CASH.replace("Omaha Hi/Lo Pot Limit", "7 Card Stud Limit").replace("[", "[4c ")
    items = read(other + stud + own.CASH + other)
    assert names(items)[2] == "101"
    assert [type(item).__name__ for item in items] == [
        "HistoryError",
        "HistoryError",
        "Record",
        "HistoryError",
    ]


# -- files -------------------------------------------------------------------------------------------------------------

WHOLE = "\n\n".join(own.ALL)


@pytest.mark.parametrize("between", ["", "\n", "\n\n\n", "\n*********** # 2 **************\n"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", " \n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_line_ends_blank_lines_and_a_byte_order_mark(between, ends, mark):
    """Windows line ends, blanks at the end of lines, hands that follow at once."""
    data = mark + between.join(own.ALL).replace("\n", ends).encode()
    assert read(data) == [parse_room_text(text) for text in own.ALL]


def test_an_empty_file():
    """No hands, no errors."""
    assert read(b"") == read(b"\xef\xbb\xbf") == read(b"\r\n\n \n") == []
    for text in ("", "\n\n", WHOLE):
        with pytest.raises(of.HistoryError, match="hands: expected one"):
            parse_room_text(text)
    with pytest.raises(TypeError):
        parse_room_text(b"bytes")


def test_another_encoding():
    """UTF-16 is one error; in Latin-1 the hands with such signs are errors, and the others are read."""
    items = read(WHOLE.encode("utf-16"))
    assert [type(item) for item in items] == [of.HistoryError]
    assert "UTF-16" in str(items[0])
    items = read(WHOLE.encode("cp1252"))
    assert names(items)[-5:] == own.IDS[1:]
    assert len(items) == 6
    assert "expected text in UTF-8" in str(items[0])
    # A name in the middle of a hand, a hand right behind it.
    items = read((own.CLUB.replace("Bob: checks", "Zo\xeb said", 1) + own.CLUB).encode("cp1252"))
    assert [type(item).__name__ for item in items] == ["HistoryError", "Record"]


def test_truncated_files():
    """Cut off anywhere: the hands before are read, and what is left of the last one is told."""
    records = [parse_room_text(text) for text in (own.CLUB, own.CASH)]
    data = (own.CLUB + "\n" + own.CASH).encode()
    start = len(own.CLUB.encode()) + 1
    for end in range(start + 1, len(data) - 1, 7):
        items = read(data[:end])
        assert items[0] == records[0]
        # Cut in the middle of a sign, that line is told by itself.
        assert len(items) <= 2 + (data[end - 1] >= 0x80)
        # The words behind the last amount say nothing that is read.
        assert isinstance(items[1], of.HistoryError) or (
            items[1] == records[1] and end > len(data) - 60
        )


def mutated(rng, data):
    """The bytes with a few changes: flipped, cut out, doubled, swapped lines, put in, cut off."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        if not data:
            break
        at = rng.randrange(len(data))
        end = min(len(data), at + rng.choice([1, 1, 2, 10, 100]))
        lines = bytes(data).split(b"\n")
        match rng.randrange(8):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                del data[at:end]
            case 2:
                data[at:at] = data[at:end]
            case 3:
                words = [b"9" * 30, b'"', b"\n", b"\n\n", b"(", b"]", b"[As]", b"-", b".5", b": "]
                data[at:at] = rng.choice(words)
            case 4:
                del data[at + 1 :]
            case 5:
                del lines[rng.randrange(len(lines))]
                data = bytearray(b"\n".join(lines))
            case 6:
                rng.shuffle(lines)
                data = bytearray(b"\n".join(lines))
            case 7:
                lines.insert(rng.randrange(len(lines)), rng.choice(lines))
                data = bytearray(b"\n".join(lines))
    return bytes(data)


def test_mutated_hands_never_take_others_with_them():
    """300 files with one hand changed at random: no crash, and the hands around it are read as they were."""
    rng = random.Random(7)
    hands = [text.encode() for text in own.ALL]
    records = [parse_room_text(text) for text in own.ALL]
    counts = Counter()
    for _ in range(300):
        at = rng.randrange(len(hands))
        ends = rng.choice([b"\n", b"\n\n", b"\r\n\r\n"])
        changed = mutated(rng, hands[at])
        items = read(ends.join([*hands[:at], changed, *hands[at + 1 :]]))
        assert items[:at] == records[:at]
        after = len(records) - at - 1
        assert after == 0 or items[-after:] == records[at + 1 :]
        assert len(items) > at + after or not changed.strip()
        for item in items[at : len(items) - after]:
            counts[type(item).__name__] += 1
            if isinstance(item, Record):
                counts[replay(item).verdict] += 1
    assert counts["HistoryError"] > 150
    assert counts["contradiction"] > 5


HOSTILE = [
    "Ann" + ": " * 100000,
    "(" * 300000,
    "[" * 300000,
    ")" * 300000,
    " " * 300000 + "x",
    "Seat 1: " + "(" * 200000 + " in chips)",
    "Ann collected " * 20000 + "x from pot",
    "Uncalled bet (" * 20000,
    "Table '" + "'" * 200000,
    "wins the x bounty for eliminating " * 5000,
    "Total pot " + "Side pot-1 €1. " * 20000 + "| Rake €1",
    "Hand #" * 50000,
    "PokerStars Hand #1: " + "Omaha " * 40000 + "(1/2)",
    "PokerStars Hand #1: Omaha Pot Limit (" + "1" * 100000 + "/2)",
    "PokerStars Hand #1: Omaha Pot Limit (€" + ",111" * 50000 + "/€2)",
    "PokerStars Hand #1: Tournament #1, " + "1+" * 100000 + " Omaha Pot Limit (1/2)",
    " - 2014/01/06 6:54:48" * 10000,
    "*** " * 60000,
    "and is all-in " * 20000,
    ' said, "' * 30000 + "x",
    "€" * 200000,
    "Seat 2: Bob" + " (button)" * 100000,
    "Seat 2: Bob showed [" + "As " * 100000 + "]",
    "Seat 2: Bob" + " won (€1)" * 100000,
]


@pytest.mark.parametrize("line", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("place", ["first", "seats", "play", "summary"])
def test_hostile_lines_take_no_time(line, place):
    """Long lines of what the patterns look for: an error at once, and the next hand."""
    before = {"first": "PokerStars", "seats": "Seat 4", "play": "Bob: folds", "summary": "Board"}
    text = own.CASH.replace(before[place], line + "\n" + before[place], 1)
    start = time.perf_counter()
    items = read(text + "\n" + own.CLUB)
    assert time.perf_counter() - start < 2
    assert names(items)[-1] == "OM22"
    assert isinstance(items[0], of.HistoryError)


def test_an_endless_hand_and_an_endless_line():
    """A hand of a million lines, a line longer than any hand: one error each, in bounded memory."""
    items = read(own.CASH.split("*** FLOP")[0] + "Ann: checks\n" * 100_000 + "\n" + own.CLUB)
    assert [type(item).__name__ for item in items] == ["HistoryError", "Record"]
    assert "a hand of more than" in str(items[0])
    items = read(own.CASH[:300] + "x" * (2 * MAX_RECORD) + "\n" + own.CASH[300:] + "\n" + own.CLUB)
    assert names(items)[-1] == "OM22"
    assert isinstance(items[0], of.HistoryError)
    with pytest.raises(of.HistoryError, match="characters"):
        parse_room_text("x" * (MAX_RECORD + 1))


def test_memory_is_constant():
    """Ten times as many hands take no more memory; they come one by one."""
    lines = WHOLE.split("\n")
    peaks = []
    for times in (2, 20):
        tracemalloc.start()
        count = sum(1 for _ in read_room_text(line for _ in range(times) for line in [*lines, ""]))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert count == 6 * times
    assert peaks[1] < 1.2 * peaks[0] + 20_000


# -- falsified ---------------------------------------------------------------------------------------------------------

NUMBER = re.compile(r"(?<=[€$ (/+])[0-9]+(?:\.[0-9]{2})?(?=[ )./+|\n]|$)")


def falsified(text, decimals):
    """The text with each amount one unit more or less, in turn; not the stacks, which need not matter."""
    unit = Decimal(1).scaleb(-decimals)
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if (
            line.startswith(("Table", "Hand was", "PokerStars Hand"))
            or " in chips" in line
            or "bounty" in line
        ):
            continue
        start = line.index(": ") if line.startswith("Seat ") else 0
        for found in NUMBER.finditer(line, start):
            for step in (unit, -unit):
                value = Decimal(found[0]) + step
                if value >= 0:
                    other = f"{line[: found.start()]}{value}{line[found.end() :]}"
                    yield at, other, "\n".join([*lines[:at], other, *lines[at + 1 :]])


@pytest.mark.parametrize("text", own.ALL, ids=own.IDS)
def test_each_amount_matters(text):
    """Posts, actions, what is returned and collected, totals, rake, outcomes: an error, or a contradiction."""
    record = parse_room_text(text)
    count = 0
    for at, line, other in falsified(room_text(record), record.decimals):
        (item,) = read(other)
        assert isinstance(item, of.HistoryError) or replay(item).verdict != "exact", (at, line)
        count += 1
    assert count > 20


@pytest.mark.parametrize("text", own.ALL, ids=own.IDS)
def test_each_winner_and_each_shown_card_matters(text):
    """Another name for who collects; another card in the showdown, which the summary does not know."""
    record = parse_room_text(text)
    written = room_text(record)
    names = [player.name for player in record.players]
    for found in re.finditer(r"^(\w+) collected", written, re.M):
        for name in names:
            if name != found[1]:
                other = written[: found.start(1)] + name + written[found.end(1) :]
                (item,) = read(other)
                assert isinstance(item, of.HistoryError) or replay(item).verdict != "exact"
    if "showed [" not in written:
        return
    for found in re.finditer(r"shows \[(..)|showed \[(..)", written):
        group = 1 if found[1] else 2
        (item,) = read(written[: found.start(group)] + "6s" + written[found.end(group) :])
        assert isinstance(item, of.HistoryError)


def test_shown_cards_that_change_the_winner():
    """In all places at once: the rules decide otherwise."""
    wrong = room_text(parse_room_text(own.CASH)).replace("Ks Kh 9c 9d", "Jd Tc 5c 4d")
    (item,) = read(wrong)
    assert replay(item).verdict == "contradiction"
