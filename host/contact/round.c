/* round.c: the data of disks, annuli and ellipses.
 *
 * Each of the three rules (inside, outside, rim) has its own number of nodes and serves up to its
 * own border. Counts and borders are found by measuring at many directions of the centre of
 * rotation, against the rim rule with a finer step, which serves everywhere: first the step of the
 * rim rule, then for every possible border the smallest count that meets the tolerance, and of
 * these borders the cheapest for directions spread evenly in theta. SPDX-License-Identifier: MIT */
#include "contact/round.h"

#include "base/pi.h"
#include "contact/round_rules.h"

#include <math.h>

enum { ladder_size = 27 };
static const int ladder[ladder_size] = {4,   6,   8,   10,  12,  14,  16,  20,  24,
                                        28,  32,  36,  40,  48,  56,  64,  80,  96,
                                        128, 160, 192, 256, 320, 384, 512, 768, 1024};

/* Tables in which one rule serves for every centre of rotation. number is the step of the rim rule
 * or the stretch of the inner one. */
enum rule { rule_in, rule_out, rule_rim };

static enum contensou_status only(const struct contensou__round *r, enum rule rule, int n,
                                  double number, double tolerance, struct contensou__patch_data *t,
                                  struct contensou_error *err)
{
    struct contensou__round_rules rules = {.smallest = tolerance, .k_out = 1e30, .k_far = 1e30};
    struct contensou__round alone = *r;

    alone.middle[0] = alone.middle[1] = alone.hole = 0;
    if (rule == rule_in) {
        rules.n_in = n;
        rules.stretch = number;
        rules.k_in = 1e30;
    } else if (rule == rule_out) {
        rules.n_out = n;
        rules.k_out = 0;
    } else
        rules.step = number;
    return contensou__round_rules_build(&alone, &rules, t, err);
}

/* 1 if the two differ by less than the tolerance at the distances k[count] (in X) of the centre of
 * rotation, in all directions; ends at the first place where they do not. */
static int agree(const struct contensou__round *r, const struct contensou__patch_data *one,
                 const struct contensou__patch_data *two, const double *k, int count,
                 double tolerance)
{
    const double unit = fmax(r->a, r->b);
    const int directions = r->a == r->b ? 3 : 24;

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
        struct contensou__patch_data coarse = {0};
        enum contensou_status status = only(r, rule_rim, 0, *step, tolerance, &coarse, err);
        int good = 0;

        if (!status)
            status = only(r, rule_rim, 0, *step / 1.7, 1e-3 * tolerance, finer, err);
        if (!status)
            good = agree(r, &coarse, finer, k, count, tolerance);
        *n_rim = (int)(coarse.count / 3);
        contensou__patch_data_free(&coarse);
        if (status || good)
            return status;
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
        struct contensou__patch_data t = {0};
        const enum contensou_status status = only(r, rule, ladder[i], stretch, tolerance, &t, err);
        const int good = !status && agree(r, &t, finer, k, count, tolerance);

        contensou__patch_data_free(&t);
        *n = ladder[i];
        if (status || good)
            return status;
    }
    *n = 0;
    return CONTENSOU_OK;
}

/* What a node costs at the rim and outside, over one inside; measured. */
static const double rim_cost = 5, outer_cost = 1.7;

static enum contensou_status find_inner(const struct contensou__round *r, double tolerance,
                                        int n_rim, const struct contensou__patch_data *finer,
                                        struct contensou__round_rules *rules,
                                        struct contensou_error *err)
{
    static const double border[] = {1, 0.97, 0.94, 0.9, 0.85, 0.8, 0.7};
    static const double stretch[] = {0, 0.25, 0.5};
    const int stretches = r->a == r->b ? 1 : 3, borders = sizeof border / sizeof *border;
    double best = HUGE_VAL;

    for (int i = 0; i < borders * stretches; ++i) {
        const double here = border[i / stretches], way = stretch[i % stretches];
        const double k[] = {here, 0.95 * here, 0.7 * here, 0.3 * here, 1e-3};
        int n;
        const enum contensou_status status =
            find_count(r, rule_in, way, tolerance, k, 5, finer, &n, err);
        const double cost = n * atan(here) + rim_cost * n_rim * (pi / 4 - atan(here));

        if (status)
            return status;
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
                                        struct contensou__round_rules *rules,
                                        struct contensou_error *err)
{
    static const double border[] = {1.02, 1.05, 1.1, 1.2, 1.35, 1.6, 2};
    double best = HUGE_VAL;

    for (size_t i = 0; i < sizeof border / sizeof *border; ++i) {
        const double k[] = {border[i], 1.05 * border[i], 1.5 * border[i]};
        int n;
        const enum contensou_status status =
            find_count(r, rule_out, 0, tolerance, k, 3, finer, &n, err);
        const double reach = atan(1 / border[i]);
        const double cost = outer_cost * n * reach + rim_cost * n_rim * (pi / 4 - reach);

        if (status)
            return status;
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
                                      struct contensou__round_rules *rules,
                                      struct contensou_error *err)
{
    const double k[] = {2.5, 3, 5, 20};
    struct contensou__patch_data outer = {0};
    enum contensou_status status = only(r, rule_out, rules->n_out, 0, tolerance, &outer, err);

    rules->k_far = 2.5;
    if (!status)
        status = find_count(r, rule_out, 0, tolerance, k, 4, &outer, &rules->n_far, err);
    contensou__patch_data_free(&outer);
    return status;
}

enum contensou_status contensou__round_data(const struct contensou__round *r, double tolerance,
                                            struct contensou__patch_data *t,
                                            struct contensou_error *err)
{
    struct contensou__round_rules rules = {.smallest = tolerance, .k_out = 1e30};
    struct contensou__patch_data finer = {0};
    int n_rim = 0;
    enum contensou_status status = find_step(r, tolerance, &rules.step, &n_rim, &finer, err);

    if (!status)
        status = find_inner(r, tolerance, n_rim, &finer, &rules, err);
    if (!status)
        status = find_outer(r, tolerance, n_rim, &finer, &rules, err);
    if (!status)
        status = find_far(r, tolerance, &rules, err);
    if (!status)
        status = contensou__round_rules_build(r, &rules, t, err);
    contensou__patch_data_free(&finer);
    return status;
}

enum contensou_status contensou__round_data_plain(const struct contensou__round *r,
                                                  struct contensou__patch_data *t,
                                                  struct contensou_error *err)
{
    const double slender = fmax(r->a, r->b) / fmin(r->a, r->b);
    const struct contensou__round_rules rules = {.smallest = 1e-14,
                                                 .step = 0.1 / slender,
                                                 .k_out = 1.6,
                                                 .k_far = 4,
                                                 .n_out = 2 * (int)ceil(10 + 6 * slender),
                                                 .n_far = 2 * (int)ceil(5 + 3 * slender)};

    return contensou__round_rules_build(r, &rules, t, err);
}
