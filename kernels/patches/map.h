/* map.h: the wrench of large pressure maps: near cells exactly, all others by polynomials.
 *
 * For a slip with its centre of rotation at c, everything follows from F(c) = <|x - c|>: with x from c now on,
 * Q = F, G = -grad F, and <x x'/r^3> from the second derivatives. The plane within `far` radii is cut into
 * boxes by a quadtree, small where the map is. In each, what the cells more than two boxes away give to F is smooth;
 * the host has put it into a polynomial (host/contact/map_tree.c). What the others give is a sum over the corners of
 * cells: with w the jump of the pressure across both lines through a corner,
 *
 *     F = sum w P,  P = x y r/3 + (x^3 A + y^3 B)/6,  A = asinh(y/|x|), B = asinh(x/|y|),
 *
 * whose derivatives are P_x = (y r + x^2 A)/2, P_xx = x A, P_xy = r. Cells are cut where that neighbourhood ends: the
 * lines beyond lie on its border, where cells have no area.
 *
 * Table: the tree, four children of each box, leaves first, which are their own children; of each leaf its middle, half
 * its side, its first column and row of cells, then the polynomial; the multipole series; the pressures, with enough
 * zeros around. SPDX-License-Identifier: MIT */
#ifndef PATCHES_MAP_H
#define PATCHES_MAP_H

#include "core/fields.h"
#include "core/gather.h"
#include "patches/spin.h"

// clang-format off
#define MAP_FIELDS(FIELD)                                                            \
    SPIN_FIELDS(FIELD)                                                               \
    FIELD(levels, 0.0, "-", "of the tree")                                           \
    FIELD(leaves, 0.0, "-", "boxes that are not divided")                            \
    FIELD(boxes,  0.0, "-", "of all levels; the last one is the whole")              \
    FIELD(x,      0.0, "-", "first line of cells, with the zeros around")            \
    FIELD(y,      0.0, "-", "")                                                      \
    FIELD(wide,   0.0, "-", "cells")                                                 \
    FIELD(high,   0.0, "-", "")                                                      \
    FIELD(across, 0.0, "-", "lines of cells through a neighbourhood")                \
    FIELD(up,     0.0, "-", "")                                                      \
    FIELD(stride, 0.0, "-", "pressures in a row")
// clang-format on
define_settings(map_params, MAP_FIELDS);

enum {
    map_degree = 20, /* of a leaf's polynomial */
    map_reach = 5,   /* half the side of a neighbourhood in halves of a box */
    map_head = 5,
    map_leaf = map_head + (map_degree + 1) * (map_degree + 2) / 2
};

/* The leaf around c: its number. */
static inline whole map_find(const struct map_params *p, number_table tree, real c1, real c2)
{
    const int levels = (int)p->levels;
    const number most = (number)(1 << levels), scale = most / (2.0 * p->far);
    const whole x = whole_of(gather_within((c1 + p->far) * scale, (real)(most - 1.0)));
    const whole y = whole_of(gather_within((c2 + p->far) * scale, (real)(most - 1.0)));
    whole at = (whole)((int)p->boxes - 1);

    for (int k = levels - 1; k >= 0; --k) {
        real next[gather_most];

        gather(tree, 4 * at + ((x >> k) & 1) + 2 * ((y >> k) & 1), 1, next);
        at = whole_of(next[0]);
    }
    return at;
}

/* What the polynomial at `from` gives, u and v from the leaf's middle in units of half its side. */
static inline struct wrench map_smooth(number_table from, whole at, real u, real v, real unit,
                                       int jacobian)
{
    struct multipole_poly f = {0.0, 0.0, 0.0}, fu = {0.0, 0.0, 0.0};
    struct wrench g = wrench_zero();
    real fuu = 0.0;

    for (int j = 0; j <= map_degree; ++j) {
        struct multipole_poly row = {0.0, 0.0, 0.0};

        for (int i = 0; i <= j; ++i, ++from) {
            real a[gather_most];

            gather(from, at, 1, a);
            multipole_horner(&row, u, a[0], jacobian);
        }
        multipole_horner(&f, v, row.q, jacobian);
        multipole_horner(&fu, v, row.q1, 0);
        fuu = fuu * v + row.q2;
    }
    g.Tx = -fu.q / unit;
    g.Ty = -f.q1 / unit;
    g.M = f.q;
    if (jacobian) { /* int x x'/r^3 = I tr H - H */
        const real is = 1.0 / (unit * unit);

        g.xx = 2.0 * f.q2 * is;
        g.xy = -fu.q1 * is;
        g.yy = 2.0 * fuu * is;
    }
    return g;
}

