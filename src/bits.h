/* Bit operations that compilers spell differently. Arguments are never zero where a position is asked for. */
#ifndef OMAHA_FAST_BITS_H
#define OMAHA_FAST_BITS_H

#include <stdint.h>

#if defined(_MSC_VER)
#include <intrin.h>
static __forceinline int of_lowest(uint64_t bits)
{
    unsigned long at;
#if defined(_WIN64)
    _BitScanForward64(&at, bits);
#else
    if (!_BitScanForward(&at, (uint32_t)bits)) { _BitScanForward(&at, (uint32_t)(bits >> 32)); at += 32; }
#endif
    return (int)at;
}
static __forceinline int of_highest(uint32_t bits)
{
    unsigned long at;
    _BitScanReverse(&at, bits);
    return (int)at;
}
#else
#define of_lowest(bits) __builtin_ctzll(bits)
#define of_highest(bits) (31 - __builtin_clz(bits))
#endif

/* Baseline x86-64 has no popcount instruction, and the compiler's stand-in is a call: this one is in line. */
static inline int of_count(uint64_t bits)
{
    bits = bits - ((bits >> 1) & UINT64_C(0x5555555555555555));
    bits = (bits & UINT64_C(0x3333333333333333)) + ((bits >> 2) & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)((bits * UINT64_C(0x0101010101010101)) >> 56);
}

/* A byte that another thread may be writing, read exactly once: what is checked is what is used. */
static inline uint8_t of_read_once(const uint8_t *at) { return *(const volatile uint8_t *)at; }

#if defined(__GNUC__)
#define of_unlikely(condition) __builtin_expect(!!(condition), 0)
#else
#define of_unlikely(condition) (condition)
#endif

#endif
