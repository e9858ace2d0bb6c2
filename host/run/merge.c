/* merge.c: the journals of one run. SPDX-License-Identifier: MIT */
#include "run/merge.h"

#include "base/room.h"
#include "base/setting.h"
#include "run/journal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const char label[] = "label";

/* Columns of the observer that has a label. */
struct reader {
    const struct contensou__merge *m;
    size_t kind, time, period, observed, state, list; /* list: that of its points, or SIZE_MAX */
    double *varied, *parameter;                       /* [axes] */
};

int contensou__merge_is_parameter(const struct contensou__merge *m, size_t a)
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
    struct contensou__loop_record record = {0};
    enum contensou_status status = contensou__merge_read(r->m, lane, &record, r->varied, err);
    size_t count = 0;

    for (size_t a = 0; a < r->m->lanes.axes; ++a)
        if (contensou__merge_is_parameter(r->m, a))
            r->parameter[count++] = r->varied[a];
    if (!status)
        *out = (struct contensou__attractors_lane){.failed =
                                                       !contensou_outcome_reached(record.outcome),
                                                   .kind = record.scalar[r->kind],
                                                   .time = record.scalar[r->time],
                                                   .period = record.scalar[r->period],
                                                   .end = record.scalar[r->observed],
                                                   .parameter = r->parameter,
                                                   .state = record.scalar + r->state};
    if (!status && r->list != SIZE_MAX)
        out->point = contensou__merge_rows(&r->m->layout, &record, r->list, &out->points);
    return status;
}

/* The list of an observer whose rows are states, or SIZE_MAX. */
static size_t find_list(const struct contensou__merge_layout *layout, const char *name, size_t size,
                        size_t states)
{
    for (size_t k = 0; k < layout->lists; ++k)
        if (strlen(layout->list[k].name) == size &&
            strncmp(layout->list[k].name, name, size) == 0 && layout->list[k].cells == 1 + states)
            return k;
    return SIZE_MAX;
}

