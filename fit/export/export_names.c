/* export_names.c: identifiers and keywords of the languages. SPDX-License-Identifier: MIT */
#include "fit/export/export_names.h"

#include "base/names.h"

#include <string.h>

static const char *const languages[] = {"c", "python", "matlab", "modelica"};

/* What <math.h> of C99 declares is taken as well: a second meaning would not compile. */
static const char *const keywords[] = {
    " auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while _Bool _Complex _Imaginary _Alignas _Alignof _Atomic "
    "_Generic _Noreturn _Static_assert _Thread_local main acos asin atan atan2 cos sin tan acosh "
    "asinh atanh cosh sinh tanh exp exp2 expm1 frexp ilogb ldexp log log10 log1p log2 logb modf "
    "scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma tgamma ceil floor nearbyint rint "
    "lrint llrint round lround llround trunc fmod remainder remquo copysign nan nextafter "
    "nexttoward fdim fmax fmin fma isnan isinf isfinite isnormal signbit fpclassify NAN INFINITY "
    "HUGE_VAL float_t double_t ",
    " False None True and as assert async await break class continue def del elif else except "
    "finally for from global if import in is lambda nonlocal not or pass raise return try while "
    "with yield numpy isinstance int float abs max min ",
    " break case catch classdef continue else elseif end for function global if otherwise parfor "
    "persistent return spmd switch try while abs max min sqrt nthroot ",
    " algorithm and annotation block break class connect connector constant constrainedby der "
    "discrete each else elseif elsewhen encapsulated end enumeration equation expandable extends "
    "external false final flow for function if import impure in initial inner input loop model "
    "not operator or outer output package parameter partial protected public pure record "
    "redeclare replaceable return stream then true type when while within time Real Integer "
    "Boolean String abs max min sqrt "};

/* Whether the word stands in the list, between blanks or at its end. */
static int listed(const char *list, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = strstr(list, word); at; at = strstr(at + 1, word))
        if (at > list && at[-1] == ' ' && (at[length] == ' ' || at[length] == '\0'))
            return 1;
    return 0;
}

static int letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

enum contensou_status contensou__export_names_language(const char *name,
                                                       enum contensou__export_language *language,
                                                       struct contensou_error *err)
{
    const size_t count = sizeof languages / sizeof *languages;
    const int found = contensou__names_find(name ? name : "", languages, count);

    if (found < 0)
        return contensou__names_fail(err, "language", name ? name : "", languages, count);
    *language = (enum contensou__export_language)found;
    return CONTENSOU_OK;
}

enum contensou_status contensou__export_names_check(const char *name,
                                                    enum contensou__export_language language,
                                                    const char *locals, struct contensou_error *err)
{
    const int matlab = language == contensou__export_matlab;
    const size_t most = 63, length = strlen(name); /* MATLAB's namelengthmax; C99's too */
    int good = letter(name[0]) || (!matlab && name[0] == '_');

    for (size_t i = 1; i < length && good; ++i)
        good = letter(name[i]) || name[i] == '_' || (name[i] >= '0' && name[i] <= '9');
    if (!good || length > most)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "'%.200s' is no identifier of %s; a function's name is letters, "
                              "digits and _, at most %d, and begins with a letter",
                              name, languages[language], (int)most);
    if (listed(keywords[language], name))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "'%s' has a meaning in %s already; choose another name for the "
                              "function",
                              name, languages[language]);
    if (listed(" vx vy omega Tx Ty M wrench ", name) || listed(locals, name))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "'%s' is a variable inside the function; choose another name for the "
                              "function",
                              name);
    return CONTENSOU_OK;
}
