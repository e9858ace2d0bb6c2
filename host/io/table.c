/* table.c: a table of named columns; the ending picks the format, and the file appears whole or not
 * at all. SPDX-License-Identifier: MIT */
#include "base/beside.h"
#include "base/setting.h"
#include "base/stop.h"
#include "base/text.h"
#include "io/digits.h"
#include "io/hdf5_attribute.h"
#include "io/hdf5_silence.h"
#include "io/seal.h"

#include <contensou/table.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Whether a file that is there may be replaced by a result. */

enum { head_size = 65536 };

static const char *guarded;

static const char *same_as(const char *command)
{
    return strcmp(command, "merge") == 0 ? "sweep" : command;
}

void contensou_table_guard(const char *command)
{
    guarded = command ? same_as(command) : NULL;
}

/* 1 if there is something to be asked about. */
static int is_there(const char *path)
{
    struct stat about;

    return guarded && stat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0;
}

static enum contensou_status refuse(const char *path, const char *what, struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EARGUMENT,
                          "'%s' is there already and is %s; give another name, or " SETTING(
                              "force") " to overwrite it",
                          path, what);
}

/* The first bytes of the file, ended by a zero; for free(), or NULL. */
static char *read_head(const char *path)
{
    FILE *const file = fopen(path, "rb");
    char *const head = file ? malloc(head_size + 1) : NULL;

    if (head)
        head[fread(head, 1, head_size, file)] = '\0';
    if (file)
        fclose(file);
    return head;
}

/* 1 if `names`, up to the end of its line, has the name between commas. */
static int has_name(const char *names, const char *name)
{
    const size_t size = strlen(name);

    for (;;) {
        const size_t length = strcspn(names, ",\r\n");

        if (length == size && memcmp(names, name, size) == 0)
            return 1;
        if (names[length] != ',')
            return 0;
        names += length + 1;
    }
}

static enum contensou_status check_csv(const char *path,
                                       const struct contensou_table_column *column, size_t columns,
                                       struct contensou_error *err)
{
    static const char lane[] = "lane";
    char *const head = read_head(path);
    const char *const names = head && strncmp(head, "\xEF\xBB\xBF", 3) == 0 ? head + 3 : head;
    const int lanes = head && has_name(names, lane);
    int alike = 0, new_lanes = 0;
    char what[160];

    if (!head)
        return CONTENSOU_OK; /* opening it will say why */
    for (size_t i = 0; i < columns; i++) {
        alike |= has_name(names, column[i].name);
        new_lanes |= strcmp(column[i].name, lane) == 0;
    }
    snprintf(what, sizeof what, "no result of 'contensou %s': its first line is '%.*s%s'", guarded,
             (int)(strcspn(names, "\r\n") < 60 ? strcspn(names, "\r\n") : 60), names,
             strcspn(names, "\r\n") > 60 ? ".." : "");
    free(head);
    return alike && lanes == new_lanes ? CONTENSOU_OK : refuse(path, what, err);
}

static enum contensou_status check_hdf5(const char *path, struct contensou_error *err)
{
    const struct silence before = be_silent();
    const hid_t file =
        contensou__seal_problem(path) ? -1 : H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    char *line, word[64] = "", what[160];
    enum contensou_status status = CONTENSOU_OK;

    line = file >= 0 ? attribute_text(file, "command_line") : NULL;
    if (file >= 0)
        H5Fclose(file);
    speak_again(before);
    if (line)
        contensou__text_command(line, word, sizeof word);
    if (!*word)
        status = refuse(path, "no file of this program as it was left", err);
    else if (strcmp(same_as(word), guarded) != 0) {
        snprintf(what, sizeof what, "a result of 'contensou %s'", word);
        status = refuse(path, what, err);
    }
    free(line);
    return status;
}

static enum contensou_status guard_table(const char *path, int hdf5,
                                         const struct contensou_table_column *column,
                                         size_t columns, struct contensou_error *err)
{
    if (!is_there(path))
        return CONTENSOU_OK;
    return hdf5 ? check_hdf5(path, err) : check_csv(path, column, columns, err);
}

