"""Hands with a showdown falsified one place at a time: found wherever the rules decide it. And rubbish of any kind."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from dataclasses import replace
from itertools import chain

import history_hands as own
import pytest

import omaha_fast as of
from omaha_fast.cards import Card
from omaha_fast.history import hand_of, ohh_text, parse_ohh, read_ohh, replay, replay_all

samples = pytest.mark.skipif(own.SAMPLES is None, reason="OMAHA_FAST_HANDS is not set")


def amounts_changed(hand):
    """The record with each amount one unit more or less, in turn."""
    assert len(hand.streets) == 4
    for step in (1, -1):
        for at, post in enumerate(hand.posts):
            posts = [*hand.posts]
            posts[at] = replace(post, amount=post.amount + step)
            yield f"post {at}", replace(hand, posts=tuple(posts))
        for number, street in enumerate(hand.streets):
            for at, action in enumerate(street.actions):
                if action.added is None or action.added + step < 0:
                    continue
                actions = [*street.actions]
                actions[at] = replace(action, added=action.added + step)
                streets = [*hand.streets]
                streets[number] = replace(street, actions=tuple(actions))
                yield f"{street.name} {at}", replace(hand, streets=tuple(streets))
        for at, pot in enumerate(hand.pots):
            others = [replace(pot, amount=pot.amount + step)]
            if pot.rake + step >= 0:
                others.append(replace(pot, rake=pot.rake + step))
            for number, (seat, chips) in enumerate(pot.wins):
                wins = [*pot.wins]
                wins[number] = (seat, chips + step)
                others.append(replace(pot, wins=tuple(wins)))
            for other in others:
                pots = [*hand.pots]
                pots[at] = other
                yield f"pot {at}", replace(hand, pots=tuple(pots))


def folded(hand):
    """The seats that folded."""
    return {
        action.seat for street in hand.streets for action in street.actions if action.kind == "fold"
    }


def winners_changed(hand):
    """The record with each winner replaced by each other player whose cards are known or who folded."""
    known = {seat for seat, cards in hand.hole_cards().items() if len(cards) > 3}
    known |= folded(hand)
    for at, pot in enumerate(hand.pots):
        for number, (seat, chips) in enumerate(pot.wins):
            for player in hand.players:
                if player.seat != seat and player.seat in known and chips:
                    wins = [*pot.wins]
                    wins[number] = (player.seat, chips)
                    pots = [*hand.pots]
                    pots[at] = replace(pot, wins=tuple(wins))
                    changed = replace(hand, pots=tuple(pots))
                    if changed.payouts != hand.payouts:
                        yield f"winner {seat} to {player.seat}", changed


def shares(hand, holes):
    """Who gets what of one pot, without the engine's showdown; odd cents are fractions here."""
    won = Counter()
    left = hand.pot - hand.rake
    for board in hand.boards:
        halves = [{seat: of.evaluate(hole, board) for seat, hole in holes.items()}]
        if hand.game.endswith("8"):
            lows = {seat: of.evaluate_low(hole, board) for seat, hole in holes.items()}
            if any(lows.values()):
                halves.append(lows)
        for strengths in halves:
            best = [seat for seat, value in strengths.items() if value == max(strengths.values())]
            for seat in best:
                won[seat] += left / len(hand.boards) / len(halves) / len(best)
    return won


def cards_changed(rng, hand):
    """The record with each shown card replaced by some that lie nowhere, and whether the rules pay another way then."""
    holes = hand.hole_cards()
    used = {card for cards in (*holes.values(), *hand.boards) for card in cards}
    free = [card for card in map(Card, range(52)) if card not in used]
    showing = {show.seat: show.cards for show in hand.shown if not show.mucked and show.cards}
    before = shares(hand, showing)
    for seat, cards in showing.items():
        for at in range(len(cards)):
            for card in rng.sample(free, 4):
                other = (*cards[:at], card, *cards[at + 1 :])
                changed = replace(
                    hand,
                    shown=tuple(
                        replace(show, cards=other) if show.seat == seat else show
                        for show in hand.shown
                    ),
                    dealt=tuple((name, other if name == seat else old) for name, old in hand.dealt),
                )
                after = shares(hand, showing | {seat: other})
                decided = any(abs(after[name] - before[name]) > 2 for name in showing)
                yield f"card {at} of {seat}", changed, decided


