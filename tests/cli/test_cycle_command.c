/* test_cycle_command.c: contensou cycle, asked from the real program: known periods, folds and flips, and what it
 * refuses. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

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

/* The k-th row of this kind, behind the word; NULL: none. */
static const char *row_of(const char *table, const char *kind, int k)
{
    char mark[32];

    snprintf(mark, sizeof mark, ",%s,", kind);
    for (const char *at = strstr(table, mark); at; at = strstr(at + 1, mark))
        if (k-- == 0)
            return at + strlen(mark);
    return NULL;
}

static double field(const char *row, int k)
{
    while (k-- > 0)
        row = strchr(row, ',') + 1;
    return strtod(row, NULL);
}

/* Writes a system with these states, fields and slopes. */
static void write_system(const char *name, const char *states, const char *fields,
                         const char *slopes)
{
    char text[2048];

    snprintf(text, sizeof text,
             "#define SYSTEM_STATES(STATE) %s\n"
             "#define SYSTEM_FIELDS(FIELD) %s\n"
             "define_states(system, SYSTEM_STATES);\n"
             "define_fields(system_params, SYSTEM_FIELDS);\n"
             "enum { system_traits = trait_autonomous };\n"
             "static inline void system_rhs(const struct system_params *p, const struct friction "
             "*law, real t, const struct system_states *y, struct system_states *dy)\n"
             "{\n    (void)law;\n    (void)t;\n%s}\n",
             states, fields, slopes);
    run_write_file(name, text);
}

/* Van der Pol, mu = 1: T = 6.66328685932313, the amplitude 2.00861986087. The extremes are those of 400 samples. */
static void van_der_pol_has_its_period(void **state)
{
    static const char header[] =
        "branch,point,period,x,v,x.min,x.max,v.min,v.max,stable,unstable,sticks,re.1,im.1\n";
    struct run_result r;

    (void)state;
    write_system("vdp.h", "STATE(x, 2.0, \"-\", \"x\") STATE(v, 0.0, \"-\", \"v\")",
                 "FIELD(mu, 1.0, \"-\", \"damping\")",
                 "    dy->x = y->v;\n    dy->v = p->mu * (1.0 - y->x * y->x) * y->v - y->x;\n");
    r = run_well("cycle --system-file vdp.h -o -");
    assert_int_equal(strncmp(r.out, header, strlen(header)), 0);
    assert_true(fabs(field(row_of(r.out, "regular", 0), 0) - 6.66328685932313) < 1e-10);
    assert_true(fabs(field(row_of(r.out, "regular", 0), 4) - 2.00861986087) < 1e-3);
    assert_true(field(row_of(r.out, "regular", 0), 7) == 1);
    run_free(&r);
}

/* [4]: the cycle of the pendulum lives down to a fold near 36.914; the unstable one behind it ends in the Hopf point at
 * 37.1706863983, with the period 2 pi/33.7258283 of equilibrium's eigenvalues. */
static void the_cycle_of_the_pendulum_folds_and_ends(void **state)
{
    struct run_result r = run_well(
        "cycle pendulum --law I11 --set law.b=0.452,law.m=0.765 --vary omega_0=38:36:2 --init "
        "phi=0.5 --transient 40 -o - --plot cycle.png");
    const char *fold = row_of(r.out, "fold", 0), *hopf = row_of(r.out, "hopf", 0);

    (void)state;
    assert_non_null(fold);
    assert_true(fabs(field(fold, 0) - 36.91526074) < 1e-6);
    assert_non_null(hopf);
    assert_true(fabs(field(hopf, 0) - 37.1706863983) < 1e-3);
    assert_true(fabs(field(hopf, 1) - 6.283185307 / 33.7258283) < 1e-5);
    assert_null(row_of(r.out, "fold", 1));
    assert_int_equal(access("cycle.png", R_OK), 0);
    run_free(&r);
}

/* Roessler, a = b = 0.2: the first doubling of the period, near c = 2.832; the multiplier there is -1, to the
 * accuracy of a Jacobian by differences. */
