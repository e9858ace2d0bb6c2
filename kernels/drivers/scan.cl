/* scan.cl: the sum of squared errors of many contacts at once, each with its own candidates (b, m), and
 * its derivatives: one work-item has a pack of contacts and one candidate of each; its neighbours have
 * the other candidates of the same contacts, whose data stay in the cache.
 *
 * node: for each row log v, log |w|, weight of the force, weight of the torque, and 1 where log v or
 * log |w| differ from the row before. data[(row * 9 + k) * n + contact]: N0, N1 and the exact value, each
 * for Tx, Ty, M. candidate[(2 c + k) * n + contact]: b, m. sum[(3 c + k) * n + contact]: the sum, its
 * derivative with respect to log b, with respect to m. Of the rows every `each`-th counts. n is a
 * multiple of the pack; pack[live] are those whose search still goes on. SPDX-License-Identifier: MIT */
#include "laws/fraction.h"

kernel void scan(const ulong n, const uint rows, const uint each, const uint candidates,
                 const number order, global const number *node, global const number *data,
                 global const number *candidate, global number *sum, const uint live,
                 global const uint *pack)
{
    const size_t item = get_global_id(0), c = item % candidates, turn = item / candidates;
    const size_t i = pack[min(turn, (size_t)live - 1)];
    struct fraction_divisor d;
    struct fraction_sums total;
    real b, m, log_b;

    if (turn >= live)
        return;
    b = load_pack(i, candidate + 2 * c * n);
    m = load_pack(i, candidate + (2 * c + 1) * n);
    log_b = log(b);
    d.inverse = d.by_log_b = d.by_m = 0.0;
    total.value = total.by_log_b = total.by_m = 0.0;
    for (uint r = 0; r < rows; r += each, node += 5 * each, data += 9 * each * n) {
        if (node[4] > 0.0 || each > 1)
            d = fraction_divide(log_b, m, order, node[0], node[1]);
        for (int k = 0; k < 3; ++k)
            fraction_add(&total, load_pack(i, data + k * n), load_pack(i, data + (3 + k) * n), b, d,
                         load_pack(i, data + (6 + k) * n), k < 2 ? node[2] : node[3]);
    }
    store_pack(total.value, i, sum + 3 * c * n);
    store_pack(total.by_log_b, i, sum + (3 * c + 1) * n);
    store_pack(total.by_m, i, sum + (3 * c + 2) * n);
}
