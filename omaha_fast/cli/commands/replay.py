"""`omaha-fast replay`: do the hands of a history add up by the rules?"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from omaha_fast.cli import hand_text
from omaha_fast.cli.arguments import Parser
from omaha_fast.cli.faults import Fault, report
from omaha_fast.cli.progress import progress_shown
from omaha_fast.cli.reading import Reading, Tag
from omaha_fast.cli.terminal import colour_wanted, paint, visible
from omaha_fast.cli.wording import card_names
from omaha_fast.engine import PRESETS, FixedLimit, HouseRules
from omaha_fast.errors import HistoryError
from omaha_fast.history import (
    FORMATS,
    OPTIONS,
    Difference,
    Record,
    Verdict,
    amount_text,
)
from omaha_fast.history.replay import played, replay_tagged

if TYPE_CHECKING:
    from omaha_fast.engine import Hand

COMMAND = "omaha-fast replay"
SCHEMA = "omaha-fast/replay/1"
CONTRADICTION, UNREADABLE = 1, 2
VERDICTS = ("exact", "explained", "contradiction", "unreadable")
# A number in a reason that is no seat's and no pot's.
SEAT = re.compile(r"\bseat (\d+)\b")
AMOUNT = re.compile(r"(?<!seat )(?<!#)(?<![\d.])\d+\b(?! bets\b)")

EPILOG = f"""\
examples:
  $ omaha-fast play --bots-only --hands 3 --seed 2 --write s.ohh | head -0
  $ omaha-fast replay s.ohh
  hand              game                pot  verdict
  1                 omaha                20  exact
  2                 omaha                44  exact
  3                 omaha               160  exact
  3 hands: 3 exact, 0 explained, 0 contradictions, 0 unreadable

  omaha-fast replay hands.ohh
  omaha-fast replay *.txt --json > verdicts.jsonl
  omaha-fast replay hands.ohh --show 1623474037928

A history is Open Hand History, PHH or the text of a room; which one, its
first line tells, or --format does. "-" is standard input.

verdicts:
  exact          what the record says is what the rules give
  explained      it is with one house rule, which is named, and so are
                 all other hands of that site
  contradiction  the first place where record and rules part:
                 street, seat, action, both amounts
  unreadable     no hand of Omaha, or one whose text does not add up in
                 itself; the place is named, the rest is read

Exact hands come as they are read, the others once the last hand of their
site is read. The exit status is 1 where there is a contradiction, 2 where
a hand is unreadable.

JSON, one object a hand:
  schema ("{SCHEMA}"), file, hand, site, game, verdict, pot,
  rake, payouts (seat to amount), decimals, currency, rule, reason,
  difference (null, or street, seat, action, recorded and expected),
  recorded (pot, rake and payouts as the record has them) and checked.
  Amounts are integers, 10 to the power of decimals of them one of the
  currency. pot is null and payouts are empty where the rules cannot say
  them. An unreadable hand has file, hand (null), verdict and reason.
