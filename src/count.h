/* How many strengths exceed each of some bounds: see Kernels.count. Over vec16.h, once per variant. */

enum { COUNT_BLOCK = 128 };     /* vectors between emptyings: a byte lane counts to 255 */

static void kernel_count(const uint16_t *high, const uint8_t *low, size_t count, const int16_t *high_bounds,
                         int high_bound_count, const uint8_t *low_bounds, int low_bound_count, int64_t *above)
{
    size_t i;
    for (int k = 0; k < high_bound_count; k++) {
        const V bound = v_set(high_bounds[k]), one = v_set(1);
        A sum = a_zero();
        V lanes = v_zero();
        for (i = 0; i + LANES <= count; i += LANES) {
            lanes = v_add_where(m_gt(v_load(high + i), bound), lanes, one);
            if ((i / LANES) % COUNT_BLOCK == COUNT_BLOCK - 1) {
                sum = a_add(sum, lanes, one);
                lanes = v_zero();
            }
        }
        above[k] += a_sum(a_add(sum, lanes, one));
        for (; i < count; i++) above[k] += high[i] > high_bounds[k];
    }
    for (int k = 0; low && k < low_bound_count; k++) {
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
