/* friction.c: friction laws of simulations by name. SPDX-License-Identifier: MIT */
#include "laws/friction.h"

#include "base/names.h"
#include "laws/friction_parts.h"
#include "laws/law_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const contensou__friction_names[] = {
    "integral",   "table",      "I00",   "I11",       "I20",        "I02",
    "I22",        "pade1",      "pade2", "ellipsoid", "potential4", "potential6",
    "potential8", "continuous", "tanh",  "signum",    "switch",     "none"};
const size_t contensou__friction_name_count =
    sizeof contensou__friction_names / sizeof *contensou__friction_names;

static const struct {
    const char *name;
    enum contensou__friction_form form;
} lines[] = {{"continuous", contensou__friction_is_continuous},
             {"tanh", contensou__friction_is_tanh},
             {"signum", contensou__friction_is_signum},
             {"switch", contensou__friction_is_switch}};
enum { line_count = sizeof lines / sizeof *lines };

static int is_family(const char *name)
{
    return name[0] == 'I' && name[1] >= '0' && name[1] <= '9' && name[2] >= '0' && name[2] <= '9' &&
           !name[3];
}

enum contensou__system_friction contensou__friction_kind(const char *name)
{
    for (int i = 0; i < line_count; ++i)
        if (strcmp(name, lines[i].name) == 0)
            return contensou__system_line;
    if (strcmp(name, "none") == 0)
        return contensou__system_none;
    return is_family(name) || contensou__names_find(name, contensou__friction_names,
                                                    contensou__friction_name_count) >= 0
               ? contensou__system_contact
               : contensou__system_none;
}

void contensou__friction_free(struct contensou__friction *f)
{
    contensou__tables_free(&f->patch);
    contensou__law_free(&f->law);
    free(f->shared);
    free(f->fields);
    *f = (struct contensou__friction){0};
}

/* Room for the fields was made beforehand. */
static struct contensou__field *add(struct contensou__friction *f, const char *name, double value,
                                    const char *unit, const char *text, double low)
{
    struct contensou__field *field = &f->fields[f->field_count++];

    snprintf(field->name, sizeof field->name, "%s", name);
    snprintf(field->unit, sizeof field->unit, "%s", unit);
    snprintf(field->text, sizeof field->text, "%s", text);
    field->value = value;
    field->low = low;
    return field;
}

static void add_regularisation(struct contensou__friction *f, double eps)
{
    add(f, "eps", eps, "velocity", "slip below which the law is smoothed; 0: not at all", 0);
    add(f, "eta", 1, "-", "static over dynamic friction", 1);
    add(f, "eta_prime", NAN, "-", "eta' of [1](4.3) itself; nan: from eta", 0);
}

static void make_line(struct contensou__friction *f, double eps)
{
    struct contensou__field *field;

    f->kind = contensou__system_line;
    f->jumps = f->form == contensou__friction_is_signum || f->form == contensou__friction_is_switch;
    f->stiff = f->form == contensou__friction_is_tanh || (!f->jumps && eps < 1e-4);
    f->lane_fields = 3;
    field = add(f, "eps", eps, "velocity", "slip below which the law is smoothed", 0);
    field->open = f->form != contensou__friction_is_signum;
    add(f, "F_s", 1, "force", "largest force in stick", 0)->open = 1;
    add(f, "delta", 3, "1/velocity", "how fast friction falls with slip", 0);
}

/* Our fits of a uniform disk of radius 1: least squares over 181 directions (docs/maths.md 2). */
static int put_known(struct contensou__law *law, const struct contensou_patch *patch)
{
    static const struct {
        const char *name;
        double b, m;
    } known[] = {{"I00", 0.67348703978, 1.74426843567}, {"I11", 0.45196011269, 0.76481793251}};
    const struct contensou__round *r = &patch->round;

    if (patch->kind != contensou__patch_round || r->q != 0 || r->hole != 0)
        return 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (strcmp(law->name, known[i].name) == 0) {
            contensou__law_set(law, 0, known[i].b * pow(r->a, law->table[0]));
            contensou__law_set(law, 1, known[i].m);
            return 1;
        }
    return 0;
}

