/* identification_motions.c: the motions that are compared with measured ones, and their derivatives, as lanes of an ensemble.
 *
 * A lane is a piece of a run, beside which the observer `gradient` has the derivatives by its initial state and by numbers of system
 * law and contact. What that observer does not know, law.eps with `event`, law.eta of a smoothed law, numbers of the contact of a
 * law that is fitted to it, and everything where the stepper is taylor or the law has corners, at which it is right to the root of the
 * tolerance only, comes from central differences between lanes of their own,
 *
 *     dy/dp = (y(p + h) - y(p - h))/(2 h),  h = 6e-6 max(|p|, unit),
 *
 * whose errors, of rounding and tolerance (1e-11/h) and of the third derivative (h^2), are about 1e-6 of the derivative. Lanes share the
 * tables of their contact, so that each contact has a launch.
 * SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include "base/stop.h"
#include "base/try.h"
#include "model/observed.h"
#include "parts/observer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double relative_step = 6e-6;

/* Times. */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double since(const struct contensou__identification_model *m, size_t piece, double t)
{
    return m->plan->system->autonomous ? t - m->piece[piece].begin : t;
}

/* The time nearest to t, which is there. */
static size_t find_time(const struct contensou__identification_model *m, double t)
{
    size_t low = 0, high = m->times - 1;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (m->time[middle] < t)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && t - m->time[low - 1] < m->time[low] - t ? low - 1 : low;
}

/* The time at which a piece hands over to the next, and where there is none, its last. */
static double last_time(const struct contensou__identification_model *m, size_t k)
{
    const struct contensou__identification_piece *const p = &m->piece[k];

    return m->data->t[p->first + p->count - (p->joins ? 0 : 1)];
}

/* The times of all pieces together; frames of cameras are the same in all of them but for rounding. */
static enum contensou_status join_times(struct contensou__identification_model *m,
                                        struct contensou_error *err)
{
    const struct contensou__identification_data *const d = m->data;
    size_t count = 0, kept = 0;
    double span = 0;

    m->time = malloc((d->rows + m->pieces) * sizeof *m->time);
    m->at = malloc((d->rows + 1) * sizeof *m->at);
    m->end_at = malloc((m->pieces + 1) * sizeof *m->end_at);
    TRY(contensou__try_memory(m->time && m->at ? m->end_at : NULL, err, "%zu times", d->rows));
    for (size_t k = 0; k < m->pieces; ++k) {
        for (size_t i = 0; i < m->piece[k].count; ++i)
            m->time[count++] = since(m, k, d->t[m->piece[k].first + i]);
        m->time[count++] = since(m, k, last_time(m, k));
    }
    qsort(m->time, count, sizeof *m->time, by_size);
    span = m->time[count - 1] - m->time[0];
    for (size_t i = 0; i < count; ++i)
        if (!kept || m->time[i] - m->time[kept - 1] > 1e-10 * span)
            m->time[kept++] = m->time[i];
    m->times = kept;
    for (size_t k = 0; k < m->pieces; ++k) {
        for (size_t i = 0; i < m->piece[k].count; ++i)
            m->at[m->piece[k].first + i] = find_time(m, since(m, k, d->t[m->piece[k].first + i]));
        m->end_at[k] = find_time(m, since(m, k, last_time(m, k)));
    }
    return CONTENSOU_OK;
}

/* A piece has frames enough to say something of its own beginning. */
enum { least_frames = 8 };

