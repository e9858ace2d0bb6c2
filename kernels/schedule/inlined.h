/* inlined.h: on graphics processors all functions of an ensemble become part of its kernel, because a call would
 * put the numbers of a lane into scratch memory. On CPUs (ON_CPU) the compiler decides: everything inlined is a
 * tenth faster there with the stiff steppers, and takes three times as long to build. Included before the
 * files that it concerns. SPDX-License-Identifier: MIT */
#ifndef SCHEDULE_INLINED_H
#define SCHEDULE_INLINED_H

#include "core/real.h"

#if defined(__OPENCL_C_VERSION__) && !defined(ON_CPU)
#    undef inline /* a driver may have made it nothing */
#    define inline inline __attribute__((always_inline))
#endif

#endif
