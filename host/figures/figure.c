/* figure.c: recipes of figures: reading them, and putting paths and numbers into their texts.
 * SPDX-License-Identifier: MIT */
#include "figures/figure.h"

#include "base/numbers.h"
#include "base/try.h"
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
    for (size_t i = 0; i < f->checks; i++)
        contensou__text_free(&f->check[i]);
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
    if (size == 5 && !memcmp(key, "check", 5))
        return f->checks < contensou__figure_runs ? &f->check[f->checks++] : NULL;
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
                                      "run:, plot:, find:, differ:, check: or a blank",
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

enum { most_points = 7 };

/* The columns of a table of points, each as long as its range. */
struct points {
    double *value[most_points];
    size_t members[most_points], rows;
};

static void release_points(struct points *p)
{
    for (int k = 0; k < most_points; k++)
        free(p->value[k]);
}

/* The table with a row for each place of the longest range; shorter ones stay at their last number. 0 where it cannot be written. */
static int write_points(const struct points *p, char *const *word, int count)
{
    FILE *const file = fopen(word[1], "wb");
    int good = file != NULL;

    for (int k = 2; k < count && file; k++)
        fprintf(file, "%.*s%c", (int)strcspn(word[k], "="), word[k], k + 1 < count ? ',' : '\n');
    for (size_t i = 0; i < p->rows && file; i++)
        for (int k = 0; k < count - 2; k++)
            fprintf(file, "%.17g%c", p->value[k][i < p->members[k] ? i : p->members[k] - 1],
                    k + 3 < count ? ',' : '\n');
    good = good && !ferror(file);
    return file && fclose(file) == 0 && good;
}

enum contensou_status contensou__figure_points(char *line, struct contensou_error *err)
{
    OWNED(release_points) struct points p = {.rows = 1};
    char *word[contensou__figure_words];
    int count = 0;

    TRY(contensou__figure_split(line, word, &count, err));
    if (count < 3 || count > most_points + 2)
        return contensou_fail(err, CONTENSOU_EINPUT, "points takes FILE NAME=range ..");
    for (int k = 2; k < count; k++) {
        const char *sign = strchr(word[k], '=');

        TRY(contensou__numbers_range(sign ? sign + 1 : "", word[k], &p.value[k - 2],
                                     &p.members[k - 2], err));
        p.rows = p.members[k - 2] > p.rows ? p.members[k - 2] : p.rows;
    }
    return write_points(&p, word, count)
               ? CONTENSOU_OK
               : contensou_fail(err, CONTENSOU_EIO, "cannot write '%s'", word[1]);
}

/* The rows of one column of a table; NAN where a field is empty or a word. */
struct column {
    double *row;
    size_t count;
};

/* x, with its error in units of the last digit: -0.0839(14). */
static void put_uncertain(struct contensou__text *out, double x, double error, int precision)
{
    const int digits = error > 0 ? (int)fmax(1 - floor(log10(error)), 0) : 0;

    if (error > 0 && digits < 16)
        contensou__text_printf(out, "%.*f(%.0f)", digits, x, error * pow(10, digits));
    else
        contensou__text_printf(out, "%.*g", precision, x);
}

/* The place of a column in the first line of a table, or -1. */
static int column_place(const char *line, const char *name)
{
    for (int k = 0;; k++) {
        const size_t size = strcspn(line, ",\r\n");

        if (strlen(name) == size && !memcmp(line, name, size))
            return k;
        if (line[size] != ',')
            return -1;
        line += size + 1;
    }
}

/* Field k of a line, or NULL where the line is shorter. */
static const char *line_field(const char *line, int k)
{
    while (k-- > 0 && line) {
        line += strcspn(line, ",\n");
        line = *line == ',' ? line + 1 : NULL;
    }
    return line;
}

/* The number in field k of a line; NAN where it is empty or a word. */
static double line_number(const char *line, int k)
{
    const char *const field = line_field(line, k);
    char *end = NULL;
    const double x = field && !strchr(",\r\n", *field) ? strtod(field, &end) : NAN;

    return end > field && isfinite(x) ? x : NAN;
}

/* 1 if field k of a line is this word. */
static int line_has(const char *line, int k, const char *word)
{
    const char *const field = line_field(line, k);
    const size_t size = strlen(word);

    return field && !strncmp(field, word, size) && strchr(",\r\n", field[size]);
}

static void release_column(struct column *c)
{
    free(c->row);
}

