# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
# cython: binding=True, freethreading_compatible=True
"""The native core: conversion, checks, the GIL and errors. What it computes is in the .pxd files beside it: see README.md.
"""

from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_READ, PyBUF_STRIDED_RO, PyBUF_WRITABLE, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer,
)
from cpython.bytearray cimport PyByteArray_AS_STRING, PyByteArray_FromStringAndSize
from cpython.memoryview cimport PyMemoryView_FromMemory
from cpython.object cimport PyObject
from cpython.pycapsule cimport PyCapsule_GetPointer, PyCapsule_New
from cpython.unicode cimport PyUnicode_DecodeASCII, PyUnicode_DecodeUTF8
from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from against cimport Search, search, start_search
from blocks cimport BadRow, Job, all_good, block_at, put, rows_of, run_blocks
from capi cimport (
    OF_FILL_API, OMAHA_FAST_CAPSULE, equities, evaluate_on_board, evaluate_rows, of_api, of_kernels, of_tables,
)
from cardset cimport CARDS, RANKS, choose, of_lowest, of_read_once, of_unlikely, take_cards, unpack
from census cimport MOST_BOUNDS, Census, count_more, list_pairs
from enumeration cimport MOST_PLAYERS, POT_UNITS as UNITS, Deal, Tally, walk_boards
from isomorphism cimport canonical_mask, class_count, class_index, class_mask
from kernels cimport OF_LOW_COLUMN, OF_ORDINALS, OF_PAIRS, OF_ROW, OF_SLOTS, Kernels, Tables, of_variant, slot_of
from matchups cimport count_deal, kernel_applies
from omaha cimport Choice, enumerate_best, high, low, low_mask, plan_board
from ranking cimport five_strength
from tables cimport build_tables
from texts cimport (
    ABSENT, NOT_A_CARD, NULLS, OBJECTS, OFFSETS_32, OFFSETS_64, OUTSIDE, REPEATED, ROWS_OF_BYTES, ROWS_OF_CHARACTERS,
    STRANGE, UNKNOWN, VIEWS, WIDEST, ArrowArray, ArrowArrayStream, ArrowSchema, Cards, Form, Letters, Place,
    PyUnicode_1BYTE_DATA, PyUnicode_GET_LENGTH, PyUnicode_IS_COMPACT_ASCII, Reading, Texts, build_letters, find_end,
    read_texts, scan, text_at,
)

import os
import sys

from omaha_fast.errors import CardError, shown

cdef extern from *:
    int CYTHON_HEX_VERSION

cdef bint NATIVE_LITTLE = sys.byteorder == "little"
cdef Tables TABLES
cdef const Kernels* KERNELS


# --- Cards from Python -----------------------------------------------------------------------------------------------

# From what callers hand in to card numbers: text, a mask, or a sequence. The fast paths are the exact types str, int,
# list and tuple; everything else is iterated. Each path ends in add_card, where repeated cards are found; each complaint
# in unknown_card or repeated_card, so that all of them read alike.

cdef extern from "Python.h":
    Py_ssize_t PyTuple_GET_SIZE(object items)
    Py_ssize_t PyList_GET_SIZE(object items)
    PyObject** PySequence_Fast_ITEMS(object items)
    bint PyLong_Check(object item)
    bint PyBool_Check(object item)
    bint PyIndex_Check(object item)
    object PyNumber_Index(object item)      # checks that __index__ gave an int, as calling it does not

cdef extern from "pyint.h":
    int of_small_int(object item)

cdef Letters LETTERS
cdef str RANK_NAMES = "23456789TJQKA"
cdef str SUIT_NAMES = "cdhs"
cdef const char* RANK_LETTERS = "23456789TJQKA"
cdef const char* SUIT_LETTERS = "cdhs"
# Suit symbols, black and white, to letters; the variation selector that emoji keyboards add counts as a blank.
cdef dict SYMBOLS = {0x2663: "c", 0x2666: "d", 0x2665: "h", 0x2660: "s",
                     0x2667: "c", 0x2662: "d", 0x2661: "h", 0x2664: "s", 0xFE0F: " ", 0xFE0E: " ", 0xA0: " "}
cdef str EXPECTED_CARD = ("a rank 2-9, T, J, Q, K, A and a suit c, d, h, s, as in 'As', cards side by side or with blanks "
                          "between them")
cdef str EXPECTED_NUMBER = "a card number from 0 (2c) to 51 (As)"


cdef str name_of(int card):
    return RANK_NAMES[card >> 2] + SUIT_NAMES[card & 3]


cdef str count_of(int cards):
    return "1 card" if cards == 1 else f"{cards} cards"


cdef str hint(object source):
    """What a caller may have missed about the way it was read."""
    return " (a lone int is a mask; one card is [number] or a Card)" if type(source) is int else ""


cdef int unknown_card(object value, object source, str role, object position, str expected) except -1:
    cdef str place = "" if position is None else f" at position {position}"
    # A single card is given as a tuple of one: there is nothing more to show.
    cdef bint alone = source is value or type(source) is tuple and len(source) == 1
    cdef str whole = "" if alone else f" in {role} {shown(source)}"
    if isinstance(source, bytes):
        expected += "; bytes are card numbers, decode them if they are a text"
    raise CardError(f"unknown card {shown(value)}{place}{whole}: expected {expected}", value, position)


