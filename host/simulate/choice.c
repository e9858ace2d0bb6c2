/* choice.c: the stepper and the width of packs of a run, where nobody gave them. SPDX-License-Identifier: MIT */
#include "simulate/choice.h"

#include "base/clock.h"
#include "base/stop.h"
#include "cl/cache.h"
#include "cl/device_choice.h"
#include "simulate/loop.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_trial = 16, least_lanes = 64, trial_share = 64 };

/* Attempts of a lane in a trial: at first, where a stepper may be hundreds of times too slow, and where two are compared. */
static const double few_attempts = 4000, most_attempts = 20000;

/* Seconds of the whole run from which on it pays to build another program, which takes about 2 s: for another stepper, which may
 * be many times as fast or slower, twice that; and to measure widths of packs, where three builds should be below a
 * twentieth. */
static const double pays_stepper = 4, pays_measured = 200;

static double units_of(const struct contensou__plan *p)
{
    return fmax(contensou_device_about(p->device[0])->units, 1);
}

static int is_cpu(const struct contensou__plan *p)
{
    return contensou__device_choice_is_cpu(contensou_device_about(p->device[0]));
}

/* Seconds for measuring: where the device is the processor, what it takes when nobody else uses it. */
static double seconds_of(const struct contensou__plan *p)
{
    return is_cpu(p) ? contensou__clock_processor() / units_of(p) : contensou__clock_seconds();
}

/* Packs of neighbours, as the run has them, spread over the plan, and what they took. */
struct tally {
    const struct contensou__plan *plan;
    uint64_t count, pack, dealt;
    double began, limit; /* seconds; the limit is 0 or what the trial may take */
    double taken,
        attempts; /* taken: those that lanes which did not reach their end would have needed too */
    int late;
};

static size_t deal(void *owner, uint64_t *lane, size_t most)
{
    struct tally *t = owner;
    size_t count = 0;

    if (!t->dealt)
        t->began = seconds_of(t->plan); /* the program is built */
    for (; t->dealt < t->count && count < most; ++t->dealt) {
        const uint64_t packs = t->count / t->pack, at = t->dealt / t->pack;
        const uint64_t middle = (2 * at + 1) * t->plan->lanes.count / (2 * packs);

        lane[count++] = middle - t->pack / 2 + t->dealt % t->pack;
    }
    return count;
}

static enum contensou_status deliver(void *owner, const struct contensou__loop_record *record,
                                     size_t count, struct contensou_error *err)
{
    struct tally *t = owner;
    const struct contensou__ensemble_settings *const set = &t->plan->setup.set;
    const double span = set->t_end - set->t_begin;

    for (size_t i = 0; i < count; ++i) {
        const double attempts = (double)(record[i].steps + record[i].rejections);

        t->attempts += attempts;
        t->taken += attempts * span / fmax(record[i].scalar[0] - set->t_begin, 1e-300);
    }
    t->late = t->limit > 0 && seconds_of(t->plan) - t->began > t->limit;
    return t->late ? contensou_fail(err, CONTENSOU_ESTOPPED, "the trial took too long")
                   : CONTENSOU_OK;
}

/* Lanes of a trial: a small share of all, whole packs of them. */
static uint64_t trial_lanes(const struct contensou__plan *p, int pack)
{
    const uint64_t some = p->lanes.count / trial_share, wide = (uint64_t)pack;
    const uint64_t packs = some > most_trial ? most_trial / wide : some / wide;

    return packs ? packs * wide : wide;
}

/* Seconds that all lanes would take, by a trial of some of them; INFINITY where it takes longer than the limit allows (0: none). Units of
 * another device that have no pack in the trial stand idle. */
static enum contensou_status time_trial(const struct contensou__plan *p,
                                        const struct contensou__ensemble_setup *of, double attempts,
                                        double limit, double *seconds, struct contensou_error *err)
{
    const uint64_t lanes = trial_lanes(p, of->pack);
    const double items = (double)lanes / of->pack;
    const double busy = is_cpu(p) ? 1 : fmin(items / units_of(p), 1);
    const double all = (double)p->lanes.count / (double)lanes * busy;
    struct contensou__ensemble_setup setup = *of;
    struct tally tally = {
        .plan = p, .count = lanes, .pack = (uint64_t)of->pack, .limit = limit / all};
    const struct contensou__loop_dealer dealer = {
        .owner = &tally, .deal = deal, .deliver = deliver};
    enum contensou_status status;

    setup.set.max_steps = fmin(setup.set.max_steps, attempts);
    status =
        contensou__loop_work(p->device[0], &setup, &p->lanes, (size_t)tally.count, 1, &dealer, err);
    *seconds = (seconds_of(p) - tally.began) * tally.taken / fmax(tally.attempts, 1) * all;
    if (tally.late) {
        *seconds = INFINITY;
        status = CONTENSOU_OK;
    }
    return status;
}

