/* filmed_pucks.h: disks that slide and spin to rest, filmed: their motion by the closed forms of a uniform disk, which this
 * library did not compute, and frames with noise. SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_FILMED_PUCKS_H
#define CONTENSOU_TESTS_FILMED_PUCKS_H

#include <stddef.h>
#include <stdint.h>

enum { filmed_columns = 5 }; /* run, t, x, y, phi */
extern const char *const filmed_names[filmed_columns];

/* Metres and seconds: a body of radius 5 cm whose contact has 0.8 of it, mu = 0.3. */
extern const double filmed_mu_g, filmed_radius, filmed_k_sq;

/* Friction of a uniform disk of radius 1 under velocity v and spin w, both not below 0: force and torque over mu N
 * (Z. Farkas, G. Bartels, T. Unger, D. E. Wolf, Phys. Rev. Lett. 90, 248302, 2003), with complete elliptic integrals by the
 * arithmetic-geometric mean. */
void filmed_friction(double v, double w, double *force, double *torque);

/* So many pucks at 240 frames a second: value[column * rows + row], for free(). */
double *filmed_pucks(size_t pucks, size_t frames, size_t *rows);

/* Adds normal noise, 0.1 mm to places and 2 mrad to angles, of this seed. */
void filmed_noise(double *value, size_t rows, uint64_t seed);

#endif
