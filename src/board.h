/* Many hands on one board: see Kernels.board. Over vec16.h, once per variant. */

#if OF_SHUFFLE

/* A plan in registers, as far as they go. */
typedef struct {
    const BoardPlan *plan;
    ByteTable plain, suited;
#if defined(OF_AVX512)
    /* The strengths as bytes: three look-ups of bytes for each half cost less than six of 16 bits. */
    B lower[3], upper[3];
#endif
} Loaded;

OF_INLINE Loaded load_plan(const BoardPlan *plan)
{
    Loaded l;
    l.plan = plan;
    l.plain = b_table(plan->plain);
    l.suited = b_table(plan->suited);
#if defined(OF_AVX512)
    for (int i = 0; i < 3; i++) {
        const V first = v_load(plan->strength + 64 * i), second = v_load(plan->strength + 64 * i + 32);
        l.lower[i] = _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi16_epi8(first)),
                                        _mm512_cvtepi16_epi8(second), 1);
        l.upper[i] = _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi16_epi8(_mm512_srli_epi16(first, 8))),
                                        _mm512_cvtepi16_epi8(_mm512_srli_epi16(second, 8)), 1);
    }
#endif
    return l;
}

#if defined(OF_AVX512)
OF_INLINE B look_up_192(const B *part, B index)
{
    return _mm512_mask_permutexvar_epi8(_mm512_permutex2var_epi8(part[0], index, part[1]),
                                        _mm512_movepi8_mask(index), index, part[2]);
}
#endif

OF_INLINE void strengths_of(const Loaded *l, B ordinals, uint16_t *high)
{
#if defined(OF_AVX512)
    /* Interleaving works within sixteen bytes each: what comes out first has to lie in their lower halves. */
    const B order = _mm512_permutexvar_epi64(_mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0), ordinals);
    const B lower = look_up_192(l->lower, order), upper = look_up_192(l->upper, order);
    b_store(high, _mm512_unpacklo_epi8(lower, upper));
    b_store(high + 32, _mm512_unpackhi_epi8(lower, upper));
#else
    uint8_t at[BYTES];
    b_store(at, ordinals);
    for (int i = 0; i < BYTES; i++) high[i] = l->plan->strength[at[i]];
#endif
}

OF_INLINE void lows_of(const BoardPlan *plan, B masks, uint8_t *low)
{
#if defined(OF_AVX512)
    __m512i below = _mm512_permutex2var_epi8(b_load(plan->low), masks, b_load(plan->low + 64));
    __m512i above = _mm512_permutex2var_epi8(b_load(plan->low + 128), masks, b_load(plan->low + 192));
    b_store(low, _mm512_mask_mov_epi8(below, _mm512_movepi8_mask(masks), above));
#else
    uint8_t at[BYTES];
    b_store(at, masks);
    for (int i = 0; i < BYTES; i++) low[i] = plan->low[at[i]];
#endif
}

/* BYTES hands. The ordinal of a hand is the highest of its pairs, and of its pairs in the flush suit. */
OF_INLINE void block_of_hands(const Loaded *l, const int with_flush, const uint8_t *holes, const int hole_count,
                              uint16_t *high, uint8_t *low)
{
    const B three = b_set(3), suit = b_set(l->plan->suit);
    B hole[6], in_suit[6], best = b_set(0);
    Ranks ranks;
    load_planes(holes, hole_count, hole);
    load_ranks(hole, hole_count, &ranks);
    if (low) {
        const B bits = b_table16(low_bits);
        B mask = b_set(0);
        for (int j = 0; j < hole_count; j++) mask = b_or(mask, b_lookup16(bits, ranks.rank[j]));
        lows_of(l->plan, mask, low);
    }
    if (!high) return;
    if (with_flush)
        for (int j = 0; j < hole_count; j++) in_suit[j] = b_eq(b_and(hole[j], three), suit);
    for (int a = 0; a < hole_count; a++)
        for (int b = a + 1; b < hole_count; b++) {
            B pair = pair_plane(&ranks, a, b);
            best = b_max(best, b_lookup(l->plain, pair));
            if (with_flush)
                best = b_max(best, b_and(b_lookup(l->suited, pair), b_and(in_suit[a], in_suit[b])));
        }
    strengths_of(l, best, high);
}

