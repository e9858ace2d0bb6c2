/* result.c: an HDF5 file of results, read again. SPDX-License-Identifier: MIT */
#include "io/result.h"

#include "base/decimal.h"
#include "base/pool.h"
#include "base/bytes.h"
#include "io/hdf5_attribute.h"
#include "io/hdf5_silence.h"
#include "io/seal.h"
#include "io/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { longest_word = 65536, largest_chunk = 1 << 24 };

static const char no_room[] = "there is no memory for it";

struct contensou_result {
    hid_t file;
    struct contensou__pool
        pool; /* all but values and texts of columns, which are read when they are asked for */
    const char *path;
    struct contensou_result_table *table;
    size_t tables;
    struct contensou_result_attribute *attribute;
    size_t attributes;
    struct contensou_result *
        *joined; /* the files whose rows this one shows as virtual datasets, one after the other */
    size_t joins;
    const char *problem;          /* of the reading; NULL: none */
    struct contensou_error error; /* of one of the joined files */
};

/* How many times its size in the file a chunk has, at most, as its filters are: 1 with a checksum alone; 1032, which is the most that deflate
 * reaches, where it is compressed as hdf5_writer.c does it; 0 for other filters, which could be plugins. */
static size_t most_growth(hid_t made, size_t each, hsize_t *chunk)
{
    static const H5Z_filter_t packed[] = {H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE,
                                          H5Z_FILTER_FLETCHER32};
    const int count = H5Pget_nfilters(made), skipped = count == 3 ? 0 : 2;

    if (H5Pget_chunk(made, 1, chunk) != 1 || *chunk == 0)
        return 0;
    if (count == 0)
        return 1;
    if (count != 3 && count != 1)
        return 0;
    for (int i = 0; i < count; i++) {
        unsigned flags;
        size_t values = 0;

        if (H5Pget_filter2(made, (unsigned)i, &flags, &values, NULL, 0, NULL, NULL) !=
            packed[skipped + i])
            return 0;
    }
    if (count == 1)
        return 1;
    /* a chunk is unpacked as a whole */
    return *chunk <= largest_chunk / each ? 1032 : 0;
}

/* Rows of a column in all joined files, in each of which it must be of the same kind; -2 where it is not there. HDF5 itself
 * would make up what is missing. */
static hssize_t rows_of_joined(const struct contensou_result *f, const char *table,
                               const char *name, size_t length, int whole)
{
    hssize_t rows = 0;

    for (size_t i = 0; i < f->joins; ++i) {
        const struct contensou_result_table *t = NULL;
        size_t c = 0;

        for (size_t k = 0; k < f->joined[i]->tables && !t; ++k)
            if (strcmp(f->joined[i]->table[k].name, table) == 0)
                t = &f->joined[i]->table[k];
        if (!t)
            return -2;
        if (length)
            while (c < t->words && strcmp(t->word[c].name, name) != 0)
                ++c;
        else
            while (c < t->columns && strcmp(t->column[c].name, name) != 0)
                ++c;
        if (length ? c == t->words || t->word[c].size != length
                   : c == t->columns || t->column[c].whole != whole)
            return -2;
        rows += (hssize_t)t->rows;
    }
    return rows;
}

static int is_virtual(hid_t set)
{
    OWNED(let_go) const hid_t made = H5Dget_create_plist(set);

    return made >= 0 && H5Pget_layout(made) == H5D_VIRTUAL;
}

/* 1 where the rows of a dataset are in the file itself, as table.c leaves them. HDF5 can also make rows up (a fill value),
 * take them from other files (external and virtual storage: see rows_of_joined), and load a plugin to decode them. */
