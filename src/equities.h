/* Walking the boards in rank space: see Kernels.equities and Kernels.against. Over rank_space.h and suits.h. */

enum {
    STATES_AT_ONCE = 16,                    /* outcomes of the low that one walk tells apart */
    MOST_PLAYERS = 6,
    MOST_COUNTERS = 2 * MOST_PLAYERS,
    MOST_DEEP = (MOST_PLAYERS - 2) * MOST_PLAYERS
};

/* --- Counting ------------------------------------------------------------------------------------------------------ */

/* Boards by outcome of the high hand, a lane each, over the triples of one group. Of two players: the first wins alone,
   both win. Of more: player i wins alone (i), is one of two (players + i). */
typedef struct {
    V of[MOST_COUNTERS];
    V flush[4];                             /* three players and more: the holder of a suit wins alone */
} Counters;

/* Ties of three and more, which are rare: player i is one of k at (k - 3) players + i. */
typedef struct {
    unsigned any;                           /* for which k, as bits, there has been one; the others are not clear */
    OF_ALIGN(64) int16_t at[MOST_DEEP][LANES];
} Ties;

OF_INLINE int counters_of(const int players) { return players == 2 ? 2 : 2 * players; }

OF_INLINE void clear(Counters *n, const int players)
{
    for (int k = 0; k < counters_of(players); k++) n->of[k] = v_zero();
    for (int s = 0; s < (players > 2 ? 4 : 0); s++) n->flush[s] = v_zero();
}

/* Count a weight for a player who wins alone; of two players the second has no counter. */
OF_INLINE void count_alone(Counters *n, const int players, int winner, V weight)
{
    for (int i = 0; i < (players == 2 ? 1 : players); i++)
        if (i == winner) n->of[i] = v_add(n->of[i], weight);
}

static OF_NOINLINE void count_ties(Ties *ties, const V *v, V best, V winners, int players, V weight)
{
    for (int k = 3; k <= players; k++) {
        const M so_many = m_eq(winners, v_set(k));
        const V share = v_keep(so_many, weight);
        if (!m_any(so_many)) continue;
        if (!(ties->any >> k & 1)) memset(ties->at[(k - 3) * players], 0, sizeof ties->at[0] * (size_t)players);
        ties->any |= 1u << k;
        for (int i = 0; i < players; i++) {
            int16_t *at = ties->at[(k - 3) * players + i];
            v_store(at, v_add_where(m_eq(v[i], best), v_load(at), share));
        }
    }
}

/* Count a weight in each lane for the winners there, suits ignored. */
OF_INLINE void count_winners(Counters *n, Ties *ties, const V *v, V best, const int players, V weight)
{
    if (players == 2) {
        n->of[0] = v_add_where(m_gt(v[0], v[1]), n->of[0], weight);
        n->of[1] = v_add_where(m_eq(v[0], v[1]), n->of[1], weight);
        return;
    }
    M wins[MOST_PLAYERS];
    V winners = v_zero();
    for (int i = 0; i < players; i++) {
        wins[i] = m_eq(v[i], best);
        winners = v_count(wins[i], winners);
    }
    const V alone = v_keep(m_eq(winners, v_set(1)), weight), two = v_keep(m_eq(winners, v_set(2)), weight);
    for (int i = 0; i < players; i++) {
        n->of[i] = v_add_where(wins[i], n->of[i], alone);
        n->of[players + i] = v_add_where(wins[i], n->of[players + i], two);
    }
    if (of_unlikely(m_any(m_gt(winners, v_set(2))))) {
        V copy[MOST_PLAYERS];               /* so that the others stay in registers */
        for (int i = 0; i < players; i++) copy[i] = v[i];
        count_ties(ties, copy, best, winners, players, weight);
    }
}

OF_INLINE V best_of(const V *v, const int players)
{
    V best = v[0];
    for (int i = 1; i < players; i++) best = v_max(best, v[i]);
    return best;
}

/* --- The low ------------------------------------------------------------------------------------------------------- */

