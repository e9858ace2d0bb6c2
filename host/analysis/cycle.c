/* cycle.c: periodic orbits along a parameter (analysis/shooting.h has their equations), followed as analysis/arclength.h does; multipliers decide
 * about stability.
 *
 * With the stepper event a piece of the curve has one sequence of switches; where it changes, the first switch that differs tells what happens.
 *
 * At a flip, where a multiplier crosses -1, a branch of orbits of twice the period is born. On that branch the same place looks like a fold: behind
 * it come the same orbits, half a period later. So a fold whose orbit repeats after half of its period is that flip, and the simple
 * orbit goes on behind it. SPDX-License-Identifier: MIT */
#include <contensou/cycle.h>

#include "analysis/cycle_start.h"
#include "base/names.h"
#include "base/setting.h"
#include "base/text.h"
#include "base/try.h"
#include "base/versioned.h"
#include "analysis/shooting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    wide = contensou__shooting_wide,
    most_switches = contensou__shooting_switches,
    most_branches = 32,
    most_flips = 64,
    most_gradients = 32
};

/* A flip: the simple orbit there. */
struct flip {
    struct contensou__arclength_spot simple;
    double phase;
    int turns;
    int doubled; /* 1: the branch of twice the period is known */
};

struct work {
    struct contensou__shooting s;
    size_t place[most_gradients]; /* of the numbers that derivatives are taken by */
    const struct contensou_cycle_options *o;
    struct contensou_cycle_list *list;
    struct flip *flip; /* [most_flips] */
    size_t flips;
    int reached_flip; /* the branch followed last ends at a flip, whose simple orbit is `end` */
    struct contensou__arclength_spot end;
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

/* What happens at a corner of the curve, from the first switch in which the orbit x and a trajectory just behind the corner
 * differ. M. di Bernardo and others, Int. J. Bifurcation and Chaos 12 (2002) 2965, have the names. */
static enum contensou_status name_corner(struct work *w, const double *x,
                                         enum contensou_cycle_kind *kind)
{
    const double T = x[w->s.dim] * w->s.unit[w->s.dim];
    OWNED(contensou__try_free)
    struct contensou__shooting_sequence *both = malloc(2 * sizeof *both);
    const struct contensou__shooting_sequence *one = both;
    size_t k = 0;

    TRY(contensou__try_memory(both, w->err, "switches"));
    TRY(contensou__shooting_sequence(&w->s, x, &both[0]));
    TRY(contensou__shooting_sequence(&w->s, w->s.curve.beyond, &both[1]));
    while (k < both[0].count && k < both[1].count && both[0].kind[k] == both[1].kind[k] &&
           fabs(both[0].t[k] - both[1].t[k]) < 1e-3 * T)
        ++k;
    *kind = CONTENSOU_CYCLE_GRAZING;
    if (k < both[0].count && k < both[1].count && fabs(both[0].t[k] - both[1].t[k]) < 1e-3 * T) {
        /* rest: one sticks, the other goes on */
        one += both[0].kind[k] != contensou__orbit_stick;
        *kind = k + 1 < one->count && one->t[k + 1] - one->t[k] < 1e-2 * T
                    ? CONTENSOU_CYCLE_CROSSING_SLIDING
                    : CONTENSOU_CYCLE_SWITCHING_SLIDING;
        return CONTENSOU_OK;
    }
    /* one has a switch that the other has not */
    one += k >= both[0].count || (k < both[1].count && both[1].t[k] < both[0].t[k]);
    if (k < one->count && one->kind[k] != contensou__orbit_pass)
        *kind = one->kind[k] == contensou__orbit_stick ? CONTENSOU_CYCLE_GRAZING_SLIDING
                                                       : CONTENSOU_CYCLE_ADDING_SLIDING;
    return CONTENSOU_OK;
}

/* Where a forcing tells the time, y is at its phase 0. */
static enum contensou_status put_state(struct work *w, const double *x, double *y)
{
    struct contensou__shooting *const s = &w->s;
    const double phase = s->phase;
    double moved[wide];
    enum contensou_status status = CONTENSOU_OK;

