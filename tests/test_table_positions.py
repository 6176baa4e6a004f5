"""Exhaustive and differential evidence: button and blinds against a model that walks the seats.

Every pattern of empty seats, every first button, both rules; then every set of players that leaves,
sits out, comes back or comes new between the hands.
"""

import random
from itertools import combinations, pairwise, product

import pytest
from table_model import TableModel
from table_shadow import Shadow

from omaha_fast.engine.positions import between

RULES = ["moving", "dead"]
both_rules = pytest.mark.parametrize("rule", RULES)


def subsets(items):
    items = list(items)
    for size in range(len(items) + 1):
        yield from combinations(items, size)


def tables(seats):
    """(players, button): every pattern of two or more taken seats, every place of the button."""
    for players in subsets(range(seats)):
        if len(players) > 1:
            for button in players:
                yield players, button


# ------------------------------------------------------------------------------ nobody comes or goes


@both_rules
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_orbits_from_every_button_over_every_pattern_of_empty_seats(seats, rule):
    for players, button in tables(seats):
        shadow = Shadow(seats, rule, players=players, button=button)
        shadow.play(2 * len(players) + 1)
        shadow.check_fair()
        bigs = [big for big, _ in shadow.hands]
        assert {bigs.count(name) for name in bigs} <= {2, 3}
        assert len(set(bigs)) == len(players)


def test_ten_seats():
    for players in (range(10), (0, 9), (1, 4, 9), (0, 2, 3, 8)):
        for rule in RULES:
            shadow = Shadow(10, rule, players=players, button=players[-1])
            shadow.play(12)
            shadow.check_fair()


# -------------------------------------------------------------------------------- all ways to change

# What a seat may do between two hands: when it is empty, when its player plays, when it sits out.
MOODS = {
    "leave, come to post": (["post"], ["leave"], []),
    "leave, come to wait": (["wait"], ["leave"], []),
    "sit out, post": (["post"], ["sit out"], ["sit in and post"]),
    "sit out, wait": (["wait"], ["sit out"], ["sit in and wait"]),
    "everything": (
        ["post", "wait"],
        ["leave", "sit out"],
        ["sit in and post", "sit in and wait", "leave"],
    ),
}
in_every_mood = pytest.mark.parametrize("mood", MOODS)


def options(shadow, seat, mood):
    """What the seat may do, None for nothing."""
    player = shadow.model.players.get(seat)
    empty, playing, out = MOODS[mood]
    return [None, *(empty if player is None else out if player.out else playing)]


def change(shadow, seat, what):
    if what in ("post", "wait"):
        shadow.sit(seat, post=what == "post")
    elif what in ("sit in and post", "sit in and wait"):
        shadow.sit_in(seat, post=what == "sit in and post")
    elif what == "sit out":
        shadow.sit_out(seat)
    elif what == "leave":
        shadow.leave(seat)


def changed_in_every_way(shadow, steps, mood):
    """Every seat does whatever it may, a hand is played; then every seat again; and so on.

    Returns how many hands were dealt.
    """
    if not steps:
        shadow.check_fair()
        return 0
    dealt = 0
    seats = range(shadow.model.seats)
    for changes in product(*(options(shadow, seat, mood) for seat in seats)):
        if shadow.tournament and len(shadow.model.players) - changes.count("leave") < 2:
            continue  # one alone has won it
        branch = shadow.copy()
        for seat, what in enumerate(changes):
            change(branch, seat, what)
        if len(branch.model.wanting()) > 1:
            branch.play(1)
            dealt += 1 + changed_in_every_way(branch, steps - 1, mood)
    return dealt


@both_rules
@in_every_mood
def test_three_seats_change_in_every_way_twice(rule, mood):
    dealt = 0
    for players, button in tables(3):
        shadow = Shadow(3, rule, players=players, button=button)
        shadow.play(1)
        dealt += changed_in_every_way(shadow, 2, mood)
    assert dealt > 100


@both_rules
@in_every_mood
def test_four_seats_change_in_every_way(rule, mood):
    """Whoever is there, whoever has the button."""
    dealt = 0
    for players, button in tables(4):
        shadow = Shadow(4, rule, players=players, button=button)
        shadow.play(1)
        dealt += changed_in_every_way(shadow, 1, mood)
    assert dealt > 200


@both_rules
def test_tournament_players_go_and_newcomers_come_in_every_way(rule):
    dealt = 0
    for players in ((0, 1, 2, 3), (0, 2, 3)):
        shadow = Shadow(4, rule, kind="tournament", players=players, button=2)
        shadow.play(2)
        dealt += changed_in_every_way(shadow, 2, "leave, come to post")
    assert dealt > 100


