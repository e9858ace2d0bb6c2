/* ensemble_ours.c: the works on the device, and the clocks. SPDX-License-Identifier: MIT */
#include "ensemble.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

struct bench_time bench_time_now(void)
{
    struct rusage use;
    double cpu;

    getrusage(RUSAGE_SELF, &use);
    cpu = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
          1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
    return (struct bench_time){contensou__clock_seconds(),
                               cpu / (double)sysconf(_SC_NPROCESSORS_ONLN)};
}

struct bench_time bench_time_since(struct bench_time begin)
{
    const struct bench_time now = bench_time_now();

    return (struct bench_time){now.wall - begin.wall, now.cpu - begin.cpu};
}

void bench_time_keep_best(struct bench_time *best, struct bench_time t)
{
    best->wall = fmin(best->wall, t.wall);
    best->cpu = fmin(best->cpu, t.cpu);
}

/* The plan of the work's lanes, spread evenly over its range. */
static void make_plan(struct bench_ours *o, const struct bench_work *work, size_t lanes)
{
    const struct contensou__system *s = o->setup.system;
    const struct contensou__lanes_group group[3] = {
        {"", s->fields, (size_t)s->field_count},
        {"law.", o->friction.fields, (size_t)o->friction.field_count},
        {contensou__lanes_init, s->states, (size_t)s->dim}};
    char text[128];
    const char *const vary = text;
    const struct contensou__lanes_request request = {.group = group,
                                                     .groups = 3,
                                                     .set = &work->set,
                                                     .sets = work->set ? 1 : 0,
                                                     .vary = &vary,
                                                     .varies = 1};
    struct contensou_error err = {0};

    snprintf(text, sizeof text, "%s:%zu", work->vary, lanes);
    if (contensou__lanes_create(&o->plan, &request, &err))
        bench_die(work->name, &err);
}

static void fill_values(struct bench_ours *o)
{
    const struct contensou__system *s = o->setup.system;
    const size_t fields = (size_t)s->field_count, law = (size_t)o->friction.field_count;
    const size_t numbers = (size_t)o->friction.lane_fields, dim = (size_t)s->dim;
    const size_t width = fields + numbers + dim;
    double *all = malloc(o->plan.names * sizeof *all), *to;
    struct contensou_error err = {0};

    o->value = to = malloc(width * (size_t)o->plan.count * sizeof *to);
    if (!all || !to)
        bench_die(s->name, &(struct contensou_error){.message = "no memory"});
    for (uint64_t i = 0; i < o->plan.count; ++i, to += width) {
        contensou__lanes_values(&o->plan, i, all);
        memcpy(to, all, fields * sizeof *to);
        if (contensou__friction_lane(&o->friction, all + fields, to + fields, &err))
            bench_die(s->name, &err);
        memcpy(to + fields + numbers, all + fields + law, dim * sizeof *to);
    }
    free(all);
}

void bench_ours_open(struct bench_ours *o, struct contensou_device *device,
                     const struct bench_work *work, const char *law, int single, size_t lanes)
{
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = "disk", .pressure = "uniform"};
    const struct contensou__system *s = contensou__system_find(work->system);
    const int contact = s->friction == contensou__system_contact;
    struct contensou_error err = {0};

    memset(o, 0, sizeof *o);
    o->device = device;
    if (contensou_patch_create(&o->patch, &spec, &err) ||
        contensou__friction_create(&o->friction, law ? law : work->law, contact ? o->patch : NULL,
                                   s->eps, single, &err))
        bench_die(work->name, &err);
    o->setup = (struct contensou__ensemble_setup){
        .system = s,
        .friction = &o->friction,
        .single = single,
        .observe = {.final = 1},
        .set = {.t_end = work->t_end, .h_max = 1e300, .max_steps = 1e7}};
    make_plan(o, work, lanes);
    fill_values(o);
}

void bench_ours_close(struct bench_ours *o)
{
    free(o->value);
    contensou__lanes_free(&o->plan);
    contensou__friction_free(&o->friction);
    contensou_patch_free(o->patch);
}

/* What became of the lanes of a chunk; the sum of their attempts. */
static double read_rows(const struct bench_ours *o, struct contensou__ensemble *e, size_t count,
                        double *final)
{
    const size_t dim = (size_t)o->setup.system->dim;
    double row[contensou__ensemble_head + bench_most_states], sum = 0;
    struct contensou_error err = {0};

    for (size_t i = 0; i < count; ++i) {
        if (contensou__ensemble_show(e, &(int32_t){(int32_t)i}, 1, &err))
            bench_die("results", &err);
        contensou__ensemble_row(e, i, row);
        sum += row[1] + row[2];
        if (row[0] > 0) /* it did not get to the end */
            row[contensou__ensemble_head] = NAN;
        if (final)
            memcpy(final + i * dim, row + contensou__ensemble_head, dim * sizeof *final);
    }
    return sum;
}

/* Chunk by chunk as a sweep does; what is timed is the engine behind its first launch, in which the driver loads the kernel and
 * memory is touched for the first time. */
struct bench_time bench_ours_run(struct bench_ours *o, const char *stepper, int pack, double rtol,
                                 double atol, double slice, double *final, double *steps)
{
    const size_t count = (size_t)o->plan.count, dim = (size_t)o->setup.system->dim;
    const size_t width =
        (size_t)(o->setup.system->field_count + o->friction.lane_fields + o->setup.system->dim);
    struct contensou__ensemble *e = NULL;
    struct contensou_error err = {0};
    struct bench_time took = {0};
    double sum = 0;
    size_t most;

    o->setup.stepper = contensou__stepper_find(stepper);
    o->setup.pack = pack;
    o->setup.set.rtol = rtol;
    o->setup.set.atol = atol;
    if (o->setup.stepper->fixed)
        o->setup.set.h_first = rtol; /* the size of its steps */
    most = contensou__ensemble_capacity(contensou_device_about(o->device), &o->setup);
    most = count < most ? count : most;
    if (contensou__ensemble_create(&e, o->device, &o->setup, most, &err) ||
        contensou__ensemble_load(e, most, o->value, &err) ||
        contensou__ensemble_attempt(e, 1, &(size_t){0}, &err))
        bench_die(stepper, &err);
    for (size_t first = 0; first < count; first += most) {
        const size_t here = count - first < most ? count - first : most;
        struct bench_time begin;
        size_t live = 1;

        if (contensou__ensemble_load(e, here, o->value + first * width, &err))
            bench_die(stepper, &err);
        begin = bench_time_now();
        while (live)
            if (contensou__ensemble_advance(e, slice, &live, &err))
                bench_die(stepper, &err);
        begin = bench_time_since(begin);
        took.wall += begin.wall;
        took.cpu += begin.cpu;
        sum += read_rows(o, e, here, final ? final + first * dim : NULL);
    }
    if (steps)
        *steps = sum / (double)count;
    contensou__ensemble_free(e);
    return took;
}

static int rising(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double bench_median_error(const double *y, const double *at, size_t lanes, size_t dim)
{
    double *worst = calloc(lanes, sizeof *worst), median;

    if (!worst)
        bench_die("errors", &(struct contensou_error){.message = "no memory"});
    for (size_t i = 0; i < lanes; ++i)
        for (size_t k = 0; k < dim; ++k) {
            const double e = fabs(y[i * dim + k] - at[i * dim + k]) / (1 + fabs(at[i * dim + k]));

            worst[i] = isfinite(e) ? fmax(worst[i], e) : INFINITY;
        }
    qsort(worst, lanes, sizeof *worst, rising);
    median = worst[lanes / 2];
    free(worst);
    return median;
}
