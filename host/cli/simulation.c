/* simulation.c: what 'run' and 'sweep' share. SPDX-License-Identifier: MIT */
#include "cli/simulation.h"

#include "cli/contact_options.h"
#include "cli/plot_labels.h"

#include "base/checksum.h"
#include "base/names.h"
#include "laws/eta_prime.h"
#include "engine/ensemble_program.h"
#include "simulate/slopes.h"
#include "simulate/scale.h"

#include <contensou/table.h>
#include <contensou/version.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One device, or with --device all every one of the kind that is chosen otherwise. */
static enum contensou_status open_devices(struct contensou__simulation *s,
                                          const struct contensou__options *o,
                                          struct contensou_error *err)
{
    const char *choice = contensou__options_value(o, "device");
    struct contensou_device_info *list = NULL;
    size_t count = 0;
    const char *kind = NULL;
    enum contensou_status status;

    if (!choice || strcmp(choice, "all") != 0) {
        s->devices = 1;
        return contensou_device_open(&s->device[0], choice, err);
    }
    status = contensou_device_list(&list, &count, NULL, err);
    for (size_t i = 0; i < count && !status; ++i)
        if (list[i].chosen)
            kind = list[i].type;
    for (size_t i = 0; i < count && !status && s->devices < contensou__simulation_devices; ++i) {
        char index[16];

        if (kind && strcmp(list[i].type, kind) != 0)
            continue;
        snprintf(index, sizeof index, "%d", list[i].index);
        status = contensou_device_open(&s->device[s->devices], index, err);
        s->devices += !status;
    }
    contensou_device_list_free(list);
    return status;
}

static enum contensou_status find_system(struct contensou__simulation *s,
                                         const struct contensou__options *o,
                                         struct contensou_error *err)
{
    const char *file = contensou__options_value(o, "system-file");
    enum contensou_status status;

    if (file && o->word_count)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "a system is given twice: '%s' and --system-file %s", o->word[0],
                              file);
    if (file) {
        status = contensou__user_system_open(&s->own, file, s->device[0], err);
        if (status)
            return status;
        s->system = contensou__user_system_about(s->own);
        s->setup.user_path = contensou__user_system_path(s->own);
        s->setup.user_text = contensou__user_system_text(s->own);
        return CONTENSOU_OK;
    }
    if (!o->word_count)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "missing SYSTEM argument, such as pendulum ('contensou list systems' "
                              "has them all), or --system-file");
    s->system = contensou__system_find(o->word[0]);
    return s->system ? CONTENSOU_OK
                     : contensou__names_fail(err, "system", o->word[0], contensou__system_names,
                                             contensou__system_name_count);
}

/* --continue, in the order of enum contensou__walk_way. */
static const char *const ways[4] = {"no", "up", "down", "both"};

static enum contensou_status read_walk(struct contensou__simulation *s,
                                       const struct contensou__options *o,
                                       struct contensou_error *err)
{
    const int given = contensou__options_given(o, "continue");
    int way = 0;
    const enum contensou_status status =
        contensou__options_choice(o, "continue", ways, 4, &way, err);

    if (status || !way)
        return status;
    s->walk = (enum contensou__walk_way)way;
    s->setup.observe.final = 1; /* the next lane begins there */
    if (given &&
        (contensou__options_given(o, "random") || contensou__options_given(o, "lanes-from") ||
         contensou__options_given(o, "shard")))
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--continue walks along the first --vary, lane after lane; --random, "
                              "--lanes-from and --shard cannot be used with it");
    if (!o->repeat_count || strncmp(o->repeat[0], "init.", 5) == 0)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--continue needs a parameter to walk along as the first --vary, "
                              "such as --vary omega_0=30:65:512");
    if (s->devices > 1)
        return contensou_fail(err, CONTENSOU_EARGUMENT,
                              "--continue follows one lane after the other on one device; --device "
                              "all cannot be used with it");
    return CONTENSOU_OK;
}

