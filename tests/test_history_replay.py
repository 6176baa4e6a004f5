"""Records replayed by the rules: our own hands, the samples, random hands of the engine, and each of them falsified."""

from __future__ import annotations

import doctest
import importlib
import json
import random
import time
import tracemalloc
from collections import Counter
from dataclasses import replace
from itertools import chain

import history_hands as own
import pytest

import omaha_fast as of
from omaha_fast.cards import Card
from omaha_fast.engine import Hand, HouseRules, NoLimit, PotLimit, Rake
from omaha_fast.history import (
    OPTIONS,
    Action,
    Player,
    Posted,
    Record,
    RecordedPot,
    Shown,
    Street,
    hand_of,
    parse_ohh,
    read_ohh,
    record_hand,
    replay,
    replay_all,
)

samples = pytest.mark.skipif(own.SAMPLES is None, reason="OMAHA_FAST_HANDS is not set")
MODULES = "record source ohh ohh_fields ohh_write playing comparing recording replay verdict"


def records():
    """The records of our own hands."""
    return [parse_ohh(own.text(hand)) for hand in own.OWN]


def record(hand):
    """The record of one of them."""
    return parse_ohh(own.text(hand))


@pytest.mark.parametrize("name", MODULES.split())
def test_examples(name):
    """Every docstring's example is true."""
    module = importlib.import_module(f"omaha_fast.history.{name}")
    assert doctest.testmod(module).failed == 0


# -- verdicts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", own.OWN, ids=lambda hand: hand["game_number"])
def test_hands_worked_out_by_hand_are_exact(hand):
    """Pots and shares of these hands were worked out on paper: every feature of the format, and the rules agree."""
    verdict = replay(record(hand))
    assert (verdict.verdict, verdict.reason, verdict.rule) == ("exact", "", None)
    assert verdict.payouts == record(hand).payouts
    assert {"posts", "actions", "pot", "winners", "shares"} <= {*verdict.checked}


def test_what_was_checked_is_said():
    """Boards, all-in flags, stacks and returned chips only where the record speaks of them."""
    assert "board" not in replay(record(own.NO_LIMIT)).checked
    assert "all_in" in replay(record(own.NO_LIMIT)).checked
    assert "all_in" not in replay(record(own.SPLIT)).checked
    assert "stacks" in replay(record(own.TOURNAMENT)).checked
    assert "stacks" not in replay(record(own.SIDE)).checked
    returned = replace(record(own.NO_LIMIT), uncalled=((5, 5000),))
    assert "uncalled" in replay(returned).checked
    bare = replace(record(own.SHOWDOWN), pots=())
    assert replay(bare).checked == ("posts", "actions", "board")
    assert replay(bare).payouts == {4: 375}


def test_a_record_without_known_cards():
    """What can be checked is checked: betting, pot, and that nobody wins more than it plays for."""
    blind = replace(record(own.SHOWDOWN), shown=(), dealt=(), hero=None)
    verdict = replay(blind)
    assert verdict.verdict == "exact"
    assert verdict.checked == ("posts", "actions", "board", "pot", "pots", "winners")
    assert verdict.payouts == {}
    # The seat that folded cannot win, whatever the cards are.
    other = replace(blind, pots=(RecordedPot(375, ((3, 360),), 15),))
    assert replay(other).reason == "showdown, seat 3, winner: wins 360: at most 0"


def test_one_who_mucks_is_beaten_and_the_other_takes_the_pot():
    """The winner's cards are known, the loser's are not."""
    verdict = replay(record(own.MUCKED))
    assert verdict.payouts == {4: 375}
    assert "shares" in verdict.checked
    # If the unknown hand wins, the rules cannot tell.
    other = replace(record(own.MUCKED), pots=(RecordedPot(375, ((1, 375),)),))
    assert replay(other).verdict == "exact"
    assert "shares" not in replay(other).checked


