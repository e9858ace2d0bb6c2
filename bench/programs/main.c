/* main.c: contensou-programs DIR [--double | --single]: writes the text of device programs into a folder and builds none of them, for
 * bench/gpu-codegen and tests/lint/kernels.sh. What is written follows from the lists of parts, so that a new law, system, stepper
 * or observer is in a program without a row here:
 *
 *   PATCH, PATCH_jacobian, PATCH_limit                wrench and limit surface of each patch below
 *   ensemble_SYSTEM_STEPPER_OBSERVER                  under the default law of the system
 *   state_SYSTEM, local_SYSTEM, orbit_SYSTEM, orbit_event_SYSTEM
 *   friction_LAW, limit_law_LAW                       for a uniform disk
 *   describe_SYSTEM                                   the example of a user's system
 *   lane_store, scan, transitions                     what needs nothing beside the driver
 *   more_*                                            other contacts, laws in a system, all observers at once: where text that
 *                                                     differs little from that of another program is to be checked too
 *
 * A program comes to be by the function of the library that would build it; the linker puts the one of this file in the place of
 * contensou__program_build (bench/CMakeLists.txt), which writes the text and says that nothing was built.
 * SPDX-License-Identifier: MIT */
#include "base/text.h"
#include "contact/patch.h"
#include "device/ensemble.h"
#include "device/friction_run.h"
#include "device/limit_law.h"
#include "device/orbit.h"
#include "device/scan.h"
#include "device/state.h"
#include "device/user_system.h"
#include "source/bundle.h"

#include <contensou/contensou.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROBLEMS CONTENSOU_SOURCE_DIR "/tests/problems/"
#define EXAMPLES CONTENSOU_SOURCE_DIR "/bench/examples/"

static const struct patch {
    const char *name, *shape, *pressure; /* shape NULL: some points */
    double tilt, anisotropy;
    int two_frames; /* 1: the shape is of the body, the anisotropy of the ground */
} patches[] = {
    {"disk_uniform", "disk", "uniform", 0, 0, 0},
    {"disk_hertz", "disk", "hertz", 0, 0, 0},
    {"disk_power", "disk", "power:0.3", 0, 0, 0},
    {"disk_tilted", "disk", "hertz", 0.5, 0, 0},
    {"ellipse_uniform", "ellipse:1,0.5", "uniform", 0, 0, 0},
    {"ellipse_tilted", "ellipse:1,0.5", "hertz", 0.5, 0, 0},
    {"edges", "rectangle:1,0.5", "uniform", 0, 0, 0},
    {"edges_tilted", "rectangle:1,0.5", "uniform", 0.5, 0, 0},
    {"more_map", "map:" PROBLEMS "map_20x30.csv", NULL, 0, 0, 0},
    {"more_disk_stretched", "disk", "uniform", 0, 1.5, 0},
    {"more_ellipse_stretched", "ellipse:1,0.5", "uniform", 0, 1.5, 0},
    {"more_edges_stretched", "rectangle:1,0.5", "uniform", 0, 1.5, 0},
    {"more_ellipse_two_frames", "ellipse:1,0.5", "hertz", 0.5, 1.5, 1},
    {"more_edges_two_frames", "rectangle:1,0.5", "uniform", 0, 1.5, 1},
};

static struct {
    struct contensou_device *device;
    const char *folder;
    char name[128]; /* of the program that comes next */
    int written, single;
} now;

static void die(const char *what, const char *why)
{
    fprintf(stderr, "contensou-programs: %s: %s\n", what, why);
    exit(1);
}

static void write_text(const char *text)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%.350s/%s.cl", now.folder, now.name);
    file = fopen(path, "w");
    if (!file || fputs(text, file) < 0 || fclose(file))
        die(path, strerror(errno));
    now.written = 1;
}

/* Stands for contensou__program_build. */
enum contensou_status __wrap_contensou__program_build(struct contensou__program **out,
                                                      struct contensou_device *device,
                                                      const char *text, const char *options,
                                                      struct contensou_error *err);
enum contensou_status __wrap_contensou__program_build(struct contensou__program **out,
                                                      struct contensou_device *device,
                                                      const char *text, const char *options,
                                                      struct contensou_error *err)
{
    (void)device, (void)options;
    *out = NULL;
    write_text(text);
    return contensou_fail(err, CONTENSOU_ESTOPPED, "the program is written and not built");
}

