/* Which variants this processor and its operating system can run. */
#include "kernels.h"

#if defined(OF_X86)
#if defined(_MSC_VER)
#include <intrin.h>
static void cpuid(unsigned leaf, unsigned subleaf, unsigned r[4]) { __cpuidex((int *)r, (int)leaf, (int)subleaf); }
static uint64_t enabled_state(void) { return _xgetbv(0); }
#else
#include <cpuid.h>
static void cpuid(unsigned leaf, unsigned subleaf, unsigned r[4])
{
    __cpuid_count(leaf, subleaf, r[0], r[1], r[2], r[3]);
}
static uint64_t enabled_state(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}
#endif

/* Does the system save the wide registers (XCR0), and does the processor know the instructions? */
static void detect(int *avx2, int *avx512)
{
    unsigned r[4];
    uint64_t state;
    *avx2 = *avx512 = 0;
    cpuid(0, 0, r);
    if (r[0] < 7) return;
    cpuid(1, 0, r);
    if (!(r[2] >> 27 & 1) || !(r[2] >> 28 & 1) || !(r[2] >> 23 & 1)) return;      /* OSXSAVE, AVX, POPCNT */
    state = enabled_state();
    cpuid(7, 0, r);
    if ((state & 6) != 6 || !(r[1] >> 5 & 1) || !(r[1] >> 3 & 1)) return;         /* AVX2, BMI1 */
    unsigned e[4];
    cpuid(0x80000001u, 0, e);
    if (!(e[2] >> 5 & 1)) return;                                                 /* LZCNT */
    *avx2 = 1;
    *avx512 = (state & 0xE6) == 0xE6 && (r[1] >> 16 & 1) && (r[1] >> 30 & 1)      /* F, BW, */
              && (r[1] >> 31 & 1) && (r[2] >> 1 & 1);                             /* VL, VBMI */
}
#endif

const Kernels *of_variant(int index)
{
    const Kernels *list[5];
    int n = 0;
#if defined(OF_X86)
    int avx2, avx512;
    detect(&avx2, &avx512);
    if (avx512) list[n++] = &of_kernels_avx512;
    if (avx2) list[n++] = &of_kernels_avx2;
    list[n++] = &of_kernels_sse2;
#elif defined(OF_ARM64)
    list[n++] = &of_kernels_neon;
#endif
    list[n++] = &of_kernels_plain;
    return index < n ? list[index] : NULL;
}
