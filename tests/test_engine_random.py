"""Property and differential evidence: random hands in every structure against the slow models.

After every step the engine's chips, actor and rights are the naive betting model's; at the end
refunds, pots, rake and payouts are those of the model that pays chip by chip (engine_shadow).
"""

import engine_soak
import pytest
from engine_shadow import Shadow
from engine_tables import Dice, random_setup
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

BLOCK = 50


@pytest.mark.parametrize("block", range(20))
def test_random_hands(block):
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        engine_soak.play_one(seed)


@pytest.mark.slow
def test_a_hundred_thousand_random_hands():
    """The rest of a million: python tests/engine_soak.py 1000000."""
    assert engine_soak.main(["100000", "--first", "1000000"]) == 0


def test_the_random_tables_hold_everything():
    """The tables that are drawn are of every kind that the rules know."""
    setups = [random_setup(Dice(seed)) for seed in range(2000)]
    seen = {
        "structure": {setup.structure for setup in setups},
        "game": {setup.game for setup in setups},
        "players": {len(setup.seats) for setup in setups},
        "ante": {setup.ante[0] for setup in setups},
        "straddles": {setup.straddles for setup in setups},
        "boards": {setup.options["boards"] for setup in setups},
        "runs": {setup.runs for setup in setups},
        "empty": {None in setup.stacks for setup in setups},
        "dead button": {setup.button not in setup.seats for setup in setups},
        "no small blind": {setup.no_small_blind for setup in setups},
        "dealing": {setup.dealing for setup in setups},
        "returning": {bool(setup.extra) for setup in setups},
    }
    assert {key: len(values) for key, values in seen.items()} == {
        "structure": 3,
        "game": 6,
        "players": 9,
        "ante": 4,
        "straddles": 4,
        "boards": 2,
        "runs": 3,
        "empty": 2,
        "dead button": 2,
        "no small blind": 2,
        "dealing": 3,
        "returning": 2,
    }


class Drawn:
    """A source of choices that hypothesis makes, and shrinks."""

    def __init__(self, data):
        self.data = data

    def choice(self, options):
        return self.data.draw(st.sampled_from(list(options)))

    def integer(self, low, high):
        return self.data.draw(st.integers(low, high))


class OneHand(RuleBasedStateMachine):
    """One hand of Omaha, from any table; the steps in any order with looks, copies and undo."""

    @initialize(data=st.data())
    def deal(self, data):
        self.shadow = Shadow(random_setup(Drawn(data)))
        self.past = []

    def unfinished(self):
        return not self.shadow.hand.finished

    def deciding(self):
        return self.shadow.hand.actor is not None

    @precondition(unfinished)
    @rule(data=st.data())
    def decide(self, data):
        self.past.append(self.shadow.hand.copy())
        if self.deciding():
            self.shadow.act(Drawn(data))
        else:
            self.shadow.serve(Drawn(data))

    @precondition(deciding)
    @rule()
    def every_amount(self):
        self.shadow.check_every_amount()

    @rule()
    def round_trips(self):
        self.shadow.check_round_trips()

    @rule()
    def take_everything_back_and_return(self):
        hand, undone = self.shadow.hand, self.shadow.hand.copy()
        for before in reversed(self.past):
            while undone != before:  # dealing cards by hand takes more than one decision
                undone.undo()
            assert undone.events() == before.events()
        assert self.shadow.hand == hand

    @invariant()
    def same(self):
        if hasattr(self, "shadow"):
            self.shadow.check()

    def teardown(self):
        if hasattr(self, "shadow"):
            while self.unfinished():
                self.shadow.step(Dice(0))
            self.shadow.check_result()


TestOneHand = OneHand.TestCase
TestOneHand.settings = settings(
    max_examples=60,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
