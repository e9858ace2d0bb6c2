/* test_results.c: what came out of a sweep, as CSV and HDF5. SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "run/trajectories_file.h"
#include "support/run_program.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <cmocka.h>
#include <hdf5.h>

static const char *const varied[] = {"omega_0", "init.x"};
static const char *const column[] = {"final.x", "extrema.x.max"};
static const char *const cell_names[] = {"t", "x", "v"};
static const struct contensou_table_attribute attribute[] = {{"system", "pendulum", 0},
                                                             {"law.eps", NULL, 1e-5}};

/* Columns of lanes, and lists of points with three numbers each. They live as long as the program. */
static const struct contensou__columns *columns_of(const char *const *name, size_t columns,
                                                   const char *const *other, int section,
                                                   int series)
{
    static struct contensou__columns *made[64];
    static size_t count;
    struct contensou__columns *c = contensou__columns_create(other, 2);

    contensou__columns_begin(c, "", 0, 0);
    for (size_t i = 0; i < columns; ++i)
        contensou__columns_add(c, name[i], "", contensou__columns_plain);
    for (int k = 0; k < 2; ++k)
        if (k ? series : section) {
            contensou__columns_begin(c, k ? "series" : "section", !k, 0);
            for (size_t i = 0; i < 3; ++i)
                contensou__columns_add(c, cell_names[i], "", contensou__columns_plain);
        }
    assert_int_equal(contensou__columns_finish(&c, NULL), CONTENSOU_OK);
    assert_true(count < sizeof made / sizeof *made);
    return made[count++] = c;
}

static struct contensou__trajectories_file_spec spec_of(const char *path, size_t columns,
                                                        int section, int series)
{
    return (struct contensou__trajectories_file_spec){
        .path = path,
        .columns = columns_of(column, columns, varied, section, series),
        .attribute = attribute,
        .attributes = 2};
}

/* Lane 0 finished with two points, lane 1 is not finite and has none, lane 2 has one. */
static void write_three(const struct contensou__trajectories_file_spec *spec)
{
    static const double numbers[3][2] = {{30, -1}, {30, 0.1}, {65, -1}};
    static const double observed[3][2] = {{1, 2}, {NAN, INFINITY}, {1.0 / 3, -0.0}};
    static const double point[2][3] = {{0.5, 1, 2}, {1.5, 3, 4}}, single[3] = {9, 8, 7};
    static const size_t points[3] = {2, 0, 1};
    const size_t lists = spec->columns->tables - 1;
    struct contensou_error err = {0};
    struct contensou__trajectories_file *r = NULL;

    if (contensou__trajectories_file_open(&r, spec, &err))
        fail_msg("%s", err.message);
    for (int lane = 0; lane < 3; lane++) {
        const double *const p = lane == 2 ? single : point[0];
        double rows[16] = {0}; /* how many there are and were of each list, then they */
        const struct contensou__record record = {(uint64_t)lane,
                                                 1000 * (uint64_t)lane,
                                                 (uint64_t)lane + 5,
                                                 lane == 1 ? 3 : 0,
                                                 observed[lane],
                                                 rows,
                                                 lists * (2 + 3 * points[lane])};

        for (size_t k = 0; k < lists; k++) {
            rows[k] = rows[lists + k] = (double)points[lane];
            memcpy(rows + 2 * lists + 3 * k * points[lane], p, 3 * points[lane] * sizeof *p);
        }
        assert_int_equal(contensou__trajectories_file_append(r, &record, numbers[lane], &err),
                         CONTENSOU_OK);
    }
    if (contensou__trajectories_file_close(r, &err))
        fail_msg("%s", err.message);
}

static void file_is(const char *path, const char *expected)
{
    struct contensou__text text = {0};

    assert_int_equal(contensou__text_read_file(&text, path, NULL), CONTENSOU_OK);
    assert_string_equal(text.data, expected);
    contensou__text_free(&text);
}

static const char section_text[] = "lane,omega_0,init.x,k,t,x,v\n" /* docs/files.md */
                                   "0,30,-1,0,0.5,1,2\n"
                                   "0,30,-1,1,1.5,3,4\n"
                                   "2,65,-1,0,9,8,7\n";

