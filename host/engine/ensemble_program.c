/* ensemble_program.c: the text of the program that a run of ensembles needs.
 * SPDX-License-Identifier: MIT */
#include "engine/ensemble_program.h"

#include "catalogue/system_bind.h"

#include <stdio.h>
#include <string.h>

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
    contensou__bundle_number(&b, "observe_extrema", setup->observe.extrema);
    contensou__bundle_number(&b, "observe_section", setup->observe.section);
    contensou__bundle_number(&b, "observe_period", setup->observe.period);
    contensou__bundle_number(&b, "observe_stick", setup->observe.stick);
    contensou__bundle_number(&b, "observe_series", setup->observe.series);
    contensou__bundle_number(&b, "section_state", setup->section_state);
    contensou__stepper_bind(setup->stepper, setup->system->second, &b);
    contensou__bundle_include(&b, "drivers/ensemble.cl");
    return contensou__bundle_write(&b, text, err);
}

int contensou__ensemble_program_strands(const struct contensou__ensemble_setup *setup, int pack)
{
    const struct contensou__ensemble_observers *o = &setup->observe;
    const int watched = o->extrema | o->section | o->period | o->stick | o->series;
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
             strcmp(contensou_device_about(device)->type, "CPU") == 0 ? " -D ON_CPU" : "",
             setup->single ? "-cl-single-precision-constant" : "-D REAL_IS_DOUBLE");
    return contensou__program_build(out, device, text, options, err);
}

struct contensou__ensemble_layout
contensou__ensemble_program_layout(const struct contensou__ensemble_setup *setup)
{
    const struct contensou__ensemble_observers *o = &setup->observe;
    const int dim = setup->system->dim;
    struct contensou__ensemble_layout l = {
        .t = 0, .t_low = 1, .h = 2, .error = 3, .outcome = 4, .steps = 5, .rejected = 6, .y = 7};

    l.f = l.y + dim;
    l.extrema = l.f + dim;
    l.section = l.extrema + o->extrema * 3 * dim;
    l.period = l.section + (o->section | o->period);
    l.stick = l.period + o->period * (dim + 7);
    l.series = l.stick + o->stick * 3;
    l.count = l.series + o->series;
    return l;
}
