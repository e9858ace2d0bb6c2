/* shooting.c: the equations of a periodic orbit. SPDX-License-Identifier: MIT */
#include "analysis/shooting.h"

#include "base/eigen.h"
#include "base/linear.h"
#include "analysis/forcing.h"
#include "base/try.h"

#include <contensou/outcome.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    most = contensou__shooting_most,
    wide = contensou__shooting_wide,
    samples = 8000,
    most_switches = contensou__shooting_switches
};

static int has_p(const struct contensou__shooting *w)
{
    return contensou__branch_varies(w->branch);
}

static double difference(const struct contensou__shooting *w, size_t i, double d)
{
    return contensou__branch_difference(w->branch, i, d);
}

static void put_member(struct contensou__shooting *w, size_t m, const double *x, double p)
{
    double y[most];

    for (size_t i = 0; i < w->dim; ++i)
        y[i] = x[i] * w->unit[i];
    contensou__branch_put(w->branch, y, p, w->all + m * w->branch->plan.lanes.names);
}

/* More switches than that are another orbit: no trajectory next to this one has so many. */
static size_t most_in_one(const struct contensou__shooting *w)
{
    const double known = w->tail[contensou__orbit_sticks] + w->tail[contensou__orbit_passes];

    return (size_t)fmin(known > 0 ? 64 + 8 * known : most_switches, most_switches);
}

/* Members over a time, the first of them with rows if there is an array for them. */
static int launch(struct contensou__shooting *w, size_t members, double span,
                  struct contensou__orbit_call *rows)
{
    struct contensou__orbit_call call = rows ? *rows : (struct contensou__orbit_call){0};

    call.count = members;
    call.names = w->branch->plan.lanes.names;
    call.step = w->step;
    call.switches = rows ? rows->switches : most_in_one(w);
    call.all = w->all;
    call.begin = w->phase * w->forced;
    call.span = span;
    call.v = w->v;
    call.out = w->out;
    call.progress = w->progress;
    call.done = (double)w->curve.kept;
    w->curve.status = contensou__orbit_run(w->orbit, &call, w->err);
    if (rows)
        rows->rows = call.rows;
    return !w->curve.status;
}

int contensou__shooting_drive(struct contensou__shooting *w, const double *x)
{
    const double p = x[w->dim + 1] * w->unit[w->dim + 1],
                 h = 1e-6 * fmax(fabs(p), w->unit[w->dim + 1]), at[] = {p, p + h, p - h};
    double period[3];

    if (w->forced == 0 || p == w->forced_at)
        return 1;
    w->curve.status =
        contensou__forcing_periods(w->branch, w->orbit, has_p(w) ? 3 : 1, at, period, w->err);
    if (w->curve.status || !(period[0] > 0 && isfinite(period[0])))
        return 0;
    w->forced = period[0];
    w->forced_slope = has_p(w) ? (period[1] - period[2]) / (at[1] - at[2]) : 0;
    w->forced_at = p;
    return isfinite(w->forced_slope);
}

int contensou__shooting_launch(struct contensou__shooting *w, const double *x, const double *v,
                               double span, struct contensou__orbit_call *rows)
{
    if (!contensou__shooting_drive(w, x))
        return 0;
    put_member(w, 0, x, x[w->dim + 1] * w->unit[w->dim + 1]);
    memset(w->v, 0, w->dim * sizeof *w->v);
    if (v)
        memcpy(w->v, v, w->dim * sizeof *w->v);
    return launch(w, 1, span, rows) &&
           contensou_outcome_reached((int)w->out[3 * w->dim + contensou__orbit_outcome]);
}

static int same_switches(const double *a, const double *b)
{
    return memcmp(a, b, (contensou__orbit_passes + 1) * sizeof *a) == 0;
}

/* The slope by p of the end, from members with a larger and a smaller p. Where one of these has other switches, the other
 * one and the orbit itself. */
static int slope_by_p(const struct contensou__shooting *w, double h, double *slope)
{
    const size_t dim = w->dim;
    const double *at = w->out, *more = at + dim * w->width, *less = more + w->width;
    const int above = same_switches(more + 3 * dim, w->tail),
              below = same_switches(less + 3 * dim, w->tail);

    for (size_t i = 0; i < dim; ++i)
        slope[i] = ((above ? more[i] : at[i]) - (below ? less[i] : at[i])) / ((above + below) * h);
    return above || below;
}

/* Where the phase of y moves with p, since the period of the forcing does: what a later beginning changes at the end,
 * f(end) - V f(begin). */
