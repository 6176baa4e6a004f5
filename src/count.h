/* How many strengths exceed each of some bounds: see Kernels.count. Over vec16.h, once per variant. */

enum { COUNT_BLOCK = 128 };     /* vectors between emptyings: a byte lane counts to 255 */

/* n bounds side by side over one reading of the strengths. */
OF_INLINE void count_high(const uint16_t *high, size_t count, const int16_t *bounds, const int n, int64_t *above)
{
    const V one = v_set(1);
    V bound[4], lanes[4];
    A sum[4];
    size_t i = 0;
    for (int k = 0; k < n; k++) {
        bound[k] = v_set(bounds[k]);
        sum[k] = a_zero();
    }
    while (i + LANES <= count) {
        for (int k = 0; k < n; k++) lanes[k] = v_zero();
        for (int block = 0; block < COUNT_BLOCK && i + LANES <= count; block++, i += LANES) {
            const V strengths = v_load(high + i);
            for (int k = 0; k < n; k++) lanes[k] = v_add_where(m_gt(strengths, bound[k]), lanes[k], one);
        }
        for (int k = 0; k < n; k++) sum[k] = a_add(sum[k], lanes[k], one);
    }
    for (int k = 0; k < n; k++) above[k] += a_sum(sum[k]);
    for (; i < count; i++)
        for (int k = 0; k < n; k++) above[k] += high[i] > bounds[k];
}

static void kernel_count(const uint16_t *high, const uint8_t *low, size_t count, const int16_t *high_bounds,
                         int high_bound_count, const uint8_t *low_bounds, int low_bound_count, int64_t *above)
{
    size_t i;
    int k = 0;
    for (; k + 4 <= high_bound_count; k += 4) count_high(high, count, high_bounds + k, 4, above + k);
    for (; k < high_bound_count; k++) count_high(high, count, high_bounds + k, 1, above + k);
    for (k = 0; low && k < low_bound_count; k++) {
        const uint8_t least = (uint8_t)(low_bounds[k] + 1);
        const B bound = b_set(least);
        uint8_t bytes[BYTES];
        int64_t total = 0;
        for (i = 0; i + BYTES <= count;) {
            B lanes = b_set(0);
            for (int n = 0; n < COUNT_BLOCK && i + BYTES <= count; n++, i += BYTES) {
                B x = b_load(low + i);
                lanes = b_sub(lanes, b_eq(b_max(x, bound), x));
            }
            b_store(bytes, lanes);
            for (int j = 0; j < BYTES; j++) total += bytes[j];
        }
        for (; i < count; i++) total += low[i] >= least;
        above[high_bound_count + k] += total;
    }
}
