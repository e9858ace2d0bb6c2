/* merge.c: the journals of one run. SPDX-License-Identifier: MIT */
#include "run/merge.h"

#include "base/bytes.h"
#include "base/setting.h"
#include "base/try.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

void contensou__merge_pack(const struct contensou__columns *columns,
                           const struct contensou__lanes *lanes, struct contensou__text *extra)
{
    contensou__lanes_pack(lanes, extra);
    contensou__columns_write(columns, extra);
}

/* Reads what varies from the head of the parts, and the columns unless they are known. */
static enum contensou_status read_extra(struct contensou__merge *m, struct contensou_error *err)
{
    const struct contensou__journal_spec *const spec = contensou__merge_spec(m);
    size_t used = 0;

    TRY(contensou__lanes_pack_read(&m->lanes, spec->extra, spec->extra_size, &used, err));
    if (!m->columns)
        TRY(contensou__columns_read(&m->columns, (const char *)spec->extra + used,
                                    spec->extra_size - used, &m->lanes, err));
    return m->lanes.count != spec->lanes || contensou__columns_count(m->columns, 0) > spec->scalars
               ? contensou_fail(err, CONTENSOU_EINPUT, "its lanes and columns do not fit")
               : CONTENSOU_OK;
}

/* The same, with the name of the file in its message. */
static enum contensou_status unpack(struct contensou__merge *m, struct contensou_error *err)
{
    struct contensou_error inner = {0};
    const enum contensou_status status = read_extra(m, &inner);

    return status ? contensou_fail(err, status, "cannot read '%s': %s",
                                   contensou__journal_about(m->part[m->present[0]])->path,
                                   inner.message)
                  : CONTENSOU_OK;
}

/* How many parts may stay open; the limit of the process is raised as far as it goes. */
static size_t open_files(size_t wanted)
{
    enum { others = 64 };
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    if (limit.rlim_cur < limit.rlim_max && limit.rlim_cur < wanted + others) {
        limit.rlim_cur =
            limit.rlim_max < wanted + others ? limit.rlim_max : (rlim_t)wanted + others;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur > others ? (size_t)limit.rlim_cur - others : 0;
}

static int differs(struct contensou__journal *there, struct contensou__journal *here, char *text,
                   size_t size)
{
    char in_there[300], in_here[300];
    const struct contensou__journal_head_pair two = {contensou__journal_about(there)->spec,
                                                     contensou__journal_about(here)->spec, in_there,
                                                     in_here};

    snprintf(in_there, sizeof in_there, "in '%.280s'", contensou__journal_about(there)->path);
    snprintf(in_here, sizeof in_here, "in '%.280s'", contensou__journal_about(here)->path);
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
                                  contensou__journal_about(j[i])->path,
                                  contensou__journal_about(j[base])->path, text);
    return CONTENSOU_OK;
}

static enum contensou_status check_whole(struct contensou__journal *j, struct contensou_error *err)
{
    const unsigned long long done = contensou__journal_about(j)->done,
                             all = contensou__journal_about(j)->total;
    const unsigned long long dropped = contensou__journal_about(j)->dropped;

    if (done == all)
        return CONTENSOU_OK;
    if (dropped)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "'%s' has %llu of its %llu lanes, and %llu bytes that are damaged; "
                              "finish it with " SETTING("resume"),
                              contensou__journal_about(j)->path, done, all, dropped);
    return contensou_fail(err, CONTENSOU_EINPUT,
                          "'%s' has %llu of its %llu lanes; finish it with " SETTING("resume"),
                          contensou__journal_about(j)->path, done, all);
}

void contensou__merge_missing(const struct contensou__merge *m, struct contensou__text *text)
{
    enum { most_named = 20 };
    const size_t missing = m->parts - m->present_count;
    size_t named = 0;

    for (size_t k = 0; k < m->parts; k++)
        if (!m->part[k] && ++named <= most_named)
            contensou__text_printf(text, "%s%zu/%zu",
                                   named > 1     ? ", "
                                   : missing > 1 ? "parts "
                                                 : "part ",
                                   k + 1, m->parts);
    contensou__text_printf(text, "%s", named > most_named ? ", .." : "");
}

static enum contensou_status fail_missing(const struct contensou__merge *m,
                                          struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text list = {0};

    contensou__merge_missing(m, &list);
    return contensou_fail(err, CONTENSOU_EINPUT,
                          "%s %s missing; give " SETTING("allow-missing") " to join the others",
                          list.data ? list.data : "parts",
                          m->parts - m->present_count > 1 ? "are" : "is");
}

/* Puts each part at its place; they belong to the merge from then on. */
static enum contensou_status sort_parts(struct contensou__merge *m, int some,
                                        struct contensou_error *err)
{
    const uint64_t parts = contensou__journal_about(m->part[0])->spec->shards;
    OWNED(contensou__try_free)
    struct contensou__journal **place = contensou__bytes_room(parts, parts, sizeof(void *));

