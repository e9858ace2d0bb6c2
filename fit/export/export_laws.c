/* export_laws.c: the formulas of kernels/laws as statements. Coefficients of a table are written as
 * numbers, and only those that are not zero. SPDX-License-Identifier: MIT */
#include "fit/export/export_laws.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Coefficients below this, in units of the patch's radius, are the rounding of its moments. */
static const double negligible = 3e-14;

enum { most_factors = 80 };

static double value_of(const struct contensou__law *law, const char *name)
{
    const int i = contensou__law_find(law, name);

    return i < 0 ? 0 : law->value[i];
}

#define let       contensou__export_text_let
#define power     contensou__export_text_power
#define choose    contensou__export_text_choose
#define root      contensou__export_text_root
#define term      contensou__export_text_term
#define sum       contensou__export_text_sum
#define result    contensou__export_text_result
#define digits(x) contensou__export_text_number(x).text

/* x, y and w = length * omega in units of the largest of them. */
static void begin(struct contensou__export_text *t, double length)
{
    const char *spin = length == 1 ? "omega" : "spin";

    if (length != 1)
        let(t, "spin", "%s * omega", digits(length));
    /* what follows does not depend on the scale, so that it counts as a constant */
    contensou__export_text_constant(t, "scale", "fmax(fmax(fabs(vx), fabs(vy)), fabs(%s))", spin);
    contensou__export_text_zero(t);
    let(t, "x", t->language->masks ? "vx / scale + zero" : "vx / scale");
    let(t, "y", "vy / scale");
    let(t, "w", "%s / scale", spin);
}

/* name2 = name * name, name3 = name2 * name, ... */
static void powers(struct contensou__export_text *t, const char *name, int most)
{
    for (int i = 2; i <= most; ++i) {
        char next[16], last[16];

        snprintf(next, sizeof next, "%s%d", name, i);
        if (i == 2)
            snprintf(last, sizeof last, "%s", name);
        else
            snprintf(last, sizeof last, "%s%d", name, i - 1);
        let(t, next, "%s * %s", last, name);
    }
}

/* Appends " * name<exponent>" to a product, the variable alone for 1, nothing for 0. */
static void times(char product[most_factors], const char *name, int exponent)
{
    const size_t length = strlen(product);

    if (exponent == 1)
        snprintf(product + length, most_factors - length, "%s%s", length ? " * " : "", name);
    else if (exponent > 1)
        snprintf(product + length, most_factors - length, "%s%s%d", length ? " * " : "", name,
                 exponent);
}

/* The direction of sliding; in pure spin any direction gives the same. */
static void direction(struct contensou__export_text *t, double length)
{
    t->aside = 1e-8 * length;
    choose(t, "c", "v > 0.0", "x / v", "1.0", "(x + (v == 0.0)) / (v + (v == 0.0))");
    choose(t, "s", "v > 0.0", "y / v", "0.0", "y / (v + (v == 0.0))");
}

/* The table of an approximant, read as kernels/laws/approximant.h lays it out. */
struct approximant {
    int n, n2, degree;
    const double *term;
    double radius;
};

/* The coefficient of v^(n-i) w^i and cos l phi (part 0) or sin l phi (part 1) in T_par, T_perp, M
 * (f = 0, 1, 2), or 0 or 1 where only rounding made it another number. */
static double coefficient(const struct approximant *q, int i, int l, int f, int part)
{
    const double a = q->term[(i * (q->degree + 1) + l) * 6 + 2 * f + part];
    const int lengths = (i <= q->n2 ? i : i - q->n) + (f == 2);

    if (fabs(fabs(a) - 1) < 4e-15) /* as <1> is */
        return a < 0 ? -1 : 1;
    return fabs(a) > negligible * pow(q->radius, lengths) ? a : 0;
}

/* The highest harmonic that occurs at all, and whether its cosine and its sine do. */
static int harmonics(const struct approximant *q, int used[2])
{
    for (int l = q->degree; l >= 1; --l) {
        used[0] = used[1] = 0;
        for (int i = 0; i <= q->n; ++i)
            for (int f = 0; f < 3; ++f)
                for (int part = 0; part < 2; ++part)
                    used[part] |= coefficient(q, i, l, f, part) != 0;
        if (used[0] || used[1])
            return l;
    }
    return 0;
}

