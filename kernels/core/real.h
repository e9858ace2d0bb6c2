/* real.h: the number types, and every word that differs between C11 and OpenCL C 1.2. What includes
 * only this file and its like compiles unchanged as both.
 *
 * number  one number: double, or float; on the host whatever REAL says (long double too)
 * real    what formulas compute with: one number, or on CPU devices a pack of them, one per lane,
 *         built with -D PACK=2, 4, 8 or 16, in double precision also 32
 * mask    what a comparison of reals gives; pick(mask, yes, no) chooses lane by lane. A comparison of
 *         plain numbers is no mask for a pack: cast one side to real
 *
 * A formula therefore never branches on data, except with any_lane(mask) around work that no lane
 * may need. Literals are written 0.5: single-precision programs are built with
 * -cl-single-precision-constant. SPDX-License-Identifier: MIT */
#ifndef CORE_REAL_H
#define CORE_REAL_H

/* Functions have the parameters of their role, and each uses what it needs of them. */
#ifdef __GNUC__
#    pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

#ifdef __OPENCL_C_VERSION__
#    ifdef REAL_IS_DOUBLE
#        pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double number;
#        define pack_base  double
#        define pack_word  long
#        define real_tiny  1e-300
#        define real_large 0x1p498
#    else
typedef float number;
#        define pack_base  float
#        define pack_word  int
#        define real_tiny  1e-37f
#        define real_large 0x1p60f
#    endif
#    ifndef PACK
#        define PACK 1
#    endif
/* PoCL says that its vectors have 64 bytes, and its library was made so; a compiler that was told of another processor passes
 * packs to it in registers where it does not look for them, and numbers are wrong. */
#    if defined(WIDE_LIBRARY) && defined(__AVX__) && !defined(__AVX512F__)
#        ifdef REAL_IS_DOUBLE
#            define pack_most 4
#        else
#            define pack_most 8
#        endif
#        if PACK > pack_most
#            error \
                "this driver's compiler does not know the wide registers of its library: take a smaller pack or another driver"
#        endif
#    endif
#    ifdef __clang__ /* packs wider than a register pass between inlined functions only */
#        pragma clang diagnostic ignored "-Wpsabi"
#    endif
#    define table_space      __global
#    define local_space      __local
#    define program_constant __constant
#    define pack_paste(a, b) a##b
#    define pack_name(a, b)  pack_paste(a, b)
#else
#    include <tgmath.h> /* sqrt, fabs, log, ... follow the type of real, as they do in OpenCL C */
#    ifndef REAL
#        define REAL double
#    endif
typedef REAL number;
#    define real_tiny  1e-300
#    define real_large 0x1p498
#    define table_space
#    define local_space
#    define program_constant static const
#    undef PACK
#    define PACK 1
#endif

/* Four registers of eight numbers, whose instructions the compiler mixes so that one register works while others wait. OpenCL
 * has no such vectors, clang has; functions of the driver's library take one half after the other. */
#if PACK == 32
typedef double double32 __attribute__((ext_vector_type(32)));
typedef long long32 __attribute__((ext_vector_type(32)));
typedef ulong ulong32 __attribute__((ext_vector_type(32)));
#    define as_double32(w) __builtin_astype(w, double32)
#    define as_ulong32(x)  __builtin_astype(x, ulong32)
#    define halves         static inline __attribute__((overloadable, always_inline))
#    define halves_one(f)                        \
        halves double32 f(double32 x)            \
        {                                        \
            return (double32)(f(x.lo), f(x.hi)); \
        }
#    define halves_two(f)                                    \
        halves double32 f(double32 x, double32 y)            \
        {                                                    \
            return (double32)(f(x.lo, y.lo), f(x.hi, y.hi)); \
        }
#    define halves_asked(f)                                                  \
        halves long32 f(double32 x)                                          \
        {                                                                    \
            return __builtin_shufflevector(f(x.lo), f(x.hi), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, \
                                           13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, \
                                           28, 29, 30, 31);                                            \
        }
halves_one(fabs) halves_one(sqrt) halves_one(cbrt) halves_one(floor) halves_one(rint)
halves_one(exp) halves_one(exp2) halves_one(log) halves_one(log2) halves_one(tanh) halves_one(asinh)
halves_one(sin) halves_one(cos) halves_one(atan)
halves_two(fmax) halves_two(fmin) halves_two(copysign) halves_two(pow) halves_two(atan2)
halves_two(hypot)
halves_asked(isfinite) halves_asked(isinf)
halves double32 load_pack_32(size_t i, const table_space double *from)
{
    return (double32)(vload16(2 * i, from), vload16(2 * i + 1, from));
}
halves void store_pack_32(double32 x, size_t i, table_space double *to)
{
    vstore16(x.lo, 2 * i, to);
    vstore16(x.hi, 2 * i + 1, to);
}
#endif

