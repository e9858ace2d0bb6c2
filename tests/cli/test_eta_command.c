/* test_eta_command.c: contensou eta, asked from the real program. SPDX-License-Identifier: MIT */
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

/* Runs and expects success and silence on standard error. */
static struct run_result succeed(const char *line)
{
    struct run_result result = run_program("%s", line);

    if (result.code)
        fail_msg("%s: code %d, signal %d: %s", line, result.code, result.signal, result.err);
    assert_string_equal(result.err, "");
    return result;
}

/* The fields of line `row` (0 is the first under the header) as numbers, NaN where empty. */
static size_t row_of(const struct run_result *result, size_t row, double *value, size_t most)
{
    const char *at = result->out;
    size_t count = 0;

    for (size_t i = 0; i <= row; i++) {
        at = strchr(at, '\n');
        assert_non_null(at);
        at++;
    }
    while (count < most) {
        const size_t size = strcspn(at, ",\n");

        value[count++] = size ? strtod(at, NULL) : NAN;
        if (at[size] != ',')
            break;
        at += size + 1;
    }
    return count;
}

static size_t lines(const struct run_result *result)
{
    size_t count = 0;

    for (const char *c = result->out; *c; c++)
        count += *c == '\n';
    return count;
}

static void expect_header(const struct run_result *result, const char *header)
{
    const size_t size = strcspn(result->out, "\n");

    if (size != strlen(header) || strncmp(result->out, header, size) != 0)
        fail_msg("'%.*s' instead of '%s'", (int)size, result->out, header);
}

/* docs/maths.md 4: 6.7085189 at 2.7, and 0 at 1. */
static void a_range_of_eta_gives_eta_prime(void **state)
{
    struct run_result result = succeed("eta --eta 1:2.7:18");
    double v[3];

    (void)state;
    expect_header(&result, "eta,eta_prime");
    assert_int_equal(lines(&result), 19);
    assert_int_equal(row_of(&result, 0, v, 3), 2);
    assert_true(v[0] == 1 && v[1] == 0);
    assert_int_equal(row_of(&result, 17, v, 3), 2);
    assert_true(v[0] == 2.7 && fabs(v[1] - 6.7085189) < 0.5e-7);
    run_free(&result);
}

/* docs/errata.md [1].8 and [4].3: 6.7627 realises 2.7174, 4.479 realises 1.9865; docs/maths.md 4: 1 realises 1. */
static void eta_prime_gives_eta_in_both_spellings(void **state)
{
    struct run_result a = succeed("eta --eta-prime 6.7627,4.479,1");
    struct run_result b = succeed("eta --invert --eta 6.7627,4.479,1");
    struct run_result c = succeed("eta --invert --eta-prime 6.7627,4.479,1");
    double v[3];

    (void)state;
    expect_header(&a, "eta_prime,eta");
    assert_string_equal(a.out, b.out);
    assert_string_equal(a.out, c.out);
    assert_int_equal(row_of(&a, 0, v, 3), 2);
    assert_true(v[0] == 6.7627 && fabs(v[1] - 2.7174) < 0.5e-4);
    row_of(&a, 1, v, 3);
    assert_true(v[0] == 4.479 && fabs(v[1] - 1.9865) < 0.5e-4);
    row_of(&a, 2, v, 3);
    assert_true(v[0] == 1 && v[1] == 1);
    run_free(&a);
    run_free(&b);
    run_free(&c);
}

/* docs/errata.md [1].9: the printed cubics are off by 8.3e-4 and 9.7e-4; ours by less. */
static void cubics_stand_beside_those_of_the_paper(void **state)
{
    struct run_result result = succeed("eta --polynomial 3");
    double v[13];

    (void)state;
    expect_header(&result, "from,to,c0,c1,c2,c3,error,paper_c0,paper_c1,paper_c2,paper_c3,"
                           "paper_error");
    assert_int_equal(lines(&result), 4);
    assert_int_equal(row_of(&result, 0, v, 13), 12);
    assert_true(v[0] == 1 && v[1] == 1.3 && v[6] < 4.8e-4);
    assert_true(v[7] == -13.607 && v[10] == 5.878 && fabs(v[11] - 8.3e-4) < 0.5e-5);
    row_of(&result, 1, v, 13);
    assert_true(v[0] == 1.3 && v[1] == 2.7 && v[6] < 4.5e-4);
    assert_true(v[7] == -2.41 && v[10] == 0.0493 && fabs(v[11] - 9.7e-4) < 0.5e-5);
    row_of(&result, 2, v, 13);
    assert_true(v[0] == 2.7 && v[1] == 10 && v[6] < 3.6e-4 && isnan(v[7]) && isnan(v[11]));
    run_free(&result);
}