static void csv_has_one_row_a_lane(void **state)
{
    const struct contensou__trajectories_file_spec spec = spec_of("out.csv", 2, 0, 0);

    (void)state;
    write_three(&spec);
    file_is("out.csv", "lane,omega_0,init.x,outcome,steps,rejections,final.x,extrema.x.max\n"
                       "0,30,-1,finished,0,5,1,2\n"
                       "1,30,0.10000000000000001,not finite,1000,6,,inf\n"
                       "2,65,-1,finished,2000,7,0.33333333333333331,-0\n");
    assert_int_equal(run_count_files(), 1);
}

static void points_go_to_files_beside_it(void **state)
{
    const struct contensou__trajectories_file_spec spec = spec_of("a.b.CSV", 2, 1, 1);

    (void)state;
    write_three(&spec);
    assert_int_equal(run_count_files(), 3);
    file_is("a.b.section.CSV", section_text);
    file_is("a.b.series.CSV", "lane,omega_0,init.x,t,x,v\n"
                              "0,30,-1,0.5,1,2\n"
                              "0,30,-1,1.5,3,4\n"
                              "2,65,-1,9,8,7\n");
}

static void points_alone_are_the_file_itself(void **state)
{
    const struct contensou__trajectories_file_spec section = spec_of("out.csv", 0, 1, 0);
    const struct contensou__trajectories_file_spec both = spec_of("both.csv", 0, 1, 1);

    (void)state;
    write_three(&section);
    file_is("out.csv", section_text);
    assert_int_equal(run_count_files(), 1);
    write_three(&both);
    file_is("both.csv", "lane,omega_0,init.x,outcome,steps,rejections\n"
                        "0,30,-1,finished,0,5\n"
                        "1,30,0.10000000000000001,not finite,1000,6\n"
                        "2,65,-1,finished,2000,7\n");
    assert_int_equal(run_count_files(), 4);
}

