/* ellipse.h: the wrench of an ellipse, semi-axes a and b, under (1 - x^2/a^2 - y^2/b^2)^q (1 +
 * g.x).
 *
 * In X = (x/a, y/b) the patch is the unit disk and chords stay chords. A chord through the centre
 * of rotation C, direction E, E_t = z x E, at the distance xi = C.E_t from the middle, starts at r0
 * = -C.E from its own middle X_mid = xi E_t. In x its direction is e = (a E1, b E2)/gam, gam^2 =
 * a^2 E1^2 + b^2 E2^2; the pressure is W_mid + W1 h t along it, W_mid = 1 + xi g.E_t, W1 = g.E; D =
 * 1 - xi^2, u = D^p dalpha:
 *
 *     G += e A1,  A1 = r0 u W_mid m0 + u D W1 m1
 *     M += xi lam A1 + gam D m1 (r0 u W1 + u W_mid),   lam = (b^2 - a^2) E1 E2/gam
 *     J += N N' u W_mid m0/gam,   N = (e, -xi a b/gam)
 *
 * without cancellation however far C is. The three rules are those of disk_sums.h; inside, the
 * nodes have fixed directions, so that everything but xi and r0 comes from the table.
 * SPDX-License-Identifier: MIT */
#ifndef PATCHES_ELLIPSE_H
#define PATCHES_ELLIPSE_H

#include "core/fields.h"
#include "core/wrench.h"
#include "patches/chord.h"

// clang-format off
#define ELLIPSE_FIELDS(FIELD)                                                                    \
    FIELD(dx,    0.0, "-", "middle of the ellipse, from the reference point")                    \
    FIELD(dy,    0.0, "-", "")                                                                   \
    FIELD(size,  1.0, "-", "unit of length: the larger semi-axis")                               \
    FIELD(a,     1.0, "-", "semi-axis along x, in that unit")                                    \
    FIELD(b,     0.5, "-", "semi-axis along y, in that unit")                                    \
    FIELD(g1,    0.0, "-", "gradient of the pressure in X")                                      \
    FIELD(g2,    0.0, "-", "")                                                                   \
    CHORD_FIELDS(FIELD)                                                                          \
    FIELD(n_in,  0.0, "-", "nodes inside: E, e, gam, lam, weight, g.E, g.E_t")                   \
    FIELD(n_out, 0.0, "-", "nodes outside, for both signs: xi, 1 - xi^2, weight")                \
    FIELD(n_far, 0.0, "-", "nodes far away: the same")                                           \
    FIELD(n_rim, 0.0, "-", "nodes at the rim: z (2 - z), (1 - z)^2, weight")
// clang-format on
define_settings(ellipse_params, ELLIPSE_FIELDS);

enum { ellipse_node = 9 }; /* numbers of an inner node */

struct ellipse_chord {
    real e1, e2, gam, lam, W1, Wt; /* Wt = g.E_t */
    real xi, D, u, r0u;            /* r0u = r0 u */
};

/* Adds a chord to the wrench. */
static inline void ellipse_add(struct wrench *f, const struct ellipse_params *p,
                               struct ellipse_chord c, int tilted)
{
    real A1 = c.r0u * p->m0, spin = c.u;

    if (tilted) {
        const real Wm = 1.0 + c.xi * c.Wt;

        A1 = A1 * Wm + c.u * c.D * c.W1 * p->m1;
        spin = c.r0u * c.W1 + c.u * Wm;
    }
    f->Tx -= c.e2 * A1;
    f->Ty += c.e1 * A1;
    f->M += c.xi * c.lam * A1 + c.gam * c.D * p->m1 * spin;
}

/* The same for the Jacobian. */
static inline void ellipse_add_jacobian(struct wrench *f, const struct ellipse_params *p,
                                        struct ellipse_chord c, int tilted)
{
    const real inverse = 1.0 / c.gam, arm = -c.xi * (p->a * p->b) * inverse;
    real weight = c.u * p->m0 * inverse;

    if (tilted)
        weight *= 1.0 + c.xi * c.Wt;
    f->xx += weight * c.e1 * c.e1;
    f->xy += weight * c.e1 * c.e2;
    f->yy += weight * c.e2 * c.e2;
    f->xw += weight * c.e1 * arm;
    f->yw += weight * c.e2 * arm;
    f->ww += weight * arm * arm;
}

/* Everything that depends on the direction E of a chord; inverse = 1/gam. */
static inline void ellipse_turn(struct ellipse_chord *c, const struct ellipse_params *p, real E1,
                                real E2, real gam, real inverse, int tilted)
{
    c->gam = gam;
    c->e1 = p->a * E1 * inverse;
    c->e2 = p->b * E2 * inverse;
    c->lam = (p->b * p->b - p->a * p->a) * E1 * E2 * inverse;
    if (tilted) {
        c->W1 = p->g1 * E1 + p->g2 * E2;
        c->Wt = p->g2 * E1 - p->g1 * E2;
    }
}

