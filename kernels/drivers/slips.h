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

static inline struct slips_load slips_scaled(slips_real vx, slips_real vy, slips_real w,
                                             number reach)
{
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
typedef real slips_real;
#    define slips_get(i, from)  load_pack(i, from)
#    define slips_narrow(x)     (x)
#    define slips_put(x, i, to) store_pack(x, i, to)

static inline struct slips_load slips_scaled(real vx, real vy, real w, number reach)
{
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

static inline struct slips_load slips_read(size_t i, size_t n, global const slips_number *from,
                                           number reach)
{
    return slips_scaled(slips_get(i, from), slips_get(i, from + n), slips_get(i, from + 2 * n),
                        reach);
}

enum { slips_most = 9 };

/* What is written of a wrench: out[3], or out[9] with the Jacobian. */
static inline void slips_results(struct wrench f, struct slips_load in, int jacobian,
                                 real out[slips_most])
{
    const real none = (number)NAN;

    out[0] = pick(in.valid, f.Tx, none);
    out[1] = pick(in.valid, f.Ty, none);
    out[2] = pick(in.valid, f.M, none);
    if (jacobian) {
        const real scale = pick(in.valid, in.inverse, none);

        out[3] = scale * f.xx;
        out[4] = scale * f.xy;
        out[5] = scale * f.yy;
        out[6] = scale * f.xw;
        out[7] = scale * f.yw;
        out[8] = scale * f.ww;
    }
}

static inline void slips_write(size_t i, size_t n, global slips_number *to, struct wrench f,
                               struct slips_load in, int jacobian)
{
    real out[slips_most];

    slips_results(f, in, jacobian, out);
    for (int k = 0; k < (jacobian ? 9 : 3); ++k)
        slips_put(out[k], i, to + k * n);
}

#endif
