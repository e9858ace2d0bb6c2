/* round.c: the data of ellipses; those of disks and annuli are made by disk_table.c.
 *
 * Each of the three rules (inside, outside, rim) has its own number of nodes and serves up to its
 * own border. Counts and borders are found by measuring at many directions of the centre of
 * rotation, against the rim rule with a finer step, which serves everywhere: first the step of the
 * rim rule, then for every possible border the smallest count that meets the tolerance, and of
 * these borders the cheapest for directions spread evenly in theta. SPDX-License-Identifier: MIT */
#include "contact/round.h"

#include "base/pi.h"
#include "base/try.h"
#include "contact/disk_table.h"
#include "contact/gauss.h"
#include "patches/ellipse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct rules {
    int n_in, n_out, n_far;    /* nodes inside, outside and far away, even */
    double stretch;            /* inside tan tau = (a/b)^stretch tan p */
    double step;               /* of the double-exponential rule at the rim; 0: no such nodes */
    double smallest;           /* what its tail may contribute */
    double k_in, k_out, k_far; /* borders */
};

/* Lays out the nodes of given counts, as the head of kernels/patches/ellipse.h describes them. */

enum { most_rim_nodes = 8192 };

static long double norm(const struct contensou__round *r)
{
    return ((long double)r->q + 1) / pi_long;
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

static enum contensou_status put_outside(const struct contensou__round *r, int n, double **t,
                                         struct contensou_error *err)
{
    OWNED(contensou__try_free) long double *x = malloc((2 * (size_t)n + 1) * sizeof *x);
    long double *w = x + n;
    double *row = *t;

    TRY(contensou__try_memory(x, err, "a rule of %d nodes", n));
    if (n > 0)
        TRY(contensou__gauss_rule(n, (long double)r->q + 0.5L, x, w, err));
    for (int i = n / 2; i < n; ++i, row += 3) { /* one of each pair xi, -xi */
        row[0] = (double)x[i];
        row[1] = (double)((1 - x[i]) * (1 + x[i]));
        row[2] = (double)(w[i] * norm(r));
    }
    *t = row;
    return CONTENSOU_OK;
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
        t[2] = (double)(w[i] * 2 * norm(r));
    }
    return n;
}

static void put_params(const struct contensou__round *r, const struct rules *rules, int n_rim,
                       struct contensou__patch_data *t)
{
    const double p = r->q + 0.5, unit = fmax(r->a, r->b);
    const double m0 = sqrt((double)pi_long) * exp(lgamma(r->q + 1) - lgamma(r->q + 1.5));
    const int twice = 2 * p == rint(2 * p) && p < 3 ? (int)rint(2 * p) : -1;
    const struct ellipse_params e = {.dx = r->middle[0],
                                     .dy = r->middle[1],
                                     .size = unit,
                                     .p = p,
                                     .twice = twice,
                                     .m0 = m0,
                                     .m1 = m0 / (2 * r->q + 3),
                                     .k_in = rules->k_in,
                                     .k_out = rules->k_out,
                                     .k_far = rules->k_far,
                                     .n_in = rules->n_in,
                                     .n_out = rules->n_out / 2,
                                     .n_far = rules->n_far / 2,
                                     .n_rim = n_rim,
                                     .a = r->a / unit,
                                     .b = r->b / unit,
                                     .g1 = r->g[0] * r->a,
                                     .g2 = r->g[1] * r->b};

    t->tilted = r->g[0] != 0 || r->g[1] != 0;
    t->twice = twice;
    t->kind = contensou__patch_data_ellipse;
    t->param_count = ellipse_params_count;
    memcpy(t->params, &e, sizeof e);
}

static enum contensou_status build_rules(const struct contensou__round *r,
                                         const struct rules *rules, struct contensou__patch_data *t,
                                         struct contensou_error *err)
{
    const int others = rules->n_out / 2 + rules->n_far / 2 + (rules->step > 0 ? most_rim_nodes : 0);
    const size_t most = (size_t)(ellipse_node * rules->n_in + 3 * others + 1);
    OWNED(contensou__patch_data_free)
    struct contensou__patch_data own = {.table = malloc(most * sizeof(double))};
    double *end;
    int n_rim = 0;

    TRY(contensou__try_memory(own.table, err, "the nodes of a patch"));
    end = put_ellipse_inside(r, rules->n_in, rules->stretch, own.table);
    TRY(put_outside(r, rules->n_out, &end, err));
    TRY(put_outside(r, rules->n_far, &end, err));
    if (rules->step > 0)
        n_rim = put_rim(r, rules->step, rules->smallest, end);
    put_params(r, rules, n_rim, &own);
    own.count = (size_t)(end - own.table) + 3 * (size_t)n_rim;
    *t = own;
    own.table = NULL;
    return CONTENSOU_OK;
}

