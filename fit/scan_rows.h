/* scan_rows.h: what a scan knows of its contacts: in every direction of slip the numbers of the law and
 * the exact wrench, for many contacts at once. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_FIT_SCAN_ROWS_H
#define CONTENSOU_FIT_SCAN_ROWS_H

#include "laws/law.h"

#include <contensou/fit.h>

struct contensou__scan_rows {
    size_t count, thetas, phis, rows;
    double *node, *data;       /* as kernels/drivers/scan.cl wants them */
    double *slip;              /* vx, vy, w size of one row after the other */
    double *size;              /* of each patch, its unit of length; the data are in it */
    struct contensou__law law; /* of the last patch: names, order */
    double low[2], high[2];    /* of log b and m, so that they suit all patches */
};

/* Fills the rows, with count, thetas, phis and rows set and the rest zero, on all processors. Of several
 * failures err tells that of the first patch. Free it also after a failure. */
enum contensou_status contensou__scan_rows_fill(struct contensou__scan_rows *r,
                                                const struct contensou_patch *const *patches,
                                                const struct contensou_fit_options *options,
                                                const char *model, struct contensou_error *err);
void contensou__scan_rows_free(struct contensou__scan_rows *r);

#endif
