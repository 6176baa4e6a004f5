"""Unit evidence: what a table refuses, with which words, and that nothing changes by it."""

import contextlib
from decimal import Decimal
from fractions import Fraction

import pytest
from engine_driver import fl, nl, pl
from slow_model import DECK
from table_driver import HOUSE, REFUSED, high_card_at, playing_table, table_of, waiting_table

import omaha_fast as of
from omaha_fast.engine import (
    HouseRules,
    Level,
    Schedule,
    Table,
    alternate,
)

STATE = ["seats", "players", "kind", "rules", "game", "schedule", "level", "stakes", "number"]
STATE += ["button", "small_blind_seat", "big_blind_seat", "playing", "ready", "chips", "rake"]
STATE += ["busted", "over"]


def state(table):
    hand = table.hand
    seen = [getattr(table, name) for name in STATE]
    return seen, table.events(), table.to_json(), hand and (hand.events(), hand.legal_actions)


def refused(table, call, *words, error=ValueError):
    """The call is refused with all the words in its message, and the table stays as it was."""
    before, seen = table.copy(), state(table)
    with pytest.raises(error) as caught:
        call()
    for word in words:
        assert str(word) in str(caught.value), f"{word!r} is missing in: {caught.value}"
    assert table == before
    assert state(table) == seen
    return str(caught.value)


# ------------------------------------------------------------------------------------ seats and names


def test_a_seat_that_is_taken():
    table = waiting_table()
    refused(table, lambda: table.sit("z", 500, seat=2), 2, "taken")


def test_a_table_that_is_full():
    table = table_of([600, 600])
    refused(table, lambda: table.sit("z", 500))


@pytest.mark.parametrize("seat", [5, -1, 99, 10**30, True, 2.0, "1", [1]], ids=repr)
def test_a_seat_that_is_none(seat):
    table = waiting_table()
    refused(table, lambda: table.sit("z", 500, seat=seat), repr(seat), error=REFUSED)
    for call in (
        lambda: table.leave(seat),
        lambda: table.add_chips(seat, 100),
        lambda: table.sit_out(seat),
        lambda: table.sit_in(seat),
    ):
        refused(table, call, repr(seat), error=REFUSED)


def test_a_player_that_is_unknown():
    """Nobody sits there."""
    table = waiting_table()
    for call in (
        lambda: table.leave(1),
        lambda: table.add_chips(1, 100),
        lambda: table.sit_out(1),
        lambda: table.sit_in(1),
    ):
        refused(table, call, 1)
    refused(table, lambda: table.leave(None), error=REFUSED)


def test_a_name_that_is_taken():
    table = waiting_table()
    refused(table, lambda: table.sit("a", 500), "'a'")


@pytest.mark.parametrize(
    "name", ["", "x" * 41, "x" * 10**6, None, 5, b"b", ["b"]], ids=lambda n: repr(n)[:12]
)
def test_a_name_that_is_none(name):
    table = waiting_table()
    message = refused(table, lambda: table.sit(name, 500), error=REFUSED)
    assert len(message) < 400


@pytest.mark.parametrize(
    "name", ["a\nb", "\x1b[31m", "\ud800", " ", "z ", " z", "z\u200b", "\u202ez", "z\0"], ids=ascii
)
def test_a_name_that_would_forge_a_line_or_look_like_another(name):
    table = waiting_table()
    message = refused(table, lambda: table.sit(name, 500), "printable")
    assert message.isprintable()
    assert table.sit("Zoë O'Hara 3", 500) == 1


def test_forty_characters_are_a_name():
    table = waiting_table()
    assert table.sit("x" * 40, 500) == 1


# --------------------------------------------------------------------------------------------- chips

NO_CHIPS = [0, -1, 399, 1001, 10**15, 10**30, True, 500.0, Fraction(500), Decimal(500), "500", None]


@pytest.mark.parametrize("chips", NO_CHIPS, ids=repr)
def test_a_buy_in_out_of_bounds(chips):
    table = waiting_table()
    refused(table, lambda: table.sit("z", chips), error=REFUSED)
    refused(table, lambda: table.sit("z", chips, seat=4, post=True), error=REFUSED)


def test_a_buy_in_names_the_bounds():
    table = waiting_table()
    refused(table, lambda: table.sit("z", 399), 399, 400, 1000)


def test_a_tournament_buy_in_is_one_chip_at_least():
    table = table_of([600, 600, None], kind="tournament")
    for chips in (0, -5, True, 10**15):
        refused(table, lambda c=chips: table.sit("z", c), error=REFUSED)
    assert table.sit("z", 1) == 2


