/* contact_lane.h: the contacts of lanes. Numbers of a contact (contensou/contact.h) may be set, vary and be differentiated by like
 * those of a system. They are no numbers of a lane on the device, whose law has tables that all lanes share: lanes with one contact are
 * computed together, with the law of their contact. Where states are differentiated by a number of the contact, the laws of contacts
 * on both sides stand behind those tables (kernels/steppers/problem.h). SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_MODEL_CONTACT_LANE_H
#define CONTENSOU_MODEL_CONTACT_LANE_H

#include "model/plan.h"

/* The law of one contact. All zero is nothing; it must not move. */
struct contensou__contact_lane {
    struct contensou_fit_file file;
    struct contensou__friction friction;
    struct contensou__ensemble_setup setup; /* that which was given, with this law */
};

/* The numbers that "set" has of the contact, into its description; texts go to `words`. */
enum contensou_status contensou__contact_lane_set(const struct contensou__settings *asked,
                                                  struct contensou_patch_spec *spec,
                                                  struct contensou_contact_words *words,
                                                  struct contensou_error *err);

/* The numbers of the contact as fields, which stand behind the initial values of a lane; returns how many. */
size_t contensou__contact_lane_fields(const struct contensou_patch_spec *spec,
                                      struct contensou__field field[contensou__plan_contact_most]);

/* Whether the tilt is given twice, and, unless that is too much work, whether the first and the last lane have a contact. */
enum contensou_status contensou__contact_lane_check(const struct contensou__plan *p,
                                                    struct contensou_error *err);

/* 1 where lanes differ in their contacts. */
int contensou__contact_lane_vary(const struct contensou__lanes *lanes);

/* 1 where two lanes, all of whose numbers are given, have one contact. */
int contensou__contact_lane_same(const struct contensou__lanes *lanes, const double *a,
                                 const double *b);

/* The law of the contact of a lane, for a run with this setup. Free it also after a failure. */
enum contensou_status contensou__contact_lane_make(const struct contensou__plan *p,
                                                   const struct contensou__ensemble_setup *setup,
                                                   const double *all,
                                                   struct contensou__contact_lane *to,
                                                   struct contensou_error *err);
void contensou__contact_lane_free(struct contensou__contact_lane *c);

/* Numbers of a law that is fitted to its contact are, where nobody gave them, those of the contact's law. */
void contensou__contact_lane_put(const struct contensou__plan *p,
                                 const struct contensou__contact_lane *c, double *all);

/* Behind the law of a setup that is complete: the laws on both sides of its contact, where the gradient needs them. The law is made
 * anew where contacts on both sides have other formulas. */
enum contensou_status contensou__contact_lane_beside(const struct contensou__plan *p,
                                                     const struct contensou_patch_spec *spec,
                                                     struct contensou__ensemble_setup *setup,
                                                     struct contensou__friction *friction,
                                                     struct contensou_error *err);

#endif
