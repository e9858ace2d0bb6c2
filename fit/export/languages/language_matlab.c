/* language_matlab.c: functions in MATLAB and Octave. SPDX-License-Identifier: MIT */
#include "fit/export/export_text.h"

/* The language has no conditional expression. */
static void choose(struct contensou__export_text *t, const char *name, const char *condition,
                   const char *yes, const char *no, const char *same)
{
    (void)same;
    contensou__text_printf(&t->locals, " %s", name);
    contensou__text_printf(&t->body,
                           "    if %s\n        %s = %s;\n    else\n        %s = %s;\n    end\n",
                           condition, name, yes, name, no);
}

static void zero(struct contensou__export_text *t, const char *variable)
{
    contensou__text_printf(&t->body,
                           "    if %s == 0.0\n        Tx = 0.0;\n        Ty = 0.0;\n"
                           "        M = 0.0;\n        return\n    end\n",
                           variable);
}

static void head(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    (void)t;
    contensou__text_printf(out, "function [Tx, Ty, M] = %s(vx, vy, omega)\n", name);
}

static void tail(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    (void)t;
    (void)name;
    contensou__text_printf(out, "end\n");
}

const struct contensou__language contensou__language_matlab = {
    .ending = {".m"},
    .words = " break case catch classdef continue else elseif end for function global if otherwise "
             "parfor "
             "persistent return spmd switch try while abs max min sqrt nthroot ",
    .begins_with_letter = 1,
    .first = "% ",
    .next = "% ",
    .last = "",
    .comment_inside = 1, /* there it is the help text */
    .declare = "",
    .assign = " = ",
    .end = ";\n",
    .abs = "abs",
    .max = "max",
    .min = "min",
    .power = {"", " ^ ", ""},
    .cube_root = {"nthroot(", ", 3)"},
    .broken = " ...",
    .result = {"Tx", "Ty", "M"},
    .choose = choose,
    .zero = zero,
    .head = head,
    .tail = tail,
};
