/* cmd_fit.c: contensou fit: a small formula for the friction of a contact, and how wrong it is.
 *
 * Places for output are tried before the work, and written after it. SPDX-License-Identifier: MIT */
#include "cli/cmd_fit.h"

#include "base/names.h"
#include "base/numbers.h"
#include "base/try.h"
#include "cli/command.h"
#include "cli/contact_options.h"
#include "cli/parts.h"
#include "cli/progress.h"
#include "cli/text_file.h"
#include "cli/undrawn.h"

#include <contensou/contact.h>
#include <contensou/export.h>
#include <contensou/plot.h>
#include <contensou/table.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* What contensou fit was asked for. */

enum { most_theta = 100000, most_nodes = 1000000, most_starts = 10000 };
static const long largest_seed = 1000000000000;

static const char *const norms[2] = {"l2", "max"}, *const weights[2] = {"theta", "sphere"},
                         *const losses[2] = {"square", "huber"}, *const unknowns[2] = {"mu", "a"};

static enum contensou_status read_weights(struct contensou__cmd_fit_setup *s,
                                          const struct contensou__options *o,
                                          struct contensou_error *err)
{
    double pair[2];

    TRY(contensou__numbers_list(contensou__options_value(o, "weights"), "--weights force,torque",
                                pair, 2, err));
    if (!(pair[0] >= 0 && pair[1] >= 0 && pair[0] + pair[1] > 0))
        return WRONG(err, "--weights %s: weights are 0 or more, and one of them above 0",
                     contensou__options_value(o, "weights"));
    s->fit.weight_force = pair[0];
    s->fit.weight_torque = pair[1];
    return CONTENSOU_OK;
}

static enum contensou_status read_nodes(struct contensou__cmd_fit_setup *s,
                                        const struct contensou__options *o,
                                        struct contensou_error *err)
{
    const char *text = contensou__options_value(o, "nodes");
    const char *comma = text ? strchr(text, ',') : NULL;
    char first[32];
    long theta = 0, phi = 0;

    if (!text)
        return CONTENSOU_OK;
    snprintf(first, sizeof first, "%.*s", comma ? (int)(comma - text) : 31, text);
    TRY(contensou__numbers_whole(first, "--nodes theta", 2, most_theta, &theta, err));
    if (comma)
        TRY(contensou__numbers_whole(comma + 1, "--nodes theta,phi", 1, most_theta, &phi, err));
    if (phi * theta > most_nodes)
        return WRONG(err, "--nodes %s makes %ld directions; at most %d", text, phi * theta,
                     most_nodes);
    s->fit.theta_nodes = (int)theta;
    s->fit.phi_nodes = (int)phi;
    return CONTENSOU_OK;
}

static enum contensou_status read_length_unit(struct contensou__cmd_fit_setup *s,
                                              const struct contensou__options *o,
                                              struct contensou_error *err)
{
    const char *text = contensou__options_value(o, "length-unit");

    TRY(contensou__options_number(o, "length-unit", &s->fit.length_unit, err));
    if (text && !(s->fit.length_unit > 0))
        return WRONG(err, "--length-unit %s: a unit of length is above 0", text);
    return CONTENSOU_OK;
}

/* Where the texts of --fix, --bounds and of limit's --set differ. */
static const struct {
    const char *option, *shape, *twice;
} bound_texts[] = {
    [contensou__cmd_fit_fix] = {"--fix", "a name with its value; write name=value, such as m=2",
                                "%s is given twice among --fix and --bounds; give it once"},
    [contensou__cmd_fit_range] = {"--bounds",
                                  "a name with its bounds; write name=lo:hi, such as b=0.1:2",
                                  "%s is given twice among --fix and --bounds; give it once"},
    [contensou__cmd_fit_set] = {"--set",
                                "a name with its value; write name=value, such as b=0.45,m=0.76",
                                "--set: %s is given twice; give it once"},
};

/* Sets one bound from "name=value" or, for --bounds, "name=lo:hi"; the text is cut up. */
static enum contensou_status read_bound(struct contensou_fit_options *fit,
                                        struct contensou_fit_bound *bounds, char *text,
                                        enum contensou__cmd_fit_bound kind,
                                        struct contensou_error *err)
{
    struct contensou_fit_bound *b = &bounds[fit->bound_count];
    const int is_range = kind == contensou__cmd_fit_range;
    char *equals = strchr(text, '='), *colon = equals ? strchr(equals, ':') : NULL;
    const char *option = bound_texts[kind].option;

