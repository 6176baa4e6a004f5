"""Cards as texts: what a text says, and where the texts of a column are in memory.

A column is what its library has: Python strings, numpy's rows of bytes or of 32-bit characters, Arrow's offsets and
views. text_at finds one text as bytes; scan is the one reader of all spellings; read_pairs is a shorter way for two
letters a card.
"""

from cpython.object cimport PyObject
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from cardset cimport of_read_once, of_unlikely

cdef extern from "Python.h" nogil:
    bint PyUnicode_Check(PyObject* item)
    bint PyUnicode_IS_COMPACT_ASCII(PyObject* text)
    const uint8_t* PyUnicode_1BYTE_DATA(PyObject* text)
    Py_ssize_t PyUnicode_GET_LENGTH(PyObject* text)

cdef extern from "arrow_abi.h":
    struct ArrowSchema:
        const char* format
        ArrowSchema* dictionary
        void (*release)(ArrowSchema*) noexcept

    struct ArrowArray:
        int64_t length
        int64_t offset
        int64_t n_buffers
        const void** buffers
        void (*release)(ArrowArray*) noexcept

    struct ArrowArrayStream:
        int (*get_schema)(ArrowArrayStream*, ArrowSchema*) noexcept
        int (*get_next)(ArrowArrayStream*, ArrowArray*) noexcept
        const char* (*get_last_error)(ArrowArrayStream*) noexcept

cdef enum:
    NOT_A_CARD = 0xFF
    WIDEST = 256                # characters of a row of numpy's that are read at once; a longer one is read alone

cdef enum Reading:
    READ
    UNKNOWN                     # no card at start .. after
    REPEATED                    # the card at start has been there
    ABSENT                      # a null
    STRANGE                     # not plain ASCII: to be read with the help of Python
    OUTSIDE                     # of the memory that holds the column's texts

cdef enum Form:
    OBJECTS                     # Python objects, strings most likely
    ROWS_OF_BYTES               # numpy's S: `width` bytes a row, zeros at its end
    ROWS_OF_CHARACTERS          # numpy's U: the same with 32-bit characters
    OFFSETS_32                  # Arrow's string: row i is from offsets[i] to offsets[i + 1]
    OFFSETS_64                  # large_string
    VIEWS                       # string_view: sixteen bytes a row, a short text inside them
    NULLS                       # Arrow's null type

cdef struct Cards:
    uint64_t mask
    int count
    uint8_t card[52]

cdef struct Letters:
    uint8_t rank[256]           # character -> rank or NOT_A_CARD
    uint8_t suit[256]

cdef struct Place:
    Py_ssize_t start
    Py_ssize_t after
    int card

cdef struct Texts:
    Form form
    Py_ssize_t rows
    const uint8_t* start        # of the rows, of what the offsets count, or of the views
    Py_ssize_t width            # ROWS_OF: items a row
    const uint8_t* offsets
    int64_t end                 # the last offset: no text goes beyond it
    const uint8_t* valid        # a bit for each row, NULL where all are
    int64_t skipped             # rows, and bits of valid, before the first
    const void** pieces         # VIEWS: where the long texts are
    const int64_t* piece_sizes
    int64_t piece_count


cdef inline void build_letters(Letters* letters) noexcept:
    cdef const char* ranks = "23456789TJQKA23456789tjqka"
    cdef const char* suits = "cdhsCDHS"
    cdef int i
    for i in range(256):
        letters.rank[i] = NOT_A_CARD
        letters.suit[i] = NOT_A_CARD
    for i in range(26):
        letters.rank[<uint8_t>ranks[i]] = i % 13
    for i in range(8):
        letters.suit[<uint8_t>suits[i]] = i % 4


cdef inline Reading scan(const Letters* letters, const uint8_t* text, Py_ssize_t length, Cards* cards,
                         Place* place) noexcept nogil:
    """Add the cards of a text to cards: side by side or with blanks between them, a ten as T or 10."""
    cdef Py_ssize_t at = 0
    cdef int letter, rank, suit, card
    cdef uint64_t bit
    while True:
        while at < length and (text[at] == 32 or 9 <= text[at] <= 13):
            at += 1
        if at >= length:
            return READ
        place.start = at
        # Once each: numpy's memory may be written to meanwhile.
        letter = of_read_once(text + at)
        rank = letters.rank[letter]
        at += 1
        if rank == NOT_A_CARD and letter == c"1" and at < length and text[at] == c"0":
            rank = 8
            at += 1
        suit = letters.suit[of_read_once(text + at)] if at < length else NOT_A_CARD
        if of_unlikely(rank == NOT_A_CARD or suit == NOT_A_CARD):
            place.after = min(at + 1, length)
            return UNKNOWN
        at += 1
        card = 4 * rank + suit
        bit = (<uint64_t>1) << card
        if of_unlikely(cards.mask & bit):
            place.card = card
            return REPEATED
        cards.mask |= bit
        cards.card[cards.count] = <uint8_t>card
        cards.count += 1


