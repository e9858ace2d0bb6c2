/* language_matlab.c: functions in MATLAB and Octave. SPDX-License-Identifier: MIT */
#include "fit/export/export_language.h"

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
    /* nothing branches on a value, so that slips may be arrays */
    .zero = "    zero = scale == 0.0;\n    scale = scale + zero;\n",
    .zero_locals = " zero",
    .head = "function [Tx, Ty, M] = LAW(vx, vy, omega)\n% Slips may be arrays of one shape.\n",
    .tail = "end\n",
};
