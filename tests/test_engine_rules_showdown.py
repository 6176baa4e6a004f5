"""Unit evidence: who shows, who may muck, who wins what and why (rules, section 5)."""

import pytest
from engine_driver import (
    ACES,
    BOARD,
    FIRST,
    FOURTH,
    JUNK,
    KINGS,
    QUEENS,
    SECOND,
    THIRD,
    TIED,
    TIED_BOARD,
    checked_down,
    deal,
    events,
    nl,
    on_flop,
    play,
    played,
    texts,
    to_street,
    won,
)

import omaha_fast as of
from omaha_fast.engine import Hand, HouseRules

R = HouseRules.preset("R")


def river(holes, script, board=BOARD, **setup):
    """All called the big blind and checked to the river, which is played by the script."""
    hand = deal(nl(5, 10), len(holes), hole_cards=holes, board=board, **setup)
    return play(to_street(hand, "river"), script)


# ---------------------------------------------------------------------------------- who shows first


@pytest.mark.parametrize(
    ("script", "order"),
    [
        ("x b10 c c c", (1, 2, 3, 0)),
        ("b10 c r30 c c c", (2, 3, 0, 1)),
        ("x x x x", (0, 1, 2, 3)),
        ("f x x x", (1, 2, 3)),
        ("x x b10 f c f", (2, 0)),
    ],
)
def test_first_who_bet_or_raised_last_in_the_last_round_then_clockwise(script, order):
    hand = river([ACES, KINGS, QUEENS, JUNK], script, rules=HouseRules(muck="never"))
    assert hand.showdown_order == order
    assert hand.shown == order
    assert [event.seat for event in events(hand, "shown")] == list(order)


def test_a_bet_of_an_earlier_round_does_not_count():
    hand = deal(nl(5, 10), 3, hole_cards=[ACES, KINGS, QUEENS], board=BOARD)
    to_street(hand, "turn")
    play(hand, "x x b10 c c")
    checked_down(hand)
    assert hand.showdown_order == (FIRST, SECOND, THIRD)


def test_from_the_left_of_the_button_wherever_it_is():
    hand = deal(nl(5, 10), [1000] * 4, button=1)
    checked_down(play(hand, "c c c"))
    assert hand.showdown_order == (2, 3, 0, 1)


def test_an_all_in_player_shows_in_its_place():
    hand = deal(nl(5, 10), [50, 1000, 1000], rules=HouseRules(muck="never"))
    play(hand, "r50 ai c")
    checked_down(hand)
    assert hand.shown == (FIRST, SECOND, THIRD)


# ------------------------------------------------------------------------------------ show and muck


def asked(holes, script, **setup):
    hand = river(holes, script, showdown="ask", **setup)
    assert hand.awaiting == "show"
    return hand


def test_a_beaten_player_may_muck():
    hand = asked([KINGS, QUEENS, ACES], "x x b10 c c")
    assert hand.to_show == THIRD
    assert not hand.can_muck(), "nothing is shown yet"
    hand.show()
    assert hand.to_show == FIRST
    hand.muck()
    assert hand.to_show == SECOND
    hand.muck()
    assert hand.finished
    assert (hand.shown, hand.mucked) == ((THIRD,), (FIRST, SECOND))
    assert won(hand) == {THIRD: 60}


def test_an_unbeaten_player_must_show():
    hand = asked([ACES, QUEENS, KINGS], "x x b10 c c")
    hand.show()
    before = hand.copy()
    with pytest.raises(of.IllegalActionError):
        hand.muck()
    assert hand == before
    hand.show()
    hand.muck()
    assert (hand.shown, hand.mucked) == ((THIRD, FIRST), (SECOND,))


def test_a_beaten_player_may_show():
    hand = asked([ACES, KINGS], "x x")
    hand.show()
    hand.show()
    assert hand.shown == (FIRST, SECOND)


def test_a_tie_is_not_beaten():
    hand = asked([TIED[0], TIED[1]], "x x", board=TIED_BOARD)
    hand.show()
    assert not hand.can_muck()


def test_who_plays_for_the_low_half_is_not_beaten_by_a_high_hand():
    """Kings hold 7-6-5-2-A; queens have neither."""
    hand = asked([ACES, KINGS, QUEENS], "x x x", game="omaha8")
    hand.show()
    assert hand.to_show == SECOND
    assert not hand.can_muck()
    hand.show()
    assert hand.to_show == THIRD
    assert hand.can_muck()


def test_who_plays_for_a_side_pot_is_not_beaten_in_the_main_pot():
    """The first, all in with aces, wins the main pot; kings are still best in the side pot."""
    hand = deal(
        nl(5, 10),
        [50, 1000, 1000],
        hole_cards=[ACES, KINGS, QUEENS],
        board=BOARD,
        showdown="ask",
        rules=HouseRules(all_in_show=False),
    )
    play(hand, "r100 ai c x x x x x x")
    assert hand.to_show == FIRST
    hand.show()
    assert hand.to_show == SECOND
    assert not hand.can_muck()
    hand.show()
    assert hand.can_muck()
    hand.muck()
    assert won(hand) == {FIRST: 150, SECOND: 100}


