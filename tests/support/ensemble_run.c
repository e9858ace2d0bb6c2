/* ensemble_run.c: an ensemble from names to numbers. SPDX-License-Identifier: MIT */
#include "support/ensemble_run.h"

#include "base/names.h"
#include "cl/device.h"
#include "device/user_system.h"

#include <contensou/contensou.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { most_values = 64 };

/* What has to be closed behind a run. */
struct parts {
    struct contensou_device *device;
    struct contensou_patch *patch;
    struct contensou__user_system *own;
    struct contensou__friction friction;
    struct contensou__ensemble_setup setup;
    struct contensou__ensemble *ensemble;
    struct contensou_error err;
};

/* The values of a lane in the order of the names. */
struct values {
    double field[most_values], law[most_values], state[most_values];
};

static void check(const struct ensemble_run *r, const struct parts *p, enum contensou_status status)
{
    if (status)
        fail_msg("%s %s %s: %s", r->system, r->law, r->stepper, p->err.message);
}

static int find(const struct contensou__field *fields, int count, const char *name)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(fields[i].name, name) == 0)
            return i;
    fail_msg("nothing is named '%s'", name);
    return -1;
}

/* The number that "law.eps", "init.phi" or "omega_0" names. */
static double *place(const struct parts *p, struct values *v, const char *name)
{
    const struct contensou__system *s = p->setup.system;

    if (strncmp(name, "law.", 4) == 0)
        return &v->law[find(p->friction.fields, p->friction.field_count, name + 4)];
    if (strncmp(name, "init.", 5) == 0)
        return &v->state[find(s->states, s->dim, name + 5)];
    return &v->field[find(s->fields, s->field_count, name)];
}

static void put_text(const struct parts *p, struct values *v, const char *text)
{
    while (text && *text) {
        const size_t length = strcspn(text, "=");
        char name[64], *end;

        snprintf(name, sizeof name, "%.*s", (int)length, text);
        *place(p, v, name) = strtod(text + length + (text[length] != 0), &end);
        text = *end == ',' ? end + 1 : end;
        if (text == end && *end)
            fail_msg("'%s' is no end of a number", end);
    }
}

/* All lanes as contensou__ensemble_load takes them. */
static double *lane_values(const struct ensemble_run *r, struct parts *p)
{
    const struct contensou__system *s = p->setup.system;
    const size_t fields = (size_t)s->field_count, law = (size_t)p->friction.lane_fields;
    const size_t dim = (size_t)s->dim, width = fields + law + dim;
    double *value = calloc(r->lanes * width, sizeof *value), *to = value;

    assert_non_null(value);
    for (size_t i = 0; i < r->lanes; ++i, to += width) {
        struct values v = {0};

        for (size_t k = 0; k < fields; ++k)
            v.field[k] = s->fields[k].value;
        for (int k = 0; k < p->friction.field_count; ++k)
            v.law[k] = p->friction.fields[k].value;
        for (size_t k = 0; k < dim; ++k)
            v.state[k] = s->states[k].value;
        put_text(p, &v, r->set);
        put_text(p, &v, r->each ? r->each[i] : NULL);
        memcpy(to, v.field, fields * sizeof *to);
        check(r, p, contensou__friction_lane(&p->friction, v.law, to + fields, &p->err));
        memcpy(to + fields + law, v.state, dim * sizeof *to);
    }
    return value;
}

static void fill_setup(struct ensemble_run *r, struct parts *p)
{
    const struct contensou__system *s = p->setup.system;
    struct contensou__ensemble_setup *to = &p->setup;

    to->friction = &p->friction;
    to->stepper = contensou__stepper_find(r->stepper);
    if (!to->stepper)
        fail_msg("no stepper '%s'", r->stepper);
    to->observe = r->observe;
    to->times = r->times;
    to->single = r->single;
    to->pack = r->pack;
    r->at.section_state = r->section ? find(s->states, s->dim, r->section) : s->section.state;
    if (!r->section && s->section.state >= 0) {
        r->at.section_value = s->section.value;
        r->at.section_direction = s->section.direction;
    }
    r->at.h_max = r->at.h_max > 0 ? r->at.h_max : 1e300;
    r->at.max_steps = r->at.max_steps > 0 ? r->at.max_steps : 1e7;
    r->at.keep = r->at.keep > 0 ? r->at.keep : 100;
    r->at.return_tol = r->at.return_tol > 0 ? r->at.return_tol : 1e-4;
    to->set = r->at;
}

static void open_parts(struct ensemble_run *r, struct parts *p)
{
    const struct contensou_patch_spec spec = {.size = sizeof spec,
                                              .shape = r->shape ? r->shape : "disk",
                                              .pressure = r->pressure ? r->pressure : "uniform"};
    const struct contensou__system *s;

    check(r, p, contensou_device_open(&p->device, NULL, &p->err));
    if (r->discrete)
        p->device->unified = 0;
    if (r->file) {
        check(r, p, contensou__user_system_open(&p->own, r->file, p->device, &p->err));
        p->setup.user_path = contensou__user_system_path(p->own);
        p->setup.user_text = contensou__user_system_text(p->own);
    }
    s = r->file ? contensou__user_system_about(p->own) : contensou__system_find(r->system);
    if (!s)
        fail_msg("no system '%s'", r->system);
    r->law = r->file ? "none" : r->law ? r->law : s->law;
    r->lanes = r->lanes ? r->lanes : 1;
    r->dim = s->dim;
    p->setup.system = s;
    check(r, p, contensou_patch_create(&p->patch, &spec, &p->err));
    fill_setup(r, p);
    check(r, p, /* as plan.c has it: a stepper that switches takes the law as it is */
          contensou__friction_create(&p->friction, r->law, p->patch,
                                     p->setup.stepper->switches ? 0 : s->eps, r->single, &p->err));
    check(r, p, contensou__ensemble_create(&p->ensemble, p->device, &p->setup, r->lanes, &p->err));
}

