/* friction_run.c: the wrench of a law of simulations for many slips on a device.
 * SPDX-License-Identifier: MIT */
#include "device/friction_run.h"

#include "base/try.h"
#include "base/try.h"

#include <stdlib.h>

enum { fields_out = 12 };

enum contensou_status contensou__friction_run_create(
    struct contensou__friction_run *r, const struct contensou__friction *law, const double *value,
    const struct contensou_patch *patch, struct contensou_device *device,
    const struct contensou_eval_options *options, struct contensou_error *err)
{
    static const double nothing = 0;
    struct contensou__bundle b = {0};
    const size_t fields = (size_t)law->lane_fields + 1;
    OWNED(contensou__try_free) double *lane = calloc(fields, sizeof *lane);

    TRY(contensou__patch_program_begin(&r->base, patch, device, options, err));
    TRY(contensou__try_memory(lane, err, "the law %s", law->name));
    TRY(contensou__friction_lane(law, value, lane, err));
    TRY(contensou__patch_program_upload(&r->base, &r->base.params, lane, fields, err));
    TRY(contensou__patch_program_upload(&r->base, &r->base.table,
                                        law->shared_count ? law->shared : &nothing,
                                        law->shared_count ? law->shared_count : 1, err));
    contensou__bundle_include(&b, "core/wrench.h");
    contensou__friction_bind(law, &b);
    contensou__bundle_include(&b, "drivers/friction.cl");
    return contensou__patch_program_build(&r->base, &b, err);
}

void contensou__friction_run_free(struct contensou__friction_run *r)
{
    contensou__patch_program_end(&r->base);
}

enum contensou_status contensou__friction_run_slips(struct contensou__friction_run *r, size_t n,
                                                    const double *slip, double *wrench,
                                                    double *jacobian, struct contensou_error *err)
{
    const struct contensou__patch_program *p = &r->base;
    const size_t pack = (size_t)p->pack, padded = (n + pack - 1) / pack * pack;
    OWNED(contensou__patch_program_end_pass)
    struct contensou__patch_program_pass pass = {
        .kernel = "friction_of_slips",
        .members = "slips",
        .in = 3,
        .out = fields_out,
        .local = contensou__patch_program_group(p->device, p->pack, 0),
        .capacity = padded};

    TRY(contensou__patch_program_begin_pass(p, &pass, err));
    for (size_t k = 0; k < 3; ++k)
        for (size_t i = 0; i < padded; ++i)
            contensou__patch_program_put(p, pass.staging, k * padded + i,
                                         slip[k * n + (i < n ? i : n - 1)]);
    TRY(contensou__patch_program_run_pass(p, &pass, padded, err));
    for (size_t k = 0; k < (jacobian ? fields_out : 3); ++k)
        for (size_t i = 0; i < n; ++i)
            (k < 3 ? wrench + k * n : jacobian + (k - 3) * n)[i] =
                contensou__patch_program_get(p, pass.staging, k * padded + i);
    return CONTENSOU_OK;
}
