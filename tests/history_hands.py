"""Hands of our own for the tests of omaha_fast.history: written by hand in Open Hand History, and played at random."""

from __future__ import annotations

import json
import os
from pathlib import Path

from omaha_fast import Deck
from omaha_fast.engine import FixedLimit, Hand, HouseRules, NoLimit, PotLimit, Rake

SAMPLES = Path(os.environ["OMAHA_FAST_HANDS"]) if os.environ.get("OMAHA_FAST_HANDS") else None


def ohh(
    number,
    seats,
    *streets,
    blinds=(0.05, 0.1),
    limit="PL",
    game="Omaha",
    button=1,
    shows=(),
    pots=(),
    dealt=(),
    **more,
):
    """One hand as the object of the format. seats: {seat: stack}; the id of a player is its seat and a hundred.

    A street is "cards: seat Action amount, ..."; the first one has no cards.   pots: (amount, rake, {seat: won}).
    """
    rounds = []
    names = ["Preflop", "Flop", "Turn", "River"]
    for at, street in enumerate(streets):
        cards, _, text = street.partition(":")
        name = more.pop(f"street{at}", names[min(at, 3)])
        actions = [
            {"player_id": 100 + seat, "action": "Dealt Cards", "cards": hole.split()}
            for seat, hole in (dealt if at == 0 else ())
        ]
        for item in filter(None, text.strip().split(", ")):
            seat, *words = item.split()
            action = {"player_id": 100 + int(seat)}
            if words[-1] == "allin":
                action["is_allin"] = True
                words.pop()
            if words[-1][0].isdigit():
                action["amount"] = float(words.pop())
            action["action"] = " ".join(words)
            actions.append(action)
        rounds.append({"id": at, "street": name, "cards": cards.split(), "actions": actions})
    if shows:
        rounds.append(
            {
                "id": len(rounds),
                "street": "Showdown",
                "actions": [
                    {"player_id": 100 + seat, "action": "Shows Cards", "cards": hole.split()}
                    if hole
                    else {"player_id": 100 + seat, "action": "Mucks Cards"}
                    for seat, hole in shows
                ],
            }
        )
    for part in rounds:
        for at, action in enumerate(part["actions"]):
            action["action_number"] = at
    return {
        "spec_version": "1.4.6",
        "site_name": more.pop("site", "Own"),
        "game_number": str(number),
        "start_date_utc": "2024-02-29T23:59:59Z",
        "table_name": "Table Ä",
        "game_type": game,
        "bet_limit": {"bet_type": limit},
        "table_size": 6,
        "currency": "EUR",
        "dealer_seat": button,
        "small_blind_amount": blinds[0],
        "big_blind_amount": blinds[1],
        "ante_amount": more.pop("ante", 0.0),
        "hero_player_id": 100 + dealt[0][0] if dealt else None,
        "flags": [],
        "players": [
            {"id": 100 + seat, "seat": seat, "name": f"Player {seat}", "starting_stack": stack}
            | more.get("players", {}).get(seat, {})
            for seat, stack in seats.items()
        ],
        "rounds": rounds,
        "pots": [
            {
                "number": at,
                "amount": amount,
                "rake": rake,
                "player_wins": [
                    {"player_id": 100 + seat, "win_amount": won} for seat, won in wins.items()
                ],
            }
            for at, (amount, rake, wins) in enumerate(pots)
        ],
    } | {key: value for key, value in more.items() if key != "players"}


