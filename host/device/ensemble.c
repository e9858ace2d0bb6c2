/* ensemble.c: many trajectories of one system on one device. SPDX-License-Identifier: MIT */
#include "device/ensemble.h"

#include "base/setting.h"
#include "base/try.h"
#include "parts/system.h"
#include "cl/buffer.h"
#include "cl/device_choice.h"
#include "device/build.h"
#include "device/lane_store.h"

#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct contensou__observer_shape shape_of(const struct contensou__ensemble_setup *setup)
{
    return (struct contensou__observer_shape){setup->system->dim, &setup->set};
}

/* Places in the numbers of a lane, as kernels/drivers/lane.h has them; those of observers follow each other from
 * `observed` on, `count` is behind the last. */
struct layout {
    int t, t_low, h, error, outcome, steps, rejected, way, y, f, observed, count; /* way 0: none */
    int observer[contensou__observer_count]; /* where its numbers begin; -1: not in the program */
};

/* 1 if variations are carried beside the state. They err at the kinks of a law more than the state does, and on a
 * corner by the slopes of its other side, so that steps are then the short ones of the plain control. An observer that
 * IS(follows) takes the steps of the trajectory as they are where the law has no corners. */
static int varied(const struct contensou__ensemble_setup *s)
{
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_used(&s->observe, k) && contensou__observer_all[k].smooth &&
            (s->friction->about->corners || !contensou__observer_all[k].follows))
            return 1;
    return 0;
}

/* 1 if steps end on the corners of the law. */
static int corners(const struct contensou__ensemble_setup *s)
{
    return s->friction->about->corners && !varied(s);
}

/* Numbers that a lane keeps to change between two programs. */
static int handover_count(const struct contensou__ensemble_setup *setup)
{
    return setup->other ? 2 : 0;
}

static struct layout lay_out(const struct contensou__ensemble_setup *setup)
{
    const struct contensou__observer_shape shape = shape_of(setup);
    struct layout l = {
        .t = 0, .t_low = 1, .h = 2, .error = 3, .outcome = 4, .steps = 5, .rejected = 6};

    l.way = setup->other ? 8 : 0;
    l.y = 7 + handover_count(setup);
    l.f = l.y + setup->system->dim;
    l.observed = l.count =
        l.f + setup->system->dim + contensou__stepper_keeps(setup->stepper, corners(setup));
    for (size_t k = 0; k < contensou__observer_count; ++k) {
        l.observer[k] = -1;
        if (!contensou__observer_used(&setup->observe, k))
            continue;
        l.observer[k] = l.count;
        l.count += (int)contensou__observer_kept(&contensou__observer_all[k], &shape);
    }
    return l;
}

static int has_rare(size_t observer, const char *word)
{
    (void)word;
    return contensou__observer_all[observer].rare != 0;
}

/* Defines a list MACRO(CALL) as CALL(name) of each observer in use; of those only for which `has` this word is so, unless it is
 * NULL. */
static void define_calls(const struct contensou__ensemble_setup *s, const char *macro,
                         int (*has)(size_t observer, const char *word), const char *word,
                         struct contensou__bundle *b)
{
    OWNED(contensou__text_free) struct contensou__text line = {0};

    contensou__text_printf(&line, " ");
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_used(&s->observe, k) && (!has || has(k, word)))
            contensou__text_printf(&line, "CALL(%s) ", contensou__observer_all[k].name);
    contensou__bundle_define(b, macro, line.data ? line.data : "");
}

static void define_settings(const struct contensou__ensemble_setup *s, struct contensou__bundle *b)
{
    OWNED(contensou__text_free) struct contensou__text line = {0};

    contensou__text_printf(&line, " ");
    for (size_t k = 0; k < contensou__observer_count; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].settings; ++i)
            if (contensou__observer_used(&s->observe, k) &&
                !contensou__observer_all[k].setting[i].constant)
                contensou__text_printf(&line, "CALL(%s) ",
                                       contensou__observer_all[k].setting[i].name);
    contensou__bundle_define(b, "OBSERVER_SETTINGS(CALL)", line.data ? line.data : "");
}

/* What an observer's file needs to know: its places, its constants, who follows it. */
static void define_observer(const struct contensou__ensemble_setup *s, size_t observer, int rows,
                            int first, struct contensou__bundle *b)
{
    const struct contensou__observer *o = &contensou__observer_all[observer];
    const struct contensou__observer_shape shape = shape_of(s);
    char name[64];
    int rare = 0;

    snprintf(name, sizeof name, "observe_%s", o->name);
    contensou__bundle_number(b, name, contensou__observer_shown(&s->observe, observer));
    if (o->times) {
        snprintf(name, sizeof name, "rows_%s", o->name);
        contensou__bundle_number(b, name, rows);
    }
    for (size_t i = 0; i < o->settings; ++i)
        if (o->setting[i].constant)
            contensou__bundle_number(b, o->setting[i].name,
                                     (int)contensou__observer_number_of(&s->set, o->setting[i].at));
    for (size_t i = 0; i < o->places; ++i) {
        contensou__bundle_number(b, o->place[i], first);
        first += o->keeps(&shape, i);
        rare += i + o->rare >= o->places ? o->keeps(&shape, i) : 0;
    }
    if (rare) {
        snprintf(name, sizeof name, "%s_rare", o->name);
        contensou__bundle_number(b, name, first - rare);
        snprintf(name, sizeof name, "%s_rare_count", o->name);
        contensou__bundle_number(b, name, rare);
    }
    snprintf(name, sizeof name, "%s_followers(CALL)", o->name);
    define_calls(s, name, contensou__observer_needs, o->name, b);
}

