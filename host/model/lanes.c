/* lanes.c: the numbers of each lane, by what is set, varied, drawn or read from a file, and the same as bytes.
 *
 * A grid counts its lanes as a clock does hours, minutes and seconds: the last axis is fastest, and the place on each axis is a
 * remainder of the lane's number (along). Numbers drawn at random depend on seed, lane and name alone, so that any lane can be
 * computed by itself, on any device and in any order. SPDX-License-Identifier: MIT */
#include "model/lanes.h"

#include "base/csv.h"
#include "base/decimal.h"
#include "base/names.h"
#include "base/random.h"
#include "base/bytes.h"
#include "base/pool.h"
#include "base/setting.h"
#include "base/try.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t most_lanes = UINT64_C(1) << 40;
enum { block_rows = 4096, prefix_size = sizeof contensou__lanes_init - 1 };

/* What is known while reading. */
struct reader {
    struct contensou__lanes *lanes;
    const struct contensou__field **field; /* [names] */
    const char **by;                       /* [names]: the option that gave it, or NULL */
    int starts;                            /* 1: ranges lo:hi of states are drawn */
};

static void close_csv(struct contensou__csv **csv)
{
    contensou__csv_close(*csv);
}

static int is_initial(const char *name)
{
    return strncmp(name, contensou__lanes_init, prefix_size) == 0;
}

/* Which names an option takes, and how it writes them. */
enum naming { fixed, initial, varied };

static const char *spelled(const char *name, enum naming naming)
{
    if (naming == varied)
        return name;
    if (is_initial(name) != (naming == initial))
        return NULL;
    return naming == initial ? name + prefix_size : name;
}

/* The name is not one of the option's, but it may be one of another option. */
static enum contensou_status unknown(const struct reader *r, const char *option, const char *name,
                                     enum naming naming, struct contensou_error *err)
{
    const size_t names = r->lanes->names;
    const char *plain = is_initial(name) ? name + prefix_size : name;
    OWNED(contensou__try_free) const char **candidate = malloc((names + 1) * sizeof *candidate);
    size_t count = 0;
    char what[80];

    TRY(contensou__try_memory(candidate, err, "%zu names", names));
    for (size_t i = 0; i < names; i++) {
        const char *const one = spelled(r->lanes->name[i], naming);
        const int state = is_initial(r->lanes->name[i]);

        if (one)
            candidate[count++] = one;
        if (state && naming != initial && !strcmp(r->lanes->name[i] + prefix_size, plain))
            return WRONG(
                err,
                naming == fixed
                    ? "%s: '%s' is a state; give its initial value by " SETTING("init") " %s=.."
                    : "%s: '%s' is a state; its initial value is named init.%s",
                option, name, plain);
        if (!state && naming != fixed && !strcmp(r->lanes->name[i], plain))
            return WRONG(err,
                         naming == initial
                             ? "%s: '%s' is not a state; give it by " SETTING("set") " %s=.."
                             : "%s: '%s' is not a state; it is named %s here",
                         option, plain, plain);
    }
    snprintf(what, sizeof what, naming == initial ? "state for %s" : "number for %s", option);
    return contensou__names_fail(err, what, name, candidate, count);
}

/* Finds the name and notes that this option gives it. */
static enum contensou_status claim(struct reader *r, const char *option, const char *name,
                                   enum naming naming, size_t *place, struct contensou_error *err)
{
    for (*place = 0; *place < r->lanes->names; ++*place) {
        const char *const one = spelled(r->lanes->name[*place], naming);

        if (one && strcmp(one, name) == 0)
            break;
    }
    if (*place == r->lanes->names)
        return unknown(r, option, name, naming, err);
    if (r->by[*place] && strcmp(r->by[*place], option) == 0)
        return WRONG(err, "%s gives %s twice; give it once", option, name);
    if (r->by[*place])
        return WRONG(err, "%s is given by %s and by %s; give it once", name, r->by[*place], option);
    r->by[*place] = option;
    return CONTENSOU_OK;
}

