/* eval.h: an evaluation on a device, for the files of this layer. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ENGINE_EVAL_H
#define CONTENSOU_ENGINE_EVAL_H

#include "contact/stretch.h"
#include "engine/patch_program.h"

struct contensou_eval {
    struct contensou__patch_program base; /* its table has the cells for the method cells */
    struct contensou__buffer *slip, *out; /* room for `room` slips */
    void *staging;                        /* host copies in single precision */
    int narrow;  /* 1: slips and wrenches go as float; otherwise as double, whatever the program */
    size_t word; /* bytes of one number of them */
    size_t room, fields;
    uint32_t cells; /* 0 for the exact method */
    int grouped;
    double reach;
    struct contensou__stretch stretch;
};

#endif
