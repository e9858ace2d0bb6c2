/* simulate.c: many trajectories of a system with friction, as a call of the library.
 * SPDX-License-Identifier: MIT */
#include <contensou/simulate.h>

#include "base/names.h"
#include "engine/ensemble_lane.h"
#include "simulate/defaults.h"
#include "simulate/law_choice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_columns = 256, name_size = 40, most_lanes = 16384 };

struct contensou_simulate {
    struct contensou__friction friction;
    struct contensou__ensemble_setup setup;
    struct contensou__ensemble *ensemble;
    double *times;
    size_t columns, chunk;
    char column[most_columns][name_size];
};

void contensou_simulate_free(struct contensou_simulate *s)
{
    if (!s)
        return;
    contensou__ensemble_free(s->ensemble);
    contensou__friction_free(&s->friction);
    free(s->times);
    free(s);
}

/* The law by its name, fitted to the patch given or to a uniform disk where its model needs that. */
static enum contensou_status make_law(struct contensou_simulate *s, struct contensou_device *device,
                                      const struct contensou_simulate_options *o,
                                      struct contensou_error *err)
{
    const struct contensou_patch_spec disk = {.shape = "disk"};
    const struct contensou__system *system = s->setup.system;
    const char *name = o->law ? o->law : system->law;
    struct contensou_patch *own = NULL;
    enum contensou_status status = contensou__law_choice_check(system, name, err);
    const int contact =
        !status && contensou__registry_find(name, NULL)->kind == contensou__system_contact;

    if (contact && !o->patch)
        status = contensou_patch_create(&own, &disk, err);
    if (!status)
        status = contensou__law_choice_make(&s->friction, system, name,
                                            !contact   ? NULL
                                            : o->patch ? o->patch
                                                       : own,
                                            device, s->setup.single, NULL, err);
    contensou_patch_free(own);
    if (!status)
        contensou__law_choice_for_stepper(&s->friction, o->stepper);
    s->setup.friction = &s->friction;
    return status;
}

/* The default of law.eps. */
static double eps_of(const struct contensou__friction *f)
{
    for (int i = 0; i < f->field_count; ++i)
        if (strcmp(f->fields[i].name, "eps") == 0)
            return f->fields[i].value;
    return 0;
}

static enum contensou_status choose_section(struct contensou_simulate *s,
                                            const struct contensou_simulate_options *o,
                                            struct contensou_error *err)
{
    const struct contensou__system *system = s->setup.system;
    const char *names[32];
    int at = system->section.state;

    s->setup.set.section_value = o->section ? o->section_value : system->section.value;
    s->setup.set.section_direction = o->section ? o->section_direction : system->section.direction;
    for (int i = 0; i < system->dim; ++i)
        names[i] = system->states[i].name;
    if (o->section) {
        at = contensou__names_find(o->section, names, (size_t)system->dim);
        if (at < 0)
            return contensou__names_fail(err, "state", o->section, names, (size_t)system->dim);
    }
    if (at < 0 && o->period)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s has no section of its own: name a state of it", system->name);
    s->setup.set.section_state = at;
    return CONTENSOU_OK;
}

static enum contensou_status check_times(struct contensou_simulate *s,
                                         const struct contensou_simulate_options *o,
                                         struct contensou_error *err)
{
    if (!(o->t_end > o->t_begin) || !(o->t_observe < o->t_end) || !isfinite(o->t_end))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "time runs from %g to %g, observed from %g on: it must rise",
                              o->t_begin, o->t_end, o->t_observe);
    for (size_t i = 0; i < o->samples; ++i)
        if (!(o->times[i] >= o->t_begin && o->times[i] <= o->t_end) ||
            (i && !(o->times[i] > o->times[i - 1])))
            return contensou_fail(
                err, CONTENSOU_EARGUMENT,
                "the time %g of the series lies outside %g to %g or does not rise", o->times[i],
                o->t_begin, o->t_end);
    s->times = malloc((o->samples ? o->samples : 1) * sizeof *s->times);
    if (!s->times)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu times", o->samples);
    memcpy(s->times, o->times ? o->times : s->times, o->samples * sizeof *s->times);
    s->setup.times = s->times;
    return CONTENSOU_OK;
}

static enum contensou_status settle(struct contensou_simulate *s,
                                    const struct contensou_simulate_options *o,
                                    struct contensou_error *err)
{
    struct contensou__ensemble_settings *set = &s->setup.set;
    const struct contensou__defaults_choice choice = {.rtol = o->rtol,
                                                      .atol = o->atol,
                                                      .step = o->step,
                                                      .h_max = o->h_max,
                                                      .max_steps = o->max_steps,
                                                      .stepper = o->stepper};
    struct contensou__defaults_steppers steppers;

    contensou__observer_defaults(set);
    set->t_begin = o->t_begin;
    set->t_observe = o->t_observe > o->t_begin ? o->t_observe : o->t_begin;
    set->t_end = o->t_end;
    set->samples = (double)o->samples;
    s->setup.observe = (struct contensou__ensemble_observers){.final = 1,
                                                              .extrema = o->extrema,
                                                              .period = o->period,
                                                              .stick = o->stick,
                                                              .series = o->samples > 0};
    return contensou__defaults_fill(&s->setup, eps_of(&s->friction), &choice, &steppers, err);
}

static void name_columns(struct contensou_simulate *s)
{
    s->columns = contensou__ensemble_columns_count(&s->setup);
    for (size_t i = 0; i < s->columns && i < most_columns; ++i) {
        struct contensou__text name = {0};

        contensou__ensemble_columns_name(&s->setup, i, &name);
        snprintf(s->column[i], name_size, "%s", name.data ? name.data : "");
        contensou__text_free(&name);
    }
}

