/* friction_bind.c: the kernel file behind a law, and its role names. SPDX-License-Identifier: MIT */
#include "laws/friction.h"

/* In the order of enum contensou__friction_form. */
static const struct {
    const char *include, *prefix;
} files[] = {{"laws/frictionless.h", "frictionless"},
             {"laws/circular_friction.h", "circular_friction"},
             {"laws/approximant_friction.h", "approximant_friction"},
             {"laws/ellipsoid_friction.h", "ellipsoid_friction"},
             {"laws/pade_friction.h", "pade_friction"},
             {"laws/round_potential_friction.h", "round_potential_friction"},
             {"laws/potential_friction.h", "potential_friction"},
             {"laws/integral_friction.h", "integral_friction"},
             {"laws/round_table_friction.h", "round_table_friction"},
             {"laws/table_friction.h", "table_friction"},
             {"laws/continuous_friction.h", "continuous_friction"},
             {"laws/tanh_friction.h", "tanh_friction"},
             {"laws/signum_friction.h", "signum_friction"},
             {"laws/switch_friction.h", "switch_friction"}};

void contensou__friction_bind(const struct contensou__friction *f, struct contensou__bundle *b)
{
    const char *prefix = files[f->form].prefix;
    const char *shared = f->kind == contensou__system_line ? "line_friction" : prefix;

    if (f->form == contensou__friction_is_circular) {
        contensou__bundle_number(b, "circular_n", (int)f->law.table[0]);
        contensou__bundle_number(b, "circular_scaled", f->single);
    }
    if (f->form == contensou__friction_is_approximant) {
        contensou__bundle_number(b, "approximant_n", (int)f->law.table[0]);
        contensou__bundle_number(b, "approximant_n2", (int)f->law.table[1]);
        contensou__bundle_number(b, "approximant_degree", (int)f->law.table[2]);
    }
    if (f->form == contensou__friction_is_round_potential) {
        contensou__bundle_number(b, "potential_degree", (int)f->law.table[0]);
        contensou__bundle_number(b, "potential_scaled", f->single);
    }
    if (f->form == contensou__friction_is_integral)
        contensou__tables_bind(&f->patch, b);
    contensou__bundle_include(b, files[f->form].include);
    if (f->stretch.is) {
        contensou__bundle_role(b, "plain_friction", prefix, "");
        contensou__bundle_role(b, "plain_friction_fields", prefix, "_fields");
        contensou__bundle_role(b, "plain_friction_make", prefix, "_make");
        contensou__bundle_role(b, "plain_friction_wrench", prefix, "_wrench");
        contensou__bundle_role(b, "plain_friction_slide", prefix, "_slide");
        contensou__bundle_include(b, "laws/stretched_friction.h");
        prefix = shared = "stretched_friction";
    }
    contensou__bundle_role(b, "friction", shared, "");
    contensou__bundle_role(b, "friction_fields", shared, "_fields");
    contensou__bundle_role(b, "friction_make", shared, "_make");
    if (f->kind == contensou__system_contact) {
        contensou__bundle_role(b, "friction_wrench", prefix, "_wrench");
        contensou__bundle_role(b, "friction_slide", prefix, "_slide");
    }
    if (f->rolling)
        contensou__bundle_role(b, "friction_wrench_tilted", prefix, "_wrench_tilted");
    if (f->kind == contensou__system_line) {
        contensou__bundle_role(b, "friction_force", prefix, "_force");
        contensou__bundle_role(b, "friction_slide_line", shared, "_slide_line");
    }
}
