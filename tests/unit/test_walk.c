/* test_walk.c: the order of lanes when an attractor is carried along. SPDX-License-Identifier: MIT */
#include "model/lanes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Three values of the number that is walked, two lanes of each. */
static void upwards_lanes_follow_those_of_the_value_before(void **state)
{
    const struct contensou__lanes_walk w = {contensou__lanes_walk_up, 3, 2};
    uint64_t before;

    (void)state;
    assert_int_equal(contensou__lanes_walk_stride(&w), 2);
    for (uint64_t i = 0; i < 6; i++)
        assert_int_equal(contensou__lanes_walk_lane(&w, i), i);
    assert_int_equal(contensou__lanes_walk_before(&w, 1, &before), 0);
    assert_int_equal(contensou__lanes_walk_before(&w, 3, &before), 1);
    assert_int_equal(before, 1);
}

static void downwards_the_last_value_is_first(void **state)
{
    static const uint64_t order[6] = {4, 5, 2, 3, 0, 1};
    const struct contensou__lanes_walk w = {contensou__lanes_walk_down, 3, 2};
    uint64_t before;

    (void)state;
    for (uint64_t i = 0; i < 6; i++)
        assert_int_equal(contensou__lanes_walk_lane(&w, i), order[i]);
    assert_int_equal(contensou__lanes_walk_before(&w, 5, &before), 0);
    assert_int_equal(contensou__lanes_walk_before(&w, 1, &before), 1);
    assert_int_equal(before, 3);
}

/* Up are the lanes 0 to 5, down 6 to 11; every step has lanes of both. */
static void both_ways_go_side_by_side(void **state)
{
    static const uint64_t order[12] = {0, 1, 10, 11, 2, 3, 8, 9, 4, 5, 6, 7};
    const struct contensou__lanes_walk w = {contensou__lanes_walk_both, 3, 2};
    uint64_t before;

    (void)state;
    assert_int_equal(contensou__lanes_walk_stride(&w), 4);
    for (uint64_t i = 0; i < 12; i++)
        assert_int_equal(contensou__lanes_walk_lane(&w, i), order[i]);
    assert_int_equal(contensou__lanes_walk_before(&w, 10, &before), 0);
    assert_int_equal(contensou__lanes_walk_before(&w, 6, &before), 1);
    assert_int_equal(before, 8);
    assert_int_equal(contensou__lanes_walk_before(&w, 4, &before), 1);
    assert_int_equal(before, 2);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(upwards_lanes_follow_those_of_the_value_before),
        cmocka_unit_test(downwards_the_last_value_is_first),
        cmocka_unit_test(both_ways_go_side_by_side),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
