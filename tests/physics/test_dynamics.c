/* test_dynamics.c: ensembles give every row of check-values/dynamics. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "problems/dynamics.h"
#include "support/ensemble_run.h"

/* The rows of one file: a lane for each trajectory, samples at all their times. */
struct rows {
    struct dynamics_row row[dynamics_most];
    char text[4][ensemble_run_text_size];
    const char *each[4];
    double times[dynamics_most];
    size_t count, lanes, lane[dynamics_most];
    int samples;
};

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void read_rows(enum reference_system system, size_t expected, struct rows *s)
{
    int kept = 0;

    s->count = dynamics_rows(system, s->row);
    assert_int_equal(s->count, expected);
    s->lanes = 0;
    for (size_t i = 0; i < s->count; ++i) {
        if (i == 0 || !dynamics_same(&s->row[i], &s->row[i - 1])) {
            assert_true(s->lanes < 4);
            ensemble_run_text(&s->row[i].problem, s->row[i].start, s->text[s->lanes]);
            s->each[s->lanes] = s->text[s->lanes];
            s->lanes++;
        }
        s->lane[i] = s->lanes - 1;
        s->times[i] = s->row[i].t;
    }
    qsort(s->times, s->count, sizeof *s->times, by_size);
    for (size_t i = 0; i < s->count; ++i)
        if (kept == 0 || s->times[i] > s->times[kept - 1])
            s->times[kept++] = s->times[i];
    s->samples = kept;
}

/* The largest difference from the rows with t in (from, to]. */
static double worst(const struct ensemble_run *r, const struct rows *s, double from, double to)
{
    double most = 0;

    for (size_t i = 0; i < s->count; ++i) {
        const struct dynamics_row *row = &s->row[i];
        size_t k = 0;

        while (s->times[k] < row->t)
            ++k;
        for (int j = 0; j < row->known && row->t > from && row->t <= to; ++j) {
            const double off = fabs(ensemble_run_sample(r, s->lane[i], k)[1 + j] - row->y[j]);

            most = off > most || !(off >= 0) ? off : most;
        }
    }
    print_message("%s rows up to %g: %.2g\n", r->system, to, most);
    return most;
}

static void run_rows(struct rows *s, double rtol, double atol, struct ensemble_run *r)
{
    *r = ensemble_run_watch(ensemble_run_system(&s->row[0].problem),
                            ensemble_run_law(&s->row[0].problem), 0, s->times[s->samples - 1], rtol,
                            atol);
    r->each = s->each;
    r->lanes = s->lanes;
    r->times = s->times;
    r->at.samples = s->samples;
    ensemble_run_finish(r);
}

/* rtol 1e-11, atol 1e-14. The rows have 14 digits; at the release near t = 102 the smallest error grows ten
 * thousandfold. */
static void disk_belt_gives_every_row(void **state)
{
    struct ensemble_run r;
    struct rows s;

    (void)state;
    read_rows(reference_disk_belt, 16, &s);
    run_rows(&s, 1e-11, 1e-14, &r);
    assert_true(worst(&r, &s, 0, 100) < 1e-10);
    assert_true(worst(&r, &s, 100, 200) < 1e-8);
    ensemble_run_free(&r);
}

static void block_belt_gives_every_row(void **state)
{
    struct ensemble_run r;
    struct rows s;

    (void)state;
    read_rows(reference_block_belt, 26, &s);
    run_rows(&s, 1e-11, 1e-14, &r);
    assert_true(worst(&r, &s, 0, 100) < 1e-9);
    ensemble_run_free(&r);
}

static void pendulum_gives_every_row(void **state)
{
    struct ensemble_run r;
    struct rows s;

    (void)state;
    read_rows(reference_pendulum, 21, &s);
    run_rows(&s, 1e-11, 1e-14, &r);
    assert_true(worst(&r, &s, 0, 1) < 1e-10);
    assert_true(worst(&r, &s, 1, 10) < 1e-8);
    ensemble_run_free(&r);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(disk_belt_gives_every_row),
        cmocka_unit_test(block_belt_gives_every_row),
        cmocka_unit_test(pendulum_gives_every_row),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