static enum contensou_status cut(struct contensou__identification_model *m, size_t segments,
                                 double share, struct contensou_error *err)
{
    const struct contensou__identification_data *const d = m->data;

    m->piece = calloc(d->runs * segments, sizeof *m->piece);
    TRY(contensou__try_memory(m->piece, err, "%zu runs", d->runs));
    m->pieces = 0;
    for (size_t r = 0; r < d->runs; ++r) {
        const size_t frames = (size_t)ceil(share * (double)d->run[r].count);
        const size_t whole =
            frames < least_frames && d->run[r].count > least_frames ? least_frames : frames;
        const size_t count = whole < 2 ? 2 : whole, most = count / least_frames;
        const size_t parts = segments < most ? segments : most ? most : 1;

        for (size_t k = 0; k < parts; ++k) {
            const size_t from = count * k / parts, to = count * (k + 1) / parts;

            m->piece[m->pieces++] =
                (struct contensou__identification_piece){.run = r,
                                                         .first = d->run[r].first + from,
                                                         .count = to - from,
                                                         .begin = d->t[d->run[r].first + from],
                                                         .joins = k + 1 < parts};
        }
    }
    for (size_t k = 1; k < m->pieces && !m->plan->system->autonomous; ++k)
        if (m->piece[k].begin != m->piece[0].begin)
            return contensou_fail(
                err, CONTENSOU_EARGUMENT,
                "%s does not say that it is autonomous (trait_autonomous), so that times count "
                "from their own zero: all runs must then begin at the same t, in one segment, but "
                "they begin at %.15g and %.15g",
                m->plan->system->name, m->piece[0].begin, m->piece[k].begin);
    return CONTENSOU_OK;
}

static int is_contact(const struct contensou__identification_model *m, int unknown)
{
    return unknown >= 0 && (size_t)unknown < m->shared &&
           m->unknown[unknown].place >= (int)m->plan->lanes.contact;
}

/* What the gradient can be taken by. */
static void choose_slopes(struct contensou__identification_model *m)
{
    struct contensou__ensemble_setup *const setup = &m->slopes.setup;
    const struct contensou__lanes *const lanes = &m->plan->lanes;
    const int other_series = setup->other && setup->other->series;
    const int refused = setup->stepper->series || other_series ||
                        (setup->friction->about && setup->friction->about->corners) ||
                        (setup->friction->jumps && !setup->stepper->switches);
    size_t count = 0;

    setup->observe.gradient = 1;
    setup->set.gradient_samples = setup->set.samples;
    for (size_t j = 0; j < m->shared + m->dim; ++j) {
        const size_t place =
            j < m->shared ? (size_t)m->unknown[j].place : lanes->contact - m->dim + j - m->shared;
        const int given = j >= m->shared && m->pieces == m->data->runs && !m->free[j - m->shared];
        struct contensou_error ignored;

        m->by[j] = -1;
        if (refused || given || count == contensou__ensemble_most_parameters)
            continue;
        snprintf(setup->parameter[count].name, sizeof setup->parameter[count].name, "%s",
                 lanes->name[place]);
        setup->set.gradient_count = (double)(count + 1);
        if (!contensou__observed_parameters(lanes, m->plan->patch, &m->plan->contact.spec, setup,
                                            &ignored))
            m->by[j] = (int)count++;
    }
    setup->set.gradient_count = (double)count;
    setup->observe.gradient = count > 0;
}

static int has_contact(const struct contensou__identification_model *m)
{
    int contact = 0;

    for (int j = 0; j < (int)m->shared; ++j)
        contact |= is_contact(m, j);
    return contact;
}

/* Numbers of a contact need a law of their own: the program is that of the contact that is given. */
static enum contensou_status open_lanes(struct contensou__identification_model *m,
                                        struct contensou__identification_lanes *to, size_t lanes,
                                        struct contensou_error *err)
{
    const struct contensou_device_info *const about = contensou_device_about(m->plan->device[0]);
    const struct contensou__ensemble_setup *setup = &to->setup;
    size_t room;

    contensou__ensemble_choose_packs(about, &to->setup, lanes);
    room = contensou__ensemble_capacity(about, &to->setup);
    to->capacity = lanes < room ? lanes : room;
    if (has_contact(m)) {
        to->contact = calloc(1, sizeof *to->contact);
        TRY(contensou__try_memory(to->contact, err, "a contact"));
        TRY(contensou__contact_lane_make(m->plan, &to->setup, m->plan->lanes.value, to->contact,
                                         err));
        setup = &to->contact->setup;
    }
    TRY(contensou__ensemble_create(&to->ensemble, m->plan->device[0], setup, to->capacity, err));
    return contensou__ensemble_write_program(setup, &to->program, err);
}

