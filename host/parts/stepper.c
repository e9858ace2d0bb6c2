/* stepper.c: the methods that integrate a system. SPDX-License-Identifier: MIT */
#include "parts/stepper.h"

#include "base/names.h"

#include "steppers/tables.h"

#include <math.h>
#include <stdio.h>

#define ABOUT(text)         .about = text,
#define METHOD(prefix)      .method = #prefix, .method_file = "steppers/" #prefix ".h",
#define TRAIT(field, value) .field = value,
#define STEPPER(name_)                \
    {.name = #name_,                  \
     .file = "steppers/" #name_ ".h", \
     name_##_ABOUT(ABOUT) name_##_METHOD(METHOD) name_##_TRAIT(TRAIT)},
static const struct contensou__stepper steppers[] = {ALL_STEPPERS(STEPPER)};

#define NAME(name) #name,
const char *const contensou__stepper_names[] = {ALL_STEPPERS(NAME)};
const char *const contensou__stepper_choices[] = {"auto", ALL_STEPPERS(NAME)};
const size_t contensou__stepper_name_count =
    sizeof contensou__stepper_names / sizeof *contensou__stepper_names;

const struct contensou__stepper *contensou__stepper_find(const char *name)
{
    const int i =
        contensou__names_find(name, contensou__stepper_names, contensou__stepper_name_count);

    return i < 0 ? NULL : &steppers[i];
}

const struct contensou__stepper *contensou__stepper_auto(int stiff, int series, double rtol)
{
    const struct contensou__stepper *best = NULL;

    for (size_t i = 0; i < contensou__stepper_name_count; ++i) {
        const struct contensou__stepper *s = &steppers[i];

        if (s->stiff == stiff && s->auto_rtol >= rtol && (series || !s->series) &&
            (!best || s->auto_rtol < best->auto_rtol))
            best = s;
    }
    return best;
}

static void define_role(struct contensou__bundle *b, const char *family, const char *prefix,
                        const char *end)
{
    char role[64], behind[64];

    snprintf(role, sizeof role, "%s_%s", family, end);
    snprintf(behind, sizeof behind, "_%s", end);
    contensou__bundle_role(b, role, prefix, behind);
}

/* Whether steps end on the corners of the law. */
static int stops(const struct contensou__stepper *s, int corners)
{
    return corners && !s->fixed && !s->switches;
}

int contensou__stepper_keeps(const struct contensou__stepper *s, int corners)
{
    return s->keeps + (stops(s, corners) ? 2 : 0);
}

/* The order at which a step of a given error costs least: its length tends to the radius of convergence over e^2. */
static double jet_order(const struct contensou__stepper *s, double rtol)
{
    return fmin(fmax(ceil(1 - 0.6 * log(rtol)), 6), s->order);
}

void contensou__stepper_bind_jet(const struct contensou__stepper *s, double rtol,
                                 struct contensou__bundle *b)
{
    if (s->series)
        contensou__bundle_number(b, "jet_order", (int)jet_order(s, rtol));
}

/* The largest h |lambda| at which an explicit method is stable, lambda < 0 being an eigenvalue of the Jacobian. That of a Taylor
 * polynomial of order p is 1.3 + 0.37 p within a tenth, for p from 4 to 24. */
static double stable(const struct contensou__stepper *s, double rtol)
{
    return s->series ? 1.3 + 0.37 * jet_order(s, rtol) : s->stable;
}

void contensou__stepper_bind_handover(const struct contensou__stepper *s,
                                      const struct contensou__stepper *other, double rtol,
                                      struct contensou__bundle *b)
{
    char text[32];

    snprintf(text, sizeof text, "%.3f", stable(s->stiff && other ? other : s, rtol));
    contensou__bundle_number(b, "lane_handover_count", other ? 2 : 0);
    contensou__bundle_number(b, "stepper_stiff", s->stiff);
    contensou__bundle_define(b, "handover_stable", text);
}

void contensou__stepper_bind(const struct contensou__stepper *s, int second, int corners,
                             struct contensou__bundle *b)
{
    static const char *const parts[] = {"step", "kept", "slopes", "linearise", "carry"};
    static const char *const marching[] = {"march", "parts", "way", "measure", "lengths"};
    const char *const between = s->switches ? s->name : "smooth";

    contensou__bundle_number(b, "stepper_series", s->series);
    if (s->series)
        contensou__bundle_define(b, "stepper_dense", "(jet_order - 1)");
    else
        contensou__bundle_number(b, "stepper_dense", s->dense);
    contensou__bundle_define(b, "linear_size", second ? "(system_dim / 2)" : "system_dim");
    contensou__bundle_number(b, "stepper_fixed", s->fixed);
    contensou__bundle_number(b, "stepper_keeps", contensou__stepper_keeps(s, corners));
    define_role(b, "stepper", between, "last_switch");
    define_role(b, "stepper", between, "ready");
    define_role(b, "stepper", between, "saltation");
    define_role(b, "stepper", between, "lines");
    define_role(b, "problem", between, "slide");
    define_role(b, "problem", between, "contact");
    if (s->switches) {
        define_role(b, "problem", between, "rhs");
        define_role(b, "problem", between, "jacobian");
        define_role(b, "problem", between, "forces");
        contensou__bundle_number(b, "stages_searched", 1);
    }
    /* behind the roles above, for which problem.h has defaults */
    contensou__bundle_include(b, "steppers/smooth.h");
    contensou__bundle_include(b, s->file);
    contensou__bundle_include(b, s->method_file);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        define_role(b, "stepper", s->method, parts[i]);
    contensou__bundle_role(b, "stepper_dense_of", s->method, "_dense");
    contensou__bundle_role(b, "stepper_reach", s->series ? s->method : "smooth", "_reach");
    for (size_t i = 0; i < sizeof marching / sizeof *marching; ++i)
        define_role(b, "stepper", s->fixed ? s->method : "smooth", marching[i]);
    contensou__bundle_role(b, "stepper_estimate", s->name, "_estimate");
}

void contensou__stepper_bind_switches(const struct contensou__stepper *s, int corners, int holds,
                                      struct contensou__bundle *b)
{
    static const char *const parts[] = {"settle", "settles", "mode",   "turn",
                                        "begin",  "reach",   "beyond", "after"};
    const char *const prefix = s->switches         ? "switches"
                               : stops(s, corners) ? "corners"
                                                   : "no_switches";
    char text[64];

    snprintf(text, sizeof text, "drivers/%s.h", prefix);
    contensou__bundle_include(b, text);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        define_role(b, "switching", prefix, parts[i]);
    if (holds && !s->fixed && !s->switches)
        contensou__bundle_include(b, "drivers/stick_load.h");
    define_role(b, "switching",
                s->switches          ? "switches"
                : holds && !s->fixed ? "stick_load"
                                     : "no_switches",
                "error");
}
