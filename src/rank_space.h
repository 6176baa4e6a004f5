/* Exact equities in rank space: what the walk over the boards is made of. suits.h corrects for suits, equities.h walks;
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
 * prefix of the row.
 *
 * The 91 pairs are cut into blocks of one vector, and the walk goes through all triples once a block: of Y only a
 * column of one vector a row is needed at a time, which stays in the first-level cache, and the counters stay in
 * registers. For hi/lo the triples come in groups of equal low masks: the low of a board then depends on the group and
 * the pair only, and costs a look at the counters of each group and nothing inside.
 */

enum {
    BLOCKS = (OF_PAIRS + LANES - 1) / LANES,
    DIFFERENT = 13 * 12 * 11 / 6,           /* triples of three different ranks */
    GROUPS = 1 + 8 + 28 + 56,               /* low masks of three ranks: none to three of eight low ranks */
    TWICE = OF_ROW, THRICE = OF_ROW + 13,   /* see Field.ways */
    BESIDE = 3 * 13,                        /* what c is and how often it is among a, b, c */
    SUBSETS = 16,                           /* of the suits */
    /* What a triple adds to a lane at the most: with every card live, and flushes in four suits. */
    MOST_TOGETHER = INT16_MAX / (4 * 4 * 4 * 16 + 4 * 16)
};

/* --- Facts about ranks, the same for every call -------------------------------------------------------------------- */

typedef struct {
    uint8_t a, b, c;                        /* a >= b >= c */
    uint8_t ways;                           /* index of Field.ways: in how many ways the ranks above c come */
    uint16_t ab, ac, bc;                    /* where the rows of these pairs begin in a column */
    uint16_t abc;                           /* where T(a,b,c) is in Player.with */
    uint16_t beside;                        /* where Weights.beside has its row: 3 c + (how often c is among them) - 1 */
    uint16_t suited;                        /* where Subsets has the rows of c */
    uint16_t number;                        /* of three different ranks: C(a,3) + C(b,2) + c */
} Triple;

/* Triples whose boards may be counted together in 16 bits: those of different ranks first, then the others, the highest
   c first in both. So the ones whose pairs d, e <= c reach a block come first in each part. */
typedef struct {
    uint8_t low;                            /* their low mask */
    uint16_t different, alike;              /* how many triples of three different ranks, how many others */
    uint16_t reach[BLOCKS][2];              /* how many of each reach a block */
    uint16_t first;
} Group;

/* All triples: in as few groups as 16 bits allow, for high hands alone, and by low masks. */
typedef struct {
    int count;
    Group groups[GROUPS];
    Triple triples[OF_TRIPLES];
} Partition;

static Partition partitions[2];
static OF_ALIGN(64) int16_t rank_bit[2][OF_ROW];    /* 1 << the higher, the lower rank of a pair; no rank's bit behind */
static OF_ALIGN(64) int16_t rank_of[2][OF_ROW];     /* those ranks; 15 behind the last pair */
static OF_ALIGN(64) int16_t pair_number[OF_ROW];
static uint8_t pair_low[OF_ROW];                    /* the low mask of a pair of ranks */
static const uint8_t choose_4[5][6] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}};

#define PAIR(hi, lo) ((hi) * ((hi) + 1) / 2 + (lo))
#define NUMBER(a, b, c) ((a) * ((a) - 1) * ((a) - 2) / 6 + (b) * ((b) - 1) / 2 + (c))
#define PAIR_OF(x, y) ((x) > (y) ? PAIR(x, y) : PAIR(y, x))

static Triple triple_of(int a, int b, int c)
{
    const int times = 1 + (b == c) + (a == c);
    Triple t;
    t.a = (uint8_t)a;
    t.b = (uint8_t)b;
    t.c = (uint8_t)c;
    t.ways = (uint8_t)(times == 1 ? PAIR(a, b) : times == 2 ? TWICE + a : THRICE);
    t.ab = (uint16_t)(LANES * PAIR(a, b));
    t.ac = (uint16_t)(LANES * PAIR(a, c));
    t.bc = (uint16_t)(LANES * PAIR(b, c));
    t.abc = (uint16_t)(16 * PAIR(a, b) + c);
    t.beside = (uint16_t)(LANES * (3 * c + times - 1));
    t.suited = (uint16_t)(LANES * SUBSETS * c);
    t.number = (uint16_t)NUMBER(a, b, c);
    return t;
}

static int are_different(const Triple *t) { return t->a > t->b && t->b > t->c; }

static int low_of(const Triple *t) { return low_bits[t->a] | low_bits[t->b] | low_bits[t->c]; }

