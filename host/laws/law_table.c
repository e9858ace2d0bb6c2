/* law_table.c: the Taylor coefficients of the exact wrench at both ends, from the moments of a
 * patch.
 *
 * At w = 0, Phi/v = sum_n (w/v)^n P_n(phi) with P_n = sum_l g_nl Re[<r^n e^(il psi)> (-i)^l e^(-il
 * phi)]; at v = 0, Phi/|w| = sum_n (v/w)^n R_n(phi) with R_n = (-1)^n sum_l g_nl Re[<r^(1-n) e^(il
 * psi)> i^l e^(-il phi)] (docs/maths.md 1, kernels/patches/multipole.h). The wrench is the gradient of Phi. For n
 * above 2 the moments of R_n are finite parts: derivatives of |x - c| of even order n are homogeneous
 * of odd degree 1 - n, which leaves no room for a delta and its derivatives at x = c.
 * SPDX-License-Identifier: MIT */
#include "laws/law_table.h"

#include "contact/gegenbauer.h"

#include "laws/approximant.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { most_degree = 12 };

/* <r^power e^(il psi)> from the real moments c_ijk. */
static enum contensou_status moment(const struct contensou_patch *patch, int power, int l,
                                    complex double *value, struct contensou_error *err)
{
    static const complex double turn[4] = {1, I, -1, -I};
    double binomial = 1;

    *value = 0;
    for (int j = 0; j <= l; ++j) {
        double c;
        const enum contensou_status status =
            contensou_patch_moment(patch, l - j, j, l - power, &c, err);

        if (status)
            return status;
        *value += binomial * turn[j & 3] * c;
        binomial *= (double)(l - j) / (j + 1);
    }
    return CONTENSOU_OK;
}

/* One P_n or R_n as coefficients of cos l phi (real part) and sin l phi (imaginary part). */
struct harmonics {
    complex double at[most_degree + 1];
};

enum end { end_slide, end_spin };

static enum contensou_status expand(const struct contensou_patch *patch, enum end end, int n,
                                    struct harmonics *h, struct contensou_error *err)
{
    static const complex double back[4] = {1, -I, -1, I}, forth[4] = {1, I, -1, -I};
    const double sign = end == end_spin && (n & 1) ? -1 : 1;

    *h = (struct harmonics){0};
    if (end == end_spin && n > 2 && n % 2) /* zero by symmetry where it is asked for */
        return CONTENSOU_OK;
    for (int l = n; l >= 0; l -= 2) {
        complex double m;
        const enum contensou_status status =
            moment(patch, end == end_slide ? n : 1 - n, l, &m, err);

        if (status)
            return status;
        h->at[l] = sign * (double)contensou__gegenbauer(n, l) * m *
                   (end == end_slide ? back[l & 3] : forth[l & 3]);
    }
    return CONTENSOU_OK;
}

/* d/dphi of (c cos l phi + s sin l phi). */
static complex double turned(complex double h, int l)
{
    return l * (cimag(h) - I * creal(h));
}

/* The term of v^(n-i) w^i: T_par from `own` times `along`, T_perp from its derivative, M from
 * `spin`. */
static void put_term(double *t, int degree, const struct harmonics *own, double along,
                     const struct harmonics *spin, double torque)
{
    for (int l = 0; l <= degree; ++l, t += approximant_term) {
        const complex double a = along * own->at[l], b = turned(own->at[l], l),
                             c = torque * spin->at[l];

        t[0] = creal(a), t[1] = cimag(a);
        t[2] = creal(b), t[3] = cimag(b);
        t[4] = creal(c), t[5] = cimag(c);
    }
}

enum contensou_status contensou__law_table_taylor(const struct contensou_patch *patch,
                                                  struct contensou__law *law,
                                                  struct contensou_error *err)
{
    const int n1 = law->argument[0], n2 = law->argument[1];
    const int n = n1 + n2 + 1, degree = (n1 > n2 ? n1 : n2) + 1,
              row = approximant_term * (degree + 1);
    double *grown;
    struct harmonics P[most_degree + 2], R[most_degree + 2];
    enum contensou_status status = CONTENSOU_OK;

    for (int i = 0; i <= n2 + 1 && !status; ++i)
        status = expand(patch, end_slide, i, &P[i], err);
    for (int j = 0; j <= n1 + 1 && !status; ++j) {
        struct contensou_error why = {0};

        status = expand(patch, end_spin, j, &R[j], &why);
        if (status)
            return contensou_fail(err, status, "%s needs order %d at pure spin: %.400s", law->name,
                                  n1, why.message);
    }
    if (status)
        return status;
    law->count = (size_t)(approximant_head + (n + 1) * row);
    grown = realloc(law->table, law->count * sizeof *grown);
    if (!grown)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the law %s", law->name);
    law->table = grown;
    for (int i = 0; i <= n2; ++i)
        put_term(law->table + approximant_head + i * row, degree, &P[i], 1 - i, &P[i + 1], i + 1);
    for (int j = 0; j <= n1; ++j)
        put_term(law->table + approximant_head + (n - j) * row, degree, &R[j + 1], j + 1, &R[j],
                 1 - j);
    return CONTENSOU_OK;
}

void contensou__law_table_forms(struct contensou__law *law)
{
    const int d = law->argument[0], fields = law->field_count;
    const double spin = law->value[contensou__law_find(law, "spin")];

    for (int j = 0; j <= d; ++j)
        for (int i = 0; i <= d - j; ++i) {
            const size_t at = law->count;
            double value = 0;

            if (j % 2 == 0 && i % 2 == 0) /* multinomial (d/2; ..) spin^j: an ellipsoid */
                value =
                    tgamma(d / 2 + 1.0) /
                    (tgamma(j / 2 + 1.0) * tgamma(i / 2 + 1.0) * tgamma((d - j - i) / 2 + 1.0)) *
                    pow(spin, j);
            contensou__law_put(law, value);
            if (j > 0 && j < d) {
                const int p = law->params;
                char name[32];

                snprintf(name, sizeof name, "k%d%d", j, i);
                contensou__law_add(law, name, "-", "coefficient of the potential", -INFINITY, 1,
                                   value, value - 4, value + 4);
                law->place[p] = at;
            }
        }
    law->field_count = fields;
}

enum contensou_status contensou__law_table_symmetry(const struct contensou_patch *patch,
                                                    struct contensou__law_symmetry *s,
                                                    struct contensou_error *err)
{
    const int centred =
        patch->center[0] == 0 && patch->center[1] == 0 && patch->g[0] == 0 && patch->g[1] == 0;
    const double radius = contensou_patch_radius(patch);

    s->circular =
        patch->kind == contensou__patch_round && centred && patch->round.a == patch->round.b;
    s->central = patch->kind == contensou__patch_round && centred;
    if (patch->kind == contensou__patch_round)
        return CONTENSOU_OK;
    s->central = 1;
    for (int degree = 1; degree <= 5; degree += 2) /* all moments of odd degree vanish */
        for (int j = 0; j <= degree; ++j) {
            double c;
            const enum contensou_status status =
                contensou_patch_moment(patch, degree - j, j, 0, &c, err);

            if (status)
                return status;
            if (fabs(c) > 1e-10 * pow(radius, degree))
                s->central = 0;
        }
    return CONTENSOU_OK;
}
