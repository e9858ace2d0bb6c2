/* limit_cells.h: what the limit surface needs of a patch made of points x, y with masses.
 *
 * Phi = sum m |V| has a corner where the centre of rotation is one of the points: a whole facet of
 * the surface belongs to that one slip s, and Newton's steps never reach it. With f the wrench of
 * the other points at s, it is the answer for the load -u if some friction (e, x x e), |e| <= m, of
 * the point itself makes up the difference lam u - f, lam = Phi(s)/(u.s). If it cannot, Phi falls
 * along that difference, at the rate of what is left of it.
 *
 * The table has x, y, mass of one point after the other. SPDX-License-Identifier: MIT */
#ifndef LAWS_LIMIT_CELLS_H
#define LAWS_LIMIT_CELLS_H

#include "core/fields.h"
#include "laws/limit_corner.h"

// clang-format off
#define LIMIT_CELLS_FIELDS(FIELD)                                                    \
    FIELD(dx,    0.0, "-", "centre of the masses, from the reference point")         \
    FIELD(dy,    0.0, "-", "")                                                       \
    FIELD(size,  1.0, "-", "unit of length: radius about that centre")               \
    FIELD(n,     0.0, "-", "points")
// clang-format on
define_settings(limit_cells_params, LIMIT_CELLS_FIELDS);

/* Points are already in the patch's unit about its centre: the solver asks there only. A point that
 * does not slip gives nothing. */
static inline struct wrench limit_cells_wrench(const struct limit_cells_params *p, number_table t,
                                               struct slip s, int twice, int tilted, int jacobian)
{
    const int n = (int)p->n;
    struct wrench f = wrench_zero();

    for (int i = 0; i < n; ++i, t += 3) {
        const real Vx = s.vx - s.w * t[1], Vy = s.vy + s.w * t[0], V = Vx * Vx + Vy * Vy;
        const real inverse = pick(V > 0.0, 1.0 / sqrt(fmax(V, (real)real_tiny)), (real)0.0);
        const real tx = Vx * inverse, ty = Vy * inverse, arm = t[0] * tx + t[1] * ty;
        const real weight = t[2] * inverse;

        f.Tx += t[2] * tx;
        f.Ty += t[2] * ty;
        f.M += t[2] * (t[0] * ty - t[1] * tx);
        if (jacobian) {
            f.xx += weight * ty * ty;
            f.xy -= weight * tx * ty;
            f.yy += weight * tx * tx;
            f.xw -= weight * ty * arm;
            f.yw += weight * tx * arm;
            f.ww += weight * arm * arm;
        }
    }
    return f;
}

/* The point that slips least: the one nearest to the centre of rotation. */
static inline struct slip limit_cells_nearest(const struct limit_cells_params *p, number_table t,
                                              struct slip s)
{
    const int n = (int)p->n;
    real least = real_large;
    struct slip spin;

    spin.vx = spin.vy = 0.0;
    spin.w = 1.0;
    for (int i = 0; i < n; ++i, t += 3) {
        const real Vx = s.vx - s.w * t[1], Vy = s.vy + s.w * t[0], here = Vx * Vx + Vy * Vy;
        const mask nearer = here < least;

        least = pick(nearer, here, least);
        spin.vx = pick(nearer, (real)t[1], spin.vx);
        spin.vy = pick(nearer, (real)-t[0], spin.vy);
    }
    return spin;
}

/* The force of all points but the one at the centre of the spin, the mass of that one, Phi, and
 * sum m/|V|. */
struct limit_cells_sums {
    real Tx, Ty, own, Phi, rate;
};

static inline struct limit_cells_sums limit_cells_sum(const struct limit_cells_params *p,
                                                      number_table t, struct slip spin)
{
    const int n = (int)p->n;
    struct limit_cells_sums a;

    a.Tx = a.Ty = a.own = a.Phi = a.rate = 0.0;
    for (int i = 0; i < n; ++i, t += 3) {
        const real Vx = spin.vx - t[1], Vy = spin.vy + t[0], V = sqrt(Vx * Vx + Vy * Vy);
        const mask still = V == 0.0;
        const real share = pick(still, (real)0.0, t[2] / pick(still, (real)1.0, V));

        a.own += pick(still, (real)t[2], (real)0.0);
        a.Tx += share * Vx;
        a.Ty += share * Vy;
        a.Phi += t[2] * V;
        a.rate += share;
    }
    return a;
}

/* The slip of the corner is the spin over its power, so that u.slip = 1 and lam = Phi. */
static inline struct limit_corner limit_cells_corner(const struct limit_cells_params *p,
                                                     number_table t, struct slip s, struct slip u,
                                                     real best)
{
    const struct slip spin = limit_cells_nearest(p, t, s);
    const struct limit_cells_sums a = limit_cells_sum(p, t, spin);
    const real power = u.vx * spin.vx + u.vy * spin.vy + u.w, sign = copysign((real)1.0, power);
    const real scale = 1.0 / fmax(fabs(power), (real)real_tiny), Phi = scale * a.Phi;
    const real ex = Phi * u.vx - sign * a.Tx, ey = Phi * u.vy - sign * a.Ty;
    const real size = sqrt(ex * ex + ey * ey), left = fmax(size - a.own, (real)0.0);
    const real length = scale * left / fmax(size * a.rate, (real)real_tiny);
    struct limit_corner c;
    real back;

    c.slip.vx = sign * scale * spin.vx;
    c.slip.vy = sign * scale * spin.vy;
    c.slip.w = sign * scale;
    c.Phi = Phi;
    back = -length * (ex * u.vx + ey * u.vy); /* keeps u.step = 0 */
    c.step.vx = length * ex + back * c.slip.vx;
    c.step.vy = length * ey + back * c.slip.vy;
    c.step.w = back * c.slip.w;
    c.slope = -length * size * left;
    c.found = (power != 0.0) & (left == 0.0);
    c.lower = (power != 0.0) & (Phi < best);
    return c;
}

#endif
