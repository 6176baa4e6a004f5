"""Unit evidence: Card, CardSet and Deck."""

import copy
import itertools
import pickle
import random
import re

import pytest
import slow_model as model

import omaha_fast as of
from omaha_fast.errors import CardError

ALL = list(range(52))
CARD_NAME = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs])+(?![A-Za-z0-9])")


# --------------------------------------------------------------------------------------------- Card


def test_a_card_is_its_number():
    for number, name in enumerate(model.DECK):
        card = of.Card(number)
        assert isinstance(card, int)
        assert card == number
        assert hash(card) == hash(number)
        assert card == of.Card(name)
        assert type(of.Card(name)) is of.Card
        assert card.rank == number // 4
        assert card.suit == number % 4
        assert list(range(52))[card] == number  # an index wherever an int is


def test_a_card_prints_as_players_write_it():
    card = of.Card("As")
    assert str(card) == f"{card}" == "As"
    assert repr(card) == "Card('As')"
    assert eval(repr(card), {"Card": of.Card}) == card


def test_a_card_of_a_card_is_the_card():
    assert of.Card(of.Card("Td")) == of.Card("Td")


def test_a_numpy_integer_is_a_number():
    np = pytest.importorskip("numpy")
    for number in (np.uint8(51), np.int64(51), np.uint64(51)):
        assert of.Card(number) == of.Card("As")
        assert of.card_name(number) == "As"
        assert of.CardSet([number]) == of.CardSet("As")


def test_cards_sort_by_rank():
    cards = [of.Card(name) for name in ("As", "2c", "Td", "2s")]
    assert [str(card) for card in sorted(cards)] == ["2c", "2s", "Td", "As"]


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_cards_and_sets_pickle(protocol):
    for value in (of.Card("As"), of.CardSet("AsKh2c"), of.CardSet("")):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert type(again) is type(value)
        assert again == value
        assert hash(again) == hash(value)
        assert repr(again) == repr(value)


def test_cards_and_sets_copy():
    for value in (of.Card("As"), of.CardSet("AsKh2c")):
        for again in (copy.copy(value), copy.deepcopy(value)):
            assert type(again) is type(value)
            assert again == value


def test_a_card_does_not_change():
    with pytest.raises(AttributeError):
        of.Card("As").rank = 3


# ------------------------------------------------------------------------------------------ CardSet


def test_a_set_prints_from_the_highest_card_down():
    assert str(of.CardSet("KhAhKsAs")) == "AsAhKsKh"
    assert str(of.CardSet("2c 2s Td 2d")) == "Td2s2d2c"
    assert [str(card) for card in of.CardSet("KhAhKsAs")] == ["As", "Ah", "Ks", "Kh"]
    assert all(type(card) is of.Card for card in of.CardSet("KhAhKsAs"))
    whole = of.CardSet(ALL)
    assert list(whole) == ALL[::-1]
    assert len(whole) == 52


def test_the_repr_of_a_set_makes_it_again():
    for text in ("AsKh2c", ""):
        assert eval(repr(of.CardSet(text)), {"CardSet": of.CardSet}) == of.CardSet(text)


def test_a_set_has_one_bit_a_card():
    assert of.CardSet("2c").mask == 1
    assert of.CardSet("As").mask == 1 << 51
    assert of.CardSet("").mask == 0
    assert of.CardSet(ALL).mask == (1 << 52) - 1
    for number in ALL:
        assert of.CardSet(1 << number) == of.CardSet([number]) == of.CardSet(model.DECK[number])


def test_sets_are_equal_by_their_cards():
    first, second = of.CardSet("AsKh2c"), of.CardSet("2c As Kh")
    assert first == second
    assert (first != second) is False
    assert hash(first) == hash(second)
    assert first != of.CardSet("AsKh2d")
    assert first != "AsKh2c"
    assert len({first, second, of.CardSet(first), of.CardSet(iter(first))}) == 1


def test_set_operators():
    rng = random.Random(1)
    for _ in range(200):
        one, other = (
            rng.sample(model.DECK, rng.randrange(53)),
            rng.sample(model.DECK, rng.randrange(53)),
        )
        first, second = of.CardSet("".join(one)), of.CardSet("".join(other))
        for got, expected in (
            (first | second, set(one) | set(other)),
            (first & second, set(one) & set(other)),
            (first - second, set(one) - set(other)),
        ):
            assert type(got) is of.CardSet
            assert set(map(str, got)) == expected
            assert len(got) == len(expected)
            assert bool(got) == bool(expected)
        assert len(first) == len(one)
        assert set(map(str, first)) == set(one)


def test_membership():
    hand = of.CardSet("AsKh")
    assert of.Card("As") in hand
    assert 51 in hand
    assert of.Card("2c") not in hand


def test_a_set_does_not_change():
    hand = of.CardSet("AsKh")
    with pytest.raises(AttributeError):
        hand.mask = 0
    with pytest.raises(AttributeError):
        hand.other = 0
    with pytest.raises(AttributeError):
        del hand._mask
    before = hand
    hand |= of.CardSet("2c")  # makes another one
    assert before == of.CardSet("AsKh")
    assert hand == of.CardSet("AsKh2c")


