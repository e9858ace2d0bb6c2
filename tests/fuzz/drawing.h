/* drawing.h: pictures and pages without gnuplot, and files of results made from a text. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_FUZZ_DRAWING_H
#define CONTENSOU_TESTS_FUZZ_DRAWING_H

#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "fuzz.h"

#include "base/text.h"
#include "picture/plot_gnuplot.h"

#include <contensou/catalogue.h>
#include <contensou/eval.h>
#include <contensou/picture.h>
#include <contensou/report.h>
#include <contensou/result.h>
#include <contensou/table.h>

#include <unistd.h>

/* The linker puts these in the place of those of plot_gnuplot.c (tests/fuzz/CMakeLists.txt). */
enum contensou_status __wrap_contensou__plot_gnuplot_check(const char *path,
                                                           struct contensou_error *err);
enum contensou_status __wrap_contensou__plot_gnuplot_run(const char *path,
                                                         const struct contensou_plot_look *look,
                                                         int width, int height,
                                                         const struct contensou__text *script,
                                                         struct contensou_error *err);

enum contensou_status __wrap_contensou__plot_gnuplot_check(const char *path,
                                                           struct contensou_error *err)
{
    (void)path;
    (void)err;
    return CONTENSOU_OK;
}

/* A script has no control characters but line ends: names of a file cannot begin a line of their own. */
enum contensou_status __wrap_contensou__plot_gnuplot_run(const char *path,
                                                         const struct contensou_plot_look *look,
                                                         int width, int height,
                                                         const struct contensou__text *script,
                                                         struct contensou_error *err)
{
    static const char picture[] = "<svg id='a'><title>t</title><use href='#a'/></svg>\n";
    FILE *const file = fopen(path, "wb");

    (void)look;
    (void)err;
    fuzz_require(width > 0 && height > 0 && !script->failed);
    for (size_t i = 0; i < script->size; ++i)
        fuzz_require((unsigned char)script->data[i] >= 0x20 || script->data[i] == '\n');
    fuzz_require(file && fputs(picture, file) >= 0 && fclose(file) == 0);
    return CONTENSOU_OK;
}

/* The lists of systems and laws, which are the same for every page, are made once. */
enum contensou_status __real_contensou_catalogue_create(struct contensou_catalogue **out,
                                                        enum contensou_catalogue_kind kind,
                                                        struct contensou_error *err);
enum contensou_status __wrap_contensou_catalogue_create(struct contensou_catalogue **out,
                                                        enum contensou_catalogue_kind kind,
                                                        struct contensou_error *err);
void __wrap_contensou_catalogue_free(struct contensou_catalogue *c);

enum contensou_status __wrap_contensou_catalogue_create(struct contensou_catalogue **out,
                                                        enum contensou_catalogue_kind kind,
                                                        struct contensou_error *err)
{
    static struct contensou_catalogue *made[8];

    fuzz_require(kind < 8);
    if (!made[kind])
        fuzz_require(__real_contensou_catalogue_create(&made[kind], kind, err) == CONTENSOU_OK);
    *out = made[kind];
    return CONTENSOU_OK;
}

void __wrap_contensou_catalogue_free(struct contensou_catalogue *c)
{
    (void)c;
}

/* HDF5 takes most of the time to open a file, so that each is opened once, until fuzz_forget: what was read stays. */
enum contensou_status __real_contensou_result_open(struct contensou_result **out, const char *path,
                                                   struct contensou_error *err);
void __real_contensou_result_close(struct contensou_result *f);
enum contensou_status __wrap_contensou_result_open(struct contensou_result **out, const char *path,
                                                   struct contensou_error *err);
void __wrap_contensou_result_close(struct contensou_result *f);

static struct fuzz_opened {
    char path[64];
    struct contensou_result *file;
} fuzz_opened[4];

enum contensou_status __wrap_contensou_result_open(struct contensou_result **out, const char *path,
                                                   struct contensou_error *err)
{
    struct fuzz_opened *o = fuzz_opened;
    enum contensou_status status;

