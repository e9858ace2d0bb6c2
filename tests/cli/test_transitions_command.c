/* test_transitions_command.c: contensou transitions, asked from the real program: one case, many, pictures,
 * and what it refuses. SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include "base/csv.h"
#include "base/text.h"

#include <cjson/cJSON.h>
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

#define SIX                                                         \
    "transitions --mass 2,0,0,1,0,0.1 --drive 0.05,0.08,0.1 --set " \
    "mu_lambda=1,mu_tau=0.5,c_omega=0.5"
#define AMBIGUOUS                                                   \
    "transitions --mass 2,0,0,1,0.9,1 --drive 0.1,-5.2,4.75 --set " \
    "mu_lambda=1,mu_tau=0.25,c_omega=4,lambda_n=1"

static cJSON *read_json(const char *path)
{
    struct contensou__text text = {0};
    struct contensou_error err = {0};
    cJSON *json;

    if (contensou__text_read_file(&text, path, &err))
        fail_msg("%s", err.message);
    json = cJSON_Parse(text.data);
    assert_non_null(json);
    contensou__text_free(&text);
    return json;
}

/* Cases S1 and S7 of check-values/transitions.json. */
static void one_case_is_json(void **state)
{
    cJSON *json;
    const cJSON *points, *first, *values;

    (void)state;
    run_finish(SIX " -o out.json");
    json = read_json("out.json");
    points = cJSON_GetObjectItem(json, "fixed_points");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(json, "stick_admissible")));
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(json, "ambiguous")));
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(json, "limit_cycle")));
    assert_int_equal(cJSON_GetArraySize(points), 6);
    first = cJSON_GetArrayItem(points, 0);
    assert_string_equal(cJSON_GetObjectItem(first, "type")->valuestring, "stable node");
    assert_true(fabs(cJSON_GetArrayItem(cJSON_GetObjectItem(first, "n"), 1)->valuedouble -
                     0.14530877967194811) < 1e-14);
    assert_true(fabs(cJSON_GetObjectItem(first, "rdot")->valuedouble + 0.44944827022421126) <
                1e-14);
    values = cJSON_GetArrayItem(cJSON_GetObjectItem(first, "eigenvalues"), 1);
    assert_true(fabs(cJSON_GetArrayItem(values, 0)->valuedouble + 2.0493709192862) < 1e-12);
    assert_true(cJSON_GetArrayItem(values, 1)->valuedouble == 0);
    cJSON_Delete(json);
    run_finish(AMBIGUOUS " -o out.json");
    json = read_json("out.json");
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(json, "ambiguous")));
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "fixed_points")), 4);
    cJSON_Delete(json);
}

static void one_case_is_text_or_a_table(void **state)
{
    struct run_result result = run_program(AMBIGUOUS);
    const char *row;

    (void)state;
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.out, "stick is admissible"));
    assert_non_null(strstr(result.out, "ambiguous"));
    assert_non_null(strstr(result.out, "4 fixed points, 2 stable, 1 of these"));
    assert_string_equal(result.err, "");
    run_free(&result);
    result = run_program(AMBIGUOUS " -o -");
    assert_int_equal(result.code, 0);
    row = strchr(result.out, '\n');
    assert_int_equal(strncmp(result.out, "n1,n2,n3,vx,vy,omega,rdot,type,re1,im1,re2,im2\n", 47),
                     0);
    assert_true(fabs(strtod(row + 1, NULL) - 0.010647481699256334) < 1e-14);
    assert_non_null(strstr(row, ",stable node,"));
    run_free(&result);
    /* all nine entries */
    result = run_program("transitions --mass 2,0,0,0,1,0.9,0,0.9,1 --drive 0.1,-5.2,4.75 --set "
                         "mu_tau=0.25,c_omega=4");
    assert_non_null(strstr(result.out, "4 fixed points, 2 stable, 1 of these"));
    run_free(&result);
}

/* The column of a table, value[rows]. */
static size_t read_column(const char *path, const char *name, double *value, size_t rows)
{
    struct contensou__text text = {0};
    struct contensou_error err = {0};
    const char *at;
    size_t column = 0, got = 0;

    if (contensou__text_read_file(&text, path, &err))
        fail_msg("%s", err.message);
    for (at = text.data; strncmp(at, name, strlen(name)) != 0; ++column) {
        at = strpbrk(at, ",\n");
        assert_true(at && *at == ',');
        ++at;
    }
    for (at = strchr(text.data, '\n') + 1; *at && got < rows; at = strchr(at, '\n') + 1) {
        const char *field = at;

        for (size_t c = 0; c < column; ++c)
            field = strchr(field, ',') + 1;
        value[got++] = *field == ',' || *field == '\n' ? NAN : strtod(field, NULL);
    }
    contensou__text_free(&text);
    return got;
}