/* What is counted: counts[state][1 + players * players], for two players counts[state][3]. */
typedef struct {
    int players, stride;
    int states, first;                      /* outcomes of the low, and the first of those that this walk tells apart */
    const uint8_t *state;                   /* low mask of a board -> its outcome */
    uint64_t present[256];                  /* low mask of a triple -> the outcomes, as bits, that its boards may have */
    int64_t *counts;
    A *sums;                                /* [state - first][counter], at most STATES_AT_ONCE */
} Answer;

static void start_answer(Answer *a, int players, int states, const uint8_t *state, A *sums, int64_t *counts)
{
    a->sums = sums;
    a->players = players;
    a->stride = players == 2 ? 3 : 1 + players * players;
    a->states = states;
    a->first = 0;
    a->state = state;
    a->counts = counts;
    memset(counts, 0, sizeof *counts * (size_t)(a->stride * states));
}

OF_INLINE int states_at_once(const Answer *a)
{
    return a->states - a->first < STATES_AT_ONCE ? a->states - a->first : STATES_AT_ONCE;
}

static void clear_sums(Answer *a)
{
    for (int s = 0; s < states_at_once(a); s++)
        for (int k = 0; k < counters_of(a->players); k++) a->sums[s * counters_of(a->players) + k] = a_zero();
}

static void add_sums(Answer *a)
{
    for (int s = 0; s < states_at_once(a); s++)
        for (int k = 0; k < counters_of(a->players); k++)
            a->counts[(a->first + s) * a->stride + 1 + k] += a_sum(a->sums[s * counters_of(a->players) + k]);
}

/* The outcome of the low in each lane beside a triple of one low mask. */
OF_INLINE void find_states(const uint8_t *state, int low, int j, int16_t *of)
{
    pick_bytes(state, (uint8_t)low, pair_low + j, of);
}

/* Add the counters in some lanes to the sums of an outcome of the low. */
OF_INLINE void add_where(Answer *a, const Counters *n, const Ties *ties, const int players, int state, M here)
{
    A *sums = a->sums + state * counters_of(players);
    for (int k = 0; k < counters_of(players); k++) sums[k] = a_add(sums[k], v_keep(here, n->of[k]), v_set(1));
    for (unsigned any = players > 2 ? ties->any : 0; any; any &= any - 1) {
        const int first = (of_lowest(any) - 3) * players;
        int64_t *counts = a->counts + (a->first + state) * a->stride + 1 + 2 * players + first;
        for (int i = 0; i < players; i++)
            counts[i] += a_sum(a_add(a_zero(), v_keep(here, v_load(ties->at[first + i])), v_set(1)));
    }
}

/* Add the counters of boards whose triples share a low mask to the sums of each outcome of the low. */
OF_INLINE void add_counters(Answer *a, Counters *n, Ties *ties, const int players, const Suit *suits, int suit_count, int low, int j)
{
    const V one = v_set(1);
    if (players > 2)
        for (int s = 0; s < suit_count; s++) count_alone(n, players, suits[s].holder, n->flush[s]);
    if (a->states == 1 || !low) {
        if (a->first == 0) add_where(a, n, ties, players, 0, m_eq(one, one));
    } else {
        OF_ALIGN(64) int16_t of[LANES];
        find_states(a->state, low, j, of);
        for (uint64_t states = a->present[low] >> a->first & ((1 << STATES_AT_ONCE) - 1); states; states &= states - 1) {
            const int state = of_lowest(states);
            add_where(a, n, ties, players, state, m_eq(v_load(of), v_set(a->first + state)));
        }
    }
    if (players > 2) ties->any = 0;
}

static void add_boards(Answer *a, int low, int64_t boards) { a->counts[a->state[low] * a->stride] += boards; }

/* How many boards there are behind each outcome of the low, before the flop. The boards of a low mask have a card of each
   of its ranks; n[m] is the product of how many of these there are, and the others are high cards or pair them up: of a
   rank with n cards two come in n (n - 1) / 2 ways, three in n (n - 1) (n - 2) / 6. */
