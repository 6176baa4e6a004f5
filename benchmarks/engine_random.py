"""Random hands through the engine alone: `python benchmarks/engine_random.py [--hands N] [--peers]`.

Without --peers: N hands in every structure (fixed, pot, no limit; high and hi/lo; four to six cards; 2 to 10 players;
antes, straddles, short stacks, rake, two boards), each checked for chips: none made, none lost. With --peers: six
players, pot limit, 100 big blinds, as fast as they go, beside pokerkit and clubs where they are installed.
"""

import argparse
import random
import time

from omaha_fast import Deck
from omaha_fast.engine import FixedLimit, Hand, HouseRules, NoLimit, PotLimit, Rake


def act(hand, rng):
    """Fold 25 % when facing a bet, raise 15 % uniformly, else call or check."""
    legal = hand.legal_actions
    draw = rng.random()
    if hand.to_call and draw < 0.25:
        hand.fold()
    elif draw > 0.85 and legal.min_raise_to is not None:
        hand.raise_to(rng.randint(legal.min_raise_to, legal.max_raise_to))
    elif legal.check:
        hand.check()
    else:
        hand.call()


def random_hand(rng):
    """A hand of any structure, dealt from a seeded deck."""
    cards = rng.choice((4, 5, 6))
    players = rng.randint(2, {4: 10, 5: 8, 6: 7}[cards])
    big = rng.choice((2, 10, 100))
    ante = rng.choice((0, 0, big // 2))
    kind = rng.choice(("uniform", "big_blind", "button"))
    structure = rng.choice(("fixed", "pot", "no"))
    if structure == "fixed":
        stakes = FixedLimit(big, 2 * big, big // 2, ante=ante, ante_kind=kind)
    else:
        stakes = (PotLimit if structure == "pot" else NoLimit)(
            big // 2, big, ante=ante, ante_kind=kind
        )
    boards = 2 if players * cards + 16 <= 52 and rng.random() < 0.1 else 1
    rake = Rake(5, cap=3 * big) if rng.random() < 0.3 else None
    rules = HouseRules(boards=boards, rake=rake, straddles=1)
    stacks = [rng.choice((rng.randint(1, 5 * big), 20 * big, 100 * big)) for _ in range(players)]
    straddle = int(players > 2 and rng.random() < 0.1 and min(stacks) > 4 * big)
    suffix = rng.choice(("", "-8"))
    game = {4: "omaha", 5: "omaha5", 6: "omaha6"}[cards] + (suffix if cards > 4 else suffix[1:])
    deck = Deck(seed=rng.getrandbits(32))
    return Hand(
        stakes,
        stacks,
        button=rng.randrange(players),
        game=game,
        rules=rules,
        deck=deck,
        straddles=straddle,
    )


def every_structure(hands, seed):
    rng = random.Random(seed)
    began = time.process_time()
    actions = 0
    for number in range(hands):
        hand = random_hand(rng)
        before = sum(hand.starting_stacks)
        while not hand.finished:
            act(hand, rng)
            actions += 1
        assert sum(hand.stacks) + hand.rake == before, number
        assert min(hand.stacks) >= 0, number
    seconds = time.process_time() - began
    print(f"{hands:,} hands, {actions:,} actions, every chip accounted for; {seconds:.0f} s of CPU")


def play_ours(hands, rng):
    stakes = PotLimit(50, 100)
    actions = 0
    for _ in range(hands):
        hand = Hand(stakes, [10000] * 6, deck=Deck())
        while not hand.finished:
            act(hand, rng)
            actions += 1
    return actions


def play_pokerkit(hands, rng):
    from pokerkit import Automation, PotLimitOmahaHoldem

    everything = tuple(
        getattr(Automation, name)
        for name in (
            "ANTE_POSTING",
            "BET_COLLECTION",
            "BLIND_OR_STRADDLE_POSTING",
            "HOLE_CARDS_SHOWING_OR_MUCKING",
            "HAND_KILLING",
            "CHIPS_PUSHING",
            "CHIPS_PULLING",
            "CARD_BURNING",
            "HOLE_DEALING",
            "BOARD_DEALING",
        )
    )
    actions = 0
    for _ in range(hands):
        state = PotLimitOmahaHoldem.create_state(everything, True, 0, (50, 100), 100, 10000, 6)
        while state.status:
            actions += 1
            draw = rng.random()
            if state.checking_or_calling_amount and draw < 0.25 and state.can_fold():
                state.fold()
            elif draw > 0.85 and state.can_complete_bet_or_raise_to():
                least = state.min_completion_betting_or_raising_to_amount
                most = state.max_completion_betting_or_raising_to_amount
                state.complete_bet_or_raise_to(rng.randint(least, most))
            else:
                state.check_or_call()
    return actions


def play_clubs(hands, rng):
    import clubs

    setup = dict(clubs.configs.POT_LIMIT_OMAHA_SIX_PLAYER)
    setup.update(blinds=[50, 100, 0, 0, 0, 0], start_stack=10000)
    dealer = clubs.poker.Dealer(**setup)
    actions = 0
    for _ in range(hands):
        seen = dealer.reset(reset_stacks=True, reset_button=True)
        done = [False]
        while not all(done):
            actions += 1
            draw = rng.random()
            if seen["call"] and draw < 0.25:
                bet = -1
            elif draw > 0.85 and seen["max_raise"] >= seen["min_raise"] > 0:
                bet = rng.randint(int(seen["min_raise"]), int(seen["max_raise"]))
            else:
                bet = seen["call"]
            seen, _, done = dealer.step(bet)
    return actions


def beside_peers(hands, seed):
    few = max(1, hands // 100)
    rows = [
        ("omaha_fast", play_ours, hands),
        ("pokerkit", play_pokerkit, few),
        ("clubs", play_clubs, few),
    ]
    print("six players, pot limit, random play, one core")
    base = None
    for name, play, count in rows:
        began = time.process_time()
        try:
            actions = play(count, random.Random(seed))
        except ImportError:
            print(f"{name}: not installed")
            continue
        seconds = time.process_time() - began
        rate = count / seconds
        base = base or rate
        print(
            f"{name:12} {rate:>10,.0f} hands/s {actions / seconds:>12,.0f} actions/s "
            f"{actions / count:>6.1f} actions a hand {base / rate:>8.1f} x slower"
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--hands", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--peers", action="store_true")
    options = parser.parse_args()
    (beside_peers if options.peers else every_structure)(options.hands, options.seed)


if __name__ == "__main__":
    main()
