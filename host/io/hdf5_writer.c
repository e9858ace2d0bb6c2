/* hdf5_writer.c: a table as an HDF5 file.
 *
 * Datasets are made with the first rows, whose number decides how long chunks are. A call of HDF5 that succeeded proves nothing:
 * the driver of the file keeps the first write that failed to itself (hdf5_file.h), and *fails is asked behind each call.
 * SPDX-License-Identifier: MIT */
#include "io/hdf5_writer.h"

#include "base/text.h"
#include "io/hdf5_file.h"
#include "io/hdf5_silence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LEAST_CHUNK = 1024, LARGEST_CHUNK = 65536 };

struct contensou__hdf5_writer {
    const struct contensou__table_form *form;
    size_t rows;
    hid_t place;         /* the file, or a group of another table's */
    int grouped;         /* it is a group */
    int failure, *fails; /* errno of the first write that failed; where that of the file stands */
    hid_t *dataset;      /* [columns], made with the first rows; NULL before */
    struct contensou__text
        joined; /* names of the files that are joined, each with its zero and its number of rows */
    /* The units that attributes gave to names of columns: name, zero, unit, zero; and those of the file, which groups
     * have from its first table. */
    struct contensou__text units;
    const struct contensou__text *known;
};

/* Keeps the innermost description of the error stack. */
static herr_t keep_reason(unsigned level, const H5E_error2_t *error, void *data)
{
    (void)level;
    snprintf(data, 256, "%s", error->desc ? error->desc : "HDF5 failed");
    return 1;
}

static enum contensou_status fail_hdf5(const struct contensou__hdf5_writer *h5, const char *doing,
                                       struct contensou_error *err)
{
    char reason[256] = "HDF5 failed";

    if (*h5->fails)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", h5->form->shown,
                              strerror(*h5->fails));
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_reason, reason);
    return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s: %s", h5->form->shown, doing,
                          reason);
}

/* What is in a group is listed in the order in which it was made; times are not kept. */
static int keep_order(hid_t creation)
{
    return H5Pset_obj_track_times(creation, 0) >= 0 &&
           H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0;
}

static hid_t create_group(hid_t place, const char *name)
{
    OWNED(let_go) const hid_t creation = H5Pcreate(H5P_GROUP_CREATE);

    return creation >= 0 && keep_order(creation)
               ? H5Gcreate2(place, name, H5P_DEFAULT, creation, H5P_DEFAULT)
               : -1;
}

/* Opens the group that the path, up to its last slash, names; makes what is missing. For H5Oclose. */
static hid_t group_of(hid_t file, const char *path)
{
    hid_t place = H5Oopen(file, "/", H5P_DEFAULT);

    for (const char *slash; place >= 0 && (slash = strchr(path, '/')); path = slash + 1) {
        char name[64];
        hid_t inner;

        snprintf(name, sizeof name, "%.*s", (int)(slash - path), path);
        inner = H5Lexists(place, name, H5P_DEFAULT) > 0 ? H5Oopen(place, name, H5P_DEFAULT)
                                                        : create_group(place, name);
        H5Oclose(place);
        place = inner;
    }
    return place;
}

static int put_attribute(hid_t place, const struct contensou_table_attribute *attribute)
{
    OWNED(let_go) const hid_t space = H5Screate(H5S_SCALAR);
    OWNED(let_go) const hid_t type = H5Tcopy(attribute->text ? H5T_C_S1 : H5T_NATIVE_DOUBLE);
    hid_t written = -1;
    int good = space >= 0 && type >= 0;

    contensou__hdf5_file_noting = 1;
    if (good && attribute->text)
        good = H5Tset_size(type, strlen(attribute->text) + 1) >= 0 &&
               H5Tset_cset(type, H5T_CSET_UTF8) >= 0;
    if (good)
        written = H5Acreate2(place, attribute->name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    good = written >= 0 &&
           H5Awrite(written, type,
                    attribute->text ? (const void *)attribute->text : &attribute->number) >= 0;
    if (written >= 0)
        good = H5Aclose(written) >= 0 && good;
    contensou__hdf5_file_noting = 0;
    return good;
}

/* An attribute of the file, or of a group of it. */
static int write_attribute(hid_t file, const struct contensou_table_attribute *attribute)
{
    const char *const slash = strrchr(attribute->name, '/');
    const struct contensou_table_attribute inner = {slash ? slash + 1 : attribute->name,
                                                    attribute->text, attribute->number};
    OWNED(let_go) const hid_t place = group_of(file, attribute->name);

    return place >= 0 && put_attribute(place, &inner);
}

/* When the file was made, as 2026-01-31T12:00:00Z; the environment can say when, for files that are to be equal. */
static int write_date(hid_t file)
{
    const char *const fixed = getenv("SOURCE_DATE_EPOCH");
    const time_t now = fixed && *fixed ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
    struct tm parts;
    char text[64] = "";
    const struct contensou_table_attribute date = {"date", text, 0};

    if (!gmtime_r(&now, &parts) || !strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts))
        return 0;
    return put_attribute(file, &date);
}

