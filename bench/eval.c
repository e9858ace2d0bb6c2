/* eval.c: how fast the wrench is, against a hand-written loop over the same cells and against the
 * scalar reference. All contestants of a table take turns, and the best of several rounds counts,
 * since this may be a busy machine. SPDX-License-Identifier: MIT */
#include "bench.h"
#include "openmp_loop.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { rounds = 7, closed_form = 1 };

/* One contestant: evaluates n slips per turn, each over `terms` cells or edges. */
struct contestant {
    const char *name;
    struct contensou_eval *eval; /* NULL: one of the host's loops */
    int single, shuffled;        /* 1: the slips come in random order */
    size_t n;
    double terms, best,
        work; /* seconds per slip, the least by the clock and the mean of processors; terms: below 0 the scalar reference,
                               * closed_form that of a disk in C */
};

static struct contensou_eval *make(struct contensou_device *device, const char *shape,
                                   const char *pressure, enum contensou_method method, int single,
                                   struct contensou_patch **patch)
{
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = shape, .pressure = pressure};
    const struct contensou_eval_options options = {
        .size = sizeof options,
        .method = method,
        .precision = single ? CONTENSOU_PRECISION_SINGLE : CONTENSOU_PRECISION_DOUBLE};
    struct contensou_eval *eval = NULL;
    struct contensou_patch *p = NULL;
    struct contensou_error err = {0};

    if (contensou_patch_create(&p, &spec, &err) ||
        contensou_eval_create(&eval, p, device, &options, &err))
        bench_die(shape, &err);
    if (patch)
        *patch = p;
    else
        contensou_patch_free(p);
    return eval;
}

/* The cells of the disk, for the loop in C, in both precisions. */
struct disk_cells {
    struct contensou_patch *patch;
    double *wide;
    float *narrow, *slip, *wrench;
    size_t count;
};

static void turn(struct contestant *c, const struct disk_cells *cells, const double *slip,
                 double *wrench)
{
    const double before = contensou__clock_processor();
    const double start = contensou__clock_seconds();
    double seconds;
    struct contensou_error err = {0};

    if (c->eval) {
        if (contensou_eval_run(c->eval, c->n, slip, wrench, NULL, &err))
            bench_die(c->name, &err);
    } else if (c->terms < 0) { /* the scalar reference */
        const struct contensou_eval_options o = {.size = sizeof o,
                                                 .method = CONTENSOU_METHOD_CELLS};

        if (contensou_eval_reference(cells->patch, &o, c->n, slip, wrench, NULL, &err))
            bench_die(c->name, &err);
    } else if (c->terms == closed_form)
        openmp_loop_disk(c->n, slip, wrench);
    else if (c->single)
        openmp_loop_single(cells->count, cells->narrow, c->n, cells->slip, cells->wrench);
    else
        openmp_loop_double(cells->count, cells->wide, c->n, slip, wrench);
    seconds = (contensou__clock_seconds() - start) / (double)c->n;
    c->best = fmin(c->best, seconds);
    /* all turns: that of other threads is often counted a turn later */
    c->work += (contensou__clock_processor() - before) / (2 * rounds * (double)c->n);
}

/* The slips of a sorted grid in random order (Fisher and Yates, by a linear congruential generator). */
static void shuffle(double *slip, size_t n)
{
    unsigned long long state = 1;

    for (size_t i = n - 1; i > 0; --i) {
        size_t j;

        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        j = (size_t)((state >> 33) % (i + 1));
        for (size_t k = 0; k < 3; ++k) {
            const double kept = slip[k * n + i];

            slip[k * n + i] = slip[k * n + j];
            slip[k * n + j] = kept;
        }
    }
}

static void race(struct contestant *list, int count, const struct disk_cells *cells)
{
    size_t n = 0;
    double *wrench, *slip;

    for (int i = 0; i < count; ++i) {
        list[i].best = HUGE_VAL, list[i].work = 0;
        n = list[i].n > n ? list[i].n : n;
    }
    wrench = malloc(3 * n * sizeof *wrench);
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < count; ++i) {
            slip = bench_slips(list[i].n);
            if (list[i].shuffled)
                shuffle(slip, list[i].n);
            for (size_t k = 0; k < 3 * list[i].n && cells && list[i].single && !list[i].eval; ++k)
                cells->slip[k] = (float)slip[k];
            /* twice: the first turn wakes threads that another contestant's were waiting in front of */
            turn(&list[i], cells, slip, wrench);
            turn(&list[i], cells, slip, wrench);
            free(slip);
        }
    free(wrench);
}

