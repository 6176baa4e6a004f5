"""Room text: the hand histories that large rooms write and trackers import. A hand begins with a line such as

PokerStars Hand #7: Omaha Hi/Lo Pot Limit ($0.05/$0.10 USD) - 2012/09/11 3:51:48 ET

Several dialects are read; what is written is that of room_write, which also says what the format can hold. Amounts have
two decimals, but for chips without a currency, which are whole where the stakes are printed without cents.

What is worked out while reading: side pots are printed after the rake, so that the rake of each pot is found from what
the players put in where that fits, and else is taken from the main pot. The blinds of fixed limit, the ante and who
owes it are told from the posts. The hero is the one whose cards were dealt face up. Chat, who comes and goes, and the
words for the strength of a hand are skipped; any other line that is not known is an error for its hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..engine.pots import layers
from ..engine.stakes import AnteKind, FixedLimit, NoLimit, PotLimit, Stakes
from ..errors import HistoryError, shown
from .record import Cards, Record, RecordedPot, Street
from .room_header import is_header, parse_header
from .room_lines import Lines
from .source import MAX_RECORD, Source, lines_of, only_hand, place

__all__ = ["parse_room_text", "read_room_text"]

# Ten times as many lines as a hand has with a lot of chat.
MAX_LINES = 3000

SUMMARY = "*** SUMMARY ***"
# What lines of a summary begin with; another one is no part of the hand any more.
SUMMARY_STARTS = ("Total pot", "Hand ", "Board ", "Seat ", "Game ended")
BOARD_WORD = " Board ["
# Between hands that were sent by mail: "*********** # 2 **************".
SEPARATOR = "*********** # "


def parse_room_text(text: str) -> Record:
    """The record of one hand in room text.

    Raises HistoryError for what is no hand of Omaha in this format, naming the line and what was expected.

    >>> from omaha_fast.history.room_text import parse_room_text
    >>> hand = parse_room_text('''PokerStars Hand #7: Omaha Pot Limit ($0.05/$0.10 USD) - 2012/09/11 3:51:48 ET
    ... Table 'Aludra' 2-max Seat #1 is the button
    ... Seat 1: Ann ($10 in chips)
    ... Seat 2: Bob ($9.50 in chips)
    ... Ann: posts small blind $0.05
    ... Bob: posts big blind $0.10
    ... *** HOLE CARDS ***
    ... Ann: folds
    ... Uncalled bet ($0.05) returned to Bob
    ... Bob collected $0.10 from pot
    ... *** SUMMARY ***
    ... Total pot $0.10 | Rake $0
    ... Seat 1: Ann (button) (small blind) folded before Flop
    ... Seat 2: Bob (big blind) collected ($0.10)''')
    >>> hand.stakes.big_blind, hand.payouts, hand.uncalled
    (10, {2: 10}, ((2, 5),))
    """
    return only_hand(text, _items)


def read_room_text(source: Source) -> Iterator[Record | HistoryError]:
    """The hands of a file in room text, in order: a Record each, a HistoryError where one cannot be read.

    source: a path, an open file (binary or text) or lines. A hand begins at its first line and ends with its summary,
    a blank line or the next hand. The errors are yielded, not raised, so that the rest is read; they name file and line
    and what was expected. Memory is bounded. Raises OSError where the path cannot be opened.

    >>> for item in read_room_text(["PokerStars Hand #7:  Hold'em No Limit ($1/$2 USD) - 2012/09/11 3:51:48 ET"]):
    ...     print(item)
    <input>:1: hand '7': game "Hold'em No Limit": expected Omaha or Omaha Hi/Lo, Pot Limit, No Limit or Limit
    """
    for block in _blocks(source):
        line, item = _read(block)
        yield place(source, line, item) if isinstance(item, str) else item


def _items(text: str) -> Iterator[Record | str | HistoryError]:
    """The hands of a text; the line of what is wrong is told with it."""
    for block in _blocks(text.split("\n")):
        line, item = _read(block)
        yield f"line {line}: {item}" if isinstance(item, str) else item


class _Block:
    """The lines of one hand. error: what made it unreadable already, in place of the lines."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.lines: list[str] = []
        self.size = 0
        self.error: HistoryError | str | None = None
        self.at_summary = False

    def add(self, line: str) -> None:
        self.size += len(line) + 1
        if self.error is not None:
            return
        if self.size > MAX_RECORD or len(self.lines) >= MAX_LINES:
            self.fail(f"a hand of more than {MAX_LINES} lines: expected the next one")
            return
        self.lines.append(line)
        self.at_summary = self.at_summary or line.rstrip() == SUMMARY

    def fail(self, error: HistoryError | str) -> None:
        """Nothing is read of this one; its lines are let go."""
        self.error = self.error or error
        self.lines.clear()

    def ends_before(self, line: str) -> bool:
        """Whether a line after the summary belongs to something else, and is not the beginning of one of its own."""
        if not self.at_summary or line.startswith(SUMMARY_STARTS) or BOARD_WORD in line:
            return False
        return not any(start.startswith(line) for start in SUMMARY_STARTS)


