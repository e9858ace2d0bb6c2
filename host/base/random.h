/* random.h: random numbers by counter: the same for the same seed, member and name, whoever asks
 * and in which order. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_BASE_RANDOM_H
#define CONTENSOU_BASE_RANDOM_H

#include <stdint.h>

/* Philox4x32-10 (J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC 2011). */
void contensou__random_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

/* Uniform in [0, 1), a multiple of 2^-53; different names have independent numbers. */
double contensou__random_unit(uint64_t seed, uint64_t member, const char *name);

#endif
