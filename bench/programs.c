/* programs.c: writes the device programs for bench/gpu-codegen, each text once: patches that differ only
 * in their numbers share a program. SPDX-License-Identifier: MIT */
#include "bench.h"

#include "device/ensemble.h"
#include "source/bundle.h"

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
    const struct contensou_patch_spec spec = {.size = sizeof spec,
                                              .shape = patches[i].shape,
                                              .pressure = patches[i].pressure,
                                              .tilt_k = patches[i].tilt};
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
    const struct contensou_patch_spec spec = {.size = sizeof spec,
                                              .shape = patches[i].shape,
                                              .pressure = patches[i].pressure,
                                              .tilt_k = patches[i].tilt};
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

/* The numbers of the observers as their tables give them; the section of the system, all exponents, one parameter. */
static struct contensou__ensemble_settings settings_of(const struct contensou__system *system)
{
    struct contensou__ensemble_settings set = {.rtol = 1e-12}; /* the longest of series */

    for (size_t k = 0; k < contensou__observer_count; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].settings; ++i) {
            const struct contensou__observer_setting *s = &contensou__observer_all[k].setting[i];

            *contensou__observer_number_at(&set, s->at) = s->value;
        }
    for (int i = 0; i < system->dim && system->section.name; ++i)
        if (strcmp(system->states[i].name, system->section.name) == 0)
            set.section_state = i;
    set.lyapunov_count = system->dim;
    set.gradient_count = 1; /* by the first field */
    return set;
}

/* A system with its default law (for exact switching along a line: signum), this stepper, and one observer beside the
 * final state. */
static int write_ensemble(const char *folder, const struct contensou__system *system,
                          const struct contensou__stepper *stepper, size_t observer)
{
    const struct contensou_patch_spec spec = {
        .size = sizeof spec, .shape = "disk", .pressure = "uniform"};
    const int line = system->friction == contensou__system_line;
    struct contensou__friction friction;
    struct contensou__ensemble_setup setup = {.system = system,
                                              .friction = &friction,
                                              .stepper = stepper,
                                              .observe = {.final = 1},
                                              .set = settings_of(system)};
    struct contensou_patch *patch = NULL;
    struct contensou__text text = {0};
    struct contensou_error err = {0};
    char name[96];
    int bad;

    *contensou__observer_flag(&setup.observe, observer) = 1;
    if (contensou_patch_create(&patch, &spec, &err) ||
        contensou__friction_create(&friction, stepper->switches && line ? "signum" : system->law,
                                   line ? NULL : patch, stepper->switches ? 0 : system->eps, 0,
                                   &err) ||
        contensou__ensemble_write_program(&setup, &text, &err))
        bench_die(system->name, &err);
    snprintf(name, sizeof name, "ensemble_%.24s_%.24s_%.24s", system->name, stepper->name,
             contensou__observer_names[observer]);
    bad = write_program(folder, name, "", text.data);
    contensou__text_free(&text);
    contensou__friction_free(&friction);
    contensou_patch_free(patch);
    return bad;
}

/* Whether the library takes them together: model/step_control.c says why not. */
static int together(const struct contensou__system *system,
                    const struct contensou__stepper *stepper, size_t observer)
{
    const int contact =
        system->friction == contensou__system_contact || system->friction == contensou__system_line;

    if (stepper->series &&
        (!contensou__system_gives_series(system, NULL) || contensou__observer_all[observer].smooth))
        return 0;
    if (contensou__observer_needs(observer, "contact") &&
        system->friction == contensou__system_none)
        return 0;
    if (stepper->switches)
        return contact;
    return strcmp(contensou__observer_names[observer], "events") != 0;
}

static int write_ensembles(const char *folder)
{
    int bad = 0;

    for (size_t i = 0; i < contensou__system_name_count; ++i)
        for (size_t k = 0; k < contensou__stepper_name_count; ++k)
            for (size_t o = 0; o < contensou__observer_count && !bad; ++o) {
                const struct contensou__system *system =
                    contensou__system_find(contensou__system_names[i]);
                const struct contensou__stepper *stepper =
                    contensou__stepper_find(contensou__stepper_names[k]);

                if (together(system, stepper, o))
                    bad = write_ensemble(folder, system, stepper, o);
            }
    return bad;
}

/* A driver that needs nothing beside it, and that only GPUs meet. */
static int write_alone(const char *folder, const char *driver)
{
    struct contensou__bundle b = {0};
    struct contensou__text text = {0};
    struct contensou_error err = {0};
    char path[64];
    int bad;

    snprintf(path, sizeof path, "drivers/%s.cl", driver);
    contensou__bundle_include(&b, path);
    if (contensou__bundle_write(&b, &text, &err))
        bench_die(driver, &err);
    bad = write_program(folder, driver, "", text.data);
    contensou__text_free(&text);
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
        bad = write_alone(argv[0], "lane_store") | write_ensembles(argv[0]);
    return bad ? 2 : 0;
}
