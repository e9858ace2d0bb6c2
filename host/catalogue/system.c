/* system.c: the catalogue of systems. Their states, fields and traits are the tables of kernels/systems, expanded
 * here. SPDX-License-Identifier: MIT */
#include "catalogue/system.h"

#include "base/names.h"

#include <pthread.h>
#include <stddef.h>

/* Their functions, with the roles that plain right-hand sides name; none is called here. */
struct friction;
#include "systems.h" /* generated: every file of kernels/systems */

/* One row for each system: its name small and large, what it asks its law for, the law that it has by default and its
 * eps, the state, value and direction of the default section (state 0, direction 2: none), what it is. */
// clang-format off
#define SYSTEMS(ROW)                                                                         \
    ROW(disk_belt, DISK_BELT, contact, "I00", 1e-5, xdot, 0, -1,                             \
        "a disk that slides and spins on a belt, held by wound cords [1]")                   \
    ROW(block_belt, BLOCK_BELT, line, "continuous", 1e-3, V, 0, -1,                          \
        "a block on a belt, tied by a spring to a large mass [2]")                           \
    ROW(pendulum, PENDULUM, contact, "I11", 1e-3, phidot, 0, -1,                             \
        "a pendulum on springs, driven by a rotating disk [4]")                              \
    ROW(free_disk, FREE_DISK, contact, "integral", 1e-9, x, 0, 2,                            \
        "a body that slides and spins to rest")                                              \
    ROW(rolling_ball, ROLLING_BALL, rolling, "pade2", 1e-6, x, 0, 2,                         \
        "a ball that rolls, slides and spins on a plane [5]")                                \
    ROW(lorenz, LORENZ, none, "none", 0, z, 27, 1, "the Lorenz attractor, without friction")
// clang-format on

/* Room for the rows of the tables, filled before the first use. */
#define ROOM(name, NAME, kind, law, eps, state, value, way, about)        \
    static struct contensou__field name##_of_fields[name##_params_count]; \
    static struct contensou__field name##_of_states[name##_dim];
SYSTEMS(ROOM)

#define FILL(name, init, unit, text) contensou__field_row(at++, #name, init, unit, text);
#define FILL_SYSTEM(name, NAME, kind, law, eps, state, value, way, about) \
    at = name##_of_fields;                                                \
    NAME##_FIELDS(FILL);                                                  \
    at = name##_of_states;                                                \
    NAME##_STATES(FILL);

static void fill(void)
{
    struct contensou__field *at;

    SYSTEMS(FILL_SYSTEM)
}

#define ENTRY(name_, NAME, kind, law_, eps_, state_, value_, way, about_)                       \
    {.name = #name_,                                                                            \
     .about = about_,                                                                           \
     .include = "systems/" #name_ ".h",                                                         \
     .prefix = #name_,                                                                          \
     .fields = name_##_of_fields,                                                               \
     .states = name_##_of_states,                                                               \
     .field_count = name_##_params_count,                                                       \
     .dim = name_##_dim,                                                                        \
     .second = (name_##_traits & trait_second_order) != 0,                                      \
     .angles = name_##_traits >> trait_angles,                                                  \
     .friction = contensou__system_##kind,                                                      \
     .law = law_,                                                                               \
     .eps = eps_,                                                                               \
     .section = {way == 2 ? -1 : (int)(offsetof(struct name_##_states, state_) / sizeof(real)), \
                 value_, way == 2 ? 0 : way}},
static const struct contensou__system systems[] = {SYSTEMS(ENTRY)};

#define NAME_OF(name, NAME, kind, law, eps, state, value, way, about) #name,
const char *const contensou__system_names[] = {SYSTEMS(NAME_OF)};
const size_t contensou__system_name_count =
    sizeof contensou__system_names / sizeof *contensou__system_names;

const struct contensou__system *contensou__system_find(const char *name)
{
    static pthread_once_t filled = PTHREAD_ONCE_INIT;
    const int i =
        contensou__names_find(name, contensou__system_names, contensou__system_name_count);

    pthread_once(&filled, fill);
    return i < 0 ? NULL : &systems[i];
}
