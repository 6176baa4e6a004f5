/* Independent rows of a hand and a board: see Kernels.rows and Kernels.first_bad. Over vec16.h, once per variant. */

#if OF_SHUFFLE

#if defined(OF_AVX512)

static void start_rows(void) {}

/* Where the rows of BYTES boards start: the perfect hash, sixteen boards at a time. A gather reads 32 bits, of which
   the low 16 count. */
OF_INLINE void find_rows(const Tables *t, const B *board, const int board_count, uint32_t *start)
{
    const __m512i keys = _mm512_loadu_si512((const void *)t->rank_key);
    for (int i = 0; i < BYTES; i += 16) {
        __m512i key = _mm512_setzero_si512(), slot;
        for (int j = 0; j < board_count; j++) {
            __m128i part = i == 0    ? _mm512_castsi512_si128(board[j])
                           : i == 16 ? _mm512_extracti32x4_epi32(board[j], 1)
                           : i == 32 ? _mm512_extracti32x4_epi32(board[j], 2)
                                     : _mm512_extracti32x4_epi32(board[j], 3);
            /* The permutation looks at four bits of the index: the rank. */
            key = _mm512_add_epi32(
                key, _mm512_permutexvar_epi32(_mm512_srli_epi32(_mm512_cvtepu8_epi32(part), 2), keys));
        }
        slot = _mm512_i32gather_epi32(_mm512_and_si512(key, _mm512_set1_epi32(OF_BUCKETS - 1)),
                                      (const void *)t->displacement, 2);
        slot = _mm512_add_epi32(_mm512_and_si512(slot, _mm512_set1_epi32(0xFFFF)), _mm512_srli_epi32(key, OF_TOP));
        _mm512_storeu_si512((void *)(start + i), _mm512_mullo_epi32(slot, _mm512_set1_epi32(OF_ROW)));
    }
}

#else

/* Colexicographic numbers: C(r + i, i + 1) of the i-th lowest rank, low and high bytes. Ranks above the ace give 0. */
static uint8_t choose_low[5][16], choose_high[5][16];

static void start_rows(void)
{
    for (int i = 0; i < 5; i++)
        for (int rank = 0; rank < 16; rank++) {
            int number = 1;
            for (int k = 0; k <= i; k++) number = number * (rank + i - k) / (k + 1);
            if (rank > 12) number = 0;
            choose_low[i][rank] = (uint8_t)number;
            choose_high[i][rank] = (uint8_t)(number >> 8);
        }
}

#define SWAP(i, j) { B low_ = b_min(rank[i], rank[j]); rank[j] = b_max(rank[i], rank[j]); rank[i] = low_; }

/* Where the rows of BYTES boards of five start, by the number of the rank multiset: a sorting network of nine
   exchanges, and table look-ups of bytes, for want of a fast gather. */
OF_INLINE void find_rows(const Tables *t, const B *board, const int board_count, uint32_t *start)
{
    uint16_t numbers[BYTES];
    B rank[5];
    V first, second, more, most;
    (void)board_count;
    for (int j = 0; j < 5; j++) rank[j] = b_rank(board[j]);
    SWAP(0, 3) SWAP(1, 4) SWAP(0, 2) SWAP(1, 3) SWAP(0, 1) SWAP(2, 4) SWAP(1, 2) SWAP(3, 4) SWAP(2, 3)
    /* The first two numbers add up to at most 12 + 90: a byte. */
    b_zip(b_add(b_lookup16(b_table16(choose_low[0]), rank[0]), b_lookup16(b_table16(choose_low[1]), rank[1])), b_set(0),
          &first, &second);
    for (int i = 2; i < 5; i++) {
        b_zip(b_lookup16(b_table16(choose_low[i]), rank[i]), b_lookup16(b_table16(choose_high[i]), rank[i]), &more,
              &most);
        first = v_add(first, more);
        second = v_add(second, most);
    }
    v_store_zipped(numbers, first, second);
    for (int i = 0; i < BYTES; i++) start[i] = (uint32_t)t->slot[numbers[i]] * OF_ROW;
}
#undef SWAP

#endif

#define MAJORITY(a, b, c) b_or(b_and(a, b), b_and(b_or(a, b), c))

/* Bits of the rows where the board holds three of a suit and the hand two. The bitwise majority of five suits is the
   suit of three or more where there is one, and any suit where there is none: so the count decides. */
