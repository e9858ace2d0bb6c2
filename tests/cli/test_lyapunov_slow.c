/* test_lyapunov_slow.c: error bars of Lyapunov exponents against the scatter over many starts. SPDX-License-Identifier: MIT */
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

enum { starts = 400 };

/* Of each exponent: one standard deviation covers the mean of all starts in 60 to 76 of 100, 68 being right (a standard deviation of
 * 400 starts is 2.3), and the bars are as large as the scatter within a quarter. The columns are lyapunov.1, its error, .. from
 * number `first` on. */
static void check(const char *command, int first, int exponents)
{
    struct run_result r = run_program("sweep %s -o l.csv --quiet", command);
    static double value[starts], error[starts];

    if (r.code)
        fail_msg("%s: %s", command, r.err);
    run_free(&r);
    for (int k = 0; k < exponents; ++k) {
        struct contensou__text text = {0};
        const char *at;
        double mean = 0, scatter = 0, bar = 0;
        int within = 0;

        assert_int_equal(contensou__text_read_file(&text, "l.csv", NULL), CONTENSOU_OK);
        at = text.data;
        for (int i = 0; i < starts; ++i) {
            at = strchr(at, '\n') + 1;
            for (int n = 0; n < first + 2 * k; ++n)
                at = strchr(at, ',') + 1;
            value[i] = strtod(at, NULL);
            at = strchr(at, ',') + 1;
            error[i] = strtod(at, NULL);
            mean += value[i] / starts;
        }
        contensou__text_free(&text);
        for (int i = 0; i < starts; ++i) {
            within += fabs(value[i] - mean) <= error[i];
            scatter += pow(value[i] - mean, 2) / (starts - 1);
            bar += pow(error[i], 2) / starts;
        }
        print_message("%s: exponent %d is %.5f, scatter %.5f, bars %.5f, %.1f %% covered\n",
                      command, k + 1, mean, sqrt(scatter), sqrt(bar), 100.0 * within / starts);
        assert_true(within >= 0.6 * starts && within <= 0.76 * starts);
        assert_true(fabs(sqrt(scatter / bar) - 1) < 0.25);
    }
}

static void bars_of_a_chaotic_pendulum_are_its_scatter(void **state)
{
    (void)state;
    check("pendulum --law I11 --set law.b=0.452,law.m=0.765,omega_0=63.5,mu=1.05 --random 2,400 "
          "--vary init.phi=0:1 --vary init.phidot=-5:5 --time 400 --observe lyapunov --exponents 2",
          7, 2);
}

static void bars_of_lorenz_are_its_scatter(void **state)
{
    (void)state;
    check("lorenz --random 1,400 --vary init.x=-10:10 --vary init.y=-10:10 --init z=20 --time 400 "
          "--observe lyapunov",
          7, 3);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bars_of_a_chaotic_pendulum_are_its_scatter, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(bars_of_lorenz_are_its_scatter, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
