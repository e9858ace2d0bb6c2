/* test_sweep_resume.c: a sweep that is cut short goes on where it was, and the file is that of a sweep that
 * never was. SPDX-License-Identifier: MIT */
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
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* A kill in the middle of a write may leave a piece of a record, which is dropped: a record of these sweeps is shorter. */
enum { longest_piece = 16384 };

/* Kills the sweep at once, when its first lanes are there, and at moments by chance; each time the bytes of
 * before are still there, but for such a piece at their end. Then it goes on to its end. */
static void kill_and_resume(const char *output)
{
    const unsigned seed = (unsigned)time(NULL);
    char words[128], part[64];
    long size = 0;

    srand(seed);
    print_message("seed %u\n", seed);
    snprintf(part, sizeof part, "%s.part", output);
    for (int i = 0; i < 5; i++) {
        const double wait = i < 2 ? 0 : 0.6 * rand() / RAND_MAX;
        struct contensou__text before = {0}, after = {0};
        struct run_result result;
        int ended;

        if (i > 0)
            assert_int_equal(contensou__text_read_file(&before, part, NULL), CONTENSOU_OK);
        snprintf(words, sizeof words, "-o %s%s", output, i ? " --resume" : "");
        result = sweep_runs_cut(words, part, i == 1 ? size + 1 : size, wait, SIGKILL);
        ended = result.code == 0;
        assert_true(ended || result.signal == SIGKILL);
        run_free(&result);
        if (!ended && contensou__text_read_file(&after, part, NULL) == CONTENSOU_OK) {
            const size_t kept = after.size < before.size ? after.size : before.size;

            assert_true(kept + longest_piece > before.size);
            if (kept)
                assert_memory_equal(after.data, before.data, kept);
            size = (long)after.size;
        }
        contensou__text_free(&before);
        contensou__text_free(&after);
        if (ended || sweep_runs_size(part) < 0)
            break;
    }
    if (sweep_runs_size(part) >= 0) {
        snprintf(words, sizeof words, "-o %s --resume", output);
        sweep_runs_complete(words);
    }
    assert_int_equal(sweep_runs_size(part), -1);
}

static void a_killed_sweep_resumes_to_the_same_hdf5_file(void **state)
{
    (void)state;
    sweep_runs_complete("-o whole.h5");
    kill_and_resume("out.h5");
    run_same_files("whole.h5", "out.h5");
    assert_int_equal(run_count_files(), 2);
}

static void a_killed_sweep_resumes_to_the_same_csv_files(void **state)
{
    (void)state;
    sweep_runs_complete("-o whole.csv");
    kill_and_resume("out.csv");
    run_same_files("whole.csv", "out.csv");
    run_same_files("whole.section.csv", "out.section.csv");
    run_same_files("whole.series.csv", "out.series.csv");
    assert_int_equal(run_count_files(), 6);
}

/* Ctrl-C: exit code 128 + 2, what is there and how to go on; nothing but the journal is left. */
static void ctrl_c_says_how_to_go_on(void **state)
{
    struct run_result result;
    int kept;

    (void)state;
    sweep_runs_complete("-o whole.h5");
    result = sweep_runs_cut("-o out.h5", "out.h5.part", 20000, 0, SIGINT);
    assert_int_equal(result.code, 130);
    assert_non_null(strstr(result.err, " of 200 lanes in out.h5.part"));
    assert_non_null(strstr(result.err, "--resume"));
    assert_string_equal(result.out, "");
    kept = atoi(strstr(result.err, "stopped with ") + strlen("stopped with "));
    run_free(&result);
    assert_in_range(kept, 1, sweep_runs_lanes - 1);
    assert_int_equal(run_count_files(), 2);
    result = run_program("%s -o out.h5 --resume", sweep_runs_line);
    assert_int_equal(result.code, 0);
    assert_int_equal(sweep_runs_kept(&result), kept);
    run_free(&result);
    run_same_files("whole.h5", "out.h5");
}

/* Without --resume a journal is not overwritten; without a journal --resume begins. */
static void a_journal_is_not_lost_by_mistake(void **state)
{
    struct run_result result = sweep_runs_cut("-o out.h5", "out.h5.part", 20000, 0, SIGTERM);
    long size = sweep_runs_size("out.h5.part");

    (void)state;
    assert_int_equal(result.code, 128 + SIGTERM);
    run_free(&result);
    result = run_program("%s -o out.h5", sweep_runs_line);
    run_assert_refused(&result, 1, "out.h5.part", "--resume", NULL);
    assert_int_equal(sweep_runs_size("out.h5.part"), size);
    unlink("out.h5.part");
    sweep_runs_complete("-o out.h5 --resume");
    assert_int_equal(run_count_files(), 1);
}

