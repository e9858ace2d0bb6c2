/* export_arrays.h: what the languages of arrays that differentiate (JAX, PyTorch) share: Python's statements over arrays, and
 * one text of the implicit step. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_ARRAYS_H
#define CONTENSOU_FIT_EXPORT_EXPORT_ARRAYS_H

#include "fit/export/export_text.h"

/* Keywords of Python, and what the texts call. */
#define CONTENSOU__EXPORT_ARRAYS_WORDS                                                            \
    " False None True and as assert async await break class continue def del elif else except "   \
    "finally for from global if import in is lambda nonlocal not or pass raise return try while " \
    "with yield abs range zip tuple list "

/* The words of statements, in every dialect of Python. */
#define CONTENSOU__EXPORT_ARRAYS_LANGUAGE                                                       \
    .ending = {".py"}, .first = "# ", .next = "# ", .last = "", .declare = "", .assign = " = ", \
    .end = "\n", .power = {"", " ** ", ""}, .group = {"(", ")"},                                \
    .result = {"Tx", "Ty", "M", "length"}, .slopes = 1,                                         \
    .slope = {"d_Tx", "d_Ty", "d_M", "d_length"}, .masks = 1
/* Its functions, but for Warp's. */
#define CONTENSOU__EXPORT_ARRAYS_FUNCTIONS .abs = "abs", .max = "fmax", .min = "fmin"

/* The functions of a language (export_language.h). */
void contensou__export_arrays_zero(struct contensou__export_text *t, const char *variable);
void contensou__export_arrays_tail(const struct contensou__export_text *t, const char *name,
                                   struct contensou__text *out);

/* The end of Python's law: a loop over the columns of the derivatives, with what 1 and 0 are called. */
void contensou__export_arrays_columns(const struct contensou__export_text *t, const char *one,
                                      const char *none, struct contensou__text *out);

/* With the name of the module of arrays, the language's own text, and what makes an array of a largest element. */
void contensou__export_arrays_head(const struct contensou__export_text *t, const char *name,
                                   const char *module, struct contensou__text *out);
void contensou__export_arrays_finish(const struct contensou__export_text *t, const char *name,
                                     const char *text, const char *module, const char *last,
                                     struct contensou__text *out);

#endif
