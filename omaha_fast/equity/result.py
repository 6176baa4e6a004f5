"""What an equity question is answered with."""

from __future__ import annotations

from fractions import Fraction
from math import comb, nan
from typing import Any, NamedTuple

from .._core import POT_UNITS, KnownHands, cards_mask
from ..cards import Card, CardSet
from ..games import parse_game
from . import display

__all__ = ["EquityResult", "PlayerEquity", "Question"]

WHOLE = frozenset((0,))  # part 0 of 1


class Question(NamedTuple):
    """What was asked, as plain data: the cards as numbers in the order given, and the game's name."""

    hands: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    game: str

    @property
    def content(self) -> tuple[tuple[int, ...], int, int, str]:
        """The same with masks for cards: equal for questions that differ in the order of cards only."""
        masks = tuple(map(cards_mask, self.hands))
        return masks, cards_mask(self.board), cards_mask(self.dead), self.game

    @property
    def boards(self) -> int:
        """How many boards may come; with an unknown hand, how many pairs of a hand and a board."""
        live = 52 - sum(map(len, self.hands)) - len(self.board) - len(self.dead)
        size = max(map(len, self.hands))
        hands = comb(live, size) if () in self.hands else 1
        return hands * comb(live - size * (() in self.hands), 5 - len(self.board))


class Tally(NamedTuple):
    """One player's counts: boards by outcome, then 1/5040 parts of a pot won with the high and with the low hand."""

    win: int = 0
    tie: int = 0
    scoop: int = 0
    quartered: int = 0
    three_quartered: int = 0
    high: int = 0
    low: int = 0

    def __add__(self, other: tuple[object, ...]) -> Tally:
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally(*(mine + yours for mine, yours in zip(self, other, strict=True)))


class PlayerEquity:
    """One player's part of an EquityResult. Every number is a fraction of the boards counted, 0 to 1.

    equity: the share of the pot; high + low, the parts won with the high and with the low hand. Without a qualifying
    low the whole pot is high.
    win: alone the best high hand.   tie: the best high hand, together with others.
    scoop: the whole pot.   quartered, three_quartered: exactly a quarter, exactly three quarters of the pot, however
    it came about: a tie of four for an undivided pot is a quarter, too.
    A part that holds no board has nan for each of them.
    """

    __slots__ = ("_boards", "_rest", "_tally")

    def __init__(self, tally: Tally, boards: int, rest: int = 0) -> None:
        """boards: how many were counted.   rest: how many were not, because they are in other parts."""
        self._tally = tally
        self._boards = boards
        self._rest = rest

    def _of_boards(self, count: int, units: int = 1) -> float:
        return count / (self._boards * units) if self._boards else nan

    @property
    def counts(self) -> dict[str, int]:
        """The integers behind the fractions: boards for the outcomes, units of result.total for high and low."""
        return self._tally._asdict()

    @property
    def fraction(self) -> Fraction:
        """The share of the pot as an exact fraction."""
        return Fraction(self._tally.high + self._tally.low, self._boards * POT_UNITS)

    @property
    def equity(self) -> float:
        """The share of the pot, 0 to 1: high + low to the last bit; see fraction for the exact value."""
        return self.high + self.low

    @property
    def high(self) -> float:
        """The share of the pot won with the high hand."""
        return self._of_boards(self._tally.high, POT_UNITS)

    @property
    def low(self) -> float:
        """The share of the pot won with the low hand."""
        return self._of_boards(self._tally.low, POT_UNITS)

    @property
    def win(self) -> float:
        """How often the player alone has the best high hand."""
        return self._of_boards(self._tally.win)

    @property
    def tie(self) -> float:
        """How often the player shares the best high hand."""
        return self._of_boards(self._tally.tie)

    @property
    def scoop(self) -> float:
        """How often the player takes the whole pot."""
        return self._of_boards(self._tally.scoop)

    @property
    def quartered(self) -> float:
        """How often the player takes exactly a quarter of the pot."""
        return self._of_boards(self._tally.quartered)

    @property
    def three_quartered(self) -> float:
        """How often the player takes exactly three quarters of the pot."""
        return self._of_boards(self._tally.three_quartered)

    @property
    def stderr(self) -> float:
        """The standard error of equity: 0 when every board was counted.

        nan for a part: it is no random sample, so that nothing is known of the boards in the other parts. See ci.
        """
        return nan if self._rest else 0.0

    def ci(self, level: float = 0.95) -> tuple[float, float]:
        """The confidence interval of equity at a level between 0 and 1.

        A single point when every board was counted. For a part, at any level, the bounds that hold whatever the other
        parts bring: all of their boards lost, and all of them won.
        """
        if not 0 < level < 1:
            raise ValueError(f"level {level!r}: expected a number between 0 and 1")
        if not self._rest:
            return self.equity, self.equity
        share, total = self._tally.high + self._tally.low, (self._boards + self._rest) * POT_UNITS
        return share / total, (share + self._rest * POT_UNITS) / total

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlayerEquity):
            return NotImplemented
        return self._key() == other._key()

    def _key(self) -> tuple[Tally, int, int]:
        return self._tally, self._boards, self._rest

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[type[PlayerEquity], tuple[Tally, int, int]]:
        return type(self), self._key()

    def __repr__(self) -> str:
        return f"PlayerEquity(equity={self.equity:.6f}, win={self.win:.6f}, tie={self.tie:.6f})"


