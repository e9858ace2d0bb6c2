/* simulation_law.c: the law of a simulation: by name with the numbers of our fit, or from the file that
 * 'contensou fit' wrote. SPDX-License-Identifier: MIT */
#include "cli/simulation.h"

#include "cli/contact_options.h"

#include "base/names.h"

#include <contensou/fit.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = 64 };

static int is_listed(const char *name)
{
    return contensou__names_find(name, contensou__friction_names, contensou__friction_name_count) >=
           0;
}

/* Whether the system can use a law of this name; also of the family I beyond those that are listed. */
static int fits(const struct contensou__system *system, const char *name)
{
    if (system->friction == contensou__system_none)
        return strcmp(name, "none") == 0;
    if (system->friction == contensou__system_rolling)
        return is_listed(name) && strncmp(name, "pade", 4) == 0;
    return contensou__friction_kind(name) == system->friction;
}

/* The names that a system can take, and for a message the same as one text. */
static size_t list_fitting(const struct contensou__system *system, const char *name[most],
                           char *text, size_t size)
{
    size_t count = 0, at = 0;

    *text = '\0';
    for (size_t i = 0; i < contensou__friction_name_count && count < most; ++i)
        if (fits(system, contensou__friction_names[i]))
            name[count++] = contensou__friction_names[i];
    for (size_t i = 0; i < count && at < size; ++i)
        at += (size_t)snprintf(text + at, size - at, "%s%s", i ? ", " : "", name[i]);
    return count;
}

enum contensou_status contensou__simulation_law_check(const struct contensou__system *system,
                                                      const char *name, struct contensou_error *err)
{
    const char *list[most];
    char text[512];
    const size_t count = list_fitting(system, list, text, sizeof text);

    if (name && fits(system, name))
        return CONTENSOU_OK;
    if (!name)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s has friction, but which law? give --law; have: %s", system->name,
                              text);
    if (is_listed(name) || contensou__friction_kind(name) != contensou__system_none)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the law %s makes no sense in %s%s; have: %s", name, system->name,
                              system->friction ? "" : ", which has no friction", text);
    return contensou__names_fail(err, "law", name, list, count);
}

/* Our fit for the contact becomes the default of the model's own numbers. */
static enum contensou_status fit_law(struct contensou__simulation *s, struct contensou_error *err)
{
    const struct contensou_fit_options options = {.model = s->friction.name};
    struct contensou_fit_result result;
    enum contensou_status status = contensou_fit(s->patch, s->device[0], &options, &result, err);

    for (int i = 0; i < result.count && !status; ++i)
        status = contensou__friction_set(&s->friction, result.parameter[i].name,
                                         result.parameter[i].value, err);
    return status;
}

/* Systems without a patch have no use for a contact. */
static enum contensou_status check_contact(const struct contensou__simulation *s,
                                           const struct contensou__options *o, const char *law,
                                           struct contensou_error *err)
{
    static const char *const names[] = {"shape", "pressure", "tilt", "center"};

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (contensou__options_given(o, names[i]))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--%s has no meaning in %s: the law %s has no contact patch",
                                  names[i], s->system->name, law);
    return CONTENSOU_OK;
}

enum contensou_status contensou__simulation_law_make(struct contensou__simulation *s,
                                                     const struct contensou__options *o,
                                                     struct contensou_error *err)
{
    const char *name = contensou__options_value(o, "law");
    const size_t length = name ? strlen(name) : 0;
    enum contensou_status status;

    if (length > 5 && strcmp(name + length - 5, ".json") == 0)
        return contensou__simulation_fit_read(s, o, name, err);
    if (!name)
        name = s->system->law;
    status = contensou__simulation_law_check(s->system, name, err);
    if (status)
        return status;
    if (contensou__friction_kind(name) != contensou__system_contact) {
        status = check_contact(s, o, name, err);
    } else {
        status = contensou__contact_options_read(o, &s->spec, err);
        if (!status)
            status = contensou_patch_create(&s->patch, &s->spec, err);
    }
    if (!status)
        status = contensou__friction_create(&s->friction, name, s->patch, s->system->eps,
                                            s->setup.single, err);
    if (!status && s->friction.needs_fit)
        status = fit_law(s, err);
    return status;
}

enum contensou_status contensou__simulation_law_try(const struct contensou__simulation *s,
                                                    struct contensou_error *err)
{
    const size_t fields = (size_t)s->system->field_count, lane = (size_t)s->friction.lane_fields;
    const uint64_t at[2] = {0, s->lanes.count - 1};
    double *value = malloc((s->lanes.names + lane + 1) * sizeof *value);
    enum contensou_status status = CONTENSOU_OK;

    if (!value)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a lane");
    for (int i = 0; i < 2 && !status; ++i) {
        contensou__lanes_values(&s->lanes, at[i], value);
        status =
            contensou__friction_lane(&s->friction, value + fields, value + s->lanes.names, err);
    }
    free(value);
    return status;
}
