/* identification.c: the numbers of a system from measured trajectories, as calls of the library: what is asked for, the rows, the run
 * and what came of it. SPDX-License-Identifier: MIT */
#include "analysis/identification_result.h"

#include "base/names.h"
#include "base/setting.h"
#include "base/try.h"
#include "fit/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most = contensou__identification_shared };

static const double most_steps = 1e6;

/* What was found holds no longer. */
static void forget(struct contensou_identification *id)
{
    contensou__identification_attempt_free(&id->best);
    free(id->best.model.unit);
    free(id->best.model.free);
    id->best = (struct contensou__identification_attempt){.segments = 0};
    contensou__identification_data_free(&id->data);
    id->plan.setup.times = NULL;
    contensou__plan_free(&id->plan);
    id->plan.asked = &id->asked;
    free(id->run);
    contensou__text_free(&id->warning);
    id->run = NULL;
    id->done = 0;
}

enum contensou_status contensou_identification_create(struct contensou_identification **out,
                                                      struct contensou_error *err)
{
    struct contensou_identification *const id = calloc(1, sizeof *id);
    enum contensou_status status =
        id ? contensou__settings_init(&id->asked, err)
           : contensou_fail(err, CONTENSOU_EMEMORY, "no memory for an identification");

    *out = NULL;
    if (!status)
        status = contensou__identification_settings_init(&id->choice, err);
    if (status) {
        contensou_identification_free(id);
        return status;
    }
    id->plan.asked = &id->asked;
    *out = id;
    return CONTENSOU_OK;
}

static void free_blocks(struct contensou_identification *id)
{
    for (size_t i = 0; i < id->blocks; ++i) {
        for (size_t k = 0; k < id->block[i].names; ++k)
            free(id->block[i].name[k]);
        free(id->block[i].name);
        free(id->block[i].value);
    }
    free(id->block);
    id->block = NULL;
    id->blocks = 0;
}

void contensou_identification_free(struct contensou_identification *id)
{
    if (!id)
        return;
    forget(id);
    free_blocks(id);
    contensou__identification_settings_free(&id->choice);
    contensou__settings_free(&id->asked);
    free(id);
}

enum contensou_status contensou_identification_set(struct contensou_identification *id,
                                                   const char *name, const char *value,
                                                   struct contensou_error *err)
{
    static const char *const other[] = {"time",    "transient",  "samples", "vary",
                                        "random",  "lanes-from", "observe", "shard",
                                        "journal", "resume",     "continue"};
    const struct contensou__settings_row *const row = contensou__identification_settings_find(name);

    forget(id);
    if (!value && strcmp(name, "data") == 0) {
        contensou__identification_settings_free_files(&id->choice);
        free_blocks(id);
    }
    if (row)
        return contensou__identification_settings_set(&id->choice, row, value, err);
    if (contensou__names_find(name, other, sizeof other / sizeof *other) >= 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "an identification has no setting '%s': its lanes and times are "
                              "those of the data",
                              name);
    return contensou__settings_set(&id->asked, name, value, err);
}

enum contensou_status contensou_identification_set_parameter(struct contensou_identification *id,
                                                             const char *name, double value,
                                                             struct contensou_error *err)
{
    forget(id);
    return contensou__settings_set_parameter(&id->asked, name, value, err);
}

enum contensou_status contensou_identification_add_rows(struct contensou_identification *id,
                                                        const char *const *name, size_t names,
                                                        size_t count, const double *value,
                                                        struct contensou_error *err)
{
    struct contensou__identification_block *const grown =
        realloc(id->block, (id->blocks + 1) * sizeof *grown);
    struct contensou__identification_block b = {.name = calloc(names + 1, sizeof *b.name),
                                                .rows = count,
                                                .value =
                                                    malloc((names * count + 1) * sizeof *b.value)};
    int failed = !grown || !b.name || !b.value;

    forget(id);
    id->block = grown ? grown : id->block;
    for (; b.names < names && !failed; ++b.names)
        failed = !(b.name[b.names] = strdup(name[b.names]));
    if (failed) {
        for (size_t k = 0; k < b.names; ++k)
            free(b.name[k]);
        free(b.name);
        free(b.value);
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu rows", count);
    }
    memcpy(b.value, value, names * count * sizeof *b.value);
    id->block[id->blocks++] = b;
    return CONTENSOU_OK;
}