/* The rows of column `name`; where key is not "", those in which its field is the word `value`. */
static enum contensou_status read_column(struct column *c, const char *path, const char *name,
                                         const char *key, const char *value,
                                         struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text table = {0};
    const char *text;
    size_t capacity = 0;
    int at, key_at;

    TRY(contensou__text_read_file(&table, path, err));
    text = table.size ? table.data : "\n";
    at = column_place(text, name);
    key_at = *key ? column_place(text, key) : 0;
    if (at < 0 || key_at < 0)
        return contensou_fail(err, CONTENSOU_EINPUT, "'%s' has no column '%s'", path,
                              at < 0 ? name : key);
    for (const char *line = text + strcspn(text, "\n"); *line && line[1];
         line += strcspn(line, "\n")) {
        ++line;
        if (*key && !line_has(line, key_at, value))
            continue;
        if (c->count == capacity) {
            double *more = realloc(c->row, (capacity = 2 * capacity + 64) * sizeof *more);

            TRY(contensou__try_memory(more, err, "a column"));
            c->row = more;
        }
        c->row[c->count++] = line_number(line, at);
    }
    return CONTENSOU_OK;
}

/* Takes the rows of b, or its only one, from those of a. */
static enum contensou_status subtract(struct column *a, const struct column *b,
                                      struct contensou_error *err)
{
    if (b->count != 1 && b->count != a->count)
        return contensou_fail(err, CONTENSOU_EINPUT, "%zu rows minus %zu rows", a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        a->row[i] -= b->row[b->count == 1 ? 0 : i];
    return CONTENSOU_OK;
}

/* What {..} says: an operation with the digits that are written, one column or the difference of two, and the
 * rows that are meant. */
struct request {
    char operation[16], file[2][64], name[2][64], key[64], value[64];
    int digits, columns;
};

static enum contensou_status read_request(struct request *r, const struct contensou__figure *f,
                                          const char *text, struct contensou_error *err)
{
    const size_t size = strcspn(text, "}");
    char inside[512], minus = 0, *where;
    int words;

    *r = (struct request){.digits = 6, .columns = 1};
    if (size > 0 && size < sizeof inside && text[size] == '}') {
        snprintf(inside, sizeof inside, "%.*s", (int)size - 1, text + 1);
        where = strstr(inside, " where ");
        if (where && sscanf(where, " where %63[^=]=%63s", r->key, r->value) == 2)
            *where = '\0';
        if (inside[strcspn(inside, ": ")] == ':')
            words = sscanf(inside, "%15[a-z]:%d %63s %63s %c %63s %63s", r->operation, &r->digits,
                           r->file[0], r->name[0], &minus, r->file[1], r->name[1]) -
                    1;
        else
            words = sscanf(inside, "%15[a-z] %63s %63s %c %63s %63s", r->operation, r->file[0],
                           r->name[0], &minus, r->file[1], r->name[1]);
        r->columns = words == 6 ? 2 : 1;
        if ((words == 3 || (words == 6 && minus == '-')) && r->digits > 0 && r->digits < 18)
            return CONTENSOU_OK;
    }
    return contensou_fail(err, CONTENSOU_EINPUT,
                          "figure %s: '%.60s' is not {OPERATION FILE COLUMN} or {OPERATION:DIGITS "
                          "FILE COLUMN - FILE COLUMN where NAME=WORD}",
                          f->name, text);
}

static enum contensou_status request_column(const struct contensou__figure *f, const char *folder,
                                            const struct request *r, int k, const char *suffix,
                                            struct column *c, struct contensou_error *err)
{
    OWNED(contensou__text_free) struct contensou__text path = {0};
    char name[80], file[80];

    snprintf(name, sizeof name, "%s%s", r->name[k], suffix);
    snprintf(file, sizeof file, "@%s", r->file[k]);
    contensou__figure_paths(f, folder, file, &path);
    TRY(contensou__try_memory(path.data, err, "a path"));
    return read_column(c, path.data, name, r->key, r->value, err);
}

/* The column, or the difference of two columns, that a request is about. */
static enum contensou_status request_rows(const struct contensou__figure *f, const char *folder,
                                          const struct request *r, struct column *c,
                                          struct contensou_error *err)
{
    OWNED(release_column) struct column other = {0};

    TRY(request_column(f, folder, r, 0, "", c, err));
    if (r->columns == 1)
        return CONTENSOU_OK;
    TRY(request_column(f, folder, r, 1, "", &other, err));
    return subtract(c, &other, err);
}

/* The one number that a request stands for; NAN where the column has none. */
static enum contensou_status request_number(const struct contensou__figure *f, const char *folder,
                                            const struct request *r, double *value,
                                            struct contensou_error *err)
{
    enum { first, last, least, max, size, mean, count, operations };
    static const char *const names[operations] = {"first", "last", "least", "max",
                                                  "size",  "mean", "count"};
    double v[operations] = {NAN, NAN, NAN, NAN, NAN, 0, 0};
    OWNED(release_column) struct column c = {0};
    int k = 0;