static void pieces_and_degree_are_free(void **state)
{
    struct run_result one = succeed("eta --polynomial 1 --pieces 1,1.3");
    struct run_result eight = succeed("eta --polynomial 8 --pieces 1,1.05,1.3,2.7,10,100");
    double v[17];

    (void)state;
    expect_header(&one, "from,to,c0,c1,error,paper_c0,paper_c1,paper_c2,paper_c3,paper_error");
    assert_int_equal(lines(&one), 2);
    assert_int_equal(row_of(&one, 0, v, 17), 10);
    assert_true(fabs(v[9] - 8.3e-4) < 0.5e-5);
    assert_int_equal(lines(&eight), 6);
    assert_int_equal(row_of(&eight, 2, v, 17), 17);
    assert_true(v[0] == 1.3 && v[11] < 1.4e-6);
    run_free(&one);
    run_free(&eight);
}

static void values_and_polynomial_together_compare_them(void **state)
{
    struct run_result result = succeed("eta --eta 1.5,2,4 --polynomial 3 --pieces 1.3,2.7");
    double v[5];

    (void)state;
    expect_header(&result, "eta,eta_prime,polynomial,error");
    assert_int_equal(row_of(&result, 1, v, 5), 4);
    assert_true(fabs(v[1] - 4.5215542) < 0.5e-7 && fabs(v[2] - v[1]) < 2e-3);
    assert_true(fabs(v[3]) > 0 && fabs(v[3]) < 4.5e-4);
    assert_int_equal(row_of(&result, 2, v, 5), 4);
    assert_true(v[0] == 4 && isnan(v[2]) && isnan(v[3])); /* outside the pieces */
    run_free(&result);
}

