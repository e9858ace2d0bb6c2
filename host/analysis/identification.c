/* identification.c: the numbers of a system from measured trajectories, as calls of the library: settings, names, first guesses,
 * the noise, and the result. SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include "base/json.h"
#include "base/names.h"
#include "base/numbers.h"
#include "base/random.h"
#include "base/setting.h"
#include "fit/statistics.h"

#include <contensou/version.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = contensou__identification_shared, wide = contensou__identification_name };

static const double most_steps = 1e6;

struct choice {
    const char *free, *noise, *bounds;
    double starts, seed, segments;
};

#define AT(field) PLACE(struct choice, field)

static const struct contensou__settings_row rows[] = {
    {{"free", MODEL, "NAME,..", NULL, "the numbers to be found", WORD}, AT(free)},
    {{"noise", MODEL, "COLUMN=X,..", NULL, "standard deviations", WORD}, AT(noise)},
    {{"bounds", MODEL, "NAME=LO:HI,..", NULL, "where numbers may lie", WORD}, AT(bounds)},
    {{"starts", MODEL, "N", "1", "first guesses", WHOLE(1, 10000)}, AT(starts)},
    {{"seed", MODEL, "N", "0", "of those at random", WHOLE(0, 1e15)}, AT(seed)},
    {{"segments", MODEL, "N", "0", "pieces of a run", WHOLE(0, 1000)}, AT(segments)},
    {.at = 0}};
enum { row_count = sizeof rows / sizeof *rows - 1 };

/* Rows of a program. */
struct block {
    char **name;
    size_t names, rows;
    double *value;
};

struct contensou_identification {
    struct contensou__settings asked;
    struct choice choice;
    char *text[row_count];
    char **file;
    size_t files;
    struct block *block;
    size_t blocks;
    struct contensou_progress progress;
    /* of the last run */
    struct contensou__plan plan;
    struct contensou__identification_data data;
    struct contensou__identification_model model;
    struct contensou__identification_fit best;
    struct contensou__identification_verdict verdict;
    double *noise;
    struct contensou_identification_parameter parameter[most];
    struct contensou_identification_column *column;
    struct contensou_identification_run_info *run;
    const char **state;
    struct contensou__text warning;
    size_t segments, starts;
    int done;
};

/* What was found holds no longer. */
static void forget(struct contensou_identification *id)
{
    contensou__identification_motions_free(&id->best.point, &id->best.motion);
    contensou__identification_motions_close(&id->model);
    free(id->model.unit);
    free(id->model.free);
    id->model = (struct contensou__identification_model){0};
    contensou__identification_data_free(&id->data);
    id->plan.setup.times = NULL;
    contensou__plan_free(&id->plan);
    id->plan.asked = &id->asked;
    free(id->noise);
    free(id->column);
    free(id->run);
    free(id->state);
    contensou__text_free(&id->warning);
    id->noise = NULL;
    id->column = NULL;
    id->run = NULL;
    id->state = NULL;
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
    if (status) {
        contensou_identification_free(id);
        return status;
    }
    id->choice.starts = 1;
    id->plan.asked = &id->asked;
    *out = id;
    return CONTENSOU_OK;
}

static void free_data(struct contensou_identification *id)
{
    for (size_t i = 0; i < id->files; ++i)
        free(id->file[i]);
    for (size_t i = 0; i < id->blocks; ++i) {
        for (size_t k = 0; k < id->block[i].names; ++k)
            free(id->block[i].name[k]);
        free(id->block[i].name);
        free(id->block[i].value);
    }
    free(id->file);
    free(id->block);
    id->file = NULL;
    id->block = NULL;
    id->files = id->blocks = 0;
}

void contensou_identification_free(struct contensou_identification *id)
{
    if (!id)
        return;
    forget(id);
    free_data(id);
    for (size_t i = 0; i < row_count; ++i)
        free(id->text[i]);
    contensou__settings_free(&id->asked);
    free(id);
}