static enum contensou_status read_lanes(struct contensou__simulation *s,
                                        const struct contensou__options *o, int vary,
                                        struct contensou_error *err)
{
    /* What only tells lanes apart: it stands behind the numbers of system, law and states. */
    static const struct contensou__field start = {.name = "start", .value = 1},
                                         walk = {.name = "continue", .value = 1, .low = -1};
    const char *starts = vary ? contensou__options_value(o, "starts") : NULL;
    const int both = s->walk == contensou__walk_both;
    const char *varies[contensou__options_repeats_max + 1] = {"continue=1,-1"};
    const struct contensou__lanes_group group[5] = {
        {"", s->system->fields, (size_t)s->system->field_count},
        {"law.", s->friction.fields, (size_t)s->friction.field_count},
        {contensou__lanes_init, s->system->states, (size_t)s->system->dim},
        {"", &walk, (size_t)both},
        {"", &start, starts ? 1 : 0}};
    const char *set = contensou__options_value(o, "set"),
               *init = contensou__options_value(o, "init");
    const struct contensou__lanes_request request = {
        .group = group,
        .groups = 5,
        .set = &set,
        .sets = set ? 1 : 0,
        .init = &init,
        .inits = init ? 1 : 0,
        .vary = both ? varies : o->repeat,
        .varies = vary ? o->repeat_count + (size_t)both : 0,
        .from = vary ? contensou__options_value(o, "lanes-from") : NULL,
        .random = vary ? contensou__options_value(o, "random") : NULL,
        .starts = starts};

    memcpy(varies + 1, o->repeat, o->repeat_count * sizeof *varies);
    return contensou__lanes_create(&s->lanes, &request, err);
}

enum contensou_status contensou__simulation_read(struct contensou__simulation *s,
                                                 const struct contensou__options *o, int vary,
                                                 struct contensou_error *err)
{
    struct contensou_eval_options eval = {.size = sizeof eval};
    enum contensou_status status;

    s->vary = vary;
    contensou__options_line(o, &s->line);
    contensou__contact_options_arithmetic(o, &eval);
    s->setup.single = eval.precision == CONTENSOU_PRECISION_SINGLE;
    s->setup.pack = eval.pack;
    if (!contensou__options_given(o, "system-file")) {
        status = find_system(s, o, err);
        if (!status)
            status = open_devices(s, o, err);
    } else {
        status = open_devices(s, o, err);
        if (!status)
            status = find_system(s, o, err);
    }
    s->setup.system = s->system;
    s->setup.friction = &s->friction;
    for (size_t i = 0; i < s->devices && !status; ++i)
        if (!s->setup.single && !contensou_device_about(s->device[i])->fp64)
            status = contensou_fail(err, CONTENSOU_EDEVICE,
                                    "the device '%s' does not compute in double precision; use "
                                    "--precision single or another device",
                                    contensou_device_about(s->device[i])->name);
    if (!status)
        status = contensou__simulation_parse_times(s, o, vary, err);
    if (!status && vary)
        status = contensou__simulation_parse_observers(s, o, err);
    if (!status && vary)
        status = read_walk(s, o, err);
    if (!status)
        status = contensou__simulation_law_make(s, o, err);
    if (!status && vary)
        status = contensou__simulation_parse_smooth(s, err);
    if (!status)
        status = read_lanes(s, o, vary, err);
    if (!status)
        status = contensou__simulation_law_try(s, err);
    if (!status)
        status = contensou__simulation_parse_stepper(s, o, err);
    if (!status)
        status = contensou__ensemble_check(&s->setup, err);
    s->setup.times = s->times;
    return status;
}

void contensou__simulation_free(struct contensou__simulation *s)
{
    for (size_t i = 0; i < s->pairs; ++i)
        free((void *)s->pair[i].key);
    free(s->contact);
    contensou__text_free(&s->words);
    contensou__text_free(&s->line);
    free(s->times);
    contensou__lanes_free(&s->lanes);
    contensou__friction_free(&s->friction);
    contensou_patch_free(s->patch);
    contensou__user_system_close(s->own);
    for (size_t i = 0; i < s->devices; ++i)
        contensou_device_close(s->device[i]);
}

/* Adds a pair to the group of now: a text that outlives it, or a number. */
static void add_pair(struct contensou__simulation *s, const char *key, const char *text,
                     double number)
{
    const char *group = s->group ? s->group : "";
    const size_t size = strlen(group) + strlen(key) + 1;
    char *name = s->pairs < contensou__simulation_pairs ? malloc(size) : NULL;

    if (!name) {
        s->words.failed = 1;
        return;
    }
    snprintf(name, size, "%s%s", group, key);
    s->pair[s->pairs++] = (struct contensou__journal_pair){name, text, number};
}

static void add_text(struct contensou__simulation *s, const char *key, const char *text)
{
    add_pair(s, key, text, 0);
}

static void add_number(struct contensou__simulation *s, const char *key, double number)
{
    add_pair(s, key, NULL, number);
}

