/* test_frames.c: a contact that is no centred circle turns with its body: against check values of an independent solver (closed
 * forms over edges, DOP853 at 1e-12), against itself turned, by energy and by its Jacobian.
 * SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { most_rows = 64, columns = 7 };

#define RECTANGLE "--shape rectangle:1,0.4 --center 0.3,0.1"

/* The rows of a CSV that 'contensou run free_disk' wrote: t, x, y, phi, vx, vy, omega. */
static int read_rows(const char *text, double row[most_rows][columns])
{
    int count = 0;

    for (text += strcspn(text, "\n") + 1; *text && count < most_rows; ++count)
        for (int k = 0; k < columns; ++k) {
            char *end;

            row[count][k] = strtod(text, &end);
            text = end + 1;
        }
    return count;
}

static void run_disk(const char *contact, const double start[4], const char *rest,
                     double row[most_rows][columns], int wanted)
{
    struct run_result result =
        run_well("run free_disk %s --init phi=%.17g,vx=%.17g,vy=%.17g,omega=%.17g --quiet %s",
                 contact, start[0], start[1], start[2], start[3], rest);

    assert_int_equal(read_rows(result.out, row), wanted);
    run_free(&result);
}

/* check-values/frames.json; at rest from t = 1.57815 on. */
static void a_rectangle_off_centre_comes_to_rest_where_it_must(void **state)
{
    static const double known[][columns] = {
        {0.25, 0.23154437602287817, 0.06307185413832626, -0.4649627075645762, 0.849949285481602,
         0.20747882080046579, -1.7167204517997459},
        {0.5, 0.42417433907341023, 0.10487908613043938, -0.8569240473122086, 0.6897831763822159,
         0.1288400901101927, -1.4165451787313437},
        {0.75, 0.5758100624297507, 0.12845564036501136, -1.1722517103651007, 0.5221951821352915,
         0.06196393074023715, -1.1044033417782952},
        {1, 0.6848819699161536, 0.13712916765114946, -1.4083320307853513, 0.35002345391067907,
         0.010308395548844499, -0.7826505104486863},
        {2, 0.7763543261569583, 0.12824366574041854, -1.6364348200276146, 0, 0, 0}};
    static const double start[] = {0, 1, 0.3, -2};
    double row[most_rows][columns];

    (void)state;
    run_disk(RECTANGLE, start,
             "--law integral --set k_sq=0.4,law.eps=0 --stepper event --time 0.25,0.5,0.75,1,2",
             row, 5);
    for (int i = 0; i < 5; ++i)
        for (int k = 0; k < columns; ++k)
            if (!(fabs(row[i][k] - known[i][k]) <= 1e-10))
                fail_msg("t = %g, column %d: %.17g, not %.17g", known[i][0], k, row[i][k],
                         known[i][k]);
}

/* Body and start turned by an angle give the motion turned by it. */
static void a_turn_of_body_and_start_turns_the_motion(void **state)
{
    static const char *const contacts[] = {"--law integral --shape ellipse:1,0.3 --tilt 0.4,0.5",
                                           "--law pade2 --tilt 0.5,0.3"};
    static const double start[] = {0, 1, 0.3, -2};

    (void)state;
    for (size_t i = 0; i < sizeof contacts / sizeof *contacts; ++i) {
        const double angle = i % 2 ? acos(-1) / 2 : 0.7, c = cos(angle), s = sin(angle);
        const double turned[] = {angle, c * start[1] - s * start[2], s * start[1] + c * start[2],
                                 start[3]};
        const char *rest = "--set law.eps=1e-4 --time 0:1.2:5";
        double one[most_rows][columns], two[most_rows][columns];

        run_disk(contacts[i], start, rest, one, 5);
        run_disk(contacts[i], turned, rest, two, 5);
        for (int k = 0; k < 5; ++k) {
            const double x = c * one[k][1] - s * one[k][2], y = s * one[k][1] + c * one[k][2];
            const double off = fmax(fmax(fabs(two[k][1] - x), fabs(two[k][2] - y)),
                                    fabs(two[k][3] - one[k][3] - angle));

            if (!(off <= 1e-8))
                fail_msg("%s: %g apart at t = %g", contacts[i], off, one[k][0]);
        }
        if (!(fabs(one[4][2]) > 0.01 && fabs(one[4][3]) > 0.5))
            fail_msg("%s: hardly turns", contacts[i]);
    }
}

/* Friction takes energy whatever the angle: (v^2 + k_sq omega^2)/2 falls all the time. */
static void friction_takes_energy_at_every_angle(void **state)
{
    static const double start[] = {0, 0.3, 0.2, 6};
    double row[most_rows][columns], before = INFINITY;

    (void)state;
    run_disk("--law integral --shape ellipse:1,0.2 --center 0.4,0.1", start,
             "--set k_sq=0.6,law.eps=1e-6 --time 0:4:41", row, 41);
    for (int i = 0; i < 41; ++i) {
        const double energy =
            row[i][4] * row[i][4] + row[i][5] * row[i][5] + 0.6 * row[i][6] * row[i][6];

        if (!(energy < before || energy < 1e-9))
            fail_msg("t = %g: %.17g after %.17g", row[i][0], energy, before);
        before = energy;
    }
}

/* --check-jacobian refuses a Jacobian that differences do not confirm. */
static void the_jacobian_has_the_terms_of_the_turn(void **state)
{
    (void)state;
    run_finish("run free_disk --init phi=0.7,vx=1,vy=0.3,omega=-2 --law I11 --shape ellipse:1,0.4 "
               "--set law.eps=1e-3 --time 0,0.01 --check-jacobian --quiet");
    run_finish("run pendulum --init phi=0.5,phidot=3,Xdot=0.1 --law I11 --shape ellipse:1,0.4 "
               "--set law.eps=1e-3 --time 0,0.01 --check-jacobian --quiet");
    run_finish("run disk_belt --init phi=0.6,xdot=0.4,phidot=-0.3 --law I11 --shape ellipse:1,0.4 "
               "--set law.eps=1e-3 --time 0,0.01 --check-jacobian --quiet");
}

/* The disk of disk_belt cannot move across the belt: what guides it bears the friction there. An ellipse at 0.8 rad sticks until the load
 * (Gamma, Omega)/mu_bar = max (Gamma vx + Omega w)/Phi(vx, 0, w) over slips along the belt: t = 22.953365, by a sum over its
 * area. Its limit surface cut at Ty = 0 would let it go at 22.4936, in no direction. */
static void a_guide_bears_the_friction_along_what_it_holds(void **state)
{
    struct run_result result = run_well(
        "sweep disk_belt --shape ellipse:1,0.3 --law integral --set k12=0.2 --init "
        "phi=0.8,xdot=0.15 --stepper event --time 30 --vary c=1e-4 --observe events --quiet");
    const char *row = strchr(result.out, '\n');

    (void)state;
    assert_non_null(row);
    assert_int_equal(strncmp(row, "\n0,0.0001,0,22.953", 18), 0);
    assert_true(fabs(strtod(row + 12, NULL) - 22.953365) < 1e-5);
    assert_null(strstr(result.out, "\n0,0.0001,1,"));
    run_free(&result);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rectangle_off_centre_comes_to_rest_where_it_must),
        cmocka_unit_test(a_turn_of_body_and_start_turns_the_motion),
        cmocka_unit_test(friction_takes_energy_at_every_angle),
        cmocka_unit_test(the_jacobian_has_the_terms_of_the_turn),
        cmocka_unit_test(a_guide_bears_the_friction_along_what_it_holds),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, run_enter_folder, run_leave_folder);
}
