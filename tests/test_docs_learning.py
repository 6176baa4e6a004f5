"""The environment of docs/examples: its mask, its rewards, and that it holds no foreign card."""

import random
import warnings

import pytest
from docs_examples import load

from omaha_fast import IllegalActionError
from omaha_fast.engine import Event, FixedLimit, Hand, HouseRules, NoLimit, PotLimit, Rake

SETTINGS = [
    {},
    {"players": 2, "stakes": FixedLimit(2, 4, 1), "stack": 60, "game": "omaha8"},
    {"players": 3, "stakes": NoLimit(1, 2, ante=1), "stack": [7, 90, 400], "game": "omaha5"},
    {"players": 9, "stakes": NoLimit(5, 10), "stack": 1000},
    {"players": 6, "stakes": PotLimit(5, 10, ante=10, ante_kind="big_blind"), "stack": 333},
    {"players": 4, "rules": HouseRules(rake=Rake(5, cap=6), boards=2, runs=2), "stack": 40},
    {"players": 2, "stakes": NoLimit(1, 2), "stack": [1, 2]},
]


@pytest.fixture(scope="module")
def learning():
    pytest.importorskip("numpy")
    return load("omaha_env")


def steps(env, hands, rng, seed):
    """Play at random by the mask; before every decision, and after every hand, yields what last() tells."""
    for number in range(hands):
        env.reset(seed=seed if number == 0 else None)
        for agent in env.agent_iter():
            observation, reward, over, cut, _ = env.last()
            legal = [action for action in range(6) if observation["action_mask"][action]]
            action = None if over else rng.choice(legal)
            yield agent, observation, reward, over, cut, action
            env.step(action)


def meant(hand, action):
    """The hand after the action, by the hand's own verbs; None where the rules do not allow it."""
    hand = hand.copy()
    own = hand.committed[hand.actor]
    # Blinds count as full.
    bet = max(*hand.committed, hand.stakes.big_blind if hand.street == "preflop" else 0)
    pot = hand.pot + bet - own
    legal = hand.legal_actions
    most = hand.stakes.kind == "pot_limit" and legal.max_raise_to
    if legal.min_raise_to is None and action == 2:
        return None
    if hand.stakes.kind == "fixed_limit" and action in (3, 4):
        return None
    try:
        if action == 0:
            hand.fold()
        elif action == 1 and hand.can_check():
            hand.check()
        elif action == 1:
            hand.call()
        elif action == 5:
            hand.all_in()
        else:
            hand.raise_to({2: legal.min_raise_to, 3: bet + pot // 2, 4: most or bet + pot}[action])
    except IllegalActionError:
        return None
    if hand.awaiting == "runs":
        hand.agree_runs(1)
    return hand


HANDS = pytest.mark.parametrize(
    "hands", [25, pytest.param(1500, marks=pytest.mark.slow)], ids=["few", "many"]
)
EVERY = pytest.mark.parametrize("settings", SETTINGS, ids=range(len(SETTINGS)))


@HANDS
@EVERY
def test_the_mask_is_what_the_rules_allow(learning, settings, hands):
    """Of the player to act; all zero for everybody else and after the end. A masked action changes nothing, any other
    does what its name says.
    """
    env = learning.OmahaEnv(**settings)
    expected = None
    for agent, observation, _, over, cut, action in steps(env, hands, random.Random(1), 1):
        assert expected is None or env.hand == expected
        expected = None
        mask = observation["action_mask"].tolist()
        assert cut is False
        assert over == env.hand.finished
        if over:
            assert mask == [0] * 6
            continue
        assert agent == f"player_{env.hand.actor}"
        after = [meant(env.hand, n) for n in range(6)]
        assert mask == [int(hand is not None) for hand in after]
        assert not any(env.observe(o)["action_mask"].any() for o in env.agents if o != agent)
        before = env.hand.copy()
        for wrong in (*(n for n in range(6) if not mask[n]), -1, 6, None):
            with pytest.raises(IllegalActionError, match=f"action {wrong} of {agent}: expected"):
                env.step(wrong)
        assert env.hand == before
        expected = after[action]


@HANDS
@EVERY
def test_what_one_wins_the_others_lose(learning, settings, hands):
    """In chips, but for the rake; each is told its reward once, at the end."""
    env = learning.OmahaEnv(**settings)
    unit = env.stakes.big_blind
    won = {}
    for agent, _, reward, over, _, _ in steps(env, hands, random.Random(2), 2):
        if not over:
            assert reward == 0
            continue
        assert won.keys().isdisjoint([agent])
        won[agent] = round(reward * unit)
        assert won[agent] == pytest.approx(reward * unit, abs=1e-6)
        if len(won) == len(env.possible_agents):
            stacks = [start + won[f"player_{s}"] for s, start in enumerate(env.stacks)]
            assert stacks == list(env.hand.stacks)
            assert sum(won.values()) == -env.hand.rake
            won = {}
    assert not won


@EVERY
def test_the_same_seed_is_the_same_session(learning, settings):
    """Over many hands, every number of every observation; another seed is another one."""

    def session(seed):
        env = learning.OmahaEnv(**settings)
        return [
            (agent, observation["observation"].tobytes(), reward, action)
            for agent, observation, reward, _, _, action in steps(env, 20, random.Random(3), seed)
        ]

    assert session(4) == session(4)
    assert session(4) != session(5)


@EVERY
def test_an_observation_holds_no_foreign_card(learning, settings):
    """The seat's own cards and the board are all the cards in it; with other cards in all other hands and in the rest
    of the deck it is the same to the last number.
    """
    env, rng = learning.OmahaEnv(**settings), random.Random(6)
    players, boards = len(env.possible_agents), env.rules.boards
    for _ in steps(env, 15, rng, 6):
        hand = env.hand
        for own, agent in enumerate(env.possible_agents):
            if agent not in env.agents:
                continue
            seen = env.observe(agent)["observation"]
            cards = seen[: 52 * (1 + boards)].reshape(-1, 52)
            held = [set(row.nonzero()[0].tolist()) for row in cards]
            assert held == [set(hand.hole_cards[own]), *map(set, hand.boards)]
            assert seen.shape == (52 * (1 + boards) + 2 + 5 * players + 4,)
            assert (seen >= 0).all()
            if hand.finished:
                continue
            # The same hand as that player knows it, with everything else shuffled.
            env.hand = other_cards(hand, own, rng)
            assert env.hand.hole_cards != hand.hole_cards
            assert env.observe(agent)["observation"].tobytes() == seen.tobytes()
            env.hand = hand


def other_cards(hand, own, rng):
    """The hand with other cards wherever the seat cannot know them."""
    events = [event.to_dict() for event in hand.events()]
    known = {str(card) for card in (*hand.hole_cards[own], *sum(hand.boards, ()))}
    deck = events[0]["deck"]
    rest = [card for card in deck if card not in known]
    others = rest[:]
    while others == rest:
        rng.shuffle(others)
    swap = dict(zip(rest, others, strict=True))

    def swapped(value):
        if isinstance(value, list):
            return [swapped(item) for item in value]
        return swap.get(value, value) if isinstance(value, str) else value

    return Hand.from_events(
        Event.from_dict({name: swapped(value) for name, value in event.items()}) for event in events
    )


def test_an_observation_in_numbers(learning):
    """Heads-up, 1/2, 100 big blinds: what each number of the vector is."""
    env = learning.OmahaEnv(2, NoLimit(1, 2))
    env.reset(seed=1)
    small = env.hand.actor
    for seat, to_call, stacks, bets in (
        (small, 0.5, [99.5, 99], [0.5, 1]),
        (1 - small, 0, [99, 99.5], [1, 0.5]),
    ):
        numbers = env.observe(f"player_{seat}")["observation"][104:].tolist()
        first = [1, 0] if seat == small else [0, 1]
        assert numbers == [1.5, to_call, *stacks, *bets, 1, 1, *first, *first, 1, 0, 0, 0]
    env.step(1)
    env.step(1)
    assert env.observe("player_0")["observation"][-4:].tolist() == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"players": 1}, "players 1: expected 2 to 10"),
        ({"players": 11}, "players 11: expected 2 to 10"),
        ({"players": -3}, "players -3: expected 2 to 10"),
        ({"players": 3, "stack": [1, 2]}, r"stack \[1, 2\]: expected one number or 3"),
        ({"players": 2, "stack": [1, None]}, r"stack \[1, None\]: expected one number or 2"),
        ({"players": 2, "stack": 0}, "stack of seat 0 0: expected"),
        ({"players": 2, "stack": [5, 0]}, "stack of seat 1 0: expected"),
        ({"players": 2, "game": "holdem"}, "unknown game 'holdem'"),
        ({"players": 8, "game": "omaha6"}, "8 players with 6 hole cards"),
    ],
)
def test_settings_of_which_no_hand_can_be_dealt(learning, settings, expected):
    """Are refused at once, not at the first reset()."""
    with pytest.raises(ValueError, match=expected):
        learning.OmahaEnv(**settings)