enum { ladder_size = 27 };
static const int ladder[ladder_size] = {4,   6,   8,   10,  12,  14,  16,  20,  24,
                                        28,  32,  36,  40,  48,  56,  64,  80,  96,
                                        128, 160, 192, 256, 320, 384, 512, 768, 1024};

/* Tables in which one rule serves for every centre of rotation. value is the step of the rim rule
 * or the stretch of the inner one. */
enum rule { rule_in, rule_out, rule_rim };

static enum contensou_status only(const struct contensou__round *r, enum rule rule, int n,
                                  double value, double tolerance, struct contensou__patch_data *t,
                                  struct contensou_error *err)
{
    struct rules rules = {.smallest = tolerance, .k_out = 1e30, .k_far = 1e30};
    struct contensou__round alone = *r;

    alone.middle[0] = alone.middle[1] = 0;
    if (rule == rule_in) {
        rules.n_in = n;
        rules.stretch = value;
        rules.k_in = 1e30;
    } else if (rule == rule_out) {
        rules.n_out = n;
        rules.k_out = 0;
    } else
        rules.step = value;
    return build_rules(&alone, &rules, t, err);
}

/* 1 if the two differ by less than the tolerance at the distances k[count] (in X) of the centre of
 * rotation, in all directions; ends at the first place where they do not. */
static int agree(const struct contensou__round *r, const struct contensou__patch_data *one,
                 const struct contensou__patch_data *two, const double *k, int count,
                 double tolerance)
{
    const double unit = fmax(r->a, r->b);
    const int directions = 24;

    for (int i = 0; i < count; ++i)
        for (int j = 0; j < directions; ++j) {
            const double angle = pi * 2 * (j + 0.03) / directions;
            const double slip[3] = {r->b * k[i] * sin(angle), -r->a * k[i] * cos(angle), 1};
            double f[9], g[9];

            contensou__patch_data_wrench(one, slip, 0, f);
            contensou__patch_data_wrench(two, slip, 0, g);
            if (!(fabs(f[0] - g[0]) < tolerance && fabs(f[1] - g[1]) < tolerance &&
                  fabs(f[2] - g[2]) < tolerance * unit))
                return 0;
        }
    return 1;
}

/* The largest step of the rim rule that meets the tolerance; *finer gets data with a finer one.
 */
static enum contensou_status find_step(const struct contensou__round *r, double tolerance,
                                       double *step, int *n_rim,
                                       struct contensou__patch_data *finer,
                                       struct contensou_error *err)
{
    static const double k[] = {0.7,       0.8,      0.9,   0.97, 0.999, 1 - 1e-6, 1 - 1e-10, 1,
                               1 + 1e-10, 1 + 1e-6, 1.001, 1.03, 1.1,   1.3,      1.6,       2};
    const int count = sizeof k / sizeof *k;

    /* slender ellipses need steps in proportion */
    for (*step = fmin(0.45, 0.8 * fmin(r->a, r->b) / fmax(r->a, r->b)); *step > 0.0015;
         *step *= 0.9) {
        OWNED(contensou__patch_data_free) struct contensou__patch_data coarse = {0};

        TRY(only(r, rule_rim, 0, *step, tolerance, &coarse, err));
        TRY(only(r, rule_rim, 0, *step / 1.7, 1e-3 * tolerance, finer, err));
        *n_rim = (int)(coarse.count / 3);
        if (agree(r, &coarse, finer, k, count, tolerance))
            return CONTENSOU_OK;
        contensou__patch_data_free(finer);
    }
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "the ellipse %g by %g is too slender for the exact method; "
                          "use the method cells, or a rectangle",
                          r->a, r->b);
}

/* The smallest count with which the rule holds at the given distances, or 0. */
static enum contensou_status find_count(const struct contensou__round *r, enum rule rule,
                                        double stretch, double tolerance, const double *k,
                                        int count, const struct contensou__patch_data *finer,
                                        int *n, struct contensou_error *err)
{
    for (int i = 0; i < ladder_size; ++i) {
        OWNED(contensou__patch_data_free) struct contensou__patch_data t = {0};

        TRY(only(r, rule, ladder[i], stretch, tolerance, &t, err));
        *n = ladder[i];
        if (agree(r, &t, finer, k, count, tolerance))
            return CONTENSOU_OK;
    }
    *n = 0;
    return CONTENSOU_OK;
}

