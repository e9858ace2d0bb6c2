/* law.c: friction laws by name. SPDX-License-Identifier: MIT */
#include "laws/law.h"

#include "base/names.h"
#include "laws/law_table.h"

#include "laws/approximant.h"
#include "laws/ellipsoid.h"
#include "laws/pade.h"
#include "laws/potential.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const contensou__law_names[] = {"I00",        "I11",        "I20",       "I02",
                                            "I22",        "pade1",      "pade2",     "ellipsoid",
                                            "potential4", "potential6", "potential8"};
const size_t contensou__law_name_count = sizeof contensou__law_names / sizeof *contensou__law_names;

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

double contensou__law_least(const struct contensou__law *law, int param, int *open)
{
    const char *name = law->names[param];

    *open = 1;
    if (law->kind == contensou__law_approximant && strcmp(name, "m") == 0) {
        const int n1 = law->name[1] - '0', n2 = law->name[2] - '0';

        return (double)(n1 > n2 ? n1 : n2) / (n1 + n2 + 1);
    }
    if (strcmp(name, "gx") == 0 || strcmp(name, "gy") == 0 || name[0] == 'k')
        return -INFINITY;
    if (law->kind == contensou__law_potential && name[0] == 'c')
        *open = 0;
    return 0;
}

void contensou__law_set(struct contensou__law *law, int param, double value)
{
    law->value[param] = value;
    if (param >= law->field_count)
        law->table[law->place[param]] = value;
}

/* Appends a parameter with its bounds; low = high means that a fit leaves it alone. */
static int add(struct contensou__law *law, const char *name, double value, double low, double high)
{
    const int i = law->params++;

    snprintf(law->names[i], sizeof law->names[i], "%s", name);
    law->value[i] = value;
    law->low[i] = low;
    law->high[i] = high;
    law->free[i] = low < high;
    law->field_count = law->params;
    return i;
}

static enum contensou_status make_approximant(struct contensou__law *law,
                                              const struct contensou_patch *patch,
                                              const struct contensou__law_symmetry *symmetry,
                                              struct contensou_error *err)
{
    const int n1 = law->name[1] - '0', n2 = law->name[2] - '0', n = n1 + n2 + 1;
    const double radius = contensou_patch_radius(patch);
    const double least = (double)(n1 > n2 ? n1 : n2) / n;

    if ((n1 + n2) % 2)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            "%s is of even order %d; n1 + n2 must be even, as in I00, I11, I20, I02, "
            "I22, I33",
            law->name, n);
    if ((n1 > 1 || n2 > 1) && !symmetry->central)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s needs a pressure that is the same after half a turn about the "
                              "reference point; for others use I00 or I11",
                              law->name);
    /* b carries the unit length^n; docs/maths.md 2: b > 0 and m n > max(n1, n2) */
    add(law, "b", 0.5 * pow(radius, n), 1e-4 * pow(radius, n), 30 * pow(radius, n));
    add(law, "m", fmax(1.0, least + 0.2), least + 0.02, 12);
    law->kind = contensou__law_approximant;
    return contensou__law_table_approximant(patch, n1, n2, law, err);
}

static enum contensou_status make_ellipsoid(struct contensou__law *law,
                                            const struct contensou_patch *patch,
                                            struct contensou_error *err)
{
    double r1 = 0;
    const enum contensou_status status = contensou_patch_moment(patch, 0, 0, -1, &r1, err);

    law->kind = contensou__law_ellipsoid;
    add(law, "mu_lambda", 1, 0.3, 2);
    add(law, "mu_tau", r1, 0.3 * r1, 2 * r1);
    add(law, "c_omega", r1, 0.05 * r1, 10 * r1);
    return status;
}

static enum contensou_status make_pade(struct contensou__law *law,
                                       const struct contensou_patch *patch,
                                       struct contensou_error *err)
{
    const int order = law->name[4] - '0';
    const double R = patch->round.a;
    struct contensou_patch level = *patch;
    double r1 = 0, r2 = 0, inverse = 0, m, a, b;
    enum contensou_status status;

