/* language_modelica.c: functions in Modelica. SPDX-License-Identifier: MIT */
#include "fit/export/export_text.h"

#include <string.h>

static void choose(struct contensou__export_text *t, const char *name, const char *condition,
                   const char *yes, const char *no)
{
    contensou__export_text_let(t, name, "if %s then %s else %s", condition, yes, no);
}

static void zero(struct contensou__export_text *t, const char *variable)
{
    contensou__text_printf(&t->body,
                           "    if %s <= 0.0 then\n        Tx := 0.0;\n        Ty := 0.0;\n"
                           "        M := 0.0;\n        return;\n    end if;\n",
                           variable);
}

static void head(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    const char *const speed = t->metres ? "(unit = \"m/s\")" : "",
                      *const spin = t->metres ? "(unit = \"rad/s\")" : "",
                      *const arm = t->metres ? "(unit = \"m\")" : "";

    contensou__text_printf(out,
                           "function %s\n    input Real vx%s;\n    input Real vy%s;\n"
                           "    input Real omega%s;\n    output Real Tx;\n    output Real Ty;\n"
                           "    output Real M%s;\nprotected\n",
                           name, speed, speed, spin, arm);
    for (const char *local = t->locals.data ? t->locals.data : ""; *local;) {
        const size_t length = 1 + strcspn(local + 1, " ");

        contensou__text_printf(out, "    Real%.*s;\n", (int)length, local);
        local += length;
    }
    contensou__text_printf(out, "algorithm\n");
}

static void tail(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    (void)t;
    contensou__text_printf(out, "end %s;\n", name);
}

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
    .choose = choose,
    .zero = zero,
    .head = head,
    .tail = tail,
};
