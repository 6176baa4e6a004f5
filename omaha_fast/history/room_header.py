"""The first line of a hand in room text: site, number, game, stakes and time; and the amounts of the format.

PokerStars Hand #7: Omaha Hi/Lo Pot Limit ($0.05/$0.10 USD) - 2012/09/11 3:51:48 ET
PokerStars Hand #8: Tournament #2, $1.00+$0.10 USD Omaha Pot Limit - Level III (25/50) - 2012/09/11 3:51:48 ET
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ..engine.stakes import AnteKind
from ..errors import shown
from ..games import GAMES
from .record import Tournament, parse_amount

__all__ = ["SYMBOLS", "Header", "Money", "eastern", "is_header", "parse_header", "parse_time"]

SYMBOLS = {
    "USD": "$",
    "CAD": "$",
    "AUD": "$",
    "EUR": "€",
    "GBP": "£",
    "CNY": "¥",
    "JPY": "¥",
    "INR": "₹",
}
CODES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "₹": "INR"}

# Every quantifier is bounded or followed by what it cannot match, so that no text takes more than linear time.
NUMBER = re.compile(r"(?:[0-9]{1,40}|[0-9]{1,3}(?:,[0-9]{3}){1,9})(?:\.[0-9]{1,40})?", re.ASCII)
# No site is called like a line that ends with the name of a player, who may be called like anything.
NO_SITE = r"(?!Uncalled bet |Dealt to |[^#:]{1,80} for eliminating )"
START = re.compile(
    rf"\ufeff?{NO_SITE}(?:(?P<site>[^#:]{{1,80}}) )?(?:Hand|Game) #(?P<id>[^:#]{{0,60}}): *(?=\S)"
)
DATE = r"[0-9]{4}[/-][0-9]{1,2}[/-][0-9]{1,2} [0-9]{1,2}:[0-9]{2}:[0-9]{2}"
TIME = re.compile(rf" - ({DATE})(?: ([A-Z]{{1,5}}))?(?: \[({DATE})(?: ([A-Z]{{1,5}}))?\])?$")
STAKES_END = re.compile(r"[0-9]/[^/()]{1,60}\)$")
NETWORK = re.compile(r"\{([^{}]{1,200})\} +")
TOURNAMENT = re.compile(r"Tournament #([^,#]{0,60}), *")
GAME = re.compile(
    r"(?:([4-6])[ -]Cards? )?Omaha(?: ?(Hi/Lo|Hi-Lo|Hi Lo|H/L))?(?: ([4-6]) Cards?)?"
    r" (Pot Limit|No Limit|Fixed Limit|Limit)|(PL|NL|FL)O(8)?(?:-?([4-6]))?( Hi/Lo| Hi-Lo)?\b"
)
LIMITS = {
    "Pot Limit": "pot_limit",
    "No Limit": "no_limit",
    "Fixed Limit": "fixed_limit",
    "Limit": "fixed_limit",
    "PL": "pot_limit",
    "NL": "no_limit",
    "FL": "fixed_limit",
}
ANTE_WORDS: dict[str, AnteKind] = {
    "Ante": "uniform",
    "Big Blind Ante": "big_blind",
    "Button Ante": "button",
}

# Hours from UTC, and whose summer time: that of the USA, of the EU, or none.
ZONES = {
    "UTC": (0, ""),
    "GMT": (0, ""),
    "MSK": (3, ""),
    "EST": (-5, ""),
    "EDT": (-4, ""),
    "ET": (-5, "US"),
    "WET": (0, "EU"),
    "CET": (1, "EU"),
    "EET": (2, "EU"),
}


@dataclass(frozen=True, slots=True)
class Money:
    """How a hand prints amounts: its currency's symbol and the number of decimals.

    >>> Money("$", 2).units("$1,250.5"), Money("$", 2).text(125000), Money("", 2).text(125000)
    (125050, '$1250', '1250.00')
    """

    symbol: str
    decimals: int

    def units(self, text: str) -> int:
        """An amount in units. Raises ValueError for what is none of this currency."""
        number = text.removeprefix(self.symbol)
        if not NUMBER.fullmatch(number):
            raise ValueError(f"amount {shown(text)}: expected one such as {self.text(1000)}")
        return parse_amount(number.replace(",", ""), self.decimals)

    def text(self, units: int, *, cents: bool = False) -> str:
        """An amount as rooms print it: "$10" and "$0.50"; with cents "$10.00" too, as always without a symbol."""
        if not self.decimals:
            return f"{self.symbol}{units}"
        whole, rest = divmod(units, 10**self.decimals)
        if not rest and self.symbol and not cents:
            return f"{self.symbol}{whole}"
        return f"{self.symbol}{whole}.{rest:0{self.decimals}d}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What the first line says. small, big: the blinds, or the bets of fixed limit.

    ante, ante_kind, blinds: None where only the posts tell.   money: of the chips.   prize: of a tournament's money.
    """

    id: str
    site: str
    fast: bool
    network: str
    game: str
    structure: str
    small: int
    big: int
    ante: int | None
    ante_kind: AnteKind | None
    blinds: tuple[int, int] | None
    currency: str
    money: Money
    prize: Money
    time: datetime | None
    tournament: Tournament | None

    @property
    def big_blind(self) -> int:
        """The big blind as far as this line tells: in fixed limit the small bet."""
        if self.blinds is not None:
            return self.blinds[1]
        return self.small if self.structure == "fixed_limit" else self.big


