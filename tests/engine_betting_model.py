"""The betting of one hand, slow and obvious: who is to act, and what is allowed.

Written sentence by sentence from the rules, section 3; it shares nothing with the engine and
imports nothing of the package. Every amount is a total of the round. The model trusts its caller:
it is asked what is legal, then told what happened.
"""

from dataclasses import dataclass, field

FL, PL, NL = "fixed limit", "pot limit", "no limit"


@dataclass
class Player:
    seat: int
    stack: int
    paid: int = 0  # contribution to the pots, antes among them
    own: int = 0  # bet in this round
    folded: bool = False
    acted: bool = False  # in this round, since the last full bet or raise


@dataclass(frozen=True)
class Legal:
    """What one player may do. call: chips to add, or None; low, high: bounds of a bet or raise, or
    None; equal to each other when only one amount is left."""

    fold: bool
    check: bool
    call: int | None
    low: int | None
    high: int | None
    short: bool = False  # the one amount left is an all-in below the minimum

    def allows(self, total):
        return self.low is not None and self.low <= total <= self.high


@dataclass
class Options:
    """The options of section 6 that concern betting, with their defaults."""

    fold_unbet: bool = True
    reopen: str = "tda"
    max_bets: int | None = 4
    cap_lifted: str = "never"
    pot_limit_full_blinds: bool = True
    pot_limit_antes: str = "uniform"
    big_blind_ante_first: bool = False


@dataclass
class Game:
    """structure and blinds; bets: (small, big) of fixed limit; ante: (kind, chips)."""

    structure: str
    small_blind: int
    big_blind: int
    bets: tuple = (0, 0)
    ante: tuple = ("none", 0)
    straddles: int = 0  # how many, from the left of the big blind
    options: Options = field(default_factory=Options)