class EquityResult:
    """The equities of two or more hands, exact.

    players: a PlayerEquity for each hand, in the order asked.
    shares, total: integers; shares[i] / total is player i's share of the pot, and the shares add up to the total.
    hands, dead: the question's, as CardSets.   board: its Cards in the order given.   game: its name.
    exact: True when every board was counted.   method: the way it was computed, "rank-space" (the kernel, two to six
    players before the river), "enumeration" (board by board) or "hand by hand" (a known hand against any, on a flop or
    turn).   boards: how many.
    trials, seed: of a sampled result; None here.

    It prints as a table, in a terminal, in a notebook and with rich; to_dict and to_json are for machines. Two results
    are equal when they answer the same question, whatever the order of the cards in a hand or on the board.
    Results over different parts of the boards of one question can be added, see omaha_fast.equity.shards.

    >>> import omaha_fast as of
    >>> result = of.equity(["AsAhKsKh", "JdTs9s8h"])
    >>> result.boards, result.shares[0] * 120 // 5040, round(result.players[0].equity, 6)
    (1086008, 87671400, 0.672734)
    >>> print(result)
    omaha, no board
    hand      equity %    win   tie
    AsAhKsKh     67.27  67.27  0.01
    JdTs9s8h     32.73  32.72  0.01
    exact, over 1,086,008 boards
    """

    __slots__ = (
        "_counted",
        "_parts",
        "_pieces",
        "_question",
        "_tallies",
        "boards",
        "method",
        "players",
    )

    trials: int | None = None
    seed: int | None = None
    _counted: tuple[KnownHands, str | None]
    _parts: int
    _pieces: frozenset[int]
    _question: Question
    _tallies: tuple[Tally, ...]
    boards: int
    method: str
    players: tuple[PlayerEquity, ...]

    def __init__(
        self,
        question: Question,
        method: str,
        boards: int,
        tallies: tuple[Tally, ...],
        pieces: frozenset[int] = WHOLE,
        parts: int = 1,
    ) -> None:
        """pieces of parts: which parts of the boards were counted, 0 of 1 for all."""
        self._question = question
        self._tallies = tallies
        self._pieces = pieces
        self._parts = parts
        self.method = method
        self.boards = boards

    @classmethod
    def of_known(cls, counted: KnownHands, game: str | None) -> EquityResult:
        """The result of known hands that the core has read and counted."""
        result = cls.__new__(cls)
        result._counted = counted, game
        result._pieces = WHOLE
        result._parts = 1
        result.method = counted.method
        result.boards = counted.boards
        return result

    def __getattr__(self, name: str) -> Any:
        """The parts of a result are made when they are first asked for, and kept."""
        value: object
        if name == "players":
            rest = 0 if self.exact else self._question.boards - self.boards
            value = tuple(PlayerEquity(tally, self.boards, rest) for tally in self._tallies)
        elif name == "_tallies":
            value = tuple(Tally(*tally) for tally in self._counted[0].tallies)
        elif name == "_question":
            counted, game = self._counted
            hands, board, dead = counted.cards
            value = Question(hands, board, dead, parse_game(game, len(hands[0])).name)
        else:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        setattr(self, name, value)
        return value

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The hands asked about, in order; an empty set for "*", any hand."""
        return tuple(map(CardSet, self._question.hands))

    @property
    def board(self) -> tuple[Card, ...]:
        """The board cards in the order given: flop, turn, river."""
        return tuple(map(Card, self._question.board))

    @property
    def dead(self) -> CardSet:
        """The dead cards given."""
        return CardSet(self._question.dead)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self._question.game

    @property
    def exact(self) -> bool:
        """Was every board counted? False for a part that waits to be added to the others."""
        return len(self._pieces) == self._parts

    @property
    def shares(self) -> tuple[int, ...]:
        """Each player's share of the pot in units of which there are `total`."""
        return tuple(tally.high + tally.low for tally in self._tallies)

    @property
    def total(self) -> int:
        """The units of all pots: 5040 a board, so that every split among up to ten players is whole."""
        return self.boards * POT_UNITS

    def __add__(self, other: EquityResult) -> EquityResult:
        """Merge the counts of two parts of one question. Raises ValueError for anything else."""
        if not isinstance(other, EquityResult):
            return NotImplemented
        if self._question.content != other._question.content:
            raise ValueError(
                f"{self!r} and {other!r} answer different questions: expected parts of one"
            )
        if self._parts != other._parts or self._pieces & other._pieces:
            raise ValueError(
                f"{self!r} and {other!r} count boards twice: expected different parts of one division"
            )
        return EquityResult(
            self._question,
            self.method,
            self.boards + other.boards,
            tuple(mine + yours for mine, yours in zip(self._tallies, other._tallies, strict=True)),
            self._pieces | other._pieces,
            self._parts,
        )

    def _key(self) -> tuple[object, ...]:
        # Complete results are equal however they were divided, and whichever way they were computed.
        division = () if self.exact else (self._pieces, self._parts)
        return self._question.content, self.boards, self._tallies, division

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EquityResult):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[type[EquityResult], tuple[object, ...]]:
        return type(self), (
            self._question,
            self.method,
            self.boards,
            self._tallies,
            self._pieces,
            self._parts,
        )

    def __repr__(self) -> str:
        names = self.hand_names
        hands = ", ".join(
            f"{name} {player.equity:.6f}" for name, player in zip(names, self.players, strict=True)
        )
        board = f" on {display.card_names(self.board)}" if self.board else ""
        return (
            f"<EquityResult {self.game}: {hands}{board}; {self.boards:,} boards, {self.progress}>"
        )

    @property
    def progress(self) -> str:
        """How the boards were counted, or how many of the parts there are so far: '3 of 8 parts'."""
        return self.method if self.exact else f"{len(self._pieces)} of {self._parts} parts"

    @property
    def dead_names(self) -> str:
        """The dead cards as a text, in the order given."""
        return display.card_names(map(Card, self._question.dead))

    @property
    def hand_names(self) -> tuple[str, ...]:
        """The hands as texts, their cards in the order given; "*" for any hand."""
        return tuple(display.card_names(map(Card, hand)) or "*" for hand in self._question.hands)

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data. The keys are interface; a change of their meaning changes the schema's number.

        schema: "omaha-fast/equity/1".   game, board, dead: texts.   exact, method, boards, trials, seed, total: as the
        attributes.   hands, in the order given, each with hand (a text); share (of total, an int); equity, win, tie,
        scoop, high, low, quartered, three_quartered (0 to 1; the last five None in high games); counts, the integers
        behind them (boards for the outcomes, units of total for high and low).

        >>> import omaha_fast as of
        >>> answer = of.equity(["AsAhKsKh", "JdTs9s8h"], "Ac8d7sQh").to_dict()
        >>> answer["board"], answer["boards"], answer["hands"][0]["share"], answer["hands"][0]["counts"]["win"]
        ('Ac8d7sQh', 40, 126000, 25)
        """
        return display.as_dict(self)

    def to_json(self) -> str:
        """to_dict as a text of JSON, in one line.

        >>> import omaha_fast as of
        >>> of.equity(["AsAhKsKh", "JdTs9s8h"]).to_json()[:49]
        '{"schema": "omaha-fast/equity/1", "game": "omaha"'
        """
        from json import dumps

        return dumps(self.to_dict(), allow_nan=False)

    def __str__(self) -> str:
        return display.text(self)

    def _repr_html_(self) -> str:
        """A table for notebooks."""
        return display.html(self)

    def __rich__(self) -> Any:
        """A table for rich, which alone calls this."""
        return display.rich_table(*display.parts(self))
