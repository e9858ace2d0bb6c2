/* figure.c: recipes of figures: reading them, and putting paths and numbers into their texts.
 * SPDX-License-Identifier: MIT */
#include "figures/figure.h"

#include "base/numbers.h"
#include "figures/figure_files.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t contensou__figure_count(void)
{
    return contensou__figure_files_count;
}

/* The path of the file without its ending. */
const char *contensou__figure_name(size_t i)
{
    static char name[64];
    const char *path = contensou__figure_files_all[i].path;

    snprintf(name, sizeof name, "%.*s", (int)strcspn(path, "."), path);
    return name;
}

void contensou__figure_free(struct contensou__figure *f)
{
    contensou__text_free(&f->title);
    contensou__text_free(&f->paper);
    contensou__text_free(&f->find);
    contensou__text_free(&f->differ);
    contensou__text_free(&f->plot);
    for (size_t i = 0; i < f->runs; i++)
        contensou__text_free(&f->run[i]);
    *f = (struct contensou__figure){0};
}

/* The entry that a line begins, or NULL for a key that there is not. */
static struct contensou__text *entry(struct contensou__figure *f, const char *key, size_t size)
{
    const struct {
        const char *name;
        struct contensou__text *text;
    } keys[] = {{"title", &f->title},
                {"paper", &f->paper},
                {"find", &f->find},
                {"differ", &f->differ},
                {"plot", &f->plot}};

    if (size == 3 && !memcmp(key, "run", 3))
        return f->runs < contensou__figure_runs ? &f->run[f->runs++] : NULL;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strlen(keys[i].name) == size && !memcmp(keys[i].name, key, size))
            return keys[i].text;
    return NULL;
}

/* Appends one line: to the lines of gnuplot with its end, to others after a blank. */
static void put_line(const struct contensou__figure *f, struct contensou__text *to,
                     const char *line, size_t size)
{
    if (to->size)
        contensou__text_append(to, to == &f->plot ? "\n" : " ", 1);
    contensou__text_append(to, line, size);
}

/* 1 if a command draws the picture itself. */
static int draws(const struct contensou__figure *f)
{
    for (size_t i = 0; i < f->runs; i++)
        if (f->run[i].data && strstr(f->run[i].data, "--plot @.png"))
            return 1;
    return 0;
}

enum contensou_status contensou__figure_parse(struct contensou__figure *f, const char *name,
                                              const char *text, struct contensou_error *err)
{
    struct contensou__text *at = NULL;
    int number = 0;

    *f = (struct contensou__figure){0};
    snprintf(f->name, sizeof f->name, "%s", name);
    while (*text) {
        const size_t size = strcspn(text, "\n"), blanks = strspn(text, " ");

        number++;
        if (blanks == 0 && size) {
            const size_t key = strcspn(text, ":\n");
            const char *value = text + key + 1;

            at = text[key] == ':' ? entry(f, text, key) : NULL;
            if (!at)
                return contensou_fail(err, CONTENSOU_EINPUT,
                                      "figure %s, line %d: a line begins with title:, paper:, "
                                      "run:, plot:, find:, differ: or a blank",
                                      name, number);
            value += strspn(value, " ");
            if (at == &f->plot) {
                if (sscanf(value, "%dx%d", &f->width, &f->height) != 2)
                    return contensou_fail(err, CONTENSOU_EINPUT,
                                          "figure %s, line %d: plot: is followed by the size of "
                                          "the picture, such as 1200x600",
                                          name, number);
            } else if (value < text + size)
                put_line(f, at, value, (size_t)(text + size - value));
        } else if (blanks < size && at)
            put_line(f, at, text + blanks, size - blanks);
        text += size + (text[size] == '\n');
    }
    if (!f->title.size || !f->find.size || (!f->plot.size && !draws(f)))
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "figure %s needs title:, find:, and plot: or a command with --plot "
                              "@.png",
                              name);
    return CONTENSOU_OK;
}

enum contensou_status contensou__figure_read(struct contensou__figure *f, size_t i,
                                             struct contensou_error *err)
{
    return contensou__figure_parse(f, contensou__figure_name(i),
                                   contensou__figure_files_all[i].text, err);
}

