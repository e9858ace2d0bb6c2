/* test_simulate_call.c: contensou_simulate does what the command line does: the same fit of a law, the same default
 * tolerances and stepper. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <contensou/contensou.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { most = 32 };

/* One lane of a body that slides and spins to rest, on a Hertz contact; row gets its numbers. */
static void simulate(struct contensou_device *device, const struct contensou_patch *patch,
                     const char *const *name, size_t names, const double *value, double row[most])
{
    const struct contensou_simulate_options options = {
        .system = "free_disk", .law = "I11", .patch = patch, .t_end = 0.5, .pack = 1};
    struct contensou_simulate *s = NULL;
    struct contensou_error err;

    if (contensou_simulate_create(&s, device, &options, &err))
        fail_msg("%s", err.message);
    assert_in_range(contensou_simulate_columns(s), 1, most);
    if (contensou_simulate_run(s, name, names, 1, value, row, NULL, &err))
        fail_msg("%s", err.message);
    contensou_simulate_free(s);
}

static void open_both(struct contensou_device **device, struct contensou_patch **patch)
{
    const struct contensou_patch_spec hertz = {.shape = "disk", .pressure = "hertz"};
    struct contensou_error err;

    if (contensou_device_open(device, NULL, &err) || contensou_patch_create(patch, &hertz, &err))
        fail_msg("%s", err.message);
}

static void a_law_is_fitted_to_its_contact(void **state)
{
    static const char *const name[] = {"init.vx", "init.omega", "law.b", "law.m"};
    const struct contensou_fit_options options = {.size = sizeof options, .model = "I11"};
    struct contensou_fit_result fit;
    struct contensou_device *device = NULL;
    struct contensou_patch *patch = NULL;
    struct contensou_error err;
    double value[4] = {1, 2, 0, 0}, mine[most], given[most];

    (void)state;
    open_both(&device, &patch);
    if (contensou_fit(patch, device, &options, &fit, &err))
        fail_msg("%s", err.message);
    assert_string_equal(fit.parameter[0].name, "b");
    assert_string_equal(fit.parameter[1].name, "m");
    value[2] = fit.parameter[0].value;
    value[3] = fit.parameter[1].value;
    simulate(device, patch, name, 2, value, mine);
    simulate(device, patch, name, 4, value, given);
    print_message("b = %.6f, m = %.6f: vx %.12f and %.12f\n", value[2], value[3], mine[7],
                  given[7]);
    for (int i = 0; i < 10; ++i) /* head, and six states */
        assert_true(mine[i] == given[i]);
    contensou_patch_free(patch);
    contensou_device_close(device);
}

/* Steps are counted: other tolerances, or another law, take another number of them. */
static void the_command_line_takes_the_same_steps(void **state)
{
    static const char *const name[] = {"init.vx", "init.omega"};
    const double value[2] = {1, 2};
    struct run_result result = run_program(
        "run free_disk --law I11 --pressure hertz --init vx=1,omega=2 --time 0,0.5 --pack 1");
    struct contensou_device *device = NULL;
    struct contensou_patch *patch = NULL;
    double row[most];
    char steps[64];

    (void)state;
    open_both(&device, &patch);
    simulate(device, patch, name, 2, value, row);
    snprintf(steps, sizeof steps, "after %.0f steps, %.0f rejected", row[1], row[2]);
    print_message("%s| %s\n", result.err, steps);
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.err, steps));
    run_free(&result);
    contensou_patch_free(patch);
    contensou_device_close(device);
}

static void a_law_that_makes_no_sense_is_named(void **state)
{
    const struct contensou_simulate_options options = {
        .system = "block_belt", .law = "I11", .t_end = 1};
    struct contensou_device *device = NULL;
    struct contensou_simulate *s = NULL;
    struct contensou_error err;

    (void)state;
    assert_int_equal(contensou_device_open(&device, NULL, &err), CONTENSOU_OK);
    assert_int_equal(contensou_simulate_create(&s, device, &options, &err), CONTENSOU_EARGUMENT);
    assert_non_null(strstr(err.message, "the law I11 cannot be used with block_belt"));
    contensou_device_close(device);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_law_is_fitted_to_its_contact, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_command_line_takes_the_same_steps, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_law_that_makes_no_sense_is_named, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
