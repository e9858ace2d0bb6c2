/* ellipse_wrench.h: the rule at the rim, the choice among the rules, and the wrench of an ellipse.
 * SPDX-License-Identifier: MIT */
#ifndef PATCHES_ELLIPSE_WRENCH_H
#define PATCHES_ELLIPSE_WRENCH_H

#include "patches/ellipse.h"

static inline struct wrench ellipse_at_rim(const struct ellipse_params *p, number_table t, real c1,
                                           real c2, real k, int twice, int tilted, int jacobian)
{
    const int n = (int)p->n_rim;
    const struct chord_rim rim = chord_rim_begin(k);
    struct wrench f = wrench_zero();

    for (int i = 0; i < n; ++i, t += 3) {
        const struct chord_node node = chord_rim_node(rim, t[0], t[1]);
        const real sine = sqrt(node.sin2),
                   u = t[2] * node.weight * chord_power(node.D, p->p, twice);
        real cosine = node.cosine;

        for (int side = 0; side < 2; ++side, cosine = -cosine) {
            const real E1 = cosine * c1 - sine * c2, E2 = cosine * c2 + sine * c1;
            const real gam = sqrt(ellipse_gam2(p, E1, E2));
            struct ellipse_chord c;

            ellipse_turn(&c, p, E1, E2, gam, 1.0 / gam, tilted);
            c.xi = -k * sine;
            c.D = node.D;
            c.u = u;
            c.r0u = -k * cosine * u;
            ellipse_add(&f, p, c, tilted);
            if (jacobian)
                ellipse_add_jacobian(&f, p, c, tilted);
        }
    }
    return f;
}

static inline struct wrench ellipse_middle(const struct ellipse_params *p, number_table t,
                                           struct slip s, int twice, int tilted, int jacobian)
{
    const struct ellipse_place at = ellipse_place(p, s);
    number_table t_next = t + ellipse_node * (int)p->n_in;
    struct wrench f = wrench_zero(), part;

    if (any_lane(at.inside)) {
        part = ellipse_inside(p, t, at.n1 * at.iw, at.n2 * at.iw, twice, tilted, jacobian);
        f = ellipse_choose(at.inside, part, f, at.iw, jacobian);
    }
    for (int shell = 0; shell < 2; ++shell) {
        const mask here = at.outside & (shell == 0 ? !at.far : at.far);
        const int n = (int)(shell == 0 ? p->n_out : p->n_far);

        if (any_lane(here)) {
            part = ellipse_outside(p, t_next, n, at.c1, at.c2, at.w / at.least, tilted, jacobian);
            f = ellipse_choose(here, part, f, 1.0 / at.least, jacobian);
        }
        t_next += 3 * n;
    }
    if (any_lane(at.rim)) {
        part = ellipse_at_rim(p, t_next, at.c1, at.c2, at.speed * at.iw, twice, tilted, jacobian);
        f = ellipse_choose(at.rim, part, f, at.iw, jacobian);
    }
    f.Tx *= at.sign;
    f.Ty *= at.sign;
    f.M *= at.sign;
    return f;
}

enum { ellipse_rules = 4 };
static inline real ellipse_rule(const struct ellipse_params *p, struct slip s)
{
    const struct slip here = slip_moved(s, p->dx, p->dy, p->size);
    const real x = here.vx / p->b, y = here.vy / p->a;

    return chord_rule(p, x * x + y * y, here.w * here.w);
}

static inline struct wrench ellipse_wrench(const struct ellipse_params *p, number_table t,
                                           struct slip s, int twice, int tilted, int jacobian)
{
    const struct slip here = slip_moved(s, p->dx, p->dy, p->size);
    const struct wrench f = ellipse_middle(p, t, here, twice, tilted, jacobian);

    return wrench_moved_back(f, p->dx, p->dy, p->size, jacobian);
}

#endif
