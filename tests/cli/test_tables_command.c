/* test_tables_command.c: contensou tables, asked from the real program. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <math.h>
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

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 20);

    if (!file)
        fail_msg("there is no %s", path);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static void expect(const char *text, const char *piece)
{
    if (!strstr(text, piece))
        fail_msg("'%s' is not in: %s", piece, text);
}

/* The number in the named column of the row that starts so. Only shapes are quoted, and those of the
 * rows asked for have no comma. */
static double cell(const char *text, const char *row, const char *column)
{
    const char *head = text, *at = strstr(text, row);
    size_t index = 0;

    assert_non_null(at);
    for (; strncmp(head, column, strlen(column)) != 0 || !strchr(",\n", head[strlen(column)]);
         index++) {
        head += strcspn(head, ",\n");
        assert_int_equal(*head, ',');
        head++;
    }
    for (; index; index--) {
        at += strcspn(at, ",\n");
        assert_int_equal(*at, ',');
        at++;
    }
    return strtod(at, NULL);
}

/* check-values/fits.json, all digits shown. */
static void quick_tables_have_the_required_coefficients(void **state)
{
    struct run_result result = run_program("tables --quick --folder out");
    char *markdown, *fits;

    (void)state;
    assert_int_equal(result.code, 0);
    assert_string_equal(result.err, "");
    markdown = read_text("out/tables.md");
    fits = read_text("out/fits.csv");
    expect(markdown, "| I00 (b, m)                             | 0.673487, 1.744268 ");
    expect(markdown, "| I11 (b, m)                             | 0.451960, 0.764818 ");
    assert_int_equal(strncmp(result.out, markdown, strlen(markdown)), 0);
    assert_true(fabs(cell(fits, "disk,\"disk\",uniform,0,0,I00,l2", "b") - 0.673487) < 5e-7);
    assert_true(fabs(cell(fits, "disk,\"disk\",uniform,0,0,I00,l2", "m") - 1.744268) < 5e-7);
    assert_true(fabs(cell(fits, "disk,\"disk\",uniform,0,0,I11,l2", "b") - 0.451960) < 5e-7);
    assert_true(fabs(cell(fits, "disk,\"disk\",uniform,0,0,I11,l2", "m") - 0.764818) < 5e-7);
    assert_true(fabs(cell(fits, "disk,\"disk\",uniform,0,0,I11,l2", "max_M") - 0.0333417) < 5e-7);
    assert_true(cell(fits, "disk,\"disk\",uniform,0,0,I11,max", "agreed") == 1);
    free(markdown);
    free(fits);
    run_free(&result);
}

static void all_files_are_there_and_nothing_else(void **state)
{
    static const char *const names[] = {
        "tables.md",     "fits.csv",  "coefficients.csv", "eta.csv",     "eta_cubics.csv",
        "published.csv", "speed.csv", "triangle.csv",     "hexagon.csv", "disk_I11.png"};
    enum { count = sizeof names / sizeof *names };
    struct run_result result = run_program("tables --quick --quiet --folder out");

    (void)state;
    assert_int_equal(result.code, 0);
    assert_int_equal(run_count_files(), 1);
    assert_int_equal(chdir("out"), 0);
    for (int i = 0; i < count; i++)
        if (access(names[i], R_OK))
            fail_msg("there is no %s", names[i]);
    assert_int_equal(run_count_files(), count);
    assert_int_equal(chdir(".."), 0);
    run_free(&result);
}

/* The written polygons are contacts of their own: the hexagon about its middle has Ty = 0 at phi = 0. */
static void the_written_polygons_can_be_used(void **state)
{
    struct run_result result = run_program("tables --quick --no-pictures --folder .");

    (void)state;
    assert_int_equal(result.code, 0);
    run_free(&result);
    result = run_program("eval --shape polygon:hexagon.csv --theta 0 --phi 0");
    assert_int_equal(result.code, 0);
    expect(result.out, "\n0,0,1,0,");
    run_free(&result);
}

static void wrong_folders_are_refused_at_once(void **state)
{
    struct run_result result;

    (void)state;
    result = run_program("tables --quick --folder not/there");
    run_assert_refused(&result, 0, "'not/there'", "folder above", NULL);
    run_write_file("file", "text\n");
    result = run_program("tables --quick --folder file");
    run_assert_refused(&result, 1, "'file'", "not a folder", NULL);
    result = run_program("tables --quick --folder=");
    run_assert_refused(&result, 1, "folder", NULL);
    if (geteuid() != 0) { /* root may write anywhere */
        assert_int_equal(mkdir("closed", 0500), 0);
        result = run_program("tables --quick --folder closed");
        run_assert_refused(&result, 2, "'closed'", "Permission denied", NULL);
    }
}

static void wrong_options_are_refused(void **state)
{
    struct run_result result = run_program("tables --quick --thorough");

    (void)state;
    run_assert_refused(&result, 0, "--quick", "--thorough", NULL);
    result = run_program("tables --precision single");
    run_assert_refused(&result, 0, "double", NULL);
    result = run_program("tables --fast");
    run_assert_refused(&result, 0, "--fast", NULL);
}

/* As if the disk were full: one sentence, code 2, and the folder as it was. The first run also leaves
 * the programs in their cache, which could not be written later. */
static void a_full_disk_leaves_the_old_tables(void **state)
{
    struct run_result result = run_program("tables --quick --no-pictures --folder out");
    char *text;

    (void)state;
    assert_int_equal(result.code, 0);
    run_free(&result);
    assert_int_equal(chdir("out"), 0);
    run_write_file("tables.md", "old\n");
    run_file_limit = 4096;
    result = run_program("tables --quick --no-pictures --folder .");
    run_file_limit = 0;
    run_assert_refused(&result, 9, "cannot write", NULL);
    text = read_text("tables.md");
    assert_string_equal(text, "old\n");
    free(text);
    assert_int_equal(chdir(".."), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(quick_tables_have_the_required_coefficients,
                                        run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(all_files_are_there_and_nothing_else, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(the_written_polygons_can_be_used, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_folders_are_refused_at_once, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_options_are_refused, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(a_full_disk_leaves_the_old_tables, run_enter_folder,
                                        run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