static void cells_table(struct contensou_device *device)
{
    enum { n = 16384, reference_n = 8192 };
    struct disk_cells cells = {0};
    struct contensou_error err = {0};
    struct contestant list[5] = {
        {.name = "this library, double", .n = n},
        {.name = "C loop, OpenMP, fast-math, double", .n = n},
        {.name = "this library, single", .n = n, .single = 1},
        {.name = "C loop, OpenMP, fast-math, single", .n = n, .single = 1},
        {.name = "scalar reference, double", .n = reference_n, .terms = -1}};

    list[0].eval = make(device, "disk", "uniform", CONTENSOU_METHOD_CELLS, 0, &cells.patch);
    list[2].eval = make(device, "disk", "uniform", CONTENSOU_METHOD_CELLS, 1, NULL);
    if (contensou_patch_cells(cells.patch, 101, &cells.wide, &cells.count, &err))
        bench_die("cells", &err);
    cells.narrow = malloc(3 * cells.count * sizeof *cells.narrow);
    cells.slip = malloc(3 * n * sizeof *cells.slip);
    cells.wrench = malloc(3 * n * sizeof *cells.wrench);
    for (size_t i = 0; i < 3 * cells.count; ++i)
        cells.narrow[i] = (float)cells.wide[i];
    race(list, 5, &cells);
    printf("\nmethod cells, uniform disk, 101 cells across (%zu cells)\n", cells.count);
    printf("%-36s %14s %18s\n", "", "slips/s", "cells x slips/s");
    for (int i = 0; i < 5; ++i)
        printf("%-36s %14.4g %18.4g\n", list[i].name, 1 / list[i].best,
               (double)cells.count / list[i].best);
    printf(
        "library / C loop: double %.2f, single %.2f, by processor time %.2f and %.2f (at least 1.1 "
        "asked); library / scalar reference %.1f (at least 6 asked)\n",
        list[1].best / list[0].best, list[3].best / list[2].best, list[1].work / list[0].work,
        list[3].work / list[2].work, list[4].best / list[0].best);
    contensou_eval_free(list[0].eval);
    contensou_eval_free(list[2].eval);
    contensou_patch_free(cells.patch);
    free(cells.wide);
    free(cells.narrow);
    free(cells.slip);
    free(cells.wrench);
}

/* Exact against cells, both on the same shape; 101 x 101 cells as the issue counts them. */
static void exact_table(struct contensou_device *device, int single)
{
    static const char *const shape[] = {"disk",        "disk",           "disk",
                                        "annulus:0.5", "ellipse:1,0.5",  "ellipse:1,0.5",
                                        "disk",        "rectangle:1,0.5"};
    static const char *const pressure[] = {"uniform", "hertz", "boussinesq", "uniform",
                                           "uniform", "hertz", "power:0.3",  "uniform"};
    enum { count = 8, n = 1 << 18, cells_n = 4096 };
    struct contestant list[2 * count + 2], *const cells = list + 2 * count;
    struct contestant *const rival = cells + 1;

    memset(list, 0, sizeof list);
    for (int i = 0; i < count; ++i) {
        list[i].n = n;
        list[i].name = shape[i];
        list[i].eval = make(device, shape[i], pressure[i], CONTENSOU_METHOD_EXACT, single, NULL);
        list[count + i] = list[i];
        list[count + i].shuffled = 1;
    }
    cells->n = cells_n;
    cells->name = "cells";
    cells->eval = make(device, "rectangle:1,1", "uniform", CONTENSOU_METHOD_CELLS, single, NULL);
    rival->n = n;
    rival->name = "closed form";
    rival->terms = closed_form;
    race(list, 2 * count + (single ? 1 : 2), NULL);
    printf("\nmethod exact, %s precision, against cells at 101 x 101 (%.4g slips/s)\n",
           single ? "single" : "double", 1 / cells->best);
    for (int i = 0; i < count; ++i)
        printf("%-16s %-12s %12.4g slips/s   %8.0f times cells   in random order %.4g (by "
               "processor time %.2f)\n",
               shape[i], pressure[i], 1 / list[i].best, cells->best / list[i].best,
               1 / list[count + i].best, list[i].work / list[count + i].work);
    if (!single)
        printf("closed form of the uniform disk in C, OpenMP, fast-math: %.4g slips/s; library / "
               "closed form, by processor "
               "time: sorted %.2f, in random order %.2f\n",
               1 / rival->best, rival->work / list[0].work, rival->work / list[count].work);
    for (int i = 0; i < count; ++i)
        contensou_eval_free(list[i].eval);
    contensou_eval_free(cells->eval);
}

