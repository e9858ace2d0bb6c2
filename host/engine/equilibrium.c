/* equilibrium.c: equilibria along a parameter by pseudo-arclength continuation (H. B. Keller, 1977): the point x = (y, p),
 * each part in units of its own, moves along the tangent and is brought back by Newton's method across it.
 *
 * A fold is where the tangent has no part along p, a Hopf point where the real part of a complex pair vanishes; both are
 * functions of the arclength behind the last point, whose zero is found by regula falsi. SPDX-License-Identifier: MIT */
#include "engine/equilibrium.h"

#include "base/eigen.h"
#include "base/linear.h"
#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 32, wide = contensou__linear_most, newton_most = 40, step_most = 20000 };

static const double pi = 3.14159265358979323846;

/* A point with what was computed there. */
struct spot {
    double x[wide];       /* y and p, in their units */
    double tangent[wide]; /* of length 1 */
    double re[most], im[most];
    int unstable, real_unstable;
};

struct work {
    const struct contensou__equilibrium_request *q;
    struct contensou__equilibrium_list *list;
    size_t dim, state_place;
    double unit[wide]; /* of the states, and of p */
    double low, high;  /* of p */
    uint64_t cyclic;   /* bit i: nothing depends on state i */
    double *all, *out; /* three members: here, and with p before and behind */
    size_t columns;
    struct contensou_error *err;
    enum contensou_status status;
};

static int has_p(const struct work *w)
{
    return w->q->place != SIZE_MAX;
}

/* f, df/dy and df/dp in units at x: f[dim], J[row][dim + 1]. */
static int evaluate(struct work *w, const double *x, double f[most], double J[most][wide])
{
    const size_t dim = w->dim, names = w->q->names;
    const double p = x[dim] * w->unit[dim], h = has_p(w) ? 1e-6 * fmax(fabs(p), w->unit[dim]) : 0;
    const double above = p + h, below = p - h;
    const size_t members = has_p(w) ? 3 : 1;

    for (size_t m = 0; m < members; ++m) {
        double *to = w->all + m * names;

        memcpy(to, w->q->all, names * sizeof *to);
        for (size_t i = 0; i < dim; ++i)
            to[w->state_place + i] = x[i] * w->unit[i];
        if (has_p(w))
            to[w->q->place] = m == 0 ? p : m == 1 ? above : below;
    }
    w->status = contensou__state_run(w->q->state, 0, members, w->all, names, w->out, w->err);
    if (w->status)
        return 0;
    for (size_t i = 0; i < dim; ++i) {
        f[i] = w->out[i];
        for (size_t j = 0; j < dim; ++j)
            J[i][j] = w->out[dim + i * dim + j] * w->unit[j];
        J[i][dim] = has_p(w) ? (w->out[w->columns + i] - w->out[2 * w->columns + i]) /
                                   (above - below) * w->unit[dim]
                             : 0;
        if (!isfinite(f[i]))
            return 0;
    }
    return 1;
}

static double size_of(const double *v, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; ++i)
        sum += v[i] * v[i];
    return sqrt(sum);
}

/* Newton's method on f = 0 with (x - x0).direction = s; direction NULL: at the p of x. Ends where a step is small. */
static int correct(struct work *w, double *x, const double *x0, const double *direction, double s)
{
    const size_t dim = w->dim, n = dim + 1;
    double last = INFINITY;

    for (int turn = 0; turn < newton_most; ++turn) {
        double f[most], J[most][wide], a[wide][wide], b[wide], step[wide], size, reach;

        if (!evaluate(w, x, f, J))
            return 0;
        for (size_t i = 0; i < dim; ++i) {
            memcpy(a[i], J[i], n * sizeof *a[i]);
            b[i] = -f[i];
        }
        b[dim] = 0;
        for (size_t j = 0; j < n; ++j) {
            a[dim][j] = direction ? direction[j] : j == dim;
            b[dim] -= direction ? (x[j] - x0[j]) * direction[j] : 0;
        }
        b[dim] += direction ? s : 0;
        contensou__linear_solve(n, a, b, step);
        size = size_of(step, n);
        if (!isfinite(size))
            return 0;
        reach = 0.5 * (1 + size_of(x, n));
        for (size_t j = 0; j < n; ++j)
            x[j] += size > reach ? step[j] * reach / size : step[j];
        if (size < 1e-12 * (1 + size_of(x, n)) || (size < 1e-9 && size >= last))
            return 1;
        last = size;
    }
    return 0;
}

