/* list.h: the shapes of contacts. A row is all that the program needs to know of one beside its own file
 * shape_NAME.c. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_SHAPES_LIST_H
#define CONTENSOU_CONTACT_SHAPES_LIST_H

// clang-format off
#define ALL_SHAPES(SHAPE) \
    SHAPE(disk)           \
    SHAPE(annulus)        \
    SHAPE(ellipse)        \
    SHAPE(rectangle)      \
    SHAPE(polygon)        \
    SHAPE(map)            \
    SHAPE(cells)
// clang-format on

#endif