void contensou_identification_set_progress(struct contensou_identification *id,
                                           const struct contensou_progress *progress)
{
    id->progress = progress ? *progress : (struct contensou_progress){NULL, NULL};
    id->asked.progress = id->progress;
}

void contensou_identification_set_notes(struct contensou_identification *id,
                                        void (*note)(void *context, const char *sentence),
                                        void *context)
{
    id->asked.note = note;
    id->asked.note_context = context;
}

/* The system and its law. */

/* A contact with a tilt has another program: where one is to be found, it has one from the beginning. */
static void begin_tilt(struct contensou_identification *id)
{
    for (size_t i = 0; i < id->choice.frees; ++i)
        if (strncmp(id->choice.free[i], "tilt", 4) == 0 && id->asked.contact.tilt_k == 0)
            id->asked.contact.tilt_k = 1e-9;
}

/* Everything but times, which the data give. */
static enum contensou_status plan(struct contensou_identification *id, struct contensou_error *err)
{
    struct contensou__plan *const p = &id->plan;

    begin_tilt(id);
    p->contacts = 1;
    TRY(contensou__plan_model(p, err));
    if (p->setup.single)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "trajectories are identified in double precision; leave " SETTING("precision") " out");
    TRY(contensou__observed_plan(p->asked, &p->setup, err));
    p->setup.observe.series = 1;
    TRY(contensou__plan_law(p, err));
    TRY(contensou__plan_lanes(p, err));
    TRY(contensou__plan_stepper(p, err));
    if (!contensou__settings_given(&id->asked, "max-steps"))
        p->setup.set.max_steps = most_steps; /* a guess may be far from what moves at all */
    if (p->system->dim > contensou__identification_states)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "%s has %d states; at most %d",
                              p->system->name, p->system->dim,
                              (int)contensou__identification_states);
    return CONTENSOU_OK;
}

/* 1 where the smoothing of the law is free or set. */
static int names_eps(const struct contensou_identification *id)
{
    const struct contensou__lanes_choice_numbers *const set = &id->asked.lanes.set;

    for (size_t i = 0; i < id->choice.frees; ++i)
        if (strcmp(id->choice.free[i], "law.eps") == 0)
            return 1;
    for (size_t i = 0; i < set->count; ++i)
        if (strcmp(set->number[i].name, "law.eps") == 0 && set->number[i].value != 0)
            return 1;
    return 0;
}

/* Where nobody chose a stepper it is `event`, for which rest is exact, if the system and its law have stick. */
static enum contensou_status plan_exact(struct contensou_identification *id,
                                        struct contensou_error *err)
{
    const char *const stepper = contensou__settings_value(&id->asked, "stepper");
    enum contensou_status status;

    if (contensou__settings_given(&id->asked, "stepper") && strcmp(stepper, "auto") != 0)
        return plan(id, err);
    if (!names_eps(id)) {
        struct contensou_error ignored;

        status = contensou__settings_set(&id->asked, "stepper", "event", err);
        if (!status)
            status = plan(id, &ignored);
        if (!status)
            return status;
        contensou__plan_free(&id->plan);
        id->plan.asked = &id->asked;
    }
    status = contensou__settings_set(&id->asked, "stepper", NULL, err);
    return status ? status : plan(id, err);
}

static enum contensou_status read_data(struct contensou_identification *id,
                                       struct contensou_error *err)
{
    const struct contensou__system *const system = id->plan.system;

    if (!id->choice.files && !id->blocks)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing " SETTING("data") ": a file with rows of t, states of %s, "
                                                         "and run where there are several",
                              system->name);
    for (size_t i = 0; i < id->choice.files; ++i)
        TRY(contensou__identification_data_read(&id->data, id->choice.file[i], system,
                                                id->plan.time_unit, err));
    for (size_t i = 0; i < id->blocks; ++i)
        TRY(contensou__identification_data_take(&id->data, (const char *const *)id->block[i].name,
                                                id->block[i].names, id->block[i].rows,
                                                id->block[i].value, system, err));
    return contensou__identification_data_end(&id->data, system, err);
}

