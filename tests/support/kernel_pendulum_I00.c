/* kernel_pendulum_I00.c: pendulum with the law I00, for kernel_systems.h. SPDX-License-Identifier: MIT */
#define approximant_n      1
#define approximant_n2     0
#define approximant_degree 1
#define approximant_scaled 0
#include "laws/circular_friction.h"
#define friction        circular_friction
#define friction_fields circular_friction_fields
#define friction_make   circular_friction_make
#define friction_wrench circular_friction_wrench
#define friction_slide  circular_friction_slide
#define KERNEL_SYSTEM   pendulum
#define KERNEL_LAW      I00
#define KERNEL_FILE     "contact/planar.h"
#include "systems/pendulum.h"

#include "support/kernel_roles.h"
