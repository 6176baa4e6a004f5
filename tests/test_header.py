"""Differential evidence: omaha_fast.h, from C and Cython compiled against the installed package and through ctypes,
against the Python functions on random deals."""

import ctypes
import os
import random
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import native_build
import native_ctypes
import pytest

import omaha_fast as of
from omaha_fast import _core
from omaha_fast.games import GAMES

np = pytest.importorskip("numpy")

OK, BAD_COUNT, BAD_CARD = 0, -1, -2
HEADER = Path(of.get_include(), "omaha_fast.h").read_text(encoding="utf-8")
SIZES = [(cards, on_board) for cards in (4, 5, 6) for on_board in (3, 4, 5)]


@pytest.fixture(scope="module", params=["header_user.c", "header_user_cython.pyx", "ctypes"])
def user(request, tmp_path_factory):
    """One that calls the functions of the header."""
    if request.param == "ctypes":
        return native_ctypes
    return native_build.build(tmp_path_factory.mktemp("header"), request.param)


@pytest.fixture(scope="module")
def c_user(tmp_path_factory):
    return native_build.build(tmp_path_factory.mktemp("header"), "header_user.c")


def deals(rng, rows, cards, gone=()):
    live = np.setdiff1d(np.arange(52, dtype=np.uint8), gone)
    return rng.permuted(np.tile(live, (rows, 1)), axis=1)[:, :cards]


# --- One hand ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "on_board"), SIZES)
def test_one_hand(user, cards, on_board):
    for deal in deals(np.random.default_rng(cards * on_board), 200, cards + on_board):
        hole, board = deal[:cards].tobytes(), deal[cards:].tobytes()
        high, low = of.evaluate_hilo(hole, board)
        assert user.all_ways(hole, board) == (high, low) * 4


# --- Many hands ----------------------------------------------------------------------------------------------------


def ranked(call, *given, want="hl", check=1):
    """The status, the bad row, and what was written: arrays of a number that is no strength before."""
    count = len(given[0])
    high, low = np.full(count, 9999, np.uint16), np.full(count, 99, np.uint8)
    arguments = [part for array in given for part in (array.tobytes(), array.shape[-1])]
    outs = high if "h" in want else None, low if "l" in want else None
    return *call(*arguments, count, *outs, check), high, low


def verify_answer(found, high, low, want="hl"):
    status, _, *written = found
    assert status == OK
    untouched = np.full(len(high), 9999), np.full(len(low), 99)
    assert np.array_equal(written[0], high if "h" in want else untouched[0])
    assert np.array_equal(written[1], low if "l" in want else untouched[1])


def verify_refused(found, status, row):
    assert found[:2] == (status, row)
    assert set(found[2]) <= {9999}
    assert set(found[3]) <= {99}


@pytest.mark.parametrize("want", ["h", "l", "hl"])
@pytest.mark.parametrize(("cards", "on_board"), SIZES)
def test_rows(user, cards, on_board, want):
    for count in (1, 63, 3000):
        both = deals(np.random.default_rng(count), count, cards + on_board)
        holes, boards = both[:, :cards], both[:, cards:]
        high, low = of.evaluate_hilo_batch(holes, boards)
        for check in (0, 1):
            verify_answer(ranked(user.rows, holes, boards, want=want, check=check), high, low, want)


@pytest.mark.parametrize("want", ["h", "l", "hl"])
@pytest.mark.parametrize(("cards", "on_board"), SIZES)
def test_many_hands_on_one_board(user, cards, on_board, want):
    board = np.array([50, 49, 46, 2, 10][:on_board], np.uint8)  # three hearts, two low cards ...
    for count in (1, 63, 3000):
        holes = deals(np.random.default_rng(count), count, cards, board)
        high, low = of.evaluate_hilo_batch(holes, board)
        for check in (0, 1):
            found = ranked(user.on_board, holes, board, want=want, check=check)
            verify_answer(found, high, low, want)


