/* test_reference.c: the independent reference (CVODE on right-hand sides of its own) gives every row of
 * check-values/dynamics, and the periods of attractors.json, before anything is compared with it.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "problems/dynamics.h"
#include "support/cvode_reference.h"

/* The largest difference from the rows with t in (from, to]; each trajectory is one integration. */
static double worst(enum reference_system system, size_t expected, double from, double to)
{
    struct dynamics_row rows[dynamics_most];
    const size_t count = dynamics_rows(system, rows);
    const int dim = reference_systems_dim(system);
    double most = 0;

    assert_int_equal(count, expected);
    for (size_t first = 0, end; first < count; first = end) {
        double times[dynamics_most], out[dynamics_most * reference_most_states];

        for (end = first; end < count && dynamics_same(&rows[first], &rows[end]); ++end)
            times[end - first] = rows[end].t;
        assert_true(cvode_reference(&rows[first].problem, rows[first].start, 1e-14, times,
                                    (int)(end - first), out) > 0);
        for (size_t i = first; i < end; ++i)
            for (int k = 0; k < rows[i].known && rows[i].t > from && rows[i].t <= to; ++k) {
                const double off = fabs(out[(int)(i - first) * dim + k] - rows[i].y[k]);

                most = off > most || !(off >= 0) ? off : most;
            }
    }
    return most;
}

/* The rows have 14 digits; at the release near t = 102 the smallest error grows ten thousandfold. */
static void disk_belt_gives_every_row(void **state)
{
    (void)state;
    assert_true(worst(reference_disk_belt, 16, 0, 100) < 1e-11);
    assert_true(worst(reference_disk_belt, 16, 100, 200) < 5e-8);
}

static void block_belt_gives_every_row(void **state)
{
    (void)state;
    assert_true(worst(reference_block_belt, 26, 0, 100) < 5e-10);
}

static void pendulum_gives_every_row(void **state)
{
    (void)state;
    assert_true(worst(reference_pendulum, 21, 0, 1) < 1e-10);
    assert_true(worst(reference_pendulum, 21, 1, 10) < 1e-8);
}

/* The time between the last two falls of a state through 0. */
static double last_period(const struct reference_problem *p, const double *start, double end,
                          int state)
{
    static struct cvode_crossing crossing[400];
    const int found = cvode_reference_crossings(p, start, 1e-13, end, state, 0, -1, crossing, 400);

    assert_true(found >= 2 && found < 400);
    return crossing[found - 1].t - crossing[found - 2].t;
}

/* attractors.json, Omega0_sq = 0. */
static void block_belt_has_its_periods(void **state)
{
    struct reference_problem p = reference_systems_problem(reference_block_belt);
    const double rest[6] = {0};

    (void)state;
    p.field[0] = 0;
    assert_true(fabs(last_period(&p, rest, 100, 1) - 12.024256464307342) < 1e-8);
    p.law.eps = 1e-5;
    assert_true(fabs(last_period(&p, rest, 100, 1) - 12.001317) < 1e-6);
    p.law.eps = 1e-3;
    p.law.kind = reference_tanh;
    assert_true(fabs(last_period(&p, rest, 100, 1) - 11.900599944201709) < 1e-8);
}

/* attractors.json, eta = 4.98, eps = 1e-5, from the orbit's largest x: from rest it takes thousands of
 * time units to reach the orbit. */
static void disk_belt_has_its_period(void **state)
{
    const double start[4] = {16.173928436071808, -0.7653153552960659, 0.0, -0.002055697209413832};
    struct reference_problem p = reference_systems_problem(reference_disk_belt);

    (void)state;
    p.law.eta_prime = 13.76266698040447412535;
    assert_true(fabs(last_period(&p, start, 300, 2) - 131.13939759272654) < 1e-6);
}

