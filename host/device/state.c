/* state.c: a system at given states, on a device. SPDX-License-Identifier: MIT */
#include "device/state.h"

#include "base/try.h"
#include "device/members.h"

#include <stdlib.h>
#include <string.h>

enum { patch_columns = 15 };

struct contensou__state {
    struct contensou__members *members;
    enum contensou__state_kind kind;
    size_t dim, rows; /* rows of the Jacobian, as the kernel gives it */
};

static void release(struct contensou__state **s)
{
    contensou__state_close(*s);
}

enum contensou_status contensou__state_open(struct contensou__state **out,
                                            struct contensou_device *device,
                                            const struct contensou__ensemble_setup *setup,
                                            enum contensou__state_kind kind,
                                            struct contensou_error *err)
{
    const size_t dim = (size_t)setup->system->dim;
    OWNED(release) struct contensou__state *s = calloc(1, sizeof *s);

    *out = NULL;
    TRY(contensou__try_memory(s, err, "the states of %s", setup->system->name));
    *s = (struct contensou__state){
        .kind = kind, .dim = dim, .rows = setup->system->second ? dim / 2 : dim};
    TRY(contensou__members_open(
        &s->members, device, setup,
        &(struct contensou__members_program){
            kind == contensou__state_local ? "drivers/local.cl" : "drivers/state.cl", 1, NULL},
        err));
    *out = s;
    s = NULL;
    return CONTENSOU_OK;
}

void contensou__state_close(struct contensou__state *s)
{
    if (!s)
        return;
    contensou__members_close(s->members);
    free(s);
}

struct contensou__members *contensou__state_members(const struct contensou__state *s)
{
    return s->members;
}

size_t contensou__state_columns(const struct contensou__state *s)
{
    return s->kind == contensou__state_local ? (size_t)patch_columns : s->dim + s->dim * s->dim;
}

/* Of systems of second order, the kernel's slope and lower half of the Jacobian to all of it. */
static void put(const struct contensou__state *s, const double *from, double *to)
{
    const size_t dim = s->dim, above = dim - s->rows;

    memset(to, 0, (dim + dim * dim) * sizeof *to);
    memcpy(to, from, dim * sizeof *to);
    for (size_t r = 0; r < above; ++r)
        to[dim + r * dim + s->rows + r] = 1;
    memcpy(to + dim + above * dim, from + dim, s->rows * dim * sizeof *to);
}

enum contensou_status contensou__state_run(struct contensou__state *s, double t, size_t n,
                                           const double *all, size_t names, double *out,
                                           struct contensou_error *err)
{
    const int local = s->kind == contensou__state_local;
    const size_t columns = local ? (size_t)patch_columns : s->dim + s->rows * s->dim;
    OWNED(contensou__try_free) double *time = malloc((1 + columns) * n * sizeof *time);
    double *row = time ? time + n : NULL;
    const struct contensou__members_call call = {.kernel = local ? "local_state" : "state",
                                                 .count = n,
                                                 .names = names,
                                                 .all = all,
                                                 .time = time,
                                                 .columns = columns,
                                                 .out = row};

    TRY(contensou__try_memory(time, err, "%zu states", n));
    for (size_t i = 0; i < n; ++i)
        time[i] = t;
    TRY(contensou__members_run(s->members, &call, err));
    if (local)
        memcpy(out, row, n * columns * sizeof *out);
    for (size_t i = 0; i < n && !local; ++i)
        put(s, row + i * columns, out + i * contensou__state_columns(s));
    return CONTENSOU_OK;
}
