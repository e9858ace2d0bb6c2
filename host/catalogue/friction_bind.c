/* friction_bind.c: the kernel file behind a law, and its role names. SPDX-License-Identifier: MIT */
#include "catalogue/friction.h"

#include <stdio.h>

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

static void define_number(struct contensou__bundle *b, const char *name, int value)
{
    char text[16];

    snprintf(text, sizeof text, "%d", value);
    contensou__bundle_define(b, name, text);
}

static void define_role(struct contensou__bundle *b, const char *role, const char *prefix,
                        const char *end)
{
    char name[64];

    snprintf(name, sizeof name, "%s%s", prefix, end);
    contensou__bundle_define(b, role, name);
}

/* The formulas of the patch, as kernels/drivers/eval.cl has them too. */
static void bind_patch(const struct contensou__tables *t, struct contensou__bundle *b)
{
    static const char *const include[] = {"patches/disk.h", "patches/ellipse_wrench.h",
                                          "patches/edges.h"};
    static const char *const prefix[] = {"disk", "ellipse", "edges"};

    contensou__bundle_include(b, include[t->kind]);
    define_role(b, "patch_params", prefix[t->kind], "_params");
    define_role(b, "patch_params_count", prefix[t->kind], "_params_count");
    define_role(b, "patch_wrench", prefix[t->kind], "_wrench");
    define_number(b, "patch_twice", t->twice);
    define_number(b, "patch_tilted", t->tilted);
}

void contensou__friction_bind(const struct contensou__friction *f, struct contensou__bundle *b)
{
    const char *prefix = files[f->form].prefix;

    if (f->form == contensou__friction_is_circular) {
        define_number(b, "circular_n", (int)f->law.table[0]);
        define_number(b, "circular_scaled", f->single);
    }
    if (f->form == contensou__friction_is_approximant) {
        define_number(b, "approximant_n", (int)f->law.table[0]);
        define_number(b, "approximant_n2", (int)f->law.table[1]);
        define_number(b, "approximant_degree", (int)f->law.table[2]);
    }
    if (f->form == contensou__friction_is_round_potential) {
        define_number(b, "potential_degree", (int)f->law.table[0]);
        define_number(b, "potential_scaled", f->single);
    }
    if (f->form == contensou__friction_is_integral)
        bind_patch(&f->patch, b);
    contensou__bundle_include(b, files[f->form].include);
    define_role(b, "friction", prefix, "");
    define_role(b, "friction_fields", prefix, "_fields");
    define_role(b, "friction_make", prefix, "_make");
    if (f->kind == contensou__system_contact) {
        define_role(b, "friction_wrench", prefix, "_wrench");
        define_role(b, "friction_slide", prefix, "_slide");
    }
    if (f->rolling)
        define_role(b, "friction_wrench_tilted", prefix, "_wrench_tilted");
    if (f->kind == contensou__system_line) {
        define_role(b, "friction_force", prefix, "_force");
        define_role(b, "friction_slide_line", prefix, "_slide_line");
    }
}