/* `where` names the option or the line of the file. */
static enum contensou_status check_limit(const struct reader *r, size_t place, double value,
                                         const char *where, struct contensou_error *err)
{
    const struct contensou__field *const field = r->field[place];

    if (value > field->low || (value == field->low && !field->open) || field->low == -INFINITY)
        return CONTENSOU_OK;
    return WRONG(err, "%s: %s = %.15g, but it must be %s %.15g", where, r->lanes->name[place],
                 value, field->open ? "above" : "at least", field->low);
}

static enum contensou_status take_numbers(struct reader *r, const char *option,
                                          const struct contensou__lanes_choice_numbers *n,
                                          enum naming naming, struct contensou_error *err)
{
    for (size_t i = 0; i < n->count; i++) {
        size_t place;

        TRY(claim(r, option, n->number[i].name, naming, &place, err));
        TRY(check_limit(r, place, n->number[i].value, option, err));
        r->lanes->value[place] = n->number[i].value;
    }
    return CONTENSOU_OK;
}

/* So many times more lanes. */
static enum contensou_status multiply(struct contensou__lanes *l, uint64_t count, const char *by,
                                      struct contensou_error *err)
{
    if (count > most_lanes / l->count)
        return WRONG(err, "%s makes more than 2^40 lanes; at most %llu", by,
                     (unsigned long long)most_lanes);
    l->count *= count;
    return CONTENSOU_OK;
}

static enum contensou_status take_range(struct reader *r,
                                        const struct contensou__lanes_choice_range *range,
                                        struct contensou_error *err)
{
    struct contensou__lanes *const l = r->lanes;
    struct contensou__lanes_axis *const axis = &l->axis[l->axes];
    char what[96];

    TRY(claim(r, SETTING("vary"), range->name, varied, &axis->place, err));
    l->axes++;
    axis->span = range->span;
    axis->drawn = r->starts && is_initial(range->name) && !range->list && !range->span.count;
    snprintf(what, sizeof what, SETTING("vary") " %s", range->name);
    if (range->list) {
        axis->list = malloc(range->span.count * sizeof *axis->list);
        TRY(contensou__try_memory(axis->list, err, "the values of %s", range->name));
        memcpy(axis->list, range->list, range->span.count * sizeof *axis->list);
        for (size_t i = 0; i < axis->span.count; i++)
            TRY(check_limit(r, axis->place, axis->list[i], what, err));
    } else {
        if (l->random || axis->drawn)
            axis->span.count = 1;
        else if (!range->span.count)
            return WRONG(err, "%s: '%.15g:%.15g' is not a range; write lo:hi:count, as in 0:pi:181",
                         what, range->span.lo, range->span.hi);
        TRY(check_limit(r, axis->place, fmin(axis->span.lo, axis->span.hi), what, err));
    }
    return l->random ? CONTENSOU_OK : multiply(l, axis->span.count, SETTING("vary"), err);
}

/* The last axis counts the starts. */
static enum contensou_status take_starts(struct reader *r,
                                         const struct contensou__lanes_choice_draw *starts,
                                         struct contensou_error *err)
{
    struct contensou__lanes *const l = r->lanes;
    int drawn = 0;

    l->seed = starts->seed;
    for (size_t a = 0; a < l->axes; a++)
        drawn |= l->axis[a].drawn;
    if (!drawn)
        return WRONG(err, SETTING("starts") " needs the ranges of the initial values: " SETTING(
                              "vary") " init.STATE=lo:hi, at least one");
    TRY(claim(r, SETTING("starts"), "start", varied, &l->axis[l->axes].place, err));
    l->axis[l->axes++].span =
        (struct contensou__numbers_span){1, (double)starts->count, (size_t)starts->count};
    return multiply(l, starts->count, SETTING("starts"), err);
}