static const char *about(const struct contensou__law *law, int param)
{
    static const char *const pade[] = {"m", "weight of sliding in the torque", "b",
                                       "weight of spinning in the force across"};
    static const char *const text[] = {
        "b",         "weight of spinning against sliding",
        "m",         "sharpness of the passage between them",
        "a",         "weight of spinning in the force",
        "M0",        "torque in pure spinning",
        "F_r",       "force in pure spinning, per unit of tilt",
        "M_ur",      "torque in pure sliding, per unit of tilt",
        "gx",        "tilt of the pressure, times R",
        "gy",        "tilt of the pressure, times R",
        "R",         "radius of the patch",
        "mu_lambda", "force in pure sliding, over mu N",
        "mu_tau",    "torque in pure spinning, over mu N",
        "c_omega",   "length that weighs spin against slide",
        "spin",      "torque in pure spinning",
        "size",      "unit of length of these numbers",
    };

    for (size_t i = 0; law->kind == contensou__law_pade && i < 4; i += 2)
        if (strcmp(law->names[param], pade[i]) == 0)
            return pade[i + 1];
    for (size_t i = 0; i + 1 < sizeof text / sizeof *text; i += 2)
        if (strcmp(law->names[param], text[i]) == 0)
            return text[i + 1];
    return "coefficient of the potential";
}

static void add_model(struct contensou__friction *f)
{
    for (int i = 0; i < f->law.field_count; ++i) {
        int open;
        const double low = contensou__law_least(&f->law, i, &open);

        add(f, f->law.names[i], f->law.value[i], "-", about(&f->law, i), low)->open = open;
    }
}

/* Which kernel file a model of the catalogue has, and how many numbers a lane. */
static enum contensou_status make_model(struct contensou__friction *f,
                                        const struct contensou_patch *patch,
                                        struct contensou_error *err)
{
    struct contensou__law_symmetry symmetry = {0};
    enum contensou_status status = contensou__law_create(&f->law, f->name, patch, err);

    if (!status)
        status = contensou__law_table_symmetry(patch, &symmetry, err);
    if (status)
        return status;
    f->needs_fit = 0;
    for (int i = 0; i < f->law.params; ++i)
        f->needs_fit |= f->law.free[i];
    if (symmetry.circular && put_known(&f->law, patch))
        f->needs_fit = 0;
    f->lane_fields = contensou__friction_head + f->law.field_count;
    switch (f->law.kind) {
    case contensou__law_approximant:
        f->form = symmetry.circular ? contensou__friction_is_circular
                                    : contensou__friction_is_approximant;
        if (symmetry.circular)
            f->lane_fields = contensou__friction_circular_fields(&f->law);
        break;
    case contensou__law_ellipsoid:
        f->form = contensou__friction_is_ellipsoid;
        break;
    case contensou__law_pade:
        f->form = contensou__friction_is_pade;
        f->rolling = 1;
        break;
    case contensou__law_potential:
        f->form = symmetry.circular ? contensou__friction_is_round_potential
                                    : contensou__friction_is_potential;
        break;
    }
    add_model(f);
    return contensou__friction_share(f, f->law.table, f->law.count, err);
}

enum contensou_status contensou__friction_share(struct contensou__friction *f, const double *number,
                                                size_t count, struct contensou_error *err)
{
    double *grown;

    if (!count)
        return CONTENSOU_OK;
    grown = realloc(f->shared, (f->shared_count + count) * sizeof *grown);
    if (!grown)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the law %s", f->name);
    for (size_t i = 0; i < count; ++i) /* as the kernel sees them */
        grown[f->shared_count + i] = f->single ? (double)(float)number[i] : number[i];
    f->shared = grown;
    f->shared_count += count;
    return CONTENSOU_OK;
}