    memcpy(moved, x, (s->dim + 2) * sizeof *moved);
    if (s->forced > 0 && phase > 0)
        status = contensou__shooting_move(s, moved, (1 - phase) * s->forced);
    s->phase = phase;
    for (size_t i = 0; i < s->dim; ++i)
        y[i] = moved[i] * s->unit[i];
    return status;
}

static enum contensou_status add(struct work *w, const struct contensou__arclength_spot *s,
                                 enum contensou_cycle_kind kind)
{
    struct contensou_cycle_list *l = w->list;
    const size_t dim = w->s.dim, last = w->s.branch->count - (w->s.branch->count > 0);
    struct contensou_cycle_point *p = contensou__branch_more(l->point, l->count, sizeof *p);

    if (p)
        l->point = p;
    if (!p || !((p += l->count)->y = calloc(5 * dim + l->gradients * (1 + dim), sizeof *p->y)))
        return contensou_fail(w->err, CONTENSOU_EMEMORY, "no memory for %zu orbits", l->count + 1);
    ++l->count;
    *p = (struct contensou_cycle_point){.p = s->x[dim + 1] * w->s.unit[dim + 1],
                                        .period = s->x[dim] * w->s.unit[dim],
                                        .y = p->y,
                                        .low = p->y + dim,
                                        .high = p->y + 2 * dim,
                                        .re = p->y + 3 * dim,
                                        .im = p->y + 4 * dim,
                                        .by = l->gradients ? p->y + 5 * dim : NULL,
                                        .unstable = s->right + s->left + s->complex,
                                        .sticks = (int)(s->piece % 10000),
                                        .branch = l->branches,
                                        .kind = kind};
    memcpy(p->re, s->re, s->values * sizeof *p->re);
    memcpy(p->im, s->im, s->values * sizeof *p->im);
    l->multipliers = s->values;
    if (kind == CONTENSOU_CYCLE_REGULAR && w->s.branch->grid)
        l->covered |= fabs(p->p - w->s.branch->grid[last]) <= 1e-12 * w->s.unit[dim + 1];
    for (size_t k = 0; k < l->gradients; ++k)
        if (!contensou__shooting_by(&w->s, s->x, w->place[k], p->by + k * (1 + dim)))
            return w->s.curve.status;
    TRY(contensou__shooting_measure(&w->s, s->x, p->low, p->high));
    return put_state(w, s->x, p->y);
}

void contensou_cycle_free(struct contensou_cycle_list *list)
{
    for (size_t i = 0; i < list->count; ++i)
        free(list->point[i].y);
    free(list->point);
    free(list->why);
    *list = (struct contensou_cycle_list){0};
}

/* How large the orbit still is: the way that it takes, in units. */
static double extent(const struct contensou__shooting *w, const struct contensou__arclength_spot *s)
{
    double sum = 0;

    for (size_t i = 0; i < w->dim; ++i)
        sum += pow(w->slope[i] * s->x[w->dim] * w->unit[w->dim] / w->unit[i], 2);
    return sqrt(sum);
}

/* The flip at this orbit, if it is known. */
static struct flip *find_flip(struct work *w, const double *x)
{
    const size_t dim = w->s.dim;

