/* export_arrays.h: what the dialects of Python share: its statements, of numbers or arrays alike, and the frame of a law
 * with derivatives. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_ARRAYS_H
#define CONTENSOU_FIT_EXPORT_EXPORT_ARRAYS_H

#include "fit/export/export_language.h"

/* Keywords of Python, and what the texts call. */
#define CONTENSOU__EXPORT_ARRAYS_WORDS                                                            \
    " False None True and as assert async await break class continue def del elif else except "   \
    "finally for from global if import in is lambda nonlocal not or pass raise return try while " \
    "with yield abs range zip tuple list "

/* The words of statements, in every dialect. */
#define CONTENSOU__EXPORT_ARRAYS_LANGUAGE                                                       \
    .ending = {".py"}, .first = "# ", .next = "# ", .last = "", .declare = "", .assign = " = ", \
    .end = "\n", .power = {"", " ** ", ""}, .group = {"(", ")"},                                \
    .result = {"Tx", "Ty", "M", "length"}, .slopes = 1,                                         \
    .slope = {"d_Tx", "d_Ty", "d_M", "d_length"}, .masks = 1, .truth = {"False", "True"}

/* What begins a module, behind its imports. */
#define CONTENSOU__EXPORT_ARRAYS_BEGIN                \
    "LAW_order = ORDER  # n of the measure of slip\n" \
    "LAW_gradient = GRADIENT  # of the power of friction\n\n\n"

/* Functions, and the end of a law, a loop over the columns of the derivatives; one, none: what 1 and 0 are called. */
#define CONTENSOU__EXPORT_ARRAYS_FUNCTIONS(one, none)                                          \
    .abs = "abs", .max = "fmax", .min = "fmin",                                                \
    .aside = "    if slopes:  # beside pure spin the direction of sliding has no derivative\n" \
             "        plain = LAW_parts(vx, vy, omega, False)[0]\n"                            \
             "        near = fmax(abs(vx), abs(vy)) < ASIDE * abs(omega)\n"                    \
             "        vx = vx + near * (ASIDE * abs(omega) - vx)\n"                            \
             "        vy = vy - near * vy\n",                                                  \
    .tail = "    part = (Tx, Ty, M, length)\n"                                                 \
            "    if not slopes:\n"                                                             \
            "        return part, None\n"                                                      \
            "    rows = ([], [], [], [])\n"                                                    \
            "    for d_vx, d_vy, d_omega in ((" one ", " none ", " none "), (" none ", " one   \
            ", " none "), (" none ", " none ", " one ")):\n"                                   \
            "SLOPES"                                                                           \
            "        for row, d in zip(rows, (d_Tx, d_Ty, d_M, d_length)):\n"                  \
            "            row.append(d)\n"                                                      \
            "    return PLAIN, rows\n"

/* The languages of arrays that differentiate: the name of the module of arrays, what makes an array of a largest element,
 * the language's own text. A comparison becomes a number of the slip's own kind: PyTorch makes single precision of a number
 * times a comparison. */
#define CONTENSOU__EXPORT_ARRAYS_OF(module_, largest_, text)                                \
    CONTENSOU__EXPORT_ARRAYS_LANGUAGE, CONTENSOU__EXPORT_ARRAYS_FUNCTIONS("one", "none"),   \
        .least = "tiny", .module = module_, .largest = largest_,                            \
        .zero = "    zero = one * (scale == 0.0)\n    scale = scale + zero\n",              \
        .zero_locals = " zero fmax fmin tiny one none",                                     \
        .head = "def LAW_parts(vx, vy, omega, slopes):\n"                                   \
                "    \"\"\"(Tx, Ty, M, measure of slip) of arrays and, if asked for, the "  \
                "derivatives of each by vx, vy, omega.\"\"\"\n"                             \
                "    fmax, fmin, tiny = LAW_larger, LAW_smaller, XP.finfo(vx.dtype).tiny\n" \
                "    one, none = XP.ones_like(vx), XP.zeros_like(vx)\n",                    \
        .files = {text, "batch.py.txt"}

#endif
