/* waiting.h: waits for the end of a launch, for ever or up to a limit; for the files of this layer.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CL_WAITING_H
#define CONTENSOU_CL_WAITING_H

#include "cl/device.h"

/* Waits for the event. A limit above 0 gives up after so many seconds with CONTENSOU_ETIMEOUT: the
 * device is marked as lost. It may still write into its buffers then, so nothing of it is waited for or
 * released any more. */
enum contensou_status contensou__waiting_for(struct contensou_device *device, cl_event event,
                                             double limit, struct contensou_error *err);

/* CONTENSOU_ETIMEOUT for a device that was lost: a call that waits for it would never return. */
enum contensou_status contensou__waiting_check(const struct contensou_device *device,
                                               struct contensou_error *err);

#endif