static int is_stored(hid_t set, hid_t space, uint64_t rows, size_t each)
{
    OWNED(let_go) const hid_t made = H5Dget_create_plist(set);
    OWNED(let_go) const hid_t file = H5Iget_file_id(set);
    hsize_t size = 0; /* of the file: that of the dataset is only what the file says of itself */
    hsize_t chunk = 1, chunks = 0;
    uint64_t growth, bytes;

    if (made < 0 || file < 0 || H5Fget_filesize(file, &size) < 0 ||
        H5Pget_layout(made) != H5D_CHUNKED || !each)
        return 0;
    growth = most_growth(made, each, &chunk);
    bytes = H5Dget_storage_size(set) < size ? H5Dget_storage_size(set) : size;
    if (!growth || rows > bytes * growth / each)
        return 0;
    /* what is compressed may be small; chunks that are missing would be made up */
    return growth == 1 ||
           (H5Dget_num_chunks(set, space, &chunks) >= 0 && chunks == (rows + chunk - 1) / chunk);
}

/* Rows of a dataset of numbers or of words of one length, which is 0 for numbers; -1 for what is no such list, -2 for one
 * that is not stored as ours are. */
static hssize_t rows_of(const struct contensou_result *f, const char *table, const char *name,
                        hid_t set, size_t *length, int *whole)
{
    OWNED(let_go) const hid_t type = H5Dget_type(set);
    OWNED(let_go) const hid_t space = H5Dget_space(set);
    const H5T_class_t kind = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
    const int words = kind == H5T_STRING && H5Tis_variable_str(type) == 0;
    const size_t each = type >= 0 ? H5Tget_size(type) : 0;
    hssize_t rows;

    *whole = kind == H5T_INTEGER;
    *length = words ? each + 1 : 0;
    if (space < 0 || (kind != H5T_FLOAT && kind != H5T_INTEGER && !words) ||
        H5Sget_simple_extent_ndims(space) != 1)
        return -1;
    rows = H5Sget_simple_extent_npoints(space);
    if (rows < 0)
        return rows;
    if (f->joins && is_virtual(set))
        return rows == rows_of_joined(f, table, name, *length, *whole) ? rows : -2;
    return each <= (words ? longest_word : sizeof(double)) &&
                   is_stored(set, space, (uint64_t)rows, each)
               ? rows
               : -2;
}

/* What memory was not there for is a problem of the reading. */
static void check_room(struct contensou_result *f)
{
    if (f->pool.failed)
        f->problem = no_room;
}

static void add_words(struct contensou_result *f, struct contensou_result_table *t,
                      const char *name, size_t length)
{
    t->word = contensou__pool_more(&f->pool, t->word, t->words, sizeof *t->word);
    if (t->word)
        t->word[t->words] =
            (struct contensou_result_words){.name = contensou__pool_text(&f->pool, name),
                                            .size = length,
                                            .place = t->columns + t->words};
    t->words = t->word ? t->words + 1 : 0;
}

static void add_numbers(struct contensou_result *f, struct contensou_result_table *t,
                        const char *name, char *unit, int whole)
{
    t->column = contensou__pool_more(&f->pool, t->column, t->columns, sizeof *t->column);
    if (t->column)
        t->column[t->columns] = (struct contensou_result_column){
            .name = contensou__pool_text(&f->pool, name),
            .unit = contensou__pool_text(&f->pool, unit ? unit : "-"),
            .whole = whole,
            .place = t->columns + t->words};
    t->columns = t->column ? t->columns + 1 : 0;
    free(unit);
}

static void add_column(struct contensou_result *f, struct contensou_result_table *t, hid_t set,
                       const char *name)
{
    size_t length;
    int whole;
    const hssize_t rows = rows_of(f, t->name, name, set, &length, &whole);

    if (rows == -1)
        return;
    if (rows < 0) {
        f->problem = "a column of it is not stored as this program does";
        return;
    }
    if (t->columns + t->words && (size_t)rows != t->rows) {
        f->problem = "its columns have different lengths";
        return;
    }
    t->rows = (size_t)rows;
    if (length)
        add_words(f, t, name, length);
    else
        add_numbers(f, t, name, attribute_text(set, "unit"), whole);
    check_room(f);
}

/* A number as a text that gives it back, for free(). */
static char *number_text(hid_t attribute)
{
    double value = 0;
    char text[32];

    if (!attribute_single(attribute) || H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) < 0)
        return NULL;
    contensou__decimal_short(value, text);
    return strdup(text);
}

struct about {
    struct contensou_result *f;
    const char *group;
};

