/* test_eval_files.c: what contensou eval writes, how much memory it takes, how it stops.
 * SPDX-License-Identifier: MIT */
#include "support/run_program.h"

#include <contensou/version.h>

#include <hdf5.h>

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    struct stat about;
    char *text;

    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &about), 0);
    *size = (size_t)about.st_size;
    text = malloc(*size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, *size, file), *size);
    text[*size] = '\0';
    fclose(file);
    return text;
}

static void expect_success(const struct run_result *result)
{
    if (result->code)
        fail_msg("code %d, signal %d: %s", result->code, result->signal, result->err);
    assert_string_equal(result->err, "");
}

static void a_file_and_standard_output_have_the_same_bytes(void **state)
{
    static const char line[] = "eval --shape disk --pressure hertz --theta 0:pi/2:37 --phi 0,1,-2";
    struct run_result said = run_program("%s", line), wrote = run_program("%s -o out.csv", line);
    struct run_result dash = run_program("%s -o -", line);
    size_t size;
    char *text = read_file("out.csv", &size);

    (void)state;
    expect_success(&said);
    expect_success(&wrote);
    assert_string_equal(wrote.out, "");
    assert_int_equal(size, said.out_size);
    assert_string_equal(text, said.out);
    assert_string_equal(dash.out, said.out);
    assert_int_equal(run_count_files(), 1);
    free(text);
    run_free(&said);
    run_free(&wrote);
    run_free(&dash);
}

/* The line `row` (from 0, after the header) of a CSV text. */
static const char *find_line(const char *text, size_t row, size_t *length)
{
    for (size_t i = 0; i <= row; i++) {
        text = strchr(text, '\n');
        assert_non_null(text);
        text++;
    }
    *length = strcspn(text, "\n");
    return text;
}

/* 300 000 slips are more than one block of 2^18; rows of the large grid are the rows of small ones,
 * byte by byte: theta is the outer axis, phi the inner one. */
static void a_grid_of_many_blocks_has_the_rows_of_small_grids(void **state)
{
    static const size_t rows[] = {0, 3, 4, 15, 130, 262, 299};
    struct run_result large =
        run_program("eval --shape disk --pressure hertz --theta 0:1.5:300 --phi -1:2:1000");
    const char *line;
    size_t length, small_length;

    (void)state;
    expect_success(&large);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char theta[64];
        struct run_result small;
        const char *part = find_line(large.out, rows[i] * 1000, &length), *same;

        snprintf(theta, sizeof theta, "%.*s", (int)strcspn(part, ","), part);
        small = run_program("eval --shape disk --pressure hertz --theta %s --phi -1:2:1000", theta);
        expect_success(&small);
        same = find_line(small.out, 0, &small_length);
        assert_int_equal(strncmp(part, same, strlen(same)), 0);
        run_free(&small);
    }
    line = find_line(large.out, 299999, &length);
    assert_int_equal(strncmp(line, "1.5,2,", 6), 0);
    assert_string_equal(line + length, "\n");
    run_free(&large);
}

static void write_points(const char *name, size_t rows)
{
    FILE *file = fopen(name, "w");

    assert_non_null(file);
    fputs("theta,phi\n", file);
    for (size_t i = 0; i < rows; i++)
        fputs("0.5,1\n", file);
    assert_int_equal(fclose(file), 0);
}

