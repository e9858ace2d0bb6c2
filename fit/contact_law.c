/* contact_law.c: the law of one contact, evaluated by the kernels' formulas compiled as C. SPDX-License-Identifier: MIT */
#include <contensou/contact_law.h>

#include "base/setting.h"
#include "base/try.h"
#include "base/versioned.h"
#include "contact/patch.h"
#include "contact/patch_data.h"
#include "device/eval.h"
#include "laws/friction.h"
#include "laws/law.h"
#include "laws/round_table.h"
#include "laws/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum kind { kind_model, kind_exact, kind_cells, kind_table };

struct contensou_contact_law {
    enum kind kind;
    struct contensou__law model;
    struct contensou__patch_data exact;
    struct contensou__friction table;
    int circular; /* the table is that of a circular contact */
    double *cells;
    size_t count;
    struct contensou__stretch stretch; /* of cells */
    double length, reach;              /* reach: the radius of the contact */
    int gradient;
};

static enum contensou_status take_model(struct contensou_contact_law *law,
                                        const struct contensou_patch *patch,
                                        const struct contensou_fit_result *result,
                                        struct contensou_error *err)
{
    int tau;

    TRY(contensou__law_create(&law->model, result->model, patch, err));
    for (int i = 0; i < result->count; ++i) { /* mu and a of data follow the law's own */
        if (!isfinite(result->parameter[i].value))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "the parameter %s of %s is not a finite number",
                                  result->parameter[i].name, result->model);
        if (i < law->model.params)
            contensou__law_set(&law->model, i, result->parameter[i].value);
    }
    law->gradient = law->model.about->gradient;
    tau = contensou__law_find(&law->model, "mu_tau");
    if (tau >= 0) { /* an ellipsoid is one where force and torque agree about its axes */
        const double lambda = law->model.value[contensou__law_find(&law->model, "mu_lambda")];
        const double c = law->model.value[contensou__law_find(&law->model, "c_omega")];

        law->gradient = fabs(law->model.value[tau] - lambda * c) <= 1e-12 * fabs(lambda * c);
    }
    return CONTENSOU_OK;
}

static enum contensou_status take_table(struct contensou_contact_law *law,
                                        const struct contensou_patch *patch,
                                        struct contensou_device *device,
                                        struct contensou_error *err)
{
    struct contensou__law_symmetry symmetry = {0};

    if (patch->stretch.is)
        return WRONG(err, "a table is of plain friction; leave " SETTING("anisotropy") " out");
    TRY(contensou__law_symmetry(patch, &symmetry, err));
    TRY(device
            ? contensou__eval_friction(&law->table, "table", patch, 0, 0, device, NULL, NULL, err)
            : contensou__friction_create(&law->table, "table", patch, 0, 0, err));
    law->circular = symmetry.circular;
    return CONTENSOU_OK;
}

void contensou_contact_law_free(struct contensou_contact_law *law)
{
    if (!law)
        return;
    free(law->cells);
    contensou__friction_free(&law->table);
    contensou__patch_data_free(&law->exact);
    contensou__law_free(&law->model);
    free(law);
}

static void free_law(struct contensou_contact_law **law)
{
    contensou_contact_law_free(*law);
}

enum contensou_status contensou_contact_law_create(
    struct contensou_contact_law **out, const struct contensou_patch *patch,
    const struct contensou_fit_result *result, const struct contensou_contact_law_options *options,
    struct contensou_error *err)
{
    struct contensou_contact_law_options o;
    OWNED(free_law) struct contensou_contact_law *law = NULL;

    *out = NULL;
    TRY(contensou__versioned_take(&o, sizeof o, options, "contensou_contact_law_options", err));
    if (o.length != 0 && !(o.length > 1e-100 && o.length < 1e100))
        return WRONG(err, "the length of a unit is %g; it must be above 0", o.length);
    law = calloc(1, sizeof *law);
    TRY(contensou__try_memory(law, err, "a law"));
    law->length = o.length > 0 ? o.length : 1;
    law->reach = fmax(contensou_patch_radius(patch), 1e-100);
    law->stretch = patch->stretch;
    law->gradient = 1;
    if (result && strcmp(result->model, "table") == 0) {
        law->kind = kind_table;
        TRY(take_table(law, patch, o.device, err));
    } else if (result && strcmp(result->model, "exact") != 0) {
        law->kind = kind_model;
        TRY(take_model(law, patch, result, err));
    } else if (contensou_patch_has_exact(patch)) {
        law->kind = kind_exact;
        TRY(contensou__patch_make_data(patch, 0, &law->exact, err));
    } else {
        law->kind = kind_cells;
        TRY(contensou_patch_cells(patch, 1, &law->cells, &law->count, err));
    }
    *out = law;
    law = NULL;
    return CONTENSOU_OK;
}

int contensou_contact_law_gradient(const struct contensou_contact_law *law)
{
    return law->gradient;
}

static void by_table(const struct contensou_contact_law *law, const double s[3], double out[9])
{
    const double *shared = law->table.shared;
    const struct slip slip = {s[0], s[1], s[2]};
    struct wrench f;

    if (law->circular) {
        const struct round_table_params p = round_table_make(NULL, shared);

        f = round_table_wrench(&p, shared, slip, 1);
    } else {
        const struct table_params p = table_make(NULL, shared);

        f = table_wrench(&p, shared, slip, 1);
    }
    memcpy(out, (const double[9]){f.Tx, f.Ty, f.M, f.xx, f.xy, f.yy, f.xw, f.yw, f.ww},
           9 * sizeof *out);
}