/* One more file, or the files of a list; NULL: none of all data. */
static enum contensou_status add_files(struct contensou_identification *id, const char *list,
                                       struct contensou_error *err)
{
    if (!list)
        free_data(id);
    for (const char *at = list; at && *at;) {
        const size_t size = strcspn(at, ",");
        char **const grown = realloc(id->file, (id->files + 1) * sizeof *grown);
        char *const name = strndup(at, size);

        id->file = grown ? grown : id->file;
        if (!grown || !name) {
            free(name);
            return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the names of files");
        }
        id->file[id->files++] = name;
        at += size + (at[size] == ',');
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou_identification_set(struct contensou_identification *id,
                                                   const char *name, const char *value,
                                                   struct contensou_error *err)
{
    static const char *const other[] = {"time",   "transient", "samples",    "vary",
                                        "random", "starts",    "lanes-from", "observe",
                                        "shard",  "journal",   "resume",     "continue"};
    size_t k = 0;

    forget(id);
    if (strcmp(name, "data") == 0)
        return add_files(id, value, err);
    while (k < row_count && strcmp(rows[k].about.name, name) != 0)
        ++k;
    if (k == row_count && contensou__names_find(name, other, sizeof other / sizeof *other) >= 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "an identification has no setting '%s': its lanes and times are "
                              "those of the data",
                              name);
    if (k == row_count)
        return contensou__settings_set(&id->asked, name, value, err);
    free(id->text[k]);
    id->text[k] = strdup(value ? value : rows[k].about.fallback ? rows[k].about.fallback : "");
    if (!id->text[k])
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a setting");
    return contensou__settings_read(&rows[k], &id->choice, id->text[k], err);
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
    struct block *const grown = realloc(id->block, (id->blocks + 1) * sizeof *grown);
    struct block b = {.name = calloc(names + 1, sizeof *b.name),
                      .rows = count,
                      .value = malloc((names * count + 1) * sizeof *b.value)};
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

/* Everything but times, which the data give. */
static enum contensou_status plan(struct contensou_identification *id, struct contensou_error *err)
{
    struct contensou__plan *const p = &id->plan;
    enum contensou_status status = contensou__plan_model(p, err);

    if (!status && p->setup.single)
        status = contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "trajectories are identified in double precision; leave " SETTING("precision") " out");
    if (!status)
        status = contensou__observed_plan(p->asked, &p->setup, err);
    p->setup.observe.series = 1;
    if (!status)
        status = contensou__plan_law(p, err);
    if (!status)
        status = contensou__plan_lanes(p, err);
    if (!status)
        status = contensou__plan_stepper(p, err);
    if (!status && !contensou__settings_given(&id->asked, "max-steps"))
        p->setup.set.max_steps = most_steps; /* a guess may be far from what moves at all */
    if (!status && p->system->dim > 16)
        status = contensou_fail(err, CONTENSOU_EARGUMENT, "%s has %d states; at most 16",
                                p->system->name, p->system->dim);
    return status;
}

/* 1 where a number of the law is free or set. */
static int names_eps(const struct contensou_identification *id)
{
    const struct contensou__lanes_choice_numbers *const set = &id->asked.lanes.set;
    const char *const found = id->choice.free ? strstr(id->choice.free, "law.eps") : NULL;

    for (size_t i = 0; i < set->count; ++i)
        if (strcmp(set->number[i].name, "law.eps") == 0 && set->number[i].value != 0)
            return 1;
    return found != NULL;
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

/* Names. */

/* Calls `each` for every word of a list with commas. */
static enum contensou_status
each_word(const char *list,
          enum contensou_status (*each)(struct contensou_identification *, const char *word,
                                        struct contensou_error *),
          struct contensou_identification *id, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    for (const char *at = list; at && *at && !status;) {
        const size_t size = strcspn(at, ",");
        char word[128];

        snprintf(word, sizeof word, "%.*s", (int)(size < 127 ? size : 127), at);
        status = each(id, word, err);
        at += size + (at[size] == ',');
    }
    return status;
}

/* The contact that the law was made of: that of its file, or of the settings. */
static const struct contensou_patch_spec *contact_of(const struct contensou_identification *id)
{
    return &id->plan.contact.spec;
}

/* Every name that may be free. */
static size_t list_names(const struct contensou_identification *id, char (*name)[wide])
{
    const struct contensou__lanes *const l = &id->plan.lanes;
    const size_t dim = (size_t)id->plan.system->dim;
    char own[contensou__identification_contact_most][wide];
    size_t count = 0, contact = 0;

    for (size_t i = 0; i < l->names - dim; ++i)
        if (strcmp(l->name[i], "law.eta_prime") != 0)
            snprintf(name[count++], wide, "%s", l->name[i]);
    if (id->plan.patch && contact_of(id)->shape && !contensou_fit_file_is(id->asked.law))
        contact = contensou__identification_contact_names(contact_of(id), own);
    for (size_t i = 0; i < contact; ++i)
        memcpy(name[count++], own[i], wide);
    snprintf(name[count++], wide, "init");
    for (size_t i = 0; i < dim; ++i)
        snprintf(name[count++], wide, "%s", l->name[l->names - dim + i]);
    return count;
}

static enum contensou_status no_name(const struct contensou_identification *id, const char *what,
                                     const char *word, struct contensou_error *err)
{
    const size_t room = id->plan.lanes.names + contensou__identification_contact_most + 1;
    char(*name)[wide] = malloc(room * sizeof *name);
    const char **list = malloc(room * sizeof *list);
    enum contensou_status status = CONTENSOU_EMEMORY;
    size_t count;

    if (name && list) {
        count = list_names(id, name);
        for (size_t i = 0; i < count; ++i)
            list[i] = name[i];
        status = contensou__names_fail(err, what, word, list, count);
    }
    free(name);
    free(list);
    return status;
}

/* The limits of a number of a lane, which also keeps its sign; those of a size. A damping that changed its sign would make motions
 * grow until nothing can follow them. */
static void limit(const struct contensou_identification *id,
                  struct contensou__identification_unknown *u, int any_sign)
{
    const size_t fields = (size_t)id->plan.system->field_count;
    const size_t at = (size_t)(u->place < 0 ? 0 : u->place);
    const struct contensou__field *const f =
        at < fields ? &id->plan.system->fields[at] : &id->plan.friction.fields[at - fields];
    const double small = 1e-9 * fmax(fabs(u->first), 1e-9);

    u->high = INFINITY;
    u->low = -INFINITY;
    if (u->place >= 0) {
        u->low = fmax(f->open ? f->low + small : f->low, u->first > 0 && !any_sign ? 0 : -INFINITY);
        u->high = u->first < 0 && !any_sign ? 0 : INFINITY;
    }
    if (u->place < 0 && strncmp(u->name, "shape.", 6) == 0)
        u->low = small;
}

static enum contensou_status add_unknown(struct contensou_identification *id, const char *word,
                                         struct contensou_error *err)
{
    struct contensou__identification_model *const m = &id->model;
    const struct contensou__lanes *const l = &id->plan.lanes;
    const size_t dim = (size_t)id->plan.system->dim;
    const int place = contensou__lanes_find(l, word);
    char own[contensou__identification_contact_most][wide];
    struct contensou__identification_unknown u = {.place = place};
    size_t contact = 0;
    int found = 0;
    enum contensou_status status = CONTENSOU_OK;

    snprintf(u.name, sizeof u.name, "%.39s", word);
    for (size_t j = 0; j < m->shared; ++j)
        if (strcmp(m->unknown[j].name, word) == 0)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  SETTING("free") " names %s twice; give it once", word);
    if (strcmp(word, "init") == 0) {
        memset(m->free, 1, dim);
        return CONTENSOU_OK;
    }
    if (place >= (int)(l->names - dim)) {
        m->free[(size_t)place - (l->names - dim)] = 1;
        return CONTENSOU_OK;
    }
    if (place < 0 && id->plan.patch && contact_of(id)->shape &&
        !contensou_fit_file_is(id->asked.law))
        contact = contensou__identification_contact_names(contact_of(id), own);
    for (size_t i = 0; i < contact; ++i)
        found |= strcmp(own[i], word) == 0;
    if (place < 0 && !found)
        return no_name(id, "number for " SETTING("free"), word, err);
    if (strcmp(word, "law.eta_prime") == 0)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            SETTING("free") " law.eta_prime: find law.eta, from which it follows");
    if (m->shared == most)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              SETTING("free") " names more than %d numbers", (int)most);
    if (place >= 0)
        u.first = l->value[place];
    else
        status = contensou__identification_contact_value(contact_of(id), word, &u.first, err);
    limit(id, &u, 0);
    u.unit = u.first != 0 ? fabs(u.first) : 1;
    m->unknown[m->shared++] = u;
    return status;
}

