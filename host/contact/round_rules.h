/* round_rules.h: lays out the nodes of given counts for disks and ellipses.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_CONTACT_ROUND_RULES_H
#define CONTENSOU_CONTACT_ROUND_RULES_H

#include "contact/round.h"

struct contensou__round_rules {
    int n_in, n_out, n_far;    /* nodes inside, outside and far away, even */
    double stretch;            /* inside tan tau = (a/b)^stretch tan p */
    double step;               /* of the double-exponential rule at the rim; 0: no such nodes */
    double smallest;           /* what its tail may contribute */
    double k_in, k_out, k_far; /* borders */
};

enum contensou_status contensou__round_rules_build(const struct contensou__round *r,
                                                   const struct contensou__round_rules *rules,
                                                   struct contensou__patch_data *t,
                                                   struct contensou_error *err);

#endif
