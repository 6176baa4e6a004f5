/* The vector layer: one small set of operations over bytes and 16-bit integers, in five variants.
 *
 * A kernel is written once over these names and compiled once per variant (kernels_*.c). Types: B is a vector of
 * BYTES uint8, V a vector of LANES int16, M a mask over its lanes, A an accumulator of int32 sums. A comparison of
 * bytes gives all ones or zero in each, so that `and` selects. Where a variant has no byte shuffle, OF_SHUFFLE is 0 and kernels take a scalar way.
 *
 * The includer defines exactly one of OF_PLAIN, OF_SSE2, OF_AVX2, OF_AVX512, OF_NEON.
 */
#include <stdint.h>
#include <string.h>

#include "bits.h"

#if defined(_MSC_VER)
#define OF_INLINE static __forceinline
#define OF_NOINLINE __declspec(noinline)
#else
#if defined(OF_PLAIN) && defined(__SANITIZE_ADDRESS__)     /* each lane is checked: in line that takes minutes to compile */
#define OF_INLINE static inline
#else
#define OF_INLINE static inline __attribute__((always_inline))
#endif
#define OF_NOINLINE __attribute__((noinline))
#endif

#if defined(OF_AVX512)                                    /* F, BW, VL, VBMI */

#define OF_SHUFFLE 1
typedef __m512i B;
typedef __m512i V;
typedef __m512i A;
enum { BYTES = 64, LANES = 32 };
#define b_load(p) _mm512_loadu_si512((const void *)(p))
#define b_store(p, x) _mm512_storeu_si512((void *)(p), x)
#define b_set(x) _mm512_set1_epi8((char)(x))
#define b_and _mm512_and_si512
#define b_or _mm512_or_si512
#define b_xor _mm512_xor_si512
#define b_add _mm512_add_epi8
#define b_sub _mm512_sub_epi8
#define b_max _mm512_max_epu8
#define b_min _mm512_min_epu8
#define b_eq(a, b) _mm512_movm_epi8(_mm512_cmpeq_epi8_mask(a, b))
#define b_bits(x) ((uint64_t)_mm512_movepi8_mask(x))
#define b_rank(x) _mm512_and_si512(_mm512_srli_epi16(x, 2), _mm512_set1_epi8(15))
#define b_lookup16(table, index) _mm512_shuffle_epi8(table, index)
#define b_table16(p) _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(p)))
typedef struct { B part[2]; } ByteTable;
OF_INLINE ByteTable b_table(const uint8_t *p) { ByteTable t = {{b_load(p), b_load(p + 64)}}; return t; }
#define b_lookup(t, index) _mm512_permutex2var_epi8((t).part[0], index, (t).part[1])
#define v_load(p) _mm512_loadu_si512((const void *)(p))
#define v_store(p, x) _mm512_storeu_si512((void *)(p), x)
#define v_set(x) _mm512_set1_epi16((short)(x))
#define v_zero() _mm512_setzero_si512()
#define v_max _mm512_max_epi16
#define v_add _mm512_add_epi16
#define v_sub _mm512_sub_epi16
#define v_mul _mm512_mullo_epi16
#define v_and _mm512_and_si512
typedef __mmask32 M;
#define m_gt _mm512_cmpgt_epi16_mask
#define m_eq _mm512_cmpeq_epi16_mask
#define m_any(m) ((m) != 0)
#define m_has(bits, bit) _mm512_test_epi16_mask(bits, bit)
#define v_keep(m, x) _mm512_maskz_mov_epi16(m, x)
#define v_add_where(m, a, b) _mm512_mask_add_epi16(a, m, a, b)
#define v_count(m, x) v_add_where(m, x, v_set(1))           /* one more where the mask says */
#define a_zero() _mm512_setzero_si512()
#define a_add(acc, a, b) _mm512_add_epi32(acc, _mm512_madd_epi16(a, b))
#define a_sum(acc) ((int64_t)_mm512_reduce_add_epi32(acc))
#define OF_PERMUTE 1
/* Of a vector of 32, and of a row of 96 numbers, those at each index. */
#define v_pick(table, index) _mm512_permutexvar_epi16(index, table)
#define v_load_half(p) _mm512_castsi256_si512(_mm256_load_si256((const __m256i *)(const void *)(p)))
#define v_store_half(p, x) _mm256_store_si256((__m256i *)(void *)(p), _mm512_castsi512_si256(x))
OF_INLINE V v_pick_of_row(const int16_t *row, V index)
{
    const V below = _mm512_permutex2var_epi16(v_load(row), index, v_load(row + 32));
    return _mm512_mask_permutexvar_epi16(below, _mm512_test_epi16_mask(index, v_set(64)), index, v_load(row + 64));
}
OF_INLINE void pick_bytes(const uint8_t *table, uint8_t bits, const uint8_t *index, int16_t *to)
{
    const B at = b_or(_mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)index)), b_set(bits));
    const B below = _mm512_permutex2var_epi8(b_load(table), at, b_load(table + 64));
    const B above = _mm512_permutex2var_epi8(b_load(table + 128), at, b_load(table + 192));
    const B both = _mm512_mask_mov_epi8(below, _mm512_movepi8_mask(at), above);
    v_store(to, _mm512_cvtepu8_epi16(_mm512_castsi512_si256(both)));
}

