"""Unit evidence: the command line, through main() and run as a user runs it."""

import io
import json
import os
import re
import shlex
import subprocess
import sys

import pytest

import omaha_fast as of
from omaha_fast.cli import COMMANDS, main

# -P: without it, -m would import the package from the directory the tests are run in.
COMMAND = [sys.executable, "-P", "-m", "omaha_fast"]
POSIX = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell or terminal")

# A split pot: the third hand has the best high, the second and the fourth share the low.
SPLIT = "AcAdJcJd 2c3c9dTd KcKd6h7h 2h3h4d4c --board As5s8dKh9c --game omaha8"


@pytest.fixture
def call(capsys, monkeypatch):
    """call("eval AsAhKsKh", stdin): status, stdout and stderr of main()."""

    def call(words, stdin=""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        status = main(shlex.split(words) if isinstance(words, str) else words)
        out, err = capsys.readouterr()
        return status, out, err

    return call


def refused(answer):
    """The error of a call that printed nothing else and had the status for bad input."""
    status, out, err = answer
    assert (status, out) == (2, "")
    return err


def under_carets(err):
    """What the carets of an error stand under."""
    *_, line, carets = err.splitlines()
    assert set(carets) == {" ", "^"}
    return line[carets.index("^") : carets.rindex("^") + 1]


@pytest.mark.parametrize(
    "words", ["'*' AsAhKsKh", "AsAhKsKh '*'", "'*' '*'", "'*' AsAhKsKh --board 2c3c4c"]
)
def test_eval_takes_no_unknown_hand(call, words):
    err = refused(call(f"eval {words}"))
    assert "a hand that is not known makes nothing; omaha-fast equity takes '*'" in err
    assert under_carets(err)[0] == "*"


# --- Tables ---------------------------------------------------------------------------------------

TABLES = {
    "eval JdTs9s8h AsAhKsKh QcQdJc2s --board Ac8d7sQh2c": """\
omaha, board Ac8d7sQh2c
hand      pot        makes                         plays
AsAhKsKh  all  wins  three of a kind, aces, Q 8    AsAh + Ac8dQh
QcQdJc2s    -        three of a kind, queens, A 8  QcQd + Ac8dQh
JdTs9s8h    -        pair of eights, A Q J         Jd8h + Ac8dQh
""",
    "eval Ah8h9cQs KdKcQdQh 8s2d6c3h --board 5s6s9s7c4s": """\
omaha, board 5s6s9s7c4s
hand      pot        makes                 plays
Ah8h9cQs  1/2  ties  straight, nine high   8h9c + 5s6s7c
8s2d6c3h  1/2  ties  straight, nine high   8s6c + 5s9s7c
KdKcQdQh    -        pair of kings, 9 7 6  KdKc + 6s9s7c
""",
    f"eval {SPLIT}": """\
omaha8, board As5s8dKh9c
hand      pot              makes                       plays
KcKd6h7h  1/2  high  wins  straight, nine high         6h7h + 5s8d9c
               low         8-7-6-5-A low               6h7h + As5s8d
2c3c9dTd  1/4  high        pair of nines, A K T        9dTd + AsKh9c
               low   ties  8-5-3-2-A low               2c3c + As5s8d
2h3h4d4c  1/4  high        pair of fours, A K 9        4d4c + AsKh9c
               low   ties  8-5-3-2-A low               2h3h + As5s8d
AcAdJcJd    -  high        three of a kind, aces, K 9  AcAd + AsKh9c
               low         no low
""",
    "eval 2c3c9dTd QcQdTh9h --board As5s8d": """\
omaha, board As5s8d, 2 cards to come
hand      equity %         makes                  plays
QcQdTh9h     70.61  ahead  pair of queens, A 8 5  QcQd + As5s8d
2c3c9dTd     29.39         high card, A T 9 8 5   9dTd + As5s8d
exact, over 820 boards
""",
    "eval AsKhQd2c --board AdKc3h AhKsQc2d": """\
omaha, board AdKc3h, 2 cards to come
hand      equity %         makes                        plays
AsKhQd2c     50.00  level  two pair, aces and kings, 3  AsKh + AdKc3h
AhKsQc2d     50.00  level  two pair, aces and kings, 3  AhKs + AdKc3h
exact, over 820 boards
""",
    "eval JdTs9s8h AsAhKsKh": """\
omaha, no board
hand      equity %
AsAhKsKh     67.27
JdTs9s8h     32.73
exact, over 1,086,008 boards
""",
    "eval 'As2s K\u2666K\u2665' --board '3s 4s 5s' --game O8": """\
omaha8, board 3s4s5s, 2 cards to come
hand            makes                      plays
As2sKdKh  high  straight flush, five high  As2s + 3s4s5s
          low   5-4-3-2-A low              As2s + 3s4s5s
""",
    "equity 10s9s8hJd AsAhKsKh --board Ac8d7s --dead '2c 2d'": """\
omaha, board Ac8d7s, 2 cards to come, dead 2c2d
hand      equity %    win   tie
Ts9s8hJd     43.59  43.59  0.00
AsAhKsKh     56.41  56.41  0.00
exact, over 741 boards
""",
    f"equity {SPLIT}": """\
omaha8, board As5s8dKh9c
hand      equity %     win   tie  scoop   high    low  1/4 pot  3/4 pot
AcAdJcJd      0.00    0.00  0.00   0.00   0.00   0.00     0.00     0.00
2c3c9dTd     25.00    0.00  0.00   0.00   0.00  25.00   100.00     0.00
KcKd6h7h     50.00  100.00  0.00   0.00  50.00   0.00     0.00     0.00
2h3h4d4c     25.00    0.00  0.00   0.00   0.00  25.00   100.00     0.00
exact, over 1 board
""",
}


@pytest.mark.parametrize("words", TABLES)
def test_tables(call, words):
    """Best hand first (equity: as given), the winners of each half marked, two cards and three."""
    assert call(words) == (0, TABLES[words], "")


@pytest.mark.parametrize(
    ("words", "game"),
    [("AsAhKsKh2c", "omaha5"), ("AsAhKsKh2c2d", "omaha6"), ("--game bigo AsAhKsKh2c", "omaha5-8")],
)
def test_the_game_is_named(call, words, game):
    assert call(f"eval {words} --board 3c4c5c")[1].startswith(f"{game}, board 3c4c5c")


# --- JSON -----------------------------------------------------------------------------------------


def test_eval_json(call):
    answer = json.loads(call(f"eval {SPLIT} --json")[1])
    hands = answer.pop("hands")
    assert answer == {
        "schema": "omaha-fast/eval/1",
        "line": None,
        "game": "omaha8",
        "board": "As5s8dKh9c",
        "exact": True,
        "boards": 1,
    }
    names = SPLIT.split()
    assert [hand["hand"] for hand in hands] == [names[hand["index"]] for hand in hands]
    assert [(hand["index"], hand["equity"]) for hand in hands] == [
        (2, 0.5),
        (1, 0.25),
        (3, 0.25),
        (0, 0.0),
    ]
    assert [(hand["high"]["best"], hand["low"] and hand["low"]["tied"]) for hand in hands] == [
        (True, False),
        (False, True),
        (False, True),
        (False, None),
    ]
    assert hands[0]["high"] == {
        "strength": of.evaluate("KcKd6h7h", "As5s8dKh9c"),
        "category": "straight",
        "description": "straight, nine high",
        "cards": "9c8d7h6h5s",
        "hole": "6h7h",
        "board": "5s8d9c",
        "best": True,
        "tied": False,
    }


def test_eval_json_keeps_its_keys(call):
    """What does not apply is null: the equity of a single hand, a made hand without a board."""
    alone = json.loads(call("eval AsAhKsKh --board 2c3c4d --json")[1])
    no_board = json.loads(call("eval JdTs9s8h AsAhKsKh --json")[1])
    assert alone.keys() == no_board.keys()
    assert alone["exact"] is alone["boards"] is alone["hands"][0]["equity"] is None
    assert alone["hands"][0].keys() == no_board["hands"][0].keys()
    assert [(hand["index"], hand["high"]) for hand in no_board["hands"]] == [(1, None), (0, None)]


def test_equity_json(call):
    """The known count before the flop: 66,849,180 of 130,320,960 for the first hand."""
    answer = json.loads(call("equity As2s3dKh Ad2d4c5c --json")[1])
    first, second = answer.pop("hands")
    total = answer.pop("total")
    assert answer == {
        "schema": "omaha-fast/equity/1",
        "game": "omaha",
        "board": "",
        "dead": "",
        "exact": True,
        "method": "rank-space",
        "boards": 1086008,
        "trials": None,
        "seed": None,
    }
    assert first["share"] * 130320960 == 66849180 * total == (total - second["share"]) * 130320960
    assert first["equity"] == 66849180 / 130320960
    hilo_only = {first[key] for key in ("scoop", "high", "low", "quartered", "three_quartered")}
    assert hilo_only == {None}
    assert (
        answer | {"total": total, "hands": [first, second]}
        == of.equity(["As2s3dKh", "Ad2d4c5c"]).to_dict()
    )


def test_equity_json_of_a_split_game(call):
    hands = json.loads(call(f"equity {SPLIT} --json")[1])["hands"]
    parts = ["win", "tie", "scoop", "high", "low", "quartered", "three_quartered"]
    assert [list(hand) for hand in hands] == [["hand", "share", "equity", *parts, "counts"]] * 4
    assert [hands[1][part] for part in parts] == [0, 0, 0, 0, 0.25, 1, 0]


# --- Files ----------------------------------------------------------------------------------------

LINES = """\
# two good lines, a bad one between them

AsAhKsKh JdTs9s8h | Ac8d7sQh2c
AsAhKsKh JdTs9x8h | Ac8d7sQh2c
AsAhKsKh | 2c3c4d
"""


def test_a_bad_line_does_not_stop_the_others(call, tmp_path):
    path = tmp_path / "hands.txt"
    path.write_text("\ufeff" + LINES, "utf-8")  # with the mark that Windows editors put first
    for name, answer in [
        (path, call(["eval", "--json", "--file", str(path)])),
        ("stdin", call("eval --json", LINES)),
        ("stdin", call("eval --json --file -", LINES)),
    ]:
        status, out, err = answer
        assert status == 2
        assert [json.loads(line)["line"] for line in out.splitlines()] == [3, 5]
        assert err.startswith(f"omaha-fast eval: {name}:4: unknown card '9x'")
        assert under_carets(err) == "9x"


def test_text_answers_name_their_lines(call):
    _, out, _ = call("eval --board 5c6c7c", LINES + "QsQhJsJh")
    assert [line for line in out.splitlines() if line.startswith("line")] == [
        "line 3: omaha, board Ac8d7sQh2c",
        "line 5: omaha, board 2c3c4d, 2 cards to come",
        "line 6: omaha, board 5c6c7c, 2 cards to come",
    ]


def test_a_huge_line_is_refused_and_skipped(call):
    status, out, err = call("eval --json", "A" * 3_000_000 + "\nAsAhKsKh|2c3c4c")
    assert (status, json.loads(out)["line"]) == (2, 2)
    assert err == "omaha-fast eval: stdin:1: the line has more than 1000 characters\n"


def test_nothing_to_read(call, tmp_path):
    assert "nothing on standard input" in refused(call("eval"))
    assert call("eval --file -") == (0, "", "")
    assert "cannot read" in refused(call(["eval", "--file", str(tmp_path / "none.txt")]))


# --- Errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message", "place"),
    [
        ("eval AsAhKsKx --board 2c3c4c", "unknown card 'Kx'", "Kx"),
        ("eval AsAhKsAs --board 2c3c4c", "duplicate card 'As'", "As"),
        ("eval AsAhKsKh QsQh10sAh --board 2c3c4c", "duplicate card 'Ah'", "Ah"),
        ("eval AsAhKsKh 2sA\u2660JsTs --board 2c3c4c", "duplicate card 'As'", "A\u2660"),
        ("eval AsAhKsKh --board '2c Kh 4c'", "duplicate card 'Kh'", "Kh"),
        ("eval As Ah Ks Kh", "1 card: expected four, five or six (write a hand without", "As"),
        ("eval AsAhKsKh 2c2d2h3c3d", "is 5 cards: expected 4, as in the first", "2c2d2h3c3d"),
        ("eval AsAhKsKh --board 2c3c4c --game plo5", "played with 5 hole cards", "AsAhKsKh"),
        ("eval AsAhKsKh", "one hand and no board", "AsAhKsKh"),
        ("eval AsAhKsKh --board 2c3c", "expected 3, 4 or 5", "2c3c"),
        ("equity AsAhKsKh", "two or more hands", "AsAhKsKh"),
        ("equity AsAhKsKh QsQhJsJh --dead Qh", "duplicate card 'Qh'", "Qh"),
        ("equity AsAhKsKh QsQhJsJh --dead 2x", "unknown card '2x'", "2x"),
    ],
)
def test_carets_stand_under_the_place(call, words, message, place):
    err = refused(call(words))
    assert message in err
    assert under_carets(err) == place