static void column_is(hid_t file, const char *name, H5T_class_t kind, size_t count,
                      const double *expected)
{
    const hid_t data = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(data);
    const hid_t type = H5Dget_type(data);
    double value[8];

    assert_true(data >= 0);
    assert_int_equal(H5Tget_class(type), kind);
    assert_int_equal(H5Sget_simple_extent_npoints(space), count);
    assert_true(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
    for (size_t i = 0; i < count; i++)
        if (!(value[i] == expected[i]) && !(isnan(value[i]) && isnan(expected[i])))
            fail_msg("%s[%zu] = %g, not %g", name, i, value[i], expected[i]);
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(data);
}

static void hdf5_holds_the_same_under_the_same_names(void **state)
{
    const struct contensou__trajectories_file_spec spec = spec_of("out.h5", 2, 1, 1);
    char words[3][15]; /* "step underflow" is the longest */
    hid_t file, data, type, attr;
    double eps;

    (void)state;
    write_three(&spec);
    file = H5Fopen("out.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    column_is(file, "lane", H5T_INTEGER, 3, (double[]){0, 1, 2});
    column_is(file, "init.x", H5T_FLOAT, 3, (double[]){-1, 0.1, -1});
    column_is(file, "outcome_code", H5T_INTEGER, 3, (double[]){0, 3, 0});
    column_is(file, "steps", H5T_INTEGER, 3, (double[]){0, 1000, 2000});
    column_is(file, "rejections", H5T_INTEGER, 3, (double[]){5, 6, 7});
    column_is(file, "final.x", H5T_FLOAT, 3, (double[]){1, NAN, 1.0 / 3});
    column_is(file, "section/lane", H5T_INTEGER, 3, (double[]){0, 0, 2});
    column_is(file, "section/omega_0", H5T_FLOAT, 3, (double[]){30, 30, 65});
    column_is(file, "section/k", H5T_INTEGER, 3, (double[]){0, 1, 0});
    column_is(file, "section/t", H5T_FLOAT, 3, (double[]){0.5, 1.5, 9});
    column_is(file, "series/v", H5T_FLOAT, 3, (double[]){2, 4, 7});
    data = H5Dopen2(file, "outcome", H5P_DEFAULT);
    type = H5Dget_type(data);
    assert_int_equal(H5Tget_size(type), sizeof words[0]);
    assert_true(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, words) >= 0);
    assert_string_equal(words[0], "finished");
    assert_string_equal(words[1], "not finite");
    attr = H5Aopen(file, "law.eps", H5P_DEFAULT);
    assert_true(H5Aread(attr, H5T_NATIVE_DOUBLE, &eps) >= 0 && eps == 1e-5);
    H5Aclose(attr);
    H5Tclose(type);
    H5Dclose(data);
    H5Fclose(file);
    assert_int_equal(run_count_files(), 1);
}

static void equal_runs_make_equal_bytes(void **state)
{
    const struct contensou__trajectories_file_spec one = spec_of("one.h5", 2, 1, 1),
                                                   two = spec_of("two.h5", 2, 1, 1);
    struct contensou__text a = {0}, b = {0};

    (void)state;
    write_three(&one);
    sleep(1); /* a time in the file would tell */
    write_three(&two);
    assert_int_equal(contensou__text_read_file(&a, "one.h5", NULL), CONTENSOU_OK);
    assert_int_equal(contensou__text_read_file(&b, "two.h5", NULL), CONTENSOU_OK);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    contensou__text_free(&a);
    contensou__text_free(&b);
}

/* A system may have a stiffness k. */
static void a_varied_name_may_be_taken(void **state)
{
    static const char *const k[] = {"k", "steps"}, *const x[] = {"x", "m"};
    struct contensou__trajectories_file_spec spec = spec_of("out.csv", 0, 1, 0);

    (void)state;
    spec.columns = columns_of(column, 0, k, 1, 0);
    write_three(&spec);
    file_is("out.csv", "lane,vary.k,vary.steps,k,t,x,v\n"
                       "0,30,-1,0,0.5,1,2\n"
                       "0,30,-1,1,1.5,3,4\n"
                       "2,65,-1,0,9,8,7\n");
    spec.columns = columns_of(column, 0, x, 1, 0);
    assert_int_equal(contensou__trajectories_file_check(&spec, NULL), CONTENSOU_OK);
}

static void refused(struct contensou__trajectories_file_spec spec, const char *sentence)
{
    struct contensou_error err = {0};

    assert_true(contensou__trajectories_file_check(&spec, &err) != CONTENSOU_OK);
    assert_string_equal(err.message, sentence);
    assert_int_equal(run_count_files(), 0);
}

static void wrong_places_are_refused_before_the_work(void **state)
{
    struct contensou__trajectories_file_spec spec = spec_of("out.csv", 2, 1, 0);

    (void)state;
    assert_int_equal(contensou__trajectories_file_check(&spec, NULL), CONTENSOU_OK);
    assert_int_equal(run_count_files(), 0);
    refused(spec_of("out.txt", 2, 0, 0),
            "cannot tell the format of 'out.txt' by its ending; available: .csv, .h5, .hdf5");
    refused(spec_of("missing/out.h5", 2, 0, 0),
            "cannot write 'missing/out.h5': there is no folder 'missing'");
    refused(spec_of("-", 2, 1, 0),
            "standard output has room for one table, but 'section' makes a second one; write to a "
            "file NAME.csv or NAME.h5");
}

/* A million lanes of 4 + 8 columns are 96 MB in memory; a block of them is below one. */
static void a_million_lanes_take_little_memory(void **state)
{
    static const char *const many[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    struct contensou__trajectories_file_spec spec = spec_of("out.h5", 2, 0, 0);
    struct contensou__trajectories_file *r = NULL;
    struct rusage before, after;

    (void)state;
    spec.columns = columns_of(many, 8, varied, 0, 0);
    assert_int_equal(contensou__trajectories_file_open(&r, &spec, NULL), CONTENSOU_OK);
    getrusage(RUSAGE_SELF, &before);
    for (uint64_t lane = 0; lane < 1000000; lane++) {
        const double number[8] = {(double)lane};
        const struct contensou__record record = {.lane = lane, .scalar = number};

        assert_int_equal(contensou__trajectories_file_append(r, &record, number, NULL),
                         CONTENSOU_OK);
    }
    assert_int_equal(contensou__trajectories_file_close(r, NULL), CONTENSOU_OK);
    getrusage(RUSAGE_SELF, &after);
    assert_in_range(after.ru_maxrss - before.ru_maxrss, 0, 64 * 1024); /* KiB */
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(csv_has_one_row_a_lane, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(points_go_to_files_beside_it, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(points_alone_are_the_file_itself, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(hdf5_holds_the_same_under_the_same_names, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(equal_runs_make_equal_bytes, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_varied_name_may_be_taken, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_places_are_refused_before_the_work, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_million_lanes_take_little_memory, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
