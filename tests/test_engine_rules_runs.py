"""Unit evidence: the board run several times, several boards at once (rules, section 4)."""

from engine_driver import (
    KINGS,
    QUEENS,
    SECOND,
    THIRD,
    checked_down,
    deal,
    nl,
    play,
    played,
    texts,
    to_street,
    won,
)
from slow_model import DECK, cards

from omaha_fast.engine import HouseRules, cut

# Kings win on the first board, queens on the second, with a common flop.
RUNS = ["As5s8dKh2c", "As5s8dQs2d"]


def two_run_hand(game="omaha", runs=2, boards=RUNS):
    """All in on the flop; the small blind has folded 5: a pot of 205."""
    hand = deal(
        nl(5, 10),
        [1000, 100, 100],
        game=game,
        hole_cards=["", KINGS, QUEENS],
        board=boards,
        rules=HouseRules(runs=3),
    )
    play(hand, "c f x r90ai c")
    assert hand.awaiting == "runs"
    hand.agree_runs(runs)
    return hand


def test_run_it_twice_each_half_on_its_own_board_the_odd_chip_to_the_first():
    hand = two_run_hand()
    assert hand.finished
    assert hand.runs == 2
    assert [texts(board) for board in hand.boards] == [cards(board) for board in RUNS]
    assert won(hand) == {SECOND: 103, THIRD: 102}


def test_run_it_twice_is_asked_only_when_nobody_can_act():
    hand = deal(nl(5, 10), 2, rules=HouseRules(runs=2))
    while hand.actor is not None:
        assert hand.awaiting == "action"
        assert not hand.can_agree_runs(2)
        play(hand, "c" if hand.to_call else "x")
    assert hand.finished
    assert hand.runs == 1


def test_run_it_once_after_all():
    hand = two_run_hand(runs=1, boards=RUNS[0])
    assert hand.runs == 1
    assert won(hand) == {SECOND: 205}


def test_run_it_three_times_from_the_same_deck():
    hand = deal(nl(5, 10), [100, 100], deck=DECK, rules=HouseRules(runs=3))
    play(hand, "c x r90ai c")
    hand.agree_runs(3)
    # 8 hole cards, burn, flop; then each run burns and deals its own turn and river.
    flop, rest = DECK[9:12], DECK[12:]
    expected = [[*flop, rest[4 * run + 1], rest[4 * run + 3]] for run in range(3)]
    assert [texts(board) for board in hand.boards] == expected


def test_three_runs_cut_each_pot_in_three():
    hand = two_run_hand(runs=3, boards=[*RUNS, "As5s8dKs2h"])
    assert won(hand) == {SECOND: 69 + 68, THIRD: 68}


def test_each_run_is_settled_high_and_low():
    """103: 52 high, 51 low on the first board; 102: 51 and 51 on the second."""
    hand = two_run_hand(game="omaha8")
    # Only the kings, with 6 7, make a low: 7-6-5-2-A on both boards.
    shares = {(a.run, a.half, a.seat): a.amount for a in hand.settlement.awards}
    assert shares[1, "high", THIRD] == 51
    assert shares[1, "low", SECOND] == 51
    assert won(hand) == {SECOND: 103 + 51, THIRD: 51}


def test_several_boards_share_each_pot_the_odd_chip_to_the_first():
    hand = played(
        nl(5, 10),
        3,
        "r100 f c",
        hole_cards=["", KINGS, QUEENS],
        board=["As5s8dKh2c", "Ad9c4dQs3h"],
        rules=HouseRules(boards=2),
    )
    assert [len(board) for board in hand.boards] == [3, 3]
    checked_down(hand)
    assert won(hand) == {SECOND: 103, THIRD: 102}


def test_several_boards_are_dealt_from_one_deck_with_one_burn_a_street():
    hand = deal(nl(5, 10), 2, deck=DECK, rules=HouseRules(boards=2))
    to_street(hand, "river")
    stub = DECK[8:]
    assert [texts(board) for board in hand.boards] == [
        [*stub[1:4], stub[8], stub[11]],
        [*stub[4:7], stub[9], stub[12]],
    ]


def test_an_odd_pot_is_cut_in_parts():
    assert list(cut(205, 2)) == [103, 102]
    assert list(cut(205, 3)) == [69, 68, 68]
    assert list(cut(2, 3)) == [1, 1, 0]
