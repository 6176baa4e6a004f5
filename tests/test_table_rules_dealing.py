"""Unit evidence: misdeals, exposed cards and the deck at the table."""

import pytest
from engine_driver import deal, nl, play, texts
from slow_model import DECK
from table_driver import (
    check_down,
    fold_out,
    places,
    play_hand,
    posts,
    sitting_out,
    stacks,
    table_of,
)
from table_shadow import CHIPS, Shadow

from omaha_fast.engine import HouseRules, Level, Schedule, Table

both_rules = pytest.mark.parametrize("rule", ["moving", "dead"])

# ------------------------------------------------------------------------- misdeals, exposed cards


@both_rules
@pytest.mark.parametrize("hands", [0, 1, 2])
def test_a_misdeal_is_void(rule, hands):
    """Chips back, the same button, the same blinds, the same number; it counts for no level."""
    schedule = Schedule([Level(nl(5, 10), hands=hands + 1), nl(50, 100)])
    table = table_of([1000] * 4, stakes=schedule, button=2, rules=HouseRules(button=rule))
    for _ in range(hands):
        play_hand(table)
    before = stacks(table)
    hand = table.deal(DECK)
    first = places(hand), posts(hand), table.number, hand.stakes
    table.act("misdeal")
    assert hand.void
    assert stacks(table) == before
    hand = table.deal(DECK)
    assert (places(hand), posts(hand), table.number, hand.stakes) == first
    fold_out(hand)
    assert table.deal(DECK).stakes == nl(50, 100)
    assert table.number == hands + 2


def test_after_a_misdeal_other_cards_are_dealt():
    table = table_of(1000, button=0)
    seen = set()
    for _ in range(5):
        seen.add(table.deal().hole_cards)
        table.act("misdeal")
        assert table.number <= 1
    assert len(seen) == 5


def test_after_a_misdeal_the_same_debts_are_posted():
    table = sitting_out(5)
    table.sit_in(1, post=True)
    first = posts(table.deal(DECK))
    assert set(first[1]) == {"extra_blind", "dead_blind"}
    table.act("misdeal")
    assert posts(table.deal(DECK)) == first


def test_after_a_misdeal_a_newcomer_posts_again():
    table = table_of([1000, 1000, 1000, 1000, None, None], button=0)
    play_hand(table)
    table.sit("f", 1000, seat=5, post=True)
    for _ in range(2):
        hand = table.deal(DECK)
        assert posts(hand)[5] == {"extra_blind": 10}
        hand.misdeal("a joker in the deck")


def test_one_exposed_card_is_replaced_and_the_hand_goes_on():
    table = table_of(1000, button=0)
    hand = table.deal(DECK)
    card = hand.hole_cards[3][1]
    hand.expose_card(3, 1)
    assert card in hand.burns
    assert card not in hand.hole_cards[3]
    check_down(hand)
    assert not hand.void
    assert table.number == 1
    assert play_hand(table)[0] == 1


def test_two_exposed_cards_are_a_misdeal():
    table = table_of(1000, button=0)
    first = places(table.deal(DECK))
    table.hand.expose_card(3, 1)
    table.hand.expose_card(2, 1)
    assert table.hand.void
    assert stacks(table) == [1000] * 4
    assert places(table.deal(DECK)) == first
    assert table.number == 1


def test_one_of_the_first_two_cards_exposed_is_a_misdeal_in_a_tournament():
    table = table_of(1000, button=0, kind="tournament")
    first = places(table.deal(DECK))
    table.hand.expose_card(1, 0)
    assert table.hand.void
    assert places(table.deal(DECK)) == first


def test_somebody_leaves_after_a_misdeal():
    """The button and the blinds are those of the hand before, for those who are still there."""
    table = table_of(1000, button=0)
    play_hand(table)
    table.deal(DECK).misdeal()
    table.leave(3)
    assert play_hand(table) == (1, 2, 0)


# --------------------------------------------------------------------------- the same hand once more


def six(**about):
    """Six seats, seat 3 empty, one hand played: button 0, blinds 1 and 2."""
    table = table_of([1000, 1000, 1000, None, 1000, None], button=0, **about)
    assert play_hand(table) == (0, 1, 2)
    return table


@both_rules
def test_who_comes_after_a_misdeal_waits_for_the_end_of_that_hand(rule):
    """Else the newcomer would get the big blind of another (TDA 35-C)."""
    table = six(rules=HouseRules(button=rule))
    table.sit_out(0)
    hand = table.deal(DECK)
    first = places(hand), hand.seats, posts(hand)
    assert first[:2] == ((1, 2, 4), (1, 2, 4))
    table.act("misdeal")
    table.sit("new", 1000, seat=3)
    table.sit_in(0)
    assert table.ready == (1, 2, 4)
    hand = table.deal(DECK)
    assert (places(hand), hand.seats, posts(hand)) == first
    fold_out(hand)
    assert play_hand(table) == (2, 4, 0)


