/* The kernels over the vector layer: what each variant offers, and which variant this processor takes. */
#ifndef OMAHA_FAST_KERNELS_H
#define OMAHA_FAST_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "tables.h"

enum {
    OF_ORDINALS = 192,      /* of the strengths on one board */
    OF_STATES = 64,         /* which of six players share the low: none of them, or a set of them */
    OF_LAYERS = 32,         /* of a group of hands: see Against */
    OF_HERO = 26 * 1024     /* bytes that a kernel needs for a hand that it meets again */
};

/* One board, made ready for many hands: at most 169 different strengths (91 rank pairs, 78 pairs of the flush suit),
   numbered from 1 in order, so that a byte holds each. Lies in Python objects, which have no wide alignment. */
typedef struct {
    uint8_t plain[128];                   /* rank pair -> ordinal, suits ignored */
    uint8_t suited[128];                  /* rank pair -> ordinal of the flush when both are of the flush suit, or 0 */
    uint16_t strength[OF_ORDINALS];       /* ordinal -> strength */
    uint8_t low[256];                     /* hole low mask -> low strength */
    int suit;                             /* of which the board holds three or more, 4 if none */
} BoardPlan;

/* Known hands and what may still come. */
typedef struct {
    int players;                            /* 2 to 6 */
    int hole_count;
    uint8_t hole[6][6];
    int board_count;                        /* 0, 3 or 4 */
    uint8_t board[4];
    uint16_t live[4];                       /* per suit, the ranks that may still come */
    int states;                             /* outcomes of the low: 1 in high games, at most 4 of two players */
    uint8_t state[256];                     /* low mask of a board -> its outcome, 0 where nobody has a low */
} Matchup;

/* A known hand against all hands of one rank multiset, before the flop. */
typedef struct {
    int hole_count;
    uint8_t hole[2][6];                     /* the known hand, and any hand of those ranks */
    int live[13];                           /* cards of each rank that may still come */
    int layers;                             /* suits with the ranks of it that each hand holds, in which one holds two */
    uint16_t held[OF_LAYERS][2];
    uint16_t still[OF_LAYERS];              /* the ranks of the suit that may still come */
    int states;                             /* at most 4; as in Matchup */
    uint8_t state[256];
    int prepared;                           /* 0 at first: the kernel's own, which prepares the known hand once */
    uint8_t hero[OF_HERO];
} Against;

/* Arrays are contiguous rows of card numbers. high or low may be NULL. Bytes that are no cards give some result,
   but nothing outside the arrays and tables is touched. */
typedef struct {
    const char *name;
    const char *compiler;                   /* what made them, and its version */
    /* High strengths without flushes, and lows, of independent rows. Returns how many rows may hold a flush and lists
       them in `flushes` (room for `count`), for the caller to settle. */
    size_t (*rows)(const Tables *t, const uint8_t *holes, int hole_count, const uint8_t *boards, int board_count,
                   size_t count, uint16_t *high, uint8_t *low, uint32_t *flushes);
    /* High strengths and lows of many hands on one board. */
    void (*board)(const BoardPlan *plan, const uint8_t *holes, int hole_count, size_t count, uint16_t *high,
                  uint8_t *low);
    /* The first row with a number above 51 or a card twice, or `count`. boards: as many rows; or NULL, and then `gone`
       holds further cards (a mask) that no row may hold. */
    size_t (*first_bad)(const uint8_t *holes, int hole_count, const uint8_t *boards, int board_count, uint64_t gone,
                        size_t count);
    /* Add to above[] how many strengths exceed each bound, the high ones first; low may be NULL. */
    void (*count)(const uint16_t *high, const uint8_t *low, size_t count, const int16_t *high_bounds,
                  int high_bound_count, const uint8_t *low_bounds, int low_bound_count, int64_t *above);
    /* Boards by outcome of the low, then by outcome of the high: counts[states][1 + players * players], and for two
       players [states][3]. The first counts all boards; then for each number of winners, for each player the boards on
       which he is one of so many; of two players, the boards that the first wins alone and those that both share. */
    void (*equities)(const Tables *t, const Matchup *m, int64_t *counts);
    /* counts[1 + layers][4][3]: as `equities` counts for two players, first with suits ignored, then for each layer what
       it changes. */
    void (*against)(const Tables *t, Against *a, int64_t *counts);
    void (*start)(const Tables *t);       /* once, before any other */
} Kernels;

extern const Kernels of_kernels_plain;
#if defined(__x86_64__) || defined(_M_X64)
#define OF_X86 1
extern const Kernels of_kernels_sse2, of_kernels_avx2, of_kernels_avx512;
#elif defined(__aarch64__) || defined(_M_ARM64)
#define OF_ARM64 1
extern const Kernels of_kernels_neon;
#endif

/* The variants that this processor can run, 0 the best; NULL behind the last. */
const Kernels *of_variant(int index);

#endif
