/* try.h: a step that ends its function where it fails.
 *
 *     TRY(contensou_patch_create(&w->patch, &spec, err));
 *
 * is for functions that own nothing: what a step has made belongs to a struct whose owner frees it, whether all steps were
 * taken or not. A function that frees something itself keeps its status to its end. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_TRY_H
#define CONTENSOU_BASE_TRY_H

#include <contensou/status.h>

#define TRY(step)                                            \
    do {                                                     \
        const enum contensou_status status_of_step = (step); \
        if (status_of_step)                                  \
            return status_of_step;                           \
    } while (0)

#endif
