"""Exact equity: known figures, worked cases, the slow model's plain enumeration, and symmetry.

Everything is compared as integers: the package's shares and total against the model's units.
"""

import pickle
import random
from fractions import Fraction

import pytest
import slow_model as model

import omaha_fast as of

# Two players before the flop, 1,086,008 boards; the first one's share in units of 1/120 of a board.
TWO_PLAYERS = [
    ("omaha", "AsAhKsKh", "JdTs9s8h", 87_671_400),
    ("omaha", "AsAhKsKh", "Tc9c8d7d", 78_523_080),
    ("omaha", "As2s3dKh", "Ad2d4c5c", 66_849_180),
    ("omaha", "As2d3hKs", "AhAdKcQc", 35_744_280),
    ("omaha8", "AsAhKsKh", "Tc9c8d7d", 63_260_280),
    ("omaha8", "As2s3dKh", "Ad2d4c5c", 72_942_960),
    ("omaha8", "As2d3hKs", "AhAdKcQc", 59_082_180),
]
THREE_PLAYERS = [
    ("omaha", (0.459774, 0.204467, 0.335759)),
    ("omaha8", (0.336085, 0.317802, 0.346114)),
]
GAMES = {4: ("omaha", "omaha8"), 5: ("omaha5", "omaha5-8"), 6: ("omaha6", "omaha6-8")}
WORDS = ("win", "tie", "scoop", "quartered", "three_quartered")


def check_sums(result):
    """What holds for every exact result."""
    assert sum(result.shares) == result.total
    assert type(result.shares) is tuple
    assert result.exact is True
    assert isinstance(result.method, str)
    assert len(result.players) == len(result.shares)
    assert sum(player.fraction for player in result.players) == 1
    for player, share in zip(result.players, result.shares, strict=True):
        assert type(share) is int
        assert all(type(count) is int for count in player.counts.values())
        assert player.fraction == Fraction(share, result.total)
        assert player.counts["high"] + player.counts["low"] == share
        assert player.equity == pytest.approx(share / result.total, abs=1e-15)
        assert player.high == pytest.approx(player.counts["high"] / result.total, abs=1e-15)
        assert player.stderr == 0
        for word in WORDS:
            assert 0 <= player.counts[word] <= result.boards
            assert getattr(player, word) == pytest.approx(
                player.counts[word] / result.boards, abs=1e-15
            )


def check_against_model(game, hands, board, dead=()):
    boards, counts = model.equity(hands, board, dead, hilo=game.endswith("8"))
    result = of.equity(["".join(hand) for hand in hands], "".join(board), "".join(dead), game=game)
    check_sums(result)
    where = f"{game}, {hands} on {board}, dead {dead}"
    assert result.boards == boards, where
    for player, expected in zip(result.players, counts, strict=True):
        for word in WORDS:
            assert player.counts[word] == expected[word], f"{word}: {where}"
        for half in ("high", "low"):
            assert player.counts[half] * model.POT * boards == expected[half] * result.total, (
                f"{half}: {where}"
            )


def spot(seed, deck, cards, players, board, dead):
    rng = random.Random(seed)
    dealt = rng.sample(deck, cards * players + board + dead)
    hands = [dealt[i * cards : i * cards + cards] for i in range(players)]
    rest = dealt[cards * players :]
    return hands, rest[:board], rest[board:]


# ------------------------------------------------------------------------------------ known answers


@pytest.mark.parametrize(("game", "first", "second", "units"), TWO_PLAYERS)
def test_two_players_before_the_flop(game, first, second, units):
    result = of.equity([first, second], game=game)
    check_sums(result)
    assert result.boards == 1_086_008
    assert result.shares[0] * 120 * result.boards == units * result.total


@pytest.mark.parametrize(("game", "equities"), THREE_PLAYERS)
def test_three_players_before_the_flop(game, equities):
    result = of.equity(["AcAdJcJd", "2c3c9dTd", "KcKd6h7h"], game=game)
    check_sums(result)
    assert result.boards == 658_008
    assert tuple(round(player.equity, 6) for player in result.players) == equities


