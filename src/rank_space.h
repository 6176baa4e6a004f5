/* Exact equities in rank space: the players and the counting. suits.h corrects for suits, equities.h walks the boards;
 * see Kernels.equities and Kernels.against. Over vec16.h, once per variant.
 *
 * Boards are walked as multisets of ranks, each with the number of real boards behind it as its weight; suits come in
 * as corrections. Write a board as three ranks a >= b >= c and a pair of ranks q = (d, e). For one player
 *
 *     T(x,y,z)   the best strength with the board ranks x, y, z, suits ignored
 *     P[x][q]    T(x, d, e), the maximum of Tables.by_hole over the player's hole pairs
 *     Y[xy][q]   max(P[x][q], P[y][q], T(x,y,d), T(x,y,e))
 *     V[q]       max(Y[ab][q], Y[ac][q], Y[bc][q], T(a,b,c)): all ten triples of a, b, c, d, e
 *
 * so a whole row of V, 91 pairs q, takes three maxima a vector. Suits ignored, a board is counted where d, e <= c: a
 * prefix of the row. A board with three or more cards of a suit in which a player holds two is counted a second time
 * with the player's flush, and taken back once without it, at the triple of its three highest suited ranks.
 *
 * Triples are taken in groups of equal low masks: the low of a board then depends on the group and the pair only, so
 * that hi/lo costs a look at the sums of each group (`fold`) and nothing inside.
 */

enum {
    ROW_BLOCKS = OF_ROW / LANES,
    TRIPLES = 455,
    MOST_COUNTERS = 1 + 6 * 6               /* boards; boards by number of winners and player */
};

/* --- Facts about ranks, the same for every call -------------------------------------------------------------------- */

typedef struct {
    uint8_t a, b, c, low;                   /* a >= b >= c, and their low mask */
    uint8_t ab, ac, bc;                     /* as pairs */
    uint8_t times;                          /* how often c is among them */
} Triple;

static Triple triples_by_low[TRIPLES];      /* grouped by low mask */
static uint8_t all_pairs[OF_PAIRS], pair_of[13][16];
static uint8_t pair_low[OF_ROW];            /* low mask of a rank pair */
static int16_t pair_high_rank[OF_ROW], pair_low_rank[OF_ROW];
/* a of so many live cards of a rank */
static const uint8_t choose_4[5][8] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};

#define PAIR(hi, lo) ((hi) * ((hi) + 1) / 2 + (lo))
#define PAIR_OF(x, y) ((x) > (y) ? PAIR(x, y) : PAIR(y, x))

static uint8_t low_bit(int rank) { return rank == 12 ? 1 : rank < 7 ? (uint8_t)(2 << rank) : 0; }

static Triple triple_of(int a, int b, int c)
{
    Triple t = {(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)(low_bit(a) | low_bit(b) | low_bit(c)),
                (uint8_t)PAIR(a, b), (uint8_t)PAIR(a, c), (uint8_t)PAIR(b, c), (uint8_t)(1 + (b == c) + (a == c))};
    return t;
}

static void start_rank_space(void)
{
    int n = 0;
    for (int d = 0, q = 0; d < 13; d++)
        for (int e = 0; e <= d; e++, q++) {
            all_pairs[q] = (uint8_t)q;
            pair_low[q] = low_bit(d) | low_bit(e);
            pair_high_rank[q] = (int16_t)d;
            pair_low_rank[q] = (int16_t)e;
        }
    for (int low = 0; low < 256; low++)
        for (int a = 0; a < 13; a++)
            for (int b = 0; b <= a; b++)
                for (int c = 0; c <= b; c++)
                    if ((low_bit(a) | low_bit(b) | low_bit(c)) == low) {
                        triples_by_low[n++] = triple_of(a, b, c);
                    }
    for (int x = 0; x < 13; x++)
        for (int y = 0; y < 13; y++) pair_of[x][y] = (uint8_t)PAIR_OF(x, y);
}

/* --- One player ---------------------------------------------------------------------------------------------------- */

typedef struct {
    OF_ALIGN(64) int16_t P[13][OF_ROW];
    OF_ALIGN(64) int16_t Y[OF_PAIRS][OF_ROW];
    int16_t spill[32];                      /* what the last row of Y is written too long */
    uint8_t pairs[15];                      /* the different hole rank pairs */
    int pair_count;
} Player;

