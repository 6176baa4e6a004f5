"""Differential evidence: the kernels of exact equity count what walking every board counts, in every variant.

All counters are compared as integers. What walks the boards is compared with the slow model in test_equity.py; the
two share the ranking tables, whose entries test_exhaustive.py checks one by one.
"""

import random

import matchups
import pytest

import omaha_fast as of
from omaha_fast import _core
from omaha_fast.equity.exact import count, parse_question

VARIANTS = of.build_info()["variants"]
GAMES = {4: ("omaha", "omaha8"), 5: ("omaha5", "omaha5-8"), 6: ("omaha6", "omaha6-8")}
CELLS = [
    (cards, players, hilo, dead)
    for cards in matchups.CARDS
    for players in (*matchups.PLAYERS, 5)
    for hilo in (False, True)
    for dead in (False, True)
]
IDS = [
    f"{cards} cards, {players} players, {'hilo' if hilo else 'high'}{', dead' * dead}"
    for cards, players, hilo, dead in CELLS
]
EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS)


def check(asked, folder, variants=VARIANTS):
    expected = matchups.walked(asked)
    for variant in variants:
        answers = matchups.counted_by(variant, asked, folder)
        assert not matchups.differing(asked, answers, expected)[:1], variant


def of_every_cell(seed, how_many, board):
    """So many questions of every cell, in one list."""
    return [
        each
        for cards, players, hilo, dead in CELLS
        for each in matchups.questions(seed, how_many, cards, players, board, hilo, dead)
    ]


# --- Against the walk over the boards -------------------------------------------------------------


def test_before_the_flop(tmp_path):
    """24 matchups of each number of cards and players, high and hi/lo, with and without dead cards."""
    check(of_every_cell("fast", 24, 0), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "players", "hilo", "dead"), CELLS, ids=IDS)
def test_many_more_before_the_flop(tmp_path, cards, players, hilo, dead):
    check(matchups.questions("slow", 300, cards, players, 0, hilo, dead), tmp_path)


