/* Walking the boards in rank space: see Kernels.equities and Kernels.against. Over rank_space.h and suits.h. */

/* --- Before the flop ----------------------------------------------------------------------------------------------- */

/* How many ways the ranks of a triple may come, and the pairs beside it: `pairs` for d, e < c; fewer live cards of c
   where one of the pair is c, too. The number of ways in which a and b come is a factor apart. */
typedef struct {
    int valid;
    OF_ALIGN(64) int16_t pairs[OF_ROW];
} Prefix;

typedef struct { Prefix at[13][4]; } Prefixes;

static void start_prefix(const Field *f, int c, int times, Prefix *prefix)
{
    const int live = f->live[c];
    const int ways = choose_4[live][times];
    prefix->valid = ways != 0;
    if (!ways) return;
    memset(prefix->pairs, 0, sizeof prefix->pairs);
    for (int q = 0; q < PAIR(c, 0); q++) prefix->pairs[q] = (int16_t)(ways * f->pairs[q]);
    for (int e = 0; e < c; e++)
        prefix->pairs[PAIR(c, e)] = (int16_t)((times < 4 ? choose_4[live][times + 1] : 0) * f->live[e]);
    prefix->pairs[PAIR(c, c)] = times < 3 ? choose_4[live][times + 2] : 0;
}

static void start_prefixes(const Field *f, Prefixes *prefixes)
{
    for (int c = 0; c < 13; c++)
        for (int times = 1; times <= 3; times++) start_prefix(f, c, times, &prefixes->at[c][times]);
}

/* In how many ways the ranks above c of a triple come. */
static int ways_above(const Field *f, const Triple *t)
{
    if (t->a == t->c) return 1;
    if (t->b == t->c) return f->live[t->a];
    return t->a == t->b ? choose_4[f->live[t->a]][2] : f->live[t->a] * f->live[t->b];
}

static int last_of_group(int n) { return n == TRIPLES - 1 || triples_by_low[n + 1].low != triples_by_low[n].low; }

/* Without a tie of three the counters behind those of two winners were not touched. */
static int used_counters(int players, int deep) { return players == 2 || deep ? counter_count(players) : 1 + 2 * players; }

OF_INLINE void preflop(const Matchup *m, const int players, const Field *f, Suit *suit, int suit_count,
                       const Player *p, A *sums)
{
    Prefixes prefixes;
    OF_ALIGN(64) Counter counters[MOST_COUNTERS];
    Lows lows;
    int deep = 0;
    start_prefixes(f, &prefixes);
    for (int k = 0; k < suit_count; k++) start_suited(&suit[k]);
    memset(counters, 0, sizeof(Counter) * counter_count(players));
    for (int n = 0; n < TRIPLES; n++) {
        const Triple *t = &triples_by_low[n];
        const Prefix *prefix = &prefixes.at[t->c][t->times];
        const uint32_t ranks = 1u << t->a | 1u << t->b | 1u << t->c;
        const int ways = ways_above(f, t);
        const int length = prefix->valid && ways ? PAIR(t->c, t->c) + 1 : 0;
        const Suit *here[4];
        int count = 0;
        if (t->a > t->b && t->b > t->c)
            for (int k = 0; k < suit_count; k++)
                if (!(ranks & ~suit[k].in)) here[count++] = &suit[k];
        for (int j = 0; j < (count ? OF_PAIRS : length); j += LANES) {
            V v[6], u[6], base = v_zero();
            strengths_at(p, players, t, j, v);
            if (j < length) {
                int16_t *boards = &counters[0][j];
                base = v_mul(v_load(prefix->pairs + j), v_set(ways));
                v_store(boards, v_add(v_load(boards), base));
            }
            for (int k = 0; k < count; k++) {
                V w = v_load(&here[k]->suited[t->c][j]);
                base = v_sub(base, w);
                for (int i = 0; i < players; i++) u[i] = v_max(v[i], v_set(here[k]->flush[i]));
                tally(counters, &deep, j, u, players, w);
            }
            tally(counters, &deep, j, v, players, base);
        }
        for (int k = 0; k < count; k++) count_items(here[k], p, players, t, ranks, counters, &deep);
        if (last_of_group(n)) {
            find_lows(m->state, m->states, t->low, &lows);
            fold(counters, used_counters(players, deep), &lows, sums, counter_count(players));
            deep = 0;
        }
    }
}

