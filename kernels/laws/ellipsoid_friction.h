/* ellipsoid_friction.h: ellipsoid.h regularised, l = sqrt(v^2 + c_omega^2 w^2), n = 1.
 * Fields: eps, eta', fold, then those of the law. SPDX-License-Identifier: MIT */
#ifndef LAWS_ELLIPSOID_FRICTION_H
#define LAWS_ELLIPSOID_FRICTION_H

#include "laws/ellipsoid.h"
#include "laws/regularised.h"

enum { ellipsoid_friction_fields = regularised_fields + ellipsoid_params_count };

struct ellipsoid_friction {
    struct regularised eps;
    struct ellipsoid_params p;
};

static inline struct ellipsoid_friction ellipsoid_friction_make(const real *field,
                                                                number_table shared)
{
    struct ellipsoid_friction law;

    (void)shared;
    law.eps = regularised_make(field);
    law.p.mu_lambda = field[regularised_fields];
    law.p.mu_tau = field[regularised_fields + 1];
    law.p.c_omega = field[regularised_fields + 2];
    return law;
}

static inline real ellipsoid_friction_length(const struct ellipsoid_friction *law, struct slip s)
{
    const real u = law->p.c_omega * s.w;

    return sqrt(s.vx * s.vx + s.vy * s.vy + u * u);
}

static inline struct wrench ellipsoid_friction_wrench(const struct ellipsoid_friction *law,
                                                      struct slip slip, int jacobian)
{
    const struct slip s = regularised_slip(slip);
    const real l = ellipsoid_friction_length(law, s), il = 1.0 / fmax(l, (real)real_tiny);
    const real u = law->p.c_omega * il;
    const struct wrench f = ellipsoid_wrench(&law->p, 0, s, jacobian);

    return regularised_wrench(f, regularised_by(&law->eps, l), s.vx * il * il, s.vy * il * il,
                              u * u * s.w, jacobian);
}

static inline real ellipsoid_friction_slide(const struct ellipsoid_friction *law, struct slip s)
{
    return regularised_slide(&law->eps, ellipsoid_friction_length(law, regularised_slip(s)));
}

#endif
