/* simulation_command.c: what 'run', 'sweep' and 'merge' share.
 * SPDX-License-Identifier: MIT */
#include "cli/simulation_command.h"

#include "base/names.h"
#include "base/try.h"
#include "cli/progress.h"

#include <contensou/contact.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The command line without what only says where the work is done and where its results go. */
static void write_command(const struct contensou__options *o, struct contensou__text *line)
{
    static const char *const valued[] = {"-o",       "--output",      "--plot",     "--shard",
                                         "--device", "--slice-limit", "--part-size"};
    static const char *const plain[] = {"--resume", "--quiet", "--force", "--allow-failed"};
    enum { values = sizeof valued / sizeof *valued, flags = sizeof plain / sizeof *plain };
    char name[] = "contensou";
    OWNED(contensou__try_free) char **words = malloc(((size_t)o->argc + 1) * sizeof *words);
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
    contensou__options_spell(count, words, line);
}

void contensou__simulation_command_note(void *context, const char *sentence)
{
    (void)context;
    if (strncmp(sentence, "warning: ", 9) == 0 || contensou__progress_speaks())
        fprintf(stderr, "%s\n", sentence);
}

/* Every option that is wanted as a setting and was given. */
static enum contensou_status set_all(struct contensou_simulation *s,
                                     const struct contensou__options *o,
                                     int (*wanted)(const char *name), struct contensou_error *err)
{
    for (size_t i = 0; i < o->count; ++i)
        if (o->given[i] && wanted(o->row[i].name) && strcmp(o->row[i].name, "vary") != 0)
            TRY(contensou_simulation_set(s, o->row[i].name, o->row[i].argument ? o->value[i] : "1",
                                         err));
    for (size_t i = 0; i < o->repeat_count; ++i)
        TRY(contensou_simulation_set(s, "vary", o->repeat[i], err));
    if (o->word_count)
        TRY(contensou_simulation_set(s, "system", o->word[0], err));
    return CONTENSOU_OK;
}

/* The settings that choose a system, its law and its numbers; those of a contact come with them. */
static int is_choice(const char *name)
{
    static const char *const own[] = {"system", "system-file", "law",  "set",       "init",
                                      "random", "stepper",     "pack", "precision", "device"};
    const struct contensou_setting *row;
    int found = contensou__names_find(name, own, sizeof own / sizeof *own) >= 0;

    for (size_t i = 0; !found && (row = contensou_contact_row(i)); ++i)
        found = strcmp(row->name, name) == 0;
    return found;
}

enum contensou_status contensou__simulation_command_choose(struct contensou_simulation *s,
                                                           const struct contensou__options *o,
                                                           struct contensou_error *err)
{
    return set_all(s, o, is_choice, err);
}

enum contensou_status contensou__simulation_command_read(struct contensou_simulation **s,
                                                         const struct contensou__options *o,
                                                         struct contensou__progress *progress,
                                                         struct contensou_error *err)
{
    const struct contensou_progress bar = contensou__progress_of(progress);
    OWNED(contensou__text_free) struct contensou__text line = {0};

    TRY(contensou_simulation_create(s, err));
    contensou__progress_begin(progress, "lanes", 0, contensou__options_given(o, "quiet"));
    contensou_simulation_set_progress(*s, &bar);
    contensou_simulation_set_notes(*s, contensou__simulation_command_note, NULL);
    write_command(o, &line);
    TRY(contensou__try_memory(line.failed ? NULL : &line, err, "texts"));
    TRY(contensou_simulation_set(*s, "command-line", line.data, err));
    return set_all(*s, o, contensou__options_is_setting, err);
}

const char *contensou__simulation_command_about(const struct contensou_trajectories *r,
                                                const char *key)
{
    const char *other, *text;
    double number;

    for (size_t i = 0; contensou_trajectories_attribute(r, i, &other, &text, &number); ++i)
        if (strcmp(other, key) == 0 && text)
            return text;
    return "";
}

/* What is done with lanes that are computed. */

enum { shown = 8 };

void contensou__simulation_command_tell(struct contensou_trajectories *r)
{
    contensou_trajectories_tell(r, contensou__simulation_command_note, NULL);
}

enum contensou_status contensou__simulation_command_write(struct contensou_trajectories *r,
                                                          const char *path, int quiet,
                                                          struct contensou_error *err)
{
    OWNED(contensou__progress_end) struct contensou__progress bar = {0};
    struct contensou_progress progress = contensou__progress_of(&bar);

    contensou__progress_begin(&bar, "lanes written", 0, quiet);
    TRY(contensou_trajectories_write(r, path, &progress, err));
    contensou__progress_end(&bar);
    contensou__simulation_command_tell(r);
    return CONTENSOU_OK;
}