#if PACK == 1
typedef number real;
typedef int mask;
/* By value: a choice between two elements of an array could become one element whose place is not constant, and the array
 * would leave the registers. */
static inline real pick_one(mask which, real yes, real no)
{
    return which ? yes : no;
}
#    define pick(which, yes, no)     pick_one(which, (real)(yes), (real)(no))
#    define any_lane(which)          (which)
#    define first_lane(x)            (x)
#    define load_pack(i, from)       (from)[i]
#    define store_pack(value, i, to) ((to)[i] = (value))
#else
typedef pack_name(pack_base, PACK) real;
typedef pack_name(pack_word, PACK) mask; /* in each lane 0 or -1 */
/* An operator: select() is a function of the driver's library, which PoCL 3.0 does not inline; a third of a sweep's
 * time there. */
#    define pick(which, yes, no)     ((which) ? (real)(yes) : (real)(no))
#    define any_lane(which)          pack_name(any_of_, PACK)(which)
#    define first_lane(x)            ((x).s0)
#    if PACK == 32
#        define load_pack(i, from)       load_pack_32(i, from)
#        define store_pack(value, i, to) store_pack_32(value, i, to)
#    else
#        define load_pack(i, from)       pack_name(vload, PACK)(i, from)
#        define store_pack(value, i, to) pack_name(vstore, PACK)(value, i, to)
#    endif

/* Halves laid over each other: a CPU's any() looks at one lane after the other. */
#    define any_of_half(n, w)        pack_name(any_of_, n)((w).lo | (w).hi)
static inline int any_of_2(pack_name(pack_word, 2) w)
{
    return (w.lo | w.hi) != 0;
}
#    if PACK >= 4
static inline int any_of_4(pack_name(pack_word, 4) w)
{
    return any_of_half(2, w);
}
#    endif
#    if PACK >= 8
static inline int any_of_8(pack_name(pack_word, 8) w)
{
    return any_of_half(4, w);
}
#    endif
#    if PACK >= 16
static inline int any_of_16(pack_name(pack_word, 16) w)
{
    return any_of_half(8, w);
}
#    endif
#    if PACK >= 32
static inline int any_of_32(pack_name(pack_word, 32) w)
{
    return any_of_half(16, w);
}
#    endif
#endif

/* The larger and the smaller of two by one instruction, b where one of them is no number; fmax and fmin, which never
 * give that, take three. */
static inline real larger_of(real a, real b)
{
    return pick(a > b, a, b);
}

static inline real smaller_of(real a, real b)
{
    return pick(a < b, a, b);
}

/* 2 h/sqrt(x) for x > 0, where two units in the last place do not matter. Graphics processors have the
 * inverse root as an instruction; so have CPUs for packs of float, as an estimate that one step of
 * Newton's doubles in digits, at a fraction of the time of a root and a division. */
#if defined(__OPENCL_C_VERSION__) && !defined(REAL_IS_DOUBLE) && defined(__AVX512F__) && PACK == 16
static inline float16 over_root(float h, float16 x)
{
    const float16 e = __builtin_ia32_rsqrt14ps512_mask(x, x, (ushort)-1), xe = x * e;

    return (h * e) * (3.0 - xe * e);
}
#elif defined(__OPENCL_C_VERSION__) && !defined(REAL_IS_DOUBLE) && defined(__AVX__) && PACK >= 8
static inline float8 over_root_8(float h, float8 x)
{
    const float8 e = __builtin_ia32_rsqrtps256(x), xe = x * e;

    return (h * e) * (3.0 - xe * e);
}
#    if PACK == 8
#        define over_root(h, x) over_root_8(h, x)
#    else
#        define over_root(h, x) (real)(over_root_8(h, (x).lo), over_root_8(h, (x).hi))
#    endif
#elif defined(__OPENCL_C_VERSION__) && !defined(REAL_IS_DOUBLE)
#    define over_root(h, x) (2.0 * (h)*rsqrt(x))
#else
#    define over_root(h, x) (2.0 * (h) / sqrt(x))
#endif

/* The same in double beside the unit for roots and divisions, which has time for another one meanwhile: float's estimate
 * e, whose x e^2 = 1 - d, and four terms of the binomial series, the next being below rounding. x is in the range of float. */
#if defined(__OPENCL_C_VERSION__) && defined(REAL_IS_DOUBLE) && defined(__AVX__) && PACK >= 4
#    define over_root_series(h, e, d) \
        ((h * e) * (2.0 + d * (1.0 + d * (0.75 + d * (0.625 + d * 0.546875)))))
