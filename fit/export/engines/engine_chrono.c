/* engine_chrono.c: parameters of Project Chrono. SPDX-License-Identifier: MIT */
#include "fit/export/export_engine.h"

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
    .values = "material->SetFriction({mu});\nmaterial->SetSpinningFriction({mu c});\n",
    .foot =
        "auto foot{i} = chrono_types::make_shared<ChContactMaterialNSC>();\n"
        "foot{i}->SetFriction({foot});\n"
        "body->AddCollisionShape(chrono_types::make_shared<ChCollisionShapeSphere>(foot{i}, {r}),\n"
        "                        ChFrame<>(ChVector3d({x}, {y}, {r})));\n",
};
