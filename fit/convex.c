/* convex.c: potentials that are fitted to data stay convex and positive.
 *
 * Phi = Q^(1/d) with Q a form of even degree d is convex where Q is, and a convex form that is not 0 is positive. The
 * second derivative of Q at s along v, v'H(s)v, is linear in the coefficients, so that the convex ones are those with
 * v'H(s)v >= 0 for all s and v: a convex set, from which least squares are searched by cutting planes. Each round
 * adds v'H(s)v >= a small share of that of the contact's own law where the last law bends the wrong way, v being the
 * eigenvector, and searches again (SLSQP). What the rounds leave open is closed by a step towards the contact's own
 * law, which is convex. On circular contacts c_l stands for all monomials of v^(d-2l) w^(2l), v^2 = vx^2 + vy^2, and one
 * direction of sliding shows them all. SPDX-License-Identifier: MIT */
#include "fit/convex.h"

#include "base/eigen.h"
#include "base/pi.h"
#include "base/try.h"
#include "fit/fit_report.h"
#include "laws/potential.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { thetas = 46, phis = 90, rounds = 20, most_cuts = 400, a_round = 24, most_degree = 16 };
enum { most_coefficients = (most_degree + 1) * (most_degree + 2) / 2 };

/* 1: the table holds the coefficients, 0: they are those of a circular contact. */
static int is_general(const struct contensou__problem *p)
{
    return p->law.table[1] > 0;
}

/* What eigenvalues over the trace must have between the directions that are looked at, and the share of the own law's
 * curvature that a condition asks for: one angle is looked at more closely than two. */
static double floor_of(const struct contensou__problem *p)
{
    return is_general(p) ? 1e-3 : 1e-6;
}

static double margin_of(const struct contensou__problem *p)
{
    return is_general(p) ? 2e-2 : 1e-4;
}

/* The second derivatives xx xy xz yy yz zz of the monomial x^a y^i z^j at s; power[k][e] is s_k^e. */
static void second(const int e[3], double power[3][most_degree + 1], double h[6])
{
    for (int k = 0, at = 0; k < 3; ++k)
        for (int l = k; l < 3; ++l, ++at) {
            h[at] = 1;
            for (int m = 0; m < 3; ++m) {
                const int taken = (m == k) + (m == l), left = e[m] - taken;

                h[at] *= taken == 2 ? e[m] * (e[m] - 1) : taken ? e[m] : 1;
                h[at] *= left >= 0 ? power[m][left] : 0;
            }
        }
}

static void powers(const double s[3], double power[3][most_degree + 1])
{
    for (int m = 0; m < 3; ++m) {
        power[m][0] = 1;
        for (int k = 1; k <= most_degree; ++k)
            power[m][k] = power[m][k - 1] * s[m];
    }
}

/* The parameter whose coefficient stands at this place of the table, or -1. */
static int parameter_at(const struct contensou__law *law, size_t at)
{
    for (int i = law->field_count; i < law->params; ++i)
        if (law->place[i] == at)
            return i;
    return -1;
}

static double choose(int n, int k)
{
    return tgamma(n + 1.0) / (tgamma(k + 1.0) * tgamma(n - k + 1.0));
}

static double spin_of(const struct contensou__law *law)
{
    return law->value[contensou__law_find(law, "spin")];
}

/* The coefficient of x^(d-j-i) y^i z^j: factor times an unknown, or fixed where that is -1. */
struct term {
    int unknown;
    double factor, fixed;
};

static struct term general_term(const struct contensou__law *law, size_t at)
{
    return (struct term){parameter_at(law, at), 1, law->table[at]};
}

static struct term circular_term(const struct contensou__law *law, int d, int j, int i)
{
    const double factor = i % 2 || j % 2 ? 0 : choose((d - j) / 2, i / 2);
    struct term t = {-1, factor, factor * (j == 0 ? 1 : pow(spin_of(law), d))};
    char name[12];

    if (factor > 0 && j > 0 && j < d) {
        snprintf(name, sizeof name, "c%d", j / 2);
        t.unknown = contensou__law_find(law, name);
        t.fixed = factor * law->value[t.unknown];
    }
    return t;
}

/* at: its place in the table of a general potential. */
static struct term term_of(const struct contensou__problem *p, size_t at, int j, int i)
{
    const struct contensou__law *law = &p->law;
    struct term t =
        is_general(p) ? general_term(law, at) : circular_term(law, (int)law->table[0], j, i);
    const int parameter = t.unknown;

