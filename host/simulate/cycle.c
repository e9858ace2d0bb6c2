/* cycle.c: periodic orbits by shooting: unknown are a point y of the orbit and the period T,
 *
 *     y(T; y, p) - y = 0,   f(y0).(y - y0) = 0,
 *
 * y0 the last point found. The variations give the Jacobian; all of them are members of one launch. Along p they are
 * followed as engine/arclength.h does; multipliers decide about stability.
 *
 * With the stepper event y stays in the middle of the longest slip: in stick its neighbours would not be free. A piece of the
 * curve has one sequence of switches; where it changes, the first switch that differs tells what happens. SPDX-License-Identifier: MIT */
#include <contensou/cycle.h>
#include <contensou/outcome.h>

#include "base/pi.h"
#include "base/eigen.h"
#include "engine/arclength.h"
#include "engine/orbit.h"
#include "simulate/branch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most = 16, wide = contensou__arclength_wide, samples = 8000, most_switches = 1024 };

/* Switches of an orbit, one behind the other. */
struct sequence {
    double t[most_switches];
    int kind[most_switches];
    size_t count;
};

struct work {
    const struct contensou_branch *branch;
    const struct contensou_cycle_options *o;
    struct contensou_cycle_list *list;
    struct contensou__members *orbit;
    struct contensou__arclength curve;
    size_t dim, state_place, width; /* width: of what comes back of a member */
    int exact;                      /* the stepper event */
    unsigned unused;   /* bit i: nothing depends on state i, which need not come back */
    double unit[wide]; /* of the states, the period and p */
    double anchor[most], normal[most]; /* the phase condition, in units */
    double step;                       /* 0 with exact */
    double *all, *v, *out;
    double V[most * most];              /* the last monodromy matrix, in units */
    double slope[most];                 /* f at the end of the last orbit */
    double tail[contensou__orbit_tail]; /* of it */
    struct contensou_error *err;
};

static const struct contensou__arclength_pace pace = {.first = 0.005,
                                                      .least = 1e-6,
                                                      .most = 0.05,
                                                      .turn = 0.97,
                                                      .grow = 0.995,
                                                      .turn_least = 1e-4,
                                                      .newton_reach = 0.1,
                                                      .newton_small = 2e-12,
                                                      .newton_rough = 1e-8,
                                                      .locate_value = 1e-12,
                                                      .locate_length = 1e-12,
                                                      .newton_most = 20,
                                                      .steps_most = 2000};

static int has_p(const struct work *w)
{
    return contensou__branch_varies(w->branch);
}

static double apart(const struct work *w, size_t i, double d)
{
    return contensou__branch_apart(w->branch, i, d);
}

static void put_member(struct work *w, size_t m, const double *x, double p)
{
    double y[most];

    for (size_t i = 0; i < w->dim; ++i)
        y[i] = x[i] * w->unit[i];
    contensou__branch_put(w->branch, y, p, w->all + m * w->branch->plan.lanes.names);
}

/* More switches than that are another orbit: no trajectory next to this one has so many. */
static size_t most_in_one(const struct work *w)
{
    const double known = w->tail[contensou__orbit_sticks] + w->tail[contensou__orbit_passes];

    return (size_t)fmin(known > 0 ? 64 + 8 * known : most_switches, most_switches);
}

/* Members over a time, the first of them with rows if there is an array for them. */
static int launch(struct work *w, size_t members, double span, struct contensou__orbit_call *rows)
{
    struct contensou__orbit_call call = rows ? *rows : (struct contensou__orbit_call){0};

    call.count = members;
    call.names = w->branch->plan.lanes.names;
    call.step = w->step;
    call.switches = rows ? rows->switches : most_in_one(w);
    call.all = w->all;
    call.span = span;
    call.v = w->v;
    call.out = w->out;
    w->curve.status = contensou__orbit_run(w->orbit, &call, w->err);
    if (rows)
        rows->rows = call.rows;
    return !w->curve.status;
}

/* The trajectory from x over a time, without a variation. */
static int launch_one(struct work *w, const double *x, double span,
                      struct contensou__orbit_call *rows)
{
    put_member(w, 0, x, x[w->dim + 1] * w->unit[w->dim + 1]);
    memset(w->v, 0, w->dim * sizeof *w->v);
    return launch(w, 1, span, rows) &&
           contensou_outcome_reached((int)w->out[3 * w->dim + contensou__orbit_outcome]);
}

