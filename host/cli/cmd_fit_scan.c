/* cmd_fit_scan.c: contensou fit --vary: one model fitted to many contacts, as a table.
 *
 * The contacts are made and the places for output tried before the work; contacts go to the fit in
 * chunks that bound the memory. SPDX-License-Identifier: MIT */
#include "base/names.h"
#include "base/numbers.h"
#include "base/pool.h"
#include "cli/cmd_fit.h"
#include "cli/contact_options.h"
#include "cli/options.h"
#include "cli/owned.h"
#include "cli/progress.h"
#include "cli/undrawn.h"
#include "cli/stream.h"

#include <contensou/contact.h>
#include <contensou/patch.h>
#include <contensou/plot.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct axis {
    const char *name;
    double *value; /* [count] */
    size_t count;
};

/* A column of the table: a varied number, a parameter, an error. */
struct column {
    char name[16];
    double *value; /* [contacts] */
    int shown;
};

enum { error_count = 7 };

/* All zero is nothing. */
struct scan {
    struct contensou__cmd_fit_setup setup;
    const struct contensou__options *options;
    struct contensou_device *device;
    struct contensou__pool pool; /* of the contacts and the columns */
    struct axis axis[contensou__options_repeats_max];
    size_t axes, total;
    struct contensou_patch **patch; /* [total] */
    struct column varied[contensou__options_repeats_max], parameter[CONTENSOU_FIT_PARAMETERS],
        error[error_count];
    size_t parameters;
    size_t warned;     /* contacts with a warning */
    char warning[800]; /* of the first of them, with its values */
};

/* The contacts of a scan over numbers of the contact (contensou/contact.h): several make a grid, the last one fastest. */

enum { most_contacts = 100000, most_names = 16 };

static enum contensou_status unknown(const struct contensou_patch_spec *spec, const char *name,
                                     const char *const *names, size_t count,
                                     struct contensou_error *err)
{
    struct contensou_patch_spec powered = *spec; /* the shape may take one kind of pressure only */
    struct contensou_patch *patch = NULL;
    struct contensou_error ignored;
    char what[80];
    int takes;

    powered.pressure = "power:0.5";
    takes = !contensou_patch_create(&patch, &powered, &ignored);
    contensou_patch_free(patch);
    if (strcmp(name, "pressure.q") == 0 && takes)
        return WRONG(err,
                     "--vary pressure.q needs a pressure with a number, such as --pressure "
                     "power:0.5, and not %s",
                     contensou_contact_pressure(spec));
    snprintf(what, sizeof what, "number of the shape '%.*s' for --vary",
             (int)strcspn(spec->shape, ":"), spec->shape);
    return contensou__names_fail(err, what, name, names, count);
}

/* One "NAME=lo:hi:n". */
static enum contensou_status read_axis(struct scan *s, const char *text,
                                       struct contensou_error *err)
{
    const struct contensou_patch_spec *const spec = &s->setup.spec;
    struct axis *axis = &s->axis[s->axes];
    const char *equals = strchr(text, '='), *colon = equals ? strrchr(equals, ':') : NULL;
    const char *names[most_names];
    char name[64], what[80];
    size_t count = 0;
    int known;

    while (count < most_names && (names[count] = contensou_contact_number_name(spec, count)))
        ++count;
    if (!equals || equals == text || !equals[1])
        return WRONG(
            err,
            "--vary: '%s' is not a name with its values; write name=lo:hi:n, such as %s=0.1:0.9:9",
            text, names[0]);
    snprintf(name, sizeof name, "%.*s", (int)(equals - text < 63 ? equals - text : 63), text);
    known = contensou__names_find(name, names, count);
    if (known < 0)
        return unknown(spec, name, names, count, err);
    for (size_t i = 0; i < s->axes; ++i)
        if (strcmp(s->axis[i].name, name) == 0)
            return WRONG(err, "--vary %s is given twice; give it once", name);
    if (colon && strtod(colon + 1, NULL) > most_contacts)
        return WRONG(err, "--vary %s=%.60s is too many values; at most %d contacts", name,
                     equals + 1, (int)most_contacts);
    axis->name = names[known];
    snprintf(what, sizeof what, "--vary %s", name);
    TRY(contensou__numbers_range(equals + 1, what, &axis->value, &axis->count, err));
    s->axes++;
    s->total *= axis->count;
    if (s->total > most_contacts)
        return WRONG(err, "--vary makes %zu contacts; at most %d", s->total, (int)most_contacts);
    return CONTENSOU_OK;
}

