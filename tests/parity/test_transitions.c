/* test_transitions.c: many transitions on the device against the same text compiled as C, in both
 * precisions and in packs. SPDX-License-Identifier: MIT */
#include <contensou/transitions.h>

#include "base/random.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { cases = 331, fields = CONTENSOU_TRANSITIONS_FIELDS, columns = 13 };

static double in[fields * cases], row[columns * cases];

static double draw(uint64_t i, int k)
{
    char name[8];

    snprintf(name, sizeof name, "%d", k);
    return 2 * contensou__random_unit(3, i, name) - 1;
}

/* Some mass matrices are not positive definite; some drives have no spin. */
static void put_cases(void)
{
    for (int i = 0; i < cases; ++i) {
        const double value[fields] = {1 + 0.5 * draw((uint64_t)i, 0),
                                      0.8 * draw((uint64_t)i, 1),
                                      0.8 * draw((uint64_t)i, 2),
                                      1 + 0.5 * draw((uint64_t)i, 3),
                                      0.8 * draw((uint64_t)i, 4),
                                      1,
                                      draw((uint64_t)i, 6),
                                      draw((uint64_t)i, 7),
                                      i % 7 ? draw((uint64_t)i, 8) : 0,
                                      1,
                                      0.25,
                                      i % 2 ? 4 : 0.5,
                                      1};

        for (int k = 0; k < fields; ++k)
            in[k * cases + i] = value[k];
    }
}

/* The places of the columns, by name. */
static double at(const char *name, int i)
{
    size_t k = 0;

    while (strcmp(contensou_transitions_column(k), name) != 0)
        ++k;
    return row[k * cases + (size_t)i];
}

static int count_of(const struct contensou_transitions_result *r, enum contensou_transitions_type a,
                    enum contensou_transitions_type b)
{
    int count = 0;

    for (int i = 0; i < r->count; ++i)
        count += r->point[i].type == a || r->point[i].type == b;
    return count;
}

/* 1 where every count agrees; no case must be no case in both. */
static int agrees(int i, int *none)
{
    struct contensou_transitions_case c;
    struct contensou_transitions_result r;
    struct contensou_error err = {0};
    double value[fields];

    for (int k = 0; k < fields; ++k)
        value[k] = in[k * cases + i];
    memcpy(&c, value, sizeof c);
    if (contensou_transitions(&c, &r, &err)) {
        ++*none;
        return at("outcome", i) == 1 && isnan(at("fixed_points", i)) && isnan(at("ambiguous", i)) &&
               isnan(at("limit_cycle", i));
    }
    return at("outcome", i) == 0 && at("fixed_points", i) == r.count &&
           at("stable", i) == count_of(&r, CONTENSOU_TRANSITIONS_STABLE_NODE,
                                       CONTENSOU_TRANSITIONS_STABLE_FOCUS) &&
           at("saddles", i) ==
               count_of(&r, CONTENSOU_TRANSITIONS_SADDLE, CONTENSOU_TRANSITIONS_SADDLE) &&
           at("unstable", i) == count_of(&r, CONTENSOU_TRANSITIONS_UNSTABLE_NODE,
                                         CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS) &&
           at("foci", i) == count_of(&r, CONTENSOU_TRANSITIONS_STABLE_FOCUS,
                                     CONTENSOU_TRANSITIONS_UNSTABLE_FOCUS) &&
           fabs(at("stick_load", i) - r.stick_load) <= 1e-5 * r.stick_load &&
           at("stick_admissible", i) == r.stick_admissible && at("ambiguous", i) == r.ambiguous;
}

static void the_device_finds_what_the_host_finds(void **state)
{
    static const struct contensou_eval_options options[] = {
        {.size = sizeof *options, .pack = 1},
        {.size = sizeof *options},
        {.size = sizeof *options, .precision = CONTENSOU_PRECISION_SINGLE, .pack = 8}};
    struct contensou_device *device = NULL;
    struct contensou_error err = {0};

    (void)state;
    assert_int_equal(contensou_transitions_column_count(), columns);
    put_cases();
    if (contensou_device_open(&device, NULL, &err))
        fail_msg("%s", err.message);
    for (size_t o = 0; o < sizeof options / sizeof *options; ++o) {
        struct contensou_transitions_ensemble *e = NULL;
        int same = 0, none = 0;

        if (contensou_transitions_create(&e, device, &options[o], &err) ||
            contensou_transitions_run(e, cases, in, row, &err))
            fail_msg("%s", err.message);
        for (int i = 0; i < cases; ++i)
            same += agrees(i, &none);
        print_message("%d of %d agree, %d are no case\n", same, cases, none);
        assert_true(none > 10 && none < cases / 2);
        assert_true(same >=
                    (options[o].precision == CONTENSOU_PRECISION_SINGLE ? cases - 5 : cases));
        contensou_transitions_free(e);
    }
    contensou_device_close(device);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_device_finds_what_the_host_finds),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
