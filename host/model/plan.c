/* plan.c: from the settings of a simulation to what is computed. SPDX-License-Identifier: MIT */
#include "model/plan.h"

#include "base/names.h"
#include "base/numbers.h"
#include "base/random.h"
#include "parts/stepper.h"
#include "contact/patch.h"
#include "device/state.h"
#include "model/contact_unit.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A step is accepted when its error is below atol + rtol |y|: a state that stays far below atol has no correct digit, and
 * nothing in its numbers shows it. */
static const double digits = 100, noise = 1e-5; /* in units of atol */

/* 1 if a number of this size, not 0, has less than about two digits by the tolerance. */
static int is_small(const struct contensou__ensemble_settings *set, double size)
{
    return size != 0 && fabs(size) < digits * set->atol;
}

/* The first state that starts too small in all lanes: its index, and *value where it starts; -1 if there is none. */
static int small_start(const struct contensou__ensemble_setup *setup,
                       const struct contensou__lanes *lanes, double *value)
{
    const size_t first = (size_t)(setup->system->field_count + setup->friction->field_count);

    if (setup->stepper->fixed) /* nothing is accepted or rejected */
        return -1;
    for (int i = 0; i < setup->system->dim; ++i) {
        double low, high;

        contensou__lanes_range(lanes, first + (size_t)i, &low, &high);
        *value = lanes->value[first + (size_t)i];
        if (contensou__lanes_varies(lanes, first + (size_t)i))
            *value = fmax(fabs(low), fabs(high));
        if (is_small(&setup->set, *value))
            return i;
    }
    return -1;
}

/* The same for states whose largest size, largest[dim], was seen. What is much smaller than the tolerance is taken for
 * the noise of a state that rests. */
static int small_seen(const struct contensou__ensemble_setup *setup, const double *largest)
{
    /* in exact stick velocities are zero but for what a step leaves */
    const double least = (setup->stepper->switches ? 1 : noise) * setup->set.atol;

    if (setup->stepper->fixed)
        return -1;
    for (int i = 0; i < setup->system->dim; ++i)
        if (is_small(&setup->set, largest[i]) && largest[i] > least)
            return i;
    return -1;
}

/* The absolute tolerance that a state of this size needs: the relative one of it, and in any case so much less that
 * there is no warning. */
static double atol_for(const struct contensou__ensemble_settings *set, double size)
{
    return pow(10, floor(log10(fmin(set->rtol, 1e-2) * fabs(size))));
}

/* Tolerances, limits of steps and the stepper where nobody chose them. */

/* The absolute tolerance in single precision. */
static const double single_atol = 1e-7;

/* What was chosen; 0: nothing. */
struct choice {
    double rtol, atol, step, h_min, h_max, max_steps, max_events;
};

/* An observer that needs variations, which a step by a series does not carry; NULL: none is asked for. */
static const struct contensou__observer *
needs_variations(const struct contensou__ensemble_setup *setup)
{
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_used(&setup->observe, k) && contensou__observer_all[k].smooth)
            return &contensou__observer_all[k];
    return NULL;
}

/* Switching between stick and slip needs a contact, and a law that has a limit of stick. */
static enum contensou_status check_switches(const struct contensou__ensemble_setup *setup,
                                            const char *name, struct contensou_error *err)
{
    const struct contensou__system *system = setup->system;
    const struct contensou__friction *law = setup->friction;

    if (system->friction != contensou__system_contact && system->friction != contensou__system_line)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "the stepper %s switches between stick and slip, but %s has no contact "
            "that can stick; leave --stepper out, or choose one such as dop853 or rodas54",
            name, system->name);
    for (int i = 0; i < law->field_count; ++i)
        if (strcmp(law->fields[i].name, "eps") == 0 && law->fields[i].open)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "the stepper %s cannot be used with the law %s, which is always "
                                  "smoothed and has no limit of stick; available: signum",
                                  name, law->name);
    return CONTENSOU_OK;
}

/* A series comes from the system, and a step by it carries no variations. */
static enum contensou_status check_series(const struct contensou__ensemble_setup *setup,
                                          struct contensou_error *err)
{
    const char *const name = setup->stepper->name;
    const struct contensou__observer *const varied = needs_variations(setup);
    struct contensou__text others = {0};
    enum contensou_status status;

    if (varied)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--observe %s cannot be used with the stepper %s, which carries "
                              "no variations; choose dop853, rodas54, ..",
                              varied->name, name);
    if (contensou__system_gives_series(setup->system, setup->user_text))
        return CONTENSOU_OK;
    for (size_t i = 0; i < contensou__system_name_count; ++i)
        if (contensou__system_gives_series(contensou__system_find(contensou__system_names[i]),
                                           NULL))
            contensou__text_printf(&others, "%s, ", contensou__system_names[i]);
    status = contensou_fail(err, CONTENSOU_EARGUMENT,
                            "the stepper %s needs the Taylor series of a system, which %s does not "
                            "give; those that do: %sand a header with a system_series; other "
                            "steppers: dop853, rodas54, ..",
                            name, setup->system->name, others.data ? others.data : "");
    contensou__text_free(&others);
    return status;
}

/* 1 if the system and the law have stick, exact and with a limit. */
static int can_switch(const struct contensou__ensemble_setup *setup)
{
    struct contensou_error ignored;

    return !check_switches(setup, "event", &ignored);
}

/* The stepper of a name; of `auto` the explicit one for this tolerance, and the stiff one to which lanes go over where the law has a
 * Jacobian. */
static enum contensou_status choose_stepper(struct contensou__ensemble_setup *setup,
                                            const char *name, struct contensou_error *err)
{
    const int series =
        contensou__system_gives_series(setup->system, setup->user_text) && !needs_variations(setup);
    /* the large coefficients of high orders make too much of rounding in single precision */
    const double rtol = setup->single ? fmax(setup->set.rtol, 1e-4) : setup->set.rtol;

    setup->other = NULL;
    if (strcmp(name, "auto") == 0) {
        setup->stepper = contensou__stepper_auto(0, series, rtol);
        if (!setup->friction->jumps)
            setup->other = contensou__stepper_auto(1, 0, rtol);
        return CONTENSOU_OK;
    }
    setup->stepper = contensou__stepper_find(name);
    if (!setup->stepper)
        return contensou__names_fail(err, "stepper", name, contensou__stepper_choices,
                                     contensou__stepper_name_count + 1);
    return CONTENSOU_OK;
}

