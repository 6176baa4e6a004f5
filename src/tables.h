/* The tables that every kernel reads: one struct, filled once at import by tables.pxd, read only from then on. */
#ifndef OMAHA_FAST_TABLES_H
#define OMAHA_FAST_TABLES_H

#include <stdint.h>

#if defined(_MSC_VER)
#define OF_ALIGN(bytes) __declspec(align(bytes))
#else
#define OF_ALIGN(bytes) __attribute__((aligned(bytes)))
#endif

enum {
    OF_RANKS = 13,
    OF_PAIRS = 91,         /* rank pairs hi >= lo at index hi (hi + 1) / 2 + lo */
    OF_ROW = 96,           /* a row of pairs padded to three cache lines; the spare columns: */
    OF_LOW_COLUMN = 91,    /*   the board's low mask */
    OF_FIVE_COLUMN = 92,   /*   the strength of five board ranks as a hand of their own, suits ignored */
    OF_TRIPLES = 455,      /* multisets of three ranks, C(15,3) */
    OF_QUADS = 1820,       /*   of four, C(16,4) */
    OF_FIVES = 6188,       /*   of five, C(17,5); 13 of them, five of a kind, stand for no hand */
    OF_BUCKETS = 4096,     /* of the perfect hash */
    OF_SLOTS = 8832        /* of the perfect hash: 455 + 1820 + 6175 boards in 69 * 128 slots, 96 % full */
};

typedef struct {
    /* slot of a board's ranks -> hole rank pair -> best strength over the board's triples, suits ignored */
    OF_ALIGN(64) int16_t rows[OF_SLOTS][OF_ROW];
    /* board rank triple (colexicographic) x hole rank pair -> strength, suits ignored */
    OF_ALIGN(64) int16_t triples[OF_TRIPLES][OF_ROW];
    /* the same by hole rank pair p and one board rank x: the other two board ranks q -> strength of x, q with p */
    OF_ALIGN(64) int16_t by_hole[OF_PAIRS][OF_RANKS][OF_ROW];
    /* multiset of five ranks (colexicographic) -> strength, suits ignored */
    OF_ALIGN(64) int16_t fives[OF_FIVES];
    /* 13-bit rank mask of one suit with exactly five bits -> flush or straight flush */
    OF_ALIGN(64) int16_t flush[8192];
    /* hole low mask x board low mask -> 0 or 1..56; bit 0 = ace, bit 1 = 2 .. bit 7 = 8 */
    OF_ALIGN(64) uint8_t low[256][256];
    /* card x card (rows of 64) -> rank pair */
    OF_ALIGN(64) uint8_t pair[64 * 64];
    /* any six bits -> hash key of a rank (low half), one in the nibble of the suit (bits 32 to 47) */
    OF_ALIGN(64) uint64_t card_key[64];
    /* card -> its bit in the four suit lanes, 16 * suit + rank */
    OF_ALIGN(64) uint64_t card_lane[64];
    /* card -> its bit in the low mask, 0 from nine to king */
    OF_ALIGN(64) uint8_t card_low[64];
    /* multiset of five board ranks (colexicographic) -> its slot; two more, as it is read four bytes at a time */
    OF_ALIGN(64) uint16_t slot[OF_FIVES + 2];
    /* bucket -> displacement of the perfect hash */
    OF_ALIGN(64) uint16_t displacement[OF_BUCKETS];
    /* four bits -> hash key of a rank: the sum of any three to five has a slot inside of the table */
    uint32_t rank_key[16];
    /* which seed gave the rank keys: the first from OF_FIRST_SEED on that makes the hash perfect */
    uint32_t seed;
} Tables;

/* What Cython and C read alike. The row of the sum of three to five rank keys: its upper bits, moved as far as its bucket
   says. */
enum { OF_TOP = 19 };
static inline uint32_t of_slot(const Tables *t, uint32_t key)
{
    return (key >> OF_TOP) + t->displacement[key & (OF_BUCKETS - 1)];
}

/* Suit counts in nibbles -> bit 4 * suit + 3 where the hole has two or more and the board three or more. Five board cards
   cannot hold three of two suits, so at most one bit is set. */
static inline uint32_t of_flush_suit(uint32_t hole_suits, uint32_t board_suits)
{
    return (board_suits + 0x5555) & (hole_suits + 0x6666) & 0x8888;
}

/* Rank mask of the index-th straight, 0 the wheel (the ace is bit 12), 9 ace high. */
static inline uint32_t of_straight(int index) { return index ? 0x1Fu << (index - 1) : 0x100Fu; }

#endif
