/* export_fmu.c: a co-simulation unit of FMI 2.0: an archive of its description, its source and, where a compiler is at hand,
 * the library that is made of it. SPDX-License-Identifier: MIT */
#include <contensou/export.h>

#include "base/archive.h"
#include "base/temporary.h"
#include "fit/export/export_about.h"
#include "fit/export/export_source.h"
#include "fit/export/export_template.h"

#include <contensou/version.h>

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The parameter of a contact whose unit of length nobody said. */
static const char length[] =
    "    <ScalarVariable name=\"length\" valueReference=\"11\" causality=\"parameter\" "
    "variability=\"tunable\"\n        description=\"metres of the unit of length that the contact "
    "is given in\"><Real start=\"1\" unit=\"m\"/></ScalarVariable>\n";

/* FMI's name of this machine, or NULL where we do not know it. */
static const char *platform(void)
{
#if defined(__linux__) && defined(__x86_64__)
    return "linux64";
#else
    return NULL;
#endif
}

static int write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    int good = file && fputs(text, file) >= 0;

    if (file && fclose(file) != 0)
        good = 0;
    return good;
}

/* 1 if the command ended well. */
static int run(const char *const *words)
{
    pid_t child;
    int state = 1;

    if (posix_spawnp(&child, words[0], NULL, NULL, (char *const *)words, environ) != 0)
        return 0;
    while (waitpid(child, &state, 0) < 0)
        if (errno != EINTR)
            return 0;
    return WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

/* The library of the source, by the compiler; 0 if there is none. */
static int compile(const char *compiler, const char *source, struct contensou__text *library)
{
    struct contensou__temporary unit;
    struct contensou__text from = {0};
    int good = contensou__temporary_open(&unit, "unit.so", NULL) == CONTENSOU_OK;

    if (!good)
        return 0;
    contensou__text_printf(&from, "%s/unit.c", unit.folder);
    {
        const char *const words[] = {compiler,  "-shared", "-fPIC", "-O2", "-o",
                                     unit.path, from.data, "-lm",   NULL};

        good = !from.failed && write_file(from.data, source) && run(words) &&
               contensou__text_read_file(library, unit.path, NULL) == CONTENSOU_OK;
    }
    contensou__text_free(&from);
    contensou__temporary_remove(&unit);
    return good;
}

enum contensou_status contensou_export_fmu(const struct contensou_patch *patch,
                                           const struct contensou_fit_result *result,
                                           const struct contensou_export_options *options,
                                           const char *compiler, unsigned char **bytes,
                                           size_t *size, int *compiled, struct contensou_error *err)
{
    struct contensou__export_source source = {0};
    struct contensou__text description = {0}, library = {0}, out = {0};
    enum contensou_status status =
        contensou__export_source_make(patch, result, options, &source, err);
    const int here =
        !status && compiler && platform() && compile(compiler, source.text.data, &library);

    *bytes = NULL;
    *size = 0;
    if (!status) {
        char about[160];
        const struct contensou__export_word words[] = {
            {"ABOUT_UNITS", about},         {"LENGTH_VARIABLE", patch->unit > 0 ? "" : length},
            {"LAW", source.name},           {"GUID", source.identity},
            {"VERSION", CONTENSOU_VERSION}, {"START_MU", source.mu},
            {"START_EPS", source.eps},      {0}};
        struct contensou__archive_file files[3];
        char from[100], to[100];

        if (patch->unit > 0)
            snprintf(about, sizeof about,
                     "SI units; the contact was given in units of %s m, converted inside",
                     contensou__export_about_number(patch->unit, 10).text);
        else
            snprintf(about, sizeof about,
                     "the contact has no unit of length: the parameter length says how many metres "
                     "one of it is");
        contensou__export_template_fill(
            contensou__export_template_file("fmi2.xml.txt", &description), words, &description);
        snprintf(from, sizeof from, "sources/%s.c", source.name);
        snprintf(to, sizeof to, "binaries/%s/%s.so", platform() ? platform() : "", source.name);
        files[0] = (struct contensou__archive_file){"modelDescription.xml", description.data,
                                                    description.size};
        files[1] = (struct contensou__archive_file){from, source.text.data, source.text.size};
        files[2] = (struct contensou__archive_file){to, library.data, library.size};
        if (!description.failed)
            contensou__archive_write(files, here ? 3 : 2, &out);
        if (description.failed || out.failed)
            status = contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a co-simulation unit");
    }
    contensou__text_free(&description);
    contensou__text_free(&library);
    contensou__export_source_free(&source);
    if (status) {
        contensou__text_free(&out);
        return status;
    }
    *bytes = (unsigned char *)out.data;
    *size = out.size;
    *compiled = here;
    return CONTENSOU_OK;
}
