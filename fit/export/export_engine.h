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

enum contensou__engine_kind {
    contensou__engine_ellipsoid,
    contensou__engine_separate,
    contensou__engine_point
};

struct contensou__engine {
    enum contensou__engine_kind kind;
    int xml;                  /* its users write XML, otherwise C++ */
    const char *law, *source; /* what it does with its numbers, and the document that says so */
    const char *advice;       /* whole lines without the end of the last */
    void (*values)(double mu, double c, struct contensou__text *out);
};

/* A number as it is written into an engine's files. */
#define contensou__engine_number(x) contensou__export_about_number(x, 6).text

#define CONTENSOU__ENGINE_ONE(name) +1
#define CONTENSOU__ENGINE_EXTERN(name) \
    extern const struct contensou__engine contensou__engine_##name;
#define CONTENSOU__ENGINE_COMMA(name) ", " #name
ALL_ENGINES(CONTENSOU__ENGINE_EXTERN)

enum { contensou__export_engine_count = 0 ALL_ENGINES(CONTENSOU__ENGINE_ONE) };
extern const char *const contensou__export_engine_names[contensou__export_engine_count];

/* The names as text, behind ", ". */
#define CONTENSOU__EXPORT_ENGINE_TEXT ALL_ENGINES(CONTENSOU__ENGINE_COMMA)

#endif
