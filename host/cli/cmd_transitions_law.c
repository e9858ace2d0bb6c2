/* cmd_transitions_law.c: contensou transitions under the law of a contact, exact or fitted, instead of [3]'s.
 *
 * mu_lambda is the friction coefficient; the size of the contact is a, or follows from mu_tau, the torque
 * in pure spin over the normal force; c_omega is only the unit of n. SPDX-License-Identifier: MIT */
#include "cli/cmd_transitions.h"

#include "base/names.h"
#include "cli/contact_options.h"
#include "cli/progress.h"

#include <contensou/fit.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { mu_place = 9, torque_place = 10, unit_place = 11, size_place = 13 };

static enum contensou_status check_name(const char *name, struct contensou_error *err)
{
    const struct contensou__registry_law *law = contensou__registry_find(name, NULL);
    const char *names[64];
    size_t count = 0;

    if (law && law->kind == contensou__system_contact)
        return CONTENSOU_OK;
    for (size_t i = 0; i < contensou__registry_name_count && count < 64; ++i)
        if (contensou__registry_find(contensou__registry_names[i], NULL)->kind ==
            contensou__system_contact)
            names[count++] = contensou__registry_names[i];
    return contensou__names_fail(err, "law", name, names, count);
}

enum contensou_status contensou__cmd_transitions_law_read(struct contensou__cmd_transitions_law *l,
                                                          const struct contensou__options *o,
                                                          struct contensou_error *err)
{
    static const char *const of_a_contact[] = {"pressure", "tilt", "anisotropy"};
    const char *name = contensou__options_value(o, "law");
    const int shaped = contensou__options_given(o, "shape");
    enum contensou_status status = CONTENSOU_OK;
    int model;

    if (name && strcmp(name, "ellipsoid") == 0 && !shaped)
        name = NULL; /* [3]'s law itself */
    for (size_t i = 0; i < 3 && !name && !shaped; ++i)
        if (contensou__options_given(o, of_a_contact[i]))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--%s belongs to a contact, and the law of [3] has none; give "
                                  "--shape, such as --shape disk",
                                  of_a_contact[i]);
    if (!name && !shaped)
        return CONTENSOU_OK;
    l->name = name ? name : "integral";
    status = check_name(l->name, err);
    model = !status && contensou__registry_find(l->name, NULL)->model;
    if (!status && !model)
        l->name = "integral"; /* which a table stands for in simulations */
    if (!status)
        status = contensou__contact_options_read(o, &l->spec, err);
    if (!status)
        status = contensou_patch_create(&l->patch, &l->spec, err);
    if (!status)
        status = contensou_patch_size(l->patch, &l->size, err);
    if (status || !model)
        return status;
    status = contensou__law_create(&l->model, l->name, l->patch, err);
    l->has_model = !status;
    for (int i = 0; i < l->model.params && !status; ++i) {
        struct contensou__field *f = &l->field[l->fields++];

        *f = (struct contensou__field){.value = NAN, .low = -INFINITY}; /* NaN: to be fitted */
        snprintf(f->name, sizeof f->name, "%s", l->model.names[i]);
    }
    return status;
}

void contensou__cmd_transitions_law_free(struct contensou__cmd_transitions_law *l)
{
    contensou__transitions_contact_free(&l->contact);
    if (l->has_model)
        contensou__law_free(&l->model);
    contensou_patch_free(l->patch);
    contensou_device_close(l->device);
}

/* The parameters of the model: those given, and the fit of the others. */
static enum contensou_status fit(struct contensou__cmd_transitions_law *l, const double *given,
                                 const char *device, struct contensou_error *err)
{
    struct contensou_fit_bound bound[contensou__law_most];
    struct contensou_fit_options options = {.size = sizeof options,
                                            .model = l->name,
                                            .bounds = bound,
                                            .progress = contensou__progress_of(NULL)};
    struct contensou_fit_result *result = malloc(sizeof *result);
    enum contensou_status status;

    if (!result)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the law %s", l->name);
    for (size_t i = 0; i < l->fields; ++i)
        if (!isnan(given[i]))
            bound[options.bound_count++] =
                (struct contensou_fit_bound){l->field[i].name, given[i], given[i]};
    status = contensou_device_open(&l->device, device, err);
    if (!status)
        status = contensou_fit(l->patch, l->device, &options, result, err);
    for (int i = 0; i < result->count && !status; ++i) {
        const int param = contensou__law_find(&l->model, result->parameter[i].name);

        if (param >= 0)
            contensou__law_set(&l->model, param, result->parameter[i].value);
    }
    free(result);
    return status;
}

enum contensou_status contensou__cmd_transitions_law_make(struct contensou__cmd_transitions_law *l,
                                                          const double *given, const char *device,
                                                          struct contensou_error *err)
{
    struct contensou_transitions_law law;
    double spin[3];
    enum contensou_status status = l->has_model ? fit(l, given, device, err) : CONTENSOU_OK;

    if (!status)
        status = contensou__transitions_contact_open(&l->contact, l->patch,
                                                     l->has_model ? &l->model : NULL, err);
    if (status)
        return status;
    law = contensou__transitions_contact_law(&l->contact);
    law.wrench(law.law, (const double[3]){0, 0, 1}, spin);
    l->spin = spin[2];
    return CONTENSOU_OK;
}

double contensou__cmd_transitions_law_settle(const struct contensou__cmd_transitions_law *l,
                                             double *value)
{
    const double a = value[size_place] > 0     ? value[size_place]
                     : value[torque_place] > 0 ? value[torque_place] / (value[mu_place] * l->spin)
                                               : 1;

    value[torque_place] = value[mu_place] * a * l->spin;
    if (!(value[unit_place] > 0))
        value[unit_place] = a * l->size;
    return a;
}

enum contensou_status contensou__cmd_transitions_law_solve(
    struct contensou__cmd_transitions_law *l, const struct contensou_transitions_case *one,
    double a, struct contensou_transitions_result *r, struct contensou_error *err)
{
    struct contensou_transitions_law law;

    l->contact.mu = one->mu_lambda;
    l->contact.a = a;
    law = contensou__transitions_contact_law(&l->contact);
    return contensou_transitions_of_law(one, &law, r, err);
}
