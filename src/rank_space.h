/* Exact equities in rank space: see Kernels.equities. Over vec16.h, once per variant.
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
    MOST_COUNTERS = 1 + 6 * 6,              /* boards; boards by number of winners and player */
    MOST_ITEMS = 6 * 10 * 4
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
static const uint8_t choose_4[5][5] = {{1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0},
                                       {1, 4, 6, 4, 1}};

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

/* --- The question, made ready -------------------------------------------------------------------------------------- */

typedef struct { uint16_t ranks; int16_t strength; uint8_t player, suit; } Item; /* board ranks of a straight flush */

typedef struct {
    int live[13];                           /* live cards of each rank, and of each outside the suit */
    int off[4][13];
    uint16_t in[4];                         /* live ranks of each suit */
    int suits[4], suit_count;               /* in which a player holds two */
    int16_t flush[4][6];                    /* strength of each player's flush in a suit, 0 for none: see start_suits */
    Item items[MOST_ITEMS];
    int item_count;
    OF_ALIGN(64) int16_t pairs[OF_ROW];     /* how many pairs of live cards have these ranks */
    OF_ALIGN(64) int16_t off_off[4][OF_ROW];        /* .. both outside a suit */
    OF_ALIGN(64) int16_t suited[4][13][OF_ROW];     /* .. beside a triple of a suit whose lowest rank is c */
} Setting;

static int pair_count(const int *live, int d, int e) { return d == e ? choose_4[live[d]][2] : live[d] * live[e]; }

/* Suits in which somebody holds two cards. A flush beats every straight and loses to every full house whatever its
   cards, and players of one suit share the board's part of it: so a flush may be any number of that range that is
   ordered as their two highest cards are. */
static void start_suits(const Matchup *m, Setting *s)
{
    enum { A_FLUSH = 6000 };
    s->suit_count = s->item_count = 0;
    for (int suit = 0; suit < 4; suit++) {
        uint32_t held[6], top[6];
        int any = 0;
        for (int i = 0; i < m->players; i++) {
            held[i] = top[i] = 0;
            for (int j = 0; j < m->hole_count; j++)
                if ((m->hole[i][j] & 3) == suit) held[i] |= 1u << (m->hole[i][j] >> 2);
            if (!(held[i] & (held[i] - 1))) continue;
            any = 1;
            top[i] = 1u << of_highest(held[i]);
            top[i] |= 1u << of_highest(held[i] ^ top[i]);
            for (int k = 0; k < 10; k++) {
                uint32_t straight = k ? 0x1Fu << (k - 1) : 0x100F, rest = straight & ~held[i];
                if (of_count(straight & held[i]) != 2) continue;
                Item item = {(uint16_t)rest, (int16_t)(7453 + k), (uint8_t)i, (uint8_t)suit};
                s->items[s->item_count++] = item;
            }
        }
        if (!any) continue;
        s->suits[s->suit_count++] = suit;
        for (int i = 0; i < m->players; i++) {
            s->flush[suit][i] = top[i] ? A_FLUSH : 0;
            for (int j = 0; top[i] && j < m->players; j++) s->flush[suit][i] += top[i] > top[j];
        }
    }
}

static void start_live(const Matchup *m, Setting *s)
{
    for (int r = 0; r < 13; r++) {
        s->live[r] = 0;
        for (int suit = 0; suit < 4; suit++) s->live[r] += m->live[suit] >> r & 1;
        for (int suit = 0; suit < 4; suit++) s->off[suit][r] = s->live[r] - (m->live[suit] >> r & 1);
    }
    for (int suit = 0; suit < 4; suit++) s->in[suit] = m->live[suit];
    for (int q = 0; q < OF_ROW; q++)
        s->pairs[q] = q < OF_PAIRS ? (int16_t)pair_count(s->live, pair_high_rank[q], pair_low_rank[q]) : 0;
    for (int k = 0; k < s->suit_count; k++) {
        int suit = s->suits[k];
        for (int q = 0; q < OF_ROW; q++)
            s->off_off[suit][q] =
                q < OF_PAIRS ? (int16_t)pair_count(s->off[suit], pair_high_rank[q], pair_low_rank[q]) : 0;
    }
}