/* gam^2 of the direction E. */
static inline real ellipse_gam2(const struct ellipse_params *p, real E1, real E2)
{
    return (p->a * p->a) * E1 * E1 + (p->b * p->b) * E2 * E2;
}

/* The centre of rotation inside the rim: chords through it in all directions. */
static inline struct wrench ellipse_inside(const struct ellipse_params *p, number_table t, real C1,
                                           real C2, int twice, int tilted, int jacobian)
{
    const int n = (int)p->n_in;
    struct wrench f = wrench_zero();

    for (int i = 0; i < n; ++i, t += ellipse_node) {
        struct ellipse_chord c;

        c.e1 = t[2];
        c.e2 = t[3];
        c.gam = t[4];
        c.lam = t[5];
        c.W1 = t[7];
        c.Wt = t[8];
        c.xi = C2 * t[0] - C1 * t[1];
        c.D = 1.0 - c.xi * c.xi;
        c.u = t[6] * chord_power(c.D, p->p, twice);
        c.r0u = -(C1 * t[0] + C2 * t[1]) * c.u;
        ellipse_add(&f, p, c, tilted);
        if (jacobian)
            ellipse_add_jacobian(&f, p, c, tilted);
    }
    return f;
}

/* One chord of the outer rule, sine = -turn xi; inverse = 1/gam, over = 1/cosine. The Jacobian
 * comes per unit of speed, so that its u lacks the factor turn. */
static inline void ellipse_add_outer(struct wrench *f, const struct ellipse_params *p, real E1,
                                     real E2, real gam, real inverse, real over, real xi, number D,
                                     number weight, real turn, int tilted, int jacobian)
{
    struct ellipse_chord c;

    ellipse_turn(&c, p, E1, E2, gam, inverse, tilted);
    c.xi = xi;
    c.D = D;
    c.u = weight * turn * over;
    c.r0u = -weight;
    ellipse_add(f, p, c, tilted);
    c.u = weight * over;
    if (jacobian)
        ellipse_add_jacobian(f, p, c, tilted);
}

/* c1, c2: unit vector towards C; turn = 1/|C|. The chords xi and -xi share the cosine, and one
 * division serves all their inverses. */
static inline struct wrench ellipse_outside(const struct ellipse_params *p, number_table t, int n,
                                            real c1, real c2, real turn, int tilted, int jacobian)
{
    struct wrench f = wrench_zero();

    for (int i = 0; i < n; ++i, t += 3) {
        const real s = -turn * t[0], cosine = sqrt(1.0 - s * s);
        const real a1 = cosine * c1 - s * c2, a2 = cosine * c2 + s * c1;
        const real b1 = cosine * c1 + s * c2, b2 = cosine * c2 - s * c1;
        const real ga = sqrt(ellipse_gam2(p, a1, a2)), gb = sqrt(ellipse_gam2(p, b1, b2));
        const real pair = ga * gb, all = 1.0 / (pair * cosine), both = all * cosine;

        ellipse_add_outer(&f, p, a1, a2, ga, both * gb, all * pair, t[0], t[1], t[2], turn, tilted,
                          jacobian);
        ellipse_add_outer(&f, p, b1, b2, gb, both * ga, all * pair, -t[0], t[1], t[2], turn, tilted,
                          jacobian);
    }
    return f;
}

/* Where the centre of rotation is, in X: C = (-vy/a, vx/b)/w; speed = |w C|, c its direction; and which rule serves there. */
struct ellipse_place {
    real sign, w, iw, n1, n2, speed, least, c1, c2;
    mask inside, outside, rim, far;
};

/* Where the centre of rotation is, in coordinates in which the ellipse is the unit disk. */
static inline struct ellipse_place ellipse_place(const struct ellipse_params *p, struct slip s)
{
    struct ellipse_place at;
    mask moves;

    at.sign = copysign((real)1.0, s.w);
    at.w = fabs(s.w);
    at.n1 = -at.sign * s.vy / p->a;
    at.n2 = at.sign * s.vx / p->b;
    at.speed = sqrt(at.n1 * at.n1 + at.n2 * at.n2);
    at.least = fmax(at.speed, (real)real_tiny);
    moves = at.speed > 0.0;
    at.inside = at.speed < p->k_in * at.w;
    at.outside = at.speed > p->k_out * at.w;
    at.rim = !(at.inside | at.outside);
    at.far = at.speed > p->k_far * at.w;
    at.c1 = pick(moves, at.n1 / at.least, (real)1.0);
    at.c2 = pick(moves, at.n2 / at.least, (real)0.0);
    at.iw = 1.0 / fmax(at.w, (real)real_tiny);
    return at;
}

/* The sum of a rule where it serves; its slopes come times 1/per. */
static inline struct wrench ellipse_choose(mask here, struct wrench part, struct wrench f, real per,
                                           int jacobian)
{
    if (jacobian)
        part = wrench_times_slopes(part, per);
    return wrench_pick(here, part, f, jacobian);
}

#endif