    if (patch->kind != contensou__patch_round || patch->round.a != patch->round.b ||
        patch->center[0] != 0 || patch->center[1] != 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s is for circular patches about their middle (disk, annulus)",
                              law->name);
    level.round.g[0] = level.round.g[1] = 0; /* the moments are those of the untilted pressure */
    status = contensou_patch_moment(&level, 0, 0, -1, &r1, err);
    if (!status)
        status = contensou_patch_moment(&level, 0, 0, -2, &r2, err);
    if (!status)
        status = contensou_patch_moment(&level, 0, 0, 1, &inverse, err);
    if (status)
        return status;
    r1 /= R, r2 /= R * R, inverse *= R;
    m = 2 * r1 / r2;
    a = 2 / inverse;
    b = r1 / r2;
    if (order == 2)
        m = 1 / m, a = 1 / a, b = 1 / b;
    law->kind = contensou__law_pade;
    add(law, "m", m, m, m);
    add(law, "a", a, a, a);
    add(law, "b", b, b, b);
    add(law, "M0", r1, r1, r1);
    add(law, "F_r", r1 / 2, r1 / 2, r1 / 2);
    add(law, "M_ur", r2 / 2, r2 / 2, r2 / 2);
    add(law, "gx", patch->g[0] * R, 0, 0);
    add(law, "gy", patch->g[1] * R, 0, 0);
    add(law, "R", R, R, R);
    law->count = 1;
    law->table = malloc(sizeof *law->table);
    if (!law->table)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the law %s", law->name);
    law->table[0] = order;
    return CONTENSOU_OK;
}

/* The general form: all coefficients but those of w^0, which is (vx^2 + vy^2)^(d/2), and of w^d,
 * are free. They start at (v^2 + s^2 w^2)^(d/2) with s = <r>, an ellipsoid. */
static enum contensou_status make_forms(struct contensou__law *law, int d, double spin,
                                        struct contensou_error *err)
{
    size_t at = potential_head;

    law->count = (size_t)(potential_head + (d + 1) * (d + 2) / 2);
    free(law->table);
    law->table = calloc(law->count, sizeof *law->table);
    if (!law->table)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the law %s", law->name);
    law->table[0] = d;
    law->table[1] = 1;
    for (int j = 0; j <= d; ++j)
        for (int i = 0; i <= d - j; ++i, ++at) {
            double value = 0;

            if (j % 2 == 0 && i % 2 == 0) { /* multinomial (d/2; ..) spin^j */
                double lower = 1;

                value = tgamma(d / 2 + 1.0);
                lower = tgamma(j / 2 + 1.0) * tgamma(i / 2 + 1.0) * tgamma((d - j - i) / 2 + 1.0);
                value = value / lower * pow(spin, j);
            }
            law->table[at] = value;
            if (j > 0 && j < d) {
                const int fields = law->field_count, p = law->params;
                char name[12];

                snprintf(name, sizeof name, "k%d%d", j, i);
                add(law, name, value, value - 4, value + 4);
                law->field_count = fields;
                law->place[p] = at;
            }
        }
    return CONTENSOU_OK;
}

static enum contensou_status make_potential(struct contensou__law *law,
                                            const struct contensou_patch *patch,
                                            const struct contensou__law_symmetry *symmetry,
                                            struct contensou_error *err)
{
    const int d = law->name[9] - '0';
    const double size = contensou_patch_radius(patch);
    double r1 = 0;
    const enum contensou_status status = contensou_patch_moment(patch, 0, 0, -1, &r1, err);