static void start_group(Partition *p, int low)
{
    Group *g = &p->groups[p->count];
    memset(g, 0, sizeof *g);
    g->low = (uint8_t)low;
    if (p->count) g->first = (uint16_t)(g[-1].first + g[-1].different + g[-1].alike);
    p->count++;
}

/* Append the triples of three different ranks or the others, of one low mask or (-1) of any, to the last group, and begin
   another wherever it holds `most`. */
static void add_triples(Partition *p, int alike, int low, int most)
{
    for (int c = 12; c >= 0; c--)
        for (int b = c; b < 13; b++)
            for (int a = b; a < 13; a++) {
                const Triple t = triple_of(a, b, c);
                Group *g = &p->groups[p->count - 1];
                if (are_different(&t) == alike || (low >= 0 && low_of(&t) != low)) continue;
                if (g->different + g->alike == most) {
                    start_group(p, low < 0 ? 0 : low);
                    g++;
                }
                p->triples[g->first + g->different + g->alike] = t;
                if (alike) g->alike++;
                else g->different++;
                for (int j = 0; j * LANES <= PAIR(c, c); j++) g->reach[j][alike]++;
            }
}

static void start_triples(void)
{
    Partition *high = &partitions[0], *by_low = &partitions[1];
    for (int q = 0; q < OF_ROW; q++) {
        rank_bit[0][q] = rank_bit[1][q] = 1 << 14;
        rank_of[0][q] = rank_of[1][q] = 15;
        pair_number[q] = (int16_t)q;
    }
    for (int d = 0, q = 0; d < 13; d++)
        for (int e = 0; e <= d; e++, q++) {
            rank_of[0][q] = (int16_t)d;
            rank_of[1][q] = (int16_t)e;
            rank_bit[0][q] = (int16_t)(1 << d);
            rank_bit[1][q] = (int16_t)(1 << e);
            pair_low[q] = low_bits[d] | low_bits[e];
        }
    high->count = by_low->count = 0;
    for (int low = 0; low < 256; low++)
        if (of_count((unsigned)low) <= 3) {
            start_group(by_low, low);
            for (int alike = 0; alike < 2; alike++) add_triples(by_low, alike, low, OF_TRIPLES);
        }
    start_group(high, 0);
    for (int alike = 0; alike < 2; alike++) add_triples(high, alike, -1, MOST_TOGETHER);
}

/* --- The cards that may still come -------------------------------------------------------------------------------- */

/* A number below 8 for each rank: a mask of ranks for each of its bits. */
typedef struct { uint32_t bit[3]; } ByRank;

static ByRank by_rank(const int *values)
{
    ByRank r = {{0, 0, 0}};
    for (int rank = 0; rank < 13; rank++)
        for (int k = 0; k < 3; k++) r.bit[k] |= (uint32_t)(values[rank] >> k & 1) << rank;
    return r;
}

/* The cards of four suits. */
static ByRank cards_in(const uint16_t *suits)
{
    const uint32_t one = suits[0] ^ suits[1], two = suits[0] & suits[1], other = suits[2] ^ suits[3], pair = suits[2] & suits[3];
    const uint32_t carry = one & other;
    ByRank r = {{one ^ other, two ^ pair ^ carry, (two & pair) | (carry & (two ^ pair))}};
    return r;
}

/* One less for some ranks, which have at least one. */
static ByRank one_less(const ByRank *r, uint32_t ranks)
{
    ByRank less = {{r->bit[0] ^ ranks, r->bit[1] ^ (ranks & ~r->bit[0]), r->bit[2] ^ (ranks & ~r->bit[0] & ~r->bit[1])}};
    return less;
}

/* Pairs of so many cards, at most four: 0, 0, 1, 3, 6. */
static ByRank pairs_of(const ByRank *r)
{
    ByRank pairs = {{r->bit[1], (r->bit[1] & r->bit[0]) | r->bit[2], r->bit[2]}};
    return pairs;
}

/* The numbers of the higher (side 0) or the lower ranks of a block of pairs, 0 behind the last pair. */
OF_INLINE V at_ranks(const ByRank *r, int side, int j)
{
    const V bit = v_load(&rank_bit[side][j]);
    return v_add(v_keep(m_has(v_set((int)r->bit[0]), bit), v_set(1)),
                 v_add(v_keep(m_has(v_set((int)r->bit[1]), bit), v_set(2)),
                       v_keep(m_has(v_set((int)r->bit[2]), bit), v_set(4))));
}

OF_INLINE M ranks_are_in(uint32_t ranks, int side, int j)
{
    return m_has(v_set((int)ranks), v_load(&rank_bit[side][j]));
}