/* The observers in use; the files of those that follow another one before its own. */
static void bind_observers(const struct contensou__ensemble_setup *s, struct contensou__bundle *b)
{
    const struct layout at = lay_out(s);
    int rows = 0, inside = 0;

    for (size_t k = 0; k < contensou__observer_count; ++k)
        inside |= contensou__observer_used(&s->observe, k) && !contensou__observer_all[k].ends_only;
    contensou__bundle_number(b, "lane_observed_count", at.count - at.observed);
    define_calls(s, "OBSERVERS(CALL)", NULL, NULL, b);
    /* for schedule/spill_lane.h: who has rare numbers, and whether one looks inside steps */
    define_calls(s, "RARE_OBSERVERS(CALL)", has_rare, NULL, b);
    contensou__bundle_number(b, "observers_inside", inside);
    define_settings(s, b);
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_used(&s->observe, k)) {
            define_observer(s, k, rows, at.observer[k], b);
            rows += contensou__observer_all[k].times != contensou__observer_rowless;
        }
    for (int follows = 1; follows >= 0; --follows)
        for (size_t k = 0; k < contensou__observer_count; ++k)
            if (contensou__observer_used(&s->observe, k) &&
                (contensou__observer_all[k].needs != NULL) == follows)
                contensou__bundle_include(b, contensou__observer_all[k].file);
}

/* Whether errors jump from step to step: a stiff law, ways of stepping that change, or the kinks of a law along a line. */
static int irregular_errors(const struct contensou__ensemble_setup *s)
{
    return !varied(s) && (s->stepper->stiff || s->stepper->switches ||
                          s->friction->kind == contensou__system_line);
}

/* Whether a lane's step is a formula for friction and little else: others make long programs, which take long to build. */
static int short_formula(const struct contensou__ensemble_setup *s)
{
    const struct layout at = lay_out(s);

    return at.count == at.observed && s->system->friction == contensou__system_contact &&
           s->friction->form.fused && !varied(s) && !s->user_path;
}

/* Observers of slip and friction are for systems that have a contact. */
static enum contensou_status check_observers(const struct contensou__ensemble_setup *s,
                                             struct contensou_error *err)
{
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_shown(&s->observe, k) && contensou__observer_needs(k, "contact") &&
            s->system->friction == contensou__system_none)
            return contensou_fail(
                err, CONTENSOU_EARGUMENT,
                "the observer %s needs a contact, which the system %s does not have",
                contensou__observer_all[k].name, s->system->name);
    return CONTENSOU_OK;
}

/* What a gradient is taken by; without one the program does not name it. */
static void bind_parameters(const struct contensou__ensemble_setup *s, struct contensou__bundle *b)
{
    const int count = contensou__ensemble_lane_parameters(s);
    const int fields = s->system->field_count, law = s->friction->lane_fields;
    OWNED(contensou__text_free) struct contensou__text places = {0};
    int laws = 0, contacts = 0;

    if (!count)
        return;
    for (int k = 0; k < count; ++k) {
        const int change = s->parameter[k].place - (fields + law + s->system->dim);

        laws += (s->parameter[k].place >= fields && s->parameter[k].place < fields + law) ||
                change >= (int)contact_changes;
        contacts += change >= 0 && change < (int)contact_changes;
        contensou__text_printf(&places, "%s%d", k ? ", " : "", s->parameter[k].place);
    }
    contensou__bundle_number(b, "parameters_count", count);
    contensou__bundle_number(b, "parameters_laws", laws);
    contensou__bundle_number(b, "parameters_contacts", contacts);
    contensou__bundle_define(b, "parameters_places", places.data ? places.data : "0");
}

enum contensou_status
contensou__ensemble_write_program(const struct contensou__ensemble_setup *setup,
                                  struct contensou__text *text, struct contensou_error *err)
{
    struct contensou__bundle b = {0};

    TRY(check_observers(setup, err));
    contensou__bundle_include(&b, "schedule/inlined.h");
    bind_parameters(setup, &b);
    contensou__bundle_number(&b, "law_exact", setup->stepper->switches);
    contensou__friction_bind(setup->friction, &b);
    b.user_path = setup->user_path;
    b.user_text = setup->user_text;
    contensou__stepper_bind_jet(setup->stepper, setup->set.rtol, &b);
    contensou__system_bind(setup->system, setup->friction->axes, &b);
    contensou__stepper_bind_handover(setup->stepper, setup->other, setup->set.rtol, &b);
    contensou__bundle_number(&b, "stages_straight", short_formula(setup));
    contensou__stepper_bind(setup->stepper, setup->system->second, corners(setup), &b);
    contensou__bundle_number(&b, "control_irregular", irregular_errors(setup));
    contensou__bundle_number(&b, "control_predicts",
                             irregular_errors(setup) && setup->stepper->predicts);
    bind_observers(setup, &b);
    contensou__stepper_bind_switches(setup->stepper, corners(setup), setup->friction->about->holds,
                                     &b);
    contensou__bundle_include(&b, "drivers/ensemble.cl");
    return contensou__bundle_write(&b, text, err);
}