static void put_harmonics(struct contensou__export_text *t, int highest, const int used[2])
{
    for (int l = 2; l <= highest; ++l) {
        char names[2][16], last[2][16];

        for (int part = 0; part < 2; ++part) {
            snprintf(names[part], sizeof names[part], "%c%d", "cs"[part], l);
            snprintf(last[part], sizeof last[part], l > 2 ? "%c%d" : "%c", "cs"[part], l - 1);
        }
        if (l < highest || used[0])
            let(t, names[0], "%s * c - %s * s", last[0], last[1]);
        if (l < highest || used[1])
            let(t, names[1], "%s * c + %s * s", last[1], last[0]);
    }
}

/* The numerator of one component; v is the power of v that is taken out. */
static void numerator(struct contensou__export_text *t, const struct approximant *q, int f, int v,
                      const char *name)
{
    for (int i = 0; i <= q->n; ++i)
        for (int l = 0; l <= q->degree; ++l)
            for (int part = 0; part < 2; ++part) {
                const double a = coefficient(q, i, l, f, part);
                char product[most_factors] = "";

                if (a == 0)
                    continue;
                times(product, "b", i > q->n2);
                times(product, part ? "s" : "c", l);
                times(product, "v", q->n - i - v);
                times(product, "w", i);
                term(t, a, product);
            }
    sum(t, name);
}

static int has(const struct approximant *q, int f, int from)
{
    for (int i = from; i <= q->n; ++i)
        for (int l = 0; l <= q->degree; ++l)
            if (coefficient(q, i, l, f, 0) != 0 || coefficient(q, i, l, f, 1) != 0)
                return 1;
    return 0;
}

/* (p^m + q^m)^(1/m) with p = v^n, q = b |w|^n. */
static void divisor(struct contensou__export_text *t, int n)
{
    if (n > 1) {
        let(t, "p", "v%d", n);
        let(t, "q", "b * fabs(w%d)", n);
    } else {
        let(t, "p", "v");
        let(t, "q", "b * fabs(w)");
    }
    let(t, "large", "fmax(p, q)");
    let(t, "ratio", "fmin(p, q) / large");
    power(t, "share", "ratio", "m");
    power(t, "rest", "(1.0 + share)", "(1.0 / m)");
    let(t, "D", "large * rest");
}

static void approximant(const struct contensou__export_law *e, struct contensou__export_text *t)
{
    const double *table = e->law->table;
    const struct approximant q = {(int)table[0], (int)table[1], (int)table[2], table + 3,
                                  e->radius};
    int used[2] = {0, 0};
    const int highest = harmonics(&q, used), across = has(&q, 1, 0);
    const int plain = highest == 0 && !across && !has(&q, 0, q.n); /* T is a number times (x, y) */

    let(t, "b", "%s", digits(value_of(e->law, "b")));
    let(t, "m", "%s", digits(value_of(e->law, "m")));
    begin(t, e->a);
    let(t, "v", "sqrt(x * x + y * y)");
    powers(t, "v", q.n);
    powers(t, "w", q.n);
    divisor(t, q.n);
    if (!plain) {
        direction(t, e->a);
        put_harmonics(t, highest, used);
    }
    numerator(t, &q, 0, plain, "along");
    if (!plain && across)
        numerator(t, &q, 1, 0, "across");
    numerator(t, &q, 2, 0, "spinning");
    if (plain) {
        result(t, 0, e->mu, "x * along / D");
        result(t, 1, e->mu, "y * along / D");
    } else {
        result(t, 0, e->mu, across ? "(c * along - s * across) / D" : "c * along / D");
        result(t, 1, e->mu, across ? "(s * along + c * across) / D" : "s * along / D");
    }
    result(t, 2, e->mu * e->a, "spinning / D");
    if (t->language->slopes) {
        char exponent[32];

        snprintf(exponent, sizeof exponent, "(1.0 / %d.0)", q.n);
        power(t, "size", "D", exponent);
    }
    result(t, 3, 1, "scale * size");
    t->order = q.n;
}

