/* law_about.h: one line about each model of the catalogue, for lists. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_LAWS_LAW_ABOUT_H
#define CONTENSOU_LAWS_LAW_ABOUT_H

struct contensou__law_about {
    const char *name;       /* as in contensou__law_names */
    const char *parameters; /* those that a fit changes, or shows */
    const char *contacts;   /* the contacts that it is for */
    const char *text;
};

/* The row of a model, or NULL. */
const struct contensou__law_about *contensou__law_about_find(const char *name);

#endif
