"""Tables for the tests: players at the seats, the button where it should be, decks that are known."""

from engine_driver import nl
from slow_model import DECK

from omaha_fast.engine import BuyIn, HouseRules, Table

REFUSED = (ValueError, TypeError)
HOUSE = HouseRules(buy_in=BuyIn(400, 1000))


def high_card_at(place):
    """Cards for the draw of the button: an ace for the place in the order, deuces and up else."""
    cards = [rank + suit for rank in "2345" for suit in "cdhs"]
    cards.insert(place, "As")
    return cards


def fold_out(hand):
    """All fold to the last one."""
    while not hand.finished:
        hand.fold()


def check_down(hand):
    """Checked and called to the showdown."""
    while not hand.finished:
        hand.call() if hand.to_call else hand.check()


def stacked(order, holes, board=(), cards=4):
    """A deck for these hands. order: seats clockwise from the left of the button; holes: {seat: "AsAd.."}.

    Hands and board that are not told are filled with what is left.
    """
    pairs = {seat: [text[i : i + 2] for i in range(0, 8, 2)] for seat, text in holes.items()}
    board = [board[i : i + 2] for i in range(0, len(board), 2)] if board else []
    used = {card for hand in pairs.values() for card in hand} | set(board)
    rest = [card for card in DECK if card not in used]
    for seat in order:
        if seat not in pairs:
            pairs[seat], rest = rest[:cards], rest[cards:]
    deck = [pairs[seat][turn] for turn in range(cards) for seat in order]
    if board:
        deck += [rest[0], *board[:3], rest[1], board[3], rest[2], board[4]]
        rest = rest[3:]
    return deck + rest


def table_of(chips, *, button=None, stakes=None, **about):
    """A table with a player a, b, c ... at each seat that has chips; the button drawn by a seat."""
    chips = [chips] * 4 if isinstance(chips, int) else chips
    table = Table(stakes or nl(5, 10), seats=len(chips), **{"seed": 1, **about})
    for seat, stack in enumerate(chips):
        if stack is not None:
            table.sit("abcdefghij"[seat], stack, seat=seat)
    if button is not None:
        table.draw_button(deck=high_card_at(table.ready.index(button)))
    return table


def posts(hand):
    """{seat: {kind: chips}}"""
    paid = {}
    for event in hand.events():
        if event.name == "posted":
            paid.setdefault(event.seat, {})[event.kind] = event.amount
    return paid


def places(hand):
    return hand.button, hand.small_blind_seat, hand.big_blind_seat


def play_hand(table):
    """Dealt and folded; returns (button, small blind, big blind)."""
    hand = table.deal(DECK)
    fold_out(hand)
    return places(hand)


def stacks(table):
    return [player and player.stack for player in table.players]


def sitting_out(hands, *, rule="moving", seats=(1,)):
    """Five players, button 0; seat 1 (small blind of the first hand) or others sit out so long."""
    table = table_of([1000] * 5, button=0, rules=HouseRules(button=rule))
    play_hand(table)
    for seat in seats:
        table.sit_out(seat)
    for _ in range(hands):
        play_hand(table)
    return table


def waiting_table(**about):
    """Three of five seats taken, one hand played."""
    table = table_of([600, None, 600, 600, None], button=0, rules=HOUSE, **about)
    fold_out(table.deal(DECK))
    return table


def playing_table(**about):
    table = waiting_table(**about)
    table.deal(DECK)
    assert table.playing
    return table
