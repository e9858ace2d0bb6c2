/* plan.c: from the settings of a simulation to what is computed. SPDX-License-Identifier: MIT */
#include "simulate/plan.h"

#include "base/names.h"
#include "base/numbers.h"
#include "simulate/checks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One device, or with --device all every one of the kind that is chosen otherwise. */
static enum contensou_status open_devices(struct contensou__plan *p, struct contensou_error *err)
{
    const char *choice = contensou__settings_value(p->asked, "device");
    struct contensou_device_info *list = NULL;
    size_t count = 0;
    const char *kind = NULL;
    enum contensou_status status;

    if (p->asked->devices) {
        p->devices = p->asked->devices;
        memcpy(p->device, p->asked->device, sizeof p->device);
        return CONTENSOU_OK;
    }
    p->opened = 1;
    if (!choice || strcmp(choice, "all") != 0) {
        status = contensou_device_open(&p->device[0], choice, err);
        p->devices = !status;
        return status;
    }
    status = contensou_device_list(&list, &count, NULL, err);
    for (size_t i = 0; i < count && !status; ++i)
        if (list[i].chosen)
            kind = list[i].type;
    for (size_t i = 0; i < count && !status && p->devices < contensou__settings_devices; ++i) {
        char index[16];

        if (kind && strcmp(list[i].type, kind) != 0)
            continue;
        snprintf(index, sizeof index, "%d", list[i].index);
        status = contensou_device_open(&p->device[p->devices], index, err);
        p->devices += !status;
    }
    contensou_device_list_free(list);
    return status;
}

static enum contensou_status find_system(struct contensou__plan *p, struct contensou_error *err)
{
    const char *file = contensou__settings_value(p->asked, "system-file");
    const char *name = contensou__settings_value(p->asked, "system"), *text = p->asked->system_text;
    enum contensou_status status;

    if (name && (file || text))
        return contensou_fail(err, CONTENSOU_EARGUMENT, "a system is given twice: '%s' and %s%s",
                              name, file ? "--system-file " : "the text of ",
                              file ? file : p->asked->system_name);
    if (file || text) {
        status = file ? contensou__user_system_open(&p->own, file, p->device[0], err)
                      : contensou__user_system_take(&p->own, p->asked->system_name, text,
                                                    p->device[0], err);
        if (status)
            return status;
        p->system = contensou__user_system_about(p->own);
        p->setup.user_path = contensou__user_system_path(p->own);
        p->setup.user_text = contensou__user_system_text(p->own);
        return CONTENSOU_OK;
    }
    if (!name)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing SYSTEM argument, such as pendulum ('contensou list systems' "
                              "has them all), or --system-file");
    p->system = contensou__system_find(name);
    return p->system ? CONTENSOU_OK
                     : contensou__names_fail(err, "system", name, contensou__system_names,
                                             contensou__system_name_count);
}

