/* test_versioned.c: structs of options that grow. SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/versioned.h"

#include <string.h>

/* The same options as three versions of a program know them. */
struct before {
    size_t size;
    int cells;
};
struct now {
    size_t size;
    int cells, pack;
    double huber;
};
struct later {
    struct now now;
    double more;
};

static enum contensou_status take(struct now *own, const void *given, struct contensou_error *err)
{
    memset(own, 0xff, sizeof *own);
    return contensou__versioned_take(own, sizeof *own, given, "contensou_x_options", err);
}

static void members_that_a_program_does_not_know_are_zero(void **state)
{
    const struct before old = {.size = sizeof old, .cells = 7};
    struct contensou_error err;
    struct now own;

    (void)state;
    assert_int_equal(take(&own, &old, &err), CONTENSOU_OK);
    assert_int_equal(own.cells, 7);
    assert_true(own.huber == 0);
    assert_int_equal(own.size, sizeof own);
    assert_int_equal(take(&own, NULL, &err), CONTENSOU_OK);
    assert_int_equal(own.cells, 0);
}

static void a_later_program_is_served_unless_it_asks_for_more(void **state)
{
    struct later new = {.now = {.size = sizeof new, .cells = 7, .huber = 2}};
    struct contensou_error err;
    struct now own;

    (void)state;
    assert_int_equal(take(&own, &new, &err), CONTENSOU_OK);
    assert_true(own.cells == 7 && own.huber == 2);
    new.more = 1;
    assert_int_equal(take(&own, &new, &err), CONTENSOU_EARGUMENT);
    assert_non_null(strstr(err.message, "built for a later one"));
}

static void a_size_that_is_not_set_is_refused(void **state)
{
    const struct now given = {.cells = 7};
    struct contensou_error err;
    struct now own;

    (void)state;
    assert_int_equal(take(&own, &given, &err), CONTENSOU_EARGUMENT);
    assert_non_null(strstr(err.message, "CONTENSOU_INIT(contensou_x_options)"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_that_a_program_does_not_know_are_zero),
        cmocka_unit_test(a_later_program_is_served_unless_it_asks_for_more),
        cmocka_unit_test(a_size_that_is_not_set_is_refused),
    };

    cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