@pytest.mark.parametrize(("cards", "on_board"), SIZES)
def test_the_first_bad_row_is_named_and_nothing_written(user, cards, on_board):
    rng = np.random.default_rng(7)
    both = deals(rng, 500, cards + on_board)
    board = np.array([0, 5, 10, 15, 20][:on_board], np.uint8)
    for _ in range(20):
        wrong = both.copy()
        row, column = rng.integers(500), rng.integers(cards + on_board)
        wrong[row, column] = rng.choice([52, 63, 64, 128, 255, wrong[row, column - 1]])
        holes, boards = wrong[:, :cards], wrong[:, cards:]
        with pytest.raises(of.CardError) as refused:
            of.evaluate_batch(holes, boards)
        assert refused.value.position == row
        verify_refused(ranked(user.rows, holes, boards), BAD_CARD, row)
        with pytest.raises(of.CardError) as refused:
            of.evaluate_batch(holes, board)
        row = refused.value.position
        verify_refused(ranked(user.on_board, holes, board), BAD_CARD, row)
        # Without the check there is an answer, whatever it is.
        assert ranked(user.rows, holes, boards, check=0)[0] == OK
        assert ranked(user.on_board, holes, board, check=0)[0] == OK


def test_a_bad_board_is_refused_with_and_without_the_check(user):
    holes = deals(np.random.default_rng(1), 70, 4)
    for board in ([1, 2, 3, 4, 52], [255] * 3, [7, 8, 9, 7]):
        for check in (0, 1):
            found = ranked(user.on_board, holes, np.array(board, np.uint8), check=check)
            verify_refused(found, BAD_CARD, len(holes))


@pytest.mark.parametrize("check", [0, 1])
def test_counts_that_are_not_offered(user, check):
    cards = np.arange(90, dtype=np.uint8)
    for width, on_board in (
        (3, 5),
        (7, 5),
        (0, 5),
        (-4, 5),
        (4, 2),
        (4, 6),
        (4, 0),
        (5, -1),
        (2**31 - 1, 3),
    ):
        for call in (user.rows, user.on_board):
            high, low = np.full(9, 9999, np.uint16), np.full(9, 99, np.uint8)
            found = call(cards.tobytes(), width, cards.tobytes(), on_board, 9, high, low, check)
            verify_refused((*found, high, low), BAD_COUNT, 12345)


def test_no_rows_are_fine(user):
    for call in (user.rows, user.on_board):
        board = bytes([1, 2, 3])
        high, low = np.zeros(1, np.uint16), np.zeros(1, np.uint8)
        assert call(b"\xff" * 4, 4, board, 3, 0, high, low, 1)[0] == OK


# --- Equities ------------------------------------------------------------------------------------------------------


def random_question(rng, players, game):
    """Hands, board, dead cards."""
    most = 52 - players * game.cards
    on_board = rng.choice([0, 3, 4, 5])
    # Before the flop few cards are left, so that the boards are few.
    dead = rng.randint(most - 18 if on_board == 0 and most > 18 else 0, most - 5)
    deck = rng.sample(range(52), 52)
    hands = [bytes(deck[i * game.cards : (i + 1) * game.cards]) for i in range(players)]
    rest = deck[players * game.cards :]
    return hands, bytes(rest[:on_board]), rest[on_board : on_board + max(0, dead)]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_equities(user, game):
    rng = random.Random(game.cards)
    for players in range(2, {4: 11, 5: 10, 6: 8}[game.cards]):
        for _ in range(4):
            hands, board, dead = random_question(rng, players, game)
            expected = of.equity(hands, board, dead, game=game.name)
            mask = sum(1 << card for card in dead)
            given = (b"".join(hands), players, game.cards, board, mask, game.hilo)
            status, shares, total = user.equities(*given)
            assert (status, total) == (OK, expected.total)
            assert tuple(shares[:players]) == expected.shares
            assert sum(shares[:players]) == total
            assert set(shares[players:]) <= {-1}


def test_equities_of_bad_cards(user):
    """In every place a number above 51, or a card of every other place."""
    good = list(range(8)), [20, 21, 22, 23], [30]
    places = [(part, i) for part in (0, 1) for i in range(len(good[part]))]
    refused = BAD_CARD, [-1] * 10, -1

    def answer(hands, board, dead):
        return user.equities(bytes(hands), 2, 4, bytes(board), sum(1 << c for c in dead), False)

    assert answer(*good)[0] == OK
    for part, i in places:
        for card in {52, 63, 64, 128, 255, *good[0], *good[1], *good[2]} - {good[part][i]}:
            wrong = [[*cards] for cards in good]
            wrong[part][i] = card
            assert answer(*wrong) == refused
    for card in (52, 63, 0, 23):
        assert answer(*good[:2], [card]) == refused