/* 1 if the run says that the state of this name is an angle. */
static int is_angle(const struct contensou__journal_spec *spec, const char *name, size_t size)
{
    const char *at = "";

    for (size_t i = 0; i < spec->pairs; ++i)
        if (strcmp(spec->pair[i].key, "run/angles") == 0 && spec->pair[i].text)
            at = spec->pair[i].text;
    for (; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
        if (strcspn(at, ",") == size && strncmp(at, name, size) == 0)
            return 1;
    return 0;
}

/* Where a column of the layout is OBSERVER.label, finds the attractors from the columns of that observer. */
static enum contensou_status find_labels(struct contensou__merge *m, struct contensou_error *err)
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
    for (size_t c = r.state; c != SIZE_MAX; c = find(m, c + 1, name, prefix, ".mean")) {
        const char *const of = m->layout.column[c] + prefix;

        source.angles |=
            (unsigned)is_angle(contensou__merge_spec(m), of, strlen(of) - strlen(".mean"))
            << source.states;
        ++source.states;
    }
    r.list = find_list(&m->layout, name, prefix - 1, source.states);
    for (size_t a = 0; a < m->lanes.axes; ++a)
        source.parameters += (size_t)contensou__merge_is_parameter(m, a);
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

static void free_labels(struct contensou__merge *m)
{
    if (m->attractors)
        contensou__attractors_free(m->attractors);
    free(m->attractors);
    free(m->scalar);
}

static void put_names(struct contensou__text *bytes, const char *const *name, size_t count)
{
    for (size_t i = 0; i < count; i++)
        contensou__text_append(bytes, name[i], strlen(name[i]) + 1);
}

const double *contensou__merge_rows(const struct contensou__merge_layout *layout,
                                    const struct contensou__loop_record *record, size_t list,
                                    size_t *count)
{
    const double *at = record->point;
    size_t left = record->points;

    *count = 0;
    if (!at || left < 2 * layout->lists)
        return NULL;
    at += 2 * layout->lists;
    left -= 2 * layout->lists;
    for (size_t k = 0; k <= list; k++) {
        const double rows = record->point[k];
        const size_t wide = layout->list[k].cells;

        if (!(rows >= 0 && rows * (double)wide <= (double)left))
            return NULL;
        *count = (size_t)rows;
        if (k < list) {
            at += *count * wide;
            left -= *count * wide;
        }
    }
    return at;
}

double contensou__merge_seen(const struct contensou__merge_layout *layout,
                             const struct contensou__loop_record *record, size_t list)
{
    return record->point && record->points >= 2 * layout->lists
               ? record->point[layout->lists + list]
               : 0;
}

/* Of the layout: how many columns, lists, and of each list its cells and flags; then all names. */
void contensou__merge_pack(const struct contensou__merge_layout *layout,
                           const struct contensou__lanes *lanes, struct contensou__text *extra)
{
    const uint64_t head[2] = {layout->columns, layout->lists};

    contensou__lanes_pack(lanes, extra);
    contensou__text_append(extra, (const char *)head, sizeof head);
    for (size_t k = 0; k < layout->lists; k++) {
        const struct contensou__merge_list *const l = &layout->list[k];
        const uint64_t about[3] = {l->cells, (uint64_t)l->numbered, (uint64_t)l->aside};

        contensou__text_append(extra, (const char *)about, sizeof about);
    }
    put_names(extra, layout->column, layout->columns);
    for (size_t k = 0; k < layout->lists; k++) {
        put_names(extra, &layout->list[k].name, 1);
        put_names(extra, layout->list[k].cell, layout->list[k].cells);
        put_names(extra, layout->list[k].words, layout->list[k].cells);
    }
}

/* Points name[count] at the texts that start at `at`; returns what follows, or NULL. */
static const char *take_names(const char *at, const char *end, const char **name, size_t count)
{
    for (size_t i = 0; i < count && at; i++) {
        const char *const zero = memchr(at, '\0', (size_t)(end - at));

        name[i] = at;
        at = zero ? zero + 1 : NULL;
    }
    return at;
}

/* Reads the names of columns and cells from bytes[size]; all of them lie in one array of pointers. */
static enum contensou_status unpack_layout(struct contensou__merge *m, const char *bytes,
                                           size_t size, struct contensou_error *err)
{
    struct contensou__merge_layout *const layout = &m->layout;
    uint64_t head[2] = {0}, about[contensou__merge_lists][3] = {{0}};
    size_t skip = sizeof head, total = 1;
    const char **name, *at;
    int good = size >= sizeof head;

    if (good)
        memcpy(head, bytes, sizeof head);
    good &= head[0] <= size && head[1] <= contensou__merge_lists &&
            size >= skip + head[1] * sizeof about[0];
    for (size_t k = 0; good && k < head[1]; k++, skip += sizeof about[0]) {
        memcpy(about[k], bytes + skip, sizeof about[0]);
        good &= about[k][0] <= size;
        total += 1 + 2 * (size_t)about[k][0];
    }
    if (!good)
        return contensou_fail(err, CONTENSOU_EINPUT, "the names of the columns are not readable");
    m->texts = malloc(size);
    layout->column = name = contensou__room_for(
        head[0] + total, contensou__merge_lists * 3 * (uint64_t)size, sizeof *name);
    m->name = calloc(m->lanes.axes + 1, sizeof *m->name);
    if (!m->texts || !name || !m->name)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the names of columns");
    memcpy(m->texts, bytes, size);
    layout->columns = (size_t)head[0];
    layout->lists = (size_t)head[1];
    at = take_names(m->texts + skip, m->texts + size, name, layout->columns);
    name += layout->columns;
    for (size_t k = 0; k < layout->lists && at; k++) {
        const size_t cells = (size_t)about[k][0];

        at = take_names(at, m->texts + size, name, 1 + 2 * cells);
        layout->list[k] = (struct contensou__merge_list){.name = name[0],
                                                         .cell = name + 1,
                                                         .words = name + 1 + cells,
                                                         .cells = cells,
                                                         .numbered = about[k][1] != 0,
                                                         .aside = about[k][2] != 0};
        name += 1 + 2 * cells;
    }
    if (!at)
        return contensou_fail(err, CONTENSOU_EINPUT, "the names of the columns are not readable");
    for (size_t a = 0; a < m->lanes.axes; a++)
        m->name[a] = m->lanes.name[a];
    return CONTENSOU_OK;
}

/* Takes apart what the heads of the parts carry. */
static enum contensou_status unpack(struct contensou__merge *m, struct contensou_error *err)
{
    const struct contensou__journal_spec *const spec = contensou__merge_spec(m);
    struct contensou_error inner = {0};
    size_t used = 0;
    enum contensou_status status =
        contensou__lanes_pack_read(&m->lanes, spec->extra, spec->extra_size, &used, &inner);

    if (!status)
        status =
            unpack_layout(m, (const char *)spec->extra + used, spec->extra_size - used, &inner);
    if (!status && (m->lanes.count != spec->lanes || m->layout.columns > spec->scalars))
        status = contensou_fail(&inner, CONTENSOU_EINPUT, "its lanes and columns do not fit");
    return status ? contensou_fail(err, status, "cannot read '%s': %s",
                                   contensou__journal_path(m->part[0]), inner.message)
                  : CONTENSOU_OK;
}

/* Every part is a file that stays open. */
static void allow_files(size_t count)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max &&
        limit.rlim_cur < count + 64) {
        limit.rlim_cur = limit.rlim_max < count + 64 ? limit.rlim_max : (rlim_t)count + 64;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static int differs(struct contensou__journal *there, struct contensou__journal *here, char *text,
                   size_t size)
{
    char in_there[300], in_here[300];
    const struct contensou__journal_head_pair two = {
        contensou__journal_spec(there), contensou__journal_spec(here), in_there, in_here};

    snprintf(in_there, sizeof in_there, "in '%.280s'", contensou__journal_path(there));
    snprintf(in_here, sizeof in_here, "in '%.280s'", contensou__journal_path(here));
    if (contensou__journal_head_differs(&two, text, size))
        return 1;
    if (two.there->shards == two.here->shards)
        return 0;
    snprintf(text, size, "there are %llu parts %s and %llu %s",
             (unsigned long long)two.there->shards, in_there, (unsigned long long)two.here->shards,
             in_here);
    return 1;
}

/* All must be of the run that the first is of; or, where it stands alone, the second. */
static enum contensou_status check_runs(struct contensou__journal *const *j, size_t count,
                                        struct contensou_error *err)
{
    char text[1400];
    const size_t base = count > 2 && differs(j[0], j[1], text, sizeof text) &&
                                !differs(j[1], j[2], text, sizeof text)
                            ? 1
                            : 0;

    for (size_t i = 0; i < count; i++)
        if (differs(j[i], j[base], text, sizeof text))
            return contensou_fail(err, CONTENSOU_EINPUT, "'%s' is of another run than '%s': %s",
                                  contensou__journal_path(j[i]), contensou__journal_path(j[base]),
                                  text);
    return CONTENSOU_OK;
}

static enum contensou_status check_whole(struct contensou__journal *j, struct contensou_error *err)
{
    const unsigned long long done = contensou__journal_done(j), all = contensou__journal_total(j);
    const unsigned long long dropped = contensou__journal_dropped(j);

    if (done == all)
        return CONTENSOU_OK;
    if (dropped)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "'%s' has %llu of its %llu lanes, and %llu bytes that are damaged; "
                              "finish it with " SETTING("resume"),
                              contensou__journal_path(j), done, all, dropped);
    return contensou_fail(err, CONTENSOU_EINPUT,
                          "'%s' has %llu of its %llu lanes; finish it with " SETTING("resume"),
                          contensou__journal_path(j), done, all);
}

