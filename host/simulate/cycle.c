/* cycle.c: periodic orbits by shooting: unknown are a point y of the orbit and the period T,
 *
 *     y(T; y, p) - y = 0,   f(y0).(y - y0) = 0,
 *
 * y0 the last point found. The variations give the Jacobian; all of them are members of one launch. Along p they are
 * followed as engine/arclength.h does; multipliers decide about stability. SPDX-License-Identifier: MIT */
#include <contensou/cycle.h>

#include "base/pi.h"
#include "base/eigen.h"
#include "engine/arclength.h"
#include "engine/orbit.h"
#include "simulate/branch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most = 16, wide = contensou__arclength_wide, samples = 400 };

struct work {
    const struct contensou_branch *branch;
    const struct contensou_cycle_options *o;
    struct contensou_cycle_list *list;
    struct contensou__members *orbit;
    struct contensou__arclength curve;
    size_t dim, state_place;
    double unit[wide];                 /* of the states, the period and p */
    double anchor[most], normal[most]; /* the phase condition, in units */
    double step;
    double *all, *v, *out, *span;
    double V[most * most]; /* the last monodromy matrix, in units */
    double slope[most];    /* f at the end of the last orbit */
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
    return w->branch->place != SIZE_MAX;
}

static double apart(const struct work *w, size_t i, double d)
{
    return w->branch->plan.setup.system->angles >> i & 1 ? remainder(d, 2 * pi) : d;
}

static void put_member(struct work *w, size_t m, const double *x, double p)
{
    double *to = w->all + m * w->branch->plan.lanes.names;

    memcpy(to, w->branch->plan.lanes.value, w->branch->plan.lanes.names * sizeof *to);
    for (size_t i = 0; i < w->dim; ++i)
        to[w->state_place + i] = x[i] * w->unit[i];
    if (has_p(w))
        to[w->branch->place] = p;
}

/* f[dim + 1] and J[dim + 1][dim + 2] at x. */
static int evaluate(void *of, const double *x, double *f, double J[][wide])
{
    struct work *w = of;
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
    w->curve.status =
        contensou__orbit_run(w->orbit, members, steps ? steps : 1, w->span, w->all,
                             w->branch->plan.lanes.names, w->v, w->out, 0, NULL, w->err);
    if (w->curve.status)
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

/* Multipliers but the trivial one, and those beyond the unit circle. */
static int decide(void *of, struct contensou__arclength_spot *s, double J[][wide])
{
    const struct work *w = of;
    const size_t dim = w->dim;
    double re[most], im[most];
    size_t trivial = 0;

    (void)J; /* V is its part without the identity */
    if (!contensou__eigen_values(dim, w->V, re, im))
        return 0;
    for (size_t i = 0; i < dim; ++i)
        if (hypot(re[i] - 1, im[i]) < hypot(re[trivial] - 1, im[trivial]))
            trivial = i;
    s->values = 0;
    s->right = s->left = s->complex = 0;
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
    status = contensou__orbit_run(w->orbit, 1, every * samples, w->span, w->all,
                                  w->branch->plan.lanes.names, w->v, w->out, every, path, w->err);
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

/* The next phase condition. */
static int behind(void *of, struct contensou__arclength_spot *here)
{
    struct work *w = of;
    const struct contensou__arclength_spot copy = *here;

    if (!contensou__arclength_describe(&w->curve, here, copy.tangent))
        return 0;
    if (extent(w, here) < 0.05) {
        w->curve.status = add(w, here, CONTENSOU_CYCLE_HOPF);
        return 0;
    }
    take_anchor(w, here->x);
    return 1;
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
        w->curve.status =
            contensou__orbit_run(w->orbit, 1, steps, w->span, w->all, w->branch->plan.lanes.names,
                                 w->v, w->out, 0, NULL, w->err);
        if (w->curve.status)
            return w->curve.status;
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
    const size_t dim = w->dim, steps = (size_t)ceil(w->o->transient / w->step);
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
    status = contensou__orbit_run(w->orbit, 1, count * every, w->span, w->all,
                                  w->branch->plan.lanes.names, w->v, w->out, every, path, w->err);
    for (size_t i = 0; i < dim && !status; ++i) {
        low[i] = high[i] = path[(count - 1) * dim + i];
        for (size_t k = count / 2; k < count; ++k) {
            low[i] = fmin(low[i], path[k * dim + i]);
            high[i] = fmax(high[i], path[k * dim + i]);
        }
        w->unit[i] = w->branch->plan.setup.system->angles >> i & 1 ? fmin(high[i] - low[i], 2 * pi)
                                                                   : high[i] - low[i];
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
static enum contensou_status begin(struct work *w, struct contensou__arclength_spot *first)
{
    const size_t dim = w->dim;
    double *x = first->x, along[wide] = {0}, f[wide], J[wide][wide];
    enum contensou_status status;

    for (size_t i = 0; i < dim; ++i) {
        w->unit[i] = 1;
        x[i] = w->branch->plan.lanes.value[w->state_place + i];
    }
    x[dim + 1] = has_p(w) ? w->branch->grid[0] / w->unit[dim + 1] : 0;
    status = choose_step(w, x);
    if (!status && !(w->o->period > 0))
        status = look_back(w, x);
    if (!status && w->o->period > 0) {
        w->unit[dim] = w->o->period;
        x[dim] = 1;
    }
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
                     .err = err};
    struct contensou__arclength_spot first;
    double low, high;
    enum contensou_status status;

    *list = (struct contensou_cycle_list){0};
    if (dim < 2 || dim > most)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s has %zu states; periodic orbits need 2 to %d",
                              b->plan.setup.system->name, dim, (int)most);
    w.all = malloc(members * (names + dim + 3 * dim + 1) * sizeof *w.all);
    if (!w.all)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for orbits");
    w.v = w.all + members * names;
    w.out = w.v + members * dim;
    w.span = w.out + members * 3 * dim;
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
    list->residual = w.curve.residual;
    contensou__members_close(w.orbit);
    free(w.all);
    return status;
}