/* Fills tolerances, steps and stepper of a setup whose system, law and precision are known. eps: law.eps of the
 * lanes, 0 where the law has none; name: of the stepper, or "auto". */
static enum contensou_status fill_defaults(struct contensou__ensemble_setup *setup, double eps,
                                           const struct choice *choice, const char *name,
                                           struct contensou_error *err)
{
    struct contensou__ensemble_settings *set = &setup->set;
    const int single = setup->single;
    const struct contensou__stepper *const named = contensou__stepper_find(name);
    const int switches = named && named->switches;
    const double close = switches ? 1e-13 : eps > 0 ? fmin(fmax(1e-7 * eps, 1e-13), 1e-10) : 1e-10;
    const int line = setup->friction->kind == contensou__system_line;
    const double relative = switches ? 1e-11 : line ? 1e-10 : 1e-9;
    const int jumps = setup->friction->jumps && !switches;
    enum contensou_status status;

    set->rtol = choice->rtol > 0 ? choice->rtol : single ? 1e-5 : relative;
    set->atol = choice->atol > 0 ? choice->atol : single ? single_atol : close;
    set->h_first = choice->step;
    set->h_min = choice->h_min > 0 ? choice->h_min : jumps ? 1e-5 : 0;
    set->h_max = choice->h_max > 0           ? choice->h_max
                 : named && named->h_max > 0 ? named->h_max
                                             : INFINITY;
    set->max_steps = choice->max_steps > 0 ? choice->max_steps : 1e7;
    set->max_events = choice->max_events > 0 ? choice->max_events : 1e6;
    if (set->h_min > set->h_max)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the smallest step %g is larger than the largest %g", set->h_min,
                              set->h_max);
    set->accept_min = set->h_min > 0 && ((named && named->takes_h_min) || jumps);
    status = choose_stepper(setup, name, err);
    if (!status && switches)
        status = check_switches(setup, name, err);
    if (!status && setup->stepper->series)
        status = check_series(setup, err);
    if (!status && switches && eps != 0 && !setup->friction->jumps)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "law.eps = %.15g: the stepper %s takes the law as it is; set "
                                "law.eps = 0, or choose a stepper such as rodas54",
                                eps, name);
    if (!status && single && !setup->stepper->fixed && !setup->friction->jumps && eps > 0 &&
        eps < 10 * set->atol)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "law.eps = %.15g cannot be resolved in single precision with the "
                                "absolute tolerance %.3g; set law.eps to %.3g or more, or compute "
                                "in double precision",
                                eps, set->atol, 10 * set->atol);
    if (!status && setup->stepper->fixed && !(set->h_first > 0))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "%s has steps of one size; give it by --step H", name);
    return status;
}

static int observes(const struct contensou__plan *p, const char *name)
{
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (strcmp(contensou__observer_all[k].name, name) == 0)
            return contensou__observer_shown(&p->setup.observe, k);
    return 0;
}

/* The law of a simulation. */

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
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing --law, as %s has friction; available: %s", system->name,
                              text);
    if (contensou__registry_find(name, NULL))
        return contensou_fail(
            err, CONTENSOU_EARGUMENT, "the law %s cannot be used with %s%s; available: %s", name,
            system->name, system->friction ? "" : ", which has no friction", text);
    return contensou__names_fail(err, "law", name, list, count);
}

/* Fits need double precision: where the device has none, the first one here that has, which is for
 * contensou_device_close; otherwise *other is NULL. */
static enum contensou_status find_double(const struct contensou_device *device,
                                         struct contensou_device **other,
                                         struct contensou_error *err)
{
    struct contensou_device_info *list = NULL;
    size_t count = 0;
    char index[16];
    enum contensou_status status;

    *other = NULL;
    if (contensou_device_about(device)->fp64)
        return CONTENSOU_OK;
    status = contensou_device_list(&list, &count, NULL, err);
    for (size_t i = 0; i < count && !status && !*other; ++i)
        if (list[i].fp64) {
            snprintf(index, sizeof index, "%d", list[i].index);
            status = contensou_device_open(other, index, err);
        }
    contensou_device_list_free(list);
    if (!status && !*other)
        status = contensou_fail(err, CONTENSOU_EDEVICE,
                                "a law is fitted to its contact in double precision, which no "
                                "device here computes in; give a file of 'contensou fit' as --law");
    return status;
}

/* Our fit for the contact becomes the default of the model's own numbers. */
enum contensou_status contensou__plan_law_fit(struct contensou__friction *friction,
                                              const struct contensou_patch *patch,
                                              struct contensou_device *device,
                                              struct contensou_error *err)
{
    const struct contensou_fit_options options = {.size = sizeof options, .model = friction->name};
    struct contensou_fit_result result = {0};
    struct contensou_device *other;
    enum contensou_status status = find_double(device, &other, err);

    if (!status)
        status = contensou_fit(patch, other ? other : device, &options, &result, err);
    for (int i = 0; i < result.count && !status; ++i)
        status = contensou__friction_set(friction, result.parameter[i].name,
                                         result.parameter[i].value, err);
    contensou_device_close(other);
    return status;
}

/* The eps of a law where nobody sets it. In single precision no smaller one than 100 times the absolute tolerance, within which
 * a stiff step still sees the law bend; of a body that rolls 100 times the rounding of its slip, the difference of two velocities
 * over the small radius of the contact. */
static double default_eps(const struct contensou__system *system, int single)
{
    const double least = system->friction == contensou__system_rolling ? 1e-2 : 100 * single_atol;

    return single && system->eps > 0 ? fmax(system->eps, least) : system->eps;
}