"""


def parser() -> Parser:
    """The options of the command."""
    result = Parser(
        prog=COMMAND,
        usage=f"{COMMAND} FILE ... [--format F] [--rules R] [--json | --show ID]",
        description="Replay the hands of a history by the rules and compare what the record says:"
        " each action, pots, rake, winners, shares, stacks.",
        epilog=EPILOG,
    )
    result.add_argument("files", metavar="FILE", nargs="+", help="hand histories, or - for stdin")
    result.add_argument("--format", choices=FORMATS, help="instead of what the first line tells")
    result.add_argument(
        "--rules", choices=PRESETS, default="default", help="the house rules, by preset"
    )
    how = result.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print JSON, one object a hand")
    how.add_argument("--show", metavar="ID", help="print this hand, street by street")
    return result


def run(arguments: argparse.Namespace) -> int:
    """Replay and print."""
    reading = Reading(arguments.files, arguments.format, COMMAND, keep=arguments.show)
    if arguments.show is not None:
        return show(arguments.show, reading, arguments.rules)
    counts: Counter[str] = Counter()
    head = f"{'hand':<16}  {'game':<9}  {'pot':>12}  verdict"
    with progress_shown() as progress:
        reading.progress = progress
        for tag, verdict in replay_tagged(reading.records(), PRESETS[arguments.rules]):
            if isinstance(verdict, HistoryError):
                counts["unreadable"] += 1
                if arguments.json:
                    print(json.dumps(unreadable(tag, verdict)))
                else:
                    report(Fault(str(verdict)), COMMAND)
                continue
            if not arguments.json and not any(counts[name] for name in VERDICTS[:3]):
                print(head)
            counts[verdict.verdict] += 1
            print(json.dumps(as_json(tag, verdict)) if arguments.json else line(tag, verdict))
    if not arguments.json:
        hands = sum(counts.values())
        told = ", ".join(
            f"{counts[name]:,} {name}" + "s" * (name == "contradiction" and counts[name] != 1)
            for name in VERDICTS
        )
        print(f"{hands:,} hand{'s' * (hands != 1)}: {told}")
    if counts["unreadable"] or reading.failed:
        return UNREADABLE
    return CONTRADICTION if counts["contradiction"] else 0


def line(tag: Tag, verdict: Verdict) -> str:
    """A hand in a line."""
    pot = "-" if verdict.pot is None else amount_text(verdict.pot, tag.decimals)
    reason = in_currency(verdict.difference, tag.decimals)
    told = {"explained": f": {verdict.rule}", "contradiction": f": {reason}"}
    text = visible(verdict.verdict + told.get(verdict.verdict, ""))
    if verdict.verdict == "exact" and colour_wanted(sys.stdout):
        text = paint(text, "good")
    return f"{visible(verdict.id) or '-':<16}  {verdict.game:<9}  {pot:>12}  {text}"


def as_json(tag: Tag, verdict: Verdict) -> dict[str, Any]:
    """The keys that --help documents."""
    difference, (pot, rake, payouts) = verdict.difference, tag.said
    return {
        "schema": SCHEMA,
        "file": tag.file,
        "hand": verdict.id,
        "site": verdict.site,
        "game": verdict.game,
        "verdict": verdict.verdict,
        "pot": verdict.pot,
        "rake": verdict.rake,
        "payouts": seats(verdict.payouts),
        "decimals": tag.decimals,
        "currency": tag.currency,
        "rule": verdict.rule,
        "reason": verdict.reason or None,
        "difference": None if difference is None else asdict(difference),
        "recorded": {"pot": pot, "rake": rake, "payouts": seats(payouts)},
        "checked": list(verdict.checked),
    }


def seats(payouts: dict[int, int]) -> dict[str, int]:
    """Seats as JSON's keys."""
    return {str(seat): chips for seat, chips in payouts.items()}


def in_currency(difference: Difference | None, decimals: int) -> str:
    """The difference in words, its amounts as decimals."""
    if difference is None:
        return ""
    if difference.recorded is None and difference.expected is None:
        return str(difference)
    return AMOUNT.sub(lambda found: amount_text(int(found[0]), decimals), str(difference))


def unreadable(tag: Tag, error: HistoryError) -> dict[str, Any]:
    """A record that cannot be read."""
    return {
        "schema": SCHEMA,
        "file": tag.file,
        "hand": None,
        "verdict": "unreadable",
        "reason": str(error),
    }


def show(number: str, reading: Reading, rules: str) -> int:
    """Print the hands with an id, street by street. All are replayed: what explains one, all of its site must bear."""
    status = None
    for tag, verdict in replay_tagged(reading.records(), PRESETS[rules]):
        if tag.record is not None and isinstance(verdict, Verdict):
            if status is not None:
                print()
            status = max(status or 0, print_record(tag.record, verdict, PRESETS[rules]))
    if status is None:
        raise Fault(f"no hand {number!r} that can be read in {', '.join(reading.files)}")
    return status