# All in for the big blind, which trip aces win; the side pot of 40 goes to two pair, and queens muck.
BESIDE_ALL_IN = own.ohh(
    "beside",
    {1: 0.1, 2: 10, 3: 10},
    ": 2 Post SB 0.05, 3 Post BB 0.1, 1 Call 0.1 allin, 2 Call 0.05, 3 Check",
    "Ah 7d 2c: 2 Check, 3 Check",
    "9s: 2 Check, 3 Check",
    "Kh: 2 Bet 0.2, 3 Call 0.2",
    shows=[(2, "Kd Qc 9d 4s"), (3, ""), (1, "As Ac Jd Td")],
    pots=[(0.3, 0, {1: 0.3}), (0.4, 0, {2: 0.4})],
)


def test_who_mucks_beside_an_all_in_hand_is_beaten_too():
    """By TDA 16 it shows; rooms let it muck, and that is no contradiction: the hands that are known decide."""
    verdict = replay(record(BESIDE_ALL_IN))
    assert (verdict.verdict, verdict.reason) == ("exact", "")
    assert verdict.payouts == {1: 30, 2: 40}
    assert "shares" in verdict.checked
    assert [one.verdict for one in replay_all([record(BESIDE_ALL_IN)])] == ["exact"]
    hand = hand_of(record(BESIDE_ALL_IN))
    assert (hand.finished, hand.shown, hand.mucked) == (True, (1, 0), (2,))
    wrong = (RecordedPot(30, ((2, 30),)), RecordedPot(40, ((2, 40),)))
    assert "winner" in replay(replace(record(BESIDE_ALL_IN), pots=wrong)).reason


def test_who_mucks_before_the_rest_of_the_board_is_not_taken_to_be_beaten():
    """Nobody could act any more and all hands were open then: cards that are not known decide."""
    verdict = replay(replace(record(own.SIDE), shown=record(own.SIDE).shown[::2]))
    assert verdict.verdict == "exact"
    assert "winners" in verdict.checked
    assert "shares" not in verdict.checked


def test_who_mucks_known_cards_beside_an_all_in_hand_shows_them():
    known = replace(record(BESIDE_ALL_IN), dealt=((3, tuple(of.parse_cards("QsQd3h4c"))),))
    assert replay(known).verdict == "exact"
    hand = hand_of(known)
    assert (hand.tabled, hand.shown, hand.mucked) == (True, (1, 2, 0), ())


def test_a_rake_schedule_is_checked():
    """Four per cent of 3.75, rounded down, are 15 cents; five per cent are not."""
    assert "rake" in replay(record(own.SHOWDOWN), HouseRules(rake=Rake(4))).checked
    verdict = replay(record(own.SHOWDOWN), HouseRules(rake=Rake(5)))
    assert verdict.difference is not None
    assert (verdict.difference.action, verdict.difference.recorded) == ("rake", 15)
    assert verdict.difference.expected == 18


def test_merged_pots_with_a_rake():
    """A record that merges the pots: the rake comes off the main pot first, or off all in proportion."""
    side = record(own.SIDE)
    first = replace(side, pots=(RecordedPot(2000, ((2, 500), (3, 1400)), 100),))
    even = replace(side, pots=(RecordedPot(2000, ((2, 570), (3, 1330)), 100),))
    odd = replace(side, pots=(RecordedPot(2000, ((2, 571), (3, 1329)), 100),))
    assert [replay(hand).verdict for hand in (first, even, odd)] == [
        "exact",
        "exact",
        "contradiction",
    ]


def test_the_winner_of_each_pot_is_checked():
    """The totals of the seats are right, the pots they come from are not."""
    side = record(own.SIDE)
    pots = (RecordedPot(600, ((3, 570),), 30), RecordedPot(1400, ((3, 760), (2, 570)), 70))
    assert "winner" in replay(replace(side, pots=pots)).reason


