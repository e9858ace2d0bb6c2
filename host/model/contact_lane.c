/* contact_lane.c: the contacts of lanes, and the laws on both sides of one. SPDX-License-Identifier: MIT */
#include "model/contact_lane.h"

#include "base/names.h"
#include "base/try.h"
#include "device/eval.h"
#include "laws/friction_parts.h"
#include "model/observed.h"

#include "contact/patch.h"

#include <contensou/contact.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers by name. */

static int has_number(const struct contensou_patch_spec *spec, const char *name)
{
    const char *own;

    for (size_t i = 0; (own = contensou_contact_number_name(spec, i)); ++i)
        if (strcmp(own, name) == 0)
            return 1;
    return 0;
}

enum contensou_status contensou__contact_lane_set(const struct contensou__settings *asked,
                                                  struct contensou_patch_spec *spec,
                                                  struct contensou_contact_words *words,
                                                  struct contensou_error *err)
{
    const struct contensou__lanes_choice_numbers *const set = &asked->lanes.set;

    for (size_t i = 0; i < set->count; ++i)
        if (has_number(spec, set->number[i].name))
            TRY(contensou_contact_number_put(spec, set->number[i].name, set->number[i].value, words,
                                             err));
    return CONTENSOU_OK;
}

size_t contensou__contact_lane_fields(const struct contensou_patch_spec *spec,
                                      struct contensou__field field[contensou__plan_contact_most])
{
    struct contensou_error ignored;
    const char *name;
    size_t count = 0;

    for (; (name = contensou_contact_number_name(spec, count)); ++count) {
        field[count] = (struct contensou__field){.low = -INFINITY, .unit = "-"};
        snprintf(field[count].name, sizeof field[count].name, "%.23s", name);
        if (contensou_contact_number(spec, name, &field[count].value, &ignored))
            field[count].value = NAN;
    }
    return count;
}

/* 1 where "set" or what varies has one of the two numbers. */
static int gives(const struct contensou__plan *p, const char *first, const char *second)
{
    const struct contensou__lanes_choice_numbers *const set = &p->asked->lanes.set;
    const int at[2] = {contensou__lanes_find(&p->lanes, first),
                       contensou__lanes_find(&p->lanes, second)};
    int found = 0;

    for (size_t i = 0; i < set->count; ++i)
        found |=
            strcmp(set->number[i].name, first) == 0 || strcmp(set->number[i].name, second) == 0;
    for (int k = 0; k < 2; ++k)
        found |= at[k] >= 0 && contensou__lanes_varies(&p->lanes, (size_t)at[k]);
    return found;
}

/* The contact of a lane: where it has other numbers than that of the plan. */
static enum contensou_status describe(const struct contensou__plan *p, const double *all,
                                      struct contensou_patch_spec *spec,
                                      struct contensou_contact_words *words,
                                      struct contensou_error *err)
{
    const struct contensou__lanes *const l = &p->lanes;

    *spec = p->contact.spec;
    for (size_t k = l->contact; k < l->contact + l->contacts; ++k)
        if (all[k] != l->value[k])
            TRY(contensou_contact_number_put(spec, l->name[k], all[k], words, err));
    return CONTENSOU_OK;
}

static void free_patch(struct contensou_patch **patch)
{
    contensou_patch_free(*patch);
}

enum contensou_status contensou__contact_lane_check(const struct contensou__plan *p,
                                                    struct contensou_error *err)
{
    const uint64_t at[2] = {0, p->lanes.count - 1};

    if (gives(p, "tilt.k", "tilt.beta") && gives(p, "tilt.x", "tilt.y"))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the tilt is given by tilt.k and tilt.beta, or by tilt.x and tilt.y; "
                              "leave one pair out");
    for (int i = 0; i < 2 && contensou__contact_lane_vary(&p->lanes); ++i) {
        OWNED(contensou__try_free) double *all = malloc(p->lanes.names * sizeof *all);
        OWNED(free_patch) struct contensou_patch *patch = NULL;
        struct contensou_contact_words words;
        struct contensou_patch_spec spec;

        TRY(contensou__try_memory(all, err, "a lane"));
        contensou__lanes_values(&p->lanes, at[i], all);
        TRY(describe(p, all, &spec, &words, err));
        TRY(contensou_patch_create(&patch, &spec, err));
    }
    return CONTENSOU_OK;
}

int contensou__contact_lane_vary(const struct contensou__lanes *lanes)
{
    for (size_t k = lanes->contact; k < lanes->contact + lanes->contacts; ++k)
        if (contensou__lanes_varies(lanes, k))
            return 1;
    return 0;
}

