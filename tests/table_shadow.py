"""A Table and the slow model side by side: the same calls to both, and after every deal a look."""

from itertools import pairwise

from slow_model import DECK
from table_driver import fold_out, high_card_at
from table_model import TableModel

from omaha_fast.engine import HouseRules, NoLimit, Table

STAKES = NoLimit(5, 10)
CHIPS = 10**6


def compare(table, placed):
    """The hand that was just dealt against what the model says."""
    hand = table.hand
    assert hand.seats == placed.dealt, (hand.seats, placed)
    big = hand.big_blind_seat, table.big_blind_seat
    assert big == (placed.big, placed.big), (big, placed)
    assert table.button == hand.button, (table.button, hand.button)
    owed = [(seat, kind) for seat, kind, _ in hand.events()[0].posts]
    owed = [post for post in owed if post[1] not in ("ante", "straddle")]
    others = hand.button, hand.small_blind_seat
    assert others == (placed.button, placed.small), (others, placed)
    if placed.small is not None:
        assert table.small_blind_seat == placed.small
    expected = [(placed.small, "small_blind")] if placed.small is not None else []
    expected += [(placed.big, "big_blind")]
    expected += [(seat, "extra_blind") for seat in placed.extra]
    expected += [(seat, "dead_blind") for seat in placed.dead]
    assert sorted(owed) == sorted(expected), (owed, placed)


class Shadow:
    """One table, two books."""

    def __init__(self, seats, rule, kind="cash", players=(), button=None, chips=CHIPS, **about):
        rules = HouseRules.preset(kind, button=rule)
        about = {"seed": 1, "rules": rules, "kind": kind, **about}
        self.table = Table(STAKES, seats=seats, **about)
        self.model = TableModel(seats, rule, kind == "tournament")
        self.tournament, self.chips = kind == "tournament", chips
        self.count = 0
        self.hands = []  # per hand: (name of the big blind, names of those dealt in)
        for seat in players:
            self.sit(seat)
        if button is not None:
            self.draw(button)

    def copy(self):
        twin = object.__new__(Shadow)
        twin.__dict__.update(vars(self))
        twin.table, twin.model = self.table.copy(), self.model.copy()
        twin.hands = list(self.hands)
        return twin

    def sit(self, seat, post=False, chips=None):
        self.count += 1
        name = f"player {self.count}"
        post = None if self.tournament else post
        got = self.table.sit(name, self.chips if chips is None else chips, seat=seat, post=post)
        assert got == seat
        self.model.sit(seat, name, bool(post))

    def leave(self, seat):
        self.table.leave(seat)
        self.model.leave(seat)

    def sit_out(self, seat):
        self.table.sit_out(seat)
        self.model.sit_out(seat)

    def sit_in(self, seat, post=False):
        self.table.sit_in(seat, post=post)
        self.model.sit_in(seat, post)

    def draw(self, seat):
        """The button is drawn by this seat."""
        wanting = self.model.wanting()
        drawn = self.table.draw_button(deck=high_card_at(wanting.index(seat)))
        assert sorted(drawn) == wanting
        assert self.table.button == seat
        self.first = seat

    def deal(self, deck=DECK):
        """The next hand, compared with the model; returns the Hand, which is not played yet."""
        placed = self.model.deal(self.first)
        assert self.table.ready == placed.dealt, (self.table.ready, placed)
        hand = self.table.deal(deck)
        compare(self.table, placed)
        names = {seat: player.name for seat, player in self.model.players.items()}
        dealt = frozenset(names[seat] for seat in placed.dealt)
        self.hands.append((names[placed.big], dealt))
        return hand

    def play(self, hands=1):
        for _ in range(hands):
            fold_out(self.deal())

    def check_fair(self):
        """Nobody posts the big blind twice in a row, and nobody who plays on escapes it."""
        bigs = [name for name, _ in self.hands]
        assert all(one != two for one, two in pairwise(bigs)), bigs
        # The big blind moves on by a seat at least: once round in as many hands as there are seats.
        window = self.model.seats
        for start in range(len(self.hands) - window + 1):
            hands = self.hands[start : start + window]
            stayed = frozenset.intersection(*(dealt for _, dealt in hands))
            assert stayed <= {name for name, _ in hands}, hands
        # Between two big blinds of a player who never paused all who never paused had one.
        last = {}
        for end, (name, _) in enumerate(self.hands):
            if name in last:
                hands = self.hands[last[name] : end + 1]
                stayed = frozenset.intersection(*(dealt for _, dealt in hands))
                paid = sorted(big for big, _ in hands[1:] if big in stayed)
                assert name not in stayed or paid == sorted(stayed), (paid, stayed)
            last[name] = end