cdef int repeated_card(int card, object source, str role, Py_ssize_t position) except -1:
    raise CardError(f"duplicate card {name_of(card)!r} in {role} {shown(source)}{hint(source)}: "
                    "expected different cards", name_of(card), None if position < 0 else position)


cdef inline int add_card(Cards* cards, int card, object source, str role, Py_ssize_t position) except -1:
    """position: offset in a text, -1 where there is none."""
    cdef uint64_t bit = (<uint64_t>1) << card
    if of_unlikely(cards.mask & bit):
        return repeated_card(card, source, role, position)
    cards.mask |= bit
    cards.card[cards.count] = card
    cards.count += 1
    return 0


cdef int read_text(Cards* cards, object text, object source, str role) except -1:
    """text: what is read; source: what the caller wrote (they differ where suit symbols were replaced)."""
    cdef Place place
    cdef Reading reading
    cdef PyObject* item = <PyObject*>text
    if not PyUnicode_IS_COMPACT_ASCII(item):
        replaced = text.translate(SYMBOLS)
        if not replaced.isascii():
            replaced = replaced.encode("ascii", "replace").decode("ascii")
        return read_text(cards, replaced, source, role)
    reading = scan(&LETTERS, PyUnicode_1BYTE_DATA(item), PyUnicode_GET_LENGTH(item), cards, &place)
    if of_unlikely(reading == UNKNOWN):
        return unknown_card(source[place.start:place.after], source, role, place.start, EXPECTED_CARD)
    if of_unlikely(reading == REPEATED):
        return repeated_card(place.card, source, role, place.start)
    return 0


cdef int read_other(Cards* cards, object item, object source, str role) except -1:
    """An item of a sequence that is no small int: a text of one card, a number of another library, or an error."""
    cdef int before
    if isinstance(item, str):
        before = cards.count
        read_text(cards, item, item, role)
        if cards.count != before + 1:
            raise CardError(f"{shown(item)} in {role} {shown(source)} names {count_of(cards.count - before)}: "
                            "expected one card an item", item)
        return 0
    if PyIndex_Check(item) and not PyBool_Check(item) and getattr(item, "ndim", 0) == 0:
        number = PyNumber_Index(item)
        if not 0 <= number < CARDS:
            unknown_card(item, source, role, None, EXPECTED_NUMBER)
        return add_card(cards, <int>number, source, role, -1)
    raise TypeError(f"{shown(item)} in {role} {shown(source)} is a {type(item).__name__}: "
                    "expected a card number, a Card or a text such as 'As'")


cdef inline int read_item(Cards* cards, object item, object source, str role) except -1:
    """One card of a sequence."""
    cdef int number = of_small_int(item)
    if of_unlikely(number < 0 or number >= CARDS):
        return read_other(cards, item, source, role)
    return add_card(cards, number, source, role, -1)


cdef int read_mask(Cards* cards, object source, str role) except -1:
    try:
        cards.mask = <uint64_t>source
    except OverflowError:               # negative, or beyond 64 bits
        cards.mask = <uint64_t>1 << 63
    if of_unlikely(cards.mask >> CARDS):
        raise CardError(f"unknown card in the mask {shown(source)} of {role}: expected bits 0 (2c) to 51 (As) only",
                        source)
    cards.count = unpack(cards.mask, cards.card)
    return 0


cdef int read_cards(Cards* cards, object source, str role) except -1:
    cdef Py_ssize_t i
    cdef object items
    cards.mask = 0
    cards.count = 0
    if type(source) is str:
        return read_text(cards, source, source, role)
    if type(source) is int:
        return read_mask(cards, source, role)
    if type(source) is tuple:
        for i in range(PyTuple_GET_SIZE(source)):
            read_item(cards, (<tuple>source)[i], source, role)
        return 0
    if type(source) is list:
        i = 0
        # An item's __index__ may shorten the list: ask for its size at every step.
        while i < PyList_GET_SIZE(source):
            read_item(cards, (<list>source)[i], source, role)
            i += 1
        return 0
    if isinstance(source, str):
        return read_text(cards, str(source), source, role)
    if isinstance(source, int) and not isinstance(source, bool):
        return read_item(cards, source, source, role)           # a lone Card is a card, not a mask
    if PyIndex_Check(source) and not isinstance(source, bool) and getattr(source, "ndim", 0) == 0:
        return read_mask(cards, PyNumber_Index(source), role)   # a numpy integer
    try:
        items = iter(source)
    except TypeError:
        raise TypeError(f"{role} {shown(source)}: a {type(source).__name__}, "
                        "expected a text, a mask (int) or a sequence of cards") from None
    except NotImplementedError:                                 # a memoryview of big-endian numbers, or of more axes
        raise TypeError(f"{role} {shown(source)}: a {type(source).__name__} that can't be read item by item, "
                        "expected a text, a mask (int) or a sequence of cards") from None
    for item in items:
        read_item(cards, item, source, role)
    return 0


cdef int wrong_count(const Cards* cards, object source, str role, str expected) except -1:
    raise CardError(f"{role} {shown(source)}: {count_of(cards.count)}{hint(source)}, expected {expected}", source)


