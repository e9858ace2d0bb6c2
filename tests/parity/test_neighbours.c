/* test_neighbours.c: a lane that leaves the finite numbers, or never had any, ends alone: the lanes of its pack, with
 * every law, several systems, steppers and observers, give bit by bit what they give without it.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "support/ensemble_run.h"

enum { good = 4, bad = 3, lanes = good + bad, samples = 3 };

/* Lanes that end well, and three that do not: one that grows until it overflows, one that is no number from the
 * start, one whose squares overflow (it may end well). */
struct group {
    const char *system, *set;
    const char *good[good], *bad[bad];
    double end;
};

static const struct group disks = {
    "disk_belt",
    "law.eps=0.05",
    {"v_b=0.15", "v_b=0.5,init.phidot=0.3", "v_b=0.05,init.x=2", "mu_bar=2,init.phi=-1"},
    {"c=-500", "init.xdot=nan", "init.xdot=1e308"},
    5};
static const struct group blocks = {
    "block_belt",
    NULL,
    {"V_dr=0.2", "V_dr=0.5,init.X=1", "V_dr=0.05,init.V=2", "F0=0.3,V_dr=0.4"},
    {"Omega0_sq=-1e6", "init.V=nan", "init.X=1e308"},
    5};
static const struct group pendulums = {
    "pendulum",
    NULL,
    {"omega_0=40,init.phi=0.3", "omega_0=3,init.phi=1", "omega_0=12", "omega_0=60"},
    {"c_X=-1e4", "init.phidot=nan", "init.Xdot=1e308"},
    1};
static const struct group lorenzes = {"lorenz",
                                      NULL,
                                      {"rho=28", "rho=10", "rho=2", "rho=99"},
                                      {"beta=-100,init.x=0,init.y=0", "init.z=nan", "init.z=1e308"},
                                      8};

struct one {
    const struct group *group;
    const char *law, *shape, *pressure, *stepper;
    struct contensou__ensemble_observers observe;
    int single;
    double step;
};

/* Two runs' numbers of one lane. */
static void assert_same(const struct one *c, const struct ensemble_run *a, size_t i,
                        const struct ensemble_run *b, size_t k)
{
    const size_t width = 1 + (size_t)a->dim, keep = (size_t)a->at.keep * width;

    if (memcmp(a->row + i * a->columns, b->row + k * b->columns, a->columns * sizeof(double)) != 0)
        fail_msg("%s, %s, %s: lane %zu ends otherwise with other lanes beside it", c->group->system,
                 a->law, c->stepper, i);
    if (a->observe.section) {
        assert_int_equal(a->points[i], b->points[k]);
        assert_memory_equal(a->point + i * keep, b->point + k * keep,
                            a->points[i] * width * sizeof(double));
    }
    if (a->observe.series)
        assert_memory_equal(a->sample + i * samples * width, b->sample + k * samples * width,
                            samples * width * sizeof(double));
}

static struct ensemble_run begin(const struct one *c, const char *const *each, size_t count)
{
    static double times[samples];
    const double end = c->group->end;

    for (int k = 0; k < samples; ++k)
        times[k] = end * (k + 1) / samples;
    return (struct ensemble_run){.system = c->group->system,
                                 .law = c->law,
                                 .shape = c->shape,
                                 .pressure = c->pressure,
                                 .stepper = c->stepper,
                                 .observe = c->observe,
                                 .set = c->group->set,
                                 .each = each,
                                 .lanes = count,
                                 .single = c->single,
                                 .pack = 4,
                                 .times = times,
                                 .at = {.t_end = end,
                                        .t_observe = 0.2 * end,
                                        .rtol = c->single ? 1e-5 : 1e-8,
                                        .atol = c->single ? 1e-7 : 1e-10,
                                        .h_first = c->step,
                                        .max_steps = 20000,
                                        .keep = 20,
                                        .samples = samples}};
}

