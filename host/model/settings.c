/* settings.c: the tables of all that is chosen as one, and their values.
 *
 * A value is kept in the struct of its thing, at the offset that its row says, as a number; beside it `text` has how it was
 * given, for messages and files alone. Setting one finds its row, reads the text or takes the numbers by the type of the row,
 * and where that fails takes the default back. SPDX-License-Identifier: MIT */
#include "model/settings.h"

#include "base/decimal.h"
#include "base/names.h"
#include "base/numbers.h"
#include "base/setting.h"
#include "base/text.h"
#include "base/try.h"
#include "model/contact.h"
#include "model/friction_law.h"
#include "model/lanes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) PLACE(struct contensou__settings_system, field)

static const struct contensou__settings_row system_rows[] = {
    {{"system", WORK, "SYSTEM", NULL, "a system by its name ('contensou list systems')", WORD},
     AT(name)},
    {{"system-file", MODEL, "FILE.h", NULL,
      "a system of your own instead of SYSTEM: a header with its states, fields and rhs, as "
      "van_der_pol.h in {examples}",
      WORD},
     AT(file)},
    {.at = 0}};

#undef AT
#define AT(field) PLACE(struct contensou__settings_work, field)

/* "2/8". */
static enum contensou_status read_shard(void *values, const char *text, struct contensou_error *err)
{
    struct contensou__settings_work *const w = values;
    const char *const slash = strchr(text, '/');
    char first[32];
    long k = 1, n = 1;

    if (!slash || slash == text || (size_t)(slash - text) >= sizeof first)
        return WRONG(err,
                     SETTING("shard") " %s is not K/N, such as 2/8 for the second of "
                                      "eight parts",
                     text);
    snprintf(first, sizeof first, "%.*s", (int)(slash - text), text);
    TRY(contensou__numbers_whole(slash + 1, SETTING("shard") " K/N", 1, 1000000, &n, err));
    TRY(contensou__numbers_whole(first, SETTING("shard") " K/N", 1, n, &k, err));
    w->shard = (uint64_t)(k - 1);
    w->shards = (uint64_t)n;
    return CONTENSOU_OK;
}

static const struct contensou__settings_row work_rows[] = {
    {{"shard", WORK, "K/N", "1/1",
      "compute only every N-th lane, beginning with the K-th, and leave the part -o FILE.part for "
      "'contensou merge'",
      FORM},
     .read = read_shard},
    {{"journal", WORK, "FILE", NULL,
      "the file that keeps finished lanes (default: one that nobody sees)", WORD},
     AT(journal)},
    {{"part-size", WORK, "MB", "1000",
      "a journal that is longer goes on in further files (FILE.part.2, ..), and so does an HDF5 "
      "file of results: FILE.1.h5, FILE.2.h5 "
      "and so on, which FILE.h5 shows as one",
      POSITIVE},
     AT(part_size)},
    {{"resume", WORK, NULL, NULL, "go on with the lanes that the journal does not have yet", FLAG},
     AT(resume)},
    {{"command-line", WORK, "TEXT", NULL, "how the run was asked for, for its files", WORD},
     AT(command_line)},
    {.at = 0}};

/* The tables in the order of help and lists, and where the structs of their values are. */
static const struct {
    const struct contensou__settings_row *row;
    size_t at;
} tables[] = {
    {contensou__times_rows, offsetof(struct contensou__settings, times)},
    {contensou__lanes_choice_rows, offsetof(struct contensou__settings, lanes)},
    {contensou__observed_rows, offsetof(struct contensou__settings, observed)},
    {contensou__friction_law_rows, offsetof(struct contensou__settings, law)},
    {contensou__contact_rows, offsetof(struct contensou__settings, contact)},
    {contensou__lanes_choice_number_rows, offsetof(struct contensou__settings, lanes)},
    {contensou__step_control_rows, offsetof(struct contensou__settings, steps)},
    {system_rows, offsetof(struct contensou__settings, system)},
    {contensou__devices_rows, offsetof(struct contensou__settings, devices)},
    {work_rows, offsetof(struct contensou__settings, work)},
};

/* Row i of all tables, and the place of its values in the settings; NULL behind the last. */
static const struct contensou__settings_row *row_at(size_t i, size_t *values)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; ++t)
        for (const struct contensou__settings_row *row = tables[t].row; row->about.name; ++row)
            if (i-- == 0) {
                *values = tables[t].at;
                return row;
            }
    return NULL;
}

