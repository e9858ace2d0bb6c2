/* cycle_start.c: the first periodic orbit, from a trajectory that leads to it. SPDX-License-Identifier: MIT */
#include "analysis/cycle_start.h"

#include "base/pi.h"
#include "analysis/forcing.h"
#include "base/try.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = contensou__shooting_most, wide = contensou__shooting_wide, most_rows = 200000 };

static double difference(const struct contensou__shooting *w, size_t i, double d)
{
    return contensou__branch_difference(w->branch, i, d);
}

/* The step at which a trajectory of length 1 has settled to 1e-11. */
static enum contensou_status choose_step(struct contensou__shooting *w, const double *x)
{
    const size_t dim = w->dim;
    double before[most] = {0};

    for (size_t steps = 32; steps <= 1 << 20; steps *= 2) {
        double worst = 0;

        w->step = 1.0 / (double)steps;
        if (!contensou__shooting_launch(w, x, NULL, 1, NULL))
            return w->curve.status;
        for (size_t i = 0; i < dim; ++i) {
            const double d = fabs(w->out[i] - before[i]) / (fabs(w->out[i]) + 1e-2);

            worst = isfinite(d) ? fmax(worst, d) : INFINITY;
            before[i] = w->out[i];
        }
        if (steps > 32 && worst < 1e-10)
            return CONTENSOU_OK;
    }
    return contensou_fail(
        w->err, CONTENSOU_EOUTCOME,
        "the system is too stiff for shooting with explicit steps: choose a larger "
        "law.eps, or the stepper event");
}

static const double *row_at(const struct contensou__shooting *w,
                            const struct contensou__orbit_call *rows, size_t k)
{
    return rows->row + k * (2 + w->dim);
}

/* 1 where nothing that counts moves in the last quarter of a trajectory. */
static int rests(const struct contensou__shooting *w, const struct contensou__orbit_call *rows)
{
    const double *last = row_at(w, rows, rows->rows - 1);

    for (size_t i = 0; i < w->dim; ++i)
        for (size_t k = rows->rows; k-- > 0 && row_at(w, rows, k)[0] > 0.75 * last[0];)
            if (!(w->unused >> i & 1) &&
                fabs(row_at(w, rows, k)[2 + i] - last[2 + i]) > 1e-5 * (fabs(last[2 + i]) + 1e-3))
                return 0;
    return 1;
}

/* The largest difference of two rows that counts, in units. */
static double distance(const struct contensou__shooting *w, const double *a, const double *b)
{
    double d = 0;

    for (size_t i = 0; i < w->dim; ++i)
        if (!(w->unused >> i & 1))
            d = fmax(d, fabs(difference(w, i, a[2 + i] - b[2 + i])) / w->unit[i]);
    return d;
}

/* The sizes of the states, from the second half of a trajectory. */
static enum contensou_status find_units(struct contensou__shooting *w,
                                        const struct contensou__orbit_call *rows)
{
    const double *last = row_at(w, rows, rows->rows - 1);

    for (size_t i = 0; i < w->dim; ++i) {
        double low = last[2 + i], high = low;

        for (size_t k = rows->rows; k-- > 0 && row_at(w, rows, k)[0] > 0.5 * last[0];) {
            low = fmin(low, row_at(w, rows, k)[2 + i]);
            high = fmax(high, row_at(w, rows, k)[2 + i]);
        }
        w->unit[i] =
            w->branch->plan.setup.system->angles >> i & 1 ? fmin(high - low, 2 * pi) : high - low;
        if (!isfinite(w->unit[i]))
            return contensou_fail(w->err, CONTENSOU_EOUTCOME, "the trajectory is not finite");
        w->unit[i] = fmax(w->unit[i], w->forced > 0 ? 1e-3 * fmax(fabs(high), fabs(low)) : 1e-6);
        w->unit[i] = fmax(w->unit[i], 1e-6);
    }
    return CONTENSOU_OK;
}

/* The row before the last one at which the trajectory was at nearly the same place; 0: none. */
static size_t find_return(const struct contensou__shooting *w,
                          const struct contensou__orbit_call *rows)
{
    const double *last = row_at(w, rows, rows->rows - 1);
    double left = 0, best = INFINITY;
    size_t found = 0;

    for (size_t k = rows->rows - 1; k-- > 0 && row_at(w, rows, k)[0] > 0.5 * last[0];) {
        const double d = distance(w, row_at(w, rows, k), last);

        left = fmax(left, d);
        if (left > 0.2 && d < best) {
            best = d;
            found = k;
        }
        if (best < 0.03 && d > 3 * best + 0.02)
            break; /* the first return */
    }
    return best < 0.1 ? found : 0;
}

