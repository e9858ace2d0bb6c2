/* test_fit_vary.c: contensou fit --vary, asked from the real program. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <hdf5.h>

#include <cmocka.h>

static void header_is(const char *csv, const char *header)
{
    const size_t size = strcspn(csv, "\n");

    if (size != strlen(header) || strncmp(csv, header, size) != 0)
        fail_msg("the header is %.*s, expected %s", (int)size, csv, header);
}

/* Row (from 0) and column (from 0) of a CSV; NaN for an empty field. */
static double cell(const char *csv, size_t row, size_t column)
{
    const char *at = csv;
    char *end;
    double value;

    for (size_t i = 0; i <= row; i++) {
        at = strchr(at, '\n');
        if (!at || !*++at)
            fail_msg("no row %zu in: %s", row, csv);
    }
    for (size_t i = 0; i < column; i++) {
        at += strcspn(at, ",\n");
        if (*at++ != ',')
            fail_msg("no column %zu in: %s", column, csv);
    }
    value = strtod(at, &end);
    return end == at ? NAN : value;
}

static size_t rows(const char *csv)
{
    size_t count = 0;

    for (; *csv; csv++)
        count += *csv == '\n';
    return count - 1;
}

static void near(double got, double expected, double bound)
{
    if (!(fabs(got - expected) <= bound))
        fail_msg("%.15g, expected %.15g to %g", got, expected, bound);
}

/* The number behind the first "key": of the JSON of one fit. */
static double single(const char *line, const char *key)
{
    struct run_result r = run_well("fit %s", line);
    char quoted[64];
    const char *at;
    double value;

    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    at = strstr(r.out, quoted);
    if (!at)
        fail_msg("no %s in: %s", key, r.out);
    value = strtod(at + strlen(quoted), NULL);
    run_free(&r);
    return value;
}

/* The uniform disk is power:0, the Hertz disk power:0.5: check-values/fits.json. */
static void a_scan_finds_the_known_coefficients(void **state)
{
    struct run_result r =
        run_well("fit --shape disk --pressure power:3 --model I00 --vary pressure.q=0:1:3");

    (void)state;
    header_is(r.out, "pressure.q,b,m,rms,rms_T,rms_M,max_T,max_M,passive");
    assert_int_equal(rows(r.out), 3);
    near(cell(r.out, 0, 0), 0, 0);
    near(cell(r.out, 1, 0), 0.5, 0);
    near(cell(r.out, 0, 1), 0.67348703978, 1e-6);
    near(cell(r.out, 0, 2), 1.74426843567, 1e-6);
    near(cell(r.out, 0, 3), 0.05381922061085829, 1e-9);
    near(cell(r.out, 1, 1), 0.59771455972, 1e-6);
    near(cell(r.out, 1, 2), 1.77781576738, 1e-6);
    near(cell(r.out, 1, 8), 1, 0);
    assert_non_null(strstr(r.err, "I00 for 3 contacts like disk"));
    run_free(&r);
}

static void a_scan_agrees_with_a_single_fit(void **state)
{
    struct run_result r =
        run_well("fit --shape annulus:0.5 --model I11 --vary shape.q=0.2,0.7 --quiet");

    (void)state;
    assert_non_null(strstr(r.err, "I11 for 2 contacts like annulus:0.5, uniform; rms error"));
    near(cell(r.out, 0, 0), 0.2, 0);
    near(cell(r.out, 1, 1), single("--shape annulus:0.7 --model I11 --quiet", "b"), 1e-6);
    near(cell(r.out, 1, 2), single("--shape annulus:0.7 --model I11 --quiet", "m"), 1e-6);
    run_free(&r);
}

/* The last option is the fastest; a value of the template that is not varied stays. */
static void several_numbers_make_a_grid(void **state)
{
    static const double a[6] = {1, 1, 1, 2, 2, 2}, k[6] = {0, 0.1, 0.2, 0, 0.1, 0.2};
    struct run_result r = run_well("fit --shape rectangle:7,1 --model I11 --nodes 21,8 "
                                   "--vary shape.a=1:2:2 --vary tilt.k=0:0.2:3 --quiet");
    struct run_result s =
        run_well("fit --shape rectangle:2,9 --model I11 --nodes 21,8 --tilt 0.2,0 "
                 "--vary shape.b=1 --vary center.x=0 --quiet");

    (void)state;
    header_is(r.out, "shape.a,tilt.k,b,m,rms,rms_T,rms_M,max_T,max_M,passive");
    assert_int_equal(rows(r.out), 6);
    for (size_t i = 0; i < 6; i++) {
        near(cell(r.out, i, 0), a[i], 1e-15);
        near(cell(r.out, i, 1), k[i], 1e-15);
    }
    assert_int_equal(rows(s.out), 1); /* the last of the grid, said otherwise */
    for (size_t c = 2; c < 9; c++)
        near(cell(s.out, 0, c), cell(r.out, 5, c), 1e-6);
    run_free(&r);
    run_free(&s);
}

