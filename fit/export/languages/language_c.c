/* language_c.c: functions in C. SPDX-License-Identifier: MIT */
#include "fit/export/export_language.h"

/* The form over arrays: no branches, so that compilers vectorise it. */
#define MANY_HEAD                                                                                 \
    "\n/* The friction at n slips, field by field: a loop without branches, which gcc -O3 "       \
    "-ffast-math vectorises. */\n"                                                                \
    "#ifndef LAW_RESTRICT\n#ifdef __cplusplus\n#define LAW_RESTRICT __restrict\n#else\n"          \
    "#define LAW_RESTRICT restrict\n#endif\n#endif\n"                                             \
    "LAW_API void LAW_many(int n, const double *LAW_RESTRICT slip_x, const double *LAW_RESTRICT " \
    "slip_y,\n"                                                                                   \
    "    const double *LAW_RESTRICT slip_omega, double *LAW_RESTRICT Tx, double *LAW_RESTRICT "   \
    "Ty,\n"                                                                                       \
    "    double *LAW_RESTRICT M)\n{\n    int i;\n\n    for (i = 0; i < n; ++i) {\n"               \
    "    const double vx = slip_x[i], vy = slip_y[i], omega = slip_omega[i];\n"
#define MANY_TAIL "    }\n}\n"

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
    .zero = "    double zero = scale == 0.0 ? 1.0 : 0.0;\n    scale += zero;\n",
    .zero_locals = "",
    .head = MANY_HEAD,
    .tail = MANY_TAIL,
};

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
    .choice = {"", " ? ", " : "},
    .zero = "    if (scale == 0.0) {\n"
            "        for (int i = 0; i < 4; ++i)\n"
            "            part[i] = 0.0;\n"
            "        for (int i = 0; slopes && i < 12; ++i)\n"
            "            slopes[i] = 0.0;\n"
            "        return;\n    }\n",
    .zero_locals = "",
    .begin = "#ifndef LAW_H\n#define LAW_H\n\n#include <math.h>\n\n"
             "#ifndef LAW_API /* define it as nothing for functions that are linked */\n"
             "#define LAW_API static inline\n#endif\n\n"
             "/* n of the law's measure of slip; whether it is the gradient of its power */\n"
             "enum { LAW_order = ORDER, LAW_gradient = GRADIENT };\n\n",
    .head = "/* (Tx, Ty, M) and the law's measure of slip; unless `slopes` is a null pointer, also "
            "the\n"
            " * derivatives of each by vx, vy and omega. */\n"
            "LAW_API void LAW_parts(double vx, double vy, double omega, double part[4], double "
            "*slopes)\n{\n",
    .aside =
        "    if (slopes && fmax(fabs(vx), fabs(vy)) < ASIDE * fabs(omega)) {\n"
        "        LAW_parts(ASIDE * fabs(omega), 0.0, omega, part, slopes); /* beside pure spin */\n"
        "        slopes = 0;\n    }\n",
    .tail = "    for (int column = 0; slopes && column < 3; ++column) {\n"
            "        const double d_vx = column == 0, d_vy = column == 1, d_omega = column == 2;\n"
            "SLOPES    }\n}\n",
    .files = {"simulator.c.txt"},
    .finish = "MANY\n#endif\n",
    .many_of_table =
        MANY_HEAD "        double f[3];\n\n        LAW(vx, vy, omega, f);\n"
                  "        Tx[i] = f[0];\n        Ty[i] = f[1];\n        M[i] = f[2];\n" MANY_TAIL,
};
