/* test_eval.c: the numbers of contensou eval, asked from the real program.
 * SPDX-License-Identifier: MIT */
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

#include <cmocka.h>

enum { most_rows = 64 };

/* Rows of integrals.csv that share a contact. */
struct group {
    char shape[256], pressure[64], tilt[64];
    char id[most_rows][64];
    double expected[most_rows][3]; /* Tx, Ty, M */
    double found[most_rows][3];
    size_t count;
};

/* Takes the next field of a CSV line, without its quotes. */
static char *next_field(char **at)
{
    char *start = *at, *end;

    if (*start == '"') {
        start++;
        end = strchr(start, '"');
        assert_non_null(end);
        *at = end + 1 + (end[1] == ',');
    } else {
        end = start + strcspn(start, ",\n");
        *at = end + (*end == ',');
    }
    *end = '\0';
    return start;
}

/* Options of the group's contact; files of shapes are where the check values are. */
static void contact_options(const struct group *g, char *text, size_t size)
{
    const char *colon = strchr(g->shape, ':');
    const int file = strstr(g->shape, ".csv") != NULL;

    snprintf(text, size, "--shape %.*s%s%s%s%s%s%s", file ? (int)(colon + 1 - g->shape) : 256,
             g->shape, file ? CONTENSOU_CHECK_VALUES "/" : "", file ? colon + 1 : "",
             *g->pressure ? " --pressure " : "", g->pressure, *g->tilt ? " --tilt " : "", g->tilt);
}

static void read_csv_result(struct group *g, const char *text)
{
    const char *line = strchr(text, '\n');

    assert_int_equal(strncmp(text, "theta,phi,Tx,Ty,M\n", 18), 0);
    for (size_t i = 0; i < g->count; i++, line = strchr(line + 1, '\n'))
        assert_int_equal(sscanf(line + 1, "%*f,%*f,%lf,%lf,%lf", &g->found[i][0], &g->found[i][1],
                                &g->found[i][2]),
                         3);
    assert_string_equal(line, "\n");
}

