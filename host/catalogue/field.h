/* field.h: a number that people set by name: of a system, of its state, of a law.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CATALOGUE_FIELD_H
#define CONTENSOU_CATALOGUE_FIELD_H

struct contensou__field {
    char name[24];
    double value; /* the default */
    char unit[16];
    char text[120];
    double low; /* the smallest value allowed; -INFINITY: none */
    int open;   /* 1: low itself is not allowed */
};

#endif
