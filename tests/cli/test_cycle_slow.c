/* test_cycle_slow.c: contensou cycle on the disk that sticks and slips, against the event-driven check values.
 * SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Of the one row: point, period, 4 states, 8 extremes, stable, unstable, sticks, three multipliers. */
static void find(const char *eta, const char *transient, double *number)
{
    struct run_result r = run_program("cycle disk_belt --law I00 --stepper event --set "
                                      "law.m=2,law.b=1,law.eta=%s --transient %s -o -",
                                      eta, transient);
    const char *at = strstr(r.out, ",regular");

    if (r.code || !at)
        fail_msg("eta = %s: %s", eta, r.err);
    for (int i = 0; i < 22 && (at = strchr(at + 1, ',')); ++i)
        number[i] = strtod(at + 1, NULL);
    run_free(&r);
}

static void the_disk_has_its_cycles(void **state)
{
    double number[22] = {0};

    (void)state;
    find("4.98", "700", number);
    assert_true(fabs(number[0] - 131.1307113037929) < 1e-8);
    assert_true(fabs(number[5] + 4.594523124765) < 5e-5 &&
                fabs(number[6] - 16.168120540245) < 1e-7);
    assert_true(number[13] == 1 && number[15] == 1);
    assert_true(fabs(number[16] - 0.8053576) < 2e-7); /* two neighbours, docs/lyapunov.md */
    assert_true(number[18] == 0 && number[19] == 0 && number[20] == 0 && number[21] == 0);
    find("2.7", "20000", number);
    assert_true(fabs(number[0] - 901.2012876) < 6e-8);
    assert_true(number[15] == 11);
}

/* The pendulum's cycle: Lyapunov exponents are the logarithms of the multipliers over the period, the first is zero, and the
 * sum is the mean divergence, all by two different programs. */
static void exponents_are_those_of_the_multipliers(void **state)
{
    static const char model[] =
        "pendulum --law I11 --set law.b=0.452,law.m=0.765 --init phi=0.5 --vary omega_0=40";
    struct run_result r = run_program("cycle %s --transient 40 --quiet -o -", model);
    const char *at = strstr(r.out, ",regular");
    double cycle[33] = {0}, rate[6] = {0}, value[6], error[6], sum = 0, all = 0;

    (void)state;
    if (r.code || !at)
        fail_msg("%s", r.err);
    for (int i = 0; i < 33 && (at = strchr(at + 1, ',')); ++i)
        cycle[i] = strtod(at + 1, NULL);
    run_free(&r);
    /* omega_0, period, 6 states, 12 extremes, stable, unstable, sticks, 5 multipliers */
    for (int i = 0; i < 5; ++i)
        rate[i + 1] = log(hypot(cycle[23 + 2 * i], cycle[24 + 2 * i])) / cycle[1];
    for (int i = 2; i < 6; ++i) /* by falling size */
        for (int j = i; j > 1 && rate[j] > rate[j - 1]; --j) {
            const double keep = rate[j];

            rate[j] = rate[j - 1];
            rate[j - 1] = keep;
        }
    r = run_program("sweep %s --time 60 --transient 30 --observe lyapunov --quiet", model);
    at = strchr(r.out, '\n');
    if (r.code || !at)
        fail_msg("%s", r.err);
    for (int i = 0; i < 6; ++i)
        at = strchr(at + 1, ','); /* lane, omega_0, outcome, steps, rejections, t */
    for (int i = 0; i < 6; ++i) {
        value[i] = strtod(at + 1, NULL);
        at = strchr(at + 1, ',');
        error[i] = strtod(at + 1, NULL);
        at = strchr(at + 1, ',');
        print_message("%.5f(%.5f), multiplier: %.5f\n", value[i], error[i], rate[i]);
        assert_true(fabs(value[i] - rate[i]) < 3 * error[i]);
        sum += value[i];
        all += rate[i];
    }
    assert_true(fabs(value[0]) < 0.01);
    assert_true(fabs(sum / all - 1) < 2e-3);
    run_free(&r);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_disk_has_its_cycles, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(exponents_are_those_of_the_multipliers, run_enter_folder,
                                        run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