static int add_delay(struct contensou__shooting *w, double *by_p)
{
    const size_t dim = w->dim, names = w->branch->plan.lanes.names;
    const double begin = w->phase * w->forced;
    double f[most + 1];
    const struct contensou__members_call call = {.kernel = "clock_slope",
                                                 .count = 1,
                                                 .names = names,
                                                 .all = w->all,
                                                 .time = &begin,
                                                 .columns = dim + 1,
                                                 .out = f};

    if (!(w->phase > 0) || w->forced_slope == 0)
        return 1;
    w->curve.status = contensou__members_run(w->orbit, &call, w->err);
    for (size_t i = 0; i < dim && !w->curve.status; ++i) {
        double late = w->out[2 * dim + i];

        for (size_t j = 0; j < dim; ++j)
            late -= w->out[j * w->width + dim + i] * f[j];
        by_p[i] += w->phase * w->forced_slope * late;
    }
    return !w->curve.status;
}

/* The last equation: the phase condition, or the period of the forcing. */
static double close(const struct contensou__shooting *w, const double *x, double *J)
{
    const size_t dim = w->dim;
    double f = 0;

    memset(J, 0, (dim + 2) * sizeof *J);
    if (w->forced > 0) {
        J[dim] = 1;
        J[dim + 1] = -w->turns * w->forced_slope * w->unit[dim + 1] / w->unit[dim];
        return x[dim] - w->turns * w->forced / w->unit[dim];
    }
    for (size_t j = 0; j < dim; ++j) {
        J[j] = w->normal[j];
        f += w->normal[j] * (x[j] - w->anchor[j]);
    }
    return f;
}

int contensou__shooting_evaluate(void *of, const double *x, double *f, double J[][wide])
{
    struct contensou__shooting *w = of;
    const size_t dim = w->dim, members = dim + (has_p(w) ? 2 : 0);
    const double T = x[dim] * w->unit[dim], p = x[dim + 1] * w->unit[dim + 1];
    const double h = (w->exact ? 1e-5 : 1e-6) * fmax(fabs(p), w->unit[dim + 1]);
    double by_p[most] = {0};

    if (!(T > 0) || (!w->exact && T / w->step > 1e7) || !contensou__shooting_drive(w, x))
        return 0;
    memset(w->v, 0, members * dim * sizeof *w->v);
    for (size_t m = 0; m < members; ++m) {
        put_member(w, m, x, m < dim ? p : m == dim ? p + h : p - h);
        if (m < dim)
            w->v[m * dim + m] = 1;
    }
    if (!launch(w, members, T, NULL))
        return 0;
    memcpy(w->tail, w->out + 3 * dim, sizeof w->tail);
    if (!contensou_outcome_reached((int)w->tail[contensou__orbit_outcome]) ||
        (has_p(w) && (!slope_by_p(w, h, by_p) || !add_delay(w, by_p))))
        return 0;
    for (size_t i = 0; i < dim; ++i) {
        const int counts = !(w->unused >> i & 1);

        f[i] = counts ? difference(w, i, w->out[i] - x[i] * w->unit[i]) / w->unit[i] : 0;
        for (size_t j = 0; j < dim; ++j) {
            w->V[i * dim + j] = w->out[j * w->width + dim + i] * w->unit[j] / w->unit[i];
            J[i][j] = counts ? w->V[i * dim + j] - (i == j) : 0;
        }
        w->slope[i] = w->out[2 * dim + i];
        J[i][dim] = counts ? w->slope[i] * w->unit[dim] / w->unit[i] : 0;
        J[i][dim + 1] = counts ? by_p[i] * w->unit[dim + 1] / w->unit[i] : 0;
        if (!isfinite(f[i]))
            return 0;
    }
    f[dim] = close(w, x, J[dim]);
    return 1;
}

/* Derivatives by a number of differences f(a + x d), x = side[m], of order 4. */
enum { sides = 4 };
static const double side[sides] = {-2, -1, 1, 2},
                    share[sides] = {1. / 12, -2. / 3, 2. / 3, -1. / 12};

/* The slopes of the end and of the forcing's period by a number, from four members with it moved by d; 0 where these have other
 * switches than the orbit, or the launch failed. */