static enum contensou_status fail_missing(struct contensou__journal *const *part, size_t parts,
                                          struct contensou_error *err)
{
    struct contensou__text list = {0};
    size_t missing = 0;

    for (size_t k = 0; k < parts; k++)
        if (!part[k] && ++missing <= 20)
            contensou__text_printf(&list, "%s%zu/%zu", missing > 1 ? ", " : "", k + 1, parts);
    contensou_fail(err, CONTENSOU_EINPUT, "part%s %s%s %s missing", missing > 1 ? "s" : "",
                   list.data ? list.data : "", missing > 20 ? ", .." : "",
                   missing > 1 ? "are" : "is");
    contensou__text_free(&list);
    return CONTENSOU_EINPUT;
}

/* Puts each part at its place. */
static enum contensou_status sort_parts(struct contensou__merge *m,
                                        struct contensou__journal *const *j, size_t count,
                                        struct contensou_error *err)
{
    const uint64_t parts = contensou__journal_spec(j[0])->shards;
    struct contensou__journal **place = contensou__room_for(parts, parts, sizeof(void *));
    enum contensou_status status = CONTENSOU_OK;
    size_t found = 0;

    if (!place)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %llu parts",
                              (unsigned long long)parts);
    for (size_t i = 0; i < count && !status; i++) {
        const uint64_t k = contensou__journal_spec(j[i])->shard;

        if (place[k])
            status =
                contensou_fail(err, CONTENSOU_EINPUT, "'%s' and '%s' are both part %llu/%llu",
                               contensou__journal_path(place[k]), contensou__journal_path(j[i]),
                               (unsigned long long)k + 1, (unsigned long long)parts);
        found += !place[k];
        place[k] = j[i];
    }
    if (!status && found < parts)
        status = fail_missing(place, (size_t)parts, err);
    for (size_t k = 0; k < found && !status; k++)
        status = check_whole(place[k], err);
    if (status) {
        free(place);
        return status;
    }
    free(m->part);
    m->part = place;
    m->parts = (size_t)parts;
    return CONTENSOU_OK;
}