/* The wrench of a slip in the contact's own unit, with its derivatives where they are asked for, as each kind has it. */
static void by_kind(const struct contensou_contact_law *law, double s[3], int slopes, double *out)
{
    switch (law->kind) {
    case kind_model:
        contensou__law_wrench(&law->model, s, slopes ? 2 : 0, out);
        break;
    case kind_exact:
        contensou__patch_data_wrench(&law->exact, s, slopes, out);
        break;
    case kind_cells:
        contensou__stretch_slip(&law->stretch, s);
        contensou__eval_cells(law->cells, law->count, s, slopes, out);
        contensou__stretch_wrench(&law->stretch, slopes, out);
        break;
    case kind_table:
        by_table(law, s, out);
        break;
    }
}

/* One slip of any size in the caller's unit: 0 if a number is not finite. Only the direction counts, so that it is brought to
 * the size 1 and the derivatives, which grow as one over the slip, back. slopes: nine numbers, row by row, or NULL. */
static int one(const struct contensou_contact_law *law, double vx, double vy, double omega,
               double wrench[3], double *slopes)
{
    static const int place[9] = {3, 4, 6, 4, 5, 7, 6, 7, 8},
                     twist[9] = {0, 1, 2, -1, 0, 3, -2, -3, 0};
    const double spin = law->length * omega,
                 size = fmax(fmax(fabs(vx), fabs(vy)), fabs(spin) * law->reach),
                 arm[3] = {1, 1, law->length};
    double s[3] = {vx / size, vy / size, spin / size}, out[12] = {0};

    if (!isfinite(vx) || !isfinite(vy) || !isfinite(spin))
        return 0;
    if (size > 0)
        by_kind(law, s, slopes != NULL, out);
    for (int i = 0; i < 3; ++i)
        wrench[i] = arm[i] * out[i];
    for (int i = 0; i < 9 && slopes; ++i) {
        const int t = twist[i];
        const double turned = t == 0 ? 0 : t > 0 ? out[8 + t] : -out[8 - t];

        slopes[i] = size > 0 ? arm[i / 3] * arm[i % 3] * (out[place[i]] + turned) / size : 0;
    }
    return 1;
}

static enum contensou_status not_finite(size_t i, const double *slip, size_t n,
                                        struct contensou_error *err)
{
    return contensou_fail(err, CONTENSOU_EINPUT,
                          "slip %zu is (%g, %g, %g); slips must be finite numbers", i, slip[i],
                          slip[n + i], slip[2 * n + i]);
}

enum contensou_status contensou_contact_law_wrench(const struct contensou_contact_law *law,
                                                   size_t n, const double *slip, double *wrench,
                                                   double *jacobian, struct contensou_error *err)
{
    for (size_t i = 0; i < n; ++i) {
        double f[3], slopes[9];

        if (!one(law, slip[i], slip[n + i], slip[2 * n + i], f, jacobian ? slopes : NULL))
            return not_finite(i, slip, n, err);
        for (size_t k = 0; k < 3; ++k)
            wrench[k * n + i] = f[k];
        for (size_t k = 0; k < 9 && jacobian; ++k)
            jacobian[k * n + i] = slopes[k];
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou_contact_law_potential(const struct contensou_contact_law *law,
                                                      size_t n, const double *slip,
                                                      double *potential,
                                                      struct contensou_error *err)
{
    for (size_t i = 0; i < n; ++i) {
        const double *s = slip + i;
        double f[3];

        if (!one(law, s[0], s[n], s[2 * n], f, NULL))
            return not_finite(i, slip, n, err);
        potential[i] = s[0] * f[0] + s[n] * f[1] + s[2 * n] * f[2];
    }
    return CONTENSOU_OK;
}

/* The implicit step is the text that exports have (fit/export/texts), which is C as it stands: it asks LAW_parts for the law,
 * and here that is the law that the thread is at. */

static _Thread_local const struct contensou_contact_law *at_work;

static void LAW_parts(double vx, double vy, double omega, double part[4], double *slopes)
{
    one(at_work, vx, vy, omega, part, slopes);
    part[3] = vx * part[0] + vy * part[1] + omega * part[2];
    if (slopes)
        memcpy(slopes + 9, part, 3 * sizeof *part);
}

#define LAW_API      static inline
#define LAW_order    1
#define LAW_gradient (at_work->gradient)
#include "fit/export/texts/simulator.c.txt"

enum contensou_status contensou_contact_law_step(const struct contensou_contact_law *law, size_t n,
                                                 const double *slip, const double *inverse_mass,
                                                 const double *bound, double *impulse,
                                                 double *after,
                                                 enum contensou_contact_law_state *state,
                                                 struct contensou_error *err)
{
    at_work = law;
    for (size_t i = 0; i < n; ++i) {
        double v[3], m[9], p[3], u[3];
        int found;

        for (size_t k = 0; k < 3; ++k)
            v[k] = slip[k * n + i];
        for (size_t k = 0; k < 9; ++k)
            m[k] = inverse_mass[k * n + i];
        if (!(bound[i] >= 0) || !isfinite(bound[i]))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "the impulse that friction may have at contact %zu is %g; mu N "
                                  "times the step is at least 0",
                                  i, bound[i]);
        found = LAW_step(v, m, bound[i], p, u);
        if (found < 0)
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "the inverse_mass of contact %zu is not positive definite, or a "
                                  "number of it is not finite",
                                  i);
        for (size_t k = 0; k < 3; ++k) {
            impulse[k * n + i] = p[k];
            after[k * n + i] = u[k];
        }
        state[i] = (enum contensou_contact_law_state)found;
    }
    return CONTENSOU_OK;
}
