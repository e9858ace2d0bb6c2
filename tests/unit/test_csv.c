/* test_csv.c: reading tables of numbers. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/csv.h"

static char folder[] = CONTENSOU_SCRATCH_DIR "/csv_XXXXXX", path[sizeof folder + 16];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(path, sizeof path, "%s/t.csv", folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void put(const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static struct contensou__csv *opened(const char *text)
{
    struct contensou__csv *csv = NULL;
    struct contensou_error err = {0};

    put(text, strlen(text));
    if (contensou__csv_open(&csv, path, &err) != CONTENSOU_OK)
        fail_msg("%s", err.message);
    return csv;
}

/* Opens and reads all; the message must be `path` and then `rest`. */
static void fails(const char *text, const char *rest)
{
    struct contensou__csv *csv = NULL;
    struct contensou_error err = {0};
    double values[64];
    size_t got = 0;
    enum contensou_status status;

    put(text, strlen(text));
    status = contensou__csv_open(&csv, path, &err);
    if (status == CONTENSOU_OK)
        status = contensou__csv_read(csv, 8, values, &got, &err);
    assert_int_equal(status, CONTENSOU_EINPUT);
    assert_string_equal(strstr(err.message, "t.csv") + 5, rest);
    contensou__csv_close(csv);
}

static void names_and_values_come_as_written(void **state)
{
    struct contensou__csv *csv = opened("\xEF\xBB\xBF vx, \"vy\" ,omega\r\n1,-2.5e-3 , 0x1p-1\r\n"
                                        "\t4,.5,-0\n0.1,1e-310,123456789012345678901234567890");
    double v[12];
    size_t got;

    (void)state;
    assert_int_equal(contensou__csv_columns(csv), 3);
    assert_string_equal(contensou__csv_name(csv, 0), "vx");
    assert_string_equal(contensou__csv_name(csv, 1), "vy");
    assert_string_equal(contensou__csv_name(csv, 2), "omega");
    assert_null(contensou__csv_name(csv, 3));
    assert_int_equal(contensou__csv_read(csv, 4, v, &got, NULL), CONTENSOU_OK);
    assert_int_equal(got, 3);
    assert_true(v[0] == 1.0 && v[1] == -2.5e-3 && v[2] == 0.5); /* as the compiler reads them */
    assert_true(v[3] == 4.0 && v[4] == 0.5 && v[5] == 0.0 && signbit(v[5]));
    assert_true(v[6] == 0.1 && v[7] == 1e-310 && v[8] == 123456789012345678901234567890.0);
    assert_int_equal(contensou__csv_line(csv, 2), 4); /* the header is line 1 */
    assert_int_equal(contensou__csv_read(csv, 4, v, &got, NULL), CONTENSOU_OK);
    assert_int_equal(got, 0);
    contensou__csv_close(csv);
}

static void every_decimal_is_rounded_to_the_nearest(void **state)
{
    uint64_t seed = 88172645463325252u;

    (void)state;
    for (int round = 0; round < 200; round++) {
        struct contensou__csv *csv;
        char text[64 + 40 * 50], *at = text + sprintf(text, "x\n");
        double expected[40], v[40];
        size_t got;

        for (int i = 0; i < 40; i++) {
            char *const start = at;

            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            at += sprintf(at, "%.*g", 1 + (int)(seed % 19),
                          ldexp((double)(seed >> 11), (int)(seed >> 8 & 127) - 100));
            expected[i] = strtod(start, NULL); /* glibc rounds correctly */
            at += sprintf(at, "\n");
        }
        csv = opened(text);
        assert_int_equal(contensou__csv_read(csv, 40, v, &got, NULL), CONTENSOU_OK);
        assert_int_equal(got, 40);
        assert_memory_equal(v, expected, sizeof v);
        contensou__csv_close(csv);
    }
}

static void blank_lines_are_gaps_between_rows_only(void **state)
{
    struct contensou__csv *csv = opened("\nx,y\n\n0,0\n1,0\n \n\n5,5\n6,6\n\n\n");
    double v[8];
    size_t got;

    (void)state;
    assert_int_equal(contensou__csv_read(csv, 2, v, &got, NULL), CONTENSOU_OK);
    assert_int_equal(got, 2);
    assert_int_equal(contensou__csv_gap_before(csv, 0), 0); /* after the header it means nothing */
    assert_int_equal(contensou__csv_gap_before(csv, 1), 0);
    assert_int_equal(contensou__csv_line(csv, 0), 4);
    assert_int_equal(contensou__csv_read(csv, 4, v, &got, NULL), CONTENSOU_OK);
    assert_int_equal(got, 2); /* blank lines at the end are no rows */
    assert_int_equal(contensou__csv_gap_before(csv, 0), 1);
    assert_int_equal(contensou__csv_gap_before(csv, 1), 0);
    assert_int_equal(contensou__csv_line(csv, 0), 8);
    assert_true(v[0] == 5.0 && v[3] == 6.0);
    contensou__csv_close(csv);
}

