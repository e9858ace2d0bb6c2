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

/* The row of a table in kernels/ or of a user's system; a lower limit stands behind the unit, "kg > 0" or
 * "N >= 0". */
void contensou__field_row(struct contensou__field *f, const char *name, double value,
                          const char *unit, const char *text);

#endif
