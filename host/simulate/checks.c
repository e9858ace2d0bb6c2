/* checks.c: states beside the absolute tolerance, and the Jacobian of a system beside differences of its right-hand
 * side. SPDX-License-Identifier: MIT */
#include "simulate/checks.h"

#include "base/random.h"
#include "engine/state.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double digits = 100, noise = 1e-5; /* in units of atol */

/* 1 if a number of this size, not 0, has less than about two digits by the tolerance. */
static int is_small(const struct contensou__ensemble_settings *set, double size)
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

int contensou__checks_start(const struct contensou__ensemble_setup *setup,
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
        if (is_small(&setup->set, *value))
            return i;
    }
    return -1;
}

int contensou__checks_seen(const struct contensou__ensemble_setup *setup, const double *largest)
{
    if (setup->stepper->fixed)
        return -1;
    for (int i = 0; i < setup->system->dim; ++i)
        if (is_small(&setup->set, largest[i]) && largest[i] > noise * setup->set.atol)
            return i;
    return -1;
}

double contensou__checks_needs(const struct contensou__ensemble_settings *set, double size)
{
    return pow(10, floor(log10(set->rtol * fabs(size))));
}

enum { places = 4, sizes = 2, sides = 2 };

/* The difference for a state of this size; the second one is a quarter of the first. */
static double width(double y, int size)
{
    return (size ? 2.5e-6 : 1e-5) * fmax(fabs(y), 1e-2);
}

/* Members: of each place itself, then each state moved by both sizes to both sides. */
static size_t members(size_t dim)
{
    return places * (1 + dim * sizes * sides);
}

static void put_members(const struct contensou__lanes *lanes, size_t states, size_t dim,
                        double *all)
{
    const size_t names = lanes->names, block = 1 + dim * sizes * sides;

    for (size_t p = 0; p < places; ++p) {
        double *base = all + p * block * names;

        contensou__lanes_values(lanes, 0, base);
        for (size_t i = 0; i < dim && p > 0; ++i) {
            const double u = contensou__random_unit(p, i, "place");

            base[states + i] += (2 * u - 1) * (0.1 + 0.3 * fabs(base[states + i]));
        }
        for (size_t k = 1; k < block; ++k) {
            const size_t j = (k - 1) / (sizes * sides);
            const int size = (int)((k - 1) / sides % sizes), side = (int)((k - 1) % sides);
            double *member = base + k * names;

            memcpy(member, base, names * sizeof *member);
            member[states + j] += (side ? -1 : 1) * width(base[states + j], size);
        }
    }
}

/* The entry of one place that is most wrong, kept where it is worse than what was found before. */
static void compare(const double *all, const double *out, size_t names, size_t states, size_t dim,
                    size_t columns, double *worst, struct contensou__checks_slope *entry)
{
    for (size_t r = 0; r < dim; ++r) {
        double scale = 0;

        for (size_t j = 0; j < dim; ++j)
            scale = fmax(scale, fabs(out[dim + r * dim + j]));
        for (size_t j = 0; j < dim; ++j) {
            const double given = out[dim + r * dim + j];
            double d[sizes], away, wrong;

            for (size_t size = 0; size < sizes; ++size) {
                const size_t k = 1 + (j * sizes + size) * sides;
                const double h = all[k * names + states + j] - all[(k + 1) * names + states + j];

                d[size] = (out[k * columns + r] - out[(k + 1) * columns + r]) / h;
            }
            away = fabs(given - d[1]);
            wrong = away / (fmax(fabs(given), fabs(d[1])) + 1e-6 * scale + 1e-9);
            if (isfinite(wrong) && wrong > 1e-2 && fabs(d[0] - d[1]) < 0.1 * away &&
                wrong > *worst) {
                *worst = wrong;
                *entry = (struct contensou__checks_slope){(int)r, (int)j, given, d[1]};
            }
        }
    }
}

enum contensou_status contensou__checks_slopes(const struct contensou__ensemble_setup *setup,
                                               const struct contensou__lanes *lanes,
                                               struct contensou_device *device,
                                               struct contensou__checks_slope *worst,
                                               struct contensou_error *err)
{
    const size_t dim = (size_t)setup->system->dim, count = members(dim), names = lanes->names;
    const size_t states = (size_t)(setup->system->field_count + setup->friction->field_count);
    const size_t block = count / places;
    struct contensou__state *state = NULL;
    double *all = malloc(count * names * sizeof *all), *out = NULL, largest = 0;
    enum contensou_status status =
        contensou__state_open(&state, device, setup, contensou__state_slope, err);
    const size_t columns = status ? 0 : contensou__state_columns(state);

    *worst = (struct contensou__checks_slope){.row = -1};
    if (!status && (!all || !(out = malloc(count * columns * sizeof *out))))
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a check of slopes");
    if (!status) {
        put_members(lanes, states, dim, all);
        status = contensou__state_run(state, setup->set.t_begin, count, all, names, out, err);
    }
    for (size_t p = 0; p < places && !status; ++p)
        compare(all + p * block * names, out + p * block * columns, names, states, dim, columns,
                &largest, worst);
    free(out);
    free(all);
    contensou__state_close(state);
    return status;
}