/* A square as a map of side x side cells with a pressure that differs from cell to cell, and a list
 * of as many cells as that has edges. Returns the number of edges. */
static size_t write_edge_files(const char *map, const char *cells, int side)
{
    const size_t edges = 2 * (size_t)side * (size_t)(side + 1);
    FILE *file = fopen(map, "w");

    if (!file)
        bench_die(map, &(struct contensou_error){.message = "cannot write"});
    fprintf(file, "x_min,x_max,y_min,y_max\n-1,1,-1,1\n");
    for (int j = 0; j < side; ++j)
        for (int i = 0; i < side; ++i)
            fprintf(file, "%g%c", 1 + 0.5 * sin(1.7 * i + 2.3 * j), i + 1 < side ? ',' : '\n');
    fclose(file);
    file = fopen(cells, "w");
    if (!file)
        bench_die(cells, &(struct contensou_error){.message = "cannot write"});
    fprintf(file, "x,y,area,pressure\n");
    for (size_t i = 0; i < edges; ++i)
        fprintf(file, "%.9f,%.9f,1,1\n", cos(0.37 * (double)i) * (double)i / (double)edges,
                sin(0.37 * (double)i) * (double)i / (double)edges);
    fclose(file);
    return edges;
}

static void edges_table(struct contensou_device *device)
{
    static const int side[] = {1, 3, 10, 40, 100, 200};
    enum { count = 6 };
    static const size_t n[count] = {1 << 18, 1 << 17, 1 << 15, 1 << 15, 1 << 15, 1 << 15};
    static const size_t sums[count] = {1 << 18, 1 << 17, 1 << 15, 1 << 12, 1 << 9, 1 << 8};
    struct contestant list[2 * count];
    char map[count][64], cells[count][64], shape[80];
    size_t edges[count];

    memset(list, 0, sizeof list);
    for (int i = 0; i < count; ++i) {
        snprintf(map[i], sizeof map[i], "contensou-bench-map-%d.tmp", side[i]);
        snprintf(cells[i], sizeof cells[i], "contensou-bench-cells-%d.tmp", side[i]);
        edges[i] = write_edge_files(map[i], cells[i], side[i]);
        snprintf(shape, sizeof shape, "map:%s", map[i]);
        list[2 * i] = (struct contestant){.name = "edges", .n = n[i]};
        list[2 * i].eval = make(device, shape, NULL, CONTENSOU_METHOD_EXACT, 0, NULL);
        snprintf(shape, sizeof shape, "cells:%s", cells[i]);
        list[2 * i + 1] = (struct contestant){.name = "midpoints", .n = sums[i]};
        list[2 * i + 1].eval = make(device, shape, NULL, CONTENSOU_METHOD_CELLS, 0, NULL);
        remove(map[i]);
        remove(cells[i]);
    }
    race(list, 2 * count, NULL);
    printf(
        "\npolygons and maps, double: exact against a midpoint sum over as many points as edges\n");
    for (int i = 0; i < count; ++i)
        printf("%5zu edges %12.4g slips/s   %5.1f times the time of the sum (at most 12 asked)\n",
               edges[i], 1 / list[2 * i].best, list[2 * i].best / list[2 * i + 1].best);
    for (int i = 0; i < 2 * count; ++i)
        contensou_eval_free(list[i].eval);
}

int bench_eval(struct contensou_device *device, int argc, char **argv)
{
    (void)argc;
    (void)argv;
    cells_table(device);
    if (contensou_device_about(device)->fp64)
        exact_table(device, 0);
    exact_table(device, 1);
    edges_table(device);
    return 0;
}
