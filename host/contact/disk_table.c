/* disk_table.c: the polynomials of kernels/patches/disk_sums.h.
 *
 * Sums over chords are integrated by three rules: the midpoint rule in alpha where the centre of rotation is well inside; the Gauss
 * rule for (1 - xi^2)^p in xi = k s well outside, which loses no digit at any distance; the double-exponential rule of chord.h
 * near the rim. Each has more nodes than it needs, so that the polynomials, which interpolate at the nodes of Chebyshev, err by rounding only.
 * Parts are halved until the last coefficients of all polynomials are below the tolerance, and there are as many octaves as that
 * takes next to the rim. SPDX-License-Identifier: MIT */
#include "contact/disk_table.h"

#include "base/pi.h"
#include "base/try.h"
#include "contact/gauss.h"
#include "patches/chord.h"
#include "patches/disk_sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    inside_nodes = 20,  /* of the folded midpoint rule; errs by exp(-4 n acosh(1/k)) */
    outside_nodes = 14, /* of each sign; errs by (k + sqrt(k^2 - 1))^(-4 n) */
    most_rim_nodes = 512,
    most_bits = 6,
    most_levels = 52,
    terms = octaves_terms
};

static const double well_inside = 0.7, well_outside = 1.6, rim_step = 0.08;

struct rules {
    double p, m0, m1, norm;
    int twice, tilted, functions;
    double xi2[outside_nodes], weight[outside_nodes];
    double near[most_rim_nodes], far[most_rim_nodes], rim[most_rim_nodes];
    int n_rim;
};

/* What one chord adds to the functions inside; all powers of k that disk_sums.h splits off are. */
static void add_inside(const struct rules *r, double k, double P, double c2, double s2, double D,
                       double f[disk_functions])
{
    f[disk_force] += P * r->m0 * c2;
    f[disk_torque] += P * D * r->m1;
    f[disk_perp] += P * r->m0 * s2;
    if (!r->tilted)
        return;
    f[disk_B] += P * c2 * (D * r->m1 - k * k * s2 * r->m0);
    f[disk_C] += P * s2 * (k * k * c2 * r->m0 + D * r->m1);
    f[disk_W] += P * D * r->m1 * (s2 - c2);
    f[disk_par_g] += P * r->m0 * c2 * s2;
    f[disk_perp_g] += P * r->m0 * s2 * s2;
    f[disk_mix] += P * r->m0 * s2 * c2;
}

static void sum_inside(const struct rules *r, double k, double f[disk_functions])
{
    for (int i = 0; i < inside_nodes; ++i) {
        const double angle = pi * (i + 0.5) / (2 * inside_nodes), c = cos(angle), s = sin(angle);
        const double D = 1 - k * k * s * s;

        add_inside(r, k, r->norm * pi / inside_nodes * chord_power(D, r->p, r->twice), c * c, s * s,
                   D, f);
    }
}

/* excess = k^2 - 1, which k itself does not tell next to the rim. */
static void sum_at_rim(const struct rules *r, double k, double excess, double f[disk_functions])
{
    const double y0 = sqrt(fmax(excess, 0)) / k;
    const struct chord_rim rim = {
        .k2 = k * k, .y0 = y0, .inside = fmax(-excess, 0), .root = sqrt(1 - y0)};

    for (int i = r->n_rim - 1; i >= 0; --i) { /* the smallest first */
        const struct chord_node node = chord_rim_node(rim, r->near[i], r->far[i]);

        add_inside(r, k, r->rim[i] * node.weight * chord_power(node.D, r->p, r->twice),
                   node.cosine * node.cosine, node.sin2, node.D, f);
    }
}

static void sum_outside(const struct rules *r, double turn, double f[disk_functions])
{
    for (int i = 0; i < outside_nodes; ++i) {
        const double xi2 = r->xi2[i], D = 1 - xi2, w = r->weight[i];
        const double c = sqrt(1 - turn * turn * xi2), ic = 1 / c;

        f[disk_force] += w * r->m0 * c;
        f[disk_torque] += w * D * r->m1 * ic;
        f[disk_perp] += w * r->m0 * xi2 * ic;
        if (!r->tilted)
            continue;
        f[disk_B] += w * c * (D * r->m1 - xi2 * r->m0);
        f[disk_C] += w * xi2 * (c * r->m0 + turn * turn * D * r->m1 * ic);
        f[disk_W] += w * D * r->m1 * (turn * turn * xi2 * ic - c);
        f[disk_par_g] += w * r->m0 * c * xi2;
        f[disk_perp_g] += w * r->m0 * xi2 * ic * xi2;
        f[disk_mix] += w * r->m0 * xi2 * c;
    }
}

