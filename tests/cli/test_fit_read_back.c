/* test_fit_read_back.c: what 'contensou fit' writes, whatever was free, is read by the commands that take it: one rule says
 * what pressure is admissible. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

/* Rows of a contact that stands on one of three feet nearly alone: every tilt ends at its border. */
static int make_rows(void **state)
{
    FILE *file;

    if (run_enter_folder(state))
        return -1;
    run_write_file("feet.csv",
                   "x,y,area,pressure\n0.8,0.1,1,0.9\n-0.4,0.7,1,0.05\n-0.4,-0.7,1,0.05\n");
    run_write_file("hex.csv", "x,y\n1,0\n0.5,0.9\n-0.5,0.9\n-1,0\n-0.5,-0.9\n0.5,-0.9\n");
    file = fopen("slips.csv", "w");
    if (!file)
        return -1;
    fprintf(file, "vx,vy,omega\n");
    for (int i = 0; i < 40; ++i)
        fprintf(file, "%.6f,%.6f,%.6f\n", cos(2.4 * i), sin(2.4 * i), 1.5 * sin(1.7 * i));
    fclose(file);
    run_finish("eval --shape cells:feet.csv --points slips.csv -o rows.csv");
    return 0;
}

static const char *const measured[] = {
    "--shape polygon:hex.csv --model exact --free mu,a,center,tilt",
    "--shape polygon:hex.csv --center 0.2,-0.1 --model exact --free mu,tilt",
    "--shape polygon:hex.csv --model exact --free mu,pressure --map 3",
    "--shape polygon:hex.csv --model exact --free mu,center,anisotropy",
    "--shape rectangle:1,0.5 --model exact --free mu,tilt",
    "--shape disk --model exact --free mu,tilt,q",
    "--shape ellipse:1,0.6 --center 0.1,0.3 --model exact --free tilt,anisotropy",
    "--shape annulus:0.5 --model exact --free mu,a,tilt --normal-force 20 --size 0.1",
    "--shape cells:feet.csv --model exact --free mu,tilt",
    "--shape cells:feet.csv --model exact --free mu,pressure,center --folds 3",
    "--shape cells:feet.csv --model exact",
    "--shape rectangle:1,0.8 --model exact --free auto --map 2 --target wrench --folds 2 "
    "--normalise",
    "--shape disk --model I11 --free mu,a",
    "--shape disk --model pade2 --free mu",
    "--shape disk --pressure hertz --tilt 0.5,0.3 --model ellipsoid --loss huber",
    "--shape polygon:hex.csv --model potential4 --free mu,a",
};

static const char *const computed[] = {
    "--shape disk --pressure hertz --tilt 1,0.3 --model pade1",
    "--shape rectangle:1,0.5 --tilt 0.6,0.4 --model I11",
    "--shape polygon:hex.csv --anisotropy 2,0.3 --model I00",
    "--shape disk --model I22 --norm max",
};

static void read_back(size_t i)
{
    run_finish("limit --model fit.json --load 0.1,0.1,0.01");
    run_finish("eval --model fit.json --theta 0:1:3 --phi 0.2");
    if (i % 4 == 0) /* it has pictures, which take longest */
        run_finish("report fit.json -o page.html --force");
}

static void what_was_measured_is_read_by_limit_eval_and_report(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof measured / sizeof *measured; ++i) {
        run_finish("fit %s --data rows.csv -o fit.json", measured[i]);
        read_back(i);
    }
}

static void what_was_computed_is_read_by_limit_eval_and_report(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof computed / sizeof *computed; ++i) {
        run_finish("fit %s -o fit.json", computed[i]);
        read_back(i);
    }
}

/* The law of a simulation is made of the contact; one of cells is no law of simulations, and it says so. */
static void simulations_read_it_or_say_why_not(void **state)
{
    struct run_result result;

    (void)state;
    run_finish("fit %s --data rows.csv -o fit.json", measured[0]);
    run_finish("run free_disk --law fit.json --init vx=1,omega=1 --time 0:0.1:2 -o out.csv");
    run_finish("fit %s --data rows.csv -o fit.json", measured[2]);
    result = run_program("run free_disk --law fit.json --init vx=1,omega=1 --time 0:0.1:2");
    assert_int_equal(result.code, 2);
    assert_non_null(strstr(result.err, "cells"));
    run_free(&result);
}

/* The word by which a file is known as one of the program stands behind the cells. */
static void its_own_large_file_is_replaced(void **state)
{
    const char *line = "fit --shape polygon:hex.csv --model exact --free mu --map 50 --data "
                       "rows.csv -o fit.json";
    struct stat about;

    (void)state;
    run_finish("%s", line);
    assert_int_equal(stat("fit.json", &about), 0);
    assert_true(about.st_size > 100000);
    run_finish("%s", line);
    read_back(0);
}