static int same_switches(const double *a, const double *b)
{
    return memcmp(a, b, (contensou__orbit_passes + 1) * sizeof *a) == 0;
}

/* The slope by p of the end, from members with a larger and a smaller p. Where one of these has other switches, the other
 * one and the orbit itself. */
static int slope_by_p(const struct work *w, double h, double *slope)
{
    const size_t dim = w->dim;
    const double *at = w->out, *more = at + dim * w->width, *less = more + w->width;
    const int above = same_switches(more + 3 * dim, w->tail),
              below = same_switches(less + 3 * dim, w->tail);

    for (size_t i = 0; i < dim; ++i)
        slope[i] = ((above ? more[i] : at[i]) - (below ? less[i] : at[i])) / ((above + below) * h);
    return above || below;
}

/* f[dim + 1] and J[dim + 1][dim + 2] at x. */
static int evaluate(void *of, const double *x, double *f, double J[][wide])
{
    struct work *w = of;
    const size_t dim = w->dim, members = dim + (has_p(w) ? 2 : 0);
    const double T = x[dim] * w->unit[dim], p = x[dim + 1] * w->unit[dim + 1];
    const double h = (w->exact ? 1e-5 : 1e-6) * fmax(fabs(p), w->unit[dim + 1]);
    double by_p[most] = {0};

    if (!(T > 0) || (!w->exact && T / w->step > 1e7))
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
        (has_p(w) && !slope_by_p(w, h, by_p)))
        return 0;
    for (size_t i = 0; i < dim; ++i) {
        const int counts = !(w->unused >> i & 1);

        f[i] = counts ? apart(w, i, w->out[i] - x[i] * w->unit[i]) / w->unit[i] : 0;
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
    f[dim] = 0;
    for (size_t j = 0; j < dim; ++j) {
        J[dim][j] = w->normal[j];
        f[dim] += w->normal[j] * (x[j] - w->anchor[j]);
    }
    J[dim][dim] = J[dim][dim + 1] = 0;
    return 1;
}

/* States whose small difference stays what it is and changes no other state, as a phase that drives nothing: they need not
 * come back. */
static enum contensou_status find_unused(struct work *w, const double *x, double span)
{
    const size_t dim = w->dim;

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

/* A state that no other one depends on, or that depends on no other one, has its own multiplier: these go first, and the
 * matrix of the others is left; returns their number. The phase of something that drives has the trivial one. */
static size_t take_apart(const struct work *w, double *less, double *re, size_t *trivial)
{
    const size_t dim = w->dim;
    size_t left[most], n = dim;

    for (size_t i = 0; i < dim; ++i)
        left[i] = i;
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
        if (!(w->unused >> left[k] & 1) && w->slope[left[k]] != 0)
            *trivial = dim - n;
        re[dim - n] = w->V[left[k] * dim + left[k]];
        memmove(left + k, left + k + 1, (--n - k) * sizeof *left);
        k = 0;
    }
    for (size_t k = 0; k < n; ++k)
        for (size_t l = 0; l < n; ++l)
            less[k * n + l] = w->V[left[k] * dim + left[l]];
    return n;
}

/* The multipliers, and which of them is that of a small delay. A stick takes directions away: the matrix has a range of fewer
 * dimensions, in which the others are, and the rest are zero exactly. */
static int multipliers(const struct work *w, double *re, double *im, size_t *trivial)
{
    const size_t dim = w->dim;
    double Q[most * most], V[most * most], less[most * most];
    size_t n, first, rank;
    int nearest = -1;

    *trivial = SIZE_MAX;
    n = take_apart(w, V, re, trivial);
    first = dim - n;
    memset(im, 0, dim * sizeof *im);
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
    for (size_t i = n ? first : 0; i < dim && *trivial == SIZE_MAX; ++i)
        nearest = nearest < 0 || hypot(re[i] - 1, im[i]) < hypot(re[nearest] - 1, im[nearest])
                      ? (int)i
                      : nearest;
    *trivial = *trivial == SIZE_MAX ? (size_t)nearest : *trivial;
    return 1;
}

