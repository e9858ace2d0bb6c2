/* test_basin_grids_slow.c: basins on grids of 64 x 64 starts against Runge and Kutta's method with small equal steps, which stands here,
 * and a look at where each start ends. SPDX-License-Identifier: MIT */
#include "base/pi.h"
#include "base/text.h"
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

enum { side = 64, lanes = side * side, most = 4 };

typedef void slope(double t, const double *y, double *dy);

static void step(slope *f, int dim, double t, double h, double *y)
{
    double k[4][most], at[most];

    for (int s = 0; s < 4; ++s) {
        const double part = s == 0 ? 0 : s == 3 ? h : h / 2;

        for (int i = 0; i < dim; ++i)
            at[i] = y[i] + (s ? part * k[s - 1][i] : 0);
        f(t + part, at, k[s]);
    }
    for (int i = 0; i < dim; ++i)
        y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
}

/* disk_belt with the law I00, m = 2, b = 1, eps = 0.1, eta' = 3; <r> = 2/3 (docs/maths.md 2.1, [1](4.3), [1](5.1)). */
static void disk(double t, const double *y, double *dy)
{
    const double v = y[2] - 0.5, w = y[3], l = sqrt(v * v + w * w), q = l / 0.1;
    const double g = 1 / (0.1 * sqrt(1 + q * q)) + 3 / (0.1 * (1 + q * q) * (1 + q * q));

    (void)t;
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = -0.05 * y[2] - y[0] - 0.3 * y[1] - v * g;
    dy[3] = -0.05 * y[3] - 0.3 * y[0] - y[1] - 2.0 / 3 * w * g;
}

/* Duffing's oscillator, which has two responses to one force. */
static void duffing(double t, const double *y, double *dy)
{
    dy[0] = y[1];
    dy[1] = cos(2.2 * t) - 0.1 * y[1] - y[0] - y[0] * y[0] * y[0];
}

#define DUFFING                                                                             \
    "#define SYSTEM_STATES(STATE) STATE(x, 0, \"-\", \"x\") STATE(v, 0, \"-\", \"v\")\n"    \
    "#define SYSTEM_FIELDS(FIELD) FIELD(nu, 2.2, \"- > 0\", \"frequency\")"                 \
    " FIELD(a, 1, \"-\", \"a\") FIELD(F, 1, \"-\", \"F\") FIELD(c, 0.1, \"-\", \"c\")\n"    \
    "define_states(system, SYSTEM_STATES);\n"                                               \
    "define_fields(system_params, SYSTEM_FIELDS);\n"                                        \
    "static inline real system_period(const struct system_params *p)\n"                     \
    "{ return 6.283185307179586 / p->nu; }\n"                                               \
    "static inline void system_rhs(const struct system_params *p, const struct friction *l" \
    ", real t, const struct system_states *y, struct system_states *dy)\n"                  \
    "{ (void)l; dy->x = y->v; dy->v = p->F * cos(p->nu * t) - p->c * y->v - p->a * y->x"    \
    " - y->x * y->x * y->x; }\n"

/* A pendulum over three magnets. */
static void magnets(double t, const double *y, double *dy)
{
    (void)t;
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = -0.5 * y[0] - 0.2 * y[2];
    dy[3] = -0.5 * y[1] - 0.2 * y[3];
    for (int i = 0; i < 3; ++i) {
        const double dx = cos(2 * pi / 3 * i) - y[0], dz = sin(2 * pi / 3 * i) - y[1];
        const double r = dx * dx + dz * dz + 0.09, q = 1 / (r * sqrt(r));

        dy[2] += dx * q;
        dy[3] += dz * q;
    }
}

#define MAGNETS                                                                             \
    "#define SYSTEM_STATES(STATE) STATE(x, 0, \"-\", \"x\") STATE(y, 0, \"-\", \"y\")"      \
    " STATE(u, 0, \"-\", \"u\") STATE(w, 0, \"-\", \"w\")\n"                                \
    "#define SYSTEM_FIELDS(FIELD) FIELD(c, 0.2, \"-\", \"damping\")\n"                      \
    "define_states(system, SYSTEM_STATES);\n"                                               \
    "define_fields(system_params, SYSTEM_FIELDS);\n"                                        \
    "enum { system_traits = trait_second_order | trait_autonomous };\n"                     \
    "static inline void system_rhs(const struct system_params *p, const struct friction *l" \
    ", real t, const struct system_states *s, struct system_states *dy)\n"                  \
    "{\n const number mx[3] = {1.0, -0.5, -0.5},"                                           \
    " my[3] = {0.0, 0.8660254037844386, -0.8660254037844386};\n"                            \
    " real ax = -0.5 * s->x - p->c * s->u, ay = -0.5 * s->y - p->c * s->w;\n"               \
    " (void)l; (void)t;\n for (int i = 0; i < 3; ++i) {\n"                                  \
    "  const real dx = mx[i] - s->x, dz = my[i] - s->y, r = dx * dx + dz * dz + 0.09;\n"    \
    "  const real q = 1.0 / (r * sqrt(r));\n  ax += dx * q; ay += dz * q; }\n"              \
    " dy->x = s->u; dy->y = s->w; dy->u = ax; dy->w = ay;\n}\n"

/* The labels of the lanes. */
static void read_labels(const char *path, int label[lanes])
{
    struct contensou__text text = {0};
    const char *at, *column;
    int place = 0;

    assert_int_equal(contensou__text_read_file(&text, path, NULL), CONTENSOU_OK);
    column = strstr(text.data, "basin.label");
    assert_non_null(column);
    for (at = text.data; at < column; ++at)
        place += *at == ',';
    at = text.data;
    for (int i = 0; i < lanes; ++i) {
        at = strchr(at, '\n') + 1;
        for (int k = 0; k < place; ++k)
            at = strchr(at, ',') + 1;
        label[i] = (int)strtod(at, NULL);
    }
    contensou__text_free(&text);
}

