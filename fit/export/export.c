/* export.c: a fitted law as code to paste into a simulator. SPDX-License-Identifier: MIT */
#include <contensou/export.h>

#include "base/versioned.h"
#include "fit/export/export_about.h"
#include "fit/export/export_language.h"
#include "fit/export/export_laws.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Puts the result's values into the law; what follows the law's own parameters is mu and the size a,
 * which have names that a law may use too. */
static enum contensou_status put_values(const struct contensou_fit_result *result,
                                        struct contensou__law *law, struct contensou__export_law *e,
                                        int *with_mu, struct contensou_error *err)
{
    int seen[contensou__law_most] = {0};

    for (int i = 0; i < result->count; ++i) {
        const struct contensou_fit_parameter *p = &result->parameter[i];
        const int k = contensou__law_find(law, p->name);

        if (!isfinite(p->value))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "the parameter %s of %s is not a finite number", p->name,
                                  result->model);
        if (k >= 0 && !seen[k]) {
            seen[k] = 1;
            contensou__law_set(law, k, p->value);
        } else if (strcmp(p->name, "mu") == 0) {
            e->mu = p->value;
            *with_mu = 1;
        } else if (strcmp(p->name, "a") == 0)
            e->a = p->value;
        else
            return contensou_fail(err, CONTENSOU_EARGUMENT, "the law %s has no parameter %s",
                                  result->model, p->name);
    }
    return CONTENSOU_OK;
}

static enum contensou_status write_code(const struct contensou_patch *patch,
                                        const struct contensou_fit_result *result,
                                        const struct contensou__export_law *e, int with_mu,
                                        const struct contensou_export_options *options,
                                        struct contensou__text *out, struct contensou_error *err)
{
    struct contensou__export_text t = {0};
    struct contensou__text about = {0};
    char name[64];
    enum contensou_status status;

    snprintf(name, sizeof name, "contensou_%s", result->model);
    status = contensou__export_language_find(options->language, &t.language, err);
    if (!status) {
        const char *chosen = options->name ? options->name : name;

        t.with_mu = with_mu;
        contensou__export_laws_body(e, &t);
        status = contensou__export_language_check(chosen, options->language,
                                                  t.locals.data ? t.locals.data : "", err);
        contensou__export_about_law(patch, result, chosen, options->command, with_mu, &about);
        if (!status && !about.failed)
            contensou__export_text_function(&t, chosen, about.data, out);
    }
    if (!status && (about.failed || t.body.failed || t.locals.failed || t.terms.failed ||
                    t.moving.failed || t.slopes.failed))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the text of a law");
    contensou__text_free(&about);
    contensou__export_text_free(&t);
    return status;
}

enum contensou_status contensou_export_code(const struct contensou_patch *patch,
                                            const struct contensou_fit_result *result,
                                            const struct contensou_export_options *options,
                                            char **text, struct contensou_error *err)
{
    struct contensou__law law;
    struct contensou__text out = {0};
    struct contensou__export_law e = {&law, 1, 1, contensou_patch_radius(patch)};
    int with_mu = 0;
    struct contensou_export_options own;
    enum contensou_status status =
        contensou__versioned_take(&own, sizeof own, options, "contensou_export_options", err);

    *text = NULL;
    if (!status && patch->stretch.is)
        status =
            contensou_fail(err, CONTENSOU_EARGUMENT,
                           "the exported function has plain friction; leave --anisotropy out, or "
                           "write the JSON");
    if (!status)
        status = contensou__law_create(&law, result->model, patch, err);
    if (status)
        return status;
    if (!contensou__export_laws_has(&law))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "%s has no exported function yet (fit/export/export_laws.c); leave "
                                "--export out for the JSON",
                                result->model);
    if (!status)
        status = put_values(result, &law, &e, &with_mu, err);
    if (!status)
        status = write_code(patch, result, &e, with_mu, &own, &out, err);
    if (!status && out.failed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the text of a law");
    if (status)
        contensou__text_free(&out);
    contensou__law_free(&law);
    *text = out.data;
    return status;
}

enum contensou_status contensou_export_check_name(const char *language, const char *name,
                                                  struct contensou_error *err)
{
    return contensou__export_language_check(name, language, "", err);
}
