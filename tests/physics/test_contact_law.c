/* test_contact_law.c: the law of one contact on the host: its wrench against the exact one, its derivatives against
 * differences of the wrench, and its implicit step against the equations of a step and, in stick, against the limits of the
 * law in every direction. SPDX-License-Identifier: MIT */
#include "problems/patches.h"
#include "support/agreement.h"

#include <contensou/contact_law.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

struct subject {
    const char *patch, *model; /* model NULL: the exact wrench */
    double error;              /* against the exact wrench, of T and of M over the radius */
};

static const struct subject subjects[] = {
    {"disk", NULL, 1e-14},       {"disk", "I11", 0.05},           {"disk", "pade2", 0.2},
    {"disk", "table", 1e-6},     {"rectangle", NULL, 1e-14},      {"rectangle", "potential6", 0.1},
    {"rectangle", "I11", 0.15},  {"rectangle", "table", 1e-6},    {"ellipse_off", NULL, 1e-14},
    {"ellipse_off", "I00", 0.4}, {"ellipse_off", "ellipsoid", 1},
};
enum { subject_count = sizeof subjects / sizeof *subjects };

static struct contensou_patch *patch_of(const char *name)
{
    const struct contensou_patch_spec disk = {.size = sizeof disk, .shape = "disk"};
    const struct contensou_patch_spec rectangle = {.size = sizeof rectangle,
                                                   .shape = "rectangle:1,0.5"};
    const struct contensou_patch_spec off = {.size = sizeof off,
                                             .shape = "ellipse:1.5,1",
                                             .pressure = "hertz",
                                             .center = {0.3, 0.1},
                                             .anisotropy = {1.5, 0.4}};
    struct contensou_patch *patch = NULL;
    struct contensou_error err = {0};

    if (contensou_patch_create(&patch,
                               strcmp(name, "disk") == 0        ? &disk
                               : strcmp(name, "rectangle") == 0 ? &rectangle
                                                                : &off,
                               &err))
        fail_msg("%s: %s", name, err.message);
    return patch;
}

static struct contensou_contact_law *law_of(const struct subject *s,
                                            const struct contensou_patch *patch, double length)
{
    const struct contensou_contact_law_options options = {.size = sizeof options, .length = length};
    const struct contensou_fit_options fit = {
        .size = sizeof fit, .model = s->model, .theta_nodes = 31, .phi_nodes = 8, .starts = 1};
    struct contensou_fit_result result = {0};
    struct contensou_contact_law *law = NULL;
    struct contensou_error err = {0};

    if (s->model && strcmp(s->model, "table") == 0)
        result.model = "table";
    else if (s->model &&
             contensou_fit(patch, agreement_open(CONTENSOU_PRECISION_DOUBLE), &fit, &result, &err))
        fail_msg("%s of %s: %s", s->model, s->patch, err.message);
    if (contensou_contact_law_create(&law, patch, s->model ? &result : NULL, &options, &err))
        fail_msg("%s of %s: %s", s->model, s->patch, err.message);
    return law;
}