/* "mu_g=0.1:5" */
static enum contensou_status add_bound(struct contensou_identification *id, const char *word,
                                       struct contensou_error *err)
{
    struct contensou__identification_model *const m = &id->model;
    const char *const equals = strchr(word, '='), *const colon = equals ? strchr(equals, ':') : 0;
    struct contensou__identification_unknown *u = NULL;
    char low[64];
    double lo, hi;
    enum contensou_status status;

    if (!equals || !colon)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              SETTING("bounds") ": '%s' is no name with its limits; write "
                                                "NAME=LO:HI, such as mu_g=0.1:5",
                              word);
    for (size_t j = 0; j < m->shared; ++j)
        if (strlen(m->unknown[j].name) == (size_t)(equals - word) &&
            strncmp(m->unknown[j].name, word, (size_t)(equals - word)) == 0)
            u = &m->unknown[j];
    if (!u)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              SETTING("bounds") ": %.*s is not free; give it by " SETTING("free"),
                              (int)(equals - word), word);
    snprintf(low, sizeof low, "%.*s", (int)(colon - equals - 1 < 63 ? colon - equals - 1 : 63),
             equals + 1);
    status = contensou__numbers_parse(low, SETTING("bounds"), &lo, err);
    if (!status)
        status = contensou__numbers_parse(colon + 1, SETTING("bounds"), &hi, err);
    if (!status)
        limit(id, u, 1);
    if (!status && !(lo < hi && hi > u->low))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                SETTING("bounds") ": %s: there is nothing between them that is "
                                                  "possible",
                                word);
    if (status)
        return status;
    u->low = fmax(u->low, lo);
    u->high = hi;
    if (u->first < u->low || u->first > u->high)
        u->first = 0.5 * (u->low + u->high);
    u->unit = fmax(fabs(u->first), 1e-3 * (u->high - u->low));
    return CONTENSOU_OK;
}

/* "x=1e-4" */
static enum contensou_status add_noise(struct contensou_identification *id, const char *word,
                                       struct contensou_error *err)
{
    const struct contensou__identification_data *const d = &id->data;
    const char *const equals = strchr(word, '=');
    const char *name[16];
    char first[64];
    double value;
    int at;
    enum contensou_status status;

    if (!equals)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              SETTING("noise") ": '%s' is no column with its standard deviation; "
                                               "write COLUMN=X, such as x=1e-4",
                              word);
    for (size_t c = 0; c < d->columns; ++c)
        name[c] = id->plan.system->states[d->state[c]].name;
    snprintf(first, sizeof first, "%.*s", (int)(equals - word < 63 ? equals - word : 63), word);
    at = contensou__names_find(first, name, d->columns);
    if (at < 0)
        return contensou__names_fail(err, "measured column for " SETTING("noise"), first, name,
                                     d->columns);
    status = contensou__numbers_parse(equals + 1, SETTING("noise"), &value, err);
    if (!status && !(value > 0))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                SETTING("noise") ": %s: a standard deviation is above 0", word);
    if (!status) {
        id->noise[at] = value;
        id->column[at].given = 1;
    }
    return status;
}

static int init_given(const struct contensou_identification *id, const char *state)
{
    const struct contensou__lanes_choice_numbers *const init = &id->asked.lanes.init;

    for (size_t i = 0; i < init->count; ++i)
        if (strcmp(init->number[i].name, state) == 0)
            return 1;
    return 0;
}

/* What is to be found: shared numbers, and states at the beginning of each run. */
static enum contensou_status name_unknowns(struct contensou_identification *id,
                                           struct contensou_error *err)
{
    struct contensou__identification_model *const m = &id->model;
    size_t named = 0;
    enum contensou_status status;

    m->data = &id->data;
    m->asked = &id->asked;
    m->plan = &id->plan;
    m->dim = (size_t)id->plan.system->dim;
    m->progress = &id->progress;
    m->free = calloc(m->dim, 1);
    m->unit = calloc(m->dim, sizeof *m->unit);
    if (!m->free || !m->unit)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for states");
    if (!id->choice.free || !*id->choice.free)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing " SETTING("free") " NAME,..: the numbers to be found, such "
                                                         "as %s%s",
                              id->plan.lanes.name[0],
                              id->plan.patch ? " or shape.R of a disk" : "");
    status = each_word(id->choice.free, add_unknown, id, err);
    if (!status)
        status = each_word(id->choice.bounds, add_bound, id, err);
    for (size_t i = 0; i < m->dim; ++i)
        named += m->free[i] != 0;
    for (size_t i = 0; i < m->dim && !named; ++i)
        m->free[i] = (char)!init_given(id, id->plan.system->states[i].name);
    return status;
}

static enum contensou_status read_data(struct contensou_identification *id,
                                       struct contensou_error *err)
{
    const struct contensou__system *const system = id->plan.system;
    enum contensou_status status = CONTENSOU_OK;