void contensou__figure_paths(const struct contensou__figure *f, const char *folder,
                             const char *text, struct contensou__text *out)
{
    for (; *text; text++)
        if (*text == '@')
            contensou__text_printf(out, "%s/%s%s", folder, f->name, text[1] == '.' ? "" : ".");
        else
            contensou__text_append(out, text, 1);
}

enum contensou_status contensou__figure_split(char *line, char *word[contensou__figure_words],
                                              int *count, struct contensou_error *err)
{
    *count = 0;
    for (char *at = line + strspn(line, " "); *at; at += strspn(at, " ")) {
        const char *ends = *at == '\'' ? "'" : " ";

        if (*count == contensou__figure_words - 1)
            return contensou_fail(err, CONTENSOU_EINPUT, "a command has more than %d words",
                                  contensou__figure_words - 1);
        at += *ends == '\'';
        word[(*count)++] = at;
        at += strcspn(at, ends);
        if (*at)
            *at++ = '\0';
    }
    word[*count] = NULL;
    return CONTENSOU_OK;
}

enum contensou_status contensou__figure_points(char *const *word, int count,
                                               struct contensou_error *err)
{
    enum { most = 8 };
    double *value[most] = {0};
    size_t members[most], rows = 1;
    FILE *file = NULL;
    int wrong = 0;
    enum contensou_status status = CONTENSOU_OK;

    if (count < 2 || count > most)
        return contensou_fail(err, CONTENSOU_EINPUT, "points takes FILE NAME=range ..");
    for (int k = 1; k < count && !status; k++) {
        const char *sign = strchr(word[k], '=');

        status =
            contensou__numbers_range(sign ? sign + 1 : "", word[k], &value[k], &members[k], err);
        if (!status && members[k] > rows)
            rows = members[k];
    }
    if (status)
        goto done;
    file = fopen(word[0], "wb");
    for (int k = 1; k < count && file; k++)
        fprintf(file, "%.*s%c", (int)strcspn(word[k], "="), word[k], k + 1 < count ? ',' : '\n');
    for (size_t i = 0; i < rows && file; i++)
        for (int k = 1; k < count; k++)
            fprintf(file, "%.17g%c", value[k][i < members[k] ? i : members[k] - 1],
                    k + 1 < count ? ',' : '\n');
    wrong = !file || ferror(file);
    if (file)
        wrong |= fclose(file) != 0;
    if (wrong)
        status = contensou_fail(err, CONTENSOU_EIO, "cannot write '%s'", word[0]);
done:
    for (int k = 1; k < count; k++)
        free(value[k]);
    return status;
}

/* What the numbers of a column amount to. */
struct column {
    double first, last, least, max, sum;
    double some[64]; /* the first of them */
    size_t count;
};
enum { column_some = sizeof((struct column *)0)->some / sizeof(double) };

static void put_number(struct column *c, double x)
{
    c->first = c->count ? c->first : x;
    c->least = c->count ? fmin(c->least, x) : x;
    c->max = c->count ? fmax(c->max, x) : x;
    c->last = x;
    c->sum += x;
    if (c->count < column_some)
        c->some[c->count] = x;
    c->count++;
}

/* x, with its error in units of the last digit: -0.0839(14). */
static void put_uncertain(struct contensou__text *out, double x, double error)
{
    const int digits = error > 0 ? (int)fmax(1 - floor(log10(error)), 0) : 0;

    if (error > 0 && digits < 16)
        contensou__text_printf(out, "%.*f(%.0f)", digits, x, error * pow(10, digits));
    else
        contensou__text_printf(out, "%.7g", x);
}

/* The numbers in the column of this name; fields that are empty or words are passed over. */
static enum contensou_status read_column(struct column *c, const char *path, const char *name,
                                         struct contensou_error *err)
{
    struct contensou__text table = {0};
    enum contensou_status status = contensou__text_read_file(&table, path, err);
    char *line, *next;
    int at = -1, k = 0;

