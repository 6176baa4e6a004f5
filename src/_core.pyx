# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: binding=True, freethreading_compatible=True
"""The native core: conversion, checks, the GIL and errors. What it computes is in the .pxd files beside it."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from cardset cimport CARDS, choose, of_count, of_lowest, of_read_once, of_unlikely, unpack
from enumeration cimport MOST_PLAYERS, POT_UNITS as UNITS, Tally, Walk, credit, descend, start_walk
from kernels cimport Against, Kernels, Matchup, OF_LAYERS, OF_STATES, of_variant
from isomorphism cimport canonical_mask, class_count, class_index, class_mask
from omaha cimport BoardPlan, Choice, enumerate_best, flush_of_row, high, low, low_mask, plan_board
from ranking cimport (
    OF_LOW_COLUMN, OF_ROW, OF_SLOTS, Tables, five_strength, lanes_of, slot_of, sum_keys,
)
from tables cimport build_tables
from texts cimport (
    ABSENT, NOT_A_CARD, NULLS, OBJECTS, OFFSETS_32, OFFSETS_64, OUTSIDE, READ, REPEATED, ROWS_OF_BYTES,
    ROWS_OF_CHARACTERS, STRANGE, UNKNOWN, VIEWS, WIDEST, ArrowArray, ArrowArrayStream, ArrowSchema, Cards, Form,
    Letters, Place, PyUnicode_1BYTE_DATA, PyUnicode_GET_LENGTH, PyUnicode_IS_COMPACT_ASCII, Reading, Texts, build_letters,
    find_end, read_texts, scan, text_at,
)

from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from cpython.buffer cimport PyBUF_READ
from cpython.memoryview cimport PyMemoryView_FromMemory
from cpython.object cimport PyObject
from cpython.pycapsule cimport PyCapsule_GetPointer
from cpython.unicode cimport PyUnicode_DecodeUTF8

import os
import sys

from omaha_fast.errors import CardError, shown

cdef extern from *:
    int CYTHON_HEX_VERSION

cdef bint NATIVE_LITTLE = sys.byteorder == "little"
cdef Tables TABLES

include "conversion.pxi"
include "buffers.pxi"
include "variants.pxi"
include "batch.pxi"
include "census.pxi"

# Called through a variable: compilers optimise what only a module's start calls for size, which takes six times as long.
cdef bint (*BUILD)(Tables* t) noexcept nogil
BUILD = build_tables

build_letters(&LETTERS)
memset(&TABLES, 0, sizeof(TABLES))
if not BUILD(&TABLES):
    raise ImportError("omaha_fast: the ranking tables do not hold 7,462 classes; this build is broken")


choose_variant()


# --- The native interface: see omaha_fast/_core.pxd ----------------------------------------------------------------

cdef int evaluate_cards(const uint8_t* hole, int hole_count, const uint8_t* board, int board_count) noexcept nogil:
    cdef const int16_t* row
    return high(&TABLES, hole, hole_count, board, board_count, &row)


cdef int evaluate_low_cards(const uint8_t* hole, int hole_count, const uint8_t* board, int board_count) noexcept nogil:
    return low(&TABLES, hole, hole_count, low_mask(&TABLES, board, board_count))


cdef int evaluate_hilo_cards(const uint8_t* hole, int hole_count, const uint8_t* board, int board_count,
                             int* low_strength) noexcept nogil:
    cdef const int16_t* row
    cdef int strength = high(&TABLES, hole, hole_count, board, board_count, &row)
    low_strength[0] = low(&TABLES, hole, hole_count, row[OF_LOW_COLUMN])
    return strength


cdef int evaluate_masks(uint64_t hole, uint64_t board) noexcept nogil:
    cdef uint8_t cards[16]
    cdef int hole_count = unpack(hole, cards)
    return evaluate_cards(cards, hole_count, cards + hole_count, unpack(board, cards + hole_count))


cdef int evaluate_low_masks(uint64_t hole, uint64_t board) noexcept nogil:
    cdef uint8_t cards[16]
    cdef int hole_count = unpack(hole, cards)
    return evaluate_low_cards(cards, hole_count, cards + hole_count, unpack(board, cards + hole_count))


cdef int evaluate_hilo_masks(uint64_t hole, uint64_t board, int* low_strength) noexcept nogil:
    cdef uint8_t cards[16]
    cdef int hole_count = unpack(hole, cards)
    return evaluate_hilo_cards(cards, hole_count, cards + hole_count, unpack(board, cards + hole_count), low_strength)


# --- One hand ------------------------------------------------------------------------------------------------------

def evaluate(hole, board):
    """High strength of the best hand of exactly two hole cards and three board cards.

    hole: four to six cards; board: three to five. Each a text ("AsAhKsKh"), a mask (int, bit = card number), or a
    sequence of card numbers, Cards or one-card texts.
    Returns an int from 1 (7-5-4-3-2) to 7462 (royal flush); greater is stronger, equal is a tie.
    Raises CardError for unknown, repeated, too few or too many cards, TypeError for anything that is no cards.

    >>> import omaha_fast as of
    >>> of.evaluate("AsAhKsKh", "QsJsTs2d3c")
    7462
    """
    cdef Cards h, b
    read_deal(&h, &b, hole, board)
    return evaluate_cards(h.card, h.count, b.card, b.count)


def evaluate_low(hole, board):
    """Eight-or-better low strength of exactly two hole cards and three board cards; arguments as evaluate.

    Returns an int from 1 (8-7-6-5-4) to 56 (the wheel, 5-4-3-2-A), 0 when no low qualifies; greater is better.

    >>> import omaha_fast as of
    >>> of.evaluate_low("As2sKdKh", "3s4s5s9hTd")
    56
    """
    cdef Cards h, b
    read_deal(&h, &b, hole, board)
    return evaluate_low_cards(h.card, h.count, b.card, b.count)


def evaluate_hilo(hole, board):
    """High and low strength together: (evaluate(hole, board), evaluate_low(hole, board)).

    >>> import omaha_fast as of
    >>> of.evaluate_hilo("As2sKdKh", "3s4s5s9hTd")
    (7453, 56)
    """
    cdef Cards h, b
    cdef int low_strength
    cdef int strength
    read_deal(&h, &b, hole, board)
    strength = evaluate_hilo_cards(h.card, h.count, b.card, b.count, &low_strength)
    return strength, low_strength


def choose_cards(hole, board, bint want_low):
    """(strength, the two hole cards, the three board cards) of the best hand, as card numbers; strength 0: no low."""
    cdef Cards h, b
    cdef Choice choice
    read_deal(&h, &b, hole, board)
    choice = enumerate_best(&TABLES, h.card, h.count, b.card, b.count, want_low)
    if choice.strength == 0:
        return 0, (), ()
    return (choice.strength, (h.card[choice.hole[0]], h.card[choice.hole[1]]),
            (b.card[choice.board[0]], b.card[choice.board[1]], b.card[choice.board[2]]))


# --- Cards ---------------------------------------------------------------------------------------------------------

def card_numbers(source, str role="cards"):
    """The card numbers of a text, a mask or a sequence, in the order given (ascending for a mask)."""
    cdef Cards cards
    cdef int i
    read_cards(&cards, source, role)
    return tuple([cards.card[i] for i in range(cards.count)])


def cards_mask(source, str role="cards"):
    """The mask of a text, a mask or a sequence of different cards."""
    cdef Cards cards
    read_cards(&cards, source, role)
    return cards.mask


# --- Hands up to suits ---------------------------------------------------------------------------------------------

cdef str HOLES = "an integer array (best uint8) of shape (n, 4), (n, 5) or (n, 6)"


cdef int check_hole_columns(const Py_buffer* view, str name) except -1:
    if not 4 <= view.shape[1] <= 6:
        raise ValueError(f"{name} has {view.shape[1]} columns: expected {HOLES}")
    return 0


def canonical_set(source):
    """Mask of the canonical relabelling of one to seven cards."""
    cdef Cards cards
    read_cards(&cards, source, "cards")
    if not 1 <= cards.count <= 7:
        wrong_count(&cards, source, "cards", "1 to 7")
    return canonical_mask(cards.mask)


def hole_index(hole):
    """Number of a hand's class up to suits: 0..16431, 0..134458 or 0..962987 for four, five or six cards.

    Two hands have the same number exactly when a relabelling of the suits turns one into the other. The order is
    documented in omaha_fast.canonical; it is part of the interface.

    >>> import omaha_fast as of
    >>> of.hole_index("AsAhKsKh") == of.hole_index("AdAcKcKd")
    True
    """
    cdef Cards h
    read_hole(&h, hole)
    return class_index(h.mask, h.count)


def class_cards(index, int cards):
    """Mask of the canonical hand of a class."""
    if not 4 <= cards <= 6:
        raise ValueError(f"a hand of {cards} cards: expected 4, 5 or 6")
    if not isinstance(index, int) and not PyIndex_Check(index) or isinstance(index, bool):
        raise TypeError(f"index {shown(index)} is a {type(index).__name__}: expected an int")
    index = PyNumber_Index(index)
    if not 0 <= index < class_count(cards):
        raise ValueError(f"index {index}: expected 0 to {class_count(cards) - 1} for {cards} cards")
    return class_mask(index, cards)


def canonical_rows(holes, out):
    """Write the canonical hand of each row, cards descending, to a uint8 array of the same shape."""
    cdef Array source = open_array(holes, "holes", b"B", 1, 2, HOLES)
    cdef Array target = open_array(out, "out", b"B", 1, 2, HOLES, writable=True)
    cdef Cards row
    cdef Py_ssize_t i
    check_hole_columns(&source.view, "holes")
    for i in range(source.view.shape[0]):
        read_row(&row, &source.view, i, "holes")
        write_row(canonical_mask(row.mask), &target.view, i)


def index_rows(holes, out):
    """Write the class of each row of holes to a uint32 array."""
    cdef Array source = open_array(holes, "holes", b"B", 1, 2, HOLES)
    cdef Array target = open_array(out, "out", b"IL", 4, 1, "a uint32 array (n,)", writable=True)
    cdef Cards row
    cdef Py_ssize_t i
    check_hole_columns(&source.view, "holes")
    for i in range(source.view.shape[0]):
        read_row(&row, &source.view, i, "holes")
        (<uint32_t*>row_at(&target.view, i))[0] = class_index(row.mask, row.count)


def class_rows(indices, out):
    """Write the canonical hand of each class (int64), cards descending, to the rows of a uint8 array."""
    cdef Array source = open_array(indices, "indices", b"lq", 8, 1, "an int64 array (n,)")
    cdef Array target = open_array(out, "out", b"B", 1, 2, HOLES, writable=True)
    cdef int64_t index
    cdef uint32_t classes
    cdef int cards
    cdef Py_ssize_t i
    check_hole_columns(&target.view, "out")
    cards = <int>target.view.shape[1]
    classes = class_count(cards)
    for i in range(source.view.shape[0]):
        index = (<const int64_t*>row_at(&source.view, i))[0]
        if not 0 <= index < classes:
            raise ValueError(f"index {index} in row {i}: expected 0 to {classes - 1} for {cards} cards")
        write_row(class_mask(<uint32_t>index, cards), &target.view, i)


cdef void write_row(uint64_t mask, const Py_buffer* view, Py_ssize_t row) noexcept:
    """Cards of a mask, descending, into one row."""
    cdef uint8_t cards[52]
    cdef int count = unpack(mask, cards)
    cdef int i
    cdef uint8_t* at = <uint8_t*>row_at(view, row)
    for i in range(count):
        at[i * view.strides[1]] = cards[count - 1 - i]


# --- Equity --------------------------------------------------------------------------------------------------------

POT_UNITS = UNITS


include "equity.pxi"
include "against.pxi"


# --- Columns of texts ----------------------------------------------------------------------------------------------

cdef class TextColumn:
    """The texts of a column, or of one piece of it: Python objects, rows of characters, or an array of Arrow's."""

    cdef Texts texts
    cdef object owner           # of the memory, unless it is Arrow's
    cdef ArrowArray arrow

    def __init__(self, source):
        """source: a tuple, or an array (n, width) of uint8 (bytes) or uint32 (characters), filled up with zeros."""
        cdef Array array
        cdef bint wide
        if type(source) is tuple:
            self.owner = source
            self.texts.form = OBJECTS
            self.texts.rows = PyTuple_GET_SIZE(source)
            self.texts.start = <const uint8_t*>PySequence_Fast_ITEMS(source)
            return
        wide = memoryview(source).itemsize == 4
        array = open_array(source, "column", b"IL" if wide else b"B", 4 if wide else 1, 2, "rows of characters")
        refuse_gaps(array, "column")
        self.owner = array
        self.texts.form = ROWS_OF_CHARACTERS if wide else ROWS_OF_BYTES
        self.texts.rows = array.view.shape[0]
        self.texts.width = array.view.shape[1]
        self.texts.start = <const uint8_t*>array.view.buf

    def __dealloc__(self):
        if self.arrow.release != NULL:
            self.arrow.release(&self.arrow)

    def __len__(self):
        return self.texts.rows

    cdef int open_arrow(self, Form form) except -1:
        cdef const void** buffers = self.arrow.buffers
        self.texts.form = form
        self.texts.rows = self.arrow.length
        self.texts.skipped = self.arrow.offset
        if form == NULLS:
            return 0
        self.texts.valid = <const uint8_t*>buffers[0]
        if form == VIEWS:
            self.texts.start = <const uint8_t*>buffers[1]
            self.texts.pieces = buffers + 2
            self.texts.piece_count = self.arrow.n_buffers - 3
            self.texts.piece_sizes = <const int64_t*>buffers[self.arrow.n_buffers - 1]
        else:
            self.texts.offsets = <const uint8_t*>buffers[1]
            self.texts.start = <const uint8_t*>buffers[2]
            find_end(&self.texts)
        return 0

    cdef object text(self, Py_ssize_t row):
        """The text of a row as a string, None for a null; of Python objects the object itself."""
        cdef uint8_t scratch[WIDEST]
        cdef const uint8_t* start = NULL
        cdef Py_ssize_t length = 0
        cdef Reading reading
        if self.texts.form == OBJECTS:
            return (<tuple>self.owner)[row]
        reading = text_at(&self.texts, row, scratch, &start, &length)
        if reading == ABSENT:
            return None
        if reading == OUTSIDE:
            raise ValueError(f"row {row} of an Arrow array is outside of its memory: expected a valid array")
        if reading == STRANGE:
            start = self.texts.start + 4 * row * self.texts.width
            characters = (<const char*>start)[:4 * self.texts.width]
            return characters.decode("utf-32-le" if NATIVE_LITTLE else "utf-32-be", "replace").rstrip("\0")
        return PyUnicode_DecodeUTF8(<const char*>start, length, "surrogateescape")

    cdef int read_row(self, Cards* cards, Py_ssize_t row, Py_ssize_t number, int expected) except -1:
        """Read one row the long way, or say what is wrong with it. number: of the row in all; expected: 0 for any."""
        text = self.text(row)
        if is_null(text):
            raise CardError(f"row {number} is null: expected a text of {count_of(expected) if expected else 'cards'}",
                            None, number)
        if not isinstance(text, str):
            raise TypeError(f"row {number} is {shown(text)}, a {type(text).__name__}: expected a text of cards")
        try:
            read_cards(cards, text, "hand")
            if cards.count == 0 or expected and cards.count != expected:
                wrong_count(cards, text, "hand", str(expected) if expected else "1 or more")
        except CardError as error:
            raise CardError(f"row {number}: {error}", text, number) from None
        return 0

    def count(self, Py_ssize_t row, Py_ssize_t first=0):
        """How many cards a row has. first: the number of the column's first row, for what is said of a wrong one."""
        cdef Cards cards
        if not 0 <= row < self.texts.rows:
            raise IndexError(f"row {row}: expected 0 to {self.texts.rows - 1}")
        self.read_row(&cards, row, first + row, 0)
        return cards.count

    def read(self, out, bad=None, Py_ssize_t first=0):
        """Write the cards of every row to out, uint8 (n, cards).

        bad: uint8 (n,), zeros; rows that can't be read are marked there with 1, and their cards are 255. Without it
        the first of them is an error. first: as for count.
        """
        cdef Array cards = open_array(out, "out", b"B", 1, 2, "a writable uint8 array (n, cards)", writable=True)
        cdef Array marks = None
        cdef uint8_t* bad_rows = NULL
        cdef uint8_t* at = <uint8_t*>cards.view.buf
        cdef Py_ssize_t row = 0, rows = self.texts.rows
        cdef int width
        cdef Cards found
        refuse_gaps(cards, "out")
        if cards.view.shape[0] != rows or not 1 <= cards.view.shape[1] <= CARDS:
            raise ValueError(f"out has {describe(&cards.view)}: expected shape ({rows}, 1 to {CARDS})")
        width = <int>cards.view.shape[1]
        if bad is not None:
            marks = open_array(bad, "bad", b"B", 1, 1, "a writable uint8 array (n,)", writable=True)
            refuse_gaps(marks, "bad")
            if marks.view.shape[0] != rows:
                raise ValueError(f"bad has {describe(&marks.view)}: expected shape ({rows},)")
            bad_rows = <uint8_t*>marks.view.buf
        while True:
            if rows - row < GIL_ROWS:
                row = read_texts(&LETTERS, &self.texts, row, width, at, bad_rows)
            else:
                with nogil:
                    row = read_texts(&LETTERS, &self.texts, row, width, at, bad_rows)
            if row >= rows:
                return
            try:
                self.read_row(&found, row, first + row, width)
                memcpy(at + row * width, found.card, width)
            except (CardError, TypeError):
                if bad_rows == NULL:
                    raise
                bad_rows[row] = 1
                memset(at + row * width, NOT_A_CARD, width)
            row += 1