/* attractors.json: the equilibrium at omega_0 = 30, the cycle at 40 and its period. */
static void pendulum_has_its_attractors(void **state)
{
    struct reference_problem p = reference_systems_problem(reference_pendulum);
    const double end = 20;
    const double rest[6] = {0};
    double y[6];

    (void)state;
    p.field[13] = 30;
    assert_true(cvode_reference(&p, rest, 1e-13, &end, 1, y) > 0);
    assert_true(fabs(y[2] - 0.28708504405115) < 1e-11);
    p.field[13] = 40;
    assert_true(fabs(last_period(&p, rest, 30, 5) - 0.186571990322) < 1e-8);
}

static void state_at(const struct reference_problem *p, const double *start, double t, double *y)
{
    assert_true(cvode_reference(p, start, 1e-13, &t, 1, y) > 0);
}

/* Pure slides and spins of a uniform disk: v' = -1, omega' = -(2/3)/(1/2). */
static void free_disk_slows_down_evenly(void **state)
{
    const struct reference_problem p = reference_systems_problem(reference_free_disk);
    const double slide[6] = {0, 0, 0, 0.6, 0.8, 0}, spin[6] = {0, 0, 0, 0, 0, 1};
    double y[6];

    (void)state;
    state_at(&p, slide, 0.5, y);
    assert_true(fabs(y[3] - 0.3) < 1e-12 && fabs(y[4] - 0.4) < 1e-12);
    assert_true(fabs(y[0] - 0.225) < 1e-12 && fabs(y[1] - 0.3) < 1e-12);
    state_at(&p, spin, 0.5, y);
    assert_true(fabs(y[5] - 1. / 3) < 1e-12 && fabs(y[2] - 1. / 3) < 1e-12);
}

/* A sphere thrown without spin slides for 2 v/(7 mu g), then rolls with 5/7 of its velocity (Euler); a
 * rolling torque tau per mass slows a rolling sphere by tau/(r (1 + 2/5)). */
static void rolling_ball_comes_to_roll_and_to_rest(void **state)
{
    struct reference_problem p = reference_systems_problem(reference_rolling_ball);
    const double r = p.field[0], g = p.field[3], tau = p.field[6] * p.field[5] * g * p.field[4];
    const double thrown[7] = {0, 0, 1, 0, 0, 0, 0}, rolls[7] = {0, 0, 1, 0, 0, 1 / r, 0};
    double y[7];

    (void)state;
    state_at(&p, rolls, 1, y);
    assert_true(fabs(y[2] - (1 - tau / (1.4 * r))) < 1e-6);
    assert_true(fabs(r * y[5] - y[2]) < 1e-6);
    p.field[5] = 0;
    state_at(&p, thrown, 2 / (7 * p.field[2] * g) - 1e-3, y);
    assert_true(fabs(y[2] - (5. / 7 + p.field[2] * g * 1e-3)) < 1e-8);
    state_at(&p, thrown, 1, y);
    assert_true(fabs(y[2] - 5. / 7) < 1e-8 && fabs(r * y[5] - 5. / 7) < 1e-8);
}

/* The equilibria are x = y = sqrt(beta (rho - 1)), z = rho - 1. */
static void lorenz_rests_at_its_equilibrium(void **state)
{
    const struct reference_problem p = reference_systems_problem(reference_lorenz);
    const double y[3] = {sqrt(72), sqrt(72), 27};
    double dy[3];

    (void)state;
    reference_systems_rhs(&p, y, dy);
    assert_true(fabs(dy[0]) + fabs(dy[1]) + fabs(dy[2]) < 1e-13);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(disk_belt_gives_every_row),
        cmocka_unit_test(block_belt_gives_every_row),
        cmocka_unit_test(pendulum_gives_every_row),
        cmocka_unit_test(block_belt_has_its_periods),
        cmocka_unit_test(disk_belt_has_its_period),
        cmocka_unit_test(pendulum_has_its_attractors),
        cmocka_unit_test(free_disk_slows_down_evenly),
        cmocka_unit_test(rolling_ball_comes_to_roll_and_to_rest),
        cmocka_unit_test(lorenz_rests_at_its_equilibrium),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
