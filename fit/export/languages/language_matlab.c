/* language_matlab.c: functions in MATLAB and Octave. SPDX-License-Identifier: MIT */
#include "fit/export/export_text.h"

/* Nothing branches on a value, so that slips may be arrays. There is `zero`, 1 or 0: what follows sees a variable of 1 in place of 0. */
static void zero(struct contensou__export_text *t, const char *variable)
{
    contensou__text_printf(&t->locals, " zero");
    contensou__text_printf(&t->body, "    zero = %s == 0.0;\n    %s = %s + zero;\n", variable,
                           variable, variable);
}

static void head(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    (void)t;
    contensou__text_printf(out,
                           "function [Tx, Ty, M] = %s(vx, vy, omega)\n"
                           "%% Slips may be arrays of one shape.\n",
                           name);
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
    .elementwise = 1,
    .masks = 1,
    .result = {"Tx", "Ty", "M"},
    .zero = zero,
    .head = head,
    .tail = tail,
};