static void list_pairs(const Tables *t, const uint8_t *hole, int count, Player *p)
{
    uint64_t seen[2] = {0, 0};
    p->pair_count = 0;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            int pair = t->pair[64 * hole[i] + hole[j]];
            if (seen[pair >> 6] >> (pair & 63) & 1) continue;
            seen[pair >> 6] |= UINT64_C(1) << (pair & 63);
            p->pairs[p->pair_count++] = (uint8_t)pair;
        }
}

static void fill_P(const Tables *t, Player *p, int x)
{
    for (int j = 0; j < OF_ROW; j += LANES) {
        V best = v_load(&t->by_hole[p->pairs[0]][x][j]);
        for (int k = 1; k < p->pair_count; k++) best = v_max(best, v_load(&t->by_hole[p->pairs[k]][x][j]));
        v_store(&p->P[x][j], best);
    }
}

/* The rows Y of some pairs of ranks, ascending. In three passes over all rows: a vector that is loaded right after
   its parts were stored one by one would wait for them. */
OF_INLINE void fill_Y(Player *p, const uint8_t *wanted, int count)
{
    OF_ALIGN(64) int16_t with[OF_PAIRS][32];                                    /* T(x,y,z) */
    for (int n = 0; n < count; n++) {
        const int x = pair_high_rank[wanted[n]], y = pair_low_rank[wanted[n]];
        for (int z = 0; z < 13; z++) with[n][z] = p->P[x][pair_of[y][z]];
        for (int z = 13; z < 16; z++) with[n][z] = 0;
    }
    for (int n = 0; n < count; n++) {                                           /* max(T(x,y,d), T(x,y,e)) */
        int16_t *row = p->Y[wanted[n]];
#if defined(OF_AVX512)
        const V z = _mm512_castsi256_si512(_mm256_load_si256((const __m256i *)with[n]));
        for (int j = 0; j < OF_ROW; j += LANES)
            v_store(row + j, v_max(_mm512_permutexvar_epi16(v_load(pair_high_rank + j), z),
                                   _mm512_permutexvar_epi16(v_load(pair_low_rank + j), z)));
#else
        /* What a store writes too much the next overwrites, in this row and in the next. */
        for (int d = 0; d < 13; d++)
            for (int e = 0; e <= d; e += LANES)
                v_store(row + PAIR(d, 0) + e, v_max(v_load(with[n] + e), v_set(with[n][d])));
#endif
    }
    for (int n = 0; n < count; n++) {
        int16_t *row = p->Y[wanted[n]];
        const int16_t *px = p->P[pair_high_rank[wanted[n]]], *py = p->P[pair_low_rank[wanted[n]]];
        for (int j = 0; j < OF_ROW; j += LANES)
            v_store(row + j, v_max(v_load(row + j), v_max(v_load(px + j), v_load(py + j))));
    }
}

/* Everything of a player, before the flop. */
OF_INLINE void fill_player(const Tables *t, Player *p)
{
    for (int x = 0; x < 13; x++) fill_P(t, p, x);
    fill_Y(p, all_pairs, OF_PAIRS);
}

/* --- The cards that may still come -------------------------------------------------------------------------------- */

typedef struct {
    int live[13];                           /* of each rank */
    OF_ALIGN(64) int16_t pairs[OF_ROW];     /* how many pairs of cards have these ranks */
} Field;

static int ways_of_pair(const int *live, int d, int e) { return d == e ? choose_4[live[d]][2] : live[d] * live[e]; }

static void fill_pairs(const int *live, int16_t *pairs)
{
    for (int d = 0; d < 13; d++)
        for (int e = 0; e <= d; e++) pairs[PAIR(d, e)] = (int16_t)ways_of_pair(live, d, e);
    for (int q = OF_PAIRS; q < OF_ROW; q++) pairs[q] = 0;
}

/* --- Counting ------------------------------------------------------------------------------------------------------ */

typedef int16_t Counter[OF_ROW];            /* boards of one outcome by the pair beside the triple */

/* Add a weight to the counter of the outcome in each lane. Of two players: the first alone, both. Of more: the j-th
   row of `players` counters holds for each player the boards on which he is one of j winners. deep: did three or more
   ever share? */