    if (!id->files && !id->blocks)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing " SETTING("data") ": a file with rows of t, states of %s, "
                                                         "and run where there are several",
                              system->name);
    for (size_t i = 0; i < id->files && !status; ++i)
        status = contensou__identification_data_read(&id->data, id->file[i], system,
                                                     id->plan.time_unit, err);
    for (size_t i = 0; i < id->blocks && !status; ++i)
        status = contensou__identification_data_take(
            &id->data, (const char *const *)id->block[i].name, id->block[i].names,
            id->block[i].rows, id->block[i].value, system, err);
    return status ? status : contensou__identification_data_end(&id->data, system, err);
}

/* The columns with their noise, and whether there are values enough. */
static enum contensou_status open_columns(struct contensou_identification *id,
                                          struct contensou_error *err)
{
    struct contensou__identification_data *const d = &id->data;
    size_t values = 0, unknowns = id->model.shared, changing = 0;
    enum contensou_status status = CONTENSOU_OK;

    id->noise = calloc(d->columns + 1, sizeof *id->noise);
    id->column = calloc(d->columns + 1, sizeof *id->column);
    if (!id->noise || !id->column)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for columns");
    for (size_t c = 0; c < d->columns; ++c) {
        double low = INFINITY, high = -INFINITY;

        for (size_t i = 0; i < d->rows; ++i) {
            const double v = d->value[i * d->columns + c];

            low = isnan(v) ? low : fmin(low, v);
            high = isnan(v) ? high : fmax(high, v);
        }
        id->column[c].name = id->plan.system->states[d->state[c]].name;
        id->column[c].unit = id->plan.system->states[d->state[c]].unit;
        id->column[c].count = contensou__identification_data_count(d, c);
        values += id->column[c].count;
        changing += high > low;
        if (!(high > low))
            contensou__text_printf(&id->warning, "The column %s is the same in all rows. ",
                                   id->column[c].name);
        id->noise[c] = contensou__identification_data_noise(d, c);
    }
    status = each_word(id->choice.noise, add_noise, id, err);
    for (size_t i = 0; i < id->model.dim; ++i)
        unknowns += id->model.free[i] ? d->runs : 0;
    if (!status && !changing)
        status = contensou_fail(err, CONTENSOU_EINPUT,
                                "every column of the data is constant: nothing moves");
    if (!status && values <= unknowns)
        status = contensou_fail(
            err, CONTENSOU_EINPUT,
            "%zu measured values are too few for %zu unknowns (%zu shared, the others initial "
            "states of %zu run%s); measure more frames, free fewer, or give " SETTING("init"),
            values, unknowns, id->model.shared, d->runs, d->runs == 1 ? "" : "s");
    return status;
}

/* First guesses. */

/* The column of a state, or -1. */
static int column_of(const struct contensou__identification_data *d, int state)
{
    for (size_t c = 0; c < d->columns; ++c)
        if (d->state[c] == state)
            return (int)c;
    return -1;
}

/* The states in which pieces begin: as measured, velocities from positions, as given, or the default. */
static void guess_states(struct contensou_identification *id, double *state)
{
    struct contensou__identification_model *const m = &id->model;
    const struct contensou__system *const system = id->plan.system;
    const double *const given = id->plan.lanes.value + id->plan.lanes.names - m->dim;
    const int half = system->second ? system->dim / 2 : 0;

    for (size_t i = 0; i < m->dim; ++i)
        m->unit[i] = 0;
    for (size_t k = 0; k < m->pieces; ++k)
        for (size_t i = 0; i < m->dim; ++i) {
            const size_t run = m->piece[k].run, at = m->piece[k].first - id->data.run[run].first;
            const int own = column_of(&id->data, (int)i),
                      place = (int)i >= half && half ? column_of(&id->data, (int)i - half) : -1;
            double *const to = &state[k * m->dim + i], value = 0, rate = 0;

            *to = given[i];
            if (at == 0 && !m->free[i])
                continue;
            if (own >= 0 &&
                contensou__identification_data_rate(&id->data, (size_t)own, run, at, &value, &rate))
                *to = value;
            else if (place >= 0 && contensou__identification_data_rate(&id->data, (size_t)place,
                                                                       run, at, &value, &rate))
                *to = rate;
            m->unit[i] = fmax(m->unit[i], fabs(*to));
        }
    for (size_t i = 0; i < m->dim; ++i) {
        const int own = column_of(&id->data, (int)i);
        double low = INFINITY, high = -INFINITY;

        for (size_t row = 0; row < id->data.rows && own >= 0; ++row) {
            const double v = id->data.value[row * id->data.columns + (size_t)own];

            low = isnan(v) ? low : fmin(low, v);
            high = isnan(v) ? high : fmax(high, v);
        }
        if (high > low)
            m->unit[i] = high - low;
        m->unit[i] = m->unit[i] > 0 ? m->unit[i] : fmax(fabs(given[i]), 1);
    }
}

/* The shared numbers of start k: those given, or at random within bounds, else within a factor of 3. */
static void guess_shared(const struct contensou_identification *id, size_t k, double *shared)
{
    const struct contensou__identification_model *const m = &id->model;

    for (size_t j = 0; j < m->shared; ++j) {
        const struct contensou__identification_unknown *const u = &m->unknown[j];
        const double x = contensou__random_unit((uint64_t)id->choice.seed, (uint64_t)k, u->name);

        shared[j] = u->first;
        if (k && isfinite(u->low) && isfinite(u->high))
            shared[j] = u->low + (u->high - u->low) * x;
        else if (k)
            shared[j] = u->first != 0 ? u->first * pow(3, 2 * x - 1) : 2 * x - 1;
        shared[j] = fmin(fmax(shared[j], u->low), u->high);
    }
}

/* The search, and the noise by what it leaves. */

