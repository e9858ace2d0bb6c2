/* test_signals.c: a second signal ends the program wherever it hangs. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* kill, setenv, chmod */
#include "support/run_program.h"

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

static void rest(double seconds)
{
    const struct timespec pause = {(time_t)seconds,
                                   (long)(1e9 * (seconds - (double)(long)seconds))};

    nanosleep(&pause, NULL);
}

/* The number in a file that somebody writes; waits for at most a minute, which only a hang takes. */
static long number_in(const char *path)
{
    long number = 0;

    for (int i = 0; i < 3000 && number == 0; ++i) {
        FILE *const file = fopen(path, "r");

        if (file && fscanf(file, "%ld", &number) != 1)
            number = 0;
        if (file)
            fclose(file);
        rest(0.02);
    }
    assert_true(number > 0);
    return number;
}

/* The program waits for a gnuplot that does not come back. One signal asks it to stop, which it cannot hear there; the
 * same signal at once, as `timeout` sends it to a process and to its group, is not a second one. */
static void a_second_signal_ends_it_at_once(void **state)
{
    struct run_result result;
    siginfo_t about = {0};
    char path[4096];
    pid_t child;
    long other;

    (void)state;
    run_write_file("gnuplot", "#!/bin/sh\necho $$ >number\nexec sleep 120\n");
    assert_int_equal(chmod("gnuplot", 0700), 0);
    assert_non_null(getcwd(path, sizeof path - 64));
    strcat(path, ":/usr/bin:/bin");
    setenv("PATH", path, 1);
    child = run_start("plot --shape disk -o a.png");
    other = number_in("number");
    assert_int_equal(kill(child, SIGTERM), 0);
    assert_int_equal(kill(child, SIGTERM), 0);
    rest(0.5);
    assert_int_equal(waitid(P_PID, (id_t)child, &about, WEXITED | WNOHANG | WNOWAIT), 0);
    assert_int_equal(about.si_pid, 0); /* it still waits */
    assert_int_equal(kill(child, SIGTERM), 0);
    result = run_wait(child);
    assert_int_equal(kill((pid_t)other, SIGKILL), 0); /* still there: nobody waited for it */
    assert_int_equal(result.code, 128 + SIGTERM);
    run_free(&result);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_second_signal_ends_it_at_once, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
