/* trajectories_file.c: what came out of a sweep, as a file. SPDX-License-Identifier: MIT */
#include "run/trajectories_file.h"

#include "base/text.h"
#include "base/try.h"
#include "io/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { block_rows = 4096 };

/* A table of the file and the rows that wait for it: a block of them is written at once. */
struct part {
    struct contensou_table *table; /* NULL: this one is left out */
    size_t rows, written;          /* that wait, and before */
    double *cell;                  /* [columns][block_rows], of all columns */
    const double **start;          /* those that the file has */
};

struct contensou__trajectories_file {
    struct contensou__trajectories_file_spec spec;
    struct part part[contensou__columns_tables];
    struct part whole[contensou__columns_tables]; /* of NAME.h5, where files were closed before */
    size_t closed;
    uint64_t bytes; /* of numbers in this file */
    int failed;
};

/* What standard output has room for: not the lists that are good to have beside a file. */
static int wanted(const struct contensou__trajectories_file_spec *spec, size_t table)
{
    return !spec->columns->table[table].files_only || (spec->path && strcmp(spec->path, "-") != 0);
}

/* 1 if the points of one list are all that there is, and the file has room for one table. */
static int points_only(const struct contensou__trajectories_file_spec *spec)
{
    size_t lists = 0;

    for (size_t k = 1; k < spec->columns->tables; k++)
        lists += (size_t)wanted(spec, k);
    return !contensou_table_is_hdf5(spec->path) &&
           contensou__columns_count(spec->columns, 0) == 0 && lists == 1;
}

/* The parts of one file. */
static enum contensou_status open_part(struct contensou__trajectories_file *f, struct part *part,
                                       const char *path, size_t k, struct contensou_error *err)
{
    struct part *const p = &part[k];
    const struct contensou__trajectories_file_spec *const spec = &f->spec;
    const struct contensou__columns_table *const t = &spec->columns->table[k];
    const size_t out = /* CSV has the word of the outcome only */
        k || contensou_table_is_hdf5(spec->path) ? SIZE_MAX : spec->columns->outcome_code;
    OWNED(contensou__try_free)
    struct contensou_table_column *column = malloc(t->columns * sizeof *column);
    size_t columns = 0;

    p->cell = malloc(t->columns * block_rows * sizeof *p->cell);
    p->start = malloc(t->columns * sizeof *p->start);
    TRY(contensou__try_memory(column && p->cell ? p->start : NULL, err, "a table"));
    for (size_t c = 0; c < t->columns; c++)
        if (c != out) {
            p->start[columns] = p->cell + c * block_rows;
            column[columns++] = t->column[c];
        }
    return k && part[0].table
               ? contensou_table_open_beside(&p->table, part[0].table, t->name, column, columns,
                                             err)
               : contensou_table_open_columns(&p->table, path, column, columns, spec->attribute,
                                              spec->attributes, err);
}

static enum contensou_status open_parts(struct contensou__trajectories_file *f, struct part *part,
                                        const char *path, struct contensou_error *err)
{
    for (size_t k = (size_t)points_only(&f->spec); k < f->spec.columns->tables; k++)
        if (wanted(&f->spec, k))
            TRY(open_part(f, part, path, k, err));
    return CONTENSOU_OK;
}

static void discard_parts(struct part *part)
{
    for (size_t k = contensou__columns_tables; k-- > 0;) {
        contensou_table_discard(part[k].table);
        free(part[k].cell);
        free(part[k].start);
        part[k] = (struct part){0};
    }
}

static enum contensou_status close_parts(struct part *part, struct contensou_error *err)
{
    for (size_t k = contensou__columns_tables; k-- > 0;)
        if (part[k].table)
            TRY(contensou__table_finish(&part[k].table, err));
    return CONTENSOU_OK;
}

/* NAME.3.h5 for NAME.h5; for free(). */
static char *numbered(const char *path, size_t number)
{
    struct contensou__text name = {0};
    const char *const dot = strrchr(path, '.');

    contensou__text_printf(&name, "%.*s.%zu%s", (int)(dot - path), path, number, dot);
    return name.failed ? NULL : name.data;
}

void contensou__trajectories_file_discard(struct contensou__trajectories_file *f)
{
    if (!f)
        return;
    discard_parts(f->part);
    discard_parts(f->whole);
    for (size_t i = 1; i <= f->closed && f->failed; ++i) {
        char *const name = numbered(f->spec.path, i);

        if (name)
            unlink(name);
        free(name);
    }
    free(f);
}

static void drop(struct contensou__trajectories_file **f)
{
    contensou__trajectories_file_discard(*f);
}

enum contensou_status
contensou__trajectories_file_open(struct contensou__trajectories_file **out,
                                  const struct contensou__trajectories_file_spec *spec,
                                  struct contensou_error *err)
{
    OWNED(drop) struct contensou__trajectories_file *f = calloc(1, sizeof *f);

    *out = NULL;
    TRY(contensou__try_memory(f, err, "a table"));
    f->spec = *spec;
    f->failed = 1;
    TRY(open_parts(f, f->part, spec->path, err));
    *out = f;
    f = NULL;
    return CONTENSOU_OK;
}

enum contensou_status
contensou__trajectories_file_check(const struct contensou__trajectories_file_spec *spec,
                                   struct contensou_error *err)
{
    OWNED(drop) struct contensou__trajectories_file *f = NULL;
    struct contensou__trajectories_file_spec to = *spec;

