"""Exactly two hole cards and exactly three board cards.

The fast path asks the row of the board for the best hole pair, then looks for a flush. The slow path walks every
pair and every triple; it fills the rows at import, finds which cards play, and is the fast path's twin in the tests.
Both take four to six hole cards and three to five board cards.
"""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t

from cardset cimport lanes_of, of_lowest, of_unlikely
from ranking cimport (
    Tables, five_strength, flush_strength, slot_of, sum_keys, sum_suits,
)


cdef inline int best_pair(const Tables* t, const int16_t* row, const uint8_t* hole, const int count) noexcept nogil:
    cdef int best = 0, value, i, j
    for i in range(count - 1):
        for j in range(i + 1, count):
            value = row[t.pair[64 * hole[i] + hole[j]]]
            best = value if value > best else best
    return best


cdef inline int low_mask(const Tables* t, const uint8_t* cards, const int count) noexcept nogil:
    cdef int mask = 0, i
    for i in range(count):
        mask |= t.card_low[cards[i]]
    return mask


cdef inline uint32_t flush_suit(uint32_t hole_suits, uint32_t board_suits) noexcept nogil:
    """Suit counts in nibbles -> bit 4 * suit + 3 where the hole has two or more and the board three or more.

    Five board cards cannot hold three of two suits, so at most one bit is set.
    """
    return (board_suits + 0x5555) & (hole_suits + 0x6666) & 0x8888


cdef inline int suited_strength(const Tables* t, const uint8_t* hole, int hole_count, const uint8_t* board,
                                int board_count, uint32_t flush) noexcept nogil:
    """Best flush in the suit that flush_suit found."""
    cdef int shift = 16 * (of_lowest(flush) >> 2)
    return flush_strength(t, <uint32_t>(lanes_of(hole, hole_count) >> shift) & 0x1FFF,
                          <uint32_t>(lanes_of(board, board_count) >> shift) & 0x1FFF)


cdef inline int high(const Tables* t, const uint8_t* hole, int hole_count, const uint8_t* board,
                     int board_count, const int16_t** row_out) noexcept nogil:
    """High strength; hands back the board's row, where the low path finds the board's low mask."""
    cdef uint64_t board_key
    cdef const int16_t* row
    cdef uint32_t hole_suits, flush
    cdef int best, value
    # Calls with a constant count, so that the compiler unrolls each.
    if board_count == 5:
        board_key = sum_keys(t, board, 5)
    else:
        board_key = sum_keys(t, board, board_count)
    row = t.rows[slot_of(t, <uint32_t>board_key)]
    if hole_count == 4:
        best = best_pair(t, row, hole, 4)
        hole_suits = sum_suits(t, hole, 4)
    elif hole_count == 5:
        best = best_pair(t, row, hole, 5)
        hole_suits = sum_suits(t, hole, 5)
    else:
        best = best_pair(t, row, hole, 6)
        hole_suits = sum_suits(t, hole, 6)
    flush = flush_suit(hole_suits, <uint32_t>(board_key >> 32))
    if of_unlikely(flush != 0):
        value = suited_strength(t, hole, hole_count, board, board_count, flush)
        best = value if value > best else best
    row_out[0] = row
    return best


cdef inline int low(const Tables* t, const uint8_t* hole, int hole_count, int board_low) noexcept nogil:
    cdef int mask = low_mask(t, hole, 4)        # constant, as above
    if hole_count > 4:
        mask |= low_mask(t, hole + 4, hole_count - 4)
    return t.low[mask][board_low]


cdef struct Choice:
    # Positions of the cards that play: two in the hole, three on the board.
    int strength
    int hole[2]
    int board[3]


cdef inline int low_of_five(const Tables* t, const uint8_t* five) noexcept nogil:
    return t.low[low_mask(t, five, 2)][low_mask(t, five + 2, 3)]


cdef inline Choice enumerate_best(const Tables* t, const uint8_t* hole, int hole_count, const uint8_t* board,
                                  int board_count, bint want_low) noexcept nogil:
    """Every two of the hole with every three of the board; the first of the strongest, strength 0 where there is none."""
    cdef Choice best
    cdef uint8_t five[5]
    cdef int i, j, a, b, c, strength
    best.strength = 0
    for i in range(hole_count - 1):
        for j in range(i + 1, hole_count):
            five[0] = hole[i]
            five[1] = hole[j]
            for a in range(board_count - 2):
                for b in range(a + 1, board_count - 1):
                    for c in range(b + 1, board_count):
                        five[2] = board[a]
                        five[3] = board[b]
                        five[4] = board[c]
                        strength = low_of_five(t, five) if want_low else five_strength(t, five)
                        if strength > best.strength:
                            best.strength = strength
                            best.hole[0] = i
                            best.hole[1] = j
                            best.board[0] = a
                            best.board[1] = b
                            best.board[2] = c
    return best