static void count_boards(const int *live, Answer *a)
{
    int64_t n[256] = {1};
    int once[256] = {0}, squares[256] = {0}, twice[256] = {0};     /* sums of n - 1, its square, (n - 1) (n - 2) */
    int64_t cards = 0, high = 0, with_low = 0;
    for (int r = 0; r < 13; r++) {
        cards += live[r];
        if (!low_bits[r]) high += live[r];
    }
    for (int mask = 1; a->states > 1 && mask < 256; mask++) {
        const int rank = (of_lowest((unsigned)mask) + 12) % 13, rest = mask & (mask - 1), more = live[rank] - 1;
        int64_t boards;
        n[mask] = n[rest] * live[rank];
        once[mask] = once[rest] + more;
        squares[mask] = squares[rest] + more * more;
        twice[mask] = twice[rest] + more * (more - 1);
        if (!a->state[mask]) continue;
        switch (of_count((unsigned)mask)) {
        case 3:
            boards = n[mask] * (6 * high * (high - 1 + once[mask]) + 2 * twice[mask]
                                + 3 * (once[mask] * once[mask] - squares[mask]) / 2) / 12;
            break;
        case 4: boards = n[mask] * (2 * high + once[mask]) / 2; break;
        default: boards = n[mask]; break;
        }
        add_boards(a, mask, boards);
        with_low += boards;
    }
    add_boards(a, 0, cards * (cards - 1) * (cards - 2) / 6 * (cards - 3) / 4 * (cards - 4) / 5 - with_low);
}

/* The same with one or two cards to come on a flop or turn with these low ranks. */
static void count_runouts(const ByRank *live, int low, int missing, Answer *a)
{
    const int cards = of_count(live->bit[0]) + 2 * of_count(live->bit[1]) + 4 * of_count(live->bit[2]);
    int count[9] = {0};                     /* high cards, and those of each low rank */
    if (a->states == 1) {
        add_boards(a, low, missing == 1 ? cards : cards * (cards - 1) / 2);
        return;
    }
    for (int r = 0; r < 13; r++)
        for (int k = 0; k < 3; k++)
            count[low_bits[r] ? 1 + of_lowest(low_bits[r]) : 0] += (int)(live->bit[k] >> r & 1) << k;
    for (int x = 0; x < 9; x++) {
        const int with = low | (1 << x) >> 1;
        if (missing == 1) {
            add_boards(a, with, count[x]);
            continue;
        }
        add_boards(a, with, count[x] * (count[x] - 1) / 2);
        for (int y = 0; y < x; y++) add_boards(a, with | (1 << y) >> 1, count[x] * count[y]);
    }
}

/* The outcomes, as bits, that boards with two more cards beside a low mask may have. */
static uint64_t outcomes_beside(const Answer *a, int low)
{
    uint64_t outcomes = 0;
    for (int x = 0; a->states > 1 && x < 9; x++)
        for (int y = 0; y <= x; y++) outcomes |= UINT64_C(1) << a->state[low | (1 << x | 1 << y) >> 1];
    return outcomes;
}

/* The same for every low mask of a triple: first with one card more, then with two. */
static void find_present(Answer *a)
{
    if (a->states == 1) return;
    for (int low = 0; low < 256; low++) a->present[low] = UINT64_C(1) << a->state[low];
    for (int cards = 1; cards <= 2; cards++)                    /* upwards: the masks with one bit more still wait */
        for (int low = 0; low < 256; low++)
            if (of_count((unsigned)low) <= 5 - cards)
                for (int bit = 1; bit < 256; bit <<= 1) a->present[low] |= a->present[low | bit];
}

/* --- Before the flop ----------------------------------------------------------------------------------------------- */

/* The strengths of every player beside a triple in one block, suits ignored. */
OF_INLINE void strengths_at(const Player *p, const Column *y, const int players, const Triple *t, V *v)
{
    for (int i = 0; i < players; i++)
        v[i] = v_max(v_max(v_load(&y[i].at[t->ab]), v_load(&y[i].at[t->ac])),
                     v_max(v_load(&y[i].at[t->bc]), v_set((&p[i].with[0][0])[t->abc])));
}

/* What the walk reads, for one block: in how many ways the pairs come beside a triple, see start_beside; and beside a
   triple of a suit, by its lowest rank, with a row of zeros for triples that the suit does not hold. */
typedef struct {
    uint8_t suits_of[13];                   /* the suits, as bits, of which a rank may come */
    OF_ALIGN(64) int16_t beside[BESIDE][LANES];
    OF_ALIGN(64) int16_t suited[4][1 + 13][LANES];
} Weights;

