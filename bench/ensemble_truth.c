/* ensemble_truth.c: what errors are measured against, made by none of our kernels: where the blocks by hand have the system,
 * the same text in long double, without liberties of the compiler (a kink costs it steps, not accuracy); else CVODE
 * at a tolerance far below. SPDX-License-Identifier: MIT */
#define blocks_real  long double
#define blocks_lanes 1
#define blocks_wide  1
#include "ensemble_blocks.h"

enum bench_truth bench_truth_kind(const struct bench_work *work)
{
    if (blocks_find(work))
        return bench_truth_any;
    /* the pendulum in stick-slip would keep CVODE busy for minutes */
    return bench_cvode_here() && bench_simd_here(work, 16) ? bench_truth_row : bench_truth_ours;
}

void bench_truth_run(const struct bench_ours *o, const struct bench_work *work, double *final)
{
    const double tight = fmax(1e-4 * work->error, 1e-13);

    if (blocks_find(work))
        blocks_run(o, work, 0, 1e-17, 1e-18, final);
    else
        bench_cvode_run(o, work, work->stiff ? 0 : 1, tight, tight * work->atol, final);
}
