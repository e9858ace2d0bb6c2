/* test_frames_slow.c: contacts that turn with their body, for every shape, law and stepper; their variations over switches.
 * SPDX-License-Identifier: MIT */
#include "support/flow_slopes.h"
#include "support/run_program.h"

#include <contensou/patch.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The last row of 'contensou run free_disk': t, x, y, phi, vx, vy, omega. */
enum { columns = 7 };

static void run_last(double row[columns], const char *line, const double start[4])
{
    struct run_result result =
        run_well("run free_disk %s --init phi=%.17g,vx=%.17g,vy=%.17g,omega=%.17g --quiet", line,
                 start[0], start[1], start[2], start[3]);
    const char *at = result.out + result.out_size - 1;

    while (at > result.out && at[-1] != '\n')
        --at;
    for (int k = 0; k < columns; ++k) {
        char *end;

        row[k] = strtod(at, &end);
        at = end + 1;
    }
    run_free(&result);
}

static const double start[] = {0, 1, 0.3, -2};

/* check-values/frames.json at t = 0.5, to the eps of the law. */
static void every_stepper_turns_the_contact(void **state)
{
    static const char *const steppers[] = {"rodas54", "rodas43", "dop853",
                                           "dopri54", "rkf45",   "rk4 --step 1e-3"};

    (void)state;
    for (size_t i = 0; i < sizeof steppers / sizeof *steppers; ++i) {
        char line[256];
        double row[columns];

        snprintf(line, sizeof line,
                 "--shape rectangle:1,0.4 --center 0.3,0.1 --law integral --set "
                 "k_sq=0.4,law.eps=1e-6 --time 0,0.5 --stepper %s",
                 steppers[i]);
        run_last(row, line, start);
        if (!(fabs(row[1] - 0.42417433907341023) <= 2e-8 &&
              fabs(row[2] - 0.10487908613043938) <= 2e-8 &&
              fabs(row[3] + 0.8569240473122086) <= 2e-8))
            fail_msg("%s: %.17g %.17g %.17g", steppers[i], row[1], row[2], row[3]);
    }
}

/* The same by the table, which errs by 1e-6, and by the stepper event. */
static void the_table_turns_as_the_integral_does(void **state)
{
    static const char contact[] = "--shape rectangle:1,0.4 --center 0.3,0.1 --law table --time 0,1 "
                                  "--set k_sq=0.4,law.eps=";
    static const char *const ways[] = {"1e-9", "0 --stepper event"};

    (void)state;
    for (size_t i = 0; i < 2; ++i) {
        char line[256];
        double row[columns];

        snprintf(line, sizeof line, "%s%s", contact, ways[i]);
        run_last(row, line, start);
        if (!(fabs(row[1] - 0.6848819699161536) <= 2e-6 &&
              fabs(row[2] - 0.13712916765114946) <= 2e-6 &&
              fabs(row[3] + 1.4083320307853513) <= 4e-6))
            fail_msg("%s: %.17g %.17g %.17g", ways[i], row[1], row[2], row[3]);
    }
}

/* Body and start turned by an angle give the motion turned by it; a quarter turn and another one. */
static void turn(const char *line, double tolerance)
{
    double one[columns];

    run_last(one, line, start);
    for (int quarter = 0; quarter < 2; ++quarter) {
        const double angle = quarter ? acos(-1) / 2 : -1.1, c = cos(angle), s = sin(angle);
        const double turned[] = {angle, c * start[1] - s * start[2], s * start[1] + c * start[2],
                                 start[3]};
        const double x = c * one[1] - s * one[2], y = s * one[1] + c * one[2];
        double two[columns], off;

        run_last(two, line, turned);
        off = fmax(fmax(fabs(two[1] - x), fabs(two[2] - y)), fabs(two[3] - one[3] - angle));
        if (!(off <= tolerance))
            fail_msg("%s, turned by %g: %g apart", line, angle, off);
    }
    if (!(fabs(one[3]) > 0.5))
        fail_msg("%s: hardly turns", line);
}

