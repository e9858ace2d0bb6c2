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

struct contensou__engine {
    enum contensou__engine_kind kind;
    enum contensou__engine_comment comment;
    int equal_feet;           /* one friction coefficient for all points of a body */
    const char *law, *source; /* what it does with its numbers, and where that is from */
    const char *advice;       /* whole lines without the end of the last */
    const char *feet_advice;
    const char *setup; /* lines that stand before what follows, or NULL */
    /* The engine's parameters: c is a length, torque over mu N in pure spin, size that of the patch. */
    void (*values)(double mu, double c, double size, struct contensou__text *out);
    /* Spheres of this radius that touch the ground at z = 0 of their body. */
    void (*feet)(double mu, const struct contensou__feet *feet, double radius,
                 struct contensou__text *out);
    /* Where there is none: feet are collisions of SDF, and this stands behind the geometry of each. */
    void (*surface)(double mu, struct contensou__text *out);
};

/* The friction coefficient of a foot, whose normal force is N over their number. */
double contensou__export_engine_foot(double mu, const struct contensou__feet *feet, int i);

/* Middles of feet as members of a Python list, lines indented. */
void contensou__export_engine_places(const struct contensou__feet *feet, double radius, int indent,
                                     struct contensou__text *out);

/* A number as it is written into an engine's files. */
#define contensou__engine_number(x) contensou__export_about_number(x, 6).text

/* The same with a point or an exponent in it, for a literal that gets an f. */
#define contensou__engine_decimal(x) contensou__export_engine_decimal(x).text
struct contensou__export_about_number contensou__export_engine_decimal(double value);

#define CONTENSOU__ENGINE_ONE(name) +1
#define CONTENSOU__ENGINE_EXTERN(name) \
    extern const struct contensou__engine contensou__engine_##name;
ALL_ENGINES(CONTENSOU__ENGINE_EXTERN)

enum { contensou__export_engine_count = 0 ALL_ENGINES(CONTENSOU__ENGINE_ONE) };
extern const char *const contensou__export_engine_names[contensou__export_engine_count];

#endif
