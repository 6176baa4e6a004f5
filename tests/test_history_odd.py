"""Odd but legal hands, and records that only look like hands: each was wrong once."""

import json
import re
import time
import tracemalloc
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from decimal import localcontext

import history_hands as own
import pytest

import omaha_fast as of
from omaha_fast.engine import PRESETS, FixedLimit, Hand, HouseRules, NoLimit, PotLimit
from omaha_fast.history import (
    Bounty,
    Player,
    Posted,
    RecordedPot,
    Tournament,
    ohh_text,
    parse_amount,
    parse_ohh,
    parse_phh,
    phh_text,
    read_history,
    read_ohh,
    record_hand,
    replay,
    replay_all,
    room_text,
    write_history,
)


def played(stakes, stacks, *, folds=True, **options):
    """A hand that is folded round, or called and checked to its end."""
    hand = Hand(stakes, stacks, **options)
    while not hand.finished:
        if folds:
            hand.fold()
        elif hand.to_call:
            hand.call()
        else:
            hand.check()
    return hand


def record(hand):
    return parse_ohh(own.text(hand))


# -- hands -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("straddles", [1, 2, 3])
def test_straddles(straddles):
    """Each is twice the one before."""
    rules = HouseRules(straddles=straddles)
    hand = played(PotLimit(5, 10), [1000] * 6, rules=rules, straddles=straddles)
    made = record_hand(hand, "1")
    assert [post.amount for post in made.posts] == [5, 10, 20, 40, 80][: 2 + straddles]
    assert replay(made).verdict == "exact"
    wrong = replace(made, posts=(*made.posts[:-1], replace(made.posts[-1], amount=15)))
    assert replay(wrong).verdict == "contradiction"


@pytest.mark.parametrize("button", range(3))
def test_the_ante_takes_the_stack_of_the_big_blind(button):
    """No record names its post of nothing; with a dead small blind it may be the first of all."""
    stacks = [100, 100, 100]
    big = (button + 1) % 3
    stacks[big] = 3
    posts = [(seat, "ante") for seat in range(3)] + [(big, "big_blind")]
    rules = PRESETS["tournament"]
    cards = ["AsAhKsKh", "QsQhJsJh", "Tc9c8c7c"]
    hand = played(
        *(NoLimit(5, 10, 3), stacks),
        folds=False,
        button=button,
        rules=rules,
        posts=posts,
        hole_cards=cards,
        board="2s3d4h9s9d",
    )
    verdict = replay(record_hand(hand, "1"), rules)
    assert (verdict.verdict, verdict.reason) == ("exact", "")


def test_who_antes_and_who_posts_which_blind():
    made = record_hand(played(NoLimit(5, 10, 2), [100, 100, 100]), "1")
    antes = [post for post in made.posts if post.kind == "ante"]
    lost = replace(made, posts=tuple(post for post in made.posts if post != antes[1]))
    assert replay(lost).reason == f"preflop, seat {antes[1].seat}, ante: no ante: expected 2"
    seats = {post.kind: post.seat for post in made.posts}
    swapped = {"small_blind": seats["big_blind"], "big_blind": seats["small_blind"]}
    posts = [replace(post, seat=swapped.get(post.kind, post.seat)) for post in made.posts]
    assert "expected it before the big blind" in replay(replace(made, posts=tuple(posts))).reason


@pytest.mark.parametrize("finals", [(2000, 2000, 2000), (1, 1, 1), (995, 990, 9999)])
def test_final_stacks_that_cannot_be(finals):
    """Without pots it is the stacks that tell; all that was there is 3,000, and two have lost 15 at most."""
    made = record_hand(played(PotLimit(5, 10), [1000, 1000, 1000]), "1")
    players = [
        replace(player, final_stack=final)
        for player, final in zip(made.players, finals, strict=True)
    ]
    assert replay(replace(made, pots=())).verdict == "exact"
    verdict = replay(replace(made, pots=(), uncalled=(), players=tuple(players)))
    assert verdict.difference.action == "stack"


