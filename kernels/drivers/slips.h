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

/* slips_double: a single-precision program on a CPU reads and writes double, so that the host's numbers
 * need no copy; it narrows them when they are scaled, and knows no Jacobian. */
#ifdef slips_double
#    pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double slips_number;
#    if PACK == 1
typedef double slips_real;
#        define slips_get(i, from)  (from)[i]
#        define slips_narrow(x)     (float)(x)
#        define slips_put(x, i, to) ((to)[i] = (x))
#    else
typedef pack_name(double, PACK) slips_real;
#        define slips_get(i, from) pack_name(vload, PACK)(i, from)
#        define slips_narrow(x)    pack_name(convert_float, PACK)(x)
#        define slips_put(x, i, to) \
            pack_name(vstore, PACK)(pack_name(convert_double, PACK)(x), i, to)
#    endif

static inline struct slips_load slips_read(size_t i, size_t n, global const slips_number *from,
                                           number reach)
{
    const slips_real vx = slips_get(i, from), vy = slips_get(i, from + n);
    const slips_real w = slips_get(i, from + 2 * n);
    const slips_real size = fmax(fmax(fabs(vx), fabs(vy)), fabs(w) * (double)reach);
    const real x = slips_narrow(vx / size), y = slips_narrow(vy / size), z = slips_narrow(w / size);
    struct slips_load in;

    in.valid = (isfinite(x) != 0) & (isfinite(y) != 0) & (isfinite(z) != 0) &
               (fmax(fmax(fabs(x), fabs(y)), fabs(z)) > 0.0);
    in.slip.vx = pick(in.valid, x, (real)1.0);
    in.slip.vy = pick(in.valid, y, (real)0.0);
    in.slip.w = pick(in.valid, z, (real)0.0);
    in.inverse = 1.0;
    return in;
}
#else
typedef number slips_number;
#    define slips_put(x, i, to) store_pack(x, i, to)

static inline struct slips_load slips_read(size_t i, size_t n, global const slips_number *from,
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
#endif

static inline void slips_write(size_t i, size_t n, global slips_number *to, struct wrench f,
                               struct slips_load in, int jacobian)
{
    const real none = (number)NAN;

    slips_put(pick(in.valid, f.Tx, none), i, to);
    slips_put(pick(in.valid, f.Ty, none), i, to + n);
    slips_put(pick(in.valid, f.M, none), i, to + 2 * n);
    if (jacobian) {
        const real scale = pick(in.valid, in.inverse, none);

        slips_put(scale * f.xx, i, to + 3 * n);
        slips_put(scale * f.xy, i, to + 4 * n);
        slips_put(scale * f.yy, i, to + 5 * n);
        slips_put(scale * f.xw, i, to + 6 * n);
        slips_put(scale * f.yw, i, to + 7 * n);
        slips_put(scale * f.ww, i, to + 8 * n);
    }
}

#endif
