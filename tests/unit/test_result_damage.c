/* test_result_damage.c: HDF5 files that are damaged, or made to harm, are refused with a sentence.
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* truncate */
#include "base/bytes.h"
#include "base/text.h"
#include "io/seal.h"
#include "support/run_program.h"

#include <contensou/result.h>
#include <contensou/table.h>

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <hdf5.h>

/* Gives a file the checksum that it needs to be read at all, as if the program had left it so. */
static void seal(const char *path)
{
    const struct contensou__seal all = {0};
    const int file = open(path, O_RDWR);
    struct stat about;

    assert_true(file >= 0 && fstat(file, &about) == 0);
    assert_int_equal(contensou__seal_put(&all, file, (uint64_t)about.st_size), 0);
    assert_int_equal(close(file), 0);
    assert_null(contensou__seal_problem(path));
}

/* A result as a sweep leaves one: numbers, words, a second table, many attributes, one of them long. */
static void make_result(const char *path)
{
    enum { rows = 700, columns = 12, attributes = 24 };
    static const char *const word[] = {"finished", "step limit"};
    static double number[rows];
    static char name[attributes][16], text[70001];
    struct contensou_table_column column[columns] = {{0}};
    struct contensou_table_attribute attribute[attributes];
    const double *value[columns];
    struct contensou_table *table = NULL, *second = NULL;

    memset(text, 'x', sizeof text - 1);
    for (int i = 0; i < rows; ++i)
        number[i] = i % 2;
    for (int i = 0; i < attributes; ++i) {
        snprintf(name[i], sizeof name[i],
                 i < 6   ? "name%d"
                 : i < 9 ? "unit of c%d"
                         : "run/name%d",
                 i);
        attribute[i] = (struct contensou_table_attribute){name[i],
                                                          i == 5   ? text
                                                          : i < 12 ? "some text"
                                                                   : NULL,
                                                          0.5 * i};
    }
    for (int c = 0; c < columns; ++c) {
        static char names[columns][8];

        snprintf(names[c], sizeof names[c], "c%d", c);
        column[c] = (struct contensou_table_column){
            .name = names[c], .kind = (enum contensou_table_kind)(c % 3), .words = word, 2};
        value[c] = number;
    }
    assert_int_equal(
        contensou_table_open_columns(&table, path, column, columns, attribute, attributes, NULL),
        CONTENSOU_OK);
    assert_int_equal(contensou_table_open_beside(&second, table, "section", column, columns, NULL),
                     CONTENSOU_OK);
    assert_int_equal(contensou_table_append(table, rows, value, NULL), CONTENSOU_OK);
    assert_int_equal(contensou_table_append(second, rows / 2, value, NULL), CONTENSOU_OK);
    assert_int_equal(contensou_table_close(second, NULL), CONTENSOU_OK);
    assert_int_equal(contensou_table_close(table, NULL), CONTENSOU_OK);
}

/* A file with one column of `rows` doubles of which none is stored, or the first one only where it is compressed: HDF5 would read the
 * fill value. */
static void make_hollow(const char *path, hsize_t rows, int packed)
{
    const hsize_t chunk = 1024, start = 0, one = 1;
    const double fill = 0.25;
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t space = H5Screate_simple(1, &rows, NULL), made = H5Pcreate(H5P_DATASET_CREATE);
    hid_t set;

    H5Pset_chunk(made, 1, &chunk);
    H5Pset_fill_value(made, H5T_NATIVE_DOUBLE, &fill);
    if (packed) {
        H5Pset_shuffle(made);
        H5Pset_deflate(made, 1);
        H5Pset_fletcher32(made);
    }
    set = H5Dcreate2(file, "x", H5T_IEEE_F64LE, space, H5P_DEFAULT, made, H5P_DEFAULT);
    assert_true(set >= 0);
    if (packed) {
        const hid_t memory = H5Screate_simple(1, &one, NULL);

        H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &one, NULL);
        assert_true(H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, &fill) >= 0);
        H5Sclose(memory);
    }
    H5Dclose(set);
    H5Pclose(made);
    H5Sclose(space);
    assert_true(H5Fclose(file) >= 0);
    seal(path);
}

