/* main.c: contensou-bench: measures the library and does the project's main job.
 *
 *   contensou-bench                    the main job: the wrench table, written under results/
 *   contensou-bench eval               speed of the methods, as ratios in one run
 *   contensou-bench dump-programs DIR  the device programs, for bench/gpu-codegen
 *
 * SPDX-License-Identifier: MIT */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bench_die(const char *what, const struct contensou_error *err)
{
    fprintf(stderr, "contensou-bench: %s: %s\n", what, err->message);
    exit(1);
}

double *bench_slips(size_t n)
{
    const double pi = 3.14159265358979323846;
    const size_t side = (size_t)ceil(sqrt((double)n));
    double *slip = malloc(3 * n * sizeof *slip);

    for (size_t i = 0; i < n && slip; ++i) {
        const double theta = pi * ((double)(i / side) / (double)side - 0.5);
        const double phi = 2 * pi * (double)(i % side) / (double)side;

        slip[i] = cos(theta) * cos(phi);
        slip[n + i] = cos(theta) * sin(phi);
        slip[2 * n + i] = sin(theta);
    }
    if (!slip)
        bench_die("slips", &(struct contensou_error){.message = "no memory"});
    return slip;
}

static const struct {
    const char *name, *text;
    int (*run)(struct contensou_device *device, int argc, char **argv);
} commands[] = {
    {"patches", "the wrench table of the catalogue and the speed of each method (the default)",
     bench_patches},
    {"eval", "speed of the methods, as ratios in one run", bench_eval},
    {"dump-programs", "DIR: the device programs, for bench/gpu-codegen", bench_dump_programs},
};

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "patches";
    struct contensou_device *device = NULL;
    struct contensou_error err = {0};
    int code = 2;

    for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        if (contensou_device_open(&device, NULL, &err))
            bench_die("device", &err);
        printf("device: %s, driver %s\n", contensou_device_about(device)->name,
               contensou_device_about(device)->driver);
        code = commands[i].run(device, argc - 2, argv + 2);
        contensou_device_close(device);
        return code;
    }
    fprintf(stderr, "contensou-bench: no command '%s'; have:\n", name);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i)
        fprintf(stderr, "  %-14s %s\n", commands[i].name, commands[i].text);
    return code;
}
