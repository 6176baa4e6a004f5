"""Cards and strengths to other libraries and back, against the libraries themselves.

Each of them is optional; whatever needs one is skipped without it. None shares code or tables with
the package, so each agreement on a strength is differential evidence for both sides.
"""

import doctest
import random
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from itertools import combinations, pairwise

import pytest
import slow_model as model

import omaha_fast as of
from omaha_fast import _core, interop

STRENGTHS = range(1, 7463)
TO_RANK = {"phevaluator": interop.to_phevaluator, "treys": interop.to_treys}
TO_STRENGTH = {"phevaluator": interop.from_phevaluator, "treys": interop.from_treys}
TO_CARDS = {
    "phevaluator": interop.cards_to_phevaluator,
    "treys": interop.cards_to_treys,
    "eval7": interop.cards_to_eval7,
    "pokerkit": interop.cards_to_pokerkit,
}
FROM_CARDS = {
    "phevaluator": interop.cards_from_phevaluator,
    "treys": interop.cards_from_treys,
    "eval7": interop.cards_from_eval7,
    "pokerkit": interop.cards_from_pokerkit,
}
# How each library itself makes its card of a name.
CARD_OF_NAME = {
    "phevaluator": lambda library, name: library.Card(name),
    "treys": lambda library, name: library.Card.new(name),
    "eval7": lambda library, name: library.Card(name),
    "pokerkit": lambda library, name: next(library.Card.parse(name)),
}
# What each makes of what the package gives it, to be compared with its own card.
UNDERSTOOD = {
    "phevaluator": lambda library, cards: list(map(library.Card, cards)),
    "treys": lambda library, cards: cards,
    "eval7": lambda library, cards: cards,
    "pokerkit": lambda library, cards: list(library.Card.parse(cards)),
}

every_scale = pytest.mark.parametrize("scale", TO_RANK)
every_library = pytest.mark.parametrize("name", TO_CARDS)
both_ways = pytest.mark.parametrize("turn", [*TO_RANK.values(), *TO_STRENGTH.values()])


# ------------------------------------------------------------------------------------------ strengths


@every_scale
def test_a_rank_is_7463_less_the_strength(scale):
    """Exhaustive: the contract, there and back, over all strengths."""
    for strength in STRENGTHS:
        rank = TO_RANK[scale](strength)
        assert rank == 7463 - strength
        assert type(rank) is int
        assert TO_STRENGTH[scale](rank) == strength


@both_ways
def test_an_array_is_turned_like_its_elements(turn):
    np = pytest.importorskip("numpy")
    array = np.array(STRENGTHS, np.uint16).reshape(2, -1)
    array.flags.writeable = False
    turned = turn(array)
    assert turned.dtype == np.uint16
    assert turned.tolist() == [list(map(turn, row)) for row in array.tolist()]
    assert turn(array[:, ::-7]).tolist() == turned[:, ::-7].tolist()
    assert turn(array[:, :0]).shape == (2, 0)


@both_ways
@pytest.mark.parametrize("kind", "bBhHiIlLqQ")
def test_every_integer_type_is_welcome(turn, kind):
    """Seven bits cannot hold 7463 - 1: the type of the result is not that of the argument."""
    np = pytest.importorskip("numpy")
    assert turn(np.array([1, 100], kind)).tolist() == [7462, 7363]
    assert turn(np.array([1, 100], kind)).dtype == np.uint16
    for single in (np.array(100, kind), np.array([100], kind)[0]):
        assert turn(single) == 7363
        assert type(turn(single)) is np.uint16


@both_ways
@pytest.mark.parametrize("wrong", [0, 7463, -1, 65535, 2**70])
def test_what_is_no_class_is_refused(turn, wrong):
    """0, no hand, has no rank there."""
    with pytest.raises(ValueError, match=f"(strength|rank) {wrong}: expected 1 "):
        turn(wrong)


def test_a_huge_int_is_named_but_not_printed():
    with pytest.raises(ValueError, match="an int of 5001 bits"):
        interop.to_treys(1 << 5000)


@both_ways
@pytest.mark.parametrize("wrong", [0, 7463, -1, 65535])
def test_what_is_no_class_is_refused_in_an_array(turn, wrong):
    np = pytest.importorskip("numpy")
    with pytest.raises(ValueError, match=rf"{wrong} at index 2: expected 1 "):
        turn(np.array([5, 6, wrong, wrong]))
    with pytest.raises(ValueError, match=rf"{wrong} at index \(1, 0\): expected 1 "):
        turn(np.array([[5, 6], [wrong, 7]]))
    with pytest.raises(ValueError, match=rf"{wrong}: expected 1 "):
        turn(np.array([wrong])[0])


