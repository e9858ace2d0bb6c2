/* friction_table.c: the exact wrench of a patch, tabulated. SPDX-License-Identifier: MIT */
#include "catalogue/friction_parts.h"

enum contensou_status contensou__friction_table(struct contensou__friction *f,
                                                const struct contensou_patch *patch,
                                                struct contensou_error *err)
{
    (void)patch;
    return contensou_fail(err, CONTENSOU_EARGUMENT, "the law %s is not for this contact", f->name);
}
