/* equilibrium.c: equilibria along a parameter: the unknowns of analysis/arclength.h are the state y, in its own units, and p;
 * eigenvalues decide about stability. SPDX-License-Identifier: MIT */
#include <contensou/equilibrium.h>

#include "analysis/arclength.h"
#include "analysis/branch.h"
#include "analysis/forcing.h"
#include "base/eigen.h"
#include "base/pi.h"
#include "base/random.h"
#include "base/stop.h"
#include "base/try.h"
#include "base/versioned.h"
#include "device/state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = contensou__arclength_values, wide = contensou__arclength_wide };

struct work {
    const struct contensou_branch *branch;
    const struct contensou_equilibrium_options *o;
    struct contensou_equilibrium_list *list;
    struct contensou__state *state;
    struct contensou__arclength curve;
    size_t dim, state_place;
    double unit;       /* of p; states are in their own */
    uint64_t cyclic;   /* bit i: nothing depends on state i */
    double *all, *out; /* three members: here, and with p before and behind */
    size_t columns;
    struct contensou_error *err;
};

static const struct contensou__arclength_pace pace = {.first = 0.002,
                                                      .least = 1e-9,
                                                      .most = 0.02,
                                                      .turn = 0.98, /* ten degrees */
                                                      .grow = 0.998,
                                                      .turn_least = 1e-6,
                                                      .newton_reach = 0.5,
                                                      .newton_small = 1e-12,
                                                      .newton_rough = 1e-9,
                                                      .locate_value = 1e-15,
                                                      .locate_length = 1e-13,
                                                      .newton_most = 40,
                                                      .steps_most = 20000};

static int has_p(const struct work *w)
{
    return contensou__branch_varies(w->branch);
}

/* f, df/dy and df/dp at x. */
static int evaluate(void *of, const double *x, double *f, double J[][wide])
{
    struct work *w = of;
    const size_t dim = w->dim, names = w->branch->plan.lanes.names;
    const double p = x[dim] * w->unit, h = has_p(w) ? 1e-6 * fmax(fabs(p), w->unit) : 0;
    const double above = p + h, below = p - h;
    const size_t members = has_p(w) ? 3 : 1;

    for (size_t m = 0; m < members; ++m)
        contensou__branch_put(w->branch, x,
                              m == 0   ? p
                              : m == 1 ? above
                                       : below,
                              w->all + m * names);
    w->curve.status = contensou__state_run(w->state, 0, members, w->all, names, w->out, w->err);
    if (w->curve.status)
        return 0;
    for (size_t i = 0; i < dim; ++i) {
        f[i] = w->out[i];
        memcpy(J[i], w->out + dim + i * dim, dim * sizeof *J[i]);
        J[i][dim] = has_p(w) ? (w->out[w->columns + i] - w->out[2 * w->columns + i]) /
                                   (above - below) * w->unit
                             : 0;
        if (!isfinite(f[i]))
            return 0;
    }
    return 1;
}

/* Eigenvalues, and those beyond the imaginary axis. */
static int decide(void *of, struct contensou__arclength_spot *s, double J[][wide])
{
    const struct work *w = of;
    const size_t dim = w->dim;
    double matrix[most * most] = {0}, size = 0;

    for (size_t i = 0; i < dim; ++i)
        memcpy(matrix + i * dim, J[i], dim * sizeof *matrix);
    if (!contensou__eigen_values(dim, matrix, s->re, s->im))
        return 0;
    s->values = dim;
    s->right = s->left = s->complex = 0;
    for (size_t i = 0; i < dim; ++i)
        size = fmax(size, hypot(s->re[i], s->im[i]));
    for (size_t i = 0; i < dim; ++i) {
        const int grows = s->re[i] > 1e-13 * size;

        s->right += grows && s->im[i] == 0;
        s->complex += grows && s->im[i] != 0;
    }
    return 1;
}

static double margin(double re, double im, enum contensou__arclength_kind kind)
{
    (void)im;
    (void)kind;
    return re;
}

static enum contensou_status keep(void *of, const struct contensou__arclength_spot *s,
                                  enum contensou__arclength_kind kind)
{
    static const enum contensou_equilibrium_kind kinds[] = {
        [contensou__arclength_regular] = CONTENSOU_EQUILIBRIUM_REGULAR,
        [contensou__arclength_fold] = CONTENSOU_EQUILIBRIUM_FOLD,
        [contensou__arclength_pair] = CONTENSOU_EQUILIBRIUM_HOPF,
        [contensou__arclength_branch] = CONTENSOU_EQUILIBRIUM_BRANCH};
    struct work *w = of;
    struct contensou_equilibrium_list *l = w->list;
    const size_t dim = w->dim;
    struct contensou_equilibrium_point *p =
        contensou__branch_more(l->point, l->count, sizeof *l->point);