const struct contensou_setting *contensou_settings_row(size_t i)
{
    size_t values;
    const struct contensou__settings_row *const row = row_at(i, &values);

    return row ? &row->about : NULL;
}

static size_t row_count(void)
{
    size_t count = 0, values;

    while (row_at(count, &values))
        ++count;
    return count;
}

/* A setting by its name: its row, its place among all, and its values. */
struct place {
    const struct contensou__settings_row *row;
    size_t i, at;
};

static struct place find(const char *name)
{
    struct place p = {.i = 0};

    while ((p.row = row_at(p.i, &p.at)) && strcmp(p.row->about.name, name) != 0)
        ++p.i;
    return p;
}

static enum contensou_status need(const void *made, const char *setting,
                                  struct contensou_error *err)
{
    return contensou__try_memory(made, err, "the setting '%s'", setting);
}

static enum contensou_status unknown(const char *name, struct contensou_error *err)
{
    const size_t count = row_count();
    OWNED(contensou__try_free) const char **names = malloc(count * sizeof *names);

    TRY(need(names, name, err));
    for (size_t i = 0; i < count; ++i)
        names[i] = contensou_settings_row(i)->name;
    return contensou__names_fail(err, "setting", name, names, count);
}

/* Numbers within the limits of the row; shown: as they were written. */
static enum contensou_status store(const struct contensou_setting *row, double *to,
                                   const double *number, size_t count, const char *shown,
                                   struct contensou_error *err)
{
    for (size_t i = 0; i < count; ++i) {
        if (row->open && row->low == 0 && !(number[i] > 0))
            return WRONG(err, SETTING("%s") " %s is not positive", row->name, shown);
        if (!(number[i] >= row->low && number[i] <= row->high))
            return WRONG(err, SETTING("%s") " %s does not lie between %g and %g", row->name, shown,
                         row->low, row->high);
    }
    memcpy(to, number, count * sizeof *to);
    return CONTENSOU_OK;
}

static enum contensou_status copy_list(struct contensou__settings_list *to, const double *number,
                                       size_t count, struct contensou_error *err)
{
    double *const copy = malloc((count + 1) * sizeof *copy);

    TRY(contensou__try_memory(copy, err, "%zu numbers", count));
    memcpy(copy, count ? number : copy, count * sizeof *copy);
    free(to->value);
    *to = (struct contensou__settings_list){copy, count};
    return CONTENSOU_OK;
}

enum contensou_status contensou__settings_read(const struct contensou__settings_row *row,
                                               void *values, const char *text,
                                               struct contensou_error *err)
{
    const struct contensou_setting *const about = &row->about;
    void *const to = (char *)values + row->at;
    struct contensou__settings_list *const list = to;
    double number[8];
    char what[64];
    long whole = 0;

    snprintf(what, sizeof what, SETTING("%s"), about->name);
    switch (about->type) {
    case CONTENSOU_SETTING_WORD:
        *(const char **)to = text;
        return CONTENSOU_OK;
    case CONTENSOU_SETTING_FLAG:
        *(int *)to = 1;
        return CONTENSOU_OK;
    case CONTENSOU_SETTING_FORM:
        if (row->drop)
            row->drop(values);
        return row->read(values, text, err);
    case CONTENSOU_SETTING_CHOICE:
        *(int *)to = contensou__names_find(text, about->choice, about->count) + 1;
        return *(int *)to ? CONTENSOU_OK
                          : contensou__names_fail(err, what, text, about->choice, about->count);
    case CONTENSOU_SETTING_WHOLE:
        TRY(contensou__numbers_whole(text, what, (long)about->low, (long)about->high, &whole, err));
        number[0] = (double)whole;
        return store(about, to, number, 1, text, err);
    case CONTENSOU_SETTING_NUMBER:
        TRY(contensou__numbers_parse(text, what, number, err));
        return store(about, to, number, 1, text, err);
    case CONTENSOU_SETTING_NUMBERS:
        break;
    }
    if (!about->count) {
        free(list->value);
        return contensou__numbers_range(text, what, &list->value, &list->count, err);
    }
    snprintf(what, sizeof what, SETTING("%s") " %s", about->name, about->argument);
    TRY(contensou__numbers_list(text, what, number, about->count, err));
    return store(about, to, number, about->count, text, err);
}