/* 1 if the file names the program anywhere: a text of cells has the command behind them. A file that cannot be read
 * counts too: opening it will say why. */
static int names_program(const char *path)
{
    static const char mark[] = "contensou";
    FILE *const file = fopen(path, "rb");
    size_t matched = 0;
    int c = 0;

    /* no letter of the word but its first begins it again, so that a mismatch need not look back */
    while (file && matched < sizeof mark - 1 && (c = getc(file)) != EOF)
        matched = c == mark[matched] ? matched + 1 : c == mark[0];
    if (file)
        fclose(file);
    return !file || matched == sizeof mark - 1;
}

enum contensou_status contensou_table_guard_text(const char *path, struct contensou_error *err)
{
    return !is_there(path) || names_program(path) ? CONTENSOU_OK
                                                  : refuse(path, "no file of this program", err);
}

/* A table as comma-separated text: one header line, 17 significant digits, so that
 * reading gives the same doubles back; NaN is an empty field. */

enum { BUFFER = 1 << 18, FIELD = 32 };

struct csv {
    int descriptor;
    char *shown;
    struct contensou_table_column *column; /* [columns] */
    size_t columns, used;
    struct contensou__digits digits;
    char buffer[BUFFER];
};

static enum contensou_status flush(struct csv *csv, struct contensou_error *err)
{
    const char *at = csv->buffer;

    while (csv->used > 0) {
        const ssize_t wrote = write(csv->descriptor, at, csv->used);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", csv->shown,
                                  strerror(errno));
        at += wrote;
        csv->used -= (size_t)wrote;
    }
    return CONTENSOU_OK;
}

static enum contensou_status put_text(struct csv *csv, const char *text,
                                      struct contensou_error *err)
{
    for (; *text; text++) {
        if (csv->used == BUFFER) {
            const enum contensou_status status = flush(csv, err);

            if (status != CONTENSOU_OK)
                return status;
        }
        csv->buffer[csv->used++] = *text;
    }
    return CONTENSOU_OK;
}

static void csv_discard(struct csv *csv)
{
    if (!csv)
        return;
    if (csv->descriptor != STDOUT_FILENO)
        close(csv->descriptor);
    free(csv->shown);
    free(csv->column);
    free(csv);
}

/* Takes over the descriptor unless it is standard output; `shown` names it in messages. */
static enum contensou_status csv_open(struct csv **out, int descriptor, const char *shown,
                                      const struct contensou_table_column *column, size_t columns,
                                      const char *comment, struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;
    struct csv *csv = malloc(sizeof *csv);

    *out = NULL;
    if (csv) {
        csv->shown = strdup(shown);
        csv->column = malloc(columns * sizeof *csv->column);
    }
    if (!csv || !csv->shown || !csv->column) {
        if (csv) {
            csv->descriptor = STDOUT_FILENO;
            csv_discard(csv);
        }
        if (descriptor != STDOUT_FILENO)
            close(descriptor);
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory to write %s", shown);
    }
    csv->descriptor = descriptor;
    memcpy(csv->column, column, columns * sizeof *column);
    csv->columns = columns;
    csv->used = 0;
    contensou__digits_init(&csv->digits);
    if (comment && (status = put_text(csv, "# ", err)) == CONTENSOU_OK &&
        (status = put_text(csv, comment, err)) == CONTENSOU_OK)
        status = put_text(csv, "\n", err);
    for (size_t i = 0; i < columns && status == CONTENSOU_OK; i++)
        if ((status = put_text(csv, column[i].name, err)) == CONTENSOU_OK)
            status = put_text(csv, i + 1 < columns ? "," : "\n", err);
    if (status != CONTENSOU_OK) {
        csv_discard(csv);
        return status;
    }
    *out = csv;
    return CONTENSOU_OK;
}

/* The word that stands for the value, and what ends it. */
static enum contensou_status put_word(struct csv *csv, const struct contensou_table_column *column,
                                      double value, const char *end, struct contensou_error *err)
{
    const int known = value >= 0 && value < (double)column->word_count;
    const enum contensou_status status =
        put_text(csv, known ? column->words[(size_t)value] : "unknown", err);

    return status == CONTENSOU_OK ? put_text(csv, end, err) : status;
}