/* A positive number of an option, or the fallback where it is not given. */
static enum contensou_status positive(const struct contensou__plan *p, const char *name,
                                      double fallback, double *value, struct contensou_error *err)
{
    const char *text = contensou__settings_value(p->asked, name);
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
static enum contensou_status evenly(struct contensou__plan *p, double end, size_t n,
                                    struct contensou_error *err)
{
    p->times = malloc(n * sizeof *p->times);
    if (!p->times)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu times", n);
    for (size_t i = 0; i < n; ++i)
        p->times[i] = i + 1 < n ? end * (double)i / (double)(n - 1) : end;
    p->setup.set.samples = (double)n;
    return CONTENSOU_OK;
}

/* The times of the program, or those of --time. */
static enum contensou_status take_times(struct contensou__plan *p, const char *text, size_t *count,
                                        struct contensou_error *err)
{
    *count = p->asked->times;
    if (!*count)
        return contensou__numbers_range(text, "--time", &p->times, count, err);
    p->times = malloc(*count * sizeof *p->times);
    if (!p->times)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for %zu times", *count);
    memcpy(p->times, p->asked->time, *count * sizeof *p->times);
    return CONTENSOU_OK;
}

static enum contensou_status parse_times(struct contensou__plan *p, struct contensou_error *err)
{
    const char *text = contensou__settings_value(p->asked, "time");
    struct contensou__ensemble_settings *set = &p->setup.set;
    size_t count = 0;
    long samples = 0;
    enum contensou_status status;

    if (!text && !p->asked->times)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing end of the simulation: give --time T, the end, or "
                              "t0:t1:n, the times of its series");
    status = take_times(p, text, &count, err);
    if (status)
        return status;
    if (!text)
        text = "of the program";
    for (size_t i = 0; i < count; ++i)
        if (!isfinite(p->times[i]) || (i && !(p->times[i] > p->times[i - 1])))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--time %s runs backwards or repeats: %g comes after %g", text,
                                  p->times[i], p->times[i ? i - 1 : 0]);
    set->t_begin = fmin(p->times[0], 0);
    set->t_end = p->times[count - 1];
    set->samples = (double)count;
    if (!(set->t_end > set->t_begin))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--time %s runs backwards: the initial values are those at time 0",
                              text);
    set->t_observe = set->t_begin;
    if (count == 1 && !p->asked->times) { /* only the end was given */
        free(p->times);
        p->times = NULL;
        status = contensou__numbers_whole(contensou__settings_value(p->asked, "samples"),
                                          "--samples", 2, 1000000000, &samples, err);
        if (!status)
            status = evenly(p, set->t_end, (size_t)samples, err);
    }
    p->setup.times = p->times;
    if (!status && contensou__settings_given(p->asked, "transient"))
        status = contensou__numbers_parse(contensou__settings_value(p->asked, "transient"),
                                          "--transient", &set->t_observe, err);
    if (!status && !(set->t_observe >= set->t_begin && set->t_observe < set->t_end))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "--transient %g does not lie between the start %g and the end %g",
                                set->t_observe, set->t_begin, set->t_end);
    return status;
}

/* "period=2.5" or "phidot=0,down". */
static enum contensou_status parse_section(struct contensou__plan *p, const char *text,
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
    status = contensou__numbers_parse(value, "--section", &p->setup.set.section_value, err);
    if (status)
        return status;
    if (strcmp(name, "period") == 0) {
        p->setup.set.section_state = -1;
        if (comma || !(p->setup.set.section_value > 0))
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "--section %s: the period is one positive number", text);
        return CONTENSOU_OK;
    }
    for (int i = 0; i < p->system->dim; ++i)
        names[i] = p->system->states[i].name;
    at = contensou__names_find(name, names, (size_t)p->system->dim);
    if (at < 0)
        return contensou__names_fail(err, "state of the section", name, names,
                                     (size_t)p->system->dim);
    if (comma)
        way = contensou__names_find(comma + 1, ways, 3);
    if (way < 0)
        return contensou__names_fail(err, "direction of the section", comma + 1, ways, 3);
    p->setup.set.section_state = at;
    p->setup.set.section_direction = way - 1;
    return CONTENSOU_OK;
}

/* The place of the command line, or the system's own. */
static enum contensou_status choose_section(struct contensou__plan *p, const char *text, int needed,
                                            struct contensou_error *err)
{
    p->setup.set.section_state = p->system->section.state;
    p->setup.set.section_value = p->system->section.value;
    p->setup.set.section_direction = p->system->section.direction;
    if (text)
        return parse_section(p, text, err);
    if (p->system->section.state < 0 && needed)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "%s has no section of its own; give --section period=T or "
                              "STATE=VALUE[,up|down|both]",
                              p->system->name);
    return CONTENSOU_OK;
}