/* Makes the law, for contensou__friction_free also after a failure. Where its model has numbers that depend on the
 * contact, they are fitted to the patch on the device. patch: NULL where the law has no contact; watch: NULL where
 * nobody does. */
static enum contensou_status
make_law(struct contensou__friction *friction, const struct contensou__system *system,
         const char *name, const struct contensou_patch *patch, struct contensou_device *device,
         int single, const struct contensou__eval_watch *watch, struct contensou_error *err)
{
    enum contensou_status status = contensou__eval_friction(
        friction, name, patch, default_eps(system, single), single, device, watch, err);

    if (!status && friction->needs_fit)
        status = contensou__plan_law_fit(friction, patch, device, err);
    return status;
}

/* A stepper that switches between stick and slip takes the law as it is: its eps is 0 where nobody sets it. */
static void make_exact(struct contensou__friction *friction)
{
    for (int i = 0; i < friction->field_count; ++i)
        if (strcmp(friction->fields[i].name, "eps") == 0 && !friction->fields[i].open)
            friction->fields[i].value = 0;
}

static const struct contensou__field *field_of(const struct contensou__friction *f,
                                               const char *name)
{
    for (int i = 0; i < f->field_count; ++i)
        if (strcmp(f->fields[i].name, name) == 0)
            return &f->fields[i];
    return NULL;
}

/* Coefficient and size of measured contacts are the system's own, and are not taken. */
static enum contensou_status take(struct contensou__friction *f,
                                  const struct contensou_fit_parameter *p, const char *path,
                                  struct contensou_error *err)
{
    const struct contensou__field *field = field_of(f, p->name);

    if (field && (p->value < field->low || (p->value == field->low && field->open)))
        return contensou_fail(err, CONTENSOU_EINPUT, "%s: %s = %.15g, but it must be %s %.15g",
                              path, p->name, p->value, field->open ? "above" : "at least",
                              field->low);
    return contensou__friction_set(f, p->name, p->value, err);
}

enum contensou_status contensou__plan_law_read(struct contensou_fit_file *file, const char *path,
                                               enum contensou_frame frame,
                                               const struct contensou__system *system, int single,
                                               struct contensou__friction *friction,
                                               struct contensou_error *err)
{
    enum contensou_status status = contensou_fit_file_read(file, path, err);
    const struct contensou_fit_result *r = &file->result;
    const char *model = strcmp(r->model, "exact") == 0 ? "integral" : r->model;

    file->spec.frame = frame;
    if (!status)
        status = contensou__patch_take_frames(file->patch, &file->spec, err);
    if (!status)
        status = check_law(system, model, err);
    if (!status)
        status = contensou__friction_create(friction, model, file->patch,
                                            default_eps(system, single), single, err);
    for (int i = 0; i < r->count && !status; ++i)
        status = take(friction, &r->parameter[i], path, err);
    return status;
}

/* One device, or with --device all every one of the kind that is chosen otherwise. */
static enum contensou_status open_devices(struct contensou__plan *p, struct contensou_error *err)
{
    const char *choice = contensou__settings_value(p->asked, "device");
    struct contensou_device_info *list = NULL;
    size_t count = 0;
    const char *kind = NULL;
    enum contensou_status status;

    if (p->asked->devices) {
        p->devices = p->asked->devices;
        memcpy(p->device, p->asked->device, sizeof p->device);
        return CONTENSOU_OK;
    }
    p->opened = 1;
    if (!choice || strcmp(choice, "all") != 0) {
        status = contensou_device_open(&p->device[0], choice, err);
        p->devices = !status;
        return status;
    }
    status = contensou_device_list(&list, &count, NULL, err);
    for (size_t i = 0; i < count && !status; ++i)
        if (list[i].chosen)
            kind = list[i].type;
    for (size_t i = 0; i < count && !status && p->devices < contensou__settings_devices; ++i) {
        char index[16];

        if (kind && strcmp(list[i].type, kind) != 0)
            continue;
        snprintf(index, sizeof index, "%d", list[i].index);
        status = contensou_device_open(&p->device[p->devices], index, err);
        p->devices += !status;
    }
    contensou_device_list_free(list);
    return status;
}

static enum contensou_status find_system(struct contensou__plan *p, struct contensou_error *err)
{
    const char *file = contensou__settings_value(p->asked, "system-file");
    const char *name = contensou__settings_value(p->asked, "system"), *text = p->asked->system_text;
    enum contensou_status status;

    if (name && (file || text))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "a system is given twice: '%s' and %s%s",
                              name, file ? "--system-file " : "the text of ",
                              file ? file : p->asked->system_name);
    if (file || text) {
        status = file ? contensou__user_system_open(&p->own, file, p->device[0], err)
                      : contensou__user_system_take(&p->own, p->asked->system_name, text,
                                                    p->device[0], err);
        if (status)
            return status;
        p->system = contensou__user_system_about(p->own);
        p->setup.user_path = contensou__user_system_path(p->own);
        p->setup.user_text = contensou__user_system_text(p->own);
        return CONTENSOU_OK;
    }
    if (!name)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing SYSTEM argument, such as pendulum ('contensou list systems' "
                              "has them all), or --system-file");
    p->system = contensou__system_find(name);
    return p->system ? CONTENSOU_OK
                     : contensou__names_fail(err, "system", name, contensou__system_names,
                                             contensou__system_name_count);
}

/* A positive number of an option, or the fallback where it is not given. */
static enum contensou_status positive(const struct contensou__plan *p, const char *name,
                                      double fallback, double *value, struct contensou_error *err)
{
    const char *text = contensou__settings_value(p->asked, name);
    char what[32];
    enum contensou_status status;

    *value = fallback;
    if (!text)
        return CONTENSOU_OK;
    snprintf(what, sizeof what, "--%s", name);
    status = contensou__numbers_parse(text, what, value, err);
    if (!status && !(*value > 0))
        status = contensou_fail(err, CONTENSOU_EARGUMENT, "%s %s is not positive", what, text);
    return status;
}