def test_without_asking_beaten_hands_are_mucked():
    hand = river([KINGS, QUEENS, ACES, JUNK], "x x x x")
    assert hand.shown == (FIRST, THIRD)
    assert hand.mucked == (SECOND, FOURTH)


def test_tabled_hands_are_never_mucked():
    hand = played(
        nl(5, 10),
        [500] * 3,
        "ai ai ai",
        hole_cards=[ACES, KINGS, QUEENS],
        board=BOARD,
        showdown="ask",
    )
    assert hand.finished
    assert hand.mucked == ()
    assert sorted(hand.shown) == [FIRST, SECOND, THIRD]


def test_the_cards_of_a_mucked_hand_are_in_no_event_of_the_showdown():
    hand = river([ACES, KINGS], "x x")
    (mucked,) = events(hand, "mucked")
    assert mucked.fields == {"seat": SECOND}


def test_who_has_mucked_or_folded_may_still_show():
    hand = river([ACES, KINGS, QUEENS], "x x f")
    assert hand.mucked == (SECOND,)
    for seat in (SECOND, THIRD):
        hand.show(seat)
    assert hand.shown == (FIRST, SECOND, THIRD)
    assert [event.voluntary for event in events(hand, "shown")] == [False, True, True]
    assert won(hand) == {FIRST: 30}


def test_unknown_cards_are_named_when_they_are_shown():
    hand = asked(["AcAd", ""], "x x")
    with pytest.raises(ValueError, match="known ones"):
        hand.show(cards=QUEENS)
    hand.show(cards=ACES)
    hand.show(cards=KINGS)
    assert texts(hand.hole_cards[FIRST]) == ["Ac", "Ad", "Jc", "Jd"]
    assert won(hand) == {FIRST: 20}


def test_who_mucks_unknown_cards_leaves_the_pot_to_the_last():
    hand = asked(["", ""], "x x")
    hand.muck()
    assert hand.finished
    assert won(hand) == {SECOND: 20}
    assert hand.shown == ()


# ------------------------------------------------------------------------- TDA 16: hands are tabled


def all_in_behind(holes=(ACES, KINGS, QUEENS), board=BOARD, **setup):
    """The button is all in with the big blind; two stacks play on, and it is the flop."""
    hand = deal(nl(5, 10), [1000, 1000, 10], hole_cards=list(holes), board=board, **setup)
    return play(hand, "c c x")


@pytest.mark.parametrize("house", ["default", "tournament", "H", "R"])
@pytest.mark.parametrize("showdown", ["auto", "ask"])
def test_tda_16_all_hands_are_tabled_once_a_player_is_all_in_and_the_others_are_done(
    house, showdown
):
    """Trip aces beat the other two, and nobody may muck without tabling."""
    hand = all_in_behind(
        ["AsAhKsKh", "3c3d4c4d", "JdTs9s8h"],
        "Ac8d7sQh2c",
        rules=HouseRules.preset(house),
        showdown=showdown,
    )
    play(hand, "x x x x x")
    assert (hand.tabled, hand.shown) == (False, ())
    hand.check()
    assert (hand.finished, hand.tabled) == (True, True)
    assert sorted(hand.shown) == [FIRST, SECOND, THIRD]
    assert hand.shown == hand.showdown_order
    assert hand.mucked == ()
    assert won(hand) == {FIRST: 30}
    names = [event.name for event in hand.events()]
    assert names[-7:] == [
        "checked",
        "bets_collected",
        *["shown"] * 3,
        "pot_awarded",
        "hand_finished",
    ]


def test_tda_16_not_while_two_stacks_have_betting_to_do():
    hand = all_in_behind()
    for action in ("x", "b20", "c", "x", "x", "b30"):
        assert not hand.tabled
        assert hand.view(None).hole_cards == ((), (), ())
        play(hand, action)
    assert hand.street == "river"
    assert not hand.tabled
    hand.call()
    assert hand.tabled
    assert hand.shown == (FIRST, SECOND, THIRD), "the first has bet the river"
    assert hand.view(None).hole_cards == hand.hole_cards
    assert won(hand) == {FIRST: 130}


def test_tda_16_who_has_bet_last_stands_first():
    hand = play(all_in_behind(), "x x x x x b30 c")
    assert hand.shown == (SECOND, THIRD, FIRST)


