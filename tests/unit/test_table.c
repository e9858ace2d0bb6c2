/* test_table.c: tables as CSV and HDF5, and what is left when the disk is full.
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* SIGXFSZ */
#include "base/text.h"

#include <contensou/table.h>

#include <fcntl.h>
#include <glob.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>
#include <hdf5.h>

static char folder[] = CONTENSOU_SCRATCH_DIR "/table_XXXXXX";
static char csv_path[sizeof folder + 16], h5_path[sizeof folder + 16];
static const char *const names[] = {"theta", "Tx"};
static const struct contensou_table_attribute attributes[] = {{"version", "0.1.0", 0.0},
                                                              {"mu", NULL, 0.25}};

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(csv_path, sizeof csv_path, "%s/t.csv", folder);
    snprintf(h5_path, sizeof h5_path, "%s/t.h5", folder);
    signal(SIGXFSZ, SIG_IGN);
    return 0;
}

/* Fails where a test left anything but these two files behind. */
static int remove_folder(void **state)
{
    (void)state;
    unlink(csv_path);
    unlink(h5_path);
    return rmdir(folder);
}

/* Writes two columns of n rows in blocks of `block`. */
static enum contensou_status write_table(const char *path, size_t n, size_t block,
                                         const double *theta, const double *tx,
                                         struct contensou_error *err)
{
    struct contensou_table *table = NULL;
    enum contensou_status status = contensou_table_open(&table, path, names, 2, attributes, 2, err);

    for (size_t i = 0; i < n && status == CONTENSOU_OK; i += block) {
        const double *const value[] = {theta + i, tx + i};

        status = contensou_table_append(table, n - i < block ? n - i : block, value, err);
        if (status != CONTENSOU_OK) {
            contensou_table_discard(table);
            return status;
        }
    }
    return status == CONTENSOU_OK ? contensou_table_close(table, err) : status;
}

static void file_is(const char *path, const char *expected)
{
    struct contensou__text text = {0};

    assert_int_equal(contensou__text_read_file(&text, path, NULL), CONTENSOU_OK);
    assert_string_equal(text.data, expected);
    contensou__text_free(&text);
}

static void nothing_is_left(const char *path)
{
    glob_t found = {0};
    char temporary[sizeof folder + 32];

    snprintf(temporary, sizeof temporary, "%s*", path);
    assert_int_equal(glob(temporary, 0, NULL, &found), GLOB_NOMATCH);
    globfree(&found);
}

static void csv_has_a_header_and_seventeen_digits(void **state)
{
    const double theta[] = {0.1, 1e300, -0.0, 123456.0}, tx[] = {1.0 / 3.0, NAN, 1e-5, -INFINITY};
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(write_table(csv_path, 4, 3, theta, tx, &err), CONTENSOU_OK);
    file_is(csv_path, "theta,Tx\n" /* as printf's %.17g writes them */
                      "0.10000000000000001,0.33333333333333331\n"
                      "1.0000000000000001e+300,\n"
                      "-0,1.0000000000000001e-05\n"
                      "123456,-inf\n");
    unlink(csv_path);
}

static void a_lone_nan_is_still_a_row(void **state)
{
    const char *const one[] = {"x"};
    const double x[] = {1.0, NAN, 2.0}, *const value[] = {x};
    struct contensou_table *table = NULL;

    (void)state;
    assert_int_equal(contensou_table_open(&table, csv_path, one, 1, NULL, 0, NULL), CONTENSOU_OK);
    assert_int_equal(contensou_table_append(table, 3, value, NULL), CONTENSOU_OK);
    assert_int_equal(contensou_table_close(table, NULL), CONTENSOU_OK);
    file_is(csv_path, "x\n1\n\"\"\n2\n");
    unlink(csv_path);
}