/* For two players the sums of those rows over each subset of the suits: all of them, negative, and those of which the
   first player is the holder. */
typedef struct {
    OF_ALIGN(64) int16_t less[13][SUBSETS][LANES], first[13][SUBSETS][LANES];
} Subsets;

static void start_weights(const Field *f, const Suit *suits, int suit_count, int j, Weights *w)
{
    for (int r = 0; r < 13; r++) {
        w->suits_of[r] = 0;
        for (int s = 0; s < suit_count; s++) w->suits_of[r] |= (uint8_t)((suits[s].in >> r & 1) << s);
    }
    start_beside(f, j, w->beside);
    for (int s = 0; s < 4; s++) v_store(w->suited[s][0], v_zero());
    for (int s = 0; s < suit_count; s++) {
        const Suited pairs = suited_pairs(&suits[s], j);
        for (int c = 0; c < 13; c++) v_store(w->suited[s][1 + c], beside_triple(&pairs, c));
    }
}

static void start_subsets(const Weights *w, const Suit *suits, int suit_count, Subsets *sums)
{
    for (int c = 0; c < 13; c++) {
        v_store(sums->less[c][0], v_zero());
        v_store(sums->first[c][0], v_zero());
        for (int s = 0; s < suit_count; s++) {
            const V row = v_load(w->suited[s][1 + c]), mine = suits[s].holder == 0 ? row : v_zero();
            for (int subset = 0; subset < 1 << s; subset++) {
                v_store(sums->less[c][subset | 1 << s], v_sub(v_load(sums->less[c][subset]), row));
                v_store(sums->first[c][subset | 1 << s], v_add(v_load(sums->first[c][subset]), mine));
            }
        }
    }
}

/* What a block of a triple comes to for two players: who is ahead with suits ignored, and whether a flush would win; and
   the outcome of the low. */
enum { AHEAD = 1, EVEN = 2, FLUSH_WINS = 4, STATE = 8 };

/* What a walk is given. outcomes: where to note what each triple comes to, see AHEAD, or NULL. */
typedef struct {
    const Field *field;
    const Weights *weights;
    const Subsets *subsets;
    const Player *players;
    const Column *columns;
    int suit_count;
    int16_t (*outcomes)[LANES];
} Walk;

/* Some triples of a group in one block. reach: do their own pairs d, e <= c reach the block? */
OF_INLINE void walk(const Walk *w, Counters *n, Ties *ties, const int players, const Triple *t, int count, const int reach,
                    const int different)
{
    const V a_flush = v_set(A_FLUSH);
    for (; count > 0; count--, t++) {
        V v[MOST_PLAYERS], weight = v_zero();
        strengths_at(w->players, w->columns, players, t, v);
        const V best = best_of(v, players);
        if (reach) weight = v_mul(v_load(&w->weights->beside[0][0] + t->beside), v_set(w->field->ways[t->ways]));
        if (different) {
            const M flush_wins = m_gt(a_flush, best);
            const uint8_t *suits_of = w->weights->suits_of;
            const unsigned suits = suits_of[t->a] & suits_of[t->b] & suits_of[t->c];
            if (players == 2 && w->subsets) {
                const V less = v_load(&w->subsets->less[0][0][0] + t->suited + suits * LANES);
                const V first = v_load(&w->subsets->first[0][0][0] + t->suited + suits * LANES);
                n->of[0] = v_add_where(flush_wins, n->of[0], first);
                weight = reach ? v_add_where(flush_wins, weight, less) : v_keep(flush_wins, less);
            } else if (players > 2) {
                V all = v_zero();
                for (int s = 0; s < 4; s++) {               /* all four, so that the loop is unrolled */
                    const V suited = v_load(w->weights->suited[s][suits >> s & 1 ? 1 + t->c : 0]);
                    n->flush[s] = v_add_where(flush_wins, n->flush[s], suited);
                    all = v_add(all, suited);
                }
                weight = v_sub(weight, v_keep(flush_wins, all));
            }
            if (w->outcomes) {
                const V order = v_add(v_keep(m_gt(v[0], v[1]), v_set(AHEAD)), v_keep(m_eq(v[0], v[1]), v_set(EVEN)));
                v_store(w->outcomes[t->number], v_add(order, v_keep(flush_wins, v_set(FLUSH_WINS))));
            }
        }
        count_winners(n, ties, v, best, players, weight);
    }
}

