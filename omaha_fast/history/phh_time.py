"""When a hand in Poker Hand History began: date, time and zone are fields of their own there."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from .ohh_fields import Fields

__all__ = ["moment"]

# Abbreviations that name one offset, by their hours, and those that rooms print for a whole zone.
NAMES = {
    0: "UTC GMT WET",
    1: "CET WEST",
    2: "CEST EET",
    3: "EEST MSK",
    9: "JST",
    10: "AEST",
    11: "AEDT",
    -4: "EDT",
    -5: "EST CDT",
    -6: "MDT",
    -7: "MST PDT",
    -8: "PST",
}
OFFSETS = {name: hours for hours, names in NAMES.items() for name in names.split()}
ZONES = {"ET": "America/New_York", "CT": "America/Chicago", "PT": "America/Los_Angeles"}
ZONE = re.compile(r"[A-Za-z0-9_+-]{1,40}(?:/[A-Za-z0-9_+-]{1,40}){0,2}")


def moment(fields: Fields, *, naive: bool = False) -> datetime | None:
    """The moment in UTC that the fields tell; None where date, time or zone are missing or the zone is not known here.

    Without any zone it is UTC, by the standard, unless the place is named.   naive: as it is there, without a zone.
    Raises ValueError for what is no date or time.

    >>> moment(Fields({"time": time(20, 15), "day": 1, "month": 5, "year": 2024,
    ...                "time_zone_abbreviation": "EDT"}, "")).isoformat()
    '2024-05-02T00:15:00+00:00'
    """
    clock = fields.data.get("time")
    year, month, day = (fields.whole(key, required=False) for key in ("year", "month", "day"))
    if clock is None or year is None or month is None or day is None:
        return None
    if not isinstance(clock, time):
        raise fields.wrong("time", "a time such as 20:15:00")
    try:
        local = datetime.combine(date(year, month, day), clock)
    except (ValueError, OverflowError):
        raise fields.wrong("day", "a day of the month, and a year from 1 to 9999") from None
    zone = None if naive else _zone(fields)
    if naive or zone is None:
        return local if naive else None
    try:
        return local.replace(tzinfo=zone).astimezone(UTC)
    except OverflowError:
        raise fields.wrong("year", "a year from 1 to 9999") from None


def _zone(fields: Fields) -> tzinfo | None:
    name, short = fields.text("time_zone"), fields.text("time_zone_abbreviation")
    if name == "UTC" or (
        not name and not short and not all(map(fields.text, ("city", "region", "country")))
    ):
        return UTC
    if not name and short in OFFSETS:
        return timezone(timedelta(hours=OFFSETS[short]))
    name = name or ZONES.get(short, "")
    try:
        return ZoneInfo(name) if ZONE.fullmatch(name) else None
    except (KeyError, ValueError, OSError):
        return None