static void a_flip_is_found(void **state)
{
    struct run_result r;
    const char *flip;

    (void)state;
    write_system("roessler.h",
                 "STATE(x, 1.0, \"-\", \"x\") STATE(y, 1.0, \"-\", \"y\") STATE(z, 0.0, "
                 "\"-\", \"z\")",
                 "FIELD(c, 2.5, \"-\", \"c\")",
                 "    dy->x = -y->y - y->z;\n    dy->y = y->x + 0.2 * y->y;\n    dy->z = 0.2 + "
                 "y->z * (y->x - p->c);\n");
    r = run_well("cycle --system-file roessler.h --vary c=2.5:3.2:2 --transient 200 -o -");
    flip = row_of(r.out, "flip", 0);
    assert_non_null(flip);
    assert_true(fabs(field(flip, 0) - 2.832) < 0.002);
    assert_true(fabs(field(flip, 14) + 1) < 1e-5); /* the largest multiplier is the first */
    assert_true(field(row_of(r.out, "regular", 0), 11) == 1);
    assert_true(field(row_of(r.out, "regular", 1), 11) == 0);
    run_free(&r);
}

/* The circle r = 1, of period 2 pi, beside an oscillator u, v with the multipliers exp(2 pi (p - 0.1 +- 0.3 i)) and a state
 * w with exp(2 pi p): a pair crosses the unit circle at p = 0.1, a real one crosses 1 at p = 0, and the circle does not
 * change. */
static void a_torus_and_a_branch_point_are_found(void **state)
{
    struct run_result r;
    const char *torus, *branch;

    (void)state;
    write_system("torus.h",
                 "STATE(x, 1.0, \"-\", \"x\") STATE(y, 0.0, \"-\", \"y\") STATE(u, 0.0, \"-\", "
                 "\"u\") STATE(v, 0.0, \"-\", \"v\") STATE(w, 0.0, \"-\", \"w\")",
                 "FIELD(p, -0.3, \"-\", \"p\")",
                 "    const real r = y->x * y->x + y->y * y->y, s = y->u * y->u + y->v * y->v;\n"
                 "    dy->x = y->x - y->y - y->x * r;\n    dy->y = y->x + y->y - y->y * r;\n"
                 "    dy->u = (p->p - 0.1 - s) * y->u - 0.3 * y->v;\n"
                 "    dy->v = (p->p - 0.1 - s) * y->v + 0.3 * y->u;\n"
                 "    dy->w = (p->p - y->w * y->w) * y->w;\n");
    r = run_well("cycle --system-file torus.h --vary p=-0.31:0.35:2 --transient 40 -o -");
    torus = row_of(r.out, "torus", 0);
    branch = row_of(r.out, "branch", 0);
    assert_non_null(torus);
    assert_non_null(branch);
    assert_true(fabs(field(torus, 0) - 0.1) < 1e-6 && fabs(field(branch, 0)) < 1e-6);
    assert_true(fabs(field(torus, 1) - 6.283185307179586) < 1e-9);
    assert_null(row_of(r.out, "torus", 1));
    assert_null(row_of(r.out, "branch", 1));
    assert_null(row_of(r.out, "fold", 0));
    assert_null(row_of(r.out, "flip", 0));
    run_free(&r);
}

/* The block under Coulomb's law: its period, and where its slip lands just at the other limit of stick, X = -1, were computed
 * by an extrapolation method in long double. Behind the stick nothing is left of a difference: a multiplier of zero. */
static void a_cycle_with_a_stick_is_followed(void **state)
{
    struct run_result r =
        run_well("cycle block_belt --law signum --stepper event --set Omega0_sq=0 "
                 "--vary V_dr=0.2,0.8 --transient 60 -o -");
    const char *row = row_of(r.out, "regular", 0), *corner = row_of(r.out, "switching-sliding", 0);

    (void)state;
    assert_non_null(row);
    assert_true(fabs(field(row, 1) - 12.00103129483058) < 1e-10);
    /* check-values/dynamics: X and V at their extremes, which lie between samples */
    assert_true(fabs(field(row, 8) + 0.5554326900602305) < 1e-8);
    assert_true(fabs(field(row, 9) - 1.133944676441656) < 1e-8);
    assert_true(fabs(field(row, 10) + 0.8399020492808762) < 1e-8);
    assert_true(field(row, 20) == 1 && field(row, 22) == 1);
    assert_true(field(row, 27) == 0 &&
                field(row, 28) == 0); /* behind those of Y and W, which are 1 */
    assert_non_null(corner);
    assert_true(fabs(field(corner, 0) - 0.641988945749553) < 1e-9);
    assert_true(fabs(field(corner, 1) - 7.73184103085485) < 1e-8);
    assert_non_null(strstr(r.err, "switching-sliding at V_dr = 0.64198894"));
    run_free(&r);
}