    if (!equals || equals == text || (is_range && !colon))
        return WRONG(err, "%s: '%s' is not %s", option, text, bound_texts[kind].shape);
    *equals = '\0';
    if (is_range)
        *colon = '\0';
    for (size_t i = 0; i < fit->bound_count; ++i)
        if (strcmp(bounds[i].name, text) == 0)
            return WRONG(err, bound_texts[kind].twice, text);
    if (fit->bound_count == CONTENSOU_FIT_PARAMETERS)
        return WRONG(err, "%s: more than %d parameters", option, CONTENSOU_FIT_PARAMETERS);
    b->name = text;
    TRY(contensou__numbers_parse(equals + 1, option, &b->low, err));
    b->high = b->low;
    if (is_range)
        TRY(contensou__numbers_parse(colon + 1, option, &b->high, err));
    if (is_range && !(b->low < b->high))
        return WRONG(err,
                     "--bounds: %s=%g:%g leaves no room; the first end must be below the second, "
                     "and --fix %s=%g fixes it",
                     text, b->low, b->high, text, b->low);
    ++fit->bound_count;
    return CONTENSOU_OK;
}

enum contensou_status contensou__cmd_fit_bounds(const char *text,
                                                enum contensou__cmd_fit_bound kind,
                                                struct contensou_fit_options *fit,
                                                struct contensou_fit_bound *bounds, char **names,
                                                struct contensou_error *err)
{
    if (!text)
        return CONTENSOU_OK;
    *names = strdup(text);
    TRY(contensou__try_memory(*names, err, "the bounds of a fit"));
    for (char *at = *names; at;) {
        char *comma = strchr(at, ',');

        if (comma)
            *comma = '\0';
        TRY(read_bound(fit, bounds, at, kind, err));
        at = comma ? comma + 1 : NULL;
    }
    return CONTENSOU_OK;
}

/* Whether a listed model has a parameter of this name. */
static int has_parameter(const char *model, const char *name)
{
    struct contensou_catalogue *c = NULL;
    struct contensou_error err;
    const struct contensou_catalogue_part *part = NULL;
    int has = 0;

    if (!contensou_catalogue_create(&c, CONTENSOU_CATALOGUE_MODELS, &err))
        part = contensou_catalogue_find(c, model);
    for (size_t i = 0; part && i < part->numbers; ++i)
        has |= !strcmp(part->number[i].name, name);
    contensou_catalogue_free(c);
    return has;
}

/* --free mu,a */
static enum contensou_status read_free(struct contensou__cmd_fit_setup *s,
                                       const struct contensou__options *o,
                                       struct contensou_error *err)
{
    const char *text = contensou__options_value(o, "free");

    while (text) {
        const char *comma = strchr(text, ',');
        char name[32];
        int k;

        snprintf(name, sizeof name, "%.*s", comma ? (int)(comma - text) : 31, text);
        k = contensou__names_find(name, unknowns, 2);
        if (k < 0)
            return contensou__names_fail(err, "unknown of --free", name, unknowns, 2);
        *(k ? &s->fit.free_a : &s->fit.free_mu) = 1;
        text = comma ? comma + 1 : NULL;
    }
    /* the name is taken there; the radius is the same unknown */
    if (s->fit.free_a && s->fit.model && has_parameter(s->fit.model, "a"))
        return WRONG(err,
                     "--free a: %s has a coefficient of its own named a; free its radius instead, "
                     "such as --bounds R=0.1:10",
                     s->fit.model);
    return CONTENSOU_OK;
}

/* Options that mean nothing together are refused rather than ignored. */
static enum contensou_status check_together(const struct contensou__options *o,
                                            struct contensou_error *err)
{
    static const struct {
        const char *option, *other;
        int needs; /* 1: needs the other one; 0: excludes it */
        const char *why;
    } rules[] = {
        {"free", "data", 1, "mu and a are identified from measurements"},
        {"loss", "data", 1, "outliers are those of measurements"},
        {"weight", "data", 0, "rows have the column weight"},
        {"nodes", "data", 0, "the directions are those of the rows"},
        {"vary", "data", 0, "a scan fits the exact wrench of each contact"},
        {"vary", "export", 0, "a scan writes a table and no code"},
        {"vary", "engine", 0, "a scan writes a table of a model's parameters"},
        {"export", "engine", 0, "each is what the output holds"},
        {"name", "export", 1, "it names the exported function"},
        {"feet", "engine", 1, "it is the contact as points that an engine has"},
    };

    for (size_t i = 0; i < sizeof rules / sizeof *rules; ++i)
        if (contensou__options_given(o, rules[i].option) &&
            contensou__options_given(o, rules[i].other) != rules[i].needs)
            return WRONG(err, "--%s %s --%s: %s", rules[i].option,
                         rules[i].needs ? "needs" : "cannot be used with", rules[i].other,
                         rules[i].why);
    return CONTENSOU_OK;
}