static herr_t visit_attribute(hid_t object, const char *name, const H5A_info_t *info, void *data)
{
    struct about *const about = data;
    struct contensou_result *const f = about->f;
    OWNED(let_go) const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    OWNED(let_go) const hid_t type = attribute >= 0 ? H5Aget_type(attribute) : -1;
    const H5T_class_t kind = type >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
    const int number = kind == H5T_FLOAT || kind == H5T_INTEGER;
    OWNED(contensou__try_free)
    char *text = number ? number_text(attribute) : attribute_text(object, name);

    (void)info;
    if (!text)
        return 0;
    f->attribute =
        contensou__pool_more(&f->pool, f->attribute, f->attributes, sizeof *f->attribute);
    if (f->attribute)
        f->attribute[f->attributes++] = (struct contensou_result_attribute){
            contensou__pool_text(&f->pool, about->group), contensou__pool_text(&f->pool, name),
            contensou__pool_text(&f->pool, text), number};
    else
        f->attributes = 0;
    check_room(f);
    return f->problem ? 1 : 0;
}

static void add_attributes(struct contensou_result *f, hid_t object, const char *group)
{
    struct about about = {f, group};
    hsize_t at = 0;

    if (H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &at, visit_attribute, &about) < 0 &&
        !f->problem)
        f->problem = "it is damaged";
}

struct walk {
    struct contensou_result *f;
    size_t table;
    int deeper; /* how many groups within groups are looked into */
};

static void add_table(struct contensou_result *f, hid_t group, const char *name, int deeper);

/* A group within the table of the walk: "run" in "", "law" in "parameters". */
static void add_group(struct walk *w, hid_t group, const char *name)
{
    const char *const outer = w->f->table[w->table].name;
    const char *const path =
        contensou__pool_print(&w->f->pool, "%s%s%s", outer, *outer ? "/" : "", name);

    if (path)
        add_table(w->f, group, path, w->deeper - 1);
    check_room(w->f);
}

static herr_t visit(hid_t group, const char *name, const H5L_info_t *info, void *data)
{
    struct walk *w = data;
    const hid_t object = info->type == H5L_TYPE_HARD ? H5Oopen(group, name, H5P_DEFAULT) : -1;

    if (object < 0) {
        w->f->problem = "it has a link to elsewhere, or to nothing";
        return 1;
    }
    if (H5Iget_type(object) == H5I_DATASET)
        add_column(w->f, &w->f->table[w->table], object, name);
    else if (H5Iget_type(object) == H5I_GROUP && w->deeper)
        add_group(w, object, name);
    H5Oclose(object);
    return w->f->problem ? 1 : 0;
}

/* The columns of a group, in the order in which they were made where the file knows it. */
static void add_table(struct contensou_result *f, hid_t group, const char *name, int deeper)
{
    struct walk w = {f, f->tables, deeper};
    hsize_t at = 0;

    f->table = contensou__pool_more(&f->pool, f->table, f->tables, sizeof *f->table);
    if (f->table)
        f->table[f->tables++] =
            (struct contensou_result_table){.name = contensou__pool_text(&f->pool, name)};
    else
        f->tables = 0;
    check_room(f);
    if (f->problem)
        return;
    add_attributes(f, group, name);
    if (f->problem)
        return;
    if (H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, &at, visit, &w) < 0 && !f->problem) {
        at = 0;
        if (H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, &at, visit, &w) < 0)
            f->problem = "it is damaged";
    }
}

/* NULL where there is no such attribute. */
static const struct contensou_result_attribute *find_attribute(const struct contensou_result *f,
                                                               const char *group, const char *name)
{
    for (size_t i = 0; i < f->attributes; ++i)
        if (strcmp(f->attribute[i].name, name) == 0 && strcmp(f->attribute[i].group, group) == 0)
            return &f->attribute[i];
    return NULL;
}

const char *contensou__result_shown(const struct contensou_result *f, const char *group,
                                    const char *name)
{
    const struct contensou_result_attribute *const a = find_attribute(f, group, name);

    return a ? a->text : "";
}

const char *contensou__result_text(const struct contensou_result *f, const char *group,
                                   const char *name)
{
    const struct contensou_result_attribute *const a = find_attribute(f, group, name);

    return a && !a->number ? a->text : "";
}

