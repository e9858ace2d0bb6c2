/* test_line_friction.c: the laws along a line: [2](1) region by region, their derivatives, and the period of the
 * stick-slip cycle of a block on a belt with each of them. SPDX-License-Identifier: MIT */
#include "laws/continuous.h"
#include "laws/signum.h"
#include "laws/switch.h"
#include "laws/tanh.h"

#include "laws/friction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const double field[3] = {1e-3, 1.3, 3};

static struct force continuous(double v, double load, int jacobian)
{
    const struct line_friction law = line_friction_make(field, NULL);

    return continuous_force(&law, v, load, jacobian);
}

static struct force smooth(double v, double load, int jacobian)
{
    const struct line_friction law = line_friction_make(field, NULL);

    return tanh_force(&law, v, load, jacobian);
}

static struct force signum(double v, double load, int jacobian)
{
    const struct line_friction law = line_friction_make(field, NULL);

    return signum_force(&law, v, load, jacobian);
}

static struct force switching(double v, double load, int jacobian)
{
    const struct line_friction law = line_friction_make(field, NULL);

    return switch_force(&law, v, load, jacobian);
}

static void near(double value, double expected, double allowed)
{
    if (!(fabs(value - expected) <= allowed))
        fail_msg("%.17g is not %.17g within %g", value, expected, allowed);
}

/* [2](1) and the derivatives of docs/maths.md 4, as printed, in all four regions and for both signs. */
static void the_continuous_law_is_equation_1_of_paper_2(void **state)
{
    const double eps = field[0], F_s = field[1], delta = field[2];

    (void)state;
    for (int k = 0; k < 400; ++k) {
        const double v = eps * (k % 20 - 9.3) / 6, load = F_s * (k / 20 - 9.7) / 6;
        const double a = fabs(v), sv = v > 0 ? 1 : -1, sl = load > 0 ? 1 : -1;
        const double A3 = v * v / (eps * eps) * (3 - 2 * a / eps), fall = 1 + delta * (a - eps);
        const struct force f = continuous(v, load, 1);
        double F, by_v, by_load = 0;

        if (a > eps) {
            F = F_s / fall * sv;
            by_v = -delta * F_s / (fall * fall);
        } else if (fabs(load) > F_s) {
            F = sl == sv ? F_s * sl : (2 * A3 - 1) * F_s * sv;
            by_v = sl == sv ? 0 : 12 * F_s * a / (eps * eps) * (1 - a / eps);
        } else {
            F = A3 * (-load + F_s * sv) + load;
            by_v = 6 * v / (eps * eps) * (1 - a / eps) * (F_s * sv - load);
            by_load = 1 - A3;
        }
        near(f.F, F, 1e-15 * F_s);
        near(f.by_v, by_v, 1e-14 * F_s / eps);
        near(f.by_load, by_load, 1e-15);
    }
}

static void derivatives_are_slopes_away_from_the_borders(void **state)
{
    struct force (*const laws[])(double, double, int) = {continuous, smooth, signum, switching};

    (void)state;
    for (int l = 0; l < 4; ++l)
        for (int k = 0; k < 400; ++k) {
            const double h = 1e-6, v = field[0] * (k % 20 - 9.3) / 6,
                         load = field[1] * (k / 20 - 9.7) / 6;
            const struct force f = laws[l](v, load, 1);
            const double dv = h * field[0];

            near((laws[l](v + dv, load, 0).F - laws[l](v - dv, load, 0).F) / (2 * dv), f.by_v,
                 1e-8 * field[1] / field[0]);
            near((laws[l](v, load + h, 0).F - laws[l](v, load - h, 0).F) / (2 * h), f.by_load,
                 1e-8);
        }
}

/* Coulomb with a static point: at rest the load, as far as F_s goes. */
static void signum_holds_up_to_F_s(void **state)
{
    (void)state;
    near(signum(0, 0.4, 0).F, 0.4, 0);
    near(signum(0, -7, 0).F, -field[1], 0);
    near(signum(-0.5, 0.4, 0).F, -field[1] / 2.5, 1e-15);
}

