/* test_device_lanes.c: where the numbers of lanes lie, in single precision, compiled as C: rows and columns beyond the
 * 2^24 numbers that a float can count. SPDX-License-Identifier: MIT */
#define REAL float
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#define global
typedef unsigned long ulong;
#include "core/lanes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

/* Two states of ten million times: 20 million numbers, of which a float knows every second beyond 2^24. */
static void rows_beyond_2_24_numbers_have_their_own_place(void **state)
{
    enum { rows = 10 * 1000 * 1000, states = 2 };
    const int slot[PACK] = {0};
    float *const to = calloc((size_t)rows * states, sizeof *to);

    (void)state;
    assert_non_null(to);
    for (int row = rows - 1000; row < rows; ++row)
        for (int i = 0; i < states; ++i)
            lanes_put(1, (float)(1 + i), (float)row, states, (ulong)i, 1, to, slot);
    for (size_t k = 0; k < (size_t)1000 * states; ++k)
        assert_int_equal((int)to[((size_t)rows - 1000) * states + k], 1 + (int)(k % states));
    free(to);
}

static void a_lane_without_a_slot_is_never_written(void **state)
{
    const int none[PACK] = {-1}, slot[PACK] = {1};
    float to[4] = {0, 0, 0, 0};

    (void)state;
    lanes_put(1, 5, 1, 1, 0, 2, to, none);
    lanes_put(0, 5, 1, 1, 0, 2, to, slot);
    assert_true(to[0] == 0 && to[1] == 0 && to[2] == 0 && to[3] == 0);
    lanes_put(1, 5, 1, 1, 0, 2, to, slot); /* row 1 of 2 lanes, slot 1 */
    assert_true(to[3] == 5);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_beyond_2_24_numbers_have_their_own_place),
        cmocka_unit_test(a_lane_without_a_slot_is_never_written),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
