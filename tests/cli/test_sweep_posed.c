/* test_sweep_posed.c: sweeps on a device that poses as a GPU with memory of its own (CONTENSOU_POSE): lanes stay there, two
 * queues share the work, and allocations are so small that there are several chunks. The files are those of a processor.
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* SIGKILL */
#include "support/sweep_runs.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

/* Some lanes come to rest and take few steps; those behind rho = 24.74 do not. */
#define PLAN                                                                                    \
    "sweep lorenz --vary rho=0:28:1500 --time 0:20:5 --observe final,section,series --section " \
    "z=20,up --keep 200 --stepper dopri54 --quiet"

static int enter(void **state)
{
    struct run_result result;

    setenv("CONTENSOU_POSE", "discrete-gpu", 1);
    result = run_program("devices");
    assert_non_null(strstr(result.out, "GPU "));
    run_free(&result);
    return run_enter_folder(state);
}

static int leave(void **state)
{
    unsetenv("CONTENSOU_POSE");
    return run_leave_folder(state);
}

static void finish(const char *words)
{
    struct run_result result = run_program(PLAN " %s", words);

    if (result.code)
        fail_msg("it said: %s", result.err);
    run_free(&result);
}

static void assert_plain(void)
{
    unsetenv("CONTENSOU_POSE");
    finish("--pack 1 -o plain.csv");
    run_same_files("plain.csv", "posed.csv");
    run_same_files("plain.section.csv", "posed.section.csv");
    run_same_files("plain.series.csv", "posed.series.csv");
}

/* Killed three times, as soon as there are more lanes in the journal, and resumed each time. */
static void kills_change_nothing(void **state)
{
    const struct timespec moment = {0, 2000000};
    long size = 0;

    (void)state;
    for (int kills = 0; kills < 3; ++kills) {
        const pid_t child = run_start(PLAN " -o posed.csv%s", kills ? " --resume" : "");
        struct run_result result;

        while (sweep_runs_size("posed.csv.part") <= size + 100000 &&
               sweep_runs_size("posed.csv") < 0)
            nanosleep(&moment, NULL);
        kill(child, SIGKILL);
        result = run_wait(child);
        assert_int_equal(result.signal, SIGKILL);
        run_free(&result);
        size = sweep_runs_size("posed.csv.part");
    }
    finish("-o posed.csv --resume");
    assert_plain();
}

/* Stages, parameters and numbers of lanes that wait in local memory come back as they were, in the places that NVIDIA's GPUs have for
 * them too. */
static void numbers_that_wait_come_back(void **state)
{
    static const char *const poses[] = {"discrete-gpu", "nvidia-gpu"};
    static const char *const plans[] = {
        "pendulum --vary omega_0=30:65:70 --time 1 --rtol 1e-6 --stepper rodas54 --observe "
        "extrema,period",
        "block_belt --law signum --vary F0=0.1:0.5:70 --time 20 --stepper event --observe section",
        "disk_belt --vary v_b=0.1:1:70 --time 20 --stepper event --observe final,events",
    };

    (void)state;
    for (size_t i = 0; i < sizeof plans / sizeof *plans; ++i) {
        unsetenv("CONTENSOU_POSE");
        run_finish("sweep %s --quiet --pack 1 -o plain.csv", plans[i]);
        for (size_t k = 0; k < sizeof poses / sizeof *poses; ++k) {
            setenv("CONTENSOU_POSE", poses[k], 1);
            run_finish("sweep %s --quiet --force -o posed.csv", plans[i]);
            run_same_files("plain.csv", "posed.csv");
        }
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(kills_change_nothing, enter, leave),
        cmocka_unit_test_setup_teardown(numbers_that_wait_come_back, enter, leave),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
