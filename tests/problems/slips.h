/* slips.h: slips for tests: random ones, and those where formulas have a hard time.
 * SPDX-License-Identifier: MIT */
#ifndef CONTENSOU_TESTS_SLIPS_H
#define CONTENSOU_TESTS_SLIPS_H

#include <contensou/patch.h>

#include <stddef.h>
#include <stdint.h>

/* A deterministic generator (splitmix64): the next number in [0, 1) or [low, high). */
struct slips_random {
    uint64_t state;
};
double slips_uniform(struct slips_random *random);
double slips_between(struct slips_random *random, double low, double high);

/* Field-major, as the library takes them: value[field * n + member]. */
struct slips {
    size_t n, room;
    double *value;
};
void slips_free(struct slips *s);
void slips_add(struct slips *s, double vx, double vy, double w);
/* The slip with the centre of rotation at (x, y) from the reference point. */
void slips_add_centre(struct slips *s, double x, double y, double w);

/* To be called after the last slips_add: brings the rows into fields. */
void slips_seal(struct slips *s);

/* Hard places of a patch: its middle; rim, vertices and edges, on them and off on both sides by
 * 1e-2 .. 1e-14; 1e-12 .. 1e12 times the size away; translation, spin, both signs, -0.0, slips of
 * 1e-200 and 1e200. Then `random` random ones. Sealed. */
struct slips slips_for(const struct contensou_patch *patch, uint64_t seed, size_t random);

/* Random ones whose centre of rotation is not within `gap` (relative to the size) of the rim, of a
 * hole or of an edge. Sealed. */
struct slips slips_away(const struct contensou_patch *patch, uint64_t seed, size_t count,
                        double gap);

/* The distance of the centre of rotation to the nearest rim or edge, over the size of the patch. */
double slips_rim_distance(const struct contensou_patch *patch, const double slip[3]);

#endif