/* The usual best for a stepper, as far as there are lanes for two packs on each unit. */
static int usual(const struct contensou__plan *p, const struct contensou__ensemble_setup *setup)
{
    const struct contensou_device_info *about = contensou_device_about(p->device[0]);
    const int least = contensou__ensemble_least_pack(about, setup->single);
    int pack = contensou__ensemble_best_pack(about, setup);

    while (pack > least && (double)p->lanes.count < 2 * units_of(p) * pack)
        pack /= 2;
    return pack;
}

/* What is kept under a text: at most size - 1 characters, "" where there is nothing. */
static void recall(const struct contensou__plan *p, const char *key, char *value, size_t size)
{
    struct contensou__cache_file file;
    unsigned char *found;
    size_t count = 0;

    contensou__cache_init(&file, p->device[0], key, "choice 1");
    found = contensou__cache_load(&file, &count);
    snprintf(value, size, "%.*s", found ? (int)(count < size ? count : size - 1) : 0,
             found ? (const char *)found : "");
    free(found);
    contensou__cache_free(&file);
}

static void keep(const struct contensou__plan *p, const char *key, const char *value)
{
    struct contensou__cache_file file;

    contensou__cache_init(&file, p->device[0], key, "choice 1");
    contensou__cache_store(&file, (const unsigned char *)value, strlen(value));
    contensou__cache_free(&file);
}

/* Lanes a second of a width: of some lanes of the plan, over and over again for a tenth of a second. */
static enum contensou_status rate_of(const struct contensou__plan *p, int pack, double *rate,
                                     struct contensou_error *err)
{
    enum { attempts = 1000, slices = 100 };
    const size_t wanted = 32 * (size_t)units_of(p);
    const size_t count = wanted < p->lanes.count ? wanted : (size_t)p->lanes.count;
    struct contensou__ensemble_setup setup = p->setup;
    struct contensou__ensemble *e = NULL;
    const size_t width = contensou__ensemble_lane_width(&setup);
    double *value = malloc(count * width * sizeof *value),
           *all = malloc((p->lanes.names + 1) * sizeof *all), took = 0;
    size_t live = 0, runs = 0;
    enum contensou_status status = CONTENSOU_OK;

    setup.pack = pack;
    if (!value || !all)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu lanes", count);
    if (!status)
        status = contensou__ensemble_create(&e, p->device[0], &setup, count, err);
    for (size_t i = 0; i < count && !status; ++i) {
        contensou__lanes_values(&p->lanes, i * (p->lanes.count / count), all);
        status = contensou__ensemble_lane_make(&setup, all, value + i * width, err);
    }
    for (; runs < slices && took < 0.1 && !status; ++runs) {
        double begin;

        status = contensou__ensemble_load(e, count, value, err);
        begin = seconds_of(p);
        if (!status)
            status = contensou__ensemble_attempt(e, attempts, &live, err);
        took += seconds_of(p) - begin;
    }
    *rate = (double)(count * runs) / took;
    contensou__ensemble_free(e);
    free(all);
    free(value);
    return status;
}

/* The fastest width from `pack` on for the program of the plan's stepper, as kept or as measured now. A wider one must be
 * faster by a twentieth: it takes longer to build. */
static enum contensou_status measure_pack(const struct contensou__plan *p,
                                          const struct contensou_progress *progress, int *pack,
                                          struct contensou_error *err)
{
    struct contensou__text text = {0};
    double best = 0, rate = 0;
    char value[32];
    enum contensou_status status = contensou__ensemble_write_program(&p->setup, &text, err);

    contensou__text_printf(&text, "\n%s", p->setup.single ? "single" : "double");
    if (!status && text.failed)
        status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a program");
    if (!status) {
        recall(p, text.data, value, sizeof value);
        if (value[0]) {
            *pack = atoi(value);
        } else {
            for (int wide = *pack; wide <= 16 && !status; wide *= 2) {
                if (contensou__stop_asked(progress, "widths of packs", wide, 16))
                    status = contensou_fail(err, CONTENSOU_ESTOPPED,
                                            "stopped while widths of packs were measured");
                else
                    status = rate_of(p, wide, &rate, err);
                if (!status && rate > 1.05 * best) {
                    best = rate;
                    *pack = wide;
                }
            }
            snprintf(value, sizeof value, "%d", *pack);
            if (!status)
                keep(p, text.data, value);
        }
    }
    contensou__text_free(&text);
    return status;
}

