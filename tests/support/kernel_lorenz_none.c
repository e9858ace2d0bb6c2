/* kernel_lorenz_none.c: lorenz with the law none, for kernel_systems.h. SPDX-License-Identifier: MIT */
#include "laws/frictionless.h"
#define friction        frictionless
#define friction_fields frictionless_fields
#define friction_make   frictionless_make
#define KERNEL_SYSTEM   lorenz
#define KERNEL_LAW      none

#include "systems/lorenz.h"

#include "support/kernel_roles.h"