    for (size_t k = 0; k < w->flips; ++k)
        if (fabs(w->flip[k].simple.x[dim + 1] - x[dim + 1]) < 1e-5 &&
            fabs(w->flip[k].simple.x[dim] / x[dim] - 1) < 1e-5)
            return &w->flip[k];
    return NULL;
}

static void note_flip(struct work *w, const struct contensou__arclength_spot *simple, int doubled)
{
    struct flip *known = find_flip(w, simple->x);

    if (known)
        known->doubled |= doubled;
    else if (w->flips < most_flips)
        w->flip[w->flips++] = (struct flip){*simple, w->s.phase, w->s.turns, doubled};
}

/* Whether an orbit of a fold is one of half the period, run through twice. */
static int is_doubled(struct contensou__shooting *w, const double *x)
{
    return (!(w->forced > 0) || w->turns % 2 == 0) && contensou__shooting_away(w, x, 0.5) < 0.01;
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

    if (kind == contensou__arclength_corner) {
        TRY(name_corner(w, s->x, &corner));
        return add(w, s, corner);
    }
    if (kind == contensou__arclength_fold && is_doubled(&w->s, s->x)) {
        w->reached_flip = w->s.curve.ended = 1;
        w->end = *s;
        return w->s.curve.status;
    }
    if (kind == contensou__arclength_flip)
        note_flip(w, s, 0);
    /* through an orbit of no size the branch comes back as itself, half a turn later */
    w->s.curve.ended =
        kind == contensou__arclength_fold && !(w->s.forced > 0) && extent(&w->s, s) < 0.1;
    return add(w, s, w->s.curve.ended ? CONTENSOU_CYCLE_HOPF : kinds[kind]);
}

/* 1 where the orbit evaluated last runs against the way at the anchor: behind a point of no size it is the same branch,
 * half a turn later. */
static int is_behind(const struct contensou__shooting *w)
{
    double along = 0;

    for (size_t i = 0; i < w->dim; ++i)
        along += w->normal[i] * w->slope[i] / w->unit[i];
    return along < 0;
}

/* The extent at a point found before. */
static double extent_at(struct contensou__shooting *w, const struct contensou__arclength_spot *s)
{
    double f[wide], J[wide][wide];

    return contensou__shooting_evaluate(w, s->x, f, J) ? extent(w, s) : 0;
}

/* 0 where the orbit shrinks to an equilibrium within the step. */
static int before(void *of, const struct contensou__arclength_spot *from, double s,
                  struct contensou__arclength_spot *to)
{
    struct work *w = of;
    double size, last;

    if (w->s.forced > 0 || !is_behind(&w->s))
        return 1;
    size = extent(&w->s, to);
    last = extent_at(&w->s, from);
    for (double part = 0.98; part > 0.1 && !w->s.curve.status; part *= 0.9)
        if (contensou__arclength_at(&w->s.curve, from, part * s * last / (last + size), to)) {
            w->s.curve.status = add(w, to, CONTENSOU_CYCLE_HOPF);
            break;
        }
    return 0;
}

/* The next phase condition. */
static int behind(void *of, struct contensou__arclength_spot *here)
{
    struct work *w = of;
    struct contensou__shooting *const s = &w->s;
    const struct contensou__arclength_spot copy = *here;
    double along[wide] = {0}, t = 0;

    if (!contensou__arclength_describe(&s->curve, here, copy.tangent))
        return 0;
    if (!(s->forced > 0) && extent(s, here) < 0.05) {
        s->curve.status = add(w, here, CONTENSOU_CYCLE_HOPF);
        return 0;
    }
    contensou__shooting_anchor(s, here->x);
    if (s->exact)
        s->curve.status = contensou__shooting_middle(s, here->x, &t);
    if (s->curve.status || !(t > 0))
        return !s->curve.status;
    s->curve.status = contensou__shooting_move(s, here->x, t);
    if (s->curve.status)
        return 0;
    contensou__shooting_anchor(s, here->x);
    for (size_t j = s->dim; j < s->dim + 2; ++j) /* what does not depend on the point */
        along[j] = copy.tangent[j];
    return contensou__arclength_describe(&s->curve, here, along);
}

/* Shooting from a point found before, or made of one: its phase, periods and condition. 0: there is none. */
static int take_up(struct work *w, struct contensou__arclength_spot *s, double phase, int turns)
{
    double f[wide], J[wide][wide];

    w->s.phase = phase;
    w->s.turns = turns;
    if (!contensou__shooting_evaluate(&w->s, s->x, f, J))
        return 0;
    contensou__shooting_anchor(&w->s, s->x);
    return 1;
}

/* Why the branch followed last goes no further, for people. */
static void say_end(struct work *w)
{
    const struct contensou__arclength *const c = &w->s.curve;
    struct contensou_cycle_list *const l = w->list;
    const struct contensou_cycle_point *const last = l->count ? &l->point[l->count - 1] : NULL;
    const char *const name = contensou_branch_parameter(w->s.branch);
    struct contensou__text why = {0};
    int folds = 0;

    for (size_t k = 0; k < l->count; ++k)
        folds += l->point[k].kind == CONTENSOU_CYCLE_FOLD && l->point[k].branch == l->branches;
    switch (c->end) {
    case contensou__arclength_decided:
        if (last && last->kind == CONTENSOU_CYCLE_HOPF)
            contensou__text_printf(&why, "the orbit shrinks to an equilibrium at %s = %.9g", name,
                                   last->p);
        else
            contensou__text_printf(&why, "the branch ends at %s = %.9g", name, c->end_at);
        break;
    case contensou__arclength_left:
        contensou__text_printf(&why, "%s",
                               folds ? "the branch turns back and leaves the range where it began"
                                     : "the branch leaves the range elsewhere");
        break;
    case contensou__arclength_long:
        contensou__text_printf(&why, "the branch is too long, it was left at %s = %.9g", name,
                               c->end_at);
        break;
    case contensou__arclength_failed:
        contensou__text_printf(&why, "it was stopped at %s = %.9g", name, c->end_at);
        break;
    case contensou__arclength_stuck:
        contensou__text_printf(&why, "no step leads on from %s = %.9g", name, c->end_at);
        break;
    }
    free(l->why);
    l->why = why.data;
}

/* One branch from a point, in the direction of its tangent. */
static enum contensou_status follow(struct work *w, const struct contensou__arclength_spot *from)
{
    enum contensou_status status;