static inline double4 over_root_4(double h, double4 x)
{
    const double4 e = convert_double4(__builtin_ia32_rsqrtps(convert_float4(x)));
    const double4 xe = x * e, d = 1.0 - xe * e;

    return over_root_series(h, e, d);
}
#    ifdef __AVX512F__ /* has an estimate for double, of any size */
static inline double8 over_root_8(double h, double8 x)
{
    const double8 e = __builtin_ia32_rsqrt14pd512_mask(x, x, (uchar)-1);
    const double8 xe = x * e, d = 1.0 - xe * e;

    return (h * e) * ((2.0 + d) + (d * d) * (0.75 + d * 0.625));
}
#    else
static inline double8 over_root_8(double h, double8 x)
{
    return (double8)(over_root_4(h, x.lo), over_root_4(h, x.hi));
}
#    endif
static inline double16 over_root_16(double h, double16 x)
{
    return (double16)(over_root_8(h, x.lo), over_root_8(h, x.hi));
}
#    if PACK == 32
static inline double32 over_root_32(double h, double32 x)
{
    return (double32)(over_root_16(h, x.lo), over_root_16(h, x.hi));
}
#    endif
#    define over_root_beside(h, x) pack_name(over_root_, PACK)(h, x)
#endif

/* 1/sqrt(x), by whichever of the two does not keep the others waiting: for x in the range of float; for any normal number. */
#ifdef over_root_beside
#    define inverse_root(x) over_root_beside(0.5, x)
#else
#    define inverse_root(x) over_root(0.5, x)
#endif
#if defined(over_root_beside) && defined(__AVX512F__) && PACK >= 8
#    define inverse_root_any(x) inverse_root(x)
#else
#    define inverse_root_any(x) (1.0 / sqrt(x))
#endif

/* For an array that outgrows the registers of a CPU: its number x is in memory from here on, and what comes later in the
 * text is computed later. Left alone, compilers take a pack that is several registers wide apart, compute one register
 * from the first stage of a step to the last before they begin the next, and wait for every single sum. NO_ASSEMBLY: drivers
 * that do not take this (host/cl/program.h). */
#if defined(__OPENCL_C_VERSION__) && defined(__x86_64__) && PACK > 1 && !defined(NO_ASSEMBLY)
#    define settled(x) __asm__ volatile("" : "+m"(x))
#else
#    define settled(x) (void)(x)
#endif

/* Numbers that the host computed once for the program: nodes, weights, edges. */
typedef table_space const number *number_table;

#if defined(__OPENCL_C_VERSION__) && defined(INLINE_ALL) /* host/cl/program.c says where */
#    define inline inline __attribute__((always_inline))
#endif

/* Before a loop over a constant count, whose arrays then stay in registers. */
#ifdef __OPENCL_C_VERSION__
#    define unrolled _Pragma("unroll")
#else
#    define unrolled
#endif

/* Loops over the constant counts 0 .. count - 1 and first .. end - 1 of an array that is to stay in registers. */
#define unrolled_for(i, count) \
    unrolled                   \
    for (int i = 0; i < (count); ++i)
#define unrolled_from(i, first, end) \
    unrolled                         \
    for (int i = (first); i < (end); ++i)

/* Before a loop whose turns are better as they are. */
#ifdef __OPENCL_C_VERSION__
#    define rolled _Pragma("nounroll")
#else
#    define rolled
#endif

/* Before a loop over the stages of a long step: in packs they are in memory anyway, and a turn for all of them stays in the
 * processor's cache of decoded instructions; on GPUs they are to stay in registers. */
#if PACK == 1
#    define stagewise unrolled
#else
#    define stagewise rolled
#endif

/* Before a loop over an array that GPUs are to keep in registers; in packs the compiler knows best. */
#if PACK == 1
#    define registered unrolled
#else
#    define registered
#endif

/* Before functions that are called seldom, of which there would be copies: on CPUs (ON_CPU) they stay functions, as copies
 * would take longer to compile than to run. */
#if defined(__OPENCL_C_VERSION__) && defined(ON_CPU)
#    define seldom __attribute__((noinline))
#else
#    define seldom inline
#endif

/* Before functions that several callers share within one formula: inlined, their common parts are computed once. */
#ifdef __OPENCL_C_VERSION__
#    define merged __attribute__((always_inline))
#else
#    define merged
#endif

/* 1 where the compiler knows that x is zero: products with the zeros of a matrix then cost nothing. */
#if defined(__OPENCL_C_VERSION__) && defined(__clang__) && PACK == 1
#    define known_zero(x) (__builtin_constant_p(x) && (x) == 0.0)
#elif defined(__OPENCL_C_VERSION__) && defined(__clang__)
#    define known_zero(x) (__builtin_constant_p((x).s0) && (x).s0 == 0.0)
#else
#    define known_zero(x) 0
#endif

/* A check at compile time that works in both languages. */
#define static_check(name, condition) typedef char static_check_##name[(condition) ? 1 : -1]

#endif
