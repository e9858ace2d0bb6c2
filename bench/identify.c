/* identify.c: contensou-bench identify: held-out errors of the exact law, with loads that are identified, on logs of
 * real pushes, with what is free as --free auto chooses it, beside those that other laws were recorded with.
 *
 * The folder holds errors.csv (log,method,mean_twist_angle_deg) and the logs in zhou2016/ and mit2016/: rows
 * vx,vy,omega,Tx,Ty,M, supports cells_NAME.csv, outlines triangle.csv and outline_NAME.csv. Rows are split as those
 * errors were made: the first 30 % of numpy's default_rng(seed).permutation(rows) are held out, which the generator
 * below repeats (PCG64 after SeedSequence). SPDX-License-Identifier: MIT */
#include "bench.h"

#include "base/csv.h"

#include <contensou/identify.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { most_rows = 2000, most_logs = 64, groups = 3 };
static const char *const group_name[groups] = {"three supports", "whole face", "MIT"};

__extension__ typedef unsigned __int128 wide;

struct generator {
    wide state, inc;
    uint32_t kept;
    int has;
};

static void step(struct generator *g)
{
    g->state = g->state * (((wide)0x2360ED051FC65DA4u << 64) | (wide)0x4385DF649FCCF645u) + g->inc;
}

static uint64_t next64(struct generator *g)
{
    uint64_t mixed;
    unsigned turn;

    step(g);
    mixed = (uint64_t)(g->state >> 64) ^ (uint64_t)g->state;
    turn = (unsigned)(g->state >> 122);
    return mixed >> turn | mixed << (-turn & 63);
}

static uint32_t next32(struct generator *g)
{
    uint64_t both;

    if (g->has) {
        g->has = 0;
        return g->kept;
    }
    both = next64(g);
    g->kept = (uint32_t)(both >> 32);
    g->has = 1;
    return (uint32_t)both;
}

static uint32_t mixed_in(uint32_t value, uint32_t *constant, uint32_t by)
{
    value ^= *constant;
    *constant *= by;
    value *= *constant;
    return value ^ value >> 16;
}

static struct generator seeded(uint32_t seed)
{
    uint32_t pool[4], constant = 0x43b0d7e5u, word[8];
    uint64_t val[4];
    struct generator g = {0};

    for (int i = 0; i < 4; ++i)
        pool[i] = mixed_in(i ? 0 : seed, &constant, 0x931e8875u);
    for (int from = 0; from < 4; ++from)
        for (int to = 0; to < 4; ++to)
            if (from != to) {
                const uint32_t r = 0xca01f9ddu * pool[to] -
                                   0x4973f715u * mixed_in(pool[from], &constant, 0x931e8875u);

                pool[to] = r ^ r >> 16;
            }
    constant = 0x8b51f9ddu;
    for (int i = 0; i < 8; ++i)
        word[i] = mixed_in(pool[i % 4], &constant, 0x58f38dedu);
    for (int i = 0; i < 4; ++i)
        val[i] = word[2 * i] | (uint64_t)word[2 * i + 1] << 32;
    g.inc = ((wide)val[2] << 64 | val[3]) << 1 | 1;
    step(&g);
    g.state += (wide)val[0] << 64 | val[1];
    step(&g);
    return g;
}

/* A number from 0 to most: bits are drawn until they fit. */
static uint32_t below(struct generator *g, uint32_t most)
{
    uint32_t mask = most, value;

    for (int k = 1; k < 32; k *= 2)
        mask |= mask >> k;
    do
        value = next32(g) & mask;
    while (value > most);
    return value;
}

static void permute(size_t *order, size_t n, uint32_t seed)
{
    struct generator g = seeded(seed);

    for (size_t i = 0; i < n; ++i)
        order[i] = i;
    for (size_t i = n; i-- > 1;) {
        const size_t j = below(&g, (uint32_t)i), kept = order[i];

        order[i] = order[j];
        order[j] = kept;
    }
}

struct log {
    char name[64], path[600], shape[640];
    int group;
    double quadratic, quartic; /* as recorded, in degrees */
};

/* Which files a log has. */
static int place_log(struct log *l, const char *folder)
{
    const char *part = strchr(l->name, '_');
    const int feet = part && strncmp(part, "_3pts", 5) == 0;
    const int face = strcmp(l->name, "plywood_patch") == 0;

    if (!part)
        return 0;
    l->group = feet ? 0 : face ? 1 : 2;
    snprintf(l->path, sizeof l->path, "%.400s/%s/%s.csv", folder,
             l->group < 2 ? "zhou2016" : "mit2016", l->name);
    if (feet)
        snprintf(l->shape, sizeof l->shape, "cells:%.400s/zhou2016/cells%s.csv", folder, part);
    else if (face)
        snprintf(l->shape, sizeof l->shape, "polygon:%.400s/zhou2016/triangle.csv", folder);
    else
        snprintf(l->shape, sizeof l->shape, "polygon:%.400s/mit2016/outline%s.csv", folder, part);
    return access(l->path, R_OK) == 0;
}