/* X'' = -X + F(V_dr - X', X), V_dr = 0.2, from near its cycle, by RK4; the time from one turn to the next. */
static double period(struct force (*law)(const double *, double, double), const double *f)
{
    const double h = 1e-4;
    double y[2] = {1.13, 0}, last = 0, t = 0;

    for (int turns = 0; turns < 4; t += h) {
        double k[4][2], z[2] = {y[0], y[1]}, before = y[1];

        for (int s = 0; s < 4; ++s) {
            k[s][0] = z[1];
            k[s][1] = law(f, 0.2 - z[1], z[0]).F - z[0];
            for (int i = 0; i < 2; ++i)
                z[i] = y[i] + (s < 2 ? h / 2 : h) * k[s][i];
        }
        for (int i = 0; i < 2; ++i)
            y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
        if (before > 0 && y[1] <= 0) {
            const double at = t + h * before / (before - y[1]);

            if (++turns == 4)
                return at - last;
            last = at;
        }
    }
    return 0;
}

static struct force on_belt_continuous(const double *f, double v, double load)
{
    const struct line_friction law = line_friction_make(f, NULL);

    return continuous_force(&law, v, load, 0);
}

static struct force on_belt_tanh(const double *f, double v, double load)
{
    const struct line_friction law = line_friction_make(f, NULL);

    return tanh_force(&law, v, load, 0);
}

static struct force on_belt_switch(const double *f, double v, double load)
{
    const struct line_friction law = line_friction_make(f, NULL);

    return switch_force(&law, v, load, 0);
}

/* check-values/dynamics/attractors.json: 12.024256464307 and 11.900599944202 at eps 1e-3; docs/errata.md [2].8: the
 * switch model 12.0090. A step of 1e-4 meets the borders of regions anywhere, which costs digits. */
static void a_block_on_a_belt_has_the_known_periods(void **state)
{
    const double f[3] = {1e-3, 1, 3};

    (void)state;
    near(period(on_belt_continuous, f), 12.024256464307342, 1e-6);
    near(period(on_belt_tanh, f), 11.900599944201709, 1e-7);
    near(period(on_belt_switch, f), 12.0090, 2e-4);
}

static void numbers_that_are_not_possible_are_named(void **state)
{
    static const double bad[][3] = {{0, 1, 3}, {1e-3, 0, 3}, {1e-3, 1, -1}};
    static const char *const names[] = {"law.eps", "law.F_s", "law.delta"};
    struct contensou__friction f;
    struct contensou_error err = {0};
    double lane[3];

    (void)state;
    assert_int_equal(contensou__friction_create(&f, "continuous", NULL, 1e-3, 0, &err), 0);
    assert_int_equal(f.field_count, 3);
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(contensou__friction_lane(&f, bad[i], lane, &err), CONTENSOU_EARGUMENT);
        assert_non_null(strstr(err.message, names[i]));
    }
    contensou__friction_free(&f);
    assert_int_equal(contensou__friction_create(&f, "continous", NULL, 1e-3, 0, &err),
                     CONTENSOU_ENOTFOUND);
    assert_non_null(strstr(err.message, "did you mean 'continuous'"));
    contensou__friction_free(&f);
}

/* A block of mass 1 under half of what friction can bear, with a slip of eps at first: what is left of it
 * after a time of 100. Beyond the load, friction of the continuous law begins with the square of slip. */
static void laws_that_creep_say_so(void **state)
{
    static const struct {
        const char *name;
        struct force (*force)(double v, double load, int jacobian);
        int order;
        double least, most; /* of what is left, over eps */
    } rows[] = {{"continuous", continuous, 2, 1e-6, 1e-4},
                {"tanh", smooth, 1, 0.54, 0.56}, /* atanh(1/2) = 0.5493, and 1 + delta v */
                {"switch", switching, 1, 0, 1e-12}};
    const double eps = field[0], load = 0.5 * field[1];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        struct contensou__friction f;
        double v = 0.99 * eps;

        for (int k = 0; k < 1000000; ++k)
            v += 0.1 * eps * (load - rows[i].force(v, load, 0).F);
        print_message("%s: %.3g eps left\n", rows[i].name, v / eps);
        assert_true(v / eps >= rows[i].least && v / eps <= rows[i].most);
        assert_int_equal(contensou__friction_create(&f, rows[i].name, NULL, eps, 0, NULL),
                         CONTENSOU_OK);
        assert_int_equal(contensou__friction_lane_order(&f), rows[i].order);
        contensou__friction_free(&f);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_that_creep_say_so),
        cmocka_unit_test(the_continuous_law_is_equation_1_of_paper_2),
        cmocka_unit_test(derivatives_are_slopes_away_from_the_borders),
        cmocka_unit_test(signum_holds_up_to_F_s),
        cmocka_unit_test(a_block_on_a_belt_has_the_known_periods),
        cmocka_unit_test(numbers_that_are_not_possible_are_named),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