static void ellipsoid(const struct contensou__export_law *e, struct contensou__export_text *t)
{
    const double mu_lambda = value_of(e->law, "mu_lambda"), mu_tau = value_of(e->law, "mu_tau");
    const double c_omega = value_of(e->law, "c_omega");

    begin(t, e->a * c_omega);
    let(t, "r", "sqrt(x * x + y * y + w * w)");
    result(t, 0, e->mu * mu_lambda, "x / r");
    result(t, 1, e->mu * mu_lambda, "y / r");
    result(t, 2, e->mu * e->a * mu_tau, "w / r");
    result(t, 3, 1, "scale * r");
    t->order = 1;
    t->gradient = fabs(mu_tau - mu_lambda * c_omega) <= 1e-12 * fabs(mu_tau);
}

/* Under a level pressure T is along (x, y), and the sign of w comes with w. */
static void pade_level(const struct contensou__export_law *e, struct contensou__export_text *t,
                       int order, double torque)
{
    if (order == 1) {
        let(t, "force", "1.0 / (v + a * u)");
        let(t, "torque", "M0 / (u + m * v)");
    } else {
        let(t, "force", "(v + a * u) / (v * v + a * u * v + u * u)");
        let(t, "torque", "M0 * (u + m * v) / (u * u + m * u * v + v * v)");
    }
    result(t, 0, e->mu, "x * force");
    result(t, 1, e->mu, "y * force");
    result(t, 2, torque, "w * torque");
}

static void pade_tilted(const struct contensou__export_law *e, struct contensou__export_text *t,
                        int order, double torque)
{
    static const char *const more[] = {"b", "F_r", "M_ur", "gx", "gy"};

    for (size_t i = 0; i < sizeof more / sizeof *more; ++i)
        let(t, more[i], "%s", digits(value_of(e->law, more[i])));
    direction(t, e->a * value_of(e->law, "R"));
    choose(t, "turn", "w < 0.0", "-1.0", "1.0", "1.0 - 2.0 * (w < 0.0)");
    let(t, "tilt", "turn * (gx * s - gy * c)");
    let(t, "slope", "turn * (gx * c + gy * s)");
    if (order == 1) {
        let(t, "along", "(v + a * tilt * F_r * u) / (v + a * u)");
        let(t, "across", "slope * F_r * u / (u + b * v)");
        let(t, "torque", "(M0 * u + m * tilt * M_ur * v) / (u + m * v)");
    } else {
        let(t, "vv", "v * v");
        let(t, "uv", "u * v");
        let(t, "uu", "u * u");
        let(t, "along", "(vv + a * uv) / (vv + a * uv + uu) + tilt * F_r * uu / (uu + vv)");
        let(t, "across", "slope * F_r * (uu + b * uv) / (vv + b * uv + uu)");
        let(t, "torque", "M0 * (uu + m * uv) / (uu + m * uv + vv) + tilt * M_ur * vv / (uu + vv)");
    }
    result(t, 0, e->mu, "(c * along - s * across)");
    result(t, 1, e->mu, "(s * along + c * across)");
    result(t, 2, torque, "turn * torque");
}

static void pade(const struct contensou__export_law *e, struct contensou__export_text *t)
{
    static const char *const all[] = {"m", "a", "M0"};
    const double R = value_of(e->law, "R");
    const int order = (int)e->law->table[0];
    const int level = value_of(e->law, "gx") == 0 && value_of(e->law, "gy") == 0;

    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        let(t, all[i], "%s", digits(value_of(e->law, all[i])));
    begin(t, e->a * R);
    let(t, "v", "sqrt(x * x + y * y)");
    let(t, "u", "fabs(w)");
    (level ? pade_level : pade_tilted)(e, t, order, e->mu * e->a * R);
    if (t->language->slopes)
        let(t, "size", "sqrt(v * v + w * w)");
    result(t, 3, 1, "scale * size");
    t->order = 1;
}

/* T = g_v, M = g_w with g = Q^(1/d): Q comes from its own derivatives, by Euler's identity;
 * h = Q^(1/d)/Q. */