/* Packs that one work-item interleaves (schedule/interleave.h): several of one register's width where right-hand sides are short;
 * long ones fill the processor by themselves. */
static int interleaved(const struct contensou__ensemble_setup *setup, int pack)
{
    const struct layout at = lay_out(setup);
    const int watched = at.count > at.observed;
    const int light = setup->system->friction == contensou__system_none && !setup->user_path;
    const int lanes = setup->single ? 128 : 64; /* measured: 16 registers of 32 bytes */

    return setup->stepper->fixed && !watched && light && pack > 1 ? lanes / pack : 1;
}

/* Numbers of a row as they are stored: without a time that is given, or with one in two parts. */
static size_t stored_of(const struct contensou__ensemble_setup *setup, size_t observer)
{
    const int given = contensou__observer_all[observer].times == contensou__observer_given;

    return contensou__ensemble_columns_wide(setup, observer) - 1 + (given ? 0 : 2);
}

/* Numbers of a lane for the rows of an observer. */
static size_t rows_of(const struct contensou__ensemble_setup *setup, size_t observer)
{
    return contensou__ensemble_columns_most(setup, observer) * stored_of(setup, observer);
}

static size_t params_of(const struct contensou__ensemble_setup *s)
{
    return (size_t)(s->system->field_count + s->friction->lane_fields +
                    contensou__ensemble_lane_parameters(s));
}

static struct contensou__lane_store_shape lanes_of(const struct contensou__ensemble_setup *setup,
                                                   size_t capacity)
{
    const struct layout at = lay_out(setup);
    struct contensou__lane_store_shape shape = {.capacity = capacity,
                                                .params = params_of(setup),
                                                .state = (size_t)at.count,
                                                .time = (size_t)at.t,
                                                .outcome = (size_t)at.outcome,
                                                .way = (size_t)at.way,
                                                .single = setup->single};

    for (size_t k = 0; k < contensou__observer_count; ++k)
        shape.rows += rows_of(setup, k);
    return shape;
}

/* How many times all lanes share. */
static size_t times_of(const struct contensou__ensemble_setup *setup)
{
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_all[k].times == contensou__observer_given &&
            contensou__ensemble_columns_most(setup, k))
            return contensou__ensemble_columns_most(setup, k);
    return 0;
}

/* What all lanes share. */
enum { shared_law, shared_time, shared_count };

enum {
    most_settings = sizeof(struct contensou__ensemble_settings) / sizeof(double),
    most_states = 16,
    most_observed = 2048, /* numbers of a lane for one observer */
    most_aside = 4096     /* of its rows that stand aside */
};

/* What lanes run in: the program of a setup and how it is launched. */
struct routine {
    struct contensou__ensemble_setup setup; /* its stepper is the program's */
    struct contensou__program *program;     /* NULL: not built yet */
    size_t grouped;
    int pack;
};

struct contensou__ensemble {
    const struct contensou__ensemble_setup *setup;
    struct contensou_device *device;
    struct routine routine
        [2]; /* that of setup->stepper; that of setup->other, built when the first lane needs it */
    const struct contensou__ensemble *first; /* the one beside, which has what is shared, or NULL */
    struct layout at;
    struct contensou__lane_store *lanes;
    struct contensou__buffer *shared[shared_count], *starts;
    uint64_t
        start[contensou__observer_count]; /* of the rows of an observer, in numbers of a lane */
    double settings[most_settings];       /* or floats, as the kernel takes them */
    size_t settings_size;
    size_t capacity, count;
    int timed_out;            /* a launch did not come back */
    double attempts, opening; /* of the next slice, and of the first one behind a load */
    double took;              /* seconds of the last launch */
    int fresh;                /* none was behind the load */
    struct {
        const struct contensou__observer *from;
        size_t row;
        int item;
    } * column; /* [columns], those behind the head */
    size_t columns;
};

/* A processor is as fast with few lanes as with many, and its memory is the user's. A GPU hides its latency behind eight waves of
 * 32 or more in each compute unit; 64 times as many, so that the last ones do not leave it idle for long. */
size_t contensou__ensemble_capacity(const struct contensou_device_info *about,
                                    const struct contensou__ensemble_setup *setup)
{
    const struct contensou__lane_store_shape shape = lanes_of(setup, 0);
    const int cpu = contensou__device_choice_is_cpu(about);
    const uint64_t most = 8 * 32 * 64 * (uint64_t)(cpu ? 1 : about->units);
    const uint64_t bytes = cpu ? (uint64_t)128 << 20 : about->memory / 4;
    size_t largest;
    uint64_t room = bytes / contensou__lane_store_size(&shape, &largest);

    room = room < about->max_buffer / largest ? room : about->max_buffer / largest;
    room = room < most ? room : most;
    return room < 64 ? 64 : (size_t)room;
}

