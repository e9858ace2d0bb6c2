/* ensemble_simd.c: the rival of the table: blocks of lanes in double with every flag that helps them.
 * SPDX-License-Identifier: MIT */
#define blocks_real  double
#define blocks_lanes 16
#define blocks_wide  64
#include "ensemble_blocks.h"

typedef struct bench_time contact_run(const struct bench_ours *o, const struct bench_work *work,
                                      double rtol, double atol, double *final);
contact_run bench_contact16_run, bench_contact32_run;

/* Contacts: the disk on a belt, and the pendulum where no lane sticks. */
static int contact_here(const struct bench_work *work)
{
    return work->ode == &bench_disk_belt || (work->ode == &bench_pendulum && !work->stiff);
}

int bench_simd_here(const struct bench_work *work, int lanes)
{
    return blocks_find(work) ? lanes == blocks_lanes
                             : contact_here(work) && (lanes == 16 || lanes == 32);
}

const char *bench_simd_name(const struct bench_work *work, int lanes)
{
    return work->ode == &bench_disk_belt
               ? lanes == 32 ? "rodas54, blocks of 32" : "rodas54, blocks of 16"
           : lanes == 32 ? "dop853, blocks of 32"
                         : "dop853, blocks of 16";
}

struct bench_time bench_simd_run(const struct bench_ours *o, const struct bench_work *work,
                                 int lanes, double step, double rtol, double atol, double *final)
{
    if (blocks_find(work))
        return blocks_run(o, work, step, rtol, atol, final);
    return (lanes == 32 ? bench_contact32_run : bench_contact16_run)(o, work, rtol, atol, final);
}