static void close_parts(struct parts *p)
{
    contensou__ensemble_free(p->ensemble);
    contensou__friction_free(&p->friction);
    contensou_patch_free(p->patch);
    contensou__user_system_close(p->own);
    contensou_device_close(p->device);
}

static void *make(size_t count, size_t size)
{
    void *p = calloc(count ? count : 1, size);

    assert_non_null(p);
    return p;
}

static size_t observer_named(const char *name)
{
    const int k = contensou__names_find(name, contensou__observer_names, contensou__observer_count);

    assert_true(k >= 0);
    return (size_t)k;
}

static void fetch(struct ensemble_run *r, struct parts *p)
{
    const size_t width = 1 + (size_t)r->dim;
    const size_t keep = (size_t)r->at.keep * width, samples = (size_t)r->at.samples * width;

    r->columns = contensou__ensemble_columns_count(&p->setup);
    r->row = make(r->lanes * r->columns, sizeof *r->row);
    r->points = make(r->lanes, sizeof *r->points);
    r->point = make(r->observe.section ? r->lanes * keep : 0, sizeof *r->point);
    r->sample = make(r->observe.series ? r->lanes * samples : 0, sizeof *r->sample);
    for (size_t i = 0; i < r->lanes; ++i) {
        check(r, p, contensou__ensemble_show(p->ensemble, &(int32_t){(int32_t)i}, 1, &p->err));
        contensou__ensemble_row(p->ensemble, i, r->row + i * r->columns);
        if (r->observe.section)
            r->points[i] = contensou__ensemble_rows(p->ensemble, observer_named("section"), i,
                                                    r->point + i * keep);
        if (r->observe.series)
            contensou__ensemble_rows(p->ensemble, observer_named("series"), i,
                                     r->sample + i * samples);
    }
}

void ensemble_run(struct ensemble_run *r)
{
    struct parts p = {0};
    double *value;
    size_t live = 1;

    open_parts(r, &p);
    value = lane_values(r, &p);
    check(r, &p, contensou__ensemble_load(p.ensemble, r->lanes, value, &p.err));
    r->moved = 0 - p.device->own.moved;
    for (r->slices = 0; live; ++r->slices)
        check(r, &p, contensou__ensemble_advance(p.ensemble, r->slice, &live, &p.err));
    fetch(r, &p);
    r->moved += p.device->own.moved;
    free(value);
    close_parts(&p);
}

void ensemble_run_free(struct ensemble_run *r)
{
    free(r->row);
    free(r->points);
    free(r->point);
    free(r->sample);
    r->row = r->point = r->sample = NULL;
    r->points = NULL;
}

double ensemble_run_value(const struct ensemble_run *r, size_t lane, const char *name)
{
    const struct contensou__ensemble_setup setup = {.system = contensou__system_find(r->system),
                                                    .observe = r->observe};

    for (size_t k = 0; k < r->columns; ++k) {
        struct contensou__text text = {0};
        int same;

        contensou__ensemble_columns_name(&setup, k, &text);
        same = strcmp(text.data, name) == 0;
        contensou__text_free(&text);
        if (same)
            return r->row[lane * r->columns + k];
    }
    fail_msg("no column '%s'", name);
    return NAN;
}

const char *ensemble_run_outcome(const struct ensemble_run *r, size_t lane)
{
    return contensou_outcome_word((int)r->row[lane * r->columns]);
}

const double *ensemble_run_point(const struct ensemble_run *r, size_t lane, size_t k)
{
    assert_true(k < r->points[lane]);
    return r->point + (lane * (size_t)r->at.keep + k) * (1 + (size_t)r->dim);
}

const double *ensemble_run_sample(const struct ensemble_run *r, size_t lane, size_t k)
{
    return r->sample + (lane * (size_t)r->at.samples + k) * (1 + (size_t)r->dim);
}

struct ensemble_run ensemble_run_watch(const char *system, const char *law, double t_observe,
                                       double t_end, double rtol, double atol)
{
    static const double once[] = {1e-3};

    return (struct ensemble_run){
        .system = system,
        .law = law,
        .stepper = "rodas54",
        .observe = {.final = 1, .extrema = 1, .section = 1, .period = 1, .stick = 1, .series = 1},
        .pack = 1,
        .times = once,
        .at = {.t_observe = t_observe, .t_end = t_end, .rtol = rtol, .atol = atol, .samples = 1}};
}

void ensemble_run_finish(struct ensemble_run *r)
{
    ensemble_run(r);
    for (size_t i = 0; i < r->lanes; ++i)
        assert_string_equal(ensemble_run_outcome(r, i), "finished");
}

void ensemble_run_close(const struct ensemble_run *r, size_t lane, const char *name,
                        double expected, double by)
{
    const double got = ensemble_run_value(r, lane, name);

    if (!(fabs(got - expected) <= by))
        fail_msg("%s, lane %zu: %s is %.14g, not %.14g", r->system, lane, name, got, expected);
}
