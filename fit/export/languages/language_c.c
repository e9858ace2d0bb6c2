/* language_c.c: functions in C. SPDX-License-Identifier: MIT */
#include "fit/export/export_text.h"

static void choose(struct contensou__export_text *t, const char *name, const char *condition,
                   const char *yes, const char *no, const char *same)
{
    (void)same;
    contensou__export_text_let(t, name, "%s ? %s : %s", condition, yes, no);
}

static void zero(struct contensou__export_text *t, const char *variable)
{
    contensou__text_printf(&t->body,
                           "    if (%s == 0.0) {\n"
                           "        wrench[0] = wrench[1] = wrench[2] = 0.0;\n"
                           "        return;\n    }\n",
                           variable);
}

static void head(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    (void)t;
    contensou__text_printf(out,
                           "#include <math.h>\n\n"
                           "void %s(double vx, double vy, double omega, double wrench[3])\n{\n",
                           name);
}

static void tail(const char *name, struct contensou__text *out)
{
    (void)name;
    contensou__text_printf(out, "}\n");
}

const struct contensou__language contensou__language_c = {
    .ending = {".c", ".h"},
    /* what <math.h> of C99 declares as well: a second meaning would not compile */
    .words =
        " auto break case char const continue default do double else enum extern float for goto if "
        "inline int long register restrict return short signed sizeof static struct switch typedef "
        "union unsigned void volatile while _Bool _Complex _Imaginary _Alignas _Alignof _Atomic "
        "_Generic _Noreturn _Static_assert _Thread_local main acos asin atan atan2 cos sin tan "
        "acosh "
        "asinh atanh cosh sinh tanh exp exp2 expm1 frexp ilogb ldexp log log10 log1p log2 logb "
        "modf "
        "scalbn scalbln cbrt fabs hypot pow sqrt erf erfc lgamma tgamma ceil floor nearbyint rint "
        "lrint llrint round lround llround trunc fmod remainder remquo copysign nan nextafter "
        "nexttoward fdim fmax fmin fma isnan isinf isfinite isnormal signbit fpclassify NAN "
        "INFINITY "
        "HUGE_VAL float_t double_t ",
    .first = "/* ",
    .next = " * ",
    .last = " */\n",
    .declare = "const double ",
    .assign = " = ",
    .end = ";\n",
    .abs = "fabs",
    .max = "fmax",
    .min = "fmin",
    .power = {"pow(", ", ", ")"},
    .cube_root = {"cbrt(", ")"},
    .result = {"wrench[0]", "wrench[1]", "wrench[2]"},
    .choose = choose,
    .zero = zero,
    .head = head,
    .tail = tail,
};
