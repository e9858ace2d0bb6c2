/* ensemble.c: how fast ensembles are beside blocks of lanes written by hand and beside CVODE, at equal achieved error:
 * for each side the loosest tolerance whose median error reaches the target, with the stepper, or the method, that is
 * fastest then; widths of packs are tried, as a long sweep does. The whole command of such a sweep stands beside. All take turns, and the best of several rounds counts. SPDX-License-Identifier: MIT */
#include "ensemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Who runs: ours with a stepper, the blocks by hand, or one of CVODE's methods, counted from 0. */
enum { by_ours = -2, by_hand = -1 };

/* One side of a comparison, with the best that was found for it. */
struct side {
    const char *method; /* NULL: it does not reach the error */
    int number, pack;   /* by_.. or of CVODE's method; of lanes */
    double rtol, error;
    struct bench_time per_lane;
};

/* What a work is measured with; the truth stays for the next work if only its error differs. */
struct match {
    const struct bench_work *work, *true_of;
    struct bench_ours many, few;
    double *truth, *final;
    FILE *csv;
    int rounds, cvode; /* cvode: 1 where it runs too */
};

/* Tolerances are tried on a grid so fine that a step of it changes the attempts by 1 to 2 %: sides that miss the error by
 * different parts of a coarse one would be compared at different errors. */
enum { per_decade = 32 };

static double rung(int k)
{
    return pow(10, -(double)k / per_decade);
}

static struct bench_time run(struct match *m, struct bench_ours *o, const struct side *s,
                             double *final)
{
    const double atol = s->rtol * m->work->atol;

    if (s->number == by_ours)
        return bench_ours_run(o, s->method, s->pack, s->rtol, atol, 0.1, final, NULL);
    if (s->number == by_hand)
        return bench_simd_run(o, m->work, s->pack, 0, s->rtol, atol, final);
    return bench_cvode_run(o, m->work, s->number, s->rtol, atol, final);
}

/* The median error at a rung; what it took a lane goes to s. */
static double error_at(struct match *m, struct side *s, int k)
{
    const double count = (double)m->few.plan.count;

    s->rtol = rung(k);
    s->per_lane = run(m, &m->few, s, m->final);
    s->per_lane.cpu /= count;
    return bench_median_error(m->final, m->truth, (size_t)m->few.plan.count,
                              (size_t)m->work->ode->dim);
}

/* Sets the loosest tolerance that reaches the target, and its error; 0 where none does, or where a tolerance that does not
 * takes several times as long as the best side so far, which tighter ones would as well. Errors follow tolerances
 * roughly: each try goes to where the target should be, between one that reaches it and one that does not. */
static int loosest(struct match *m, struct side *s, const struct side *best)
{
    enum { most = 15 * per_decade, least = per_decade, leap = 2 * per_decade, hopeless = 3 };
    int k = (int)fmax(least, fmin(most, floor(-per_decade * log10(m->work->error) + 0.5)));
    int bad = least - 1, good = most + 1;

    while (good - bad > 1) {
        const double e = error_at(m, s, k);
        const double miss = per_decade * log10(fmax(e, 1e-17) / m->work->error);

        if (e <= m->work->error) {
            s->error = e;
            good = k;
        } else {
            bad = k;
            if (best->method && s->per_lane.cpu > hopeless * best->per_lane.cpu)
                return 0;
        }
        k += (int)fmax(-leap, fmin(leap, ceil(miss)));
        k = (int)fmax(bad + 1, fmin(good - 1, k));
    }
    s->rtol = rung(good);
    return good <= most ? good : 0;
}

/* The lanes that a side is timed with: CVODE has time for few. */
static struct bench_ours *lanes_of(struct match *m, const struct side *s)
{
    return s->number < 0 ? &m->many : &m->few;
}

/* The one of several that takes the least processor time: in turn, twice and more often if they are fast. */
static void keep_fastest(struct match *m, struct side *s, size_t count, struct side *best)
{
    enum { least = 2, most = 7 };
    const double begin = bench_time_now().wall, enough = 3;

    for (size_t k = 0; k < count; ++k)
        s[k].per_lane = (struct bench_time){HUGE_VAL, HUGE_VAL};
    for (int turn = 0; turn < most; ++turn) {
        if (turn >= least && bench_time_now().wall - begin > enough)
            break;
        for (size_t k = 0; k < count; ++k)
            bench_time_keep_best(&s[k].per_lane, run(m, &m->many, &s[k], NULL));
    }
    *best = s[0];
    for (size_t k = 1; k < count; ++k)
        if (s[k].per_lane.cpu < best->per_lane.cpu)
            *best = s[k];
}