def test_a_set_refuses_a_repeated_card():
    for repeated in ("AsKhAs", [51, 3, 51], ["As", "as"]):
        with pytest.raises(CardError, match="As"):
            of.CardSet(repeated)


# --------------------------------------------------------------------------------------------- Deck


@pytest.mark.parametrize("seed", [None, 0, 1, 2**70])
def test_a_deck_deals_every_card_once(seed):
    deck = of.Deck(seed=seed)
    assert len(deck) == 52
    dealt = []
    for number in (0, 1, 4, 4, 5, 30, 8, 0):
        cards = deck.deal(number)
        assert type(cards) is tuple
        assert len(cards) == number
        assert all(type(card) is of.Card for card in cards)
        dealt.extend(cards)
        assert len(deck) == 52 - len(dealt)
    assert sorted(dealt) == ALL


def test_only_a_seeded_deck_is_deterministic():
    assert of.Deck(seed=7).deterministic is True
    assert of.Deck(seed=0).deterministic is True
    assert of.Deck().deterministic is False
    assert of.Deck(seed=None).deterministic is False


def test_the_same_seed_deals_the_same_cards():
    assert of.Deck(seed=7).deal(52) == of.Deck(seed=7).deal(52)
    one_by_one = of.Deck(seed=7)
    assert tuple(one_by_one.deal(1)[0] for _ in range(52)) == of.Deck(seed=7).deal(52)
    assert len({of.Deck(seed=seed).deal(52) for seed in range(200)}) == 200


def test_the_secure_deck_repeats_nothing():
    assert len({of.Deck().deal(52) for _ in range(50)}) == 50
    state = random.getstate()
    random.seed(1)
    first = of.Deck().deal(52)
    random.seed(1)
    assert of.Deck().deal(52) != first  # does not hang on the random module's state
    random.seed(1)
    of.Deck(seed=7).deal(52)
    expected = random.Random(1).random()
    assert random.random() == expected  # and does not disturb it
    random.setstate(state)


def chi_square(decks):
    """Of the table card x place: an unbiased shuffle fills every cell equally often."""
    counts = [[0] * 52 for _ in range(52)]
    for cards in decks:
        for place, card in enumerate(cards):
            counts[place][card] += 1
    expected = len(decks) / 52
    return sum((count - expected) ** 2 / expected for row in counts for count in row)


def test_every_card_is_equally_often_in_every_place():
    """51 * 51 degrees of freedom: mean 2601, standard deviation 72. Fixed seeds: no luck."""
    decks = [of.Deck(seed=seed).deal(52) for seed in range(5200)]
    assert abs(chi_square(decks) - 2601) < 4 * 72


def test_neighbours_in_a_deck_are_unrelated():
    """After each card every other one comes equally often: 52 * 51 cells, mean about 2650."""
    counts = [[0] * 52 for _ in range(52)]
    for seed in range(2000):
        cards = of.Deck(seed=seed).deal(52)
        for first, second in itertools.pairwise(cards):
            counts[first][second] += 1
    expected = 2000 * 51 / (52 * 51)
    square = sum(
        (count - expected) ** 2 / expected
        for first, row in enumerate(counts)
        for second, count in enumerate(row)
        if first != second
    )
    assert abs(square - 2650) < 5 * 72


def test_a_biased_shuffle_would_be_seen():
    """The check itself, on the classic mistake: every card changes places with any one of all."""
    rng = random.Random(3)
    decks = []
    for _ in range(5200):
        cards = ALL[:]
        for place in ALL:
            other = rng.randrange(52)
            cards[place], cards[other] = cards[other], cards[place]
        decks.append(cards)
    assert abs(chi_square(decks) - 2601) > 4 * 72


@pytest.mark.parametrize("seed", [None, 987654321])
@pytest.mark.parametrize("dealt", [0, 9, 52])
def test_no_undealt_card_shows(seed, dealt):
    deck = of.Deck(seed=seed)
    cards = set(map(str, deck.deal(dealt)))
    for text in (repr(deck), str(deck), f"{deck}"):
        shown = {name for match in CARD_NAME.findall(text) for name in model.cards(match)}
        assert shown <= cards
        assert "987654321" not in text  # whoever knows the seed knows the cards


@pytest.mark.parametrize("number", [-1, 53, 10**30])
def test_a_deck_deals_no_more_than_it_has(number):
    deck = of.Deck(seed=1)
    with pytest.raises(ValueError, match=str(number)):
        deck.deal(number)
    assert len(deck) == 52
    assert deck.deal(52) == of.Deck(seed=1).deal(52)
    with pytest.raises(ValueError, match=r"\b1\b"):
        deck.deal(1)


@pytest.mark.parametrize("number", ["1", 1.0, None, True])
def test_a_deck_deals_whole_numbers(number):
    deck = of.Deck(seed=1)
    with pytest.raises(TypeError):
        deck.deal(number)
    assert len(deck) == 52


@pytest.mark.parametrize("seed", ["7", 1.5, True, b"7"])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(TypeError):
        of.Deck(seed=seed)
