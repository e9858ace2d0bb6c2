/* analysis.c: contensou-bench analysis: exact stick-slip beside the regularised law, Lyapunov exponents beside CVODE at equal errors, a picture of basins, and a million
 * cases of transitions, and what gradients of trajectories cost, in one run. SPDX-License-Identifier: MIT */
#include "ensemble.h"

#include <contensou/simulation.h>
#include <contensou/transitions.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct bench_work exponents = {.name = "two exponents of block_belt",
                                            .system = "block_belt",
                                            .law = "continuous",
                                            .set = "Omega0_sq=0,F0=0.5,Omega1=2,law.eps=1e-3",
                                            .vary = "V_dr=0.05:0.6",
                                            .t_end = 100,
                                            .ode = &bench_block_belt};

/* The first exponent of each lane by our observer. */
static struct bench_time ours(struct bench_ours *o, double rtol, double *lambda)
{
    const size_t lanes = (size_t)o->plan.count;
    struct contensou__ensemble *e = NULL;
    struct contensou_error err = {0};
    struct bench_time begin, took;
    double row[64];
    size_t live = 1;

    o->setup.set.rtol = rtol;
    o->setup.set.atol = 1e-2 * rtol;
    if (contensou__ensemble_create(&e, o->device, &o->setup, lanes, &err) ||
        contensou__ensemble_load(e, lanes, o->value, &err))
        bench_die(exponents.name, &err);
    begin = bench_time_now();
    while (live)
        if (contensou__ensemble_advance(e, 0.1, &live, &err))
            bench_die(exponents.name, &err);
    took = bench_time_since(begin);
    for (size_t i = 0; i < lanes; ++i) {
        if (contensou__ensemble_show(e, &(int32_t){(int32_t)i}, 1, &err))
            bench_die(exponents.name, &err);
        contensou__ensemble_row(e, i, row);
        lambda[i] = row[contensou__ensemble_head];
    }
    contensou__ensemble_free(e);
    return took;
}

/* The median of |a - b|. */
static double apart(const double *a, const double *b, size_t n)
{
    return bench_median_error(a, b, n, 1);
}

/* The loosest of the tolerances 1e-4, 1e-5, .. that reaches the error, and what it takes. */
struct side {
    double rtol, error, seconds; /* seconds of all processors, a lane */
};

static void print_side(const char *name, const struct side *s)
{
    printf("    %-10s rtol %-6.0e error %-8.2g %9.4g lanes/s by CPU time\n", name, s->rtol,
           s->error, 1 / s->seconds);
}

static void bench_exponents(struct contensou_device *device, int quick)
{
    const double wanted = 1e-3;
    const size_t many = quick ? 256 : 1024, few = quick ? 16 : 64;
    struct bench_ours a, b;
    double *tight = malloc(2 * many * sizeof *tight), *value = tight + many;
    struct side us = {0}, them = {0};

    if (!tight)
        bench_die(exponents.name, &(struct contensou_error){.message = "no memory"});
    bench_ours_open(&a, device, &exponents, NULL, 0, many);
    bench_ours_open(&b, device, &exponents, NULL, 0, few);
    contensou__observer_defaults(&a.setup.set);
    a.setup.observe = (struct contensou__ensemble_observers){.lyapunov = 1};
    a.setup.set.lyapunov_count = 2;
    a.setup.stepper = contensou__stepper_find("dopri54");
    ours(&a, 1e-11, tight);
    for (us.rtol = 1e-5; us.rtol > 1e-11; us.rtol /= 10) {
        us.seconds = ours(&a, us.rtol, value).cpu / (double)many;
        us.error = apart(value, tight, many);
        if (us.error <= wanted)
            break;
    }
    for (int turn = 0; turn < 2; ++turn)
        us.seconds = fmin(us.seconds, ours(&a, us.rtol, value).cpu / (double)many);
    printf("\n%s, %zu values of V_dr, t 0..%g, each side to %.0e of its own tight result:\n",
           exponents.name, many, exponents.t_end, wanted);
    print_side("contensou", &us);
    if (bench_cvode_here()) {
        bench_cvode_exponent(&b, &exponents, 1e-10, tight);
        for (them.rtol = 1e-4; them.rtol > 1e-10; them.rtol /= 10) {
            them.seconds = bench_cvode_exponent(&b, &exponents, them.rtol, value).cpu / (double)few;
            them.error = apart(value, tight, few);
            if (them.error <= wanted)
                break;
        }
        print_side("CVODE", &them);
        printf("    %.1f times CVODE; asked: at least 10\n", them.seconds / us.seconds);
    }
    fflush(stdout);
    bench_ours_close(&b);
    bench_ours_close(&a);
    free(tight);
}

