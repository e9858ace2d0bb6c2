/* identify_choose.c: which unknowns a contact is identified with: sets of them are compared by rows that were held out.
 *
 * Every set is fitted to all folds but one and judged by the angles of that one; rows of a group are in one fold, as
 * neighbours of one push err alike. The set with the fewest unknowns is taken whose mean angle is above the least by no
 * more than one standard error of that difference: the differences of a group's rows belong together, and the error is
 * that of their sums over the groups. Differences, and not the angles themselves, as rows that no law explains are
 * the same for all sets. SPDX-License-Identifier: MIT */
#include "fit/identify_search.h"

#include "base/kept.h"
#include "base/threads.h"
#include "base/try.h"
#include "base/versioned.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { most_sets = CONTENSOU_IDENTIFY_CANDIDATES, fine_map = 7 };

/* Sets of unknowns, from few to many; the loads of supports are as few as those, so that they have sets of their own. */
enum { pressure = 1, size = 2, center = 4, tilt = 8, anisotropy = 16 };
static const struct {
    int supports; /* 1: of cells:FILE; 0: of faces */
    int free;
    enum contensou_target target;
    int map; /* 0: the default */
} sets[] = {
    {1, 0, CONTENSOU_TARGET_SLIP, 0},
    {1, size | center, CONTENSOU_TARGET_SLIP, 0},
    {1, pressure, CONTENSOU_TARGET_WRENCH, 0},
    {1, pressure, CONTENSOU_TARGET_BOTH, 0},
    {1, pressure, CONTENSOU_TARGET_SLIP, 0},
    {1, pressure | anisotropy, CONTENSOU_TARGET_BOTH, 0},
    {1, pressure | anisotropy, CONTENSOU_TARGET_SLIP, 0},
    {1, pressure | size | center, CONTENSOU_TARGET_SLIP, 0},
    {1, pressure | size | center | anisotropy, CONTENSOU_TARGET_SLIP, 0},
    {0, 0, CONTENSOU_TARGET_SLIP, 0},
    {0, size | center, CONTENSOU_TARGET_SLIP, 0},
    {0, size | center | tilt, CONTENSOU_TARGET_SLIP, 0},
    {0, size | center | tilt | anisotropy, CONTENSOU_TARGET_SLIP, 0},
    {0, pressure, CONTENSOU_TARGET_WRENCH, 0},
    {0, pressure, CONTENSOU_TARGET_BOTH, 0},
    {0, pressure, CONTENSOU_TARGET_SLIP, 0},
    {0, pressure | size | center, CONTENSOU_TARGET_SLIP, 0},
    {0, pressure | size | center | anisotropy, CONTENSOU_TARGET_SLIP, 0},
    {0, pressure | size | center | anisotropy, CONTENSOU_TARGET_SLIP, fine_map},
};

/* One set with one smoothing: what it does on rows held out. */
struct trial {
    size_t candidate;
    struct contensou_identify_options options;
    double mean[2], seconds, smoothing_of_all;
    double *held; /* [2 * rows] */
    enum contensou_status status;
    struct contensou_error err;
};

struct comparison {
    const struct contensou_patch *patch;
    struct contensou_identify_choice *choice;
    struct trial *trial;
    size_t trials, rows;
    double *weight;
    size_t *group;
    pthread_t caller; /* who alone is asked whether to go on */
    atomic_int stop;
};

static void release(struct comparison *c)
{
    for (size_t i = 0; i < c->trials; ++i)
        free(c->trial[i].held);
    free(c->group);
    free(c->weight);
    free(c->trial);
}

static double processor_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static const char *name_set(int free, int normalise)
{
    static const char *const names[] = {"pressure", "a", "center", "tilt", "anisotropy"};
    const char *between = normalise ? "" : ",";
    char text[48] = "";

    if (!normalise)
        strcpy(text, "mu");
    for (int k = 0; k < 5; ++k)
        if (free & 1 << k) {
            strcat(strcat(text, between), names[k]);
            between = ",";
        }
    return contensou__kept_text("%s", *text ? text : "nothing");
}

static void set_free(struct contensou_identify_options *o, int free)
{
    o->fixed = !(free & pressure);
    o->free_a = !!(free & size);
    o->free_center = !!(free & center);
    o->free_tilt = !!(free & tilt);
    o->anisotropy = !!(free & anisotropy);
    o->free_q = 0;
}

/* A set is for supports or for faces; a tilt or a map that was given is not searched. */
static int suits(size_t s, const struct contensou_patch *patch,
                 const struct contensou_identify_options *o)
{
    const int tilted = patch->g[0] != 0 || patch->g[1] != 0;

    return sets[s].supports == (patch->kind == contensou__patch_points) &&
           !(sets[s].map && o->cells) && !(sets[s].free & tilt && tilted);
}