/* Reads rows until the end of the file; they grow by half. */
static enum contensou_status read_rows(struct reader *r, struct contensou__csv *csv,
                                       const char *path, struct contensou_error *err)
{
    struct contensou__lanes *const l = r->lanes;
    size_t room = 0, got = 1;

    for (l->count = 0; got; l->count += got) {
        if (room < l->count + block_rows) {
            double *row;

            room = l->count + l->count / 2 + block_rows;
            row = realloc(l->row, room * l->axes * sizeof *row);
            TRY(contensou__try_memory(row, err, "the rows of '%s'", path));
            l->row = row;
        }
        TRY(contensou__csv_read(csv, block_rows, l->row + l->count * l->axes, &got, err));
        for (size_t i = 0; i < got; i++)
            for (size_t a = 0; a < l->axes; a++) {
                const double value = l->row[(l->count + i) * l->axes + a];
                char where[512];

                if (!check_limit(r, l->axis[a].place, value, path, NULL))
                    continue;
                snprintf(where, sizeof where, "%.400s:%ld", path, contensou__csv_line(csv, i));
                return check_limit(r, l->axis[a].place, value, where, err);
            }
    }
    return l->count ? CONTENSOU_OK
                    : contensou_fail(err, CONTENSOU_EINPUT,
                                     "'%s' has a header line but no rows; it needs one row a lane",
                                     path);
}

static enum contensou_status read_file(struct reader *r, const char *path,
                                       struct contensou_error *err)
{
    struct contensou__lanes *const l = r->lanes;
    OWNED(close_csv) struct contensou__csv *csv = NULL;

    TRY(contensou__csv_open(&csv, path, err));
    for (; l->axes < contensou__csv_columns(csv); l->axes++)
        TRY(claim(r, SETTING("lanes-from"), contensou__csv_name(csv, l->axes), varied,
                  &l->axis[l->axes].place, err));
    return read_rows(r, csv, path, err);
}

/* Lanes of a program's own arrays. */
static enum contensou_status read_given(struct reader *r, const struct contensou__lanes_choice *q,
                                        struct contensou_error *err)
{
    struct contensou__lanes *const l = r->lanes;

    l->row = malloc(q->givens * q->members * sizeof *l->row);
    TRY(contensou__try_memory(l->row, err, "%zu lanes", q->members));
    l->count = q->members;
    for (; l->axes < q->givens; l->axes++)
        TRY(claim(r, "the lanes", q->given[l->axes], varied, &l->axis[l->axes].place, err));
    for (size_t i = 0; i < q->members; i++)
        for (size_t a = 0; a < l->axes; a++) {
            const double value = q->number[a * q->members + i];
            char where[64];

            l->row[i * l->axes + a] = value;
            snprintf(where, sizeof where, "lane %zu", i);
            if (!isfinite(value))
                return WRONG(err, "%s: %s is not finite", where, l->name[l->axis[a].place]);
            TRY(check_limit(r, l->axis[a].place, value, where, err));
        }
    return CONTENSOU_OK;
}

/* The failure of two ways to say which lanes there are; other: the setting of the second one, or NULL. */
static enum contensou_status exclude(const char *one, const char *other, const char *why,
                                     struct contensou_error *err)
{
    return other ? WRONG(err, "%s and " SETTING("%s") " exclude each other%s", one, other, why)
                 : CONTENSOU_OK;
}

static enum contensou_status check_together(const struct contensou__lanes_choice *q,
                                            struct contensou_error *err)
{
    const char *const from = q->from ? "lanes-from" : NULL, *const vary = q->varies ? "vary" : NULL,
                      *const random = q->random.count ? "random" : NULL,
                      *const starts = q->starts.count ? "starts" : NULL;

    if (from)
        TRY(exclude(SETTING("lanes-from"), vary ? vary : random, ": the file has all lanes", err));
    if (starts)
        TRY(exclude(SETTING("starts"), from ? from : random, "", err));
    if (q->givens)
        TRY(exclude("lanes that are given",
                    from     ? from
                    : vary   ? vary
                    : random ? random
                             : starts,
                    "", err));
    return random && !vary
               ? WRONG(err,
                       SETTING("random") " needs what is random: " SETTING("vary") " name=lo:hi")
               : CONTENSOU_OK;
}

static enum contensou_status take_choice(struct contensou__lanes *l,
                                         const struct contensou__lanes_group *group, size_t groups,
                                         const struct contensou__lanes_choice *q,
                                         struct contensou_error *err)
{
    OWNED(contensou__pool_free) struct contensou__pool pool = {0};
    struct reader r = {l, contensou__pool_take(&pool, l->names, sizeof *r.field),
                       contensou__pool_take(&pool, l->names, sizeof *r.by), q->starts.count > 0};

