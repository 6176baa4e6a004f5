"""The native interface: ranking from C or Cython, without the GIL and without linking.

    from omaha_fast cimport evaluate_cards

Cards are numbered 4 * rank + suit (2..A = 0..12, c d h s = 0..3); hands hold four to six cards, boards three to five.
Nothing is checked here: cards out of range, repeated cards or wrong counts read outside the tables.
"""

from libc.stdint cimport uint8_t, uint64_t

# High strength, 1..7462; low strength, 1..56 or 0 for none; both (the high is returned). Greater is stronger.
cdef int evaluate_cards(const uint8_t* hole, int hole_count, const uint8_t* board, int board_count) noexcept nogil
cdef int evaluate_low_cards(const uint8_t* hole, int hole_count, const uint8_t* board, int board_count) noexcept nogil
cdef int evaluate_hilo_cards(const uint8_t* hole, int hole_count, const uint8_t* board, int board_count,
                             int* low_strength) noexcept nogil

# The same from masks, bit = card number.
cdef int evaluate_masks(uint64_t hole, uint64_t board) noexcept nogil
cdef int evaluate_low_masks(uint64_t hole, uint64_t board) noexcept nogil
cdef int evaluate_hilo_masks(uint64_t hole, uint64_t board, int* low_strength) noexcept nogil
