/* simulation_options.c: the options of 'run' and 'sweep' as settings of a simulation.
 * SPDX-License-Identifier: MIT */
#include "cli/simulation_options.h"

#include "base/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The command line without what only says where the work is done and where its results go. */
static void write_command(const struct contensou__options *o, struct contensou__text *line)
{
    static const char *const valued[] = {"-o",      "--output", "--plot",
                                         "--shard", "--device", "--slice-limit"};
    static const char *const plain[] = {"--resume", "--quiet", "--force", "--allow-failed"};
    enum { values = sizeof valued / sizeof *valued, flags = sizeof plain / sizeof *plain };
    struct contensou__options rest = *o;
    char name[] = "contensou";
    char **words = malloc(((size_t)o->argc + 1) * sizeof *words);
    int count = 0;

    if (!words)
        return;
    words[count++] = name;
    for (int i = 1; i < o->argc; ++i) {
        const char *equals = strchr(o->argv[i], '=');
        int skip = contensou__names_find(o->argv[i], plain, flags) >= 0;

        if (contensou__names_find(o->argv[i], valued, values) >= 0)
            skip = 2;
        for (int k = 1; k < values && equals; ++k)
            skip |= strncmp(o->argv[i], valued[k], strlen(valued[k])) == 0 &&
                    o->argv[i] + strlen(valued[k]) == equals;
        if (skip)
            i += skip - 1;
        else
            words[count++] = o->argv[i];
    }
    rest.argc = count;
    rest.argv = words;
    contensou__options_line(&rest, line);
    free(words);
}

static void note(void *context, const char *sentence)
{
    const struct contensou__options *o = context;

    if (strncmp(sentence, "warning: ", 9) == 0 || !contensou__options_given(o, "quiet"))
        fprintf(stderr, "%s\n", sentence);
}

static int is_setting(const char *name)
{
    const struct contensou_setting *row;

    for (size_t i = 0; (row = contensou_settings_row(i)); ++i)
        if (strcmp(row->name, name) == 0)
            return 1;
    return 0;
}

/* Every option that is a setting and was given. */
static enum contensou_status set_all(struct contensou_simulation *s,
                                     const struct contensou__options *o,
                                     struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    for (size_t i = 0; i < o->count && !status; ++i)
        if (o->given[i] && is_setting(o->row[i].name) && strcmp(o->row[i].name, "vary") != 0)
            status = contensou_simulation_set(s, o->row[i].name,
                                              o->row[i].argument ? o->value[i] : "1", err);
    for (size_t i = 0; i < o->repeat_count && !status; ++i)
        status = contensou_simulation_set(s, "vary", o->repeat[i], err);
    if (!status && o->word_count)
        status = contensou_simulation_set(s, "system", o->word[0], err);
    return status;
}

enum contensou_status contensou__simulation_options_read(struct contensou_simulation **s,
                                                         const struct contensou__options *o,
                                                         struct contensou__progress *progress,
                                                         struct contensou_error *err)
{
    const struct contensou_progress bar = contensou__progress_of(progress);
    struct contensou__text line = {0};
    enum contensou_status status = contensou_simulation_create(s, err);

    if (status)
        return status;
    contensou__progress_begin(progress, "lanes", 0, contensou__options_given(o, "quiet"));
    contensou_simulation_progress(*s, &bar);
    contensou_simulation_notes(*s, note, (void *)o);
    write_command(o, &line);
    status = line.failed ? contensou_fail(err, CONTENSOU_EMEMORY, "no memory for texts")
                         : contensou_simulation_set(*s, "command-line", line.data, err);
    contensou__text_free(&line);
    return status ? status : set_all(*s, o, err);
}

const char *contensou__simulation_options_about(const struct contensou_trajectories *r,
                                                const char *key)
{
    const char *other, *text;
    double number;

    for (size_t i = 0; contensou_trajectories_attribute(r, i, &other, &text, &number); ++i)
        if (strcmp(other, key) == 0 && text)
            return text;
    return "";
}
