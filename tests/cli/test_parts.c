/* test_parts.c: --part-size: journals and results in several files are what one file is. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* SIGKILL */
#include "support/sweep_runs.h"

#include <contensou/result.h>

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void a_killed_sweep_resumes_across_parts(void **state)
{
    struct run_result result;

    (void)state;
    sweep_runs_complete("-o whole.h5");
    result = sweep_runs_cut("-o out.h5 --part-size 0.03", "out.h5.part.3", 1, 0, SIGKILL);
    assert_int_equal(result.signal, SIGKILL);
    run_free(&result);
    assert_true(sweep_runs_size("out.h5.part") <= 30000);
    assert_in_range(sweep_runs_size("out.h5.part.2"), 1, 30000);
    result = sweep_runs_cut("-o out.h5 --part-size 0.02 --resume", "out.h5.part.5", 1, 0, SIGKILL);
    assert_int_equal(result.signal, SIGKILL);
    assert_true(sweep_runs_kept(&result) > 0);
    run_free(&result);
    sweep_runs_complete("-o out.h5 --resume");
    run_same_files("whole.h5", "out.h5");
    assert_int_equal(run_count_files(), 2);
}

static struct contensou_result *opened(const char *path)
{
    struct contensou_error err = {0};
    struct contensou_result *f = NULL;

    if (contensou_result_open(&f, path, &err))
        fail_msg("%s", err.message);
    return f;
}

/* All tables, columns and words of two files are the same, bit by bit. */
static void same_results(const char *one, const char *other)
{
    struct contensou_result *f[2] = {opened(one), opened(other)};
    const struct contensou_result_table *t[2];
    size_t tables = 0;

    for (; (t[0] = contensou_result_table_at(f[0], tables)); ++tables) {
        t[1] = contensou_result_table_at(f[1], tables);
        assert_non_null(t[1]);
        assert_string_equal(t[0]->name, t[1]->name);
        assert_int_equal(t[0]->rows, t[1]->rows);
        assert_int_equal(t[0]->columns, t[1]->columns);
        assert_int_equal(t[0]->words, t[1]->words);
        for (size_t c = 0; c < t[0]->columns; ++c) {
            const double *value[2];

            assert_string_equal(t[0]->column[c].name, t[1]->column[c].name);
            assert_string_equal(t[0]->column[c].unit, t[1]->column[c].unit);
            for (int k = 0; k < 2; ++k)
                assert_int_equal(contensou_result_read(f[k], t[k], c, &value[k], NULL), 0);
            assert_memory_equal(value[0], value[1], t[0]->rows * sizeof *value[0]);
        }
        for (size_t c = 0; c < t[0]->words; ++c) {
            const char *text[2];

            for (int k = 0; k < 2; ++k)
                assert_int_equal(contensou_result_read_words(f[k], t[k], c, &text[k], NULL), 0);
            assert_memory_equal(text[0], text[1], t[0]->rows * t[0]->word[c].size);
        }
    }
    assert_null(contensou_result_table_at(f[1], tables));
    assert_in_range(tables, 3, 9);
    for (int k = 0; k < 2; ++k)
        contensou_result_close(f[k]);
}

static void put_byte(const char *path, long place)
{
    FILE *const file = fopen(path, "r+b");

    assert_non_null(file);
    assert_int_equal(fseek(file, place, SEEK_SET), 0);
    fputc(0x55, file);
    assert_int_equal(fclose(file), 0);
}

static void a_result_in_parts_is_read_as_one(void **state)
{
    struct run_result result;

    (void)state;
    sweep_runs_complete("-o whole.h5");
    sweep_runs_complete("-o out.h5 --part-size 0.1");
    assert_true(sweep_runs_size("out.2.h5") > 0);
    assert_int_equal(sweep_runs_size("out.9.h5"), -1);
    same_results("whole.h5", "out.h5");
    run_finish("plot out.h5 -o out.svg");
    run_finish("report out.h5 -o out.html");
    run_finish("plot out.2.h5 -o second.svg"); /* each is a file of its lanes */

    assert_int_equal(rename("out.2.h5", "away.h5"), 0);
    result = run_program("plot out.h5 -o out.svg");
    run_assert_refused(&result, run_count_files(), "out.h5", "out.2.h5", "there is no such file",
                       NULL);
    assert_int_equal(link("out.1.h5", "out.2.h5"), 0);
    result = run_program("plot out.h5 -o out.svg");
    run_assert_refused(&result, run_count_files(), "'out.2.h5' is not that part of it", NULL);
    assert_int_equal(unlink("out.2.h5") || rename("away.h5", "out.2.h5"), 0);
    put_byte("out.2.h5", 100);
    result = run_program("plot out.h5 -o out.svg");
    run_assert_refused(&result, run_count_files(), "out.2.h5", "damaged", NULL);
}

/* Shards, whose journals are divided too, become results in parts. */
static void merge_makes_parts_too(void **state)
{
    (void)state;
    sweep_runs_complete("-o whole.h5");
    for (int k = 1; k <= 2; ++k)
        run_finish("%s --shard %d/2 -o %d.part --part-size 0.05", sweep_runs_line, k, k);
    assert_true(sweep_runs_size("1.part.2") > 0);
    run_finish("merge 2.part 1.part -o one.h5");
    run_same_files("whole.h5", "one.h5");
    run_finish("merge 1.part 2.part -o out.h5 --part-size 0.1");
    assert_true(sweep_runs_size("out.2.h5") > 0);
    same_results("whole.h5", "out.h5");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_killed_sweep_resumes_across_parts, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_result_in_parts_is_read_as_one, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(merge_makes_parts_too, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