/* With a target that is given, several sets are the same. */
static int is_known(const struct contensou_identify_choice *choice,
                    const struct contensou_identify_candidate *of)
{
    for (size_t k = 0; k < choice->count; ++k) {
        const struct contensou_identify_candidate *other = &choice->candidate[k];

        if (strcmp(other->free, of->free) == 0 && other->target == of->target &&
            other->cells == of->cells)
            return 1;
    }
    return 0;
}

/* Adds a set with each smoothing that it is tried with, unless these rows or the options do not suit it. */
static enum contensou_status add_set(struct comparison *c, size_t s,
                                     const struct contensou_identify_options *o, int fixed_target,
                                     struct contensou_error *err)
{
    struct contensou_identify_choice *choice = c->choice;
    struct contensou_identify_candidate *to = &choice->candidate[choice->count];
    struct contensou_identify_options with = *o;
    OWNED(contensou__identify_law_free) struct contensou__identify_law m = {0};
    const int given = c->patch->kind == contensou__patch_points;
    const int loads = sets[s].free & pressure;
    const int smoothed = loads && !given && o->smoothing == 0;

    if (!suits(s, c->patch, o))
        return CONTENSOU_OK;
    set_free(&with, sets[s].free);
    with.target = fixed_target ? o->target : sets[s].target;
    with.cells = loads && !o->cells ? sets[s].map : o->cells;
    with.choice = NULL;
    *to = (struct contensou_identify_candidate){
        .target = with.target, .cells = with.cells, .free = name_set(sets[s].free, o->normalise)};
    if (is_known(choice, to))
        return CONTENSOU_OK;
    TRY(contensou__identify_law_create(&m, c->patch, &with, err));
    to->unknowns = (loads ? m.cells - 1 : 0) + with.free_a + 2 * with.free_center +
                   2 * with.free_tilt + 2 * with.anisotropy;
    if (!given && loads)
        to->cells = m.along / 3;
    if (loads && (size_t)to->unknowns + 1 > c->rows)
        return CONTENSOU_OK;
    for (size_t k = 0; k < (smoothed ? contensou__identify_search_smoothing_count : 1); ++k) {
        c->trial[c->trials] = (struct trial){.candidate = choice->count, .options = with};
        if (smoothed)
            c->trial[c->trials].options.smoothing = contensou__identify_search_smoothings[k];
        ++c->trials;
    }
    ++choice->count;
    return CONTENSOU_OK;
}

static enum contensou_status run_trial(struct comparison *c, struct trial *t)
{
    OWNED(contensou__identify_law_free) struct contensou__identify_law m = {0};
    OWNED(contensou__identify_search_free) struct contensou__identify_search w = {0};
    const double begun = processor_seconds();

    if (!pthread_equal(c->caller, pthread_self()))
        t->options.progress = (struct contensou_progress){0};
    TRY(contensou__identify_law_create(&m, c->patch, &t->options, &t->err));
    TRY(contensou__identify_search_create(&w, &m, &t->options, &t->err));
    w.part = SIZE_MAX; /* the other cores have trials of their own */
    TRY(contensou__identify_search_validate(&w, t->mean, &t->err));
    t->smoothing_of_all = contensou__identify_search_smoothing_of_all(&w);
    t->held = w.held;
    w.held = NULL;
    if (t == c->trial) { /* groups are the same for all */
        c->choice->groups = w.groups;
        c->choice->folds = (size_t)w.folds;
        for (size_t i = 0; i < w.rows; ++i) {
            c->weight[i] = w.row[i].weight;
            c->group[i] = w.group[i];
        }
    }
    t->seconds = processor_seconds() - begun;
    return CONTENSOU_OK;
}

/* From the end, where those are that take long. */
static void run_trials(void *context, size_t part, size_t from, size_t to)
{
    struct comparison *c = context;

    (void)part;
    for (size_t i = from; i < to && !atomic_load(&c->stop); ++i) {
        struct trial *t = &c->trial[c->trials - 1 - i];

        t->status = run_trial(c, t);
        if (t->status)
            atomic_store(&c->stop, 1);
    }
}

/* What is compared: the angle of the slip, of the wrench, or their sum. */
static double judged(const struct contensou_identify_options *o, int fixed_target,
                     const double *slip, const double *wrench)
{
    if (!fixed_target || o->target == CONTENSOU_TARGET_SLIP)
        return *slip;
    return o->target == CONTENSOU_TARGET_WRENCH ? *wrench : *slip + *wrench;
}