/* The fastest of the work's steppers in packs from one register to the best. */
static void find_ours(struct match *m, struct side *best)
{
    const struct bench_work *w = m->work;
    const struct contensou_device_info *about = contensou_device_about(m->few.device);
    struct side s[8], quick = *best;
    size_t count = 0;

    for (size_t i = 0; i < sizeof w->steppers / sizeof *w->steppers && w->steppers[i]; ++i) {
        struct side now = {.method = w->steppers[i], .number = by_ours};
        struct contensou__ensemble_setup setup;
        int wide;

        if (!loosest(m, &now, &quick))
            continue;
        if (!quick.method || now.per_lane.cpu < quick.per_lane.cpu)
            quick = now;
        setup = m->few.setup;
        setup.pack = 0;
        contensou__ensemble_choose_packs(about, &setup, UINT64_MAX);
        wide = setup.pack;
        for (now.pack = wide > (int)about->width_double ? wide / 2 : wide; now.pack <= wide;
             now.pack *= 2)
            s[count++] = now;
    }
    if (count)
        keep_fastest(m, s, count, best);
}

/* The faster of the blocks by hand. */
static void find_hand(struct match *m, struct side *best)
{
    struct side s[2], quick = *best;
    size_t count = 0;

    for (int lanes = 16; lanes <= 32; lanes *= 2) {
        struct side now = {.number = by_hand, .pack = lanes};

        if (!bench_simd_here(m->work, lanes) || !loosest(m, &now, &quick))
            continue;
        now.method = bench_simd_name(m->work, lanes);
        s[count++] = now;
    }
    if (count)
        keep_fastest(m, s, count, best);
}

static void find_cvode(struct match *m, struct side *best)
{
    for (int method = 0; method < (m->work->stiff ? 1 : bench_cvode_methods); ++method) {
        struct side s = {.method = bench_cvode_names[method], .number = method, .pack = 1};

        if (loosest(m, &s, best) && (!best->method || s.per_lane.cpu < best->per_lane.cpu))
            *best = s;
    }
}

/* All sides in turn; those that take milliseconds more often, as a machine is never idle for long. */
static void duel(struct match *m, struct side *side[], size_t sides)
{
    enum { most = 20 };
    const double enough = 2;
    double spent = 0;

    for (size_t k = 0; k < sides; ++k)
        side[k]->per_lane = (struct bench_time){HUGE_VAL, HUGE_VAL};
    for (int i = 0; i < m->rounds || (i < most && spent < enough); ++i)
        for (size_t k = 0; k < sides; ++k) {
            struct bench_ours *o = lanes_of(m, side[k]);
            struct bench_time t;

            if (!side[k]->method || (i >= m->rounds && side[k]->number >= 0))
                continue;
            t = run(m, o, side[k], o == &m->few ? m->final : NULL);
            if (side[k]->number < 0)
                spent += t.wall;
            t.wall /= (double)o->plan.count;
            t.cpu /= (double)o->plan.count;
            bench_time_keep_best(&side[k]->per_lane, t);
        }
}

static void print_side(const struct match *m, const char *name, const struct side *s)
{
    char how[48];

    if (!s->method) {
        printf("    %-10s does not reach it\n", name);
        return;
    }
    snprintf(how, sizeof how, s->number == by_ours ? "%s, packs of %d" : "%s", s->method, s->pack);
    printf("    %-10s %-22s rtol %-8.2g error %-8.2g %9.4g lanes/s %9.4g by CPU time\n", name, how,
           s->rtol, s->error, 1 / s->per_lane.wall, 1 / s->per_lane.cpu);
    if (m->csv)
        fprintf(m->csv, "\"%s\",%s,\"%s\",%.3g,%.3g,%.6g,%.6g\n", m->work->name, name, how, s->rtol,
                s->error, 1 / s->per_lane.wall, 1 / s->per_lane.cpu);
}

/* How many times as fast as a rival. */
static void print_ratio(const struct side *ours, const struct side *rival, const char *name)
{
    if (ours->method && rival->method)
        printf("    %.2f times %s (%.2f by CPU time)\n", rival->per_lane.wall / ours->per_lane.wall,
               name, rival->per_lane.cpu / ours->per_lane.cpu);
}

/* The whole command, and what it takes beside the engine. */
static void print_command(const struct match *m, const struct side *ours)
{
    const size_t lanes = (size_t)m->many.plan.count;
    struct bench_time took;

    if (!ours->method || !bench_command_run(m->work, ours->method, ours->rtol, lanes, &took))
        return;
    printf("    %-10s %-22s %zu lanes in %.2f s %*s %9.4g lanes/s %9.4g by CPU time\n", "command",
           "contensou sweep", lanes, took.wall, 3, "", (double)lanes / took.wall,
           (double)lanes / took.cpu);
    if (m->csv)
        fprintf(m->csv, "\"%s\",command,\"%s\",%.3g,%.3g,%.6g,%.6g\n", m->work->name, ours->method,
                ours->rtol, ours->error, (double)lanes / took.wall, (double)lanes / took.cpu);
}