static void hdf5_holds_columns_and_attributes(void **state)
{
    enum { N = 3000 };
    static double x[N], y[N], back[N];
    hid_t file, set, attribute, type, space;
    hsize_t size;
    char text[16] = "";
    double mu = 0.0;

    (void)state;
    for (int i = 0; i < N; i++) {
        x[i] = 0.1 * i;
        y[i] = i % 10 ? -(double)i : (double)NAN;
    }
    assert_int_equal(write_table(h5_path, N, 700, x, y, NULL), CONTENSOU_OK);
    file = H5Fopen(h5_path, H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    for (int c = 0; c < 2; c++) {
        set = H5Dopen2(file, names[c], H5P_DEFAULT);
        space = H5Dget_space(set);
        assert_int_equal(H5Sget_simple_extent_dims(space, &size, NULL), 1);
        assert_int_equal(size, N);
        H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, back);
        assert_memory_equal(back, c ? y : x, sizeof back);
        H5Sclose(space);
        H5Dclose(set);
    }
    attribute = H5Aopen(file, "mu", H5P_DEFAULT);
    H5Aread(attribute, H5T_NATIVE_DOUBLE, &mu);
    assert_true(mu == 0.25); /* as in attributes[] */
    H5Aclose(attribute);
    attribute = H5Aopen(file, "version", H5P_DEFAULT);
    type = H5Aget_type(attribute);
    assert_int_equal(H5Tget_size(type), sizeof "0.1.0"); /* a fixed length, see seal.h */
    H5Aread(attribute, type, text);
    assert_string_equal(text, "0.1.0");
    H5Tclose(type);
    H5Aclose(attribute);
    H5Fclose(file);
    unlink(h5_path);
}

static void hdf5_files_are_reproducible(void **state)
{
    const double x[] = {1.0, 2.0, 3.0};
    struct contensou__text first = {0}, second = {0};

    (void)state;
    assert_int_equal(write_table(h5_path, 3, 2, x, x, NULL), CONTENSOU_OK);
    assert_int_equal(contensou__text_read_file(&first, h5_path, NULL), CONTENSOU_OK);
    sleep(1); /* the times that HDF5 could store count seconds */
    assert_int_equal(write_table(h5_path, 3, 2, x, x, NULL), CONTENSOU_OK);
    assert_int_equal(contensou__text_read_file(&second, h5_path, NULL), CONTENSOU_OK);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    contensou__text_free(&first);
    contensou__text_free(&second);
    unlink(h5_path);
}

