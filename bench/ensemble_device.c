/* ensemble_device.c: what ensembles make of the device: the share of its multiply-adds that the classical
 * method reaches, packs of several widths, laws beside each other, and what slices and a journal cost.
 * SPDX-License-Identifier: MIT */
#include "ensemble.h"

#include "cl/program.h"
#include "run/journal.h"
#include "run/loop.h"
#include "steppers/dop853.h"
#include "steppers/rodas54.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { rounds = 3 };

static const struct bench_work lorenz_work = {.name = "lorenz",
                                              .system = "lorenz",
                                              .law = "none",
                                              .vary = "rho=0:28",
                                              .t_end = 10,
                                              .ode = &bench_lorenz};
static const struct bench_work pendulum_work = {.name = "pendulum",
                                                .system = "pendulum",
                                                .law = "I11",
                                                .set = "law.eps=1e-5",
                                                .vary = "omega_0=30:50",
                                                .t_end = 1,
                                                .ode = &bench_pendulum};

/* Ten chains of packs of one register: more than the latency of the arithmetic needs, no more than registers. */
static const char fma_text[] =
    "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
    "kernel void chains(const uint n, global pack *out)\n"
    "{\n"
    "    const pack b = out[0], c = out[1];\n"
    "    pack a0 = b, a1 = c, a2 = b + c, a3 = b - c, a4 = b * c, a5 = a2 + c, a6 = a3 - c;\n"
    "    pack a7 = a2 * c, a8 = a3 * c, a9 = a2 * a3;\n"
    "    for (uint i = 0; i < n; ++i) {\n"
    "        a0 = fma(a0, b, c); a1 = fma(a1, b, c); a2 = fma(a2, b, c); a3 = fma(a3, b, c);\n"
    "        a4 = fma(a4, b, c); a5 = fma(a5, b, c); a6 = fma(a6, b, c); a7 = fma(a7, b, c);\n"
    "        a8 = fma(a8, b, c); a9 = fma(a9, b, c);\n"
    "    }\n"
    "    out[2 + get_global_id(0)] = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9;\n"
    "}\n";

/* Seconds for the operations (a multiply-add counts two) that *operations gets. */
static struct bench_time run_fma(struct contensou_device *device, double *operations)
{
    enum { items = 64, most = 16, chains = 10 };
    const unsigned native = contensou_device_about(device)->width_double;
    const int width = native > most ? most : native ? (int)native : 1;
    const uint32_t n = 1000000;
    struct contensou__program *program = NULL;
    struct contensou__buffer *buffer = NULL;
    struct contensou_error err = {0};
    double start[(2 + items) * most] = {0};
    struct bench_time best = {HUGE_VAL, HUGE_VAL};
    struct contensou__arg args[2] = {{.value = &n, .size = sizeof n}};
    char options[64];

    snprintf(options, sizeof options,
             width > 1 ? "-cl-std=CL1.2 -D pack=double%d" : "-cl-std=CL1.2 -D pack=double", width);
    for (int i = 0; i < width; ++i) {
        start[i] = 0.5 + 0.01 * i;
        start[width + i] = 0.25;
    }
    if (contensou__program_build(&program, device, fma_text, options, &err) ||
        contensou__buffer_create(&buffer, device, sizeof start, start, &err))
        bench_die("multiply-adds", &err);
    args[1].buffer = buffer;
    for (int i = 0; i < rounds + 1; ++i) {
        const struct bench_time begin = bench_time_now();

        if (contensou__program_run(program, "chains", items, 1, args, 2, NULL, &err))
            bench_die("multiply-adds", &err);
        bench_time_keep_best(&best, bench_time_since(begin));
    }
    *operations = 2.0 * items * width * chains * n;
    contensou__buffer_free(buffer);
    contensou__program_free(program);
    return best;
}

/* The best of several runs; the first builds the program and does not count. */
static struct bench_time best_of(struct bench_ours *o, const char *stepper, int pack, double rtol)
{
    struct bench_time best = {HUGE_VAL, HUGE_VAL};

    for (int i = 0; i < rounds + 1; ++i) {
        const struct bench_time t =
            bench_ours_run(o, stepper, pack, rtol, 1e-2 * rtol, 0.1, NULL, NULL);

        if (i > 0)
            bench_time_keep_best(&best, t);
    }
    return best;
}

/* Twice the numbers of a table that are not zero: the operations of its sums over one state. */
static double sum_operations(const double *table, size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; ++i)
        sum += table[i] != 0 ? 2 : 0;
    return sum;
}

/* Operations of an attempted step of dop853 with a right-hand side of `rhs` operations: sums, estimates and their
 * weights; what the control of the step costs besides does not count. above: of the states so many are positions. */