/* What the fit that is asked for cannot heed. */
static enum contensou_status check_fit(const struct contensou__cmd_fit_setup *s,
                                       const struct contensou__options *o,
                                       struct contensou_error *err)
{
    static const char *const of_rows[2] = {"normal-force", "units"};
    static const char *const of_exact[] = {"target", "normalise", "map",       "smoothing", "folds",
                                           "group",  "residuals", "cells-out", "residual"};
    const int max = s->fit.norm == CONTENSOU_NORM_MAX;

    if (contensou__options_given(o, "mu") && !s->data && !contensou__options_given(o, "engine"))
        return WRONG(err, "--mu needs --engine or --data: a law alone is per unit of mu N");
    TRY(contensou__options_refuse(
        o, of_exact, sizeof of_exact / sizeof *of_exact,
        "needs --model exact, which identifies the contact; formulas are fitted to the wrenches of "
        "all rows",
        err));
    if (!s->data)
        TRY(contensou__options_refuse(
            o, of_rows, 2, "needs --data: it says what measured rows are given in", err));
    if (contensou__options_given(o, "vary") && s->fit.model && s->fit.model[0] == 'I' && !max &&
        (contensou__options_given(o, "starts") || contensou__options_given(o, "seed")))
        return WRONG(err,
                     "--starts and --seed cannot be used with --vary and %s: such a scan searches "
                     "from a grid of places",
                     s->fit.model);
    if (max && contensou__options_given(o, "weight"))
        return WRONG(err, "--weight cannot be used with --norm max: the largest error has no "
                          "weights over directions");
    if (s->data && max)
        return WRONG(err, "--norm max cannot be used with --data: one outlier would decide the "
                          "fit; use l2, and --loss huber against outliers");
    if (!strcmp(contensou__options_value(o, "precision"), "single"))
        return WRONG(err, "--precision single: parameters to 10 digits need double");
    return CONTENSOU_OK;
}

/* The ending of the output must be that of what it will hold. */
static enum contensou_status check_output(const struct contensou__cmd_fit_setup *s,
                                          struct contensou_error *err)
{
    const char *dot = s->output ? strrchr(s->output, '.') : NULL;
    const char *ending = *s->endings ? s->endings : ".json", *blank = strchr(ending, ' ');

    if (contensou_table_is_stream(s->output) || s->engine)
        return CONTENSOU_OK;
    for (const char *at = ending; at; at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL)
        if (dot && strlen(dot) == strcspn(at, " ") && !strncasecmp(dot, at, strlen(dot)))
            return CONTENSOU_OK;
    return WRONG(err, "-o '%s': %s ends in %.*s%s%s", s->output,
                 s->language ? "this --export" : "a fit without --export",
                 (int)strcspn(ending, " "), ending, blank ? " or " : "", blank ? blank + 1 : "");
}

/* The language of --export, the endings of its files, and whether --name suits it; what the function needs inside is
 * known to the export alone. */
static enum contensou_status read_language(struct contensou__cmd_fit_setup *s,
                                           const struct contensou__options *o,
                                           struct contensou_error *err)
{
    OWNED(contensou__parts_free) struct contensou__parts languages = {0};
    size_t json;
    int index = 0;

    TRY(contensou__parts_open(&languages, CONTENSOU_CATALOGUE_LANGUAGES, NULL, NULL, err));
    json = languages.count;
    languages.name[json] = "json"; /* there is room for one more */
    TRY(contensou__options_choice(o, "export", languages.name, json + 1, &index, err));
    if ((size_t)index == json)
        return s->name
                   ? WRONG(err, "--name cannot be used with --export json, which has no function")
                   : CONTENSOU_OK;
    snprintf(s->endings, sizeof s->endings, "%s",
             contensou_catalogue_property(
                 contensou_catalogue_part(languages.catalogue, (size_t)index), "endings"));
    return s->name ? contensou_export_check_name(s->language, s->name, err) : CONTENSOU_OK;
}

static enum contensou_status check_engine(const struct contensou__options *o,
                                          struct contensou_error *err)
{
    OWNED(contensou__parts_free) struct contensou__parts engines = {0};
    int index;

    TRY(contensou__parts_open(&engines, CONTENSOU_CATALOGUE_ENGINES, NULL, NULL, err));
    return contensou__options_choice(o, "engine", engines.name, engines.count, &index, err);
}

