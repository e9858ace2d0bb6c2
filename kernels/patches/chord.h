/* chord.h: the pressure (1 - |X|^2)^q along a chord of the unit disk.
 *
 * A chord at the distance xi from the middle has the half length h = sqrt(D), D = 1 - xi^2; with
 * X = X_mid + h t E the pressure is D^q (1 - t^2)^q, so its moments over the chord are
 * D^p m_j h^(2j), p = q + 1/2, m_j = int (1 - t^2)^q t^(2j) dt. SPDX-License-Identifier: MIT */
#ifndef PATCHES_CHORD_H
#define PATCHES_CHORD_H

#include "core/real.h"

/* The fields of a patch whose pressure is that: the power, and where its rules take turns. */
// clang-format off
#define CHORD_FIELDS(FIELD)                                                                      \
    FIELD(p,     0.5, "-", "q + 1/2")                                                            \
    FIELD(twice, 1.0, "-", "2p where whole and below 6, otherwise -1")                           \
    FIELD(m0,    2.0, "-", "moments of the chord")                                               \
    FIELD(m1,    0.6, "-", "")                                                                   \
    FIELD(k_in,  0.9, "-", "border of the inner rule")                                           \
    FIELD(k_out, 1.2, "-", "border of the outer rule")                                           \
    FIELD(k_far, 2.5, "-", "border of the outer rule with fewer nodes")
// clang-format on

/* D^p. twice is 2p where that is a whole number from 0 to 5 (uniform 1, Hertz 2, parabolic 3,
 * Boussinesq 0), so that no power function is called for the usual pressures; otherwise -1. */
static inline real chord_power(real D, number p, int twice)
{
    switch (twice) {
    case 0:
        return (real)1.0;
    case 1:
        return sqrt(D);
    case 2:
        return D;
    case 3:
        return D * sqrt(D);
    case 4:
        return D * D;
    case 5:
        return D * D * sqrt(D);
    default: /* a fifth of the time of pow, and p log D is small where D^p counts */
        return exp(p * log(fmax(D, (real)real_tiny)));
    }
}

/* Which of the rules serves a slip whose centre of rotation has the distance sqrt(v2/w2): 0 inside, 1 outside, 2 far away, 3 at
 * the rim. For sorting slips only: squares spare the root, and where rounding decides otherwise than the formulas do, the slip
 * merely meets others that take another rule. */
#define chord_rule(p, v2, w2)                                     \
    pick((v2) < ((p)->k_in * (p)->k_in) * (w2), (real)0.0,        \
         pick((v2) > ((p)->k_far * (p)->k_far) * (w2), (real)2.0, \
              pick((v2) > ((p)->k_out * (p)->k_out) * (w2), (real)1.0, (real)3.0)))

/* A node of the rule for centres of rotation near the rim, |k - 1| small. With alpha = pi/2 -+ s
 * the angle between chord and centre, y = sin s, the chords that meet the disk are y0 < y < 1,
 *
 *     D = k^2 (y - y0)(y + y0) + max(1 - k^2, 0),   y0^2 = max(k^2 - 1, 0)/k^2,
 *
 * and y = y0 + (1 - y0) z (2 - z) leaves, for the sum over both signs, an even function of 1 - z. A
 * double-exponential rule in z on (0, 2), folded, copes with the power of D at z = 0 and with its
 * twin just beyond, however near. near = z (2 - z), far = (1 - z)^2. */
struct chord_rim {
    real k2, y0, inside, root;
};

static inline struct chord_rim chord_rim_begin(real k)
{
    const real excess = (k - 1.0) * (k + 1.0);
    struct chord_rim r;

    r.k2 = k * k;
    r.y0 = sqrt(fmax(excess, (real)0.0)) / k;
    r.inside = fmax(-excess, (real)0.0);
    r.root = sqrt(1.0 - r.y0);
    return r;
}

struct chord_node {
    real cosine, sin2, D, weight; /* of alpha; weight is ds without the node's own */
};

static inline struct chord_node chord_rim_node(struct chord_rim r, number near, number far)
{
    const real step = (1.0 - r.y0) * near;
    const real y = r.y0 + step;
    struct chord_node n;

    n.cosine = y;
    n.sin2 = (1.0 - r.y0) * far * (1.0 + y);
    n.D = r.k2 * step * (y + r.y0) + r.inside;
    n.weight = r.root / sqrt(1.0 + y);
    return n;
}

#endif