/* One corner of cells at x, y from c, with the pressure w (p0 + g.x). */
static inline void map_add(struct wrench *f, real x, real y, real w, real p0, number g1, number g2,
                           int tilted, int jacobian)
{
    const real ax = fabs(x), ay = fabs(y), r = sqrt(x * x + y * y);
    const real A = copysign(log((ay + r) / fmax(ax, (real)real_tiny)), y);
    const real B = copysign(log((ax + r) / fmax(ay, (real)real_tiny)), x);
    const real xA = x * A, yB = y * B, xr = x * r, yr = y * r, xxA = x * xA, yyB = y * yB;
    const real wp = tilted ? w * p0 : w;

    f->Tx += wp * (0.5 * (yr + xxA));
    f->Ty += wp * (0.5 * (xr + yyB));
    f->M += wp * ((1.0 / 6.0) * (2.0 * x * yr + x * xxA + y * yyB));
    if (jacobian) {
        f->xx += wp * yB;
        f->xy -= wp * r;
        f->yy += wp * xA;
    }
    if (tilted) {
        const real w1 = w * g1, w2 = w * g2, r3 = r * r * r, xyr = x * yr;
        const real x3A = x * xxA, y3B = y * yyB;

        f->Tx += w1 * ((1.0 / 6.0) * (xyr + 2.0 * x3A - y3B)) + w2 * (r3 * (1.0 / 3.0));
        f->Ty += w2 * ((1.0 / 6.0) * (xyr + 2.0 * y3B - x3A)) + w1 * (r3 * (1.0 / 3.0));
        f->M += w1 * (y * r3 * (1.0 / 12.0) + 0.125 * (x * x) * (yr + xxA));
        f->M += w2 * (x * r3 * (1.0 / 12.0) + 0.125 * (y * y) * (xr + yyB));
        if (jacobian) {
            const real xxy = 0.5 * (yyB - xr), xyy = 0.5 * (xxA - yr);

            f->xx += w1 * yr + w2 * xxy;
            f->xy += w1 * xxy + w2 * xyy;
            f->yy += w1 * xyy + w2 * xr;
        }
    }
}

/* The cells of a leaf's neighbourhood. head: as the table has it. A sum of its own, since the rest is larger and would
 * round every term. */
static inline struct wrench map_cells(const struct map_params *p, number_table cells,
                                      const real *head, struct spin q, int tilted, int jacobian)
{
    const int across = (int)p->across, up = (int)p->up, stride = (int)p->stride;
    const whole first = whole_of(head[4]) * stride + whole_of(head[3]);
    const real reach = (number)map_reach * head[2];
    const real p0 = p->base + p->g1 * q.c1 + p->g2 * q.c2;
    struct wrench f = wrench_zero();

    for (int j = 0; j < up; ++j, cells += stride) {
        const real line = p->y + (head[4] + (number)j) * p->high;
        const real y = fmin(fmax(line, head[1] - reach), head[1] + reach) - q.c2;
        real before = 0.0; /* the jump upwards in the column before */

        for (int i = 0; i < across; ++i) {
            const real column = p->x + (head[3] + (number)i) * p->wide;
            const real x = fmin(fmax(column, head[0] - reach), head[0] + reach) - q.c1;
            real below[gather_most], above[gather_most], jump;

            below[0] = above[0] = 0.0;
            if (i < across - 1 && j > 0)
                gather(cells - stride + i, first, 1, below);
            if (i < across - 1 && j < up - 1)
                gather(cells + i, first, 1, above);
            jump = above[0] - below[0];
            map_add(&f, x, y, jump - before, p0, p->g1, p->g2, tilted, jacobian);
            before = jump;
        }
    }
    return f;
}

static inline struct wrench map_near(const struct map_params *p, number_table t, struct slip s,
                                     number_table cells, int tilted, int jacobian)
{
    const struct spin q = spin_of(s);
    const whole at = map_leaf * map_find(p, t, q.c1, q.c2);
    struct wrench f;
    real head[gather_most];

    t += 4 * (int)p->boxes;
    gather(t, at, map_head, head);
    f = map_smooth(t + map_head, at, (q.c1 - head[0]) / head[2], (q.c2 - head[1]) / head[2],
                   head[2], jacobian);
    if (any_lane(head[3] > 0.0))
        f = wrench_sum(f, map_cells(p, cells, head, q, tilted, jacobian), jacobian);
    return spin_wrench(f, q, jacobian);
}

/* Near, or by the series. */
enum { map_rules = 2 };
static inline real map_rule(const struct map_params *p, struct slip s)
{
    return pick(spin_beyond(slip_moved(s, p->dx, p->dy, p->size), p->far), (real)1.0, (real)0.0);
}

/* twice has no meaning here: every patch has the same list of arguments. */
static inline struct wrench map_wrench(const struct map_params *p, number_table t, struct slip s,
                                       int twice, int tilted, int jacobian)
{
    const struct slip here = slip_moved(s, p->dx, p->dy, p->size);
    const mask far = spin_beyond(here, p->far);
    const int order = (int)p->order;
    number_table series = t + 4 * (int)p->boxes + map_leaf * (int)p->leaves;
    struct wrench f = wrench_zero();

    if (any_lane(!far))
        f = map_near(p, t, here, series + 2 * multipole_terms(order), tilted, jacobian);
    if (any_lane(far))
        f = wrench_pick(far, multipole_wrench(series, order, here, jacobian), f, jacobian);
    return wrench_moved_back(f, p->dx, p->dy, p->size, jacobian);
}

#endif