@pytest.mark.parametrize(
    ("hand", "street", "at", "action", "told"),
    [
        (own.SHOWDOWN, 0, 2, Action(4, "call", 24), "preflop, seat 4, call: call 24: expected 25"),
        (
            own.SHOWDOWN,
            1,
            0,
            Action(1, "bet", 50),
            "flop, seat 1, bet: out of turn: expected seat 4",
        ),
        (
            own.SHOWDOWN,
            1,
            1,
            Action(1, "bet", 76),
            "flop, seat 1, bet: seat 1 bets 76: expected 10",
        ),
        (own.SHOWDOWN, 1, 2, Action(4, "check", 0), "flop, seat 4, check: seat 4"),
        (own.FIXED, 0, 4, Action(2, "raise", 200), "preflop, seat 2, raise: "),
        (own.NO_LIMIT, 0, 1, Action(5, "raise", 9900, None, False), "seat 5, raise: not all-in"),
        (own.NO_LIMIT, 0, 0, Action(2, "raise", 4950, None, True), "seat 2, raise: all-in"),
    ],
    ids=range(7),
)
def test_the_first_place_where_they_part(hand, street, at, action, told):
    """Street, seat, action, both amounts, in the record's seats."""
    before = record(hand)
    streets = [list(part.actions) for part in before.streets]
    streets[street][at] = action
    after = replace(
        before,
        streets=tuple(
            Street(part.name, tuple(acts))
            for part, acts in zip(before.streets, streets, strict=True)
        ),
    )
    verdict = replay(after)
    assert verdict.verdict == "contradiction"
    assert told in verdict.reason
    assert verdict.difference is not None
    assert verdict.difference.seat == action.seat
    assert verdict.difference.recorded == action.added


def test_a_raise_says_both_amounts():
    """Blinds 0.05/0.10: the first raise is to 0.35 at most."""
    before = record(own.SHOWDOWN)
    acts = (Action(1, "raise", 36), *before.streets[0].actions[1:])
    verdict = replay(replace(before, streets=(Street("preflop", acts), *before.streets[1:])))
    difference = verdict.difference
    assert difference is not None
    assert (difference.street, difference.seat, difference.action) == ("preflop", 1, "raise")
    assert (difference.recorded, difference.expected) == (36, 35)


@pytest.mark.parametrize("cut", [1, 2, 3])
def test_missing_streets(cut):
    """A record that stops in the middle of a hand, and one that lacks its last board cards."""
    before = record(own.SHOWDOWN)
    short = replace(before, streets=before.streets[:cut], boards=())
    assert replay(short).verdict == "contradiction"
    board = before.boards[0][: {1: 0, 2: 3, 3: 4}[cut]]
    less = replace(before, boards=(board,) if board else ())
    assert "missing" in replay(less).reason


def test_more_than_happened():
    """Board cards after the last fold; an action after the end; runs that nobody could agree on."""
    fold = record(own.NO_LIMIT)
    river = replace(
        fold,
        streets=(*fold.streets, Street("flop")),
        boards=(tuple(of.parse_cards("2h3h4h")),),
    )
    assert "3 board cards: expected 0" in replay(river).reason
    more = replace(fold, streets=(*fold.streets, Street("flop", (Action(5, "check", 0),))))
    assert "the betting is over" in replay(more).reason
    twice = record(own.TWICE)
    early = (twice.boards[0], tuple(of.parse_cards("2s2d3c9cAd")))
    assert "runs after 0 cards: expected 3" in replay(replace(twice, boards=early)).reason
    with pytest.raises(ValueError, match="runs with the same board"):
        replace(twice, boards=(twice.boards[0], twice.boards[0]))
    calm = record(own.SPLIT)
    board = calm.boards[0]
    boards = (board, (*board[:4], Card("2c")))
    assert replay(replace(calm, boards=boards)).verdict == "contradiction"


def test_posts_that_are_not_owed():
    """Another blind, a second big blind, nobody's."""
    before = record(own.SHOWDOWN)
    small, big = before.posts
    for posts, told in (
        ((replace(small, amount=4), big), "posts 4: expected 5"),
        ((small, replace(big, amount=11)), "posts 11: expected 10"),
        ((small,), "big_blind"),
        ((), "big_blind"),
    ):
        verdict = replay(replace(before, posts=posts))
        assert verdict.verdict == "contradiction"
        assert told in verdict.reason


