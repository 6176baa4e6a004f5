"""Property evidence: what one seat may see of a hand holds no secret, in any form.

Two proofs. A grep: every card name in the view of a seat is one that this seat may know. And
ignorance: two hands that differ only in what the seat may not know (foreign cards, burns, the
undealt deck) give views that are the same byte for byte, in events, JSON, pickle and repr; what
does not depend on a secret cannot give it away, in whatever encoding.
"""

import json
import pickle
import random
import re

import pytest
from engine_driver import ACES, BOARD, KINGS, QUEENS, deal, nl, play, played, texts, to_street
from engine_shadow import Shadow
from engine_tables import Dice, random_setup
from slow_model import DECK

import omaha_fast as of
from omaha_fast import Card, CardError, Deck
from omaha_fast.engine import Hand, HouseRules, NoLimit

CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")


def forms(view):
    """The view written down, in every way there is."""
    events = view.events()
    return {
        "json": view.to_json(),
        "repr": repr(view) + str(view),
        "events": repr(events),
        "dicts": json.dumps([event.to_dict() for event in events]),
        "copy": view.copy().to_json(),
        "pickled": pickle.loads(pickle.dumps(view)).to_json(),
        "cards": repr((view.hole_cards, view.boards, view.burns)),
    }


def may_know(hand, seat):
    """The cards that the seat has seen; seat None is a spectator."""
    known = {card for board in hand.boards for card in texts(board)}
    known |= set(texts(hand.hole_cards[seat])) if seat is not None else set()
    for event in hand.events():
        if event.name == "shown":
            known |= set(event.cards)
        elif event.name == "card_exposed":
            known.add(event.card)
    return known


def check_views(hand):
    for seat in (*hand.seats, None):
        known = may_know(hand, seat)
        view = hand.view(seat)
        for form, text in forms(view).items():
            assert set(CARD.findall(text)) <= known, (form, seat)
        assert hand.events_for(seat) == view.events()
        assert "seed" not in view.to_json()
        if seat is not None:
            assert view.hole_cards[seat] == hand.hole_cards[seat]
        for name in ("stacks", "pots", "pot", "board", "boards", "actor", "legal_actions", "net"):
            assert getattr(view, name) == getattr(hand, name), name
        for name in ("payouts", "rake", "shown", "mucked", "awaiting", "refunds", "finished"):
            assert getattr(view, name) == getattr(hand, name), name


@pytest.mark.parametrize("block", range(5))
def test_no_view_names_a_foreign_card(block):
    """After every step of random hands, for every seat and a spectator."""
    for seed in range(block * 20, block * 20 + 20):
        dice = Dice(seed)
        shadow = Shadow(random_setup(dice))
        check_views(shadow.hand)
        while not shadow.hand.finished:
            if shadow.hand.awaiting == "action":
                shadow.act(dice)
            else:
                shadow.serve(dice)
            check_views(shadow.hand)


def scripts():
    """Hands to be dealt from a stacked deck: rules, players, script."""
    rules = HouseRules(runs=2)
    yield HouseRules(), 3, ""
    yield HouseRules(), 3, "r20 c c x x b30 c f x x"
    yield HouseRules(burn=False), 4, "c c c x f x x b10"
    yield HouseRules(boards=2), 3, "c c x x b10 c f x"
    yield rules, 3, "r30 c c x r200 f"
    yield rules, 2, "c x x x"
    yield HouseRules(), 4, "f f f"
    # To the end, with a folded player; all others show.
    yield HouseRules(muck="never"), 4, "r20 c f c x x x x x x x x x"
    yield HouseRules(), 4, "ai f c f"
    yield HouseRules(), [1000, 10, 1000], "c c x x x x x x"


@pytest.mark.parametrize(("rules", "players", "script"), list(scripts()))
@pytest.mark.parametrize("game", ["omaha", "omaha6-8"])
def test_a_view_is_the_same_whatever_the_secrets_are(rules, players, script, game):
    """No hand is mucked, so what the seat has not seen has no influence on the course."""
    hand = played(nl(5, 10), players, script, deck=DECK, rules=rules, game=game)
    for seat in (*hand.seats, None):
        other = hand_with_other_secrets(hand, seat, rules, players, script, game)
        assert other != hand
        mine, theirs = hand.view(seat), other.view(seat)
        assert hand.events_for(seat) == other.events_for(seat)
        assert mine == theirs
        assert forms(mine) == forms(theirs)
        assert pickle.dumps(mine) == pickle.dumps(theirs)
        for event, twin in zip(hand.events_for(seat), other.events_for(seat), strict=True):
            assert pickle.dumps(event) == pickle.dumps(twin)


def hand_with_other_secrets(hand, seat, rules, players, script, game):
    """The same hand from a deck in which all cards that the seat does not know are shuffled."""
    known = may_know(hand, seat)
    secret = [card for card in DECK if card not in known]
    shuffled = iter(random.Random(7).sample(secret, len(secret)))
    deck = [card if card in known else next(shuffled) for card in DECK]
    return played(nl(5, 10), players, script, deck=deck, rules=rules, game=game)


def test_given_cards_are_as_secret_as_dealt_ones():
    def given(others, river):
        return played(nl(5, 10), 3, "c c x", hole_cards=[ACES, *others], board=BOARD[:8] + river)

    mine, theirs = given([KINGS, QUEENS], "2c"), given([QUEENS, KINGS], "3c")
    assert mine.view(0) == theirs.view(0)
    assert pickle.dumps(mine.view(0)) == pickle.dumps(theirs.view(0))
    assert mine.view(0).to_json() == theirs.view(0).to_json()
    assert mine.view(0).board == mine.board