    if (contensou_table_is_stream(spec->path) && !contensou_table_is_hdf5(spec->path))
        to.path = NULL; /* what reads a pipe would see its end */
    return contensou__trajectories_file_open(&f, &to, err);
}

static enum contensou_status flush(struct part *p, struct contensou_error *err)
{
    const size_t rows = p->rows;

    p->rows = 0;
    p->written += rows;
    return contensou_table_append(p->table, rows, p->start, err);
}

static enum contensou_status flush_parts(struct part *part, struct contensou_error *err)
{
    for (size_t k = 0; k < contensou__columns_tables; k++)
        if (part[k].table)
            TRY(flush(&part[k], err));
    return CONTENSOU_OK;
}

/* Gives what was begun as NAME.h5 the name NAME.k.h5, and its rows to the file that shows all of them. */
static enum contensou_status hand_on(struct contensou__trajectories_file *f, const char *name,
                                     struct contensou_error *err)
{
    const struct contensou_table_attribute about = {"run/part", NULL, (double)f->closed + 1};

    TRY(contensou__try_memory(name, err, "a table"));
    TRY(flush_parts(f->part, err));
    TRY(contensou_table_note(f->part[0].table, &about, err));
    TRY(contensou__table_rename(f->part[0].table, name, err));
    if (!f->closed)
        TRY(open_parts(f, f->whole, f->spec.path, err));
    for (size_t k = 0; k < contensou__columns_tables; k++)
        if (f->whole[k].table)
            TRY(contensou__table_join(f->whole[k].table, name, f->part[k].written, err));
    return close_parts(f->part, err);
}

/* Closes NAME.k.h5. */
static enum contensou_status close_one(struct contensou__trajectories_file *f,
                                       struct contensou_error *err)
{
    OWNED(contensou__try_free) char *name = numbered(f->spec.path, f->closed + 1);
    const enum contensou_status status = hand_on(f, name, err);

    f->closed += !status;
    discard_parts(f->part);
    f->bytes = 0;
    return status;
}

enum contensou_status contensou__trajectories_file_append(struct contensou__trajectories_file *f,
                                                          const struct contensou__record *record,
                                                          const double *varied,
                                                          struct contensou_error *err)
{
    const struct contensou__columns *const columns = f->spec.columns;

    if (f->spec.most && f->bytes >= f->spec.most && contensou_table_is_hdf5(f->spec.path)) {
        TRY(close_one(f, err));
        TRY(open_parts(f, f->part, f->spec.path, err));
    }
    for (size_t k = 0; k < columns->tables; k++) {
        struct part *const p = &f->part[k];
        size_t rows;
        const double *const own = contensou__columns_rows(columns, record, k, &rows);

        f->bytes += rows * columns->table[k].columns * sizeof *own;
        for (size_t i = 0, count; i < rows && p->table; i += count) {
            count = rows - i < block_rows - p->rows ? rows - i : block_rows - p->rows;
            contensou__columns_fill(columns, k, record, varied, own, i, count, p->cell + p->rows,
                                    block_rows);
            p->rows += count;
            if (p->rows == block_rows)
                TRY(flush(p, err));
        }
    }
    return CONTENSOU_OK;
}

enum contensou_status
contensou__trajectories_file_note(struct contensou__trajectories_file *f,
                                  const struct contensou_table_attribute *attribute,
                                  struct contensou_error *err)
{
    struct part *const part = f->closed ? f->whole : f->part;

    return part[0].table ? contensou_table_note(part[0].table, attribute, err) : CONTENSOU_OK;
}

enum contensou_status
contensou__trajectories_file_beside(struct contensou__trajectories_file *f, const char *name,
                                    const struct contensou_table_column *column, size_t columns,
                                    struct contensou_table **table, struct contensou_error *err)
{
    struct part *const part = f->closed ? f->whole : f->part;

    return contensou_table_open_beside(table, part[part[0].table ? 0 : 1].table, name, column,
                                       columns, err);
}

/* The names of the joined files, which have no slashes, between slashes. */
static enum contensou_status note_files(struct contensou__trajectories_file *f,
                                        struct contensou_error *err)
{
    const char *const slash = strrchr(f->spec.path, '/'),
                      *const base = slash ? slash + 1 : f->spec.path,
                      *const dot = strrchr(base, '.');
    OWNED(contensou__text_free) struct contensou__text names = {0};

    for (size_t i = 1; i <= f->closed; ++i)
        contensou__text_printf(&names, "%s%.*s.%zu%s", i > 1 ? "/" : "", (int)(dot - base), base, i,
                               dot);
    TRY(contensou__try_memory(names.failed ? NULL : names.data, err, "a table"));
    return contensou_table_note(
        f->whole[0].table,
        &(struct contensou_table_attribute){CONTENSOU__TABLE_FILES, names.data, 0}, err);
}

static enum contensou_status finish(struct contensou__trajectories_file *f,
                                    struct contensou_error *err)
{
    if (f->closed) {
        TRY(close_one(f, err));
        TRY(note_files(f, err));
    }
    TRY(flush_parts(f->part, err));
    return close_parts(f->closed ? f->whole : f->part, err);
}

enum contensou_status contensou__trajectories_file_close(struct contensou__trajectories_file *f,
                                                         struct contensou_error *err)
{
    const enum contensou_status status = finish(f, err);

    f->failed = status != CONTENSOU_OK;
    contensou__trajectories_file_discard(f);
    return status;
}