/* Kept in memory, 4 million more slips with five columns would be 160 MB; blocks are bounded. */
static void memory_does_not_grow_with_the_number_of_slips(void **state)
{
    static const char *const lines[3][2] = {
        {"--theta 0:1:1000000", "--theta 0:1:5000000"},
        {"--theta 0:1:1000 --phi 0:1:1000", "--theta 0:1:1000 --phi 0:1:5000"},
        {"--points short.csv", "--points long.csv"}};
    struct run_result warm;

    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* freed memory stays in quarantine */
#endif
    /* The compiler of a program that is not in the cache yet takes more than any run. */
    warm = run_program("eval --shape disk --pressure hertz --theta 0:1:3");
    run_free(&warm);
    write_points("short.csv", 1000000);
    write_points("long.csv", 5000000);
    for (int i = 0; i < 3; i++) {
        struct run_result few =
            run_program_to("/dev/null", "eval --shape disk --pressure hertz %s", lines[i][0]);
        struct run_result many =
            run_program_to("/dev/null", "eval --shape disk --pressure hertz %s", lines[i][1]);

        expect_success(&few);
        expect_success(&many);
        print_message("%s: %ld KiB, %s: %ld KiB\n", lines[i][0], few.peak, lines[i][1], many.peak);
        assert_true(many.peak < few.peak + 24 * 1024);
        run_free(&few);
        run_free(&many);
    }
}

/* Waits until a file is there and has `size` bytes, up to a minute. */
static void await_file(const char *name, long size)
{
    const struct timespec pause = {0, 10000000};
    struct stat about;

    for (int i = 0; i < 6000; i++) {
        if (!stat(name, &about) && about.st_size >= size)
            return;
        nanosleep(&pause, NULL);
    }
    fail_msg("there is no %s after a minute", name);
}

static void stop_with(int number, const char *name)
{
    char beside[64];
    const pid_t child = run_start(
        "eval --shape disk --pressure hertz --theta 0:1:100000 --phi 0:1:100000 -o %s", name);
    struct run_result result;

    snprintf(beside, sizeof beside, "%s.tmp.%ld-1", name, (long)child);
    await_file(beside, 1 << 20);
    assert_int_equal(kill(child, number), 0);
    result = run_wait(child);
    assert_int_equal(result.code, 128 + number);
    assert_non_null(strstr(result.err, "stopped"));
    assert_string_equal(result.out, "");
    assert_int_equal(run_count_files(), 0);
    run_free(&result);
}

static void an_interrupt_leaves_no_file_and_gives_130(void **state)
{
    (void)state;
    stop_with(SIGINT, "out.csv");
    stop_with(SIGINT, "out.h5");
    stop_with(SIGTERM, "out.csv");
}

/* Sixteen million cells of a disk take several seconds to make, all else far less than one. */
static void an_interrupt_is_heard_while_cells_are_made(void **state)
{
    const struct timespec moment = {2, 0};
    const pid_t child =
        run_start("eval --shape disk --theta 0:1:3 --method cells --cells 4000 -o out.csv");
    struct run_result result;

    (void)state;
    nanosleep(&moment, NULL);
    assert_int_equal(kill(child, SIGINT), 0);
    result = run_wait(child);
    assert_int_equal(result.code, 128 + SIGINT);
    assert_non_null(strstr(result.err, "stopped during the cells of a patch"));
    assert_int_equal(run_count_files(), 0);
    run_free(&result);
}

static void the_program_can_be_dumped(void **state)
{
    struct run_result result =
        run_program("eval --shape disk --theta 0 --dump-program p.cl -o out.csv");
    size_t size;
    char *text;

    (void)state;
    expect_success(&result);
    assert_int_equal(run_count_files(), 2);
    text = read_file("p.cl", &size);
    assert_non_null(strstr(text, "patches/disk"));
    assert_non_null(strstr(text, "kernel void"));
    free(text);
    run_free(&result);
}

static void read_attribute(hid_t file, const char *name, char *text, size_t size)
{
    const hid_t attribute = H5Aopen(file, name, H5P_DEFAULT);
    hid_t type;
    double number = 0;

    if (attribute < 0)
        fail_msg("there is no attribute '%s'", name);
    type = H5Aget_type(attribute);
    if (H5Tget_class(type) == H5T_STRING) {
        assert_true(H5Tget_size(type) <= size && H5Aread(attribute, type, text) >= 0);
    } else {
        assert_true(H5Aread(attribute, H5T_NATIVE_DOUBLE, &number) >= 0);
        snprintf(text, size, "%.17g", number);
    }
    H5Tclose(type);
    H5Aclose(attribute);
}