/* One option of an observer, into its setting. */
static enum contensou_status parse_option(struct contensou__plan *p, size_t observer,
                                          const struct contensou__observer_option *option,
                                          struct contensou_error *err)
{
    double *to = contensou__observer_number_at(&p->setup.set, option->at);
    const char *text = contensou__settings_value(p->asked, option->name);
    const int dim = p->system->dim;
    enum contensou_status status = CONTENSOU_OK;
    char what[48];
    long whole = dim;

    snprintf(what, sizeof what, "--%s", option->name);
    if (option->kind == contensou__observer_section)
        return choose_section(p, text, contensou__observer_used(&p->setup.observe, observer), err);
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
                                    p->system->name, dim);
        *to = (double)whole;
    }
    return status;
}

/* The names of --observe as flags. */
static enum contensou_status parse_names(struct contensou__plan *p, const char *text,
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
        else if (contensou__observer_shown(&p->setup.observe, (size_t)at))
            status = contensou_fail(err, CONTENSOU_EARGUMENT, "--observe names '%s' twice", word);
        else
            *contensou__observer_flag(&p->setup.observe, (size_t)at) = 1;
    }
    free(list);
    return status;
}

static enum contensou_status parse_observers(struct contensou__plan *p, struct contensou_error *err)
{
    const double samples = p->setup.set.samples;
    enum contensou_status status =
        parse_names(p, contensou__settings_value(p->asked, "observe"), err);

    contensou__observer_defaults(&p->setup.set);
    p->setup.set.samples = samples;
    for (size_t k = 0; k < contensou__observer_count; ++k)
        for (size_t i = 0; i < contensou__observer_all[k].options && !status; ++i)
            status = parse_option(p, k, &contensou__observer_all[k].option[i], err);
    return status;
}

static enum contensou_status parse_stepper(struct contensou__plan *p, struct contensou_error *err)
{
    const int at = contensou__lanes_find(&p->lanes, "law.eps");
    struct contensou__defaults_choice choice = {.stepper =
                                                    contensou__settings_value(p->asked, "stepper")};
    enum contensou_status status = positive(p, "rtol", 0, &choice.rtol, err);

    if (!status)
        status = positive(p, "atol", 0, &choice.atol, err);
    if (!status)
        status = positive(p, "step", 0, &choice.step, err);
    if (!status)
        status = positive(p, "h-min", 0, &choice.h_min, err);
    if (!status)
        status = positive(p, "h-max", 0, &choice.h_max, err);
    if (!status)
        status = positive(p, "max-steps", 0, &choice.max_steps, err);
    if (!status)
        status = positive(p, "max-events", 0, &choice.max_events, err);
    if (!status)
        status = positive(p, "slice-limit", 60, &p->setup.slice_limit, err);
    if (!status)
        status = contensou__defaults_fill(&p->setup, at < 0 ? 0 : p->lanes.value[at], &choice,
                                          &p->steppers, err);
    for (size_t k = 0; k < contensou__observer_count && !status; ++k)
        /* laws that jump have no Jacobian, which some observers need; the stepper event knows what they do there */
        if (contensou__observer_shown(&p->setup.observe, k) && !p->setup.stepper->switches &&
            p->friction.jumps && contensou__observer_all[k].smooth)
            status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                    "--observe %s cannot be used with the law %s, which jumps: %s; "
                                    "with signum choose --stepper event",
                                    contensou__observer_all[k].name, p->friction.name,
                                    contensou__observer_all[k].smooth);
        else if (contensou__observer_shown(&p->setup.observe, k) && !p->setup.stepper->switches &&
                 strcmp(contensou__observer_all[k].name, "events") == 0)
            status =
                contensou_fail(err, CONTENSOU_EARGUMENT,
                               "--observe events cannot be used with the stepper %s, which does "
                               "not switch between stick and slip; choose --stepper event",
                               p->setup.stepper->name);
    return status;
}
/* Systems without a patch have no use for a contact, and a file of a fit has its own. */
static const char *contact_given(const struct contensou__plan *p)
{
    static const char *const names[] = {"shape", "pressure", "tilt", "center", "anisotropy"};

    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (contensou__settings_given(p->asked, names[i]))
            return names[i];
    return NULL;
}