    w->reached_flip = 0;
    status = contensou__arclength_follow(&w->s.curve, from);
    say_end(w);
    return status;
}

/* The simple orbit at the end of a doubled branch, exactly where its multiplier is -1; its tangent goes on in the direction
 * in which the doubled one came. 0: there is none. */
static int find_simple(struct work *w, double came, struct contensou__arclength_spot *simple)
{
    const size_t dim = w->s.dim;
    const double s = 1e-3;
    struct contensou__arclength_spot back, on;
    double along[wide] = {0};

    *simple = w->end;
    simple->x[dim] /= 2;
    along[dim + 1] = came;
    if (!take_up(w, simple, w->s.phase, w->s.turns / (w->s.forced > 0 ? 2 : 1)) ||
        !contensou__arclength_correct(&w->s.curve, simple->x, NULL, NULL, 0) ||
        !contensou__arclength_describe(&w->s.curve, simple, along))
        return 0;
    contensou__shooting_anchor(&w->s, simple->x);
    if (!contensou__arclength_at(&w->s.curve, simple, -s, &back))
        return !w->s.curve.status;
    for (size_t j = 0; j < dim + 2; ++j)
        back.tangent[j] *= back.tangent[dim + 1] * came < 0 ? -1 : 1;
    if (contensou__arclength_at(&w->s.curve, &back, 2 * s, &on) &&
        contensou__arclength_locate(&w->s.curve, &back, 2 * s, &on, contensou__arclength_flip, &on))
        *simple = on;
    return !w->s.curve.status;
}

/* From a flip along the simple orbit, one way or the other: a little beyond it, or it would be found again. */
static enum contensou_status follow_simple(struct work *w, const struct flip *f, double way)
{
    struct contensou__arclength_spot from = f->simple, next;

    if (w->list->branches + 1 >= most_branches)
        return CONTENSOU_OK;
    for (size_t j = 0; j < w->s.dim + 2; ++j)
        from.tangent[j] *= way;
    ++w->list->branches;
    if (!take_up(w, &from, f->phase, f->turns) ||
        !contensou__arclength_at(&w->s.curve, &from, 1e-6, &next))
        return w->s.curve.status;
    return follow(w, &next);
}

/* The branch of twice the period, which leaves the simple orbit along the vector of the multiplier -1. */
static enum contensou_status follow_doubled(struct work *w, struct flip *f)
{
    const size_t dim = w->s.dim;
    struct contensou__arclength_spot base = f->simple, next;
    double d[wide] = {0}, along[wide];