cdef int read_hole(Cards* cards, object source) except -1:
    read_cards(cards, source, "hole cards")
    if of_unlikely(cards.count < 4 or cards.count > 6):
        wrong_count(cards, source, "hole cards", "4, 5 or 6")
    return 0


cdef int read_deal(Cards* hole, Cards* board, object hole_source, object board_source) except -1:
    """Hole cards and a board of three to five cards, without a card in both."""
    read_hole(hole, hole_source)
    read_cards(board, board_source, "board")
    if of_unlikely(board.count < 3 or board.count > 5):
        wrong_count(board, board_source, "board", "3, 4 or 5")
    if of_unlikely(hole.mask & board.mask):
        shared = name_of(of_lowest(hole.mask & board.mask))
        raise CardError(f"duplicate card {shared!r} in hole cards {shown(hole_source)} and board "
                        f"{shown(board_source)}{hint(hole_source) or hint(board_source)}: expected different cards",
                        shared)
    return 0


# --- Arrays from callers: anything with the buffer protocol, never copied --------------------------------------------

cdef class Array:
    """A buffer held open for the time of one call, with its element type and shape checked."""

    cdef Py_buffer view
    cdef bint held

    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.view)


cdef str describe(const Py_buffer* view):
    cdef str kind = "uint8" if view.format == NULL else (<bytes>view.format).decode("ascii", "replace")
    shape = tuple([view.shape[i] for i in range(view.ndim)])
    return f"format {kind!r} and shape {shape}"


cdef bint has_format(const Py_buffer* view, bytes codes) except -1:
    """Is the element one native unsigned or signed integer of the wanted size? codes: the accepted letters."""
    cdef bytes given
    if view.format == NULL:
        return b"B" in codes
    given = <bytes>view.format
    if given[:1] in (b"@", b"=", b"<" if NATIVE_LITTLE else b">"):
        given = given[1:]
    return len(given) == 1 and given in codes


cdef bint is_aligned(const Py_buffer* view) noexcept:
    """Is each element where a pointer to its type may point?"""
    cdef size_t places = <size_t>view.buf
    cdef int i
    for i in range(view.ndim):
        if view.shape[i] == 0:
            return True
        if view.shape[i] > 1:
            places |= <size_t>view.strides[i]
    return places % <size_t>view.itemsize == 0


cdef Array open_array(object source, str name, bytes codes, int itemsize, int ndim, str expected, bint writable=False):
    """codes: struct letters that are welcome; expected: how a message names the array that was wanted."""
    cdef Array array = Array.__new__(Array)
    cdef int flags = PyBUF_STRIDED_RO | PyBUF_FORMAT
    if not PyObject_CheckBuffer(source):
        raise TypeError(f"{name} is a {type(source).__name__}: expected {expected}")
    if writable:
        flags |= PyBUF_WRITABLE
    try:
        PyObject_GetBuffer(source, &array.view, flags)
    except (BufferError, ValueError) as error:          # the second from numpy, for a read-only array
        raise ValueError(f"{name} is not a usable buffer ({error}): expected {expected}") from None
    array.held = True
    if array.view.ndim != ndim or array.view.itemsize != itemsize or not has_format(&array.view, codes):
        raise TypeError(f"{name} has {describe(&array.view)}: expected {expected}")
    if not is_aligned(&array.view):
        raise ValueError(f"{name} is not aligned in memory, its elements of {itemsize} bytes are at other places than "
                         f"multiples of that: expected {expected}")
    return array


cdef inline const uint8_t* row_at(const Py_buffer* view, Py_ssize_t row) noexcept nogil:
    return <const uint8_t*>view.buf + row * view.strides[0]


cdef int check_card(uint64_t* seen, int card, str place, Py_ssize_t row) except -1:
    """Add a card to those seen of a row; complaints name the place, which names the row."""
    if of_unlikely(card >= CARDS):
        raise CardError(f"unknown card {card} {place}: expected card numbers from 0 (2c) to 51 (As)", card, row)
    if of_unlikely(seen[0] >> card & 1):
        raise CardError(f"duplicate card {name_of(card)!r} {place}: expected different cards", name_of(card), row)
    seen[0] |= (<uint64_t>1) << card
    return 0


cdef int read_row(Cards* cards, const Py_buffer* view, Py_ssize_t row, str name) except -1:
    """One row of a two-dimensional uint8 array as checked cards; complaints name the row."""
    cdef const uint8_t* at = row_at(view, row)
    cdef Py_ssize_t i
    cdef int card
    cards.mask = 0
    cards.count = 0
    for i in range(view.shape[1]):
        card = of_read_once(at + i * view.strides[1])
        if of_unlikely(card >= CARDS or cards.mask >> card & 1):
            check_card(&cards.mask, card, f"in row {row} of {name}", row)
        cards.mask |= (<uint64_t>1) << card
        cards.card[cards.count] = card
        cards.count += 1
    return 0


# --- The start -------------------------------------------------------------------------------------------------------

# Called through a variable: compilers optimise what only a module's start calls for size, which takes six times as long.
cdef bint (*BUILD)(Tables* t) noexcept nogil
BUILD = build_tables

build_letters(&LETTERS)
memset(&TABLES, 0, sizeof(TABLES))
if not BUILD(&TABLES):
    raise ImportError("omaha_fast: the ranking tables do not hold 7,462 classes; this build is broken")


