/* law.h: a model of friction for a contact: a formula of kernels/laws, its parameters by name, and the
 * table that ties it to the contact. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_LAWS_LAW_H
#define CONTENSOU_LAWS_LAW_H

#include "laws/list.h"
#include "laws/registry.h"

#define CONTENSOU__LAW_KIND(law) contensou__law_##law,

/* The rows of kernels/laws/list.h, in their order. */
enum contensou__law_kind {
    ALL_LAWS(CONTENSOU__LAW_KIND, CONTENSOU__LAW_KIND, CONTENSOU__LAW_KIND, CONTENSOU__LAW_KIND)
};

enum {
    contensou__law_most = 64
}; /* parameters, the coefficients of a general potential included */

struct contensou__law {
    enum contensou__law_kind kind;
    const struct contensou__registry_law *about;
    int argument[contensou__registry_arguments]; /* of its name */
    char name[24];
    double *table; /* layout in the head of the kernel file */
    size_t count;
    int failed; /* 1: no memory for the table */
    /* Every parameter: its name and value; the smallest value that means something, which it must be above if open;
     * whether a fit may change it; the bounds of its search. The first field_count are the fields of the kernel's
     * struct, in order; those behind them are coefficients in the table, at table[place]. */
    int params, field_count;
    char names[contensou__law_most][12];
    const char *unit[contensou__law_most], *text[contensou__law_most];
    double value[contensou__law_most], least[contensou__law_most];
    double low[contensou__law_most], high[contensou__law_most];
    int open[contensou__law_most], free[contensou__law_most];
    size_t place[contensou__law_most];
    struct contensou__stretch stretch; /* what contensou__law_wrench adds; programs do not */
};

/* Makes the law of this name for the patch, its free parameters at a reasonable start. The message of a failure names
 * the contacts that a law needs. */
enum contensou_status contensou__law_create(struct contensou__law *law, const char *name,
                                            const struct contensou_patch *patch,
                                            struct contensou_error *err);
void contensou__law_free(struct contensou__law *law);

/* Appends a field with its limit and bounds; low = high means that a fit leaves it alone. Appends a number to the
 * table. */
void contensou__law_add(struct contensou__law *law, const char *name, const char *unit,
                        const char *text, double least, int open, double value, double low,
                        double high);
void contensou__law_put(struct contensou__law *law, double value);

/* Our own fit takes the place of the start, where there is one for this law and contact; 1 if so. */
int contensou__law_known(struct contensou__law *law, const struct contensou_patch *patch);

/* The index of a parameter, or -1. */
int contensou__law_find(const struct contensou__law *law, const char *name);

/* Writes the parameter, into the table too where it lives there. */
void contensou__law_set(struct contensou__law *law, int param, double value);

/* The wrench by the kernels' formulas compiled as C: Tx, Ty, M, with a Jacobian of 1 then xx xy yy xw yw ww, of 2 then also
 * kxy kxw kyw, which laws that are no gradients have (kernels/core/wrench.h). */
void contensou__law_wrench(const struct contensou__law *law, const double slip[3], int jacobian,
                           double *out);

/* Appends the kernel file and the roles law_params, law_params_count, law_wrench. */
void contensou__law_bind(const struct contensou__law *law, struct contensou__bundle *b);

/* What the laws need to know about the symmetry of a patch. */
struct contensou__law_symmetry {
    int circular; /* a disk or annulus about the reference point, without tilt */
    int central;  /* the same after half a turn about the reference point */
};
enum contensou_status contensou__law_symmetry(const struct contensou_patch *patch,
                                              struct contensou__law_symmetry *s,
                                              struct contensou_error *err);

/* eta' of eta in long double, at 1 its limit 1.1499 from above, continued in a straight line below, so that a search may
 * pass there; *slope gets its derivative. */
long double contensou__law_eta_prime_forward(long double eta, long double *slope);

/* Its inverse: eta of any eta'. The maximum of the law is this or 1, whichever is larger. */
long double contensou__law_eta_prime_back(long double eta_prime);

/* The slip at peak friction: the finite q where G(q) = q/sqrt(1 + q^2) + eta' q/(1 + q^2)^2 has its maximum. There is
 * one, local at least, for eta' above 1; for others 1 is taken, the scale of the law. */
double contensou__law_eta_prime_peak(double eta_prime);

#endif
