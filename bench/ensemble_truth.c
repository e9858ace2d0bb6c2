/* ensemble_truth.c: what errors are measured against where the rival has the system: the same text in long double,
 * without liberties of the compiler. A kink costs it steps, not accuracy. SPDX-License-Identifier: MIT */
#define blocks_real  long double
#define blocks_lanes 1
#define blocks_wide  1
#include "ensemble_blocks.h"

void bench_truth_run(const struct bench_ours *o, const struct bench_work *work, double *final)
{
    blocks_run(o, work, 0, 1e-17, 1e-18, final);
}