cdef bint is_null(object item) except -1:
    """None, and what pandas puts in its place."""
    return (item is None or isinstance(item, float) and item != item
            or type(item).__name__ in ("NAType", "NaTType"))


cdef int refuse_gaps(Array array, str name) except -1:
    cdef Py_ssize_t step = array.view.itemsize
    cdef int axis
    for axis in range(array.view.ndim - 1, -1, -1):
        if array.view.shape[axis] > 1 and array.view.strides[axis] != step:
            raise ValueError(f"{name} has gaps between its elements: expected none")
        step *= array.view.shape[axis]
    return 0


def arrow_columns(source):
    """The pieces of a column that has Arrow's C interface (pyarrow, polars, pandas ...), where they are in memory."""
    cdef ArrowSchema schema
    cdef ArrowArrayStream* stream
    cdef ArrowArray* array
    cdef TextColumn piece
    cdef Form form
    if not hasattr(source, "__arrow_c_stream__"):
        schema_capsule, capsule = source.__arrow_c_array__()
        form = form_of(<ArrowSchema*>PyCapsule_GetPointer(schema_capsule, "arrow_schema"), source)
        array = <ArrowArray*>PyCapsule_GetPointer(capsule, "arrow_array")
        piece = TextColumn.__new__(TextColumn)
        piece.arrow = array[0]
        array.release = NULL            # it is the piece's now
        piece.open_arrow(form)
        return [piece]
    capsule = source.__arrow_c_stream__()
    stream = <ArrowArrayStream*>PyCapsule_GetPointer(capsule, "arrow_array_stream")
    ask_stream(stream, stream.get_schema(stream, &schema))
    try:
        form = form_of(&schema, source)
    finally:
        schema.release(&schema)
    pieces = []
    while True:
        piece = TextColumn.__new__(TextColumn)
        ask_stream(stream, stream.get_next(stream, &piece.arrow))
        if piece.arrow.release == NULL:
            return pieces
        piece.open_arrow(form)
        pieces.append(piece)