#elif defined(OF_AVX2)

#define OF_SHUFFLE 1
typedef __m256i B;
typedef __m256i V;
typedef __m256i A;
enum { BYTES = 32, LANES = 16, BLOCK = 16 };
#define b_load(p) _mm256_loadu_si256((const __m256i *)(p))
#define b_store(p, x) _mm256_storeu_si256((__m256i *)(p), x)
#define b_set(x) _mm256_set1_epi8((char)(x))
#define b_and _mm256_and_si256
#define b_or _mm256_or_si256
#define b_xor _mm256_xor_si256
#define b_add _mm256_add_epi8
#define b_sub _mm256_sub_epi8
#define b_max _mm256_max_epu8
#define b_min _mm256_min_epu8
#define b_eq _mm256_cmpeq_epi8
#define b_bits(x) ((uint64_t)(uint32_t)_mm256_movemask_epi8(x))
#define b_rank(x) _mm256_and_si256(_mm256_srli_epi16(x, 2), _mm256_set1_epi8(15))
#define b_load_blocks(p, distance)                                                                                     \
    _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(p))),                             \
                            _mm_loadu_si128((const __m128i *)((p) + (distance))), 1)
#define b_shuffle _mm256_shuffle_epi8
#define b_lookup16(table, index) _mm256_shuffle_epi8(table, index)
#define b_table16(p) _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(p)))
typedef struct { B part[6]; } ByteTable;
OF_INLINE ByteTable b_table(const uint8_t *p)
{
    ByteTable t;
    for (int i = 0; i < 6; i++) t.part[i] = b_table16(p + 16 * i);
    return t;
}
/* Of a table of 96 bytes: a saturating add sets bit 7, which shuffles in zero, wherever the index is in another part. */
OF_INLINE B b_lookup(ByteTable t, B index)
{
    B result = _mm256_setzero_si256();
    for (int i = 0; i < 6; i++) {
        B at = _mm256_adds_epu8(_mm256_xor_si256(index, b_set(16 * i)), b_set(0x70));
        result = b_or(result, _mm256_shuffle_epi8(t.part[i], at));
    }
    return result;
}
/* Bytes of lo and hi to 16-bit integers in some order, and back into the first order. */
OF_INLINE void b_zip(B lo, B hi, V *first, V *second)
{
    *first = _mm256_unpacklo_epi8(lo, hi);
    *second = _mm256_unpackhi_epi8(lo, hi);
}
OF_INLINE void v_store_zipped(uint16_t *p, V first, V second)
{
    b_store(p, _mm256_permute2x128_si256(first, second, 0x20));
    b_store(p + 16, _mm256_permute2x128_si256(first, second, 0x31));
}
#define v_load(p) _mm256_loadu_si256((const __m256i *)(p))
#define v_store(p, x) _mm256_storeu_si256((__m256i *)(p), x)
#define v_set(x) _mm256_set1_epi16((short)(x))
#define v_zero() _mm256_setzero_si256()
#define v_max _mm256_max_epi16
#define v_add _mm256_add_epi16
#define v_sub _mm256_sub_epi16
#define v_mul _mm256_mullo_epi16
#define v_and _mm256_and_si256
typedef __m256i M;
#define m_gt _mm256_cmpgt_epi16
#define m_eq _mm256_cmpeq_epi16
#define m_any(m) (_mm256_movemask_epi8(m) != 0)
#define v_keep(m, x) _mm256_and_si256(m, x)
#define v_add_where(m, a, b) _mm256_add_epi16(a, _mm256_and_si256(m, b))
#define a_zero() _mm256_setzero_si256()
#define a_add(acc, a, b) _mm256_add_epi32(acc, _mm256_madd_epi16(a, b))
OF_INLINE int64_t a_sum(A acc)
{
    int32_t part[8];
    int64_t sum = 0;
    b_store(part, acc);
    for (int i = 0; i < 8; i++) sum += part[i];
    return sum;
}

