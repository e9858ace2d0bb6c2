/* sweep_plot_data.c: the numbers of a sweep that its picture shows. SPDX-License-Identifier: MIT */
#include "cli/sweep_plot_data.h"

#include "sweep/merge.h"
#include "sweep/sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    most_lanes = 1000000, /* of a picture; */
    most_points = 2000000,
    least_lanes = 4096 /* which it shows all the same, however many points they have */
};

struct place {
    double x, y;
    uint64_t lane;
};

size_t contensou__sweep_plot_data_points(const struct contensou__simulation *sim, size_t *list)
{
    size_t o;

    for (*list = 0;
         (o = contensou__ensemble_columns_list(&sim->setup, *list)) < contensou__observer_count;
         ++*list)
        for (size_t c = 0; c < contensou__observer_all[o].cells; ++c)
            if (contensou__observer_all[o].times == contensou__observer_stored &&
                contensou__observer_all[o].cell[c].per == contensou__observer_state)
                return o;
    return o;
}

void contensou__sweep_plot_data_choose(struct contensou__sweep_plot_data *d,
                                       const struct contensou__simulation *sim)
{
    const struct contensou__system *s = sim->system;
    const int still = sim->setup.observe.section ? (int)sim->setup.set.section_state : -1;
    const int first = s->dim > 3 && s->second ? s->dim / 2 : s->dim;

    d->states = 0;
    for (int i = 0; i < s->dim; ++i)
        if (i != still && d->states < contensou__sweep_plot_data_states &&
            (i < first || d->states == 0))
            d->state[d->states++] = i;
    if (d->states == 0)
        d->state[d->states++] = 0;
}

int contensou__sweep_plot_data_want(struct contensou__sweep_plot_data *d,
                                    const struct contensou__simulation *sim, size_t column,
                                    size_t minus, int counts)
{
    const size_t head =
        contensou__ensemble_columns_count(&sim->setup) - contensou__sweep_scalars(&sim->setup);

    if (d->columns == contensou__sweep_plot_data_columns)
        return -1;
    d->column[d->columns] = (struct contensou__sweep_plot_data_column){
        column - head, minus ? (long)(minus - head) : -1, counts};
    return (int)d->columns++;
}

size_t contensou__sweep_plot_data_first(const struct contensou__simulation *sim)
{
    return sim->walk == contensou__walk_both;
}

size_t contensou__sweep_plot_data_axes(const struct contensou__simulation *sim)
{
    const int start = contensou__lanes_find(&sim->lanes, "start");
    size_t count = 0;

    for (size_t a = contensou__sweep_plot_data_first(sim); a < sim->lanes.axes; ++a)
        count += !sim->lanes.axis[a].drawn && (int)sim->lanes.axis[a].place != start;
    return count;
}

static int by_x(const void *a, const void *b)
{
    const struct place *p = a, *q = b;

    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return (p->lane > q->lane) - (p->lane < q->lane);
}

/* Every so many-th lane is enough for a picture. */
static uint64_t stride_of(const struct contensou__sweep_plot_data *d,
                          const struct contensou__simulation *sim)
{
    size_t list;
    const size_t points = contensou__sweep_plot_data_points(sim, &list);
    const double rows = points < contensou__observer_count
                            ? (double)contensou__ensemble_columns_most(&sim->setup, points)
                            : 0;
    double most = most_lanes;

    if (!d->sorted)
        return 1;
    if (d->states && rows > 1)
        most = fmin(most, fmax(least_lanes, most_points / rows));
    return (uint64_t)ceil((double)sim->lanes.count / most);
}

/* The lanes to look at and where they stand. */
static struct place *choose(struct contensou__sweep_plot_data *d,
                            const struct contensou__simulation *sim)
{
    const uint64_t stride = stride_of(d, sim);
    const uint64_t count = d->way ? sim->lanes.count / 2 : sim->lanes.count;
    const uint64_t begin = d->way < 0 ? count : 0;
    const size_t first = contensou__sweep_plot_data_first(sim);
    double *varied = malloc((sim->lanes.axes + 1) * sizeof *varied);
    struct place *place;

    d->lanes = (size_t)((count + stride - 1) / stride);
    place = malloc(d->lanes * sizeof *place);
    for (size_t i = 0; i < d->lanes && place && varied; ++i) {
        const uint64_t lane = begin + i * stride;

        contensou__lanes_varied(&sim->lanes, lane, varied);
        place[i] = (struct place){varied[first],
                                  sim->lanes.axes > first + 1 ? varied[first + 1] : 0, lane};
    }
    if (place && varied && d->sorted)
        qsort(place, d->lanes, sizeof *place, by_x);
    if (!varied) {
        free(place);
        place = NULL;
    }
    free(varied);
    return place;
}

static int allocate(struct contensou__sweep_plot_data *d)
{
    d->x = malloc(d->lanes * sizeof *d->x);
    d->y = malloc(d->lanes * sizeof *d->y);
    for (size_t c = 0; c < d->columns; ++c)
        if (!(d->value[c] = malloc(d->lanes * sizeof **d->value)))
            return 0;
    return d->x && d->y;
}

