/* law.c: models of friction by name. SPDX-License-Identifier: MIT */
#include "laws/law.h"

#include "base/names.h"
#include "base/text.h"
#include "base/try.h"
#include "contact/patch.h"
#include "contact/series.h"
#include "laws/approximant.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Eta' of eta and back, in closed form. With d = 3 S - 1 the formulas of docs/maths.md 4 read
 * eta d = h(d), h = (1 + d) sqrt((1 + d)/(4 + d)), and eta' d = k(d), k = ((4 + d)/3)^(3/2); d
 * falls from (3 + sqrt 13)/2 at eta = 1 to 0. */

static long double h_of(long double d, long double *slope)
{
    const long double h = (1 + d) * sqrtl((1 + d) / (4 + d));

    *slope = h * (1.5L / (1 + d) - 0.5L / (4 + d));
    return h;
}

static long double k_of(long double d, long double *slope)
{
    const long double root = sqrtl((4 + d) / 3);

    *slope = root / 2;
    return (4 + d) / 3 * root;
}

/* The root d of f(d) = factor d, for f = h or k. Both are convex and less steep than the factor as
 * far as the root, so that Newton's method climbs to it from f(0)/factor without ever passing it.
 */
static long double root(long double (*f)(long double, long double *), long double factor)
{
    long double slope, d = f(0, &slope) / factor;

    for (int i = 0; i < 60; i++) {
        const long double value = f(d, &slope);
        const long double step = (value - factor * d) / (factor - slope);

        d += step;
        if (!(step > d * LDBL_EPSILON))
            break;
    }
    return d;
}

/* eta' at d, and its derivative by eta = h/d. */
static long double prime_at(long double d, long double *slope)
{
    long double h_slope, k_slope;
    const long double h = h_of(d, &h_slope), k = k_of(d, &k_slope);

    *slope = (k_slope * d - k) / (h_slope * d - h);
    return k / d;
}

static long double d_at_one(void)
{
    return (3 + sqrtl(13)) / 2;
}

long double contensou__law_eta_prime_forward(long double eta, long double *slope)
{
    const long double limit = prime_at(d_at_one(), slope);

    return eta > 1 ? prime_at(root(h_of, eta), slope) : limit + *slope * (eta - 1);
}

long double contensou__law_eta_prime_back(long double eta_prime)
{
    long double slope;
    const long double limit = prime_at(d_at_one(), &slope);

    if (eta_prime > limit) {
        const long double d = root(k_of, eta_prime);

        return h_of(d, &slope) / d;
    }
    return 1 + (eta_prime - limit) / slope;
}

double contensou__law_eta_prime_peak(double eta_prime)
{
    if (!(eta_prime > 1) || !isfinite(eta_prime))
        return 1;
    return (double)sqrtl((1 + root(k_of, eta_prime)) / 3);
}

/* The Taylor coefficients of the exact wrench at both ends, from the moments of a
 * patch.
 *
 * At w = 0, Phi/v = sum_n (w/v)^n P_n(phi) with P_n = sum_l g_nl Re[<r^n e^(il psi)> (-i)^l e^(-il
 * phi)]; at v = 0, Phi/|w| = sum_n (v/w)^n R_n(phi) with R_n = (-1)^n sum_l g_nl Re[<r^(1-n) e^(il
 * psi)> i^l e^(-il phi)] (docs/maths.md 1, kernels/patches/multipole.h). The wrench is the gradient of Phi. For n
 * above 2 the moments of R_n are finite parts: derivatives of |x - c| of even order n are homogeneous
 * of odd degree 1 - n, which leaves no room for a delta and its derivatives at x = c. */

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

        TRY(contensou_patch_moment(patch, l - j, j, l - power, &c, err));
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

        TRY(moment(patch, end == end_slide ? n : 1 - n, l, &m, err));
        h->at[l] = sign * (double)contensou__series_gegenbauer(n, l) * m *
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

/* Appends the Taylor coefficients of I_{n1,n2}, its arguments, to the table: kernels/laws/approximant.h. */
static enum contensou_status put_taylor(const struct contensou_patch *patch,
                                        struct contensou__law *law, struct contensou_error *err)
{
    const int n1 = law->argument[0], n2 = law->argument[1];
    const int n = n1 + n2 + 1, degree = (n1 > n2 ? n1 : n2) + 1,
              row = approximant_term * (degree + 1);
    double *grown;
    struct harmonics P[most_degree + 2], R[most_degree + 2];

