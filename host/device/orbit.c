/* orbit.c: trajectories of a system with their variations, on a device. SPDX-License-Identifier: MIT */
#include "device/orbit.h"

#include "base/try.h"
#include "cl/device_choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int switches(const struct contensou__ensemble_setup *setup)
{
    return setup->stepper && setup->stepper->switches;
}

/* How many numbers drivers/orbit_event.cl has for each member itself: a variation and counts, states and Jacobians of the stages of a step and one
 * more, and the lane between two launches. */
static int most_own(const struct contensou__ensemble_setup *setup)
{
    const int dim = setup->system->dim, counts = 8, stages = 12, head = 7;

    return dim + counts + (stages + 1) * (dim + dim * dim) + head + 2 * dim +
           contensou__stepper_keeps(setup->stepper, 0);
}

/* The stepper, and an observer that carries the variation. */
static void bind_stepper(const struct contensou__ensemble_setup *setup, struct contensou__bundle *b)
{
    contensou__bundle_number(b, "orbit_most", most_own(setup));
    contensou__bundle_include(b, "drivers/variation.h");
    contensou__stepper_bind_handover(setup->stepper, NULL, setup->set.rtol, b);
    contensou__stepper_bind(setup->stepper, setup->system->second, 0, b);
    contensou__stepper_bind_switches(setup->stepper, 0, 0, b);
}

enum contensou_status contensou__orbit_open(struct contensou__members **out,
                                            struct contensou_device *device,
                                            const struct contensou__ensemble_setup *setup,
                                            struct contensou_error *err)
{
    const int pack = setup->pack                                                       ? setup->pack
                     : contensou__device_choice_is_cpu(contensou_device_about(device)) ? 4
                                                                                       : 1;
    const struct contensou__members_program program =
        switches(setup)
            ? (struct contensou__members_program){"drivers/orbit_event.cl", pack, bind_stepper}
            : (struct contensou__members_program){"drivers/orbit.cl", pack, NULL};

    return contensou__members_open(out, device, setup, &program, err);
}

/* Equal steps: to[..] from the states behind every `every`-th step. */
static void put_rows(struct contensou__orbit_call *call, size_t dim, const double *path)
{
    for (size_t k = 0; k < call->samples; ++k) {
        double *row = call->row + k * (2 + dim);

        row[0] = call->span * (double)(k + 1) / (double)call->samples;
        row[1] = contensou__orbit_sample;
        memcpy(row + 2, path + k * dim, dim * sizeof *row);
    }
    call->rows = call->samples;
}

/* Rows of `columns` numbers that one buffer takes, at most those that are asked for: beyond it fewer switches are followed. */
static size_t room_of(const struct contensou__members *o, const struct contensou__orbit_call *call,
                      size_t columns)
{
    const size_t most = contensou__members_largest(o) / columns;

    return call->row && call->room > most && most > call->samples ? most
           : call->row                                            ? call->room
                                                                  : call->samples + call->switches;
}

enum contensou_status contensou__orbit_run(struct contensou__members *o,
                                           struct contensou__orbit_call *call,
                                           struct contensou_error *err)
{
    const struct contensou__ensemble_setup *const setup = contensou__members_setup(o);
    const size_t dim = (size_t)setup->system->dim, n = call->count;
    const int exact = switches(setup);
    const size_t width = 3 * dim + contensou__orbit_tail;
    const size_t parts = call->row ? call->samples : 1;
    const size_t every = exact ? 1 : (size_t)fmax(ceil(call->span / call->step / (double)parts), 1);
    const size_t columns = exact ? width : 3 * dim;
    const size_t room = room_of(o, call, 2 + dim); /* of rows with samples and switches */
    const size_t path = !call->row ? 0 : exact ? room * (2 + dim) : call->samples * dim;
    const uint32_t equal[2] = {(uint32_t)(parts * every), call->row ? (uint32_t)every : 0};
    const uint32_t free_[2] = {(uint32_t)call->samples, call->row ? (uint32_t)room : 0};
    const double settings[] = {call->begin, call->span, setup->set.rtol, setup->set.atol,
                               fmin((double)call->switches, (double)(room - call->samples))};
    OWNED(contensou__try_free)
    double *memory = malloc((n * (1 + columns) + path) * sizeof *memory);
    double *out = memory + n;
    const struct contensou__members_call members = {.kernel = "orbit",
                                                    .count = n,
                                                    .names = call->names,
                                                    .all = call->all,
                                                    .time = memory,
                                                    .more = call->v,
                                                    .extra = dim,
                                                    .columns = columns,
                                                    .out = out,
                                                    .setting = settings,
                                                    .settings = exact ? 5 : 1,
                                                    .word = exact ? free_ : equal,
                                                    .words = 2,
                                                    .steps = exact ? UINT32_MAX : equal[0],
                                                    .running = exact ? columns - 1 : 0,
                                                    .progress = call->progress,
                                                    .done = call->done,
                                                    .path = path ? out + n * columns : NULL,
                                                    .path_count = path,
                                                    .every = exact || !call->row ? 0 : every,
                                                    .own = exact ? (size_t)most_own(setup) : 0};
    enum contensou_status status;

    TRY(contensou__try_memory(memory, err, "%zu trajectories", n));
    for (size_t m = 0; m < n; ++m)
        memory[m] = call->span;
    status = contensou__members_run(o, &members, err);
    memset(call->out, 0, n * width * sizeof *call->out);
    TRY(status);
    for (size_t m = 0; m < n; ++m)
        memcpy(call->out + m * width, out + m * columns, columns * sizeof *out);
    if (call->row && !exact)
        put_rows(call, dim, members.path);
    if (call->row && exact) {
        call->rows = (size_t)call->out[3 * dim + contensou__orbit_rows];
        memcpy(call->row, members.path, call->rows * (2 + dim) * sizeof *call->row);
    }
    return CONTENSOU_OK;
}