/* n times from 0, or from the first where that is negative. */
static enum contensou_status evenly(struct contensou__plan *p, double end, size_t n,
                                    struct contensou_error *err)
{
    p->times = malloc(n * sizeof *p->times);
    if (!p->times)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu times", n);
    for (size_t i = 0; i < n; ++i)
        p->times[i] = i + 1 < n ? end * (double)i / (double)(n - 1) : end;
    p->setup.set.samples = (double)n;
    return CONTENSOU_OK;
}

/* The times of the program, or those of --time. */
static enum contensou_status take_times(struct contensou__plan *p, const char *text, size_t *count,
                                        struct contensou_error *err)
{
    *count = p->asked->times;
    if (!*count)
        return contensou__numbers_range(text, "--time", &p->times, count, err);
    p->times = malloc(*count * sizeof *p->times);
    if (!p->times)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu times", *count);
    memcpy(p->times, p->asked->time, *count * sizeof *p->times);
    return CONTENSOU_OK;
}

static enum contensou_status parse_times(struct contensou__plan *p, struct contensou_error *err)
{
    const char *text = contensou__settings_value(p->asked, "time");
    struct contensou__ensemble_settings *set = &p->setup.set;
    size_t count = 0;
    long samples = 0;
    enum contensou_status status;

    if (!text && !p->asked->times)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing end of the simulation: give --time T, the end, or "
                              "t0:t1:n, the times of its series");
    status = take_times(p, text, &count, err);
    if (status)
        return status;
    if (!text)
        text = "of the program";
    for (size_t i = 0; i < count; ++i)
        if (!isfinite(p->times[i]) || (i && !(p->times[i] > p->times[i - 1])))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--time %s runs backwards or repeats: %g comes after %g", text,
                                  p->times[i], p->times[i ? i - 1 : 0]);
    set->t_begin = fmin(p->times[0], 0);
    set->t_end = p->times[count - 1];
    set->samples = (double)count;
    if (!(set->t_end > set->t_begin))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--time %s runs backwards: the initial values are those at time 0",
                              text);
    set->t_observe = set->t_begin;
    if (count == 1 && !p->asked->times) { /* only the end was given */
        free(p->times);
        p->times = NULL;
        status = contensou__numbers_whole(contensou__settings_value(p->asked, "samples"),
                                          "--samples", 2, 1000000000, &samples, err);
        if (!status)
            status = evenly(p, set->t_end, (size_t)samples, err);
    }
    p->setup.times = p->times;
    if (!status && contensou__settings_given(p->asked, "transient"))
        status = contensou__numbers_parse(contensou__settings_value(p->asked, "transient"),
                                          "--transient", &set->t_observe, err);
    if (!status && !(set->t_observe >= set->t_begin && set->t_observe < set->t_end))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "--transient %g does not lie between the start %g and the end %g",
                                set->t_observe, set->t_begin, set->t_end);
    return status;
}

/* "period=2.5" or "phidot=0,down". */
static enum contensou_status parse_section(struct contensou__plan *p, const char *text,
                                           struct contensou_error *err)
{
    struct contensou__numbers_section section;
    const char *names[32];
    int at = -1;
    enum contensou_status status = contensou__numbers_section(text, &section, err);

    for (int i = 0; i < p->system->dim; ++i)
        names[i] = p->system->states[i].name;
    if (!status && strcmp(section.state, "period") != 0 &&
        (at = contensou__names_find(section.state, names, (size_t)p->system->dim)) < 0)
        status = contensou__names_fail(err, "state of the section", section.state, names,
                                       (size_t)p->system->dim);
    if (!status && at < 0 && section.value == 0 &&
        !contensou__system_gives_period(p->system, p->setup.user_text))
        status = contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "%s gives no period of its own: write period=T with a number, or give the system "
            "its system_period",
            p->system->name);
    if (status)
        return status;
    p->setup.set.section_state = at;
    p->setup.set.section_value = section.value;
    if (at >= 0)
        p->setup.set.section_direction = section.direction;
    return CONTENSOU_OK;
}

/* The place of the command line, or the system's own. */
static enum contensou_status choose_section(struct contensou__plan *p, const char *text, int needed,
                                            struct contensou_error *err)
{
    p->setup.set.section_state = p->system->section.state;
    p->setup.set.section_value = p->system->section.value;
    p->setup.set.section_direction = p->system->section.direction;
    if (text)
        return parse_section(p, text, err);
    if (p->system->section.state < 0 && needed)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s has no section of its own; give --section period=T or "
                              "STATE=VALUE[,up|down|both]",
                              p->system->name);
    return CONTENSOU_OK;
}

/* One option of an observer, into its setting. */
static enum contensou_status parse_option(struct contensou__plan *p, size_t observer,
                                          const struct contensou__observer_option *option,
                                          struct contensou_error *err)
{
    double *to = contensou__observer_number_at(&p->setup.set, option->at);
    const char *text = contensou__settings_value(p->asked, option->name);
    const int dim = p->system->dim;
    enum contensou_status status = CONTENSOU_OK;
    char what[48];
    long whole = dim;

    snprintf(what, sizeof what, "--%s", option->name);
    if (option->kind == contensou__observer_section)
        return choose_section(p, text, contensou__observer_used(&p->setup.observe, observer), err);
    if (option->kind == contensou__observer_real && text) {
        status = contensou__numbers_parse(text, what, to, err);
        if (!status && !(*to >= option->low && *to <= option->high))
            status =
                contensou_fail(err, CONTENSOU_EARGUMENT, "%s %s does not lie between %g and %g",
                               what, text, option->low, option->high);
    }
    if (option->kind == contensou__observer_whole && text) {
        status = contensou__numbers_whole(text, what, (long)option->low, (long)option->high, &whole,
                                          err);
        *to = (double)whole;
    }
    if (option->kind == contensou__observer_upto_dim) {
        if (text)
            status = contensou__numbers_whole(text, what, 1, 1000000, &whole, err);
        if (!status && whole > dim)
            status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                    "%s %ld is more than %s has states, which are %d", what, whole,
                                    p->system->name, dim);
        *to = (double)whole;
    }
    return status;
}

