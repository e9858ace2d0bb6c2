/* system.c: the catalogue of systems. Their states and fields are the tables of kernels/systems,
 * expanded here; only the lower limits are the host's own. SPDX-License-Identifier: MIT */
#include "catalogue/system.h"

#include "base/names.h"

/* The roles that the functions beside the tables call; none of these is called here. */
struct friction;
#include "core/force.h"
#include "core/wrench.h"
struct wrench friction_wrench(const struct friction *law, struct slip s, int jacobian);
struct wrench friction_wrench_tilted(const struct friction *law, struct slip s, real gx, real gy,
                                     int jacobian, struct wrench by[2]);
real friction_slide(const struct friction *law, struct slip s);
struct force friction_force(const struct friction *law, real v, real load, int jacobian);
real friction_slide_line(const struct friction *law, real v);

#include "systems/block_belt.h"
#include "systems/disk_belt.h"
#include "systems/free_disk.h"
#include "systems/lorenz.h"
#include "systems/pendulum.h"
#include "systems/rolling_ball.h"

#include <math.h>

/* Lower limits by the name of the field: low, open. */
#define ANY      -INFINITY, 0
#define FROM_0   0, 0
#define POSITIVE 0, 1

/* disk_belt */
#define LOW_m      POSITIVE
#define LOW_k12    ANY
#define LOW_c      ANY
#define LOW_c12    ANY
#define LOW_v_b    ANY
#define LOW_mu_bar FROM_0
/* block_belt */
#define LOW_Omega0_sq   FROM_0
#define LOW_V_dr        ANY
#define LOW_V0          ANY
#define LOW_Omega       ANY
#define LOW_F0          ANY
#define LOW_Omega1      ANY
#define LOW_belt_in_fex FROM_0
/* pendulum */
#define LOW_M       POSITIVE
#define LOW_B       POSITIVE
#define LOW_e       ANY
#define LOW_k_X     FROM_0
#define LOW_k_Y     FROM_0
#define LOW_c_X     ANY
#define LOW_c_Y     ANY
#define LOW_c_phi   ANY
#define LOW_X_S     ANY
#define LOW_Y_S     ANY
#define LOW_R       POSITIVE
#define LOW_N       FROM_0
#define LOW_mu      FROM_0
#define LOW_omega_0 ANY
#define LOW_g       ANY
/* free_disk */
#define LOW_mu_g FROM_0
#define LOW_k_sq POSITIVE
/* rolling_ball */
#define LOW_r     POSITIVE
#define LOW_a     POSITIVE
#define LOW_k_r   FROM_0
#define LOW_s     FROM_0
#define LOW_w_eps POSITIVE
/* lorenz */
#define LOW_sigma ANY
#define LOW_rho   ANY
#define LOW_beta  ANY

#define FIELD(name, init, unit, text) {#name, init, unit, text, LOW_##name},
#define STATE(name, init, unit, text) {#name, init, unit, text, ANY},

static const struct contensou__field disk_belt_fields[] = {DISK_BELT_FIELDS(FIELD)};
static const struct contensou__field disk_belt_states[] = {DISK_BELT_STATES(STATE)};
static const struct contensou__field block_belt_fields[] = {BLOCK_BELT_FIELDS(FIELD)};
static const struct contensou__field block_belt_states[] = {BLOCK_BELT_STATES(STATE)};
static const struct contensou__field pendulum_fields[] = {PENDULUM_FIELDS(FIELD)};
static const struct contensou__field pendulum_states[] = {PENDULUM_STATES(STATE)};
static const struct contensou__field free_disk_fields[] = {FREE_DISK_FIELDS(FIELD)};
static const struct contensou__field free_disk_states[] = {FREE_DISK_STATES(STATE)};
static const struct contensou__field rolling_ball_fields[] = {ROLLING_BALL_FIELDS(FIELD)};
static const struct contensou__field rolling_ball_states[] = {ROLLING_BALL_STATES(STATE)};
static const struct contensou__field lorenz_fields[] = {LORENZ_FIELDS(FIELD)};
static const struct contensou__field lorenz_states[] = {LORENZ_STATES(STATE)};

/* What follows from the kernel file alone. */
#define SYSTEM(prefix_)                                                                            \
    .name = #prefix_, .include = "systems/" #prefix_ ".h", .prefix = #prefix_,                     \
    .fields = prefix_##_fields, .states = prefix_##_states, .field_count = prefix_##_params_count, \
    .dim = prefix_##_dim, .second = prefix_##_second, .angles = prefix_##_angles

static const struct contensou__system systems[] = {
    {SYSTEM(disk_belt), .about = "a disk that slides and spins on a belt, held by wound cords [1]",
     .friction = contensou__system_contact, .law = "I00", .eps = 1e-5, .section = {2, 0, -1}},
    {SYSTEM(block_belt), .about = "a block on a belt, tied by a spring to a large mass [2]",
     .friction = contensou__system_line, .law = "continuous", .eps = 1e-3, .section = {1, 0, -1}},
    {SYSTEM(pendulum), .about = "a pendulum on springs, driven by a turning plate [4]",
     .friction = contensou__system_contact, .law = "I11", .eps = 1e-3, .section = {5, 0, -1}},
    {SYSTEM(free_disk), .about = "a body that slides and spins to rest",
     .friction = contensou__system_contact, .law = "integral", .eps = 1e-9, .section = {-1, 0, 0}},
    {SYSTEM(rolling_ball), .about = "a ball that rolls, slides and spins on a plane [5]",
     .friction = contensou__system_rolling, .law = "pade2", .eps = 1e-6, .section = {-1, 0, 0}},
    {SYSTEM(lorenz), .about = "the Lorenz attractor, without friction",
     .friction = contensou__system_none, .law = "none", .eps = 0, .section = {2, 27, 1}},
};

const char *const contensou__system_names[] = {"disk_belt", "block_belt",   "pendulum",
                                               "free_disk", "rolling_ball", "lorenz"};
const size_t contensou__system_name_count =
    sizeof contensou__system_names / sizeof *contensou__system_names;
static_check(names_of_systems,
             sizeof contensou__system_names / sizeof(char *) == sizeof systems / sizeof *systems);

const struct contensou__system *contensou__system_find(const char *name)
{
    const int i =
        contensou__names_find(name, contensou__system_names, contensou__system_name_count);

    return i < 0 ? NULL : &systems[i];
}
