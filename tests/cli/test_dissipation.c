/* test_dissipation.c: the energy lost to friction against balances of energy and quadratures of trajectories.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "support/run_program.h"

enum { most_columns = 32 };

/* A CSV file of numbers: its rows one after the other, by the names of its first line. */
struct table {
    struct contensou__text text;
    char *name[most_columns];
    double *value;
    size_t columns, rows;
};

static void read_table(struct table *t, const char *path)
{
    char *line, *more = NULL, *rest = NULL;
    size_t room = 1;

    memset(t, 0, sizeof *t);
    assert_int_equal(contensou__text_read_file(&t->text, path, NULL), CONTENSOU_OK);
    for (const char *at = t->text.data; *at; ++at)
        room += *at == ',' || *at == '\n';
    t->value = malloc(room * sizeof *t->value);
    assert_non_null(t->value);
    line = strtok_r(t->text.data, "\n", &more);
    for (char *word = strtok_r(line, ",", &rest); word; word = strtok_r(NULL, ",", &rest))
        t->name[t->columns++] = word;
    while ((line = strtok_r(NULL, "\n", &more))) {
        for (size_t c = 0; c < t->columns; ++c) {
            t->value[t->rows * t->columns + c] = strtod(line, NULL);
            line += strcspn(line, ",");
            line += *line == ',';
        }
        ++t->rows;
    }
}

static double number(const struct table *t, const char *name, size_t row)
{
    for (size_t c = 0; c < t->columns; ++c)
        if (strcmp(t->name[c], name) == 0)
            return t->value[row * t->columns + c];
    fail_msg("no column %s", name);
    return NAN;
}

static void close_table(struct table *t)
{
    contensou__text_free(&t->text);
    free(t->value);
}

static void near(double value, double expected, double by, const char *what)
{
    if (!(fabs(value - expected) <= by))
        fail_msg("%s is %.12g, not %.12g within %g", what, value, expected, by);
}

/* The only force on a free disk is friction: what it has lost of v^2/2 + k_sq omega^2/2 is the dissipation, as exactly as the
 * steps are. */
static void a_free_disk_loses_its_kinetic_energy(void **state)
{
    static const struct {
        const char *stepper;
        double by;
    } with[] = {{"dop853 --rtol 1e-11 --atol 1e-13", 1e-10},
                {"dopri54 --rtol 1e-10 --atol 1e-12", 1e-8},
                {"rodas54 --rtol 1e-10 --atol 1e-12", 1e-8}};

    (void)state;
    for (size_t k = 0; k < sizeof with / sizeof *with; ++k) {
        struct table t;

        run_finish("sweep free_disk --law I11 --set mu_g=0.7,k_sq=0.45,law.eps=1e-3 --vary "
                   "init.vx=0.2:1:5 --time 0.5 --stepper %s --observe final,dissipation --force "
                   "-o disk.csv --quiet",
                   with[k].stepper);
        read_table(&t, "disk.csv");
        assert_int_equal(t.rows, 5);
        for (size_t i = 0; i < t.rows; ++i) {
            const double v0 = number(&t, "init.vx", i), v = number(&t, "final.vx", i),
                         w = number(&t, "final.omega", i);
            const double lost = 0.5 * (v0 * v0 - v * v) + 0.5 * 0.45 * (1 - w * w);

            near(number(&t, "dissipation.energy", i), lost, with[k].by, with[k].stepper);
            near(number(&t, "dissipation.power", i), lost / 0.5, 2 * with[k].by, "power");
        }
        close_table(&t);
    }
}

/* The stepper event brings the disk to rest: all of v^2/2 + omega^2/4 is lost, and not more, however long it rests. */
static void a_disk_at_rest_has_lost_everything(void **state)
{
    struct table t;

    (void)state;
    run_finish("sweep free_disk --law I11 --set law.eps=0 --vary init.vx=0.5:1:3 --time 4 "
               "--stepper event --rtol 1e-11 --atol 1e-13 --observe final,dissipation -o rest.csv "
               "--quiet");
    read_table(&t, "rest.csv");
    for (size_t i = 0; i < t.rows; ++i) {
        const double v0 = number(&t, "init.vx", i);

        near(number(&t, "final.vx", i), 0, 1e-12, "the velocity at the end");
        near(number(&t, "dissipation.energy", i), 0.5 * v0 * v0 + 0.25, 1e-9, "the energy");
    }
    close_table(&t);
}

/* Without damping what friction takes from disk_belt is what the mechanical energy loses and what the belt puts in,
 * -v_b int mu_bar Tx dt, and int mu_bar Tx dt = -(x'(T) - x'(0)) - int (x + k12 phi) dt. */