OF_INLINE uint64_t flush_bits(const B *hole, const int hole_count, const B *board)
{
    const B three = b_set(3), two = b_set(2);
    B suit[5], once, odd, twice, both, wanted, on_board = b_set(0), in_hand = b_set(0);
    for (int j = 0; j < 5; j++) suit[j] = b_and(board[j], three);
    once = b_xor(b_xor(suit[0], suit[1]), suit[2]);
    twice = MAJORITY(suit[0], suit[1], suit[2]);
    odd = b_xor(b_xor(once, suit[3]), suit[4]);
    both = MAJORITY(once, suit[3], suit[4]);
    /* 2 (twice + both) + odd >= 3 */
    wanted = b_or(b_and(twice, both), b_and(b_xor(twice, both), odd));
    for (int j = 0; j < 5; j++) on_board = b_sub(on_board, b_eq(suit[j], wanted));
    for (int j = 0; j < hole_count; j++) in_hand = b_sub(in_hand, b_eq(b_and(hole[j], three), wanted));
    return b_bits(b_and(b_eq(b_max(on_board, three), on_board), b_eq(b_max(in_hand, two), in_hand)));
}

OF_INLINE B low_plane(const B *cards, const int count)
{
    const B bits = b_table16(low_bits);
    B mask = b_set(0);
    for (int j = 0; j < count; j++) mask = b_or(mask, b_lookup16(bits, b_rank(cards[j])));
    return mask;
}

/* The best of each row over its pairs. pairs[p][i]: the p-th pair index of row i; start[i]: where its board's row is. */
OF_INLINE void best_of_rows(const Tables *t, const uint32_t *start, uint8_t (*pairs)[BYTES], const int pair_count,
                            uint16_t *high)
{
    const int16_t *rows = &t->rows[0][0];
#if defined(OF_AVX512)
    /* Four groups side by side, so that the cache misses of one are waited for under the others. */
    __m512i from[4], best[4];
    for (int i = 0; i < 4; i++) {
        from[i] = _mm512_loadu_si512((const void *)(start + 16 * i));
        best[i] = _mm512_setzero_si512();
    }
    for (int p = 0; p < pair_count; p++)
        for (int i = 0; i < 4; i++) {
            __m512i at = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(pairs[p] + 16 * i)));
            best[i] = _mm512_max_epi16(
                best[i], _mm512_i32gather_epi32(_mm512_add_epi32(from[i], at), (const void *)rows, 2));
        }
    for (int i = 0; i < 4; i++)
        _mm256_storeu_si256((__m256i *)(high + 16 * i), _mm512_cvtepi32_epi16(best[i]));
#else
    for (int i = 0; i < BYTES; i++) {
        const int16_t *row = rows + start[i];
        int best = row[pairs[0][i]];
        for (int p = 1; p < pair_count; p++) {
            int value = row[pairs[p][i]];
            best = value > best ? value : best;
        }
        high[i] = (uint16_t)best;
    }
#endif
}

/* BYTES rows; the bits of those that may hold a flush. */
OF_INLINE uint64_t block_of_rows(const Tables *t, const uint8_t *holes, const int hole_count, const uint8_t *boards,
                                 uint16_t *high, uint8_t *low)
{
    uint32_t start[BYTES];
    uint8_t pairs[15][BYTES], hole_low[BYTES], board_low[BYTES];
    B hole[6], board[5];
    Ranks ranks;
    int pair = 0;
    load_planes(holes, hole_count, hole);
    load_planes(boards, 5, board);
    if (low) {
        b_store(hole_low, low_plane(hole, hole_count));
        b_store(board_low, low_plane(board, 5));
        for (int i = 0; i < BYTES; i++) low[i] = t->low[hole_low[i]][board_low[i]];
    }
    if (!high) return 0;
    find_rows(t, board, 5, start);
    load_ranks(hole, hole_count, &ranks);
    for (int a = 0; a < hole_count; a++)
        for (int b = a + 1; b < hole_count; b++) b_store(pairs[pair++], pair_plane(&ranks, a, b));
    best_of_rows(t, start, pairs, hole_count * (hole_count - 1) / 2, high);
    return flush_bits(hole, hole_count, board);
}