/* A table of the exact law is only exported, and nothing of it is fitted. */
static enum contensou_status check_table(const struct contensou__cmd_fit_setup *s,
                                         const struct contensou__options *o,
                                         struct contensou_error *err)
{
    static const char *const fits[] = {"data", "vary", "norm", "fix", "bounds", "plot", "loss"};

    TRY(contensou__options_refuse(
        o, fits, sizeof fits / sizeof *fits,
        "cannot be used with --model table: a table is the exact law, and nothing of it is fitted",
        err));
    if (!s->language || strcmp(s->language, "json") == 0)
        return WRONG(
            err, "--model table is for --export c, python, jax, torch, fmu, or one of the engines");
    return CONTENSOU_OK;
}

static enum contensou_status read_output(struct contensou__cmd_fit_setup *s,
                                         const struct contensou__options *o,
                                         struct contensou_error *err)
{
    s->language = contensou__options_value(o, "export");
    s->name = contensou__options_value(o, "name");
    s->engine = contensou__options_value(o, "engine");
    if (s->language)
        TRY(read_language(s, o, err));
    if (s->engine)
        TRY(check_engine(o, err));
    TRY(contensou__options_int(o, "feet", CONTENSOU_EXPORT_FEET_LEAST, CONTENSOU_EXPORT_FEET_MOST,
                               &s->feet, err));
    TRY(contensou__options_number(o, "mu", &s->mu, err));
    if (!(s->mu > 0))
        return WRONG(err, "--mu %s: a coefficient of friction is above 0",
                     contensou__options_value(o, "mu"));
    if (s->plot && !s->fit.model)
        return WRONG(err, "--plot draws a fitted model; give --model, such as --model I11");
    if (s->fit.model && strcmp(s->fit.model, "table") == 0)
        TRY(check_table(s, o, err));
    if (s->language && strcmp(s->language, "fmu") == 0 && (!s->output || !strcmp(s->output, "-")) &&
        isatty(STDOUT_FILENO))
        return WRONG(err, "--export fmu makes a file of bytes; give -o, such as -o law.fmu");
    return contensou__options_given(o, "vary") ? CONTENSOU_OK : check_output(s, err);
}

static enum contensou_status read_search(struct contensou__cmd_fit_setup *s,
                                         const struct contensou__options *o,
                                         struct contensou_error *err)
{
    int norm = 0, weight = 0, loss = 0;
    long seed = 0;

    s->fit.size = sizeof s->fit;
    TRY(contensou__options_choice(o, "norm", norms, 2, &norm, err));
    TRY(contensou__options_choice(o, "weight", weights, 2, &weight, err));
    TRY(contensou__options_choice(o, "loss", losses, 2, &loss, err));
    TRY(contensou__options_int(o, "starts", 1, most_starts, &s->fit.starts, err));
    TRY(contensou__options_whole(o, "seed", 0, largest_seed, &seed, err));
    s->fit.norm = (enum contensou_norm)norm;
    s->fit.weight = (enum contensou_weight)weight;
    s->fit.loss = (enum contensou_loss)loss;
    s->fit.seed = (unsigned long)seed;
    return CONTENSOU_OK;
}

static enum contensou_status no_model(struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text list = {0};

    contensou__parts_expand("{models}", &list);
    return WRONG(err, "missing model: give --model, such as --model I11; available: %s",
                 list.data ? list.data : "");
}

enum contensou_status contensou__cmd_fit_setup_read(struct contensou__cmd_fit_setup *s,
                                                    const struct contensou__options *o,
                                                    struct contensou_error *err)
{
    *s = (struct contensou__cmd_fit_setup){
        .output = contensou__options_value(o, "output"),
        .plot = contensou__options_value(o, "plot"),
        .data = contensou__options_value(o, "data"),
        .device = contensou__options_value(o, "device"),
        .quiet = contensou__options_given(o, "quiet"),
        .fit.model = contensou__options_value(o, "model"),
    };
    s->fit.bounds = s->bounds;
    TRY(contensou__contact_options_read(o, &s->spec, err));
    TRY(contensou__real_units_read(&s->units, o, &s->spec, err));
    TRY(read_search(s, o, err));
    TRY(read_weights(s, o, err));
    TRY(read_nodes(s, o, err));
    TRY(read_length_unit(s, o, err));
    TRY(check_together(o, err));
    TRY(check_fit(s, o, err));
    TRY(contensou__cmd_fit_bounds(contensou__options_value(o, "fix"), contensou__cmd_fit_fix,
                                  &s->fit, s->bounds, &s->names[0], err));
    TRY(contensou__cmd_fit_bounds(contensou__options_value(o, "bounds"), contensou__cmd_fit_range,
                                  &s->fit, s->bounds, &s->names[1], err));
    TRY(read_free(s, o, err));
    TRY(read_output(s, o, err));
    return s->fit.model || s->engine ? CONTENSOU_OK : no_model(err);
}

