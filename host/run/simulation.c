/* simulation.c: trajectories of a system with friction, as calls of the library. SPDX-License-Identifier: MIT */
#include "analysis/branch.h"
#include "analysis/cases.h"
#include "base/setting.h"
#include "base/try.h"
#include "device/ensemble.h"
#include "model/plan.h"
#include "run/description.h"
#include "run/journal.h"
#include "run/peers.h"
#include "run/resume.h"
#include "run/shard.h"
#include "run/slopes.h"
#include "run/trajectories.h"
#include "run/trajectories_file.h"

#include <contensou/simulation.h>
#include <contensou/tool.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct contensou_simulation {
    struct contensou__settings asked;
    enum contensou_status (*step)(void *context, double t, const double *state,
                                  struct contensou_error *err);
    void *step_context;
    struct contensou__plan plan;
    struct contensou__columns *columns;
    int prepared; /* 1: plan and columns are those of the settings, or what failed is in err */
    struct contensou_error err;
    /* of the last run */
    struct contensou__description about;
    struct contensou__text extra;
    struct contensou__resume resume;
    struct contensou__journal *journal;
    uint64_t before, done, total; /* before: lanes that the journal had already */
};

/* What was prepared holds no longer. */
static void forget(struct contensou_simulation *s)
{
    contensou__text_free(&s->extra);
    contensou__resume_free(&s->resume);
    contensou__description_free(&s->about);
    contensou__columns_free(s->columns);
    s->columns = NULL;
    contensou__plan_free(&s->plan);
    s->plan.asked = &s->asked;
    s->prepared = 0;
}

static void drop(struct contensou_simulation **s)
{
    contensou_simulation_free(*s);
}

enum contensou_status contensou_simulation_create(struct contensou_simulation **out,
                                                  struct contensou_error *err)
{
    OWNED(drop) struct contensou_simulation *s = calloc(1, sizeof *s);

    *out = NULL;
    TRY(contensou__try_memory(s, err, "a simulation"));
    TRY(contensou__settings_init(&s->asked, err));
    s->plan.asked = &s->asked;
    *out = s;
    s = NULL;
    return CONTENSOU_OK;
}

void contensou_simulation_free(struct contensou_simulation *s)
{
    if (!s)
        return;
    forget(s);
    contensou__settings_free(&s->asked);
    free(s);
}

enum contensou_status contensou_simulation_set(struct contensou_simulation *s, const char *name,
                                               const char *value, struct contensou_error *err)
{
    forget(s);
    return contensou__settings_set(&s->asked, name, value, err);
}

enum contensou_status contensou_simulation_set_number(struct contensou_simulation *s,
                                                      const char *name, double value,
                                                      struct contensou_error *err)
{
    return contensou_simulation_set_numbers(s, name, &value, 1, err);
}

enum contensou_status contensou_simulation_set_numbers(struct contensou_simulation *s,
                                                       const char *name, const double *value,
                                                       size_t count, struct contensou_error *err)
{
    forget(s);
    return contensou__settings_set_numbers(&s->asked, name, value, count, err);
}

enum contensou_status contensou_simulation_set_parameter(struct contensou_simulation *s,
                                                         const char *name, double value,
                                                         struct contensou_error *err)
{
    forget(s);
    return contensou__settings_set_parameter(&s->asked, name, value, err);
}

enum contensou_status contensou_simulation_set_vary(struct contensou_simulation *s,
                                                    const char *name, const double *value,
                                                    size_t count, struct contensou_error *err)
{
    forget(s);
    return contensou__lanes_choice_values(&s->asked.lanes, name, value, count, err);
}

enum contensou_status contensou_simulation_set_contact(struct contensou_simulation *s,
                                                       const struct contensou_patch_spec *spec,
                                                       struct contensou_error *err)
{
    forget(s);
    return contensou__settings_set_contact(&s->asked, spec, err);
}

const char *contensou_simulation_value(const struct contensou_simulation *s, const char *name)
{
    return contensou__settings_value(&s->asked, name);
}

enum contensou_status contensou_simulation_add_device(struct contensou_simulation *s,
                                                      struct contensou_device *device,
                                                      struct contensou_error *err)
{
    forget(s);
    if (s->asked.devices.given_count == contensou__devices_most)
        return WRONG(err, "a simulation takes at most %d devices", (int)contensou__devices_most);
    s->asked.devices.given[s->asked.devices.given_count++] = device;
    return CONTENSOU_OK;
}

