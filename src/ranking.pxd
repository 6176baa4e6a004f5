"""The strength of five cards, of a flush and of a low: the perfect hash and the direct tables."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from cardset cimport of_count, of_highest, of_unlikely
from kernels cimport OF_FIVE_COLUMN, Tables, slot_of, straight_mask

cdef enum:
    FIRST_STRAIGHT_FLUSH = 7453     # the wheel; the royal flush is the tenth, 7462


cdef inline uint32_t sum_suits(const Tables* t, const uint8_t* cards, const int count) noexcept nogil:
    """How many cards of each suit, a nibble a suit."""
    cdef uint32_t suits = 0
    cdef int i
    for i in range(count):
        suits += <uint32_t>(t.card_key[cards[i]] >> 32)
    return suits


cdef inline uint64_t lanes_of(const Tables* t, const uint8_t* cards, const int count) noexcept nogil:
    """The suit lanes of cards: bit 16 * suit + rank."""
    cdef uint64_t lanes = 0
    cdef int i
    for i in range(count):
        lanes |= t.card_lane[cards[i]]
    return lanes


cdef inline uint64_t sum_keys(const Tables* t, const uint8_t* cards, const int count) noexcept nogil:
    """Rank keys summed in the low half (modulo 2^32: read it as uint32), suit counts in nibbles above.

    The sum of the whole keys would carry from the ranks into the suits, so the halves are summed apart.
    """
    cdef uint32_t ranks = 0
    cdef int i
    for i in range(count):
        ranks += <uint32_t>t.card_key[cards[i]]
    return (<uint64_t>sum_suits(t, cards, count)) << 32 | ranks


cdef inline uint32_t top_ranks(uint32_t mask, int count) noexcept nogil:
    """The highest `count` bits of a mask that has at least as many."""
    cdef uint32_t top = 0, bit
    cdef int i
    for i in range(count):
        bit = 1u << of_highest(mask ^ top)
        top |= bit
    return top


cdef inline int flush_strength(const Tables* t, uint32_t hole, uint32_t board) noexcept nogil:
    """Best flush or straight flush of two from `hole` and three from `board`, rank masks of one suit.

    The plain flush is the top two with the top three. A straight flush may need lower cards than those, so it is
    looked for by itself, highest first: the straight must lie in the union and take exactly two cards from the hole.
    """
    cdef uint32_t both = hole | board
    cdef uint32_t runs = both << 1 | both >> 12         # the ace below the 2
    cdef uint32_t straight
    cdef int index
    runs &= runs >> 1 & runs >> 2 & runs >> 3 & runs >> 4
    if of_unlikely(runs != 0):
        for index in range(9, -1, -1):
            straight = straight_mask(index)
            if both & straight == straight and of_count(hole & straight) == 2:
                return FIRST_STRAIGHT_FLUSH + index
    return t.flush[top_ranks(hole, 2) | top_ranks(board, 3)]


cdef inline int five_strength(const Tables* t, const uint8_t* cards) noexcept nogil:
    """Strength of exactly five cards: one look-up by the hash of the ranks, one by the mask of the suit."""
    cdef uint64_t key = sum_keys(t, cards, 5)
    cdef uint32_t mask = 0
    cdef int i
    if (<uint32_t>(key >> 32) + 0x3333) & 0x8888:       # a nibble of five
        for i in range(5):
            mask |= 1u << (cards[i] >> 2)
        return t.flush[mask]
    return t.rows[slot_of(t, <uint32_t>key)][OF_FIVE_COLUMN]
