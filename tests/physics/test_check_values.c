/* test_check_values.c: every row of check-values/integrals.csv, which were computed with 40 digits
 * by two independent methods. SPDX-License-Identifier: MIT */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "problems/patches.h"
#include "support/agreement.h"

enum { most_rows = 400 };

static struct row {
    char id[80], shape[80], pressure[40];
    double tilt[2], theta, phi, wrench[3];
} rows[most_rows];
static size_t row_count;

/* The next field of a CSV line, with or without quotes. */
static char *field(char **line)
{
    char *start = *line, *end;

    if (*start == '"') {
        end = strchr(++start, '"');
        assert_non_null(end);
        *end++ = '\0';
    } else
        end = start + strcspn(start, ",\r\n");
    *line = end + (*end != '\0');
    *end = '\0';
    return start;
}

static void copy(char *to, size_t room, const char *from)
{
    assert_true(strlen(from) < room);
    strcpy(to, from);
}

static int read_rows(void **state)
{
    FILE *file = fopen(CONTENSOU_CHECK_VALUES "/integrals.csv", "r");
    char line[1024], *at;

    (void)state;
    if (!file || !fgets(line, sizeof line, file))
        return -1;
    while (fgets(line, sizeof line, file) && row_count < most_rows) {
        struct row *r = &rows[row_count++];

        at = line;
        copy(r->id, sizeof r->id, field(&at));
        copy(r->shape, sizeof r->shape, field(&at));
        copy(r->pressure, sizeof r->pressure, field(&at));
        sscanf(field(&at), "%lf,%lf", &r->tilt[0], &r->tilt[1]);
        r->tilt[1] *= 3.14159265358979323846 / 180; /* the file has degrees */
        r->theta = strtod(field(&at), NULL);
        r->phi = strtod(field(&at), NULL);
        for (int k = 0; k < 3; ++k)
            r->wrench[k] = strtod(field(&at), NULL);
    }
    return fclose(file);
}

static int same_patch(const struct row *a, const struct row *b)
{
    return strcmp(a->shape, b->shape) == 0 && strcmp(a->pressure, b->pressure) == 0 &&
           a->tilt[0] == b->tilt[0] && a->tilt[1] == b->tilt[1];
}

static struct contensou_patch *make(const struct row *r)
{
    struct contensou_patch_spec spec = {.size = sizeof spec,
                                        .shape = r->shape,
                                        .pressure = r->pressure,
                                        .tilt_k = r->tilt[0],
                                        .tilt_beta = r->tilt[1]};
    char shape[120];
    const char *colon = strchr(r->shape, ':');

    if (strstr(r->shape, ".csv")) {
        snprintf(shape, sizeof shape, "%.*s:check-values/%s", (int)(colon - r->shape), r->shape,
                 colon + 1);
        spec.shape = shape;
    }
    return patches_make(&spec);
}

enum way { on_device, on_device_single, on_host };

static void all_rows(enum way way, double bound)
{
    struct agreement a = {.what = "check values", .bound = bound};
    const struct contensou_eval_options options = {.size = sizeof options,
                                                   .precision = way == on_device_single
                                                                    ? CONTENSOU_PRECISION_SINGLE
                                                                    : CONTENSOU_PRECISION_DOUBLE};

    assert_true(row_count > 100);
    for (size_t first = 0, last; first < row_count; first = last) {
        struct contensou_patch *patch = make(&rows[first]);
        struct slips s = {0};
        struct agreement_result got;

        for (last = first; last < row_count && same_patch(&rows[first], &rows[last]); ++last) {
            const struct row *r = &rows[last];

            slips_add(&s, cos(r->theta) * cos(r->phi), cos(r->theta) * sin(r->phi), sin(r->theta));
        }
        slips_seal(&s);
        got = way == on_host ? agreement_host(patch, &s, NULL, 0)
                             : agreement_device(patch, &s, &options);
        for (size_t i = first; i < last; ++i)
            agreement_wrench(&a, rows[i].id, 1, &s, i - first, &got, rows[i].wrench);
        agreement_free(&got);
        slips_free(&s);
        contensou_patch_free(patch);
    }
    assert_int_equal(a.count, 3 * row_count);
    agreement_finish(&a);
}

/* 1e-12 and 3e-6 are what the library promises. */
static void device_in_double_gives_every_check_value(void **state)
{
    (void)state;
    all_rows(on_device, 1e-12);
}

static void device_in_single_gives_every_check_value(void **state)
{
    (void)state;
    all_rows(on_device_single, 3e-6);
}

static void host_reference_gives_every_check_value(void **state)
{
    (void)state;
    all_rows(on_host, 1e-12);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(device_in_double_gives_every_check_value),
        cmocka_unit_test(device_in_single_gives_every_check_value),
        cmocka_unit_test(host_reference_gives_every_check_value),
    };

    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, read_rows, NULL);
}