static uint32_t ranks_of_suit(const uint8_t *cards, int count, int suit)
{
    uint32_t ranks = 0;
    for (int i = 0; i < count; i++)
        if ((cards[i] & 3) == suit) ranks |= 1u << (cards[i] >> 2);
    return ranks;
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

OF_INLINE void postflop(const Tables *t, const Matchup *m, const int players, const Field *f, const Suit *suits,
                        const int *suit_of, int suit_count, Player *p, A *sums)
{
    OF_ALIGN(64) int16_t base[OF_ROW], weight[OF_ROW], straight[6][OF_ROW];
    const int turn = m->board_count == 4 ? m->board[3] >> 2 : -1;
    int r[3] = {m->board[0] >> 2, m->board[1] >> 2, m->board[2] >> 2}, swap;
    OF_ALIGN(64) Counter counters[MOST_COUNTERS];
    Lows lows;
    int deep = 0;
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
    memset(counters, 0, sizeof(Counter) * counter_count(players));
    if (turn < 0) memcpy(base, f->pairs, sizeof base);
    else pairs_of_turn(f->live, 0, NONE_SUITED, turn, base);
    memcpy(counters[0], base, sizeof base);
    for (int k = 0; k < suit_count; k++) {
        const Suit *s = &suits[k];
        const int kinds = turn < 0 ? SUIT_CLASSES : LOWER_SUITED;
        const uint32_t in = s->in;
        const uint32_t on_board = ranks_of_suit(m->board, m->board_count, suit_of[k]);
        for (int kind = 0; kind < kinds; kind++) {
            const int suited = kind == NONE_SUITED ? 0 : kind == BOTH_SUITED ? 2 : 1;
            if (of_count(on_board) + suited < 3) continue;
            memset(straight, 0, sizeof straight[0] * players);
            if (turn < 0) pairs_of_class(s->off_off, s->off, in, kind, weight);
            else pairs_of_turn(s->off, in, kind, turn, weight);
            for (int n = 0; n < s->item_count; n++) {
                const Item *o = &s->items[n];
                uint32_t missing = o->ranks & ~on_board;
                if (missing & ~in) continue;
                if (turn < 0) mark_pairs(straight[o->player], missing, kind, o->strength);
                else mark_turn(straight[o->player], missing, kind, turn, o->strength);
            }
            for (int j = 0; j < OF_ROW; j += LANES) {
                V v[6], w = v_load(weight + j);
                strengths_at(p, players, &tr, j, v);
                for (int i = 0; i < players; i++)
                    v[i] = v_max(v_max(v[i], v_set(s->flush[i])), v_load(straight[i] + j));
                tally(counters, &deep, j, v, players, w);
                v_store(base + j, v_sub(v_load(base + j), w));
            }
        }
    }
    for (int j = 0; j < OF_ROW; j += LANES) {
        V v[6];
        strengths_at(p, players, &tr, j, v);
        tally(counters, &deep, j, v, players, v_load(base + j));
    }
    find_lows(m->state, m->states, tr.low, &lows);
    fold(counters, used_counters(players, deep), &lows, sums, counter_count(players));
}

/* --- Known hands --------------------------------------------------------------------------------------------------- */

OF_INLINE void equities_of(const Tables *t, const Matchup *m, const int players, int64_t *counts)
{
    Player p[6];
    Suit suits[4];
    Field field;
    A sums[OF_STATES * MOST_COUNTERS];
    const int counters = counter_count(players);
    int suit_of[4], suit_count = 0;
    for (int k = 0; k < m->states * counters; k++) sums[k] = a_zero();
    for (int r = 0; r < 13; r++) {
        field.live[r] = 0;
        for (int suit = 0; suit < 4; suit++) field.live[r] += m->live[suit] >> r & 1;
    }
    fill_pairs(field.live, field.pairs);
    for (int suit = 0; suit < 4; suit++) {
        uint32_t held[6];
        for (int i = 0; i < players; i++) held[i] = ranks_of_suit(m->hole[i], m->hole_count, suit);
        if (start_suit(&suits[suit_count], players, held, ranks_of_suit(m->board, m->board_count, suit),
                       m->live[suit], field.live))
            suit_of[suit_count++] = suit;
    }
    for (int i = 0; i < players; i++) list_pairs(t, m->hole[i], m->hole_count, &p[i]);
    if (m->board_count) postflop(t, m, players, &field, suits, suit_of, suit_count, p, sums);
    else {
        for (int i = 0; i < players; i++) fill_player(t, &p[i]);
        preflop(m, players, &field, suits, suit_count, p, sums);
    }
    for (int k = 0; k < m->states * counters; k++) counts[k] = a_sum(sums[k]);
}

static void kernel_equities(const Tables *t, const Matchup *m, int64_t *counts)
{
    /* Constants for what is asked most, so that the compiler unrolls the loops over players. */
    switch (m->players) {
    case 2: equities_of(t, m, 2, counts); break;
    case 3: equities_of(t, m, 3, counts); break;
    case 6: equities_of(t, m, 6, counts); break;
    default: equities_of(t, m, m->players, counts); break;
    }
}

/* --- A known hand against all hands of some ranks ------------------------------------------------------------------ */

/* Every hand of one rank multiset plays alike but for suits. So the boards are walked once with suits ignored, and once
   for each layer: a suit, with the ranks of it that the unknown hand holds. The caller knows how many hands are behind
   each, and multiplies. All layers share the strengths V, which know no suits. */
static void kernel_against(const Tables *t, const Against *a, int64_t *counts)
{
    enum { STATES = 4, COUNTERS = 3 };
    Player p[2];
    Suit suits[OF_LAYERS];
    OF_ALIGN(64) Counter base[COUNTERS], change[OF_LAYERS][COUNTERS];
    A sums[(1 + OF_LAYERS) * STATES * COUNTERS];
    Field field;
    Prefixes prefixes;
    Lows lows;
    int deep = 0;
    memcpy(field.live, a->live, sizeof field.live);
    fill_pairs(field.live, field.pairs);
    start_prefixes(&field, &prefixes);
    memset(base, 0, sizeof base);
    memset(change, 0, sizeof change[0] * a->layers);
    for (int k = 0; k < (1 + a->layers) * STATES * COUNTERS; k++) sums[k] = a_zero();
    for (int i = 0; i < 2; i++) {
        list_pairs(t, a->hole[i], a->hole_count, &p[i]);
        fill_player(t, &p[i]);
    }
    for (int k = 0; k < a->layers; k++) {
        const uint32_t held[2] = {a->held[k][0], a->held[k][1]};
        start_suit(&suits[k], 2, held, 0, a->still[k], field.live);
        start_suited(&suits[k]);
    }
    for (int n = 0; n < TRIPLES; n++) {
        const Triple *tr = &triples_by_low[n];
        const Prefix *prefix = &prefixes.at[tr->c][tr->times];
        const uint32_t ranks = 1u << tr->a | 1u << tr->b | 1u << tr->c;
        const int ways = ways_above(&field, tr);
        const int length = prefix->valid && ways ? PAIR(tr->c, tr->c) + 1 : 0;
        int here[OF_LAYERS], count = 0;
        if (tr->a > tr->b && tr->b > tr->c)
            for (int k = 0; k < a->layers; k++)
                if (!(ranks & ~suits[k].in)) here[count++] = k;
        for (int j = 0; j < (count ? OF_PAIRS : length); j += LANES) {
            V v[2], u[2];
            strengths_at(p, 2, tr, j, v);
            if (j < length) {
                const V w = v_mul(v_load(prefix->pairs + j), v_set(ways));
                v_store(&base[0][j], v_add(v_load(&base[0][j]), w));
                tally(base, &deep, j, v, 2, w);
            }
            const M first = m_gt(v[0], v[1]), both = m_eq(v[0], v[1]);
            for (int k = 0; k < count; k++) {
                const Suit *s = &suits[here[k]];
                Counter *at = change[here[k]];
                const V w = v_load(&s->suited[tr->c][j]);
                for (int i = 0; i < 2; i++) u[i] = v_max(v[i], v_set(s->flush[i]));
                v_store(&at[1][j], v_sub(v_add_where(m_gt(u[0], u[1]), v_load(&at[1][j]), w), v_keep(first, w)));
                v_store(&at[2][j], v_sub(v_add_where(m_eq(u[0], u[1]), v_load(&at[2][j]), w), v_keep(both, w)));
            }
        }
        for (int k = 0; k < count; k++) count_items(&suits[here[k]], p, 2, tr, ranks, change[here[k]], &deep);
        if (!last_of_group(n)) continue;
        find_lows(a->state, a->states, tr->low, &lows);
        fold(base, COUNTERS, &lows, sums, COUNTERS);
        /* The changes of a suit stay small: without lows they can wait for the end. */
        if (a->states > 1 || n == TRIPLES - 1)
            for (int k = 0; k < a->layers; k++)
                fold(change[k], COUNTERS, &lows, sums + (1 + k) * STATES * COUNTERS, COUNTERS);
    }
    for (int k = 0; k < (1 + a->layers) * STATES * COUNTERS; k++) counts[k] = a_sum(sums[k]);
}
