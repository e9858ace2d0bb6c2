/* table_hdf5.c: a table as an HDF5 file: one extendible dataset per column, named by the column, with its unit and
 * checksums (Fletcher32); attributes on the root group or on groups that their names say; further tables as groups. The
 * same table gives the same bytes, but for the date on the root group, which SOURCE_DATE_EPOCH can fix. SPDX-License-Identifier: MIT */
#include "io/hdf5_silence.h"
#include "io/table_format.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The bytes of the file on a disk that may fail. HDF5 cannot leave a file whose last writes fail: closing it fails
 * half-way, and the library then crashes when it is used again or at exit. This driver keeps the first failure for its
 * owner, tells HDF5 that all is well and writes nothing more. */
struct info {
    int *failure;
};

struct file {
    H5FD_t base; /* HDF5 needs it first */
    int descriptor, written;
    haddr_t eoa, eof; /* end of what is allocated, end of what is there */
    int *failure;
};

static H5FD_t *file_open(const char *name, unsigned flags, hid_t access, haddr_t largest)
{
    const struct info *const info = H5Pget_driver_info(access);
    struct file *file = calloc(1, sizeof *file);
    const int mode = (flags & H5F_ACC_RDWR ? O_RDWR : O_RDONLY) |
                     (flags & H5F_ACC_TRUNC ? O_TRUNC : 0) | (flags & H5F_ACC_CREAT ? O_CREAT : 0) |
                     (flags & H5F_ACC_EXCL ? O_EXCL : 0);
    struct stat about;

    (void)largest;
    if (!file || !info) {
        free(file);
        return NULL;
    }
    file->failure = info->failure;
    file->descriptor = open(name, mode | O_CLOEXEC, 0666);
    if (file->descriptor < 0 || fstat(file->descriptor, &about) != 0) {
        if (file->descriptor >= 0)
            close(file->descriptor);
        free(file);
        return NULL;
    }
    file->eof = (haddr_t)about.st_size;
    return &file->base;
}

static void keep_failure(const struct file *file)
{
    if (!*file->failure)
        *file->failure = errno;
}

static herr_t file_close(H5FD_t *base)
{
    struct file *const file = (struct file *)base;

    if (file->written && fsync(file->descriptor) != 0)
        keep_failure(file);
    if (close(file->descriptor) != 0)
        keep_failure(file);
    free(file);
    return 0;
}

static herr_t file_query(const H5FD_t *base, unsigned long *flags)
{
    (void)base;
    if (flags)
        *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA |
                 H5FD_FEAT_DATA_SIEVE | H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t file_get_eoa(const H5FD_t *base, H5FD_mem_t type)
{
    (void)type;
    return ((const struct file *)base)->eoa;
}

static herr_t file_set_eoa(H5FD_t *base, H5FD_mem_t type, haddr_t address)
{
    (void)type;
    ((struct file *)base)->eoa = address;
    return 0;
}

static haddr_t file_get_eof(const H5FD_t *base, H5FD_mem_t type)
{
    (void)type;
    return ((const struct file *)base)->eof;
}

/* What lies behind the end of the file reads as zeros, as HDF5 expects. */
static herr_t file_read(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t address, size_t size,
                        void *buffer)
{
    const struct file *const file = (const struct file *)base;
    char *at = buffer;

    (void)type;
    (void)transfer;
    while (size > 0) {
        const ssize_t got = pread(file->descriptor, at, size, (off_t)address);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            keep_failure(file);
        if (got <= 0) {
            memset(at, 0, size);
            break;
        }
        at += got;
        address += (haddr_t)got;
        size -= (size_t)got;
    }
    return 0;
}

static herr_t file_write(H5FD_t *base, H5FD_mem_t type, hid_t transfer, haddr_t address,
                         size_t size, const void *buffer)
{
    struct file *const file = (struct file *)base;
    const char *at = buffer;
    const haddr_t end = address + size;

    (void)type;
    (void)transfer;
    file->written = 1;
    while (size > 0 && !*file->failure) {
        const ssize_t wrote = pwrite(file->descriptor, at, size, (off_t)address);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0) {
            keep_failure(file);
            break;
        }
        at += wrote;
        address += (haddr_t)wrote;
        size -= (size_t)wrote;
    }
    if (file->eof < end)
        file->eof = end;
    return 0;
}