cdef int ask_stream(ArrowArrayStream* stream, int failed) except -1:
    cdef const char* reason
    if failed:
        reason = stream.get_last_error(stream)
        raise OSError(failed, "no message" if reason == NULL else (<bytes>reason).decode("utf-8", "replace"))
    return 0


cdef Form form_of(const ArrowSchema* schema, object source) except *:
    cdef bytes code = schema.format
    if schema.dictionary == NULL:
        for known, form in ((b"u", OFFSETS_32), (b"U", OFFSETS_64), (b"vu", VIEWS), (b"n", NULLS)):
            if code == known:
                return form
    holds = getattr(source, "dtype", None) or getattr(source, "type", None) or f"the Arrow type {code.decode()!r}"
    raise TypeError(f"the column, a {type(source).__name__} of {shown(str(holds))}, holds no texts: "
                    "expected a column of strings")


# --- For the proofs ------------------------------------------------------------------------------------------------

def five_card_strengths(hands):
    """Strength of each row of a uint8 array (n, 5) of card numbers, as a memoryview of n uint16."""
    cdef Array source = open_array(hands, "hands", b"B", 1, 2, "a uint8 array of shape (n, 5)")
    cdef Cards row
    cdef Py_ssize_t i
    cdef uint16_t* strengths
    if source.view.shape[1] != 5:
        raise ValueError(f"hands has {describe(&source.view)}: expected a uint8 array of shape (n, 5)")
    result = bytearray(2 * source.view.shape[0])
    strengths = <uint16_t*>PyByteArray_AS_STRING(result)
    for i in range(source.view.shape[0]):
        read_row(&row, &source.view, i, "hands")
        strengths[i] = <uint16_t>five_strength(&TABLES, row.card)
    return memoryview(result).cast("H")


