/* test_merge.c: contensou merge: parts of a sweep become the file of the whole one.
 *
 * The journals are made here: lane i of the run has the numbers sin(i) and i * i, and i % 4 points of
 * a section. SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "run/merge.h"
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
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <unistd.h>

#include <cmocka.h>

static const struct contensou__field fields[] = {{"m", 1, "", "", 0, 1}, {"k", 2, "", "", 0, 1}};
static const struct contensou__lanes_group group = {"", fields, 2};
static const char *const column[] = {"final.x", "final.v"}, *const cell_names[] = {"t", "x", "v"};

/* Which run: what varies, which lanes are left out, and what else it says of itself. */
struct run {
    const char *vary[3], *random, *from;
    double rtol;
    int section;
    uint64_t missing; /* the lane that is not there; none if it is no lane */
};

static const struct run grid = {.vary = {"m=1:2:5", "k=3,4"}, .rtol = 1e-8, .missing = 99};

static void append(struct contensou__journal *j, uint64_t lane, int section)
{
    const double x = (double)lane, number[2] = {sin(x), x * x};
    const double rows = (double)(lane % 4);
    const double point[11] = {rows, rows, x, 1, 2, x + 1, 3, 4, x + 2, 5, 6};
    const struct contensou__record record = {lane,
                                             3 * lane,
                                             lane % 2,
                                             lane == 5 ? 3 : 0,
                                             number,
                                             point,
                                             section ? 2 + 3 * (lane % 4) : 0};

    assert_int_equal(contensou__journal_append(j, &record, 1, NULL), CONTENSOU_OK);
}

/* Makes the part `shard` of `shards` as a file, the last lane first. */
static void make_part(const char *path, const struct run *run, uint64_t shard, uint64_t shards)
{
    struct contensou__lanes_choice choice = {.from = run->from};
    const struct contensou__journal_pair pair[3] = {
        {"system", "block_belt", 0},
        {"rtol", NULL, run->rtol},
        {contensou__journal_command, "contensou sweep block_belt", 0}};
    struct contensou__journal_spec spec = {
        .pair = pair, .pairs = 3, .shard = shard, .shards = shards, .scalars = 2};
    struct contensou__columns *columns = contensou__columns_create(NULL, 0);
    struct contensou__text extra = {0};
    struct contensou__lanes lanes;
    struct contensou__journal *j = NULL;
    struct contensou_error err = {0};

    if ((run->random && contensou__lanes_choice_random(&choice, run->random, &err)) ||
        (run->vary[0] && contensou__lanes_choice_vary(&choice, run->vary[0], &err)) ||
        (run->vary[0] && run->vary[1] &&
         contensou__lanes_choice_vary(&choice, run->vary[1], &err)) ||
        contensou__lanes_create(&lanes, &group, 1, &choice, &err))
        fail_msg("%s", err.message);
    contensou__lanes_choice_free(&choice);
    contensou__columns_begin(columns, "", 0, 0);
    for (size_t i = 0; i < 2; i++)
        contensou__columns_add(columns, column[i], "", contensou__columns_plain);
    if (run->section)
        contensou__columns_begin(columns, "section", 1, 0);
    for (size_t i = 0; i < 3 && run->section; i++)
        contensou__columns_add(columns, cell_names[i], "", contensou__columns_plain);
    contensou__merge_pack(columns, &lanes, &extra);
    contensou__columns_free(columns);
    spec.extra = extra.data;
    spec.extra_size = extra.size;
    spec.lanes = lanes.count;
    unlink(path);
    if (contensou__journal_open(&j, path, &spec, 0, &err))
        fail_msg("%s", err.message);
    for (uint64_t lane = lanes.count; lane-- > 0;)
        if (lane % shards == shard && lane != run->missing)
            append(j, lane, run->section);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    contensou__text_free(&extra);
    contensou__lanes_free(&lanes);
}

static void make_thirds(const struct run *run)
{
    make_part("a.part", run, 0, 3);
    make_part("b.part", run, 1, 3);
    make_part("c.part", run, 2, 3);
}

static void merge(const char *line)
{
    struct run_result result = run_program("merge %s", line);

    if (result.code)
        fail_msg("%s: %s", line, result.err);
    assert_string_equal(result.out, "");
    assert_string_equal(result.err, "");
    run_free(&result);
}

