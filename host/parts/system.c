/* system.c: the catalogue of systems. Their states, fields and traits are the tables of kernels/systems, expanded
 * here. SPDX-License-Identifier: MIT */
#include "parts/system.h"

#include "base/names.h"
#include "source/words.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A field from the row of its table. */

void contensou__system_field(struct contensou__field *f, const char *name, double value,
                             const char *unit, const char *text)
{
    const char *const limit = strstr(unit, " >");
    const size_t size = limit ? (size_t)(limit - unit) : strlen(unit);

    *f = (struct contensou__field){.value = value, .low = -INFINITY};
    snprintf(f->name, sizeof f->name, "%s", name);
    snprintf(f->unit, sizeof f->unit, "%.*s", (int)size, unit);
    snprintf(f->text, sizeof f->text, "%s", text);
    if (limit) {
        f->open = limit[2] != '=';
        f->low = strtod(limit + 2 + !f->open, NULL);
    }
}

/* Their functions, with the roles that plain right-hand sides name; none is called here. */
struct friction;
#include "systems/all.h"

#define NAME(name) #name,
const char *const contensou__system_names[] = {ALL_SYSTEMS(NAME)};
const size_t contensou__system_name_count =
    sizeof contensou__system_names / sizeof *contensou__system_names;

/* Room for the rows of the tables, filled before the first use. */
#define ROOM(name)                                                        \
    static struct contensou__field name##_of_fields[name##_params_count]; \
    static struct contensou__field name##_of_states[name##_dim];
ALL_SYSTEMS(ROOM)

