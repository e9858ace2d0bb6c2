/* limit_solver.c: the library's solver for the limit surface, as the tests call it.
 * SPDX-License-Identifier: MIT */
#include "support/limit_solver.h"

#include "support/agreement.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

struct contensou_limit *limit_solver_open(const struct contensou_patch *patch,
                                          enum contensou_precision precision, int pack)
{
    const struct contensou_eval_options o = {
        .size = sizeof o, .precision = precision, .pack = pack};
    struct contensou_limit *limit = NULL;
    struct contensou_error err = {0};

    if (contensou_limit_create(&limit, patch, agreement_open(precision), &o, &err) != CONTENSOU_OK)
        fail_msg("%s", err.message);
    return limit;
}

void limit_solver_run(struct contensou_limit *limit, size_t n, const double *load, double *result)
{
    struct contensou_error err = {0};

    if (contensou_limit_run(limit, n, load, result, &err) != CONTENSOU_OK)
        fail_msg("%s", err.message);
}

void limit_solver_one(struct contensou_limit *limit, double Tx, double Ty, double M,
                      double result[3])
{
    limit_solver_run(limit, 1, (const double[]){Tx, Ty, M}, result);
}

double limit_solver_turn(double a, double b)
{
    return fabs(remainder(a - b, 2 * 3.14159265358979323846));
}