/* Multipliers but the trivial one, and those beyond the unit circle. */
static int decide(void *of, struct contensou__arclength_spot *s, double J[][wide])
{
    const struct work *w = of;
    const size_t dim = w->dim;
    double re[most], im[most];
    size_t trivial = 0;

    (void)J; /* V is its part without the identity */
    if (!multipliers(w, re, im, &trivial))
        return 0;
    s->values = 0;
    s->right = s->left = s->complex = 0;
    s->piece = (long)(w->tail[contensou__orbit_sticks] + 1e4 * w->tail[contensou__orbit_passes]);
    for (size_t i = 0; i < dim; ++i) {
        const int out = hypot(re[i], im[i]) > 1 + 1e-9;

        if (i == trivial)
            continue;
        s->right += out && im[i] == 0 && re[i] > 0;
        s->left += out && im[i] == 0 && re[i] < 0;
        s->complex += out && im[i] != 0;
        s->re[s->values] = re[i];
        s->im[s->values++] = im[i];
    }
    return 1;
}

static double margin(double re, double im, enum contensou__arclength_kind kind)
{
    return kind == contensou__arclength_flip   ? re + 1
           : kind == contensou__arclength_pair ? log(hypot(re, im))
                                               : re - 1;
}

/* The phase condition at x. Needs a described point. */
static void take_anchor(struct work *w, const double *x)
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

