/* ensemble_simd.c: the rival of the table: blocks of lanes in double with every flag that helps them.
 * SPDX-License-Identifier: MIT */
#define blocks_real  double
#define blocks_lanes 16
#define blocks_wide  64
#include "ensemble_blocks.h"

int bench_simd_here(const struct bench_work *work)
{
    return blocks_find(work) != NULL;
}

struct bench_time bench_simd_run(const struct bench_ours *o, const struct bench_work *work,
                                 double step, double rtol, double atol, double *final)
{
    return blocks_run(o, work, step, rtol, atol, final);
}
