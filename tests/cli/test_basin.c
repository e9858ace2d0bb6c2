/* test_basin.c: attractors and their basins, asked from the real program. SPDX-License-Identifier: MIT */
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

#define STARTS "--vary init.x=-20:20:8 --vary init.y=-20:20:8 --init z=10"

static double field(const char *row, int k)
{
    while (k-- > 0)
        row = strchr(row, ',') + 1;
    return strtod(row, NULL);
}

static const char *line(const char *text, int k)
{
    while (k-- > 0)
        text = strchr(text, '\n') + 1;
    return text;
}

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "r");
    char *text = calloc(1 << 16, 1);

    assert_non_null(f);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 16) - 1, f) > 0);
    fclose(f);
    return text;
}

static void run(const char *command)
{
    struct run_result r = run_program("%s", command);

    if (r.code)
        fail_msg("%s: %s", command, r.err);
    run_free(&r);
}

/* Lorenz at rho = 20 has two stable states of rest, x = y = +-sqrt(beta (rho - 1)), z = rho - 1, and the equations do not
 * change under (x, y) -> (-x, -y): the opposite start ends at the opposite state. */
static void the_two_basins_of_lorenz_mirror_each_other(void **state)
{
    const double rest = sqrt(8.0 / 3 * 19);
    char *lanes, *table, *joined;

    (void)state;
    run("sweep lorenz --set rho=20 " STARTS " --time 120 --observe basin -o l.csv --plot l.png "
        "--quiet");
    lanes = read_text("l.csv");
    table = read_text("l.attractors.csv");
    for (int i = 0; i < 64; ++i) {
        const double label = field(line(lanes, 1 + i), 7), other = field(line(lanes, 64 - i), 7);

        if (label > 0 && other > 0)
            assert_true(label + other == 3);
    }
    assert_non_null(strstr(table, "\n1,rest,"));
    assert_non_null(strstr(table, "\n2,rest,"));
    assert_null(strstr(table, "\n3,"));
    for (int k = 1; k <= 2; ++k) {
        const char *row = strstr(table, k == 1 ? "\n1,rest," : "\n2,rest,") + 1;

        assert_true(fabs(fabs(field(row, 7)) - rest) < 1e-3);
        assert_true(fabs(field(row, 11) - 19) < 1e-3);
        assert_true(field(row, 3) > 0.4 && field(row, 4) > 0.05 && field(row, 4) < 0.07);
    }
    assert_int_equal(access("l.png", R_OK), 0);
    /* the same from two shards */
    run("sweep lorenz --set rho=20 " STARTS " --time 120 --observe basin --shard 1/2 -o a.part "
        "--quiet");
    run("sweep lorenz --set rho=20 " STARTS " --time 120 --observe basin --shard 2/2 -o b.part "
        "--quiet");
    run("merge a.part b.part -o m.csv --quiet");
    joined = read_text("m.csv");
    assert_string_equal(joined, lanes);
    free(joined);
    joined = read_text("m.attractors.csv");
    assert_string_equal(joined, table);
    free(joined);
    free(table);
    free(lanes);
}

/* At rho = 160 every lane ends on one periodic orbit, whose period `cycle` refines. */
static void an_orbit_has_its_period(void **state)
{
    struct run_result r = run_program("cycle lorenz --set rho=160 --transient 100 -o -");
    double period;
    char *table;

    (void)state;
    if (r.code)
        fail_msg("%s", r.err);
    period = field(line(r.out, 1), 2);
    run("sweep lorenz --set rho=160 --vary init.x=1:20:8 --time 200 --observe basin -o p.csv "
        "--quiet");
    table = read_text("p.attractors.csv");
    assert_non_null(strstr(table, "\n1,periodic,8,1,0,"));
    assert_true(fabs(field(strstr(table, "\n1,") + 1, 5) - period) < 2e-3 * period);
    free(table);
    run_free(&r);
}

/* Duffing's oscillator with two wells: an orbit of two periods of the force in each, which 4 P, 6 P, .. repeat as well. All
 * lanes that have settled are on one of both, and the period is 2 P to the last digits. */
static void a_driven_orbit_has_the_smallest_multiple_of_the_period(void **state)
{
    const double period = 4 * 3.14159265358979324 / 1.2;
    char *table;

    (void)state;
    run_write_file(
        "duffing.h",
        "#define SYSTEM_STATES(STATE) STATE(x, 1.0, \"-\", \"x\") STATE(v, 0.0, \"-\", \"v\")\n"
        "#define SYSTEM_FIELDS(FIELD) FIELD(F, 0.2, \"-\", \"force\")\n"
        "define_states(system, SYSTEM_STATES);\n"
        "define_fields(system_params, SYSTEM_FIELDS);\n"
        "static inline real system_period(const struct system_params *p)\n"
        "{ (void)p; return 6.283185307179586 / 1.2; }\n"
        "static inline void system_rhs(const struct system_params *p, const struct friction *law, "
        "real t, const struct system_states *y, struct system_states *dy)\n"
        "{ (void)law; dy->x = y->v; dy->v = p->F * cos(1.2 * t) - 0.15 * y->v + y->x"
        " - y->x * y->x * y->x; }\n");
    run("sweep --system-file duffing.h --vary init.x=-3:3:16 --vary init.v=-3:3:16 --time 1200 "
        "--observe basin -o u.csv --quiet");
    table = read_text("u.attractors.csv");
    for (int k = 1; k <= 2; ++k) {
        const char *row = strstr(table, k == 1 ? "\n1,periodic," : "\n2,periodic,");

        assert_non_null(row);
        assert_true(fabs(field(row + 1, 5) - period) < 1e-12 * period);
        assert_true(field(row + 1, 3) > 0.4);
    }
    assert_null(strstr(table, "\n3,"));
    free(table);
}