/* How many pairs of cards have the ranks of a block of pairs. */
OF_INLINE V pairs_of_cards(const ByRank *cards, int j)
{
    const ByRank pairs = pairs_of(cards);
    const M same = m_eq(v_load(&rank_of[0][j]), v_load(&rank_of[1][j]));
    const V product = v_mul(at_ranks(cards, 0, j), at_ranks(cards, 1, j));
    return v_add(v_keep(same, at_ranks(&pairs, 0, j)), v_sub(product, v_keep(same, product)));
}

typedef struct {
    int live[13];
    ByRank cards;
    int16_t ways[OF_ROW + 14];              /* of a and b above c: by their pair; of a above c twice; 1 above c thrice */
} Field;

static void start_field(const int *live, Field *f)
{
    memcpy(f->live, live, sizeof f->live);
    f->cards = by_rank(live);
    for (int d = 0; d < 13; d++)
        for (int e = 0; e <= d; e++)
            f->ways[PAIR(d, e)] = (int16_t)(d == e ? choose_4[live[d]][2] : live[d] * live[e]);
    for (int r = 0; r < 13; r++) f->ways[TWICE + r] = (int16_t)live[r];
    f->ways[THRICE] = 1;
}

/* In how many ways c and the pairs of a block come beside a triple, for each c and each number of times that it is
   among the triple: any ways for d, e < c, fewer cards of c where one of the pair is c too, none above. */
static void start_beside(const Field *f, int j, int16_t (*beside)[LANES])
{
    const V d = v_load(&rank_of[0][j]), e = v_load(&rank_of[1][j]);
    const V pairs = pairs_of_cards(&f->cards, j), lower = at_ranks(&f->cards, 1, j);
    for (int c = 12; c >= 0 && PAIR(c, c) >= j; c--) {
        const V at = v_set(c);
        const M below = m_gt(at, d), one = m_eq(d, at), two = m_eq(e, at);
        const uint8_t *choose = choose_4[f->live[c]];
        for (int times = 1; times <= 3; times++) {
            const V with_one = v_keep(one, v_mul(lower, v_set(choose[times + 1])));
            const V with_two = v_keep(one, v_keep(two, v_set(choose[times + 2])));
            const V single = v_sub(with_one, v_keep(two, with_one));
            v_store(beside[3 * c + times - 1],
                    v_add(v_keep(below, v_mul(pairs, v_set(choose[times]))), v_add(single, with_two)));
        }
    }
}

/* --- One player ---------------------------------------------------------------------------------------------------- */

typedef struct {
    OF_ALIGN(64) int16_t with[OF_PAIRS + 1][16];    /* T(x,y,z) for each z, by the pair of x and y; one is read too far */
    uint8_t pairs[15];                      /* the different hole rank pairs */
    int pair_count;
} Player;

/* A block of every row of Y; behind the last what is written too much. */
typedef struct { OF_ALIGN(64) int16_t at[(OF_PAIRS + 2) * LANES]; } Column;

static void list_pairs(const Tables *t, const uint8_t *hole, int count, Player *p)
{
    uint64_t seen[2] = {0, 0};
    p->pair_count = 0;
    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            const int pair = t->pair[64 * (hole[i] & 63) + (hole[j] & 63)];
            if (seen[pair >> 6] >> (pair & 63) & 1) continue;
            seen[pair >> 6] |= UINT64_C(1) << (pair & 63);
            p->pairs[p->pair_count++] = (uint8_t)pair;
        }
}

/* A block of the row P[x]. */
OF_INLINE V best_beside(const Tables *t, const Player *p, int x, int j)
{
    V best = v_load(&t->by_hole[p->pairs[0]][x][j]);
    for (int k = 1; k < p->pair_count; k++) best = v_max(best, v_load(&t->by_hole[p->pairs[k]][x][j]));
    return best;
}

#if OF_PERMUTE

static OF_ALIGN(64) int16_t pairs_with[13][32];     /* y, z -> their pair */

static void start_columns(void)
{
    for (int y = 0; y < 13; y++)
        for (int z = 0; z < 13; z++) pairs_with[y][z] = (int16_t)PAIR_OF(y, z);
}

/* A vector of the numbers at the higher, and one of those at the lower rank of each pair: the maximum of both. */
OF_INLINE V best_of_pair(const int16_t *with, int j)
{
    const V row = v_load_half(with);
    return v_max(v_pick(row, v_load(&rank_of[0][j])), v_pick(row, v_load(&rank_of[1][j])));
}

#else