/* Names of systems and users are free, so each kind has a group of its own. */
static void describe_contact(struct contensou__simulation *s)
{
    s->group = "parameters/contact/";
    add_text(s, "shape", s->spec.shape ? s->spec.shape : "cells of the fit");
    add_text(s, "pressure",
             s->spec.shape ? contensou__contact_options_pressure(&s->spec) : "of the file");
    add_number(s, "tilt_k", s->spec.tilt_k);
    add_number(s, "tilt_beta", s->spec.tilt_beta);
    add_number(s, "center_x", s->spec.center[0]);
    add_number(s, "center_y", s->spec.center[1]);
    if (s->spec.anisotropy[0] > 0 && s->spec.anisotropy[0] != 1) {
        add_number(s, "anisotropy_ratio", s->spec.anisotropy[0]);
        add_number(s, "anisotropy_angle", s->spec.anisotropy[1]);
    }
    s->group = NULL;
}

/* What eta and eta' are in effect, one of them following from the other: where one varies, the other is not one
 * number. */
static int in_effect(const struct contensou__simulation *s, const char *name, double *value)
{
    const int eta = contensou__lanes_find(&s->lanes, "law.eta"),
              prime = contensou__lanes_find(&s->lanes, "law.eta_prime");
    const int is_eta = strcmp(name, "law.eta") == 0, is_prime = strcmp(name, "law.eta_prime") == 0;
    long double slope;

    if (eta < 0 || prime < 0 || !(is_eta || is_prime))
        return 1;
    if (contensou__lanes_varies(&s->lanes, (size_t)(is_eta ? prime : eta)))
        return 0;
    if (is_eta && !isnan(s->lanes.value[prime]))
        *value = fmax(1, (double)contensou__eta_prime_back(s->lanes.value[prime]));
    if (is_prime && isnan(*value))
        *value = s->lanes.value[eta] > 1
                     ? (double)contensou__eta_prime_forward(s->lanes.value[eta], &slope)
                     : 0;
    return 1;
}

static void describe_parameters(struct contensou__simulation *s)
{
    const size_t fields = (size_t)s->system->field_count, law = (size_t)s->friction.field_count;

    for (size_t i = 0; i < s->lanes.names; ++i) {
        const char *name = s->lanes.name[i], *dot = strchr(name, '.');
        double value = s->lanes.value[i];

        if (contensou__lanes_varies(&s->lanes, i) || !in_effect(s, name, &value))
            continue;
        s->group = i < fields         ? "parameters/system/"
                   : i < fields + law ? "parameters/law/"
                                      : "parameters/init/";
        add_number(s, i < fields || !dot ? name : dot + 1, value);
    }
    s->group = NULL;
}

/* The unit of a column; the first that is told counts. */
static void add_unit(struct contensou__simulation *s, const char *name, const char *unit)
{
    const size_t head = strlen(CONTENSOU_TABLE_UNIT);

    for (size_t i = 0; i < s->pairs; ++i)
        if (strncmp(s->pair[i].key, CONTENSOU_TABLE_UNIT, head) == 0 &&
            strcmp(s->pair[i].key + head, name) == 0)
            return;
    s->group = CONTENSOU_TABLE_UNIT;
    add_text(s, name, *unit ? unit : "-");
    s->group = NULL;
}

/* Units of all columns that the file of results has. */
static void describe_units(struct contensou__simulation *s)
{
    const size_t fields = (size_t)s->system->field_count, law = (size_t)s->friction.field_count;
    struct contensou__text name = {0};

    contensou__plot_labels_time(s->system, s->time_unit);
    contensou__plot_labels_rate(s->time_unit, s->rate_unit);
    add_unit(s, "t", s->time_unit);
    for (int i = 0; i < s->system->dim; ++i)
        add_unit(s, s->system->states[i].name, s->system->states[i].unit);
    for (size_t i = contensou__ensemble_head; i < contensou__ensemble_columns_count(&s->setup);
         ++i) {
        name.size = 0;
        contensou__ensemble_columns_name(&s->setup, i, &name);
        if (!name.failed)
            add_unit(s, name.data,
                     contensou__ensemble_columns_unit(&s->setup, i, s->time_unit, s->rate_unit));
    }
    for (size_t a = 0; a < s->lanes.axes; ++a) {
        const size_t at = s->lanes.axis[a].place;
        const struct contensou__field *field = at < fields ? &s->system->fields[at]
                                               : at < fields + law
                                                   ? &s->friction.fields[at - fields]
                                                   : &s->system->states[at - fields - law];

        name.size = 0;
        contensou__text_printf(&name, "vary.%s", s->lanes.name[at]);
        if (!name.failed) { /* the name of the column, or its name where another has that */
            add_unit(s, s->lanes.name[at], field->unit);
            add_unit(s, name.data, field->unit);
        }
    }
    s->words.failed |= name.failed;
    contensou__text_free(&name);
}

