/* slope_error.c: how uncertain the slope of a wandering record is. SPDX-License-Identifier: MIT */
#include "base/slope_error.h"

#include "base/pi.h"

#include <math.h>

enum { each = 4, most = 16 /* blocks */ };

/* The increments of the means of blocks in terms of the sines, and what a slope of 1 is there. */
struct modes {
    double z[most], slope[most], cosine[most];
    size_t count;
};

static struct modes modes_of(const double *mean, size_t blocks)
{
    struct modes m = {.count = blocks - 1};
    const double n = (double)blocks, unit = sqrt(2 / n);

    for (size_t k = 0; k < m.count; ++k) {
        m.cosine[k] = cos(pi * (double)(k + 1) / n);
        for (size_t i = 0; i < m.count; ++i) {
            const double s = unit * sin(pi * (double)(k + 1) * (double)(i + 1) / n);

            m.z[k] += s * (mean[i + 1] - mean[i]);
            m.slope[k] += s;
        }
    }
    return m;
}

/* Minus twice the logarithm of the restricted likelihood where the walk of a block has `ratio` times the variance B_s, which
 * becomes *slow. */
static double unlikely(const struct modes *m, double ratio, double *slow)
{
    double zz = 0, zs = 0, ss = 0, logs = 0;

    for (size_t k = 0; k < m->count; ++k) {
        const double v = ratio * (2 + m->cosine[k]) / 3 + 2 * (1 - m->cosine[k]);

        zz += m->z[k] * m->z[k] / v;
        zs += m->z[k] * m->slope[k] / v;
        ss += m->slope[k] * m->slope[k] / v;
        logs += log(v);
    }
    *slow = fmax(zz - zs * zs / ss, 0) / (double)(m->count - 1);
    return (double)(m->count - 1) * log(*slow) + logs + log(ss);
}

double contensou__slope_error(const struct contensou__slope_error_part *part, size_t parts)
{
    static const double penalty = 2, walk_in_block = 17.0 / 96;
    const size_t blocks = parts / each;
    const struct contensou__slope_error_part *const last = part + parts - 1;
    double mean[most] = {0}, walk = 0, slow, fast = 0, least, slope;
    struct modes m;

    if (blocks < 4 || blocks > most || !isfinite(last->end))
        return NAN;
    slope = last->end / last->t;
    for (size_t i = 0; i < blocks * each; ++i)
        mean[i / each] +=
            (part[i].mean - slope * 0.5 * (part[i].t + (i ? part[i - 1].t : 0))) / each;
    for (size_t i = 0; i < blocks * each; ++i)
        fast += pow(part[i].end - slope * part[i].t - mean[i / each], 2) / (double)(blocks * each);
    m = modes_of(mean, blocks);
    least = unlikely(&m, 0, &slow) - penalty;
    for (int k = -24; k <= 32; ++k) {
        const double ratio = pow(10, k / 8.0);
        double here;

        if (unlikely(&m, ratio, &here) < least) {
            least = unlikely(&m, ratio, &here);
            slow = here;
            walk = ratio * here;
        }
    }
    fast = fmax(fast - walk_in_block * walk, 0);
    /* D is that of few blocks: Student's factor */
    walk *= (double)blocks * (1 + 1 / (double)(m.count - 1));
    return sqrt(walk + 2 * (slow + fast)) / last->t;
}