enum contensou_status contensou__merge_open(struct contensou__merge *m, const char *const *path,
                                            size_t count, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    *m = (struct contensou__merge){0};
    allow_files(count);
    m->part = calloc(count + 1, sizeof(void *));
    if (!m->part)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu parts", count);
    for (; m->parts < count && !status; m->parts += !status)
        status = contensou__journal_load(&m->part[m->parts], path[m->parts], err);
    if (!status)
        status = check_runs(m->part, count, err);
    if (!status)
        status = sort_parts(m, m->part, count, err);
    if (!status)
        status = unpack(m, err);
    return status ? status : find_labels(m, err);
}

enum contensou_status contensou__merge_one(struct contensou__merge *m,
                                           struct contensou__journal *journal,
                                           struct contensou_error *err)
{
    enum contensou_status status;

    *m = (struct contensou__merge){0};
    m->part = calloc(1, sizeof(void *));
    if (!m->part) {
        contensou__journal_close(journal, NULL);
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a part");
    }
    m->part[0] = journal;
    m->parts = 1;
    status = check_whole(journal, err);
    if (!status)
        status = unpack(m, err);
    /* a shard has not the lanes that end alike */
    return status || contensou__merge_spec(m)->shards > 1 ? status : find_labels(m, err);
}

void contensou__merge_free(struct contensou__merge *m)
{
    for (size_t i = 0; i < m->parts; i++)
        contensou__journal_close(m->part[i], NULL);
    contensou__lanes_free(&m->lanes);
    free_labels(m);
    free((void *)m->layout.column);
    free((void *)m->name);
    free(m->texts);
    free(m->part);
    *m = (struct contensou__merge){0};
}

const struct contensou__journal_spec *contensou__merge_spec(const struct contensou__merge *m)
{
    return contensou__journal_spec(m->part[0]);
}

enum contensou_status contensou__merge_read(const struct contensou__merge *m, uint64_t lane,
                                            struct contensou__loop_record *record, double *varied,
                                            struct contensou_error *err)
{
    enum contensou_status status;

    contensou__lanes_varied(&m->lanes, lane, varied);
    status = contensou__journal_read(m->part[lane % m->parts], lane, record, err);
    if (!status && m->attractors) {
        memcpy(m->scalar, record->scalar, m->layout.columns * sizeof *m->scalar);
        m->scalar[m->label_column] = m->attractors->label[lane];
        record->scalar = m->scalar;
    }
    return status;
}