/* A group in one block. */
OF_INLINE void walk_group(const Walk *w, Counters *n, Ties *ties, const int players, const Partition *by, const Group *g, int j)
{
    const Triple *t = &by->triples[g->first];
    const int reach = g->reach[j / LANES][0];
    clear(n, players);
    walk(w, n, ties, players, t, reach, 1, 1);
    if (w->suit_count || w->outcomes) walk(w, n, ties, players, t + reach, g->different - reach, 0, 1);
    walk(w, n, ties, players, t + g->different, g->reach[j / LANES][1], 1, 0);
}

/* Boards on which an item is the strongest: its player wins alone, instead of the holder or the winners without it. */
static OF_NOINLINE void count_items(Answer *a, const Suit *suits, int suit_count, const Player *p, const Column *y,
                                    const int players, int j)
{
    for (int s = 0; s < suit_count; s++)
        for (int k = 0; k < suits[s].item_count; k++) {
            const Item *item = &suits[s].items[k];
            const uint32_t ranks = item->ranks;
            const Triple t = triple_of(of_highest(ranks), of_lowest(ranks & (ranks - 1)), of_lowest(ranks));
            const V weight = ways_of_item(&suits[s], k, ranks, -1, j);
            V v[MOST_PLAYERS];
            Counters n;
            Ties ties;
            ties.any = 0;
            clear(&n, players);
            strengths_at(p, y, players, &t, v);
            const V best = best_of(v, players), kept = v_keep(m_gt(v_set(A_FLUSH), best), weight);
            count_alone(&n, players, item->player, weight);
            count_alone(&n, players, suits[s].holder, v_sub(v_zero(), kept));
            count_winners(&n, &ties, v, best, players, v_sub(kept, weight));
            add_counters(a, &n, &ties, players, suits, 0, low_bits[t.a] | low_bits[t.b] | low_bits[t.c], j);
        }
}

