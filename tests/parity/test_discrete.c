/* test_discrete.c: a device that does not compute in the host's memory gives the same bits; the one here poses as such.
 * SPDX-License-Identifier: MIT */
#include "cl/buffer.h"
#include "cl/device.h"
#include "support/ensemble_run.h"

#include <contensou/simulation.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct contensou_device *open_as(int unified)
{
    struct contensou_device *device = NULL;
    struct contensou_error err = {0};

    if (contensou_device_open(&device, NULL, &err))
        fail_msg("%s", err.message);
    device->unified = unified;
    return device;
}

/* Memory of the host is copied, not used: the device keeps what it had until it is written to. */
static void wrapped_memory_is_a_copy(void **state)
{
    struct contensou_device *device = open_as(0);
    struct contensou__buffer *buffer = NULL;
    struct contensou_error err = {0};
    double memory[4] = {1, 2, 3, 4}, other = 7;

    (void)state;
    assert_int_equal(contensou__buffer_wrap(&buffer, device, sizeof memory, memory, &err), 0);
    assert_int_equal(contensou__buffer_write(buffer, sizeof other, sizeof other, &other, &err), 0);
    assert_true(memory[1] == 2);
    memory[3] = 9;
    assert_int_equal(contensou__buffer_sync(buffer, &err), 0);
    assert_true(memory[0] == 1 && memory[1] == 7 && memory[2] == 3 && memory[3] == 4);
    contensou__buffer_free(buffer);
    contensou_device_close(device);
}

/* Of a slice come how many lanes go on and the sum of their times, of a lane its number when it ends; then it is named, and its
 * numbers and the points that it has come. */
static void slices_move_only_what_ended(void **state)
{
    enum { many = 100, keep = 50, size = sizeof(double) };
    static char text[many][32];
    static const char *each[many];
    struct ensemble_run run[2];
    const size_t dim = 3, lane = 7 + 2 * dim + 2; /* drivers/lane.h, section */

    (void)state;
    for (int i = 0; i < many; ++i) {
        snprintf(text[i], sizeof text[i], "rho=%g", 0.28 * i);
        each[i] = text[i];
    }
    for (int k = 0; k < 2; ++k) {
        run[k] = (struct ensemble_run){
            .system = "lorenz",
            .stepper = "dopri54",
            .observe = {.final = 1, .section = 1},
            .section = "z",
            .each = each,
            .lanes = many,
            .pack = 4,
            .slice =
                1e-7, /* shorter than any: slices of an attempt or two, however fast the machine is */
            .discrete = k,
            .at = {.t_end = 20, .rtol = 1e-8, .atol = 1e-10, .section_value = 20, .keep = keep}};
        ensemble_run_finish(&run[k]);
    }
    assert_memory_equal(run[0].row, run[1].row, many * run[0].columns * size);
    assert_memory_equal(run[0].points, run[1].points, sizeof *run[0].points * many);
    assert_memory_equal(run[0].point, run[1].point, many * keep * (1 + dim) * size);
    {
        uint64_t expected = run[1].slices * (4 + size);

        for (int i = 0; i < many; ++i)
            expected += 4 + 4 + (lane + run[1].points[i] * (2 + dim)) * size;
        assert_true(run[1].slices > 20 && run[1].points[many - 1] > 5);
        assert_int_equal(run[1].moved, expected);
    }
    ensemble_run_free(&run[0]);
    ensemble_run_free(&run[1]);
}

enum { lanes = 40, most = 64, samples = 3 };

/* One number a lane and column, then the states at the times. */
static size_t simulate(struct contensou_device *device, double *row, double *sample)
{
    static const double times[samples] = {0.5, 1, 2};
    static const char *const names[] = {"init.x"}, *const states[] = {"x", "phi", "xdot", "phidot"};
    struct contensou_simulation *s = NULL;
    struct contensou_trajectories *r = NULL;
    struct contensou_error err = {0};
    const char *column[most];
    double value[lanes];
    size_t columns = 0;

    for (int i = 0; i < lanes; ++i)
        value[i] = 0.1 * i;
    if (contensou_simulation_create(&s, &err) || contensou_simulation_add_device(s, device, &err) ||
        contensou_simulation_set(s, "system", "disk_belt", &err) ||
        contensou_simulation_set(s, "law", "I11", &err) ||
        contensou_simulation_set(s, "stepper", "rodas43", &err) ||
        contensou_simulation_set(s, "observe", "final,extrema,series", &err) ||
        contensou_simulation_set_times(s, times, samples, &err) ||
        contensou_simulation_set_lanes(s, names, 1, lanes, value, &err))
        fail_msg("%s", err.message);
    for (int again = 0; again < 2; ++again) {
        contensou_trajectories_free(r);
        if (contensou_simulation_run(s, &r, &err))
            fail_msg("%s", err.message);
    }
    while ((column[columns] = contensou_trajectories_column(r, NULL, columns)))
        assert_true(++columns < most);
    if (contensou_trajectories_read(r, NULL, column, columns, row, &err) ||
        contensou_trajectories_read(r, "series", states, 4, sample, &err))
        fail_msg("%s", err.message);
    contensou_trajectories_free(r);
    contensou_simulation_free(s);
    return columns;
}

static void ensembles_give_the_same_bits(void **state)
{
    static double row[2][lanes * most], sample[2][lanes * samples * 4];
    size_t columns = 0;

    (void)state;
    for (int unified = 0; unified < 2; ++unified) {
        struct contensou_device *device = open_as(unified);

        columns = simulate(device, row[unified], sample[unified]);
        contensou_device_close(device);
    }
    assert_true(row[0][2 * lanes] == 0); /* behind lane and init.x: finished */
    assert_memory_equal(row[0], row[1], lanes * columns * sizeof **row);
    assert_memory_equal(sample[0], sample[1], sizeof sample[0]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrapped_memory_is_a_copy),
        cmocka_unit_test(ensembles_give_the_same_bits),
        cmocka_unit_test(slices_move_only_what_ended),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