static void not_its_part(struct contensou_result *f, const struct contensou_result *part)
{
    contensou_fail(&f->error, CONTENSOU_EINPUT, "'%s' is not that part of it", part->path);
    f->problem = f->error.message;
}

static enum contensou_status open_result(struct contensou_result **out, const char *path,
                                         int may_join, struct contensou_error *err);

/* Opens the files that this one says it joins, which are beside it. */
static void open_joined(struct contensou_result *f, hid_t root)
{
    const char *const slash = strrchr(CONTENSOU__TABLE_FILES, '/');
    OWNED(let_go)
    const hid_t group =
        H5Lexists(root, "run", H5P_DEFAULT) > 0 ? H5Oopen(root, "run", H5P_DEFAULT) : -1;
    OWNED(contensou__try_free)
    char *names = group >= 0 ? attribute_text(group, slash + 1) : NULL;
    const char *const end = strrchr(f->path, '/');
    const int folder = end ? (int)(end - f->path) + 1 : 0;

    for (const char *name = names; name && *name && !f->problem;) {
        const size_t size = strcspn(name, "/");
        const char *const path =
            contensou__pool_print(&f->pool, "%.*s%.*s", folder, f->path, (int)size, name);

        f->joined = contensou__pool_more(&f->pool, f->joined, f->joins, sizeof *f->joined);
        if (!f->joined)
            f->joins = 0;
        check_room(f);
        if (!f->problem && open_result(&f->joined[f->joins], path, 0, &f->error))
            f->problem = f->error.message;
        if (f->problem)
            return;
        ++f->joins;
        if (atof(contensou__result_shown(f->joined[f->joins - 1], "run", "part")) !=
            (double)f->joins)
            not_its_part(f, f->joined[f->joins - 1]);
        name += size + (name[size] == '/');
    }
}

/* Joined files must be those that were written with this one: they say of themselves what it says of all. */
static void check_joined(struct contensou_result *f)
{
    for (size_t k = 0; k < f->joins && !f->problem; ++k) {
        const struct contensou_result *const part = f->joined[k];

        for (size_t i = 0; i < part->attributes && !f->problem; ++i) {
            const struct contensou_result_attribute *const a = &part->attribute[i];

            if (strcmp(a->name, "date") != 0 && strcmp(a->name, "part") != 0 &&
                strcmp(a->text, contensou__result_shown(f, a->group, a->name)) != 0)
                not_its_part(f, part);
        }
    }
}

enum contensou_status contensou_result_open(struct contensou_result **out, const char *path,
                                            struct contensou_error *err)
{
    return open_result(out, path, 1, err);
}

static void drop(struct contensou_result **f)
{
    contensou_result_close(*f);
}

static enum contensou_status open_result(struct contensou_result **out, const char *path,
                                         int may_join, struct contensou_error *err)
{
    OWNED(speak_again) const struct silence before = be_silent();
    OWNED(drop) struct contensou_result *f = calloc(1, sizeof *f);
    OWNED(let_go) hid_t root = -1;

    *out = NULL;
    TRY(contensou__try_memory(f, err, "reading '%s'", path));
    f->file = -1;
    f->path = contensou__pool_text(&f->pool, path);
    TRY(contensou__try_memory(f->path, err, "reading '%s'", path));
    f->problem = contensou__seal_problem(path); /* before HDF5 sees it */
    if (!f->problem)
        f->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (f->file >= 0)
        root = H5Gopen2(f->file, "/", H5P_DEFAULT);
    if (root < 0 && !f->problem)
        f->problem = "HDF5 cannot open it";
    if (!f->problem && may_join)
        open_joined(f, root);
    if (!f->problem)
        add_table(f, root, "", 2);
    if (!f->problem)
        check_joined(f);
    if (f->problem)
        return contensou_fail(err, CONTENSOU_EINPUT, "cannot read '%s': %s", path, f->problem);
    *out = f;
    f = NULL;
    return CONTENSOU_OK;
}

