/* Flushes in rank space: one suit, its flushes and straight flushes, and what boards of that suit change. */

enum { MOST_ITEMS = 6 * 10 };

/* Board ranks that give a player a straight flush together with two cards of his. */
typedef struct { uint16_t ranks; int16_t strength; uint8_t player; } Item;

typedef struct {
    uint32_t in;                            /* ranks of the suit that may still come */
    int off[13];                            /* live cards of each rank outside the suit */
    int16_t flush[6];                       /* strength of each player's flush, 0 where he holds no two: see start_suit */
    int item_count;
    Item items[MOST_ITEMS];
    OF_ALIGN(64) int16_t off_off[OF_ROW];       /* pairs of cards outside the suit */
    OF_ALIGN(64) int16_t suited[13][OF_ROW];    /* pairs beside a triple of the suit whose lowest rank is c */
} Suit;

/* held: each player's ranks of the suit; on_board: those that lie already. False where nobody holds two: then the suit changes nothing.
   A flush beats every straight and loses to every full house whatever its cards, and players of one suit share the
   board's part of it: so a flush may be any number of that range that is ordered as their two highest cards are. */
static int start_suit(Suit *s, int players, const uint32_t *held, uint32_t on_board, uint32_t in, const int *live)
{
    enum { A_FLUSH = 6000 };
    uint32_t top[6];
    int any = 0;
    s->item_count = 0;
    for (int i = 0; i < players; i++) {
        top[i] = 0;
        if (!(held[i] & (held[i] - 1))) continue;
        any = 1;
        top[i] = 1u << of_highest(held[i]);
        top[i] |= 1u << of_highest(held[i] ^ top[i]);
        for (int k = 0; k < 10; k++) {
            uint32_t straight = k ? 0x1Fu << (k - 1) : 0x100F, rest = straight & ~held[i];
            if (of_count(straight & held[i]) != 2 || rest & ~(in | on_board)) continue;
            Item item = {(uint16_t)rest, (int16_t)(7453 + k), (uint8_t)i};
            s->items[s->item_count++] = item;
        }
    }
    if (!any) return 0;
    for (int i = 0; i < players; i++) {
        s->flush[i] = top[i] ? A_FLUSH : 0;
        for (int j = 0; top[i] && j < players; j++) s->flush[i] += top[i] > top[j];
    }
    s->in = in;
    for (int r = 0; r < 13; r++) s->off[r] = live[r] - (int)(in >> r & 1);
    fill_pairs(s->off, s->off_off);
    return 1;
}

/* Pairs beside a suited triple with lowest rank c: both off, or suited ones below c (a higher one would be in the
   triple). Each row adds to the one before what rank c - 1 brings when it may be suited. */
static void start_suited(Suit *s)
{
    int16_t row[OF_ROW];
    memcpy(row, s->off_off, sizeof row);
    for (int c = 0; c < 13; c++) {
        memcpy(s->suited[c], row, sizeof row);
        if (!(s->in >> c & 1)) continue;
        for (int r = 0; r < 13; r++)                        /* c suited, r off; c and r both suited, r below */
            row[pair_of[c][r]] += (int16_t)(s->off[r] + (r < c && (s->in >> r & 1)));
    }
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
/* Not in line: few boards come here, and each copy of this costs the compiler seconds. */
static OF_NOINLINE void count_item(const Suit *s, const Player *p, const int players, const Triple *t, int k, Counter *at,
                          int *deep)
{
    const Item *item = &s->items[k];
    const uint32_t in = s->in & ~(uint32_t)item->ranks;
    OF_ALIGN(64) int16_t weight[OF_ROW], straight[6][OF_ROW];
    for (int q = 0; q < k; q++)
        if (s->items[q].ranks == item->ranks) return;
    for (int kind = 0; kind < SUIT_CLASSES; kind++) {
        memset(straight, 0, sizeof straight[0] * players);
        pairs_of_class(s->off_off, s->off, in, kind, weight);
        for (int other = 0; other < s->item_count; other++) {
            const Item *o = &s->items[other];
            uint32_t missing = o->ranks & ~(uint32_t)item->ranks;
            if (missing & ~in) continue;
            if (other < k) mark_pairs(weight, missing, kind, 0);
            else mark_pairs(straight[o->player], missing, kind, o->strength);
        }
        for (int j = 0; j < OF_ROW; j += LANES) {
            V v[6], w = v_load(weight + j);
            strengths_at(p, players, t, j, v);
            for (int i = 0; i < players; i++) v[i] = v_max(v[i], v_set(s->flush[i]));
            tally(at, deep, j, v, players, v_sub(v_zero(), w));
            for (int i = 0; i < players; i++) v[i] = v_max(v[i], v_load(straight[i] + j));
            tally(at, deep, j, v, players, w);
        }
    }
}

/* The straight flushes of a suit at a triple of its ranks. */
OF_INLINE void count_items(const Suit *s, const Player *p, const int players, const Triple *t, uint32_t ranks, Counter *at,
                           int *deep)
{
    for (int k = 0; k < s->item_count; k++)
        if (s->items[k].ranks == ranks) count_item(s, p, players, t, k, at, deep);
}
