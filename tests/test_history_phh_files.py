"""Files in Poker Hand History: line ends, encodings, bad and hostile input of any kind, time and memory."""

from __future__ import annotations

import random
import time
import tracemalloc
from dataclasses import replace
from itertools import chain

import pytest
from history_phh_hands import (
    FEATURES,
    HEADS_UP,
    IDS,
    POT_LIMIT,
    RECORDS,
    SHOWDOWN,
    SPLIT,
    TWICE,
    changed,
    names,
    read,
    written,
)

import omaha_fast as of
from omaha_fast.history import Record
from omaha_fast.history.phh import parse_phh, read_phh
from omaha_fast.history.phh_write import phh_text
from omaha_fast.history.source import MAX_RECORD

MARK = b"\xef\xbb\xbf"


# -- files -------------------------------------------------------------------------------------------------------------

THREE = written(SHOWDOWN, SPLIT, TWICE)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", MARK])
def test_line_ends_and_a_byte_order_mark(end, mark):
    """Windows line ends, a mark, one more blank line, none at the end, headers of any name."""
    for text in (THREE, THREE + "\n\n", THREE.rstrip("\n"), "\n\n# Hands\n" + THREE):
        assert names(read(mark + text.replace("\n", end).encode())) == IDS
    other = changed(THREE, ("[1]\n", " [ hand-1 ]  # first\n"), ("[2]\n", '["hand 2"]\n'))
    assert names(read(mark + other.replace("\n", end).encode())) == IDS
    assert names(read_phh(THREE.replace("\n", end).splitlines(keepends=True))) == IDS


def test_files_one_behind_the_other():
    """Hands without headers: a new one begins where the first field comes again."""
    hands = [phh_text(record) for record in (SHOWDOWN, SPLIT, TWICE)]
    assert names(read("".join(hands))) == names(read("\n".join(hands))) == IDS
    assert names(read(POT_LIMIT + HEADS_UP + hands[0]))[2:] == IDS[:1]


def test_a_damaged_header_does_not_take_the_hand_before():
    """Whether a blank line is before it or not."""
    for text in (THREE, THREE.replace("\n\n", "\n")):
        for header in ("[2", "2]", "[", "[2\x07]", "\n", ""):
            items = read(text.replace("[2]\n", header and header + "\n"))
            assert names(items)[::2] == IDS[::2] or names(items) == IDS
    latin = THREE.replace("\n\n", "\n").encode().replace(b"[2]", b"[\xe9]")
    assert names(read(latin))[::2] == IDS[::2]


def test_an_empty_file():
    """No hands, no errors."""
    assert read(b"") == read(MARK) == read(b"\r\n\n \n") == read("# nothing\n") == read("") == []


def test_other_games_are_refused_and_the_next_hand_goes_on():
    """A clear message, with the hand's number and its line."""
    text = changed(THREE, ('[2]\nvariant = "FO', '[2]\nvariant = "NO')) if "FO" in THREE else THREE
    text = text.replace('[2]\n_omaha_fast_variant = "PO/8"', '[2]\nvariant = "NT"')
    items = read(text)
    assert names(items)[::2] == ["high", "twice"]
    line = text.split("[2]")[0].count("\n") + 1
    assert str(items[1]) == (
        f"<input>:{line}: hand 'split': variant 'NT': expected PO or FO/8"
        " (outside the standard also PO/8, NO5 and the like)"
    )


def test_a_broken_line_is_told_with_its_place(tmp_path):
    """The file and the very line that is no TOML."""
    path = tmp_path / "day.phhs"
    lines = THREE.split("\n")
    at = lines.index("[2]") + 3
    path.write_text("\n".join([*lines[:at], "antes = [0, 0", *lines[at + 1 :]]))
    first, broken, last = read_phh(path)
    assert (first.id, last.id) == ("high", "twice")
    assert str(broken).startswith(f"{path}:{at + 2}: no TOML: ")


