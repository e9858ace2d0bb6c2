/* approximant_friction.h: the family I of approximant.h regularised, for contacts of any shape, l^n = L = the
 * divisor. The constants approximant_n, approximant_n2 and approximant_degree are those at the head of the table.
 * Fields: eps, eta', fold, b, m. SPDX-License-Identifier: MIT */
#ifndef LAWS_APPROXIMANT_FRICTION_H
#define LAWS_APPROXIMANT_FRICTION_H

#include "laws/approximant.h"
#include "laws/regularised.h"

enum { approximant_friction_fields = regularised_fields + approximant_params_count };

struct approximant_friction {
    struct regularised eps;
    struct approximant_params p;
    number_table table;
};

static inline struct approximant_friction approximant_friction_make(const real *field,
                                                                    number_table shared)
{
    struct approximant_friction law;

    law.eps = regularised_make(field);
    law.p.b = field[regularised_fields];
    law.p.m = field[regularised_fields + 1];
    law.table = shared;
    return law;
}

static inline struct wrench approximant_plain(const struct approximant_friction *law, struct slip s,
                                              int jacobian)
{
    struct approximant_shape k;

    k.n = approximant_n;
    k.n2 = approximant_n2;
    k.degree = approximant_degree;
    return approximant_shaped(&law->p, law->table, k, s, jacobian);
}

/* l with the gradient of its logarithm. */
struct approximant_length {
    real l, x, y, w;
};

static inline struct approximant_length approximant_length(const struct approximant_friction *law,
                                                           struct slip s)
{
    const int n = approximant_n;
    const real size = fmax(fmax(fabs(s.vx), fabs(s.vy)), fabs(s.w));
    const real is = 1.0 / size, vx = s.vx * is, vy = s.vy * is, w = s.w * is;
    const real v = sqrt(vx * vx + vy * vy), iv = 1.0 / fmax(v, (real)real_tiny);
    const struct approximant_divisor d = approximant_divide(&law->p, n, v, w);
    const real scale = is / (number)n, along = d.by_v * scale;
    struct approximant_length r;

    r.l = size * power_exp2(-power_log2(d.inverse) / (number)n);
    r.x = along * vx * iv;
    r.y = along * vy * iv;
    r.w = d.by_w * scale;
    return r;
}

static inline struct wrench approximant_friction_wrench(const struct approximant_friction *law,
                                                        struct slip slip, int jacobian)
{
    const struct slip s = regularised_slip(slip);
    const struct approximant_length r = approximant_length(law, s);
    const struct regularised_factor g = regularised_power(&law->eps, r.l, approximant_n);
    struct wrench f = approximant_plain(law, s, 0);

    if (jacobian) {
        const struct slip aside = regularised_aside(s, (real)1.0);
        const struct wrench slopes = approximant_plain(law, aside, 1);
        const real Tx = f.Tx, Ty = f.Ty, M = f.M;

        f = slopes;
        f.Tx = Tx;
        f.Ty = Ty;
        f.M = M;
    }
    return regularised_wrench(f, g, r.x, r.y, r.w, jacobian);
}

static inline real approximant_friction_slide(const struct approximant_friction *law, struct slip s)
{
    return regularised_slide(&law->eps, approximant_length(law, regularised_slip(s)).l);
}

#endif
