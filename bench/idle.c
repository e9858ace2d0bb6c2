/* idle.c: how many lanes of a GPU's wave wait for others, counted without a GPU.
 *
 * The formulas of contacts are compiled as C with a call at the beginning of each stretch of code without a branch (gcc's
 * -fsanitize-coverage=trace-pc). A wave of 64 lanes passes a stretch as often as any of its lanes does, wrench by wrench; the lanes
 * that pass it less often idle meanwhile. A stretch counts as much as its machine code is long.
 * SPDX-License-Identifier: MIT */
#include "bench.h"

#include "base/pi.h"
#include "contact/patch.h"
#include "device/limit.h"
#include "idle/idle.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { wave = 64, block = 1024, most_rounds = 128, most_places = 2048, lanes = 16 * block };

int idle_round;

static uintptr_t place[most_places]; /* open addressing: where stretches begin */
static int counting, touched_count, touched[most_rounds * most_places];
static int lane_times[most_rounds * most_places], wave_times[most_rounds * most_places];
static double lane_total[most_places], wave_total[most_places];

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    const uintptr_t at = (uintptr_t)__builtin_return_address(0);
    size_t id = at * 2654435761u % most_places;
    int key;

    if (!counting)
        return;
    while (place[id] && place[id] != at)
        id = (id + 1) % most_places;
    place[id] = at;
    key = (idle_round < most_rounds ? idle_round : most_rounds - 1) * most_places + (int)id;
    if (lane_times[key]++ == 0)
        touched[touched_count++] = key;
}

/* A lane has ended: its counts enter its wave's. */
static void end_lane(void)
{
    for (int i = 0; i < touched_count; ++i) {
        const int key = touched[i], id = key % most_places;

        lane_total[id] += lane_times[key];
        if (lane_times[key] > wave_times[key]) {
            wave_total[id] += lane_times[key] - wave_times[key];
            wave_times[key] = lane_times[key];
        }
        lane_times[key] = 0;
    }
    touched_count = 0;
}

static int by_place(const void *a, const void *b)
{
    const uintptr_t x = place[*(const int *)a], y = place[*(const int *)b];

    return (x > y) - (x < y);
}

/* The part of a wave's time in which its lanes idle. */
static double idle_part(void)
{
    static int order[most_places];
    double busy = 0, all = 0;
    int count = 0;

    for (int i = 0; i < most_places; ++i)
        if (place[i])
            order[count++] = i;
    qsort(order, (size_t)count, sizeof *order, by_place);
    for (int i = 0; i < count; ++i) {
        const double gap = i + 1 < count ? (double)(place[order[i + 1]] - place[order[i]]) : 64;
        const double length = fmin(gap, 4096); /* another shape's code lies between */

        busy += length * lane_total[order[i]];
        all += length * wave * wave_total[order[i]];
    }
    return 1 - busy / all;
}

typedef void work(const struct contensou__patch_data *t, const double three[3]);

static double measure(work *run, const struct contensou__patch_data *t, double (*three)[3],
                      const int *order)
{
    memset(place, 0, sizeof place);
    memset(lane_total, 0, sizeof lane_total);
    memset(wave_total, 0, sizeof wave_total);
    for (int i = 0; i < lanes; ++i) {
        if (i % wave == 0)
            memset(wave_times, 0, sizeof wave_times);
        idle_round = 0;
        counting = 1;
        run(t, three[order[i]]);
        counting = 0;
        end_lane();
    }
    return idle_part();
}

/* As contensou_limit_run does it; all loads on a disk are alike. */
static void order_loads(const struct contensou_patch *patch, double (*three)[3], int *order)
{
    static double T[3][lanes];
    static uint32_t sent[lanes];

    for (int i = 0; i < lanes; ++i)
        for (int k = 0; k < 3; ++k)
            T[k][i] = three[i][k];
    contensou__limit_order(contensou_patch_radius(patch), lanes, T[0], T[1], T[2], sent);
    for (int i = 0; i < lanes; ++i)
        order[i] = (int)sent[i];
}

/* As a group of work-items does it (drivers/eval.cl): block by block, by rules. */
static void sort_rules(const struct idle_shape *shape, const struct contensou__patch_data *t,
                       double (*three)[3], int *order)
{
    for (int from = 0; from < lanes; from += block) {
        int count = 0;

        for (int rule = 0; rule < 4; ++rule)
            for (int i = 0; i < block; ++i)
                if (shape->rule(t, three[from + i]) == rule)
                    order[from + count++] = from + i;
    }
}

static void tell(const char *name, const char *pressure, const struct idle_shape *shape,
                 double (*three)[3])
{
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = name, .pressure = pressure};
    struct contensou__patch_data t = {0};
    struct contensou_patch *patch = NULL;
    struct contensou_error err = {0};
    static int given[lanes], sorted[lanes], alike[lanes];

    if (contensou_patch_create(&patch, &spec, &err) ||
        contensou__patch_make_data(patch, 0, &t, &err))
        bench_die(name, &err);
    for (int i = 0; i < lanes; ++i)
        given[i] = i;
    sort_rules(shape, &t, three, sorted);
    order_loads(patch, three, alike);
    printf("%-16s %-10s %8.0f %% %6.0f %% %9.0f %% %6.0f %%\n", name, pressure,
           100 * measure(shape->eval, &t, three, given),
           100 * measure(shape->eval, &t, three, sorted),
           100 * measure(shape->limit, &t, three, given),
           100 * measure(shape->limit, &t, three, shape == &idle_disk ? given : alike));
    contensou__patch_data_free(&t);
    contensou_patch_free(patch);
}

int bench_idle(struct contensou_device *device, int argc, char **argv)
{
    static double three[lanes][3];
    uint64_t state = 1;

    (void)device;
    (void)argc;
    (void)argv;
    for (int i = 0; i < lanes; ++i) {
        double u[2];

        for (int k = 0; k < 2; ++k) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            u[k] = (double)(state >> 11) * 0x1p-53;
        }
        three[i][0] = cos(pi * (u[0] - 0.5)) * cos(2 * pi * u[1]);
        three[i][1] = cos(pi * (u[0] - 0.5)) * sin(2 * pi * u[1]);
        three[i][2] = sin(pi * (u[0] - 0.5));
    }
    printf("lanes of a wave of %d that idle, of its time, %d random slips or loads, as they come "
           "and in our order\n"
           "%-27s %10s %8s %11s %8s\n",
           wave, lanes, "", "eval", "ours", "limit", "ours");
    tell("disk", "uniform", &idle_disk, three);
    tell("disk", "hertz", &idle_disk, three);
    tell("annulus:0.5", "uniform", &idle_disk, three);
    tell("ellipse:1,0.5", "uniform", &idle_ellipse, three);
    tell("ellipse:1,0.5", "hertz", &idle_ellipse, three);
    tell("rectangle:1,0.5", "uniform", &idle_edges, three);
    return 0;
}
