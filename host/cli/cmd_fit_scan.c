/* cmd_fit_scan.c: contensou fit --vary: one model fitted to many contacts, as a table.
 *
 * The contacts are made and the places for output tried before the work; contacts go to the fit in
 * chunks that bound the memory. SPDX-License-Identifier: MIT */
#include "cli/cmd_fit_scan.h"

#include "cli/contact_options.h"
#include "cli/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { chunk_nodes = 1000000, most_chunk = 4096, default_theta = 181 };
enum {
    most_columns =
        contensou__options_repeats_max + CONTENSOU_FIT_PARAMETERS + contensou__cmd_fit_scan_errors
};

static const char *const error_names[contensou__cmd_fit_scan_errors] = {
    "rms", "rms_T", "rms_M", "max_T", "max_M", "passive", "monotone"};

/* The family I<n1><n2> under l2 goes to the device all at once; others, and contacts that have only
 * cells, are fitted one by one, and are judged on a fine grid too. */
static int at_once(const struct contensou__cmd_fit_scan *s)
{
    return s->setup.fit.model[0] == 'I' && s->setup.fit.norm == CONTENSOU_NORM_L2 &&
           contensou_patch_has_exact(s->vary.patch[0]);
}

/* The number of directions phi that the fit takes by itself. */
static size_t own_phi(const struct contensou__cmd_fit_scan *s)
{
    int most = 1;

    for (size_t i = 0; i < s->vary.total && most == 1; ++i)
        most = contensou_fit_phi_nodes(s->vary.patch[i]);
    return (size_t)most;
}

/* Contacts that bring about a million directions together: some seconds, between which the bar moves
 * and a stop is heard. */
static size_t chunk_size(const struct contensou__cmd_fit_scan *s)
{
    const struct contensou_fit_options *fit = &s->setup.fit;
    const size_t theta = fit->theta_nodes ? (size_t)fit->theta_nodes : default_theta;
    const size_t phi = fit->phi_nodes ? (size_t)fit->phi_nodes : own_phi(s);
    const size_t contacts = chunk_nodes / (theta * phi);

    if (!at_once(s))
        return 1;
    return contacts < 1 ? 1 : contacts > most_chunk ? most_chunk : contacts;
}

/* Makes a column, empty. */
static enum contensou_status make(struct contensou__cmd_fit_scan_column *c, const char *name,
                                  size_t rows, int shown, struct contensou_error *err)
{
    snprintf(c->name, sizeof c->name, "%s", name);
    c->shown = shown;
    c->value = malloc(rows * sizeof *c->value);
    if (!c->value)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the table of %zu contacts",
                              rows);
    for (size_t i = 0; i < rows; ++i)
        c->value[i] = NAN;
    return CONTENSOU_OK;
}

static enum contensou_status make_columns(struct contensou__cmd_fit_scan *s,
                                          struct contensou_error *err)
{
    const size_t rows = s->vary.total;
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = 0; k < s->vary.axes && !status; ++k) {
        status = make(&s->varied[k], s->vary.axis[k].name, rows, 1, err);
        for (size_t i = 0; i < rows && !status; ++i)
            s->varied[k].value[i] = contensou__cmd_fit_vary_value(&s->vary, k, i);
    }
    for (size_t k = 0; k < contensou__cmd_fit_scan_errors && !status; ++k)
        status = make(&s->error[k], error_names[k], rows,
                      !at_once(s) || strcmp(error_names[k], "monotone") != 0, err);
    return status;
}

/* Opens the table with the columns that are shown; values[] become theirs. */
static enum contensou_status open_table(const struct contensou__cmd_fit_scan *s,
                                        const struct contensou__options *o,
                                        const struct contensou_device_info *device,
                                        const double **values, struct contensou_table **table,
                                        struct contensou_error *err)
{
    const struct contensou__cmd_fit_scan_column *const groups[3] = {s->varied, s->parameter,
                                                                    s->error};
    const size_t counts[3] = {s->vary.axes, s->parameters, contensou__cmd_fit_scan_errors};
    const char *names[most_columns];
    struct contensou__text line = {0}, vary = {0};
    enum { shared = contensou__contact_options_attribute_count };
    struct contensou_table_attribute attributes[shared + 4];
    size_t columns = 0;
    enum contensou_status status;

