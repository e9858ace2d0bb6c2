/* test_limit_command.c: contensou limit, asked from the real program: numbers, files, the surface, and
 * what it refuses. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <hdf5.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void refuse_points(const char *text, const char *culprit, const char *remedy)
{
    run_write_file("p.csv", text);
    run_refuse("limit --shape disk --points p.csv -o out.csv", culprit, remedy);
}

/* The program's output is the header and then exactly these fields, "" for an empty one, numbers to
 * the tolerance. */
static void expect_row(const char *line, const char *header, const char *const *field, size_t count,
                       double tolerance)
{
    struct run_result result = run_program("limit %s", line);
    char *at;

    if (result.code)
        fail_msg("limit %s: %s", line, result.err);
    assert_null(strstr(result.err, "warning"));
    assert_int_equal(strncmp(result.out, header, strlen(header)), 0);
    at = result.out + strlen(header);
    for (size_t i = 0; i < count; i++) {
        const size_t length = strcspn(at, ",\n");
        char *end;
        const double found = strtod(at, &end), expected = strtod(field[i], NULL);

        if (*field[i] ? end != at + length || !(fabs(found - expected) <= tolerance) : length != 0)
            fail_msg("limit %s: field %zu is '%.*s', not '%s'", line, i, (int)length, at, field[i]);
        at += length + 1;
    }
    assert_string_equal(at, "");
    run_free(&result);
}

/* The rows of limit.csv have the friction in stick as Tx,Ty,M; a load is minus that. */
static void one_load_is_one_row(void **state)
{
    static const char header[] = "Tx,Ty,M,xi,theta,phi,load_x,load_y,load_M\n";
    static const char *const first[] = {
        "0.5",  "0", "0.1", "0.536409001380629337", "-0.617649948882576708", "3.14159265358979324",
        "-0.5", "0", "-0.1"};
    static const char *const second[] = {
        "-0.5", "0", "-0.1", "0.536409001380629337", "0.617649948882576708", "0",
        "0.5",  "0", "0.1"};
    static const char *const moment[] = {"0", "0", "-0.5", "0.75", "1.57079632679489662",
                                         "",  "0", "0",    "0.5"};
    static const char *const zero[] = {"0", "0", "0", "0", "", "", "0", "0", "0"};
    static const char *const force[] = {"-1e200", "0", "0", "1e200", "0", "0", "1e200", "0", "0"};

    (void)state;
    expect_row("--shape disk --load -0.5,0,-0.1", header, first, 9, 1e-10);
    expect_row("--shape disk --load 0.5,0,0.1 --pack 2", header, second, 9, 1e-10);
    expect_row("--shape disk --load -0.5,0,-0.1 --precision single", header, first, 9, 1e-5);
    expect_row("--shape disk --load 0,0,0.5", header, moment, 9, 1e-10);
    expect_row("--shape disk --load 0,0,0", header, zero, 9, 0);
    expect_row("--shape disk --load 1e200,0,0", header, force, 9, 1e188);
}

/* A force through the centre of symmetry starts a translation along it, a torque a spin of its sign;
 * xi of a force is its size for every contact. Files of loads, files of friction and --load agree. */
static void a_slip_points_along_its_load(void **state)
{
    static const char header[] = "Tx,Ty,M,xi,theta,phi,load_x,load_y,load_M\n";
    static const char held_header[] = "Tx,Ty,M,xi,theta,phi\n";
    static const char *const right[] = {"-0.9", "0", "0", "0.9", "0", "0", "0.9", "0", "0"};
    static const char *const up[] = {"0", "-0.9", "0", "0.9", "0", "1.57079632679489662",
                                     "0", "0.9",  "0"};

    (void)state;
    expect_row("--shape disk --load 0.9,0,0", header, right, 9, 1e-14);
    expect_row("--shape disk --pressure hertz --load 0.9,0,0", header, right, 9, 1e-14);
    expect_row("--shape rectangle:1,0.5 --load 0,0.9,0", header, up, 9, 1e-14);
    run_write_file("loads.csv", "load_M,load_x,load_y\n0,0,0.9\n");
    expect_row("--shape disk --points loads.csv", header, up, 9, 1e-14);
    run_write_file("held.csv", "Tx,Ty,M\n0,-0.9,0\n");
    expect_row("--shape disk --points held.csv", held_header, up, 6, 1e-14);
}

