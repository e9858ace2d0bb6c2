/* young_processor.h: processors that are younger than the compiler of pip's driver. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CL_YOUNG_PROCESSOR_H
#define CONTENSOU_CL_YOUNG_PROCESSOR_H

#include "contensou/device.h"

/* PoCL 3.0, which pip brings, chooses its library by the instructions of the processor, but compiles for the name that LLVM 14
 * has for it. AMD's from Zen 5 on have none: "generic", which the compiler refuses, so that no program could be built. Zen 4 has
 * that of Zen 3, which lacks AVX-512: packs of 64 bytes are then handed over otherwise than the library expects. Later versions
 * of PoCL take a name from the environment; this one keeps it in its object of the device and nowhere else, where this function
 * puts the name of an older processor with the same instructions, as PoCL 3.1 has it. It belongs between the question for
 * devices and the first build.
 *
 * Returns 1 where the name was changed, also in `about`. Nothing is done unless `about` says PoCL 3.0 and such a name, and the
 * two members of the object that name the target say the same, looked at without following a pointer that leads nowhere. */
int contensou__young_processor_name(void *device, struct contensou_device_info *about);

#endif
