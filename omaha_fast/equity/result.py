"""What an equity question is answered with."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from .._core import POT_UNITS
from ..cards import CardSet

__all__ = ["EquityResult", "PlayerEquity", "Question"]


class Question(NamedTuple):
    """What was asked, as plain data: masks of the hands, the board and the dead cards, and the game's name."""

    hands: tuple[int, ...]
    board: int
    dead: int
    game: str


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
    """One player's part of an EquityResult. Every number is a fraction of all boards, 0 to 1.

    equity: the share of the pot; high + low, the parts won with the high and with the low hand. Without a qualifying
    low the whole pot is high.
    win: alone the best high hand.   tie: the best high hand, together with others.
    scoop: the whole pot.   quartered, three_quartered: exactly a quarter, exactly three quarters of the pot, however
    it came about: a tie of four for an undivided pot is a quarter, too.
    """

    __slots__ = ("_boards", "_tally")

    def __init__(self, tally: Tally, boards: int) -> None:
        self._tally = tally
        self._boards = boards

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
        return self._tally.high / (self._boards * POT_UNITS)

    @property
    def low(self) -> float:
        """The share of the pot won with the low hand."""
        return self._tally.low / (self._boards * POT_UNITS)

    @property
    def win(self) -> float:
        """How often the player alone has the best high hand."""
        return self._tally.win / self._boards

    @property
    def tie(self) -> float:
        """How often the player shares the best high hand."""
        return self._tally.tie / self._boards

    @property
    def scoop(self) -> float:
        """How often the player takes the whole pot."""
        return self._tally.scoop / self._boards

    @property
    def quartered(self) -> float:
        """How often the player takes exactly a quarter of the pot."""
        return self._tally.quartered / self._boards

    @property
    def three_quartered(self) -> float:
        """How often the player takes exactly three quarters of the pot."""
        return self._tally.three_quartered / self._boards

    @property
    def stderr(self) -> float:
        """The standard error of equity: 0, as every board was counted."""
        return 0.0

    def ci(self, level: float = 0.95) -> tuple[float, float]:
        """The confidence interval of equity at a level between 0 and 1: a single point, as the result is exact."""
        if not 0 < level < 1:
            raise ValueError(f"level {level!r}: expected a number between 0 and 1")
        return self.equity, self.equity

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlayerEquity):
            return NotImplemented
        return self._tally == other._tally and self._boards == other._boards

    def __hash__(self) -> int:
        return hash((self._tally, self._boards))

    def __reduce__(self) -> tuple[type[PlayerEquity], tuple[Tally, int]]:
        return type(self), (self._tally, self._boards)

    def __repr__(self) -> str:
        return f"PlayerEquity(equity={self.equity:.6f}, win={self.win:.6f}, tie={self.tie:.6f})"


class EquityResult:
    """The equities of two or more hands, exact.

    players: a PlayerEquity for each hand, in the order asked.
    shares, total: integers; shares[i] / total is player i's share of the pot, and the shares add up to the total.
    hands, board, dead: the question as CardSets.   game: its name.
    exact: True when every board was counted.   method: the way it was computed.   boards: how many.
    trials, seed: of a sampled result; None here.

    Results over different parts of the boards of one question can be added, see equity.shards.

    >>> import omaha_fast as of
    >>> result = of.equity(["AsAhKsKh", "JdTs9s8h"])
    >>> result.boards, result.shares[0] * 120 // 5040, round(result.players[0].equity, 6)
    (1086008, 87671400, 0.672734)
    """

    __slots__ = ("_parts", "_pieces", "_question", "_tallies", "boards", "method", "players")

    trials: int | None = None
    seed: int | None = None

    def __init__(
        self,
        question: Question,
        method: str,
        boards: int,
        tallies: tuple[Tally, ...],
        pieces: frozenset[int] = frozenset((0,)),
        parts: int = 1,
    ) -> None:
        """pieces of parts: which parts of the boards were counted, 0 of 1 for all."""
        self._question = question
        self._tallies = tallies
        self._pieces = pieces
        self._parts = parts
        self.method = method
        self.boards = boards
        self.players = tuple(PlayerEquity(tally, boards) for tally in tallies)

    @property
    def hands(self) -> tuple[CardSet, ...]:
        """The hands asked about, in order."""
        return tuple(map(CardSet, self._question.hands))

    @property
    def board(self) -> CardSet:
        """The board cards given."""
        return CardSet(self._question.board)

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
        if self._question != other._question:
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
        return self._question, self.boards, self._tallies, division

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
        hands = ", ".join(
            f"{hand} {player.equity:.6f}"
            for hand, player in zip(self.hands, self.players, strict=True)
        )
        board = f" on {self.board}" if self._question.board else ""
        kind = self.method if self.exact else f"{len(self._pieces)} of {self._parts} parts"
        return f"<EquityResult {self.game}: {hands}{board}; {self.boards:,} boards, {kind}>"
