/* disk_sums.h: the integrals over chords that the wrench of a disk under (1 - r^2)^q (1 + g.x) is made of.
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
 * They are functions of k alone, with one singularity, at the rim k = 1. The host integrates them once
 * (host/contact/disk_table.c); here they are polynomials of the distance d from the rim (core/octaves.h), d = 1 - r
 * with r = k inside and r = 1/k outside, so that a slip takes the same few operations wherever its centre is, in
 * whatever order slips come. Powers of r are split off, so that pure spin (k = 0) and translation (r = 0) lose no
 * digit. SPDX-License-Identifier: MIT */
#ifndef PATCHES_DISK_SUMS_H
#define PATCHES_DISK_SUMS_H

#include "core/fields.h"
#include "core/octaves.h"

// clang-format off
#define DISK_FIELDS(FIELD)                                                                       \
    FIELD(dx,     0.0, "-", "middle of the disk, from the reference point")                      \
    FIELD(dy,     0.0, "-", "")                                                                  \
    FIELD(size,   1.0, "-", "unit of length: the radius")                                        \
    FIELD(gx,     0.0, "-", "gradient of the pressure, relative to its mean, in that unit")      \
    FIELD(gy,     0.0, "-", "")                                                                  \
    FIELD(hole,   0.0, "-", "inner radius in that unit, 0 for a full disk")                      \
    FIELD(share,  1.0, "-", "1/(1 - hole^2)")                                                    \
    FIELD(bits,   3.0, "-", "parts of an octave, as a power of 2")                               \
    FIELD(levels, 0.0, "-", "octaves")                                                           \
    FIELD(end,    1.0, "-", "2^-levels")
// clang-format on
define_settings(disk_params, DISK_FIELDS);

struct disk_sums {
    real A, B, C, U, W;                           /* as above */
    real j_par, j_perp, j_par_g, j_perp_g, j_mix; /* of the Jacobian: disk_jacobian in disk.h */
};

/* The functions of the table, one behind the other, each with the parts inside and then those outside; in brackets what is
 * divided by. The Jacobian's are per unit of w inside; per unit of v outside, with xi = k s in the place of s. */
enum {
    disk_force,  /* -A/k; -A. Also int P m0 c^2 of the Jacobian */
    disk_torque, /* U; U k */
    disk_perp,   /* int P m0 s^2 */
    disk_plain_functions,
    disk_B = disk_plain_functions, /* B; B k */
    disk_C,                        /* C; C k */
    disk_W,                        /* W/k; W */
    disk_par_g,                    /* int P m0 c^2 s^2 */
    disk_perp_g,                   /* int P m0 s^4 */
    disk_mix,                      /* int P m0 s^2 c^2 */
    disk_functions
};

/* The sums at the distance d = 1 - r from the rim. */
static inline struct disk_sums disk_sums_at(const struct disk_params *p, number_table t, real r,
                                            real d, mask outside, int tilted, int jacobian)
{
    const int bits = (int)p->bits, levels = (int)p->levels, parts = 1 + (levels << bits);
    const struct octaves_place at = octaves_find(d, p->end, levels, bits);
    const whole row = octaves_terms * (at.part + whole_where(outside, parts));
    const int size = 2 * parts * octaves_terms;
    const real inner = pick(outside, (real)1.0, r), outer = pick(outside, r, (real)1.0);
    struct disk_sums a;

    a.j_par = octaves_value(t + disk_force * size, row, at.u);
    a.A = -inner * a.j_par;
    a.U = outer * octaves_value(t + disk_torque * size, row, at.u);
    a.B = a.C = a.W = a.j_perp = a.j_par_g = a.j_perp_g = a.j_mix = 0.0;
    if (tilted) {
        a.B = outer * octaves_value(t + disk_B * size, row, at.u);
        a.C = outer * octaves_value(t + disk_C * size, row, at.u);
        a.W = inner * octaves_value(t + disk_W * size, row, at.u);
    }
    if (jacobian)
        a.j_perp = octaves_value(t + disk_perp * size, row, at.u);
    if (jacobian && tilted) {
        a.j_par_g = r * octaves_value(t + disk_par_g * size, row, at.u);
        a.j_perp_g = r * octaves_value(t + disk_perp_g * size, row, at.u);
        a.j_mix = octaves_value(t + disk_mix * size, row, at.u);
    }
    return a;
}

#endif
