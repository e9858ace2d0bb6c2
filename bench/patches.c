/* patches.c: the wrench table of the catalogue, by the exact method and by cells, with the time of
 * each against the reference on this processor; and the programs for the GPU report.
 * SPDX-License-Identifier: MIT */
#include "bench.h"

#include "base/clock.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const struct {
    const char *shape, *pressure;
    double tilt;
} catalogue[] = {
    {"disk", "uniform", 0},
    {"disk", "hertz", 0},
    {"disk", "parabolic", 0},
    {"disk", "boussinesq", 0},
    {"disk", "power:0.3", 0},
    {"disk", "hertz", 0.5},
    {"annulus:0.5", "uniform", 0},
    {"annulus:0.9", "uniform", 0},
    {"ellipse:1,0.5", "uniform", 0},
    {"ellipse:1,0.5", "hertz", 0},
    {"ellipse:1,0.1", "hertz", 0},
    {"rectangle:1,0.5", "uniform", 0},
    {"rectangle:1,0.1", "uniform", 0.5},
};
enum { catalogue_size = sizeof catalogue / sizeof *catalogue };

static struct contensou_patch *patch_of(int i)
{
    const struct contensou_patch_spec spec = {.size = sizeof spec,
                                              .shape = catalogue[i].shape,
                                              .pressure = catalogue[i].pressure,
                                              .tilt_k = catalogue[i].tilt};
    struct contensou_patch *patch = NULL;
    struct contensou_error err = {0};

    if (contensou_patch_create(&patch, &spec, &err))
        bench_die(catalogue[i].shape, &err);
    return patch;
}

static double timed(struct contensou_device *device, const struct contensou_patch *patch,
                    enum contensou_method method, size_t n, const double *slip, double *wrench)
{
    const struct contensou_eval_options options = {.size = sizeof options, .method = method};
    struct contensou_eval *eval = NULL;
    struct contensou_error err = {0};
    double best = HUGE_VAL;

    if (contensou_eval_create(&eval, patch, device, &options, &err))
        bench_die("eval", &err);
    for (int round = 0; round < 3; ++round) {
        const double start = contensou__clock_seconds();

        if (contensou_eval_run(eval, n, slip, wrench, NULL, &err))
            bench_die("eval", &err);
        best = fmin(best, contensou__clock_seconds() - start);
    }
    contensou_eval_free(eval);
    return best / (double)n;
}

static double worst_difference(size_t n, const double *a, const double *b)
{
    double worst = 0;

    for (size_t i = 0; i < 3 * n; ++i)
        worst = fmax(worst, fabs(a[i] - b[i]));
    return worst;
}

/* One row: the wrench at theta = 45 degrees, phi = 30, differences and speeds. */
static void row(struct contensou_device *device, int i, size_t n, const double *slip, FILE *csv)
{
    enum { cells_n = 4096 };
    struct contensou_patch *patch = patch_of(i);
    double *device_wrench = malloc(6 * n * sizeof *device_wrench), *host = device_wrench + 3 * n;
    double *few = bench_slips(cells_n), one[3], at[3] = {sqrt(0.375), sqrt(0.125), sqrt(0.5)};
    struct contensou_error err = {0};
    double exact, cells, reference, rounding, discretisation;

    exact = timed(device, patch, CONTENSOU_METHOD_EXACT, n, slip, device_wrench);
    reference = contensou__clock_seconds();
    if (contensou_eval_reference(patch, NULL, n, slip, host, NULL, &err) ||
        contensou_eval_reference(patch, NULL, 1, at, one, NULL, &err))
        bench_die("reference", &err);
    reference = (contensou__clock_seconds() - reference) / (double)n;
    rounding = worst_difference(n, device_wrench, host);
    cells = timed(device, patch, CONTENSOU_METHOD_CELLS, cells_n, few, host);
    timed(device, patch, CONTENSOU_METHOD_EXACT, cells_n, few, device_wrench);
    discretisation = worst_difference(cells_n, device_wrench, host);
    printf("%-16s %-10s %4.1f  %12.9f %12.9f %12.9f  %8.1e %8.1e  %9.3g %9.3g %6.1f\n",
           catalogue[i].shape, catalogue[i].pressure, catalogue[i].tilt, one[0], one[1], one[2],
           rounding, discretisation, 1 / exact, 1 / cells, reference / exact);
    fprintf(csv, "\"%s\",%s,%g,%.17g,%.17g,%.17g,%.3g,%.3g,%.6g,%.6g,%.4g\n", catalogue[i].shape,
            catalogue[i].pressure, catalogue[i].tilt, one[0], one[1], one[2], rounding,
            discretisation, 1 / exact, 1 / cells, reference / exact);
    contensou_patch_free(patch);
    free(device_wrench);
    free(few);
}

int bench_patches(struct contensou_device *device, int argc, char **argv)
{
    const char *folder = argc > 0 ? argv[0] : "results";
    const size_t n = 1 << 16;
    double *slip = bench_slips(n);
    char path[512];
    FILE *csv;

    snprintf(path, sizeof path, "%s/patches.csv", folder);
    if ((mkdir(folder, 0777) && errno != EEXIST) || !(csv = fopen(path, "w"))) {
        fprintf(stderr, "contensou-bench: cannot write '%s': %s\n", path, strerror(errno));
        free(slip);
        return 2;
    }
    printf("\nthe wrench at theta = 45deg, phi = 30deg; device - reference and cells - exact, the "
           "largest of Tx, Ty, M\nover all directions (tilt along x; cells: 101 along the larger "
           "side); slips per second by both methods;\ndevice against the same formulas on one "
           "core\n\n");
    printf("%-16s %-10s %4s  %12s %12s %12s  %8s %8s  %9s %9s %6s\n", "shape", "pressure", "tilt",
           "Tx", "Ty", "M", "device-", "cells-", "exact", "cells", "times");
    fprintf(csv, "shape,pressure,tilt,Tx,Ty,M,device_minus_reference,cells_minus_exact,"
                 "exact_per_second,cells_per_second,times_reference\n");
    for (int i = 0; i < catalogue_size; ++i)
        row(device, i, n, slip, csv);
    free(slip);
    if (fclose(csv)) {
        fprintf(stderr, "contensou-bench: cannot write '%s': %s\n", path, strerror(errno));
        return 2;
    }
    printf("\nwritten: %s\n", path);
    return 0;
}