static int slope_by(struct contensou__shooting *w, const double *x, size_t place, double d,
                    double *by_end, double *by_period)
{
    const size_t dim = w->dim, names = w->branch->plan.lanes.names;
    double f[sides * (most + 1)], begin[sides];
    const struct contensou__members_call call = {.kernel = "clock_slope",
                                                 .count = sides,
                                                 .names = names,
                                                 .all = w->all,
                                                 .time = begin,
                                                 .columns = dim + 1,
                                                 .out = f};

    memset(w->v, 0, sides * dim * sizeof *w->v);
    for (size_t m = 0; m < sides; ++m) {
        put_member(w, m, x, x[dim + 1] * w->unit[dim + 1]);
        w->all[m * names + place] += side[m] * d;
        begin[m] = w->phase * w->forced;
    }
    *by_period = 0;
    memset(by_end, 0, dim * sizeof *by_end);
    if (w->forced > 0)
        w->curve.status = contensou__members_run(w->orbit, &call, w->err);
    if (w->curve.status || !launch(w, sides, x[dim] * w->unit[dim], NULL))
        return 0;
    for (size_t m = 0; m < sides; ++m) {
        const double *const end = w->out + m * w->width;

        if (!same_switches(end + 3 * dim, w->tail) ||
            !contensou_outcome_reached((int)end[3 * dim + contensou__orbit_outcome]))
            return 0;
        for (size_t i = 0; i < dim; ++i)
            by_end[i] += share[m] / d * end[i];
        if (w->forced > 0)
            *by_period += share[m] / d * (f[m * (dim + 1) + dim] - w->forced);
    }
    return 1;
}

int contensou__shooting_by(struct contensou__shooting *w, const double *x, size_t place, double *by)
{
    const size_t dim = w->dim;
    const double number = w->branch->place == place ? x[dim + 1] * w->unit[dim + 1]
                                                    : w->branch->plan.lanes.value[place];
    double J[wide][wide], f[wide], a[contensou__linear_most][contensou__linear_most], b[wide],
        solved[wide], by_end[most], by_period = 0;
    double d = (w->exact ? 1e-3 : 1e-4) * (number != 0 ? fabs(number) : 1);
    int known = 0;

    for (size_t i = 0; i <= dim; ++i)
        by[i] = NAN;
    if (!contensou__shooting_evaluate(w, x, f, J))
        return !w->curve.status;
    for (int turn = 0; turn < 3 && !known && !w->curve.status; ++turn, d /= 10)
        known = slope_by(w, x, place, d, by_end, &by_period);
    if (!known)
        return !w->curve.status;
    for (size_t i = 0; i < dim; ++i) { /* y(T; y, p) - y stays zero */
        for (size_t j = 0; j < dim; ++j)
            a[i][j] = J[i][j] * w->unit[i] / w->unit[j];
        a[i][dim] = J[i][dim] * w->unit[i] / w->unit[dim];
        b[i] = w->unused >> i & 1 ? 0 : -by_end[i];
        a[dim][i] = w->forced > 0 || w->unused >> i & 1 ? 0 : w->slope[i];
    }
    a[dim][dim] = w->forced > 0;
    b[dim] = w->turns * by_period;
    contensou__linear_solve(dim + 1, a, b, solved);
    by[0] = solved[dim];
    for (size_t i = 0; i < dim && !(w->forced > 0 && w->phase > 0); ++i)
        by[1 + i] = solved[i];
    return 1;
}

enum contensou_status contensou__shooting_unused(struct contensou__shooting *w, const double *x,
                                                 double span)
{
    const size_t dim = w->dim;

    /* phases come back by themselves after periods of what they drive */
    w->unused = w->forced > 0 ? (unsigned)w->branch->plan.setup.system->phases : 0;
    memset(w->v, 0, dim * dim * sizeof *w->v);
    for (size_t j = 0; j < dim; ++j) {
        put_member(w, j, x, x[dim + 1] * w->unit[dim + 1]);
        w->v[j * dim + j] = 1;
    }
    if (!launch(w, dim, span, NULL))
        return w->curve.status;
    for (size_t j = 0; j < dim; ++j) {
        int matters = 0;

        for (size_t i = 0; i < dim; ++i)
            matters |= w->out[j * w->width + dim + i] != (i == j);
        w->unused |= (unsigned)!matters << j;
    }
    return CONTENSOU_OK;
}