def test_a_big_blind_whose_ante_took_all():
    """No record names a post of 0 chips."""
    players = (Player(1, "", 500), Player(2, "", 500), Player(3, "", 25))
    played = Record(
        id="short",
        game="omaha",
        stakes=NoLimit(50, 100, 25),
        button=1,
        players=players,
        posts=(*(Posted(seat, "ante", 25) for seat in (1, 2, 3)), Posted(2, "small_blind", 50)),
        streets=(Street("preflop", (Action(1, "call", 100), Action(2, "fold", 0))),),
    )
    assert "missing" in replay(played).reason  # five board cards: what is there was played


def test_random_hands_of_the_engine_are_exact():
    """500 hands of every game and structure, antes, straddles, side pots, rake, runs: recorded, replayed, exact."""
    rng = random.Random(11)
    for number in range(500):
        played = record_hand(own.random_hand(rng), str(number))
        verdict = replay(played)
        assert verdict.verdict == "exact", verdict
        assert {"shares", "stacks", "pots"} <= {*verdict.checked}
        assert verdict.payouts == played.payouts


def test_only_played_hands_are_recorded():
    """A hand that goes on, is void, or lies on two boards is no record."""
    hand = Hand(PotLimit(5, 10), [100, 100], hole_cards=["", ""])
    with pytest.raises(ValueError, match="not finished"):
        record_hand(hand, "1")
    hand.misdeal()
    with pytest.raises(ValueError, match="void"):
        record_hand(hand, "1")
    two = Hand(PotLimit(5, 10), [100, 100], rules=HouseRules(boards=2))
    two.fold()
    with pytest.raises(ValueError, match="2 boards"):
        record_hand(two, "1")


def test_the_hand_itself():
    """hand_of gives the Hand to look at, also where record and rules part."""
    hand = hand_of(record(own.TWICE))
    assert isinstance(hand, Hand)
    assert (hand.finished, hand.runs, sum(hand.payouts)) == (True, 2, 1000)
    with pytest.raises(ValueError, match="cannot begin"):
        hand_of(replace(record(own.TWICE), posts=()))
    with pytest.raises(TypeError):
        replay("hand")


# -- explained ---------------------------------------------------------------------------------------------------------


def odd_hand(number, wins, site="Club"):
    """Two identical hands share a pot of 25: the left of the button, seat 2, has the odd chip by default."""
    cards = [tuple(of.parse_cards(text)) for text in ("KhQhJd9d", "KdQdJh9h")]
    return Record(
        id=str(number),
        site=site,
        game="omaha",
        stakes=PotLimit(5, 10),
        button=3,
        decimals=0,
        players=tuple(Player(seat, "", 500) for seat in (1, 2, 3)),
        posts=(Posted(1, "small_blind", 5), Posted(2, "big_blind", 10)),
        streets=(
            Street("preflop", (Action(3, "call", 10), Action(1, "fold", 0), Action(2, "check", 0))),
            Street("flop", (Action(2, "check", 0), Action(3, "check", 0))),
            Street("turn", (Action(2, "check", 0), Action(3, "check", 0))),
            Street("river", (Action(2, "check", 0), Action(3, "bet", 10), Action(2, "call", 10))),
        ),
        boards=(tuple(of.parse_cards("2c3cTs8s5d")),),
        shown=(Shown(3, cards[0]), Shown(2, cards[1])),
        pots=(RecordedPot(45, wins),),
    )


def test_one_option_that_explains_every_hand_of_the_site():
    """The odd chip to the hand shown first: explained and named, and the exact hands of the site stay exact."""
    odd = [odd_hand(number, ((2, 22), (3, 23))) for number in range(3)]
    plain = [replace(hand, site="Club") for hand in records()]
    verdicts = list(replay_all(chain(odd, plain)))
    assert Counter(verdict.verdict for verdict in verdicts) == {"exact": len(plain), "explained": 3}
    explained = [verdict for verdict in verdicts if verdict.verdict == "explained"]
    assert {verdict.rule for verdict in explained} == {"odd_chip=first_shown"}
    assert all(verdict.payouts == {2: 22, 3: 23} for verdict in explained)
    assert all("shares" in verdict.checked for verdict in explained)
    assert all(verdict.difference is None for verdict in explained)