enum contensou_status contensou_simulate_create(struct contensou_simulate **out,
                                                struct contensou_device *device,
                                                const struct contensou_simulate_options *options,
                                                struct contensou_error *err)
{
    const struct contensou__system *system =
        options->system ? contensou__system_find(options->system) : NULL;
    struct contensou_simulate *s;
    enum contensou_status status;

    *out = NULL;
    if (!system)
        return contensou__names_fail(err, "system", options->system ? options->system : "",
                                     contensou__system_names, contensou__system_name_count);
    s = calloc(1, sizeof *s);
    if (!s)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a simulation");
    s->setup.system = system;
    s->setup.single = options->precision == CONTENSOU_PRECISION_SINGLE;
    s->setup.pack = options->pack;
    status = make_law(s, device, options, err);
    if (!status)
        status = settle(s, options, err);
    if (!status)
        status = check_times(s, options, err);
    if (!status)
        status = choose_section(s, options, err);
    if (!status) {
        name_columns(s);
        s->chunk = contensou__ensemble_capacity(&s->setup, (size_t)96 << 20, most_lanes);
        status = contensou__ensemble_create(&s->ensemble, device, &s->setup, s->chunk, err);
    }
    if (status)
        contensou_simulate_free(s);
    else
        *out = s;
    return status;
}

size_t contensou_simulate_columns(const struct contensou_simulate *s)
{
    return s->columns;
}

const char *contensou_simulate_column(const struct contensou_simulate *s, size_t column)
{
    return column < s->columns ? s->column[column] : NULL;
}

size_t contensou_simulate_states(const struct contensou_simulate *s)
{
    return (size_t)s->setup.system->dim;
}

/* All numbers that people can set, in the order system, law, states: their number, name and default. */
static size_t number_count(const struct contensou_simulate *s)
{
    return (size_t)(s->setup.system->field_count + s->friction.field_count + s->setup.system->dim);
}

static const struct contensou__field *number_at(const struct contensou_simulate *s, size_t i,
                                                char name[name_size])
{
    const size_t fields = (size_t)s->setup.system->field_count;
    const size_t law = (size_t)s->friction.field_count;
    const struct contensou__field *f = i < fields ? &s->setup.system->fields[i]
                                       : i < fields + law
                                           ? &s->friction.fields[i - fields]
                                           : &s->setup.system->states[i - fields - law];

    snprintf(name, name_size, "%s%s",
             i < fields         ? ""
             : i < fields + law ? "law."
                                : "init.",
             f->name);
    return f;
}

static enum contensou_status place_of(const struct contensou_simulate *s, const char *name,
                                      size_t *place, struct contensou_error *err)
{
    char other[name_size];

    for (*place = 0; *place < number_count(s); ++*place) {
        number_at(s, *place, other);
        if (strcmp(other, name) == 0)
            return CONTENSOU_OK;
    }
    return contensou_fail(err, CONTENSOU_ENOTFOUND,
                          "no number named '%s'; those of %s, of the law %s with law. and of the "
                          "states with init. are known",
                          name, s->setup.system->name, s->friction.name);
}

static enum contensou_status run_chunk(struct contensou_simulate *s, size_t count, double *row,
                                       double *sample, struct contensou_error *err)
{
    const size_t dim = (size_t)s->setup.system->dim, samples = (size_t)s->setup.set.samples;
    double *one = malloc((samples ? samples : 1) * (1 + dim) * sizeof *one);
    enum contensou_status status = CONTENSOU_OK;
    size_t live = count;

    if (!one)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu samples", samples);
    while (!status && live)
        status = contensou__ensemble_advance(s->ensemble, 0.1, &live, err);
    for (size_t i = 0; i < count && !status; ++i) {
        contensou__ensemble_row(s->ensemble, i, row + i * s->columns);
        if (!sample)
            continue;
        contensou__ensemble_rows(s->ensemble, contensou__observer_find("series"), i, one);
        for (size_t k = 0; k < samples; ++k)
            memcpy(sample + (i * samples + k) * dim, one + k * (1 + dim) + 1, dim * sizeof *one);
    }
    free(one);
    return status;
}

enum contensou_status contensou_simulate_run(struct contensou_simulate *s, const char *const *name,
                                             size_t names, size_t lanes, const double *value,
                                             double *row, double *sample,
                                             struct contensou_error *err)
{
    const size_t total = number_count(s), dim = (size_t)s->setup.system->dim;
    const size_t width = contensou__ensemble_lane_width(&s->setup);
    const size_t samples = (size_t)s->setup.set.samples;
    double *all = malloc(total * sizeof *all), *lane = malloc(s->chunk * width * sizeof *lane);
    size_t *place = malloc((names ? names : 1) * sizeof *place);
    char text[name_size];
    enum contensou_status status = CONTENSOU_OK;

    if (!all || !lane || !place)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu lanes", s->chunk);
    for (size_t i = 0; i < total && !status; ++i)
        all[i] = number_at(s, i, text)->value;
    for (size_t k = 0; k < names && !status; ++k)
        status = place_of(s, name[k], &place[k], err);
    for (size_t begin = 0; begin < lanes && !status; begin += s->chunk) {
        const size_t count = lanes - begin < s->chunk ? lanes - begin : s->chunk;

        for (size_t i = 0; i < count && !status; ++i) {
            for (size_t k = 0; k < names; ++k)
                all[place[k]] = value[(begin + i) * names + k];
            status = contensou__ensemble_lane_make(&s->setup, all, lane + i * width, err);
        }
        if (!status)
            status = contensou__ensemble_load(s->ensemble, count, lane, err);
        if (!status)
            status = run_chunk(s, count, row + begin * s->columns,
                               sample ? sample + begin * samples * dim : NULL, err);
    }
    free(place);
    free(lane);
    free(all);
    return status;
}