    TRY(check_together(q, err));
    TRY(contensou__try_memory(r.by, err, "%zu names", l->names));
    for (size_t g = 0, place = 0; g < groups; g++)
        for (size_t i = 0; i < group[g].count; i++)
            r.field[place++] = &group[g].fields[i];
    TRY(take_numbers(&r, SETTING("set"), &q->set, fixed, err));
    TRY(take_numbers(&r, SETTING("init"), &q->init, initial, err));
    if (q->random.count) {
        l->random = 1;
        l->seed = q->random.seed;
        l->count = q->random.count;
    }
    for (size_t i = 0; i < q->varies; i++)
        TRY(take_range(&r, &q->vary[i], err));
    if (q->starts.count)
        TRY(take_starts(&r, &q->starts, err));
    if (q->from)
        TRY(read_file(&r, q->from, err));
    return q->givens ? read_given(&r, q, err) : CONTENSOU_OK;
}

static enum contensou_status allocate(struct contensou__lanes *l, size_t names, size_t axes,
                                      struct contensou_error *err)
{
    *l = (struct contensou__lanes){.count = 1};
    l->name = calloc(names + 1, sizeof *l->name);
    l->value = calloc(names + 1, sizeof *l->value);
    l->axis = calloc(axes + 1, sizeof *l->axis);
    TRY(contensou__try_memory(l->name && l->value ? l->axis : NULL, err, "the names of %zu numbers",
                              names));
    l->names = names;
    return CONTENSOU_OK;
}

enum contensou_status contensou__lanes_create(struct contensou__lanes *l,
                                              const struct contensou__lanes_group *group,
                                              size_t groups,
                                              const struct contensou__lanes_choice *choice,
                                              struct contensou_error *err)
{
    size_t names = 0, place = 0;

    for (size_t g = 0; g < groups; g++)
        names += group[g].count;
    /* a file can vary every number */
    TRY(allocate(l, names, choice->varies + choice->givens + names, err));
    for (size_t g = 0; g < groups; g++)
        for (size_t i = 0; i < group[g].count; i++, place++) {
            snprintf(l->name[place], sizeof l->name[place], "%s%s", group[g].prefix,
                     group[g].fields[i].name);
            l->value[place] = group[g].fields[i].value;
        }
    return take_choice(l, group, groups, choice, err);
}

void contensou__lanes_free(struct contensou__lanes *l)
{
    for (size_t a = 0; a < l->axes; a++)
        free(l->axis[a].list);
    free(l->axis);
    free(l->name);
    free(l->value);
    free(l->row);
    *l = (struct contensou__lanes){0};
}

static double member(const struct contensou__lanes_axis *axis, size_t i)
{
    return axis->list ? axis->list[i] : contensou__numbers_member(&axis->span, i);
}

static double drawn(const struct contensou__lanes *l, const struct contensou__lanes_axis *axis,
                    uint64_t lane)
{
    const double u = contensou__random_unit(l->seed, lane, l->name[axis->place]);
    const double lo = axis->span.lo, hi = axis->span.hi;
    double value;

    if (axis->list) {
        const size_t i = (size_t)(u * (double)axis->span.count);

        return axis->list[i < axis->span.count ? i : axis->span.count - 1];
    }
    value = isfinite(hi - lo) ? lo + (hi - lo) * u : lo * (1 - u) + hi * u;
    return fmin(fmax(value, fmin(lo, hi)), fmax(lo, hi)); /* rounding leaves no range */
}

/* What axis a has in a lane; *rest counts the lane within this axis and those before it. */
static double along(const struct contensou__lanes *l, size_t a, uint64_t lane, uint64_t *rest)
{
    const struct contensou__lanes_axis *const axis = &l->axis[a];
    const size_t i = l->random || l->row ? 0 : *rest % axis->span.count;

    if (l->row)
        return l->row[lane * l->axes + a];
    if (!l->random)
        *rest /= axis->span.count;
    return l->random || axis->drawn ? drawn(l, axis, lane) : member(axis, i);
}

