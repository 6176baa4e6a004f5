/* Compares every variant of the kernels that this processor can run with the plain one: the same answers on random
 * deals, nothing touched outside the arrays whatever bytes they hold (each array is a block of its own, as large as
 * needed to the byte, so that AddressSanitizer sees one byte too many).
 *
 *   kernel_check                       the names of the variants and the size of the tables
 *   kernel_check TABLES SEED ROUNDS    reads the tables from a file that the tests dump from the installed core
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

static Tables tables;
static uint64_t state;

/* splitmix64 */
static uint64_t next_word(void)
{
    uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static unsigned below(unsigned bound) { return (unsigned)((next_word() >> 32) * bound >> 32); }

static void *room(size_t size)
{
    void *block = malloc(size ? size : 1);
    if (!block) exit(3);
    memset(block, 0xA5, size ? size : 1);
    return block;
}

static void differs(const Kernels *k, const char *what, size_t row)
{
    printf("%s differs from plain in %s, row %lu\n", k->name, what, (unsigned long)row);
    exit(1);
}

static void same(const Kernels *k, const char *what, const void *one, const void *other, size_t count, size_t size)
{
    for (size_t i = 0; i < count; i++)
        if (memcmp((const char *)one + i * size, (const char *)other + i * size, size)) differs(k, what, i);
}

/* Rows of different cards, from the whole deck or from two suits. */
static void deal(uint8_t *holes, int hole_count, uint8_t *boards, int board_count, size_t count, int two_suits)
{
    uint8_t deck[52];
    const int size = two_suits ? 26 : 52;
    for (int i = 0; i < size; i++) deck[i] = (uint8_t)(two_suits ? 2 * i : i);
    for (size_t row = 0; row < count; row++)
        for (int j = 0; j < hole_count + board_count; j++) {
            int other = j + (int)below((unsigned)(size - j));
            uint8_t card = deck[other];
            deck[other] = deck[j];
            deck[j] = card;
            if (j < hole_count) holes[row * hole_count + j] = card;
            else boards[row * board_count + j - hole_count] = card;
        }
}

/* What one variant makes of a set of rows. */
typedef struct {
    uint16_t *high;
    uint8_t *low;
    uint32_t *flushes;
    size_t found;
} Answer;

static Answer rows_of(const Kernels *k, const uint8_t *holes, int hole_count, const uint8_t *boards, int board_count,
                      size_t count, int want)
{
    Answer a = {room(2 * count), room(count), room(4 * count), 0};
    a.found = k->rows(&tables, holes, hole_count, boards, board_count, count, want & 1 ? a.high : NULL,
                      want & 2 ? a.low : NULL, a.flushes);
    return a;
}

static Answer hands_of(const Kernels *k, const BoardPlan *plan, const uint8_t *holes, int hole_count, size_t count,
                       int want)
{
    Answer a = {room(2 * count), room(count), room(0), 0};
    k->board(plan, holes, hole_count, count, want & 1 ? a.high : NULL, want & 2 ? a.low : NULL);
    return a;
}

/* Bytes that are no cards may get any answer: then the two are only dropped. */
static void compare(const Kernels *k, const char *what, Answer one, Answer other, size_t count, int deals)
{
    if (deals) {
        same(k, what, one.high, other.high, count, 2);
        same(k, what, one.low, other.low, count, 1);
        if (one.found != other.found) differs(k, "the number of flushes", count);
        same(k, "flushes", one.flushes, other.flushes, one.found, 4);
    }
    free(one.high);
    free(one.low);
    free(one.flushes);
    free(other.high);
    free(other.low);
    free(other.flushes);
}

/* Any plan will do: the variants must read it alike. */
static void draw_plan(BoardPlan *plan)
{
    memset(plan, 0, sizeof *plan);
    for (int i = 0; i < 91; i++) plan->plain[i] = (uint8_t)(1 + below(169));
    plan->suit = (int)below(5);
    for (int i = 0; i < 91 && plan->suit < 4; i++) plan->suited[i] = (uint8_t)below(170);
    for (int i = 1; i < 170; i++) plan->strength[i] = (uint16_t)(1 + below(7462));
    for (int i = 0; i < 256; i++) plan->low[i] = (uint8_t)below(57);
}

static void check_counts(const Kernels *k, const Kernels *plain, size_t count)
{
    uint16_t *high = room(2 * count);
    uint8_t *low = room(count);
    int16_t high_bounds[16];
    uint8_t low_bounds[16];
    int64_t one[32] = {0}, other[32] = {0};
    const int bounds = (int)below(17);
    for (size_t i = 0; i < count; i++) {
        high[i] = (uint16_t)below(7463);
        low[i] = (uint8_t)below(57);
    }
    for (int i = 0; i < 16; i++) {
        high_bounds[i] = (int16_t)below(7463);
        low_bounds[i] = (uint8_t)below(57);
    }
    plain->count(high, low, count, high_bounds, bounds, low_bounds, 16 - bounds, one);
    k->count(high, low, count, high_bounds, bounds, low_bounds, 16 - bounds, other);
    same(k, "counts", one, other, 32, sizeof *one);
    free(high);
    free(low);
}

/* Cards of few ranks or suits, many of them twice: five of a kind, six of a suit. */
static void repeat(uint8_t *cards, int count)
{
    const unsigned rank = below(13), ranks = 1 + below(13 - rank), suit = below(4), suits = 1 + below(4 - suit);
    for (int i = 0; i < count; i++) cards[i] = (uint8_t)(4 * (rank + below(ranks)) + suit + below(suits));
}

/* Hands and a board; each low mask may have any outcome. Cards that repeat may get any answer, as above. */
static void check_equities(const Kernels *k, const Kernels *plain, int deals)
{
    static const int board_counts[3] = {0, 3, 4};
    const int players = 2 + (int)below(5), hole_count = 4 + (int)below(3), board_count = board_counts[below(3)];
    int64_t one[OF_STATES * 37] = {0}, other[OF_STATES * 37] = {0};
    uint8_t hole[36], board[4];
    Matchup m;
    Against a;
    memset(&m, 0, sizeof m);
    m.players = players;
    m.hole_count = hole_count;
    m.board_count = board_count;
    m.states = 1 + (int)below(4);
    for (int i = 0; i < 256; i++) m.state[i] = (uint8_t)below((unsigned)m.states);
    for (int suit = 0; suit < 4; suit++) m.live[suit] = 0x1FFF;
    deal(hole, players * hole_count, board, board_count, 1, 0);
    if (!deals) {
        repeat(hole, players * hole_count);
        repeat(board, board_count);
    }
    for (int i = 0; i < players * hole_count; i++) {
        m.hole[i / hole_count][i % hole_count] = hole[i];
        m.live[hole[i] & 3] &= (uint16_t)~(1u << (hole[i] >> 2));
    }
    for (int i = 0; i < board_count; i++) {
        m.board[i] = board[i];
        m.live[board[i] & 3] &= (uint16_t)~(1u << (board[i] >> 2));
    }
    plain->equities(&tables, &m, one);
    k->equities(&tables, &m, other);
    if (!deals) return;
    same(k, "equities", one, other, sizeof one / sizeof *one, sizeof *one);

    memset(&a, 0, sizeof a);
    a.hole_count = hole_count;
    a.states = m.states;
    memcpy(a.state, m.state, sizeof a.state);
    for (int rank = 0; rank < 13; rank++) a.live[rank] = 4;
    for (int i = 0; i < 2 * hole_count; i++) {
        a.hole[i / hole_count][i % hole_count] = hole[i];
        a.live[hole[i] >> 2]--;
    }
    for (int suit = 0; suit < 4; suit++) {
        uint16_t held[2] = {0, 0};
        for (int i = 0; i < 2 * hole_count; i++)
            if ((hole[i] & 3) == suit) held[i / hole_count] |= (uint16_t)(1u << (hole[i] >> 2));
        if (!(held[0] & (held[0] - 1)) && !(held[1] & (held[1] - 1))) continue;
        memcpy(a.held[a.layers], held, sizeof held);
        a.still[a.layers++] = (uint16_t)(0x1FFF & ~(held[0] | held[1]));
    }
    memset(one, 0, sizeof one);
    memset(other, 0, sizeof other);
    plain->against(&tables, &a, one);
    a.prepared = 0;                     /* what a variant prepares is its own */
    k->against(&tables, &a, other);
    same(k, "against", one, other, 12 * (size_t)(1 + a.layers), sizeof *one);
}

static void check(const Kernels *k, const Kernels *plain)
{
    static const unsigned sizes[] = {0, 1, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 2047, 2048, 2049};
    const int hole_count = 4 + (int)below(3), board_count = 3 + (int)below(3), kind = (int)below(3);
    const size_t count = kind == 2 ? 1 + below(500) : sizes[below(sizeof sizes / sizeof *sizes)];
    const int want = 1 + (int)below(3), deals = kind < 2;
    uint8_t *holes = room(count * hole_count), *boards = room(count * board_count);
    BoardPlan plan;
    Answer one, other;
    uint64_t gone = 0;
    if (deals) deal(holes, hole_count, boards, board_count, count, kind);
    else {
        for (size_t i = 0; i < count * hole_count; i++) holes[i] = (uint8_t)below(256);
        for (size_t i = 0; i < count * board_count; i++) boards[i] = (uint8_t)below(256);
    }
    one = rows_of(plain, holes, hole_count, boards, board_count, count, want);
    other = rows_of(k, holes, hole_count, boards, board_count, count, want);
    for (size_t i = 0; i < other.found; i++)
        if (other.flushes[i] >= count) differs(k, "a flush behind the last row", i);
    compare(k, "rows", one, other, count, deals);

    draw_plan(&plan);
    one = hands_of(plain, &plan, holes, hole_count, count, want);
    other = hands_of(k, &plan, holes, hole_count, count, want);
    compare(k, "one board", one, other, count, deals);

    if (deals && count && below(2)) holes[below((unsigned)(count * hole_count))] = (uint8_t)below(64);
    if (below(2)) gone = next_word() & next_word() & next_word() & next_word() & ((UINT64_C(1) << 52) - 1);
    if (plain->first_bad(holes, hole_count, boards, board_count, 0, count)
        != k->first_bad(holes, hole_count, boards, board_count, 0, count))
        differs(k, "the first bad row", count);
    if (plain->first_bad(holes, hole_count, NULL, 0, gone, count)
        != k->first_bad(holes, hole_count, NULL, 0, gone, count))
        differs(k, "the first bad hand", count);
    check_counts(k, plain, count);
    if (below(4) == 0) check_equities(k, plain, deals);
    free(holes);
    free(boards);
}

int main(int argc, char **argv)
{
    const Kernels *plain = NULL;
    FILE *file;
    for (int i = 0; of_variant(i); i++) plain = of_variant(i);
    if (argc < 4) {
        for (int i = 0; of_variant(i); i++) printf("%s ", of_variant(i)->name);
        printf("%lu\n", (unsigned long)sizeof tables);
        return 0;
    }
    file = fopen(argv[1], "rb");
    if (!file || fread(&tables, sizeof tables, 1, file) != 1 || fgetc(file) != EOF) return 2;
    fclose(file);
    for (int i = 0; of_variant(i); i++) of_variant(i)->start(&tables);
    for (int i = 0; of_variant(i); i++) {
        state = strtoull(argv[2], NULL, 10);
        for (long round = strtol(argv[3], NULL, 10); round > 0; round--) check(of_variant(i), plain);
    }
    printf("equal\n");
    return 0;
}