/* Pairs beside a suited triple with lowest rank c: both off, or suited ones below c (a higher one would be in the
   triple). Each row adds to the one before what rank c - 1 brings when it may be suited. */
static void start_suited(Setting *s, int suit)
{
    const int *off = s->off[suit];
    int16_t row[OF_ROW];
    memcpy(row, s->off_off[suit], sizeof row);
    for (int c = 0; c < 13; c++) {
        memcpy(s->suited[suit][c], row, sizeof row);
        if (!(s->in[suit] >> c & 1)) continue;
        for (int r = 0; r < 13; r++) {                      /* c suited, r off; c and r both suited, r below */
            int q = PAIR_OF(c, r);
            row[q] += (int16_t)(off[r] + (r < c && (s->in[suit] >> r & 1)));
        }
    }
}

/* --- Counting ------------------------------------------------------------------------------------------------------ */

typedef struct {
    OF_ALIGN(64) int16_t at[MOST_COUNTERS][OF_ROW];
    int deep;                               /* did three or more ever share? */
} Counters;

/* Add a weight to the counter of the outcome in each lane. Of two players: the first alone, both. Of more: the j-th
   row of `players` counters holds for each player the boards on which he is one of j winners. */
OF_INLINE void tally(Counters *counters, int j, const V *v, const int players, V weight)
{
    if (players == 2) {
        int16_t *alone = &counters->at[1][j], *both = &counters->at[2][j];
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
        int16_t *alone = &counters->at[1 + i][j], *shared = &counters->at[1 + players + i][j];
        v_store(alone, v_add_where(wins[i], v_load(alone), one));
        v_store(shared, v_add_where(wins[i], v_load(shared), two));
    }
    if (m_any(m_gt(winners, v_set(2)))) {
        counters->deep = 1;
        for (int k = 3; k <= players; k++) {
            V share = v_keep(m_eq(winners, v_set(k)), weight);
            for (int i = 0; i < players; i++) {
                int16_t *at = &counters->at[1 + (k - 1) * players + i][j];
                v_store(at, v_add_where(wins[i], v_load(at), share));
            }
        }
    }
}

typedef struct { A at[OF_STATES][MOST_COUNTERS]; } Sums;

static int counter_count(int players) { return players == 2 ? 3 : 1 + players * players; }

static void clear(Counters *counters, int players)
{
    memset(counters->at, 0, sizeof counters->at[0] * counter_count(players));
    counters->deep = 0;
}

/* The outcome of the low beside each pair. */
OF_INLINE void states_of_pairs(const Matchup *m, int low, int16_t *state)
{
#if defined(OF_AVX512)
    for (int j = 0; j < OF_ROW; j += 32) {
        const B mask = b_or(_mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(pair_low + j))), b_set(low));
        const B below = _mm512_permutex2var_epi8(b_load(m->state), mask, b_load(m->state + 64));
        const B above = _mm512_permutex2var_epi8(b_load(m->state + 128), mask, b_load(m->state + 192));
        const B both = _mm512_mask_mov_epi8(below, _mm512_movepi8_mask(mask), above);
        v_store(state + j, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(both)));
    }
#else
    for (int q = 0; q < OF_ROW; q++) state[q] = m->state[low | pair_low[q]];
#endif
}