static void next(const char *begin, const char *middle, const char *end)
{
    snprintf(now.name, sizeof now.name, "%.40s%.40s%.40s", begin, middle, end);
    now.written = 0;
}

/* Behind the call that would build the program. */
static void check(const struct contensou_error *err)
{
    if (!now.written)
        die(now.name, err->message);
}

static struct contensou_eval_options how(enum contensou_method method, int jacobian)
{
    return (struct contensou_eval_options){.size = sizeof(struct contensou_eval_options),
                                           .method = method,
                                           .precision = now.single ? CONTENSOU_PRECISION_SINGLE
                                                                   : CONTENSOU_PRECISION_DOUBLE,
                                           .jacobian = jacobian,
                                           .pack = 1};
}

static struct contensou_patch *patch_of(const struct patch *p)
{
    const struct contensou_patch_spec spec = {
        .size = sizeof spec,
        .shape = p->shape,
        .pressure = p->pressure,
        .tilt_k = p->tilt,
        .anisotropy = {p->anisotropy, 0.3},
        .anisotropy_frame = p->two_frames ? CONTENSOU_FRAME_GROUND : CONTENSOU_FRAME_DEFAULT};
    static const double points[] = {-0.5, 0.5, 0, 0, 0.1, 0.6, 1, 1, 1, 1, 2, 0.5};
    struct contensou_patch *patch = NULL;
    struct contensou_error err = {0};

    if (p->shape ? contensou_patch_create(&patch, &spec, &err)
                 : contensou_patch_create_cells(&patch, &spec, points, 3, &err))
        die(p->name, err.message);
    return patch;
}

static void write_eval(const struct patch *p, enum contensou_method method, int jacobian)
{
    const struct contensou_eval_options options = how(method, jacobian);
    struct contensou_patch *patch = patch_of(p);
    struct contensou_eval *eval = NULL;
    struct contensou_error err = {0};

    next(p->name, method == CONTENSOU_METHOD_CELLS ? "_cells" : "", jacobian ? "_jacobian" : "");
    (void)contensou_eval_create(&eval, patch, now.device, &options, &err);
    check(&err);
    contensou_patch_free(patch);
}

static void write_limit(const struct patch *p)
{
    const struct contensou_eval_options options = how(CONTENSOU_METHOD_AUTO, 0);
    struct contensou_patch *patch = patch_of(p);
    struct contensou_limit *limit = NULL;
    struct contensou_error err = {0};

    next(p->name, "_limit", "");
    (void)contensou_limit_create(&limit, patch, now.device, &options, &err);
    check(&err);
    contensou_patch_free(patch);
}

static void write_patches(void)
{
    static const struct patch cells = {"more_cells", NULL, NULL, 0, 0, 0};

    for (int jacobian = 0; jacobian < 2; ++jacobian) {
        for (size_t i = 0; i < sizeof patches / sizeof *patches; ++i)
            write_eval(&patches[i], CONTENSOU_METHOD_EXACT, jacobian);
        write_eval(&patches[0], CONTENSOU_METHOD_CELLS,
                   jacobian); /* which knows nothing of the patch */
    }
    for (size_t i = 0; i < sizeof patches / sizeof *patches; ++i)
        write_limit(&patches[i]);
    write_limit(&cells);
}

/* The numbers of the observers as their tables give them; the section of the system, all exponents, one parameter. */
static struct contensou__ensemble_settings settings_of(const struct contensou__system *system)
{
    struct contensou__ensemble_settings set = {.rtol = 1e-12}; /* the longest of series */

    contensou__observer_defaults(&set);
    for (int i = 0; i < system->dim && system->section.name; ++i)
        if (strcmp(system->states[i].name, system->section.name) == 0)
            set.section_state = i;
    set.lyapunov_count = system->dim;
    set.gradient_count = 1; /* by the first field */
    return set;
}

/* A setup with its law, which release() frees. law NULL: the default of the system, for exact switching along a line signum. */
struct work {
    struct contensou_patch *patch;
    struct contensou__friction friction;
    struct contensou__ensemble_setup setup;
};