static void potential_root(struct contensou__export_text *t, int d, const char *euler)
{
    let(t, "Q", "fmax(%s, 1e-300)", euler);
    root(t, "root", "Q", d);
    let(t, "h", "root / Q");
    t->order = 1;
    t->gradient = 1;
}

static void potential_circular(const struct contensou__export_law *e,
                               struct contensou__export_text *t, int d)
{
    static const char *const names[] = {"", "c1", "c2", "c3"};
    const double spin = value_of(e->law, "spin"), size = value_of(e->law, "size");
    const int n = d / 2;
    double k[5];
    char euler[80];

    for (int i = 0; i <= n; ++i)
        k[i] = i == 0 ? 1 : i == n ? pow(spin, d) : value_of(e->law, names[i]);
    begin(t, e->a * size);
    let(t, "f", "x * x + y * y");
    let(t, "g", "w * w");
    powers(t, "f", n - 1);
    powers(t, "g", n - 1);
    for (int slot = 0; slot < 2; ++slot) { /* dQ/df and dQ/dg, Q = sum k_i f^(n-i) g^i */
        for (int i = slot; i < n + slot; ++i) {
            char product[most_factors] = "";

            times(product, "f", n - i - (slot == 0));
            times(product, "g", i - slot);
            if (k[i] != 0)
                term(t, (slot ? i : n - i) * k[i], product);
        }
        sum(t, slot ? "Qg" : "Qf");
    }
    snprintf(euler, sizeof euler, "(f * Qf + g * Qg) / %d.0", n);
    potential_root(t, d, euler);
    result(t, 0, e->mu / n, "h * x * Qf");
    result(t, 1, e->mu / n, "h * y * Qf");
    result(t, 2, e->mu * e->a * size / n, "h * w * Qg");
    result(t, 3, 1, "scale * root");
}

/* One derivative of Q = sum k_ji x^(d-j-i) y^i w^j: by x, y or w. */
static void potential_slope(struct contensou__export_text *t, const double *k, int d, int by,
                            const char *name)
{
    for (int j = 0; j <= d; ++j)
        for (int i = 0; i <= d - j; ++i, ++k) {
            int exponent[3] = {d - j - i, i, j};
            const double a = *k * exponent[by];
            char product[most_factors] = "";

            if (a == 0)
                continue;
            --exponent[by];
            times(product, "x", exponent[0]);
            times(product, "y", exponent[1]);
            times(product, "w", exponent[2]);
            term(t, a, product);
        }
    sum(t, name);
}

static void potential_general(const struct contensou__export_law *e,
                              struct contensou__export_text *t, int d)
{
    const double size = value_of(e->law, "size");
    const double *k = e->law->table + 2;
    char euler[80];

    begin(t, e->a * size);
    powers(t, "x", d - 1);
    powers(t, "y", d - 1);
    powers(t, "w", d - 1);
    potential_slope(t, k, d, 0, "Qx");
    potential_slope(t, k, d, 1, "Qy");
    potential_slope(t, k, d, 2, "Qw");
    snprintf(euler, sizeof euler, "(x * Qx + y * Qy + w * Qw) / %d.0", d);
    potential_root(t, d, euler);
    result(t, 0, e->mu / d, "h * Qx");
    result(t, 1, e->mu / d, "h * Qy");
    result(t, 2, e->mu * e->a * size / d, "h * Qw");
    result(t, 3, 1, "scale * root");
}

static void potential(const struct contensou__export_law *e, struct contensou__export_text *t)
{
    (e->law->table[1] > 0 ? potential_general : potential_circular)(e, t, (int)e->law->table[0]);
}

/* The laws that can be written as statements. */
static void (*const bodies[])(const struct contensou__export_law *,
                              struct contensou__export_text *) = {
    [contensou__law_approximant] = approximant,
    [contensou__law_ellipsoid] = ellipsoid,
    [contensou__law_pade] = pade,
    [contensou__law_potential] = potential,
};

int contensou__export_laws_has(const struct contensou__law *law)
{
    return (size_t)law->kind < sizeof bodies / sizeof *bodies && bodies[law->kind];
}

void contensou__export_laws_body(const struct contensou__export_law *e,
                                 struct contensou__export_text *t)
{
    bodies[e->law->kind](e, t);
}
