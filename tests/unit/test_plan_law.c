/* test_plan_law.c: laws on devices that do not compute in double precision. SPDX-License-Identifier: MIT */
#include "cl/device.h"
#include "laws/friction.h"
#include "model/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* A device without double precision leaves the fit of a law to another one, with the same numbers, and refuses one of its own
 * by a sentence that does not send the user to single precision, which fits refuse. */
static void a_law_is_fitted_on_another_device(void **state)
{
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = "disk", .pressure = "uniform"};
    const struct contensou_fit_options options = {.size = sizeof options, .model = "potential4"};
    struct contensou_error err = {0};
    struct contensou_device *device = NULL;
    struct contensou_patch *patch = NULL;
    struct contensou__friction wide = {0}, narrow = {0};
    struct contensou_fit_result result;

    (void)state;
    if (contensou_device_open(&device, NULL, &err) || contensou_patch_create(&patch, &spec, &err) ||
        contensou__friction_create(&wide, "potential4", patch, 1e-3, 1, &err) ||
        contensou__friction_create(&narrow, "potential4", patch, 1e-3, 1, &err) ||
        contensou__plan_law_fit(&wide, patch, device, &err))
        fail_msg("%s", err.message);
    device->info.fp64 = 0;
    if (contensou__plan_law_fit(&narrow, patch, device, &err))
        fail_msg("%s", err.message);
    assert_true(wide.law.params > 0);
    assert_memory_equal(narrow.law.value, wide.law.value,
                        (size_t)wide.law.params * sizeof *wide.law.value);
    assert_int_equal(contensou_fit(patch, device, &options, &result, &err), CONTENSOU_EDEVICE);
    assert_non_null(strstr(err.message, "which a fit needs"));
    assert_null(strstr(err.message, "single"));
    contensou__friction_free(&wide);
    contensou__friction_free(&narrow);
    contensou_patch_free(patch);
    contensou_device_close(device);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_law_is_fitted_on_another_device)};

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
