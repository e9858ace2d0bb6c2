/* simulation_parse.c: times, observers, section and stepper of a simulation.
 * SPDX-License-Identifier: MIT */
#include "cli/simulation.h"

#include "base/names.h"
#include "base/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A positive number of an option, or the fallback where it is not given. */
static enum contensou_status positive(const struct contensou__options *o, const char *name,
                                      double fallback, double *value, struct contensou_error *err)
{
    const char *text = contensou__options_value(o, name);
    char what[32];
    enum contensou_status status;

    *value = fallback;
    if (!text)
        return CONTENSOU_OK;
    snprintf(what, sizeof what, "--%s", name);
    status = contensou__numbers_parse(text, what, value, err);
    if (!status && !(*value > 0))
        status = contensou_fail(err, CONTENSOU_EARGUMENT, "%s %s is not positive", what, text);
    return status;
}

/* n times from 0, or from the first where that is negative. */
static enum contensou_status evenly(struct contensou__simulation *s, double end, size_t n,
                                    struct contensou_error *err)
{
    s->times = malloc(n * sizeof *s->times);
    if (!s->times)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu times", n);
    for (size_t i = 0; i < n; ++i)
        s->times[i] = i + 1 < n ? end * (double)i / (double)(n - 1) : end;
    s->setup.set.samples = (double)n;
    return CONTENSOU_OK;
}

enum contensou_status contensou__simulation_parse_times(struct contensou__simulation *s,
                                                        const struct contensou__options *o,
                                                        int vary, struct contensou_error *err)
{
    const char *text = contensou__options_value(o, "time");
    struct contensou__ensemble_settings *set = &s->setup.set;
    size_t count = 0;
    enum contensou_status status;

    if (!text)
        return contensou_fail(
            err, CONTENSOU_EARGUMENT,
            vary ? "missing end of the simulation: give --time T, the end of the simulation"
                 : "missing output times: give --time t0:t1:n, a list, or the end T");
    status = contensou__numbers_range(text, "--time", &s->times, &count, err);
    if (status)
        return status;
    for (size_t i = 1; i < count; ++i)
        if (!(s->times[i] > s->times[i - 1]))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--time %s runs backwards or repeats: %g comes after %g", text,
                                  s->times[i], s->times[i - 1]);
    set->t_begin = fmin(s->times[0], 0);
    set->t_end = s->times[count - 1];
    set->samples = (double)count;
    if (!(set->t_end > set->t_begin))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--time %s runs backwards: the initial values are those at time 0",
                              text);
    set->t_observe = set->t_begin;
    if (count == 1) { /* only the end was given */
        free(s->times);
        s->times = NULL;
        status = evenly(s, set->t_end, vary ? 101 : 1001, err);
    }
    if (!status && vary && contensou__options_given(o, "transient"))
        status = contensou__numbers_parse(contensou__options_value(o, "transient"), "--transient",
                                          &set->t_observe, err);
    if (!status && !(set->t_observe >= set->t_begin && set->t_observe < set->t_end))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "--transient %g does not lie between the start %g and the end %g",
                                set->t_observe, set->t_begin, set->t_end);
    return status;
}

/* "period=2.5" or "phidot=0,down". */
static enum contensou_status parse_section(struct contensou__simulation *s, const char *text,
                                           struct contensou_error *err)
{
    static const char *const ways[] = {"down", "both", "up"};
    const char *equals = strchr(text, '='), *comma = strchr(text, ',');
    const char *names[32];
    char name[64], value[64];
    int way = 1, at;
    enum contensou_status status;

    if (!equals || (size_t)(equals - text) >= sizeof name || (comma && comma < equals))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--section %s is neither period=T nor STATE=VALUE[,up|down|both]",
                              text);
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    snprintf(value, sizeof value, "%.*s", comma ? (int)(comma - equals - 1) : 63, equals + 1);
    status = contensou__numbers_parse(value, "--section", &s->setup.set.section_value, err);
    if (status)
        return status;
    if (strcmp(name, "period") == 0) {
        s->setup.set.section_state = -1;
        if (comma || !(s->setup.set.section_value > 0))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--section %s: the period is one positive number", text);
        return CONTENSOU_OK;
    }
    for (int i = 0; i < s->system->dim; ++i)
        names[i] = s->system->states[i].name;
    at = contensou__names_find(name, names, (size_t)s->system->dim);
    if (at < 0)
        return contensou__names_fail(err, "state of the section", name, names,
                                     (size_t)s->system->dim);
    if (comma)
        way = contensou__names_find(comma + 1, ways, 3);
    if (way < 0)
        return contensou__names_fail(err, "direction of the section", comma + 1, ways, 3);
    s->setup.set.section_state = at;
    s->setup.set.section_direction = way - 1;
    return CONTENSOU_OK;
}

/* The place of the command line, or the system's own. */
static enum contensou_status choose_section(struct contensou__simulation *s, const char *text,
                                            int needed, struct contensou_error *err)
{
    s->setup.set.section_state = s->system->section.state;
    s->setup.set.section_value = s->system->section.value;
    s->setup.set.section_direction = s->system->section.direction;
    if (text)
        return parse_section(s, text, err);
    if (s->system->section.state < 0 && needed)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s has no section of its own; give --section period=T or "
                              "STATE=VALUE[,up|down|both]",
                              s->system->name);
    return CONTENSOU_OK;
}

/* One option of an observer, into its setting. */
static enum contensou_status parse_option(struct contensou__simulation *s,
                                          const struct contensou__options *o, size_t observer,
                                          const struct contensou__observer_option *option,
                                          struct contensou_error *err)
{
    double *to = contensou__observer_number_at(&s->setup.set, option->at);
    const char *text = contensou__options_value(o, option->name);
    const int dim = s->system->dim;
    enum contensou_status status = CONTENSOU_OK;
    char what[48];
    long whole = dim;