void contensou__cmd_fit_setup_free(struct contensou__cmd_fit_setup *s)
{
    free(s->names[0]);
    free(s->names[1]);
    s->names[0] = s->names[1] = NULL;
}

/* Everything that is opened for one run; all zero is nothing. */
struct work {
    struct contensou__cmd_fit_setup setup;
    struct contensou_fit_rows data;
    struct contensou__text_file file;
    struct contensou_patch *patch;
    struct contensou_device *device;
    struct contensou_fit_result result;
    const char *command;
    char *text; /* of the output */
    size_t size;
};

/* The result of a fit, for a reader. */

int contensou__cmd_fit_finite(const struct contensou_fit_result *r)
{
    return isfinite(r->rms) && fabs(r->least_power) < 1e6;
}

static void print_parameters(const struct work *w, FILE *to)
{
    for (int i = 0; i < w->result.count; ++i) {
        const struct contensou_fit_parameter *p = &w->result.parameter[i];

        if (!contensou_fit_shown(&w->result, i))
            continue;
        fprintf(to, "  %-10s %-17.10g", p->name, p->value);
        if (!p->free)
            fprintf(to, " not fitted");
        else if (w->setup.data && isfinite(p->high - p->low))
            fprintf(to, " 95 %% in %.6g to %.6g", p->low, p->high);
        else if (w->setup.data)
            fprintf(to, " not determined by these data");
        fputc('\n', to);
    }
}

/* What a reader wants to know, and the warnings. */
static void print_report(const struct work *w, FILE *to)
{
    const struct contensou_fit_result *f = &w->result;
    const struct contensou_patch_spec *spec = &w->setup.spec;
    const char *weight = contensou_fit_file_write_weight(&w->setup.fit);

    fprintf(to, "%s for %s, %s; %s norm over ", f->model, spec->shape,
            contensou_contact_pressure(spec), norms[w->setup.fit.norm]);
    if (w->setup.data)
        fprintf(to, "%zu measured rows\n", w->data.data.n);
    else
        fprintf(to, "%s\n",
                !weight                        ? "all directions"
                : strcmp(weight, "theta") == 0 ? "uniform theta"
                                               : "the sphere of directions");
    fprintf(to, "  %-10s %-17.10g unit of length of theta and of the torque's error\n", "length",
            f->size); /* `size` may be a parameter of the model */
    print_parameters(w, to);
    fprintf(to,
            "  %-10s %-17s %-17s at theta, phi (rad)\n"
            "  %-10s %-17.6g %-17.6g %.4f, %.4f\n"
            "  %-10s %-17.6g %-17.6g %.4f, %.4f\n",
            "error", "rms", "largest", "force", f->rms_T, f->max_T, f->theta_T, f->phi_T, "torque",
            f->rms_M, f->max_M, f->theta_M, f->phi_M);
    fprintf(to, "  %s (least power %.3g), %s (least slope %.3g)\n",
            f->passive ? "passive" : "NOT PASSIVE: it gives energy in some directions",
            f->least_power, f->monotone ? "monotone" : "not monotone", f->least_slope);
    if (f->starts)
        fprintf(to, "  %d of %d starts agree; the two routes of the search differ by %.1e\n",
                f->agreed, f->starts, f->spread);
    else
        fprintf(to,
                "  nothing was searched: every parameter follows from the contact or is fixed\n");
}

static enum contensou_status draw_fit(const struct work *w, struct contensou_error *err)
{
    const struct contensou__cmd_fit_setup *s = &w->setup;
    const struct contensou_fit_result *result = &w->result;
    double mu = 1, a = 1;
    char title[256];

    for (int i = 0; i < result->count; ++i) {
        if (s->fit.free_mu && strcmp(result->parameter[i].name, "mu") == 0)
            mu = result->parameter[i].value;
        if (s->fit.free_a && strcmp(result->parameter[i].name, "a") == 0)
            a = result->parameter[i].value;
    }
    snprintf(title, sizeof title, "%s fitted to %s%.100s, %.40s", result->model,
             s->data ? "measurements on " : "", s->spec.shape,
             contensou_contact_pressure(&s->spec));
    return contensou_plot_law(s->plot, title, w->patch, result, mu, a,
                              s->data ? &w->data.data : NULL, err);
}

static enum contensou_status open_all(struct work *w, const struct contensou__options *options,
                                      struct contensou_error *err)
{
    const struct contensou__cmd_fit_setup *s = &w->setup;