/* Any order of the parts and any number of them give the same bytes, in every format. */
static void parts_give_the_file_of_the_whole_run(void **state)
{
    static const struct run runs[] = {
        {.vary = {"m=1:2:5", "k=3,4"}, .rtol = 1e-8, .section = 1, .missing = 99},
        {.vary = {"m=1:2", "k=3:4"}, .random = "7,11", .rtol = 1e-8, .missing = 99},
        {.from = "rows.csv", .rtol = 1e-8, .section = 1, .missing = 99}};

    (void)state;
    run_write_file("rows.csv", "k,m\n1,2\n2,3\n9,8\n5,1\n2,2\n1,1\n6,6\n");
    for (size_t i = 0; i < 3; i++) {
        make_part("all.part", &runs[i], 0, 1);
        make_thirds(&runs[i]);
        merge("all.part -o all.h5");
        merge("c.part a.part b.part -o thirds.h5");
        run_same_files("all.h5", "thirds.h5");
        merge("all.part -o all.csv");
        merge("b.part c.part a.part -o thirds.csv");
        run_same_files("all.csv", "thirds.csv");
        if (runs[i].section)
            run_same_files("all.section.csv", "thirds.section.csv");
    }
}

/* More parts than lanes: some have none. */
static void parts_may_be_empty(void **state)
{
    char line[512] = "";

    (void)state;
    make_part("all.part", &grid, 0, 1);
    for (uint64_t k = 0; k < 12; k++) {
        char path[16];

        snprintf(path, sizeof path, "p%d.part", (int)k);
        make_part(path, &grid, k, 12);
        snprintf(line + strlen(line), sizeof line - strlen(line), "%s ", path);
    }
    strcat(line, "-o many.csv");
    merge(line);
    merge("all.part -o all.csv");
    run_same_files("all.csv", "many.csv");
}

/* As many as a batch system leaves, where a process may have few files. In a process of its own, since a limit that is lowered
 * stays. */
static void there_may_be_more_parts_than_open_files(void **state)
{
    enum { parts = 300 };
    const struct rlimit few = {100, 100};
    struct contensou__text line = {0};
    int code = 0;
    pid_t child;

    (void)state;
    make_part("all.part", &grid, 0, 1);
    for (uint64_t k = 0; k < parts; k++) {
        char path[16];

        snprintf(path, sizeof path, "m%d.part", (int)k);
        make_part(path, &grid, k, parts);
        contensou__text_printf(&line, "%s ", path);
    }
    contensou__text_printf(&line, "-o many.csv");
    child = fork();
    if (child == 0) {
        struct run_result result = {.code = 1};

        if (setrlimit(RLIMIT_NOFILE, &few) == 0)
            result = run_program("merge %s", line.data);
        fprintf(stderr, "%s", result.err ? result.err : "");
        _exit(result.code);
    }
    assert_true(child > 0 && waitpid(child, &code, 0) == child);
    assert_int_equal(code, 0);
    merge("all.part -o all.csv");
    run_same_files("all.csv", "many.csv");
    contensou__text_free(&line);
}

/* The rows of the lanes that are there, and a sentence about the others: part 2 is missing, part 3 is not finished. */
static void parts_that_are_missing_may_be_left_out(void **state)
{
    const struct run shorter = {.vary = {"m=1:2:5", "k=3,4"}, .rtol = 1e-8, .missing = 5};
    struct run_result result, whole;
    const char *row;

    (void)state;
    make_thirds(&grid);
    whole = run_program("merge a.part b.part c.part");
    result = run_program("merge a.part c.part --allow-missing");
    assert_int_equal(result.code, 0);
    assert_string_equal(result.err, "warning: part 2/3 is missing or not finished; 7 of 10 "
                                    "lanes are here\n");
    assert_non_null(strstr(result.out, "\n0,1,3,"));
    assert_null(strstr(result.out, "\n1,1,4,"));
    assert_non_null(row = strstr(result.out, "\n8,"));
    assert_non_null(strstr(whole.out, row));
    run_free(&result);
    make_part("c.part", &shorter, 2, 3);
    result = run_program("merge a.part c.part --allow-missing");
    assert_int_equal(result.code, 0);
    assert_non_null(
        strstr(result.err, "parts 2/3, 3/3 are missing or not finished; 4 of 10 lanes"));
    assert_non_null(strstr(result.out, "\n9,"));
    run_free(&result);
    run_free(&whole);
}

static void the_numbers_are_those_of_the_lanes(void **state)
{
    const struct run two = {.vary = {"m=1,2"}, .rtol = 1e-8, .missing = 99};
    struct run_result result;

    (void)state;
    make_part("a.part", &two, 0, 2);
    make_part("b.part", &two, 1, 2);
    result = run_program("merge a.part b.part");
    assert_int_equal(result.code, 0); /* sin(1) = 0.84147098480789650.. (OEIS A049469) */
    assert_string_equal(result.out, "lane,m,outcome,steps,rejections,final.x,final.v\n"
                                    "0,1,finished,0,0,0,0\n"
                                    "1,2,finished,3,1,0.8414709848078965,1\n");
    run_free(&result);
}