void contensou_simulation_set_patch(struct contensou_simulation *s,
                                    const struct contensou_patch *patch)
{
    forget(s);
    s->asked.patch = patch;
}

enum contensou_status contensou_simulation_set_times(struct contensou_simulation *s,
                                                     const double *time, size_t count,
                                                     struct contensou_error *err)
{
    forget(s);
    return contensou__settings_set_times(&s->asked, time, count, err);
}

enum contensou_status contensou_simulation_set_lanes(struct contensou_simulation *s,
                                                     const char *const *name, size_t names,
                                                     size_t lanes, const double *value,
                                                     struct contensou_error *err)
{
    forget(s);
    return contensou__lanes_choice_give(&s->asked.lanes, name, names, lanes, value, err);
}

enum contensou_status contensou_simulation_set_system(struct contensou_simulation *s,
                                                      const char *name, const char *text,
                                                      struct contensou_error *err)
{
    forget(s);
    return contensou__settings_set_system(&s->asked, name, text, err);
}

void contensou_simulation_set_progress(struct contensou_simulation *s,
                                       const struct contensou_progress *progress)
{
    s->asked.progress = progress ? *progress : (struct contensou_progress){NULL, NULL};
}

void contensou_simulation_set_notes(struct contensou_simulation *s,
                                    void (*note)(void *context, const char *sentence),
                                    void *context)
{
    s->asked.note = note;
    s->asked.note_context = context;
}

void contensou_simulation_set_steps(struct contensou_simulation *s,
                                    enum contensou_status (*step)(void *context, double t,
                                                                  const double *state,
                                                                  struct contensou_error *err),
                                    void *context)
{
    s->step = step;
    s->step_context = context;
}

enum contensou_status contensou_simulation_branch(struct contensou_simulation *s,
                                                  struct contensou_branch **out,
                                                  struct contensou_error *err)
{
    return contensou__branch_create(out, &s->asked, err);
}

enum contensou_status contensou_simulation_cases(struct contensou_simulation *s, const double *mass,
                                                 const double *drive, struct contensou_cases **out,
                                                 struct contensou_error *err)
{
    const struct contensou__cases_motion given = {mass, drive};

    return contensou__cases_create(out, &s->asked, &given, err);
}

static enum contensou_status make_plan(struct contensou_simulation *s)
{
    const struct contensou__devices *const devices = &s->asked.devices;
    const int several =
        devices->given_count > 1 || (devices->name && strcmp(devices->name, "all") == 0);

    TRY(contensou__peers_open(several ? 2 : 1, &s->err));
    TRY(contensou__plan_read(&s->plan, &s->err));
    return contensou__columns_of(&s->columns, &s->plan.setup, &s->plan.lanes, &s->err);
}

enum contensou_status contensou_simulation_prepare(struct contensou_simulation *s,
                                                   struct contensou_error *err)
{
    if (!s->prepared) {
        forget(s);
        s->err = (struct contensou_error){CONTENSOU_OK, ""};
        s->err.status = make_plan(s);
        s->prepared = 1;
    }
    if (s->err.status && err)
        *err = s->err;
    return s->err.status;
}

uint64_t contensou_simulation_lane_count(const struct contensou_simulation *s)
{
    return s->plan.lanes.count;
}

size_t contensou_simulation_state_count(const struct contensou_simulation *s)
{
    return s->plan.system ? (size_t)s->plan.system->dim : 0;
}

const char *contensou_simulation_state(const struct contensou_simulation *s, size_t i)
{
    return i < contensou_simulation_state_count(s) ? s->plan.system->states[i].name : NULL;
}

const char *contensou_simulation_state_unit(const struct contensou_simulation *s, size_t i)
{
    return i < contensou_simulation_state_count(s) ? s->plan.system->states[i].unit : NULL;
}

const char *contensou_simulation_time_unit(const struct contensou_simulation *s)
{
    return s->plan.system ? s->plan.time_unit : NULL;
}

