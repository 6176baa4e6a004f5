"""Unit evidence: what an EquityResult says of itself as a table, a dict and JSON, whole and in part."""

import io
import json
import math
import pickle
import re
import subprocess
import sys
from fractions import Fraction

import pytest

import omaha_fast as of
from omaha_fast.equity.display import html
from omaha_fast.equity.shards import parse_question, shard

HANDS = ["2sAs 3dKh", "Ad2d4c5c", "QhJhTh9h"]
TABLE = """\
omaha8, board 7dQs4s, 2 cards to come, dead 2c2h
hand      equity %    win   tie  scoop   high    low  1/4 pot  3/4 pot
2sAs3dKh     35.19  27.74  0.00  21.47  24.60  10.60    37.41     0.00
Ad2d4c5c     29.62  18.78  0.00   0.14  14.22  15.40    25.18    19.35
QhJhTh9h     35.19  53.49  0.00  16.93  35.19   0.00     0.00     0.00
exact, over 595 boards
"""


@pytest.fixture(scope="module")
def result():
    return of.equity(HANDS, "7dQs4s", "2c2h", game="omaha8")


def test_it_prints_as_a_table(result):
    text = str(result)
    assert re.sub(r"\d+\.\d\d", "0", text).split() == re.sub(r"\d+\.\d\d", "0", TABLE).split()
    widths = {len(line) for line in text.splitlines()[1:-1]}
    assert len(widths) == 1
    for name, player, line in zip(
        result.hand_names, result.players, text.splitlines()[2:], strict=False
    ):
        assert line.startswith(name)
        shown = [100 * getattr(player, word) for word in ("equity", "win", "tie", "scoop", "high")]
        assert [float(cell) for cell in line.split()[1:6]] == pytest.approx(shown, abs=0.00501)


def test_a_high_game_has_fewer_columns():
    assert str(of.equity(["AsAhKsKh", "JdTs9s8h"])).splitlines() == [
        "omaha, no board",
        "hand      equity %    win   tie",
        "AsAhKsKh     67.27  67.27  0.01",
        "JdTs9s8h     32.73  32.72  0.01",
        "exact, over 1,086,008 boards",
    ]


def test_the_cards_stay_in_the_order_given(result):
    """What is printed is what was asked; what is compared is what the cards are."""
    assert result.hand_names == ("2sAs3dKh", "Ad2d4c5c", "QhJhTh9h")
    assert result.board == tuple(map(of.Card, ("7d", "Qs", "4s")))
    assert result.hands == tuple(map(of.CardSet, HANDS))
    assert result.dead == of.CardSet("2h2c")
    assert "on 7dQs4s" in repr(result)
    other = of.equity(["KhAs2s3d", *HANDS[1:]], "4sQs7d", "2h2c", game="omaha8")
    assert (other, hash(other)) == (result, hash(result))
    assert other.board != result.board
    again = pickle.loads(pickle.dumps(result))
    assert (again, again.board, again.hand_names) == (result, result.board, result.hand_names)


def test_a_table_for_notebooks(result):
    text = result._repr_html_()
    assert text.count("<tr>") == 5
    assert re.findall("<td[^>]*>([^<]*)</td>", text)[:2] == [
        "2sAs3dKh",
        f"{100 * result.players[0].equity:.2f}",
    ]
    assert "<caption>omaha8, board 7dQs4s, 2 cards to come, dead 2c2h</caption>" in text


def test_html_is_escaped(result, monkeypatch):
    """No text of a result can hold a tag today; should one ever, it is shown, not obeyed."""
    evil = "<script>alert('&')</script>"
    monkeypatch.setattr(of.EquityResult, "hand_names", (evil,) * 3)
    monkeypatch.setattr(of.EquityResult, "dead_names", evil)
    monkeypatch.setattr(of.EquityResult, "progress", evil)
    assert "<script" not in html(result)
    assert "&lt;script&gt;alert(&#x27;&amp;&#x27;)" in html(result)


def test_a_table_for_rich(result):
    rich = pytest.importorskip("rich.console")
    console = rich.Console(width=100, file=io.StringIO())
    console.print(result)
    text = console.file.getvalue()
    assert "omaha8, board 7dQs4s, 2 cards to come, dead 2c2h" in text
    for line in str(result).splitlines()[1:-1]:
        assert all(cell in text for cell in line.split())
    assert "exact, over 595 boards" in text