static enum contensou_status put_number(struct csv *csv, double value, char end,
                                        struct contensou_error *err)
{
    char *at;

    if (csv->used > BUFFER - FIELD) {
        const enum contensou_status status = flush(csv, err);

        if (status != CONTENSOU_OK)
            return status;
    }
    at = csv->buffer + csv->used;
    if (!isnan(value))
        at += contensou__digits_write(&csv->digits, value, at);
    else if (csv->columns == 1) { /* an empty line would not count as a row */
        *at++ = '"';
        *at++ = '"';
    }
    *at++ = end;
    csv->used = (size_t)(at - csv->buffer);
    return CONTENSOU_OK;
}

static enum contensou_status csv_append(struct csv *csv, size_t rows, const double *const *value,
                                        struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    for (size_t row = 0; row < rows; row++)
        for (size_t c = 0; c < csv->columns && status == CONTENSOU_OK; c++) {
            const char *const end = c + 1 < csv->columns ? "," : "\n";

            status = csv->column[c].kind == CONTENSOU_TABLE_WORD
                         ? put_word(csv, &csv->column[c], value[c][row], end, err)
                         : put_number(csv, value[c][row], *end, err);
        }
    return status;
}

static enum contensou_status csv_close(struct csv *csv, struct contensou_error *err)
{
    enum contensou_status status = flush(csv, err);

    /* Pipes, terminals and devices cannot be synchronised and say so. */
    if (status == CONTENSOU_OK && fsync(csv->descriptor) != 0 && errno != EINVAL &&
        errno != EROFS && errno != ENOTSUP)
        status =
            contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", csv->shown, strerror(errno));
    if (csv->descriptor != STDOUT_FILENO && close(csv->descriptor) != 0 && status == CONTENSOU_OK)
        status =
            contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", csv->shown, strerror(errno));
    csv->descriptor = STDOUT_FILENO;
    csv_discard(csv);
    return status;
}

/* A table as an HDF5 file: one extendible dataset per column, named by the column, with its unit and
 * checksums (Fletcher32); attributes on the root group or on groups that their names say; further tables as groups; a
 * checksum of all the rest behind the end (seal.h). Texts have fixed lengths: those of variable length lie in a heap that
 * HDF5 reads without any check. The
 * same table gives the same bytes, but for the date on the root group, which SOURCE_DATE_EPOCH can fix. */

/* The bytes of the file on a disk that may fail. HDF5 cannot leave a file whose last writes fail: closing it fails
 * half-way, and the library then crashes when it is used again or at exit. This driver keeps the first failure for its
 * owner, tells HDF5 that all is well and writes nothing more. It knows which bytes are rows, and seals the file. */
struct info {
    int *failure;
};

/* 1 while an attribute is written: one above 4 kB is stored as rows are, but without their checksums. HDF5 is for one
 * thread at a time, so one of them is enough. */
static int noting;

struct file {
    H5FD_t base; /* HDF5 needs it first */
    int descriptor, written;
    haddr_t eoa, eof; /* end of what is allocated, end of what is there */
    int *failure;
    struct contensou__seal seal;
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

    if (file->written && !*file->failure)
        *file->failure = contensou__seal_put(&file->seal, file->descriptor, file->eof);
    if (file->written && fsync(file->descriptor) != 0)
        keep_failure(file);
    if (close(file->descriptor) != 0)
        keep_failure(file);
    contensou__seal_free(&file->seal);
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

