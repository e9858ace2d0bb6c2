/* regularised_law.h: a law of degree 0 with eps, [1](4.3): the wrench of any bare law times G of its measure of slip
 * (regularised.h). Roles: law_params, law_params_count, law_make, law_wrench, law_measure (describe.h), and the constants
 * law_order n and law_polar. Fields: eps, eta', peak, then those of the law; shared is the law's table.
 * SPDX-License-Identifier: MIT */
#ifndef LAWS_REGULARISED_LAW_H
#define LAWS_REGULARISED_LAW_H

#include "laws/regularised.h"

enum { regularised_law_fields = regularised_fields + law_params_count };

struct regularised_law {
    struct regularised eps;
    struct law_params p;
    number_table table;
};

static inline struct regularised_law regularised_law_make(const real *field, number_table shared)
{
    struct regularised_law law;

    law.eps = regularised_make(field);
    law.p = law_make(field + regularised_fields, shared);
    law.table = shared;
    return law;
}

/* With these parameters; the slip is not zero. */
static inline struct wrench regularised_law_with(const struct regularised_law *law,
                                                 const struct law_params *p, struct slip s,
                                                 int jacobian)
{
    struct wrench f = law_wrench(p, law->table, s, law_polar ? 0 : jacobian);
    const struct regularised_length r = law_measure(p, law->table, s, f);
    const struct regularised_factor g =
        law_exact        ? regularised_none(r.l)
        : law_order == 1 ? regularised_by(&law->eps, r.l)
                         : regularised_power(&law->eps, r.l, law_order);

    if (law_polar != 0 && jacobian) {
        const struct wrench slopes =
            law_wrench(p, law->table, regularised_aside(s, r.reach), jacobian);
        const real Tx = f.Tx, Ty = f.Ty, M = f.M;

        f = slopes;
        f.Tx = Tx;
        f.Ty = Ty;
        f.M = M;
    }
    return regularised_wrench(f, g, r, jacobian);
}

static inline struct wrench regularised_law_wrench(const struct regularised_law *law,
                                                   struct slip slip, int jacobian)
{
    return regularised_law_with(law, &law->p, regularised_slip(slip), jacobian);
}

static inline real regularised_law_slide(const struct regularised_law *law, struct slip slip)
{
    const struct slip s = regularised_slip(slip);
    const struct wrench f = law_wrench(&law->p, law->table, s, 0);

    return regularised_slide(&law->eps, law_measure(&law->p, law->table, s, f).l);
}

#endif
