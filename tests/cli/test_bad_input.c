/* test_bad_input.c: every wrong input gets one sentence that names it and what would be right, exit
 * code 2, and leaves no file behind. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

/* The file has the text; eval of a disk at its points into out.csv is refused. */
static void refuse_points(const char *text, const char *culprit, const char *remedy)
{
    run_write_file("p.csv", text);
    run_refuse("eval --shape disk --points p.csv -o out.csv", culprit, remedy);
}

static void refuse_shape_file(const char *kind, const char *text, const char *culprit,
                              const char *remedy)
{
    char line[256];

    run_write_file("s.csv", text);
    snprintf(line, sizeof line, "eval --shape %s:s.csv --theta 0:1:3 -o out.csv", kind);
    run_refuse(line, culprit, remedy);
}

static void an_unknown_name_gets_the_nearest(void **state)
{
    (void)state;
    run_refuse("evl --shape disk", "evl", "'eval'");
    run_refuse("list contcts", "contcts", "'contacts'");
    run_refuse("--vers", "--vers", "'--version'");
    run_refuse("eval --shape dsik --theta 0:1:3 -o out.csv", "dsik", "disk");
    run_refuse("eval --shape elipse:1,2 --theta 0:1:3 -o out.csv", "elipse", "ellipse");
    run_refuse("eval --shape disk --pressure herz --theta 0:1:3 -o out.csv", "herz", "hertz");
    run_refuse("eval --shape disk --pressure powr:2 --theta 0 -o out.csv", "powr", "power");
    run_refuse("eval --shap disk --theta 0:1:3 -o out.csv", "--shap", "'--shape'");
    run_refuse("eval --shape disk --thet=0:1:3 -o out.csv", "--thet", "'--theta'");
    run_refuse("eval -shape disk --theta 0:1:3 -o out.csv", "-shape", "'--shape'");
    run_refuse("eval --shape disk --theta 0 --method exakt -o out.csv", "exakt", "'exact'");
    run_refuse("eval --shape disk --theta 0 --precision duble -o out.csv", "duble", "'double'");
    run_refuse("eval --shape disk --theta 0 --plot o.png --plot-kind map", "map", "'maps'");
    refuse_points("theta,fi\n0,0\n", "no column 'phi'", "theta,phi");
    refuse_points("vx,vy,omeg\n1,0,0\n", "omeg", "'omega'");
}

static void a_wrong_option_is_named(void **state)
{
    (void)state;
    run_refuse("", "command", "--help");
    run_refuse("eval --theta 0:1:3 -o out.csv", "--shape", "disk");
    run_refuse("eval --shape disk -o out.csv", "--theta", "--points");
    run_refuse("eval --shape disk --shape disk --theta 0 -o out.csv", "--shape", "twice");
    run_refuse("eval --shape disk --theta 0 -o out.csv --output b.csv", "--output", "twice");
    run_refuse("eval --shape disk -o out.csv --theta", "--theta", "value");
    run_refuse("eval --shape --theta 0 -o out.csv", "--shape", "value");
    run_refuse("eval --theta 0 --shape -o out.csv", "--shape", "value");
    run_refuse("eval --shape= --theta 0 -o out.csv", "--shape", "value");
    run_refuse("eval --shape disk --jacobian=yes --theta 0 -o out.csv", "--jacobian", "no value");
    run_refuse("eval disk --theta 0 -o out.csv", "'disk'", "--");
    run_refuse("eval shape disk --theta 0 -o out.csv", "'shape'", "'--shape'");
    run_refuse("devices 0", "'0'", "option");
    run_refuse("eval --shape disk --theta 0 --lanes 3 -o out.csv", "--pack", "1, 2, 4, 8, 16");
    run_refuse("list --precision half", "half", "double, single");
    run_refuse("eval --shape disk --theta 0 --cells 0 -o out.csv", "--cells", "1");
    run_refuse("eval --shape disk --theta 0 --cells 4001 --method cells -o out.csv", "--cells",
               "4000");
    run_refuse("eval --shape disk --theta 0 --cells 2.5 -o out.csv", "--cells", "whole");
    run_write_file("p.csv", "theta,phi\n0,0\n");
    run_refuse("eval --shape disk --theta 0 --points p.csv -o out.csv", "--points", "--theta");
    run_refuse("eval --shape disk --phi 0 --points p.csv -o out.csv", "--points", "--phi");
}

