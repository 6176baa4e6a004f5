"""Unit evidence: what is refused, by which error, and that the message names the value."""

import math
import re
import time
from contextlib import nullcontext

import pytest

import omaha_fast as of
from omaha_fast.errors import CardError

HOLE, BOARD = "AsAhKsKh", "QsJsTs2d3c"

TWO_PARTS = {
    "evaluate": of.evaluate,
    "evaluate_low": of.evaluate_low,
    "evaluate_hilo": of.evaluate_hilo,
    "best_hand": of.best_hand,
    "best_low_hand": of.best_low_hand,
}
ONE_HAND = {"canonical": of.canonical, "hole_index": of.hole_index}
OF_HOLE = {
    **{name: lambda hole, call=call: call(hole, BOARD) for name, call in TWO_PARTS.items()},
    **ONE_HAND,
    "equity": lambda hole: of.equity([hole, "5d5h6d6h"], BOARD),
}
OF_BOARD = {
    **{name: lambda board, call=call: call(HOLE, board) for name, call in TWO_PARTS.items()},
    "equity": lambda board: of.equity([HOLE, "5d5h6d6h"], board),
}
OF_ANY_CARDS = {
    "parse_cards": of.parse_cards,
    "CardSet": of.CardSet,
    **{f"{name} hole": call for name, call in OF_HOLE.items()},
    **{f"{name} board": call for name, call in OF_BOARD.items()},
    "equity dead": lambda dead: of.equity([HOLE, "5d5h6d6h"], BOARD, dead),
}
OF_ONE_CARD = {"Card": of.Card, "parse_card": of.parse_card}


def takes_no_cards(call):
    names = ("parse_cards", "CardSet", "equity board", "equity dead")
    return call in [OF_ANY_CARDS[name] for name in names]


def every(calls):
    return pytest.mark.parametrize("call", calls.values(), ids=calls)


def test_the_good_input_is_good():
    """Otherwise every test below could pass for another reason."""
    for call in OF_HOLE.values():
        call(HOLE)
    for call in OF_BOARD.values():
        call(BOARD)
    assert OF_ANY_CARDS["equity dead"]("7c").boards == 1


# ----------------------------------------------------------------------------------- repeated cards


@every(OF_HOLE)
@pytest.mark.parametrize(
    "hole", ["AsAhKsAs", ["As", "Ah", "Ks", "as"], [51, 50, 47, 51], "AsAhKsKhAs"]
)
def test_repeated_card_in_a_hand(call, hole):
    with pytest.raises(CardError, match="As"):
        call(hole)


@every(OF_BOARD)
@pytest.mark.parametrize("board", ["2d3c2d", "2d3c9h2d", [1, 4, 20, 24, 1], ["2d", "3c", "2D"]])
def test_repeated_card_on_the_board(call, board):
    with pytest.raises(CardError, match="2d"):
        call(board)


@every(OF_BOARD)
@pytest.mark.parametrize("board", ["2dAh4c", [4, 8, 12, 16, 50], 1 << 50 | 0b10101])
def test_the_same_card_in_hand_and_on_the_board(call, board):
    with pytest.raises(CardError, match="Ah"):
        call(board)


@pytest.mark.parametrize(
    ("hands", "board", "dead", "card"),
    [
        (["AsAhKsKh", "AhQdQc2c"], "", "", "Ah"),
        (["AsAhKsKh", "JdTs9s8h", "2c3c4c8h"], "2h3h4h", "", "8h"),
        (["AsAhKsKh", "JdTs9s8h"], "2c3cJd", "", "Jd"),
        (["AsAhKsKh", "JdTs9s8h"], "", "Ts", "Ts"),
        (["AsAhKsKh", "JdTs9s8h"], "2c3c4c", "5c4c", "4c"),
        (["AsAhKsKh", "JdTs9s8h"], "", "5c5c", "5c"),
    ],
)
def test_repeated_card_between_the_parts_of_a_question(hands, board, dead, card):
    with pytest.raises(CardError, match=card):
        of.equity(hands, board, dead)


# ------------------------------------------------------------------------------------ unknown cards


@every(OF_ANY_CARDS)
@pytest.mark.parametrize(
    "text", ["AsAhKs1h", "AsAhKsKx", "As,Ah,Ks", "AsAhKsK", "A sAhKsKh", "11sAhKs", "Joker", "?"]
)
def test_unknown_text(call, text):
    with pytest.raises(CardError) as caught:
        call(text)
    message = str(caught.value)
    assert any(part in message for part in (text, "1h", "Kx", "','", "'K'", "A s", "11s")), message