/* Numbers into the value of a row; a word, a choice or a form of numbers is made of their digits, `shown`. */
static enum contensou_status take(const struct contensou__settings_row *row, void *values,
                                  const double *number, size_t count, const char *shown,
                                  struct contensou_error *err)
{
    const struct contensou_setting *const about = &row->about;
    const int list = about->type == CONTENSOU_SETTING_NUMBERS;
    const int whole = about->type == CONTENSOU_SETTING_WHOLE;
    void *const to = (char *)values + row->at;

    if (row->take)
        return row->take(values, number, count, err);
    if (!list && !whole && about->type != CONTENSOU_SETTING_NUMBER)
        return contensou__settings_read(row, values, shown, err);
    if (list && !about->count)
        return copy_list(to, number, count, err);
    if (count != (list ? about->count : 1))
        return WRONG(err, SETTING("%s") " has %zu numbers; it needs %zu", about->name, count,
                     list ? about->count : 1);
    if (whole && number[0] != floor(number[0]))
        return WRONG(err, SETTING("%s") " %s is not a whole number", about->name, shown);
    return store(about, to, number, count, shown, err);
}

/* The default of one setting. */
static enum contensou_status reset(struct contensou__settings *s, const struct place *p,
                                   struct contensou_error *err)
{
    char *const values = (char *)s + p->at;

    if (p->row->about.fallback)
        return contensou__settings_read(p->row, values, p->row->about.fallback, err);
    if (p->row->drop)
        p->row->drop(values);
    else
        memset(values + p->row->at, 0, p->row->size);
    return CONTENSOU_OK;
}

enum contensou_status contensou__settings_init(struct contensou__settings *s,
                                               struct contensou_error *err)
{
    struct place p = {.i = 0};

    *s = (struct contensou__settings){.text = calloc(row_count(), sizeof *s->text)};
    TRY(need(s->text, "system", err));
    contensou__observed_init(&s->observed);
    contensou_contact_init(&s->contact);
    for (; (p.row = row_at(p.i, &p.at)); ++p.i)
        if (p.row->about.fallback)
            TRY(reset(s, &p, err));
    return CONTENSOU_OK;
}

void contensou__settings_free(struct contensou__settings *s)
{
    for (size_t i = row_count(); s->text && i-- > 0;)
        free(s->text[i]);
    free(s->text);
    contensou__lanes_choice_free(&s->lanes);
    free(s->times.time.value);
    free(s->system.text_name);
    free(s->system.text);
    *s = (struct contensou__settings){0};
}

/* Keeps a text of its own for a setting; NULL: no memory. */
static char *keep(struct contensou__settings *s, const struct place *p, const char *text)
{
    char *const copy = strdup(text);

    if (copy) {
        free(s->text[p->i]);
        s->text[p->i] = copy;
    }
    return copy;
}

/* What is set no longer, or could not be. */
static void forget(struct contensou__settings *s, const struct place *p)
{
    free(s->text[p->i]);
    s->text[p->i] = NULL;
    reset(s, p, NULL);
}

enum contensou_status contensou__settings_set(struct contensou__settings *s, const char *name,
                                              const char *text, struct contensou_error *err)
{
    const struct place p = find(name);
    enum contensou_status status;

    if (!p.row)
        return unknown(name, err);
    if (text && strcmp(name, "vary") == 0)
        return contensou__lanes_choice_vary(&s->lanes, text, err);
    if (!text) {
        forget(s, &p);
        return CONTENSOU_OK;
    }
    text = keep(s, &p, text);
    TRY(need(text, name, err));
    status = contensou__settings_read(p.row, (char *)s + p.at, text, err);
    if (status)
        forget(s, &p);
    if (p.row == contensou__times_rows) /* a text is the end, or times of the series */
        s->times.series = 0;
    return status;
}

/* Numbers with commas, as a text has them. */
static void print(const double *number, size_t count, struct contensou__text *to)
{
    for (size_t i = 0; i < count; ++i) {
        contensou__text_printf(to, i ? "," : "");
        contensou__decimal_print(to, number[i]);
    }
}

enum contensou_status contensou__settings_set_numbers(struct contensou__settings *s,
                                                      const char *name, const double *number,
                                                      size_t count, struct contensou_error *err)
{
    const struct place p = find(name);
    OWNED(contensou__text_free) struct contensou__text shown = {0};
    enum contensou_status status;

    if (!p.row)
        return unknown(name, err);
    if (p.row->about.type == CONTENSOU_SETTING_FLAG && count == 1 && number[0] == 0)
        return contensou__settings_set(s, name, NULL, err);
    for (size_t i = 0; i < count; ++i)
        if (!isfinite(number[i]))
            return WRONG(err, "the setting '%s' is not finite", name);
    print(number, count, &shown);
    status = need(shown.data && !shown.failed ? keep(s, &p, shown.data) : NULL, name, err);
    if (!status)
        status = take(p.row, (char *)s + p.at, number, count, s->text[p.i], err);
    if (status)
        forget(s, &p);
    return status;
}