static void an_empty_table_is_a_file_too(void **state)
{
    hid_t file;

    (void)state;
    assert_int_equal(write_table(csv_path, 0, 1, NULL, NULL, NULL), CONTENSOU_OK);
    file_is(csv_path, "theta,Tx\n");
    assert_int_equal(write_table(h5_path, 0, 1, NULL, NULL, NULL), CONTENSOU_OK);
    file = H5Fopen(h5_path, H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_int_equal(H5Lexists(file, "Tx", H5P_DEFAULT), 1);
    H5Fclose(file);
    unlink(csv_path);
    unlink(h5_path);
}

static void refuses(const char *path, enum contensou_status status, const char *reason)
{
    struct contensou_table *table = NULL;
    struct contensou_error err = {0};

    assert_int_equal(contensou_table_open(&table, path, names, 2, NULL, 0, &err), status);
    assert_null(table);
    if (!strstr(err.message, reason))
        fail_msg("'%s' without '%s'", err.message, reason);
}

static void wrong_places_are_refused_before_the_work(void **state)
{
    const char *const twice[] = {"x", "x"}, *const comma[] = {"x,y", "z"};
    struct contensou_table *table = NULL;
    char file_as_folder[sizeof folder + 32];

    (void)state;
    refuses("out.txt", CONTENSOU_EARGUMENT, "available: .csv, .h5, .hdf5");
    refuses("out", CONTENSOU_EARGUMENT, "cannot tell the format of 'out'");
    refuses("a.csv/out", CONTENSOU_EARGUMENT, "cannot tell the format");
    refuses("/no/such/t.csv", CONTENSOU_EIO, "there is no folder '/no/such'");
    refuses("/no/such/t.h5", CONTENSOU_EIO, "there is no folder '/no/such'");
    assert_int_equal(write_table(csv_path, 0, 1, NULL, NULL, NULL), CONTENSOU_OK);
    snprintf(file_as_folder, sizeof file_as_folder, "%s/t.h5", csv_path);
    refuses(file_as_folder, CONTENSOU_EIO, "there is no folder");
    unlink(csv_path);
    assert_int_equal(mkdir(csv_path, 0777), 0);
    refuses(csv_path, CONTENSOU_EIO, "it is a folder");
    rmdir(csv_path);
    assert_int_equal(contensou_table_open(&table, csv_path, twice, 2, NULL, 0, NULL),
                     CONTENSOU_EARGUMENT);
    assert_int_equal(contensou_table_open(&table, csv_path, comma, 2, NULL, 0, NULL),
                     CONTENSOU_EARGUMENT);
    assert_int_equal(contensou_table_open(&table, csv_path, names, 0, NULL, 0, NULL),
                     CONTENSOU_EARGUMENT);
}

static void limit_file_size(rlim_t bytes)
{
    struct rlimit limit;

    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* A limit on the size of files stands for a disk that fills up at each of many moments. */
static void a_full_disk_leaves_nothing_behind(void **state)
{
    enum { N = 100000 };
    static double x[N];
    const char *const paths[] = {csv_path, h5_path};
    struct contensou_error err = {0};

    (void)state;
    for (int i = 0; i < N; i++)
        x[i] = sin(i); /* numbers that repeat would be compressed */
    for (int p = 0; p < 2; p++)
        for (rlim_t bytes = p ? 64 : 1; bytes < 200000; bytes *= 3) {
            enum contensou_status status;

            limit_file_size(bytes);
            status = write_table(paths[p], N, 7000, x, x, &err);
            limit_file_size(RLIM_INFINITY);
            assert_int_equal(status, CONTENSOU_EIO);
            assert_non_null(strstr(err.message, "File too large")); /* EFBIG */
            assert_non_null(strstr(err.message, paths[p]));
            nothing_is_left(paths[p]);
        }
}

static void an_old_file_survives_a_failed_run(void **state)
{
    static double x[100000];
    struct contensou_table *table = NULL;
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(write_table(csv_path, 1, 1, x, x, NULL), CONTENSOU_OK);
    limit_file_size(4096);
    assert_int_equal(write_table(csv_path, 100000, 5000, x, x, &err), CONTENSOU_EIO);
    limit_file_size(RLIM_INFINITY);
    file_is(csv_path, "theta,Tx\n0,0\n");
    assert_int_equal(contensou_table_open(&table, csv_path, names, 2, NULL, 0, NULL), CONTENSOU_OK);
    contensou_table_discard(table);
    contensou_table_discard(NULL);
    file_is(csv_path, "theta,Tx\n0,0\n");
    unlink(csv_path);
    nothing_is_left(csv_path);
}

static void a_failed_append_cannot_be_closed_as_good(void **state)
{
    enum { N = 300000 };
    static double x[N];
    const double *const value[] = {x, x};
    const char *const paths[] = {csv_path, h5_path};

    (void)state;
    for (int p = 0; p < 2; p++) {
        struct contensou_table *table = NULL;

        limit_file_size(4096);
        assert_int_equal(contensou_table_open(&table, paths[p], names, 2, NULL, 0, NULL),
                         CONTENSOU_OK);
        assert_int_equal(contensou_table_append(table, N, value, NULL), CONTENSOU_EIO);
        limit_file_size(RLIM_INFINITY);
        assert_int_equal(contensou_table_append(table, 1, value, NULL), CONTENSOU_EIO);
        assert_int_equal(contensou_table_close(table, NULL), CONTENSOU_EIO);
        nothing_is_left(paths[p]);
    }
}

/* In a process without rights over /dev, so that a broken writer cannot replace a device there. */
static void a_full_device_is_an_error_and_an_empty_one_is_not(void **state)
{
    const pid_t child = fork();
    int result = 0;

    (void)state;
    assert_true(child >= 0);
    if (child == 0) {
        const double x[] = {1.0};
        struct contensou_error err = {0};

        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(4);
        if (write_table("/dev/full", 1, 1, x, x, &err) != CONTENSOU_EIO ||
            strcmp(err.message, "cannot write '/dev/full': No space left on device") != 0)
            _exit(1);
        _exit(write_table("/dev/null", 1, 1, x, x, &err) == CONTENSOU_OK ? 0 : 2);
    }
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_int_equal(result, 0); /* 1, 2: which of the two devices; 4: still root */
}

static void standard_output_full_or_closed_is_an_error(void **state)
{
    const double x[] = {1.0};
    struct contensou_error full_err = {0}, closed_err = {0};
    enum contensou_status full, closed;
    int saved, device;

    (void)state;
    fflush(stdout);
    saved = dup(STDOUT_FILENO);
    device = open("/dev/full", O_WRONLY);
    dup2(device, STDOUT_FILENO);
    full = write_table(NULL, 1, 1, x, x, &full_err);
    close(STDOUT_FILENO);
    closed = write_table("-", 1, 1, x, x, &closed_err);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(device);
    assert_int_equal(full, CONTENSOU_EIO);
    assert_string_equal(full_err.message, "cannot write standard output: No space left on device");
    assert_int_equal(closed, CONTENSOU_EIO);
    assert_string_equal(closed_err.message, "cannot write standard output: it is closed");
}

static void a_link_stays_a_link(void **state)
{
    const double x[] = {1.0};
    char target[sizeof folder + 32];
    struct stat about;

    (void)state;
    snprintf(target, sizeof target, "%s/target.csv", folder);
    assert_int_equal(write_table(target, 0, 1, NULL, NULL, NULL), CONTENSOU_OK);
    assert_int_equal(chmod(target, 0640), 0);
    assert_int_equal(symlink(target, csv_path), 0);
    assert_int_equal(write_table(csv_path, 1, 1, x, x, NULL), CONTENSOU_OK);
    assert_int_equal(lstat(csv_path, &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    file_is(target, "theta,Tx\n1,1\n");
    assert_int_equal(stat(target, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0640); /* the rights of the file it replaced */
    unlink(csv_path);
    unlink(target);
}

/* What all lanes of a sweep have beside their results, 47 bytes as plain numbers and words, takes less than 5 in the file, and comes
 * back as it was; results are not compressed. */
static void whole_numbers_words_and_constants_take_little_room(void **state)
{
    static const char *const words[] = {"finished", "step limit", "step underflow"};
    const struct contensou_table_column columns[] = {
        {.name = "lane", .kind = CONTENSOU_TABLE_WHOLE},
        {.name = "outcome", .kind = CONTENSOU_TABLE_WORD, .words = words, .word_count = 3},
        {.name = "steps", .kind = CONTENSOU_TABLE_WHOLE},
        {.name = "rejections", .kind = CONTENSOU_TABLE_WHOLE},
        {.name = "t", .kind = CONTENSOU_TABLE_NUMBER},
        {.name = "x", .kind = CONTENSOU_TABLE_NUMBER}};
    enum { n = 40000, block = 7000, count = 6 };
    static double value[count][n], back[n];
    struct contensou_table *table = NULL;
    struct stat about;
    hid_t file;

    (void)state;
    for (int i = 0; i < n; ++i) {
        value[0][i] = i;
        value[1][i] = i % 1000 == 17;
        value[2][i] = 400 + (i * 7919) % 200;
        value[3][i] = (i * 10007) % 30;
        value[4][i] = 100;
        value[5][i] = sin(i);
    }
    assert_int_equal(contensou_table_open_columns(&table, h5_path, columns, count, NULL, 0, NULL),
                     CONTENSOU_OK);
    for (int i = 0; i < n; i += block) {
        const double *at[count];

        for (int k = 0; k < count; ++k)
            at[k] = value[k] + i;
        assert_int_equal(
            contensou_table_append(table, (size_t)(n - i < block ? n - i : block), at, NULL),
            CONTENSOU_OK);
    }
    assert_int_equal(contensou_table_close(table, NULL), CONTENSOU_OK);
    assert_int_equal(stat(h5_path, &about), 0);
    assert_true(about.st_size < (8 + 5) * n);
    file = H5Fopen(h5_path, H5F_ACC_RDONLY, H5P_DEFAULT);
    for (int k = 0; k < count; ++k)
        if (columns[k].kind != CONTENSOU_TABLE_WORD) {
            const hid_t set = H5Dopen2(file, columns[k].name, H5P_DEFAULT);

            assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, back) >= 0);
            assert_memory_equal(back, value[k], sizeof back);
            H5Dclose(set);
        }
    H5Fclose(file);
    unlink(h5_path);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(csv_has_a_header_and_seventeen_digits),
        cmocka_unit_test(a_lone_nan_is_still_a_row),
        cmocka_unit_test(whole_numbers_words_and_constants_take_little_room),
        cmocka_unit_test(hdf5_holds_columns_and_attributes),
        cmocka_unit_test(hdf5_files_are_reproducible),
        cmocka_unit_test(an_empty_table_is_a_file_too),
        cmocka_unit_test(wrong_places_are_refused_before_the_work),
        cmocka_unit_test(a_full_disk_leaves_nothing_behind),
        cmocka_unit_test(an_old_file_survives_a_failed_run),
        cmocka_unit_test(a_failed_append_cannot_be_closed_as_good),
        cmocka_unit_test(a_full_device_is_an_error_and_an_empty_one_is_not),
        cmocka_unit_test(standard_output_full_or_closed_is_an_error),
        cmocka_unit_test(a_link_stays_a_link),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
