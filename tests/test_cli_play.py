"""Unit evidence: `omaha-fast play`, through main() and in a pseudo-terminal."""

import io
import os
import random
import re
import signal
import subprocess
import sys
import time

import pytest

from omaha_fast.cli import main
from omaha_fast.cli.bots import BOTS
from omaha_fast.cli.session import Session
from omaha_fast.cli.stakes_text import STAKES_HELP, parse_stakes, stakes_words
from omaha_fast.engine import FixedLimit, NoLimit, PotLimit, Table
from omaha_fast.history import read_history, replay

COMMAND = [sys.executable, "-P", "-m", "omaha_fast", "play"]
POSIX = pytest.mark.skipif(os.name == "nt", reason="needs a pseudo-terminal")


@pytest.fixture
def call(capsys, monkeypatch):
    """call("--seed 1", stdin): status, stdout and stderr of main()."""

    def call(*words, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        status = main(["play", *words])
        return status, *capsys.readouterr()

    return call


def results(out):
    """The wins and losses at the end."""
    return [
        int(found.replace(",", "")) for found in re.findall(r"([+-][\d,]+)$", out, re.MULTILINE)
    ]


# -- a person ----------------------------------------------------------------------------------------------------------


def test_a_script_plays(call):
    """Each answer is taken, what is not understood or illegal is asked again, and the end of the input leaves."""
    answers = "nonsense\nr 7\nx\nr 30\nc\nc\nc\nc\nc\nc\nc\nc\nc\nc\nc\nc\n"
    status, out, err = call("--seed", "3", "--bots", "caller", "--hands", "1", stdin=answers)
    assert (status, err) == (0, "")
    assert "hand 1, omaha pot 5/10" in out
    assert "  r 60, 60   bet 60, or raise to 60" in out  # help, for nonsense
    assert re.search(r"raises to 7: expected \d+ to \d+", out)
    assert "checks: expected to call" in out or "to call" in out
    for street in ("preflop, pot 15", "flop ", "turn ", "river "):
        assert f"\n{street}" in out
    assert "\npayout\n" in out
    assert sum(results(out)) == 0
    assert len(results(out)) == 6


def test_a_street_is_told_before_it_is_played(call):
    """Whoever acts first: the preflop comes behind the blinds and before the first question."""
    for seed in "1234":
        _, out, _ = call("--seed", seed, "--seats", "3", "--bots", "caller")
        assert out.index("big blind\n") < out.index("\npreflop, pot 15\n") < out.index(" > ")


def test_what_is_legal_is_said(call):
    """Pot limit 5/10: the first in may raise to 35."""
    _, out, _ = call("--seed", "2", "--bots", "caller", "--seats", "3", "--stakes", "pot 5/10")
    (first,) = re.findall(r"^(.*) > ", out, re.MULTILINE)[:1]
    assert first in (
        "fold, call 10, raise to 20 to 35",
        "fold, call 10, raise to 20 to 45",
        "fold, call 5, raise to 20 to 45",
        "fold, check, raise to 20 to 40",
    )


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("f", "Hero folds"),
        ("all-in", None),
        ("min", "Hero raises to 20"),
        ("max", "Hero raises to 35"),
        ("r 25", "Hero raises to 25"),
        ("25", "Hero raises to 25"),
        ("c", "Hero calls 10"),
    ],
)
def test_the_answers(call, answer, told):
    """Three players, the button acts first; a pot-limit all-in of 1000 is refused with the bounds."""
    seed = next(
        seed
        for seed in map(str, range(50))
        if "fold, call 10, raise to 20 to 35" in call("--seed", seed, "--seats", "3")[1]
    )
    _, out, _ = call("--seed", seed, "--seats", "3", stdin=f"{answer}\n")
    if told is None:
        assert "  Hero raises to 1000: expected 20 to 35, the pot-limit maximum" in out
    else:
        assert f"  {told}\n" in out


def test_no_card_of_another_is_on_the_screen_before_it_is_shown(call):
    """Every card in the output is Hero's, on the board, or shown."""
    _, out, _ = call("--seed", "5", "--hands", "20", stdin="c\n" * 400)
    for hand in out.split("\nhand ")[1:]:
        own = re.search(r"your cards (\w+)", hand)[1]
        boards = re.findall(r"^(?:flop|turn|river) (\w+)", hand, re.MULTILINE)
        shown = re.findall(r"shows (\w+)", hand)
        known = set(re.findall(r"[2-9TJQKA][cdhs]", "".join([own, *boards, *shown])))
        assert set(re.findall(r"\b((?:[2-9TJQKA][cdhs])+)\b", hand)) != set()
        for cards in re.findall(r"\b((?:[2-9TJQKA][cdhs])+)\b", hand):
            assert set(re.findall(r"..", cards)) <= known


