/* wrench.h: the slip of a contact and the friction that answers it.
 *
 * Slip (vx, vy, w) at a point of reference; the element at x slips with V = v + w z x x. Friction
 * per unit of mu N along the slip, T = <V/|V|>, M = <x x V/|V|>, and the derivative of (Tx, Ty, M)
 * with respect to (vx, vy, w), which is symmetric: J = <N N'/|V|>, N = (n, n.(z x x)), n the unit
 * normal of V. Laws that are no gradients have an antisymmetric part as well. SPDX-License-Identifier: MIT */
#ifndef CORE_WRENCH_H
#define CORE_WRENCH_H

#include "core/real.h"

struct slip {
    real vx, vy, w;
};

/* The type of coordinates of a shape: all lanes share them, unless an angle of each lane's is in them
 * (patches/anisotropic_edges.h). */
#ifndef shape_number
#    define shape_number number
#endif

/* The gradient of a pressure over its mean, where it follows the motion. */
struct tilt {
    real x, y;
};

struct wrench {
    real Tx, Ty, M;
    real xx, xy, yy, xw, yw, ww; /* the Jacobian; set only where it is asked for */
    real kxy, kxw, kyw;          /* what laws that are no gradients add to it: dTx/dvy = xy + kxy,
                           dTy/dvx = xy - kxy, dTx/dw = xw + kxw, dM/dvx = xw - kxw, and so on */
};

/* A contact at one moment: its slip and the friction along it, per mu N, in the axes of the contact. Observers also
 * have mu N in the system's unit of force, and the unit of length of the slip in the system's. */
struct contact_state {
    struct slip slip;
    struct wrench wrench;
    real force, length;
};

/* What friction takes from the motion, per mu N and unit of length. */
static inline real contact_power(const struct contact_state *c)
{
    return c->wrench.Tx * c->slip.vx + c->wrench.Ty * c->slip.vy + c->wrench.M * c->slip.w;
}

static inline struct wrench wrench_zero(void)
{
    struct wrench f;

    f.Tx = f.Ty = f.M = 0.0;
    f.xx = f.xy = f.yy = f.xw = f.yw = f.ww = 0.0;
    f.kxy = f.kxw = f.kyw = 0.0;
    return f;
}

/* yes where the mask holds, otherwise no. */
static inline struct wrench wrench_pick(mask which, struct wrench yes, struct wrench no,
                                        int jacobian)
{
    no.Tx = pick(which, yes.Tx, no.Tx);
    no.Ty = pick(which, yes.Ty, no.Ty);
    no.M = pick(which, yes.M, no.M);
    if (jacobian) {
        no.xx = pick(which, yes.xx, no.xx);
        no.xy = pick(which, yes.xy, no.xy);
        no.yy = pick(which, yes.yy, no.yy);
        no.xw = pick(which, yes.xw, no.xw);
        no.yw = pick(which, yes.yw, no.yw);
        no.ww = pick(which, yes.ww, no.ww);
    }
    return no;
}

static inline struct wrench wrench_sum(struct wrench total, struct wrench part, int jacobian)
{
    total.Tx += part.Tx;
    total.Ty += part.Ty;
    total.M += part.M;
    if (jacobian) {
        total.xx += part.xx;
        total.xy += part.xy;
        total.yy += part.yy;
        total.xw += part.xw;
        total.yw += part.yw;
        total.ww += part.ww;
    }
    return total;
}

static inline struct slip slip_times(struct slip s, real by)
{
    s.vx *= by;
    s.vy *= by;
    s.w *= by;
    return s;
}

static inline real slip_dot(struct slip a, struct slip b)
{
    return a.vx * b.vx + a.vy * b.vy + a.w * b.w;
}

/* a + t b */
static inline struct slip slip_along(struct slip a, real t, struct slip b)
{
    a.vx += t * b.vx;
    a.vy += t * b.vy;
    a.w += t * b.w;
    return a;
}

static inline struct slip slip_pick(mask which, struct slip yes, struct slip no)
{
    no.vx = pick(which, yes.vx, no.vx);
    no.vy = pick(which, yes.vy, no.vy);
    no.w = pick(which, yes.w, no.w);
    return no;
}

/* The wrench with its derivatives times a number: those by a slip from those by `by` times it. */
static inline struct wrench wrench_times_slopes(struct wrench f, real by)
{
    f.xx *= by;
    f.xy *= by;
    f.yy *= by;
    f.xw *= by;
    f.yw *= by;
    f.ww *= by;
    f.kxy *= by;
    f.kxw *= by;
    f.kyw *= by;
    return f;
}

/* The slip in units where lengths are divided by size, at the point d away from the reference. */
static inline struct slip slip_moved(struct slip s, number dx, number dy, number size)
{
    s.vx = s.vx - s.w * dy;
    s.vy = s.vy + s.w * dx;
    s.w = s.w * size;
    return s;
}

/* Undoes slip_moved for the wrench: v_moved = v + w (-dy, dx), M = size M_moved + d x T. */
static inline struct wrench wrench_moved_back(struct wrench f, number dx, number dy, number size,
                                              int jacobian)
{
    f.M = size * f.M + (dx * f.Ty - dy * f.Tx);
    if (jacobian) {
        const real xw = size * f.xw - dy * f.xx + dx * f.xy;
        const real yw = size * f.yw - dy * f.xy + dx * f.yy;

        f.ww = size * size * f.ww + size * (dx * f.yw - dy * f.xw) + dx * yw - dy * xw;
        f.xw = xw;
        f.yw = yw;
    }
    return f;
}

#endif
