"""Unit evidence: every option of the house rules, flipped alone, changes a hand (rules, section 6).

HANDS says, for each field, which hand is played and what is seen of it under each value. A field
that is missing there fails the suite.
"""

import contextlib
import dataclasses

import pytest
from engine_driver import (
    ACES,
    BOARD,
    KINGS,
    QUEENS,
    TIED,
    TIED_BOARD,
    bounds,
    checked_down,
    deal,
    fl,
    nl,
    on_flop,
    pl,
    play,
    played,
    texts,
    to_street,
)
from slow_model import DECK

from omaha_fast.engine import PRESETS, BuyIn, HouseRules, Rake


def dead_button(rules):
    """Who posts when the button stands at an empty seat."""
    try:
        hand = deal(nl(5, 10), [1000, 1000, None, 1000], button=2, rules=rules)
    except ValueError:
        return "refused"
    return hand.small_blind_seat, hand.big_blind_seat


def first_card_exposed(rules):
    """Is it a misdeal?"""
    hand = deal(nl(5, 10), 3, rules=rules)
    hand.expose_card(0, 0)
    return hand.void


def flop_cards(rules):
    return texts(to_street(deal(nl(5, 10), 2, deck=DECK, rules=rules), "flop").board)


def unbet_fold(rules):
    hand = on_flop(nl(5, 10), 3, rules=rules)
    return hand.legal_actions.fold, hand.can_fold(), play(hand, "b10").can_fold()


def all_in_110_over_60(rules):
    """May the raiser raise again?"""
    hand = played(nl(10, 20), [2000, 2000, 2000, 110], "r60 r110ai f c", rules=rules)
    return hand.legal_actions.min_raise_to is not None


def raises_in_a_round(rules):
    """How many bets a round of fixed limit holds; ten are tried."""
    hand = on_flop(fl(10, 20), 3, rules=rules)
    bets = 0
    while bounds(hand)[0] and bets < 10:
        play(hand, f"r{bounds(hand)[0]}")
        bets += 1
    return bets


def caps(rules):
    """In which situations a fifth bet is allowed."""
    stakes, more = fl(10, 20), set()

    def note(name, hand):
        assert hand.actor is not None
        if bounds(hand)[0] is not None:
            more.add(name)

    note("two dealt, before the flop", played(stakes, 2, "r20 r30 r40", rules=rules))
    # Three dealt; the third folds on the flop, in the middle of it or before.
    flop = on_flop(stakes, 3, rules=rules)
    note("flop, two left", play(flop.copy(), "r10 r20 f r30 r40"))
    started = played(stakes, 3, "f c x", rules=rules)
    note("flop, begun by two", play(started, "r10 r20 r30 r40"))
    turn = to_street(flop.copy(), "turn")
    note("turn, two left", play(turn.copy(), "r20 r40 f r60 r80"))
    note("turn, two left after the cap", play(turn.copy(), "r20 r40 r60 r80 f"))
    note("turn, begun by two", play(flop, "x x f r20 r40 r60 r80"))
    all_in = played(stakes, [1000, 1000, 10], "c c x x x r20 r40 r60 r80", rules=rules)
    note("turn, two and an all-in player", all_in)
    return more


BY_CAP = {
    "never": set(),
    "turn_river_heads_up": {
        "turn, two left",
        "turn, two left after the cap",
        "turn, begun by two",
    },
    "round_starts_heads_up": {
        "two dealt, before the flop",
        "flop, begun by two",
        "turn, begun by two",
    },
    "any_heads_up": {
        "two dealt, before the flop",
        "flop, two left",
        "flop, begun by two",
        "turn, two left",
        "turn, begun by two",
    },
    "event_heads_up": {"two dealt, before the flop"},
}


def first_raise_over_short_blinds(rules):
    short = deal(pl(100, 200), [20000, 100, 20000, 20000], rules=rules)
    missing = deal(pl(100, 200), [None, 9000, 9000, 9000], button=3, blinds=(None, 1), rules=rules)
    return bounds(short)[1], bounds(missing)[1]