/* All lanes in one order and backwards, the good ones together, each alone. */
static void check(const struct one *c)
{
    const struct group *g = c->group;
    const char *mixed[lanes] = {g->good[0], g->bad[0],  g->good[1], g->bad[1],
                                g->good[2], g->good[3], g->bad[2]};
    static const size_t at[good] = {0, 2, 4, 5};
    const char *turned[lanes];
    struct ensemble_run all = begin(c, mixed, lanes), back = begin(c, turned, lanes);
    struct ensemble_run well = begin(c, g->good, good);

    for (int i = 0; i < lanes; ++i)
        turned[i] = mixed[lanes - 1 - i];
    ensemble_run(&all);
    ensemble_run(&back);
    ensemble_run(&well);
    for (size_t i = 0; i < lanes; ++i)
        assert_string_equal(ensemble_run_outcome(&all, i),
                            ensemble_run_outcome(&back, lanes - 1 - i));
    for (size_t i = 0; i < good; ++i) {
        struct ensemble_run alone = begin(c, g->good + i, 1);

        if (strcmp(ensemble_run_outcome(&well, i), "finished") != 0)
            fail_msg("%s, %s, %s: lane %zu ends with '%s'", g->system, well.law, c->stepper, i,
                     ensemble_run_outcome(&well, i));
        ensemble_run(&alone);
        assert_same(c, &well, i, &alone, 0);
        assert_same(c, &well, i, &all, at[i]);
        assert_same(c, &well, i, &back, lanes - 1 - at[i]);
        ensemble_run_free(&alone);
    }
    assert_string_not_equal(ensemble_run_outcome(&all, 1), "finished");
    assert_string_equal(ensemble_run_outcome(&all, 3), "not finite");
    ensemble_run_free(&all);
    ensemble_run_free(&back);
    ensemble_run_free(&well);
}

static const struct contensou__ensemble_observers little = {.final = 1};

static void check_laws(const char *const *law, size_t count, const char *shape,
                       const char *pressure, int single)
{
    for (size_t i = 0; i < count; ++i) {
        const struct one c = {&disks, law[i], shape, pressure, "dopri54", little, single, 0};

        check(&c);
    }
}

static void tables_harm_no_neighbour(void **state)
{
    static const char *const law[] = {"table"};

    (void)state;
    check_laws(law, 1, "disk", "uniform", 0);
    check_laws(law, 1, "annulus:0.5", "uniform", 1);
    check_laws(law, 1, "rectangle:1,0.5", "uniform", 0);
}

static void models_harm_no_neighbour(void **state)
{
    static const char *const law[] = {"I00", "pade2", "ellipsoid", "potential4"};

    (void)state;
    check_laws(law, sizeof law / sizeof *law, "disk", "uniform", 0);
    check_laws(law, 1, "rectangle:1,0.5", "uniform", 1);
}

static void integrals_harm_no_neighbour(void **state)
{
    static const char *const law[] = {"integral"};

    (void)state;
    check_laws(law, 1, "disk", "uniform", 0);
    check_laws(law, 1, "rectangle:1,0.5", "uniform", 1);
    check_laws(law, 1, "ellipse:1,0.5", "hertz", 0);
}

static void laws_along_a_line_harm_no_neighbour(void **state)
{
    static const char *const law[] = {"continuous", "tanh", "signum", "switch"};

    (void)state;
    for (size_t i = 0; i < sizeof law / sizeof *law; ++i) {
        const struct one c = {.group = &blocks,
                              .law = law[i],
                              .stepper = i < 2 ? "dopri54" : "rk4",
                              .observe = little,
                              .step = 1e-3};

        check(&c);
    }
}

static void steppers_and_observers_harm_no_neighbour(void **state)
{
    static const struct one cases[] = {
        {&pendulums,
         "I11",
         NULL,
         NULL,
         "rodas43",
         {.final = 1, .extrema = 1, .section = 1, .period = 1, .stick = 1, .series = 1},
         0,
         0},
        {&disks, "I11", NULL, NULL, "rodas54", {.final = 1, .section = 1, .period = 1}, 0, 0},
        {&disks, "I00", NULL, NULL, "rk4", {.final = 1}, 0, 1e-3},
        {&disks, "I00", NULL, NULL, "rk4", {.final = 1, .extrema = 1, .stick = 1}, 1, 1e-3},
        {&lorenzes, NULL, NULL, NULL, "rk4", {.final = 1}, 0, 1.1e-3},
        {&lorenzes,
         NULL,
         NULL,
         NULL,
         "dop853",
         {.final = 1, .extrema = 1, .section = 1, .period = 1, .series = 1},
         0,
         0},
        {&lorenzes,
         NULL,
         NULL,
         NULL,
         "taylor",
         {.final = 1, .extrema = 1, .section = 1, .series = 1},
         0,
         0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        check(&cases[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_harm_no_neighbour),
        cmocka_unit_test(models_harm_no_neighbour),
        cmocka_unit_test(integrals_harm_no_neighbour),
        cmocka_unit_test(laws_along_a_line_harm_no_neighbour),
        cmocka_unit_test(steppers_and_observers_harm_no_neighbour),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