OF_INLINE size_t rows_by_planes(const Tables *t, const uint8_t *holes, const int hole_count, const uint8_t *boards,
                                size_t count, uint16_t *high, uint8_t *low, uint32_t *flushes)
{
    size_t i = 0, found = 0;
    for (; i + BYTES <= count; i += BYTES) {
        uint64_t flush = block_of_rows(t, row_at(holes, i, hole_count), hole_count, row_at(boards, i, 5),
                                       high ? high + i : NULL, low ? low + i : NULL);
        for (; flush; flush &= flush - 1) flushes[found++] = (uint32_t)i + (uint32_t)of_lowest(flush);
    }
    if (i < count) {                                        /* the rest, in a block of its own */
        uint8_t last_holes[6 * BYTES] = {0}, last_boards[5 * BYTES] = {0}, last_low[BYTES];
        uint16_t last_high[BYTES];
        size_t rest = count - i;
        uint64_t flush;
        memcpy(last_holes, row_at(holes, i, hole_count), rest * (size_t)hole_count);
        memcpy(last_boards, row_at(boards, i, 5), rest * 5);
        flush = block_of_rows(t, last_holes, hole_count, last_boards, high ? last_high : NULL, low ? last_low : NULL);
        if (high) memcpy(high + i, last_high, rest * sizeof *high);
        if (low) memcpy(low + i, last_low, rest);
        for (; flush; flush &= flush - 1)
            if ((size_t)of_lowest(flush) < rest) flushes[found++] = (uint32_t)i + (uint32_t)of_lowest(flush);
    }
    return found;
}

#else
static void start_rows(void) {}
#endif

#if defined(__GNUC__)
#define OF_PREFETCH(p) __builtin_prefetch(p)
#else
#define OF_PREFETCH(p) ((void)0)
#endif

/* Without a byte shuffle, and for boards of three and four: the perfect hash card by card. A group of rows is hashed
   first and its three cache lines a row are called for, then the hands are looked up; flushes stay apart. */
OF_INLINE size_t rows_by_groups(const Tables *t, const uint8_t *holes, const int hole_count, const uint8_t *boards,
                                const int board_count, size_t count, uint16_t *high, uint8_t *low, uint32_t *flushes)
{
    enum { GROUP = 64 };
    const int16_t *row_of[GROUP];
    uint32_t suits_of[GROUP];
    size_t found = 0;
    for (size_t first = 0; first < count; first += GROUP) {
        const size_t size = count - first < GROUP ? count - first : GROUP;
        for (size_t i = 0; i < size; i++) {
            const uint8_t *board = row_at(boards, first + i, board_count);
            uint32_t key = 0, suits = 0;
            for (int j = 0; j < board_count; j++) {
                uint64_t card = t->card_key[board[j] & 63];
                key += (uint32_t)card;
                suits += (uint32_t)(card >> 32);
            }
            row_of[i] = t->rows[of_slot(t, key)];
            suits_of[i] = suits;
            if (high) {
                OF_PREFETCH(row_of[i]);
                OF_PREFETCH(row_of[i] + 32);
            }
            OF_PREFETCH(row_of[i] + 64);
        }
        for (size_t i = 0; i < size; i++) {
            const uint8_t *hole = row_at(holes, first + i, hole_count);
            const int16_t *row = row_of[i];
            if (low) {
                int mask = 0;
                for (int j = 0; j < hole_count; j++) mask |= t->card_low[hole[j] & 63];
                low[first + i] = t->low[mask][row[OF_LOW_COLUMN]];
            }
            if (high) {
                uint32_t suits = 0;
                int best = 0;
                for (int a = 0; a < hole_count; a++) {
                    suits += (uint32_t)(t->card_key[hole[a] & 63] >> 32);
                    for (int b = a + 1; b < hole_count; b++) {
                        int value = row[t->pair[64 * (hole[a] & 63) + (hole[b] & 63)]];
                        best = value > best ? value : best;
                    }
                }
                high[first + i] = (uint16_t)best;
                flushes[found] = (uint32_t)(first + i);
                found += of_flush_suit(suits, suits_of[i]) != 0;
            }
        }
    }
    return found;
}

/* Each number of hole cards becomes a constant, so that the compiler unrolls the loops over them. */
#define OF_BY_COUNT(hole_count, CALL)                                                                                  \
    switch (hole_count) {                                                                                              \
    case 4: return CALL(4);                                                                                            \
    case 5: return CALL(5);                                                                                            \
    default: return CALL(6);                                                                                           \
    }