/* Add the counters of a group of boards with equal low masks of their triples to the sums by outcome of the low. */
OF_INLINE void fold(const Matchup *m, const Counters *counters, int low, Sums *sums)
{
    const V one = v_set(1);
    int count = m->players == 2 ? 3 : 1 + (counters->deep ? m->players : 2) * m->players;
    OF_ALIGN(64) int16_t state[OF_ROW];
    uint64_t present = 0;
    if (m->states > 1 && low) {
        uint8_t seen[OF_STATES] = {0};
        states_of_pairs(m, low, state);
        for (int q = 0; q < OF_PAIRS; q++) seen[state[q]] = 1;
        for (int k = 0; k < m->states; k++) present |= (uint64_t)seen[k] << k;
    }
    if (!(present & (present - 1))) {                       /* one outcome for every pair */
        A *sum = sums->at[present ? of_lowest(present) : 0];
        for (int k = 0; k < count; k++)
            for (int j = 0; j < OF_ROW; j += LANES) sum[k] = a_add(sum[k], v_load(&counters->at[k][j]), one);
        return;
    }
    for (; present; present &= present - 1) {
        A *sum = sums->at[of_lowest(present)];
        for (int j = 0; j < OF_ROW; j += LANES) {
            M here = m_eq(v_load(state + j), v_set(of_lowest(present)));
            for (int k = 0; k < count; k++)
                sum[k] = a_add(sum[k], v_keep(here, v_load(&counters->at[k][j])), one);
        }
    }
}

/* The strengths of every player beside a triple, suits ignored. */
OF_INLINE void strengths_at(const Player *p, const int players, const Triple *t, int j, V *v)
{
    for (int i = 0; i < players; i++)
        v[i] = v_max(v_max(v_load(&p[i].Y[t->ab][j]), v_load(&p[i].Y[t->ac][j])),
                     v_max(v_load(&p[i].Y[t->bc][j]), v_set(p[i].P[t->a][t->bc])));
}

/* --- Straight flushes ---------------------------------------------------------------------------------------------- */

/* Which suited cards a pair of lanes adds to a triple: none, its higher rank, its lower rank, both. */
enum { NONE_SUITED, HIGHER_SUITED, LOWER_SUITED, BOTH_SUITED, SUIT_CLASSES };

/* How many pairs of a class there are: both cards outside the suit as `off_off` says, `off` cards of a rank outside the
   suit, `in` the ranks that may come suited. */
OF_INLINE void pairs_of_class(const int16_t *off_off, const int *off, uint32_t in, int kind, int16_t *row)
{
    int16_t outside[16] = {0}, inside[16] = {0};
    if (kind == NONE_SUITED) {
        memcpy(row, off_off, sizeof(int16_t) * OF_ROW);
        return;
    }
    for (int r = 0; r < 13; r++) {
        outside[r] = (int16_t)off[r];
        inside[r] = (int16_t)(in >> r & 1);
    }
    memset(row, 0, sizeof(int16_t) * OF_ROW);
    for (int d = 0; d < 13; d++) {
        int16_t *at = row + PAIR(d, 0);
        if (kind == HIGHER_SUITED && inside[d])
            for (int e = 0; e <= d; e++) at[e] = outside[e];
        else if (kind == LOWER_SUITED)
            for (int e = 0; e < d; e++) at[e] = (int16_t)(outside[d] * inside[e]);
        else if (kind == BOTH_SUITED && inside[d])
            for (int e = 0; e < d; e++) at[e] = inside[e];
    }
}

/* Raise, or with strength 0 clear, the pairs of a class that bring the missing ranks suited. */
OF_INLINE void mark_pairs(int16_t *row, uint32_t missing, int kind, int16_t strength)
{
#define MARK(q) do { int16_t *at = row + (q); if (!strength || *at < strength) *at = strength; } while (0)
    if (!missing) {
        for (int q = 0; q < OF_PAIRS; q++) MARK(q);
        return;
    }
    const int low = of_lowest(missing), high = of_highest(missing);
    if (low != high) {
        if (kind == BOTH_SUITED && of_count(missing) == 2) MARK(PAIR(high, low));
        return;
    }
    if (kind == HIGHER_SUITED || kind == BOTH_SUITED)
        for (int e = 0; e <= high; e++) MARK(PAIR(high, e));
    if (kind == LOWER_SUITED || kind == BOTH_SUITED)
        for (int d = high; d < 13; d++) MARK(PAIR(d, high));
#undef MARK
}

