/* test_devices.c: contensou devices shows what there is and what would be used.
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* mkdtemp, setenv */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void expect(const struct run_result *result, const char *piece)
{
    if (!strstr(result->out, piece))
        fail_msg("'%s' is not in: %s", piece, result->out);
}

static void the_table_has_every_column(void **state)
{
    static const char *const titles[] = {"index",         "name",   "driver", "type",  "fp64",
                                         "compute units", "double", "float",  "memory"};
    struct run_result result = run_program("devices");

    (void)state;
    assert_int_equal(result.code, 0);
    assert_string_equal(result.err, "");
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        expect(&result, titles[i]);
    expect(&result, "\n0 ");
    expect(&result, "\nused: ");
    run_free(&result);
}

static void an_index_picks_the_device(void **state)
{
    struct run_result result = run_program("devices --device 0");

    (void)state;
    assert_int_equal(result.code, 0);
    expect(&result, "\nused: 0 (");
    expect(&result, "asked for");
    run_free(&result);
}

static void the_environment_picks_the_device(void **state)
{
    struct run_result result;

    (void)state;
    setenv("CONTENSOU_DEVICE", "0", 1);
    result = run_program("devices");
    unsetenv("CONTENSOU_DEVICE");
    assert_int_equal(result.code, 0);
    expect(&result, "\nused: 0 (");
    expect(&result, "CONTENSOU_DEVICE");
    run_free(&result);
}

/* The driver that the Python package brings along stands beside the system's. The same library twice is one driver to some
 * loaders and two to others; one that is not there hides no other; no folder is left. */
static void a_driver_can_be_added(void **state)
{
    struct run_result alone = run_program("devices"), result;
    static const char *const driver[] = {"/nowhere/libnothing.so", "libpocl.so.2.10.0"};
    char folder[] = CONTENSOU_SCRATCH_DIR "/drivers_XXXXXX";

    (void)state;
    assert_int_equal(alone.code, 0);
    if (getenv("OCL_ICD_VENDORS") || getenv("OPENCL_VENDOR_PATH"))
        skip(); /* somebody chose the drivers */
    assert_non_null(mkdtemp(folder));
    setenv("TMPDIR", folder, 1);
    for (int i = 0; i < 2; i++) {
        setenv("CONTENSOU_DRIVER", driver[i], 1);
        result = run_program("devices");
        assert_int_equal(result.code, 0);
        expect(&result, "\nused: ");
        if (i == 0)
            assert_int_equal(!strstr(result.out, "\n1 "), !strstr(alone.out, "\n1 "));
        run_free(&result);
    }
    unsetenv("CONTENSOU_DRIVER");
    unsetenv("TMPDIR");
    assert_int_equal(rmdir(folder), 0);
    run_free(&alone);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_driver_can_be_added),
        cmocka_unit_test(the_table_has_every_column),
        cmocka_unit_test(an_index_picks_the_device),
        cmocka_unit_test(the_environment_picks_the_device),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
