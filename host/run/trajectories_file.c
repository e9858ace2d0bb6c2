/* trajectories_file.c: what came out of a sweep, as a file. SPDX-License-Identifier: MIT */
#include "run/trajectories_file.h"

#include "base/text.h"
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
    return !spec->columns->table[table].aside || (spec->path && strcmp(spec->path, "-") != 0);
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
    struct contensou_table_column *column = malloc(t->columns * sizeof *column);
    size_t columns = 0;
    enum contensou_status status;

    p->cell = malloc(t->columns * block_rows * sizeof *p->cell);
    p->start = malloc(t->columns * sizeof *p->start);
    if (!column || !p->cell || !p->start) {
        free(column);
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    }
    for (size_t c = 0; c < t->columns; c++)
        if (c != out) {
            p->start[columns] = p->cell + c * block_rows;
            column[columns++] = t->column[c];
        }
    status =
        k && part[0].table
            ? contensou_table_open_beside(&p->table, part[0].table, t->name, column, columns, err)
            : contensou_table_open_columns(&p->table, path, column, columns, spec->attribute,
                                           spec->attributes, err);
    free(column);
    return status;
}

static enum contensou_status open_parts(struct contensou__trajectories_file *f, struct part *part,
                                        const char *path, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = (size_t)points_only(&f->spec); k < f->spec.columns->tables && !status; k++)
        if (wanted(&f->spec, k))
            status = open_part(f, part, path, k, err);
    return status;
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
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = contensou__columns_tables; k-- > 0 && !status;)
        if (part[k].table) {
            status = contensou_table_close(part[k].table, err);
            part[k].table = NULL;
        }
    return status;
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

enum contensou_status
contensou__trajectories_file_open(struct contensou__trajectories_file **out,
                                  const struct contensou__trajectories_file_spec *spec,
                                  struct contensou_error *err)
{
    struct contensou__trajectories_file *f = calloc(1, sizeof *f);
    enum contensou_status status = CONTENSOU_OK;

    *out = NULL;
    if (!f)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    f->spec = *spec;
    f->failed = 1;
    status = open_parts(f, f->part, spec->path, err);
    if (status)
        contensou__trajectories_file_discard(f);
    else
        *out = f;
    return status;
}

enum contensou_status
contensou__trajectories_file_check(const struct contensou__trajectories_file_spec *spec,
                                   struct contensou_error *err)
{
    struct contensou__trajectories_file *f = NULL;
    struct contensou__trajectories_file_spec to = *spec;
    enum contensou_status status;

    if (contensou_table_is_stream(spec->path) && !contensou_table_is_hdf5(spec->path))
        to.path = NULL; /* what reads a pipe would see its end */
    status = contensou__trajectories_file_open(&f, &to, err);
    contensou__trajectories_file_discard(f);
    return status;
}

static enum contensou_status flush(struct part *p, struct contensou_error *err)
{
    const size_t rows = p->rows;

    p->rows = 0;
    p->written += rows;
    return contensou_table_append(p->table, rows, p->start, err);
}

/* Closes NAME.k.h5, which was begun as NAME.h5, and notes its rows for the file of that name. */
static enum contensou_status close_one(struct contensou__trajectories_file *f,
                                       struct contensou_error *err)
{
    char *const name = numbered(f->spec.path, f->closed + 1);
    const struct contensou_table_attribute about = {"run/part", NULL, (double)f->closed + 1};
    enum contensou_status status =
        name ? CONTENSOU_OK : contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");

    for (size_t k = 0; k < contensou__columns_tables && !status; k++)
        if (f->part[k].table)
            status = flush(&f->part[k], err);
    if (!status)
        status = contensou_table_note(f->part[0].table, &about, err);
    if (!status)
        status = contensou__table_rename(f->part[0].table, name, err);
    if (!status && !f->closed)
        status = open_parts(f, f->whole, f->spec.path, err);
    for (size_t k = 0; k < contensou__columns_tables && !status; k++)
        if (f->whole[k].table)
            status = contensou__table_join(f->whole[k].table, name, f->part[k].written, err);
    if (!status)
        status = close_parts(f->part, err);
    f->closed += !status;
    discard_parts(f->part);
    f->bytes = 0;
    free(name);
    return status;
}

enum contensou_status contensou__trajectories_file_append(struct contensou__trajectories_file *f,
                                                          const struct contensou__record *record,
                                                          const double *varied,
                                                          struct contensou_error *err)
{
    const struct contensou__columns *const columns = f->spec.columns;
    enum contensou_status status = CONTENSOU_OK;

    if (f->spec.most && f->bytes >= f->spec.most && contensou_table_is_hdf5(f->spec.path)) {
        status = close_one(f, err);
        if (!status)
            status = open_parts(f, f->part, f->spec.path, err);
    }

    for (size_t k = 0; k < columns->tables && !status; k++) {
        struct part *const p = &f->part[k];
        size_t rows;
        const double *const own = contensou__columns_rows(columns, record, k, &rows);

        f->bytes += rows * columns->table[k].columns * sizeof *own;
        for (size_t i = 0, count; i < rows && p->table && !status; i += count) {
            count = rows - i < block_rows - p->rows ? rows - i : block_rows - p->rows;
            contensou__columns_fill(columns, k, record, varied, own, i, count, p->cell + p->rows,
                                    block_rows);
            p->rows += count;
            status = p->rows == block_rows ? flush(p, err) : CONTENSOU_OK;
        }
    }
    return status;
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
    struct contensou__text names = {0};
    struct contensou_table_attribute attribute = {CONTENSOU__TABLE_FILES, "", 0};
    enum contensou_status status;

    for (size_t i = 1; i <= f->closed; ++i) {
        char *const name = numbered(f->spec.path, i);
        const char *const slash = name ? strrchr(name, '/') : NULL;

        contensou__text_printf(&names, "%s%s", i > 1 ? "/" : "",
                               slash  ? slash + 1
                               : name ? name
                                      : "");
        free(name);
    }
    attribute.text = names.data;
    status = names.failed ? contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table")
                          : contensou_table_note(f->whole[0].table, &attribute, err);
    contensou__text_free(&names);
    return status;
}

enum contensou_status contensou__trajectories_file_close(struct contensou__trajectories_file *f,
                                                         struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    if (f->closed)
        status = close_one(f, err);
    if (f->closed && !status)
        status = note_files(f, err);
    for (size_t k = 0; k < contensou__columns_tables && !status; k++)
        if (f->part[k].table)
            status = flush(&f->part[k], err);
    if (!status)
        status = close_parts(f->closed ? f->whole : f->part, err);
    f->failed = status != CONTENSOU_OK;
    contensou__trajectories_file_discard(f);
    return status;
}