static double dop853_operations(int dim, int above, int rhs)
{
    enum { most = (dop853_stages + 1) * dop853_all };
    double sum =
        (dim - above) * (sum_operations(dop853_a, most) + sum_operations(dop853_e5, dop853_stages) +
                         sum_operations(dop853_e3, dop853_stages));

    sum += above *
           (sum_operations(dop853_place, most) + sum_operations(dop853_e5_place, dop853_stages) +
            sum_operations(dop853_e3_place, dop853_stages) + 2 * dop853_stages);
    return sum + dop853_stages * (2 * dim + rhs) + 9 * dim;
}

/* The same of rodas54 for `rows` positions and as many velocities, with `factors` operations for the Jacobian and the
 * inverse. A stage: the sums of its row and of its positions, h and gamma, the stiffness times the positions, the slope, the product
 * with the inverse, and where it leads. */
static double rodas54_operations(int rows, int rhs, int factors)
{
    enum { most = rodas54_stages * rodas54_stages };
    const double sums = sum_operations(rodas54_m, most) + sum_operations(rodas54_lift, most) +
                        sum_operations(rodas54_a, most) + sum_operations(rodas54_place, most);

    return factors + rows * sums + rodas54_stages * (rows * (8 + 4 * rows) + rhs) + 16 * rows;
}

/* Operations of a right-hand side, counted in the text of the blocks by hand. */
enum { lorenz_rhs = 9, pendulum_rhs = 213, disk_rhs = 38, disk_factors = 70 };

double bench_operations(const struct bench_work *work, const char *stepper)
{
    if (work->ode == &bench_pendulum && strcmp(stepper, "dop853") == 0)
        return dop853_operations(6, 3, pendulum_rhs);
    if (work->ode == &bench_disk_belt && strcmp(stepper, "rodas54") == 0)
        return rodas54_operations(2, disk_rhs, disk_factors);
    return 0;
}

double bench_multiply_adds(struct contensou_device *device)
{
    static double rate;
    double operations;

    if (rate <= 0) {
        const struct bench_time took = run_fma(device, &operations);

        rate = operations / took.cpu; /* the best of several */
    }
    return rate;
}

static void print_share(const char *what, double flops, double steps, struct bench_time took,
                        double rate)
{
    printf("    %s at %.0f operations a step %.3g of %.3g Gflop/s of multiply-adds: %.0f %% by CPU "
           "time\n",
           what, flops, 1e-9 * flops * steps / took.cpu, 1e-9 * rate,
           100 * flops * steps / took.cpu / rate);
}

/* The classical method beside the same by hand, and the share of the multiply-adds that it and dop853 reach. */
static void multiply_adds(struct contensou_device *device, int quick)
{
    const double lanes = quick ? 16384 : 65536, steps = 1000 * lanes, flops = 74;
    struct bench_time fma = {HUGE_VAL, HUGE_VAL}, rk4 = fma, hand = fma, dop853 = fma;
    struct bench_ours o;
    double operations, attempts = 0;

    bench_ours_open(&o, device, &lorenz_work, NULL, 0, (size_t)lanes);
    for (int i = 0; i < rounds; ++i) { /* in turn */
        bench_time_keep_best(&fma, run_fma(device, &operations));
        bench_time_keep_best(&rk4, best_of(&o, "rk4", 0, 0.01));
        for (int k = 0; k < rounds; ++k)
            bench_time_keep_best(&hand, bench_simd_run(&o, &lorenz_work, 16, 0.01, 0, 0, NULL));
        bench_time_keep_best(&dop853, best_of(&o, "dop853", 0, 1e-9));
    }
    bench_ours_run(&o, "dop853", 0, 1e-9, 1e-11, 0.1, NULL, &attempts);
    bench_ours_close(&o);
    printf("\nlorenz, 1000 steps of rk4, %.0f lanes: %.4g steps/s (%.4g by CPU time); in blocks of "
           "64 by hand %.4g (%.4g): %.2f times (%.2f by CPU time); asked: at least 1, aim 1.3\n",
           lanes, steps / rk4.wall, steps / rk4.cpu, steps / hand.wall, steps / hand.cpu,
           hand.wall / rk4.wall, hand.cpu / rk4.cpu);
    print_share("rk4", flops, steps, rk4, operations / fma.cpu);
    print_share("dop853", dop853_operations(3, 0, lorenz_rhs), attempts * lanes, dop853,
                operations / fma.cpu);
}

static void packs(struct contensou_device *device, int quick, const char *stepper, int single)
{
    enum { widths = 4 };
    static const int width[widths] = {1, 4, 8, 16};
    const double rtol = strcmp(stepper, "rk4") == 0 ? 0.01 : single ? 1e-4 : 1e-6;
    struct bench_time best[widths];
    struct bench_ours o;

    bench_ours_open(&o, device, &lorenz_work, NULL, single, quick ? 4096 : 16384);
    for (int round = 0; round < rounds; ++round) /* in turn */
        for (int i = 0; i < widths; ++i) {
            const struct bench_time t = best_of(&o, stepper, width[i], rtol);

            if (round == 0)
                best[i] = t;
            bench_time_keep_best(&best[i], t);
        }
    printf("    %-8s %-7s", stepper, single ? "single" : "double");
    for (int i = 0; i < widths; ++i)
        printf(" %6.2f", best[0].cpu / best[i].cpu);
    putchar('\n');
    bench_ours_close(&o);
}