/* Friction twice as large along x and half as large along y, B = diag(2, 1/2): a disk without spin has
 * xi = |B^-1 l| and slips along B^-2 l. */
static void anisotropy_turns_the_slip(void **state)
{
    static const char header[] = "Tx,Ty,M,xi,theta,phi,load_x,load_y,load_M\n";
    static const char *const along[] = {"-0.9", "0", "0", "0.45", "0", "0", "0.9", "0", "0"};
    static const char *const both[] = {
        "-0.5", "-0.5", "0", "1.0307764064044151", "0", "1.5083775167989393", "0.5", "0.5", "0"};

    (void)state;
    expect_row("--shape disk --anisotropy 4,0 --load 0.9,0,0", header, along, 9, 1e-14);
    expect_row("--shape disk --anisotropy 4,0 --load 0.5,0.5,0", header, both, 9, 1e-12);
    expect_row("--shape disk --anisotropy 0.25,90deg --load 0.5,0.5,0", header, both, 9, 1e-12);
    run_write_file("feet.csv", "x,y,area,pressure\n1,0,1,1\n-1,0,1,1\n0,1,1,1\n0,-1,1,1\n");
    expect_row("--shape cells:feet.csv --anisotropy 4,0 --load 0.5,0.5,0", header, both, 9, 1e-9);
    run_refuse("limit --shape disk --anisotropy -1,0 --load 1,0,0", "--anisotropy -1,0", "above 0");
    run_refuse("limit --shape annulus:0.5 --anisotropy 2,0 --load 1,0,0", "annulus", "polygon");
    run_refuse("limit --shape disk --anisotropy 200,0 --load 1,0,0", "anisotropy 200",
               "0.05 and 20");
}

/* A disk of 0.1 m under 10 N with mu 0.5: 4.5 N are 0.9 of what it holds; a pure torque of mu N 2/3 R is 1/3 N m. */
static void loads_may_be_in_newtons(void **state)
{
    static const char header[] = "# Tx, Ty in N, M in N m, slips in m/s and rad/s\n"
                                 "Tx,Ty,M,xi,theta,phi,load_x,load_y,load_M,vx,vy,omega\n";
    static const char *const force[] = {"-4.5", "0", "0", "0.9", "0", "0",
                                        "4.5",  "0", "0", "1",   "0", "0"};
    static const char *const torque[] = {"0",
                                         "0",
                                         "-0.33333333333333333",
                                         "1",
                                         "1.5707963267948966",
                                         "",
                                         "0",
                                         "0",
                                         "0.33333333333333333",
                                         "0",
                                         "0",
                                         "10"};

    (void)state;
    expect_row("--shape disk --mu 0.5 --normal-force 10 --size 0.1 --load 4.5,0,0", header, force,
               12, 1e-13);
    run_write_file(
        "loads.csv",
        "# units: mm, mN\nwhat,load_x,load_y,load_M,by\nspin,0,0,333333.33333333333,me\n");
    expect_row("--shape disk --mu 0.5 --normal-force 10 --size 0.1 --points loads.csv", header,
               torque, 12, 1e-9);
}

/* An ellipsoid with mu = 0.5 and a = 2: the load (0.25, 0, 0.1) is (0.5, 0, 0.1) of the law, whose slip has 2 omega:
 * xi as in a_model_has_its_own_surface, tan theta half as large. A fit of cells has their closed form too: two supports
 * at +-2 under a pure torque hold mu 2. */