@pytest.mark.parametrize(
    ("line", "message", "place"),
    [
        ("AsAhKsKh | 2c3c4c | 5c", "a second bar", "|"),
        ("AsAhKsKh 2sAh3s4s|5c6c7c", "duplicate card 'Ah'", "Ah"),
        ("As\tAhKs Kh | 2c3c4c", "write a hand without blanks", "As"),
        ("AsAhKsKh |  2c3c", "expected 3, 4 or 5", "2c3c"),
    ],
)
def test_carets_in_files(call, line, message, place):
    err = refused(call("eval", line))
    assert message in err
    assert under_carets(err) == place


def test_the_caret_is_under_the_second_of_two_equal_cards(call):
    err = refused(call("eval AsAhKsKh QsQhJsAh --board 2c3c4c"))
    assert err.endswith("\n  AsAhKsKh QsQhJsAh | 2c3c4c\n                 ^^\n")


def test_long_input_is_cut_around_the_place(call):
    err = refused(call("eval " + 30 * "AsAhKsKh " + "2c2d2hXX" + 30 * " AsAhKsKh"))
    assert re.fullmatch(r"  \.{3}.{20,72}\.{3}", err.splitlines()[-2])
    assert under_carets(err) == "XX"


@pytest.mark.parametrize(
    "words", ["", "evil", "eval --bord 2c3c4c", "equity", "eval AsAhKsKh --game stud"]
)
def test_wrong_usage(call, words):
    assert "usage: omaha-fast" in refused(call(words))


