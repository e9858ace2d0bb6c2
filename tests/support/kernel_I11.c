/* kernel_I11.c: kernel_systems.h for the law I11. SPDX-License-Identifier: MIT */
#define circular_n      3
#define circular_scaled 0
#include "laws/circular_friction.h"
#define friction        circular_friction
#define friction_fields circular_friction_fields
#define friction_make   circular_friction_make
#define friction_wrench circular_friction_wrench
#define friction_slide  circular_friction_slide
#include "systems/disk_belt.h"
#include "systems/free_disk.h"
#include "systems/pendulum.h"

#include "support/kernel_roles.h"

KERNEL_SYSTEM(disk_belt, I11);
KERNEL_SYSTEM(pendulum, I11);
KERNEL_SYSTEM(free_disk, I11);