class Betting:
    """Four rounds of betting. seats: {seat: stack} in order from the left of the button.

    button: the seat of the button, or None when no player sits there (a dead button).
    small, big: who posts the blinds; small may be None (nobody).
    extra: {seat: (live, dead)}, the blinds of players who return.
    """

    def __init__(self, game, seats, button, small, big, extra=None):
        self.game, self.options = game, game.options
        self.players = {seat: Player(seat, stack) for seat, stack in seats.items()}
        self.order = list(seats)
        self.dead = 0
        self.dead_ante = self.uniform_ante = 0
        self.street = 0
        self.over = False
        self.rounds = [[]]  # what was done: (verb, seat)
        self._post(button, small, big, extra or {})

    # -------------------------------------------------------------------------------------- posting

    def _put(self, seat, chips):
        player = self.players[seat]
        chips = min(chips, player.stack)
        player.stack -= chips
        player.paid += chips
        return chips

    def _put_dead(self, seat, chips):
        player = self.players[seat]
        chips = min(chips, player.stack)
        player.stack -= chips
        self.dead += chips
        return chips

    def _blind(self, seat, chips):
        chips = self._put(seat, chips)
        self.players[seat].own += chips
        return chips

    def _post(self, button, small, big, extra):
        game = self.game
        kind, ante = game.ante
        if kind == "uniform":
            for seat in self.order:
                self.uniform_ante += self._put(seat, ante)
        if kind == "button" and button is not None:
            self.dead_ante += self._put_dead(button, ante)
        if kind == "big blind" and self.options.big_blind_ante_first:
            self.dead_ante += self._put_dead(big, ante)
        posted = self._blind(small, game.small_blind) if small is not None else 0
        posted += self._blind(big, game.big_blind)
        # "Before the flop a dead or short blind counts as full for this maximum."
        self.missing_blinds = game.small_blind + game.big_blind - posted
        for seat, (live, dead) in extra.items():
            self._blind(seat, live)
            self._put_dead(seat, dead)
        if kind == "big blind" and not self.options.big_blind_ante_first:
            self.dead_ante += self._put_dead(big, ante)
        self.bet = self.full = self.yardstick = game.big_blind
        self.bets = 1
        last = big
        for _ in range(game.straddles):
            last = self._after(last)[0]
            self.bet = self.full = self.yardstick = 2 * self.bet
            self._blind(last, self.bet)
            # In fixed limit a bet of two, four, ... small bets is as many of the round.
            self.bets = self.bet // game.bets[0] if game.structure == FL else 1
        self._begin(self._after(last))

    # --------------------------------------------------------------------------------------- rounds

    def _after(self, seat):
        """All seats clockwise, beginning on the left of one."""
        place = self.order.index(seat) + 1
        return self.order[place:] + self.order[:place]

    def live(self):
        return [player for player in self.players.values() if not player.folded]

    def others(self, player):
        return [other for other in self.live() if other is not player]

    def _begin(self, order):
        self.live_at_start = len(self.live())
        self.capped_before_heads_up = False
        self._next(order)

    def _next(self, order):
        """Find who acts next in this order; else begin the next round, or end the betting."""
        if len(self.live()) == 1:
            self.actor, self.over = None, True
            return
        for seat in order:
            if self._must_act(self.players[seat]):
                self.actor = seat
                return
        self.actor = None
        with_chips = [player for player in self.live() if player.stack > 0]
        if self.street == 3 or len(with_chips) < 2:
            self.over = True
            return
        self.street += 1
        self.bet = self.full = 0
        self.yardstick = self.game.big_blind
        self.bets = 0
        self.rounds.append([])
        for player in self.players.values():
            player.own, player.acted = 0, False
        self._begin(self.order)

    def _must_act(self, player):
        if player.folded or player.stack == 0:
            return False
        others = self.others(player)
        if all(other.stack == 0 for other in others):
            # "No decision is asked of a last player who already covers every all-in."
            return player.own < max(other.own for other in others)
        return not player.acted or player.own < self.bet

    # -------------------------------------------------------------------------------------- allowed

    def to_match(self, player):
        """The bet that the player must match to stay in."""
        others = self.others(player)
        if len(others) == 1:  # a short blind that is the last opponent is called as it is
            return max(player.own, min(self.bet, others[0].own))
        return self.bet

    def pot(self):
        """All chips paid, as pot limit counts them."""
        pot = sum(player.paid for player in self.players.values()) + self.dead
        if self.street == 0:
            if self.options.pot_limit_full_blinds:
                pot += self.missing_blinds
            if self.options.pot_limit_antes != "all":
                pot -= self.dead_ante
            if self.options.pot_limit_antes == "none":
                pot -= self.uniform_ante
        return pot

    def unit(self):
        """The bet of the round, fixed limit."""
        return self.game.bets[0] if self.street < 2 else self.game.bets[1]

    def _capped(self):
        options, live = self.options, len(self.live())
        if options.max_bets is None or self.bets < options.max_bets:
            return False
        lifted = {
            "never": False,
            "turn_river_heads_up": self.street >= 2 and live == 2,
            "round_starts_heads_up": self.live_at_start == 2,
            "any_heads_up": live == 2 and not self.capped_before_heads_up,
            "event_heads_up": len(self.players) == 2,
        }
        return not lifted[options.cap_lifted]

    def _may_raise(self, player):
        if all(other.stack == 0 for other in self.others(player)):
            return False  # "Nobody may bet or raise when every other live player is all-in."
        if self.game.structure == FL and self._capped():
            return False
        return not player.acted or self._faces_enough(player)

    def _faces_enough(self, player):
        """Short all-ins add up: is what the acted player faces a full bet or raise?"""
        faces = self.bet - player.own
        if self.game.structure == FL:
            return 2 * faces >= self.unit()
        if self.options.reopen == "double" and self.full > 0:
            return faces >= self.full  # as much again as the last full bet or raise
        return faces >= self.yardstick

    def legal(self):
        player = self.players[self.actor]
        faces = self.to_match(player) - player.own
        check = faces == 0
        call = None if check else min(faces, player.stack)
        fold = self.options.fold_unbet or not check
        most = player.own + player.stack
        if most <= self.bet or not self._may_raise(player):
            return Legal(fold, check, call, None, None)
        low = high = self.full + self.unit()
        if self.game.structure != FL:
            low, high = self.bet + self.yardstick, most
        if self.game.structure == PL:
            high = self.bet + self.pot() + (self.bet - player.own)
        # "A bet or raise below the minimum is legal only as an all-in."
        return Legal(fold, check, call, min(low, most), min(high, most), most < low)

    # -------------------------------------------------------------------------------------- actions

    def _note(self, verb):
        self.rounds[-1].append((verb, self.actor))

    def fold(self):
        self._note("fold")
        self.players[self.actor].folded = True
        if len(self.live()) == 2 and self.options.max_bets is not None:
            self.capped_before_heads_up = self.bets >= self.options.max_bets
        self._next(self._after(self.actor))

    def check_or_call(self):
        player, legal = self.players[self.actor], self.legal()
        self._note("check" if legal.check else "call")
        player.own += self._put(self.actor, legal.call or 0)
        player.acted = True
        self._next(self._after(self.actor))

    def raise_to(self, total):
        self._note("raise")
        player = self.players[self.actor]
        self._put(self.actor, total - player.own)
        player.own = total
        if self._is_full(total, all_in=player.stack == 0):
            for other in self.players.values():
                other.acted = False
        player.acted = True
        self.bet = total
        self._next(self._after(self.actor))

    def _is_full(self, total, all_in):
        """Count a bet or raise as one of the round if it is full; does it open the betting?"""
        if self.game.structure == FL:
            if 2 * (total - self.full) < self.unit():
                return False
            self.full = total
            self.bets += 1
            return True
        if total - self.bet < self.yardstick:
            return False
        self.yardstick = total - self.bet
        if self.options.reopen == "double" and all_in and total < 2 * self.full:
            return False  # Hungarian: an all-in opens the betting from double the raise
        self.full = total
        return True

    # --------------------------------------------------------------------------------------- result

    def paid(self):
        """(seat, contribution, folded) of everybody, for the pots."""
        return [(p.seat, p.paid, p.folded) for p in self.players.values()]

    def all_in_and_done(self):
        """ "A player is all-in and all betting action by all other players is complete" (TDA 16)."""
        contenders = self.live()
        all_in = [player for player in contenders if player.stack == 0]
        return self.over and len(contenders) > 1 and len(all_in) > 0

    def showdown_order(self, rule="last_round"):
        """Who shows first, then clockwise; rule as the house rule show_order."""
        live = [seat for seat in self.order if not self.players[seat].folded]
        if len(live) == 1:
            return []
        raisers = [seat for verb, seat in self.rounds[-1] if verb == "raise"]
        checkers = [seat for verb, seat in self.rounds[-1] if verb == "check"]
        if rule == "any_round":
            raisers = [seat for acts in self.rounds for verb, seat in acts if verb == "raise"]
        if rule == "last_checker" and not raisers:
            raisers = checkers
        first = raisers[-1] if raisers and raisers[-1] in live else live[0]
        place = live.index(first)
        return live[place:] + live[:place]
