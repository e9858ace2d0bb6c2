/* eval.h: an evaluation on a device, for the files of this layer. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ENGINE_EVAL_H
#define CONTENSOU_ENGINE_EVAL_H

#include "base/text.h"
#include "cl/buffer.h"
#include "cl/program.h"

#include <contensou/eval.h>

struct contensou_eval {
    struct contensou_device *device;
    struct contensou__text text;
    struct contensou__program *program;
    struct contensou__buffer *params,
        *table;                           /* of the exact method; table has the cells otherwise */
    struct contensou__buffer *slip, *out; /* room for `room` slips */
    void *staging;                        /* host copies in single precision */
    size_t room, word, fields;
    uint32_t cells; /* 0 for the exact method */
    int pack, single, grouped;
    double reach;
};

#endif
