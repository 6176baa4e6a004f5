"""Room text written: round trips of every hand there is, exact totals, refusals, and a foreign reader."""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import ClassVar

import engine_soak
import history_hands
import pytest
import room_hands as own
from room_hands import read

import omaha_fast as of
from omaha_fast.engine import FixedLimit, Hand, NoLimit, PotLimit
from omaha_fast.history import (
    Action,
    Player,
    Posted,
    Record,
    RecordedPot,
    Shown,
    Street,
    Tournament,
    parse_ohh,
    read_ohh,
    record_hand,
    replay,
)
from omaha_fast.history.room_text import parse_room_text, read_room_text
from omaha_fast.history.room_write import room_text, write_room_text

samples = pytest.mark.skipif(history_hands.SAMPLES is None, reason="OMAHA_FAST_HANDS is not set")
PLAIN = parse_room_text(own.CASH)


def cards(text):
    return tuple(of.parse_cards(text))


def idle(action):
    """A fold or check moves no chips: the format says nothing of all-in there."""
    return replace(action, all_in=None) if action.kind in ("fold", "check") else action


def comparable(record, read_again):
    """The record as the documentation says that it comes back: what follows from the rest is left out, what is always
    said is filled in from what was read."""
    pots = record.pots
    if len(record.boards) > 1:
        pots = tuple(
            replace(pot, wins=tuple(sorted(Counter(dict(pot.wins)).items()))) for pot in pots
        )
    streets = tuple(
        replace(street, actions=tuple(map(idle, street.actions))) for street in record.streets
    )
    return replace(
        record,
        players=tuple(replace(player, final_stack=None) for player in record.players),
        streets=streets,
        pots=pots,
        uncalled=record.uncalled or read_again.uncalled,
        hero=read_again.hero if record.hero is None and len(record.dealt) == 1 else record.hero,
        flags=tuple(flag for flag in record.flags if flag in ("Fast", "Play_Money")),
    )


def comes_back(record):
    """The text of a record, which is read again and compared."""
    text = room_text(record)
    again = parse_room_text(text)
    assert again == comparable(record, again)
    assert room_text(again) == text
    return text


def without_flags(record):
    """The record as one that does not say who is all-in."""
    return replace(
        record,
        posts=tuple(replace(post, all_in=None) for post in record.posts),
        streets=tuple(
            replace(street, actions=tuple(replace(act, all_in=None) for act in street.actions))
            for street in record.streets
        ),
    )


def amounts(text):
    """The number in each amount of a text."""
    return [
        Decimal(number.replace(",", "")) for number in re.findall(r"[0-9][0-9.,]*[0-9]|[0-9]", text)
    ]


def check_totals(text):
    """What is collected and the rake are the total pot; so are what was put in, less what went back."""
    total = next(line for line in text.split("\n") if line.startswith("Total pot "))
    pots, *taken = total.split(" | ")
    whole, *parts = amounts(re.sub(r"pot-[0-9]", "pot", pots.replace(". ", " ").removesuffix(".")))
    rakes = [amounts(item)[0] for item in taken]
    assert not parts or sum(parts) + sum(rakes) == whole
    won = put = Decimal(0)
    round_of: Counter = Counter()
    blind = parse_room_text(text).stakes.big_blind
    for line in text.split("\n")[: text.split("\n").index(total)]:
        who, _, words = line.rpartition(": ")
        if line.startswith(("*** FLOP", "*** TURN", "*** RIVER")):
            round_of.clear()
        elif found := re.search(r" collected (\S+) from ", line):
            won += amounts(found[1])[0]
        elif found := re.match(r"Uncalled bet \((.*?)\) returned", line):
            put -= amounts(found[1])[0]
        elif words.startswith("raises "):
            added = amounts(words)[1] - round_of[who]
            put += added
            round_of[who] += added
        elif words.startswith(("posts ", "calls ", "bets ")):
            added = amounts(words)[0]
            put += added
            if "ante" not in words and "dead" not in words:
                # Of both blinds together the big one counts for the round.
                both = "small & big" in words
                round_of[who] += min(added, Decimal(blind) / 100) if both else added
    assert won + sum(rakes) == whole
    return put, whole