def _blocks(source: Source) -> Iterator[_Block]:
    """The lines of each hand, and those between two hands, which are none."""
    block: _Block | None = None
    for number, line in lines_of(source):
        if isinstance(line, HistoryError):
            if block is not None and block.at_summary:
                yield block
                block = None
            block = block or _Block(number)
            block.fail(line)
            continue
        blank = not line.strip() or line.startswith(SEPARATOR)
        if block is not None and (blank or is_header(line) or block.ends_before(line)):
            yield block
            block = None
        if not blank:
            if block is None:
                block = _Block(number)
            block.add(line)
    if block is not None:
        yield block


def _read(block: _Block) -> tuple[int, Record | HistoryError | str]:
    """The hand of a block, or what is wrong and at which line."""
    if block.error is not None:
        return block.first, block.error
    at, name = 0, ""
    try:
        header = parse_header(block.lines[0])
        lines = Lines(header)
        for line in block.lines[1:]:
            at += 1
            lines.line(line)
        if not lines.cancelled:
            _complete(lines)
        at = 0  # what does not add up is wrong with the hand, not with its last line
        return block.first, _record(lines)
    except ValueError as error:
        first = block.lines[0]
        if is_header(first):
            name = f"hand {shown(first.partition('#')[2].partition(':')[0])}: "
        return block.first + at, f"{name}{error}"


def _record(lines: Lines) -> Record:
    """The record of what was read. Raises ValueError where something is missing or does not add up."""
    header = lines.header
    if lines.cancelled:
        raise ValueError("the hand was cancelled: expected one that was played")
    assert lines.button is not None
    # One whose cards were dealt face up is who wrote the file.
    hero = lines.dealt[0][0] if len(lines.dealt) == 1 else None
    stakes = _stakes(lines)
    tournament = header.tournament
    if tournament is not None and lines.bounties:
        tournament = replace(tournament, bounties=tuple(lines.bounties))
    return Record(
        id=header.id,
        game=header.game,
        stakes=stakes,
        button=lines.button,
        players=tuple(lines.players),
        posts=tuple(lines.posts),
        streets=tuple([Street(name, tuple(actions)) for name, actions in lines.streets]),
        boards=_boards(lines),
        dealt=tuple(lines.dealt),
        shown=tuple(lines.shown.values()),
        pots=_pots(lines, stakes.ante_kind == "uniform"),
        uncalled=tuple(lines.uncalled),
        site=header.site,
        network=header.network,
        time=header.time,
        table=lines.table,
        table_size=lines.table_size,
        currency=header.currency,
        decimals=lines.money.decimals,
        hero=hero,
        flags=("Fast",) * header.fast + ("Play_Money",) * lines.play_money,
        tournament=tournament,
    )


def _complete(lines: Lines) -> None:
    """Refuse a hand that was cut off, or whose summary says other amounts than were collected."""
    if lines.total is None:
        raise ValueError("the hand ends here: expected a summary with the total pot")
    for player in lines.players:
        if player.seat not in lines.told and not player.sitting_out:
            raise ValueError(f"the hand ends here: expected a line for seat {player.seat}")
    if len(_boards(lines)) > lines.boards:
        raise ValueError("the hand ends here: expected a line with the board")
    for name, units, pot in lines.strangers:
        due = sum(amount for other, amount, _ in lines.strangers if other == name)
        seats = [seat for seat, other, said in lines.aliases if (other, said) == (name, due)]
        if len(seats) != 1:
            raise ValueError(f"player {shown(name)}: expected a name of the Seat lines")
        lines.wins.setdefault(pot, []).append((seats[0], units))
    won: dict[int, int] = {}
    for wins in lines.wins.values():
        for seat, units in wins:
            won[seat] = won.get(seat, 0) + units
    for seat, units in lines.said.items():
        if units != won.get(seat, 0):
            raise ValueError(
                f"seat {seat} won {lines.money.text(units)}: expected"
                f" {lines.money.text(won.get(seat, 0))}, as collected"
            )


def _boards(lines: Lines) -> tuple[Cards, ...]:
    """Complete boards, one for each run."""
    runs = lines.runs or [lines.common]
    return tuple([tuple(run) for run in runs if run])