/* The line with one piece exchanged, and what the sentence must name. */
static void refuse(const char *old, const char *new, const char *culprit)
{
    const char *at = strstr(sweep_runs_line, old);
    const long size = sweep_runs_size("out.h5.part");
    struct run_result result;

    assert_non_null(at);
    result = run_program("%.*s%s%s -o out.h5 --resume", (int)(at - sweep_runs_line),
                         sweep_runs_line, new, at + strlen(old));
    print_message("%s -> %s", new, result.err);
    run_assert_refused(&result, 1, "out.h5.part", culprit, NULL);
    assert_int_equal(sweep_runs_size("out.h5.part"), size);
}

static void another_command_line_is_refused_by_what_differs(void **state)
{
    struct run_result result = sweep_runs_cut("-o out.h5", "out.h5.part", 1, 0, SIGKILL);

    (void)state;
    run_free(&result);
    refuse("omega_0=30:65:200", "omega_0=30:65:201", "omega_0=30:65:201");
    refuse("omega_0=30:65:200", "omega_0=30:66:200", "omega_0=30:66:200");
    refuse("omega_0=30:65:200", "mu=0.5:1:200",
           "parameters/system/omega_0 is not given there and 40 here");
    refuse("0:40:9", "0:41:9", "time");
    refuse("--transient 37", "--transient 38", "transient");
    refuse("--keep 40", "--keep 41", "keep");
    refuse("pendulum", "pendulum --set M=1.3", "M");
    refuse("pendulum", "pendulum --set law.eps=1e-2", "parameters/law/eps");
    refuse("pendulum", "pendulum --init phi=0.1", "parameters/init/phi");
    refuse("pendulum", "pendulum --rtol 1e-8", "rtol");
    refuse("pendulum", "pendulum --law I00", "law");
    refuse("pendulum", "pendulum --pressure hertz", "pressure");
    refuse("pendulum", "pendulum --pack 1", "pack");
    refuse("pendulum", "pendulum --precision single", "precision");
    refuse("dopri54", "rkf45", "stepper");
    refuse(",series", ",stick", "observe");
}

static void a_second_process_is_refused(void **state)
{
    const pid_t first = run_start("%s -o out.h5", sweep_runs_line);
    struct run_result result;
    FILE *pipe;
    char text[512] = "";

    (void)state;
    while (sweep_runs_size("out.h5.part") < 1)
        continue;
    pipe = popen(CONTENSOU_PROGRAM " sweep pendulum --vary omega_0=30:65:200 --time 0:40:9 "
                                   "--transient 37 --keep 40 --observe section,extrema,series "
                                   "--stepper dopri54 -o out.h5 --resume 2>&1",
                 "r");
    assert_non_null(pipe);
    assert_non_null(fgets(text, sizeof text, pipe));
    pclose(pipe);
    assert_non_null(strstr(text, "'out.h5.part' is in use by another process"));
    result = run_wait(first);
    assert_int_equal(result.code, 0);
    run_free(&result);
    assert_int_equal(run_count_files(), 1);
}

/* The lanes that are left may go on with another stepper, which the file then names; every other difference is refused. */
static void another_stepper_may_finish_a_sweep(void **state)
{
    const int same = (int)(strstr(sweep_runs_line, "--stepper") - sweep_runs_line);
    struct run_result result;
    int kept;

    (void)state;
    result = sweep_runs_cut("-o out.h5", "out.h5.part", 20000, 0, SIGINT);
    assert_int_equal(result.code, 130);
    run_free(&result);
    result =
        run_program("%.*s -o out.h5 --resume --stepper dop853 --rtol 1e-7", same, sweep_runs_line);
    assert_int_equal(result.code, 2);
    assert_non_null(strstr(result.err, "is of another run"));
    run_free(&result);
    result = run_program("%.*s -o out.h5 --resume --stepper dop853", same, sweep_runs_line);
    print_message("%s", result.err);
    assert_int_equal(result.code, 0);
    kept = sweep_runs_kept(&result);
    assert_in_range(kept, 1, sweep_runs_lanes - 1);
    run_free(&result);
    assert_int_equal(run_count_files(), 1);
    result = run_well("report out.h5 -o out.html");
    run_free(&result);
    {
        struct contensou__text page = {0};

        assert_int_equal(contensou__text_read_file(&page, "out.html", NULL), CONTENSOU_OK);
        assert_non_null(strstr(page.data, "stepper_resumed"));
        contensou__text_free(&page);
    }
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_killed_sweep_resumes_to_the_same_hdf5_file, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_killed_sweep_resumes_to_the_same_csv_files, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(another_stepper_may_finish_a_sweep, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(ctrl_c_says_how_to_go_on, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_journal_is_not_lost_by_mistake, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(another_command_line_is_refused_by_what_differs, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_second_process_is_refused, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