/* Driven, with two sticks in three periods of the force: flip, fold and multiplier by the same independent program. */
static void a_driven_stick_slip_cycle_bifurcates(void **state)
{
    static const char line[] = "block_belt --law signum --stepper event --set Omega0_sq=0,F0=0.5 "
                               "--transient 400 -o - --vary V_dr=%s";
    char text[256];
    struct run_result r;

    (void)state;
    snprintf(text, sizeof text, line, "0.1,0.12");
    r = run_well("cycle %s", text);
    assert_true(fabs(field(row_of(r.out, "regular", 0), 1) - 9.42477796076938) < 1e-9);
    assert_true(fabs(field(row_of(r.out, "regular", 0), 27) + 0.257406587257729) < 1e-7);
    assert_true(field(row_of(r.out, "regular", 0), 22) == 2);
    assert_non_null(row_of(r.out, "flip", 0));
    assert_true(fabs(field(row_of(r.out, "flip", 0), 0) - 0.1150256002) < 1e-8);
    run_free(&r);
    snprintf(text, sizeof text, line, "0.1,0.09");
    r = run_well("cycle %s", text);
    assert_non_null(row_of(r.out, "fold", 0));
    assert_true(fabs(field(row_of(r.out, "fold", 0), 0) - 0.092763369834) < 1e-8);
    assert_true(fabs(field(row_of(r.out, "fold", 0), 27) - 1) < 1e-5);
    assert_non_null(strstr(r.err, "the range of V_dr was not covered: the branch turns back"));
    run_free(&r);
}

/* A block on a belt that runs at v_b, with a spring, damping c and the force cos 2t, beside an oscillator u, w with the
 * multipliers exp(T (p +- 0.3 i)). Under Coulomb's law, friction being 1 whatever the speed, its velocity in slip has the
 * amplitude 2/|1 - 4 + 2 i c|: where v_b is that, the slip touches rest and a stick is born. The pair of the oscillator
 * crosses the unit circle at p = 0, also where the block sticks. */
static void sticks_are_born_where_slips_touch_rest(void **state)
{
    static const char body[] =
        "#define SYSTEM_STATES(STATE) STATE(x, 1.0, \"-\", \"x\") STATE(v, 0.0, \"-\", \"v\") "
        "STATE(u, 0.0, \"-\", \"u\") STATE(w, 0.0, \"-\", \"w\") STATE(phi, 0.0, \"rad\", "
        "\"phase\")\n"
        "#define SYSTEM_FIELDS(FIELD) FIELD(v_b, 0.6, \"-\", \"belt\") FIELD(c, 0.2, \"-\", "
        "\"damping\") FIELD(p, -0.1, \"-\", \"growth of u, w\")\n"
        "define_states(system, SYSTEM_STATES);\n"
        "define_fields(system_params, SYSTEM_FIELDS);\n"
        "enum { system_traits = trait_line | trait_autonomous | trait_angle(4) };\n"
        "static inline struct slip system_slip(const struct system_params *p, real t, const struct "
        "system_states *y)\n"
        "{\n"
        "    struct slip s;\n"
        "    (void)t;\n"
        "    s.vx = y->v - p->v_b;\n"
        "    s.vy = s.w = 0.0;\n"
        "    return s;\n"
        "}\n"
        "static inline void system_motion(const struct system_params *p, real t, const struct "
        "system_states *y, struct wrench f, struct system_states *dy)\n"
        "{\n"
        "    (void)t;\n"
        "    dy->x = y->v;\n"
        "    dy->v = cos(y->phi) - y->x - p->c * y->v - f.Tx;\n"
        "    dy->u = p->p * y->u - 0.3 * y->w;\n"
        "    dy->w = p->p * y->w + 0.3 * y->u;\n"
        "    dy->phi = 2.0;\n"
        "}\n";
    const double touches = 2 / hypot(3, 0.4);
    struct run_result r;
    const char *row;

    (void)state;
    run_write_file("block.h", body);
    r = run_well(
        "cycle --system-file block.h --law signum --stepper event --set law.delta=0 --vary "
        "v_b=0.6,0.7 --transient 200 -o -");
    row = row_of(r.out, "grazing-sliding", 0);
    assert_non_null(row);
    assert_true(fabs(field(row, 0) - touches) < 2e-9);
    assert_true(field(row_of(r.out, "regular", 0), 19) == 1 &&
                field(row_of(r.out, "regular", 1), 19) == 0);
    assert_non_null(strstr(r.err, "a stick phase dies"));
    run_free(&r);
    r = run_well(
        "cycle --system-file block.h --law signum --stepper event --set law.delta=0,v_b=0.6 --vary "
        "p=-0.1,0.05 --transient 200 -o -");
    row = row_of(r.out, "torus", 0);
    assert_non_null(row);
    assert_true(fabs(field(row, 0)) < 1e-8 && field(row, 19) == 1);
    assert_true(fabs(field(row, 20) - cos(0.3 * field(row, 1))) < 1e-8);
    run_free(&r);
}

