"""Poker Hand History: a hand is a list of TOML fields; a file .phh holds one, .phhs many, each under its table [n].

The standard has the variants PO and FO/8 of Omaha. The others, and what a record holds beyond the standard's fields,
are in user-defined fields, which begin with _omaha_fast_ and which other programs pass over:

    variant                     the code of a variant that the standard does not have, in place of its field variant:
                                P, N or F for the limit, O, the hole cards if more than 4, /8 for hi/lo: NO, PO5/8
    decimals                    of the amounts, where they are not what guessed_decimals says
    stakes, posts               where antes and blinds_or_straddles leave them open; a post is "p1 small_blind 0.05"
    posts_all_in, all_in        whether each post or betting action was all-in: "yes", "no", or "" where not recorded
    kinds, added, to            of each betting action, where they are not what f, cc and cbr mean here, or not recorded
    out_of_turn                 true: actions are as recorded though some are out of turn
    unplayed                    true: no street is recorded, not even that before the flop
    dealt                       hole cards in another order than by seat
    shown                       all that was shown ("p1 shows AsKd", "p2 mucks") where the actions cannot tell: after a
                                fold, or the cards of a muck
    further_boards              complete boards of the second run and so on; the actions have the first one
    pots, uncalled              each pot with its wins ("p1 3.60"), rake and jackpot; what went back to whom
    button, order, absent       seat of the button where that is not the last player's; order of the players where it is
                                not by seat; players who are not dealt in
    finishing_stacks, bounties, sitting_out         where not all players have one; the seats that sit out
    hero, network, flags, currency, local_time, tournament          (a currency that is no code; time without a zone)

An extra blind is a negative entry of blinds_or_straddles, as PokerKit has it, a dead blind is in antes. Fields for
which a record has no place (address, time_limit and so on) are not kept. What the format cannot hold is refused when
writing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from ..errors import HistoryError, shown
from .phh_fields import OURS, record_of
from .record import Record
from .source import MAX_RECORD, Source, lines_of, only_hand, place

__all__ = ["MAX_DOTS", "parse_phh", "read_phh"]

# The table of a hand: not one of a user-defined field, nor [n._field].
HEADER = re.compile(
    r"""[ \t]*\[[ \t]*(?:[A-Za-z0-9-][A-Za-z0-9_-]*|"[^"\\]*"|'[^']*')[ \t]*\][ \t]*(?:#.*)?"""
)
KEY = re.compile(r"[ \t]*([A-Za-z0-9_]{1,100})[ \t]*=")
# The fields of the standard that may come behind a blank line, with what a record does not keep.
FIELD = re.compile(
    "antes|blinds_or_straddles|bring_in|small_bet|big_bet|min_bet|starting_stacks|actions|author|event|url|venue|"
    "address|city|region|postal_code|country|time|time_zone|time_zone_abbreviation|day|month|year|hand|level|seats|"
    "seat_count|table|players|finishing_stacks|winnings|currency|currency_symbol|ante_trimming_status|time_limit|"
    "time_banks"
)
# What is left of a damaged header, such as "[2" or "2]", but not the end of a list.
REMNANT = re.compile(r"""(?![ \t]*\][ \t]*$)[^="'#,]{1,20}""")
LINE = re.compile(r"\(at line (\d+), column (\d+)\)")
# Keys with dots take quadratic time to parse; a hand has no more dots than its amounts.
MAX_DOTS = 4000
# Most hands have a line for each field; one action a line is some hundred more.
MAX_LINES = 10_000


def parse_phh(text: str) -> Record:
    """The record of one hand in Poker Hand History, with or without a table header.

    Raises HistoryError for what is no hand of Omaha in this format, naming the field and what was expected.

    >>> hand = parse_phh('''
    ... variant = "PO"
    ... antes = [0, 0, 0]
    ... blinds_or_straddles = [0.50, 1.00, 0]
    ... min_bet = 1.00
    ... starting_stacks = [100.00, 85.50, 100.00]
    ... actions = ["d dh p1 ????????", "d dh p2 ????????", "d dh p3 AsAdKsQh", "p3 cbr 3.50", "p1 f", "p2 f"]
    ... ''')
    >>> hand.stakes.big_blind, hand.button, [action.added for action in hand.streets[0].actions]
    (100, 3, [350, 0, 0])
    """
    return only_hand(text, lambda text: [item for _, item in _items(text.split("\n"))])


def read_phh(source: Source) -> Iterator[Record | HistoryError]:
    """The hands of a file in Poker Hand History, in order: a Record each, a HistoryError where one cannot be read.

    source: a path, an open file (binary or text) or lines; one hand, or many under table headers. The errors are
    yielded, not raised, so that the rest is read; they name file and line and what was expected. Memory is bounded.
    Raises OSError where the path cannot be opened.

    >>> for item in read_phh(["[1]", 'variant = "NT"', "hand = 7"]):
    ...     print(item)
    <input>:1: hand 7: variant 'NT': expected PO or FO/8 (outside the standard also PO/8, NO5 and the like)
    """
    for line, item in _items(source):
        if isinstance(item, str):
            yield place(source, line, item)
        else:
            yield item