/* Boards that hold the triple of item k in its suit: put the straight flushes in the place of the flushes. Boards that
   an earlier item has dealt with are left out. */
OF_INLINE void count_item(const Matchup *m, const Setting *s, const Player *p, const int players, const Triple *t,
                          int k, Counters *counters)
{
    const Item *item = &s->items[k];
    const int suit = item->suit;
    const uint32_t in = s->in[suit] & ~(uint32_t)item->ranks;
    OF_ALIGN(64) int16_t weight[OF_ROW], straight[6][OF_ROW];
    (void)m;
    for (int q = 0; q < k; q++)
        if (s->items[q].suit == suit && s->items[q].ranks == item->ranks) return;
    for (int kind = 0; kind < SUIT_CLASSES; kind++) {
        memset(straight, 0, sizeof straight[0] * players);
        pairs_of_class(s->off_off[suit], s->off[suit], in, kind, weight);
        for (int other = 0; other < s->item_count; other++) {
            const Item *o = &s->items[other];
            uint32_t missing = o->ranks & ~(uint32_t)item->ranks;
            if (o->suit != suit || missing & ~in) continue;
            if (other < k) mark_pairs(weight, missing, kind, 0);
            else mark_pairs(straight[o->player], missing, kind, o->strength);
        }
        for (int j = 0; j < OF_ROW; j += LANES) {
            V v[6], w = v_load(weight + j);
            strengths_at(p, players, t, j, v);
            for (int i = 0; i < players; i++) v[i] = v_max(v[i], v_set(s->flush[suit][i]));
            tally(counters, j, v, players, v_sub(v_zero(), w));
            for (int i = 0; i < players; i++) v[i] = v_max(v[i], v_load(straight[i] + j));
            tally(counters, j, v, players, w);
        }
    }
}

/* --- Before the flop ----------------------------------------------------------------------------------------------- */

/* How many ways the ranks of a triple may come, and the pairs beside it: `pairs` for d, e < c; fewer live cards of c
   where one of the pair is c, too. The number of ways in which a and b come is a factor apart. */
typedef struct {
    int valid;
    OF_ALIGN(64) int16_t pairs[OF_ROW];
} Prefix;

static void start_prefix(const Setting *s, int c, int times, Prefix *prefix)
{
    const int live = s->live[c];
    const int ways = choose_4[live][times];
    prefix->valid = ways != 0;
    if (!ways) return;
    memset(prefix->pairs, 0, sizeof prefix->pairs);
    for (int q = 0; q < PAIR(c, 0); q++) prefix->pairs[q] = (int16_t)(ways * s->pairs[q]);
    for (int e = 0; e < c; e++)
        prefix->pairs[PAIR(c, e)] = (int16_t)((times < 4 ? choose_4[live][times + 1] : 0) * s->live[e]);
    prefix->pairs[PAIR(c, c)] = times < 3 ? choose_4[live][times + 2] : 0;
}