/* The functions at the distance d from the rim, inside or outside. */
static void functions_at(const struct rules *r, double d, int outside, double f[disk_functions])
{
    const double ratio = 1 - d, k = outside ? 1 / ratio : ratio;

    for (int i = 0; i < disk_functions; ++i)
        f[i] = 0;
    if (k < well_inside)
        sum_inside(r, k, f);
    else if (k > well_outside)
        sum_outside(r, ratio, f);
    else {
        sum_at_rim(r, k, outside ? d * (2 - d) / (ratio * ratio) : -d * (2 - d), f);
        if (outside) { /* as disk_sums.h wants them there: xi = k s for s, per unit of v */
            f[disk_force] *= k;
            f[disk_torque] *= k;
            f[disk_perp] *= k * k * k;
            f[disk_B] *= k;
            f[disk_C] *= k;
            f[disk_W] *= k;
            f[disk_par_g] *= k * k * k;
            f[disk_perp_g] *= k * k * k * k * k;
            f[disk_mix] *= k * k * k;
        }
    }
}

static enum contensou_status rules_make(const struct contensou__round *round, struct rules *r,
                                        struct contensou_error *err)
{
    long double x[2 * outside_nodes], w[2 * outside_nodes];
    long double z[most_rim_nodes], v[most_rim_nodes];
    const double q = round->q;

    *r = (struct rules){.p = q + 0.5, .norm = (q + 1) / pi};
    r->m0 = sqrt(pi) * exp(lgamma(q + 1) - lgamma(q + 1.5));
    r->m1 = r->m0 / (2 * q + 3);
    r->twice = 2 * r->p == rint(2 * r->p) && r->p < 3 ? (int)rint(2 * r->p) : -1;
    r->tilted = round->g[0] != 0 || round->g[1] != 0;
    r->functions = r->tilted ? disk_functions : disk_plain_functions;
    TRY(contensou__gauss_rule(2 * outside_nodes, (long double)q + 0.5L, x, w, err));
    for (int i = 0; i < outside_nodes; ++i) {
        r->xi2[i] = (double)(x[outside_nodes + i] * x[outside_nodes + i]);
        r->weight[i] = 2 * r->norm * (double)w[outside_nodes + i];
    }
    /* the tail of the rule at the rim falls like z^(2q+2), but not faster than the weights' own z */
    r->n_rim = contensou__gauss_folded_tanh_sinh(
        rim_step, fmax(1e-150, pow(1e-18, 1 / fmin(2 * q + 2, 1))), most_rim_nodes, z, v);
    for (int i = 0; i < r->n_rim; ++i) {
        r->near[i] = (double)(z[i] * (2 - z[i]));
        r->far[i] = (double)((1 - z[i]) * (1 - z[i]));
        r->rim[i] = (double)(4 * (long double)r->norm * v[i]);
    }
    return CONTENSOU_OK;
}

/* Interpolation at the nodes of Chebyshev: coefficients of his polynomials of 2u, and powers of u. */
struct fit {
    double node[terms], to_chebyshev[terms][terms], to_powers[terms][terms];
};

static void fit_make(struct fit *f)
{
    *f = (struct fit){.to_powers = {{1}, {0, 2}}}; /* the powers of u in T_n(2u) */
    for (int n = 2; n < terms; ++n)
        for (int k = 0; k < terms; ++k)
            f->to_powers[n][k] = (k ? 4 * f->to_powers[n - 1][k - 1] : 0) - f->to_powers[n - 2][k];
    for (int j = 0; j < terms; ++j) {
        f->node[j] = cos(pi * (j + 0.5) / terms) / 2;
        for (int n = 0; n < terms; ++n)
            f->to_chebyshev[n][j] = (n ? 2.0 : 1.0) / terms * cos(pi * n * (j + 0.5) / terms);
    }
}