static void a_number_must_be_finite(void **state)
{
    (void)state;
    run_refuse("eval --shape disk --theta nan -o out.csv", "--theta", "'nan'");
    run_refuse("eval --shape disk --theta 0:inf:3 -o out.csv", "--theta", "'inf'");
    run_refuse("eval --shape disk --theta 0 --phi 1e999 -o out.csv", "--phi", "1e999");
    run_refuse("eval --shape disk --theta 0,,1 -o out.csv", "--theta", "missing");
    run_refuse("eval --shape disk --theta 0 --tilt nan,0 -o out.csv", "--tilt", "'nan'");
    run_refuse("eval --shape disk --theta 0 --tilt 0.5 -o out.csv", "--tilt", "2");
    run_refuse("eval --shape disk --theta 0 --center 0,infinity -o out.csv", "--center",
               "infinity");
    run_refuse("eval --shape ellipse:nan,1 --theta 0 -o out.csv", "ellipse", "nan");
    run_refuse("eval --shape disk --pressure power:inf --theta 0 -o out.csv", "exponent", "'inf'");
}

static void a_range_needs_points(void **state)
{
    (void)state;
    run_refuse("eval --shape disk --theta 0:1:0 -o out.csv", "--theta", "at least 1");
    run_refuse("eval --shape disk --theta 0:1:-3 -o out.csv", "--theta", "-3");
    run_refuse("eval --shape disk --theta 0:1:2.5 -o out.csv", "--theta", "whole");
    run_refuse("eval --shape disk --theta 0:1 -o out.csv", "--theta", "lo:hi:count");
    run_refuse("eval --shape disk --theta 0:1:3 --phi 0:1:1e12 -o out.csv", "--phi", "1e9");
}

static void a_size_must_be_positive(void **state)
{
    (void)state;
    run_refuse("eval --shape ellipse:0,1 --theta 0 -o out.csv", "ellipse", "0");
    run_refuse("eval --shape ellipse:1,-2 --theta 0 -o out.csv", "ellipse", "-2");
    run_refuse("eval --shape ellipse:1 --theta 0 -o out.csv", "ellipse", "2");
    run_refuse("eval --shape rectangle:-1,1 --theta 0 -o out.csv", "rectangle", "-1");
    run_refuse("eval --shape rectangle:1,0 --theta 0 -o out.csv", "rectangle", "0");
    run_refuse("eval --shape annulus:1.2 --theta 0 -o out.csv", "annulus", "1.2");
    run_refuse("eval --shape annulus:1 --theta 0 -o out.csv", "annulus", "1");
    run_refuse("eval --shape annulus:-0.5 --theta 0 -o out.csv", "annulus", "-0.5");
    run_refuse("eval --shape annulus --theta 0 -o out.csv", "annulus", "annulus:");
    run_refuse("eval --shape disk:0 --theta 0 -o out.csv", "disk:0", "positive");
    run_refuse("eval --shape disk: --theta 0 -o out.csv", "'disk'", "its radius");
    run_refuse("eval --shape disk --pressure power:-1 --theta 0 -o out.csv", "power", "-1");
}

static void a_pressure_must_fit_its_shape(void **state)
{
    (void)state;
    run_refuse("eval --shape annulus:0.5 --pressure hertz --theta 0 -o out.csv", "hertz",
               "uniform");
    run_refuse("eval --shape rectangle:1,2 --pressure parabolic --theta 0 -o out.csv", "parabolic",
               "uniform");
    run_refuse("eval --shape disk --tilt 1.5,0 --theta 0 -o out.csv", "tilt", "1.5");
    run_write_file("cells.csv", "x,y,area,pressure\n0,0,1,1\n1,0,1,1\n");
    run_refuse("eval --shape cells:cells.csv --method exact --theta 0:1:3 -o out.csv", "exact",
               "cells");
}