static void laws(struct contensou_device *device, int quick)
{
    static const char *const name[] = {"I11", "table", "potential4"};
    static const char *const asked[] = {"", "; asked: at most 1.3", "; asked: below 1"};
    struct bench_time best[3];
    struct bench_ours o[3];

    for (int i = 0; i < 3; ++i) {
        bench_ours_open(&o[i], device, &pendulum_work, name[i], 0, quick ? 1024 : 4096);
        best[i] = (struct bench_time){HUGE_VAL, HUGE_VAL};
    }
    for (int round = 0; round < 2; ++round)
        for (int i = 0; i < 3; ++i)
            bench_time_keep_best(&best[i], best_of(&o[i], "rk4", 0, 1e-3));
    printf("\nlaws on the pendulum, 1000 steps of rk4: time over that of I11\n");
    for (int i = 0; i < 3; ++i) {
        printf("    %-12s %.2f%s\n", name[i], best[i].cpu / best[0].cpu, asked[i]);
        bench_ours_close(&o[i]);
    }
}

/* Who assigns the lanes of a run and keeps what comes back, for two threads. */
struct keeper {
    pthread_mutex_t lock;
    struct contensou__journal *journal;
    uint64_t next, count;
};

static size_t assign(void *owner, uint64_t *lane, size_t most)
{
    struct keeper *k = owner;
    size_t n = 0;

    pthread_mutex_lock(&k->lock);
    while (n < most && k->next < k->count)
        lane[n++] = k->next++;
    pthread_mutex_unlock(&k->lock);
    return n;
}

static enum contensou_status deliver(void *owner, const struct contensou__record *record,
                                     size_t count, struct contensou_error *err)
{
    struct keeper *k = owner;
    enum contensou_status status = CONTENSOU_OK;

    pthread_mutex_lock(&k->lock);
    if (count)
        status = contensou__journal_append(k->journal, record, count, err);
    pthread_mutex_unlock(&k->lock);
    return status;
}

static struct bench_time run_sweep(struct bench_ours *o)
{
    struct keeper k = {.lock = PTHREAD_MUTEX_INITIALIZER, .count = o->plan.count};
    const struct contensou__loop_scheduler scheduler = {
        .owner = &k, .assign = assign, .deliver = deliver};
    const struct contensou__journal_spec spec = {
        .lanes = k.count, .shards = 1, .scalars = contensou__loop_scalars(&o->setup)};
    struct contensou_error err = {0};
    const size_t chunk = contensou__ensemble_capacity(contensou_device_about(o->device), &o->setup);
    const struct bench_time begin = bench_time_now();
    struct bench_time took;

    if (contensou__journal_open(&k.journal, NULL, &spec, 0, &err) ||
        contensou__loop_work(o->device, &o->setup, &o->plan, chunk, 2, &scheduler, &err))
        bench_die("sweep", &err);
    took = bench_time_since(begin);
    contensou__journal_remove(k.journal);
    return took;
}

static void slices(struct contensou_device *device, int quick)
{
    struct bench_time whole = {HUGE_VAL, HUGE_VAL}, sliced = whole;
    struct bench_ours o;

    bench_ours_open(&o, device, &pendulum_work, NULL, 0, quick ? 16384 : 65536);
    for (int i = 0; i < rounds + 1; ++i) { /* both with all that goes before and behind */
        const struct bench_time begin = bench_time_now();

        bench_ours_run(&o, "dopri54", 0, 1e-6, 1e-8, 0, NULL, NULL);
        if (i > 0) {
            bench_time_keep_best(&whole, bench_time_since(begin));
            bench_time_keep_best(&sliced, run_sweep(&o));
        }
    }
    printf("\nslices, journal and all that a sweep does besides: %+.1f %% of one launch's time "
           "(%+.1f %% by CPU time); asked: below 5 %%\n",
           100 * (sliced.wall / whole.wall - 1), 100 * (sliced.cpu / whole.cpu - 1));
    bench_ours_close(&o);
}

void bench_ensemble_device(struct contensou_device *device, int quick)
{
    multiply_adds(device, quick);
    printf("\nlorenz in packs of 1, 4, 8, 16, speed over that of packs of 1 by CPU time; asked: 4 "
           "times in double, 6 times in single\n");
    for (int single = 0; single < 2; ++single) {
        packs(device, quick, "rk4", single);
        packs(device, quick, "dopri54", single);
    }
    laws(device, quick);
    slices(device, quick);
    fflush(stdout);
}
