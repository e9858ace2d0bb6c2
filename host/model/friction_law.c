/* friction_law.c: the law of a simulation. SPDX-License-Identifier: MIT */
#include "model/friction_law.h"

#include "base/names.h"
#include "base/setting.h"
#include "base/try.h"
#include "contact/patch.h"
#include "device/eval.h"
#include "model/settings.h"
#include "model/step_control.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const struct contensou__settings_row contensou__friction_law_rows[] = {
    {{"law", MODEL, "LAW", NULL,
      "the friction law: {laws}, or a fit.json; 'contensou list laws' has their numbers and the "
      "systems that they are for (default: the system's)",
      WORD},
     .size = sizeof(const char *)},
    {.at = 0}};

enum { most = 64 };

/* Whether the system can use a law of this name; also of a family beyond those that are listed. */
static int fits(const struct contensou__system *system, const char *name)
{
    const struct contensou__registry_law *law = contensou__registry_find(name, NULL);

    if (system->friction == contensou__system_rolling)
        return law && law->tilts;
    return law && law->kind == system->friction;
}

/* The names that a system can take, and for a message the same as one text. */
static size_t list_fitting(const struct contensou__system *system, const char *name[most],
                           char *text, size_t size)
{
    size_t count = 0, at = 0;

    *text = '\0';
    for (size_t i = 0; i < contensou__registry_name_count && count < most; ++i)
        if (fits(system, contensou__registry_names[i]))
            name[count++] = contensou__registry_names[i];
    for (size_t i = 0; i < count && at < size; ++i)
        at += (size_t)snprintf(text + at, size - at, "%s%s", i ? ", " : "", name[i]);
    return count;
}

/* Whether the system can take the law of this name (NULL: none was given). */
static enum contensou_status check_law(const struct contensou__system *system, const char *name,
                                       struct contensou_error *err)
{
    const char *list[most];
    char text[512];
    const size_t count = list_fitting(system, list, text, sizeof text);

    if (name && fits(system, name))
        return CONTENSOU_OK;
    if (!name)
        return WRONG(err, "missing " SETTING("law") ", as %s has friction; available: %s",
                     system->name, text);
    if (contensou__registry_find(name, NULL))
        return WRONG(err, "the law %s cannot be used with %s%s; available: %s", name, system->name,
                     system->friction ? "" : ", which has no friction", text);
    return contensou__names_fail(err, "law", name, list, count);
}

static void free_list(struct contensou_device_info **list)
{
    contensou_device_list_free(*list);
}

static void close_device(struct contensou_device **device)
{
    contensou_device_close(*device);
}

/* Fits need double precision: where the device has none, the first one here that has, which is for
 * contensou_device_close; otherwise *other is NULL. */
static enum contensou_status find_double(const struct contensou_device *device,
                                         struct contensou_device **other,
                                         struct contensou_error *err)
{
    OWNED(free_list) struct contensou_device_info *list = NULL;
    size_t count = 0;
    char index[16];

    if (contensou_device_about(device)->fp64)
        return CONTENSOU_OK;
    TRY(contensou_device_list(&list, &count, NULL, err));
    for (size_t i = 0; i < count; ++i)
        if (list[i].fp64) {
            snprintf(index, sizeof index, "%d", list[i].index);
            return contensou_device_open(other, index, err);
        }
    return contensou_fail(
        err, CONTENSOU_EDEVICE,
        "a law is fitted to its contact in double precision, which no "
        "device here computes in; give a file of 'contensou fit' as " SETTING("law"));
}

/* Our fit for the contact becomes the default of the model's own numbers. */
enum contensou_status contensou__friction_law_fit(struct contensou__friction *friction,
                                                  const struct contensou_patch *patch,
                                                  struct contensou_device *device,
                                                  struct contensou_error *err)
{
    const struct contensou_fit_options options = {.size = sizeof options, .model = friction->name};
    struct contensou_fit_result result = {0};
    OWNED(close_device) struct contensou_device *other = NULL;

