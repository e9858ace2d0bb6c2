/* law_run.h: the wrench of a law for many slips on a device. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ENGINE_LAW_RUN_H
#define CONTENSOU_ENGINE_LAW_RUN_H

#include "laws/law.h"

#include <contensou/eval.h>

/* slip[3 * n] in, wrench[3 * n] out, and symmetric[6 * n] (xx xy yy xw yw ww) out unless it is NULL, all
 * field-major. Of the options, precision and pack count. A slip that is zero or not finite gives NaN. */
enum contensou_status contensou__law_run(const struct contensou__law *law,
                                         const struct contensou_patch *patch,
                                         struct contensou_device *device,
                                         const struct contensou_eval_options *options, size_t n,
                                         const double *slip, double *wrench, double *symmetric,
                                         struct contensou_error *err);

#endif