static void every_shape_and_law_turns_with_the_body(void **state)
{
    static const char *const shapes[] = {"ellipse:1,0.3",
                                         "rectangle:1,0.4 --center 0.2,-0.1",
                                         "polygon:triangle.csv",
                                         "map:map.csv",
                                         "cells:cells.csv",
                                         "disk --center 0.3,0.2",
                                         "annulus:0.5 --tilt 0.5,1",
                                         "disk --anisotropy 3,0.4",
                                         "rectangle:1,0.6 --anisotropy 0.5,0.4"};
    static const char *const laws[] = {"integral",  "table", "I00",   "I11",
                                       "I20",       "I02",   "I22",   "potential4",
                                       "ellipsoid", "pade1", "pade2", "potential6"};
    int taken = 0;

    (void)state;
    run_write_file("triangle.csv", "x,y\n-0.6,-0.5\n0.9,-0.4\n0.1,0.7\n");
    run_write_file("map.csv",
                   "x_min,x_max,y_min,y_max\n-0.75,0.75,-0.6,0.6\n1,2,0.5\n0.3,1,1.5\n0,0.7,2\n");
    run_write_file("cells.csv", "x,y,area,pressure\n-0.5,-0.2,1,1\n0.4,-0.3,1,2\n0.3,0.6,1,1.5\n");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i)
        for (size_t k = 0; k < sizeof laws / sizeof *laws; ++k) {
            char line[256];
            struct run_result result;

            snprintf(line, sizeof line, "--shape %s --law %s --set law.eps=1e-4 --time 0,1",
                     shapes[i], laws[k]);
            result = run_program("run free_disk %s --quiet", line);
            if (result.code == 0) { /* some laws are for some contacts only */
                /* the slopes of a table jump where its intervals meet: rounding decides on which side a step ends, and what
                 * follows is as far apart as the errors of two steppings are, 2e-8 */
                turn(line, strcmp(laws[k], "table") == 0 ? 1e-7 : 1e-8);
                taken++;
            } else if (!strstr(result.err, laws[k]) &&
                       !strstr(result.err, "does not exist for cells"))
                fail_msg("%s: %s", line, result.err);
            run_free(&result);
        }
    assert_true(taken >= 60);
    turn("--shape ellipse:1,0.3 --law integral --precision single --set law.eps=1e-3 --time 0,1",
         2e-4);
    turn("--shape rectangle:1,0.4 --law table --precision single --set law.eps=1e-3 --time 0,1",
         2e-4);
    run_finish("fit --shape ellipse:1,0.3 --model I11 -o fit.json --quiet");
    turn("--law fit.json --set law.eps=1e-4 --time 0,1", 1e-8);
    turn("--shape ellipse:1,0.3 --law integral --set law.eps=0 --stepper event --time 0,1", 1e-9);
}

/* With a pattern of the ground a turn of the body alone changes nothing; what is of the ground is turned by its own angles. */
static void what_is_of_the_ground_turns_with_the_ground(void **state)
{
    static const struct {
        const char *one, *two; /* the second with the ground turned by 0.7 */
        double body;           /* angle of the body in the second */
    } pairs[] = {
        {"--shape ellipse:1,0.3 --tilt 0.4,0.5 --frame ground",
         "--shape ellipse:1,0.3 --tilt 0.4,0.5 --frame ground", 0},
        {"--shape disk --anisotropy 3,0.4,ground", "--shape disk --anisotropy 3,1.1,ground", 1},
        {"--shape disk --center 0.3,0.1 --anisotropy 3,0.4,ground",
         "--shape disk --center 0.3,0.1 --anisotropy 3,1.1,ground", 1},
        {"--shape rectangle:1,0.4 --anisotropy 3,0.4,ground",
         "--shape rectangle:1,0.4 --anisotropy 3,1.1,ground", 1},
        {"--shape ellipse:1,0.4 --anisotropy 0.3,0.4,ground",
         "--shape ellipse:1,0.4 --anisotropy 0.3,1.1,ground", 1}};

    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; ++i) {
        const double angle = 0.7 * pairs[i].body, c = cos(angle), s = sin(angle);
        const double turned[] = {0.7, c * start[1] - s * start[2], s * start[1] + c * start[2],
                                 start[3]};
        char line[256];
        double one[columns], two[columns], off;

        snprintf(line, sizeof line, "%s --law integral --set law.eps=1e-4 --time 0,1",
                 pairs[i].one);
        run_last(one, line, start);
        snprintf(line, sizeof line, "%s --law integral --set law.eps=1e-4 --time 0,1",
                 pairs[i].two);
        run_last(two, line, turned);
        off = fmax(
            fmax(fabs(two[1] - c * one[1] + s * one[2]), fabs(two[2] - s * one[1] - c * one[2])),
            fabs(two[3] - one[3] - 0.7));
        if (!(off <= 1e-8))
            fail_msg("%s: %g apart", pairs[i].two, off);
    }
}