/* Where a block of pairs has the pairs of d as the higher rank: they begin at `lane` with e as the lower one. */
typedef struct { uint8_t lane, d, e; } Run;

static Run runs[BLOCKS][13];
static uint8_t run_count[BLOCKS];

static void start_columns(void)
{
    for (int k = 0; k < BLOCKS; k++) {
        run_count[k] = 0;
        for (int d = 0; d < 13; d++) {
            const int begin = PAIR(d, 0) > k * LANES ? PAIR(d, 0) : k * LANES;
            if (begin > PAIR(d, d) || begin >= (k + 1) * LANES) continue;
            Run run = {(uint8_t)(begin - k * LANES), (uint8_t)d, (uint8_t)(begin - PAIR(d, 0))};
            runs[k][run_count[k]++] = run;
        }
    }
}

#endif

static void fill_player(const Tables *t, const uint8_t *hole, int count, Player *p)
{
    OF_ALIGN(64) int16_t P[13][OF_ROW];
    list_pairs(t, hole, count, p);
    for (int x = 0; x < 13; x++)
        for (int j = 0; j < OF_ROW; j += LANES) v_store(&P[x][j], best_beside(t, p, x, j));
    for (int x = 0, n = 0; x < 13; x++)
        for (int y = 0; y <= x; y++, n++) {
#if OF_PERMUTE
            v_store_half(p->with[n], v_pick_of_row(P[x], v_load(pairs_with[y])));
#else
            for (int z = 0; z <= y; z += LANES) v_store(&p->with[n][z], v_load(&P[x][PAIR(y, 0) + z]));
            for (int z = y + 1; z < 13; z++) p->with[n][z] = P[x][PAIR(z, y)];
#endif
        }
}

/* In passes over all rows: a vector that is loaded right after its parts were stored would wait for them. What a store
   writes too much the next one overwrites, in this row and in the next. */
OF_INLINE void fill_column(const Tables *t, const Player *p, int j, Column *column)
{
    V P[13];
#if !OF_PERMUTE
    for (int n = 0; n < OF_PAIRS; n++)
        for (int k = 0; k < run_count[j / LANES]; k++) {
            const Run r = runs[j / LANES][k];
            v_store(&column->at[LANES * n + r.lane], v_max(v_load(&p->with[n][r.e]), v_set(p->with[n][r.d])));
        }
#endif
    for (int x = 0, n = 0; x < 13; x++) {
        P[x] = best_beside(t, p, x, j);
        for (int y = 0; y <= x; y++, n++) {
#if OF_PERMUTE
            const V with = best_of_pair(p->with[n], j);
#else
            const V with = v_load(&column->at[LANES * n]);
#endif
            v_store(&column->at[LANES * n], v_max(v_max(P[x], P[y]), with));
        }
    }
}

/* V beside the flop: the row of one triple, without the columns of all. */
OF_INLINE void fill_row(const Tables *t, const uint8_t *hole, int count, const int *flop, int16_t *row)
{
    OF_ALIGN(64) int16_t P[3][OF_ROW];
    Player p;
    const int b = flop[1], c = flop[2];
    list_pairs(t, hole, count, &p);
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < OF_ROW; j += LANES) v_store(&P[k][j], best_beside(t, &p, flop[k], j));
    const V triple = v_set(P[0][PAIR_OF(b, c)]);
#if OF_PERMUTE
    OF_ALIGN(64) int16_t with[16];
    v_store_half(with, v_max(v_max(v_pick_of_row(P[0], v_load(pairs_with[b])), v_pick_of_row(P[0], v_load(pairs_with[c]))),
                             v_pick_of_row(P[1], v_load(pairs_with[c]))));
    for (int j = 0; j < OF_ROW; j += LANES) v_store(row + j, best_of_pair(with, j));
#else
    OF_ALIGN(64) int16_t with[32] = {0};
    for (int z = 0; z < 13; z++) {
        const int x = P[0][PAIR_OF(b, z)], y = P[0][PAIR_OF(c, z)], u = P[1][PAIR_OF(c, z)];
        with[z] = (int16_t)(x > y ? x > u ? x : u : y > u ? y : u);
    }
    for (int d = 0; d < 13; d++)
        for (int e = 0; e <= d; e += LANES) v_store(row + PAIR(d, 0) + e, v_max(v_load(with + e), v_set(with[d])));
#endif
    for (int j = 0; j < OF_ROW; j += LANES)
        v_store(row + j, v_max(v_max(v_load(row + j), triple), v_max(v_max(v_load(&P[0][j]), v_load(&P[1][j])), v_load(&P[2][j]))));
}

static void start_rank_space(void)
{
    start_triples();
    start_columns();
}
