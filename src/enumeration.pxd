"""Exact equity by walking every board that may still come: the plain way, and the oracle of the faster ones."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from cardset cimport lane_bit, lanes_of, of_lowest, of_unlikely
from omaha cimport best_pair, flush_suit, low_mask
from ranking cimport OF_LOW_COLUMN, Tables, flush_strength, slot_of

cdef enum:
    MOST_PLAYERS = 10
    # Parts of a pot: 2 * 2520, so that each half splits evenly among up to ten players.
    POT_UNITS = 5040


cdef struct Tally:
    # Of one player, over all boards: boards by outcome, then units of the pot won with the high and the low hand.
    int64_t win                 # alone the best high hand
    int64_t tie                 # the best high hand, with others
    int64_t scoop               # the whole pot
    int64_t quartered           # exactly a quarter of the pot
    int64_t three_quartered     # exactly three quarters
    int64_t high
    int64_t low


cdef struct Walk:
    const Tables* tables
    int players
    int hole_count
    bint hilo
    uint8_t hole[MOST_PLAYERS][6]
    uint32_t hole_suits[MOST_PLAYERS]
    uint64_t hole_lanes[MOST_PLAYERS]
    int hole_low[MOST_PLAYERS]
    int live_count
    uint8_t live[52]
    int part                    # this walk takes the outermost cards i with i % parts == part
    int parts
    int64_t boards
    Tally tally[MOST_PLAYERS]


cdef inline void settle(Walk* w, uint32_t rank_key, uint32_t suits, uint64_t lanes) noexcept nogil:
    """Share the pot on one whole board, given as its rank key, suit counts and suit lanes."""
    cdef const Tables* t = w.tables
    cdef const int16_t* row = t.rows[slot_of(t, rank_key)]
    cdef int strength[MOST_PLAYERS]
    cdef int low_strength[MOST_PLAYERS]
    cdef int best = 0, winners = 0, best_low = 0, low_winners = 0
    cdef int p, value, shift, high_units, low_units = 0, high, low
    cdef uint32_t flush
    cdef Tally* tally
    for p in range(w.players):
        if w.hole_count == 4:
            value = best_pair(t, row, w.hole[p], 4)
        else:
            value = best_pair(t, row, w.hole[p], w.hole_count)
        flush = flush_suit(w.hole_suits[p], suits)
        if of_unlikely(flush != 0):
            shift = 16 * (of_lowest(flush) >> 2)
            value = max(value, flush_strength(t, <uint32_t>(w.hole_lanes[p] >> shift) & 0x1FFF,
                                              <uint32_t>(lanes >> shift) & 0x1FFF))
        strength[p] = value
        if value > best:
            best = value
            winners = 1
        else:
            winners += value == best
    if w.hilo:
        for p in range(w.players):
            value = t.low[w.hole_low[p]][row[OF_LOW_COLUMN]]
            low_strength[p] = value
            if value > best_low:
                best_low = value
                low_winners = 1
            else:
                low_winners += value == best_low
        if best_low:
            low_units = POT_UNITS // 2 // low_winners
    high_units = (POT_UNITS // 2 if low_units else POT_UNITS) // winners
    for p in range(w.players):
        tally = &w.tally[p]
        high = high_units if strength[p] == best else 0
        low = low_units if low_units and low_strength[p] == best_low else 0
        tally.high += high
        tally.low += low
        if high:
            tally.win += winners == 1
            tally.tie += winners > 1
        tally.scoop += high + low == POT_UNITS
        tally.quartered += high + low == POT_UNITS // 4
        tally.three_quartered += high + low == 3 * POT_UNITS // 4
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
        key = w.tables.card_key[card]
        if missing == 1:
            settle(w, rank_key + <uint32_t>key, suits + <uint32_t>(key >> 32), lanes | lane_bit(card))
        else:
            descend(w, missing - 1, i + 1, rank_key + <uint32_t>key, suits + <uint32_t>(key >> 32),
                    lanes | lane_bit(card), False)


cdef inline void start_walk(Walk* w, const Tables* t, int players, int hole_count, bint hilo, uint64_t gone,
                            int part, int parts) noexcept nogil:
    """Set all but w.hole, which the caller has filled. gone: every card that can't come any more."""
    cdef int p, i
    w.tables = t
    w.players = players
    w.hole_count = hole_count
    w.hilo = hilo
    w.part = part
    w.parts = parts
    w.boards = 0
    w.live_count = 0
    memset(w.tally, 0, sizeof(w.tally))
    for i in range(52):
        if not gone >> i & 1:
            w.live[w.live_count] = <uint8_t>i
            w.live_count += 1
    for p in range(players):
        w.hole_suits[p] = 0
        for i in range(hole_count):
            w.hole_suits[p] += <uint32_t>(t.card_key[w.hole[p][i]] >> 32)
        w.hole_lanes[p] = lanes_of(w.hole[p], hole_count)
        w.hole_low[p] = low_mask(t, w.hole[p], hole_count)
