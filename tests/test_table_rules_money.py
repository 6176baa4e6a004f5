"""Unit evidence: buy-ins, rake, antes, tournaments, levels and mixed games at the table."""

import pytest
from engine_driver import ACES, BOARD, JUNK, KINGS, QUEENS, fl, nl, pl, play
from slow_model import DECK
from table_driver import (
    HOUSE,
    check_down,
    fold_out,
    places,
    play_hand,
    posts,
    stacked,
    stacks,
    table_of,
)

from omaha_fast.engine import HouseRules, Level, Rake, Schedule, Table, alternate

both_rules = pytest.mark.parametrize("rule", ["moving", "dead"])


# ------------------------------------------------------------------------------- chips of a cash game


def test_the_first_buy_in_lies_between_the_bounds_of_the_house():
    table = Table(nl(5, 10), rules=HOUSE, seed=1)
    for chips in (399, 1001, 1):
        with pytest.raises(ValueError, match=f"{chips}.*400.*1000"):
            table.sit("a", chips)
    assert (table.sit("a", 400), table.sit("b", 1000)) == (0, 1)
    assert stacks(table)[:2] == [400, 1000]
    assert table.chips == 1400


def test_top_ups_go_up_to_the_maximum():
    table = table_of([400, 1000], rules=HOUSE)
    table.add_chips(0, 1)
    table.add_chips(0, 599)
    for seat in (0, 1):
        with pytest.raises(ValueError, match="1000"):
            table.add_chips(seat, 1)
    assert stacks(table) == [1000, 1000]


def test_a_player_over_the_maximum_keeps_its_chips():
    table = table_of([1000, 1000, 1000], rules=HOUSE, button=0)
    hand = table.deal(DECK)
    play(hand, "r30 f f")
    assert table.players[0].stack == 1015
    with pytest.raises(ValueError, match="1000"):
        table.add_chips(0, 1)


def busted_cash():
    """Seat 1 has lost all its chips to seat 0, heads-up, seat 2 looks on."""
    table = table_of([1000, 400, 1000], rules=HOUSE, button=0)
    table.sit_out(2)
    hand = table.deal(stacked([1, 0], {0: ACES, 1: KINGS}, BOARD))
    play(hand, "r400 c")
    assert hand.finished
    return table


def test_who_has_lost_everything_keeps_the_seat_and_is_not_dealt_in():
    table = busted_cash()
    assert stacks(table) == [1400, 0, 1000]
    assert table.players[1].name == "b"
    assert 1 not in table.ready
    with pytest.raises(ValueError, match=r"2|two"):
        table.deal()
    table.sit_in(2)
    assert table.deal(DECK).seats == (0, 2)


def test_a_rebuy_is_at_least_the_minimum():
    table = busted_cash()
    for chips in (399, 1001):
        with pytest.raises(ValueError, match=f"{chips}"):
            table.add_chips(1, chips)
    table.add_chips(1, 400)
    assert stacks(table) == [1400, 400, 1000]
    assert 1 in table.deal(DECK).seats


@pytest.mark.parametrize("newcomers", ["wait", "post"])
def test_a_wish_to_post_ends_with_the_hand_it_was_for(newcomers):
    """Seat 5 posts to come in, loses all it has, misses blinds and buys in again."""
    table = table_of([1000, 1000, 1000, 1000, None, None], button=0, newcomers=newcomers)
    play_hand(table)
    table.sit("f", 10, seat=5, post=True)
    hand = table.deal(stacked([2, 3, 5, 0, 1], {0: ACES, 5: JUNK}, BOARD))
    play(hand, "c f f")
    check_down(hand)
    assert table.players[5].stack == 0
    assert play_hand(table) == (2, 3, 0)
    table.add_chips(5, 1000)
    assert play_hand(table) == (3, 0, 1)
    hand = table.deal(DECK)
    assert places(hand) == (0, 1, 2)
    owed = {"extra_blind": 10, "dead_blind": 5}
    assert posts(hand).get(5) == (owed if newcomers == "post" else None)