/* Opens the file and reads all its columns; the sentence of the refusal, or "". */
static const char *what_is_wrong(const char *path)
{
    static struct contensou_error err;
    struct contensou_result *f = NULL;
    const struct contensou_result_table *t;
    const double *value;
    const char *text;
    enum contensou_status status = contensou_result_open(&f, path, &err);

    for (size_t k = 0; !status && (t = contensou_result_table_at(f, k)); ++k) {
        for (size_t c = 0; c < t->columns && !status; ++c)
            status = contensou_result_read(f, t, c, &value, &err);
        for (size_t c = 0; c < t->words && !status; ++c)
            status = contensou_result_read_words(f, t, c, &text, &err);
    }
    contensou_result_close(f);
    return status ? err.message : "";
}

/* 2^61 - 1 rows and one more are 2^64 bytes, which is 0: the block had no byte, and all rows were written behind it. */
static void rows_that_are_not_stored_are_no_rows(void **state)
{
    static const hsize_t rows[] = {UINT64_C(1) << 20, (UINT64_C(1) << 60) - 1,
                                   (UINT64_C(1) << 61) - 1, 1025};

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        make_hollow("hollow.h5", rows[i], i == 3);
        assert_string_equal(
            what_is_wrong("hollow.h5"),
            "cannot read 'hollow.h5': a column of it is not stored as this program does");
    }
}

/* Without the seal, 26 of 628 files with such damage made HDF5 crash, and 3 made it search for ever. Every byte counts:
 * rows by HDF5's Fletcher32, all others by the seal. */
static void any_damaged_byte_is_found(void **state)
{
    enum { damages = 600, cuts = 40 };
    struct contensou__text file = {0};
    unsigned random = 1;

    (void)state;
    make_result("whole.h5");
    assert_string_equal(what_is_wrong("whole.h5"), "");
    assert_int_equal(contensou__text_read_file(&file, "whole.h5", NULL), CONTENSOU_OK);
    for (size_t i = 0; i < damages + cuts; ++i) {
        const size_t size = i < damages ? file.size : (i - damages) * file.size / cuts;
        const size_t at = i < damages ? i * file.size / damages : 0;
        FILE *const out = fopen("damaged.h5", "wb");

        random = random * 1103515245u + 12345u; /* the example of C11 7.22.2 */
        file.data[at] ^= (char)(i < damages ? 1 + (random >> 16) % 255 : 0);
        assert_int_equal(fwrite(file.data, 1, size, out), size);
        assert_int_equal(fclose(out), 0);
        file.data[at] ^= (char)(i < damages ? 1 + (random >> 16) % 255 : 0);
        if (!strstr(what_is_wrong("damaged.h5"), "'damaged.h5'"))
            fail_msg("%zu bytes with damage at %zu are read", size, at);
    }
    contensou__text_free(&file);
}

/* The rows of a large file are not added up when it is opened: a byte of one column leaves the others readable. */
static void a_damaged_column_leaves_the_others(void **state)
{
    const double one = 1, *value;
    struct contensou_result *f = NULL;
    const struct contensou_result_table *t;
    struct contensou__text file = {0};
    FILE *out;
    size_t at = 0, bad = 0;

    (void)state;
    make_result("whole.h5");
    assert_int_equal(contensou__text_read_file(&file, "whole.h5", NULL), CONTENSOU_OK);
    while (memcmp(file.data + at, &one, sizeof one) != 0 ||
           memcmp(file.data + at + 2 * sizeof one, &one, sizeof one) != 0)
        ++at;
    file.data[at] ^= 1;
    assert_non_null(out = fopen("whole.h5", "wb"));
    assert_int_equal(fwrite(file.data, 1, file.size, out), file.size);
    assert_int_equal(fclose(out), 0);
    assert_int_equal(contensou_result_open(&f, "whole.h5", NULL), CONTENSOU_OK);
    for (size_t k = 0; (t = contensou_result_table_at(f, k)); ++k)
        for (size_t c = 0; c < t->columns; ++c)
            bad += contensou_result_read(f, t, c, &value, NULL) != CONTENSOU_OK;
    assert_int_equal(bad, 1);
    contensou_result_close(f);
    contensou__text_free(&file);
}

