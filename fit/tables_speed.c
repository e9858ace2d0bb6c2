/* tables_speed.c: how long the exact wrench at the nodes of each contact takes on the device, and as
 * the same formulas in C on one processor. SPDX-License-Identifier: MIT */
#include "fit/tables_parts.h"

#include "base/pi.h"
#include "base/clock.h"

#include <contensou/eval.h>

#include <math.h>
#include <stdlib.h>

enum { thetas = 181, phis = 24, nodes = thetas * phis, rounds = 3 };

static void put_slips(double *slip)
{
    for (int i = 0; i < nodes; ++i) {
        const double theta = pi / 2 * (i / phis) / (thetas - 1), phi = 2 * pi * (i % phis) / phis;

        slip[i] = cos(theta) * cos(phi);
        slip[nodes + i] = cos(theta) * sin(phi);
        slip[2 * nodes + i] = sin(theta);
    }
}

/* The best of some rounds each, in turn, so that a disturbance meets both. */
static enum contensou_status measure(const struct contensou_patch *patch,
                                     struct contensou_device *device, const double *slip,
                                     double *wrench, struct contensou_tables_speed *s,
                                     struct contensou_error *err)
{
    struct contensou_eval *eval = NULL;
    enum contensou_status status = contensou_eval_create(&eval, patch, device, NULL, err);

    s->device = s->reference = HUGE_VAL;
    for (int round = 0; round < rounds && !status; ++round) {
        const double start = contensou__clock_seconds();
        double middle;

        status = contensou_eval_run(eval, nodes, slip, wrench, NULL, err);
        middle = contensou__clock_seconds();
        if (!status)
            status =
                contensou_eval_reference(patch, NULL, nodes, slip, wrench + 3 * nodes, NULL, err);
        s->device = fmin(s->device, middle - start);
        s->reference = fmin(s->reference, contensou__clock_seconds() - middle);
    }
    contensou_eval_free(eval);
    for (int i = 0; i < 3 * nodes && !status; ++i)
        s->difference = fmax(s->difference, fabs(wrench[i] - wrench[3 * nodes + i]));
    return status;
}

enum contensou_status contensou__tables_speed(struct contensou_tables *t,
                                              struct contensou_device *device,
                                              struct contensou_error *err)
{
    double *slip = malloc(9 * (size_t)nodes * sizeof *slip);
    enum contensou_status status = CONTENSOU_OK;

    t->speed = calloc(t->contacts, sizeof *t->speed);
    if (!slip || !t->speed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the tables");
    else
        put_slips(slip);
    for (size_t i = 0; i < t->contacts && !status; ++i) {
        t->speed[i].contact = i;
        t->speed[i].nodes = nodes;
        status = measure(t->patch[i], device, slip, slip + 3 * (size_t)nodes, &t->speed[i], err);
        t->speeds = i + 1;
    }
    free(slip);
    return status;
}