def variants():
    """Names of the kernel variants that this processor can run, best first."""
    names = []
    while of_variant(<int>len(names)) != NULL:
        names.append(of_variant(<int>len(names)).name.decode())
    return tuple(names)


cdef int choose_variant() except -1:
    """The best, or the one that OMAHA_FAST_VARIANT names: a name that can't be had is an error, never a fallback."""
    global KERNELS
    names = variants()
    wanted = os.environ.get("OMAHA_FAST_VARIANT") or names[0]
    if wanted not in names:
        raise ImportError(f"OMAHA_FAST_VARIANT is {wanted!r}: expected one of {', '.join(names)}, "
                          "what this build and processor can run")
    KERNELS = of_variant(<int>names.index(wanted))
    KERNELS.start(&TABLES)
    return 0


def build_info():
    """How the native core was built and what it uses here: a dict of texts and a tuple.

    variant: the kernels in use (OMAHA_FAST_VARIANT forces one).   variants: all that this processor can run, best
    first.   compiler: what made these kernels.   cython: what wrote the rest in C.

    >>> import omaha_fast as of
    >>> info = of.build_info()
    >>> info["variant"] in info["variants"], info["variants"][-1]
    (True, 'plain')
    """
    return {
        "variant": KERNELS.name.decode(),
        "variants": variants(),
        "compiler": KERNELS.compiler.decode(),
        "cython": ".".join([str(CYTHON_HEX_VERSION >> shift & 0xFF) for shift in (24, 16, 8)]),
    }


choose_variant()


# --- The native interface for Cython: see omaha_fast/_core.pxd --------------------------------------------------------

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


cdef int check_out(const Py_buffer* source, const Py_buffer* out, int columns) except -1:
    """Compared when both are open: what the caller looked at before may have been resized since by another thread."""
    if out.shape[0] != source.shape[0] or (columns and out.shape[1] != columns):
        raise ValueError(f"out has {describe(out)}: expected {source.shape[0]} rows"
                         + (f" of {columns} columns" if columns else ""))
    return 0


def canonical_rows(holes, out):
    """Write the canonical hand of each row, cards descending, to a uint8 array of the same shape."""
    cdef Array source = open_array(holes, "holes", b"B", 1, 2, HOLES)
    cdef Array target = open_array(out, "out", b"B", 1, 2, HOLES, writable=True)
    cdef Cards row
    cdef Py_ssize_t i
    check_hole_columns(&source.view, "holes")
    check_out(&source.view, &target.view, <int>source.view.shape[1])
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
    check_out(&source.view, &target.view, 0)
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
    check_out(&source.view, &target.view, 0)
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


# --- Many hands ------------------------------------------------------------------------------------------------------

cdef enum:
    GIL_ROWS = 1000             # below this many rows giving up the GIL costs more than it frees

cdef str BOARDS = "an integer array (best uint8) of shape (n, 3), (n, 4) or (n, 5), or one board"


cdef void extent(const Py_buffer* view, Py_ssize_t* first, Py_ssize_t* last) noexcept:
    """The addresses from first to last (exclusive) of a buffer's elements."""
    cdef int i
    first[0] = <Py_ssize_t>view.buf
    last[0] = first[0] + view.itemsize
    for i in range(view.ndim):
        if view.shape[i] == 0:
            last[0] = first[0]
            return
        (first if view.strides[i] < 0 else last)[0] += (view.shape[i] - 1) * view.strides[i]


cdef int refuse_overlap(Array out, str name, Array other, str other_name) except -1:
    cdef Py_ssize_t first, last, other_first, other_last
    if out is None or other is None:
        return 0
    extent(&out.view, &first, &last)
    extent(&other.view, &other_first, &other_last)
    if first < other_last and other_first < last:
        raise ValueError(f"{name} overlaps {other_name} in memory: expected an array of its own")
    return 0


cdef int refuse_outside(Py_ssize_t first, Py_ssize_t stop, Py_ssize_t rows) except -1:
    if not 0 <= first <= stop <= rows:
        raise ValueError(f"rows {first} to {stop}: expected a part of 0 to {rows}")
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
        memset(&self.job, 0, sizeof(Job))
        self.job.tables = &TABLES
        self.job.kernels = KERNELS
        self.job.checked = checked
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
        refuse_overlap(self.high, "out", self.holes, "holes")
        refuse_overlap(self.high, "out", self.boards, "boards")
        refuse_overlap(self.low, "out", self.holes, "holes")
        refuse_overlap(self.low, "out", self.boards, "boards")
        refuse_overlap(self.high, "out[0]", self.low, "out[1]")
        if held and high is not None:
            self.held_high = PyByteArray_FromStringAndSize(NULL, 2 * self.rows)
            self.job.high, self.job.high_step = <uint8_t*>PyByteArray_AS_STRING(self.held_high), 2
        if held and low is not None:
            self.held_low = PyByteArray_FromStringAndSize(NULL, self.rows)
            self.job.low, self.job.low_step = <uint8_t*>PyByteArray_AS_STRING(self.held_low), 1

    def run(self, Py_ssize_t first, Py_ssize_t stop):
        """Evaluate the rows from first to stop; CardError for the first that is no deal, if they are checked."""
        cdef BadRow bad
        cdef bint done
        refuse_outside(first, stop, self.rows)
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