/* Room for so many points, and then some. */
static int grow(struct contensou__sweep_plot_data *d, size_t *capacity, size_t points)
{
    const size_t next = 2 * points + 1024;

    if (points <= *capacity)
        return 1;
    for (size_t k = 0; k <= d->states; ++k) {
        double **array = k ? &d->point[k - 1] : &d->at, *larger;

        larger = realloc(*array, next * sizeof *larger);
        if (!larger)
            return 0;
        *array = larger;
    }
    *capacity = next;
    return 1;
}

/* The points of a record: t, what comes before the states, the states. */
static int add_points(struct contensou__sweep_plot_data *d, const struct contensou__simulation *sim,
                      double x, const struct contensou__journal_record *r, size_t *capacity)
{
    const struct contensou__observer_shape shape = {sim->system->dim, &sim->setup.set};
    struct contensou__merge_layout layout = {0};
    size_t list, count = 0, before = 1, wide;
    const size_t o = contensou__sweep_plot_data_points(sim, &list);
    const double *point;

    if (!d->states || o == contensou__observer_count)
        return 1;
    while (contensou__ensemble_columns_list(&sim->setup, layout.lists) <
           contensou__observer_count) {
        layout.list[layout.lists].cells = contensou__ensemble_columns_wide(
            &sim->setup, contensou__ensemble_columns_list(&sim->setup, layout.lists));
        ++layout.lists;
    }
    for (size_t c = 0; contensou__observer_all[o].cell[c].per != contensou__observer_state; ++c)
        before += (size_t)contensou__observer_all[o].cell_repeats(&shape, c);
    wide = layout.list[list].cells;
    point = contensou__merge_rows(&layout, r, list, &count);
    if (!count)
        return 1;
    if (!grow(d, capacity, d->points + count))
        return 0;
    for (size_t i = 0; i < count; ++i) {
        d->at[d->points] = x;
        for (size_t k = 0; k < d->states; ++k)
            d->point[k][d->points] = point[i * wide + before + (size_t)d->state[k]];
        ++d->points;
    }
    return 1;
}

static void put_columns(struct contensou__sweep_plot_data *d, size_t i, const double *scalar)
{
    for (size_t c = 0; c < d->columns; ++c) {
        const struct contensou__sweep_plot_data_column *column = &d->column[c];

        d->value[c][i] = scalar ? scalar[column->scalar] : NAN;
        if (scalar && column->minus >= 0)
            d->value[c][i] -= scalar[column->minus];
        if (column->counts && d->value[c][i] == 0)
            d->value[c][i] = NAN;
    }
}

/* "unresolved", "1: rest", .. */
static int name_labels(struct contensou__sweep_plot_data *d, const struct contensou__attractors *a)
{
    d->label = calloc(a->labels + 1, sizeof *d->label);
    if (!d->label)
        return 0;
    d->labels = a->labels;
    snprintf(d->label[0], sizeof d->label[0], "unresolved");
    for (size_t k = 0; k < a->rows; ++k)
        if (a->row[k].label)
            snprintf(d->label[a->row[k].label], sizeof d->label[0], "%zu: %s", a->row[k].label,
                     contensou__attractors_words[a->row[k].kind]);
    return 1;
}

enum contensou_status contensou__sweep_plot_data_read(struct contensou__sweep_plot_data *d,
                                                      const struct contensou__simulation *sim,
                                                      struct contensou__journal *journal,
                                                      struct contensou_error *err)
{
    struct place *place = choose(d, sim);
    double *varied = malloc((sim->lanes.axes + 1) * sizeof *varied);
    const int whole = contensou__journal_done(journal) == contensou__journal_total(journal);
    struct contensou__merge merge = {0};
    size_t capacity = 0;
    int good = place && varied && allocate(d);
    enum contensou_status status =
        whole ? contensou__merge_one(&merge, journal, err) : CONTENSOU_OK;

    if (!status && good && merge.attractors)
        good = name_labels(d, merge.attractors);

    for (size_t i = 0; i < d->lanes && good && !status; ++i) {
        struct contensou__journal_record record = {0};
        const int there = contensou__journal_has(journal, place[i].lane);

        if (whole)
            status = contensou__merge_read(&merge, place[i].lane, &record, varied, err);
        else if (there)
            status = contensou__journal_read(journal, place[i].lane, &record, err);
        if (status)
            break;
        d->x[i] = place[i].x;
        d->y[i] = place[i].y;
        d->missing += !there;
        d->failed += record.outcome != 0;
        put_columns(d, i, there && record.outcome == 0 ? record.scalar : NULL);
        if (there && record.outcome == 0)
            good = add_points(d, sim, place[i].x, &record, &capacity);
    }
    free(place);
    free(varied);
    contensou__merge_free(&merge);
    if (!good && !status)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the picture");
    return status;
}

void contensou__sweep_plot_data_free(struct contensou__sweep_plot_data *d)
{
    for (size_t k = 0; k < contensou__sweep_plot_data_states; ++k)
        free(d->point[k]);
    free(d->at);
    for (size_t c = 0; c < contensou__sweep_plot_data_columns; ++c)
        free(d->value[c]);
    free(d->label);
    free(d->y);
    free(d->x);
}