static void a_belt_pays_for_its_friction(void **state)
{
    const double m = 90, k12 = 0.85, v_b = 0.15, span = 20;
    struct table t;

    (void)state;
    run_finish(
        "sweep disk_belt --set c=0,law.eps=1e-2 --init xdot=0.3,phidot=0.1 --vary init.x=-1,0.5 "
        "--time 20 "
        "--stepper dop853 --rtol 1e-12 --atol 1e-14 --observe final,extrema,dissipation -o "
        "belt.csv "
        "--quiet");
    read_table(&t, "belt.csv");
    for (size_t i = 0; i < t.rows; ++i) {
        const double x0 = number(&t, "init.x", i), u0 = 0.3, w0 = 0.1;
        const double x = number(&t, "final.x", i), phi = number(&t, "final.phi", i),
                     u = number(&t, "final.xdot", i), w = number(&t, "final.phidot", i);
        const double before = 0.5 * (u0 * u0 + m * w0 * w0 + x0 * x0);
        const double after = 0.5 * (u * u + m * w * w + x * x + phi * phi) + k12 * x * phi;
        const double pull = -(u - u0) - span * (number(&t, "extrema.x.mean", i) +
                                                k12 * number(&t, "extrema.phi.mean", i));

        near(number(&t, "dissipation.energy", i), before - after - v_b * pull, 1e-7, "the energy");
    }
    close_table(&t);
}

/* Of a block on a belt by a dense trajectory and the trapezoidal rule: |V_r| F(V_r) with the law's own force. */
static void a_block_loses_what_a_quadrature_says(void **state)
{
    static const struct {
        const char *law;
        double eps;
    } with[] = {{"--law tanh --set law.eps=1e-2 --stepper dop853", 1e-2},
                {"--law signum --stepper event", 0}};
    enum { points = 40001 };
    const double span = 40, v_dr = 0.2, delta = 3;

    (void)state;
    for (size_t k = 0; k < sizeof with / sizeof *with; ++k) {
        double sum = 0;
        struct table t;

        run_finish("run block_belt %s --init X=1.1,V=-0.1 --rtol 1e-10 --atol 1e-12 --time 0:40:%d "
                   "--force -o series.csv --quiet",
                   with[k].law, (int)points);
        read_table(&t, "series.csv");
        assert_int_equal(t.rows, points);
        for (size_t i = 0; i < t.rows; ++i) {
            const double v = v_dr - number(&t, "V", i), speed = fabs(v);
            const double force =
                (with[k].eps > 0 ? tanh(speed / with[k].eps) : 1) / (1 + delta * speed);

            sum += (i == 0 || i + 1 == t.rows ? 0.5 : 1) * speed * force / (points - 1);
        }
        close_table(&t);
        run_finish("sweep block_belt %s --vary init.X=1.1 --init V=-0.1 --rtol 1e-10 --atol 1e-12 "
                   "--time 40 "
                   "--observe dissipation --force -o block.csv --quiet",
                   with[k].law);
        read_table(&t, "block.csv");
        near(number(&t, "dissipation.power", 0), sum, 2e-7, with[k].law);
        near(number(&t, "dissipation.energy", 0), span * sum, span * 2e-7, with[k].law);
        close_table(&t);
    }
}

/* In newtons and metres: a disk at rest on a plate that spins with 40 rad/s under it takes mu N R (2/3) 40 = 13.33 W, R = 0.02 m,
 * N = 25 N. */
static void power_of_the_pendulum_is_in_watts(void **state)
{
    struct table t;

    (void)state;
    run_finish(
        "sweep pendulum --law integral --vary omega_0=40 --time 1e-7 --stepper dop853 --observe "
        "dissipation -o watt.csv --quiet");
    read_table(&t, "watt.csv");
    near(number(&t, "dissipation.power", 0), 25 * 0.02 * 2.0 / 3.0 * 40, 1e-4, "the power");
    close_table(&t);
}

static void systems_without_a_contact_are_refused(void **state)
{
    struct run_result r =
        run_program("sweep lorenz --vary rho=20:30:2 --time 1 --observe dissipation "
                    "-o lorenz.csv");

    (void)state;
    assert_int_not_equal(r.code, 0);
    assert_non_null(strstr(
        r.err, "the observer dissipation needs a contact, which the system lorenz does not have"));
    run_free(&r);
    run_write_file(
        "mine.h",
        "#define SYSTEM_STATES(STATE) STATE(x, 1.0, \"m\", \"place\")\n"
        "#define SYSTEM_FIELDS(FIELD) FIELD(k, 1.0, \"1/s\", \"rate\")\n"
        "define_states(system, SYSTEM_STATES);\n"
        "define_fields(system_params, SYSTEM_FIELDS);\n"
        "static inline void system_rhs(const struct system_params *p, const struct friction "
        "*law, real t, const struct system_states *y, struct system_states *dy)\n"
        "{\n"
        "    dy->x = -p->k * y->x;\n"
        "}\n");
    r = run_program(
        "sweep --system-file mine.h --vary k=1:2:2 --time 1 --observe dissipation -o mine.csv");
    assert_int_not_equal(r.code, 0);
    assert_non_null(strstr(r.err, "the observer dissipation needs a contact"));
    run_free(&r);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_free_disk_loses_its_kinetic_energy, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_disk_at_rest_has_lost_everything, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_belt_pays_for_its_friction, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_block_loses_what_a_quadrature_says, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(power_of_the_pendulum_is_in_watts, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(systems_without_a_contact_are_refused, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
