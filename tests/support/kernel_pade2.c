/* kernel_pade2.c: kernel_systems.h for the law pade2. SPDX-License-Identifier: MIT */
#include "laws/pade_friction.h"
#define friction               pade_friction
#define friction_fields        pade_friction_fields
#define friction_make          pade_friction_make
#define friction_wrench_tilted pade_friction_wrench_tilted
#define friction_slide         pade_friction_slide
#include "systems/rolling_ball.h"

static const double order[1] = {2};
#define kernel_shared order
#include "support/kernel_roles.h"

KERNEL_SYSTEM(rolling_ball, pade2);
