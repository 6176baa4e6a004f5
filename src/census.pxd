"""Every hand on a board, listed in blocks for the kernels."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from kernels cimport BoardPlan, Kernels

cdef enum:
    CENSUS_HANDS = 8192         # hands a block: what a block holds stays in the second-level cache
    CENSUS_WORDS = 12290        # of six cards a hand, and what the last one writes too much
    CENSUS_PAIRS = 1081         # of 47 live cards
    MOST_BOUNDS = 16


cdef struct Census:
    const Kernels* kernels
    BoardPlan plan
    int cards
    bint little_endian
    uint8_t live[52]
    int live_count
    int next                    # the live card that is the highest of the next hands
    uint64_t pairs[CENSUS_PAIRS]        # two live cards where the last two of a hand stand, ordered by the first:
    uint32_t pairs_of_four[CENSUS_PAIRS]    # those of the first k cards are the first k (k - 1) / 2
    int hands                   # in the block so far
    uint32_t block[CENSUS_WORDS]
    uint16_t high[CENSUS_HANDS]
    uint8_t low[CENSUS_HANDS]
    bint any_low
    int16_t high_bounds[MOST_BOUNDS]
    uint8_t low_bounds[MOST_BOUNDS]
    int high_bound_count
    int low_bound_count
    int64_t above[2 * MOST_BOUNDS]
    int64_t total


cdef inline void count_block(Census* c) noexcept nogil:
    cdef uint8_t* low = c.low if c.any_low else NULL
    c.kernels.board(&c.plan, <uint8_t*>c.block, c.cards, c.hands, c.high, low)
    c.kernels.count(c.high, low, c.hands, c.high_bounds, c.high_bound_count, c.low_bounds, c.low_bound_count, c.above)
    c.total += c.hands
    c.hands = 0


cdef inline uint64_t at_place(const Census* c, int place, int i) noexcept nogil:
    """The i-th live card as the card at a place of a hand, in a word of which the first byte in memory comes first."""
    cdef int shift = 8 * (place if c.little_endian else (3 if c.cards == 4 else 7) - place)
    return <uint64_t>c.live[i] << shift


cdef inline void list_pairs(Census* c) noexcept nogil:
    cdef int i, j, k = 0
    for i in range(c.live_count):
        for j in range(i):
            c.pairs[k] = at_place(c, c.cards - 2, i) | at_place(c, c.cards - 1, j)
            c.pairs_of_four[k] = <uint32_t>c.pairs[k]
            k += 1


cdef inline void list_hands(Census* c, int missing, int below, uint64_t hand) noexcept nogil:
    """Add `missing` cards from live[:below] to the hand in every way, the last two as a run of the list of pairs."""
    cdef int place = c.cards - missing, run = below * (below - 1) // 2, width = c.cards, i
    cdef uint64_t word
    cdef uint32_t first_two = <uint32_t>hand
    cdef uint32_t* words
    cdef uint8_t* at
    if missing > 2:
        for i in range(missing - 1, below):
            list_hands(c, missing - 1, i, hand | at_place(c, place, i))
        return
    if c.hands + run > CENSUS_HANDS:
        count_block(c)
    if width == 4:
        words = &c.block[c.hands]
        for i in range(run):
            words[i] = first_two | c.pairs_of_four[i]
    else:                               # all eight bytes are written, and the next hand overwrites what was too much
        at = <uint8_t*>c.block + width * c.hands
        for i in range(run):
            word = hand | c.pairs[i]
            memcpy(at, &word, 8)
            at += width
    c.hands += run


cdef inline void count_more(Census* c, int places) noexcept nogil:
    """Go on with the hands whose highest card is one of the next `places` live ones."""
    cdef int i, stop = min(c.next + places, c.live_count)
    for i in range(c.next, stop):
        list_hands(c, c.cards - 1, i, at_place(c, 0, i))
    count_block(c)
    c.next = stop
