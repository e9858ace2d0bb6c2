/* export_text.h: the statements of a small function, written in one of the languages. Expressions are
 * given in C (fabs, fmax, fmin, sqrt(name or product) and the four operations).
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_EXPORT_EXPORT_TEXT_H
#define CONTENSOU_FIT_EXPORT_EXPORT_TEXT_H

#include "base/text.h"
#include "fit/export/export_language.h"

struct contensou__export_text {
    const struct contensou__language *language;
    struct contensou__text body;
    struct contensou__text locals; /* every local name behind a blank, for declarations */
    struct contensou__text terms;  /* of the sum at hand, each ended by a newline */
    struct contensou__text moving; /* the locals that follow the slip, each behind a blank */
    struct contensou__text slopes; /* the statements of their derivatives */
    struct contensou__text many;   /* the second form of the law, where the language has one */
    const char *name;              /* of the function */
    double aside;                  /* spin times this is the least sliding that slopes are taken
                                      at, because the formula has directions of sliding; or 0 */
    int order, gradient;           /* of the law: n of its measure of slip; it is a gradient */
    int with_mu;                   /* the friction coefficient is in the result */
    int metres;                    /* slips are in m/s and rad/s, the torque per force in m */
};

void contensou__export_text_free(struct contensou__export_text *t);

/* A number with 17 significant digits that is a real number in all languages. */
struct contensou__export_number {
    char text[40];
};
struct contensou__export_number contensou__export_text_number(double value);

/* name = expression, with its derivative in languages that have one; name = base to the power of exponent, both
 * simple or in parentheses. */
void contensou__export_text_let(struct contensou__export_text *t, const char *name,
                                const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* The same without a derivative. */
void contensou__export_text_constant(struct contensou__export_text *t, const char *name,
                                     const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* name = condition ? yes : no; `same` is an expression without a condition that is the same. Derivatives are those
 * of `yes`: they are only taken where the condition holds. */
void contensou__export_text_choose(struct contensou__export_text *t, const char *name,
                                   const char *condition, const char *yes, const char *no,
                                   const char *same);
void contensou__export_text_power(struct contensou__export_text *t, const char *name,
                                  const char *base, const char *exponent);

/* name = base to the power of 1/degree, by square and cube roots; degree 2, 3, 4, 6 or 8. */
void contensou__export_text_root(struct contensou__export_text *t, const char *name,
                                 const char *base, int degree);

/* A term of a sum, coefficient times factors (such as "x * y", or nothing), and the sum itself, on as
 * many lines as it needs. */
void contensou__export_text_term(struct contensou__export_text *t, double coefficient,
                                 const char *factors);
void contensou__export_text_sum(struct contensou__export_text *t, const char *name);

/* Component k of the result is factor times the expression, a product. Component 3 is the law's measure of slip, for
 * languages with derivatives. */
void contensou__export_text_result(struct contensou__export_text *t, int k, double factor,
                                   const char *expression);

/* What makes `zero`, or returns where the scale is 0. */
void contensou__export_text_zero(struct contensou__export_text *t);

/* Appends a text of the language, or NULL, with what its words stand for; the same of a file of fit/export/texts. */
void contensou__export_text_put(const struct contensou__export_text *t, const char *text,
                                struct contensou__text *out);
void contensou__export_text_put_file(const struct contensou__export_text *t, const char *file,
                                     struct contensou__text *out);

/* What stands behind all functions; out fails where a part of them did. */
void contensou__export_text_finish(const struct contensou__export_text *t,
                                   struct contensou__text *out);

/* The lines of `about` as a comment of the language. */
void contensou__export_text_comment(const struct contensou__language *l, const char *about,
                                    struct contensou__text *out);

/* The whole function, with the lines of `about` as its comment. */
void contensou__export_text_function(struct contensou__export_text *t, const char *about,
                                     struct contensou__text *out);

#endif