/* The share of the device's multiply-adds in what ours takes for its attempts. */
static void print_share(struct match *m, const struct side *ours)
{
    const double flops = ours->method ? bench_operations(m->work, ours->method) : 0;
    double steps, rate, made;

    if (flops <= 0)
        return;
    bench_ours_run(&m->few, ours->method, ours->pack, ours->rtol, ours->rtol * m->work->atol, 0.1,
                   NULL, &steps);
    rate = bench_multiply_adds(m->few.device);
    made = flops * steps / ours->per_lane.cpu;
    printf("    %.0f attempts of %.0f operations a lane: %.0f %% of the multiply-adds of the "
           "device by "
           "CPU time\n",
           steps, flops, 100 * made / rate);
}

static void print_match(struct match *m, const struct side *ours, const struct side *hand,
                        const struct side *cvode)
{
    const struct bench_work *w = m->work;

    printf("\n%s: median error at most %.2g; elsewhere, on two cores: %s\n", w->name, w->error,
           w->others);
    print_side(m, "contensou", ours);
    print_command(m, ours);
    if (bench_simd_here(w, 16))
        print_side(m, "by hand", hand);
    if (m->cvode && !w->without_cvode)
        print_side(m, "CVODE", cvode);
    print_ratio(ours, hand, "the blocks by hand; asked: at least 1, aim 1.3");
    print_ratio(ours, cvode, "CVODE");
    print_share(m, ours);
    if (w->required > 0)
        printf("    asked of CVODE: at least %.0f, aim %.0f\n", w->required, w->aim);
    fflush(stdout);
}

/* The states that errors are measured against. */
static void find_truth(struct match *m, size_t few)
{
    const struct bench_work *w = m->work, *old = m->true_of;
    const double tight = fmax(1e-5 * w->error, 1e-13);

    if (old && bench_truth_kind(w) == bench_truth_any && old->ode == w->ode && old->few == w->few)
        return; /* these rows differ in the error alone */
    m->true_of = w;
    m->truth = realloc(m->truth, few * bench_most_states * sizeof *m->truth);
    m->final = realloc(m->final, few * bench_most_states * sizeof *m->final);
    if (!m->truth || !m->final)
        bench_die(w->name, &(struct contensou_error){.message = "no memory"});
    if (bench_truth_kind(w) != bench_truth_ours)
        bench_truth_run(&m->few, w, m->truth);
    else
        bench_ours_run(&m->few, w->tight, 0, tight, tight * w->atol, 0.1, m->truth, NULL);
}

static void measure(struct match *m, struct contensou_device *device, int quick)
{
    const struct bench_work *w = m->work;
    const size_t few = quick ? w->few / 4 : w->few, many = quick ? w->lanes / 4 : w->lanes;
    struct side ours = {.number = by_ours}, hand = {.number = by_hand}, cvode = {0};
    struct side *side[] = {&ours, &hand, &cvode};

    bench_ours_open(&m->many, device, w, NULL, 0, many);
    bench_ours_open(&m->few, device, w, NULL, 0, few);
    find_truth(m, few);
    find_ours(m, &ours);
    find_hand(m, &hand);
    if (m->cvode && !w->without_cvode)
        find_cvode(m, &cvode);
    duel(m, side, sizeof side / sizeof *side);
    print_match(m, &ours, &hand, &cvode);
    bench_ours_close(&m->few);
    bench_ours_close(&m->many);
}

int bench_wanted(const char *only, const char *name)
{
    char part[64];

    for (const char *at = only; at; at = strchr(at, ',')) {
        at += *at == ',';
        snprintf(part, sizeof part, "%.*s", (int)strcspn(at, ","), at);
        if (strstr(name, part))
            return 1;
    }
    return !only;
}

static int usage(const char *word)
{
    fprintf(
        stderr,
        "contensou-bench: ensemble does not take '%s'; available: --quick, --only TEXT,TEXT (works "
        "whose name has one, or 'device'), --no-cvode, --csv FILE\n",
        word);
    return 2;
}

int bench_ensemble(struct contensou_device *device, int argc, char **argv)
{
    struct match m = {.rounds = 3, .cvode = bench_cvode_here()};
    const char *only = NULL;
    int quick = 0;

    for (int i = 0; i < argc; ++i)
        if (strcmp(argv[i], "--quick") == 0)
            quick = 1;
        else if (strcmp(argv[i], "--no-cvode") == 0)
            m.cvode = 0;
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            only = argv[++i];
        else if (strcmp(argv[i], "--csv") == 0 && i + 1 < argc && !m.csv)
            m.csv = fopen(argv[++i], "w");
        else
            return usage(argv[i]);
    if (m.csv)
        fprintf(m.csv, "work,side,method,rtol,median_error,lanes_per_s,lanes_per_s_by_cpu\n");
    if (!bench_cvode_here())
        printf("built without CVODE (libsundials-dev): not compared with it\n");
    printf("error of a lane: the largest |y - y_true|/(1 + |y_true|) of its final state\n");
    for (size_t i = 0; i < bench_work_count; ++i)
        if (bench_wanted(only, bench_works[i].name)) {
            m.work = &bench_works[i];
            measure(&m, device, quick);
        }
    free(m.truth);
    free(m.final);
    if (m.csv)
        fclose(m.csv);
    if (bench_wanted(only, "device"))
        bench_ensemble_device(device, quick);
    return 0;
}