def test_tda_16_whoever_is_all_in_on_the_river():
    """Three of four put in 90 on the river, which is all that one of them has."""
    stacks = [1000, 100, 1000, 1000]
    hand = deal(nl(5, 10), stacks, hole_cards=[ACES, KINGS, QUEENS, JUNK], board=BOARD)
    play(to_street(hand, "river"), "b90 c f c")
    assert hand.all_in_seats == (SECOND,)
    assert hand.shown == (FIRST, SECOND, FOURTH)
    assert hand.mucked == ()


def test_tda_16_when_the_others_fold_to_one_player_before_the_board():
    hand = play(all_in_behind(), "b20 f")
    names = [event.name for event in hand.events()]
    assert hand.shown == (FIRST, THIRD)
    assert names.index("shown") < names.index("board_dealt", names.index("folded"))


def test_tda_16_nobody_all_in_nobody_has_to_show():
    """Chips are left to all of them, if only one."""
    hand = deal(nl(5, 10), [1000, 1000, 11], hole_cards=[ACES, KINGS, QUEENS], board=BOARD)
    checked_down(play(hand, "c c x"))
    assert (hand.tabled, hand.shown, hand.mucked) == (False, (FIRST,), (SECOND, THIRD))


def test_tda_16_not_in_a_house_without_it():
    hand = checked_down(all_in_behind(rules=HouseRules(all_in_show=False)))
    assert (hand.tabled, hand.shown, hand.mucked) == (False, (FIRST,), (SECOND, THIRD))
    asked = all_in_behind(rules=HouseRules(all_in_show=False), showdown="ask")
    play(asked, "x x x x x x")
    asked.show()
    asked.muck()
    assert (asked.finished, asked.to_show) == (False, THIRD)


@pytest.mark.parametrize(("rules", "shares"), [(R, (8, 10, 8)), (HouseRules(), (9, 9, 8))])
def test_tda_16_the_odd_chips_go_where_they_went(rules, shares):
    """Who has checked last shows first in R, here the second of the three, between the others."""
    hand = deal(
        nl(2, 4), [400, 400, 400, 8], hole_cards=["", *HOLES_26], board="3s4s5cKcKs", rules=rules
    )
    checked_down(play(hand, "r8 c f c"))
    assert hand.tabled
    assert hand.payouts[1:] == shares


def test_tda_16_is_taken_back_with_the_last_action():
    hand = play(all_in_behind(), "x x x x x")
    before = hand.copy()
    hand.check()
    hand.undo()
    assert hand == before
    assert (hand.tabled, hand.shown, hand.awaiting) == (False, (), "action")
    hand.bet(20)
    hand.fold()
    assert hand.shown == (SECOND, THIRD)


def test_tda_16_in_events_and_views():
    """A hand comes back from all its events and the first of them, for everybody."""
    hand = checked_down(all_in_behind())
    for seat in (*hand.seats, None):
        told = hand.events_for(seat)
        assert hand.view(seat).shown == (FIRST, SECOND, THIRD)
        for end, event in enumerate(told, 1):
            twin = Hand.from_events(told[:end])
            assert twin.events()[:end] == told[:end] or event.name == "burned"
    assert Hand.from_json(hand.to_json()) == hand


# ------------------------------------------------------------------------------------ who wins what


def test_high_only_the_best_high_hand_takes_the_pot():
    assert won(river([KINGS, ACES, QUEENS], "x x x")) == {SECOND: 30}


def test_high_and_low_share_the_pot():
    hand = river([ACES, KINGS, QUEENS], "x x x", game="omaha8")
    assert won(hand) == {FIRST: 15, SECOND: 15}
    shares = [(a.half, a.seat, a.amount, a.odd) for a in hand.settlement.awards]
    assert shares == [("high", FIRST, 15, 0), ("low", SECOND, 15, 0)]


def test_no_qualifying_low_all_to_the_high_hand():
    """Two low cards on the board."""
    hand = river([ACES, KINGS], "x x", game="omaha8", board="As2s9dKhTc")
    (award,) = hand.settlement.awards
    assert (award.half, award.seat, award.amount) == ("whole", FIRST, 20)


def test_a_scoop():
    hand = river(["As2sKdKh", QUEENS], "x x", game="omaha8", board="3s4s5sJhTs")
    assert won(hand) == {FIRST: 20}


def test_quartered():
    """Trip kings, and both hold the low 8-4-3-2-A."""
    hand = river(["Ac2cKsKd", "Ah2hJsTc"], "b40 c", game="omaha8", board="3s4d8cKhQd")
    assert won(hand) == {FIRST: 75, SECOND: 25}


@pytest.mark.parametrize(("players", "shares"), [(2, (10, 10)), (3, (10, 10, 10))])
def test_ties_share_equally(players, shares):
    assert river(TIED[:players], "x " * players, board=TIED_BOARD).payouts == shares