/* Coefficients of pade1 follow from the contact: columns where they change. M0 = <r> of an annulus
 * is 2/3 (1 - q^3)/(1 - q^2). */
static void parameters_that_are_not_fitted_appear_where_they_change(void **state)
{
    struct run_result r = run_well("fit --shape annulus:0.5 --model pade1 --vary shape.q=0.2:0.6:3 "
                                   "--quiet");
    struct run_result fixed = run_well(
        "fit --shape annulus:0.5 --model I11 --fix m=0.8 --vary shape.q=0.2:0.6:3 --quiet");

    (void)state;
    header_is(r.out, "shape.q,m,a,b,M0,F_r,M_ur,rms,rms_T,rms_M,max_T,max_M,passive,monotone");
    for (size_t i = 0; i < 3; i++) {
        const double q = cell(r.out, i, 0);

        near(cell(r.out, i, 4), 2.0 / 3 * (1 - q * q * q) / (1 - q * q), 1e-12);
    }
    header_is(fixed.out, "shape.q,b,rms,rms_T,rms_M,max_T,max_M,passive");
    run_free(&r);
    run_free(&fixed);
}

/* A circular contact among others has parameters of its own; the others leave them empty. */
static void a_parameter_that_a_contact_lacks_is_empty(void **state)
{
    struct run_result r =
        run_well("fit --shape ellipse:1,1 --model potential4 --nodes 21,8 --starts 1 "
                 "--vary shape.b=1,0.8 --quiet");
    const char *at = strstr(r.out, "c1");

    (void)state;
    assert_non_null(at);
    assert_non_null(strstr(r.out, ",k10,"));
    header_is(r.out, "shape.b,c1,spin,k10,k11,k12,k13,k20,k21,k22,k30,k31,rms,rms_T,rms_M,max_T,"
                     "max_M,passive,monotone");
    assert_true(cell(r.out, 0, 1) > 0 && isnan(cell(r.out, 0, 3)));
    assert_true(isnan(cell(r.out, 1, 1)) && !isnan(cell(r.out, 1, 3)));
    run_free(&r);
}

static void files_hold_the_same_table(void **state)
{
    struct run_result r = run_well("fit --shape annulus:0.5 --model I11 --vary shape.q=0.2:0.6:3 "
                                   "-o scan.h5 --quiet");
    double b[3] = {0};
    hid_t file, set;

    (void)state;
    assert_string_equal(r.out, "");
    run_free(&r);
    file = H5Fopen("scan.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    assert_true(H5Aexists(file, "model") > 0 && H5Aexists(file, "vary") > 0);
    assert_true(H5Aexists(file, "command_line") > 0 && H5Aexists(file, "device") > 0);
    assert_true(H5Lexists(file, "shape.q", H5P_DEFAULT) > 0);
    set = H5Dopen2(file, "b", H5P_DEFAULT);
    assert_true(set >= 0);
    assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, b) >= 0);
    H5Dclose(set);
    H5Fclose(file);
    r = run_well("fit --shape annulus:0.5 --model I11 --vary shape.q=0.2:0.6:3 --quiet");
    for (size_t i = 0; i < 3; i++)
        near(b[i], cell(r.out, i, 1), 1e-12);
    run_free(&r);
    r = run_well("fit --shape annulus:0.5 --model I11 --vary shape.q=0.2:0.6:3 -o scan.csv --plot "
                 "scan.svg --quiet");
    assert_int_equal(run_count_files(), 3);
    assert_string_equal(r.out, "");
    run_free(&r);
    r = run_well(
        "fit --shape annulus:0.5 --model I11 --vary shape.q=0.2:0.6:3 --plot only.png --quiet");
    assert_string_equal(r.out, "");
    assert_int_equal(run_count_files(), 4);
    run_free(&r);
}

/* Contacts of cells have no exact method; they are fitted one by one. */
static void contacts_of_cells_are_scanned_too(void **state)
{
    struct run_result r;

    (void)state;
    run_write_file("c.csv", "x,y,area,pressure\n0,0,1,1\n1,0,1,1\n0,1,1,2\n1,1,1,1\n");
    r = run_well(
        "fit --shape cells:c.csv --model I11 --center 0.3,0.3 --vary center.x=0.3,0.4 --quiet");
    header_is(r.out, "center.x,b,m,rms,rms_T,rms_M,max_T,max_M,passive,monotone");
    near(cell(r.out, 0, 1), single("--shape cells:c.csv --model I11 --center 0.3,0.3 --quiet", "b"),
         1e-12);
    run_free(&r);
    run_refuse("fit --shape cells:c.csv --model I11 --vary center.x=0.3,0",
               "center.x=0:", "a cell lies on");
}