/* The value of an axis for one contact. */
static double value_of(const struct scan *s, size_t axis, size_t contact)
{
    for (size_t k = s->axes; --k > axis;)
        contact /= s->axis[k].count;
    return s->axis[axis].value[contact % s->axis[axis].count];
}

/* "shape.q=0.5, tilt.k=0.1" for one contact. */
static void put_values(const struct scan *s, size_t contact, char *text, size_t size)
{
    size_t used = 0;

    for (size_t k = 0; k < s->axes && used < size; ++k) {
        const int more = snprintf(text + used, size - used, "%s%s=%.15g", k ? ", " : "",
                                  s->axis[k].name, value_of(s, k, contact));

        used += more > 0 ? (size_t)more : 0;
    }
}

static enum contensou_status make_contact(struct scan *s, size_t contact,
                                          struct contensou_error *err)
{
    struct contensou_patch_spec spec = s->setup.spec;
    struct contensou_contact_words words;
    char where[256];
    struct contensou_error inner = {0};
    enum contensou_status status = CONTENSOU_OK;

    for (size_t k = 0; k < s->axes && !status; ++k)
        status = contensou_contact_number_put(&spec, s->axis[k].name, value_of(s, k, contact),
                                              &words, &inner);
    if (!status)
        status = contensou_patch_create(&s->patch[contact], &spec, &inner);
    put_values(s, contact, where, sizeof where);
    return status ? contensou_fail(err, status, "--vary %s: %s", where, inner.message)
                  : CONTENSOU_OK;
}

/* Reads every --vary and makes the contacts; one that is not possible is named with its values. */
static enum contensou_status open_contacts(struct scan *s, struct contensou_error *err)
{
    OWNED(contensou__owned_patch) struct contensou_patch *template = NULL;

    TRY(contensou_patch_create(&template, &s->setup.spec, err));
    for (size_t i = 0; i < s->options->repeat_count; ++i)
        TRY(read_axis(s, s->options->repeat[i], err));
    s->patch = contensou__pool_take(&s->pool, s->total, sizeof *s->patch);
    TRY(contensou__try_memory(s->patch, err, "%zu contacts", s->total));
    for (size_t i = 0; i < s->total; ++i) {
        TRY(contensou__progress_check(err));
        TRY(make_contact(s, i, err));
    }
    return CONTENSOU_OK;
}

/* The picture of a scan over one number. */

enum { most_traces = 8, colours = 4 };

/* The picture of a scan over one number: the parameters, and the error below. */
static enum contensou_status check_plot(const struct scan *s, struct contensou_error *err)
{
    const struct axis *axis = &s->axis[0];
    int differ = 0;

    if (s->axes != 1)
        return WRONG(err,
                     "--plot draws a scan over one number, and --vary names %zu; leave --plot out, "
                     "or the others",
                     s->axes);
    for (size_t i = 1; i < axis->count; ++i)
        differ |= axis->value[i] != axis->value[0];
    if (!differ)
        return WRONG(err, "--plot needs at least two different values of %s", axis->name);
    return contensou_plot_check(s->setup.plot, err);
}

/* Coefficients that are zero by the symmetry of the contact say nothing. */
static int is_drawn(const struct scan *s, size_t k)
{
    double largest = 0;

    for (size_t i = 0; i < s->total; ++i)
        largest = fmax(largest, fabs(s->parameter[k].value[i]));
    return s->parameter[k].shown && largest > 1e-6;
}

static enum contensou_status draw_plot(const struct scan *s, struct contensou_error *err)
{
    const struct column *x = &s->varied[0];
    struct contensou_plot_trace parameters[most_traces], error;
    struct contensou_plot_panel panels[2] = {{"parameters", parameters, 0},
                                             {"rms error", &error, 1}};
    size_t shown = 0;
    char title[256], more[64] = "";

