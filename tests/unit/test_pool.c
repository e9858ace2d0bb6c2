/* test_pool.c: memory that goes away with its owner. SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/pool.h"

/* Two arrays grow in turns, so that each moves while the other one lies beside it. */
static void arrays_that_grow_keep_their_members(void **state)
{
    struct contensou__pool pool = {0};
    size_t *a = NULL;
    double *b = NULL;
    char *const text = contensou__pool_text(&pool, "a text");

    (void)state;
    for (size_t i = 0; i < 1000; ++i) {
        a = contensou__pool_more(&pool, a, i, sizeof *a);
        b = contensou__pool_more(&pool, b, i, sizeof *b);
        assert_non_null(a);
        assert_non_null(b);
        a[i] = i;
        b[i] = 0.5 * (double)i;
    }
    for (size_t i = 0; i < 1000; ++i) {
        assert_int_equal(a[i], i);
        assert_true(b[i] == 0.5 * (double)i);
    }
    assert_string_equal(text, "a text");
    assert_string_equal(contensou__pool_print(&pool, "%s of %d", "one", 3), "one of 3");
    contensou__pool_free(&pool);
    assert_null(pool.last);
    contensou__pool_free(&pool); /* an empty one */
}

static void room_is_clear_and_for_any_type(void **state)
{
    struct contensou__pool pool = {0};
    const unsigned char *const bytes = contensou__pool_take(&pool, 7, 13);

    (void)state;
    for (size_t i = 0; i < 7 * 13; ++i)
        assert_int_equal(bytes[i], 0);
    assert_int_equal((uintptr_t)bytes % _Alignof(max_align_t), 0);
    assert_non_null(contensou__pool_take(&pool, 0, sizeof(double)));
    contensou__pool_free(&pool);
}

/* count * each wraps around for the first; what comes behind a failure fails too, and what was there before stays. */
static void a_failure_is_told_once_at_the_end(void **state)
{
    struct contensou__pool pool = {0};
    int *const before = contensou__pool_take(&pool, 2, sizeof *before);

    (void)state;
    before[1] = 5;
    assert_null(contensou__pool_take(&pool, SIZE_MAX / 4, 8));
    assert_int_equal(pool.failed, 1);
    assert_null(contensou__pool_take(&pool, 1, 1));
    assert_null(contensou__pool_text(&pool, "more"));
    assert_null(contensou__pool_more(&pool, before, 3, sizeof *before));
    assert_int_equal(before[1], 5);
    contensou__pool_free(&pool);
    assert_int_equal(pool.failed, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_that_grow_keep_their_members),
        cmocka_unit_test(room_is_clear_and_for_any_type),
        cmocka_unit_test(a_failure_is_told_once_at_the_end),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