static void the_width_of_rows_can_change(void **state)
{
    struct contensou__csv *csv = opened("x0,y0,dx,dy\n-1,-1,0.5,0.5\n\n1,2,3\n4,5,6\n");
    double v[8];
    size_t got;

    (void)state;
    assert_int_equal(contensou__csv_read(csv, 1, v, &got, NULL), CONTENSOU_OK);
    assert_int_equal(contensou__csv_set_columns(csv, 0, NULL), CONTENSOU_OK);
    assert_int_equal(contensou__csv_columns(csv), 3); /* as many as line 4 has */
    assert_int_equal(contensou__csv_read(csv, 9, v, &got, NULL), CONTENSOU_OK);
    assert_int_equal(got, 2);
    assert_true(v[0] == 1.0 && v[2] == 3.0 && v[5] == 6.0);
    assert_int_equal(contensou__csv_gap_before(csv, 0), 1);
    assert_int_equal(contensou__csv_line(csv, 1), 5);
    assert_int_equal(contensou__csv_set_columns(csv, 0, NULL), CONTENSOU_OK); /* at the end */
    contensou__csv_close(csv);
    csv = opened("a\n1\n2,3\n");
    assert_int_equal(contensou__csv_read(csv, 1, v, &got, NULL), CONTENSOU_OK);
    assert_int_equal(contensou__csv_set_columns(csv, 2, NULL), CONTENSOU_OK);
    assert_int_equal(contensou__csv_read(csv, 2, v, &got, NULL), CONTENSOU_OK);
    assert_true(got == 1 && v[0] == 2.0 && v[1] == 3.0);
    contensou__csv_close(csv);
}

static void wrong_files_are_errors_with_file_line_and_column(void **state)
{
    (void)state;
    fails("", "' is empty; it needs a line of column names, then rows of numbers");
    fails("\n \n", "' is empty; it needs a line of column names, then rows of numbers");
    fails("x,y,x\n", ":1: two columns are named 'x'");
    fails("x,,y\n", ":1: column 2 has no name");
    fails("1,2\n3,4\n", ":1: the first line must name the columns, but has the number '1'");
    fails("x,y\n1,2\n3\n", ":3: the row has 1 value; the table has 2 columns");
    fails("x,y\n1,2,3\n", ":2: the row has 3 values; the table has 2 columns");
    fails("x,y\n1,nan\n", ":2: column y: 'nan' is not a number");
    fails("x,y\n-inf,1\n", ":2: column x: '-inf' is not a number");
    fails("x,y\n1,1e999\n", ":2: column y: '1e999' is not a finite number");
    fails("x,y\n1,\n", ":2: column y: a number is missing");
    fails("x,y\n\n1,2x \n", ":3: column y: '2x' is not a number");
    fails("x,y\n1;2\n", ":2: column x: '1;2' is not a number");
}

static void a_missing_file_and_a_folder_are_errors(void **state)
{
    struct contensou__csv *csv = NULL;
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(contensou__csv_open(&csv, "/no/such/file.csv", &err), CONTENSOU_EIO);
    assert_string_equal(err.message, "cannot read '/no/such/file.csv': No such file or directory");
    assert_null(csv);
    assert_int_equal(contensou__csv_open(&csv, folder, &err), CONTENSOU_EIO);
    assert_non_null(strstr(err.message, "Is a directory"));
}

static void a_million_rows_take_less_than_two_seconds(void **state)
{
    enum { ROWS = 1000000, BLOCK = 4096 };
    FILE *file = fopen(path, "wb");
    struct contensou__csv *csv = NULL;
    static double v[3 * BLOCK];
    double sum = 0.0;
    clock_t start;
    size_t got, rows = 0;

    (void)state;
    assert_non_null(file);
    fputs("a,b,c\n", file);
    for (int i = 0; i < ROWS; i++)
        fprintf(file, "%d,0.%06d,-0.12345678901234567\n", i, i);
    assert_int_equal(fclose(file), 0);
    start = clock();
    assert_int_equal(contensou__csv_open(&csv, path, NULL), CONTENSOU_OK);
    do {
        assert_int_equal(contensou__csv_read(csv, BLOCK, v, &got, NULL), CONTENSOU_OK);
        for (size_t i = 0; i < got; i++)
            sum += v[3 * i];
        rows += got;
    } while (got > 0);
    contensou__csv_close(csv);
    assert_int_equal(rows, ROWS);
    assert_true(sum == 499999500000.0); /* n (n - 1) / 2 */
#if !defined(__SANITIZE_ADDRESS__)
    /* the target of the reader, in processor time */
    assert_true((double)(clock() - start) < 2.0 * CLOCKS_PER_SEC);
#else
    (void)start;
#endif
}