/* Rows of the trajectory from x over a time; for free. */
static enum contensou_status rows_of(struct work *w, const double *x, double span, size_t count,
                                     size_t switches, struct contensou__orbit_call *rows)
{
    *rows = (struct contensou__orbit_call){
        .samples = count, .switches = switches, .room = count + (w->exact ? switches : 0)};
    rows->row = malloc(rows->room * (2 + w->dim) * sizeof *rows->row);
    if (!rows->row)
        return contensou_fail(w->err, CONTENSOU_EMEMORY, "no memory for a trajectory");
    if (!launch_one(w, x, span, rows) && !w->curve.status)
        w->curve.status = contensou_fail(w->err, CONTENSOU_EOUTCOME,
                                         "a trajectory of length %g does not reach its end", span);
    return w->curve.status;
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

/* The smallest and largest of each state over the orbit: of its samples and switches, and of the parabolas through samples
 * and their neighbours. */
static enum contensou_status measure(struct work *w, const double *x, double *low, double *high)
{
    const size_t dim = w->dim, wide_row = 2 + dim;
    struct contensou__orbit_call rows;
    const enum contensou_status status =
        rows_of(w, x, x[dim] * w->unit[dim], samples, most_switches, &rows);

    for (size_t i = 0; i < dim; ++i) {
        low[i] = INFINITY;
        high[i] = -INFINITY;
        for (size_t k = 0; k < rows.rows && !status; ++k) {
            const double *const at = rows.row + k * wide_row;
            const int within = k > 0 && k + 1 < rows.rows && at[1] == contensou__orbit_sample;
            const double *const before = within ? at - wide_row : at, *const behind =
                                                                          within ? at + wide_row
                                                                                 : at;

            low[i] = fmin(low[i], top_of(-1, before, at, behind, 2 + i));
            high[i] = fmax(high[i], top_of(1, before, at, behind, 2 + i));
        }
    }
    free(rows.row);
    return status;
}

/* The switches of the trajectory from x over its period. */
static enum contensou_status switches_of(struct work *w, const double *x, struct sequence *to)
{
    struct contensou__orbit_call rows;
    const enum contensou_status status =
        rows_of(w, x, x[w->dim] * w->unit[w->dim], 1, most_switches, &rows);

    to->count = 0;
    for (size_t k = 0; k < rows.rows && !status && to->count < most_switches; ++k) {
        const double *row = rows.row + k * (2 + w->dim);

        if (row[1] != contensou__orbit_sample) {
            to->t[to->count] = row[0];
            to->kind[to->count++] = (int)row[1];
        }
    }
    free(rows.row);
    return status;
}

/* What happens at a corner of the curve, from the first switch in which the orbit x and a trajectory just behind the corner
 * differ. M. di Bernardo and others, Int. J. Bifurcation and Chaos 12 (2002) 2965, have the names. */
static enum contensou_status name_corner(struct work *w, const double *x,
                                         enum contensou_cycle_kind *kind)
{
    const double T = x[w->dim] * w->unit[w->dim];
    struct sequence *both = malloc(2 * sizeof *both), *one = both;
    enum contensou_status status;
    size_t k = 0;

    if (!both)
        return contensou_fail(w->err, CONTENSOU_EMEMORY, "no memory for switches");
    status = switches_of(w, x, &both[0]);
    if (!status)
        status = switches_of(w, w->curve.beyond, &both[1]);
    while (!status && k < both[0].count && k < both[1].count &&
           both[0].kind[k] == both[1].kind[k] && fabs(both[0].t[k] - both[1].t[k]) < 1e-3 * T)
        ++k;
    *kind = CONTENSOU_CYCLE_GRAZING;
    if (!status && k < both[0].count && k < both[1].count &&
        fabs(both[0].t[k] - both[1].t[k]) < 1e-3 * T) {
        /* rest: one sticks, the other goes on */
        one += both[0].kind[k] != contensou__orbit_stick;
        *kind = k + 1 < one->count && one->t[k + 1] - one->t[k] < 1e-2 * T
                    ? CONTENSOU_CYCLE_CROSSING_SLIDING
                    : CONTENSOU_CYCLE_SWITCHING_SLIDING;
    } else if (!status) {
        /* one has a switch that the other has not */
        one += k >= both[0].count || (k < both[1].count && both[1].t[k] < both[0].t[k]);
        if (k < one->count && one->kind[k] != contensou__orbit_pass)
            *kind = one->kind[k] == contensou__orbit_stick ? CONTENSOU_CYCLE_GRAZING_SLIDING
                                                           : CONTENSOU_CYCLE_ADDING_SLIDING;
    }
    free(both);
    return status;
}

static enum contensou_status add(struct work *w, const struct contensou__arclength_spot *s,
                                 enum contensou_cycle_kind kind)
{
    struct contensou_cycle_list *l = w->list;
    const size_t dim = w->dim;
    struct contensou_cycle_point *p = contensou__branch_more(l->point, l->count, sizeof *p);

    if (p)
        l->point = p;
    if (!p || !((p += l->count)->y = malloc(5 * dim * sizeof *p->y)))
        return contensou_fail(w->err, CONTENSOU_EMEMORY, "no memory for %zu orbits", l->count + 1);
    ++l->count;
    *p = (struct contensou_cycle_point){.p = s->x[dim + 1] * w->unit[dim + 1],
                                        .period = s->x[dim] * w->unit[dim],
                                        .y = p->y,
                                        .low = p->y + dim,
                                        .high = p->y + 2 * dim,
                                        .re = p->y + 3 * dim,
                                        .im = p->y + 4 * dim,
                                        .unstable = s->right + s->left + s->complex,
                                        .sticks = (int)(s->piece % 10000),
                                        .kind = kind};
    for (size_t i = 0; i < dim; ++i)
        p->y[i] = s->x[i] * w->unit[i];
    memcpy(p->re, s->re, (dim - 1) * sizeof *p->re);
    memcpy(p->im, s->im, (dim - 1) * sizeof *p->im);
    return measure(w, s->x, p->low, p->high);
}

void contensou_cycle_free(struct contensou_cycle_list *list)
{
    for (size_t i = 0; i < list->count; ++i)
        free(list->point[i].y);
    free(list->point);
    *list = (struct contensou_cycle_list){0};
}

/* How large the orbit still is: the way that it takes, in units. */
static double extent(const struct work *w, const struct contensou__arclength_spot *s)
{
    double sum = 0;

    for (size_t i = 0; i < w->dim; ++i)
        sum += pow(w->slope[i] * s->x[w->dim] * w->unit[w->dim] / w->unit[i], 2);
    return sqrt(sum);
}

static enum contensou_status keep(void *of, const struct contensou__arclength_spot *s,
                                  enum contensou__arclength_kind kind)
{
    static const enum contensou_cycle_kind kinds[] = {
        [contensou__arclength_regular] = CONTENSOU_CYCLE_REGULAR,
        [contensou__arclength_fold] = CONTENSOU_CYCLE_FOLD,
        [contensou__arclength_flip] = CONTENSOU_CYCLE_FLIP,
        [contensou__arclength_pair] = CONTENSOU_CYCLE_TORUS,
        [contensou__arclength_branch] = CONTENSOU_CYCLE_BRANCH};
    struct work *w = of;
    enum contensou_cycle_kind corner = CONTENSOU_CYCLE_GRAZING;
    enum contensou_status status;

    if (kind == contensou__arclength_corner) {
        status = name_corner(w, s->x, &corner);
        return status ? status : add(w, s, corner);
    }
    /* through an orbit of no size the branch comes back as itself, half a turn later */
    w->curve.ended = kind == contensou__arclength_fold && extent(w, s) < 0.1;
    return add(w, s, w->curve.ended ? CONTENSOU_CYCLE_HOPF : kinds[kind]);
}

/* 1 where the orbit evaluated last runs against the way at the anchor: behind a point of no size it is the same branch,
 * half a turn later. */
static int is_behind(const struct work *w)
{
    double along = 0;

    for (size_t i = 0; i < w->dim; ++i)
        along += w->normal[i] * w->slope[i] / w->unit[i];
    return along < 0;
}

/* The extent at a point found before. */
static double extent_at(struct work *w, const struct contensou__arclength_spot *s)
{
    double f[wide], J[wide][wide];

    return evaluate(w, s->x, f, J) ? extent(w, s) : 0;
}

/* 0 where the orbit shrinks to an equilibrium within the step. */
static int before(void *of, const struct contensou__arclength_spot *from, double s,
                  struct contensou__arclength_spot *to)
{
    struct work *w = of;
    double size, last;

    if (!is_behind(w))
        return 1;
    size = extent(w, to);
    last = extent_at(w, from);
    for (double part = 0.98; part > 0.1 && !w->curve.status; part *= 0.9)
        if (contensou__arclength_at(&w->curve, from, part * s * last / (last + size), to)) {
            w->curve.status = add(w, to, CONTENSOU_CYCLE_HOPF);
            break;
        }
    return 0;
}

/* How far along the orbit the middle of its longest slip is, from x in a slip; a little longer is not worth the way. */
static enum contensou_status middle_of_slip(struct work *w, const double *x, double *t)
{
    const double T = x[w->dim] * w->unit[w->dim];
    struct sequence *s = malloc(sizeof *s);
    enum contensou_status status;
    double longest;

    if (!s)
        return contensou_fail(w->err, CONTENSOU_EMEMORY, "no memory for switches");
    status = switches_of(w, x, s);
    *t = 0;
    if (!status && s->count) {
        const int stuck = s->kind[s->count - 1] == contensou__orbit_stick; /* x begins a slip */
        const double before = stuck ? 0 : T - s->t[s->count - 1], after = s->t[0];

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
    }
    free(s);
    return status;
}

/* x moves along its trajectory. */
static enum contensou_status move(struct work *w, double *x, double t)
{
    if (!(t > 0))
        return CONTENSOU_OK;
    if (!launch_one(w, x, t, NULL))
        return w->curve.status
                   ? w->curve.status
                   : contensou_fail(w->err, CONTENSOU_EOUTCOME,
                                    "a trajectory of length %g does not reach its end", t);
    for (size_t i = 0; i < w->dim; ++i) {
        x[i] = apart(w, i, w->out[i]) / w->unit[i];
        w->slope[i] = w->out[2 * w->dim + i];
    }
    return CONTENSOU_OK;
}

/* The next phase condition. */
static int behind(void *of, struct contensou__arclength_spot *here)
{
    struct work *w = of;
    const struct contensou__arclength_spot copy = *here;
    double along[wide] = {0}, t = 0;

    if (!contensou__arclength_describe(&w->curve, here, copy.tangent))
        return 0;
    if (extent(w, here) < 0.05) {
        w->curve.status = add(w, here, CONTENSOU_CYCLE_HOPF);
        return 0;
    }
    take_anchor(w, here->x);
    if (w->exact)
        w->curve.status = middle_of_slip(w, here->x, &t);
    if (w->curve.status || !(t > 0))
        return !w->curve.status;
    w->curve.status = move(w, here->x, t);
    if (w->curve.status)
        return 0;
    take_anchor(w, here->x);
    for (size_t j = w->dim; j < w->dim + 2; ++j) /* what does not depend on the point */
        along[j] = copy.tangent[j];
    return contensou__arclength_describe(&w->curve, here, along);
}

/* The step at which a trajectory of length 1 has settled to 1e-11. */
static enum contensou_status choose_step(struct work *w, const double *x)
{
    const size_t dim = w->dim;
    double before[most] = {0};

    for (size_t steps = 32; steps <= 1 << 20; steps *= 2) {
        double worst = 0;

        w->step = 1.0 / (double)steps;
        if (!launch_one(w, x, 1, NULL))
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
        "law.eps, or --stepper event");
}

static const double *row_at(const struct work *w, const struct contensou__orbit_call *rows,
                            size_t k)
{
    return rows->row + k * (2 + w->dim);
}

/* 1 where nothing that counts moves in the last quarter of a trajectory. */
static int rests(const struct work *w, const struct contensou__orbit_call *rows)
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
static double distance(const struct work *w, const double *a, const double *b)
{
    double d = 0;

    for (size_t i = 0; i < w->dim; ++i)
        if (!(w->unused >> i & 1))
            d = fmax(d, fabs(apart(w, i, a[2 + i] - b[2 + i])) / w->unit[i]);
    return d;
}

/* The sizes of the states, from the second half of a trajectory. */
static enum contensou_status find_units(struct work *w, const struct contensou__orbit_call *rows)
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
        w->unit[i] = fmax(w->unit[i], 1e-6);
    }
    return CONTENSOU_OK;
}