/* Residuals of a column over all runs; the sum of their squares. */
static double squares(const struct contensou_identification *id,
                      const struct contensou__identification_fit *f, size_t c)
{
    const struct contensou__identification_data *const d = &id->data;
    double sum = 0;

    for (size_t i = 0; i < d->rows; ++i) {
        const double r = f->motion.found[i * d->columns + c] - d->value[i * d->columns + c];

        sum += isnan(r) ? 0 : r * r;
    }
    return sum;
}

/* The noise of columns for which none is given; 1 if it changed. */
static int measure_noise(struct contensou_identification *id,
                         const struct contensou__identification_fit *f)
{
    const struct contensou__identification_data *const d = &id->data;
    double values = 0, unknowns = (double)id->model.shared;
    int changed = 0;

    for (size_t c = 0; c < d->columns; ++c)
        values += (double)id->column[c].count;
    for (size_t i = 0; i < id->model.dim; ++i)
        unknowns += id->model.free[i] ? (double)d->runs : 0;
    for (size_t c = 0; c < d->columns; ++c) {
        const double sum = squares(id, f, c) * values / (values - unknowns);
        const double now = fmax(sqrt(sum / (double)id->column[c].count),
                                contensou__identification_data_floor(d, c));

        if (id->column[c].given)
            continue;
        changed |= fabs(now - id->noise[c]) > 0.02 * id->noise[c];
        id->noise[c] = now;
    }
    return changed;
}

/* Durbin and Watson's statistic and the probability of the Ljung-Box statistic of ten lags, over all runs. */
static void whiten(const struct contensou_identification *id,
                   const struct contensou__identification_fit *f, size_t c,
                   struct contensou_identification_column *to)
{
    enum { lags = 10 };
    const struct contensou__identification_data *const d = &id->data;
    const double n = (double)to->count, sum = squares(id, f, c);
    double correlation[lags + 1] = {0}, steps = 0, pairs = 0, q = 0, term = 1, tail = 0;

    for (size_t r = 0; r < d->runs; ++r)
        for (size_t i = 0; i < d->run[r].count; ++i)
            for (size_t k = 1; k <= lags && i + k < d->run[r].count; ++k) {
                const size_t a = (d->run[r].first + i) * d->columns + c, b = a + k * d->columns;
                const double x = f->motion.found[a] - d->value[a],
                             y = f->motion.found[b] - d->value[b];

                if (isnan(x) || isnan(y))
                    continue;
                correlation[k] += x * y;
                if (k == 1) {
                    steps += (x - y) * (x - y);
                    pairs += 1;
                }
            }
    to->rms = sqrt(sum / n);
    to->durbin_watson = sum > 0 && pairs > 0 ? steps / sum * n / pairs : NAN;
    for (size_t k = 1; k <= lags && n > lags + 1; ++k)
        q += n * (n + 2) * (correlation[k] / sum) * (correlation[k] / sum) / (n - (double)k);
    for (int k = 0; k < lags / 2; ++k) { /* the tail of chi-square with an even number of degrees */
        tail += term;
        term *= 0.5 * q / (k + 1);
    }
    /* what is left of made data without noise is the error of the computation */
    to->whiteness = n > lags + 1 && to->rms > 10 * contensou__identification_data_floor(d, c)
                        ? exp(-0.5 * q) * tail
                        : NAN;
}

/* 1 where a column leaves more than noise. */
static int is_coloured(const struct contensou_identification *id)
{
    for (size_t c = 0; c < id->data.columns; ++c)
        if (id->column[c].whiteness < 1e-6 && id->column[c].durbin_watson < 1.5)
            return 1;
    return 0;
}

/* Whether a fit is better than what there is: compares sums of squares of residuals over the same noise. */
static double quality(const struct contensou_identification *id,
                      const struct contensou__identification_fit *f)
{
    double sum = 0;

    for (size_t c = 0; c < id->data.columns; ++c)
        sum += (double)id->column[c].count * log(squares(id, f, c) / (double)id->column[c].count);
    return sum;
}

/* From one guess or several to a minimum, with the share of each run from its beginning on in so many pieces. With `from`, its
 * numbers and initial states are the only guess. The best is then *out. */
static enum contensou_status search_share(struct contensou_identification *id, size_t segments,
                                          size_t starts, double share,
                                          const struct contensou__identification_fit *from,
                                          struct contensou__identification_fit *out,
                                          struct contensou_error *err)
{
    struct contensou__identification_model *const m = &id->model;
    struct contensou__identification_fit *fit = calloc(starts, sizeof *fit);
    size_t best = 0;
    enum contensou_status status =
        fit ? contensou__identification_motions_open(m, segments, share, err)
            : contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu starts", starts);

    for (size_t k = 0; k < starts && !status; ++k) {
        status = contensou__identification_motions_make(m, &fit[k].point, &fit[k].motion, err);
        if (status)
            break;
        guess_states(id, fit[k].point.state);
        guess_shared(id, k, fit[k].point.shared);
        if (from) {
            memcpy(fit[k].point.shared, from->point.shared, m->shared * sizeof(double));
            if (segments == 1) /* a run is a piece: the same states begin */
                memcpy(fit[k].point.state, from->point.state, m->pieces * m->dim * sizeof(double));
        }
        memcpy(fit[k].first, from ? from->first : fit[k].point.shared,
               m->shared * sizeof *fit[k].first);
    }
    if (!status)
        status = contensou__identification_search(m, id->noise, fit, starts, &best, err);
    for (int round = 0; round < 5 && !status && share >= 1 && measure_noise(id, &fit[best]);
         ++round) {
        size_t same;

        status = contensou__identification_search(m, id->noise, &fit[best], 1, &same, err);
    }
    for (size_t k = 0; k < starts && fit; ++k)
        if (status || k != best)
            contensou__identification_motions_free(&fit[k].point, &fit[k].motion);
    if (!status)
        *out = fit[best];
    free(fit);
    return status;
}