    t.unknown = -1;
    for (int u = 0; u < p->unknowns && parameter >= 0; ++u)
        if (p->which[u] == parameter)
            t.unknown = u;
    return t;
}

/* v'Hv = xx + 2 xy + .. */
static double along(const double h[6], const double v[3])
{
    return h[0] * v[0] * v[0] + h[3] * v[1] * v[1] + h[5] * v[2] * v[2] +
           2 * (h[1] * v[0] * v[1] + h[2] * v[0] * v[2] + h[4] * v[1] * v[2]);
}

/* Row of v'Hv at s in the unknowns, the constant behind them. */
static void condition(const struct contensou__problem *p, const double s[3], const double v[3],
                      double *row)
{
    const int d = (int)p->law.table[0], n = p->unknowns;
    double power[3][most_degree + 1], h[6];
    size_t at = potential_head;

    powers(s, power);
    memset(row, 0, (size_t)(n + 1) * sizeof *row);
    for (int j = 0; j <= d; ++j)
        for (int i = 0; i <= d - j; ++i, ++at) {
            const struct term t = term_of(p, at, j, i);

            second((const int[3]){d - j - i, i, j}, power, h);
            if (t.unknown >= 0)
                row[t.unknown] += t.factor * along(h, v);
            else
                row[n] += t.fixed * along(h, v);
        }
}

/* All coefficients with the unknowns at x. */
static void coefficients(const struct contensou__problem *p, const double *x, double *c)
{
    const int d = (int)p->law.table[0];
    size_t at = potential_head;

    for (int j = 0; j <= d; ++j)
        for (int i = 0; i <= d - j; ++i, ++at) {
            const struct term t = term_of(p, at, j, i);

            *c++ = t.unknown >= 0 ? t.factor * x[t.unknown] : t.fixed;
        }
}

static void direction(const struct contensou__problem *p, int k, double s[3])
{
    const int turns = is_general(p) ? phis : 1;
    const double theta = pi / 2 * (k / turns) / (thetas * phis / turns - 1),
                 phi = 2 * pi * (k % turns) / turns;

    s[0] = cos(theta) * cos(phi);
    s[1] = cos(theta) * sin(phi);
    s[2] = sin(theta);
}

/* The least eigenvalue of H at s over its trace, and its vector. */
static double least(int d, const double *c, const double s[3], double v[3])
{
    double power[3][most_degree + 1], h[6], sum[6] = {0}, V[9], trace;
    int best = 0;

    powers(s, power);
    for (int j = 0; j <= d; ++j)
        for (int i = 0; i <= d - j; ++i, ++c) {
            second((const int[3]){d - j - i, i, j}, power, h);
            for (int k = 0; k < 6; ++k)
                sum[k] += *c * h[k];
        }
    {
        double H[9] = {sum[0], sum[1], sum[2], sum[1], sum[3], sum[4], sum[2], sum[4], sum[5]};

        trace = fabs(sum[0]) + fabs(sum[3]) + fabs(sum[5]);
        contensou__eigen_symmetric(3, H, V);
        for (int k = 1; k < 3; ++k)
            if (H[4 * k] < H[4 * best])
                best = k;
        for (int m = 0; m < 3; ++m)
            v[m] = V[3 * m + best];
        return trace > 0 ? H[4 * best] / trace : -1;
    }
}

/* The least over all directions. */
static double worst(const struct contensou__problem *p, const double *x)
{
    double found = 1, s[3], v[3], c[most_coefficients];

    coefficients(p, x, c);
    for (int k = 0; k < thetas * phis; ++k) {
        direction(p, k, s);
        found = fmin(found, least((int)p->law.table[0], c, s, v));
    }
    return found;
}

/* Adds conditions where the law bends the wrong way; returns how many. */
static size_t cut(const struct contensou__problem *p, const double *x, const double *own,
                  double *rows, size_t count)
{
    const size_t width = (size_t)p->unknowns + 1;
    double c[most_coefficients], s[3], v[3];
    size_t added = 0;

    coefficients(p, x, c);
    for (int k = 0; k < thetas * phis && added < a_round && count + added < most_cuts; ++k) {
        double *to = rows + (count + added) * width, wanted;

        direction(p, (int)((k * 2417L) % (thetas * phis)), s); /* from all over the sphere */
        if (least((int)p->law.table[0], c, s, v) >= floor_of(p))
            continue;
        condition(p, s, v, to);
        wanted = to[width - 1];
        for (size_t u = 0; u + 1 < width; ++u)
            wanted += to[u] * own[u];
        for (size_t u = 0; u < width; ++u)
            to[u] = -to[u];
        to[width - 1] += margin_of(p) * wanted;
        ++added;
    }
    return added;
}

