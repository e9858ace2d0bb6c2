/* edges.h: the wrench of polygons and small pressure maps, edge by edge in closed form.
 *
 * The pressure is weight (1 + g.x) on the left of each directed edge A -> B; an edge between two
 * cells of a map carries the jump. Seen from the centre of rotation c, an edge with unit tangent e,
 * outward normal n, signed distance h, tangential ends u1, u2 and distances r1, r2 of its ends
 * spans a triangle. With D the difference over the edge, L = int du/r, K2 = (D(ur) - h^2 L)/2, J =
 * (D(ur) + h^2 L)/2 and p0 = 1 + g.c:
 *
 *     G += p0 (h/2)(n h L + e D(r)) + (h/3)[n (gn h^2 L + ge h D(r)) + e (gn h D(r) + ge K2)]
 *     Q += p0 (h/3) J + (h/4)(gn h J + ge D(r^3)/3)
 *
 * of which spin.h makes the wrench. Beyond `far` radii the multipole series takes over.
 * SPDX-License-Identifier: MIT */
#ifndef PATCHES_EDGES_H
#define PATCHES_EDGES_H

#include "core/fields.h"
#include "patches/spin.h"

// clang-format off
#define EDGES_FIELDS(FIELD)                                                          \
    SPIN_FIELDS(FIELD)                                                               \
    FIELD(n,     0.0, "-", "edges: Ax, Ay, ex, ey, length, weight, starts at last B")
// clang-format on
define_settings(edges_params, EDGES_FIELDS);

enum { edges_row = 7 };

/* One edge, seen from c. */
struct edges_view {
    shape_number e1, e2;
    real h, u1, u2, r1, r2, L, dr, dur; /* dr = D(r), dur = D(ur) */
};

/* int du/r: the ratio of the logarithm is formed so that nothing cancels, whether the foot of the
 * perpendicular lies on the edge or beyond. On the edge's line L is large but h L is not. */
static inline real edges_log(real h, real u1, real u2, real r1, real r2)
{
    const real F1 = fabs(u1) + r1, F2 = fabs(u2) + r2;
    const mask between = (u1 < 0.0) & (u2 > 0.0), after = u1 >= 0.0;
    const real top = pick(between, F1 * F2, pick(after, F2, F1));
    const real bottom = pick(between, h * h, pick(after, F1, F2));

    return log(top / fmax(bottom, (real)real_tiny));
}

/* The differences over the edge. In single precision those of a short edge would be lost in rounding:
 * with z = length/(r1 + r2), D(r) = z (u1 + u2) and L = 2 artanh z. */
static inline void edges_differences(struct edges_view *v, shape_number length)
{
    if (sizeof(number) == 4) {
        const real z = length / fmax(v->r1 + v->r2, (real)real_tiny), q = z * z, u = v->u1 + v->u2;
        const real series =
            1.0 + q * (1.0 / 3.0 + q * (1.0 / 5.0 + q * (1.0 / 7.0 + q * (1.0 / 9.0))));

        v->dr = z * u;
        v->dur = 0.5 * (length * (v->r1 + v->r2) + u * v->dr);
        v->L = pick(z < 0.25, 2.0 * z * series, v->L);
    } else {
        v->dr = v->r2 - v->r1;
        v->dur = v->u2 * v->r2 - v->u1 * v->r1;
    }
}

static inline struct edges_view edges_see(number_table t, real c1, real c2, real last_r)
{
    const real x = t[0] - c1, y = t[1] - c2;
    struct edges_view v;

    v.e1 = t[2];
    v.e2 = t[3];
    v.u1 = x * v.e1 + y * v.e2;
    v.h = x * v.e2 - y * v.e1;
    v.u2 = v.u1 + t[4];
    v.r1 = t[6] > 0.0 ? last_r : sqrt(v.u1 * v.u1 + v.h * v.h);
    v.r2 = sqrt(v.u2 * v.u2 + v.h * v.h);
    v.L = edges_log(v.h, v.u1, v.u2, v.r1, v.r2);
    edges_differences(&v, t[4]);
    return v;
}

/* Adds a term and keeps in *lost what rounding took away (Kahan): in single precision the sum over a
 * thousand edges needs it, in double it would only cost time. */
static inline void edges_sum(real *sum, real *lost, real term)
{
    if (sizeof(number) == 4) {
        const real y = term - *lost, total = *sum + y;

        *lost = (total - *sum) - y;
        *sum = total;
    } else
        *sum += term;
}