/* The settings of an observer; a state goes by its name. */
static void describe_observer(struct contensou__simulation *s, const struct contensou__observer *o)
{
    for (size_t i = 0; i < o->settings; ++i) {
        const double value = contensou__observer_number_of(&s->setup.set, o->setting[i].at);
        int state = 0;

        for (size_t k = 0; k < o->options; ++k)
            state |= o->option[k].kind == contensou__observer_section &&
                     o->option[k].at == o->setting[i].at;
        if (state)
            add_text(s, o->setting[i].key,
                     value < 0 ? "period" : s->system->states[(int)value].name);
        else if (*o->setting[i].key)
            add_number(s, o->setting[i].key, value);
    }
}

static void describe_settings(struct contensou__simulation *s)
{
    const struct contensou__ensemble_settings *set = &s->setup.set;
    const struct contensou__ensemble_observers *o = &s->setup.observe;

    add_text(s, "stepper", s->setup.stepper->name);
    add_number(s, "t_begin", set->t_begin);
    add_number(s, "time", set->t_end);
    add_number(s, "transient", set->t_observe);
    add_number(s, "rtol", set->rtol);
    add_number(s, "atol", set->atol);
    add_number(s, "step", set->h_first);
    add_number(s, "h_min", set->h_min);
    add_number(s, "h_max", fmin(set->h_max, 1e300));
    add_number(s, "max_steps", set->max_steps);
    for (size_t k = 0; k < contensou__observer_count; ++k)
        add_number(s, contensou__observer_keys[k], contensou__observer_shown(o, k));
    for (size_t k = 0; k < contensou__observer_count; ++k)
        if (contensou__observer_used(o, k))
            describe_observer(s, &contensou__observer_all[k]);
}

/* The names of the devices, equal ones once: which of these computes a lane makes no difference. */
static void write_devices(struct contensou__simulation *s)
{
    for (size_t i = 0; i < s->devices; ++i) {
        const char *name = contensou_device_about(s->device[i])->name;
        size_t before = 0;

        while (before < i && strcmp(contensou_device_about(s->device[before])->name, name) != 0)
            ++before;
        if (before == i)
            contensou__text_printf(&s->words, i ? " + %s" : "%s", name);
    }
    contensou__text_append(&s->words, "", 1);
}

/* The command line without what only says where the work is done and where its results go. */
static void write_command(struct contensou__simulation *s, const struct contensou__options *o)
{
    static const char *const valued[] = {"-o",      "--output", "--plot",
                                         "--shard", "--device", "--slice-limit"};
    static const char *const plain[] = {"--resume", "--quiet", "--force", "--allow-failed"};
    enum { values = sizeof valued / sizeof *valued, flags = sizeof plain / sizeof *plain };
    struct contensou__options rest = *o;
    char name[] = "contensou";
    char **words = malloc(((size_t)o->argc + 1) * sizeof *words);
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
    rest.argc = count;
    rest.argv = words;
    contensou__options_line(&rest, &s->words);
    contensou__text_append(&s->words, "", 1);
    free(words);
}

enum contensou_status contensou__simulation_describe(struct contensou__simulation *s,
                                                     const struct contensou__options *o,
                                                     struct contensou_error *err)
{
    const struct contensou_device_info *about = contensou_device_about(s->device[0]);
    struct contensou__text text = {0};
    struct contensou__checksum sum;
    size_t vary, program, device, command;
    enum contensou_status status;

