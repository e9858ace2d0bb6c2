/* plot_labels.c: the words in pictures of simulations. SPDX-License-Identifier: MIT */
#include "cli/plot_labels.h"

#include <stdio.h>
#include <string.h>

void contensou__plot_labels_field(const struct contensou__field *field,
                                  char label[contensou__plot_labels_size])
{
    snprintf(label, contensou__plot_labels_size, "%s (%s)", field->name,
             *field->unit ? field->unit : "-");
}

void contensou__plot_labels_rate(const char *time, char unit[contensou__plot_labels_size])
{
    snprintf(unit, contensou__plot_labels_size, strcmp(time, "-") == 0 ? "-" : "1/%.80s", time);
}

void contensou__plot_labels_time(const struct contensou__system *system,
                                 char unit[contensou__plot_labels_size])
{
    snprintf(unit, contensou__plot_labels_size, "-");
    for (int i = 0; i < system->dim; ++i)
        for (int j = 0; j < system->dim; ++j) {
            const char *place = system->states[i].unit, *velocity = system->states[j].unit;
            const size_t size = strlen(place);

            if (size && strncmp(velocity, place, size) == 0 && velocity[size] == '/' &&
                !strchr(velocity + size, '^')) {
                snprintf(unit, contensou__plot_labels_size, "%s", velocity + size + 1);
                return;
            }
        }
}

/* The end of a word, in which what is quoted may have blanks. */
static const char *word_end(const char *at)
{
    int quoted = 0;

    for (; *at && (quoted || *at != ' '); ++at)
        if (*at == '\\' && !quoted && at[1])
            ++at;
        else if (*at == '\'')
            quoted = !quoted;
    return at;
}

/* How many words of the line the option takes that only says where results go, or how they are
 * told; 0 for others. */
static int aside(const char *word, size_t size)
{
    static const struct {
        const char *name;
        int words;
    } row[] = {{"-o", 2}, {"--output", 2}, {"--plot", 2},  {"--quiet", 1},
               {"-q", 1}, {"--resume", 1}, {"--force", 1}, {"--allow-failed", 1}};

    for (size_t i = 0; i < sizeof row / sizeof *row; ++i) {
        const size_t length = strlen(row[i].name);

        if (size >= length && memcmp(word, row[i].name, length) == 0) {
            if (size == length)
                return row[i].words;
            if (word[length] == '=' && length > 2) /* --plot=FILE */
                return 1;
        }
    }
    return 0;
}

void contensou__plot_labels_title(const char *line, struct contensou__text *title)
{
    static const char no_break[] = "\xC2\xA0"; /* between an option and its value */
    int skip = 0, option = 0;

    if (*line == '/' || *line == '.') /* where the program is, is of no interest */
        for (const char *end = word_end(line), *at = line; at < end; ++at)
            line = *at == '/' && at + 1 < end ? at + 1 : line;
    while (*line) {
        const char *end = word_end(line);
        const size_t size = (size_t)(end - line);

        skip = skip ? skip : aside(line, size);
        if (skip)
            --skip;
        else if (size) {
            if (title->size)
                contensou__text_printf(title, "%s", option && *line != '-' ? no_break : " ");
            contensou__text_append(title, line, size);
            option = size > 2 && line[0] == '-' && line[1] == '-';
        }
        line = end + strspn(end, " ");
    }
}