/* The same from short beginnings to whole runs, each from what the one before it found; id->best is the result. */
static enum contensou_status search(struct contensou_identification *id, size_t segments,
                                    size_t starts, double share, struct contensou_error *err)
{
    struct contensou__identification_fit last = {.cost = 0};
    enum contensou_status status = search_share(id, segments, starts, share, NULL, &id->best, err);

    while (!status && share < 1) {
        share = fmin(1, 1.6 * share);
        last = id->best;
        id->best = (struct contensou__identification_fit){.cost = 0};
        contensou__identification_motions_close(&id->model);
        status = search_share(id, segments, 1, share, &last, &id->best, err);
        contensou__identification_motions_free(&last.point, &last.motion);
    }
    for (size_t c = 0; c < id->data.columns && !status; ++c)
        whiten(id, &id->best, c, &id->column[c]);
    id->segments = segments;
    id->starts = starts;
    return status;
}

/* A search again, kept only if it is better: what is already found stays aside meanwhile. */
static enum contensou_status search_again(struct contensou_identification *id, size_t segments,
                                          size_t starts, double share, struct contensou_error *err)
{
    const struct contensou_identification before = *id;
    const size_t columns = id->data.columns;
    double *const noise = malloc((columns + 1) * sizeof *noise);
    struct contensou_identification_column *const column = malloc((columns + 1) * sizeof *column);
    struct contensou_error ignored;
    double was;
    enum contensou_status status;

    if (!noise || !column) {
        free(noise);
        free(column);
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for columns");
    }
    was = quality(id, &id->best);
    memcpy(noise, id->noise, columns * sizeof *noise);
    memcpy(column, id->column, columns * sizeof *column);
    for (size_t c = 0; c < columns; ++c) /* noise that a wrong fit left misleads the next one */
        if (!id->column[c].given)
            id->noise[c] = contensou__identification_data_noise(&id->data, c);
    id->model.ensemble = NULL;
    id->model.program = (struct contensou__text){0};
    id->model.piece = NULL;
    id->model.time = NULL;
    id->model.at = id->model.end_at = NULL;
    status = search(id, segments, starts, share, &ignored);
    if (!status && quality(id, &id->best) < was - 1e-6 * fabs(was)) {
        struct contensou__identification_model old = before.model;

        contensou__identification_motions_free(
            &(struct contensou__identification_point){before.best.point.shared,
                                                      before.best.point.state},
            &(struct contensou__identification_motion){
                0, before.best.motion.found, before.best.motion.end, before.best.motion.d_found,
                before.best.motion.d_end});
        contensou__identification_motions_close(&old);
    } else {
        if (!status)
            contensou__identification_motions_free(&id->best.point, &id->best.motion);
        contensou__identification_motions_close(&id->model);
        id->model.ensemble = before.model.ensemble;
        id->model.program = before.model.program;
        id->model.piece = before.model.piece;
        id->model.pieces = before.model.pieces;
        id->model.time = before.model.time;
        id->model.times = before.model.times;
        id->model.at = before.model.at;
        id->model.end_at = before.model.end_at;
        id->model.capacity = before.model.capacity;
        id->best = before.best;
        id->segments = before.segments;
        id->starts = before.starts;
        memcpy(id->noise, noise, columns * sizeof *noise);
        memcpy(id->column, column, columns * sizeof *column);
    }
    free(noise);
    free(column);
    if (status == CONTENSOU_ESTOPPED)
        return contensou_fail(err, status, "%s", ignored.message);
    return CONTENSOU_OK;
}

/* Where nothing else is asked: whole runs from one guess. Where that leaves more than noise, from more guesses and from the
 * beginnings of runs on, and at last in pieces. */
static enum contensou_status search_all(struct contensou_identification *id,
                                        struct contensou_error *err)
{
    const size_t asked = (size_t)id->choice.segments, starts = (size_t)id->choice.starts;
    const size_t more = starts < 8 ? 8 : starts;
    enum contensou_status status = search(id, asked ? asked : 1, starts, 1, err);

    if (!asked && !status && is_coloured(id))
        status = search_again(id, 1, more, 0.1, err);
    for (size_t segments = 4; segments <= 16 && !asked && !status && is_coloured(id); segments *= 4)
        status = search_again(id, segments, more, 1, err);
    return status;
}

/* The result. */

static const char *unit_of(const struct contensou_identification *id,
                           const struct contensou__identification_unknown *u)
{
    const size_t fields = (size_t)id->plan.system->field_count;
    const char *unit = "";

    if (u->place >= (int)fields)
        unit = id->plan.friction.fields[(size_t)u->place - fields].unit;
    else if (u->place >= 0)
        unit = id->plan.system->fields[u->place].unit;
    return *unit ? unit : "-";
}

/* Names of a group with commas and "and". */
static void put_group(struct contensou_identification *id, int group)
{
    const struct contensou__identification_model *const m = &id->model;
    size_t count = 0, at = 0;

    for (size_t j = 0; j < m->shared; ++j)
        count += id->verdict.group[j] == group;
    for (size_t j = 0; j < m->shared; ++j)
        if (id->verdict.group[j] == group) {
            contensou__text_printf(&id->warning, "%s%s",
                                   !at              ? ""
                                   : at + 1 < count ? ", "
                                                    : " and ",
                                   m->unknown[j].name);
            ++at;
        }
    if (group < 0)
        contensou__text_printf(&id->warning, " %s no influence on what was measured. ",
                               count > 1 ? "have" : "has");
    else if (count > 1)
        contensou__text_printf(&id->warning,
                               " cannot be told apart from these data: a change of one is undone "
                               "by the others. Fix one of them. ");
    else
        contensou__text_printf(&id->warning,
                               " cannot be told from these data: initial states undo its change. ");
}