def test_another_encoding():
    """UTF-16 is one error; a line that is no UTF-8 is one, too, and the others are read."""
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        items = read(THREE.encode(encoding))
        assert items
        assert all(isinstance(item, of.HistoryError) for item in items)
    items = read(THREE.replace("Table \\u00C4", "Table Ä").encode())
    assert [item.table for item in items] == ["Table Ä"] * 3
    latin = THREE.replace("Table \\u00C4", "Table Ä", 1).encode("latin-1")
    items = read(latin)
    assert names(items)[1:] == IDS[1:]
    assert "expected text in UTF-8" in str(items[0])


def test_a_truncated_file():
    """A file of ours that is cut off anywhere loses the hand that is cut, and says so."""
    data = THREE.encode()
    records = read(data)
    ends = [data.index(b"\n\n[2]"), data.index(b"\n\n[3]"), len(data) - 1]
    for end in chain(range(0, len(data), 7), ends, range(len(data) - 200, len(data))):
        items = read(data[:end])
        whole = sum(end >= place for place in ends)
        assert items[:whole] == records[:whole]
        assert all(isinstance(item, of.HistoryError) for item in items[whole:])
        begun = data[ends[whole - 1] if whole else 0 : end].strip()
        assert len(items) == whole + bool(begun), data[:end][-40:]


