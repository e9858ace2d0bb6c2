/* slips.h: how drivers read slips and write wrenches. SPDX-License-Identifier: MIT */
#ifndef DRIVERS_SLIPS_H
#define DRIVERS_SLIPS_H

#include "core/wrench.h"

/* Only the direction of a slip counts, so it is scaled: the patch then sees speeds of about 1,
 * whatever was given. Very small and very large slips are first brought where nothing under- or
 * overflows. A slip that is zero or not finite has no direction. */
struct slips_load {
    struct slip slip;
    real inverse; /* 1/scale, which the Jacobian takes back */
    mask valid;
};

static inline struct slips_load slips_read(size_t i, size_t n, global const number *from,
                                           number reach)
{
    const real vx = load_pack(i, from), vy = load_pack(i, from + n), w = load_pack(i, from + 2 * n);
    const real most = fmax(fmax(fabs(vx), fabs(vy)), fabs(w));
    const real first = pick(most < 1.0 / real_large, (real)real_large,
                            pick(most > real_large, (real)(1.0 / real_large), (real)1.0));
    const real size = fmax(fmax(fabs(vx * first), fabs(vy * first)), fabs(w * first) * reach);
    struct slips_load in;

    in.valid = (most > 0.0) & (isfinite(vx) != 0) & (isfinite(vy) != 0) & (isfinite(w) != 0);
    in.inverse = 1.0 / pick(in.valid, size, (real)1.0);
    in.slip.vx = pick(in.valid, vx * first * in.inverse, (real)1.0);
    in.slip.vy = pick(in.valid, vy * first * in.inverse, (real)0.0);
    in.slip.w = pick(in.valid, w * first * in.inverse, (real)0.0);
    in.inverse *= first;
    return in;
}

static inline void slips_write(size_t i, size_t n, global number *to, struct wrench f,
                               struct slips_load in, int jacobian)
{
    const real none = (number)NAN;

    store_pack(pick(in.valid, f.Tx, none), i, to);
    store_pack(pick(in.valid, f.Ty, none), i, to + n);
    store_pack(pick(in.valid, f.M, none), i, to + 2 * n);
    if (jacobian) {
        const real scale = pick(in.valid, in.inverse, none);

        store_pack(scale * f.xx, i, to + 3 * n);
        store_pack(scale * f.xy, i, to + 4 * n);
        store_pack(scale * f.yy, i, to + 5 * n);
        store_pack(scale * f.xw, i, to + 6 * n);
        store_pack(scale * f.yw, i, to + 7 * n);
        store_pack(scale * f.ww, i, to + 8 * n);
    }
}

#endif