static void warn(struct contensou_identification *id)
{
    const struct contensou__identification_model *const m = &id->model;
    int without = 0;

    for (size_t j = 0; j < m->shared; ++j)
        without |= id->verdict.group[j] < 0;
    if (without)
        put_group(id, -1);
    for (int g = 1; g <= id->verdict.groups; ++g)
        put_group(id, g);
    for (size_t j = 0; j < m->shared; ++j)
        for (size_t k = 0; k < j; ++k) {
            const double r = contensou_identification_correlation(id, j, k);

            if (id->verdict.told[j] && id->verdict.told[k] && fabs(r) > 0.995)
                contensou__text_printf(&id->warning,
                                       "%s and %s can hardly be told apart (correlation %.4f). ",
                                       m->unknown[k].name, m->unknown[j].name, r);
        }
    for (size_t c = 0; c < id->data.columns; ++c)
        if (id->column[c].whiteness < 1e-6 && id->column[c].durbin_watson < 1.5)
            contensou__text_printf(&id->warning,
                                   "Residuals of %s are not noise (Durbin-Watson %.2f, 2 would "
                                   "be): the model lacks something, or the fit is not the best "
                                   "one. ",
                                   id->column[c].name, id->column[c].durbin_watson);
        else if (id->column[c].given && id->column[c].rms > 1.5 * id->column[c].noise)
            contensou__text_printf(&id->warning,
                                   "Residuals of %s are %.2g times the noise that was given. ",
                                   id->column[c].name, id->column[c].rms / id->column[c].noise);
}

static enum contensou_status conclude(struct contensou_identification *id,
                                      struct contensou_error *err)
{
    const struct contensou__identification_model *const m = &id->model;
    enum contensou_status status =
        contensou__identification_judge(m, id->noise, &id->best, &id->verdict, err);
    const double t = contensou__statistics_student(id->verdict.freedom);

    id->state = malloc(m->dim * sizeof *id->state);
    id->run = calloc(id->data.runs, sizeof *id->run);
    if (!status && (!id->state || !id->run))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the result");
    if (status)
        return status;
    for (size_t j = 0; j < m->shared; ++j) {
        const double value = id->best.point.shared[j];
        const double sigma =
            id->verdict.told[j] ? sqrt(id->verdict.covariance[j * m->shared + j]) : INFINITY;

        id->parameter[j] =
            (struct contensou_identification_parameter){.name = m->unknown[j].name,
                                                        .unit = unit_of(id, &m->unknown[j]),
                                                        .value = value,
                                                        .start = id->best.first[j],
                                                        .sigma = sigma,
                                                        .low = value - t * sigma,
                                                        .high = value + t * sigma,
                                                        .told = id->verdict.told[j]};
    }
    for (size_t c = 0; c < id->data.columns; ++c)
        id->column[c].noise = id->noise[c];
    for (size_t i = 0; i < m->dim; ++i)
        id->state[i] = id->plan.system->states[i].name;
    for (size_t k = m->pieces; k-- > 0;) { /* the first piece of a run is written last */
        const size_t r = m->piece[k].run;

        id->run[r] =
            (struct contensou_identification_run_info){.label = id->data.run[r].label,
                                                       .frames = id->data.run[r].count,
                                                       .states = m->dim,
                                                       .state = id->best.point.state + k * m->dim,
                                                       .name = id->state,
                                                       .begin = id->data.t[id->data.run[r].first]};
    }
    warn(id);
    return id->warning.failed ? contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a warning")
                              : CONTENSOU_OK;
}

enum contensou_status contensou_identification_run(struct contensou_identification *id,
                                                   struct contensou_error *err)
{
    enum contensou_status status;

    forget(id);
    status = plan_exact(id, err);
    if (!status)
        status = name_unknowns(id, err);
    if (!status)
        status = read_data(id, err);
    if (!status)
        status = open_columns(id, err);
    if (!status)
        status = search_all(id, err);
    if (!status)
        status = conclude(id, err);
    id->done = !status;
    return status;
}

size_t contensou_identification_count(const struct contensou_identification *id)
{
    return id->done ? id->model.shared : 0;
}

const struct contensou_identification_parameter *
contensou_identification_parameter(const struct contensou_identification *id, size_t k)
{
    return k < contensou_identification_count(id) ? &id->parameter[k] : NULL;
}

