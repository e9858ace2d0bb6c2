/* export_engine.h: what an engine's file says of it.
 *
 * With v = |(vx, vy)| and all wrenches per unit of mu N, an engine's law is one of
 *
 *     ellipsoid   T = (vx, vy)/r, M = c^2 w/r, r = sqrt(v^2 + c^2 w^2)   (associated: mu_tau = c)
 *     separate    T = (vx, vy)/v, M = c sgn w
 *     point       T = (vx, vy)/v, M = 0.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_ENGINE_H
#define CONTENSOU_FIT_EXPORT_EXPORT_ENGINE_H

#include "base/text.h"
#include "fit/export/engines/list.h"
#include "fit/export/export_about.h"
#include "fit/export/export_feet.h"

enum contensou__engine_kind {
    contensou__engine_ellipsoid,
    contensou__engine_separate,
    contensou__engine_point
};

/* How its users write comments. */
enum contensou__engine_comment {
    contensou__engine_cpp, /* // */
    contensou__engine_xml,
    contensou__engine_python
};

/* Stop, distance and angle of a disk, a rectangle 2:1 and a ring (inner radius half the outer one) that slide and spin
 * to rest from v = omega = 1 with mu g = 1, in the engine at steps of 1 ms; 0: not measured. tests/engines measures again. */
struct contensou__engine_measured {
    double body[3][3];
};

struct contensou__engine {
    const struct contensou__engine *base; /* texts that are NULL here are those of it, or NULL */
    const char *refusal;                  /* why there is no text, and what to use; or NULL */
    int feet_most;                        /* that the engine carries; 0: as many as there are */
    const char *beyond;                   /* what more of them did, measured */
    const char *script;                   /* the export that gives it the exact law, or NULL */
    struct contensou__engine_measured flat, feet_four; /* its own law on a flat shape; four feet */
    enum contensou__engine_kind kind;
    enum contensou__engine_comment comment;
    int unitless;             /* it has no units of its own, so that the contact needs none */
    int equal_feet;           /* one friction coefficient for all points of a body */
    const char *law, *source; /* what it does with its numbers, and where that is from */
    const char *advice;       /* whole lines without the end of the last */
    const char *feet_advice;
    const char *setup; /* lines that stand before what follows, or NULL */
    /* Texts in which numbers stand for words in braces (export_engine.c has their list): the engine's
     * parameters; then feet, spheres that touch the ground at z = 0 of their body: what stands before them,
     * each of them, between two, behind them. */
    const char *values;
    const char *feet, *foot, *between, *feet_end; /* NULL: nothing, but for foot */
};

/* What is measured of engines that keep sliding and spinning apart. */
#define contensou__engine_puck                                                                  \
    "puck with the numbers of a uniform disk (v = omega R) stops sliding at 0.99 and spinning " \
    "at\n"                                                                                      \
    "0.74, as this law says, instead of both at 1.340."

/* A foot as a collision of SDF, with its surface behind the geometry. */
// clang-format off
#define contensou__engine_sdf_foot(surface) \
    "<collision name=\"foot{i}\">\n  <pose>{x} {y} {r} 0 0 0</pose>\n" \
    "  <geometry><sphere><radius>{r}</radius></sphere></geometry>\n" surface "</collision>\n"
// clang-format on

#define CONTENSOU__ENGINE_ONE(name) +1
#define CONTENSOU__ENGINE_EXTERN(name) \
    extern const struct contensou__engine contensou__engine_##name;
ALL_ENGINES(CONTENSOU__ENGINE_EXTERN)

enum { contensou__export_engine_count = 0 ALL_ENGINES(CONTENSOU__ENGINE_ONE) };
extern const char *const contensou__export_engine_names[contensou__export_engine_count];

#endif
