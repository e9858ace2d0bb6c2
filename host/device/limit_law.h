/* limit_law.h: the limit surface of a law on a device. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_DEVICE_LIMIT_LAW_H
#define CONTENSOU_DEVICE_LIMIT_LAW_H

#include "laws/law.h"

#include <contensou/limit.h>

/* As contensou_limit_create, for the wrench of the law in the place of the patch's own. */
enum contensou_status contensou__limit_law_create(struct contensou_limit **out,
                                                  const struct contensou__law *law,
                                                  const struct contensou_patch *patch,
                                                  struct contensou_device *device,
                                                  const struct contensou_eval_options *options,
                                                  struct contensou_error *err);

#endif