def test_an_option_that_breaks_another_hand_of_the_site_explains_nothing():
    """One hand pays left of the button, the other the first to show: no one rule has both."""
    hands = [odd_hand(0, ((2, 22), (3, 23))), odd_hand(1, ((2, 23), (3, 22)))]
    verdicts = {verdict.id: verdict for verdict in replay_all(hands)}
    assert verdicts["0"].verdict == "contradiction"
    assert "expected 23" in verdicts["0"].reason
    assert verdicts["1"].verdict == "exact"
    # At another site it is another matter.
    hands[1] = replace(hands[1], site="Other")
    assert {verdict.id: verdict.verdict for verdict in replay_all(hands)} == {
        "0": "explained",
        "1": "exact",
    }


def test_no_option_explains_a_wrong_share():
    """One chip too many for the one and too few for the other."""
    verdicts = list(replay_all([odd_hand(0, ((2, 21), (3, 24)))]))
    assert [verdict.verdict for verdict in verdicts] == ["contradiction"]


def test_the_closed_list_holds_options_of_the_house_rules():
    """Each of them can be set, and is no default."""
    for name, value in OPTIONS:
        assert getattr(HouseRules(**{name: value}), name) == value
        assert getattr(HouseRules(), name) != value


def test_errors_pass_through():
    """A broken hand is told among the verdicts."""
    items = list(
        replay_all(read_ohh([json.dumps({"ohh": own.SPLIT}), "{", *own.text(own.FIVE).split("\n")]))
    )
    assert [type(item).__name__ for item in items] == ["Verdict", "HistoryError", "Verdict"]


# -- real hands --------------------------------------------------------------------------------------------------------


@samples
def test_the_samples_are_exact_but_for_a_few():
    """290 real hands: at most 2 % contradict the rules, all of them raises that the rules refuse."""
    items = list(replay_all(read_ohh(own.SAMPLES / "home-games.ohh.jsonl")))
    assert len(items) == 290
    contradictions = [item for item in items if item.verdict == "contradiction"]
    for verdict in contradictions:
        print(verdict.id, verdict.reason)
    assert len(contradictions) <= 0.02 * len(items)
    assert {verdict.difference.action for verdict in contradictions} == {"raise"}
    exact = [item for item in items if item.verdict == "exact"]
    assert len(exact) + len(contradictions) == 290
    assert all({"winners", "shares", "pot"} <= {*verdict.checked} for verdict in exact)


def test_memory_is_constant():
    """Ten times as many hands take no more memory."""
    lines = [json.dumps({"ohh": hand}) for hand in own.OWN]
    peaks = []
    for times in (4, 40):
        tracemalloc.start()
        count = sum(1 for _ in replay_all(read_ohh(lines[at % 12] for at in range(12 * times))))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert count == 12 * times
    assert peaks[1] < 1.3 * peaks[0] + 50_000


def test_speed():
    """Reading and replaying hands with showdowns; the figure is printed, and an order of magnitude is asserted."""
    lines = [json.dumps({"ohh": hand}) for hand in (own.SHOWDOWN, own.SPLIT, own.FIXED, own.TWICE)]
    start = time.process_time()
    items = list(replay_all(read_ohh(lines * 250)))
    rate = len(items) / (time.process_time() - start)
    print(f"{rate:.0f} hands/s read and replayed")
    assert all(item.verdict == "exact" for item in items)
    assert rate > 200


def test_a_walk_without_a_small_blind():
    """All chips go back to the big blind: there is no pot, and nobody wins one."""
    hand = Hand(PotLimit(5, 10), [100, 100, 100], button=0, blinds=(None, 2))
    while not hand.finished:
        hand.fold()
    verdict = replay(record_hand(hand, "7"))
    assert (verdict.verdict, verdict.pot, verdict.payouts) == ("exact", 0, {})
    wrong = replace(record_hand(hand, "7"), pots=(RecordedPot(5, ((3, 5),)),))
    assert replay(wrong).verdict == "contradiction"
