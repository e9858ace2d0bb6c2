/* ensemble.c: how fast ensembles are beside CVODE, at equal achieved error: for each side the loosest
 * tolerance whose median error reaches the target, with the stepper and pack, or the method, that is
 * fastest then. Both take turns, and the best of several rounds counts. SPDX-License-Identifier: MIT */
#include "ensemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One side of a comparison, with the best that was found for it. */
struct side {
    const char *method;
    int number, pack; /* of CVODE's method; of lanes */
    double rtol, error;
    struct bench_time per_lane;
};

/* What a work is measured with. */
struct match {
    const struct bench_work *work;
    struct bench_ours many, few;
    double *truth, *final;
    FILE *csv;
    int rounds;
};

static double rung(int k)
{
    return pow(10, -0.25 * k);
}

/* The error at a tolerance; method < 0: ours with this stepper. */
static double error_at(struct match *m, const char *stepper, int method, double rtol)
{
    const double atol = rtol * m->work->atol;

    if (method < 0)
        bench_ours_run(&m->few, stepper, 0, rtol, atol, 0.1, m->final, NULL);
    else
        bench_cvode_run(&m->few, m->work, method, rtol, atol, m->final);
    return bench_median_error(m->final, m->truth, (size_t)m->few.plan.count,
                              (size_t)m->work->ode->dim);
}

/* The loosest rung that reaches the target, and its error; 0 where none does. */
static int loosest(struct match *m, const char *stepper, int method, double *error)
{
    enum { most = 52, least = 4 };
    int k = (int)fmax(least, fmin(most, floor(-4 * log10(m->work->error) + 0.5))), good = 0;
    double e = error_at(m, stepper, method, rung(k));

    while (e > m->work->error && (k += 2) <= most)
        e = error_at(m, stepper, method, rung(k));
    while (e <= m->work->error && k >= least) {
        *error = e;
        good = k--;
        e = error_at(m, stepper, method, rung(k));
    }
    return good;
}

static void find_ours(struct match *m, struct side *best)
{
    static const int packs[] = {4, 8, 16};
    const struct bench_work *w = m->work;

    best->per_lane.cpu = HUGE_VAL;
    for (size_t i = 0; i < sizeof w->steppers / sizeof *w->steppers && w->steppers[i]; ++i) {
        double error = 0;
        const int k = loosest(m, w->steppers[i], -1, &error);

        for (size_t p = 0; p < sizeof packs / sizeof *packs && k; ++p) {
            const double rtol = rung(k), atol = rtol * w->atol;
            struct bench_time t = {HUGE_VAL, HUGE_VAL};

            /* the few first, so that the program is built */
            bench_ours_run(&m->few, w->steppers[i], packs[p], rtol, atol, 0.1, NULL, NULL);
            for (int turn = 0; turn < m->rounds; ++turn)
                bench_time_keep_best(&t, bench_ours_run(&m->many, w->steppers[i], packs[p], rtol,
                                                        atol, 0.1, NULL, NULL));
            t.cpu /= (double)m->many.plan.count;
            if (t.cpu < best->per_lane.cpu)
                *best = (struct side){w->steppers[i], 0, packs[p], rtol, error, t};
        }
    }
}

static void find_cvode(struct match *m, struct side *best)
{
    best->per_lane.cpu = HUGE_VAL;
    for (int method = 0; method < (m->work->stiff ? 1 : bench_cvode_methods); ++method) {
        double error = 0;
        const int k = loosest(m, NULL, method, &error);

        if (k) {
            const double rtol = rung(k);
            struct bench_time t =
                bench_cvode_run(&m->few, m->work, method, rtol, rtol * m->work->atol, m->final);

            t.cpu /= (double)m->few.plan.count;
            if (t.cpu < best->per_lane.cpu)
                *best = (struct side){bench_cvode_names[method], method, 1, rtol, error, t};
        }
    }
}

/* Both sides in turn. */
static void duel(struct match *m, struct side *ours, struct side *cvode)
{
    struct bench_time a = {HUGE_VAL, HUGE_VAL}, b = a;
    const double many = (double)m->many.plan.count, few = (double)m->few.plan.count;

    for (int i = 0; i < m->rounds; ++i) {
        if (ours->method)
            bench_time_keep_best(&a, bench_ours_run(&m->many, ours->method, ours->pack, ours->rtol,
                                                    ours->rtol * m->work->atol, 0.1, NULL, NULL));
        if (cvode->method)
            bench_time_keep_best(&b, bench_cvode_run(&m->few, m->work, cvode->number, cvode->rtol,
                                                     cvode->rtol * m->work->atol, m->final));
    }
    ours->per_lane = (struct bench_time){a.wall / many, a.cpu / many};
    cvode->per_lane = (struct bench_time){b.wall / few, b.cpu / few};
}

