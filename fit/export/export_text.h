/* export_text.h: the statements of a small function, written in one of four languages. Expressions
 * are given in C (fabs, fmax, fmin, sqrt(name or product) and the four operations); the rest is this
 * file's business. In Python they work on numbers and on NumPy arrays alike: nothing there branches on
 * a value.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_TEXT_H
#define CONTENSOU_FIT_EXPORT_EXPORT_TEXT_H

#include "base/text.h"

enum contensou__export_language {
    contensou__export_c,
    contensou__export_python,
    contensou__export_matlab,
    contensou__export_modelica
};

struct contensou__export_text {
    enum contensou__export_language language;
    struct contensou__text body;
    struct contensou__text locals; /* every local name behind a blank, for declarations */
    struct contensou__text terms;  /* of the sum at hand, each ended by a newline */
};

void contensou__export_text_free(struct contensou__export_text *t);

/* A number with 17 significant digits that is a real number in all four languages. */
struct contensou__export_number {
    char text[40];
};
struct contensou__export_number contensou__export_text_number(double value);

/* name = expression; name = base to the power of exponent, both simple or in parentheses;
 * name = condition ? yes : no, in Python an expression without a condition that is the same. */
void contensou__export_text_let(struct contensou__export_text *t, const char *name,
                                const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
void contensou__export_text_power(struct contensou__export_text *t, const char *name,
                                  const char *base, const char *exponent);
void contensou__export_text_choose(struct contensou__export_text *t, const char *name,
                                   const char *condition, const char *yes, const char *no,
                                   const char *python);

/* name = base to the power of 1/degree, by square and cube roots; degree 2, 3, 4, 6 or 8. */
void contensou__export_text_root(struct contensou__export_text *t, const char *name,
                                 const char *base, int degree);

/* A term of a sum, coefficient times factors (such as "x * y", or nothing), and the sum itself, on as
 * many lines as it needs. */
void contensou__export_text_term(struct contensou__export_text *t, double coefficient,
                                 const char *factors);
void contensou__export_text_sum(struct contensou__export_text *t, const char *name);

/* Component k of the result is factor times the expression, a product. */
void contensou__export_text_result(struct contensou__export_text *t, int k, double factor,
                                   const char *expression);

/* Returns zeros where the variable is zero. In Python there is then `zero`, 1 or 0: what follows sees a
 * variable of 1 in place of 0, and results are multiplied by 1 - zero. */
void contensou__export_text_zero(struct contensou__export_text *t, const char *variable);

/* The whole function, with the lines of `about` as its comment. */
void contensou__export_text_function(struct contensou__export_text *t, const char *name,
                                     const char *about, struct contensou__text *out);

#endif