/* G and Q of one edge into (Tx, Ty, M) as (Gx, Gy, Q). */
static inline void edges_add(struct wrench *f, real lost[3], struct edges_view v, real p0,
                             shape_number g1, shape_number g2, number weight, int tilted)
{
    const real hL = v.h * v.L, J = 0.5 * (v.dur + v.h * hL);
    const real h_2 = 0.5 * v.h * p0;
    real along_n = h_2 * hL, along_e = h_2 * v.dr, Q = p0 * v.h * J * (1.0 / 3.0);

    if (tilted) {
        const shape_number gn = g1 * v.e2 - g2 * v.e1, ge = g1 * v.e1 + g2 * v.e2;
        const real third = v.h * (1.0 / 3.0), K2 = 0.5 * (v.dur - v.h * hL);
        const real dr3 = v.dr * (v.r1 * v.r1 + v.r1 * v.r2 + v.r2 * v.r2);

        along_n += third * v.h * (gn * hL + ge * v.dr);
        along_e += third * (gn * v.h * v.dr + ge * K2);
        Q += 0.25 * v.h * (gn * v.h * J + ge * dr3 * (1.0 / 3.0));
    }
    edges_sum(&f->Tx, &lost[0], weight * (along_n * v.e2 + along_e * v.e1));
    edges_sum(&f->Ty, &lost[1], weight * (along_e * v.e2 - along_n * v.e1));
    edges_sum(&f->M, &lost[2], weight * Q);
}

/* int x x'/r^3 dA of one edge's triangle, x from c, into xx, xy, yy: |w| times the Jacobian of T
 * with respect to v; the rest of the Jacobian follows from it. */
static inline void edges_add_jacobian(struct wrench *f, struct edges_view v, real p0,
                                      shape_number g1, shape_number g2, number weight, int tilted)
{
    const real i1 = 1.0 / fmax(v.r1, (real)real_tiny), i2 = 1.0 / fmax(v.r2, (real)real_tiny);
    const real dur = v.u2 * i2 - v.u1 * i1, hi = v.h * (i2 - i1), rest = v.L - dur;
    real nn = p0 * v.h * dur, ne = -p0 * v.h * hi, ee = p0 * v.h * rest;

    if (tilted) {
        const shape_number gn = g1 * v.e2 - g2 * v.e1, ge = g1 * v.e1 + g2 * v.e2;
        const real h_2 = 0.5 * v.h, cube = v.r2 - v.r1 + v.h * hi;

        nn += h_2 * v.h * (gn * dur - ge * hi);
        ne += h_2 * v.h * (ge * rest - gn * hi);
        ee += h_2 * (gn * v.h * rest + ge * cube);
    }
    f->xx += weight * (nn * v.e2 * v.e2 + 2.0 * ne * v.e1 * v.e2 + ee * v.e1 * v.e1);
    f->xy += weight * ((ee - nn) * v.e1 * v.e2 + ne * (v.e2 * v.e2 - v.e1 * v.e1));
    f->yy += weight * (nn * v.e1 * v.e1 - 2.0 * ne * v.e1 * v.e2 + ee * v.e2 * v.e2);
}

static inline struct wrench edges_near(const struct edges_params *p, number_table t, struct slip s,
                                       int tilted, int jacobian)
{
    const int n = (int)p->n;
    const struct spin q = spin_of(s);
    const real p0 = p->base + p->g1 * q.c1 + p->g2 * q.c2;
    real last_r = 0.0, lost[3];
    struct wrench f = wrench_zero();

    lost[0] = lost[1] = lost[2] = 0.0;
    for (int i = 0; i < n; ++i, t += edges_row) {
        const struct edges_view v = edges_see(t, q.c1, q.c2, last_r);

        edges_add(&f, lost, v, p0, p->g1, p->g2, t[5], tilted);
        if (jacobian)
            edges_add_jacobian(&f, v, p0, p->g1, p->g2, t[5], tilted);
        last_r = v.r2;
    }
    return spin_wrench(f, q, jacobian);
}

/* Near, or by the series. */
enum { edges_rules = 2 };
static inline real edges_rule(const struct edges_params *p, struct slip s)
{
    return pick(spin_beyond(slip_moved(s, p->dx, p->dy, p->size), p->far), (real)1.0, (real)0.0);
}

/* twice has no meaning here: every patch has the same list of arguments. */
static inline struct wrench edges_wrench(const struct edges_params *p, number_table t,
                                         struct slip s, int twice, int tilted, int jacobian)
{
    const struct slip here = slip_moved(s, p->dx, p->dy, p->size);
    const mask far = spin_beyond(here, p->far);
    struct wrench f = wrench_zero();

    if (any_lane(!far))
        f = edges_near(p, t, here, tilted, jacobian);
    if (any_lane(far))
        f = wrench_pick(far,
                        multipole_wrench(t + edges_row * (int)p->n, (int)p->order, here, jacobian),
                        f, jacobian);
    return wrench_moved_back(f, p->dx, p->dy, p->size, jacobian);
}

#endif