enum contensou_status contensou__settings_set_contact(struct contensou__settings *s,
                                                      const struct contensou_patch_spec *spec,
                                                      struct contensou_error *err)
{
    for (const struct contensou__settings_row *row = contensou__contact_rows; row->about.name;
         ++row) {
        const struct contensou_setting *const about = &row->about;
        const void *const from = (const char *)spec + row->at;
        const double *const number = from;
        const int choice = *(const int *)from;

        if (about->type == CONTENSOU_SETTING_CHOICE && (size_t)choice > about->count)
            return WRONG(err, SETTING("%s") " has no choice %d", about->name, choice);
        if (about->type == CONTENSOU_SETTING_WORD)
            TRY(contensou__settings_set(s, about->name, *(const char *const *)from, err));
        else if (about->type == CONTENSOU_SETTING_CHOICE)
            TRY(contensou__settings_set(s, about->name, choice ? about->choice[choice - 1] : NULL,
                                        err));
        else if (number[0] == 0 && (row->take || number[1] == 0)) /* plain friction, or no tilt */
            TRY(contensou__settings_set(s, about->name, NULL, err));
        else
            TRY(contensou__settings_set_numbers(s, about->name, number, 2, err));
    }
    s->contact.anisotropy_frame = spec->anisotropy_frame;
    return CONTENSOU_OK;
}

enum contensou_status contensou__settings_set_parameter(struct contensou__settings *s,
                                                        const char *name, double value,
                                                        struct contensou_error *err)
{
    const int initial = strncmp(name, contensou__lanes_init, strlen(contensou__lanes_init)) == 0;
    const struct place p = find(initial ? "init" : "set");
    const char *const before = s->text[p.i];
    OWNED(contensou__text_free) struct contensou__text shown = {0};

    TRY(contensou__lanes_choice_parameter(&s->lanes, name, value, err));
    contensou__text_printf(&shown, "%s%s%s=", before ? before : "", before ? "," : "",
                           initial ? name + strlen(contensou__lanes_init) : name);
    print(&value, 1, &shown);
    return need(shown.failed ? NULL : keep(s, &p, shown.data), name, err);
}

enum contensou_status contensou__settings_set_times(struct contensou__settings *s,
                                                    const double *time, size_t count,
                                                    struct contensou_error *err)
{
    const struct place p = find("time");

    forget(s, &p);
    s->times.series = count > 0;
    return copy_list(&s->times.time, time, count, err);
}

const char *contensou__settings_value(const struct contensou__settings *s, const char *name)
{
    const struct place p = find(name);

    return !p.row ? NULL : s->text[p.i] ? s->text[p.i] : p.row->about.fallback;
}

int contensou__settings_given(const struct contensou__settings *s, const char *name)
{
    const struct place p = find(name);

    return strcmp(name, "vary") == 0 ? s->lanes.varies > 0 : p.row && s->text[p.i];
}

const char *contensou__settings_contact_given(const struct contensou__settings *s, int but_frame)
{
    const struct contensou_setting *row;

    for (size_t i = 0; (row = contensou_contact_row(i)); ++i)
        if (contensou__settings_given(s, row->name) &&
            !(but_frame && strcmp(row->name, "frame") == 0))
            return row->name;
    return NULL;
}

enum contensou_status contensou__settings_set_system(struct contensou__settings *s,
                                                     const char *name, const char *text,
                                                     struct contensou_error *err)
{
    OWNED(contensou__try_free) char *copy = text ? strdup(text) : NULL;
    OWNED(contensou__try_free) char *other = text ? strdup(name) : NULL;

    if (text)
        TRY(need(copy ? other : NULL, "system", err));
    free(s->system.text);
    free(s->system.text_name);
    s->system.text = copy;
    s->system.text_name = other;
    copy = other = NULL;
    return CONTENSOU_OK;
}

void contensou__settings_note(const struct contensou__settings *s, const char *format, ...)
{
    va_list arguments;

    if (!s->note)
        return;
    va_start(arguments, format);
    contensou__setting_tell_list(s->note, s->note_context, format, arguments);
    va_end(arguments);
}