def test_mucked_and_folded_cards_stay_hidden_to_the_end():
    hand = deal(nl(5, 10), 3, hole_cards=[ACES, KINGS, QUEENS], board=BOARD)
    play(to_street(hand, "river"), "x x b10 f c")
    assert hand.finished
    assert (hand.shown, hand.mucked) == ((2, 1), ())
    for seat, foreign in ((1, ACES), (2, ACES), (None, ACES)):
        for text in forms(hand.view(seat)).values():
            assert not [card for card in texts(of.parse_cards(foreign)) if card in text]


def test_shown_cards_are_seen_by_all():
    hand = played(nl(5, 10), 3, "f f")
    assert not any(hand.view(0).hole_cards[seat] for seat in (1, 2))
    hand.show(1)
    assert hand.view(0).hole_cards[1] == hand.hole_cards[1]
    assert hand.view(None).hole_cards == ((), hand.hole_cards[1], ())


def test_a_player_may_show_one_card_and_keep_the_others():
    hand = deal(nl(5, 10), 3, hole_cards=[QUEENS, ACES, KINGS])
    play(hand, "f f").show(1, "Ad")
    (event,) = [event for event in hand.events_for(0) if event.name == "shown"]
    assert (event.seat, event.cards, event.voluntary) == (1, ["Ad"], True)
    for seat in (0, 2, None):
        assert texts(hand.view(seat).hole_cards[1]) == ["Ad"]
        for text in forms(hand.view(seat)).values():
            assert not {"Ac", "Jc", "Jd"} & set(CARD.findall(text))
    assert texts(hand.hole_cards[1]) == ["Ac", "Ad", "Jc", "Jd"]


def test_an_error_names_no_card_that_is_hidden():
    hand = deal(nl(5, 10), 2, hole_cards=["AcAd", ""])
    with pytest.raises(ValueError, match="QcQdTh9h") as error:
        hand.deal_hole(0, QUEENS)
    assert "Ac" not in str(error.value)


def test_tabled_cards_are_seen_before_the_board_is_run_out():
    hand = played(nl(5, 10), 2, "ai ai", rules=HouseRules(runs=2))
    assert hand.awaiting == "runs"
    assert hand.view(None).hole_cards == hand.hole_cards
    assert hand.view(None).board == ()


def test_an_exposed_card_is_public_its_replacement_is_not():
    hand = deal(nl(5, 10), 3, deck=DECK)
    hand.expose_card(1, 0)
    assert texts(hand.burns) == [DECK[1]]
    events = [event for event in hand.events_for(0) if event.name == "card_exposed"]
    assert [(event.seat, event.card, event.replacement) for event in events] == [(1, DECK[1], None)]
    assert DECK[12] not in hand.view(0).to_json()
    own = [event for event in hand.events_for(1) if event.name == "card_exposed"]
    assert own[0].replacement == DECK[12]


def test_a_view_has_no_deck_and_no_burns():
    hand = played(nl(5, 10), 3, "c c x x x x")
    for seat in (0, 1, 2, None):
        view = hand.view(seat)
        assert view.burns == ()
        start = view.events()[0]
        assert start.deck is None
        assert start.board is None
        assert all(event.card is None for event in view.events() if event.name == "burned")


def test_a_view_cannot_show_or_undo_into_a_secret():
    hand = played(nl(5, 10), 3, "r20 c c x x")
    view = hand.view(1)
    while True:
        try:
            view.undo()
        except of.IllegalActionError:
            break
        assert set(CARD.findall(view.to_json())) <= may_know(hand, 1)


def test_a_view_goes_on_with_the_events_that_follow():
    """A client keeps up: the view is the hand rebuilt from what the seat is told."""
    hand = deal(nl(5, 10), 3)
    for token in ["r20", "c", "c", "x", "b20", "c", "f", "x", "x", "x", "x"]:
        play(hand, token)
        assert Hand.from_events(hand.events_for(1)) == hand.view(1)
    assert hand.finished
    assert hand.view(1).payouts == hand.payouts


def test_a_secret_deck_is_not_in_the_repr_of_the_whole_hand():
    hand = played(nl(5, 10), 3, "c c x", deck=DECK)
    assert not set(CARD.findall(repr(hand))) - set(texts(hand.board))


def test_cards_shown_bit_by_bit():
    """Two shows of one seat that have a card in common: everybody's view has them all, and no more."""
    hand = Hand(NoLimit(5, 10), [100, 100, 100], deck=Deck(seed=3))
    hand.fold()
    hand.fold()
    first, second, third, fourth = hand.hole_cards[0]
    hand.show(0, [first, second])
    hand.show(0, [second, third])
    for seat in (1, 2, None):
        seen = hand.view(seat)
        assert set(seen.hole_cards[0]) == {first, second, third}
        assert [event.cards for event in seen.events() if event.name == "shown"] == [
            [str(first), str(second)],
            [str(second), str(third)],
        ]
    operator = Hand(NoLimit(5, 10), [100, 100, 100], hole_cards=["", "", ""])
    operator.fold()
    operator.fold()
    operator.show(0, [first, second])
    operator.show(0, [second, third])
    assert set(operator.hole_cards[0]) == {first, second, third}
    with pytest.raises(CardError):
        operator.show(0, ["2c", "2d", "2h"])
    operator.show(0, [fourth])
    assert len(operator.hole_cards[0]) == 4
    with pytest.raises(CardError, match="expected at most 4"):
        operator.show(0, [next(c for c in map(Card, range(52)) if c not in hand.hole_cards[0])])
