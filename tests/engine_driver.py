"""A notation for hands, so that a test reads like the rule it checks.

    f fold   x check   c call   b20 bet 20   r60 bet or raise to 60   ai all in, whatever that is
    r125ai   bet or raise to 125, which must be all the player has

Every amount is a total of the round. Seats: 0 = small blind, 1 = big blind, last = button; heads-up
0 = big blind, 1 = small blind and button. Rules and cases count from one: their first is seat 0.
"""

import pytest

import omaha_fast as of
from omaha_fast.engine import FixedLimit, Hand, NoLimit, PotLimit

FIRST, SECOND, THIRD, FOURTH, FIFTH = range(5)

# Four hands, strongest first, high only: trip aces, trip kings, a pair of queens, ace high.
BOARD = "As5s8dKh2c"
ACES, KINGS, QUEENS, JUNK = "AcAdJcJd", "KcKd6h7h", "QcQdTh9h", "JhTc9d4d"
# Four hands that tie for the high hand: a straight to the ace.
TIED_BOARD = "QsJsTd9c4h"
TIED = ["AcKc2d3h", "AdKd2h3c", "AhKh2c3d", "AsKs5c6d"]


def nl(small_blind, big_blind, **ante):
    return NoLimit(small_blind, big_blind, **ante)


def pl(small_blind, big_blind, **ante):
    return PotLimit(small_blind, big_blind, **ante)


def fl(small_bet, big_bet, small_blind=None, **ante):
    """Blinds as the Hungarian page has them: half the small bet, and the small bet."""
    return FixedLimit(
        small_bet, big_bet, small_bet // 2 if small_blind is None else small_blind, **ante
    )


def deal(stakes, stacks, **setup):
    """A hand; stacks an int: so many players with 100 big blinds each.

    Without cards in the setup it is dealt from the same deck every time.
    """
    if isinstance(stacks, int):
        stacks = [100 * stakes.big_blind] * stacks
    if not {"deck", "hole_cards", "board"} & setup.keys():
        setup["deck"] = of.Deck(seed=1)
    return Hand(stakes, stacks, **setup)


def act(hand, token):
    if token == "f":
        hand.fold()
    elif token == "x":
        hand.check()
    elif token == "c":
        hand.call()
    elif token == "ai":
        hand.all_in()
    elif token[0] == "b":
        hand.bet(int(token[1:]))
    elif token.endswith("ai"):
        seat = hand.actor
        hand.raise_to(int(token[1:-2]))
        assert hand.stacks[seat] == 0, f"{token}: {hand.stacks[seat]} chips are left"
    else:
        assert token[0] == "r", f"unknown token {token!r}"
        hand.raise_to(int(token[1:]))


def play(hand, script):
    """The hand after the actions of the script."""
    for token in script.split():
        act(hand, token)
    return hand


def played(stakes, stacks, script="", **setup):
    return play(deal(stakes, stacks, **setup), script)


def on_flop(stakes, stacks, script="", **setup):
    """All called the big blind; stacks are what is left after that."""
    if isinstance(stacks, int):
        stacks = [100 * stakes.big_blind] * stacks
    hand = deal(stakes, [stack + stakes.big_blind for stack in stacks], **setup)
    while hand.street == "preflop":
        hand.call() if hand.to_call else hand.check()
    assert hand.street == "flop"
    assert hand.stacks == tuple(stacks)
    return play(hand, script)


def to_street(hand, street):
    """Checked and called until the street is reached."""
    while hand.street != street:
        hand.call() if hand.to_call else hand.check()
    return hand


def refuses(hand, token, *words):
    """The action is refused, each of the words is in the message, and nothing has changed."""
    before = hand.copy()
    with pytest.raises(of.IllegalActionError) as error:
        act(hand, token)
    for word in words:
        assert str(word) in str(error.value), f"{word!r} is missing in: {error.value}"
    assert hand == before
    assert hand.legal_actions == before.legal_actions
    assert hand.events() == before.events()


def bounds(hand):
    """(least, most) that the actor may bet or raise to."""
    legal = hand.legal_actions
    return legal.min_raise_to, legal.max_raise_to


def only_bounds(hand, least, most):
    """The actor may raise to what lies between the bounds, which are tried, and to nothing else."""
    assert bounds(hand) == (least, most)
    assert hand.can_raise_to(least)
    assert hand.can_raise_to(most)
    refuses(hand, f"r{least - 1}", least, most)
    refuses(hand, f"r{most + 1}", least, most)


def only_call_or_fold(hand, seat, faces):
    """The seat faces so many chips and may call or fold, but not raise, by whatever amount."""
    assert hand.actor == seat
    assert hand.to_call == faces
    legal = hand.legal_actions
    assert (legal.fold, legal.check, legal.call) == (True, False, faces)
    assert bounds(hand) == (None, None)
    assert hand.can_fold()
    assert hand.can_call()
    everything = hand.stacks[seat] + hand.committed[seat]
    for total in {hand.bet_level + 1, 2 * hand.bet_level, everything - 1, everything}:
        if total > hand.bet_level:
            refuses(hand, f"r{total}")
    refuses(hand, "x")


def after(hand, script):
    """A copy, played on: to look at what might happen."""
    return play(hand.copy(), script)


def texts(cards):
    return [str(card) for card in cards]


def events(hand, *names):
    """The events of these names."""
    return [event for event in hand.events() if event.name in names]


def won(hand):
    """{seat: chips won from the pots}, of those who won something."""
    return {seat: chips for seat, chips in enumerate(hand.payouts) if chips}


def checked_down(hand):
    """Checked to the end, whatever is left of it."""
    while hand.actor is not None:
        hand.check()
    assert hand.finished
    return hand