static const struct bench_work exact = {.name = "stick-slip of disk_belt",
                                        .system = "disk_belt",
                                        .law = "I00",
                                        .set = "law.m=2,law.b=1,law.eta=4.98,law.eps=0",
                                        .vary = "v_b=0.1:0.2",
                                        .t_end = 400};

/* A stepper on the lanes of the exact law or of a regularised one. */
struct contender {
    const char *stepper;
    struct bench_ours *lanes;
    struct side side;
    int there; /* 1 if it reaches the error */
};

static void try_at(struct contender *c, double rtol, const double *at, double *value)
{
    const size_t lanes = (size_t)c->lanes->plan.count, dim = (size_t)c->lanes->setup.system->dim;

    c->side.rtol = rtol;
    c->side.seconds =
        bench_ours_run(c->lanes, c->stepper, 0, rtol, rtol, 0.1, value, NULL).cpu / (double)lanes;
    c->side.error = bench_median_error(value, at, lanes, dim);
}

/* The loosest tolerance from ten times `wanted` on, by factors of about three, with which the states are within that of the
 * exact ones: decades first. A stepper that takes twice as long as the best before it gets there is given up: from 1e-5 on tighter tolerances
 * take longer. */
static void loosest(struct contender *c, double wanted, double best, const double *at,
                    double *value)
{
    struct side found;

    try_at(c, 10 * wanted, at, value);
    while (c->side.error > wanted && c->side.rtol > 2e-12 &&
           !(c->side.rtol < 2e-5 && c->side.seconds > 2 * best))
        try_at(c, 0.1 * c->side.rtol, at, value);
    c->there = c->side.error <= wanted;
    if (!c->there || c->side.rtol > 5 * wanted)
        return;
    found = c->side;
    try_at(c, 3 * found.rtol, at, value);
    if (c->side.error > wanted)
        c->side = found;
}

/* Exact stick-slip beside the regularised law: the same error against the exact law, which the regularised one reaches at no
 * tolerance below that of its eps. Times are the best of rounds in which all take turns. */
static void bench_exact(struct contensou_device *device, size_t lanes, double wanted,
                        const char *eps, double asked)
{
    enum { sides = 3, rounds = 4 };
    struct bench_work smooth = exact;
    struct bench_ours a, b;
    struct contender all[sides] = {{.stepper = "event", .lanes = &a},
                                   {.stepper = "rodas54", .lanes = &b},
                                   {.stepper = "rodas43", .lanes = &b}};
    char set[96];
    double *tight, *value, best = HUGE_VAL;

    snprintf(set, sizeof set, "law.m=2,law.b=1,law.eta=4.98,law.eps=%s", eps);
    smooth.set = set;
    bench_ours_open(&a, device, &exact, NULL, 0, lanes);
    bench_ours_open(&b, device, &smooth, NULL, 0, lanes);
    a.setup.set.max_events = b.setup.set.max_events = 1e6;
    b.setup.set.max_steps = 1e5; /* at loose tolerances some lanes hardly move */
    tight = malloc(2 * lanes * (size_t)a.setup.system->dim * sizeof *tight);
    if (!tight)
        bench_die(exact.name, &(struct contensou_error){.message = "no memory"});
    value = tight + lanes * (size_t)a.setup.system->dim;
    bench_ours_run(&a, "event", 0, 1e-10, 1e-10, 0.1, tight, NULL);
    for (int i = 0; i < sides; ++i) {
        loosest(&all[i], wanted, best, tight, value);
        if (i > 0 && all[i].there)
            best = fmin(best, all[i].side.seconds);
    }
    for (int turn = 0; turn < rounds; ++turn)
        for (int i = 0; i < sides; ++i)
            if (all[i].there && (i == 0 || all[i].side.seconds < 2 * best)) {
                const double before = all[i].side.seconds;

                try_at(&all[i], all[i].side.rtol, tight, value);
                all[i].side.seconds = fmin(before, all[i].side.seconds);
            }
    printf("\n%s, %zu values of v_b, t 0..%g, error against the exact law at most %.0e:\n",
           exact.name, lanes, exact.t_end, wanted);
    best = HUGE_VAL;
    for (int i = 0; i < sides; ++i) {
        if (all[i].there)
            print_side(all[i].stepper, &all[i].side);
        else
            printf("    %-10s given up at rtol %.0e, error %.2g\n", all[i].stepper,
                   all[i].side.rtol, all[i].side.error);
        if (i > 0 && all[i].there)
            best = fmin(best, all[i].side.seconds);
    }
    printf("    %.1f times the best stiff stepper at law.eps = %s", best / all[0].side.seconds,
           eps);
    if (asked > 0)
        printf("; asked: at least %g", asked);
    printf("\n");
    fflush(stdout);
    bench_ours_close(&b);
    bench_ours_close(&a);
    free(tight);
}