/* 1 if a list has points with the states, which a diagram shows. */
static int has_points(const struct contensou__ensemble_setup *setup)
{
    size_t o;

    for (size_t k = 0; (o = contensou__ensemble_columns_list(setup, k)) < contensou__observer_count;
         ++k)
        for (size_t c = 0; c < contensou__observer_all[o].cells; ++c)
            if (contensou__observer_all[o].times == contensou__observer_stored &&
                contensou__observer_all[o].cell[c].per == contensou__observer_state)
                return 1;
    return 0;
}

enum contensou_status contensou_simulation_extent(struct contensou_simulation *s,
                                                  struct contensou_simulation_extent *out,
                                                  struct contensou_error *err)
{
    const struct contensou__plan *const p = &s->plan;

    *out = (struct contensou_simulation_extent){0};
    TRY(contensou_simulation_prepare(s, err));
    for (size_t a = p->way == contensou__lanes_walk_both; a < p->lanes.axes; ++a)
        out->varied += !p->lanes.axis[a].drawn &&
                       (int)p->lanes.axis[a].place != contensou__lanes_find(&p->lanes, "start");
    out->lanes = p->lanes.count;
    out->columns = contensou__loop_columns(&p->setup);
    out->points = has_points(&p->setup);
    return CONTENSOU_OK;
}

void contensou_simulation_refuse(struct contensou_simulation *s, const struct contensou_error *err)
{
    s->err = *err;
}

/* What is wrong with a file is wrong with the next run too, which tells the other processes. */
enum contensou_status contensou_simulation_check_file(struct contensou_simulation *s,
                                                      const char *path, struct contensou_error *err)
{
    TRY(contensou_simulation_prepare(s, err));
    s->err.status = contensou__trajectories_file_check(
        &(struct contensou__trajectories_file_spec){.path = path, .columns = s->columns}, &s->err);
    if (s->err.status && err)
        *err = s->err;
    return s->err.status;
}

/* The bytes of a part. */
static uint64_t part_size(const struct contensou_simulation *s)
{
    const double bytes = s->asked.work.part_size * 1e6;

    return bytes < 1 ? 1 : bytes < 1e18 ? (uint64_t)bytes : 0;
}

static enum contensou_status open_journal(struct contensou_simulation *s,
                                          struct contensou__journal_spec *spec,
                                          struct contensou_error *err)
{
    const char *const path = contensou__settings_value(&s->asked, "journal");
    const char *const stepper = contensou__settings_value(&s->asked, "stepper");
    const int resume = contensou__settings_given(&s->asked, "resume");
    const struct contensou__journal_about *about;

    if (resume && !path)
        return WRONG(err,
                     SETTING("resume") " continues from a journal: give its " SETTING("journal"));
    contensou__resume_free(&s->resume);
    if (resume && stepper && strcmp(stepper, "auto") != 0 && contensou__peers_count() == 1)
        TRY(contensou__resume_change(&s->resume, path, stepper, spec, err));
    TRY(contensou__journal_open(&s->journal, path, spec, resume, err));
    contensou__journal_bound(s->journal, part_size(s));
    about = contensou__journal_about(s->journal);
    s->before = s->done = about->done;
    s->total = about->total;
    if (about->damaged)
        contensou__settings_note(
            &s->asked, "warning: %s was damaged and none of its lanes could be read; it is now %s",
            path, about->damaged);
    if (about->dropped)
        contensou__settings_note(&s->asked,
                                 "%s: %llu damaged bytes dropped; their lanes are computed again",
                                 path, (unsigned long long)about->dropped);
    if (s->before)
        contensou__settings_note(&s->asked, "%s has %llu of %llu lanes; continuing", path,
                                 (unsigned long long)s->before, (unsigned long long)s->total);
    return CONTENSOU_OK;
}

/* A journal that is continued has the SIMD widths in its head: another processor would choose others, and lanes would differ
 * in their last bits from those that are there. */
static void recall_packs(struct contensou_simulation *s)
{
    struct contensou__ensemble_setup *const setup = &s->plan.setup;
    const char *const path = contensou__settings_value(&s->asked, "journal");
    struct contensou__journal *journal = NULL;
    struct contensou_error ignored;
    const char *const key[] = {"run/pack", "run/pack_stiff"};
    int *const pack[] = {&setup->pack, &setup->other_pack};

    if (setup->pack || !path || !contensou__settings_given(&s->asked, "resume") ||
        contensou__journal_load(&journal, path, &ignored))
        return;
    for (int k = 0; k < 2; ++k) {
        const struct contensou__journal_pair *const pair =
            contensou__journal_head_find(contensou__journal_about(journal)->spec, key[k]);

        if (pair)
            *pack[k] = pair->number >= 1 && pair->number <= 32 ? (int)pair->number : 0;
    }
    contensou__journal_close(journal, &ignored);
}