static void files_of_other_programs_are_refused(void **state)
{
    struct contensou_result *f = NULL;
    hid_t file;
    char *text;

    (void)state;
    make_result("ours.h5");
    assert_int_equal(contensou_result_open(&f, "ours.h5", NULL), CONTENSOU_OK);
    text = contensou_result_text(f, "/", "name5");
    assert_int_equal(strlen(text), 70000); /* more than the 64 kB of an object header */
    free(text);
    contensou_result_close(f);
    /* another program writes to it and closes it */
    file = H5Fopen("ours.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    assert_true(file >= 0 && H5Gclose(H5Gcreate2(file, "more", 0, 0, 0)) >= 0);
    assert_true(H5Fclose(file) >= 0);
    assert_non_null(strstr(what_is_wrong("ours.h5"), "not as this program leaves one"));
    file = H5Fcreate("theirs.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Fclose(file) >= 0);
    assert_non_null(strstr(what_is_wrong("theirs.h5"), "not as this program leaves one"));
    assert_non_null(strstr(what_is_wrong("none.h5"), "there is no such file"));
    assert_non_null(strstr(what_is_wrong("/dev/null"), "it is not a regular file"));
}

static void links_to_elsewhere_are_not_followed(void **state)
{
    hid_t file;

    (void)state;
    make_result("ours.h5");
    file = H5Fcreate("link.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(H5Lcreate_external("ours.h5", "/c0", file, "c0", H5P_DEFAULT, H5P_DEFAULT) >= 0);
    assert_true(H5Fclose(file) >= 0);
    seal("link.h5");
    assert_string_equal(what_is_wrong("link.h5"),
                        "cannot read 'link.h5': it has a link to elsewhere, or to nothing");
}

static uint64_t random_number(unsigned *state, unsigned below)
{
    *state = *state * 1103515245u + 12345u;
    return (*state >> 16) % below;
}

/* The spans of a seal are those of a map of bytes, whatever was written in which order. */
static void spans_are_what_was_written_last(void **state)
{
    enum { size = 300, writes = 4000 };
    static char rows[size + 1];
    struct contensou__seal s = {0};
    unsigned seed = 7;

    (void)state;
    for (int i = 0; i < writes; ++i) {
        const uint64_t start = random_number(&seed, size), length = random_number(&seed, 20);
        const uint64_t end = start + length < size ? start + length : size;
        const int kind = random_number(&seed, 3) > 0;

        contensou__seal_wrote(&s, start, end - start, kind);
        memset(rows + start, kind, end - start);
        for (uint64_t at = 0, k = 0; at < size; ++at) {
            while (k < s.count && s.rows[k].end <= at)
                ++k;
            if ((k < s.count && s.rows[k].start <= at) != rows[at])
                fail_msg("byte %d after %d writes", (int)at, i + 1);
        }
        for (size_t k = 1; k < s.count; ++k)
            assert_true(s.rows[k - 1].end < s.rows[k].start);
    }
    contensou__seal_free(&s);
}

static void a_size_is_checked_before_it_is_taken(void **state)
{
    void *const some = contensou__bytes_room(3, 3, 8);

    (void)state;
    assert_non_null(some);
    free(some);
    assert_null(contensou__bytes_room(4, 3, 1));
    assert_null(contensou__bytes_room(UINT64_MAX, UINT64_MAX, 1));
    assert_null(contensou__bytes_room((UINT64_C(1) << 61) - 1, UINT64_MAX, 8));
    assert_null(contensou__bytes_room(UINT64_C(1) << 61, UINT64_MAX, 8));
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_size_is_checked_before_it_is_taken),
        cmocka_unit_test(spans_are_what_was_written_last),
        cmocka_unit_test_setup_teardown(any_damaged_byte_is_found, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_damaged_column_leaves_the_others, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(files_of_other_programs_are_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(links_to_elsewhere_are_not_followed, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(rows_that_are_not_stored_are_no_rows, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