def test_seven_outs_of_forty():
    """5dQsQc7d against KdKhAdKs on 2d5cQhJs: 87.5 and 12.5 percent over 40 rivers."""
    result = of.equity(["5dQsQc7d", "KdKhAdKs"], "2d5cQhJs")
    check_sums(result)
    assert result.boards == 40
    assert [player.fraction for player in result.players] == [Fraction(7, 8), Fraction(1, 8)]
    assert [player.counts["win"] for player in result.players] == [35, 5]
    assert [player.equity for player in result.players] == [0.875, 0.125]


def test_four_twos_never_beat_four_threes():
    """2s2d2h2c against 3s3d3h3c: 0 and 100 percent in every runout, from every street."""
    hands = ["2s2d2h2c", "3s3d3h3c"]
    before_the_flop = of.equity(hands)
    assert before_the_flop.boards == 1_086_008
    assert [player.counts["win"] for player in before_the_flop.players] == [0, 1_086_008]
    rng = random.Random(32)
    stub = [card for card in model.DECK if card[0] not in "23"]
    for size in (3, 4, 5):
        for _ in range(20):
            result = of.equity(hands, "".join(rng.sample(stub, size)))
            check_sums(result)
            assert result.shares == (0, result.total)
            assert result.players[1].scoop == result.players[1].equity == 1


def test_a_quarter_of_the_pot():
    """Both hold the nut low, one of them the better high: three quarters and one quarter."""
    result = of.equity(["As2hKdKc", "Ad2cQdQh"], "3s4d8cTsJh", game="omaha8")
    check_sums(result)
    assert [player.fraction for player in result.players] == [Fraction(3, 4), Fraction(1, 4)]
    first, second = (player.counts for player in result.players)
    assert (first["win"], first["tie"], first["scoop"]) == (1, 0, 0)
    assert (first["three_quartered"], first["quartered"]) == (1, 0)
    assert (second["three_quartered"], second["quartered"]) == (0, 1)
    assert [player.low for player in result.players] == [0.25, 0.25]
    assert [player.high for player in result.players] == [0.5, 0]


def test_the_high_takes_the_whole_pot_without_a_low():
    result = of.equity(["As2hKdKc", "Ad2cQdQh"], "3s9d8cTsJh", game="omaha8")
    assert result.players[0].scoop == 1
    assert result.players[0].high == 1
    assert result.players[0].low == 0


def test_the_same_board_without_a_low_half():
    result = of.equity(["As2hKdKc", "Ad2cQdQh"], "3s4d8cTsJh")
    assert result.players[0].scoop == result.players[0].win == result.players[0].equity == 1


# ----------------------------------------------------------------------------------- the slow model

DECKS = {
    "whole deck": model.DECK,
    "low cards": [
        card for card in model.DECK if card[0] in model.LOW_RANKS + "K"
    ],  # many lows and quarters
}
# cards, players, board, dead, how many; a flop of six cards takes the model half a second
SPOTS = [
    (4, 2, 3, 0, 2), (4, 3, 3, 3, 1), (5, 2, 3, 2, 1), (6, 2, 3, 8, 1),
    (4, 2, 4, 0, 20), (4, 3, 4, 5, 10), (4, 4, 4, 0, 10), (5, 2, 4, 1, 6),
    (5, 4, 4, 0, 4), (6, 3, 4, 0, 4),
    (4, 2, 5, 0, 200), (4, 4, 5, 3, 200), (5, 3, 5, 0, 200), (6, 2, 5, 4, 200), (4, 7, 5, 0, 100),
]  # fmt: skip
EVERY_DECK = pytest.mark.parametrize("deck", DECKS)
HIGH_AND_HILO = pytest.mark.parametrize("hilo", [False, True], ids=["high", "hilo"])


@EVERY_DECK
@HIGH_AND_HILO
@pytest.mark.parametrize(("cards", "players", "board", "dead", "count"), SPOTS)
def test_every_count_is_that_of_the_slow_model(deck, hilo, cards, players, board, dead, count):
    for number in range(count):
        seed = f"{deck} {hilo} {cards} {players} {board} {number}"
        check_against_model(
            GAMES[cards][hilo], *spot(seed, DECKS[deck], cards, players, board, dead)
        )