    if (status || !table.size)
        goto done;
    for (char *field = table.data; at < 0 && *field; k++) {
        const size_t size = strcspn(field, ",\r\n");

        if (strlen(name) == size && !memcmp(field, name, size))
            at = k;
        if (field[size] != ',')
            break;
        field += size + 1;
    }
    if (at < 0) {
        status = contensou_fail(err, CONTENSOU_EINPUT, "'%s' has no column '%s'", path, name);
        goto done;
    }
    for (line = strchr(table.data, '\n'); line && line[1]; line = next) {
        char *field = ++line, *end;
        double x;

        next = strchr(line, '\n');
        for (k = 0; k < at && field; k++) {
            field = strpbrk(field, ",\n");
            field = field && *field == ',' ? field + 1 : NULL;
        }
        field = field && strchr(",\r\n", *field) ? NULL : field; /* empty */
        x = field ? strtod(field, &end) : 0;
        if (field && end > field && isfinite(x))
            put_number(c, x);
    }
done:
    contensou__text_free(&table);
    return status;
}

/* All numbers of a column, with those of NAME.error as their errors if there is such a column. */
static enum contensou_status put_values(const struct column *c, const char *path, const char *name,
                                        struct contensou__text *out, struct contensou_error *err)
{
    char error_name[80];
    struct column error = {0};
    struct contensou_error none; /* no such column */

    if (c->count > column_some)
        return contensou_fail(err, CONTENSOU_EINPUT, "'%s' has %zu values of %s; at most %d", path,
                              c->count, name, (int)column_some);
    snprintf(error_name, sizeof error_name, "%s.error", name);
    (void)read_column(&error, path, error_name, &none);
    for (size_t i = 0; i < c->count; ++i) {
        contensou__text_printf(out, "%s", i ? ", " : "");
        put_uncertain(out, c->some[i], error.count == c->count ? error.some[i] : 0);
    }
    return CONTENSOU_OK;
}

static enum contensou_status put_value(const struct contensou__figure *f, const char *folder,
                                       const char *text, struct contensou__text *out,
                                       struct contensou_error *err)
{
    char operation[16], file[64], name[64];
    struct column c = {0};
    struct contensou__text path = {0}, at = {0};
    enum contensou_status status;

    if (sscanf(text, "{%15[a-z] %63[^ }] %63[^ }]}", operation, file, name) != 3)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "figure %s: '%.40s' is not {OPERATION FILE COLUMN}", f->name, text);
    contensou__text_printf(&at, "@%s", file);
    contensou__figure_paths(f, folder, at.data ? at.data : "", &path);
    status = path.data ? read_column(&c, path.data, name, err)
                       : contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a path");
    if (!status && !c.count && strcmp(operation, "count") != 0)
        contensou__text_printf(out, "none");
    else if (!status && !strcmp(operation, "count"))
        contensou__text_printf(out, "%zu", c.count);
    else if (!status && !strcmp(operation, "values"))
        status = put_values(&c, path.data, name, out, err);
    else if (!status) {
        const struct {
            const char *name;
            double value;
        } one[] = {{"first", c.first},
                   {"last", c.last},
                   {"least", c.least},
                   {"max", c.max},
                   {"mean", c.sum / (double)c.count}};
        size_t i = 0;

        while (i < sizeof one / sizeof *one && strcmp(one[i].name, operation) != 0)
            i++;
        if (i < sizeof one / sizeof *one)
            contensou__text_printf(out, "%.10g", one[i].value);
        else
            status = contensou_fail(err, CONTENSOU_EINPUT,
                                    "figure %s: no operation '%s'; available: first, last, least, "
                                    "max, mean, count, values",
                                    f->name, operation);
    }
    contensou__text_free(&path);
    contensou__text_free(&at);
    return status;
}

enum contensou_status contensou__figure_values(const struct contensou__figure *f,
                                               const char *folder, const char *text,
                                               struct contensou__text *out,
                                               struct contensou_error *err)
{
    enum contensou_status status = CONTENSOU_OK;

    while (text && *text && !status) {
        const size_t plain = strcspn(text, "{");

        contensou__text_append(out, text, plain);
        text += plain;
        if (*text == '{') {
            status = put_value(f, folder, text, out, err);
            text += strcspn(text, "}");
            text += *text == '}';
        }
    }
    return status;
}
