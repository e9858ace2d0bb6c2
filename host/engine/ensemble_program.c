/* ensemble_program.c: the text of the program that a run of ensembles needs.
 * SPDX-License-Identifier: MIT */
#include "engine/ensemble_program.h"

#include "cl/device_choice.h"
#include "catalogue/system_bind.h"

#include <stdio.h>
#include <string.h>

/* Appends CALL(name) of the observers in use to a line; only: those that need this one. */
static void put_calls(const struct contensou__ensemble_setup *s, const char *only,
                      struct contensou__text *line)
{
    contensou__text_printf(line, " ");
    for (size_t k = 0; k < contensou__observer_count; ++k) {
        const char *needs = contensou__observer_all[k].needs;

        if (contensou__observer_used(&s->observe, k) &&
            (!only || (needs && strcmp(needs, only) == 0)))
            contensou__text_printf(line, "CALL(%s) ", contensou__observer_all[k].name);
    }
}

static void put_settings(const struct contensou__ensemble_setup *s, struct contensou__text *line)
{
    contensou__text_printf(line, " ");
    for (size_t k = 0; k < contensou__observer_count; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].settings; ++i)
            if (contensou__observer_used(&s->observe, k) &&
                !contensou__observer_all[k].setting[i].constant)
                contensou__text_printf(line, "CALL(%s) ",
                                       contensou__observer_all[k].setting[i].name);
}

/* What an observer's file needs to know: its places, its constants, who follows it. */
static void define_observer(const struct contensou__ensemble_setup *s, size_t observer, int rows,
                            int first, struct contensou__bundle *b)
{
    const struct contensou__observer *o = &contensou__observer_all[observer];
    const struct contensou__observer_shape shape = {s->system->dim, &s->set};
    struct contensou__text line = {0};
    char name[64];

    snprintf(name, sizeof name, "observe_%s", o->name);
    contensou__bundle_number(b, name, contensou__observer_shown(&s->observe, observer));
    if (o->times) {
        snprintf(name, sizeof name, "rows_%s", o->name);
        contensou__bundle_number(b, name, rows);
    }
    for (size_t i = 0; i < o->settings; ++i)
        if (o->setting[i].constant)
            contensou__bundle_number(b, o->setting[i].name,
                                     (int)contensou__observer_number_of(&s->set, o->setting[i].at));
    for (size_t i = 0; i < o->places; ++i) {
        contensou__bundle_number(b, o->place[i], first);
        first += o->keeps(&shape, i);
    }
    snprintf(name, sizeof name, "%s_followers(CALL)", o->name);
    put_calls(s, o->name, &line);
    contensou__bundle_define(b, name, line.data ? line.data : "");
    contensou__text_free(&line);
}

/* The observers in use; the files of those that follow another one before its own. */
static void bind_observers(const struct contensou__ensemble_setup *s, struct contensou__bundle *b)
{
    const struct contensou__ensemble_layout at = contensou__ensemble_program_layout(s);
    struct contensou__text line = {0};
    int rows = 0;

    contensou__bundle_number(b, "lane_observed_count", at.count - at.observed);
    put_calls(s, NULL, &line);
    contensou__bundle_define(b, "OBSERVERS(CALL)", line.data ? line.data : "");
    contensou__text_free(&line);
    put_settings(s, &line);
    contensou__bundle_define(b, "OBSERVER_SETTINGS(CALL)", line.data ? line.data : "");
    contensou__text_free(&line);
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_used(&s->observe, k)) {
            define_observer(s, k, rows, at.observer[k], b);
            rows += contensou__observer_all[k].times != contensou__observer_rowless;
        }
    for (int follows = 1; follows >= 0; --follows)
        for (size_t k = 0; k < contensou__observer_count; ++k)
            if (contensou__observer_used(&s->observe, k) &&
                (contensou__observer_all[k].needs != NULL) == follows)
                contensou__bundle_include(b, contensou__observer_all[k].file);
}

enum contensou_status
contensou__ensemble_program_write(const struct contensou__ensemble_setup *setup,
                                  struct contensou__text *text, struct contensou_error *err)
{
    struct contensou__bundle b = {0};

    contensou__bundle_include(&b, "core/inlined.h");
    contensou__friction_bind(setup->friction, &b);
    b.user_path = setup->user_path;
    b.user_text = setup->user_text;
    contensou__system_bind(setup->system, &b);
    contensou__stepper_bind(setup->stepper, setup->system->second, &b);
    bind_observers(setup, &b);
    contensou__stepper_bind_switches(setup->stepper, &b);
    contensou__bundle_include(&b, "drivers/ensemble.cl");
    return contensou__bundle_write(&b, text, err);
}

int contensou__ensemble_program_strands(const struct contensou__ensemble_setup *setup, int pack)
{
    const struct contensou__ensemble_layout at = contensou__ensemble_program_layout(setup);
    const int watched = at.count > at.observed;
    const int light = setup->system->friction == contensou__system_none && !setup->user_path;
    const int lanes = setup->single ? 32 : 16; /* measured: four registers of 32 bytes */

    return setup->stepper->fixed && !watched && light && pack > 1 ? lanes / pack : 1;
}

enum contensou_status
contensou__ensemble_program_build(struct contensou__program **out, struct contensou_device *device,
                                  const struct contensou__ensemble_setup *setup, int pack,
                                  const char *text, struct contensou_error *err)
{
    char options[160];

    snprintf(options, sizeof options, "-cl-std=CL1.2 -cl-mad-enable -D PACK=%d -D STRANDS=%d%s %s",
             pack, contensou__ensemble_program_strands(setup, pack),
             contensou__device_choice_is_cpu(contensou_device_about(device)) ? " -D ON_CPU" : "",
             setup->single ? "-cl-single-precision-constant" : "-D REAL_IS_DOUBLE");
    return contensou__program_build(out, device, text, options, err);
}

struct contensou__ensemble_layout
contensou__ensemble_program_layout(const struct contensou__ensemble_setup *setup)
{
    const struct contensou__observer_shape shape = {setup->system->dim, &setup->set};
    struct contensou__ensemble_layout l = {
        .t = 0, .t_low = 1, .h = 2, .error = 3, .outcome = 4, .steps = 5, .rejected = 6, .y = 7};

    l.f = l.y + setup->system->dim;
    l.observed = l.count = l.f + setup->system->dim + setup->stepper->keeps;
    for (size_t k = 0; k < contensou__observer_count; ++k) {
        l.observer[k] = -1;
        if (!contensou__observer_used(&setup->observe, k))
            continue;
        l.observer[k] = l.count;
        l.count += (int)contensou__observer_kept(&contensou__observer_all[k], &shape);
    }
    return l;
}
