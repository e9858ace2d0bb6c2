/* degenerate.c: unknowns that data cannot tell from others leave a fit.
 *
 * The slopes of the rows by the unknowns, J, are made orthogonal one after the other. A column that then has nothing
 * left lies in the span of those before it. This must hold at two places, so that it is no matter of the start.
 * SPDX-License-Identifier: MIT */
#include "fit/degenerate.h"

#include "base/text.h"
#include "base/try.h"
#include "fit/fast.h"
#include "fit/fit_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is left of a column's length where it lies in the span of others: the differences that slopes may be made of
 * are good to 1e-9. */
static const double nothing = 1e-6;

enum { most = CONTENSOU_FIT_PARAMETERS };

/* mu, a, then the law's parameters from the last to the first. */
static void put_order(const struct contensou__problem *p, int order[most])
{
    int count = 0;

    for (int which = contensou__problem_mu; which >= contensou__problem_a; --which)
        for (int u = 0; u < p->unknowns; ++u)
            if (p->which[u] == which)
                order[count++] = u;
    for (int u = p->unknowns - 1; u >= 0; --u)
        if (p->which[u] >= 0)
            order[count++] = u;
}

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; ++i)
        sum += a[i] * b[i];
    return sum;
}

static void scale(double *a, size_t n, double factor)
{
    for (size_t i = 0; i < n; ++i)
        a[i] *= factor;
}

/* Makes the columns, taken in this order, orthogonal and of length 1. of[u][v]: how much of the first lies along the
 * second; of[u][u] is what was left, 0 where that is nothing. */
static void orthogonal(const int *order, int unknowns, size_t rows, double *J, double (*of)[most])
{
    for (int k = 0; k < unknowns; ++k) {
        const int u = order[k];
        double *column = J + (size_t)u * rows, left;
        const double length = sqrt(dot(column, column, rows));

        memset(of[u], 0, sizeof of[u]);
        scale(column, rows, length > 0 ? 1 / length : 0);
        for (int l = 0; l < 2 * k; ++l) { /* twice, as the first time leaves rounding */
            const double *other = J + (size_t)order[l % k] * rows, part = dot(column, other, rows);

            for (size_t i = 0; i < rows; ++i)
                column[i] -= part * other[i];
            of[u][order[l % k]] += part;
        }
        left = sqrt(dot(column, column, rows));
        of[u][u] = length > 0 ? (left > nothing ? left : 0) : 1;
        scale(column, rows, left > nothing ? 1 / left : 0);
    }
}

/* Which unknowns are not needed beside those before them, at x. */
static enum contensou_status find(struct contensou__problem *p, const double *x, const int *order,
                                  double (*of)[most], struct contensou_error *err)
{
    const size_t rows = 3 * p->rows;
    OWNED(contensou__try_free)
    double *J = malloc((rows * (size_t)p->unknowns + 1) * sizeof *J);

    TRY(contensou__try_memory(J, err, "a fit of %zu rows", p->rows));
    TRY(contensou__problem_jacobian(p, x, J, err));
    orthogonal(order, p->unknowns, rows, J, of);
    return CONTENSOU_OK;
}

/* Marks those by which a change of unknown order[k] is undone: its column in terms of those before it. */
static void mark_partners(const int *order, int k, double (*of)[most], int *partner)
{
    double rest[most];

    memcpy(rest, of[order[k]], sizeof rest);
    for (int l = k - 1; l >= 0; --l) {
        const double left = of[order[l]][order[l]], factor = left > 0 ? rest[order[l]] / left : 0;

        for (int m = 0; m < l; ++m)
            rest[order[m]] -= factor * of[order[l]][order[m]];
        partner[order[l]] |= fabs(factor) > 1e-3;
    }
}

/* Takes unknown u out; the law keeps its value. */
static void take_out(struct contensou__problem *p, int u)
{
    const int last = --p->unknowns;

    if (p->which[u] >= 0)
        p->law.free[p->which[u]] = 0;
    for (int v = u; v < last; ++v) {
        p->which[v] = p->which[v + 1];
        p->by_log[v] = p->by_log[v + 1];
        p->low[v] = p->low[v + 1];
        p->high[v] = p->high[v + 1];
        p->own[v] = p->own[v + 1];
    }
}

static void say(const struct contensou__problem *p, const double *x, const int *out,
                const int *partner, struct contensou_fit_result *result)
{
    OWNED(contensou__text_free) struct contensou__text kept = {0}, beside = {0};
    int count = 0;

    for (int u = 0; u < p->unknowns; ++u) {
        const char *name = contensou__problem_name(p, u);

        count += out[u];
        if (out[u])
            contensou__text_printf(&kept, "%s%s = %.6g", kept.size ? ", " : "", name,
                                   contensou__problem_value(p, u, x[u]));
        else if (partner[u])
            contensou__text_printf(&beside, "%s%s", beside.size ? ", " : "", name);
    }
    if (kept.data && beside.data)
        contensou__fit_report_warn(result,
                                   "%s %s kept: beside %s these rows do not tell %s, as changes of "
                                   "one undo those of the other",
                                   kept.data, count > 1 ? "are" : "is", beside.data,
                                   count > 1 ? "them" : "it");
}

enum contensou_status contensou__degenerate_remove(struct contensou__problem *p,
                                                   struct contensou_fit_result *result,
                                                   struct contensou_error *err)
{
    OWNED(contensou__try_free) double(*of)[most] = malloc(most * sizeof *of);
    double start[most], moved[most];
    int order[most], out[most], partner[most] = {0}, count = 0;

    TRY(contensou__try_memory(of, err, "a fit"));
    put_order(p, order);
    contensou__problem_start(p, start);
    for (int u = 0; u < p->unknowns; ++u)
        moved[u] = start[u] + 0.05 * (0.5 * (p->low[u] + p->high[u]) - start[u]) + 0.01 * (u % 3);
    TRY(find(p, moved, order, of, err));
    for (int u = 0; u < p->unknowns; ++u)
        out[u] = of[u][u] == 0;
    TRY(find(p, start, order, of, err));
    for (int u = 0; u < p->unknowns; ++u)
        count += out[u] &= of[u][u] == 0;
    contensou__problem_put(p, start);
    if (!count)
        return CONTENSOU_OK;
    for (int k = 0; k < p->unknowns; ++k)
        if (out[order[k]])
            mark_partners(order, k, of, partner);
    say(p, start, out, partner, result);
    for (int u = p->unknowns - 1; u >= 0; --u)
        if (out[u])
            take_out(p, u);
    return contensou__problem_prepare(p, err);
}