void contensou__lanes_varied(const struct contensou__lanes *l, uint64_t lane, double *value)
{
    uint64_t rest = lane;

    for (size_t a = l->axes; a-- > 0;)
        value[a] = along(l, a, lane, &rest);
}

void contensou__lanes_values(const struct contensou__lanes *l, uint64_t lane, double *value)
{
    uint64_t rest = lane;

    memcpy(value, l->value, l->names * sizeof *value);
    for (size_t a = l->axes; a-- > 0;)
        value[l->axis[a].place] = along(l, a, lane, &rest);
}

int contensou__lanes_find(const struct contensou__lanes *l, const char *name)
{
    for (size_t i = 0; i < l->names; i++)
        if (strcmp(l->name[i], name) == 0)
            return (int)i;
    return -1;
}

int contensou__lanes_varies(const struct contensou__lanes *l, size_t place)
{
    for (size_t a = 0; a < l->axes; a++)
        if (l->axis[a].place == place)
            return 1;
    return 0;
}

void contensou__lanes_range(const struct contensou__lanes *l, size_t place, double *low,
                            double *high)
{
    *low = *high = l->value[place];
    for (size_t a = 0; a < l->axes; ++a) {
        const struct contensou__lanes_axis *axis = &l->axis[a];
        const double *const value = l->row ? l->row + a : axis->list;
        const size_t stride = l->row ? l->axes : 1;
        const uint64_t count = l->row ? l->count : axis->span.count;

        if (axis->place != place)
            continue;
        *low = value ? value[0] : fmin(axis->span.lo, axis->span.hi);
        *high = value ? value[0] : fmax(axis->span.lo, axis->span.hi);
        for (uint64_t i = 1; value && i < count; ++i) {
            *low = fmin(*low, value[i * stride]);
            *high = fmax(*high, value[i * stride]);
        }
    }
}

void contensou__lanes_text(const struct contensou__lanes *l, struct contensou__text *text)
{
    for (size_t a = 0; a < l->axes; a++) {
        const struct contensou__lanes_axis *const axis = &l->axis[a];

        contensou__text_printf(text, "%s%s",
                               a == 0   ? ""
                               : l->row ? ","
                                        : " ",
                               l->name[axis->place]);
        if (l->row)
            continue;
        contensou__text_printf(text, "=");
        for (size_t i = 0; axis->list && i < axis->span.count; i++) {
            contensou__text_printf(text, i ? "," : "");
            contensou__decimal_print(text, axis->list[i]);
        }
        if (axis->list)
            continue;
        contensou__decimal_print(text, axis->span.lo);
        contensou__text_printf(text, ":");
        contensou__decimal_print(text, axis->span.hi);
        if (!l->random && !axis->drawn)
            contensou__text_printf(text, ":%zu", axis->span.count);
    }
}

/* What varies as bytes, in the byte order of the machine:
 *
 *   u64     lanes, axes, kind, seed
 *   axis    name; with a grid or random: lo, hi, u64 count, u64 1 for a list and its numbers, 2: drawn
 *   rows    numbers, row by row */
enum { grid, random_lanes, rows };

void contensou__lanes_pack(const struct contensou__lanes *l, struct contensou__text *bytes)
{
    const uint64_t head[4] = {l->count, l->axes,
                              l->row      ? rows
                              : l->random ? random_lanes
                                          : grid,
                              l->seed};

    contensou__text_append(bytes, (const char *)head, sizeof head);
    for (size_t a = 0; a < l->axes; a++) {
        const struct contensou__lanes_axis *const axis = &l->axis[a];
        const double ends[2] = {axis->span.lo, axis->span.hi};
        const uint64_t about[2] = {axis->span.count, axis->list ? 1u : axis->drawn ? 2u : 0u};

        contensou__text_append(bytes, l->name[axis->place], sizeof l->name[0]);
        if (l->row)
            continue;
        contensou__text_append(bytes, (const char *)ends, sizeof ends);
        contensou__text_append(bytes, (const char *)about, sizeof about);
        if (axis->list)
            contensou__text_append(bytes, (const char *)axis->list,
                                   axis->span.count * sizeof *axis->list);
    }
    if (l->row)
        contensou__text_append(bytes, (const char *)l->row, l->count * l->axes * sizeof *l->row);
}