/* The SIMD widths where the settings do not give them: those of the first process, so that all compute alike. Every process
 * takes part, also one whose plan failed, as the others wait for its message. */
static void choose_packs(struct contensou_simulation *s, int failed)
{
    struct contensou__plan *const p = &s->plan;
    uint64_t both;

    if (!failed && contensou__peers_rank() == 0)
        recall_packs(s);
    if (!failed)
        contensou__ensemble_choose_packs(contensou_device_about(p->device[0]), &p->setup,
                                         p->lanes.count);
    both = contensou__peers_share((uint64_t)p->setup.pack << 8 | (uint64_t)p->setup.other_pack);
    p->setup.pack = (int)(both >> 8);
    p->setup.other_pack = (int)(both & 255);
}

/* What a run needs of its plan. */
static enum contensou_status check_plan(struct contensou_simulation *s, struct contensou_error *err)
{
    TRY(contensou_simulation_prepare(s, err));
    if (s->step && s->plan.lanes.count > 1)
        return WRONG(err, "steps are told of one lane only, but there are %llu",
                     (unsigned long long)s->plan.lanes.count);
    return contensou__peers_rank() == 0 ? contensou__slopes_check(&s->plan, err) : CONTENSOU_OK;
}

/* All that comes before the first lane. */
static enum contensou_status open_run(struct contensou_simulation *s,
                                      struct contensou__journal_spec *spec,
                                      struct contensou_error *err)
{
    struct contensou__plan *const p = &s->plan;
    enum contensou_status status = check_plan(s, err);

    contensou__text_free(&s->extra);
    if (!status)
        contensou__merge_pack(s->columns, &p->lanes, &s->extra);
    choose_packs(s, status != CONTENSOU_OK);
    TRY(status);
    status = contensou__description_make(&s->about, p, err);
    p->setup.program = s->about.program.data;
    TRY(status);
    *spec = (struct contensou__journal_spec){.pair = s->about.pair,
                                             .pairs = s->about.pairs,
                                             .extra = s->extra.data,
                                             .extra_size = s->extra.size,
                                             .lanes = p->lanes.count,
                                             .shard = p->asked->work.shard,
                                             .shards = p->asked->work.shards,
                                             .scalars = contensou__loop_scalars(&p->setup)};
    TRY(contensou__try_memory(s->extra.failed ? NULL : s, err, "the plan of the sweep"));
    return contensou__peers_rank() == 0 ? open_journal(s, spec, err) : CONTENSOU_OK;
}

/* Tells how far it is: lanes and parts of them. */
static enum contensou_status look(void *owner, uint64_t done, double worked, uint64_t total,
                                  struct contensou_error *err)
{
    struct contensou_simulation *s = owner;
    const struct contensou_progress *const progress = &s->asked.progress;
    const struct contensou__ensemble_settings *const set = &s->plan.setup.set;
    const double lanes = fmax((double)(done - s->before), worked);
    const double one = s->plan.lanes.count == 1 ? set->t_end - set->t_begin : 1;

    s->done = done;
    if (!progress->report ||
        !progress->report(progress->context, s->plan.lanes.count == 1 ? "units of time" : "lanes",
                          lanes * one, (double)(total - s->before) * one))
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped with %llu of %llu lanes",
                          (unsigned long long)done, (unsigned long long)total);
}

/* What keeps a lane from advancing, as far as its stepper tells. */
static void stalled(void *owner, const struct contensou__ensemble_place *place)
{
    struct contensou_simulation *s = owner;
    const struct contensou__stepper *const by = place->stepper;

    contensou__settings_note(
        &s->asked,
        "warning: lane %llu hardly advances: at t = %.10g its steps by %s are %.2g long, after "
        "%.0f "
        "attempts; %s",
        (unsigned long long)place->lane, place->t, by->name, place->h, place->attempts,
        s->plan.friction.jumps      ? "the law jumps, take one that is smoothed"
        : s->plan.setup.other       ? "the right-hand side may jump or have a pole there; a looser "
                                      "tolerance, or a smoother law, would help"
        : by->stiff || by->switches ? "a looser tolerance, or another stepper, would help"
                                    : "most likely it turned stiff: leave the stepper to auto, or "
                                      "take rodas54");
}