/* Eigenvalues and tangent at x; the tangent goes on in the direction of `before`. */
static int describe(struct work *w, struct spot *s, const double *before)
{
    const size_t dim = w->dim, n = dim + 1;
    double f[most], J[most][wide], a[wide][wide], b[wide] = {0}, matrix[most * most], size;

    if (!evaluate(w, s->x, f, J))
        return 0;
    for (size_t i = 0; i < dim; ++i)
        for (size_t j = 0; j < dim; ++j)
            matrix[i * dim + j] = J[i][j] / w->unit[j];
    if (!contensou__eigen_values(dim, matrix, s->re, s->im))
        return 0;
    s->unstable = s->real_unstable = 0;
    size = 0;
    for (size_t i = 0; i < dim; ++i)
        size = fmax(size, hypot(s->re[i], s->im[i]));
    for (size_t i = 0; i < dim; ++i) {
        const int grows = s->re[i] > 1e-13 * size;

        s->unstable += grows;
        s->real_unstable += grows && s->im[i] == 0;
    }
    for (size_t i = 0; i < dim; ++i)
        memcpy(a[i], J[i], n * sizeof *a[i]);
    memcpy(a[dim], before, n * sizeof *a[dim]);
    b[dim] = 1;
    contensou__linear_solve(n, a, b, s->tangent);
    size = size_of(s->tangent, n);
    for (size_t j = 0; j < n && size > 0; ++j)
        s->tangent[j] /= size;
    return size > 0 && isfinite(size);
}

static enum contensou_status keep(struct work *w, const struct spot *s,
                                  enum contensou__equilibrium_kind kind)
{
    struct contensou__equilibrium_list *l = w->list;
    const size_t dim = w->dim;
    struct contensou__equilibrium_point *p;

    if (l->count == l->room) {
        const size_t room = l->room * 2 + 64;
        struct contensou__equilibrium_point *more = realloc(l->point, room * sizeof *more);

        if (!more)
            return contensou_fail(w->err, CONTENSOU_EMEMORY, "no memory for %zu equilibria", room);
        l->point = more;
        l->room = room;
    }
    p = &l->point[l->count];
    *p = (struct contensou__equilibrium_point){.p = s->x[dim] * w->unit[dim],
                                               .y = malloc(3 * dim * sizeof *p->y),
                                               .branch = l->branches,
                                               .unstable = s->unstable,
                                               .kind = kind};
    if (!p->y)
        return contensou_fail(w->err, CONTENSOU_EMEMORY, "no memory for an equilibrium");
    p->re = p->y + dim;
    p->im = p->re + dim;
    for (size_t i = 0; i < dim; ++i)
        p->y[i] = fabs(s->x[i]) < 1e-14 ? 0 : s->x[i] * w->unit[i]; /* zero to rounding */
    memcpy(p->re, s->re, dim * sizeof *p->re);
    memcpy(p->im, s->im, dim * sizeof *p->im);
    ++l->count;
    return CONTENSOU_OK;
}

void contensou__equilibrium_free(struct contensou__equilibrium_list *list)
{
    for (size_t i = 0; i < list->count; ++i)
        free(list->point[i].y);
    free(list->point);
    *list = (struct contensou__equilibrium_list){0};
}

/* The point at the arclength s behind `from`. */
static int at_length(struct work *w, const struct spot *from, double s, struct spot *to)
{
    const size_t n = w->dim + 1;

    for (size_t j = 0; j < n; ++j)
        to->x[j] = from->x[j] + s * from->tangent[j];
    return correct(w, to->x, from->x, from->tangent, s) && describe(w, to, from->tangent);
}

