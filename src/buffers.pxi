# Arrays from callers: anything with the buffer protocol, never copied. Included by _core.pyx.

from cpython.buffer cimport (
    PyBUF_FORMAT, PyBUF_STRIDED_RO, PyBUF_WRITABLE, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer,
)


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