class _Block:
    """The lines of one hand, as far as can be told without parsing them.

    keys: the fields seen so far.   blanks: where blank lines behind a field are; begun: whether a field has come after.
    """

    def __init__(self) -> None:
        self.lines: list[tuple[int, str | HistoryError]] = []
        self.keys: set[str] = set()
        self.blanks: list[int] = []
        self.begun = False
        self.size = self.count = 0

    def add(self, number: int, line: str | HistoryError) -> None:
        """One more line. Of a block that is too long for a hand only the first one is kept."""
        self.count += 1
        if isinstance(line, str):
            self.size += len(line) + 1
            if not line.strip() and self.keys:
                self.blanks.append(len(self.lines))
                self.begun = False
            if not self.is_long and (key := _key(line)):
                self.keys.add(key)
                self.begun = True
        if not self.is_long:
            self.lines.append((number, line))
        else:
            del self.lines[1:], self.blanks[:]

    @property
    def is_long(self) -> bool:
        """Whether this is more than any hand has."""
        return self.size > MAX_RECORD or self.count > MAX_LINES

    def repeats(self, line: str) -> bool:
        """Whether a line begins another hand though no header says so: a field that is there already.

        Without a blank line between it may be a field that is there twice, unless it is the first one of a hand.
        """
        key = _key(line)
        return key in self.keys and (bool(self.blanks) or key == "variant")

    def split(self, line: str) -> _Block:
        """Take off the beginning of the next hand, which such a line has shown.

        That is what stands behind the last blank line, or, before the first field of a hand, what is left of a header.
        """
        if self.blanks and not (self.begun and _key(line) == "variant"):
            at = self.blanks[-1]
        else:
            at = len(self.lines)
            if at > 1 and _is_remnant(self.lines[-1][1]):
                at -= 1
        rest, self.lines[at:] = self.lines[at:], []
        after = _Block()
        for number, text in rest:
            after.add(number, text)
        return after


def _key(line: str) -> str:
    """The field that a line begins, "" where it begins none."""
    found = KEY.match(line)
    return found[1].removeprefix(OURS) if found else ""


def _is_remnant(line: str | HistoryError) -> bool:
    return isinstance(line, HistoryError) or REMNANT.fullmatch(line) is not None


def _items(source: Source) -> Iterator[tuple[int, Record | HistoryError | str]]:
    """The hands with their line numbers; what is wrong with one is a text, or an error that has its place already."""
    block = _Block()
    for number, line in lines_of(source):
        if isinstance(line, str):
            if HEADER.fullmatch(line):
                yield from _hands(block)
                block = _Block()
            elif block.repeats(line):
                after = block.split(line)
                yield from _hands(block)
                block = after
        block.add(number, line)
    yield from _hands(block)


def _hands(block: _Block) -> Iterator[tuple[int, Record | HistoryError | str]]:
    """The hand of a block. Where it cannot be read, something else may have run into it: then the hand before that."""
    lines = block.lines
    first = next(
        (at for at, (_, line) in enumerate(lines) if not isinstance(line, str) or _says(line)), None
    )
    if first is None:
        return
    start = lines[first][0]
    if block.is_long:
        limit = f"at most {MAX_RECORD} in {MAX_LINES}"
        yield start, f"a hand of {block.size} characters in {block.count} lines: expected {limit}"
        return
    whole = _hand(lines)
    if not isinstance(whole[1], Record):
        says = [
            at
            for at, (_, line) in enumerate(lines)
            if isinstance(line, HistoryError) or _says(line)
        ]
        cuts = [says[-1]] if _is_remnant(lines[says[-1]][1]) else []
        # Behind a blank line, unless a field comes next: then it is the hand itself that is broken.
        for blank in (*block.blanks[:1], *block.blanks[1:][-1:]):
            after = next((lines[at][1] for at in says if at > blank), "")
            if isinstance(after, HistoryError) or not FIELD.fullmatch(_key(after)):
                cuts.append(blank)
        for cut in cuts:
            part = _hand(lines[:cut])
            if isinstance(part[1], Record):
                yield part
                yield _hand(lines[cut:])
                return
    yield whole


def _says(line: str) -> bool:
    text = line.strip()
    return bool(text) and not text.startswith("#")


def _number(text: str) -> Decimal | float:
    """A TOML float, exact; inf and nan stay floats, which nothing here takes for an amount."""
    if len(text) > 40:
        raise ValueError(f"number {shown(text)}: expected at most 15 digits")
    return Decimal(text) if text[-1].isdecimal() else float(text)


def _hand(
    lines: list[tuple[int, str | HistoryError]],
) -> tuple[int, Record | HistoryError | str]:
    """The hand of the lines, with the number of its first one, or what is wrong with it."""
    texts: list[str] = []
    start = 0
    for number, line in lines:
        if isinstance(line, HistoryError):
            return number, line
        if not start and _says(line):
            start = number
        texts.append(line)
    if not start:
        return lines[0][0] if lines else 0, "nothing: expected a hand"
    text = "\n".join(texts)
    if text.count(".") > MAX_DOTS:
        return start, f"a hand with {text.count('.')} dots: expected at most {MAX_DOTS}"
    try:
        data: dict[str, Any] = tomllib.loads(text, parse_float=_number)
    except tomllib.TOMLDecodeError as error:
        at = LINE.search(str(error))
        line_number = lines[int(at[1]) - 1][0] if at and int(at[1]) <= len(lines) else start
        what = LINE.sub(f"at column {at[2]}" if at else "", str(error))
        return line_number, f"no TOML: {what}"
    except (ValueError, ArithmeticError) as error:
        return start, f"no TOML: {error}"
    except RecursionError:
        return start, "no TOML: it is nested too deeply"
    if len(data) == 1 and HEADER.fullmatch(next(line for line in texts if _says(line))):
        data = next(iter(data.values()))
    try:
        return start, record_of(data)
    except RecursionError:
        return start, "a field that is nested too deeply"
    except (ValueError, ArithmeticError) as error:
        name = data.get("hand") if isinstance(data, dict) else None
        return start, str(error) if name is None else f"hand {shown(name)}: {error}"
