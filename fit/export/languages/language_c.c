/* language_c.c: functions in C. SPDX-License-Identifier: MIT */
#include "fit/export/export_template.h"
#include "fit/export/export_text.h"

static void choose(struct contensou__export_text *t, const char *name, const char *condition,
                   const char *yes, const char *no)
{
    contensou__export_text_constant(t, name, "%s ? %s : %s", condition, yes, no);
}

static void zero(struct contensou__export_text *t, const char *variable)
{
    contensou__text_printf(&t->body,
                           "    if (%s == 0.0) {\n"
                           "        for (int i = 0; i < 4; ++i)\n"
                           "            part[i] = 0.0;\n"
                           "        for (int i = 0; slopes && i < 12; ++i)\n"
                           "            slopes[i] = 0.0;\n"
                           "        return;\n    }\n",
                           variable);
}

/* The form over arrays: no branches, so that compilers vectorise it. */

static void many_zero(struct contensou__export_text *t, const char *variable)
{
    contensou__text_printf(&t->body, "    double zero = %s == 0.0 ? 1.0 : 0.0;\n    %s += zero;\n",
                           variable, variable);
}

static void many_head(const struct contensou__export_text *t, const char *name,
                      struct contensou__text *out)
{
    (void)t;
    contensou__text_printf(
        out,
        "\n/* The friction at n slips, field by field: a loop without branches, which gcc -O3 "
        "-ffast-math vectorises. */\n"
        "#ifndef %s_RESTRICT\n#ifdef __cplusplus\n#define %s_RESTRICT __restrict\n#else\n"
        "#define %s_RESTRICT restrict\n#endif\n#endif\n"
        "%s_API void %s_many(int n, const double *%s_RESTRICT slip_x, const double *%s_RESTRICT "
        "slip_y,\n"
        "    const double *%s_RESTRICT slip_omega, double *%s_RESTRICT Tx, double *%s_RESTRICT "
        "Ty,\n"
        "    double *%s_RESTRICT M)\n{\n    int i;\n\n    for (i = 0; i < n; ++i) {\n"
        "    const double vx = slip_x[i], vy = slip_y[i], omega = slip_omega[i];\n",
        name, name, name, name, name, name, name, name, name, name, name);
}

static void many_tail(const struct contensou__export_text *t, const char *name,
                      struct contensou__text *out)
{
    (void)t;
    (void)name;
    contensou__text_printf(out, "    }\n}\n");
}

static const struct contensou__language many = {
    .first = "",
    .next = "",
    .last = "",
    .declare = "double ",
    .assign = " = ",
    .end = ";\n",
    .abs = "fabs",
    .max = "fmax",
    .min = "fmin",
    .power = {"pow(", ", ", ")"},
    .cube_root = {"cbrt(", ")"},
    .result = {"Tx[i]", "Ty[i]", "M[i]"},
    .masks = 1,
    .zero = many_zero,
    .head = many_head,
    .tail = many_tail,
};

static void begin(const struct contensou__export_text *t, const char *name,
                  struct contensou__text *out)
{
    contensou__export_template_c_head(name, t->order, t->gradient, out);
}

static void finish(const struct contensou__export_text *t, const char *name,
                   struct contensou__text *out)
{
    contensou__export_template_put("simulator.c.txt", name, t->gradient, t->with_mu, out);
    if (t->many.data)
        contensou__text_append(out, t->many.data, t->many.size);
    else { /* a table: reading it does not follow a pattern */
        many_head(t, name, out);
        contensou__text_printf(
            out,
            "        double f[3];\n\n        %s(vx, vy, omega, f);\n"
            "        Tx[i] = f[0];\n        Ty[i] = f[1];\n        M[i] = f[2];\n",
            name);
        many_tail(t, name, out);
    }
    contensou__text_printf(out, "\n#endif\n");
}

