/* ensemble_contact32.c: the rival of rows with a contact, in blocks of 32 lanes. SPDX-License-Identifier: MIT */
#define contact_lanes 32
#define contact_run   bench_contact32_run
#include "ensemble_contact.h"
