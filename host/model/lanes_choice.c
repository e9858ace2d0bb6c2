/* lanes_choice.c: which lanes are asked for. SPDX-License-Identifier: MIT */
#include "model/lanes_choice.h"

#include "base/decimal.h"
#include "base/names.h"
#include "base/setting.h"
#include "base/try.h"
#include "model/lanes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const contensou__lanes_choice_ways[4] = {"no", "up", "down", "both"};

static enum contensou_status need(const void *made, struct contensou_error *err)
{
    return contensou__try_memory(made, err, "the numbers of lanes");
}

/* The name in text[0 .. size), without the blanks around it. */
static void copy_name(char *to, const char *text, size_t size)
{
    while (size > 0 && (*text == ' ' || *text == '\t'))
        text++, size--;
    while (size > 0 && (text[size - 1] == ' ' || text[size - 1] == '\t'))
        size--;
    snprintf(to, contensou__lanes_choice_name, "%.*s",
             (int)(size < contensou__lanes_choice_name ? size : contensou__lanes_choice_name - 1),
             text);
}

/* One more number, for its name and value; NULL: no memory. */
static struct contensou__lanes_choice_number *add(struct contensou__lanes_choice_numbers *n)
{
    struct contensou__lanes_choice_number *const more =
        realloc(n->number, (n->count + 1) * sizeof *more);

    if (!more)
        return NULL;
    n->number = more;
    return &more[n->count++];
}

/* "a=1,b=2" */
enum contensou_status
contensou__lanes_choice_numbers_read(struct contensou__lanes_choice_numbers *n, const char *option,
                                     const char *text, struct contensou_error *err)
{
    for (const char *next; text; text = next) {
        const size_t size = strcspn(text, ","), name = strcspn(text, "=,");
        struct contensou__lanes_choice_number *one;
        char number[128], what[96];

        next = text[size] ? text + size + 1 : NULL;
        if (name == size || name == 0)
            return WRONG(err, "%s: '%.*s' is not a name with its value; write a=1,b=2", option,
                         (int)(size < 60 ? size : 60), text);
        if (size - name > sizeof number)
            return WRONG(err, "%s: '%.60s..' is too long", option, text);
        one = add(n);
        TRY(need(one, err));
        copy_name(one->name, text, name);
        snprintf(number, sizeof number, "%.*s", (int)(size - name - 1), text + name + 1);
        snprintf(what, sizeof what, "%s %s", option, one->name);
        TRY(contensou__numbers_parse(number, what, &one->value, err));
    }
    return CONTENSOU_OK;
}

enum contensou_status contensou__lanes_choice_set(void *choice, const char *text,
                                                  struct contensou_error *err)
{
    return contensou__lanes_choice_numbers_read(&((struct contensou__lanes_choice *)choice)->set,
                                                SETTING("set"), text, err);
}

enum contensou_status contensou__lanes_choice_init(void *choice, const char *text,
                                                   struct contensou_error *err)
{
    return contensou__lanes_choice_numbers_read(&((struct contensou__lanes_choice *)choice)->init,
                                                SETTING("init"), text, err);
}

/* "lo:hi" */
static enum contensou_status read_ends(struct contensou__numbers_span *span, const char *text,
                                       const char *what, struct contensou_error *err)
{
    const size_t low = strcspn(text, ":");
    char part[128];

    if (low >= sizeof part)
        return WRONG(err, "%s: '%.60s' is too long for a range", what, text);
    snprintf(part, sizeof part, "%.*s", (int)low, text);
    TRY(contensou__numbers_parse(part, what, &span->lo, err));
    return contensou__numbers_parse(text + low + 1, what, &span->hi, err);
}

/* Room for one more that varies. */
static enum contensou_status add_range(struct contensou__lanes_choice *c,
                                       struct contensou__lanes_choice_range **range,
                                       struct contensou_error *err)
{
    if (c->varies == contensou__lanes_choice_varies)
        return WRONG(err, "at most %d numbers can vary", (int)contensou__lanes_choice_varies);
    *range = &c->vary[c->varies];
    **range = (struct contensou__lanes_choice_range){.list = NULL};
    return CONTENSOU_OK;
}

enum contensou_status contensou__lanes_choice_vary(void *choice, const char *text,
                                                   struct contensou_error *err)
{
    struct contensou__lanes_choice *const c = choice;
    struct contensou__lanes_choice_range *range = NULL;
    const char *const equals = strchr(text, '='), *const colon =
                                                      equals ? strchr(equals, ':') : NULL;
    char what[96];

