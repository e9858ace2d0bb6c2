/* cmd_fit_vary.c: the contacts of a scan over numbers of the contact. SPDX-License-Identifier: MIT */
#include "cli/cmd_fit_vary.h"

#include "base/names.h"
#include "base/numbers.h"
#include "cli/progress.h"

#include <contensou/catalogue.h>

#include <stdlib.h>
#include <string.h>

enum { most_contacts = 100000, most_sizes = 8, most_names = most_sizes + 5 };

/* The numbers that this contact has, and where they stand. */
struct numbers {
    char text[most_names][16];
    const char *names[most_names];
    size_t count;
    struct contensou_catalogue *shapes, *pressures;
    const struct contensou_catalogue_part *shape, *pressure;
    double number[most_sizes]; /* of the shape */
};

static void free_numbers(struct numbers *n)
{
    contensou_catalogue_free(n->shapes);
    contensou_catalogue_free(n->pressures);
}

/* The part that "name" or "name:rest" names, which exists. */
static enum contensou_status find_part(struct contensou_catalogue **c,
                                       enum contensou_catalogue_kind kind, const char *text,
                                       const struct contensou_catalogue_part **part,
                                       struct contensou_error *err)
{
    enum contensou_status status = contensou_catalogue_create(c, kind, err);
    char name[32];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    if (!status)
        *part = contensou_catalogue_find(*c, name);
    if (!status && (!*part || (*part)->numbers > most_sizes))
        status = contensou_fail(err, CONTENSOU_ENOTFOUND, "--vary does not know '%s'", name);
    return status;
}

static void add_name(struct numbers *n, const char *group, const char *name)
{
    snprintf(n->text[n->count], sizeof n->text[0], "%s.%s", group, name);
    n->names[n->count] = n->text[n->count];
    ++n->count;
}

/* The template is a contact that has been made already, so its texts are right. */
static enum contensou_status find_numbers(struct numbers *n,
                                          const struct contensou_patch_spec *spec,
                                          struct contensou_error *err)
{
    enum contensou_status status =
        find_part(&n->shapes, CONTENSOU_CATALOGUE_SHAPES, spec->shape, &n->shape, err);

    if (!status)
        status = find_part(&n->pressures, CONTENSOU_CATALOGUE_PRESSURES,
                           spec->pressure ? spec->pressure : "uniform", &n->pressure, err);
    if (status)
        return status;
    for (size_t i = 0; i < n->shape->numbers; ++i)
        add_name(n, "shape", n->shape->number[i].name);
    if (n->shape->numbers)
        status = contensou__numbers_list(strchr(spec->shape, ':') + 1, "--shape", n->number,
                                         n->shape->numbers, err);
    for (size_t i = 0; i < n->pressure->numbers; ++i)
        add_name(n, "pressure", n->pressure->number[i].name);
    add_name(n, "tilt", "k");
    add_name(n, "tilt", "beta");
    add_name(n, "center", "x");
    add_name(n, "center", "y");
    return status;
}

static enum contensou_status unknown(const struct numbers *n, const char *name,
                                     struct contensou_error *err)
{
    char what[80];

    if (strcmp(name, "pressure.q") == 0 &&
        !strcmp(contensou_catalogue_property(n->shape, "pressures"), "all"))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--vary pressure.q needs a pressure with a number, such as "
                              "--pressure power:0.5, and not %s",
                              n->pressure->name);
    snprintf(what, sizeof what, "number of the shape '%s' for --vary", n->shape->name);
    return contensou__names_fail(err, what, name, n->names, n->count);
}

/* One "NAME=lo:hi:n". */
static enum contensou_status read_axis(struct contensou__cmd_fit_vary *v, const struct numbers *n,
                                       const char *text, struct contensou_error *err)
{
    struct contensou__cmd_fit_vary_axis *axis = &v->axis[v->axes];
    const char *equals = strchr(text, '='), *colon = equals ? strrchr(equals, ':') : NULL;
    char name[64], what[80];
    int known;
    enum contensou_status status;

    if (!equals || equals == text || !equals[1])
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--vary: '%s' is not a name with its values; write name=lo:hi:n, "
                              "such as %s=0.1:0.9:9",
                              text, n->names[0]);
    snprintf(name, sizeof name, "%.*s", (int)(equals - text < 63 ? equals - text : 63), text);
    known = contensou__names_find(name, n->names, n->count);
    if (known < 0)
        return unknown(n, name, err);
    for (size_t i = 0; i < v->axes; ++i)
        if (strcmp(v->axis[i].name, name) == 0)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--vary %s is given twice; give it once", name);
    if (colon && strtod(colon + 1, NULL) > most_contacts)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--vary %s=%.60s is too many values; at most %d contacts", name,
                              equals + 1, (int)most_contacts);
    memcpy(axis->name, n->text[known], sizeof axis->name);
    snprintf(what, sizeof what, "--vary %s", name);
    status = contensou__numbers_range(equals + 1, what, &axis->value, &axis->count, err);
    if (status)
        return status;
    v->axes++;
    v->total *= axis->count;
    if (v->total > most_contacts)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "--vary makes %zu contacts; at most %d",
                              v->total, (int)most_contacts);
    return CONTENSOU_OK;
}

