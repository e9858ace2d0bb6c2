/* gap.c: how far a fitted law's wrenches are from the exact limit surface. SPDX-License-Identifier: MIT */
#include "fit/gap.h"

#include "base/pi.h"

#include <contensou/limit.h>

#include <math.h>
#include <stdlib.h>

enum { thetas = 181, most_phis = 24 };

enum contensou_status contensou__gap_find(const struct contensou__problem *p,
                                          const struct contensou_patch *patch,
                                          struct contensou_device *device, double *gap,
                                          struct contensou_error *err)
{
    const size_t phis = p->circular ? 1 : most_phis, n = thetas * phis;
    double *load = malloc(6 * n * sizeof *load), *xi = load ? load + 3 * n : NULL;
    struct contensou_limit *limit = NULL;
    enum contensou_status status;

    if (!load)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu loads", n);
    for (size_t i = 0; i < n; ++i) {
        const double theta = pi / 2 * (double)(i / phis) / (thetas - 1);
        const double phi = 2 * pi * (double)(i % phis) / (double)phis;
        double slip[3], f[9];

        contensou__problem_slip(p, theta, phi, slip);
        contensou__law_wrench(&p->law, slip, 0, f);
        for (size_t k = 0; k < 3; ++k)
            load[k * n + i] = -f[k];
    }
    *gap = 0;
    status = contensou_limit_create(&limit, patch, device, NULL, err);
    if (!status)
        status = contensou_limit_run(limit, n, load, xi, err);
    for (size_t i = 0; i < n && !status; ++i)
        *gap = fmax(*gap, fabs(xi[i] - 1));
    contensou_limit_free(limit);
    free(load);
    return status;
}
