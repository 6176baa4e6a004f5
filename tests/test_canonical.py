"""Hands up to suits, exhaustively: two hands have the same index when and only when a relabelling
of the suits turns one into the other, and the indices are 0, 1, 2 ... without a gap.

The evidence from outside is the orbit of a hand: its four 13-bit rank masks, one a suit, sorted.
Relabelling the suits permutes the four masks, so two hands have the same orbit exactly when they
are the same up to suits.
"""

import random
from collections import Counter
from itertools import chain, combinations, permutations
from math import comb

import pytest
import slow_model as model

import omaha_fast as of

np = pytest.importorskip("numpy")

HANDS = {4: 270_725, 5: 2_598_960, 6: 20_358_520}
CLASSES = {4: 16_432, 5: 134_459, 6: 962_988}
CHUNK = 1 << 20


def orbits(hands):
    """One number for each hand, the same for the same hand up to suits."""
    bits = np.left_shift(1, hands // 4, dtype=np.uint64)
    masks = np.stack(
        [np.where(hands % 4 == suit, bits, 0).sum(axis=1, dtype=np.uint64) for suit in range(4)],
        axis=1,
    )
    masks.sort(axis=1)
    return masks[:, 0] << 39 | masks[:, 1] << 26 | masks[:, 2] << 13 | masks[:, 3]


def all_hands(cards):
    """Every hand of this many cards, as arrays of rows of card numbers."""
    flat = chain.from_iterable(combinations(range(52), cards))
    for start in range(0, HANDS[cards], CHUNK):
        rows = min(CHUNK, HANDS[cards] - start)
        yield np.fromiter(flat, dtype=np.uint8, count=rows * cards).reshape(rows, cards)


def check_index_is_one_to_one(cards):
    orbit_of = np.zeros(CLASSES[cards], dtype=np.uint64)
    hands = 0
    for chunk in all_hands(cards):
        index, orbit = np.asarray(of.hole_index_batch(chunk)), orbits(chunk)
        assert index.dtype == np.uint32
        assert index.shape == (len(chunk),)
        assert index.max() < CLASSES[cards]
        known = orbit_of[index]
        assert np.all((known == 0) | (known == orbit)), "one index, two classes"
        orbit_of[index] = orbit
        assert np.array_equal(orbit_of[index], orbit), "one index, two classes"
        hands += len(chunk)
    assert hands == HANDS[cards]
    assert orbit_of.all(), "an index that no hand has"
    assert len(np.unique(orbit_of)) == CLASSES[cards], "one class, two indices"


@pytest.mark.parametrize("cards", [4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_every_hand_has_the_index_of_its_class_alone(cards):
    check_index_is_one_to_one(cards)


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_every_index_comes_back_from_its_hand(cards):
    indices = np.arange(CLASSES[cards], dtype=np.uint32)
    hands = np.asarray(of.hole_from_index_batch(indices, cards))
    assert hands.dtype == np.uint8
    assert hands.shape == (CLASSES[cards], cards)
    assert hands.max() < 52
    in_order = np.sort(hands, axis=1)
    assert (in_order[:, 1:] > in_order[:, :-1]).all(), "a repeated card"
    assert len(np.unique(orbits(hands))) == CLASSES[cards]
    assert np.array_equal(of.hole_index_batch(hands), indices)


def test_the_numbers_of_classes():
    """Burnside's lemma: the mean, over the 24 relabellings, of the hands that each leaves alone."""
    for cards, classes in CLASSES.items():
        fixed = 0
        for permutation in permutations(range(4)):
            cycles = Counter()  # length: how many
            for suit in range(4):
                length, at = 1, permutation[suit]
                while at != suit:
                    length, at = length + 1, permutation[at]
                cycles[length] += 1
            ways = (
                [1] + [0] * cards
            )  # of choosing 0, 1, 2 ... cards: a cycle takes a rank in all its suits or none
            for length, members in cycles.items():
                groups = 13 * members // length
                ways = [
                    sum(ways[n - k * length] * comb(groups, k) for k in range(n // length + 1))
                    for n in range(cards + 1)
                ]
            fixed += ways[cards]
        assert fixed == 24 * classes
        assert comb(52, cards) == HANDS[cards]


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_all_relabellings_of_a_hand_are_one(cards):
    """Property, on random hands in random order."""
    rng = random.Random(cards)
    for _ in range(200):
        hole = rng.sample(model.DECK, cards)
        index, canonical = of.hole_index("".join(hole)), of.canonical("".join(hole))
        assert type(canonical) is of.CardSet
        assert len(canonical) == cards
        orbit = [frozenset(model.relabel(hole, suits)) for suits in model.RELABELLINGS]
        assert frozenset(map(str, canonical)) in orbit
        for renamed in map(sorted, orbit):
            assert of.hole_index("".join(renamed)) == index
            assert of.canonical("".join(renamed)) == canonical


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_the_canonical_hand_is_that_of_the_index(cards):
    rng = random.Random(10 + cards)
    for index in [0, CLASSES[cards] - 1, *rng.sample(range(CLASSES[cards]), 200)]:
        hand = of.hole_from_index(index, cards=cards)
        assert type(hand) is of.CardSet
        assert of.canonical(hand) == hand
        assert of.hole_index(hand) == index


def test_four_cards_unless_told_otherwise():
    assert of.hole_from_index(16_431) == of.hole_from_index(16_431, cards=4)
    assert len(of.hole_from_index(0)) == 4


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_batches_are_many_single_calls(cards):
    rng = np.random.default_rng(cards)
    hands = np.array([rng.choice(52, cards, replace=False) for _ in range(300)], dtype=np.uint8)
    indices = of.hole_index_batch(hands)
    canonical = np.asarray(of.canonical_batch(hands))
    back = np.asarray(of.hole_from_index_batch(indices, cards=cards))
    assert canonical.dtype == np.uint8
    assert canonical.shape == hands.shape
    for hand, index, same, again in zip(hands, indices, canonical, back, strict=True):
        assert of.hole_index(hand.tolist()) == index
        assert (
            of.canonical(hand.tolist()) == of.CardSet(same.tolist()) == of.CardSet(again.tolist())
        )


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_batches_take_read_only_and_strided_arrays(cards):
    rng = np.random.default_rng(20 + cards)
    hands = np.array([rng.choice(52, cards, replace=False) for _ in range(50)], dtype=np.uint8)
    expected = of.hole_index_batch(hands).tolist()
    every_other = np.repeat(hands, 2, axis=0)[::2]
    columns = np.asfortranarray(hands)
    backwards = hands[:, ::-1]
    read_only = hands.copy()
    read_only.flags.writeable = False
    for same in (every_other, columns, backwards, read_only):
        assert of.hole_index_batch(same).tolist() == expected
    assert of.hole_index_batch(hands[:0]).shape == (0,)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_core_compares_out_with_what_it_reads(rows):
    """The batches make `out` themselves; between that and the core another thread may resize an array."""
    from omaha_fast import _core

    holes = np.array([of.parse_cards("AsAhKsKh"), of.parse_cards("JdTs9s8h")], np.uint8)
    out, numbers = np.full((rows, 4), 99, np.uint8), np.full(rows, 99, np.uint32)
    for write in (
        lambda: _core.canonical_rows(holes, out),
        lambda: _core.canonical_rows(holes, np.zeros((2, 5), np.uint8)),
        lambda: _core.index_rows(holes, numbers),
        lambda: _core.class_rows(np.zeros(2, np.int64), out),
    ):
        with pytest.raises(ValueError, match=r"out has format .*: expected 2 rows"):
            write()
    assert (out == 99).all()
    assert (numbers == 99).all()