static enum contensou_status compute(struct contensou_simulation *s, struct contensou_error *err)
{
    struct contensou__plan *const p = &s->plan;
    const struct contensou__lanes_walk walk =
        p->way ? contensou__lanes_walk_make(&p->lanes, p->way) : (struct contensou__lanes_walk){0};
    const struct contensou__shard_job job = {.setup = &p->setup,
                                             .lanes = &p->lanes,
                                             .journal = s->journal,
                                             .device = p->device,
                                             .devices = p->devices,
                                             .walk = walk,
                                             .look = look,
                                             .stalled = stalled,
                                             .owner = s,
                                             .stepped = s->step,
                                             .step_owner = s->step_context};

    if (walk.way && contensou__peers_count() > 1)
        return WRONG(
            err, SETTING("continue") " follows one lane after the other; it cannot be used with "
                                     "several processes");
    if (contensou__peers_rank() == 0)
        contensou__plan_warn_start(p);
    return contensou__shard_run(&job, err);
}

/* Of one trajectory with its series: tells of a state that stays too small. */
static void warn_of_small(struct contensou_simulation *s, struct contensou_trajectories *r)
{
    const size_t dim = (size_t)s->plan.system->dim;
    OWNED(contensou__try_free) double *largest = calloc(dim, sizeof *largest);
    const double *row;
    size_t rows, cells;
    struct contensou_error ignored;

    if (!largest || s->plan.lanes.count != 1 || !s->plan.setup.observe.series ||
        contensou_trajectories_lane(r, "series", 0, &row, &rows, &cells, &ignored))
        return;
    for (size_t k = 0; k < rows; ++k)
        for (size_t i = 0; i < dim; ++i)
            largest[i] = fmax(largest[i], fabs(row[k * cells + 1 + i]));
    contensou__plan_warn_seen(&s->plan, largest);
}

/* What is in the journal, if there is something, is kept. */
static void leave_journal(struct contensou_simulation *s, enum contensou_status status)
{
    struct contensou_error ignored;

    if (s->journal && contensou__journal_about(s->journal)->done == 0 && status != CONTENSOU_EIO)
        contensou__journal_remove(s->journal);
    else
        contensou__journal_close(s->journal, &ignored);
    s->journal = NULL;
}

enum contensou_status contensou_simulation_run(struct contensou_simulation *s,
                                               struct contensou_trajectories **out,
                                               struct contensou_error *err)
{
    struct contensou__journal_spec spec = {0};
    struct contensou_error own = {0};
    enum contensou_status status;

    err = err ? err : &own;
    *out = NULL;
    s->journal = NULL;
    s->before = s->done = s->total = 0;
    status = contensou__peers_agree(open_run(s, &spec, err), &spec, err);
    if (!status)
        status = compute(s, err);
    if (s->journal)
        s->done = contensou__journal_about(s->journal)->done;
    if (status == CONTENSOU_ETIMEOUT)
        contensou__plan_lost(&s->plan, contensou__settings_value(&s->asked, "journal"), err);
    if (s->journal && (!status || status == CONTENSOU_ETIMEOUT)) {
        struct contensou__journal *const journal = s->journal;
        struct contensou_error second;
        enum contensou_status made;

        s->journal = NULL;
        made = contensou__trajectories_of(out, journal, s->columns, &second);
        if (!made)
            contensou_trajectories_divide(*out, part_size(s));
        if (made) {
            *err = second;
            status = made;
        } else if (!status) {
            warn_of_small(s, *out);
        }
    }
    leave_journal(s, status);
    return status;
}

uint64_t contensou_simulation_finished_count(const struct contensou_simulation *s, uint64_t *of)
{
    if (of)
        *of = s->total;
    return s->done;
}

int contensou_simulation_rank(void)
{
    return contensou__peers_rank();
}

void contensou_simulation_leave(int code)
{
    contensou__peers_close(code);
}
