/* test_devices.c: contensou devices shows what there is and what would be used.
 * SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_has_every_column),
        cmocka_unit_test(an_index_picks_the_device),
        cmocka_unit_test(the_environment_picks_the_device),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