int contensou__contact_lane_same(const struct contensou__lanes *lanes, const double *a,
                                 const double *b)
{
    return !lanes->contacts ||
           memcmp(a + lanes->contact, b + lanes->contact, lanes->contacts * sizeof *a) == 0;
}

/* Laws. */

enum contensou_status contensou__contact_lane_make(const struct contensou__plan *p,
                                                   const struct contensou__ensemble_setup *setup,
                                                   const double *all,
                                                   struct contensou__contact_lane *to,
                                                   struct contensou_error *err)
{
    struct contensou__settings asked = *p->asked; /* shares what it points to */
    struct contensou_contact_words words;
    const struct contensou_patch *patch;

    TRY(describe(p, all, &asked.contact, &words, err));
    to->setup = *setup;
    to->setup.friction = &to->friction;
    to->setup.program = NULL;
    TRY(contensou__friction_law_plan(&asked, &to->setup, p->device[0], &to->file, &patch,
                                     &to->friction, err));
    if (to->setup.stepper->switches)
        contensou__friction_law_make_exact(&to->friction);
    TRY(contensou__observed_parameters(&p->lanes, patch, &asked.contact, &to->setup, err));
    TRY(contensou__contact_lane_beside(p, &asked.contact, &to->setup, &to->friction, err));
    to->file.spec = (struct contensou_patch_spec){.size = sizeof to->file.spec}; /* of `words` */
    to->friction.axes = contensou__observed_axes(patch, &to->setup);
    return CONTENSOU_OK;
}

void contensou__contact_lane_free(struct contensou__contact_lane *c)
{
    contensou__friction_free(&c->friction);
    contensou_fit_file_free(&c->file);
    *c = (struct contensou__contact_lane){.file = {.patch = NULL}};
}

void contensou__contact_lane_put(const struct contensou__plan *p,
                                 const struct contensou__contact_lane *c, double *all)
{
    const size_t fields = (size_t)p->system->field_count;

    for (int i = 0; i < c->friction.field_count; ++i)
        if (all[fields + (size_t)i] == p->friction.fields[i].value)
            all[fields + (size_t)i] = c->friction.fields[i].value;
}

/* Laws on both sides: the number x of the contact at x - 2 d, x - d, x + d and x + 2 d, as the kernels take differences. */

enum { sides = 4, row = 1 + sides };
static const double side[sides] = {-2, -1, 1, 2};

/* d: of a length or a ratio its own part, of others of a contact of about this size. */
static double step_of(const char *name, double value, double radius)
{
    const double unit = strncmp(name, "shape.", 6) == 0         ? fabs(value)
                        : strcmp(name, "anisotropy.ratio") == 0 ? value
                        : strncmp(name, "center.", 7) == 0      ? radius
                        : strncmp(name, "tilt.", 5) == 0 && strcmp(name, "tilt.beta") != 0
                            ? 1 / radius
                            : 1;

    return 3e-4 * unit;
}

/* The contact with one of its numbers moved by x. */
static enum contensou_status move_patch(const struct contensou_patch_spec *spec, const char *name,
                                        double x, struct contensou_patch **patch,
                                        struct contensou_error *err)
{
    struct contensou_patch_spec moved = *spec;
    struct contensou_contact_words words;
    double value = 0;

    TRY(contensou_contact_number(&moved, name, &value, err));
    TRY(contensou_contact_number_put(&moved, name, value + x, &words, err));
    return contensou_patch_create(patch, &moved, err);
}

/* Which formulas a contact has. */
struct formulas {
    int kind, twice, tilted, stretched, circular;
};

static enum contensou_status formulas_of(const struct contensou_patch *patch, struct formulas *to,
                                         struct contensou_error *err)
{
    OWNED(contensou__patch_data_free) struct contensou__patch_data data = {.count = 0};
    const struct contensou_patch plain = contensou__patch_plain(patch);
    struct contensou__law_symmetry symmetry = {0};

    TRY(contensou__patch_make_data(&plain, 0, &data, err));
    TRY(contensou__law_symmetry(&plain, &symmetry, err));
    *to = (struct formulas){(int)data.kind, data.twice, data.tilted, patch->stretch.is,
                            symmetry.circular};
    return CONTENSOU_OK;
}

/* A contact such as a disk without tilt has formulas of its own, which those on both sides have not: moved by less than counts it
 * has theirs. */