/* p, y, subsets: room, the last for two players only. */
OF_INLINE void preflop(Answer *a, const Tables *t, const Matchup *m, const Suit *suits, int suit_count, Player *p, Column *y,
                       Subsets *subsets, const int players)
{
    const Partition *by = &partitions[a->states > 1];
    Weights weights;
    Field field;
    Counters n;
    Ties ties;
    const Walk w = {&field, &weights, subsets, p, y, suit_count, NULL};
    int live[13];
    for (int r = 0; r < 13; r++) {
        live[r] = 0;
        for (int suit = 0; suit < 4; suit++) live[r] += m->live[suit] >> r & 1;
    }
    start_field(live, &field);
    if (a->first == 0) {
        count_boards(live, a);
        find_present(a);
    }
    for (int i = 0; i < players; i++) fill_player(t, m->hole[i], m->hole_count, &p[i]);
    ties.any = 0;
    for (int j = 0; j < OF_PAIRS; j += LANES) {
        start_weights(&field, suits, suit_count, j, &weights);
        if (players == 2) start_subsets(&weights, suits, suit_count, subsets);
        for (int i = 0; i < players; i++) fill_column(t, &p[i], j, &y[i]);
        for (const Group *g = by->groups; g < by->groups + by->count; g++) {
            walk_group(&w, &n, &ties, players, by, g, j);
            add_counters(a, &n, &ties, players, suits, suit_count, g->low, j);
        }
        count_items(a, suits, suit_count, p, y, players, j);
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

/* The flop is the triple, the other two cards are the pair; on the turn the one that lies is one of every pair. */
OF_INLINE void postflop(Answer *a, const Tables *t, const Matchup *m, const ByRank *live, const Suit *suits, int suit_count,
                        const int players)
{
    static const ByRank none = {{0, 0, 0}};
    OF_ALIGN(64) int16_t rows[MOST_PLAYERS][OF_ROW + LANES];    /* what the last row is written too long */
    const int turn = m->board_count == 4 ? m->board[3] >> 2 : -1;
    const int flop[3] = {m->board[0] >> 2, m->board[1] >> 2, m->board[2] >> 2};
    const int low = low_bits[flop[0]] | low_bits[flop[1]] | low_bits[flop[2]];
    Counters n;
    Ties ties;
    if (a->first == 0) count_runouts(live, turn < 0 ? low : low | low_bits[turn], turn < 0 ? 2 : 1, a);
    a->present[low] = outcomes_beside(a, low);
    for (int i = 0; i < players; i++) fill_row(t, m->hole[i], m->hole_count, flop, rows[i]);
    ties.any = 0;
    for (int j = 0; j < OF_PAIRS; j += LANES) {
        V v[MOST_PLAYERS], weight = turn < 0 ? pairs_of_cards(live, j) : beside_one(turn, live, 0, j);
        clear(&n, players);
        for (int i = 0; i < players; i++) v[i] = v_load(rows[i] + j);
        const V best = best_of(v, players);
        const M flush_wins = m_gt(v_set(A_FLUSH), best);
        for (int s = 0; s < suit_count; s++) {
            const int count = of_count(suits[s].on_board);
            V suited;
            if (turn >= 0) suited = beside_one(turn, count < 3 ? &none : &suits[s].off, suits[s].in, j);
            else {
                const Outside o = outside(&suits[s], j);
                suited = both_suited(&o, suits[s].in, j);
                if (count >= 2) suited = v_add(suited, one_suited(&o, suits[s].in, j));
                if (count == 3) suited = v_add(suited, o.none);
            }
            for (int k = 0; k < suits[s].item_count; k++) {
                const V ways = ways_of_item(&suits[s], k, suits[s].on_board, turn, j);
                suited = v_sub(suited, ways);
                weight = v_sub(weight, ways);
                count_alone(&n, players, suits[s].items[k].player, ways);
            }
            suited = v_keep(flush_wins, suited);
            weight = v_sub(weight, suited);
            count_alone(&n, players, suits[s].holder, suited);
        }
        count_winners(&n, &ties, v, best, players, weight);
        add_counters(a, &n, &ties, players, suits, 0, low, j);
    }
}

/* --- Known hands --------------------------------------------------------------------------------------------------- */

/* The suits that may change anything, those of which the first player is the holder first. */
static int start_suits(const Matchup *m, const ByRank *live, Suit *suits)
{
    int count = 0, first = 0;
    for (int suit = 0; suit < 4; suit++) {
        uint32_t held[MOST_PLAYERS];
        for (int i = 0; i < m->players; i++) held[i] = ranks_of_suit(m->hole[i], m->hole_count, suit);
        if (!start_suit(&suits[count], m->players, held, ranks_of_suit(m->board, m->board_count, suit), m->live[suit],
                        5 - m->board_count, live))
            continue;
        if (suits[count].holder == 0) {
            const Suit swap = suits[count];
            suits[count] = suits[first];
            suits[first++] = swap;
        }
        count++;
    }
    return count;
}

typedef void Preflop(Answer *a, const Tables *t, const Matchup *m, const Suit *suits, int suit_count);

OF_INLINE void equities_of(const Tables *t, const Matchup *m, A *sums, Preflop *before_the_flop, const int players,
                           int64_t *counts)
{
    Suit suits[4];
    Answer a;
    const ByRank live = cards_in(m->live);
    const int suit_count = start_suits(m, &live, suits);
    start_answer(&a, players, m->states, m->state, sums, counts);
    for (; a.first < a.states; a.first += STATES_AT_ONCE) {
        clear_sums(&a);
        if (m->board_count) postflop(&a, t, m, &live, suits, suit_count, players);
        else before_the_flop(&a, t, m, suits, suit_count);
        add_sums(&a);
    }
}

/* Two functions for a number of players, as a thread may have a small stack: no frame is larger than 64 kB. */
#if defined(OF_PLAIN) || defined(__SANITIZE_ADDRESS__)      /* which take compilers minutes if there are five of them */

static OF_NOINLINE void preflop_any(Answer *a, const Tables *t, const Matchup *m, const Suit *suits, int suit_count)
{
    Player p[MOST_PLAYERS];
    Column y[MOST_PLAYERS];
    Subsets subsets;
    preflop(a, t, m, suits, suit_count, p, y, &subsets, m->players);
}

static void kernel_equities(const Tables *t, const Matchup *m, int64_t *counts)
{
    A sums[STATES_AT_ONCE * MOST_COUNTERS];
    equities_of(t, m, sums, preflop_any, m->players, counts);
}

#else

/* Each number of players is a constant, so that the loops over them are unrolled and counters stay in registers. */
static OF_NOINLINE void preflop_2(Answer *a, const Tables *t, const Matchup *m, const Suit *suits, int suit_count)
{
    Player p[2];
    Column y[2];
    Subsets subsets;
    preflop(a, t, m, suits, suit_count, p, y, &subsets, 2);
}

static OF_NOINLINE void equities_2(const Tables *t, const Matchup *m, int64_t *counts)
{
    A sums[4 * 2];
    equities_of(t, m, sums, preflop_2, 2, counts);
}

#define OF_EQUITIES(n)                                                                                                 \
    static OF_NOINLINE void preflop_##n(Answer *a, const Tables *t, const Matchup *m, const Suit *suits, int suit_count) \
    {                                                                                                                  \
        Player p[n];                                                                                                   \
        Column y[n];                                                                                                   \
        preflop(a, t, m, suits, suit_count, p, y, NULL, n);                                                            \
    }                                                                                                                  \
    static OF_NOINLINE void equities_##n(const Tables *t, const Matchup *m, int64_t *counts)                           \
    {                                                                                                                  \
        A sums[STATES_AT_ONCE * 2 * n];                                                                                \
        equities_of(t, m, sums, preflop_##n, n, counts);                                                               \
    }
OF_EQUITIES(3)
OF_EQUITIES(4)
OF_EQUITIES(5)
OF_EQUITIES(6)

static void kernel_equities(const Tables *t, const Matchup *m, int64_t *counts)
{
    switch (m->players) {
    case 2: equities_2(t, m, counts); break;
    case 3: equities_3(t, m, counts); break;
    case 4: equities_4(t, m, counts); break;
    case 5: equities_5(t, m, counts); break;
    default: equities_6(t, m, counts); break;
    }
}

#endif

/* --- A known hand against all hands of some ranks ------------------------------------------------------------------ */

/* One suit of hands that hold the same ranks of it: what it changes in one block, over the triples of its ranks. */
OF_INLINE void count_layer(const Suit *s, int16_t (*outcomes)[LANES], const int states, int j, int64_t *counts)
{
    const Suited pairs = suited_pairs(s, j);
    const V one = v_set(1);
    const int changed = s->holder == 0 ? FLUSH_WINS : FLUSH_WINS + AHEAD;      /* the other player was ahead */
    V even[4], other[4];
    int ranks[13], count = 0;
    for (uint32_t in = s->in; in; in &= in - 1) ranks[count++] = of_lowest(in);
    for (int k = 0; k < states; k++) even[k] = other[k] = v_zero();
    for (int z = 0; z < count; z++) {
        const V weight = beside_triple(&pairs, ranks[z]);
        for (int y = z + 1; y < count; y++)
            for (int x = y + 1; x < count; x++) {
                const V outcome = v_load(outcomes[NUMBER(ranks[x], ranks[y], ranks[z])]);
                for (int k = 0; k < states; k++) {
                    even[k] = v_add_where(m_eq(outcome, v_set(STATE * k + FLUSH_WINS + EVEN)), even[k], weight);
                    other[k] = v_add_where(m_eq(outcome, v_set(STATE * k + changed)), other[k], weight);
                }
            }
    }
    for (int k = 0; k < states; k++) {
        const int64_t both = a_sum(a_add(a_zero(), even[k], one)), alone = a_sum(a_add(a_zero(), other[k], one));
        counts[3 * k + 1] += s->holder == 0 ? both + alone : -alone;
        counts[3 * k + 2] -= both;
    }
}

/* Its straight flushes, as count_items. */
static OF_NOINLINE void count_layer_items(const Suit *s, int16_t (*outcomes)[LANES], int states, int j, int64_t *counts)
{
    for (int i = 0; i < s->item_count; i++) {
        const uint32_t ranks = s->items[i].ranks;
        const V weight = ways_of_item(s, i, ranks, -1, j);
        const V outcome = v_load(outcomes[NUMBER(of_highest(ranks), of_lowest(ranks & (ranks - 1)), of_lowest(ranks))]);
        for (int code = 0; code < STATE * states; code++) {
            const int kind = code % STATE, ahead = kind == AHEAD || (kind & FLUSH_WINS && s->holder == 0);
            const int64_t boards = a_sum(a_add(a_zero(), v_keep(m_eq(outcome, v_set(code)), weight), v_set(1)));
            counts[code / STATE * 3 + 1] += boards * ((s->items[i].player == 0) - ahead);
            counts[code / STATE * 3 + 2] -= boards * (kind == EVEN);
        }
    }
}

/* The known hand, prepared once for all groups of hands against it: the player, and his columns block after block. They
   are copied, as the caller's room for them is not aligned. */
OF_INLINE void known_player(const Tables *t, Against *a, Player *p)
{
    if (!a->prepared) {
        fill_player(t, a->hole[0], a->hole_count, p);
        memcpy(a->hero, p, sizeof *p);
        for (int k = 0; k < BLOCKS; k++) {
            Column y;
            fill_column(t, p, k * LANES, &y);
            memcpy(a->hero + sizeof *p + (size_t)k * sizeof y, &y, sizeof y);
        }
        a->prepared = 1;
    }
    memcpy(p, a->hero, sizeof *p);
}

OF_INLINE void known_column(const Against *a, int j, Column *y)
{
    memcpy(y, a->hero + sizeof(Player) + (size_t)(j / LANES) * sizeof *y, sizeof *y);
}

typedef char hero_fits[sizeof(Player) + BLOCKS * sizeof(Column) <= OF_HERO ? 1 : -1];

/* Every hand of one rank multiset plays alike but for suits. So the boards are walked once with suits ignored, and once
   for each layer: a suit, with the ranks of it that the unknown hand holds. The caller knows how many hands are behind
   each, and multiplies. The layers share what the walk found out, which knows no suits. */
static void kernel_against(const Tables *t, Against *a, int64_t *counts)
{
    const Partition *by = &partitions[a->states > 1];
    Player p[2];
    Column y[2];
    Field field;
    Weights w;
    Answer base;
    A sums[4 * 2];
    Counters n;
    Suit suits[OF_LAYERS];
    OF_ALIGN(64) int16_t outcomes[DIFFERENT][LANES];
    const Walk walk_of_two = {&field, &w, NULL, p, y, 0, outcomes};
    start_field(a->live, &field);
    start_answer(&base, 2, a->states, a->state, sums, counts);
    memset(counts, 0, sizeof *counts * (size_t)(12 * (1 + a->layers)));
    count_boards(a->live, &base);
    find_present(&base);
    clear_sums(&base);
    known_player(t, a, &p[0]);
    fill_player(t, a->hole[1], a->hole_count, &p[1]);
    for (int k = 0; k < a->layers; k++) {
        const uint32_t held[2] = {a->held[k][0], a->held[k][1]};
        start_suit(&suits[k], 2, held, 0, a->still[k], 5, &field.cards);
    }
    for (int j = 0; j < OF_PAIRS; j += LANES) {
        known_column(a, j, &y[0]);
        fill_column(t, &p[1], j, &y[1]);
        start_weights(&field, suits, 0, j, &w);
        for (const Group *g = by->groups; g < by->groups + by->count; g++) {
            const Triple *tr = &by->triples[g->first];
            walk_group(&walk_of_two, &n, NULL, 2, by, g, j);
            add_counters(&base, &n, NULL, 2, suits, 0, g->low, j);
            if (a->states == 1 || !g->low) continue;
            OF_ALIGN(64) int16_t of[LANES];
            find_states(a->state, g->low, j, of);
            const V state = v_mul(v_load(of), v_set(STATE));
            for (int k = 0; k < g->different; k++)
                v_store(outcomes[tr[k].number], v_add(v_load(outcomes[tr[k].number]), state));
        }
        for (int k = 0; k < a->layers; k++) {
            if (a->states == 1) count_layer(&suits[k], outcomes, 1, j, counts + 12 * (1 + k));
            else count_layer(&suits[k], outcomes, 4, j, counts + 12 * (1 + k));
            count_layer_items(&suits[k], outcomes, a->states, j, counts + 12 * (1 + k));
        }
    }
    add_sums(&base);
}
