/* residual_gp.h: a Gaussian process for what a law leaves of measured slips. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_RESIDUAL_GP_H
#define CONTENSOU_FIT_RESIDUAL_GP_H

#include "base/json.h"

#include <contensou/fit.h>

#include <cjson/cJSON.h>

/* From n rows with a weight above 0: unit vectors of loads, and measured less predicted unit vectors of slips, in the unit of length
 * given. *out is for contensou_residual_gp_free, also after a failure. */
enum contensou_status contensou__residual_gp_fit(struct contensou_residual_gp **out, size_t n,
                                                 const double (*load)[3], const double (*off)[3],
                                                 const double *weight, double unit,
                                                 struct contensou_error *err);

/* As "residual" of a file of 'contensou fit', and from there. */
void contensou__residual_gp_put(struct contensou__json *j, const struct contensou_residual_gp *r);
enum contensou_status contensou__residual_gp_read(struct contensou_residual_gp **out,
                                                  const cJSON *json, const char *path,
                                                  struct contensou_error *err);

#endif