/* The standard deviations that are given, by column. */
static enum contensou_status give_noise(struct contensou_identification *id,
                                        struct contensou_error *err)
{
    const struct contensou__lanes_choice_numbers *const given = &id->choice.noise;
    struct contensou__identification_attempt *const a = &id->best;
    const char *name[contensou__identification_states];

    for (size_t c = 0; c < id->data.columns; ++c)
        name[c] = a->column[c].name;
    for (size_t i = 0; i < given->count; ++i) {
        const int at = contensou__names_find(given->number[i].name, name, id->data.columns);

        if (at < 0)
            return contensou__names_fail(err, "measured column for " SETTING("noise"),
                                         given->number[i].name, name, id->data.columns);
        a->noise[at] = given->number[i].value;
        a->column[at].given = 1;
    }
    return CONTENSOU_OK;
}

/* The columns with their noise, and whether there are values enough. */
static enum contensou_status open_columns(struct contensou_identification *id,
                                          struct contensou_error *err)
{
    struct contensou__identification_data *const d = &id->data;
    struct contensou__identification_attempt *const a = &id->best;
    size_t values = 0, unknowns = a->model.shared, changing = 0;

    for (size_t c = 0; c < d->columns; ++c) {
        double low = INFINITY, high = -INFINITY;

        for (size_t i = 0; i < d->rows; ++i) {
            const double v = d->value[i * d->columns + c];

            low = isnan(v) ? low : fmin(low, v);
            high = isnan(v) ? high : fmax(high, v);
        }
        a->column[c].name = id->plan.system->states[d->state[c]].name;
        a->column[c].unit = id->plan.system->states[d->state[c]].unit;
        a->column[c].count = contensou__identification_data_count(d, c);
        values += a->column[c].count;
        changing += high > low;
        if (!(high > low))
            contensou__text_printf(&id->warning, "The column %s is the same in all rows. ",
                                   a->column[c].name);
        a->noise[c] = d->scatter[c];
    }
    TRY(give_noise(id, err));
    for (size_t i = 0; i < a->model.dim; ++i)
        unknowns += a->model.free[i] ? d->runs : 0;
    if (!changing)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "every column of the data is constant: nothing moves");
    if (values <= unknowns)
        return contensou_fail(
            err, CONTENSOU_EINPUT,
            "%zu measured values are too few for %zu unknowns (%zu shared, the others initial "
            "states of %zu run%s); measure more frames, free fewer, or give " SETTING("init"),
            values, unknowns, a->model.shared, d->runs, d->runs == 1 ? "" : "s");
    return CONTENSOU_OK;
}

static const char *unit_of(const struct contensou_identification *id,
                           const struct contensou__identification_unknown *u)
{
    const size_t fields = (size_t)id->plan.system->field_count;
    const char *unit = "";

    if (u->place >= (int)id->plan.lanes.contact)
        return "-";
    if (u->place >= (int)fields)
        unit = id->plan.friction.fields[(size_t)u->place - fields].unit;
    else
        unit = id->plan.system->fields[u->place].unit;
    return *unit ? unit : "-";
}

static enum contensou_status conclude(struct contensou_identification *id,
                                      struct contensou_error *err)
{
    const struct contensou__identification_model *const m = &id->best.model;
    double t;

