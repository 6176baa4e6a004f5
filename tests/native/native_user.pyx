# cython: language_level=3, boundscheck=False, wraparound=False
"""A downstream module, built against the installed wheel: it ranks from a loop of its own, without the GIL."""

from libc.stdint cimport uint8_t, uint64_t

from omaha_fast cimport (
    evaluate_cards, evaluate_hilo_cards, evaluate_hilo_masks, evaluate_low_cards, evaluate_low_masks, evaluate_masks,
)


def sum_strengths(const uint8_t[:, ::1] holes, const uint8_t[:, ::1] boards):
    """The sum of all high strengths."""
    cdef uint64_t total = 0
    cdef Py_ssize_t i
    cdef int n = holes.shape[1], k = boards.shape[1]
    with nogil:
        for i in range(holes.shape[0]):
            total += evaluate_cards(&holes[i, 0], n, &boards[i, 0], k)
    return total


def sum_hilo_strengths(const uint8_t[:, ::1] holes, const uint8_t[:, ::1] boards):
    """The sums of all high and of all low strengths."""
    cdef uint64_t highs = 0, lows = 0
    cdef Py_ssize_t i
    cdef int n = holes.shape[1], k = boards.shape[1], low
    with nogil:
        for i in range(holes.shape[0]):
            highs += evaluate_hilo_cards(&holes[i, 0], n, &boards[i, 0], k, &low)
            lows += low
    return highs, lows


def all_ways(bytes hole, bytes board):
    """One hand through every function: (high, low, high of hilo, low of hilo, high of masks, low of masks,
    both of the masks together)."""
    cdef const uint8_t* h = hole
    cdef const uint8_t* b = board
    cdef int n = <int>len(hole), k = <int>len(board), low, low_of_masks
    cdef uint64_t hole_mask = 0, board_mask = 0
    for card in hole:
        hole_mask |= (<uint64_t>1) << <int>card
    for card in board:
        board_mask |= (<uint64_t>1) << <int>card
    high = evaluate_hilo_cards(h, n, b, k, &low)
    both = evaluate_hilo_masks(hole_mask, board_mask, &low_of_masks)
    return (evaluate_cards(h, n, b, k), evaluate_low_cards(h, n, b, k), high, low,
            evaluate_masks(hole_mask, board_mask), evaluate_low_masks(hole_mask, board_mask),
            both, low_of_masks)
