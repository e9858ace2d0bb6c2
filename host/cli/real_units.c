/* real_units.c: newtons and metres in and out. SPDX-License-Identifier: MIT */
#include "cli/real_units.h"

#include "base/try.h"
#include "cli/contact_options.h"

#include <contensou/contact.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A number above 0, of a kind of unit or (contensou__units_kinds) without any. */
static enum contensou_status read_one(const struct contensou__options *o, const char *name,
                                      enum contensou__units_kind kind, double *value, int *given,
                                      struct contensou_error *err)
{
    const char *text = contensou__options_value(o, name);
    char what[32];

    *value = 1;
    *given = contensou__options_given(o, name);
    if (!text || !*given)
        return CONTENSOU_OK;
    snprintf(what, sizeof what, "--%s", name);
    if (kind != contensou__units_kinds)
        return contensou__units_number(text, kind, what, value, err);
    TRY(contensou__options_number(o, name, value, err));
    if (!(*value > 0))
        return WRONG(err, "--%s %s: it is a number above 0", name, text);
    return CONTENSOU_OK;
}

enum contensou_status contensou__real_units_read(struct contensou__real_units *u,
                                                 const struct contensou__options *o,
                                                 struct contensou_patch_spec *spec,
                                                 struct contensou_error *err)
{
    *u = (struct contensou__real_units){.a = 1, .list = contensou__options_value(o, "units")};
    TRY(read_one(o, "mu", contensou__units_kinds, &u->mu, &u->has_mu, err));
    TRY(read_one(o, "normal-force", contensou__units_force, &u->normal, &u->has_normal, err));
    TRY(read_one(o, "size", contensou__units_length, &u->size, &u->has_size, err));
    if (u->has_size && spec->unit)
        return WRONG(
            err, "--size and --unit are both the contact's unit of length: leave one of them out");
    if (u->has_size)
        spec->unit = contensou__options_value(o, "size");
    return contensou__units_read(&u->table, u->list, "--units", err);
}

void contensou__real_units_contact(struct contensou__real_units *u,
                                   const struct contensou_patch *patch, int say)
{
    const double unit = contensou_patch_unit(patch), load = contensou_patch_load(patch);

    if (unit > 0) {
        u->size = unit;
        u->has_size = 1;
    }
    if (load > 0 && !u->has_normal) {
        u->normal = load;
        u->has_normal = 1;
        if (say)
            fprintf(stderr,
                    "contensou: the normal force is %.10g N, the integral of the pressure\n", load);
    }
}

enum contensou_status contensou__real_units_file(struct contensou__real_units *u, const char *line,
                                                 const char *path, struct contensou_error *err)
{
    TRY(contensou__units_of_file(&u->table, u->list, line, path, err));
    if (u->table.named[contensou__units_length] && !u->has_size)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "%s has a unit of length, but that of the contact is not known; give "
                              "it, such as --unit mm",
                              path);
    return CONTENSOU_OK;
}

enum contensou_status contensou__real_units_rows(const struct contensou__real_units *u,
                                                 struct contensou_fit_rows *rows, const char *path,
                                                 const char *group, struct contensou_error *err)
{
    const struct contensou_fit_units units = {.size = sizeof units,
                                              .list = u->list,
                                              .mu = u->mu,
                                              .normal_force = u->normal,
                                              .length = u->size,
                                              .group = group};

    return contensou_fit_rows_read(rows, path, &units, err);
}

struct contensou_fit_record contensou__real_units_record(const struct contensou__real_units *u)
{
    return (struct contensou_fit_record){.size = sizeof(struct contensou_fit_record),
                                         .mu = u->has_mu ? u->mu : 0,
                                         .normal_force = u->has_normal ? u->normal : 0,
                                         .length = u->has_size ? u->size : 0};
}

int contensou__real_units_any(const struct contensou__real_units *u)
{
    return u->has_mu || u->has_normal || u->has_size || u->fitted;
}

double contensou__real_units_force(const struct contensou__real_units *u)
{
    return u->mu * u->normal;
}

double contensou__real_units_length(const struct contensou__real_units *u)
{
    return u->size * u->a;
}

void contensou__real_units_wrench(const struct contensou__real_units *u, size_t n, double *wrench)
{
    const double force = contensou__real_units_force(u), length = contensou__real_units_length(u);

    for (size_t i = 0; i < 3 * n && contensou__real_units_any(u); i++)
        wrench[i] *= i < 2 * n ? force : force * length;
}

static int same(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fmax(1, fmax(fabs(a), fabs(b)));
}