cdef class _Rows:
    """Rows of hands and boards, copied and checked once: what the batches are compared with, and what is measured."""

    cdef bytearray holes, boards
    cdef int hole_count, board_count
    cdef readonly Py_ssize_t rows

    def __init__(self, holes, boards):
        """holes: uint8 (n, 4..6).   boards: uint8 (n, 3..5)."""
        cdef Batch batch = Batch(holes, boards, None, None)
        cdef const uint8_t* hole_cards
        cdef const uint8_t* board_cards
        cdef BadRow bad
        if batch.job.one_board:
            raise ValueError(f"boards is one board: expected {batch.rows}")
        self.rows = batch.rows
        self.hole_count = batch.job.holes.width
        self.board_count = batch.job.boards.width
        self.holes = PyByteArray_FromStringAndSize(NULL, self.rows * self.hole_count)
        self.boards = PyByteArray_FromStringAndSize(NULL, self.rows * self.board_count)
        hole_cards = block_at(&batch.job.holes, 0, self.rows, True, <uint8_t*>PyByteArray_AS_STRING(self.holes))
        board_cards = block_at(&batch.job.boards, 0, self.rows, True, <uint8_t*>PyByteArray_AS_STRING(self.boards))
        if not all_good(&batch.job, hole_cards, board_cards, 0, self.rows, &bad):
            batch.complain(&bad)

    def strengths(self, bint want_low=False, bint enumerated=False):
        """Strength of each row, one by one, as a memoryview of n uint16.

        enumerated: by the slow path, every two hole cards with every three board cards, instead of the tables.
        """
        cdef const uint8_t* hole = <const uint8_t*>PyByteArray_AS_STRING(self.holes)
        cdef const uint8_t* board = <const uint8_t*>PyByteArray_AS_STRING(self.boards)
        cdef bytearray result = PyByteArray_FromStringAndSize(NULL, 2 * self.rows)
        cdef uint16_t* strengths = <uint16_t*>PyByteArray_AS_STRING(result)
        cdef int hole_count = self.hole_count, board_count = self.board_count
        cdef Py_ssize_t i, rows = self.rows
        with nogil:
            for i in range(rows):
                if enumerated:
                    strengths[i] = <uint16_t>enumerate_best(&TABLES, hole, hole_count, board, board_count,
                                                            want_low).strength
                elif want_low:
                    strengths[i] = <uint16_t>evaluate_low_cards(hole, hole_count, board, board_count)
                else:
                    strengths[i] = <uint16_t>evaluate_cards(hole, hole_count, board, board_count)
                hole += hole_count
                board += board_count
        return memoryview(result).cast("H")


def _slot(ranks):
    """Row of the perfect hash for three to five board ranks."""
    cdef uint32_t key = 0
    cdef int rank
    if not 3 <= len(ranks) <= 5:
        raise ValueError(f"{len(ranks)} ranks: expected 3 to 5")
    for rank in ranks:
        if not 0 <= rank < 13:
            raise ValueError(f"rank {rank}: expected 0 to 12")
        key += TABLES.rank_key[rank]
    return slot_of(&TABLES, key)


cdef object view_of(const void* start, Py_ssize_t size, str code, tuple shape):
    return PyMemoryView_FromMemory(<char*>start, size, PyBUF_READ).cast("B").cast(code, shape)


def _tables():
    """Read-only views of the tables by name, for the tests to check entry by entry."""
    return {
        "rows": view_of(&TABLES.rows, sizeof(TABLES.rows), "h", (OF_SLOTS, OF_ROW)),
        "flush": view_of(&TABLES.flush, sizeof(TABLES.flush), "h", (8192,)),
        "by_hole": view_of(&TABLES.by_hole, sizeof(TABLES.by_hole), "h", (91, 13, OF_ROW)),
        "low": view_of(&TABLES.low, sizeof(TABLES.low), "B", (256, 256)),
    }