/* A grid through S7: its own row is ambiguous, and the numbers are those of single cases. */
static void many_cases_have_a_row_each(void **state)
{
    /* |D^-1 M b|, M b = (0.2, -5.2 + 0.9 4.75, 0.9 -5.2 + 4.75) */
    const double load_of_s7 = sqrt(0.2 * 0.2 + 0.925 * 0.925 + 0.28 * 0.28);
    double points[16], ambiguous[16], load[16], b2[16];
    struct run_result result =
        run_program(AMBIGUOUS " --vary b2=-5.2,-7,0 --vary m23=0.9,0.99,1.1 -o out.csv");

    (void)state;
    if (result.code)
        fail_msg("%s", result.err);
    assert_non_null(strstr(result.err, "9 cases: "));
    assert_non_null(strstr(result.err, "3 of 9 mass matrices are not positive definite"));
    run_free(&result);
    assert_int_equal(read_column("out.csv", "fixed_points", points, 16), 9);
    read_column("out.csv", "ambiguous", ambiguous, 16);
    read_column("out.csv", "stick_load", load, 16);
    read_column("out.csv", "b2", b2, 16);
    assert_true(points[0] == 4 && ambiguous[0] == 1 && b2[0] == -5.2);
    assert_true(fabs(load[0] - load_of_s7) < 1e-14);
    assert_true(ambiguous[3] == 0 && b2[3] == -7);
    assert_true(isnan(points[2]) && isnan(points[5]) && isnan(points[8]));
    run_finish(AMBIGUOUS " --vary b1=0:1:5 -o out.h5 --plot out.png --quiet");
    {
        const hid_t file = H5Fopen("out.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
        const hid_t set = H5Dopen2(file, "fixed_points", H5P_DEFAULT);

        assert_true(file >= 0 && set >= 0);
        assert_true(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, points) >= 0);
        assert_true(H5Aexists(file, "mu_tau") > 0 && H5Aexists(file, "command_line") > 0);
        H5Dclose(set);
        H5Fclose(file);
    }
    assert_true(points[0] >= 2 && points[4] >= 2);
    assert_int_equal(access("out.png", R_OK), 0);
}

static void random_cases_that_are_all_the_same_are_told(void **state)
{
    struct run_result r = run_program(SIX " --random 1,5 -o same.csv");

    (void)state;
    assert_int_equal(r.code, 0);
    assert_non_null(strstr(r.err, "all cases are the same"));
    run_free(&r);
}

/* Random cases are the same for the same seed, also in other packs. */
static void random_cases_can_be_repeated(void **state)
{
    double a[300], b[300], load[300], inside = 0;

    (void)state;
    run_finish("transitions --random 5,300 --set mu_tau=0.25,c_omega=4 -o a.csv --quiet");
    run_finish("transitions --random 5,300 --set mu_tau=0.25,c_omega=4 -o b.csv --quiet --pack 1");
    assert_int_equal(read_column("a.csv", "m23", a, 300), 300);
    read_column("b.csv", "m23", b, 300);
    assert_memory_equal(a, b, sizeof a);
    read_column("a.csv", "fixed_points", a, 300);
    read_column("b.csv", "fixed_points", b, 300);
    assert_memory_equal(a, b, sizeof a);
    read_column("a.csv", "stick_load", load, 300);
    for (int i = 0; i < 300; ++i) {
        assert_true(a[i] == 2 || a[i] == 4 || a[i] == 6);
        assert_true(load[i] <= 1.5 * sqrt(3));
        inside += load[i] <= 1;
    }
    assert_true(fabs(inside / 300 - 4.18879 / 27) < 0.08); /* the ball in the cube */
    run_finish("transitions --mass 2,0,0,1,0,0.1 --drive 0,0,0 --random 5,300 --vary b1=-1:1 "
               "--vary b2=-1:1 -o "
               "a.csv --quiet");
    assert_int_equal(read_column("a.csv", "b2", a, 300), 300);
    for (int i = 0; i < 300; ++i)
        assert_true(a[i] >= -1 && a[i] <= 1);
}

/* An ellipsoid with the numbers of S7 is S7; the exact law of a disk with the same torque of spin is not
 * ambiguous, and neither is I11. */