@pytest.mark.parametrize("street", ["flop", "turn"])
def test_after_the_flop(tmp_path, street):
    """400 spots of each cell: 24,000 a street."""
    check(of_every_cell("fast", 400, matchups.SIZES[street]), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("street", ["flop", "turn"])
@pytest.mark.parametrize(("cards", "players", "hilo", "dead"), CELLS, ids=IDS)
def test_many_more_after_the_flop(tmp_path, street, cards, players, hilo, dead):
    asked = matchups.questions("slow", 10_000, cards, players, matchups.SIZES[street], hilo, dead)
    check(asked, tmp_path)


def test_the_questions_are_what_they_should_be():
    """A quarter of the hands from two suits, boards short of live cards, dead cards where there should be some."""
    asked = matchups.questions("fast", 400, 4, 3, 0, True, True)
    suits = [{card & 3 for hand in hands for card in of.CardSet(hand)} for hands, *_ in asked]
    assert 60 < sum(len(held) == 2 for held in suits) < 140
    left = [52 - 12 - dead.bit_count() for _, _, dead, _ in asked]
    assert all(5 <= cards < 40 for cards in left)
    assert 40 < sum(cards <= 12 for cards in left) < 120
    assert not any(dead for _, _, dead, _ in matchups.questions("fast", 50, 4, 3, 0, True, False))


# Of the hole cards A-K: the entry of the board 3-5-9-J-Q, the flush with Q-J-9, and what the kernel reads for Q-J-9.
WRONG = {
    "rows": ((_core._probe.slot([1, 3, 7, 9, 10]), 12 * 13 // 2 + 11), 7462, "QsJs9d3d"),
    "flush": ((1 << 12 | 1 << 11 | 1 << 10 | 1 << 9 | 1 << 7,), 1, "QsJs9s3d"),
    "by_hole": ((12 * 13 // 2 + 11, 9, 10 * 11 // 2 + 7), 7462, "QsJs9d3d"),
}


@pytest.mark.parametrize("table", WRONG)
def test_a_wrong_entry_in_a_table_is_found(planted, table):
    """Kernel and walk read different tables: an entry that is wrong in one sets them apart."""
    if table not in _core._probe.tables():
        pytest.skip("a table that the core does not show")
    where, wrong, board = WRONG[table]
    hands = tuple(of.CardSet(hand).mask for hand in ("AsKs7h2c", "8d8h4c4d"))
    asked = [(hands, of.CardSet(board).mask, 0, False)]
    assert not matchups.differing(asked, matchups.counted(asked), matchups.walked(asked))
    with planted(table, *where, value=wrong):
        assert matchups.differing(asked, matchups.counted(asked), matchups.walked(asked))


# --- Known figures --------------------------------------------------------------------------------

# Two players before the flop, 1,086,008 boards; the first one's share in units of 1/120 of a board.
TWO_PLAYERS = [
    (False, "AsAhKsKh", "JdTs9s8h", 87_671_400),
    (False, "AsAhKsKh", "Tc9c8d7d", 78_523_080),
    (False, "As2s3dKh", "Ad2d4c5c", 66_849_180),
    (False, "As2d3hKs", "AhAdKcQc", 35_744_280),
    (True, "AsAhKsKh", "Tc9c8d7d", 63_260_280),
    (True, "As2s3dKh", "Ad2d4c5c", 72_942_960),
    (True, "As2d3hKs", "AhAdKcQc", 59_082_180),
]
THREE_PLAYERS = {False: (0.459774, 0.204467, 0.335759), True: (0.336085, 0.317802, 0.346114)}


@EVERY_VARIANT
def test_known_figures(variant, tmp_path):
    three = tuple(of.CardSet(hand).mask for hand in ("AcAdJcJd", "2c3c9dTd", "KcKd6h7h"))
    asked = [
        ((of.CardSet(first).mask, of.CardSet(second).mask), 0, 0, hilo)
        for hilo, first, second, _ in TWO_PLAYERS
    ]
    asked += [(three, 0, 0, hilo) for hilo in THREE_PLAYERS]
    answers = matchups.counted_by(variant, asked, tmp_path)
    for (*_, units), (boards, tallies) in zip(TWO_PLAYERS, answers, strict=False):
        assert boards == 1_086_008
        first, second = (tally[5] + tally[6] for tally in tallies)
        assert first * 120 == units * of_units(1)
        assert first + second == of_units(boards)
    for equities, (boards, tallies) in zip(THREE_PLAYERS.values(), answers[-2:], strict=True):
        assert boards == 658_008
        shares = [tally[5] + tally[6] for tally in tallies]
        assert sum(shares) == of_units(boards)
        assert tuple(round(share / of_units(boards), 6) for share in shares) == equities


def of_units(boards):
    return boards * _core.POT_UNITS


# --- The way taken --------------------------------------------------------------------------------


@pytest.mark.parametrize("street", [*matchups.SIZES, "river"])
@pytest.mark.parametrize("cards", matchups.CARDS)
@pytest.mark.parametrize("hilo", [False, True], ids=["high", "hilo"])
def test_the_way_taken(cards, hilo, street):
    """The kernel for two to six players until the river, for the others the walk; dead cards change nothing."""
    board = {**matchups.SIZES, "river": 5}[street]
    deck = random.Random(1).sample(range(52), 52)
    for players in range(2, min(10, (52 - 5) // cards) + 1):
        hands = [deck[i * cards : (i + 1) * cards] for i in range(players)]
        rest = deck[players * cards :]
        for dead in ([], rest[board : board + min(3, len(rest) - 5)]):
            result = of.equity(hands, rest[:board], dead, game=GAMES[cards][hilo])
            kernel = players <= 6 and street != "river"
            assert result.method == ("rank-space" if kernel else "enumeration")
            assert sum(result.shares) == result.total
            question = parse_question(hands, rest[:board], dead, GAMES[cards][hilo])
            if result.boards < 50_000:
                assert count(question, enumerated=True) == result
                assert count(question, enumerated=True).method == "enumeration"


# --- Symmetry -------------------------------------------------------------------------------------


@pytest.mark.parametrize("street", matchups.SIZES)
@pytest.mark.parametrize("cards", matchups.CARDS)
def test_neither_suits_nor_seats_matter(cards, street):
    """Suits relabelled, players permuted, cards and board in another order: every counter moves along."""
    rng = random.Random(f"{cards} {street}")
    asked = [
        each
        for players in range(2, 7)
        for hilo in (False, True)
        for each in matchups.questions("sym", 5, cards, players, matchups.SIZES[street], hilo, True)
    ]
    for hands, board, dead, hilo in asked:
        boards, tallies = matchups.counted([(hands, board, dead, hilo)])[0]
        assert sum(tally[5] + tally[6] for tally in tallies) == of_units(boards)
        suits = rng.sample(range(4), 4)

        def renamed(mask, suits=suits):
            return sum(1 << (card & ~3 | suits[card & 3]) for card in of.CardSet(mask))

        order = rng.sample(range(len(hands)), len(hands))
        other = tuple(renamed(hands[i]) for i in order), renamed(board), renamed(dead), hilo
        assert matchups.counted([other])[0] == (boards, [tallies[i] for i in order])


def test_hands_that_mirror_each_other_are_worth_the_same():
    """AsKhQd2c against AhKsQc2d: relabelling the suits turns each into the other."""
    result = of.equity(["AsKhQd2c", "AhKsQc2d"], game="omaha8")
    assert result.players[0] == result.players[1]
    assert result.shares[0] * 2 == result.total


# --- Another program ------------------------------------------------------------------------------

THEIR_GAMES = {
    "omaha": "omaha", "omaha8": "omaha_hi_lo", "omaha5": "omaha_five",
    "omaha5-8": "omaha_five_hi_lo", "omaha6": "omaha_six",
}  # fmt: skip


@pytest.mark.parametrize("game", THEIR_GAMES)
def test_poker_equity_agrees(game):
    """A program in Rust that enumerates: one matchup before the flop, flops and turns of two to six players."""
    theirs = pytest.importorskip("poker_equity")
    cards = next(cards for cards, names in GAMES.items() if game in names)
    hilo = game in GAMES[cards][1]
    plan = [(2, 0, 1)] + [(players, size, 8) for players in (2, 3, 4, 6) for size in (3, 4)]
    for players, size, how_many in plan:
        for hands, board, dead, _ in matchups.questions(
            "peer", how_many, cards, players, size, hilo, players == 3
        ):
            mine = of.equity(hands, board, dead, game=game)
            names = [str(of.CardSet(hand)) for hand in hands]
            other = theirs.exact_from_text(
                THEIR_GAMES[game], names, str(of.CardSet(board)), str(of.CardSet(dead))
            )
            assert other["samples"] == mine.boards
            for theirs_of, word in (("high_win", "win"), ("high_tie", "tie"), ("scoop", "scoop")):
                counts = [player.counts[word] for player in mine.players]
                assert other[f"{theirs_of}_count"] == counts, word
            assert [float(share) / _core.POT_UNITS for share in mine.shares] == pytest.approx(
                other["share_sum"], rel=1e-12
            )
