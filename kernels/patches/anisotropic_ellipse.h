/* anisotropic_ellipse.h: ellipse.h with friction that depends on the direction of sliding (anisotropy.h). In X = (x/a,
 * y/b) the patch is the unit disk, x' = G X with G = B^-1 diag(a, b), and for a chord of the direction E
 *
 *     gam e = G E,   lam = (G E).(G E_t)/gam,   E_t = z x E;
 *
 * everything else is as there. Of the inner nodes only directions and weights are read. SPDX-License-Identifier: MIT */
#ifndef PATCHES_ANISOTROPIC_ELLIPSE_H
#define PATCHES_ANISOTROPIC_ELLIPSE_H

#include "patches/ellipse.h"
#include "patches/anisotropy.h"

/* What a chord of the direction E needs of the ellipse. */
static inline void anisotropic_ellipse_turn(struct ellipse_chord *c, const struct ellipse_params *p,
                                        struct stretch B, real E1, real E2, int tilted)
{
    const struct anisotropy_point e = anisotropy_plain(B, p->a * E1, p->b * E2),
                             across = anisotropy_plain(B, -p->a * E2, p->b * E1);
    const real inverse = 1.0 / sqrt(e.x * e.x + e.y * e.y);

    c->gam = (e.x * e.x + e.y * e.y) * inverse;
    c->e1 = e.x * inverse;
    c->e2 = e.y * inverse;
    c->lam = (e.x * across.x + e.y * across.y) * inverse;
    if (tilted) {
        c->W1 = p->g1 * E1 + p->g2 * E2;
        c->Wt = p->g2 * E1 - p->g1 * E2;
    }
}

/* The centre of rotation C inside the rim: chords through it in all directions. */
static inline struct wrench anisotropic_ellipse_inside(const struct ellipse_params *p, number_table t,
                                                   struct stretch B, real C1, real C2, int twice,
                                                   int tilted, int jacobian)
{
    const int n = (int)p->n_in;
    struct wrench f = wrench_zero();

    for (int i = 0; i < n; ++i, t += ellipse_node) {
        struct ellipse_chord c;

        anisotropic_ellipse_turn(&c, p, B, (real)t[0], (real)t[1], tilted);
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

/* c1, c2: unit vector towards C; turn = 1/|C|. */
static inline struct wrench anisotropic_ellipse_outside(const struct ellipse_params *p, number_table t,
                                                    int n, struct stretch B, real c1, real c2,
                                                    real turn, int tilted, int jacobian)
{
    struct wrench f = wrench_zero();

    for (int i = 0; i < 2 * n; ++i) {
        const number xi = i % 2 ? -t[3 * (i / 2)] : t[3 * (i / 2)], weight = t[3 * (i / 2) + 2];
        const real s = -turn * xi, cosine = sqrt(1.0 - s * s), over = 1.0 / cosine;
        struct ellipse_chord c;

        anisotropic_ellipse_turn(&c, p, B, cosine * c1 - s * c2, cosine * c2 + s * c1, tilted);
        c.xi = xi;
        c.D = t[3 * (i / 2) + 1];
        c.u = weight * turn * over;
        c.r0u = -weight;
        ellipse_add(&f, p, c, tilted);
        c.u = weight * over; /* the Jacobian comes per unit of speed */
        if (jacobian)
            ellipse_add_jacobian(&f, p, c, tilted);
    }
    return f;
}

/* C close to the rim, where both rules above lose digits: nodes that follow the chord's end (chord.h). */
static inline struct wrench anisotropic_ellipse_at_rim(const struct ellipse_params *p, number_table t,
                                                   struct stretch B, real c1, real c2, real k,
                                                   int twice, int tilted, int jacobian)
{
    const int n = (int)p->n_rim;
    const struct chord_rim rim = chord_rim_begin(k);
    struct wrench f = wrench_zero();

    for (int i = 0; i < 2 * n; ++i) {
        number_table row = t + 3 * (i / 2);
        const struct chord_node node = chord_rim_node(rim, row[0], row[1]);
        const real sine = sqrt(node.sin2), cosine = i % 2 ? -node.cosine : node.cosine;
        struct ellipse_chord c;

        anisotropic_ellipse_turn(&c, p, B, cosine * c1 - sine * c2, cosine * c2 + sine * c1, tilted);
        c.xi = -k * sine;
        c.D = node.D;
        c.u = row[2] * node.weight * chord_power(node.D, p->p, twice);
        c.r0u = -k * cosine * c.u;
        ellipse_add(&f, p, c, tilted);
        if (jacobian)
            ellipse_add_jacobian(&f, p, c, tilted);
    }
    return f;
}

/* The slip at the middle of the ellipse, by the rule that its centre of rotation asks for. */
static inline struct wrench anisotropic_ellipse_middle(const struct ellipse_params *p, number_table t,
                                                   struct stretch B, struct slip s, int twice,
                                                   int tilted, int jacobian)
{
    const struct ellipse_place at = ellipse_place(p, s);
    number_table t_next = t + ellipse_node * (int)p->n_in;
    struct wrench f = wrench_zero(), part;

    if (any_lane(at.inside)) {
        part =
            anisotropic_ellipse_inside(p, t, B, at.n1 * at.iw, at.n2 * at.iw, twice, tilted, jacobian);
        f = ellipse_choose(at.inside, part, f, at.iw, jacobian);
    }
    for (int shell = 0; shell < 2; ++shell) {
        const mask here = at.outside & (shell == 0 ? !at.far : at.far);
        const int n = (int)(shell == 0 ? p->n_out : p->n_far);

        if (any_lane(here)) {
            part = anisotropic_ellipse_outside(p, t_next, n, B, at.c1, at.c2, at.w / at.least, tilted,
                                           jacobian);
            f = ellipse_choose(here, part, f, 1.0 / at.least, jacobian);
        }
        t_next += 3 * n;
    }
    if (any_lane(at.rim)) {
        part = anisotropic_ellipse_at_rim(p, t_next, B, at.c1, at.c2, at.speed * at.iw, twice, tilted,
                                      jacobian);
        f = ellipse_choose(at.rim, part, f, at.iw, jacobian);
    }
    f.Tx *= at.sign;
    f.Ty *= at.sign;
    f.M *= at.sign;
    return stretch_wrench(B, f, jacobian);
}

/* The slip at the reference point. */
static inline struct wrench anisotropic_ellipse_wrench(const struct ellipse_params *p, number_table t,
                                                   struct stretch B, struct slip s, int twice,
                                                   int tilted, int jacobian)
{
    const struct slip here = slip_moved(s, p->dx, p->dy, p->size);
    const struct wrench f = anisotropic_ellipse_middle(p, t, B, here, twice, tilted, jacobian);

    return wrench_moved_back(f, p->dx, p->dy, p->size, jacobian);
}

#endif
