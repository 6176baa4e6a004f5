"""Any table at which a hand of Omaha can be played, drawn at random."""

import random
from dataclasses import dataclass, field
from fractions import Fraction

import engine_betting_model as betting
import engine_model as model

from omaha_fast.engine import Rake

GAMES = {"omaha": 4, "omaha8": 4, "omaha5": 5, "omaha5-8": 5, "omaha6": 6, "omaha6-8": 6}
CAP_LIFTED = [
    "never",
    "turn_river_heads_up",
    "round_starts_heads_up",
    "any_heads_up",
    "event_heads_up",
]


class Dice:
    """A source of choices from a seed."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.choice = self.random.choice
        self.integer = self.random.randint


@dataclass
class Setup:
    """Everything that is decided before the hand."""

    structure: str
    blinds: tuple  # small, big
    bets: tuple  # small, big: fixed limit
    ante: tuple  # kind, chips
    game: str
    stacks: list
    button: int
    no_small_blind: bool
    straddles: int
    extra: dict  # seat: (live, dead)
    options: dict  # fields of HouseRules
    seed: int
    dealing: str = "deck"  # or "by hand", as the cards come; or "given", all before the hand
    showdown: str = "auto"
    runs: int = 1
    temper: tuple = (6, 1, 4)  # weights of checking and calling, folding, raising
    seats: list = field(init=False)

    def __post_init__(self):
        self.seats = [seat for seat, stack in enumerate(self.stacks) if stack is not None]

    def order(self):
        return model.clockwise(self.seats, self.button)

    def blind_seats(self):
        order = self.order()
        if len(order) == 2 and self.button in order:
            small, big = self.button, next(seat for seat in order if seat != self.button)
        else:
            small, big = order[:2]
        return (None, small) if self.no_small_blind else (small, big)


def random_setup(source):
    """Any table at which a hand can be played."""
    pick, number = source.choice, source.integer
    structure = pick([betting.NL, betting.PL, betting.FL])
    game = pick(list(GAMES))
    boards = pick([1, 1, 1, 2])
    burn = pick([True, True, False])
    most = min(10, (52 - 5 * boards - 3 * burn) // GAMES[game])
    players = number(2, most)
    big = pick([2, 3, 4, 10])
    small = pick([big // 2, number(1, big), number(0, big)])
    stacks = [
        pick([number(1, 2 * big), number(1, 8 * big), number(8 * big, 40 * big)])
        for _ in range(players)
    ]
    for _ in range(pick([0, 0, number(0, 10 - players)])):
        stacks.insert(number(0, len(stacks)), None)
    seats = [seat for seat, stack in enumerate(stacks) if stack is not None]
    dead = pick([False, False, True])
    button = number(0, len(stacks) - 1) if dead else pick(seats)
    options = {
        "button": "dead" if dead else "moving",
        "burn": burn,
        "fold_unbet": pick([True, True, False]),
        "reopen": pick(["tda", "tda", "double"]),
        "max_bets": pick([4, 4, 5, None]),
        "cap_lifted": pick(CAP_LIFTED),
        "pot_limit_full_blinds": pick([True, True, False]),
        "pot_limit_antes": pick(["uniform", "uniform", "all", "none"]),
        "show_order": pick(["last_round", "last_checker", "any_round"]),
        "muck": pick(["beaten", "never"]),
        "all_in_show": pick([True, True, False]),
        "odd_chip": pick(["left_of_button", "left_of_button", "high_card_suit", "first_shown"]),
        "big_blind_ante_first": pick([False, True]),
        "straddles": 3,
        "runs": pick([1, 1, 3]),
        "boards": boards,
        "rake": pick([None, random_rake(source, big)]),
    }
    setup = Setup(
        structure=structure,
        blinds=(small, big),
        bets=(big, pick([2 * big, 2 * big, big, 3 * big])),
        ante=pick([("none", 0), (pick(["uniform", "big blind", "button"]), number(1, big))]),
        game=game,
        stacks=stacks,
        button=button,
        no_small_blind=dead and players > 2 and pick([False, True]),
        straddles=0,
        extra={},
        options=options,
        seed=number(0, 2**32),
        dealing=pick(["deck", "deck", "by hand", "given"]),
        showdown=pick(["auto", "ask"]),
        temper=(6, pick([0, 1, 3, 6]), pick([0, 2, 4, 8])),
    )
    if setup.dealing != "given":  # what each run would be given depends on when it is agreed
        setup.runs = number(1, options["runs"])
    after_blinds = [seat for seat in setup.order() if seat not in setup.blind_seats()]
    if pick([False, False, True]):
        add_straddles(setup, after_blinds, number(1, 3))
    elif after_blinds and pick([False, False, True]):
        seat = pick(after_blinds)
        setup.extra[seat] = pick([(big, 0), (big, small), (big - 1, 1), (0, small)])
    return setup


def add_straddles(setup, after_blinds, wanted):
    """As many as wanted of the next players can pay."""
    order = setup.order()
    big = order.index(setup.blind_seats()[1])
    posters = [seat for seat in order[big + 1 :] + order[:big] if seat in after_blinds]
    ante = setup.ante[1]  # whoever pays it: leave enough
    for seat in posters[: min(wanted, len(order) - 2)]:
        if setup.stacks[seat] - ante < setup.blinds[1] * 2 ** (setup.straddles + 1):
            break
        setup.straddles += 1


def random_rake(source, big):
    return Rake(
        source.choice([5, "4.5", Fraction(10, 3), 10, 50]),
        cap=source.choice([None, source.integer(0, 4 * big)]),
        unit=source.choice([1, 1, 2, 5]),
        no_flop_no_drop=source.choice([False, True]),
    )
