"""Open Hand History: a hand is a JSON object {"ohh": {...}}; a file holds them on lines or between blank lines.

What the format cannot hold is refused when writing, never left out: see write_ohh.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Any

from ..errors import HistoryError, shown
from .ohh_fields import Fields, record_of
from .record import Record
from .source import MAX_RECORD, Source, lines_of, only_hand, place

__all__ = ["parse_ohh", "read_ohh"]

BLANKS = re.compile(r"[ \t\r\n]*")
START = re.compile(r'\{\s*"ohh"\s*:')


def _refuse(name: str) -> Any:
    raise ValueError(f"{name}: expected a number")


def _number(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:  # an exponent beyond all bounds
        raise ValueError(f"number {shown(text)}: expected at most 15 digits") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a second field of a name would be lost without a word."""
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise ValueError(f"field {shown(name)} twice: expected it once")
            seen.add(name)
    return result


DECODER = json.JSONDecoder(parse_float=_number, parse_constant=_refuse, object_pairs_hook=_object)


def parse_ohh(text: str) -> Record:
    """The record of one hand in Open Hand History.

    Raises HistoryError for what is no hand of Omaha in this format, naming the field and what was expected.

    >>> from omaha_fast.history import parse_ohh, ohh_text
    >>> hand = parse_ohh('''{"ohh": {"game_number": "7", "game_type": "Omaha", "bet_limit": {"bet_type": "PL"},
    ...   "dealer_seat": 1, "small_blind_amount": 0.05, "big_blind_amount": 0.10, "rounds": [], "pots": [], "players": [
    ...   {"id": 0, "seat": 1, "name": "Ann", "starting_stack": 10},
    ...   {"id": 1, "seat": 4, "name": "Bob", "starting_stack": 9.5}]}}''')
    >>> hand.stakes.big_blind, [player.stack for player in hand.players]
    (10, [1000, 950])
    """
    return only_hand(text, lambda text: [item for _, item in _objects(text)])


def read_ohh(source: Source) -> Iterator[Record | HistoryError]:
    """The hands of a file in Open Hand History, in order: a Record each, a HistoryError where one cannot be read.

    source: a path, an open file (binary or text) or lines. One hand a line, or hands between blank lines. The errors
    are yielded, not raised, so that the rest is read; they name file and line and what was expected. Memory is bounded.
    Raises OSError where the path cannot be opened.

    >>> for item in read_ohh(['{"ohh": {"game_number": "7", "game_type": "Holdem"}}']):
    ...     print(item)
    <input>:1: hand '7': game 'Holdem': expected Omaha or OmahaHiLo
    """
    waiting: list[str] = []
    first = size = 0

    def flush() -> Iterator[Record | HistoryError]:
        text = "\n".join(waiting)
        waiting.clear()
        if text:
            line = first
            before = 0
            for at, item in _objects(text):
                line += text.count("\n", before, at)
                before = at
                if isinstance(item, Record):
                    yield item
                else:
                    yield place(source, line, item)

    for number, line in lines_of(source):
        if isinstance(line, HistoryError):
            yield from flush()
            yield line
            continue
        # A hand that was cut off must not swallow the next one: a new start ends it, blank line or not.
        blank = not line.strip()
        if blank or START.match(line) or size + len(line) > MAX_RECORD:
            yield from flush()
        elif len(waiting) > 1 and waiting[-1].strip() == "{" and line.lstrip().startswith('"ohh"'):
            waiting.pop()
            yield from flush()
            waiting.append("{")
            first, size = number - 1, 2
        if blank:
            continue
        if not waiting:
            first, size = number, 0
        waiting.append(line)
        size += len(line) + 1
    yield from flush()


def _objects(text: str) -> Iterator[tuple[int, Record | str]]:
    """Where each hand in a text begins, and the hand, or what is wrong with it.

    After what cannot be parsed the next start of a hand is looked for. From there on nothing is parsed beyond the start
    after it, so that rubbish full of starts takes no more than linear time.
    """
    items, end = _decoded(text, 0, len(text))
    yield from items
    if end < len(text):
        starts = [found.start() for found in START.finditer(text, end + 1)]
        for start, after in pairwise([*starts, len(text)]):
            yield from _decoded(text, start, after)[0]


def _decoded(text: str, start: int, end: int) -> tuple[list[tuple[int, Record | str]], int]:
    """The hands in a part of a text up to the first that cannot be parsed, and where that one begins (or the end)."""
    part = text[start:end]
    items: list[tuple[int, Record | str]] = []
    at = BLANKS.match(part).end()  # type: ignore[union-attr]  # it matches nothing too
    while at < len(part):
        try:
            value, after = DECODER.raw_decode(part, at)
        except (ValueError, RecursionError) as error:
            items.append((start + at, _told(error)))
            return items, start + at
        items.append((start + at, _hand(value)))
        at = BLANKS.match(part, after).end()  # type: ignore[union-attr]
    return items, end


def _told(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"no JSON object, at character {error.pos + 1}: {error.msg}"
    if isinstance(error, RecursionError):
        return "no JSON object: it is nested too deeply"
    return f"no JSON object: {error}"


def _hand(value: object) -> Record | str:
    if not isinstance(value, dict) or not isinstance(value.get("ohh"), dict):
        return f'{shown(value)[:60]}: expected {{"ohh": {{...}}}}'
    hand = value["ohh"]
    try:
        return record_of(Fields(hand, ""))
    except ValueError as error:
        number = hand.get("game_number")
        return f"hand {shown(number)}: {error}" if number is not None else str(error)