def test_a_busted_player_may_leave():
    table = busted_cash()
    assert table.leave(1) == 0
    assert table.players[1] is None
    assert table.leave(0) == 1400
    assert table.chips == 1000


def test_the_rake_of_all_hands_is_summed_up():
    rules = HouseRules(rake=Rake(10, no_flop_no_drop=True))
    table = table_of([1000] * 3, button=0, rules=rules)
    hand = table.deal(DECK)
    play(hand, "c c x")
    check_down(hand)
    assert hand.rake == 3
    assert (table.rake, table.chips) == (3, 2997)
    play_hand(table)
    assert (table.rake, table.chips) == (3, 2997)
    hand = table.deal(DECK)
    check_down(hand)
    assert (table.rake, table.chips) == (6, 2994)


# ---------------------------------------------------------------------------- antes and straddles


def test_who_posts_to_come_in_pays_the_ante_too():
    table = table_of([1000] * 4 + [None] * 2, button=0, stakes=nl(5, 10, ante=2))
    play_hand(table)
    table.sit("f", 1000, seat=5, post=True)
    hand = table.deal(DECK)
    assert {seat: paid["ante"] for seat, paid in posts(hand).items()} == dict.fromkeys(
        (0, 1, 2, 3, 5), 2
    )
    assert posts(hand)[5] == {"ante": 2, "extra_blind": 10}
    assert hand.pot == 10 + 15 + 10


def test_the_ante_of_a_dead_button_is_paid_by_nobody():
    stakes = nl(5, 10, ante=10, ante_kind="button")
    table = table_of(1000, button=0, stakes=stakes, rules=HouseRules(button="dead"))
    assert posts(table.deal(DECK))[0] == {"ante": 10}
    fold_out(table.hand)
    table.leave(1)
    hand = table.deal(DECK)
    assert hand.button == 1
    assert {kind for paid in posts(hand).values() for kind in paid} == {"small_blind", "big_blind"}


def test_the_big_blind_ante_follows_the_big_blind():
    table = table_of(1000, button=0, stakes=nl(5, 10, ante=10, ante_kind="big_blind"))
    for big in (2, 3, 0):
        assert posts(table.deal(DECK))[big] == {"big_blind": 10, "ante": 10}
        fold_out(table.hand)


def test_a_straddle_is_posted_by_the_next_player():
    table = table_of(1000, button=0, rules=HouseRules(straddles=1))
    hand = table.deal(DECK, straddles=1)
    assert posts(hand)[3] == {"straddle": 20}
    assert (hand.actor, hand.to_call) == (0, 20)
    fold_out(hand)
    with pytest.raises(ValueError, match="straddle"):
        table.deal(straddles=2)
    assert play_hand(table) == (1, 2, 3)


def test_no_small_blind_is_missed_where_none_is_played():
    table = table_of([1000] * 5, button=0, stakes=nl(0, 10))
    play_hand(table)
    table.sit_out(1)
    for _ in range(5):
        play_hand(table)
    table.sit_in(1, post=True)
    assert posts(table.deal(DECK))[1] == {"extra_blind": 10}


def test_what_was_missed_is_posted_at_the_stakes_of_today():
    table = table_of([1000] * 5, button=0, stakes=Schedule([nl(5, 10), nl(20, 40)]))
    play_hand(table)
    table.sit_out(1)
    for _ in range(5):
        play_hand(table)
    table.next_level()
    table.sit_in(1, post=True)
    assert posts(table.deal(DECK))[1] == {"extra_blind": 40, "dead_blind": 20}


# ------------------------------------------------------------------------------------- tournaments


