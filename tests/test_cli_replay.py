"""Unit evidence: `omaha-fast replay` and `convert`, through main() and as a user runs them."""

import io
import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import history_hands as own
import pytest

from omaha_fast.cli import main
from omaha_fast.cli.commands import replay as command
from omaha_fast.history import FORMATS, parse_ohh, read_history, read_ohh, replay

ODD = """
variant = "FO/8"
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
small_bet = 10
big_bet = 20
hand = "odd"
starting_stacks = [500, 500, 500]
finishing_stacks = [477, 490, 533]
actions = ["d dh p1 Ah2hJdJc", "d dh p2 Ad2d9d9c", "d dh p3 As2sKdKh", "p3 cbr 20", "p1 cc", "p2 f", "d db 3s4d9h",
    "p1 cc", "p3 cbr 10", "p1 cc", "d db 8c", "p1 cc", "p3 cc", "d db Qd", "p1 cbr 20", "p3 cc", "p1 sm Ah2hJdJc",
    "p3 sm As2sKdKh"]
"""
COMMAND = [sys.executable, "-P", "-m", "omaha_fast"]
RECORDS = [parse_ohh(own.text(hand)) for hand in own.OWN]
CONTRADICTION = dict(own.SHOWDOWN, pots=[dict(own.SHOWDOWN["pots"][0], amount=3.76)])


@pytest.fixture
def call(capsys):
    """call("replay", ...): status, stdout and stderr of main()."""

    def call(*words):
        status = main([str(word) for word in words])
        return status, *capsys.readouterr()

    return call


@pytest.fixture
def hands(tmp_path):
    """A file with our own hands, one that contradicts the rules, and one that is cut off."""
    path = tmp_path / "hands.ohh"
    path.write_text(own.text(*own.OWN) + own.text(CONTRADICTION) + own.text(own.SPLIT)[:200] + "\n")
    return path


def test_a_line_for_each_hand_and_a_summary(call, hands):
    status, out, err = call("replay", hands)
    lines = out.splitlines()
    assert status == 2
    assert lines[0].split() == ["hand", "game", "pot", "verdict"]
    assert len(lines) == len(own.OWN) + 3
    assert lines[1].split()[-1] == "exact"
    assert (
        sum("contradiction: showdown, pot: pot 3.76: expected 3.75" in line for line in lines) == 1
    )
    assert lines[-1] == (
        f"{len(own.OWN) + 2} hands: {len(own.OWN)} exact, 0 explained, 1 contradiction,"
        " 1 unreadable"
    )
    assert err.startswith(f"omaha-fast replay: {hands}:")
    assert "expecting" in err.lower()


