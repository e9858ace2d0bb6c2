/* journal_head.c: the head of a journal:
 *
 *   8 bytes  "contpart"
 *   u32      version, byte order
 *   u64      bytes of the head, lanes, shard, shards, scalars, pairs, bytes of extra
 *   pairs    u32 kind, length of the key, length of the value; key, zero, value, zero
 *   extra
 *   u32      CRC-32C of all before it
 *
 * in the byte order of the machine. It stands twice: the second copy starts at the next multiple of 512
 * bytes. SPDX-License-Identifier: MIT */
#include "run/journal_head.h"

#include "base/checksum.h"
#include "base/decimal.h"
#include "base/bytes.h"

#include <stdio.h>
#include <string.h>

static const char magic[8] = {'c', 'o', 'n', 't', 'p', 'a', 'r', 't'};
static const uint32_t version = 4, order = 0x01020304, other_order = 0x04030201;
static const uint64_t largest = UINT64_C(1) << 40, most_shards = 1000000, most_scalars = 1 << 20;
enum { text_kind, number_kind, numbers_count = 7 };

static void put(struct contensou__text *bytes, const void *value, size_t size)
{
    contensou__text_append(bytes, value, size);
}

static void put_pair(struct contensou__text *bytes, const struct contensou__journal_pair *pair)
{
    const size_t key = strlen(pair->key);
    const size_t size = pair->text ? strlen(pair->text) : sizeof pair->number;
    const uint32_t about[3] = {pair->text ? text_kind : number_kind, (uint32_t)key, (uint32_t)size};

    put(bytes, about, sizeof about);
    put(bytes, pair->key, key + 1);
    put(bytes, pair->text ? pair->text : (const char *)&pair->number, size);
    put(bytes, "", 1);
}

void contensou__journal_head_write(const struct contensou__journal_spec *spec,
                                   struct contensou__text *bytes)
{
    uint64_t number[numbers_count] = {
        0, spec->lanes, spec->shard, spec->shards, spec->scalars, spec->pairs, spec->extra_size};
    uint32_t sum;

    put(bytes, magic, sizeof magic);
    put(bytes, &version, sizeof version);
    put(bytes, &order, sizeof order);
    put(bytes, number, sizeof number);
    for (size_t i = 0; i < spec->pairs; i++)
        put_pair(bytes, &spec->pair[i]);
    put(bytes, spec->extra, spec->extra_size);
    if (bytes->failed)
        return;
    number[0] = bytes->size + sizeof sum;
    memcpy(bytes->data + 16, number, sizeof number[0]);
    sum = contensou__checksum_add(0, bytes->data, bytes->size);
    put(bytes, &sum, sizeof sum);
}

uint64_t contensou__journal_head_size(const char start[contensou__journal_head_start])
{
    uint64_t size;

    memcpy(&size, start + 16, sizeof size);
    return memcmp(start, magic, sizeof magic) || size > largest ||
                   size < contensou__journal_head_start + 48 + sizeof(uint32_t)
               ? 0
               : size;
}

uint64_t contensou__journal_head_second(uint64_t size)
{
    const uint64_t sector = contensou__journal_head_sector;

    return (size + sector - 1) / sector * sector;
}

uint32_t contensou__journal_head_sum(const char *bytes, size_t size)
{
    uint32_t sum;

    memcpy(&sum, bytes + size - sizeof sum, sizeof sum);
    return sum;
}

/* Reads one pair; returns what follows, or NULL where it does not fit before `end`. */
static const char *take_pair(const char *at, const char *end, struct contensou__journal_pair *pair)
{
    uint32_t about[3];

    if ((size_t)(end - at) < sizeof about)
        return NULL;
    memcpy(about, at, sizeof about);
    at += sizeof about;
    if ((uint64_t)about[1] + about[2] + 2 > (uint64_t)(end - at) || at[about[1]])
        return NULL;
    pair->key = at;
    at += about[1] + 1;
    if (at[about[2]] || (about[0] == number_kind && about[2] != sizeof pair->number))
        return NULL;
    pair->text = about[0] == number_kind ? NULL : at;
    pair->number = 0;
    if (about[0] == number_kind)
        memcpy(&pair->number, at, sizeof pair->number);
    return at + about[2] + 1;
}

const char *contensou__journal_head_read(const char *bytes, size_t size,
                                         struct contensou__journal_spec *spec,
                                         struct contensou__journal_pair **pairs, int *damaged)
{
    const char *at = bytes + 16, *const end = bytes + size - sizeof(uint32_t);
    uint32_t about[2];
    uint64_t number[numbers_count];

