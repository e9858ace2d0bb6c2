/* disk_table.h: the data of disks and annuli. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_DISK_TABLE_H
#define CONTENSOU_CONTACT_DISK_TABLE_H

#include "contact/round.h"

/* Fills *t for a disk (r->a = r->b), with an error of about the tolerance; 1e-16 is the least. */
enum contensou_status contensou__disk_table_make(const struct contensou__round *r, double tolerance,
                                                 struct contensou__patch_data *t,
                                                 struct contensou_error *err);

#endif
