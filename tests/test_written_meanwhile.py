"""Unit evidence: what another thread writes to the arrays of a batch, between the check and the work or during both,
is seen as a row that is no deal or as a deal, never as something between."""

import threading
import time

import pytest
from test_batches import random_rows
from test_equity_batch import deals

import omaha_fast as of
from omaha_fast import _core

np = pytest.importorskip("numpy")

SPOILT = 1500


@pytest.mark.parametrize("players", [2, 6, 7, 10])
@pytest.mark.parametrize("board", [0, 3, 4, 5])
def test_a_matchup_that_changes_after_the_check_is_found(players, board):
    """Repeated and unknown cards: the kernel, and the walk over the boards."""
    rows = 3 if players > 6 and not board else 20
    hands, boards = deals(rows, players, 4, board)
    out = np.full((rows, players), -1.0)
    batch = _core.MatchupBatch(hands, boards, False, out)
    batch.check(0, rows)
    hands[-1, 1, 3] = hands[-1, 0, 0]
    card = of.card_name(hands[-1, 0, 0])
    where = rf"of hand 1 in row {rows - 1}: expected different cards"
    with pytest.raises(of.CardError, match=f"duplicate card '{card}' {where}") as caught:
        batch.run(0, rows)
    assert (caught.value.value, caught.value.position) == (card, rows - 1)
    assert (out[-1] == -1).all()
    assert out[:-1].sum(axis=1) == pytest.approx(np.ones(rows - 1))
    (boards if board else hands)[0, ..., -1] = 200
    with pytest.raises(of.CardError, match=r"unknown card 200 of (hand 0|the board) in row 0:"):
        batch.run(0, rows)


def writing(array, *contents):
    """A thread that gives the array each of the contents in turn, over and over; and how to stop it."""
    stop = threading.Event()

    def write():
        while not stop.is_set():
            for content in contents:
                array[...] = content

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    return lambda: (stop.set(), thread.join())


@pytest.mark.parametrize("given", ["rows", "one board", "strided"])
def test_a_row_is_ranked_as_it_was_checked(given):
    """A deal and what is none take turns in one row: its strength is that of the deal, or it is the row of an error,
    which leaves everything as it was."""
    holes, boards = random_rows(3000)
    if given == "one board":
        boards = boards[0]
        holes = holes[~np.isin(holes, boards).any(axis=1)]
    elif given == "strided":
        holes, boards = holes[::-1], boards[::-1]
    right, right_low = of.evaluate_hilo_batch(holes, boards)
    out = np.empty_like(right), np.empty_like(right_low)
    good = holes[SPOILT].copy()
    found, until = {"a deal": 0, "no deal": 0}, time.monotonic() + 10
    stop = writing(holes[SPOILT], good, 200, good, good[0])
    try:
        while min(found.values()) < 20 and time.monotonic() < until:
            for one in out:
                one[:] = 77
            try:
                of.evaluate_hilo_batch(holes, boards, out=out)
            except of.CardError as error:
                what, row, expected = "no deal", error.position, (77, 77)
            else:
                what, row, expected = "a deal", SPOILT, (right, right_low)
            found[what] += 1
            assert row == SPOILT
            assert (out[0] == expected[0]).all()
            assert (out[1] == expected[1]).all()
    finally:
        stop()
    assert min(found.values()) > 0


def test_what_is_no_board_has_a_place_in_the_table():
    """Five of a kind, which only rows that nobody checked can hold."""
    rows = len(_core._probe.tables()["rows"])
    assert all(0 <= _core._probe.slot([rank] * 5) < rows for rank in range(13))
