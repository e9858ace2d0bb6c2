/* test_lanes.c: which lane of a sweep has which numbers. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/random.h"
#include "model/lanes.h"
#include "support/run_program.h"

/* As `contensou list systems` has them: disk_belt and the numbers of its law. */
static const struct contensou__field fields[] = {
    {"m", 90, "", "", 0, 1}, {"k12", 0.85, "", "", 0, 0}, {"v_b", 0.15, "", "", -INFINITY, 0}};
static const struct contensou__field law[] = {{"eps", 1e-5, "", "", 0, 0},
                                              {"eta", 1, "", "", 1, 0}};
static const struct contensou__field states[] = {{"x", 0, "", "", -INFINITY, 0},
                                                 {"phi", 0, "", "", -INFINITY, 0}};
static const struct contensou__lanes_group groups[] = {
    {"", fields, 3}, {"law.", law, 2}, {contensou__lanes_init, states, 2}};
enum { names = 7 };

/* Up to four texts of each kind, up to a NULL. */
struct texts {
    const char *set[4], *init[4], *vary[4], *from, *random;
};

static enum contensou_status create(struct contensou__lanes *l, const struct texts *t,
                                    struct contensou_error *err)
{
    struct contensou__lanes_choice choice = {.from = t->from};
    enum contensou_status status =
        t->random ? contensou__lanes_choice_random(&choice, t->random, err) : CONTENSOU_OK;

    *l = (struct contensou__lanes){0};
    for (size_t i = 0; i < 4 && !status; i++) {
        if (t->set[i])
            status = contensou__lanes_choice_set(&choice, t->set[i], err);
        if (!status && t->init[i])
            status = contensou__lanes_choice_init(&choice, t->init[i], err);
        if (!status && t->vary[i])
            status = contensou__lanes_choice_vary(&choice, t->vary[i], err);
    }
    if (!status)
        status = contensou__lanes_create(l, groups, 3, &choice, err);
    contensou__lanes_choice_free(&choice);
    return status;
}

static struct contensou__lanes made(struct texts t)
{
    struct contensou_error err = {0};
    struct contensou__lanes l;

    if (create(&l, &t, &err))
        fail_msg("%s", err.message);
    return l;
}

static void refused(const char *sentence, struct texts t)
{
    struct contensou_error err = {0};
    struct contensou__lanes l;

    assert_true(create(&l, &t, &err) != CONTENSOU_OK);
    assert_string_equal(err.message, sentence);
    contensou__lanes_free(&l);
}

static void nothing_varied_is_one_lane_of_defaults(void **state)
{
    struct contensou__lanes l = made((struct texts){0});
    const double expected[names] = {90, 0.85, 0.15, 1e-5, 1, 0, 0};
    double value[names];

    (void)state;
    assert_int_equal(l.count, 1);
    assert_int_equal(l.names, names);
    assert_int_equal(l.axes, 0);
    contensou__lanes_values(&l, 0, value);
    assert_memory_equal(value, expected, sizeof value);
    assert_int_equal(contensou__lanes_find(&l, "law.eta"), 4);
    assert_int_equal(contensou__lanes_find(&l, "init.phi"), 6);
    assert_int_equal(contensou__lanes_find(&l, "phi"), -1);
    contensou__lanes_free(&l);
}

static void set_and_init_replace_defaults(void **state)
{
    struct contensou__lanes l = made(
        (struct texts){.set = {"m=1.5,law.eps = 1e-3", "v_b=-2"}, .init = {"phi=pi/2", "x=30deg"}});
    const double pi = 3.14159265358979323846;
    const double expected[names] = {1.5, 0.85, -2, 1e-3, 1, 30 * pi / 180, pi / 2};
    double value[names];

    (void)state;
    contensou__lanes_values(&l, 0, value);
    assert_memory_equal(value, expected, sizeof value);
    contensou__lanes_free(&l);
}

/* Three by two: the first slowest. */
static void a_grid_has_its_first_axis_slowest(void **state)
{
    struct contensou__lanes l =
        made((struct texts){.set = {"k12=2"}, .vary = {"law.eta=1:5:3", "init.x=-8,4"}});
    const double expected[6][2] = {{1, -8}, {1, 4}, {3, -8}, {3, 4}, {5, -8}, {5, 4}};
    double value[names], two[2];

    (void)state;
    assert_int_equal(l.count, 6);
    for (size_t lane = 0; lane < 6; lane++) {
        contensou__lanes_values(&l, lane, value);
        contensou__lanes_varied(&l, lane, two);
        assert_true(value[4] == expected[lane][0] && value[5] == expected[lane][1]);
        assert_true(value[1] == 2 && value[0] == 90);
        assert_memory_equal(two, expected[lane], sizeof two);
    }
    assert_true(contensou__lanes_varies(&l, 4) && !contensou__lanes_varies(&l, 1));
    contensou__lanes_free(&l);
}

