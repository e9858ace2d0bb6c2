/* cmd_fit_plot.c: the picture of a fit: force along the slip and torque against theta, exact or
 * measured beside fitted, and their difference below. SPDX-License-Identifier: MIT */
#include "cli/cmd_fit.h"

#include "base/pi.h"
#include "cli/contact_options.h"

#include <contensou/eval.h>
#include <contensou/plot.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { curve_points = 361 };

/* Angles, and T and M of both sides; one block of memory. */
struct picture {
    size_t n;
    double *theta, *slip, *wrench[2], *T[2], *M[2], *dT, *dM;
};

static enum contensou_status allocate(struct picture *p, size_t n, const char *path,
                                      struct contensou_error *err)
{
    double *at = calloc(16 * n, sizeof *at);

    if (!at)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to draw '%s'", path);
    p->n = n;
    p->theta = at;
    p->slip = at + n;
    for (size_t side = 0; side < 2; ++side) {
        p->wrench[side] = at + (4 + 3 * side) * n;
        p->T[side] = at + (10 + side) * n;
        p->M[side] = at + (12 + side) * n;
    }
    p->dT = at + 14 * n;
    p->dM = at + 15 * n;
    return CONTENSOU_OK;
}

/* The fitted law with mu and a: T = mu T_law(v, a w), M = mu a M_law. */
static enum contensou_status fitted(struct picture *p, const struct contensou_patch *patch,
                                    const struct contensou_fit_result *result,
                                    const struct contensou__cmd_fit_setup *s,
                                    struct contensou_error *err)
{
    const size_t n = p->n;
    double mu = 1, a = 1;
    enum contensou_status status;

    for (int i = 0; i < result->count; ++i) {
        if (s->fit.free_mu && strcmp(result->parameter[i].name, "mu") == 0)
            mu = result->parameter[i].value;
        if (s->fit.free_a && strcmp(result->parameter[i].name, "a") == 0)
            a = result->parameter[i].value;
    }
    for (size_t i = 0; i < n; ++i)
        p->slip[2 * n + i] *= a;
    status = contensou_fit_wrench(patch, result, n, p->slip, p->wrench[1], err);
    for (size_t i = 0; i < n; ++i) {
        p->slip[2 * n + i] /= a;
        p->wrench[1][i] *= mu;
        p->wrench[1][n + i] *= mu;
        p->wrench[1][2 * n + i] *= mu * a;
    }
    return status;
}

static enum contensou_status exact(struct picture *p, const struct contensou_patch *patch,
                                   struct contensou_device *device, double phi,
                                   struct contensou_error *err)
{
    const size_t n = p->n;
    struct contensou_eval *eval = NULL;
    enum contensou_status status;

    for (size_t i = 0; i < n; ++i) {
        p->theta[i] = pi / 2 * (double)i / (double)(n - 1);
        p->slip[i] = cos(p->theta[i]) * cos(phi);
        p->slip[n + i] = cos(p->theta[i]) * sin(phi);
        p->slip[2 * n + i] = sin(p->theta[i]);
    }
    status = contensou_eval_create(&eval, patch, device, NULL, err);
    if (!status)
        status = contensou_eval_run(eval, n, p->slip, p->wrench[0], NULL, err);
    contensou_eval_free(eval);
    return status;
}

/* Rows as they were measured; what was not measured (or does not count) stays away. */
static void measured(struct picture *p, const struct contensou_fit_data *d)
{
    const size_t n = p->n;

    memcpy(p->slip, d->slip, 3 * n * sizeof *p->slip);
    memcpy(p->wrench[0], d->wrench, 3 * n * sizeof *p->slip);
    for (size_t i = 0; i < n; ++i) {
        p->theta[i] = atan2(p->slip[2 * n + i], hypot(p->slip[i], p->slip[n + i]));
        for (size_t k = 0; k < 3; ++k)
            if (!(d->weight[k * n + i] > 0))
                p->wrench[0][k * n + i] = NAN;
    }
}