static void a_fit_is_a_law_with_its_contact(void **state)
{
    static const char header[] =
        "# Tx, Ty in N of normal force, M in N of normal force length, slips in "
        "velocity and velocity/length\n"
        "Tx,Ty,M,xi,theta,phi,load_x,load_y,load_M,vx,vy,omega\n";
    static const char *const ellipsoid[] = {"-0.25",
                                            "0",
                                            "-0.1",
                                            "0.52704627669472988",
                                            "0.23374318086890145",
                                            "0",
                                            "0.25",
                                            "0",
                                            "0.1",
                                            "0.9728062146853669",
                                            "0",
                                            "0.23162052730603974"};
    static const char *const cells[] = {
        "0", "0", "-0.5", "0.5", "1.5707963267948966", "", "0", "0", "0.5", "0", "0", "1"};
    struct run_result r;

    (void)state;
    run_write_file("fit.json", "{\"model\": \"ellipsoid\", \"parameters\": {\"mu_lambda\": 1, "
                               "\"mu_tau\": 0.6, \"c_omega\": 0.7, \"mu\": 0.5, \"a\": 2}, "
                               "\"contact\": {\"shape\": \"disk\"}}");
    expect_row("--quiet --model fit.json --load 0.25,0,0.1", header, ellipsoid, 12, 1e-12);
    expect_row("--quiet --shape disk --model fit.json --load 0.25,0,0.1", header, ellipsoid, 12,
               1e-12);
    run_write_file("cells.json",
                   "{\"model\": \"exact\", \"parameters\": {\"mu\": 0.5, \"a\": 3}, "
                   "\"contact\": {\"anisotropy\": [1, 0]}, \"cells\": [{\"x\": 2, \"y\": 0, "
                   "\"load\": 0.5}, {\"x\": -2, \"y\": 0, \"load\": 0.5}]}");
    expect_row("--quiet --model cells.json --load 0,0,0.5", header, cells, 12, 1e-9);
    run_write_file("slip.csv", "vx,vy,omega\n0,0,3\n");
    r = run_program("eval --model cells.json --points slip.csv");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "\n0,0,3,0,0,1\n"));
    run_free(&r);
    r = run_program("eval --model fit.json --points slip.csv");
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.out, "\n0,0,3,0,0,0.59999999999999998\n"));
    run_free(&r);
}

static void eta_says_inside_or_outside(void **state)
{
    static const char header[] = "Tx,Ty,M,xi,theta,phi,inside,load_x,load_y,load_M\n";
    static const char *const inside[] = {"0", "0", "-0.9", "1.35", "1.5707963267948966",
                                         "",  "1", "0",    "0",    "0.9"};
    static const char *const outside[] = {"0", "0", "-0.9", "1.35", "1.5707963267948966",
                                          "",  "0", "0",    "0",    "0.9"};

    (void)state;
    expect_row("--shape disk --load 0,0,0.9 --eta 1.36", header, inside, 10, 1e-12);
    expect_row("--shape disk --load 0,0,0.9 --eta 1.34", header, outside, 10, 1e-12);
}

/* The ellipsoid in closed form: xi = sqrt(0.5^2 + (0.1/0.6)^2), tan theta = (0.1/(0.6 0.7))/0.5; I11 is exact
 * at pure spin, 0.1/(2/3); I02 has two slips for a pure moment, so that its row is empty. */