# -- round trips -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", own.ALL, ids=own.IDS)
def test_hands_of_every_dialect_come_back(text):
    """Read, written, read: the same record, and the totals add up."""
    written = comes_back(parse_room_text(text))
    put, whole = check_totals(written)
    assert put == whole


@pytest.mark.parametrize("text", own.ALL[3:], ids=own.IDS[3:])
def test_the_lines_are_those_of_the_room(text):
    """In these hands, which are in its dialect, every line is written as it was, but for the time and what is aside."""
    written = room_text(parse_room_text(text)).split("\n")
    aside = (" has timed out", " place")
    given = [line for line in text.split("\n") if not line.endswith(aside)]
    if "Game #" in given[0]:
        given[0] = given[0].replace("Game #", "Hand #")
    assert Counter(given[1:]) == Counter(written[1:])
    assert given[0].split(" - 20")[0] == written[0].split(" - 20")[0]


def test_a_whole_hand():
    """Line by line: the first line in both times, posts, streets, showdown, summary."""
    written = room_text(PLAIN).split("\n")
    first = "PokerStars Hand #101: Omaha Hi/Lo Pot Limit (€0.50/€1.00 EUR)"
    assert written[0] == f"{first} - 2014/01/06 11:54:48 UTC [2014/01/06 6:54:48 ET]"
    assert written[7:10] == [
        "Ann: posts small blind €0.50",
        "Cid: posts big blind €1",
        "Bob: posts small & big blinds €1.50",
    ]
    given = own.CASH.split("\n")
    start = given.index("*** SHOW DOWN ***")
    assert Counter(given[start:]) == Counter(written[written.index("*** SHOW DOWN ***") :])
    assert written[written.index("*** SUMMARY ***") :] == given[given.index("*** SUMMARY ***") :]


def test_whether_there_is_a_low():
    """It is said where nobody who showed has one."""
    assert "No low hand qualified" not in room_text(PLAIN)
    high = replace(PLAIN, shown=(PLAIN.shown[0], Shown(1, cards("As9hJhTd"))))
    assert room_text(high).count("\nNo low hand qualified\n*** SUMMARY ***\n") == 1


def test_random_hands_of_the_engine_come_back():
    """Every game, structure, ante, rake, several runs: 100 hands; verdicts and totals too."""
    rng = random.Random(20240301)
    runs = sides = 0
    for number in range(100):
        record = record_hand(
            history_hands.random_hand(rng), str(number), site="PokerStars", currency="USD"
        )
        runs += len(record.boards) > 1
        sides += len(record.pots) > 1
        text = comes_back(record)
        assert room_text(without_flags(record)) == text
        verdict = replay(parse_room_text(text))
        assert (verdict.verdict, verdict.payouts) == ("exact", record.payouts)
        put, whole = check_totals(text)
        assert put == whole
    assert min(runs, sides) > 5


def test_random_tables_come_back():
    """Dead buttons, dead and extra blinds, short antes, empty seats, any house rules: 75 hands."""
    counts = Counter()
    for seed in range(110):
        hand = engine_soak.play_one(seed, engine_soak.fast_strengths, 10**9).hand
        if hand.void or hand.rules.boards > 1:
            continue
        record = record_hand(hand, str(seed), currency="EUR")
        text = comes_back(record)
        check_totals(text)
        if sum(record.payouts.values()):
            assert replay(parse_room_text(text)).verdict == replay(record).verdict
        counts.update(post.kind for post in record.posts)
        counts["dead button"] += record.button not in {player.seat for player in record.players}
    assert min(counts.values()) > 2, counts
    assert len(counts) == 7


@pytest.mark.slow
def test_many_random_tables_come_back():
    """The same with 20,000 tables."""
    for seed in range(1000, 21000):
        hand = engine_soak.play_one(seed, engine_soak.fast_strengths, 10**9).hand
        if not hand.void and hand.rules.boards == 1:
            comes_back(record_hand(hand, str(seed), currency="EUR"))


HELD_OHH = [hand for hand in history_hands.OWN if "tournament" not in hand]


