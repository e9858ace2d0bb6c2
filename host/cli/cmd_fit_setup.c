/* cmd_fit_setup.c: what contensou fit was asked for. SPDX-License-Identifier: MIT */
#include "cli/cmd_fit.h"

#include "base/names.h"
#include "base/numbers.h"
#include "cli/contact_options.h"
#include "cli/parts.h"

#include <contensou/export.h>
#include <contensou/table.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { most_theta = 100000, most_nodes = 1000000, most_starts = 10000 };
static const long largest_seed = 1000000000000;

static const char *const norms[2] = {"l2", "max"}, *const weights[2] = {"theta", "sphere"},
                         *const losses[2] = {"square", "huber"}, *const unknowns[2] = {"mu", "a"};

static enum contensou_status read_weights(struct contensou__cmd_fit_setup *s,
                                          const struct contensou__options *o,
                                          struct contensou_error *err)
{
    double pair[2];
    const enum contensou_status status = contensou__numbers_list(
        contensou__options_value(o, "weights"), "--weights force,torque", pair, 2, err);

    if (status)
        return status;
    if (!(pair[0] >= 0 && pair[1] >= 0 && pair[0] + pair[1] > 0))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--weights %s: weights are 0 or more, and one of them above 0",
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
    enum contensou_status status;

    if (!text)
        return CONTENSOU_OK;
    snprintf(first, sizeof first, "%.*s", comma ? (int)(comma - text) : 31, text);
    status = contensou__numbers_whole(first, "--nodes theta", 2, most_theta, &theta, err);
    if (!status && comma)
        status = contensou__numbers_whole(comma + 1, "--nodes theta,phi", 1, most_theta, &phi, err);
    if (!status && phi * theta > most_nodes)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--nodes %s makes %ld directions; at most %d", text, phi * theta,
                              most_nodes);
    s->fit.theta_nodes = (int)theta;
    s->fit.phi_nodes = (int)phi;
    return status;
}

static enum contensou_status read_length_unit(struct contensou__cmd_fit_setup *s,
                                              const struct contensou__options *o,
                                              struct contensou_error *err)
{
    const char *text = contensou__options_value(o, "length-unit");
    enum contensou_status status = CONTENSOU_OK;

    if (text)
        status = contensou__numbers_parse(text, "--length-unit", &s->fit.length_unit, err);
    if (!status && text && !(s->fit.length_unit > 0))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--length-unit %s: a unit of length is above 0", text);
    return status;
}

/* Sets one bound from "name=value" or, for --bounds, "name=lo:hi"; the text is cut up. */
static enum contensou_status read_bound(struct contensou__cmd_fit_setup *s, char *text,
                                        int is_range, struct contensou_error *err)
{
    struct contensou_fit_bound *b = &s->bounds[s->fit.bound_count];
    char *equals = strchr(text, '='), *colon = equals ? strchr(equals, ':') : NULL;
    const char *option = is_range ? "--bounds" : "--fix";
    enum contensou_status status;

    if (!equals || equals == text || (is_range && !colon))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "%s: '%s' is not %s", option, text,
                              is_range ? "a name with its bounds; write name=lo:hi, such as b=0.1:2"
                                       : "a name with its value; write name=value, such as m=2");
    *equals = '\0';
    if (is_range)
        *colon = '\0';
    for (size_t i = 0; i < s->fit.bound_count; ++i)
        if (strcmp(s->bounds[i].name, text) == 0)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "%s is given twice among --fix and --bounds; give it once", text);
    if (s->fit.bound_count == CONTENSOU_FIT_PARAMETERS)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "%s: more than %d parameters", option,
                              CONTENSOU_FIT_PARAMETERS);
    b->name = text;
    status = contensou__numbers_parse(equals + 1, option, &b->low, err);
    b->high = b->low;
    if (!status && is_range)
        status = contensou__numbers_parse(colon + 1, option, &b->high, err);
    if (!status && is_range && !(b->low < b->high))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--bounds: %s=%g:%g leaves no room; the first end must be below the "
                              "second, and --fix %s=%g fixes it",
                              text, b->low, b->high, text, b->low);
    ++s->fit.bound_count;
    return status;
}

static enum contensou_status read_bounds(struct contensou__cmd_fit_setup *s,
                                         const struct contensou__options *o, int is_range,
                                         struct contensou_error *err)
{
    const char *text = contensou__options_value(o, is_range ? "bounds" : "fix");
    enum contensou_status status = CONTENSOU_OK;

    if (!text)
        return CONTENSOU_OK;
    s->names[is_range] = strdup(text);
    if (!s->names[is_range])
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the bounds of a fit");
    for (char *at = s->names[is_range]; at && !status;) {
        char *comma = strchr(at, ',');

        if (comma)
            *comma = '\0';
        status = read_bound(s, at, is_range, err);
        at = comma ? comma + 1 : NULL;
    }
    return status;
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
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--free a: %s has a coefficient of its own named a; free its radius "
                              "instead, such as --bounds R=0.1:10",
                              s->fit.model);
    return CONTENSOU_OK;
}