    TRY(find_double(device, &other, err));
    TRY(contensou_fit(patch, other ? other : device, &options, &result, err));
    for (int i = 0; i < result.count; ++i)
        TRY(contensou__friction_set(friction, result.parameter[i].name, result.parameter[i].value,
                                    err));
    return CONTENSOU_OK;
}

/* The eps of a law where nobody sets it. In single precision no smaller one than 100 times the absolute tolerance, within which
 * a stiff step still sees the law bend; of a body that rolls 100 times the rounding of its slip, the difference of two velocities
 * over the small radius of the contact. */
static double default_eps(const struct contensou__system *system, int single)
{
    const double least = system->friction == contensou__system_rolling
                             ? 1e-2
                             : 100 * contensou__step_control_single_atol;

    return single && system->eps > 0 ? fmax(system->eps, least) : system->eps;
}

static struct contensou__field *field_of(struct contensou__friction *f, const char *name)
{
    for (int i = 0; i < f->field_count; ++i)
        if (strcmp(f->fields[i].name, name) == 0)
            return &f->fields[i];
    return NULL;
}

void contensou__friction_law_make_exact(struct contensou__friction *friction)
{
    struct contensou__field *const eps = field_of(friction, "eps");

    if (eps && !eps->open)
        eps->value = 0;
}

/* Coefficient and size of measured contacts are the system's own, and are not taken. */
static enum contensou_status take(struct contensou__friction *f,
                                  const struct contensou_fit_parameter *p, const char *path,
                                  struct contensou_error *err)
{
    const struct contensou__field *field = field_of(f, p->name);

    if (contensou__law_find(&f->law, p->name) < 0)
        return CONTENSOU_OK;
    if (field && (p->value < field->low || (p->value == field->low && field->open)))
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: %s = %.15g, but it must be %s %.15g",
                              path, p->name, p->value, field->open ? "above" : "at least",
                              field->low);
    return contensou__friction_set(f, p->name, p->value, err);
}

enum contensou_status contensou__friction_law_read(struct contensou_fit_file *file,
                                                   const char *path, enum contensou_frame frame,
                                                   const struct contensou__system *system,
                                                   int single, struct contensou__friction *friction,
                                                   struct contensou_error *err)
{
    const struct contensou_fit_result *const r = &file->result;
    const char *model;

    TRY(contensou_fit_file_read(file, path, err));
    model = strcmp(r->model, "exact") == 0 ? "integral" : r->model;
    file->spec.frame = frame;
    TRY(contensou__patch_take_frames(file->patch, &file->spec, err));
    TRY(check_law(system, model, err));
    TRY(contensou__friction_create(friction, model, file->patch, default_eps(system, single),
                                   single, err));
    for (int i = 0; i < r->count; ++i)
        TRY(take(friction, &r->parameter[i], path, err));
    return CONTENSOU_OK;
}

/* The contact of the program, or that of the settings. */
static enum contensou_status make_contact(const struct contensou__settings *asked,
                                          struct contensou_fit_file *file,
                                          const struct contensou_patch **patch,
                                          struct contensou_error *err)
{
    const char *const given = contensou__settings_contact_given(asked, 0);

    if (asked->patch && given)
        return WRONG(err, SETTING("%s") " and a contact of the program's exclude each other",
                     given);
    if (!asked->patch) {
        file->spec = asked->contact;
        TRY(contensou_patch_create(&file->patch, &file->spec, err));
    }
    *patch = asked->patch ? asked->patch : file->patch;
    return CONTENSOU_OK;
}

/* The table of a pressure map takes many slips: progress is told, and a stop heard. */
static enum contensou_status look(void *context, double done, struct contensou_error *err)
{
    const struct contensou_progress *const progress = context;

    if (!progress->report || !progress->report(progress->context, "table slips", done, 0))
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped before the end; the output is dropped");
}

