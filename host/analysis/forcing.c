/* forcing.c: whether a system depends on time as it says. SPDX-License-Identifier: MIT */
#include "analysis/forcing.h"

#include "base/random.h"
#include "base/try.h"

#include <math.h>
#include <stdlib.h>

/* States that are tried, the given one and others about it; pairs of times at each. */
enum { states = 4, pairs = 6 };

/* f at n members and times: out[n][dim + 1], the period behind the slope. */
static enum contensou_status ask(const struct contensou_branch *b,
                                 struct contensou__members *members, size_t n, const double *all,
                                 const double *time, double *out, struct contensou_error *err)
{
    const struct contensou__members_call call = {.kernel = "clock_slope",
                                                 .count = n,
                                                 .names = b->plan.lanes.names,
                                                 .all = all,
                                                 .time = time,
                                                 .columns = contensou_branch_state_count(b) + 1,
                                                 .out = out};

    return contensou__members_run(members, &call, err);
}

enum contensou_status contensou__forcing_periods(const struct contensou_branch *b,
                                                 struct contensou__members *members, size_t count,
                                                 const double *p, double *period,
                                                 struct contensou_error *err)
{
    const size_t names = b->plan.lanes.names, dim = contensou_branch_state_count(b), wide = dim + 1;
    OWNED(contensou__try_free) double *all = calloc(count * (names + 1 + wide), sizeof *all);

    TRY(contensou__try_memory(all, err, "periods"));
    for (size_t m = 0; m < count; ++m)
        contensou__branch_put(b, b->plan.lanes.value + names - dim, p[m], all + m * names);
    TRY(ask(b, members, count, all, all + count * names, all + count * (names + 1), err));
    for (size_t m = 0; m < count; ++m)
        period[m] = all[count * (names + 1) + m * wide + dim];
    return CONTENSOU_OK;
}

/* The state number k that is tried. */
static void put_state(const struct contensou_branch *b, uint64_t k, double *y)
{
    const size_t dim = contensou_branch_state_count(b);
    const double *const given = b->plan.lanes.value + b->plan.lanes.names - dim;

    for (size_t i = 0; i < dim; ++i) {
        const double u = contensou__random_unit(1, k, contensou_branch_state(b, i));

        y[i] = given[i] + (k ? (2 * u - 1) * (0.1 + fabs(given[i])) : 0);
    }
}

/* Two times at which f must be the same: any, or those a period or many apart, where an error of the period has grown. */
static void put_times(double period, int k, double *one, double *other)
{
    static const double share[pairs] = {0, 0.1307, 0.3711, 0.5003, 0.7193, 0.9301},
                        any[pairs] = {0.0141, 0.173, 1.931, 23.03, 311.7, 4210.3};

    *one = period > 0 ? share[k] * period : 0;
    *other = period > 0 ? *one + (k % 2 ? 64 : 1) * period : any[k];
}

/* Compares f in pairs of times. */
static enum contensou_status compare(const struct contensou_branch *b, double period,
                                     const double *time, const double *out,
                                     struct contensou_error *err)
{
    const size_t dim = contensou_branch_state_count(b), wide = dim + 1;
    const char *const name = contensou_branch_system(b);

    for (size_t i = 0; i < dim; ++i) {
        double size = 0;

        for (size_t m = 0; m < 2 * states * pairs; ++m)
            size = isfinite(out[m * wide + i]) ? fmax(size, fabs(out[m * wide + i])) : size;
        for (size_t m = 0; m < 2 * states * pairs; m += 2) {
            const double one = out[m * wide + i], other = out[(m + 1) * wide + i];

            if (!(fabs(one - other) > (period > 0 ? 1e-6 : 1e-12) * size))
                continue;
            if (period > 0)
                return contensou_fail(
                    err, CONTENSOU_EARGUMENT,
                    "%s does not repeat after its period %.9g: the slope of %s is %.9g "
                    "at t = %g and %.9g at t = %g; correct its system_period",
                    name, period, contensou_branch_state(b, i), one, time[m], other, time[m + 1]);
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "%s is said to be autonomous, but depends on time: the slope of "
                                  "%s is %.9g at t = %g and %.9g at t = %g; instead of "
                                  "trait_autonomous give the period of what drives it, static "
                                  "inline real system_period(const struct system_params *p)",
                                  name, contensou_branch_state(b, i), one, time[m], other,
                                  time[m + 1]);
        }
    }
    return CONTENSOU_OK;
}

/* What the system says about time. */
static enum contensou_status check_said(const struct contensou_branch *b,
                                        struct contensou_error *err)
{
    const struct contensou__system *const system = b->plan.setup.system;

    if (system->autonomous || contensou__system_gives_period(system, b->plan.setup.user_text))
        return CONTENSOU_OK;
    return contensou_fail(
        err, CONTENSOU_EARGUMENT,
        "%s does not say whether it depends on time: write trait_autonomous among its "
        "system_traits if slip and motion (or the right-hand side) do not use t, or else 'static "
        "inline real system_period(const struct system_params *p)', the period of what drives it",
        system->name);
}

enum contensou_status contensou__forcing_check(const struct contensou_branch *b,
                                               struct contensou__members *members, double p,
                                               double *period, struct contensou_error *err)
{
    enum { count = 2 * states * pairs };
    const size_t names = b->plan.lanes.names, dim = contensou_branch_state_count(b);
    OWNED(contensou__try_free)
    double *all = malloc(count * (names + 2 * dim + 2) * sizeof *all);
    double repeats, *y, *time, *out;

    *period = 0;
    TRY(contensou__try_memory(all, err, "states"));
    TRY(check_said(b, err));
    TRY(contensou__forcing_periods(b, members, 1, &p, period, err));
    if (!(*period >= 0 && isfinite(*period)))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "what drives %s has no period with these numbers: frequencies "
                              "whose ratio is no ratio of small whole numbers never repeat",
                              contensou_branch_system(b));
    repeats = b->plan.setup.system->autonomous ? 0 : *period;
    time = all + count * names;
    out = time + count;
    y = out + count * (dim + 1);
    for (int m = 0; m < count; ++m) {
        put_state(b, (uint64_t)(m / 2 / pairs), y);
        contensou__branch_put(b, y, p, all + (size_t)m * names);
    }
    for (int m = 0; m < count; m += 2)
        put_times(repeats, m / 2 % pairs, time + m, time + m + 1);
    TRY(ask(b, members, count, all, time, out, err));
    return compare(b, repeats, time, out, err);
}