    if (p)
        l->point = p;
    if (!p || !((p += l->count)->y = malloc(3 * dim * sizeof *p->y)))
        return contensou_fail(w->err, CONTENSOU_EMEMORY, "no memory for %zu equilibria",
                              l->count + 1);
    ++l->count;
    *p = (struct contensou_equilibrium_point){.p = s->x[dim] * w->unit,
                                              .y = p->y,
                                              .re = p->y + dim,
                                              .im = p->y + 2 * dim,
                                              .branch = l->branches,
                                              .unstable = s->right + s->complex,
                                              .kind = kinds[kind]};
    for (size_t i = 0; i < dim; ++i)
        p->y[i] = fabs(s->x[i]) < 1e-14 ? 0 : s->x[i]; /* zero to rounding */
    memcpy(p->re, s->re, dim * sizeof *p->re);
    memcpy(p->im, s->im, dim * sizeof *p->im);
    return CONTENSOU_OK;
}

void contensou_equilibrium_free(struct contensou_equilibrium_list *list)
{
    for (size_t i = 0; i < list->count; ++i)
        free(list->point[i].y);
    free(list->point);
    *list = (struct contensou_equilibrium_list){0};
}

/* A branch that runs away has no end. */
static int behind(void *of, struct contensou__arclength_spot *here)
{
    const struct work *w = of;

    return contensou__arclength_size(here->x, w->dim) < 1e8;
}

/* 1 where the branches found so far pass through x. */
static int is_known(struct work *w, const double *x)
{
    const size_t dim = w->dim;

    for (size_t i = 0; i < w->list->count; ++i) {
        const struct contensou_equilibrium_point *p = &w->list->point[i];
        double d = fabs(p->p / w->unit - x[dim]);

        for (size_t j = 0; j < dim; ++j)
            d = fmax(d, fabs(contensou__branch_difference(w->branch, j, p->y[j] - x[j])));
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
    struct contensou__arclength_spot first;
    size_t middle;

    memcpy(first.x, x, n * sizeof *first.x);
    along[dim] = 1;
    if (!contensou__arclength_describe(&w->curve, &first, along))
        return w->curve.status;
    if (!has_p(w) || w->branch->count < 2) {
        TRY(keep(w, &first, contensou__arclength_regular));
        ++w->list->branches;
        return CONTENSOU_OK;
    }
    for (size_t j = 0; j < n; ++j)
        first.tangent[j] = -first.tangent[j];
    TRY(contensou__arclength_follow(&w->curve, &first));
    middle = w->list->count;
    for (size_t i = begin, j = middle; i + 1 < j; ++i) {
        const struct contensou_equilibrium_point swap = w->list->point[i];

        w->list->point[i] = w->list->point[--j];
        w->list->point[j] = swap;
    }
    for (size_t k = 0; k < w->branch->count; ++k)
        if (w->branch->grid[k] / w->unit == x[dim])
            TRY(keep(w, &first, contensou__arclength_regular));
    for (size_t j = 0; j < n; ++j)
        first.tangent[j] = -first.tangent[j];
    TRY(contensou__arclength_follow(&w->curve, &first));
    ++w->list->branches;
    return CONTENSOU_OK;
}

/* A guess: the first is the given state, the others are spread over five decades about it, angles all around. */
static void guess(const struct work *w, int k, double *x)
{
    for (size_t i = 0; i < w->dim; ++i) {
        const double *given = w->branch->plan.lanes.value + w->state_place;
        const int stays = k == 0 || (w->cyclic >> i & 1);
        char name[48];
        double u, v;

        snprintf(name, sizeof name, "%s", w->branch->plan.setup.system->states[i].name);
        u = contensou__random_unit(w->o->seed, 2 * (uint64_t)k, name);
        v = contensou__random_unit(w->o->seed, 2 * (uint64_t)k + 1, name);
        x[i] = given[i];
        if (!stays && (w->branch->plan.setup.system->angles >> i & 1))
            x[i] = pi * (2 * u - 1);
        else if (!stays)
            x[i] += (u < 0.5 ? -1 : 1) * pow(10, 5 * v - 3);
    }
}

/* A state that nothing depends on and that depends on nothing, as the phase of a forcing that is off: it may move. */
static int is_phase(const struct work *w, double J[][wide], size_t i)
{
    for (size_t j = 0; j < w->dim; ++j)
        if (J[i][j] != 0 || J[j][i] != 0)
            return 0;
    return 1;
}

/* Which states nothing depends on: their guesses stay as given, or every guess would be an equilibrium of its own. */
static void find_cyclic(struct work *w)
{
    double x[wide], f[wide], J[wide][wide];

    w->cyclic = 0;
    guess(w, 0, x);
    x[w->dim] = has_p(w) ? w->branch->grid[0] / w->unit : 0;
    for (size_t j = 0; j < w->dim && evaluate(w, x, f, J); ++j) {
        int depends = 0;

        for (size_t i = 0; i < w->dim; ++i)
            depends |= J[i][j] != 0;
        w->cyclic |= (uint64_t)!depends << j;
    }
}

/* A system that something drives does not rest. */
static enum contensou_status check_time(const struct work *w, double p)
{
    double period;

    TRY(contensou__forcing_check(w->branch, contensou__state_members(w->state), p, &period,
                                 w->err));
    if (!(period > 0))
        return CONTENSOU_OK;
    return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                          "%s is driven with the period %.9g and has no equilibrium; its periodic "
                          "motion is found by 'contensou cycle'",
                          contensou_branch_system(w->branch), period);
}

