/* plot_law.c: a fitted law beside what it stands for: the force along the slip and the torque against theta, exact or as they
 * were measured, and below what the law adds to them. SPDX-License-Identifier: MIT */
#include <contensou/plot.h>

#include "base/pi.h"
#include "base/try.h"

#include <contensou/eval.h>
#include <contensou/fit.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { samples = 361 };

/* Side 0 is exact or measured, 1 is fitted; one block of memory. */
struct picture {
    size_t n;
    double *theta, *slip, *wrench[2], *T[2],
        *over[2]; /* over: T and M of the law less those of side 0 */
};

/* Slips in the direction phi, from sliding to spinning. */
static enum contensou_status exact(struct picture *p, const struct contensou_patch *patch,
                                   double phi, struct contensou_error *err)
{
    const size_t n = p->n;

    for (size_t i = 0; i < n; ++i) {
        p->theta[i] = pi / 2 * (double)i / (double)(n - 1);
        p->slip[i] = cos(p->theta[i]) * cos(phi);
        p->slip[n + i] = cos(p->theta[i]) * sin(phi);
        p->slip[2 * n + i] = sin(p->theta[i]);
    }
    return contensou_eval_reference(patch, NULL, n, p->slip, p->wrench[0], NULL, err);
}

/* Rows as they were measured; what was not measured (or does not count) stays away. */
static void measured(struct picture *p, const struct contensou_fit_data *d)
{
    const size_t n = p->n;

    memcpy(p->slip, d->slip, 3 * n * sizeof *p->slip);
    for (size_t i = 0; i < 3 * n; ++i)
        p->wrench[0][i] = d->weight[i] > 0 ? d->wrench[i] : NAN;
    for (size_t i = 0; i < n; ++i)
        p->theta[i] = atan2(p->slip[2 * n + i], hypot(p->slip[i], p->slip[n + i]));
}

/* The law with mu and a: (T, M) = mu (T_law, a M_law)(v, a omega). */
static enum contensou_status fitted(struct picture *p, const struct contensou_patch *patch,
                                    const struct contensou_fit_result *result, double mu, double a,
                                    struct contensou_error *err)
{
    const size_t n = p->n;

    for (size_t i = 2 * n; i < 3 * n; ++i)
        p->slip[i] *= a;
    TRY(contensou_fit_wrench(patch, result, n, p->slip, p->wrench[1], err));
    for (size_t i = 0; i < 3 * n; ++i)
        p->wrench[1][i] *= i < 2 * n ? mu : mu * a;
    return CONTENSOU_OK;
}

/* The force along the slip, and the differences. A component across which there is no slip adds nothing, measured or not. */
static void project(struct picture *p)
{
    const size_t n = p->n;

    for (size_t i = 0; i < n; ++i) {
        const double v = hypot(p->slip[i], p->slip[n + i]);
        const double c = v > 0 ? p->slip[i] / v : NAN, s = v > 0 ? p->slip[n + i] / v : NAN;

        for (size_t side = 0; side < 2; ++side) {
            const double *w = p->wrench[side];

            p->T[side][i] = (c == 0 ? 0 : c * w[i]) + (s == 0 ? 0 : s * w[n + i]);
        }
        p->over[0][i] = p->T[1][i] - p->T[0][i];
        p->over[1][i] = p->wrench[1][2 * n + i] - p->wrench[0][2 * n + i];
    }
}

static enum contensou_status draw(const struct picture *p, int data, const char *path,
                                  const char *title, struct contensou_error *err)
{
    const enum contensou_plot_style first = data ? CONTENSOU_PLOT_POINTS : CONTENSOU_PLOT_WIDE,
                                    second = data ? CONTENSOU_PLOT_RINGS : CONTENSOU_PLOT_DASHED,
                                    third = data ? CONTENSOU_PLOT_POINTS : CONTENSOU_PLOT_LINE;
    const size_t n = p->n;
    const struct contensou_plot_trace upper[4] = {
        {data ? "force, measured" : "force, exact", p->theta, p->T[0], n, first, 0},
        {"fitted", p->theta, p->T[1], n, second, 0},
        {data ? "torque, measured" : "torque, exact", p->theta, p->wrench[0] + 2 * n, n, first, 1},
        {"fitted", p->theta, p->wrench[1] + 2 * n, n, second, 1},
    };
    const struct contensou_plot_trace lower[2] = {
        {NULL, p->theta, p->over[0], n, third, 0},
        {NULL, p->theta, p->over[1], n, third, 1},
    };
    const struct contensou_plot_panel panels[2] = {
        {data ? "T along the slip, M" : "T along the slip, M, per mu N", upper, 4},
        {data ? "fitted - measured" : "fitted - exact", lower, 2},
    };

    return contensou_plot_panels(path, title, "theta, from sliding to spinning (rad)", panels, 2,
                                 err);
}

enum contensou_status contensou_plot_law(const char *path, const char *title,
                                         const struct contensou_patch *patch,
                                         const struct contensou_fit_result *result, double mu,
                                         double a, const struct contensou_fit_data *data,
                                         struct contensou_error *err)
{
    const double worst = result->max_T > result->max_M ? result->phi_T : result->phi_M;
    const double phi = isfinite(worst) ? worst : 0;
    struct picture p = {.n = data ? data->n : samples};
    OWNED(contensou__try_free) double *memory = calloc(14 * p.n, sizeof *memory);
    char whole[320], direction[48] = "";

    if (!memory)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
    p.theta = memory;
    p.slip = p.theta + p.n;
    for (size_t side = 0; side < 2; ++side) {
        p.wrench[side] = p.slip + 3 * (1 + side) * p.n;
        p.T[side] = p.theta + (10 + side) * p.n;
        p.over[side] = p.theta + (12 + side) * p.n;
    }
    if (data)
        measured(&p, data);
    else
        TRY(exact(&p, patch, phi, err));
    TRY(fitted(&p, patch, result, mu, a, err));
    project(&p);
    if (!data && *title && fabs(phi) > 1e-6)
        snprintf(direction, sizeof direction, ", phi = %.4g rad", phi);
    snprintf(whole, sizeof whole, "%.256s%s", title, direction);
    return draw(&p, data != NULL, path, whole, err);
}
