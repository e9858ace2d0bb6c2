/* wide.h: loops in the widest vector registers that the processor has. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_WIDE_H
#define CONTENSOU_FIT_WIDE_H

#include <math.h> /* which says whether the library is glibc */

/* Before a function of a file that cmake/layers.cmake builds with vector loops: clones of it are chosen when the program
 * is loaded, which GCC and glibc do on x86-64; sanitizers cannot run as early. */
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#    define WIDE __attribute__((target_clones("avx512f", "arch=haswell", "default")))
#else
#    define WIDE
#endif

#endif