@both_ways
@pytest.mark.parametrize("wrong", [None, 7462.0, "7462", True, [7462], (1,), b"1"])
def test_what_is_no_int_is_a_type_error(turn, wrong):
    with pytest.raises(TypeError, match="expected an int or a numpy array of ints"):
        turn(wrong)


@both_ways
@pytest.mark.parametrize("kind", ["float64", "bool", "object", "timedelta64[s]", "U4"])
def test_an_array_of_something_else_is_a_type_error(turn, kind):
    np = pytest.importorskip("numpy")
    for wrong in (np.array([1, 1]).astype(kind), np.array([1]).astype(kind)[:0]):
        with pytest.raises(TypeError, match="dtype"):
            turn(wrong)


def test_messages_say_which_number_and_of_whom():
    with pytest.raises(ValueError, match=r"^strength 0: expected 1 \(7-5-4-3-2\) to 7462"):
        interop.to_treys(0)
    with pytest.raises(ValueError, match=r"^treys rank 0: expected 1 \(royal flush\) to 7462"):
        interop.from_treys(0)
    with pytest.raises(ValueError, match=r"^phevaluator rank 7463: "):
        interop.from_phevaluator(7463)


# ---------------------------------------------------------------------------------------------- cards


def to_cards(name):
    """The function that gives the library its cards; only for eval7 must the library be there."""
    if name == "eval7":
        pytest.importorskip("eval7")
    return TO_CARDS[name]


def installed(names):
    """(name, library) of those that are there."""
    for name in names:
        with suppress(ImportError):
            yield name, import_module(name)


def check_every_card(name):
    """Differential, exhaustive: each card becomes the one that the library makes of its name, and comes back."""
    library = pytest.importorskip(name)
    for card, text in zip(range(52), model.DECK, strict=True):
        (understood,) = UNDERSTOOD[name](library, TO_CARDS[name]([card]))
        theirs = CARD_OF_NAME[name](library, text)
        assert understood == theirs
        assert FROM_CARDS[name]([theirs]) == (card,)


@every_library
def test_every_card_is_the_library_s_card(name):
    check_every_card(name)


@every_library
def test_there_and_back_is_the_same_in_the_same_order(name):
    there, back = to_cards(name), FROM_CARDS[name]
    for seed in range(100):
        cards = random.Random(seed).sample(range(52), seed % 53)
        returned = back(there(cards))
        assert returned == tuple(cards)
        assert all(type(card) is of.Card for card in returned)


@pytest.mark.parametrize("name", ["phevaluator", "treys"])
def test_plain_values_come_back_from_numpy(name):
    np = pytest.importorskip("numpy")
    assert FROM_CARDS[name](np.array(TO_CARDS[name](range(52)))) == tuple(range(52))


@pytest.mark.parametrize("kind", [list, tuple, iter, dict.fromkeys])
@every_library
def test_any_iterable_is_read(name, kind):
    cards = ["As", "2c"] if name == "pokerkit" else to_cards(name)("As2c")
    assert FROM_CARDS[name](kind(cards)) == (51, 0)


def test_eval7_s_masks_are_read():
    """Unit: a card's mask has bit 13 * suit + rank; no eval7 needed."""
    masks = [1 << 13 * suit + rank for rank in range(13) for suit in range(4)]
    assert interop.cards_from_eval7(masks) == tuple(range(52))


OWN_DECKS = {
    "eval7": lambda library: library.Deck(),
    "treys": lambda library: library.Deck().cards,
    "pokerkit": lambda library: library.Deck.STANDARD,
}


@pytest.mark.parametrize("name", OWN_DECKS)
def test_the_library_s_own_deck_is_every_card_once(name):
    """Differential: the library made these cards, the package had no part in it."""
    deck = OWN_DECKS[name](pytest.importorskip(name))
    assert sorted(FROM_CARDS[name](deck)) == list(range(52))


@every_library
def test_wrong_value_of_a_card_is_found(monkeypatch, name):
    """The check of every card does look: two cards are swapped, then the check must fail."""
    check_every_card(name)
    form = f"_{name.upper()}"
    right = getattr(interop, form)
    first, *between, last = right.values
    monkeypatch.setattr(interop, form, right._replace(values=(last, *between, first)))
    with pytest.raises(AssertionError):
        check_every_card(name)


@every_library
def test_everything_that_parse_cards_reads_is_taken(name):
    there = to_cards(name)
    wanted = there([51, 46, 32])
    for cards in (
        "AsKhTc",
        "as kh 10c",
        "A♠ K♥ T♣",
        ["As", 46, of.Card("Tc")],
        bytes([51, 46, 32]),
    ):
        assert there(cards) == wanted
    assert there(1 << 51 | 1 << 46) == there([46, 51])
    assert there(of.CardSet("KhAs")) == there("AsKh")
    assert there(of.Card("As")) == there("As")
    assert len(there("")) == len(there(())) == 0