/* The row before the last one at which the trajectory was at nearly the same place; 0: none. */
static size_t find_return(const struct work *w, const struct contensou__orbit_call *rows)
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
static size_t find_slip_again(const struct work *w, const struct contensou__orbit_call *rows,
                              size_t last)
{
    for (double near = 1e-3; near < 0.11; near *= 10)
        for (size_t k = last; k-- > 0 && row_at(w, rows, k)[0] > 0.3 * row_at(w, rows, last)[0];)
            if (row_at(w, rows, k)[1] == row_at(w, rows, last)[1] &&
                distance(w, row_at(w, rows, k), row_at(w, rows, last)) < near)
                return k;
    return 0;
}

/* The middle of the longest slip between two rows; 0: none begins there. */
static double slip_between(const struct work *w, const struct contensou__orbit_call *rows,
                           size_t from, size_t to)
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

/* From the end of a trajectory: when was it at nearly the same place before? Fills x, T and the units. */
static enum contensou_status look_back(struct work *w, double *x)
{
    const size_t dim = w->dim;
    const size_t count = w->exact ? 20000 : (size_t)fmin(ceil(w->o->transient / w->step), 200000);
    double begin[most];
    struct contensou__orbit_call rows;
    enum contensou_status status = rows_of(w, x, w->o->transient, count, 200000, &rows);
    size_t last = 0, found = 0;
    double t = 0;