@every(OF_ONE_CARD)
@pytest.mark.parametrize(
    "text", ["1s", "Ax", "A", "AsA", "AsKh", "A s", "100s", "\0", "As\0", "\uff21s", "\u09e7s"]
)
def test_unknown_card_text(call, text):
    with pytest.raises(CardError) as caught:
        call(text)
    assert repr(text) in str(caught.value)


@every({**OF_ANY_CARDS, **OF_ONE_CARD})
def test_the_empty_string_where_cards_must_be(call):
    if takes_no_cards(call):
        call("")
        return
    with pytest.raises(CardError):
        call("")


@every(OF_ANY_CARDS)
@pytest.mark.parametrize("number", [52, -1, 255, 10**6, 2**64, -(2**70)])
def test_unknown_card_number_in_a_sequence(call, number):
    with pytest.raises(CardError, match=str(number)):
        call([0, 4, 8, number])


@every({"Card": of.Card, "card_name": of.card_name})
@pytest.mark.parametrize("number", [52, -1, 255, 2**64, -(2**70)])
def test_unknown_card_number(call, number):
    with pytest.raises(CardError, match=str(number)):
        call(number)


@every(OF_ANY_CARDS)
def test_unknown_card_number_in_bytes(call):
    with pytest.raises(CardError, match="52"):
        call(bytes([0, 4, 8, 52]))


MASK_CALLS = {name: call for name, call in OF_ANY_CARDS.items() if name != "parse_cards"}


@every(MASK_CALLS)
@pytest.mark.parametrize(
    "mask", [1 << 52, 1 << 52 | 0b1111, 1 << 63 | 0b1111, 1 << 64 | 0b1111, 1 << 300]
)
def test_mask_with_bits_above_the_deck(call, mask):
    with pytest.raises(CardError) as caught:
        call(mask)
    assert str(mask) in str(caught.value) or hex(mask) in str(caught.value)


@every(MASK_CALLS)
@pytest.mark.parametrize("mask", [-1, -(1 << 51), -(1 << 64)])
def test_negative_mask(call, mask):
    with pytest.raises(CardError) as caught:
        call(mask)
    assert str(mask) in str(caught.value) or hex(mask) in str(caught.value)


# ------------------------------------------------------------------------------------ wrong numbers


@every(OF_HOLE)
@pytest.mark.parametrize("cards", [0, 1, 2, 3, 7, 8, 20])
def test_wrong_number_of_hole_cards(call, cards):
    """Text, numbers and masks: the message says how many there are. canonical takes boards, too."""
    if call is of.canonical and 1 <= cards <= 7:
        assert len(call((1 << cards) - 1)) == cards
        return
    numbers = list(of.CardSet(range(52)) - of.CardSet(BOARD) - of.CardSet("5d5h6d6h"))[:cards]
    for hole in (
        "".join(map(of.card_name, numbers)),
        numbers,
        sum(1 << number for number in numbers),
    ):
        with pytest.raises(CardError, match=rf"\b{cards}\b|no cards|empty"):
            call(hole)


@every(OF_BOARD)
@pytest.mark.parametrize("cards", [1, 2, 6, 7, 20])
def test_wrong_number_of_board_cards(call, cards):
    numbers = list(of.CardSet(range(52)) - of.CardSet(HOLE) - of.CardSet("5d5h6d6h"))[:cards]
    for board in (
        "".join(map(of.card_name, numbers)),
        numbers,
        sum(1 << number for number in numbers),
    ):
        with pytest.raises(CardError, match=rf"\b{cards}\b"):
            call(board)


@every({name: call for name, call in OF_BOARD.items() if name != "equity"})
@pytest.mark.parametrize("board", ["", [], 0, (), of.CardSet("")])
def test_no_board(call, board):
    with pytest.raises(CardError):
        call(board)


# -------------------------------------------------------------------------------------- wrong types


@every({**OF_ANY_CARDS, **OF_ONE_CARD, "card_name": of.card_name})
@pytest.mark.parametrize("value", [None, 1.0, math.nan, True, False, object(), len, 1j], ids=repr)
def test_what_is_no_cards_at_all(call, value):
    with pytest.raises(TypeError):
        call(value)


@every(OF_ANY_CARDS)
@pytest.mark.parametrize(
    "value", [None, 8.0, math.inf, True, [12], b"As", object(), of.CardSet("As")], ids=repr
)
def test_what_is_no_card_in_a_sequence(call, value):
    with pytest.raises(TypeError):
        call([20, 24, 28, value])


@every(OF_ANY_CARDS)
def test_arrays_of_other_things(call):
    np = pytest.importorskip("numpy")
    for array in (
        np.array([20.0, 24.0, 28.0, 32.0]),
        np.array([True, False, True, True]),
        np.array([[20, 24], [28, 32]]),
        np.array([None, 20, 24, 28], dtype=object),
        np.array(20.0),
    ):
        with pytest.raises((TypeError, CardError)):
            call(array)