/* F goes before everything else that is shared. */
static enum contensou_status share_stretch(struct contensou__friction *f,
                                           struct contensou_error *err)
{
    enum { head = sizeof f->stretch.F / sizeof *f->stretch.F };
    enum contensou_status status = contensou__friction_share(f, f->stretch.F, head, err);

    f->rolling = 0;
    if (!status) {
        double F[head];

        memcpy(F, f->shared + f->shared_count - head, sizeof F);
        memmove(f->shared + head, f->shared, (f->shared_count - head) * sizeof *f->shared);
        memcpy(f->shared, F, sizeof F);
    }
    return status;
}

static enum contensou_status make_contact(struct contensou__friction *f,
                                          const struct contensou_patch *patch, double eps,
                                          const struct contensou__friction_source *source,
                                          struct contensou_error *err)
{
    struct contensou_patch plain;
    enum contensou_status status;

    f->kind = contensou__system_contact;
    f->stiff = eps > 0;
    f->lane_fields = contensou__friction_head;
    add_regularisation(f, eps);
    if (!patch)
        return contensou_fail(err, CONTENSOU_EARGUMENT, "the law %s needs a contact", f->name);
    plain = contensou__patch_plain(patch);
    if (strcmp(f->name, "integral") == 0)
        status = contensou__friction_integral(f, &plain, err);
    else if (strcmp(f->name, "table") == 0)
        status = contensou__friction_table(f, &plain, source, err);
    else
        status = make_model(f, &plain, err);
    f->stretch = patch->stretch;
    return status || !f->stretch.is ? status : share_stretch(f, err);
}

enum contensou_status
contensou__friction_create_from(struct contensou__friction *f, const char *name,
                                const struct contensou_patch *patch, double eps, int single,
                                const struct contensou__friction_source *source,
                                struct contensou_error *err)
{
    *f = (struct contensou__friction){.single = single};
    if (!is_family(name) &&
        contensou__names_find(name, contensou__friction_names, contensou__friction_name_count) < 0)
        return contensou__names_fail(err, "law", name, contensou__friction_names,
                                     contensou__friction_name_count);
    if (!(eps >= 0) || !isfinite(eps))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "law.eps = %.17g is not possible; it is a finite number from 0 on",
                              eps);
    snprintf(f->name, sizeof f->name, "%s", name);
    f->fields = calloc(3 + contensou__law_most, sizeof *f->fields);
    if (!f->fields)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the law %s", name);
    if (strcmp(name, "none") == 0)
        return CONTENSOU_OK;
    for (int i = 0; i < line_count; ++i)
        if (strcmp(name, lines[i].name) == 0) {
            f->form = lines[i].form;
            make_line(f, eps);
            return CONTENSOU_OK;
        }
    return make_contact(f, patch, eps, source, err);
}

enum contensou_status contensou__friction_create(struct contensou__friction *f, const char *name,
                                                 const struct contensou_patch *patch, double eps,
                                                 int single, struct contensou_error *err)
{
    return contensou__friction_create_from(f, name, patch, eps, single, NULL, err);
}

enum contensou_status contensou__friction_set(struct contensou__friction *f, const char *name,
                                              double value, struct contensou_error *err)
{
    const int param = f->law.params ? contensou__law_find(&f->law, name) : -1;
    int found = 0;

    for (int i = 0; i < f->field_count; ++i)
        if (strcmp(f->fields[i].name, name) == 0) {
            f->fields[i].value = value;
            found = 1;
        }
    if (param >= f->law.field_count) {
        contensou__law_set(&f->law, param, value);
        f->shared[f->law.place[param] + (f->stretch.is ? 4 : 0)] = value;
        found = 1;
    }
    if (!found)
        return contensou_fail(err, CONTENSOU_ENOTFOUND, "the law %s has no number named '%s'",
                              f->name, name);
    return CONTENSOU_OK;
}

int contensou__friction_circular_fields(const struct contensou__law *law)
{
    return 6 + (int)law->table[0] + 1;
}
