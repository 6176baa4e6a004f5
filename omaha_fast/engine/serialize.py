"""Stakes, house rules and cards as plain data that JSON can hold, there and back without loss."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from ..cards import card_name
from ..errors import shown
from .rules import BuyIn, HouseRules, Rake
from .stakes import FixedLimit, NoLimit, PotLimit, Stakes

__all__ = [
    "SCHEMA",
    "VERSION",
    "dump",
    "load",
    "plain_cards",
    "plain_rules",
    "plain_stakes",
    "rules_from",
    "stakes_from",
]

SCHEMA = "omaha_fast.hand"
VERSION = 1
STRUCTURES: dict[str, type[FixedLimit | PotLimit | NoLimit]] = {
    structure.kind: structure for structure in (FixedLimit, PotLimit, NoLimit)
}
NAMES = tuple(card_name(number) for number in range(52))
# Far above any hand: a text beyond it is not read.
LONGEST = 1_000_000


def plain_cards(cards: Iterable[int]) -> list[str]:
    """Cards as a list of two-letter texts.

    >>> plain_cards([51, 0])
    ['As', '2c']
    """
    return [NAMES[card] for card in cards]


def plain_stakes(stakes: Stakes) -> dict[str, Any]:
    """Stakes as a dict: "kind" and the fields.

    >>> plain_stakes(NoLimit(1, 2))
    {'kind': 'no_limit', 'small_blind': 1, 'big_blind': 2, 'ante': 0, 'ante_kind': 'uniform'}
    """
    names = [field.name for field in fields(stakes)]
    return {"kind": stakes.kind, **{name: getattr(stakes, name) for name in names}}


def stakes_from(data: Mapping[str, Any]) -> Stakes:
    """The inverse of plain_stakes. Raises ValueError for anything else.

    >>> stakes_from({"kind": "pot_limit", "small_blind": 1, "big_blind": 2})
    PotLimit(small_blind=1, big_blind=2, ante=0, ante_kind='uniform')
    """
    values = dict(data)
    kind = values.pop("kind", None)
    structure = STRUCTURES.get(kind) if isinstance(kind, str) else None
    if structure is None:
        raise ValueError(f"stakes of kind {shown(kind)}: expected one of {', '.join(STRUCTURES)}")
    _known(values, [field.name for field in fields(structure)], "stakes")
    return structure(**values)


def plain_rules(rules: HouseRules) -> dict[str, Any]:
    """House rules as a dict of the options that are not at their default.

    >>> plain_rules(HouseRules(burn=False, rake=Rake("4.5", cap=3)))
    {'burn': False, 'rake': {'percent': '9/2', 'cap': 3, 'unit': 1, 'no_flop_no_drop': False}}
    """
    result: dict[str, Any] = {}
    for field in fields(rules):
        value = getattr(rules, field.name)
        if value == field.default:
            continue
        if isinstance(value, Rake | BuyIn):
            value = {inner.name: getattr(value, inner.name) for inner in fields(value)}
            if "percent" in value:
                value["percent"] = str(value["percent"])
        result[field.name] = value
    return result


def rules_from(data: Mapping[str, Any]) -> HouseRules:
    """The inverse of plain_rules. Raises ValueError for anything else.

    >>> rules_from({"runs": 2}).runs
    2
    """
    values = dict(data)
    _known(values, [field.name for field in fields(HouseRules)], "house rules")
    for name, make in (("rake", Rake), ("buy_in", BuyIn)):
        if values.get(name) is not None:
            inner = dict(values[name])
            _known(inner, [field.name for field in fields(make)], name)
            values[name] = make(**inner)
    return HouseRules(**values)


def _known(values: Mapping[str, Any], names: Sequence[str], what: str) -> None:
    for name in values:
        if name not in names:
            raise ValueError(f"{what} with {shown(name)}: expected one of {', '.join(names)}")


def dump(events: Iterable[Mapping[str, Any]], schema: str = SCHEMA) -> str:
    """The JSON text of a hand, or of what the schema names: its events, under the schema and a version.

    >>> dump([])
    '{"schema":"omaha_fast.hand","version":1,"events":[]}'
    """
    envelope = {"schema": schema, "version": VERSION, "events": list(events)}
    return json.dumps(envelope, separators=(",", ":"))


def load(text: str | bytes, schema: str = SCHEMA) -> list[Mapping[str, Any]]:
    """The events of a JSON text of dump(). Raises ValueError for anything else.

    >>> load(dump([{"event": "checked", "seat": 1}]))
    [{'event': 'checked', 'seat': 1}]
    """
    what = schema.rpartition(".")[2]
    if not isinstance(text, str | bytes):
        raise TypeError(f"{type(text).__name__}: expected the JSON text of a {what}")
    if len(text) > LONGEST:
        raise ValueError(f"JSON of {len(text)} characters: expected at most {LONGEST}")
    try:
        data = json.loads(text)
    except RecursionError:
        raise ValueError(f"JSON nested too deeply: expected a {what}") from None
    if not isinstance(data, dict) or data.get("schema") != schema:
        raise ValueError(f"JSON without the schema {schema!r}: expected a {what}")
    if data.get("version") != VERSION:
        raise ValueError(f"{what} of version {shown(data.get('version'))}: expected {VERSION}")
    events = data.get("events")
    if not isinstance(events, list) or not all(isinstance(event, dict) for event in events):
        raise ValueError(f"{what} without a list of events")
    return events