double contensou_identification_correlation(const struct contensou_identification *id, size_t k,
                                            size_t l)
{
    const size_t p = id->model.shared;
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
    return k < contensou_identification_column_count(id) ? &id->column[k] : NULL;
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
        found[i] = id->best.motion.found[at * d->columns + column];
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

/* The file. */

/* The law with its contact, as fit_file.c reads it; nothing for systems without a contact. */
static enum contensou_status put_law(const struct contensou_identification *id,
                                     struct contensou__json *j, struct contensou_error *err)
{
    const struct contensou__friction *const f = &id->plan.friction;
    const struct contensou__identification_model *const m = &id->model;
    const int exact = f->about && (f->about->integrated || f->about->tabulated);
    struct contensou_patch_spec spec = *contact_of(id);
    struct contensou__identification_words words;
    enum contensou_status status = CONTENSOU_OK;

    if (f->kind != contensou__system_contact || !spec.shape)
        return CONTENSOU_OK;
    for (size_t k = 0; k < m->shared && !status; ++k)
        if (m->unknown[k].place < 0)
            status = contensou__identification_contact_put(&spec, m->unknown[k].name,
                                                           id->best.point.shared[k], &words, err);
    contensou__json_object(j, "law");
    contensou__json_string(j, "model", exact ? "exact" : f->name);
    contensou__json_object(j, "parameters");
    for (int i = 0; i < f->law.params && !exact; ++i) {
        char name[wide];
        double value = f->law.value[i];

        snprintf(name, sizeof name, "law.%s", f->law.names[i]);
        for (int k = 0; k < f->field_count; ++k)
            if (strcmp(f->fields[k].name, f->law.names[i]) == 0)
                value = id->plan.lanes.value[id->plan.system->field_count + k];
        for (size_t k = 0; k < m->shared; ++k)
            if (strcmp(m->unknown[k].name, name) == 0)
                value = id->best.point.shared[k];
        contensou__json_number(j, f->law.names[i], value);
    }
    contensou__json_end(j);
    contensou__json_object(j, "contact");
    contensou__json_string(j, "shape", spec.shape);
    contensou__json_string(j, "pressure", spec.pressure ? spec.pressure : "uniform");
    contensou__json_pair(j, "tilt", spec.tilt_k, spec.tilt_beta);
    contensou__json_pair(j, "center", spec.center[0], spec.center[1]);
    contensou__json_pair(j, "anisotropy", spec.anisotropy[0], spec.anisotropy[1]);
    if (spec.unit)
        contensou__json_string(j, "unit", spec.unit);
    contensou__json_end(j);
    contensou__json_end(j);
    return status;
}

static void put_numbers(const struct contensou_identification *id, struct contensou__json *j)
{
    const size_t p = id->model.shared;

    contensou__json_object(j, "parameters");
    for (size_t k = 0; k < p; ++k)
        contensou__json_number(j, id->parameter[k].name, id->parameter[k].value);
    contensou__json_end(j);
    contensou__json_object(j, "intervals");
    for (size_t k = 0; k < p; ++k)
        contensou__json_pair(j, id->parameter[k].name, id->parameter[k].low, id->parameter[k].high);
    contensou__json_end(j);
    contensou__json_object(j, "sigma");
    for (size_t k = 0; k < p; ++k)
        contensou__json_number(j, id->parameter[k].name, id->parameter[k].sigma);
    contensou__json_end(j);
    contensou__json_object(j, "units");
    for (size_t k = 0; k < p; ++k)
        contensou__json_string(j, id->parameter[k].name, id->parameter[k].unit);
    contensou__json_end(j);
    contensou__json_object(j, "correlation");
    for (size_t k = 0; k < p; ++k) {
        contensou__json_object(j, id->parameter[k].name);
        for (size_t l = 0; l < p; ++l)
            contensou__json_number(j, id->parameter[l].name,
                                   contensou_identification_correlation(id, k, l));
        contensou__json_end(j);
    }
    contensou__json_end(j);
    contensou__json_array(j, "not_told_apart");
    for (int g = 1; g <= id->verdict.groups; ++g) {
        contensou__json_array(j, NULL);
        for (size_t k = 0; k < p; ++k)
            if (id->verdict.group[k] == g)
                contensou__json_string(j, NULL, id->parameter[k].name);
        contensou__json_end(j);
    }
    contensou__json_end(j);
    contensou__json_array(j, "without_influence");
    for (size_t k = 0; k < p; ++k)
        if (id->verdict.group[k] < 0)
            contensou__json_string(j, NULL, id->parameter[k].name);
    contensou__json_end(j);
}

static void put_columns(const struct contensou_identification *id, struct contensou__json *j)
{
    contensou__json_object(j, "noise");
    for (size_t c = 0; c < id->data.columns; ++c)
        contensou__json_number(j, id->column[c].name, id->column[c].noise);
    contensou__json_end(j);
    contensou__json_object(j, "residuals");
    for (size_t c = 0; c < id->data.columns; ++c) {
        const struct contensou_identification_column *const k = &id->column[c];

        contensou__json_object(j, k->name);
        contensou__json_whole(j, "count", (long)k->count);
        contensou__json_number(j, "rms", k->rms);
        contensou__json_string(j, "unit", k->unit);
        contensou__json_flag(j, "noise_given", k->given);
        contensou__json_number(j, "durbin_watson", k->durbin_watson);
        contensou__json_number(j, "ljung_box_p", k->whiteness);
        contensou__json_end(j);
    }
    contensou__json_end(j);
}

static void put_runs(const struct contensou_identification *id, struct contensou__json *j)
{
    contensou__json_array(j, "init");
    for (size_t r = 0; r < id->data.runs; ++r) {
        contensou__json_object(j, NULL);
        contensou__json_number(j, "run", id->run[r].label);
        contensou__json_whole(j, "frames", (long)id->run[r].frames);
        contensou__json_number(j, "t", id->run[r].begin);
        for (size_t i = 0; i < id->model.dim; ++i)
            contensou__json_number(j, id->state[i], id->run[r].state[i]);
        contensou__json_end(j);
    }
    contensou__json_end(j);
    contensou__json_object(j, "outcomes");
    for (int i = 0; i < CONTENSOU_OUTCOME_COUNT; ++i)
        if (id->model.counted[i])
            contensou__json_whole(j, contensou_outcome_word((enum contensou_outcome)i),
                                  (long)id->model.counted[i]);
    contensou__json_end(j);
}

enum contensou_status contensou_identification_text(const struct contensou_identification *id,
                                                    const char *command, char **text,
                                                    struct contensou_error *err)
{
    struct contensou__json j = {0};
    enum contensou_status status = CONTENSOU_OK;

    *text = NULL;
    if (!id->done)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "nothing was identified yet");
    contensou__json_object(&j, NULL);
    contensou__json_string(&j, "system", id->plan.system->name);
    put_numbers(id, &j);
    put_columns(id, &j);
    put_runs(id, &j);
    status = put_law(id, &j, err);
    contensou__json_string(&j, "clusters", id->verdict.clustered);
    contensou__json_whole(&j, "cluster_count", (long)id->verdict.clusters);
    contensou__json_whole(&j, "segments", (long)id->segments);
    contensou__json_whole(&j, "starts", (long)id->starts);
    contensou__json_whole(&j, "iterations", (long)id->model.iterations);
    contensou__json_string(&j, "stepper", id->plan.setup.stepper->name);
    contensou__json_string(&j, "warning", contensou_identification_warning(id));
    contensou__json_string(&j, "version", CONTENSOU_VERSION);
    contensou__json_string(&j, "command", command);
    contensou__json_end(&j);
    if (!status && j.text.failed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the result");
    if (status) {
        contensou__text_free(&j.text);
        return status;
    }
    *text = j.text.data;
    return CONTENSOU_OK;
}