def test_leaving_in_the_middle_of_a_hand(call, tmp_path):
    path = tmp_path / "s.ohh"
    status, out, _ = call("--seed", "2", "--write", str(path), stdin="f\nq\n")
    assert status == 0
    assert "you leave the table; this hand does not count" in out
    assert sum(results(out)) == 0
    written = list(read_history(path))
    assert len(written) == int(re.search(r"(\d+) hands written", out)[1])
    assert all(replay(record).verdict == "exact" for record in written)


def test_a_written_hand_holds_no_card_that_the_player_has_not_seen(call, tmp_path):
    path = tmp_path / "s.ohh"
    call("--seed", "5", "--hands", "10", "--write", str(path), stdin="f\n" * 200)
    for record in read_history(path):
        assert [seat for seat, _ in record.dealt] == [1]
        assert record.hero == 1


def test_side_pots_are_told_apart(call):
    """Somebody short is all-in, the others play on: the two pots are all that is in."""
    _, out, _ = call(
        *("--preset", "tournament", "--stakes", "no 5/10", "--stack", "60", "--seed", "3"),
        *("--bots", "random"),
        stdin="c\n" * 500,
    )
    told = re.findall(r"main pot (\d+), side pot (\d+)", out)
    assert told
    assert all(int(main) > 0 and int(side) >= 0 for main, side in told)


def test_a_tournament_ends_with_the_last_or_without_hero(call):
    status, out, _ = call(
        *("--preset", "tournament", "--stakes", "no 25/50", "--stack", "300", "--seed", "1"),
        stdin="a\n" * 500,
    )
    assert status == 0
    assert "Hero is out, place" in out or out.count("is out, place") == 5
    assert sum(results(out)) == 0


# -- bots --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.parametrize(
    "stakes", ["pot 5/10", "no 5/10 ante 2", "limit 10/20", "limit 20/40, pot 5/10"]
)
def test_a_session_of_bots(call, kind, stakes):
    words = ("--bots-only", "--hands", "40", "--seed", "4", "--bots", kind, "--stakes", stakes)
    status, out, err = call(*words, "--rake", "5", "--game", "omaha8")
    assert (status, err) == (0, "")
    assert re.match(r"40 hands in [\d.]+ s, [\d,]+ a second\n", out)
    rake = int(re.search(r"rake ([\d,]+)", out)[1].replace(",", ""))
    assert sum(results(out)) == -rake
    assert rake > 0


@pytest.mark.parametrize("suffix", ["ohh", "phhs", "txt"])
@pytest.mark.parametrize("game", ["omaha", "omaha8", "omaha5", "omaha6-8"])
def test_sessions_are_written_and_replay_exact(call, tmp_path, suffix, game):
    path = tmp_path / f"s.{suffix}"
    status, out, _ = call(
        *("--bots-only", "--hands", "30", "--seed", "6", "--bots", "random", "--rake", "5"),
        *("--game", game, "--write", str(path)),
    )
    assert status == 0
    assert "30 hands written to" in out
    records = list(read_history(path))
    assert len(records) == 30
    for record in records:
        assert record.game == game
        assert replay(record).verdict == "exact", replay(record).reason


