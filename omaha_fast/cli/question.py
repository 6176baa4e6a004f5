"""What a person asks: hands, a board, dead cards, each with its place in the text for errors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import omaha_fast as of
from omaha_fast.cli.faults import Fault
from omaha_fast.games import GAMES, Game, parse_game

if TYPE_CHECKING:
    from omaha_fast.cards import Card

    Cards = tuple[Card, ...]

# A card in a text that parse_cards has accepted: a rank, then one character for the suit. This only
# finds the place of a known card again; what is a card, parse_cards alone decides.
ONE_CARD = re.compile(r"(?:10|\w)\S")

HOLE_CARDS = {game.cards for game in GAMES.values()}


@dataclass(frozen=True)
class Part:
    """A hand, the board or the dead cards: the text, and where it begins in the line of errors."""

    text: str
    start: int


@dataclass(frozen=True)
class Question:
    """Hands with a board and dead cards, as they were written.

    line: all of it in one line, for the errors. where: what begins an error, "hands.txt:3: " or "".
    number: the line number, or None on the command line.
    """

    hands: tuple[Part, ...]
    board: Part
    dead: Part
    line: str
    where: str = ""
    number: int | None = None

    @classmethod
    def of_arguments(cls, hands: Sequence[str], board: str = "", dead: str = "") -> Question:
        """From the command line. Errors show the arguments in one line, a board behind a bar."""
        line, parts = "", []
        for text, before in [*((hand, " ") for hand in hands), (board, " | "), (dead, " --dead ")]:
            quote = "'" if " " in text or (before == " " and not text) else ""
            if text or quote:
                line += before * bool(line) + quote
            parts.append(Part(text, len(line)))
            line += text + quote
        return cls(tuple(parts[:-2]), parts[-2], parts[-1], line)

    @classmethod
    def of_line(cls, line: str, board: str, where: str, number: int) -> Question:
        """From a line `HAND HAND ... [| BOARD]` of a file; `board` is for lines without a bar."""
        if "|" not in line and board:
            line = f"{line} | {board}"
        before, _, after = line.partition("|")
        hands = tuple(Part(word[0], word.start()) for word in re.finditer(r"\S+", before))
        start = len(before) + 1
        if "|" in after:
            place = start + after.index("|")
            raise Fault("a second bar; a line is HAND HAND ... | BOARD", line, place, where=where)
        if not hands:
            raise Fault("no hand before the bar", line, len(before), where=where)
        start += len(after) - len(after.lstrip())
        return cls(hands, Part(after.strip(), start), Part("", len(line)), line, where, number)

    def parts(self) -> tuple[Part, ...]:
        """In the order in which they stand in the line."""
        return (*self.hands, self.board, self.dead)

    def texts(self) -> list[str]:
        """The hands as they were written: the package repeats them in its errors."""
        return [hand.text for hand in self.hands]

    def cards(self, part: Part) -> Cards:
        """The cards of one part, none of "*", any hand."""
        if part.text == "*":
            return ()
        with self.pointing(part):
            return of.parse_cards(part.text)

    def game(self, name: str | None) -> Game:
        """The game of that name, or the high game of as many hole cards; every hand must fit it."""
        first, *others = [hand for hand in self.hands if hand.text != "*"] or self.hands
        count = len(self.cards(first))
        if count not in HOLE_CARDS:
            raise self.misfit(first, "expected four, five or six")
        for hand in others:
            if len(self.cards(hand)) != count:
                raise self.misfit(hand, f"expected {count}, as in the first hand")
        try:
            return parse_game(name, count)
        except ValueError as error:
            raise self.fault(str(error), first.start, len(first.text)) from None

    def misfit(self, hand: Part, expected: str) -> Fault:
        """The complaint about a hand with too many or too few cards."""
        count = len(self.cards(hand))
        hint = " (write a hand without blanks: AsAhKsKh)" if count == 1 else ""
        cards = f"{count} card{'s' * (count != 1)}"
        return self.fault(f"{hand.text!r} is {cards}: {expected}{hint}", hand.start, len(hand.text))

    @contextmanager
    def pointing(self, part: Part | None = None) -> Iterator[None]:
        """Turn an error of the package into a Fault at its place. part: the one that is read."""
        try:
            yield
        except ValueError as error:
            value, position = getattr(error, "value", None), getattr(error, "position", None)
            if part is None or position is None:
                raise self.fault(str(error), *self.place_of(value)) from None
            length = len(value) if isinstance(value, str) else 1
            raise self.fault(str(error), part.start + position, length) from None

    def fault(self, message: str, start: int = 0, length: int | None = None) -> Fault:
        """A Fault at a place in the line, by default all of it."""
        length = len(self.line) if length is None else length
        return Fault(message, self.line, start, length, self.where)

    def place_of(self, value: object) -> tuple[int, int]:
        """Start and length of what an error names: a whole part, or a card where it stands for the
        second time; the whole line where it is neither.
        """
        times = 0
        for part in self.parts():
            if part.text and part.text == value:
                return part.start, len(part.text)
            for place, card in zip(ONE_CARD.finditer(part.text), self.cards(part), strict=False):
                times += str(card) == str(value)
                if times == 2:
                    return part.start + place.start(), len(place[0])
        return 0, len(self.line)
