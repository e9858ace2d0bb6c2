/* tables_catalogue.c: the contacts of the tables, and which laws are fitted to each.
 * SPDX-License-Identifier: MIT */
#include "fit/tables_parts.h"

#include "base/kept.h"
#include "base/try.h"
#include "laws/law.h"
#include "laws/registry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The nodes that contensou_fit takes by itself; with 12 in phi, b of a slender ellipse would change in
 * the second digit. The general potential6 and potential8 take half of them in theta, to save time:
 * their root mean squares are lower by 0.3 %, which the digits shown of them do not tell. */
enum { theta_nodes = 181, few_theta_nodes = 91, phi_nodes = 24 };

enum { quick_models = 2 };

int contensou__tables_catalogue_has(size_t model)
{
    int argument[contensou__registry_arguments];
    const struct contensou__registry_law *about =
        contensou__registry_find(contensou__registry_models[model], argument);

    return about->suits(argument) != contensou__registry_half_turn;
}

/* The contacts: one for each of the values that a family runs over, which stands for the %s of its shape. The
 * quick tables have one value of some of them. The larger half side or semi-axis is 1. */
static const struct {
    const char *family, *shape, *pressure, *values, *quick;
} contacts[] = {
    {"disk", "disk", "uniform", "0", "0"},
    {"disk", "disk", "hertz", "0", ""},
    {"disk", "disk", "parabolic", "0", ""},
    {"disk", "disk", "boussinesq", "0", ""},
    {"annulus", "annulus:%s", "uniform", "0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9", "0.5"},
    {"ellipse", "ellipse:1,1/%s", "uniform", "1 1.5 2 3 5 7 10", "2"},
    {"ellipse", "ellipse:1,1/%s", "hertz", "1 1.5 2 3 5 7 10", ""},
    {"rectangle", "rectangle:1,1/%s", "uniform", "1 2 3 5 10", ""},
    {"polygon", "triangle", "uniform", "3", ""},
    {"polygon", "hexagon", "uniform", "6", ""},
    {"tilt", "disk", "hertz", "0 0.25 0.5 0.75 1", ""},
};

static void add_contacts(struct contensou_tables *t, int quick)
{
    for (size_t i = 0; i < sizeof contacts / sizeof *contacts; ++i) {
        const char *at = quick ? contacts[i].quick : contacts[i].values;

        while (*at) {
            struct contensou_tables_contact *c = &t->contact[t->contacts++];
            const int length = (int)strcspn(at, " ");
            const char *shape = contacts[i].shape;
            const int stem = (int)strcspn(shape, "%");

            c->family = contacts[i].family;
            c->shape = contensou__kept_text("%.*s%.*s", stem, shape, shape[stem] ? length : 0, at);
            c->pressure = contacts[i].pressure;
            c->ratio = strtod(at, NULL);
            c->tilt = strcmp(c->family, "tilt") == 0 ? c->ratio : 0;
            at += length;
            at += *at == ' ';
        }
    }
}

size_t contensou__tables_catalogue_polygon(const char *shape, double *corner)
{
    const double turn = 6.28318530717958647692;
    const int corners = strcmp(shape, "triangle") == 0 ? 3 : strcmp(shape, "hexagon") == 0 ? 6 : 0;

    for (int i = 0; i < corners; ++i) { /* a corner on the x axis, its other coordinate exactly 0 */
        corner[i] = cos(turn * i / corners);
        corner[corners + i] = 2 * i % corners ? sin(turn * i / corners) : 0.0;
    }
    return (size_t)corners;
}

static enum contensou_status make_patch(struct contensou_tables *t, size_t i,
                                        struct contensou_error *err)
{
    struct contensou_tables_contact *c = &t->contact[i];
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = c->shape, .pressure = c->pressure, .tilt_k = c->tilt};
    struct contensou__law_symmetry symmetry = {0};
    double corner[2 * contensou__tables_corners];
    const size_t corners = contensou__tables_catalogue_polygon(c->shape, corner);

    TRY(corners ? contensou_patch_create_polygon(&t->patch[i], &spec, corner, &corners, 1, err)
                : contensou_patch_create(&t->patch[i], &spec, err));
    TRY(contensou__law_symmetry(t->patch[i], &symmetry, err));
    c->circular = symmetry.circular;
    return CONTENSOU_OK;
}

static void add_fits(struct contensou_tables *t, size_t contact,
                     const struct contensou_tables_options *o)
{
    const struct contensou_tables_contact *c = &t->contact[contact];

    for (size_t m = 0; m < (o->quick ? quick_models : contensou__registry_model_count); ++m) {
        int argument[contensou__registry_arguments];
        const struct contensou__registry_law *about =
            contensou__registry_find(contensou__registry_models[m], argument);
        /* those for circular contacts follow from their integrals */
        const int follows = about->suits(argument) == contensou__registry_circular;
        const int slow = !c->circular && about->forms && argument[0] > 4;

        if (!contensou__tables_catalogue_has(m) ||
            (follows && !c->circular && strcmp(c->family, "tilt") != 0))
            continue;
        for (int norm = 0; norm < (follows || (slow && !o->thorough) ? 1 : 2); ++norm)
            t->fit[t->fits++] =
                (struct contensou_tables_fit){.contact = contact,
                                              .model = contensou__registry_models[m],
                                              .norm = norm ? CONTENSOU_NORM_MAX : CONTENSOU_NORM_L2,
                                              .theta_nodes = slow ? few_theta_nodes : theta_nodes,
                                              .phi_nodes = c->circular ? 1 : phi_nodes};
    }
}

enum contensou_status contensou__tables_catalogue(struct contensou_tables *t,
                                                  const struct contensou_tables_options *options,
                                                  struct contensou_error *err)
{
    t->contact = calloc(contensou__tables_contacts, sizeof *t->contact);
    t->patch = calloc(contensou__tables_contacts, sizeof *t->patch);
    t->fit = calloc((size_t)contensou__tables_contacts * contensou__registry_model_count * 2,
                    sizeof *t->fit);
    TRY(contensou__try_memory(t->contact && t->patch ? t->fit : NULL, err, "the tables"));
    add_contacts(t, options->quick);
    for (size_t i = 0; i < t->contacts; ++i) {
        TRY(make_patch(t, i, err));
        add_fits(t, i, options);
    }
    return CONTENSOU_OK;
}