/* Exact stick takes steps longer than a quarter of the time, over which a lane tells what it does. A free disk rests from
 * t = 1.4 on at the latest, and a block on a floor at rest sticks anywhere within |X| <= 1: a continuum, one attractor. */
static void rest_in_exact_stick_is_one_attractor(void **state)
{
    char *table;

    (void)state;
    run("sweep free_disk --stepper event --vary init.vx=-1:1:4 --vary init.omega=-1:1:4 --time 10 "
        "--observe basin -o f.csv --quiet");
    table = read_text("f.attractors.csv");
    assert_non_null(strstr(table, "\n1,stick,16,1,0,"));
    assert_null(strstr(table, "\n0,"));
    free(table);
    run("sweep block_belt --law signum --stepper event --set Omega0_sq=0,V_dr=0 "
        "--vary init.X=-3:3:6 --vary init.V=-2:2:6 --time 100 --observe basin -o b.csv --quiet");
    table = read_text("b.attractors.csv");
    assert_non_null(strstr(table, "\n1,stick,36,1,0,"));
    assert_null(strstr(table, "\n0,"));
    free(table);
}

#define DISK                                                                        \
    "sweep disk_belt --law I00 --stepper event --set law.m=2,law.b=1,law.eta=4.98 " \
    "--vary init.x=-5:25:8 --vary init.phi=-20:5:8 --observe basin --quiet "

/* docs/errata.md [1].10: stick-slip of the period 131.1307 and steady sliding, x = 18.018, and nothing else. A quarter of
 * the time is 22.9 periods, whose means depend on where the quarter begins. */
static void stick_slip_is_one_attractor_whatever_its_phase(void **state)
{
    const char *row;
    char *table;

    (void)state;
    run(DISK "--time 12000 -o d.csv");
    table = read_text("d.attractors.csv");
    row = strstr(table, "\n1,periodic,57,");
    assert_non_null(row);
    assert_true(fabs(field(row + 1, 5) - 131.1307113) < 1e-2);
    row = strstr(table, "\n2,rest,7,");
    assert_non_null(row);
    assert_true(fabs(field(row + 1, 7) - 18.018018) < 1e-3);
    assert_null(strstr(table, "\n0,"));
    assert_null(strstr(table, "\n3,"));
    free(table);
}

/* Smoothed, the disk of the slow test of grids: one orbit of the period 6.92416 and one state of rest, though lanes find
 * the period or twice that, and their last period begins anywhere in it. */
static void a_smooth_orbit_is_one_attractor_wherever_recording_begins(void **state)
{
    char *table;

    (void)state;
    run("sweep disk_belt --law I00 --set "
        "law.m=2,law.b=1,law.eta_prime=3,law.eps=0.1,c=0.05,m=1,mu_bar=1,k12=0.3,v_b=0.5 "
        "--vary init.x=-3:3:6 --vary init.phi=-3:3:5 --time 600 --observe basin -o s.csv");
    table = read_text("s.attractors.csv");
    assert_non_null(strstr(table, "\n1,periodic,26,"));
    assert_true(fabs(field(strstr(table, "\n1,") + 1, 5) - 6.92416) < 1e-3);
    assert_non_null(strstr(table, "\n2,rest,4,"));
    assert_null(strstr(table, "\n3,"));
    free(table);
}

/* At t = 100 slow sliding is on its way to x = 18.018, and has not come to rest where it is. */
static void a_creep_is_no_rest(void **state)
{
    char *table;

    (void)state;
    run(DISK "--time 100 -o c.csv");
    table = read_text("c.attractors.csv");
    assert_non_null(strstr(table, "\n0,unresolved,64,1,0,"));
    free(table);
}

/* The pendulum counts in seconds. */
static void a_survival_curve_has_its_unit(void **state)
{
    char *picture;

    (void)state;
    run("sweep pendulum --vary init.phi=0.1,0.5 --set omega_0=30 --time 20 --observe basin -o s.h5 "
        "--quiet");
    run("plot s.h5 --kind survival -o s.svg");
    picture = read_text("s.svg");
    assert_non_null(strstr(picture, "time (s)"));
    free(picture);
}

static void wrong_input_is_refused(void **state)
{
    const size_t files = run_count_files();
    struct run_result r =
        run_program("sweep lorenz --vary init.q=-1:1:8 --time 10 --observe basin -o o.csv");

    (void)state;
    run_assert_refused(&r, files, "'init.q'", "init.x", NULL);
    r = run_program(
        "sweep lorenz --vary init.x=-1:1:8 --time 10 --observe basin --same 2 -o o.csv");
    run_assert_refused(&r, files, "--same", "0.1", NULL);
    r = run_program("sweep lorenz --vary init.x=-1:1:8 --time 10 --observe bassin -o o.csv");
    run_assert_refused(&r, files, "bassin", "did you mean 'basin'?", NULL);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_two_basins_of_lorenz_mirror_each_other, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(an_orbit_has_its_period, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_driven_orbit_has_the_smallest_multiple_of_the_period, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(rest_in_exact_stick_is_one_attractor, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(stick_slip_is_one_attractor_whatever_its_phase, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_smooth_orbit_is_one_attractor_wherever_recording_begins, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_creep_is_no_rest, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_survival_curve_has_its_unit, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_input_is_refused, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
