/* cmd_list.c: contensou list: what this build can compute with. SPDX-License-Identifier: MIT */
#include "cli/command.h"

#include "cli/list_simulation.h"

#include "base/names.h"
#include "contact/contacts.h"
#include "laws/law.h"

#include <stdio.h>
#include <string.h>

static void list_contacts(void)
{
    printf("shapes (--shape), lengths in units of the characteristic size\n"
           "  %-15s%-11s%-14s%s\n",
           "shape", "pressures", "methods", "meaning");
    for (size_t i = 0; i < contensou__contacts_shape_count; i++) {
        const struct contensou__contacts_shape *shape = contensou__contacts_shapes[i];
        struct contensou__text syntax = {0};

        contensou__contacts_syntax(shape, &syntax);
        printf("  %-15s%-11s%-14s%s\n", syntax.data ? syntax.data : shape->name,
               contensou__contacts_takes_text(shape), contensou__contacts_methods_text(shape),
               shape->text);
        contensou__text_free(&syntax);
    }
    printf("\npressures (--pressure), normalised to total 1; s = x^2/a^2 + y^2/b^2\n");
    for (size_t i = 0; i < contensou__contacts_pressure_count; i++) {
        const struct contensou__contacts_pressure *pressure = &contensou__contacts_pressures[i];

        const int free = pressure->low < pressure->high;

        printf("  %s%-*s%s", pressure->name, (int)(15 - strlen(pressure->name)), free ? ":q" : "",
               pressure->text);
        if (free)
            printf(", %g <= q <= %g", pressure->low, pressure->high);
        putchar('\n');
    }
    printf("\nwith every shape\n"
           "  --tilt k,beta  multiplies the pressure by 1 + k (x cos beta - y sin beta)\n"
           "  --center x,y   the point where slips are given and torque is taken about\n"
           "\nmethods (--method)\n"
           "  exact          closed forms, edge sums and short quadratures: 1e-12 in double\n"
           "  cells          the direct sum over --cells N cells along the larger side\n");
}

/* Whether `list models` names a parameter: those that a fit changes, or where it changes none all that count. */
static int is_named(const struct contensou__law *law, int param)
{
    const struct contensou__registry_shown q = {law->names[param], law->value[param], 0, 0};
    int free = 0;

    for (int i = 0; i < law->params; ++i)
        free |= law->free[i];
    return free ? law->free[param] : law->about->shown(law->argument, &q);
}

/* The parameters of a model on a circular contact, and on others if it has others there. */
static enum contensou_status name_parameters(const char *model, const struct contensou_patch *disk,
                                             const struct contensou_patch *square,
                                             struct contensou__text *text,
                                             struct contensou_error *err)
{
    struct contensou__law law, general;
    enum contensou_status status = contensou__law_create(&law, model, disk, err);
    struct contensou_error unsuited;
    int first = -1, last = -1;

    if (status)
        return status;
    for (int i = 0; i < law.params; ++i)
        if (is_named(&law, i))
            contensou__text_printf(text, "%s%s", text->size ? ", " : "", law.names[i]);
    if (contensou__law_create(&general, model, square, &unsuited) == CONTENSOU_OK) {
        for (int i = law.params; i < general.params; ++i)
            if (is_named(&general, i)) {
                first = first < 0 ? i : first;
                last = i;
            }
        if (first >= 0)
            contensou__text_printf(text, ", or %s .. %s", general.names[first],
                                   general.names[last]);
        contensou__law_free(&general);
    }
    contensou__law_free(&law);
    return CONTENSOU_OK;
}

static enum contensou_status list_models(struct contensou_error *err)
{
    struct contensou_patch *disk = NULL, *square = NULL;
    enum contensou_status status =
        contensou_patch_create(&disk, &(struct contensou_patch_spec){.shape = "disk"}, err);

    if (!status)
        status = contensou_patch_create(
            &square, &(struct contensou_patch_spec){.shape = "rectangle:1,1"}, err);
    printf("models (--model), what 'contensou fit' fits\n"
           "  %-12s%-28s%-11s%s\n",
           "model", "parameters", "contacts", "meaning");
    for (size_t i = 0; i < contensou__registry_model_count && !status; i++) {
        const char *name = contensou__registry_models[i];
        int argument[contensou__registry_arguments];
        const struct contensou__registry_law *about = contensou__registry_find(name, argument);
        struct contensou__text parameters = {0};

        status = name_parameters(name, disk, square, &parameters, err);
        if (!status)
            printf("  %-12s%-28s%-11s%s\n", name, parameters.data ? parameters.data : "",
                   contensou__registry_contacts_text(about->suits(argument)),
                   contensou__registry_text(name));
        contensou__text_free(&parameters);
    }
    contensou_patch_free(square);
    contensou_patch_free(disk);
    if (status)
        return status;
    printf("\n"
           "half-turn: a pressure that is the same after half a turn about the reference\n"
           "point. circular: disk and annulus about their middle, tilted or not; the\n"
           "parameters follow from the contact unless --bounds frees them. A potential has\n"
           "c1, .. on circular contacts and k10, .. on others. More of the family I<n1><n2>\n"
           "exist where n1 + n2 is even: I33, I44, .. on half-turn contacts whose pressure\n"
           "has neither border nor step at the reference point.\n");
    return CONTENSOU_OK;
}

static enum contensou_status print(int which, struct contensou_error *err)
{
    if (which == 0)
        list_contacts();
    else if (which == 1)
        return list_models(err);
    else if (which == 2)
        return contensou__list_simulation_laws(err);
    else if (which == 3)
        contensou__list_simulation_systems();
    else if (which == 4)
        contensou__list_simulation_steppers();
    else
        contensou__list_simulation_observers();
    return CONTENSOU_OK;
}

static enum contensou_status run(const struct contensou__options *options,
                                 struct contensou_error *err)
{
    static const char *const words[] = {"contacts", "models",   "laws",
                                        "systems",  "steppers", "observers"};
    enum { count = sizeof words / sizeof words[0] };
    const char *word = options->word_count ? options->word[0] : NULL;
    const int at = word ? contensou__names_find(word, words, count) : 0;
    enum contensou_status status = CONTENSOU_OK;

    if (at < 0)
        return contensou__names_fail(err, "list", word, words, count);
    for (int i = word ? at : 0; i <= (word ? at : count - 1) && !status; i++) {
        if (!word && i >= 1)
            putchar('\n');
        status = print(i, err);
    }
    return status;
}

const struct contensou__command contensou__cmd_list_command = {
    .name = "list",
    .summary = "what this build can compute with: contacts, models, laws, systems, ..",
    .usage = "[contacts|models|laws|systems|steppers|observers]",
    .about =
        "Without a word it lists everything. 'contacts' gives the shapes and pressures with "
        "their syntax, what they mean, which pressures go with which shape, and the methods "
        "that 'contensou eval' has for them; 'models' the formulas that 'contensou fit' knows, "
        "with their parameters and the contacts that they are for. For simulations: 'laws' of "
        "friction with their numbers and the systems that they fit, 'systems' with the names, "
        "defaults and units of states and fields, 'steppers' that integrate them, 'observers' "
        "of a sweep.",
    .examples = "  contensou list\n"
                "  contensou list contacts\n"
                "  contensou list models\n"
                "  contensou list systems\n"
                "  contensou list laws\n",
    .words = 1,
    .run = run,
};