/* An orthonormal basis of what V gives, of `rank` vectors Q[vector * dim ..]: the largest that is left comes next. */
static size_t range_of(size_t dim, const double *V, double *Q)
{
    double left[most * most], first = 0;
    size_t rank = 0;

    for (size_t j = 0; j < dim; ++j)
        for (size_t i = 0; i < dim; ++i)
            left[j * dim + i] = V[i * dim + j];
    for (; rank < dim; ++rank) {
        size_t best = 0;
        double size = 0;

        for (size_t j = 0; j < dim; ++j)
            if (contensou__arclength_size(left + j * dim, dim) > size) {
                size = contensou__arclength_size(left + j * dim, dim);
                best = j;
            }
        first = rank ? first : size;
        if (!(size > 1e-11 * first))
            break;
        for (size_t i = 0; i < dim; ++i)
            Q[rank * dim + i] = left[best * dim + i] / size;
        for (size_t j = 0; j < dim; ++j)
            for (int twice = 0; twice < 2; ++twice) {
                double along = 0;

                for (size_t i = 0; i < dim; ++i)
                    along += Q[rank * dim + i] * left[j * dim + i];
                for (size_t i = 0; i < dim; ++i)
                    left[j * dim + i] -= along * Q[rank * dim + i];
            }
    }
    return rank;
}

/* The multipliers but those of phases, re[], im[]: returns how many. A state that no other one depends on, or that depends on no other
 * one, has its own: these go first, and the matrix of the others is left. *trivial is the one of them that is known to be that of a delay. */
static size_t take_apart(const struct contensou__shooting *w, double *less, size_t *left_over,
                         double *re, size_t *trivial)
{
    const size_t dim = w->dim;
    size_t left[most], n = 0, own = 0;

    for (size_t i = 0; i < dim; ++i)
        if (!(w->branch->plan.setup.system->phases >> i & 1))
            left[n++] = i;
    for (size_t k = 0; k < n;) {
        int in = 0, out = 0;

        for (size_t l = 0; l < n; ++l) {
            in |= l != k && w->V[left[k] * dim + left[l]] != 0;
            out |= l != k && w->V[left[l] * dim + left[k]] != 0;
        }
        if (in && out) {
            ++k;
            continue;
        }
        if (!(w->unused >> left[k] & 1) && w->slope[left[k]] != 0 &&
            w->V[left[k] * dim + left[k]] == 1)
            *trivial = own;
        re[own++] = w->V[left[k] * dim + left[k]];
        memmove(left + k, left + k + 1, (--n - k) * sizeof *left);
        k = 0;
    }
    for (size_t k = 0; k < n; ++k)
        for (size_t l = 0; l < n; ++l)
            less[k * n + l] = w->V[left[k] * dim + left[l]];
    *left_over = n;
    return own + n;
}

/* All multipliers, and which is that of a small delay. A stick takes directions away: the matrix has a range of fewer
 * dimensions, to which most multipliers belong; all further ones are zero exactly. */
static int find_multipliers(const struct contensou__shooting *w, double *re, double *im,
                            size_t *count, size_t *trivial)
{
    double Q[most * most], V[most * most], less[most * most];
    size_t n, first, rank, nearest = SIZE_MAX;

    *trivial = SIZE_MAX;
    *count = take_apart(w, V, &n, re, trivial);
    first = *count - n;
    memset(im, 0, *count * sizeof *im);
    rank = w->tail[contensou__orbit_sticks] > 0 ? range_of(n, V, Q) : n;
    for (size_t k = 0; k < rank && rank < n; ++k)
        for (size_t l = 0; l < rank; ++l) {
            less[k * rank + l] = 0;
            for (size_t i = 0; i < n; ++i)
                for (size_t j = 0; j < n; ++j)
                    less[k * rank + l] += Q[k * n + i] * V[i * n + j] * Q[l * n + j];
        }
    for (size_t i = rank; i < n; ++i)
        re[first + i] = 0;
    if (rank && !contensou__eigen_values(rank, rank < n ? less : V, re + first, im + first))
        return 0;
    for (size_t i = n ? first : 0; i < *count; ++i)
        if (nearest == SIZE_MAX || hypot(re[i] - 1, im[i]) < hypot(re[nearest] - 1, im[nearest]))
            nearest = i;
    *trivial = w->forced > 0 ? SIZE_MAX : *trivial == SIZE_MAX ? nearest : *trivial;
    return 1;
}