/* The real part of the complex pair, or the real eigenvalue, that is nearest to the axis. */
static double critical(const struct work *w, const struct spot *s, int is_complex)
{
    double best = INFINITY;

    for (size_t i = 0; i < w->dim; ++i)
        if ((s->im[i] != 0) == is_complex && fabs(s->re[i]) < fabs(best))
            best = s->re[i];
    return best;
}

static double test_of(const struct work *w, const struct spot *s,
                      enum contensou__equilibrium_kind kind)
{
    if (kind == contensou__equilibrium_fold)
        return s->tangent[w->dim];
    return critical(w, s, kind == contensou__equilibrium_hopf);
}

/* Finds the zero of the test function between `from` and the arclength s behind it, by regula falsi (Illinois). */
static int locate(struct work *w, const struct spot *from, double s, const struct spot *end,
                  enum contensou__equilibrium_kind kind, struct spot *found)
{
    double a = 0, b = s, fa = test_of(w, from, kind), fb = test_of(w, end, kind);

    if (!(isfinite(fa) && isfinite(fb)) || (fa < 0) == (fb < 0))
        return 0;
    for (int turn = 0, side = 0; turn < 100; ++turn) {
        const double c = (fa * b - fb * a) / (fa - fb);
        double fc;

        if (!at_length(w, from, c, found))
            return 0;
        fc = test_of(w, found, kind);
        if (fc == 0 || fabs(b - a) < 1e-13 * s)
            return 1;
        if ((fc < 0) == (fb < 0)) {
            if (fabs(c - b) < 1e-14 * s)
                return 1;
            b = c;
            fb = fc;
            fa /= side == 1 ? 2 : 1;
            side = 1;
        } else {
            if (fabs(c - a) < 1e-14 * s)
                return 1;
            a = c;
            fa = fc;
            fb /= side == -1 ? 2 : 1;
            side = -1;
        }
    }
    return 1;
}

/* The points of the grid between two neighbours on a branch, and the bifurcations, in the order of the way. */
static enum contensou_status keep_between(struct work *w, const struct spot *from, double s,
                                          const struct spot *to)
{
    const size_t dim = w->dim;
    const double p0 = from->x[dim], p1 = to->x[dim];
    const size_t n = w->q->count;
    struct spot found;
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = 0; k < n && !status; ++k) {
        const size_t i = (p1 > p0) == (w->q->grid[n - 1] >= w->q->grid[0]) ? k : n - 1 - k;
        const double p = w->q->grid[i] / w->unit[dim];

        if (!((p - p0) * (p - p1) <= 0) || p == p0)
            continue;
        for (size_t j = 0; j <= dim; ++j)
            found.x[j] = from->x[j] + (p - p0) / (p1 - p0) * (to->x[j] - from->x[j]);
        found.x[dim] = p;
        if (correct(w, found.x, NULL, NULL, 0) && describe(w, &found, from->tangent))
            status = keep(w, &found, contensou__equilibrium_regular);
        if (!status)
            status = w->status;
    }
    if (!status && from->tangent[dim] * to->tangent[dim] < 0) {
        if (locate(w, from, s, to, contensou__equilibrium_fold, &found))
            status = keep(w, &found, contensou__equilibrium_fold);
    } else if (!status && from->real_unstable != to->real_unstable &&
               abs(from->real_unstable - to->real_unstable) == 1) {
        if (locate(w, from, s, to, contensou__equilibrium_branch, &found))
            status = keep(w, &found, contensou__equilibrium_branch);
    }
    if (!status &&
        abs((from->unstable - from->real_unstable) - (to->unstable - to->real_unstable)) == 2 &&
        locate(w, from, s, to, contensou__equilibrium_hopf, &found))
        status = keep(w, &found, contensou__equilibrium_hopf);
    return status ? status : w->status;
}

