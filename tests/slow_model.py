"""The rules of Omaha, slow and obvious: the oracle of the tests.

It shares nothing with the package: a card is its two-letter name, a hand is ranked from the text
of the rules, Omaha is two nested loops. Nothing here is clever, so that reading checks it.
"""

from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations

RANKS = "23456789TJQKA"
LOW_RANKS = "A2345678"
SUITS = "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]  # the index is the card number

# The categories, weakest first.
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT = range(1, 6)
FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL_FLUSH = range(6, 11)

ONE = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
MANY = {rank: name + ("es" if name == "six" else "s") for rank, name in ONE.items()}


def cards(text):
    """["As", "Kh"] from "AsKh"."""
    return [text[i : i + 2] for i in range(0, len(text), 2)]


# --------------------------------------------------------------------------------- five cards, high

SHAPES = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): TRIPS,
    (3, 2): FULL_HOUSE,
    (4, 1): QUADS,
}


def order_of_play(five):
    """The ranks that decide, each once: four of a kind before three before pairs before single
    cards, each from the highest down; 5432A when the ace plays low in a straight."""
    count = Counter(card[0] for card in five)
    ranks = sorted(count, key=lambda rank: (count[rank], RANKS.index(rank)), reverse=True)
    return "5432A" if "".join(ranks) == "A5432" else "".join(ranks)


def category(five):
    """One of the ten categories, weakest first."""
    shape = SHAPES[tuple(sorted(Counter(card[0] for card in five).values(), reverse=True))]
    flush = len({card[1] for card in five}) == 1
    ranks = order_of_play(five)
    straight = shape == HIGH_CARD and (ranks == "5432A" or ranks[::-1] in RANKS)
    if straight and flush:
        return ROYAL_FLUSH if ranks == "AKQJT" else STRAIGHT_FLUSH
    if flush:
        return FLUSH
    if straight:
        return STRAIGHT
    return shape


def high_key(five):
    """What decides between two five-card hands; the greater key wins."""
    ranks = order_of_play(five)
    if ranks == "5432A":  # five high: below the six-high straight
        return category(five), [3]
    return category(five), [RANKS.index(rank) for rank in ranks]


def rank_multisets(size):
    """Every choice of ranks a deck allows, as strings in rising order: at most four of a kind."""
    return [
        "".join(ranks)
        for ranks in combinations_with_replacement(RANKS, size)
        if max(Counter(ranks).values()) <= 4
    ]


def in_suits(ranks, suits="cdhsc"):
    """The ranks as cards, of several suits (no flush) unless told otherwise. For ranking five cards
    only, where all that matters is whether the suits are the same: a card may come twice."""
    return [rank + suit for rank, suit in zip(ranks, suits, strict=True)]


def dense_strengths():
    """{(ranks in rising order, suited): 1..7462}: all distinct keys, sorted and numbered."""
    keys = {(ranks, False): high_key(in_suits(ranks)) for ranks in rank_multisets(5)}
    keys.update(
        {("".join(r), True): high_key(in_suits(r, "sssss")) for r in combinations(RANKS, 5)}
    )
    distinct = sorted({(category, tuple(ranks)) for category, ranks in keys.values()})
    number = {key: strength for strength, key in enumerate(distinct, 1)}
    return {which: number[category, tuple(ranks)] for which, (category, ranks) in keys.items()}


STRENGTHS = dense_strengths()


def strength(five):
    """1 (7-5-4-3-2) to 7462 (royal flush)."""
    ranks = "".join(sorted([card[0] for card in five], key=RANKS.index))
    return STRENGTHS[ranks, len({card[1] for card in five}) == 1]


def describe(five):
    """The hand in words, as a dealer would say it."""
    ranks, kind = order_of_play(five), category(five)
    first, kickers = ranks[0], " ".join(ranks[1:])
    if kind == ROYAL_FLUSH:
        return "royal flush"
    if kind == STRAIGHT_FLUSH:
        return f"straight flush, {ONE[first]} high"
    if kind == QUADS:
        return f"four of a kind, {MANY[first]}, {kickers}"
    if kind == FULL_HOUSE:
        return f"full house, {MANY[first]} full of {MANY[ranks[1]]}"
    if kind == FLUSH:
        return f"flush, {first} {kickers}"
    if kind == STRAIGHT:
        return f"straight, {ONE[first]} high"
    if kind == TRIPS:
        return f"three of a kind, {MANY[first]}, {kickers}"
    if kind == TWO_PAIR:
        return f"two pair, {MANY[first]} and {MANY[ranks[1]]}, {ranks[2]}"
    if kind == PAIR:
        return f"pair of {MANY[first]}, {kickers}"
    return f"high card, {first} {kickers}"