OF_INLINE void hands_on_board(const BoardPlan *plan, const int with_flush, const uint8_t *holes,
                              const int hole_count, size_t count, uint16_t *high, uint8_t *low)
{
    const Loaded loaded = load_plan(plan);
    size_t i = 0;
    for (; i + BYTES <= count; i += BYTES)
        block_of_hands(&loaded, with_flush, row_at(holes, i, hole_count), hole_count, high ? high + i : NULL,
                       low ? low + i : NULL);
    if (i < count) {                                        /* the rest, in a block of its own */
        uint8_t last_holes[6 * BYTES] = {0}, last_low[BYTES];
        uint16_t last_high[BYTES];
        size_t rest = count - i;
        memcpy(last_holes, row_at(holes, i, hole_count), rest * (size_t)hole_count);
        block_of_hands(&loaded, with_flush, last_holes, hole_count, high ? last_high : NULL, low ? last_low : NULL);
        if (high) memcpy(high + i, last_high, rest * sizeof *high);
        if (low) memcpy(low + i, last_low, rest);
    }
}

#else

/* Without a byte shuffle: the ordinals of all pairs of cards in one table of 4 KB, and a look-up a pair. */
OF_INLINE void hands_on_board(const BoardPlan *plan, const int with_flush, const uint8_t *holes,
                              const int hole_count, size_t count, uint16_t *high, uint8_t *low)
{
    uint8_t ordinal[64 * 64] = {0};
    for (int high_rank = 0, pair = 0; high_rank < 13; high_rank++)
        for (int low_rank = 0; low_rank <= high_rank; low_rank++, pair++) {
            for (int suit = 0; suit < 4; suit++) {
                memset(ordinal + 64 * (4 * high_rank + suit) + 4 * low_rank, plan->plain[pair], 4);
                memset(ordinal + 64 * (4 * low_rank + suit) + 4 * high_rank, plan->plain[pair], 4);
            }
            if (with_flush && plan->suited[pair] > plan->plain[pair]) {
                int high_card = 4 * high_rank + plan->suit, low_card = 4 * low_rank + plan->suit;
                ordinal[64 * high_card + low_card] = ordinal[64 * low_card + high_card] = plan->suited[pair];
            }
        }
    for (size_t i = 0; i < count; i++) {
        const uint8_t *hole = row_at(holes, i, hole_count);
        int mask = 0, best = 0, card[6];
        for (int j = 0; j < hole_count; j++) card[j] = hole[j] & 63;
        if (low) {
            for (int j = 0; j < hole_count; j++) mask |= low_bits[card[j] >> 2];
            low[i] = plan->low[mask];
        }
        if (high) {
            for (int a = 0; a < hole_count; a++)
                for (int b = a + 1; b < hole_count; b++) {
                    int value = ordinal[64 * card[a] + card[b]];
                    best = value > best ? value : best;
                }
            high[i] = plan->strength[best];
        }
    }
}

#endif

static void kernel_board(const BoardPlan *plan, const uint8_t *holes, int hole_count, size_t count, uint16_t *high,
                         uint8_t *low)
{
#define HANDS(n, flush, low_)                                                                                          \
    hands_on_board(plan, flush, holes, n, count, high, low_)
#define BY_WANTED(n)                                                                                                   \
    do {                                                                                                               \
        if (low) { if (plan->suit < 4) HANDS(n, 1, low); else HANDS(n, 0, low); }                                      \
        else { if (plan->suit < 4) HANDS(n, 1, NULL); else HANDS(n, 0, NULL); }                                        \
    } while (0)
    switch (hole_count) {
    case 4: BY_WANTED(4); break;
    case 5: BY_WANTED(5); break;
    default: BY_WANTED(6); break;
    }
#undef BY_WANTED
#undef HANDS
}