    for (size_t k = 0; k < s->parameters; ++k)
        if (is_drawn(s, k) && ++shown <= most_traces)
            parameters[shown - 1] = (struct contensou_plot_trace){
                s->parameter[k].name,
                x->value,
                s->parameter[k].value,
                s->total,
                shown <= colours ? CONTENSOU_PLOT_LINE : CONTENSOU_PLOT_DASHED,
                (int)((shown - 1) % colours)};
    panels[0].count = shown < most_traces ? shown : most_traces;
    error = (struct contensou_plot_trace){
        NULL, x->value, s->error[0].value, s->total, CONTENSOU_PLOT_LINE, 0};
    if (shown > most_traces)
        snprintf(more, sizeof more, ", the first %d of %zu parameters", (int)most_traces, shown);
    snprintf(title, sizeof title, "%s fitted to %.100s, %.40s, with %s varied%s",
             s->setup.fit.model, s->setup.spec.shape, contensou_contact_pressure(&s->setup.spec),
             x->name, more);
    /* where every parameter follows from the contact and none of them changes */
    return shown ? contensou_plot_panels(s->setup.plot, title, x->name, panels, 2, err)
                 : contensou_plot_panels(s->setup.plot, title, x->name, panels + 1, 1, err);
}

enum { chunk_nodes = 1000000, most_chunk = 4096, default_theta = 181 };
enum { most_columns = contensou__options_repeats_max + CONTENSOU_FIT_PARAMETERS + error_count };

static const char *const error_names[error_count] = {"rms",   "rms_T",   "rms_M",   "max_T",
                                                     "max_M", "passive", "monotone"};

/* The family I<n1><n2> under l2 goes to the device all at once; others, and contacts that have only
 * cells, are fitted one by one, and are judged on a fine grid too. */
static int at_once(const struct scan *s)
{
    return s->setup.fit.model[0] == 'I' && s->setup.fit.norm == CONTENSOU_NORM_L2 &&
           contensou_patch_has_exact(s->patch[0]);
}

/* The number of directions phi that the fit takes by itself. */
static size_t own_phi(const struct scan *s)
{
    int most = 1;

    for (size_t i = 0; i < s->total && most == 1; ++i)
        most = contensou_fit_phi_nodes(s->patch[i]);
    return (size_t)most;
}

/* Contacts that bring about a million directions together: some seconds, between which the bar moves
 * and a stop is heard. */
static size_t chunk_size(const struct scan *s)
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
static enum contensou_status make(struct scan *s, struct column *c, const char *name, int shown,
                                  struct contensou_error *err)
{
    snprintf(c->name, sizeof c->name, "%s", name);
    c->shown = shown;
    c->value = contensou__pool_take(&s->pool, s->total, sizeof *c->value);
    TRY(contensou__try_memory(c->value, err, "the table of %zu contacts", s->total));
    for (size_t i = 0; i < s->total; ++i)
        c->value[i] = NAN;
    return CONTENSOU_OK;
}

static enum contensou_status make_columns(struct scan *s, struct contensou_error *err)
{
    for (size_t k = 0; k < s->axes; ++k) {
        TRY(make(s, &s->varied[k], s->axis[k].name, 1, err));
        for (size_t i = 0; i < s->total; ++i)
            s->varied[k].value[i] = value_of(s, k, i);
    }
    for (size_t k = 0; k < error_count; ++k)
        TRY(make(s, &s->error[k], error_names[k],
                 !at_once(s) || strcmp(error_names[k], "monotone") != 0, err));
    return CONTENSOU_OK;
}

/* Opens the table with the columns that are shown; values[] become theirs. */
static enum contensou_status open_table(const struct scan *s, const double **values,
                                        struct contensou_table **table, struct contensou_error *err)
{
    const struct contensou__options *const o = s->options;
    const struct column *const groups[3] = {s->varied, s->parameter, s->error};
    const size_t counts[3] = {s->axes, s->parameters, error_count};
    const char *names[most_columns];
    OWNED(contensou__text_free) struct contensou__text vary = {0};
    enum { shared = contensou__contact_options_attribute_count };
    struct contensou_table_attribute attributes[shared + 4] = {
        [shared] = {"model", s->setup.fit.model, 0},
        {"norm", contensou__options_value(o, "norm"), 0},
        {"weight", contensou__options_value(o, "weight"), 0},
        {"vary", NULL, 0}};
    size_t columns = 0;