/* The names of --observe as flags. */
static enum contensou_status parse_names(struct contensou__plan *p, const char *text,
                                         struct contensou_error *err)
{
    char *list = NULL, *save = NULL;
    enum contensou_status status = CONTENSOU_OK;

    if (text[0] == ',' || strstr(text, ",,") || text[strlen(text) - 1] == ',')
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--observe %s: a name is missing; write final,stick", text);
    list = malloc(strlen(text) + 1);
    if (!list)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a list");
    strcpy(list, text);
    for (char *word = strtok_r(list, ",", &save); word && !status;
         word = strtok_r(NULL, ",", &save)) {
        const int at =
            contensou__names_find(word, contensou__observer_names, contensou__observer_count);

        if (at < 0)
            status = contensou__names_fail(err, "observer", word, contensou__observer_names,
                                           contensou__observer_count);
        else if (contensou__observer_shown(&p->setup.observe, (size_t)at))
            status = contensou_fail(err, CONTENSOU_EARGUMENT, "--observe names '%s' twice", word);
        else
            *contensou__observer_flag(&p->setup.observe, (size_t)at) = 1;
    }
    free(list);
    return status;
}

static enum contensou_status parse_observers(struct contensou__plan *p, struct contensou_error *err)
{
    const double samples = p->setup.set.samples;
    enum contensou_status status =
        parse_names(p, contensou__settings_value(p->asked, "observe"), err);

    contensou__observer_defaults(&p->setup.set);
    p->setup.set.samples = samples;
    for (size_t k = 0; k < contensou__observer_count; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].options && !status; ++i)
            status = parse_option(p, k, &contensou__observer_all[k].option[i], err);
    return status;
}

/* The stepper that is asked for; where that is `auto` and the law is exact in all lanes, `event`. */
static enum contensou_status find_stepper(struct contensou__plan *p, const char **name,
                                          struct contensou_error *err)
{
    const int at = contensou__lanes_find(&p->lanes, "law.eps");
    double least = 1, most_eps = 1;

    *name = contensou__settings_value(p->asked, "stepper");
    if (*name && strcmp(*name, "auto") != 0)
        return CONTENSOU_OK;
    *name = p->exact ? "event" : "auto";
    if (p->exact || at < 0)
        return CONTENSOU_OK;
    contensou__lanes_range(&p->lanes, (size_t)at, &least, &most_eps);
    if (least > 0)
        return CONTENSOU_OK;
    if (!can_switch(&p->setup))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "law.eps = 0 makes friction jump where the slip passes 0, and %s has "
                              "no stick that the stepper event could switch to; set law.eps above "
                              "0, such as %.0e, or choose a stepper by its name",
                              p->system->name, p->system->eps);
    if (most_eps > 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "law.eps is 0 in some lanes, which need the stepper event, and above "
                              "0 in others, for which that cannot be used; run them apart");
    *name = "event";
    return CONTENSOU_OK;
}

enum contensou_status contensou__plan_stepper(struct contensou__plan *p,
                                              struct contensou_error *err)
{
    const int at = contensou__lanes_find(&p->lanes, "law.eps");
    struct choice choice = {0};
    double eps = 0, most_eps = 0;
    const char *name;
    enum contensou_status status = positive(p, "rtol", 0, &choice.rtol, err);

    if (!status)
        status = positive(p, "atol", 0, &choice.atol, err);
    if (!status)
        status = positive(p, "step", 0, &choice.step, err);
    if (!status)
        status = positive(p, "h-min", 0, &choice.h_min, err);
    if (!status)
        status = positive(p, "h-max", 0, &choice.h_max, err);
    if (!status)
        status = positive(p, "max-steps", 0, &choice.max_steps, err);
    if (!status)
        status = positive(p, "max-events", 0, &choice.max_events, err);
    if (!status)
        status = positive(p, "slice-limit", 60, &p->setup.slice_limit, err);
    if (!status)
        status = find_stepper(p, &name, err);
    if (at >= 0)
        contensou__lanes_range(&p->lanes, (size_t)at, &eps, &most_eps);
    if (!status)
        status = fill_defaults(&p->setup, eps, &choice, name, err);
    if (!status && p->setup.stepper->switches && p->friction.axes >= contensou__system_body_shape)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "the stepper %s does not know an anisotropy that turns against its "
                                "contact; set law.eps above 0 and choose another stepper, or one "
                                "frame for both",
                                p->setup.stepper->name);
    for (size_t k = 0; k < contensou__observer_count && !status; ++k)
        /* laws that jump have no Jacobian, which some observers need; the stepper event knows what they do there */
        if (contensou__observer_shown(&p->setup.observe, k) && !p->setup.stepper->switches &&
            p->friction.jumps && contensou__observer_all[k].smooth)
            status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                    "--observe %s cannot be used with the law %s, which jumps: %s; "
                                    "with signum choose --stepper event",
                                    contensou__observer_all[k].name, p->friction.name,
                                    contensou__observer_all[k].smooth);
        else if (contensou__observer_shown(&p->setup.observe, k) && !p->setup.stepper->switches &&
                 strcmp(contensou__observer_all[k].name, "events") == 0)
            status =
                contensou_fail(err, CONTENSOU_EARGUMENT,
                               "--observe events cannot be used with the stepper %s, which does "
                               "not switch between stick and slip; choose --stepper event",
                               p->setup.stepper->name);
    return status;
}
/* Systems without a patch have no use for a contact, and a file of a fit has its own, all but the frame (last). */
static const char *contact_given(const struct contensou__plan *p, int framed)
{
    static const char *const names[] = {"shape",      "pressure", "tilt", "center",
                                        "anisotropy", "unit",     "cell", "frame"};

    for (size_t i = 0; i < sizeof names / sizeof *names - (framed ? 1 : 0); ++i)
        if (contensou__settings_given(p->asked, names[i]))
            return names[i];
    return NULL;
}