@pytest.mark.slow
@both_rules
@in_every_mood
@pytest.mark.parametrize(("seats", "steps"), [(3, 4), (4, 3), (5, 2), (6, 2)])
def test_seats_change_in_every_way_time_and_again(rule, mood, seats, steps):
    """Up to four hands with all that can happen before each of them."""
    if mood == "everything":
        steps -= 1
    for button in range(seats):
        shadow = Shadow(seats, rule, players=range(seats), button=button)
        shadow.play(1)
        changed_in_every_way(shadow, steps, mood)


# ------------------------------------------------------------------------------------ random changes


def random_changes(seed, hands):
    """Any table, any changes, moods mixed, misdeals now and then."""
    dice = random.Random(seed)
    seats, rule = dice.randint(2, 7), dice.choice(RULES)
    kind = dice.choice(["cash", "cash", "tournament"])
    players = dice.choice([seats_ for seats_ in subsets(range(seats)) if len(seats_) > 1])
    shadow = Shadow(seats, rule, kind=kind, players=players, button=dice.choice(players))
    restless = dice.choice([0.1, 0.3, 0.6])
    for _ in range(hands):
        for seat in range(seats):
            if dice.random() < restless:
                what = dice.choice(options(shadow, seat, "everything")[1:])
                last_but_one = len(shadow.model.players) == 2 and what == "leave"
                if not shadow.tournament or not (last_but_one or what == "sit out"):
                    change(shadow, seat, what)
        if len(shadow.model.wanting()) < 2:
            continue
        if dice.random() < 0.1:
            shadow.deal().misdeal()
            shadow.model.void()
            shadow.hands.pop()
        else:
            shadow.play(1)
    shadow.check_fair()
    return shadow


@pytest.mark.parametrize("block", range(4))
def test_random_changes(block):
    for seed in range(block * 12, block * 12 + 12):
        random_changes(seed, 20)


@pytest.mark.slow
def test_many_random_changes():
    for seed in range(10**6, 10**6 + 4000):
        random_changes(seed, 30)


def test_between_by_walking():
    for seats in range(2, 8):
        model = TableModel(seats, "dead")
        for start, seat, end in product(range(seats), repeat=3):
            walked = seat in model.between(start, end) and seat != start
            assert between(start, seat, end) == walked, (start, seat, end)


# -------------------------------------------------------------- what the model itself has to be right


def test_the_model_is_no_nonsense():
    """Whatever happens: the blinds are in the order of play and only the small one is before the big."""
    seen = {"heads-up": 0, "no small blind": 0, "dead button": 0, "extra": 0, "dead": 0, "waits": 0}
    for seed in range(250):
        dice = random.Random(seed)
        seats, rule = dice.randint(2, 7), dice.choice(RULES)
        model = TableModel(seats, rule, tournament=dice.random() < 0.3)
        bigs = []
        for step in range(25):
            for seat in range(seats):
                random_step(model, seat, f"{seat} {step}", dice)
            if len(model.wanting()) < 2:
                continue
            placed = model.deal(dice.choice(model.wanting()) if model.big is None else None)
            bigs.append(model.players[placed.big].name)
            assert placed.button != placed.big
            if rule == "moving" or len(placed.dealt) == 2:
                assert placed.button in placed.dealt
            if len(placed.dealt) > 2:
                before_big = set(model.between(placed.button, placed.big)) & set(placed.dealt)
                assert before_big == ({placed.small} - {None})
            assert not (placed.extra | placed.dead) & {placed.big, placed.small}
            seen["heads-up"] += len(placed.dealt) == 2
            seen["no small blind"] += placed.small is None
            seen["dead button"] += placed.button not in placed.dealt
            seen["extra"] += len(placed.extra)
            seen["dead"] += len(placed.dead)
            seen["waits"] += len(model.wanting()) - len(placed.dealt)
        assert all(one != two for one, two in pairwise(bigs))
    assert min(seen.values()) > 30, seen


def random_step(model, seat, name, dice):
    player = model.players.get(seat)
    if dice.random() < 0.4:
        return
    if player is None:
        if dice.random() < 0.4:
            model.sit(seat, name, post=dice.random() < 0.5)
    elif dice.random() < 0.25:
        model.leave(seat)
    elif not model.tournament and not player.out and dice.random() < 0.3:
        model.sit_out(seat)
    elif player.out and dice.random() < 0.5:
        model.sit_in(seat, post=dice.random() < 0.5)
