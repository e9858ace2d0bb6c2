/* programs.c: writes the device programs for bench/gpu-codegen, each text once: patches that differ only
 * in their numbers share a program. SPDX-License-Identifier: MIT */
#include "bench.h"

#include "engine/ensemble.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *shape, *pressure;
    double tilt;
} patches[] = {
    {"disk_uniform", "disk", "uniform", 0},
    {"disk_hertz", "disk", "hertz", 0},
    {"disk_power", "disk", "power:0.3", 0},
    {"disk_tilted", "disk", "hertz", 0.5},
    {"ellipse_uniform", "ellipse:1,0.5", "uniform", 0},
    {"ellipse_tilted", "ellipse:1,0.5", "hertz", 0.5},
    {"edges", "rectangle:1,0.5", "uniform", 0},
    {"edges_tilted", "rectangle:1,0.5", "uniform", 0.5},
};

/* Writes the text; what a CPU device is told not to do, the graphics processor will. */
static int write_program(const char *folder, const char *name, const char *suffix, const char *text)
{
    static const char here[] = "#define cells_local 0", there[] = "#define cells_local 1";
    const char *tile = strstr(text, here);
    char path[512];
    FILE *file;
    int bad;

    snprintf(path, sizeof path, "%.400s/%s%s.cl", folder, name, suffix);
    file = fopen(path, "w");
    if (file && tile)
        fprintf(file, "%.*s%s%s", (int)(tile - text), text, there, tile + strlen(here));
    else if (file)
        fputs(text, file);
    bad = !file || ferror(file);
    if (file)
        bad |= fclose(file) != 0;
    if (bad)
        fprintf(stderr, "contensou-bench: cannot write '%s': %s\n", path, strerror(errno));
    return bad;
}

static int write_eval(struct contensou_device *device, const char *folder, size_t i,
                      enum contensou_method method, int jacobian)
{
    const struct contensou_patch_spec spec = {
        .shape = patches[i].shape, .pressure = patches[i].pressure, .tilt_k = patches[i].tilt};
    const struct contensou_eval_options options = {
        .size = sizeof options, .method = method, .jacobian = jacobian, .pack = 1};
    struct contensou_patch *patch = NULL;
    struct contensou_eval *eval = NULL;
    struct contensou_error err = {0};
    char suffix[32];
    int bad;

    if (contensou_patch_create(&patch, &spec, &err) ||
        contensou_eval_create(&eval, patch, device, &options, &err))
        bench_die(patches[i].name, &err);
    snprintf(suffix, sizeof suffix, "%s%s", method == CONTENSOU_METHOD_CELLS ? "_cells" : "",
             jacobian ? "_jacobian" : "");
    bad = write_program(folder, patches[i].name, suffix, contensou_eval_program(eval));
    contensou_eval_free(eval);
    contensou_patch_free(patch);
    return bad;
}

static int write_limit(struct contensou_device *device, const char *folder, size_t i)
{
    const struct contensou_patch_spec spec = {
        .shape = patches[i].shape, .pressure = patches[i].pressure, .tilt_k = patches[i].tilt};
    const struct contensou_eval_options options = {.size = sizeof options, .pack = 1};
    struct contensou_patch *patch = NULL;
    struct contensou_limit *limit = NULL;
    struct contensou_error err = {0};
    int bad;

    if (contensou_patch_create(&patch, &spec, &err) ||
        contensou_limit_create(&limit, patch, device, &options, &err))
        bench_die(patches[i].name, &err);
    bad = write_program(folder, patches[i].name, "_limit", contensou_limit_program(limit));
    contensou_limit_free(limit);
    contensou_patch_free(patch);
    return bad;
}

/* A system with its default law (for exact switching along a line: signum) and this stepper, nothing observed but the
 * final state. */
static int write_ensemble(const char *folder, const struct contensou__system *system,
                          const char *stepper)
{
    const struct contensou_patch_spec spec = {.shape = "disk", .pressure = "uniform"};
    const int line = system->friction == contensou__system_line;
    const int switches = contensou__stepper_find(stepper)->switches;
    struct contensou__friction friction;
    const struct contensou__ensemble_setup setup = {.system = system,
                                                    .friction = &friction,
                                                    .stepper = contensou__stepper_find(stepper),
                                                    .observe = {.final = 1},
                                                    .set = {.rtol = 1e-12}};
    struct contensou_patch *patch = NULL;
    struct contensou__text text = {0};
    struct contensou_error err = {0};
    char name[64];
    int bad;

    if (contensou_patch_create(&patch, &spec, &err) ||
        contensou__friction_create(&friction, switches && line ? "signum" : system->law,
                                   line ? NULL : patch, switches ? 0 : system->eps, 0, &err) ||
        contensou__ensemble_write_program(&setup, &text, &err))
        bench_die(system->name, &err);
    snprintf(name, sizeof name, "ensemble_%s", system->name);
    snprintf(name + strlen(name), sizeof name - strlen(name), "_%s", stepper);
    bad = write_program(folder, name, "", text.data);
    contensou__text_free(&text);
    contensou__friction_free(&friction);
    contensou_patch_free(patch);
    return bad;
}

static int write_ensembles(const char *folder)
{
    int bad = 0;

    for (size_t i = 0; i < contensou__system_name_count; ++i)
        for (size_t k = 0; k < contensou__stepper_name_count && !bad; ++k) {
            const struct contensou__system *system =
                contensou__system_find(contensou__system_names[i]);
            const struct contensou__stepper *stepper =
                contensou__stepper_find(contensou__stepper_names[k]);

            if (stepper->switches && system->friction != contensou__system_contact &&
                system->friction != contensou__system_line)
                continue; /* nothing to switch */
            if (stepper->series && !contensou__system_gives_series(system, NULL))
                continue;
            bad = write_ensemble(folder, system, contensou__stepper_names[k]);
        }
    return bad;
}

int bench_dump_programs(struct contensou_device *device, int argc, char **argv)
{
    int bad = 0;

    if (argc != 1) {
        fprintf(stderr, "contensou-bench: dump-programs takes one folder\n");
        return 2;
    }
    for (int jacobian = 0; jacobian < 2; ++jacobian) {
        for (size_t i = 0; i < sizeof patches / sizeof *patches && !bad; ++i)
            bad = write_eval(device, argv[0], i, CONTENSOU_METHOD_EXACT, jacobian);
        if (!bad) /* the sum over cells knows nothing of the patch */
            bad = write_eval(device, argv[0], 0, CONTENSOU_METHOD_CELLS, jacobian);
    }
    for (size_t i = 0; i < sizeof patches / sizeof *patches && !bad; ++i)
        bad = write_limit(device, argv[0], i);
    if (!bad)
        bad = write_ensembles(argv[0]);
    return bad ? 2 : 0;
}