    while (o->file && strcmp(o->path, path) != 0)
        fuzz_require(++o < fuzz_opened + 4);
    status = o->file ? CONTENSOU_OK : __real_contensou_result_open(&o->file, path, err);
    snprintf(o->path, sizeof o->path, "%s", path);
    *out = o->file;
    return status;
}

void __wrap_contensou_result_close(struct contensou_result *f)
{
    (void)f;
}

static inline void fuzz_forget(void)
{
    for (int i = 0; i < 4; ++i)
        __real_contensou_result_close(fuzz_opened[i].file);
    memset(fuzz_opened, 0, sizeof fuzz_opened);
}

/* What a page of a fit computes takes seconds, and has nothing of the file but numbers: other tests have it. */
enum contensou_status __wrap_contensou_eval_reference(const struct contensou_patch *patch,
                                                      const struct contensou_eval_options *options,
                                                      size_t n, const double *slip, double *wrench,
                                                      double *jacobian,
                                                      struct contensou_error *err);
enum contensou_status
__wrap_contensou_picture_patch(const struct contensou_patch_spec *spec, const double slip[3],
                               const char *picture, const struct contensou_picture_options *options,
                               struct contensou_error *err);

enum contensou_status __wrap_contensou_eval_reference(const struct contensou_patch *patch,
                                                      const struct contensou_eval_options *options,
                                                      size_t n, const double *slip, double *wrench,
                                                      double *jacobian, struct contensou_error *err)
{
    (void)options;
    (void)jacobian;
    (void)err;
    fuzz_require(patch != NULL);
    memcpy(wrench, slip, 3 * n * sizeof *wrench);
    return CONTENSOU_OK;
}

enum contensou_status
__wrap_contensou_picture_patch(const struct contensou_patch_spec *spec, const double slip[3],
                               const char *picture, const struct contensou_picture_options *options,
                               struct contensou_error *err)
{
    (void)picture;
    (void)slip;
    (void)options;
    return contensou_fail(err, CONTENSOU_EARGUMENT, "no picture of %.200s", spec->shape);
}

/* A path in a folder that goes with the process; one at a time. */
static char fuzz_folder[32];

static inline void fuzz_leave(void)
{
    static const char *const name[] = {"result.h5", "picture.svg", "page.html", "data.csv",
                                       "result.json"};
    char path[64];

    for (size_t i = 0; i < sizeof name / sizeof *name; ++i) {
        snprintf(path, sizeof path, "%s/%s", fuzz_folder, name[i]);
        unlink(path);
    }
    rmdir(fuzz_folder);
}

static inline const char *fuzz_path(const char *name)
{
    static char path[4][64];
    static int next;

    if (!*fuzz_folder) {
        snprintf(fuzz_folder, sizeof fuzz_folder, "/dev/shm/fuzz-XXXXXX"); /* in memory */
        fuzz_require(mkdtemp(fuzz_folder));
        setenv("TMPDIR", fuzz_folder, 1);
        atexit(fuzz_leave);
    }
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[next], "%s/%s", fuzz_folder, name);
    return path[next];
}

/* Writes the page of a file; it has one script, its own, whatever the file says. */
static inline void fuzz_report(const char *file)
{
    const char *const page = fuzz_path("page.html");
    const struct contensou_report_options options = {.size = sizeof options, .rows = 20};
    struct contensou_error err = {0};
    struct contensou__text text = {0};
    const enum contensou_status status = contensou_report_write(file, page, &options, &err);

    fuzz_require_sentence(status, err);
    if (!status) {
        const char *script;

        fuzz_require(contensou__text_read_file(&text, page, NULL) == CONTENSOU_OK);
        script = strstr(text.data, "<script");
        fuzz_require(script && !strstr(script + 1, "<script"));
    }
    contensou__text_free(&text);
}

#endif
