/* friction_cube_table.c */
#include "catalogue/friction_parts.h"
enum contensou_status contensou__friction_cube_table(struct contensou__friction *f,
                                                     const struct contensou_patch *patch,
                                                     struct contensou_error *err)
{
    (void)patch;
    return contensou_fail(err, CONTENSOU_EARGUMENT, "the law %s is not for this contact", f->name);
}
