/* main.c: contensou-bench: measures the library and does the project's main job.
 *
 *   contensou-bench [tables ..]        the main job: the tables of fitted laws, as contensou tables
 *   contensou-bench patches            the wrench table of the catalogue
 *   contensou-bench eval               speed of the methods, as ratios in one run
 *   contensou-bench idle               lanes of a GPU's wave that wait for others, counted without a GPU
 *   contensou-bench ensemble           speed of ensembles, beside blocks by hand and CVODE at equal errors
 *   contensou-bench analysis           exact stick-slip, Lyapunov exponents beside CVODE, basins, transitions
 *   contensou-bench identify DIR       errors of identified contacts on logs of pushes
 *
 * SPDX-License-Identifier: MIT */
#include "bench.h"

#include "base/pi.h"

#include <contensou/plot.h>
#include <contensou/tables.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void bench_die(const char *what, const struct contensou_error *err)
{
    fprintf(stderr, "contensou-bench: %s: %s\n", what, err->message);
    exit(1);
}

double *bench_slips(size_t n)
{
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

/* A bar on a terminal, nothing elsewhere. */
static int show_progress(void *context, const char *work, double done, double total)
{
    enum { cells = 40 };
    const int full = (int)(cells * done / total);

    (void)context;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r[%.*s%.*s] %.0f of %.0f %s%s", full,
                "########################################", cells - full,
                "........................................", done, total, work,
                done == total ? "\r\033[K" : "");
    return 0;
}

static int make_tables(struct contensou_device *device, const char *folder, int pictures,
                       const struct contensou_tables_options *options)
{
    struct contensou_tables *tables = NULL;
    struct contensou_error err = {0};
    char *text = NULL;
    enum contensou_status status = contensou_tables_write_check(folder, &err);

    if (!status && pictures)
        status = contensou_plot_check("tables.png", &err);
    if (!status)
        status = contensou_tables_run(&tables, device, options, &err);
    if (!status)
        status = contensou_tables_write(tables, folder, pictures, &err);
    if (!status)
        status = contensou_tables_markdown(tables, &text, &err);
    if (status)
        fprintf(stderr, "contensou-bench: %s\n", err.message);
    else
        printf("\n%s\nwritten to the folder '%s'\n", text, folder);
    free(text);
    contensou_tables_run_free(tables);
    return status ? 2 : 0;
}

static int bench_tables(struct contensou_device *device, int argc, char **argv)
{
    struct contensou_tables_options options = {.size = sizeof options,
                                               .progress = {show_progress, NULL}};
    const char *folder = "results";
    int pictures = 1;

    for (int i = 0; i < argc; ++i)
        if (strcmp(argv[i], "--quick") == 0)
            options.quick = 1;
        else if (strcmp(argv[i], "--thorough") == 0)
            options.thorough = 1;
        else if (strcmp(argv[i], "--no-pictures") == 0)
            pictures = 0;
        else if (strcmp(argv[i], "--folder") == 0 && i + 1 < argc)
            folder = argv[++i];
        else {
            fprintf(stderr,
                    "contensou-bench: tables does not take '%s'; available: --folder DIR, --quick, "
                    "--thorough, --no-pictures\n",
                    argv[i]);
            return 2;
        }
    return make_tables(device, folder, pictures, &options);
}

static const struct {
    const char *name, *text;
    int (*run)(struct contensou_device *device, int argc, char **argv);
} commands[] = {
    {"tables",
     "[--folder DIR] [--quick | --thorough] [--no-pictures]: the tables of fitted laws (the "
     "default)",
     bench_tables},
    {"patches", "[DIR]: the wrench table of the catalogue and the speed of each method",
     bench_patches},
    {"eval", "speed of the methods, as ratios in one run", bench_eval},
    {"idle", "how many lanes of a GPU's wave wait for others in eval and limit, counted",
     bench_idle},
    {"ensemble",
     "[--quick] [--only TEXT,TEXT] [--no-cvode] [--csv FILE]: speed of ensembles, beside blocks by "
     "hand and CVODE at equal errors",
     bench_ensemble},
    {"analysis",
     "[--quick] [--only TEXT,TEXT]: exact stick-slip, Lyapunov exponents beside CVODE, basins, "
     "transitions",
     bench_analysis},
    {"identify", "DIR: held-out errors on logs of real pushes, beside recorded ones",
     bench_identify},
};

static void list_commands(FILE *to)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i)
        fprintf(to, "  %-14s %s\n", commands[i].name, commands[i].text);
}

int main(int argc, char **argv)
{
    const int named = argc > 1 && argv[1][0] != '-';
    const char *name = named ? argv[1] : "tables";
    struct contensou_device *device = NULL;
    struct contensou_error err = {0};
    int code = 2;

    if (argc > 1 && strcmp(argv[1], "--help") == 0) {
        puts("contensou-bench [COMMAND ..]");
        list_commands(stdout);
        return 0;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; ++i) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        if (contensou_device_open(&device, NULL, &err))
            bench_die("device", &err);
        printf("device: %s, driver %s\n", contensou_device_about(device)->name,
               contensou_device_about(device)->driver);
        code = commands[i].run(device, argc - 1 - named, argv + 1 + named);
        contensou_device_close(device);
        return code;
    }
    fprintf(stderr, "contensou-bench: no command '%s'; have:\n", name);
    list_commands(stderr);
    return code;
}
