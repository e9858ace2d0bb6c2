/* test_friction_make.c: a law whose exact wrenches the device computes, and what the cache keeps of it.
 * SPDX-License-Identifier: MIT */
#include "device/eval.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static struct contensou_device *device;

static int open_device(void **state)
{
    struct contensou_error err = {0};

    (void)state;
    if (contensou_device_open(&device, NULL, &err)) {
        fprintf(stderr, "%s\n", err.message);
        return -1;
    }
    return 0;
}

static int close_device(void **state)
{
    (void)state;
    contensou_device_close(device);
    return 0;
}

static enum contensou_status count(void *context, double done, struct contensou_error *err)
{
    (void)err;
    *(double *)context = done;
    return CONTENSOU_OK;
}

static enum contensou_status stop(void *context, double done, struct contensou_error *err)
{
    (void)context;
    return done > 0 ? contensou_fail(err, CONTENSOU_ESTOPPED, "stopped") : CONTENSOU_OK;
}

static struct contensou_patch *patch_of(const char *shape)
{
    const struct contensou_patch_spec spec = {.size = sizeof spec, .shape = shape};
    struct contensou_patch *patch = NULL;
    struct contensou_error err = {0};

    if (contensou_patch_create(&patch, &spec, &err))
        fail_msg("%s", err.message);
    return patch;
}

/* Makes the table and returns how many slips were evaluated for it. */
static double make(struct contensou__friction *f, const struct contensou_patch *patch)
{
    double slips = 0;
    const struct contensou__eval_watch watch = {count, &slips};
    struct contensou_error err = {0};

    if (contensou__eval_friction(f, "table", patch, 1e-3, 0, device, &watch, NULL, &err))
        fail_msg("%s", err.message);
    return slips;
}

/* A map of 12 x 12 pressures, many edges: the device's table and the host's are the same up to rounding. */
static void device_and_host_make_the_same_table(void **state)
{
    const char *path = CONTENSOU_SCRATCH_DIR "/map_12x12.csv";
    struct contensou__friction ours, theirs;
    struct contensou_patch *patch;
    struct contensou_error err = {0};
    FILE *map = fopen(path, "w");

    (void)state;
    assert_non_null(map);
    fprintf(map, "x_min,x_max,y_min,y_max\n-1,1,-1,1\n");
    for (int j = 0; j < 12; ++j)
        for (int i = 0; i < 12; ++i)
            fprintf(map, "%.3f%c", 300 - (i - 5.5) * (i - 5.5) - 2 * (j - 5.5) * (j - 5.5),
                    i < 11 ? ',' : '\n');
    fclose(map);
    patch = patch_of("map:" CONTENSOU_SCRATCH_DIR "/map_12x12.csv");
    make(&ours, patch);
    assert_int_equal(contensou__friction_create(&theirs, "table", patch, 1e-3, 0, &err), 0);
    assert_true(ours.table_error > 0 && ours.table_error < 1e-6);
    assert_int_equal(ours.shared_count, theirs.shared_count);
    for (size_t i = 0; i < ours.shared_count; ++i)
        if (!(fabs(ours.shared[i] - theirs.shared[i]) < 1e-12))
            fail_msg("number %zu: %.17g by the device, %.17g by the host", i, ours.shared[i],
                     theirs.shared[i]);
    contensou__friction_free(&ours);
    contensou__friction_free(&theirs);
    contensou_patch_free(patch);
}

/* In a cache of its own: the second time nothing is evaluated, and a file that was damaged counts for nothing. */
static void tables_are_kept(void **state)
{
    char folder[] = CONTENSOU_SCRATCH_DIR "/tables.XXXXXX", command[512];
    struct contensou_patch *patch = patch_of("rectangle:1,0.5"),
                           *other = patch_of("rectangle:1,0.6");
    const char *before = getenv("XDG_CACHE_HOME");
    char *back = strdup(before ? before : "");
    struct contensou__friction first, f;

    (void)state;
    assert_non_null(mkdtemp(folder));
    setenv("XDG_CACHE_HOME", folder, 1);
    assert_true(make(&first, patch) > 1e4);
    assert_true(make(&f, patch) == 0);
    assert_true(f.table_error == first.table_error);
    assert_int_equal(f.shared_count, first.shared_count);
    assert_memory_equal(f.shared, first.shared, f.shared_count * sizeof *f.shared);
    contensou__friction_free(&f);

    assert_true(make(&f, other) > 1e4); /* not the same contact */
    contensou__friction_free(&f);

    snprintf(command, sizeof command,
             "for f in %s/contensou/*.bin; do printf x | dd of=$f bs=1 seek=5000 conv=notrunc "
             "2>/dev/null; done",
             folder);
    assert_int_equal(system(command), 0);
    assert_true(make(&f, patch) > 1e4);
    assert_memory_equal(f.shared, first.shared, f.shared_count * sizeof *f.shared);
    contensou__friction_free(&f);
    contensou__friction_free(&first);

    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    if (before)
        setenv("XDG_CACHE_HOME", back, 1);
    free(back);
    contensou_patch_free(patch);
    contensou_patch_free(other);
}

static void a_stop_is_heard(void **state)
{
    const struct contensou__eval_watch watch = {stop, NULL};
    struct contensou_patch *patch = patch_of("rectangle:1,0.55");
    struct contensou__friction f;
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(
        contensou__eval_friction(&f, "table", patch, 1e-3, 0, device, &watch, NULL, &err),
        CONTENSOU_ESTOPPED);
    contensou__friction_free(&f);
    contensou_patch_free(patch);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(device_and_host_make_the_same_table),
        cmocka_unit_test(tables_are_kept),
        cmocka_unit_test(a_stop_is_heard),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, open_device, close_device);
}
