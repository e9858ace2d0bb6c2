/* friction_bind.c: the kernel file behind a law, and its role names. SPDX-License-Identifier: MIT */
#include "laws/friction.h"

#include <stdio.h>

static void bind_friction(struct contensou__bundle *b, const char *prefix)
{
    contensou__bundle_role(b, "friction", prefix, "");
    contensou__bundle_role(b, "friction_fields", prefix, "_fields");
    contensou__bundle_role(b, "friction_make", prefix, "_make");
}

/* A bare law, to which regularised_law.h adds eps; returns the prefix of what it makes. */
static const char *bind_bare(const struct contensou__friction *f, struct contensou__bundle *b)
{
    const char *prefix = f->form.file;

    contensou__bundle_role(b, "law_params", prefix, "_params");
    contensou__bundle_role(b, "law_params_count", prefix, "_params_count");
    contensou__bundle_role(b, "law_make", prefix, "_make");
    contensou__bundle_role(b, "law_wrench", prefix, "_wrench");
    if (f->about->gradient)
        contensou__bundle_include(b, "laws/gradient_measure.h");
    contensou__bundle_role(b, "law_measure", f->about->gradient ? "gradient" : prefix, "_measure");
    contensou__bundle_number(b, "law_order", contensou__friction_lane_order(f));
    contensou__bundle_number(b, "law_polar", f->about->polar);
    contensou__bundle_include(b, f->rolling ? "laws/tilted_law.h" : "laws/regularised_law.h");
    return "regularised_law";
}

void contensou__friction_bind(const struct contensou__friction *f, struct contensou__bundle *b)
{
    const char *prefix = f->form.file;
    char path[64];

    f->about->bind(f->argument, f->single, b);
    if (f->about->integrated)
        contensou__patch_data_bind(&f->patch, b);
    snprintf(path, sizeof path, "laws/%s.h", prefix);
    contensou__bundle_include(b, path);
    if (f->kind == contensou__system_contact) {
        if (!f->form.fused)
            prefix = bind_bare(f, b);
        if (f->stretch.is) {
            contensou__bundle_role(b, "plain_friction", prefix, "");
            contensou__bundle_role(b, "plain_friction_fields", prefix, "_fields");
            contensou__bundle_role(b, "plain_friction_make", prefix, "_make");
            contensou__bundle_role(b, "plain_friction_wrench", prefix, "_wrench");
            contensou__bundle_role(b, "plain_friction_slide", prefix, "_slide");
            contensou__bundle_include(b, "laws/stretched_friction.h");
            prefix = "stretched_friction";
        }
        bind_friction(b, prefix);
        contensou__bundle_role(b, "friction_wrench", prefix, "_wrench");
        contensou__bundle_role(b, "friction_slide", prefix, "_slide");
        if (f->rolling)
            contensou__bundle_define(b, "friction_wrench_tilted", "tilted_law_wrench");
    } else if (f->kind == contensou__system_line) {
        bind_friction(b, "line_friction");
        contensou__bundle_role(b, "friction_force", prefix, "_force");
        contensou__bundle_define(b, "friction_slide_line", "line_friction_slide_line");
    } else {
        bind_friction(b, prefix);
    }
}