def first_raise_over_antes(rules):
    """With a uniform ante of 8 in all, with a big-blind ante and a button ante of 8."""
    antes = [(2, "uniform"), (8, "big_blind"), (8, "button")]
    hands = [deal(pl(5, 10, ante=a, ante_kind=kind), 4, rules=rules) for a, kind in antes]
    before = [bounds(hand)[1] for hand in hands]
    assert [bounds(to_street(hand, "flop"))[1] for hand in hands] == [48] * 3
    return before


def order_of_showdown(rules):
    """The second has bet the turn; the river is checked."""
    hand = to_street(deal(nl(5, 10), 3, rules=rules), "turn")
    return checked_down(play(hand, "x b10 c c")).showdown_order


def mucked_hands(rules):
    hand = deal(nl(5, 10), 3, hole_cards=[ACES, KINGS, QUEENS], board=BOARD, rules=rules)
    return checked_down(to_street(hand, "river")).mucked


def all_in_and_call(rules):
    """Are the hands tabled before the board, on the river; who mucks there, who with two stacks left?"""
    early = played(nl(5, 10), 2, "ai ai", rules=rules)
    names = [event.name for event in early.events()]
    hand = deal(nl(5, 10), 2, hole_cards=[ACES, KINGS], board=BOARD, rules=rules)
    play(to_street(hand, "river"), "ai c")
    before = names.index("shown") < names.index("board_dealt")
    holes = [ACES, KINGS, QUEENS]
    behind = deal(nl(5, 10), [1000, 1000, 10], hole_cards=holes, board=BOARD, rules=rules)
    checked_down(play(behind, "c c x"))
    return before, hand.tabled, hand.mucked, behind.mucked


def odd_chips(rules):
    """26 chips among three, the third of whom bets the river: the first to show."""
    holes = ["", TIED[0], TIED[3], TIED[2]]  # kings apart, the ace of spades with the second
    hand = deal(nl(2, 4), 4, hole_cards=holes, board=TIED_BOARD, rules=rules)
    play(hand, "c c f x")
    to_street(hand, "river")
    return play(hand, "x x b4 c c").payouts[1:]


def short_big_blind_ante(rules):
    stakes = nl(5, 10, ante=10, ante_kind="big_blind")
    hand = deal(stakes, [1000, 15, 1000], rules=rules)
    return hand.committed[1], hand.dead


def two_straddles(rules):
    try:
        return deal(nl(5, 10), 5, straddles=2, rules=rules).bet_level
    except ValueError:
        return "refused"


def times_run(rules):
    hand = played(nl(5, 10), [500, 500], "ai ai", rules=rules)
    if hand.awaiting == "runs":
        hand.agree_runs(2)
    return len(hand.boards)


def boards_on_the_river(rules):
    return [len(board) for board in to_street(deal(nl(5, 10), 3, rules=rules), "river").boards]


def rake_of_a_pot_of_30(rules):
    hand = on_flop(nl(5, 10), 3, "r50 f f", rules=rules)
    return hand.rake, hand.payouts[0]


def first_buy_ins(rules):
    """Which of these a player may begin with. A hand does not look: stacks change in play."""
    assert deal(nl(5, 10), [5, 100000], rules=rules).stacks
    accepted = [199, 200, 1000, 1001]
    for chips in tuple(accepted):
        with contextlib.suppress(ValueError):
            rules.verify_buy_in(chips)
            continue
        accepted.remove(chips)
    return accepted


