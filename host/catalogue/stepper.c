/* stepper.c: the methods that integrate a system. SPDX-License-Identifier: MIT */
#include "catalogue/stepper.h"

#include "base/names.h"

#include <stdio.h>

static const struct contensou__stepper steppers[] = {
    {"rk4", "classical, order 4, steps of one size", 4, 1, 0, contensou__stepper_classic, 2, 0, 0},
    {"rkf45", "Fehlberg, order 4 with an estimate of order 5, as [2]", 4, 0, 0,
     contensou__stepper_explicit, 2, 0, 0},
    {"dopri54", "Dormand-Prince, order 5, dense output of order 4", 5, 0, 0,
     contensou__stepper_explicit, 3, 0, 0},
    {"dop853", "Dormand-Prince, order 8, dense output of order 7, for tight tolerances", 8, 0, 0,
     contensou__stepper_853, 6, 0, 0},
    {"rodas43", "Rosenbrock, order 4, stiff, dense output of order 3", 4, 0, 1,
     contensou__stepper_rosenbrock, 2, 0, 0},
    {"rodas54", "Rosenbrock, order 5, stiff, dense output of order 4, for tight tolerances", 5, 0,
     1, contensou__stepper_rosenbrock, 3, 0, 0},
    {"event", "dop853 with exact switching between stick and slip, law.eps = 0", 8, 0, 0,
     contensou__stepper_853, 6, 1, 9},
};

const char *const contensou__stepper_names[] = {"rk4",     "rkf45",   "dopri54", "dop853",
                                                "rodas43", "rodas54", "event"};
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
    contensou__bundle_number(b, "stepper_keeps", s->keeps);
    contensou__bundle_include(b, s->switches ? "steppers/event.h" : "steppers/smooth.h");
    contensou__bundle_define(b, "stepper_news(lane)",
                             s->switches ? "((lane)[lane_stepper + 8])" : "((real)0.0)");
    contensou__bundle_role(b, "stepper_ready", s->switches ? "event" : "smooth", "_ready");
    contensou__bundle_role(b, "problem_slide", s->switches ? "event" : "smooth", "_slide");
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

void contensou__stepper_bind_switches(const struct contensou__stepper *s,
                                      struct contensou__bundle *b)
{
    static const char *const parts[] = {"mode", "begin", "reach", "error", "beyond", "after"};
    const char *const prefix = s->switches ? "switches" : "no_switches";
    char text[64];

    snprintf(text, sizeof text, "drivers/%s.h", prefix);
    contensou__bundle_include(b, text);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        define_role(b, "switching", prefix, parts[i]);
}