/* The polynomial through value[terms]; returns about how much it errs, if each term is `fall` times the next one. */
static double fit_part(const struct fit *f, const double value[terms], double fall,
                       double power[terms])
{
    double a[terms];

    for (int k = 0; k < terms; ++k)
        power[k] = 0;
    for (int n = 0; n < terms; ++n) {
        /* differences from the first value: no digit is lost to the size of the function */
        a[n] = n ? 0 : value[0];
        for (int j = 1; j < terms; ++j)
            a[n] += f->to_chebyshev[n][j] * (value[j] - value[0]);
    }
    for (int n = terms - 1; n >= 0; --n)
        for (int k = 0; k <= n; ++k)
            power[k] += a[n] * f->to_powers[n][k];
    return fmax(fabs(a[terms - 1]), fabs(a[terms - 2]) / fall) / fall;
}

/* Where a part begins and how long it is. */
static void part_of(int part, int levels, int bits, double *begin, double *length)
{
    const int octave = (part - 1) >> bits, inner = (part - 1) & ((1 << bits) - 1);

    *length = ldexp(1, part ? octave - levels - bits : -levels);
    *begin = part ? ldexp(1, octave - levels) + inner * *length : 0;
}

/* Fills the rows of a part, inside and outside; returns the largest error. Jacobians may err by 100 times as much: they are
 * promised to 1e-9 only. */
static double put_part(const struct rules *r, const struct fit *fit, int part, int levels, int bits,
                       int parts, double *table)
{
    double begin, length, z, fall, worst = 0;

    part_of(part, levels, bits, &begin, &length);
    z = 1 + 2 * begin / length; /* distance of the rim from the middle, in half lengths */
    fall = z + sqrt(z * z - 1);
    for (int outside = 0; outside < 2; ++outside) {
        double at[terms][disk_functions], value[terms];

        for (int j = 0; j < terms; ++j)
            functions_at(r, begin + (fit->node[j] + 0.5) * length, outside, at[j]);
        for (int i = 0; i < r->functions; ++i) {
            const int slope = i == disk_perp || i >= disk_par_g;
            double last, *to = table + terms * ((2 * i + outside) * parts + part);

            for (int j = 0; j < terms; ++j)
                value[j] = at[j][i];
            last = fit_part(fit, value, fall, to);
            worst = fmax(worst, slope ? 0.01 * last / (1 + fabs(to[0])) : last);
        }
    }
    return worst;
}

/* How many octaves there must be for the part at the rim itself to be served by one polynomial. */
static int find_levels(const struct rules *r, const struct fit *fit, double tolerance)
{
    double rows[2 * disk_functions * terms];
    int levels = 4;

    while (levels < most_levels && put_part(r, fit, 0, levels, 0, 1, rows) > tolerance)
        levels += 4;
    return levels;
}

static void put_params(const struct contensou__round *r, int levels, int bits,
                       struct contensou__patch_data *t)
{
    const struct disk_params d = {.dx = r->middle[0],
                                  .dy = r->middle[1],
                                  .size = r->a,
                                  .gx = r->g[0] * r->a,
                                  .gy = r->g[1] * r->a,
                                  .hole = r->hole,
                                  .share = 1 / (1 - r->hole * r->hole),
                                  .bits = bits,
                                  .levels = levels,
                                  .end = ldexp(1, -levels)};

    t->kind = contensou__patch_data_disk;
    t->param_count = disk_params_count;
    memcpy(t->params, &d, sizeof d);
}

enum contensou_status contensou__disk_table_make(const struct contensou__round *r, double tolerance,
                                                 struct contensou__patch_data *t,
                                                 struct contensou_error *err)
{
    const double least = fmax(1e-16, 0.02 * tolerance);
    struct rules rules;
    struct fit fit;
    double worst = HUGE_VAL;
    int levels;

    *t = (struct contensou__patch_data){0};
    TRY(rules_make(r, &rules, err));
    t->tilted = rules.tilted;
    fit_make(&fit);
    levels = find_levels(&rules, &fit, least);
    for (int bits = 2; bits <= most_bits && worst > least; ++bits) {
        const int parts = 1 + (levels << bits);

        free(t->table);
        t->count = (size_t)(2 * rules.functions * parts * terms);
        t->table = malloc(t->count * sizeof *t->table);
        TRY(contensou__try_memory(t->table, err, "the table of a disk"));
        worst = 0;
        for (int part = parts - 1; part > 0 && (worst <= least || bits == most_bits); --part)
            worst = fmax(worst, put_part(&rules, &fit, part, levels, bits, parts, t->table));
        put_part(&rules, &fit, 0, levels, bits, parts, t->table);
        put_params(r, levels, bits, t);
    }
    return CONTENSOU_OK;
}
