/* test_fit_units.c: a contact is the same in metres, in millimetres and in units of its own size, and so
 * are its fits. SPDX-License-Identifier: MIT */
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

#include <contensou/export.h>
#include <contensou/fit.h>

#include "problems/patches.h"
#include "support/agreement.h"

static const double units[3] = {1, 1e-3, 25}; /* per millimetre */
static const char *const shapes[2] = {"rectangle", "map"};

/* A rectangle of 40 x 20, or a map of 3 x 2 cells with unequal pressures, in this unit. */
static struct contensou_patch *contact(const char *shape, double unit)
{
    char text[128], path[64] = "";
    struct contensou_patch_spec spec = {.size = sizeof spec, .shape = text};
    struct contensou_patch *patch;

    snprintf(text, sizeof text, "rectangle:%.17g,%.17g", 20 * unit, 10 * unit);
    if (strcmp(shape, "map") == 0) {
        FILE *file;

        snprintf(path, sizeof path, "fit_units_%ld.csv", (long)getpid());
        file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file, "x_min,x_max,y_min,y_max\n%.17g,%.17g,%.17g,%.17g\n1,2,3\n2,0.5,1\n",
                -30 * unit, 30 * unit, -20 * unit, 25 * unit);
        fclose(file);
        snprintf(text, sizeof text, "map:%s/%s", getcwd((char[512]){0}, 512), path);
    }
    patch = patches_make(&spec);
    if (*path)
        unlink(path);
    return patch;
}

static void near(const char *what, double got, double expected, double bound)
{
    if (!(fabs(got - expected) <= bound * fabs(expected)))
        fail_msg("%s: %.15g, expected %.15g to %g", what, got, expected, bound);
}

/* The power of the length in the unit of a parameter. */
static int dimension(const char *model, const char *name)
{
    if (strcmp(name, "b") == 0)
        return model[1] - '0' + model[2] - '0' + 1;
    return strcmp(name, "mu_tau") == 0 || strcmp(name, "c_omega") == 0 || strcmp(name, "size") == 0;
}

static void fits_are_the_same_in_any_unit(void **state)
{
    static const char *const models[] = {"I00", "I11", "ellipsoid", "potential4"};

    (void)state;
    for (int s = 0; s < 2; ++s)
        for (size_t k = 0; k < sizeof models / sizeof *models; ++k) {
            struct contensou_fit_result first = {0};

            for (int u = 0; u < 3; ++u) {
                const struct contensou_fit_options options = {
                    .size = sizeof options, .model = models[k], .theta_nodes = 61, .starts = 2};
                struct contensou_patch *patch = contact(shapes[s], units[u]);
                struct contensou_fit_result r;
                double size;

                assert_int_equal(contensou_fit(patch, agreement_open(CONTENSOU_PRECISION_DOUBLE),
                                               &options, &r, NULL),
                                 CONTENSOU_OK);
                assert_int_equal(contensou_patch_size(patch, &size, NULL), CONTENSOU_OK);
                contensou_patch_free(patch);
                assert_true(r.size == size);
                if (u == 0)
                    first = r;
                near("size", r.size, units[u] * first.size, 1e-12);
                near("rms", r.rms, first.rms, 1e-7);
                near("max_T", r.max_T, first.max_T, 1e-4);
                near("max_M", r.max_M, first.max_M, 1e-4);
                near("least_power", r.least_power, first.least_power, 1e-4);
                for (int i = 0; i < r.count; ++i) {
                    const char *name = r.parameter[i].name;
                    const double scale = pow(units[u], dimension(r.model, name));

                    if (fabs(first.parameter[i].value) > 1e-3)
                        near(name, r.parameter[i].value, scale * first.parameter[i].value, 1e-4);
                }
            }
        }
}

static void engines_get_the_same_length_in_any_unit(void **state)
{
    (void)state;
    for (int s = 0; s < 2; ++s) {
        double first = 0;

        for (int u = 0; u < 3; ++u) {
            struct contensou_patch *patch = contact(shapes[s], units[u]);
            char *text = NULL;
            const char *at;
            double torsional;

            assert_int_equal(
                contensou_export_engine(patch, agreement_open(CONTENSOU_PRECISION_DOUBLE),
                                        &(struct contensou_engine_options){
                                            .size = sizeof(struct contensou_engine_options),
                                            .engine = "mujoco",
                                            .mu = 1},
                                        &text, NULL),
                CONTENSOU_OK);
            at = strstr(text, "friction=\"1 ");
            assert_non_null(at);
            torsional = strtod(at + 12, NULL);
            if (u == 0)
                first = torsional;
            near("torsional", torsional, units[u] * first, 2e-6); /* six digits are printed */
            free(text);
            contensou_patch_free(patch);
        }
    }
}

/* A rectangle of half sides a, b has <r^2> = (a^2 + b^2)/3; the papers' disks keep [1]'s unit. */
static void sizes_are_those_of_the_formulas(void **state)
{
    static const struct {
        const char *shape, *pressure;
        double size;
    } rows[] = {
        {"disk", "uniform", 1},
        {"disk", "hertz", 1},
        {"annulus:0.5", "uniform", 1},
        {"ellipse:2,1", "hertz", 1.5811388300841898},
        {"rectangle:3,1", "uniform", 2.581988897471611},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        struct contensou_patch *patch =
            patches_make(&(struct contensou_patch_spec){.size = sizeof(struct contensou_patch_spec),
                                                        .shape = rows[i].shape,
                                                        .pressure = rows[i].pressure});
        double size;

        assert_int_equal(contensou_patch_size(patch, &size, NULL), CONTENSOU_OK);
        near(rows[i].shape, size, rows[i].size, 1e-12);
        contensou_patch_free(patch);
    }
}

/* With [1]'s unit of length the numbers of version 0.1: half side 1 and half side 1000 differ. */
static void the_unit_of_the_paper_can_be_asked_for(void **state)
{
    static const double expected[2] = {0.5516484885, 0.593233721}; /* mu_tau over the half side */

    (void)state;
    for (int u = 0; u < 2; ++u) {
        const struct contensou_fit_options options = {
            .size = sizeof options, .model = "ellipsoid", .length_unit = 1, .starts = 2};
        const double side = u ? 1000 : 1;
        char shape[64];
        struct contensou_patch *patch;
        struct contensou_fit_result r;

        snprintf(shape, sizeof shape, "rectangle:%g,%g", side, side / 2);
        patch = patches_make(&(struct contensou_patch_spec){
            .size = sizeof(struct contensou_patch_spec), .shape = shape});
        assert_int_equal(
            contensou_fit(patch, agreement_open(CONTENSOU_PRECISION_DOUBLE), &options, &r, NULL),
            CONTENSOU_OK);
        assert_true(r.size == 1);
        near("mu_tau", r.parameter[1].value / side, expected[u], 1e-6);
        contensou_patch_free(patch);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fits_are_the_same_in_any_unit),
        cmocka_unit_test(engines_get_the_same_length_in_any_unit),
        cmocka_unit_test(sizes_are_those_of_the_formulas),
        cmocka_unit_test(the_unit_of_the_paper_can_be_asked_for),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