@every_library
def test_text_comes_back_in_the_way_that_all_four_write_it(name):
    for text in ("AsKh", "As Kh", "As, Kh", ["As", "Kh"]):
        assert FROM_CARDS[name](text) == (51, 46)
    assert FROM_CARDS[name]("") == FROM_CARDS[name](()) == ()


@every_library
@pytest.mark.parametrize("wrong", ["AsAs", [51, 51], [52], [-1], "Xx", "A", 1 << 52])
def test_bad_cards_do_not_go_out(name, wrong):
    """Also without eval7 installed: cards are read before it is imported."""
    with pytest.raises(of.CardError):
        TO_CARDS[name](wrong)


@every_library
@pytest.mark.parametrize("wrong", [None, 1.5, [None], [51.0], [True]])
def test_no_cards_do_not_go_out(name, wrong):
    with pytest.raises(TypeError):
        TO_CARDS[name](wrong)


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("phevaluator", 52),
        ("phevaluator", -1),
        ("treys", 51),  # a card number of the package
        ("treys", 0x10001C29 ^ 1),  # the ace of spades with another prime
        ("treys", 0x10003C29),  # of two suits
        ("treys", 0),
        ("eval7", 0),
        ("eval7", 3),  # two cards
        ("eval7", 1 << 52),
        ("eval7", 1 << 70),
        ("pokerkit", 51),
        *((name, text) for name in FROM_CARDS for text in ("Xx", "", "A", "AsKh", "??")),
    ],
)
def test_an_unknown_card_does_not_come_in(name, wrong):
    with pytest.raises(of.CardError) as caught:
        FROM_CARDS[name]([wrong])
    assert repr(wrong) in str(caught.value)
    assert "expected" in str(caught.value)
    assert caught.value.value == wrong


@every_library
def test_a_repeated_card_does_not_come_in(name):
    theirs = ["As"] if name == "pokerkit" else list(to_cards(name)("As"))
    for wrong in ("AsKhAs", ["As", "Kh", "As"], theirs * 2, [*theirs, "as"]):
        with pytest.raises(of.CardError, match="duplicate card 'As'"):
            FROM_CARDS[name](wrong)


@every_library
@pytest.mark.parametrize("wrong", [None, 51, 1 << 51, True, 1.5, object()])
def test_what_is_no_sequence_does_not_come_in(name, wrong):
    """Not even a lone int, which would be one card there and a mask here."""
    with pytest.raises(TypeError, match=f"expected a text or a sequence of {name} cards"):
        FROM_CARDS[name](wrong)


@every_library
@pytest.mark.parametrize("wrong", [None, 51.0, True, False, ["As"], object(), b"As"])
def test_what_is_no_card_does_not_come_in(name, wrong):
    with pytest.raises(TypeError, match=f"no {name} card: expected"):
        FROM_CARDS[name]([wrong])


def test_pokerkit_s_unknown_card_does_not_come_in():
    pokerkit = pytest.importorskip("pokerkit")
    with pytest.raises(of.CardError, match=r"\?\?"):
        interop.cards_from_pokerkit([pokerkit.Card.UNKNOWN])


def test_objects_of_another_library_do_not_come_in():
    made = {name: CARD_OF_NAME[name](library, "As") for name, library in installed(CARD_OF_NAME)}
    for name, card in made.items():
        for other in FROM_CARDS.keys() - {name}:
            with pytest.raises((TypeError, of.CardError), match=other):
                FROM_CARDS[other]([card])


def test_eval7_s_cards_are_new_every_time():
    """The mask of an eval7.Card can be written to."""
    pytest.importorskip("eval7")
    (first,) = interop.cards_to_eval7("As")
    first.mask = 3
    assert interop.cards_from_eval7(interop.cards_to_eval7("As")) == (51,)
    with pytest.raises(of.CardError):
        interop.cards_from_eval7([first])


def test_without_eval7_it_is_said_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "eval7", None)
    with pytest.raises(ImportError, match="cards_to_eval7 needs eval7: pip install eval7"):
        interop.cards_to_eval7("As")


def test_the_example_that_needs_eval7_is_true():
    """The package's other examples run with nothing else installed; this one is skipped there."""
    pytest.importorskip("eval7")
    text = interop.cards_to_eval7.__doc__.replace("# doctest: +SKIP", "")
    example = doctest.DocTestParser().get_doctest(text, {}, "cards_to_eval7", None, 0)
    assert doctest.DocTestRunner().run(example) == (0, 2)


def test_importing_interop_imports_none_of_them():
    code = "import sys, omaha_fast.interop; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    )
    assert not {*TO_CARDS, "numpy"} & {*done.stdout.split()}


# ------------------------------------------------------------------------------ the libraries' rankings