    for (size_t g = 0; g < 3; ++g)
        for (size_t k = 0; k < counts[g]; ++k)
            if (groups[g][k].shown) {
                names[columns] = groups[g][k].name;
                values[columns++] = groups[g][k].value;
            }
    for (size_t i = 0; i < o->repeat_count; ++i)
        contensou__text_printf(&vary, "%s%s", i ? " " : "", o->repeat[i]);
    contensou__options_line(o, &line);
    contensou__contact_options_attributes(attributes, &s->setup.spec, &line, device);
    attributes[shared] = (struct contensou_table_attribute){"model", s->setup.fit.model, 0};
    attributes[shared + 1] =
        (struct contensou_table_attribute){"norm", contensou__options_value(o, "norm"), 0};
    attributes[shared + 2] =
        (struct contensou_table_attribute){"weight", contensou__options_value(o, "weight"), 0};
    attributes[shared + 3] =
        (struct contensou_table_attribute){"vary", vary.data ? vary.data : "", 0};
    status = contensou_table_open(table, s->setup.output, names, columns, attributes,
                                  sizeof attributes / sizeof *attributes, err);
    contensou__text_free(&vary);
    contensou__text_free(&line);
    return status;
}

/* A file is opened before the work and dropped again: the columns are known only after it. */
static enum contensou_status try_output(const struct contensou__cmd_fit_scan *s,
                                        const struct contensou__options *o,
                                        const struct contensou_device_info *device,
                                        struct contensou_error *err)
{
    const double *values[most_columns];
    struct contensou_table *table = NULL;
    enum contensou_status status;

    if (contensou_table_is_stream(s->setup.output) && !contensou_table_is_hdf5(s->setup.output))
        return CONTENSOU_OK; /* what reads a pipe would see its end */
    status = open_table(s, o, device, values, &table, err);
    contensou_table_discard(table);
    return status;
}

/* Keeps the parameters of a contact; one that those before it did not have gets a column. */
static enum contensou_status keep_parameters(struct contensou__cmd_fit_scan *s, size_t contact,
                                             const struct contensou_fit_result *r,
                                             struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    for (int i = 0; i < r->count && !status; ++i) {
        const struct contensou_fit_parameter *p = &r->parameter[i];
        size_t k = 0;

        if (!contensou_fit_shown(r, i))
            continue;
        while (k < s->parameters && strcmp(s->parameter[k].name, p->name) != 0)
            ++k;
        if (k == CONTENSOU_FIT_PARAMETERS)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "the contacts of this scan have more than %d parameters "
                                  "together",
                                  CONTENSOU_FIT_PARAMETERS);
        if (k == s->parameters) {
            ++s->parameters;
            status = make(&s->parameter[k], p->name, s->vary.total, 0, err);
        }
        if (!status)
            s->parameter[k].value[contact] = p->value;
        s->parameter[k].shown |= p->free;
    }
    return status;
}

static enum contensou_status keep(struct contensou__cmd_fit_scan *s, size_t contact,
                                  const struct contensou_fit_result *r, struct contensou_error *err)
{
    const double errors[contensou__cmd_fit_scan_errors] = {
        r->rms, r->rms_T, r->rms_M, r->max_T, r->max_M, r->passive, r->monotone};
    char where[256];

    contensou__cmd_fit_vary_text(&s->vary, contact, where, sizeof where);
    if (!contensou__cmd_fit_report_finite(r))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--vary %s: %s has no finite wrench in some directions; choose other "
                              "values for --fix and --bounds",
                              where, r->model);
    for (size_t k = 0; k < contensou__cmd_fit_scan_errors; ++k)
        s->error[k].value[contact] = errors[k];
    if (*r->warning && s->warned++ == 0)
        snprintf(s->warning, sizeof s->warning, "%s: %s", where, r->warning);
    return keep_parameters(s, contact, r, err);
}

/* A parameter that was not fitted has a column where it changes from contact to contact. */
static void show_what_changes(struct contensou__cmd_fit_scan *s)
{
    for (size_t k = 0; k < s->parameters; ++k) {
        const double *value = s->parameter[k].value;

        for (size_t i = 1; i < s->vary.total; ++i)
            if (!(fabs(value[i] - value[0]) <= 1e-14 * fabs(value[0])) &&
                !(isnan(value[i]) && isnan(value[0])))
                s->parameter[k].shown = 1;
    }
}

/* Finds the contact that the model is not for, to say so with its values. */
static enum contensou_status blame(const struct contensou__cmd_fit_scan *s, size_t from, size_t n,
                                   enum contensou_status status, struct contensou_error *err)
{
    for (size_t i = from; i < from + n; ++i) {
        struct contensou_error inner = {0};
        char where[256];

        if (contensou_fit_suits(s->vary.patch[i], s->setup.fit.model, &inner)) {
            contensou__cmd_fit_vary_text(&s->vary, i, where, sizeof where);
            return contensou_fail(err, status, "--vary %s: %s", where, inner.message);
        }
    }
    return status;
}

static enum contensou_status fit_chunk(const struct contensou__cmd_fit_scan *s, size_t from,
                                       size_t n, struct contensou_device *device,
                                       struct contensou_fit_result *results,
                                       struct contensou_error *err)
{
    const struct contensou_patch *const *patches =
        (const struct contensou_patch *const *)(s->vary.patch + from);
    const enum contensou_status status =
        at_once(s) ? contensou_fit_scan(patches, n, device, &s->setup.fit, results, err)
                   : contensou_fit(patches[0], device, &s->setup.fit, results, err);