double contensou__cmd_fit_vary_value(const struct contensou__cmd_fit_vary *v, size_t axis,
                                     size_t contact)
{
    for (size_t k = v->axes; --k > axis;)
        contact /= v->axis[k].count;
    return v->axis[axis].value[contact % v->axis[axis].count];
}

void contensou__cmd_fit_vary_text(const struct contensou__cmd_fit_vary *v, size_t contact,
                                  char *text, size_t size)
{
    size_t used = 0;

    for (size_t k = 0; k < v->axes && used < size; ++k) {
        const int more = snprintf(text + used, size - used, "%s%s=%.15g", k ? ", " : "",
                                  v->axis[k].name, contensou__cmd_fit_vary_value(v, k, contact));

        used += more > 0 ? (size_t)more : 0;
    }
}

/* The shortest text that reads back as the same number. */
static void put_number(char *text, size_t size, double value)
{
    snprintf(text, size, "%.15g", value);
    if (strtod(text, NULL) != value)
        snprintf(text, size, "%.17g", value);
}

static enum contensou_status make(struct contensou__cmd_fit_vary *v, const struct numbers *n,
                                  size_t contact, struct contensou_error *err)
{
    struct contensou_patch_spec spec = v->spec;
    double number[most_sizes];
    char shape[256], pressure[64], text[40], where[256];
    struct contensou_error inner = {0};
    enum contensou_status status;

    memcpy(number, n->number, sizeof number);
    for (size_t k = 0; k < v->axes; ++k) {
        const double value = contensou__cmd_fit_vary_value(v, k, contact);
        const char *name = v->axis[k].name, *own = strchr(name, '.') + 1;

        if (strncmp(name, "shape.", 6) == 0) {
            for (size_t i = 0; i < n->shape->numbers; ++i)
                if (strcmp(own, n->shape->number[i].name) == 0)
                    number[i] = value;
        } else if (strcmp(name, "pressure.q") == 0) {
            put_number(text, sizeof text, value);
            snprintf(pressure, sizeof pressure, "%s:%s", n->pressure->name, text);
            spec.pressure = pressure;
        } else if (strncmp(name, "tilt.", 5) == 0)
            *(*own == 'k' ? &spec.tilt_k : &spec.tilt_beta) = value;
        else
            spec.center[*own == 'y'] = value;
    }
    if (n->shape->numbers) {
        size_t used = (size_t)snprintf(shape, sizeof shape, "%s", n->shape->name);

        for (size_t i = 0; i < n->shape->numbers && used < sizeof shape; ++i) {
            put_number(text, sizeof text, number[i]);
            used +=
                (size_t)snprintf(shape + used, sizeof shape - used, "%c%s", i ? ',' : ':', text);
        }
        spec.shape = shape;
    }
    status = contensou_patch_create(&v->patch[contact], &spec, &inner);
    if (!status)
        return CONTENSOU_OK;
    contensou__cmd_fit_vary_text(v, contact, where, sizeof where);
    return contensou_fail(err, status, "--vary %s: %s", where, inner.message);
}

enum contensou_status contensou__cmd_fit_vary_open(struct contensou__cmd_fit_vary *v,
                                                   const struct contensou__options *o,
                                                   const struct contensou_patch_spec *spec,
                                                   struct contensou_error *err)
{
    struct numbers n = {0};
    struct contensou_patch *template = NULL;
    enum contensou_status status = contensou_patch_create(&template, spec, err);

    contensou_patch_free(template);
    *v = (struct contensou__cmd_fit_vary){.spec = *spec, .total = 1};
    if (!status)
        status = find_numbers(&n, spec, err);
    for (size_t i = 0; i < o->repeat_count && !status; ++i)
        status = read_axis(v, &n, o->repeat[i], err);
    if (!status && !(v->patch = calloc(v->total, sizeof(struct contensou_patch *))))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu contacts", v->total);
    for (size_t i = 0; i < v->total && !status; ++i) {
        status = contensou__progress_check(err);
        if (!status)
            status = make(v, &n, i, err);
    }
    free_numbers(&n);
    return status;
}

void contensou__cmd_fit_vary_close(struct contensou__cmd_fit_vary *v)
{
    for (size_t i = 0; i < v->total && v->patch; ++i)
        contensou_patch_free(v->patch[i]);
    free(v->patch);
    for (size_t k = 0; k < contensou__options_repeats_max; ++k)
        free(v->axis[k].value);
    *v = (struct contensou__cmd_fit_vary){0};
}
