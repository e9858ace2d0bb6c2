/* labels.c: the attractors of a run, as labels of its lanes, tables and sentences. SPDX-License-Identifier: MIT */
#include "run/labels.h"

#include "analysis/attractors.h"
#include "base/names.h"
#include "base/setting.h"
#include "base/try.h"
#include "io/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct contensou__labels {
    const struct contensou__merge *m;
    struct contensou__attractors found;
    /* Columns of the lanes; of a state there are contensou__attractors_wide, one behind the other. */
    size_t label, kind, arrival, period, observed, mean, states;
    size_t list; /* the table of the points of its orbit; 0: none */
    double *varied,
        *parameter; /* [axes]: of a lane all that varies, and what of it is a parameter */
    double *scalar; /* the numbers of a lane with its label */
    struct contensou__pool pool;
};

/* 1 where the a-th of what varies is a parameter rather than a start: lanes that agree in these form a group. */
static int is_parameter(const struct contensou__merge *m, size_t a)
{
    const char *const name = contensou__merge_axis(m, a);

    return strncmp(name, contensou__lanes_init, sizeof contensou__lanes_init - 1) != 0 &&
           strcmp(name, "start") != 0 && strcmp(name, "continue") != 0;
}

static enum contensou_status read_lane(void *owner, uint64_t lane,
                                       struct contensou__attractors_lane *out,
                                       struct contensou_error *err)
{
    struct contensou__labels *const l = owner;
    struct contensou__record record = {0};
    size_t count = 0;

    TRY(contensou__merge_read(l->m, lane, &record, l->varied, err));
    for (size_t a = 0; a < l->m->lanes.axes; ++a)
        if (is_parameter(l->m, a))
            l->parameter[count++] = l->varied[a];
    *out = (struct contensou__attractors_lane){.failed = !contensou_outcome_reached(record.outcome),
                                               .kind = record.scalar[l->kind],
                                               .time = record.scalar[l->arrival],
                                               .period = record.scalar[l->period],
                                               .end = record.scalar[l->observed],
                                               .parameter = l->parameter,
                                               .state = record.scalar + l->mean};
    if (l->list)
        out->point = contensou__columns_rows(l->m->columns, &record, l->list, &out->points);
    return CONTENSOU_OK;
}

/* 1 if the run says that the state of this name is an angle. */
static int is_angle(const struct contensou__journal_spec *spec, const char *name, size_t size)
{
    char angle[contensou__lanes_name_size];

    for (const char *at = contensou__journal_head_text(spec, "run/angles"); at;)
        if (contensou__names_next(&at, angle, sizeof angle) == size &&
            strncmp(angle, name, size) == 0)
            return 1;
    return 0;
}

/* Finds the columns; 0 where the label is of another making, without those that attractors are known by. Every state has
 * contensou__attractors_wide columns, of which the mean is the first. */
static int find_columns(struct contensou__labels *l)
{
    const struct contensou__columns *const c = l->m->columns;
    const size_t count = contensou__columns_count(c, 0);
    size_t *const place[] = {&l->kind, &l->arrival, &l->period, &l->observed, &l->mean};

    for (size_t i = 0; i < sizeof place / sizeof *place; ++i) {
        *place[i] = contensou__columns_find(
            c, l->label, (enum contensou__columns_role)(contensou__columns_kind + (int)i));
        if (*place[i] == SIZE_MAX)
            return 0;
    }
    while (l->mean + (l->states + 1) * contensou__attractors_wide <= count &&
           c->table[0].role[c->table[0].first + l->mean + l->states * contensou__attractors_wide] ==
               contensou__columns_mean)
        ++l->states;
    return l->states > 0;
}

/* Which of the states are angles, as bits: their columns are OBSERVER.STATE.mean. */
static unsigned find_angles(const struct contensou__labels *l, size_t prefix)
{
    unsigned angles = 0;

    for (size_t i = 0; i < l->states; ++i) {
        const char *const state =
            contensou__columns_own(l->m->columns, 0)[l->mean + i * contensou__attractors_wide]
                .name +
            prefix + 1;
        const size_t size = (size_t)(strrchr(state, '.') - state);

        angles |= (unsigned)is_angle(contensou__merge_spec(l->m), state, size) << i;
    }
    return angles;
}

static enum contensou_status find(struct contensou__labels *l, struct contensou_error *err)
{
    const struct contensou__columns *const c = l->m->columns;
    const size_t axes = l->m->lanes.axes;
    const char *const label = contensou__columns_own(c, 0)[l->label].name;
    const size_t prefix = strcspn(label, "."); /* of the observer's name */
    struct contensou__attractors_source source = {.lanes = l->m->lanes.count,
                                                  .states = l->states,
                                                  .angles = find_angles(l, prefix),
                                                  .read = read_lane,
                                                  .owner = l};