#elif defined(OF_SSE2)                                    /* plain x86-64: no byte shuffle */

#define OF_SHUFFLE 0
/* Two vectors side by side: what a kernel does once for all lanes costs half as much. */
typedef __m128i B;
typedef struct { __m128i part[2]; } V;
typedef __m128i A;
enum { BYTES = 16, LANES = 16 };
#define b_load(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define b_set(x) _mm_set1_epi8((char)(x))
#define b_max _mm_max_epu8
#define b_eq _mm_cmpeq_epi8
#define b_sub _mm_sub_epi8
#define b_store(p, x) _mm_storeu_si128((__m128i *)(void *)(p), x)
#define OF_BOTH(first, second) { V r = {{first, second}}; return r; }
#define OF_BOTH_OF(operation) { V r = {{operation(a.part[0], b.part[0]), operation(a.part[1], b.part[1])}}; return r; }
#define v_load(p) v_load_((const int16_t *)(const void *)(p))
OF_INLINE V v_load_(const int16_t *p) OF_BOTH(b_load(p), b_load(p + 8))
OF_INLINE void v_store(int16_t *p, V x) { b_store(p, x.part[0]); b_store(p + 8, x.part[1]); }
OF_INLINE V v_set(int x) OF_BOTH(_mm_set1_epi16((short)x), _mm_set1_epi16((short)x))
OF_INLINE V v_zero(void) OF_BOTH(_mm_setzero_si128(), _mm_setzero_si128())
OF_INLINE V v_max(V a, V b) OF_BOTH_OF(_mm_max_epi16)
OF_INLINE V v_add(V a, V b) OF_BOTH_OF(_mm_add_epi16)
OF_INLINE V v_sub(V a, V b) OF_BOTH_OF(_mm_sub_epi16)
OF_INLINE V v_mul(V a, V b) OF_BOTH_OF(_mm_mullo_epi16)
OF_INLINE V v_and(V a, V b) OF_BOTH_OF(_mm_and_si128)
typedef V M;
OF_INLINE M m_gt(V a, V b) OF_BOTH_OF(_mm_cmpgt_epi16)
OF_INLINE M m_eq(V a, V b) OF_BOTH_OF(_mm_cmpeq_epi16)
OF_INLINE int m_any(M m) { return _mm_movemask_epi8(_mm_or_si128(m.part[0], m.part[1])) != 0; }
#define v_keep v_and
OF_INLINE V v_add_where(M m, V a, V b) { return v_add(a, v_and(m, b)); }
#define a_zero() _mm_setzero_si128()
OF_INLINE A a_add(A acc, V a, V b)
{
    return _mm_add_epi32(acc, _mm_add_epi32(_mm_madd_epi16(a.part[0], b.part[0]), _mm_madd_epi16(a.part[1], b.part[1])));
}
OF_INLINE int64_t a_sum(A acc)
{
    int32_t part[4];
    b_store(part, acc);
    return (int64_t)part[0] + part[1] + part[2] + part[3];
}

