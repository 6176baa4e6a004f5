"""Omaha as an environment for reinforcement learning, with the interface of PettingZoo's AEC environments.

An episode is one hand. Only numpy is needed; with gymnasium installed the spaces are there too, and env() makes an
environment that is a pettingzoo.AECEnv. `python omaha_env.py [STEPS]` prints how fast it is.
"""

import random
import sys
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from operator import index
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from omaha_fast import Deck, IllegalActionError
from omaha_fast.engine import Hand, HouseRules, PotLimit, Stakes
from omaha_fast.errors import shown

try:
    spaces: Any = import_module("gymnasium.spaces")
except ImportError:
    spaces = None

# Amounts are exact or not offered: where half the pot is below the least raise, action 3 is masked.
ACTIONS = ("fold", "check or call", "least raise", "raise half the pot", "raise the pot", "all-in")
STREETS = ("preflop", "flop", "turn", "river")

Observation = dict[str, NDArray[Any]]


class OmahaEnv:
    """One hand of Omaha: agents "player_0" ... in the order of their seats.

    stack: chips of each player before the hand, or one number a player.   rules: as Hand's.
    An observation is {"observation": float32 vector, "action_mask": int8 (6,)}, see observe().
    Rewards come when the hand is over: chips won or lost, in big blinds.
    Raises ValueError or TypeError, as Hand does, for settings of which no hand can be dealt.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "omaha_v0",
        "render_modes": [],
        "is_parallelizable": False,
    }
    render_mode = None

    def __init__(
        self,
        players: int = 6,
        stakes: Stakes | None = None,
        stack: int | Sequence[int] = 200,
        game: str = "omaha",
        rules: HouseRules | None = None,
    ) -> None:
        self.stakes = PotLimit(1, 2) if stakes is None else stakes
        if not 2 <= index(players) <= 10:
            raise ValueError(f"players {shown(players)}: expected 2 to 10")
        self.stacks = [stack] * players if isinstance(stack, int) else list(stack)
        self.game, self.rules = game, HouseRules() if rules is None else rules
        if len(self.stacks) != players or None in self.stacks:
            raise ValueError(f"stack {shown(stack)}: expected one number or {players}")
        # What cannot be dealt is refused now, not at the first reset().
        Hand(self.stakes, self.stacks, game=game, rules=self.rules, deck=Deck(seed=0))
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._random = random.Random()
        # In big blinds, which also bounds what can be observed.
        self._unit = self.stakes.big_blind
        boards = self.rules.boards
        self._high = np.ones(52 * (1 + boards) + 2 + 5 * players + 4, np.float32)
        self._chips = slice(52 * (1 + boards), 52 * (1 + boards) + 2 + 2 * players)
        self._high[self._chips] = sum(self.stacks) / self._unit
        if spaces is not None:
            box, mask = spaces.Box(0, self._high, dtype=np.float32), spaces.MultiBinary(6)
            seen = spaces.Dict({"observation": box, "action_mask": mask})
            self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
            self.action_spaces = {agent: spaces.Discrete(6) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    # -- play --------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a hand. With a seed it and all that follow are the same every time; the button is drawn, too."""
        if seed is not None:
            self._random = random.Random(seed)
        deck = Deck(seed=self._random.getrandbits(64))
        button = self._random.getrandbits(32) % len(self.possible_agents)
        self.hand = Hand(
            self.stakes,
            self.stacks,
            button=button,
            game=self.game,
            rules=self.rules,
            deck=deck,
        )
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def _verify_dealt(self) -> None:
        if not hasattr(self, "hand"):
            raise ValueError("no hand has been dealt: expected reset() first")

    def _next(self) -> None:
        """Whose turn it is; the rewards, if it is nobody's."""
        hand = self.hand
        if hand.awaiting == "runs":
            hand.agree_runs(1)
        if hand.actor is not None:
            self.agent_selection = self.possible_agents[hand.actor]
            return
        for agent, chips in zip(self.possible_agents, hand.net, strict=True):
            self.rewards[agent] = self._cumulative_rewards[agent] = (chips or 0) / self._unit
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def step(self, action: int | None) -> None:
        """The next player acts; who is out of a finished hand steps with None.

        Raises IllegalActionError for an action that is masked, and nothing changes.
        """
        self._verify_dealt()
        if not self.agents:
            raise ValueError(f"action {action} after the last step of the hand: expected reset()")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        choice = -1 if action is None else index(action)
        hand, amounts = self.hand, self._amounts()
        if not 0 <= choice < len(ACTIONS) or amounts[choice] is None:
            legal = [f"{n} ({ACTIONS[n]})" for n in range(6) if amounts[n] is not None]
            raise IllegalActionError(f"action {action} of {agent}: expected {', '.join(legal)}")
        if choice == 0:
            hand.fold()
        elif choice == 1 and hand.to_call:
            hand.call()
        elif choice == 1:
            hand.check()
        elif choice == 5:
            hand.all_in()
        else:
            hand.raise_to(amounts[choice] or 0)
        self._next()

    def _was_dead_step(self, action: int | None) -> None:
        if action is not None:
            raise ValueError(f"action {action} after the hand: expected None")
        gone = self.agent_selection
        for held in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations):
            del held[gone]
        del self.infos[gone]
        self.agents.remove(gone)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def _amounts(self) -> list[int | None]:
        """For each action its total of the round, None where it is not legal; 0 where it needs none."""
        hand, legal = self.hand, self.hand.legal_actions
        if legal is None:
            return [None] * 6
        own, stack = hand.committed[legal.seat], hand.stacks[legal.seat] or 0
        least, most = legal.min_raise_to, legal.max_raise_to
        pot = hand.pot + hand.bet_level - own  # after a call
        half, full = hand.bet_level + pot // 2, hand.bet_level + pot
        if self.stakes.kind == "pot_limit" and most is not None:
            full = most  # the rules of the pot limit have the last word on what the pot is
        sized = self.stakes.kind != "fixed_limit"  # there, all raises are of one size
        return [
            0 if legal.fold else None,
            0 if legal.check or legal.call else None,
            least,
            half if sized and legal.allows_raise_to(half) else None,
            full if sized and legal.allows_raise_to(full) else None,
            own + stack if legal.call_all_in or most == own + stack else None,
        ]

    # -- what a player sees ------------------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        """What that player may know. The mask is all 0 for who is not to act.

        52 numbers for its own cards and 52 for each board, 1 where a card is there (card number = 4 * rank + suit);
        in big blinds the pot and what it has to add to call, then the stacks and the bets of this round; who is still
        in; who has the button; who is to act; the street, 4 numbers. Players in the order of the seats, itself first.
        """
        self._verify_dealt()
        hand, players = self.hand, len(self.possible_agents)
        own = self.possible_agents.index(agent)
        seen = np.zeros(self._high.shape, np.float32)
        seen[list(hand.hole_cards[own])] = 1
        for number, board in enumerate(hand.boards):
            seen[[52 * (1 + number) + card for card in board]] = 1
        stacks, bets = hand.stacks, hand.committed
        to_call = hand.to_call if own == hand.actor else 0
        chips = [hand.pot, to_call, *stacks[own:], *stacks[:own], *bets[own:], *bets[:own]]
        seen[self._chips] = np.array(chips) / self._unit
        at = self._chips.stop
        for group in (hand.live, (hand.button,), () if hand.actor is None else (hand.actor,)):
            for seat in group:
                seen[at + (seat - own) % players] = 1
            at += players
        seen[at + STREETS.index(hand.street)] = 1
        mask = np.zeros(6, np.int8)
        if agent == self.agent_selection:
            mask[:] = [amount is not None for amount in self._amounts()]
        return {"observation": seen, "action_mask": mask}

    def last(
        self, observe: bool = True
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Of the next player: observation, reward since its last step, whether the hand is over, ..., info."""
        self._verify_dealt()
        if not self.agents:
            raise ValueError("all have stepped after the end of the hand: expected reset()")
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Who is next, until all have stepped after the end of the hand."""
        self._verify_dealt()
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def close(self) -> None:
        pass

    @property
    def unwrapped(self) -> "OmahaEnv":
        return self


def env(**settings: Any) -> Any:
    """An OmahaEnv that is a pettingzoo.AECEnv, too, for tools that ask for one."""
    base = import_module("pettingzoo").AECEnv
    return type("OmahaAECEnv", (OmahaEnv, base), {})(**settings)


def speed(steps: int) -> float:
    """Steps a second of a random player, with observations; six players, pot limit, 100 big blinds."""
    table, choose = OmahaEnv(), np.random.default_rng(1)
    table.reset(seed=1)
    began, done = time.process_time(), 0
    while done < steps:
        observation, _, over, _, _ = table.last()
        if over:
            table.reset()
            continue
        assert observation is not None
        legal = np.flatnonzero(observation["action_mask"])
        table.step(int(legal[choose.integers(len(legal))]))
        done += 1
    return steps / (time.process_time() - began)


if __name__ == "__main__":
    print(f"{speed(int((sys.argv[1:] or ['20000'])[0])):,.0f} steps a second")
