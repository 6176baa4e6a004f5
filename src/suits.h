/* Flushes in rank space: what boards of one suit change.
 *
 * A flush beats every straight and loses to every full house, whatever its cards, and players of one suit share the
 * board's part of it: among them the one with the highest two cards of the suit wins, the suit's holder. So on a board
 * with three cards of the suit the holder wins alone where no player has a full house or better without it, and nothing
 * changes where one has. Such a board is counted at the triple of its three highest suited ranks.
 */

enum { A_FLUSH = 6000, MOST_ITEMS = 6 * 10 };       /* A_FLUSH: above every straight, below every full house */

/* Board ranks that give a player a straight flush together with two cards of his. No two players have the same one: each
   would need the other's cards on the board. */
typedef struct { uint16_t ranks; uint8_t player; } Item;

typedef struct {
    uint32_t in;                            /* ranks of the suit that may still come */
    uint32_t on_board;                      /* and those that lie already */
    int holder;
    ByRank off;                             /* live cards outside the suit */
    int item_count;
    Item items[MOST_ITEMS];                 /* the strongest first */
} Suit;

/* held: each player's ranks of the suit. False where nobody holds two, or the board can't hold three: then the suit
   changes nothing. missing: cards of the board still to come. */
OF_INLINE int start_suit(Suit *s, int players, const uint32_t *held, uint32_t on_board, uint32_t in, int missing,
                         const ByRank *live)
{
    uint32_t best = 0;
    if (of_count(on_board) + missing < 3) return 0;
    for (int i = 0; i < players; i++) {
        uint32_t top;
        if (!(held[i] & (held[i] - 1))) continue;
        top = 1u << of_highest(held[i]);
        top |= 1u << of_highest(held[i] ^ top);
        if (top > best) { best = top; s->holder = i; }
    }
    if (!best) return 0;
    s->in = in;
    s->on_board = on_board;
    s->item_count = 0;
    for (int k = 9; k >= 0; k--)
        for (int i = 0; i < players; i++) {
            const uint32_t straight = of_straight(k), rest = straight & ~held[i];
            if (of_count(straight & held[i]) != 2 || rest & ~(in | on_board)) continue;
            if (of_count(rest & ~on_board) > missing) continue;
            Item item = {(uint16_t)rest, (uint8_t)i};
            s->items[s->item_count++] = item;
        }
    s->off = one_less(live, in);
    return 1;
}

/* How many pairs of cards have the ranks of a block of pairs, for a suit of which only some ranks may come suited. */
typedef struct {
    V none, higher, lower;                  /* both cards outside the suit; cards outside of the higher and lower rank */
    M differ;                               /* the ranks are different */
} Outside;

OF_INLINE Outside outside(const Suit *s, int j)
{
    Outside o;
    o.none = pairs_of_cards(&s->off, j);
    o.higher = at_ranks(&s->off, 0, j);
    o.lower = at_ranks(&s->off, 1, j);
    o.differ = m_gt(v_load(&rank_of[0][j]), v_load(&rank_of[1][j]));
    return o;
}

/* Pairs with both cards suited, of these ranks; and those with one. */
OF_INLINE V both_suited(const Outside *o, uint32_t ranks, int j)
{
    return v_keep(o->differ, v_keep(ranks_are_in(ranks, 0, j), v_keep(ranks_are_in(ranks, 1, j), v_set(1))));
}

OF_INLINE V one_suited(const Outside *o, uint32_t ranks, int j)
{
    return v_add(v_keep(ranks_are_in(ranks, 0, j), o->lower),
                 v_keep(o->differ, v_keep(ranks_are_in(ranks, 1, j), o->higher)));
}

OF_INLINE V any_suited(const Outside *o, uint32_t ranks, int j)
{
    return v_add(o->none, v_add(one_suited(o, ranks, j), both_suited(o, ranks, j)));
}

/* Pairs of one card that is given, of rank x, and any other: so many of each rank, and the suited ones of some ranks. */
OF_INLINE V beside_one(int x, const ByRank *other, uint32_t ranks, int j)
{
    const M first = m_eq(v_load(&rank_of[0][j]), v_set(x)), second = m_eq(v_load(&rank_of[1][j]), v_set(x));
    const V lower = v_add(at_ranks(other, 1, j), v_keep(ranks_are_in(ranks, 1, j), v_set(1)));
    const V higher = v_add(at_ranks(other, 0, j), v_keep(ranks_are_in(ranks, 0, j), v_set(1)));
    return v_add(v_keep(first, lower), v_sub(v_keep(second, higher), v_keep(first, v_keep(second, higher))));
}

/* Pairs beside a triple of the suit with lowest rank c: suited cards below c only, as a higher one would be in it. What
   does not depend on c is worked out once. */
typedef struct {
    V none, higher, lower;                  /* no suited card; what the higher rank, the lower one below c adds */
    V d, e;                                 /* those ranks */
} Suited;

OF_INLINE Suited suited_pairs(const Suit *s, int j)
{
    const Outside o = outside(s, j);
    Suited p;
    p.none = o.none;
    p.higher = v_add(v_keep(ranks_are_in(s->in, 0, j), o.lower), both_suited(&o, s->in, j));
    p.lower = v_keep(o.differ, v_keep(ranks_are_in(s->in, 1, j), o.higher));
    p.d = v_load(&rank_of[0][j]);
    p.e = v_load(&rank_of[1][j]);
    return p;
}

OF_INLINE V beside_triple(const Suited *p, int c)
{
    const V limit = v_set(c);
    return v_add_where(m_gt(limit, p->d), v_add_where(m_gt(limit, p->e), p->none, p->lower), p->higher);
}

/* --- Straight flushes ---------------------------------------------------------------------------------------------- */

/* In how many ways the pairs of a block complete a board on which item k is the strongest: given, the suited ranks that
   lie already; turn, the rank of the card of the pair that lies too, or -1. */
static V ways_of_item(const Suit *s, int k, uint32_t given, int turn, int j)
{
    static const ByRank none = {{0, 0, 0}};
    const uint32_t need = s->items[k].ranks & ~given;
    uint32_t ranks = s->in & ~given;            /* what may come suited beside it without making a stronger one */
    V stronger = v_zero();
    for (int i = 0; i < k; i++) {
        const uint32_t missing = s->items[i].ranks & ~given, beside = missing & ~need;
        if (!beside) return v_zero();
        if (of_count(need | missing) > 2) continue;             /* too many cards */
        if (!(beside & (beside - 1))) ranks &= ~beside;
    }
    if (turn >= 0) return need ? beside_one(turn, &none, need, j) : beside_one(turn, &s->off, ranks, j);
    if (!need) {
        const Outside o = outside(s, j);
        for (int i = 0; i < k; i++) {
            const uint32_t missing = s->items[i].ranks & ~given;
            if (missing & ~ranks || of_count(missing) != 2) continue;
            const V pair = v_set(PAIR(of_highest(missing), of_lowest(missing)));
            stronger = v_max(stronger, v_keep(m_eq(v_load(&pair_number[j]), pair), v_set(1)));
        }
        return v_sub(any_suited(&o, ranks, j), stronger);
    }
    if (need & (need - 1))
        return v_keep(m_eq(v_load(&pair_number[j]), v_set(PAIR(of_highest(need), of_lowest(need)))), v_set(1));
    return beside_one(of_lowest(need), &s->off, ranks & ~need, j);
}