/* 1 where a table is written again and keeps its date. */
static int has_date(const struct contensou_table_attribute *attribute, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(attribute[i].name, "date") == 0)
            return 1;
    return 0;
}

static int is_unit(const struct contensou_table_attribute *attribute)
{
    return strncmp(attribute->name, CONTENSOU_TABLE_UNIT, strlen(CONTENSOU_TABLE_UNIT)) == 0;
}

static void keep_units(struct contensou__text *units,
                       const struct contensou_table_attribute *attribute, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_unit(&attribute[i])) {
            const char *const name = attribute[i].name + strlen(CONTENSOU_TABLE_UNIT);
            const char *const unit =
                attribute[i].text && *attribute[i].text ? attribute[i].text : "-";

            contensou__text_append(units, name, strlen(name) + 1);
            contensou__text_append(units, unit, strlen(unit) + 1);
        }
}

static const char *unit_of(const struct contensou__text *units, const char *name)
{
    const char *unit;

    for (const char *at = units->data; at && at < units->data + units->size;
         at = unit + strlen(unit) + 1) {
        unit = at + strlen(at) + 1;
        if (strcmp(at, name) == 0)
            return unit;
    }
    return "-";
}

static hid_t create_file(const char *place, int *failure)
{
    OWNED(let_go) const hid_t creation = H5Pcreate(H5P_FILE_CREATE);
    OWNED(let_go) const hid_t access = contensou__hdf5_file_access(failure);

    /* The form of HDF5 1.8 has room for attributes above 64 kB, such as the text of a user's system; virtual datasets, and only
     * they, take that of 1.10. */
    return creation >= 0 && access >= 0 && keep_order(creation) &&
                   H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V110) >= 0
               ? H5Fcreate(place, H5F_ACC_TRUNC, creation, access)
               : -1;
}

/* Closes what is open; 0 where HDF5 could not. */
static int close_all(struct contensou__hdf5_writer *h5)
{
    int good = 1;

    for (size_t c = 0; h5->dataset && c < h5->form->columns; c++)
        if (h5->dataset[c] >= 0)
            good = H5Dclose(h5->dataset[c]) >= 0 && good;
    free(h5->dataset);
    h5->dataset = NULL;
    if (h5->place >= 0)
        good = (h5->grouped ? H5Gclose(h5->place) : H5Fclose(h5->place)) >= 0 && good;
    h5->place = -1;
    return good;
}

void contensou__hdf5_writer_discard(struct contensou__hdf5_writer *h5)
{
    if (!h5) /* a table of another format: HDF5, which may know nothing of threads, is not called */
        return;

    OWNED(speak_again) const struct silence before = be_silent();

    close_all(h5);
    contensou__text_free(&h5->units);
    contensou__text_free(&h5->joined);
    free(h5);
}

static void drop(struct contensou__hdf5_writer **h5)
{
    contensou__hdf5_writer_discard(*h5);
}

enum contensou_status contensou__hdf5_writer_note(struct contensou__hdf5_writer *h5,
                                                  const struct contensou_table_attribute *attribute,
                                                  struct contensou_error *err)
{
    OWNED(speak_again) const struct silence before = be_silent();
    char doing[128];

    if (write_attribute(h5->place, attribute) && !*h5->fails)
        return CONTENSOU_OK;
    snprintf(doing, sizeof doing, "the attribute '%.90s'", attribute->name);
    return fail_hdf5(h5, doing, err);
}

enum contensou_status
contensou__hdf5_writer_open(struct contensou__hdf5_writer **out, const char *place,
                            const struct contensou__hdf5_writer *first,
                            const struct contensou__table_form *form,
                            const struct contensou_table_attribute *attributes,
                            size_t attribute_count, struct contensou_error *err)
{
    OWNED(speak_again) const struct silence before = be_silent();
    OWNED(drop) struct contensou__hdf5_writer *h5 = calloc(1, sizeof *h5);

    *out = NULL;
    TRY(contensou__try_memory(h5, err, "writing %s", form->shown));
    h5->form = form;
    h5->grouped = first != NULL;
    h5->fails = first ? first->fails : &h5->failure;
    h5->known = first ? first->known : &h5->units;
    h5->place = first ? create_group(first->place, place) : create_file(place, h5->fails);
    keep_units(&h5->units, attributes, attribute_count);
    TRY(contensou__try_memory(h5->units.failed ? NULL : h5, err, "writing %s", form->shown));
    if (h5->place < 0)
        return fail_hdf5(h5, first ? place : "the HDF5 file", err);
    if (!first && !has_date(attributes, attribute_count) && !write_date(h5->place))
        return fail_hdf5(h5, "its date", err);
    for (size_t i = 0; i < attribute_count; i++)
        if (!is_unit(&attributes[i]))
            TRY(contensou__hdf5_writer_note(h5, &attributes[i], err));
    *out = h5;
    h5 = NULL;
    return CONTENSOU_OK;
}