static void an_hdf5_file_carries_how_it_was_made(void **state)
{
    static const char *const expected[][2] = {{"shape", "ellipse:1,0.5"},
                                              {"pressure", "hertz"},
                                              {"tilt_k", "0.5"},
                                              {"tilt_beta", "0.52359877559829882"},
                                              {"center_x", "0.25"},
                                              {"center_y", "-1"},
                                              {"method", "exact"},
                                              {"cells", "101"},
                                              {"precision", "double"},
                                              {"jacobian", "0"},
                                              {"theta", "0:1:3"},
                                              {"phi", "0"},
                                              {"version", CONTENSOU_VERSION}};
    struct run_result result = run_program("eval --shape ellipse:1,0.5 --pressure hertz --tilt "
                                           "0.5,30deg --center 0.25,-1 --theta 0:1:3 -o out.h5");
    char text[4096];
    hid_t file;

    (void)state;
    expect_success(&result);
    file = H5Fopen("out.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(file >= 0);
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        read_attribute(file, expected[i][0], text, sizeof text);
        assert_string_equal(text, expected[i][1]);
    }
    read_attribute(file, "command_line", text, sizeof text);
    assert_non_null(strstr(text, " eval --shape ellipse:1,0.5 --pressure hertz --tilt 0.5,30deg"));
    read_attribute(file, "device", text, sizeof text);
    assert_true(*text);
    read_attribute(file, "driver", text, sizeof text);
    assert_true(*text);
    H5Fclose(file);
    run_free(&result);
}

/* Draws with the options; one file appears, it starts as its format does, nothing is printed. */
static void draw(const char *options, const char *name, const char *start)
{
    struct run_result result = run_program("eval --shape disk %s --plot %s", options, name);
    const size_t files = run_count_files();
    size_t size;
    char *bytes;

    expect_success(&result);
    assert_string_equal(result.out, "");
    bytes = read_file(name, &size);
    assert_true(size > 1000);
    assert_int_equal(memcmp(bytes, start, strlen(start)), 0);
    assert_int_equal(unlink(name), 0);
    assert_int_equal(run_count_files(), files - 1);
    free(bytes);
    run_free(&result);
}

static void every_kind_of_picture_can_be_drawn(void **state)
{
    (void)state;
    run_write_file("p.csv", "vx,vy,omega\n1,0,0\n1,0,1\n0,0,1\n");
    draw("--theta 0:pi/2:19", "a.png", "\x89PNG");
    draw("--theta 1 --phi 0:2pi:19", "b.svg", "<?xml");
    draw("--theta 0:pi/2:9 --phi 0:2pi:13", "c.pdf", "%PDF");
    draw("--theta -pi/2:pi/2:9 --phi 0:2pi:13 --plot-kind surface", "d.png", "\x89PNG");
    draw("--points p.csv", "e.svg", "<?xml");
    assert_int_equal(run_count_files(), 1);
}

static void a_picture_and_a_table_come_from_one_run(void **state)
{
    struct run_result result =
        run_program("eval --shape disk --theta 0:pi/2:9 --plot a.svg -o a.csv");

    (void)state;
    expect_success(&result);
    assert_string_equal(result.out, "");
    assert_int_equal(run_count_files(), 2);
    run_free(&result);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_and_standard_output_have_the_same_bytes, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_grid_of_many_blocks_has_the_rows_of_small_grids, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(memory_does_not_grow_with_the_number_of_slips, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(an_interrupt_leaves_no_file_and_gives_130, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(an_interrupt_is_heard_while_cells_are_made, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_program_can_be_dumped, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(an_hdf5_file_carries_how_it_was_made, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(every_kind_of_picture_can_be_drawn, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_picture_and_a_table_come_from_one_run, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