/* The same from the beginning of the last slip, row `last`, to that of another one. */
static size_t find_slip_again(const struct contensou__shooting *w,
                              const struct contensou__orbit_call *rows, size_t last)
{
    for (double near = 1e-3; near < 0.11; near *= 10)
        for (size_t k = last; k-- > 0 && row_at(w, rows, k)[0] > 0.3 * row_at(w, rows, last)[0];)
            if (row_at(w, rows, k)[1] == row_at(w, rows, last)[1] &&
                distance(w, row_at(w, rows, k), row_at(w, rows, last)) < near)
                return k;
    return 0;
}

/* The middle of the longest slip between two rows; 0: none begins there. */
static double slip_between(const struct contensou__shooting *w,
                           const struct contensou__orbit_call *rows, size_t from, size_t to)
{
    double longest = 0, middle = 0;
    const double *before = NULL;

    for (size_t k = from; k <= to; ++k) {
        const double *row = row_at(w, rows, k);

        if (row[1] == contensou__orbit_sample)
            continue;
        if (before && before[1] != contensou__orbit_stick && row[0] - before[0] > longest) {
            longest = row[0] - before[0];
            middle = (row[0] + before[0]) / 2;
        }
        before = row;
    }
    return middle;
}

/* "at omega_0 = 41 ", for sentences. */
static const char *place_of(const struct contensou__shooting *w, char text[96])
{
    const char *const name = contensou_branch_parameter(w->branch);

    text[0] = '\0';
    if (name)
        snprintf(text, 96, "at %s = %.9g ", name, w->branch->grid[0]);
    return text;
}

/* What to say where a trajectory does not come back, x being its end: whether a small difference grows tells an irregular motion from one
 * that has not settled. */
static enum contensou_status say_none(struct contensou__shooting *w, const double *x, double span)
{
    const size_t dim = w->dim;
    double v[most] = {0}, size = 0;
    char text[96];

    for (size_t i = 0; i < dim; ++i)
        v[i] = w->unit[i] / (1 + (double)i);
    if (!contensou__shooting_launch(w, x, v, span, NULL) && w->curve.status)
        return w->curve.status;
    for (size_t i = 0; i < dim; ++i)
        size = fmax(size, fabs(w->out[dim + i]) / w->unit[i]);
    if (!(size < 1e3))
        return contensou_fail(
            w->err, CONTENSOU_EOUTCOME,
            "no cycle was found: the motion %slooks irregular, differences grow by %.1e within "
            "%.3g of time; start elsewhere, or give the state of an orbit and its period",
            place_of(w, text), size, span);
    return contensou_fail(
        w->err, CONTENSOU_EOUTCOME,
        "no cycle was found: the motion %sdoes not come back within half of the transient; it has "
        "not settled, or has two frequencies: give a longer transient, another start, or the state "
        "of an orbit and its period",
        place_of(w, text));
}

/* Whether a trajectory repeats: over the two periods before row `last`, or as many as there are, it is where it was a period before.
 * A chance return of an irregular motion does not last. */
static int repeats(const struct contensou__shooting *w, const struct contensou__orbit_call *rows,
                   size_t found, size_t last)
{
    const double T = row_at(w, rows, last)[0] - row_at(w, rows, found)[0];
    double worst = 0;
    size_t b = found;

    for (size_t a = last; a-- > 0 && row_at(w, rows, a)[0] > row_at(w, rows, last)[0] - 2 * T;) {
        const double t = row_at(w, rows, a)[0] - T;
        double share, d = 0;

        if (row_at(w, rows, a)[1] != contensou__orbit_sample)
            continue;
        while (b > 0 && row_at(w, rows, b)[0] > t)
            --b;
        if (row_at(w, rows, b)[0] > t || b + 1 >= rows->rows)
            break;
        share = row_at(w, rows, b + 1)[0] - row_at(w, rows, b)[0];
        share = share > 0 ? (t - row_at(w, rows, b)[0]) / share : 0;
        for (size_t i = 0; i < w->dim; ++i)
            if (!(w->unused >> i & 1)) {
                const double one = row_at(w, rows, b)[2 + i],
                             step = difference(w, i, row_at(w, rows, b + 1)[2 + i] - one);

                d = fmax(d, fabs(difference(w, i, row_at(w, rows, a)[2 + i] - one - share * step)) /
                                w->unit[i]);
            }
        worst = fmax(worst, d);
    }
    return worst < 0.3;
}

