/* test_journal_long.c: journals longer than what is read at once. SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "base/text.h"
#include "run/journal.h"
#include "support/run_program.h"

enum { many = 200000, record_size = 56 + 2 * 8 }; /* the head of a record, and two numbers */
static const char part[] = "out.h5.part";
static const struct contensou__journal_spec spec = {.lanes = many, .shards = 1, .scalars = 2};

static void append(struct contensou__journal *j, uint64_t lane)
{
    const double number[2] = {(double)lane, -(double)lane};
    const struct contensou__record r = {.lane = lane, .scalar = number};

    assert_int_equal(contensou__journal_append(j, &r, 1, NULL), CONTENSOU_OK);
}

static void check(struct contensou__journal *j, uint64_t lane)
{
    struct contensou__record r = {0};

    assert_int_equal(contensou__journal_read(j, lane, &r, NULL), CONTENSOU_OK);
    assert_true(r.scalar[0] == (double)lane && r.scalar[1] == -(double)lane);
}

/* 200,000 lanes without a name: more than a window of the scan, and nothing in the folder. */
static void a_journal_without_a_name(void **state)
{
    struct contensou__journal *j = NULL;

    (void)state;
    assert_int_equal(contensou__journal_open(&j, NULL, &spec, 0, NULL), CONTENSOU_OK);
    for (uint64_t lane = 0; lane < many; lane++)
        append(j, many - 1 - lane);
    assert_int_equal(run_count_files(), 0);
    for (uint64_t lane = 0; lane < many; lane++)
        check(j, lane);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
}

/* 20 MB with every hundredth record broken: the other 198,000 are kept. */
static void a_long_journal_is_scanned_past_its_faults(void **state)
{
    struct contensou__journal *j = NULL;
    struct contensou__text bytes = {0};
    size_t head;
    FILE *file;

    (void)state;
    assert_int_equal(contensou__journal_open(&j, part, &spec, 0, NULL), CONTENSOU_OK);
    for (uint64_t lane = 0; lane < many; lane++)
        append(j, lane);
    assert_int_equal(contensou__journal_close(j, NULL), CONTENSOU_OK);
    assert_int_equal(contensou__text_read_file(&bytes, part, NULL), CONTENSOU_OK);
    head = bytes.size - many * (size_t)record_size;
    for (size_t i = 0; i < many; i += 100)
        bytes.data[head + i * record_size + i / 100 % record_size] ^= 4;
    file = fopen(part, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(contensou__journal_open(&j, part, &spec, 1, NULL), CONTENSOU_OK);
    assert_int_equal(contensou__journal_about(j)->done, many - many / 100);
    assert_int_equal(contensou__journal_about(j)->dropped, many / 100 * record_size);
    contensou__journal_remove(j);
    contensou__text_free(&bytes);
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_journal_without_a_name, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_long_journal_is_scanned_past_its_faults, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