    *pairs = NULL;
    *damaged = 0;
    memcpy(about, bytes + sizeof magic, sizeof about);
    if (about[1] == other_order)
        return "it was made on a machine with another byte order";
    if (contensou__checksum_add(0, bytes, size - sizeof(uint32_t)) !=
        contensou__journal_head_sum(bytes, size)) {
        *damaged = 1;
        return "its head is damaged";
    }
    if (about[0] != version)
        return "it was made by another version of the program";
    memcpy(number, at, sizeof number);
    at += sizeof number;
    if (number[3] == 0 || number[2] >= number[3] || number[3] > most_shards ||
        number[4] > most_scalars || number[5] > size || number[6] > size)
        return "its head is not valid";
    *pairs = contensou__bytes_room(number[5], size, sizeof **pairs);
    if (!*pairs)
        return "there is no memory for its head";
    for (uint64_t i = 0; i < number[5] && at; i++)
        at = take_pair(at, end, *pairs + i);
    if (!at || (uint64_t)(end - at) != number[6])
        return "its head is not valid";
    *spec = (struct contensou__journal_spec){*pairs,    number[5], at,        number[6],
                                             number[1], number[2], number[3], number[4]};
    return NULL;
}

const struct contensou__journal_pair *
contensou__journal_head_find(const struct contensou__journal_spec *spec, const char *key)
{
    for (size_t i = 0; i < spec->pairs; i++)
        if (strcmp(spec->pair[i].key, key) == 0)
            return &spec->pair[i];
    return NULL;
}

const char *contensou__journal_head_text(const struct contensou__journal_spec *spec,
                                         const char *key)
{
    const struct contensou__journal_pair *const pair = contensou__journal_head_find(spec, key);

    return pair && pair->text ? pair->text : "";
}

/* The value as a message shows it. */
static const char *shown(const struct contensou__journal_pair *pair, char out[256])
{
    if (pair->text)
        snprintf(out, 256, "%s%.240s%s", *pair->text ? "" : "empty", pair->text,
                 strlen(pair->text) > 240 ? ".." : "");
    else
        contensou__decimal_short(pair->number, out);
    return out;
}

/* Of the text about a file: what tells its contents. */
static const char *contents(const struct contensou__journal_pair *pair)
{
    const char *const bracket = strrchr(pair->text, '(');

    return bracket ? bracket : pair->text;
}

static int is_file(const struct contensou__journal_pair *pair)
{
    return pair->text &&
           strncmp(pair->key, contensou__journal_file, sizeof contensou__journal_file - 1) == 0;
}

static int same(const struct contensou__journal_pair *a, const struct contensou__journal_pair *b)
{
    if (is_file(a) && is_file(b))
        return strcmp(contents(a), contents(b)) == 0;
    if (!a->text || !b->text)
        return !a->text && !b->text && memcmp(&a->number, &b->number, sizeof a->number) == 0;
    return strcmp(a->text, b->text) == 0;
}

/* The command line may say the same in other words. */
static int counts(const char *key)
{
    return strcmp(key, contensou__journal_command) != 0;
}

/* The first key of ours whose values differ, among those of files or among the others. */
static int ours_differ(const struct contensou__journal_head_pair *two, int files, char *text,
                       size_t size)
{
    char a[256], b[256];

    for (size_t i = 0; i < two->here->pairs; i++) {
        const struct contensou__journal_pair *const mine = &two->here->pair[i];
        const struct contensou__journal_pair *const other =
            contensou__journal_head_find(two->there, mine->key);

        if (!counts(mine->key) || is_file(mine) != files || (other && same(mine, other)))
            continue;
        if (files && other && is_file(other))
            snprintf(text, size, "the file %.*sis not the same: %s %s and %s %s",
                     (int)(contents(mine) - mine->text), mine->text, contents(other), two->in_there,
                     contents(mine), two->in_here);
        else
            snprintf(text, size, "%s is %s %s and %s %s", mine->key,
                     other ? shown(other, a) : "not given", two->in_there, shown(mine, b),
                     two->in_here);
        return 1;
    }
    return 0;
}

/* The first key whose values differ. Files come first: what is computed from them differs too. */
static int values_differ(const struct contensou__journal_head_pair *two, char *text, size_t size)
{
    char a[256];

    if (ours_differ(two, 1, text, size) || ours_differ(two, 0, text, size))
        return 1;
    for (size_t i = 0; i < two->there->pairs; i++) {
        const struct contensou__journal_pair *const other = &two->there->pair[i];

        if (!counts(other->key) || contensou__journal_head_find(two->here, other->key))
            continue;
        snprintf(text, size, "%s is %s %s and not given %s", other->key, shown(other, a),
                 two->in_there, two->in_here);
        return 1;
    }
    return 0;
}

int contensou__journal_head_differs(const struct contensou__journal_head_pair *two, char *text,
                                    size_t size)
{
    const struct contensou__journal_spec *const there = two->there, *const here = two->here;
    const int lanes = there->lanes != here->lanes;

    if (values_differ(two, text, size))
        return 1;
    if (lanes || there->scalars != here->scalars) {
        snprintf(text, size, "there are %llu %s %s and %llu %s",
                 (unsigned long long)(lanes ? there->lanes : there->scalars),
                 lanes ? "lanes" : "numbers a lane", two->in_there,
                 (unsigned long long)(lanes ? here->lanes : here->scalars), two->in_here);
        return 1;
    }
    if (there->extra_size == here->extra_size &&
        (!here->extra_size || memcmp(there->extra, here->extra, here->extra_size) == 0))
        return 0;
    snprintf(text, size, "the lanes %s have other values than those %s", two->in_there,
             two->in_here);
    return 1;
}