static const struct bench_work basin = {.name = "basins of the pendulum",
                                        .system = "pendulum",
                                        .law = "I11",
                                        .set = "law.b=0.452,law.m=0.765,omega_0=37.05",
                                        .vary = "init.phidot=-40:40",
                                        .t_end = 100};

/* Lanes over one line of starts; the picture is so many of them. Labels of 2,048 starts were the same at rtol 1e-5 in
 * double precision. */
static void bench_basin(struct contensou_device *device, int quick)
{
    const size_t lanes = quick ? 1024 : 4096, all = 512 * 512;
    struct bench_ours o;
    struct bench_time t = {HUGE_VAL, HUGE_VAL};

    bench_ours_open(&o, device, &basin, NULL, 1, lanes);
    contensou__observer_defaults(&o.setup.set);
    o.setup.observe = (struct contensou__ensemble_observers){.final = 1, .basin = 1};
    for (int turn = 0; turn < 2; ++turn)
        bench_time_keep_best(&t, bench_ours_run(&o, "dop853", 0, 1e-4, 1e-6, 0.1, NULL, NULL));
    printf("\n%s, t 0..%g, single precision, rtol 1e-4: %.4g lanes/s by CPU time; 512 x 512 starts "
           "take %.0f s; asked: "
           "120\n",
           basin.name, basin.t_end, (double)lanes / t.cpu, (double)all * t.cpu / (double)lanes);
    fflush(stdout);
    bench_ours_close(&o);
}

/* What gradients cost: the processor time of runs by k fields over that of a run without, each the best of rounds in which all take
 * turns. asked: k parameters in the time of 1 + k/2 plain runs more. */
static void bench_gradient(const char *stepper, const char *set, int quick)
{
    static const char *const by[] = {NULL, "mu", "mu,M", "mu,M,e,omega_0", "law.b"};
    enum { sides = sizeof by / sizeof *by, rounds = 4 };
    struct contensou_simulation *s[sides] = {NULL};
    struct contensou_error err = {0};
    double best[sides];

    for (int i = 0; i < sides; ++i) {
        best[i] = HUGE_VAL;
        if (contensou_simulation_create(&s[i], &err) ||
            contensou_simulation_set(s[i], "system", "pendulum", &err) ||
            contensou_simulation_set(s[i], "law", "I11", &err) ||
            contensou_simulation_set(s[i], "set", set, &err) ||
            contensou_simulation_set(s[i], "vary",
                                     quick ? "init.phi=0:1:1024" : "init.phi=0:1:8192", &err) ||
            contensou_simulation_set(s[i], "time", "10", &err) ||
            contensou_simulation_set(s[i], "stepper", stepper, &err) ||
            contensou_simulation_set(s[i], "rtol", "1e-8", &err) ||
            (by[i] && (contensou_simulation_set(s[i], "by", by[i], &err) ||
                       contensou_simulation_set(s[i], "observe", "gradient", &err))))
            bench_die("gradient", &err);
    }
    for (int turn = 0; turn <= rounds; ++turn) /* the first one builds */
        for (int i = 0; i < sides; ++i) {
            const struct bench_time begin = bench_time_now();
            struct contensou_trajectories *r = NULL;

            if (contensou_simulation_run(s[i], &r, &err))
                bench_die("gradient", &err);
            if (turn > 0)
                best[i] = fmin(best[i], bench_time_since(begin).cpu);
            contensou_trajectories_free(r);
        }
    printf("\ngradients of the pendulum, %s, t 0..10, rtol 1e-8; plain runs that they take more:\n",
           stepper);
    for (int i = 1; i < sides; ++i)
        printf("    by %-16s %5.1f; asked: at most %g\n", by[i], best[i] / best[0] - 1,
               i == 3   ? 3.0
               : i == 2 ? 2.0
                        : 1.5);
    fflush(stdout);
    for (int i = 0; i < sides; ++i)
        contensou_simulation_free(s[i]);
}