def a_hand_of_every_class():
    """7462 hands of five cards, the weakest first: the ranks of each multiset, mixed and, if different, suited."""
    ranks = model.rank_multisets(5)
    mixed = [model.in_suits(five) for five in ranks]
    suited = [model.in_suits(five, "sssss") for five in ranks if len({*five}) == 5]
    return sorted(mixed + suited, key=model.strength)


@pytest.fixture(scope="module")
def classes():
    """(strength as the package has it, card numbers) of a hand of each class."""
    np = pytest.importorskip("numpy")
    hands = [tuple(map(of.parse_card, hand)) for hand in a_hand_of_every_class()]
    strengths = np.asarray(_core._probe.five_card_strengths(np.array(hands, np.uint8))).tolist()
    assert strengths == list(STRENGTHS)
    return list(zip(strengths, hands, strict=True))


def rank_of_five(name):
    """What a library makes of five cards of the package, through interop."""
    library = pytest.importorskip(name)
    if name == "treys":
        evaluate = library.Evaluator().evaluate
        return lambda cards: evaluate([], interop.cards_to_treys(cards))
    if name == "phevaluator":
        return lambda cards: library.evaluate_cards(*interop.cards_to_phevaluator(cards))
    if name == "eval7":
        return lambda cards: library.evaluate(interop.cards_to_eval7(cards))
    return lambda cards: library.StandardHighHand(interop.cards_to_pokerkit(cards))


@every_scale
def test_every_class_has_the_rank_that_the_library_gives_it(classes, scale):
    """Differential, exhaustive: all 7462 classes, both ways, one by one and as an array."""
    np = pytest.importorskip("numpy")
    rank = rank_of_five(scale)
    ranks = [rank(cards) for _, cards in classes]
    assert ranks == [TO_RANK[scale](strength) for strength, _ in classes]
    assert TO_STRENGTH[scale](np.array(ranks)).tolist() == [strength for strength, _ in classes]


@pytest.mark.parametrize("name", ["eval7", "pokerkit"])
def test_every_class_is_stronger_than_the_one_before(classes, name):
    """Differential, exhaustive: the other two have a scale of their own, and put the 7462 classes in the same order."""
    rank = rank_of_five(name)
    theirs = [rank(cards) for _, cards in classes]
    assert all(weaker < stronger for weaker, stronger in pairwise(theirs))


def deals(seed, count, hole=4, board=5):
    """Random (hole, board) of card numbers, the same for the same seed on every machine."""
    rng = random.Random(seed)
    for _ in range(count):
        cards = rng.sample(range(52), hole + board)
        yield cards[:hole], cards[hole:]


def omaha_hands(hole, board):
    """Every five cards that may be played."""
    for two in combinations(hole, 2):
        for three in combinations(board, 3):
            yield *two, *three


@pytest.mark.parametrize("board", [3, 4, 5])
@pytest.mark.parametrize("hole", [4, 5, 6])
def test_omaha_hands_have_the_rank_of_treys(hole, board):
    """Differential: treys ranks every two of the hole with every three of the board."""
    rank = rank_of_five("treys")
    for two, three in deals("treys", 100, hole, board):
        best = min(map(rank, omaha_hands(two, three)))
        assert best == interop.to_treys(of.evaluate(two, three)), f"{two} on {three}"


def test_omaha_hands_have_the_rank_of_phevaluator():
    """Differential: phevaluator's own Omaha evaluator, which ranks four cards on a full board."""
    evaluate = pytest.importorskip("phevaluator").evaluate_omaha_cards
    numbers = interop.cards_to_phevaluator
    for hole, board in deals("phevaluator", 5_000):
        rank = evaluate(*numbers(board), *numbers(hole))
        assert rank == interop.to_phevaluator(of.evaluate(hole, board)), f"{hole} on {board}"


def check_order(pairs):
    """(strength, their value) of many hands: stronger here is stronger there, a tie here is a tie there."""
    pairs.sort(key=lambda pair: pair[0])
    for (weaker, less), (stronger, more) in pairwise(pairs):
        assert (less < more) if weaker < stronger else (less == more)


def test_omaha_hands_are_in_the_order_of_eval7():
    """Differential: eval7 ranks every two of the hole with every three of the board."""
    rank = rank_of_five("eval7")
    check_order(
        [
            (of.evaluate(hole, board), max(map(rank, omaha_hands(hole, board))))
            for hole, board in deals("eval7", 1_000)
        ]
    )


def test_omaha_hands_are_in_the_order_of_pokerkit():
    """Differential: pokerkit's own Omaha hands, made of text."""
    hand = pytest.importorskip("pokerkit").OmahaHoldemHand.from_game
    text = interop.cards_to_pokerkit
    check_order(
        [
            (of.evaluate(hole, board), hand(text(hole), text(board)))
            for hole, board in deals("pokerkit", 300)
        ]
    )