/* What a node costs at the rim and outside, over one inside; measured. */
static const double rim_cost = 5, outer_cost = 1.7;

static enum contensou_status find_inner(const struct contensou__round *r, double tolerance,
                                        int n_rim, const struct contensou__patch_data *finer,
                                        struct rules *rules, struct contensou_error *err)
{
    static const double border[] = {1, 0.97, 0.94, 0.9, 0.85, 0.8, 0.7};
    static const double stretch[] = {0, 0.25, 0.5};
    const int stretches = r->even ? 1 : 3, borders = sizeof border / sizeof *border;
    double best = HUGE_VAL;

    for (int i = 0; i < borders * stretches; ++i) {
        const double here = border[i / stretches], way = stretch[i % stretches];
        const double k[] = {here, 0.95 * here, 0.7 * here, 0.3 * here, 1e-3};
        double cost;
        int n = 0;

        TRY(find_count(r, rule_in, way, tolerance, k, 5, finer, &n, err));
        cost = n * atan(here) + rim_cost * n_rim * (pi / 4 - atan(here));
        if (n && cost < best) {
            best = cost;
            rules->n_in = n;
            rules->k_in = here;
            rules->stretch = way;
        }
    }
    return CONTENSOU_OK;
}

static enum contensou_status find_outer(const struct contensou__round *r, double tolerance,
                                        int n_rim, const struct contensou__patch_data *finer,
                                        struct rules *rules, struct contensou_error *err)
{
    static const double border[] = {1.02, 1.05, 1.1, 1.2, 1.35, 1.6, 2};
    double best = HUGE_VAL;

    for (size_t i = 0; i < sizeof border / sizeof *border; ++i) {
        const double k[] = {border[i], 1.05 * border[i], 1.5 * border[i]};
        const double reach = atan(1 / border[i]);
        double cost;
        int n = 0;

        TRY(find_count(r, rule_out, 0, tolerance, k, 3, finer, &n, err));
        cost = outer_cost * n * reach + rim_cost * n_rim * (pi / 4 - reach);
        if (n && cost < best) {
            best = cost;
            rules->n_out = n;
            rules->k_out = border[i];
        }
    }
    return CONTENSOU_OK;
}

/* Half of the directions outside have k above about 2.5. The rim rule loses digits there, so the
 * outer rule, found right at its own border, is the measure. */
static enum contensou_status find_far(const struct contensou__round *r, double tolerance,
                                      struct rules *rules, struct contensou_error *err)
{
    const double k[] = {2.5, 3, 5, 20};
    OWNED(contensou__patch_data_free) struct contensou__patch_data outer = {0};

    rules->k_far = 2.5;
    TRY(only(r, rule_out, rules->n_out, 0, tolerance, &outer, err));
    return find_count(r, rule_out, 0, tolerance, k, 4, &outer, &rules->n_far, err);
}

enum contensou_status contensou__round_data(const struct contensou__round *r, double tolerance,
                                            struct contensou__patch_data *t,
                                            struct contensou_error *err)
{
    struct rules rules = {.smallest = tolerance, .k_out = 1e30};
    OWNED(contensou__patch_data_free) struct contensou__patch_data finer = {0};
    int n_rim = 0;

    if (r->a == r->b && !r->even)
        return contensou__disk_table_make(r, tolerance, t, err);
    TRY(find_step(r, tolerance, &rules.step, &n_rim, &finer, err));
    TRY(find_inner(r, tolerance, n_rim, &finer, &rules, err));
    TRY(find_outer(r, tolerance, n_rim, &finer, &rules, err));
    TRY(find_far(r, tolerance, &rules, err));
    return build_rules(r, &rules, t, err);
}

enum contensou_status contensou__round_data_plain(const struct contensou__round *r,
                                                  struct contensou__patch_data *t,
                                                  struct contensou_error *err)
{
    const double slender = fmax(r->a, r->b) / fmin(r->a, r->b);
    const struct rules rules = {.smallest = 1e-14,
                                .step = 0.1 / slender,
                                .k_out = 1.6,
                                .k_far = 4,
                                .n_out = 2 * (int)ceil(10 + 6 * slender),
                                .n_far = 2 * (int)ceil(5 + 3 * slender)};

    if (r->hole > 0)
        return contensou__disk_table_make(r, 1e-14, t, err);
    return build_rules(r, &rules, t, err);
}