/* From the wrenches to the force along the slip, the torque, and the differences. A component
 * across which there is no slip adds nothing, measured or not. */
static void project(struct picture *p, double phi, int use_phi)
{
    const size_t n = p->n;

    for (size_t i = 0; i < n; ++i) {
        const double v = hypot(p->slip[i], p->slip[n + i]);
        const double c = use_phi ? cos(phi)
                         : v > 0 ? p->slip[i] / v
                                 : NAN,
                     s = use_phi ? sin(phi)
                         : v > 0 ? p->slip[n + i] / v
                                 : NAN;

        for (size_t side = 0; side < 2; ++side) {
            const double *w = p->wrench[side];

            p->T[side][i] = (c == 0 ? 0 : c * w[i]) + (s == 0 ? 0 : s * w[n + i]);
            p->M[side][i] = w[2 * n + i];
        }
        p->dT[i] = p->T[1][i] - p->T[0][i];
        p->dM[i] = p->M[1][i] - p->M[0][i];
    }
}

static void make_title(const struct contensou__cmd_fit_setup *s,
                       const struct contensou_fit_result *result, double phi, char title[256])
{
    char direction[48] = "";

    if (!s->data && fabs(phi) > 1e-6)
        snprintf(direction, sizeof direction, ", phi = %.4g rad", phi);
    snprintf(title, 256, "%s fitted to %s%.100s, %.40s%s", result->model,
             s->data ? "measurements on " : "", s->spec.shape,
             contensou__contact_options_pressure(&s->spec), direction);
}

static enum contensou_status draw(const struct picture *p, const struct contensou__cmd_fit_setup *s,
                                  const char *title, struct contensou_error *err)
{
    const enum contensou_plot_style first = s->data ? CONTENSOU_PLOT_POINTS : CONTENSOU_PLOT_WIDE,
                                    second = s->data ? CONTENSOU_PLOT_RINGS : CONTENSOU_PLOT_DASHED,
                                    difference =
                                        s->data ? CONTENSOU_PLOT_POINTS : CONTENSOU_PLOT_LINE;
    const struct contensou_plot_trace upper[4] = {
        {s->data ? "force, measured" : "force, exact", p->theta, p->T[0], p->n, first, 0},
        {"fitted", p->theta, p->T[1], p->n, second, 0},
        {s->data ? "torque, measured" : "torque, exact", p->theta, p->M[0], p->n, first, 1},
        {"fitted", p->theta, p->M[1], p->n, second, 1},
    };
    const struct contensou_plot_trace lower[2] = {
        {NULL, p->theta, p->dT, p->n, difference, 0},
        {NULL, p->theta, p->dM, p->n, difference, 1},
    };
    const struct contensou_plot_panel panels[2] = {
        {s->data ? "T along the slip, M" : "T along the slip, M, per mu N", upper, 4},
        {s->data ? "fitted - measured" : "fitted - exact", lower, 2},
    };

    return contensou_plot_panels(s->plot, title, "theta, from sliding to spinning (rad)", panels, 2,
                                 err);
}

enum contensou_status contensou__cmd_fit_plot_draw(const struct contensou__cmd_fit_setup *s,
                                                   const struct contensou_patch *patch,
                                                   struct contensou_device *device,
                                                   const struct contensou_fit_result *result,
                                                   const struct contensou_fit_data *data,
                                                   struct contensou_error *err)
{
    /* the direction with the worst error; 0 on a circle, where nothing depends on it */
    const double phi = result->max_T > result->max_M ? result->phi_T : result->phi_M;
    struct picture p = {0};
    char title[256];
    enum contensou_status status = allocate(&p, s->data ? data->n : curve_points, s->plot, err);

    if (status)
        return status;
    if (s->data)
        measured(&p, data);
    else
        status = exact(&p, patch, device, phi, err);
    if (!status)
        status = fitted(&p, patch, result, s, err);
    if (!status) {
        project(&p, phi, !s->data);
        make_title(s, result, phi, title);
        status = draw(&p, s, title, err);
    }
    free(p.theta);
    return status;
}