@every(OF_ANY_CARDS)
def test_an_index_that_is_no_int(call):
    """Python's own int() refuses it, too; 3.5 was once taken for a card."""

    class Index:
        def __init__(self, value):
            self.value = value

        def __index__(self):
            return self.value

    for value in (3.5, "3", None):
        for source in (Index(value), [20, 24, 28, Index(value)]):
            with pytest.raises(TypeError, match="__index__ returned non-int"):
                call(source)
    assert of.parse_cards([Index(51)]) == (of.Card("As"),)
    with pytest.raises(TypeError, match="__index__ returned non-int"):
        of.hole_from_index(Index(3.5))


@every(OF_ANY_CARDS)
def test_memory_that_python_cannot_read_item_by_item(call):
    np = pytest.importorskip("numpy")
    swapped = np.array([20, 24, 28, 32], ">u2" if np.little_endian else "<u2")
    for memory in (memoryview(swapped), memoryview(bytes(8)).cast("B", (2, 4))):
        with pytest.raises(TypeError, match=r"a memoryview.*expected a text, a mask"):
            call(memory)


@every(OF_ANY_CARDS)
def test_a_column_is_not_drawn_in_full(call):
    """Other libraries draw their columns over many lines."""
    np = pytest.importorskip("numpy")
    columns = [np.arange(40, 1040)]
    for library in ("polars", "pandas"):
        try:
            columns.append(__import__(library).Series(columns[0].tolist()))
        except ImportError:
            continue
    for column in columns:
        with pytest.raises(CardError, match="52") as caught:
            call(column)
        message = str(caught.value)
        assert message.isprintable()
        assert f"a {type(column).__name__} of 1000 items" in message or len(message) < 250, message


@pytest.mark.parametrize("call", [of.evaluate, of.best_hand, of.equity])
def test_missing_arguments(call):
    with pytest.raises(TypeError):
        call()


# ------------------------------------------------------------------------------------------ indices


@pytest.mark.parametrize(("cards", "count"), [(4, 16_432), (5, 134_459), (6, 962_988)])
@pytest.mark.parametrize("which", [-1, "count", 2**32, 2**32 + 1, 2**64])
def test_index_outside_the_classes(cards, count, which):
    index = count if which == "count" else which
    with pytest.raises(ValueError, match=str(index)):
        of.hole_from_index(index, cards=cards)


@pytest.mark.parametrize("index", ["7", 7.0, None, True])
def test_index_that_is_no_number(index):
    with pytest.raises(TypeError):
        of.hole_from_index(index)


@pytest.mark.parametrize("cards", [0, 2, 3, 7, -4])
def test_index_of_hands_of_another_size(cards):
    with pytest.raises(ValueError, match=str(cards)):
        of.hole_from_index(0, cards=cards)
    np = pytest.importorskip("numpy")
    with pytest.raises(ValueError, match=str(cards)):
        of.hole_from_index_batch(np.array([0], dtype=np.uint32), cards=cards)


def test_batches_name_the_first_bad_row():
    np = pytest.importorskip("numpy")
    good = np.tile(np.array([0, 4, 8, 12], dtype=np.uint8), (50, 1))
    for call in (of.canonical_batch, of.hole_index_batch):
        call(good)
        repeated, unknown = good.copy(), good.copy()
        repeated[37, 2] = 4
        repeated[41, 2] = 4
        unknown[38, 0] = 52
        with pytest.raises(CardError, match="37"):
            call(repeated)
        with pytest.raises(CardError, match="38"):
            call(unknown)
    indices = np.zeros(50, dtype=np.uint32)
    indices[39] = 16_432
    with pytest.raises(ValueError, match="39"):
        of.hole_from_index_batch(indices)
    indices[39] = 16_431
    of.hole_from_index_batch(indices)


def test_batches_of_another_shape_or_type():
    np = pytest.importorskip("numpy")
    for call in (of.canonical_batch, of.hole_index_batch):
        for shape in ((4,), (3, 3), (3, 7), (3, 4, 2), ()):
            with pytest.raises((ValueError, TypeError)):
                call(np.zeros(shape, dtype=np.uint8))
        for dtype in (np.float64, object, bool):
            with pytest.raises((ValueError, TypeError)):
                call(np.array([[0.5, 4, 8, 12]]).astype(dtype))
        for value in (None, "AsAhKsKh", 7, [["As", "Ah", "Ks", "Kh"]]):
            with pytest.raises((ValueError, TypeError)):
                call(value)


# ------------------------------------------------------------------------------------------- equity


def test_one_player_or_none():
    with pytest.raises(ValueError, match=r"\b1\b|one"):
        of.equity([HOLE])
    with pytest.raises(ValueError, match=r"\b0\b|no hands|none"):
        of.equity([])


