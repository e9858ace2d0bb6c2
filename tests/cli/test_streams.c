/* test_streams.c: output to devices, pipes and closed streams. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* mkfifo, kill */
#include "base/text.h"
#include "support/run_program.h"
#include "support/sweep_runs.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const char sweep[] = "sweep lorenz --vary rho=1:20:8 --time 1 --stepper dop853";
static const char eval[] = "eval --shape disk --theta 0:1:3";

/* The exit code of the program under a shell, with redirections. */
static int shell(const char *words, const char *redirect)
{
    char line[1024];
    int result;

    snprintf(line, sizeof line, "%s %s %s", CONTENSOU_PROGRAM, words, redirect);
    result = system(line);
    return WIFEXITED(result) ? WEXITSTATUS(result) : -1;
}

static void file_is(const char *path, const char *expected)
{
    struct contensou__text text = {0};

    assert_int_equal(contensou__text_read_file(&text, path, NULL), CONTENSOU_OK);
    assert_string_equal(text.data, expected);
    contensou__text_free(&text);
}

static void succeeds(struct run_result *result)
{
    if (result->code)
        fail_msg("code %d: %s", result->code, result->err);
    run_free(result);
}

/* "x has 4 of 4 lanes; going on" is said after the journal was opened: it must not go into it. */
static void a_closed_standard_error_does_not_write_into_the_journal(void **state)
{
    struct run_result result = run_program("%s --shard 1/2 -o a.part", sweep);
    char line[200];
    long size;

    (void)state;
    succeeds(&result);
    size = sweep_runs_size("a.part");
    snprintf(line, sizeof line, "%s --shard 1/2 -o a.part --resume", sweep);
    assert_int_equal(shell(line, "2>&-"), 0);
    assert_int_equal(sweep_runs_size("a.part"), size);
    assert_int_equal(shell(line, "<&- >&- 2>&-"), 0);
    assert_int_equal(sweep_runs_size("a.part"), size);
}

/* Output that goes nowhere is not success. */
static void a_closed_standard_output_is_an_error(void **state)
{
    (void)state;
    assert_int_equal(shell(eval, ">&- 2>said"), 2);
    file_is("said", "contensou eval: cannot write standard output: it is closed\n");
    assert_int_equal(shell("list contacts", ">&- 2>said"), 2);
}

static void devices_are_written_to_and_stay_devices(void **state)
{
    struct run_result result = run_program("%s -o /dev/null", eval);
    struct contensou__text plain = {0}, text = {0};

    (void)state;
    succeeds(&result);
    result = run_program("%s -o /dev/null", sweep);
    succeeds(&result);
    result = run_program("fit --shape disk --model potential4 --quiet -o /dev/null");
    succeeds(&result);
    assert_int_equal(access("/dev/null.part", F_OK), -1);
    assert_int_equal(run_count_files(), 0);
    assert_int_equal(shell(sweep, ">plain.csv 2>/dev/null"), 0);
    assert_int_equal(
        shell("sweep lorenz --vary rho=1:20:8 --time 1 --stepper dop853 -o /dev/stdout",
              ">to.csv 2>/dev/null"),
        0);
    assert_int_equal(contensou__text_read_file(&plain, "plain.csv", NULL), CONTENSOU_OK);
    assert_int_equal(contensou__text_read_file(&text, "to.csv", NULL), CONTENSOU_OK);
    assert_string_equal(text.data, plain.data);
    contensou__text_free(&text);
    contensou__text_free(&plain);
    run_write_file("log", "first\n"); /* a stream that is a file is appended to, not replaced */
    assert_int_equal(shell("eval --shape disk --theta 0 -o /dev/fd/3", "3>>log"), 0);
    assert_int_equal(contensou__text_read_file(&text, "log", NULL), CONTENSOU_OK);
    assert_int_equal(strncmp(text.data, "first\ntheta,phi,Tx,Ty,M\n", 24), 0);
    contensou__text_free(&text);
}

static void a_pipe_waits_for_its_reader(void **state)
{
    const struct timespec pause = {0, 200000000};
    struct run_result result;
    pid_t child;

    (void)state;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    child = run_start("%s -o pipe", eval);
    nanosleep(&pause, NULL);
    assert_int_equal(system("cat pipe >got"), 0);
    result = run_wait(child);
    succeeds(&result);
    assert_true(sweep_runs_size("got") > 50);
    child = run_start("%s -o pipe", eval);
    nanosleep(&pause, NULL);
    nanosleep(&pause, NULL);
    kill(child, SIGINT);
    result = run_wait(child);
    assert_int_equal(result.code, 130);
    assert_non_null(strstr(result.err, "contensou eval: stopped")); /* whatever it was at */
    run_free(&result);
}

static void what_cannot_be_a_stream_is_refused(void **state)
{
    struct run_result result = run_program("%s --shard 1/2 -o /dev/null", sweep);

    (void)state;
    run_assert_refused(&result, 0, "/dev/null is no file", NULL);
    assert_int_equal(mkfifo("pipe.h5", 0600), 0);
    result = run_program("%s -o pipe.h5", sweep);
    run_assert_refused(&result, 1, "'pipe.h5': it is not a regular file", NULL);
    result = run_program("%s --resume -o /dev/null", sweep);
    run_assert_refused(&result, 1, "--resume", NULL);
    result = run_program("run --system-file /dev/zero --time 1");
    run_assert_refused(&result, 1, "'/dev/zero': it is not a regular file", NULL);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_closed_standard_error_does_not_write_into_the_journal, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_closed_standard_output_is_an_error, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(devices_are_written_to_and_stay_devices, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_pipe_waits_for_its_reader, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(what_cannot_be_a_stream_is_refused, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