    snprintf(what, sizeof what, "--%s", option->name);
    if (option->kind == contensou__observer_section)
        return choose_section(s, text, contensou__observer_used(&s->setup.observe, observer), err);
    if (option->kind == contensou__observer_real && text) {
        status = contensou__numbers_parse(text, what, to, err);
        if (!status && !(*to >= option->low && *to <= option->high))
            status =
                contensou_fail(err, CONTENSOU_EARGUMENT, "%s %s does not lie between %g and %g",
                               what, text, option->low, option->high);
    }
    if (option->kind == contensou__observer_whole && text) {
        status = contensou__numbers_whole(text, what, (long)option->low, (long)option->high, &whole,
                                          err);
        *to = (double)whole;
    }
    if (option->kind == contensou__observer_upto_dim) {
        if (text)
            status = contensou__numbers_whole(text, what, 1, 1000000, &whole, err);
        if (!status && whole > dim)
            status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                    "%s %ld is more than %s has states, which are %d", what, whole,
                                    s->system->name, dim);
        *to = (double)whole;
    }
    return status;
}

/* The names of --observe as flags. */
static enum contensou_status parse_names(struct contensou__simulation *s, const char *text,
                                         struct contensou_error *err)
{
    char *list = NULL, *save = NULL;
    enum contensou_status status = CONTENSOU_OK;

    if (text[0] == ',' || strstr(text, ",,") || text[strlen(text) - 1] == ',')
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--observe %s: a name is missing; write final,stick", text);
    list = malloc(strlen(text) + 1);
    if (!list)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a list");
    strcpy(list, text);
    for (char *word = strtok_r(list, ",", &save); word && !status;
         word = strtok_r(NULL, ",", &save)) {
        const int at =
            contensou__names_find(word, contensou__observer_names, contensou__observer_count);

        if (at < 0)
            status = contensou__names_fail(err, "observer", word, contensou__observer_names,
                                           contensou__observer_count);
        else if (contensou__observer_shown(&s->setup.observe, (size_t)at))
            status = contensou_fail(err, CONTENSOU_EARGUMENT, "--observe names '%s' twice", word);
        else
            *contensou__observer_flag(&s->setup.observe, (size_t)at) = 1;
    }
    free(list);
    return status;
}

enum contensou_status contensou__simulation_parse_observers(struct contensou__simulation *s,
                                                            const struct contensou__options *o,
                                                            struct contensou_error *err)
{
    const double samples = s->setup.set.samples;
    enum contensou_status status = parse_names(s, contensou__options_value(o, "observe"), err);

    contensou__observer_defaults(&s->setup.set);
    s->setup.set.samples = samples;
    for (size_t k = 0; k < contensou__observer_count; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].options && !status; ++i)
            status = parse_option(s, o, k, &contensou__observer_all[k].option[i], err);
    return status;
}

/* Laws that jump have no Jacobian; some observers need one. */
enum contensou_status contensou__simulation_parse_smooth(const struct contensou__simulation *s,
                                                         struct contensou_error *err)
{
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_shown(&s->setup.observe, k) && contensou__observer_all[k].smooth &&
            s->friction.jumps)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--observe %s cannot be used with the law %s, which jumps: %s",
                                  contensou__observer_all[k].name, s->friction.name,
                                  contensou__observer_all[k].smooth);
    return CONTENSOU_OK;
}

enum contensou_status contensou__simulation_parse_stepper(struct contensou__simulation *s,
                                                          const struct contensou__options *o,
                                                          struct contensou_error *err)
{
    const int at = contensou__lanes_find(&s->lanes, "law.eps");
    struct contensou__defaults_choice choice = {.stepper = contensou__options_value(o, "stepper")};
    enum contensou_status status = positive(o, "rtol", 0, &choice.rtol, err);

    if (!status)
        status = positive(o, "atol", 0, &choice.atol, err);
    if (!status)
        status = positive(o, "step", 0, &choice.step, err);
    if (!status)
        status = positive(o, "h-min", 0, &choice.h_min, err);
    if (!status)
        status = positive(o, "h-max", 0, &choice.h_max, err);
    if (!status)
        status = positive(o, "max-steps", 0, &choice.max_steps, err);
    if (!status)
        status = positive(o, "max-events", 0, &choice.max_events, err);
    if (!status)
        status = positive(o, "slice-limit", 60, &s->setup.slice_limit, err);
    if (!status)
        status = contensou__defaults_fill(&s->setup, at < 0 ? 0 : s->lanes.value[at], &choice,
                                          &s->steppers, err);
    for (size_t k = 0; k < contensou__observer_count && !status; ++k)
        if (contensou__observer_shown(&s->setup.observe, k) && s->setup.stepper->switches &&
            contensou__observer_all[k].smooth)
            status =
                contensou_fail(err, CONTENSOU_EARGUMENT,
                               "--observe %s cannot be used with the stepper %s, under which the "
                               "motion has corners: %s",
                               contensou__observer_all[k].name, s->setup.stepper->name,
                               contensou__observer_all[k].smooth);
        else if (contensou__observer_shown(&s->setup.observe, k) && !s->setup.stepper->switches &&
                 strcmp(contensou__observer_all[k].name, "events") == 0)
            status =
                contensou_fail(err, CONTENSOU_EARGUMENT,
                               "--observe events cannot be used with the stepper %s, which does "
                               "not switch between stick and slip; choose --stepper event",
                               s->setup.stepper->name);
    return status;
}