    TRY(contensou__identification_judge(m, id->best.noise, &id->best.fit, &id->verdict, err));
    t = contensou__statistics_student(id->verdict.freedom);
    id->run = calloc(id->data.runs, sizeof *id->run);
    TRY(contensou__try_memory(id->run, err, "the result"));
    for (size_t j = 0; j < m->shared; ++j) {
        const double value = id->best.fit.point.shared[j];
        const double sigma =
            id->verdict.told[j] ? sqrt(id->verdict.covariance[j * m->shared + j]) : INFINITY;

        id->parameter[j] =
            (struct contensou_identification_parameter){.name = m->unknown[j].name,
                                                        .unit = unit_of(id, &m->unknown[j]),
                                                        .value = value,
                                                        .start = id->best.fit.first[j],
                                                        .sigma = sigma,
                                                        .low = value - t * sigma,
                                                        .high = value + t * sigma,
                                                        .told = id->verdict.told[j]};
    }
    for (size_t c = 0; c < id->data.columns; ++c)
        id->best.column[c].noise = id->best.noise[c];
    for (size_t i = 0; i < m->dim; ++i)
        id->state[i] = id->plan.system->states[i].name;
    for (size_t k = m->pieces; k-- > 0;) { /* the first piece of a run is written last */
        const size_t r = m->piece[k].run;

        id->run[r] = (struct contensou_identification_run_info){
            .label = id->data.run[r].label,
            .frames = id->data.run[r].count,
            .states = m->dim,
            .state = id->best.fit.point.state + k * m->dim,
            .name = id->state,
            .begin = id->data.t[id->data.run[r].first]};
    }
    contensou__identification_text_warn(id);
    return id->warning.failed ? contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a warning")
                              : CONTENSOU_OK;
}

enum contensou_status contensou_identification_run(struct contensou_identification *id,
                                                   struct contensou_error *err)
{
    struct contensou__identification_model *const m = &id->best.model;

    forget(id);
    TRY(plan_exact(id, err));
    m->data = &id->data;
    m->asked = &id->asked;
    m->plan = &id->plan;
    m->dim = (size_t)id->plan.system->dim;
    m->progress = &id->progress;
    TRY(contensou__identification_unknowns(m, &id->choice, err));
    TRY(read_data(id, err));
    TRY(open_columns(id, err));
    TRY(contensou__identification_attempt_make(&id->best, &id->choice, err));
    TRY(conclude(id, err));
    id->done = 1;
    return CONTENSOU_OK;
}

size_t contensou_identification_count(const struct contensou_identification *id)
{
    return id->done ? id->best.model.shared : 0;
}

const struct contensou_identification_parameter *
contensou_identification_parameter(const struct contensou_identification *id, size_t k)
{
    return k < contensou_identification_count(id) ? &id->parameter[k] : NULL;
}

double contensou_identification_correlation(const struct contensou_identification *id, size_t k,
                                            size_t l)
{
    const size_t p = id->best.model.shared;
    const double *const V = id->verdict.covariance;

    if (k >= p || l >= p)
        return NAN;
    return k == l ? 1 : V[k * p + l] / sqrt(V[k * p + k] * V[l * p + l]);
}

size_t contensou_identification_column_count(const struct contensou_identification *id)
{
    return id->done ? id->data.columns : 0;
}

const struct contensou_identification_column *
contensou_identification_column(const struct contensou_identification *id, size_t k)
{
    return k < contensou_identification_column_count(id) ? &id->best.column[k] : NULL;
}

size_t contensou_identification_run_count(const struct contensou_identification *id)
{
    return id->done ? id->data.runs : 0;
}

const struct contensou_identification_run_info *
contensou_identification_run_at(const struct contensou_identification *id, size_t run)
{
    return run < contensou_identification_run_count(id) ? &id->run[run] : NULL;
}

enum contensou_status contensou_identification_frames(const struct contensou_identification *id,
                                                      size_t run, size_t column, double *t,
                                                      double *measured, double *found,
                                                      struct contensou_error *err)
{
    const struct contensou__identification_data *const d = &id->data;

    if (!id->done || run >= d->runs || column >= d->columns)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "there is no column %zu of run %zu", column,
                              run);
    for (size_t i = 0; i < d->run[run].count; ++i) {
        const size_t at = d->run[run].first + i;

        t[i] = d->t[at];
        measured[i] = d->value[at * d->columns + column];
        found[i] = id->best.fit.motion.found[at * d->columns + column];
    }
    return CONTENSOU_OK;
}

const char *contensou_identification_time_unit(const struct contensou_identification *id)
{
    return id->done ? id->plan.time_unit : "-";
}

const char *contensou_identification_warning(const struct contensou_identification *id)
{
    return id->warning.data ? id->warning.data : "";
}
