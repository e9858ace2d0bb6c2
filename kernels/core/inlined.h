/* inlined.h: for programs whose functions must all become part of their kernel, because a call would put the numbers
 * of a lane into memory: on graphics processors into scratch, on CPUs packs onto the stack. Included before the files
 * that it concerns. SPDX-License-Identifier: MIT */
#ifndef CORE_INLINED_H
#define CORE_INLINED_H

#include "core/real.h"

#ifdef __OPENCL_C_VERSION__
#    undef inline /* a driver may have made it nothing */
#    define inline inline __attribute__((always_inline))
#endif

#endif