@pytest.mark.parametrize("hand", HELD_OHH, ids=lambda hand: hand["game_number"])
def test_hands_of_another_format_come_back(hand):
    """What open hand histories do not say, such as who is all-in, is filled in; the verdict is the same."""
    record = parse_ohh(history_hands.text(hand))
    again = parse_room_text(room_text(record))
    names = ("posts", "streets", "uncalled", "hero")
    assert replace(again, **{name: getattr(record, name) for name in names}) == comparable(
        record, record
    )
    for street, same in zip(record.streets, again.streets, strict=True):
        assert [(a.seat, a.kind, a.added) for a in street.actions] == [
            (a.seat, a.kind, a.added) for a in same.actions
        ]
    assert replay(again).verdict == "exact"


@samples
def test_the_samples_come_back():
    """290 hands of another format and 23 of this one: the same in everything held, and the same verdict."""
    count = 0
    for record in read_ohh(history_hands.SAMPLES / "home-games.ohh.jsonl"):
        again = parse_room_text(comes_back(record))
        before, after = replay(record), replay(again)
        assert (before.verdict, before.reason) == (after.verdict, after.reason)
        count += 1
    for record in read_room_text(history_hands.SAMPLES / "room-text.txt"):
        if isinstance(record, Record):
            assert parse_room_text(room_text(record)) == record
            count += 1
    assert count == 313


def test_files(tmp_path):
    """To a path in UTF-8, to an open file; hands with two blank lines between."""
    records = [parse_room_text(text) for text in own.ALL]
    path = tmp_path / "hands.txt"
    assert write_room_text(records, path) == 6
    assert path.read_bytes().count(b"\n\n\n") == 5
    assert b"\r" not in path.read_bytes()
    assert list(read_room_text(path)) == list(read_room_text(str(path))) == records
    file = io.StringIO()
    assert write_room_text(records[:2], file) == 2
    assert read(file.getvalue()) == records[:2]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_another_reader_understands_it():
    """Differential: pokerkit's reader of this format, told the game's name, comes to the same stacks."""
    pokerkit = pytest.importorskip("pokerkit")

    class Reader(pokerkit.PokerStarsParser):
        VARIANT = re.compile(r" (?P<variant>Omaha Pot Limit) ")
        VARIANTS: ClassVar = {"Omaha Pot Limit": "PO"}

    rng = random.Random(3)
    count = 0
    while count < 4:
        hand = history_hands.random_hand(rng)
        record = record_hand(
            hand,
            "1",
            site="PokerStars",
            currency="USD",
            table_size=9,
            time=datetime(2024, 1, 1, tzinfo=UTC),
        )
        posts = Counter(post.kind for post in record.posts)
        if record.game != "omaha" or record.stakes.kind != "pot_limit" or record.stakes.ante:
            continue
        if posts["straddle"] or len(record.boards) > 1 or record.rake or len(record.pots) > 1:
            continue
        (history,) = Reader()(room_text(record))
        *_, state = history
        # Its players go clockwise from the blinds.
        names = history.players
        stacks = {name: int(stack * 100) for name, stack in zip(names, state.stacks, strict=True)}
        assert stacks == {player.name: player.final_stack for player in record.players}
        count += 1


# -- what can be held --------------------------------------------------------------------------------------------------


def changed(**fields):
    """PLAIN with other fields."""
    return replace(PLAIN, **fields)


def with_player(**fields):
    return changed(players=(replace(PLAIN.players[0], **fields), *PLAIN.players[1:]))


