"""A slow, obvious model of who sits where at a table: it walks round the seats, one by one.

It knows no chips and no cards: only who is there, who wants to play, who has just come and who
missed which blind. It is written from the rules alone (RULES section 2, TDA 32, the words of the
Table's documentation) and imports nothing of the package.

Three pieces lie on the table. The *big* blind goes on to the next player who wants to play. The
*small* one is a place, occupied or not: where the big blind was in the hand before. The place of
the *button* under the dead-button rule is where the small blind was in the hand before; the moving
button slides back from there to the nearest player who is already in the game.
"""

from dataclasses import dataclass, field


@dataclass
class Seated:
    name: str
    new: bool = True  # was never dealt in
    out: bool = False  # sits out, or has no chips
    posting: bool = False  # will post to come in, and does not wait for the big blind
    owes_big: bool = False
    owes_small: bool = False

    def coming(self):
        """Not in the game yet: has to wait for the big blind, or to post."""
        return self.new or self.owes_big or self.owes_small


@dataclass
class Placed:
    """Who gets what in one hand."""

    button: int
    small: int | None  # who posts it
    big: int
    dealt: tuple
    extra: set = field(default_factory=set)
    dead: set = field(default_factory=set)
    forgiven: bool = False


@dataclass
class TableModel:
    seats: int
    rule: str  # "moving" or "dead"
    tournament: bool = False
    players: dict = field(default_factory=dict)  # seat: Seated
    button: int | None = None
    small: int | None = None  # the place, whoever sits there
    big: int | None = None
    dealt: tuple = ()  # in the last hand
    before: object = None  # all this before the last hand was dealt, to take a void one back
    placed: object = None  # the last hand
    void_hand: object = None  # after a misdeal: the hand, and the names of its players by seat

    # ------------------------------------------------------------------------- players come and go

    def sit(self, seat, name, post=False):
        self.players[seat] = Seated(name, posting=post)

    def leave(self, seat):
        del self.players[seat]

    def sit_out(self, seat):
        self.players[seat].out = True
        self.players[seat].posting = False

    def sit_in(self, seat, post=False):
        self.players[seat].out = False
        self.players[seat].posting = post

    # ------------------------------------------------------------------------------------- walking

    def walk(self, after):
        """Every seat once, clockwise, the one after `after` first and `after` itself last."""
        seat = after
        for _ in range(self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            yield seat

    def walk_back(self, at):
        """Every seat once, the other way round, `at` itself first."""
        seat = at
        for _ in range(self.seats):
            yield seat
            seat = seat - 1 if seat else self.seats - 1

    def between(self, start, end):
        """The seats that a walk from start to end passes, without the two."""
        passed = []
        for seat in self.walk(start):
            if seat == end:
                break
            passed.append(seat)
        return passed

    def wants(self, seat):
        return seat in self.players and not self.players[seat].out

    def established(self, seat):
        return self.wants(seat) and not self.players[seat].coming()

    def may_come_in(self, seat):
        return self.wants(seat) and (self.tournament or self.players[seat].posting)

    def wanting(self):
        return [seat for seat in range(self.seats) if self.wants(seat)]

    # ------------------------------------------------------------------------------------- a hand

    def first_hand(self, button):
        wanting = self.wanting()
        if button not in wanting:  # who drew it has gone
            button = next(seat for seat in self.walk(button) if seat in wanting)
        order = [seat for seat in self.walk(button) if seat in wanting]
        small, big = (button, order[0]) if len(order) == 2 else (order[0], order[1])
        return Placed(button, small, big, tuple(wanting), forgiven=True)

    def next_hand(self):
        wanting = self.wanting()
        big = next(seat for seat in self.walk(self.big) if self.wants(seat))
        button = self.button_of_three(big)
        dealt = []
        for seat in wanting:
            waits = button is None or seat in self.between(button, big)
            if self.rule == "dead" and seat == button:
                waits = True
            comes_in = self.may_come_in(seat) and not waits
            if seat == big or self.established(seat) or comes_in:
                dealt.append(seat)
        forgiven = len(dealt) < 2
        if forgiven:
            dealt = wanting
        if len(dealt) == 2:
            other = next(seat for seat in dealt if seat != big)
            return Placed(other, other, big, tuple(dealt), forgiven=forgiven)
        small = self.big if self.big in dealt else None
        if forgiven:  # the game starts anew, round the big blind
            order = [seat for seat in self.walk_back(big) if seat in dealt]
            small, button = order[1], order[2]
        placed = Placed(button, small, big, tuple(dealt), forgiven=forgiven)
        for seat in dealt:
            player = self.players[seat]
            if forgiven or self.tournament or seat == big:
                continue
            if player.new or player.owes_big:
                placed.extra.add(seat)
            if player.owes_small:
                placed.dead.add(seat)
        return placed

    def button_of_three(self, big):
        """Where the button is if three or more play: behind the small blind, which is at self.big.

        None: the big blind has overtaken the place, since but one of those who played is left. Then
        nobody comes in by posting, so that no more than two are dealt in.
        """
        behind = self.between(big, self.big)
        if self.small not in behind or self.rule == "dead":
            return self.small if self.small in behind else None
        for wanted in (self.established, self.may_come_in):
            for seat in self.walk_back(self.small):
                if seat not in behind:
                    break
                if wanted(seat):
                    return seat
        return None

    def deal(self, button=None):
        """Places button and blinds. button: the one that was drawn, for the first hand."""
        self.before = self.copy()
        placed = self.again(button) if self.void_hand else self.choose(button)
        self.placed, self.void_hand = placed, None
        if self.big is not None and not self.tournament:
            self.note_missed(placed)
        self.small = placed.small if self.big is None else self.big
        self.button, self.big, self.dealt = placed.button, placed.big, placed.dealt
        for seat in placed.dealt:
            player = self.players[seat]
            player.new = player.posting = player.owes_big = player.owes_small = False
        return placed

    def choose(self, button):
        return self.first_hand(button) if self.big is None else self.next_hand()

    def again(self, button):
        """The void hand once more (TDA 35-C); of its players alone where one has gone."""
        placed, names = self.void_hand
        here = {}
        for seat, name in names.items():
            if self.wants(seat) and self.players[seat].name == name:
                here[seat] = self.players[seat]
        if len(here) == len(names):
            return placed
        everybody = self.players
        if len(here) > 1:
            self.players = here
        placed = self.choose(button)
        self.players = everybody
        return placed

    def note_missed(self, placed):
        """The big blind moves on to placed.big, the small one to where the big one was."""
        for seat in self.between(self.big, placed.big):
            if seat in self.players and not self.players[seat].new:
                self.players[seat].owes_big = True
        for seat in [*self.between(self.small, self.big), self.big]:
            if seat in self.players and not self.players[seat].new and seat not in placed.dealt:
                self.players[seat].owes_small = True

    def void(self):
        """The hand was a misdeal: everything as before it, but for who has left or come since."""
        before = self.before
        self.button, self.small, self.big = before.button, before.small, before.big
        self.void_hand = self.placed, {seat: before.players[seat].name for seat in self.dealt}
        for seat, player in self.players.items():
            old = before.players.get(seat)
            if seat in self.dealt and old is not None and old.name == player.name:
                player.new, player.posting = old.new, old.posting and not player.out
            if old is not None and old.name == player.name:
                player.owes_big, player.owes_small = old.owes_big, old.owes_small

    def copy(self):
        players = {seat: Seated(**vars(player)) for seat, player in self.players.items()}
        other = TableModel(
            self.seats, self.rule, self.tournament, players, self.button, self.small, self.big
        )
        other.placed, other.void_hand = self.placed, self.void_hand
        return other