static void a_wrong_line_of_points_is_named(void **state)
{
    (void)state;
    refuse_points("", "p.csv", "empty");
    refuse_points("theta,phi\n", "p.csv", "row");
    refuse_points("theta,phi\n0,0\n0,nan\n", "p.csv:3", "nan");
    refuse_points("theta,phi\n0,0\n\ninf,0\n", "p.csv:4", "inf");
    refuse_points("theta,phi\n0,0\n1\n", "p.csv:3", "2 columns");
    refuse_points("theta,phi\n0,0,0\n", "p.csv:2", "2 columns");
    refuse_points("theta,phi\n0,\n", "p.csv:2", "missing");
    refuse_points("theta,phi\n0,zero\n", "p.csv:2", "zero");
    refuse_points("theta,theta\n0,0\n", "p.csv:1", "theta");
    refuse_points("0,1\n0,0\n", "p.csv:1", "name");
    refuse_points("theta\n0\n", "phi", "theta,phi or vx,vy,omega");
    refuse_points("vx,vy\n0,1\n", "omega", "theta,phi or vx,vy,omega");
    refuse_points("theta,phi,vx,vy,omega\n0,1,1,0,0\n", "p.csv", "theta,phi or vx,vy,omega");
    refuse_points("omega,vx,vy\n1,0,0\n0,0,-0.0\n", "p.csv:3", "0");
    run_refuse("eval --shape disk --points nothere.csv -o out.csv", "nothere.csv", "No such file");
    run_refuse("eval --shape disk --points . -o out.csv", "'.'", "directory");
}

/* 90 rad is no angle between sliding and spinning; pi/2 in five digits is. */
static void degrees_that_look_like_radians_are_refused(void **state)
{
    struct run_result kept;

    (void)state;
    run_refuse("eval --shape disk --theta 0:90:10 -o out.csv", "--theta: theta = 10", "90deg");
    run_refuse("eval --shape disk --theta 0,-45 -o out.csv", "theta = -45", "--any-theta");
    run_refuse("eval --shape disk --theta 0:90:1000000 -o out.csv", "theta = 90", "radians");
    refuse_points("theta,phi\n0,0\n30,0\n", "p.csv:3: theta = 30", "--any-theta");
    refuse_points("phi,theta\n90,1.5\n90,1.58\n", "p.csv:3: theta = 1.58", "radians");
    kept = run_program("eval --shape disk --theta 0:90:10 --any-theta");
    assert_int_equal(kept.code, 0);
    run_free(&kept);
    kept = run_program("eval --shape disk --theta -90deg,1.5708");
    assert_int_equal(kept.code, 0);
    run_free(&kept);
}

static void a_late_wrong_line_leaves_standard_output_empty(void **state)
{
    FILE *file = fopen("p.csv", "w");

    (void)state;
    assert_non_null(file);
    fputs("theta,phi\n", file);
    for (int i = 0; i < 300000; i++)
        fputs("0.5,0.25\n", file);
    fputs("0.5,oops\n", file);
    assert_int_equal(fclose(file), 0);
    run_refuse("eval --shape disk --points p.csv", "p.csv:300002", "oops");
}

static void a_wrong_polygon_is_refused(void **state)
{
    (void)state;
    refuse_shape_file("polygon", "x,y\n0,0\n1,1\n1,0\n0,1\n", "s.csv", "cross");
    refuse_shape_file("polygon", "x,y\n0,0\n2,1\n2,-1\n0,0\n-2,-1\n-2,1\n", "lines 2 and 5",
                      "must not touch");
    refuse_shape_file("polygon", "x,y\n0,0\n4,0\n4,4\n0,4\n\n4,2\n1,1\n1,3\n", "line 7",
                      "edge from line 3");
    refuse_shape_file("polygon", "x,y\n0,0\n1e200,0\n0,1e200\n", "s.csv", "1e100");
    refuse_shape_file("polygon", "x,y\n0,0\n1,1\n2,2\n", "s.csv", "line 4");
    refuse_shape_file("polygon", "x,y\n0,0\n1,1\n", "s.csv", "three");
    refuse_shape_file("polygon", "x,y\n0,0\n1,nan\n0,1\n", "s.csv:3", "nan");
    refuse_shape_file("polygon", "x,z\n0,0\n1,0\n0,1\n", "z", "y");
    refuse_shape_file("polygon", "", "s.csv", "empty");
    run_refuse("eval --shape polygon:nothere.csv --theta 0 -o out.csv", "nothere.csv",
               "No such file");
}

