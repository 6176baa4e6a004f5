"""A table between hands as its users see it: seats, stacks, who sits out, the level, where button and blinds are."""

from __future__ import annotations

from typing import Any

from ..errors import shown
from ..games import GAMES, Game
from .events import Event
from .hand import Hand
from .positions import Places, Positions, first_hand, next_hand
from .posting import is_seat
from .rules import HouseRules
from .schedule import Level, Schedule
from .seating import Player, Seat, player_name
from .stakes import MAX_CHIPS, Stakes
from .stakes import chips as verified
from .table_log import Log

__all__ = ["Sitting"]


class Sitting:
    """What a Table is and does between hands. Table adds the hands.

    While a hand is played all stays as it was before the deal, so that a void hand leaves no trace; beside it are
    _positions   of the hand, None as soon as it is settled
    _wanted      what who asked meanwhile to sit out or in wants other than before: (out, post)
    and after a misdeal, until the hand is played,
    _void        the positions of the void hand
    _void_left   the seats of its players who have left since
    """

    __slots__ = (
        "_busted",
        "_drawn",
        "_game",
        "_hand",
        "_kind",
        "_last",
        "_level",
        "_level_hands",
        "_log",
        "_newcomers",
        "_number",
        "_places",
        "_positions",
        "_rake",
        "_rules",
        "_schedule",
        "_void",
        "_void_left",
        "_voided",
        "_wanted",
    )

    _busted: list[tuple[str, int]]
    _drawn: int | None
    _game: Game
    _hand: Hand | None
    _kind: str
    _last: Places | None
    _level: int
    _level_hands: int
    _log: Log
    _newcomers: str
    _number: int
    _places: list[Seat | None]
    _positions: Positions | None
    _rake: int
    _rules: HouseRules
    _schedule: Schedule
    _void: Positions | None
    _void_left: tuple[int, ...]
    _voided: int
    _wanted: dict[int, tuple[bool, bool]]

    # What the table adds.

    def _settle(self) -> None:
        raise NotImplementedError

    def _play_absent(self) -> None:
        raise NotImplementedError

    def _game_of(self, level: Level) -> Game:
        return self._game if level.game is None else GAMES[level.game]

    # -- where it stands ---------------------------------------------------------------------------------------

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self._places)

    @property
    def kind(self) -> str:
        """What is played: "cash" or "tournament"."""
        return self._kind

    @property
    def rules(self) -> HouseRules:
        """The house rules."""
        return self._rules

    @property
    def schedule(self) -> Schedule:
        """The levels of the stakes; a single one where the table was given stakes."""
        return self._schedule

    @property
    def level(self) -> int:
        """The number of the level, from 0, of the hand being played, else of the next one."""
        self._settle()
        return self._level

    @property
    def stakes(self) -> Stakes:
        """The stakes of the hand being played, else of the next one."""
        return self._schedule.levels[self.level].stakes

    @property
    def game(self) -> Game:
        """The game of the hand being played, else of the next one."""
        return self._game_of(self._schedule.levels[self.level])

    @property
    def hand(self) -> Hand | None:
        """The hand being played or just finished, None before the first. To ask for it settles nothing."""
        self._play_absent()
        return self._hand

    @property
    def playing(self) -> bool:
        """Whether a hand is being played."""
        self._settle()
        return self._positions is not None

    @property
    def number(self) -> int:
        """The number of the hand being played, else how many there were; a void one does not count."""
        self._settle()
        return self._number + (self._positions is not None)

    def _placed(self) -> Places | None:
        self._settle()
        now = self._positions or self._void
        return self._last if now is None else now.places

    @property
    def button(self) -> int | None:
        """The seat of the button, None until it is drawn. A dead button may be at an empty seat.

        Of the hand being played, else of the last one; after a misdeal of the void hand, with the blinds.
        """
        places = self._placed()
        return self._drawn if places is None else places.button

    @property
    def small_blind_seat(self) -> int | None:
        """The seat of the small blind, None where nobody owes it."""
        places = self._placed()
        return None if places is None else places.small

    @property
    def big_blind_seat(self) -> int | None:
        """The seat of the big blind, None before the first hand."""
        places = self._placed()
        return None if places is None else places.big

    @property
    def players(self) -> tuple[Player | None, ...]:
        """The player of each seat, None for an empty one."""
        self._settle()
        return tuple(
            None if place is None else self._player(seat, place)
            for seat, place in enumerate(self._places)
        )

    def _wants(self, seat: int, place: Seat) -> tuple[bool, bool]:
        """Whether the player wants to sit out, and to post where it comes in."""
        return self._wanted.get(seat, (place.out, place.post))

    def _player(self, seat: int, place: Seat) -> Player:
        out, post = self._wants(seat, place)
        stack = place.stack
        if self._positions is not None and seat in self._positions.dealt:
            assert self._hand is not None
            return Player(seat, place.name, self._hand.stacks[seat] or 0, out)
        cash = self._kind == "cash"
        out = out or (cash and not stack)
        owes = place.new or place.owes_big or place.owes_small
        waits = cash and owes and not out and not post and self._last is not None
        return Player(
            seat, place.name, stack, out, place.owes_big, place.owes_small, waits, place.new
        )

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats to which the next hand would be dealt; () while one is played, or where they are too few."""
        self._settle()
        if self._positions is not None:
            return ()
        positions = self._next(self._drawn or 0)
        return () if positions is None else positions.dealt

    @property
    def chips(self) -> int:
        """All chips at the table, those in the pot of a hand among them."""
        self._settle()
        return sum(place.stack for place in self._places if place is not None)

    @property
    def rake(self) -> int:
        """All chips that the house has taken."""
        self._settle()
        return self._rake

    @property
    def busted(self) -> tuple[tuple[str, int], ...]:
        """Name and place of each player who is out of a tournament: who lost its last chips, or left it, in order.

        The places count all who have come so far: who comes later makes them all one more. Who comes back is in it once
        for each time.
        """
        self._settle()
        return tuple(self._busted)

    @property
    def over(self) -> bool:
        """Whether a tournament has been played until one player is left, who may leave with it."""
        self._settle()
        left = sum(place is not None for place in self._places)
        return self._kind == "tournament" and self._number > 0 and left <= 1

    # -- between hands -----------------------------------------------------------------------------------------

    def _between(self) -> None:
        """Raises ValueError while a hand is being played."""
        self._settle()
        if self._positions is not None:
            raise ValueError(
                f"hand {self._number + 1} is being played: expected to wait for its end"
            )

    def _not_over(self) -> None:
        """Raises ValueError after the end of a tournament."""
        if self.over:
            raise ValueError("the tournament is over")

    def _at(self, seat: int) -> Seat:
        """The player of a seat. Raises ValueError."""
        if not is_seat(seat) or not 0 <= seat < len(self._places):
            raise ValueError(f"seat {shown(seat)}: expected 0 to {len(self._places) - 1}")
        place = self._places[seat]
        if place is None:
            raise ValueError(f"seat {seat} is empty: expected a player's seat")
        return place

    def _posts(self, post: bool | None) -> bool:
        """What a player who comes in wants. Raises ValueError."""
        if self._kind == "tournament":
            if post is not None:
                raise ValueError(f"post {shown(post)}: expected None in a tournament")
            return True
        if post is None:
            return self._newcomers == "post"
        if not isinstance(post, bool):
            raise ValueError(f"post {shown(post)}: expected True, False or None")
        return post

    def _verify_total(self, amount: int) -> None:
        # One player may win them all, and has to be able to bet them.
        total = sum(place.stack for place in self._places if place is not None) + amount
        if total > MAX_CHIPS:
            raise ValueError(f"{total} chips at the table: expected at most {MAX_CHIPS}")

    def _verify_newcomer(self, name: str, amount: int, seat: int) -> None:
        if self._places[seat] is not None:
            raise ValueError(f"seat {seat} is taken: expected an empty one")
        if any(place is not None and place.name == name for place in self._places):
            raise ValueError(f"name {shown(name)} is taken: expected another at this table")
        self._verify_total(amount)

    def sit(self, name: str, chips: int, seat: int | None = None, post: bool | None = None) -> int:
        """A player takes a seat, by default the first free one; returns which.

        name: 1 to 40 printable characters, its own at the table.   chips: within the house's buy-in (cash), at least 1.
        post: come in by posting the big blind, or wait for it (cash; the table's `newcomers` by default).
        Whoever sits down is new, even if it was here before: who leaves and comes back owes no blinds that it missed,
        and may bring less than it took away. Whether it may is the room's affair.
        Raises ValueError.
        """
        self._between()
        self._not_over()
        player_name(name)
        verified(chips, f"chips of {shown(name)}", 1)
        if self._kind == "cash":
            self._rules.verify_buy_in(chips)
        posts = self._posts(post)
        if seat is None:
            if None not in self._places:
                raise ValueError(f"no seat is free: all {len(self._places)} are taken")
            seat = self._places.index(None)
        elif not is_seat(seat) or not 0 <= seat < len(self._places):
            raise ValueError(f"seat {shown(seat)}: expected 0 to {len(self._places) - 1}")
        self._verify_newcomer(name, chips, seat)
        place = Seat(name, chips, posts)
        place.joined = self._log.deals
        self._places[seat] = place
        if self._kind == "tournament":
            # One more is ahead of all who are out.
            self._busted = [(out, finish + 1) for out, finish in self._busted]
        told = posts if self._kind == "cash" else None
        self._tell("seated", seat=seat, name=name, chips=chips, post=told)
        return seat

    def leave(self, seat: int) -> int:
        """The player leaves; returns its chips. Raises ValueError.

        Who leaves a tournament after its first hand gets the place of one who loses its last chips now, see `busted`,
        and its chips are out of play. When it is over the winner may leave: it has no place in `busted`.
        """
        self._between()
        place = self._at(seat)
        finish = None
        if self._kind == "tournament" and self._number and not self.over:
            finish = sum(each is not None for each in self._places)
            self._busted.append((place.name, finish))
        self._places[seat] = None
        if self._void is not None and seat in self._void.dealt:
            self._void_left = tuple(sorted({*self._void_left, seat}))
        self._tell("left", seat=seat, name=place.name, chips=place.stack, place=finish)
        return place.stack

    def add_chips(self, seat: int, amount: int) -> None:
        """The player buys chips: up to the house's maximum (cash); with none left at least its minimum.

        Raises ValueError.
        """
        self._between()
        self._not_over()
        place = self._at(seat)
        verified(amount, f"chips for seat {seat}", 1)
        if self._kind == "cash" and self._rules.buy_in is not None:
            if not place.stack:
                self._rules.verify_buy_in(amount)
            most = self._rules.buy_in.maximum
            if place.stack + amount > most:
                raise ValueError(
                    f"chips {amount} for seat {seat} with {place.stack}: expected {most} in all"
                )
        self._verify_total(amount)
        place.stack += amount
        self._tell("chips_added", seat=seat, amount=amount)

    def sit_out(self, seat: int) -> None:
        """The player is not dealt in from the next hand on; in a tournament: is absent from now on, see Player.

        Also while a hand is being played. Raises ValueError where it sits out already.
        """
        self._settle()
        place = self._at(seat)
        if self._wants(seat, place)[0]:
            raise ValueError(f"seat {seat} sits out already")
        # How it will come in it says when it does.
        self._want(seat, True, self._posts(None))
        self._tell("sat_out", seat=seat)
        self._settle()

    def sit_in(self, seat: int, post: bool | None = None) -> None:
        """The player is back, for the next hand where it may come in; also while a hand is being played.

        post: come in by posting what it owes, or wait for the big blind (cash; the table's `newcomers` by default).
        Raises ValueError where it has no chips, or plays already; who waits may be asked to post.
        """
        self._settle()
        self._not_over()
        place = self._at(seat)
        posts = self._posts(post)
        if not place.stack:
            raise ValueError(f"seat {seat} has no chips: expected add_chips() first")
        player = self._player(seat, place)
        owes_or_waits = player.owes_big or player.owes_small or player.waiting or player.new
        if not self._wants(seat, place)[0] and (post is None or not owes_or_waits):
            raise ValueError(f"seat {seat} plays already")
        self._want(seat, False, posts)
        self._tell("sat_in", seat=seat, post=posts if self._kind == "cash" else None)

    def _want(self, seat: int, out: bool, post: bool) -> None:
        place = self._at(seat)
        if self._positions is None:
            place.out, place.post = out, post
        elif out == place.out and (out or post == place.post):
            self._wanted.pop(seat, None)
        else:
            self._wanted[seat] = (out, post)

    def _changes(self) -> list[Event]:
        """The fewest events that lead to what was wanted while the hand is played, whatever was wanted in between."""
        events = []
        for seat, (out, post) in sorted(self._wanted.items()):
            if out or not self._at(seat).out:
                events.append(Event("sat_out", {"seat": seat}))
            if not out:
                told = post if self._kind == "cash" else None
                events.append(Event("sat_in", {"seat": seat, "post": told}))
        return events

    def next_level(self) -> None:
        """The next deal uses the next level. Raises ValueError after the last one, and where a hand is dealt again."""
        self._between()
        if self._void is not None:
            raise ValueError(f"hand {self._number + 1} is dealt again: expected to wait")
        after = self._schedule.after(self._level)
        if after is None:
            raise ValueError(f"level {self._level} is the last of {len(self._schedule.levels)}")
        self._level, self._level_hands = after, 0
        self._tell("level_raised", level=after)

    def _next(self, drawn: int) -> Positions | None:
        """The positions of the next hand, None where fewer than two want to play."""
        tournament = self._kind == "tournament"
        wishes = {}
        for seat, place in enumerate(self._places):
            if place is not None:
                wish = place.wish(tournament)
                if wish is not None:
                    wishes[seat] = wish
        again = self._void
        if again is not None:
            # After a misdeal the same hand is dealt once more (TDA 35-C); who is not in it waits for its end.
            still = [seat for seat in again.dealt if seat in wishes and seat not in self._void_left]
            if len(still) == len(again.dealt):
                return again
            if len(still) > 1:
                wishes = {seat: wishes[seat] for seat in still}
        if len(wishes) < 2:
            return None
        if self._last is None:
            return first_hand(list(wishes), drawn)
        return next_hand(wishes, self._last, self._rules.button == "dead")

    def _tell(self, event: str, /, **fields: Any) -> None:
        self._log.add(Event(event, fields))
