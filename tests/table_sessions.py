"""Random sessions of a table: players come, play, go broke, buy in again and leave.

A session is a list of plain calls, so that it can be made again on another table.
"""

import random

from slow_model import DECK
from table_model import TableModel
from table_shadow import compare

from omaha_fast.engine import (
    BuyIn,
    FixedLimit,
    HouseRules,
    Level,
    NoLimit,
    PotLimit,
    Rake,
    Schedule,
    Table,
    alternate,
)

POCKET = 10**12  # what all the players of a session together have at home


def random_stakes(dice):
    ante = dice.choice([{}, {}, {"ante": 2}, {"ante": 10, "ante_kind": "big_blind"}])
    plain = dice.choice([NoLimit, PotLimit])(5, 10, **ante)
    larger = dice.choice([NoLimit, PotLimit])(10, 20)
    return dice.choice(
        [
            plain,
            FixedLimit(10, 20, 5),
            alternate(FixedLimit(20, 40, 10), PotLimit(5, 10), hands=dice.randint(1, 3)),
            Schedule(
                [Level(plain, hands=2), Level(larger, hands=3, game="omaha8"), NoLimit(20, 40)]
            ),
            Schedule([plain, larger]),
        ]
    )


def random_table(dice, **about):
    kind = dice.choice(["cash", "cash", "tournament"])
    options = {
        "button": dice.choice(["moving", "dead"]),
        "rake": dice.choice([None, Rake(5, cap=30), Rake("2.5", no_flop_no_drop=True)])
        if kind == "cash"
        else None,
        "runs": dice.choice([1, 1, 2]),
        "straddles": dice.choice([0, 0, 2]),
        "buy_in": dice.choice([None, BuyIn(100, 1000)]) if kind == "cash" else None,
    }
    made = {
        "seats": dice.randint(2, 7),
        "kind": kind,
        "game": dice.choice(["omaha", "omaha", "omaha8", "omaha5"]),
        "rules": HouseRules.preset(kind, **options),
        "newcomers": dice.choice(["wait", "post"]),
        "showdown": dice.choice(["auto", "auto", "ask"]),
        "seed": dice.randint(0, 2**60),
    }
    return Table(random_stakes(dice), **(made | about))


def apply(table, call):
    """Makes one call of a session: (name, positional arguments, keyword arguments)."""
    name, args, named = call
    if name.startswith("hand."):
        result = getattr(table.hand, name[5:])(*args, **named)
        table.play_absent()
        return result
    return getattr(table, name)(*args, **named)


