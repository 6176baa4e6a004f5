# Every hand on a board, counted by category. Included by _core.pyx.

cdef enum:
    CENSUS_HANDS = 8192         # hands a block: what a block holds stays in the second-level cache
    CENSUS_WORDS = 12290        # of six cards a hand, and what the last one writes too much
    MOST_BOUNDS = 16


cdef struct Census:
    BoardPlan plan
    int cards
    uint8_t live[52]
    uint32_t last[52]           # live cards where the last of four stands in a word
    int live_count
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


cdef void list_hands(Census* c, int missing, int below, uint64_t hand) noexcept nogil:
    """Add `missing` cards from live[:below] to the hand in every way.

    A hand is packed in a word of which the first byte in memory is its first card; all eight bytes go to the block,
    and the next hand overwrites what was too much.
    """
    cdef int place = c.cards - missing
    cdef int shift = 8 * (place if NATIVE_LITTLE else (c.cards == 4) * -4 + 7 - place)
    cdef uint64_t word
    cdef uint32_t first_three = <uint32_t>hand
    cdef uint32_t* words
    cdef uint8_t* at
    cdef int i, width = c.cards
    if missing > 1:
        for i in range(missing - 1, below):
            list_hands(c, missing - 1, i, hand | <uint64_t>c.live[i] << shift)
        return
    if c.hands + below > CENSUS_HANDS:
        count_block(c)
    if width == 4:                      # a hand is a word: four in a vector, and again too much is overwritten
        words = &c.block[c.hands]
        for i in range(0, below, 4):
            words[i] = first_three | c.last[i]
            words[i + 1] = first_three | c.last[i + 1]
            words[i + 2] = first_three | c.last[i + 2]
            words[i + 3] = first_three | c.last[i + 3]
    else:
        at = <uint8_t*>c.block + width * c.hands
        for i in range(below):
            word = hand | <uint64_t>c.live[i] << shift
            memcpy(at, &word, 8)
            at += width
    c.hands += below


def count_hands(board, int cards, high_bounds, low_bounds):
    """How many of all hands of `cards` cards beside a board of five exceed each bound: (hands, above high, above low).

    high_bounds, low_bounds: strengths, at most 16 each. The hands go through the kernel of evaluate_batch for one board.
    """
    cdef Census census
    cdef Cards read
    cdef int i
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
            census.last[census.live_count] = <uint32_t>i << (24 if NATIVE_LITTLE else 0)
            census.live_count += 1
    for bound in high_bounds:
        census.high_bounds[census.high_bound_count] = bound
        census.high_bound_count += 1
    for bound in low_bounds:
        census.low_bounds[census.low_bound_count] = bound
        census.low_bound_count += 1
    # The low of a hand with all low ranks tells whether the board allows any.
    census.any_low = census.plan.low[255] != 0
    with nogil:
        list_hands(&census, cards, census.live_count, 0)
        count_block(&census)
    return (census.total, tuple([census.above[i] for i in range(census.high_bound_count)]),
            tuple([census.above[census.high_bound_count + i] for i in range(census.low_bound_count)]))