    m->present = contensou__bytes_room(parts, parts, sizeof *m->present);
    TRY(contensou__try_memory(place ? m->present : NULL, err, "%llu parts",
                              (unsigned long long)parts));
    for (size_t i = 0; i < m->parts; i++) {
        const uint64_t k = contensou__journal_about(m->part[i])->spec->shard;

        if (place[k])
            return contensou_fail(err, CONTENSOU_EINPUT, "'%s' and '%s' are both part %llu/%llu",
                                  contensou__journal_about(place[k])->path,
                                  contensou__journal_about(m->part[i])->path,
                                  (unsigned long long)k + 1, (unsigned long long)parts);
        place[k] = m->part[i];
    }
    free(m->part);
    m->part = place;
    m->parts = (size_t)parts;
    place = NULL;
    for (size_t k = 0; k < m->parts; k++) {
        const enum contensou_status status =
            m->part[k] ? check_whole(m->part[k], err) : CONTENSOU_OK;

        if (status && !some)
            return status;
        if (status) {
            contensou__journal_close(m->part[k], NULL);
            m->part[k] = NULL;
        }
        if (m->part[k])
            m->present[m->present_count++] = k;
    }
    if (m->present_count == 0)
        return contensou_fail(err, CONTENSOU_EINPUT, "no part is finished");
    return m->present_count < m->parts && !some ? fail_missing(m, err) : CONTENSOU_OK;
}

enum contensou_status contensou__merge_open(struct contensou__merge *m, const char *const *path,
                                            size_t count, int some, struct contensou_error *err)
{
    const size_t stay_open = open_files(count);

    *m = (struct contensou__merge){.part = calloc(count + 1, sizeof(void *))};
    TRY(contensou__try_memory(m->part, err, "%zu parts", count));
    for (; m->parts < count; ++m->parts) {
        TRY(contensou__journal_load(&m->part[m->parts], path[m->parts], err));
        if (m->parts >= stay_open)
            contensou__journal_release(m->part[m->parts]);
    }
    TRY(check_runs(m->part, count, err));
    TRY(sort_parts(m, some, err));
    return unpack(m, err);
}

enum contensou_status contensou__merge_one(struct contensou__merge *m,
                                           struct contensou__journal *journal,
                                           struct contensou__columns *columns,
                                           struct contensou_error *err)
{
    *m = (struct contensou__merge){.columns = contensou__columns_share(columns),
                                   .part = calloc(1, sizeof(void *)),
                                   .present = calloc(1, sizeof *m->present)};
    if (!m->part || !m->present)
        contensou__journal_close(journal, NULL);
    TRY(contensou__try_memory(m->part ? m->present : NULL, err, "a part"));
    m->part[0] = journal;
    m->parts = m->present_count = 1;
    TRY(check_whole(journal, err));
    return unpack(m, err);
}

void contensou__merge_free(struct contensou__merge *m)
{
    for (size_t i = 0; i < m->parts; i++)
        contensou__journal_close(m->part[i], NULL);
    contensou__lanes_free(&m->lanes);
    contensou__columns_free(m->columns);
    free(m->present);
    free(m->part);
    *m = (struct contensou__merge){0};
}

const struct contensou__journal_spec *contensou__merge_spec(const struct contensou__merge *m)
{
    return contensou__journal_about(m->part[m->present[0]])->spec;
}

/* One part of several stands alone where its own shard is all that was asked for; then lanes are counted within it. */
static int alone(const struct contensou__merge *m)
{
    return m->parts == 1;
}

/* The lanes of the parts that are there come in rounds: one of each part, then the next one of each. */
uint64_t contensou__merge_lane(const struct contensou__merge *m, uint64_t i)
{
    const struct contensou__journal_spec *const spec = contensou__merge_spec(m);

    return alone(m) ? spec->shard + i * spec->shards
                    : i / m->present_count * m->parts + m->present[i % m->present_count];
}

uint64_t contensou__merge_place(const struct contensou__merge *m, uint64_t lane)
{
    const struct contensou__journal_spec *const spec = contensou__merge_spec(m);
    const uint64_t count = contensou__merge_count(m);
    uint64_t i = count;

    if (alone(m) && lane >= spec->shard)
        i = (lane - spec->shard) / spec->shards;
    for (size_t k = 0; !alone(m) && k < m->present_count; k++)
        if (m->present[k] == lane % m->parts)
            i = lane / m->parts * m->present_count + k;
    return i < count && contensou__merge_lane(m, i) == lane ? i : count;
}

uint64_t contensou__merge_count(const struct contensou__merge *m)
{
    uint64_t count = 0;

    for (size_t k = 0; k < m->present_count; k++)
        count += contensou__journal_about(m->part[m->present[k]])->total;
    return count;
}

const char *contensou__merge_axis(const struct contensou__merge *m, size_t a)
{
    return m->lanes.name[m->lanes.axis[a].place];
}

enum contensou_status contensou__merge_read(const struct contensou__merge *m, uint64_t lane,
                                            struct contensou__record *record, double *varied,
                                            struct contensou_error *err)
{
    contensou__lanes_varied(&m->lanes, lane, varied);
    return contensou__journal_read(m->part[lane % m->parts], lane, record, err);
}