/* Bytes of the longest word and its ending zero. */
static size_t word_size(const struct contensou_table_column *column)
{
    size_t longest = sizeof "unknown";

    for (size_t i = 0; i < column->word_count; i++)
        if (strlen(column->words[i]) + 1 > longest)
            longest = strlen(column->words[i]) + 1;
    return longest;
}

/* The type of a column in the file, for H5Tclose. */
static hid_t type_of(const struct contensou_table_column *column)
{
    hid_t type;

    if (column->kind != CONTENSOU_TABLE_WORD)
        return H5Tcopy(column->kind == CONTENSOU_TABLE_WHOLE ? H5T_STD_I64LE : H5T_IEEE_F64LE);
    type = H5Tcopy(H5T_C_S1);
    if (type >= 0)
        H5Tset_size(type, word_size(column));
    return type;
}

/* Whether a column becomes smaller by compression at little cost: whole numbers, whose upper bytes are the same, words, and numbers that
 * repeat the one before, such as the end time of all lanes. The digits of other numbers hardly do. */
static int is_packed(const struct contensou_table_column *about, size_t rows, const double *value)
{
    size_t same = 0;

    if (about->kind != CONTENSOU_TABLE_NUMBER)
        return 1;
    for (size_t i = 1; i < rows; i++)
        same += memcmp(&value[i], &value[i - 1], sizeof *value) == 0;
    return 2 * same > rows;
}

/* Chunks have a checksum, of the compressed bytes where there are such. result.c takes these filters and no others. */
static int set_filters(hid_t creation, int packed)
{
    enum { fastest = 1 };

    if (packed && H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0 &&
        (H5Pset_shuffle(creation) < 0 || H5Pset_deflate(creation, fastest) < 0))
        return 0;
    return H5Pset_fletcher32(creation) >= 0;
}

/* Maps the rows of a column to those of the joined files, one file after the other. */
static int set_joined(const struct contensou__hdf5_writer *h5,
                      const struct contensou_table_column *about, hid_t creation, hid_t space)
{
    static const double no_number = NAN;
    static const int64_t no_whole = -1;
    const int whole = about->kind == CONTENSOU_TABLE_WHOLE;
    char path[512];
    hsize_t at = 0;
    const ssize_t length = H5Iget_name(h5->place, path, sizeof path);

    if (length <= 0 || (size_t)length + strlen(about->name) + 2 >= sizeof path)
        return 0;
    snprintf(path + length, sizeof path - (size_t)length, "%s%s", length > 1 ? "/" : "",
             about->name);
    if (about->kind != CONTENSOU_TABLE_WORD &&
        H5Pset_fill_value(creation, whole ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE,
                          whole ? (const void *)&no_whole : &no_number) < 0)
        return 0;
    for (const char *name = h5->joined.data; name < h5->joined.data + h5->joined.size;) {
        const char *const number = name + strlen(name) + 1;
        OWNED(let_go) hid_t there = -1;
        hsize_t rows;

        memcpy(&rows, number, sizeof rows);
        there = H5Screate_simple(1, &rows, NULL);
        if (there < 0 || H5Sselect_hyperslab(space, H5S_SELECT_SET, &at, NULL, &rows, NULL) < 0 ||
            H5Pset_virtual(creation, space, name, path, there) < 0)
            return 0;
        at += rows;
        name = number + sizeof rows;
    }
    return H5Sselect_all(space) >= 0;
}

