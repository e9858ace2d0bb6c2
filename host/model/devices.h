/* devices.h: on which devices, in which precision and with how many lanes a work-item computes. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_DEVICES_H
#define CONTENSOU_MODEL_DEVICES_H

#include "model/setting_rows.h"

#include <contensou/device.h>

enum { contensou__devices_most = 16 };

struct contensou__devices {
    const char *name; /* NULL: the best one; "all": every one of the kind that is the best */
    int precision;    /* 1: double, 2: single */
    int pack;         /* 0: what suits the device, k: 2^(k - 1) lanes */
    struct contensou_device
        *given[contensou__devices_most]; /* by the program: instead of the name */
    size_t given_count;
};

extern const struct contensou__settings_row contensou__devices_rows[];

/* Opens those that were chosen: device[*count]. *own becomes 1 where they are for contensou_device_close, also after a failure. */
enum contensou_status contensou__devices_open(const struct contensou__devices *d,
                                              struct contensou_device **device, size_t *count,
                                              int *own, struct contensou_error *err);

/* Fails where one of them does not compute in the precision that was chosen. */
enum contensou_status contensou__devices_check(const struct contensou__devices *d,
                                               struct contensou_device *const *device, size_t count,
                                               struct contensou_error *err);

#endif