# --- Columns of texts ------------------------------------------------------------------------------------------------

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


# --- Every hand on a board -------------------------------------------------------------------------------------------

cdef class HandsOnBoard:
    """All hands of a size beside a board of five cards, counted by how many exceed each of some bounds, in slices.

    The hands go through the kernel of evaluate_batch for one board.
    """

    cdef Census census
    cdef tuple high_bounds
    cdef int least, greatest                # strengths on the board
    cdef readonly int64_t total             # hands

    def __init__(self, board, int cards, tuple high_bounds, tuple low_bounds):
        """high_bounds, low_bounds: strengths, at most 16 each."""
        cdef Cards read
        cdef Census* c = &self.census
        cdef int i, bound
        read_cards(&read, board, "board")
        if read.count != 5:
            wrong_count(&read, board, "board", "5")
        if not 4 <= cards <= 6:
            raise ValueError(f"hands of {cards} cards: expected 4, 5 or 6")
        if len(high_bounds) > MOST_BOUNDS or len(low_bounds) > MOST_BOUNDS:
            raise ValueError(f"{len(high_bounds)} and {len(low_bounds)} bounds: expected at most {MOST_BOUNDS} each")
        memset(c, 0, sizeof(Census))
        c.kernels = KERNELS
        c.little_endian = NATIVE_LITTLE
        c.cards = cards
        c.next = cards - 1
        plan_board(&TABLES, read.card, read.count, &c.plan)
        for i in range(CARDS):
            if not read.mask >> i & 1:
                c.live[c.live_count] = i
                c.live_count += 1
        self.total = choose(c.live_count, cards)
        # Strengths ascend from ordinal 1 on. A bound outside of them needs no counting: every hand exceeds it, or none.
        self.least = c.plan.strength[1]
        for i in range(1, OF_ORDINALS):
            self.greatest = max(self.greatest, c.plan.strength[i])
        self.high_bounds = high_bounds
        for bound in high_bounds:
            if self.least <= bound < self.greatest:
                c.high_bounds[c.high_bound_count] = bound
                c.high_bound_count += 1
        for bound in low_bounds:
            c.low_bounds[c.low_bound_count] = bound
            c.low_bound_count += 1
        # A hand with all low ranks has a low exactly when the board allows one.
        c.any_low = c.plan.low[255] != 0
        list_pairs(c)

    def run(self, int places=1):
        """Count the hands with the next few highest live cards; how many have been counted so far."""
        with nogil:
            count_more(&self.census, places)
        return self.census.total

    def result(self):
        """Of the hands so far: (how many, above each high bound, above each low bound)."""
        cdef const int64_t* above = self.census.above
        cdef int bound, i
        cdef list highs = []
        for bound in self.high_bounds:
            if self.least <= bound < self.greatest:
                highs.append(above[0])
                above += 1
            else:
                highs.append(self.census.total if bound < self.least else 0)
        return self.census.total, tuple(highs), tuple([above[i] for i in range(self.census.low_bound_count)])


# --- Equity ----------------------------------------------------------------------------------------------------------

POT_UNITS = UNITS


cdef void start_deal(Deal* deal, tuple hole_masks, uint64_t board, uint64_t dead, bint hilo) except *:
    """A question whose cards have been checked; a mask of 0 is the hand of an unknown player."""
    cdef uint8_t cards[CARDS]
    cdef uint64_t mask
    memset(deal, 0, sizeof(Deal))
    deal.tables = &TABLES
    deal.kernels = KERNELS
    deal.hilo = hilo
    deal.gone = board | dead
    for mask in hole_masks:
        deal.hole_count = max(deal.hole_count, unpack(mask, cards))
        memcpy(deal.hole[deal.players], cards, deal.hole_count)
        deal.players += 1
        deal.gone |= mask
    deal.board_count = unpack(board, cards)
    memcpy(deal.board, cards, deal.board_count)


cdef list tallies(const Tally* tally, int players):
    """[(win, tie, scoop, quartered, three_quartered, high, low), ...], the last two in 1/5040 of a pot."""
    return [(tally[p].win, tally[p].tie, tally[p].scoop, tally[p].quartered, tally[p].three_quartered, tally[p].high,
             tally[p].low) for p in range(players)]


def count_equity(tuple hole_masks, uint64_t board, uint64_t dead, bint hilo, bint enumerated=False, int part=0,
                 int parts=1):
    """Count every board that may still come, or one part of them; the caller has checked every card.

    hole_masks: two to ten masks of as many cards each. enumerated: walk the boards even where the kernel applies, as
    parts always do. part of parts: which boards, by their first dealt card.
    Returns (method, boards, tallies).
    """
    cdef Deal deal
    cdef Tally tally[MOST_PLAYERS]
    cdef int64_t boards
    cdef bint kernel
    start_deal(&deal, hole_masks, board, dead, hilo)
    memset(tally, 0, sizeof(tally))
    kernel = not enumerated and parts == 1 and kernel_applies(&deal)
    with nogil:
        boards = count_deal(&deal, tally) if kernel else walk_boards(&deal, part, parts, tally)
    return "rank-space" if kernel else "enumeration", boards, tallies(tally, deal.players)