    for (int i = 0; i <= n2 + 1; ++i)
        TRY(expand(patch, end_slide, i, &P[i], err));
    for (int j = 0; j <= n1 + 1; ++j) {
        struct contensou_error why = {0};
        const enum contensou_status status = expand(patch, end_spin, j, &R[j], &why);

        if (status)
            return contensou_fail(err, status, "%s needs order %d at pure spin: %.400s", law->name,
                                  n1, why.message);
    }
    law->count = (size_t)(approximant_head + (n + 1) * row);
    grown = realloc(law->table, law->count * sizeof *grown);
    TRY(contensou__try_memory(grown, err, "the law %s", law->name));
    law->table = grown;
    for (int i = 0; i <= n2; ++i)
        put_term(law->table + approximant_head + i * row, degree, &P[i], 1 - i, &P[i + 1], i + 1);
    for (int j = 0; j <= n1; ++j)
        put_term(law->table + approximant_head + (n - j) * row, degree, &R[j + 1], j + 1, &R[j],
                 1 - j);
    return CONTENSOU_OK;
}

/* Appends the forms of a potential whose degree is its argument, and its parameters: kernels/laws/potential.h. All
 * coefficients but those of w^0, which is (vx^2 + vy^2)^(d/2), and of w^d, are free. */
static void put_forms(struct contensou__law *law)
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

enum contensou_status contensou__law_symmetry(const struct contensou_patch *patch,
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

            TRY(contensou_patch_moment(patch, degree - j, j, 0, &c, err));
            if (fabs(c) > 1e-10 * pow(radius, degree)) {
                s->central = 0;
                return CONTENSOU_OK;
            }
        }
    return CONTENSOU_OK;
}

void contensou__law_free(struct contensou__law *law)
{
    free(law->table);
    *law = (struct contensou__law){0};
}

int contensou__law_find(const struct contensou__law *law, const char *name)
{
    for (int i = 0; i < law->params; ++i)
        if (strcmp(law->names[i], name) == 0)
            return i;
    return -1;
}

void contensou__law_set(struct contensou__law *law, int param, double value)
{
    law->value[param] = value;
    if (param >= law->field_count)
        law->table[law->place[param]] = value;
}

void contensou__law_add(struct contensou__law *law, const char *name, const char *unit,
                        const char *text, double least, int open, double value, double low,
                        double high)
{
    const int i = law->params++;

    snprintf(law->names[i], sizeof law->names[i], "%s", name);
    law->unit[i] = unit;
    law->text[i] = text;
    law->least[i] = least;
    law->open[i] = open;
    law->value[i] = value;
    law->low[i] = low;
    law->high[i] = high;
    law->free[i] = low < high;
    law->field_count = law->params;
}

void contensou__law_put(struct contensou__law *law, double value)
{
    double *grown = realloc(law->table, (law->count + 1) * sizeof *grown);

    if (!grown) {
        law->failed = 1;
        return;
    }
    law->table = grown;
    law->table[law->count++] = value;
}

/* The names of the same family that any contact suits, as "I00 or I11". */
static void list_others(const struct contensou__registry_law *about, struct contensou__text *text)
{
    for (size_t i = 0; i < about->names; ++i) {
        int argument[contensou__registry_arguments];

        contensou__registry_find(about->name[i].name, argument);
        if (about->suits(argument) == contensou__registry_any)
            contensou__text_printf(text, "%s%s", text->size ? " or " : "; for others use ",
                                   about->name[i].name);
    }
}

static enum contensou_status check_contact(const struct contensou__law *law,
                                           const struct contensou_patch *patch,
                                           const struct contensou__law_symmetry *symmetry,
                                           struct contensou_error *err)
{
    const enum contensou__registry_contacts suits = law->about->suits(law->argument);

    if (suits == contensou__registry_half_turn && !symmetry->central) {
        OWNED(contensou__text_free) struct contensou__text others = {0};

        list_others(law->about, &others);
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s needs a pressure that is the same after half a turn about the "
                              "reference point%s",
                              law->name, others.data ? others.data : "");
    }
    if (suits == contensou__registry_circular &&
        (patch->kind != contensou__patch_round || patch->round.a != patch->round.b ||
         patch->center[0] != 0 || patch->center[1] != 0))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s is for circular patches about their middle (disk, annulus)",
                              law->name);
    return CONTENSOU_OK;
}

