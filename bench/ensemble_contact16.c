/* ensemble_contact16.c: the rival of rows with a contact, in blocks of 16 lanes. SPDX-License-Identifier: MIT */
#define contact_lanes 16
#define contact_run   bench_contact16_run
#include "ensemble_contact.h"