cdef class KnownHands:
    """A question of known hands, counted. Made by count_known; its parts are made when they are asked for."""

    cdef Deal deal                          # cards in the order given
    cdef Cards dead
    cdef Tally tally[MOST_PLAYERS]
    cdef readonly int64_t boards
    cdef readonly str method

    @property
    def cards(self):
        """(hands, board, dead cards) as tuples of card numbers, in the order given."""
        cdef int p, i
        return (tuple([tuple([self.deal.hole[p][i] for i in range(self.deal.hole_count)])
                       for p in range(self.deal.players)]),
                tuple([self.deal.board[i] for i in range(self.deal.board_count)]),
                tuple([self.dead.card[i] for i in range(self.dead.count)]))

    @property
    def tallies(self):
        return tallies(self.tally, self.deal.players)


cdef bint read_question(KnownHands known, tuple hands, object board, object dead) except -1:
    """Fill in the deal; False for anything that is not plainly right, which is left to parse_question."""
    cdef Deal* deal = &known.deal
    cdef Cards cards
    cdef int size = 0
    cdef Py_ssize_t i
    memset(deal, 0, sizeof(Deal))
    deal.tables = &TABLES
    deal.kernels = KERNELS
    if not 2 <= len(hands) <= MOST_PLAYERS:
        return False
    for hand in hands:
        if type(hand) not in (str, int, tuple, list, bytes):        # an iterator can be read once only
            return False
        read_cards(&cards, hand, "hand")
        if not 4 <= cards.count <= 6 or (size and cards.count != size) or cards.mask & deal.gone:
            return False
        size = cards.count
        deal.gone |= cards.mask
        memcpy(deal.hole[deal.players], cards.card, size)
        deal.players += 1
    deal.hole_count = size
    for i in range(2):
        source = dead if i else board
        if type(source) not in (str, int, tuple, list, bytes):
            return False
        read_cards(&known.dead, source, "cards")
        if known.dead.mask & deal.gone or (i == 0 and known.dead.count not in (0, 3, 4, 5)):
            return False
        deal.gone |= known.dead.mask
        if i == 0:
            deal.board_count = known.dead.count
            memcpy(deal.board, known.dead.card, deal.board_count)
    return (deal.players * size + 5 <= CARDS
            and CARDS - deal.players * size - known.dead.count - deal.board_count >= 5 - deal.board_count)


def count_known(hands, board, dead, int size, bint hilo):
    """Read and count a question of two to ten known hands in one go; None where parse_question has to look at it.

    size: the number of hole cards that the game is played with, 0 for any.
    """
    cdef KnownHands known = KnownHands.__new__(KnownHands)
    if type(hands) is list:
        hands = tuple(hands)
    if type(hands) is not tuple:
        return None
    try:
        if not read_question(known, hands, board, dead) or (size and known.deal.hole_count != size):
            return None
    except (CardError, TypeError):
        return None
    known.deal.hilo = hilo
    with nogil:
        known.boards = count_deal(&known.deal, known.tally)
    known.method = "rank-space" if kernel_applies(&known.deal) else "enumeration"
    return known


cdef class AgainstAny:
    """A known hand against every hand of as many cards, over every board; counted in slices of some milliseconds."""

    cdef Search search
    cdef readonly int64_t total             # hands

    def __init__(self, uint64_t hole, uint64_t board, uint64_t dead, bint hilo, bint one_by_one=False):
        """The caller has checked every card. one_by_one: count hand by hand before the flop, too (the oracle, slow)."""
        memset(&self.search, 0, sizeof(Search))
        start_deal(&self.search.deal, (hole,), board, dead, hilo)
        start_search(&self.search, one_by_one)
        self.total = choose(self.search.live, self.search.deal.hole_count)

    def run(self):
        """Count the next slice; how many hands have been counted so far."""
        with nogil:
            search(&self.search, 4, 1024)
        return self.search.hands

    def result(self):
        """(pairs of a hand and a board, tallies of both players) of the hands so far."""
        return self.search.boards, tallies(self.search.tally, 2)


# --- Hands side by side ----------------------------------------------------------------------------------------------

cdef str names_of(const uint8_t* cards, int count):
    cdef char names[2 * CARDS]
    cdef int i
    for i in range(count):
        names[2 * i] = RANK_LETTERS[cards[i] >> 2]
        names[2 * i + 1] = SUIT_LETTERS[cards[i] & 3]
    return PyUnicode_DecodeASCII(names, 2 * count, NULL)


cdef tuple made_of(const Choice* choice, const uint8_t* hole, const uint8_t* board, bint best, bint tied):
    """(strength, the five cards, the names of those of the hole and of the board, best, tied)."""
    cdef uint8_t five[5]
    cdef int i
    for i in range(5):
        five[i] = hole[choice.hole[i]] if i < 2 else board[choice.board[i - 2]]
    return (choice.strength, (five[0], five[1], five[2], five[3], five[4]), names_of(five, 2), names_of(five + 2, 3),
            best, tied)


cdef KnownHands known_hands(hands, board, bint hilo):
    """One to ten hands, read and counted; a single one has nothing to count."""
    cdef KnownHands known
    cdef Cards hole, on
    if len(hands) != 1:
        known = count_known(hands, board, "", 0, hilo)
        if known is None:
            raise CardError(f"hands {shown(hands)} and board {shown(board)}: expected different cards, up to ten hands "
                            "of as many, and a board of three to five or none")
        return known
    read_deal(&hole, &on, hands[0], board)
    known = KnownHands.__new__(KnownHands)
    known.deal.players = 1
    known.deal.hole_count = hole.count
    memcpy(known.deal.hole[0], hole.card, hole.count)
    known.deal.board_count = on.count
    memcpy(known.deal.board, on.card, on.count)
    return known


