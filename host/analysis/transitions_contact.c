/* transitions_contact.c: the friction of a contact, exact or by a model. SPDX-License-Identifier: MIT */
#include "analysis/transitions_contact.h"

#include "base/try.h"
#include "contact/patch.h"

#include <math.h>
#include <stdlib.h>

enum contensou_status contensou__transitions_contact_open(struct contensou__transitions_contact *c,
                                                          const struct contensou_patch *patch,
                                                          const struct contensou__law *model,
                                                          struct contensou_error *err)
{
    *c = (struct contensou__transitions_contact){.model = model, .mu = 1, .a = 1};
    c->stretch = patch->stretch;
    if (model)
        return CONTENSOU_OK;
    if (contensou_patch_has_exact(patch))
        return contensou__patch_make_data(patch, 0, &c->tables, err);
    return contensou_patch_cells(patch, 1, &c->cells, &c->cell_count, err);
}

void contensou__transitions_contact_free(struct contensou__transitions_contact *c)
{
    free(c->cells);
    contensou__patch_data_free(&c->tables);
    *c = (struct contensou__transitions_contact){0};
}

static void sum_cells(const struct contensou__transitions_contact *c, const double s[3],
                      double out[3])
{
    const double *x = c->cells, *y = x + c->cell_count, *mass = y + c->cell_count;

    out[0] = out[1] = out[2] = 0;
    for (size_t i = 0; i < c->cell_count; ++i) {
        const double vx = s[0] - s[2] * y[i], vy = s[1] + s[2] * x[i], v = hypot(vx, vy);

        if (v > 0) {
            out[0] += mass[i] * vx / v;
            out[1] += mass[i] * vy / v;
            out[2] += mass[i] * (x[i] * vy - y[i] * vx) / v;
        }
    }
}

static void wrench(const void *law, const double slip[3], double force[3])
{
    const struct contensou__transitions_contact *c = law;
    double s[3] = {slip[0], slip[1], slip[2] * c->a}, out[9];

    if (c->model)
        contensou__law_wrench(c->model, s, 0, out);
    else if (c->cells) {
        contensou__stretch_slip(&c->stretch, s);
        sum_cells(c, s, out);
        contensou__stretch_wrench(&c->stretch, 0, out);
    } else
        contensou__patch_data_wrench(&c->tables, s, 0, out);
    for (int k = 0; k < 3; ++k)
        force[k] = c->mu * (k == 2 ? c->a : 1) * out[k];
}

struct contensou_transitions_law
contensou__transitions_contact_law(const struct contensou__transitions_contact *c)
{
    return (struct contensou_transitions_law){
        .wrench = wrench,
        .law = c,
        .gradient = !c->model || c->model->about->gradient,
    };
}

enum contensou_status contensou_transitions_contact(const struct contensou_transitions_case *one,
                                                    const struct contensou_patch *patch, double mu,
                                                    double a,
                                                    struct contensou_transitions_result *result,
                                                    struct contensou_error *err)
{
    OWNED(contensou__transitions_contact_free)
    struct contensou__transitions_contact c = {0};
    struct contensou_transitions_law law;

    TRY(contensou__transitions_contact_open(&c, patch, NULL, err));
    c.mu = mu;
    c.a = a;
    if (!(mu > 0 && a > 0 && isfinite(mu) && isfinite(a)))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "mu = %g and a = %g: both must be above 0",
                              mu, a);
    law = contensou__transitions_contact_law(&c);
    return contensou_transitions_of_law(one, &law, result, err);
}