    TRY(add_range(c, &range, err));
    if (!equals || equals == text || !equals[1])
        return WRONG(err,
                     SETTING("vary") ": '%.60s' is not a name with its values; write "
                                     "name=lo:hi:n or name=a,b,c",
                     text);
    copy_name(range->name, text, (size_t)(equals - text));
    snprintf(what, sizeof what, SETTING("vary") " %s", range->name);
    if (!colon)
        TRY(contensou__numbers_range(equals + 1, what, &range->list, &range->span.count, err));
    else if (strchr(colon + 1, ':'))
        TRY(contensou__numbers_span(equals + 1, what, &range->span, err));
    else
        TRY(read_ends(&range->span, equals + 1, what, err));
    ++c->varies;
    return CONTENSOU_OK;
}

enum contensou_status contensou__lanes_choice_values(struct contensou__lanes_choice *c,
                                                     const char *name, const double *value,
                                                     size_t count, struct contensou_error *err)
{
    struct contensou__lanes_choice_range *range = NULL;

    TRY(add_range(c, &range, err));
    if (!count)
        return WRONG(err, SETTING("vary") " %s has no values", name);
    for (size_t i = 0; i < count; ++i)
        if (!isfinite(value[i]))
            return WRONG(err, SETTING("vary") " %s: value %zu is not finite", name, i);
    range->list = malloc(count * sizeof *range->list);
    TRY(need(range->list, err));
    memcpy(range->list, value, count * sizeof *range->list);
    range->span.count = count;
    copy_name(range->name, name, strlen(name));
    ++c->varies;
    return CONTENSOU_OK;
}

enum contensou_status contensou__lanes_choice_parameter(struct contensou__lanes_choice *c,
                                                        const char *name, double value,
                                                        struct contensou_error *err)
{
    static const size_t prefix = sizeof contensou__lanes_init - 1;
    const int initial = strncmp(name, contensou__lanes_init, prefix) == 0;
    struct contensou__lanes_choice_numbers *const n = initial ? &c->init : &c->set;
    struct contensou__lanes_choice_number *one = NULL;

    name += initial ? prefix : 0;
    if (!isfinite(value))
        return WRONG(err, "the number '%s' is not finite", name);
    for (size_t i = 0; i < n->count; ++i)
        if (strcmp(n->number[i].name, name) == 0)
            one = &n->number[i];
    one = one ? one : add(n);
    TRY(need(one, err));
    copy_name(one->name, name, strlen(name));
    one->value = value;
    return CONTENSOU_OK;
}

/* A seed, from 0 on, and a count, from 1 on, in either order: `low` is the least of the first. The second may be missing. */
static enum contensou_status read_pair(const char *text, const char *const what[2], long low,
                                       long most_first, long most_second, long number[2],
                                       struct contensou_error *err)
{
    const char *next = text;
    char first[64];

    contensou__names_next(&next, first, sizeof first);
    TRY(contensou__numbers_whole(first, what[0], low, most_first, &number[0], err));
    return next ? contensou__numbers_whole(next, what[1], 1 - low, most_second, &number[1], err)
                : CONTENSOU_OK;
}

enum contensou_status contensou__lanes_choice_random(void *choice, const char *text,
                                                     struct contensou_error *err)
{
    static const char *const what[2] = {SETTING("random") ", the seed",
                                        SETTING("random") ", how many lanes"};
    const char *const comma = strchr(text, ',');
    long number[2] = {0, 0};

    if (!comma || strchr(comma + 1, ','))
        return WRONG(err,
                     SETTING("random") ": '%.60s' is not seed,n; write 1,1000 for 1000 "
                                       "lanes",
                     text);
    TRY(read_pair(text, what, 0, INT64_MAX, 1L << 40, number, err));
    ((struct contensou__lanes_choice *)choice)->random =
        (struct contensou__lanes_choice_draw){(uint64_t)number[0], (uint64_t)number[1]};
    return CONTENSOU_OK;
}

/* "n" or "n,seed" */
static enum contensou_status read_starts(void *choice, const char *text,
                                         struct contensou_error *err)
{
    static const char *const what[2] = {SETTING("starts"), SETTING("starts") ", the seed"};
    long number[2] = {0, 0};

    TRY(read_pair(text, what, 1, 1000000000, INT64_MAX, number, err));
    ((struct contensou__lanes_choice *)choice)->starts =
        (struct contensou__lanes_choice_draw){(uint64_t)number[1], (uint64_t)number[0]};
    return CONTENSOU_OK;
}