/* A dataset for a column: with room for all rows to come, or over those of the joined files. */
static hid_t create_column(const struct contensou__hdf5_writer *h5,
                           const struct contensou_table_column *about, hsize_t chunk, int packed)
{
    const struct contensou_table_attribute attribute = {"unit", unit_of(h5->known, about->name), 0};
    const int joins = h5->joined.size > 0;
    const hsize_t rows = joins ? h5->rows : 0, most = joins ? h5->rows : H5S_UNLIMITED;
    OWNED(let_go) const hid_t type = type_of(about);
    OWNED(let_go) const hid_t space = H5Screate_simple(1, &rows, &most);
    OWNED(let_go) const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    hid_t column = -1;

    if (type >= 0 && space >= 0 && creation >= 0 &&
        (joins ? set_joined(h5, about, creation, space)
               : H5Pset_chunk(creation, 1, &chunk) >= 0 && set_filters(creation, packed)) &&
        H5Pset_obj_track_times(creation, 0) >= 0)
        column =
            H5Dcreate2(h5->place, about->name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    if (column >= 0 && !put_attribute(column, &attribute)) {
        H5Dclose(column);
        column = -1;
    }
    return column;
}

/* The chunk follows the size of the first block of rows, so that a short table is a small file. */
static enum contensou_status create_columns(struct contensou__hdf5_writer *h5, size_t rows,
                                            const double *const *value, struct contensou_error *err)
{
    hsize_t chunk = LEAST_CHUNK;

    while (chunk < rows && chunk < LARGEST_CHUNK)
        chunk *= 2;
    h5->dataset = malloc(h5->form->columns * sizeof *h5->dataset);
    TRY(contensou__try_memory(h5->dataset, err, "writing %s", h5->form->shown));
    for (size_t c = 0; c < h5->form->columns; c++)
        h5->dataset[c] = -1;
    for (size_t c = 0; c < h5->form->columns; c++) {
        const struct contensou_table_column *const about = &h5->form->column[c];

        h5->dataset[c] =
            create_column(h5, about, chunk, is_packed(about, rows, rows ? value[c] : NULL));
        if (h5->dataset[c] < 0)
            return fail_hdf5(h5, about->name, err);
    }
    return CONTENSOU_OK;
}

static int append_column(hid_t column, hid_t type, size_t at, size_t rows, const void *value)
{
    const hsize_t start = at, count = rows, size = at + rows;
    OWNED(let_go) const hid_t memory = H5Screate_simple(1, &count, NULL);
    OWNED(let_go)
    const hid_t space =
        memory >= 0 && H5Dset_extent(column, &size) >= 0 ? H5Dget_space(column) : -1;

    return space >= 0 &&
           H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &count, NULL) >= 0 &&
           H5Dwrite(column, type, memory, space, H5P_DEFAULT, value) >= 0;
}

/* The values as words of one length. */
static int append_words(hid_t column, const struct contensou_table_column *about, size_t at,
                        size_t rows, const double *value)
{
    const size_t size = word_size(about);
    OWNED(let_go) const hid_t type = type_of(about);
    OWNED(contensou__try_free) char *text = calloc(rows, size);

    if (!text || type < 0)
        return 0;
    for (size_t i = 0; i < rows; i++)
        strcpy(text + i * size, contensou__table_word(about, value[i]));
    return append_column(column, type, at, rows, text);
}

enum contensou_status contensou__hdf5_writer_append(struct contensou__hdf5_writer *h5, size_t rows,
                                                    const double *const *value,
                                                    struct contensou_error *err)
{
    OWNED(speak_again) const struct silence before = be_silent();

    if (!h5->dataset)
        TRY(create_columns(h5, rows, value, err));
    for (size_t c = 0; c < h5->form->columns; c++) {
        const struct contensou_table_column *const about = &h5->form->column[c];
        const int good =
            about->kind == CONTENSOU_TABLE_WORD
                ? append_words(h5->dataset[c], about, h5->rows, rows, value[c])
                : append_column(h5->dataset[c], H5T_NATIVE_DOUBLE, h5->rows, rows, value[c]);

        if (!good || *h5->fails)
            return fail_hdf5(h5, about->name, err);
    }
    h5->rows += rows;
    return CONTENSOU_OK;
}

enum contensou_status contensou__hdf5_writer_join(struct contensou__hdf5_writer *h5,
                                                  const char *file, size_t rows,
                                                  struct contensou_error *err)
{
    const hsize_t number = rows;

    if (!rows)
        return CONTENSOU_OK;
    contensou__text_append(&h5->joined, file, strlen(file) + 1);
    contensou__text_append(&h5->joined, (const char *)&number, sizeof number);
    h5->rows += rows;
    return contensou__try_memory(h5->joined.failed ? NULL : h5, err, "writing %s", h5->form->shown);
}

enum contensou_status contensou__hdf5_writer_close(struct contensou__hdf5_writer *h5,
                                                   struct contensou_error *err)
{
    OWNED(speak_again) const struct silence before = be_silent();
    OWNED(drop) struct contensou__hdf5_writer *closed = h5;
    int good;

    if (!h5->dataset)
        TRY(create_columns(h5, 0, NULL, err));
    /* HDF5 keeps the names of joined files in a heap, which it writes with the last of a file and as if it were rows */
    contensou__hdf5_file_noting = h5->joined.size && !h5->grouped;
    good = close_all(h5) && !*h5->fails;
    contensou__hdf5_file_noting = 0;
    return good ? CONTENSOU_OK : fail_hdf5(h5, "closing it", err);
}