@HIGH_AND_HILO
@pytest.mark.parametrize(("cards", "players"), [(4, 10), (5, 9), (6, 7)])
def test_as_many_players_as_the_deck_allows(hilo, cards, players):
    """Many players share: thirds, fifths, sevenths of a half."""
    for number in range(50):
        check_against_model(
            GAMES[cards][hilo], *spot(f"full {number}", model.DECK, cards, players, 5, 0)
        )


def test_dead_cards_before_the_flop():
    """So many dead cards that the model can deal every board of five."""
    for game, cards in (("omaha", 4), ("omaha8", 4), ("omaha5-8", 5), ("omaha6", 6)):
        dead = 52 - 2 * cards - 10  # ten cards are left: 252 boards
        check_against_model(game, *spot(f"dead {game}", model.DECK, cards, 2, 0, dead))


@pytest.mark.slow
@EVERY_DECK
@HIGH_AND_HILO
@pytest.mark.parametrize("cards", [4, 5, 6])
def test_many_more_counts_are_those_of_the_slow_model(deck, hilo, cards):
    for players, board, count in ((2, 3, 10), (3, 3, 5), (3, 4, 50), (4, 5, 500)):
        for number in range(count):
            seed = f"more {deck} {hilo} {cards} {players} {board} {number}"
            check_against_model(
                GAMES[cards][hilo], *spot(seed, DECKS[deck], cards, players, board, 1)
            )


# ----------------------------------------------------------------------------------------- symmetry


def comparable(result):
    return [(player.fraction, player.counts) for player in result.players]


@pytest.mark.parametrize("game", ["omaha", "omaha8", "omaha5-8", "omaha6"])
def test_neither_suits_nor_seats_matter(game):
    cards = {"omaha": 4, "omaha8": 4, "omaha5-8": 5, "omaha6": 6}[game]
    rng = random.Random(game)
    for board_size in (3, 4, 5):
        hands, board, dead = spot(f"{game} {board_size}", model.DECK, cards, 3, board_size, 2)
        before = of.equity(
            ["".join(hand) for hand in hands], "".join(board), "".join(dead), game=game
        )
        suits = rng.choice(model.RELABELLINGS[1:])
        renamed = ["".join(model.relabel(part, suits)) for part in (*hands, board, dead)]
        after = of.equity(renamed[:3], renamed[3], renamed[4], game=game)
        assert comparable(after) == comparable(before)
        order = rng.sample(range(3), 3)
        seated = of.equity(
            ["".join(hands[i]) for i in order], "".join(board[::-1]), "".join(dead), game=game
        )
        assert comparable(seated) == [comparable(before)[i] for i in order]


def test_suits_do_not_matter_before_the_flop():
    for game in ("omaha", "omaha8"):
        hands = ["As2s3dKh", "Ad2d4c5c"]
        suits = dict(zip("cdhs", "hcsd", strict=True))
        renamed = ["".join(model.relabel(model.cards(hand), suits)) for hand in hands]
        assert (
            comparable(of.equity(hands, game=game))
            == comparable(of.equity(renamed[::-1], game=game))[::-1]
        )


# -------------------------------------------------------------------------------------- the calling


def test_the_two_halves_are_the_equity_exactly():
    """As floats too: nobody who adds up a table sees a last digit that differs."""
    for number in range(40):
        hands, board, _ = spot(f"halves {number}", DECKS["low cards"], 4, 3, 4, 0)
        result = of.equity(["".join(hand) for hand in hands], "".join(board), game="omaha8")
        for player in result.players:
            assert player.high + player.low == player.equity


def test_every_way_to_write_the_cards():
    expected = of.equity(["AsAhKsKh", "JdTs9s8h"], "2c3c4d", "7h")
    for hands, board, dead in (
        (("As Ah Ks Kh", "Jd Ts 9s 8h"), "2c 3c 4d", "7h"),
        ([["As", "Ah", "Ks", "Kh"], [37, 35, 31, 26]], [0, 4, 9], [22]),
        ([of.CardSet("AsAhKsKh").mask, of.CardSet("JdTs9s8h").mask], 0b1000010001, 1 << 22),
        (
            [of.CardSet("AsAhKsKh"), of.parse_cards("JdTs9s8h")],
            of.CardSet("2c3c4d"),
            of.CardSet("7h"),
        ),
    ):
        result = of.equity(hands, board, dead)
        assert comparable(result) == comparable(expected)
        assert result.boards == expected.boards