def print_record(record: Record, verdict: Verdict, rules: HouseRules) -> int:
    """One hand: who sat there, what happened, who got what and why, and the verdict."""

    def chips(units: int) -> str:
        return amount_text(units, record.decimals)

    option = next((each for each in OPTIONS if f"{each[0]}={each[1]}" == verdict.rule), None)
    result = played(record, rules, option)
    names = {
        player.seat: visible(player.name) or f"seat {player.seat}" for player in record.players
    }
    stakes = record.stakes
    low, high = stakes.small_blind, stakes.big_blind
    if isinstance(stakes, FixedLimit):
        low, high = stakes.small_bet, stakes.big_bet
    print(
        ", ".join(
            visible(part)
            for part in (
                f"hand {record.id}",
                record.site,
                f"{record.game} {stakes.kind.replace('_', ' ')}"
                f" {chips(low)}/{chips(high)} {record.currency}".rstrip(),
                record.table and f"table {record.table}",
                record.time.isoformat(" ") if record.time else "",
            )
            if part
        )
    )
    holes = record.hole_cards()
    wide = max(map(len, names.values()))
    for player in record.players:
        cards = paint_cards(card_names(holes.get(player.seat, ())))
        marks = " button" * (player.seat == record.button) + " sits out" * player.sitting_out
        row = f"seat {player.seat:<2} {names[player.seat]:<{wide}}  {chips(player.stack):>12}"
        print(f"{row}  {cards}{marks}".rstrip())
    hand = result.hand
    if hand is not None:
        seats = result.seats

        def who(seat: int) -> str:
            return names[seats[seat]]

        for text in hand_text.street_by_street(hand, who, chips):
            print(paint_cards(text))
        # Where unknown cards decide, the rules do not say who wins; what nobody recorded has no contradiction.
        if hand.finished and ("shares" in result.checked or not result.vague):
            print("payout")
            for text in hand_text.payout(result.awards, result.rakes, who, chips):
                print(paint_cards(text))
        elif record.payouts:
            told = ", ".join(f"{names[seat]} {chips(won)}" for seat, won in record.payouts.items())
            print(f"payout, as recorded: {told}")
    if result.parted is not None:
        said = in_currency(result.parted, record.decimals)
        said = SEAT.sub(lambda found: names.get(int(found[1]), found[0]), said)
        print(visible(f"contradiction: {said}"))
        for text in recorded_rest(record, hand, names, chips):
            print(paint_cards(text))
        return CONTRADICTION
    rule = "" if verdict.rule is None else f"explained by {verdict.rule}; "
    print(f"{rule or 'exact; '}checked: {', '.join(result.checked)}")
    return 0


def recorded_rest(
    record: Record, hand: Hand | None, names: dict[int, str], chips: Callable[[int], str]
) -> Iterator[str]:
    """What the record goes on with where the rules do not follow it."""
    made = 0 if hand is None else sum(event.name in hand_text.ACTIONS for event in hand.events())
    actions = [(street.name, action) for street in record.streets for action in street.actions]
    rest = actions[made:]
    if not rest:
        return
    yield "recorded from there on"
    for name, action in rest:
        added = f" {chips(action.added)}" if action.added else ""
        flag = ", all-in" * bool(action.all_in)
        yield f"  {name}: {names[action.seat]} {action.kind}{added}{flag}"
    for board in record.boards:
        yield f"  board {card_names(board)}"
    for each in record.shown:
        cards = card_names(each.cards)
        yield f"  {names[each.seat]} {'mucks' if each.mucked else 'shows'} {cards}".rstrip()


def paint_cards(text: str) -> str:
    """Cards in the colours of their suits, where there are colours."""
    return paint(text, "cards") if colour_wanted(sys.stdout) else text