def test_a_pot_that_nobody_wins():
    """PHH may say so in its winnings."""
    made = record_hand(played(PotLimit(5, 10), [1000, 1000, 1000]), "1", decimals=0)
    text = "\n".join(
        "winnings = [0, 0, 0]" if line.startswith("winnings") else line
        for line in phh_text(made).splitlines()
        if not line.startswith(("_omaha_fast_pots", "finishing_stacks"))
    )
    assert "winnings = [0, 0, 0]" in text
    assert "0 won in all: expected" in replay(parse_phh(text)).reason


def test_fixed_limit_with_a_small_big_blind_that_nobody_posts():
    """The stakes come back from PHH, not the small bet in place of the blind."""
    stakes = FixedLimit(10, 20, 3, 7, ante=4)
    cards = ["AsAhKsKh", "QsQhJsJh", "Tc9c8c7c"]
    hand = played(
        stakes, [100, 4, 100], button=2, folds=False, hole_cards=cards, board="2s3d4h9s9d"
    )
    made = record_hand(hand, "1")
    assert [post.kind for post in made.posts] == ["ante"] * 3 + ["small_blind"]
    for posts in (made.posts, tuple(post for post in made.posts if post.kind == "ante")):
        odd = replace(made, posts=posts)
        assert parse_phh(phh_text(odd)) == odd


def split_main_pot(odd_chip):
    """The button is all-in for 20, two others go on; it ties for the main pot of 65 and has no part in the side pot."""
    hand = Hand(
        *(PotLimit(5, 10), [20, 500, 500, 500]),
        button=0,
        hole_cards=["AsKs2c3d", "8c8d7c7d", "AhKh2d3c", "QsQdJc9h"],
        board="AcKd9s8h4h",
        rules=HouseRules(odd_chip=odd_chip),
    )
    for act in (hand.call, lambda: hand.raise_to(20), hand.fold, hand.call, hand.call):
        act()
    hand.bet(40)
    hand.call()
    while not hand.finished:
        hand.check()
    return record_hand(hand, odd_chip, site="S")


def test_an_exact_hand_refutes_an_option():
    """One hand is exact by the default odd chip alone, its rake from the side pot: so nothing explains the other."""
    exact, other = split_main_pot("left_of_button"), split_main_pot("high_card_suit")
    main, side = exact.pots
    ((winner, won),) = [win for win in side.wins if win[1]]
    players = tuple(replace(player, final_stack=None) for player in exact.players)
    raked = replace(side, rake=1, wins=((winner, won - 1),))
    exact = replace(exact, pots=(main, raked), players=players)
    assert replay(exact).verdict == "exact"
    assert replay(exact, HouseRules(odd_chip="high_card_suit")).verdict == "contradiction"
    assert replay(other).verdict == "contradiction"
    for order in ([exact, other], [other, exact]):
        verdicts = {verdict.id: verdict.verdict for verdict in replay_all(order)}
        assert verdicts == {"left_of_button": "exact", "high_card_suit": "contradiction"}
    assert [verdict.verdict for verdict in replay_all([other])] == ["explained"]


@pytest.mark.parametrize(
    ("stakes", "stacks", "game", "runs"),
    [(PotLimit(5, 10), [1000] * 9, "omaha5", 1), (PotLimit(5, 10), [60] * 8, "omaha5", 2)],
)
def test_hands_that_take_the_whole_deck(stakes, stacks, game, runs):
    """Rooms on the net burn no cards: nine hands of five and a board fit, and eight with two runs."""
    rules = HouseRules(burn=False, runs=2)
    hand = Hand(stakes, stacks, game=game, rules=rules, deck=of.Deck(seed=1))
    while not hand.finished:
        if hand.awaiting == "runs":
            hand.agree_runs(runs)
        elif runs == 2 and hand.legal_actions.min_raise_to is not None:
            hand.raise_to(hand.legal_actions.max_raise_to)
        elif hand.to_call:
            hand.call()
        else:
            hand.check()
    assert max(hand.runs, 1) == runs
    verdict = replay(record_hand(hand, "1"))
    assert (verdict.verdict, verdict.reason) == ("exact", "")


def test_an_unpaid_big_blind_heads_up_with_a_dead_button():
    """Nobody sits at the button; the small blind is posted by the other one."""
    hand = Hand(
        PotLimit(1, 2, ante=1),
        [None, 1, None, 2],
        button=2,
        rules=HouseRules(button="dead"),
        blinds=(3, 1),
        deck=of.Deck(seed=1),
    )
    while not hand.finished:
        hand.call() if hand.to_call else hand.check()
    assert replay(record_hand(hand, "1")).verdict == "exact"


