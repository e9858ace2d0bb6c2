/* engine_chrono.c: parameters of Project Chrono. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

#define number(x) contensou__engine_number(x)

static void values(double mu, double c, struct contensou__text *out)
{
    contensou__text_printf(out, "material->SetFriction(%s);\nmaterial->SetSpinningFriction(%s);\n",
                           number(mu), number(mu * c));
}

const struct contensou__engine contensou__engine_chrono = {
    .kind = contensou__engine_separate,
    .law = "Chrono: torque up to spinning friction N, a length, sliding apart from it",
    .source = "Project Chrono API reference, ChContactMaterialNSC",
    .advice =
        "Materials of a pair are combined, by default to the smaller value: give both the same.",
    .values = values,
};
