/* test_parcel.c: records of lanes as one piece of bytes. SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "run/journal.h"

static const double numbers[] = {1.5, -2.25, 3, 4, 5, 6, 7};
static const struct contensou__record records[] = {
    {7, 100, 3, 0, numbers, numbers + 2, 5},
    {UINT64_C(1) << 40, 0, 0, 5, numbers + 1, NULL, 0},
    {8, 1, 2, 3, numbers + 2, numbers, 7}};

/* A copy of exactly the parcel's bytes, so that sanitizers see what is read behind them. */
static char *copy_of(const struct contensou__text *parcel, size_t size)
{
    char *bytes = malloc(size ? size : 1);

    assert_non_null(bytes);
    memcpy(bytes, parcel->data, size);
    return bytes;
}

static void what_was_packed_comes_out(void **state)
{
    struct contensou__text parcel = {0};
    struct contensou__record *got = NULL;
    size_t count = 0;
    char *bytes;

    (void)state;
    contensou__record_parcel_pack(&parcel, records, 1, 2); /* is written over */
    contensou__record_parcel_pack(&parcel, records, 3, 2);
    /* the count, three heads of 56 bytes, six scalars and twelve points */
    assert_int_equal(parcel.size, 8 + 3 * 56 + (6 + 12) * 8);
    bytes = copy_of(&parcel, parcel.size);
    assert_int_equal(contensou__record_parcel_open(bytes, parcel.size, 2, &got, &count, NULL),
                     CONTENSOU_OK);
    assert_int_equal(count, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_true(got[i].lane == records[i].lane && got[i].steps == records[i].steps);
        assert_true(got[i].rejections == records[i].rejections);
        assert_int_equal(got[i].outcome, records[i].outcome);
        assert_memory_equal(got[i].scalar, records[i].scalar, 2 * sizeof(double));
        assert_int_equal(got[i].points, records[i].points);
        if (records[i].points)
            assert_memory_equal(got[i].point, records[i].point, records[i].points * sizeof(double));
    }
    free(got);
    free(bytes);
    contensou__text_free(&parcel);
}

static void no_records_are_a_parcel_too(void **state)
{
    struct contensou__text parcel = {0};
    struct contensou__record *got = NULL;
    size_t count = 9;

    (void)state;
    contensou__record_parcel_pack(&parcel, NULL, 0, 5);
    assert_int_equal(contensou__record_parcel_open(parcel.data, parcel.size, 5, &got, &count, NULL),
                     CONTENSOU_OK);
    assert_int_equal(count, 0);
    free(got);
    contensou__text_free(&parcel);
}

static void a_parcel_cut_anywhere_is_refused(void **state)
{
    struct contensou__text parcel = {0};

    (void)state;
    contensou__record_parcel_pack(&parcel, records, 3, 2);
    for (size_t size = 0; size < parcel.size; size++) {
        struct contensou__record *got = NULL;
        struct contensou_error err = {0};
        size_t count = 0;
        char *bytes = copy_of(&parcel, size);

        assert_int_equal(contensou__record_parcel_open(bytes, size, 2, &got, &count, &err),
                         CONTENSOU_EINPUT);
        assert_null(got);
        free(bytes);
    }
    contensou__text_free(&parcel);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_packed_comes_out),
        cmocka_unit_test(no_records_are_a_parcel_too),
        cmocka_unit_test(a_parcel_cut_anywhere_is_refused),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
