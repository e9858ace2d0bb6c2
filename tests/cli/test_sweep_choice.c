/* test_sweep_choice.c: stepper and pack where nobody gave them, and what is kept of the choice.
 * SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* setenv */
#include "support/run_program.h"
#include "support/sweep_runs.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char *home, *drivers;

/* An empty cache of ours, but the driver's own with its programs. */
static int enter(void **state)
{
    const char *const cache = getenv("XDG_CACHE_HOME"), *const own = getenv("POCL_CACHE_DIR");
    char folder[4096], path[4400];
    const int entered = run_enter_folder(state);

    home = cache ? strdup(cache) : NULL;
    drivers = own ? strdup(own) : NULL;
    if (entered || !getcwd(folder, sizeof folder))
        return -1;
    if (home && !drivers) {
        snprintf(path, sizeof path, "%s/pocl/kcache", home);
        setenv("POCL_CACHE_DIR", path, 1);
    }
    snprintf(path, sizeof path, "%s/cache", folder);
    return setenv("XDG_CACHE_HOME", path, 1);
}

static int leave(void **state)
{
    if (home)
        setenv("XDG_CACHE_HOME", home, 1);
    else
        unsetenv("XDG_CACHE_HOME");
    if (!drivers)
        unsetenv("POCL_CACHE_DIR");
    free(home);
    free(drivers);
    return run_leave_folder(state);
}

/* The path of the only choice that is kept; programs are far longer. */
static void find_kept(char *path, size_t size)
{
    DIR *dir = opendir("cache/contensou");
    struct dirent *entry;
    char one[300];
    int count = 0;

    assert_non_null(dir);
    while ((entry = readdir(dir)))
        if (strstr(entry->d_name, ".bin")) {
            snprintf(one, sizeof one, "cache/contensou/%.200s", entry->d_name);
            if (sweep_runs_size(one) < 16384) {
                snprintf(path, size, "%s", one);
                count++;
            }
        }
    closedir(dir);
    assert_int_equal(count, 1);
}

static void sweep(const char *words, const char *out)
{
    struct run_result result = run_program(
        "sweep disk_belt --law I11 --vary v_b=0.1:0.2:64 --time 0.5 --quiet %s -o %s", words, out);

    print_message("%s", result.err);
    assert_int_equal(result.code, 0);
    run_free(&result);
}

/* The largest difference of the last column, relative to 1. */
static double apart(const char *one, const char *other)
{
    FILE *a = fopen(one, "r"), *b = fopen(other, "r");
    char first[4096], second[4096];
    double most = 0;
    int rows = 0;

    assert_non_null(a);
    assert_non_null(b);
    while (fgets(first, sizeof first, a) && fgets(second, sizeof second, b)) {
        if (rows++)
            most = fmax(most, fabs(strtod(strrchr(first, ',') + 1, NULL) -
                                   strtod(strrchr(second, ',') + 1, NULL)));
    }
    fclose(a);
    fclose(b);
    assert_int_equal(rows, 65);
    return most;
}

static void the_choice_of_a_run_is_kept_and_harms_nothing(void **state)
{
    char path[300];
    FILE *file;
    long size;

    (void)state;
    sweep("", "one.csv");
    find_kept(path, sizeof path);
    sweep("", "two.csv"); /* as it was kept */
    run_same_files("one.csv", "two.csv");
    size = sweep_runs_size(path);
    file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, size - 1, SEEK_SET);
    fputc('7', file); /* a pack that there is not */
    fclose(file);
    sweep("", "three.csv");
    run_same_files("one.csv", "three.csv");
    find_kept(path, sizeof path);
    /* shards have the choice of the whole, and another width differs by rounding only */
    sweep("--shard 1/2", "a.part");
    sweep("--shard 2/2", "b.part");
    {
        struct run_result merged = run_program("merge a.part b.part -o four.csv --quiet");

        print_message("%s", merged.err);
        assert_int_equal(merged.code, 0);
        run_free(&merged);
    }
    run_same_files("one.csv", "four.csv");
    find_kept(path, sizeof path);
    sweep("--pack 8", "five.csv");
    print_message("packs differ by %.3g\n", apart("one.csv", "five.csv"));
    assert_true(apart("one.csv", "five.csv") < 1e-8); /* the tolerance is 1e-9 */
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_choice_of_a_run_is_kept_and_harms_nothing, enter,
                                        leave),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
