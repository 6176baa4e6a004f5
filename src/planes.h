/* Rows of 3 to 6 bytes, and rows as planes: plane j holds byte j of BYTES consecutive rows. */

OF_INLINE const uint8_t *row_at(const uint8_t *rows, size_t i, int width) { return rows + i * (size_t)width; }

/* The tables' facts about ranks as vectors read them; above the ace zeros, which lead nowhere outside. */
static uint8_t low_bits[16];            /* rank -> its bit in a low mask */
static uint8_t first_pairs[16];         /* rank -> the index of the first pair in which it is the higher one */

static void start_ranks(const Tables *t)
{
    for (int rank = 0; rank < 13; rank++) {
        low_bits[rank] = t->card_low[4 * rank];
        first_pairs[rank] = t->pair[64 * 4 * rank];
    }
}

#if OF_SHUFFLE

#if defined(OF_AVX512)

/* Byte i of plane j lies at width * i + j. A permutation reads two vectors, so it takes half as many as the rows fill;
   plane_rows tells which rows each finds. */
static uint8_t plane_control[7][6][BYTES];
static uint64_t plane_rows[7][6][3];

static void start_planes(void)
{
    for (int width = 3; width <= 6; width++)
        for (int j = 0; j < width; j++)
            for (int i = 0; i < BYTES; i++) {
                int from = width * i + j;
                plane_control[width][j][i] = (uint8_t)(from % (2 * BYTES));
                plane_rows[width][j][from / (2 * BYTES)] |= UINT64_C(1) << i;
            }
}

OF_INLINE void load_planes(const uint8_t *rows, const int width, B *planes)
{
    B block[6];
    for (int k = 0; k < width; k++) block[k] = b_load(rows + BYTES * k);
    for (int j = 0; j < width; j++) {
        const B control = b_load(plane_control[width][j]);
        B plane = _mm512_maskz_permutex2var_epi8(plane_rows[width][j][0], block[0], control, block[1]);
        for (int k = 2; k < width; k += 2)
            plane = b_or(plane, _mm512_maskz_permutex2var_epi8(plane_rows[width][j][k / 2], block[k], control,
                                                               block[k + 1 < width ? k + 1 : k]));
        planes[j] = plane;
    }
}

#else

/* Plane j takes from the k-th block of bytes: where each of its bytes comes from, 0x80 for zero. */
static uint8_t plane_control[7][6][6][BYTES];

static void start_planes(void)
{
    memset(plane_control, 0x80, sizeof plane_control);
    for (int width = 3; width <= 6; width++)
        for (int j = 0; j < width; j++)
            for (int i = 0; i < BYTES; i++) {
                int from = width * (i % BLOCK) + j;
                plane_control[width][j][from / BLOCK][i] = (uint8_t)(from % BLOCK);
            }
}

OF_INLINE void load_planes(const uint8_t *rows, const int width, B *planes)
{
    B block[6];
    for (int k = 0; k < width; k++) block[k] = b_load_blocks(rows + BLOCK * k, BLOCK * width);
    for (int j = 0; j < width; j++) {
        B plane = b_shuffle(block[0], b_load(plane_control[width][j][0]));
        for (int k = 1; k < width; k++) plane = b_or(plane, b_shuffle(block[k], b_load(plane_control[width][j][k])));
        planes[j] = plane;
    }
}

#endif

/* What pairs are made of: the ranks of the cards, and where the pairs begin of which a card is the higher one. */
typedef struct { B rank[6], first[6]; } Ranks;

OF_INLINE void load_ranks(const B *cards, const int count, Ranks *ranks)
{
    const B first = b_table16(first_pairs);
    for (int j = 0; j < count; j++) {
        ranks->rank[j] = b_rank(cards[j]);
        ranks->first[j] = b_lookup16(first, ranks->rank[j]);
    }
}

OF_INLINE B pair_plane(const Ranks *ranks, int i, int j)
{
    return b_add(b_max(ranks->first[i], ranks->first[j]), b_min(ranks->rank[i], ranks->rank[j]));
}

#endif
