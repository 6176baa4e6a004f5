"""Cards, sets of cards, and a deck to deal from.

A card is the number 4 * rank + suit, ranks 2..A = 0..12, suits c d h s = 0..3. Plain ints are welcome wherever a card
is; a lone int where a hand or a board is expected is a mask, bit = card number. (A lone Card is that one card.)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Set
from math import factorial, prod
from operator import index
from os import urandom

from ._core import card_numbers, cards_mask
from .errors import CardError, cards_in_words, kind, shown

TYPE_CHECKING = False  # importing typing for it would cost as much as all the rest
if TYPE_CHECKING:
    from typing import Any

    from ._core import CardsLike

__all__ = ["Card", "CardSet", "Deck", "card_name", "parse_card", "parse_cards"]

RANKS = "23456789TJQKA"
SUITS = "cdhs"


def _number(card: object) -> int:
    """A card number of any integer type, as an int. Raises CardError outside 0..51, TypeError for anything else."""
    if isinstance(card, bool) or not hasattr(card, "__index__") or getattr(card, "ndim", False):
        raise TypeError(
            f"{shown(card)} is {kind(card)}: expected a card number or a text such as 'As'"
        )
    number = index(card)
    if not 0 <= number < 52:
        raise CardError(
            f"unknown card {shown(card)}: expected a card number from 0 (2c) to 51 (As)", card
        )
    return number


class Card(int):
    """One card: an int from 0 (2c) to 51 (As) that prints as players write it.

    >>> import omaha_fast as of
    >>> of.Card("As"), int(of.Card("10♠")), str(of.Card(0))
    (Card('As'), 35, '2c')
    """

    __slots__ = ()

    def __new__(cls, card: str | int) -> Card:
        """card: a text of one card, or a card number. Raises CardError."""
        if not isinstance(card, str):
            return int.__new__(cls, _number(card))
        numbers = card_numbers(card)
        if len(numbers) != 1:
            raise CardError(f"{shown(card)}: {cards_in_words(len(numbers))}, expected one", card)
        return int.__new__(cls, numbers[0])

    @property
    def rank(self) -> int:
        """0 for a two up to 12 for an ace."""
        return self >> 2

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self & 3

    def __str__(self) -> str:
        return RANKS[self >> 2] + SUITS[self & 3]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __format__(self, spec: str) -> str:
        # An integer format such as 'd' or '02x' stays what it is for ints; anything else formats the name.
        return (
            int.__format__(self, spec)
            if spec[-1:] in tuple("bcdoxXneEfFgG%")
            else format(str(self), spec)
        )

    def __getnewargs__(self) -> tuple[int]:
        return (int(self),)


ALL_CARDS = tuple(Card(number) for number in range(52))


def parse_card(text: str) -> Card:
    """The card that a text names: "As", "as", "10s", "A♠". Raises CardError unless it is exactly one.

    >>> import omaha_fast as of
    >>> of.parse_card("as")
    Card('As')
    """
    if not isinstance(text, str):
        raise TypeError(f"{shown(text)} is {kind(text)}: expected a text such as 'As'")
    return ALL_CARDS[Card(text)]


def parse_cards(cards: CardsLike) -> tuple[Card, ...]:
    """The different cards of a text, a mask or a sequence, in the order given.

    Raises CardError for an unknown or repeated card; an empty text is no cards.

    >>> import omaha_fast as of
    >>> of.parse_cards("As Kh 10d")
    (Card('As'), Card('Kh'), Card('Td'))
    """
    return tuple(ALL_CARDS[number] for number in card_numbers(cards))


def card_name(card: int) -> str:
    """The two letters of a card number, the inverse of parse_card. Raises CardError outside 0..51.

    >>> import omaha_fast as of
    >>> of.card_name(51)
    'As'
    """
    return str(ALL_CARDS[_number(card)])


class CardSet(Set[Card], Hashable):
    """An immutable set of different cards, with the operators of frozenset; goes wherever cards are expected.

    It prints, and iterates, from the highest rank down, spades before hearts, diamonds and clubs.

    `in`, isdisjoint, the operators and <=, <, >=, > read a text of one card as that card, and raise CardError for a
    text that is none. == and != with a set of texts raise TypeError: what is equal must have the same hash.

    >>> import omaha_fast as of
    >>> of.CardSet("KhAs") | of.CardSet("2c")
    CardSet('AsKh2c')
    >>> "As" in of.CardSet("KhAs"), of.CardSet("KhAs").isdisjoint(["2c", "Kh"])
    (True, False)
    """

    __slots__ = ("_mask",)
    _mask: int

    def __init__(self, cards: CardsLike = ()) -> None:
        """cards: a text, a mask (a lone int) or a sequence. Raises CardError for an unknown or repeated card."""
        self._mask = cards._mask if isinstance(cards, CardSet) else cards_mask(cards)

    @property
    def mask(self) -> int:
        """The set as an int, bit = card number."""
        return self._mask

    def __contains__(self, card: object) -> bool:
        if isinstance(card, str):
            card = Card(card)
        return isinstance(card, int) and 0 <= card < 52 and bool(self._mask >> card & 1)

    def __iter__(self) -> Iterator[Card]:
        mask = self._mask
        while mask:
            card = mask.bit_length() - 1
            mask ^= 1 << card
            yield ALL_CARDS[card]

    def __len__(self) -> int:
        return self._mask.bit_count()

    def _combine(self, other: object, operate: Callable[[int, int], int]) -> CardSet:
        """Like frozenset, the operators take sets only: a text or a sequence is not silently read as cards."""
        if not isinstance(other, Set):
            return NotImplemented  # type: ignore[no-any-return]
        return CardSet(operate(self._mask, CardSet(tuple(other))._mask))

    def __or__(self, other: object) -> CardSet:
        return self._combine(other, lambda mine, theirs: mine | theirs)

    def __and__(self, other: object) -> CardSet:
        return self._combine(other, lambda mine, theirs: mine & theirs)

    def __xor__(self, other: object) -> CardSet:
        return self._combine(other, lambda mine, theirs: mine ^ theirs)

    def __sub__(self, other: object) -> CardSet:
        return self._combine(other, lambda mine, theirs: mine & ~theirs)

    def __rsub__(self, other: object) -> CardSet:
        return self._combine(other, lambda mine, theirs: theirs & ~mine)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self._mask == other._mask
        if isinstance(other, Set) and any(isinstance(item, str) for item in other):
            raise TypeError(
                f"{self!r} is compared with a set of texts, {shown(other)}: expected cards, as in a set of of.Card"
            )
        return super().__eq__(other)

    def __le__(self, other: object) -> bool:
        return super().__le__(_with_cards(other))

    def __lt__(self, other: object) -> bool:
        return super().__lt__(_with_cards(other))

    def __ge__(self, other: object) -> bool:
        return super().__ge__(_with_cards(other))

    def __gt__(self, other: object) -> bool:
        return super().__gt__(_with_cards(other))

    def __hash__(self) -> int:
        # The hash of the equal frozenset of Cards.
        return self._hash()

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "_mask"):
            raise AttributeError(f"a CardSet does not change: {name} can't be set")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a CardSet does not change: {name} can't be deleted")

    def __reduce__(self) -> tuple[type[CardSet], tuple[int]]:
        return type(self), (self._mask,)

    def __str__(self) -> str:
        return "".join(map(str, self))

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})"


def _with_cards(other: object) -> Any:
    """A set with its texts read as cards; anything else comes back."""
    if isinstance(other, Set) and not isinstance(other, CardSet):
        return {Card(item) if isinstance(item, str) else item for item in other}
    return other


def _whole(value: object, name: str) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} {shown(value)} is {kind(value)}: expected an int")
    return index(value)


# The orders of a deck, a number of 226 bits, and the digits that name one of them: the place n has n + 1. Places are
# taken in blocks whose product stays below 2**60, so that nearly all divisions are of small numbers.
ORDERS = factorial(52)
BLOCKS = tuple(
    (prod(range(low + 1, high + 2)), range(high, low - 1, -1))
    for low, high in ((42, 51), (31, 41), (19, 30), (1, 18))
)


def _shuffled() -> list[Card]:
    """The cards in one of all orders, each as likely: a number below 52! from the system's secure source names it."""
    order = ORDERS
    while order >= ORDERS:
        # 29 bytes are 232 bits, six too many; a number of 226 bits is below 52! three times in four.
        order = int.from_bytes(urandom(29), "little") >> 6
    cards = list(ALL_CARDS)
    for product, places in BLOCKS:
        order, block = divmod(order, product)
        for last in places:
            block, pick = divmod(block, last + 1)
            cards[last], cards[pick] = cards[pick], cards[last]
    return cards