enum contensou_status
contensou__identification_motions_open(struct contensou__identification_model *m, size_t segments,
                                       double share, struct contensou_error *err)
{
    struct contensou__ensemble_setup *const setup = &m->plan->setup;
    size_t differences = 0;

    TRY(cut(m, segments, share, err));
    TRY(join_times(m, err));
    setup->times = m->time;
    setup->set.samples = (double)m->times;
    setup->set.t_begin = m->plan->system->autonomous ? 0 : m->piece[0].begin;
    setup->set.t_observe = setup->set.t_begin;
    setup->set.t_end = m->time[m->times - 1];
    m->plain.setup = m->slopes.setup = *setup;
    choose_slopes(m);
    for (size_t j = 0; j < m->shared + m->dim; ++j)
        differences +=
            m->by[j] < 0 && (j < m->shared || m->free[j - m->shared] || m->pieces > m->data->runs);
    if (m->slopes.setup.observe.gradient)
        TRY(open_lanes(m, &m->slopes, m->pieces, err));
    if (differences || !m->slopes.setup.observe.gradient)
        TRY(open_lanes(m, &m->plain, m->pieces * (1 + 2 * differences), err));
    return CONTENSOU_OK;
}

static void close_lanes(struct contensou__identification_lanes *l)
{
    contensou__ensemble_free(l->ensemble);
    if (l->contact)
        contensou__contact_lane_free(l->contact);
    free(l->contact);
    contensou__text_free(&l->program);
}

void contensou__identification_motions_close(struct contensou__identification_model *m)
{
    close_lanes(&m->plain);
    close_lanes(&m->slopes);
    free(m->piece);
    free(m->time);
    free(m->at);
    free(m->end_at);
    contensou__identification_motions_part(m);
}

void contensou__identification_motions_part(struct contensou__identification_model *m)
{
    m->plain = m->slopes = (struct contensou__identification_lanes){.capacity = 0};
    m->pieces = 0;
    m->piece = NULL;
    m->time = NULL;
    m->at = m->end_at = NULL;
}

enum contensou_status contensou__identification_motions_make(
    const struct contensou__identification_model *m, struct contensou__identification_point *p,
    struct contensou__identification_motion *y, struct contensou_error *err)
{
    const size_t values = m->data->rows * m->data->columns, ends = m->pieces * m->dim;
    const size_t n = m->shared + m->dim;

    *p =
        (struct contensou__identification_point){.shared = calloc(m->shared + 1, sizeof *p->shared),
                                                 .state = calloc(ends + 1, sizeof *p->state)};
    *y = (struct contensou__identification_motion){.found = calloc(values + 1, sizeof *y->found),
                                                   .end = calloc(ends + 1, sizeof *y->end),
                                                   .d_found =
                                                       calloc(n * values + 1, sizeof *y->d_found),
                                                   .d_end = calloc(n * ends + 1, sizeof *y->d_end)};
    if (p->shared && p->state && y->found && y->end && y->d_found && y->d_end)
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu values and %zu unknowns",
                          values, n);
}

void contensou__identification_motions_free(struct contensou__identification_point *p,
                                            struct contensou__identification_motion *y)
{
    free(p->shared);
    free(p->state);
    free(y->found);
    free(y->end);
    free(y->d_found);
    free(y->d_end);
    *p = (struct contensou__identification_point){0};
    *y = (struct contensou__identification_motion){0};
}

/* What a lane is for: the point, the piece, the unknown that is moved (-1: none), and by how much. */
struct task {
    size_t point, piece;
    int unknown;
    double by;
    int ended;  /* 1: it reached its end */
    int slopes; /* 1: with the gradient */
};

/* All tasks of a call, and what came of them: the columns at the rows of the piece, then the state at its end; with the gradient the same
 * of each of its numbers behind them. */
struct tasks {
    struct task *task;
    size_t count;
    double **result;
};

static int is_fixed(const struct contensou__identification_model *m, size_t piece, int unknown)
{
    const int begins = piece == 0 || m->piece[piece].run != m->piece[piece - 1].run;

    return unknown >= (int)m->shared && begins && !m->free[unknown - (int)m->shared];
}

static double step_of(const struct contensou__identification_model *m,
                      const struct contensou__identification_point *p, size_t piece, size_t unknown)
{
    const double value =
        unknown < m->shared ? p->shared[unknown] : p->state[piece * m->dim + unknown - m->shared];
    const double unit =
        unknown < m->shared ? m->unknown[unknown].unit : m->unit[unknown - m->shared];

    return relative_step * fmax(fabs(value), unit);
}