static void contacts_have_laws_of_their_own(void **state)
{
    struct run_result result = run_program(
        "transitions --mass 2,0,0,1,0.9,1 --drive 0.1,-5.2,4.75 --law ellipsoid --shape disk --set "
        "c_omega=4,law.mu_lambda=1,law.mu_tau=0.25,law.c_omega=4");
    cJSON *json;
    double points[9];

    (void)state;
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.out, "4 fixed points, 2 stable, 1 of these"));
    assert_non_null(strstr(result.out, "0.986927"));
    run_free(&result);
    run_finish(AMBIGUOUS " --shape disk -o out.json");
    json = read_json("out.json");
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(json, "ambiguous")));
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "fixed_points")), 2);
    assert_string_equal(cJSON_GetObjectItem(json, "law")->valuestring, "integral");
    /* mu_tau = mu a 2/3 */
    assert_true(
        fabs(cJSON_GetObjectItem(cJSON_GetObjectItem(json, "parameters"), "a")->valuedouble -
             0.375) < 1e-12);
    cJSON_Delete(json);
    run_finish(AMBIGUOUS " --law I11 --shape disk --vary b2=-6:-4:3 -o out.csv --quiet");
    assert_int_equal(read_column("out.csv", "fixed_points", points, 9), 3);
    assert_true(points[0] >= 2);
    run_refuse(AMBIGUOUS " --law I1 --shape disk", "'I1'", "did you mean 'I11'?");
    run_finish(AMBIGUOUS " --law I11");
    run_refuse(AMBIGUOUS " --pressure hertz", "--pressure", "--shape");
    run_refuse(AMBIGUOUS ",a=2 --shape disk", "mu_tau", "a and mu_tau");
    run_refuse(AMBIGUOUS " --law I11 --shape disk --vary law.b=0.1:1:3", "law.b", "--set");
    run_refuse(AMBIGUOUS ",law.c=1 --law I11 --shape disk", "'law.c'", "available:");
}

/* A pendulum of [4] at rest at phi = 0.3: the contact bears the torque M g e sin phi, over mu N R and mu_tau. Mass and
 * drive do not depend on omega_0 there. */
static void a_system_gives_mass_and_drive(void **state)
{
    const double load = 1.2 * 9.81 * 0.1 * sin(0.3) / (25 * 0.02 * 0.6);
    double found[4];
    cJSON *json;
    const cJSON *mass, *drive;

    (void)state;
    run_finish(
        "transitions --system pendulum --init phi=0.3 --set omega_0=0,mu_tau=0.6 -o out.json");
    json = read_json("out.json");
    mass = cJSON_GetObjectItem(json, "mass");
    drive = cJSON_GetObjectItem(json, "drive");
    assert_true(fabs(cJSON_GetObjectItem(json, "stick_load")->valuedouble - load) < 1e-12);
    /* of the slip (v/R, omega), per mu N R: M R^2, M R e cos phi or sin phi, B + M e^2 */
    assert_true(fabs(cJSON_GetArrayItem(mass, 0)->valuedouble - 1.2 * 0.02 * 0.02 / 0.5) < 1e-12);
    assert_true(fabs(cJSON_GetArrayItem(mass, 1)->valuedouble) < 1e-12);
    assert_true(fabs(cJSON_GetArrayItem(mass, 5)->valuedouble - (0.01 + 1.2 * 0.01) / 0.5) < 1e-12);
    assert_true(fabs(fabs(cJSON_GetArrayItem(mass, 4)->valuedouble) -
                     1.2 * 0.02 * 0.1 * cos(0.3) / 0.5) < 1e-12);
    assert_int_equal(cJSON_GetArraySize(drive), 3);
    cJSON_Delete(json);
    run_finish("transitions --system pendulum --set mu_tau=0.6 --vary init.phi=0,0.3 --vary "
               "omega_0=0,40 -o a.csv "
               "--quiet");
    assert_int_equal(read_column("a.csv", "stick_load", found, 4), 4);
    assert_true(fabs(found[0]) < 1e-12 && fabs(found[2] - load) < 1e-12 &&
                fabs(found[3] - load) < 1e-12);
    run_refuse("transitions --system pendlum", "'pendlum'", "did you mean 'pendulum'?");
    run_refuse("transitions --system pendulum --mass 1,0,0,1,0,1", "--mass", "--system");
    run_refuse("transitions --system pendulum --init ph=1", "'ph'", "did you mean 'phi'?");
    run_refuse("transitions --system lorenz", "lorenz", "pendulum");
    run_refuse("transitions --system disk_belt", "disk_belt", "all three");
    run_refuse("transitions --system pendulum --vary m11=1:2:3", "m11", "init.STATE");
    run_refuse(SIX " --init phi=1", "--init", "--system");
}