/* The contact of the program, or that of the texts. */
static enum contensou_status make_contact(struct contensou__plan *p, struct contensou_error *err)
{
    const char *tilt = contensou__settings_value(p->asked, "tilt"), *given = contact_given(p),
               *anisotropy = contensou__settings_value(p->asked, "anisotropy");
    struct contensou_patch_spec *const spec = &p->contact.spec;
    double pair[2] = {0, 0};
    enum contensou_status status = CONTENSOU_OK;

    if (p->asked->patch && given)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--%s and a contact of the program's exclude each other", given);
    if (p->asked->patch) {
        p->patch = p->asked->patch;
        return CONTENSOU_OK;
    }
    spec->shape = contensou__settings_value(p->asked, "shape");
    spec->pressure = contensou__settings_value(p->asked, "pressure");
    spec->anisotropy[0] = 1;
    if (tilt)
        status = contensou__numbers_list(tilt, "--tilt k,beta", pair, 2, err);
    spec->tilt_k = pair[0];
    spec->tilt_beta = pair[1];
    if (!status)
        status = contensou__numbers_list(contensou__settings_value(p->asked, "center"),
                                         "--center x,y", spec->center, 2, err);
    if (!status && anisotropy)
        status = contensou__numbers_list(anisotropy, "--anisotropy RATIO,ANGLE", spec->anisotropy,
                                         2, err);
    if (!status && anisotropy && !(spec->anisotropy[0] > 0))
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "--anisotropy %s: the ratio of the two frictions is above 0",
                                anisotropy);
    if (!status)
        status = contensou_patch_create(&p->contact.patch, spec, err);
    p->patch = p->contact.patch;
    return status;
}

/* The table of a pressure map takes many slips: progress is told, and a stop heard. */
static enum contensou_status look(void *context, double done, struct contensou_error *err)
{
    const struct contensou_progress *const progress = context;

    if (!progress->report || !progress->report(progress->context, "table slips", done, 0))
        return CONTENSOU_OK;
    return contensou_fail(err, CONTENSOU_ESTOPPED, "stopped before the end; the output is dropped");
}

static enum contensou_status make_law(struct contensou__plan *p, struct contensou_error *err)
{
    const char *name = contensou__settings_value(p->asked, "law"), *given = contact_given(p);
    struct contensou_progress progress = p->asked->progress;
    const struct contensou__friction_make_watch watch = {look, &progress};
    enum contensou_status status;

    if (contensou_fit_file_is(name)) {
        if (given || p->asked->patch)
            return contensou_fail(err, CONTENSOU_EARGUMENT,
                                  "%s%s cannot be used with --law %s: the file has the contact",
                                  given ? "--" : "", given ? given : "a contact of the program's",
                                  name);
        status = contensou__law_choice_read(&p->contact, name, p->system, p->setup.single,
                                            &p->friction, err);
        p->patch = p->contact.patch;
        return status;
    }
    if (!name)
        name = p->system->law;
    status = contensou__law_choice_check(p->system, name, err);
    if (status)
        return status;
    if (contensou__registry_find(name, NULL)->kind == contensou__system_contact)
        status = make_contact(p, err);
    else if (given)
        status = contensou_fail(err, CONTENSOU_EARGUMENT,
                                "--%s cannot be used with %s: the law %s has no contact patch",
                                given, p->system->name, name);
    if (!status)
        status = contensou__law_choice_make(&p->friction, p->system, name, p->patch, p->device[0],
                                            p->setup.single, &watch, err);
    return status;
}

