/* test_names.c: finding names and the nearest to a misspelt one. SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "base/kept.h"
#include "base/names.h"

static const char *const shapes[] = {"disk",    "annulus", "ellipse", "rectangle",
                                     "polygon", "map",     "cells"};
static const size_t count = sizeof shapes / sizeof *shapes;

static void a_name_is_found_at_its_place(void **state)
{
    (void)state;
    assert_int_equal(contensou__names_find("disk", shapes, count), 0);
    assert_int_equal(contensou__names_find("cells", shapes, count), 6); /* the last of seven */
    assert_int_equal(contensou__names_find("Disk", shapes, count), -1);
    assert_int_equal(contensou__names_find("dis", shapes, count), -1);
    assert_int_equal(contensou__names_find("", shapes, count), -1);
    assert_int_equal(contensou__names_find("disk", shapes, 0), -1);
}

static void a_misspelt_name_has_its_nearest(void **state)
{
    (void)state;
    assert_string_equal(contensou__names_nearest("disc", shapes, count), "disk"); /* 1 exchange */
    assert_string_equal(contensou__names_nearest("dsik", shapes, count), "disk"); /* 1 swap */
    assert_string_equal(contensou__names_nearest("DISK", shapes, count), "disk"); /* case */
    assert_string_equal(contensou__names_nearest("elipse", shapes, count),
                        "ellipse"); /* 1 missing */
    assert_string_equal(contensou__names_nearest("anullus", shapes, count), "annulus"); /* 2 of 7 */
    assert_string_equal(contensou__names_nearest("rect", shapes, count),
                        "rectangle"); /* its start */
}

static void a_far_name_has_none(void **state)
{
    char longer[200];

    (void)state;
    memset(longer, 'd', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_null(contensou__names_nearest("sphere", shapes, count));
    assert_null(contensou__names_nearest("", shapes, count));
    assert_null(contensou__names_nearest("x", shapes, count));
    assert_null(
        contensou__names_nearest(longer, shapes, count)); /* 199 letters, 63 are looked at */
    assert_null(contensou__names_nearest("disk", shapes, 0));
}

static void a_failure_names_the_choices(void **state)
{
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(contensou__names_fail(&err, "shape", "disc", shapes, count),
                     CONTENSOU_ENOTFOUND);
    assert_int_equal(err.status, CONTENSOU_ENOTFOUND);
    assert_string_equal(err.message, "no shape named 'disc'; did you mean 'disk'? available: disk, "
                                     "annulus, ellipse, rectangle, polygon, map, cells");
    contensou__names_fail(&err, "law", "zz", shapes, 2);
    assert_string_equal(err.message, "no law named 'zz'; available: disk, annulus");
    contensou__names_fail(&err, "law", "zz", shapes, 0);
    assert_string_equal(err.message, "no law named 'zz'; available: none");
    assert_int_equal(contensou__names_fail(NULL, "law", "zz", shapes, 2), CONTENSOU_ENOTFOUND);
}

/* One for each distinct text, whoever asks and however it is made: results point to them and are copied as they are. */
static void a_kept_name_is_one_and_stays(void **state)
{
    char changing[] = "I11 and more";
    const char *const kept = contensou__kept_part(changing, 3);

    (void)state;
    changing[0] = 'X';
    assert_string_equal(kept, "I11");
    assert_ptr_equal(contensou__kept_text("I%d%d", 1, 1), kept);
    assert_ptr_not_equal(contensou__kept_text("I%d", 1), kept); /* only its start */
    assert_string_equal(contensou__kept_text("%s", ""), "");
    for (int i = 0; i < 1000; ++i)
        contensou__kept_text("name %d", i);
    assert_ptr_equal(contensou__kept_text("I11"), kept);
    assert_string_equal(contensou__kept_text("name %d", 999), "name 999");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_is_found_at_its_place),
        cmocka_unit_test(a_misspelt_name_has_its_nearest),
        cmocka_unit_test(a_far_name_has_none),
        cmocka_unit_test(a_failure_names_the_choices),
        cmocka_unit_test(a_kept_name_is_one_and_stays),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
