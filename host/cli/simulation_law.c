/* simulation_law.c: the law of a simulation: by name with the numbers of our fit, or from the file that
 * 'contensou fit' wrote. SPDX-License-Identifier: MIT */
#include "cli/simulation.h"

#include "cli/contact_options.h"
#include "cli/progress.h"

#include "simulate/law_choice.h"
#include "simulate/law_file.h"

#include <stdlib.h>
#include <string.h>

static const char *const contact_name[] = {"shape", "pressure", "tilt", "center", "anisotropy"};
enum { contact_names = sizeof contact_name / sizeof *contact_name };

/* Systems without a patch have no use for a contact. */
static enum contensou_status check_contact(const struct contensou__simulation *s,
                                           const struct contensou__options *o, const char *law,
                                           struct contensou_error *err)
{
    for (size_t i = 0; i < contact_names; ++i)
        if (contensou__options_given(o, contact_name[i]))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--%s cannot be used with %s: the law %s has no contact patch",
                                  contact_name[i], s->system->name, law);
    return CONTENSOU_OK;
}

/* A table of a pressure map takes many slips: a bar on the terminal, and a stop where one is asked for. */
static enum contensou_status look(void *context, double done, struct contensou_error *err)
{
    contensou__progress_update(context, done);
    return contensou__progress_check(err);
}

static enum contensou_status make_friction(struct contensou__simulation *s,
                                           const struct contensou__options *o, const char *name,
                                           struct contensou_error *err)
{
    struct contensou__progress progress;
    const struct contensou__friction_make_watch watch = {look, &progress};
    enum contensou_status status;

    contensou__progress_begin(&progress, "table slips", 0, contensou__options_given(o, "quiet"));
    status = contensou__law_choice_make(&s->friction, s->system, name, s->patch, s->device[0],
                                        s->setup.single, &watch, err);
    contensou__progress_end(&progress);
    return status;
}

/* A contact beside the file would be a second one. */
static enum contensou_status read_file(struct contensou__simulation *s,
                                       const struct contensou__options *o, const char *path,
                                       struct contensou_error *err)
{
    struct contensou_fit_file file = {0};
    enum contensou_status status;

    for (size_t i = 0; i < contact_names; ++i)
        if (contensou__options_given(o, contact_name[i]))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--%s cannot be used with --law %s: the file has the contact",
                                  contact_name[i], path);
    status = contensou__law_file_read(&file, path, s->system, s->setup.single, &s->friction, err);
    s->contact = file.words;
    s->spec = file.spec;
    s->patch = file.patch;
    return status;
}

static enum contensou_status make_law(struct contensou__simulation *s,
                                      const struct contensou__options *o,
                                      struct contensou_error *err)
{
    const char *name = contensou__options_value(o, "law");
    enum contensou_status status;

    if (contensou_fit_file_is(name))
        return read_file(s, o, name, err);
    if (!name)
        name = s->system->law;
    status = contensou__law_choice_check(s->system, name, err);
    if (status)
        return status;
    if (contensou__registry_find(name, NULL)->kind != contensou__system_contact) {
        status = check_contact(s, o, name, err);
    } else {
        status = contensou__contact_options_read(o, &s->spec, err);
        if (!status)
            status = contensou_patch_create(&s->patch, &s->spec, err);
    }
    if (!status)
        status = make_friction(s, o, name, err);
    return status;
}

enum contensou_status contensou__simulation_law_make(struct contensou__simulation *s,
                                                     const struct contensou__options *o,
                                                     struct contensou_error *err)
{
    const enum contensou_status status = make_law(s, o, err);

    if (!status)
        contensou__law_choice_for_stepper(&s->friction, contensou__options_value(o, "stepper"));
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