static void read_hdf5_result(struct group *g, const char *path)
{
    static const char *const names[3] = {"Tx", "Ty", "M"};
    const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);

    assert_true(file >= 0);
    for (size_t k = 0; k < 3; k++) {
        double value[most_rows];
        const hid_t column = H5Dopen2(file, names[k], H5P_DEFAULT);
        const hid_t space = H5Dget_space(column);

        assert_int_equal(H5Sget_simple_extent_npoints(space), g->count);
        assert_true(H5Dread(column, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
        for (size_t i = 0; i < g->count; i++)
            g->found[i][k] = value[i];
        H5Sclose(space);
        H5Dclose(column);
    }
    H5Fclose(file);
}

/* Evaluates the group's points.csv and compares; "" or "out.h5" is where the program writes. */
static void check_group(struct group *g, const char *more, const char *output, double tolerance)
{
    char contact[1024];
    struct run_result result;

    contact_options(g, contact, sizeof contact);
    result = run_program("eval %s --points points.csv %s%s%s", contact, more, *output ? " -o " : "",
                         output);
    if (result.code)
        fail_msg("%s: %s", contact, result.err);
    assert_string_equal(result.err, "");
    if (*output)
        read_hdf5_result(g, output);
    else
        read_csv_result(g, result.out);
    run_free(&result);
    for (size_t i = 0; i < g->count; i++)
        for (size_t k = 0; k < 3; k++)
            if (!(fabs(g->found[i][k] - g->expected[i][k]) <= tolerance))
                fail_msg("%s %s: %c is %.17g instead of %.17g, off by %.3g", g->id[i], more,
                         "XYM"[k], g -> found[i][k], g -> expected[i][k],
                         g -> found[i][k] - g -> expected[i][k]);
}

/* Runs every row of integrals.csv, one program for each run of rows with the same contact. */
static void check_all(const char *more, const char *output, double tolerance)
{
    static struct group g;
    char line[1024];
    size_t rows = 0;
    FILE *table = fopen(CONTENSOU_CHECK_VALUES "/integrals.csv", "r"), *points = NULL;

    assert_non_null(table);
    assert_non_null(fgets(line, sizeof line, table));
    memset(&g, 0, sizeof g);
    while (fgets(line, sizeof line, table)) {
        char *at = line, *id = next_field(&at), *shape = next_field(&at);
        char *pressure = next_field(&at), *tilt = next_field(&at);

        if (points && (strcmp(shape, g.shape) || strcmp(pressure, g.pressure) ||
                       strcmp(tilt, g.tilt) || g.count == most_rows)) {
            fclose(points);
            points = NULL;
            check_group(&g, more, output, tolerance);
        }
        if (!points) {
            memset(&g, 0, sizeof g);
            snprintf(g.shape, sizeof g.shape, "%.255s", shape);
            snprintf(g.pressure, sizeof g.pressure, "%.63s", pressure);
            snprintf(g.tilt, sizeof g.tilt, "%.63s", tilt);
            points = fopen("points.csv", "w");
            assert_non_null(points);
            fputs("theta,phi\n", points);
        }
        snprintf(g.id[g.count], sizeof g.id[0], "%.63s", id);
        fprintf(points, "%s,", next_field(&at));
        fprintf(points, "%s\n", next_field(&at));
        for (int k = 0; k < 3; k++)
            g.expected[g.count][k] = strtod(next_field(&at), NULL);
        g.count++;
        rows++;
    }
    fclose(table);
    assert_non_null(points);
    fclose(points);
    check_group(&g, more, output, tolerance);
    assert_true(rows >= 100); /* integrals.csv has 100 rows or more */
}

static void every_check_value_holds_in_double(void **state)
{
    (void)state;
    check_all("", "", 1e-12);
}

static void every_check_value_holds_in_single(void **state)
{
    (void)state;
    check_all("--precision single", "", 3e-6);
}

static void every_check_value_holds_in_hdf5(void **state)
{
    (void)state;
    check_all("--method exact", "out.h5", 1e-12);
}

static void every_check_value_holds_with_one_lane_and_with_eight(void **state)
{
    (void)state;
    check_all("--pack 1", "", 1e-12);
    check_all("--lanes 8", "", 1e-12);
}

/* The last line of standard output as numbers; returns how many there are. */
static size_t last_row(const struct run_result *result, double *value, size_t most)
{
    const char *end = result->out + result->out_size - 1, *line = end;
    size_t count = 0;

    assert_true(result->out_size > 1 && *end == '\n');
    while (line > result->out && line[-1] != '\n')
        line--;
    while (count < most && line < end) {
        char *stop;

        value[count++] = strtod(line, &stop);
        assert_true(stop > line);
        line = stop + 1;
    }
    return count;
}

/* A uniform disk about a point that is off by (0.1, 0): sliding along y at 1 has the torque
 * <x> - 0.1 = -0.1 there. */
static void the_centre_moves_the_reference_point(void **state)
{
    struct run_result result = run_program("eval --shape disk --center 0.1,0 --theta 0 --phi pi/2");
    double v[5];

    (void)state;
    assert_int_equal(result.code, 0);
    assert_int_equal(last_row(&result, v, 5), 5);
    assert_true(fabs(v[3] - 1) < 1e-12 && fabs(v[4] + 0.1) < 1e-12);
    run_free(&result);
}

static void a_value_may_start_with_a_dash(void **state)
{
    struct run_result result =
        run_program("eval --shape disk --theta -pi/2:0:2 --center -0.1,0 --phi=-pi/2");
    double v[5];

    (void)state;
    assert_int_equal(result.code, 0);
    assert_non_null(strstr(result.out, "\n-1.5707963267948966,-1.5707963267948966,"));
    assert_int_equal(last_row(&result, v, 5), 5);
    assert_true(v[0] == 0.0 && fabs(v[3] + 1) < 1e-12 && fabs(v[4] + 0.1) < 1e-12);
    run_free(&result);
}

/* Only the direction of a slip matters: columns in another order, ten times the slip. Pure spin of
 * a uniform disk has M = <r> = 2/3. */
static void velocities_come_in_any_order_and_size(void **state)
{
    struct run_result result;
    double one[6], ten[6], spin[6];

    (void)state;
    run_write_file("p.csv", "omega,vy,vx\n0.5,0.25,1\n");
    result = run_program("eval --shape disk --points p.csv");
    assert_int_equal(result.code, 0);
    assert_int_equal(strncmp(result.out, "vx,vy,omega,Tx,Ty,M\n1,0.25,0.5,", 31), 0);
    assert_int_equal(last_row(&result, one, 6), 6);
    run_free(&result);
    run_write_file("p.csv", "vy,omega,vx\n2.5,5,10\n");
    result = run_program("eval --shape disk --points p.csv");
    assert_int_equal(last_row(&result, ten, 6), 6);
    for (int k = 3; k < 6; k++)
        assert_true(fabs(ten[k] - one[k]) < 1e-14);
    run_free(&result);
    run_write_file("p.csv", "vx,vy,omega\n1,0,0\n0,0,-3e5\n");
    result = run_program("eval --shape disk --points p.csv");
    assert_int_equal(last_row(&result, spin, 6), 6);
    assert_true(spin[2] == -3e5 && fabs(spin[3]) < 1e-12 && fabs(spin[5] + 2.0 / 3) < 1e-12);
    run_free(&result);
}

/* The wrench is the gradient of a convex function of degree 1: its Jacobian is symmetric and
 * annihilates the slip. */
static void the_jacobian_is_symmetric_and_annihilates_the_slip(void **state)
{
    static const char header[] = "theta,phi,Tx,Ty,M,dTx_dvx,dTx_dvy,dTx_domega,dTy_dvx,dTy_dvy,"
                                 "dTy_domega,dM_dvx,dM_dvy,dM_domega\n";
    struct run_result result =
        run_program("eval --shape ellipse:1,0.5 --pressure hertz --theta 0.7 --phi 0.4 --jacobian");
    double v[14];

    (void)state;
    assert_int_equal(result.code, 0);
    assert_int_equal(strncmp(result.out, header, sizeof header - 1), 0);
    assert_int_equal(last_row(&result, v, 14), 14);
    for (size_t i = 0; i < 3; i++) {
        const double *row = v + 5 + 3 * i;

        assert_true(fabs(row[0] * cos(0.7) * cos(0.4) + row[1] * cos(0.7) * sin(0.4) +
                         row[2] * sin(0.7)) < 1e-9);
        for (size_t j = 0; j < 3; j++)
            assert_true(fabs(row[j] - v[5 + 3 * j + i]) < 1e-9);
        assert_true(row[i] > 0);
    }
    run_free(&result);
}

/* The error of a midpoint sum over n cells goes like 1/n^2 or a little better: 1e-3 is generous. */
static void cells_come_near_the_exact_wrench(void **state)
{
    struct run_result exact = run_program("eval --shape disk --pressure hertz --theta 0.6");
    struct run_result cells =
        run_program("eval --shape disk --pressure hertz --theta 0.6 --method cells --cells 51");
    double a[5], b[5];

    (void)state;
    assert_int_equal(last_row(&exact, a, 5), 5);
    assert_int_equal(last_row(&cells, b, 5), 5);
    assert_true(fabs(a[2] - b[2]) < 1e-3 && fabs(a[4] - b[4]) < 1e-3);
    assert_true(a[2] != b[2]);
    run_free(&exact);
    run_free(&cells);
}

/* T = v/sqrt(v^2 + eps^2) of [1](4.1): 1/sqrt 2 at v = eps. */
static void a_law_of_simulations_depends_on_the_size_of_slip(void **state)
{
    struct run_result near, far, plain;

    (void)state;
    run_write_file("p.csv", "vx,vy,omega\n0.001,0,0\n1,0,0\n");
    near = run_program(
        "eval --shape disk --law I00 --set law.b=1,law.m=2,law.eps=1e-3 --points p.csv");
    assert_int_equal(near.code, 0);
    assert_non_null(strstr(near.out, "0.001,0,0,0.70710678118654"));
    assert_non_null(strstr(near.out, "\n1,0,0,0.9999995"));
    far = run_program("eval --shape disk --set law.eps=1 --points p.csv");
    run_assert_refused(&far, 1, "--set", "--law", NULL);
    plain = run_program("eval --shape disk --law tanh --points p.csv");
    run_assert_refused(&plain, 1, "tanh", "along a line", NULL);
    run_free(&near);
}

/* Friction that depends on the direction of sliding, in the programs of simulations: the law integral has the exact
 * wrench and Jacobian of eval, and a body that slides along x under B = diag(2, 1/2) has 2 mu_g: v = 1 - 2 t. */
static void anisotropy_is_in_laws_and_runs_too(void **state)
{
    static const char contact[] = "--shape rectangle:1,0.4 --tilt 0.2,0.3 --anisotropy 3,0.4 "
                                  "--theta 0.5 --phi 0.3 --jacobian";
    struct run_result exact = run_program("eval %s", contact);
    struct run_result law = run_program("eval %s --law integral", contact);
    struct run_result series = run_program("run free_disk --law I11 --set law.b=0.45,law.m=0.76 "
                                           "--anisotropy 4,0 --init vx=1,vy=0,omega=0 "
                                           "--stepper rk4 --step 0.01 --time 0,0.4 --quiet");
    double a[14], b[14], c[7];

    (void)state;
    assert_int_equal(last_row(&exact, a, 14), 14);
    assert_int_equal(last_row(&law, b, 14), 14);
    for (int k = 2; k < 14; ++k)
        assert_true(fabs(a[k] - b[k]) < 1e-12);
    assert_int_equal(last_row(&series, c, 7), 7);
    assert_true(fabs(c[4] - 0.2) < 1e-7);
    run_free(&exact);
    run_free(&law);
    run_free(&series);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(anisotropy_is_in_laws_and_runs_too, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_law_of_simulations_depends_on_the_size_of_slip,
                                        run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(every_check_value_holds_in_double, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(every_check_value_holds_in_single, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(every_check_value_holds_in_hdf5, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(every_check_value_holds_with_one_lane_and_with_eight, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_centre_moves_the_reference_point, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_value_may_start_with_a_dash, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(velocities_come_in_any_order_and_size, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_jacobian_is_symmetric_and_annihilates_the_slip, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(cells_come_near_the_exact_wrench, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