static void a_model_has_its_own_surface(void **state)
{
    static const char header[] = "Tx,Ty,M,xi,theta,phi,load_x,load_y,load_M\n";
    static const char *const ellipsoid[] = {
        "-0.5", "0", "-0.1", "0.52704627669472988", "0.44441920990109923", "0", "0.5", "0", "0.1"};
    static const char *const spin[] = {"0", "0", "-0.1", "0.15", "1.57079632679489662",
                                       "",  "0", "0",    "0.1"};
    struct run_result result;

    (void)state;
    expect_row("--quiet --shape disk --model ellipsoid --set mu_lambda=1,mu_tau=0.6,c_omega=0.7 "
               "--load 0.5,0,0.1",
               header, ellipsoid, 9, 1e-13);
    expect_row("--quiet --shape disk --model I11 --set b=0.45,m=0.76 --load 0,0,0.1", header, spin,
               9, 1e-13);
    result = run_program("limit --shape disk --model I02 --load 0,0,0.1 --eta 1.2");
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.out, "\n0,0,-0.10000000000000001,,,,,0,0,0.10000000000000001\n"));
    assert_non_null(strstr(result.err, "I02 with b="));
    assert_non_null(strstr(result.err, "1 of 1 loads belong to several slips under I02"));
    run_free(&result);
    /* the same law from a file */
    result = run_program("fit --shape disk --model I02 --quiet -o law.json");
    assert_int_equal(result.code, 0);
    run_free(&result);
    result = run_program("limit --model law.json --load 0,0,0.1 --quiet");
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.err, "1 of 1 loads belong to several slips under I02"));
    run_free(&result);
    result = run_program("limit --shape disk --model I02 --surface 4 -o surface.csv --quiet");
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.err, "crosses itself"));
    run_free(&result);
    run_refuse("limit --shape disk --set b=1 --load 1,0,0", "--set", "--model");
    run_refuse("limit --shape disk --model I11 --set b --load 1,0,0", "'b'", "name=value");
    run_refuse("limit --shape disk --model I11 --set b=0.4,b=0.5 --load 1,0,0", "twice", "once");
    run_refuse("limit --shape disk --model I11 --set q=1 --load 1,0,0", "'q'", "b, m");
    run_refuse("limit --shape disk --model ellipsiod --load 1,0,0", "'ellipsiod'", "'ellipsoid'");
}

/* A load at the disk's middle, told about a point 0.3 to the right: M = (0 - 0.3) Ty, and the slip
 * there is the same translation. */
static void the_centre_moves_the_reference_point(void **state)
{
    static const char *const row[] = {"0", "-0.8", "0.24", "0.8", "0", "1.57079632679489662",
                                      "0", "0.8",  "-0.24"};

    (void)state;
    expect_row("--shape disk --center 0.3,0 --load 0,0.8,-0.24",
               "Tx,Ty,M,xi,theta,phi,load_x,load_y,load_M\n", row, 9, 1e-12);
}

static void points_come_in_any_order(void **state)
{
    static const double expected[3] = {0.5, 0.75, 0.989949493661166471};
    struct run_result result;
    char *line;

    (void)state;
    run_write_file("p.csv", "M,Tx,Ty\n0,0,0.5\n0.5,0,0\n0,0.7,-0.7\n");
    result = run_program("limit --shape disk --points p.csv");
    assert_int_equal(result.code, 0);
    line = strchr(result.out, '\n');
    for (size_t i = 0; i < 3; i++, line = strchr(line + 1, '\n')) {
        double xi;

        assert_int_equal(sscanf(line + 1, "%*f,%*f,%*f,%lf", &xi), 1);
        assert_true(fabs(xi - expected[i]) < 1e-12);
    }
    assert_string_equal(line, "\n");
    run_free(&result);
}