/* Whether the numbers of the first and the last lane make a law. */
static enum contensou_status try_law(const struct contensou__plan *p, struct contensou_error *err)
{
    const size_t fields = (size_t)p->system->field_count, lane = (size_t)p->friction.lane_fields;
    const uint64_t at[2] = {0, p->lanes.count - 1};
    double *value = malloc((p->lanes.names + lane + 1) * sizeof *value);
    enum contensou_status status = CONTENSOU_OK;

    if (!value)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for a lane");
    for (int i = 0; i < 2 && !status; ++i) {
        contensou__lanes_values(&p->lanes, at[i], value);
        status =
            contensou__friction_lane(&p->friction, value + fields, value + p->lanes.names, err);
    }
    free(value);
    return status;
}
const char *const contensou__plan_ways[4] = {"no", "up", "down", "both"};

static enum contensou_status read_walk(struct contensou__plan *p, struct contensou_error *err)
{
    const char *name = contensou__settings_value(p->asked, "continue");
    const int way = contensou__names_find(name, contensou__plan_ways, 4);

    if (way < 0)
        return contensou__names_fail(err, "--continue", name, contensou__plan_ways, 4);
    if (!way)
        return CONTENSOU_OK;
    p->way = (enum contensou__lanes_walk_way)way;
    p->setup.observe.final = 1; /* the next lane begins there */
    if (contensou__settings_given(p->asked, "random") ||
        contensou__settings_given(p->asked, "lanes-from") || p->asked->names ||
        contensou__settings_given(p->asked, "shard"))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--continue walks along the first --vary, lane after lane; --random, "
                              "--lanes-from and --shard cannot be used with it");
    if (!p->asked->varies || strncmp(p->asked->vary[0], "init.", 5) == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--continue needs a parameter to walk along as the first --vary, "
                              "such as --vary omega_0=30:65:512");
    if (p->devices > 1)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--continue follows one lane after the other on one device; --device "
                              "all cannot be used with it");
    return CONTENSOU_OK;
}

/* "2/8". */
static enum contensou_status read_shard(struct contensou__plan *p, struct contensou_error *err)
{
    const char *text = contensou__settings_value(p->asked, "shard");
    const char *slash = text ? strchr(text, '/') : NULL;
    char first[32];
    long k = 1, n = 1;
    enum contensou_status status;

    p->shards = 1;
    if (!text)
        return CONTENSOU_OK;
    if (!slash || slash == text || (size_t)(slash - text) >= sizeof first)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--shard %s is not K/N, such as 2/8 for the second of eight parts",
                              text);
    snprintf(first, sizeof first, "%.*s", (int)(slash - text), text);
    status = contensou__numbers_whole(slash + 1, "--shard K/N", 1, 1000000, &n, err);
    if (!status)
        status = contensou__numbers_whole(first, "--shard K/N", 1, n, &k, err);
    p->shard = (uint64_t)(k - 1);
    p->shards = (uint64_t)n;
    return status;
}

enum contensou_status contensou__plan_lanes(struct contensou__plan *p, struct contensou_error *err)
{
    /* What only tells lanes apart: it stands behind the numbers of system, law and states. */
    static const struct contensou__field start = {.name = "start", .value = 1},
                                         walk = {.name = "continue", .value = 1, .low = -1};
    const char *starts = contensou__settings_value(p->asked, "starts");
    const int both = p->way == contensou__lanes_walk_both;
    const char *varies[contensou__settings_varies + 1] = {"continue=1,-1"};
    const struct contensou__lanes_group group[5] = {
        {"", p->system->fields, (size_t)p->system->field_count},
        {"law.", p->friction.fields, (size_t)p->friction.field_count},
        {contensou__lanes_init, p->system->states, (size_t)p->system->dim},
        {"", &walk, (size_t)both},
        {"", &start, starts ? 1 : 0}};
    const char *set = contensou__settings_value(p->asked, "set"),
               *init = contensou__settings_value(p->asked, "init");
    const struct contensou__lanes_request request = {
        .group = group,
        .groups = 5,
        .set = &set,
        .sets = set ? 1 : 0,
        .init = &init,
        .inits = init ? 1 : 0,
        .vary = both ? varies : varies + 1,
        .varies = p->asked->varies + (size_t)both,
        .from = contensou__settings_value(p->asked, "lanes-from"),
        .random = contensou__settings_value(p->asked, "random"),
        .starts = starts,
        .given = (const char *const *)p->asked->name,
        .givens = p->asked->names,
        .members = p->asked->lanes,
        .number = p->asked->number};
    enum contensou_status status;