enum { down = -1, both = 0, up = 1 };
#define ABOUT(text)               .about = text,
#define LAW(kind, name, eps_)     .friction = contensou__system_##kind, .law = name, .eps = eps_,
#define SECTION(name, value, way) .section = {#name, -1, value, way},
#define SYSTEM(name_)                                                              \
    {.name = #name_,                                                               \
     .include = "systems/" #name_ ".h",                                            \
     .prefix = #name_,                                                             \
     .fields = name_##_of_fields,                                                  \
     .states = name_##_of_states,                                                  \
     .field_count = name_##_params_count,                                          \
     .dim = name_##_dim,                                                           \
     .second = (name_##_traits & trait_second_order) != 0,                         \
     .angles = name_##_traits >> trait_angles,                                     \
     .phases = name_##_traits & trait_phases ? name_##_traits >> trait_angles : 0, \
     .autonomous = (name_##_traits & trait_autonomous) != 0,                       \
     .frame_fixed = (name_##_traits & trait_frame_fixed) != 0,                     \
     name_##_table(ABOUT, LAW, SECTION)},
static struct contensou__system systems[] = {ALL_SYSTEMS(SYSTEM)};

#define FILL(name, init, unit, text) contensou__system_field(at++, #name, init, unit, text);
#define FILL_SYSTEM(name)     \
    at = name##_of_fields;    \
    name##_field_table(FILL); \
    at = name##_of_states;    \
    name##_state_table(FILL);

static void fill(void)
{
    struct contensou__field *at;

    ALL_SYSTEMS(FILL_SYSTEM)
    for (size_t i = 0; i < contensou__system_name_count; ++i) {
        struct contensou__system *s = &systems[i];

        if (s->friction == contensou__system_none)
            s->law = "none";
        s->section.state = -1;
        for (int k = 0; k < s->dim && s->section.name; ++k)
            if (strcmp(s->states[k].name, s->section.name) == 0)
                s->section.state = k;
    }
}

const struct contensou__system *contensou__system_find(const char *name)
{
    static pthread_once_t filled = PTHREAD_ONCE_INIT;
    const int i =
        contensou__names_find(name, contensou__system_names, contensou__system_name_count);

    pthread_once(&filled, fill);
    return i < 0 ? NULL : &systems[i];
}

/* A system in a program. */

struct binding {
    struct contensou__bundle *b;
    const char *prefix, *code;
};

/* system_PART is PREFIX_PART. */
static void name_role(const struct binding *s, const char *part)
{
    char role[64], name[64];

    snprintf(role, sizeof role, "system_%s", part);
    snprintf(name, sizeof name, "%s_%s", s->prefix, part);
    if (strcmp(role, name) != 0)
        contensou__bundle_define(s->b, role, name);
}

static int has(const struct binding *s, const char *part)
{
    char name[64];

    snprintf(name, sizeof name, "%s_%s", s->prefix, part);
    return contensou__words_find(s->code, name) != NULL;
}

/* What the system has, or what stands for it in a file of kernels/contact. */
static void choose(const struct binding *s, const char *part, const char *file, const char *name)
{
    char role[64];

    if (has(s, part)) {
        name_role(s, part);
        return;
    }
    snprintf(role, sizeof role, "system_%s", part);
    if (file)
        contensou__bundle_include(s->b, file);
    contensou__bundle_define(s->b, role, name);
}

/* Right-hand side, Jacobian, slide, friction and the state of the contact are those of a file of kernels/contact. */
static void make(const struct binding *s, const char *family)
{
    static const char *const parts[] = {"rhs",  "jacobian", "slide", "law", "contact",
                                        "base", "at",       "chain", "by",  "by_law"};
    char text[64], role[64], end[64];

    snprintf(text, sizeof text, "contact/%s.h", family);
    contensou__bundle_include(s->b, text);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        snprintf(role, sizeof role, "system_%s", parts[i]);
        snprintf(end, sizeof end, "_%s", parts[i]);
        contensou__bundle_role(s->b, role, family, end);
    }
}

/* Slip and motion in the axes of the contact: those of the system as they stand or, of a contact that turns, by its frame. */
static void bind_frame(const struct binding *s, enum contensou__system_axes axes)
{
    const int body = has(s, "frame"), two = body && axes >= contensou__system_body_shape;
    const int turns =
        body && (axes == contensou__system_body_axes || axes == contensou__system_body_shape);
    const char *const from = turns ? "turned" : "system";

    if (turns || two) {
        name_role(s, "frame");
        choose(s, "frame_slopes", "contact/frame_differences.h", "frame_differences_slopes");
    }
    contensou__bundle_number(s->b, "framed_round", axes == contensou__system_no_axes);
    contensou__bundle_number(s->b, "framed_turns", turns);
    contensou__bundle_include(s->b, turns ? "contact/turned.h" : "contact/fixed.h");
    contensou__bundle_role(s->b, "framed_turn", turns ? "turned" : "fixed", "_turn");
    contensou__bundle_role(s->b, "framed_turn_slopes", turns ? "turned" : "fixed", "_slopes");
    contensou__bundle_role(s->b, "framed_slip", from, "_slip");
    contensou__bundle_role(s->b, "framed_motion", from, "_motion");
    contensou__bundle_role(s->b, "framed_slip_slopes", from, "_slip_slopes");
    contensou__bundle_role(s->b, "framed_motion_slopes", from, "_motion_slopes");
    if (two)
        contensou__bundle_number(s->b, "two_frames_way",
                                 axes == contensou__system_body_shape ? -1 : 1);
    contensou__bundle_include(s->b, two ? "contact/two_frames.h" : "contact/one_frame.h");
    contensou__bundle_role(s->b, "framed_law", two ? "two_frames" : "one_frame", "_law");
    contensou__bundle_role(s->b, "framed_law_slopes", two ? "two_frames" : "one_frame",
                           "_law_slopes");
}

static void bind_contact(const struct binding *s, enum contensou__system_friction friction,
                         enum contensou__system_axes axes)
{
    name_role(s, "slip");
    name_role(s, "motion");
    choose(s, "slip_slopes", "contact/differences.h", "differences_slip_slopes");
    choose(s, "motion_slopes", "contact/differences.h", "differences_motion_slopes");
    bind_frame(s, axes);
    if (friction == contensou__system_rolling) {
        name_role(s, "tilt");
        choose(s, "tilt_slopes", "contact/tilt_differences.h", "tilt_differences_slopes");
    }
    if (friction == contensou__system_line) {
        choose(s, "stick_load", "contact/stick_load.h", "stick_load_of");
        choose(s, "stick_load_slopes", "contact/load_differences.h", "load_differences_slopes");
    }
    if (friction == contensou__system_rolling)
        contensou__bundle_define(s->b, "system_refine", "rolling_refine");
    make(s, friction == contensou__system_line      ? "line"
            : friction == contensou__system_rolling ? "rolling"
                                                    : "planar");
}

static void bind_plain(const struct binding *s)
{
    name_role(s, "rhs");
    choose(s, "jacobian", "contact/rhs_differences.h", "rhs_differences_jacobian");
    contensou__bundle_include(s->b, "contact/plain.h");
    contensou__bundle_define(s->b, "system_slide", "plain_slide");
    contensou__bundle_define(s->b, "system_contact", "plain_contact");
    contensou__bundle_define(s->b, "system_base", "plain_base");
    contensou__bundle_define(s->b, "system_at", "plain_at");
    contensou__bundle_define(s->b, "system_chain", "plain_chain");
    contensou__bundle_define(s->b, "system_by", "plain_by");
    contensou__bundle_define(s->b, "system_by_law", "plain_by_law");
}

/* Its text without comments. */
static void read_code(const struct contensou__system *system, const char *user_text,
                      struct contensou__text *code)
{
    const char *text = user_text ? user_text : contensou__words_kernel(system->include);

    contensou__words_strip(text ? text : "", code);
    contensou__text_append(code, "\n", 1);
}

/* 1 if its text has this function. */
static int gives(const struct contensou__system *system, const char *user_text, const char *part)
{
    struct contensou__text code = {0};
    struct binding s = {NULL, user_text ? "system" : system->prefix, ""};
    int given;

    read_code(system, user_text, &code);
    if (!code.failed)
        s.code = code.data;
    given = has(&s, part);
    contensou__text_free(&code);
    return given;
}

int contensou__system_gives_series(const struct contensou__system *system, const char *user_text)
{
    return gives(system, user_text, "series");
}

int contensou__system_gives_period(const struct contensou__system *system, const char *user_text)
{
    return gives(system, user_text, "period");
}

int contensou__system_length(const struct contensou__system *system, const char *user_text)
{
    struct contensou__text code = {0};
    char word[64];
    const char *name;
    int found = -1;

    snprintf(word, sizeof word, "%s_length", user_text ? "system" : system->prefix);
    read_code(system, user_text, &code);
    name = code.failed ? NULL : contensou__words_defines(code.data, word);
    if (name)
        name += strspn(name, " \t");
    for (int i = 0; i < system->field_count && name; ++i)
        if (strlen(system->fields[i].name) == strcspn(name, " \t\r\n") &&
            strncmp(system->fields[i].name, name, strlen(system->fields[i].name)) == 0)
            found = i;
    contensou__text_free(&code);
    return found;
}

/* The function of a frame reads its states by name, y->phi. */
int contensou__system_gives_frame(const struct contensou__system *system, const char *user_text,
                                  int *states)
{
    struct contensou__text code = {0}, name = {0};
    const char *from = NULL, *end;

    read_code(system, user_text, &code);
    contensou__text_printf(&name, "%s_frame", user_text ? "system" : system->prefix);
    if (!code.failed && !name.failed)
        from = contensou__words_find(code.data, name.data);
    end = from ? strchr(from, '}') : NULL;
    if (states)
        *states = 0;
    for (int i = 0; i < system->dim && end && states; ++i)
        for (const char *at = from;
             (at = contensou__words_find(at + 1, system->states[i].name)) && at < end;)
            if (at[-1] == '>')
                *states |= 1 << i;
    contensou__text_free(&name);
    contensou__text_free(&code);
    return from != NULL;
}

enum contensou__system_friction contensou__system_bind_friction(const char *code)
{
    if (contensou__words_find(code, "system_tilt"))
        return contensou__system_rolling;
    if (!contensou__words_find(code, "system_slip"))
        return contensou__system_none;
    return contensou__words_find(code, "trait_line") ? contensou__system_line
                                                     : contensou__system_contact;
}

void contensou__system_bind(const struct contensou__system *system,
                            enum contensou__system_axes axes, struct contensou__bundle *b)
{
    static const char *const parts[] = {"params", "params_count", "states", "dim"};
    const int own = b->user_path != NULL;
    struct contensou__text code = {0};
    struct binding s = {b, own ? "system" : system->prefix, ""};

    read_code(system, own ? b->user_text : NULL, &code);
    if (!code.failed)
        s.code = code.data;
    if (own)
        contensou__bundle_include(b, "contact/own.h");
    contensou__bundle_include(b, own ? b->user_path : system->include);
    if (own)
        contensou__bundle_include(b, "contact/own_end.h");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i)
        name_role(&s, parts[i]);
    choose(&s, "traits", NULL, "0");
    if (has(&s, "series")) {
        name_role(&s, "jet");
        name_role(&s, "series");
    }
    if (system->friction == contensou__system_none)
        bind_plain(&s);
    else
        bind_contact(&s, system->friction, axes);
    choose(&s, "period", "contact/no_period.h", "no_period");
    choose(&s, "force", "contact/unit_force.h", "unit_force");
    if (has(&s, "length"))
        name_role(&s, "length");
    choose(&s, "state_counts", "contact/all_states.h", "all_states_count");
    contensou__text_free(&code);
}
