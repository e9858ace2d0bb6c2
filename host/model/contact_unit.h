/* contact_unit.h: a contact that knows its unit of length, in a system that has one. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_CONTACT_UNIT_H
#define CONTENSOU_MODEL_CONTACT_UNIT_H

#include "parts/system.h"
#include "model/lanes.h"

#include <contensou/patch.h>

/* What lanes take as the fields of a system. A system says by '#define NAME_length FIELD' which of its fields is the contact's
 * unit of length in metres: that is then the unit of the contact, and nothing else. All other systems have the contact in their
 * own unit of length, which must be that of the contact where the states name one. */
struct contensou__contact_unit {
    const struct contensou__field *fields; /* those of the system, or `own` */
    struct contensou__field *own;          /* for free() */
    int place;                             /* the field that has the unit; -1: none */
    double unit;                           /* metres; 0: not known */
};

/* patch: NULL where there is no contact. user_text: of a user's system, otherwise NULL. */
enum contensou_status contensou__contact_unit_fields(struct contensou__contact_unit *u,
                                                     const struct contensou__system *system,
                                                     const char *user_text,
                                                     const struct contensou_patch *patch,
                                                     struct contensou_error *err);

/* Lanes were made of them, the system's fields from `first` on: did they leave that field alone? Frees `own`. */
enum contensou_status contensou__contact_unit_check(struct contensou__contact_unit *u,
                                                    const struct contensou__lanes *lanes,
                                                    size_t first, struct contensou_error *err);

#endif