/* How much larger the angles of one trial are than those of another, and the standard error of that. */
static void compare(const struct comparison *c, const struct contensou_identify_options *o,
                    int fixed_target, const struct trial *t, const struct trial *best, double *sum,
                    struct contensou_identify_candidate *to)
{
    const size_t groups = c->choice->groups;
    double *weight = sum + groups, total = 0, mean = 0, square = 0;

    memset(sum, 0, 2 * groups * sizeof *sum);
    for (size_t i = 0; i < c->rows; ++i) {
        const double *a = t->held + i, *b = best->held + i;
        const double d =
            judged(o, fixed_target, a, a + c->rows) - judged(o, fixed_target, b, b + c->rows);

        if (isfinite(d)) {
            sum[c->group[i]] += c->weight[i] * d;
            weight[c->group[i]] += c->weight[i];
        }
    }
    for (size_t g = 0; g < groups; ++g) {
        mean += sum[g];
        total += weight[g];
    }
    mean /= total;
    for (size_t g = 0; g < groups; ++g)
        square += (sum[g] - mean * weight[g]) * (sum[g] - mean * weight[g]);
    to->excess = mean;
    to->error = sqrt(square * (double)groups / fmax(1, (double)groups - 1)) / total;
}

/* Of each set the smoothing that does best, and then the rule. */
static enum contensou_status choose(struct comparison *c, struct contensou_identify_options *o,
                                    int fixed_target, struct contensou_error *err)
{
    struct contensou_identify_choice *choice = c->choice;
    const struct trial *of[most_sets] = {NULL}, *best = NULL;
    const struct contensou_progress progress = o->progress;
    OWNED(contensou__try_free) double *sum = malloc((2 * choice->groups + 1) * sizeof *sum);

    TRY(contensou__try_memory(sum, err, "%zu groups", choice->groups));
#define JUDGED(t) judged(o, fixed_target, &(t)->mean[0], &(t)->mean[1])
    for (const struct trial *t = c->trial; t < c->trial + c->trials; ++t) {
        choice->candidate[t->candidate].seconds += t->seconds;
        if (!of[t->candidate] || JUDGED(t) < JUDGED(of[t->candidate]))
            of[t->candidate] = t;
        if (!best || JUDGED(t) < JUDGED(best))
            best = t;
    }
    choice->chosen = best->candidate;
    for (size_t k = 0; k < choice->count; ++k) {
        struct contensou_identify_candidate *to = &choice->candidate[k];
        const struct contensou_identify_candidate *than = &choice->candidate[choice->chosen];

        compare(c, o, fixed_target, of[k], best, sum, to);
        to->held_twist = of[k]->mean[0];
        to->held_wrench = of[k]->mean[1];
        to->smoothing = fmax(0, of[k]->smoothing_of_all);
        if (to->excess <= to->error &&
            (to->unknowns < than->unknowns ||
             (to->unknowns == than->unknowns && JUDGED(of[k]) < JUDGED(of[choice->chosen]))))
            choice->chosen = k;
    }
#undef JUDGED
    *o = of[choice->chosen]->options;
    o->progress = progress;
    if (o->smoothing > 0)
        o->smoothing = of[choice->chosen]->smoothing_of_all;
    o->choice = choice;
    return CONTENSOU_OK;
}

enum contensou_status contensou_identify_choose(const struct contensou_patch *patch,
                                                struct contensou_identify_options *options,
                                                int fixed_target,
                                                struct contensou_identify_choice *choice,
                                                struct contensou_error *err)
{
    struct contensou_identify_options o;
    OWNED(release)
    struct comparison c = {.patch = patch, .choice = choice, .caller = pthread_self()};

    *choice = (struct contensou_identify_choice){0};
    TRY(contensou__versioned_take(&o, sizeof o, options, "contensou_identify_options", err));
    choice->labelled = o.group != NULL;
    c.rows = o.data->n;
    c.trial = calloc(most_sets * contensou__identify_search_smoothing_count, sizeof *c.trial);
    c.weight = calloc(c.rows + 1, sizeof *c.weight);
    c.group = calloc(c.rows + 1, sizeof *c.group);
    TRY(contensou__try_memory(c.trial && c.weight ? c.group : NULL, err, "%zu rows", c.rows));
    for (size_t s = 0; s < sizeof sets / sizeof *sets; ++s)
        TRY(add_set(&c, s, &o, fixed_target, err));
    contensou__threads_run(c.trials, 1, run_trials, &c);
    for (size_t i = 0; i < c.trials; ++i)
        if (c.trial[i].status) {
            *err = c.trial[i].err;
            return c.trial[i].status;
        }
    TRY(choose(&c, &o, fixed_target, err));
    *options = o;
    return CONTENSOU_OK;
}
