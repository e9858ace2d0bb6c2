/* export_points.c: the feet of a contact as numbers. SPDX-License-Identifier: MIT */
#include "base/setting.h"
#include "contact/patch.h"
#include "fit/export/export_feet.h"

#include <math.h>

static enum contensou_status check(const struct contensou_patch *patch, int count,
                                   struct contensou_error *err)
{
    if (patch->stretch.is)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "feet have plain friction; leave " SETTING("anisotropy") " out");
    if (count < CONTENSOU_EXPORT_FEET_LEAST || count > CONTENSOU_EXPORT_FEET_MOST)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "%d feet; a contact has %d to %d of them",
                              count, CONTENSOU_EXPORT_FEET_LEAST, CONTENSOU_EXPORT_FEET_MOST);
    return CONTENSOU_OK;
}

enum contensou_status contensou_export_points(const struct contensou_patch *patch,
                                              struct contensou_device *device, int count,
                                              double *place, double *share, double *rms,
                                              struct contensou_error *err)
{
    /* Feet see directions of sliding, also where the contact does not. */
    const struct contensou_fit_options grid = {
        .size = sizeof grid, .model = "ellipsoid", .theta_nodes = 61, .phi_nodes = 24};
    struct contensou__feet feet = {0};
    struct contensou__problem p;
    double center[2] = {0, 0};
    enum contensou_status status = check(patch, count, err);

    for (int k = 0; k < 2 && !status; ++k)
        status = contensou_patch_moment(patch, k == 0, k == 1, 0, &center[k], err);
    if (!status)
        status = contensou__problem_create(&p, patch, device, &grid, err);
    if (status)
        return status;
    status = contensou__export_feet_fit(&p, patch, count, 0, center, &feet, err);
    contensou__problem_free(&p);
    for (int i = 0; i < count && !status; ++i) {
        place[i] = feet.x[i];
        place[count + i] = feet.y[i];
        share[i] = feet.share[i];
    }
    *rms = feet.rms;
    return status;
}