SHOWDOWN = ohh(
    "high",
    {1: 10.0, 3: 12.0, 4: 8.5},
    ": 3 Post SB 0.05, 4 Post BB 0.1, 1 Raise 0.35, 3 Fold, 4 Call 0.25",
    "Kh 7d 2c: 4 Check, 1 Bet 0.5, 4 Call 0.5",
    "3s: 4 Check 0, 1 Check 0",
    "9h: 4 Bet 1, 1 Call 1",
    dealt=[(4, "Kd Qc 9d 4s")],
    shows=[(4, "Kd Qc 9d 4s"), (1, "As Ac Jd Td")],
    pots=[(3.75, 0.15, {4: 3.6})],
)
# Trip aces take the high half with the odd cent, 8-4-3-2-A the low one.
SPLIT = ohh(
    "split",
    {1: 5, 2: 5, 3: 5},
    ": 2 Post SB 0.05, 3 Post BB 0.1, 1 Call 0.1, 2 Fold, 3 Check",
    "Ah 3c 8d: 3 Check, 1 Check",
    "Ks: 3 Check, 1 Check",
    "Jd: 3 Check, 1 Check",
    game="OmahaHiLo",
    shows=[(3, "2s 4h Kc Kd"), (1, "Ad Ac Qh Td")],
    pots=[(0.25, 0, {1: 0.13, 3: 0.12})],
)
# Four bets before the flop, the last one the cap.
FIXED = ohh(
    "fixed",
    {1: 40, 2: 40, 3: 40},
    ": 2 Post SB 0.5, 3 Post BB 1, 1 Raise 2, 2 Raise 2.5, 3 Fold, 1 Raise 2, 2 Call 1",
    "2h 5c 9s: 2 Bet 1, 1 Raise 2, 2 Call 1",
    "Jc: 2 Check, 1 Bet 2, 2 Call 2",
    "4d: 2 Check, 1 Check",
    limit="FL",
    blinds=(0.5, 1),
    shows=[(2, "As Ad Kh Qh"), (1, "Kc Kd 8h 7c")],
    pots=[(17, 0, {2: 17})],
)
# Heads-up the button posts the small blind; half of the all-in was not called.
NO_LIMIT = ohh(
    "no limit",
    {2: 100, 5: 100},
    ": 2 Post SB 0.5, 5 Post BB 1, 2 Raise 49.5, 5 Raise 99 allin, 2 Fold",
    limit="NL",
    blinds=(0.5, 1),
    button=2,
    pots=[(100, 0, {5: 100})],
)
STRADDLE = ohh(
    "straddle",
    {1: 20, 2: 20, 3: 20, 4: 20},
    ": 2 Post SB 0.1, 3 Post BB 0.2, 4 Straddle 0.4, 1 Call 0.4, 2 Fold, 3 Call 0.2, 4 Check",
    "Qs 8d 3h: 3 Bet 1.3, 4 Fold, 1 Fold",
    blinds=(0.1, 0.2),
    pots=[(1.3, 0, {3: 1.3})],
)
DEAD = ohh(
    "dead",
    {1: 20, 2: 20, 3: 20, 4: 20},
    ": 2 Post SB 0.1, 3 Post BB 0.2, 4 Post Extra Blind 0.2, 4 Post Dead 0.1, 4 Check, 1 Fold, 2 Fold, 3 Check",
    "Qs 8d 3h: 3 Check, 4 Bet 0.6, 3 Fold",
    blinds=(0.1, 0.2),
    pots=[(0.6, 0, {4: 0.6})],
)
# The first run to the set of queens, the second to trip aces.
TWICE = ohh(
    "twice",
    {1: 5, 2: 5},
    ": 1 Post SB 0.05, 2 Post BB 0.1, 1 Raise 0.25, 2 Call 0.2",
    "Ks Qd 4c: 2 Bet 0.6, 1 Raise 2.4, 2 Raise 4.1 allin, 1 Call 2.3 allin",
    "2h:",
    "7s:",
    "9c:",
    "Ad:",
    street4="Turn",
    street5="River",
    shows=[(2, "Qc Qs 5d 6d"), (1, "As Ah Kc 3d")],
    pots=[(10, 0, {1: 5, 2: 5})],
)
MUCKED = ohh(
    "mucked",
    {1: 10.0, 3: 12.0, 4: 8.5},
    ": 3 Post SB 0.05, 4 Post BB 0.1, 1 Raise 0.35, 3 Fold, 4 Call 0.25",
    "Kh 7d 2c: 4 Check, 1 Bet 0.5, 4 Call 0.5",
    "3s: 4 Check, 1 Check",
    "9h: 4 Bet 1, 1 Call 1",
    shows=[(4, "Kd Qc 9d 4s"), (1, "")],
    pots=[(3.75, 0, {4: 3.75})],
)
# A straight to the king; no low. Seat 4 sits out.
TOURNAMENT = ohh(
    "tournament",
    {1: 1500, 2: 3000, 3: 1000, 4: 800},
    ": 1 Post Ante 25, 2 Post Ante 25, 3 Post Ante 25, 2 Post SB 100, 3 Post BB 200,"
    " 1 Raise 1475 allin, 2 Fold, 3 Call 775 allin",
    "2h 7h 9s:",
    "Tc:",
    "Qd:",
    limit="NL",
    game="OmahaHiLo",
    blinds=(100, 200),
    ante=25,
    shows=[(1, "Ah 3h Ac 8d"), (3, "As 2d Jd Ks")],
    pots=[(2125, 0, {3: 2125})],
    tournament=True,
    tournament_info={
        "tournament_number": "T-77",
        "name": "Friday's",
        "start_date_utc": "2024-02-29T20:00:00Z",
        "currency": "EUR",
        "buyin_amount": 10.0,
        "fee_amount": 1.25,
        "bounty_fee_amount": 5,
        "initial_stack": 3000,
        "type": "MTT",
        "flags": ["Bounty"],
        "speed": {"type": "Turbo", "round_time": 300},
    },
    tournament_bounties=[{"player_id": 103, "bounty_won": 2.5, "defeated_player_id": 101}],
    players={
        1: {"player_bounty": 5.0},
        2: {"final_stack": 2875},
        3: {"final_stack": 2125},
        4: {"is_sitting_out": True},
    },
)
BIG_BLIND_ANTE = ohh(
    "big blind ante",
    {1: 5000, 2: 5000, 3: 5000},
    ": 3 Post Ante 200, 2 Post SB 100, 3 Post BB 200, 1 Fold, 2 Fold",
    blinds=(100, 200),
    ante=200,
    pots=[(400, 0, {3: 400})],
    tournament=True,
)
# The button stands at an empty seat; five cards each, a full house beats a wheel.
FIVE = ohh(
    "five",
    {1: 30, 2: 30, 4: 30},
    ": 1 Post SB 0.5, 2 Post BB 1, 4 Call 1, 1 Call 0.5, 2 Check",
    "3h 4h 5d: 1 Check, 2 Bet 3, 4 Call 3, 1 Fold",
    "Ks: 2 Check, 4 Check",
    "Kd: 2 Check, 4 Check",
    blinds=(0.5, 1),
    button=6,
    shows=[(2, "Ah 2d 9c 9s 8d"), (4, "5c 5s Jh Jc 7d")],
    pots=[(9, 0, {4: 9})],
)
# The shortest stack wins the main pot, the next one the side pot; each pot pays its own rake.
SIDE = ohh(
    "side",
    {1: 20, 2: 2, 3: 9},
    ": 2 Post SB 0.5, 3 Post BB 1, 1 Raise 3.5, 2 Call 1.5 allin, 3 Raise 8 allin, 1 Call 5.5",
    "2h 7h 9s:",
    "Tc:",
    "Qd:",
    blinds=(0.5, 1),
    shows=[(3, "Ah Ac 3c 4c"), (1, "Kd Kc 5c 6c"), (2, "Js 8c 2d 2c")],
    pots=[(6, 0.3, {2: 5.7}), (14, 0.7, {3: 13.3})],
)
OWN = [
    SHOWDOWN,
    SPLIT,
    FIXED,
    NO_LIMIT,
    STRADDLE,
    DEAD,
    TWICE,
    MUCKED,
    TOURNAMENT,
    BIG_BLIND_ANTE,
    FIVE,
    SIDE,
]