    (void)transfer;
    file->written = 1;
    contensou__seal_wrote(&file->seal, address, size, type == H5FD_MEM_DRAW && !noting);
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

struct hdf5 {
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

static enum contensou_status fail_hdf5(const struct hdf5 *h5, const char *doing,
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

    noting = 1;
    if (good && attribute->text)
        good = H5Tset_size(type, strlen(attribute->text) + 1) >= 0 &&
               H5Tset_cset(type, H5T_CSET_UTF8) >= 0;
    if (good)
        written = H5Acreate2(place, attribute->name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    good = written >= 0;
    if (good && attribute->text)
        good = H5Awrite(written, type, attribute->text) >= 0;
    else if (good)
        good = H5Awrite(written, type, &attribute->number) >= 0;
    if (written >= 0)
        good = H5Aclose(written) >= 0 && good;
    noting = 0;
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

    /* The form of HDF5 1.8 has room for attributes above 64 kB, such as the text of a user's system. */
    if (creation >= 0 && access >= 0 && keep_order(creation) &&
        H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18) >= 0)
        file = H5Fcreate(place, H5F_ACC_TRUNC, creation, access);
    if (access >= 0)
        H5Pclose(access);
    if (creation >= 0)
        H5Pclose(creation);
    return file;
}

/* Closes what is open; 0 where HDF5 could not. */
static int close_all(struct hdf5 *h5)
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

static void hdf5_discard(struct hdf5 *h5)
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

/* A table without its place; NULL without memory. */
static struct hdf5 *make(const char *shown, const struct contensou_table_column *column,
                         size_t columns, struct contensou_error *err)
{
    struct hdf5 *h5 = calloc(1, sizeof *h5);
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
    hdf5_discard(h5);
    contensou_fail(err, CONTENSOU_EMEMORY, "no memory to write %s", shown);
    return NULL;
}

static enum contensou_status note(const struct hdf5 *h5,
                                  const struct contensou_table_attribute *attribute,
                                  struct contensou_error *err)
{
    char doing[128];

    if (write_attribute(h5->place, attribute) && !*h5->fails)
        return CONTENSOU_OK;
    snprintf(doing, sizeof doing, "the attribute '%.90s'", attribute->name);
    return fail_hdf5(h5, doing, err);
}

static enum contensou_status hdf5_note(struct hdf5 *h5,
                                       const struct contensou_table_attribute *attribute,
                                       struct contensou_error *err)
{
    const struct silence before = be_silent();
    const enum contensou_status status = note(h5, attribute, err);

