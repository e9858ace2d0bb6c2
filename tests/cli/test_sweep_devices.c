/* test_sweep_devices.c: contensou sweep --device all deals the lanes out to several devices.
 *
 * PoCL shows as many CPU devices as the environment variable POCL_DEVICES names.
 * SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static const char plan[] = "lorenz --vary rho=0:28:1000 --time 4 --observe final,extrema,section "
                           "--section z=20,up --keep 8";
static const char long_plan[] = "lorenz --vary rho=20:28:1000 --time 200 --observe final,extrema";

/* Skips the test where the drivers do not show as many devices. */
static void show_devices(const char *names, const char *last)
{
    struct run_result result;

    setenv("POCL_DEVICES", names, 1);
    result = run_program("devices --device %s", last);
    if (result.code) {
        run_free(&result);
        skip();
    }
    run_free(&result);
}

static void several_devices_write_the_bytes_of_one(void **state)
{
    (void)state;
    show_devices("pthread pthread pthread", "2");
    run_finish("sweep %s --device 0 -o one.h5", plan);
    run_finish("sweep %s --device all -o all.h5", plan);
    run_same_files("one.h5", "all.h5");
    run_finish("sweep %s --device 0 -o one.csv", plan);
    run_finish("sweep %s --device all -o all.csv", plan);
    run_same_files("one.csv", "all.csv");
    run_same_files("one.section.csv", "all.section.csv");
    assert_int_equal(run_count_files(), 6);
}

static void a_run_of_several_goes_on_with_one(void **state)
{
    const struct timespec moment = {0, 20000000};
    struct run_result result;
    struct stat about = {0};
    pid_t child;

    (void)state;
    show_devices("pthread pthread", "1");
    run_finish("sweep %s --device 0 -o one.h5", long_plan);
    child = run_start("sweep %s --device all -o all.h5", long_plan);
    /* a lane is a record of 56 bytes and thirteen numbers */
    while (about.st_size < 64 * 160 && access("all.h5", F_OK) != 0) {
        nanosleep(&moment, NULL);
        if (stat("all.h5.part", &about) != 0)
            about.st_size = 0;
    }
    kill(child, SIGINT);
    result = run_wait(child);
    assert_int_equal(result.code, 130);
    assert_non_null(strstr(result.err, "--resume"));
    run_free(&result);
    run_finish("sweep %s --device 1 -o all.h5 --resume", long_plan);
    run_same_files("one.h5", "all.h5");
}

static void devices_of_other_names_are_another_run(void **state)
{
    struct run_result result;
    int newer;

    (void)state;
    show_devices("basic pthread", "1");
    run_finish("sweep %s --device all --shard 1/2 -o out.part", plan);
    result = run_program("sweep %s --device 1 --shard 1/2 -o out.part --resume", plan);
    newer = strstr(result.err, "cpu-minimal") != NULL; /* names of PoCL 6.0 */
    run_assert_refused(&result, 1, "device is", newer ? "cpu-minimal" : "basic",
                       newer ? " + cpu" : " + pthread", NULL);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(several_devices_write_the_bytes_of_one, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_run_of_several_goes_on_with_one, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(devices_of_other_names_are_another_run, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