    for (size_t i = 0; i < p->asked->varies; ++i)
        varies[i + 1] = p->asked->vary[i];
    status = contensou__lanes_create(&p->lanes, &request, err);
    return status ? status : try_law(p, err);
}

static enum contensou_status read_arithmetic(struct contensou__plan *p, struct contensou_error *err)
{
    static const char *const precisions[] = {"double", "single"}, *const packs[] = {"1", "2", "4",
                                                                                    "8", "16"};
    const char *precision = contensou__settings_value(p->asked, "precision"),
               *pack = contensou__settings_value(p->asked, "pack");
    const int single = contensou__names_find(precision, precisions, 2);

    if (single < 0)
        return contensou__names_fail(err, "--precision", precision, precisions, 2);
    if (pack && contensou__names_find(pack, packs, 5) < 0)
        return contensou__names_fail(err, "--pack", pack, packs, 5);
    p->setup.single = single;
    p->setup.pack = pack ? (int)strtol(pack, NULL, 10) : 0;
    return CONTENSOU_OK;
}

/* The unit of time, which is that by which a state is divided to give its velocity's: "s" where there are m and m/s,
 * otherwise "-"; and the unit of what is over time: "1/s", or "-". */
static void find_units(struct contensou__plan *p)
{
    const struct contensou__system *const s = p->system;

    snprintf(p->time_unit, sizeof p->time_unit, "-");
    for (int k = s->dim * s->dim; k-- > 0;) {
        const char *place = s->states[k / s->dim].unit, *velocity = s->states[k % s->dim].unit;
        const size_t size = strlen(place);

        if (size && strncmp(velocity, place, size) == 0 && velocity[size] == '/' &&
            !strchr(velocity + size, '^'))
            snprintf(p->time_unit, sizeof p->time_unit, "%s", velocity + size + 1);
    }
    snprintf(p->rate_unit, sizeof p->rate_unit, strcmp(p->time_unit, "-") == 0 ? "-" : "1/%.80s",
             p->time_unit);
}

enum contensou_status contensou__plan_model(struct contensou__plan *p, struct contensou_error *err)
{
    const int own = contensou__settings_given(p->asked, "system-file") || p->asked->system_text;
    enum contensou_status status = read_arithmetic(p, err);

    /* A name is looked at before a device is opened; the text of a system needs its compiler. */
    if (!status)
        status = own ? open_devices(p, err) : find_system(p, err);
    if (!status)
        status = own ? find_system(p, err) : open_devices(p, err);
    p->setup.system = p->system;
    p->setup.friction = &p->friction;
    for (size_t i = 0; i < p->devices && !status; ++i)
        if (!p->setup.single && !contensou_device_about(p->device[i])->fp64)
            status = contensou_fail(err, CONTENSOU_EDEVICE,
                                    "the device '%s' does not compute in double precision; use "
                                    "--precision single or another device",
                                    contensou_device_about(p->device[i])->name);
    if (status)
        return status;
    find_units(p);
    return CONTENSOU_OK;
}

enum contensou_status contensou__plan_law(struct contensou__plan *p, struct contensou_error *err)
{
    const enum contensou_status status = make_law(p, err);

    if (!status)
        contensou__law_choice_for_stepper(&p->friction,
                                          contensou__settings_value(p->asked, "stepper"));
    return status;
}

enum contensou_status contensou__plan_read(struct contensou__plan *p, struct contensou_error *err)
{
    enum contensou_status status = read_shard(p, err);