/* Number k of the row of an attractor. */
static double of_attractor(const char *path, int label, int k)
{
    struct contensou__text text = {0};
    char head[16];
    const char *at;
    double value;

    assert_int_equal(contensou__text_read_file(&text, path, NULL), CONTENSOU_OK);
    snprintf(head, sizeof head, "\n%d,", label);
    at = strstr(text.data, head);
    assert_non_null(at);
    for (++at; k > 0; --k)
        at = strchr(at, ',') + 1;
    value = strtod(at, NULL);
    contensou__text_free(&text);
    return value;
}

/* Runs the program and compares: `ends` attractors, each start at the same one of them as by ref[], but for a few at the
 * border. to[k]: the label of what ref has as k. */
static void compare(const char *command, const int ref[lanes], int ends, int to[])
{
    static int label[lanes];
    int wrong = 0, count[8][8] = {{0}};
    struct run_result r = run_program("sweep %s --observe basin -o g.csv --quiet", command);

    if (r.code)
        fail_msg("%s: %s", command, r.err);
    run_free(&r);
    read_labels("g.csv", label);
    for (int i = 0; i < lanes; ++i) {
        assert_true(label[i] >= 0 && label[i] <= ends);
        ++count[ref[i]][label[i]];
    }
    for (int k = 0; k < ends; ++k) {
        to[k] = 1;
        for (int other = 2; other <= ends; ++other)
            to[k] = count[k][other] > count[k][to[k]] ? other : to[k];
        for (int before = 0; before < k; ++before)
            assert_int_not_equal(to[before], to[k]);
    }
    for (int i = 0; i < lanes; ++i)
        wrong += label[i] != to[ref[i]];
    print_message("%s: %d of %d lanes differ\n", command, wrong, lanes);
    assert_true(wrong <= 8);
}

static void put_start(int lane, double low, double high, double y[most])
{
    memset(y, 0, most * sizeof *y);
    y[0] = low + (high - low) * (lane / side) / (side - 1);
    y[1] = low + (high - low) * (lane % side) / (side - 1);
}

static void a_disk_on_a_belt_slides_or_oscillates(void **state)
{
    static int ref[lanes];
    const double h = 0.02;
    double period = NAN;
    int to[2];

    (void)state;
    for (int lane = 0; lane < lanes; ++lane) {
        double y[most], low = INFINITY, high = -INFINITY, before = NAN;

        put_start(lane, -3, 3, y);
        for (int n = 0; n < 30000; ++n) {
            const double velocity = y[2];

            step(disk, 4, n * h, h, y);
            if (n < 29000)
                continue;
            low = fmin(low, y[0]);
            high = fmax(high, y[0]);
            if (velocity > 0 && y[2] <= 0) {
                const double t = (n + velocity / (velocity - y[2])) * h;

                if (lane == 0 && t > before)
                    period = t - before;
                before = t;
            }
        }
        ref[lane] = high - low < 1e-3;
    }
    compare(
        "disk_belt --law I00 --set law.m=2,law.b=1,law.eta_prime=3,law.eps=0.1,c=0.05,m=1,mu_bar=1,"
        "k12=0.3,v_b=0.5 --vary init.x=-3:3:64 --vary init.phi=-3:3:64 --time 600",
        ref, 2, to);
    assert_int_equal(ref[0], 0);
    assert_true(fabs(of_attractor("g.attractors.csv", to[0], 5) - period) < 1e-3 * period);
}

static void a_driven_oscillator_has_two_responses(void **state)
{
    static int ref[lanes];
    const double period = 2 * pi / 2.2, h = period / 64;
    double found[2] = {NAN, NAN};
    int to[2];

    (void)state;
    for (int lane = 0; lane < lanes; ++lane) {
        double y[most], before = 0;

        put_start(lane, -3, 3, y);
        for (int n = 0; n < 64 * 140; ++n) {
            before = n == 64 * 139 ? y[0] : before;
            step(duffing, 2, n * h, h, y);
        }
        assert_true(fabs(y[0] - before) < 1e-5); /* of one period of the force */
        if (lane == 0)
            found[0] = y[0];
        ref[lane] = fabs(y[0] - found[0]) > 1e-3;
        if (ref[lane] && isnan(found[1]))
            found[1] = y[0];
        assert_true(fabs(y[0] - found[ref[lane]]) < 1e-3);
    }
    run_write_file("duffing.h", DUFFING);
    compare("--system-file duffing.h --vary init.x=-3:3:64 --vary init.v=-3:3:64 --time 400", ref,
            2, to);
    for (int k = 0; k < 2; ++k)
        assert_true(fabs(of_attractor("g.attractors.csv", to[k], 5) - period) < 1e-12);
}

static void a_pendulum_ends_over_one_of_three_magnets(void **state)
{
    static int ref[lanes];
    const double h = 0.01;
    int to[3];

    (void)state;
    for (int lane = 0; lane < lanes; ++lane) {
        double y[most];

        put_start(lane, -2, 2, y);
        for (int n = 0; n < 10000; ++n)
            step(magnets, 4, n * h, h, y);
        ref[lane] = y[0] > 0 ? 0 : y[1] > 0 ? 1 : 2;
    }
    run_write_file("magnets.h", MAGNETS);
    compare("--system-file magnets.h --vary init.x=-2:2:64 --vary init.y=-2:2:64 --time 200", ref,
            3, to);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_disk_on_a_belt_slides_or_oscillates, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_driven_oscillator_has_two_responses, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_pendulum_ends_over_one_of_three_magnets, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