    for (size_t g = 0; g < 3; ++g)
        for (size_t k = 0; k < counts[g]; ++k)
            if (groups[g][k].shown) {
                names[columns] = groups[g][k].name;
                values[columns++] = groups[g][k].value;
            }
    for (size_t i = 0; i < o->repeat_count; ++i)
        contensou__text_printf(&vary, "%s%s", i ? " " : "", o->repeat[i]);
    attributes[shared + 3].text = vary.data ? vary.data : "";
    contensou__contact_options_attributes(attributes, &s->setup.spec, &s->setup.units,
                                          contensou__options_line(o),
                                          contensou_device_about(s->device));
    return contensou_table_open(table, s->setup.output, names, columns, attributes,
                                sizeof attributes / sizeof *attributes, err);
}

/* A file is opened before the work and dropped again: the columns are known only after it. */
static enum contensou_status try_output(const struct scan *s, struct contensou_error *err)
{
    const double *values[most_columns];
    OWNED(contensou__owned_table) struct contensou_table *table = NULL;

    if (contensou_table_is_stream(s->setup.output) && !contensou_table_is_hdf5(s->setup.output))
        return CONTENSOU_OK; /* what reads a pipe would see its end */
    return open_table(s, values, &table, err);
}

/* Keeps the parameters of a contact; one that those before it did not have gets a column. */
static enum contensou_status keep_parameters(struct scan *s, size_t contact,
                                             const struct contensou_fit_result *r,
                                             struct contensou_error *err)
{
    for (int i = 0; i < r->count; ++i) {
        const struct contensou_fit_parameter *p = &r->parameter[i];
        size_t k = 0;

        if (!contensou_fit_shown(r, i))
            continue;
        while (k < s->parameters && strcmp(s->parameter[k].name, p->name) != 0)
            ++k;
        if (k == CONTENSOU_FIT_PARAMETERS)
            return WRONG(err, "the contacts of this scan have more than %d parameters together",
                         CONTENSOU_FIT_PARAMETERS);
        if (k == s->parameters) {
            ++s->parameters;
            TRY(make(s, &s->parameter[k], p->name, 0, err));
        }
        s->parameter[k].value[contact] = p->value;
        s->parameter[k].shown |= p->free;
    }
    return CONTENSOU_OK;
}

static enum contensou_status keep(struct scan *s, size_t contact,
                                  const struct contensou_fit_result *r, struct contensou_error *err)
{
    const double errors[error_count] = {r->rms,   r->rms_T,   r->rms_M,   r->max_T,
                                        r->max_M, r->passive, r->monotone};
    char where[256];

    put_values(s, contact, where, sizeof where);
    if (!contensou__cmd_fit_finite(r))
        return WRONG(err,
                     "--vary %s: %s has no finite wrench in some directions; choose other values "
                     "for --fix and --bounds",
                     where, r->model);
    for (size_t k = 0; k < error_count; ++k)
        s->error[k].value[contact] = errors[k];
    if (*r->warning && s->warned++ == 0)
        snprintf(s->warning, sizeof s->warning, "%s: %s", where, r->warning);
    return keep_parameters(s, contact, r, err);
}

/* A parameter that was not fitted has a column where it changes from contact to contact. */
static void show_what_changes(struct scan *s)
{
    for (size_t k = 0; k < s->parameters; ++k) {
        const double *value = s->parameter[k].value;

        for (size_t i = 1; i < s->total; ++i)
            if (!(fabs(value[i] - value[0]) <= 1e-14 * fabs(value[0])) &&
                !(isnan(value[i]) && isnan(value[0])))
                s->parameter[k].shown = 1;
    }
}

/* The contact that the model is not for is named with its values. */
static enum contensou_status fit_chunk(const struct scan *s, size_t from, size_t n,
                                       struct contensou_fit_result *results,
                                       struct contensou_error *err)
{
    struct contensou_patch *const *const patch = s->patch + from;
    const enum contensou_status status = contensou_fit_scan(
        (const struct contensou_patch *const *)patch, n, s->device, &s->setup.fit, results, err);