@pytest.mark.parametrize("settings", [{"stakes": 5}, {"rules": 5}, {"rules": 0}, {"players": 2.0}])
def test_settings_of_another_type(learning, settings):
    with pytest.raises(TypeError):
        learning.OmahaEnv(**settings)


def test_no_step_without_a_hand(learning):
    """Before the first reset(), and after the last step of a hand."""
    env = learning.OmahaEnv(2)
    calls = [
        lambda: env.step(1),
        env.last,
        lambda: env.observe("player_0"),
        lambda: [*env.agent_iter()],
    ]
    for call in calls:
        with pytest.raises(ValueError, match=r"no hand has been dealt: expected reset\(\) first"):
            call()
    env.reset(seed=1)
    for _ in env.agent_iter():
        env.step(None if env.last()[2] else 0)
    for call in (env.last, lambda: env.step(None)):
        with pytest.raises(ValueError, match=r"after .*: expected reset\(\)"):
            call()
    assert not env.observe("player_0")["action_mask"].any()
    env.reset()
    env.step(0)


def test_the_interface_by_its_own_tests(learning):
    """PettingZoo's, where it is installed; of its warnings those that say what is meant here."""
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    meant_so = (
        "Observation is not a NumPy array",  # a dict with the mask, as its classic games have
        "Observation space for each agent probably should be",
        "Action mask numpy array is all zeros",  # of who is not to act
        "Environment has not defined a render",
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in meant_so:
            warnings.filterwarnings("ignore", message)
        for settings in SETTINGS[:-1]:
            api_test(learning.env(**settings), num_cycles=30)
            seed_test(lambda settings=settings: learning.env(**settings), 50)


def test_without_the_libraries(learning, monkeypatch):
    """Everything but the spaces is there when neither gymnasium nor PettingZoo is."""
    monkeypatch.setattr(learning, "spaces", None)
    env = learning.OmahaEnv(3)
    assert sum(not over for _, _, _, over, _, _ in steps(env, 5, random.Random(1), 1)) > 5
    assert env.num_agents == 0
    assert env.max_num_agents == 3
