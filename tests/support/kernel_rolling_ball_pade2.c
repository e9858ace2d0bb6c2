/* kernel_rolling_ball_pade2.c: rolling_ball with the law pade2, for kernel_systems.h. SPDX-License-Identifier: MIT */
#include "laws/pade_friction.h"
#define friction               pade_friction
#define friction_fields        pade_friction_fields
#define friction_make          pade_friction_make
#define friction_wrench_tilted pade_friction_wrench_tilted
#define friction_slide         pade_friction_slide

static const double order[1] = {2};
#define kernel_shared order
#define KERNEL_SYSTEM rolling_ball
#define KERNEL_LAW    pade2
#define KERNEL_FAMILY rolling
#define KERNEL_FILE   "contact/rolling.h"
#include "systems/rolling_ball.h"

#include "support/kernel_roles.h"