/* Follows the branch from `first` in the direction of its tangent until p leaves its range. */
static enum contensou_status follow(struct work *w, const struct spot *first)
{
    const size_t dim = w->dim;
    struct spot here = *first, next;
    double s = 0.002;
    enum contensou_status status = CONTENSOU_OK;

    for (int k = 0; k < step_most && !status; ++k) {
        double turn = 0;

        if (w->q->stop && w->q->stop())
            return contensou_fail(w->err, CONTENSOU_ESTOPPED, "stopped by the user");
        if (!at_length(w, &here, s, &next)) {
            if (w->status)
                return w->status;
            s /= 2;
            if (s < 1e-9)
                return CONTENSOU_OK; /* the branch ends: no tangent goes on */
            continue;
        }
        for (size_t j = 0; j <= dim; ++j)
            turn += here.tangent[j] * next.tangent[j];
        if (turn < 0.98 && s > 1e-6) { /* ten degrees */
            s /= 2;
            continue;
        }
        status = keep_between(w, &here, s, &next);
        if (next.x[dim] * w->unit[dim] > w->high || next.x[dim] * w->unit[dim] < w->low)
            return status;
        if (size_of(next.x, dim) > 1e8)
            return status;
        here = next;
        s = fmin(turn > 0.998 ? 1.5 * s : s, 0.02);
    }
    return status;
}

/* 1 where the branches found so far pass through x. */
static int is_known(struct work *w, const double *x)
{
    const size_t dim = w->dim;

    for (size_t i = 0; i < w->list->count; ++i) {
        const struct contensou__equilibrium_point *p = &w->list->point[i];
        double d = fabs(p->p / w->unit[dim] - x[dim]);

        for (size_t j = 0; j < dim; ++j) {
            double apart = p->y[j] / w->unit[j] - x[j];

            if (w->q->system->angles >> j & 1)
                apart = remainder(p->y[j] - x[j] * w->unit[j], 2 * pi) / w->unit[j];
            d = fmax(d, fabs(apart));
        }
        if (d < 1e-6)
            return 1;
    }
    return 0;
}

/* Both ways from an equilibrium; the way back is put before the way forth, so that a branch is one line. */
static enum contensou_status trace(struct work *w, const double *x)
{
    const size_t dim = w->dim, n = dim + 1, begin = w->list->count;
    double along[wide] = {0};
    struct spot first;
    size_t middle;
    enum contensou_status status;

    memcpy(first.x, x, n * sizeof *first.x);
    along[dim] = 1;
    if (!describe(w, &first, along))
        return w->status;
    if (!has_p(w) || w->q->count < 2) {
        status = keep(w, &first, contensou__equilibrium_regular);
        ++w->list->branches;
        return status;
    }
    for (size_t j = 0; j < n; ++j)
        first.tangent[j] = -first.tangent[j];
    status = follow(w, &first);
    middle = w->list->count;
    for (size_t i = begin, j = middle; i + 1 < j && !status; ++i) {
        const struct contensou__equilibrium_point swap = w->list->point[i];

        w->list->point[i] = w->list->point[--j];
        w->list->point[j] = swap;
    }
    for (size_t k = 0; k < w->q->count && !status; ++k)
        if (w->q->grid[k] / w->unit[dim] == x[dim])
            status = keep(w, &first, contensou__equilibrium_regular);
    for (size_t j = 0; j < n; ++j)
        first.tangent[j] = -first.tangent[j];
    if (!status)
        status = follow(w, &first);
    ++w->list->branches;
    return status;
}

/* A guess: the first is the given state, the others are spread over five decades about it, angles all around. */
static void guess(const struct work *w, int k, double *x)
{
    for (size_t i = 0; i < w->dim; ++i) {
        const double *given = w->q->all + w->state_place;
        const int stays = k == 0 || (w->cyclic >> i & 1);
        char name[48];
        double u, v;

        snprintf(name, sizeof name, "%s", w->q->system->states[i].name);
        u = contensou__random_unit(w->q->seed, 2 * (uint64_t)k, name);
        v = contensou__random_unit(w->q->seed, 2 * (uint64_t)k + 1, name);
        x[i] = given[i];
        if (!stays && (w->q->system->angles >> i & 1))
            x[i] = pi * (2 * u - 1);
        else if (!stays)
            x[i] += (u < 0.5 ? -1 : 1) * pow(10, 5 * v - 3);
        x[i] /= w->unit[i];
    }
}