/* 1 where the unknown may not be so small. */
static int below(const struct contensou__identification_model *m,
                 const struct contensou__identification_point *p, int unknown, double by)
{
    return by < 0 && unknown < (int)m->shared && p->shared[unknown] + by < m->unknown[unknown].low;
}

/* The task with its unknown moved to one side, if it may be there. */
static void add_moved(const struct contensou__identification_model *m,
                      const struct contensou__identification_point *const *point, struct task t,
                      int side, struct tasks *to)
{
    const double h = step_of(m, point[t.point], t.piece, (size_t)t.unknown);

    t.by = side ? -h : h;
    if (!below(m, point[t.point], t.unknown, t.by))
        to->task[to->count++] = t;
}

/* Those of point q, n of whose unknowns are moved: by the contact and the program, as each of them has a launch; lanes of one piece
 * side by side. */
static void list_point(const struct contensou__identification_model *m,
                       const struct contensou__identification_point *const *point, size_t q,
                       size_t n, struct tasks *to)
{
    const int gradient = (n || !m->plain.ensemble) && m->slopes.ensemble;

    for (size_t k = 0; k < m->pieces; ++k)
        to->task[to->count++] = (struct task){q, k, -1, 0, 0, gradient};
    for (size_t k = 0; k < m->pieces; ++k)
        for (int j = 0; j < (int)n; ++j)
            if (m->by[j] < 0 && !is_contact(m, j) && !is_fixed(m, k, j))
                for (int side = 0; side < 2; ++side)
                    add_moved(m, point, (struct task){.point = q, .piece = k, .unknown = j}, side,
                              to);
    for (int j = 0; j < (int)(n ? m->shared : 0); ++j)
        for (int side = 0; side < (m->by[j] < 0 && is_contact(m, j) ? 2 : 0); ++side)
            for (size_t k = 0; k < m->pieces; ++k)
                add_moved(m, point, (struct task){.point = q, .piece = k, .unknown = j}, side, to);
}

static enum contensou_status list_tasks(const struct contensou__identification_model *m,
                                        const struct contensou__identification_point *const *point,
                                        size_t points, int slopes, struct tasks *to,
                                        struct contensou_error *err)
{
    const size_t n = slopes ? m->shared + m->dim : 0;

    to->count = 0;
    to->task = malloc((points * m->pieces * (1 + 2 * n) + 1) * sizeof *to->task);
    to->result = calloc(points * m->pieces * (1 + 2 * n) + 1, sizeof *to->result);
    TRY(contensou__try_memory(to->result ? to->task : NULL, err, "trajectories"));
    for (size_t q = 0; q < points; ++q)
        list_point(m, point, q, n, to);
    return CONTENSOU_OK;
}

static void free_tasks(struct tasks *t)
{
    for (size_t i = 0; i < t->count && t->result; ++i)
        free(t->result[i]);
    free(t->result);
    free(t->task);
}

/* 1 where two tasks have the same program and contact. */
static int same_contact(const struct contensou__identification_model *m,
                        const struct contensou__identification_point *const *point,
                        const struct task *a, const struct task *b)
{
    for (size_t j = 0; j < m->shared; ++j)
        if (is_contact(m, (int)j) &&
            point[a->point]->shared[j] + (a->unknown == (int)j ? a->by : 0) !=
                point[b->point]->shared[j] + (b->unknown == (int)j ? b->by : 0))
            return 0;
    return a->slopes == b->slopes;
}

/* All numbers of a lane: as set, and the unknowns. */
static void put_lane(const struct contensou__identification_model *m,
                     const struct contensou__identification_point *p, const struct task *t,
                     double *all)
{
    const struct contensou__lanes *const l = &m->plan->lanes;
    const size_t states = l->contact - m->dim;

    memcpy(all, l->value, l->names * sizeof *all);
    for (size_t j = 0; j < m->shared; ++j)
        all[m->unknown[j].place] = p->shared[j];
    memcpy(all + states, p->state + t->piece * m->dim, m->dim * sizeof *all);
    if (t->unknown >= 0)
        all[t->unknown < (int)m->shared ? (size_t)m->unknown[t->unknown].place
                                        : states + (size_t)t->unknown - m->shared] += t->by;
}