/* A periodic orbit of a pendulum on an ellipse that turns with it, followed by another stepper: it closes, and the sum of its multipliers
 * is the trace of differences of the flow over its period. */
static void cycles_know_the_angle(void **state)
{
    enum { dim = 6, lanes = 2 * dim + 1 };
    const double d = 1e-5;
    struct run_result result = run_well(
        "cycle pendulum --law I11 --shape ellipse:1,0.6 --init phi=0.5 --transient 60 --quiet");
    double value[64], end[lanes][dim], sum = 1, trace = 0;
    char text[4096] = "init.X_A,init.Y_A,init.phi,init.Xdot,init.Ydot,init.phidot\n", *to;
    const char *at = strstr(result.out, "regular,");
    int count = 0;

    (void)state;
    assert_non_null(at);
    for (at += strlen("regular,"); count < 64 && *at && *at != '\n'; at += *at == ',')
        value[count++] = strtod(at, (char **)&at); /* period, states, extremes, .., multipliers */
    run_free(&result);
    for (int i = 1; i < dim; ++i) /* that along the orbit, 1, is not among them */
        sum += value[count - 2 * dim + 2 * i];
    to = text + strlen(text);
    for (int lane = 0; lane < lanes; ++lane)
        for (int i = 0; i < dim; ++i)
            to += sprintf(to, "%.17g%c",
                          value[1 + i] + (lane && (lane - 1) / 2 == i ? (lane % 2 ? d : -d) : 0),
                          i + 1 < dim ? ',' : '\n');
    run_write_file("lanes.csv", text);
    result =
        run_well("sweep pendulum --law I11 --shape ellipse:1,0.6 --lanes-from lanes.csv --time "
                 "%.17g --observe final --stepper dop853 --rtol 1e-12 --atol 1e-13 --quiet",
                 value[0]);
    at = result.out;
    for (int lane = 0; lane < lanes; ++lane) {
        at = strchr(at, '\n') + 1;
        const char *row = at + strcspn(at, "\n");

        for (int i = dim; i-- > 0;) { /* the last six columns */
            while (row[-1] != ',')
                --row;
            end[lane][i] = strtod(row, NULL);
            --row;
        }
    }
    run_free(&result);
    for (int i = 0; i < dim; ++i) {
        if (!(fabs(remainder(end[0][i] - value[1 + i], i == 2 ? 2 * acos(-1) : 1e9)) < 1e-7))
            fail_msg("state %d ends %g away", i, end[0][i] - value[1 + i]);
        trace += (end[2 * i + 1][i] - end[2 * i + 2][i]) / (2 * d);
    }
    if (!(fabs(trace - sum) < 1e-5))
        fail_msg("the multipliers add up to %.9g, the trace is %.9g", sum, trace);
}

/* A pendulum that sticks to its plate and slips off it, under an ellipse; a disk whose guide holds one direction. */
static void differences_pass_the_switches_of_a_contact_that_turns(void **state)
{
    static const double size[] = {1e-3, 1e-3, 0.1, 0.1, 0.1, 3}, belt[] = {20, 0.6, 10, 0.2};
    static flow_setting pendulum[] = {
        {"system", "pendulum"},        {"law", "integral"},
        {"shape", "ellipse:1,0.4"},    {"set", "omega_0=2,mu=1.5,N=50,Y_S=0.001"},
        {"init", "phi=-0.1,phidot=1"}, {NULL}};
    static flow_setting disk[] = {{"system", "disk_belt"},
                                  {"law", "integral"},
                                  {"shape", "ellipse:1,0.4"},
                                  {"set", "law.eta=2"},
                                  {NULL}};

    (void)state;
    flow_slopes_check(pendulum, size, 1e-3, 0.5, 1, 1e-6);
    flow_slopes_check(disk, belt, 1e-4, 110, 1, 1e-6);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_stepper_turns_the_contact),
        cmocka_unit_test(the_table_turns_as_the_integral_does),
        cmocka_unit_test(every_shape_and_law_turns_with_the_body),
        cmocka_unit_test(what_is_of_the_ground_turns_with_the_ground),
        cmocka_unit_test(cycles_know_the_angle),
        cmocka_unit_test(differences_pass_the_switches_of_a_contact_that_turns),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, run_enter_folder, run_leave_folder);
}