    speak_again(before);
    return status;
}

/* Makes the file `place`; `shown` names it in messages. */
static enum contensou_status hdf5_open(struct hdf5 **out, const char *place, const char *shown,
                                       const struct contensou_table_column *column, size_t columns,
                                       const struct contensou_table_attribute *attributes,
                                       size_t attribute_count, struct contensou_error *err)
{
    const struct silence before = be_silent();
    enum contensou_status status = CONTENSOU_OK;
    struct hdf5 *h5 = make(shown, column, columns, err);

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
    if (!status && !has_date(attributes, attribute_count) && !write_date(h5->place))
        status = fail_hdf5(h5, "its date", err);
    for (size_t i = 0; i < attribute_count && status == CONTENSOU_OK; i++)
        if (!is_unit(&attributes[i]))
            status = note(h5, &attributes[i], err);
    speak_again(before);
    if (status != CONTENSOU_OK)
        hdf5_discard(h5);
    else
        *out = h5;
    return status;
}

/* A group of the file of `first`, closed before it. */
static enum contensou_status hdf5_open_group(struct hdf5 **out, const struct hdf5 *first,
                                             const char *name,
                                             const struct contensou_table_column *column,
                                             size_t columns, struct contensou_error *err)
{
    const struct silence before = be_silent();
    enum contensou_status status = CONTENSOU_EMEMORY;
    struct hdf5 *h5 = make(first->shown, column, columns, err);

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
        hdf5_discard(h5);
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
static enum contensou_status create_columns(struct hdf5 *h5, size_t rows,
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

static enum contensou_status hdf5_append(struct hdf5 *h5, size_t rows, const double *const *value,
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

static enum contensou_status hdf5_close(struct hdf5 *h5, struct contensou_error *err)
{
    const struct silence before = be_silent();
    enum contensou_status status = CONTENSOU_OK;

    if (!h5->column)
        status = create_columns(h5, 0, err);
    if (status == CONTENSOU_OK && (!close_all(h5) || *h5->fails))
        status = fail_hdf5(h5, "closing it", err);
    speak_again(before);
    hdf5_discard(h5);
    return status;
}

struct contensou_table {
    struct contensou__beside file; /* nothing for standard output, pipes and devices */
    char *shown;                   /* how messages name it */
    char *given;                   /* the path as it was given; NULL for standard output */
    int failed;
    struct csv *csv;
    struct hdf5 *hdf5;
};

enum format { UNKNOWN, CSV, HDF5 };

static enum format format_of(const char *path)
{
    const char *const slash = strrchr(path, '/'), *const dot = strrchr(slash ? slash : path, '.');

    if (!dot)
        return UNKNOWN;
    if (strcasecmp(dot, ".csv") == 0)
        return CSV;
    return strcasecmp(dot, ".h5") == 0 || strcasecmp(dot, ".hdf5") == 0 ? HDF5 : UNKNOWN;
}

static char *joined(const char *a, const char *b, const char *c)
{
    const size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *text = malloc(size);

    if (text)
        snprintf(text, size, "%s%s%s", a, b, c);
    return text;
}

/* Names must serve both formats: a comma ends a CSV field, a slash is a folder in HDF5. */
static enum contensou_status check_names(const struct contensou_table_column *column,
                                         size_t columns, struct contensou_error *err)
{
    if (columns == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "a table needs at least one column");
    for (size_t i = 0; i < columns; i++) {
        if (!*column[i].name || strcmp(column[i].name, ".") == 0 ||
            strpbrk(column[i].name, ",\"/\r\n"))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "'%s' cannot name a column: it must not be empty, '.' or have a "
                                  "comma, quote, slash or line end",
                                  column[i].name);
        for (size_t j = 0; j < i; j++)
            if (strcmp(column[i].name, column[j].name) == 0)
                return contensou_fail(err, CONTENSOU_EARGUMENT, "two columns are named '%s'",
                                      column[i].name);
    }
    return CONTENSOU_OK;
}

static enum contensou_status fail_open(const struct contensou_table *table, const char *path,
                                       struct contensou_error *err)
{
    const int number = errno;
    const char *const slash = strrchr(path, '/');
    const int size = !slash ? 1 : slash == path ? 1 : (int)(slash - path);
    const char *const folder = slash ? path : ".";

    if (number == ENOENT || number == ENOTDIR)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: there is no folder '%.*s'",
                              table->shown, size, folder);
    if (number == EACCES || number == EROFS)
        return contensou_fail(err, CONTENSOU_EIO,
                              "cannot write %s: the folder '%.*s' is not writable (%s)",
                              table->shown, size, folder, strerror(number));
    return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", table->shown,
                          strerror(number));
}

/* Opens the temporary file beside the path; *descriptor is a second one of it. */
static enum contensou_status open_temporary(struct contensou_table *table, const char *path,
                                            int *descriptor, struct contensou_error *err)
{
    if (contensou__beside_open(&table->file, path) != 0)
        return fail_open(table, path, err);
    *descriptor = fcntl(table->file.descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    return *descriptor < 0 ? fail_open(table, path, err) : CONTENSOU_OK;
}

/* A name for a descriptor that is open already. */
static int names_descriptor(const char *path)
{
    return strncmp(path, "/dev/fd/", 8) == 0 || strncmp(path, "/proc/self/fd/", 14) == 0 ||
           strncmp(path, "/dev/std", 8) == 0;
}

static int is_standard(const char *path)
{
    return !path || strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0 ||
           strcmp(path, "/dev/fd/1") == 0 || strcmp(path, "/proc/self/fd/1") == 0;
}

int contensou_table_is_stream(const char *path)
{
    struct stat about;

    return is_standard(path) ||
           (stat(path, &about) == 0 && (S_ISCHR(about.st_mode) || S_ISFIFO(about.st_mode) ||
                                        (S_ISREG(about.st_mode) && names_descriptor(path))));
}

/* Opens a device or a pipe, for which a reader is waited for; a signal ends that. */
static enum contensou_status open_stream(const struct contensou_table *table, const char *path,
                                         int *descriptor, struct contensou_error *err)
{
    const struct timespec pause = {0, 20000000};
    int flags;

    while ((*descriptor = open(path, O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC)) < 0) {
        if (errno != ENXIO && errno != EINTR)
            return fail_open(table, path, err);
        if (errno == EINTR || (nanosleep(&pause, NULL) != 0 && errno == EINTR) ||
            contensou__stop_asked(contensou__stop_process(), "the wait for a reader", 0, 0))
            return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped: nobody reads from %s",
                                  table->shown);
    }
    flags = fcntl(*descriptor, F_GETFL);
    if (flags < 0 || fcntl(*descriptor, F_SETFL, flags & ~O_NONBLOCK) != 0)
        return fail_open(table, path, err);
    return CONTENSOU_OK;
}

/* Finds out what path is and opens it, or a file beside it, for writing. */
static enum contensou_status open_place(struct contensou_table *table, const char *path,
                                        const struct contensou_table_column *column, size_t columns,
                                        enum format *format, int *descriptor,
                                        struct contensou_error *err)
{
    struct stat about;
    const int exists = stat(path, &about) == 0, stream = contensou_table_is_stream(path);
    enum contensou_status status;