/* 20,000 loads, more than a first block, to HDF5: xi of a force on a disk is its size. */
static void many_points_go_to_hdf5(void **state)
{
    enum { n = 20000 };
    static double xi[n];
    FILE *file = fopen("p.csv", "w");
    struct run_result result;
    hid_t h5, column;

    (void)state;
    assert_non_null(file);
    fputs("Tx,Ty,M\n", file);
    for (int i = 0; i < n; i++)
        fprintf(file, "%d,0,0\n", i);
    fclose(file);
    result = run_program("limit --shape disk --pressure hertz --points p.csv -o out.h5");
    assert_int_equal(result.code, 0);
    assert_string_equal(result.out, "");
    run_free(&result);
    h5 = H5Fopen("out.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    column = H5Dopen2(h5, "xi", H5P_DEFAULT);
    assert_true(H5Dread(column, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, xi) >= 0);
    assert_true(H5Aexists_by_name(h5, ".", "command_line", H5P_DEFAULT) > 0);
    for (int i = 0; i < n; i++)
        assert_true(fabs(xi[i] - i) <= 1e-12 * i);
    H5Dclose(column);
    H5Fclose(h5);
}

/* The surface given back as loads has xi = 1 and its own angles. */
static void the_surface_has_xi_one(void **state)
{
    struct run_result surface, back;
    FILE *loads = fopen("p.csv", "w");
    size_t rows = 0;
    char *a, *b;

    (void)state;
    surface = run_program("limit --shape rectangle:2,1 --tilt 0.2,0.5 --surface 6");
    assert_int_equal(surface.code, 0);
    assert_non_null(loads);
    fputs("Tx,Ty,M\n", loads);
    for (a = strchr(surface.out, '\n'); a[1]; a = strchr(a + 1, '\n'), rows++) {
        double v[3];

        assert_int_equal(sscanf(a + 1, "%lf,%lf,%lf", v, v + 1, v + 2), 3);
        fprintf(loads, "%.17g,%.17g,%.17g\n", v[0], v[1], v[2]);
    }
    fclose(loads);
    assert_int_equal(rows, 72);
    back = run_program("limit --shape rectangle:2,1 --tilt 0.2,0.5 --points p.csv");
    assert_int_equal(back.code, 0);
    a = strchr(surface.out, '\n');
    b = strchr(back.out, '\n');
    for (; a[1]; a = strchr(a + 1, '\n'), b = strchr(b + 1, '\n')) {
        double s[6], t[6];
        const int fields = sscanf(a + 1, "%*f,%*f,%*f,%lf,%lf,%lf", s, s + 1, s + 2);

        assert_true(fields == 2 || fields == 3); /* phi is empty at the two spins */
        assert_true(sscanf(b + 1, "%*f,%*f,%*f,%lf,%lf,%lf", t, t + 1, t + 2) >= 2);
        assert_true(s[0] == 1 && fabs(t[0] - 1) < 1e-12 && fabs(t[1] - s[1]) < 1e-9);
        assert_true(fields == 2 || fabs(remainder(t[2] - s[2], 6.283185307179586)) < 1e-9);
    }
    run_free(&surface);
    run_free(&back);
}

static void the_surface_is_drawn(void **state)
{
    struct run_result result =
        run_program("limit --shape disk --pressure hertz --surface 20 --plot s.svg");

    (void)state;
    if (result.code && strstr(result.err, "gnuplot")) {
        run_free(&result);
        skip();
    }
    assert_int_equal(result.code, 0);
    assert_string_equal(result.out, "");
    assert_int_equal(access("s.svg", R_OK), 0);
    run_free(&result);
}

static void wrong_options_are_refused(void **state)
{
    (void)state;
    run_refuse("limit --load 1,0,0 -o out.csv", "--shape", "disk");
    run_refuse("limit --shape disk -o out.csv", "--load", "--surface");
    run_refuse("limit --shape disk --load 1,0,0 --surface 5 -o out.csv", "--load", "--surface");
    run_refuse("limit --shape disk --load 1,0 -o out.csv", "--load", "3");
    run_refuse("limit --shape disk --load 1,nan,0 -o out.csv", "--load", "nan");
    run_refuse("limit --shape disk --load 1,0,1e999 -o out.csv", "--load", "1e999");
    run_refuse("limit --shape disk --surface 1 -o out.csv", "--surface", "2");
    run_refuse("limit --shape disk --surface 2.5 -o out.csv", "--surface", "whole");
    run_refuse("limit --shape disk --load 1,0,0 --eta 0.9 -o out.csv", "--eta 0.9", "1 or more");
    run_refuse("limit --shape disk --load 1,0,0 --eta inf -o out.csv", "--eta", "inf");
    run_refuse("limit --shape disk --surface 5 --eta 2 -o out.csv", "--eta", "--load");
    run_refuse("limit --shape disk --load 1,0,0 --plot a.png", "--plot", "--surface");
    run_refuse("limit --shape disk --surface 1000 --plot a.png", "--surface 1000", "1000000");
    run_refuse("limit --shape disk --lod 1,0,0 -o out.csv", "--lod", "'--load'");
    run_refuse("limit --shape dsik --load 1,0,0 -o out.csv", "dsik", "disk");
    run_refuse("limit --shape disk --load 1,0,0 -o out.txt", "out.txt", ".csv");
    run_write_file("cells.csv", "x,y,area,pressure\n1,2,1,1\n");
    run_refuse("limit --shape cells:cells.csv --load 1,0,0 -o out.csv", "one point", "two");
}

static void wrong_files_are_refused(void **state)
{
    (void)state;
    refuse_points("Txx,Ty,M\n1,0,0\n", "'Txx'", "'Tx'");
    refuse_points("Tx,Ty,torque\n1,0,0\n", "'M'", "Tx,Ty,M");
    refuse_points("# units mm,furlong\nTx,Ty,M\n1,0,0\n", "furlong", "mm, cm");
    run_refuse("limit --shape disk --load 1,0,0 --size 0", "--size 0", "above 0");
    run_write_file("fit.json", "{\"model\": \"ellipsoid\", \"parameters\": {\"mu_lambda\": 1, "
                               "\"mu_tau\": 0.6, \"c_omega\": 0.7, \"mu\": 0.5}, "
                               "\"contact\": {\"shape\": \"disk\", \"pressure\": \"hertz\"}}");
    run_refuse("limit --shape disk --model fit.json --load 1,0,0", "fit.json", "another contact");
    run_refuse("limit --shape ellipse:1,0.5 --pressure hertz --model fit.json --load 1,0,0",
               "ellipse:1,0.5", "another contact");
    run_refuse("limit --model fit.json --mu 0.3 --load 1,0,0", "--mu", "mu = 0.5");
    run_refuse("limit --model fit.json --set b=1 --load 1,0,0", "--set", "fit.json");
    run_refuse("limit --model none.json --load 1,0,0", "none.json", "");
    refuse_points("Tx,Ty\n1,0\n", "'M'", "Tx,Ty,M");
    refuse_points("load_x,load_y\n1,0\n", "'load_M'", "load_x,load_y,load_M");
    refuse_points("load_x,load_y,load_M,Ty\n1,0,0,0\n", "'Ty'", "beside 'load_x'");
    refuse_points("Tx,Ty,M\n1,0,0\n1,nan,0\n", "p.csv:3", "nan");
    refuse_points("Tx,Ty,M\n1,0,0\n1,0,inf\n", "p.csv:3", "inf");
    refuse_points("Tx,Ty,M\n1,0\n", "p.csv:2", "3 columns");
    refuse_points("Tx,Ty,M\n", "p.csv", "row");
    refuse_points("", "p.csv", "empty");
    run_refuse("limit --shape disk --points none.csv -o out.csv", "none.csv", "No such file");
}

static void the_help_has_examples(void **state)
{
    struct run_result result = run_program("limit --help");

    (void)state;
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.out, "--surface N"));
    assert_non_null(strstr(result.out, "contensou limit --shape disk --pressure hertz --load"));
    run_free(&result);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_load_is_one_row, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_slip_points_along_its_load, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(anisotropy_turns_the_slip, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(loads_may_be_in_newtons, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_fit_is_a_law_with_its_contact, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(eta_says_inside_or_outside, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_model_has_its_own_surface, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_centre_moves_the_reference_point, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(points_come_in_any_order, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(many_points_go_to_hdf5, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_surface_has_xi_one, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_surface_is_drawn, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_options_are_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_files_are_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_help_has_examples, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
