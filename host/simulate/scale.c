/* scale.c: states that are too small for the absolute tolerance. SPDX-License-Identifier: MIT */
#include "simulate/scale.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

static const double digits = 100, noise = 1e-5; /* in units of atol */

int contensou__scale_small(const struct contensou__ensemble_settings *set, double size)
{
    return size != 0 && fabs(size) < digits * set->atol;
}

/* The largest size of a number that varies. */
static double largest_of(const struct contensou__lanes *lanes, size_t a)
{
    const struct contensou__lanes_axis *axis = &lanes->axis[a];
    double most = 0;

    for (uint64_t i = 0; lanes->row && i < lanes->count; ++i)
        most = fmax(most, fabs(lanes->row[i * lanes->axes + a]));
    for (size_t i = 0; axis->list && i < axis->span.count; ++i)
        most = fmax(most, fabs(axis->list[i]));
    if (!lanes->row && !axis->list)
        most = fmax(fabs(axis->span.lo), fabs(axis->span.hi));
    return most;
}

int contensou__scale_start(const struct contensou__ensemble_setup *setup,
                           const struct contensou__lanes *lanes, double *value)
{
    const size_t first = (size_t)(setup->system->field_count + setup->friction->field_count);

    if (setup->stepper->fixed) /* nothing is accepted or rejected */
        return -1;
    for (int i = 0; i < setup->system->dim; ++i) {
        *value = lanes->value[first + (size_t)i];
        for (size_t a = 0; a < lanes->axes; ++a)
            if (lanes->axis[a].place == first + (size_t)i)
                *value = largest_of(lanes, a);
        if (contensou__scale_small(&setup->set, *value))
            return i;
    }
    return -1;
}

int contensou__scale_seen(const struct contensou__ensemble_setup *setup, const double *largest)
{
    if (setup->stepper->fixed)
        return -1;
    for (int i = 0; i < setup->system->dim; ++i)
        if (contensou__scale_small(&setup->set, largest[i]) && largest[i] > noise * setup->set.atol)
            return i;
    return -1;
}

double contensou__scale_needs(const struct contensou__ensemble_settings *set, double size)
{
    return pow(10, floor(log10(set->rtol * fabs(size))));
}