/* Beside pure spin the direction of sliding has no derivative: slopes are taken a little aside. */
static void head(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    contensou__text_printf(out,
                           "/* (Tx, Ty, M) and the law's measure of slip; unless `slopes` is a "
                           "null pointer, also the\n"
                           " * derivatives of each by vx, vy and omega. */\n"
                           "%s_API void %s_parts(double vx, double vy, double omega, double "
                           "part[4], double *slopes)\n{\n",
                           name, name);
    if (t->aside > 0) {
        const struct contensou__export_number aside = contensou__export_text_number(t->aside);

        contensou__text_printf(
            out,
            "    if (slopes && fmax(fabs(vx), fabs(vy)) < %s * fabs(omega)) {\n"
            "        %s_parts(%s * fabs(omega), 0.0, omega, part, slopes); /* beside pure spin */\n"
            "        slopes = 0;\n    }\n",
            aside.text, name, aside.text);
    }
}

static void tail(const struct contensou__export_text *t, const char *name,
                 struct contensou__text *out)
{
    (void)name;
    contensou__text_printf(
        out,
        "    for (int column = 0; slopes && column < 3; ++column) {\n"
        "        const double d_vx = column == 0, d_vy = column == 1, d_omega = column == 2;\n");
    contensou__text_printf(out, "%s    }\n}\n", t->slopes.data ? t->slopes.data : "");
}

const struct contensou__language contensou__language_c = {
    .ending = {".c", ".h"},
    /* The header is for C++ too, whose keywords these have; <math.h> declares more than C99 says, and GNU compilers define
     * plain words: a second meaning would not compile. */
    .words =
        " "
        "auto break case char const continue default do double else enum extern float for goto "
        "if inline int long register restrict return short signed sizeof static struct switch "
        "typedef union unsigned void volatile while _Bool _Complex _Imaginary _Alignas _Alignof "
        "_Atomic _Generic _Noreturn _Static_assert _Thread_local alignas alignof and and_eq asm "
        "bitand bitor bool catch char8_t char16_t char32_t class co_await co_return co_yield "
        "compl concept const_cast consteval constexpr constinit decltype delete dynamic_cast "
        "explicit export false friend mutable namespace new noexcept not not_eq nullptr operator "
        "or or_eq private protected public reinterpret_cast requires static_assert static_cast "
        "template this thread_local throw true try typeid typename typeof typeof_unqual using "
        "virtual wchar_t xor xor_eq "
        "acos asin atan atan2 cos sin tan acosh asinh atanh cosh sinh tanh exp exp2 exp10 expm1 "
        "frexp ilogb llogb ldexp log log10 log1p log2 logb modf scalb scalbn scalbln cbrt fabs "
        "hypot pow sqrt erf erfc gamma lgamma lgamma_r tgamma ceil floor nearbyint rint lrint "
        "llrint round roundeven lround llround trunc fmod remainder remquo drem copysign nan "
        "nextafter nexttoward nextup nextdown fdim fmax fmin fma fromfp fromfpx ufromfp ufromfpx "
        "significand finite isinf isnan j0 j1 jn y0 y1 yn sincos "
        "isfinite isnormal signbit fpclassify isgreater isgreaterequal isless islessequal "
        "islessgreater isunordered issignaling issubnormal iszero iscanonical iseqsig NAN "
        "INFINITY HUGE_VAL math_errhandling float_t double_t signgam alloca linux unix main std "
        "NULL lgammaf_r lgammal_r M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI "
        "M_2_PI "
        "M_2_SQRTPI M_SQRT2 M_SQRT1_2 FP_NAN FP_INFINITE FP_ZERO FP_SUBNORMAL FP_NORMAL FP_ILOGB0 "
        "FP_ILOGBNAN HUGE_VALF HUGE_VALL MAXFLOAT MATH_ERRNO MATH_ERREXCEPT ",
    .variants = "fl", /* sinf, sinl */
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
    .result = {"part[0]", "part[1]", "part[2]", "part[3]"},
    .slopes = 1,
    .slope = {"slopes[column]", "slopes[3 + column]", "slopes[6 + column]", "slopes[9 + column]"},
    .array = {"static const double ", "_table[] = {", "};\n\n"},
    .table = {NULL, "round_table.c.txt", "cube_table.c.txt"},
    .batch = &many,
    .begin = begin,
    .finish = finish,
    .choose = choose,
    .zero = zero,
    .head = head,
    .tail = tail,
};