ONE_POT = (RecordedPot(3150, ((1, 945), (6, 945), (6, 1160)), 100),)
HELD = [
    changed(network="A club"),
    changed(site="Some Room"),
    changed(site=""),
    changed(flags=("Fast", "Play_Money")),
    changed(table="It's 'quoted' 9-max Seat #1 is the button", table_size=None),
    changed(table=""),
    changed(time=None),
    changed(time=datetime(2024, 11, 3, 5, 30, tzinfo=UTC)),
    changed(time=datetime(2024, 11, 3, 6, 30, tzinfo=UTC)),
    changed(time=datetime(2024, 7, 1, tzinfo=timezone(timedelta(hours=9)))),
    changed(currency="USD"),
    changed(currency="CHF"),
    changed(currency=""),
    changed(currency="", decimals=0),
    changed(button=9),
    changed(posts=(), pots=ONE_POT),
    changed(posts=(), streets=(), boards=(), shown=(), dealt=(), hero=None, pots=ONE_POT),
    changed(id="T-1 2"),
    changed(stakes=PotLimit(50, 100, 7)),
    changed(stakes=NoLimit(50, 100, 7, "button")),
    changed(stakes=FixedLimit(100, 300, 50, 100)),
    changed(stakes=FixedLimit(300, 300, 20, 200)),
    changed(boards=(), streets=PLAIN.streets[:1], pots=ONE_POT),
    changed(shown=(*PLAIN.shown, Shown(4, (), mucked=True), Shown(2, cards("4c4d"), mucked=True))),
    changed(posts=(Posted(2, "dead_blind", 10), Posted(4, "extra_blind", 100)), pots=ONE_POT),
    changed(currency="USD", tournament=Tournament("1", currency="USD", buy_in=100, fee=10)),
    changed(currency="", tournament=Tournament("1", buy_in=0, level="Match Round I, Level IV")),
    changed(currency="EUR", tournament=Tournament("", currency="EUR", buy_in=1250)),
    changed(currency="", decimals=0, tournament=Tournament("7", name="Friday's")),
    with_player(name="Zoë: calls €1 (button) [As]"),
    with_player(name="日本"),
    with_player(sitting_out=True),
]


@pytest.mark.parametrize("record", HELD, ids=range(len(HELD)))
def test_what_is_held(record):
    """Every field that can be held, at its odd values, whether the rules like it or not."""
    if any(post.all_in is None for post in record.posts):
        record = replace(record, posts=tuple(replace(post, all_in=False) for post in record.posts))
    again = parse_room_text(room_text(record))
    assert again == replace(record, uncalled=record.uncalled or again.uncalled)


def with_action(**fields):
    first, *rest = PLAIN.streets
    actions = (replace(first.actions[0], **fields), *first.actions[1:])
    return changed(streets=(replace(first, actions=actions), *rest))


REFUSED = [
    (changed(decimals=3), "decimals 3: expected 2, or 0"),
    (changed(decimals=0), "decimals 0"),
    (changed(currency="points"), "currency 'points'"),
    (changed(site="A: B"), "site 'A: B'|line"),
    (changed(site="A\nB"), r"site 'A\\nB': expected no control characters"),
    (changed(id="1:2"), "id '1:2'|line"),
    (changed(network="{x}"), "network|game|line"),
    (changed(table="a\rb"), "table .*: expected no control characters"),
    (changed(time=datetime(2024, 1, 1)), "time '2024-01-01T00:00:00': expected whole seconds"),
    (changed(time=datetime(2024, 1, 1, 0, 0, 0, 1, UTC)), "time .*: expected whole seconds"),
    (changed(flags=("Anonymous",)), "flags .*: expected Fast, Play_Money"),
    (changed(flags=("Observed",)), "flags"),
    (changed(hero=1), "hero 1: expected who alone has cards dealt"),
    (changed(pots=()), "pots .*: expected at least one"),
    (changed(pots=(replace(PLAIN.pots[0], amount=1951), PLAIN.pots[1])), "pots"),
    (changed(pots=(PLAIN.pots[0], replace(PLAIN.pots[1], rake=1300))), "pots 1200: expected"),
    (changed(boards=()), "boards 0: expected 3 cards on the flop"),
    (changed(shown=(Shown(1, ()),)), "shown"),
    (changed(shown=(*PLAIN.shown, PLAIN.shown[0])), "shown"),
    (with_player(name=""), "player '': expected a name"),
    (with_player(name="Bob"), "player 'Bob': expected a name that no other player has"),
    (with_player(name="A\tB"), "player .*: expected a name without control characters"),
    (with_player(name="A\ud800"), "player .*: expected a name without control characters"),
    (with_player(final_stack=7), "final_stack 7: expected 945, by the actions and pots"),
    (with_action(added=None, to=400), "raise of seat 6 None: expected the chips added"),
    (with_action(to=399), "raise of seat 6 to 399: expected 400"),
    (changed(tournament=Tournament("1", currency="USD")), "currency 'EUR': expected the tourn"),
    (
        changed(currency="", tournament=Tournament("1", kind="MTT")),
        "tournament.kind 'MTT': expected nothing",
    ),
    (changed(currency="", tournament=Tournament("1", bounty=5)), "tournament"),
    (changed(currency="", tournament=Tournament("1", name="$5")), "currency"),
]