/* The law of a contact that is not the first one. */
struct variant {
    struct contensou__contact_lane contact;
    struct contensou__ensemble *own; /* where the program is another one */
};

static enum contensou_status open_variant(struct contensou__identification_model *m,
                                          const double *all, int slopes, struct variant *v,
                                          struct contensou_error *err)
{
    const struct contensou__identification_lanes *const lanes = slopes ? &m->slopes : &m->plain;
    OWNED(contensou__text_free) struct contensou__text program = {0};

    TRY(contensou__contact_lane_make(m->plan, &lanes->setup, all, &v->contact, err));
    TRY(contensou__ensemble_write_program(&v->contact.setup, &program, err));
    return strcmp(program.data, lanes->program.data) == 0
               ? contensou__ensemble_share_law(lanes->ensemble, &v->contact.friction, err)
               : contensou__ensemble_create(&v->own, m->plan->device[0], &v->contact.setup,
                                            lanes->capacity, err);
}

static void close_variant(struct variant *v)
{
    contensou__ensemble_free(v->own);
    contensou__contact_lane_free(&v->contact);
}

/* Cells first + wanted[c] of the rows of a list, at the rows of a piece, and all cells of the states at its end; 1: all are finite. */
static int pick(const struct contensou__identification_model *m, size_t piece, const double *point,
                size_t wide, size_t first, size_t stride, double *to)
{
    const struct contensou__identification_piece *const p = &m->piece[piece];
    const size_t columns = m->data->columns;
    int all = 1;

    for (size_t i = 0; i < p->count; ++i)
        for (size_t c = 0; c < columns; ++c)
            to[i * columns + c] =
                point[m->at[p->first + i] * wide + first + (size_t)m->data->state[c] * stride];
    for (size_t i = 0; i < m->dim; ++i)
        to[p->count * columns + i] = point[m->end_at[piece] * wide + first + i * stride];
    for (size_t i = 0; i < p->count * columns + m->dim; ++i)
        all &= isfinite(to[i]) != 0;
    return all;
}

/* What is kept of a lane that ended: its motion, then each number of the gradient. row, point: room for what the lane has. */
static enum contensou_status keep(struct contensou__identification_model *m,
                                  const struct contensou__ensemble_setup *setup,
                                  struct contensou__ensemble *e, size_t slot, struct task *t,
                                  double **result, double *row, double *point,
                                  struct contensou_error *err)
{
    const size_t size = m->piece[t->piece].count * m->data->columns + m->dim;
    const size_t numbers = (size_t)contensou__ensemble_lane_parameters(setup);
    const size_t series = contensou__ensemble_columns_list(setup, 0),
                 gradient = contensou__ensemble_columns_list(setup, 1);
    double *const to = malloc((1 + numbers) * size * sizeof *to);

    TRY(contensou__try_memory(to, err, "a trajectory"));
    *result = to;
    contensou__ensemble_row(e, slot, row);
    if (row[0] >= 0 && row[0] < CONTENSOU_OUTCOME_COUNT)
        ++m->counted[(int)row[0]];
    contensou__ensemble_rows(e, series, slot, point);
    t->ended = pick(m, t->piece, point, 1 + m->dim, 1, 1, to);
    if (numbers)
        contensou__ensemble_rows(e, gradient, slot, point);
    for (size_t k = 0; k < numbers; ++k)
        t->ended &=
            pick(m, t->piece, point, 1 + m->dim * numbers, 1 + k, numbers, to + (1 + k) * size);
    return CONTENSOU_OK;
}

