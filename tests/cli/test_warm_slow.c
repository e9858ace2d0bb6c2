/* test_warm_slow.c: after contensou warm the sweep of the README needs no compiler. SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* setenv */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* No file of the cache is newer than the mark. */
static void nothing_was_built(void)
{
    assert_int_equal(system("test -z \"$(find cache -newer mark -name '*.so')\""), 0);
}

static void what_is_warm_is_not_built_again(void **state)
{
    char path[4096];

    (void)state;
    assert_non_null(getcwd(path, sizeof path - 8));
    strcat(path, "/cache");
    setenv("XDG_CACHE_HOME", path, 1);
    run_finish("warm --quiet");
    if (access("cache/contensou/pocl", F_OK) != 0)
        skip(); /* another driver */
    assert_int_equal(
        system("test $(ls cache/contensou/*.bin | wc -l) -ge 15 && sleep 1.1; touch mark"), 0);
    run_finish("sweep pendulum --law I11 --vary omega_0=30:65:512 --time 60 --transient 40 "
               "--observe section,extrema --quiet -o bif.h5");
    run_finish("run pendulum --time 10 --quiet -o run.csv");
    run_finish("fit --shape disk --model I11 --quiet -o fit.json");
    nothing_was_built();
    run_finish(
        "run pendulum --stepper rodas43 --time 1 --quiet -o other.csv"); /* one that is not */
    assert_int_not_equal(system("test -z \"$(find cache -newer mark -name '*.so')\""), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_warm_is_not_built_again, run_enter_folder,
                                        run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
