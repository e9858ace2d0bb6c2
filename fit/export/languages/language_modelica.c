/* language_modelica.c: functions in Modelica. SPDX-License-Identifier: MIT */
#include "fit/export/export_language.h"

const struct contensou__language contensou__language_modelica = {
    .ending = {".mo"},
    .words =
        " algorithm and annotation block break class connect connector constant constrainedby der "
        "discrete each else elseif elsewhen encapsulated end enumeration equation expandable "
        "extends "
        "external false final flow for function if import impure in initial inner input loop model "
        "not operator or outer output package parameter partial protected public pure record "
        "redeclare replaceable return stream then true type when while within time Real Integer "
        "Boolean String abs max min sqrt ",
    .first = "// ",
    .next = "// ",
    .last = "",
    .declare = "",
    .assign = " := ",
    .end = ";\n",
    .abs = "abs",
    .max = "max",
    .min = "min",
    .power = {"", " ^ ", ""},
    .cube_root = {"", " ^ (1.0 / 3.0)"},
    .result = {"Tx", "Ty", "M"},
    .choice = {"if ", " then ", " else "},
    .zero = "    if scale <= 0.0 then\n        Tx := 0.0;\n        Ty := 0.0;\n"
            "        M := 0.0;\n        return;\n    end if;\n",
    .zero_locals = "",
    .local = {"    Real", ";\n"},
    .si = {"(unit = \"m/s\")", "(unit = \"rad/s\")", "(unit = \"m\")"},
    .head = "function LAW\n    input Real vxSPEED;\n    input Real vySPEED;\n    input Real "
            "omegaSPIN;\n"
            "    output Real Tx;\n    output Real Ty;\n    output Real MLENGTH;\nprotected\n"
            "LOCALSalgorithm\n",
    .tail = "end LAW;\n",
};