static double hdf5_value(hid_t file, const char *name, hsize_t expected, size_t index)
{
    double value[64];
    const hid_t column = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(column);

    assert_int_equal(H5Sget_simple_extent_npoints(space), expected);
    assert_true(H5Dread(column, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
    H5Sclose(space);
    H5Dclose(column);
    return value[index];
}

static void files_hold_the_same_numbers(void **state)
{
    struct run_result said = succeed("eta --eta 1:2.7:18");
    struct run_result csv = succeed("eta --eta 1:2.7:18 -o out.csv");
    struct run_result hdf5 = succeed("eta --eta 1:2.7:18 -o out.h5");
    char text[2048] = "";
    FILE *file = fopen("out.csv", "r");
    double v[2];
    hid_t h5;

    (void)state;
    assert_non_null(file);
    assert_int_equal(fread(text, 1, sizeof text - 1, file), said.out_size);
    fclose(file);
    assert_string_equal(text, said.out);
    assert_string_equal(csv.out, "");
    assert_string_equal(hdf5.out, "");
    h5 = H5Fopen("out.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(h5 >= 0);
    row_of(&said, 10, v, 2);
    assert_true(hdf5_value(h5, "eta", 18, 10) == v[0]);
    assert_true(hdf5_value(h5, "eta_prime", 18, 10) == v[1]);
    assert_true(H5Aexists(h5, "command_line") > 0 && H5Aexists(h5, "version") > 0);
    H5Fclose(h5);
    assert_int_equal(run_count_files(), 2);
    run_free(&said);
    run_free(&csv);
    run_free(&hdf5);
}

static void a_picture_has_labelled_axes(void **state)
{
    static const char *const lines_to_draw[] = {
        "eta --eta 1:5:5 --plot p.svg", "eta --eta-prime 0:8:5 --plot p.svg",
        "eta --polynomial 3 --plot p.svg", "eta --eta 1:3:5 --polynomial 2 --plot p.svg"};

    (void)state;
    if (system("command -v gnuplot >/dev/null") != 0)
        skip();
    for (size_t i = 0; i < 4; i++) {
        struct run_result result = succeed(lines_to_draw[i]);
        static char text[1 << 18];
        FILE *file = fopen("p.svg", "r");

        assert_string_equal(result.out, "");
        assert_non_null(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        assert_non_null(strstr(text, "static over dynamic friction (-)"));
        assert_non_null(strstr(text, "eta\xe2\x80\x99 (-)"));
        assert_true((strstr(text, "polynomials") != NULL) == (i >= 2));
        assert_int_equal(remove("p.svg"), 0);
        run_free(&result);
    }
}

static void wrong_values_are_refused(void **state)
{
    (void)state;
    run_refuse("eta", "missing values", "--eta 1:2.7:18");
    run_refuse("eta --invert", "missing values", "--eta-prime");
    run_refuse("eta --eta 2,0.5 -o out.csv", "0.5", "from 1 on");
    run_refuse("eta --eta 0.5:3:6 -o out.h5", "0.5", "from 1 on");
    run_refuse("eta --eta 0.5:3:6", "0.5", "from 1 on");
    run_refuse("eta --eta nan", "nan", "not a number");
    run_refuse("eta --eta 1e400", "1e400", "finite");
    run_refuse("eta --eta 1,1e308 -o out.csv", "1e+308", "too large");
    run_refuse("eta --eta 1:2:1e9", "1e9", "at most 1e+07");
    run_refuse("eta --eta-prime -1 -o out.csv", "-1", "from 0 on");
    run_refuse("eta --invert --eta -1", "-1", "from 0 on");
    run_refuse("eta --eta 2 --eta-prime 3", "--eta", "--eta-prime");
    run_refuse("eta --eta 2 --plot p.svg", "2", "two different values");
    run_refuse("eta --eta 2 -o out.txt", "out.txt", ".csv");
    run_refuse("eta --eta 1:2:3 --plot p.bmp", "p.bmp", ".png");
    run_refuse("eta --eta 2 -o missing/out.csv", "missing", "folder");
}

static void wrong_polynomials_are_refused(void **state)
{
    (void)state;
    run_refuse("eta --polynomial 0", "0", "from 1 to 8");
    run_refuse("eta --polynomial 9", "9", "from 1 to 8");
    run_refuse("eta --polynomial 2.5", "2.5", "from 1 to 8");
    run_refuse("eta --pieces 1,2", "--pieces", "--polynomial 3");
    run_refuse("eta --polynomial 3 --pieces 2 -o out.csv", "--pieces", "2 to 101");
    run_refuse("eta --polynomial 3 --pieces 1,3,2 -o out.csv", "2 after 3", "ascend");
    run_refuse("eta --polynomial 3 --pieces 1,2,2", "2 after 2", "ascend");
    run_refuse("eta --polynomial 3 --pieces 0.5,2 -o out.csv", "0.5", "between 1 and");
    run_refuse("eta --polynomial 3 --pieces 1,inf", "inf", "not a number");
    run_refuse("eta --polynomial 3 --pieces 1,1e7", "10000000", "1e+06");
    run_refuse("eta --polynomial 3 --invert --eta 2", "--invert", "--polynomial");
    run_refuse("eta --polynomial 3 --eta-prime 2", "--eta-prime", "--polynomial");
    run_refuse("eta --polynom 3", "--polynom", "--polynomial");
}

static void the_help_is_complete(void **state)
{
    static const char *const pieces[] = {"--eta R",      "--invert",    "--eta-prime R",
                                         "--polynomial", "--pieces",    "(default: 1,1.3,2.7,10)",
                                         "-o, --output", "--plot FILE", "eta_prime,eta",
                                         "examples:\n",  "paper_c0",    "these numbers are eta'"};
    struct run_result result = succeed("eta --help");

    (void)state;
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
        if (!strstr(result.out, pieces[i]))
            fail_msg("'%s' is not in: %s", pieces[i], result.out);
    for (const char *line = result.out; *line; line += strcspn(line, "\n") + 1)
        assert_in_range(strcspn(line, "\n"), 0, 88);
    run_free(&result);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_range_of_eta_gives_eta_prime),
        cmocka_unit_test(eta_prime_gives_eta_in_both_spellings),
        cmocka_unit_test(cubics_stand_beside_those_of_the_paper),
        cmocka_unit_test(pieces_and_degree_are_free),
        cmocka_unit_test(values_and_polynomial_together_compare_them),
        cmocka_unit_test_setup_teardown(files_hold_the_same_numbers, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_picture_has_labelled_axes, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_values_are_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_polynomials_are_refused, run_enter_folder, run_leave_folder),
        cmocka_unit_test(the_help_is_complete),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