static void take_axis(struct contensou__bytes *s, struct contensou__lanes *l, size_t a, int plain)
{
    struct contensou__lanes_axis *const axis = &l->axis[a];
    double ends[2] = {0};
    uint64_t about[2] = {0};

    contensou__bytes_take(s, l->name[a], 1, sizeof l->name[0]);
    l->name[a][sizeof l->name[0] - 1] = '\0';
    axis->place = a;
    if (plain)
        return;
    contensou__bytes_take(s, ends, 2, sizeof *ends);
    contensou__bytes_take(s, about, 2, sizeof *about);
    axis->span = (struct contensou__numbers_span){ends[0], ends[1], (size_t)about[0]};
    axis->drawn = about[1] == 2;
    if (about[1] == 1)
        axis->list = contensou__bytes_numbers(s, about[0]);
    if (about[0] == 0)
        s->at = NULL;
}

enum contensou_status contensou__lanes_pack_read(struct contensou__lanes *l, const char *bytes,
                                                 size_t size, size_t *used,
                                                 struct contensou_error *err)
{
    struct contensou__bytes s = {bytes, size};
    uint64_t head[4] = {0};

    *l = (struct contensou__lanes){0};
    contensou__bytes_take(&s, head, 4, sizeof *head);
    if (s.at && head[1] <= s.left / sizeof l->name[0]) {
        l->names = (size_t)head[1];
        l->name = contensou__bytes_room(l->names, s.left, sizeof *l->name);
        l->value = contensou__bytes_room(l->names, s.left, sizeof *l->value);
        l->axis = contensou__bytes_room(l->names, s.left, sizeof *l->axis);
        TRY(contensou__try_memory(l->name && l->value ? l->axis : NULL, err, "%zu names",
                                  l->names));
    } else
        s.at = NULL;
    for (; s.at && l->axes < l->names; l->axes++)
        take_axis(&s, l, l->axes, head[2] == rows);
    if (head[2] > rows || (head[2] == rows && head[0] > SIZE_MAX / (l->axes + 1)))
        s.at = NULL;
    if (s.at && head[2] == rows)
        l->row = contensou__bytes_numbers(&s, head[0] * l->axes);
    if (!s.at)
        return contensou_fail(err, CONTENSOU_EINPUT, "what varies is not readable");
    l->count = head[0];
    l->random = head[2] == random_lanes;
    l->seed = head[3];
    *used = size - s.left;
    return CONTENSOU_OK;
}

/* The lane of value k, of `steps`, is (way * steps + k) * others + rest, way 0 up and 1 down where both are walked. */
struct contensou__lanes_walk contensou__lanes_walk_make(const struct contensou__lanes *lanes,
                                                        enum contensou__lanes_walk_way way)
{
    const size_t axis = way == contensou__lanes_walk_both;
    struct contensou__lanes_walk w = {.way = way, .others = 1};

    w.steps = lanes->axis[axis].span.count;
    for (size_t a = axis + 1; a < lanes->axes; a++)
        w.others *= lanes->axis[a].span.count;
    return w;
}

uint64_t contensou__lanes_walk_stride(const struct contensou__lanes_walk *w)
{
    return w->way == contensou__lanes_walk_both ? 2 * w->others : w->others;
}

uint64_t contensou__lanes_walk_lane(const struct contensou__lanes_walk *w, uint64_t i)
{
    const uint64_t stride = contensou__lanes_walk_stride(w), step = i / stride;
    const uint64_t way = i % stride / w->others, rest = i % w->others;
    const int down = w->way == contensou__lanes_walk_down || way;

    return (way * w->steps + (down ? w->steps - 1 - step : step)) * w->others + rest;
}

int contensou__lanes_walk_before(const struct contensou__lanes_walk *w, uint64_t lane,
                                 uint64_t *before)
{
    const uint64_t way = lane / (w->steps * w->others), value = lane / w->others % w->steps;

    if (w->way == contensou__lanes_walk_down || way) {
        *before = lane + w->others;
        return value + 1 < w->steps;
    }
    *before = lane - w->others;
    return value > 0;
}
