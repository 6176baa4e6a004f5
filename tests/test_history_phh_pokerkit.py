"""Poker Hand History against PokerKit, where it is installed: what is written is played, what it writes is read."""

from __future__ import annotations

import random
from collections import Counter
from decimal import Decimal
from itertools import chain

import history_hands as own
import pytest
from history_phh_hands import HEADS_UP, RECORDS, SHOWDOWN, read

from omaha_fast import Deck
from omaha_fast.engine import Hand, PotLimit
from omaha_fast.history import Posted, read_ohh, record_hand, replay
from omaha_fast.history.phh import parse_phh
from omaha_fast.history.phh_write import phh_text


def pokerkit_differs(record):
    """Why PokerKit plays the hand by other rules than ours, or "".

    A short big blind is owed as it lies there, not in full. In fixed limit a short all-in is raised by a full bet, not
    completed. Nobody may raise whom no opponent could call for more.
    """
    big = [post.amount for post in record.posts if post.kind == "big_blind"]
    if big != [record.stakes.big_blind]:
        return "short big blind"
    left = {player.seat: player.stack for player in record.players}
    bets = Counter()
    for post in record.posts:
        left[post.seat] -= post.amount
        bets[post.seat] += post.amount * (post.kind not in ("ante", "dead_blind"))
    folded = set()
    for street in record.streets:
        level = max(bets.values(), default=0)
        early = street.name in ("preflop", "flop")
        step = getattr(record.stakes, "small_bet" if early else "big_bet", 0)
        for action in street.actions:
            seat = action.seat
            left[seat] -= action.added
            bets[seat] += action.added
            if action.kind == "fold":
                folded.add(seat)
            if action.kind in ("bet", "raise"):
                if step and bets[seat] != level + step:
                    return "short bet in fixed limit"
                others = [
                    left[other] + bets[other] for other in left if left[other] and other != seat
                ]
                if max(others, default=0) <= level or not {*left} - folded - {seat}:
                    return "raise that nobody can call"
                level = bets[seat]
        bets.clear()
    return ""


def pokerkit_stacks(text, **how):
    """Seat to chips after PokerKit has played the hand to its end."""
    history = pytest.importorskip("pokerkit").HandHistory.loads(text, **how)
    state = list(history)[-1]
    assert not state.status
    return dict(zip(history.seats, state.stacks, strict=True))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("hands", [25, pytest.param(600, marks=pytest.mark.slow)])
def test_pokerkit_plays_what_is_written_and_pays_the_same(hands):
    """Random hands of PO and FO/8 with antes of all kinds and straddles; several pots but for odd chips.

    PokerKit takes the beaten out before it cuts the pots, so that two pots of the same players have one odd chip less.
    """
    rng = random.Random(11)
    counts = Counter()
    while counts["played"] < hands:
        hand = own.random_hand(rng)
        record = record_hand(hand, "1", decimals=0)
        text = phh_text(record)
        if not text.startswith("variant") or record.rake or len(record.boards) > 1:
            continue
        if why := pokerkit_differs(record):
            counts[why] += 1
            continue
        counts["played"] += 1
        counts[text[11:13]] += 1
        counts["shown"] += bool(record.shown)
        stacks = pokerkit_stacks(text)
        expected = {player.seat: player.final_stack for player in record.players}
        odd = sum(abs(stacks[seat] - chips) for seat, chips in expected.items())
        assert odd == 0 or (odd < 2 * len(record.pots) and len(record.pots) > 1), text
        counts["odd"] += odd > 0
    assert min(counts["PO"], counts["FO"], counts["shown"]) > hands / 5
    assert counts["odd"] < hands / 10


def assert_pokerkit_pays(record):
    """PokerKit plays the hand, takes the recorded rake of each pot, and pays what the record says."""
    unit = Decimal(1).scaleb(-record.decimals)
    rakes = {pot.amount * unit: pot.rake * unit for pot in record.pots}

    def rake(amount, state):
        return rakes.get(amount, 0), amount - rakes.get(amount, 0)

    stacks = pokerkit_stacks(phh_text(record), rake=rake)
    put = Counter()
    for bet in (*record.posts, *chain.from_iterable(street.actions for street in record.streets)):
        put[bet.seat] += bet.amount if isinstance(bet, Posted) else bet.added
    back = {max(put, key=put.__getitem__): sum(put.values()) - record.pot}
    for player in record.players:
        seat = player.seat
        left = player.stack - put[seat] + back.get(seat, 0) + record.payouts.get(seat, 0)
        assert stacks.get(seat, left * unit) == left * unit


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "record", [RECORDS[at] for at in (0, 4, 5, 7, 9, 11)], ids=lambda record: record.id
)
def test_pokerkit_plays_our_hands(record):
    """Straddle, extra and dead blind, big-blind ante, side pots, a muck, rake: the same winnings, to the cent."""
    assert phh_text(record).startswith("variant")
    assert_pokerkit_pays(record)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(own.SAMPLES is None, reason="OMAHA_FAST_HANDS is not set")
def test_pokerkit_plays_the_samples():
    """Every real hand of PO that our rules allow, with the recorded winnings."""
    count = 0
    for record in read_ohh(own.SAMPLES / "home-games.ohh.jsonl"):
        if record.game == "omaha" and replay(record).verdict == "exact" and len(record.boards) < 2:
            assert_pokerkit_pays(record)
            count += 1
    assert count > 200


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("stacks", [[584, 36, 43], [584, 90, 10], [25, 36]])
def test_pokerkit_plays_short_antes(stacks):
    """A big-blind ante comes after the blind and takes what is left; PokerKit takes antes first, and gets that one."""
    stakes = PotLimit(10, 20, 20, "big_blind")
    hand = Hand(stakes, stacks, deck=Deck(seed=3))
    while not hand.finished:
        if hand.can_call():
            hand.call()
        else:
            hand.check()
    assert_pokerkit_pays(record_hand(hand, "1", decimals=0))


def test_what_pokerkit_writes_is_read():
    """Our hand through PokerKit's own reader and writer: the standard's fields say the same."""
    pokerkit = pytest.importorskip("pokerkit")
    for text in (phh_text(SHOWDOWN), phh_text(RECORDS[4]), HEADS_UP):
        history = pokerkit.HandHistory.loads(text)
        assert parse_phh(history.dumps()) == parse_phh(text)
        both = pokerkit.HandHistory.dumps_all([history, history])
        assert read(both) == [parse_phh(text)] * 2
