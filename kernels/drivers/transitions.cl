/* transitions.cl: the slip-stick transitions of many cases, one pack of cases per work-item.
 *
 * Arrays are field-major with n members, a multiple of the pack: in has the fields of
 * transitions_case, out the columns that host/analysis/transitions.c names, in the same order.
 * SPDX-License-Identifier: MIT */
#include "contact/transitions.h"

kernel void transitions(const ulong n, global const number *in, global number *out)
{
    const size_t i = get_global_id(0);
    union {
        struct transitions_case c;
        real field[transitions_case_count];
    } one;
    struct transitions_result r;
    struct transitions_summary s;
    mask admissible;

    if (i * PACK >= n)
        return;
    for (int k = 0; k < transitions_case_count; ++k)
        one.field[k] = load_pack(i, in + k * n);
    r = transitions_solve(&one.c);
    s = transitions_summarise(&r);
    admissible = r.load <= 1.0;
    store_pack(pick(r.valid, (real)0.0, (real)1.0), i, out);
    store_pack(s.points, i, out + n);
    store_pack(s.stable, i, out + 2 * n);
    store_pack(s.saddles, i, out + 3 * n);
    store_pack(s.unstable, i, out + 4 * n);
    store_pack(s.foci, i, out + 5 * n);
    store_pack(s.unstable_foci, i, out + 6 * n);
    store_pack(s.degenerate, i, out + 7 * n);
    store_pack(s.escapes, i, out + 8 * n);
    store_pack(r.load, i, out + 9 * n);
    store_pack(pick(admissible, (real)1.0, (real)0.0), i, out + 10 * n);
    store_pack(pick(admissible & (s.escapes > 0.0), (real)1.0, (real)0.0), i, out + 11 * n);
}
