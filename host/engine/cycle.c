/* cycle.c: periodic orbits by shooting: unknown are a point y of the orbit and the period T,
 *
 *     y(T; y, p) - y = 0,   f(y0).(y - y0) = 0,
 *
 * y0 the last point found. The variations give the Jacobian; all of them are members of one launch. Along p the same
 * pseudo-arclength steps as in equilibrium.c. SPDX-License-Identifier: MIT */
#include "engine/cycle.h"

#include "base/eigen.h"
#include "base/linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    most = 16,
    wide = contensou__linear_most,
    newton_most = 20,
    follow_most = 2000,
    samples = 400
};

static const double pi = 3.14159265358979323846;

struct spot {
    double x[wide], tangent[wide];          /* y, T, p in their units */
    double re[most], im[most];              /* multipliers but the trivial one */
    int unstable, beyond, flipped, turning; /* all; real above 1; real below -1; complex */
};

struct work {
    const struct contensou__cycle_request *q;
    struct contensou__cycle_list *list;
    size_t dim, state_place;
    double unit[wide], low, high;
    double anchor[most], normal[most]; /* the phase condition, in units */
    double step;
    double *all, *v, *out, *span;
    double V[most * most]; /* the last monodromy matrix, in units */
    double slope[most];    /* f at the end of the last orbit */
    int ended;             /* 1: the orbit has shrunk to an equilibrium */
    struct contensou_error *err;
    enum contensou_status status;
};

static int has_p(const struct work *w)
{
    return w->q->place != SIZE_MAX;
}

static double apart(const struct work *w, size_t i, double d)
{
    return w->q->system->angles >> i & 1 ? remainder(d, 2 * pi) : d;
}

static void put_member(struct work *w, size_t m, const double *x, double p)
{
    double *to = w->all + m * w->q->names;

    memcpy(to, w->q->all, w->q->names * sizeof *to);
    for (size_t i = 0; i < w->dim; ++i)
        to[w->state_place + i] = x[i] * w->unit[i];
    if (has_p(w))
        to[w->q->place] = p;
}