/* Tasks first .. first + count - 1, which share a contact (NULL: that of the plan) and have room in one load. */
static enum contensou_status launch(struct contensou__identification_model *m,
                                    const struct contensou__identification_point *const *point,
                                    struct tasks *t, size_t first, size_t count,
                                    const struct variant *v, struct contensou_error *err)
{
    const struct contensou__identification_lanes *const lanes =
        t->task[first].slopes ? &m->slopes : &m->plain;
    const struct contensou__ensemble_setup *const setup = v ? &v->contact.setup : &lanes->setup;
    struct contensou__ensemble *const e = v && v->own ? v->own : lanes->ensemble;
    const size_t numbers = (size_t)contensou__ensemble_lane_parameters(setup);
    const size_t width = contensou__ensemble_lane_width(setup), names = m->plan->lanes.names;
    const size_t columns = contensou__ensemble_columns_count(setup);
    OWNED(contensou__try_free)
    double *value =
        malloc((count * width + names + columns + m->times * (1 + m->dim * (1 + numbers)) + 1) *
               sizeof *value);
    double *all, *row, *rows;

    TRY(contensou__try_memory(value, err, "%zu trajectories", count));
    all = value + count * width;
    row = all + names;
    rows = row + columns;
    for (size_t i = 0; i < count; ++i) {
        const struct task *const task = &t->task[first + i];

        put_lane(m, point[task->point], task, all);
        if (v)
            contensou__contact_lane_put(m->plan, &v->contact, all);
        TRY(contensou__ensemble_lane_make(setup, all, value + i * width, err));
    }
    TRY(contensou__ensemble_load(e, count, value, err));
    for (size_t live = count; live;) {
        const int32_t *slot;
        size_t ended;

        TRY(contensou__ensemble_advance(e, 0.2, &live, err));
        if (contensou__stop_asked(m->progress, "iterations", m->iterations, 0))
            return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped by the user");
        ended = contensou__ensemble_ended(e, &slot);
        for (size_t begin = 0, most = contensou__ensemble_most(e); begin < ended; begin += most) {
            const size_t part = ended - begin < most ? ended - begin : most;

            TRY(contensou__ensemble_show(e, slot + begin, part, err));
            for (size_t i = 0; i < part; ++i) {
                const size_t at = (size_t)slot[begin + i];

                TRY(keep(m, setup, e, at, &t->task[first + at], &t->result[first + at], row, rows,
                         err));
            }
        }
    }
    return CONTENSOU_OK;
}

/* Tasks that share a contact, as many at once as there is room for. Where there is no such contact, a step too far, nothing comes of them. */
static enum contensou_status run_contact(struct contensou__identification_model *m,
                                         const struct contensou__identification_point *const *point,
                                         struct tasks *t, size_t first, size_t count, int contact,
                                         struct contensou_error *err)
{
    OWNED(close_variant) struct variant v = {.own = NULL};
    const struct task *const task = &t->task[first];
    const size_t room = task->slopes ? m->slopes.capacity : m->plain.capacity;

    if (contact) {
        OWNED(contensou__try_free) double *all = calloc(m->plan->lanes.names, sizeof *all);
        enum contensou_status status;

        TRY(contensou__try_memory(all, err, "a trajectory"));
        put_lane(m, point[task->point], task, all);
        status = open_variant(m, all, task->slopes, &v, err);
        if (status)
            return status == CONTENSOU_EARGUMENT ? CONTENSOU_OK : status;
    }
    for (size_t begin = 0; begin < count; begin += room)
        TRY(launch(m, point, t, first + begin, count - begin < room ? count - begin : room,
                   contact ? &v : NULL, err));
    return CONTENSOU_OK;
}

/* All tasks, contact by contact. */
static enum contensou_status run_tasks(struct contensou__identification_model *m,
                                       const struct contensou__identification_point *const *point,
                                       struct tasks *t, struct contensou_error *err)
{
    for (size_t first = 0, count; first < t->count; first += count) {
        for (count = 1; first + count < t->count &&
                        same_contact(m, point, &t->task[first], &t->task[first + count]);)
            ++count;
        TRY(run_contact(m, point, t, first, count, has_contact(m), err));
    }
    return CONTENSOU_OK;
}

/* The numbers of a piece that task `i` gives, or a difference of two. */
static void put_values(const struct contensou__identification_model *m, size_t piece,
                       const double *plus, const double *minus, double over, double *found,
                       double *end)
{
    const struct contensou__identification_piece *const p = &m->piece[piece];
    const size_t columns = m->data->columns, values = p->count * columns;

    for (size_t i = 0; i < values; ++i)
        found[p->first * columns + i] = (plus[i] - (minus ? minus[i] : 0)) / over;
    for (size_t i = 0; i < m->dim; ++i)
        end[piece * m->dim + i] = (plus[values + i] - (minus ? minus[values + i] : 0)) / over;
}