cdef inline bint read_pairs(const Letters* letters, const uint8_t* text, int cards, uint8_t* out) noexcept nogil:
    """Read two letters a card; False where a letter or a card is wrong, which scan can tell more of."""
    cdef int i, rank, suit, wrong = 0
    cdef uint64_t mask = 0, bit
    cdef bint repeated = False
    for i in range(cards):
        rank = letters.rank[of_read_once(text + 2 * i)]
        suit = letters.suit[of_read_once(text + 2 * i + 1)]
        wrong |= rank | suit
        out[i] = <uint8_t>(4 * rank + suit)
        bit = (<uint64_t>1) << (out[i] & 63)
        repeated |= mask & bit != 0
        mask |= bit
    return wrong < 16 and not repeated


cdef inline Reading text_at(const Texts* texts, Py_ssize_t row, uint8_t* scratch, const uint8_t** text,
                            Py_ssize_t* length) noexcept nogil:
    """Where the text of a row is, and how many bytes it has. scratch: WIDEST bytes that it may be put in."""
    cdef PyObject* item
    cdef const uint8_t* at
    cdef Py_ssize_t place = row + texts.skipped, i
    cdef int64_t start, stop
    cdef int32_t small[4]
    cdef uint32_t character
    if texts.form == OBJECTS:
        item = (<PyObject**>texts.start)[row]
        if not PyUnicode_Check(item) or not PyUnicode_IS_COMPACT_ASCII(item):
            return STRANGE
        text[0] = PyUnicode_1BYTE_DATA(item)
        length[0] = PyUnicode_GET_LENGTH(item)
        return READ
    if texts.form == NULLS or texts.valid != NULL and not texts.valid[place >> 3] >> (place & 7) & 1:
        return ABSENT
    if texts.form == ROWS_OF_BYTES:
        at = texts.start + row * texts.width
        i = texts.width
        while i and at[i - 1] == 0:
            i -= 1
        text[0] = at
        length[0] = i
        return READ
    if texts.form == ROWS_OF_CHARACTERS:
        at = texts.start + 4 * row * texts.width
        i = 0
        while i < texts.width:
            memcpy(&character, at + 4 * i, 4)
            if character - 1 >= 127:
                break
            if i == WIDEST:
                return STRANGE
            scratch[i] = <uint8_t>character
            i += 1
        text[0] = scratch
        length[0] = i
        while i < texts.width:          # only zeros may follow
            memcpy(&character, at + 4 * i, 4)
            if character:
                return STRANGE
            i += 1
        return READ
    if texts.form == VIEWS:
        at = texts.start + 16 * place
        memcpy(small, at, 16)           # length; then the text, or four bytes of it, the piece and the offset there
        length[0] = small[0]
        text[0] = at + 4
        if small[0] <= 12:
            return READ if small[0] >= 0 else OUTSIDE
        if small[2] < 0 or small[2] >= texts.piece_count or small[3] < 0:
            return OUTSIDE
        if small[3] + <int64_t>small[0] > texts.piece_sizes[small[2]]:
            return OUTSIDE
        text[0] = <const uint8_t*>texts.pieces[small[2]] + small[3]
        return READ
    if texts.form == OFFSETS_32:
        memcpy(small, texts.offsets + 4 * place, 8)
        start = small[0]
        stop = small[1]
    else:
        memcpy(&start, texts.offsets + 8 * place, 8)
        memcpy(&stop, texts.offsets + 8 * (place + 1), 8)
    text[0] = texts.start + start
    length[0] = stop - start
    return READ if 0 <= start <= stop <= texts.end else OUTSIDE


cdef inline void find_end(Texts* texts) noexcept nogil:
    """Note the last offset, which may be of 32 or 64 bits."""
    cdef int32_t small = 0
    cdef Py_ssize_t last = texts.rows + texts.skipped
    if texts.rows == 0:                 # there may be no offsets then
        return
    if texts.form == OFFSETS_32:
        memcpy(&small, texts.offsets + 4 * last, 4)
        texts.end = small
    else:
        memcpy(&texts.end, texts.offsets + 8 * last, 8)


cdef inline bint is_ascii(const uint8_t* text, Py_ssize_t length) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(length):
        if text[i] >= 128:
            return False
    return True


cdef inline Py_ssize_t read_texts(const Letters* letters, const Texts* texts, Py_ssize_t row, int cards, uint8_t* out,
                                  uint8_t* bad) noexcept nogil:
    """Write the cards of the rows from one on; the first row that can't be settled here, or their number.

    bad: the rows to mark that are null or have other cards than they should; NULL to stop there.
    """
    cdef uint8_t scratch[WIDEST]
    cdef const uint8_t* text = NULL
    cdef Py_ssize_t length = 0
    cdef Reading reading
    cdef Cards found
    cdef Place place
    cdef int i
    while row < texts.rows:
        reading = text_at(texts, row, scratch, &text, &length)
        if reading == READ:
            if length == 2 * cards and read_pairs(letters, text, cards, out + row * cards):
                row += 1
                continue
            found.mask = 0
            found.count = 0
            reading = scan(letters, text, length, &found, &place)
            if reading == READ and found.count == cards:
                memcpy(out + row * cards, found.card, cards)
                row += 1
                continue
            if not is_ascii(text, length):
                return row
        if reading == STRANGE or reading == OUTSIDE or bad == NULL:
            return row
        bad[row] = 1
        for i in range(cards):
            out[row * cards + i] = NOT_A_CARD
        row += 1
    return row