    f->doubled = 1;
    if (w->list->branches + 1 >= most_branches)
        return CONTENSOU_OK;
    if (!take_up(w, &base, f->phase, f->turns))
        return w->s.curve.status;
    contensou__shooting_turned(&w->s, d);
    base.x[dim] *= 2;
    w->s.turns *= w->s.forced > 0 ? 2 : 1;
    for (double s = 1e-3; s < 0.1 && !w->s.curve.status; s *= 3) {
        for (size_t j = 0; j < dim + 2; ++j)
            next.x[j] = base.x[j] + s * d[j];
        if (!contensou__arclength_correct(&w->s.curve, next.x, base.x, d, s) ||
            contensou__shooting_away(&w->s, next.x, 0.5) < 0.2 * s)
            continue;
        for (size_t j = 0; j < dim + 2; ++j)
            along[j] = (next.x[j] - base.x[j]) / s;
        if (!contensou__arclength_describe(&w->s.curve, &next, along))
            continue;
        ++w->list->branches;
        contensou__shooting_anchor(&w->s, next.x);
        return follow(w, &next);
    }
    return w->s.curve.status;
}

/* Behind a branch that ended at a flip: the flip is written as its end, and the simple orbit goes on. With `all` it is followed the other way as well. */
static enum contensou_status pass_flip(struct work *w, double came)
{
    struct contensou__arclength_spot simple;
    struct flip *known;

    if (!w->reached_flip || !find_simple(w, came, &simple))
        return w->s.curve.status;
    known = find_flip(w, simple.x);
    note_flip(w, &simple, 1);
    TRY(add(w, &simple, CONTENSOU_CYCLE_FLIP));
    if (known || !(known = find_flip(w, simple.x)))
        return CONTENSOU_OK;
    TRY(follow_simple(w, known, 1));
    return w->o->branches ? follow_simple(w, known, -1) : CONTENSOU_OK;
}

/* The way of p on the branch that ended last. */
static double way_of(const struct work *w)
{
    const struct contensou_cycle_list *const l = w->list;
    const size_t dim = w->s.dim;
    const double p = w->end.x[dim + 1] * w->s.unit[dim + 1];

    for (size_t k = l->count; k-- > 0 && l->point[k].branch == l->branches;)
        if (l->point[k].p != p)
            return p < l->point[k].p ? -1 : 1;
    return w->s.curve.end_at > p ? -1 : 1;
}

/* Every branch that a flip bears, and those behind their ends. */
static enum contensou_status follow_branches(struct work *w)
{
    for (size_t k = 0; k < w->flips; ++k) {
        if (w->flip[k].doubled)
            continue;
        TRY(follow_doubled(w, &w->flip[k]));
        if (w->reached_flip)
            TRY(pass_flip(w, way_of(w)));
    }
    return CONTENSOU_OK;
}

/* From the first orbit into the range. */
static enum contensou_status follow_all(struct work *w, struct contensou__arclength_spot *first)
{
    const struct contensou_branch *const b = w->s.branch;
    const double way = (b->grid[1] - b->grid[0]) * first->tangent[w->s.dim + 1] < 0 ? -1 : 1;
    enum contensou_status status;
    char *why;

    for (size_t j = 0; j < w->s.dim + 2; ++j)
        first->tangent[j] *= way;
    status = follow(w, first);
    if (!status && w->reached_flip)
        status = pass_flip(w, way_of(w));
    why = w->list->why;
    w->list->why = NULL;
    if (!status && w->o->branches)
        status = follow_branches(w);
    free(w->list->why);
    w->list->why = why;
    return status;
}

static void release(struct work *w)
{
    contensou__members_close(w->s.orbit);
    free(w->s.all);
    free(w->flip);
}

/* The numbers that derivatives are taken by. */
static enum contensou_status find_names(struct work *w)
{
    const struct contensou_branch *const b = w->s.branch;
    const struct contensou__lanes *const lanes = &b->plan.lanes;
    const size_t numbers = lanes->names - w->s.dim;
    OWNED(contensou__try_free) const char **known = malloc((numbers + 1) * sizeof *known);