#elif defined(OF_NEON)                                    /* arm64 */

#define OF_SHUFFLE 1
typedef uint8x16_t B;
typedef int16x8_t V;
typedef int32x4_t A;
enum { BYTES = 16, LANES = 8, BLOCK = 16 };
#define b_load(p) vld1q_u8((const uint8_t *)(p))
#define b_store(p, x) vst1q_u8((uint8_t *)(p), x)
#define b_set(x) vdupq_n_u8((uint8_t)(x))
#define b_and vandq_u8
#define b_or vorrq_u8
#define b_xor veorq_u8
#define b_add vaddq_u8
#define b_sub vsubq_u8
#define b_max vmaxq_u8
#define b_min vminq_u8
#define b_eq vceqq_u8
#define b_rank(x) vandq_u8(vshrq_n_u8(x, 2), vdupq_n_u8(15))
OF_INLINE uint64_t b_bits(B x)
{
    static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    B bits = vandq_u8(x, vld1q_u8(weights));
    return (uint64_t)vaddv_u8(vget_low_u8(bits)) | (uint64_t)vaddv_u8(vget_high_u8(bits)) << 8;
}
#define b_load_blocks(p, distance) vld1q_u8(p)
#define b_shuffle vqtbl1q_u8
#define b_lookup16 vqtbl1q_u8
#define b_table16(p) vld1q_u8(p)
typedef struct { uint8x16x4_t low; uint8x16x2_t high; } ByteTable;
OF_INLINE ByteTable b_table(const uint8_t *p)
{
    ByteTable t;
    for (int i = 0; i < 4; i++) t.low.val[i] = vld1q_u8(p + 16 * i);
    for (int i = 0; i < 2; i++) t.high.val[i] = vld1q_u8(p + 64 + 16 * i);
    return t;
}
/* Of a table of 96 bytes: an index outside a part gives zero. */
OF_INLINE B b_lookup(ByteTable t, B index)
{
    return vorrq_u8(vqtbl4q_u8(t.low, index), vqtbl2q_u8(t.high, vsubq_u8(index, vdupq_n_u8(64))));
}
OF_INLINE void b_zip(B lo, B hi, V *first, V *second)
{
    *first = vreinterpretq_s16_u8(vzip1q_u8(lo, hi));
    *second = vreinterpretq_s16_u8(vzip2q_u8(lo, hi));
}
OF_INLINE void v_store_zipped(uint16_t *p, V first, V second)
{
    vst1q_s16((int16_t *)p, first);
    vst1q_s16((int16_t *)p + 8, second);
}
#define v_load(p) vld1q_s16((const int16_t *)(p))
#define v_store(p, x) vst1q_s16((int16_t *)(p), x)
#define v_set(x) vdupq_n_s16((int16_t)(x))
#define v_zero() vdupq_n_s16(0)
#define v_max vmaxq_s16
#define v_add vaddq_s16
#define v_sub vsubq_s16
#define v_mul vmulq_s16
#define v_and vandq_s16
typedef uint16x8_t M;
#define m_gt vcgtq_s16
#define m_eq vceqq_s16
#define m_any(m) (vmaxvq_u16(m) != 0)
#define v_keep(m, x) vandq_s16(vreinterpretq_s16_u16(m), x)
#define v_add_where(m, a, b) vaddq_s16(a, v_keep(m, b))
#define a_zero() vdupq_n_s32(0)
#define a_add(acc, a, b) vmlal_high_s16(vmlal_s16(acc, vget_low_s16(a), vget_low_s16(b)), a, b)
#define a_sum(acc) ((int64_t)vaddlvq_s32(acc))

#elif defined(OF_PLAIN)                                   /* any compiler, any processor */

