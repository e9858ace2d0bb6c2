/* test_settings.c: the tables of what is chosen. SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/settings.h"

/* Names are told apart, words in braces are other settings or lists, a type fits its form and its limits. */
static void every_row_is_whole(void **state)
{
    static const char *const lists[] = {"laws", "examples"};
    const struct contensou_setting *row, *other;

    (void)state;
    for (size_t i = 0; (row = contensou_settings_row(i)); i++) {
        const char *brace = row->text;

        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(contensou_settings_row(k)->name, row->name);
        assert_int_equal(row->argument == NULL, row->type == CONTENSOU_SETTING_FLAG);
        assert_int_equal(row->choice != NULL, row->type == CONTENSOU_SETTING_CHOICE);
        if (row->type == CONTENSOU_SETTING_NUMBER || row->type == CONTENSOU_SETTING_WHOLE)
            assert_true(row->low < row->high);
        while ((brace = strchr(brace, '{'))) {
            const size_t size = strcspn(++brace, "}");
            int found = 0;

            for (size_t k = 0; (other = contensou_settings_row(k)); k++)
                found |= strlen(other->name) == size && !strncmp(other->name, brace, size);
            for (size_t k = 0; k < 2; k++)
                found |= strlen(lists[k]) == size && !strncmp(lists[k], brace, size);
            if (!found)
                fail_msg("%s names {%.*s}", row->name, (int)size, brace);
        }
    }
}

/* What is set and taken back is as at first; what is refused is not set. */
static void a_value_is_typed_when_it_is_set(void **state)
{
    struct contensou__settings s, first;
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(contensou__settings_init(&s, &err), CONTENSOU_OK);
    assert_int_equal(contensou__settings_init(&first, &err), CONTENSOU_OK);
    assert_true(s.steps.max_steps == 1e7 && s.devices.precision == 1 && s.work.shards == 1);
    assert_true(s.observed.observe.final && s.contact.frame == CONTENSOU_FRAME_BODY);
    assert_int_equal(contensou__settings_set(&s, "tilt", "0.25,30deg", &err), CONTENSOU_OK);
    assert_true(s.contact.tilt_k == 0.25 && s.contact.tilt_beta > 0.52);
    assert_int_equal(contensou__settings_set(&s, "tilt", NULL, &err), CONTENSOU_OK);
    assert_true(s.contact.tilt_k == 0 && s.contact.tilt_beta == 0);
    assert_int_equal(contensou__settings_set(&s, "anisotropy", "2,0.5,ground", &err), CONTENSOU_OK);
    assert_true(s.contact.anisotropy[0] == 2 &&
                s.contact.anisotropy_frame == CONTENSOU_FRAME_GROUND);
    assert_int_equal(contensou__settings_set(&s, "anisotropy", "0,1", &err), CONTENSOU_EARGUMENT);
    assert_string_equal(err.message, "anisotropy 0,1: the ratio of the two frictions is above 0");
    assert_false(contensou__settings_given(&s, "anisotropy"));
    assert_int_equal(contensou__settings_set(&s, "shard", "3/8", &err), CONTENSOU_OK);
    assert_true(s.work.shard == 2 && s.work.shards == 8);
    assert_int_equal(contensou__settings_set(&s, "shard", NULL, &err), CONTENSOU_OK);
    assert_int_equal(contensou__settings_set(&s, "time", "0:1:5", &err), CONTENSOU_OK);
    assert_true(s.times.time.count == 5 && s.times.time.value[1] == 0.25);
    assert_int_equal(contensou__settings_set(&s, "time", "x", &err), CONTENSOU_EARGUMENT);
    assert_true(s.times.time.count == 0);
    assert_memory_equal(&s.contact, &first.contact, sizeof s.contact);
    assert_memory_equal(&s.work, &first.work, sizeof s.work);
    contensou__settings_free(&s);
    contensou__settings_free(&first);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_row_is_whole),
                                       cmocka_unit_test(a_value_is_typed_when_it_is_set)};

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