    TRY(contensou__try_memory(known, w->err, "names"));
    for (size_t i = 0; i < numbers; ++i)
        known[i] = lanes->name[i];
    for (const char *next = w->o->by; next; ++w->list->gradients) {
        char name[contensou__lanes_name_size];
        const size_t size = contensou__names_next(&next, name, sizeof name);
        int at;

        if (!size || size >= sizeof name || w->list->gradients == most_gradients)
            return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                                  SETTING("by") " %s: write up to %d names such as mu,law.eta",
                                  w->o->by, (int)most_gradients);
        at = contensou__names_find(name, known, numbers);
        if (at < 0)
            return contensou__names_fail(w->err, "number for " SETTING("by"), name, known, numbers);
        if (isnan(lanes->value[at]))
            return contensou_fail(w->err, CONTENSOU_EARGUMENT,
                                  SETTING("by") " %s: it is not given, but follows from other "
                                                "numbers; give it a value by " SETTING("set"),
                                  name);
        w->place[w->list->gradients] = (size_t)at;
    }
    return CONTENSOU_OK;
}

static enum contensou_status find_all(struct work *w, struct contensou__arclength_spot *first)
{
    const struct contensou_branch *const b = w->s.branch;

    TRY(contensou__orbit_open(&w->s.orbit, b->plan.device[0], &b->plan.setup, w->err));
    TRY(contensou__cycle_start_find(&w->s, w->o, first));
    TRY(add(w, first, CONTENSOU_CYCLE_REGULAR));
    return b->count > 1 ? follow_all(w, first) : CONTENSOU_OK;
}

enum contensou_status contensou_cycle_find(struct contensou_branch *b,
                                           const struct contensou_cycle_options *given,
                                           struct contensou_cycle_list *list,
                                           struct contensou_error *err)
{
    struct contensou_cycle_options options;
    const size_t dim = (size_t)b->plan.setup.system->dim, names = b->plan.lanes.names,
                 members = dim + 4; /* at least four, of differences */
    OWNED(release)
    struct work w = {.s = {.branch = b,
                           .dim = dim,
                           .state_place = names - dim,
                           .width = 3 * dim + contensou__orbit_tail,
                           .exact = b->plan.setup.stepper && b->plan.setup.stepper->switches,
                           .progress = &options.progress,
                           .err = err},
                     .o = &options,
                     .list = list,
                     .err = err};
    struct contensou__arclength_spot first = {.residual = 0};
    double low, high;
    enum contensou_status status;

    *list = (struct contensou_cycle_list){.covered = b->count < 2};
    TRY(contensou__versioned_take(&options, sizeof options, given, "contensou_cycle_options", err));
    if (dim < 1 || dim > contensou__shooting_most)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s has %zu states; periodic orbits need 1 to %d",
                              b->plan.setup.system->name, dim, (int)contensou__shooting_most);
    TRY(find_names(&w));
    w.flip = malloc(most_flips * sizeof *w.flip);
    w.s.all = malloc(members * (names + dim + w.s.width) * sizeof *w.s.all);
    TRY(contensou__try_memory(w.flip ? w.s.all : NULL, err, "orbits"));
    w.s.v = w.s.all + members * names;
    w.s.out = w.s.v + members * dim;
    w.s.unit[dim + 1] = contensou__arclength_range(b->grid, b->count, &low, &high);
    w.s.curve = (struct contensou__arclength){.of = &w,
                                              .n = dim + 2,
                                              .unit = w.s.unit[dim + 1],
                                              .grid = b->grid,
                                              .count = b->count,
                                              .pace = pace,
                                              .evaluate = contensou__shooting_evaluate,
                                              .decide = contensou__shooting_decide,
                                              .margin = contensou__shooting_margin,
                                              .keep = keep,
                                              .before = before,
                                              .behind = behind,
                                              .progress = options.progress,
                                              .err = err};
    w.s.curve.pace.locate_corner = w.s.exact ? 1e-10 : 0;
    status = find_all(&w, &first); /* what was found before a failure is the caller's too */
    list->branches += list->count > 0;
    list->forced = w.s.forced;
    list->step = w.s.step;
    list->residual = fmax(w.s.curve.residual, first.residual);
    return status;
}