/* The derivative by an unknown that the gradient of a piece has. */
static void put_slope(const struct contensou__identification_model *m, size_t piece, size_t j,
                      const double *result, struct contensou__identification_motion *y)
{
    const size_t columns = m->data->columns, size = m->piece[piece].count * columns + m->dim;

    put_values(m, piece, result + (1 + (size_t)m->by[j]) * size, NULL, 1,
               y->d_found + j * m->data->rows * columns, y->d_end + j * m->pieces * m->dim);
}

/* Derivatives where both neighbours, or one of them, reached their ends. */
static void differ(const struct contensou__identification_model *m, const struct tasks *t,
                   size_t base, size_t i, struct contensou__identification_motion *y)
{
    const size_t piece = t->task[i].piece, j = (size_t)t->task[i].unknown;
    const size_t rows = m->data->rows * m->data->columns;
    double *const found = y->d_found + j * rows, *const end = y->d_end + j * m->pieces * m->dim;
    size_t other = t->count;

    for (size_t k = i + 1; k < t->count && t->task[k].point == t->task[i].point; ++k)
        if (t->task[k].piece == piece && t->task[k].unknown == (int)j) {
            other = k;
            break;
        }
    if (t->task[i].ended && other < t->count && t->task[other].ended)
        put_values(m, piece, t->result[i], t->result[other], t->task[i].by - t->task[other].by,
                   found, end);
    else if (t->task[i].ended)
        put_values(m, piece, t->result[i], t->result[base], t->task[i].by, found, end);
    else if (other < t->count && t->task[other].ended)
        put_values(m, piece, t->result[other], t->result[base], t->task[other].by, found, end);
}

/* What came of the tasks, into the motions of the points; base[point * pieces + piece] becomes the task in which nothing is moved. */
static void gather(const struct contensou__identification_model *m, const struct tasks *t,
                   size_t *base, struct contensou__identification_motion *const *motion,
                   size_t count, int slopes)
{
    const size_t n = slopes ? m->shared + m->dim : 0;

    for (size_t q = 0; q < count; ++q) {
        struct contensou__identification_motion *const y = motion[q];

        y->failed = 0;
        memset(y->d_found, 0, n * m->data->rows * m->data->columns * sizeof *y->d_found);
        memset(y->d_end, 0, n * m->pieces * m->dim * sizeof *y->d_end);
    }
    for (size_t i = 0; i < t->count; ++i) {
        const struct task *const task = &t->task[i];
        struct contensou__identification_motion *const y = motion[task->point];

        if (task->unknown >= 0)
            continue;
        base[task->point * m->pieces + task->piece] = i;
        y->failed |= !task->ended;
        if (!t->result[i])
            continue;
        put_values(m, task->piece, t->result[i], NULL, 1, y->found, y->end);
        for (size_t j = 0; j < n; ++j)
            if (m->by[j] >= 0)
                put_slope(m, task->piece, j, t->result[i], y);
    }
    for (size_t i = 0; i < t->count; ++i) {
        const struct task *const task = &t->task[i];

        if (task->unknown >= 0 && task->by > 0 && !motion[task->point]->failed)
            differ(m, t, base[task->point * m->pieces + task->piece], i, motion[task->point]);
    }
}

enum contensou_status
contensou__identification_motions_run(struct contensou__identification_model *m,
                                      const struct contensou__identification_point *const *point,
                                      struct contensou__identification_motion *const *motion,
                                      size_t count, int slopes, struct contensou_error *err)
{
    OWNED(free_tasks) struct tasks t = {.count = 0};
    OWNED(contensou__try_free)
    size_t *base = calloc(count * m->pieces + 1, sizeof *base);

    TRY(contensou__try_memory(base, err, "trajectories"));
    TRY(list_tasks(m, point, count, slopes, &t, err));
    TRY(run_tasks(m, point, &t, err));
    gather(m, &t, base, motion, count, slopes);
    return CONTENSOU_OK;
}
