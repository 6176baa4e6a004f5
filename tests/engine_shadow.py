"""One hand played twice, by the engine and by the slow models, and compared after every step.

Choices come from a source with choice(list) and integer(low, high): Dice, or what hypothesis draws.
"""

import pickle
import random
from fractions import Fraction

import engine_betting_model as betting
import engine_model as model
import slow_model
from engine_driver import texts
from engine_tables import GAMES

import omaha_fast as of
from omaha_fast.engine import Event, FixedLimit, Hand, HouseRules, NoLimit, PotLimit

STAKES = {betting.NL: NoLimit, betting.PL: PotLimit}


class Shadow:
    """hand: the engine's. betting: the model's. One decision in `care` is looked at closely."""

    def __init__(self, setup, strengths=model.strengths, care=8):
        self.setup = setup
        self.care = care
        self.strengths = strengths
        self.rules = HouseRules(**setup.options)
        self.deck = list(slow_model.DECK)
        random.Random(setup.seed).shuffle(self.deck)
        self.hand = self.make_hand()
        self.betting = self.make_betting()
        self.total = sum(setup.stacks[seat] for seat in setup.seats)
        self.check()

    # ---------------------------------------------------------------------------------- beginnings

    def make_hand(self):
        setup = self.setup
        kind, ante = setup.ante
        money = {"ante": ante, "ante_kind": "uniform" if kind == "none" else kind.replace(" ", "_")}
        small, big = setup.blinds
        if setup.structure == betting.FL:
            stakes = FixedLimit(*setup.bets, small, **money)
        else:
            stakes = STAKES[setup.structure](small, big, **money)
        table = {
            "button": setup.button,
            "game": setup.game,
            "rules": self.rules,
            "showdown": setup.showdown,
        }
        if setup.extra:
            table["posts"] = self.posts()
        else:
            table["straddles"] = setup.straddles
            table["blinds"] = setup.blind_seats()
        if setup.dealing == "deck":
            table["deck"] = list(self.deck)
        elif setup.dealing == "given":
            table["hole_cards"] = {seat: self.draw(GAMES[setup.game]) for seat in setup.seats}
            boards = [self.draw(5) for _ in range(self.rules.boards)]
            table["board"] = boards if len(boards) > 1 else boards[0]
        return Hand(stakes, setup.stacks, **table)

    def draw(self, count):
        """Cards of the caller's own deck."""
        return [self.deck.pop() for _ in range(count)]

    def posts(self):
        """The posts written out, the returning players' among them."""
        setup = self.setup
        small, big = setup.blind_seats()
        kind, _ = setup.ante
        posts = [(big, "big_blind")]
        if small is not None and setup.blinds[0]:
            posts.append((small, "small_blind"))
        for seat in setup.order():
            if kind == "uniform" or seat == {"big blind": big, "button": setup.button}.get(kind):
                posts.append((seat, "ante"))
        for seat, (live, dead) in setup.extra.items():
            posts += [(seat, "extra_blind", live)] * (live > 0)
            posts += [(seat, "dead_blind", dead)] * (dead > 0)
        return posts

    def make_betting(self):
        setup = self.setup
        names = {name: setup.options[name] for name in betting.Options.__dataclass_fields__}
        game = betting.Game(
            structure=setup.structure,
            small_blind=setup.blinds[0],
            big_blind=setup.blinds[1],
            bets=setup.bets,
            ante=setup.ante,
            straddles=setup.straddles,
            options=betting.Options(**names),
        )
        seats = {seat: setup.stacks[seat] for seat in setup.order()}
        button = setup.button if setup.button in seats else None
        small, big = setup.blind_seats()
        return betting.Betting(game, seats, button, small, big, setup.extra)

    # --------------------------------------------------------------------------------- comparisons

    def seatwise(self, values, empty=0):
        """A tuple with an entry for every seat of the table."""
        return tuple(values.get(seat, empty) for seat in range(len(self.setup.stacks)))

    def check(self):
        """After every step: same actor, chips, rights; no chip made or lost."""
        hand, players = self.hand, self.betting.players
        assert sum(s for s in hand.stacks if s) + (hand.rake if hand.finished else hand.pot) == (
            self.total
        )
        assert set(hand.folded) == {seat for seat, player in players.items() if player.folded}
        assert hand.tabled == (self.rules.all_in_show and self.betting.all_in_and_done())
        if hand.awaiting != "action":
            assert hand.actor is hand.legal_actions is None
            assert self.betting.over or hand.awaiting == "board"
            return
        assert not self.betting.over
        assert hand.actor == self.betting.actor
        assert hand.street == ("preflop", "flop", "turn", "river")[self.betting.street]
        for seat, player in players.items():
            assert hand.stacks[seat] == player.stack
            assert hand.committed[seat] == player.own
            assert hand.contributions[seat] == player.paid
        assert hand.dead == self.betting.dead
        legal, expected = hand.legal_actions, self.betting.legal()
        assert (legal.fold, legal.check, legal.call or None) == (
            expected.fold,
            expected.check,
            expected.call,
        )
        assert (legal.min_raise_to, legal.max_raise_to) == (expected.low, expected.high)
        assert hand.to_call == legal.call
        assert legal.opens == (expected.low is not None and self.betting.bet == 0)
        assert legal.short_all_in == (expected.low is not None and expected.short)
        assert legal.call_all_in == (expected.call == hand.stacks[hand.actor])
        still_betting = {seat for seat, player in players.items() if player.stack > 0}
        pots = model.pots(self.betting.paid(), self.betting.dead, still_betting)
        assert [(pot.amount, set(pot.seats)) for pot in hand.pots] == pots

    def check_every_amount(self):
        """Each amount from 0 to stack + 2 is accepted if and only if it is legal."""
        hand, legal = self.hand, self.betting.legal()
        player = self.betting.players[hand.actor]
        before = hand.copy()
        for total in range(player.own + player.stack + 3):
            assert hand.can_raise_to(total) == legal.allows(total), total
            assert hand.can_bet(total) == (legal.allows(total) and self.betting.bet == 0), total
            if not legal.allows(total):
                refused(hand.raise_to, total)
                refused(hand.bet, total)
                refused(hand.verify_raise_to, total)
            assert hand.legal_actions.allows_raise_to(total) == legal.allows(total)
        assert hand.can_fold() == legal.fold
        assert hand.can_check() == legal.check
        assert hand.can_call() == (legal.call is not None)
        everything = player.own + player.stack
        calls = legal.call == player.stack
        assert hand.can_all_in() == (calls or legal.allows(everything))
        for allowed, action in (
            (legal.fold, hand.fold),
            (legal.check, hand.check),
            (legal.call is not None, hand.call),
            (calls or legal.allows(everything), hand.all_in),
        ):
            if not allowed:
                refused(action)
        for seat in self.setup.seats:
            if seat != hand.actor:
                for action in (hand.fold, hand.check, hand.call, hand.all_in):
                    refused(action, seat=seat)
        assert hand == before
        assert hand.events() == before.events()

    def check_round_trips(self):
        hand = self.hand
        events = hand.events()
        for twin in (
            hand.copy(),
            pickle.loads(pickle.dumps(hand)),
            Hand.from_json(hand.to_json()),
            Hand.from_events(events),
            Hand.from_events([Event.from_dict(event.to_dict()) for event in events]),
        ):
            assert twin == hand
            assert twin.events() == events
            assert twin.legal_actions == hand.legal_actions
            assert twin.stacks == hand.stacks

    # --------------------------------------------------------------------------------------- steps

    def play(self, source):
        """To the end."""
        if source.integer(1, 20) == 1 and self.mishap(source):
            return
        while not self.hand.finished:
            self.step(source)
        self.check_result()
        if source.integer(1, self.care) <= 8:
            self.check_round_trips()

    def mishap(self, source):
        """A card is exposed, or the deal is declared void. Is the hand over?"""
        hand = self.hand
        seat, index = source.choice(self.setup.seats), source.integer(0, GAMES[self.setup.game] - 1)
        if self.setup.dealing == "deck" and hand.can_expose_card(seat, index):
            hand.expose_card(seat, index)
            self.check_round_trips()
        if source.integer(1, 3) == 1 and hand.can_misdeal():
            hand.misdeal("a card too many")
        if hand.void:
            assert hand.finished
            assert hand.stacks == hand.starting_stacks
            assert hand.actor is hand.legal_actions is hand.awaiting is None
            assert sum(hand.payouts) == hand.rake == 0
            self.check_round_trips()
        return hand.void

    def step(self, source):
        """One decision, compared; now and then it is taken back and made again."""
        before = self.hand.copy() if source.integer(1, self.care) == 1 else None
        if before is not None and self.hand.actor is not None:
            self.check_every_amount()
        if self.hand.awaiting == "action":
            self.act(source)
        else:
            self.serve(source)
        self.check()
        if before is not None:
            after = self.hand.copy()
            while self.hand != before:  # dealing cards by hand takes more than one decision
                self.hand.undo()
            assert self.hand.events() == before.events()
            self.hand = after
            self.check_round_trips()

    def act(self, source):
        hand, legal = self.hand, self.betting.legal()
        calls, folds, raises = self.setup.temper
        weights = ["call"] * calls + ["fold"] * folds * legal.fold
        if legal.low is not None:
            weights += ["raise", "raise", "low", "high"] * (raises // 2)
        choice = source.choice(weights)
        if choice == "fold":
            hand.fold()
            self.betting.fold()
        elif choice == "call":
            hand.check() if legal.check else hand.call()
            self.betting.check_or_call()
        else:
            total = {
                "raise": source.integer(legal.low, min(legal.high, legal.low + 40)),
                "low": legal.low,
                "high": legal.high,
            }[choice]
            hand.bet(total) if self.betting.bet == 0 else hand.raise_to(total)
            self.betting.raise_to(total)

    def serve(self, source):
        """What is not betting: cards, runs, the showdown."""
        hand = self.hand
        if hand.awaiting == "runs":
            self.deal_holes()
            for runs in range(self.setup.runs, 0, -1):
                if hand.can_agree_runs(runs):
                    hand.agree_runs(runs)
                    return
        elif hand.awaiting == "board":
            self.deal_holes()
            hand.deal_board(self.draw(hand.cards_due))
        elif hand.awaiting == "show":
            self.deal_holes()
            if hand.can_muck() and source.integer(0, 2):
                hand.muck()
            else:
                hand.show()
        else:
            raise AssertionError(f"awaiting {hand.awaiting!r}")

    def deal_holes(self):
        """At a table where people deal, the cards become known at last."""
        if self.setup.dealing != "by hand":
            return
        for seat in self.hand.live:
            if not self.hand.hole_cards[seat]:
                self.hand.deal_hole(seat, self.draw(GAMES[self.setup.game]))

    # --------------------------------------------------------------------------------------- result

    def check_result(self):
        """Refunds, pots, rake and payouts are the model's, who pays chip by chip."""
        hand, rules = self.hand, self.rules
        assert self.betting.over
        paid = self.betting.paid()
        seat, chips = model.refund(paid)
        assert hand.refunds == self.seatwise({seat: chips})
        pots = model.pots(model.without(paid, seat, chips), self.betting.dead)
        assert [(pot.amount, set(pot.seats)) for pot in hand.settlement.pots] == pots
        rakes = self.rakes([size for size, _ in pots])
        assert list(hand.settlement.rakes) == rakes
        assert hand.rake == sum(rakes)
        live = [player.seat for player in self.betting.live()]
        boards = [self.showdown(live, board) for board in self.boards(live)]
        order, split = self.odd_chips(live)
        sizes = [(size - r, seats) for (size, seats), r in zip(pots, rakes, strict=True)]
        hilo = self.setup.game.endswith("8")
        won = self.settle(sizes, boards, order, hilo, split)
        assert hand.payouts == self.seatwise(won)
        assert sum(hand.payouts) + hand.rake + chips == sum(size for size, _ in pots) + chips
        for award in hand.settlement.awards:
            assert award.seat in hand.settlement.pots[award.pot].seats
        stacks = {p.seat: p.stack + won[p.seat] for p in self.betting.players.values()}
        if seat is not None:
            stacks[seat] += chips
        assert hand.stacks == self.seatwise(stacks, empty=hand.stacks[self.empty()])
        assert list(hand.showdown_order) == self.betting.showdown_order(rules.show_order)
        self.check_showdown(won)
        self.check_explanations()

    def check_showdown(self, won):
        """Who shows and who mucks: all-in hands are tabled before all that follows, and nobody mucks there."""
        hand, order = self.hand, self.betting.showdown_order(self.rules.show_order)
        told = [event for event in hand.events() if event.name in ("shown", "mucked")]
        assert [event.seat for event in told if event.name == "shown"] == list(hand.shown)
        assert [event.seat for event in told if event.name == "mucked"] == list(hand.mucked)
        assert sorted(hand.shown + hand.mucked) == sorted(order)
        assert not any(won[seat] for seat in hand.mucked)
        tabled = self.rules.all_in_show and self.betting.all_in_and_done()
        if tabled or self.rules.muck == "never":
            assert list(hand.shown) == order
        if tabled and self.setup.dealing != "by hand":
            names = [event.name for event in hand.events()]
            at = len(names) - names[::-1].index("bets_collected")
            assert names[at : at + len(order)] == ["shown"] * len(order)

    def check_explanations(self):
        """Every chip of the hand is in an event, and every award names the hand that won it."""
        hand, setup = self.hand, self.setup
        stacks = dict(zip(setup.seats, (setup.stacks[s] for s in setup.seats), strict=True))
        awarded, taken = dict.fromkeys(setup.seats, 0), 0
        for event in hand.events():
            if event.name in ("posted", "called", "bet", "raised"):
                stacks[event.seat] -= event.amount
                assert event.all_in == (stacks[event.seat] == 0)
            elif event.name == "uncalled_returned":
                stacks[event.seat] += event.amount
            elif event.name == "pot_awarded":
                awarded[event.seat] += event.amount
            elif event.name == "rake_taken":
                taken += event.amount
        assert self.seatwise(awarded) == hand.payouts
        assert taken == hand.rake
        assert all(hand.stacks[seat] == stacks[seat] + awarded[seat] for seat in setup.seats)
        events = [event for event in hand.events() if event.name == "pot_awarded"]
        for award, event in zip(hand.settlement.awards, events, strict=True):
            names = ("pot", "run", "board", "half", "seat", "amount", "odd")
            assert {name: getattr(award, name) for name in names} == event.fields
            if award.made is None:
                assert len(hand.settlement.pots[award.pot].seats) == 1
                continue
            board = texts(hand.boards[award.run * self.rules.boards + award.board])
            hole = texts(hand.hole_cards[award.seat])
            high, low = self.strengths({0: hole}, board, True)[0]
            assert award.made.strength == (low if award.half == "low" else high)
            assert set(texts(award.made.hole)) <= set(hole)
            assert set(texts(award.made.board)) <= set(board)
            assert award.low is None or award.low.strength == low > 0

    def empty(self):
        """A seat whose stack stands for the empty ones."""
        return next((s for s, stack in enumerate(self.setup.stacks) if stack is None), 0)

    def rakes(self, sizes):
        house = self.rules.rake
        if house is None or (house.no_flop_no_drop and not self.hand.board):
            return [0] * len(sizes)
        return model.rakes(sizes, Fraction(house.percent) / 100, house.cap, house.unit)

    def boards(self, live):
        """The boards that decide: none when all but one folded."""
        if len(live) == 1:
            return [None] * self.rules.boards
        boards = [texts(board) for board in self.hand.boards]
        assert {len(board) for board in boards} == {5}
        assert len(boards) == self.rules.boards * self.hand.runs
        return boards

    def showdown(self, live, board):
        if board is None:
            return {}
        holes = {seat: texts(self.hand.hole_cards[seat]) for seat in live}
        return self.strengths(holes, board, self.setup.game.endswith("8"))

    def odd_chips(self, live):
        """The order of who gets odd chips, and how."""
        if self.rules.odd_chip == "left_of_button":
            return self.setup.order(), model.around
        if self.rules.odd_chip == "first_shown":
            return self.betting.showdown_order(self.rules.show_order) or live, model.remainder_to
        if len(live) == 1:
            return live, model.remainder_to
        rank = {
            seat: max(slow_model.DECK.index(card) for card in texts(self.hand.hole_cards[seat]))
            for seat in live
        }
        return sorted(live, key=rank.get, reverse=True), model.remainder_to

    def settle(self, sizes, boards, order, hilo, split):
        """Pots are cut in runs first, then each run's part in boards."""
        won = dict.fromkeys(self.setup.seats, 0)
        per_run = self.rules.boards
        runs = len(boards) // per_run
        for size, seats in sizes:
            for run, part in enumerate(model.cut(size, runs)):
                of_run = boards[run * per_run : (run + 1) * per_run]
                shares = model.settle([(part, seats)], of_run, order, hilo, split)
                for seat, share in shares.items():
                    won[seat] += share
        return won


def refused(action, *amount, **seat):
    try:
        action(*amount, **seat)
    except of.IllegalActionError:
        return
    raise AssertionError(f"{action.__name__}{amount}{seat} was accepted")
