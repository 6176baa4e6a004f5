"""Cards as small integers, sets of cards as bitmasks, multisets of ranks as dense numbers.

card     4 * rank + suit, ranks 2..A = 0..12, suits c d h s = 0..3
mask     64 bits, bit = card number: what callers hand in
lanes    64 bits, four lanes of 16, bit = 16 * suit + rank: what a flush is read from
"""

from libc.stdint cimport uint8_t, uint64_t

cdef extern from "bits.h" nogil:
    int of_lowest(uint64_t bits)
    int of_highest(unsigned int bits)
    int of_count(uint64_t bits)
    uint8_t of_read_once(const uint8_t* at)
    bint of_unlikely(bint condition)

cdef enum:
    RANKS = 13
    CARDS = 52


cdef inline int unpack(uint64_t mask, uint8_t* cards) noexcept nogil:
    """Write the card numbers of a mask in ascending order, return how many."""
    cdef int count = 0
    while mask:
        cards[count] = <uint8_t>of_lowest(mask)
        mask &= mask - 1
        count += 1
    return count


cdef inline uint64_t pack(const uint8_t* cards, int count) noexcept nogil:
    cdef uint64_t mask = 0
    cdef int i
    for i in range(count):
        mask |= (<uint64_t>1) << cards[i]
    return mask


cdef inline bint take_cards(const uint8_t* source, Py_ssize_t step, int count, uint8_t* cards,
                            uint64_t* gone) noexcept nogil:
    """Copy cards up to the first unknown one or one that is gone: False where there is one.

    Only what was copied is looked at: other threads may write to the source.
    """
    cdef int i
    for i in range(count):
        cards[i] = of_read_once(source + i * step)
        if cards[i] >= CARDS or gone[0] >> cards[i] & 1:
            return False
        gone[0] |= (<uint64_t>1) << cards[i]
    return True


cdef inline int choose(int n, int k) noexcept nogil:
    """The binomial coefficient for n up to 52 and k up to 6, 0 where k > n. Divisors are constants: the compiler multiplies."""
    if k == 0:
        return 1
    if k == 1:
        return n
    if k == 2:
        return n * (n - 1) // 2
    if k == 3:
        return n * (n - 1) * (n - 2) // 6
    if k == 4:
        return n * (n - 1) * (n - 2) * (n - 3) // 24
    if k == 5:
        return n * (n - 1) * (n - 2) * (n - 3) * (n - 4) // 120
    return choose(n - 1, k - 1) + choose(n - 1, k) if n >= k else 0


cdef inline int pair_index(int a, int b) noexcept nogil:
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


cdef inline int multiset_index(const int* ranks, int count) noexcept nogil:
    """Colexicographic number of a multiset of ranks given in ascending order.

    Adding i to the i-th rank turns the multiset into a set, whose colexicographic number is
    C(s0,1) + C(s1,2) + ...: the pair index above is its case of two.
    """
    cdef int index = 0, i
    for i in range(count):
        index += choose(ranks[i] + i, i + 1)
    return index


cdef inline bint next_multiset(int* ranks, int count) noexcept nogil:
    """The next multiset, ascending, in the order of those numbers; False after the last."""
    cdef int i = 0
    while i < count - 1 and ranks[i] == ranks[i + 1]:       # raise the first that may grow; those before back to zero
        ranks[i] = 0
        i += 1
    ranks[i] += 1
    return ranks[i] < RANKS


cdef inline void sort_ranks(int* ranks, int count) noexcept nogil:
    cdef int i, j, rank
    for i in range(1, count):
        rank = ranks[i]
        j = i
        while j > 0 and ranks[j - 1] > rank:
            ranks[j] = ranks[j - 1]
            j -= 1
        ranks[j] = rank