def test_json_has_an_object_for_each_hand(call, hands):
    status, out, err = call("replay", hands, "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (2, "")
    assert len(found) == len(own.OWN) + 2
    keys = {"file", "hand", "verdict", "pot", "payouts", "rule", "reason", "checked"}
    exact = [one for one in found if one["verdict"] == "exact"]
    assert all(keys <= set(one) for one in exact)
    assert {one["file"] for one in found} == {str(hands)}
    split = next(one for one in exact if one["hand"] == own.SPLIT["game_number"])
    (record,) = (record for record in RECORDS if record.id == split["hand"])
    assert split["payouts"] == {str(seat): chips for seat, chips in record.payouts.items()}
    assert split["pot"] == record.pot
    (other,) = (one for one in found if one["verdict"] == "contradiction")
    assert other["reason"] == "showdown, pot: pot 376: expected 375"
    assert other["difference"] == {
        "street": "showdown",
        "seat": None,
        "action": "pot",
        "recorded": 376,
        "expected": 375,
        "reason": "pot 376: expected 375",
    }
    assert other["recorded"]["pot"] == 376
    (unread,) = (one for one in found if one["verdict"] == "unreadable")
    assert unread["hand"] is None
    assert unread["reason"].startswith(f"{hands}:")


def test_the_status_tells_the_worst(call, tmp_path):
    good, bad = tmp_path / "good.ohh", tmp_path / "bad.ohh"
    good.write_text(own.text(own.SPLIT))
    bad.write_text(own.text(CONTRADICTION))
    assert call("replay", good)[0] == 0
    assert call("replay", good, bad)[0] == 1
    status, out, err = call("replay", good, tmp_path / "none.ohh")
    assert status == 2
    assert "1 exact" in out
    assert (
        err
        == f"omaha-fast replay: cannot read '{tmp_path / 'none.ohh'}': No such file or directory\n"
    )


@pytest.mark.parametrize("content", ["", "\n\n\n", "\ufeff"])
def test_a_file_without_a_hand_is_said(call, tmp_path, content):
    path = tmp_path / "empty.ohh"
    path.write_text(content, encoding="utf-8")
    status, out, err = call("replay", path)
    assert status == 2
    assert out == "0 hands: 0 exact, 0 explained, 0 contradictions, 0 unreadable\n"
    assert err == f"omaha-fast replay: '{path}' holds no hand\n"


def test_stdin_and_the_sites_over_several_files(tmp_path):
    done = subprocess.run(
        [*COMMAND, "replay", "-", "--json"],
        input=own.text(own.SPLIT, own.SIDE),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == ["stdin"] * 2


def test_show_tells_the_hand_street_by_street(call, hands):
    status, out, err = call("replay", hands, "--show", own.SPLIT["game_number"])
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith(f"hand {own.SPLIT['game_number']}, Own, omaha8 pot limit")
    for street in ("preflop", "flop", "turn", "river"):
        assert any(line.startswith(street) and ", pot " in line for line in lines), street
    # Before the flop there was a third hand, which nobody knows.
    assert sum(line.startswith("  equity: ") for line in lines) == 3
    assert "payout" in lines
    assert any(" for the low, " in line for line in lines)
    assert lines[-1].startswith("exact; checked: posts, actions")


def test_show_tells_what_explains_a_hand_and_names_players_without_a_name(call, tmp_path):
    """The odd chip went to the highest card by suit; the same verdict as in the list."""
    path = tmp_path / "odd.phh"
    path.write_text(ODD)
    assert "explained: odd_chip=high_card_suit" in call("replay", path)[1]
    status, out, _ = call("replay", path, "--show", "odd")
    assert status == 0
    assert out.splitlines()[-1].startswith("explained by odd_chip=high_card_suit; checked: ")
    assert "main pot: seat 1 gets 27 for the low" in out
    assert "  seat 2 folds" in out


def test_show_goes_on_with_what_is_recorded_behind_a_contradiction(call, tmp_path):
    hand = json.loads(own.text(own.SHOWDOWN))
    raised = hand["ohh"]["rounds"][0]["actions"]
    raised[-1]["amount"] = 0.24
    path = tmp_path / "hand.ohh"
    path.write_text(json.dumps(hand))
    status, out, _ = call("replay", path, "--show", own.SHOWDOWN["game_number"])
    assert status == 1
    told = out[out.index("contradiction: preflop, Player 4, call: call 0.24: expected 0.25") :]
    assert "\nrecorded from there on\n  preflop: Player 4 call 0.24\n" in told
    assert told.count("\n  river: ") == 2
    assert "\n  board " in told


def test_show_names_an_id_that_is_not_there(call, hands):
    status, out, err = call("replay", hands, "--show", "nothing")
    assert (status, out) == (2, "")
    assert err.endswith(f"omaha-fast replay: no hand 'nothing' that can be read in {hands}\n")


@pytest.mark.parametrize("hand", own.OWN, ids=lambda hand: hand["game_number"])
def test_every_hand_can_be_shown(call, tmp_path, hand):
    """The chips that the payout names are those of the record."""
    path = tmp_path / "hand.ohh"
    path.write_text(own.text(hand))
    status, out, _ = call("replay", path, "--show", hand["game_number"])
    assert status == 0
    record = parse_ohh(own.text(hand))
    got = {}
    for line in out[out.index("\npayout") :].splitlines():
        if " gets " in line:
            who, rest = line.split(": ", 1)[1].split(" gets ")
            amount = rest.split()[0].rstrip(",")
            got[who] = got.get(who, 0) + round(float(amount) * 10**record.decimals)
    assert got == {record.player(seat).name: chips for seat, chips in record.payouts.items()}


def test_names_cannot_move_the_cursor(call, tmp_path):
    hand = json.loads(own.text(own.SPLIT))
    hand["ohh"]["players"][0]["name"] = "A\x1b[2Jnn"
    path = tmp_path / "hand.ohh"
    path.write_text(json.dumps(hand))
    _, out, _ = call("replay", path, "--show", own.SPLIT["game_number"])
    assert "\x1b" not in out
    assert "A\\x1b[2Jnn" in out


@pytest.mark.parametrize("content", ["\x00" * 3000, "\x1b[2J" * 50, "]" * 5000, '{"ohh":' * 300])
def test_rubbish_is_reported_and_harmless(call, tmp_path, content):
    path = tmp_path / "rubbish"
    path.write_text(content)
    status, out, err = call("replay", path)
    assert status == 2
    assert "\x1b" not in out + err
    assert "\x00" not in out + err


# -- convert -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
def test_convert_there_and_back(call, tmp_path, name):
    """What a format holds comes back equal; what it cannot is reported and counted."""
    source, there, back = tmp_path / "a.ohh", tmp_path / "b.any", tmp_path / "c.ohh"
    source.write_text(own.text(*own.OWN))
    status, out, err = call("convert", source, there, "--to", name)
    assert out == ""
    written, lost = (int(word) for word in err.splitlines()[-1].split() if word.isdecimal())
    assert written + lost == len(own.OWN)
    assert len(err.splitlines()) == 1 + lost
    assert status == (2 if lost else 0)
    assert written >= 8
    assert call("convert", there, back)[0] == 0
    texts = {record.id: FORMATS[name].text(record) for record in read_ohh(back)}
    assert len(texts) == written
    for record in RECORDS:
        if record.id in texts:
            assert FORMATS[name].text(record) == texts[record.id]
    if not lost:
        assert list(read_ohh(back)) == RECORDS


def test_a_phh_is_one_hand_without_a_table(call, tmp_path):
    """As other programs expect it; more hands go into a .phhs."""
    source, target = tmp_path / "a.ohh", tmp_path / "b.phh"
    source.write_text(own.text(own.SPLIT, own.SIDE))
    status, _, err = call("convert", source, target)
    assert status == 2
    assert "a file .phh holds one hand: expected a name that ends in .phhs for more" in err
    assert not target.read_text().startswith("[")
    assert list(read_history(target)) == [parse_ohh(own.text(own.SPLIT))]
    status, _, err = call("play", "--bots-only", "--write", tmp_path / "c.phh")
    assert status == 2
    assert "expected a name that ends in .phhs" in err


def test_convert_refuses_a_name_that_tells_no_format(call, hands, tmp_path):
    status, out, err = call("convert", hands, tmp_path / "b.doc")
    assert (status, out) == (2, "")
    assert f"the name '{tmp_path / 'b.doc'}' tells no format: add --to ohh, phh, room" in err
    assert not (tmp_path / "b.doc").exists()


def test_convert_reports_what_it_cannot_read_and_writes_the_rest(call, hands, tmp_path):
    status, _, err = call("convert", hands, tmp_path / "b.phhs")
    assert status == 2
    assert err.splitlines()[-1] == f"omaha-fast convert: {len(own.OWN) + 1} written, 1 not"
    assert len(list(read_history(tmp_path / "b.phhs"))) == len(own.OWN) + 1


def test_convert_leaves_the_old_file_when_nothing_can_be_written(call, tmp_path):
    source, target = tmp_path / "a.ohh", tmp_path / "b.ohh"
    source.write_text("rubbish")
    target.write_text("precious")
    assert call("convert", source, target, "--force")[0] == 2
    assert target.read_text() == "precious"
    source.write_text(own.text(own.SPLIT))
    status, _, err = call("convert", source, target)
    assert status == 2
    assert "is there already: expected a new file, or --force" in err
    assert target.read_text() == "precious"
    assert sorted(tmp_path.iterdir()) == [source, target]
    assert call("convert", source, target, "--force")[0] == 0
    assert list(read_history(target)) == [parse_ohh(own.text(own.SPLIT))]
    status, _, err = call("convert", source, tmp_path / "no" / "b.ohh")
    assert status == 2
    assert "cannot write" in err


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_convert_follows_links_and_keeps_modes(call, tmp_path):
    """A link stays a link, and what it points to is replaced; a device is written to."""
    source, target, link = tmp_path / "a.ohh", tmp_path / "b.ohh", tmp_path / "c.ohh"
    source.write_text(own.text(own.SPLIT))
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    assert call("convert", source, link, "--force")[0] == 0
    assert link.is_symlink()
    assert list(read_history(target)) == [parse_ohh(own.text(own.SPLIT))]
    assert target.stat().st_mode & 0o777 == 0o640
    assert call("convert", source, os.devnull, "--to", "phh")[0] == 0


def test_convert_not_in_place_and_to_stdout(call, tmp_path):
    """In place, what cannot be read would be gone for good."""
    path = tmp_path / "a.ohh"
    path.write_text(own.text(own.SPLIT))
    status, _, err = call("convert", path, path, "--force")
    assert status == 2
    assert "is IN itself: expected another file" in err
    assert list(read_history(path)) == [parse_ohh(own.text(own.SPLIT))]
    status, out, err = call("convert", path, "-", "--to", "phh")
    assert (status, err) == (0, "")
    assert list(read_history(io.StringIO(out))) == [parse_ohh(own.text(own.SPLIT))]


# -- any format --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("blank", ["", "\n \n", "\ufeff"])
def test_the_first_line_tells_the_format(tmp_path, name, blank):
    record = parse_ohh(own.text(own.SPLIT))
    text = FORMATS[name].text(record)
    expected = list(FORMATS[name].read(text.splitlines()))
    assert len(expected) == 1
    path = tmp_path / "hand"
    path.write_text(blank + text, encoding="utf-8")
    assert list(read_history(path)) == expected
    assert list(read_history(str(path), name)) == expected
    with open(path, "rb") as file:
        assert list(read_history(file)) == expected
    with open(path, encoding="utf-8") as file:
        assert list(read_history(file)) == expected
    assert list(read_history((blank + text).split("\n"))) == expected


def test_an_unknown_format_is_refused():
    with pytest.raises(ValueError, match="format 'pdf': expected one of ohh, phh, room"):
        read_history([], "pdf")


@pytest.mark.parametrize("name", FORMATS)
def test_memory_does_not_grow_with_the_file(name):
    """Hands from a generator; a list of four hundred records would take more than is allowed here."""
    text = FORMATS[name].text(parse_ohh(own.text(own.SHOWDOWN)))
    lines = [*text.splitlines(), "", ""]

    def stream():
        for number in range(400):
            if name == "phh":
                yield f"[{number + 1}]"
            yield from lines

    count = 0
    tracemalloc.start()
    for item in read_history(stream(), name):
        count += 1
        assert not isinstance(item, ValueError), item
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 400
    assert peak < 1_000_000


def test_help_names_what_the_json_has():
    text = command.EPILOG.replace("\n", " ")
    for key in command.as_json(command.Tag("f"), replay(RECORDS[0])):
        assert key in text


def test_samples_of_the_command(call):
    """The 290 sample hands, where they are."""
    if own.SAMPLES is None:
        pytest.skip("OMAHA_FAST_HANDS is not set")
    path = Path(own.SAMPLES) / "home-games.ohh.jsonl"
    status, out, err = call("replay", path)
    assert (status, err) == (1, "")
    assert (
        out.splitlines()[-1] == "290 hands: 285 exact, 0 explained, 5 contradictions, 0 unreadable"
    )
