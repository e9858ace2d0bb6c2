/* cmd_transitions_system.c: mass and drive of contensou transitions from the state of a system: the local motion of its
 * contact, s' = a0 + A f, has the mass matrix -A^-1 and the drive a0, in the units of its slip, per mu N.
 * SPDX-License-Identifier: MIT */
#include "cli/cmd_transitions.h"

#include "base/names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum contensou_status find(struct contensou__cmd_transitions_system *s, const char *name,
                                  struct contensou_error *err)
{
    s->system = contensou__system_find(name);
    if (!s->system)
        return contensou__names_fail(err, "system", name, contensou__system_names,
                                     contensou__system_name_count);
    if (s->system->friction != contensou__system_contact)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--system %s has no contact patch that slides and spins; choose one "
                              "such as pendulum, 'contensou list systems' has them all",
                              name);
    return CONTENSOU_OK;
}

enum contensou_status
contensou__cmd_transitions_system_read(struct contensou__cmd_transitions_system *s,
                                       const struct contensou__options *o,
                                       struct contensou_error *err)
{
    const char *name = contensou__options_value(o, "system");
    enum contensou_status status;

    if (!name && contensou__options_given(o, "init"))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--init gives the state of a system; give --system too, such as "
                              "--system pendulum");
    if (!name)
        return CONTENSOU_OK;
    for (int i = 0; i < 2; ++i)
        if (contensou__options_given(o, i ? "drive" : "mass"))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--%s and --system exclude each other: the system's state gives "
                                  "mass and drive",
                                  i ? "drive" : "mass");
    if (contensou__options_given(o, "random") && !o->repeat_count)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--random with --system needs what is random: --vary name=lo:hi");
    status = find(s, name, err);
    if (!status)
        status = contensou_device_open(&s->device, contensou__options_value(o, "device"), err);
    if (!status && !contensou_device_about(s->device)->fp64)
        status = contensou_fail(err, CONTENSOU_EDEVICE,
                                "the device '%s' does not compute in double precision, which "
                                "--system needs; choose another device",
                                contensou_device_about(s->device)->name);
    if (!status)
        status =
            contensou_patch_create(&s->disk, &(struct contensou_patch_spec){.shape = "disk"}, err);
    if (!status)
        status = contensou__friction_create(&s->friction, s->system->law, s->disk, 0, 0, err);
    s->setup.system = s->system;
    s->setup.friction = &s->friction;
    if (!status)
        status =
            contensou__state_open(&s->state, s->device, &s->setup, contensou__state_local, err);
    return status;
}

void contensou__cmd_transitions_system_free(struct contensou__cmd_transitions_system *s)
{
    contensou__state_close(s->state);
    contensou__friction_free(&s->friction);
    contensou_patch_free(s->disk);
    contensou_device_close(s->device);
}

/* m = -A^-1 as m11 .. m33; 0 where A is not that of a contact that moves in all three ways. */
static int mass_of(const double A[9], double m[6])
{
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    double cofactor[9], det = 0, largest[3];

    for (int i = 0; i < 3; ++i)
        largest[i] = fabs(A[4 * i]);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const int a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;

            cofactor[3 * i + j] = A[3 * a + c] * A[3 * b + d] - A[3 * a + d] * A[3 * b + c];
            if (!(fabs(A[3 * i + j] - A[3 * j + i]) <= 1e-7 * sqrt(largest[i] * largest[j])))
                return 0;
        }
    for (int j = 0; j < 3; ++j)
        det += A[j] * cofactor[j];
    if (!(fabs(det) > 1e-13 * largest[0] * largest[1] * largest[2]))
        return 0;
    for (int k = 0; k < 6; ++k) /* the mean of both sides */
        m[k] = -0.5 * (cofactor[3 * row[k] + column[k]] + cofactor[3 * column[k] + row[k]]) / det;
    return 1;
}

enum contensou_status
contensou__cmd_transitions_system_run(struct contensou__cmd_transitions_system *s, size_t n,
                                      const double *value, size_t stride, double *mass_and_drive,
                                      double slip[3], struct contensou_error *err)
{
    const size_t fields = (size_t)s->system->field_count, dim = (size_t)s->system->dim;
    const size_t law = (size_t)s->friction.field_count, names = fields + law + dim;
    const size_t columns = contensou__state_columns(s->state);
    double *all = malloc((names + columns) * n * sizeof *all), *out = all ? all + names * n : NULL;
    enum contensou_status status;

    if (!all)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu states", n);
    for (size_t i = 0; i < n; ++i) {
        double *to = all + i * names;

        memcpy(to, value + i * stride, fields * sizeof *to);
        for (size_t k = 0; k < law; ++k)
            to[fields + k] = s->friction.fields[k].value;
        memcpy(to + fields + law, value + i * stride + fields, dim * sizeof *to);
    }
    status = contensou__state_run(s->state, 0, n, all, names, out, err);
    for (size_t i = 0; i < n && !status; ++i) {
        const double *row = out + i * columns;
        double *to = mass_and_drive + 9 * i;

        if (!mass_of(row + 6, to))
            status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                    "the contact of %s does not slide along x, along y and spin "
                                    "under its friction; --system needs all three",
                                    s->system->name);
        memcpy(to + 6, row + 3, 3 * sizeof *to);
        if (i == 0)
            memcpy(slip, row, 3 * sizeof *slip);
    }
    free(all);
    return status;
}