@pytest.mark.parametrize("suffix", ["ohh", "phhs", "txt"])
def test_a_tournament_is_written_with_its_levels(call, tmp_path, suffix):
    """The stakes rise every five hands, and each hand has the level it was played at."""
    path = tmp_path / f"s.{suffix}"
    call(
        *("--bots-only", "--seed", "4", "--preset", "tournament", "--stakes", "no 25/50 ante 5"),
        *("--bots", "random", "--switch", "5", "--write", str(path)),
    )
    records = list(read_history(path))
    assert len(records) > 20
    for number, record in enumerate(records):
        assert replay(record).verdict == "exact", replay(record).reason
        assert record.tournament.level == str(number // 5 + 1)
        assert record.stakes.big_blind == 50 * (1, 2, 3, 4, 6, 8, 12, 16)[number // 5]


def test_the_same_seed_is_the_same_session(call, tmp_path):
    texts = []
    for number in range(2):
        path = tmp_path / f"{number}.ohh"
        call("--bots-only", "--hands", "25", "--seed", "9", "--write", str(path))
        texts.append(path.read_text())
    assert texts[0] == texts[1]


def test_a_lost_chip_is_noticed():
    session = Session(Table(PotLimit(5, 10)), BOTS["caller"], 1000, seed=None)
    session.pockets["Bot 1"] -= 1
    with pytest.raises(AssertionError, match="6000 chips at the table and 0 rake: expected 6001"):
        next(session.hands())


@pytest.mark.parametrize("kind", BOTS)
def test_bots_see_no_card_of_others(kind):
    """A bot given a view of its own seat, which holds no other card, chooses the same."""
    bot, asked = BOTS[kind], 0

    def compare(hand):
        nonlocal asked
        if hand.actor is not None:
            asked += 1
            seen = hand.view(hand.actor)
            assert bot(seen, random.Random(1)) == bot(hand, random.Random(1))

    session = Session(Table(PotLimit(5, 10), seats=4, seed=8), bot, 1000, seed=1)
    for _, _ in zip(range(5), session.hands(watch=compare), strict=False):
        pass
    assert asked > 10


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--stakes", "5/10"), "stakes '5/10': expected such as 'pot 5/10' or 'limit 10/20'"),
        (("--stakes", "pot 10/5"), "small blind 10: expected at most the big blind 5"),
        (("--stakes", "pot 5/10 blinds 1/2"), "expected blinds as the two numbers"),
        (("--seats", "11"), "seats 11: expected 2 to 10"),
        (("--seats", "10", "--game", "omaha5"), "take 58 cards: expected at most 52"),
        (("--write", "session"), "tells no format: add --format ohh, phh, room"),
    ],
)
def test_bad_options(call, words, told):
    status, out, err = call(*words)
    assert (status, out) == (2, "")
    assert told in err


@pytest.mark.parametrize(
    "words",
    [("--hands", "0"), ("--stack", "x"), ("--seed", "-1"), ("--rake", "x"), ("--rake", "101")],
)
def test_bad_numbers(call, words):
    status, _, err = call(*words)
    assert status == 2
    assert "expected" in err


def test_an_existing_file_is_not_written_over(call, tmp_path):
    path = tmp_path / "s.ohh"
    path.write_text("precious")
    status, _, err = call("--bots-only", "--hands", "1", "--write", str(path))
    assert status == 2
    assert "File exists" in err
    assert path.read_text() == "precious"


def test_every_example_of_stakes_is_one():
    examples = [line[2:30].split("  ")[0] for line in STAKES_HELP.splitlines()[1:]]
    assert len(examples) == 6
    for example in examples:
        assert parse_stakes(example)


@pytest.mark.parametrize(
    ("text", "stakes"),
    [
        ("pot 5/10", PotLimit(5, 10)),
        ("PL 1/2 ante 1", PotLimit(1, 2, 1)),
        ("no 50/100 ante 100 big-blind", NoLimit(50, 100, 100, "big_blind")),
        ("nl 50/100 ante 100 button", NoLimit(50, 100, 100, "button")),
        ("limit 10/20", FixedLimit(10, 20, 5)),
        ("fl 15/30 blinds 10/15", FixedLimit(15, 30, 10)),
    ],
)
def test_stakes_there_and_back(text, stakes):
    assert parse_stakes(text) == [stakes]
    assert parse_stakes(stakes_words(stakes)) == [stakes]


# -- a terminal --------------------------------------------------------------------------------------------------------


@POSIX
def test_in_a_terminal():
    """Prompts come before the answers, cards are coloured, and Ctrl-C ends it."""
    import fcntl
    import pty
    import termios

    def take_terminal():
        # A shell starts what runs in the background with interrupts ignored, and so would its children be.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    master, slave = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "--seed", "2", "--bots", "caller"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        preexec_fn=take_terminal,
        env={**os.environ, "TERM": "xterm", "NO_COLOR": ""},
    )
    os.close(slave)
    seen = ""

    def wait_for(text):
        nonlocal seen
        end = time.monotonic() + 30
        while text not in seen:
            assert time.monotonic() < end, seen
            seen += os.read(master, 4096).decode()
        seen = seen[seen.index(text) + len(text) :]

    try:
        wait_for("your cards \x1b[")
        wait_for(" > ")
        os.write(master, b"c\n")
        wait_for("Hero calls 10")
        wait_for(" > ")
        os.write(master, b"\x03")
        assert process.wait(timeout=30) == 130
    finally:
        process.kill()
        os.close(master)