/* Slips of our systems are over the contact's unit of length. Where that is one of people, not of the contact, such as mm, the eps
 * that nobody sets is that of the contact over its own size: so it is the same velocity in any unit. */
static enum contensou_status measure_eps(const struct contensou__ensemble_setup *setup,
                                         const struct contensou_patch *patch,
                                         struct contensou__friction *friction,
                                         struct contensou_error *err)
{
    struct contensou__field *const eps = field_of(friction, "eps");
    double size = 1;

    if (!patch || !(contensou_patch_unit(patch) > 0) || setup->user_text ||
        contensou__system_length(setup->system, NULL) < 0)
        return CONTENSOU_OK;
    TRY(contensou_patch_size(patch, &size, err));
    if (eps)
        eps->value *= size;
    return CONTENSOU_OK;
}

/* An anisotropy that turns against its contact makes another contact of it at every angle. */
static enum contensou_status check_frames(const struct contensou_patch *patch,
                                          const struct contensou__friction *friction,
                                          struct contensou_error *err)
{
    if (friction->axes < contensou__system_body_shape || friction->about->integrated)
        return CONTENSOU_OK;
    return WRONG(err,
                 "the contact is of the %s and its anisotropy of the %s, so that they turn "
                 "against each other, and the law %s knows them at one angle only; choose "
                 "the law integral, or one frame for both",
                 contensou__names_frames[patch->frame - 1],
                 contensou__names_frames[patch->stretch_frame - 1], friction->name);
}

/* A law by its name; where its model has numbers that depend on the contact, they are fitted to it on the device. */
static enum contensou_status
make_law(const struct contensou__settings *asked, const char *name,
         const struct contensou__ensemble_setup *setup, struct contensou_device *device,
         struct contensou_fit_file *file, const struct contensou_patch **patch,
         struct contensou__friction *friction, struct contensou_error *err)
{
    const char *const given = contensou__settings_contact_given(asked, 0);
    struct contensou_progress progress = asked->progress;
    const struct contensou__eval_watch watch = {look, &progress};

    TRY(check_law(setup->system, name, err));
    if (contensou__registry_find(name, NULL)->kind == contensou__system_contact)
        TRY(make_contact(asked, file, patch, err));
    else if (given)
        return WRONG(err,
                     SETTING("%s") " cannot be used with %s: the law %s has no contact "
                                   "patch",
                     given, setup->system->name, name);
    TRY(contensou__eval_friction(friction, name, *patch, default_eps(setup->system, setup->single),
                                 setup->single, device, &watch, NULL, err));
    return friction->needs_fit ? contensou__friction_law_fit(friction, *patch, device, err)
                               : CONTENSOU_OK;
}

enum contensou_status contensou__friction_law_plan(const struct contensou__settings *asked,
                                                   const struct contensou__ensemble_setup *setup,
                                                   struct contensou_device *device,
                                                   struct contensou_fit_file *file,
                                                   const struct contensou_patch **patch,
                                                   struct contensou__friction *friction,
                                                   struct contensou_error *err)
{
    const char *const name = asked->law, *given = contensou__settings_contact_given(asked, 1);

    *patch = NULL;
    if (!contensou_fit_file_is(name)) {
        TRY(make_law(asked, name ? name : setup->system->law, setup, device, file, patch, friction,
                     err));
    } else if (given || asked->patch) {
        return WRONG(err,
                     given
                         ? SETTING("%s") " cannot be used with " SETTING(
                               "law") " %s: the file has the contact"
                         : "%s cannot be used with " SETTING("law") " %s: the file has the contact",
                     given ? given : "a contact of the program's", name);
    } else {
        TRY(contensou__friction_law_read(file, name, asked->contact.frame, setup->system,
                                         setup->single, friction, err));
        *patch = file->patch;
    }
    TRY(measure_eps(setup, *patch, friction, err));
    return check_frames(*patch, friction, err);
}