def test_pots_that_are_merged_with_a_rake_that_was_capped():
    """5 % of each pot, at most 10 in all: 6 of the main pot, 4 of the side pot; a merged record does not say so."""
    hands = ["AsAhKsKh", "QsQhJsJh", "Tc9c8c7c"]
    rules = HouseRules(rake=of.engine.Rake(5, cap=10))
    hand = Hand(
        NoLimit(5, 10), [400, 400, 40], button=2, rules=rules, hole_cards=hands, board="2s3d4h9s9d"
    )
    hand.raise_to(30)
    hand.raise_to(300)
    hand.call()
    hand.call()
    while not hand.finished:
        hand.check()
    made = record_hand(hand, "1")
    assert len(made.pots) == 2
    assert [pot.rake for pot in made.pots] == [6, 4]
    merged = RecordedPot(made.pot, tuple(sorted(made.payouts.items())), made.rake)
    players = tuple(replace(player, final_stack=None) for player in made.players)
    odd = replace(made, pots=(merged,), players=players)
    assert replay(odd).verdict == "exact"
    assert replay(odd, rules).verdict == "exact"
    assert "shares" in replay(odd, rules).checked
    # What no way of taking the rake can give is still a contradiction: a winner changed, or more than the rake moved.
    (one, chips), (two, others) = merged.wins
    for wins in (((one, chips + 11), (two, others - 11)), ((one, chips + others),)):
        wrong = replace(odd, pots=(replace(merged, wins=wins),))
        assert replay(wrong).verdict == "contradiction"


# -- what only looks like a hand ---------------------------------------------------------------------------------------


def one(**changes):
    """A hand in Open Hand History with other fields."""
    hand = json.loads(own.text(own.SPLIT))
    hand["ohh"] |= changes
    return json.dumps(hand)


def test_a_number_beyond_all_bounds_takes_no_hand_with_it():
    text = re.sub(r'"starting_stack": [0-9.]+', '"starting_stack": 1e99999999999999999999', one())
    assert "e9999" in text
    bad, good = read_ohh([text, one()])
    assert "number '1e99999999999999999999': expected at most 15 digits" in str(bad)
    assert good.id == "split"


def test_nobody_has_chips():
    hand = record(own.SPLIT)
    players = tuple(replace(player, stack=0) for player in hand.players)
    assert replay(replace(hand, players=players, posts=())).verdict == "contradiction"
    players = tuple(replace(player, sitting_out=True) for player in hand.players)
    assert replay(replace(hand, players=players, posts=(), streets=(), boards=())).verdict == (
        "contradiction"
    )


EDGES = [
    datetime(1, 1, 1, tzinfo=UTC),
    datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=3))),
    datetime(9999, 12, 31, 23, tzinfo=timezone(timedelta(hours=-3))),
]


@pytest.mark.parametrize("moment", EDGES, ids=range(3))
@pytest.mark.parametrize("text", [ohh_text, phh_text, room_text])
def test_times_at_the_edges_of_the_calendar(text, moment):
    """Written, or refused with the field; year 1 is what some programs write for no time."""
    hand = replace(record(own.SPLIT), time=moment, site="Own")
    refused = None
    try:
        assert text(hand)
    except of.HistoryError as error:
        refused = str(error)
    assert refused is None or "time" in refused


@pytest.mark.parametrize("bounty", [Bounty(77, 1), Bounty(1, 1, 77)])
def test_a_bounty_of_nobody(bounty):
    with pytest.raises(ValueError, match="seat 77: expected the seat of a player"):
        replace(record(own.SPLIT), tournament=Tournament(bounties=(bounty,)))


def test_many_fields_and_one_of_them_twice_take_no_time():
    text = "{" + ",".join(f'"{number}":1' for number in range(80_000)) + ',"x":1,"x":2}'
    began = time.process_time()
    (item,) = read_ohh([text])
    assert "field 'x' twice" in str(item)
    assert time.process_time() - began < 5