    return status == CONTENSOU_EARGUMENT ? blame(s, from, n, status, err) : status;
}

static enum contensou_status fit(struct contensou__cmd_fit_scan *s, struct contensou_device *device,
                                 struct contensou_error *err)
{
    const size_t chunk = chunk_size(s), total = s->vary.total;
    struct contensou_fit_result *results =
        malloc((chunk < total ? chunk : total) * sizeof *results);
    struct contensou__progress progress;
    enum contensou_status status = CONTENSOU_OK;

    if (!results)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu fits", chunk);
    contensou__progress_begin(&progress, "contacts", (double)total, s->setup.quiet);
    for (size_t from = 0; from < total && !status; from += chunk) {
        const size_t n = total - from < chunk ? total - from : chunk;

        status = contensou__progress_check(err);
        if (!status)
            status = fit_chunk(s, from, n, device, results, err);
        for (size_t i = 0; i < n && !status; ++i)
            status = keep(s, from + i, &results[i], err);
        contensou__progress_update(&progress, (double)(from + n));
    }
    contensou__progress_end(&progress);
    free(results);
    show_what_changes(s);
    return status ? status : contensou__progress_check(err);
}

static enum contensou_status write_table(const struct contensou__cmd_fit_scan *s,
                                         const struct contensou__options *o,
                                         const struct contensou_device_info *device,
                                         struct contensou_error *err)
{
    const double *values[most_columns];
    struct contensou_table *table = NULL;
    enum contensou_status status = open_table(s, o, device, values, &table, err);

    if (!status)
        status = contensou_table_append(table, s->vary.total, values, err);
    if (!status)
        return contensou_table_close(table, err);
    contensou_table_discard(table);
    return status;
}

static void say(const struct contensou__cmd_fit_scan *s)
{
    const double *rms = s->error[0].value, *passive = s->error[5].value;
    double low = rms[0], high = rms[0];
    size_t active = 0;

    for (size_t i = 0; i < s->vary.total; ++i) {
        low = fmin(low, rms[i]);
        high = fmax(high, rms[i]);
        active += passive[i] == 0;
    }
    if (!s->setup.quiet) {
        fprintf(stderr, "%s for %zu contact%s like %s, %s; rms error %.6g to %.6g; ",
                s->setup.fit.model, s->vary.total, s->vary.total == 1 ? "" : "s",
                s->setup.spec.shape, contensou__contact_options_pressure(&s->setup.spec), low,
                high);
        if (active)
            fprintf(stderr, "%zu NOT PASSIVE\n", active);
        else
            fprintf(stderr, "all passive\n");
    }
    if (s->warned)
        fprintf(stderr, "contensou fit: warning: %zu of %zu contacts, the first at %s\n", s->warned,
                s->vary.total, s->warning);
}

static void release(struct contensou__cmd_fit_scan *s)
{
    for (size_t k = 0; k < contensou__options_repeats_max; ++k)
        free(s->varied[k].value);
    for (size_t k = 0; k < CONTENSOU_FIT_PARAMETERS; ++k)
        free(s->parameter[k].value);
    for (size_t k = 0; k < contensou__cmd_fit_scan_errors; ++k)
        free(s->error[k].value);
    contensou__cmd_fit_vary_close(&s->vary);
    contensou__cmd_fit_setup_free(&s->setup);
    free(s);
}

enum contensou_status contensou__cmd_fit_scan_run(const struct contensou__options *o,
                                                  struct contensou_error *err)
{
    struct contensou__cmd_fit_scan *s = calloc(1, sizeof *s);
    struct contensou_device *device = NULL;
    enum contensou_status status;

    if (!s)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a scan");
    status = contensou__cmd_fit_setup_read(&s->setup, o, err);
    s->setup.fit.progress = contensou__progress_of(NULL);
    if (!status)
        status = contensou__cmd_fit_vary_open(&s->vary, o, &s->setup.spec, err);
    if (!status && s->setup.plot)
        status = contensou__cmd_fit_scan_plot_check(s, err);
    if (!status)
        status = make_columns(s, err);
    if (!status)
        status = contensou_device_open(&device, s->setup.device, err);
    if (!status)
        status = try_output(s, o, contensou_device_about(device), err);
    if (!status)
        status = fit(s, device, err);
    if (!status && (s->setup.output || !s->setup.plot))
        status = write_table(s, o, contensou_device_about(device), err);
    if (!status && s->setup.plot)
        status = contensou__cmd_fit_scan_plot_draw(s, err);
    if (!status)
        say(s);
    contensou_device_close(device);
    release(s);
    return status;
}
