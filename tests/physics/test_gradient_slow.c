/* test_gradient_slow.c: gradients over a hundred switches between stick and slip against central differences of an independent
 * integrator in long double (support/stick_slip.h). SPDX-License-Identifier: MIT */
#include "support/stick_slip.h"

#include <contensou/contensou.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* A parameter: one number of struct stick_slip, or number `start` of the state at the beginning. */
struct parameter {
    const char *name;
    size_t at;
    int start;
};

#define FIELD(k)  offsetof(struct stick_slip, field) + (k) * sizeof(long double), -1
#define LAW(name) offsetof(struct stick_slip, name), -1

struct problem {
    struct stick_slip numbers;
    long double y[stick_slip_states], end;
    const char *system, *law, *set, *init, *time;
    const struct parameter *by;
    size_t count;
};

/* The end, with one parameter moved. */
static void end_of(const struct problem *p, const struct parameter *by, long double move,
                   long double y[stick_slip_states], struct stick_slip_run *run)
{
    struct stick_slip s = p->numbers;

    memcpy(y, p->y, sizeof p->y);
    if (by->start < 0)
        *(long double *)(void *)((char *)&s + by->at) += move;
    else
        y[by->start] += move;
    assert_int_equal(stick_slip_go(&s, p->end, y, run), 0);
}

/* Differences of order 4, over 1e-4 of the parameter. */
static int differences(const struct problem *p, const struct parameter *by,
                       long double want[stick_slip_states])
{
    const long double x =
        by->start < 0 ? *(const long double *)(const void *)((const char *)&p->numbers + by->at)
                      : p->y[by->start];
    const long double d = 1e-5L * (x != 0 ? fabsl(x) : 1);
    static struct stick_slip_run run;
    long double y[4][stick_slip_states];
    int count = 0;

    for (int k = 0; k < 4; ++k) {
        end_of(p, by, (k < 2 ? k - 2 : k - 1) * d, y[k], &run);
        assert_true(k == 0 || run.count == count);
        count = run.count;
    }
    for (int i = 0; i < stick_slip_states; ++i)
        want[i] = (8 * (y[2][i] - y[1][i]) - (y[3][i] - y[0][i])) / (12 * d);
    return count;
}

static void set(struct contensou_simulation *s, const char *name, const char *value)
{
    struct contensou_error err;

    if (contensou_simulation_set(s, name, value, &err))
        fail_msg("%s", err.message);
}

static void check(const struct problem *p, const char *const *states, int dim)
{
    struct contensou_simulation *s = NULL;
    struct contensou_trajectories *r = NULL;
    struct contensou_error err;
    char by[256] = "";

    assert_int_equal(contensou_simulation_create(&s, &err), CONTENSOU_OK);
    set(s, "system", p->system);
    set(s, "law", p->law);
    set(s, "set", p->set);
    set(s, "init", p->init);
    set(s, "time", p->time);
    set(s, "stepper", "event");
    set(s, "rtol", "1e-12");
    set(s, "atol", "1e-13");
    set(s, "observe", "gradient");
    for (size_t k = 0; k < p->count; ++k)
        strcat(strcat(by, k ? "," : ""), p->by[k].name);
    set(s, "by", by);
    if (contensou_simulation_run(s, &r, &err))
        fail_msg("%s", err.message);
    for (size_t k = 0; k < p->count; ++k) {
        long double want[stick_slip_states];
        const int count = differences(p, &p->by[k], want);

        long double most = 0;

        assert_true(count >= 100);
        for (int i = 0; i < dim; ++i)
            most = fmaxl(most, fabsl(want[i]));
        for (int i = 0; i < dim; ++i) {
            char column[64];
            const char *const names[] = {column};
            double got;

            snprintf(column, sizeof column, "gradient.%s.%s", states[i], p->by[k].name);
            if (contensou_trajectories_read(r, NULL, names, 1, &got, &err))
                fail_msg("%s", err.message);
            print_message("%s: %.12g, off by %.1Le; %d switches\n", column, got,
                          fabsl((long double)got - want[i]), count);
            if (!(fabsl((long double)got - want[i]) <= 1e-8L * most))
                fail_msg("%s is %.15g, not %.15Lg", column, got, want[i]);
        }
    }
    contensou_trajectories_free(r);
    contensou_simulation_free(s);
}

static void a_hundred_switches_of_the_disk(void **state)
{
    static const struct parameter by[] = {
        {"v_b", FIELD(4)}, {"mu_bar", FIELD(5)}, {"law.eta", LAW(eta)}};
    static const struct problem p = {
        .numbers = {.field = {90, .85L, 1e-4L, 0, .3L, 5}, .b = 1, .m = 2, .eta = 4.98L},
        .y = {.1L, 0, .2L},
        .end = 3500,
        .system = "disk_belt",
        .law = "I00",
        .set = "v_b=0.3,law.b=1,law.m=2,law.eta=4.98",
        .init = "x=0.1,xdot=0.2",
        .time = "3500",
        .by = by,
        .count = sizeof by / sizeof *by};

    (void)state;
    check(&p, (const char *const[]){"x", "phi", "xdot", "phidot"}, 4);
}

static void a_hundred_switches_of_the_pendulum(void **state)
{
    static const struct parameter by[] = {
        {"mu", FIELD(12)}, {"law.eta", LAW(eta)}, {"law.m", LAW(m)}, {"init.phi", 0, 2}};
    static const struct problem p = {
        .numbers = {.pendulum = 1,
                    .field = {1.2L, .01L, .1L, 1000, 1000, 5, 5, .02L, 0, 0, .1L, 25, .4L, 1,
                              9.81L},
                    .b = .452L,
                    .m = .765L,
                    .eta = 1.3L},
        .y = {0, 0, .3L},
        .end = 52,
        .system = "pendulum",
        .law = "I11",
        .set = "c_X=5,c_Y=5,c_phi=0.02,R=0.1,mu=0.4,omega_0=1,law.b=0.452,law.m=0.765,law.eta=1.3",
        .init = "phi=0.3",
        .time = "52",
        .by = by,
        .count = sizeof by / sizeof *by};

    (void)state;
    check(&p, (const char *const[]){"X_A", "Y_A", "phi", "Xdot", "Ydot", "phidot"}, 6);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hundred_switches_of_the_disk),
        cmocka_unit_test(a_hundred_switches_of_the_pendulum),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
