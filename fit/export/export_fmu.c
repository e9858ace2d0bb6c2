/* export_fmu.c: a co-simulation unit of FMI 2.0: an archive of its description, its source and, where a compiler is at hand,
 * the library that is made of it. SPDX-License-Identifier: MIT */
#include <contensou/export.h>

#include "base/archive.h"
#include "base/temporary.h"
#include "base/try.h"
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
    OWNED(contensou__temporary_remove) struct contensou__temporary unit = {0};
    OWNED(contensou__text_free) struct contensou__text from = {0};
    const char *words[] = {compiler, "-shared", "-fPIC", "-O2", "-o", NULL, NULL, "-lm", NULL};

    if (contensou__temporary_open(&unit, "unit.so", NULL))
        return 0;
    contensou__text_printf(&from, "%s/unit.c", unit.folder);
    words[5] = unit.path;
    words[6] = from.data;
    return !from.failed && write_file(from.data, source) && run(words) &&
           contensou__text_read_file(library, unit.path, NULL) == CONTENSOU_OK;
}

enum contensou_status contensou_export_fmu(const struct contensou_patch *patch,
                                           const struct contensou_fit_result *result,
                                           const struct contensou_export_options *options,
                                           const char *compiler, unsigned char **bytes,
                                           size_t *size, int *compiled, struct contensou_error *err)
{
    OWNED(contensou__export_source_free) struct contensou__export_source source = {0};
    OWNED(contensou__text_free) struct contensou__text description = {0}, library = {0}, out = {0};
    char about[160], from[100], to[100], *archive;

    *bytes = NULL;
    *size = 0;
    TRY(contensou__export_source_make(patch, result, options, &source, err));
    if (patch->unit > 0)
        snprintf(about, sizeof about,
                 "SI units; the contact was given in units of %s m, converted inside",
                 contensou__export_about_number(patch->unit, 10).text);
    else
        snprintf(about, sizeof about,
                 "the contact has no unit of length: the parameter length says how many metres "
                 "one of it is");
    contensou__export_template_fill(
        contensou__export_template_file("fmi2.xml.txt", &description),
        (const struct contensou__export_word[]){{"ABOUT_UNITS", about},
                                                {"LENGTH_VARIABLE", patch->unit > 0 ? "" : length},
                                                {"LAW", source.name},
                                                {"GUID", source.identity},
                                                {"VERSION", CONTENSOU_VERSION},
                                                {"START_MU", source.mu},
                                                {"START_EPS", CONTENSOU__EXPORT_SOURCE_EPS},
                                                {0}},
        &description);
    snprintf(from, sizeof from, "sources/%s.c", source.name);
    snprintf(to, sizeof to, "binaries/%s/%s.so", platform() ? platform() : "", source.name);
    TRY(contensou__try_memory(source.text.failed || description.failed ? NULL : &source, err,
                              "a co-simulation unit"));
    *compiled = compiler && platform() && compile(compiler, source.text.data, &library);
    contensou__archive_write(
        (const struct contensou__archive_file[]){
            {"modelDescription.xml", description.data, description.size},
            {from, source.text.data, source.text.size},
            {to, library.data, library.size}},
        *compiled ? 3 : 2, &out);
    *size = out.size;
    TRY(contensou__text_take(&out, "a co-simulation unit", &archive, err));
    *bytes = (unsigned char *)archive;
    return CONTENSOU_OK;
}
