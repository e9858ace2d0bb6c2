/* export_feet.c: the wrench of N points,
 *
 *     T = sum_i s_i e_i, M = sum_i s_i (x_i e_iy - y_i e_ix), e_i = V_i/|V_i|, V_i = (vx - w y_i, vy + w x_i),
 *
 * fitted to the exact one by least squares with NLopt, from rings of feet and from rings with a foot or a second ring
 * inside. Places are kept about the centre of pressure, shares as squares over their sum. SPDX-License-Identifier: MIT */
#include "fit/export/export_feet.h"

#include "base/pi.h"

#include <math.h>
#include <nlopt.h>
#include <string.h>

enum { most = CONTENSOU_EXPORT_FEET_MOST };

struct search {
    const struct contensou__problem *p;
    int count, equal;
    const double *center;
};

/* The feet of the unknowns q: the places x, y of each, then, unless equal, the roots of their shares. */
static void place(const struct search *s, const double *q, struct contensou__feet *feet)
{
    double mean[2] = {0, 0}, sum = 0;

    feet->count = s->count;
    for (int i = 0; i < s->count; ++i) {
        const double root = s->equal ? 1 : q[2 * s->count + i];

        mean[0] += q[2 * i] / s->count;
        mean[1] += q[2 * i + 1] / s->count;
        sum += root * root;
    }
    for (int i = 0; i < s->count; ++i) {
        const double root = s->equal ? 1 : q[2 * s->count + i];

        feet->x[i] = q[2 * i] - mean[0] + s->center[0];
        feet->y[i] = q[2 * i + 1] - mean[1] + s->center[1];
        feet->share[i] = root * root / sum;
    }
}

/* One foot's wrench without its share, and its derivatives by x and y. */
static void foot(double x, double y, const double slip[3], double f[3], double by[2][3])
{
    const double w = slip[2], Vx = slip[0] - w * y, Vy = slip[1] + w * x;
    const double r = fmax(hypot(Vx, Vy), 1e-9), ex = Vx / r, ey = Vy / r;
    /* (I - e e') V'/r for V' = (0, w) and (-w, 0) */
    const double xx = -ex * ey * w / r, xy = (1 - ey * ey) * w / r;
    const double yx = -(1 - ex * ex) * w / r, yy = ex * ey * w / r;

    f[0] = ex;
    f[1] = ey;
    f[2] = x * ey - y * ex;
    by[0][0] = xx;
    by[0][1] = xy;
    by[0][2] = ey + x * xy - y * xx;
    by[1][0] = yx;
    by[1][1] = yy;
    by[1][2] = -ex + x * yy - y * yx;
}

/* The sum of squares over all directions, its derivatives by places and shares (or NULL), and the errors. */
static double squares(const struct contensou__problem *p, struct contensou__feet *feet,
                      double slope[3 * most])
{
    const size_t n = p->rows;
    double sum = 0;

    feet->max_T = feet->max_M = 0;
    if (slope)
        memset(slope, 0, 3 * most * sizeof *slope);
    for (size_t i = 0; i < n; ++i) {
        const double slip[3] = {p->slip[i], p->slip[n + i], p->slip[2 * n + i]};
        double f[most][3], by[most][2][3];
        double d[3] = {-p->target[i], -p->target[n + i], -p->target[2 * n + i]};

        for (int k = 0; k < feet->count; ++k) {
            foot(feet->x[k], feet->y[k], slip, f[k], by[k]);
            for (int j = 0; j < 3; ++j)
                d[j] += feet->share[k] * f[k][j];
        }
        sum += d[0] * d[0] + d[1] * d[1] + d[2] * d[2] / (p->size * p->size);
        feet->max_T = fmax(feet->max_T, hypot(d[0], d[1]));
        feet->max_M = fmax(feet->max_M, fabs(d[2]) / p->size);
        d[2] /= p->size * p->size;
        for (int k = 0; k < feet->count && slope; ++k)
            for (int j = 0; j < 3; ++j) {
                slope[3 * k] += 2 * d[j] * feet->share[k] * by[k][0][j];
                slope[3 * k + 1] += 2 * d[j] * feet->share[k] * by[k][1][j];
                slope[3 * k + 2] += 2 * d[j] * f[k][j];
            }
    }
    feet->rms = sqrt(sum / (2 * (double)n));
    return sum;
}

static double objective(unsigned unknowns, const double *q, double *gradient, void *data)
{
    const struct search *s = data;
    struct contensou__feet feet;
    double slope[3 * most], mean[3] = {0, 0, 0}, roots = 0, sum;

    (void)unknowns;
    place(s, q, &feet);
    sum = squares(s->p, &feet, gradient ? slope : NULL);
    if (!gradient)
        return sum;
    for (int i = 0; i < s->count; ++i) {
        const double root = s->equal ? 1 : q[2 * s->count + i];

        mean[0] += slope[3 * i] / s->count;
        mean[1] += slope[3 * i + 1] / s->count;
        mean[2] += slope[3 * i + 2] * feet.share[i];
        roots += root * root;
    }
    for (int i = 0; i < s->count;
         ++i) { /* through the mean of the places and the sum of the shares */
        gradient[2 * i] = slope[3 * i] - mean[0];
        gradient[2 * i + 1] = slope[3 * i + 1] - mean[1];
        if (!s->equal)
            gradient[2 * s->count + i] =
                2 * q[2 * s->count + i] / roots * (slope[3 * i + 2] - mean[2]);
    }
    return sum;
}

/* A start: `inner` feet on a small ring or, if it is one, in the middle; the others around them. */
static void start(const struct search *s, int inner, double *q)
{
    const double size = s->p->size, turn = 0.1; /* off the axes of a shape */

    for (int i = 0; i < s->count; ++i) {
        const int inside = i < inner, on = inside ? inner : s->count - inner;
        const double angle = 2 * pi * (inside ? i + 0.5 : i) / on + turn;
        const double r = size * (!inner ? 0.67 : !inside ? 0.8 : inner > 1 ? 0.4 : 0.02);

        q[2 * i] = r * cos(angle);
        q[2 * i + 1] = r * sin(angle);
        q[2 * s->count + i] = 1;
    }
}

void contensou__export_feet_fit(const struct contensou__problem *p, int count, int equal,
                                const double center[2], struct contensou__feet *feet)
{
    const struct search s = {p, count, equal, center};
    double best = INFINITY;

    for (int inner = 0; inner <= count / 2; ++inner) {
        double q[3 * most], value = 0;
        struct contensou__feet found = {0};
        nlopt_opt opt = nlopt_create(NLOPT_LD_LBFGS, (unsigned)(equal ? 2 * count : 3 * count));

        start(&s, inner, q);
        if (opt) { /* one that ends by rounding has found its place too */
            nlopt_set_min_objective(opt, objective, (void *)&s);
            nlopt_set_ftol_rel(opt, 1e-9);
            nlopt_set_maxeval(opt, 150);
            nlopt_optimize(opt, q, &value);
            nlopt_destroy(opt);
        }
        place(&s, q, &found);
        value = squares(p, &found, NULL);
        if (value < best) {
            best = value;
            *feet = found;
        }
    }
    feet->size = p->size;
}