/* Options that mean nothing together are refused rather than ignored. */
static enum contensou_status check_together(const struct contensou__cmd_fit_setup *s,
                                            const struct contensou__options *o,
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

    static const char *const of_rows[3] = {"normal-force", "size", "units"};
    static const char *const of_exact[] = {"target", "normalise", "map",      "smoothing",
                                           "folds",  "residuals", "cells-out"};

    for (size_t i = 0; i < sizeof rules / sizeof *rules; ++i)
        if (contensou__options_given(o, rules[i].option) &&
            contensou__options_given(o, rules[i].other) != rules[i].needs)
            return contensou_fail(err, CONTENSOU_EARGUMENT, "--%s %s --%s: %s", rules[i].option,
                                  rules[i].needs ? "needs" : "cannot be used with", rules[i].other,
                                  rules[i].why);
    if (contensou__options_given(o, "mu") && !s->data && !contensou__options_given(o, "engine"))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--mu needs --engine or --data: a law alone is per unit of mu N");
    for (size_t i = 0; i < sizeof of_exact / sizeof *of_exact; ++i)
        if (contensou__options_given(o, of_exact[i]))
            return contensou_fail(
                err, CONTENSOU_EARGUMENT,
                "--%s needs --model exact, which identifies the contact; formulas "
                "are fitted to the wrenches of all rows",
                of_exact[i]);
    for (size_t i = 0; i < 3; ++i)
        if (contensou__options_given(o, of_rows[i]) && !s->data)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--%s needs --data: it says what measured rows are given in",
                                  of_rows[i]);
    if (contensou__options_given(o, "vary") && s->fit.model && s->fit.model[0] == 'I' &&
        s->fit.norm == CONTENSOU_NORM_L2 &&
        (contensou__options_given(o, "starts") || contensou__options_given(o, "seed")))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--starts and --seed cannot be used with --vary and %s: such a scan "
                              "searches from a grid of places",
                              s->fit.model);
    if (s->fit.norm == CONTENSOU_NORM_MAX && contensou__options_given(o, "weight"))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--weight cannot be used with --norm max: the largest error has no "
                              "weights over directions");
    if (s->data && s->fit.norm == CONTENSOU_NORM_MAX)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--norm max cannot be used with --data: one outlier would decide the "
                              "fit; use l2, and --loss huber against outliers");
    if (!strcmp(contensou__options_value(o, "precision"), "single"))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--precision single: parameters to 10 digits need double");
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
    return contensou_fail(err, CONTENSOU_EARGUMENT, "-o '%s': %s ends in %.*s%s%s", s->output,
                          s->language ? "this --export" : "a fit without --export",
                          (int)strcspn(ending, " "), ending, blank ? " or " : "",
                          blank ? blank + 1 : "");
}

/* The language of --export, the endings of its files, and whether --name suits it; what the function needs inside is
 * known to the export alone. */
static enum contensou_status read_language(struct contensou__cmd_fit_setup *s,
                                           const struct contensou__options *o,
                                           struct contensou_error *err)
{
    struct contensou__parts languages;
    int index = 0;
    enum contensou_status status =
        contensou__parts_open(&languages, CONTENSOU_CATALOGUE_LANGUAGES, NULL, NULL, err);
    const size_t json = languages.count;

    if (!status) {
        languages.name[json] = "json"; /* there is room for one more */
        status = contensou__options_choice(o, "export", languages.name, json + 1, &index, err);
    }
    if (!status && (size_t)index < json) {
        snprintf(s->endings, sizeof s->endings, "%s",
                 contensou_catalogue_property(
                     contensou_catalogue_part(languages.catalogue, (size_t)index), "endings"));
        if (s->name)
            status = contensou_export_check_name(s->language, s->name, err);
    } else if (!status && s->name)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "--name cannot be used with --export json, which has no function");
    contensou__parts_free(&languages);
    return status;
}

static enum contensou_status check_engine(const struct contensou__options *o,
                                          struct contensou_error *err)
{
    struct contensou__parts engines;
    int index;
    enum contensou_status status =
        contensou__parts_open(&engines, CONTENSOU_CATALOGUE_ENGINES, NULL, NULL, err);

    if (!status)
        status = contensou__options_choice(o, "engine", engines.name, engines.count, &index, err);
    contensou__parts_free(&engines);
    return status;
}

/* A table of the exact law is only exported, and nothing of it is fitted. */
static enum contensou_status check_table(const struct contensou__cmd_fit_setup *s,
                                         const struct contensou__options *o,
                                         struct contensou_error *err)
{
    static const char *const fits[] = {"data", "vary", "norm", "fix", "bounds", "plot", "loss"};

