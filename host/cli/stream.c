/* stream.c: open, pump, finish, draw.
 *
 * Two blocks take turns: while one is read and solved, a thread finishes and writes the other. So at any time one block at most is
 * in writing, rows are written in their order, and what a command's `finish` changes must not be what its `read` and `solve` use.
 * SPDX-License-Identifier: MIT */
#include "cli/stream.h"

#include "base/clock.h"
#include "cli/undrawn.h"
#include "cli/owned.h"
#include "cli/progress.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The blocks of one run, of which one is read and solved while the other is written. */
struct pump {
    struct contensou__stream *s;
    const struct contensou__stream_steps *steps;
    void *work;
    double *memory;
    struct contensou__stream_block block[2];
    pthread_t thread;
    struct contensou__stream_block *writing; /* NULL: nothing is being written */
    int threaded;
    enum contensou_status status; /* of what was written last */
    struct contensou_error err;
};

double *contensou__stream_field(const struct contensou__stream_block *b, size_t first)
{
    return b->memory + first * b->capacity;
}

struct contensou_table_column *
contensou__stream_column(struct contensou__stream *s, const char *name, size_t field, size_t place)
{
    s->field[s->columns] = field;
    s->place[s->columns] = place;
    s->column[s->columns] = (struct contensou_table_column){.name = name};
    return &s->column[s->columns++];
}

void contensou__stream_take(const struct contensou__stream *s, size_t rows,
                            struct contensou__stream_block *b)
{
    b->n = s->total - b->from < rows ? s->total - b->from : rows;
}

size_t contensou__stream_head(struct contensou__stream *s, struct contensou_table_attribute *to,
                              const struct contensou_table_attribute *own, size_t count)
{
    enum { shared = contensou__contact_options_attribute_count };

    contensou__contact_options_attributes(to, &s->job->spec, &s->job->units,
                                          contensou__options_line(s->job->options),
                                          contensou_device_about(s->device));
    contensou__real_units_name(&s->job->units, &to[shared], s->units);
    memcpy(to + shared + 1, own, count * sizeof *own);
    return shared + 1 + count;
}

static enum contensou_status open_table(struct contensou__stream *s,
                                        const struct contensou__stream_steps *steps, void *work,
                                        struct contensou_error *err)
{
    struct contensou_table_attribute attribute[contensou__stream_head_most];
    const size_t count = steps->head(work, attribute);

    return contensou_table_open_columns(&s->table, s->job->output, s->column, s->columns, attribute,
                                        count, err);
}

static enum contensou_status allocate(struct pump *p, struct contensou_error *err)
{
    const struct contensou__stream *s = p->s;
    const size_t rows = s->total && s->total < s->largest ? s->total : s->largest;

    p->memory = malloc(2 * s->fields * rows * sizeof *p->memory);
    TRY(contensou__try_memory(p->memory ? s : NULL, err, "blocks of %zu %s", rows, s->unit));
    for (size_t i = 0; i < 2; i++)
        p->block[i] = (struct contensou__stream_block){.capacity = rows,
                                                       .memory = p->memory + i * s->fields * rows};
    return CONTENSOU_OK;
}

/* Keeps n more rows of the columns that the picture needs. */
static enum contensou_status keep(struct contensou__stream *s, size_t n,
                                  const double *const *column, struct contensou_error *err)
{
    if (s->done + n > s->drawn_size) {
        const size_t all = s->done + n; /* a file may have grown since its rows were counted */
        const size_t size = all <= s->total ? s->total : 2 * all;

        for (size_t k = 0; k < s->draws; k++) {
            double *value = realloc(s->drawn[k], size * sizeof *value);

            TRY(contensou__try_memory(value, err, "the picture"));
            s->drawn[k] = value;
        }
        s->drawn_size = size;
    }
    for (size_t k = 0; k < s->draws; k++)
        memcpy(s->drawn[k] + s->done, column[s->draw[k]], n * sizeof **s->drawn);
    return CONTENSOU_OK;
}

/* Makes the columns of a block what is written, writes them, and keeps those that the picture needs. */
static enum contensou_status write_rows(struct pump *p, struct contensou_error *err)
{
    struct contensou__stream *const s = p->s;
    const double *column[contensou__stream_columns];
    const size_t n = p->writing->n;