static void a_name_must_be_one_of_the_contact(void **state)
{
    (void)state;
    run_refuse("fit --shape annulus:0.5 --model I11 --vary shap.q=0.1:0.9:3", "'shap.q'",
               "did you mean 'shape.q'?");
    run_refuse("fit --shape annulus:0.5 --model I11 --vary shape.a=0.1:0.9:3", "'annulus'",
               "available: shape.q, tilt.k");
    run_refuse("fit --shape ellipse:1,2 --model I11 --vary shape.q=1:2:3", "'shape.q'",
               "available: shape.a, shape.b, tilt.k");
    run_refuse("fit --shape disk --model I11 --vary pressure.q=0:1:3", "pressure.q", "power:0.5");
    run_refuse("fit --shape annulus:0.5 --model I11 --vary pressure.q=0:1:3", "'pressure.q'",
               "available: shape.q");
    run_refuse("fit --shape disk --model I11 --vary tilt.bet=0:1:3", "'tilt.bet'",
               "did you mean 'tilt.beta'?");
    run_refuse("fit --shape disk --model I11 --vary tilt.k", "'tilt.k'", "name=lo:hi:n");
    run_refuse("fit --shape disk --model I11 --vary =1:2:3", "'=1:2:3'", "name=lo:hi:n");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=", "'tilt.k='", "name=lo:hi:n");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:1:3 --vary tilt.k=0", "tilt.k",
               "twice");
    run_refuse("fit --shape disk --vary tilt.k=0:1:3", "--model", "I11");
    run_refuse("fit --shape disk --model I12 --vary tilt.k=0:1:3", "I12", "even");
    run_refuse("fit --shape disk --model ellipsiod --vary tilt.k=0:1:3", "'ellipsiod'",
               "'ellipsoid'");
}

static void a_value_that_is_not_possible_is_named(void **state)
{
    (void)state;
    run_refuse("fit --shape annulus:0.5 --model I11 --vary shape.q=0.5:1.5:3 -o out.csv",
               "shape.q=1:", "annulus:1 is not possible");
    run_refuse("fit --shape annulus:0.5 --model I11 --vary shape.q=0:0.5:3",
               "shape.q=0:", "between 0 and 0.999");
    run_refuse("fit --shape annulus:1.5 --model I11 --vary shape.q=0.1:0.5:3", "annulus:1.5",
               "between 0 and 0.999");
    run_refuse("fit --shape ellipse:1,1 --model I11 --vary shape.b=-1:1:3", "shape.b=-1",
               "positive");
    run_refuse("fit --shape disk --pressure power:1 --model I11 --vary pressure.q=1,21",
               "pressure.q=21", "outside -0.9 to 20");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:2:3", "tilt.k=2", "negative");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:1:0", "--vary tilt.k", "0");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:x:3", "--vary tilt.k", "x");
    run_refuse("fit --shape disk --model I11 --vary center.x=0:inf:3", "--vary center.x", "inf");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:1:1e9", "tilt.k", "100000");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:1:1000 --vary center.x=0:1:1000",
               "1000000", "100000");
    run_refuse("fit --shape disk --model pade1 --vary center.x=0:0.1:2", "center.x=0.1: pade1",
               "circular");
    run_refuse("fit --shape disk --model I22 --vary center.x=0:0.1:2", "center.x=0.1: I22",
               "I00 or I11");
    run_refuse("fit --shape disk --model I11 --bounds m=0.1:0.2 --vary tilt.k=0:1:3",
               "0.1 to 0.2 of m", "above 0.333333");
}

static void what_does_not_go_with_a_scan_is_refused(void **state)
{
    (void)state;
    run_write_file("d.csv", "vx,vy,omega,M\n1,0,1,0.2\n1,0,2,0.3\n1,0,3,0.4\n");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:1:3 --data d.csv", "--vary", "--data");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:1:3 --export c", "--vary", "--export");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:1:3 --engine mujoco", "--vary",
               "--engine");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:1:3 --starts 3", "--starts", "--vary");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:1:3 -o out.json", "out.json", ".csv");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:1:3 -o no/out.csv", "no/out.csv", "");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:1:3 --vary center.x=0,1 --plot p.png",
               "--plot", "one number");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0 --plot p.png", "--plot", "two");
    run_refuse("fit --shape disk --model I11 --vary tilt.k=0:1:3 --plot p.bmp", "p.bmp", ".png");
    run_refuse("fit --shape disk --shape disk --model I11", "--shape", "twice");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_scan_finds_the_known_coefficients, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_scan_agrees_with_a_single_fit, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(several_numbers_make_a_grid, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(parameters_that_are_not_fitted_appear_where_they_change, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_parameter_that_a_contact_lacks_is_empty, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(files_hold_the_same_table, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(contacts_of_cells_are_scanned_too, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_name_must_be_one_of_the_contact, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_value_that_is_not_possible_is_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(what_does_not_go_with_a_scan_is_refused, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