def falsify(rng, hands):
    """Every mutation of hands with a showdown: how many there were of each kind."""
    counts = Counter()
    for hand in hands:
        assert replay(hand).verdict == "exact"
        for what, changed in chain(amounts_changed(hand), winners_changed(hand)):
            if replay(changed).verdict == "exact":
                # Nobody called the chip more or less: it went back.
                assert hand_of(changed).refunds != hand_of(hand).refunds, (hand.id, what)
                counts["undecided"] += 1
                continue
            counts[what.split()[0] if what.startswith(("post", "pot", "winner")) else "action"] += 1
        showing = {show.seat for show in hand.shown if not show.mucked}
        left = {player.seat for player in hand.players if not player.sitting_out} - folded(hand)
        if len(hand.pots) == 1 and showing == left:
            for what, changed, decided in cards_changed(rng, hand):
                verdict = replay(changed).verdict
                assert not decided or verdict == "contradiction", (hand.id, what)
                counts["card decided" if decided else "card"] += 1
    return counts


def test_falsified_hands_of_our_own_are_found():
    """Each amount by one unit, each winner, each shown card: found wherever the rules decide it."""
    with_showdown = [
        hand
        for hand in (parse_ohh(own.text(hand)) for hand in own.OWN)
        if hand.shown and hand.id != "mucked"
    ]
    counts = falsify(random.Random(1), with_showdown)
    assert min(counts[kind] for kind in ("post", "action", "pot", "winner", "card decided")) > 10


@samples
def test_falsified_samples_are_found():
    """The same on real hands with a showdown."""
    hands = [
        hand
        for hand in read_ohh(own.SAMPLES / "home-games.ohh.jsonl")
        if len(hand.shown) > 1 and len(hand.streets) == 4 and replay(hand).verdict == "exact"
    ]
    assert len(hands) > 60
    counts = falsify(random.Random(2), hands)
    assert counts["card decided"] > 100
    print(dict(counts))


# -- rubbish -----------------------------------------------------------------------------------------------------------

VALUES = [
    *(None, 0, 1, -1, 0.01, 5, 1e9, 10**14, 1.5, 3, 7, 100, 101, 102, True, False, [], {}, ""),
    *("As", "Kh", "2c", "Preflop", "Flop", "Turn", "River", "Showdown", "Fold", "Call", "Raise"),
    *("Bet", "Post SB", "Post BB", "Post Ante", "Straddle", "Post Dead", "Post Extra Blind"),
    *("Shows Cards", "Mucks Cards", "Dealt Cards", "NL", "FL", "PL", "OmahaHiLo", "Omaha"),
]


def places(value):
    """Every (container, key) in a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        yield value, key
        if isinstance(item, dict | list):
            yield from places(item)


def test_no_record_stops_the_replay():
    """1,500 hands with fields set, dropped, doubled, shuffled: an error or a verdict; what is read can be written."""
    rng = random.Random(3)
    counts = Counter()
    for _ in range(1500):
        hand = copy.deepcopy(rng.choice(own.OWN))
        for _ in range(rng.randint(1, 3)):
            container, key = rng.choice([*places(hand)])
            match rng.randrange(5) if isinstance(container, list) else rng.randrange(3):
                case 0 | 1:
                    container[key] = rng.choice(VALUES)
                case 2:
                    del container[key]
                case 3:
                    container.insert(key, copy.deepcopy(rng.choice(container)))
                case 4:
                    rng.shuffle(container)
        (item,) = read_ohh([json.dumps({"ohh": hand})])
        if isinstance(item, of.HistoryError):
            counts["error"] += 1
            continue
        assert parse_ohh(ohh_text(item)) == item
        (verdict,) = replay_all([item])
        counts[verdict.verdict] += 1
    assert counts["error"] > 500
    assert counts["contradiction"] > 50
    assert counts["exact"] > 50
