"""Many rows at once, in blocks through the kernels: plain data, without the GIL."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from kernels cimport BoardPlan, Kernels, Tables
from omaha cimport flush_of_row

cdef enum:
    BLOCK_ROWS = 2048           # rows a block: what it reads and writes stays in the first-level cache


cdef struct Rows:
    # Where an array's rows are.
    const uint8_t* start
    Py_ssize_t row_step
    Py_ssize_t item_step
    int width
    bint packed


cdef inline Rows rows_of(const Py_buffer* view) noexcept:
    cdef Rows rows
    rows.start = <const uint8_t*>view.buf
    rows.row_step = view.strides[0]
    rows.item_step = view.strides[1]
    rows.width = <int>view.shape[1]
    rows.packed = rows.item_step == 1 and rows.row_step == rows.width
    return rows


cdef inline const uint8_t* block_at(const Rows* rows, Py_ssize_t first, Py_ssize_t count, bint copied,
                                    uint8_t* scratch) noexcept nogil:
    """Some rows close together: in place where they lie so and need not be copied, else in scratch."""
    cdef const uint8_t* at = rows.start + first * rows.row_step
    cdef Py_ssize_t i
    cdef int j
    if rows.packed and not copied:
        return at
    if rows.packed:
        memcpy(scratch, at, count * rows.width)
        return scratch
    for i in range(count):
        for j in range(rows.width):
            scratch[i * rows.width + j] = at[i * rows.row_step + j * rows.item_step]
    return scratch


cdef inline void put(void* out, Py_ssize_t step, const void* values, const int size, Py_ssize_t count) noexcept nogil:
    """Values of `size` bytes each, close together, to places `step` bytes apart."""
    cdef Py_ssize_t i
    if step == size:
        memcpy(out, values, count * size)
        return
    for i in range(count):
        memcpy(<char*>out + i * step, <const char*>values + i * size, size)


cdef struct Job:
    # Everything a block needs.
    const Tables* tables
    const Kernels* kernels
    Rows holes
    Rows boards
    bint one_board
    BoardPlan plan
    uint64_t gone               # the cards of the one board
    bint checked
    uint8_t* high               # NULL where it is not wanted; strides in bytes
    uint8_t* low
    Py_ssize_t high_step
    Py_ssize_t low_step


cdef struct BadRow:
    # The first row that is no deal, as it was read: another thread may have changed the array since.
    Py_ssize_t number
    uint8_t hole[6]
    uint8_t board[5]


cdef inline bint all_good(const Job* job, const uint8_t* holes, const uint8_t* boards, Py_ssize_t first,
                          Py_ssize_t count, BadRow* bad) noexcept nogil:
    """Are these all deals, the rows from `first` on? boards: NULL for the one board."""
    cdef Py_ssize_t i = job.kernels.first_bad(holes, job.holes.width, boards, job.boards.width, job.gone, count)
    if i == count:
        return True
    bad.number = first + i
    memcpy(bad.hole, holes + i * job.holes.width, job.holes.width)
    if boards != NULL:
        memcpy(bad.board, boards + i * job.boards.width, job.boards.width)
    return False


cdef inline void settle(const Tables* t, const uint8_t* holes, const int hole_count, const uint8_t* boards,
                        const int board_count, const uint32_t* flushes, size_t found, uint16_t* high) noexcept nogil:
    """Rank the rows that a kernel lists as possible flushes."""
    cdef size_t k, i
    cdef int strength
    for k in range(found):
        i = flushes[k]
        strength = flush_of_row(t, holes + i * hole_count, hole_count, boards + i * board_count, board_count)
        if strength > high[i]:
            high[i] = <uint16_t>strength


cdef inline bint run_block(const Job* job, Py_ssize_t first, Py_ssize_t count, BadRow* bad) noexcept nogil:
    """Evaluate some rows; False at a bad one. What is checked is a copy, and the copy is what is evaluated."""
    cdef uint8_t hole_scratch[6 * BLOCK_ROWS]
    cdef uint8_t board_scratch[5 * BLOCK_ROWS]
    cdef uint16_t high_scratch[BLOCK_ROWS]
    cdef uint8_t low_scratch[BLOCK_ROWS]
    cdef uint32_t flushes[BLOCK_ROWS]
    cdef int hole_count = job.holes.width, board_count = job.boards.width
    cdef const uint8_t* holes = block_at(&job.holes, first, count, job.checked, hole_scratch)
    cdef const uint8_t* boards = NULL
    cdef uint16_t* high = NULL
    cdef uint8_t* low = NULL
    cdef size_t found
    if not job.one_board:
        boards = block_at(&job.boards, first, count, job.checked, board_scratch)
    if job.checked and not all_good(job, holes, boards, first, count, bad):
        return False
    if job.high != NULL:
        high = <uint16_t*>(job.high + 2 * first) if job.high_step == 2 else &high_scratch[0]
    if job.low != NULL:
        low = job.low + first if job.low_step == 1 else &low_scratch[0]
    if job.one_board:
        job.kernels.board(&job.plan, holes, hole_count, count, high, low)
    else:
        found = job.kernels.rows(job.tables, holes, hole_count, boards, board_count, count, high, low, flushes)
        # Constants where it counts, so that the compiler unrolls each.
        if board_count == 5 and hole_count == 4:
            settle(job.tables, holes, 4, boards, 5, flushes, found, high)
        elif board_count == 5 and hole_count == 5:
            settle(job.tables, holes, 5, boards, 5, flushes, found, high)
        else:
            settle(job.tables, holes, hole_count, boards, board_count, flushes, found, high)
    if high == &high_scratch[0]:
        put(job.high + first * job.high_step, job.high_step, high, 2, count)
    if low == &low_scratch[0]:
        put(job.low + first * job.low_step, job.low_step, low, 1, count)
    return True


cdef inline bint run_blocks(const Job* job, Py_ssize_t first, Py_ssize_t stop, BadRow* bad) noexcept nogil:
    # One board needs scratch for strided arrays only; without it the whole part is one block.
    cdef bint in_place = (job.one_board and not job.checked and job.holes.packed and job.high_step in (0, 2)
                          and job.low_step in (0, 1))
    cdef Py_ssize_t step = stop - first if in_place else BLOCK_ROWS
    while first < stop:
        if not run_block(job, first, min(step, stop - first), bad):
            return False
        first += step
    return True