class Session:
    """One table, the model beside it, the pocket money, and all calls that were made."""

    def __init__(self, seed, table=None):
        self.dice = random.Random(seed)
        self.table = table or random_table(self.dice)
        self.cash = self.table.kind == "cash"
        self.model = TableModel(self.table.seats, self.table.rules.button, not self.cash)
        self.pocket = POCKET
        self.calls = []
        self.count = 0
        self.wildness = self.dice.choice([0.02, 0.1, 0.4])
        self.restless = self.dice.choice([0.05, 0.2, 0.5])
        self.settled = True  # whether the model knows how the last hand ended
        for seat in range(2 if self.table.seats == 2 else self.dice.randint(2, self.table.seats)):
            self.sit(seat)

    def call(self, name, *args, **named):
        self.calls.append((name, args, named))
        result = apply(self.table, self.calls[-1])
        self.settle()
        return result

    def check_chips(self):
        """Chips at the table, rake and pocket are constant."""
        table = self.table
        assert table.chips + table.rake + self.pocket == POCKET
        held = sum(player.stack for player in table.players if player)
        assert held + (table.hand.pot if table.playing else 0) == table.chips

    def settle(self):
        """The model hears of misdeals and of who has lost everything."""
        if self.settled or self.table.playing:
            return
        self.settled = True
        if self.table.hand.void:
            self.model.void()
        for seat in list(self.model.players):
            player = self.table.players[seat]
            if player is None:
                self.model.leave(seat)  # a tournament frees the seat
            elif not player.stack:
                self.model.sit_out(seat)

    # ------------------------------------------------------------------------------ between hands

    def sit(self, seat):
        self.count += 1
        chips = self.dice.choice([100, 300, self.dice.randint(100, 1000)])
        post = self.dice.choice([True, False]) if self.cash else None
        self.pocket -= chips
        self.call("sit", f"player {self.count}", chips, seat=seat, post=post)
        self.model.sit(seat, f"player {self.count}", bool(post))

    def change(self, seat):
        player, dice = self.table.players[seat], self.dice
        if player is None:
            self.sit(seat)
        elif not player.stack and dice.random() < 0.6:
            chips = dice.randint(100, 1000)
            self.pocket -= chips
            self.call("add_chips", seat, chips)
            if not self.table.players[seat].sitting_out:
                self.call("sit_out", seat)
            self.sit_in(seat)
        elif dice.random() < 0.3:
            if self.cash or sum(player is not None for player in self.table.players) > 2:
                self.pocket += self.call("leave", seat)
                self.model.leave(seat)
        elif player.stack and player.stack < 900 and dice.random() < 0.3:
            self.pocket -= 100
            self.call("add_chips", seat, 100)
        else:
            self.out_or_in(seat)

    def out_or_in(self, seat):
        player = self.table.players[seat]
        if player.sitting_out:
            if player.stack:
                self.sit_in(seat)
        else:
            self.call("sit_out", seat)
            if self.cash:
                self.model.sit_out(seat)

    def sit_in(self, seat):
        if self.cash:
            post = self.dice.choice([True, False])
            self.call("sit_in", seat, post=post)
            self.model.sit_in(seat, post)
        else:
            self.call("sit_in", seat)

    def between_hands(self):
        """Changes, and the next deal where two want to play. Returns whether it was dealt."""
        for seat in range(self.table.seats):
            if self.dice.random() < self.restless:
                self.change(seat)
        hand = self.table.hand
        if hand and self.dice.random() < 0.25 and hand.can_show(hand.seats[-1]):
            player = self.table.players[hand.seats[-1]]
            if player and not player.new:
                self.call("act", "show", seat=hand.seats[-1])
        raised = self.dice.random() < 0.03 and not (hand and hand.void)
        if raised and self.table.level + 1 < len(self.table.schedule.levels):
            self.call("next_level")
        if len(self.table.ready) < 2:
            return False
        first = self.model.big is None
        if first and self.table.button is None:
            self.call("draw_button")
        placed = self.model.deal(self.table.button if first else None)
        assert self.table.ready == placed.dealt, (self.table.ready, placed)
        self.settled = False
        deck = self.dice.choice([(), (), (DECK,)])
        self.call("deal", *deck, straddles=self.straddles(placed))
        compare(self.table, placed)
        return True

    def straddles(self, placed):
        """As many as the next players can pay, none where newcomers post or somebody is absent."""
        if placed.extra or placed.dead or len(placed.dealt) < 4:
            return 0
        if any(self.table.players[seat].sitting_out for seat in placed.dealt):
            return 0
        poor = any(self.table.players[seat].stack < 100 for seat in placed.dealt)
        return 0 if poor else self.dice.randint(0, min(self.table.rules.straddles, 1))

    # ------------------------------------------------------------------------------- in the hand

    def step(self):
        """One decision of the hand that is being played."""
        hand, dice = self.table.hand, self.dice
        roll = dice.random()
        if roll < 0.01 and hand.can_misdeal():
            self.call("act", "misdeal")
        elif roll < 0.02 and hand.can_expose_card(hand.seats[0], 1):
            self.call("hand.expose_card", hand.seats[0], 1)
        elif roll < 0.04:
            seat = dice.choice(hand.seats)
            player = self.table.players[seat]
            if not player.sitting_out:
                self.call("sit_out", seat)
                if self.cash:
                    self.model.sit_out(seat)
        elif hand.awaiting == "show":
            self.call("act", "muck" if hand.can_muck() and roll < 0.7 else "show")
        elif hand.awaiting == "runs":
            self.call("act", "agree_runs", dice.randint(1, hand.rules.runs))
        else:
            self.decide(hand.legal_actions)

    def decide(self, legal):
        roll = self.dice.random()
        if legal.min_raise_to is not None and roll < self.wildness:
            amount = self.dice.choice([legal.min_raise_to, legal.max_raise_to])
            self.call("act", "bet" if legal.opens else "raise_to", amount)
        elif legal.check:
            self.call("act", "check")
        elif roll < 0.75:
            self.call("act", "call", seat=legal.seat)
        else:
            self.call("act", "fold")

    def play(self, hands, after_each=None):
        """So many hands, or until nobody is left to play."""
        self.idle = 0
        while hands and not self.table.over and self.idle < 20:
            if self.table.playing:
                self.step()
            elif self.between_hands():
                hands, self.idle = hands - 1, 0
            else:
                self.idle += 1
            self.check_chips()
            if after_each:
                after_each()
        while self.table.playing:
            self.step()
            self.check_chips()
            if after_each:
                after_each()
        return self