    TRY(p->steps->finish(p->work, p->writing, err));
    for (size_t k = 0; k < s->columns; k++)
        column[k] = contensou__stream_field(p->writing, s->field[k]) + s->place[k] * n;
    if (s->table)
        TRY(contensou_table_append(s->table, n, column, err));
    return s->job->plot ? keep(s, n, column, err) : CONTENSOU_OK;
}

static void *write_block(void *context)
{
    struct pump *p = context;

    p->status = write_rows(p, &p->err);
    return NULL;
}

static void begin_write(struct pump *p, struct contensou__stream_block *b)
{
    p->writing = b;
    p->threaded = pthread_create(&p->thread, NULL, write_block, p) == 0;
    if (!p->threaded)
        write_block(p);
}

/* Waits for the block that is being written, if any. */
static enum contensou_status end_write(struct pump *p, struct contensou_error *err)
{
    if (!p->writing)
        return CONTENSOU_OK;
    if (p->threaded)
        pthread_join(p->thread, NULL);
    p->s->done += p->writing->n;
    p->writing = NULL;
    if (p->status && err)
        *err = p->err;
    return p->status;
}

/* Rows of the next block, after one that took so long: blocks take 0.05 to 0.3 s, between which the bar moves
 * and a stop is heard. */
static size_t next_rows(const struct contensou__stream *s, size_t rows, double seconds)
{
    if (seconds > 0.3 && rows > s->smallest)
        return rows / 2;
    for (; rows < s->largest && seconds < 0.05; seconds *= 2)
        rows *= 2;
    return rows;
}

/* Reads and solves block after block, each while the one before is written; the last one may be in writing at the end. */
static enum contensou_status pump_blocks(struct pump *p, struct contensou__progress *progress,
                                         struct contensou_error *err)
{
    const struct contensou__stream_steps *const steps = p->steps;
    struct contensou__stream_block *b = p->block;
    size_t rows = p->s->smallest, from = 0;

    for (;; b = b == p->block ? b + 1 : p->block) {
        double start;

        b->from = from;
        TRY(contensou__progress_check(err));
        TRY(steps->read(p->work, rows < b->capacity ? rows : b->capacity, b, err));
        if (!b->n)
            return CONTENSOU_OK;
        start = contensou__clock_seconds();
        TRY(steps->solve(p->work, b, err));
        if (from) /* the first launch of a kernel may still compile it: its time says nothing */
            rows = next_rows(p->s, rows, contensou__clock_seconds() - start);
        from += b->n;
        TRY(end_write(p, err));
        begin_write(p, b);
        contensou__progress_update(progress, (double)p->s->done);
    }
}

static enum contensou_status pump(struct contensou__stream *s,
                                  const struct contensou__stream_steps *steps, void *work,
                                  struct contensou_error *err)
{
    struct pump p = {.s = s, .steps = steps, .work = work};
    struct contensou__progress progress;
    enum contensou_status status, written;

    TRY(allocate(&p, err));
    contensou__progress_begin(&progress, s->unit, (double)s->total, s->job->quiet);
    status = pump_blocks(&p, &progress, err);
    written = end_write(&p, status ? NULL : err);
    contensou__progress_update(&progress, (double)s->done);
    contensou__progress_end(&progress);
    free(p.memory);
    return status ? status : written;
}

static enum contensou_status open_all(struct contensou__stream *s,
                                      const struct contensou__stream_steps *steps, void *work,
                                      struct contensou_error *err)
{
    if (s->job->dump)
        TRY(contensou__text_file_open(&s->dump, s->job->dump, err));
    TRY(contensou_device_open(&s->device, s->job->device, err));
    if (steps->prepare)
        TRY(steps->prepare(work, err));
    if (s->job->table && s->job->to_file)
        TRY(open_table(s, steps, work, err));
    TRY(steps->create(work, err));
    TRY(contensou__progress_check(err));
    if (s->job->table && !s->job->to_file)
        TRY(open_table(s, steps, work, err));
    return CONTENSOU_OK;
}

enum contensou_status contensou__stream_run(struct contensou__stream *s,
                                            const struct contensou__stream_steps *steps, void *work,
                                            struct contensou_error *err)
{
    TRY(open_all(s, steps, work, err));
    TRY(pump(s, steps, work, err));
    if (s->table)
        TRY(contensou__owned_table_close(&s->table, err));
    if (s->job->dump)
        TRY(contensou__text_file_close(&s->dump, steps->program(work), err));
    if (steps->say)
        steps->say(work);
    return s->job->plot ? contensou__undrawn_warn(steps->draw(work, err), err) : CONTENSOU_OK;
}

