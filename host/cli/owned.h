/* owned.h: for OWNED (base/try.h): handles of the library that a command has until it ends.
 *
 *     OWNED(contensou__owned_device) struct contensou_device *device = NULL;
 *
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CLI_OWNED_H
#define CONTENSOU_CLI_OWNED_H

#include "base/try.h"

#include <contensou/catalogue.h>
#include <contensou/device.h>
#include <contensou/patch.h>
#include <contensou/simulation.h>
#include <contensou/table.h>
#include <contensou/trajectories.h>

#define CONTENSOU__OWNED_HANDLE(object, release)                                 \
    static inline void contensou__owned_##object(struct contensou_##object **of) \
    {                                                                            \
        release(*of);                                                            \
    }

CONTENSOU__OWNED_HANDLE(catalogue, contensou_catalogue_free)
CONTENSOU__OWNED_HANDLE(device, contensou_device_close)
CONTENSOU__OWNED_HANDLE(patch, contensou_patch_free)
CONTENSOU__OWNED_HANDLE(simulation, contensou_simulation_free)
CONTENSOU__OWNED_HANDLE(table, contensou_table_discard)
CONTENSOU__OWNED_HANDLE(trajectories, contensou_trajectories_free)

/* Ends a table that is owned. */
static inline enum contensou_status contensou__owned_table_close(struct contensou_table **of,
                                                                 struct contensou_error *err)
{
    struct contensou_table *const table = *of;

    *of = NULL; /* it is freed, whatever becomes of the file */
    return contensou_table_close(table, err);
}

#endif