# ---------------------------------------------------------------------------------- five cards, low


def low_order(five):
    """The ranks of a qualifying low from the highest down, ace last; None if there is none."""
    ranks = {card[0] for card in five}
    if len(ranks) < 5 or not ranks <= set(LOW_RANKS):
        return None
    return "".join(sorted(ranks, key=LOW_RANKS.index, reverse=True))


def dense_lows():
    """{ranks from the highest down: 1..56}: the highest card decides first, lower is better."""
    lows = ["".join(reversed(ranks)) for ranks in combinations(LOW_RANKS, 5)]
    lows.sort(key=lambda low: [LOW_RANKS.index(rank) for rank in low], reverse=True)
    return {low: strength for strength, low in enumerate(lows, 1)}


LOWS = dense_lows()


def low_strength(five):
    """1 (8-7-6-5-4) to 56 (5-4-3-2-A), 0 when it does not qualify."""
    low = low_order(five)
    return LOWS[low] if low else 0


# -------------------------------------------------------------------------------------------- Omaha


def omaha_hands(hole, board):
    """Every five-card hand of exactly two hole and exactly three board cards."""
    for two in combinations(hole, 2):
        for three in combinations(board, 3):
            yield two + three


def omaha_high(hole, board):
    return max(strength(five) for five in omaha_hands(hole, board))


def omaha_low(hole, board):
    return max(low_strength(five) for five in omaha_hands(hole, board))


# ------------------------------------------------------------------------------------------- equity

POT = 2 * 2520  # units of a pot: a half divides among 1 to 10 players


def split(strengths, units):
    """The units of each player: those who have the best hand share equally."""
    best = max(strengths)
    winners = strengths.count(best)
    return [units // winners if s == best else 0 for s in strengths]


def equity(hands, board=(), dead=(), hilo=False):
    """Deal every possible rest of the board and count.

    Returns (boards, counts), counts[i] a dictionary of integers for player i: boards with a "win"
    (alone the best high), "tie" (one of several), "scoop" (the whole pot), "quartered",
    "three_quartered" (exactly a quarter, three quarters of the pot); and "high" and "low", the
    units won in each half, POT units a board.
    """
    gone = [card for hand in hands for card in hand] + list(board) + list(dead)
    stub = [card for card in DECK if card not in gone]
    words = ("win", "tie", "scoop", "quartered", "three_quartered", "high", "low")
    counts = [dict.fromkeys(words, 0) for _ in hands]
    boards = 0
    for rest in combinations(stub, 5 - len(board)):
        boards += 1
        full = list(board) + list(rest)
        highs = [omaha_high(hand, full) for hand in hands]
        lows = [omaha_low(hand, full) if hilo else 0 for hand in hands]
        low_half = POT // 2 if any(lows) else 0
        high_shares = split(highs, POT - low_half)
        low_shares = split(lows, low_half)
        for player, count in enumerate(counts):
            best = highs[player] == max(highs)
            share = high_shares[player] + low_shares[player]
            count["win"] += best and highs.count(highs[player]) == 1
            count["tie"] += best and highs.count(highs[player]) > 1
            count["scoop"] += share == POT
            count["quartered"] += 4 * share == POT
            count["three_quartered"] += 4 * share == 3 * POT
            count["high"] += high_shares[player]
            count["low"] += low_shares[player]
    return boards, counts


# -------------------------------------------------------------------------------------------- suits

RELABELLINGS = [dict(zip(SUITS, suits, strict=True)) for suits in permutations(SUITS)]


def relabel(hand, suits):
    """The same cards with other suits: suits maps each old suit to the new one."""
    return [card[0] + suits[card[1]] for card in hand]
