/* flow_slopes.c: variations that are carried over switches, against differences of the flow. SPDX-License-Identifier: MIT */
#include "support/flow_slopes.h"

#include "device/orbit.h"
#include "analysis/branch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { most = 8, levels = 3, width = 3 * most + contensou__orbit_tail };

/* Behind the dim members with variations, those moved up and down in state j at each level. */
static size_t moved(size_t dim, size_t j, int level, int up)
{
    return dim + (j * levels + (size_t)level) * 2 + (size_t)up;
}

/* Richardson's extrapolation of central differences, each with half the step of the one before. */
static double extrapolate(double *D)
{
    for (int k = 1; k < levels; ++k)
        for (int l = levels - 1; l >= k; --l)
            D[l] += (D[l] - D[l - 1]) / (pow(4, k) - 1);
    return D[levels - 1];
}

double flow_slopes_check(flow_setting *settings, const double *size, double d, double span,
                         int sticks, double tolerance)
{
    struct contensou_error err = {0};
    struct contensou_device *device = NULL;
    struct contensou_simulation *s = NULL;
    struct contensou_branch *b = NULL;
    struct contensou__members *orbit = NULL;
    static double v[most * (1 + 2 * levels)][most], out[most * (1 + 2 * levels) * width];
    double *all, most_slope = 0, worst = 0;
    size_t dim, names, n, columns;

    memset(v, 0, sizeof v);
    assert_int_equal(contensou_device_open(&device, NULL, &err), CONTENSOU_OK);
    assert_int_equal(contensou_simulation_create(&s, &err), CONTENSOU_OK);
    assert_int_equal(contensou_simulation_add_device(s, device, &err), CONTENSOU_OK);
    assert_int_equal(contensou_simulation_set(s, "stepper", "event", &err), CONTENSOU_OK);
    for (; (*settings)[0]; ++settings)
        if (contensou_simulation_set(s, (*settings)[0], (*settings)[1], &err))
            fail_msg("%s", err.message);
    if (contensou_simulation_branch(s, &b, &err))
        fail_msg("%s", err.message);
    dim = contensou_branch_state_count(b);
    names = b->plan.lanes.names;
    n = dim * (1 + 2 * levels);
    columns = 3 * dim + contensou__orbit_tail;
    assert_true(dim <= most);
    if (contensou__orbit_open(&orbit, device, &b->plan.setup, &err))
        fail_msg("%s", err.message);
    all = malloc(n * names * sizeof *all);
    assert_non_null(all);
    for (size_t m = 0; m < n; ++m) {
        memcpy(all + m * names, b->plan.lanes.value, names * sizeof *all);
        memset(v[m], 0, sizeof v[m]);
    }
    for (size_t j = 0; j < dim; ++j) {
        ((double *)v)[j * dim + j] = 1;
        for (int level = 0; level < levels; ++level)
            for (int up = 0; up < 2; ++up)
                all[moved(dim, j, level, up) * names + names - dim + j] +=
                    (up ? 1 : -1) * d * size[j] / pow(2, level);
    }
    {
        struct contensou__orbit_call call = {.count = n,
                                             .names = names,
                                             .all = all,
                                             .span = span,
                                             .switches = 1000,
                                             .v = (double *)v,
                                             .out = out};

        if (contensou__orbit_run(orbit, &call, &err))
            fail_msg("%s", err.message);
    }
    assert_true(out[3 * dim + contensou__orbit_outcome] == 0);
    assert_true(out[3 * dim + contensou__orbit_slips] >= sticks);
    for (size_t j = 0; j < dim; ++j)
        for (size_t i = 0; i < dim; ++i)
            most_slope = fmax(most_slope, fabs(out[j * columns + dim + i] * size[j] / size[i]));
    for (size_t j = 0; j < dim; ++j)
        for (size_t i = 0; i < dim; ++i) {
            const double given = out[j * columns + dim + i] * size[j] / size[i];
            double D[levels], off;

            for (int level = 0; level < levels; ++level)
                D[level] = (out[moved(dim, j, level, 1) * columns + i] -
                            out[moved(dim, j, level, 0) * columns + i]) /
                           (2 * d * size[j] / pow(2, level)) * size[j] / size[i];
            off = fabs(extrapolate(D) - given) / most_slope;
            worst = fmax(worst, off);
            if (!(off < tolerance))
                print_error("%s by %s: %.12g, by differences %.12g\n", contensou_branch_state(b, i),
                            contensou_branch_state(b, j), given, D[levels - 1]);
        }
    contensou__members_close(orbit);
    contensou_branch_free(b);
    contensou_simulation_free(s);
    contensou_device_close(device);
    free(all);
    print_message("largest difference %.2g of the largest slope %.3g\n", worst, most_slope);
    assert_true(worst < tolerance);
    return worst;
}
