/* resume.c: a run that is continued by another stepper. Records carry the checksum of their head, so that another head means
 * that all of them are written again, beside the file, which takes its place when it is whole. SPDX-License-Identifier: MIT */
#include "run/resume.h"

#include "base/try.h"
#include "run/journal_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char resumed_key[] = "run/stepper_resumed";

/* What the choice of a stepper decides in a head. */
static int is_of_stepper(const char *key)
{
    static const char *const keys[] = {"run/stepper",    "run/stepper_stiff", "run/pack",
                                       "run/pack_stiff", "program",           resumed_key};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i)
        if (strcmp(key, keys[i]) == 0)
            return 1;
    return 0;
}

/* The stepper that the lanes of the journal were last computed with. */
static const char *last_stepper(const struct contensou__journal_spec *spec)
{
    const char *const resumed = contensou__journal_head_text(spec, resumed_key);
    const char *const blank = strrchr(resumed, ' ');

    return blank      ? blank + 1
           : *resumed ? resumed
                      : contensou__journal_head_text(spec, "run/stepper");
}

/* 1 if both are of one run but for the stepper. */
static int same_but_stepper(const struct contensou__journal_spec *one,
                            const struct contensou__journal_spec *other)
{
    const struct contensou__journal_spec *const both[] = {one, other};
    struct contensou__journal_spec others[2]; /* the pairs that a stepper does not decide */
    OWNED(contensou__try_free)
    struct contensou__journal_pair *pair = calloc(one->pairs + other->pairs + 1, sizeof *pair);
    const struct contensou__journal_head_pair two = {&others[0], &others[1], "", ""};
    size_t count = 0;
    char ignored[64];

    for (int k = 0; k < 2 && pair; ++k) {
        others[k] = *both[k];
        others[k].pair = pair + count;
        others[k].pairs = 0;
        for (size_t i = 0; i < both[k]->pairs; ++i)
            if (!is_of_stepper(both[k]->pair[i].key)) {
                pair[count++] = both[k]->pair[i];
                ++others[k].pairs;
            }
    }
    return pair && !contensou__journal_head_differs(&two, ignored, sizeof ignored) &&
           one->shard == other->shard && one->shards == other->shards;
}

static void add(struct contensou__resume *r, const char *key, const char *text, double number)
{
    r->pair[r->pairs++] = (struct contensou__journal_pair){
        contensou__pool_text(&r->pool, key), text ? contensou__pool_text(&r->pool, text) : NULL,
        number};
}

/* The head of the file, with the stepper that goes on. */
static enum contensou_status make_head(struct contensou__resume *r,
                                       const struct contensou__journal_spec *there,
                                       const char *stepper, struct contensou_error *err)
{
    const char *const resumed = contensou__journal_head_text(there, resumed_key);
    const int same = strcmp(last_stepper(there), stepper) == 0;

    r->pair = contensou__pool_take(&r->pool, there->pairs + 1, sizeof *r->pair);
    for (size_t i = 0; i < there->pairs && r->pair; ++i)
        if (strcmp(there->pair[i].key, resumed_key) != 0)
            add(r, there->pair[i].key, there->pair[i].text, there->pair[i].number);
    if (r->pair)
        add(r, resumed_key,
            contensou__pool_print(&r->pool, "%s%s%s", resumed, !same && *resumed ? ", " : "",
                                  same ? "" : stepper),
            0);
    return contensou__try_memory(r->pool.failed ? NULL : r, err, "the head of a run");
}

static enum contensou_status copy_records(struct contensou__journal *from,
                                          struct contensou__journal *to,
                                          const struct contensou__journal_spec *head,
                                          struct contensou_error *err)
{
    for (uint64_t lane = head->shard; lane < head->lanes; lane += head->shards) {
        struct contensou__record record;

        if (!contensou__journal_has(from, lane))
            continue;
        TRY(contensou__journal_read(from, lane, &record, err));
        TRY(contensou__journal_append(to, &record, 1, err));
    }
    return CONTENSOU_OK;
}

static enum contensou_status write_again(struct contensou__journal *from,
                                         const struct contensou__journal_spec *head,
                                         struct contensou_error *err)
{
    const char *const path = contensou__journal_about(from)->path;
    OWNED(contensou__text_free) struct contensou__text name = {0};
    struct contensou__journal *to = NULL;
    struct contensou_error second;
    enum contensou_status status, closed;

    contensou__text_printf(&name, "%s.tmp", path);
    TRY(contensou__try_memory(name.failed ? NULL : name.data, err, "a name"));
    remove(name.data); /* left by a process that was killed here */
    status = contensou__journal_open(&to, name.data, head, 0, err);
    if (!status)
        status = copy_records(from, to, head, err);
    closed = contensou__journal_close(to, &second);
    if (!status && closed) {
        status = closed;
        *err = second;
    }
    if (!status && rename(name.data, path) != 0)
        status = contensou_fail(err, CONTENSOU_EIO, "cannot write '%s': %s", path, strerror(errno));
    if (status)
        remove(name.data);
    else
        contensou__journal_parts_remove_others(path);
    return status;
}

static void close_journal(struct contensou__journal **journal)
{
    struct contensou_error ignored;

    contensou__journal_close(*journal, &ignored);
}

enum contensou_status contensou__resume_change(struct contensou__resume *r, const char *path,
                                               const char *stepper,
                                               struct contensou__journal_spec *spec,
                                               struct contensou_error *err)
{
    OWNED(close_journal) struct contensou__journal *journal = NULL;
    const struct contensou__journal_spec *there;
    struct contensou_error ignored;
    int resumed;

    if (contensou__journal_load(&journal, path, &ignored))
        return CONTENSOU_OK;
    there = contensou__journal_about(journal)->spec;
    resumed = *contensou__journal_head_text(there, resumed_key) != '\0';
    if ((strcmp(contensou__journal_head_text(there, "run/stepper"), stepper) == 0 &&
         !*contensou__journal_head_text(there, "run/stepper_stiff") && !resumed) ||
        !same_but_stepper(there, spec))
        return CONTENSOU_OK;
    TRY(make_head(r, there, stepper, err));
    spec->pair = r->pair;
    spec->pairs = r->pairs;
    return resumed && strcmp(last_stepper(there), stepper) == 0 ? CONTENSOU_OK
                                                                : write_again(journal, spec, err);
}

void contensou__resume_free(struct contensou__resume *r)
{
    contensou__pool_free(&r->pool);
    *r = (struct contensou__resume){0};
}