static enum contensou_status read_frame(const struct contensou__plan *p, enum contensou_frame *of,
                                        struct contensou_error *err)
{
    const char *const name = contensou__settings_value(p->asked, "frame");
    const int found = contensou__names_find(name, contensou__names_frames, 2);

    *of = (enum contensou_frame)(CONTENSOU_FRAME_BODY + found);
    return found < 0
               ? contensou__names_fail(err, "frame of a contact", name, contensou__names_frames, 2)
               : CONTENSOU_OK;
}

/* The contact of the program, or that of the texts. */
static enum contensou_status make_contact(struct contensou__plan *p, struct contensou_error *err)
{
    const char *tilt = contensou__settings_value(p->asked, "tilt"), *given = contact_given(p, 0),
               *anisotropy = contensou__settings_value(p->asked, "anisotropy");
    struct contensou_patch_spec *const spec = &p->contact.spec;
    double pair[2] = {0, 0};
    int of = -1;
    enum contensou_status status;

    spec->size = sizeof *spec;
    if (p->asked->patch && given)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--%s and a contact of the program's exclude each other", given);
    if (p->asked->patch) {
        p->patch = p->asked->patch;
        return CONTENSOU_OK;
    }
    spec->shape = contensou__settings_value(p->asked, "shape");
    spec->pressure = contensou__settings_value(p->asked, "pressure");
    spec->unit = contensou__settings_value(p->asked, "unit");
    spec->anisotropy[0] = 1;
    status = read_frame(p, &spec->frame, err);
    if (!status && tilt)
        status = contensou__numbers_list(tilt, "--tilt k,beta", pair, 2, err);
    spec->tilt_k = pair[0];
    spec->tilt_beta = pair[1];
    if (!status)
        status = contensou__numbers_list(contensou__settings_value(p->asked, "center"),
                                         "--center x,y", spec->center, 2, err);
    if (!status && contensou__settings_given(p->asked, "cell"))
        status = contensou__numbers_list(contensou__settings_value(p->asked, "cell"), "cell DX,DY",
                                         spec->cell, 2, err);
    if (!status && anisotropy)
        status =
            contensou__numbers_list_word(anisotropy, "--anisotropy RATIO,ANGLE[,WHOSE]",
                                         spec->anisotropy, 2, contensou__names_frames, 2, &of, err);
    if (!status && anisotropy && !(spec->anisotropy[0] > 0))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "--anisotropy %s: the ratio of the two frictions is above 0",
                                anisotropy);
    spec->anisotropy_frame = (enum contensou_frame)(CONTENSOU_FRAME_BODY + of);
    if (!status)
        status = contensou_patch_create(&p->contact.patch, spec, err);
    p->patch = p->contact.patch;
    return status;
}

/* The table of a pressure map takes many slips: progress is told, and a stop heard. */
static enum contensou_status look(void *context, double done, struct contensou_error *err)
{
    const struct contensou_progress *const progress = context;

    if (!progress->report || !progress->report(progress->context, "table slips", done, 0))
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped before the end; the output is dropped");
}

static enum contensou_status plan_law(struct contensou__plan *p, struct contensou_error *err)
{
    const char *name = contensou__settings_value(p->asked, "law"),
               *given = contact_given(p, contensou_fit_file_is(name));
    enum contensou_frame frame;
    struct contensou_progress progress = p->asked->progress;
    const struct contensou__eval_watch watch = {look, &progress};
    enum contensou_status status;

    if (contensou_fit_file_is(name)) {
        if (given || p->asked->patch)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "%s%s cannot be used with --law %s: the file has the contact",
                                  given ? "--" : "", given ? given : "a contact of the program's",
                                  name);
        status = read_frame(p, &frame, err);
        if (!status)
            status = contensou__plan_law_read(&p->contact, name, frame, p->system, p->setup.single,
                                              &p->friction, err);
        p->patch = p->contact.patch;
        return status;
    }
    if (!name)
        name = p->system->law;
    status = check_law(p->system, name, err);
    if (status)
        return status;
    if (contensou__registry_find(name, NULL)->kind == contensou__system_contact)
        status = make_contact(p, err);
    else if (given)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "--%s cannot be used with %s: the law %s has no contact patch",
                                given, p->system->name, name);
    if (!status)
        status = make_law(&p->friction, p->system, name, p->patch, p->device[0], p->setup.single,
                          &watch, err);
    return status;
}

/* Whether the numbers of the first and the last lane make a law. */
static enum contensou_status try_law(const struct contensou__plan *p, struct contensou_error *err)
{
    const size_t fields = (size_t)p->system->field_count, lane = (size_t)p->friction.lane_fields;
    const uint64_t at[2] = {0, p->lanes.count - 1};
    double *value = malloc((p->lanes.names + lane + 1) * sizeof *value);
    enum contensou_status status = CONTENSOU_OK;

    if (!value)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a lane");
    for (int i = 0; i < 2 && !status; ++i) {
        contensou__lanes_values(&p->lanes, at[i], value);
        status =
            contensou__friction_lane(&p->friction, value + fields, value + p->lanes.names, err);
    }
    free(value);
    return status;
}
const char *const contensou__plan_ways[4] = {"no", "up", "down", "both"};

static enum contensou_status read_walk(struct contensou__plan *p, struct contensou_error *err)
{
    const char *name = contensou__settings_value(p->asked, "continue");
    const int way = contensou__names_find(name, contensou__plan_ways, 4);