static void hdf5_tells_how_it_was_made(void **state)
{
    double rtol = 0;
    hid_t file, attribute;

    (void)state;
    make_thirds(&grid);
    merge("a.part b.part c.part -o out.h5");
    file = H5Fopen("out.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
    assert_true(H5Aexists(file, "system") > 0);
    attribute = H5Aopen(file, "rtol", H5P_DEFAULT);
    assert_true(H5Aread(attribute, H5T_NATIVE_DOUBLE, &rtol) >= 0 && rtol == 1e-8);
    H5Aclose(attribute);
    H5Fclose(file);
}

static void refuse(const char *line, size_t files, const char *sentence)
{
    struct run_result result = run_program("merge %s -o out.csv", line);
    char whole[512];

    snprintf(whole, sizeof whole, "contensou merge: %s\n", sentence);
    assert_string_equal(result.err, whole);
    run_assert_refused(&result, files, sentence, NULL);
}

static void wrong_parts_are_named(void **state)
{
    const struct run loose = {.vary = {"m=1:2:5", "k=3,4"}, .rtol = 1e-3, .missing = 99};
    const struct run shorter = {.vary = {"m=1:2:5", "k=3,4"}, .rtol = 1e-8, .missing = 4};
    const struct run other = {.vary = {"m=1:2:5", "k=3,5"}, .rtol = 1e-8, .missing = 99};

    (void)state;
    make_thirds(&grid);
    refuse("a.part c.part", 3, "part 2/3 is missing; give --allow-missing to join the others");
    refuse("b.part", 3, "parts 1/3, 3/3 are missing; give --allow-missing to join the others");
    refuse("a.part b.part a.part c.part", 3, "'a.part' and 'a.part' are both part 1/3");
    refuse("a.part b.part d.part", 3, "cannot read 'd.part': No such file or directory");
    make_part("b.part", &loose, 1, 3);
    refuse("a.part b.part c.part", 3,
           "'b.part' is of another run than 'a.part': rtol is 0.001 in 'b.part' and 1e-08 in "
           "'a.part'");
    refuse("b.part a.part c.part", 3,
           "'b.part' is of another run than 'a.part': rtol is 0.001 in 'b.part' and 1e-08 in "
           "'a.part'");
    make_part("b.part", &other, 1, 3);
    refuse("a.part b.part c.part", 3,
           "'b.part' is of another run than 'a.part': the lanes in 'b.part' have other values than "
           "those in 'a.part'");
    make_part("b.part", &grid, 1, 4);
    refuse("a.part b.part c.part", 3,
           "'b.part' is of another run than 'a.part': there are 4 parts in 'b.part' and 3 in "
           "'a.part'");
    make_part("b.part", &shorter, 1, 3);
    refuse("a.part b.part c.part", 3, "'b.part' has 2 of its 3 lanes; finish it with --resume");
    run_write_file("b.part", "not a journal, but a text that is long enough to be one");
    refuse("a.part b.part c.part", 3,
           "cannot read 'b.part': it is no journal, or its head is damaged");
}

static void a_damaged_part_is_named(void **state)
{
    struct contensou__text bytes = {0};
    FILE *file;

    (void)state;
    make_thirds(&grid);
    assert_int_equal(contensou__text_read_file(&bytes, "b.part", NULL), CONTENSOU_OK);
    bytes.data[bytes.size - 1] ^= 1;
    file = fopen("b.part", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    fclose(file);
    refuse("a.part b.part c.part", 3, /* a record: a head of 56 bytes and two numbers */
           "'b.part' has 2 of its 3 lanes, and 72 bytes that are damaged; finish it with "
           "--resume");
    contensou__text_free(&bytes);
}

static void wrong_lines_are_refused(void **state)
{
    struct run_result result = run_program("merge -o out.h5");

    (void)state;
    run_assert_refused(&result, 0, "missing PART", "--shard K/N", NULL);
    make_part("a.part", &grid, 0, 1);
    result = run_program("merge a.part -o out.txt");
    run_assert_refused(&result, 1, "out.txt", ".h5", NULL);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(parts_give_the_file_of_the_whole_run, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(parts_may_be_empty, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(the_numbers_are_those_of_the_lanes, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(there_may_be_more_parts_than_open_files, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(parts_that_are_missing_may_be_left_out, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(hdf5_tells_how_it_was_made, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_parts_are_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_damaged_part_is_named, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_lines_are_refused, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