def text(*hands):
    """The hands as a file of the format."""
    return "\n\n".join(json.dumps({"ohh": hand}) for hand in hands) + "\n"


def random_hand(rng):
    """A hand played to its end by dice: every game, structure and ante, runs, rake, straddles, any stacks."""
    players = rng.randint(2, 6)
    big = rng.choice([10, 20, 25])
    ante = rng.choice([0, 0, 3, big])
    kind = rng.choice(["uniform", "big_blind", "button"]) if ante else "uniform"
    small = big // 2
    stakes = rng.choice(
        [
            PotLimit(small, big, ante, kind),
            NoLimit(small, big, ante, kind),
            FixedLimit(big, 2 * big, small, big, ante, kind),
        ]
    )
    runs = rng.choice([1, 1, 2, 3])
    rules = HouseRules(runs=runs, straddles=1, rake=rng.choice([None, None, Rake(5, cap=40)]))
    stacks = [
        rng.choice([rng.randint(4 * big, 40 * big), rng.randint(2 * big, 9 * big)])
        if rng.random() < 0.8
        else rng.randint(2 * big, 3 * big)
        for _ in range(players)
    ]
    short = rng.randrange(players)
    straddles = int(players > 2 and rng.random() < 0.2)
    if not straddles:
        stacks[short] = rng.randint(1, 3 * big)
    hand = Hand(
        stakes,
        stacks,
        button=rng.randrange(players),
        game=rng.choice(["omaha", "omaha8", "omaha5", "omaha5-8", "omaha6", "omaha6-8"]),
        rules=rules,
        deck=Deck(seed=rng.randrange(10**9)),
        straddles=0 if ante else straddles,
    )
    while not hand.finished:
        if hand.awaiting == "runs":
            wish = rng.randint(1, runs)
            hand.agree_runs(wish if hand.can_agree_runs(wish) else 1)
            continue
        legal, dice = hand.legal_actions, rng.random()
        if dice < 0.45 and legal.check:
            hand.check()
        elif dice < 0.6 and legal.call:
            hand.call()
        elif dice < 0.65 and legal.call:
            hand.fold()
        elif dice < 0.75 and hand.can_all_in():
            hand.all_in()
        elif legal.min_raise_to is not None and dice < 0.95:
            hand.raise_to(rng.randint(legal.min_raise_to, legal.max_raise_to))
        elif legal.check:
            hand.check()
        else:
            hand.call()
    return hand
