/* test_ensemble_lane.c: the numbers of a lane, from those that people set. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "device/ensemble.h"

#include "problems/patches.h"

/* The number s that a ball's lane gets under this pressure, where s itself and law.M_ur are as given (NaN:
 * their defaults). */
static double resistance(const char *pressure, double s, double moment)
{
    struct contensou_patch *patch = patches_make(&(struct contensou_patch_spec){
        .size = sizeof(struct contensou_patch_spec), .shape = "disk", .pressure = pressure});
    const struct contensou__system *system = contensou__system_find("rolling_ball");
    struct contensou__friction friction;
    const struct contensou__ensemble_setup setup = {.system = system, .friction = &friction};
    double all[64] = {0}, lane[64];
    int at = -1;

    assert_int_equal(contensou__friction_create(&friction, "pade2", patch, 1e-6, 0, NULL),
                     CONTENSOU_OK);
    for (int i = 0; i < system->field_count; ++i) {
        all[i] = system->fields[i].value;
        if (strcmp(system->fields[i].name, "s") == 0)
            at = i;
    }
    assert_true(at >= 0);
    if (!isnan(s))
        all[at] = s;
    for (int i = 0; i < friction.field_count; ++i) {
        all[system->field_count + i] = friction.fields[i].value;
        if (strcmp(friction.fields[i].name, "M_ur") == 0 && !isnan(moment))
            all[system->field_count + i] = moment;
    }
    assert_int_equal(contensou__ensemble_lane_make(&setup, all, lane, NULL), CONTENSOU_OK);
    contensou__friction_free(&friction);
    contensou_patch_free(patch);
    return lane[at];
}

/* <r^2>/2 of a disk: 1/4 under uniform pressure, 1/5 under Hertz's, 1/6 under a parabolic one (docs/maths.md 1). */
static void a_ball_rolls_on_the_pressure_of_its_law(void **state)
{
    (void)state;
    assert_true(fabs(resistance("uniform", NAN, NAN) - 0.25) <= 1e-12);
    assert_true(fabs(resistance("hertz", NAN, NAN) - 0.2) <= 1e-12);
    assert_true(fabs(resistance("parabolic", NAN, NAN) - 1.0 / 6) <= 1e-12);
    assert_true(fabs(resistance("uniform", NAN, 0.22) - 0.22) <= 1e-12);
    assert_true(fabs(resistance("uniform", 0.3, NAN) - 0.3) <= 1e-12);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_rolls_on_the_pressure_of_its_law),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
