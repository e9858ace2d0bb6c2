/* lanes_pack.h: what varies in a sweep as bytes, both ways. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_SWEEP_LANES_PACK_H
#define CONTENSOU_SWEEP_LANES_PACK_H

#include "sweep/lanes.h"

/* Appends the bytes. */
void contensou__lanes_pack(const struct contensou__lanes *l, struct contensou__text *bytes);

/* Reads them back into a plan that has no other numbers; *used says how many bytes it were. Release
 * it also after a failure. */
enum contensou_status contensou__lanes_pack_read(struct contensou__lanes *l, const char *bytes,
                                                 size_t size, size_t *used,
                                                 struct contensou_error *err);

#endif
