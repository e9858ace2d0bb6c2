/* identification_global.c: a first guess of the shared numbers from everywhere in their box: NLopt's DIRECT-L (J. M. Gablonsky and C. T.
 * Kelley, J. Global Optim. 21, 2001) on the sum of squares, the pieces beginning where they were measured. It needs no slopes and
 * no luck, and its best place lies in the right valley or in none; Levenberg and Marquardt go down from there.
 * SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include <math.h>
#include <nlopt.h>

enum { most = contensou__identification_shared };

void contensou__identification_global_box(const struct contensou__identification_unknown *u,
                                          double *low, double *high)
{
    const int given = isfinite(u->low) && isfinite(u->high);
    const double a = u->first != 0 ? u->first / 3 : -u->unit, b = a != -u->unit ? 3 * u->first : -a;

    *low = given ? u->low : fmax(fmin(a, b), u->low);
    *high = given ? u->high : fmin(fmax(a, b), u->high);
}

struct work {
    struct contensou__identification_model *model;
    struct contensou__identification_fit *fit;
    const double *noise;
    nlopt_opt opt;
    enum contensou_status status;
    struct contensou_error *err;
};

static double objective(unsigned n, const double *x, double *slope, void *context)
{
    struct work *const w = context;
    const struct contensou__identification_point *point = &w->fit->point;
    struct contensou__identification_motion *motion = &w->fit->motion;
    double cost;

    (void)slope;
    for (unsigned j = 0; j < n; ++j)
        w->fit->point.shared[j] = x[j];
    if (!w->status)
        w->status = contensou__identification_motions_run(w->model, &point, &motion, 1, 0, w->err);
    if (w->status) {
        nlopt_force_stop(w->opt);
        return 1e300;
    }
    cost = contensou__identification_search_cost(w->model, w->noise, w->fit);
    /* the logarithm: far from the valley, where sums are huge, the box is divided as finely as near it */
    return isfinite(cost) ? log(cost + 1) : 1e300;
}

enum contensou_status contensou__identification_global(struct contensou__identification_model *m,
                                                       const double *noise, int evaluations,
                                                       struct contensou__identification_fit *fit,
                                                       struct contensou_error *err)
{
    struct work w = {.model = m, .fit = fit, .noise = noise, .err = err};
    double low[most], high[most], x[most], value;

    if (!m->shared)
        return CONTENSOU_OK;
    for (size_t j = 0; j < m->shared; ++j) {
        contensou__identification_global_box(&m->unknown[j], &low[j], &high[j]);
        x[j] = 0.5 * (low[j] + high[j]);
    }
    w.opt = nlopt_create(NLOPT_GN_DIRECT_L, (unsigned)m->shared);
    if (!w.opt)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a search");
    nlopt_set_lower_bounds(w.opt, low);
    nlopt_set_upper_bounds(w.opt, high);
    nlopt_set_min_objective(w.opt, objective, &w);
    nlopt_set_maxeval(w.opt, evaluations);
    nlopt_optimize(w.opt, x, &value);
    nlopt_destroy(w.opt);
    for (size_t j = 0; j < m->shared; ++j)
        fit->point.shared[j] = x[j];
    return w.status;
}