    TRY(contensou__cmd_fit_setup_read(&w->setup, options, err));
    TRY(contensou_patch_create(&w->patch, &s->spec, err));
    contensou__real_units_contact(&w->setup.units, w->patch, s->data != NULL);
    if (s->data)
        TRY(contensou__real_units_rows(&s->units, &w->data, s->data, NULL, err));
    if (s->plot)
        TRY(contensou_plot_check(s->plot, err));
    if (s->output && strcmp(s->output, "-") != 0)
        TRY(contensou__text_file_open(&w->file, s->output, err));
    TRY(contensou_device_open(&w->device, s->device, err));
    w->setup.fit.data = s->data ? &w->data.data : NULL;
    w->setup.fit.gap = !s->data;
    w->setup.fit.progress = contensou__progress_of(NULL);
    w->command = contensou__options_line(options);
    return CONTENSOU_OK;
}

static void close_all(struct work *w)
{
    free(w->text);
    contensou_device_close(w->device);
    contensou__text_file_discard(&w->file);
    contensou_fit_rows_free(&w->data);
    contensou_patch_free(w->patch);
    contensou__cmd_fit_setup_free(&w->setup);
}

/* A co-simulation unit, which is a file of bytes. */
static enum contensou_status make_fmu(struct work *w, const struct contensou_export_options *export,
                                      struct contensou_error *err)
{
    unsigned char *bytes = NULL;
    int compiled = 0;

    TRY(contensou_export_fmu(w->patch, &w->result, export, "cc", &bytes, &w->size, &compiled, err));
    w->text = (char *)bytes;
    if (!compiled)
        fprintf(stderr, "contensou: no library was made for the unit, which has its source only: "
                        "that takes a C compiler, cc, on Linux\n");
    return CONTENSOU_OK;
}

/* What the output holds: an engine's parameters, code, or the JSON. */
static enum contensou_status make_text(struct work *w, struct contensou_error *err)
{
    const struct contensou__cmd_fit_setup *s = &w->setup;
    const struct contensou_engine_options engine = {
        .size = sizeof engine, .engine = s->engine, .mu = s->mu, .feet = s->feet};
    const struct contensou_export_options export = {
        .size = sizeof export, .language = s->language, .name = s->name, .command = w->command};
    struct contensou_fit_record record = contensou__real_units_record(&s->units);

    if (s->engine)
        return contensou_export_engine(w->patch, w->device, &engine, &w->text, err);
    record.spec = &s->spec;
    record.options = &s->fit;
    record.data = s->data;
    record.command = w->command;
    record.device = contensou_device_about(w->device)->name;
    if (!s->language || strcmp(s->language, "json") == 0)
        return contensou_fit_file_write_text(&w->result, &record, &w->text, err);
    return strcmp(s->language, "fmu") == 0
               ? make_fmu(w, &export, err)
               : contensou_export_code(w->patch, &w->result, &export, &w->text, err);
}

static int is_table(const struct contensou__cmd_fit_setup *s)
{
    return s->fit.model && strcmp(s->fit.model, "table") == 0;
}

static enum contensou_status fit(struct work *w, struct contensou_error *err)
{
    if (is_table(&w->setup)) { /* the exact law: nothing is fitted */
        w->result.model = "table";
        return CONTENSOU_OK;
    }
    TRY(contensou_fit(w->patch, w->device, &w->setup.fit, &w->result, err));

    if (!contensou__cmd_fit_finite(&w->result))
        return WRONG(err,
                     "%s has no finite wrench in some directions with these parameters; choose "
                     "others for --fix and --bounds",
                     w->result.model);
    if (w->setup.data)
        TRY(contensou_fit_rows_check(&w->data.data, w->setup.data, &w->result, err));
    return CONTENSOU_OK;
}

static enum contensou_status write_all(struct work *w, struct contensou_error *err)
{
    const struct contensou__cmd_fit_setup *s = &w->setup;

    TRY(make_text(w, err));
    TRY(contensou__progress_check(err));
    if (s->plot)
        TRY(contensou__undrawn_warn(draw_fit(w, err), err));
    if (!w->size)
        w->size = strlen(w->text);
    if (w->file.opened)
        TRY(contensou__text_file_close_bytes(&w->file, w->text, w->size, err));
    else
        fwrite(w->text, 1, w->size,
               stdout); /* the program checks at its end that all was written */
    if (!s->fit.model || is_table(s))
        return CONTENSOU_OK;
    if (contensou__progress_speaks())
        print_report(w, stderr);
    contensou__progress_warn("fit", w->result.warning);
    return CONTENSOU_OK;
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    const char *model = contensou__options_value(options, "model");
    OWNED(close_all) struct work w = {0};