@pytest.mark.parametrize(("record", "told"), REFUSED, ids=range(len(REFUSED)))
def test_what_cannot_be_held_is_refused(record, told):
    """The field is named; nothing is left out without a word."""
    with pytest.raises(of.HistoryError, match=told) as error:
        room_text(record)
    assert str(error.value).startswith("hand ")


def test_what_follows_is_left_out():
    """Final stacks and totals of the round that are right, and flags that say what the lines say."""
    stacks = {1: 945, 2: 4875, 4: 2800, 5: 9990, 6: 3905}
    players = tuple(replace(p, final_stack=stacks[p.seat]) for p in PLAIN.players)
    record = replace(with_action(to=400), players=players)
    assert parse_room_text(room_text(record)) == PLAIN
    observed = changed(dealt=(), hero=None, flags=("Observed",))
    assert parse_room_text(room_text(observed)).flags == ()
    twice = replace(parse_room_text(own.TWICE), flags=("Fast", "Run_It_Twice"))
    assert parse_room_text(room_text(twice)).flags == ("Fast",)


def test_a_refused_hand_does_not_stop_those_before_it():
    """The file has what came before."""
    file = io.StringIO()
    with pytest.raises(of.HistoryError, match="decimals 3"):
        write_room_text([PLAIN, changed(decimals=3), PLAIN], file)
    assert read(file.getvalue()) == [PLAIN]


def test_runs_won_by_nobody_known():
    """Where no cards are known the rules cannot tell the runs apart; the sums are right all the same."""
    twice = parse_room_text(own.TWICE)
    blind = replace(twice, shown=(), dealt=())
    assert parse_room_text(room_text(blind)) == blind


# -- large and small ---------------------------------------------------------------------------------------------------


def test_hands_with_every_number_of_players_and_side_pots():
    """Ten players all-in with ten stacks: eight side pots, each with its number."""
    stacks = [100 * (seat + 1) for seat in range(10)]
    hand = Hand(NoLimit(5, 10), stacks, deck=of.Deck(seed=4))
    while hand.actor is not None:
        hand.all_in() if hand.can_all_in() else hand.call()
    record = record_hand(hand, "1", currency="USD")
    text = comes_back(record)
    assert len(record.pots) == 9
    assert " Side pot-8 $" in text
    assert "collected $" in text
    assert replay(parse_room_text(text)).verdict == "exact"


def test_a_raise_over_a_short_big_blind():
    """It is raised as if it were whole; rooms that count from what is there are read as well."""
    hand = Hand(NoLimit(5, 10), [100, 100, 4], button=0, deck=of.Deck(seed=1))
    hand.raise_to(30)
    hand.fold()
    record = record_hand(hand, "1", currency="USD")
    text = comes_back(record)
    assert "Seat 1: raises $0.20 to $0.30\n" in text
    other = text.replace("raises $0.20 to", "raises $0.25 to")
    assert parse_room_text(other) == parse_room_text(text)


def test_unknown_cards_and_one_card_shown():
    """Who shows one card only, and a showdown without any card."""
    record = Record(
        id="1",
        site="PokerStars",
        currency="USD",
        game="omaha5",
        stakes=PotLimit(5, 10),
        button=1,
        players=(Player(1, "Ann", 1000), Player(2, "Bob", 900)),
        posts=(Posted(1, "small_blind", 5, False), Posted(2, "big_blind", 10, False)),
        streets=(Street("preflop", (Action(1, "raise", 25, None, False), Action(2, "fold", 0))),),
        uncalled=((1, 20),),
        pots=(RecordedPot(20, ((1, 20),)),),
        shown=(Shown(1, cards("As")),),
    )
    text = room_text(record)
    assert "Ann: shows [As]\n" in text
    assert "Seat 1: Ann (button) (small blind) collected ($0.20)" in text
    assert parse_room_text(text) == record