def test_a_misspelt_command_gets_a_hint(call):
    assert "did you mean 'equity'?" in refused(call("equty"))


@pytest.mark.parametrize(
    "words",
    [
        ["\x1b[2J"],
        ["eval", "--\x1b[2J"],
        ["eval", "--file", "\x1b[2J"],
        ["eval", "AsAhKsKh", "--game", "\x1b[2J"],
        ["eval", "As\x1b[2JAh\udcff", "\u202e2c\x9b2J\x07", "--board", "2c3c4c"],
    ],
)
def test_control_characters_are_escaped(call, words):
    err = refused(call(words))
    assert r"\x1b[2J" in err
    assert err.replace("\n", "").isprintable()


# --- Streams and terminals ------------------------------------------------------------------------


def run(words, **options):
    """The command in a process of its own."""
    return subprocess.run(
        [*COMMAND, *words.split()], capture_output=True, timeout=60, check=False, **options
    )


def test_version_as_a_module():
    result = run("--version")
    assert (result.returncode, result.stdout.split()[1].decode()) == (0, of.__version__)


def test_the_help_names_every_exit_status(call):
    status, out, err = call("--help")
    assert (status, err) == (0, "")
    told = " ".join(out.rpartition("\n\n")[2].split())
    assert told == (
        "The exit status is 0; 1 where replay finds a contradiction, or bench --compare other answers "
        "than before; 2 after bad input, or where the input or the output fails."
    )