def test_the_presets_of_cash_and_tournament():
    cash = Table(nl(5, 10))
    assert (cash.kind, cash.rules.button) == ("cash", "moving")
    assert cash.rules == HouseRules.preset("cash")
    tournament = Table(nl(5, 10), kind="tournament")
    assert (tournament.kind, tournament.rules.button) == ("tournament", "dead")
    assert tournament.rules == HouseRules.preset("tournament")
    assert Table(nl(5, 10), rules=HouseRules(button="dead")).rules.button == "dead"


def bust(chips, hands, button=0):
    """A tournament in which everybody goes all-in."""
    table = table_of(chips, button=button, kind="tournament")
    order = [*range(button + 1, len(chips)), *range(button + 1)]
    hand = table.deal(stacked(order, dict(enumerate(hands)), BOARD))
    while not hand.finished:
        hand.all_in() if hand.can_all_in() else hand.call()
    return table


def test_who_busts_leaves_the_seat_and_gets_the_place_behind_those_who_are_left():
    table = bust([500, 1000, 1000, 1000], [QUEENS, ACES, JUNK, KINGS])
    assert table.over
    assert stacks(table) == [None, 3500, None, None]


def test_of_two_who_bust_the_larger_starting_stack_is_placed_higher():
    table = bust([500, 1000, 700, 600], [KINGS, ACES, QUEENS, JUNK])
    assert sorted(table.busted, key=lambda bust: bust[1]) == [("c", 2), ("d", 3), ("a", 4)]


def test_equal_stacks_share_the_place():
    table = bust([600, 1000, 600, 700], [KINGS, ACES, QUEENS, JUNK])
    places_ = dict(table.busted)
    assert places_["d"] == 2
    assert places_["a"] == places_["c"]
    assert places_["a"] in (3, 4)


def test_a_tournament_is_over_when_one_has_all_the_chips():
    table = bust([1000, 1000], [ACES, KINGS], button=1)
    assert table.over
    assert table.busted == (("b", 2),)
    with pytest.raises(ValueError, match="over"):
        table.deal()


def test_rebuys_and_add_ons_of_a_tournament_know_no_bounds():
    table = table_of([1000, 1000, 1000], kind="tournament", button=0)
    table.add_chips(0, 1)
    table.add_chips(1, 10**9)
    assert stacks(table) == [1001, 1000 + 10**9, 1000]


def test_an_absent_player_posts_and_folds_when_chips_are_asked():
    table = table_of([1000, 1000, 1000], kind="tournament", button=0)
    table.sit_out(1)
    hand = table.deal(DECK)
    assert hand.seats == (0, 1, 2)
    assert posts(hand) == {1: {"small_blind": 5}, 2: {"big_blind": 10}}
    table.act("raise_to", 30)
    assert 1 in hand.folded
    assert hand.actor == 2


def test_an_absent_player_checks_where_it_is_free():
    table = table_of([1000, 1000, 1000], kind="tournament", button=0)
    table.sit_out(2)
    hand = table.deal(DECK)
    table.act("call")
    table.act("call")
    assert hand.street == "flop"
    assert 2 not in hand.folded
    assert hand.actor == 1
    table.act("check")
    assert hand.actor == 0
    table.act("bet", 10)
    assert 2 not in hand.folded
    table.act("fold")
    assert hand.finished or 2 in hand.folded


def test_an_absent_player_first_to_act_is_played_by_the_deal():
    table = table_of([1000] * 4, kind="tournament", button=0)
    table.sit_out(3)
    hand = table.deal(DECK)
    if hand.actor == 3:
        table.play_absent()
    assert 3 in hand.folded
    assert hand.actor == 0
    hand.call()
    hand.call()
    hand.check()
    assert hand.street == "flop"


# ------------------------------------------------------------------------------------------- levels