def is_header(line: str) -> bool:
    """Whether a line begins a hand, of whatever game.

    >>> is_header("PokerStars Hand #7:  Hold'em No Limit ($1/$2 USD)"), is_header("Ann: folds")
    (True, False)
    """
    if "#" not in line or not START.match(line):
        return False
    line = line.rstrip()
    # Whatever players call themselves, their lines do not end like that.
    return bool(TIME.search(line) or STAKES_END.search(line[-80:]))


def parse_header(line: str) -> Header:
    """What the first line of a hand says. Raises ValueError naming the part and what was expected.

    >>> head = parse_header("PokerStars Hand #7:  5 Card Omaha Pot Limit ($0.05/$0.10 USD) - 2012/09/11 3:51:48 ET")
    >>> head.site, head.id, head.game, head.big, str(head.time)
    ('PokerStars', '7', 'omaha5', 10, '2012-09-11 07:51:48+00:00')
    """
    start = START.match(line)
    if start is None:
        raise ValueError(f"line {shown(line)}: expected the first line of a hand")
    body = line[start.end() :].rstrip()
    time = None
    if found := TIME.search(body):
        time = parse_time(*found.groups())
        body = body[: found.start()]
    network = ""
    if named := NETWORK.match(body):
        network, body = named[1], body[named.end() :]
    number = TOURNAMENT.match(body)
    if number:
        body = body[number.end() :]
    game = GAME.search(body)
    if game is None:
        words = body.partition(" (")[0].partition(" - ")[0]
        raise ValueError(
            f"game {shown(words)}: expected Omaha or Omaha Hi/Lo, Pot Limit, No Limit or Limit"
        )
    before, after = body[: game.start()], body[game.end() :]
    level = ""
    if number:
        level, after = _level(after)
    elif before and not before.endswith("("):
        raise ValueError(f"game {shown(body)}: expected Omaha")
    # A mixed game names this hand's in its parentheses: "HORSE (Omaha Hi/Lo Limit, $2/$4 USD)".
    after = after.removeprefix(", ").removeprefix(" (").removesuffix(")")
    stakes, currency = _currency(after)
    symbol = stakes[:1] if stakes[:1] in CODES else ""
    money = Money(symbol, 2 if symbol or currency or "." in stakes else 0)
    small, big, ante, kind, blinds = _stakes(stakes, money)
    tournament, prize = None, money
    if number:
        tournament, prize = _tournament(number[1], before, level)
    site = start["site"] or ""
    fast = site == "Zoom" or site.endswith(" Zoom")
    return Header(
        id=start["id"].strip(),
        site=site.removesuffix("Zoom").rstrip() if fast else site,
        fast=fast,
        network=network,
        game=_game(game),
        structure=LIMITS[game[4] or game[5]],
        small=small,
        big=big,
        ante=ante,
        ante_kind=kind,
        blinds=blinds,
        currency=tournament.currency if tournament else currency or CODES.get(symbol, ""),
        money=money,
        prize=prize,
        time=time,
        tournament=tournament,
    )


def _game(found: re.Match[str]) -> str:
    """The name of the game: four cards where nothing is said."""
    size = int(found[1] or found[3] or found[7] or 4)
    hilo = bool(found[2] or found[6] or found[8])
    return next(name for name, game in GAMES.items() if (game.cards, game.hilo) == (size, hilo))


def _level(text: str) -> tuple[str, str]:
    """The level of a tournament, and the stakes in parentheses: " - Level III (25/50)"."""
    text = text.removeprefix(")").lstrip()
    at = text.find("(")
    if at < 0 or not text.endswith(")"):
        raise ValueError(f"level {shown(text)}: expected one such as Level III (25/50)")
    level = text[:at].removeprefix("- ").rstrip()
    return level.removeprefix("Level "), " " + text[at:]


def _currency(text: str) -> tuple[str, str]:
    """A text without the code of its currency, and the code."""
    rest, _, code = text.rstrip().rpartition(" ")
    if len(code) == 3 and code.isascii() and code.isupper() and code.isalpha():
        return rest.rstrip(" -"), code
    return text, ""