static void free_numbers(struct contensou__lanes_choice_numbers *n)
{
    free(n->number);
    *n = (struct contensou__lanes_choice_numbers){NULL, 0};
}

static void drop_set(void *choice)
{
    free_numbers(&((struct contensou__lanes_choice *)choice)->set);
}

static void drop_init(void *choice)
{
    free_numbers(&((struct contensou__lanes_choice *)choice)->init);
}

static void drop_vary(void *choice)
{
    struct contensou__lanes_choice *const c = choice;

    while (c->varies)
        free(c->vary[--c->varies].list);
}

static void drop_given(struct contensou__lanes_choice *c)
{
    while (c->givens)
        free(c->given[--c->givens]);
    free(c->given);
    free(c->number);
    c->given = NULL;
    c->number = NULL;
    c->members = 0;
}

enum contensou_status contensou__lanes_choice_give(struct contensou__lanes_choice *c,
                                                   const char *const *name, size_t names,
                                                   size_t lanes, const double *value,
                                                   struct contensou_error *err)
{
    drop_given(c);
    if (!names)
        return CONTENSOU_OK;
    if (!lanes || lanes > SIZE_MAX / names / sizeof *value)
        return WRONG(err, "%zu lanes of %zu numbers are none", lanes, names);
    c->given = calloc(names, sizeof *c->given);
    c->number = malloc(names * lanes * sizeof *c->number);
    for (; c->given && c->number && c->givens < names; ++c->givens)
        if (!(c->given[c->givens] = strdup(name[c->givens])))
            break;
    if (c->givens < names) {
        drop_given(c);
        return need(NULL, err);
    }
    memcpy(c->number, value, names * lanes * sizeof *c->number);
    c->members = lanes;
    return CONTENSOU_OK;
}

void contensou__lanes_choice_free(struct contensou__lanes_choice *c)
{
    drop_set(c);
    drop_init(c);
    drop_vary(c);
    drop_given(c);
}

void contensou__lanes_choice_print(const struct contensou__lanes_choice_range *r,
                                   struct contensou__text *to)
{
    const double ends[2] = {r->span.lo, r->span.hi}, *const value = r->list ? r->list : ends;

    contensou__text_printf(to, "%s", r->name);
    for (size_t i = 0; i < (r->list ? r->span.count : 2); ++i) {
        contensou__text_printf(to, i == 0 ? "=" : r->list ? "," : ":");
        contensou__decimal_print(to, value[i]);
    }
    if (!r->list && r->span.count)
        contensou__text_printf(to, ":%zu", r->span.count);
}

#define AT(field) PLACE(struct contensou__lanes_choice, field)

const struct contensou__settings_row contensou__lanes_choice_rows[] = {
    {{"vary", LANES, "NAME=R...", NULL,
      "a number that differs from lane to lane: R is a range lo:hi:n or a list; names as for "
      "{set}, init.STATE for initial values. Several make a grid, the first one slowest",
      FORM},
     .read = contensou__lanes_choice_vary,
     .drop = drop_vary},
    {{"lanes-from", LANES, "FILE.csv", NULL, "one row a lane, columns named as for {vary}", WORD},
     AT(from)},
    {{"random", LANES, "SEED,N", NULL,
      "N lanes, uniformly random within the ends of each {vary} lo:hi", FORM},
     AT(random),
     .read = contensou__lanes_choice_random},
    {{"starts", LANES, "N[,SEED]", NULL,
      "N lanes for each set of numbers, with initial values at random within each {vary} "
      "init.STATE=lo:hi",
      FORM},
     AT(starts),
     .read = read_starts},
    {{"continue", LANES, "WAY", "no",
      "up, down or both: each lane starts where the lane of the value before it of the first "
      "{vary} ended, so that an attractor is followed; both walks twice, with the column continue "
      "1 (up) and -1 (down)",
      CHOICE(contensou__lanes_choice_ways)},
     AT(way)},
    {.at = 0}};

const struct contensou__settings_row contensou__lanes_choice_number_rows[] = {
    {{"set", MODEL, "NAME=X,..", NULL,
      "fields of the system by their names, of the law with law., such as "
      "omega_0=40,law.eps=1e-3, and numbers of the contact, such as shape.R, tilt.k or center.x",
      FORM},
     .read = contensou__lanes_choice_set,
     .drop = drop_set},
    {{"init", MODEL, "STATE=X,..", NULL,
      "initial values by the names of the states (default: those listed)", FORM},
     .read = contensou__lanes_choice_init,
     .drop = drop_init},
    {.at = 0}};
