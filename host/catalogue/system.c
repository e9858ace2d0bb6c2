/* system.c: the catalogue of systems. Their states, fields and traits are the tables of kernels/systems, expanded
 * here. SPDX-License-Identifier: MIT */
#include "catalogue/system.h"

#include "base/names.h"

#include <pthread.h>
#include <string.h>

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
#define SYSTEM(name_)                                      \
    {.name = #name_,                                       \
     .include = "systems/" #name_ ".h",                    \
     .prefix = #name_,                                     \
     .fields = name_##_of_fields,                          \
     .states = name_##_of_states,                          \
     .field_count = name_##_params_count,                  \
     .dim = name_##_dim,                                   \
     .second = (name_##_traits & trait_second_order) != 0, \
     .angles = name_##_traits >> trait_angles,             \
     name_##_table(ABOUT, LAW, SECTION)},
static struct contensou__system systems[] = {ALL_SYSTEMS(SYSTEM)};

#define FILL(name, init, unit, text) contensou__field_row(at++, #name, init, unit, text);
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