def test_bytes_that_are_no_text():
    result = run("eval --json", input=b"As\xffhKsKh | 2c3c4c\nAsAhKsKh | 2c3c4c")
    assert (result.returncode, json.loads(result.stdout)["line"]) == (2, 2)
    assert under_carets(result.stderr.decode()) == r"\udcffh"


def test_importing_the_command_is_light():
    code = "import sys, omaha_fast.cli; print(*sys.modules)"
    modules = subprocess.check_output([sys.executable, "-P", "-c", code], text=True).split()
    assert [name for name in modules if name.startswith("omaha_fast.cli")] == ["omaha_fast.cli"]
    assert not {"argparse", "omaha_fast.equity"} & set(modules)


@POSIX
@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_the_help_are_true(call, command, tmp_path):
    program = tmp_path / "omaha-fast"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
    program.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    status, text, _ = call(f"{command} --help")
    examples = re.findall(r"^  \$ (.+)\n((?:  (?!\$).+\n)*)", text, re.MULTILINE)
    assert status == 0
    assert any(output for _, output in examples)
    for line, output in examples:
        shell = ["sh", "-c", line]
        result = subprocess.run(
            shell,
            env={**os.environ, "PATH": path},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        assert not result.stderr
        assert result.stdout == re.sub("^  ", "", output, flags=re.MULTILINE) or not output


@POSIX
def test_a_broken_pipe_is_quiet():
    pipes = dict.fromkeys(["stdin", "stdout", "stderr"], subprocess.PIPE)
    with subprocess.Popen([*COMMAND, "eval"], **pipes) as process:
        process.stdout.close()
        _, err = process.communicate(b"AsAhKsKh | 2c3c4c\n" * 5000, timeout=60)
    assert (process.returncode, err) == (0, b"")


def in_terminal(words, columns=80, **env):
    """What the command prints on a terminal of that width."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    streams = dict.fromkeys(["stdin", "stdout", "stderr"], theirs)
    clean = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    env = {**clean, "TERM": "xterm", **env}
    with subprocess.Popen([*COMMAND, *words.split()], env=env, **streams):
        os.close(theirs)
        output = b""
        try:
            while block := os.read(ours, 65536):
                output += block
        except OSError:  # how Linux says that the other end is closed
            pass
    os.close(ours)
    return output.decode().replace("\r\n", "\n")


@POSIX
def test_colour_is_for_terminals():
    coloured, plain = in_terminal(f"eval {SPLIT}"), TABLES[f"eval {SPLIT}"]
    assert "\x1b[1;32mwins\x1b[0m" in coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == plain
    assert in_terminal(f"eval {SPLIT}", NO_COLOR="1") == plain
    assert in_terminal(f"eval {SPLIT}", TERM="dumb") == plain


@POSIX
@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize("command", ["eval", "equity"])
def test_a_narrow_terminal_gets_lines_that_fit(command, columns):
    narrow = in_terminal(f"{command} {SPLIT}", columns, NO_COLOR="1")
    assert max(map(len, narrow.splitlines())) <= columns
    values = re.split("\n|  +", TABLES[f"{command} {SPLIT}"].split("\n", 2)[2])
    assert all(value in narrow for value in values)


@POSIX
def test_a_terminal_is_not_waited_for():
    assert "no hand given" in in_terminal("eval")