    if (model && strcmp(model, "exact") == 0)
        return contensou__cmd_fit_identify_run(options, err);
    if (contensou__options_given(options, "vary"))
        return contensou__cmd_fit_scan_run(options, err);
    TRY(open_all(&w, options, err));
    if (w.setup.fit.model)
        TRY(fit(&w, err));
    return write_all(&w, err);
}

static const struct contensou__option option_rows[] = {
    CONTENSOU__CONTACT_OPTIONS_ROWS,
    {"model", 0, "MODEL", NULL,
     "the formula: {models}, which 'contensou list models' explains; or, with --data, exact: the "
     "integral over the cells of the contact, whose loads are identified; or, with --export, "
     "table: the exact law as a table (required, but for --engine)"},
    {"norm", 0, "NORM", "l2",
     "what is made small: l2 (the sum of squares) or max (the largest error over all directions)"},
    {"weight", 0, "WEIGHT", "theta",
     "how l2 weights directions: theta (all angles alike) or sphere (by solid angle)"},
    {"weights", 0, "T,M", "1,1", "weights of the squared errors of force and torque"},
    {"nodes", 0, "N[,N]", NULL,
     "directions for l2 in theta and phi (default: 181, and in phi 1 for circular contacts, "
     "otherwise 24)"},
    {"length-unit", 0, "L", NULL,
     "measure theta by tan theta = omega L/v and torques over L (default: the size of the contact, "
     "so that results are the same in any unit; 1 is [1]'s convention)"},
    {"fix", 0, "NAME=X,..", NULL, "keep parameters at these values, such as m=2,b=0.5"},
    {"bounds", 0, "NAME=LO:HI,..", NULL,
     "keep parameters between these values, such as b=0.1:2; frees one that is not fitted "
     "otherwise, such as those of pade1"},
    {"data", 0, "FILE.csv", NULL,
     "fit measurements: columns vx,vy,omega, any of Tx,Ty,M (per unit of normal force; M per unit "
     "of length too; or in newtons and newton metres with --normal-force and --size), and weight "
     "if wanted; other columns are passed over"},
    CONTENSOU__REAL_UNITS_LENGTHS,
    {"free", 0, "NAMES", NULL,
     "with --data: mu (friction coefficient), a (size of the contact) or mu,a are unknown too; "
     "otherwise they are 1. With the model exact: auto (default), which compares sets of these and "
     "of targets by rows held out, and takes the set with the fewest unknowns within one standard "
     "error of the best; or some of mu, pressure (loads of cells), a, center, anisotropy (of "
     "friction, by the direction of sliding), and, without pressure, tilt and q (of --pressure "
     "power:q)"},
    {"group", 0, "COLUMN", NULL,
     "with the model exact: rows with the same number in this column, those of one push, are held "
     "out together (default: push, where there is such a column; otherwise blocks of neighbouring "
     "rows)"},
    {"target", 0, "WHAT", "both",
     "with the model exact: make the angle small between measured and predicted wrench, slip (what "
     "a pushing robot needs), or both; where it is not given --free auto chooses it, by the slip"},
    {"normalise", 0, NULL, NULL,
     "with the model exact: rows have directions only, so that mu is not asked for"},
    {"map", 0, "N", NULL,
     "with the model exact: cells along the larger side of the contact whose loads are found "
     "(default: 5); those of cells:FILE are taken as they are"},
    {"smoothing", 0, "X", NULL,
     "with the model exact: pull towards the pressure of the contact (default: by "
     "cross-validation, none for cells:FILE)"},
    {"folds", 0, "K", NULL, "with the model exact: report the errors of rows held out, in K folds"},
    {"residuals", 0, "FILE.csv", NULL, "with the model exact: write the angles of each row"},
    {"residual", 0, "KIND", NULL,
     "with the model exact: gp adds a Gaussian process of what the law leaves of slips, for "
     "'contensou limit', where rows held out are the better for it (default: none)"},
    {"cells-out", 0, "FILE.csv", NULL,
     "with the model exact: write the cells with their loads, for --shape cells:FILE.csv"},
    {"loss", 0, "LOSS", "square", "with --data: square, or huber against outliers"},
    {"starts", 0, "N", "8", "local searches from random places, besides the global one"},
    {"seed", 0, "N", "0", "of the random places"},
    {"export", 0, "LANGUAGE", NULL,
     "write the law for a simulator instead of the JSON: a header in c or a module in python, with "
     "Jacobian, regularisation and an implicit step; the same over arrays in jax, torch and warp; "
     "a function in matlab or modelica; a script that gives mujoco, drake, sapien (PhysX), "
     "pybullet or newton this law; a co-simulation unit, fmu: json, {languages}"},
    {"name", 0, "NAME", NULL, "of that function (default: contensou_MODEL)"},
    {"engine", 0, "ENGINE", NULL,
     "{engines}: write the engine's own friction parameters for this contact instead"},
    {"mu", 0, "MU", "1",
     "the friction coefficient: for --engine, or with --data where it is known and not to be "
     "found"},
    {"feet", 0, "N", NULL,
     "with --engine: the contact as N points with plain Coulomb friction, 2 to 16, their places "
     "and shares fitted to the exact wrench, for engines that have nothing better"},
    {"vary", 0, "NAME=R...", NULL,
     "fit many contacts like this one and write a table, one row each: R is a range lo:hi:n or a "
     "list for a number of the shape, such as shape.q of annulus:q or shape.a of ellipse:a,b, for "
     "pressure.q of power:q, tilt.k, tilt.beta, center.x or center.y; given several times they "
     "make a grid"},
    {"output", 'o', "FILE", NULL,
     "write to FILE: .json, for --export as the language has it, for --vary .csv, .h5 (default: "
     "standard output; a table goes there unless there is --plot)"},
    {"plot", 0, "FILE", NULL,
     "draw exact and fitted force and torque against theta, and the error; with --vary the "
     "parameters against the varied number: FILE.png, FILE.svg or FILE.pdf"},
};