def test_rich_is_not_imported_unasked():
    code = (
        "import sys, omaha_fast as of; result = of.equity(['AsAhKsKh', 'JdTs9s8h'], '2c3c4c5c6c')\n"
        "str(result), repr(result), result._repr_html_(), result.to_json()\n"
        "assert not {'rich', 'numpy', 'html.parser'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-P", "-c", code], check=True)


# --- For machines ---------------------------------------------------------------------------------

KEYS = [
    "schema", "game", "board", "dead", "exact", "method", "boards", "trials", "seed", "total",
    "hands",
]  # fmt: skip
WORDS = ["equity", "win", "tie", "scoop", "high", "low", "quartered", "three_quartered"]


def test_a_dict_with_stable_keys(result):
    answer = result.to_dict()
    assert list(answer) == KEYS
    assert (answer["schema"], answer["game"]) == ("omaha-fast/equity/1", "omaha8")
    assert (answer["board"], answer["dead"]) == ("7dQs4s", "2c2h")
    assert (answer["exact"], answer["method"], answer["boards"]) == (True, "rank-space", 595)
    for hand, player, share in zip(answer["hands"], result.players, result.shares, strict=True):
        assert list(hand) == ["hand", "share", *WORDS, "counts"]
        assert hand["share"] == share
        assert Fraction(hand["share"], answer["total"]) == player.fraction
        assert [hand[word] for word in WORDS] == [getattr(player, word) for word in WORDS]
        assert hand["counts"] == player.counts


def test_json_keeps_the_integers(result):
    answer = json.loads(result.to_json())
    assert answer == result.to_dict()
    for hand in answer["hands"]:
        assert type(hand["share"]) is int
        assert {type(count) for count in hand["counts"].values()} == {int}
    assert "\n" not in result.to_json()


def test_what_a_high_game_does_not_have_is_null():
    for hand in of.equity(["AsAhKsKh", "JdTs9s8h"]).to_dict()["hands"]:
        assert [hand[word] for word in WORDS[3:]] == [None] * 5
        assert hand["counts"]["scoop"] == hand["counts"]["win"]


# --- Parts ----------------------------------------------------------------------------------------


def test_a_part_claims_no_certainty():
    """A part is no random sample: no standard error, and bounds that hold whatever the others bring."""
    question = parse_question(["AsAhKsKh", "JdTs9s8h"], "2c7d8d")
    whole = of.equity(["AsAhKsKh", "JdTs9s8h"], "2c7d8d")
    merged = None
    for part in range(5):
        piece = shard(question, part, 5)
        merged = piece if merged is None else merged + piece
        if part == 4:
            break
        assert not merged.exact
        for player, truth in zip(merged.players, whole.players, strict=True):
            assert math.isnan(player.stderr)
            low, high = player.ci()
            assert 0 <= low <= truth.equity <= high <= 1
            assert low < player.equity < high
        assert f"{part + 1} of 5 parts, over {merged.boards} boards" in str(merged)
        assert merged.to_dict()["exact"] is False
    assert merged == whole
    assert merged.exact
    assert (merged.players[0].stderr, merged.players[0].ci()) == (0, (whole.players[0].equity,) * 2)
    assert merged.players == whole.players


def test_a_part_without_a_board():
    """One river card is to come in 40 ways: of 50 parts ten hold none."""
    question = parse_question(["AsAhKsKh", "JdTs9s8h"], "2c7d8d9c")
    empty = shard(question, 45, 50)
    assert empty.boards == 0
    assert math.isnan(empty.players[0].equity)
    assert empty.players[0].ci() == (0, 1)
    assert "nan" in str(empty)
    assert json.loads(empty.to_json())["hands"][0]["equity"] is None
    assert pickle.loads(pickle.dumps(empty)) == empty


def test_parts_of_other_orders_of_the_cards_add_up():
    one = shard(parse_question(["AsAhKsKh", "JdTs9s8h"], "2c7d8d"), 0, 2)
    two = shard(parse_question(["KhAhKsAs", "JdTs8h9s"], "8d2c7d"), 1, 2)
    assert (one + two).exact
    with pytest.raises(ValueError, match="different questions"):
        one + shard(parse_question(["AsAhKsKh", "JdTs9s8h"], "2c7d8c"), 1, 2)


@pytest.mark.parametrize("level", [0, 1, -0.5, 2, math.nan])
def test_levels_outside_0_to_1(result, level):
    with pytest.raises(ValueError, match="expected a number between 0 and 1"):
        result.players[0].ci(level)