# field: (what is looked at, {value: what is seen}); the first value is the default.
HANDS = {
    "button": (dead_button, {"moving": "refused", "dead": (3, 0)}),
    "exposed_card": (first_card_exposed, {"replace": False, "tda": True}),
    "burn": (flop_cards, {True: DECK[9:12], False: DECK[8:11]}),
    "fold_unbet": (unbet_fold, {True: (True, True, True), False: (False, False, True)}),
    "reopen": (all_in_110_over_60, {"tda": True, "double": False}),
    "max_bets": (raises_in_a_round, {4: 4, 5: 5, None: 10}),
    "cap_lifted": (caps, BY_CAP),
    "pot_limit_full_blinds": (first_raise_over_short_blinds, {True: (700, 700), False: (600, 600)}),
    "pot_limit_antes": (
        first_raise_over_antes,
        {"uniform": [43, 35, 35], "all": [43, 43, 43], "none": [35, 35, 35]},
    ),
    "show_order": (
        order_of_showdown,
        {"last_round": (0, 1, 2), "last_checker": (2, 0, 1), "any_round": (1, 2, 0)},
    ),
    "muck": (mucked_hands, {"beaten": (1, 2), "never": ()}),
    "all_in_show": (
        all_in_and_call,
        {True: (True, True, (), ()), False: (False, False, (1,), (1, 2))},
    ),
    "odd_chip": (
        odd_chips,
        {"left_of_button": (9, 9, 8), "first_shown": (8, 8, 10), "high_card_suit": (8, 10, 8)},
    ),
    "big_blind_ante_first": (short_big_blind_ante, {False: (10, 5), True: (5, 10)}),
    "straddles": (two_straddles, {0: "refused", 1: "refused", 2: 40}),
    "runs": (times_run, {1: 1, 2: 2}),
    "boards": (boards_on_the_river, {1: [5], 2: [5, 5]}),
    "rake": (rake_of_a_pot_of_30, {None: (0, 30), Rake(10): (3, 27)}),
    "buy_in": (
        first_buy_ins,
        {None: [199, 200, 1000, 1001], BuyIn(200, 1000): [200, 1000]},
    ),
}


def test_every_field_has_a_hand():
    assert set(HANDS) == {field.name for field in dataclasses.fields(HouseRules)}


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, (_, seen) in HANDS.items() for value in seen]
)
def test_the_option_flipped_alone(field, value):
    look, seen = HANDS[field]
    assert look(HouseRules(**{field: value})) == seen[value]


@pytest.mark.parametrize("field", HANDS)
def test_the_default_is_the_first_value_and_the_others_differ(field):
    _, seen = HANDS[field]
    default, *others = seen
    assert getattr(HouseRules(), field) == default
    assert any(seen[value] != seen[default] for value in others)


def test_the_last_raiser_of_any_round_shows_first_only_if_still_in():
    hand = to_street(deal(nl(5, 10), 3, rules=HouseRules(show_order="any_round")), "turn")
    checked_down(play(hand, "x b10 c c x f"))
    assert hand.showdown_order == (0, 2)


# ------------------------------------------------------------------------------------------ presets

CHANGES = {
    "default": {},
    "cash": {},
    "tournament": {"button": "dead", "exposed_card": "tda", "cap_lifted": "event_heads_up"},
    "H": {
        "fold_unbet": False,
        "reopen": "double",
        "cap_lifted": "turn_river_heads_up",
        "muck": "never",
    },
    "C": {"muck": "never"},
    "R": {"show_order": "last_checker", "odd_chip": "first_shown"},
    "F": {"muck": "never"},
    "I": {},
}


def test_all_presets_are_known():
    assert set(PRESETS) == set(CHANGES)


@pytest.mark.parametrize("name", CHANGES)
def test_preset(name):
    assert HouseRules.preset(name) == PRESETS[name] == HouseRules(**CHANGES[name])


def test_a_preset_with_changes():
    rules = HouseRules.preset("H", burn=False)
    assert rules == HouseRules(**CHANGES["H"], burn=False)


def test_rules_are_frozen_and_told_apart():
    rules = HouseRules()
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.burn = False
    assert rules == HouseRules()
    assert rules != HouseRules(burn=False)
    assert hash(rules) == hash(HouseRules())