BAD = {
    "three decimals": ("cbr 3.5 ", "cbr 3.505 ", r"actions\[3\].*at most 2 decimals"),
    "an unknown player": (
        '"p1 f"',
        '"p7 f"',
        r"actions\[4\] 'p7 f': 'p7': expected a player p1 to p3",
    ),
    "an action out of turn": ('"p1 f"', '"p2 f"', "out of turn: expected p1"),
    "an action after the end": (
        '"p3 f # 2.25 is too much"',
        '"p3 cc", "p2 cc"',
        "expected none, as the betting is over",
    ),
    "a card twice": ("Jc3d5c", "JcAd5c", "card Ad twice: expected each card once"),
    "no card": ("Jc3d5c", "Jc3d1c", "card '1c': expected cards such as"),
    "half a card": ("Jc3d5c", "Jc3d5", "cards 'Jc3d5': expected cards"),
    "two cards on the flop": ("Jc3d5c", "Jc3d", "2 board cards: expected 3"),
    "six cards": ("Jc3d5c", "Jc3d5c7h8h9h", "6 board cards: expected 5"),
    "five hole cards": ("AsAdKsQh", "AsAdKsQhTh", "5 cards at seat 2: omaha has 4"),
    "an absurd number": ("p2 cbr 2.25", "p2 cbr 1e15", "15 digits"),
    "a huge number": ("min_bet = 1", "min_bet = 0x" + "f" * 5000, "bits|15 digits"),
    "a long number": ("min_bet = 1", "min_bet = " + "9" * 5000, "no TOML"),
    "no number": ("min_bet = 1", "min_bet = nan", "nan"),
    "an unknown stack": ("  80,", "  inf,", r"starting_stacks\[1\]: amount"),
    "too few stacks": ("  80,\n", "", "antes .*a list of 2, not 3"),
    "no minimum": ("min_bet = 1\n", "", "min_bet missing: expected an amount"),
    "no actions": ("actions = [", "acts = [", "actions missing: expected a list"),
    "an unknown action": ('"p1 f"', '"p1 dances"', r"actions\[4\] 'p1 dances': expected an action"),
    "an action of a draw game": ('"p1 f"', '"p1 sd"', "expected an action such as"),
    "an action that is no text": ('"p1 f"', "7", r"actions\[4\] 7: expected a text"),
    "a raise to less": ("p3   cbr 3.5", "p3   cbr -1", "amount '-1'"),
    "a bet to less than before": (
        '"p2 cc",\n',
        '"p2 cbr 0.5",',
        "to 50 units: expected 100 or more",
    ),
    "a field twice": ("min_bet = 1", "min_bet = 1\nmin_bet = 1", "no TOML|missing"),
    "stakes that are none": ("[0.50, 1, 0]", "[2, 1, 0]", "small blind 200"),
    "a time that is none": (
        'city = "Budapest"',
        "time = 7\nday = 1\nmonth = 1\nyear = 1",
        "time 7: expected a time",
    ),
    "a day that is none": (
        'city = "Budapest"',
        "time = 07:00:00\nday = 31\nmonth = 2\nyear = 2024",
        "day 31: expected a day",
    ),
    "two seats of one number": ('city = "Budapest"', "seats = [1, 1, 2]", "a seat for each player"),
    "seats that are none": ('city = "Budapest"', 'seats = ["1", 2, 3]', "seats .*whole numbers"),
    "endless seats": (
        'city = "Budapest"',
        "seat_count = inf",
        "seat_count inf: expected a whole number",
    ),
    "names that are none": ('players = ["Ann"', "players = [7", "players .*texts"),
    "nesting": ('city = "Budapest"', "city = " + "[" * 5000, "nested too deeply"),
    "deep keys": ('city = "Budapest"', ".".join("a" * 20000) + " = 1", "dots: expected at most"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_records(what):
    """Each is a HistoryError that says where and what was expected; the hands around it are read."""
    before, after, told = BAD[what]
    hand = changed(POT_LIMIT, (before, after)).replace("\n\n", "\n")
    text = f"[1]\n{phh_text(SPLIT)}\n[2]\n{hand}\n[3]\n{phh_text(TWICE)}"
    start = time.perf_counter()
    items = read(text)
    assert time.perf_counter() - start < 2
    assert names(items)[::2] == ["split", "twice"]
    with pytest.raises(of.HistoryError, match=told):
        raise items[1]
    line = int(str(items[1]).split(":")[1])
    first = phh_text(SPLIT).count("\n") + 3
    assert first <= line <= first + hand.count("\n") + 1
    with pytest.raises(of.HistoryError, match=told):
        parse_phh(hand)


def test_fields_of_ours_that_are_wrong():
    """They are checked like the standard's."""
    text = phh_text(replace(SHOWDOWN, **FEATURES))
    for key in (line.split(" = ")[0] for line in text.splitlines()):
        for value in ("7", '"x"', "[7]", "{a = 1}", '["p1"]', '["p99 1"]', "[[]]", "true", "inf"):
            lines = [
                f"{key} = {value}" if line.startswith(key + " ") else line
                for line in text.splitlines()
            ]
            (item,) = read("\n".join(lines))
            if isinstance(item, Record):
                assert parse_phh(phh_text(item)) == item
    with pytest.raises(of.HistoryError, match="'_omaha_fast_colour': expected a field of ours"):
        parse_phh(POT_LIMIT.replace("_colour", "_omaha_fast_colour"))
    with pytest.raises(of.HistoryError, match="none beside variant"):
        parse_phh(HEADS_UP + '"_omaha_fast_variant" = "PO"')
    kinds = '_omaha_fast_kinds = ["fold", "fold", "call", "bet", "fold"]'
    with pytest.raises(of.HistoryError, match="fold: expected bet or raise"):
        parse_phh(POT_LIMIT + kinds)
    with pytest.raises(of.HistoryError, match="0 hands: expected one"):
        parse_phh("")
    with pytest.raises(of.HistoryError, match="2 hands: expected one"):
        parse_phh(POT_LIMIT + POT_LIMIT)
    with pytest.raises(TypeError):
        parse_phh(b"")


def mutated(rng, data):
    """The bytes with a few changes: flipped, cut out, doubled, put in, cut off, lines dropped or doubled."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        if not data:
            break
        at = rng.randrange(len(data))
        end = min(len(data), at + rng.choice([1, 1, 2, 10, 100]))
        lines = bytes(data).split(b"\n")
        line = rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                del data[at:end]
            case 2:
                data[at:at] = data[at:end]
            case 3:
                rubbish = [
                    b"9" * 30,
                    b'"',
                    b"\n",
                    b"\n\n",
                    b"[",
                    b"]",
                    b"{",
                    b"-",
                    b"=",
                    b"#",
                    b"'''",
                ]
                data[at:at] = rng.choice(rubbish)
            case 4:
                del data[at + 1 :]
            case 5:
                data[:] = b"\n".join(lines[:line] + lines[line + 1 :])
            case 6:
                data[:] = b"\n".join([*lines[:line], lines[line], *lines[line:]])
    return bytes(data)


@pytest.mark.parametrize("files", [800, pytest.param(30000, marks=pytest.mark.slow)])
def test_mutated_hands_never_take_others_with_them(files):
    """Files with one hand changed at random: no crash, no hang, and the hands around it are read as they were."""
    rng = random.Random(7)
    blocks = [f"[{at}]\n{phh_text(record)}".encode() for at, record in enumerate(RECORDS, 1)]
    errors = 0
    for _ in range(files):
        at = rng.randrange(1, len(blocks) - 1)
        around = [blocks[at - 1], mutated(rng, blocks[at]), blocks[at + 1]]
        items = read(rng.choice([b"\n", b"\n\n", b"\r\n\r\n"]).join(around))
        assert items[0] == RECORDS[at - 1]
        assert items[-1] == RECORDS[at + 1]
        assert len(items) > 2 or not any(
            line.strip() and not line.strip().startswith(b"#") for line in around[1].split(b"\n")
        ), around[1]
        errors += any(isinstance(item, of.HistoryError) for item in items)
    assert errors > files / 2


# -- time and memory ---------------------------------------------------------------------------------------------------

HOSTILE = {
    "no end of headers": "[1]\n" * 20000,
    "many lines": "a = 1\n" * 100_000,
    "a long line": "[1]\nvariant = '" + "x" * (MAX_RECORD + 10) + "'\n",
    "a long hand": "[1]\n" + "# a line\n" * (MAX_RECORD // 5),
    "many hands in one": "a = 1\n" * 20000,
    "blank lines": "a = 1\n\n" * 20000,
    "tables in lists": "[[a]]\n" * 20000,
    "keys": "[1]\n" + "".join(f"k{number} = 1\n" for number in range(20000)),
    "quotes": "[1]\n" + "a = '''\n" * 20000,
    "escapes": '[1]\na = "' + "\\n" * 200000 + '"\n',
    "deep tables": "[1]\n" + "a = " + "{b = " * 20000,
    "keys with dots": "[1]\n" + ".".join("a" * 3000) + " = 1\n",
    "dates": "[1]\na = [" + "2024-01-01T00:00:00Z, " * 20000 + "]\n",
    "actions": '[1]\nvariant = "PO"\nactions = [' + '"p1 f", ' * 50000 + "]\n",
    "blanks": "[1]\nactions = ['" + " " * 500000 + "']\n" + "[" + " " * 500000 + "x\n",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_files(what):
    """A moment at most, errors only, and the hand behind is read."""
    start = time.perf_counter()
    items = read(HOSTILE[what] + "\n[9]\n" + phh_text(SPLIT))
    assert time.perf_counter() - start < 5
    assert items[-1] == SPLIT
    assert len(items) > 1 or what == "a long hand"
    assert all(isinstance(item, of.HistoryError) for item in items[:-1])


def test_memory_is_constant():
    """Ten times as many hands take no more memory; lines are taken as they come."""
    blocks = [f"[{at}]\n{phh_text(record)}\n".splitlines() for at, record in enumerate(RECORDS)]
    peaks = []
    for times in (2, 20):
        lines = chain.from_iterable(blocks[at % 12] for at in range(12 * times))
        tracemalloc.start()
        count = sum(isinstance(item, Record) for item in read_phh(lines))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert count == 12 * times
    assert peaks[1] < 1.3 * peaks[0] + 50_000


def test_memory_of_an_endless_hand():
    """What is too long for a hand is not kept."""
    tracemalloc.start()
    items = list(read_phh("k = 1" for _ in range(100_000)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(items) == 1
    assert "in 100000 lines: expected at most" in str(items[0])
    assert peak < 5_000_000


def test_speed():
    """Reading and writing; the figures are printed, and an order of magnitude is asserted."""
    records = RECORDS * 50
    start = time.process_time()
    text = written(*records)
    middle = time.process_time()
    assert read(text) == records
    end = time.process_time()
    print(f"{600 / (middle - start):.0f} hands/s written, {600 / (end - middle):.0f} read")
    assert 600 / (end - start) > 100
