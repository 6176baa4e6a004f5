# Many rows at once: arrays in, arrays out, in blocks through the kernels. Included by _core.pyx.

cdef enum:
    BLOCK_ROWS = 2048           # rows a block: what it reads and writes stays in the first-level cache
    GIL_ROWS = 1000             # below this many rows giving up the GIL costs more than it frees

cdef str BOARDS = "an integer array (best uint8) of shape (n, 3), (n, 4) or (n, 5), or one board"


cdef struct Rows:
    # Where an array's rows are.
    const uint8_t* start
    Py_ssize_t row_step
    Py_ssize_t item_step
    int width
    bint packed


cdef Rows rows_of(const Py_buffer* view) noexcept:
    cdef Rows rows
    rows.start = <const uint8_t*>view.buf
    rows.row_step = view.strides[0]
    rows.item_step = view.strides[1]
    rows.width = <int>view.shape[1]
    rows.packed = rows.item_step == 1 and rows.row_step == rows.width
    return rows


cdef const uint8_t* block_at(const Rows* rows, Py_ssize_t first, Py_ssize_t count, bint copied,
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


cdef struct Job:
    # Everything a block needs, plain data: blocks run without the GIL.
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


cdef inline void settle(const uint8_t* holes, const int hole_count, const uint8_t* boards, const int board_count,
                        const uint32_t* flushes, size_t found, uint16_t* high) noexcept nogil:
    """Rank the rows that a kernel lists as possible flushes."""
    cdef size_t k, i
    cdef int strength
    for k in range(found):
        i = flushes[k]
        strength = flush_of_row(&TABLES, holes + i * hole_count, hole_count, boards + i * board_count, board_count)
        if strength > high[i]:
            high[i] = <uint16_t>strength


cdef inline void put(void* out, Py_ssize_t step, const void* values, const int size, Py_ssize_t count) noexcept nogil:
    """Values of `size` bytes each, close together, to places `step` bytes apart."""
    cdef Py_ssize_t i
    if step == size:
        memcpy(out, values, count * size)
        return
    for i in range(count):
        memcpy(<char*>out + i * step, <const char*>values + i * size, size)


cdef bint all_good(const Job* job, const uint8_t* holes, const uint8_t* boards, Py_ssize_t first, Py_ssize_t count,
                   BadRow* bad) noexcept nogil:
    """Are these all deals, the rows from `first` on? boards: NULL for the one board."""
    cdef Py_ssize_t i = KERNELS.first_bad(holes, job.holes.width, boards, job.boards.width, job.gone, count)
    if i == count:
        return True
    bad.number = first + i
    memcpy(bad.hole, holes + i * job.holes.width, job.holes.width)
    if boards != NULL:
        memcpy(bad.board, boards + i * job.boards.width, job.boards.width)
    return False


cdef bint run_block(const Job* job, Py_ssize_t first, Py_ssize_t count, BadRow* bad) noexcept nogil:
    """Evaluate some rows; False at a bad one. What is checked is a copy, and the copy is what is evaluated."""
    cdef uint8_t hole_scratch[6 * BLOCK_ROWS]
    cdef uint8_t board_scratch[5 * BLOCK_ROWS]
    cdef uint16_t high_scratch[BLOCK_ROWS]
    cdef uint8_t low_scratch[BLOCK_ROWS]
    cdef uint32_t flushes[BLOCK_ROWS]
    cdef const uint8_t* holes = block_at(&job.holes, first, count, job.checked, hole_scratch)
    cdef const uint8_t* boards = NULL
    cdef uint16_t* high_out = NULL
    cdef uint8_t* low_out = NULL
    cdef size_t found
    if not job.one_board:
        boards = block_at(&job.boards, first, count, job.checked, board_scratch)
    if job.checked and not all_good(job, holes, boards, first, count, bad):
        return False
    if job.high != NULL:
        high_out = <uint16_t*>(job.high + 2 * first)
        if job.high_step != 2:
            high_out = &high_scratch[0]
    if job.low != NULL:
        low_out = job.low + first
        if job.low_step != 1:
            low_out = &low_scratch[0]
    if job.one_board:
        KERNELS.board(&job.plan, holes, job.holes.width, count, high_out, low_out)
    else:
        found = KERNELS.rows(&TABLES, holes, job.holes.width, boards, job.boards.width, count, high_out, low_out,
                             flushes)
        # Constants where it counts, so that the compiler unrolls each.
        if job.boards.width == 5 and job.holes.width == 4:
            settle(holes, 4, boards, 5, flushes, found, high_out)
        elif job.boards.width == 5 and job.holes.width == 5:
            settle(holes, 5, boards, 5, flushes, found, high_out)
        else:
            settle(holes, job.holes.width, boards, job.boards.width, flushes, found, high_out)
    if high_out == &high_scratch[0]:
        put(job.high + first * job.high_step, job.high_step, high_scratch, 2, count)
    if low_out == &low_scratch[0]:
        put(job.low + first * job.low_step, job.low_step, low_scratch, 1, count)
    return True


cdef bint run_blocks(const Job* job, Py_ssize_t first, Py_ssize_t stop, BadRow* bad) noexcept nogil:
    # One board needs scratch for strided arrays only; without it the whole part is one block.
    cdef bint in_place = (job.one_board and not job.checked and job.holes.packed and job.high_step in (0, 2)
                          and job.low_step in (0, 1))
    cdef Py_ssize_t step = stop - first if in_place else BLOCK_ROWS
    while first < stop:
        if not run_block(job, first, min(step, stop - first), bad):
            return False
        first += step
    return True


cdef int extent(const Py_buffer* view, const uint8_t** first, const uint8_t** last) except -1:
    """The bytes from first to last (exclusive) that a buffer's elements lie in."""
    cdef Py_ssize_t low = 0, high = view.itemsize, i
    for i in range(view.ndim):
        if view.shape[i] == 0:
            high = 0
            low = 0
            break
        if view.strides[i] < 0:
            low += (view.shape[i] - 1) * view.strides[i]
        else:
            high += (view.shape[i] - 1) * view.strides[i]
    first[0] = <const uint8_t*>view.buf + low
    last[0] = <const uint8_t*>view.buf + high
    return 0


cdef int refuse_overlap(Array out, str out_name, Array other, str other_name) except -1:
    cdef const uint8_t* a
    cdef const uint8_t* b
    cdef const uint8_t* c
    cdef const uint8_t* d
    extent(&out.view, &a, &b)
    extent(&other.view, &c, &d)
    if a < d and c < b:
        raise ValueError(f"{out_name} overlaps {other_name} in memory: expected an array of its own")
    return 0


cdef Array open_out(object out, str name, bytes codes, int itemsize, str kind, Py_ssize_t rows):
    cdef str expected = f"a writable {kind} array of shape ({rows},)"
    cdef Array array = open_array(out, name, codes, itemsize, 1, expected, writable=True)
    if array.view.shape[0] != rows:
        raise ValueError(f"{name} has {describe(&array.view)}: expected {expected}")
    return array


cdef class Batch:
    """One call of a batch function: arrays opened and compared, ready to run in parts from several threads."""

    cdef Job job
    cdef Array holes, boards, high, low
    cdef Cards board
    cdef bytearray held_high, held_low      # what `finish` copies to high and low
    cdef readonly Py_ssize_t rows

    def __init__(self, holes, boards, high, low, bint checked=False, bint held=False):
        """boards: a uint8 array (n, 3..5) or one board in any form; high, low: arrays to write to, or None.

        checked: is each row checked?   held: are high and low written by `finish` only, for a caller who stops at a
        bad row?
        """
        cdef Py_ssize_t steps
        memset(&self.job, 0, sizeof(Job))
        self.holes = open_array(holes, "holes", b"B", 1, 2, HOLES)
        check_hole_columns(&self.holes.view, "holes")
        self.rows = self.holes.view.shape[0]
        self.job.holes = rows_of(&self.holes.view)
        if PyObject_CheckBuffer(boards) and memoryview(boards).ndim > 1:
            self.boards = open_array(boards, "boards", b"B", 1, 2, BOARDS)
            if not 3 <= self.boards.view.shape[1] <= 5 or self.boards.view.shape[0] != self.rows:
                raise ValueError(f"boards has {describe(&self.boards.view)}: expected {BOARDS}, n = {self.rows}")
            self.job.boards = rows_of(&self.boards.view)
        else:
            read_cards(&self.board, boards, "board")
            if not 3 <= self.board.count <= 5:
                wrong_count(&self.board, boards, "board", "3, 4 or 5")
            self.job.one_board = True
            self.job.gone = self.board.mask
            plan_board(&TABLES, self.board.card, self.board.count, &self.job.plan)
        if high is not None:
            self.high = open_out(high, "out" if low is None else "out[0]", b"H", 2, "uint16", self.rows)
            self.job.high = <uint8_t*>self.high.view.buf
            self.job.high_step = self.high.view.strides[0]
        if low is not None:
            self.low = open_out(low, "out" if high is None else "out[1]", b"B", 1, "uint8", self.rows)
            self.job.low = <uint8_t*>self.low.view.buf
            self.job.low_step = self.low.view.strides[0]
        self.compare_outs()
        self.job.checked = checked
        if held and self.job.high != NULL:
            self.held_high = PyByteArray_FromStringAndSize(NULL, 2 * self.rows)
            self.job.high, self.job.high_step = <uint8_t*>PyByteArray_AS_STRING(self.held_high), 2
        if held and self.job.low != NULL:
            self.held_low = PyByteArray_FromStringAndSize(NULL, self.rows)
            self.job.low, self.job.low_step = <uint8_t*>PyByteArray_AS_STRING(self.held_low), 1

    cdef int compare_outs(self) except -1:
        for out, name in ((self.high, "out"), (self.low, "out")):
            if out is not None:
                refuse_overlap(out, name, self.holes, "holes")
                if self.boards is not None:
                    refuse_overlap(out, name, self.boards, "boards")
        if self.high is not None and self.low is not None:
            refuse_overlap(self.high, "out[0]", self.low, "out[1]")
        return 0

    def run(self, Py_ssize_t first, Py_ssize_t stop):
        """Evaluate the rows from first to stop; CardError for the first that is no deal, if they are checked."""
        cdef BadRow bad
        cdef bint done
        if not 0 <= first <= stop <= self.rows:
            raise ValueError(f"rows {first} to {stop}: expected a part of 0 to {self.rows}")
        if stop - first < GIL_ROWS:
            done = run_blocks(&self.job, first, stop, &bad)
        else:
            with nogil:
                done = run_blocks(&self.job, first, stop, &bad)
        if not done:
            self.complain(&bad)

    def finish(self):
        """Hand over what was held back."""
        if self.held_high is not None:
            put(self.high.view.buf, self.high.view.strides[0], PyByteArray_AS_STRING(self.held_high), 2, self.rows)
        if self.held_low is not None:
            put(self.low.view.buf, self.low.view.strides[0], PyByteArray_AS_STRING(self.held_low), 1, self.rows)

    cdef int complain(self, const BadRow* bad) except -1:
        cdef uint64_t in_hand = 0, on_board = 0
        cdef int i
        for i in range(self.job.holes.width):
            check_card(&in_hand, bad.hole[i], f"in row {bad.number} of holes", bad.number)
        for i in range(self.job.boards.width):
            check_card(&on_board, bad.board[i], f"in row {bad.number} of boards", bad.number)
        shared = name_of(of_lowest(in_hand & (on_board | self.job.gone)))
        raise CardError(f"duplicate card {shared!r} in row {bad.number} of holes and on its board: expected different "
                        "cards", shared, bad.number)