/* Lanes of one register, or of two where they are shorter than 32 bytes; 1 where packs are of no use. */
static int least_pack(const struct contensou_device_info *about, int single)
{
    const int wide = (int)(single ? about->width_float : about->width_double);
    const int least = single ? 8 : 4, widest = contensou__device_choice_widest(about, single);

    if (!contensou__device_choice_packs(about, single))
        return 1;
    return wide >= widest ? widest : wide > least ? wide : least;
}

/* Stages of stiff steps wait in memory and gain nothing from more registers. */
static int short_contact(const struct contensou__ensemble_setup *s)
{
    return short_formula(s) && !s->stepper->fixed && !s->stepper->stiff && !s->stepper->switches &&
           !s->stepper->series;
}

/* Laws along a line have packs of one register: each lane waits for the corners of all. So have packs that are interleaved, unless registers are
 * so wide that there are 32 of them. Others have two, so that one works while the other waits, and stiff steps as many as
 * there may be. Contacts with a short formula have four of AVX-512: each logarithm and each power in it waits for the one
 * before. */
static int best_pack(const struct contensou_device_info *about,
                     const struct contensou__ensemble_setup *setup)
{
    const int widest = contensou__device_choice_widest(about, setup->single);
    const int one = least_pack(about, setup->single);
    const int two = 2 * one < widest ? 2 * one : widest;
    const int four = 32;

    if (one == 1)
        return 1;
    if (!setup->single && contensou__device_choice_four(about) && short_contact(setup))
        return four;
    if (setup->system->friction == contensou__system_line)
        return one;
    if (interleaved(setup, 4) > 1)
        return about->width_double > 4 ? two : one;
    return setup->stepper->fixed || setup->stepper->stiff ? widest : two;
}

/* The best one, as far as there are lanes for some packs. */
static int pack_for(const struct contensou_device_info *about,
                    const struct contensou__ensemble_setup *setup, uint64_t lanes)
{
    const int least = least_pack(about, setup->single);
    int pack = best_pack(about, setup);

    if (pack > 16 && lanes < 1024) /* they take longer to build */
        pack /= 2;
    while (pack > least && lanes < 4 * (uint64_t)pack)
        pack /= 2;
    return pack;
}

static struct contensou__ensemble_setup of_other(const struct contensou__ensemble_setup *setup)
{
    struct contensou__ensemble_setup other = *setup;

    other.stepper = setup->other;
    other.other = setup->stepper;
    other.pack = setup->other_pack;
    other.program = NULL;
    return other;
}

void contensou__ensemble_choose_packs(const struct contensou_device_info *about,
                                      struct contensou__ensemble_setup *setup, uint64_t lanes)
{
    const int given = setup->pack;

    if (!given)
        setup->pack = pack_for(about, setup, lanes);
    if (setup->other && !setup->other_pack) {
        const struct contensou__ensemble_setup other = of_other(setup);

        setup->other_pack = given ? given : pack_for(about, &other, lanes);
    }
}

/* A buffer of numbers that all lanes share. */
static enum contensou_status share(struct contensou__ensemble *e, int which, const double *number,
                                   size_t count, struct contensou_error *err)
{
    return contensou__build_numbers(&e->shared[which], e->device, e->setup->single, number, count,
                                    err);
}

/* A number in the precision of the run. */
static double rounded(const struct contensou__ensemble *e, double value)
{
    return e->setup->single ? (double)(float)value : value;
}

/* The settings go with each launch, by value: GPUs then have them at hand without a register. */
static void put_settings_of(struct contensou__ensemble *e)
{
    const struct contensou__ensemble_setup *s = e->setup;
    const double largest = s->single ? 1e37 : 1e300;
    double number[most_settings] = {0};
    float single[most_settings];
    size_t count = 0;

    for (; count < contensou__observer_run_fields; ++count)
        number[count] = fmin(contensou__observer_number_of(&s->set, count), largest);
    for (size_t k = 0; k < contensou__observer_count; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].settings; ++i)
            if (contensou__observer_used(&s->observe, k) &&
                !contensou__observer_all[k].setting[i].constant)
                number[count++] = fmin(contensou__observer_number_of(
                                           &s->set, contensou__observer_all[k].setting[i].at),
                                       largest);
    for (size_t k = 0; k < count; ++k)
        single[k] = (float)number[k];
    e->settings_size = count * (s->single ? sizeof *single : sizeof *number);
    memcpy(e->settings, s->single ? (void *)single : (void *)number, e->settings_size);
}

/* Times as pairs: number, and what its rounding left. */
static enum contensou_status share_times(struct contensou__ensemble *e, struct contensou_error *err)
{
    const struct contensou__ensemble_setup *s = e->setup;
    const double end = rounded(e, s->set.t_end);
    const size_t times = times_of(s);
    OWNED(contensou__try_free) double *pair = malloc((2 * times + 1) * sizeof *pair);

    TRY(contensou__try_memory(pair, err, "%zu times", times));
    for (size_t k = 0; k < times; ++k) {
        /* in single precision the end itself may come before the last of the times */
        const double t = s->times[k] <= s->set.t_end ? fmin(s->times[k], end) : s->times[k];

        pair[2 * k] = rounded(e, t);
        pair[2 * k + 1] = t - pair[2 * k];
    }
    return share(e, shared_time, pair, 2 * times, err);
}