OF_INLINE void preflop(const Tables *t, const Matchup *m, const int players, Setting *s, Player *p, Sums *sums)
{
    Prefix prefix[13][4];
    Counters counters;
    for (int i = 0; i < players; i++) {
        for (int x = 0; x < 13; x++) fill_P(t, &p[i], x);
        fill_Y(&p[i], all_pairs, OF_PAIRS);
    }
    for (int k = 0; k < s->suit_count; k++) start_suited(s, s->suits[k]);
    for (int c = 0; c < 13; c++)
        for (int times = 1; times <= 3; times++) start_prefix(s, c, times, &prefix[c][times]);
    clear(&counters, players);
    for (int n = 0; n < TRIPLES; n++) {
        const Triple *tr = &triples_by_low[n];
        const int a = tr->a, b = tr->b, c = tr->c;
        const int times = tr->times;
        const int ways = a == c   ? 1
                         : b == c ? s->live[a]
                         : a == b ? choose_4[s->live[a]][2]
                                  : s->live[a] * s->live[b];
        const int length = prefix[c][times].valid && ways ? PAIR(c, c) + 1 : 0;
        const int16_t *pairs = prefix[c][times].pairs;
        const uint32_t ranks = 1u << a | 1u << b | 1u << c;
        int suits[4], suit_count = 0, end = length;
        if (a > b && b > c)
            for (int k = 0; k < s->suit_count; k++)
                if (!(ranks & ~(uint32_t)s->in[s->suits[k]])) suits[suit_count++] = s->suits[k];
        if (suit_count) end = OF_PAIRS;
        for (int j = 0; j < end; j += LANES) {
            V v[6], u[6], base = v_zero();
            strengths_at(p, players, tr, j, v);
            if (j < length) {
                int16_t *boards = &counters.at[0][j];
                base = v_mul(v_load(pairs + j), v_set(ways));
                v_store(boards, v_add(v_load(boards), base));
            }
            for (int k = 0; k < suit_count; k++) {
                const int suit = suits[k];
                V w = v_load(&s->suited[suit][c][j]);
                base = v_sub(base, w);
                for (int i = 0; i < players; i++) u[i] = v_max(v[i], v_set(s->flush[suit][i]));
                tally(&counters, j, u, players, w);
            }
            tally(&counters, j, v, players, base);
        }
        if (suit_count)
            for (int k = 0; k < s->item_count; k++)
                if (s->items[k].ranks == ranks && !(ranks & ~(uint32_t)s->in[s->items[k].suit]))
                    count_item(m, s, p, players, tr, k, &counters);
        if (n == TRIPLES - 1 || triples_by_low[n + 1].low != tr->low) {
            fold(m, &counters, tr->low, sums);
            clear(&counters, players);
        }
    }
}

/* --- On the flop and the turn -------------------------------------------------------------------------------------- */

/* On the turn one card of the pair lies already: the other is outside the suit, or in it (as HIGHER_SUITED). */
static void pairs_of_turn(const int *off, uint32_t in, int kind, int turn, int16_t *row)
{
    memset(row, 0, sizeof(int16_t) * OF_ROW);
    for (int r = 0; r < 13; r++) row[PAIR_OF(turn, r)] = (int16_t)(kind == NONE_SUITED ? off[r] : (int)(in >> r & 1));
}

static void mark_turn(int16_t *row, uint32_t missing, int kind, int turn, int16_t strength)
{
    for (int r = 0; r < 13; r++) {
        int16_t *at = row + PAIR_OF(turn, r);
        if (!(missing & ~(kind == HIGHER_SUITED ? 1u << r : 0)) && *at < strength) *at = strength;
    }
}