def showdown(hands, board, bint hilo):
    """One to ten hands on a board, best first: what each makes, and its parts of the pot. For many lines of text.

    hands: a list of hands of as many cards each.   board: three to five cards; or none, for two hands and more.
    Raises CardError where this is no deal, with less of an explanation than equity.
    Returns (cards of a hand, the board's name, boards counted, rows), a row being (place among the hands, name, high,
    low, parts won with the high hand, with the low hand); high and low are None or as made_of has them. Hands go by
    their parts where the board is complete or gives nothing to go by, then by the best high and low hands.
    """
    cdef KnownHands known = known_hands(hands, board, hilo)
    cdef const Deal* deal = &known.deal
    cdef const Tally* tally = known.tally
    cdef Choice choice[2][MOST_PLAYERS]
    cdef uint64_t key[MOST_PLAYERS]
    cdef int order[MOST_PLAYERS]
    cdef int most[2]
    cdef int i, k, p, other, equal
    memset(choice, 0, sizeof(choice))
    for k in range(2):
        most[k] = 0
        for p in range(deal.players):
            if deal.board_count and k <= hilo:
                choice[k][p] = enumerate_best(&TABLES, deal.hole[p], deal.hole_count, deal.board, deal.board_count,
                                              k == 1)
            most[k] = max(most[k], choice[k][p].strength)
    for p in range(deal.players):
        key[p] = 0
        if deal.board_count in (0, 5):
            key[p] = <uint64_t>(tally[p].high + tally[p].low)
        for k in range(2):
            key[p] = key[p] << 1 | (choice[k][p].strength == most[k])
        key[p] = key[p] << 19 | choice[0][p].strength << 6 | choice[1][p].strength
        i = p
        while i and key[order[i - 1]] < key[p]:         # equal ones stay in the order given
            order[i] = order[i - 1]
            i -= 1
        order[i] = p
    rows = []
    for i in range(deal.players):
        p = order[i]
        made = [None, None]
        for k in range(2):
            if choice[k][p].strength:
                equal = 0
                for other in range(deal.players):
                    equal += choice[k][other].strength == choice[k][p].strength
                made[k] = made_of(&choice[k][p], deal.hole[p], deal.board, choice[k][p].strength == most[k], equal > 1)
        rows.append((p, names_of(deal.hole[p], deal.hole_count), made[0], made[1], tally[p].high, tally[p].low))
    return deal.hole_count, names_of(deal.board, deal.board_count), known.boards, rows


# --- Many matchups --------------------------------------------------------------------------------------------------

cdef str MATCHUPS = ("an integer array (best uint8) of shape (m, players, 4), (m, players, 5) or (m, players, 6), "
                     "two to ten players")
cdef str MATCHUP_BOARDS = "an integer array (best uint8) of shape (m, 3), (m, 4) or (m, 5), or one board"


cdef bint read_matchup(Deal* d, const Py_buffer* hands, const Py_buffer* boards, Py_ssize_t row) noexcept nogil:
    """The cards of one row as they are now; False where one is unknown or repeated."""
    cdef int p
    d.gone = 0
    for p in range(d.players):
        if not take_cards(row_at(hands, row) + p * hands.strides[1], hands.strides[2], d.hole_count, d.hole[p], &d.gone):
            return False
    return boards == NULL or take_cards(row_at(boards, row), boards.strides[1], d.board_count, d.board, &d.gone)


