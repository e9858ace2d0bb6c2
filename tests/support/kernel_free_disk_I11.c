/* kernel_free_disk_I11.c: free_disk with the law I11, for kernel_systems.h. SPDX-License-Identifier: MIT */
#define approximant_n      3
#define approximant_n2     1
#define approximant_degree 2
#define approximant_scaled 0
#include "laws/circular_friction.h"
#define friction        circular_friction
#define friction_fields circular_friction_fields
#define friction_make   circular_friction_make
#define friction_wrench circular_friction_wrench
#define friction_slide  circular_friction_slide
#define KERNEL_SYSTEM   free_disk
#define KERNEL_LAW      I11
#define KERNEL_FILE     "contact/planar.h"
#include "systems/free_disk.h"

#include "support/kernel_roles.h"