enum contensou_status contensou__stream_whole(struct contensou_table *table, size_t rows,
                                              const double *const *column,
                                              struct contensou_error *err)
{
    OWNED(contensou__owned_table) struct contensou_table *owned = table;

    TRY(contensou_table_append(owned, rows, column, err));
    return contensou__owned_table_close(&owned, err);
}

void contensou__stream_close(struct contensou__stream *s)
{
    for (size_t k = 0; k < s->draws; k++)
        free(s->drawn[k]);
    contensou_table_discard(s->table);
    contensou_device_close(s->device);
    contensou__text_file_discard(&s->dump);
}

static enum contensou_status read_rows(struct contensou__stream_points *p, size_t rows, size_t *got,
                                       struct contensou_error *err)
{
    p->width = contensou__csv_columns(p->csv);
    if (rows * p->width > p->size) {
        double *value = realloc(p->value, rows * p->width * sizeof *value);

        TRY(contensou__try_memory(value, err, "%zu rows of '%s'", rows, p->path));
        p->value = value;
        p->size = rows * p->width;
    }
    TRY(contensou__csv_read(p->csv, rows, p->value, got, err));
    return p->check ? p->check(p->input, *got, err) : CONTENSOU_OK;
}

/* The header has all columns of one set, and none of the other. */
static enum contensou_status find_columns(struct contensou__stream_points *p,
                                          const struct contensou__stream_sets *sets,
                                          struct contensou_error *err)
{
    const char *names[6];
    int where[6];
    const char *const *own, *other = NULL;
    size_t first;

    memcpy(names, sets->names[0], sets->count[0] * sizeof *names);
    memcpy(names + sets->count[0], sets->names[1], sets->count[1] * sizeof *names);
    TRY(contensou__csv_find(p->csv, names, sets->count[0] + sets->count[1], where, err));
    for (size_t k = 0; k < sets->count[1]; k++)
        p->set |= where[sets->count[0] + k] >= 0;
    for (size_t k = 0; k < sets->count[0] && p->set; k++)
        other = !other && where[k] >= 0 ? names[k] : other;
    own = sets->names[p->set];
    first = p->set ? sets->count[0] : 0;
    for (size_t k = 0; k < sets->count[p->set]; k++) {
        if (where[first + k] < 0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:1: the header has no column '%s'; the columns must be %s",
                                  p->path, own[k], sets->either);
        if (other)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "%s:1: the column '%s' beside '%s'; the columns must be %s",
                                  p->path, other, own[k], sets->either);
        p->column[k] = (size_t)where[first + k];
    }
    return CONTENSOU_OK;
}

static enum contensou_status count_rows(struct contensou__stream_points *p, const char *thing,
                                        struct contensou_error *err)
{
    enum { block_rows = 1 << 14 };
    struct stat info;
    size_t got = 0;

    if (stat(p->path, &info) || !S_ISREG(info.st_mode))
        return CONTENSOU_OK;
    do {
        TRY(contensou__progress_check(err));
        TRY(read_rows(p, block_rows, &got, err));
        p->total += got;
    } while (got);
    if (!p->total)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "'%s' has a header line but no rows; it needs at least one %s",
                              p->path, thing);
    return contensou__csv_rewind(p->csv, err);
}

enum contensou_status contensou__stream_points_open(struct contensou__stream_points *p,
                                                    const char *path,
                                                    const struct contensou__stream_sets *sets,
                                                    struct contensou__real_units *units,
                                                    const char *thing, struct contensou_error *err)
{
    p->path = path;
    TRY(contensou__csv_open(&p->csv, path, err));
    TRY(find_columns(p, sets, err));
    TRY(contensou__real_units_file(units, contensou__csv_units(p->csv), path, err));
    return count_rows(p, thing, err);
}

enum contensou_status contensou__stream_points_read(struct contensou__stream_points *p, size_t rows,
                                                    size_t *got, struct contensou_error *err)
{
    TRY(read_rows(p, rows, got, err));
    if (!*got && !p->next)
        return contensou_fail(err, CONTENSOU_EINPUT, "'%s' has no rows", p->path);
    p->next += *got;
    return CONTENSOU_OK;
}

void contensou__stream_points_close(struct contensou__stream_points *p)
{
    contensou__csv_close(p->csv);
    free(p->value);
}