/* f[dim + 1] and J[dim + 1][dim + 2] at x. */
static int evaluate(struct work *w, const double *x, double f[wide], double J[wide][wide])
{
    const size_t dim = w->dim, members = dim + (has_p(w) ? 2 : 0);
    const double T = x[dim] * w->unit[dim], p = x[dim + 1] * w->unit[dim + 1];
    const double h = 1e-6 * fmax(fabs(p), w->unit[dim + 1]);
    const size_t steps = (size_t)ceil(T / w->step);

    if (!(T > 0) || steps > 10000000)
        return 0;
    memset(w->v, 0, members * dim * sizeof *w->v);
    for (size_t m = 0; m < members; ++m) {
        put_member(w, m, x, m < dim ? p : m == dim ? p + h : p - h);
        w->span[m] = T;
        if (m < dim)
            w->v[m * dim + m] = 1;
    }
    w->status = contensou__orbit_run(w->q->orbit, members, steps ? steps : 1, w->span, w->all,
                                     w->q->names, w->v, w->out, 0, NULL, w->err);
    if (w->status)
        return 0;
    for (size_t i = 0; i < dim; ++i) {
        f[i] = apart(w, i, w->out[i] - x[i] * w->unit[i]) / w->unit[i];
        for (size_t j = 0; j < dim; ++j) {
            w->V[i * dim + j] = w->out[j * 3 * dim + dim + i] * w->unit[j] / w->unit[i];
            J[i][j] = w->V[i * dim + j] - (i == j);
        }
        w->slope[i] = w->out[2 * dim + i];
        J[i][dim] = w->slope[i] * w->unit[dim] / w->unit[i];
        J[i][dim + 1] = has_p(w) ? (w->out[dim * 3 * dim + i] - w->out[(dim + 1) * 3 * dim + i]) /
                                       (2 * h) * w->unit[dim + 1] / w->unit[i]
                                 : 0;
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

static double size_of(const double *v, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; ++i)
        sum += v[i] * v[i];
    return sqrt(sum);
}

/* Newton's method, across `direction` at the distance s from x0, or at the p of x where it is NULL. */
static int correct(struct work *w, double *x, const double *x0, const double *direction, double s)
{
    const size_t m = w->dim + 1, n = m + 1;
    double last = INFINITY;

    for (int turn = 0; turn < newton_most; ++turn) {
        double f[wide], J[wide][wide], b[wide], d[wide], size;

        if (!evaluate(w, x, f, J))
            return 0;
        for (size_t i = 0; i < m; ++i)
            b[i] = -f[i];
        b[m] = direction ? s : 0;
        for (size_t j = 0; j < n; ++j) {
            J[m][j] = direction ? direction[j] : j == m;
            b[m] -= direction ? (x[j] - x0[j]) * direction[j] : 0;
        }
        contensou__linear_solve(n, J, b, d);
        size = size_of(d, n);
        if (!isfinite(size))
            return 0;
        for (size_t j = 0; j < n; ++j)
            x[j] += size > 0.2 ? d[j] * 0.2 / size : d[j];
        if (size < 1e-11 || (size < 1e-8 && size >= 0.5 * last)) {
            w->list->residual = fmax(w->list->residual, size_of(f, w->dim));
            return 1;
        }
        last = size;
    }
    return 0;
}

/* Multipliers and tangent at x. */
static int describe(struct work *w, struct spot *s, const double *before)
{
    const size_t dim = w->dim, m = dim + 1, n = m + 1;
    double f[wide], J[wide][wide], b[wide] = {0}, re[most], im[most], size;
    size_t trivial = 0, count = 0;

    if (!evaluate(w, s->x, f, J) || !contensou__eigen_values(dim, w->V, re, im))
        return 0;
    for (size_t i = 0; i < dim; ++i)
        if (hypot(re[i] - 1, im[i]) < hypot(re[trivial] - 1, im[trivial]))
            trivial = i;
    s->unstable = s->beyond = s->flipped = s->turning = 0;
    for (size_t i = 0; i < dim; ++i) {
        const int out = hypot(re[i], im[i]) > 1 + 1e-9;

        if (i == trivial)
            continue;
        s->unstable += out;
        s->beyond += out && im[i] == 0 && re[i] > 0;
        s->flipped += out && im[i] == 0 && re[i] < 0;
        s->turning += out && im[i] != 0;
        s->re[count] = re[i];
        s->im[count++] = im[i];
    }
    memcpy(J[m], before, n * sizeof *J[m]);
    b[m] = 1;
    contensou__linear_solve(n, J, b, s->tangent);
    size = size_of(s->tangent, n);
    for (size_t j = 0; j < n && size > 0; ++j)
        s->tangent[j] /= size;
    return size > 0 && isfinite(size);
}

/* The phase condition at x. Needs a described point. */
static void take_anchor(struct work *w, const double *x)
{
    double size;

    for (size_t i = 0; i < w->dim; ++i) {
        w->anchor[i] = x[i];
        w->normal[i] = w->slope[i] / w->unit[i];
    }
    size = size_of(w->normal, w->dim);
    for (size_t i = 0; i < w->dim && size > 0; ++i)
        w->normal[i] /= size;
}

/* The smallest and largest of each state over the orbit. */
static enum contensou_status measure(struct work *w, const double *x, double *low, double *high)
{
    const size_t dim = w->dim;
    const double T = x[dim] * w->unit[dim];
    const size_t every = (size_t)ceil(T / w->step / samples);
    double *path = malloc(samples * dim * sizeof *path);
    enum contensou_status status;

    if (!path)
        return contensou_fail(w->err, CONTENSOU_EMEMORY, "no memory for an orbit");
    put_member(w, 0, x, x[dim + 1] * w->unit[dim + 1]);
    w->span[0] = T;
    memset(w->v, 0, dim * sizeof *w->v);
    status = contensou__orbit_run(w->q->orbit, 1, every * samples, w->span, w->all, w->q->names,
                                  w->v, w->out, every, path, w->err);
    for (size_t i = 0; i < dim; ++i) {
        low[i] = INFINITY;
        high[i] = -INFINITY;
        for (size_t k = 0; k < samples && !status; ++k) {
            low[i] = fmin(low[i], path[k * dim + i]);
            high[i] = fmax(high[i], path[k * dim + i]);
        }
    }
    free(path);
    return status;
}

static enum contensou_status keep(struct work *w, const struct spot *s,
                                  enum contensou__cycle_kind kind)
{
    struct contensou__cycle_list *l = w->list;
    const size_t dim = w->dim;
    struct contensou__cycle_point *p;

    if (l->count == l->room) {
        const size_t room = l->room * 2 + 64;
        struct contensou__cycle_point *more = realloc(l->point, room * sizeof *more);

        if (!more)
            return contensou_fail(w->err, CONTENSOU_EMEMORY, "no memory for %zu orbits", room);
        l->point = more;
        l->room = room;
    }
    p = &l->point[l->count];
    *p = (struct contensou__cycle_point){.p = s->x[dim + 1] * w->unit[dim + 1],
                                         .period = s->x[dim] * w->unit[dim],
                                         .y = malloc(5 * dim * sizeof *p->y),
                                         .unstable = s->unstable,
                                         .kind = kind};
    if (!p->y)
        return contensou_fail(w->err, CONTENSOU_EMEMORY, "no memory for an orbit");
    ++l->count;
    p->low = p->y + dim;
    p->high = p->low + dim;
    p->re = p->high + dim;
    p->im = p->re + dim;
    for (size_t i = 0; i < dim; ++i)
        p->y[i] = s->x[i] * w->unit[i];
    memcpy(p->re, s->re, (dim - 1) * sizeof *p->re);
    memcpy(p->im, s->im, (dim - 1) * sizeof *p->im);
    return measure(w, s->x, p->low, p->high);
}

void contensou__cycle_free(struct contensou__cycle_list *list)
{
    for (size_t i = 0; i < list->count; ++i)
        free(list->point[i].y);
    free(list->point);
    *list = (struct contensou__cycle_list){0};
}

static int at_length(struct work *w, const struct spot *from, double s, struct spot *to)
{
    for (size_t j = 0; j < w->dim + 2; ++j)
        to->x[j] = from->x[j] + s * from->tangent[j];
    return correct(w, to->x, from->x, from->tangent, s) && describe(w, to, from->tangent);
}

/* What vanishes at a bifurcation. */
static double test_of(const struct work *w, const struct spot *s, enum contensou__cycle_kind kind)
{
    double best = INFINITY;

    if (kind == contensou__cycle_fold)
        return s->tangent[w->dim + 1];
    for (size_t i = 0; i + 1 < w->dim; ++i) {
        const double value = kind == contensou__cycle_flip    ? s->re[i] + 1
                             : kind == contensou__cycle_torus ? log(hypot(s->re[i], s->im[i]))
                                                              : s->re[i] - 1;

        if ((s->im[i] != 0) == (kind == contensou__cycle_torus) && fabs(value) < fabs(best))
            best = value;
    }
    return best;
}

/* The zero of the test function within the arclength s behind `from`, by regula falsi (Illinois). */
static int locate(struct work *w, const struct spot *from, double s, const struct spot *end,
                  enum contensou__cycle_kind kind, struct spot *found)
{
    double a = 0, b = s, fa = test_of(w, from, kind), fb = test_of(w, end, kind);

    if (!(isfinite(fa) && isfinite(fb)) || (fa < 0) == (fb < 0))
        return 0;
    for (int turn = 0, side = 0; turn < 60; ++turn) {
        const double c = (fa * b - fb * a) / (fa - fb);
        double fc;

        if (!at_length(w, from, c, found))
            return 0;
        fc = test_of(w, found, kind);
        if (fabs(fc) < 1e-12 || fabs(b - a) < 1e-11 * s || fabs(c - (side > 0 ? b : a)) < 1e-12 * s)
            return 1;
        if ((fc < 0) == (fb < 0)) {
            b = c;
            fb = fc;
            fa /= side == 1 ? 2 : 1;
            side = 1;
        } else {
            a = c;
            fa = fc;
            fb /= side == -1 ? 2 : 1;
            side = -1;
        }
    }
    return 1;
}

static int passes(const struct work *w, const struct spot *a, const struct spot *b,
                  enum contensou__cycle_kind kind)
{
    const int turns = a->tangent[w->dim + 1] * b->tangent[w->dim + 1] < 0;

    switch (kind) {
    case contensou__cycle_fold:
        return turns;
    case contensou__cycle_flip:
        return abs(a->flipped - b->flipped) == 1;
    case contensou__cycle_torus:
        return abs(a->turning - b->turning) == 2;
    case contensou__cycle_branch:
        return !turns && abs(a->beyond - b->beyond) == 1;
    case contensou__cycle_regular:
    case contensou__cycle_hopf:
        break;
    }
    return 0;
}

/* How large the orbit still is: the way that it takes, in units. */
static double extent(const struct work *w, const struct spot *s)
{
    double sum = 0;

    for (size_t i = 0; i < w->dim; ++i)
        sum += pow(w->slope[i] * s->x[w->dim] * w->unit[w->dim] / w->unit[i], 2);
    return sqrt(sum);
}

/* Values of the grid and bifurcations between two neighbours. */
static enum contensou_status keep_between(struct work *w, const struct spot *from, double s,
                                          const struct spot *to)
{
    const size_t dim = w->dim, n = w->q->count;
    const double p0 = from->x[dim + 1], p1 = to->x[dim + 1];
    struct spot found;
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = 0; k < n && !status; ++k) {
        const size_t i = (p1 > p0) == (w->q->grid[n - 1] >= w->q->grid[0]) ? k : n - 1 - k;
        const double p = w->q->grid[i] / w->unit[dim + 1];

        if (!((p - p0) * (p - p1) <= 0) || p == p0)
            continue;
        for (size_t j = 0; j < dim + 2; ++j)
            found.x[j] = from->x[j] + (p - p0) / (p1 - p0) * (to->x[j] - from->x[j]);
        found.x[dim + 1] = p;
        if (correct(w, found.x, NULL, NULL, 0) && describe(w, &found, from->tangent))
            status = keep(w, &found, contensou__cycle_regular);
        if (!status)
            status = w->status;
    }
    for (int kind = contensou__cycle_fold; kind <= contensou__cycle_branch && !status && !w->ended;
         ++kind)
        if (passes(w, from, to, (enum contensou__cycle_kind)kind)) {
            if (locate(w, from, s, to, (enum contensou__cycle_kind)kind, &found)) {
                /* through an orbit of no size the branch comes back as itself, half a turn later */
                w->ended = kind == contensou__cycle_fold && extent(w, &found) < 0.1;
                status = keep(w, &found,
                              w->ended ? contensou__cycle_hopf : (enum contensou__cycle_kind)kind);
            }
            if (!status)
                status = w->status;
        }
    return status;
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
static double extent_at(struct work *w, const struct spot *s)
{
    double f[wide], J[wide][wide];

    return evaluate(w, s->x, f, J) ? extent(w, s) : 0;
}

/* Until p leaves its range, or the orbit shrinks to an equilibrium. */
static enum contensou_status follow(struct work *w, const struct spot *first)
{
    const size_t p = w->dim + 1;
    struct spot here = *first, next;
    double s = 0.005;
    enum contensou_status status = CONTENSOU_OK;

    for (int k = 0; k < follow_most && !status; ++k) {
        double turn = 0;

        if (w->q->stop && w->q->stop())
            return contensou_fail(w->err, CONTENSOU_ESTOPPED, "stopped by the user");
        if (!at_length(w, &here, s, &next)) {
            if (w->status)
                return w->status;
            s /= 2;
            if (s < 1e-6)
                return CONTENSOU_OK;
            continue;
        }
        for (size_t j = 0; j < w->dim + 2; ++j)
            turn += here.tangent[j] * next.tangent[j];
        if (turn < 0.97 && s > 1e-4) {
            s /= 2;
            continue;
        }
        if (is_behind(w)) { /* the orbit has shrunk to an equilibrium within this step */
            const double size = extent(w, &next), before = extent_at(w, &here);

            for (double part = 0.98; part > 0.1; part *= 0.9)
                if (at_length(w, &here, part * s * before / (before + size), &next))
                    return keep(w, &next, contensou__cycle_hopf);
            return w->status;
        }
        status = keep_between(w, &here, s, &next);
        if (status || w->ended || next.x[p] * w->unit[p] > w->high ||
            next.x[p] * w->unit[p] < w->low)
            return status;
        here = next;
        if (!describe(w, &here, next.tangent))
            return w->status;
        if (extent(w, &here) < 0.05)
            return keep(w, &here, contensou__cycle_hopf);
        take_anchor(w, here.x);
        s = fmin(turn > 0.995 ? 1.5 * s : s, 0.05);
    }
    return status;
}

/* The step at which a trajectory of length 1 has settled to 1e-11. */
static enum contensou_status choose_step(struct work *w, const double *x)
{
    const size_t dim = w->dim;
    double before[most] = {0};

    memset(w->v, 0, dim * sizeof *w->v);
    for (size_t steps = 32; steps <= 1 << 20; steps *= 2) {
        double worst = 0;

        put_member(w, 0, x, x[dim + 1] * w->unit[dim + 1]);
        w->span[0] = 1;
        w->status = contensou__orbit_run(w->q->orbit, 1, steps, w->span, w->all, w->q->names, w->v,
                                         w->out, 0, NULL, w->err);
        if (w->status)
            return w->status;
        for (size_t i = 0; i < dim; ++i) {
            const double d = fabs(w->out[i] - before[i]) / (fabs(w->out[i]) + 1e-2);

            worst = isfinite(d) ? fmax(worst, d) : INFINITY;
            before[i] = w->out[i];
        }
        w->step = 1.0 / (double)steps;
        if (steps > 32 && worst < 1e-10)
            return CONTENSOU_OK;
    }
    return contensou_fail(
        w->err, CONTENSOU_EOUTCOME,
        "the system is too stiff for shooting with explicit steps: choose a larger "
        "law.eps");
}

/* 1 where nothing moves in the last quarter of a trajectory. */
static int rests(const double *path, size_t count, size_t dim)
{
    for (size_t i = 0; i < dim; ++i)
        for (size_t k = count - count / 4; k < count; ++k) {
            const double last = path[(count - 1) * dim + i];

            if (fabs(path[k * dim + i] - last) > 1e-5 * (fabs(last) + 1e-3))
                return 0;
        }
    return 1;
}

/* From the end of a trajectory: when was it at nearly the same place before? Fills x, T and the units. */
static enum contensou_status look_back(struct work *w, double *x)
{
    const size_t dim = w->dim, steps = (size_t)ceil(w->q->transient / w->step);
    const size_t most_kept = 200000, every = steps / most_kept + 1, count = steps / every;
    double *path = malloc((count + 1) * dim * sizeof *path), low[most], high[most];
    double left = 0, best = INFINITY;
    size_t found = 0;
    enum contensou_status status;

    if (!path)
        return contensou_fail(w->err, CONTENSOU_EMEMORY, "no memory for a trajectory");
    put_member(w, 0, x, x[dim + 1] * w->unit[dim + 1]);
    memset(w->v, 0, dim * sizeof *w->v);
    w->span[0] = w->step * (double)(count * every);
    status = contensou__orbit_run(w->q->orbit, 1, count * every, w->span, w->all, w->q->names, w->v,
                                  w->out, every, path, w->err);
    for (size_t i = 0; i < dim && !status; ++i) {
        low[i] = high[i] = path[(count - 1) * dim + i];
        for (size_t k = count / 2; k < count; ++k) {
            low[i] = fmin(low[i], path[k * dim + i]);
            high[i] = fmax(high[i], path[k * dim + i]);
        }
        w->unit[i] =
            w->q->system->angles >> i & 1 ? fmin(high[i] - low[i], 2 * pi) : high[i] - low[i];
        if (!isfinite(w->unit[i]))
            status = contensou_fail(w->err, CONTENSOU_EOUTCOME, "the trajectory is not finite");
        w->unit[i] = fmax(w->unit[i], 1e-6);
    }
    for (size_t k = count - 1; k-- > count / 2 && !status;) {
        double d = 0;

        for (size_t i = 0; i < dim; ++i)
            d = fmax(d, fabs(apart(w, i, path[k * dim + i] - path[(count - 1) * dim + i])) /
                            w->unit[i]);
        left = fmax(left, d);
        if (left > 0.2 && d < best) {
            best = d;
            found = k;
        }
        if (best < 0.03 && d > 3 * best + 0.02)
            break; /* the first return */
    }
    if (!status && rests(path, count, dim))
        status = contensou_fail(w->err, CONTENSOU_EOUTCOME,
                                "the trajectory comes to rest: there is no orbit to follow; start "
                                "elsewhere by --init, or give --period");
    if (!status && !(best < 0.1))
        status = contensou_fail(w->err, CONTENSOU_EOUTCOME,
                                "the trajectory does not come back within half of --transient: it "
                                "has not settled, or is irregular; give --transient, --init or "
                                "--period");
    for (size_t i = 0; i < dim && !status; ++i)
        x[i] = path[(count - 1) * dim + i] / w->unit[i];
    w->unit[dim] = (double)(count - 1 - found) * (double)every * w->step;
    x[dim] = 1;
    free(path);
    return status;
}

/* The first orbit, at the first value of the grid. */
static enum contensou_status begin(struct work *w, struct spot *first)
{
    const size_t dim = w->dim;
    double *x = first->x, along[wide] = {0}, f[wide], J[wide][wide];
    enum contensou_status status;

    for (size_t i = 0; i < dim; ++i) {
        w->unit[i] = 1;
        x[i] = w->q->all[w->state_place + i];
    }
    x[dim + 1] = has_p(w) ? w->q->grid[0] / w->unit[dim + 1] : 0;
    status = choose_step(w, x);
    if (!status && !(w->q->period > 0))
        status = look_back(w, x);
    if (!status && w->q->period > 0) {
        w->unit[dim] = w->q->period;
        x[dim] = 1;
    }
    if (status)
        return status;
    memset(w->normal, 0, sizeof w->normal);
    memset(w->anchor, 0, sizeof w->anchor);
    if (!evaluate(w, x, f, J))
        return w->status ? w->status
                         : contensou_fail(w->err, CONTENSOU_EOUTCOME, "the orbit is not finite");
    take_anchor(w, x);
    along[dim + 1] = 1;
    if (!correct(w, x, NULL, NULL, 0) || !describe(w, first, along))
        return w->status ? w->status
                         : contensou_fail(w->err, CONTENSOU_EOUTCOME,
                                          "shooting found no periodic orbit near the trajectory; "
                                          "give a longer --transient, or --init and --period");
    take_anchor(w, x);
    return CONTENSOU_OK;
}

enum contensou_status contensou__cycle_find(const struct contensou__cycle_request *q,
                                            struct contensou__cycle_list *list,
                                            struct contensou_error *err)
{
    const size_t dim = (size_t)q->system->dim, members = dim + 2;
    struct work w = {.q = q, .list = list, .dim = dim, .state_place = q->names - dim, .err = err};
    struct spot first;
    enum contensou_status status;

    if (dim < 2 || dim > most)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s has %zu states; periodic orbits need 2 to %d", q->system->name,
                              dim, (int)most);
    w.all = malloc(members * (q->names + dim + 3 * dim + 1) * sizeof *w.all);
    if (!w.all)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for orbits");
    w.v = w.all + members * q->names;
    w.out = w.v + members * dim;
    w.span = w.out + members * 3 * dim;
    w.low = INFINITY;
    w.high = -INFINITY;
    for (size_t k = 0; k < q->count; ++k) {
        w.low = fmin(w.low, q->grid[k]);
        w.high = fmax(w.high, q->grid[k]);
    }
    w.unit[dim + 1] = q->count > 1 && w.high > w.low ? w.high - w.low : 1;
    status = begin(&w, &first);
    if (!status)
        status = keep(&w, &first, contensou__cycle_regular);
    if (!status && q->count > 1) {
        /* into the range */
        const double way = (q->grid[1] - q->grid[0]) * first.tangent[dim + 1] < 0 ? -1 : 1;

        for (size_t j = 0; j < dim + 2; ++j)
            first.tangent[j] *= way;
        status = follow(&w, &first);
    }
    list->step = w.step;
    free(w.all);
    return status;
}