/* The setup of a candidate. */
static struct contensou__ensemble_setup candidate(const struct contensou__plan *p, size_t k,
                                                  int chosen_pack)
{
    struct contensou__ensemble_setup setup = p->setup;

    if (p->steppers.count) /* or it was given */
        setup.stepper = p->steppers.of[k];
    if (chosen_pack)
        setup.pack = usual(p, &setup);
    return setup;
}

/* One more trial of a candidate: *seconds are those of the fastest so far, INFINITY where all took longer than the limit. */
static enum contensou_status try_stepper(const struct contensou__plan *p,
                                         const struct contensou__ensemble_setup *setup,
                                         double attempts, double limit, double *seconds,
                                         struct contensou_error *err)
{
    double trial = INFINITY;
    const enum contensou_status status = time_trial(p, setup, attempts, limit, &trial, err);

    *seconds = fmin(*seconds, trial);
    return status;
}

/* The faster of the candidates, which is the second one if it needs a tenth less; *seconds of a run with it. Where they are within a
 * factor of two, both are tried twice again in turn, for longer, and the least of the times counts. */
static enum contensou_status try_steppers(struct contensou__plan *p, int chosen_pack,
                                          double *seconds, struct contensou_error *err)
{
    const struct contensou__ensemble_setup smooth = candidate(p, 0, chosen_pack),
                                           stiff = candidate(p, p->steppers.count > 1, chosen_pack);
    const int several = p->steppers.count > 1;
    double first = INFINITY, second = INFINITY;
    enum contensou_status status =
        try_stepper(p, &smooth, several ? few_attempts : most_attempts, 0, &first, err);

    if (!status && several && first >= pays_stepper)
        status = try_stepper(p, &stiff, most_attempts, first, &second, err);
    if (!status && second > 0.5 * first && second < INFINITY) {
        first = second = INFINITY;
        for (int turn = 0; turn < 2 && !status; ++turn) {
            status = try_stepper(p, &smooth, most_attempts, 0, &first, err);
            if (!status)
                status = try_stepper(p, &stiff, most_attempts, 0, &second, err);
        }
    }
    p->setup = second < 0.9 * first ? stiff : smooth;
    *seconds = second < 0.9 * first ? second : first;
    return status;
}

/* The choice by trials, which p->setup gets. */
static enum contensou_status choose(struct contensou__plan *p,
                                    const struct contensou_progress *progress, int chosen_pack,
                                    struct contensou_error *err)
{
    double seconds;
    enum contensou_status status = try_steppers(p, chosen_pack, &seconds, err);

    if (!status && chosen_pack && p->setup.pack > 1 && seconds > pays_measured) {
        p->setup.pack =
            contensou__ensemble_least_pack(contensou_device_about(p->device[0]), p->setup.single);
        status = measure_pack(p, progress, &p->setup.pack, err);
    }
    return status;
}

enum contensou_status contensou__choice_make(struct contensou__plan *p, const char *run,
                                             const struct contensou_progress *progress,
                                             struct contensou_error *err)
{
    const int chosen_pack = !p->setup.pack;
    struct contensou__text key = {0};
    char value[64], name[32];
    int pack = 0;
    enum contensou_status status = CONTENSOU_OK;

    if (chosen_pack)
        p->setup.pack = usual(p, &p->setup);
    if (p->lanes.count < least_lanes || (p->steppers.count < 2 && !chosen_pack))
        return CONTENSOU_OK;
    contensou__text_printf(&key, "%s%s", run, chosen_pack ? "pack" : "");
    for (size_t k = 0; k < p->steppers.count; ++k)
        contensou__text_printf(&key, " %s", p->steppers.of[k]->name);
    if (key.failed)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for the description of a run");
    recall(p, key.data, value, sizeof value);
    if (sscanf(value, "%31s %d", name, &pack) == 2 && contensou__stepper_find(name)) {
        p->setup.stepper = contensou__stepper_find(name);
        p->setup.pack = pack;
    } else {
        status = choose(p, progress, chosen_pack, err);
        snprintf(value, sizeof value, "%s %d", p->setup.stepper->name, p->setup.pack);
        if (!status)
            keep(p, key.data, value);
    }
    contensou__text_free(&key);
    return status;
}

uint64_t contensou__choice_number(const struct contensou__ensemble_setup *setup)
{
    uint64_t at = 0;

    while (at < contensou__stepper_name_count &&
           strcmp(contensou__stepper_names[at], setup->stepper->name) != 0)
        ++at;
    return (at << 8) + (uint64_t)setup->pack;
}

void contensou__choice_take(struct contensou__ensemble_setup *setup, uint64_t number)
{
    if (number >> 8 < contensou__stepper_name_count)
        setup->stepper = contensou__stepper_find(contensou__stepper_names[number >> 8]);
    setup->pack = (int)(number & 255);
}