/* The logs of errors.csv that are there; a method may stand in quotes and hold a comma. */
static size_t read_logs(const char *folder, struct log *log)
{
    char path[600], line[512];
    FILE *file;
    size_t count = 0;

    snprintf(path, sizeof path, "%.500s/errors.csv", folder);
    file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *value = strrchr(line, ',');
        const size_t size = strcspn(line, ",");
        size_t i = 0;

        if (!value || size >= sizeof log->name || !strncmp(line, "log,", 4))
            continue;
        while (i < count && (strncmp(log[i].name, line, size) != 0 || log[i].name[size]))
            ++i;
        if (i == count) {
            if (count == most_logs)
                break;
            snprintf(log[i].name, sizeof log[i].name, "%.*s", (int)size, line);
            ++count;
        }
        if (strstr(line, "convex quartic"))
            log[i].quartic = strtod(value + 1, NULL);
        if (strstr(line, "convex quadratic"))
            log[i].quadratic = strtod(value + 1, NULL);
    }
    if (file)
        fclose(file);
    return count;
}

static size_t read_rows(const char *path, double *row, struct contensou_error *err)
{
    struct contensou__csv *csv = NULL;
    size_t got = 0;

    if (contensou__csv_open(&csv, path, err) || contensou__csv_columns(csv) != 6 ||
        contensou__csv_read(csv, most_rows, row, &got, err))
        got = 0;
    contensou__csv_close(csv);
    return got;
}

/* Rows order[first..last) as fields: slip, load, weight. */
static void spread(const double *row, const size_t *order, size_t first, size_t last, double *out)
{
    const size_t n = last - first;

    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < 9; ++k)
            out[k * n + i] = k < 6 ? row[6 * order[first + i] + k] : 1;
}

static double mean_angle(size_t n, const double *measured, const double *found)
{
    double sum = 0;

    for (size_t i = 0; i < n; ++i) {
        double along = 0, a = 0, b = 0;

        for (size_t k = 0; k < 3; ++k) {
            along += measured[k * n + i] * found[k * n + i];
            a += measured[k * n + i] * measured[k * n + i];
            b += found[k * n + i] * found[k * n + i];
        }
        sum += acos(fmax(-1, fmin(1, along / sqrt(a * b))));
    }
    return 57.295779513082321 * sum / (double)n;
}

/* The mean angle in degrees between measured and predicted slip over the rows held out; *gp grows by that with a residual. */
static double held_out(const struct contensou_patch *patch, const double *row, size_t rows,
                       uint32_t seed, double *gp, struct contensou_error *err)
{
    static double train[9 * most_rows], test[9 * most_rows], slip[3 * most_rows];
    static size_t order[most_rows];
    const size_t held = (size_t)rint(0.3 * (double)rows), n = rows - held;
    const struct contensou_fit_data data = {n, train, train + 3 * n, train + 6 * n};
    struct contensou_identify_options o = {.size = sizeof o, .data = &data, .residual = 1};
    struct contensou_identify_choice choice;
    struct contensou_identify_result result;
    double angle[2];

    permute(order, rows, seed);
    spread(row, order, held, rows, train);
    spread(row, order, 0, held, test);
    if (contensou_identify_choose(patch, &o, 0, &choice, err) ||
        contensou_identify(patch, &o, &result, err))
        bench_die("identify", err);
    for (int with = 1; with >= 0; --with) { /* with the residual, if it is in use, and without */
        if (contensou_identify_slip(patch, &o, &result, held, test + 3 * held, slip, err))
            bench_die("identify", err);
        angle[with] = mean_angle(held, test, slip);
        contensou_residual_gp_free(result.residual);
        result.residual = NULL;
    }
    contensou_identify_free(&result);
    *gp += angle[1];
    return angle[0];
}

int bench_identify(struct contensou_device *device, int argc, char **argv)
{
    static struct log log[most_logs];
    static double row[6 * most_rows];
    const size_t count = argc == 1 ? read_logs(argv[0], log) : 0;
    double sum[groups][4] = {{0}};
    int seen[groups] = {0};

    (void)device;
    if (!count) {
        fprintf(stderr, "contensou-bench: identify takes the folder of the logs, which has an "
                        "errors.csv\n");
        return 2;
    }
    printf("held-out angle of the slip in degrees, 30 %% of the rows held out\n"
           "%-20s %10s %10s %10s %10s %10s\n",
           "log", "quadratic", "quartic", "exact", "with gp", "rows");
    for (size_t i = 0; i < count; ++i) {
        const int there = place_log(&log[i], argv[0]);
        const struct contensou_patch_spec spec = {.size = sizeof spec, .shape = log[i].shape};
        const uint32_t seeds = log[i].group < 2 ? 5 : 1;
        struct contensou_patch *patch = NULL;
        struct contensou_error err = {0};
        const size_t rows = there ? read_rows(log[i].path, row, &err) : 0;
        double angle = 0, gp = 0;

        if (!there)
            continue;
        if (!rows || contensou_patch_create(&patch, &spec, &err))
            bench_die(log[i].name, &err);
        for (uint32_t seed = 0; seed < seeds; ++seed)
            angle += held_out(patch, row, rows, seed, &gp, &err) / seeds;
        contensou_patch_free(patch);
        printf("%-20s %10.2f %10.2f %10.2f %10.2f %10zu\n", log[i].name, log[i].quadratic,
               log[i].quartic, angle, gp / seeds, rows);
        fflush(stdout);
        sum[log[i].group][0] += log[i].quadratic;
        sum[log[i].group][1] += log[i].quartic;
        sum[log[i].group][2] += angle;
        sum[log[i].group][3] += gp / seeds;
        ++seen[log[i].group];
    }
    for (int g = 0; g < groups; ++g)
        if (seen[g])
            printf("%-20s %10.2f %10.2f %10.2f %10.2f   mean of %d logs\n", group_name[g],
                   sum[g][0] / seen[g], sum[g][1] / seen[g], sum[g][2] / seen[g],
                   sum[g][3] / seen[g], seen[g]);
    return 0;
}
