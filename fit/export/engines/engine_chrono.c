/* engine_chrono.c: parameters of Project Chrono. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

#define number(x) contensou__engine_number(x)

static void values(double mu, double c, double size, struct contensou__text *out)
{
    (void)size;
    contensou__text_printf(out, "material->SetFriction(%s);\nmaterial->SetSpinningFriction(%s);\n",
                           number(mu), number(mu * c));
}

static void feet(double mu, const struct contensou__feet *f, double radius,
                 struct contensou__text *out)
{
    for (int i = 0; i < f->count; ++i)
        contensou__text_printf(out,
                               "auto foot%d = chrono_types::make_shared<ChContactMaterialNSC>();\n"
                               "foot%d->SetFriction(%s);\n"
                               "body->AddCollisionShape(chrono_types::make_shared<"
                               "ChCollisionShapeSphere>(foot%d, %s),\n"
                               "                        ChFrame<>(ChVector3d(%s, %s, %s)));\n",
                               i + 1, i + 1, number(contensou__export_engine_foot(mu, f, i)), i + 1,
                               number(radius), number(f->x[i]), number(f->y[i]), number(radius));
}

const struct contensou__engine contensou__engine_chrono = {
    .kind = contensou__engine_separate,
    .law = "Chrono: torque up to spinning friction N, a length, sliding apart from it",
    .source = "Project Chrono API reference, ChContactMaterialNSC; users' report; not run by us",
    .advice = "Only the solver APGD realises it, hence the first lines: with PSOR, the default, a "
              "puck stops\n"
              "after 0.012 instead of 0.64 (users' report). Materials of a pair are combined, by "
              "default to the\n"
              "smaller value: give both the same.",
    .feet_advice = "Materials of a pair are combined, by default to the smaller value: give the "
                   "ground as much as\n"
                   "any foot, or more. Not run by us.",
    .setup = "auto solver = chrono_types::make_shared<ChSolverAPGD>();\n"
             "solver->SetMaxIterations(1000);\n"
             "system.SetSolver(solver);\n",
    .values = values,
    .feet = feet,
};
