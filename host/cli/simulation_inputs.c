/* simulation_inputs.c: what a run was computed from beside its options: the contents of every file that
 * was read, and numbers that no option names. SPDX-License-Identifier: MIT */
#include "cli/simulation.h"

#include "base/checksum.h"
#include "contact/contacts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct notes {
    struct contensou__simulation *s;
    struct contensou__checksum sum;
    struct contensou_error *err;
    enum contensou_status status;
};

/* Adds a pair; key and text are copied, into one block that is freed with the key; a text of NULL is the
 * number. */
static void add(struct notes *n, const char *key, const char *text, double number)
{
    struct contensou__simulation *const s = n->s;
    char *const copy = malloc(strlen(key) + (text ? strlen(text) : 0) + 2);

    if (n->status || s->pairs == contensou__simulation_pairs) {
        free(copy);
        if (!n->status)
            n->status = contensou_fail(n->err, CONTENSOU_EARGUMENT,
                                       "a run is described by at most %d names; '%s' is too many",
                                       (int)contensou__simulation_pairs, key);
        return;
    }
    if (!copy) {
        n->status = contensou_fail(n->err, CONTENSOU_EMEMORY, "no memory for '%s'", key);
        return;
    }
    strcpy(copy, key);
    if (text)
        strcpy(copy + strlen(key) + 1, text);
    s->pair[s->pairs++] = (struct contensou__journal_pair){
        .key = copy, .text = text ? copy + strlen(key) + 1 : NULL, .number = number};
}

/* The path and what tells its contents, as contensou__journal_file expects it. */
static void add_sum(struct notes *n, const char *key, const char *path, uint32_t sum, size_t size)
{
    struct contensou__text text = {0};

    contensou__text_printf(&text, "%s (checksum %08x, %zu bytes)", path, (unsigned)sum, size);
    if (text.failed && !n->status)
        n->status = contensou_fail(n->err, CONTENSOU_EMEMORY, "no memory for '%s'", path);
    if (!text.failed)
        add(n, key, text.data, 0);
    contensou__text_free(&text);
}

static void add_file(struct notes *n, const char *key, const char *path)
{
    uint32_t sum = 0;
    size_t size = 0;

    if (n->status)
        return;
    n->status = contensou__checksum_file(&n->sum, path, &sum, &size, n->err);
    if (!n->status)
        add_sum(n, key, path, sum, size);
}

static void add_shape(struct notes *n)
{
    const struct contensou__contacts_shape *shape;
    struct contensou_error unknown;
    const char *path;

    if (!n->s->patch || contensou__contacts_find_shape(n->s->spec.shape, &shape, &path, &unknown) ||
        shape->wants != contensou__contacts_file)
        return;
    add_file(n, contensou__journal_file "shape", path);
}

static void add_own_system(struct notes *n)
{
    const struct contensou__user_source *const source = contensou__user_system_source(n->s->own);

    for (size_t i = 0; i < source->files; ++i) {
        char key[48] = contensou__journal_file "system";

        if (i)
            snprintf(key, sizeof key, contensou__journal_file "include.%zu", i);
        add_sum(n, key, source->file[i].path, source->file[i].sum, source->file[i].size);
    }
}

static void add_numbers(struct notes *n, const char *key, const double *number, size_t count)
{
    char text[80];

    snprintf(text, sizeof text, "%zu numbers (checksum %08x)", count,
             (unsigned)contensou__checksum_add(&n->sum, 0, number, count * sizeof *number));
    add(n, key, text, 0);
}

/* Coefficients that lanes do not have as fields, such as those of a general potential, by their names, and
 * all that the lanes share. */
static void add_law(struct notes *n)
{
    const struct contensou__friction *const f = &n->s->friction;

    for (int i = 0; i < f->law.params; ++i) {
        char field[40], key[60];

        snprintf(field, sizeof field, "law.%s", f->law.names[i]);
        snprintf(key, sizeof key, "parameters/law/%s", f->law.names[i]);
        if (contensou__lanes_find(&n->s->lanes, field) < 0)
            add(n, key, NULL, f->law.value[i]);
    }
    if (f->shared_count)
        add_numbers(n, "run/law_numbers", f->shared, f->shared_count);
}

enum contensou_status contensou__simulation_inputs(struct contensou__simulation *s,
                                                   const struct contensou__options *o,
                                                   struct contensou_error *err)
{
    struct notes n = {.s = s, .err = err};
    const char *const law = contensou__options_value(o, "law");
    const char *const from = s->vary ? contensou__options_value(o, "lanes-from") : NULL;
    const size_t length = law ? strlen(law) : 0;

    contensou__checksum_init(&n.sum);
    add_shape(&n);
    if (length > 5 && strcmp(law + length - 5, ".json") == 0)
        add_file(&n, contensou__journal_file "law", law);
    if (from)
        add_file(&n, contensou__journal_file "lanes", from);
    if (s->own)
        add_own_system(&n);
    add_law(&n);
    if (s->setup.observe.series)
        add_numbers(&n, "run/series_times", s->times, (size_t)s->setup.set.samples);
    return n.status;
}