/* From the end of a trajectory: when was it at nearly the same place before? Fills x, T and the units. */
static void free_rows(struct contensou__orbit_call *rows)
{
    free(rows->row);
}

/* From the end of a trajectory: when was it at nearly the same place before? Fills x, T and the units. */
static enum contensou_status look_back(struct contensou__shooting *w, double transient, double *x)
{
    const size_t dim = w->dim;
    const size_t count = w->exact ? 20000 : (size_t)fmin(ceil(transient / w->step), most_rows);
    double begin[most], end[wide], t;
    OWNED(free_rows) struct contensou__orbit_call rows = {0};
    size_t slip, last, found;

    TRY(contensou__shooting_rows(w, x, transient, count, most_rows, &rows));
    memcpy(begin, x, dim * sizeof *begin); /* in units of 1 as yet */
    if (rows.rows < 2)
        return contensou_fail(w->err, CONTENSOU_EOUTCOME, "the trajectory has no rows");
    TRY(find_units(w, &rows));
    if (rests(w, &rows))
        return contensou_fail(
            w->err, CONTENSOU_EOUTCOME,
            "no cycle was found: the trajectory comes to rest, so that there is no orbit to "
            "follow; start elsewhere, or give the state of an orbit and its period");
    for (slip = rows.rows - 1; slip > 0 && row_at(w, &rows, slip)[1] < contensou__orbit_slip;)
        --slip;
    found = slip ? find_slip_again(w, &rows, slip) : find_return(w, &rows);
    last = slip ? slip : rows.rows - 1;
    if (!found || !repeats(w, &rows, found, last)) {
        for (size_t i = 0; i < dim; ++i)
            end[i] = row_at(w, &rows, rows.rows - 1)[2 + i] / w->unit[i];
        end[dim] = 1;
        end[dim + 1] = x[dim + 1];
        return say_none(w, end, transient / 4);
    }
    w->unit[dim] = row_at(w, &rows, last)[0] - row_at(w, &rows, found)[0];
    x[dim] = 1;
    t = slip_between(w, &rows, found, last);
    for (size_t i = 0; i < dim; ++i)
        x[i] = (t > 0 ? begin[i] : difference(w, i, row_at(w, &rows, last)[2 + i])) / w->unit[i];
    return contensou__shooting_move(w, x, t);
}

/* The same where something drives the system: the state once a period of the forcing, which comes back after k of them, the smallest that
 * does. The nearest come first: behind a doubling both one and two periods bring it near. */
static enum contensou_status look_back_driven(struct contensou__shooting *w, double transient,
                                              int periods, double *x)
{
    const size_t dim = w->dim;
    const double P = w->forced, wanted = fmax(ceil(transient / P), 2.0 * periods + 2);
    const size_t strobes = (size_t)fmin(wanted, most_rows);
    const size_t each = (size_t)fmax(fmin(64, (double)most_rows / (double)strobes), 1);
    OWNED(free_rows) struct contensou__orbit_call rows = {0};
    double end[wide];
    size_t last = 0, samples = 0;

    TRY(contensou__shooting_rows(w, x, (double)strobes * P, strobes * each, most_rows, &rows));
    TRY(find_units(w, &rows));
    for (size_t k = 0; k < rows.rows; ++k) /* rows at strobes only, at the front */
        if (row_at(w, &rows, k)[1] == contensou__orbit_sample && ++samples % each == 0)
            memmove(rows.row + last++ * (2 + dim), row_at(w, &rows, k),
                    (2 + dim) * sizeof *rows.row);
    if (last < 2)
        return contensou_fail(w->err, CONTENSOU_EOUTCOME, "the trajectory has no rows");
    --last;
    for (size_t i = 0; i < dim; ++i)
        end[i] = difference(w, i, row_at(w, &rows, last)[2 + i]) / w->unit[i];
    end[dim] = 1;
    end[dim + 1] = x[dim + 1];
    w->turns = 0;
    for (double near = 1e-8; near < 0.02 && !w->turns; near *= 10)
        for (size_t k = 1; k <= (size_t)periods && 2 * k <= last && !w->turns; ++k)
            if (distance(w, row_at(w, &rows, last), row_at(w, &rows, last - k)) < near &&
                distance(w, row_at(w, &rows, last - k), row_at(w, &rows, last - 2 * k)) < 10 * near)
                w->turns = (int)k;
    if (!w->turns)
        return say_none(w, end, P * fmin((double)strobes, 4.0 * periods));
    memcpy(x, end, dim * sizeof *x);
    w->unit[dim] = w->turns * P;
    x[dim] = 1;
    return CONTENSOU_OK;
}