    if (!status)
        status = contensou__plan_model(p, err);
    if (!status)
        status = parse_times(p, err);
    if (!status)
        status = parse_observers(p, err);
    if (!status)
        status = read_walk(p, err);
    if (!status)
        status = contensou__plan_law(p, err);
    if (!status)
        status = contensou__plan_lanes(p, err);
    if (!status)
        status = parse_stepper(p, err);
    if (!status)
        status = contensou__ensemble_check(&p->setup, err);
    return status;
}

void contensou__plan_free(struct contensou__plan *p)
{
    free(p->times);
    contensou__lanes_free(&p->lanes);
    contensou__friction_free(&p->friction);
    contensou_fit_file_free(&p->contact);
    contensou__user_system_close(p->own);
    for (size_t i = 0; i < p->devices && p->opened; ++i)
        contensou_device_close(p->device[i]);
    *p = (struct contensou__plan){.asked = p->asked};
}

enum contensou_status contensou__plan_lost(const struct contensou__plan *p, const char *part,
                                           struct contensou_error *err)
{
    const struct contensou_error cause = *err;
    const char *file = p->setup.user_path;

    return contensou_fail(err, CONTENSOU_ETIMEOUT,
                          "%.1000s; most likely %s%s, or --slice-limit is too short. What was not "
                          "finished has the outcome 'stopped'%s%s",
                          cause.message, file ? "there is an endless loop in " : "its driver hangs",
                          file ? file : "", part ? "; finished lanes are in " : "",
                          part ? part : "");
}

static void warn(const struct contensou__plan *p, int state, const char *does, double size)
{
    const struct contensou__ensemble_settings *set = &p->setup.set;

    contensou__settings_note(
        p->asked,
        "warning: the state %s %s %.3g, less than 100 times the absolute tolerance %.3g, so its "
        "error is not controlled; give --atol %.0e, or a smaller unit",
        p->system->states[state].name, does, size, set->atol, contensou__checks_needs(set, size));
}

void contensou__plan_warn_start(const struct contensou__plan *p)
{
    double value = 0;
    const int state = contensou__checks_start(&p->setup, &p->lanes, &value);

    if (state >= 0)
        warn(p, state, "starts at", value);
}

void contensou__plan_warn_seen(const struct contensou__plan *p, const double *largest)
{
    double value = 0;
    const int state = contensou__checks_seen(&p->setup, largest);

    if (state >= 0 && contensou__checks_start(&p->setup, &p->lanes, &value) < 0)
        warn(p, state, "reached no more than", largest[state]);
}

enum contensou_status contensou__plan_check_slopes(const struct contensou__plan *p,
                                                   struct contensou_error *err)
{
    const int asked = contensou__settings_given(p->asked, "check-jacobian");
    const struct contensou__field *states = p->system->states;
    struct contensou__checks_slope entry;
    char text[512];
    enum contensou_status status;

    if (!asked && (!p->own || !contensou__user_system_states_slopes(p->own)))
        return CONTENSOU_OK;
    if (!contensou_device_about(p->device[0])->fp64)
        return asked ? contensou_fail(err, CONTENSOU_EDEVICE,
                                      "--check-jacobian needs a device with double precision")
                     : CONTENSOU_OK;
    status = contensou__checks_slopes(&p->setup, &p->lanes, p->device[0], &entry, err);
    if (status || entry.row < 0)
        return status;
    snprintf(text, sizeof text,
             "the Jacobian of %s is wrong near the start: the derivative of %s' by %s is %.6g "
             "there, but differences of the right-hand side give %.6g; stiff steppers then need "
             "many more steps",
             p->system->name, states[entry.row].name, states[entry.column].name, entry.given,
             entry.found);
    if (asked)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s", text);
    contensou__settings_note(p->asked, "warning: %s", text);
    return CONTENSOU_OK;
}