/* Multipliers but the trivial one, the largest first, and those beyond the unit circle. */
int contensou__shooting_decide(void *of, struct contensou__arclength_spot *s, double J[][wide])
{
    const struct contensou__shooting *w = of;
    double re[most], im[most];
    size_t trivial = 0, count;

    (void)J; /* V is its part without the identity */
    if (!find_multipliers(w, re, im, &count, &trivial))
        return 0;
    s->values = 0;
    s->right = s->left = s->complex = 0;
    s->piece = (long)(w->tail[contensou__orbit_sticks] + 1e4 * w->tail[contensou__orbit_passes]);
    for (size_t i = 0; i < count; ++i) {
        const double size = hypot(re[i], im[i]);
        const int out = size > 1 + 1e-9;
        size_t at;

        if (i == trivial)
            continue;
        s->right += out && im[i] == 0 && re[i] > 0;
        s->left += out && im[i] == 0 && re[i] < 0;
        s->complex += out && im[i] != 0;
        for (at = s->values++; at > 0 && hypot(s->re[at - 1], s->im[at - 1]) < size; --at) {
            s->re[at] = s->re[at - 1];
            s->im[at] = s->im[at - 1];
        }
        s->re[at] = re[i];
        s->im[at] = im[i];
    }
    return 1;
}

double contensou__shooting_margin(double re, double im, enum contensou__arclength_kind kind)
{
    return kind == contensou__arclength_flip   ? re + 1
           : kind == contensou__arclength_pair ? log(hypot(re, im))
                                               : re - 1;
}

void contensou__shooting_turned(const struct contensou__shooting *w, double *v)
{
    const size_t dim = w->dim;
    double size, along = 0;

    /* inverse iteration: V + 1 has a pivot of nearly zero, by which the vector that is looked for grows */
    for (size_t i = 0; i < dim; ++i)
        v[i] = 1 / (1 + (double)i);
    for (int turn = 0; turn < 4; ++turn) {
        double J[wide][wide], b[wide], to[wide] = {0};

        for (size_t i = 0; i < dim; ++i) {
            for (size_t j = 0; j < dim; ++j)
                J[i][j] = w->V[i * dim + j] + (i == j ? 1 + 1e-8 : 0);
            b[i] = v[i];
        }
        contensou__linear_solve(dim, J, b, to);
        size = contensou__arclength_size(to, dim);
        for (size_t i = 0; i < dim && size > 0; ++i)
            v[i] = to[i] / size;
    }
    for (size_t i = 0; i < dim && !(w->forced > 0); ++i)
        along += v[i] * w->normal[i];
    for (size_t i = 0; i < dim && !(w->forced > 0); ++i)
        v[i] -= along * w->normal[i];
    size = contensou__arclength_size(v, dim);
    for (size_t i = 0; i < dim && size > 0; ++i)
        v[i] /= size;
}

/* Along the velocity; a forcing has its own clock. */
void contensou__shooting_anchor(struct contensou__shooting *w, const double *x)
{
    double size;

    for (size_t i = 0; i < w->dim; ++i) {
        w->anchor[i] = x[i];
        w->normal[i] = w->slope[i] / w->unit[i];
    }
    size = contensou__arclength_size(w->normal, w->dim);
    for (size_t i = 0; i < w->dim && size > 0; ++i)
        w->normal[i] /= size;
}

enum contensou_status contensou__shooting_rows(struct contensou__shooting *w, const double *x,
                                               double span, size_t count, size_t switches,
                                               struct contensou__orbit_call *rows)
{
    *rows = (struct contensou__orbit_call){
        .samples = count, .switches = switches, .room = count + (w->exact ? switches : 0)};
    rows->row = malloc(rows->room * (2 + w->dim) * sizeof *rows->row);
    TRY(contensou__try_memory(rows->row, w->err, "a trajectory"));
    if (!contensou__shooting_launch(w, x, NULL, span, rows) && !w->curve.status)
        w->curve.status = contensou_fail(w->err, CONTENSOU_EOUTCOME,
                                         "a trajectory of length %g does not reach its end", span);
    TRY(w->curve.status);
    for (size_t k = 0; k < rows->rows; ++k)
        rows->row[k * (2 + w->dim)] -= w->exact ? w->phase * w->forced : 0; /* from x on */
    return CONTENSOU_OK;
}

static void free_rows(struct contensou__orbit_call *rows)
{
    free(rows->row);
}

/* The top of the parabola through three points (t, y), the middle one no lower than the others; turned over for sign = -1. */
static double top_of(double sign, const double *a, const double *b, const double *c, size_t column)
{
    const double left = b[0] - a[0], right = c[0] - b[0], y = sign * b[column],
                 down_left = y - sign * a[column], down_right = y - sign * c[column];
    const double slope = (down_left * right / left - down_right * left / right) / (left + right),
                 bend = (down_left / left + down_right / right) / (left + right);

    if (!(left > 0 && right > 0 && down_left >= 0 && down_right >= 0 && bend > 0))
        return sign * y;
    return sign * (y + 0.25 * slope * slope / bend);
}

