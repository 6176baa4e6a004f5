"""Exact equity by walking every board that may still come: the plain way, and the oracle of the faster ones."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t

from cardset cimport CARDS, of_lowest, of_unlikely
from kernels cimport OF_LOW_COLUMN, Kernels, Tables, flush_suit, slot_of
from omaha cimport low_mask
from ranking cimport flush_strength, lanes_of, sum_keys, sum_suits

cdef enum:
    MOST_PLAYERS = 10
    # Parts of a pot: 2 * 2520, so that each half splits evenly among up to ten players.
    POT_UNITS = 5040


cdef struct Deal:
    # One question, its cards checked.
    const Tables* tables
    const Kernels* kernels
    int players
    int hole_count
    uint8_t hole[MOST_PLAYERS][6]
    int board_count
    uint8_t board[5]            # in any order: ranks and suits are all that is asked for
    uint64_t gone               # hands, board and dead cards
    bint hilo


cdef struct Tally:
    # Of one player, over all boards: boards by outcome, then units of the pot won with the high and the low hand.
    int64_t win                 # alone the best high hand
    int64_t tie                 # the best high hand, with others
    int64_t scoop               # the whole pot
    int64_t quartered           # exactly a quarter of the pot
    int64_t three_quartered     # exactly three quarters
    int64_t high
    int64_t low


cdef inline void credit(Tally* tally, int64_t boards, int winners, bint any_low, int low_winners) noexcept nogil:
    """Add boards on which a player is one of so many winners of the high and of the low; 0 where he wins none of it.

    Without a qualifying low the high hand takes the whole pot.
    """
    cdef int high = (POT_UNITS // 2 if any_low else POT_UNITS) // winners if winners else 0
    cdef int low = POT_UNITS // 2 // low_winners if low_winners else 0
    tally.high += boards * high
    tally.low += boards * low
    if winners == 1:
        tally.win += boards
    elif winners:
        tally.tie += boards
    if high + low == POT_UNITS:
        tally.scoop += boards
    elif high + low == POT_UNITS // 4:
        tally.quartered += boards
    elif high + low == 3 * POT_UNITS // 4:
        tally.three_quartered += boards


cdef struct Walk:
    const Deal* deal
    Tally* tally
    int64_t boards
    int pair_count
    uint8_t pair[MOST_PLAYERS][15]
    uint32_t hole_suits[MOST_PLAYERS]
    uint64_t hole_lanes[MOST_PLAYERS]
    int hole_low[MOST_PLAYERS]
    int live_count
    uint8_t live[CARDS]
    int part                    # this walk takes the outermost cards i with i % parts == part
    int parts


cdef inline void settle(Walk* w, uint32_t rank_key, uint32_t suits, uint64_t lanes) noexcept nogil:
    """Share the pot on one whole board, given as its rank key, suit counts and suit lanes."""
    cdef const Tables* t = w.deal.tables
    cdef const int16_t* row = t.rows[slot_of(t, rank_key)]
    cdef int strength[MOST_PLAYERS]
    cdef int low_strength[MOST_PLAYERS]
    cdef int best = 0, winners = 0, best_low = 0, low_winners = 0, players = w.deal.players
    cdef int p, i, value, other, shift
    cdef uint32_t flush
    for p in range(players):
        value = row[w.pair[p][0]]
        for i in range(1, w.pair_count):
            other = row[w.pair[p][i]]
            value = other if other > value else value
        flush = flush_suit(w.hole_suits[p], suits)
        if of_unlikely(flush != 0):
            shift = 16 * (of_lowest(flush) >> 2)
            value = max(value, flush_strength(t, <uint32_t>(w.hole_lanes[p] >> shift) & 0x1FFF,
                                              <uint32_t>(lanes >> shift) & 0x1FFF))
        strength[p] = value
        best = value if value > best else best
    if w.deal.hilo:
        for p in range(players):
            value = t.low[w.hole_low[p]][row[OF_LOW_COLUMN]]
            low_strength[p] = value
            best_low = value if value > best_low else best_low
        if best_low:
            for p in range(players):
                low_winners += low_strength[p] == best_low
    for p in range(players):
        winners += strength[p] == best
    for p in range(players):
        if strength[p] == best or (best_low and low_strength[p] == best_low):
            credit(&w.tally[p], 1, winners if strength[p] == best else 0, best_low != 0,
                   low_winners if best_low and low_strength[p] == best_low else 0)
    w.boards += 1


cdef inline void descend(Walk* w, int missing, int first, uint32_t rank_key, uint32_t suits,
                         uint64_t lanes, bint outermost) noexcept nogil:
    """Add `missing` cards from live[first:] in every way."""
    cdef int i, card
    cdef uint64_t key
    if missing == 0:
        if not outermost or w.part == 0:
            settle(w, rank_key, suits, lanes)
        return
    for i in range(first, w.live_count - missing + 1):
        if outermost and i % w.parts != w.part:
            continue
        card = w.live[i]
        key = w.deal.tables.card_key[card]
        if missing == 1:
            settle(w, rank_key + <uint32_t>key, suits + <uint32_t>(key >> 32),
                   lanes | w.deal.tables.card_lane[card])
        else:
            descend(w, missing - 1, i + 1, rank_key + <uint32_t>key, suits + <uint32_t>(key >> 32),
                    lanes | w.deal.tables.card_lane[card], False)


cdef inline int64_t walk_boards(const Deal* d, int part, int parts, Tally* tally) noexcept nogil:
    """Walk one of `parts` parts of the boards: add to the tally, return how many boards there were."""
    cdef const Tables* t = d.tables
    cdef uint64_t key = sum_keys(t, d.board, d.board_count)
    cdef Walk w
    cdef int p, i, j
    w.deal = d
    w.tally = tally
    w.boards = 0
    w.live_count = 0
    w.part = part
    w.parts = parts
    for i in range(CARDS):
        if not d.gone >> i & 1:
            w.live[w.live_count] = <uint8_t>i
            w.live_count += 1
    for p in range(d.players):
        w.pair_count = 0
        for i in range(d.hole_count - 1):
            for j in range(i + 1, d.hole_count):
                w.pair[p][w.pair_count] = t.pair[64 * d.hole[p][i] + d.hole[p][j]]
                w.pair_count += 1
        w.hole_suits[p] = sum_suits(t, d.hole[p], d.hole_count)
        w.hole_lanes[p] = lanes_of(t, d.hole[p], d.hole_count)
        w.hole_low[p] = low_mask(t, d.hole[p], d.hole_count)
    descend(&w, 5 - d.board_count, 0, <uint32_t>key, <uint32_t>(key >> 32), lanes_of(t, d.board, d.board_count), True)
    return w.boards