def test_the_stakes_of_a_hand_that_is_dealt_again_stay():
    table = six(stakes=Schedule([nl(5, 10), nl(10, 20)]))
    table.deal(DECK)
    table.act("misdeal")
    with pytest.raises(ValueError, match="hand 2 is dealt again: expected to wait"):
        table.next_level()
    assert table.deal(DECK).stakes == nl(5, 10)
    with pytest.raises(ValueError, match="being played"):
        table.next_level()
    fold_out(table.hand)
    table.next_level()
    assert table.deal(DECK).stakes == nl(10, 20)


def test_after_a_misdeal_the_places_are_those_of_the_void_hand():
    """Of the first one and of a later one."""
    table = table_of(1000, button=0)
    for expected in ((0, 1, 2), (1, 2, 3)):
        table.deal(DECK)
        table.act("misdeal")
        assert (table.button, table.small_blind_seat, table.big_blind_seat) == expected
        for twin in (Table.from_json(table.to_json()), Table.from_events(table.events())):
            assert (twin.button, twin.small_blind_seat, twin.big_blind_seat) == expected
            assert twin == table
            assert places(twin.deal(DECK)) == expected
        assert play_hand(table) == expected


@pytest.mark.parametrize("how", ["leave", "sit_out"])
@pytest.mark.parametrize(
    ("seat", "expected"),
    [(0, ((1, 2, 4), (1, 2, 4))), (1, ((0, 2, 4), (0, 2, 4))), (4, ((1, 2, 0), (0, 1, 2)))],
)
def test_who_goes_after_a_misdeal_is_dealt_out_of_the_hand(how, seat, expected):
    """The others alone play it; who has come meanwhile still waits."""
    table = six()
    table.deal(DECK)
    table.act("misdeal")
    getattr(table, how)(seat)
    table.sit("new", 1000, seat=3)
    if how == "leave":
        table.sit("newer", 1000, seat=seat, post=True)
    hand = table.deal(DECK)
    assert (places(hand), hand.seats) == expected


def test_where_one_is_left_after_a_misdeal_all_play():
    table = table_of([1000, 1000, None, None], button=0)
    play_hand(table)
    table.deal(DECK)
    table.act("misdeal")
    table.leave(0)
    assert table.ready == ()
    table.sit("new", 1000, seat=2)
    assert table.ready == (1, 2)
    assert table.deal(DECK).seats == (1, 2)


def test_who_comes_back_in_time_is_dealt_the_same_hand():
    """Sitting out and back in, or buying chips, changes nothing; nor does another wish to post."""
    table = table_of([1000, 1000, 1000, 1000, None, None], button=0)
    play_hand(table)
    table.sit("f", 1000, seat=5, post=True)
    hand = table.deal(DECK)
    first = places(hand), hand.seats, posts(hand)
    for _ in range(2):
        table.act("misdeal")
        table.sit_out(5)
        table.sit_in(5, post=False)
        table.add_chips(1, 100)
        hand = table.deal(DECK)
        assert (places(hand), hand.seats, posts(hand)) == first


# ------------------------------------------------------------------------------------- the deck


def test_the_deck_is_shuffled_for_every_hand():
    table = table_of(1000)
    seen = set()
    for _ in range(20):
        hand = table.deal()
        seen.add(tuple(card for seat in hand.seats for card in hand.hole_cards[seat]))
        fold_out(hand)
    assert len(seen) == 20


def test_without_a_seed_two_tables_are_dealt_different_cards():
    one, two = (table_of(1000, button=0, seed=None) for _ in range(2))
    assert one.deal().hole_cards != two.deal().hole_cards


def test_a_seeded_deck_is_a_function_of_seed_and_number():
    """Not of what was played before."""
    one, two = (table_of(1000, button=0, seed=5) for _ in range(2))
    fold_out(one.deal())
    check_down(two.deal())
    assert one.deal().hole_cards == two.deal().hole_cards
    assert one.hand.events()[0].deterministic
    other = table_of(1000, button=0, seed=6)
    fold_out(other.deal())
    assert other.deal().hole_cards != one.hand.hole_cards


def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_button():
    table = table_of(1000, button=1)
    hand = table.deal(DECK)
    for turn, seat in enumerate([2, 3, 0, 1]):
        assert texts(hand.hole_cards[seat]) == DECK[turn:16:4]


def test_a_hand_of_the_table_is_a_hand_like_any_other():
    table = table_of(1000, button=3)
    hand = table.deal(DECK)
    other = deal(nl(5, 10), [1000] * 4, deck=DECK)
    assert hand.actor == other.actor == 2
    play(hand, "c c c x")
    play(other, "c c c x")
    assert hand.hole_cards == other.hole_cards
    assert (hand.board, hand.pot, hand.stacks) == (other.board, other.pot, other.stacks)


@both_rules
def test_a_shadow_of_a_plain_table(rule):
    """The comparison with the model, itself: ten hands at a table where nothing happens."""
    shadow = Shadow(4, rule, players=range(4), button=3)
    shadow.play(10)
    shadow.check_fair()
    assert [name for name, _ in shadow.hands[:4]] == [f"player {n}" for n in (2, 3, 4, 1)]
    assert shadow.table.chips == 4 * CHIPS
