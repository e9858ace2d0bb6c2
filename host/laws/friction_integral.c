/* friction_integral.c: the exact wrench of a patch as a law: its parameters, then its nodes or edges, are what
 * the lanes share. SPDX-License-Identifier: MIT */
#include "laws/friction_parts.h"

enum contensou_status contensou__friction_integral(struct contensou__friction *f,
                                                   const struct contensou_patch *patch,
                                                   struct contensou_error *err)
{
    enum contensou_status status = contensou__patch_make_data(patch, f->single, &f->patch, err);

    if (!status)
        status = contensou__friction_share(f, f->patch.params, (size_t)f->patch.param_count, err);
    if (!status)
        status = contensou__friction_share(f, f->patch.table, f->patch.count, err);
    return status;
}
