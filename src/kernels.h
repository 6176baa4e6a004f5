/* The kernels over the vector layer: what each variant offers, and which variant this processor takes. */
#ifndef OMAHA_FAST_KERNELS_H
#define OMAHA_FAST_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "tables.h"

/* One board, made ready for many hands: at most 169 different strengths (91 rank pairs, 78 pairs of the flush suit),
   numbered from 1 in order, so that a byte holds each. */
typedef struct {
    OF_ALIGN(64) uint8_t plain[128];      /* rank pair -> ordinal, suits ignored */
    OF_ALIGN(64) uint8_t suited[128];     /* rank pair -> ordinal of the flush when both are of the flush suit, or 0 */
    OF_ALIGN(64) uint16_t strength[192];  /* ordinal -> strength */
    OF_ALIGN(64) uint8_t low[256];        /* hole low mask -> low strength */
    int suit;                             /* of which the board holds three or more, 4 if none */
} BoardPlan;

/* Arrays are contiguous rows of card numbers. high or low may be NULL. Bytes that are no cards give some result,
   but nothing outside the arrays and tables is touched. */
typedef struct {
    const char *name;
    /* High strengths without flushes, and lows, of independent rows. Returns how many rows may hold a flush and lists
       them in `flushes` (room for `count`), for the caller to settle. */
    size_t (*rows)(const Tables *t, const uint8_t *holes, int hole_count, const uint8_t *boards, int board_count,
                   size_t count, uint16_t *high, uint8_t *low, uint32_t *flushes);
    /* High strengths and lows of many hands on one board. */
    void (*board)(const BoardPlan *plan, const uint8_t *holes, int hole_count, size_t count, uint16_t *high,
                  uint8_t *low);
    /* The first row with a number above 51 or a card twice, or `count`. boards: as many rows, or NULL;
       `gone` holds further cards (a mask) that no row may hold. */
    size_t (*first_bad)(const uint8_t *holes, int hole_count, const uint8_t *boards, int board_count, uint64_t gone,
                        size_t count);
    /* Add to above[] how many strengths exceed each bound, the high ones first; low may be NULL. */
    void (*count)(const uint16_t *high, const uint8_t *low, size_t count, const int16_t *high_bounds,
                  int high_bound_count, const uint8_t *low_bounds, int low_bound_count, int64_t *above);
    void (*start)(void);                  /* once, before any other */
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
const char *of_compiler(void);

#endif