    memcpy(begin, x, dim * sizeof *begin); /* in units of 1 as yet */
    if (!status && rows.rows < 2)
        status = contensou_fail(w->err, CONTENSOU_EOUTCOME, "the trajectory has no rows");
    if (!status)
        status = find_units(w, &rows);
    if (!status && rests(w, &rows))
        status = contensou_fail(w->err, CONTENSOU_EOUTCOME,
                                "the trajectory comes to rest: there is no orbit to follow; start "
                                "elsewhere by --init, or give --period");
    if (!status) {
        for (last = rows.rows - 1; last > 0 && row_at(w, &rows, last)[1] < contensou__orbit_slip;)
            --last;
        found = last ? find_slip_again(w, &rows, last) : find_return(w, &rows);
        last = last ? last : rows.rows - 1;
    }
    if (!status && !found)
        status = contensou_fail(w->err, CONTENSOU_EOUTCOME,
                                "the trajectory does not come back within half of --transient: it "
                                "has not settled, or is irregular; give --transient, --init or "
                                "--period");
    if (!status) {
        w->unit[dim] = row_at(w, &rows, last)[0] - row_at(w, &rows, found)[0];
        x[dim] = 1;
        t = slip_between(w, &rows, found, last);
        for (size_t i = 0; i < dim; ++i)
            x[i] = (t > 0 ? begin[i] : apart(w, i, row_at(w, &rows, last)[2 + i])) / w->unit[i];
        status = move(w, x, t);
    }
    free(rows.row);
    return status;
}

/* The first orbit, at the first value of the grid. */
static enum contensou_status begin(struct work *w, struct contensou__arclength_spot *first)
{
    const size_t dim = w->dim;
    double *x = first->x, along[wide] = {0}, f[wide], J[wide][wide], t = 0;
    enum contensou_status status;