static void the_flow_is_drawn(void **state)
{
    char *text = calloc(1, 1 << 20);
    FILE *file;

    (void)state;
    run_finish(SIX " --plot flow.png");
    run_finish(AMBIGUOUS " --plot flow.svg -o flow.json");
    run_finish(AMBIGUOUS " --vary b2=-8:0:9 --vary b3=0:8:9 --plot map.png --quiet");
    assert_int_equal(access("flow.png", R_OK), 0);
    assert_int_equal(access("flow.svg", R_OK), 0);
    assert_int_equal(access("map.png", R_OK), 0);
    /* numbers of fixed points and answers are words with a colour each */
    run_finish(AMBIGUOUS " --vary b2=-5.2:0:5 --vary b3=4.75:8:5 --plot map.svg --quiet");
    file = fopen("map.svg", "r");
    assert_true(file && text && fread(text, 1, (1 << 20) - 1, file) > 0);
    assert_non_null(strstr(text, ">yes<"));
    fclose(file);
    free(text);
}

static void wrong_input_is_refused(void **state)
{
    (void)state;
    run_refuse("transitions ", "mass", "--mass m11,m12,m13,m22,m23,m33");
    run_refuse("transitions --mass 1,0,0,1,0,1", "drive", "--drive b1,b2,b3");
    run_refuse("transitions --mass 1,0,0,1,0 --drive 0,0,1 -o o.json", "5 numbers", "six");
    run_refuse("transitions --mass 1,0,0,1,0,x --drive 0,0,1 -o o.json", "'x'", "--mass");
    run_refuse("transitions --mass 1,0,0,0.5,1,0,0,0,1 --drive 0,0,1 -o o.json", "not symmetric",
               "m12");
    run_refuse("transitions --mass 1,1,0,1,0,1 --drive 0,0,1 -o o.json", "singular",
               "positive definite");
    run_refuse("transitions --mass 1,2,0,1,0,1 --drive 0,0,1 -o o.json", "not positive definite",
               "minor");
    run_refuse("transitions --mass 1,0.9,0.9,1,-0.9,1 --drive 0,0,1", "not positive definite",
               "determinant");
    run_refuse("transitions --mass -1,0,0,1,0,1 --drive 0,0,1 -o o.json", "m11 = -1",
               "positive definite");
    run_refuse("transitions --mass 1,0,0,1,0,1 --drive 0,1 -o o.json", "--drive", "needs 3");
    run_refuse(SIX ",mu_lamda=1 -o o.json", "'mu_lamda'", "did you mean 'mu_lambda'?");
    run_refuse("transitions --mass 1,0,0,1,0,1 --drive 0,0,1 --set mu_tau=0 -o o.json",
               "mu_tau = 0", "above 0");
    run_refuse("transitions --mass 1,0,0,1,0,1 --drive 0,0,1 --set mu_lambda=-1", "mu_lambda = -1",
               "above 0");
    run_refuse(SIX " --vary m24=0:1:3 -o o.csv", "'m24'", "did you mean");
    run_refuse("transitions --mass 1,0,0,1,0,1 --drive 0,0,1 --vary c_omega=0:1:3 -o o.csv",
               "c_omega = 0", "above 0");
    run_refuse(SIX " --vary b1=0:1:3 -o o.json", "o.json", "FILE.csv or FILE.h5");
    run_refuse(SIX " --random 1 --vary b1=0:1 -o o.csv", "--random", "seed,n");
    run_refuse(SIX " --random 1,10 --vary b1=0:1 --plot o.png", "random cases", "--plot");
    run_refuse(SIX " -o o.txt", "o.txt", ".csv");
    run_refuse(SIX " --plot o.txt", "o.txt", ".png");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_case_is_json, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(one_case_is_text_or_a_table, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(many_cases_have_a_row_each, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(random_cases_that_are_all_the_same_are_told,
                                        run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(random_cases_can_be_repeated, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(the_flow_is_drawn, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(contacts_have_laws_of_their_own, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(a_system_gives_mass_and_drive, run_enter_folder,
                                        run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_input_is_refused, run_enter_folder, run_leave_folder),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
