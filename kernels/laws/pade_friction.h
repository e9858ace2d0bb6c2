/* pade_friction.h: pade.h regularised, l = sqrt(v^2 + R^2 w^2), n = 1; also under a pressure whose tilt is given
 * at run time, as that of a rolling ball. Fields: eps, eta', fold, then those of the law.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_PADE_FRICTION_H
#define LAWS_PADE_FRICTION_H

#include "laws/pade.h"
#include "laws/regularised.h"

enum { pade_friction_fields = regularised_fields + pade_params_count };

struct pade_friction {
    struct regularised eps;
    struct pade_params p;
    number_table table;
};

static inline struct pade_friction pade_friction_make(const real *field, number_table shared)
{
    struct pade_friction law;

    law.eps = regularised_make(field);
    field += regularised_fields;
    law.p.m = field[0];
    law.p.a = field[1];
    law.p.b = field[2];
    law.p.M0 = field[3];
    law.p.F_r = field[4];
    law.p.M_ur = field[5];
    law.p.gx = field[6];
    law.p.gy = field[7];
    law.p.R = field[8];
    law.table = shared;
    return law;
}

static inline real pade_friction_length(const struct pade_friction *law, struct slip s)
{
    const real u = law->p.R * s.w;

    return sqrt(s.vx * s.vx + s.vy * s.vy + u * u);
}

/* With these parameters, among them the tilt. */
static inline struct wrench pade_friction_with(const struct pade_friction *law,
                                               const struct pade_params *p, struct slip s,
                                               int jacobian)
{
    const real l = pade_friction_length(law, s), il = 1.0 / fmax(l, (real)real_tiny);
    const real u = law->p.R * il;
    const struct regularised_factor g = regularised_by(&law->eps, l);
    struct wrench f = pade_wrench(p, law->table, s, 0);

    if (jacobian) {
        const struct wrench slopes = pade_wrench(p, law->table, regularised_aside(s, law->p.R), 1);
        const real Tx = f.Tx, Ty = f.Ty, M = f.M;

        f = slopes;
        f.Tx = Tx;
        f.Ty = Ty;
        f.M = M;
    }
    return regularised_wrench(f, g, s.vx * il * il, s.vy * il * il, u * u * s.w, jacobian);
}

static inline struct wrench pade_friction_wrench(const struct pade_friction *law, struct slip slip,
                                                 int jacobian)
{
    return pade_friction_with(law, &law->p, regularised_slip(slip), jacobian);
}

/* Under the tilt (gx, gy), in units of 1/R, instead of the law's own. With the Jacobian also the derivatives of
 * Tx, Ty and M by gx, in by_g[0], and by gy, in by_g[1]; the wrench is linear in both. */
static inline struct wrench pade_friction_wrench_tilted(const struct pade_friction *law,
                                                        struct slip slip, real gx, real gy,
                                                        int jacobian, struct wrench by_g[2])
{
    const struct slip s = regularised_slip(slip);
    struct pade_params p = law->p;
    struct wrench f;

    p.gx = gx;
    p.gy = gy;
    f = pade_friction_with(law, &p, s, jacobian);
    if (jacobian) {
        struct wrench level;

        p.gx = p.gy = 0.0;
        level = pade_friction_with(law, &p, s, 0);
        for (int k = 0; k < 2; ++k) {
            p.gx = k == 0 ? 1.0 : 0.0;
            p.gy = k == 0 ? 0.0 : 1.0;
            by_g[k] = pade_friction_with(law, &p, s, 0);
            by_g[k].Tx -= level.Tx;
            by_g[k].Ty -= level.Ty;
            by_g[k].M -= level.M;
        }
    }
    return f;
}

static inline real pade_friction_slide(const struct pade_friction *law, struct slip s)
{
    return regularised_slide(&law->eps, pade_friction_length(law, regularised_slip(s)));
}

#endif