static herr_t file_truncate(H5FD_t *base, hid_t transfer, hbool_t closing)
{
    struct file *const file = (struct file *)base;

    (void)transfer;
    (void)closing;
    if (file->eof != file->eoa) {
        if (!*file->failure && ftruncate(file->descriptor, (off_t)file->eoa) != 0)
            keep_failure(file);
        file->eof = file->eoa;
    }
    return 0;
}

/* The access property list of such a file, for H5Pclose; negative on failure. *failure becomes the
 * errno of the first failed write; it must outlive the file. Closing the file synchronises it. */
static hid_t file_access(int *failure)
{
    static const H5FD_class_t driver = {
#ifdef H5FD_CLASS_VERSION
        .version = H5FD_CLASS_VERSION,
        .value = 600, /* from 512 on: drivers that are not of the library */
#endif
        .name = "contensou",
        .maxaddr = ((haddr_t)1 << 62) - 1,
        .fc_degree = H5F_CLOSE_WEAK,
        .fapl_size = sizeof(struct info),
        .open = file_open,
        .close = file_close,
        .query = file_query,
        .get_eoa = file_get_eoa,
        .set_eoa = file_set_eoa,
        .get_eof = file_get_eof,
        .read = file_read,
        .write = file_write,
        .truncate = file_truncate,
        .fl_map = H5FD_FLMAP_DICHOTOMY,
    };
    const struct info info = {failure};
    const hid_t id = H5FDregister(&driver), access = H5Pcreate(H5P_FILE_ACCESS);
    const int good = id >= 0 && access >= 0 && H5Pset_driver(access, id, &info) >= 0;

    if (id >= 0)
        H5FDunregister(id);
    if (good)
        return access;
    if (access >= 0)
        H5Pclose(access);
    return -1;
}

enum { LEAST_CHUNK = 1024, LARGEST_CHUNK = 65536 };

/* The units that attributes gave to names of columns. */
struct units {
    char **name, **unit;
    size_t count;
};

struct contensou__table_hdf5 {
    char *shown;
    char **names;
    struct contensou_table_column *kind; /* [columns] */
    size_t columns, rows;
    hid_t place;         /* the file, or a group of another table's */
    int grouped;         /* it is a group */
    int failure, *fails; /* errno of the first write that failed; where that of the file stands */
    hid_t *column;       /* datasets, made with the first rows; NULL before */
    struct units *known; /* of the file; of groups that of the first table */
};

/* Keeps the innermost description of the error stack. */
static herr_t keep_reason(unsigned level, const H5E_error2_t *error, void *data)
{
    (void)level;
    snprintf(data, 256, "%s", error->desc ? error->desc : "HDF5 failed");
    return 1;
}

static enum contensou_status fail_hdf5(const struct contensou__table_hdf5 *h5, const char *doing,
                                       struct contensou_error *err)
{
    char reason[256] = "HDF5 failed";

    if (*h5->fails)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", h5->shown,
                              strerror(*h5->fails));
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_reason, reason);
    return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s: %s", h5->shown, doing, reason);
}

/* What is in a group is listed in the order in which it was made; times are not kept. */
static int keep_order(hid_t creation)
{
    return H5Pset_obj_track_times(creation, 0) >= 0 &&
           H5Pset_link_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0;
}