/* From own towards x as far as the law stays convex. */
static void step_back(const struct contensou__problem *p, const double *own, double *x)
{
    double low = 0, high = 1, at[CONTENSOU_FIT_PARAMETERS];

    for (int k = 0; k < 30 && worst(p, x) < 0.5 * floor_of(p); ++k) {
        const double middle = 0.5 * (low + high);

        for (int u = 0; u < p->unknowns; ++u)
            at[u] = own[u] + middle * (x[u] - own[u]);
        *(worst(p, at) < 0.5 * floor_of(p) ? &high : &low) = middle;
        if (k == 29 || high - low < 1e-4) {
            for (int u = 0; u < p->unknowns; ++u)
                x[u] = own[u] + low * (x[u] - own[u]);
            return;
        }
    }
}

/* A convex law with the mu, a and spin of x: the contact's own, an ellipsoid, as far as the bounds allow. */
static void own_law(const struct contensou__problem *p, const double *x, double *own)
{
    const int d = (int)p->law.table[0];

    memcpy(own, p->own, (size_t)p->unknowns * sizeof *own);
    for (int u = 0; u < p->unknowns; ++u) {
        const char *name = p->which[u] < 0 ? "" : p->law.names[p->which[u]];

        if (!is_general(p) && *name == 'c')
            own[u] = choose(d / 2, name[1] - '0') * pow(spin_of(&p->law), 2 * (name[1] - '0'));
        else if (*name != 'k') /* no coefficient */
            own[u] = x[u];
        own[u] = fmin(fmax(own[u], p->low[u]), p->high[u]);
    }
}

/* Rounds of cuts and searches from the own law. */
static enum contensou_status search_convex(struct contensou__problem *p,
                                           struct contensou__search *found, const double *own,
                                           struct contensou_error *err)
{
    const size_t width = (size_t)p->unknowns + 1;
    OWNED(contensou__try_free) double *rows = malloc(most_cuts * width * sizeof *rows);
    struct contensou__search_cuts cuts = {0, rows};

    TRY(contensou__try_memory(rows, err, "a convex fit"));
    for (int k = 0; k < rounds; ++k) {
        const size_t more = cut(p, found->x, own, rows, cuts.count);

        if (!more)
            break;
        cuts.count += more;
        memcpy(found->x, own, (size_t)p->unknowns * sizeof *own);
        TRY(contensou__search_again(p, found, &cuts, err));
    }
    step_back(p, own, found->x);
    return contensou__search_value(p, found, err);
}

enum contensou_status contensou__convex_keep(struct contensou__problem *p,
                                             struct contensou__search *found,
                                             struct contensou_fit_result *result,
                                             struct contensou_error *err)
{
    double own[CONTENSOU_FIT_PARAMETERS], ends[2] = {0};
    const double free_value = found->value;
    enum contensou_status status;
    int spin = p->unknowns;

    if (!p->law.about->forms || p->law.table[0] > most_degree || !p->unknowns ||
        worst(p, found->x) > -1e-12)
        return CONTENSOU_OK;
    own_law(p, found->x, own);
    if (worst(p, own) < 0) {
        contensou__fit_report_warn(
            result,
            "%s bends the wrong way in some directions, and within the bounds "
            "that are given no convex law was found",
            p->law.name);
        return CONTENSOU_OK;
    }
    while (--spin >= 0 && (p->which[spin] < 0 || strcmp(p->law.names[p->which[spin]], "spin") != 0))
        ;
    if (spin >= 0) { /* conditions are linear in all others, so that it stays where it is */
        ends[0] = p->low[spin];
        ends[1] = p->high[spin];
        p->low[spin] = p->high[spin] = found->x[spin];
    }
    status = search_convex(p, found, own, err);
    if (spin >= 0) {
        p->low[spin] = ends[0];
        p->high[spin] = ends[1];
    }
    TRY(status);
    contensou__fit_report_warn(
        result,
        "%s is kept convex and positive, without which the best fit would "
        "bend the wrong way in some directions: its error is %.3g times that "
        "of the fit without this condition",
        p->law.name, sqrt(fmax(1, found->value / fmax(free_value, 1e-300))));
    return CONTENSOU_OK;
}