def test_equities_of_counts_that_are_not_offered(user):
    deck = bytes(range(52))
    refused = BAD_COUNT, [-1] * 10, -1
    for players, cards, on_board, dead in (
        (1, 4, 0, 0),
        (0, 4, 5, 0),
        (-2, 4, 5, 0),
        (11, 4, 5, 0),
        (2**31 - 1, 4, 5, 0),
        (2, 3, 5, 0),
        (2, 7, 5, 0),
        (2, -4, 5, 0),
        (2, 4, 1, 0),
        (2, 4, 2, 0),
        (2, 4, 6, 0),
        (10, 5, 0, 0),
        (8, 6, 0, 0),
        (2, 4, 0, 40),
        (10, 4, 0, 8),
    ):
        mask = ((1 << dead) - 1) << (52 - dead)
        assert user.equities(deck, players, cards, deck[40 : 40 + on_board], mask, False) == refused


# --- The capsule ---------------------------------------------------------------------------------------------------


@pytest.fixture
def offered(monkeypatch):
    """offered(major, minor, size): a capsule like the package's own, but for its version and size."""
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = (
        ctypes.py_object,
        [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p],
    )
    kept = []

    def offer(major, minor, size):
        table = native_ctypes.OmahaFast.from_buffer_copy(native_ctypes.api)
        table.major, table.minor, table.size = major, minor, size
        kept.append((table, ctypes.c_char_p(b"omaha_fast._core._C_API")))
        capsule = new(ctypes.addressof(kept[-1][0]), kept[-1][1], None)
        monkeypatch.setattr(_core, "_C_API", capsule)

    return offer


def test_the_struct_says_its_version_and_size():
    major, minor = (
        int(re.search(rf"OMAHA_FAST_{name} (\d+)", HEADER)[1]) for name in ("MAJOR", "MINOR")
    )
    api = native_ctypes.api
    assert (api.major, api.minor, api.size) == (major, minor, ctypes.sizeof(api))


def test_the_struct_of_these_tests_is_the_header_s():
    struct = re.search(r"typedef struct \{(.*?)\} OmahaFast;", HEADER, re.DOTALL)[1]
    names = re.findall(r"\(\*(\w+)\)\(", struct)
    assert names == [name for name, _ in native_ctypes.OmahaFast._fields_[3:]]


def test_a_newer_minor_with_more_functions_is_welcome(c_user, offered):
    api = native_ctypes.api
    offered(api.major, api.minor + 3, api.size + 64)
    c_user.import_again()


@pytest.mark.parametrize("change", [(1, 0, 0), (-1, 5, 64), (0, -1, 0), (0, 0, -8)])
def test_another_version_is_an_import_error(c_user, offered, change):
    api = native_ctypes.api
    offered(api.major + change[0], api.minor + change[1], api.size + change[2])
    with pytest.raises(ImportError, match=r"native interface: expected 1\.0 or a higher minor"):
        c_user.import_again()


def test_another_capsule_is_refused(c_user, monkeypatch):
    monkeypatch.setattr(_core, "_C_API", None)
    with pytest.raises(AttributeError):
        c_user.import_again()


@pytest.mark.parametrize(("compiler", "dialect"), [("cc", "c99"), ("cc", "c17"), ("c++", "c++11")])
@pytest.mark.parametrize("python", ["", "#include <Python.h>\n"])
def test_the_header_compiles_without_a_warning(tmp_path, compiler, dialect, python):
    """In C and in C++; without Python.h there is the struct alone."""
    if not shutil.which(compiler):
        pytest.skip(f"needs {compiler}")
    unit = tmp_path / ("unit.c" if compiler == "cc" else "unit.cpp")
    importer = "omaha_fast_import()" if python else "(const OmahaFast *)0"
    unit.write_text(
        f'{python}#include "omaha_fast.h"\n#include "omaha_fast.h"\n'
        f"const OmahaFast *find(void);\nconst OmahaFast *find(void) {{ return {importer}; }}\n"
    )
    folders = [f"-I{of.get_include()}", "-isystem", sysconfig.get_path("include")]
    strict = ["-Wall", "-Wextra", "-Wconversion", "-Wpedantic", "-Werror", "-fsyntax-only"]
    command = [compiler, f"-std={dialect}", *strict, *folders, unit]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_get_include_names_a_folder_with_the_header():
    assert os.listdir(of.get_include()).count("omaha_fast.h") == 1