    for (size_t i = 0; i < dim; ++i) {
        w->unit[i] = 1;
        x[i] = w->branch->plan.lanes.value[w->state_place + i];
    }
    x[dim + 1] = has_p(w) ? w->branch->grid[0] / w->unit[dim + 1] : 0;
    status = w->exact ? CONTENSOU_OK : choose_step(w, x);
    if (!status)
        status = find_unused(w, x, w->o->period > 0 ? w->o->period : w->o->transient);
    if (!status && !(w->o->period > 0))
        status = look_back(w, x);
    if (!status && w->o->period > 0) {
        w->unit[dim] = w->o->period;
        x[dim] = 1;
    }
    if (!status && w->exact)
        status = middle_of_slip(w, x, &t);
    if (!status)
        status = move(w, x, t);
    if (status)
        return status;
    memset(w->normal, 0, sizeof w->normal);
    memset(w->anchor, 0, sizeof w->anchor);
    if (!evaluate(w, x, f, J))
        return w->curve.status
                   ? w->curve.status
                   : contensou_fail(w->err, CONTENSOU_EOUTCOME, "the orbit is not finite");
    take_anchor(w, x);
    along[dim + 1] = 1;
    if (!contensou__arclength_correct(&w->curve, x, NULL, NULL, 0) ||
        !contensou__arclength_describe(&w->curve, first, along))
        return w->curve.status
                   ? w->curve.status
                   : contensou_fail(w->err, CONTENSOU_EOUTCOME,
                                    "shooting found no periodic orbit near the trajectory; "
                                    "give a longer --transient, or --init and --period");
    take_anchor(w, x);
    return CONTENSOU_OK;
}

enum contensou_status contensou_cycle_find(struct contensou_branch *b,
                                           const struct contensou_cycle_options *options,
                                           struct contensou_cycle_list *list,
                                           struct contensou_error *err)
{
    const size_t dim = (size_t)b->plan.setup.system->dim, names = b->plan.lanes.names,
                 members = dim + 2;
    struct work w = {.branch = b,
                     .o = options,
                     .list = list,
                     .dim = dim,
                     .state_place = names - dim,
                     .width = 3 * dim + contensou__orbit_tail,
                     .exact = b->plan.setup.stepper && b->plan.setup.stepper->switches,
                     .err = err};
    struct contensou__arclength_spot first;
    double low, high;
    enum contensou_status status;

    *list = (struct contensou_cycle_list){0};
    if (dim < 2 || dim > most)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s has %zu states; periodic orbits need 2 to %d",
                              b->plan.setup.system->name, dim, (int)most);
    w.all = malloc(members * (names + dim + w.width) * sizeof *w.all);
    if (!w.all)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for orbits");
    w.v = w.all + members * names;
    w.out = w.v + members * dim;
    w.unit[dim + 1] = contensou__arclength_range(b->grid, b->count, &low, &high);
    w.curve = (struct contensou__arclength){.of = &w,
                                            .n = dim + 2,
                                            .unit = w.unit[dim + 1],
                                            .grid = b->grid,
                                            .count = b->count,
                                            .pace = pace,
                                            .evaluate = evaluate,
                                            .decide = decide,
                                            .margin = margin,
                                            .keep = keep,
                                            .before = before,
                                            .behind = behind,
                                            .progress = options->progress,
                                            .err = err};
    w.curve.pace.locate_corner = w.exact ? 1e-10 : 0;
    status = contensou__orbit_open(&w.orbit, b->plan.device[0], &b->plan.setup, err);
    if (!status)
        status = begin(&w, &first);
    if (!status)
        status = add(&w, &first, CONTENSOU_CYCLE_REGULAR);
    if (!status && b->count > 1) {
        /* into the range */
        const double way = (b->grid[1] - b->grid[0]) * first.tangent[dim + 1] < 0 ? -1 : 1;

        for (size_t j = 0; j < dim + 2; ++j)
            first.tangent[j] *= way;
        status = contensou__arclength_follow(&w.curve, &first);
    }
    list->step = w.step;
    list->residual = status ? 0 : fmax(w.curve.residual, first.residual);
    contensou__members_close(w.orbit);
    free(w.all);
    return status;
}