    *format = format_of(path);
    if (*format == UNKNOWN && stream)
        *format = CSV;
    if (*format == UNKNOWN)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "cannot tell the format of %s by its ending; available: .csv, .h5, .hdf5",
            table->shown);
    if (exists && S_ISDIR(about.st_mode))
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it is a folder", table->shown);
    if (exists && !S_ISREG(about.st_mode) && (!stream || *format == HDF5))
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it is not a regular file",
                              table->shown);
    if (exists && access(path, W_OK) != 0)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", table->shown,
                              strerror(errno));
    if (stream)
        return open_stream(table, path, descriptor, err);
    status = guard_table(path, *format == HDF5, column, columns, err);
    return status ? status : open_temporary(table, path, descriptor, err);
}

static enum contensou_status open_standard_output(struct contensou_table *table, int *descriptor,
                                                  struct contensou_error *err)
{
    const int flags = fcntl(STDOUT_FILENO, F_GETFL);

    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it is closed", table->shown);
    if (fflush(stdout) != 0)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", table->shown,
                              strerror(errno));
    *descriptor = STDOUT_FILENO;
    return CONTENSOU_OK;
}

/* The line above the header of a CSV file, or NULL. */
static const char *comment_of(const struct contensou_table_attribute *attribute, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(attribute[i].name, CONTENSOU_TABLE_COMMENT) == 0 && attribute[i].text &&
            *attribute[i].text)
            return attribute[i].text;
    return NULL;
}

enum contensou_status
contensou_table_open_columns(struct contensou_table **out, const char *path,
                             const struct contensou_table_column *column, size_t columns,
                             const struct contensou_table_attribute *attributes,
                             size_t attribute_count, struct contensou_error *err)
{
    const int standard = is_standard(path);
    struct contensou_table *table;
    enum format format = CSV;
    int descriptor = -1;
    enum contensou_status status = check_names(column, columns, err);

    *out = NULL;
    if (status != CONTENSOU_OK)
        return status;
    table = calloc(1, sizeof *table);
    if (table)
        table->shown = standard ? strdup("standard output") : joined("'", path, "'");
    if (table && !standard)
        table->given = strdup(path);
    if (!table || !table->shown || (!standard && !table->given))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    else if (standard)
        status = open_standard_output(table, &descriptor, err);
    else
        status = open_place(table, path, column, columns, &format, &descriptor, err);
    if (status == CONTENSOU_OK && format == HDF5) {
        close(descriptor);
        status = hdf5_open(&table->hdf5, table->file.temporary, table->shown, column, columns,
                           attributes, attribute_count, err);
    } else if (status == CONTENSOU_OK)
        status = csv_open(&table->csv, descriptor, table->shown, column, columns,
                          comment_of(attributes, attribute_count), err);
    if (status != CONTENSOU_OK) {
        contensou_table_discard(table);
        return status;
    }
    *out = table;
    return CONTENSOU_OK;
}