@pytest.mark.parametrize(
    ("names", "cards"),
    [
        (("omaha", "plo", None), 4), (("omaha8", "plo8", "o8"), 4), (("omaha5", "plo5", None), 5),
        (("omaha5-8", "bigo"), 5), (("omaha6", "plo6", None), 6), (("omaha6-8",), 6),
    ],
)  # fmt: skip
def test_games_and_their_other_names(names, cards):
    """The low half is played exactly where the game says so; without a game it is high only."""
    hands = ["As2dKdKcQhQd"[: 2 * cards], "5h6d7d7cTsTd"[: 2 * cards]]
    results = [of.equity(hands, "3s4d8c", game=name) for name in names]
    assert all(comparable(result) == comparable(results[0]) for result in results)
    assert any(player.low for player in results[0].players) == names[0].endswith("8")


def test_a_result_is_data():
    result = of.equity(["AsAhKsKh", "JdTs9s8h"], "2c3c4d")
    again = pickle.loads(pickle.dumps(result))
    assert again == result
    assert comparable(again) == comparable(result)
    assert result == of.equity(["AsAhKsKh", "JdTs9s8h"], "2c3c4d")
    assert result != of.equity(["AsAhKsKh", "JdTs9s8h"], "2c3c4h")


def read_twice(hands, board="", dead="", game=None):
    """The answer of the usual way, and of the way that words complaints."""
    from omaha_fast.equity.exact import count, parse_question

    return of.equity(hands, board, dead, game), count(parse_question(hands, board, dead, game))


@pytest.mark.parametrize("game", [None, "omaha8", "plo8", " O8 "])
@pytest.mark.parametrize("board", ["", "4s7dQs", "4s 7d Qs 9h", "4s7dQs9h2h"])
@pytest.mark.parametrize("dead", ["", ["Jc", 20]])
def test_both_ways_to_read_a_question_agree(game, board, dead):
    texts = ["As3s3dKh", "Ad2d4c5c", "K♠ K♦ 10s 10h"]
    numbers = [of.parse_cards(text) for text in texts]
    for hands in (texts, tuple(texts), numbers, [bytes(hand) for hand in numbers], iter(texts)):
        hands = list(hands)
        fast, slow = read_twice(hands, board, dead, game)
        assert fast == slow
        assert fast.to_dict() == slow.to_dict()
        assert (fast.hands, fast.board, fast.dead) == (slow.hands, slow.board, slow.dead)
        assert (hash(fast), repr(fast), str(fast)) == (hash(slow), repr(slow), str(slow))
        assert pickle.loads(pickle.dumps(fast)) == slow
        assert fast.players == slow.players


def test_the_parts_of_a_result_are_made_when_asked_for():
    result = of.equity(["AsAhKsKh", "JdTs9s8h"])
    assert result.players is result.players
    with pytest.raises(AttributeError, match="no attribute 'winner'"):
        result.winner  # noqa: B018
    with pytest.raises(AttributeError):
        of.EquityResult.__new__(of.EquityResult).players  # noqa: B018


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["AsAhKsKh", "JdTs9s8h"], "As2c3d", ""),
        (["AsAhKsKh", "JdTs9s8h"], "", "8h"),
        (["AsAhKsKh", "AsTs9s8h"], "", ""),
        (["AsAhKsKh", "JdTs9s8h2c"], "", ""),
        (["AsAhKsKh"], "", ""),
        (["AsAhKsKh", "JdTs9s"], "", ""),
        (["AsAhKsKh", "JdTs9s8h"], "2c3d", ""),
        (["AsAhKsKh", "JdTs9s8h"], "2c3d", "1x"),
        ([*(f"{r}c{r}d{r}h{r}s" for r in "23456789TJ")], "", "AcAdAhAsKcKdKhKs"),
    ],
)
def test_what_the_core_does_not_take_is_complained_of(hands, board, dead):
    from omaha_fast._core import count_known

    assert count_known(hands, board, dead, 0, False) is None
    with pytest.raises(of.CardError):
        of.equity(hands, board, dead)