static hid_t create_group(hid_t place, const char *name)
{
    const hid_t creation = H5Pcreate(H5P_GROUP_CREATE);
    hid_t group = -1;

    if (creation >= 0 && keep_order(creation))
        group = H5Gcreate2(place, name, H5P_DEFAULT, creation, H5P_DEFAULT);
    if (creation >= 0)
        H5Pclose(creation);
    return group;
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
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t type = H5Tcopy(attribute->text ? H5T_C_S1 : H5T_NATIVE_DOUBLE);
    hid_t written = -1;
    int good = space >= 0 && type >= 0;

    if (good && attribute->text)
        good = H5Tset_size(type, H5T_VARIABLE) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0;
    if (good)
        written = H5Acreate2(place, attribute->name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    good = written >= 0;
    if (good && attribute->text)
        good = H5Awrite(written, type, &attribute->text) >= 0;
    else if (good)
        good = H5Awrite(written, type, &attribute->number) >= 0;
    if (written >= 0)
        good = H5Aclose(written) >= 0 && good;
    if (type >= 0)
        H5Tclose(type);
    if (space >= 0)
        H5Sclose(space);
    return good;
}

/* An attribute of the file, or of a group of it. */
static int write_attribute(hid_t file, const struct contensou_table_attribute *attribute)
{
    const char *const slash = strrchr(attribute->name, '/');
    const struct contensou_table_attribute inner = {slash ? slash + 1 : attribute->name,
                                                    attribute->text, attribute->number};
    const hid_t place = group_of(file, attribute->name);
    const int good = place >= 0 && put_attribute(place, &inner);

    if (place >= 0)
        H5Oclose(place);
    return good;
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

static int is_unit(const struct contensou_table_attribute *attribute)
{
    return strncmp(attribute->name, CONTENSOU_TABLE_UNIT, strlen(CONTENSOU_TABLE_UNIT)) == 0;
}

static void free_units(struct units *u)
{
    for (size_t i = 0; u && i < u->count; i++) {
        free(u->name[i]);
        free(u->unit[i]);
    }
    if (u) {
        free(u->name);
        free(u->unit);
    }
    free(u);
}

static struct units *keep_units(const struct contensou_table_attribute *attribute, size_t count)
{
    struct units *u = calloc(1, sizeof *u);
    int good = u != NULL;

    if (good) {
        u->name = calloc(count + 1, sizeof *u->name);
        u->unit = calloc(count + 1, sizeof *u->unit);
        good = u->name && u->unit;
    }
    for (size_t i = 0; i < count && good; i++)
        if (is_unit(&attribute[i])) {
            const char *const unit = attribute[i].text;

            u->name[u->count] = strdup(attribute[i].name + strlen(CONTENSOU_TABLE_UNIT));
            u->unit[u->count] = strdup(unit && *unit ? unit : "-");
            good = u->name[u->count] && u->unit[u->count];
            u->count++;
        }
    if (good)
        return u;
    free_units(u);
    return NULL;
}

static const char *unit_of(const struct units *u, const char *name)
{
    for (size_t i = 0; i < u->count; i++)
        if (strcmp(u->name[i], name) == 0)
            return u->unit[i];
    return "-";
}

static hid_t create_file(const char *place, int *failure)
{
    const hid_t creation = H5Pcreate(H5P_FILE_CREATE);
    const hid_t access = file_access(failure);
    hid_t file = -1;

    if (creation >= 0 && access >= 0 && keep_order(creation))
        file = H5Fcreate(place, H5F_ACC_TRUNC, creation, access);
    if (access >= 0)
        H5Pclose(access);
    if (creation >= 0)
        H5Pclose(creation);
    return file;
}

/* A table without its place; NULL without memory. */
static struct contensou__table_hdf5 *make(const char *shown,
                                          const struct contensou_table_column *column,
                                          size_t columns, struct contensou_error *err)
{
    struct contensou__table_hdf5 *h5 = calloc(1, sizeof *h5);
    int good = h5 != NULL;

    if (good) {
        h5->place = -1;
        h5->fails = &h5->failure;
        h5->shown = strdup(shown);
        h5->names = calloc(columns, sizeof *h5->names);
        h5->kind = malloc(columns * sizeof *h5->kind);
        good = h5->shown && h5->names && h5->kind;
    }
    for (size_t c = 0; c < columns && good; c++) {
        h5->kind[c] = column[c];
        h5->names[c] = strdup(column[c].name);
        h5->columns = c + 1;
        good = h5->names[c] != NULL;
    }
    if (good)
        return h5;
    contensou__table_hdf5_discard(h5);
    contensou_fail(err, CONTENSOU_EMEMORY, "no memory to write %s", shown);
    return NULL;
}

static enum contensou_status note(const struct contensou__table_hdf5 *h5,
                                  const struct contensou_table_attribute *attribute,
                                  struct contensou_error *err)
{
    char doing[128];

    if (write_attribute(h5->place, attribute) && !*h5->fails)
        return CONTENSOU_OK;
    snprintf(doing, sizeof doing, "the attribute '%.90s'", attribute->name);
    return fail_hdf5(h5, doing, err);
}

enum contensou_status contensou__table_hdf5_note(struct contensou__table_hdf5 *h5,
                                                 const struct contensou_table_attribute *attribute,
                                                 struct contensou_error *err)
{
    const struct silence before = be_silent();
    const enum contensou_status status = note(h5, attribute, err);

    speak_again(before);
    return status;
}

enum contensou_status
contensou__table_hdf5_open(struct contensou__table_hdf5 **out, const char *place, const char *shown,
                           const struct contensou_table_column *column, size_t columns,
                           const struct contensou_table_attribute *attributes,
                           size_t attribute_count, struct contensou_error *err)
{
    const struct silence before = be_silent();
    enum contensou_status status = CONTENSOU_OK;
    struct contensou__table_hdf5 *h5 = make(shown, column, columns, err);

    *out = NULL;
    if (!h5) {
        speak_again(before);
        return CONTENSOU_EMEMORY;
    }
    h5->place = create_file(place, h5->fails);
    if (h5->place < 0)
        status = fail_hdf5(h5, "the HDF5 file", err);
    h5->known = keep_units(attributes, attribute_count);
    if (!status && !h5->known)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory to write %s", shown);
    if (!status && !write_date(h5->place))
        status = fail_hdf5(h5, "its date", err);
    for (size_t i = 0; i < attribute_count && status == CONTENSOU_OK; i++)
        if (!is_unit(&attributes[i]))
            status = note(h5, &attributes[i], err);
    speak_again(before);
    if (status != CONTENSOU_OK)
        contensou__table_hdf5_discard(h5);
    else
        *out = h5;
    return status;
}

enum contensou_status contensou__table_hdf5_open_group(struct contensou__table_hdf5 **out,
                                                       const struct contensou__table_hdf5 *first,
                                                       const char *name,
                                                       const struct contensou_table_column *column,
                                                       size_t columns, struct contensou_error *err)
{
    const struct silence before = be_silent();
    enum contensou_status status = CONTENSOU_EMEMORY;
    struct contensou__table_hdf5 *h5 = make(first->shown, column, columns, err);

    *out = NULL;
    if (h5) {
        h5->grouped = 1;
        h5->fails = first->fails;
        h5->known = first->known;
        h5->place = create_group(first->place, name);
        status = h5->place < 0 ? fail_hdf5(h5, name, err) : CONTENSOU_OK;
    }
    speak_again(before);
    if (status != CONTENSOU_OK)
        contensou__table_hdf5_discard(h5);
    else
        *out = h5;
    return status;
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

static hid_t create_column(hid_t place, const struct contensou_table_column *about,
                           const char *name, const char *unit, hsize_t chunk)
{
    const struct contensou_table_attribute attribute = {"unit", unit, 0};
    const hid_t type = type_of(about);
    const hsize_t none = 0, unlimited = H5S_UNLIMITED;
    const hid_t space = H5Screate_simple(1, &none, &unlimited);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    hid_t column = -1;

    if (type >= 0 && space >= 0 && creation >= 0 && H5Pset_chunk(creation, 1, &chunk) >= 0 &&
        H5Pset_fletcher32(creation) >= 0 && H5Pset_obj_track_times(creation, 0) >= 0)
        column = H5Dcreate2(place, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    if (column >= 0 && !put_attribute(column, &attribute)) {
        H5Dclose(column);
        column = -1;
    }
    if (creation >= 0)
        H5Pclose(creation);
    if (space >= 0)
        H5Sclose(space);
    if (type >= 0)
        H5Tclose(type);
    return column;
}

/* The chunk follows the size of the first block of rows, so that a short table is a small file. */
static enum contensou_status create_columns(struct contensou__table_hdf5 *h5, size_t rows,
                                            struct contensou_error *err)
{
    hsize_t chunk = LEAST_CHUNK;

    while (chunk < rows && chunk < LARGEST_CHUNK)
        chunk *= 2;
    h5->column = malloc(h5->columns * sizeof *h5->column);
    if (!h5->column)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to write %s", h5->shown);
    for (size_t c = 0; c < h5->columns; c++)
        h5->column[c] = -1;
    for (size_t c = 0; c < h5->columns; c++) {
        h5->column[c] = create_column(h5->place, &h5->kind[c], h5->names[c],
                                      unit_of(h5->known, h5->names[c]), chunk);
        if (h5->column[c] < 0)
            return fail_hdf5(h5, h5->names[c], err);
    }
    return CONTENSOU_OK;
}

static int append_column(hid_t column, hid_t type, size_t at, size_t rows, const void *value)
{
    const hsize_t start = at, count = rows, size = at + rows;
    const hid_t memory = H5Screate_simple(1, &count, NULL);
    hid_t space = -1;
    int good = memory >= 0 && H5Dset_extent(column, &size) >= 0;

    if (good)
        space = H5Dget_space(column);
    good = space >= 0 &&
           H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &count, NULL) >= 0 &&
           H5Dwrite(column, type, memory, space, H5P_DEFAULT, value) >= 0;
    if (space >= 0)
        H5Sclose(space);
    if (memory >= 0)
        H5Sclose(memory);
    return good;
}

/* The values as words of one length. */
static int append_words(hid_t column, const struct contensou_table_column *about, size_t at,
                        size_t rows, const double *value)
{
    const size_t size = word_size(about);
    const hid_t type = type_of(about);
    char *const text = calloc(rows, size);
    int good = text && type >= 0;

    for (size_t i = 0; i < rows && good; i++) {
        const int known = value[i] >= 0 && value[i] < (double)about->word_count;

        strcpy(text + i * size, known ? about->words[(size_t)value[i]] : "unknown");
    }
    good = good && append_column(column, type, at, rows, text);
    if (type >= 0)
        H5Tclose(type);
    free(text);
    return good;
}

enum contensou_status contensou__table_hdf5_append(struct contensou__table_hdf5 *h5, size_t rows,
                                                   const double *const *value,
                                                   struct contensou_error *err)
{
    const struct silence before = be_silent();
    enum contensou_status status = CONTENSOU_OK;

    if (!h5->column)
        status = create_columns(h5, rows, err);
    for (size_t c = 0; c < h5->columns && status == CONTENSOU_OK; c++) {
        const int words = h5->kind[c].kind == CONTENSOU_TABLE_WORD;
        const int good =
            words ? append_words(h5->column[c], &h5->kind[c], h5->rows, rows, value[c])
                  : append_column(h5->column[c], H5T_NATIVE_DOUBLE, h5->rows, rows, value[c]);

        if (!good || *h5->fails)
            status = fail_hdf5(h5, h5->names[c], err);
    }
    h5->rows += rows;
    speak_again(before);
    return status;
}

/* Closes what is open; 0 where HDF5 could not. */
static int close_all(struct contensou__table_hdf5 *h5)
{
    int good = 1;

    for (size_t c = 0; h5->column && c < h5->columns; c++)
        if (h5->column[c] >= 0)
            good = H5Dclose(h5->column[c]) >= 0 && good;
    free(h5->column);
    h5->column = NULL;
    if (h5->place >= 0)
        good = (h5->grouped ? H5Gclose(h5->place) : H5Fclose(h5->place)) >= 0 && good;
    h5->place = -1;
    return good;
}

enum contensou_status contensou__table_hdf5_close(struct contensou__table_hdf5 *h5,
                                                  struct contensou_error *err)
{
    const struct silence before = be_silent();
    enum contensou_status status = CONTENSOU_OK;

    if (!h5->column)
        status = create_columns(h5, 0, err);
    if (status == CONTENSOU_OK && (!close_all(h5) || *h5->fails))
        status = fail_hdf5(h5, "closing it", err);
    speak_again(before);
    contensou__table_hdf5_discard(h5);
    return status;
}

void contensou__table_hdf5_discard(struct contensou__table_hdf5 *h5)
{
    struct silence before;

    if (!h5)
        return;
    before = be_silent();
    close_all(h5);
    speak_again(before);
    for (size_t c = 0; c < h5->columns; c++)
        free(h5->names[c]);
    if (!h5->grouped)
        free_units(h5->known);
    free(h5->names);
    free(h5->kind);
    free(h5->shown);
    free(h5);
}