    if (!s->setup.pack)
        s->setup.pack = contensou__ensemble_best_pack(about, &s->setup);
    status = contensou__ensemble_program_write(&s->setup, &text, err);
    if (status)
        return status;
    vary = s->words.size;
    contensou__lanes_text(&s->lanes, &s->words);
    contensou__text_append(&s->words, "", 1);
    program = s->words.size;
    contensou__checksum_init(&sum);
    contensou__text_printf(&s->words, "%08x",
                           (unsigned)contensou__checksum_add(&sum, 0, text.data, text.size));
    contensou__text_append(&s->words, "", 1);
    contensou__text_free(&text);
    device = s->words.size;
    write_devices(s);
    command = s->words.size;
    write_command(s, o);
    if (s->words.failed)
        return contensou_fail(err, CONTENSOU_EMEMORY, "no memory for texts");
    add_text(s, "system", s->system->name);
    add_text(s, "law", s->friction.name);
    if (s->patch)
        describe_contact(s);
    describe_parameters(s);
    s->group = "run/";
    add_text(s, "vary", s->words.data + vary);
    add_number(s, "lanes", (double)s->lanes.count);
    if (s->walk)
        add_text(s, "continue", ways[s->walk]);
    if (s->lanes.random || contensou__lanes_find(&s->lanes, "start") >= 0)
        add_number(s, "seed", (double)s->lanes.seed);
    add_text(s, "precision", s->setup.single ? "single" : "double");
    describe_settings(s);
    add_number(s, "pack", s->setup.pack);
    s->group = NULL;
    add_text(s, "device", s->words.data + device);
    add_text(s, "driver", about->driver);
    add_text(s, "program", s->words.data + program);
    add_text(s, "version", CONTENSOU_VERSION);
    if (s->own && strlen(contensou__user_system_text(s->own)) < 60000) /* an attribute has 64 kB */
        add_text(s, "system_text", contensou__user_system_text(s->own));
    add_text(s, contensou__journal_command, s->words.data + command);
    describe_units(s);
    return s->words.failed ? contensou_fail(err, CONTENSOU_EMEMORY, "no memory for texts")
                           : contensou__simulation_inputs(s, o, err);
}

enum contensou_status contensou__simulation_lost(const struct contensou__simulation *s,
                                                 const char *part, struct contensou_error *err)
{
    const struct contensou_error cause = *err;
    const char *file = s->setup.user_path;

    return contensou_fail(err, CONTENSOU_ETIMEOUT,
                          "%.1000s; most likely %s%s, or --slice-limit is too short. What was not "
                          "finished has the outcome 'stopped'%s%s",
                          cause.message, file ? "there is an endless loop in " : "its driver hangs",
                          file ? file : "", part ? "; finished lanes are in " : "",
                          part ? part : "");
}

static void warn(const struct contensou__simulation *s, int state, const char *does, double size)
{
    const struct contensou__ensemble_settings *set = &s->setup.set;

    fprintf(
        stderr,
        "warning: the state %s %s %.3g, less than 100 times the absolute tolerance %.3g, so its "
        "error is not controlled; give --atol %.0e, or a smaller unit\n",
        s->system->states[state].name, does, size, set->atol, contensou__scale_needs(set, size));
}

void contensou__simulation_warn_start(const struct contensou__simulation *s)
{
    double value = 0;
    const int state = contensou__scale_start(&s->setup, &s->lanes, &value);

    if (state >= 0)
        warn(s, state, "starts at", value);
}

void contensou__simulation_warn_seen(const struct contensou__simulation *s, const double *largest)
{
    double value = 0;
    const int state = contensou__scale_seen(&s->setup, largest);

    if (state >= 0 && contensou__scale_start(&s->setup, &s->lanes, &value) < 0)
        warn(s, state, "reached no more than", largest[state]);
}

enum contensou_status contensou__simulation_check_slopes(const struct contensou__simulation *s,
                                                         const struct contensou__options *o,
                                                         struct contensou_error *err)
{
    const int asked = contensou__options_given(o, "check-jacobian");
    const struct contensou__field *states = s->system->states;
    struct contensou__slopes_entry entry;
    char text[512];
    enum contensou_status status;

    if (!asked && (!s->own || !contensou__user_system_states_slopes(s->own)))
        return CONTENSOU_OK;
    if (!contensou_device_about(s->device[0])->fp64)
        return asked ? contensou_fail(err, CONTENSOU_EDEVICE,
                                      "--check-jacobian needs a device with double precision")
                     : CONTENSOU_OK;
    status = contensou__slopes_check(&s->setup, &s->lanes, s->device[0], &entry, err);
    if (status || entry.row < 0)
        return status;
    snprintf(text, sizeof text,
             "the Jacobian of %s is wrong near the start: the derivative of %s' by %s is %.6g "
             "there, but differences of the right-hand side give %.6g; stiff steppers then need "
             "many more steps",
             s->system->name, states[entry.row].name, states[entry.column].name, entry.given,
             entry.found);
    if (asked)
        return contensou_fail(err, CONTENSOU_EINPUT, "%s", text);
    fprintf(stderr, "contensou: warning: %s\n", text);
    return CONTENSOU_OK;
}