static void print_side(const struct match *m, const char *name, const struct side *s)
{
    char how[48];

    if (!s->method) {
        printf("    %-10s does not reach it\n", name);
        return;
    }
    snprintf(how, sizeof how, s->pack > 1 ? "%s, packs of %d" : "%s", s->method, s->pack);
    printf("    %-10s %-22s rtol %-8.2g error %-8.2g %9.4g lanes/s %9.4g by CPU time\n", name, how,
           s->rtol, s->error, 1 / s->per_lane.wall, 1 / s->per_lane.cpu);
    if (m->csv)
        fprintf(m->csv, "\"%s\",%s,\"%s\",%.3g,%.3g,%.6g,%.6g\n", m->work->name, name, how, s->rtol,
                s->error, 1 / s->per_lane.wall, 1 / s->per_lane.cpu);
}

static void print_match(const struct match *m, const struct side *ours, const struct side *cvode)
{
    const struct bench_work *w = m->work;

    printf("\n%s: median error at most %.2g; elsewhere, on two cores: %s\n", w->name, w->error,
           w->others);
    print_side(m, "contensou", ours);
    if (bench_cvode_here())
        print_side(m, "CVODE", cvode);
    if (ours->method && cvode->method)
        printf("    %.1f times CVODE (%.1f by CPU time)",
               cvode->per_lane.wall / ours->per_lane.wall,
               cvode->per_lane.cpu / ours->per_lane.cpu);
    if (w->required > 0)
        printf("; asked: at least %.0f, aim %.0f", w->required, w->aim);
    putchar('\n');
    fflush(stdout);
}

static void measure(struct match *m, struct contensou_device *device, int quick)
{
    const struct bench_work *w = m->work;
    const size_t few = quick ? w->few / 4 : w->few, many = quick ? w->lanes / 4 : w->lanes;
    struct side ours = {0}, cvode = {0};
    double tight;

    bench_ours_open(&m->many, device, w, NULL, 0, many);
    bench_ours_open(&m->few, device, w, NULL, 0, few);
    m->truth = malloc(few * bench_most_states * sizeof *m->truth);
    m->final = malloc(few * bench_most_states * sizeof *m->final);
    if (!m->truth || !m->final)
        bench_die(w->name, &(struct contensou_error){.message = "no memory"});
    tight = fmax(1e-5 * w->error, 1e-13);
    bench_ours_run(&m->few, w->tight, 0, tight, tight * w->atol, 0.1, m->truth, NULL);
    find_ours(m, &ours);
    if (bench_cvode_here())
        find_cvode(m, &cvode);
    duel(m, &ours, &cvode);
    print_match(m, &ours, &cvode);
    free(m->truth);
    free(m->final);
    bench_ours_close(&m->few);
    bench_ours_close(&m->many);
}

static int usage(const char *word)
{
    fprintf(stderr,
            "contensou-bench: ensemble does not take '%s'; available: --quick, --only TEXT (works "
            "whose name has it, or 'device'), --csv FILE\n",
            word);
    return 2;
}

int bench_ensemble(struct contensou_device *device, int argc, char **argv)
{
    struct match m = {.rounds = 3};
    const char *only = NULL;
    int quick = 0;

    for (int i = 0; i < argc; ++i)
        if (strcmp(argv[i], "--quick") == 0)
            quick = 1;
        else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc)
            only = argv[++i];
        else if (strcmp(argv[i], "--csv") == 0 && i + 1 < argc && !m.csv)
            m.csv = fopen(argv[++i], "w");
        else
            return usage(argv[i]);
    if (m.csv)
        fprintf(m.csv, "work,side,method,rtol,median_error,lanes_per_s,lanes_per_s_by_cpu\n");
    if (!bench_cvode_here())
        printf("built without CVODE (libsundials-dev): nothing to compare with\n");
    printf("error of a lane: the largest |y - y_tight|/(1 + |y_tight|) of its final state\n");
    for (size_t i = 0; i < bench_work_count; ++i)
        if (!only || strstr(bench_works[i].name, only)) {
            m.work = &bench_works[i];
            measure(&m, device, quick);
        }
    if (m.csv)
        fclose(m.csv);
    if (!only || strcmp(only, "device") == 0)
        bench_ensemble_device(device, quick);
    return 0;
}
