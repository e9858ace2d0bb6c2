/* stepper.c: the methods that integrate a system. SPDX-License-Identifier: MIT */
#include "catalogue/stepper.h"

#include "base/names.h"

#include <stdio.h>

static const struct contensou__stepper steppers[] = {
    {"rk4", "classical, order 4, steps of one size", 4, 1, 0, contensou__stepper_classic, 2},
    {"rkf45", "Fehlberg, order 4 with an estimate of order 5, as [2]", 4, 0, 0,
     contensou__stepper_explicit, 2},
    {"dopri54", "Dormand-Prince, order 5, dense output of order 4", 5, 0, 0,
     contensou__stepper_explicit, 3},
    {"dop853", "Dormand-Prince, order 8, dense output of order 7, for tight tolerances", 8, 0, 0,
     contensou__stepper_853, 6},
    {"rodas43", "Rosenbrock, order 4, stiff, dense output of order 3", 4, 0, 1,
     contensou__stepper_rosenbrock, 2},
    {"rodas54", "Rosenbrock, order 5, stiff, dense output of order 4, for tight tolerances", 5, 0,
     1, contensou__stepper_rosenbrock, 3},
};

const char *const contensou__stepper_names[] = {"rk4",    "rkf45",   "dopri54",
                                                "dop853", "rodas43", "rodas54"};
const size_t contensou__stepper_name_count =
    sizeof contensou__stepper_names / sizeof *contensou__stepper_names;

const struct contensou__stepper *contensou__stepper_find(const char *name)
{
    const int i =
        contensou__names_find(name, contensou__stepper_names, contensou__stepper_name_count);

    return i < 0 ? NULL : &steppers[i];
}

static void define_role(struct contensou__bundle *b, const char *family, const char *prefix,
                        const char *end)
{
    char role[64], behind[64];

    snprintf(role, sizeof role, "%s_%s", family, end);
    snprintf(behind, sizeof behind, "_%s", end);
    contensou__bundle_role(b, role, prefix, behind);
}

/* The coefficients as roles. */
static void bind_tableau(const struct contensou__stepper *s, struct contensou__bundle *b)
{
    static const char *const explicit_parts[] = {"stages", "c", "a", "b", "e", "last"};
    static const char *const rosenbrock_parts[] = {"stages", "gamma", "alpha", "d", "a", "m", "h"};
    const int stiff = s->form == contensou__stepper_rosenbrock;
    const char *const *parts = stiff ? rosenbrock_parts : explicit_parts;
    const size_t count = stiff ? sizeof rosenbrock_parts / sizeof *rosenbrock_parts
                               : sizeof explicit_parts / sizeof *explicit_parts;
    char path[64];

    snprintf(path, sizeof path, "tableaus/%s.h", s->name);
    contensou__bundle_include(b, path);
    for (size_t i = 0; i < count; ++i)
        define_role(b, "tableau", s->name, parts[i]);
    if (!stiff) { /* only dopri54 has coefficients of its own for the dense output */
        snprintf(path, sizeof path, "%s_%s", s->name, s->dense > 2 ? "d" : "e");
        contensou__bundle_define(b, "tableau_d", path);
    }
}

void contensou__stepper_bind(const struct contensou__stepper *s, int second,
                             struct contensou__bundle *b)
{
    static const char *const files[] = {"explicit_rk", "order853", "rosenbrock", "classic_rk4"};
    char text[64];

    if (s->form != contensou__stepper_853 && s->form != contensou__stepper_classic)
        bind_tableau(s, b);
    contensou__bundle_number(b, "stepper_dense", s->dense);
    contensou__bundle_define(b, "linear_size", second ? "(system_dim / 2)" : "system_dim");
    contensou__bundle_number(b, "stepper_fixed", s->fixed);
    snprintf(text, sizeof text, "steppers/%s.h", files[s->form]);
    contensou__bundle_include(b, text);
    define_role(b, "stepper", files[s->form], "step");
    define_role(b, "stepper", files[s->form], "kept");
    define_role(b, "stepper", files[s->form], "slopes");
    define_role(b, "stepper", files[s->form], "linearise");
    define_role(b, "stepper", files[s->form], "carry");
    contensou__bundle_role(b, "stepper_dense_of", files[s->form], "_dense");
    contensou__bundle_role(b, "stepper_estimate", s->name, "_estimate");
}
