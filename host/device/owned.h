/* owned.h: for OWNED (base/try.h): what functions of this room have while they run. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_OWNED_H
#define CONTENSOU_DEVICE_OWNED_H

#include "base/try.h"
#include "cl/program.h"

static inline void contensou__owned_buffer(struct contensou__buffer **buffer)
{
    contensou__buffer_free(*buffer);
}

static inline void contensou__owned_program(struct contensou__program **program)
{
    contensou__program_free(*program);
}

#endif