OF_INLINE void tally(Counter *at, int *deep, int j, const V *v, const int players, V weight)
{
    if (players == 2) {
        int16_t *alone = &at[1][j], *both = &at[2][j];
        v_store(alone, v_add_where(m_gt(v[0], v[1]), v_load(alone), weight));
        v_store(both, v_add_where(m_eq(v[0], v[1]), v_load(both), weight));
        return;
    }
    V best = v[0], winners = v_zero();
    M wins[6];
    for (int i = 1; i < players; i++) best = v_max(best, v[i]);
    for (int i = 0; i < players; i++) {
        wins[i] = m_eq(v[i], best);
        winners = v_add_where(wins[i], winners, v_set(1));
    }
    V one = v_keep(m_eq(winners, v_set(1)), weight), two = v_keep(m_eq(winners, v_set(2)), weight);
    for (int i = 0; i < players; i++) {
        int16_t *alone = &at[1 + i][j], *shared = &at[1 + players + i][j];
        v_store(alone, v_add_where(wins[i], v_load(alone), one));
        v_store(shared, v_add_where(wins[i], v_load(shared), two));
    }
    if (m_any(m_gt(winners, v_set(2)))) {
        *deep = 1;
        for (int k = 3; k <= players; k++) {
            V share = v_keep(m_eq(winners, v_set(k)), weight);
            for (int i = 0; i < players; i++) {
                int16_t *counter = &at[1 + (k - 1) * players + i][j];
                v_store(counter, v_add_where(wins[i], v_load(counter), share));
            }
        }
    }
}

static int counter_count(int players) { return players == 2 ? 3 : 1 + players * players; }

/* The outcome of the low beside each pair, for one low mask of the triple, and which outcomes there are. */
typedef struct {
    OF_ALIGN(64) int16_t of[OF_ROW];
    uint64_t present;
} Lows;

OF_INLINE void find_lows(const uint8_t *state, int states, int low, Lows *lows)
{
    uint8_t seen[OF_STATES] = {0};
    lows->present = 1;                                      /* no low, whatever the pair */
    if (states == 1 || !low) return;
#if defined(OF_AVX512)
    for (int j = 0; j < OF_ROW; j += 32) {
        const B mask = b_or(_mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(pair_low + j))), b_set(low));
        const B below = _mm512_permutex2var_epi8(b_load(state), mask, b_load(state + 64));
        const B above = _mm512_permutex2var_epi8(b_load(state + 128), mask, b_load(state + 192));
        const B both = _mm512_mask_mov_epi8(below, _mm512_movepi8_mask(mask), above);
        v_store(lows->of + j, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(both)));
    }
#else
    for (int q = 0; q < OF_ROW; q++) lows->of[q] = state[low | pair_low[q]];
#endif
    for (int q = 0; q < OF_PAIRS; q++) seen[lows->of[q]] = 1;
    lows->present = 0;
    for (int k = 0; k < states; k++) lows->present |= (uint64_t)seen[k] << k;
}

/* Add the first `count` counters of boards whose triples share a low mask to the sums by outcome of the low, which lie
   `stride` apart; and clear the counters. */
OF_INLINE void fold(Counter *at, int count, const Lows *lows, A *sums, int stride)
{
    const V one = v_set(1);
    uint64_t present = lows->present;
    if (!(present & (present - 1))) {                       /* one outcome for every pair */
        A *sum = sums + stride * of_lowest(present);
        for (int k = 0; k < count; k++)
            for (int j = 0; j < OF_ROW; j += LANES) sum[k] = a_add(sum[k], v_load(&at[k][j]), one);
    } else {
        for (; present; present &= present - 1) {
            A *sum = sums + stride * of_lowest(present);
            for (int j = 0; j < OF_ROW; j += LANES) {
                M here = m_eq(v_load(lows->of + j), v_set(of_lowest(present)));
                for (int k = 0; k < count; k++) sum[k] = a_add(sum[k], v_keep(here, v_load(&at[k][j])), one);
            }
        }
    }
    memset(at, 0, sizeof(Counter) * count);
}

/* The strengths of every player beside a triple, suits ignored. */
OF_INLINE void strengths_at(const Player *p, const int players, const Triple *t, int j, V *v)
{
    for (int i = 0; i < players; i++)
        v[i] = v_max(v_max(v_load(&p[i].Y[t->ab][j]), v_load(&p[i].Y[t->ac][j])),
                     v_max(v_load(&p[i].Y[t->bc][j]), v_set(p[i].P[t->a][t->bc])));
}