    for (size_t k = 1; k < c->tables && !l->list; ++k)
        if (strlen(c->table[k].name) == prefix && !strncmp(c->table[k].name, label, prefix) &&
            contensou__columns_count(c, k) == 1 + l->states)
            l->list = k;
    for (size_t a = 0; a < axes; ++a)
        source.parameters += (size_t)is_parameter(l->m, a);
    l->varied = contensou__pool_take(&l->pool, axes, sizeof *l->varied);
    l->parameter = contensou__pool_take(&l->pool, axes, sizeof *l->parameter);
    l->scalar = contensou__pool_take(&l->pool, contensou__columns_count(c, 0), sizeof *l->scalar);
    TRY(contensou__try_memory(l->scalar, err, "the attractors of a sweep"));
    return contensou__attractors_find(&l->found, &source, err);
}

static void drop(struct contensou__labels **l)
{
    contensou__labels_free(*l);
}

enum contensou_status contensou__labels_find(struct contensou__labels **out,
                                             const struct contensou__merge *m,
                                             struct contensou_error *err)
{
    const size_t label = contensou__columns_find(m->columns, 0, contensou__columns_label);
    OWNED(drop) struct contensou__labels *l = NULL;

    *out = NULL;
    if (label == SIZE_MAX)
        return CONTENSOU_OK;
    l = calloc(1, sizeof *l);
    TRY(contensou__try_memory(l, err, "the attractors of a sweep"));
    l->m = m;
    l->label = label;
    if (!find_columns(l))
        return CONTENSOU_OK;
    TRY(find(l, err));
    *out = l;
    l = NULL;
    return CONTENSOU_OK;
}

void contensou__labels_free(struct contensou__labels *l)
{
    if (!l)
        return;
    contensou__attractors_free(&l->found);
    contensou__pool_free(&l->pool);
    free(l);
}

void contensou__labels_put(struct contensou__labels *l, struct contensou__record *record)
{
    if (!l)
        return;
    memcpy(l->scalar, record->scalar,
           contensou__columns_count(l->m->columns, 0) * sizeof *l->scalar);
    l->scalar[l->label] = l->found.label[record->lane];
    record->scalar = l->scalar;
}

/* A table beside the lanes: `rows` of them, of which `fill` gives the group and, from cell[] on, the numbers behind the
 * parameters of that group, which are the first columns. */
struct sheet {
    const char *name;
    const struct contensou_table_column *column;
    size_t columns, rows;
    size_t (*fill)(const struct contensou__labels *l, size_t row, double *cell);
};

static enum contensou_status write_sheet(const struct contensou__labels *l,
                                         struct contensou__trajectories_file *file,
                                         const struct sheet *s, struct contensou_error *err)
{
    const struct contensou__attractors *const a = &l->found;
    const size_t columns = a->parameters + s->columns;
    OWNED(contensou__pool_free) struct contensou__pool pool = {0};
    OWNED(contensou__table_drop) struct contensou_table *table = NULL;
    struct contensou_table_column *const column =
        contensou__pool_take(&pool, columns, sizeof *column);
    double *const cell = contensou__pool_take(&pool, columns, sizeof *cell);
    const double **const at = contensou__pool_take(&pool, columns, sizeof *at);
    size_t count = 0;

    TRY(contensou__try_memory(at, err, "the table %s", s->name));
    for (size_t i = 0; i < l->m->lanes.axes; ++i)
        if (is_parameter(l->m, i))
            column[count++].name = contensou__merge_axis(l->m, i);
    memcpy(column + count, s->column, s->columns * sizeof *column);
    for (size_t c = 0; c < columns; ++c)
        at[c] = &cell[c];
    TRY(contensou__trajectories_file_beside(file, s->name, column, columns, &table, err));
    for (size_t k = 0; k < s->rows; ++k) {
        const size_t group = s->fill(l, k, cell + a->parameters);

        memcpy(cell, a->parameter + group * a->parameters, a->parameters * sizeof *cell);
        TRY(contensou_table_append(table, 1, at, err));
    }
    return contensou__table_finish(&table, err);
}

static const struct contensou_table_column attractor_columns[] = {
    {"label", CONTENSOU_TABLE_WHOLE, NULL, 0},
    {"kind", CONTENSOU_TABLE_WORD, contensou__attractors_words, contensou__attractors_kinds},
    {"lanes", CONTENSOU_TABLE_WHOLE, NULL, 0},
    {.name = "share"},
    {.name = "share.error"},
    {.name = "period"},
    {"lane", CONTENSOU_TABLE_WHOLE, NULL, 0}};
enum { attractor_heads = sizeof attractor_columns / sizeof *attractor_columns };

