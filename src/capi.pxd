"""The functions of omaha_fast.h on arrays: plain data, without the GIL. The caller of these is not trusted."""

from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memset

from blocks cimport BadRow, Job, Rows, all_good, run_blocks
from cardset cimport CARDS, of_count, take_cards
from enumeration cimport MOST_PLAYERS, POT_UNITS, Deal, Tally
from kernels cimport Kernels, Tables
from matchups cimport count_deal
from omaha cimport plan_board

cdef extern from "omaha_fast.h" nogil:
    """
    static OmahaFast of_api;
    /* The functions in the order of the struct, which the header alone states. */
    #define OF_FILL_API(...) (of_api = (OmahaFast){OMAHA_FAST_MAJOR, OMAHA_FAST_MINOR, sizeof of_api, __VA_ARGS__})
    /* The functions have no argument for these. */
    static const Tables *of_tables;
    static const Kernels *of_kernels;
    """
    const char* OMAHA_FAST_CAPSULE
    enum:
        OMAHA_FAST_OK
        OMAHA_FAST_BAD_COUNT
        OMAHA_FAST_BAD_CARD
    ctypedef struct OmahaFast:
        pass
    OmahaFast of_api
    void OF_FILL_API(...)
    const Tables* of_tables
    const Kernels* of_kernels


cdef inline Rows close_together(const uint8_t* start, int width) noexcept nogil:
    cdef Rows rows
    rows.start = start
    rows.row_step = width
    rows.item_step = 1
    rows.width = width
    rows.packed = True
    return rows


cdef inline int rank_all(Job* job, const uint8_t* holes, int hole_count, size_t rows, uint16_t* high, uint8_t* low,
                         int check, size_t* bad_row) noexcept nogil:
    """The rows of a job that knows its boards. Nothing is written before all are checked."""
    cdef BadRow bad
    job.tables = of_tables
    job.kernels = of_kernels
    job.holes = close_together(holes, hole_count)
    job.high = <uint8_t*>high
    job.high_step = 2
    job.low = low
    job.low_step = 1
    if check and not all_good(job, holes, job.boards.start, 0, <Py_ssize_t>rows, &bad):
        if bad_row != NULL:
            bad_row[0] = <size_t>bad.number
        return OMAHA_FAST_BAD_CARD
    run_blocks(job, 0, <Py_ssize_t>rows, &bad)
    return OMAHA_FAST_OK


cdef inline int evaluate_rows(const uint8_t* holes, int hole_count, const uint8_t* boards, int board_count, size_t rows,
                              uint16_t* high, uint8_t* low, int check, size_t* bad_row) noexcept nogil:
    cdef Job job
    if not (4 <= hole_count <= 6 and 3 <= board_count <= 5):
        return OMAHA_FAST_BAD_COUNT
    memset(&job, 0, sizeof(job))
    job.boards = close_together(boards, board_count)
    return rank_all(&job, holes, hole_count, rows, high, low, check, bad_row)


cdef inline int evaluate_on_board(const uint8_t* board, int board_count, const uint8_t* holes, int hole_count,
                                  size_t rows, uint16_t* high, uint8_t* low, int check, size_t* bad_row) noexcept nogil:
    cdef Job job
    cdef uint8_t cards[5]
    if not (4 <= hole_count <= 6 and 3 <= board_count <= 5):
        return OMAHA_FAST_BAD_COUNT
    memset(&job, 0, sizeof(job))
    job.one_board = True
    if not take_cards(board, 1, board_count, cards, &job.gone):
        if bad_row != NULL:
            bad_row[0] = rows
        return OMAHA_FAST_BAD_CARD
    plan_board(of_tables, cards, board_count, &job.plan)
    return rank_all(&job, holes, hole_count, rows, high, low, check, bad_row)


cdef inline int equities(const uint8_t* hands, int players, int hole_count, const uint8_t* board, int board_count,
                         uint64_t dead, int hilo, int64_t* shares, int64_t* total) noexcept nogil:
    cdef Deal deal
    cdef Tally tally[MOST_PLAYERS]
    cdef int p
    if not (2 <= players <= MOST_PLAYERS and 4 <= hole_count <= 6 and (board_count == 0 or 3 <= board_count <= 5)
            and players * hole_count + 5 + of_count(dead) <= CARDS):
        return OMAHA_FAST_BAD_COUNT
    memset(&deal, 0, sizeof(deal))
    memset(tally, 0, sizeof(tally))
    deal.tables = of_tables
    deal.kernels = of_kernels
    deal.players = players
    deal.hole_count = hole_count
    deal.board_count = board_count
    deal.hilo = hilo != 0
    deal.gone = dead
    if dead >> CARDS or not take_cards(board, 1, board_count, deal.board, &deal.gone):
        return OMAHA_FAST_BAD_CARD
    for p in range(players):
        if not take_cards(hands + p * hole_count, 1, hole_count, deal.hole[p], &deal.gone):
            return OMAHA_FAST_BAD_CARD
    total[0] = count_deal(&deal, tally) * POT_UNITS
    for p in range(players):
        shares[p] = tally[p].high + tally[p].low
    return OMAHA_FAST_OK
