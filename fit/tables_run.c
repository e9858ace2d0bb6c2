/* tables_run.c: computes everything that the tables hold. SPDX-License-Identifier: MIT */
#include "fit/tables_parts.h"

#include "base/clock.h"
#include "base/versioned.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void contensou_tables_run_free(struct contensou_tables *tables)
{
    if (!tables)
        return;
    for (size_t i = 0; tables->patch && i < tables->contacts; ++i)
        contensou_patch_free(tables->patch[i]);
    free(tables->patch);
    free(tables->contact);
    free(tables->fit);
    free(tables->eta);
    free(tables->published);
    free(tables->speed);
    free(tables);
}

const struct contensou_tables_fit *contensou_tables_run_find(const struct contensou_tables *tables,
                                                             const char *family, const char *shape,
                                                             const char *pressure,
                                                             const char *model,
                                                             enum contensou_norm norm)
{
    for (size_t i = 0; i < tables->fits; ++i) {
        const struct contensou_tables_fit *f = &tables->fit[i];
        const struct contensou_tables_contact *c = &tables->contact[f->contact];

        if (f->norm == norm && strcmp(f->model, model) == 0 && strcmp(c->family, family) == 0 &&
            strcmp(c->shape, shape) == 0 && strcmp(c->pressure, pressure) == 0)
            return f;
    }
    return NULL;
}

enum contensou_status contensou_tables_run(struct contensou_tables **out,
                                           struct contensou_device *device,
                                           const struct contensou_tables_options *given,
                                           struct contensou_error *err)
{
    const double start = contensou__clock_seconds();
    struct contensou_tables *t;
    struct contensou_tables_options own, *const options = &own;
    enum contensou_status status =
        contensou__versioned_take(&own, sizeof own, given, "contensou_tables_options", err);

    *out = NULL;
    if (status)
        return status;
    t = calloc(1, sizeof *t);
    if (!t)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the tables");
    snprintf(t->device, sizeof t->device, "%s", contensou_device_about(device)->name);
    snprintf(t->driver, sizeof t->driver, "%s", contensou_device_about(device)->driver);
    status = contensou__tables_catalogue(t, options, err);
    if (!status)
        status = contensou__tables_eta(t, err);
    if (!status)
        status = contensou__tables_threads(t, device, options, err);
    if (!status)
        status = contensou__tables_published(t, device, err);
    if (!status)
        status = contensou__tables_speed(t, device, err);
    if (status) {
        contensou_tables_run_free(t);
        return status;
    }
    t->seconds = contensou__clock_seconds() - start;
    *out = t;
    return CONTENSOU_OK;
}