@pytest.mark.parametrize(("cards", "most"), [(4, 10), (5, 9), (6, 7)])
def test_more_players_than_the_deck_allows(cards, most):
    """With the board to come the deck feeds 10, 9 and 7 players; eleven are never allowed."""
    hands = [list(range(i * cards, i * cards + cards)) for i in range(52 // cards)]
    assert len(hands) > most
    for players in range(most + 1, len(hands) + 1):
        left = 52 - players * cards
        with pytest.raises(ValueError, match=rf"\b{players}\b|\b{left} cards are left\b"):
            of.equity(hands[:players])
    with pytest.raises(ValueError, match=r"\b11\b"):
        of.equity(hands[:11] if cards == 4 else [[i] for i in range(11)], "2d3d4d5d6d")


def test_dead_cards_must_leave_a_board():
    hands = [list(range(i * 4, i * 4 + 4)) for i in range(10)]
    dead = list(range(40, 48))
    with pytest.raises(ValueError, match=r"\b4 cards are left\b"):
        of.equity(hands, "", dead)


@pytest.mark.parametrize("hands", ["AsAhKsKh", HOLE + "JdTs9s8h", None, 7, 7.5])
def test_hands_that_are_no_list(hands):
    with pytest.raises((TypeError, ValueError)):
        of.equity(hands)


def test_hands_of_different_sizes():
    with pytest.raises(ValueError, match=r"4.*5|5.*4"):
        of.equity(["AsAhKsKh", "JdTs9s8h7c"])


@pytest.mark.parametrize("cards", range(4, 7))
@pytest.mark.parametrize(
    ("game", "right"),
    [
        ("omaha", 4), ("omaha8", 4), ("plo", 4), ("plo8", 4), ("o8", 4),
        ("omaha5", 5), ("omaha5-8", 5), ("plo5", 5), ("bigo", 5),
        ("omaha6", 6), ("omaha6-8", 6), ("plo6", 6),
    ],
)  # fmt: skip
def test_game_and_number_of_cards(game, right, cards):
    hands = ["AsAhKsKhQs2s"[: 2 * cards], "JdTs9s8h6c2h"[: 2 * cards]]
    if cards == right:
        of.equity(hands, "4d4h5c6d", game=game)
    else:
        plain_name = {4: "omaha", 5: "omaha5", 6: "omaha6"}[right]
        with pytest.raises(ValueError, match=rf"\b{cards}\b") as caught:
            of.equity(hands, "4d4h5c6d", game=game)
        assert game in str(caught.value) or plain_name in str(caught.value)


@pytest.mark.parametrize("game", ["", "holdem", "Omaha 8", "omaha7", "omaha-8", "plo\0", "x" * 100])
def test_unknown_game(game):
    with pytest.raises(ValueError, match=re.escape(repr(game)[:20])):
        of.equity(["AsAhKsKh", "JdTs9s8h"], "2d3c4c", game=game)


@pytest.mark.parametrize("game", [8, True, b"omaha", ["omaha"], 1.5], ids=repr)
def test_game_that_is_no_text(game):
    with pytest.raises((TypeError, ValueError)):
        of.equity(["AsAhKsKh", "JdTs9s8h"], "2d3c4c", game=game)


# ------------------------------------------------------------------------------------- hostile text

HUGE = {
    "letters": "A" * 10_000_000,
    "cards": "As" * 5_000_000,
    "blanks": " " * 10_000_000,
    "tens": "10" * 5_000_000,
    "surrogate": "\ud800" * 4,
    "half a card": "A\udc00KsKhQs",
    "wide": "\U0001f0a1" * 1000,
    "numbers": [0] * 3_000_000,
    "strings": ["As"] * 1_000_000,
    "bytes": bytes(10_000_000),
    "big mask": 1 << 1_000_000,
}


@every({**OF_ANY_CARDS, **OF_ONE_CARD, "card_name": of.card_name})
@pytest.mark.parametrize("name", HUGE)
def test_hostile_input_is_refused_quickly_and_briefly(call, name):
    """The message stays short, and can be printed."""
    refused = pytest.raises((CardError, TypeError))
    if name == "blanks" and takes_no_cards(call):
        refused = nullcontext()
    start = time.process_time()
    with refused as caught:
        call(HUGE[name])
    assert time.process_time() - start < 2
    if caught:
        assert len(str(caught.value)) < 1000
        str(caught.value).encode()


def test_a_sequence_without_an_end_is_refused():
    class Endless:
        def __iter__(self):
            while True:
                yield 0

        def __getitem__(self, index):
            return index % 4

        def __len__(self):
            return 1 << 40

    for call in OF_HOLE.values():
        start = time.process_time()
        with pytest.raises((CardError, TypeError)):
            call(Endless())
        assert time.process_time() - start < 2
