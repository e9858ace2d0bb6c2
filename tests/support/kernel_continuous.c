/* kernel_continuous.c: kernel_systems.h for the law continuous. SPDX-License-Identifier: MIT */
#include "laws/continuous_friction.h"
#define friction            line_friction
#define friction_fields     line_friction_fields
#define friction_make       line_friction_make
#define friction_force      continuous_friction_force
#define friction_slide_line line_friction_slide_line
#include "systems/block_belt.h"

#include "support/kernel_roles.h"

KERNEL_SYSTEM(block_belt, continuous);
