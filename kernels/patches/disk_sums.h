/* disk_sums.h: the integrals over chords that the wrench of a disk under (1 - r^2)^q (1 + g.x) is
 * made of, by three rules.
 *
 * About the centre of rotation C, at the distance k = v/w, the slip has one direction on each
 * chord, so that only an integral over the angle alpha between chord and C is left (chord.h).
 * Folded in alpha -> -alpha; with c, s = cos, sin alpha, D = 1 - k^2 s^2, P = D^p and g split along
 * C and across it, G = <unit vector from C>:
 *
 *     G_par  = A + g_par B     A = -int P k c^2 m0             B = int P c^2 (D m1 - k^2 s^2 m0)
 *     G_perp = g_perp C        C = int P s^2 (k^2 c^2 m0 + D m1)
 *     M      = U + g_par W     U = int P D m1                  W = int P D m1 k (s^2 - c^2)
 *
 * Inside (k below k_in): the midpoint rule in alpha. Outside (k above k_out, translation included):
 * xi = k s as variable and the Gauss rule for (1 - xi^2)^p, which has no cancellation at any
 * distance, with fewer nodes beyond k_far. Near the rim: the double-exponential rule of chord.h.
 * The host chooses node counts and borders by measuring (host/contact/round.c).
 * SPDX-License-Identifier: MIT */
#ifndef PATCHES_DISK_SUMS_H
#define PATCHES_DISK_SUMS_H

#include "core/fields.h"
#include "patches/chord.h"

// clang-format off
#define DISK_FIELDS(FIELD)                                                                       \
    FIELD(dx,    0.0, "-", "middle of the disk, from the reference point")                       \
    FIELD(dy,    0.0, "-", "")                                                                   \
    FIELD(size,  1.0, "-", "unit of length: the radius")                                         \
    FIELD(gx,    0.0, "-", "gradient of the pressure, relative to its mean, in that unit")       \
    FIELD(gy,    0.0, "-", "")                                                                   \
    FIELD(hole,  0.0, "-", "inner radius in that unit, 0 for a full disk")                       \
    CHORD_FIELDS(FIELD)                                                                          \
    FIELD(n_in,  0.0, "-", "nodes inside: cos^2, sin^2, weight")                                 \
    FIELD(n_out, 0.0, "-", "nodes outside: xi^2, 1 - xi^2, weight")                              \
    FIELD(n_far, 0.0, "-", "nodes far away: the same")                                           \
    FIELD(n_rim, 0.0, "-", "nodes at the rim: z (2 - z), (1 - z)^2, weight")
// clang-format on
define_settings(disk_params, DISK_FIELDS);

struct disk_sums {
    real A, B, C, U, W;                           /* as above */
    real j_par, j_perp, j_par_g, j_perp_g, j_mix; /* of the Jacobian: disk_jacobian in disk.h */
};

static inline struct disk_sums disk_sums_zero(void)
{
    struct disk_sums a;

    a.A = a.B = a.C = a.U = a.W = 0.0;
    a.j_par = a.j_perp = a.j_par_g = a.j_perp_g = a.j_mix = 0.0;
    return a;
}

static inline void disk_add_chord(struct disk_sums *a, const struct disk_params *p, real k, real P,
                                  real c2, real s2, real D, int tilted, int jacobian)
{
    const real k2 = k * k;

    a->A -= P * k * c2 * p->m0;
    a->U += P * D * p->m1;
    if (tilted) {
        a->B += P * c2 * (D * p->m1 - k2 * s2 * p->m0);
        a->C += P * s2 * (k2 * c2 * p->m0 + D * p->m1);
        a->W += P * D * p->m1 * k * (s2 - c2);
    }
    if (jacobian) {
        a->j_par += P * p->m0 * c2;
        a->j_perp += P * p->m0 * s2;
        if (tilted) {
            a->j_par_g += P * p->m0 * c2 * k * s2;
            a->j_perp_g += P * p->m0 * s2 * k * s2;
            a->j_mix += P * p->m0 * s2 * c2;
        }
    }
}

static inline struct disk_sums disk_inside(const struct disk_params *p, number_table t, real k,
                                           int twice, int tilted, int jacobian)
{
    const int n = (int)p->n_in;
    struct disk_sums a = disk_sums_zero();

    for (int i = 0; i < n; ++i) {
        const number c2 = t[3 * i], s2 = t[3 * i + 1];
        const real D = 1.0 - k * k * s2;

        disk_add_chord(&a, p, k, t[3 * i + 2] * chord_power(D, p->p, twice), c2, s2, D, tilted,
                       jacobian);
    }
    return a;
}

static inline struct disk_sums disk_at_rim(const struct disk_params *p, number_table t, real k,
                                           int twice, int tilted, int jacobian)
{
    const int n = (int)p->n_rim;
    const struct chord_rim rim = chord_rim_begin(k);
    struct disk_sums a = disk_sums_zero();

    for (int i = 0; i < n; ++i) {
        const struct chord_node node = chord_rim_node(rim, t[3 * i], t[3 * i + 1]);
        const real P = t[3 * i + 2] * node.weight * chord_power(node.D, p->p, twice);

        disk_add_chord(&a, p, k, P, node.cosine * node.cosine, node.sin2, node.D, tilted, jacobian);
    }
    return a;
}

/* The sums for the centre of rotation at 1/turn; the Jacobian's are per unit of v instead of w,
 * with xi in the place of s. */
static inline struct disk_sums disk_outside(const struct disk_params *p, number_table t, int n,
                                            real turn, int tilted, int jacobian)
{
    struct disk_sums a = disk_sums_zero();

    for (int i = 0; i < n; ++i) {
        const number xi2 = t[3 * i], D = t[3 * i + 1], w = t[3 * i + 2];
        const real c2 = 1.0 - turn * turn * xi2;
        const real c = sqrt(c2), ic = 1.0 / c;

        a.A -= w * p->m0 * c;
        a.U += w * D * p->m1 * turn * ic;
        if (tilted) {
            a.B += w * turn * c * (D * p->m1 - xi2 * p->m0);
            a.C += w * turn * xi2 * (c * p->m0 + turn * turn * D * p->m1 * ic);
            a.W += w * D * p->m1 * (turn * turn * xi2 * ic - c);
        }
        if (jacobian) {
            a.j_par += w * p->m0 * c;
            a.j_perp += w * p->m0 * xi2 * ic;
            if (tilted) {
                a.j_par_g += w * p->m0 * c * turn * xi2;
                a.j_perp_g += w * p->m0 * xi2 * ic * turn * xi2;
                a.j_mix += w * p->m0 * xi2 * c;
            }
        }
    }
    return a;
}

#endif
