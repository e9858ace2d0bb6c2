/* kernel_rolling_ball_pade2.c: rolling_ball with the law pade2, for kernel_systems.h. SPDX-License-Identifier: MIT */
#include "laws/pade.h"
#define law_params       pade_params
#define law_params_count pade_params_count
#define law_make         pade_make
#define law_wrench       pade_wrench
#define law_measure      pade_measure
#define law_order        1
#define law_polar        1
#include "laws/tilted_law.h"
#define friction        regularised_law
#define friction_fields regularised_law_fields
#define friction_make   regularised_law_make
#define friction_slide  regularised_law_slide

#define KERNEL_SYSTEM rolling_ball
#define KERNEL_LAW    pade2
#define KERNEL_FILE   "contact/rolling.h"
#include "systems/rolling_ball.h"

#include "support/kernel_roles.h"