OF_INLINE void postflop(const Tables *t, const Matchup *m, const int players, Setting *s, Player *p, Sums *sums)
{
    OF_ALIGN(64) int16_t base[OF_ROW], weight[OF_ROW], straight[6][OF_ROW];
    const int turn = m->board_count == 4 ? m->board[3] >> 2 : -1;
    int r[3] = {m->board[0] >> 2, m->board[1] >> 2, m->board[2] >> 2}, swap;
    Counters counters;
    if (r[0] < r[1]) { swap = r[0]; r[0] = r[1]; r[1] = swap; }
    if (r[1] < r[2]) { swap = r[1]; r[1] = r[2]; r[2] = swap; }
    if (r[0] < r[1]) { swap = r[0]; r[0] = r[1]; r[1] = swap; }
    const Triple tr = triple_of(r[0], r[1], r[2]);
    for (int i = 0; i < players; i++) {
        for (int k = 0; k < 3; k++)
            if (k == 0 || r[k] != r[k - 1]) fill_P(t, &p[i], r[k]);
        uint8_t wanted[3] = {(uint8_t)PAIR(r[1], r[2]), (uint8_t)PAIR(r[0], r[2]), (uint8_t)PAIR(r[0], r[1])};
        fill_Y(&p[i], wanted, 3);
    }
    clear(&counters, players);
    if (turn < 0) memcpy(base, s->pairs, sizeof base);
    else pairs_of_turn(s->live, 0, NONE_SUITED, turn, base);
    memcpy(counters.at[0], base, sizeof base);
    for (int k = 0; k < s->suit_count; k++) {
        const int suit = s->suits[k], kinds = turn < 0 ? SUIT_CLASSES : LOWER_SUITED;
        const int *off = s->off[suit];
        const uint32_t in = s->in[suit];
        uint32_t on_board = 0;
        for (int i = 0; i < m->board_count; i++)
            if ((m->board[i] & 3) == suit) on_board |= 1u << (m->board[i] >> 2);
        for (int kind = 0; kind < kinds; kind++) {
            const int suited = kind == NONE_SUITED ? 0 : kind == BOTH_SUITED ? 2 : 1;
            if (of_count(on_board) + suited < 3) continue;
            memset(straight, 0, sizeof straight[0] * players);
            if (turn < 0) pairs_of_class(s->off_off[suit], off, in, kind, weight);
            else pairs_of_turn(off, in, kind, turn, weight);
            for (int n = 0; n < s->item_count; n++) {
                const Item *o = &s->items[n];
                uint32_t missing = o->ranks & ~on_board;
                if (o->suit != suit || missing & ~in) continue;
                if (turn < 0) mark_pairs(straight[o->player], missing, kind, o->strength);
                else mark_turn(straight[o->player], missing, kind, turn, o->strength);
            }
            for (int j = 0; j < OF_ROW; j += LANES) {
                V v[6], w = v_load(weight + j);
                strengths_at(p, players, &tr, j, v);
                for (int i = 0; i < players; i++)
                    v[i] = v_max(v_max(v[i], v_set(s->flush[suit][i])), v_load(straight[i] + j));
                tally(&counters, j, v, players, w);
                v_store(base + j, v_sub(v_load(base + j), w));
            }
        }
    }
    for (int j = 0; j < OF_ROW; j += LANES) {
        V v[6];
        strengths_at(p, players, &tr, j, v);
        tally(&counters, j, v, players, v_load(base + j));
    }
    fold(m, &counters, tr.low, sums);
}

/* --- Entry --------------------------------------------------------------------------------------------------------- */

OF_INLINE void equities_of(const Tables *t, const Matchup *m, const int players, int64_t *counts)
{
    Player p[6];
    Setting s;
    Sums sums;
    const int counter = counter_count(players);
    for (int k = 0; k < m->states; k++)
        for (int i = 0; i < counter; i++) sums.at[k][i] = a_zero();
    start_suits(m, &s);
    start_live(m, &s);
    for (int i = 0; i < players; i++) list_pairs(t, m->hole[i], m->hole_count, &p[i]);
    if (m->board_count) postflop(t, m, players, &s, p, &sums);
    else preflop(t, m, players, &s, p, &sums);
    for (int k = 0; k < m->states; k++)
        for (int i = 0; i < counter; i++) counts[k * counter + i] = a_sum(sums.at[k][i]);
}

static void kernel_equities(const Tables *t, const Matchup *m, int64_t *counts)
{
    switch (m->players) {                   /* constants, so that the compiler unrolls the loops over players */
    case 2: equities_of(t, m, 2, counts); break;
    case 3: equities_of(t, m, 3, counts); break;
    case 4: equities_of(t, m, 4, counts); break;
    case 5: equities_of(t, m, 5, counts); break;
    default: equities_of(t, m, 6, counts); break;
    }
}