void contensou_result_close(struct contensou_result *f)
{
    if (!f)
        return;
    for (size_t t = 0; t < f->tables; t++) {
        for (size_t c = 0; c < f->table[t].columns; c++)
            free(f->table[t].column[c].value);
        for (size_t c = 0; c < f->table[t].words; c++)
            free(f->table[t].word[c].text);
    }
    for (size_t i = 0; i < f->joins; i++)
        contensou_result_close(f->joined[i]);
    let_go(&f->file);
    contensou__pool_free(&f->pool);
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

const struct contensou_result_table *contensou_result_table_at(const struct contensou_result *f,
                                                               size_t i)
{
    for (size_t t = 0; t < f->tables; t++)
        if (f->table[t].columns + f->table[t].words && i-- == 0)
            return &f->table[t];
    return NULL;
}

const struct contensou_result_attribute *
contensou_result_attribute(const struct contensou_result *f, size_t i)
{
    return i < f->attributes ? &f->attribute[i] : NULL;
}

int contensou_result_find(const struct contensou_result_table *t, const char *column)
{
    for (size_t c = 0; t && c < t->columns; c++)
        if (strcmp(t->column[c].name, column) == 0)
            return (int)c;
    return -1;
}

/* All of a dataset, into memory of its type; 1 if it was read. */
static int read_all(const struct contensou_result *f, const struct contensou_result_table *t,
                    const char *name, hid_t type, void *to)
{
    OWNED(speak_again) const struct silence before = be_silent();
    OWNED(let_go) const hid_t group = H5Gopen2(f->file, *t->name ? t->name : "/", H5P_DEFAULT);
    OWNED(let_go) const hid_t set = group >= 0 ? H5Dopen2(group, name, H5P_DEFAULT) : -1;

    if (!to || set < 0)
        return 0;
    if (!f->joins || !is_virtual(set))
        return H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, to) >= 0;
    for (size_t i = 0; i < f->joins; i++) {
        const struct contensou_result_table *there = f->joined[i]->table;

        while (strcmp(there->name, t->name) != 0)
            ++there;
        if (!read_all(f->joined[i], there, name, type, to))
            return 0;
        to = (char *)to + there->rows * H5Tget_size(type);
    }
    return 1;
}

static enum contensou_status fail_damaged(const struct contensou_result *f, const char *name,
                                          struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EINPUT, "cannot read '%s' of '%s': it is damaged", name,
                          f->path);
}

enum contensou_status contensou_result_read(struct contensou_result *f,
                                            const struct contensou_result_table *t, size_t column,
                                            const double **value, struct contensou_error *err)
{
    struct contensou_result_column *c = ((struct contensou_result_table *)t)->column;

    *value = NULL;
    if (column >= t->columns) /* such as a place that contensou_result_find did not find */
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "'%s' lacks a column of its %s that is needed here", f->path,
                              *t->name ? t->name : "rows");
    c += column;
    if (!c->value) {
        c->value = contensou__bytes_room(t->rows, t->rows, sizeof *c->value);
        if (!read_all(f, t, c->name, H5T_NATIVE_DOUBLE, c->value)) {
            free(c->value);
            *value = c->value = NULL;
            return fail_damaged(f, c->name, err);
        }
    }
    *value = c->value;
    return CONTENSOU_OK;
}

enum contensou_status contensou_result_read_words(struct contensou_result *f,
                                                  const struct contensou_result_table *t,
                                                  size_t column, const char **text,
                                                  struct contensou_error *err)
{
    struct contensou_result_words *const c = &((struct contensou_result_table *)t)->word[column];

    if (!c->text) {
        OWNED(let_go) const hid_t type = H5Tcopy(H5T_C_S1);

        c->text = contensou__bytes_room(t->rows, t->rows, c->size);
        if (type < 0 || H5Tset_size(type, c->size) < 0 || !read_all(f, t, c->name, type, c->text)) {
            free(c->text);
            c->text = NULL;
        }
    }
    *text = c->text;
    return c->text ? CONTENSOU_OK : fail_damaged(f, c->name, err);
}

char *contensou_result_text(const struct contensou_result *f, const char *group,
                            const char *attribute)
{
    return strdup(contensou__result_text(f, strcmp(group, "/") == 0 ? "" : group, attribute));
}