static void prepare(struct work *w, const struct contensou__system *system,
                    const struct contensou__stepper *stepper, const char *law,
                    const struct patch *patch)
{
    const int line = system->friction == contensou__system_line;
    struct contensou_error err = {0};

    *w = (struct work){.patch = patch_of(patch)};
    w->setup = (struct contensou__ensemble_setup){.system = system,
                                                  .friction = &w->friction,
                                                  .stepper = stepper,
                                                  .observe = {.final = 1},
                                                  .set = settings_of(system),
                                                  .single = now.single};
    if (contensou__friction_create(&w->friction,
                                   law                         ? law
                                   : stepper->switches && line ? "signum"
                                                               : system->law,
                                   line ? NULL : w->patch, stepper->switches ? 0 : system->eps,
                                   now.single, &err))
        die(system->name, err.message);
}

static void release(struct work *w)
{
    contensou__friction_free(&w->friction);
    contensou_patch_free(w->patch);
}

static void write_setup(const struct contensou__ensemble_setup *setup)
{
    struct contensou__text text = {0};
    struct contensou_error err = {0};

    if (contensou__ensemble_write_program(setup, &text, &err))
        die(now.name, err.message);
    write_text(text.data);
    contensou__text_free(&text);
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

/* One observer beside the final state, each in turn, and all of them. */
static void write_observers(const struct contensou__system *system,
                            const struct contensou__stepper *stepper)
{
    struct work w;
    char name[96];
    int any = 0;

    prepare(&w, system, stepper, NULL, &patches[0]);
    for (size_t o = 0; o < contensou__observer_count; ++o)
        if (together(system, stepper, o)) {
            struct contensou__ensemble_setup one = w.setup;

            *contensou__observer_flag(&one.observe, o) = 1;
            snprintf(name, sizeof name, "_%.24s_%.24s", stepper->name,
                     contensou__observer_names[o]);
            next("ensemble_", system->name, name);
            write_setup(&one);
            any = 1;
        }
    for (size_t o = 0; o < contensou__observer_count; ++o)
        *contensou__observer_flag(&w.setup.observe, o) = together(system, stepper, o);
    snprintf(name, sizeof name, "_%.24s", stepper->name);
    next("more_observers_", system->name, name);
    if (any)
        write_setup(&w.setup);
    release(&w);
}

/* The drivers of single states and orbits. */
static void write_states(const struct contensou__system *system)
{
    const int line = system->friction == contensou__system_line;
    const struct contensou__stepper *const stepper = contensou__stepper_find("dop853");
    struct contensou__members *orbit = NULL;
    struct contensou__state *state = NULL;
    struct contensou_error err = {0};
    struct work w;

    prepare(&w, system, stepper, NULL, &patches[0]);
    next("state_", system->name, "");
    (void)contensou__state_open(&state, now.device, &w.setup, contensou__state_slope, &err);
    check(&err);
    next("orbit_", system->name, "");
    (void)contensou__orbit_open(&orbit, now.device, &w.setup, &err);
    check(&err);
    if (system->friction == contensou__system_contact) {
        next("local_", system->name, "");
        (void)contensou__state_open(&state, now.device, &w.setup, contensou__state_local, &err);
        check(&err);
    }
    release(&w);
    if (system->friction != contensou__system_contact && !line)
        return;
    prepare(&w, system, contensou__stepper_find("event"), NULL, &patches[0]);
    next("orbit_event_", system->name, "");
    (void)contensou__orbit_open(&orbit, now.device, &w.setup, &err);
    check(&err);
    release(&w);
}

static void write_systems(void)
{
    for (size_t i = 0; i < contensou__system_name_count; ++i) {
        const struct contensou__system *const system =
            contensou__system_find(contensou__system_names[i]);

        for (size_t k = 0; k < contensou__stepper_name_count; ++k) {
            const struct contensou__stepper *const stepper =
                contensou__stepper_find(contensou__stepper_names[k]);

            if (together(system, stepper, 0))
                write_observers(system, stepper);
        }
        write_states(system);
    }
}

/* A law where it is for: by itself, its limit surface, and in a system with two steppers between which lanes change. */
static void write_law(const char *name, const struct patch *p)
{
    const struct contensou__registry_law *const about = contensou__registry_find(name, NULL);
    const int line = about->kind == contensou__system_line;
    const struct contensou__system *const system =
        contensou__system_find(line ? "block_belt" : "pendulum");
    const struct contensou_eval_options options = how(CONTENSOU_METHOD_AUTO, 0);
    struct contensou_limit *limit = NULL;
    struct contensou__law law = {0};
    struct contensou__friction_run run;
    struct contensou_error err = {0};
    struct work w;
    double value[contensou__law_most];
    char end[96];
    const int disk = p == patches;

    prepare(&w, system, contensou__stepper_find("dop853"), name, p);
    for (int i = 0; i < w.friction.field_count; ++i)
        value[i] = w.friction.fields[i].value;
    w.setup.other = contensou__stepper_find("rodas54");
    snprintf(end, sizeof end, "_%.40s", p->name);
    next("more_law_", name, end);
    write_setup(&w.setup);
    if (!line) {
        next(disk ? "friction_" : "more_friction_", name, disk ? "" : end);
        (void)contensou__friction_run_create(&run, &w.friction, value, w.patch, now.device,
                                             &options, &err);
        contensou__friction_run_free(&run);
        check(&err);
    }
    if (about->model) {
        if (contensou__law_create(&law, name, w.patch, &err))
            die(name, err.message);
        next(disk ? "limit_law_" : "more_limit_law_", name, disk ? "" : end);
        (void)contensou__limit_law_create(&limit, &law, w.patch, now.device, &options, &err);
        check(&err);
        contensou__law_free(&law);
    }
    release(&w);
}

/* The exact law of a patch, whose axes turn with the body. */
static void write_exact(const struct patch *p)
{
    struct work w;

    prepare(&w, contensou__system_find("pendulum"), contensou__stepper_find("rodas54"), "integral",
            p);
    next("more_exact_", p->name, "");
    write_setup(&w.setup);
    release(&w);
}

static void write_laws(void)
{
    for (size_t i = 0; i < contensou__registry_name_count; ++i) {
        const char *const name = contensou__registry_names[i];
        const struct contensou__registry_law *const about = contensou__registry_find(name, NULL);

        if (about->kind == contensou__system_none)
            continue;
        write_law(name, &patches[0]);
        if (about->kind == contensou__system_contact &&
            about->suits((const int[contensou__registry_arguments]){0}) == contensou__registry_any)
            write_law(name, &patches[4]);
    }
    for (size_t i = 0; i < sizeof patches / sizeof *patches; ++i)
        write_exact(&patches[i]);
}

/* A driver that needs nothing beside it. */
static void write_alone(const char *driver)
{
    struct contensou__bundle b = {0};
    struct contensou__text text = {0};
    struct contensou_error err = {0};
    char path[64];

    snprintf(path, sizeof path, "drivers/%s.cl", driver);
    contensou__bundle_include(&b, path);
    next(driver, "", "");
    if (contensou__bundle_write(&b, &text, &err))
        die(driver, err.message);
    write_text(text.data);
    contensou__text_free(&text);
}

static void write_user_system(const char *name)
{
    struct contensou__user_system *system = NULL;
    struct contensou_error err = {0};
    char path[512];

    snprintf(path, sizeof path, EXAMPLES "%s.h", name);
    next("describe_", name, "");
    (void)contensou__user_system_open(&system, path, now.device, &err);
    check(&err);
}

int main(int argc, char **argv)
{
    struct contensou_error err = {0};

    now.folder = argv[1];
    now.single = argc == 3 && strcmp(argv[2], "--single") == 0;
    if (argc < 2 || argc > 3 || (argc == 3 && !now.single && strcmp(argv[2], "--double") != 0))
        die("usage", "contensou-programs DIR [--double | --single]");
    if (contensou_device_open(&now.device, getenv("CONTENSOU_DEVICE"), &err))
        die("device", err.message);
    write_patches();
    write_systems();
    write_laws();
    write_alone("lane_store");
    write_alone("scan");
    write_alone("transitions");
    write_user_system("slider");
    write_user_system("van_der_pol");
    contensou_device_close(now.device);
    return 0;
}
