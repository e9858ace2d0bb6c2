/* map_tree.h: pressure maps with many cells for kernels/patches/map.h. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_MAP_TREE_H
#define CONTENSOU_CONTACT_MAP_TREE_H

#include "contact/outline.h"

/* 1 if the outline is a map with so many edges that the tree is faster. */
int contensou__map_tree_pays(const struct contensou__outline *o);

/* As contensou__outline_data, which has the same wrench from the edges. */
enum contensou_status contensou__map_tree_data(const struct contensou__outline *o, double density,
                                               const double g[2], const double center[2],
                                               int single, struct contensou__patch_data *t,
                                               struct contensou_error *err);

#endif