/* Den Hartog's block, on a belt at rest: x'' = -x - sgn x' + F0 cos 2t. Without sticks it turns at +-x0, x0^2 = F0^2/9 - 1/4, and
 * leaves its turn with the acceleration 1 - 4 x0: at x0 = 1/4, F0 = 3 sqrt(5)/4, a short stick is born there. */
static void a_stick_is_born_where_den_hartogs_block_turns(void **state)
{
    struct run_result r = run_well(
        "cycle block_belt --law signum --stepper event --set Omega0_sq=0,V_dr=0,law.delta=0 "
        "--vary F0=2,1.6 --transient 100 -o -");
    const char *row = row_of(r.out, "crossing-sliding", 0);

    (void)state;
    assert_non_null(row);
    assert_true(fabs(field(row, 0) - 0.75 * sqrt(5)) < 1e-9);
    assert_true(field(row_of(r.out, "regular", 0), 22) == 0 &&
                field(row_of(r.out, "regular", 1), 22) == 2);
    run_free(&r);
}

static void wrong_input_is_refused(void **state)
{
    struct run_result r;

    (void)state;
    run_refuse("cycle ", "missing SYSTEM", "pendulum");
    run_refuse("cycle pendulm", "'pendulm'", "did you mean 'pendulum'?");
    run_refuse("cycle lorenz --transient 0 -o o.csv", "--transient", "above 0");
    run_refuse("cycle lorenz --period -1 -o o.csv", "--period", "above 0");
    run_refuse("cycle lorenz --vary rho=1:2:3 --vary sigma=1:2:3 -o o.csv", "2 times", "once");
    run_refuse("cycle lorenz --plot o.png", "--plot", "--vary");
    run_refuse("cycle lorenz --stepper event -o o.csv", "lorenz has no contact",
               "leave --stepper out");
    run_refuse("cycle disk_belt --stepper rodas54 -o o.csv", "--stepper rodas54", "event");
    run_refuse("cycle disk_belt --stepper event --set law.eps=1e-5 -o o.csv", "law.eps = 1",
               "law.eps = 0");
    run_refuse("cycle block_belt --stepper event -o o.csv", "the law continuous", "signum");
    r = run_program("cycle lorenz --set rho=10 --transient 40 -o o.csv"); /* it comes to rest */
    assert_int_equal(r.code, 3);                                          /* no such orbit */
    assert_non_null(strstr(r.err, "comes to rest"));
    run_free(&r);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(van_der_pol_has_its_period, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_cycle_of_the_pendulum_folds_and_ends, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_flip_is_found, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_torus_and_a_branch_point_are_found, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_cycle_with_a_stick_is_followed, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_driven_stick_slip_cycle_bifurcates, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(sticks_are_born_where_slips_touch_rest, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_stick_is_born_where_den_hartogs_block_turns, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_input_is_refused, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