static enum contensou_status search(struct work *w, double p)
{
    for (int k = 0; k <= w->o->starts; ++k) {
        double x[wide], f[wide], J[wide][wide], size = 0, worst = 0;

        if (contensou__stop_asked(&w->o->progress, "points", (double)w->list->count, 0))
            return contensou_fail(w->err, CONTENSOU_ESTOPPED, "stopped by the user");
        guess(w, k, x);
        x[w->dim] = has_p(w) ? p / w->unit : 0;
        if (contensou__arclength_correct(&w->curve, x, NULL, NULL, 0) && evaluate(w, x, f, J) &&
            !is_known(w, x)) {
            for (size_t i = 0; i < w->dim; ++i) {
                worst = fmax(worst, is_phase(w, J, i) ? 0 : fabs(f[i]));
                for (size_t j = 0; j < w->dim; ++j)
                    size = fmax(size, fabs(J[i][j]));
            }
            if (worst < 1e-9 * (1 + size))
                TRY(trace(w, x));
        }
        TRY(w->curve.status);
    }
    return CONTENSOU_OK;
}

static void release(struct work *w)
{
    free(w->all);
    contensou__state_close(w->state);
}

enum contensou_status contensou_equilibrium_find(struct contensou_branch *b,
                                                 const struct contensou_equilibrium_options *given,
                                                 struct contensou_equilibrium_list *list,
                                                 struct contensou_error *err)
{
    struct contensou_equilibrium_options options;
    const size_t dim = (size_t)b->plan.setup.system->dim, names = b->plan.lanes.names;
    OWNED(release)
    struct work w = {.branch = b,
                     .o = &options,
                     .list = list,
                     .dim = dim,
                     .state_place = names - dim,
                     .err = err};
    double low, high;

    *list = (struct contensou_equilibrium_list){0};
    TRY(contensou__versioned_take(&options, sizeof options, given, "contensou_equilibrium_options",
                                  err));
    if (dim > most)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "%s has %zu states; at most %d",
                              b->plan.setup.system->name, dim, (int)most);
    TRY(contensou__state_open(&w.state, b->plan.device[0], &b->plan.setup, contensou__state_slope,
                              err));
    w.columns = contensou__state_columns(w.state);
    w.all = malloc(3 * (names + w.columns) * sizeof *w.all);
    TRY(contensou__try_memory(w.all, err, "equilibria"));
    w.out = w.all + 3 * names;
    w.unit = contensou__arclength_range(b->grid, b->count, &low, &high);
    w.curve = (struct contensou__arclength){.of = &w,
                                            .n = dim + 1,
                                            .unit = w.unit,
                                            .grid = b->grid,
                                            .count = b->count,
                                            .pace = pace,
                                            .evaluate = evaluate,
                                            .decide = decide,
                                            .margin = margin,
                                            .keep = keep,
                                            .behind = behind,
                                            .progress = options.progress,
                                            .err = err};
    TRY(check_time(&w, b->count ? b->grid[0] : 0));
    if (b->count > 1)
        TRY(check_time(&w, b->grid[b->count - 1]));
    find_cyclic(&w);
    TRY(w.curve.status);
    TRY(search(&w, b->count ? b->grid[0] : 0));
    if (b->count > 2)
        TRY(search(&w, b->grid[b->count / 2]));
    return b->count > 1 ? search(&w, b->grid[b->count - 1]) : CONTENSOU_OK;
}
