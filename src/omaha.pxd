"""Exactly two hole cards and exactly three board cards.

The fast path asks the row of the board for the best hole pair, then looks for a flush. The slow path walks every
pair and every triple; it fills the rows at import, finds which cards play, and is the fast path's twin in the tests.
Both take four to six hole cards and three to five board cards.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from cardset cimport RANKS, of_count, of_lowest, of_unlikely, pair_index
from kernels cimport OF_LOW_COLUMN, OF_PAIRS, BoardPlan, Tables, flush_suit, slot_of
from ranking cimport five_strength, flush_strength, lanes_of, sum_keys, sum_suits


cdef enum:
    TWO_OF_EACH = 0x2222        # suit counts of a hand that stands for any


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


cdef inline int suited_strength(const Tables* t, const uint8_t* hole, int hole_count, const uint8_t* board,
                                int board_count, uint32_t flush) noexcept nogil:
    """Best flush in the suit that flush_suit found."""
    cdef int shift = 16 * (of_lowest(flush) >> 2)
    return flush_strength(t, <uint32_t>(lanes_of(t, hole, hole_count) >> shift) & 0x1FFF,
                          <uint32_t>(lanes_of(t, board, board_count) >> shift) & 0x1FFF)


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


# --- For the kernels of many rows ----------------------------------------------------------------------------------

cdef inline int flush_of_row(const Tables* t, const uint8_t* hole, const int hole_count, const uint8_t* board,
                             const int board_count) noexcept nogil:
    """Best flush of a row that may hold one, 0 if there is none. Takes any bytes: unchecked rows come here, too."""
    cdef uint64_t in_hand = 0, on_board = 0
    cdef uint32_t board_suits = 0, hole_ranks, board_ranks, three
    cdef int i, shift
    for i in range(hole_count):
        in_hand |= t.card_lane[hole[i] & 63]
    for i in range(board_count):
        on_board |= t.card_lane[board[i] & 63]
        board_suits += <uint32_t>(t.card_key[board[i] & 63] >> 32)
    board_suits = flush_suit(TWO_OF_EACH, board_suits)
    if board_suits == 0:
        return 0
    shift = 16 * (of_lowest(board_suits) >> 2)
    hole_ranks = <uint32_t>(in_hand >> shift) & 0x1FFF
    board_ranks = <uint32_t>(on_board >> shift) & 0x1FFF
    # A repeated card counts twice in a suit and once in its mask: are there two bits, and three?
    three = board_ranks & (board_ranks - 1)
    if hole_ranks & (hole_ranks - 1) == 0 or three & (three - 1) == 0:
        return 0
    return flush_strength(t, hole_ranks, board_ranks)


cdef inline void plan_board(const Tables* t, const uint8_t* board, int board_count, BoardPlan* plan) noexcept nogil:
    """What a board makes of every pair of hole cards, as ordinals of its at most 169 different strengths."""
    cdef uint64_t key = sum_keys(t, board, board_count)
    cdef const int16_t* row = t.rows[slot_of(t, <uint32_t>key)]
    cdef uint32_t three = flush_suit(TWO_OF_EACH, <uint32_t>(key >> 32))
    cdef uint32_t ranks
    cdef int16_t suited[OF_PAIRS]
    cdef uint64_t seen[117]             # a bit for each strength
    cdef int before[117]                # how many strengths lie in the words before
    cdef uint64_t word
    cdef int i, a, b, count = 0
    memset(plan, 0, sizeof(BoardPlan))
    memset(suited, 0, sizeof(suited))
    memset(seen, 0, sizeof(seen))
    plan.suit = 4
    if three:
        plan.suit = of_lowest(three) >> 2
        ranks = <uint32_t>(lanes_of(t, board, board_count) >> 16 * plan.suit) & 0x1FFF
        for a in range(RANKS):
            for b in range(a):
                if not (1u << a | 1u << b) & ranks:
                    suited[pair_index(a, b)] = <int16_t>flush_strength(t, 1u << a | 1u << b, ranks)
    for i in range(OF_PAIRS):
        seen[row[i] >> 6] |= (<uint64_t>1) << (row[i] & 63)
        seen[suited[i] >> 6] |= (<uint64_t>1) << (suited[i] & 63)
    seen[0] &= ~<uint64_t>1             # ordinal 0 stays no hand
    for i in range(117):
        before[i] = count
        word = seen[i]
        while word:
            count += 1
            plan.strength[count] = <uint16_t>(64 * i + of_lowest(word))
            word &= word - 1
    for i in range(OF_PAIRS):
        plan.plain[i] = ordinal_of(seen, before, row[i])
        plan.suited[i] = ordinal_of(seen, before, suited[i])
    for i in range(256):
        plan.low[i] = t.low[i][row[OF_LOW_COLUMN]]


cdef inline uint8_t ordinal_of(const uint64_t* seen, const int* before, int strength) noexcept nogil:
    cdef uint64_t below = ((<uint64_t>1) << (strength & 63)) - 1
    if strength == 0:
        return 0
    return <uint8_t>(before[strength >> 6] + of_count(seen[strength >> 6] & below) + 1)