@pytest.mark.parametrize("amount", [0, -1, 401, 10**15, True, 100.0, "100", None], ids=repr)
def test_a_top_up_that_cannot_be(amount):
    """600 are at the seat, 1000 is the most."""
    table = table_of([600, 600], rules=HOUSE)
    refused(table, lambda: table.add_chips(0, amount), error=REFUSED)
    table.add_chips(0, 400)


def test_more_chips_than_can_be_counted():
    table = table_of([10**15 - 12, 10, None], kind="tournament")
    refused(table, lambda: table.add_chips(0, 2))
    refused(table, lambda: table.add_chips(1, 2))
    refused(table, lambda: table.sit("z", 2))
    table.add_chips(1, 1)


# ---------------------------------------------------------------------------- in the middle of a hand


def test_nothing_but_the_hand_goes_on_while_it_is_played():
    table = playing_table()
    for call in (
        lambda: table.leave(0),
        lambda: table.leave(2),
        lambda: table.leave(1),
        lambda: table.sit("z", 500),
        lambda: table.add_chips(0, 100),
        lambda: table.next_level(),
        lambda: table.deal(),
        lambda: table.draw_button(),
    ):
        refused(table, call, "hand 2 is being played")


@pytest.mark.parametrize("seed", range(4))
def test_nobody_leaves_at_any_moment_of_a_hand(seed):
    table = table_of(600, seed=seed)
    hand = table.deal()
    while not hand.finished:
        for seat in range(4):
            refused(table, lambda s=seat: table.leave(s), "being played")
        table.act("call" if hand.to_call else "check")
    assert table.leave(0) >= 0


def test_after_a_misdeal_a_player_may_leave():
    table = playing_table()
    table.act("misdeal")
    assert table.leave(0) > 0


def test_actions_that_are_none():
    table = playing_table()
    for verb in (
        "jump",
        "",
        "undo_all",
        "_settle",
        "__init__",
        "events",
        "copy",
        "stacks",
        None,
        5,
    ):
        refused(table, lambda v=verb: table.act(v), error=REFUSED)
    refused(table, lambda: table.act("raise_to"), error=REFUSED)
    refused(table, lambda: table.act("raise_to", "40"), error=REFUSED)
    refused(table, lambda: table.act("raise_to", 11), error=of.IllegalActionError)
    refused(table, lambda: table.act("check"), error=of.IllegalActionError)
    other = next(seat for seat in table.hand.seats if seat != table.hand.actor)
    refused(table, lambda: table.act("fold", seat=other), error=of.IllegalActionError)
    refused(table, lambda: table.act("bet", 10, seat=1), error=REFUSED)


def test_cards_to_show_that_are_none():
    table = waiting_table()
    for cards, error in (("xx", of.CardError), ("2c", of.CardError), (2.5, TypeError)):
        seat = table.hand.seats[0]
        refused(table, lambda s=seat, c=cards: table.act("show", seat=s, cards=c), error=error)


def test_actions_with_what_they_do_not_take():
    table = playing_table()
    refused(table, lambda: table.act("misdeal", seat=1), "misdeal with seat 1: expected none")
    refused(table, lambda: table.act("misdeal", 1), "misdeal with amount 1: expected none")
    refused(table, lambda: table.act("agree_runs", 1, seat=0), "agree_runs with seat 0")
    refused(table, lambda: table.act("fold", cards="As"), "fold with cards 'As'")
    refused(table, lambda: table.act("expose_card", seat=0), "expected one")
    table.act("expose_card", 1, seat=table.hand.seats[-1])
    assert table.hand.burns


def test_an_action_without_a_hand():
    for table in (table_of(600), waiting_table()):
        refused(table, lambda t=table: t.act("fold"))
        refused(table, lambda t=table: t.act("call", seat=0))


# ---------------------------------------------------------------------------------- deals and draws


def test_a_deal_for_fewer_than_two():
    for chips in ([600, None, None], [None, None]):
        table = table_of(chips)
        refused(table, lambda t=table: t.deal())
    table = table_of([600, 600, 600])
    table.sit_out(0)
    table.sit_out(2)
    refused(table, lambda: table.deal())
    refused(table, lambda: table.draw_button())


@pytest.mark.parametrize(
    "deck",
    [[], DECK[:10], [*DECK, DECK[0]], [DECK[0], *DECK[:-1]], ["xx"] * 52, 5, "no cards"],
    ids=lambda deck: str(deck)[:12],
)
def test_a_deck_that_cannot_be_dealt(deck):
    table = waiting_table()
    refused(table, lambda: table.deal(deck), error=REFUSED)
    table.deal(DECK)


@pytest.mark.parametrize(
    "deck", [[], ["As", "Ks"], ["As", "As", "Ks"], ["xx", "Ks", "Qs"], 5], ids=str
)
def test_a_deck_that_cannot_be_drawn_from(deck):
    table = table_of([600] * 3)
    refused(table, lambda: table.draw_button(deck=deck), error=REFUSED)
    assert table.button is None
    table.draw_button(deck=high_card_at(1))