/* "  lane 7: omega_0 = 30, init.x = 1: step limit" */
static void print_lane(struct contensou_trajectories *r, uint64_t lane, FILE *to)
{
    struct contensou_trajectories_lane_end end;
    struct contensou_error ignored;
    const char *name;
    double value;

    if (contensou_trajectories_end(r, lane, &end, &ignored))
        return;
    fprintf(to, "  lane %llu", (unsigned long long)lane);
    for (size_t i = 0; contensou_trajectories_varied(r, lane, i, &name, &value); ++i)
        fprintf(to, "%s %s = %.10g", i ? "," : ":", name, value);
    fprintf(to, ": %s\n", contensou_outcome_word(end.outcome));
}

const char *contensou__simulation_command_cause(struct contensou_trajectories *r,
                                                enum contensou_outcome outcome)
{
    const char *const stepper = contensou__simulation_command_about(r, "run/stepper");
    const int chosen = *contensou__simulation_command_about(r, "run/stepper_stiff") != 0;
    const int stiff = strncmp(stepper, "rodas", 5) == 0, exact = strcmp(stepper, "event") == 0;

    if (outcome == CONTENSOU_OUTCOME_STEP_LIMIT)
        return chosen || exact ? "the motion needs more steps than --max-steps allows: raise it, "
                                 "or take a looser --rtol"
               : stiff ? "the motion needs more steps than --max-steps allows, or the tolerance is "
                         "coarser than law.eps: raise the one, or take a smaller --rtol"
                       : "most likely the motion turned stiff, which this stepper cannot follow: "
                         "leave --stepper out, or take rodas54";
    if (outcome == CONTENSOU_OUTCOME_GRADIENT)
        return "the motion is stiff or sharp there: this stepper keeps the state by short steps, "
               "but "
               "not its derivative; take a smaller --rtol, leave --stepper out, or take rodas54";
    if (outcome == CONTENSOU_OUTCOME_STEP_UNDERFLOW)
        return exact ? "stick and slip could not be told apart there: take a looser --rtol, or a "
                       "law with law.eps above 0"
                     : "the right-hand side jumps or has a pole there: with law.eps = 0 leave "
                       "--stepper out, with a system of your own smooth the jump";
    return "";
}

void contensou__simulation_command_tally(struct contensou_trajectories *r, FILE *to)
{
    uint64_t count[CONTENSOU_OUTCOME_COUNT], failed[shown], all;
    struct contensou_error ignored;

    if (contensou_trajectories_tally(r, count, failed, shown, &ignored))
        return;
    all = contensou_outcome_failed(count);
    for (uint64_t i = 0; i < all && i < shown; ++i)
        print_lane(r, failed[i], to);
    if (all > shown)
        fprintf(to, "  and %llu more\n", (unsigned long long)(all - shown));
    fprintf(to, "%s, %s, law %s:", contensou__simulation_command_about(r, "system"),
            contensou__simulation_command_about(r, "run/stepper"),
            contensou__simulation_command_about(r, "law"));
    for (int i = 0, first = 1; i < CONTENSOU_OUTCOME_COUNT; ++i)
        if (count[i]) {
            fprintf(to, "%s %llu %s", first ? "" : ",", (unsigned long long)count[i],
                    contensou_outcome_word((enum contensou_outcome)i));
            first = 0;
        }
    fputc('\n', to);
    for (int i = 0; i < CONTENSOU_OUTCOME_COUNT; ++i) {
        const char *const cause = contensou__simulation_command_cause(r, (enum contensou_outcome)i);

        if (count[i] && *cause)
            fprintf(to, "%s: %s\n", contensou_outcome_word((enum contensou_outcome)i), cause);
    }
}

enum contensou_status contensou__simulation_command_judge(struct contensou_trajectories *r,
                                                          struct contensou_error *err)
{
    uint64_t count[CONTENSOU_OUTCOME_COUNT], first = 0, all = 0;
    struct contensou_trajectories_lane_end end = {0};

    TRY(contensou_trajectories_tally(r, count, &first, 1, err));
    all = contensou_outcome_failed(count);
    if (!all)
        return CONTENSOU_OK;
    TRY(contensou_trajectories_end(r, first, &end, err));
    return contensou_fail(
        err, CONTENSOU_EOUTCOME,
        "%llu of %llu lanes failed, the first is lane %llu (%s); all is written, and "
        "--allow-failed makes this a success",
        (unsigned long long)all, (unsigned long long)contensou_trajectories_lane_count(r),
        (unsigned long long)first, contensou_outcome_word(end.outcome));
}