#define OF_SHUFFLE 0
enum { BYTES = 16, LANES = 8 };
typedef struct { uint8_t at[16]; } B;
typedef struct { int16_t at[8]; } V;
typedef struct { int32_t at[4]; } A;
#define OF_EACH_BYTE(expression) { B r; for (int i = 0; i < BYTES; i++) r.at[i] = (uint8_t)(expression); return r; }
OF_INLINE B b_load(const void *p) { B r; memcpy(&r, p, sizeof r); return r; }
OF_INLINE void b_store(void *p, B x) { memcpy(p, &x, sizeof x); }
OF_INLINE B b_set(int x) OF_EACH_BYTE(x)
OF_INLINE B b_max(B a, B b) OF_EACH_BYTE(a.at[i] > b.at[i] ? a.at[i] : b.at[i])
OF_INLINE B b_eq(B a, B b) OF_EACH_BYTE(a.at[i] == b.at[i] ? 0xFF : 0)
OF_INLINE B b_sub(B a, B b) OF_EACH_BYTE(a.at[i] - b.at[i])
#define OF_EACH(expression) { V r; for (int i = 0; i < LANES; i++) r.at[i] = (int16_t)(expression); return r; }
OF_INLINE V v_load(const void *p) { V r; memcpy(&r, p, sizeof r); return r; }
OF_INLINE void v_store(void *p, V x) { memcpy(p, &x, sizeof x); }
OF_INLINE V v_set(int x) OF_EACH(x)
OF_INLINE V v_zero(void) OF_EACH(0)
OF_INLINE V v_max(V a, V b) OF_EACH(a.at[i] > b.at[i] ? a.at[i] : b.at[i])
OF_INLINE V v_add(V a, V b) OF_EACH(a.at[i] + b.at[i])
OF_INLINE V v_sub(V a, V b) OF_EACH(a.at[i] - b.at[i])
OF_INLINE V v_mul(V a, V b) OF_EACH(a.at[i] * b.at[i])
OF_INLINE V v_and(V a, V b) OF_EACH(a.at[i] & b.at[i])
typedef V M;
OF_INLINE M m_gt(V a, V b) OF_EACH(a.at[i] > b.at[i] ? -1 : 0)
OF_INLINE M m_eq(V a, V b) OF_EACH(a.at[i] == b.at[i] ? -1 : 0)
OF_INLINE int m_any(M m) { int any = 0; for (int i = 0; i < LANES; i++) any |= m.at[i]; return any != 0; }
OF_INLINE V v_keep(M m, V x) OF_EACH(m.at[i] & x.at[i])
OF_INLINE V v_add_where(M m, V a, V b) OF_EACH(a.at[i] + (m.at[i] & b.at[i]))
OF_INLINE A a_zero(void) { A r = {{0, 0, 0, 0}}; return r; }
OF_INLINE A a_add(A acc, V a, V b)
{
    for (int i = 0; i < 4; i++) acc.at[i] += a.at[2 * i] * b.at[2 * i] + a.at[2 * i + 1] * b.at[2 * i + 1];
    return acc;
}
OF_INLINE int64_t a_sum(A acc) { return (int64_t)acc.at[0] + acc.at[1] + acc.at[2] + acc.at[3]; }

#else
#error "define the variant before including vec16.h"
#endif

/* What only AVX-512 has instructions for, elsewhere of other operations. */
#if !defined(OF_AVX512)
#define OF_PERMUTE 0
#if defined(OF_NEON)
#define v_count(m, x) v_sub(x, vreinterpretq_s16_u16(m))
#else
#define v_count(m, x) v_sub(x, m)
#endif
/* Which lanes of a vector have the single bit that is given for each? */
#define m_has(bits, bit) m_eq(v_and(bits, bit), bit)
/* Of a table of 256 bytes, those at each index with some more bits set, as 16-bit numbers. */
OF_INLINE void pick_bytes(const uint8_t *table, uint8_t bits, const uint8_t *index, int16_t *to)
{
    for (int i = 0; i < LANES; i++) to[i] = table[index[i] | bits];
}
#endif
