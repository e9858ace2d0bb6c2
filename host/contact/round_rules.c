/* round_rules.c: lays out the nodes of given counts for disks and ellipses, as the heads of
 * kernels/patches/disk_sums.h and ellipse.h describe them. SPDX-License-Identifier: MIT */
#include "contact/round_rules.h"

#include "base/pi.h"
#include "contact/gauss.h"

#include "patches/disk_sums.h"
#include "patches/ellipse.h"

#include <stdlib.h>
#include <string.h>

enum { most_rim_nodes = 8192 };

static int is_disk(const struct contensou__round *r)
{
    return r->a == r->b;
}

static long double norm(const struct contensou__round *r)
{
    return ((long double)r->q + 1) / pi_long;
}

/* The midpoint rule in alpha, folded. */
static double *put_disk_inside(const struct contensou__round *r, int n, double *t)
{
    for (int i = 0; i < n / 2; ++i, t += 3) {
        const long double angle = pi_long * (i + 0.5L) / n;

        t[0] = (double)(cosl(angle) * cosl(angle));
        t[1] = (double)(sinl(angle) * sinl(angle));
        t[2] = (double)(norm(r) * 2 * pi_long / n);
    }
    return t;
}

/* The midpoint rule in an angle stretched by tan tau = mu tan p, which moves the singularity of the
 * ellipse away from the real axis and the others nearer. */
static double *put_ellipse_inside(const struct contensou__round *r, int n, double stretch,
                                  double *t)
{
    const long double unit = fmax(r->a, r->b), a = r->a / unit, b = r->b / unit;
    const long double mu = powl(a / b, stretch);
    const long double g1 = (long double)r->g[0] * r->a, g2 = (long double)r->g[1] * r->b;

    for (int i = 0; i < n; ++i, t += ellipse_node) {
        const long double angle = pi_long * (i + 0.5L) / n, c = cosl(angle), s = mu * sinl(angle);
        const long double length = hypotl(c, s), E1 = c / length, E2 = s / length;
        const long double gam = hypotl(a * E1, b * E2);
        const long double row[ellipse_node] = {E1,
                                               E2,
                                               a * E1 / gam,
                                               b * E2 / gam,
                                               gam,
                                               (b - a) * (b + a) * E1 * E2 / gam,
                                               norm(r) * (pi_long / n) * mu / (length * length),
                                               g1 * E1 + g2 * E2,
                                               g2 * E1 - g1 * E2};

        for (int j = 0; j < ellipse_node; ++j)
            t[j] = (double)row[j];
    }
    return t;
}

static enum contensou_status put_outside(const struct contensou__round *r, int n, double *t,
                                         struct contensou_error *err)
{
    const int disk = is_disk(r);
    long double *x = malloc(2 * (size_t)n * sizeof *x), *w = x ? x + n : NULL;
    enum contensou_status status;

    if (!x)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a rule of %d nodes", n);
    status = contensou__gauss_rule(n, (long double)r->q + 0.5L, x, w, err);
    for (int i = n / 2; i < n && !status; ++i, t += 3) { /* one of each pair xi, -xi */
        t[0] = (double)(disk ? x[i] * x[i] : x[i]);
        t[1] = (double)((1 - x[i]) * (1 + x[i]));
        t[2] = (double)(w[i] * norm(r) * (disk ? 2 : 1));
    }
    free(x);
    return status;
}

/* The tail of the rim rule falls like z^(2q+2), but not faster than the weights' own z. */
static double smallest_z(const struct contensou__round *r, double tail)
{
    return fmax(1e-150, pow(0.01 * tail, 1 / fmin(2 * r->q + 2, 1)));
}

static int put_rim(const struct contensou__round *r, double step, double tail, double *t)
{
    static _Thread_local long double z[most_rim_nodes], w[most_rim_nodes];
    const int n =
        contensou__gauss_folded_tanh_sinh(step, smallest_z(r, tail), most_rim_nodes, z, w);

    for (int i = 0; i < n; ++i, t += 3) {
        t[0] = (double)(z[i] * (2 - z[i]));
        t[1] = (double)((1 - z[i]) * (1 - z[i]));
        t[2] = (double)(w[i] * 2 * norm(r) * (is_disk(r) ? 2 : 1));
    }
    return n;
}

static void put_params(const struct contensou__round *r, const struct contensou__round_rules *rules,
                       int n_rim, struct contensou__patch_data *t)
{
    const double p = r->q + 0.5, unit = fmax(r->a, r->b);
    const double m0 = sqrt((double)pi_long) * exp(lgamma(r->q + 1) - lgamma(r->q + 1.5));
    struct disk_params d = {.dx = r->middle[0], .dy = r->middle[1], .size = unit, .p = p, .m0 = m0};
    struct ellipse_params e = {.dx = d.dx, .dy = d.dy, .size = unit, .p = p, .m0 = m0};

    t->tilted = r->g[0] != 0 || r->g[1] != 0;
    t->twice = 2 * p == rint(2 * p) && p < 3 ? (int)rint(2 * p) : -1;
    d.twice = e.twice = t->twice;
    d.m1 = e.m1 = m0 / (2 * r->q + 3);
    d.k_in = e.k_in = rules->k_in;
    d.k_out = e.k_out = rules->k_out;
    d.k_far = e.k_far = rules->k_far;
    d.n_in = rules->n_in / 2;
    e.n_in = rules->n_in;
    d.n_out = e.n_out = rules->n_out / 2;
    d.n_far = e.n_far = rules->n_far / 2;
    d.n_rim = e.n_rim = n_rim;
    d.gx = r->g[0] * unit;
    d.gy = r->g[1] * unit;
    d.hole = r->hole;
    e.a = r->a / unit;
    e.b = r->b / unit;
    e.g1 = r->g[0] * r->a;
    e.g2 = r->g[1] * r->b;
    t->kind = is_disk(r) ? contensou__patch_data_disk : contensou__patch_data_ellipse;
    t->param_count = is_disk(r) ? disk_params_count : ellipse_params_count;
    memcpy(t->params, is_disk(r) ? (const void *)&d : (const void *)&e,
           (size_t)t->param_count * sizeof(double));
}

enum contensou_status contensou__round_rules_build(const struct contensou__round *r,
                                                   const struct contensou__round_rules *rules,
                                                   struct contensou__patch_data *t,
                                                   struct contensou_error *err)
{
    const int row = is_disk(r) ? 3 : ellipse_node;
    const int n_in = is_disk(r) ? rules->n_in / 2 : rules->n_in;
    const int n_out = rules->n_out / 2, n_far = rules->n_far / 2;
    const int most_rim = rules->step > 0 ? most_rim_nodes : 0;
    double *end;
    int n_rim = 0;
    enum contensou_status status = CONTENSOU_OK;

    *t = (struct contensou__patch_data){0};
    t->table = malloc(sizeof(double) * (size_t)(row * n_in + 3 * (n_out + n_far + most_rim) + 1));
    if (!t->table)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the nodes of a patch");
    end = is_disk(r) ? put_disk_inside(r, rules->n_in, t->table)
                     : put_ellipse_inside(r, rules->n_in, rules->stretch, t->table);
    if (n_out)
        status = put_outside(r, rules->n_out, end, err);
    end += 3 * n_out;
    if (n_far && !status)
        status = put_outside(r, rules->n_far, end, err);
    end += 3 * n_far;
    if (most_rim)
        n_rim = put_rim(r, rules->step, rules->smallest, end);
    put_params(r, rules, n_rim, t);
    t->count = (size_t)(end - t->table) + 3 * (size_t)n_rim;
    if (status)
        contensou__patch_data_free(t);
    return status;
}