const struct contensou__command contensou__cmd_fit_command = {
    .name = "fit",
    .summary = "a small formula for the friction of a contact, with its errors",
    .usage = "--shape SHAPE [--pressure PRESSURE] --model MODEL [--norm l2|max]\n"
             "                     [--data FILE.csv] [--vary NAME=R] [--export LANGUAGE]\n"
             "                     [-o fit.json] [options]",
    .about =
        "Fits the model to the exact wrench (Tx, Ty, M) of the contact in all directions of slip, "
        "or to measured data, by two routes: a global search, and local searches from several "
        "starts. Angles between sliding and spinning, and torques, are measured with the size of "
        "the contact: sqrt(2) times the radius of gyration of the pressure about the reference "
        "point, which is R for a uniform disk; for disks, annuli and ellipses it is sqrt((a^2 + "
        "b^2)/2), whatever the pressure, so that [1]'s numbers stay. With --free a it is that "
        "times a. Errors of the torque are over this size. The JSON holds model, parameters, "
        "errors (root mean square and largest, of force T and torque M, and where), size, passive "
        "(power never negative), monotone, search (how many starts agree) and, with data, the 95 % "
        "intervals of the parameters. A report goes to standard error.\n"
        "\n"
        "With --vary there is a table instead: the varied numbers, the parameters that are fitted "
        "or change, rms,rms_T,rms_M,max_T,max_M (for I<n1><n2> with l2 at the nodes), passive and, "
        "but for those models, monotone (1 or 0).\n"
        "\n"
        "I00 .. I22 agree with the exact wrench at pure spinning and pure sliding to the orders in "
        "their name, I33, I44 and so on too, on contacts that are the same after half a turn and "
        "have a smooth pressure at the reference point [1]; pade1 and pade2 follow from integrals "
        "of the contact [5]; ellipsoid is the law of most physics engines [3]; potential4 .. "
        "potential8 are gradients of a dissipation and always passive.",
    .examples =
        "  A Hertz disk, with a picture:\n"
        "    contensou fit --shape disk --pressure hertz --model I11 -o fit.json --plot fit.png\n"
        "  The smallest largest error, as a C function:\n"
        "    contensou fit --shape disk --model potential6 --norm max --export c -o law.c\n"
        "  Measured rows with unknown friction coefficient and size, and outliers:\n"
        "    contensou fit --shape disk --model potential4 --data rows.csv --free mu,a \\\n"
        "        --loss huber -o fit.json\n"
        "  A table of 100 annuli:\n"
        "    contensou fit --shape annulus:0.5 --model I11 --vary shape.q=0.1:0.9:100 -o "
        "rings.csv\n"
        "  The loads of the supports, or the pressure, of a pushed object:\n"
        "    contensou fit --shape cells:feet.csv --model exact --data pushes.csv --folds 5\n"
        "    contensou fit --shape polygon:face.csv --model exact --data pushes.csv \\\n"
        "        --target slip --cells-out loads.csv\n"
        "  What to write into an MJCF file:\n"
        "    contensou fit --shape ellipse:2,1 --pressure hertz --engine mujoco --mu 0.4\n",
    CONTENSOU__COMMAND_OPTIONS(option_rows),
    .run = run,
};
