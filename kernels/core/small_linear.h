/* small_linear.h: linear systems of linear_size unknowns (a constant of the program, up to 8), kept in
 * registers: factored once with row exchanges lane by lane, then solved for several right-hand sides.
 * Role: linear_size. SPDX-License-Identifier: MIT */
#ifndef CORE_SMALL_LINEAR_H
#define CORE_SMALL_LINEAR_H

#include "core/real.h"

/* Two unknowns in packs: their inverse, whose products do not wait for each other. */
enum { linear_inverts = (PACK > 1) & (linear_size == 2), linear_last = linear_size - 1 };

/* L (unit diagonal) and U in one square, U's diagonal as reciprocals; swap[i * size + k] is 1 where the
 * rows k and i > k changed places in column k. */
struct linear_factors {
    real a[linear_size][linear_size];
    mask swap[linear_size][linear_size];
};

/* The inverse in place; all zeros where the determinant has no finite size. */
static inline void linear_invert(struct linear_factors *f)
{
    const real a = f->a[0][0], b = f->a[0][linear_last], c = f->a[linear_last][0];
    const real d = f->a[linear_last][linear_last], over = 1.0 / (a * d - b * c);

    f->a[0][0] = d * over;
    f->a[0][linear_last] = -b * over;
    f->a[linear_last][0] = -c * over;
    f->a[linear_last][linear_last] = a * over;
}

static inline void linear_factor(struct linear_factors *f)
{
    if (linear_inverts) {
        linear_invert(f);
        return;
    }
    unrolled_for (k, linear_size) {
        real inverse;

        unrolled_from (i, k + 1, linear_size) {
            const mask larger = fabs(f->a[i][k]) > fabs(f->a[k][k]);

            f->swap[i][k] = larger;
            unrolled_for (j, linear_size) {
                const real upper = f->a[k][j], lower = f->a[i][j];

                f->a[k][j] = pick(larger, lower, upper);
                f->a[i][j] = pick(larger, upper, lower);
            }
        }
        inverse = 1.0 / f->a[k][k];
        unrolled_from (i, k + 1, linear_size) {
            f->a[i][k] *= inverse;
            unrolled_from (j, k + 1, linear_size)
                f->a[i][j] -= f->a[i][k] * f->a[k][j];
        }
        f->a[k][k] = inverse;
    }
}

static inline void linear_solve(const struct linear_factors *f, real b[linear_size])
{
    if (linear_inverts) {
        const real x = b[0], y = b[linear_last];

        b[0] = f->a[0][0] * x + f->a[0][linear_last] * y;
        b[linear_last] = f->a[linear_last][0] * x + f->a[linear_last][linear_last] * y;
        return;
    }
    /* Rows change places in all columns at once, L's too, so first all exchanges, then L. */
    unrolled_for (k, linear_size) {
        unrolled_from (i, k + 1, linear_size) {
            const real upper = b[k], lower = b[i];

            b[k] = pick(f->swap[i][k], lower, upper);
            b[i] = pick(f->swap[i][k], upper, lower);
        }
    }
    unrolled_for (k, linear_size) {
        unrolled_from (i, k + 1, linear_size)
            b[i] -= f->a[i][k] * b[k];
    }
    unrolled
    for (int k = linear_size - 1; k >= 0; --k) {
        b[k] *= f->a[k][k];
        unrolled_for (i, k)
            b[i] -= f->a[i][k] * b[k];
    }
}

#endif
