/* result.c: an HDF5 file of results, read again. SPDX-License-Identifier: MIT */
#include <contensou/result.h>

#include "io/hdf5_silence.h"

#include <stdlib.h>
#include <string.h>

struct contensou_result {
    hid_t file;
    char *path;
    struct contensou_result_table *table;
    size_t tables;
    const char *problem; /* of the reading; NULL: none */
};

/* The text of an attribute of an object, or NULL; for free(). */
static char *text_of(hid_t object, const char *name)
{
    hid_t attribute = -1, type = -1;
    char *text = NULL, *copy = NULL;

    if (H5Aexists(object, name) <= 0)
        return NULL;
    attribute = H5Aopen(object, name, H5P_DEFAULT);
    if (attribute >= 0)
        type = H5Aget_type(attribute);
    if (type >= 0 && H5Tis_variable_str(type) > 0 && H5Aread(attribute, type, &text) >= 0 && text) {
        copy = strdup(text);
        H5free_memory(text);
    }
    if (type >= 0)
        H5Tclose(type);
    if (attribute >= 0)
        H5Aclose(attribute);
    return copy;
}

/* Rows of a dataset of numbers, or -1 for words and what is no list. */
static hssize_t rows_of(hid_t set)
{
    const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
    const H5T_class_t kind = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
    hssize_t rows = -1;

    if (space >= 0 && (kind == H5T_FLOAT || kind == H5T_INTEGER) &&
        H5Sget_simple_extent_ndims(space) == 1)
        rows = H5Sget_simple_extent_npoints(space);
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    return rows;
}

static void add_column(struct contensou_result *f, struct contensou_result_table *t, hid_t set,
                       const char *name)
{
    const hssize_t rows = rows_of(set);
    struct contensou_result_column *more, *c;

    if (rows < 0)
        return;
    if (t->columns && (size_t)rows != t->rows) {
        f->problem = "its columns have different lengths";
        return;
    }
    more = realloc(t->column, (t->columns + 1) * sizeof *more);
    if (!more) {
        f->problem = "there is no memory for it";
        return;
    }
    t->column = more;
    c = &t->column[t->columns++];
    t->rows = (size_t)rows;
    *c = (struct contensou_result_column){.name = strdup(name), .unit = text_of(set, "unit")};
    if (!c->unit)
        c->unit = strdup("-");
    if (!c->name || !c->unit)
        f->problem = "there is no memory for it";
}

struct walk {
    struct contensou_result *f;
    size_t table;
    int groups; /* 1: tables in groups are looked for */
};

static void add_table(struct contensou_result *f, hid_t group, const char *name, int groups);

static herr_t visit(hid_t group, const char *name, const H5L_info_t *info, void *data)
{
    struct walk *w = data;
    const hid_t object = H5Oopen(group, name, H5P_DEFAULT);

    (void)info;
    if (object < 0)
        return 0;
    if (H5Iget_type(object) == H5I_DATASET)
        add_column(w->f, &w->f->table[w->table], object, name);
    else if (H5Iget_type(object) == H5I_GROUP && w->groups)
        add_table(w->f, object, name, 0);
    H5Oclose(object);
    return w->f->problem ? 1 : 0;
}

/* The columns of a group, in the order in which they were made where the file knows it. */
static void add_table(struct contensou_result *f, hid_t group, const char *name, int groups)
{
    struct contensou_result_table *more = realloc(f->table, (f->tables + 1) * sizeof *f->table);
    struct walk w = {f, f->tables, groups};
    hsize_t at = 0;

    if (!more) {
        f->problem = "there is no memory for it";
        return;
    }
    f->table = more;
    f->table[f->tables++] = (struct contensou_result_table){.name = strdup(name)};
    if (H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, &at, visit, &w) < 0 && !f->problem) {
        at = 0;
        if (H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, &at, visit, &w) < 0)
            f->problem = "it is damaged";
    }
    if (!f->table[w.table].name)
        f->problem = "there is no memory for it";
}

enum contensou_status contensou_result_open(struct contensou_result **out, const char *path,
                                            struct contensou_error *err)
{
    const struct silence before = be_silent();
    struct contensou_result *f = calloc(1, sizeof *f);
    hid_t root = -1;
    enum contensou_status status = CONTENSOU_OK;

    *out = NULL;
    if (!f || !(f->path = strdup(path))) {
        free(f);
        speak_again(before);
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to read '%s'", path);
    }
    f->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (f->file >= 0)
        root = H5Gopen2(f->file, "/", H5P_DEFAULT);
    if (root < 0)
        f->problem = "it is not there, or no HDF5 file";
    else
        add_table(f, root, "", 1);
    if (root >= 0)
        H5Gclose(root);
    speak_again(before);
    if (f->problem)
        status = contensou_fail(err, CONTENSOU_EINPUT, "cannot read '%s': %s", path, f->problem);
    if (status)
        contensou_result_close(f);
    else
        *out = f;
    return status;
}

void contensou_result_close(struct contensou_result *f)
{
    if (!f)
        return;
    for (size_t t = 0; t < f->tables; t++) {
        for (size_t c = 0; c < f->table[t].columns; c++) {
            free(f->table[t].column[c].name);
            free(f->table[t].column[c].unit);
            free(f->table[t].column[c].value);
        }
        free(f->table[t].column);
        free(f->table[t].name);
    }
    free(f->table);
    if (f->file >= 0)
        H5Fclose(f->file);
    free(f->path);
    free(f);
}

const struct contensou_result_table *contensou_result_table(const struct contensou_result *f,
                                                            const char *name)
{
    for (size_t t = 0; t < f->tables; t++)
        if (strcmp(f->table[t].name, name) == 0 && f->table[t].columns)
            return &f->table[t];
    return NULL;
}

int contensou_result_find(const struct contensou_result_table *t, const char *column)
{
    for (size_t c = 0; t && c < t->columns; c++)
        if (strcmp(t->column[c].name, column) == 0)
            return (int)c;
    return -1;
}

enum contensou_status contensou_result_read(struct contensou_result *f,
                                            const struct contensou_result_table *t, size_t column,
                                            const double **value, struct contensou_error *err)
{
    struct contensou_result_column *const c = &((struct contensou_result_table *)t)->column[column];
    const struct silence before = be_silent();
    hid_t group = -1, set = -1;
    int good = 1;

    if (!c->value) {
        c->value = malloc((t->rows + 1) * sizeof *c->value);
        group = H5Gopen2(f->file, *t->name ? t->name : "/", H5P_DEFAULT);
        if (group >= 0)
            set = H5Dopen2(group, c->name, H5P_DEFAULT);
        good = c->value && set >= 0 &&
               H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, c->value) >= 0;
        if (set >= 0)
            H5Dclose(set);
        if (group >= 0)
            H5Gclose(group);
    }
    speak_again(before);
    *value = c->value;
    if (good)
        return CONTENSOU_OK;
    free(c->value);
    *value = c->value = NULL;
    return contensou_fail(err, CONTENSOU_EINPUT, "cannot read '%s' of '%s': it is damaged", c->name,
                          f->path);
}

char *contensou_result_text(const struct contensou_result *f, const char *group,
                            const char *attribute)
{
    const struct silence before = be_silent();
    const hid_t object = H5Oopen(f->file, group, H5P_DEFAULT);
    char *text = object >= 0 ? text_of(object, attribute) : NULL;

    if (object >= 0)
        H5Oclose(object);
    speak_again(before);
    return text ? text : strdup("");
}