cdef class MatchupBatch:
    """One call of equity_batch: arrays opened and compared, ready to run in parts from several threads."""

    cdef Array hands, boards, out
    cdef Deal deal
    cdef readonly Py_ssize_t rows

    def __init__(self, hands, boards, bint hilo, out):
        """boards: a uint8 array (m, 3..5), or None before the flop; out: float64 (m, players)."""
        cdef const Py_buffer* view
        self.hands = open_array(hands, "hands", b"B", 1, 3, MATCHUPS)
        view = &self.hands.view
        if not 2 <= view.shape[1] <= MOST_PLAYERS or not 4 <= view.shape[2] <= 6:
            raise ValueError(f"hands has {describe(view)}: expected {MATCHUPS}")
        if view.shape[1] * view.shape[2] + 5 > CARDS:
            raise ValueError(f"{view.shape[1]} hands of {view.shape[2]} cards: expected at most "
                             f"{(CARDS - 5) // view.shape[2]}, what fits the deck")
        self.rows = view.shape[0]
        start_deal(&self.deal, (), 0, 0, hilo)
        self.deal.players = <int>view.shape[1]
        self.deal.hole_count = <int>view.shape[2]
        if boards is not None:
            self.boards = open_array(boards, "boards", b"B", 1, 2, MATCHUP_BOARDS)
            if not 3 <= self.boards.view.shape[1] <= 5 or self.boards.view.shape[0] != self.rows:
                raise ValueError(f"boards has {describe(&self.boards.view)}: expected {MATCHUP_BOARDS}, m = {self.rows}")
            self.deal.board_count = <int>self.boards.view.shape[1]
        self.out = open_array(out, "out", b"d", 8, 2, "a writable float64 array (m, players)", writable=True)
        if self.out.view.shape[0] != self.rows or self.out.view.shape[1] != view.shape[1]:
            raise ValueError(f"out has {describe(&self.out.view)}: expected shape ({self.rows}, {view.shape[1]})")

    def check(self, Py_ssize_t first, Py_ssize_t stop):
        """Raise CardError for the first row that is no deal."""
        self.go(first, stop, False)

    def run(self, Py_ssize_t first, Py_ssize_t stop):
        """Count the rows from first to stop and write each player's share of the pot; CardError for one that is no deal.

        After `check` that happens only if the arrays have changed since.
        """
        self.go(first, stop, True)

    cdef int go(self, Py_ssize_t first, Py_ssize_t stop, bint count) except -1:
        cdef Deal deal = self.deal
        cdef Tally tally[MOST_PLAYERS]
        cdef Py_ssize_t row = first
        cdef int64_t total
        cdef int p
        cdef Py_buffer* boards = &self.boards.view if self.boards is not None else NULL
        refuse_outside(first, stop, self.rows)
        with nogil:
            while row < stop and read_matchup(&deal, &self.hands.view, boards, row):
                if count:
                    memset(tally, 0, sizeof(tally))
                    total = count_deal(&deal, tally)
                    for p in range(deal.players):
                        (<double*>(<char*>self.out.view.buf + row * self.out.view.strides[0]
                                   + p * self.out.view.strides[1]))[0] = (
                            <double>(tally[p].high + tally[p].low) / <double>(total * UNITS))
                row += 1
        if row < stop:
            self.complain(&deal, row)
        return 0

    cdef int complain(self, const Deal* deal, Py_ssize_t row) except -1:
        cdef uint64_t seen = 0
        cdef int p, i
        for p in range(deal.players):
            for i in range(deal.hole_count):
                check_card(&seen, deal.hole[p][i], f"of hand {p} in row {row}", row)
        for i in range(deal.board_count):
            check_card(&seen, deal.board[i], f"of the board in row {row}", row)
        return 0


# --- The native interface for C: see omaha_fast/omaha_fast.h ----------------------------------------------------------

of_tables = &TABLES
of_kernels = KERNELS
OF_FILL_API(evaluate_cards, evaluate_low_cards, evaluate_hilo_cards, evaluate_masks, evaluate_low_masks,
            evaluate_hilo_masks, evaluate_rows, evaluate_on_board, equities)
_C_API = PyCapsule_New(&of_api, OMAHA_FAST_CAPSULE, NULL)


def get_include():
    """The folder of omaha_fast.h, the native interface for C and whatever speaks C: see docs/native.md.

    >>> import os, omaha_fast as of
    >>> os.path.isfile(os.path.join(of.get_include(), "omaha_fast.h"))
    True
    """
    return os.path.dirname(__file__)


# --- For the proofs --------------------------------------------------------------------------------------------------

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


class _probe:
    """What only tests and measurements ask for."""

    Rows = _Rows

    @staticmethod
    def five_card_strengths(hands):
        """Strength of each row of a uint8 array (n, 5) of card numbers, as a memoryview of n uint16."""
        cdef Array source = open_array(hands, "hands", b"B", 1, 2, "a uint8 array of shape (n, 5)")
        cdef bytearray result = PyByteArray_FromStringAndSize(NULL, 2 * source.view.shape[0])
        cdef uint16_t* strengths = <uint16_t*>PyByteArray_AS_STRING(result)
        cdef Cards row
        cdef Py_ssize_t i
        if source.view.shape[1] != 5:
            raise ValueError(f"hands has {describe(&source.view)}: expected a uint8 array of shape (n, 5)")
        for i in range(source.view.shape[0]):
            read_row(&row, &source.view, i, "hands")
            strengths[i] = <uint16_t>five_strength(&TABLES, row.card)
        return memoryview(result).cast("H")

    @staticmethod
    def slot(ranks):
        """Row of the perfect hash for three to five board ranks."""
        cdef uint32_t key = 0
        cdef int rank
        if not 3 <= len(ranks) <= 5:
            raise ValueError(f"{len(ranks)} ranks: expected 3 to 5")
        for rank in ranks:
            if not 0 <= rank < RANKS:
                raise ValueError(f"rank {rank}: expected 0 to 12")
            key += TABLES.rank_key[rank]
        return slot_of(&TABLES, key)

    @staticmethod
    def tables():
        """Read-only views of the tables by name, to be checked entry by entry."""
        return {
            "rows": view_of(&TABLES.rows, sizeof(TABLES.rows), "h", (OF_SLOTS, OF_ROW)),
            "flush": view_of(&TABLES.flush, sizeof(TABLES.flush), "h", (8192,)),
            "by_hole": view_of(&TABLES.by_hole, sizeof(TABLES.by_hole), "h", (OF_PAIRS, RANKS, OF_ROW)),
            "low": view_of(&TABLES.low, sizeof(TABLES.low), "B", (256, 256)),
        }


cdef object view_of(const void* start, Py_ssize_t size, str code, tuple shape):
    return PyMemoryView_FromMemory(<char*>start, size, PyBUF_READ).cast("B").cast(code, shape)