    if (status)
        return status;
    r1 /= size;
    law->kind = contensou__law_potential;
    for (int i = 1; i <= 3; ++i) {
        const double start =
            i < d / 2
                ? tgamma(d / 2 + 1.0) / (tgamma(i + 1.0) * tgamma(d / 2 - i + 1.0)) * pow(r1, 2 * i)
                : 0;
        const int free = symmetry->circular && i < d / 2;

        add(law, (const char *[]){"c1", "c2", "c3"}[i - 1], start, free ? 0 : start,
            free ? 6 : start);
    }
    add(law, "spin", r1, r1, r1);
    add(law, "size", size, size, size);
    if (!symmetry->circular)
        return make_forms(law, d, r1, err);
    law->count = potential_head;
    law->table = malloc(potential_head * sizeof *law->table);
    if (!law->table)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the law %s", law->name);
    law->table[0] = d;
    law->table[1] = 0;
    return CONTENSOU_OK;
}

enum contensou_status contensou__law_create(struct contensou__law *law, const char *name,
                                            const struct contensou_patch *patch,
                                            struct contensou_error *err)
{
    struct contensou__law_symmetry symmetry = {0};
    const int is_I = name[0] == 'I' && name[1] >= '0' && name[1] <= '9' && name[2] >= '0' &&
                     name[2] <= '9' && !name[3];
    enum contensou_status status;

    *law = (struct contensou__law){0};
    if (!is_I && contensou__names_find(name, contensou__law_names, contensou__law_name_count) < 0)
        return contensou__names_fail(err, "model", name, contensou__law_names,
                                     contensou__law_name_count);
    snprintf(law->name, sizeof law->name, "%s", name);
    law->stretch = patch->stretch;
    status = contensou__law_table_symmetry(patch, &symmetry, err);
    if (status)
        return status;
    if (is_I)
        status = make_approximant(law, patch, &symmetry, err);
    else if (strcmp(name, "ellipsoid") == 0)
        status = make_ellipsoid(law, patch, err);
    else if (strncmp(name, "pade", 4) == 0)
        status = make_pade(law, patch, err);
    else
        status = make_potential(law, patch, &symmetry, err);
    if (status)
        contensou__law_free(law);
    return status;
}

void contensou__law_wrench(const struct contensou__law *law, const double slip[3], int jacobian,
                           double out[9])
{
    double there[3] = {slip[0], slip[1], slip[2]};
    struct slip s;
    union {
        struct approximant_params approximant;
        struct ellipsoid_params ellipsoid;
        struct pade_params pade;
        struct potential_params potential;
    } p;
    struct wrench f = wrench_zero();

    contensou__stretch_slip(&law->stretch, there);
    s = (struct slip){there[0], there[1], there[2]};
    memcpy(&p, law->value, (size_t)law->field_count * sizeof(double));
    switch (law->kind) {
    case contensou__law_approximant:
        f = approximant_wrench(&p.approximant, law->table, s, jacobian);
        break;
    case contensou__law_ellipsoid:
        f = ellipsoid_wrench(&p.ellipsoid, law->table, s, jacobian);
        break;
    case contensou__law_pade:
        f = pade_wrench(&p.pade, law->table, s, jacobian);
        break;
    case contensou__law_potential:
        f = potential_wrench(&p.potential, law->table, s, jacobian);
        break;
    }
    out[0] = f.Tx;
    out[1] = f.Ty;
    out[2] = f.M;
    if (jacobian) {
        const double rest[6] = {f.xx, f.xy, f.yy, f.xw, f.yw, f.ww};

        memcpy(out + 3, rest, sizeof rest);
    }
    contensou__stretch_wrench(&law->stretch, jacobian, out);
}

static const char *const prefixes[] = {"approximant", "ellipsoid", "pade", "potential"};

const char *contensou__law_prefix(const struct contensou__law *law)
{
    return prefixes[law->kind];
}

const char *contensou__law_include(const struct contensou__law *law)
{
    static const char *const files[] = {"laws/approximant.h", "laws/ellipsoid.h", "laws/pade.h",
                                        "laws/potential.h"};

    return files[law->kind];
}
