"""Unit evidence: `omaha-fast equity --by-street`, in plain text, with rich, and as JSON."""

import json
import re

import pytest
import test_cli
from test_cli import POSIX, call, in_terminal, refused, under_carets  # noqa: F401

import omaha_fast as of

HANDS = ["AsAhKsKh", "JdTs9s8h", "2c3c4c5c"]
WORDS = f"equity {' '.join(HANDS)} --dead 2d --game omaha8 --by-street"
BOARD = "8dAc7s2h3h"


def expected(board):
    return of.equity(HANDS, board, "2d", game="omaha8")


def test_the_table(call):  # noqa: F811
    status, out, _ = call(f"{WORDS} --board {BOARD}")
    title, head, *rows, foot = out.splitlines()
    assert status == 0
    assert title == "omaha8, board 8dAc7s2h3h, dead 2d"
    assert head.split() == [
        "hand",
        "preflop",
        "%",
        "flop",
        "8dAc7s",
        "+/-",
        "turn",
        "2h",
        "+/-",
        "river",
        "3h",
        "+/-",
    ]
    results = [expected(BOARD[:length]) for length in (0, 6, 8, 10)]
    for place, row in enumerate(rows):
        name, start, *moves = row.split()
        shown = [start, *moves[::2]]
        assert name == HANDS[place]
        assert shown == [f"{100 * result.players[place].equity:.2f}" for result in results]
        for before, after, change in zip(shown, shown[1:], moves[1::2], strict=False):
            assert change[0] in "+-"
            assert float(change) == pytest.approx(float(after) - float(before), abs=1e-9)
    assert foot == "exact, over 575,757 boards, then 630, then 35, then 1"


@pytest.mark.parametrize(("length", "streets"), [(6, 2), (8, 3), (10, 4)])
def test_json(call, length, streets):  # noqa: F811
    answer = json.loads(call(f"{WORDS} --board {BOARD[:length]} --json")[1])
    moves = answer.pop("streets")
    assert answer == expected(BOARD[:length]).to_dict()
    assert [move["street"] for move in moves] == ["preflop", "flop", "turn", "river"][:streets]
    for move, board in zip(moves, ("", BOARD[:6], BOARD[:8], BOARD), strict=False):
        whole = expected(board).to_dict()
        assert move.pop("street")
        assert list(move) == ["board", "exact", "method", "boards", "total", "hands"]
        assert move == {key: whole[key] for key in move}


def test_the_order_of_the_board_counts(call):  # noqa: F811
    """The first three cards are the flop, whatever their ranks; blanks, tens and symbols are read as ever."""
    out = call(f"{WORDS} --board '8\u2666 Ac7s 10h 3h'")[1]
    assert "flop 8dAc7s" in out
    assert "turn Th" in out


@pytest.mark.parametrize("board", ["", "--board ''"])
def test_it_needs_a_board(call, board):  # noqa: F811
    assert "--by-street needs three to five board cards" in refused(call(f"{WORDS} {board}"))


def test_bad_boards_have_their_caret(call):  # noqa: F811
    err = refused(call(f"{WORDS} --board 8dAc"))
    assert under_carets(err) == "8dAc"
    assert under_carets(refused(call(f"{WORDS} --board 8dAcXs"))) == "Xs"


# --- Terminals ------------------------------------------------------------------------------------


def plain(text):
    return re.sub("\x1b\\[[0-9;]*m", "", text)


@POSIX
@pytest.mark.parametrize("words", [f"equity {' '.join(HANDS)}", f"{WORDS} --board {BOARD}"])
def test_a_pretty_table_with_rich(words):
    pytest.importorskip("rich")
    text = in_terminal(words, 120)
    assert "\x1b[" in text
    assert "╭" in text
    assert all(hand in plain(text) for hand in HANDS)
    assert "╭" not in in_terminal(words, 120, TERM="dumb")
    assert "╭" not in test_cli.run(words).stdout.decode()
    without_colour = in_terminal(words, 120, NO_COLOR="1")
    assert "╭" in without_colour
    assert not re.search("\x1b\\[[0-9;]*3[0-9]", without_colour)


@POSIX
@pytest.mark.parametrize("columns", [40, 60, 80])
def test_where_it_does_not_fit_the_plain_table_does(columns):
    text = in_terminal(f"{WORDS} --board {BOARD}", columns, NO_COLOR="1")
    assert "\u2026" not in text
    assert max(map(len, text.splitlines())) <= columns or "then" in text.splitlines()[-1]


@POSIX
def test_without_rich_the_plain_table(tmp_path):
    """A module rich that can't be imported stands for none."""
    (tmp_path / "sitecustomize.py").write_text(
        "import importlib.util as u\nfind = u.find_spec\n"
        "u.find_spec = lambda name, *rest: None if name == 'rich' else find(name, *rest)\n"
    )
    text = in_terminal(f"equity {' '.join(HANDS)}", 120, PYTHONPATH=str(tmp_path))
    assert "╭" not in text
    assert plain(text) == str(of.equity(HANDS)) + "\n"