/* Of its samples and switches, and of the parabolas through samples and their neighbours. */
enum contensou_status contensou__shooting_measure(struct contensou__shooting *w, const double *x,
                                                  double *low, double *high)
{
    const size_t dim = w->dim, wide_row = 2 + dim;
    OWNED(free_rows) struct contensou__orbit_call rows = {0};

    for (size_t i = 0; i < dim; ++i) {
        low[i] = INFINITY;
        high[i] = -INFINITY;
    }
    TRY(contensou__shooting_rows(w, x, x[dim] * w->unit[dim], samples, most_switches, &rows));
    for (size_t k = 0; k < rows.rows; ++k) {
        const double *const at = rows.row + k * wide_row;
        const int within = k > 0 && k + 1 < rows.rows && at[1] == contensou__orbit_sample;
        const double *const before = within ? at - wide_row : at;
        const double *const behind = within ? at + wide_row : at;

        for (size_t i = 0; i < dim; ++i) {
            low[i] = fmin(low[i], top_of(-1, before, at, behind, 2 + i));
            high[i] = fmax(high[i], top_of(1, before, at, behind, 2 + i));
        }
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__shooting_sequence(struct contensou__shooting *w, const double *x,
                                                   struct contensou__shooting_sequence *to)
{
    OWNED(free_rows) struct contensou__orbit_call rows = {0};

    to->count = 0;
    TRY(contensou__shooting_rows(w, x, x[w->dim] * w->unit[w->dim], 1, most_switches, &rows));
    for (size_t k = 0; k < rows.rows && to->count < most_switches; ++k) {
        const double *row = rows.row + k * (2 + w->dim);

        if (row[1] != contensou__orbit_sample) {
            to->t[to->count] = row[0];
            to->kind[to->count++] = (int)row[1];
        }
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__shooting_middle(struct contensou__shooting *w, const double *x,
                                                 double *t)
{
    const double T = x[w->dim] * w->unit[w->dim];
    OWNED(contensou__try_free) struct contensou__shooting_sequence *s = malloc(sizeof *s);
    double longest, before, after;

    *t = 0;
    TRY(contensou__try_memory(s, w->err, "switches"));
    TRY(contensou__shooting_sequence(w, x, s));
    if (!s->count)
        return CONTENSOU_OK;
    /* where the last of them begins a stick, x begins a slip */
    before = s->kind[s->count - 1] == contensou__orbit_stick ? 0 : T - s->t[s->count - 1];
    after = s->t[0];
    longest = 1.5 * (before + after);
    if (fmin(before, after) < 0.3 * (before + after))
        *t = fmod((after - before) / 2 + T, T);
    if (s->kind[0] == contensou__orbit_slip) /* x lies in stick */
        longest = 0;
    for (size_t k = 0; k + 1 < s->count; ++k)
        if (s->kind[k] != contensou__orbit_stick && s->t[k + 1] - s->t[k] > longest) {
            longest = s->t[k + 1] - s->t[k];
            *t = (s->t[k] + s->t[k + 1]) / 2;
        }
    return CONTENSOU_OK;
}

enum contensou_status contensou__shooting_move(struct contensou__shooting *w, double *x, double t)
{
    if (!(t > 0))
        return CONTENSOU_OK;
    if (!contensou__shooting_launch(w, x, NULL, t, NULL)) {
        TRY(w->curve.status);
        return contensou_fail(w->err, CONTENSOU_EOUTCOME,
                              "a trajectory of length %g does not reach its end", t);
    }
    for (size_t i = 0; i < w->dim; ++i) {
        x[i] = difference(w, i, w->out[i]) / w->unit[i];
        w->slope[i] = w->out[2 * w->dim + i];
    }
    w->phase = w->forced > 0 ? fmod(w->phase + t / w->forced, 1) : 0;
    return CONTENSOU_OK;
}

double contensou__shooting_away(struct contensou__shooting *w, const double *x, double part)
{
    double d = 0;

    if (!contensou__shooting_launch(w, x, NULL, part * x[w->dim] * w->unit[w->dim], NULL))
        return INFINITY;
    for (size_t i = 0; i < w->dim; ++i)
        if (!(w->unused >> i & 1))
            d = fmax(d, fabs(difference(w, i, w->out[i] - x[i] * w->unit[i])) / w->unit[i]);
    return d;
}
