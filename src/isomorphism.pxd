"""Sets of cards up to a relabelling of the suits, numbered densely.

The cards of a set fall into four suits. Order the suits by how many cards they hold, most first, and among suits with
equally many by the colexicographic number of their ranks, highest first: two sets are relabellings of each other
exactly when these lists are equal. The index of a class is

    the classes of all earlier shapes (shape: how many cards in each suit, 4 before 3-1 before 2-2 before 2-1-1 ...)
    + a mixed-radix number, one digit for each run of suits with equally many cards: the colexicographic number of
      the run's rank sets as a multiset.

The digit of the fullest suits is the most significant one.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from cardset cimport RANKS, choose, of_count, of_lowest

cdef enum:
    MOST_CARDS = 7


cdef inline uint32_t set_number(uint32_t ranks) noexcept nogil:
    """Colexicographic number of a set of ranks among the sets of its size."""
    cdef uint32_t number = 0
    cdef int i = 0
    while ranks:
        i += 1
        number += choose(of_lowest(ranks), i)
        ranks &= ranks - 1
    return number


cdef inline uint32_t numbered_set(uint32_t number, int size) noexcept nogil:
    """The inverse of set_number for sets of `size` ranks."""
    cdef uint32_t ranks = 0
    cdef int rank = RANKS
    while size:
        rank -= 1
        if <uint32_t>choose(rank, size) <= number:
            number -= choose(rank, size)
            ranks |= 1u << rank
            size -= 1
    return ranks


cdef inline bint first_shape(int cards, int* shape) noexcept nogil:
    shape[0] = cards
    shape[1] = shape[2] = shape[3] = 0
    return cards <= RANKS


cdef inline bint next_shape(int* shape) noexcept nogil:
    """The next partition into at most four parts, in descending lexicographic order; False after the last."""
    cdef int i, j, rest, part
    for i in range(2, -1, -1):
        if shape[i] <= 1:
            continue
        part = shape[i] - 1
        rest = 1
        for j in range(i + 1, 4):
            rest += shape[j]
        if rest > part * (3 - i):       # does not fit into the places behind
            continue
        shape[i] = part
        for j in range(i + 1, 4):
            shape[j] = part if rest > part else rest
            rest -= shape[j]
        return True
    return False


cdef inline int run_length(const int* shape, int start) noexcept nogil:
    cdef int length = 1
    while start + length < 4 and shape[start + length] == shape[start]:
        length += 1
    return length


cdef inline uint32_t multisets(uint32_t kinds, int size) noexcept nogil:
    """How many multisets of `size` out of `kinds`: C(kinds + size - 1, size). Exact at every step in 64 bits."""
    cdef uint64_t result = 1
    cdef int i
    for i in range(size):
        result = result * (kinds + i) // (i + 1)
    return <uint32_t>result


cdef inline uint32_t shape_size(const int* shape) noexcept nogil:
    cdef uint32_t size = 1
    cdef int start = 0, length
    while start < 4 and shape[start]:
        length = run_length(shape, start)
        size *= multisets(choose(RANKS, shape[start]), length)
        start += length
    return size


cdef inline uint32_t class_count(int cards) noexcept nogil:
    cdef int shape[4]
    cdef uint32_t count = 0
    first_shape(cards, shape)
    while True:
        count += shape_size(shape)
        if not next_shape(shape):
            return count


cdef inline void order_suits(uint64_t mask, int* shape, uint32_t* numbers, int* suits) noexcept nogil:
    """Suits of a set, fullest first: their sizes, the numbers of their rank sets, and which suits they are."""
    cdef uint32_t ranks[4]
    cdef uint32_t number
    cdef int suit, i, j, size
    ranks[0] = ranks[1] = ranks[2] = ranks[3] = 0
    while mask:
        i = of_lowest(mask)
        ranks[i & 3] |= 1u << (i >> 2)
        mask &= mask - 1
    # Insert from spades down; equal suits keep that order, so that canonical hands start with spades.
    for i in range(4):
        suit = 3 - i
        size = of_count(ranks[suit])
        number = set_number(ranks[suit])
        j = i
        while j > 0 and (shape[j - 1] < size or (shape[j - 1] == size and numbers[j - 1] < number)):
            shape[j] = shape[j - 1]
            numbers[j] = numbers[j - 1]
            suits[j] = suits[j - 1]
            j -= 1
        shape[j] = size
        numbers[j] = number
        suits[j] = suit


cdef inline uint32_t class_index(uint64_t mask, int cards) noexcept nogil:
    cdef int shape[4]
    cdef int other[4]
    cdef int suits[4]
    cdef uint32_t numbers[4]
    cdef uint32_t index = 0, within = 0, digit
    cdef int start = 0, length, i
    order_suits(mask, shape, numbers, suits)
    first_shape(cards, other)
    while not (other[0] == shape[0] and other[1] == shape[1] and other[2] == shape[2]):
        index += shape_size(other)
        next_shape(other)
    while start < 4 and shape[start]:
        length = run_length(shape, start)
        digit = 0
        for i in range(length):         # ascending: the i-th smallest, raised by i, is a set again
            digit += multisets(numbers[start + length - 1 - i], i + 1)
        within = within * multisets(choose(RANKS, shape[start]), length) + digit
        start += length
    return index + within


cdef inline uint64_t class_mask(uint32_t index, int cards) noexcept nogil:
    """The canonical set of a class: its fullest suit in spades, then hearts, diamonds, clubs."""
    cdef int shape[4]
    cdef int starts[4]
    cdef int lengths[4]
    cdef uint32_t digits[4]
    cdef uint32_t kinds, number, low, high, middle, ranks
    cdef uint64_t mask = 0
    cdef int runs = 0, start = 0, i, run
    first_shape(cards, shape)
    while index >= shape_size(shape):
        index -= shape_size(shape)
        next_shape(shape)
    while start < 4 and shape[start]:
        starts[runs] = start
        lengths[runs] = run_length(shape, start)
        start += lengths[runs]
        runs += 1
    for run in range(runs - 1, -1, -1):
        kinds = multisets(choose(RANKS, shape[starts[run]]), lengths[run])
        digits[run] = index % kinds
        index //= kinds
    for run in range(runs):
        for i in range(lengths[run], 0, -1):
            # The largest number whose i-multisets all come before the digit.
            low = 0
            high = choose(RANKS, shape[starts[run]]) - 1
            while low < high:
                middle = (low + high + 1) // 2
                if multisets(middle, i) <= digits[run]:
                    low = middle
                else:
                    high = middle - 1
            number = low
            digits[run] -= multisets(number, i)
            ranks = numbered_set(number, shape[starts[run]])
            while ranks:
                mask |= (<uint64_t>1) << (4 * of_lowest(ranks) + 3 - (starts[run] + lengths[run] - i))
                ranks &= ranks - 1
    return mask


cdef inline uint64_t canonical_mask(uint64_t mask) noexcept nogil:
    cdef int shape[4]
    cdef int suits[4]
    cdef int place[4]
    cdef uint32_t numbers[4]
    cdef uint64_t result = 0
    cdef int i
    order_suits(mask, shape, numbers, suits)
    for i in range(4):
        place[suits[i]] = 3 - i
    while mask:
        i = of_lowest(mask)
        result |= (<uint64_t>1) << (4 * (i >> 2) + place[i & 3])
        mask &= mask - 1
    return result