    for (size_t i = 0; i < n && status == CONTENSOU_EARGUMENT; ++i) {
        struct contensou_error inner = {0};
        char where[256];

        if (contensou_fit_suits(patch[i], s->setup.fit.model, &inner)) {
            put_values(s, from + i, where, sizeof where);
            return contensou_fail(err, status, "--vary %s: %s", where, inner.message);
        }
    }
    return status;
}

static enum contensou_status fit_all(struct scan *s, struct contensou__progress *progress,
                                     struct contensou_error *err)
{
    const size_t chunk = chunk_size(s), total = s->total;
    OWNED(contensou__try_free)
    struct contensou_fit_result *results =
        malloc((chunk < total ? chunk : total) * sizeof *results);

    TRY(contensou__try_memory(results, err, "%zu fits", chunk));
    for (size_t from = 0; from < total; from += chunk) {
        const size_t n = total - from < chunk ? total - from : chunk;

        TRY(contensou__progress_check(err));
        TRY(fit_chunk(s, from, n, results, err));
        for (size_t i = 0; i < n; ++i)
            TRY(keep(s, from + i, &results[i], err));
        contensou__progress_update(progress, (double)(from + n));
    }
    return contensou__progress_check(err);
}

static enum contensou_status write_table(const struct scan *s, struct contensou_error *err)
{
    const double *values[most_columns];
    struct contensou_table *table = NULL;

    TRY(open_table(s, values, &table, err));
    return contensou__stream_whole(table, s->total, values, err);
}

static void say(const struct scan *s)
{
    const double *rms = s->error[0].value, *passive = s->error[5].value;
    double low = rms[0], high = rms[0];
    size_t active = 0;

    for (size_t i = 0; i < s->total; ++i) {
        low = fmin(low, rms[i]);
        high = fmax(high, rms[i]);
        active += passive[i] == 0;
    }
    if (contensou__progress_speaks()) {
        fprintf(stderr, "%s for %zu contact%s like %s, %s; rms error %.6g to %.6g; ",
                s->setup.fit.model, s->total, s->total == 1 ? "" : "s", s->setup.spec.shape,
                contensou_contact_pressure(&s->setup.spec), low, high);
        if (active)
            fprintf(stderr, "%zu NOT PASSIVE\n", active);
        else
            fprintf(stderr, "all passive\n");
    }
    if (s->warned)
        fprintf(stderr, "contensou fit: warning: %zu of %zu contacts, the first at %s\n", s->warned,
                s->total, s->warning);
}

static void release(struct scan **of)
{
    struct scan *const s = *of;

    if (!s)
        return;
    for (size_t i = 0; i < s->total && s->patch; ++i)
        contensou_patch_free(s->patch[i]);
    for (size_t k = 0; k < contensou__options_repeats_max; ++k)
        free(s->axis[k].value);
    contensou__pool_free(&s->pool);
    contensou_device_close(s->device);
    contensou__cmd_fit_setup_free(&s->setup);
    free(s);
}

/* Fits, writes the table and draws, as the options ask. */
enum contensou_status contensou__cmd_fit_scan_run(const struct contensou__options *o,
                                                  struct contensou_error *err)
{
    OWNED(release) struct scan *s = calloc(1, sizeof *s);
    OWNED(contensou__progress_end) struct contensou__progress progress = {0};

    TRY(contensou__try_memory(s, err, "a scan"));
    s->options = o;
    s->total = 1;
    TRY(contensou__cmd_fit_setup_read(&s->setup, o, err));
    s->setup.fit.progress = contensou__progress_of(NULL);
    TRY(open_contacts(s, err));
    if (s->setup.plot)
        TRY(check_plot(s, err));
    TRY(make_columns(s, err));
    TRY(contensou_device_open(&s->device, s->setup.device, err));
    TRY(try_output(s, err));
    contensou__progress_begin(&progress, "contacts", (double)s->total, s->setup.quiet);
    TRY(fit_all(s, &progress, err));
    contensou__progress_end(&progress);
    show_what_changes(s);
    if (s->setup.output || !s->setup.plot)
        TRY(write_table(s, err));
    if (s->setup.plot)
        TRY(contensou__undrawn_warn(draw_plot(s, err), err));
    say(s);
    return CONTENSOU_OK;
}