    if (way < 0)
        return contensou__names_fail(err, "--continue", name, contensou__plan_ways, 4);
    if (!way)
        return CONTENSOU_OK;
    p->way = (enum contensou__lanes_walk_way)way;
    p->setup.observe.final = 1; /* the next lane begins there */
    if (contensou__settings_given(p->asked, "random") ||
        contensou__settings_given(p->asked, "lanes-from") || p->asked->names ||
        contensou__settings_given(p->asked, "shard"))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--continue walks along the first --vary, lane after lane; --random, "
                              "--lanes-from and --shard cannot be used with it");
    if (!p->asked->varies || strncmp(p->asked->vary[0], "init.", 5) == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--continue needs a parameter to walk along as the first --vary, "
                              "such as --vary omega_0=30:65:512");
    if (p->devices > 1)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--continue follows one lane after the other on one device; --device "
                              "all cannot be used with it");
    return CONTENSOU_OK;
}

/* "2/8". */
static enum contensou_status read_shard(struct contensou__plan *p, struct contensou_error *err)
{
    const char *text = contensou__settings_value(p->asked, "shard");
    const char *slash = text ? strchr(text, '/') : NULL;
    char first[32];
    long k = 1, n = 1;
    enum contensou_status status;

    p->shards = 1;
    if (!text)
        return CONTENSOU_OK;
    if (!slash || slash == text || (size_t)(slash - text) >= sizeof first)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--shard %s is not K/N, such as 2/8 for the second of eight parts",
                              text);
    snprintf(first, sizeof first, "%.*s", (int)(slash - text), text);
    status = contensou__numbers_whole(slash + 1, "--shard K/N", 1, 1000000, &n, err);
    if (!status)
        status = contensou__numbers_whole(first, "--shard K/N", 1, n, &k, err);
    p->shard = (uint64_t)(k - 1);
    p->shards = (uint64_t)n;
    return status;
}

enum contensou_status contensou__plan_lanes(struct contensou__plan *p, struct contensou_error *err)
{
    /* What only tells lanes apart: it stands behind the numbers of system, law and states. */
    static const struct contensou__field start = {.name = "start", .value = 1},
                                         walk = {.name = "continue", .value = 1, .low = -1};
    const char *starts = contensou__settings_value(p->asked, "starts");
    const int both = p->way == contensou__lanes_walk_both;
    const char *varies[contensou__settings_varies + 1] = {"continue=1,-1"};
    struct contensou__contact_unit unit;
    enum contensou_status status =
        contensou__contact_unit_fields(&unit, p->system, p->setup.user_text, p->patch, err);
    const struct contensou__lanes_group group[5] = {
        {"", unit.fields, (size_t)p->system->field_count},
        {"law.", p->friction.fields, (size_t)p->friction.field_count},
        {contensou__lanes_init, p->system->states, (size_t)p->system->dim},
        {"", &walk, (size_t)both},
        {"", &start, starts ? 1 : 0}};
    const char *set = contensou__settings_value(p->asked, "set"),
               *init = contensou__settings_value(p->asked, "init");
    const struct contensou__lanes_request request = {
        .group = group,
        .groups = 5,
        .set = &set,
        .sets = set ? 1 : 0,
        .init = &init,
        .inits = init ? 1 : 0,
        .vary = both ? varies : varies + 1,
        .varies = p->asked->varies + (size_t)both,
        .from = contensou__settings_value(p->asked, "lanes-from"),
        .random = contensou__settings_value(p->asked, "random"),
        .starts = starts,
        .given = (const char *const *)p->asked->name,
        .givens = p->asked->names,
        .members = p->asked->lanes,
        .number = p->asked->number};
    for (size_t i = 0; i < p->asked->varies; ++i)
        varies[i + 1] = p->asked->vary[i];
    if (!status)
        status = contensou__lanes_create(&p->lanes, &request, err);
    if (!status)
        status = contensou__contact_unit_check(&unit, &p->lanes, 0, err);
    free(unit.own);
    return status ? status : try_law(p, err);
}

static enum contensou_status read_arithmetic(struct contensou__plan *p, struct contensou_error *err)
{
    static const char *const precisions[] = {"double", "single"}, *const packs[] = {"1", "2", "4",
                                                                                    "8", "16"};
    const char *precision = contensou__settings_value(p->asked, "precision"),
               *pack = contensou__settings_value(p->asked, "pack");
    const int single = contensou__names_find(precision, precisions, 2);

    if (single < 0)
        return contensou__names_fail(err, "--precision", precision, precisions, 2);
    if (pack && contensou__names_find(pack, packs, 5) < 0)
        return contensou__names_fail(err, "--pack", pack, packs, 5);
    p->setup.single = single;
    p->setup.pack = pack ? (int)strtol(pack, NULL, 10) : 0;
    return CONTENSOU_OK;
}

/* The unit of time, which is that by which a state is divided to give its velocity's: "s" where there are m and m/s,
 * otherwise "-"; and the unit of what is over time: "1/s", or "-". */
static void find_units(struct contensou__plan *p)
{
    const struct contensou__system *const s = p->system;

    snprintf(p->time_unit, sizeof p->time_unit, "-");
    for (int k = s->dim * s->dim; k-- > 0;) {
        const char *place = s->states[k / s->dim].unit, *velocity = s->states[k % s->dim].unit;
        const size_t size = strlen(place);

        if (size && strncmp(velocity, place, size) == 0 && velocity[size] == '/' &&
            !strchr(velocity + size, '^'))
            snprintf(p->time_unit, sizeof p->time_unit, "%s", velocity + size + 1);
    }
    snprintf(p->rate_unit, sizeof p->rate_unit, strcmp(p->time_unit, "-") == 0 ? "-" : "1/%.80s",
             p->time_unit);
}

enum contensou_status contensou__plan_model(struct contensou__plan *p, struct contensou_error *err)
{
    const int own = contensou__settings_given(p->asked, "system-file") || p->asked->system_text;
    enum contensou_status status = read_arithmetic(p, err);

    /* A name is looked at before a device is opened; the text of a system needs its compiler. */
    if (!status)
        status = own ? open_devices(p, err) : find_system(p, err);
    if (!status)
        status = own ? find_system(p, err) : open_devices(p, err);
    p->setup.system = p->system;
    p->setup.friction = &p->friction;
    for (size_t i = 0; i < p->devices && !status; ++i)
        if (!p->setup.single && !contensou_device_about(p->device[i])->fp64)
            status = contensou_fail(err, CONTENSOU_EDEVICE,
                                    "the device '%s' does not compute in double precision; use "
                                    "--precision single or another device",
                                    contensou_device_about(p->device[i])->name);
    if (status)
        return status;
    find_units(p);
    return CONTENSOU_OK;
}

