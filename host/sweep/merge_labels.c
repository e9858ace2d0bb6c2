/* merge_labels.c: the columns of a run as lanes of attractors.h. SPDX-License-Identifier: MIT */
#include "sweep/merge_labels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char label[] = "label";

/* Columns of the observer that has a label. */
struct reader {
    const struct contensou__merge *m;
    size_t kind, time, period, observed, state;
    double *varied, *parameter; /* [axes] */
};

int contensou__merge_labels_is_parameter(const struct contensou__merge *m, size_t a)
{
    const char *name = m->name[a];

    return strncmp(name, contensou__lanes_init, sizeof contensou__lanes_init - 1) != 0 &&
           strcmp(name, "start") != 0 && strcmp(name, "continue") != 0;
}

/* The first column from `from` on whose name is `prefix`, anything, `end`; or SIZE_MAX. */
static size_t find(const struct contensou__merge *m, size_t from, const char *prefix,
                   size_t prefix_size, const char *end)
{
    const size_t end_size = strlen(end);

    for (size_t c = from; c < m->layout.columns; ++c) {
        const char *name = m->layout.column[c];
        const size_t size = strlen(name);

        if (size >= prefix_size + end_size && strncmp(name, prefix, prefix_size) == 0 &&
            strcmp(name + size - end_size, end) == 0)
            return c;
    }
    return SIZE_MAX;
}

static enum contensou_status read_lane(void *owner, uint64_t lane,
                                       struct contensou__attractors_lane *out,
                                       struct contensou_error *err)
{
    struct reader *r = owner;
    struct contensou__record record = {0};
    enum contensou_status status = contensou__merge_read(r->m, lane, &record, r->varied, err);
    size_t count = 0;

    for (size_t a = 0; a < r->m->lanes.axes; ++a)
        if (contensou__merge_labels_is_parameter(r->m, a))
            r->parameter[count++] = r->varied[a];
    if (!status)
        *out = (struct contensou__attractors_lane){.failed = record.outcome != 0,
                                                   .kind = record.scalar[r->kind],
                                                   .time = record.scalar[r->time],
                                                   .period = record.scalar[r->period],
                                                   .end = record.scalar[r->observed],
                                                   .parameter = r->parameter,
                                                   .state = record.scalar + r->state};
    return status;
}

enum contensou_status contensou__merge_labels_find(struct contensou__merge *m,
                                                   struct contensou_error *err)
{
    const size_t at = find(m, 0, "", 0, ".label");
    const char *name = at == SIZE_MAX ? "" : m->layout.column[at];
    const size_t prefix = at == SIZE_MAX ? 0 : strlen(name) - (sizeof label - 1);
    struct reader r = {.m = m};
    struct contensou__attractors_source source = {
        .lanes = m->lanes.count, .read = read_lane, .owner = &r};
    struct contensou__attractors *found;
    enum contensou_status status = CONTENSOU_OK;

    if (at == SIZE_MAX)
        return CONTENSOU_OK;
    r.kind = find(m, at, name, prefix, "kind");
    r.time = find(m, at, name, prefix, "time");
    r.period = find(m, at, name, prefix, "period");
    r.observed = find(m, at, name, prefix, "observed");
    r.state = find(m, at, name, prefix, ".mean");
    if (r.kind == SIZE_MAX || r.time == SIZE_MAX || r.period == SIZE_MAX ||
        r.observed == SIZE_MAX || r.state == SIZE_MAX)
        return CONTENSOU_OK; /* a label of another making */
    for (size_t c = r.state; c != SIZE_MAX; c = find(m, c + 1, name, prefix, ".mean"))
        ++source.states;
    for (size_t a = 0; a < m->lanes.axes; ++a)
        source.parameters += (size_t)contensou__merge_labels_is_parameter(m, a);
    r.varied = malloc(2 * (m->lanes.axes + 1) * sizeof *r.varied);
    m->scalar = malloc((m->layout.columns + 1) * sizeof *m->scalar);
    found = calloc(1, sizeof *found);
    if (!r.varied || !m->scalar || !found)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the attractors of a sweep");
    if (!status) {
        r.parameter = r.varied + m->lanes.axes + 1;
        status = contensou__attractors_find(found, &source, err);
    }
    free(r.varied);
    m->label_column = at;
    m->attractors = found; /* from now on lanes are read with their labels */
    return status;
}

void contensou__merge_labels_free(struct contensou__merge *m)
{
    if (m->attractors)
        contensou__attractors_free(m->attractors);
    free(m->attractors);
    free(m->scalar);
}