def _stakes(lines: Lines) -> Stakes:
    """What the hand cost: by the first line, and by the posts where that one does not tell."""
    header = lines.header
    antes = [post for post in lines.posts if post.kind == "ante"]
    ante = header.ante
    if ante is None:
        ante = max((post.amount for post in antes), default=0)
    kind = header.ante_kind or _ante_kind(lines)
    if header.structure != "fixed_limit":
        return (PotLimit if header.structure == "pot_limit" else NoLimit)(
            header.small, header.big, ante, kind
        )
    # A blind that is not all-in is whole; usually the small one is half a bet, and the big one a bet.
    small, big = header.blinds or (header.small // 2, header.small)
    if header.blinds is None:
        for post in lines.posts:
            if post.kind == "small_blind" and (post.all_in is False or post.amount > small):
                small = post.amount
            elif post.kind == "big_blind" and post.all_in is False:
                big = post.amount
    return FixedLimit(header.small, header.big, small, big, ante, kind)


def _ante_kind(lines: Lines) -> AnteKind:
    """Who owes the ante: one player for the table, where one alone posts it, or everybody."""
    antes = [post.seat for post in lines.posts if post.kind == "ante"]
    if len(antes) == 1:
        big = next((post.seat for post in lines.posts if post.kind == "big_blind"), None)
        # Without a big blind it is the one whose ante took its stack.
        if big in (None, antes[0]):
            return "big_blind"
        if antes[0] == lines.button:
            return "button"
    return "uniform"


# -- pots --------------------------------------------------------------------------------------------------------------


def _pots(lines: Lines, uniform: bool) -> tuple[RecordedPot, ...]:
    """The pots before the rake, of what is printed after it. Raises ValueError where the total is another."""
    total, taken = lines.total or 0, lines.rake + lines.jackpot
    count = max([len(lines.nets), 1, *[number + 1 for number in lines.wins]])
    wins = [_wins(lines, number) for number in range(count)]
    if count == 1 and not lines.nets:
        return (RecordedPot(total, wins[0], lines.rake, lines.jackpot),)
    nets = lines.nets or [sum(units for _, units in won) for won in wins]
    if len(nets) != count:
        raise ValueError(f"{count} pots collected: expected {len(nets)}, as in the summary")
    if taken and sum(nets) == total:
        # Some print them before it: then what was collected is less.
        rakes = [net - sum(units for _, units in won) for net, won in zip(nets, wins, strict=True)]
        if min(rakes) < 0 or sum(rakes) != taken:
            rakes = [taken] + [0] * (count - 1)
        amounts = nets
    elif sum(nets) + taken == total:
        rakes = _rakes(lines, nets, taken, uniform)
        amounts = [net + rake for net, rake in zip(nets, rakes, strict=True)]
    else:
        raise ValueError(
            f"pots of {' + '.join(map(lines.money.text, nets))} and rake of"
            f" {lines.money.text(taken)}: expected the total pot {lines.money.text(total)}"
        )
    jackpots = [min(lines.jackpot, rakes[0])] + [0] * (count - 1)
    if jackpots[0] < lines.jackpot:
        raise ValueError(f"jackpot {lines.money.text(lines.jackpot)}: expected it in the main pot")
    return tuple(
        RecordedPot(amount, won, rake - jackpot, jackpot)
        for amount, won, rake, jackpot in zip(amounts, wins, rakes, jackpots, strict=True)
    )


def _wins(lines: Lines, number: int) -> tuple[tuple[int, int], ...]:
    """Who collected how much from a pot; over several runs together, in the order of the seats."""
    wins = lines.wins.get(number, [])
    if len(lines.runs) < 2:
        return tuple(wins)
    won: dict[int, int] = {}
    for seat, units in sorted(wins):
        won[seat] = won.get(seat, 0) + units
    return tuple(won.items())


def _rakes(lines: Lines, nets: list[int], taken: int, uniform: bool) -> list[int]:
    """What was taken from each pot: the difference to what the players put in, where all of them fit.

    uniform: antes count for the players, else they are dead.
    """
    main = [taken] + [0] * (len(nets) - 1)
    if not taken:
        return main
    paid = dict.fromkeys(lines.left, 0)
    dead = 0
    for post in lines.posts:
        if post.kind == "dead_blind" or (post.kind == "ante" and not uniform):
            dead += post.amount
        else:
            paid[post.seat] += post.amount
    folded = set()
    for _, actions in lines.streets:
        for action in actions:
            paid[action.seat] += action.added or 0
            if action.kind == "fold":
                folded.add(action.seat)
    for seat, units in lines.uncalled:
        paid[seat] -= units
    # Who is all-in with a dead ante plays for it, and has paid nothing that counts.
    posted = {post.seat for post in lines.posts}
    idle = {player.seat for player in lines.players if player.sitting_out or not player.stack}
    seats = [seat for seat, units in paid.items() if units or seat in posted or seat not in idle]
    live = [at for at, seat in enumerate(seats) if seat not in folded]
    if not live or min(paid.values()) < 0:
        return main
    pots = layers([paid[seat] for seat in seats], live, dead)
    rakes = [pot.amount - net for pot, net in zip(pots, nets, strict=False)]
    if len(pots) != len(nets) or min(rakes) < 0 or sum(rakes) != taken:
        return main
    return rakes