static enum contensou_status share_all(struct contensou__ensemble *e, struct contensou_error *err)
{
    const struct contensou__friction *friction = e->setup->friction;

    put_settings_of(e);
    TRY(share(e, shared_law, friction->shared, friction->shared_count, err));
    TRY(contensou__buffer_create(&e->starts, e->device, sizeof e->start, e->start, err));
    return share_times(e, err);
}

enum contensou_status contensou__ensemble_share_law(struct contensou__ensemble *e,
                                                    const struct contensou__friction *friction,
                                                    struct contensou_error *err)
{
    contensou__buffer_free(e->shared[shared_law]);
    e->shared[shared_law] = NULL;
    return share(e, shared_law, friction->shared, friction->shared_count, err);
}

/* So many of the lanes that run, from the first on, in one of the programs. */
static enum contensou_status launch(struct contensou__ensemble *e, const struct routine *r,
                                    uint32_t first, uint32_t live, uint32_t attempts, double limit,
                                    double *seconds, struct contensou_error *err)
{
    const struct contensou__lane_store_now *const now = contensou__lane_store_now(e->lanes);
    const uint64_t n = e->capacity;
    const uint32_t lanes = (uint32_t)(r->pack * interleaved(&r->setup, r->pack));
    const struct contensou__arg args[] = {BY_VALUE(n),
                                          BY_VALUE(live),
                                          BY_VALUE(attempts),
                                          IN_BUFFER(now->slots),
                                          BY_VALUE(first),
                                          IN_BUFFER(now->buffer[contensou__lane_store_params]),
                                          IN_BUFFER(e->shared[shared_law]),
                                          {.value = e->settings, .size = e->settings_size},
                                          IN_BUFFER(now->buffer[contensou__lane_store_state]),
                                          IN_BUFFER(now->buffer[contensou__lane_store_next]),
                                          IN_BUFFER(e->shared[shared_time]),
                                          IN_BUFFER(e->starts),
                                          IN_BUFFER(now->buffer[contensou__lane_store_rows])};

    return contensou__program_run_limited(r->program, "ensemble",
                                          live ? (live + lanes - 1) / lanes : 1, r->grouped, args,
                                          (int)(sizeof args / sizeof *args), limit, seconds, err);
}

/* Builds the program of a routine. Of two threads that need the same one the second waits and finds it in the cache. */
static void unlock(pthread_mutex_t **lock)
{
    pthread_mutex_unlock(*lock);
}

/* Builds the program of a routine, and launches it over no lane: drivers compile at the first launch, which has no limit and is
 * not timed. Of two threads that need the same one the second waits and finds it in the cache. */
static enum contensou_status build_routine(struct contensou__ensemble *e, struct routine *r,
                                           struct contensou_error *err)
{
    static pthread_mutex_t building = PTHREAD_MUTEX_INITIALIZER;
    const struct contensou_device_info *about = contensou_device_about(e->device);
    char more[32];
    const struct contensou__build how = {r->pack, r->setup.single, more};
    const char *text = r->setup.program;
    OWNED(contensou__text_free) struct contensou__text own = {0};
    OWNED(unlock) pthread_mutex_t *lock = &building;

    pthread_mutex_lock(lock);
    if (!text) {
        TRY(contensou__ensemble_write_program(&r->setup, &own, err));
        text = own.data;
    }
    snprintf(more, sizeof more, "-D INTERLEAVE=%d", interleaved(&r->setup, r->pack));
    TRY(contensou__build_text(&r->program, e->device, how, text, err));
    r->grouped = 1;
    if (!contensou__device_choice_is_cpu(about))
        TRY(contensou__program_group(r->program, "ensemble", contensou__build_grouped, &r->grouped,
                                     err));
    if (r->grouped > contensou__build_grouped)
        r->grouped = contensou__build_grouped;
    return CONTENSOU_OK;
}

/* Drivers compile at the first launch, which has no limit and is not timed: here it is one over no lane. */
static enum contensou_status warm_up(struct contensou__ensemble *e, const struct routine *r,
                                     struct contensou_error *err)
{
    return launch(e, r, 0, 0, 0, 0, NULL, err);
}

static struct routine routine_of(const struct contensou__ensemble_setup *setup,
                                 const struct contensou_device_info *about, int other)
{
    struct routine r = {.setup = other ? of_other(setup) : *setup};

    r.pack = r.setup.pack ? r.setup.pack : best_pack(about, &r.setup);
    return r;
}

/* A lane counts with the numbers of its precision; a float that is counted up stays at 2^24. */
enum contensou_status contensou__ensemble_check(const struct contensou__ensemble_setup *setup,
                                                struct contensou_error *err)
{
    const double most = 16777216;
    const struct contensou__ensemble_settings *set = &setup->set;

    if (setup->single && set->max_steps > most)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "single precision counts up to %.0f steps, not %.0f; give fewer "
                              "(" SETTING("max-steps") "), or double precision",
                              most, set->max_steps);
    if (setup->single && set->samples > most)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "single precision counts up to %.0f times of a series, not %.0f; "
                              "give fewer (" SETTING("time") "), or double precision",
                              most, set->samples);
    return CONTENSOU_OK;
}

