/* test_systems.c: every system with its laws, the kernels' text compiled as C, against right-hand sides
 * and Jacobians that were written independently from the papers (support/reference_systems.h), and the
 * Jacobians against differences. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "laws/friction.h"
#include "core/sincos.h"
#include "support/kernel_systems.h"
#include "support/reference_systems.h"

enum { cases = 400, most_lane = 128, most = reference_most_states };

static const struct {
    const struct kernel_system *kernel;
    enum reference_system system;
    enum reference_law_kind law;
} pairs[] = {
    {&kernel_disk_belt_I00, reference_disk_belt, reference_I00},
    {&kernel_disk_belt_I11, reference_disk_belt, reference_I11},
    {&kernel_pendulum_I00, reference_pendulum, reference_I00},
    {&kernel_pendulum_I11, reference_pendulum, reference_I11},
    {&kernel_free_disk_I00, reference_free_disk, reference_I00},
    {&kernel_free_disk_I11, reference_free_disk, reference_I11},
    {&kernel_block_belt_continuous, reference_block_belt, reference_continuous},
    {&kernel_block_belt_tanh, reference_block_belt, reference_tanh},
    {&kernel_rolling_ball_pade2, reference_rolling_ball, reference_pade2},
    {&kernel_lorenz_none, reference_lorenz, reference_none},
};
enum { pair_count = sizeof pairs / sizeof *pairs };

/* Numbers between -1 and 1, the same in every run. */
static double uniform(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* The numbers of a lane for the reference's law, through the catalogue; those of pade2 follow from the patch. */
static void put_lane(const struct kernel_system *k, const struct reference_law *law, double *lane)
{
    const struct contensou_patch_spec spec = {.size = sizeof spec,
                                              .shape = "disk",
                                              .pressure = law->kind == reference_pade2 ? "hertz"
                                                                                       : "uniform"};
    const struct {
        const char *name;
        double value;
    } set[] = {{"eps", law->eps}, {"eta_prime", law->eta_prime}, {"b", law->b}, {"m", law->m},
               {"F_s", law->F_s}, {"delta", law->delta}};
    struct contensou_patch *patch = NULL;
    struct contensou__friction f = {0};
    struct contensou_error err = {0};
    double value[most_lane];

    if (contensou_patch_create(&patch, &spec, &err) ||
        contensou__friction_create(&f, k->law, patch, 1e-3, 0, &err))
        fail_msg("%s: %s", k->law, err.message);
    assert_int_equal(f.lane_fields, k->law_fields);
    assert_true(f.field_count <= most_lane &&
                (size_t)f.lane_fields + f.shared_count <= (size_t)most_lane);
    for (int i = 0; i < f.field_count; ++i) {
        value[i] = f.fields[i].value;
        for (size_t j = 0; j < sizeof set / sizeof *set; ++j)
            if (strcmp(f.fields[i].name, set[j].name) == 0 && (j < 2 || set[j].value > 0))
                value[i] = set[j].value;
    }
    if (contensou__friction_lane(&f, value, lane, &err))
        fail_msg("%s: %s", k->law, err.message);
    for (size_t i = 0; i < f.shared_count; ++i)
        lane[(size_t)f.lane_fields + i] = f.shared[i];
    contensou__friction_free(&f);
    contensou_patch_free(patch);
}

/* Sets the velocities so that the contact slips by this much. */
static void slip_by(const struct reference_problem *p, const double s[3], double *y)
{
    const double *f = p->field;

    switch (p->system) {
    case reference_disk_belt:
        y[2] = f[4] + s[0];
        y[3] = s[2];
        break;
    case reference_pendulum:
        y[3] = f[10] * s[0] - f[13] * (y[1] - f[9]);
        y[4] = f[10] * s[1] + f[13] * (y[0] - f[8]);
        y[5] = f[13] + s[2];
        break;
    case reference_free_disk:
        memcpy(y + 3, s, 3 * sizeof *y);
        break;
    case reference_block_belt:
        y[1] = f[1] + f[2] * cos(y[4]) - s[0];
        break;
    case reference_rolling_ball:
        y[2] = f[4] * s[0] + f[0] * y[5];
        y[3] = f[4] * s[1] - f[0] * y[4];
        y[6] = s[2];
        break;
    case reference_lorenz:
        break;
    }
}

/* Fields, law and state number i of a pair: slips from a thousandth of eps to a thousand times it, some
 * pure slides and spins; no field is 0. */
static struct reference_problem put_case(int pair, int i, double *y)
{
    struct reference_problem p = reference_systems_problem(pairs[pair].system);
    uint64_t seed = (uint64_t)(1000 * pair + i + 1);
    double slip[3];

    for (int k = 0; k < 20; ++k)
        uniform(&seed);
    for (int k = 0; k < pairs[pair].kernel->field_count; ++k)
        p.field[k] = p.field[k] != 0 ? p.field[k] * (1 + 0.5 * uniform(&seed)) : uniform(&seed);
    if (p.system == reference_block_belt)
        p.field[6] = i % 2;
    p.law.kind = pairs[pair].law;
    p.law.eps = i % 3 ? 1e-3 : 1e-5;
    p.law.eta_prime = i % 4 ? 4.5215541990787353 : 0; /* eta = 2, docs/maths.md 4 */
    if (p.law.kind == reference_I11) {
        p.law.b = 0.452;
        p.law.m = 0.765;
    } else if (p.law.kind == reference_I00) {
        p.law.b = 0.674;
        p.law.m = 1.744;
    }
    for (int k = 0; k < most; ++k)
        y[k] = (p.system == reference_pendulum && k != 2 ? 0.02 : 2) * uniform(&seed);
    for (int k = 0; k < 3; ++k)
        slip[k] = p.law.eps * pow(10, 3 * uniform(&seed)) * (uniform(&seed) < 0 ? -1 : 1);
    if (i % 7 == 1)
        slip[0] = slip[1] = 0;
    if (i % 7 == 2)
        slip[2] = 0;
    slip_by(&p, slip, y);
    return p;
}

static double largest(const double *value, int count)
{
    double most_of = 0;

    for (int i = 0; i < count; ++i)
        most_of = fmax(most_of, fabs(value[i]));
    return most_of;
}

/* The belt's cosine may differ in its last bit: the change that this makes by the slope of friction in the
 * right-hand side, of order 6/eps, and by its curvature, of order 12/eps^2, in the Jacobian. */
static double belt(const struct kernel_system *k, const struct reference_problem *p, int power)
{
    const double bit = 2.3e-16;

    return strcmp(k->name, "block_belt") == 0 ? bit * 12 / pow(p->law.eps, power) : 0;
}

static void right_hand_sides_are_the_reference(void **state)
{
    (void)state;
    for (int pair = 0; pair < pair_count; ++pair)
        for (int i = 0; i < cases; ++i) {
            const struct kernel_system *k = pairs[pair].kernel;
            double y[most], dy[most], expected[most], lane[most_lane];
            const struct reference_problem p = put_case(pair, i, y);

            put_lane(k, &p.law, lane);
            k->rhs(p.field, lane, y, dy);
            reference_systems_rhs(&p, y, expected);
            for (int j = 0; j < k->dim; ++j)
                if (!(fabs(dy[j] - expected[j]) <=
                      1e-13 * largest(expected, k->dim) + belt(k, &p, 1)))
                    fail_msg("%s %s, case %d: d state %d is %.17g, not %.17g", k->name, k->law, i,
                             j, dy[j], expected[j]);
        }
}

/* What steps of one size make of trait_rate, and that some system has it. */
static void rates_are_those_of_the_first_state(void **state)
{
    int found = 0;

    (void)state;
    for (int pair = 0; pair < pair_count; ++pair)
        for (int i = 0; i < cases && pairs[pair].kernel->rated; ++i, ++found) {
            const struct kernel_system *k = pairs[pair].kernel;
            double y[most], dy[most], bare[most], lane[most_lane], rate;
            struct reference_problem p = put_case(pair, i, y);

            put_lane(k, &p.law, lane);
            k->rhs(p.field, lane, y, dy);
            rate = p.field[0];
            p.field[0] = 1;
            k->rhs(p.field, lane, y, bare);
            bare[0] *= rate;
            for (int j = 0; j < k->dim; ++j)
                if (!(fabs(dy[j] - bare[j]) <= 1e-15 * fabs(dy[j])))
                    fail_msg("%s, case %d: d state %d is %.17g, without its rate %.17g", k->name, i,
                             j, dy[j], bare[j]);
        }
    assert_true(found > 0);
}

/* Of the largest entry: along the slip the slope of friction is a small difference of large numbers. */
static void jacobians_are_the_reference(void **state)
{
    (void)state;
    for (int pair = 0; pair < pair_count; ++pair)
        for (int i = 0; i < cases; ++i) {
            const struct kernel_system *k = pairs[pair].kernel;
            double y[most], J[most * most], expected[most * most], lane[most_lane];
            const struct reference_problem p = put_case(pair, i, y);

            put_lane(k, &p.law, lane);
            k->jacobian(p.field, lane, y, J);
            if (!reference_systems_jacobian(&p, y, expected)) /* rolling_ball */
                continue;
            for (int j = 0; j < k->dim * k->dim; ++j)
                if (!(fabs(J[j] - expected[j]) <=
                      1e-11 * largest(expected, k->dim * k->dim) + belt(k, &p, 2)))
                    fail_msg("%s %s, case %d: J[%d][%d] is %.17g, not %.17g", k->name, k->law, i,
                             j / k->dim, j % k->dim, J[j], expected[j]);
        }
}

/* A step of state j that moves the slip by about eps/1000. */
static double step_of(const struct reference_problem *p, int j)
{
    const double eps = p->law.eps > 0 ? p->law.eps : 1, R = p->field[10], omega_0 = p->field[13];

    if (p->system == reference_rolling_ball && j < 6)
        return 1e-3 * eps * p->field[4];
    if (p->system != reference_pendulum || j == 5 || j == 2)
        return 1e-3 * eps;
    return 1e-3 * eps * R / (j < 2 ? omega_0 : 1);
}

/* Column j by differences, Richardson's step; *rough is how far the two steps differ. */
static void differences(const struct kernel_system *k, const struct reference_problem *p,
                        const double *lane, const double *y, int j, double *slope, double *rough)
{
    double D[2][most];

    for (int half = 0; half < 2; ++half) {
        const double h = (half ? 0.5 : 1) * step_of(p, j);
        double up[most], down[most], a[most], b[most];

        memcpy(up, y, sizeof up);
        memcpy(down, y, sizeof down);
        up[j] += h;
        down[j] -= h;
        k->rhs(p->field, lane, up, a);
        k->rhs(p->field, lane, down, b);
        for (int i = 0; i < k->dim; ++i)
            D[half][i] = (a[i] - b[i]) / (up[j] - down[j]);
    }
    *rough = 0;
    for (int i = 0; i < k->dim; ++i) {
        slope[i] = (4 * D[1][i] - D[0][i]) / 3;
        *rough = fmax(*rough, fabs(D[1][i] - D[0][i]));
    }
}

/* Where two step widths agree to 1e-5 of the largest entry they agree with the Jacobian. I00 has no second
 * derivative at pure slides and spins, so that the remaining error is as large as their difference. */
static void jacobians_are_slopes(void **state)
{
    (void)state;
    for (int pair = 0; pair < pair_count; ++pair) {
        int compared = 0;

        for (int i = 1; i < cases; i += 1 + i % 3 / 2) { /* eps = 1e-3 */
            const struct kernel_system *k = pairs[pair].kernel;
            double y[most], J[most * most], slope[most], lane[most_lane], rough;
            const struct reference_problem p = put_case(pair, i, y);
            double size;

            put_lane(k, &p.law, lane);
            k->jacobian(p.field, lane, y, J);
            size = largest(J, k->dim * k->dim);
            for (int j = 0; j < k->dim; ++j) {
                differences(k, &p, lane, y, j, slope, &rough);
                for (int r = 0; r < k->dim && rough < 1e-5 * size; ++r, ++compared)
                    if (!(fabs(J[r * k->dim + j] - slope[r]) < 3e-5 * size))
                        fail_msg("%s %s, case %d: J[%d][%d] is %g, differences give %g", k->name,
                                 k->law, i, r, j, J[r * k->dim + j], slope[r]);
            }
        }
        assert_true(compared > cases / 3 * pairs[pair].kernel->dim *
                                   pairs[pair].kernel->dim); /* or the test is empty */
    }
}

/* At peak friction of eta = 2 (docs/maths.md 4: (L/eps^n)^2 = S = 0.46390895613227) a contact is between stick and slip;
 * for slips along x that is |v| = eps S^(1/(2n)). Laws along a line: |V_r| = eps. */
static void sticking_ends_at_peak_friction(void **state)
{
    (void)state;
    for (int pair = 0; pair < pair_count - 1; ++pair) {
        const struct kernel_system *k = pairs[pair].kernel;
        double y[most], lane[most_lane], slip[3] = {0};
        struct reference_problem p = put_case(pair, 1, y); /* eta = 2 */
        const int line = p.system == reference_block_belt, n = p.law.kind == reference_I11 ? 3 : 1;
        const double x = line ? 1 : pow(0.46390895613227389, 0.5 / n);

        put_lane(k, &p.law, lane);
        for (int side = -1; side <= 1; ++side) {
            slip[0] = p.law.eps * x * (1 + 0.01 * side);
            slip_by(&p, slip, y);
            if (!(fabs(k->slide(p.field, lane, y) - (1 + 0.01 * side)) < 1e-9))
                fail_msg("%s %s: slides by %.12g at %g of the slip at peak friction", k->name,
                         k->law, k->slide(p.field, lane, y), 1 + 0.01 * side);
        }
    }
}

/* sin and cos after up to 1e6 turns, against long double: as good as the angle itself is known. */
static void turned_angles_keep_their_digits(void **state)
{
    uint64_t seed = 5;

    (void)state;
    for (int i = 0; i < 20000; ++i) {
        const double x = uniform(&seed) * pow(10, 3.4 * (1 + uniform(&seed)));
        const struct sincos both = sincos_both(x);

        assert_true(fabsl((long double)sincos_sin(x) - sinl((long double)x)) < 3e-16);
        assert_true(fabsl((long double)sincos_cos(x) - cosl((long double)x)) < 3e-16);
        assert_true(both.s == sincos_sin(x) && both.c == sincos_cos(x));
    }
    assert_true(sincos_sin(1e300) == 0 && sincos_cos(-INFINITY) == 1 && sincos_sin(NAN) == 0);
    assert_true(sincos_sin(-1e-300) == -1e-300);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_hand_sides_are_the_reference),
        cmocka_unit_test(rates_are_those_of_the_first_state),
        cmocka_unit_test(jacobians_are_the_reference),
        cmocka_unit_test(jacobians_are_slopes),
        cmocka_unit_test(sticking_ends_at_peak_friction),
        cmocka_unit_test(turned_angles_keep_their_digits),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
