# Every hand on a board, counted by category. Included by _core.pyx.

cdef enum:
    CENSUS_HANDS = 8192         # hands a block: what a block holds stays in the second-level cache
    CENSUS_WORDS = 12290        # of six cards a hand, and what the last one writes too much
    CENSUS_PAIRS = 1081         # of 47 live cards
    MOST_BOUNDS = 16


cdef struct Census:
    BoardPlan plan
    int cards
    uint8_t live[52]
    int live_count
    uint64_t pairs[CENSUS_PAIRS]        # two live cards where the last two of a hand stand, ordered by the first:
    uint32_t pairs_of_four[CENSUS_PAIRS]    # those of the first k cards are the first k (k - 1) / 2
    int hands                   # in the block so far
    uint32_t block[CENSUS_WORDS]
    uint16_t high[CENSUS_HANDS]
    uint8_t low[CENSUS_HANDS]
    bint any_low
    int16_t high_bounds[MOST_BOUNDS]
    uint8_t low_bounds[MOST_BOUNDS]
    int high_bound_count
    int low_bound_count
    int64_t above[2 * MOST_BOUNDS]
    int64_t total


cdef void count_block(Census* c) noexcept nogil:
    KERNELS.board(&c.plan, <uint8_t*>c.block, c.cards, c.hands, c.high, c.low if c.any_low else NULL)
    KERNELS.count(c.high, c.low if c.any_low else NULL, c.hands, c.high_bounds, c.high_bound_count, c.low_bounds,
                  c.low_bound_count, c.above)
    c.total += c.hands
    c.hands = 0


cdef inline uint64_t at_place(const Census* c, int place, int i) noexcept nogil:
    """The i-th live card as the card at a place of a hand, in a word of which the first byte in memory comes first."""
    cdef int shift = 8 * (place if NATIVE_LITTLE else (3 if c.cards == 4 else 7) - place)
    return <uint64_t>c.live[i] << shift


cdef void list_pairs(Census* c) noexcept nogil:
    cdef int i, j, k = 0
    for i in range(c.live_count):
        for j in range(i):
            c.pairs[k] = at_place(c, c.cards - 2, i) | at_place(c, c.cards - 1, j)
            c.pairs_of_four[k] = <uint32_t>c.pairs[k]
            k += 1


cdef void list_hands(Census* c, int missing, int below, uint64_t hand) noexcept nogil:
    """Add `missing` cards from live[:below] to the hand in every way, the last two as a run of the list of pairs."""
    cdef int place = c.cards - missing, run = below * (below - 1) // 2, width = c.cards, i
    cdef uint64_t word
    cdef uint32_t first_two = <uint32_t>hand
    cdef uint32_t* words
    cdef uint8_t* at
    if missing > 2:
        for i in range(missing - 1, below):
            list_hands(c, missing - 1, i, hand | at_place(c, place, i))
        return
    if c.hands + run > CENSUS_HANDS:
        count_block(c)
    if width == 4:
        words = &c.block[c.hands]
        for i in range(run):
            words[i] = first_two | c.pairs_of_four[i]
    else:                               # all eight bytes are written, and the next hand overwrites what was too much
        at = <uint8_t*>c.block + width * c.hands
        for i in range(run):
            word = hand | c.pairs[i]
            memcpy(at, &word, 8)
            at += width
    c.hands += run


def count_hands(board, int cards, high_bounds, low_bounds):
    """How many of all hands of `cards` cards beside a board of five exceed each bound: (hands, above high, above low).

    high_bounds, low_bounds: strengths, at most 16 each. The hands go through the kernel of evaluate_batch for one board.
    """
    cdef Census census
    cdef Cards read
    cdef int least, greatest, i, k
    cdef int16_t bound
    cdef list above_high = []
    read_cards(&read, board, "board")
    if read.count != 5:
        wrong_count(&read, board, "board", "5")
    if not 4 <= cards <= 6:
        raise ValueError(f"hands of {cards} cards: expected 4, 5 or 6")
    if len(high_bounds) > MOST_BOUNDS or len(low_bounds) > MOST_BOUNDS:
        raise ValueError(f"{len(high_bounds)} and {len(low_bounds)} bounds: expected at most {MOST_BOUNDS} each")
    memset(&census, 0, sizeof(census))
    plan_board(&TABLES, read.card, read.count, &census.plan)
    census.cards = cards
    for i in range(CARDS):
        if not read.mask >> i & 1:
            census.live[census.live_count] = i
            census.live_count += 1
    # Strengths ascend from ordinal 1 on. A bound outside of them needs no counting: every hand exceeds it, or none.
    least = census.plan.strength[1]
    greatest = least
    for i in range(1, 192):
        greatest = max(greatest, census.plan.strength[i])
    for bound in high_bounds:
        if least <= bound < greatest:
            census.high_bounds[census.high_bound_count] = bound
            census.high_bound_count += 1
    for low_bound in low_bounds:
        census.low_bounds[census.low_bound_count] = low_bound
        census.low_bound_count += 1
    # The low of a hand with all low ranks tells whether the board allows any.
    census.any_low = census.plan.low[255] != 0
    with nogil:
        list_pairs(&census)
        list_hands(&census, cards, census.live_count, 0)
        count_block(&census)
    k = 0
    for bound in high_bounds:
        if least <= bound < greatest:
            above_high.append(census.above[k])
            k += 1
        else:
            above_high.append(census.total if bound < least else 0)
    return (census.total, tuple(above_high),
            tuple([census.above[census.high_bound_count + i] for i in range(census.low_bound_count)]))
