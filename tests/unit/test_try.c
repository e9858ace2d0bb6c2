/* test_try.c: steps that end their function, and what goes away with it. SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/try.h"

/* The order in which what was owned went away, as digits. */
static int order;

static void release(const int *digit)
{
    order = 10 * order + *digit;
}

/* Owns 1, then 2, and hands 2 over where it is asked to; `first` and `second` are what its two steps give. */
static enum contensou_status take_steps(enum contensou_status first, enum contensou_status second,
                                        int hand_over, int *taken)
{
    OWNED(release) int one = 1;
    OWNED(release) int two = 2;

    *taken = 0;
    TRY(first);
    *taken = one;
    TRY(second);
    *taken = two;
    if (hand_over)
        two = 0;
    return CONTENSOU_OK;
}

static void a_step_that_fails_is_the_last_one(void **state)
{
    int taken;

    (void)state;
    order = 0;
    assert_int_equal(take_steps(CONTENSOU_EIO, CONTENSOU_EINPUT, 0, &taken), CONTENSOU_EIO);
    assert_int_equal(taken, 0);
    assert_int_equal(order, 21); /* in the reverse order */
    order = 0;
    assert_int_equal(take_steps(CONTENSOU_OK, CONTENSOU_EINPUT, 0, &taken), CONTENSOU_EINPUT);
    assert_int_equal(taken, 1);
    assert_int_equal(order, 21);
    order = 0;
    assert_int_equal(take_steps(CONTENSOU_OK, CONTENSOU_OK, 0, &taken), CONTENSOU_OK);
    assert_int_equal(taken, 2);
    assert_int_equal(order, 21);
}

static void what_was_handed_over_stays(void **state)
{
    int taken;

    (void)state;
    order = 0;
    assert_int_equal(take_steps(CONTENSOU_OK, CONTENSOU_OK, 1, &taken), CONTENSOU_OK);
    assert_int_equal(order, 1); /* 2 is 0 when it is released, as a pointer is NULL */
}

/* How often a step was taken. */
static int taken_steps;

static enum contensou_status count_step(void)
{
    ++taken_steps;
    return CONTENSOU_EINPUT;
}

static enum contensou_status take_one(void)
{
    TRY(count_step());
    return CONTENSOU_OK;
}

static void a_step_is_taken_once(void **state)
{
    (void)state;
    taken_steps = 0;
    assert_int_equal(take_one(), CONTENSOU_EINPUT);
    assert_int_equal(taken_steps, 1);
}

static void memory_that_is_missing_is_a_sentence(void **state)
{
    struct contensou_error err = {0};
    OWNED(contensou__try_free) char *here = malloc(1); /* its leak would be seen by the sanitizer */

    (void)state;
    assert_int_equal(contensou__try_memory(here, &err, "%d rows", 3), CONTENSOU_OK);
    assert_string_equal(err.message, "");
    assert_int_equal(contensou__try_memory(NULL, &err, "%d rows", 3), CONTENSOU_EMEMORY);
    assert_string_equal(err.message, "no memory for 3 rows");
    assert_int_equal(contensou__try_memory(NULL, NULL, "%d rows", 3), CONTENSOU_EMEMORY);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_that_fails_is_the_last_one),
        cmocka_unit_test(what_was_handed_over_stays),
        cmocka_unit_test(a_step_is_taken_once),
        cmocka_unit_test(memory_that_is_missing_is_a_sentence),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
