/* sdf_feet.h: feet as collisions of SDF. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_ENGINES_SDF_FEET_H
#define CONTENSOU_FIT_EXPORT_ENGINES_SDF_FEET_H

#include "fit/export/export_engine.h"

/* One <collision> for each foot; surface writes what stands behind its geometry, for a friction coefficient. */
static inline void sdf_feet(double mu, const struct contensou__feet *f, double radius,
                            void (*surface)(double mu, struct contensou__text *out),
                            struct contensou__text *out)
{
    for (int i = 0; i < f->count; ++i) {
        contensou__text_printf(out, "<collision name=\"foot%d\">\n  <pose>%s %s %s 0 0 0</pose>\n",
                               i + 1, contensou__engine_number(f->x[i]),
                               contensou__engine_number(f->y[i]), contensou__engine_number(radius));
        contensou__text_printf(out, "  <geometry><sphere><radius>%s</radius></sphere></geometry>\n",
                               contensou__engine_number(radius));
        surface(contensou__export_engine_foot(mu, f, i), out);
        contensou__text_printf(out, "</collision>\n");
    }
}

#endif