static void bench_transitions(struct contensou_device *device, int quick)
{
    const size_t n = quick ? 100000 : 1000000;
    const struct contensou_eval_options options = {.size = sizeof options};
    const double one[CONTENSOU_TRANSITIONS_FIELDS] = {1,    0.4,  0.3, 1,    0.4, 1, -0.2,
                                                      -0.3, -0.3, 1,   0.25, 3,   1};
    const size_t columns = contensou_transitions_column_count();
    double *in = malloc((CONTENSOU_TRANSITIONS_FIELDS + columns) * n * sizeof *in);
    struct contensou_transitions_ensemble *e = NULL;
    struct contensou_error err = {0};
    struct bench_time begin, t;

    if (!in || contensou_transitions_create(&e, device, &options, &err))
        bench_die("transitions", &err);
    for (size_t k = 0; k < CONTENSOU_TRANSITIONS_FIELDS; ++k)
        for (size_t i = 0; i < n; ++i) /* m23 varies */
            in[k * n + i] = k == 4 ? -0.8 + 1.6 * (double)i / (double)n : one[k];
    begin = bench_time_now();
    if (contensou_transitions_run(e, n, in, in + CONTENSOU_TRANSITIONS_FIELDS * n, &err))
        bench_die("transitions", &err);
    t = bench_time_since(begin);
    printf("\ntransitions: 1e6 cases take %.2f s by CPU time; asked: 10\n",
           t.cpu * 1e6 / (double)n);
    fflush(stdout);
    contensou_transitions_free(e);
    free(in);
}

int bench_analysis(struct contensou_device *device, int argc, char **argv)
{
    const char *only = NULL;
    int quick = 0;

    for (int i = 0; i < argc; ++i)
        if (strcmp(argv[i], "--quick") == 0) {
            quick = 1;
        } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
            only = argv[++i];
        } else {
            fprintf(stderr,
                    "contensou-bench: analysis does not take '%s'; available: --quick, --only "
                    "TEXT,TEXT (of transitions, stick-slip 1e-3, stick-slip 1e-5, exponents, "
                    "basin, gradient)\n",
                    argv[i]);
            return 2;
        }
    if (bench_wanted(only, "transitions"))
        bench_transitions(device, quick);
    if (bench_wanted(only, "stick-slip 1e-3"))
        bench_exact(device, quick ? 1024 : 4096, 1e-3, "1e-5", 3);
    if (bench_wanted(only, "stick-slip 1e-5")) /* with law.eps = 1e-5 it errs by 7e-4 */
        bench_exact(device, quick ? 64 : 256, 1e-5, "1e-8", 0);
    if (bench_wanted(only, "exponents"))
        bench_exponents(device, quick);
    if (bench_wanted(only, "basin"))
        bench_basin(device, quick);
    if (bench_wanted(only, "gradient")) {
        bench_gradient("dop853", "law.eps=1e-2,law.b=0.452,law.m=0.765", quick);
        bench_gradient("rodas54", "law.eps=1e-2,law.b=0.452,law.m=0.765", quick);
    }
    return 0;
}
