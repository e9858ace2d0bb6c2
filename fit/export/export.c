/* export.c: a fitted law as code to paste into a simulator. SPDX-License-Identifier: MIT */
#include <contensou/export.h>

#include "base/setting.h"
#include "base/try.h"
#include "base/versioned.h"
#include "fit/export/export_about.h"
#include "fit/export/export_language.h"
#include "fit/export/export_laws.h"
#include "fit/export/export_source.h"
#include "fit/export/export_table.h"
#include "fit/export/export_template.h"

#include <inttypes.h>
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
            return WRONG(err, "the parameter %s of %s is not a finite number", p->name,
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
            return WRONG(err, "the law %s has no parameter %s", result->model, p->name);
    }
    return CONTENSOU_OK;
}

/* The functions of a fitted law. */
static enum contensou_status write_law(const struct contensou_patch *patch,
                                       const struct contensou_fit_result *result,
                                       const struct contensou__export_law *e, int with_mu,
                                       const struct contensou__language *language,
                                       const struct contensou_export_options *options,
                                       struct contensou__text *out, struct contensou_error *err)
{
    OWNED(contensou__export_text_free)
    struct contensou__export_text t = {
        .language = language, .name = options->name, .with_mu = with_mu, .metres = patch->unit > 0};
    OWNED(contensou__export_text_free)
    struct contensou__export_text many = {.language = language->batch, .name = options->name};
    OWNED(contensou__text_free) struct contensou__text about = {0};

    contensou__export_laws_body(e, &t);
    if (language->batch) {
        contensou__export_laws_body(e, &many);
        contensou__export_text_function(&many, "", &t.many);
    }
    TRY(contensou__export_language_check(options->name, options->language,
                                         t.locals.data ? t.locals.data : "", err));
    contensou__export_about_law(patch, result, options->name, options->command, with_mu, &about);
    contensou__export_text_function(&t, about.data ? about.data : "", out);
    out->failed |= about.failed;
    return CONTENSOU_OK;
}

/* A word that other texts do not have (FNV-1a). */
static void identify(const struct contensou__text *text, char identity[40])
{
    uint64_t hash = UINT64_C(14695981039346656037);

    for (size_t i = 0; i < text->size; ++i)
        hash = (hash ^ (unsigned char)text->data[i]) * UINT64_C(1099511628211);
    snprintf(identity, 40, "contensou-%016" PRIx64, hash);
}

/* What runs the functions, behind them. */
static void write_scripts(const struct contensou__language *language, double size,
                          struct contensou__export_source *source)
{
    const struct contensou__export_number length = contensou__export_text_number(size);
    const struct contensou__export_word words[] = {{"LAW", source->name},
                                                   {"GUID", source->identity},
                                                   {"START_MU", source->mu},
                                                   {"START_EPS", CONTENSOU__EXPORT_SOURCE_EPS},
                                                   {"CONTACT_MU", source->mu},
                                                   {"CONTACT_SIZE", length.text},
                                                   {0}};
    struct contensou__text *const out = &source->text;

    identify(&source->text, source->identity);
    for (size_t i = 0; i < sizeof language->scripts / sizeof *language->scripts; ++i)
        contensou__export_template_fill(contensou__export_template_file(language->scripts[i], out),
                                        words, out);
}

/* The functions, and what runs them. */
static enum contensou_status write_all(const struct contensou_patch *patch,
                                       const struct contensou_fit_result *result,
                                       const struct contensou__language *language,
                                       const struct contensou_export_options *options,
                                       struct contensou__export_source *source,
                                       struct contensou_error *err)
{
    const struct contensou__language *base = language->base ? language->base : language;
    OWNED(contensou__law_free) struct contensou__law law = {0};
    struct contensou__export_law e = {&law, 1, 1, contensou_patch_radius(patch)};
    double mu = 0.3, size = 1;
    int with_mu = 0;

    TRY(contensou_patch_size(patch, &size, err));
    if (strcmp(result->model, CONTENSOU__EXPORT_TABLE) != 0) {
        TRY(contensou__law_create(&law, result->model, patch, err));
        if (!contensou__export_laws_has(&law))
            return WRONG(err,
                         "%s has no exported function yet (fit/export/export_laws.c); "
                         "leave " SETTING("export") " out for the JSON",
                         result->model);
        TRY(put_values(result, &law, &e, &with_mu, err));
    }
    e.a *= patch->unit > 0 ? patch->unit : 1; /* slips and torques are in metres then */
    if (language->scripts[0] && with_mu) {    /* a script has the coefficient apart */
        mu = e.mu;
        e.mu = 1;
        with_mu = 0;
    }
    if (law.about)
        TRY(write_law(patch, result, &e, with_mu, base, options, &source->text, err));
    else {
        TRY(contensou__export_language_check(options->name, options->language, "", err));
        TRY(contensou__export_table_write(patch, base, options->name, options->command,
                                          &source->text, err));
    }
    snprintf(source->mu, sizeof source->mu, "%s", contensou__export_text_number(mu).text);
    if (language->scripts[0])
        write_scripts(language, e.a * size, source);
    return CONTENSOU_OK;
}

enum contensou_status contensou__export_source_unit(const struct contensou_patch *patch,
                                                    const char *name, struct contensou_error *err)
{
    if (patch->unit > 0)
        return CONTENSOU_OK;
    return WRONG(err,
                 "the contact has no unit of length, and %s computes in metres; give it "
                 "by " SETTING("unit") ", such as m or mm",
                 name);
}

enum contensou_status contensou__export_source_make(const struct contensou_patch *patch,
                                                    const struct contensou_fit_result *result,
                                                    const struct contensou_export_options *options,
                                                    struct contensou__export_source *source,
                                                    struct contensou_error *err)
{
    const struct contensou__language *language = NULL;
    struct contensou_export_options own;

    TRY(contensou__versioned_take(&own, sizeof own, options, "contensou_export_options", err));
    if (patch->stretch.is)
        return WRONG(err, "the exported function has plain friction; leave " SETTING(
                              "anisotropy") " out, or write the JSON");
    TRY(contensou__export_language_find(own.language, &language, err));
    if (own.name)
        TRY(contensou__export_language_check(own.name, own.language, "", err));
    if (language->needs_unit)
        TRY(contensou__export_source_unit(patch, own.language, err));
    snprintf(source->name, sizeof source->name, "%s%s", own.name ? "" : "contensou_",
             own.name ? own.name : result->model);
    own.name = source->name;
    return write_all(patch, result, language, &own, source, err);
}

enum contensou_status contensou_export_code(const struct contensou_patch *patch,
                                            const struct contensou_fit_result *result,
                                            const struct contensou_export_options *options,
                                            char **text, struct contensou_error *err)
{
    OWNED(contensou__export_source_free) struct contensou__export_source source = {0};

    *text = NULL;
    TRY(contensou__export_source_make(patch, result, options, &source, err));
    return contensou__text_take(&source.text, "the text of a law", text, err);
}

enum contensou_status contensou_export_check_name(const char *language, const char *name,
                                                  struct contensou_error *err)
{
    return contensou__export_language_check(name, language, "", err);
}
