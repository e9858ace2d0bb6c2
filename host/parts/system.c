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

/* The text of the system has PREFIX_PART. */
static int has(const struct binding *s, const char *part)
{
    char name[64];

    snprintf(name, sizeof name, "%s_%s", s->prefix, part);
    return contensou__words_find(s->code, name) != NULL;
}

/* system_PART is PREFIX_PART, or, of a user's own, itself, so that kernels/contact/defaults.h sees it. The first ones, which a system
 * always has, are made by macros and not in its text. */
static void name_roles(const struct binding *s)
{
    // clang-format off
    static const char *const part[] = {
        "params", "params_count", "states", "dim", "traits", "jet", "series", "rhs", "jacobian", "slip", "slip_slopes",
        "motion", "motion_slopes", "tilt", "tilt_slopes", "frame", "frame_slopes", "stick_load", "stick_load_slopes",
        "period", "force", "length", "state_counts"};
    // clang-format on
    enum { always = 4 };

    for (size_t i = 0; i < sizeof part / sizeof *part; ++i) {
        char role[64], end[64];

        snprintf(role, sizeof role, "system_%s", part[i]);
        snprintf(end, sizeof end, "_%s", part[i]);
        if ((i < always || has(s, part[i])) && !contensou__words_defines(s->code, role))
            contensou__bundle_role(s->b, role, s->prefix, end);
    }
}

/* Slip and motion in the axes of the contact: those of the system as they stand or, of a contact that turns, by its frame. */
static void bind_frame(const struct binding *s, enum contensou__system_axes axes)
{
    const int body = has(s, "frame"), two = body && axes >= contensou__system_body_shape;
    const int turns =
        body && (axes == contensou__system_body_axes || axes == contensou__system_body_shape);

    contensou__bundle_number(s->b, "framed_round", axes == contensou__system_no_axes);
    contensou__bundle_number(s->b, "framed_turns", turns);
    contensou__bundle_number(s->b, "framed_way",
                             !two                                   ? 0
                             : axes == contensou__system_body_shape ? -1
                                                                    : 1);
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
    static const char *const family[] = {[contensou__system_none] = "contact/plain.h",
                                         [contensou__system_contact] = "contact/planar.h",
                                         [contensou__system_line] = "contact/line.h",
                                         [contensou__system_rolling] = "contact/rolling.h"};
    const int own = b->user_path != NULL;
    struct contensou__text code = {0};
    struct binding s = {b, own ? "system" : system->prefix, ""};

    read_code(system, own ? b->user_text : NULL, &code);
    if (!code.failed)
        s.code = code.data;
    if (own)
        contensou__bundle_include(b, "contact/user_system.h");
    contensou__bundle_include(b, own ? b->user_path : system->include);
    if (own)
        contensou__bundle_include(b, "contact/user_system_end.h");
    name_roles(&s);
    if (system->friction != contensou__system_none)
        bind_frame(&s, axes);
    contensou__bundle_include(b, family[system->friction]);
    contensou__text_free(&code);
}