    for (size_t i = 0; i < sizeof fits / sizeof *fits; ++i)
        if (contensou__options_given(o, fits[i]))
            return contensou_fail(
                err, CONTENSOU_EARGUMENT,
                "--%s cannot be used with --model table: a table is the exact law, "
                "and nothing of it is fitted",
                fits[i]);
    if (!s->language || strcmp(s->language, "json") == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--model table is for --export c, python, mujoco or fmu");
    return CONTENSOU_OK;
}

static enum contensou_status read_output(struct contensou__cmd_fit_setup *s,
                                         const struct contensou__options *o,
                                         struct contensou_error *err)
{
    const char *mu = contensou__options_value(o, "mu");
    enum contensou_status status = CONTENSOU_OK;

    s->language = contensou__options_value(o, "export");
    s->name = contensou__options_value(o, "name");
    s->engine = contensou__options_value(o, "engine");
    if (s->language)
        status = read_language(s, o, err);
    if (!status && s->engine)
        status = check_engine(o, err);
    if (!status && contensou__options_given(o, "feet")) {
        long feet = 0;

        status = contensou__numbers_whole(contensou__options_value(o, "feet"), "--feet",
                                          CONTENSOU_EXPORT_FEET_LEAST, CONTENSOU_EXPORT_FEET_MOST,
                                          &feet, err);
        s->feet = (int)feet;
    }
    if (!status)
        status = contensou__numbers_parse(mu, "--mu", &s->mu, err);
    if (!status && !(s->mu > 0))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--mu %s: a coefficient of friction is above 0", mu);
    if (!status && s->plot && !s->fit.model)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--plot draws a fitted model; give --model, such as --model I11");
    if (!status && s->fit.model && strcmp(s->fit.model, "table") == 0)
        status = check_table(s, o, err);
    if (!status && s->language && strcmp(s->language, "fmu") == 0 &&
        (!s->output || !strcmp(s->output, "-")) && isatty(STDOUT_FILENO))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--export fmu makes a file of bytes; give -o, such as -o law.fmu");
    return status || contensou__options_given(o, "vary") ? status : check_output(s, err);
}

static enum contensou_status read_search(struct contensou__cmd_fit_setup *s,
                                         const struct contensou__options *o,
                                         struct contensou_error *err)
{
    int norm = 0, weight = 0, loss = 0;
    long starts = 0, seed = 0;
    enum contensou_status status = contensou__options_choice(o, "norm", norms, 2, &norm, err);

    if (!status)
        status = contensou__options_choice(o, "weight", weights, 2, &weight, err);
    if (!status)
        status = contensou__options_choice(o, "loss", losses, 2, &loss, err);
    if (!status)
        status = contensou__numbers_whole(contensou__options_value(o, "starts"), "--starts", 1,
                                          most_starts, &starts, err);
    if (!status)
        status = contensou__numbers_whole(contensou__options_value(o, "seed"), "--seed", 0,
                                          largest_seed, &seed, err);
    s->fit.size = sizeof s->fit;
    s->fit.norm = (enum contensou_norm)norm;
    s->fit.weight = (enum contensou_weight)weight;
    s->fit.loss = (enum contensou_loss)loss;
    s->fit.starts = (int)starts;
    s->fit.seed = (unsigned long)seed;
    return status;
}

static enum contensou_status no_model(struct contensou_error *err)
{
    struct contensou__text list = {0};

    contensou__parts_expand("{models}", &list);
    contensou_fail(err, CONTENSOU_EARGUMENT,
                   "missing model: give --model, such as --model I11; available: %s",
                   list.data ? list.data : "");
    contensou__text_free(&list);
    return CONTENSOU_EARGUMENT;
}

enum contensou_status contensou__cmd_fit_setup_read(struct contensou__cmd_fit_setup *s,
                                                    const struct contensou__options *o,
                                                    struct contensou_error *err)
{
    enum contensou_status (*const readers[])(
        struct contensou__cmd_fit_setup *, const struct contensou__options *,
        struct contensou_error *) = {read_search, read_weights, read_nodes, read_length_unit};
    enum contensou_status status;

    *s = (struct contensou__cmd_fit_setup){
        .output = contensou__options_value(o, "output"),
        .plot = contensou__options_value(o, "plot"),
        .data = contensou__options_value(o, "data"),
        .device = contensou__options_value(o, "device"),
        .quiet = contensou__options_given(o, "quiet"),
        .fit.model = contensou__options_value(o, "model"),
    };
    status = contensou__contact_options_read(o, &s->spec, err);
    if (!status)
        status = contensou__real_units_read(&s->units, o, err);
    for (size_t i = 0; i < sizeof readers / sizeof *readers && !status; ++i)
        status = readers[i](s, o, err);
    if (!status)
        status = check_together(s, o, err);
    for (int is_range = 0; is_range < 2 && !status; ++is_range)
        status = read_bounds(s, o, is_range, err);
    if (!status)
        status = read_free(s, o, err);
    if (!status)
        status = read_output(s, o, err);
    if (!status && !s->fit.model && !s->engine)
        return no_model(err);
    s->fit.bounds = s->bounds;
    return status;
}

void contensou__cmd_fit_setup_free(struct contensou__cmd_fit_setup *s)
{
    free(s->names[0]);
    free(s->names[1]);
    s->names[0] = s->names[1] = NULL;
}
