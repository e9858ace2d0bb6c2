/* agreement.c: runs the library for lists of slips, and compares wrenches with a bound.
 * SPDX-License-Identifier: MIT */
#include "support/agreement.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

enum { most_printed = 12 };

void agreement_free(struct agreement_result *r)
{
    free(r->wrench);
    free(r->jacobian);
    *r = (struct agreement_result){0};
}

static struct agreement_result allocate(size_t n, int jacobian)
{
    struct agreement_result r = {.n = n, .wrench = calloc(3 * n + 1, sizeof(double))};

    if (jacobian)
        r.jacobian = calloc(9 * n + 1, sizeof(double));
    assert_true(r.wrench && (r.jacobian || !jacobian));
    return r;
}

struct agreement_result agreement_host(const struct contensou_patch *patch, const struct slips *s,
                                       const struct contensou_eval_options *options, int jacobian)
{
    struct agreement_result r = allocate(s->n, jacobian);
    struct contensou_error err = {0};

    if (contensou_eval_reference(patch, options, s->n, s->value, r.wrench, r.jacobian, &err) !=
        CONTENSOU_OK)
        fail_msg("%s", err.message);
    return r;
}

struct contensou_device *agreement_open(enum contensou_precision precision)
{
    static struct contensou_device *device;
    struct contensou_error err = {0};

    if (!device && contensou_device_open(&device, NULL, &err) != CONTENSOU_OK)
        fail_msg("%s", err.message);
    if (precision == CONTENSOU_PRECISION_DOUBLE && !contensou_device_about(device)->fp64) {
        print_message("skipped: %s has no double precision\n",
                      contensou_device_about(device)->name);
        skip();
    }
    return device;
}

struct agreement_result agreement_device(const struct contensou_patch *patch, const struct slips *s,
                                         const struct contensou_eval_options *options)
{
    const struct contensou_eval_options none = {.size = sizeof none},
                                        *o = options ? options : &none;
    struct contensou_device *device = agreement_open(o->precision);
    struct agreement_result r = allocate(s->n, o->jacobian);
    struct contensou_eval *eval = NULL;
    struct contensou_error err = {0};

    if (contensou_eval_create(&eval, patch, device, o, &err) != CONTENSOU_OK ||
        contensou_eval_run(eval, s->n, s->value, r.wrench, r.jacobian, &err) != CONTENSOU_OK)
        fail_msg("%s", err.message);
    contensou_eval_free(eval);
    return r;
}

void agreement_number(struct agreement *a, const char *patch, const char *name,
                      const double slip[3], double got, double expected, double unit)
{
    const double error = fabs(got - expected) / unit;

    ++a->count;
    if (error <= a->bound) {
        a->worst = fmax(a->worst, error);
        return;
    }
    a->worst = isnan(error) ? NAN : fmax(a->worst, error);
    if (++a->wrong <= most_printed)
        print_error("%s: %s, slip (%.17g, %.17g, %.17g): %s = %.17g, expected %.17g, off by %.3g, "
                    "allowed %.3g\n",
                    a->what, patch, slip[0], slip[1], slip[2], name, got, expected,
                    fabs(got - expected), a->bound * unit);
}

void agreement_wrench(struct agreement *a, const char *patch, double radius, const struct slips *s,
                      size_t i, const struct agreement_result *got, const double expected[3])
{
    static const char *const name[3] = {"Tx", "Ty", "M"};
    const double slip[3] = {s->value[i], s->value[s->n + i], s->value[2 * s->n + i]};

    for (size_t k = 0; k < 3; ++k)
        agreement_number(a, patch, name[k], slip, got->wrench[k * got->n + i], expected[k],
                         k == 2 ? fmin(1, radius) : 1);
}

void agreement_results(struct agreement *a, const char *patch, double radius, const struct slips *s,
                       const struct agreement_result *got, const struct agreement_result *expected)
{
    const size_t n = s->n;

    for (size_t i = 0; i < n; ++i) {
        const double *w = expected->wrench, *J = expected->jacobian;

        agreement_wrench(a, patch, radius, s, i, got,
                         (const double[3]){w[i], w[n + i], w[2 * n + i]});
        if (got->jacobian && J) {
            double one[9];

            for (size_t k = 0; k < 9; ++k)
                one[k] = J[k * n + i];
            agreement_jacobian(a, patch, radius, s, i, got, one);
        }
    }
}

void agreement_jacobian(struct agreement *a, const char *patch, double radius,
                        const struct slips *s, size_t i, const struct agreement_result *got,
                        const double expected[9])
{
    static const char *const name[9] = {"dTx/dvx", "dTx/dvy", "dTx/dw", "dTy/dvx", "dTy/dvy",
                                        "dTy/dw",  "dM/dvx",  "dM/dvy", "dM/dw"};
    const double slip[3] = {s->value[i], s->value[s->n + i], s->value[2 * s->n + i]};
    double size = 0;

    for (int k = 0; k < 9; ++k)
        size = fmax(size, fabs(expected[k]) / (k % 3 == 2 ? radius : 1) / (k >= 6 ? radius : 1));
    for (size_t k = 0; k < 9; ++k)
        agreement_number(a, patch, name[k], slip, got->jacobian[k * got->n + i], expected[k],
                         size * (k % 3 == 2 ? radius : 1) * (k >= 6 ? radius : 1));
}

void agreement_finish(const struct agreement *a)
{
    print_message("%s: worst of %zu is %.3g, allowed %.3g\n", a->what, a->count, a->worst,
                  a->bound);
    if (a->count == 0)
        fail_msg("%s: nothing was compared", a->what);
    if (a->wrong)
        fail_msg("%s: %zu of %zu are off by more than %g", a->what, a->wrong, a->count, a->bound);
}
