/* identification_unknowns.c: the numbers to be found, by their names: where they stand, their first guesses, sizes and limits.
 * SPDX-License-Identifier: MIT */
#include "analysis/identification.h"

#include "base/names.h"
#include "base/setting.h"
#include "base/try.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most = contensou__identification_shared };

static enum contensou_status no_name(const struct contensou__identification_model *m,
                                     const char *word, struct contensou_error *err)
{
    const struct contensou__lanes *const l = &m->plan->lanes;
    OWNED(contensou__try_free) const char **name = malloc((l->names + 3) * sizeof *name);
    size_t count = 0;

    TRY(contensou__try_memory(name, err, "names"));
    for (size_t i = 0; i < l->names; ++i)
        if (strcmp(l->name[i], "law.eta_prime") != 0)
            name[count++] = l->name[i];
    if (l->contacts) {
        name[count++] = "tilt";
        name[count++] = "center";
    }
    name[count++] = "init";
    return contensou__names_fail(err, "number for " SETTING("free"), word, name, count);
}

static int is_contact(const struct contensou__identification_model *m, int place)
{
    return place >= (int)m->plan->lanes.contact;
}

/* Where a number may lie at all: a field of the system or of the law within its limits, a size above 0. Where nobody says otherwise
 * it also keeps its sign: a damping that changes it makes motions grow until nothing can follow them. */
static void limit(const struct contensou__identification_model *m,
                  struct contensou__identification_unknown *u, int any_sign)
{
    const size_t fields = (size_t)m->plan->system->field_count, at = (size_t)u->place;
    const int contact = is_contact(m, u->place);
    const struct contensou__field *const f = at < fields || contact
                                                 ? &m->plan->system->fields[contact ? 0 : at]
                                                 : &m->plan->friction.fields[at - fields];
    const double small = 1e-9 * fmax(fabs(u->first), 1e-9);

    u->high = INFINITY;
    u->low = contact && (strncmp(u->name, "shape.", 6) == 0 || strstr(u->name, ".ratio"))
                 ? small
                 : -INFINITY;
    if (contact)
        return;
    u->low = fmax(f->open ? f->low + small : f->low, u->first > 0 && !any_sign ? 0 : -INFINITY);
    u->high = u->first < 0 && !any_sign ? 0 : INFINITY;
}

/* The size of a number that is 0: places and tilts are measured by the contact. */
static double size_of(const struct contensou__identification_model *m,
                      const struct contensou__identification_unknown *u)
{
    const double radius = m->plan->patch ? contensou_patch_radius(m->plan->patch) : 1;

    return strncmp(u->name, "center.", 7) == 0                                      ? radius
           : strncmp(u->name, "tilt.", 5) == 0 && strcmp(u->name, "tilt.beta") != 0 ? 1 / radius
                                                                                    : 1;
}

/* The number of a place among those of a lane. */
static enum contensou_status add_shared(struct contensou__identification_model *m, int place,
                                        struct contensou_error *err)
{
    const char *const word = m->plan->lanes.name[place];
    struct contensou__identification_unknown u = {.place = place,
                                                  .first = m->plan->lanes.value[place]};

    snprintf(u.name, sizeof u.name, "%.39s", word);
    if (strcmp(word, "law.eta_prime") == 0)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            SETTING("free") " law.eta_prime: find law.eta, from which it follows");
    for (size_t j = 0; j < m->shared; ++j)
        if (strcmp(m->unknown[j].name, word) == 0)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  SETTING("free") " names %s twice; give it once", word);
    if (m->shared == most)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              SETTING("free") " names more than %d numbers", (int)most);
    limit(m, &u, 0);
    u.unit = fmax(fabs(u.first), u.first == 0 || u.low < 0 ? size_of(m, &u) : 0);
    m->unknown[m->shared++] = u;
    return CONTENSOU_OK;
}

static enum contensou_status add(struct contensou__identification_model *m, const char *word,
                                 struct contensou_error *err)
{
    const struct contensou__lanes *const l = &m->plan->lanes;
    const int end = (int)l->contact, states = end - (int)m->dim;
    const int place = contensou__lanes_find(l, word);
    char pair[2][16];

    if (strcmp(word, "init") == 0) {
        memset(m->free, 1, m->dim);
        return CONTENSOU_OK;
    }
    if (place >= states && place < end) {
        m->free[place - states] = 1;
        return CONTENSOU_OK;
    }
    if (!l->contacts || (strcmp(word, "tilt") != 0 && strcmp(word, "center") != 0))
        return place < 0 ? no_name(m, word, err) : add_shared(m, place, err);
    for (int k = 0; k < 2; ++k) {
        snprintf(pair[k], sizeof pair[k], "%.8s.%c", word, "xy"[k]);
        TRY(add_shared(m, contensou__lanes_find(l, pair[k]), err));
    }
    return CONTENSOU_OK;
}

static enum contensou_status bound(struct contensou__identification_model *m,
                                   const struct contensou__identification_bound *b,
                                   struct contensou_error *err)
{
    struct contensou__identification_unknown *u = NULL;

    for (size_t j = 0; j < m->shared; ++j)
        if (strcmp(m->unknown[j].name, b->name) == 0)
            u = &m->unknown[j];
    if (!u)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              SETTING("bounds") ": %s is not free; give it by " SETTING("free"),
                              b->name);
    limit(m, u, 1);
    if (!(b->high > u->low))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              SETTING("bounds") " %s=%g:%g: there is nothing between them that is "
                                                "possible",
                              b->name, b->low, b->high);
    u->low = fmax(u->low, b->low);
    u->high = b->high;
    if (u->first < u->low || u->first > u->high)
        u->first = 0.5 * (u->low + u->high);
    u->unit = fmax(fabs(u->first), 1e-3 * (u->high - u->low));
    return CONTENSOU_OK;
}

static int init_given(const struct contensou__identification_model *m, const char *state)
{
    const struct contensou__lanes_choice_numbers *const init = &m->asked->lanes.init;

    for (size_t i = 0; i < init->count; ++i)
        if (strcmp(init->number[i].name, state) == 0)
            return 1;
    return 0;
}

enum contensou_status
contensou__identification_unknowns(struct contensou__identification_model *m,
                                   const struct contensou__identification_choice *choice,
                                   struct contensou_error *err)
{
    size_t named = 0;

    m->free = calloc(m->dim, 1);
    m->unit = calloc(m->dim, sizeof *m->unit);
    TRY(contensou__try_memory(m->unit ? m->free : NULL, err, "states"));
    if (!choice->frees)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing " SETTING("free") " NAME,..: the numbers to be found, such "
                                                         "as %s%s",
                              m->plan->lanes.name[0],
                              m->plan->patch ? " or shape.R of a disk" : "");
    for (size_t k = 0; k < choice->frees; ++k)
        TRY(add(m, choice->free[k], err));
    for (size_t k = 0; k < choice->bounds; ++k)
        TRY(bound(m, &choice->bound[k], err));
    for (size_t i = 0; i < m->dim; ++i)
        named += m->free[i] != 0;
    for (size_t i = 0; i < m->dim && !named; ++i)
        m->free[i] = (char)!init_given(m, m->plan->system->states[i].name);
    return CONTENSOU_OK;
}