/* Exact stick-slip where it is asked for: by the name of its stepper, by its events, or by a law that jumps from one side to
 * the other. */
static void suit_stepper(struct contensou__plan *p)
{
    const char *const name = contensou__settings_value(p->asked, "stepper");
    const struct contensou__stepper *const found = name ? contensou__stepper_find(name) : NULL;
    const int named = name && strcmp(name, "auto") != 0;

    p->exact = !named && can_switch(&p->setup) && (observes(p, "events") || p->friction.jumps);
    if (p->exact || (found && found->switches))
        make_exact(&p->friction);
}

/* Slips of our systems are over the contact's unit of length. Where that is one of people, not of the contact, such as mm, the eps that nobody
 * sets is that of the contact over its own size: so it is the same velocity in any unit. */
static enum contensou_status measure_eps(struct contensou__plan *p, struct contensou_error *err)
{
    double size = 1;
    enum contensou_status status = CONTENSOU_OK;

    if (!p->patch || !(contensou_patch_unit(p->patch) > 0) || p->setup.user_text ||
        contensou__system_length(p->system, NULL) < 0)
        return CONTENSOU_OK;
    status = contensou_patch_size(p->patch, &size, err);
    for (int i = 0; i < p->friction.field_count && !status; ++i)
        if (strcmp(p->friction.fields[i].name, "eps") == 0)
            p->friction.fields[i].value *= size;
    return status;
}

/* A contact with axes in a system that does not say how they turn. */
static void warn_frame(const struct contensou__plan *p)
{
    if (p->own && p->friction.axes >= contensou__system_body_axes && !p->system->frame_fixed &&
        !contensou__system_gives_frame(p->system, contensou__user_system_text(p->own), NULL))
        contensou__settings_note(
            p->asked,
            "warning: %s states no system_frame, so its contact, which is no centred circle, keeps "
            "its direction while the body turns; state the angle of the contact's axes "
            "(system_frame), or say that this is meant by the trait trait_frame_fixed or the frame "
            "ground",
            p->system->name);
}

/* An anisotropy that turns against its contact makes another contact of it at every angle. */
static enum contensou_status check_frames(const struct contensou__plan *p,
                                          struct contensou_error *err)
{
    if (p->friction.axes < contensou__system_body_shape || p->friction.about->integrated)
        return CONTENSOU_OK;
    return contensou_fail(
        err, CONTENSOU_EARGUMENT,
        "the contact is of the %s and its anisotropy of the %s, so that they turn "
        "against each other, and the law %s knows them at one angle only; choose "
        "the law integral, or one frame for both",
        contensou__names_frames[p->patch->frame - 1],
        contensou__names_frames[p->patch->stretch_frame - 1], p->friction.name);
}

enum contensou_status contensou__plan_law(struct contensou__plan *p, struct contensou_error *err)
{
    enum contensou_status status = plan_law(p, err);

    if (!status)
        status = measure_eps(p, err);
    if (!status)
        status = check_frames(p, err);
    if (!status) {
        warn_frame(p);
        suit_stepper(p);
    }
    return status;
}

enum contensou_status contensou__plan_read(struct contensou__plan *p, struct contensou_error *err)
{
    enum contensou_status status = read_shard(p, err);

    if (!status)
        status = contensou__plan_model(p, err);
    if (!status)
        status = parse_times(p, err);
    if (!status)
        status = parse_observers(p, err);
    if (!status)
        status = read_walk(p, err);
    if (!status)
        status = contensou__plan_law(p, err);
    if (!status)
        status = contensou__plan_lanes(p, err);
    if (!status)
        status = contensou__plan_stepper(p, err);
    if (!status)
        status = contensou__ensemble_check(&p->setup, err);
    return status;
}

void contensou__plan_free(struct contensou__plan *p)
{
    free(p->times);
    contensou__lanes_free(&p->lanes);
    contensou__friction_free(&p->friction);
    contensou_fit_file_free(&p->contact);
    contensou__user_system_close(p->own);
    for (size_t i = 0; i < p->devices && p->opened; ++i)
        contensou_device_close(p->device[i]);
    *p = (struct contensou__plan){.asked = p->asked};
}

enum contensou_status contensou__plan_lost(const struct contensou__plan *p, const char *part,
                                           struct contensou_error *err)
{
    const struct contensou_error cause = *err;
    const char *file = p->setup.user_path;

    return contensou_fail(err, CONTENSOU_ETIMEOUT,
                          "%.1000s; most likely %s%s, or --slice-limit is too short. What was not "
                          "finished has the outcome 'stopped'%s%s",
                          cause.message, file ? "there is an endless loop in " : "its driver hangs",
                          file ? file : "", part ? "; finished lanes are in " : "",
                          part ? part : "");
}

static void warn(const struct contensou__plan *p, int state, const char *does, double size)
{
    const struct contensou__ensemble_settings *set = &p->setup.set;

    contensou__settings_note(
        p->asked,
        "warning: the state %s %s %.3g, less than 100 times the absolute tolerance %.3g, so its "
        "error is not controlled; give --atol %.0e, or a smaller unit",
        p->system->states[state].name, does, size, set->atol, atol_for(set, size));
}

void contensou__plan_warn_start(const struct contensou__plan *p)
{
    double value = 0;
    const int state = small_start(&p->setup, &p->lanes, &value);

    if (state >= 0)
        warn(p, state, "starts at", value);
}

void contensou__plan_warn_seen(const struct contensou__plan *p, const double *largest)
{
    double value = 0;
    const int state = small_seen(&p->setup, largest);

    if (state >= 0 && small_start(&p->setup, &p->lanes, &value) < 0)
        warn(p, state, "reached no more than", largest[state]);
}