/* The contact of the command line, if there is one, must be that of the file. */
static enum contensou_status check_contact(const struct contensou_fit_file *file, const char *path,
                                           const struct contensou__options *o,
                                           struct contensou_error *err)
{
    static const char *const names[] = {"shape", "pressure", "tilt", "center", "anisotropy"};
    const struct contensou_patch_spec *of = &file->spec;
    struct contensou_patch_spec spec = {.size = sizeof spec};
    const double ratio = of->anisotropy[0] > 0 ? of->anisotropy[0] : 1;
    int given = 0;

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        given |= contensou__options_given(o, names[i]);
    if (!given)
        return CONTENSOU_OK;
    if (!of->shape)
        return WRONG(err, "a contact cannot be used with --model %s: the file has %s", path,
                     of->arrays ? "its numbers" : "the cells that were identified");
    TRY(contensou__contact_options_read(o, &spec, err));
    if (strcmp(spec.shape, of->shape) != 0 ||
        strcmp(contensou_contact_pressure(&spec), contensou_contact_pressure(of)) != 0 ||
        !same(spec.tilt_k, of->tilt_k) || !same(spec.tilt_beta, of->tilt_beta) ||
        !same(spec.center[0], of->center[0]) || !same(spec.center[1], of->center[1]) ||
        !same(spec.anisotropy[0], ratio) || !same(spec.anisotropy[1], of->anisotropy[1]))
        return WRONG(err,
                     "%s was fitted to another contact, %s with the pressure %s, not to %s with %s "
                     "as given here; leave --shape and what belongs to it out",
                     path, of->shape, contensou_contact_pressure(of), spec.shape,
                     contensou_contact_pressure(&spec));
    return CONTENSOU_OK;
}

enum contensou_status contensou__real_units_fit(struct contensou__real_units *u,
                                                struct contensou_fit_file *file, const char *path,
                                                const struct contensou__options *o,
                                                struct contensou_error *err)
{
    double unit = 0, pressure, own;

    TRY(contensou_fit_file_read_corrected(file, path, err));
    TRY(check_contact(file, path, o, err));
    TRY(contensou__units_contact(contensou__options_value(o, "unit"), "--unit", &unit, &pressure,
                                 err));
    if (!(unit > 0) && u->has_size)
        unit = u->size;
    if (file->mu != 1 && u->has_mu)
        return WRONG(err, "--mu cannot be used with --model %s: the file has mu = %.6g", path,
                     file->mu);
    u->fitted = 1;
    u->a = file->a;
    if (file->mu != 1)
        u->mu = file->mu;
    u->has_mu |= file->mu != 1;
    if (!u->has_normal && file->normal_force > 0) {
        u->normal = file->normal_force;
        u->has_normal = 1;
    }
    own = contensou_patch_unit(file->patch);
    if (unit > 0 && own > 0 && !contensou__units_same(unit, own))
        return WRONG(err,
                     "the contact of %s has the unit of length %s; leave --unit and --size out",
                     path, contensou__units_length_text(own).text);
    u->has_size = own > 0 || unit > 0;
    u->size = own > 0 ? own : unit > 0 ? unit : 1;
    return CONTENSOU_OK;
}

const char *contensou__real_units_word(const struct contensou__real_units *u, int torque)
{
    static const char *const forces[4] = {"mu N", "N of normal force", "N/mu", "N"};
    static const char *const torques[8] = {
        "mu N length", "N of normal force length", "N/mu length", "N length",
        "mu N m",      "N of normal force m",      "N/mu m",      "N m"};
    const int row = u->has_mu + 2 * u->has_normal;

    return torque ? torques[row + 4 * u->has_size] : forces[row];
}

const char *contensou__real_units_column(const struct contensou__real_units *u, const char *name)
{
    static const char *const velocities[2] = {"velocity", "m/s"}, *const spins[2] = {
                                                                      "velocity/length", "rad/s"};

    if (strcmp(name, "theta") == 0 || strcmp(name, "phi") == 0)
        return "rad";
    if (strcmp(name, "omega") == 0)
        return spins[u->has_size];
    return *name == 'v' ? velocities[u->has_size]
                        : contensou__real_units_word(u, name[strlen(name) - 1] == 'M');
}

void contensou__real_units_labels(const struct contensou__real_units *u, char label[3][48])
{
    static const char *const names[3] = {"Tx", "Ty", "M"};

    for (int k = 0; k < 3; k++)
        snprintf(label[k], 48, "%s (%s)", names[k], contensou__real_units_column(u, names[k]));
}

void contensou__real_units_name(const struct contensou__real_units *u,
                                struct contensou_table_attribute *comment, char text[200])
{
    *comment = (struct contensou_table_attribute){"units", "", 0};
    if (!contensou__real_units_any(u))
        return;
    snprintf(text, 200, "Tx, Ty in %s, M in %s, slips in %s", contensou__real_units_word(u, 0),
             contensou__real_units_word(u, 1),
             u->has_size ? "m/s and rad/s" : "velocity and velocity/length");
    *comment = (struct contensou_table_attribute){CONTENSOU_TABLE_COMMENT, text, 0};
}
