/* transitions_contact.h: the friction of a contact, exact or by a model, as transitions ask for it.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_ANALYSIS_TRANSITIONS_CONTACT_H
#define CONTENSOU_ANALYSIS_TRANSITIONS_CONTACT_H

#include "laws/law.h"
#include "contact/patch_data.h"

#include <contensou/transitions.h>

/* Friction is -lambda_n mu (Tx, Ty, a M) for the slip (vx, vy, a omega); a is the contact's unit of
 * length. All zero is nothing. */
struct contensou__transitions_contact {
    const struct contensou__law *model; /* NULL: the exact wrench */
    struct contensou__patch_data tables;
    double *cells; /* of a contact without an exact method: x[], y[], mass[] */
    size_t cell_count;
    double mu, a;
    struct contensou__stretch stretch;
};

/* Prepares the wrench; mu and a become 1. *c is for contensou__transitions_contact_free, also after a
 * failure; a model must outlive it, the patch need not. */
enum contensou_status contensou__transitions_contact_open(struct contensou__transitions_contact *c,
                                                          const struct contensou_patch *patch,
                                                          const struct contensou__law *model,
                                                          struct contensou_error *err);
void contensou__transitions_contact_free(struct contensou__transitions_contact *c);

/* The law of the contact, which must outlive it. */
struct contensou_transitions_law
contensou__transitions_contact_law(const struct contensou__transitions_contact *c);

#endif