/* Where the rows of each observer begin, in the order in which the program numbers those that have some. */
static void place_rows(struct contensou__ensemble *e)
{
    uint64_t next = 0;
    size_t at = 0;

    for (size_t k = 0; k < contensou__observer_count; ++k) {
        if (!contensou__observer_used(&e->setup->observe, k) || !contensou__observer_all[k].times)
            continue;
        e->start[at++] = next;
        next += rows_of(e->setup, k);
    }
}

static void release(struct contensou__ensemble **e)
{
    contensou__ensemble_free(*e);
}

enum contensou_status contensou__ensemble_create(struct contensou__ensemble **out,
                                                 struct contensou_device *device,
                                                 const struct contensou__ensemble_setup *setup,
                                                 size_t capacity, struct contensou_error *err)
{
    struct contensou__lane_store_shape shape;
    OWNED(release) struct contensou__ensemble *e = NULL;

    *out = NULL;
    TRY(contensou__ensemble_check(setup, err));
    e = calloc(1, sizeof *e);
    TRY(contensou__try_memory(e, err, "an ensemble"));
    e->setup = setup;
    e->device = device;
    for (int k = 0; k < (setup->other ? 2 : 1); ++k)
        e->routine[k] = routine_of(setup, contensou_device_about(device), k);
    e->capacity = (capacity + 15) / 16 * 16;
    shape = lanes_of(setup, e->capacity);
    e->opening = 32;
    e->at = lay_out(setup);
    place_rows(e);
    e->columns = contensou__ensemble_columns_count(setup);
    e->column = calloc(e->columns, sizeof *e->column);
    TRY(contensou__try_memory(e->column, err, "%zu columns", e->columns));
    for (size_t c = contensou__ensemble_head; c < e->columns; ++c)
        e->column[c].from =
            contensou__ensemble_columns_from(setup, c, &e->column[c].row, &e->column[c].item);
    TRY(build_routine(e, &e->routine[0], err));
    TRY(contensou__lane_store_create(&e->lanes, device, &shape, err));
    TRY(share_all(e, err));
    TRY(warm_up(e, &e->routine[0], err));
    *out = e;
    e = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou__ensemble_beside(struct contensou__ensemble **out,
                                                 const struct contensou__ensemble *first,
                                                 struct contensou_error *err)
{
    const struct contensou__lane_store_shape shape = lanes_of(first->setup, first->capacity);
    OWNED(release) struct contensou__ensemble *e = malloc(sizeof *e);

    *out = NULL;
    TRY(contensou__try_memory(e, err, "an ensemble"));
    *e = *first;
    e->first = first;
    e->lanes = NULL;
    e->routine[0].program = e->routine[1].program = NULL;
    TRY(contensou__program_beside(&e->routine[0].program, first->routine[0].program, &e->device,
                                  err));
    TRY(contensou__lane_store_create(&e->lanes, e->device, &shape, err));
    *out = e;
    e = NULL;
    return CONTENSOU_OK;
}

void contensou__ensemble_free(struct contensou__ensemble *e)
{
    if (!e || e->timed_out)
        return;
    contensou__lane_store_free(e->lanes);
    for (int k = 0; k < shared_count && !e->first; ++k)
        contensou__buffer_free(e->shared[k]);
    if (!e->first) {
        contensou__buffer_free(e->starts);
        free(e->column);
    }
    contensou__program_free(e->routine[1].program);
    contensou__program_free(e->routine[0].program);
    free(e);
}

/* Rows at given times that no lane reached are no numbers. */
static enum contensou_status blank_rows(struct contensou__ensemble *e, struct contensou_error *err)
{
    size_t at = 0, count;

    for (size_t k = 0; k < contensou__observer_count; ++k, at += count) {
        count = rows_of(e->setup, k);
        if (contensou__observer_all[k].times == contensou__observer_given)
            TRY(contensou__lane_store_fill(e->lanes, contensou__lane_store_rows, at, count, NAN,
                                           err));
    }
    return CONTENSOU_OK;
}

/* All lanes begin with the same numbers but for their states. */
static enum contensou_status blank_states(struct contensou__ensemble *e,
                                          struct contensou_error *err)
{
    const double begin = e->setup->set.t_begin;
    const struct {
        int first, fields;
        double value;
    } field[] = {{0, e->at.count, 0},
                 {e->at.t, 1, begin},
                 {e->at.t_low, 1, begin - rounded(e, begin)},
                 {e->at.outcome, 1, -1}};

    for (size_t k = 0; k < sizeof field / sizeof *field; ++k)
        TRY(contensou__lane_store_fill(e->lanes, contensou__lane_store_state,
                                       (size_t)field[k].first, (size_t)field[k].fields,
                                       field[k].value, err));
    return CONTENSOU_OK;
}

enum contensou_status contensou__ensemble_load(struct contensou__ensemble *e, size_t count,
                                               const double *value, struct contensou_error *err)
{
    const size_t params = params_of(e->setup), width = contensou__ensemble_lane_width(e->setup);

    e->count = count;
    e->fresh = 1;
    TRY(blank_states(e, err));
    TRY(blank_rows(e, err));
    TRY(contensou__lane_store_set(e->lanes, contensou__lane_store_params, 0, params, count, value,
                                  width, err));
    TRY(contensou__lane_store_set(e->lanes, contensou__lane_store_state, (size_t)e->at.y,
                                  width - params, count, value + params, width, err));
    return contensou__lane_store_begin(e->lanes, count, err);
}

/* The lanes of each program that has some. */
static enum contensou_status launch_all(struct contensou__ensemble *e, uint32_t attempts,
                                        struct contensou_error *err)
{
    const struct contensou__lane_store_now *const now = contensou__lane_store_now(e->lanes);
    const uint32_t second = (uint32_t)now->second, first = (uint32_t)now->live - second;
    const uint32_t lanes[] = {first, second};

    e->took = 0;
    for (int k = 0; k < 2; ++k) {
        struct routine *const r = &e->routine[k];
        double seconds = 0;

        if (!lanes[k])
            continue;
        if (!r->program) {
            TRY(build_routine(e, r, err));
            TRY(warm_up(e, r, err));
        }
        TRY(launch(e, r, k ? first : 0, lanes[k], attempts, e->setup->slice_limit, &seconds, err));
        e->took += seconds;
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__ensemble_attempt(struct contensou__ensemble *e, uint32_t attempts,
                                                  size_t *live, struct contensou_error *err)
{
    const struct contensou__lane_store_now *const now = contensou__lane_store_now(e->lanes);
    enum contensou_status status = CONTENSOU_OK;

    if (now->live) {
        status = launch_all(e, attempts, err);
        if (!status)
            status = contensou__lane_store_settle(e->lanes, err);
        if (status == CONTENSOU_ETIMEOUT) {
            contensou__lane_store_abandon(e->lanes);
            e->timed_out = 1;
        }
    }
    *live = now->live;
    return status;
}

enum contensou_status contensou__ensemble_advance(struct contensou__ensemble *e, double seconds,
                                                  size_t *live, struct contensou_error *err)
{
    const double wanted = seconds <= 0 ? 4e9 : e->fresh ? e->opening : e->attempts;
    const struct contensou__lane_store_now *const now = contensou__lane_store_now(e->lanes);
    const size_t before = now->live, second = now->second;
    const enum contensou_status status =
        contensou__ensemble_attempt(e, (uint32_t)wanted, live, err);
    /* a lane that changes its program waits for the next launch: while some do, launches are short */
    const double most = second != now->second ? 512 : 1e9;

    if (before && seconds > 0) {
        e->attempts = fmin(fmax(wanted * fmin(fmax(seconds / e->took, 0.25), 64), 1), most);
        if (e->fresh)
            e->opening = e->attempts;
        e->fresh = 0;
    }
    return status;
}

size_t contensou__ensemble_ended(const struct contensou__ensemble *e, const int32_t **lane)
{
    *lane = contensou__lane_store_now(e->lanes)->ended;
    return contensou__lane_store_now(e->lanes)->ends;
}

double contensou__ensemble_worked(const struct contensou__ensemble *e)
{
    const struct contensou__ensemble_settings *const set = &e->setup->set;
    const struct contensou__lane_store_now *const now = contensou__lane_store_now(e->lanes);
    const double live = (double)now->live, way = now->time - live * set->t_begin;

    return (double)(e->count - now->live) + fmin(fmax(way / (set->t_end - set->t_begin), 0), live);
}

enum contensou_status contensou__ensemble_first(struct contensou__ensemble *e,
                                                struct contensou__ensemble_place *place,
                                                struct contensou_error *err)
{
    struct contensou__lane_store_view v;
    int32_t lane = 0;

    TRY(contensou__lane_store_first(e->lanes, &lane, err));
    TRY(contensou__lane_store_show(e->lanes, &lane, 1, err));
    v = contensou__lane_store_state_of(e->lanes, (size_t)lane);
    *place = (struct contensou__ensemble_place){
        .lane = (size_t)lane,
        .t = contensou__lane_store_get(&v, (size_t)e->at.t),
        .h = contensou__lane_store_get(&v, (size_t)e->at.h),
        .attempts = contensou__lane_store_get(&v, (size_t)e->at.steps) +
                    contensou__lane_store_get(&v, (size_t)e->at.rejected),
        .stepper =
            contensou__lane_store_now(e->lanes)->live > contensou__lane_store_now(e->lanes)->second
                ? e->setup->stepper
                : e->setup->other};
    return CONTENSOU_OK;
}

void contensou__ensemble_state(const struct contensou__ensemble *e, size_t lane, double *y)
{
    const struct contensou__lane_store_view v = contensou__lane_store_state_of(e->lanes, lane);

    for (int k = 0; k < e->setup->system->dim; ++k)
        y[k] = contensou__lane_store_get(&v, (size_t)(e->at.y + k));
}

/* What the lane keeps for an observer, and its state. */
struct observed {
    double state[most_states], number[most_observed];
};

static struct contensou__observer_view view_of(const struct contensou__ensemble *e, size_t lane,
                                               size_t observer, struct observed *observed)
{
    const struct contensou__ensemble_setup *s = e->setup;
    const struct contensou__observer_shape shape = shape_of(s);
    const struct contensou__lane_store_view v = contensou__lane_store_state_of(e->lanes, lane);
    const size_t count = contensou__observer_kept(&contensou__observer_all[observer], &shape);
    const int outcome = (int)contensou__lane_store_get(&v, (size_t)e->at.outcome);
    const double t = contensou__lane_store_get(&v, (size_t)e->at.t) +
                     contensou__lane_store_get(&v, (size_t)e->at.t_low);

    contensou__ensemble_state(e, lane, observed->state);
    for (size_t i = 0; i < count && e->at.observer[observer] >= 0; ++i)
        observed->number[i] = contensou__lane_store_get(&v, (size_t)e->at.observer[observer] + i);
    /* a lane that failed was observed for less, or not at all */
    return (struct contensou__observer_view){
        .shape = shape,
        .kept = observed->number,
        .state = observed->state,
        .seen = (contensou_outcome_reached(outcome) ? s->set.t_end : t) - s->set.t_observe};
}

void contensou__ensemble_row(const struct contensou__ensemble *e, size_t lane, double *row)
{
    const struct contensou__lane_store_view v = contensou__lane_store_state_of(e->lanes, lane);
    const double outcome = contensou__lane_store_get(&v, (size_t)e->at.outcome);
    const struct contensou__observer *before = NULL;
    struct contensou__observer_view view = {0};
    double rows[most_aside];
    struct observed observed;

    row[0] = outcome < 0 && e->timed_out ? CONTENSOU_OUTCOME_STOPPED : outcome;
    row[1] = contensou__lane_store_get(&v, (size_t)e->at.steps);
    row[2] = contensou__lane_store_get(&v, (size_t)e->at.rejected);
    row[3] = contensou__lane_store_get(&v, (size_t)e->at.t) +
             contensou__lane_store_get(&v, (size_t)e->at.t_low);
    for (size_t c = contensou__ensemble_head; c < e->columns; ++c) {
        const struct contensou__observer *o = e->column[c].from;

        if (o != before) {
            const size_t observer = (size_t)(o - contensou__observer_all);

            view = view_of(e, lane, observer, &observed);
            view.row = rows;
            if (o->times == contensou__observer_aside && rows_of(e->setup, observer) <= most_aside)
                view.rows = contensou__ensemble_rows(e, observer, lane, rows);
        }
        before = o;
        row[c] = o->value(&view, e->column[c].row, e->column[c].item);
    }
}

double contensou__ensemble_rows_seen(const struct contensou__ensemble *e, size_t observer,
                                     size_t lane)
{
    struct observed observed;
    const struct contensou__observer_view view = view_of(e, lane, observer, &observed);

    return contensou__observer_all[observer].rows(&view);
}

/* How many rows of a lane there are to be read. */
static size_t rows_there(const struct contensou__ensemble *e, size_t observer, size_t lane)
{
    const size_t most = contensou__ensemble_columns_most(e->setup, observer);

    return contensou__observer_all[observer].times == contensou__observer_given
               ? most
               : (size_t)fmin(contensou__ensemble_rows_seen(e, observer, lane), (double)most);
}

size_t contensou__ensemble_most(const struct contensou__ensemble *e)
{
    return contensou__lane_store_now(e->lanes)->most;
}

enum contensou_status contensou__ensemble_show(struct contensou__ensemble *e, const int32_t *lane,
                                               size_t count, struct contensou_error *err)
{
    size_t begin = 0;

    TRY(contensou__lane_store_show(e->lanes, lane, count, err));
    for (size_t k = 0; k < contensou__observer_count; ++k) {
        size_t most = 0;

        if (!rows_of(e->setup, k))
            continue;
        for (size_t i = 0; i < count; ++i) {
            const size_t rows = rows_there(e, k, (size_t)lane[i]);

            most = rows > most ? rows : most;
        }
        TRY(contensou__lane_store_show_rows(e->lanes, k, begin, most * stored_of(e->setup, k),
                                            err));
        begin += rows_of(e->setup, k);
    }
    return CONTENSOU_OK;
}

size_t contensou__ensemble_rows(const struct contensou__ensemble *e, size_t observer, size_t lane,
                                double *row)
{
    const int given = contensou__observer_all[observer].times == contensou__observer_given;
    const size_t wide = contensou__ensemble_columns_wide(e->setup, observer);
    const size_t stored = stored_of(e->setup, observer), count = rows_there(e, observer, lane);
    const double seen = contensou__ensemble_rows_seen(e, observer, lane);
    const struct contensou__lane_store_view v =
        contensou__lane_store_rows_of(e->lanes, observer, lane);

    for (size_t k = 0; k < count; ++k) {
        const size_t at = k * stored;
        /* those of a launch that did not come back do not count */
        const int known = !given || !e->timed_out || (double)k < seen;

        *row++ = given ? e->setup->times[k]
                       : contensou__lane_store_get(&v, at) + contensou__lane_store_get(&v, at + 1);
        for (size_t i = stored - (wide - 1); i < stored; ++i)
            *row++ = known ? contensou__lane_store_get(&v, at + i) : (double)NAN;
    }
    return count;
}
