/* kernel_block_belt_continuous.c: block_belt with the law continuous, for kernel_systems.h. SPDX-License-Identifier: MIT */
#include "laws/continuous.h"
#define friction            line_friction
#define friction_fields     line_friction_fields
#define friction_make       line_friction_make
#define friction_force      continuous_force
#define friction_slide_line line_friction_slide_line
#define KERNEL_SYSTEM       block_belt
#define KERNEL_LAW          continuous
#define KERNEL_FILE         "contact/line.h"
#include "systems/block_belt.h"

#include "support/kernel_roles.h"