static size_t kernel_rows(const Tables *t, const uint8_t *holes, int hole_count, const uint8_t *boards,
                          int board_count, size_t count, uint16_t *high, uint8_t *low, uint32_t *flushes)
{
#if OF_SHUFFLE
#define CALL(n) rows_by_planes(t, holes, n, boards, count, high, low, flushes)
    if (board_count == 5) OF_BY_COUNT(hole_count, CALL)
#undef CALL
#else
    /* What most callers want gets a loop without the rest. */
#define CALL(n) rows_by_groups(t, holes, n, boards, 5, count, high, NULL, flushes)
    if (board_count == 5 && !low) OF_BY_COUNT(hole_count, CALL)
#undef CALL
#endif
#define CALL(n) rows_by_groups(t, holes, n, boards, board_count, count, high, low, flushes)
    OF_BY_COUNT(hole_count, CALL)
#undef CALL
}

/* --- Checking ---------------------------------------------------------------------------------------------------- */

/* Different powers of two add up to their union; a repeated one carries. */
OF_INLINE int row_is_bad(const uint8_t *hole, int hole_count, const uint8_t *board, int board_count, uint64_t gone)
{
    uint64_t sum = gone, either = gone;
    unsigned all = 0;
    for (int j = 0; j < hole_count; j++) {
        uint64_t bit = UINT64_C(1) << (hole[j] & 63);
        all |= hole[j];
        sum += bit;
        either |= bit;
    }
    for (int j = 0; j < board_count; j++) {
        uint64_t bit = UINT64_C(1) << (board[j] & 63);
        all |= board[j];
        sum += bit;
        either |= bit;
    }
    return sum != either || either >> 52 || all > 63;
}

#if OF_SHUFFLE
/* gone: rank -> the suits (a bit each) that no row may hold. */
OF_INLINE uint64_t bad_bits(const uint8_t *holes, const int hole_count, const uint8_t *boards, const int board_count,
                            B gone)
{
    static const uint8_t bit_of_suit[16] = {1, 2, 4, 8};
    const B one = b_set(1), three = b_set(3), least = b_set(52), suits = b_table16(bit_of_suit);
    B card[11], worst = b_set(0), held = b_set(0), apart = b_set(255);
    load_planes(holes, hole_count, card);
    if (board_count) load_planes(boards, board_count, card + hole_count);
    for (int i = 0; i < hole_count + board_count; i++) {
        worst = b_max(worst, card[i]);
        for (int j = 0; j < i; j++) apart = b_min(apart, b_xor(card[i], card[j]));
        if (!board_count)
            held = b_or(held, b_and(b_lookup16(gone, b_rank(card[i])), b_lookup16(suits, b_and(card[i], three))));
    }
    return b_bits(b_or(b_or(b_eq(b_max(worst, least), worst), b_eq(b_max(held, one), held)), b_eq(apart, b_set(0))));
}
#endif

/* gone: for rows of hands only. */
OF_INLINE size_t first_bad_row(const uint8_t *holes, const int hole_count, const uint8_t *boards,
                               const int board_count, uint64_t gone, size_t count)
{
    size_t i = 0;
#if OF_SHUFFLE
    uint8_t suits[16];
    for (int rank = 0; rank < 16; rank++) suits[rank] = gone >> 4 * rank & 15;
    for (; i + BYTES <= count; i += BYTES) {
        uint64_t bad = bad_bits(row_at(holes, i, hole_count), hole_count, row_at(boards, i, board_count), board_count,
                                b_table16(suits));
        if (bad) return i + (size_t)of_lowest(bad);
    }
#endif
    for (; i < count; i++)
        if (row_is_bad(row_at(holes, i, hole_count), hole_count, row_at(boards, i, board_count), board_count, gone))
            return i;
    return count;
}

static size_t kernel_first_bad(const uint8_t *holes, int hole_count, const uint8_t *boards, int board_count,
                               uint64_t gone, size_t count)
{
#define CALL(n) first_bad_row(holes, n, boards, 5, gone, count)
    if (boards && board_count == 5) OF_BY_COUNT(hole_count, CALL)
#undef CALL
#define CALL(n) first_bad_row(holes, n, holes, 0, gone, count)
    if (!boards) OF_BY_COUNT(hole_count, CALL)
#undef CALL
    return first_bad_row(holes, hole_count, boards, board_count, gone, count);
}