/* 1e6 times 1e6 lanes are below 2^40 = 1.0995e12, twice as many are not. */
static void a_huge_grid_takes_no_memory(void **state)
{
    struct contensou__lanes l = made((struct texts){.vary = {"m=1:2:1e6", "v_b=0:1:1e6", "k12=3"}});
    double value[names];

    (void)state;
    assert_true(l.count == UINT64_C(1000000000000));
    contensou__lanes_values(&l, l.count - 1, value);
    assert_true(value[0] == 2 && value[2] == 1 && value[1] == 3);
    contensou__lanes_values(&l, 1000000, value);
    assert_true(value[0] == 1 + 1.0 / 999999 && value[2] == 0);
    contensou__lanes_free(&l);
    refused("vary makes more than 2^40 lanes; at most 1099511627776",
            (struct texts){.vary = {"m=1:2:1e6", "v_b=0:1:1e6", "k12=0,1"}});
}

/* Known answers of Random123, examples/kat_vectors: philox4x32 10. */
static void philox_gives_the_published_numbers(void **state)
{
    static const uint32_t row[3][10] = {
        {0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
        {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0x408f276d,
         0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
        {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09,
         0x94fdcceb, 0x5001e420, 0x24126ea1}};

    (void)state;
    for (int i = 0; i < 3; i++) {
        uint32_t out[4];

        contensou__random_philox(row[i], row[i] + 4, out);
        assert_memory_equal(out, row[i] + 6, sizeof out);
    }
}

/* Uniform: mean 1/2 and variance 1/12 of the width, no correlation; 4 standard errors of n lanes.
 */
static void random_lanes_are_uniform_and_independent(void **state)
{
    enum { n = 20000 };
    struct contensou__lanes l =
        made((struct texts){.vary = {"m=10:20", "v_b=-1:1:7"}, .random = "42,20000"});
    struct contensou__lanes other =
        made((struct texts){.vary = {"v_b=-1:1", "m=10:20"}, .random = "42,5"});
    double sum = 0, square = 0, cross = 0, value[names], again[names];

    (void)state;
    assert_int_equal(l.count, n);
    for (uint64_t lane = 0; lane < n; lane++) {
        double u, v;

        contensou__lanes_values(&l, lane, value);
        assert_true(value[0] >= 10 && value[0] <= 20 && value[2] >= -1 && value[2] <= 1);
        u = (value[0] - 10) / 10 - 0.5;
        v = (value[2] + 1) / 2 - 0.5;
        sum += u;
        square += u * u;
        cross += u * v;
    }
    assert_true(fabs(sum / n) < 4 * sqrt(1.0 / 12 / n));
    assert_true(fabs(square / n - 1.0 / 12) < 4 * sqrt(1.0 / 180 / n));
    assert_true(fabs(cross / n) < 4 * (1.0 / 12) / sqrt(n));
    contensou__lanes_values(&l, 3, value); /* neither order nor number of lanes matters */
    contensou__lanes_values(&other, 3, again);
    assert_memory_equal(value, again, sizeof value);
    contensou__lanes_free(&l);
    contensou__lanes_free(&other);
}

static void a_random_list_gives_its_members_equally(void **state)
{
    struct contensou__lanes l = made((struct texts){.vary = {"m=1,2,4"}, .random = "7,9000"});
    size_t seen[5] = {0};
    double value[names];

    (void)state;
    for (uint64_t lane = 0; lane < 9000; lane++) {
        contensou__lanes_values(&l, lane, value);
        seen[(size_t)value[0]]++;
    }
    for (int i = 1; i <= 4; i *= 2) /* 3000 each, 4 standard errors: 4 sqrt(9000 * 2/9) = 179 */
        assert_in_range(seen[i], 3000 - 179, 3000 + 179);
    contensou__lanes_free(&l);
}

static void rows_of_a_file_are_lanes(void **state)
{
    struct contensou__lanes l;
    struct contensou__text text = {0};
    double value[names];

    (void)state;
    run_write_file("lanes.csv", "init.x, law.eps\n1,0\n-2.5,1e-3\n0,2\n");
    l = made((struct texts){.set = {"m=3"}, .from = "lanes.csv"});
    assert_int_equal(l.count, 3);
    contensou__lanes_values(&l, 1, value);
    assert_true(value[5] == -2.5 && value[3] == 1e-3 && value[0] == 3 && value[1] == 0.85);
    contensou__lanes_text(&l, &text);
    assert_string_equal(text.data, "init.x,law.eps");
    contensou__text_free(&text);
    contensou__lanes_free(&l);
}

/* What varies comes back from its bytes, and bytes that end early are told. */
static void a_plan_comes_back_from_bytes(void **state)
{
    const struct texts plan[3] = {{.vary = {"m=1/3:pi:5", "init.x=0.1,2"}},
                                  {.vary = {"m=1:2", "v_b=3,4,5"}, .random = "9007199254740993,9"},
                                  {.from = "rows.csv"}};

    (void)state;
    run_write_file("rows.csv", "init.x,m\n1,2\n3,4\n5,6\n");
    for (int i = 0; i < 3; i++) {
        struct contensou__lanes l = made(plan[i]), back;
        struct contensou__text bytes = {0};
        size_t used = 0;

        contensou__lanes_pack(&l, &bytes);
        assert_int_equal(contensou__lanes_pack_read(&back, bytes.data, bytes.size, &used, NULL),
                         CONTENSOU_OK);
        assert_int_equal(used, bytes.size);
        assert_true(back.count == l.count && back.axes == 2 && back.names == 2);
        assert_true(back.seed == l.seed);
        for (uint64_t lane = 0; lane < l.count; lane++) {
            double a[2], b[2];

            contensou__lanes_varied(&l, lane, a);
            contensou__lanes_varied(&back, lane, b);
            assert_memory_equal(a, b, sizeof a);
        }
        for (size_t a = 0; a < 2; a++)
            assert_string_equal(back.name[a], l.name[l.axis[a].place]);
        contensou__lanes_free(&back);
        for (size_t size = 0; size < bytes.size; size++) {
            assert_int_equal(contensou__lanes_pack_read(&back, bytes.data, size, &used, NULL),
                             CONTENSOU_EINPUT);
            contensou__lanes_free(&back);
        }
        contensou__text_free(&bytes);
        contensou__lanes_free(&l);
    }
}

/* The text of a plan gives the same plan. */
static void a_text_has_all_digits(void **state)
{
    struct contensou__lanes l = made((struct texts){.vary = {"m=1/3:pi:5", "init.x=0.1,2"}});
    struct contensou__lanes r = made((struct texts){.vary = {"m=1:2:9"}, .random = "1,4"});
    struct contensou__text text = {0};

    (void)state;
    contensou__lanes_text(&l, &text);
    assert_string_equal(text.data, "m=0.33333333333333331:3.1415926535897931:5 "
                                   "init.x=0.10000000000000001,2");
    contensou__text_free(&text);
    contensou__lanes_text(&r, &text);
    assert_string_equal(text.data, "m=1:2");
    contensou__text_free(&text);
    contensou__lanes_free(&l);
    contensou__lanes_free(&r);
}

static void unknown_names_have_a_nearest(void **state)
{
    (void)state;
    refused("no number for set named 'law.epss'; did you mean 'law.eps'? available: m, k12, v_b, "
            "law.eps, law.eta",
            (struct texts){.set = {"law.epss=1"}});
    refused("no state for init named 'pi'; did you mean 'phi'? available: x, phi",
            (struct texts){.init = {"pi=1"}});
    refused("no number for vary named 'init.ph'; did you mean 'init.phi'? available: m, k12, v_b, "
            "law.eps, law.eta, init.x, init.phi",
            (struct texts){.vary = {"init.ph=0:1:2"}});
    refused("vary: 'x' is a state; its initial value is named init.x",
            (struct texts){.vary = {"x=0:1:2"}});
    refused("set: 'x' is a state; give its initial value by init x=..",
            (struct texts){.set = {"x=0"}});
    refused("set: 'init.x' is a state; give its initial value by init x=..",
            (struct texts){.set = {"init.x=0"}});
    refused("init: 'm' is not a state; give it by set m=..", (struct texts){.init = {"m=0"}});
}

static void a_number_is_given_once(void **state)
{
    (void)state;
    refused("set gives m twice; give it once", (struct texts){.set = {"m=1,m=2"}});
    refused("set gives m twice; give it once", (struct texts){.set = {"m=1", "m=1"}});
    refused("vary gives m twice; give it once", (struct texts){.vary = {"m=1:2:3", "m=4"}});
    refused("m is given by set and by vary; give it once",
            (struct texts){.set = {"m=1"}, .vary = {"m=1:2:3"}});
    refused("init.x is given by init and by vary; give it once",
            (struct texts){.init = {"x=1"}, .vary = {"init.x=1:2:3"}});
    run_write_file("m.csv", "m\n1\n");
    refused("m is given by set and by lanes-from; give it once",
            (struct texts){.set = {"m=1"}, .from = "m.csv"});
}

static void values_keep_their_limits(void **state)
{
    (void)state;
    refused("set: m = 0, but it must be above 0", (struct texts){.set = {"m=0"}});
    refused("set: k12 = -1, but it must be at least 0", (struct texts){.set = {"k12=-1"}});
    refused("set: law.eps = -1e-05, but it must be at least 0",
            (struct texts){.set = {"law.eps=-1e-5"}});
    refused("vary m: m = -1, but it must be above 0", (struct texts){.vary = {"m=1:-1:5"}});
    refused("vary m: m = -1, but it must be above 0", (struct texts){.vary = {"m=1,-1,2"}});
    refused("vary m: m = 0, but it must be above 0",
            (struct texts){.vary = {"m=0:1"}, .random = "1,5"});
    run_write_file("m.csv", "v_b,m\n1,1\n\n2,-1\n");
    refused("m.csv:4: m = -1, but it must be above 0", (struct texts){.from = "m.csv"});
    refused("set m: '1e999' is not a finite number in double precision",
            (struct texts){.set = {"m=1e999"}});
    refused("set m: 'nan' is not a number (write 0.5, -1e-3, pi/2, 30deg or 8/3)",
            (struct texts){.set = {"m=nan"}});
}

static void wrong_texts_are_refused(void **state)
{
    (void)state;
    refused("set: 'm' is not a name with its value; write a=1,b=2", (struct texts){.set = {"m"}});
    refused("set: '' is not a name with its value; write a=1,b=2", (struct texts){.set = {"m=1,"}});
    refused("set m: a number is missing (write 0.5, -1e-3, pi/2, 30deg or 8/3)",
            (struct texts){.set = {"m="}});
    refused("vary: 'm' is not a name with its values; write name=lo:hi:n or name=a,b,c",
            (struct texts){.vary = {"m"}});
    refused("vary m: a range of one point needs lo = hi, but they are 1 and 2",
            (struct texts){.vary = {"m=1:2:1"}});
    refused("vary m: '1:2' is not a range; write lo:hi:count, as in 0:pi:181",
            (struct texts){.vary = {"m=1:2"}});
    refused("random needs what is random: vary name=lo:hi", (struct texts){.random = "1,5"});
    refused("random: '5' is not seed,n; write 1,1000 for 1000 lanes",
            (struct texts){.vary = {"m=1:2"}, .random = "5"});
    refused("random, how many lanes: 0 is not in the range from 1 to 1099511627776",
            (struct texts){.vary = {"m=1:2"}, .random = "5,0"});
    refused("lanes-from and vary exclude each other: the file has all lanes",
            (struct texts){.vary = {"m=1:2:3"}, .from = "a.csv"});
    run_write_file("none.csv", "m,v_b\n");
    refused("'none.csv' has a header line but no rows; it needs one row a lane",
            (struct texts){.from = "none.csv"});
    run_write_file("empty.csv", "");
    refused("'empty.csv' is empty; it needs a line of column names, then rows of numbers",
            (struct texts){.from = "empty.csv"});
}

int main(int argc, char **argv)
{
    // clang-format off
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_varied_is_one_lane_of_defaults),
        cmocka_unit_test(set_and_init_replace_defaults),
        cmocka_unit_test(a_grid_has_its_first_axis_slowest),
        cmocka_unit_test(a_huge_grid_takes_no_memory),
        cmocka_unit_test(philox_gives_the_published_numbers),
        cmocka_unit_test(random_lanes_are_uniform_and_independent),
        cmocka_unit_test(a_random_list_gives_its_members_equally),
        cmocka_unit_test_setup_teardown(rows_of_a_file_are_lanes, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(a_plan_comes_back_from_bytes, run_enter_folder, run_leave_folder),
        cmocka_unit_test(a_text_has_all_digits),
        cmocka_unit_test(unknown_names_have_a_nearest),
        cmocka_unit_test_setup_teardown(a_number_is_given_once, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(values_keep_their_limits, run_enter_folder, run_leave_folder),
        cmocka_unit_test_setup_teardown(wrong_texts_are_refused, run_enter_folder, run_leave_folder),
    };
    // clang-format on

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
