/* slopes.c: the derivatives and the series of a user's system beside what its right-hand side gives. A wrong one costs steps, or
 * lets a step end elsewhere, and nothing in the results would show it. SPDX-License-Identifier: MIT */
#include "run/slopes.h"

#include "base/random.h"
#include "base/setting.h"
#include "base/try.h"
#include "device/state.h"
#include "run/loop.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* The entry that is most wrong; row -1 where all are right. */
struct slope_entry {
    int row, column; /* d(state row)'/d(state column) */
    double given, found;
};

/* The entry of one place that is most wrong, kept where it is worse than what was found before. */
static void compare(const double *all, const double *out, size_t names, size_t states, size_t dim,
                    size_t columns, double *worst, struct slope_entry *entry)
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
                *entry = (struct slope_entry){(int)r, (int)j, given, d[1]};
            }
        }
    }
}

static void close_state(struct contensou__state **state)
{
    contensou__state_close(*state);
}

/* Compares at the initial state of the first lane and at places around it with central differences of two sizes;
 * where these two disagree, at a corner of a law, nothing is said. */
static enum contensou_status compare_slopes(const struct contensou__ensemble_setup *setup,
                                            const struct contensou__lanes *lanes,
                                            struct contensou_device *device,
                                            struct slope_entry *worst, struct contensou_error *err)
{
    const size_t dim = (size_t)setup->system->dim, count = members(dim), names = lanes->names;
    const size_t states = (size_t)(setup->system->field_count + setup->friction->field_count);
    const size_t block = count / places;
    OWNED(close_state) struct contensou__state *state = NULL;
    OWNED(contensou__try_free) double *all = malloc(count * names * sizeof *all);
    OWNED(contensou__try_free) double *out = NULL;
    double largest = 0;
    size_t columns;

    *worst = (struct slope_entry){.row = -1};
    TRY(contensou__state_open(&state, device, setup, contensou__state_slope, err));
    columns = contensou__state_columns(state);
    out = malloc(count * columns * sizeof *out);
    TRY(contensou__try_memory(all ? out : NULL, err, "a check of slopes"));
    put_members(lanes, states, dim, all);
    TRY(contensou__state_run(state, setup->set.t_begin, count, all, names, out, err));
    for (size_t p = 0; p < places; ++p)
        compare(all + p * block * names, out + p * block * columns, names, states, dim, columns,
                &largest, worst);
    return CONTENSOU_OK;
}

enum { openings = 16 };

/* The first steps of lanes spread over the plan. */
struct opening {
    const struct contensou__lanes *lanes;
    uint64_t assigned, steps, rejections;
};

static size_t assign_opening(void *owner, uint64_t *lane, size_t most_lanes)
{
    struct opening *o = owner;
    size_t count = 0;

    for (; o->assigned < openings && count < most_lanes; ++o->assigned)
        lane[count++] = o->assigned * o->lanes->count / openings;
    return count;
}

static enum contensou_status deliver_opening(void *owner, const struct contensou__record *record,
                                             size_t count, struct contensou_error *err)
{
    struct opening *o = owner;

    (void)err;
    for (size_t i = 0; i < count; ++i) {
        o->steps += record[i].steps;
        o->rejections += record[i].rejections;
    }
    return CONTENSOU_OK;
}

/* A step by the right series is hardly ever rejected: its length is known before, and what is checked behind it is the
 * slope at its end. */
static enum contensou_status check_own_series(const struct contensou__plan *p,
                                              struct contensou_error *err)
{
    struct contensou__ensemble_setup setup = p->setup;
    struct opening o = {.lanes = &p->lanes};
    const struct contensou__loop_scheduler scheduler = {
        .owner = &o, .assign = assign_opening, .deliver = deliver_opening};

    setup.set.max_steps = fmin(setup.set.max_steps, 8);
    TRY(contensou__loop_work(p->device[0], &setup, &p->lanes, openings, 1, &scheduler, err));
    return 3 * o.rejections > o.steps + o.rejections
               ? contensou_fail(err, CONTENSOU_EINPUT,
                                "the system_series of %s is not that of its right-hand side: where "
                                "a step by it ends, the slope is another one; compare them, or "
                                "choose a stepper such as dop853",
                                p->system->name)
               : CONTENSOU_OK;
}

enum contensou_status contensou__slopes_check(const struct contensou__plan *p,
                                              struct contensou_error *err)
{
    const int asked = contensou__settings_given(p->asked, "check-jacobian");
    const struct contensou__field *states = p->system->states;
    struct slope_entry entry;
    char text[512];

    if (p->own && p->setup.stepper->series)
        TRY(check_own_series(p, err));
    if (!asked && (!p->own || !contensou__user_system_states_slopes(p->own)))
        return CONTENSOU_OK;
    if (!contensou_device_about(p->device[0])->fp64)
        return asked ? contensou_fail(
                           err, CONTENSOU_EDEVICE,
                           SETTING("check-jacobian") " needs a device with double precision")
                     : CONTENSOU_OK;
    TRY(compare_slopes(&p->setup, &p->lanes, p->device[0], &entry, err));
    if (entry.row < 0)
        return CONTENSOU_OK;
    snprintf(text, sizeof text,
             "the Jacobian of %s is wrong near the start: the derivative of %s' by %s is %.6g "
             "there, but differences of the right-hand side give %.6g; stiff steppers then need "
             "many more steps",
             p->system->name, states[entry.row].name, states[entry.column].name, entry.given,
             entry.found);
    if (asked)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s", text);
    contensou__settings_note(p->asked, "warning: %s", text);
    return CONTENSOU_OK;
}