def test_each_pot_is_settled_on_its_own():
    hand = played(
        nl(5, 10),
        [50, 100, 200, 300],
        "ai ai ai ai",
        hole_cards=[ACES, QUEENS, KINGS, JUNK],
        board=BOARD,
    )
    assert [(a.pot, a.seat, a.amount) for a in hand.settlement.awards] == [
        (0, FIRST, 200),
        (1, THIRD, 150),
        (2, THIRD, 200),
    ]


# ---------------------------------------------------------------------------------------- odd chips

HOLES_26 = ["Ac2c9dTd", "Ah2h9cTc", "Ad2d9hTh"]  # the straight to the five, ace, two


def pot_of_26(players, **setup):
    """The small blind folds 2; two pay 12 each, or three 8 each; the hands tie."""
    script = "r12 f c" if players == 2 else "r8 c f c"
    holes = ["", *HOLES_26[:players]]
    setup.setdefault("board", "3s4s5cKcKs")
    hand = played(nl(2, 4), players + 1, script, hole_cards=holes, **setup)
    return checked_down(hand).payouts[1:]


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_26_between_two_and_among_three(game):
    assert pot_of_26(2, game=game) == (13, 13)
    assert pot_of_26(3, game=game) == (9, 9, 8)


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_russian_the_whole_remainder_to_who_showed_first(game):
    rules = HouseRules(odd_chip="first_shown")
    assert pot_of_26(3, game=game, rules=rules) == (10, 8, 8)
    assert pot_of_26(3, game=game, rules=R) == (8, 8, 10), "the last one to check shows first"


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_the_remainder_to_the_highest_card_by_suit(game):
    rules = HouseRules(odd_chip="high_card_suit")
    assert pot_of_26(3, game=game, rules=rules) == (8, 10, 8), "the ace of hearts"


def test_the_odd_chip_between_the_halves_is_the_high_half_s():
    """25 chips: 13 to the high hand, left or right of the other."""
    for button in (0, 1, 2):
        hand = deal(nl(5, 10), [1000] * 3, button=button, game="omaha8", board=BOARD)
        fold = hand.small_blind_seat
        high, low = ((fold + 1) % 3, (fold + 2) % 3)
        hand.deal_hole(high, ACES)
        hand.deal_hole(low, KINGS)
        play(hand, "c f x")
        assert won(checked_down(hand)) == {high: 13, low: 12}


# ------------------------------------------------------------------------------------- explanations


def test_every_payout_is_explained():
    """Pot, half, strength, the five cards used (two hole, three board), share, odd chip."""
    holes = ["", "2c3c9dTd", "2h3h6d7d"]
    hand = played(nl(3, 6), 3, "r20 f c", game="omaha8", hole_cards=holes, board="Ah4s5d8cKs")
    settlement = checked_down(hand).settlement
    rows = [(a.pot, a.half, a.seat, a.amount, a.odd) for a in settlement.awards]
    assert sorted(rows) == [
        (0, "high", THIRD, 22, 0),
        (0, "low", SECOND, 11, 1),
        (0, "low", THIRD, 10, 0),
    ]
    for award in settlement.awards:
        made = award.made
        hole, board = texts(made.hole), texts(made.board)
        assert (len(hole), len(board), len(made.cards)) == (2, 3, 5)
        assert all(card in holes[award.seat] for card in hole)
        assert all(card in "Ah4s5d8cKs" for card in board)
    high = next(a.made for a in settlement.awards if a.half == "high")
    assert high.strength == of.evaluate(holes[THIRD], "Ah4s5d8cKs")
    assert high.describe() == "straight, eight high"
    low = next(a.made for a in settlement.awards if a.half == "low")
    assert low.strength == 56
    lines = settlement.lines()
    assert len(lines) == len(settlement.awards)
    for line, award in zip(lines, settlement.awards, strict=True):
        assert str(award.amount) in line
        assert award.half in line
    assert "straight, eight high" in str(settlement)


def test_the_explanation_where_the_loser_mucks():
    hand = river([ACES, KINGS], "x x")
    assert hand.mucked == (SECOND,)
    (award,) = hand.settlement.awards
    assert award.made.strength == of.evaluate(ACES, BOARD)
    assert "three of a kind, aces" in str(hand.settlement)


def test_the_explanation_of_an_uncontested_pot():
    hand = on_flop(nl(5, 10), 3, "f f")
    (award,) = hand.settlement.awards
    assert (award.seat, award.amount, award.made) == (THIRD, 30, None)


def test_the_awards_are_the_payouts():
    hand = played(nl(5, 10), [50, 100, 200, 300], "ai ai ai ai", game="omaha8")
    totals = [0] * 4
    for award in hand.settlement.awards:
        totals[award.seat] += award.amount
    assert tuple(totals) == hand.payouts == tuple(hand.settlement.payouts)
    assert hand.settlement.refunds == hand.refunds == (0, 0, 0, 100)
