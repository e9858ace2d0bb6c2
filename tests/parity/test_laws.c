/* test_laws.c: every law on the device against the same text compiled as C, in both precisions and in
 * packs. SPDX-License-Identifier: MIT */
#include "engine/law_run.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { slips = 200 };

static const struct {
    const char *shape, *pressure;
    double tilt;
} contacts[] = {{"disk", "uniform", 0},
                {"disk", "hertz", 0.5},
                {"ellipse:1,0.5", "hertz", 0},
                {"polygon:" CONTENSOU_CHECK_VALUES "/triangle.csv", "uniform", 0}};

/* Directions all around, pure slides and spins among them, of sizes from 1e-8 to 1e8. */
static void put_slips(double *slip)
{
    for (int i = 0; i < slips; ++i) {
        const double theta = i < 2 ? 0 : i < 4 ? 1.5707963267948966 : 0.037 * i * i, phi = 1.1 * i;
        const double size = pow(10, i % 17 - 8);

        slip[i] = size * cos(theta) * cos(phi);
        slip[slips + i] = size * cos(theta) * sin(phi);
        slip[2 * slips + i] = size * sin(theta);
    }
}

/* The largest difference of the wrench, and of the Jacobian times the size of the slip. */
static void compare(const struct contensou__law *law, const struct contensou_patch *patch,
                    struct contensou_device *device, const struct contensou_eval_options *options,
                    double worst[2])
{
    double slip[3 * slips], wrench[3 * slips], symmetric[6 * slips];
    struct contensou_error err = {0};

    put_slips(slip);
    if (contensou__law_run(law, patch, device, options, slips, slip, wrench, symmetric, &err))
        fail_msg("%s: %s", law->name, err.message);
    worst[0] = worst[1] = 0;
    for (int i = 0; i < slips; ++i) {
        const double s[3] = {slip[i], slip[slips + i], slip[2 * slips + i]};
        const double size = fmax(hypot(s[0], s[1]), fabs(s[2]));
        /* at a pure slide or spin a law may have no slope */
        const int smooth = hypot(s[0], s[1]) > 1e-3 * size && fabs(s[2]) > 1e-3 * size;
        double out[9];

        contensou__law_wrench(law, s, 1, out);
        for (int k = 0; k < 3; ++k)
            worst[0] = fmax(worst[0], fabs(wrench[k * slips + i] - out[k]));
        for (int k = 0; k < 6 && smooth; ++k)
            worst[1] = fmax(worst[1], size * fabs(symmetric[k * slips + i] - out[3 + k]));
    }
}

static void all_laws(const struct contensou_eval_options *options, double wrench, double jacobian)
{
    struct contensou_device *device = NULL;
    struct contensou_error err = {0};

    assert_int_equal(contensou_device_open(&device, NULL, &err), CONTENSOU_OK);
    for (size_t c = 0; c < sizeof contacts / sizeof *contacts; ++c) {
        const struct contensou_patch_spec spec = {.shape = contacts[c].shape,
                                                  .pressure = contacts[c].pressure,
                                                  .tilt_k = contacts[c].tilt};
        struct contensou_patch *patch = NULL;

        if (contensou_patch_create(&patch, &spec, &err))
            fail_msg("%s", err.message);
        for (size_t l = 0; l < contensou__registry_model_count; ++l) {
            struct contensou__law law;
            double worst[2];

            if (contensou__law_create(&law, contensou__registry_models[l], patch, &err))
                continue; /* not for this contact: test_fit_laws.c says which */
            compare(&law, patch, device, options, worst);
            if (!(worst[0] < wrench && worst[1] < jacobian))
                fail_msg("%s on %s: wrench off by %.2e, Jacobian by %.2e; allowed %.0e, %.0e",
                         law.name, contacts[c].shape, worst[0], worst[1], wrench, jacobian);
            contensou__law_free(&law);
        }
        contensou_patch_free(patch);
    }
    contensou_device_close(device);
}

/* exp and log of the device are within a few units in the last place; m n log v magnifies them. */
static void laws_in_double_agree_with_the_host(void **state)
{
    (void)state;
    all_laws(&(struct contensou_eval_options){.size = sizeof(struct contensou_eval_options)}, 1e-13,
             1e-10);
}

static void laws_without_packs_agree_with_the_host(void **state)
{
    (void)state;
    all_laws(
        &(struct contensou_eval_options){.size = sizeof(struct contensou_eval_options), .pack = 1},
        1e-13, 1e-10);
}

static void laws_in_single_agree_with_the_host(void **state)
{
    (void)state;
    all_laws(&(struct contensou_eval_options){.size = sizeof(struct contensou_eval_options),
                                              .precision = CONTENSOU_PRECISION_SINGLE},
             3e-5, 3e-2);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_in_double_agree_with_the_host),
        cmocka_unit_test(laws_without_packs_agree_with_the_host),
        cmocka_unit_test(laws_in_single_agree_with_the_host),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
