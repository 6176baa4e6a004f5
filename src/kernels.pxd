"""The kernels over the vector layer, as C offers them."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from omaha cimport BoardPlan
from ranking cimport Tables

cdef extern from "kernels.h" nogil:
    enum:
        OF_STATES
    ctypedef struct Matchup:
        int players
        int hole_count
        uint8_t hole[6][6]
        int board_count
        uint8_t board[4]
        uint16_t live[4]
        int states
        uint8_t state[256]
    enum:
        OF_LAYERS
    ctypedef struct Against:
        int hole_count
        uint8_t hole[2][6]
        int live[13]
        int layers
        uint16_t held[32][2]
        uint16_t still[32]
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
        void (*against)(const Tables* t, const Against* a, int64_t* counts) noexcept nogil
        void (*start)() noexcept nogil
    const Kernels* of_variant(int index)