static void a_wrong_map_is_refused(void **state)
{
    static const char head[] = "x_min,x_max,y_min,y_max\n-1,1,-1,1\n";
    char text[256];

    (void)state;
    snprintf(text, sizeof text, "%s1,-2\n3,4\n", head);
    refuse_shape_file("map", text, "s.csv:3", "-2");
    snprintf(text, sizeof text, "%s0,0\n0,0\n", head);
    refuse_shape_file("map", text, "s.csv", "pressure");
    snprintf(text, sizeof text, "%s1,2\n3\n", head);
    refuse_shape_file("map", text, "s.csv:4", "2 columns");
    refuse_shape_file("map", head, "s.csv", "row");
    refuse_shape_file("map", "x_min,x_max,y_min,y_max\n1,-1,-1,1\n1,2\n", "s.csv:2", "x_max");
    refuse_shape_file("map", "x_min,x_max,y_min,ymax\n-1,1,-1,1\n1,2\n", "s.csv:1", "y_max");
}

static void a_wrong_list_of_cells_is_refused(void **state)
{
    (void)state;
    refuse_shape_file("cells", "x,y,area,pressure\n0,0,-1,1\n", "s.csv:2", "area");
    refuse_shape_file("cells", "x,y,area,pressure\n0,0,1,-1\n", "s.csv:2", "pressure");
    refuse_shape_file("cells", "x,y,area,pressure\n0,0,1,0\n", "s.csv", "pressure");
    refuse_shape_file("cells", "x,y,area\n0,0,1\n", "s.csv", "pressure");
    refuse_shape_file("cells", "x,y,area,pressure\n", "s.csv", "no cells");
}

static void a_device_must_be_there(void **state)
{
    (void)state;
    run_refuse("devices --device 99", "99", "available: 0");
    run_refuse("eval --shape disk --theta 0 --device 99 -o out.csv", "99", "available: 0");
    run_refuse("eval --shape disk --theta 0 --device nosuch -o out.csv", "nosuch", "available: 0");
    setenv("CONTENSOU_DEVICE", "abacus", 1);
    run_refuse("eval --shape disk --theta 0 -o out.csv", "abacus", "CONTENSOU_DEVICE");
    unsetenv("CONTENSOU_DEVICE");
}

static void a_place_for_output_must_be_there(void **state)
{
    (void)state;
    run_refuse("eval --shape disk --theta 0 -o nowhere/out.csv", "nowhere/out.csv", "folder");
    run_refuse("eval --shape disk --theta 0 -o nowhere/out.h5", "nowhere/out.h5", "folder");
    run_refuse("eval --shape disk --theta 0:1:3 --plot nowhere/out.png", "nowhere", "folder");
    run_refuse("eval --shape disk --theta 0:1:3 --dump-program nowhere/p.cl", "nowhere", "No such");
    run_refuse("eval --shape disk --theta 0 -o out.txt", "out.txt", ".csv, .h5");
    run_refuse("eval --shape disk --theta 0 -o out", "out", ".csv, .h5");
    run_refuse("eval --shape disk --theta 0:1:3 --plot out.jpg", "out.jpg", ".png");
    assert_int_equal(mkdir("folder.csv", 0700), 0);
    run_refuse("eval --shape disk --theta 0 -o folder.csv", "folder.csv", "folder");
    run_refuse("eval --shape disk --theta 0 --dump-program folder.csv", "folder.csv", "not a file");
}