static enum contensou_status check_name(const struct contensou__law *law,
                                        struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text names = {0};

    if (law->about->possible(law->argument) || !law->about->why[0])
        return CONTENSOU_OK;
    for (size_t i = 0; i < law->about->names; ++i)
        contensou__text_printf(&names, "%s%s", i ? ", " : "", law->about->name[i].name);
    return contensou_fail(err, CONTENSOU_EARGUMENT, "%s is not possible: %s, as in %s", law->name,
                          law->about->why, names.data ? names.data : "");
}

/* What the expressions of the law's table know of the contact. Moments for circular contacts are those of the
 * untilted pressure, in *level. */
static struct contensou__registry_place place_of(const struct contensou__law *law,
                                                 const struct contensou_patch *patch,
                                                 int is_circular, struct contensou_patch *level,
                                                 struct contensou_error *err)
{
    *level = *patch;
    if (law->about->suits(law->argument) == contensou__registry_circular)
        level->round.g[0] = level->round.g[1] = 0;
    return (struct contensou__registry_place){.argument = law->argument,
                                              .patch = level,
                                              .radius = contensou_patch_radius(patch),
                                              .gx = patch->g[0],
                                              .gy = patch->g[1],
                                              .is_circular = is_circular,
                                              .err = err};
}

static enum contensou_status fill(struct contensou__law *law, const struct contensou_patch *patch,
                                  struct contensou_error *err)
{
    struct contensou__law_symmetry symmetry = {0};
    struct contensou_patch level;
    struct contensou__registry_place at;

    TRY(check_name(law, err));
    TRY(contensou__law_symmetry(patch, &symmetry, err));
    TRY(check_contact(law, patch, &symmetry, err));
    at = place_of(law, patch, symmetry.circular, &level, err);
    law->about->numbers(&at, law);
    TRY(at.status);
    if (law->about->taylor)
        TRY(put_taylor(patch, law, err));
    if (law->about->forms && !symmetry.circular)
        put_forms(law);
    return contensou__try_memory(law->failed ? NULL : law, err, "the law %s", law->name);
}

enum contensou_status contensou__law_create(struct contensou__law *law, const char *name,
                                            const struct contensou_patch *patch,
                                            struct contensou_error *err)
{
    enum contensou_status status;

    *law = (struct contensou__law){0};
    law->about = contensou__registry_find(name, law->argument);
    if (!law->about || !law->about->model)
        return contensou__names_fail(err, "model", name, contensou__registry_models,
                                     contensou__registry_model_count);
    law->kind = (enum contensou__law_kind)(law->about - contensou__registry_all);
    snprintf(law->name, sizeof law->name, "%s", name);
    law->stretch = patch->stretch;
    status = fill(law, patch, err);
    if (status)
        contensou__law_free(law);
    return status;
}

int contensou__law_known(struct contensou__law *law, const struct contensou_patch *patch)
{
    struct contensou_patch level;
    struct contensou__registry_place at;
    struct contensou_error err;

    if (patch->kind != contensou__patch_round || patch->round.q != 0 || patch->round.hole != 0)
        return 0;
    at = place_of(law, patch, 1, &level, &err);
    return law->about->on_disk(&at, law);
}

void contensou__law_wrench(const struct contensou__law *law, const double slip[3], int jacobian,
                           double *out)
{
    double there[3] = {slip[0], slip[1], slip[2]};

    contensou__stretch_slip(&law->stretch, there);
    law->about->wrench(law, there, jacobian, out);
    contensou__stretch_wrench(&law->stretch, jacobian, out);
}

void contensou__law_bind(const struct contensou__law *law, struct contensou__bundle *b)
{
    const char *prefix = law->about->file;
    char path[64];

    snprintf(path, sizeof path, "laws/%s.h", prefix);
    contensou__bundle_include(b, path);
    contensou__bundle_role(b, "law_params", prefix, "_params");
    contensou__bundle_role(b, "law_params_count", prefix, "_params_count");
    contensou__bundle_role(b, "law_wrench", prefix, "_wrench");
}
