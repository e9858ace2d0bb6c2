/* export_points.c: the feet of a contact as numbers. SPDX-License-Identifier: MIT */
#include "base/try.h"
#include "fit/export/export_feet.h"

enum contensou_status contensou_export_points(const struct contensou_patch *patch,
                                              struct contensou_device *device, int count,
                                              double *place, double *share, double *rms,
                                              struct contensou_error *err)
{
    struct contensou__feet feet = {0};

    TRY(contensou__export_feet_fit(patch, device, count, 0, &feet, err));
    for (int i = 0; i < count; ++i) {
        place[i] = feet.x[i];
        place[count + i] = feet.y[i];
        share[i] = feet.share[i];
    }
    *rms = feet.rms;
    return CONTENSOU_OK;
}
