# cython: language_level=3
"""The same as header_user.c, in Cython: omaha_fast.h where the .pxd has no function for it."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t

cdef extern from "omaha_fast.h":
    ctypedef struct OmahaFast:
        int (*evaluate)(const uint8_t*, int, const uint8_t*, int) nogil
        int (*evaluate_low)(const uint8_t*, int, const uint8_t*, int) nogil
        int (*evaluate_hilo)(const uint8_t*, int, const uint8_t*, int, int*) nogil
        int (*evaluate_masks)(uint64_t, uint64_t) nogil
        int (*evaluate_low_masks)(uint64_t, uint64_t) nogil
        int (*evaluate_hilo_masks)(uint64_t, uint64_t, int*) nogil
        int (*evaluate_rows)(const uint8_t*, int, const uint8_t*, int, size_t, uint16_t*, uint8_t*, int, size_t*) nogil
        int (*evaluate_on_board)(const uint8_t*, int, const uint8_t*, int, size_t, uint16_t*, uint8_t*, int,
                                 size_t*) nogil
        int (*equities)(const uint8_t*, int, int, const uint8_t*, int, uint64_t, int, int64_t*, int64_t*) nogil
    const OmahaFast* omaha_fast_import() except NULL

cdef const OmahaFast* api = omaha_fast_import()


def import_again():
    omaha_fast_import()


def all_ways(bytes hole, bytes board):
    cdef const uint8_t* h = hole
    cdef const uint8_t* b = board
    cdef int n = <int>len(hole), k = <int>len(board), low = -1, low_of_masks = -1
    cdef uint64_t hole_mask = 0, board_mask = 0
    for card in hole:
        hole_mask |= (<uint64_t>1) << <int>card
    for card in board:
        board_mask |= (<uint64_t>1) << <int>card
    both = api.evaluate_hilo(h, n, b, k, &low)
    both_of_masks = api.evaluate_hilo_masks(hole_mask, board_mask, &low_of_masks)
    return (api.evaluate(h, n, b, k), api.evaluate_low(h, n, b, k), both, low, api.evaluate_masks(hole_mask, board_mask),
            api.evaluate_low_masks(hole_mask, board_mask), both_of_masks, low_of_masks)


def rows(const uint8_t[::1] holes, int hole_count, const uint8_t[::1] boards, int board_count, size_t count,
         uint16_t[::1] high, uint8_t[::1] low, int check):
    cdef size_t bad_row = 12345
    cdef int status
    with nogil:
        status = api.evaluate_rows(&holes[0], hole_count, &boards[0], board_count, count,
                                   NULL if high is None else &high[0], NULL if low is None else &low[0], check, &bad_row)
    return status, bad_row


def on_board(const uint8_t[::1] holes, int hole_count, const uint8_t[::1] board, int board_count, size_t count,
             uint16_t[::1] high, uint8_t[::1] low, int check):
    cdef size_t bad_row = 12345
    cdef int status
    with nogil:
        status = api.evaluate_on_board(&board[0], board_count, &holes[0], hole_count, count,
                                       NULL if high is None else &high[0], NULL if low is None else &low[0], check,
                                       &bad_row)
    return status, bad_row


def equities(bytes hands, int players, int hole_count, bytes board, uint64_t dead, bint hilo):
    cdef int64_t[10] shares = [-1, -1, -1, -1, -1, -1, -1, -1, -1, -1]
    cdef int64_t total = -1
    cdef const uint8_t* on_board = board
    cdef int status
    if not board:
        on_board = NULL
    status = api.equities(hands, players, hole_count, on_board, <int>len(board), dead, hilo, shares, &total)
    return status, [shares[i] for i in range(10)], total
