"""What C offers: the tables' layout, and the kernels over the vector layer. See tables.h and kernels.h, which say what is
in each field; here are the fields that Cython touches."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from "tables.h" nogil:
    enum:
        OF_RANKS
        OF_PAIRS
        OF_ROW
        OF_LOW_COLUMN
        OF_FIVE_COLUMN
        OF_TRIPLES
        OF_FIVES
        OF_BUCKETS
        OF_SLOTS
    ctypedef struct Tables:
        int16_t rows[OF_SLOTS][OF_ROW]
        int16_t triples[OF_TRIPLES][OF_ROW]
        int16_t by_hole[OF_PAIRS][OF_RANKS][OF_ROW]
        int16_t fives[OF_FIVES]
        int16_t flush[8192]
        uint8_t low[256][256]
        uint8_t pair[4096]
        uint64_t card_key[64]
        uint64_t card_lane[64]
        uint8_t card_low[64]
        uint16_t slot[OF_FIVES]
        uint16_t displacement[OF_BUCKETS]
        uint32_t rank_key[16]
        uint32_t seed
    enum:
        OF_TOP
    uint32_t slot_of "of_slot"(const Tables* t, uint32_t key)
    uint32_t flush_suit "of_flush_suit"(uint32_t hole_suits, uint32_t board_suits)
    uint32_t straight_mask "of_straight"(int index)

cdef extern from "kernels.h" nogil:
    enum:
        OF_ORDINALS
        OF_STATES
        OF_LAYERS
    ctypedef struct BoardPlan:
        uint8_t plain[OF_PAIRS]
        uint8_t suited[OF_PAIRS]
        uint16_t strength[OF_ORDINALS]
        uint8_t low[256]
        int suit
    ctypedef struct Matchup:
        int players
        int hole_count
        uint8_t hole[6][6]
        int board_count
        uint8_t board[4]
        uint16_t live[4]
        int states
        uint8_t state[256]
    ctypedef struct Against:
        int hole_count
        uint8_t hole[2][6]
        int live[OF_RANKS]
        int layers
        uint16_t held[OF_LAYERS][2]
        uint16_t still[OF_LAYERS]
        int states
        uint8_t state[256]
    ctypedef struct Kernels:
        const char* name
        const char* compiler
        size_t (*rows)(const Tables* t, const uint8_t* holes, int hole_count, const uint8_t* boards, int board_count,
                       size_t count, uint16_t* high, uint8_t* low, uint32_t* flushes) noexcept nogil
        void (*board)(const BoardPlan* plan, const uint8_t* holes, int hole_count, size_t count, uint16_t* high,
                      uint8_t* low) noexcept nogil
        size_t (*first_bad)(const uint8_t* holes, int hole_count, const uint8_t* boards, int board_count,
                            uint64_t gone, size_t count) noexcept nogil
        void (*count)(const uint16_t* high, const uint8_t* low, size_t count, const int16_t* high_bounds,
                      int high_bound_count, const uint8_t* low_bounds, int low_bound_count,
                      int64_t* above) noexcept nogil
        void (*equities)(const Tables* t, const Matchup* m, int64_t* counts) noexcept nogil
        void (*against)(const Tables* t, Against* a, int64_t* counts) noexcept nogil
        void (*start)(const Tables* t) noexcept nogil
    const Kernels* of_variant(int index)