enum contensou_status contensou_table_open(struct contensou_table **out, const char *path,
                                           const char *const *names, size_t columns,
                                           const struct contensou_table_attribute *attributes,
                                           size_t attribute_count, struct contensou_error *err)
{
    struct contensou_table_column *column = calloc(columns + 1, sizeof *column);
    enum contensou_status status;

    *out = NULL;
    if (!column)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    for (size_t c = 0; c < columns; c++)
        column[c].name = names[c];
    status =
        contensou_table_open_columns(out, path, column, columns, attributes, attribute_count, err);
    free(column);
    return status;
}

/* NAME.csv has NAME.name.csv beside it. */
static enum contensou_status open_second_csv(struct contensou_table **out,
                                             const struct contensou_table *first, const char *name,
                                             const struct contensou_table_column *column,
                                             size_t columns, struct contensou_error *err)
{
    const size_t size = first->given ? strlen(first->given) : 0;
    char *stem, *path;
    enum contensou_status status;

    if (!first->file.path || format_of(first->given) != CSV)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s has room for one table, but '%s' makes a second one; write to a "
                              "file NAME.csv or NAME.h5",
                              first->shown, name);
    stem = strndup(first->given, size - strlen("csv"));
    path = stem ? joined(stem, name, first->given + size - strlen(".csv")) : NULL;
    status = path ? contensou_table_open_columns(out, path, column, columns, NULL, 0, err)
                  : contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    free(path);
    free(stem);
    return status;
}

enum contensou_status contensou_table_open_beside(struct contensou_table **out,
                                                  struct contensou_table *first, const char *name,
                                                  const struct contensou_table_column *column,
                                                  size_t columns, struct contensou_error *err)
{
    struct contensou_table *table;
    enum contensou_status status = check_names(column, columns, err);

    *out = NULL;
    if (status != CONTENSOU_OK)
        return status;
    if (!first->hdf5)
        return open_second_csv(out, first, name, column, columns, err);
    table = calloc(1, sizeof *table);
    if (table)
        table->shown = strdup(first->shown);
    if (!table || !table->shown)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a table");
    else
        status = hdf5_open_group(&table->hdf5, first->hdf5, name, column, columns, err);
    if (status != CONTENSOU_OK)
        contensou_table_discard(table);
    else
        *out = table;
    return status;
}

int contensou_table_is_hdf5(const char *path)
{
    return path && format_of(path) == HDF5;
}

enum contensou_status contensou_table_append(struct contensou_table *table, size_t rows,
                                             const double *const *value,
                                             struct contensou_error *err)
{
    enum contensou_status status;

    if (table->failed)
        return contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it failed before",
                              table->shown);
    if (rows == 0)
        return CONTENSOU_OK;
    status = table->hdf5 ? hdf5_append(table->hdf5, rows, value, err)
                         : csv_append(table->csv, rows, value, err);
    if (status != CONTENSOU_OK) {
        table->failed = 1;
        contensou__beside_discard(&table->file);
    }
    return status;
}

enum contensou_status contensou_table_note(struct contensou_table *table,
                                           const struct contensou_table_attribute *attribute,
                                           struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    if (table->hdf5 && !table->failed)
        status = hdf5_note(table->hdf5, attribute, err);
    table->failed |= status != CONTENSOU_OK;
    return status;
}

enum contensou_status contensou_table_close(struct contensou_table *table,
                                            struct contensou_error *err)
{
    enum contensou_status status;

    if (table->failed)
        status =
            contensou_fail(err, CONTENSOU_EIO, "cannot write %s: it failed before", table->shown);
    else if (table->hdf5) {
        status = hdf5_close(table->hdf5, err);
        table->hdf5 = NULL;
    } else {
        status = csv_close(table->csv, err);
        table->csv = NULL;
    }
    if (status == CONTENSOU_OK && table->file.path && contensou__beside_commit(&table->file) != 0)
        status = contensou_fail(err, CONTENSOU_EIO, "cannot write %s: %s", table->shown,
                                strerror(errno));
    contensou_table_discard(table);
    return status;
}

void contensou_table_discard(struct contensou_table *table)
{
    if (!table)
        return;
    csv_discard(table->csv);
    hdf5_discard(table->hdf5);
    contensou__beside_discard(&table->file);
    free(table->given);
    free(table->shown);
    free(table);
}
