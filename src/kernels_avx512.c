#include "kernels.h"

#if defined(OF_X86)
#include <immintrin.h>
#include <string.h>

#include "bits.h"

#define OF_AVX512
#define OF_NAME "avx512"
#define OF_KERNELS of_kernels_avx512
/* The processor that runs this is known at import only: gcc and clang want to be told, each in its own way. */
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,bmi,lzcnt,popcnt"))), apply_to = function)
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,bmi,lzcnt,popcnt")
#endif
#include "kernels.inc"
#if defined(__clang__)
#pragma clang attribute pop
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif
#endif