class Deck:
    """Fifty-two cards, shuffled, dealt from the top. One owner at a time.

    Deck() draws from the system's secure source. Deck(seed=7) is the same deck on every machine and Python, for
    tests and research, and says so: .deterministic is True, whatever is dealt from it can be foretold.

    >>> import omaha_fast as of
    >>> deck = of.Deck(seed=7)
    >>> len(deck.deal(4)), len(deck), deck
    (4, 48, Deck(48 cards, deterministic))
    """

    __slots__ = ("_cards", "_deterministic")

    def __init__(self, *, seed: int | None = None) -> None:
        """seed: an int for a deterministic deck, None for a secure one."""
        seed = None if seed is None else _whole(seed, "seed")
        self._deterministic = seed is not None
        if seed is None:
            self._cards = _shuffled()
            return
        import random  # only who deals from a seed pays for it

        bits = random.Random(seed).getrandbits
        cards = list(ALL_CARDS)
        # Fisher and Yates by hand: random.shuffle's stream is not promised across Pythons, getrandbits' is.
        for last in range(51, 0, -1):
            width = last.bit_length()
            pick = bits(width)
            while pick > last:
                pick = bits(width)
            cards[last], cards[pick] = cards[pick], cards[last]
        self._cards = cards

    @property
    def deterministic(self) -> bool:
        """True when the deck came from a seed."""
        return self._deterministic

    def deal(self, count: int) -> tuple[Card, ...]:
        """The next `count` cards, which leave the deck. Raises CardError, and deals none, when it holds fewer."""
        count = _whole(count, "count")
        if not 0 <= count <= len(self._cards):
            raise CardError(
                f"{count} cards to deal: expected 0 to {len(self._cards)}, what the deck holds",
                count,
            )
        left = len(self._cards) - count
        dealt = self._cards[left:]
        del self._cards[left:]
        dealt.reverse()
        return tuple(dealt)

    def __len__(self) -> int:
        return len(self._cards)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deck):
            return NotImplemented
        return self._deterministic == other._deterministic and self._cards == other._cards

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        # Never the undealt cards: a log line must not give them away.
        return f"Deck({len(self)} cards{', deterministic' if self._deterministic else ''})"