/* A state that nothing depends on and that depends on nothing, as the phase of a forcing that is off: it may move. */
static int is_phase(const struct work *w, double J[most][wide], size_t i)
{
    for (size_t j = 0; j < w->dim; ++j)
        if (J[i][j] != 0 || J[j][i] != 0)
            return 0;
    return 1;
}

/* Which states nothing depends on: their guesses stay as given, or every guess would be an equilibrium of its own. */
static void find_cyclic(struct work *w)
{
    double x[wide], f[most], J[most][wide];

    w->cyclic = 0;
    guess(w, 0, x);
    x[w->dim] = has_p(w) ? w->q->grid[0] / w->unit[w->dim] : 0;
    for (size_t j = 0; j < w->dim && evaluate(w, x, f, J); ++j) {
        int depends = 0;

        for (size_t i = 0; i < w->dim; ++i)
            depends |= J[i][j] != 0;
        w->cyclic |= (uint64_t)!depends << j;
    }
}

static enum contensou_status search(struct work *w, double p)
{
    enum contensou_status status = CONTENSOU_OK;

    for (int k = 0; k <= w->q->starts && !status; ++k) {
        double x[wide];

        if (w->q->stop && w->q->stop())
            return contensou_fail(w->err, CONTENSOU_ESTOPPED, "stopped by the user");
        guess(w, k, x);
        x[w->dim] = has_p(w) ? p / w->unit[w->dim] : 0;
        if (correct(w, x, NULL, NULL, 0)) {
            double f[most], J[most][wide], size = 0, worst = 0;

            if (evaluate(w, x, f, J) && !is_known(w, x)) {
                for (size_t i = 0; i < w->dim; ++i) {
                    worst = fmax(worst, is_phase(w, J, i) ? 0 : fabs(f[i]));
                    for (size_t j = 0; j < w->dim; ++j)
                        size = fmax(size, fabs(J[i][j]));
                }
                if (worst < 1e-9 * (1 + size))
                    status = trace(w, x);
            }
        }
        if (!status)
            status = w->status;
    }
    return status;
}

enum contensou_status contensou__equilibrium_find(const struct contensou__equilibrium_request *q,
                                                  struct contensou__equilibrium_list *list,
                                                  struct contensou_error *err)
{
    const size_t dim = (size_t)q->system->dim;
    struct work w = {.q = q, .list = list, .dim = dim, .state_place = q->names - dim, .err = err};
    enum contensou_status status = CONTENSOU_OK;

    if (dim > most)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "%s has %zu states; at most %d",
                              q->system->name, dim, (int)most);
    w.columns = contensou__state_columns(q->state);
    w.all = malloc(3 * (q->names + w.columns) * sizeof *w.all);
    if (!w.all)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for equilibria");
    w.out = w.all + 3 * q->names;
    for (size_t i = 0; i < dim; ++i)
        w.unit[i] = 1;
    w.low = INFINITY;
    w.high = -INFINITY;
    for (size_t k = 0; k < q->count; ++k) {
        w.low = fmin(w.low, q->grid[k]);
        w.high = fmax(w.high, q->grid[k]);
    }
    w.unit[dim] = q->count > 1 && w.high > w.low ? w.high - w.low : 1;
    find_cyclic(&w);
    status = w.status;
    if (!status && q->count) {
        status = search(&w, q->grid[0]);
        if (!status && q->count > 2)
            status = search(&w, q->grid[q->count / 2]);
        if (!status && q->count > 1)
            status = search(&w, q->grid[q->count - 1]);
    } else if (!status) {
        status = search(&w, 0);
    }
    free(w.all);
    return status;
}
