/* regularised.c: a law of simulations for many slips. SPDX-License-Identifier: MIT */
#include <contensou/regularised.h>

#include "base/try.h"
#include "base/versioned.h"
#include "device/friction_run.h"
#include "model/friction_law.h"
#include "model/lanes.h"

#include <stdlib.h>

struct contensou_regularised {
    struct contensou__friction_run run;
};

static enum contensou_status open_law(struct contensou__friction_run *run,
                                      const struct contensou_patch *patch,
                                      struct contensou_device *device, const char *name,
                                      const char *set, const struct contensou_eval_options *o,
                                      struct contensou_error *err)
{
    const struct contensou__registry_law *about = contensou__registry_find(name, NULL);
    OWNED(contensou__friction_free) struct contensou__friction law = {0};
    OWNED(contensou__lanes_free) struct contensou__lanes lanes = {0};
    OWNED(contensou__lanes_choice_free) struct contensou__lanes_choice choice = {.varies = 0};
    struct contensou__lanes_group group = {.prefix = "law."};

    if (about && about->kind != contensou__system_contact)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "the law %s is along a line and has no contact patch; 'contensou "
                              "list laws' names those of contacts",
                              name);
    TRY(contensou__friction_create(&law, name, patch, 0, o->precision == CONTENSOU_PRECISION_SINGLE,
                                   err));
    if (law.needs_fit)
        TRY(contensou__friction_law_fit(&law, patch, device, err));
    group.fields = law.fields;
    group.count = (size_t)law.field_count;
    if (set)
        TRY(contensou__lanes_choice_set(&choice, set, err));
    TRY(contensou__lanes_create(&lanes, &group, 1, &choice, err));
    return contensou__friction_run_create(run, &law, lanes.value, patch, device, o, err);
}

static void release(struct contensou_regularised **r)
{
    contensou_regularised_free(*r);
}

enum contensou_status contensou_regularised_create(struct contensou_regularised **out,
                                                   const struct contensou_patch *patch,
                                                   struct contensou_device *device, const char *law,
                                                   const char *set,
                                                   const struct contensou_eval_options *options,
                                                   struct contensou_error *err)
{
    OWNED(release) struct contensou_regularised *r = NULL;
    struct contensou_eval_options o;

    *out = NULL;
    TRY(contensou__versioned_take(&o, sizeof o, options, "contensou_eval_options", err));
    r = calloc(1, sizeof *r);
    TRY(contensou__try_memory(r, err, "the law %s", law));
    TRY(open_law(&r->run, patch, device, law, set, &o, err));
    *out = r;
    r = NULL;
    return CONTENSOU_OK;
}

void contensou_regularised_free(struct contensou_regularised *r)
{
    if (r)
        contensou__friction_run_free(&r->run);
    free(r);
}

enum contensou_status contensou_regularised_run(struct contensou_regularised *r, size_t n,
                                                const double *slip, double *wrench,
                                                double *jacobian, struct contensou_error *err)
{
    return contensou__friction_run_slips(&r->run, n, slip, wrench, jacobian, err);
}

const char *contensou_regularised_program(const struct contensou_regularised *r)
{
    return r->run.base.text.data;
}
