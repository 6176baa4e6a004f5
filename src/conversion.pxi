# From what callers hand in to card numbers: text, a mask, or a sequence. Included by _core.pyx.
#
# The fast paths are the exact types str, int, list, tuple and bytes; everything else is iterated. Each path ends in
# add_card, or in scan for a text, where repeated cards are found.


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
    # A card by itself comes as a tuple of one: there is no more to show.
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
        return read_item(cards, source, source, role)           # a Card by itself is a card, not a mask
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