def test_a_bad_deck_for_the_first_deal_draws_no_button():
    table = table_of([600] * 3)
    refused(table, lambda: table.deal(DECK[:5]), error=REFUSED)
    assert table.button is None


# ----------------------------------------------------------------------------------- out and in again


def test_sitting_out_and_in_twice_over():
    """Out when out, in when in: refused, or nothing at all happens."""
    table = waiting_table()
    for first, again in ((None, table.sit_in), (table.sit_out, table.sit_out)):
        if first:
            first(0)
        before, seen = table.copy(), state(table)
        with contextlib.suppress(ValueError):
            again(0)
        assert table == before
        assert state(table) == seen


@pytest.mark.parametrize("post", [0, 1, "yes", 2.0], ids=repr)
def test_a_post_that_is_neither_yes_nor_no(post):
    table = waiting_table()
    refused(table, lambda: table.sit("z", 500, post=post), error=REFUSED)
    table.sit_out(0)
    refused(table, lambda: table.sit_in(0, post=post), error=REFUSED)


# ------------------------------------------------------------------------------------ levels and setup


def test_a_level_that_would_break_a_hand():
    table = playing_table(stakes=Schedule([nl(5, 10), nl(10, 20)]))
    refused(table, lambda: table.next_level(), "being played")
    assert table.hand.stakes == table.stakes == nl(5, 10)


def test_a_level_whose_game_does_not_fit_the_deck():
    """Ten players hold 60 cards of six-card Omaha."""
    with pytest.raises(ValueError, match=r"deck|cards"):
        Table(Schedule([nl(5, 10), Level(nl(5, 10), game="omaha6")]), seats=10)
    Table(Schedule([nl(5, 10), Level(nl(5, 10), game="omaha6")]), seats=7)


@pytest.mark.parametrize(
    ("game", "seats", "fits"),
    [
        ("omaha", 10, True),
        ("omaha5", 8, True),
        ("omaha5", 9, False),
        ("omaha6", 7, True),
        ("omaha6-8", 8, False),
    ],
)
def test_a_table_larger_than_the_deck(game, seats, fits):
    if fits:
        assert Table(nl(5, 10), seats=seats, game=game).seats == seats
    else:
        with pytest.raises(ValueError, match=f"1 board and 3 burns.* for {seats - 1} seats$"):
            Table(nl(5, 10), seats=seats, game=game)


def test_burns_and_boards_take_cards_of_the_deck():
    rules = HouseRules(burn=False)
    assert Table(nl(5, 10), seats=9, game="omaha5", rules=rules).seats == 9
    with pytest.raises(ValueError, match=r"2 boards and 3 burns take 53 cards: .* for 9 seats"):
        Table(nl(5, 10), seats=10, rules=HouseRules(boards=2))


@pytest.mark.parametrize(
    "about",
    [
        {"seats": 1},
        {"seats": 11},
        {"seats": True},
        {"seats": 6.0},
        {"seats": "6"},
        {"seats": None},
        {"kind": "sit and go"},
        {"kind": None},
        {"kind": ["cash"]},
        {"game": "holdem"},
        {"game": 5},
        {"rules": "cash"},
        {"rules": 5},
        {"newcomers": "play"},
        {"newcomers": None},
        {"seed": "5"},
        {"seed": 1.5},
        {"seed": True},
    ],
    ids=repr,
)
def test_a_setup_that_cannot_be(about):
    with pytest.raises(REFUSED):
        Table(nl(5, 10), **about)


@pytest.mark.parametrize("stakes", [None, 5, "5/10", (5, 10), []], ids=repr)
def test_stakes_that_are_none(stakes):
    with pytest.raises(REFUSED):
        Table(stakes)
    with pytest.raises(REFUSED):
        Level(stakes)


@pytest.mark.parametrize("levels", [[], (), None, 5, [5], [nl(5, 10), "6/12"], "no"], ids=repr)
def test_a_schedule_that_is_none(levels):
    with pytest.raises(REFUSED):
        Schedule(levels)


@pytest.mark.parametrize("hands", [0, -1, True, 2.0, "8"], ids=repr)
def test_a_number_of_hands_that_is_none(hands):
    with pytest.raises(REFUSED):
        Level(nl(5, 10), hands=hands)
    with pytest.raises(REFUSED):
        alternate(fl(20, 40), pl(5, 10), hands=hands)


def test_a_level_of_an_unknown_game():
    with pytest.raises(REFUSED):
        Level(nl(5, 10), game="holdem")


def test_alternating_nothing():
    with pytest.raises(REFUSED):
        alternate()