def test_levels_by_the_number_of_hands():
    schedule = Schedule([Level(nl(5, 10), hands=2), Level(nl(10, 20), hands=1), nl(20, 40)])
    table = table_of([10000] * 3, stakes=schedule, kind="tournament", button=0)
    seen = []
    for _ in range(6):
        hand = table.deal(DECK)
        seen.append((table.level, hand.stakes.big_blind))
        assert table.stakes == hand.stakes
        fold_out(hand)
    assert seen == [(0, 10), (0, 10), (1, 20), (2, 40), (2, 40), (2, 40)]


def test_a_level_by_the_clock_of_the_caller_begins_with_the_next_deal():
    table = table_of([10000] * 3, stakes=Schedule([nl(5, 10), nl(10, 20)]), button=0)
    hand = table.deal(DECK)
    fold_out(hand)
    table.next_level()
    assert table.deal(DECK).stakes == nl(10, 20)


def test_the_clock_may_run_out_before_the_hands():
    schedule = Schedule([Level(nl(5, 10), hands=8), Level(nl(10, 20), hands=2), nl(20, 40)])
    table = table_of([10000] * 3, stakes=schedule, button=0)
    play_hand(table)
    table.next_level()
    seen = []
    for _ in range(3):
        seen.append(table.deal(DECK).stakes.big_blind)
        fold_out(table.hand)
    assert seen == [20, 20, 40]


def test_there_is_no_level_after_the_last():
    table = table_of([1000] * 3, stakes=Schedule([nl(5, 10), nl(10, 20)]))
    table.next_level()
    with pytest.raises(ValueError, match="level"):
        table.next_level()
    assert table.deal().stakes == nl(10, 20)


def test_a_schedule_that_repeats_begins_again():
    schedule = Schedule([Level(nl(5, 10), hands=1), Level(nl(10, 20), hands=2)], repeat=True)
    table = table_of([10000] * 3, stakes=schedule, button=0)
    seen = []
    for _ in range(7):
        seen.append(table.deal(DECK).stakes.big_blind)
        fold_out(table.hand)
    assert seen == [10, 20, 20, 10, 20, 20, 10]


def test_a_level_may_change_the_game():
    schedule = Schedule([Level(pl(5, 10), hands=1), Level(pl(5, 10), hands=1, game="omaha8")])
    table = table_of([1000] * 3, stakes=schedule, button=0)
    games = []
    for _ in range(2):
        games.append(table.deal(DECK).game.name)
        fold_out(table.hand)
    assert games == ["omaha", "omaha8"]


def test_mixed_games_alternate_limit_and_pot_limit():
    """Every n hands; the limit game has the larger blinds."""
    limit, pot = fl(20, 40), pl(5, 10)
    table = table_of([10000] * 3, stakes=alternate(limit, pot, hands=3), button=0)
    kinds = []
    for _ in range(14):
        hand = table.deal(DECK)
        kinds.append((hand.stakes.kind, hand.stakes.big_blind))
        fold_out(hand)
    assert (
        kinds
        == ([("fixed_limit", 20)] * 3 + [("pot_limit", 10)] * 3) * 2 + [("fixed_limit", 20)] * 2
    )


def test_mixed_games_alternate_every_eight_hands_by_default():
    table = table_of([10000] * 3, stakes=alternate(fl(20, 40), pl(5, 10)), button=0)
    kinds = []
    for _ in range(17):
        kinds.append(table.deal(DECK).stakes.kind)
        fold_out(table.hand)
    assert kinds == ["fixed_limit"] * 8 + ["pot_limit"] * 8 + ["fixed_limit"]


def test_a_mixed_game_never_switches_inside_a_hand():
    table = table_of([10000] * 3, stakes=alternate(fl(20, 40), pl(5, 10), hands=1), button=0)
    hand = table.deal(DECK)
    with pytest.raises(ValueError, match="being played"):
        table.next_level()
    for token in ["c", "c", "x", "x", "b20", "f", "c", "x", "b40", "f"]:
        assert hand.stakes == table.stakes == fl(20, 40)
        play(hand, token)
    fold_out(hand)
    assert table.deal(DECK).stakes == pl(5, 10)