/* Whole numbers of shorter periods: a trajectory that comes back may have been there before. */
static enum contensou_status reduce(struct contensou__shooting *w, double *x)
{
    static const int part[] = {2, 3, 5, 7, 11, 13};

    for (size_t k = 0; k < sizeof part / sizeof *part;) {
        const int divides = !(w->forced > 0) || w->turns % part[k] == 0;

        if (divides && contensou__shooting_away(w, x, 1.0 / part[k]) < 1e-6) {
            x[w->dim] /= part[k];
            w->turns /= w->forced > 0 ? part[k] : 1;
        } else {
            ++k;
        }
        if (w->curve.status)
            return w->curve.status;
    }
    return CONTENSOU_OK;
}

/* The state as given and a guess of the period. */
static enum contensou_status take_guess(struct contensou__shooting *w, double period, double *x)
{
    w->unit[w->dim] = period;
    x[w->dim] = 1;
    if (!(w->forced > 0))
        return CONTENSOU_OK;
    w->turns = (int)fmin(fmax(round(period / w->forced), 1), 1e6);
    if (fabs(period - w->turns * w->forced) > 0.1 * w->forced)
        return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                              "the period %g is no multiple of %.9g, that of what drives %s",
                              period, w->forced, contensou_branch_system(w->branch));
    return CONTENSOU_OK;
}

enum contensou_status contensou__cycle_start_find(struct contensou__shooting *w,
                                                  const struct contensou_cycle_options *o,
                                                  struct contensou__arclength_spot *first)
{
    const size_t dim = w->dim;
    const int periods = o->periods > 0 ? o->periods : contensou__cycle_start_periods;
    double *x = first->x, along[wide] = {0}, f[wide], J[wide][wide], t = 0;

    for (size_t i = 0; i < dim; ++i) {
        w->unit[i] = 1;
        x[i] = w->branch->plan.lanes.value[w->state_place + i];
    }
    x[dim + 1] = contensou__branch_varies(w->branch) ? w->branch->grid[0] / w->unit[dim + 1] : 0;
    w->forced_at = NAN;
    TRY(contensou__forcing_check(w->branch, w->orbit, x[dim + 1] * w->unit[dim + 1], &w->forced,
                                 w->err));
    if (!contensou__shooting_drive(w, x)) {
        TRY(w->curve.status);
        return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                              "what drives %s has no period next to the first value",
                              contensou_branch_system(w->branch));
    }
    if (!w->exact)
        TRY(choose_step(w, x));
    TRY(contensou__shooting_unused(w, x, o->period > 0 ? o->period : o->transient));
    TRY(o->period > 0   ? take_guess(w, o->period, x)
        : w->forced > 0 ? look_back_driven(w, o->transient, periods, x)
                        : look_back(w, o->transient, x));
    if (w->exact)
        TRY(contensou__shooting_middle(w, x, &t));
    TRY(contensou__shooting_move(w, x, t));
    memset(w->normal, 0, sizeof w->normal);
    memset(w->anchor, 0, sizeof w->anchor);
    if (!contensou__shooting_evaluate(w, x, f, J)) {
        TRY(w->curve.status);
        return contensou_fail(w->err, CONTENSOU_EOUTCOME, "the orbit is not finite");
    }
    contensou__shooting_anchor(w, x);
    along[dim + 1] = 1;
    if (contensou__arclength_correct(&w->curve, x, NULL, NULL, 0)) {
        TRY(reduce(w, x));
        if (contensou__arclength_correct(&w->curve, x, NULL, NULL, 0) &&
            contensou__arclength_describe(&w->curve, first, along)) {
            contensou__shooting_anchor(w, x);
            return CONTENSOU_OK;
        }
    }
    TRY(w->curve.status);
    return contensou_fail(w->err, CONTENSOU_EOUTCOME,
                          "no cycle was found: shooting does not converge near the trajectory; "
                          "give a longer transient, or the state of an orbit and its period");
}