/* Behind the heads stand mean and spread of every state. */
static size_t fill_attractor(const struct contensou__labels *l, size_t row, double *cell)
{
    const struct contensou__attractors_row *const r = &l->found.row[row];
    const double numbers[attractor_heads] = {(double)r->label, r->kind,        (double)r->lanes,
                                             r->share,         r->share_error, r->period,
                                             (double)r->first};

    memcpy(cell, numbers, sizeof numbers);
    for (size_t i = 0; i < 2 * l->states; ++i)
        cell[attractor_heads + i] = r->kind == contensou__attractors_unresolved ? NAN : r->state[i];
    return r->group;
}

static enum contensou_status write_attractors(const struct contensou__labels *l,
                                              struct contensou__trajectories_file *file,
                                              struct contensou_error *err)
{
    const struct contensou_table_column *const mean =
        contensou__columns_own(l->m->columns, 0) + l->mean;
    const size_t columns = attractor_heads + 2 * l->states;
    OWNED(contensou__try_free)
    struct contensou_table_column *column = calloc(columns, sizeof *column);
    const struct sheet sheet = {"attractors", column, columns, l->found.rows, fill_attractor};

    TRY(contensou__try_memory(column, err, "the table attractors"));
    memcpy(column, attractor_columns, sizeof attractor_columns);
    for (size_t i = 0; i < 2 * l->states; ++i)
        column[attractor_heads + i].name = mean[contensou__attractors_wide * (i / 2) + i % 2].name;
    return write_sheet(l, file, &sheet, err);
}

static size_t fill_survival(const struct contensou__labels *l, size_t row, double *cell)
{
    const struct contensou__attractors_step *const step = &l->found.step[row];

    cell[0] = step->time;
    cell[1] = step->alive;
    cell[2] = step->error;
    return step->group;
}

/* One row a group. */
static size_t fill_lifetime(const struct contensou__labels *l, size_t group, double *cell)
{
    const struct contensou__attractors_life *const life = &l->found.life[group];
    const double numbers[5] = {(double)life->lanes, (double)life->arrived, life->from, life->rate,
                               life->error};

    memcpy(cell, numbers, sizeof numbers);
    return group;
}

enum contensou_status contensou__labels_write(const struct contensou__labels *l,
                                              struct contensou__trajectories_file *file,
                                              struct contensou_error *err)
{
    static const struct contensou_table_column survival[] = {
        {.name = "time"}, {.name = "alive"}, {.name = "alive.error"}};
    static const struct contensou_table_column lifetime[] = {
        {"lanes", CONTENSOU_TABLE_WHOLE, NULL, 0},
        {"arrived", CONTENSOU_TABLE_WHOLE, NULL, 0},
        {.name = "first"},
        {.name = "rate"},
        {.name = "rate.error"}};
    const struct sheet sheet[] = {{"survival", survival, 3, l->found.steps, fill_survival},
                                  {"lifetime", lifetime, 5, l->found.groups, fill_lifetime}};

    TRY(write_attractors(l, file, err));
    TRY(write_sheet(l, file, &sheet[0], err));
    return write_sheet(l, file, &sheet[1], err);
}

/* How many lanes end on the attractor of a label, and its row in the first group that has it. */
static uint64_t lanes_of(const struct contensou__attractors *a, size_t label,
                         const struct contensou__attractors_row **row)
{
    uint64_t count = 0;

    *row = NULL;
    for (size_t k = 0; k < a->rows; ++k)
        if (a->row[k].label == label) {
            *row = *row ? *row : &a->row[k];
            count += a->row[k].lanes;
        }
    return count;
}

void contensou__labels_tell(const struct contensou__labels *l,
                            void (*note)(void *context, const char *sentence), void *context)
{
    const struct contensou__attractors *const a = &l->found;
    const double lanes = (double)l->m->lanes.count;
    const struct contensou__attractors_row *row;

    for (size_t label = 1; label <= a->labels; ++label) {
        const double share = (double)lanes_of(a, label, &row) / lanes;
        char period[40] = "";

        if (!row)
            continue;
        if (a->groups == 1 && isfinite(row->period))
            snprintf(period, sizeof period, ", period %.9g", row->period);
        contensou__setting_tell(note, context, "attractor %zu: %s, %.2f(%.2f) %% of the lanes%s",
                                label, contensou__attractors_words[row->kind], 100 * share,
                                100 * sqrt(share * (1 - share) / lanes), period);
    }
    if (a->groups == 1 && isfinite(a->life[0].rate))
        contensou__setting_tell(
            note, context, "lanes reach an attractor at the rate %.4g(%.2g) from the time %.4g on",
            a->life[0].rate, a->life[0].error, a->life[0].from);
    if (lanes_of(a, 0, &row))
        contensou__setting_tell(
            note, context,
            "warning: basin: %.2f %% of the lanes are not resolved within " SETTING(
                "time") ": no rest, no period and no steady motion yet; give them more time",
            100 * (double)lanes_of(a, 0, &row) / lanes);
}