static enum contensou_status make_general(struct contensou_patch_spec *spec, const char *name,
                                          double d, struct contensou_contact_words *words,
                                          int *changed, struct contensou_error *err)
{
    static const double nothing = 1e-12;
    struct formulas own = {0}, other = {0};
    double value = 0;

    for (int i = 0; i < 2; ++i) {
        OWNED(free_patch) struct contensou_patch *patch = NULL;

        TRY(move_patch(spec, name, i ? d : 0, &patch, err));
        TRY(formulas_of(patch, i ? &other : &own, err));
    }
    if (memcmp(&own, &other, sizeof own) == 0)
        return CONTENSOU_OK;
    *changed = 1;
    TRY(contensou_contact_number(spec, name, &value, err));
    return contensou_contact_number_put(spec, name, value + nothing * d, words, err);
}

/* The law with the tables of this contact, everything that people set as it is. */
static enum contensou_status replace(const struct contensou__plan *p,
                                     const struct contensou_patch_spec *spec,
                                     struct contensou__friction *law, struct contensou_error *err)
{
    OWNED(free_patch) struct contensou_patch *patch = NULL;
    OWNED(contensou__friction_free) struct contensou__friction made = {.single = 0};
    struct contensou__friction old = *law;

    TRY(contensou_patch_create(&patch, spec, err));
    TRY(contensou__eval_friction(&made, law->name, patch, 0, 0, p->device[0], NULL, NULL, err));
    memcpy(made.fields, old.fields, (size_t)old.field_count * sizeof *old.fields);
    *law = made;
    made = old;
    return CONTENSOU_OK;
}

/* Appends the laws on both sides, and before them their row: 1/d, then where each begins; returns the place of the row in *at. */
static enum contensou_status append(const struct contensou__plan *p,
                                    const struct contensou_patch_spec *spec, const char *name,
                                    double d, const double *like, struct contensou__friction *law,
                                    double *at, struct contensou_error *err)
{
    double head[row] = {1 / d};
    const size_t place = law->shared_count;

    *at = (double)place;
    TRY(contensou__friction_share(law, head, row, err));
    for (int i = 0; i < sides; ++i) {
        OWNED(free_patch) struct contensou_patch *patch = NULL;
        OWNED(contensou__friction_free) struct contensou__friction moved = {.single = 0};

        TRY(move_patch(spec, name, side[i] * d, &patch, err));
        TRY(contensou__eval_friction(&moved, law->name, patch, 0, 0, p->device[0], NULL, like,
                                     err));
        law->shared[place + 1 + (size_t)i] = (double)law->shared_count;
        TRY(contensou__friction_share(law, moved.shared, moved.shared_count, err));
    }
    return CONTENSOU_OK;
}

/* 1 where parameter k has laws on both sides. */
static int is_beside(const struct contensou__ensemble_setup *setup, int k)
{
    return setup->parameter[k].place >= setup->system->field_count + setup->friction->lane_fields +
                                            setup->system->dim + (int)contact_changes;
}

enum contensou_status contensou__contact_lane_beside(const struct contensou__plan *p,
                                                     const struct contensou_patch_spec *spec,
                                                     struct contensou__ensemble_setup *setup,
                                                     struct contensou__friction *friction,
                                                     struct contensou_error *err)
{
    const int count = contensou__ensemble_lane_parameters(setup);
    OWNED(contensou__try_free) double *like = NULL;
    OWNED(free_patch) struct contensou_patch *patch = NULL;
    struct contensou_patch_spec general;
    struct contensou_contact_words words;
    double d[contensou__ensemble_most_parameters] = {0};
    int changed = 0, some = 0;

    for (int k = 0; k < count; ++k)
        some += is_beside(setup, k);
    if (!some)
        return CONTENSOU_OK;
    general = *spec;
    TRY(contensou_patch_create(&patch, spec, err));
    for (int k = 0; k < count; ++k) {
        const char *const name = setup->parameter[k].name;
        double value = 0;

        if (!is_beside(setup, k))
            continue;
        TRY(contensou_contact_number(spec, name, &value, err));
        d[k] = step_of(name, value, contensou_patch_radius(patch));
        TRY(make_general(&general, name, d[k], &words, &changed, err));
    }
    if (changed)
        TRY(replace(p, &general, friction, err));
    if (friction->about->tabulated) { /* its numbers move as others are appended */
        const size_t head = friction->stretch.is ? 4 : 0, size = friction->shared_count - head;

        like = malloc(size * sizeof *like);
        TRY(contensou__try_memory(like, err, "the law %s", friction->name));
        memcpy(like, friction->shared + head, size * sizeof *like);
    }
    for (int k = 0; k < count; ++k)
        if (is_beside(setup, k))
            TRY(append(p, &general, setup->parameter[k].name, d[k], like, friction,
                       &setup->parameter[k].scale, err));
    return CONTENSOU_OK;
}