/* Numbers from -1 to 1, always the same. */
static double random_number(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static void random_slip(uint64_t *seed, double slip[3])
{
    for (int i = 0; i < 3; ++i)
        slip[i] = random_number(seed);
}

static void wrench_of(const struct contensou_contact_law *law, const double slip[3],
                      double wrench[3], double *jacobian)
{
    struct contensou_error err = {0};

    if (contensou_contact_law_wrench(law, 1, slip, wrench, jacobian, &err))
        fail_msg("%s", err.message);
}

/* contensou_eval_reference is the exact wrench of eval; a unit of length scales spins and torques. */
static void wrenches_are_those_of_the_contact(void **state)
{
    (void)state;
    for (int k = 0; k < subject_count; ++k) {
        struct contensou_patch *patch = patch_of(subjects[k].patch);
        struct contensou_contact_law *law = law_of(&subjects[k], patch, 0),
                                     *scaled = law_of(&subjects[k], patch, 0.05);
        const double radius = contensou_patch_radius(patch);
        uint64_t seed = 1;

        for (int i = 0; i < 200; ++i) {
            double slip[3], there[3], exact[3], got[3], metres[3];
            struct contensou_error err = {0};

            random_slip(&seed, slip);
            assert_false(contensou_eval_reference(patch, NULL, 1, slip, exact, NULL, &err));
            wrench_of(law, slip, got, NULL);
            for (int j = 0; j < 3; ++j) {
                there[j] = slip[j] * (j == 2 ? 1 / 0.05 : 1);
                if (fabs(got[j] - exact[j]) > subjects[k].error * (j == 2 ? radius : 1))
                    fail_msg("%s of %s: component %d is %.16g, exactly %.16g", subjects[k].model,
                             subjects[k].patch, j, got[j], exact[j]);
            }
            wrench_of(scaled, there, metres, NULL);
            for (int j = 0; j < 3; ++j)
                assert_true(fabs(metres[j] - got[j] * (j == 2 ? 0.05 : 1)) < 1e-13);
        }
        contensou_contact_law_free(law);
        contensou_contact_law_free(scaled);
        contensou_patch_free(patch);
    }
}

/* Central differences of the wrench over 1e-5 of the slip: their error is 1e-10 and rounding 1e-11 where the law is smooth. Any
 * size of the slip gives the same wrench, and derivatives that go as one over it. */
static void derivatives_are_those_of_the_wrench(void **state)
{
    (void)state;
    for (int k = 0; k < subject_count; ++k) {
        struct contensou_patch *patch = patch_of(subjects[k].patch);
        struct contensou_contact_law *law = law_of(&subjects[k], patch, 0);
        uint64_t seed = 2;
        int good = 0;

        for (int i = 0; i < 200; ++i) {
            double slip[3], wrench[3], jacobian[9], worst = 0;

            random_slip(&seed, slip);
            wrench_of(law, slip, wrench, jacobian);
            for (int j = 0; j < 3; ++j) {
                const double h = 1e-5;
                double moved[2][3];

                for (int side = 0; side < 2; ++side) {
                    double next[3] = {slip[0], slip[1], slip[2]};

                    next[j] += side ? h : -h;
                    wrench_of(law, next, moved[side], NULL);
                }
                for (int r = 0; r < 3; ++r)
                    worst = fmax(worst,
                                 fabs((moved[1][r] - moved[0][r]) / (2 * h) - jacobian[3 * r + j]));
            }
            good += worst < 1e-6;
        }
        /* a table has corners, and of the exact law some slips rotate about the rim */
        if (good < 190)
            fail_msg("%s of %s: %d of 200 slips have the right derivatives", subjects[k].model,
                     subjects[k].patch, good);
        for (double size = 1e-250; size < 1e260; size *= 1e50) {
            const double slip[3] = {0.3, -0.2, 0.4};
            double wrench[2][3], jacobian[2][9];

            wrench_of(law, slip, wrench[0], jacobian[0]);
            wrench_of(law, (const double[3]){size * 0.3, size * -0.2, size * 0.4}, wrench[1],
                      jacobian[1]);
            for (int j = 0; j < 9; ++j) {
                assert_true(fabs(wrench[0][j / 3] - wrench[1][j / 3]) < 1e-13);
                assert_true(fabs(jacobian[1][j] * size - jacobian[0][j]) < 1e-12);
            }
        }
        contensou_contact_law_free(law);
        contensou_patch_free(patch);
    }
}

/* A positive definite matrix, and a slip and a bound that let about half the contacts stick. */
static void random_contact(uint64_t *seed, double slip[3], double mass[9], double *bound)
{
    double a[9];

    random_slip(seed, slip);
    for (int i = 0; i < 9; ++i)
        a[i] = random_number(seed);
    for (int i = 0; i < 9; ++i)
        mass[i] = a[i / 3] * a[i % 3] + a[3 + i / 3] * a[3 + i % 3] + a[6 + i / 3] * a[6 + i % 3] +
                  (i % 4 == 0 ? 0.3 : 0);
    *bound = pow(10, random_number(seed));
}

/* The equations of a step, and for stick, of laws that are gradients: no direction of slip u has impulse . u above bound
 * Phi(u), since Phi is the support function of what the contact holds. */
static void steps_solve_their_equations(void **state)
{
    (void)state;
    for (int k = 0; k < subject_count; ++k) {
        struct contensou_patch *patch = patch_of(subjects[k].patch);
        struct contensou_contact_law *law = law_of(&subjects[k], patch, 0);
        uint64_t seed = 3;
        int count[3] = {0, 0, 0};

        for (int i = 0; i < 150; ++i) {
            double slip[3], mass[9], bound, impulse[3], after[3], f[3];
            enum contensou_contact_law_state found;
            struct contensou_error err = {0};

            random_contact(&seed, slip, mass, &bound);
            if (contensou_contact_law_step(law, 1, slip, mass, &bound, impulse, after, &found,
                                           &err))
                fail_msg("%s", err.message);
            ++count[found];
            wrench_of(law, after, f, NULL);
            for (int j = 0; j < 3; ++j) {
                const double change = mass[3 * j] * impulse[0] + mass[3 * j + 1] * impulse[1] +
                                      mass[3 * j + 2] * impulse[2];

                assert_true(fabs(slip[j] - change - after[j]) < 1e-12 * (1 + bound));
                if (found == CONTENSOU_CONTACT_LAW_SLIDES)
                    assert_true(fabs(impulse[j] - bound * f[j]) < 1e-8 * bound);
                if (found == CONTENSOU_CONTACT_LAW_STICKS)
                    assert_true(after[j] == 0);
            }
            for (int t = 0; found == CONTENSOU_CONTACT_LAW_STICKS &&
                            contensou_contact_law_gradient(law) && t < 300;
                 ++t) {
                double u[3], phi;

                random_slip(&seed, u);
                assert_false(contensou_contact_law_potential(law, 1, u, &phi, &err));
                assert_true(impulse[0] * u[0] + impulse[1] * u[1] + impulse[2] * u[2] <=
                            bound * phi * (1 + 1e-5) + 1e-9);
            }
        }
        if (count[0] < 20 || count[1] < 20 || count[2] > 0)
            fail_msg("%s of %s: %d stick, %d slide, %d open", subjects[k].model, subjects[k].patch,
                     count[0], count[1], count[2]);
        contensou_contact_law_free(law);
        contensou_patch_free(patch);
    }
}

/* Feet: three points, whose sum a pencil checks: pure spin of radius 1 has M = 1, and a slide T = 1. */
static void feet_are_summed(void **state)
{
    const double h = sqrt(0.75), cell[12] = {1, -0.5, -0.5, 0, h, -h, 1, 1, 1, 1, 1, 1};
    struct contensou_patch *patch = NULL;
    struct contensou_contact_law *law = NULL;
    struct contensou_error err = {0};
    double f[3], jacobian[9];

    (void)state;
    assert_false(contensou_patch_create_cells(&patch, NULL, cell, 3, &err));
    assert_false(contensou_contact_law_create(&law, patch, NULL, NULL, &err));
    wrench_of(law, (const double[3]){0, 0, -2}, f, jacobian);
    assert_true(fabs(f[0]) + fabs(f[1]) < 1e-15 && fabs(f[2] + 1) < 1e-15);
    /* J = <n n'/|V|> with unit normals n that point at the middle: 1/2 of 1/|V| = 1/2 */
    assert_true(fabs(jacobian[0] - 0.25) < 1e-15 && fabs(jacobian[4] - 0.25) < 1e-15);
    wrench_of(law, (const double[3]){0, 3, 0}, f, NULL);
    assert_true(fabs(f[1] - 1) < 1e-15 && fabs(f[2]) < 1e-15);
    contensou_contact_law_free(law);
    contensou_patch_free(patch);
}

static void what_is_no_number_is_refused(void **state)
{
    struct contensou_patch *patch = patch_of("disk");
    struct contensou_contact_law *law = law_of(&subjects[0], patch, 0);
    const double slip[6] = {1, 1, 0, NAN, 0, 0}, none[3] = {0, 0, 0}, one[9] = {1, 0, 0, 0, 1},
                 bound = 1, less = -1;
    double out[6] = {0}, jacobian[18], impulse[3], after[3];
    enum contensou_contact_law_state found;
    struct contensou_error err = {0};
    const struct contensou_contact_law_options wrong = {.size = sizeof wrong, .length = -1};
    struct contensou_contact_law *other = NULL;

    (void)state;
    assert_int_equal(contensou_contact_law_wrench(law, 2, slip, out, jacobian, &err),
                     CONTENSOU_EINPUT);
    assert_non_null(strstr(err.message, "slip 1 is (1, nan, 0)"));
    wrench_of(law, none, out, jacobian);
    assert_true(out[0] == 0 && out[1] == 0 && out[2] == 0 && jacobian[0] == 0);
    assert_int_equal(
        contensou_contact_law_step(law, 1, none, one, &bound, impulse, after, &found, &err),
        CONTENSOU_EINPUT); /* a singular matrix */
    assert_non_null(strstr(err.message, "contact 0 is not positive definite"));
    assert_int_equal(
        contensou_contact_law_step(law, 1, none, one, &less, impulse, after, &found, &err),
        CONTENSOU_EINPUT);
    assert_int_equal(contensou_contact_law_create(&other, patch, NULL, &wrong, &err),
                     CONTENSOU_EARGUMENT);
    assert_null(other);
    contensou_contact_law_free(law);
    contensou_patch_free(patch);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrenches_are_those_of_the_contact),
        cmocka_unit_test(derivatives_are_those_of_the_wrench),
        cmocka_unit_test(steps_solve_their_equations),
        cmocka_unit_test(feet_are_summed),
        cmocka_unit_test(what_is_no_number_is_refused),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
