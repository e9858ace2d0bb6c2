/* law.h: a friction law for a contact: a formula of kernels/laws, its parameters by name, and the
 * table that ties it to the contact. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_LAWS_LAW_H
#define CONTENSOU_LAWS_LAW_H

#include "contact/patch.h"

enum contensou__law_kind {
    contensou__law_approximant, /* I<n1><n2> */
    contensou__law_ellipsoid,
    contensou__law_pade,     /* pade1, pade2 */
    contensou__law_potential /* potential4, potential6, potential8 */
};

enum {
    contensou__law_most = 64
}; /* parameters, the coefficients of a general potential included */

struct contensou__law {
    enum contensou__law_kind kind;
    char name[24];
    double *table; /* layout in the head of the kernel file */
    size_t count;
    /* Every parameter: its name and value; whether a fit may change it; the bounds of its
     * search. The first field_count are the fields of the kernel's struct, in order; those
     * behind them are coefficients in the table, at table[place]. */
    int params, field_count;
    char names[contensou__law_most][12];
    double value[contensou__law_most], low[contensou__law_most], high[contensou__law_most];
    int free[contensou__law_most];
    size_t place[contensou__law_most];
    struct contensou__stretch stretch; /* what contensou__law_wrench adds; programs do not */
};

/* The names of all models, for lists and messages. */
extern const char *const contensou__law_names[];
extern const size_t contensou__law_name_count;

/* Makes the law of this name for the patch, its free parameters at a reasonable start. I<n1><n2>
 * needs n1 + n2 even; beyond I11, and for the potentials in their circular form, see the messages.
 */
enum contensou_status contensou__law_create(struct contensou__law *law, const char *name,
                                            const struct contensou_patch *patch,
                                            struct contensou_error *err);
void contensou__law_free(struct contensou__law *law);

/* The index of a parameter, or -1. */
int contensou__law_find(const struct contensou__law *law, const char *name);

/* The smallest value of a parameter that means something; *open: it must be above. */
double contensou__law_least(const struct contensou__law *law, int param, int *open);

/* Writes the parameter, into the table too where it lives there. */
void contensou__law_set(struct contensou__law *law, int param, double value);

/* The wrench (Tx, Ty, M, then xx xy yy xw yw ww) by the kernels' formulas compiled as C. */
void contensou__law_wrench(const struct contensou__law *law, const double slip[3], int jacobian,
                           double out[9]);

/* For programs: the kernel file, and the prefix of its names. */
const char *contensou__law_include(const struct contensou__law *law);
const char *contensou__law_prefix(const struct contensou__law *law);

#endif