static void a_folder_must_be_writable(void **state)
{
    (void)state;
    if (geteuid() == 0) { /* root may write anywhere but where there are no files at all */
        run_refuse("eval --shape disk --theta 0 -o /proc/out.csv", "/proc/out.csv", "cannot write");
        return;
    }
    assert_int_equal(mkdir("locked", 0500), 0);
    run_refuse("eval --shape disk --theta 0 -o locked/out.csv", "locked", "writable");
    run_refuse("eval --shape disk --theta 0 -o locked/out.h5", "locked", "writable");
    run_refuse("eval --shape disk --theta 0:1:3 --plot locked/out.png", "locked", "writable");
    run_refuse("eval --shape disk --theta 0 --dump-program locked/p.cl", "locked", "denied");
}

static void a_full_disk_is_noticed(void **state)
{
    struct run_result result;

    (void)state;
    result = run_program_to("/dev/full", "eval --shape disk --theta 0:1:3");
    run_assert_refused(&result, 0, "standard output", "No space left", NULL);
    result = run_program_to("/dev/full", "list contacts");
    run_assert_refused(&result, 0, "standard output", "No space left", NULL);
    result = run_program_to("/dev/full", "eval --help");
    run_assert_refused(&result, 0, "standard output", "No space left", NULL);
}

static void a_file_that_cannot_grow_is_dropped(void **state)
{
    struct run_result result;

    (void)state;
    run_file_limit = 4 << 20; /* 200 000 rows are about 15 MB */
    result = run_program("eval --shape disk --theta 0:1:200000 -o out.csv");
    run_assert_refused(&result, 0, "out.csv", "File too large", NULL);
    result = run_program("eval --shape disk --theta 0:1:200000 -o out.h5");
    run_assert_refused(&result, 0, "out.h5", "File too large", NULL);
    run_file_limit = 0;
}

static void an_old_file_survives_a_refusal(void **state)
{
    struct run_result result;
    char text[16] = "";
    FILE *file;

    (void)state;
    run_write_file("out.csv", "precious\n");
    run_refuse("eval --shape disk --theta 0:1:0 -o out.csv", "--theta", "at least 1");
    run_file_limit = 4 << 20;
    result = run_program("eval --shape disk --theta 0:1:200000 -o out.csv");
    run_file_limit = 0;
    run_assert_refused(&result, 1, "out.csv", NULL);
    file = fopen("out.csv", "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, "precious\n");
}

static void a_picture_must_be_possible(void **state)
{
    (void)state;
    run_write_file("p.csv", "theta,phi\n0,0\n1,0\n");
    run_refuse("eval --shape disk --theta 0:1:3 --plot-kind maps", "--plot-kind", "--plot");
    run_refuse("eval --shape disk --theta 0:1:3 --plot o.png --plot-kind maps", "maps", "curves");
    run_refuse("eval --shape disk --theta 0:1:3 --phi 0:1:3 --plot o.png --plot-kind curves",
               "curves", "maps");
    run_refuse("eval --shape disk --points p.csv --plot o.png --plot-kind surface", "surface",
               "curves");
    run_refuse("eval --shape disk --theta 0 --plot o.png", "--plot", "two");
    run_refuse("eval --shape disk --theta 0:1:2e6 --plot o.png", "too many", "1000000");
    run_refuse("eval --shape disk --theta 0:1:3000 --phi 0:1:3000 --plot o.png", "too many",
               "4000000");
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_unknown_name_gets_the_nearest, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_wrong_option_is_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_number_must_be_finite, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_range_needs_points, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_size_must_be_positive, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_pressure_must_fit_its_shape, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_wrong_line_of_points_is_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(degrees_that_look_like_radians_are_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_late_wrong_line_leaves_standard_output_empty, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_wrong_polygon_is_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_wrong_map_is_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_wrong_list_of_cells_is_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_device_must_be_there, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_place_for_output_must_be_there, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_folder_must_be_writable, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_full_disk_is_noticed, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_file_that_cannot_grow_is_dropped, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(an_old_file_survives_a_refusal, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_picture_must_be_possible, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