/* Friction on the body instead of the load: mu would be below 0, which no command takes. */
static void loads_with_the_wrong_sign_are_refused(void **state)
{
    char row[512];
    FILE *from = fopen("rows.csv", "r"), *to = fopen("back.csv", "w");
    double v[6];

    (void)state;
    assert_non_null(from);
    assert_non_null(to);
    assert_non_null(fgets(row, sizeof row, from));
    fputs(row, to);
    while (fscanf(from, "%lf,%lf,%lf,%lf,%lf,%lf", v, v + 1, v + 2, v + 3, v + 4, v + 5) == 6)
        fprintf(to, "%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", v[0], v[1], v[2], -v[3], -v[4], -v[5]);
    fclose(from);
    fclose(to);
    run_refuse("fit --shape polygon:hex.csv --model exact --free mu,tilt --data back.csv -o f.json",
               "mu would be -", "turn their signs");
}

/* Slips of rows.csv turned by `angle` about the normal, which no load of the feet explains, to turned.csv; the load of row `at`, and
 * the direction in which it slips. */
static double turn_rows(double angle, int at, double load[3])
{
    FILE *from = fopen("rows.csv", "r"), *to = fopen("turned.csv", "w");
    double v[6], direction = 0;
    char line[300];

    assert_non_null(from);
    assert_non_null(to);
    fprintf(to, "vx,vy,omega,Tx,Ty,M\n");
    for (int i = -1; fgets(line, sizeof line, from); ++i) {
        if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf", v, v + 1, v + 2, v + 3, v + 4, v + 5) != 6)
            continue;
        fprintf(to, "%.12g,%.12g,%.12g,%.12g,%.12g,%.12g\n", cos(angle) * v[0] - sin(angle) * v[1],
                sin(angle) * v[0] + cos(angle) * v[1], v[2], v[3], v[4], v[5]);
        if (i == at) {
            memcpy(load, v + 3, 3 * sizeof *load);
            direction = atan2(v[1], v[0]) + angle;
        }
    }
    fclose(from);
    fclose(to);
    return direction;
}

/* The direction of the first slip under a load. */
static double slip_of(const char *file, const double load[3])
{
    struct run_result r = run_well("limit --model %s --load %.12g,%.12g,%.12g --quiet", file,
                                   load[0], load[1], load[2]);
    const char *row = strstr(r.out, "Tx,Ty,M"); /* behind a line of units */
    double phi;

    assert_non_null(row);
    assert_int_equal(sscanf(strchr(row, '\n') + 1, "%*f,%*f,%*f,%*f,%*f,%lf", &phi), 1);
    run_free(&r);
    return phi;
}

/* Slips that are turned by 0.2 from where the law has them: a residual finds most of that, and rows held out are the better for it. What
 * gives wrenches refuses its file. */
static void a_residual_corrects_slips_and_nothing_else(void **state)
{
    double load[3];
    const double direction = turn_rows(0.2, 17, load);

    (void)state;
    run_finish("fit --shape cells:feet.csv --model exact --free mu --target slip --data turned.csv "
               "-o law.json");
    run_finish("fit --shape cells:feet.csv --model exact --free mu --target slip --data turned.csv "
               "--residual gp "
               "-o gp.json");
    assert_true(fabs(remainder(slip_of("law.json", load) - direction, 6.283185307179586)) > 0.15);
    assert_true(fabs(remainder(slip_of("gp.json", load) - direction, 6.283185307179586)) < 0.05);
    run_refuse("eval --model gp.json --theta 0 --phi 0", "gp.json has a residual", "--residual");
    run_refuse("limit --model gp.json --surface 4", "residual of gp.json", "--load");
    run_refuse("run free_disk --law gp.json --time 1", "gp.json has a residual", "--residual");
    run_refuse("fit --shape cells:feet.csv --model exact --data turned.csv --residual sum", "'sum'",
               "gp");
    run_refuse("fit --shape disk --model I11 --data turned.csv --residual gp", "--residual",
               "--model exact");
    /* without anything left a residual is left out, and the file is like others */
    run_finish("fit --shape cells:feet.csv --model exact --free mu --data rows.csv --residual gp "
               "-o exact.json");
    run_finish("eval --model exact.json --theta 0 --phi 0");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_measured_is_read_by_limit_eval_and_report, make_rows, run_leave_folder),
        cmocka_unit_test_setup_teardown(what_was_computed_is_read_by_limit_eval_and_report, make_rows, run_leave_folder),
        cmocka_unit_test_setup_teardown(simulations_read_it_or_say_why_not, make_rows, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_residual_corrects_slips_and_nothing_else, make_rows, run_leave_folder),
        cmocka_unit_test_setup_teardown(its_own_large_file_is_replaced, make_rows, run_leave_folder),
        cmocka_unit_test_setup_teardown(loads_with_the_wrong_sign_are_refused, make_rows, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