def _stakes(
    text: str, money: Money
) -> tuple[int, int, int | None, AnteKind | None, tuple[int, int] | None]:
    """Both numbers, the ante with its kind, and the blinds: "$1/$2 - Ante $0.50", "100/200(25)"."""
    first, *more = text.split(" - ", 3)
    first, inner, nested = first.partition("(")
    small, slash, big = first.partition("/")
    if not slash:
        raise ValueError(f"stakes {shown(text)}: expected two amounts such as $1/$2")
    ante, kind, blinds = None, None, None
    if inner:
        ante = money.units(nested.removesuffix(")"))
    for part in more:
        words, _, amount = part.rpartition(" ")
        if amount in ANTE_WORDS:
            words, amount = amount, words
        if words in ANTE_WORDS:
            ante, kind = money.units(amount), ANTE_WORDS[words]
        elif words == "Blinds":
            one, _, two = amount.partition("/")
            blinds = money.units(one), money.units(two)
        else:
            raise ValueError(f"stakes {shown(part)}: expected an ante; cap games are not read")
    return money.units(small), money.units(big), ante, kind, blinds


def _tournament(number: str, text: str, level: str) -> tuple[Tournament, Money]:
    """The tournament with its buy-in, "$5+$1 USD", with a bounty "$5+$5+$1 USD", "Freeroll"; or with its name."""
    text = text.rstrip(" (").rstrip()
    if text and text[0] not in CODES and not text[0].isdecimal() and text[:8] != "Freeroll":
        return Tournament(number, name=text, level=level), Money("", 2)
    text, currency = _currency(text)
    symbol = text[:1] if text[:1] in CODES else ""
    prize = Money(symbol, 2)
    parts: list[int | None] = []
    if text == "Freeroll":
        parts = [0]
    elif text:
        amounts = text.split("+", 3)
        if len(amounts) > 3:
            raise ValueError(f"buy-in {shown(text)}: expected one such as $1.00+$0.10 USD")
        parts = [prize.units(amount) for amount in amounts]
    info = Tournament(
        number,
        currency=currency or CODES.get(symbol, ""),
        buy_in=parts[0] if parts else None,
        fee=parts[-1] if len(parts) > 1 else None,
        bounty=parts[1] if len(parts) > 2 else None,
        level=level,
    )
    return info, prize


# -- time --------------------------------------------------------------------------------------------------------------


def parse_time(local: str, zone: str | None, other: str | None, other_zone: str | None) -> datetime:
    """The time in UTC: the first one where it is in UTC, else the one in brackets, which is Eastern time.

    Without a zone it is taken for UTC. In the hour that comes twice a year the first one is meant.
    Raises ValueError for a date that is none, or a zone that is not known.

    >>> str(parse_time("2018/01/01 01:01:01", "CET", "2017/12/31 19:01:01", "ET"))
    '2018-01-01 00:01:01+00:00'
    """
    if zone not in (None, "UTC") and other is not None:
        local, zone = other, other_zone
    if zone is not None and zone not in ZONES:
        names = ", ".join(ZONES)
        raise ValueError(f"time zone {shown(zone)}: expected {names}, or a time in brackets")
    day, _, clock = local.partition(" ")
    numbers = [int(part) for part in (*re.split("[/-]", day), *clock.split(":"))]
    try:
        moment = datetime(*numbers, tzinfo=UTC)  # type: ignore[misc, arg-type]  # six numbers
        hours, summer = ZONES[zone or "UTC"]
        return moment - timedelta(hours=hours + _in_summer(moment, hours, summer))
    except (ValueError, OverflowError):
        raise ValueError(
            f"time {shown(local)}: expected a date such as 2012/09/11 3:51:48"
        ) from None


def eastern(moment: datetime) -> datetime:
    """A time in UTC as the clocks of the eastern USA show it; still marked UTC, for printing only.

    >>> str(eastern(datetime(2012, 9, 11, 7, 51, 48, tzinfo=UTC)))[:19]
    '2012-09-11 03:51:48'
    """
    standard = moment - timedelta(hours=5)
    # Summer time ends at 2:00 of summer time, which is 1:00 of standard time.
    start, end = _summer_of(standard.year, -5, "US")
    return standard + timedelta(hours=start <= standard < end - timedelta(hours=1))


def _in_summer(local: datetime, hours: int, rule: str) -> bool:
    if not rule:
        return False
    start, end = _summer_of(local.year, hours, rule)
    return start <= local < end


def _summer_of(year: int, hours: int, rule: str) -> tuple[datetime, datetime]:
    """When summer time begins and ends, each by the clock that is shown until then."""
    if rule == "EU":
        start, end = _sunday(year, 3, -1), _sunday(year, 10, -1)
        return start + timedelta(hours=1 + hours), end + timedelta(hours=2 + hours)
    if year < 2007:
        start, end = _sunday(year, 4, 1), _sunday(year, 10, -1)
    else:
        start, end = _sunday(year, 3, 2), _sunday(year, 11, 1)
    return start + timedelta(hours=2), end + timedelta(hours=2)


def _sunday(year: int, month: int, count: int) -> datetime:
    """The first (1), second (2) or last (-1) Sunday of a month; all of those asked for have 31 days when the last."""
    if count < 0:
        day = datetime(year, month, 31, tzinfo=UTC)
        return day - timedelta(days=(day.weekday() + 1) % 7)
    day = datetime(year, month, 7 * count - 6, tzinfo=UTC)
    return day + timedelta(days=(6 - day.weekday()) % 7)