    TRY(request_rows(f, folder, r, &c, err));
    for (size_t i = 0; i < c.count; i++) {
        const double x = c.row[i];

        if (isnan(x))
            continue;
        v[first] = v[count] > 0 ? v[first] : x;
        v[last] = x;
        v[least] = fmin(v[least], x);
        v[max] = fmax(v[max], x);
        v[size] = fmax(v[size], fabs(x));
        v[mean] += x;
        v[count]++;
    }
    v[mean] /= v[count];
    while (k < operations && strcmp(names[k], r->operation) != 0)
        k++;
    if (k == operations)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "figure %s: no operation '%s'; available: first, last, least, max, "
                              "size, mean, count, values",
                              f->name, r->operation);
    *value = v[k];
    return CONTENSOU_OK;
}

/* All numbers of a column, with those of NAME.error as their errors if there is such a column. */
static enum contensou_status put_values(const struct contensou__figure *f, const char *folder,
                                        const struct request *r, struct contensou__text *out,
                                        struct contensou_error *err)
{
    OWNED(release_column) struct column c = {0};
    OWNED(release_column) struct column error = {0};
    struct contensou_error none; /* no such column */
    size_t put = 0;

    TRY(request_rows(f, folder, r, &c, err));
    if (r->columns == 1)
        (void)request_column(f, folder, r, 0, ".error", &error, &none);
    for (size_t i = 0; i < c.count; i++)
        if (!isnan(c.row[i])) {
            contensou__text_printf(out, "%s", put++ ? ", " : "");
            put_uncertain(out, c.row[i], error.count == c.count ? error.row[i] : 0, r->digits);
        }
    if (put > 64)
        return contensou_fail(err, CONTENSOU_EINPUT, "'%s' has %zu values of %s; at most 64",
                              r->file[0], put, r->name[0]);
    return CONTENSOU_OK;
}

static enum contensou_status put_value(const struct contensou__figure *f, const char *folder,
                                       const char *text, struct contensou__text *out,
                                       struct contensou_error *err)
{
    struct request r;
    double value;

    TRY(read_request(&r, f, text, err));
    if (!strcmp(r.operation, "values"))
        return put_values(f, folder, &r, out, err);
    TRY(request_number(f, folder, &r, &value, err));
    if (isnan(value))
        contensou__text_printf(out, "none");
    else
        contensou__text_printf(out, "%.*g", r.digits, value);
    return CONTENSOU_OK;
}

/* One side of a check: a number, or {..}; *text is moved behind it. */
static enum contensou_status read_side(const struct contensou__figure *f, const char *folder,
                                       const char **text, double *value,
                                       struct contensou_error *err)
{
    struct request r;
    char *end;

    *text += strspn(*text, " ");
    if (**text == '{') {
        TRY(read_request(&r, f, *text, err));
        *text += strcspn(*text, "}") + 1; /* a request has its end */
        return request_number(f, folder, &r, value, err);
    }
    *value = strtod(*text, &end);
    if (end == *text)
        return contensou_fail(err, CONTENSOU_EINPUT,
                              "figure %s: '%.60s' is neither a number nor {..}", f->name, *text);
    *text = end;
    return CONTENSOU_OK;
}

enum contensou_status contensou__figure_check(const struct contensou__figure *f, const char *folder,
                                              size_t k, int *holds, struct contensou_error *err)
{
    const char *text = f->check[k].data ? f->check[k].data : "";
    double left, right;

    *holds = 1;
    TRY(read_side(f, folder, &text, &left, err));
    for (text += strspn(text, " "); *text; text += strspn(text, " "), left = right) {
        const char sign = *text++;

        if (!strchr("<>=", sign))
            return contensou_fail(err, CONTENSOU_EINPUT,
                                  "figure %s: a check compares by <, > or =, not '%c'", f->name,
                                  sign);
        TRY(read_side(f, folder, &text, &right, err));
        *holds &= sign == '<' ? left < right : sign == '>' ? left > right : left == right;
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__figure_values(const struct contensou__figure *f,
                                               const char *folder, const char *text,
                                               struct contensou__text *out,
                                               struct contensou_error *err)
{
    while (text && *text) {
        const size_t plain = strcspn(text, "{");

        contensou__text_append(out, text, plain);
        text += plain;
        if (*text == '{') {
            TRY(put_value(f, folder, text, out, err));
            text += strcspn(text, "}") + 1; /* a request has its end */
        }
    }
    return CONTENSOU_OK;
}