def test_a_field_twice_is_no_hand():
    (item,) = read_ohh([one()[:-1] + ", " + one()[1:]])
    assert "field 'ohh' twice: expected it once" in str(item)


@pytest.mark.parametrize(
    "text", ["1_0", "\uff11\uff12", " 5 ", "+5", "5.", ".5", "0x1", "1e", "--1"]
)
def test_what_is_no_amount(text):
    with pytest.raises(ValueError, match="expected a number"):
        parse_amount(text)


def test_amounts_do_not_depend_on_the_context_of_the_caller():
    hand = replace(
        record(own.SPLIT), pots=(RecordedPot(1234567, ((1, 1234567),)),), site="Own", uncalled=()
    )
    with localcontext(prec=4):
        assert parse_amount("12345.67") == 1234567
        assert parse_ohh(ohh_text(hand)) == hand
        assert parse_phh(phh_text(hand)) == hand


def test_long_keys_and_blank_lines_take_no_memory():
    """Two files of 60 and of 100 megabytes that hold no hand."""
    tracemalloc.start()
    for lines in (
        (f"{'a' * 300_000}{number} = 1" for number in range(200)),
        (" " * 500_000 for _ in range(200)),
    ):
        for item in read_history(lines):
            assert isinstance(item, of.HistoryError)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8_000_000


# -- writing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("suffix", ["ohh", "phhs", "txt"])
def test_a_file_is_replaced_once_all_is_written(tmp_path, suffix):
    """Not before: it may be what is read, or a hand may be refused in the middle."""
    hand = replace(record(own.SHOWDOWN), site="Own")
    path = tmp_path / f"hands.{suffix}"
    write_history([hand] * 3, path)
    before = list(read_history(path))
    assert write_history(read_history(path), path) == 3
    assert list(read_history(path)) == before
    with pytest.raises(of.HistoryError):
        write_history([hand, replace(hand, table="x" * 2000 + "\n")], path)
    assert list(read_history(path)) == before
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_what_is_no_record_is_said(tmp_path):
    hand = record(own.SPLIT)
    path = tmp_path / "hands.ohh"
    with pytest.raises(of.HistoryError, match="<input>:1: no JSON object"):
        write_history(read_ohh(["{"]), path)
    with pytest.raises(TypeError, match="a Record: expected an iterable of Records"):
        write_history(hand, path)
    with pytest.raises(TypeError, match="a str: expected a Record"):
        write_history(["hand"], path)
    with pytest.raises(TypeError, match="rules 'cash': expected HouseRules"):
        replay(hand, "cash")
    assert not path.exists()


def test_what_record_hand_is_told():
    hand = played(PotLimit(5, 10), [1000, 900])
    with pytest.raises(TypeError, match="names of type list: expected a mapping"):
        record_hand(hand, "1", names=["Ann", "Bob"])
    with pytest.raises(ValueError, match="a name for seat 5: expected seats of"):
        record_hand(hand, "1", names={5: "Eve"})
    with pytest.raises(TypeError, match="id 1: expected text"):
        record_hand(hand, 1)
    with pytest.raises(ValueError, match="cards of seat 2: expected seats of"):
        record_hand(hand, "1", cards_of=[1, 2])
    with pytest.raises(TypeError, match="a NoneType: expected a Hand"):
        record_hand(None, "1")
    with pytest.raises(TypeError, match="site 3: expected text"):
        record_hand(hand, "1", site=3)
    with pytest.raises(TypeError, match="name 5: expected text"):
        record_hand(hand, "1", names={0: 5})
    with pytest.raises(TypeError, match="decimals '2': expected a whole number"):
        record_hand(hand, "1", decimals="2")
    with pytest.raises(TypeError, match="time '2024': expected a datetime"):
        record_hand(hand, "1", time="2024")
    assert record_hand(hand, "1").decimals == 0
    assert record_hand(hand, "1", currency="EUR").decimals == 2
    assert record_hand(hand, "1", currency="EUR", decimals=0).decimals == 0


def test_players_and_posts_are_plain_data():
    """What the tests above replace is what a user may build."""
    assert Player(1, "Ann", 5) == Player(1, "Ann", 5)
    assert Posted(1, "ante", 5) != Posted(1, "ante", 6)
