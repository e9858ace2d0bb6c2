/* kernel_none.c: kernel_systems.h for the law none. SPDX-License-Identifier: MIT */
#include "laws/frictionless.h"
#define friction        frictionless
#define friction_fields frictionless_fields
#define friction_make   frictionless_make
#include "systems/lorenz.h"

#include "support/kernel_roles.h"

KERNEL_SYSTEM(lorenz, none);