static void no_bytes_crash_the_reader(void **state)
{
    static const char letters[] = "0123456789.+-eExXnaif,,,,\n\n\r \t\"\0\xff";
    uint32_t seed = 4711;

    (void)state;
    for (int round = 0; round < 3000; round++) {
        char text[300] = "x,y\n";
        struct contensou__csv *csv = NULL;
        double v[512];
        size_t got = 1, size = (size_t)(round % 290);

        for (size_t i = round % 2 ? 4 : 0; i < size; i++) {
            seed = seed * 1664525u + 1013904223u;
            text[i] = letters[(seed >> 16) % (sizeof letters - 1)];
        }
        put(text, size);
        if (contensou__csv_open(&csv, path, NULL) == CONTENSOU_OK) {
            const size_t rows = 512 / contensou__csv_columns(csv);

            while (got > 0 && contensou__csv_read(csv, rows, v, &got, NULL) == CONTENSOU_OK)
                for (size_t i = 0; i < got * contensou__csv_columns(csv); i++)
                    assert_true(isfinite(v[i]));
            (void)contensou__csv_set_columns(csv, 0, NULL);
            (void)contensou__csv_read(csv, 1, v, &got, NULL);
        }
        contensou__csv_close(csv);
    }
}

/* The same table five times: comments pass, ; separates where the first line has one, tabs where it has no comma; commas are
 * decimal commas then. A grid may have no names at all where that is asked for. */
static void comments_pass_and_other_separators_are_seen(void **state)
{
    static const char *const texts[] = {"# units m\n a,b\n1,2\n # a remark, with a comma\n3,4\n",
                                        "a;b\n1; 2\n# x;y\n3;4\n", "a\tb\n1\t2\n3\t4\n",
                                        "a;b\n1,0;2\n3;4,00\n", "a\tb\n1\t2,0\n3,0\t4\n"};
    static const char *const bare[] = {"1,2\n3,4\n", "1,0;2\n3;4,0\n", "1\t2,0\n3\t4\n"};

    (void)state;
    for (int i = 0; i < 5; i++) {
        struct contensou__csv *csv = opened(texts[i]);
        double v[8];
        size_t got;

        assert_int_equal(contensou__csv_columns(csv), 2);
        assert_string_equal(contensou__csv_name(csv, 1), "b");
        assert_int_equal(contensou__csv_read(csv, 4, v, &got, NULL), CONTENSOU_OK);
        assert_int_equal(got, 2);
        assert_true(v[0] == 1 && v[1] == 2 && v[2] == 3 && v[3] == 4);
        assert_int_equal(contensou__csv_gap_before(csv, 1), 0);
        contensou__csv_close(csv);
    }
    for (int i = 0; i < 3; i++) {
        struct contensou__csv *csv = NULL;
        double v[8];
        size_t got;

        put(bare[i], strlen(bare[i]));
        assert_int_equal(contensou__csv_open_bare(&csv, path, NULL), CONTENSOU_OK);
        assert_true(contensou__csv_bare(csv) && contensou__csv_columns(csv) == 2);
        assert_int_equal(contensou__csv_read(csv, 4, v, &got, NULL), CONTENSOU_OK);
        assert_int_equal(got, 2);
        assert_true(v[0] == 1 && v[1] == 2 && v[2] == 3 && v[3] == 4);
        contensou__csv_close(csv);
    }
    fails("a;b\n1,5,2;2\n", ":2: column a: '1.5.2' is not a number");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_values_come_as_written),
        cmocka_unit_test(every_decimal_is_rounded_to_the_nearest),
        cmocka_unit_test(comments_pass_and_other_separators_are_seen),
        cmocka_unit_test(blank_lines_are_gaps_between_rows_only),
        cmocka_unit_test(the_width_of_rows_can_change),
        cmocka_unit_test(wrong_files_are_errors_with_file_line_and_column),
        cmocka_unit_test(a_missing_file_and_a_folder_are_errors),
        cmocka_unit_test(a_million_rows_take_less_than_two_seconds),
        cmocka_unit_test(no_bytes_crash_the_reader),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
