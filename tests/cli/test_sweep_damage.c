/* test_sweep_damage.c: bad disks, full disks and parts of a sweep. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* SIGKILL */
#include "base/text.h"
#include "support/sweep_runs.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char part[] = "out.h5.part";

static void put_file(const char *path, const char *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* The journal of all lanes: it fits on the disk, the result does not. whole.h5 is the result with room. */
static struct contensou__text journal_of_all(void)
{
    struct contensou__text bytes = {0};
    struct run_result result;

    run_file_limit = sweep_runs_size("whole.h5") - 1000;
    result = run_program("%s -o out.h5", sweep_runs_line);
    run_file_limit = 0;
    print_message("%s", result.err);
    assert_int_equal(result.code, 2);
    assert_non_null(strstr(result.err, "out.h5"));
    run_free(&result);
    assert_int_equal(run_count_files(), 2);
    assert_int_equal(contensou__text_read_file(&bytes, part, NULL), CONTENSOU_OK);
    return bytes;
}

/* Goes on to the same file as an unharmed run. Returns how many lanes were kept. */
static int go_on(void)
{
    struct run_result result = run_program("%s -o out.h5 --resume", sweep_runs_line);
    const int kept = sweep_runs_kept(&result);

    if (result.code)
        fail_msg("%s", result.err);
    run_free(&result);
    run_same_files("whole.h5", "out.h5");
    assert_int_equal(run_count_files(), 2);
    unlink("out.h5");
    return kept;
}

static void a_truncated_journal_is_repaired(void **state)
{
    struct contensou__text bytes;

    (void)state;
    sweep_runs_complete("-o whole.h5");
    bytes = journal_of_all();
    put_file(part, bytes.data, bytes.size - 100); /* within the last record */
    assert_int_equal(go_on(), sweep_runs_lanes - 1);
    contensou__text_free(&bytes);
}

static void a_journal_with_flipped_bytes_is_repaired(void **state)
{
    struct contensou__text bytes;
    struct run_result result;
    int kept;

    (void)state;
    sweep_runs_complete("-o whole.h5");
    bytes = journal_of_all();
    bytes.data[bytes.size / 2] ^= 4;
    bytes.data[bytes.size - 9] ^= 1;
    put_file(part, bytes.data, bytes.size);
    kept = go_on();
    assert_in_range(kept, 1, sweep_runs_lanes - 2);
    bytes.data[20] ^= 1; /* in the head; the records know to which run they belong */
    put_file(part, bytes.data, bytes.size);
    assert_int_equal(go_on(), kept);
    for (int i = 0; i < 500; i++) /* the second copy of the head says what run it is of */
        bytes.data[i] ^= 85;
    put_file(part, bytes.data, bytes.size);
    result = run_program("%s -o out.h5 --resume --rtol 1e-8", sweep_runs_line);
    run_assert_refused(&result, 2, part, "rtol is 1e-09 there and 1e-08 here", NULL);
    contensou__text_free(&bytes);
}

/* The disk is full after 30 kB: one sentence, exit code 2, and a journal that goes on when there is room. */
static void a_full_disk_loses_nothing(void **state)
{
    struct run_result result;

    (void)state;
    sweep_runs_complete("-o whole.h5");
    run_file_limit = 30000;
    result = run_program("%s -o out.h5", sweep_runs_line);
    run_file_limit = 0;
    print_message("%s", result.err);
    assert_int_equal(result.code, 2);
    assert_non_null(strstr(result.err, "cannot write 'out.h5.part'"));
    assert_non_null(strstr(result.err, "File too large"));
    run_free(&result);
    assert_int_equal(run_count_files(), 2);
    assert_in_range(sweep_runs_size(part), 1000, 30000);
    go_on();
}

/* The journal fits, the result does not: the lanes are not lost. */
static void a_result_that_does_not_fit_can_be_written_later(void **state)
{
    struct contensou__text bytes;

    (void)state;
    sweep_runs_complete("-o whole.h5");
    bytes = journal_of_all();
    contensou__text_free(&bytes);
    assert_int_equal(go_on(), sweep_runs_lanes);
}

static void parts_become_the_file_of_the_whole(void **state)
{
    struct run_result result;

    (void)state;
    sweep_runs_complete("-o whole.h5 --quiet");
    sweep_runs_complete("--shard 1/3 -o a.part");
    result = sweep_runs_cut("--shard 2/3 -o b.part", "b.part", 1, 0.3, SIGKILL);
    run_free(&result);
    sweep_runs_complete("--shard 2/3 -o b.part --resume");
    sweep_runs_complete("--shard 3/3 -o c.part");
    result = run_program("merge c.part a.part b.part -o out.h5");
    assert_int_equal(result.code, 0);
    run_free(&result);
    run_same_files("whole.h5", "out.h5");
    result = run_program("merge a.part c.part -o two.h5");
    run_assert_refused(&result, 5, "part 2/3 is missing", NULL);
}

/* What became of the lanes is no bar. */
static void quiet_hides_the_bar_only(void **state)
{
    struct run_result result = run_program("%s -o out.h5 --quiet", sweep_runs_line);

    (void)state;
    assert_int_equal(result.code, 0);
    assert_string_equal(result.out, "");
    assert_non_null(strstr(result.err, " finished\n"));
    run_free(&result);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_truncated_journal_is_repaired, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_journal_with_flipped_bytes_is_repaired, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_full_disk_loses_nothing, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_result_that_does_not_fit_can_be_written_later, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(parts_become_the_file_of_the_whole, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(quiet_hides_the_bar_only, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
