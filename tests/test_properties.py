"""Property evidence: what must hold for any hand, tried on hands that hypothesis makes up."""

import pytest
import slow_model as model

import omaha_fast as of
from omaha_fast.errors import CardError

np = pytest.importorskip("numpy")
hypothesis = pytest.importorskip("hypothesis")
st = hypothesis.strategies
given = hypothesis.given
settings = hypothesis.settings(deadline=None, database=None, max_examples=200)

SPELLINGS = [
    "{rank}{suit}", "{rank_lower}{suit}", "{ten}{suit}",
    "{rank}{suit_upper}", "{rank_lower}{suit_upper}", "{ten}{suit_upper}",
    "{rank}{symbol}", "{rank_lower}{symbol}", "{ten}{symbol}",
]  # fmt: skip
SYMBOLS = dict(zip(model.SUITS, "♣♦♥♠", strict=True))

deals = st.tuples(st.integers(4, 6), st.integers(3, 5), st.permutations(model.DECK[:]))
suits = st.sampled_from(model.RELABELLINGS)


def dealt(deal):
    hole, board, deck = deal
    return deck[:hole], deck[hole : hole + board]


def spell(card, spelling):
    rank, suit = card
    return spelling.format(
        rank=rank,
        rank_lower=rank.lower(),
        ten=rank.replace("T", "10"),
        suit=suit,
        suit_upper=suit.upper(),
        symbol=SYMBOLS[suit],
    )


# ----------------------------------------------------------------------------------------- strength


@settings
@given(deals, suits)
def test_suits_are_equal(deal, suits):
    hole, board = dealt(deal)
    renamed = model.relabel(hole, suits), model.relabel(board, suits)
    assert of.evaluate_hilo("".join(hole), "".join(board)) == of.evaluate_hilo(
        *map("".join, renamed)
    )


@settings
@given(deals, st.randoms(use_true_random=False))
def test_the_order_of_cards_does_not_matter(deal, random):
    hole, board = dealt(deal)
    before = of.evaluate_hilo("".join(hole), "".join(board))
    random.shuffle(hole)
    random.shuffle(board)
    assert of.evaluate_hilo("".join(hole), "".join(board)) == before


@settings
@given(st.tuples(st.just(6), st.just(5), st.permutations(model.DECK[:])))
def test_another_hole_or_board_card_never_weakens(deal):
    hole, board = dealt(deal)
    strengths = {
        (h, b): of.evaluate_hilo("".join(hole[:h]), "".join(board[:b]))
        for h in (4, 5, 6)
        for b in (3, 4, 5)
    }
    for (h, b), (high, low) in strengths.items():
        for more in ((h + 1, b), (h, b + 1)):
            if more in strengths:
                assert strengths[more][0] >= high
                assert strengths[more][1] >= low


@settings
@given(deals)
def test_hilo_is_high_and_low(deal):
    hole, board = map("".join, dealt(deal))
    high, low = of.evaluate_hilo(hole, board)
    assert (high, low) == (of.evaluate(hole, board), of.evaluate_low(hole, board))
    assert 1 <= high <= 7462
    assert 0 <= low <= 56
    assert of.best_hand(hole, board).strength == high
    lowest = of.best_low_hand(hole, board)
    assert (lowest.strength if lowest else 0) == low


@settings
@given(deals)
def test_more_hole_cards_are_the_best_of_all_four(deal):
    """Five and six cards play as the best four of them do."""
    from itertools import combinations

    hole, board = dealt(deal)
    fours = [of.evaluate_hilo("".join(four), "".join(board)) for four in combinations(hole, 4)]
    assert of.evaluate_hilo("".join(hole), "".join(board)) == tuple(
        map(max, zip(*fours, strict=True))
    )


# ----------------------------------------------------------------------------------- ways to say it


@settings
@given(deals)
def test_text_numbers_cards_and_masks_agree(deal):
    hole, board = dealt(deal)
    answer = of.evaluate_hilo("".join(hole), "".join(board))
    for write in WRITINGS:
        assert of.evaluate_hilo(write(hole), write(board)) == answer
        assert of.evaluate_hilo(write(hole), "".join(board)) == answer
        assert of.evaluate_hilo("".join(hole), write(board)) == answer


def numbers(cards):
    return [model.DECK.index(card) for card in cards]


WRITINGS = [
    " ".join,
    lambda cards: sum(1 << number for number in numbers(cards)),
    numbers,
    lambda cards: tuple(numbers(cards)),
    lambda cards: bytes(numbers(cards)),
    lambda cards: np.array(numbers(cards), dtype=np.uint8),
    lambda cards: np.array(numbers(cards)),
    lambda cards: np.array([0, *numbers(cards)])[1:],
    lambda cards: np.array([(n, 0) for n in numbers(cards)], dtype=np.uint8)[:, 0],
    list,
    tuple,
    lambda cards: [of.Card(card) for card in cards],
    lambda cards: [
        of.Card(card) if i % 2 else number
        for i, (card, number) in enumerate(zip(cards, numbers(cards), strict=True))
    ],
    lambda cards: of.parse_cards("".join(cards)),
    lambda cards: of.CardSet("".join(cards)),
]


@settings
@given(st.lists(st.sampled_from(model.DECK), min_size=1, max_size=52, unique=True), st.data())
def test_cards_in_any_spelling_with_and_without_blanks(cards, data):
    spellings = [spell(card, data.draw(st.sampled_from(SPELLINGS))) for card in cards]
    expected = tuple(numbers(cards))
    blank = data.draw(st.sampled_from(["", " ", "  "]))
    assert of.parse_cards(blank.join(spellings)) == expected
    assert of.parse_cards(spellings) == expected
    mixed = "".join(text + data.draw(st.sampled_from(["", " "])) for text in spellings)
    assert of.parse_cards(mixed) == expected


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_card_in_every_spelling(spelling):
    """Exhaustive: all 52 cards."""
    for number, name in enumerate(model.DECK):
        card = of.parse_card(spell(name, spelling))
        assert type(card) is of.Card
        assert card == number
        assert str(card) == name


def test_parsing_undoes_naming():
    """Exhaustive: all 52 cards, both ways."""
    assert [of.card_name(number) for number in range(52)] == model.DECK
    assert [of.parse_card(name) for name in model.DECK] == list(range(52))
    assert [of.parse_card(of.card_name(number)) for number in range(52)] == list(range(52))
    assert of.parse_cards("".join(model.DECK)) == tuple(range(52))


@settings
@given(st.text(max_size=20))
def test_any_text_is_cards_or_refused(text):
    """Nothing but a CardError comes out of any text, and what is accepted reads back the same."""
    try:
        cards = of.parse_cards(text)
    except CardError:
        return
    assert of.parse_cards("".join(map(str, cards))) == cards


@settings
@given(st.text(alphabet="23456789TJQKAtjqka10cdhsCDHS♣♦♥♠ ", max_size=20))
def test_text_of_card_letters_is_cards_or_refused(text):
    test_any_text_is_cards_or_refused.hypothesis.inner_test(text)
