/* ensemble_lane.c: the numbers that a lane begins with. SPDX-License-Identifier: MIT */
#include "device/ensemble.h"

#include "laws/law.h"

#include <math.h>
#include <string.h>

#define CHANGE_NAME(change, name) name,
const char *const contensou__ensemble_lane_changes[contact_changes] = {
    ALL_CONTACT_CHANGES(CHANGE_NAME)};

int contensou__ensemble_lane_parameters(const struct contensou__ensemble_setup *setup)
{
    return setup->observe.gradient ? (int)setup->set.gradient_count : 0;
}

size_t contensou__ensemble_lane_width(const struct contensou__ensemble_setup *setup)
{
    return (size_t)(setup->system->field_count + setup->friction->lane_fields +
                    contensou__ensemble_lane_parameters(setup) + setup->system->dim);
}

/* How the number of a lane changes with the parameter that it stands for: eta with eta', or eta' with eta, a
 * contact as it says; 1 for all others.
 * value: eps, eta, eta' of the law as people set them. */
static double scale_of(const struct contensou__ensemble_parameter *parameter, const double *value)
{
    const int of_eta = strcmp(parameter->name, "law.eta") == 0;
    long double slope;

    if (parameter->scale != 0)
        return parameter->scale;
    if (!of_eta && strcmp(parameter->name, "law.eta_prime") != 0)
        return 1;
    if (of_eta ==
        (value[0] == 0)) /* the law has eps = 0 and eta, or eta' (contensou__friction_lane) */
        return 1;
    contensou__law_eta_prime_forward(
        of_eta ? (long double)value[1] : contensou__law_eta_prime_back(value[2]), &slope);
    return (double)(of_eta ? slope : 1 / slope);
}

/* The place of a name among fields, or -1. */
static int place_of(const struct contensou__field *fields, int count, const char *name)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(fields[i].name, name) == 0)
            return i;
    return -1;
}

/* The rolling resistance of a ball belongs to the pressure of its law: where s is left open, it is the
 * law's M_ur. */
static void put_rolling(const struct contensou__ensemble_setup *setup, const double *all,
                        double *to)
{
    const int fields = setup->system->field_count;
    const int s = place_of(setup->system->fields, fields, "s");
    const int moment = place_of(setup->friction->fields, setup->friction->field_count, "M_ur");

    if (s >= 0 && moment >= 0 && isnan(all[s]))
        to[s] = all[fields + moment];
}

enum contensou_status contensou__ensemble_lane_make(const struct contensou__ensemble_setup *setup,
                                                    const double *all, double *to,
                                                    struct contensou_error *err)
{
    const size_t fields = (size_t)setup->system->field_count, dim = (size_t)setup->system->dim;
    const size_t law = (size_t)setup->friction->field_count;
    const size_t lane = (size_t)setup->friction->lane_fields;
    const size_t parameters = (size_t)contensou__ensemble_lane_parameters(setup);

    memcpy(to, all, fields * sizeof *to);
    /* the eps of a law that jumps smooths nothing */
    if (setup->stepper && setup->stepper->switches && !setup->friction->jumps) {
        const int eps = place_of(setup->friction->fields, setup->friction->field_count, "eps");

        if (eps >= 0 && all[fields + (size_t)eps] != 0)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "law.eps = %.15g: the stepper %s takes the law as it is; set "
                                  "law.eps = 0, or choose a stepper such as rodas54",
                                  all[fields + (size_t)eps], setup->stepper->name);
    }
    if (setup->system->friction == contensou__system_rolling)
        put_rolling(setup, all, to);
    for (size_t k = 0; k < parameters; ++k)
        to[fields + lane + k] = scale_of(&setup->parameter[k], all + fields);
    memcpy(to + fields + lane + parameters, all + fields + law, dim * sizeof *to);
    return contensou__friction_lane(setup->friction, all + fields, to + fields, err);
}
