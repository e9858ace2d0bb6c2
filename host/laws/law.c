/* law.c: models of friction by name. SPDX-License-Identifier: MIT */
#include "laws/law.h"

#include "base/names.h"
#include "base/text.h"
#include "laws/law_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void contensou__law_free(struct contensou__law *law)
{
    free(law->table);
    *law = (struct contensou__law){0};
}

int contensou__law_find(const struct contensou__law *law, const char *name)
{
    for (int i = 0; i < law->params; ++i)
        if (strcmp(law->names[i], name) == 0)
            return i;
    return -1;
}

void contensou__law_set(struct contensou__law *law, int param, double value)
{
    law->value[param] = value;
    if (param >= law->field_count)
        law->table[law->place[param]] = value;
}

void contensou__law_add(struct contensou__law *law, const char *name, const char *unit,
                        const char *text, double least, int open, double value, double low,
                        double high)
{
    const int i = law->params++;

    snprintf(law->names[i], sizeof law->names[i], "%s", name);
    law->unit[i] = unit;
    law->text[i] = text;
    law->least[i] = least;
    law->open[i] = open;
    law->value[i] = value;
    law->low[i] = low;
    law->high[i] = high;
    law->free[i] = low < high;
    law->field_count = law->params;
}

void contensou__law_put(struct contensou__law *law, double number)
{
    double *grown = realloc(law->table, (law->count + 1) * sizeof *grown);

    if (!grown) {
        law->failed = 1;
        return;
    }
    law->table = grown;
    law->table[law->count++] = number;
}

/* The names of the same family that any contact suits, as "I00 or I11". */
static void list_others(const struct contensou__registry_law *about, struct contensou__text *text)
{
    for (size_t i = 0; i < about->names; ++i) {
        int argument[contensou__registry_arguments];

        contensou__registry_find(about->name[i].name, argument);
        if (about->suits(argument) == contensou__registry_any)
            contensou__text_printf(text, "%s%s", text->size ? " or " : "; for others use ",
                                   about->name[i].name);
    }
}

static enum contensou_status check_contact(const struct contensou__law *law,
                                           const struct contensou_patch *patch,
                                           const struct contensou__law_symmetry *symmetry,
                                           struct contensou_error *err)
{
    const enum contensou__registry_contacts suits = law->about->suits(law->argument);

    if (suits == contensou__registry_half_turn && !symmetry->central) {
        struct contensou__text others = {0};

        list_others(law->about, &others);
        contensou_fail(err, CONTENSOU_EARGUMENT,
                       "%s needs a pressure that is the same after half a turn about the "
                       "reference point%s",
                       law->name, others.data ? others.data : "");
        contensou__text_free(&others);
        return CONTENSOU_EARGUMENT;
    }
    if (suits == contensou__registry_circular &&
        (patch->kind != contensou__patch_round || patch->round.a != patch->round.b ||
         patch->center[0] != 0 || patch->center[1] != 0))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s is for circular patches about their middle (disk, annulus)",
                              law->name);
    return CONTENSOU_OK;
}

static enum contensou_status check_name(const struct contensou__law *law,
                                        struct contensou_error *err)
{
    struct contensou__text names = {0};

    if (law->about->possible(law->argument) || !law->about->why[0])
        return CONTENSOU_OK;
    for (size_t i = 0; i < law->about->names; ++i)
        contensou__text_printf(&names, "%s%s", i ? ", " : "", law->about->name[i].name);
    contensou_fail(err, CONTENSOU_EARGUMENT, "%s is not possible: %s, as in %s", law->name,
                   law->about->why, names.data ? names.data : "");
    contensou__text_free(&names);
    return CONTENSOU_EARGUMENT;
}

/* What the expressions of the law's table know of the contact. Moments for circular contacts are those of the
 * untilted pressure, in *level. */
static struct contensou__registry_place place_of(const struct contensou__law *law,
                                                 const struct contensou_patch *patch,
                                                 int is_circular, struct contensou_patch *level,
                                                 struct contensou_error *err)
{
    *level = *patch;
    if (law->about->suits(law->argument) == contensou__registry_circular)
        level->round.g[0] = level->round.g[1] = 0;
    return (struct contensou__registry_place){.argument = law->argument,
                                              .patch = level,
                                              .radius = contensou_patch_radius(patch),
                                              .gx = patch->g[0],
                                              .gy = patch->g[1],
                                              .is_circular = is_circular,
                                              .err = err};
}

static enum contensou_status fill(struct contensou__law *law, const struct contensou_patch *patch,
                                  const struct contensou__law_symmetry *symmetry,
                                  struct contensou_error *err)
{
    struct contensou_patch level;
    struct contensou__registry_place at = place_of(law, patch, symmetry->circular, &level, err);
    enum contensou_status status;

    law->about->numbers(&at, law);
    status = at.status;
    if (!status && law->about->taylor)
        status = contensou__law_table_taylor(patch, law, err);
    if (!status && law->about->forms && !symmetry->circular)
        contensou__law_table_forms(law);
    if (!status && law->failed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the law %s", law->name);
    return status;
}

enum contensou_status contensou__law_create(struct contensou__law *law, const char *name,
                                            const struct contensou_patch *patch,
                                            struct contensou_error *err)
{
    struct contensou__law_symmetry symmetry = {0};
    enum contensou_status status;

    *law = (struct contensou__law){0};
    law->about = contensou__registry_find(name, law->argument);
    if (!law->about || !law->about->model)
        return contensou__names_fail(err, "model", name, contensou__registry_models,
                                     contensou__registry_model_count);
    law->kind = (enum contensou__law_kind)(law->about - contensou__registry_all);
    snprintf(law->name, sizeof law->name, "%s", name);
    law->stretch = patch->stretch;
    status = check_name(law, err);
    if (!status)
        status = contensou__law_table_symmetry(patch, &symmetry, err);
    if (!status)
        status = check_contact(law, patch, &symmetry, err);
    if (!status)
        status = fill(law, patch, &symmetry, err);
    if (status)
        contensou__law_free(law);
    return status;
}

int contensou__law_known(struct contensou__law *law, const struct contensou_patch *patch)
{
    struct contensou_patch level;
    struct contensou__registry_place at;
    struct contensou_error err;

    if (patch->kind != contensou__patch_round || patch->round.q != 0 || patch->round.hole != 0)
        return 0;
    at = place_of(law, patch, 1, &level, &err);
    return law->about->on_disk(&at, law);
}

void contensou__law_wrench(const struct contensou__law *law, const double slip[3], int jacobian,
                           double out[9])
{
    double there[3] = {slip[0], slip[1], slip[2]};

    contensou__stretch_slip(&law->stretch, there);
    law->about->wrench(law, there, jacobian, out);
    contensou__stretch_wrench(&law->stretch, jacobian, out);
}

void contensou__law_bind(const struct contensou__law *law, struct contensou__bundle *b)
{
    const char *prefix = law->about->file;
    char path[64];

    snprintf(path, sizeof path, "laws/%s.h", prefix);
    contensou__bundle_include(b, path);
    contensou__bundle_role(b, "law_params", prefix, "_params");
    contensou__bundle_role(b, "law_params_count", prefix, "_params_count");
    contensou__bundle_role(b, "law_wrench", prefix, "_wrench");
}
